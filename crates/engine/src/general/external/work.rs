//! The analysis itself, block by block.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use web_time::Instant;
use whowins_analysis::{Budget, Over, Player, Value};

use super::super::depot::{Depot, Slot};
use super::super::retrograde::mover;
use super::super::shelf::{self, Shelf};
use super::super::space::Space;
use super::super::sweep::Broken;
use super::super::table::{Cell, Entry};
use super::blocks::{Blocks, Layout, Stored};
use super::mail::{Letter, Post, letter};
use super::manifest::{Manifest, Stage};
use super::plan::Plan;
use super::share::Share;
use super::{Ground, Written};
use crate::limits::{EngineError, Limits};

/// Saving may take one part in so many of the time.
const SHARE: u32 = 20;
/// Blocks that one thread takes in one go at most.
const GO: usize = 4;
/// A go takes more blocks while it is over sooner, and fewer where it is over later: between two,
/// somebody looks at the limits.
const SOON: Duration = Duration::from_millis(100);
const LATE: Duration = Duration::from_millis(300);

/// An analysis under way.
pub struct Work<'a, S, C> {
    pub space: &'a S,
    pub limits: &'a Limits,
    budget: &'a Budget,
    pub depot: &'a dyn Depot,
    pub plan: Plan,
    /// Which blocks are worked on here; letters for others wait in their boxes until they are sent.
    pub share: Share,
    pub blocks: Blocks<'a, C>,
    /// Which blocks have drawn ends.
    pub draws: Vec<bool>,
    /// Which blocks were counted by an earlier run, where the stage is that.
    pub counted: Vec<bool>,
    pub post: Post<'a>,
    pub remoteness: bool,
    pub stage: Stage,
    pub level: u32,
    pub decided: AtomicU64,
    /// Copies of letters in memory that the saved state names.
    pub at_hand: Vec<Slot>,
    /// Whether anything was done since the last time that it was saved.
    pub unsaved: bool,
    /// Not to be saved before.
    pub quiet_until: Instant,
    /// Blocks that one thread takes in one go.
    pace: usize,
    /// How long the last go took.
    last: Duration,
}

impl<'a, S: Space, C: Cell> Work<'a, S, C> {
    /// Goes on from what was found in the depot, which may be nothing, with a share of the blocks.
    ///
    /// # Errors
    ///
    /// [`Broken::Narrow`] where blocks were put away in wider cells.
    pub fn new(
        of: &Ground<'a, S>,
        plan: Plan,
        share: Share,
        found: Manifest,
    ) -> Result<Self, Broken> {
        // Narrower blocks are widened as they are read.
        let wider = |stored: &Stored| u64::from(stored.width) > C::BYTES;
        let mut stored = found
            .blocks
            .iter()
            .filter_map(|(stored, _)| stored.as_ref());
        if stored.any(wider) {
            return Err(Broken::Narrow);
        }
        let counted = found.blocks.iter().map(|(stored, _)| stored.is_some());
        let counted = counted.collect();
        let (stored, draws) = found.blocks.into_iter().unzip();
        let work = Self {
            space: of.space,
            limits: of.limits,
            budget: of.budget,
            depot: of.depot,
            blocks: Blocks::new(plan.layout, of.depot, stored, plan.blocks),
            draws,
            counted,
            post: Post::new(of.depot, plan.layout.blocks(), plan.letters),
            plan,
            share,
            remoteness: of.want == super::Want::Remoteness,
            stage: found.stage,
            level: found.level,
            decided: AtomicU64::new(found.decided),
            at_hand: found.at_hand,
            unsaved: false,
            quiet_until: Instant::now(),
            pace: 1,
            last: Duration::ZERO,
        };
        for (later, packets) in [false, true].into_iter().zip(found.packets) {
            for (block, packets) in packets.into_iter().enumerate() {
                work.post.put_back(later, block, packets);
            }
        }
        for slot in &work.at_hand {
            work.post.take_up(*slot).map_err(Broken::Limit)?;
        }
        let layout = work.layout();
        let counted = match work.stage {
            Stage::Counting(_) => {
                let blocks = (0..layout.blocks()).filter(|block| work.counted[*block]);
                blocks
                    .map(|block| layout.range(block))
                    .map(|range| range.end - range.start)
                    .sum()
            }
            _ => layout.states,
        };
        let progress = &work.limits.progress;
        progress.start(layout.states * (1 + layout.players as u64));
        progress.add(counted + found.decided);
        Ok(work)
    }

