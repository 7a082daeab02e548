//! One worker's part of a table all of whose moves lower the number, however far: block by block,
//! with no news sent backwards.
//!
//! A worker decides its own blocks forwards, as a machine alone does. Another worker's block is
//! asked for once, when a move leads there for the first time, and comes when it is whole, two bits
//! a cell where who wins is asked; meanwhile other blocks continue. Moves lead down, so the
//! lowest block that is not whole waits for nobody, and all become whole. What memory does not hold
//! of others' blocks goes to the depot.

use std::cell::Cell as Place;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::time::Duration;

use web_time::Instant;
use whowins_analysis::Player;

use super::super::depot::Depot;
use super::super::offer::Offer;
use super::super::reached::Reached;
use super::super::region::Region;
use super::super::shelf;
use super::super::solver::Want;
use super::super::space::{Flow, Space};
use super::super::sweep::Broken;
use super::super::table::{Cell, Cells, Entry};
use super::blocks::{Blocks, Layout};
use super::guests::Guests;
use super::manifest::{Manifest, Stage};
use super::packed::{Packing, opened, sealed};
use super::part::{Begin, Go, Older, Part, Phase, See, read};
use super::plan::Plan;
use super::share::Share;
use super::work::{show, whole};
use crate::limits::{EngineError, Limits};
use crate::together::{self, Pool, alone};

/// A go is over after so long: others wait for what it decides.
const SOON: Duration = Duration::from_millis(8);
/// States between two looks at the clock.
const PIECE: u64 = 1 << 12;
/// Blocks that are begun at once: while some wait, others continue.
const BEGUN: usize = 64;
/// The bit of a number that asks for a block, with who asks.
const ASK: u32 = 1 << 31;
/// The number by which a worker says that it asks for nothing more.
const DONE: u32 = u32::MAX;

/// What is under way.
pub struct Falling<'a, S, C, O> {
    space: &'a S,
    region: &'a Region,
    only: Option<&'a Reached>,
    want: Want,
    limits: &'a Limits,
    depot: &'a dyn Depot,
    pool: Pool,
    unit: u64,
    share: Share,
    packing: Packing,
    blocks: Blocks<'a, C>,
    /// The first state of each block of its own that is not decided.
    fronts: Vec<u64>,
    /// Its own blocks that are not whole, in rising order, each with the block that it waits for.
    open: VecDeque<(usize, Option<usize>)>,
    /// Blocks that are read and not worked on.
    guests: Guests<'a>,
    /// The blocks of others that were asked for.
    asked: Vec<bool>,
    /// Who waits for a block of its own that is not whole.
    asking: HashMap<usize, Vec<usize>>,
    /// What came of blocks that are not whole.
    coming: HashMap<usize, Vec<u32>>,
    /// Messages to send: requested blocks, requests for blocks, the end.
    leaving: VecDeque<(usize, u32)>,
    /// Workers that ask for nothing more.
    done: Vec<bool>,
    decided: u64,
    is_over: bool,
    offers: std::marker::PhantomData<O>,
}

/// How far a block has come.
struct Ran {
    front: u64,
    /// The block that it cannot go on without.
    missing: Option<usize>,
}

