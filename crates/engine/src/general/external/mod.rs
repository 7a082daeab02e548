//! Retrograde analysis in external memory: for games that may repeat positions, where the cells do
//! not fit the memory.
//!
//! The cells lie in blocks, as many of them in memory as there is room for, the others in a
//! [`Depot`](super::Depot). What is decided is told to predecessors at once: in the same block
//! directly, elsewhere by letters, which are worked off when that block is in memory. If only who
//! wins is asked, the order of news does not matter (each cell's value is the same in any), so a
//! block is worked on until it has no news left, and blocks in memory come first. Remoteness wants
//! levels: then letters wait for the next one. Between any two steps all can be put away: blocks,
//! letters and a manifest.

pub(crate) mod blocks;
mod ends;
pub(crate) mod letters;
pub(crate) mod mail;
pub(crate) mod manifest;
mod part;
mod plan;
mod share;
mod spread;
mod work;

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32};

use whowins_analysis::Budget;

use super::depot::{Depot, Slot};
use super::fill::too_wide;
use super::shelf::Shelf;
use super::solver::Want;
use super::space::Space;
use super::sweep::Broken;
use super::table::{Cell, Entry};
use crate::limits::{EngineError, Limits};
use blocks::Layout;
use manifest::Manifest;
use plan::Plan;
use work::Work;

pub use part::{Begin, Go, Older, Part, Phase, Reach, See};
pub use share::Share;

/// How a decided cell is written, by its state and player.
pub type Written<'a> = dyn Fn(Entry, u64, usize) -> Entry + Sync + 'a;

/// What work in blocks stands on.
pub struct Ground<'a, S> {
    pub space: &'a S,
    pub want: Want,
    pub limits: &'a Limits,
    /// What the space's moves charge; what was worked out once it is over is not whole.
    pub budget: &'a Budget,
    pub depot: &'a dyn Depot,
}

impl<S: Space> Ground<'_, S> {
    /// How so much memory is shared out, with blocks cut anew or as they were.
    fn plan<C: Cell>(&self, unit: u64, cut: Option<Layout>) -> Result<Plan, Broken> {
        let players = if self.space.impartial() { 1 } else { 2 };
        let states = self.space.states();
        let plan = Plan::new(states, players, C::BYTES, unit, cut, self.limits);
        plan.map_err(Broken::Limit)
    }
}

/// A table to be decided outside the memory.
pub struct External<'a, S> {
    pub ground: Ground<'a, S>,
    pub shelf: &'a dyn Shelf,
}

impl<S: Space> External<'_, S> {
    /// Whether work of this kind was put away.
    pub fn is_begun(&self) -> bool {
        self.saved().is_some()
    }

    /// Decides all, going on where an earlier run ended, and puts what is decided on the shelf.
    pub fn run(&self, written: &Written<'_>) -> Result<(), EngineError> {
        let states = self.ground.space.states();
        self.ground.limits.in_pool(states, || {
            let mut done = Err(Broken::Narrow);
            if self.ground.want == Want::Outcome {
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

    /// In cells of this width; blocks that were put away in narrower ones are widened as they are
    /// read.
    fn run_in<C: Cell>(&self, written: &Written<'_>) -> Result<(), Broken> {
        let mut work = self.begin::<C>(self.saved())?;
        work.decide(self.shelf)?;
        work.shelve(self.shelf, written).map_err(Broken::Limit)
    }

    /// Begins, or goes on from what was put away.
    fn begin<C: Cell>(&self, saved: Option<Manifest>) -> Result<Work<'_, S, C>, Broken> {
        let plan = |cut| self.ground.plan::<C>(self.shelf.block(), cut);
        let begin = |slots: &[Slot]| self.ground.depot.begin(slots).map_err(Broken::Limit);
        let stale = saved.is_some();
        let found = match saved {
            Some(found)
                if found.layout.size % self.shelf.block() == 0 && begin(&found.slots())? =>
            {
                Some((plan(Some(found.layout))?, found))
            }
            _ => None,
        };
        let again = stale && found.is_none();
        let (plan, found) = match found {
            Some(found) => found,
            None => {
                let plan = plan(None)?;
                begin(&[])?;
                let fresh = Manifest::new(plan.layout, false);
                (plan, fresh)
            }
        };
        let mut work = Work::new(&self.ground, plan, Share::WHOLE, found)?;
        if again {
            // What was saved names records that are written over from now on.
            work.save(self.shelf).map_err(Broken::Limit)?;
        }
        Ok(work)
    }

    fn saved(&self) -> Option<Manifest> {
        let space = self.ground.space;
        let players = if space.impartial() { 1 } else { 2 };
        let remoteness = self.ground.want == Want::Remoteness;
        Manifest::read(self.shelf.saved()?, space.states(), players, remoteness)
    }
}
