//! Terms: the syntax of games. [`crate::meaning`] defines their semantics.

use std::ops::Not;

use dashu_int::IBig;

/// A position: an array of integers for each part of the game, in the order of the parts.
///
/// A number is an array of length 1. Part 0 is the player to move: 0 or 1.
pub type State = Vec<Vec<IBig>>;

/// An array that an expression reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Array {
    /// A constant array of the game, by its index.
    Const(usize),
    /// A part of the state, by its index.
    Part(usize),
}

/// An operation on two integers. All operations are total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    /// x + y
    Add,
    /// x - y
    Sub,
    /// x · y
    Mul,
    /// The quotient rounded down; 0 if y <= 0.
    Div,
    /// The remainder from 0 to y - 1; 0 if y <= 0.
    Mod,
    /// The minimum.
    Min,
    /// The maximum.
    Max,
    /// The greatest common divisor, at least 0. It is 0 for 0 and 0.
    Gcd,
    /// Bitwise exclusive or, of infinite two's complements.
    Xor,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// x · 2^y; x if y < 0.
    Shl,
    /// x / 2^y rounded down; x if y < 0.
    Shr,
    /// 1 if x = y, else 0.
    Eq,
    /// 1 if x < y, else 0.
    Lt,
    /// 1 if x <= y, else 0.
    Le,
}

impl Op {
    /// All operations.
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

/// An integer computed from a state. As a condition, 0 is false and any other number is true.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Num(IBig),
    /// A bound variable by level; 0 is the outermost. Adding binders inside a term doesn't change
    /// its meaning.
    Var(usize),
    /// The element at an index, or the default outside the array.
    ///
    /// The default makes every read total. For example, "no square" is -1, and its neighbour is
    /// again -1.
    Get(Array, Box<Expr>, IBig),
    /// The length of an array.
    Len(Array),
    /// An operation.
    Bin(Op, Box<Expr>, Box<Expr>),
    /// The second expression if the first isn't 0, else the third.
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `Fold(lo, hi, init, body)`: iterates over v = lo ..= hi - 1 in order, starting with `init`.
    ///
    /// In the body, the first new variable is v and the second is the result so far. Sums, counts,
    /// minima, "all", "any", runs, connectivity and `let` are folds.
    Fold(Box<Expr>, Box<Expr>, Box<Expr>, Box<Expr>),
}

/// A command of the player to move: maps a state to the list of all states that it can produce.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Continues if the expression isn't 0, else produces no state.
    Guard(Expr),
    /// Sequence: each command runs from every state that the previous ones produce. The empty
    /// sequence does nothing.
    Seq(Vec<Command>),
    /// One of these commands, chosen by the player. The empty choice produces no state.
    Alt(Vec<Command>),
    /// The first command if the expression isn't 0, else the second.
    When(Expr, Box<Command>, Box<Command>),
    /// The player chooses v = lo ..= hi - 1. In the command, v is the new variable.
    Choose(Expr, Expr, Box<Command>),
    /// Runs for v = lo ..= hi - 1, in order. The bounds are evaluated once, at the start. In the
    /// command, v is the new variable.
    Loop(Expr, Expr, Box<Command>),
    /// `Repeat(fuel, body)`: runs the command again from every state that it produces, until it
    /// produces none; at most `fuel` times.
    ///
    /// A state from which the body produces no state is a result, and so is a state after `fuel`
    /// rounds. The fuel is evaluated once, at the start. It bounds the rounds but costs nothing:
    /// only rounds that produce a state take time.
    Repeat(Expr, Box<Command>),
    /// `Set(part, index, value)`: writes an element. Produces no state if the index is outside the
    /// array, or the value outside the range of the part.
    Set(usize, Expr, Expr),
    /// `Splice(part, index, count, values)`: replaces `count` elements from the index on by the
    /// values.
    ///
    /// Produces no state if there are fewer elements, or if a value is outside the range of the
    /// part.
    Splice(usize, Expr, Expr, Vec<Expr>),
}

