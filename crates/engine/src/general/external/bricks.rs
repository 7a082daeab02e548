//! How a table whose moves lower the number, each by one of a few steps, is cut into bricks.
//!
//! A plane is a run of states whose first slots are the same; a strip is a stretch of values of the
//! next slot, in every plane. A brick is what lies in some neighbouring planes and one strip: a run
//! of states in each of them. It is decided when the bricks are that its moves lead to: some planes
//! before, in the same strip or in its neighbours.
//!
//! Of a ray without a longest move the nearest option counts as a move, and a step along its line
//! as another: what the line saw last in a strip ([`Lines`](super::super::lines::Lines)) is told to
//! the next strip, and stands for all options further down.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::super::lines::{Chain, kept};
use super::super::space::{Block, Radix, Space};
use super::blocks::Layout;
use super::share::{Dealing, Share};

/// Strips at most: so many workers find something to do.
const STRIPS: i64 = 64;
/// Planes that a strip may be before another that reads it, where planes are small; fewer where
/// they take more states than this.
const AHEAD: u64 = 32;
const FAR: u64 = 1 << 26;
/// States that a brick has at least, where there are planes enough: what is done once for each
/// brick is little beside them.
const STATES: u64 = 1 << 14;
/// Of all planes a brick has one part in so many for each worker at most: so nobody waits long for
/// the first brick of another, and a brick lies in few blocks.
const PART: u64 = 64;

/// The bricks of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bricks {
    /// States to a plane.
    pub plane: u64,
    /// How many planes there are.
    pub planes: u64,
    /// States to a value of the slot that is cut into strips.
    weight: u64,
    /// The slots before that one, and it.
    before: Vec<usize>,
    slot: usize,
    /// Its values in each strip, from 0 on.
    strips: Vec<Range<u64>>,
    /// The other strips that the bricks of a strip read, and how many planes before at least.
    reads: Vec<Vec<(usize, u64)>>,
    /// The other strips that read a strip's bricks.
    readers: Vec<Vec<usize>>,
    /// How many planes before moves lead at most.
    back: u64,
    /// Lines of all rays without a longest move.
    lines: u64,
    /// Planes to a brick.
    pub thick: u64,
}

/// By how many planes, and by how many values of the slot, a move goes down.
type Down = (u64, i64);

impl Bricks {
    /// The bricks of a space, for so many workers; `None` where moves lead too far, or along rays
    /// with too many lines, or a number of a brick has more than 31 bits.
    pub fn of<S: Space>(space: &S, workers: usize) -> Option<Self> {
        let (mut steps, radix) = (space.steps()?, space.radix()?);
        let most = (space.states() / 8).max(1 << 12);
        let chains = space.chains().iter();
        let lines: Option<u64> = chains.map(|chain| kept(chain, radix, most)).sum();
        let lines = lines?;
        steps.extend(space.chains().iter().map(|chain| {
            let mut step = vec![0; radix.low.len()];
            chain.stepping().for_each(|own| step[own.slot] = -own.step);
            step
        }));
        let values = |slot: usize| radix.high[slot] - radix.low[slot] + 1;
        // The first slot that can be cut, behind others that have some values.
        let mut planes = 1;
        let cut = radix.order.iter().position(|slot| {
            let cut = planes > 1 && values(*slot) > 1;
            planes *= if cut { 1 } else { values(*slot) };
            cut
        });
        let cut = cut.unwrap_or(0);
        let slot = *radix.order.get(cut)?;
        let before = radix.order[..cut].to_vec();
        let plane = before.last().map_or(radix.len, |last| radix.weight[*last]);
        let down = |step: &Vec<i64>| -> Option<Down> {
            let planes = before.iter().map(|slot| {
                let by = i128::from(step[*slot]);
                by * i128::from(radix.weight[*slot] / plane)
            });
            let by = u64::try_from(-planes.sum::<i128>()).ok()?;
            (by > 0 || step[slot] <= 0).then_some((by, -step[slot]))
        };
        let stays = |step: &&Vec<i64>| (0..step.len()).all(|slot| step[slot].abs() < values(slot));
        let downs: Option<BTreeSet<Down>> = steps.iter().filter(stays).map(down).collect();
        let downs = downs?;
        let span = downs.iter().map(|down| down.1.abs()).max();
        let strips = strips(values(slot), span.unwrap_or(0).max(1));
        let mut bricks = Self {
            plane,
            planes: radix.len / plane,
            weight: radix.weight[slot],
            before,
            slot,
            reads: vec![Vec::new(); strips.len()],
            readers: vec![Vec::new(); strips.len()],
            back: downs.iter().map(|down| down.0).max().unwrap_or(0),
            strips,
            lines,
            thick: 1,
        };
        bricks.link(&downs);
        // Moves that raise the slot read the strip beyond, which reads this one: that many planes
        // before at least, so bricks of no more planes never wait for each other.
        let up = downs.iter().filter(|down| down.1 < 0).map(|down| down.0);
        let states = bricks.plane / bricks.strips.len() as u64;
        bricks.thick = STATES
            .div_ceil(states.max(1))
            .min(bricks.planes / (PART * workers.max(1) as u64))
            .min(up.min().unwrap_or(u64::MAX))
            .max(1);
        let numbers = bricks.planes.checked_mul(bricks.strips.len() as u64);
        numbers.is_some_and(|all| all < 1 << 31).then_some(bricks)
    }

