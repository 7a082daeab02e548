//! Whether a quotient's losses are right for every sum of some heaps; and where they are not, the
//! lightest sum that shows it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use whowins_engine::{EngineError, Limits};

use super::monoid::{Element, Quotient, Sum, joined, weight};

/// Between two looks at the clock, in pairs.
const LOOK: usize = 1 << 10;

/// A sum whose label does not follow from those of its options: lost, with an option that is lost;
/// or won, with moves, and without such an option.
///
/// It is one of the lightest. So the labels of its options, which are lighter, are true, and its
/// own is false.
#[derive(Clone, Debug)]
pub(super) struct Violation {
    pub sum: Sum,
    pub weight: u32,
}

/// A heap as far as play beside others goes.
#[derive(Debug)]
struct Sort {
    heap: u16,
    element: Element,
    /// Beside these elements the heap has a move to a loss.
    wins: Vec<bool>,
    /// The elements that make a given one with this heap's: those of `d` are
    /// `parts[starts[d]..starts[d + 1]]`.
    starts: Vec<u32>,
    parts: Vec<Element>,
}

/// How a pair came about most lightly.
#[derive(Clone, Copy, Debug)]
struct Path {
    weight: u32,
    /// The pair before, if any, and the sort that was added.
    before: u32,
    sort: u32,
}

const NONE: u32 = u32::MAX;

/// The heaps so far, and the pairs (q, c) such that some sum of them has the element q, a move, and
/// no move to a loss beside c, where both together are won.
///
/// Such a pair for c = 1 is a fault of the law, and all faults of wins show so: take a sum with a
/// move and without a move to a loss, and put its heaps one to the next; each time the heaps so far
/// are stuck beside the others. So pairs, not sets of contexts, are enough.
#[derive(Debug)]
pub(super) struct Kernel {
    order: usize,
    sorts: Vec<Sort>,
    /// By element q, times the order, plus context c.
    paths: Vec<Path>,
    reached: Vec<u32>,
    waiting: BinaryHeap<Reverse<(u32, u32)>>,
    /// Losses that lead to losses: the heap, and what stands beside it.
    losses: Vec<(u16, Element)>,
}

impl Kernel {
    /// No heap but the empty one.
    pub(super) fn new(order: usize) -> Self {
        let none = Path {
            weight: u32::MAX,
            before: NONE,
            sort: NONE,
        };
        Self {
            order,
            sorts: Vec::new(),
            paths: vec![none; order * order],
            reached: Vec::new(),
            waiting: BinaryHeap::new(),
            losses: Vec::new(),
        }
    }

    /// Adds the next heap with its options' elements.
    pub(super) fn add(&mut self, law: &Quotient, heap: u16, options: &[Element]) {
        if options.is_empty() {
            // A heap without moves is as none: the learner tells no difference.
            return;
        }
        let (order, monoid) = (self.order, &law.monoid);
        let element = law.elements[usize::from(heap)];
        let mut wins = vec![false; order];
        for option in options {
            for (won, to) in wins.iter_mut().zip(monoid.row(*option)) {
                *won |= monoid.lost[usize::from(*to)];
            }
        }
        let row = monoid.row(element);
        for context in 0..order {
            if wins[context] && monoid.lost[usize::from(row[context])] {
                self.losses.push((heap, context as Element));
            }
        }
        // A heap that can do more, and is heavier, brings nothing.
        let covers = |sort: &Sort| {
            sort.element == element && sort.wins.iter().zip(&wins).all(|(a, b)| !a || *b)
        };
        if self.sorts.iter().any(covers) {
            return;
        }
        let mut starts = vec![0_u32; order + 1];
        for to in row {
            starts[usize::from(*to) + 1] += 1;
        }
        for at in 0..order {
            starts[at + 1] += starts[at];
        }
        let mut place = starts.clone();
        let mut parts = vec![0; order];
        for (part, to) in row.iter().enumerate() {
            let place = &mut place[usize::from(*to)];
            parts[*place as usize] = part as Element;
            *place += 1;
        }
        let sort = self.sorts.len() as u32;
        let stuck = |context: &usize| !wins[*context] && !monoid.lost[usize::from(row[*context])];
        let contexts: Vec<usize> = (0..order).filter(stuck).collect();
        self.sorts.push(Sort {
            heap,
            element,
            wins,
            starts,
            parts,
        });
        for context in contexts {
            let path = Path {
                weight: weight(&[heap]),
                before: NONE,
                sort,
            };
            self.reach(element, context as Element, path);
        }
        for at in 0..self.reached.len() {
            self.step(law, self.reached[at], sort);
        }
    }

