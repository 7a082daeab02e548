//! Retrograde analysis in external memory: for games that may repeat positions, where the cells do not fit the memory.
//!
//! The cells lie in blocks, as many of them in memory as there is room for, the others in a [`Depot`](super::Depot). What is decided is told
//! to predecessors at once: in the same block directly, elsewhere by letters, which are worked off when that block is in memory. If only who
//! wins is asked, the order of news does not matter (each cell's value is the same in any), so a block is worked on until
//! it has no news left, and blocks in memory come first. Remoteness wants levels: then letters wait for the next one. Between any two
//! steps all can be put away: blocks, letters and a manifest.

pub(crate) mod blocks;
mod ends;
pub(crate) mod letters;
pub(crate) mod mail;
pub(crate) mod manifest;
mod plan;
mod spread;
mod work;

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32};

use whowins_analysis::Budget;

use super::depot::Depot;
use super::fill::too_wide;
use super::shelf::Shelf;
use super::solver::Want;
use super::space::Space;
use super::sweep::Broken;
use super::table::{Cell, Entry};
use crate::limits::{EngineError, Limits};
use manifest::Manifest;
use work::Work;

/// How a decided cell is written, by its state and player.
pub type Written<'a> = dyn Fn(Entry, u64, usize) -> Entry + Sync + 'a;

/// A table to be decided outside the memory.
pub struct External<'a, S> {
    pub space: &'a S,
    pub want: Want,
    pub limits: &'a Limits,
    /// What the space's moves charge; what was worked out once it is over is not whole.
    pub budget: &'a Budget,
    pub shelf: &'a dyn Shelf,
    pub depot: &'a dyn Depot,
}

impl<S: Space> External<'_, S> {
    /// Whether work of this kind was put away.
    pub fn is_begun(&self) -> bool {
        self.saved().is_some()
    }

    /// Decides all, going on where an earlier run ended, and puts what is decided on the shelf.
    pub fn run(&self, written: &Written<'_>) -> Result<(), EngineError> {
        self.limits.in_pool(|| {
            let mut done = Err(Broken::Narrow);
            if self.want == Want::Outcome {
                done = self.run_in::<AtomicU8>(written);
            }
            if matches!(done, Err(Broken::Narrow)) {
                done = self.run_in::<AtomicU16>(written);
            }
            if matches!(done, Err(Broken::Narrow)) {
                done = self.run_in::<AtomicU32>(written);
            }
            done.map_err(|broken| match broken {
                Broken::Narrow => too_wide(),
                Broken::Limit(error) => error,
            })
        })
    }

    /// In cells of this width; blocks that were put away in narrower ones are widened as they are read.
    fn run_in<C: Cell>(&self, written: &Written<'_>) -> Result<(), Broken> {
        let mut work = Work::<S, C>::begin(self, self.saved())?;
        work.decide()?;
        work.shelve(written).map_err(Broken::Limit)
    }

    fn saved(&self) -> Option<Manifest> {
        let players = if self.space.impartial() { 1 } else { 2 };
        let remoteness = self.want == Want::Remoteness;
        Manifest::read(
            self.shelf.saved()?,
            self.space.states(),
            players,
            remoteness,
        )
    }
}
