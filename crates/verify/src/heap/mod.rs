//! Laws of one heap from which numbers are taken.
//!
//! What can be taken is an ultimately periodic set for each player ([`Takes`]): finite, all but
//! some numbers, every other number. Whether a heap of `n` is won depends on the heaps less than
//! the sets' reach below, and, for numbers beyond the reach, on the remainders at which a loss (or
//! a Grundy value) has occurred before. Where a law repeats both, what the rules say of it repeats:
//! the rules are tried on finitely many heaps, and hold for all.

mod grundy;
mod guard;
mod many;
mod periodic;
mod picks;
mod sets;
mod stretch;
mod takes;
mod worths;

pub use grundy::Grundy;
pub(crate) use grundy::Old;
pub use many::{Choice, List, ManyHeaps};
pub use periodic::Periodic;
pub use picks::Picks;
pub use sets::FiniteSets;
pub use stretch::Sums;
pub(crate) use takes::least_common_multiple;
pub use takes::{Split, Takes};

/// Longer tables are not read.
pub(crate) const LONGEST: u64 = 1 << 26;