/// A constant array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Const {
    /// Its name, which has no effect.
    pub name: String,
    /// Its elements.
    pub values: Vec<IBig>,
}

impl Const {
    /// Returns a constant array with these values, and adds it if it is new. Equal arrays are
    /// stored once, under a numbered name.
    pub fn shared(all: &mut Vec<Self>, name: &str, values: Vec<IBig>) -> Array {
        if let Some(at) = all.iter().position(|one| one.values == values) {
            return Array::Const(at);
        }
        Self::own(all, name, values)
    }

    /// Adds a constant array that is distinct from all others, even if it has the same values.
    pub fn own(all: &mut Vec<Self>, name: &str, values: Vec<IBig>) -> Array {
        let number = all.len();
        let name = format!("{name}_{number}");
        all.push(Self { name, values });
        Array::Const(number)
    }
}

/// A part of the state: an array whose elements stay in a range.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// Its name, which has no effect.
    pub name: String,
    /// The minimum of an element.
    pub least: IBig,
    /// The maximum of an element, if there is one.
    pub most: Option<IBig>,
}

impl Part {
    /// Renames parts that share a name with another part, a constant or a word of the calculus.
    pub fn distinct(parts: &mut [Self], consts: &[Const]) {
        for at in 0..parts.len() {
            while parts[..at].iter().any(|other| other.name == parts[at].name)
                || consts.iter().any(|one| one.name == parts[at].name)
            {
                parts[at].name.push('_');
            }
        }
    }

    /// Returns true if an element may have this value.
    pub fn holds(&self, value: &IBig) -> bool {
        self.least <= *value && self.most.as_ref().is_none_or(|most| value <= most)
    }
}

/// A condition under which the game ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct End {
    /// The game is over if this isn't 0.
    pub when: Expr,
    /// The payoff of player 0.
    pub pays: Expr,
}

/// A game.
///
/// A payoff is the amount that player 0 gets and player 1 pays: 1 for a win, -1 for a loss, 0 for a
/// draw, or any score.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    /// Its name, which has no effect.
    pub name: String,
    /// The constant arrays.
    pub consts: Vec<Const>,
    /// The parts of the state. The first is the player to move.
    pub parts: Vec<Part>,
    /// The possible turns. The first command that produces a state counts; later ones are ignored.
    ///
    /// Examples: "pass if there is no other move", "a player who can capture must capture".
    pub tiers: Vec<Command>,
    /// The ends. They are checked before any move, and the first that applies counts.
    pub ends: Vec<End>,
    /// The payoff of player 0 in a state without an end or a legal move.
    pub stuck: Expr,
    /// The number of options that the opponent may block before each move, for that move only.
    ///
    /// Options are states: two moves to the same state are one option.
    pub blocks: u32,
    /// The payoff of player 0 for infinite play: the eventual constant value of this expression.
    ///
    /// `None` if the rules leave it open. It is also open if the expression never becomes constant.
    /// A number gives one payoff to all infinite play. A part that accumulates points gives the
    /// points so far.
    pub endless: Option<Expr>,
    /// Start states. They don't affect the moves.
    pub starts: Vec<State>,
}

impl Game {
    /// Returns the payoff of infinite play if it is a constant.
    pub const fn endless_pays(&self) -> Option<&IBig> {
        match &self.endless {
            Some(Expr::Num(pays)) => Some(pays),
            _ => None,
        }
    }
}

/// Shorthands for expressions.
impl Expr {
    /// Returns a number.
    pub fn num(number: impl Into<IBig>) -> Self {
        Self::Num(number.into())
    }

    /// Returns an element, with default 0 outside the array.
    #[must_use]
    pub fn get(array: Array, index: Self) -> Self {
        Self::get_or(array, index, 0)
    }

