//! Laws of games with finitely many positions.

mod legal;
mod ranked;

pub use ranked::{Entry, Label, Ranked};
