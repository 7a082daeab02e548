//! Translation of core expressions, independent of the representation of positions.

use std::collections::BTreeMap;

use dashu_int::IBig;
use whowins::core;

use super::Given;
use super::names::Names;
use super::tree::{
    Expr, Function, Memory, Op, Stmt, Type, bin, call, choice, get, len, not, num, var,
};

/// The name of the state in a function of complete states.
pub(super) const STATE: &str = "now";
/// Functions for floor division and its remainder. C++ already has functions called `quotient` and
/// `remainder`.
const FLOOR_DIV: &str = "floor_div";
const FLOOR_MOD: &str = "floor_mod";

/// A term under translation.
pub(super) struct Term<'t> {
    pub(super) term: &'t core::Game,
    /// The parameters with their placeholder values, which identify constant arrays.
    pub(super) parameters: &'t [Given],
    /// The variable of each visible part.
    pub(super) parts: BTreeMap<usize, (String, Type)>,
    /// The layout, if one list has all parts.
    pub(super) layout: Option<Layout>,
    /// True if the function takes the player to move as an argument.
    pub(super) with_turn: bool,
    pub(super) names: Names,
    pub(super) functions: Vec<Function>,
    pub(super) constants: Vec<(String, Vec<i64>)>,
}

/// The layout of a complete state in one list ([`Here::list`]). The player to move comes first.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The start and the length of each part. A part without a length extends to the end of the
    /// list.
    pub(super) parts: BTreeMap<usize, (i64, Option<i64>)>,
}

/// The contents of parts and bound variables at some place of a command.
#[derive(Clone, Debug)]
pub(super) struct Here {
    /// The name of the list with the complete state.
    pub(super) list: String,
    pub(super) parts: BTreeMap<usize, Expr>,
    pub(super) bound: Vec<Expr>,
    /// The range of each bound variable that is a loop variable.
    pub(super) ranges: Vec<Option<(core::Expr, core::Expr)>>,
    /// Other variables that the rest of a command reads.
    pub(super) handed: Vec<String>,
}

impl Here {
    /// Records that a part may have changed its length, so that loop ranges over it are no longer
    /// valid.
    pub(super) fn resized(&mut self, part: usize) {
        let own = core::Expr::Len(core::Array::Part(part));
        for range in &mut self.ranges {
            if range.as_ref().is_some_and(|(_, hi)| *hi == own) {
                *range = None;
            }
        }
    }

    /// Returns the context inside a loop over a new bound variable.
    pub(super) fn within(&self, name: &str, lo: &core::Expr, hi: &core::Expr) -> Self {
        let mut within = self.clone();
        within.bound.push(var(name));
        within.ranges.push(Some((lo.clone(), hi.clone())));
        within
    }

    /// Returns the context after a command that began with `depth` bound variables. Inner ones are
    /// dropped.
    pub(super) fn behind(&self, depth: usize) -> Self {
        let mut behind = self.clone();
        behind.bound.truncate(depth);
        behind.ranges.truncate(depth);
        behind
    }
}

pub(super) type Made<T> = Result<T, String>;

