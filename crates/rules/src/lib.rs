//! The rules language of whowins: text in, a typed [`Game`](whowins_analysis::Game) out.
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
//! to look up, every number is known or computed from a position. A text that is a core term is read as one. Nothing is solved here. The language's reference is `docs/rules.md`.

mod check;
mod diagnostic;
mod games;
mod grown;
pub mod lower;
mod parameters;
pub mod read;
mod rules;
pub mod source;
mod syntax;
pub mod tree;

pub use diagnostic::{Diagnostic, Diagnostics, Span};
pub use games::{Games, NoGames};
pub use parameters::{Kind, Parameter, ParameterError, ParameterValue, Parameters};
pub use rules::{Example, Rules};
