//! Laws of lattice points with vectors and rays, read off digits.

mod beatty;
mod digits;
mod moves;
mod system;

pub use beatty::Beatty;
pub use digits::Automatic;
