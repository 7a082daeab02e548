//! What names stand for while a term is made: expressions with what they are.

use whowins_core::{Expr, Op};

/// What a value is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Is {
    /// An integer.
    Number,
    /// 1 or 0.
    Condition,
    /// A cell of this part, from 0; -1 for none.
    Cell(usize),
    /// A node of this graph, or a square of this map, from 0; -1 for none.
    Node(usize),
    /// An edge of this graph, from 0; -1 for none.
    Edge(usize),
    /// What a cell or node of this part shows; -1 for nothing.
    Shown(usize),
    /// A symbol as it is written.
    Letter(char),
    /// A symbol of this player.
    Of(usize),
    /// A set out of these, as a number of bits.
    Set(Domain),
    /// A part that is no number: which, where the term has it, and how many places further on its
    /// owner begins to count.
    Whole(usize, usize, i64),
    /// A parameter that is no number.
    Data(usize),
    /// A character of a text, as its code.
    Character,
}

/// What the members of a set can be, in order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Domain {
    /// So many integers from this one on.
    From(i64, Box<Expr>),
    /// These integers, each once.
    Listed(Vec<i64>),
    /// The nodes of a graph.
    Nodes(usize),
    /// The edges of a graph.
    Edges(usize),
    /// The cells of a part.
    Cells(usize),
    /// The sets out of these.
    Subsets(Box<Domain>),
}

/// An expression, and what it is.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) expr: Expr,
    pub(super) is: Is,
    /// Where it has a value at all; `None`: everywhere.
    pub(super) exists: Option<Expr>,
}

/// A name and its value, as it was where so many variables were bound.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub(super) name: String,
    pub(super) value: Value,
    pub(super) depth: usize,
}

impl Value {
    pub(super) fn new(expr: Expr, is: Is) -> Self {
        Self {
            expr,
            is,
            exists: None,
        }
    }

    pub(super) fn number(expr: Expr) -> Self {
        Self::new(expr, Is::Number)
    }

    pub(super) fn condition(expr: Expr) -> Self {
        Self::new(expr, Is::Condition)
    }

    /// The same, and it has a value only where this holds.
    pub(super) fn only_where(mut self, exists: Option<Expr>) -> Self {
        self.exists = both(self.exists, exists);
        self
    }

    /// The same where more variables are bound.
    pub(super) fn lifted(&self, from: usize, to: usize) -> Self {
        Self {
            expr: lift(&self.expr, from, to),
            is: match &self.is {
                Is::Set(domain) => Is::Set(domain.lifted(from, to)),
                is => is.clone(),
            },
            exists: self.exists.as_ref().map(|exists| lift(exists, from, to)),
        }
    }
}

impl Domain {
    pub(super) fn lifted(&self, from: usize, to: usize) -> Self {
        match self {
            Self::From(least, size) => Self::From(*least, Box::new(lift(size, from, to))),
            Self::Subsets(inner) => Self::Subsets(Box::new(inner.lifted(from, to))),
            other => other.clone(),
        }
    }
}

/// Both of two conditions, where there are any.
pub(super) fn both(a: Option<Expr>, b: Option<Expr>) -> Option<Expr> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => Some(a.and(b)),
        (a, b) => a.or(b),
    }
}

/// An expression from where `from` variables are bound, where `to` are: its own variables move on.
pub(super) fn lift(expr: &Expr, from: usize, to: usize) -> Expr {
    let under = |one: &Expr| Box::new(lift(one, from, to));
    match expr {
        _ if from == to => expr.clone(),
        Expr::Num(_) | Expr::Len(_) => expr.clone(),
        Expr::Var(level) if *level >= from => Expr::Var(level + to - from),
        Expr::Var(_) => expr.clone(),
        Expr::Get(array, index, default) => Expr::Get(*array, under(index), default.clone()),
        Expr::Bin(op, x, y) => Expr::Bin(*op, under(x), under(y)),
        Expr::Ite(x, y, z) => Expr::Ite(under(x), under(y), under(z)),
        Expr::Fold(lo, hi, init, body) => {
            Expr::Fold(under(lo), under(hi), under(init), under(body))
        }
    }
}

