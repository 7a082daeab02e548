//! Blocks under an automaton that reads digits: which classes the automaton can come to within a
//! block.
//!
//! A block's columns are the numbers between two words of digits of one length, and so are its
//! rows. The automaton is followed digit by digit along the words' common beginning, once for all
//! blocks that have it, and along the four edges from where they part; whatever lies between two
//! edges is free, and what classes are to be had there is worked out beforehand, for every state
//! and number of digits to come.

use dashu_int::UBig;
use whowins_automata::{NumerationSystem, System};
use whowins_engine::{EngineError, Limits};
use whowins_verify::automatic::Automatic;

use super::plane::Plane;
use super::{Place, SetOfClasses};
use crate::limits::SIDE;

/// Larger automata, with longer words, are not followed so.
const WORK: usize = 1 << 26;

/// How a coordinate's digits so far lie to the block's first and last number.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Edge {
    /// The beginning of both.
    Both,
    /// That of the first, which is the lesser.
    Low,
    /// That of the last.
    High,
    /// Between them: what follows is free.
    Free,
}

const EDGES: [Edge; 4] = [Edge::Both, Edge::Low, Edge::High, Edge::Free];

/// The words of a block's first and last number.
struct Range {
    low: Vec<u8>,
    high: Vec<u8>,
    /// From which place on all digits of the first number are the least: whatever follows there
    /// lies above it.
    low_ends: usize,
    /// From which place on all digits of the last number are the largest.
    high_ends: usize,
}

impl Range {
    fn new(low: Vec<u8>, high: Vec<u8>, digits: u8) -> Self {
        let end = |word: &[u8], digit: u8| {
            let tail = word.iter().rev().take_while(|own| **own == digit);
            word.len() - tail.count()
        };
        Self {
            low_ends: end(&low, 0),
            high_ends: end(&high, digits - 1),
            low,
            high,
        }
    }

    /// What an edge is with the digits from `at` on to come.
    fn edge(&self, edge: Edge, at: usize) -> Edge {
        let (low, high) = (at >= self.low_ends, at >= self.high_ends);
        match edge {
            Edge::Both if low && high => Edge::Free,
            Edge::Low if low => Edge::Free,
            Edge::High if high => Edge::Free,
            other => other,
        }
    }

    /// The digits that may come next, and where each leads.
    fn digits(&self, edge: Edge, at: usize, digits: u8) -> impl Iterator<Item = (u8, Edge)> + '_ {
        let (low, high) = (self.low[at], self.high[at]);
        let (from, to) = match edge {
            Edge::Both => (low, high),
            Edge::Low => (low, digits - 1),
            Edge::High => (0, high),
            Edge::Free => (0, digits - 1),
        };
        (from..=to).map(move |digit| {
            let next = match edge {
                Edge::Both if low == high => Edge::Both,
                Edge::Both | Edge::Low if digit == low => Edge::Low,
                Edge::Both | Edge::High if digit == high => Edge::High,
                _ => Edge::Free,
            };
            (digit, self.edge(next, at + 1))
        })
    }
}

/// An automaton with what it needs for one tile.
struct Walk<'a> {
    next: &'a [Vec<u32>],
    digits: u8,
    /// The weight of each axis's digit in a letter.
    weights: [usize; 2],
    /// At each place of the word, what the fixed coordinates add to the letter.
    fixed: Vec<usize>,
    /// `within[left][state]`: the classes to be had with so many digits to come, both axes free.
    within: Vec<Vec<SetOfClasses>>,
    /// All classes there are.
    all: SetOfClasses,
}

