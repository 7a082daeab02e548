//! The brute force: a core term of numbers and lists, or the patterns of a row, as one function that remembers what it gave.

use std::collections::BTreeMap;

use dashu_int::IBig;
use whowins::analysis::board::Stencil;
use whowins::analysis::{Game, Stuck};
use whowins::core;

use super::input::Form;
use super::law::laid;
use super::names::Names;
use super::tree::{
    Expr, Function, Op, Stmt, Type, bin, call, choice, get, len, not, num, var, when,
};

/// A solution by brute force; the last function answers.
#[derive(Clone, Debug)]
pub(crate) struct Brute {
    pub(crate) functions: Vec<Function>,
    /// Constant arrays that are no parameter's.
    pub(crate) constants: Vec<(String, Vec<i64>)>,
}

/// Where the outcome of a move's result is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// The function asks itself, and remembers.
    Recursion,
    /// Two numbers, of which no move lets either grow: in a table, `table[first * side + second]`; the function is called `wins_at`.
    Table,
}

/// A term, being translated.
struct Term<'t> {
    term: &'t core::Game,
    /// The parameters' names with their values, by which a constant array is known as one of them.
    parameters: &'t [(String, Vec<i64>)],
    /// The variable of each part that a position shows.
    parts: BTreeMap<usize, (String, Type)>,
    /// Whether the function is told whose turn it is.
    with_turn: bool,
    names: Names,
    functions: Vec<Function>,
    constants: Vec<(String, Vec<i64>)>,
}

/// What stands in parts and bound variables at some place of a command.
#[derive(Clone, Debug)]
struct Here {
    parts: BTreeMap<usize, Expr>,
    bound: Vec<Expr>,
}

type Made<T> = Result<T, String>;

fn whole(number: &IBig) -> Made<i64> {
    i64::try_from(number).map_err(|_| format!("the number {number} is beyond 64 bits"))
}

