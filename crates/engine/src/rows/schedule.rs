//! In which order the superchunks are worked on, and the chunks of each.

use std::collections::BinaryHeap;
use std::ops::Range;

use super::layout::Layout;
use super::program::Rule;

/// Bits of a word: one a chunk of a batch.
const LANES: usize = 64;
/// Batches have up to so many times 64 chunks.
pub(super) const WIDEST: usize = 8;

/// Chunks that do not depend on each other, of one class of weights.
pub(super) struct Batch {
    pub(super) class: usize,
    pub(super) chunks: Vec<u32>,
}

/// One bit a place and digit: where the digits of a number stand.
pub(super) fn planes(digits: &[u8], first: usize, radix: usize) -> Vec<u64> {
    let mut planes = vec![0; radix];
    for (place, digit) in digits.iter().enumerate() {
        planes[usize::from(*digit)] |= 1 << (first + place);
    }
    planes
}

/// The chunks of a superchunk in batches, each after all that its chunks may depend on. `class`
/// gives each chunk's class of weights.
///
/// List scheduling by the longest path (Hu 1961), for the width of batches that comes out cheapest.
pub(super) fn batches(rules: &[Rule], layout: &Layout, class: &[usize]) -> Vec<Batch> {
    let graph = Graph::of_chunks(rules, layout);
    let widths = (0..).map(|power| 1 << power);
    widths
        .take_while(|width| *width <= WIDEST)
        .map(|width| graph.batches(class, width * LANES))
        .min_by_key(|batches| {
            batches
                .iter()
                .map(|batch| cost(batch.chunks.len()))
                .sum::<usize>()
        })
        .unwrap_or_default()
}

/// How many times 64 chunks a batch is worked on for.
pub(super) fn width(chunks: usize) -> usize {
    chunks.div_ceil(LANES).next_power_of_two()
}

/// What a batch costs, in the time of a vector instruction with two words; a narrow one costs as
/// much as one of two words, and the walk over the moves is paid once a batch.
fn cost(chunks: usize) -> usize {
    width(chunks).max(2) + 1
}

/// Which chunks of a superchunk, or which superchunks, read which others.
pub(super) struct Graph {
    /// For each, those that may read it, from `starts[number]` on.
    readers: Vec<u32>,
    starts: Vec<u32>,
    /// How many it may read.
    sources: Vec<u32>,
    /// The longest way from it over its readers.
    height: Vec<u32>,
}

impl Graph {
    /// The superchunks of a board.
    pub(super) fn of_superchunks(rules: &[Rule], layout: &Layout) -> Self {
        let between = rules.iter().filter(|rule| rule.by_order);
        let between = between.filter(|rule| rule.by[0] != 0);
        let high = layout.low + layout.mid..layout.radix.len();
        Self::new(
            layout,
            high,
            between.map(|rule| (rule.look(layout.mid..usize::MAX), rule.by[0])),
            layout.superchunks,
        )
    }

    /// The chunks of a superchunk.
    fn of_chunks(rules: &[Rule], layout: &Layout) -> Self {
        let between = rules.iter().filter(|rule| rule.by_order);
        let between = between.filter(|rule| rule.by[0] == 0 && rule.by[1] != 0);
        Self::new(
            layout,
            layout.low..layout.low + layout.mid,
            between.map(|rule| (rule.look(0..layout.mid), rule.by[1])),
            layout.chunks,
        )
    }

    fn new(
        layout: &Layout,
        places: Range<usize>,
        moves: impl Iterator<Item = (Vec<(u8, u8)>, i64)>,
        count: usize,
    ) -> Self {
        let mut moves: Vec<_> = moves.collect();
        moves.sort_unstable();
        moves.dedup();
        let mut pairs = Vec::new();
        for number in 0..count {
            let digits = layout.digits(number, places.start, places.len());
            let fits = |look: &[(u8, u8)]| {
                let mut all = look.iter();
                all.all(|(place, digit)| digits[usize::from(*place)] == *digit)
            };
            for (look, by) in &moves {
                if fits(look) {
                    pairs.push(((number as i64 + by) as u32, number as u32));
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0; count + 1];
        let mut sources = vec![0; count];
        for (source, reader) in &pairs {
            starts[*source as usize + 1] += 1;
            sources[*reader as usize] += 1;
        }
        for chunk in 0..count {
            starts[chunk + 1] += starts[chunk];
        }
        let mut graph = Self {
            readers: pairs.into_iter().map(|(_, reader)| reader).collect(),
            starts,
            sources,
            height: vec![0; count],
        };
        // A reader has a larger number.
        for chunk in (0..count).rev() {
            let readers = graph.readers(chunk).iter();
            let highest = readers.map(|reader| graph.height[*reader as usize] + 1);
            graph.height[chunk] = highest.max().unwrap_or(0);
        }
        graph
    }

    fn readers(&self, chunk: usize) -> &[u32] {
        &self.readers[self.starts[chunk] as usize..self.starts[chunk + 1] as usize]
    }

    /// Groups that do not depend on each other, of at most so many, each after all that it depends
    /// on.
    pub(super) fn groups(&self, most: usize) -> Vec<Vec<u32>> {
        let batches = self.batches(&vec![0; self.sources.len()], most.max(1));
        batches.into_iter().map(|batch| batch.chunks).collect()
    }

    fn batches(&self, class: &[usize], most: usize) -> Vec<Batch> {
        let classes = class.iter().max().map_or(0, |most| most + 1);
        let mut ready: Vec<BinaryHeap<(u32, u32)>> = vec![BinaryHeap::new(); classes];
        let mut left = self.sources.clone();
        let add = |chunk: usize, ready: &mut Vec<BinaryHeap<(u32, u32)>>| {
            ready[class[chunk]].push((self.height[chunk], u32::MAX - chunk as u32));
        };
        for (chunk, _) in left.iter().enumerate().filter(|(_, left)| **left == 0) {
            add(chunk, &mut ready);
        }
        let mut batches = Vec::new();
        loop {
            let Some((class, heap)) = ready
                .iter_mut()
                .enumerate()
                .max_by_key(|(_, heap)| heap.len())
                .filter(|(_, heap)| !heap.is_empty())
            else {
                return batches;
            };
            let mut chunks: Vec<u32> = std::iter::from_fn(|| heap.pop())
                .take(most)
                .map(|(_, chunk)| u32::MAX - chunk)
                .collect();
            chunks.sort_unstable();
            for chunk in &chunks {
                for reader in self.readers(*chunk as usize) {
                    left[*reader as usize] -= 1;
                    if left[*reader as usize] == 0 {
                        add(*reader as usize, &mut ready);
                    }
                }
            }
            batches.push(Batch { class, chunks });
        }
    }
}
