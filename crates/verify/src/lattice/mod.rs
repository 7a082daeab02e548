//! Laws of lattice points with finitely many vectors as moves.

mod border;
mod constant;
mod patch;
mod product;
mod settled;
mod vectors;

pub use constant::Constant;
pub use product::Product;
