//! Laws of lattice points with finitely many vectors as moves.

mod constant;
mod product;

pub use constant::Constant;
pub use product::Product;
