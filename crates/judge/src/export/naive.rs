//! Brute force for numbers and lists: a core term as one memoized function of the parts of a
//! position.

use dashu_int::IBig;
use whowins::analysis::Game;
use whowins::core;

use super::Given;
use super::input::Form;
use super::names::Names;
use super::rows::row;
use super::term::{Here, Made, Term, whole};
use super::tree::{
    Expr, Function, Memory, Op, Stmt, Type, bin, call, choice, get, len, not, num, var, when,
};

/// A brute-force solution; the last function computes the answer.
#[derive(Clone, Debug)]
pub(crate) struct Brute {
    pub(crate) functions: Vec<Function>,
    /// Constant arrays that aren't parameters.
    pub(crate) constants: Vec<(String, Vec<i64>)>,
}

/// The source of the outcomes of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A recursive call with memoization.
    Recursion,
    /// A table `table[first * side + second]` of two numbers that no move increases. The function
    /// is called `wins_at`.
    Table,
}

impl Term<'_> {
    /// Translates a command, with `then` at the end of each branch.
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
                let over_list = matches!(hi, core::Expr::Len(_));
                let depth = here.bound.len();
                let like = match over_list {
                    true => ["i", "j", "h"].get(depth).unwrap_or(&"g"),
                    false => ["k", "m", "p", "q"].get(depth).unwrap_or(&"r"),
                };
                let name = self.names.give(like);
                let within = here.within(&name, lo, hi);
                let (lo, hi) = (self.number(lo, here)?, self.number(hi, here)?);
                let body = self.command(body, &within, &mut |term, inner| {
                    then(term, &inner.behind(depth))
                })?;
                Ok(vec![Stmt::For(name, lo, hi, body)])
            }
            core::Command::Loop(..) | core::Command::Repeat(..) => {
                Err("its moves have repeated steps, which are not exported".into())
            }
            core::Command::Set(part, index, value) => {
                let is_less = matches!(value, core::Expr::Bin(core::Op::Sub, _, by) if is_natural(self, by, here));
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
                // A number that only decreases stays below its maximum.
                let falls = is_less
                    && matches!(&value, Expr::Bin(Op::Sub, x, _) if Some(&**x) == here.parts.get(part));
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
                next.resized(*part);
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

    /// Returns a list with some elements replaced.
    pub(super) fn spliced(&mut self, list: Expr, at: Expr, count: Expr, values: Vec<Expr>) -> Expr {
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
                memory: Memory::Nothing,
                body,
            });
        }
        call("replaced", vec![list, at, count, Expr::List(values)])
    }

    /// Returns true if player `turn` wins by a payoff. Returns an error unless the payoff is 1 or
    /// -1, for example for a draw.
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

/// Returns true if a value is provably at least this: a number minus one that a loop subtracts.
fn never_below(value: &Expr, least: i64, here: &Here) -> bool {
    match value {
        Expr::Num(number) => *number >= least,
        // x - k, where k runs over a range that ends at x.
        Expr::Bin(Op::Sub, x, k) => {
            let level = here.bound.iter().position(|bound| *bound == **k);
            let range = level.and_then(|level| here.ranges.get(level)?.as_ref());
            least <= 0 && range.is_some_and(|(_, hi)| is_at_most(hi, x, 1, here))
        }
        _ => false,
    }
}

/// Returns true if an expression is provably at most a part's variable plus this.
fn is_at_most(one: &core::Expr, x: &Expr, more: i64, here: &Here) -> bool {
    use core::{Array, Expr as Own};
    match one {
        Own::Get(Array::Part(part), index, _) => {
            let is_first = matches!(&**index, Own::Num(at) if *at == IBig::ZERO);
            is_first && matches!(x, Expr::Var(_)) && here.parts.get(part) == Some(x)
        }
        Own::Bin(core::Op::Min, a, b) => {
            is_at_most(a, x, more, here) || is_at_most(b, x, more, here)
        }
        Own::Bin(core::Op::Add, a, b) => {
            let is_one = |one: &Own| matches!(one, Own::Num(number) if *number == IBig::ONE);
            more > 0
                && (is_one(b) && is_at_most(a, x, more - 1, here)
                    || is_one(a) && is_at_most(b, x, more - 1, here))
        }
        _ => false,
    }
}

/// Returns true if an expression is provably nonnegative.
fn is_natural(term: &Term<'_>, one: &core::Expr, here: &Here) -> bool {
    let known = |one: &core::Expr| {
        term.interval(one, here)
            .is_some_and(|(least, _)| least >= 0)
    };
    match one {
        core::Expr::Var(level) => {
            let range = here.ranges.get(*level).and_then(Option::as_ref);
            range.is_some_and(|(lo, _)| known(lo))
        }
        other => known(other),
    }
}

/// Returns the brute-force solution of a game. Player 0 is `player` if it matters who starts.
///
/// `parameters` are the placeholder values of parameters that the input sets.
///
/// # Errors
///
/// Returns the feature of the rules that isn't supported.
pub(crate) fn brute(
    game: &Game,
    shape: &Form,
    parameters: &[Given],
    turn: i64,
    look: &Look,
) -> Made<Brute> {
    if game.ending.repetition_draws {
        return Err("play can repeat, and a search that remembers isn't a solution then".into());
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
            "play need not end, and a search with a memory does not solve such games".into(),
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
        layout: None,
        with_turn,
        names,
        functions: Vec::new(),
        constants: Vec::new(),
    };
    let start = Here {
        list: String::new(),
        parts: std::iter::once((0, if with_turn { var("player") } else { num(0) }))
            .chain(
                own.iter()
                    .copied()
                    .zip(arguments.iter().map(|(name, _)| var(name))),
            )
            .collect(),
        bound: Vec::new(),
        ranges: Vec::new(),
        handed: Vec::new(),
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
    let given: Vec<Expr> = parameters.iter().map(|one| var(&one.name)).collect();
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
    all.extend(parameters.iter().map(Given::argument));
    if with_turn {
        all.push(("player".into(), Type::Int));
    }
    if *look == Look::Table {
        all.extend([("table".into(), Type::Small), ("side".into(), Type::Int)]);
    }
    made.functions.push(Function {
        name: if *look == Look::Table {
            "wins_at"
        } else {
            "wins"
        }
        .into(),
        about: "Returns true if the player to move wins: a move leads to a loss.".into(),
        arguments: all,
        gives: Type::Bool,
        memory: if *look == Look::Recursion {
            Memory::All
        } else {
            Memory::Nothing
        },
        body,
    });
    let mut functions = made.functions;
    if with_turn {
        let mut asked: Vec<(String, Type)> = arguments;
        asked.extend(parameters.iter().map(Given::argument));
        let mut pass: Vec<Expr> = asked.iter().map(|(name, _)| var(name)).collect();
        pass.push(num(turn));
        functions.push(Function {
            name: "first_wins".into(),
            about: String::new(),
            arguments: asked,
            gives: Type::Bool,
            memory: Memory::Nothing,
            body: vec![Stmt::Return(call("wins", pass))],
        });
    }
    Ok(Brute {
        functions,
        constants: made.constants,
    })
}

impl Term<'_> {
    /// Returns true if the player to move gets more than 0.
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