impl Term<'_> {
    fn array(&mut self, array: core::Array, here: &Here) -> Made<Expr> {
        match array {
            core::Array::Part(part) => match here.parts.get(&part) {
                Some(list) => Ok(list.clone()),
                None => Err("a part of the position that is not written is read".into()),
            },
            core::Array::Const(at) => {
                let own = &self.term.consts[at];
                let values: Vec<i64> = own.values.iter().map(whole).collect::<Made<_>>()?;
                if let Some((name, _)) = self.parameters.iter().find(|(_, known)| *known == values)
                {
                    return Ok(var(name));
                }
                let name = own.name.to_lowercase();
                if !self.constants.iter().any(|(known, _)| *known == name) {
                    self.constants.push((name.clone(), values));
                }
                Ok(var(&name))
            }
        }
    }

    fn is_list(&self, array: core::Array) -> bool {
        match array {
            core::Array::Const(_) => true,
            core::Array::Part(part) => self
                .parts
                .get(&part)
                .is_some_and(|(_, kind)| *kind == Type::List),
        }
    }

    /// A number.
    fn number(&mut self, x: &core::Expr, here: &Here) -> Made<Expr> {
        Ok(match x {
            core::Expr::Num(number) => num(whole(number)?),
            core::Expr::Var(level) => here.bound[*level].clone(),
            core::Expr::Len(array) if self.is_list(*array) => {
                let list = self.array(*array, here)?;
                len(list)
            }
            core::Expr::Len(_) => num(1),
            core::Expr::Get(array, index, default) => {
                let index = self.number(index, here)?;
                if !self.is_list(*array) {
                    let own = self.array(*array, here)?;
                    return Ok(match index {
                        Expr::Num(0) => own,
                        Expr::Num(_) => num(whole(default)?),
                        index => choice(bin(Op::Eq, index, num(0)), own, num(whole(default)?)),
                    });
                }
                let list = self.array(*array, here)?;
                let own = get(list.clone(), index.clone());
                // Within a loop over the list the index is always right.
                if matches!(&index, Expr::Var(name) if name.starts_with("at_")) {
                    return Ok(own);
                }
                let inside = bin(
                    Op::And,
                    bin(Op::Le, num(0), index.clone()),
                    bin(Op::Lt, index, len(list)),
                );
                choice(inside, own, num(whole(default)?))
            }
            core::Expr::Bin(op, x, y) => {
                let (a, b) = (self.number(x, here)?, self.number(y, here)?);
                self.operation(*op, a, b)?
            }
            core::Expr::Ite(condition, yes, no) => {
                let condition = self.condition(condition, here)?;
                choice(condition, self.number(yes, here)?, self.number(no, here)?)
            }
            core::Expr::Fold(lo, hi, init, body) => self.fold(lo, hi, init, body, here)?,
        })
    }

    fn operation(&mut self, op: core::Op, a: Expr, b: Expr) -> Made<Expr> {
        use core::Op as Own;
        let truth = |condition| choice(condition, num(1), num(0));
        Ok(match op {
            Own::Add => bin(Op::Add, a, b),
            Own::Sub => bin(Op::Sub, a, b),
            Own::Mul => bin(Op::Mul, a, b),
            Own::Div => self.division("quotient", Op::Div, a, b),
            Own::Mod => self.division("remainder", Op::Rem, a, b),
            Own::Min => bin(Op::Min, a, b),
            Own::Max => bin(Op::Max, a, b),
            Own::Xor => bin(Op::Xor, a, b),
            Own::And => bin(Op::BitAnd, a, b),
            Own::Or => bin(Op::BitOr, a, b),
            Own::Shl => bin(Op::Shl, a, b),
            Own::Shr => bin(Op::Shr, a, b),
            Own::Eq => truth(bin(Op::Eq, a, b)),
            Own::Lt => truth(bin(Op::Lt, a, b)),
            Own::Le => truth(bin(Op::Le, a, b)),
            Own::Gcd => {
                self.gcd();
                call("gcd", vec![a, b])
            }
        })
    }

    fn gcd(&mut self) {
        if self.functions.iter().any(|one| one.name == "gcd") {
            return;
        }
        let body = vec![
            Stmt::If(
                bin(Op::Eq, var("b"), num(0)),
                vec![Stmt::Return(var("a"))],
                Vec::new(),
            ),
            Stmt::Return(call(
                "gcd",
                vec![var("b"), bin(Op::Rem, var("a"), var("b"))],
            )),
        ];
        self.functions.push(Function {
            name: "gcd".into(),
            about: String::new(),
            arguments: vec![("a".into(), Type::Int), ("b".into(), Type::Int)],
            gives: Type::Int,
            remembers: false,
            body,
        });
    }

    /// Division, rounded down, and 0 by what is not above 0; plain where both are seen to be as the plain one wants them.
    fn division(&mut self, name: &str, op: Op, a: Expr, b: Expr) -> Expr {
        let natural = matches!(&a, Expr::Var(_) | Expr::Num(0..) | Expr::Get(..));
        if natural && matches!(b, Expr::Num(1..)) {
            return bin(op, a, b);
        }
        for (own, kind) in [("quotient", Op::Div), ("remainder", Op::Rem)] {
            if (own != name && name != "remainder")
                || self.functions.iter().any(|one| one.name == own)
            {
                continue;
            }
            let body = match kind {
                Op::Div => vec![
                    Stmt::If(
                        bin(Op::Le, var("b"), num(0)),
                        vec![Stmt::Return(num(0))],
                        Vec::new(),
                    ),
                    Stmt::Let("q".into(), Type::Int, bin(Op::Div, var("a"), var("b"))),
                    Stmt::Return(choice(
                        bin(Op::Lt, var("a"), bin(Op::Mul, var("q"), var("b"))),
                        bin(Op::Sub, var("q"), num(1)),
                        var("q"),
                    )),
                ],
                _ => vec![
                    Stmt::If(
                        bin(Op::Le, var("b"), num(0)),
                        vec![Stmt::Return(num(0))],
                        Vec::new(),
                    ),
                    Stmt::Return(bin(
                        Op::Sub,
                        var("a"),
                        bin(
                            Op::Mul,
                            call("quotient", vec![var("a"), var("b")]),
                            var("b"),
                        ),
                    )),
                ],
            };
            self.functions.push(Function {
                name: own.into(),
                about: "Rounded down; 0 where b is not above 0.".into(),
                arguments: vec![("a".into(), Type::Int), ("b".into(), Type::Int)],
                gives: Type::Int,
                remembers: false,
                body,
            });
        }
        call(name, vec![a, b])
    }

    /// A fold as a function of all that it reads.
    fn fold(
        &mut self,
        lo: &core::Expr,
        hi: &core::Expr,
        init: &core::Expr,
        body: &core::Expr,
        here: &Here,
    ) -> Made<Expr> {
        let [at, so_far] = ["at", "total"].map(|like| self.names.give(like));
        let at = format!("at_{at}");
        let (lo, hi, init) = (
            self.number(lo, here)?,
            self.number(hi, here)?,
            self.number(init, here)?,
        );
        let mut within = here.clone();
        within.bound.push(var(&at));
        within.bound.push(var(&so_far));
        let next = self.number(body, &within)?;
        // Arguments: the variables that stand in it.
        let mut read: Vec<String> = Vec::new();
        for one in [&lo, &hi, &init, &next] {
            one.each(&mut |one| {
                if let Expr::Var(name) = one
                    && *name != at
                    && *name != so_far
                    && !read.contains(name)
                {
                    read.push(name.clone());
                }
            });
        }
        read.retain(|name| !self.constants.iter().any(|(known, _)| known == name));
        let kind = |name: &String| {
            let list = self
                .parts
                .values()
                .any(|(own, kind)| own == name && *kind == Type::List);
            let given = self.parameters.iter().any(|(own, _)| own == name);
            if list || given { Type::List } else { Type::Int }
        };
        let arguments: Vec<(String, Type)> =
            read.iter().map(|name| (name.clone(), kind(name))).collect();
        let name = self.names.give("over");
        self.functions.push(Function {
            name: name.clone(),
            about: String::new(),
            arguments,
            gives: Type::Int,
            remembers: false,
            body: vec![
                Stmt::Let(so_far.clone(), Type::Int, init),
                Stmt::For(at, lo, hi, vec![Stmt::Set(so_far.clone(), next)]),
                Stmt::Return(var(&so_far)),
            ],
        });
        Ok(call(&name, read.iter().map(|name| var(name)).collect()))
    }

    fn condition(&mut self, x: &core::Expr, here: &Here) -> Made<Expr> {
        Ok(match x {
            core::Expr::Bin(op @ (core::Op::Eq | core::Op::Lt | core::Op::Le), x, y) => {
                let (a, b) = (self.number(x, here)?, self.number(y, here)?);
                let op = match op {
                    core::Op::Eq => Op::Eq,
                    core::Op::Lt => Op::Lt,
                    _ => Op::Le,
                };
                bin(op, a, b)
            }
            core::Expr::Ite(condition, yes, no) => {
                let condition = self.condition(condition, here)?;
                let (yes, no) = (self.condition(yes, here)?, self.condition(no, here)?);
                match (&yes, &no) {
                    (_, Expr::Bool(false)) => bin(Op::And, condition, yes),
                    (Expr::Bool(true), _) => bin(Op::Or, condition, no),
                    (Expr::Bool(false), Expr::Bool(true)) => not(condition),
                    _ => choice(condition, yes, no),
                }
            }
            core::Expr::Num(number) => Expr::Bool(*number != IBig::ZERO),
            other => not(bin(Op::Eq, self.number(other, here)?, num(0))),
        })
    }

    /// What a command does, with `then` at the end of each way.
    fn command(
        &mut self,
        one: &core::Command,
        here: &Here,
        then: &mut dyn FnMut(&mut Self, &Here) -> Made<Vec<Stmt>>,
    ) -> Made<Vec<Stmt>> {
        match one {
            core::Command::Guard(condition) => {
                let condition = self.condition(condition, here)?;
                Ok(when(condition, then(self, here)?))
            }
            core::Command::Seq(all) => self.sequence(all, here, then),
            core::Command::Alt(all) => {
                let mut body = Vec::new();
                for one in all {
                    body.extend(self.command(one, here, then)?);
                }
                Ok(body)
            }
            core::Command::When(condition, yes, no) => {
                let condition = self.condition(condition, here)?;
                let (yes, no) = (
                    self.command(yes, here, then)?,
                    self.command(no, here, then)?,
                );
                Ok(match condition {
                    Expr::Bool(true) => yes,
                    Expr::Bool(false) => no,
                    condition => vec![Stmt::If(condition, yes, no)],
                })
            }
            core::Command::Choose(lo, hi, body) => {
                let (lo, hi) = (self.number(lo, here)?, self.number(hi, here)?);
                let over_list = lo == num(0) && matches!(hi, Expr::Len(_));
                let depth = here.bound.len();
                let name = match over_list {
                    true => format!("at_{}", ["i", "j", "h"].get(depth).unwrap_or(&"g")),
                    false => self
                        .names
                        .give(["k", "m", "p", "q"].get(depth).unwrap_or(&"r")),
                };
                let mut within = here.clone();
                within.bound.push(var(&name));
                let body = self.command(body, &within, then)?;
                // A name of a loop may be given again.
                if !over_list {
                    self.names.take_back(&name);
                }
                Ok(vec![Stmt::For(name, lo, hi, body)])
            }
            core::Command::Loop(..) => {
                Err("its moves go on in rounds, which are not exported".into())
            }
            core::Command::Set(part, index, value) => {
                let value = self.number(value, here)?;
                let own = &self.term.parts[*part];
                let (least, most) = (own.least.clone(), own.most.clone());
                let mut next = here.clone();
                if self
                    .parts
                    .get(part)
                    .is_some_and(|(_, kind)| *kind == Type::List)
                {
                    let index = self.number(index, here)?;
                    let list = here.parts[part].clone();
                    next.parts
                        .insert(*part, self.spliced(list, index, num(1), vec![value]));
                    return then(self, &next);
                }
                next.parts.insert(*part, value.clone());
                let mut conditions = Vec::new();
                let least = whole(&least)?;
                if *part != 0 && !never_below(&value, least, here) {
                    conditions.push(bin(Op::Le, num(least), value.clone()));
                }
                // A number that only falls stays below its most.
                let falls = matches!(&value, Expr::Bin(Op::Sub, x, _) if Some(&**x) == here.parts.get(part));
                if let Some(most) = most.filter(|_| *part != 0 && !falls) {
                    conditions.push(bin(Op::Le, value, num(whole(&most)?)));
                }
                let rest = then(self, &next)?;
                Ok(
                    match conditions
                        .into_iter()
                        .reduce(|all, one| bin(Op::And, all, one))
                    {
                        Some(condition) => when(condition, rest),
                        None => rest,
                    },
                )
            }
            core::Command::Splice(part, index, count, values) => {
                let (index, count) = (self.number(index, here)?, self.number(count, here)?);
                let values: Vec<Expr> = values
                    .iter()
                    .map(|value| self.number(value, here))
                    .collect::<Made<_>>()?;
                let list = here
                    .parts
                    .get(part)
                    .cloned()
                    .ok_or("a part that is not written is changed")?;
                let mut next = here.clone();
                next.parts
                    .insert(*part, self.spliced(list, index, count, values));
                then(self, &next)
            }
        }
    }

    fn sequence(
        &mut self,
        all: &[core::Command],
        here: &Here,
        then: &mut dyn FnMut(&mut Self, &Here) -> Made<Vec<Stmt>>,
    ) -> Made<Vec<Stmt>> {
        match all.split_first() {
            None => then(self, here),
            Some((first, rest)) => self.command(first, here, &mut |term, here| {
                term.sequence(rest, here, then)
            }),
        }
    }

    /// A list with some elements taken out and others put in their place.
    fn spliced(&mut self, list: Expr, at: Expr, count: Expr, values: Vec<Expr>) -> Expr {
        if !self.functions.iter().any(|one| one.name == "replaced") {
            let copy = |from: Expr, to: Expr, of: &str| {
                Stmt::For(
                    "i".into(),
                    from,
                    to,
                    vec![Stmt::Push("all".into(), get(var(of), var("i")))],
                )
            };
            let body = vec![
                Stmt::Let("all".into(), Type::List, call("zeros", vec![num(0)])),
                copy(num(0), var("at"), "old"),
                copy(num(0), len(var("others")), "others"),
                copy(
                    bin(Op::Add, var("at"), var("count")),
                    len(var("old")),
                    "old",
                ),
                Stmt::Return(var("all")),
            ];
            self.functions.push(Function {
                name: "replaced".into(),
                about: "A list with some of its elements replaced by others.".into(),
                arguments: vec![
                    ("old".into(), Type::List),
                    ("at".into(), Type::Int),
                    ("count".into(), Type::Int),
                    ("others".into(), Type::List),
                ],
                gives: Type::List,
                remembers: false,
                body,
            });
        }
        call("replaced", vec![list, at, count, Expr::List(values)])
    }

    /// Whether player 0 gets something above 0, below 0, with this player to move; an error for anything else, such as a draw.
    fn pays(&mut self, x: &core::Expr, turn: i64, here: &Here) -> Made<Expr> {
        let mut fixed = here.clone();
        fixed.parts.insert(0, num(turn));
        let sign = if turn == 0 { 1 } else { -1 };
        self.sign(x, sign, &fixed)
    }

    fn sign(&mut self, x: &core::Expr, sign: i64, here: &Here) -> Made<Expr> {
        match x {
            core::Expr::Ite(condition, yes, no) => {
                let condition = self.condition(condition, here)?;
                let (yes, no) = (self.sign(yes, sign, here)?, self.sign(no, sign, here)?);
                Ok(match (&yes, &no) {
                    (Expr::Bool(true), Expr::Bool(false)) => condition,
                    (Expr::Bool(false), Expr::Bool(true)) => not(condition),
                    _ => choice(condition, yes, no),
                })
            }
            core::Expr::Num(number) if *number == IBig::from(1) || *number == IBig::from(-1) => {
                Ok(Expr::Bool(whole(number)? == sign))
            }
            _ => Err(
                "it is played for points, or can end in a draw; solutions say who of two wins"
                    .into(),
            ),
        }
    }
}

