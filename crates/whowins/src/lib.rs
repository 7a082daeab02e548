//! Give it the rules of a two-player game; it tells who wins, from any position.
//!
//! ```
//! use whowins::engine::Limits;
//! use whowins::rules::Parameters;
//!
//! let rules = whowins::shipped::rules("cowcheck").expect("it is shipped")?;
//! let mut engine = whowins::solver(&rules, &Parameters::new(), &Limits::default())?;
//! let position = engine.game().read("4,7")?;
//! assert_eq!(engine.solve(&position)?.outcome().letter(), "P");
//! let far = engine.game().read("5000000000000000000000000,8")?;
//! assert_eq!(engine.solve(&far)?.strategy, "proved law");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate is the facade: [`rules`] reads games, [`engine`] answers them, [`law`] finds the laws behind the answers, [`verify`]
//! checks them; [`solver`](fn@solver) puts these together. What it adds are the games that come with it
//! ([`shipped`]), the formats of the contests they were set in ([`contest`]), the legal moves of a position with what each brings
//! ([`legal_moves`]), Grundy values ([`Grundy`]), and the stages by which a person solves a game of one heap ([`trace`]).

pub mod contest;
mod examples;
mod grundy;
mod moves;
mod review;
pub mod shipped;
mod solver;
pub mod templates;
pub mod trace;

pub use examples::{Asked, Found, examples};
pub use grundy::{Grundy, LARGEST_HEAP, MOST_POSITIONS, NoGrundy};
pub use moves::{Brings, Legal, MOST_MOVES, best_line, brings, legal_moves};
pub use review::{Kind, Looked, POSITIONS, Review, Warning, review};
pub use solver::{solver, solver_of, solver_with};

pub use whowins_analysis as analysis;
pub use whowins_core as core;
pub use whowins_engine as engine;
pub use whowins_law as law;
pub use whowins_rules as rules;
pub use whowins_verify as verify;
