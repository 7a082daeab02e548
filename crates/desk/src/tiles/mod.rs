//! Tiles of a map: 256 by 256 pixels, each a block of positions.
//!
//! plane.rs says which positions there are, near.rs answers from a table near 0, far.rs from the
//! proved law, of any size: block by block, where beatty.rs, product.rs, direction.rs or digits.rs
//! can tell which classes a block holds.

mod beatty;
mod digits;
mod direction;
pub mod far;
pub mod near;
pub mod plane;
mod product;

use dashu_int::UBig;
use whowins_analysis::Player;
use whowins_views::Show;

use crate::limits::SIDE;

/// Which tile.
#[derive(Clone, Debug)]
pub struct Place {
    /// A pixel is a block of 2^level by 2^level positions.
    pub level: u32,
    /// The tile's number across and along.
    pub number: [UBig; 2],
}

impl Place {
    /// The first position of pixel 0, by axis.
    pub fn from(&self) -> [UBig; 2] {
        [0, 1].map(|at: usize| (&self.number[at] * UBig::from(SIDE)) << self.level as usize)
    }

    /// The first position beyond the tile, by axis.
    pub fn end(&self) -> [UBig; 2] {
        let side = UBig::from(SIDE) << self.level as usize;
        self.from().map(|from| from + &side)
    }
}

/// What a tile is to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Outcomes, Grundy values, remoteness.
    pub show: Show,
    /// Who wins when this player moves, rather than outcome classes.
    pub player: Option<Player>,
}

/// A block's outcome classes: bit i for class i of `whowins_draw::classes`; none where there is no
/// position.
pub type SetOfClasses = u8;

/// The class of a pixel that stands for nothing.
pub const NOTHING: u8 = 255;

/// The classes in the order in which they are shown: of a block's classes the first. P-positions
/// are mostly the rarest; in partizan games what hangs on the move is rarer than what does not.
const SHOWN: [[u8; 5]; 2] = [[1, 4, 0, 3, 2], [1, 0, 4, 3, 2]];

/// The class that is shown of a block's classes, for every set of classes.
pub fn shown(impartial: bool) -> [u8; 32] {
    let order = SHOWN[usize::from(!impartial)];
    let mut table = [NOTHING; 32];
    for (set, shown) in table.iter_mut().enumerate() {
        let has = |class: &&u8| set >> **class & 1 == 1;
        *shown = order.iter().find(has).copied().unwrap_or(NOTHING);
    }
    table
}