/// How many pieces an expression has.
pub(super) fn size(expr: &Expr) -> usize {
    1 + match expr {
        Expr::Num(_) | Expr::Var(_) | Expr::Len(_) => 0,
        Expr::Get(_, index, _) => size(index),
        Expr::Bin(_, x, y) => size(x) + size(y),
        Expr::Ite(x, y, z) => size(x) + size(y) + size(z),
        Expr::Fold(lo, hi, init, body) => size(lo) + size(hi) + size(init) + size(body),
    }
}

/// Whether the value of an expression can change while a move is made.
pub(super) fn reads_state(expr: &Expr) -> bool {
    expr.reads(&|array| matches!(array, whowins_core::Array::Part(_)))
}

/// Whether an expression reads a variable of this level or a later one that is not its own; `depth`
/// are bound where it stands.
pub(super) fn reads_from(expr: &Expr, level: usize, depth: usize) -> bool {
    (level..depth).any(|one| expr.mentions(one))
}

/// `x + by`, written as a person would.
pub(super) fn plus(x: Expr, by: i64) -> Expr {
    match by {
        0 => x,
        by if by < 0 => Expr::bin(Op::Sub, x, Expr::num(-by)),
        by => Expr::bin(Op::Add, x, Expr::num(by)),
    }
}

/// `x + y`
pub(super) fn add(x: Expr, y: Expr) -> Expr {
    Expr::bin(Op::Add, x, y)
}

/// `x - y`
pub(super) fn sub(x: Expr, y: Expr) -> Expr {
    Expr::bin(Op::Sub, x, y)
}

/// `x * y`
pub(super) fn mul(x: Expr, y: Expr) -> Expr {
    Expr::bin(Op::Mul, x, y)
}

/// `x = y`
pub(super) fn equal(x: Expr, y: Expr) -> Expr {
    Expr::bin(Op::Eq, x, y)
}

/// `x < y`
pub(super) fn less(x: Expr, y: Expr) -> Expr {
    Expr::bin(Op::Lt, x, y)
}

/// `x <= y`
pub(super) fn at_most(x: Expr, y: Expr) -> Expr {
    Expr::bin(Op::Le, x, y)
}

/// A bit of a number; the index is not negative.
pub(super) fn bit(number: Expr, index: Expr) -> Expr {
    let moved = Expr::bin(Op::Shr, number, index);
    Expr::bin(Op::Mod, moved, Expr::num(2))
}

/// 2^index
pub(super) fn power(index: Expr) -> Expr {
    Expr::bin(Op::Shl, Expr::num(1), index)
}

/// Many put together by twos, so that none lies deep.
pub(super) fn balanced<T>(mut all: Vec<T>, join: impl Fn(T, T) -> T + Copy) -> Option<T> {
    match all.len() {
        0 | 1 => all.pop(),
        length => {
            let rest = all.split_off(length / 2);
            Some(join(balanced(all, join)?, balanced(rest, join)?))
        }
    }
}

/// All of these conditions.
pub(super) fn all_of(all: Vec<Expr>) -> Expr {
    balanced(all, Expr::and).unwrap_or_else(|| Expr::num(1))
}

/// Any of these conditions.
pub(super) fn any_of(any: Vec<Expr>) -> Expr {
    balanced(any, Expr::or).unwrap_or_else(|| Expr::num(0))
}

/// Larger numbers are not worked with before play begins.
const LARGEST: i64 = 1 << 60;

/// A number that is written, after tidying.
pub(super) fn known(expr: &Expr) -> Option<i64> {
    match expr.clone().tidy() {
        Expr::Num(number) => {
            let number = i64::try_from(&number).ok();
            number.filter(|number| (-LARGEST..=LARGEST).contains(number))
        }
        _ => None,
    }
}
