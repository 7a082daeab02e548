//! Statements about positions, in words: read, printed, evaluated at numbers, and turned into
//! automata.
//!
//! `P iff x ^ y = z`, `for all x exists y: P(x, y)`, `n mod 4 in {0, 1} if last = 1; n = 0 if last
//! = 0`: the language that laws are told in, and in which people state laws ([`crate::prove`]) and
//! ask about them ([`crate::ask`]). docs/laws/words.md is its reference.

mod automata;
mod fault;
mod lexer;
mod numbers;
mod phrases;
mod print;
mod reader;
mod sets;
mod simplify;
mod told;
mod tree;
mod value;

pub use automata::Arithmetic;
pub(crate) use automata::{Cases, Scene, variable};
pub use fault::Fault;
pub use reader::{Context, read};
pub use sets::Repeating;
pub use simplify::Domains;
pub(crate) use simplify::length;
pub use tree::{Class, Statement, Term};
pub use value::Numbers;