pub(super) fn whole(number: &IBig) -> Made<i64> {
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
                if let Some(given) = self.parameters.iter().find(|one| one.values == values) {
                    return Ok(var(&given.name));
                }
                let known = self.constants.iter().find(|(_, known)| *known == values);
                let name = match known {
                    Some((name, _)) => name.clone(),
                    None => {
                        let name = self.names.give(&own.name);
                        self.constants.push((name.clone(), values));
                        name
                    }
                };
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
                .is_some_and(|(_, kind)| *kind != Type::Int),
        }
    }

    /// Returns the length of an array, if it is constant.
    pub(super) fn length(&self, array: core::Array) -> Option<i64> {
        match (array, &self.layout) {
            (core::Array::Const(at), _) => {
                let values = &self.term.consts[at].values;
                let is_given = self.parameters.iter().any(|one| {
                    one.values.len() == values.len()
                        && one
                            .values
                            .iter()
                            .zip(values)
                            .all(|(a, b)| IBig::from(*a) == *b)
                });
                (!is_given).then_some(values.len() as i64)
            }
            (core::Array::Part(part), Some(layout)) => layout.parts.get(&part)?.1,
            (array, None) => (!self.is_list(array)).then_some(1),
        }
    }

    /// Returns the length of the part that extends to the end of the list.
    fn open_length(&mut self, array: core::Array, here: &Here) -> Made<Expr> {
        match (&self.layout, array) {
            (Some(layout), core::Array::Part(part)) => {
                let begin = layout.parts.get(&part).map_or(0, |(begin, _)| *begin);
                Ok(bin(Op::Sub, len(var(&here.list)), num(begin)))
            }
            _ => Ok(len(self.array(array, here)?)),
        }
    }

    /// Returns an element of an array. The index must be valid.
    pub(super) fn element(&mut self, array: core::Array, at: Expr, here: &Here) -> Made<Expr> {
        if let (Some(layout), core::Array::Part(part)) = (&self.layout, array) {
            let begin = layout.parts.get(&part).map(|(begin, _)| *begin);
            let begin = begin.ok_or("a part of the position that is not written is read")?;
            return Ok(get(var(&here.list), bin(Op::Add, at, num(begin))));
        }
        let list = self.array(array, here)?;
        Ok(match self.is_list(array) {
            true => get(list, at),
            false => list,
        })
    }

    /// Returns true if an index is provably valid.
    pub(super) fn is_inside(&self, array: core::Array, index: &core::Expr, here: &Here) -> bool {
        if let core::Expr::Var(level) = index
            && let Some(Some((lo, core::Expr::Len(own)))) = here.ranges.get(*level)
            && *own == array
            && matches!(lo, core::Expr::Num(least) if *least >= IBig::ZERO)
        {
            return true;
        }
        match (self.length(array), self.interval(index, here)) {
            (Some(length), Some((lo, hi))) => lo >= 0 && hi < length,
            _ => false,
        }
    }

    /// Returns bounds of an expression, both inclusive, if they are obvious.
    pub(super) fn interval(&self, x: &core::Expr, here: &Here) -> Option<(i64, i64)> {
        let small = |x: i64| (x.abs() < 1 << 40).then_some(x);
        match x {
            core::Expr::Num(number) => {
                let number = i64::try_from(number).ok().and_then(small)?;
                Some((number, number))
            }
            core::Expr::Var(level) => {
                let (lo, hi) = here.ranges.get(*level)?.as_ref()?;
                let (lo, hi) = (self.interval(lo, here)?.0, self.interval(hi, here)?.1);
                Some((lo, (hi - 1).max(lo)))
            }
            core::Expr::Len(array) => self.length(*array).map(|length| (length, length)),
            core::Expr::Get(core::Array::Part(part), index, default) => {
                let own = self.term.parts.get(*part)?;
                let least = i64::try_from(&own.least).ok().and_then(small)?;
                let most = i64::try_from(own.most.as_ref()?).ok().and_then(small)?;
                match self.is_inside(core::Array::Part(*part), index, here) {
                    true => Some((least, most)),
                    false => {
                        let default = i64::try_from(default).ok().and_then(small)?;
                        Some((least.min(default), most.max(default)))
                    }
                }
            }
            core::Expr::Bin(op, x, y) => {
                let ((a, b), (c, d)) = (self.interval(x, here)?, self.interval(y, here)?);
                let (lo, hi) = match op {
                    core::Op::Add => (a + c, b + d),
                    core::Op::Sub => (a - d, b - c),
                    core::Op::Mul if a >= 0 && c >= 0 => (a.checked_mul(c)?, b.checked_mul(d)?),
                    core::Op::Div if a >= 0 && c > 0 => (a / d, b / c),
                    core::Op::Mod if c > 0 => (0, d - 1),
                    core::Op::Min => (a.min(c), b.min(d)),
                    core::Op::Max => (a.max(c), b.max(d)),
                    core::Op::Eq | core::Op::Lt | core::Op::Le => (0, 1),
                    _ => return None,
                };
                Some((small(lo)?, small(hi)?))
            }
            core::Expr::Get(..) | core::Expr::Ite(..) | core::Expr::Fold(..) => None,
        }
    }

    /// Translates a numeric expression.
    pub(super) fn number(&mut self, x: &core::Expr, here: &Here) -> Made<Expr> {
        Ok(match x {
            core::Expr::Num(number) => num(whole(number)?),
            core::Expr::Var(level) => here.bound[*level].clone(),
            core::Expr::Len(array) => match self.length(*array) {
                Some(length) => num(length),
                None if self.layout.is_none() => len(self.array(*array, here)?),
                None => self.open_length(*array, here)?,
            },
            core::Expr::Get(array, index, default) => {
                if let core::Array::Part(0) = array
                    && let Some(turn) = here.parts.get(&0)
                {
                    return Ok(turn.clone());
                }
                let inside = self.is_inside(*array, index, here);
                let at = self.number(index, here)?;
                let own = self.element(*array, at.clone(), here)?;
                if inside {
                    return Ok(own);
                }
                let within = match self.length(*array) {
                    Some(1) => bin(Op::Eq, at, num(0)),
                    Some(length) => between(at, num(length)),
                    None if self.layout.is_none() => {
                        let list = self.array(*array, here)?;
                        between(at, len(list))
                    }
                    None => between(at, self.open_length(*array, here)?),
                };
                choice(within, own, num(whole(default)?))
            }
            core::Expr::Bin(op, x, y) => {
                let (a, mut b) = (self.number(x, here)?, self.number(y, here)?);
                // The term doesn't shift by negative amounts.
                let is_shift = matches!(op, core::Op::Shl | core::Op::Shr);
                if is_shift && self.interval(y, here).is_none_or(|(least, _)| least < 0) {
                    b = bin(Op::Max, b, num(0));
                }
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
            Own::Div => self.division(FLOOR_DIV, Op::Div, a, b),
            Own::Mod => self.division(FLOOR_MOD, Op::Rem, a, b),
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
            memory: Memory::Nothing,
            body,
        });
    }

    /// Translates floor division, which is 0 for divisors <= 0. Uses the plain operator if the
    /// operands are provably suitable.
    fn division(&mut self, name: &str, op: Op, a: Expr, b: Expr) -> Expr {
        let natural = matches!(&a, Expr::Var(_) | Expr::Num(0..) | Expr::Get(..));
        if natural && matches!(b, Expr::Num(1..)) {
            return bin(op, a, b);
        }
        for (own, kind) in [(FLOOR_DIV, Op::Div), (FLOOR_MOD, Op::Rem)] {
            if (own != name && name != FLOOR_MOD)
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
                        bin(Op::Mul, call(FLOOR_DIV, vec![var("a"), var("b")]), var("b")),
                    )),
                ],
            };
            self.functions.push(Function {
                name: own.into(),
                about: "Rounded down; 0 where b is not above 0.".into(),
                arguments: vec![("a".into(), Type::Int), ("b".into(), Type::Int)],
                gives: Type::Int,
                memory: Memory::Nothing,
                body,
            });
        }
        call(name, vec![a, b])
    }

    /// Translates a fold to a function of all variables that it reads.
    fn fold(
        &mut self,
        lo: &core::Expr,
        hi: &core::Expr,
        init: &core::Expr,
        body: &core::Expr,
        here: &Here,
    ) -> Made<Expr> {
        let [at, so_far] = ["at", "total"].map(|like| self.names.give(like));
        let mut within = here.within(&at, lo, hi);
        within.bound.push(var(&so_far));
        within.ranges.push(None);
        let (lo, hi, init) = (
            self.number(lo, here)?,
            self.number(hi, here)?,
            self.number(init, here)?,
        );
        let next = self.number(body, &within)?;
        // The arguments are the free variables.
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
            let part = self.parts.values().find(|(own, _)| own == name);
            let given = self.parameters.iter().find(|one| one.name == *name);
            let whole = self.layout.is_some() && (here.list == *name || name == STATE);
            match (part, given, whole) {
                (Some((_, kind)), ..) => *kind,
                (_, Some(given), _) => given.kind,
                (_, _, true) => Type::List,
                _ => Type::Int,
            }
        };
        // A single iteration isn't a loop.
        let is_let = lo == num(0) && hi == num(1) && !next.has(&at);
        let arguments: Vec<(String, Type)> =
            read.iter().map(|name| (name.clone(), kind(name))).collect();
        let name = self.names.give("over");
        self.functions.push(Function {
            name: name.clone(),
            about: String::new(),
            arguments,
            gives: Type::Int,
            memory: Memory::Nothing,
            body: match is_let {
                true => vec![Stmt::Let(so_far, Type::Int, init), Stmt::Return(next)],
                false => vec![
                    Stmt::Let(so_far.clone(), Type::Int, init),
                    Stmt::For(at, lo, hi, vec![Stmt::Set(so_far.clone(), next)]),
                    Stmt::Return(var(&so_far)),
                ],
            },
        });
        Ok(call(&name, read.iter().map(|name| var(name)).collect()))
    }

    pub(super) fn condition(&mut self, x: &core::Expr, here: &Here) -> Made<Expr> {
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
}

/// Returns the condition 0 <= at < end.
pub(super) fn between(at: Expr, end: Expr) -> Expr {
    let least = match &at {
        // A number that is obviously nonnegative needs no test.
        Expr::Num(number) => Expr::Bool(*number >= 0),
        _ => bin(Op::Le, num(0), at.clone()),
    };
    bin(Op::And, least, bin(Op::Lt, at, end))
}
