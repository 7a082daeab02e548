//! What a text says before anything is worked out.

use std::fmt;
use std::ops::Range;

use dashu_int::IBig;

use crate::dyadic::Dyadic;

/// What is wrong with a text: the place, the words, a mend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The bytes of the text that it speaks of.
    pub span: Range<usize>,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// What the writer can do about it.
    pub help: String,
}

impl Fault {
    pub(crate) fn new(
        span: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            span,
            message: message.into(),
            help: help.into(),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { message, help, .. } = self;
        write!(f, "at byte {}: {message}; {help}", self.span.start)
    }
}

impl std::error::Error for Fault {}

/// An expression, with the bytes that it stands in.
#[derive(Clone, Debug)]
pub struct Expression {
    pub(crate) kind: Kind,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// x + n·↑ + *m.
    UpStar(Dyadic, i32, u32),
    /// ↑ⁿ, or with `true` all of ↑ to ↑ⁿ together; the sign is that of ↑.
    Uptimal(u32, bool, i32),
    /// {L | R}.
    Braces(Vec<Expression>, Vec<Expression>),
    /// ±G: {G | −G}; of a list, all of them.
    PlusMinus(Vec<Expression>),
    /// ⧾G, or with −1 its negative ⧿G.
    Tiny(Box<Expression>, i32),
    Negative(Box<Expression>),
    /// Terms, each with whether it is added or taken off.
    Sum(Vec<(bool, Expression)>),
    Multiple(Box<Expression>, Box<Expression>),
    Ordinal(Box<Expression>, Box<Expression>),
    Call(Function, Vec<Expression>),
    /// One of the definitions after `where`.
    Named(usize),
}

/// What can be called by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Heat,
    Cool,
    Overheat,
    Norton,
    Nim,
    Reduced,
    Weight,
    Mean,
    Temperature,
    LeftStop,
    RightStop,
}

impl Function {
    /// Each with its name and what stands between its parentheses.
    pub const ALL: [(Self, &str, &[&str]); 11] = [
        (Self::Heat, "heat", &["G", "T"]),
        (Self::Cool, "cool", &["G", "t"]),
        (Self::Overheat, "overheat", &["G", "S", "T"]),
        (Self::Norton, "norton", &["G", "U"]),
        (Self::Nim, "nim", &["*a", "*b"]),
        (Self::Reduced, "reduced", &["G"]),
        (Self::Weight, "weight", &["G"]),
        (Self::Mean, "mean", &["G"]),
        (Self::Temperature, "temperature", &["G"]),
        (Self::LeftStop, "left", &["G"]),
        (Self::RightStop, "right", &["G"]),
    ];
}

/// A relation between two values that is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
    /// `||`: neither is at most the other.
    Confused,
    /// `<|`: not at least.
    NotAtLeast,
    /// `|>`: not at most.
    NotAtMost,
}

impl Relation {
    /// How each is written, the longer ones first.
    pub(crate) const ALL: [(&str, Self); 12] = [
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("==", Self::Equal),
        ("!=", Self::Different),
        ("||", Self::Confused),
        ("<|", Self::NotAtLeast),
        ("|>", Self::NotAtMost),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::Greater),
        ("≤", Self::AtMost),
        ("≥", Self::AtLeast),
    ];
}

/// A whole text: an expression, or a claim about two; with the definitions that both may name.
#[derive(Clone, Debug)]
pub struct Question {
    pub(crate) definitions: Vec<Expression>,
    /// The expression, or the left one.
    pub value: Expression,
    /// What is claimed of it.
    pub claim: Option<(Relation, Expression)>,
}

/// An integer of a text.
pub(crate) fn integer(digits: &str) -> IBig {
    digits.parse().expect("digits")
}
