//! The text form of terms: s-expressions with names for parts, constants and bound variables.
//!
//! ```text
//! (game cow_checkers
//!  (part turn 0 1) (part x 0 -) (part y 0 -)          ; name, minimum and maximum; - is none
//!  (start (0) (30) (47))                              ; an array for each part
//!  (tier (seq (alt (choose k 1 (+ x 1) (set x (- x k)))
//!                  (choose k 1 (+ y 1) (set y (- y k)))
//!                  (choose k 1 (+ x 1) (seq (set x (- x k)) (set y (- y k)))))
//!             (set turn (- 1 turn))))
//!  (stuck (if turn 1 -1)))
//! ```
//!
//! Items of a game:
//!
//! - `(const NAME n ...)`, `(part NAME least most)`
//! - `(tier COMMAND)`, `(end CONDITION PAYOFF)`, `(stuck PAYOFF)`
//! - `(blocks n)`, `(endless n)`, `(start ARRAY ...)`
//! - `(def (NAME argument ...) BODY)`
//!
//! Expressions:
//!
//! - a number, a variable, `(get ARRAY i)`, `(get ARRAY i default)`, `(len ARRAY)`
//! - `(if c x y)`, `(fold v acc lo hi init body)`
//! - the operations `+ - * / % min max gcd xor band bor << >> = < <=`
//!
//! Commands:
//!
//! - `(guard c)`, `(seq ...)`, `(alt ...)`, `(when c x y)`
//! - `(choose v lo hi x)`, `(loop v lo hi x)`, `(repeat fuel x)`
//! - `(set PART i x)`, `(splice PART i n x ...)`
//!
//! The parser also accepts the following shorthands and expands them at once. The printer doesn't
//! use them.
//!
//! - A part's name for its first element, `(set PART x)`, `(when c x)`, `skip`, operations with
//!   more than two operands.
//! - `(!= x y)`, `(> x y)`, `(>= x y)`, `(not x)`, `(and ...)`, `(or ...)`, `(let v x body)`.
//! - `(sum v lo hi x)`, `(count v lo hi x)`, `(xors v lo hi x)`, `(all v lo hi x)`,
//!   `(any v lo hi x)`.
//! - Definitions. Their arguments are resolved in the scope of the call.

mod print;
mod read;
mod tree;

use std::fmt;

use crate::term::Op;

/// The names of the operations.
const OPS: [(&str, Op); 16] = [
    ("+", Op::Add),
    ("-", Op::Sub),
    ("*", Op::Mul),
    ("/", Op::Div),
    ("%", Op::Mod),
    ("min", Op::Min),
    ("max", Op::Max),
    ("gcd", Op::Gcd),
    ("xor", Op::Xor),
    ("band", Op::And),
    ("bor", Op::Or),
    ("<<", Op::Shl),
    (">>", Op::Shr),
    ("=", Op::Eq),
    ("<", Op::Lt),
    ("<=", Op::Le),
];

/// An error in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Byte offset of the error.
    pub offset: usize,
    /// Line number, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The problem and the expected text.
    pub message: String,
}

impl ReadError {
    fn new(text: &str, offset: usize, message: impl Into<String>) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            offset,
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            message: message.into(),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column, message) = (self.line, self.column, &self.message);
        write!(f, "line {line}, column {column}: {message}")
    }
}

impl std::error::Error for ReadError {}
