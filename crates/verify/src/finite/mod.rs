//! Laws of games with finitely many positions.

mod ranked;

pub use ranked::Ranked;
