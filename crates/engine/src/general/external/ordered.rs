//! One worker's part of a table whose moves lower the number, each by one of a few steps: brick by
//! brick, with no news sent backwards.
//!
//! A worker has neighbouring strips of [`Bricks`], and decides their bricks forwards, as a machine
//! alone does. A decided brick goes once to each worker that reads it, and to each that has blocks
//! of the table in it, with what rays without a longest move saw last in it. Who reads a strip says
//! how far it has come itself, so that nobody is further ahead than there is room for.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use web_time::Instant;

use super::super::depot::Depot;
use super::super::lines::Lines;
use super::super::offer::Offer;
use super::super::reached::Reached;
use super::super::region::Region;
use super::super::ring::Ring;
use super::super::shelf;
use super::super::solver::Want;
use super::super::space::{Block, Flow, Space};
use super::super::sweep::{Broken, Pass, lines};
use super::super::table::{Cell, Entry, Store, View, from_bytes};
use super::blocks::{Blocks, Layout};
use super::bricks::Bricks;
use super::manifest::{Manifest, Stage};
use super::packed::{Packing, opened, sealed};
use super::part::{Begin, Go, Older, Part, Phase, See, read};
use super::plan::Plan;
use super::share::Share;
use super::work::{show, whole};
use crate::limits::{EngineError, Limits};
use crate::together::{Pool, alone};

/// A go is over after so long: others wait for what it decides.
const SOON: Duration = Duration::from_millis(8);
/// The bit of a number that is a strip's, with how far it has come, and no brick's.
const FRONT: u32 = 1 << 31;
/// The ring may take so many eighths of the memory; half of it is the blocks'.
const EIGHTHS: u64 = 3;

/// What is under way.
pub struct Ordered<'a, S, C, O> {
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
    bricks: Bricks,
    ring: Ring<C>,
    /// What rays without a longest move saw last.
    lines: Option<Lines<'a, C, O>>,
    blocks: Blocks<'a, C>,
    /// States of each block of its own that are not there yet.
    missing: Vec<u64>,
    /// How many planes of each strip are decided, as far as that is known here.
    fronts: Vec<u64>,
    /// What came of bricks that are not whole.
    coming: HashMap<u32, Vec<u32>>,
    /// What waits to be sent.
    leaving: VecDeque<(usize, u32, Arc<[u32]>)>,
    decided: u64,
    is_over: bool,
}