    /// Whether the block is the worker's own.
    pub fn has(&self, block: usize) -> bool {
        self.share.has(block)
    }

    pub fn layout(&self) -> Layout {
        self.plan.layout
    }

    /// Goes on until all is decided that can be.
    pub fn decide(&mut self, shelf: &dyn Shelf) -> Result<(), Broken> {
        while self.stage != Stage::Whole {
            self.pause(shelf)?;
            self.unsaved = true;
            if self.is_narrow() {
                self.save(shelf).map_err(Broken::Limit)?;
                return Err(Broken::Narrow);
            }
            if !self.go_on()? {
                self.next();
            }
        }
        self.save(shelf).map_err(Broken::Limit)
    }

    /// Whether the cells do not hold the remoteness that is worked off.
    pub fn is_narrow(&self) -> bool {
        self.remoteness && self.level > C::MOST
    }

    /// One go at the stage; whether there was anything to do.
    pub fn go_on(&mut self) -> Result<bool, Broken> {
        let began = Instant::now();
        let more = match self.stage {
            Stage::Counting(next) => self.count(next)?,
            Stage::Seeding(next) => self.seed(next).map_err(Broken::Limit)?,
            Stage::Decisive | Stage::Draws => self.spread().map_err(Broken::Limit)?,
            Stage::Whole => false,
        };
        self.last = began.elapsed();
        if self.last < SOON {
            self.pace = GO.min(2 * self.pace);
        } else if self.last > LATE {
            self.pace = (self.pace / 2).max(1);
        }
        Ok(more)
    }

    /// On to what comes next, where nobody has anything to do any more.
    pub fn next(&mut self) {
        match self.stage {
            Stage::Counting(_) => {
                self.level = 1;
                self.stage = Stage::Decisive;
            }
            Stage::Seeding(_) => {
                self.level = 1;
                self.stage = Stage::Draws;
            }
            Stage::Decisive | Stage::Draws | Stage::Whole => {
                self.post.turn();
                let any = (0..self.layout().blocks()).any(|block| self.post.waiting(block) > 0);
                self.level_over(any);
            }
        }
    }

    /// On to the next level where there are `any` letters for it, else to the next stage.
    pub fn level_over(&mut self, any: bool) {
        if any {
            self.level += 1;
        } else if self.stage == Stage::Decisive {
            // The counts of what is left hold draws and endless play only, so the draws can be
            // spread in the same way.
            self.stage = Stage::Seeding(0);
        } else {
            self.stage = Stage::Whole;
        }
    }

    /// Puts all away if it is time, or if it is time to stop.
    fn pause(&mut self, shelf: &dyn Shelf) -> Result<(), Broken> {
        // Another go that takes as long would be cut.
        let in_time = |end: Instant| Instant::now() + self.last < end + LATE;
        let stop = self.limits.check().and_then(|()| {
            let goes = self.limits.budget.deadline.is_none_or(in_time);
            goes.then_some(()).ok_or(EngineError::Time)
        });
        let due = shelf.is_due() && Instant::now() >= self.quiet_until;
        if self.unsaved && (due || stop.is_err()) {
            self.save(shelf).map_err(Broken::Limit)?;
        }
        stop.map_err(Broken::Limit)
    }