    /// Returns an element, with a default outside the array.
    #[must_use]
    pub fn get_or(array: Array, index: Self, default: impl Into<IBig>) -> Self {
        Self::Get(array, Box::new(index), default.into())
    }

    /// Returns the only element of a part that is a number.
    pub fn part(part: usize) -> Self {
        Self::get(Array::Part(part), Self::num(0))
    }

    /// Returns an operation.
    #[must_use]
    pub fn bin(op: Op, x: Self, y: Self) -> Self {
        Self::Bin(op, Box::new(x), Box::new(y))
    }

    /// Returns the second expression if the first isn't 0, else the third.
    #[must_use]
    pub fn ite(condition: Self, yes: Self, no: Self) -> Self {
        Self::Ite(Box::new(condition), Box::new(yes), Box::new(no))
    }

    /// Returns a fold. The variables of the body are the next two levels.
    #[must_use]
    pub fn fold(lo: Self, hi: Self, init: Self, body: Self) -> Self {
        Self::Fold(Box::new(lo), Box::new(hi), Box::new(init), Box::new(body))
    }

    /// Returns true if the expression reads the bound variable of this level.
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

    /// Returns true if the expression reads an element or the length of an array selected by `of`.
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

    /// Returns true if the expression reads this part of the state.
    pub fn reads_part(&self, part: usize) -> bool {
        self.reads(&|array| array == Array::Part(part))
    }

    /// Returns an equivalent fuel of a `Repeat` that fits a machine word more often: a factor 2^n
    /// is at most 2^55, because no run takes that many rounds.
    #[must_use]
    pub fn bounded_fuel(&self) -> Self {
        match self {
            Self::Bin(Op::Mul, x, y) => Self::bin(Op::Mul, x.bounded_fuel(), y.bounded_fuel()),
            Self::Bin(Op::Shl, x, by) if **x == Self::num(1) => {
                let by = Self::bin(Op::Min, (**by).clone(), Self::num(55));
                Self::bin(Op::Shl, Self::num(1), by)
            }
            other => other.clone(),
        }
    }

    /// Returns the second expression if the first isn't 0, else 0.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self::ite(self, other, Self::num(0))
    }

    /// Returns 1 if the first expression isn't 0, else the second.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self::ite(self, Self::num(1), other)
    }
}

/// Logical negation: 1 if the expression is 0, else 0.
impl Not for Expr {
    type Output = Self;

    fn not(self) -> Self {
        Self::ite(self, Self::num(0), Self::num(1))
    }
}

impl Command {
    /// The command that does nothing.
    pub const SKIP: Self = Self::Seq(Vec::new());

    /// The command that produces no state.
    pub const NEVER: Self = Self::Alt(Vec::new());

    /// Returns true if the command reads the bound variable of this level.
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
            Self::Repeat(fuel, body) => fuel.mentions(level) || body.mentions(level),
            Self::Set(_, index, value) => index.mentions(level) || value.mentions(level),
            Self::Splice(_, index, count, values) => {
                let values = values.iter().any(|value| value.mentions(level));
                index.mentions(level) || count.mentions(level) || values
            }
        }
    }

    /// Returns a command that writes the only element of a part that is a number.
    pub fn set(part: usize, value: Expr) -> Self {
        Self::Set(part, Expr::num(0), value)
    }

    /// Returns a command that passes the turn to the other player.
    pub fn pass_turn() -> Self {
        Self::set(0, Expr::bin(Op::Sub, Expr::num(1), Expr::part(0)))
    }

    /// Returns a command that runs `then` if the condition isn't 0.
    #[must_use]
    pub fn when(condition: Expr, then: Self) -> Self {
        Self::When(condition, Box::new(then), Box::new(Self::SKIP))
    }

    /// Returns a command in which the player chooses a number.
    #[must_use]
    pub fn choose(lo: Expr, hi: Expr, body: Self) -> Self {
        Self::Choose(lo, hi, Box::new(body))
    }
}
