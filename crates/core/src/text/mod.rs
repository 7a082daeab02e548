//! The text form of a term: lists in brackets, with names for parts, constants and bound variables.
//!
//! ```text
//! (game cow_checkers
//!  (part turn 0 1) (part x 0 -) (part y 0 -)          ; a name, the least and the largest element, - for none
//!  (start (0) (30) (47))                              ; an array for each part
//!  (tier (seq (alt (choose k 1 (+ x 1) (set x (- x k)))
//!                  (choose k 1 (+ y 1) (set y (- y k)))
//!                  (choose k 1 (+ x 1) (seq (set x (- x k)) (set y (- y k)))))
//!             (set turn (- 1 turn))))
//!  (stuck (if turn 1 -1)))
//! ```
//!
//! Items of a game: `(const NAME n ...)`, `(part NAME least most)`, `(tier COMMAND)`, `(end
//! CONDITION PAYOFF)`, `(stuck PAYOFF)`, `(blocks n)`, `(endless n)`, `(start ARRAY ...)`, `(def
//! (NAME argument ...) BODY)`.
//!
//! Expressions: a number, a variable, `(get ARRAY i)` and `(get ARRAY i default)`, `(len ARRAY)`,
//! `(if c x y)`, `(fold v acc lo hi init body)`, and the operations `+ - * / % min max gcd xor band
//! bor << >> = < <=`. Commands: `(guard c)`, `(seq ...)`, `(alt ...)`, `(when c x y)`, `(choose v
//! lo hi x)`, `(loop v lo hi x)`, `(set PART i x)`, `(splice PART i n x ...)`.
//!
//! The reader knows more than the printer says, all of it written out at once: a part's name for
//! its first element, `(set PART x)`, `(when c x)`, `skip`, operations of more than two, `(!= x
//! y)`, `(> x y)`, `(>= x y)`, `(not x)`, `(and ...)`, `(or ...)`, `(let v x body)`, `(sum v lo hi
//! x)`, `(count v lo hi x)`, `(xors v lo hi x)`, `(all v lo hi x)`, `(any v lo hi x)`, and
//! definitions, whose arguments mean what they mean where they are written.

mod print;
mod read;
mod tree;

use std::fmt;

use crate::term::Op;

/// The operations' words.
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

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Bytes before the place.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong, and what is expected.
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