impl<'a, S: Space, C: Cell, O: Offer> Ordered<'a, S, C, O> {
    /// Begins, or goes on from what earlier parts put away.
    ///
    /// # Errors
    ///
    /// [`Broken::Narrow`] where blocks were put away in wider cells, [`EngineError::Memory`] where
    /// there is no room for the cells that are read.
    pub fn new(
        begin: &Begin<'a>,
        space: &'a S,
        bricks: Bricks,
        plan: &Plan,
        found: Manifest,
        older: &[Older<'_>],
    ) -> Result<Self, Broken> {
        let layout = plan.layout;
        let stored = found.blocks.into_iter().map(|(stored, _)| stored);
        let stored: Vec<_> = stored.collect();
        if stored
            .iter()
            .flatten()
            .any(|one| u64::from(one.width) > C::BYTES)
        {
            return Err(Broken::Narrow);
        }
        let refused = |wanted: Option<u64>| {
            Broken::Limit(EngineError::Memory {
                wanted,
                allowed: begin.limits.budget.memory,
            })
        };
        let at_hand = bricks.at_hand().min(layout.states);
        let cells = at_hand.saturating_add(bricks.lines());
        let bytes = cells.saturating_mul(layout.players as u64 * C::BYTES);
        if bytes > begin.limits.budget.memory / 8 * EIGHTHS {
            return Err(refused(Some(bytes.saturating_mul(8) / EIGHTHS)));
        }
        let ring = Ring::new(layout.states, bricks.at_hand(), layout.players);
        let ring = ring.ok_or_else(|| refused(None))?;
        let mut front = if older.is_empty() { 0 } else { bricks.planes };
        for other in older {
            let manifest = read_manifest(other, layout, begin.want).map_err(Broken::Limit)?;
            front = front.min(u64::from(manifest.level));
        }
        let known = front * bricks.plane;
        let missing = (0..layout.blocks()).map(|block| {
            let range = layout.range(block);
            let own = begin.share.has(block, layout.blocks());
            if own {
                range.end - range.start.max(known).min(range.end)
            } else {
                0
            }
        });
        let progress = &begin.limits.progress;
        progress.start(layout.states * layout.players as u64);
        let mut ordered = Self {
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
            ring,
            lines: lines::<S, C, O>(space, layout.players, u64::MAX),
            blocks: Blocks::new(layout, begin.depot, stored, plan.blocks),
            missing: missing.collect(),
            fronts: vec![front; bricks.strips()],
            coming: HashMap::new(),
            leaving: VecDeque::new(),
            // What earlier runs decided is counted once.
            decided: if begin.share.worker == 0 {
                known * layout.players as u64
            } else {
                0
            },
            is_over: false,
            bricks,
        };
        ordered.remember(front, older)?;
        Ok(ordered)
    }

    /// Brings the cells that the bricks from a plane on read back from earlier runs: all there are,
    /// to look along the lines through them, where rays have no longest move.
    fn remember(&mut self, front: u64, older: &[Older<'_>]) -> Result<(), Broken> {
        let (layout, plane) = (self.blocks.layout, self.bricks.plane);
        let wanted = match self.lines {
            Some(_) => 0..front * plane,
            None => self.bricks.first_read(front)..front * plane,
        };
        if wanted.is_empty() {
            return Ok(());
        }
        let manifests: Result<Vec<Manifest>, EngineError> = older
            .iter()
            .map(|other| read_manifest(other, layout, self.want))
            .collect();
        let manifests = manifests.map_err(Broken::Limit)?;
        for block in layout.of(wanted.start).0..=layout.of(wanted.end - 1).0 {
            self.limits.check().map_err(Broken::Limit)?;
            let range = layout.range(block);
            let mut tables: Vec<Vec<C>> = Vec::new();
            for (other, manifest) in older.iter().zip(&manifests) {
                let Some(stored) = manifest.blocks[block].0 else {
                    continue;
                };
                let bytes = other.depot.get(stored.slot).map_err(Broken::Limit)?;
                let (states, width) = (
                    (range.end - range.start) as usize,
                    usize::from(stored.width),
                );
                tables = bytes
                    .chunks(states * width)
                    .map(|bytes| {
                        let mut cells = Vec::new();
                        cells.resize_with(states, C::zero);
                        from_bytes::<C>(&cells, bytes, width);
                        cells
                    })
                    .collect();
            }
            let mut at = range.start.max(wanted.start);
            let last = range.end.min(wanted.end);
            while at < last {
                let number = at / plane;
                let end = last.min((number + 1) * plane);
                for (player, cells) in tables.iter().enumerate() {
                    for index in at..end {
                        let cell = &cells[(index - range.start) as usize];
                        self.ring.put(index, player, cell.get(), false);
                    }
                }
                if end == (number + 1) * plane
                    && let Some(radix) = self.space.radix()
                {
                    for whole in self.bricks.whole_planes(radix, number..number + 1) {
                        self.at_work(|| self.pass().look(&whole))?;
                    }
                }
                at = end;
            }
        }
        Ok(())
    }

    /// Does the work on all threads that there are.
    fn at_work<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match self.limits.threads {
            0 | 1 => alone(work),
            _ => self.pool.install(work),
        }
    }

    /// What goes over runs of states, with the lines.
    fn pass(&self) -> Pass<'_, S, Ring<C>, C, O> {
        Pass {
            space: self.space,
            cells: &self.ring,
            lines: self.lines.as_ref(),
            only: self.only,
            limits: self.limits,
        }
    }

    /// The states of a brick on whose lines rays go on in the next strip, by what sees along them.
    fn crossing(&self, plane: u64, strip: usize, each: &mut dyn FnMut(usize, &[i64])) {
        let (Some(lines), Some(radix)) = (&self.lines, self.space.radix()) else {
            return;
        };
        let boxes = self.bricks.boxes(radix, plane, strip);
        for sight in 0..lines.sights() {
            for block in &boxes {
                let top = self.bricks.top(lines.chain(sight), block.clone(), strip);
                if let Some(top) = top {
                    let _ = self.space.walk(&top, &mut |_, state| {
                        each(sight, state);
                        Flow::Continue(())
                    });
                }
            }
        }
    }

