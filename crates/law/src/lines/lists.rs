//! Lists of decisions: "A, or else, if not B, C": short statements asked one after the other, of
//! which each settles the positions it holds of (Rivest 1987).

/// Positions as bits.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Bits(Vec<u64>);

/// The most statements before the last.
const LENGTH: usize = 4;
/// So many statements are tried in each place: those that settle the most positions.
const BRANCHES: usize = 5;
/// The most lists that fit the positions and are told.
const LISTS: usize = 8;
/// The most places that are looked at.
const LOOKED: usize = 1 << 9;

/// Statements by their numbers, each with whether it is the statement or its negation that is
/// asked, and what is so where that holds; then the last one, or what is so of all that are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct List {
    pub asked: Vec<(usize, bool, bool)>,
    pub last: Last,
}

/// What is said of the positions that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// All of them are so, or none.
    All(bool),
    /// Those of which a statement, or its negation, holds.
    One(usize, bool),
}

impl Bits {
    pub fn of(all: impl Iterator<Item = bool>) -> Self {
        let mut words = Vec::new();
        for (at, bit) in all.enumerate() {
            if at % 64 == 0 {
                words.push(0u64);
            }
            if let (true, Some(last)) = (bit, words.last_mut()) {
                *last |= 1 << (at % 64);
            }
        }
        Self(words)
    }

    fn zip<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (u64, u64)> + 'a {
        self.0.iter().copied().zip(other.0.iter().copied())
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn without(&self, other: &Self) -> Self {
        Self(self.zip(other).map(|(a, b)| a & !b).collect())
    }

    fn and(&self, other: &Self) -> Self {
        Self(self.zip(other).map(|(a, b)| a & b).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    fn is_within(&self, other: &Self) -> bool {
        self.zip(other).all(|(a, b)| a & !b == 0)
    }

    fn meets(&self, other: &Self) -> bool {
        self.zip(other).any(|(a, b)| a & b != 0)
    }
}

/// The lists that fit, the shortest first.
struct Search<'a> {
    wanted: &'a Bits,
    holds: &'a [Bits],
    found: Vec<List>,
    looked: usize,
}

/// Lists of the statements, by the positions of which they hold, that say of each position whether
/// it is wanted.
pub(super) fn lists(wanted: &Bits, all: &Bits, holds: &[Bits]) -> Vec<List> {
    let mut search = Search {
        wanted,
        holds,
        found: Vec::new(),
        looked: 0,
    };
    for length in 1..=LENGTH {
        search.looked = 0;
        search.from(all, length, &mut Vec::new());
        if !search.found.is_empty() {
            break;
        }
    }
    search.found
}

impl Search<'_> {
    /// The positions of a statement, or of its negation, within others.
    fn within(&self, at: usize, is: bool, left: &Bits) -> Bits {
        match is {
            true => left.and(&self.holds[at]),
            false => left.without(&self.holds[at]),
        }
    }

    fn from(&mut self, left: &Bits, more: usize, asked: &mut Vec<(usize, bool, bool)>) {
        self.looked += 1;
        if self.found.len() >= LISTS || self.looked > LOOKED {
            return;
        }
        let wanted = left.and(self.wanted);
        if more == 0 {
            self.ends(left, &wanted, asked);
            return;
        }
        let mut next: Vec<(u32, usize, bool, bool, Bits)> = Vec::new();
        for at in 0..self.holds.len() {
            for is in [true, false] {
                let settled = self.within(at, is, left);
                let so = settled.is_within(&wanted);
                if settled.is_empty() || settled == *left || !so && settled.meets(&wanted) {
                    continue;
                }
                next.push((settled.count(), at, is, so, settled));
            }
        }
        // The plainest of those that settle as much.
        next.sort_by_key(|one| std::cmp::Reverse(one.0));
        let mut tried: Vec<Bits> = Vec::new();
        for (_, at, is, so, settled) in next {
            if tried.len() >= BRANCHES {
                break;
            }
            if tried.contains(&settled) {
                continue;
            }
            asked.push((at, is, so));
            self.from(&left.without(&settled), more - 1, asked);
            asked.pop();
            tried.push(settled);
        }
    }

    fn ends(&mut self, left: &Bits, wanted: &Bits, asked: &[(usize, bool, bool)]) {
        if wanted.is_empty() || wanted == left {
            let (asked, last) = (asked.to_vec(), Last::All(!wanted.is_empty()));
            return self.found.push(List { asked, last });
        }
        for at in 0..self.holds.len() {
            for is in [true, false] {
                if self.within(at, is, left) == *wanted {
                    let asked = asked.to_vec();
                    self.found.push(List {
                        asked,
                        last: Last::One(at, is),
                    });
                    if self.found.len() >= LISTS {
                        return;
                    }
                }
            }
        }
    }
}