    /// Fails if the moves of some state may have been cut: the results are incomplete, and must not
    /// be saved.
    pub fn whole(&self) -> Result<(), EngineError> {
        match self.budget.over() {
            None => Ok(()),
            Some(Over::Time) => Err(EngineError::Time),
            Some(Over::Stopped) => Err(EngineError::Stopped),
        }
    }

    pub fn save(&mut self, shelf: &dyn Shelf) -> Result<(), EngineError> {
        let began = Instant::now();
        let manifest = self.put_away()?;
        shelf.save(&|out| out.write_all(&manifest.bytes()))?;
        self.depot.saved();
        self.unsaved = false;
        let pause: Duration = began.elapsed() * SHARE;
        self.quiet_until = Instant::now() + pause;
        Ok(())
    }

    /// Puts blocks and letters into the depot; what is there then, for good.
    pub fn put_away(&mut self) -> Result<Manifest, EngineError> {
        self.blocks.put_all_away()?;
        let at_hand = self.post.copy_at_hand()?;
        let old = std::mem::replace(&mut self.at_hand, at_hand);
        old.into_iter().for_each(|slot| self.depot.release(slot));
        let numbers = 0..self.layout().blocks();
        let stored = self.blocks.stored().iter().copied();
        let manifest = Manifest {
            layout: self.layout(),
            remoteness: self.remoteness,
            stage: self.stage,
            level: self.level,
            decided: self.decided.load(Relaxed),
            blocks: stored.zip(self.draws.iter().copied()).collect(),
            packets: [false, true].map(|later| {
                let packets = numbers.clone();
                packets
                    .map(|block| self.post.packets(later, block))
                    .collect()
            }),
            at_hand: self.at_hand.clone(),
        };
        self.depot.sync()?;
        Ok(manifest)
    }

    /// So many blocks as are worked on in one go.
    pub fn go(&self) -> usize {
        (self.pace * self.limits.threads.max(1)).min((self.plan.blocks / 2).max(1))
    }

    /// Writes the letters that tell all who can move to this state, with `player` to move there,
    /// what it was found to be.
    #[inline]
    pub fn tell(
        &self,
        index: u64,
        player: Player,
        known: Value,
        state: &mut Vec<i64>,
        send: &mut impl FnMut(usize, Letter),
    ) {
        let layout = self.layout();
        let before = mover(player, layout.players);
        let first = if layout.players == 1 {
            0
        } else {
            before.index() as u64 * layout.size
        };
        self.space.origins(before, index, state, &mut |origin| {
            let (block, at) = layout.of(origin);
            send(block, letter((first + at) as usize, known));
        });
    }

    /// Puts what is decided on the shelf.
    pub fn shelve(&mut self, shelf: &dyn Shelf, written: &Written<'_>) -> Result<(), EngineError> {
        let unit = shelf.block();
        let per_block = self.layout().size / unit;
        for number in 0..self.layout().blocks() {
            let end = self.layout().range(number).end.div_ceil(unit);
            let missing = end.saturating_sub(shelf.kept());
            if missing == 0 {
                continue;
            }
            self.show(number, unit, written, &mut |cells| {
                shelf.keep(missing.min(per_block), cells)
            })?;
        }
        Ok(())
    }

    /// Shows the cells of a block, in units of `unit` states, as a shelf takes them.
    pub fn show(
        &mut self,
        number: usize,
        unit: u64,
        written: &Written<'_>,
        see: &mut dyn FnMut(&shelf::Cells<'_>) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        self.limits.check()?;
        let range = self.layout().range(number);
        for held in self.blocks.take(&[number])? {
            let cells = |shelved: u64, player: usize, into: &mut Vec<Entry>| {
                into.clear();
                let last = range.end.min((shelved + 1) * unit);
                into.extend((shelved * unit..last).map(|index| {
                    let cell = held.cells.at(index - range.start, player);
                    written(cell.get(), index, player)
                }));
            };
            see(&cells)?;
            self.blocks.give_back(number, held, false);
        }
        Ok(())
    }
}
