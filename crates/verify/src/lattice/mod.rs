//! Laws of lattice points with finitely many vectors as moves; and Grundy values of two heaps with
//! vectors and rays.

mod border;
mod constant;
mod directional;
mod ends;
mod grundy_rows;
mod patch;
mod product;
mod settled;
mod strips;
mod vectors;

pub use constant::Constant;
pub use directional::Directional;
pub use grundy_rows::{GrundyRow, GrundyRows};
pub use product::Product;
