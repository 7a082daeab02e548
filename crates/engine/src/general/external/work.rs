//! The analysis itself, block by block.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use whowins_analysis::{Budget, Over, Player, Value};

use super::super::depot::{Depot, Slot};
use super::super::retrograde::mover;
use super::super::shelf::Shelf;
use super::super::space::Space;
use super::super::sweep::Broken;
use super::super::table::{Cell, Entry};
use super::blocks::{Blocks, Layout, Stored};
use super::mail::{Letter, Post, letter};
use super::manifest::{Manifest, Stage};
use super::plan::Plan;
use super::{External, Written};
use crate::limits::{EngineError, Limits};

/// Saving may take one part in so many of the time.
const SHARE: u32 = 20;
/// Blocks that one thread takes in one go at most.
const GO: usize = 4;
/// A go takes more blocks while it is over sooner, and fewer where it is over later: between two, somebody looks at the limits.
const SOON: Duration = Duration::from_millis(100);
const LATE: Duration = Duration::from_millis(300);

/// An analysis under way.
pub struct Work<'a, S, C> {
    pub space: &'a S,
    pub limits: &'a Limits,
    budget: &'a Budget,
    pub shelf: &'a dyn Shelf,
    pub depot: &'a dyn Depot,
    pub plan: Plan,
    pub blocks: Blocks<'a, C>,
    /// Which blocks have drawn ends.
    pub draws: Vec<bool>,
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
    /// Begins, or goes on from what was put away.
    pub fn begin(of: &External<'a, S>, saved: Option<Manifest>) -> Result<Self, Broken> {
        let space = of.space;
        let players = if space.impartial() { 1 } else { 2 };
        let plan = |cut| {
            let unit = of.shelf.block();
            Plan::new(space.states(), players, C::BYTES, unit, cut, of.limits)
                .map_err(Broken::Limit)
        };
        let begin = |slots: &[Slot]| of.depot.begin(slots).map_err(Broken::Limit);
        let stale = saved.is_some();
        let found = match saved {
            Some(found) if found.layout.size % of.shelf.block() == 0 && begin(&found.slots())? => {
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
        // Narrower blocks are widened as they are read.
        let wider = |stored: &Stored| u64::from(stored.width) > C::BYTES;
        let mut stored = found
            .blocks
            .iter()
            .filter_map(|(stored, _)| stored.as_ref());
        if stored.any(wider) {
            return Err(Broken::Narrow);
        }
        let (stored, draws) = found.blocks.into_iter().unzip();
        let mut work = Self {
            space,
            limits: of.limits,
            budget: of.budget,
            shelf: of.shelf,
            depot: of.depot,
            blocks: Blocks::new(plan.layout, of.depot, stored, plan.blocks),
            draws,
            post: Post::new(of.depot, plan.layout.blocks(), plan.letters),
            plan,
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
        if again {
            // What was saved names records that are written over from now on.
            work.save().map_err(Broken::Limit)?;
        }
        let counted = match work.stage {
            Stage::Counting(next) => work.layout().states.min(next as u64 * work.layout().size),
            _ => work.layout().states,
        };
        let progress = &work.limits.progress;
        progress.start(space.states() * (1 + players as u64));
        progress.add(counted + found.decided);
        Ok(work)
    }

    pub fn layout(&self) -> Layout {
        self.plan.layout
    }

    /// Goes on until all is decided that can be.
    pub fn decide(&mut self) -> Result<(), Broken> {
        while self.stage != Stage::Whole {
            self.pause()?;
            self.unsaved = true;
            let began = Instant::now();
            match self.stage {
                Stage::Counting(next) => self.count(next)?,
                Stage::Seeding(next) => self.seed(next).map_err(Broken::Limit)?,
                Stage::Decisive | Stage::Draws => self.spread()?,
                Stage::Whole => {}
            }
            self.last = began.elapsed();
            if self.last < SOON {
                self.pace = GO.min(2 * self.pace);
            } else if self.last > LATE {
                self.pace = (self.pace / 2).max(1);
            }
        }
        self.save().map_err(Broken::Limit)
    }

    /// Puts all away if it is time, or if it is time to stop.
    fn pause(&mut self) -> Result<(), Broken> {
        // Another go that takes as long would be cut.
        let in_time = |end: Instant| Instant::now() + self.last < end + LATE;
        let stop = self.limits.check().and_then(|()| {
            let goes = self.limits.budget.deadline.is_none_or(in_time);
            goes.then_some(()).ok_or(EngineError::Time)
        });
        let due = self.shelf.is_due() && Instant::now() >= self.quiet_until;
        if self.unsaved && (due || stop.is_err()) {
            self.save().map_err(Broken::Limit)?;
        }
        stop.map_err(Broken::Limit)
    }

    /// Fails where the moves of some state may have been cut: what was worked out from them is not whole, and must not be saved.
    pub fn whole(&self) -> Result<(), EngineError> {
        match self.budget.over() {
            None => Ok(()),
            Some(Over::Time) => Err(EngineError::Time),
            Some(Over::Stopped) => Err(EngineError::Stopped),
        }
    }

    pub fn save(&mut self) -> Result<(), EngineError> {
        let began = Instant::now();
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
        self.shelf.save(&|out| out.write_all(&manifest.bytes()))?;
        self.depot.saved();
        self.unsaved = false;
        let pause: Duration = began.elapsed() * SHARE;
        self.quiet_until = Instant::now() + pause;
        Ok(())
    }

    /// So many blocks as are worked on in one go.
    pub fn go(&self) -> usize {
        (self.pace * self.limits.threads.max(1)).min((self.plan.blocks / 2).max(1))
    }

    /// Writes the letters that tell all who can move to this state, with `player` to move there, what it was found to be.
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
    pub fn shelve(&mut self, written: &Written<'_>) -> Result<(), EngineError> {
        let unit = self.shelf.block();
        let per_block = self.layout().size / unit;
        for number in 0..self.layout().blocks() {
            let range = self.layout().range(number);
            let end = range.end.div_ceil(unit);
            let missing = end.saturating_sub(self.shelf.kept());
            if missing == 0 {
                continue;
            }
            self.limits.check()?;
            let held = self.blocks.take(&[number])?;
            for held in held {
                let cells = |shelved: u64, player: usize, into: &mut Vec<Entry>| {
                    into.clear();
                    let last = range.end.min((shelved + 1) * unit);
                    into.extend((shelved * unit..last).map(|index| {
                        let cell = held.cells.at(index - range.start, player);
                        written(cell.get(), index, player)
                    }));
                };
                self.shelf.keep(missing.min(per_block), &cells)?;
                self.blocks.give_back(number, held, false);
            }
        }
        Ok(())
    }
}
