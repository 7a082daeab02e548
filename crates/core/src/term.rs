//! The terms: what a game is made of. [`crate::meaning`] says what they do.

use std::ops::Not;

use dashu_int::IBig;

/// What a position holds: an array of integers for each part of the game, in the order of the
/// parts. A number is an array of length 1. Part 0 is whose turn it is: 0 or 1.
pub type State = Vec<Vec<IBig>>;

/// An array that an expression reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Array {
    /// A constant array of the game, by its index.
    Const(usize),
    /// A part of the state, by its index.
    Part(usize),
}

/// An operation on two integers. All are total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    /// x + y
    Add,
    /// x - y
    Sub,
    /// x · y
    Mul,
    /// The quotient rounded down; 0 where y is not above 0.
    Div,
    /// The remainder from 0 to y - 1; 0 where y is not above 0.
    Mod,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// The greatest common divisor, at least 0; of 0 and 0 it is 0.
    Gcd,
    /// Bit by bit, of two's complements without end.
    Xor,
    /// Bit by bit.
    And,
    /// Bit by bit.
    Or,
    /// x · 2^y; x where y is below 0.
    Shl,
    /// x / 2^y rounded down; x where y is below 0.
    Shr,
    /// 1 where they are equal, else 0.
    Eq,
    /// 1 where x is less than y, else 0.
    Lt,
    /// 1 where x is at most y, else 0.
    Le,
}

impl Op {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Div,
        Self::Mod,
        Self::Min,
        Self::Max,
        Self::Gcd,
        Self::Xor,
        Self::And,
        Self::Or,
        Self::Shl,
        Self::Shr,
        Self::Eq,
        Self::Lt,
        Self::Le,
    ];
}

/// An integer computed from a state. As a condition, 0 is false and all else is true.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Num(IBig),
    /// A bound variable, by level: 0 is the outermost. So a term keeps its meaning where binders
    /// are added inside it.
    Var(usize),
    /// The element at an index, or the default outside the array. That the term says it makes every
    /// read total: "no square" is -1, and its neighbour is -1 again.
    Get(Array, Box<Expr>, IBig),
    /// The length of an array.
    Len(Array),
    /// An operation.
    Bin(Op, Box<Expr>, Box<Expr>),
    /// The second where the first is not 0, else the third.
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `Fold(lo, hi, init, body)`: starts with `init`; for v = lo ..= hi - 1 in order, the result
    /// becomes the body's, in which the first new variable is v and the second is the result so
    /// far. Sums, counts, minima, "all", "any", runs, connection and `let` are folds.
    Fold(Box<Expr>, Box<Expr>, Box<Expr>, Box<Expr>),
}

/// What the player to move does: from a state to the list of all the states that can come of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Goes on where the expression is not 0; else there is no way.
    Guard(Expr),
    /// One after the other; each goes on from every state that the ones before can come to. Of
    /// none: the state as it is.
    Seq(Vec<Command>),
    /// One of these, as the player likes. Of none: no way.
    Alt(Vec<Command>),
    /// The first where the expression is not 0, else the second.
    When(Expr, Box<Command>, Box<Command>),
    /// The player picks v = lo ..= hi - 1; in the command it is the new variable.
    Choose(Expr, Expr, Box<Command>),
    /// Carried out for v = lo ..= hi - 1, in order; the bounds are computed once, before. In the
    /// command v is the new variable.
    Loop(Expr, Expr, Box<Command>),
    /// `Set(part, index, value)`. No way where the index is outside the array, or the value outside
    /// the part's range.
    Set(usize, Expr, Expr),
    /// `Splice(part, index, count, values)`: erases so many elements from the index on, and puts
    /// the values there. No way where they are not all there, or a value is outside the part's
    /// range.
    Splice(usize, Expr, Expr, Vec<Expr>),
}

/// A constant array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Const {
    /// Its name; without meaning.
    pub name: String,
    /// Its elements.
    pub values: Vec<IBig>,
}

