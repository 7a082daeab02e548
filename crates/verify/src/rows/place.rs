//! Places on boards of every size, up to the differences that a law sees.

use serde::{Deserialize, Serialize};
use whowins_analysis::board::{Board, Stencil};

use crate::Rejection;
use crate::rejection::at;

/// Up, down, left, right.
pub(super) const SIDES: usize = 4;
/// The most classes of distances on one side.
const CLASSES: u64 = 1 << 10;

/// How distances from an edge are told apart: one by one below `preperiod`, from there on modulo
/// `period`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tail {
    /// Smaller distances are each their own class.
    pub preperiod: u64,
    /// Larger ones are told apart modulo this; at least 1.
    pub period: u64,
}

impl Tail {
    /// All distances in one class.
    pub const BLIND: Self = Self {
        preperiod: 0,
        period: 1,
    };

    /// How many classes there are.
    pub fn classes(self) -> u64 {
        self.preperiod + self.period
    }

    /// The class of a distance.
    pub fn class(self, distance: u64) -> u64 {
        match distance.checked_sub(self.preperiod) {
            None => distance,
            Some(beyond) => self.preperiod + beyond % self.period,
        }
    }
}

/// The distances of a cell from the four edges, in cells between, as a law tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tails {
    /// From the top.
    pub up: Tail,
    /// From the bottom.
    pub down: Tail,
    /// From the left edge.
    pub left: Tail,
    /// From the right edge.
    pub right: Tail,
}

impl Tails {
    pub(super) fn sides(&self) -> [Tail; SIDES] {
        [self.up, self.down, self.left, self.right]
    }

    /// How many classes of cells there are; the index of a class is `((up · DOWN + down) · LEFT +
    /// left) · RIGHT + right`.
    ///
    /// # Errors
    ///
    /// When a period is 0 or the classes are too many.
    pub(super) fn classes(&self) -> Result<u64, Rejection> {
        let fits =
            |tail: &Tail| tail.period > 0 && tail.preperiod < CLASSES && tail.period < CLASSES;
        let product = self
            .sides()
            .iter()
            .try_fold(1u64, |product, tail| {
                fits(tail).then(|| product.checked_mul(tail.classes()))?
            })
            .filter(|classes| *classes <= 1 << 16);
        product.ok_or_else(|| {
            Rejection::malformed(format!(
                "periods must be 1 to {CLASSES}, and all classes of cells no more than 65536"
            ))
        })
    }

    /// The class of a cell at these distances.
    pub(super) fn class(&self, distances: [u64; SIDES]) -> usize {
        let tails = self.sides();
        (0..SIDES).fold(0, |class, side| {
            class * at(tails[side].classes()) + at(tails[side].class(distances[side]))
        })
    }
}

/// A rectangle of cells, relative to some origin: first and last row, first and last column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Frame {
    pub rows: (i64, i64),
    pub columns: (i64, i64),
}

impl Frame {
    /// The least rectangle about the cells of a stencil; `None` where it has none.
    pub fn of(stencil: &Stencil) -> Option<Self> {
        let downs = || stencil.cells.iter().map(|cell| cell.down);
        let rights = || stencil.cells.iter().map(|cell| cell.right);
        Some(Self {
            rows: (downs().min()?, downs().max()?),
            columns: (rights().min()?, rights().max()?),
        })
    }

    pub fn height(&self) -> i64 {
        self.rows.1 - self.rows.0 + 1
    }

    pub fn width(&self) -> i64 {
        self.columns.1 - self.columns.0 + 1
    }
}

/// A place beyond what a check looks at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Far;

/// Which distances of a rectangle from the edges stand for all others: those below `margin`, and
/// one period above.
///
/// Nothing that is looked at lies further than `reach` from the rectangle, and `margin = reach +
/// preperiod`: so from the margin on, a period more or less changes neither whether a cell is on
/// the board nor its class.
#[derive(Clone, Debug)]
pub(super) struct Space {
    pub row: bool,
    pub tails: Tails,
    pub reach: u64,
    pub margin: [u64; SIDES],
    pub period: [u64; SIDES],
}

impl Space {
    pub fn new(board: &Board, tails: Tails, reach: u64) -> Self {
        Self {
            row: board.row,
            tails,
            reach,
            margin: tails.sides().map(|tail| tail.preperiod + reach),
            period: tails.sides().map(|tail| tail.period),
        }
    }

    /// How many distances stand for all, with so much more margin.
    pub fn representatives(&self, side: usize, more: u64) -> u64 {
        if self.row && side < 2 {
            1
        } else {
            self.margin[side] + more + self.period[side]
        }
    }

    /// The distance that stands for this one, which is exact or was folded with a margin no smaller
    /// than this space's.
    pub fn fold(&self, side: usize, distance: u64) -> u64 {
        match distance.checked_sub(self.margin[side]) {
            None => distance,
            Some(beyond) => self.margin[side] + beyond % self.period[side],
        }
    }

    /// All representative distances of a rectangle, with so much more margin.
    pub fn rooms(&self, frame: Frame, more: u64) -> Vec<Room> {
        if self.row && frame.height() > 1 {
            return Vec::new();
        }
        let mut rooms = Vec::new();
        for up in 0..self.representatives(0, more) {
            for down in 0..self.representatives(1, more) {
                for left in 0..self.representatives(2, more) {
                    for right in 0..self.representatives(3, more) {
                        let edges = [up, down, left, right];
                        rooms.push(Room { frame, edges });
                    }
                }
            }
        }
        rooms
    }

    /// How many those are.
    pub fn room_count(&self, more: u64) -> u64 {
        (0..SIDES).fold(1, |product: u64, side| {
            product.saturating_mul(self.representatives(side, more))
        })
    }
}

/// A rectangle with its representative distances from the edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Room {
    pub frame: Frame,
    pub edges: [u64; SIDES],
}

impl Room {
    /// Whether a cell is on the board.
    pub fn on_board(&self, space: &Space, (down, right): (i64, i64)) -> Result<bool, Far> {
        let beyond = [
            self.frame.rows.0 - down,
            down - self.frame.rows.1,
            self.frame.columns.0 - right,
            right - self.frame.columns.1,
        ];
        for (side, need) in beyond.into_iter().enumerate() {
            let Ok(need) = u64::try_from(need) else {
                continue;
            };
            let exact = (space.row && side < 2) || self.edges[side] < space.margin[side];
            if exact && need > self.edges[side] {
                return Ok(false);
            }
            if !exact && need > space.reach {
                return Err(Far);
            }
        }
        Ok(true)
    }

    /// Distances, representative ones, of a rectangle on the board from the edges.
    pub fn distances(&self, frame: Frame) -> [u64; SIDES] {
        let offsets = [
            frame.rows.0 - self.frame.rows.0,
            self.frame.rows.1 - frame.rows.1,
            frame.columns.0 - self.frame.columns.0,
            self.frame.columns.1 - frame.columns.1,
        ];
        std::array::from_fn(|side| self.edges[side].saturating_add_signed(offsets[side]))
    }

    /// The class of a cell on the board.
    pub fn class(&self, space: &Space, (down, right): (i64, i64)) -> usize {
        space.tails.class(self.distances(Frame {
            rows: (down, down),
            columns: (right, right),
        }))
    }
}