    /// Words of what a brick's lines saw last: as many bytes each as a cell has.
    fn crossing_words(&self, plane: u64, strip: usize) -> usize {
        let (Some(lines), Some(radix)) = (&self.lines, self.space.radix()) else {
            return 0;
        };
        let boxes = self.bricks.boxes(radix, plane, strip);
        let tops = (0..lines.sights()).flat_map(|sight| {
            let top =
                move |block: &Block| self.bricks.top(lines.chain(sight), block.clone(), strip);
            boxes.iter().filter_map(top)
        });
        let count: u64 = tops.map(|top| radix.size(&top)).sum();
        (count * C::BYTES).div_ceil(4) as usize
    }

    /// The same as they are.
    fn crossed(&self, plane: u64, strip: usize) -> Vec<u32> {
        let Some(lines) = &self.lines else {
            return Vec::new();
        };
        let mut words = Vec::new();
        let mut at = 0;
        self.crossing(plane, strip, &mut |sight, state| {
            let word = lines.seen(sight, state).word();
            let (place, shift) = (at / 4, 8 * (at % 4));
            if shift == 0 {
                words.push(0);
            }
            words[place] |= word << shift;
            at += C::BYTES as usize;
        });
        words
    }

    /// Takes them over from another worker.
    fn cross(&self, plane: u64, strip: usize, words: &[u32]) {
        let Some(lines) = &self.lines else {
            return;
        };
        let mask = u32::MAX >> (32 - 8 * C::BYTES as u32);
        let mut at = 0;
        self.crossing(plane, strip, &mut |sight, state| {
            let word = words[at / 4] >> (8 * (at % 4)) & mask;
            lines.see(sight, state, Entry::of_word(word));
            at += C::BYTES as usize;
        });
    }

    /// Who has a strip.
    fn owner(&self, strip: usize) -> usize {
        self.bricks.owner(strip, self.share)
    }

    fn own(&self) -> impl Iterator<Item = usize> {
        (0..self.bricks.strips()).filter(|strip| self.owner(*strip) == self.share.worker)
    }

    /// Its strip that can go on, and has come least far.
    fn next_strip(&self) -> Option<usize> {
        let ahead = self.bricks.ahead();
        let least = self.own().map(|strip| self.fronts[strip]).min()?;
        let may = |strip: &usize| {
            let front = self.fronts[*strip];
            let near = |other: &usize| front <= self.fronts[*other] + ahead;
            front <= least + ahead
                && self.bricks.readers(*strip).iter().all(near)
                && self.bricks.is_ready(*strip, &self.fronts)
        };
        self.own()
            .filter(may)
            .min_by_key(|strip| self.fronts[*strip])
    }

    /// Decides the next brick of a strip, and hands it to whom it concerns.
    fn decide(&mut self, strip: usize) -> Result<(), Broken> {
        let plane = self.fronts[strip];
        let Some(radix) = self.space.radix() else {
            return Ok(());
        };
        for block in self.bricks.boxes(radix, plane, strip) {
            self.at_work(|| self.pass().decide(&block))?;
        }
        whole(&self.region.budget).map_err(Broken::Limit)?;
        self.fronts[strip] = self.bricks.end(plane);
        let runs = self.bricks.runs(plane, strip);
        let states: u64 = runs.iter().map(|run| run.end - run.start).sum();
        self.decided += states * self.ring.players() as u64;
        let layout = self.blocks.layout;
        let mut to = self.bricks.concerned(plane, strip, layout, self.share);
        to.remove(&self.share.worker);
        if !to.is_empty() {
            let mut words = Vec::with_capacity(self.words_of(&runs) + 1);
            for player in 0..self.ring.players() {
                let view = self.ring.view(player);
                for run in &runs {
                    let cells = run.clone().map(|index| view.entry(index));
                    self.packing.pack(cells, &mut words);
                }
            }
            words.extend(self.crossed(plane, strip));
            let words: Arc<[u32]> = sealed(words).into();
            let number = self.bricks.number(plane, strip);
            for worker in to {
                self.leaving.push_back((worker, number, Arc::clone(&words)));
            }
        }
        let read: BTreeSet<usize> = self
            .bricks
            .read_by(strip)
            .map(|other| self.owner(other))
            .collect();
        let front = self.fronts[strip] as u32;
        for worker in read
            .into_iter()
            .filter(|worker| *worker != self.share.worker)
        {
            let words = sealed(vec![front]).into();
            self.leaving
                .push_back((worker, FRONT | strip as u32, words));
        }
        self.keep(&runs, None).map_err(Broken::Limit)
    }

