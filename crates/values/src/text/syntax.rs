//! The syntax tree of expressions.

use std::fmt;
use std::ops::Range;

use dashu_int::IBig;

use crate::dyadic::Dyadic;

/// An error in a text: its place, a message and a fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The byte range of the error.
    pub span: Range<usize>,
    /// The problem, in one sentence without a full stop.
    pub message: String,
    /// The fix.
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

/// An expression with its byte range.
#[derive(Clone, Debug)]
pub struct Expression {
    pub(crate) kind: Kind,
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// x + n·↑ + *m.
    UpStar(Dyadic, i32, u32),
    /// ↑ⁿ, or with `true` the sum of ↑ to ↑ⁿ. The last field is the sign.
    Uptimal(u32, bool, i32),
    /// {L | R}.
    Braces(Vec<Expression>, Vec<Expression>),
    /// ±G = {G | −G}. A list gives several options.
    PlusMinus(Vec<Expression>),
    Negative(Box<Expression>),
    /// Terms of a sum. `true` means that the term is added, `false` that it is subtracted.
    Sum(Vec<(bool, Expression)>),
    Multiple(Box<Expression>, Box<Expression>),
    Ordinal(Box<Expression>, Box<Expression>),
    Call(Function, Vec<Expression>),
    /// The index of a definition after `where`.
    Named(usize),
}

/// Functions that can be called by name.
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
    /// ⧾G = {0 || 0 | −G}, also written `+_G`.
    Tiny,
    /// ⧿G = {G | 0 || 0}, also written `-_G`.
    Miny,
}

/// Values that have names, with their ups and their nimber.
pub(crate) const CONSTANTS: [(&str, i32, u32); 4] = [
    ("zero", 0, 0),
    ("star", 0, 1),
    ("up", 1, 0),
    ("down", -1, 0),
];

/// Names of loopy values, which have no finite form.
pub(crate) const LOOPY: [&str; 6] = ["on", "off", "over", "under", "dud", "upon"];

impl Function {
    /// Each function with its name and its arguments.
    pub const ALL: [(Self, &str, &[&str]); 13] = [
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
        (Self::Tiny, "tiny", &["G"]),
        (Self::Miny, "miny", &["G"]),
    ];
}

/// A claimed relation between two values.
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
    /// `||`: confused, neither is at most the other.
    Confused,
    /// `<|`: not at least.
    NotAtLeast,
    /// `|>`: not at most.
    NotAtMost,
}

impl Relation {
    /// The notation of each relation, longer ones first.
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

/// A complete text: an expression or a claim about two of them, with shared definitions.
#[derive(Clone, Debug)]
pub struct Question {
    pub(crate) definitions: Vec<Expression>,
    /// The expression, or the left side of the claim.
    pub value: Expression,
    /// The relation and the right side of the claim.
    pub claim: Option<(Relation, Expression)>,
}

/// Parses an integer.
pub(crate) fn integer(digits: &str) -> IBig {
    digits.parse().expect("digits")
}