    /// Follows all pairs; the lightest violation, if there is one.
    pub(super) fn settle(
        &mut self,
        law: &Quotient,
        limits: &Limits,
    ) -> Result<Option<Violation>, EngineError> {
        let mut followed = 0_usize;
        while let Some(Reverse((weight, pair))) = self.waiting.pop() {
            followed += 1;
            if followed.is_multiple_of(LOOK) {
                limits.check()?;
            }
            if self.paths[pair as usize].weight == weight {
                for sort in 0..self.sorts.len() as u32 {
                    self.step(law, pair, sort);
                }
            }
        }
        let stuck = (0..self.order).map(|element| element * self.order);
        let stuck = stuck
            .filter(|pair| self.paths[*pair].weight < u32::MAX)
            .min_by_key(|pair| self.paths[*pair].weight);
        let stuck = stuck.map(|pair| Violation {
            sum: self.sum(pair),
            weight: self.paths[pair].weight,
        });
        let all = stuck.into_iter().chain(self.loss_to_loss(law));
        Ok(all.min_by_key(|violation| violation.weight))
    }

    /// Whether a pair was reached, at its element times the order plus its context.
    pub(super) fn pairs(&self) -> Vec<bool> {
        let paths = self.paths.iter();
        paths.map(|path| path.weight < u32::MAX).collect()
    }

    /// Puts a heap of a sort to a pair.
    fn step(&mut self, law: &Quotient, pair: u32, sort: u32) {
        let (element, context) = (pair as usize / self.order, pair as usize % self.order);
        let own = self.sorts[sort as usize].element;
        let (from, to) = (
            self.sorts[sort as usize].starts[context],
            self.sorts[sort as usize].starts[context + 1],
        );
        let path = Path {
            weight: self.paths[pair as usize].weight + weight(&[self.sorts[sort as usize].heap]),
            before: pair,
            sort,
        };
        for part in from..to {
            let part = self.sorts[sort as usize].parts[part as usize];
            let beside = law.monoid.times(element as Element, part);
            if !self.sorts[sort as usize].wins[usize::from(beside)] {
                self.reach(law.monoid.times(element as Element, own), part, path);
            }
        }
    }

    fn reach(&mut self, element: Element, context: Element, path: Path) {
        let pair = usize::from(element) * self.order + usize::from(context);
        let known = &mut self.paths[pair];
        if path.weight < known.weight {
            if known.weight == u32::MAX {
                self.reached.push(pair as u32);
            }
            *known = path;
            self.waiting.push(Reverse((path.weight, pair as u32)));
        }
    }

    /// The heaps that lead to a pair.
    fn sum(&self, pair: usize) -> Sum {
        let mut sum = Sum::new();
        let mut path = self.paths[pair];
        loop {
            sum.push(self.sorts[path.sort as usize].heap);
            if path.before == NONE {
                break;
            }
            path = self.paths[path.before as usize];
        }
        sum.sort_unstable_by(|a, b| b.cmp(a));
        sum
    }

    /// The lightest loss that leads to a loss.
    fn loss_to_loss(&self, law: &Quotient) -> Option<Violation> {
        if self.losses.is_empty() {
            return None;
        }
        let lightest = lightest(law);
        let with = |(heap, context): &(u16, Element)| {
            let mut sum = lightest[usize::from(*context)].clone();
            sum.push(*heap);
            sum.sort_unstable_by(|a, b| b.cmp(a));
            let weight = weight(&sum);
            Violation { sum, weight }
        };
        let all = self.losses.iter().map(with);
        all.min_by_key(|violation| violation.weight)
    }
}

/// For each element the lightest sum of known heaps that has it.
fn lightest(law: &Quotient) -> Vec<Sum> {
    let order = law.monoid.order();
    let mut heaps: Vec<u16> = Vec::new();
    for (heap, element) in law.elements.iter().enumerate() {
        let like = |other: &u16| law.elements[usize::from(*other)] == *element;
        if *element != 0 && !heaps.iter().any(like) {
            heaps.push(heap as u16);
        }
    }
    let mut found: Vec<Option<Sum>> = vec![None; order];
    let mut waiting = BinaryHeap::from([Reverse((0, Sum::new()))]);
    while let Some(Reverse((sum_weight, sum))) = waiting.pop() {
        let element = law.of(&sum);
        if found[usize::from(element)].is_some() {
            continue;
        }
        for heap in &heaps {
            let more = joined(&sum, &[*heap]);
            waiting.push(Reverse((sum_weight + weight(&[*heap]), more)));
        }
        found[usize::from(element)] = Some(sum);
    }
    let sums = found.into_iter().zip(&law.monoid.sums);
    sums.map(|(found, own)| found.unwrap_or_else(|| own.clone()))
        .collect()
}