impl Const {
    /// A constant array among all; equal ones are there once, each under a name with its number.
    pub fn shared(all: &mut Vec<Self>, name: &str, values: Vec<IBig>) -> Array {
        if let Some(at) = all.iter().position(|one| one.values == values) {
            return Array::Const(at);
        }
        Self::own(all, name, values)
    }

    /// A constant array among all that is another than those before, whatever its values are.
    pub fn own(all: &mut Vec<Self>, name: &str, values: Vec<IBig>) -> Array {
        let number = all.len();
        let name = format!("{name}_{number}");
        all.push(Self { name, values });
        Array::Const(number)
    }
}

/// A part of the state: an array, whose elements stay in a range.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// Its name; without meaning.
    pub name: String,
    /// The least value of an element.
    pub least: IBig,
    /// The largest, if there is one.
    pub most: Option<IBig>,
}

impl Part {
    /// Gives parts that have another's name, or a constant's, one of their own: people's words may
    /// be the calculus's own, or come twice.
    pub fn distinct(parts: &mut [Self], consts: &[Const]) {
        for at in 0..parts.len() {
            while parts[..at].iter().any(|other| other.name == parts[at].name)
                || consts.iter().any(|one| one.name == parts[at].name)
            {
                parts[at].name.push('_');
            }
        }
    }

    /// Whether an element may be this.
    pub fn holds(&self, value: &IBig) -> bool {
        self.least <= *value && self.most.as_ref().is_none_or(|most| value <= most)
    }
}

/// A way in which the game ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// Over where this is not 0.
    pub when: Expr,
    /// What player 0 gets.
    pub pays: Expr,
}

/// A game.
///
/// Payoffs are what player 0 gets, and player 1 pays: 1 for a win, -1 for a loss, 0 for a draw, or
/// any score.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// Its name; without meaning.
    pub name: String,
    /// The constant arrays.
    pub consts: Vec<Const>,
    /// The parts of the state. The first is whose turn it is.
    pub parts: Vec<Part>,
    /// What can be done in a turn: the first of these that gives any state counts, and the others
    /// do not. ("Pass if nothing else can be done", "who can take must take".)
    pub tiers: Vec<Command>,
    /// The ends, looked at before any move; the first that holds counts.
    pub ends: Vec<End>,
    /// What player 0 gets where there is no end and no move.
    pub stuck: Expr,
    /// How many options the opponent may block before each move, for that move alone. Options are
    /// counted as states: two ways to one state are one option.
    pub blocks: u32,
    /// What player 0 gets by play without end: what this comes to and stays at, from some move on.
    /// `None` where the rules leave it open, and it is open, too, where it never stays. A number
    /// says one payoff for all such play; a part that gathers points, that what was gathered counts
    /// and nothing more is.
    pub endless: Option<Expr>,
    /// States to start from. Data: without meaning for the moves.
    pub starts: Vec<State>,
}

impl Game {
    /// What player 0 gets by play without end, where that is one number for all of it.
    pub const fn endless_pays(&self) -> Option<&IBig> {
        match &self.endless {
            Some(Expr::Num(pays)) => Some(pays),
            _ => None,
        }
    }
}

/// Short ways to write terms.
impl Expr {
    /// A number.
    pub fn num(number: impl Into<IBig>) -> Self {
        Self::Num(number.into())
    }

    /// An element, 0 outside the array.
    #[must_use]
    pub fn get(array: Array, index: Self) -> Self {
        Self::get_or(array, index, 0)
    }

    /// An element, or a default outside the array.
    #[must_use]
    pub fn get_or(array: Array, index: Self, default: impl Into<IBig>) -> Self {
        Self::Get(array, Box::new(index), default.into())
    }

    /// The only element of a part that is a number.
    pub fn part(part: usize) -> Self {
        Self::get(Array::Part(part), Self::num(0))
    }

    /// An operation.
    #[must_use]
    pub fn bin(op: Op, x: Self, y: Self) -> Self {
        Self::Bin(op, Box::new(x), Box::new(y))
    }