    /// Finds out who reads whom.
    fn link(&mut self, downs: &BTreeSet<Down>) {
        for (one, own) in self.strips.iter().enumerate() {
            let mut nearest: BTreeMap<usize, u64> = BTreeMap::new();
            for (planes, by) in downs {
                let (from, to) = (own.start as i64 - by, own.end as i64 - by);
                for (other, strip) in self.strips.iter().enumerate() {
                    if other != one && from < strip.end as i64 && to > strip.start as i64 {
                        let near = nearest.entry(other).or_insert(*planes);
                        *near = (*near).min(*planes);
                    }
                }
            }
            for other in nearest.keys() {
                self.readers[*other].push(one);
            }
            self.reads[one] = nearest.into_iter().collect();
        }
    }

    /// How many strips there are.
    pub fn strips(&self) -> usize {
        self.strips.len()
    }

    /// The other strips that a strip's bricks read.
    pub fn read_by(&self, strip: usize) -> impl Iterator<Item = usize> {
        self.reads[strip].iter().map(|(other, _)| *other)
    }

    /// The other strips whose bricks read a strip's.
    pub fn readers(&self, strip: usize) -> &[usize] {
        &self.readers[strip]
    }

    /// The plane behind the brick that begins with this one.
    pub fn end(&self, plane: u64) -> u64 {
        ((plane / self.thick + 1) * self.thick).min(self.planes)
    }

    /// Who has a strip: neighbouring ones each.
    pub fn owner(&self, strip: usize, share: Share) -> usize {
        let strips = Share {
            dealing: Dealing::Runs,
            ..share
        };
        strips.owner(strip, self.strips.len())
    }

    /// Whom a brick that begins with a plane concerns, its owner among them perhaps: who reads it,
    /// and who has its blocks of the table.
    pub fn concerned(
        &self,
        plane: u64,
        strip: usize,
        layout: Layout,
        share: Share,
    ) -> BTreeSet<usize> {
        let readers = self.readers[strip].iter();
        let readers = readers.map(|other| self.owner(*other, share));
        let runs = self.runs(plane, strip);
        let blocks = runs
            .iter()
            .flat_map(|run| layout.of(run.start).0..=layout.of(run.end - 1).0);
        let blocks = blocks.map(|block| share.owner(block, layout.blocks()));
        readers.chain(blocks).collect()
    }

    /// Words of what rays saw last that go with a brick of so many planes, where each value takes
    /// so many bytes, and one player has them.
    pub fn line_words(&self, chains: &[Chain], strip: usize, planes: u64, bytes: u64) -> u64 {
        let strips = &self.strips[strip];
        let crossing = chains.iter().map(|chain| {
            let step = chain.stepping().find(|own| own.slot == self.slot);
            let step = step.map_or(0, |own| own.step as u64);
            step.min(strips.end - strips.start) * self.weight
        });
        let values = crossing.sum::<u64>() * planes;
        match strip + 1 < self.strips.len() {
            true => (values * bytes).div_ceil(4),
            false => 0,
        }
    }

