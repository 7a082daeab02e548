//! Exact answers of two-player games, from their rules.
//!
//! ```
//! use whowins_engine::{Engine, Limits, Outcome};
//! use whowins_rules::{Parameters, Rules};
//!
//! let rules = Rules::parse("wythoff", "game \"Wythoff\"\nposition x, y\nmove x -= k for k >= 1\n\
//!     move y -= k for k >= 1\nmove x -= k, y -= k for k >= 1")?;
//! let mut engine = Engine::new(rules.game(&Parameters::new())?, Limits::default());
//! let position = engine.game().read("4,7")?;
//! let solved = engine.solve(&position)?;
//! assert_eq!(solved.outcome(), Outcome::P);
//! assert_eq!(solved.to_move[0].remoteness, Some(6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Engine`] is the facade: it asks each [`Strategy`] what a position would cost it and lets the
//! cheapest answer, as a regex engine picks its matcher. [`general`] can take everything finite and
//! is the yardstick of the others; [`heap`], [`octal`], [`race`] and [`GrundyRows`] are kernels of
//! single families, usable by themselves. Positions too large for them are for laws, which stand
//! above this crate.

mod answer;
mod best;
pub mod compiled;
mod engine;
pub mod general;
mod grundy_rows;
pub mod heap;
#[doc(hidden)]
pub mod inside;
pub mod lattice;
mod limits;
mod memory;
mod mixing;
pub mod octal;
mod opened;
pub mod race;
pub mod rows;
pub mod search;
mod stack;
mod strategy;
pub mod terms;
mod together;
mod transpose;
pub mod values;

pub use answer::{Answer, Asked, Best, Outcome, Reach, Solved};
pub use best::{Ask, Known, best, to_losses};
pub use engine::{Bid, Engine};
pub use grundy_rows::GrundyRows;
pub use limits::{EngineError, Limits, Progress};
pub use memory::fair_memory;
pub use opened::{Opened, Worths};
pub use strategy::{Strategy, Told, components};
pub use terms::{Observed, Playable, PlayableSolver, Played, observed};
