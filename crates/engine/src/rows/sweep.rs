//! The sweep: every superchunk after those that it reads, its chunks in batches.

use std::sync::{Mutex, PoisonError};

use whowins_analysis::board::Placement;

use super::layout::Layout;
use super::program::{Condition, Cover, Moves, Sources, Within};
use super::schedule::{Batch, Graph, WIDEST, planes, width};
use super::tile::{Row, put, rows, solve, take, turn};
use super::weights::{Classes, Low};
use crate::limits::{EngineError, Limits};
use crate::together;

/// One bit a position, superchunk by superchunk.
pub(super) type Bits = Vec<Vec<u64>>;

/// A game at one size, ready to be swept.
pub(super) struct Program {
    pub(super) layout: Layout,
    /// Of each player; one for both where they have the same moves.
    pub(super) moves: Vec<Moves>,
    /// What moves within a chunk ask of the high cells.
    pub(super) conditions: Vec<Condition>,
    /// Fillings that a follow-up of several cells would change: no positions of the game.
    pub(super) unsettled: Cover,
    pub(super) classes: Classes,
    /// Which superchunks read which others.
    pub(super) graph: Graph,
    pub(super) batches: Vec<Batch>,
    /// Where the digits of each chunk stand, batch by batch.
    pub(super) planes: Vec<u32>,
    /// How many digits the largest radix has.
    pub(super) radix: usize,
    /// The forced follow-ups.
    pub(super) at_once: Vec<Placement>,
}

/// Buffers of one thread.
struct Scratch {
    tiles: Vec<Vec<u64>>,
    words: Vec<u64>,
    more: Vec<u64>,
    planes: Vec<u64>,
    conditions: Vec<u64>,
}

/// One superchunk in one layer.
struct Job<'a> {
    superchunk: usize,
    tables: &'a [Bits],
    blocked: Option<&'a Bits>,
    /// The positions to decide, by the chunks' class; `None` where all are.
    low: Option<Vec<Option<&'a Low>>>,
}

impl Program {
    pub(super) fn players(&self) -> usize {
        self.moves.len()
    }

    /// Bytes of the tables that a sweep holds at its height, with those it gives.
    pub(super) fn bytes(&self, threads: usize) -> u64 {
        let layout = &self.layout;
        let copies = match self.one_layer() {
            true => 0,
            false => threads.min(layout.superchunks),
        };
        let copies = 8 * (copies * layout.superchunk_words()) as u64;
        self.players() as u64 * (layout.bytes() + copies)
    }

    fn one_layer(&self) -> bool {
        self.classes.layers.len() == 1
    }

    /// The positions from which each player to move loses; those of `blocked` count as won.
    pub(super) fn sweep(
        &self,
        blocked: Option<&Bits>,
        limits: &Limits,
    ) -> Result<Vec<Bits>, EngineError> {
        limits.in_pool(self.layout.total(), || self.in_layers(blocked, limits))
    }

    fn in_layers(&self, blocked: Option<&Bits>, limits: &Limits) -> Result<Vec<Bits>, EngineError> {
        let layout = &self.layout;
        // Several layers read and write all superchunks; in one, each is made when those that it
        // reads are done.
        let words = if self.one_layer() {
            0
        } else {
            layout.superchunk_words()
        };
        let mut tables = vec![vec![vec![0; words]; layout.superchunks]; self.players()];
        let groups = self.graph.groups(together::threads());
        // Scratch paper that no thread uses.
        let spare = Mutex::new(Vec::new());
        let spare = || spare.lock().unwrap_or_else(PoisonError::into_inner);
        for layer in &self.classes.layers {
            for group in &groups {
                let work = |at: usize| {
                    let superchunk = group[at] as usize;
                    let one_layer = self.one_layer();
                    let low = (!one_layer).then(|| self.classes.of_layer(layer, superchunk));
                    let job = Job {
                        superchunk,
                        tables: &tables,
                        blocked,
                        low,
                    };
                    let mut scratch = spare().pop().unwrap_or_else(|| self.scratch());
                    let done = self.superchunk(&job, &mut scratch, limits);
                    spare().push(scratch);
                    done
                };
                let done = together::all(group.len(), &work)?;
                for (superchunk, own) in group.iter().zip(done) {
                    for (table, own) in tables.iter_mut().zip(own.into_iter().flatten()) {
                        table[*superchunk as usize] = own;
                    }
                }
            }
        }
        Ok(tables)
    }

