//! Laws of lattice points with finitely many vectors as moves.

mod border;
mod constant;
mod directional;
mod ends;
mod patch;
mod product;
mod settled;
mod strips;
mod vectors;

pub use constant::Constant;
pub use directional::Directional;
pub use product::Product;
