//! What can be derived from the typed rules, with nothing asked of the user: how each move
//! displaces a position, an order of the variables in which play always goes down, a linear form
//! that falls with every move, and a finite region.

mod board;
pub(crate) mod board_fall;
mod effects;
mod falling;
mod normal;
mod order;
mod rays;
mod region;
mod row_moves;
mod words;

pub use board::{BoardOrder, board_order};
pub use board_fall::{BoardFall, board_fall};
pub use effects::choices;
pub use falling::{Falling, falling};
pub use order::falling_order;
pub use rays::{Cone, Ray, apart, cones, rays, written_cones, written_rays};
pub use region::{Bounds, Unbounded, region};
pub use row_moves::{RowMoves, Within, row_moves};
pub use words::{WordRule, Words, words};