impl<'a, S: Space, C: Cell, O: Offer> Falling<'a, S, C, O> {
    /// Begins, or goes on from what earlier parts put away: their whole blocks.
    ///
    /// # Errors
    ///
    /// [`Broken::Narrow`] where blocks were put away in wider cells, [`EngineError::Storage`] where
    /// what was put away was worked out in another way.
    pub fn new(
        begin: &Begin<'a>,
        space: &'a S,
        plan: &Plan,
        found: Manifest,
        older: &[Older<'_>],
    ) -> Result<Self, Broken> {
        let layout = plan.layout;
        for other in older {
            read_manifest(other, layout, begin.want).map_err(Broken::Limit)?;
        }
        let stored: Vec<_> = found.blocks.iter().map(|(stored, _)| *stored).collect();
        if stored
            .iter()
            .flatten()
            .any(|one| u64::from(one.width) > C::BYTES)
        {
            return Err(Broken::Narrow);
        }
        let count = layout.blocks();
        let is_whole = |block: usize| stored[block].is_some();
        let front = |block: usize| {
            let range = layout.range(block);
            if is_whole(block) {
                range.end
            } else {
                range.start
            }
        };
        let open: VecDeque<(usize, Option<usize>)> = (0..count)
            .filter(|block| begin.share.has(*block, count) && !is_whole(*block))
            .map(|block| (block, None))
            .collect();
        let progress = &begin.limits.progress;
        progress.start(layout.states * layout.players as u64);
        let mut falling = Self {
            space,
            region: begin.region,
            only: begin.only.map(|only| only.reached()),
            want: begin.want,
            limits: begin.limits,
            depot: begin.depot,
            pool: begin.limits.pool(),
            unit: begin.unit,
            share: begin.share,
            packing: Packing::of::<C>(begin.want),
            fronts: (0..count).map(front).collect(),
            open,
            guests: Guests::new(count, begin.limits.budget.memory / 4, begin.depot),
            asked: vec![false; count],
            asking: HashMap::new(),
            coming: HashMap::new(),
            leaving: VecDeque::new(),
            done: vec![false; begin.share.workers],
            // Each counts what it took over.
            decided: (0..count)
                .filter(|block| is_whole(*block))
                .map(|block| layout.range(block).end - layout.range(block).start)
                .sum::<u64>()
                * layout.players as u64,
            is_over: false,
            blocks: Blocks::new(layout, begin.depot, stored, plan.blocks),
            offers: std::marker::PhantomData,
        };
        falling.say_done();
        Ok(falling)
    }

    /// Tells all others that it needs nothing more, once that is so.
    fn say_done(&mut self) {
        let me = self.share.worker;
        if self.open.is_empty() && !self.done[me] {
            self.done[me] = true;
            for other in (0..self.share.workers).filter(|other| *other != me) {
                self.leaving.push_back((other, DONE));
            }
        }
    }

    /// Whether a block of its own is whole.
    fn is_whole(&self, block: usize) -> bool {
        self.fronts[block] == self.blocks.layout.range(block).end
    }

    fn owner(&self, block: usize) -> usize {
        self.share.owner(block, self.blocks.layout.blocks())
    }

    /// Whether what a block waits for is there by now.
    fn is_there(&self, block: usize) -> bool {
        if self.owner(block) == self.share.worker {
            self.is_whole(block)
        } else {
            self.guests.has(block)
        }
    }

    /// The places among the open blocks of some that can go on, the lowest first.
    fn ready(&self) -> Vec<usize> {
        let begun = self.open.iter().take(BEGUN).enumerate();
        let ready = begun.filter(|(_, (_, waits))| waits.is_none_or(|block| self.is_there(block)));
        let places = ready.map(|(place, _)| place);
        places.take(self.limits.threads.max(1)).collect()
    }

    /// Goes on with some blocks.
    fn run(&mut self, places: &[usize], began: Instant) -> Result<(), Broken> {
        let numbers: Vec<usize> = places.iter().map(|place| self.open[*place].0).collect();
        // What they waited for is brought into memory.
        for place in places {
            if let Some(wanted) = self.open[*place].1.take() {
                self.bring(wanted).map_err(Broken::Limit)?;
            }
        }
        let held = self.blocks.take(&numbers).map_err(Broken::Limit)?;
        let mut sources: Vec<Source<'_, C>> = (0..self.fronts.len())
            .map(
                |block| match (self.guests.words(block), self.blocks.cells(block)) {
                    (Some(words), _) => Source::Words(words),
                    (None, Some(cells)) => Source::Cells(cells, self.fronts[block]),
                    (None, None) => Source::Missing,
                },
            )
            .collect();
        for (number, held) in numbers.iter().zip(&held) {
            sources[*number] = Source::Cells(&held.cells, self.fronts[*number]);
        }
        let decide = |at: usize| {
            let (number, cells) = (numbers[at], &held[at].cells);
            self.decide(number, cells, &sources, began)
        };
        let ran = match self.limits.threads {
            0 | 1 => alone(|| together::all(numbers.len(), &decide)),
            _ => self.pool.install(|| together::all(numbers.len(), &decide)),
        };
        drop(sources);
        for (number, held) in numbers.iter().zip(held) {
            self.blocks.give_back(*number, held, true);
        }
        whole(&self.region.budget).map_err(Broken::Limit)?;
        for (place, ran) in places.iter().zip(ran?) {
            let number = self.open[*place].0;
            let states = ran.front - self.fronts[number];
            self.decided += states * self.blocks.layout.players as u64;
            self.fronts[number] = ran.front;
            if states > 0 {
                self.guests.moved();
            }
            self.open[*place].1 = ran.missing;
            if let Some(wanted) = ran.missing {
                let owner = self.owner(wanted);
                if owner != self.share.worker && !std::mem::replace(&mut self.asked[wanted], true) {
                    self.leaving.push_back((owner, ASK | wanted as u32));
                }
            }
        }
        for number in numbers {
            if !self.is_whole(number) {
                continue;
            }
            let who = self.asking.remove(&number).unwrap_or_default();
            for worker in who {
                self.leaving.push_back((worker, number as u32));
            }
        }
        let mut open = std::mem::take(&mut self.open);
        open.retain(|(block, _)| !self.is_whole(*block));
        self.open = open;
        self.say_done();
        Ok(())
    }

    /// Brings a block that is there into memory.
    fn bring(&mut self, block: usize) -> Result<(), EngineError> {
        if self.owner(block) != self.share.worker {
            return self.guests.bring(block);
        }
        if self.blocks.cells(block).is_none() && self.guests.words(block).is_none() {
            let words = self.words(block)?;
            self.guests.put(block, words, false)?;
        }
        Ok(())
    }

    /// A whole block of its own as words.
    fn words(&mut self, block: usize) -> Result<Vec<u32>, EngineError> {
        let mut words = Vec::new();
        for held in self.blocks.take(&[block])? {
            for player in 0..self.blocks.layout.players {
                let cells = held.cells.of(player).iter().map(Cell::get);
                self.packing.pack(cells, &mut words);
            }
            self.blocks.give_back(block, held, false);
        }
        Ok(words)
    }

    /// Decides the states of a block one after the other, until one needs what is not there, or it
    /// has taken long enough.
    fn decide(
        &self,
        block: usize,
        own: &Cells<C>,
        sources: &[Source<'_, C>],
        began: Instant,
    ) -> Result<Ran, Broken> {
        let layout = self.blocks.layout;
        let Range { start, end } = layout.range(block);
        let mut front = self.fronts[block];
        let missing = Place::new(None);
        let mut failed = None;
        let look = |index: u64, player: usize| -> Entry {
            if index >= start {
                return own.of(player)[(index - start) as usize].get();
            }
            let (number, at) = layout.of(index);
            let range = layout.range(number);
            match sources[number] {
                Source::Cells(cells, front) if index < front => cells.of(player)[at as usize].get(),
                Source::Words(words) => {
                    let each = self.packing.words(range.end - range.start);
                    self.packing.entry(&words[player * each..], at)
                }
                _ => {
                    missing.set(Some(number));
                    Entry::UNKNOWN
                }
            }
        };
        let Some(radix) = self.space.radix() else {
            return Ok(Ran {
                front,
                missing: None,
            });
        };
        while front < end && failed.is_none() && missing.get().is_none() && began.elapsed() < SOON {
            self.limits.check().map_err(Broken::Limit)?;
            let tier = radix.tier(front, PIECE.min(end - front));
            let _ = self.space.walk(&tier, &mut |index, state| {
                let mut found = [Entry::UNKNOWN; 2];
                let mut over = None;
                for player in &Player::BOTH[..layout.players] {
                    let number = player.index();
                    if self.only.is_some_and(|only| !only.contains(index, number)) {
                        continue;
                    }
                    found[number] = match *over.get_or_insert_with(|| self.space.end(state, index))
                    {
                        Some(end) => Entry::decided(end.for_next(*player), 0),
                        None => {
                            let mut best = O::NONE;
                            let other = player.other().index().min(layout.players - 1);
                            let _ = self.space.options(*player, state, index, &mut |option| {
                                best.see(look(option, other));
                                let enough = best.wins() && !O::ALL;
                                match enough || missing.get().is_some() {
                                    true => Flow::Break(()),
                                    false => Flow::Continue(()),
                                }
                            });
                            best.entry(self.space.stuck())
                        }
                    };
                    if missing.get().is_some() {
                        return Flow::Break(());
                    }
                    if found[number].count() > C::MOST {
                        failed = Some(Broken::Narrow);
                        return Flow::Break(());
                    }
                }
                for (player, entry) in found[..layout.players].iter().enumerate() {
                    own.of(player)[(index - start) as usize].set(*entry);
                }
                front = index + 1;
                Flow::Continue(())
            });
        }
        failed.map_or(Ok(()), Err)?;
        self.limits.check().map_err(Broken::Limit)?;
        Ok(Ran {
            front,
            missing: missing.get(),
        })
    }
}

/// Where the cells of a block are.
#[derive(Clone, Copy)]
enum Source<'s, C> {
    /// Decided up to a state.
    Cells(&'s Cells<C>, u64),
    /// Whole, as words.
    Words(&'s [u32]),
    Missing,
}

impl<S: Space, C: Cell, O: Offer> Part for Falling<'_, S, C, O> {
    fn phase(&self) -> (Phase, u32) {
        match self.is_over {
            true => (Phase::Whole, 0),
            false => (Phase::Ordered, 0),
        }
    }

    fn go(&mut self) -> Result<Go, EngineError> {
        let began = Instant::now();
        let mut any = false;
        while began.elapsed() < SOON && self.limits.check().is_ok() {
            let places = self.ready();
            if places.is_empty() {
                break;
            }
            any = true;
            match self.run(&places, began) {
                Ok(()) => {}
                Err(Broken::Narrow) => return Ok(Go::Narrow),
                // What was begun of a block is begun again, so all can be put away.
                Err(Broken::Limit(_)) if self.limits.check().is_err() => break,
                Err(Broken::Limit(error)) => return Err(error),
            }
        }
        Ok(if any { Go::Busy } else { Go::Idle })
    }

    fn leaving(&self) -> u64 {
        self.leaving.len() as u64
    }

    fn is_prompt(&self) -> bool {
        true
    }

    fn waiting(&self) -> (u64, u64) {
        // Others may still ask for something.
        let others = self.done.iter().filter(|done| !**done).count();
        ((self.open.len() + self.leaving.len() + others) as u64, 0)
    }

    fn send(
        &mut self,
        most: u64,
        to: &mut dyn FnMut(usize, u32, &[u32]),
    ) -> Result<(), EngineError> {
        let mut sent = 0;
        while sent < most {
            let Some((worker, number)) = self.leaving.pop_front() else {
                break;
            };
            if number & ASK != 0 {
                to(worker, number, &[self.share.worker as u32]);
                sent += 1;
                continue;
            }
            let words = sealed(self.words(number as usize)?);
            sent += words.len() as u64;
            to(worker, number, &words);
        }
        Ok(())
    }

    fn hear(&mut self, number: u32, letters: &[u32]) -> Result<bool, EngineError> {
        let from = letters.first().map_or(usize::MAX, |from| *from as usize);
        let block = (number & !ASK) as usize;
        if number == DONE || number & ASK != 0 {
            if from >= self.done.len() {
                return Ok(false);
            }
            if number == DONE {
                self.done[from] = true;
                return Ok(true);
            }
            if block >= self.fronts.len() || self.owner(block) != self.share.worker {
                return Ok(false);
            }
            if self.is_whole(block) {
                self.leaving.push_back((from, block as u32));
            } else {
                self.asking.entry(block).or_default().push(from);
            }
            return Ok(true);
        }
        if block >= self.fronts.len() || !self.asked[block] || self.guests.has(block) {
            return Ok(false);
        }
        let range = self.blocks.layout.range(block);
        let length = self.packing.words(range.end - range.start) * self.blocks.layout.players;
        let mut words = self.coming.remove(&block).unwrap_or_default();
        words.extend_from_slice(letters);
        if words.len() <= length {
            self.coming.insert(block, words);
            return Ok(true);
        }
        let Some(whole) = opened(&words, length) else {
            return Err(EngineError::Storage(
                "results of another worker arrived out of order; run the same command again to \
                 resume from the last checkpoint"
                    .into(),
            ));
        };
        self.guests.put(block, whole.to_vec(), true)?;
        Ok(true)
    }

    fn next(&mut self, _any: bool) {
        self.is_over = true;
    }

    fn is_narrow(&self) -> bool {
        false
    }

    fn put_away(&mut self) -> Result<Vec<u8>, EngineError> {
        let blocks = &mut self.blocks;
        self.pool.install(|| blocks.put_all_away())?;
        let layout = self.blocks.layout;
        let stored = self.blocks.stored().iter().enumerate();
        let manifest = Manifest {
            stage: Stage::Falling,
            decided: self.decided,
            // Only complete blocks are resumed.
            blocks: stored
                .map(|(block, stored)| (stored.filter(|_| self.is_whole(block)), false))
                .collect(),
            ..Manifest::new(layout, self.want == Want::Remoteness)
        };
        self.depot.sync()?;
        Ok(manifest.bytes())
    }

    fn decided(&self) -> u64 {
        self.decided
    }

    fn bytes(&self) -> (u64, u64) {
        let block = self.blocks.layout.bytes::<C>();
        let count = self.blocks.layout.blocks();
        let own = (0..count).filter(|block| self.share.has(*block, count));
        let held = self.blocks.in_memory().len() as u64 * block;
        (held + self.guests.bytes(), own.count() as u64 * block)
    }

    fn show(&mut self, see: &mut See<'_>) -> Result<(), EngineError> {
        let (layout, share, unit) = (self.blocks.layout, self.share, self.unit);
        for block in (0..layout.blocks()).filter(|block| share.has(*block, layout.blocks())) {
            self.limits.check()?;
            let range = layout.range(block);
            let (first, last) = (range.start / unit, range.end.div_ceil(unit));
            let blocks = &mut self.blocks;
            let as_it_is = |entry: Entry, _: u64, _: usize| entry;
            let mut show_it = |cells: &shelf::Cells<'_>| see(first, last - first, cells);
            self.pool
                .install(|| show(blocks, block, unit, &as_it_is, &mut show_it))?;
        }
        Ok(())
    }
}

/// Reads the manifest of the files that an earlier part saved.
fn read_manifest(other: &Older<'_>, layout: Layout, want: Want) -> Result<Manifest, EngineError> {
    let manifest = read(other.bytes, layout, want == Want::Remoteness)?;
    match manifest.stage {
        Stage::Falling => Ok(manifest),
        _ => Err(EngineError::Storage(
            "the saved files are from an older version; remove them, and build the table again"
                .into(),
        )),
    }
}
