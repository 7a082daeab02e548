//! What two moves that share cells see of a board, and what becomes of it.

use std::collections::{BTreeMap, BTreeSet};

use whowins_analysis::Player;
use whowins_analysis::board::{Board, Stencil};

/// A cell, rows down and columns right of some place.
pub(crate) type Place = (i64, i64);

/// What is known around a place: the symbols of cells that are on the board (`None`: some symbol),
/// and places that are off it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Patch {
    /// The cells.
    pub cells: BTreeMap<Place, Option<u8>>,
    off: BTreeSet<Place>,
}

impl Patch {
    /// The ways in which two stencils share a cell: where the second lies, the first being at (0, 0),
    /// and what both ask for.
    pub fn overlaps(one: &Stencil, other: &Stencil) -> Vec<(Place, Self)> {
        let cells = one.cells.iter();
        let places: BTreeSet<Place> = cells
            .flat_map(|a| {
                let cells = other.cells.iter();
                cells.map(|b| (a.down - b.down, a.right - b.right))
            })
            .collect();
        let both = |at: Place| {
            let mut patch = Self::default();
            (patch.add(one, (0, 0)) && patch.add(other, at)).then_some((at, patch))
        };
        places.into_iter().filter_map(both).collect()
    }

    /// Adds what a stencil at some place asks for; `false` where both cannot be.
    pub fn add(&mut self, stencil: &Stencil, at: Place) -> bool {
        for cell in &stencil.cells {
            let known = self
                .cells
                .entry((at.0 + cell.down, at.1 + cell.right))
                .or_default();
            match (*known, cell.before) {
                (Some(one), Some(other)) if one != other => return false,
                (None, wanted) => *known = wanted,
                _ => {}
            }
        }
        let off = stencil.outside.iter();
        self.off
            .extend(off.map(|(down, right)| (at.0 + down, at.1 + right)));
        self.off.iter().all(|place| !self.cells.contains_key(place))
    }

    /// What a stencil at some place makes of it; `None` where it is not known to fit.
    pub fn after(&self, stencil: &Stencil, at: Place) -> Option<Self> {
        let mut next = self.clone();
        for cell in &stencil.cells {
            let known = next.cells.get_mut(&(at.0 + cell.down, at.1 + cell.right))?;
            if cell.before.is_some() && *known != cell.before {
                return None;
            }
            if cell.after.is_some() {
                *known = cell.after;
            }
        }
        let is_off = |(down, right): &Place| self.off.contains(&(at.0 + down, at.1 + right));
        stencil.outside.iter().all(is_off).then_some(next)
    }

    /// All that some stencils make of it, wherever they lie on cells that are known.
    pub fn followers(&self, stencils: &[&Stencil]) -> Vec<Self> {
        let mut all = Vec::new();
        for stencil in stencils {
            let Some(first) = stencil.cells.first() else {
                continue;
            };
            for (down, right) in self.cells.keys() {
                let at = (down - first.down, right - first.right);
                all.extend(self.after(stencil, at));
            }
        }
        all
    }
}

/// The stencils of a player's moves.
pub(crate) fn stencils_of(board: &Board, player: Player) -> Vec<&Stencil> {
    let own = board
        .moves
        .iter()
        .filter(|rewrite| rewrite.by.allows(player));
    own.flat_map(|rewrite| &rewrite.stencils).collect()
}
