//! Give it the rules of a two-player game, and it tells you who wins from any position.
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
//! This crate is the facade. [`rules`] parses games, [`engine`] solves them, [`law`] finds the laws
//! behind the answers, and [`verify`] checks these laws. [`solver`](fn@solver) combines them.
//!
//! The crate itself adds the shipped games ([`shipped`]), contest formats ([`contest`]), legal
//! moves with their results ([`legal_moves`]), Grundy values ([`Grundy`]), and step-by-step
//! solutions of one-heap games ([`trace`]).
//!
//! Where to find what you need:
//!
//! - Parse rules and report errors with place and fix: [`rules::Rules::parse`],
//!   [`review`](fn@review), [`examples`](fn@examples).
//! - Winner, margin, length of play, best move: [`solver`](fn@solver), [`engine::Engine::solve`],
//!   [`brings`], [`best_line`].
//! - Find a law and its certificate; prove or refute a statement: [`law::find`], [`law::prove`],
//!   [`verify::Certificate`].
//! - Grundy values: [`Grundy`].
//! - A game whose moves are a program: [`engine::Playable`].
//! - Shipped games and their tags: [`shipped`], [`catalogue`], [`templates`].
//! - Read, solve and write contest inputs: [`contest`].
//! - Editor support for rules: [`writing`].
//!
//! Numbers in positions are integers of any size. If a method uses machine words, an overflow is an
//! error and never a wrong answer. Functions don't panic, whatever their arguments, unless their
//! documentation has a section *Panics*. Nothing is written to disk, and there is no network
//! access.
//!
//! # Your own rules
//!
//! ```
//! use whowins::engine::Limits;
//! use whowins::rules::{Parameters, Rules};
//!
//! let text = "game \"Take a square\"\nposition n\nmove n -= k * k for 1 <= k <= n\n\
//!     who cannot move loses\n";
//! let rules = Rules::parse("squares.game", text)?;
//! let mut engine = whowins::solver(&rules, &Parameters::new(), &Limits::default())?;
//! let solved = engine.solve(&engine.game().read("20")?)?;
//! assert_eq!(solved.outcome().letter(), "P");
//! // Errors in the rules have a place and a fix.
//! let errors = Rules::parse("squares.game", "game \"x\"\nposition n\nmove n -= q\n")
//!     .expect_err("what is q?");
//! assert!(errors.render(false).contains("squares.game:3"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Every move, and its result
//!
//! ```
//! use whowins::analysis::{Player, Value};
//! use whowins::engine::Limits;
//! use whowins::rules::Parameters;
//!
//! let rules = whowins::shipped::rules("nim").expect("it is shipped")?;
//! let limits = Limits::default();
//! let mut engine = whowins::solver(&rules, &Parameters::new(), &limits)?;
//! let position = engine.game().read("3,5,7")?;
//! let moves = whowins::legal_moves(engine.game(), &position, Player::First, &limits)?;
//! let mut winning = 0;
//! for legal in &moves {
//!     winning +=
//!         u32::from(whowins::brings(&mut engine, legal, Player::First)?.value == Value::Win);
//! }
//! assert_eq!((moves.len(), winning), (15, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The law, proved
//!
//! A law is called proved after the verifier accepts it. The verifier shares no code with the
//! search. Anyone can check a certificate again.
//!
//! ```
//! use whowins::engine::Limits;
//! use whowins::law::{Says, find};
//! use whowins::rules::Parameters;
//!
//! let rules = whowins::shipped::rules("cowcheck").expect("it is shipped")?;
//! let values = Parameters::new();
//! let report = find(&rules, &values, None, &Limits::default(), &Says::ALL)?;
//! let proved = report.proved.expect("Wythoff's game has one");
//! assert!(proved.statements().concat().contains("φ = (1 + √5)/2"));
//! let certificate = proved.certificate().write();
//! assert!(certificate.len() > 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Limits and cancellation
//!
//! All work is charged to a [`Budget`](analysis::Budget): bytes, a deadline, and a flag that
//! another thread can set. If the budget is exceeded, the call returns an error and can be
//! repeated.
//!
//! ```
//! use std::time::{Duration, Instant};
//! use whowins::analysis::Budget;
//! use whowins::engine::Limits;
//! use whowins::rules::Parameters;
//!
//! let rules = whowins::shipped::rules("clobber-board").expect("it is shipped")?;
//! let budget = Budget::default()
//!     .with_memory(64 << 20)
//!     .by(Instant::now() + Duration::from_millis(50));
//! let limits = Limits {
//!     budget,
//!     threads: 1,
//!     ..Limits::default()
//! };
//! let mut engine = whowins::solver(&rules, &Parameters::new(), &limits)?;
//! let large = engine.game().read(&["xoxoxoxoxo"; 10].join("/"))?;
//! assert!(engine.solve(&large).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A game written in Rust
//!
//! If your moves are a program, implement [`engine::Playable`]. The same search solves the game.
//! Patterns in its answers are only *observed*, because nothing can be proved about a program.
//!
//! ```
//! use whowins::analysis::{Player, Value};
//! use whowins::engine::{Limits, Playable, PlayableSolver, observed};
//!
//! /// A row of coins: take one, or two adjacent ones (Kayles).
//! struct Kayles;
//!
//! impl Playable for Kayles {
//!     /// A bit for each coin.
//!     type Position = u32;
//!
//!     fn moves(&self, coins: &u32, _: Player, to: &mut Vec<u32>) {
//!         for taken in (0..20).flat_map(|at| [1 << at, 3 << at]) {
//!             if coins & taken == taken {
//!                 to.push(coins & !taken);
//!             }
//!         }
//!     }
//! }
//!
//! let mut solver = PlayableSolver::new(Kayles, &Limits::default());
//! assert_eq!(solver.solve(&0b1111, Player::First)?.value, Value::Win);
//! let values: Result<Vec<_>, _> = (0..10)
//!     .map(|coins| solver.grundy(&((1 << coins) - 1)))
//!     .collect();
//! assert_eq!(values?, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4].map(Some));
//! let seen = observed(&[0, 1, 2, 0, 1, 2, 0, 1, 2]).expect("a period");
//! assert_eq!(
//!     seen.to_string(),
//!     "observed, not proved: period 3 from term 0 on, in 9 terms"
//! );
//! # Ok::<(), whowins::engine::EngineError>(())
//! ```

/// Tests the Rust examples of the book.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/howto/rust.md")]
mod book {}

pub mod catalogue;
pub mod contest;
mod examples;
mod first;
mod grundy;
mod impartiality;
mod moves;
mod review;
pub mod shipped;
mod solver;
pub mod templates;
pub mod trace;
pub mod writing;

pub use examples::{Asked, Found, examples};
pub use first::first_position;
pub use grundy::{Grundy, LARGEST_HEAP, MOST_POSITIONS, NoGrundy};
pub use impartiality::{Impartiality, impartiality};
pub use moves::{Brings, Legal, MOST_MOVES, best_line, brings, brings_within, legal_moves};
pub use review::{Kind, Looked, POSITIONS, Review, Warning, review};
pub use solver::{law_source, solver, solver_of, solver_with};

pub use whowins_analysis as analysis;
pub use whowins_core as core;
pub use whowins_engine as engine;
pub use whowins_law as law;
pub use whowins_rules as rules;
pub use whowins_verify as verify;
