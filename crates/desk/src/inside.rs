//! Ideas of the inside that the crate's own tests try by themselves; no part of what it promises to
//! anyone else.

pub use crate::cache::Cache;
pub use crate::games::{Games, Registered};
pub use crate::limits::SIDE;
pub use crate::mathml::math;
pub use crate::tiles::far::{View, class, tile};
pub use crate::tiles::near::Near;
pub use crate::tiles::plane::Plane;
pub use crate::tiles::{Look, Place, shown};
