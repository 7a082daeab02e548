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
//! The text is cut into statements ([`source`]), which are read into a syntax tree, and this is
//! given its meaning: a term of the core calculus. The game is of the family that the term belongs
//! to, or of none. All errors are reported together ([`Diagnostics`]). A text that is a core term
//! is read as one. Nothing is solved here. The language's reference is `docs/rules.md`.

mod diagnostic;
mod games;
#[doc(hidden)]
pub mod inside;
mod layout;
mod lower;
mod opened;
mod parameters;
mod read;
mod repair;
mod rules;
mod scopes;
mod sound;
pub mod source;
mod tree;
mod words;

pub use diagnostic::{Diagnostic, Diagnostics, Fix, Span};
pub use games::{Games, NoGames};
pub use layout::laid_out;
pub use lower::{Outline, Rule};
pub use opened::{Opened, Shape};
pub use parameters::{Kind, Parameter, ParameterError, ParameterValue, Parameters};
pub use rules::{Example, Rules};
pub use scopes::{Name, Naming, names};
pub use words::WORDS;
