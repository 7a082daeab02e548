//! The rules language of whowins: text in, a typed [`Game`] out.
//!
//! ```
//! use whowins_rules::{Parameters, Rules};
//!
//! let rules = Rules::parse("nim", "game \"Nim\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1")?;
//! let game = rules.game(&Parameters::new())?;
//! let position = game.read("3,5")?;
//! assert_eq!(game.show(&position), "3,5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The text is cut into statements ([`source`]), each is parsed by the grammar `syntax/grammar.pest` and checked against the
//! names before it, and all faults are reported together ([`Diagnostics`]). What comes out is typed and total: no name is left
//! to look up, every number is known or computed from a position. [`frame`] compiles it to closures, [`mod@derive`] finds what the
//! rules imply. Nothing is solved here. The language's reference is `docs/rules.md`.

pub mod board;
pub use whowins_core::budget;
mod check;
mod decimal;
pub mod derive;
mod diagnostic;
mod evaluate;
pub mod expression;
pub mod frame;
mod game;
pub mod heaps;
#[doc(hidden)]
pub mod inside;
pub mod interval;
pub mod legal;
mod lower;
pub mod naming;
pub mod numbers;
mod parameters;
mod position;
mod raise;
pub mod source;
mod syntax;
pub mod tokens;

pub use budget::{Budget, Over};
pub use check::Rules;
pub use decimal::decimal;
pub use diagnostic::{Diagnostic, Diagnostics, Span, closest};
pub use frame::Frame;
pub use game::{By, End, Ending, Game, Goal, Player, Shape, Stuck, Value, Verdict};
pub use parameters::{Kind, Parameter, ParameterError, ParameterValue, Parameters};
pub use position::{LARGEST, Position, PositionError};