    /// The second where the first is not 0, else the third.
    #[must_use]
    pub fn ite(condition: Self, yes: Self, no: Self) -> Self {
        Self::Ite(Box::new(condition), Box::new(yes), Box::new(no))
    }

    /// A fold; the body's variables are the next two levels.
    #[must_use]
    pub fn fold(lo: Self, hi: Self, init: Self, body: Self) -> Self {
        Self::Fold(Box::new(lo), Box::new(hi), Box::new(init), Box::new(body))
    }

    /// Whether the expression reads the bound variable of this level.
    pub fn mentions(&self, level: usize) -> bool {
        match self {
            Self::Num(_) | Self::Len(_) => false,
            Self::Var(one) => *one == level,
            Self::Get(_, index, _) => index.mentions(level),
            Self::Bin(_, x, y) => x.mentions(level) || y.mentions(level),
            Self::Ite(x, y, z) => [x, y, z].iter().any(|one| one.mentions(level)),
            Self::Fold(lo, hi, init, body) => {
                [lo, hi, init, body].iter().any(|one| one.mentions(level))
            }
        }
    }

    /// Whether the expression reads an array of these, an element or its length.
    pub fn reads(&self, of: &dyn Fn(Array) -> bool) -> bool {
        match self {
            Self::Num(_) | Self::Var(_) => false,
            Self::Len(array) => of(*array),
            Self::Get(array, index, _) => of(*array) || index.reads(of),
            Self::Bin(_, x, y) => x.reads(of) || y.reads(of),
            Self::Ite(x, y, z) => [x, y, z].iter().any(|one| one.reads(of)),
            Self::Fold(lo, hi, init, body) => [lo, hi, init, body].iter().any(|one| one.reads(of)),
        }
    }

    /// Whether the expression reads this part of the state.
    pub fn reads_part(&self, part: usize) -> bool {
        self.reads(&|array| array == Array::Part(part))
    }

    /// The second where the first is not 0, else 0.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::ite(self, other, Self::num(0))
    }

    /// 1 where the first is not 0, else the second.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self::ite(self, Self::num(1), other)
    }
}

/// 1 where it is 0, else 0.
impl Not for Expr {
    type Output = Self;

    fn not(self) -> Self {
        Self::ite(self, Self::num(0), Self::num(1))
    }
}

impl Command {
    /// Nothing is done.
    pub const SKIP: Self = Self::Seq(Vec::new());

    /// No way leads on.
    pub const NEVER: Self = Self::Alt(Vec::new());

    /// Whether the command reads the bound variable of this level.
    pub fn mentions(&self, level: usize) -> bool {
        match self {
            Self::Guard(condition) => condition.mentions(level),
            Self::Seq(all) | Self::Alt(all) => all.iter().any(|one| one.mentions(level)),
            Self::When(condition, yes, no) => {
                condition.mentions(level) || yes.mentions(level) || no.mentions(level)
            }
            Self::Choose(lo, hi, body) | Self::Loop(lo, hi, body) => {
                lo.mentions(level) || hi.mentions(level) || body.mentions(level)
            }
            Self::Set(_, index, value) => index.mentions(level) || value.mentions(level),
            Self::Splice(_, index, count, values) => {
                let values = values.iter().any(|value| value.mentions(level));
                index.mentions(level) || count.mentions(level) || values
            }
        }
    }

    /// Writes the only element of a part that is a number.
    pub fn set(part: usize, value: Expr) -> Self {
        Self::Set(part, Expr::num(0), value)
    }

    /// The other player's turn.
    pub fn pass_turn() -> Self {
        Self::set(0, Expr::bin(Op::Sub, Expr::num(1), Expr::part(0)))
    }

    /// Done where the expression is not 0.
    #[must_use]
    pub fn when(condition: Expr, then: Self) -> Self {
        Self::When(condition, Box::new(then), Box::new(Self::SKIP))
    }

    /// The player picks.
    #[must_use]
    pub fn choose(lo: Expr, hi: Expr, body: Self) -> Self {
        Self::Choose(lo, hi, Box::new(body))
    }
}
