//! Laws of rows and boards with local rewriting.

mod functional;
mod regular;

pub use functional::Functional;
pub use regular::Regular;