/// The sets of classes of a tile's blocks. `None` where the automaton is too large.
///
/// # Errors
///
/// When a limit is met.
pub fn blocks(
    law: &Automatic,
    plane: &Plane,
    place: &Place,
    class: impl Fn([bool; 2]) -> u8,
    limits: &Limits,
) -> Result<Option<Vec<SetOfClasses>>, EngineError> {
    let Some(system) = System::named(&law.system) else {
        return Ok(None);
    };
    let fixed = plane.others();
    let dimension = fixed.len();
    let first = place.from();
    let edge =
        |axis: usize, pixel: usize| &first[axis] + (UBig::from(pixel) << place.level as usize);
    let longest = [edge(0, SIDE), edge(1, SIDE)];
    let all = fixed.iter().flatten().chain(&longest);
    let length = all
        .map(|number| system.represent(number).len())
        .max()
        .unwrap_or(0);
    let length = length.next_multiple_of(system.block());
    let word = |number: &UBig| {
        let digits = system.represent(number);
        let mut word = vec![0; length - digits.len()];
        word.extend(digits);
        word
    };
    let states = law.automaton.next.len();
    let digits = usize::from(system.digits());
    let work = states
        .saturating_mul(length)
        .saturating_mul(digits * digits);
    if work > WORK || dimension < 2 {
        return Ok(None);
    }
    let weight = |variable: usize| digits.pow((dimension - 1 - variable) as u32);
    let mut letters = vec![0; length];
    for (variable, number) in fixed.iter().enumerate() {
        let Some(number) = number else { continue };
        for (letter, digit) in letters.iter_mut().zip(word(number)) {
            *letter += usize::from(digit) * weight(variable);
        }
    }
    let classes = law
        .automaton
        .wins
        .iter()
        .map(|wins| wins.map_or(0, |wins| 1 << class(wins)));
    let mut walk = Walk {
        next: &law.automaton.next,
        digits: system.digits(),
        weights: [0, 1].map(|axis: usize| weight(plane.axes[axis].variable)),
        fixed: letters,
        within: vec![classes.collect()],
        all: 0,
    };
    walk.all = walk.within[0].iter().fold(0, |all, one| all | one);
    for left in 1..=length {
        limits.check()?;
        walk.extend(length - left);
    }
    let mut ranges: [Vec<Range>; 2] = [Vec::new(), Vec::new()];
    for (axis, ranges) in ranges.iter_mut().enumerate() {
        for pixel in 0..SIDE {
            limits.check()?;
            let last = edge(axis, pixel + 1) - UBig::ONE;
            let (low, high) = (word(&edge(axis, pixel)), word(&last));
            ranges.push(Range::new(low, high, walk.digits));
        }
    }
    let mut tile = Tile {
        walk: &walk,
        ranges: &ranges,
        sets: vec![0; SIDE * SIDE],
        front: Front::new(states),
        limits,
    };
    tile.fill((0, 0), [0..SIDE, 0..SIDE])?;
    Ok(Some(tile.sets))
}

/// A tile on its way.
struct Tile<'a> {
    walk: &'a Walk<'a>,
    ranges: &'a [Vec<Range>; 2],
    sets: Vec<SetOfClasses>,
    front: Front,
    limits: &'a Limits,
}

impl Tile<'_> {
    /// The blocks of some columns and some rows, whose words are all the same before a place, where
    /// the automaton is in a state: what they have in common is walked once.
    fn fill(&mut self, (at, state): (usize, u32), spans: [Span; 2]) -> Result<(), EngineError> {
        if at == self.walk.fixed.len() || spans.iter().all(|span| span.len() == 1) {
            self.each((at, state), &spans);
            return Ok(());
        }
        self.limits.check()?;
        if let Some(only) = self.walk.only(at, state) {
            let [columns, rows] = spans;
            for row in rows {
                self.sets[row * SIDE..][columns.clone()].fill(only);
            }
            return Ok(());
        }
        for across in runs(&self.ranges[0], spans[0].clone(), at) {
            for along in runs(&self.ranges[1], spans[1].clone(), at) {
                let own = [across.0.clone(), along.0];
                match (across.1, along.1) {
                    (Some(x), Some(y)) => {
                        let next = self.walk.step(state, at, [x, y]);
                        self.fill((at + 1, next), own)?;
                    }
                    _ => self.each((at, state), &own),
                }
            }
        }
        Ok(())
    }

    /// The same, one by one.
    fn each(&mut self, start: (usize, u32), [columns, rows]: &[Span; 2]) {
        let [across, along] = self.ranges;
        for row in rows.clone() {
            for column in columns.clone() {
                let own = [&across[column], &along[row]];
                self.sets[row * SIDE + column] = self.walk.block(start, own, &mut self.front);
            }
        }
    }
}

/// Columns or rows beside each other.
type Span = std::ops::Range<usize>;

