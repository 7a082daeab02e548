//! Grundy values of taking-and-breaking games, heap after heap, exactly: octal games above all.
//!
//! The value of a heap is the least number that is not the value of an option (Sprague 1935, Grundy 1939).
//! Written down like that a heap of n costs n/2 looks for each digit that splits, which
//! `quadratic.rs` takes eight at a time. Most octal games allow far less work (Berlekamp, Conway,
//! Guy, *Winning Ways*, chapter 4; Gangolli and Plambeck 1989): under a mask M the values with an
//! even number of bits in common with M are *rare*, all others *common*. The class of a nim-sum is
//! the sum of the classes, so a common value can be reached only by a take or through a heap of
//! rare value; with few of these the least common value that cannot be reached is found at once
//! ([`Space`]). That every rare value below it can be reached is then shown by an option for each:
//! one of a short list most of the time, else one of all options. So nothing is taken on trust, and
//! a value that turns out to be rare joins the list. A sample of each block is compared with the
//! plain recursion, too (`sample.rs`): if a value differs, there is no answer but
//! [`EngineError::Internal`](crate::EngineError::Internal). Two heaps that must be unequal, as in
//! Grundy's game (1939), are the same but for the one heap that would fall into equal ones. Moves
//! that leave more heaps go by the sets of values that sums of two, three, ... heaps can have
//! (`sums.rs`).
//!
//! ```
//! use whowins_engine::Limits;
//! use whowins_engine::octal::{Values, repeat};
//! use whowins_analysis::heaps::Octal;
//!
//! let mut kayles = Values::new(&Octal { digits: vec![0, 7, 7] }, Limits::default());
//! kayles.extend(1000)?;
//! assert_eq!(kayles.get(8), Some(1));
//! assert_eq!(repeat(&kayles, 500), Some((71, 12)));
//! # Ok::<(), whowins_engine::EngineError>(())
//! ```

mod block;
mod code;
mod kernel;
mod probes;
mod quadratic;
mod repeat;
pub(crate) mod sample;
mod space;
pub(crate) mod sums;
mod values;
#[cfg(target_arch = "x86_64")]
mod vector;
#[cfg(not(target_arch = "x86_64"))]
#[path = "vector/none.rs"]
mod vector;
mod width;

pub use repeat::repeat;
pub use space::{Space, best_space};
pub use values::{Sparse, Values};
