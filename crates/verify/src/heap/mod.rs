//! Laws of one heap from which numbers are taken.

mod grundy;
mod periodic;

pub use grundy::Grundy;
pub use periodic::Periodic;