    /// Whether the next brick of a strip can be decided, where so many planes of each are.
    pub fn is_ready(&self, strip: usize, fronts: &[u64]) -> bool {
        let (plane, end) = (fronts[strip], self.end(fronts[strip]));
        let known = |(other, by): &(usize, u64)| fronts[*other] + by >= end;
        plane < self.planes && self.reads[strip].iter().all(known)
    }

    /// How many planes a strip may be before another that reads it, when its next brick is begun.
    pub fn ahead(&self) -> u64 {
        (FAR / self.plane).clamp(1, AHEAD).max(2 * self.thick)
    }

    /// How many states are to be at hand: what is read, and as much as strips are before each
    /// other.
    pub fn at_hand(&self) -> u64 {
        let planes = self.back.saturating_add(2 * (self.ahead() + self.thick));
        let states = planes.saturating_mul(self.plane);
        states.checked_next_power_of_two().unwrap_or(u64::MAX)
    }

    /// The first state that is read from a plane on.
    pub fn first_read(&self, plane: u64) -> u64 {
        plane.saturating_sub(self.back) * self.plane
    }

    /// The states of a brick that begins with this plane: a run in each of its planes, all of one
    /// length.
    pub fn runs(&self, plane: u64, strip: usize) -> Vec<Range<u64>> {
        let values = &self.strips[strip];
        let run = |plane: u64| {
            let first = plane * self.plane;
            first + values.start * self.weight..first + values.end * self.weight
        };
        (plane..self.end(plane)).map(run).collect()
    }

    /// The same as boxes, each before the next.
    pub fn boxes(&self, radix: &Radix, plane: u64, strip: usize) -> Vec<Block> {
        let values = &self.strips[strip];
        let low = radix.low[self.slot];
        let cut = |mut block: Block| {
            block.low[self.slot] = low + values.start as i64;
            block.high[self.slot] = low + values.end as i64 - 1;
            block
        };
        let whole = self.whole_planes(radix, plane..self.end(plane));
        whole.into_iter().map(cut).collect()
    }

    /// All states of some planes, as boxes.
    pub fn whole_planes(&self, radix: &Radix, planes: Range<u64>) -> Vec<Block> {
        // Only neighbours that differ in the last slot alone lie in one box.
        let last = self.before.last();
        let values = last.map_or(1, |slot| radix.high[*slot] - radix.low[*slot] + 1) as u64;
        let mut boxes = Vec::new();
        let mut at = planes.start;
        while at < planes.end {
            let end = planes.end.min((at / values + 1) * values);
            let mut block = radix.whole();
            let mut left = at;
            for slot in &self.before {
                let weight = radix.weight[*slot] / self.plane;
                let value = radix.low[*slot] + (left / weight) as i64;
                left %= weight;
                (block.low[*slot], block.high[*slot]) = (value, value);
            }
            if let Some(slot) = last {
                block.high[*slot] += (end - at) as i64 - 1;
            }
            boxes.push(block);
            at = end;
        }
        boxes
    }

    /// The last states in a box of a strip on the lines that go on in the next strip; `None` where
    /// none does.
    pub fn top(&self, chain: &Chain, mut block: Block, strip: usize) -> Option<Block> {
        let step = chain.stepping().find(|own| own.slot == self.slot)?.step;
        block.low[self.slot] = block.low[self.slot].max(block.high[self.slot] - step + 1);
        (strip + 1 < self.strips.len()).then_some(block)
    }

    /// Lines of all rays without a longest move, of one player.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// The number of a brick that begins with a plane, which has at most 31 bits, and back.
    pub fn number(&self, plane: u64, strip: usize) -> u32 {
        (plane * self.strips.len() as u64 + strip as u64) as u32
    }

    /// The first plane and the strip of a brick; `None` where there is none of this number.
    pub fn brick(&self, number: u32) -> Option<(u64, usize)> {
        let of = self.strips.len() as u64;
        let (plane, strip) = (u64::from(number) / of, u64::from(number) % of);
        (plane < self.planes).then_some((plane, strip as usize))
    }
}

/// So many values in strips of nearly equal width, none narrower than the longest step.
fn strips(values: i64, span: i64) -> Vec<Range<u64>> {
    let count = (values / span).clamp(1, STRIPS);
    let at = |number: i64| (i128::from(values) * i128::from(number) / i128::from(count)) as u64;
    (0..count).map(|one| at(one)..at(one + 1)).collect()
}
