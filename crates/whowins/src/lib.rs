//! Give it the rules of a two-player game; it tells who wins, from any position.
//!
//! ```
//! use whowins::engine::{Engine, Limits};
//! use whowins::rules::Parameters;
//!
//! let rules = whowins::shipped::rules("cowcheck").expect("it is shipped")?;
//! let mut engine = Engine::new(rules.game(&Parameters::new())?, Limits::default());
//! let position = engine.game().read("4,7")?;
//! assert_eq!(engine.solve(&position)?.outcome().letter(), "P");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate is the facade: [`rules`] reads games, [`engine`] answers them. What it adds are the games that come with it
//! ([`shipped`]), the formats of the contests they were set in ([`contest`]), and the stages by which a person solves a game of
//! one heap ([`trace`]).

pub mod contest;
pub mod shipped;
pub mod trace;

pub use whowins_engine as engine;
pub use whowins_rules as rules;