/// A span in the longest runs that have one and the same digit at a place; those in which the first
/// and the last number part there are by themselves, without a digit.
fn runs(ranges: &[Range], span: Span, at: usize) -> impl Iterator<Item = (Span, Option<u8>)> + '_ {
    let digit = move |one: usize| {
        let (low, high) = (ranges[one].low[at], ranges[one].high[at]);
        (low == high).then_some(low)
    };
    let mut from = span.start;
    std::iter::from_fn(move || {
        let begin = from;
        let own = (begin < span.end).then(|| digit(begin))?;
        from += 1;
        while own.is_some() && from < span.end && digit(from) == own {
            from += 1;
        }
        Some((begin..from, own))
    })
}

/// States on the edges, each once.
struct Front {
    now: Vec<([Edge; 2], u32)>,
    next: Vec<([Edge; 2], u32)>,
    /// When a state was last met on a pair of edges.
    met: Vec<u64>,
    time: u64,
    states: usize,
}

impl Front {
    fn new(states: usize) -> Self {
        Self {
            now: Vec::new(),
            next: Vec::new(),
            met: vec![0; states * EDGES.len() * EDGES.len()],
            time: 0,
            states,
        }
    }

    fn push(&mut self, edges: [Edge; 2], state: u32) {
        let pair = edges[0] as usize * EDGES.len() + edges[1] as usize;
        let met = &mut self.met[pair * self.states + state as usize];
        if std::mem::replace(met, self.time) != self.time {
            self.next.push((edges, state));
        }
    }
}

impl Walk<'_> {
    /// One more free digit, at this place.
    fn extend(&mut self, at: usize) {
        let below = &self.within[self.within.len() - 1];
        let own = (self.next.iter())
            .map(|row| {
                let mut set = 0;
                for x in 0..usize::from(self.digits) {
                    for y in 0..usize::from(self.digits) {
                        let letter = self.fixed[at] + x * self.weights[0] + y * self.weights[1];
                        set |= below[row[letter] as usize];
                    }
                }
                set
            })
            .collect();
        self.within.push(own);
    }

    /// Where the automaton comes to by these digits of the axes.
    fn step(&self, state: u32, at: usize, digits: [u8; 2]) -> u32 {
        let [x, y] = digits.map(usize::from);
        let letter = self.fixed[at] + x * self.weights[0] + y * self.weights[1];
        self.next[state as usize][letter]
    }

    /// The one class that is to be had from a state on, with the digits from a place on to come,
    /// where there is but one: then whatever lies between two edges has it, for there is always
    /// some number.
    fn only(&self, at: usize, state: u32) -> Option<SetOfClasses> {
        let set = self.within[self.fixed.len() - at][state as usize];
        set.is_power_of_two().then_some(set)
    }

    fn block(
        &self,
        (mut start, mut state): (usize, u32),
        ranges: [&Range; 2],
        front: &mut Front,
    ) -> SetOfClasses {
        let length = self.fixed.len();
        let mut found = 0;
        front.now.clear();
        // One way as far as neither axis parts.
        while start < length
            && ranges
                .iter()
                .all(|range| range.low[start] == range.high[start])
        {
            state = self.step(state, start, ranges.map(|range| range.low[start]));
            start += 1;
        }
        if let Some(only) = self.only(start, state) {
            return only;
        }
        let edges = ranges.map(|range| range.edge(Edge::Both, start));
        if edges == [Edge::Free; 2] {
            return self.within[length - start][state as usize];
        }
        front.now.push((edges, state));
        for at in start..length {
            let within = &self.within[length - at - 1];
            front.next.clear();
            front.time += 1;
            let now = std::mem::take(&mut front.now);
            for (edges, state) in &now {
                for (x, across) in ranges[0].digits(edges[0], at, self.digits) {
                    for (y, along) in ranges[1].digits(edges[1], at, self.digits) {
                        let next = self.step(*state, at, [x, y]);
                        let set = within[next as usize];
                        if set & !found == 0 {
                            continue;
                        }
                        if set.is_power_of_two() || (across, along) == (Edge::Free, Edge::Free) {
                            found |= set;
                        } else {
                            front.push([across, along], next);
                        }
                    }
                }
            }
            front.now = now;
            std::mem::swap(&mut front.now, &mut front.next);
            if found == self.all {
                return found;
            }
        }
        (front.now.iter()).fold(found, |found, (_, state)| {
            found | self.within[0][*state as usize]
        })
    }
}