    fn scratch(&self) -> Scratch {
        let tile = vec![0; rows(self.layout.words) * WIDEST];
        Scratch {
            tiles: vec![tile; self.players()],
            words: vec![0; self.layout.words],
            more: vec![0; self.layout.words],
            planes: vec![0; self.radix],
            conditions: vec![0; self.conditions.len() * WIDEST],
        }
    }

    /// The superchunk's words for each player; `None` where the layer has none of its positions.
    fn superchunk(
        &self,
        job: &Job<'_>,
        scratch: &mut Scratch,
        limits: &Limits,
    ) -> Result<Option<Vec<Vec<u64>>>, EngineError> {
        let layout = &self.layout;
        let empty = |low: &Vec<Option<&Low>>| low.iter().all(Option::is_none);
        if job.low.as_ref().is_some_and(empty) {
            return Ok(None);
        }
        let length = layout.superchunk_words();
        let known = job.tables.iter().map(|table| &table[job.superchunk]);
        // Memory that comes as zeros is not touched before it is written.
        let mut own: Vec<Vec<u64>> = match self.one_layer() {
            true => known.map(|_| vec![0; length]).collect(),
            false => known.cloned().collect(),
        };
        let high = layout.low + layout.mid;
        let digits = layout.digits(job.superchunk, high, layout.radix.len() - high);
        let top = planes(&digits, layout.mid, self.radix);
        let mut first = 0;
        for batch in &self.batches {
            limits.check()?;
            let planes = &self.planes[first..first + batch.chunks.len() * self.radix];
            first += planes.len();
            let low = match &job.low {
                None => None,
                Some(classes) => match classes[batch.class] {
                    None => continue,
                    low => low,
                },
            };
            let mut part = Part {
                program: self,
                job,
                top: &top,
                planes,
                chunks: &batch.chunks,
                low,
            };
            match width(batch.chunks.len()) {
                1 => part.decide::<1>(&mut own, scratch),
                2 => part.decide::<2>(&mut own, scratch),
                4 => part.decide::<4>(&mut own, scratch),
                _ => part.decide::<WIDEST>(&mut own, scratch),
            }
            let positions = low.map_or(layout.positions, |low| low.positions.len());
            limits.progress.add((positions * batch.chunks.len()) as u64);
        }
        Ok(Some(own))
    }

    /// How many positions are settled.
    pub(super) fn settled(&self, limits: &Limits) -> Result<u64, EngineError> {
        let layout = &self.layout;
        if self.unsettled.is_empty() {
            return Ok(layout.total());
        }
        let high = layout.low + layout.mid;
        let count = |superchunk: usize| -> Result<u64, EngineError> {
            limits.check()?;
            let digits = layout.digits(superchunk, high, layout.radix.len() - high);
            let top = planes(&digits, layout.mid, self.radix);
            let mut words = vec![0; layout.words];
            let mut both = vec![0; self.radix];
            let mut unsettled = 0;
            for planes in self.planes.chunks_exact(self.radix) {
                words.fill(0);
                join(&mut both, &top, planes);
                self.unsettled.set(&mut words, &both);
                *words.last_mut().expect("a chunk has words") &= last_word(layout);
                unsettled += ones(&words);
            }
            Ok(unsettled)
        };
        let counts = || together::all(layout.superchunks, &count);
        let counts: Vec<u64> = limits.in_pool(layout.total(), counts)?;
        Ok(layout.total() - counts.iter().sum::<u64>())
    }
}

