//! Outcomes of sums of heaps under misère play: from the rules, and from labels that are known to
//! be true.
//!
//! Sums are remembered by a hash of 64 bits alone. Should two of them meet, a wrong outcome would
//! lead the learner astray, and nothing worse: whether the labels are right is checked afterwards,
//! without these outcomes.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use whowins_analysis::heaps::Breaking;
use whowins_engine::{EngineError, Limits};

use super::monoid::{Element, Quotient, weight};

/// No more sums are worked out for one heap.
const MOST: usize = 1 << 23;
/// Bytes that a sum takes, roughly.
const BYTES: u64 = 32;
/// Between two looks at the clock.
const LOOK: usize = 1 << 12;

/// Who wins sums of heaps.
pub(super) struct Outcomes<'a> {
    breaking: &'a Breaking,
    limits: &'a Limits,
    /// The law of all heaps below the next one.
    pub law: Quotient,
    /// The elements of the next heap's options.
    next: Vec<Element>,
    /// For each heap the heaps that it is equal to in any sum of any games: none, itself, or
    /// smaller ones.
    like: Vec<Vec<u16>>,
    /// The least heap whose options have no moves; two of these are as none.
    star: Option<u16>,
    /// Labels that are true of all sums lighter than this.
    trusted: Option<(Quotient, u32)>,
    /// Sums with larger heaps: whether they are lost.
    known: HashMap<u64, bool, BuildHasherDefault<Hashed>>,
    worked_out: usize,
    /// How many were when the law was learned.
    before: usize,
}

