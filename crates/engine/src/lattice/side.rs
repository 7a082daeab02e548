//! The plane seen along its rows, or along its columns: which cells of the next line are attacked
//! by P-positions that are known.
//!
//! A cell is (along, across): its place on its line, and the line. Lines are asked in rising order,
//! line m only for cells with along >= m; cells whose smaller coordinate is below m are known by
//! then.

use std::collections::HashMap;

use super::marks::Marks;

/// No P-position is known on a line.
const NONE: u32 = u32::MAX;
/// The largest common multiple of steps along lines.
const COMMON: i64 = 60;

pub(super) struct Side {
    families: Vec<Family>,
    /// Rays along the line: by how much `along` and `across` fall at first, and `along` with each
    /// step.
    along: Vec<([i64; 2], i64)>,
    /// For each remainder by the steps of these, from where on a line is attacked; between two
    /// calls it is of no interest.
    closed: Vec<i64>,
    /// Single vectors, as falls.
    vectors: Vec<[i64; 2]>,
    /// One P-position of each line, and further ones.
    first: Vec<u32>,
    more: HashMap<u32, Vec<u32>>,
}

/// Rays that lead to lower lines: each goes on from one of `firsts` by `step`. The cells it attacks
/// from one P-position share `along - step[0] · ⌊across / step[1]⌋` and `across mod step[1]`: one
/// mark stands for all of them.
///
/// Rays of the same step share their marks: those of t-Wythoff leave gaps alone, and together none.
struct Family {
    firsts: Vec<[i64; 2]>,
    step: [i64; 2],
    marks: Vec<Marks>,
    /// For each remainder, a number below which no mark that matters is missing.
    full: Vec<i64>,
    /// Marks that begin to count at a later line, by the line's number modulo the length.
    waiting: Vec<Vec<[i64; 2]>>,
}

impl Family {
    fn new(step: [i64; 2]) -> Self {
        let classes = step[1] as usize;
        Self {
            firsts: Vec::new(),
            step,
            marks: vec![Marks::default(); classes],
            full: vec![0; classes],
            waiting: Vec::new(),
        }
    }

    fn add(&mut self, first: [i64; 2]) {
        self.firsts.push(first);
        let slots = (first[0] + first[1] + 2) as usize;
        self.waiting
            .resize(slots.max(self.waiting.len()), Vec::new());
    }

    /// Takes in a P-position, found while line `now` was at work.
    fn see(&mut self, [along, across]: [i64; 2], now: i64) {
        for first in &self.firsts {
            let start = [along + first[0], across + first[1]];
            let mark = [
                start[1].rem_euclid(self.step[1]),
                start[0] - self.step[0] * start[1].div_euclid(self.step[1]),
            ];
            // Where the ray rises no slower across than along, cells with along >= across have no
            // such number.
            if mark[1] < 0 && self.step[0] <= self.step[1] {
                continue;
            }
            // Cells of the ray's line before its start are not attacked. Past this line none of
            // them is asked for: there along >= across > start[0].
            let counts = start[1].min(start[0] + 1);
            if counts <= now {
                self.marks[mark[0] as usize].set(mark[1]);
            } else {
                let slots = self.waiting.len() as i64;
                self.waiting[(counts % slots) as usize].push(mark);
            }
        }
    }

    fn begin(&mut self, line: i64) {
        let slots = self.waiting.len() as i64;
        let mut due = std::mem::take(&mut self.waiting[(line % slots) as usize]);
        for [class, at] in due.drain(..) {
            self.marks[class as usize].set(at);
        }
        self.waiting[(line % slots) as usize] = due;
    }

    #[inline]
    fn class_and_shift(&self, line: i64) -> (usize, i64) {
        let (quotient, class) = match self.step[1] {
            1 => (line, 0),
            step => (line / step, line % step),
        };
        (class as usize, self.step[0] * quotient)
    }

    /// A cell of the line before which all, from `along = line` on, are attacked.
    fn attacked_up_to(&mut self, line: i64) -> i64 {
        if self.step[0] > self.step[1] {
            return line;
        }
        let (class, shift) = self.class_and_shift(line);
        let full = self.full[class].max(line - shift);
        self.full[class] = self.marks[class].free_from(full);
        self.full[class] + shift
    }
}

