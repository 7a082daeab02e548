//! Builds a table block by block onto a shelf.
//!
//! Where every move lowers the index, tiers of states are decided in index order, in a window of
//! the latest cells: as wide as the longest move, if memory allows; what lies further back is read
//! from the shelf again. A build that was broken off goes on after the blocks that are kept. Other
//! games are solved first, in memory (how far that has come is put away between levels) or outside
//! it.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32};

use whowins_analysis::Player;

use super::any::with_space;
use super::external::{External, Ground};
use super::fill::{fill, too_wide};
use super::offer::{Flags, Longest, Offer};
use super::reached::Reached;
use super::region::Region;
use super::shelf::Shelf;
use super::solver::Want;
use super::space::Space;
use super::sweep::{Broken, Pass, lines};
use super::table::{Cell, Entry, Store, View};
use super::window::Window;
use crate::limits::{EngineError, Limits};

/// States that are decided before finished blocks are put away.
const TIER: u64 = 1 << 22;

/// A table to be built.
pub struct Build<'a> {
    /// Of which states.
    pub region: &'a Region,
    /// What about them.
    pub want: Want,
    /// Only the states that play from the region's position reaches, with one of these players to
    /// move there; the others' cells stay unknown.
    pub only: Option<&'a [Player]>,
    /// Within which limits.
    pub limits: &'a Limits,
}

/// What a build came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Built {
    /// Cells of states that play reaches, where only these were asked for.
    pub reached: Option<u64>,
}

impl Build<'_> {
    /// Builds the table, or what is missing of it.
    ///
    /// # Errors
    ///
    /// When a limit is met, or the shelf fails; what was kept until then stays.
    pub fn run(&self, shelf: &dyn Shelf) -> Result<Built, EngineError> {
        with_space!(&self.region.space, space => self.build(space, shelf))
    }

    fn build<S: Space>(&self, space: &S, shelf: &dyn Shelf) -> Result<Built, EngineError> {
        let reached = self.reached(space)?;
        let only = reached.as_ref();
        if space.falls() {
            self.limits
                .in_pool(space.states(), || self.tiers(space, shelf, only))?;
        } else if shelf.kept() < space.states().div_ceil(shelf.block()) {
            self.whole(space, shelf, only)?;
        }
        Ok(Built {
            reached: only.map(Reached::count),
        })
    }

    fn reached<S: Space>(&self, space: &S) -> Result<Option<Reached>, EngineError> {
        let all = |movers| reached(space, self.region.start, movers, self.limits);
        self.only.map(all).transpose()
    }

    fn tiers<S: Space>(
        &self,
        space: &S,
        shelf: &dyn Shelf,
        only: Option<&Reached>,
    ) -> Result<(), EngineError> {
        let mut done = match self.want {
            Want::Outcome => self.tiers_in::<S, AtomicU8, Flags>(space, shelf, only),
            Want::Remoteness => self.tiers_in::<S, AtomicU16, Longest>(space, shelf, only),
        };
        if matches!(done, Err(Broken::Narrow)) {
            done = self.tiers_in::<S, AtomicU32, Longest>(space, shelf, only);
        }
        done.map_err(|broken| match broken {
            Broken::Narrow => too_wide(),
            Broken::Limit(error) => error,
        })
    }

    /// Goes on after the blocks that are kept, in cells of one width.
    fn tiers_in<S: Space, C: Cell, O: Offer>(
        &self,
        space: &S,
        shelf: &dyn Shelf,
        only: Option<&Reached>,
    ) -> Result<(), Broken> {
        let states = space.states();
        let Some(radix) = space.radix() else {
            return Ok(());
        };
        let plan = self.plan::<S, C>(space, shelf)?;
        let players = self.region.players();
        let window = Window::<C>::new(states, plan.capacity, players, shelf)
            .ok_or_else(|| plan.refused(self.limits))?;
        let lines = lines::<S, C, O>(space, players, plan.lines);
        let pass = Pass {
            space,
            cells: &window,
            lines: lines.as_ref(),
            only,
            limits: self.limits,
        };
        let block = shelf.block();
        let kept = shelf.kept().saturating_mul(block).min(states);
        self.limits.progress.start(states);
        self.limits.progress.add(kept);
        let mut first = 0;
        while first < states {
            let tier = radix.tier(first, plan.tier);
            let end = first + radix.size(&tier);
            if end <= kept {
                let far = end.saturating_add(plan.reach + plan.tier) < kept;
                if far && pass.lines.is_none() {
                    window.advance(end, Some(end));
                } else {
                    window.load(first, end).map_err(Broken::Limit)?;
                    pass.look(&tier)?;
                }
            } else {
                window.advance(end, None);
                pass.decide(&tier)?;
                window.check().map_err(Broken::Limit)?;
                let whole = if end == states {
                    states.div_ceil(block)
                } else {
                    end / block
                };
                let cells = |number: u64, player: usize, into: &mut Vec<Entry>| {
                    let view = window.view(player);
                    let last = states.min((number + 1) * block);
                    into.clear();
                    into.extend((number * block..last).map(|index| view.entry(index)));
                };
                let missing = whole.saturating_sub(shelf.kept());
                shelf.keep(missing, &cells).map_err(Broken::Limit)?;
            }
            first = end;
        }
        Ok(())
    }

    /// How the memory is shared out: a quarter to the lines, the rest to the window.
    fn plan<S: Space, C: Cell>(&self, space: &S, shelf: &dyn Shelf) -> Result<Plan, Broken> {
        let players = self.region.players() as u64;
        let states = space.states();
        let sights = space.chains().len() as u64 * players;
        let lines = (self.limits.budget.memory / 4)
            .checked_div(sights * C::BYTES)
            .unwrap_or(0)
            .min((states / 8).max(1 << 12));
        let reach = space.reach(lines);
        let rest = self.limits.budget.memory - lines * sights * C::BYTES;
        let fits = rest / (players * C::BYTES);
        // Blocks that are not whole yet must stay, and a few tiers keep all threads at work.
        let least = (4 * shelf.block()).max(1 << 6);
        let wanted = reach
            .saturating_add(TIER + shelf.block())
            .checked_next_power_of_two()
            .unwrap_or(u64::MAX);
        let capacity = if fits >= states && wanted >= states {
            states
        } else if fits < least {
            let bytes = least.min(states).saturating_mul(players * C::BYTES);
            return Err(Broken::Limit(EngineError::Memory {
                wanted: Some(bytes),
                allowed: self.limits.budget.memory,
            }));
        } else {
            wanted.min(1 << fits.ilog2())
        };
        Ok(Plan {
            capacity,
            tier: TIER.min(capacity / 4).max(1),
            reach,
            lines,
        })
    }

    /// Solves in memory, and puts all away at the end; where it does not fit, or work outside was
    /// begun, outside.
    fn whole<S: Space>(
        &self,
        space: &S,
        shelf: &dyn Shelf,
        only: Option<&Reached>,
    ) -> Result<(), EngineError> {
        let written = written(self.region, only);
        let taken = only.map_or(0, Reached::known_bytes);
        let limits = self
            .limits
            .clone()
            .with_memory(self.limits.budget.memory.saturating_sub(taken));
        let outside = shelf.depot().map(|depot| External {
            ground: Ground {
                space,
                want: self.want,
                limits: &limits,
                budget: &self.region.budget,
                depot,
            },
            shelf,
        });
        if let Some(outside) = outside.as_ref().filter(|outside| outside.is_begun()) {
            return outside.run(&written);
        }
        let table = match (fill(space, self.want, 0, self.limits, Some(shelf)), outside) {
            (Err(EngineError::Memory { .. }), Some(outside)) => return outside.run(&written),
            (table, _) => table?,
        };
        let (states, block) = (space.states(), shelf.block());
        let cells = |number: u64, player: usize, into: &mut Vec<Entry>| {
            into.clear();
            let last = states.min((number + 1) * block);
            into.extend(
                (number * block..last)
                    .map(|index| written(table.entry(index, player), index, player)),
            );
        };
        shelf.keep(states.div_ceil(block) - shelf.kept(), &cells)
    }
}