/// Bits set.
pub(super) fn ones(words: &[u64]) -> u64 {
    words.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// The bits of a chunk's last word that are positions.
fn last_word(layout: &Layout) -> u64 {
    u64::MAX >> (64 * layout.words - layout.positions)
}

/// Writes the planes of a chunk to `both`.
#[inline]
fn join(both: &mut [u64], top: &[u64], planes: &[u32]) {
    for ((both, top), plane) in both.iter_mut().zip(top).zip(planes) {
        *both = top | u64::from(*plane);
    }
}

/// A batch of chunks.
struct Part<'a> {
    program: &'a Program,
    job: &'a Job<'a>,
    top: &'a [u64],
    planes: &'a [u32],
    chunks: &'a [u32],
    low: Option<&'a Low>,
}

impl Part<'_> {
    fn decide<const V: usize>(&mut self, own: &mut [Vec<u64>], scratch: &mut Scratch) {
        let program = self.program;
        let words = program.layout.words;
        let length = rows(words) * V;
        let (conditions, _) = scratch.conditions.as_chunks_mut::<V>();
        conditions.fill([0; V]);
        for (lane, chunk) in self.chunks.iter().enumerate() {
            let radix = program.radix;
            let planes = &mut scratch.planes;
            join(
                planes,
                self.top,
                &self.planes[lane * radix..(lane + 1) * radix],
            );
            for player in 0..own.len() {
                let buffers = (&mut scratch.words[..], &mut scratch.more[..]);
                self.see(player, own, *chunk as usize, planes, buffers);
                let (tile, _) = scratch.tiles[player][..length].as_chunks_mut::<V>();
                put(tile, lane, &scratch.words);
            }
            for (at, condition) in program.conditions.iter().enumerate() {
                conditions[at][lane % V] |= u64::from(condition.holds(planes)) << (lane / V);
            }
        }
        let mut tiles: Vec<&mut [Row<V>]> = scratch
            .tiles
            .iter_mut()
            .map(|tile| tile[..length].as_chunks_mut::<V>().0)
            .collect();
        for tile in &mut tiles {
            turn(tile);
        }
        let within: Vec<&Within> = program.moves.iter().map(|moves| &moves.within).collect();
        match self.low {
            None => solve(&mut tiles, &within, conditions, 0..program.layout.positions),
            Some(low) => {
                let positions = low.positions.iter().map(|position| *position as usize);
                solve(&mut tiles, &within, conditions, positions);
            }
        }
        let last = last_word(&program.layout);
        for (tile, own) in tiles.into_iter().zip(own) {
            turn(tile);
            for (lane, chunk) in self.chunks.iter().enumerate() {
                let chunk = &mut own[*chunk as usize * words..][..words];
                take(tile, lane, chunk);
                chunk[words - 1] &= last;
            }
        }
    }

    /// Writes to `words` what is decided of a chunk from outside it: that its positions are won, or
    /// what they are, in another layer.
    fn see(
        &self,
        player: usize,
        own: &[Vec<u64>],
        chunk: usize,
        planes: &[u64],
        (words, more): (&mut [u64], &mut [u64]),
    ) {
        let program = self.program;
        let moves = &program.moves[player];
        let first = chunk * words.len();
        match self.job.blocked {
            Some(blocked) => {
                words.copy_from_slice(&blocked[self.job.superchunk][first..first + words.len()]);
            }
            None => words.fill(0),
        }
        program.unsettled.set(words, planes);
        if let Some(movable) = &moves.movable {
            more.fill(0);
            movable.set(more, planes);
            for (word, more) in words.iter_mut().zip(&*more) {
                *word |= !more;
            }
        }
        let read = program.players() - 1 - player;
        let sources = Sources {
            own: &own[read],
            others: &self.job.tables[read],
            superchunk: self.job.superchunk,
        };
        moves.reads.gather(words, planes, first, &sources);
        if let Some(low) = self.low {
            let known = &own[player][first..first + words.len()];
            for ((word, known), mask) in words.iter_mut().zip(known).zip(&low.mask) {
                *word = *word & mask | known & !mask;
            }
        }
    }
}