impl Side {
    /// For rays and vectors as falls (along, across). `None` where steps along lines have no small
    /// common multiple.
    pub(super) fn new(rays: &[([i64; 2], [i64; 2])], vectors: Vec<[i64; 2]>) -> Option<Self> {
        let (level, lower): (Vec<_>, Vec<_>) = rays.iter().partition(|(_, step)| step[1] == 0);
        let steps = level.iter().map(|(_, step)| step[0]);
        let common = steps.fold(1, |common, step| {
            (1..=COMMON)
                .find(|all| all % common == 0 && all % step == 0)
                .unwrap_or(COMMON + 1)
        });
        let mut families: Vec<Family> = Vec::new();
        for (first, step) in lower {
            let at = families.iter().position(|family| family.step == step);
            let at = at.unwrap_or_else(|| {
                families.push(Family::new(step));
                families.len() - 1
            });
            families[at].add(first);
        }
        (common <= COMMON).then(|| Self {
            closed: vec![i64::MAX; common as usize],
            families,
            along: level
                .iter()
                .map(|(first, step)| (*first, step[0]))
                .collect(),
            vectors,
            first: Vec::new(),
            more: HashMap::new(),
        })
    }

    /// The places of the P-positions known on a line.
    fn on(&self, line: i64) -> impl Iterator<Item = i64> {
        let first = usize::try_from(line).ok().and_then(|at| self.first.get(at));
        let first = first.copied().filter(|along| *along != NONE);
        let more = match self.more.is_empty() {
            true => None,
            false => self.more.get(&(line as u32)),
        };
        first
            .into_iter()
            .chain(more.into_iter().flatten().copied())
            .map(i64::from)
    }

    pub(super) fn is_p(&self, along: i64, line: i64) -> bool {
        self.on(line).any(|known| known == along)
    }

    /// Takes in a P-position, found while line `now` was at work.
    pub(super) fn see(&mut self, position: [i64; 2], now: i64) {
        let (along, line) = (position[0] as u32, position[1] as usize);
        if self.first.len() <= line {
            self.first.resize(line + 1, NONE);
        }
        match &mut self.first[line] {
            first if *first == NONE => *first = along,
            _ => self.more.entry(line as u32).or_default().push(along),
        }
        for family in &mut self.families {
            family.see(position, now);
        }
    }

    /// To be called for every line, in rising order, before it is asked about.
    pub(super) fn begin(&mut self, line: i64) {
        for family in &mut self.families {
            family.begin(line);
        }
    }

    /// A cell from which on the line is attacked by rays along it.
    fn closed_from(&mut self, line: i64) -> i64 {
        let mut closed = std::mem::take(&mut self.closed);
        closed.fill(i64::MAX);
        for (first, step) in &self.along {
            for known in self.on(line - first[1]) {
                let start = known + first[0];
                let class = start.rem_euclid(*step) as usize;
                for least in closed.iter_mut().skip(class).step_by(*step as usize) {
                    *least = start.min(*least);
                }
            }
        }
        let from = closed.iter().copied().max().unwrap_or(i64::MAX);
        self.closed = closed;
        from
    }

    fn attacked_singly(&self, along: i64, line: i64) -> bool {
        self.vectors
            .iter()
            .any(|[a, b]| self.is_p(along - a, line - b))
            || self.along.iter().any(|([a, b], step)| {
                let beyond = |known: i64| along - known - a;
                let mut from = self.on(line - b).map(beyond);
                from.any(|beyond| beyond >= 0 && beyond % step == 0)
            })
    }

    /// The first cell of the line from `along` on, which is at least `line`, that nothing attacks;
    /// `None` where all are attacked.
    pub(super) fn free(&mut self, mut along: i64, line: i64) -> Option<i64> {
        let closed = self.closed_from(line);
        if along >= closed {
            return None;
        }
        for family in &mut self.families {
            along = along.max(family.attacked_up_to(line));
        }
        while along < closed {
            let attacked = self.families.iter().fold(0, |attacked, family| {
                let (class, shift) = family.class_and_shift(line);
                attacked | family.marks[class].window(along - shift)
            });
            let mut free = !attacked;
            while free != 0 {
                let cell = along + i64::from(free.trailing_zeros());
                if cell >= closed {
                    return None;
                }
                if !self.attacked_singly(cell, line) {
                    return Some(cell);
                }
                free &= free - 1;
            }
            along += 64;
        }
        None
    }

    /// Bytes that are held.
    pub(super) fn bytes(&self) -> u64 {
        let marks = self.families.iter().flat_map(|family| &family.marks);
        marks.map(Marks::bytes).sum::<u64>()
            + 4 * self.first.capacity() as u64
            + 64 * self.more.len() as u64
    }
}