/// What play from the state `start` comes to, with one of `movers` to move there.
pub fn reached<S: Space>(
    space: &S,
    start: u64,
    movers: &[Player],
    limits: &Limits,
) -> Result<Reached, EngineError> {
    limits.room(Reached::bytes(space))?;
    Reached::of(space, start, movers, limits).map_err(|broken| match broken {
        Broken::Narrow => too_wide(),
        Broken::Limit(error) => error,
    })
}

/// How a cell of a retrograde analysis is written, when all is decided that can be.
pub fn written<'a>(
    region: &Region,
    only: Option<&'a Reached>,
) -> impl Fn(Entry, u64, usize) -> Entry + Sync + Send + use<'a> {
    let draws = region.game().ending.repetition_draws;
    move |entry, index, player| match entry.value() {
        _ if only.is_some_and(|only| !only.contains(index, player)) => Entry::UNKNOWN,
        Some(_) => entry,
        None if draws => Entry::of_code(3, 0),
        None => Entry::UNKNOWN,
    }
}

/// How a build uses its memory.
struct Plan {
    /// States in the window.
    capacity: u64,
    /// States to a tier.
    tier: u64,
    /// By how much a move lowers the index at most.
    reach: u64,
    /// Lines of a chain that are kept.
    lines: u64,
}

impl Plan {
    fn refused(&self, limits: &Limits) -> Broken {
        Broken::Limit(EngineError::Memory {
            wanted: None,
            allowed: limits.budget.memory,
        })
    }
}