/// Whether a value is seen to be at least this: a number less one that a loop takes from it.
fn never_below(value: &Expr, least: i64, here: &Here) -> bool {
    match value {
        Expr::Num(number) => *number >= least,
        // x - k for k from a range that ends at x.
        Expr::Bin(Op::Sub, x, k) => {
            least <= 0
                && here.bound.contains(k)
                && matches!(&**x, Expr::Var(_))
                && !matches!(&**k, Expr::Get(..))
        }
        _ => false,
    }
}

/// The brute force of a game, with `player` 0 to move first where it matters; `parameters` are values that stand for ones that the input gives.
///
/// # Errors
///
/// What in the rules is not exported.
pub(crate) fn brute(
    game: &Game,
    shape: &Form,
    parameters: &[(String, Vec<i64>)],
    turn: i64,
    look: &Look,
) -> Made<Brute> {
    if game.ending.repetition_draws {
        return Err("play can repeat, and a search that remembers is no solution then".into());
    }
    if game.ending.blocked > 0 {
        return Err("the opponent blocks options".into());
    }
    if let Form::Cells(_) = shape {
        return row(game, turn);
    }
    let term = match game.program() {
        Some(program) => program.term.clone(),
        None => game.core(),
    };
    if term.endless.is_some() {
        return Err(
            "play can go on without end, and a search that remembers is no solution then".into(),
        );
    }
    let [tier] = term.tiers.as_slice() else {
        return Err("some moves count only where others are not there".into());
    };
    let mut names = Names::default();
    let arguments = shape.arguments(game, &mut names);
    let own: Vec<usize> = match game.program() {
        Some(program) => program.parts.iter().map(|part| part.part).collect(),
        None => (1..term.parts.len()).collect(),
    };
    if own.len() != arguments.len() || own.len() + 1 != term.parts.len() {
        return Err("a position has parts that are not written".into());
    }
    let with_turn = !game.is_impartial();
    let mut made = Term {
        term: &term,
        parameters,
        parts: own.iter().copied().zip(arguments.iter().cloned()).collect(),
        with_turn,
        names,
        functions: Vec::new(),
        constants: Vec::new(),
    };
    let start = Here {
        parts: std::iter::once((0, if with_turn { var("player") } else { num(0) }))
            .chain(
                own.iter()
                    .copied()
                    .zip(arguments.iter().map(|(name, _)| var(name))),
            )
            .collect(),
        bound: Vec::new(),
    };
    let mut body = Vec::new();
    for end in &term.ends {
        let condition = made.condition(&end.when, &start)?;
        let paid = made.outcome(&end.pays, &start)?;
        body.extend(when(condition, vec![Stmt::Return(paid)]));
    }
    let stuck = made.outcome(&term.stuck, &start)?;
    let misere = stuck == Expr::Bool(true);
    if misere {
        body.push(Stmt::Let("stuck".into(), Type::Bool, Expr::Bool(true)));
    } else if stuck != Expr::Bool(false) {
        return Err("what a player gets who cannot move hangs on the position".into());
    }
    let given: Vec<Expr> = parameters.iter().map(|(name, _)| var(name)).collect();
    let moves = made.command(tier, &start, &mut |term, here| {
        let mut next: Vec<Expr> = own.iter().map(|part| here.parts[part].clone()).collect();
        next.extend(given.iter().cloned());
        let to_move = here.parts[&0].clone();
        if *look == Look::Table {
            let falls = own.iter().all(|part| match &here.parts[part] {
                Expr::Var(_) => true,
                Expr::Bin(Op::Sub, x, by) => {
                    matches!(&**x, Expr::Var(_)) && matches!(&**by, Expr::Num(0..) | Expr::Var(_))
                }
                _ => false,
            });
            if !falls || own.len() != 2 || term.with_turn || misere {
                return Err("its moves do not lead down a table".into());
            }
            let at = bin(
                Op::Add,
                bin(Op::Mul, next[0].clone(), var("side")),
                next[1].clone(),
            );
            let lost = bin(Op::Eq, get(var("table"), at), num(0));
            return Ok(when(lost, vec![Stmt::Return(Expr::Bool(true))]));
        }
        let won = match term.with_turn {
            false if to_move == num(1) => not(call("wins", next)),
            false => return Err("a player moves again".into()),
            true => {
                let passed = to_move == bin(Op::Sub, num(1), var("player"));
                next.push(to_move.clone());
                let own = call("wins", next);
                match (passed, to_move == var("player")) {
                    (true, _) => not(own),
                    (_, true) => own,
                    _ => return Err("whose turn comes next hangs on the position".into()),
                }
            }
        };
        let mut body = when(won, vec![Stmt::Return(Expr::Bool(true))]);
        if misere {
            body.insert(0, Stmt::Set("stuck".into(), Expr::Bool(false)));
        }
        Ok(body)
    })?;
    body.extend(moves);
    body.push(Stmt::Return(if misere {
        var("stuck")
    } else {
        Expr::Bool(false)
    }));
    let mut all = arguments.clone();
    all.extend(
        parameters
            .iter()
            .map(|(name, _)| (name.clone(), Type::List)),
    );
    if with_turn {
        all.push(("player".into(), Type::Int));
    }
    if *look == Look::Table {
        all.extend([("table".into(), Type::List), ("side".into(), Type::Int)]);
    }
    made.functions.push(Function {
        name: if *look == Look::Table {
            "wins_at"
        } else {
            "wins"
        }
        .into(),
        about: "Whether the player to move wins: some move leads to where the opponent loses."
            .into(),
        arguments: all,
        gives: Type::Bool,
        remembers: *look == Look::Recursion,
        body,
    });
    let mut functions = made.functions;
    if with_turn {
        let mut asked: Vec<(String, Type)> = arguments;
        asked.extend(
            parameters
                .iter()
                .map(|(name, _)| (name.clone(), Type::List)),
        );
        let mut pass: Vec<Expr> = asked.iter().map(|(name, _)| var(name)).collect();
        pass.push(num(turn));
        functions.push(Function {
            name: "first_wins".into(),
            about: String::new(),
            arguments: asked,
            gives: Type::Bool,
            remembers: false,
            body: vec![Stmt::Return(call("wins", pass))],
        });
    }
    Ok(Brute {
        functions,
        constants: made.constants,
    })
}

