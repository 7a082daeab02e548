//! Outcomes of a one-heap subtraction game, impartial or partizan, normal or misère, at a heap of
//! any size.
//!
//! A player takes `s` tokens off a heap of `n`, for an `s <= n` in the player's own set. Whether
//! the player to move wins depends on the last `m` outcomes of both players alone, `m` being the
//! largest number of either set. So the pair of outcome sequences is an orbit of one map on a
//! finite set of *windows*, and is periodic from some heap on (S. W. Golomb, *A mathematical
//! investigation of games of "take-away"*, 1966; for two different sets A. Fraenkel and A. Kotzig, *Partizan
//! octal games: partizan subtraction games*, 1987). The repeat of a window is found exactly by R.
//! P. Brent's algorithm (*An improved Monte Carlo factorization algorithm*, 1980), which stores one
//! window and guesses no bound.
//!
//! ```
//! use dashu_int::UBig;
//! use whowins_engine::heap::{Subtraction, periodic};
//!
//! // Alice takes 4, Bob takes 5; who cannot move loses.
//! let game = Subtraction::new([vec![4], vec![5]], false)?;
//! let law = periodic(&game, 1_000_000)?;
//! assert_eq!(law.period(), 9);
//! let huge = UBig::from(10u8).pow(1000);
//! assert_eq!(law.outcome(&huge), [false, false]); // 10^1000 leaves 1 modulo 9: the first player loses
//! # Ok::<(), whowins_engine::heap::HeapError>(())
//! ```

mod outcomes;
mod periodic;
mod rules;
mod stride;
mod window;

pub use outcomes::{Outcomes, outcomes_up_to};
pub use periodic::{Periodic, periodic};
pub use rules::{HeapError, MAX_MOVE, Subtraction};