/// Takes keys that are hashes.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = scatter(self.0 ^ u64::from(*byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// Steele, Lea and Flood 2014: SplitMix.
fn scatter(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A sum with every heap replaced by what it is equal to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Node {
    heaps: Vec<u16>,
    /// Whether a heap that can only be taken whole is among them.
    star: bool,
    hash: u64,
    weight: u32,
    /// Heaps beyond the law.
    beyond: u16,
}

impl Node {
    /// Becomes another sum, in the room that it has.
    fn copy(&mut self, other: &Self) {
        let mut heaps = std::mem::take(&mut self.heaps);
        heaps.clear();
        heaps.extend_from_slice(&other.heaps);
        *self = Self { heaps, ..*other };
    }
}

impl<'a> Outcomes<'a> {
    /// Knows a law of the heaps below the next one.
    pub(super) fn new(breaking: &'a Breaking, limits: &'a Limits) -> Self {
        Self {
            breaking,
            limits,
            law: Quotient::default(),
            next: Vec::new(),
            like: Vec::new(),
            star: None,
            trusted: None,
            known: HashMap::default(),
            worked_out: 0,
            before: 0,
        }
    }

    /// Takes the law of more heaps.
    pub(super) fn learn(&mut self, law: Quotient) {
        self.law = law;
        self.before = self.worked_out;
        self.trusted = None;
        self.known.clear();
        while self.like.len() < self.law.elements.len() {
            self.liken(self.like.len() as u16);
        }
        self.next = option_elements(self.breaking, &self.law, self.law.elements.len() as u16);
    }

    /// Takes labels of the heaps up to the next that are true of all sums lighter than `bound`.
    pub(super) fn trust(&mut self, labels: Quotient, bound: u32) {
        if self
            .trusted
            .as_ref()
            .is_none_or(|(_, known)| *known < bound)
        {
            self.trusted = Some((labels, bound));
        }
    }

    /// Sums that were worked out from the rules.
    pub(super) fn worked_out(&self) -> usize {
        self.worked_out
    }

    /// Whether a sum is lost for the player to move.
    pub(super) fn lost(&mut self, sum: &[u16]) -> Result<bool, EngineError> {
        let node = self.with(Node::default(), sum);
        self.work_out(&node)
    }

    /// The sum with some heaps more.
    fn with(&self, mut node: Node, heaps: &[u16]) -> Node {
        self.add(&mut node, heaps);
        node
    }

    /// Adds some heaps to a sum.
    fn add(&self, node: &mut Node, heaps: &[u16]) {
        for heap in heaps {
            let own = [*heap];
            let like = self.like.get(usize::from(*heap));
            for part in like.map_or(&own[..], Vec::as_slice) {
                if Some(*part) == self.star {
                    node.star ^= true;
                } else {
                    node.heaps.push(*part);
                    node.hash = node.hash.wrapping_add(scatter(u64::from(*part)));
                    node.weight += weight(&[*part]);
                    node.beyond += u16::from(usize::from(*part) >= self.law.elements.len());
                }
            }
        }
    }

    /// The sum without one of its heaps.
    fn without(&self, node: &Node, at: usize) -> Node {
        let mut node = node.clone();
        let heap = node.heaps.swap_remove(at);
        node.hash = node.hash.wrapping_sub(scatter(u64::from(heap)));
        node.weight -= weight(&[heap]);
        node.beyond -= u16::from(usize::from(heap) >= self.law.elements.len());
        node
    }

    fn label(&self, law: &Quotient, node: &Node) -> Element {
        let star = match (node.star, self.star) {
            (true, Some(star)) => law.elements[usize::from(star)],
            _ => 0,
        };
        law.monoid.times(star, law.of(&node.heaps))
    }

    fn work_out(&mut self, node: &Node) -> Result<bool, EngineError> {
        if node.beyond == 0 {
            let element = self.label(&self.law, node);
            return Ok(self.law.monoid.lost[usize::from(element)]);
        }
        if let Some((labels, bound)) = &self.trusted
            && node.weight
                + self
                    .star
                    .filter(|_| node.star)
                    .map_or(0, |star| weight(&[star]))
                < *bound
        {
            let element = self.label(labels, node);
            return Ok(labels.monoid.lost[usize::from(element)]);
        }
        let key = scatter(node.hash ^ u64::from(node.star));
        if let Some(lost) = self.known.get(&key) {
            return Ok(*lost);
        }
        self.worked_out += 1;
        if self.worked_out.is_multiple_of(LOOK) {
            self.limits.check()?;
        }
        if self.worked_out - self.before > MOST
            || self.known.len() as u64 > self.limits.budget.memory / BYTES
        {
            return Err(EngineError::Steps(MOST as u64));
        }
        let lost = self.search(node)?;
        self.known.insert(key, lost);
        Ok(lost)
    }

    /// Looks at all options; those in heaps beyond the law first, which leave less to look at.
    fn search(&mut self, node: &Node) -> Result<bool, EngineError> {
        let law = self.law.elements.len();
        if node.beyond == 1 {
            let at = node.heaps.iter().position(|heap| usize::from(*heap) >= law);
            let beside = self.without(node, at.unwrap_or(0));
            let row = self.law.monoid.row(self.label(&self.law, &beside));
            let lost = |to: &Element| self.law.monoid.lost[usize::from(row[usize::from(*to)])];
            if self.next.iter().any(lost) {
                return Ok(false);
            }
        }
        let mut stuck = true;
        let (mut parts, mut ends, mut next) = (Vec::new(), Vec::new(), Node::default());
        for beyond in [true, false] {
            for (at, heap) in node.heaps.iter().enumerate() {
                let again = node.heaps[..at].contains(heap);
                if beyond != (usize::from(*heap) >= law) || again {
                    continue;
                }
                if beyond && node.beyond == 1 {
                    // These were seen.
                    stuck &= self.next.is_empty();
                    continue;
                }
                let rest = self.without(node, at);
                // All options' parts in one list, and where each option's end.
                parts.clear();
                ends.clear();
                self.breaking.options(u64::from(*heap), |option| {
                    parts.extend(option.iter().map(|part| *part as u16));
                    ends.push(parts.len());
                });
                stuck &= ends.is_empty();
                let mut from = 0;
                for end in &ends {
                    next.copy(&rest);
                    self.add(&mut next, &parts[from..*end]);
                    from = *end;
                    if self.work_out(&next)? {
                        return Ok(false);
                    }
                }
            }
        }
        if node.star {
            stuck = false;
            let mut rest = node.clone();
            rest.star = false;
            if self.work_out(&rest)? {
                return Ok(false);
            }
        }
        Ok(!stuck)
    }

    /// Looks for smaller heaps that a heap is equal to in any sum of any games, by Grundy and Smith
    /// 1956: if G has the options of H, and from each further one a move leads to H, then G = H;
    /// where H has no options, G must be won by itself.
    fn liken(&mut self, heap: u16) {
        let own = self.options(&self.with(Node::default(), &[heap]));
        if self.star.is_none() && !own.is_empty() && own.iter().all(|one| *one == Node::default()) {
            self.star = Some(heap);
        }
        let lost = |outcomes: &Self, node: &Node| {
            let element = outcomes.label(&outcomes.law, node);
            outcomes.law.monoid.lost[usize::from(element)]
        };
        let sum = &self.law.monoid.sums[usize::from(self.law.elements[usize::from(heap)])];
        let mut other = self.with(Node::default(), sum);
        other.heaps.sort_unstable();
        let equal = !sum.contains(&heap) && {
            let options = self.options(&other);
            let reverts = |one: &Node| options.contains(one) || self.options(one).contains(&other);
            options.iter().all(|one| own.contains(one))
                && own.iter().all(reverts)
                && (!options.is_empty()
                    || own.is_empty()
                    || !lost(self, &self.with(Node::default(), &[heap])))
        };
        let like = match equal {
            true => sum.clone(),
            false => vec![heap],
        };
        self.like.push(like);
    }

    /// All options, each with its heaps in rising order.
    fn options(&self, node: &Node) -> Vec<Node> {
        let mut all = Vec::new();
        for (at, heap) in node.heaps.iter().enumerate() {
            let rest = self.without(node, at);
            self.breaking.options(u64::from(*heap), |parts| {
                let parts: Vec<u16> = parts.iter().map(|part| *part as u16).collect();
                all.push(self.with(rest.clone(), &parts));
            });
        }
        if node.star {
            let mut rest = node.clone();
            rest.star = false;
            all.push(rest);
        }
        for one in &mut all {
            one.heaps.sort_unstable();
        }
        all
    }
}

/// The elements of a heap's options, each once, in rising order; all smaller heaps must be known.
pub(super) fn option_elements(breaking: &Breaking, law: &Quotient, heap: u16) -> Vec<Element> {
    let mut reached = vec![false; law.monoid.order()];
    breaking.options(u64::from(heap), |parts| {
        let parts = parts.iter().map(|part| law.elements[*part as usize]);
        let element = parts.fold(0, |all, part| law.monoid.times(all, part));
        reached[usize::from(element)] = true;
    });
    let all = reached.iter().enumerate();
    all.filter_map(|(element, reached)| reached.then_some(element as Element))
        .collect()
}