impl Term<'_> {
    /// Whether the player to move gets more than 0.
    fn outcome(&mut self, pays: &core::Expr, here: &Here) -> Made<Expr> {
        let (first, second) = (self.pays(pays, 0, here)?, self.pays(pays, 1, here)?);
        if first == second {
            return Ok(first);
        }
        match self.with_turn {
            true => Ok(choice(bin(Op::Eq, var("player"), num(0)), first, second)),
            false => Err("an ending asks whose turn it is".into()),
        }
    }
}

/// Rows: patterns tried at each place, and follow-ups carried out after each move.
fn row(game: &Game, turn: i64) -> Made<Brute> {
    let board = game
        .board()
        .filter(|board| board.row)
        .ok_or("its boards are no rows")?;
    if !game.ending.goals.is_empty()
        || game.ending.stuck == Stuck::Draws
        || !game.is_impartial()
        || turn > 1
    {
        return Err("rows with goals, draws or moves of one player alone are not exported".into());
    }
    let misere = game.ending.stuck == Stuck::Wins;
    let at_once: Vec<&Stencil> = board
        .at_once
        .iter()
        .flat_map(|rule| &rule.stencils)
        .collect();
    let mut functions = Vec::new();
    if !at_once.is_empty() {
        functions.push(
            super::law::settle(&at_once).ok_or("several forced follow-ups are not exported")?,
        );
    }
    let settled = |list: Expr| {
        if at_once.is_empty() {
            list
        } else {
            call("settled", vec![list])
        }
    };
    let mut body = Vec::new();
    if misere {
        body.push(Stmt::Let("stuck".into(), Type::Bool, Expr::Bool(true)));
    }
    let mut within = Vec::new();
    for stencil in board.moves.iter().flat_map(|rule| &rule.stencils) {
        let (fits, writes) =
            laid(stencil, "row", "at").ok_or("a pattern does not lie in the row")?;
        let mut then: Vec<Stmt> = vec![Stmt::Let(
            "after".into(),
            Type::List,
            Expr::Copy(Box::new(var("row"))),
        )];
        then.extend(writes.into_iter().map(|one| match one {
            Stmt::Put(_, at, value) => Stmt::Put("after".into(), at, value),
            other => other,
        }));
        if misere {
            then.push(Stmt::Set("stuck".into(), Expr::Bool(false)));
        }
        then.push(Stmt::If(
            not(call("wins_settled", vec![settled(var("after"))])),
            vec![Stmt::Return(Expr::Bool(true))],
            Vec::new(),
        ));
        within.push(Stmt::If(fits, then, Vec::new()));
    }
    body.push(Stmt::For("at".into(), num(0), len(var("row")), within));
    body.push(Stmt::Return(if misere {
        var("stuck")
    } else {
        Expr::Bool(false)
    }));
    let arguments = vec![("row".to_string(), Type::List)];
    functions.push(Function {
        name: "wins_settled".into(),
        about: "Whether the player to move wins: some move leads to where the opponent loses."
            .into(),
        arguments: arguments.clone(),
        gives: Type::Bool,
        remembers: true,
        body,
    });
    functions.push(Function {
        name: "wins".into(),
        about: String::new(),
        arguments,
        gives: Type::Bool,
        remembers: false,
        body: vec![Stmt::Return(call(
            "wins_settled",
            vec![settled(var("row"))],
        ))],
    });
    Ok(Brute {
        functions,
        constants: Vec::new(),
    })
}
