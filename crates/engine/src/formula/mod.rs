//! Laws by formula: closed answers, each with its proof, for games whose law is known.
//!
//! | module | game | law | cost of one answer |
//! |---|---|---|---|
//! | [`golden`] | Wythoff's game (Cow Checkers) | Beatty pair of the golden ratio | two multiplications |
//! | [`parity`] | Elly's Checkers, on a row or a board | parity of a sum of distances | one look at each cell |
//! | [`diagonals`] | Table Game | constant along diagonals from (2, 2) on | one look-up, after one pass over the border |

pub mod diagonals;
pub mod golden;
pub mod parity;
