//! Games on lattice points: positions are tuples of numbers, moves subtract fixed vectors or go
//! along rays.
//!
//! ```
//! use whowins_engine::{Limits, Outcome, lattice::{RayPositions, Vectors}};
//! use whowins_rules::{Parameters, Rules};
//!
//! let wythoff = "game \"Wythoff\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n\
//!     move x -= k, y -= k for k >= 1";
//! let game = Rules::parse("wythoff", wythoff)?.game(&Parameters::new())?;
//! let mut positions = RayPositions::new(&game)?;
//! positions.extend(1000, &Limits::default())?;
//! assert!(positions.list().contains(&(3, 5)));
//! assert_eq!(positions.is_p(4, 7), Some(true));
//!
//! let steps = "game \"Steps\"\nposition x, y\nmove x -= 1\nmove y -= 1\nmove x -= 2, y -= 1";
//! let game = Rules::parse("steps", steps)?.game(&Parameters::new())?;
//! let table = Vectors::new(&game)?.solve(&[999, 999], &Limits::default())?;
//! assert_eq!(table.outcome(&[0, 0]), Some(Outcome::P));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`RayPositions`] lists the P-positions of two heaps and never looks at the others; [`Vectors`]
//! fills a box with one bit a position and player, 64 positions a step. `docs/kernels.md` tells
//! how, and what bounds them.

mod fill;
mod layout;
mod line;
mod marks;
mod moves;
mod near;
mod rays;
mod shift;
mod side;
mod table;

pub use moves::Refusal;
pub use rays::RayPositions;
pub use table::{Table, Vectors};