    /// Puts the cells of a brick into the blocks of its own that they belong to: from the ring, or
    /// as they came.
    fn keep(&mut self, runs: &[Range<u64>], came: Option<&[u32]>) -> Result<(), EngineError> {
        let (layout, packing) = (self.blocks.layout, self.packing);
        let (Some(first), Some(last)) = (runs.first(), runs.last()) else {
            return Ok(());
        };
        let each = packing.words(first.end - first.start);
        for block in layout.of(first.start).0..=layout.of(last.end - 1).0 {
            if !self.share.has(block, layout.blocks()) || self.missing[block] == 0 {
                continue;
            }
            let own = layout.range(block);
            let parts: Vec<(usize, Range<u64>)> = runs
                .iter()
                .map(|run| own.start.max(run.start)..own.end.min(run.end))
                .enumerate()
                .filter(|(_, both)| both.start < both.end)
                .collect();
            if parts.is_empty() {
                continue;
            }
            for held in self.blocks.take(&[block])? {
                for player in 0..layout.players {
                    let cells = held.cells.of(player);
                    let put =
                        |index: u64, entry: Entry| cells[(index - own.start) as usize].set(entry);
                    for (at, both) in &parts {
                        match came {
                            None => {
                                let view = self.ring.view(player);
                                both.clone().for_each(|index| put(index, view.entry(index)));
                            }
                            Some(words) => {
                                let words = &words[(player * runs.len() + at) * each..];
                                let first = runs[*at].start;
                                let entry = |index| packing.entry(words, index - first);
                                both.clone().for_each(|index| put(index, entry(index)));
                            }
                        }
                    }
                }
                self.blocks.give_back(block, held, true);
            }
            let states = parts.iter().map(|(_, both)| both.end - both.start);
            self.missing[block] -= states.sum::<u64>();
        }
        Ok(())
    }

    /// Words of a brick's cells.
    fn words_of(&self, runs: &[Range<u64>]) -> usize {
        let each = runs
            .iter()
            .map(|run| self.packing.words(run.end - run.start));
        each.sum::<usize>() * self.ring.players()
    }

    /// A brick of another worker, whole.
    fn arrived(&mut self, plane: u64, strip: usize, words: &[u32]) -> Result<bool, EngineError> {
        if self.owner(strip) == self.share.worker || plane < self.fronts[strip] {
            return Ok(false);
        }
        let runs = self.bricks.runs(plane, strip);
        let (words, lines) = words.split_at(self.words_of(&runs));
        let reads = self
            .bricks
            .readers(strip)
            .iter()
            .any(|other| self.owner(*other) == self.share.worker);
        if reads {
            let each = words.len() / (runs.len() * self.ring.players());
            for player in 0..self.ring.players() {
                for (at, run) in runs.iter().enumerate() {
                    let words = &words[(player * runs.len() + at) * each..];
                    for index in run.clone() {
                        let entry = self.packing.entry(words, index - run.start);
                        self.ring.put(index, player, entry, false);
                    }
                }
            }
            self.cross(plane, strip, lines);
        }
        self.fronts[strip] = self.bricks.end(plane);
        self.keep(&runs, Some(words))?;
        Ok(true)
    }
}

impl<S: Space, C: Cell, O: Offer> Part for Ordered<'_, S, C, O> {
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
            let Some(strip) = self.next_strip() else {
                break;
            };
            any = true;
            match self.decide(strip) {
                Ok(()) => {}
                Err(Broken::Narrow) => return Ok(Go::Narrow),
                // What was begun of the brick is begun again: nothing of it is handed on, so all
                // can be put away.
                Err(Broken::Limit(_)) if self.limits.check().is_err() => break,
                Err(Broken::Limit(error)) => return Err(error),
            }
        }
        Ok(if any { Go::Busy } else { Go::Idle })
    }

    fn leaving(&self) -> u64 {
        self.leaving
            .iter()
            .map(|(.., words)| words.len() as u64)
            .sum()
    }

    fn is_prompt(&self) -> bool {
        true
    }

    fn waiting(&self) -> (u64, u64) {
        let planes = self
            .own()
            .map(|strip| self.bricks.planes - self.fronts[strip]);
        let blocks: u64 = self.missing.iter().sum();
        (planes.sum::<u64>() + blocks + self.coming.len() as u64, 0)
    }

    fn send(
        &mut self,
        most: u64,
        to: &mut dyn FnMut(usize, u32, &[u32]),
    ) -> Result<(), EngineError> {
        let mut sent = 0;
        while sent < most {
            let Some((worker, number, words)) = self.leaving.pop_front() else {
                break;
            };
            sent += words.len() as u64;
            to(worker, number, &words);
        }
        Ok(())
    }

    fn hear(&mut self, number: u32, letters: &[u32]) -> Result<bool, EngineError> {
        let brick = self.bricks.brick(number & !FRONT);
        let strip = (number & !FRONT) as usize;
        let length = match (number & FRONT, brick) {
            (0, Some((plane, strip))) => {
                let runs = self.bricks.runs(plane, strip);
                self.words_of(&runs) + self.crossing_words(plane, strip)
            }
            (FRONT, _) if strip < self.fronts.len() => 1,
            _ => return Ok(false),
        };
        let mut words = self.coming.remove(&number).unwrap_or_default();
        words.extend_from_slice(letters);
        if words.len() <= length {
            self.coming.insert(number, words);
            return Ok(true);
        }
        let Some(words) = opened(&words, length) else {
            return Err(EngineError::Storage(
                "results of another worker arrived out of order; run the same command again to \
                 resume from the last checkpoint"
                    .into(),
            ));
        };
        match brick {
            Some((plane, strip)) if number & FRONT == 0 => self.arrived(plane, strip, words),
            _ => {
                let front = u64::from(words[0]);
                self.fronts[strip] = self.fronts[strip].max(front);
                Ok(front <= self.bricks.planes)
            }
        }
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
        let least = self.own().map(|strip| self.fronts[strip]).min();
        let layout = self.blocks.layout;
        let manifest = Manifest {
            stage: Stage::Ordered,
            // A worker without strips holds nobody back.
            level: least.unwrap_or(self.bricks.planes) as u32,
            decided: self.decided,
            blocks: self
                .blocks
                .stored()
                .iter()
                .map(|stored| (*stored, false))
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
        let layout = self.blocks.layout;
        let cells = self.bricks.at_hand().min(layout.states) + self.bricks.lines();
        let ring = cells * layout.players as u64 * C::BYTES;
        let block = layout.bytes::<C>();
        let own = (0..layout.blocks()).filter(|block| self.share.has(*block, layout.blocks()));
        let held = self.blocks.in_memory().len() as u64 * block;
        (ring + held + 4 * self.leaving(), own.count() as u64 * block)
    }

    fn show(&mut self, see: &mut See<'_>) -> Result<(), EngineError> {
        let layout = self.blocks.layout;
        for block in 0..layout.blocks() {
            if !self.share.has(block, layout.blocks()) {
                continue;
            }
            self.limits.check()?;
            let range = layout.range(block);
            let (first, last) = (range.start / self.unit, range.end.div_ceil(self.unit));
            let (blocks, unit) = (&mut self.blocks, self.unit);
            let as_it_is = |entry: Entry, _: u64, _: usize| entry;
            self.pool.install(|| {
                show(
                    blocks,
                    block,
                    unit,
                    &as_it_is,
                    &mut |cells: &shelf::Cells<'_>| see(first, last - first, cells),
                )
            })?;
        }
        Ok(())
    }
}

/// Reads the manifest of the files that an earlier part saved.
fn read_manifest(other: &Older<'_>, layout: Layout, want: Want) -> Result<Manifest, EngineError> {
    let manifest = read(other.bytes, layout, want == Want::Remoteness)?;
    match manifest.stage {
        Stage::Ordered => Ok(manifest),
        _ => Err(EngineError::Storage(
            "the saved files are from an older version; remove them, and build the table again"
                .into(),
        )),
    }
}
