//! What was found of states, in bounded memory.

use std::hash::{Hash, Hasher};

use whowins_core::Budget;

use crate::mixing::Mixing;

/// More than any payoff, and less where it is negative: nothing is known.
pub(super) const FAR: i32 = i32::MAX;

/// Proof numbers that mean "never": what is shown to be false, or beyond all bounds.
pub(super) const NEVER: u32 = u32::MAX;

/// The largest proof number of a question that is open.
pub(super) const MOST: u32 = NEVER - 1;

/// What is known of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// What player 0 gets from here on at least, and at most; `-FAR` and `FAR` where nothing is
    /// known.
    pub least: i32,
    pub most: i32,
    /// The question that the proof numbers are of: whether player 0 gets at least this.
    pub than: i32,
    /// How many states may have to be looked at to show that, and to refute it.
    pub proof: u32,
    pub disproof: u32,
    /// Moves that were looked at for it; 0 in a place that is free.
    pub work: u32,
}

impl Known {
    /// Nothing.
    pub(super) const NOTHING: Self = Self {
        least: -FAR,
        most: FAR,
        than: 0,
        proof: 1,
        disproof: 1,
        work: 0,
    };

    /// Where play is over, and pays this.
    pub(super) const fn paid(pays: i32) -> Self {
        Self {
            least: pays,
            most: pays,
            work: 1,
            ..Self::NOTHING
        }
    }

    /// Whether the question is answered.
    pub(super) const fn is_answered(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// States that share a place; of these the one that took least work goes for another.
const PLACES: usize = 4;

/// The first size, in entries.
const FIRST: usize = 1 << 8;

struct Entry<K> {
    key: K,
    known: Known,
}

/// States with what is known of them. Keys are compared whole, so what is read belongs to the state
/// that was asked about.
///
/// The table doubles until it meets its bytes; from then on an entry that took little work goes for
/// a new one, so that it forgets and never tells anything else (Nagai 2002: "small tree garbage
/// collection"; Breuker, Uiterwijk and van den Herik 1994 compare ways to replace).
pub(super) struct Table<K> {
    entries: Vec<Entry<K>>,
    /// Entries in use.
    used: usize,
    /// Bytes that keys hold elsewhere.
    held: usize,
    /// Bytes that all may take.
    most: u64,
    bytes_of: fn(&K) -> usize,
}

/// The hash of a state.
pub(super) fn hash<K: Hash>(key: &K) -> u64 {
    let mut mixing = Mixing::default();
    key.hash(&mut mixing);
    mixing.finish()
}

impl<K: Clone + Default + Eq + Hash> Table<K> {
    /// A table of so many bytes at most, and no less than it begins with; none are taken yet.
    pub(super) const fn new(most: u64, bytes_of: fn(&K) -> usize) -> Self {
        Self {
            entries: Vec::new(),
            used: 0,
            held: 0,
            most,
            bytes_of,
        }
    }

    /// Entries that it can hold as large as it is, and whether it cannot grow any more.
    pub(super) fn room(&self) -> (usize, bool) {
        (self.entries.len(), !self.may_double())
    }

    /// Entries in use.
    pub(super) const fn used(&self) -> usize {
        self.used
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        (self.used, self.held) = (0, 0);
    }

    fn may_double(&self) -> bool {
        // The old entries are there until the new ones are filled.
        let entries = self.entries.len() as u64 * 3;
        entries * size_of::<Entry<K>>() as u64 + self.held as u64 <= self.most
    }

    fn places(&self, hash: u64) -> std::ops::Range<usize> {
        let buckets = self.entries.len() / PLACES;
        let at = (hash as usize & (buckets - 1)) * PLACES;
        at..at + PLACES
    }

    /// What is known of a state.
    pub(super) fn get(&self, key: &K, hash: u64) -> Option<Known> {
        if self.entries.is_empty() {
            return None;
        }
        let places = self.entries[self.places(hash)].iter();
        let mut found = places.filter(|entry| entry.known.work > 0 && entry.key == *key);
        found.next().map(|entry| entry.known)
    }

    /// Looks at where states would be, one look after the other, so that they do not wait for each
    /// other; what comes of it says nothing.
    pub(super) fn touch(&self, hashes: impl Iterator<Item = u64>) {
        if self.entries.is_empty() {
            return;
        }
        let work = |at: usize| self.entries[at].known.work;
        let looks = hashes.map(|hash| {
            let places = self.places(hash);
            work(places.start) ^ work(places.end - 1)
        });
        std::hint::black_box(looks.fold(0, |all, one| all ^ one));
    }

    /// Notes what was found of a state: bounds are added to those that are known, and numbers and
    /// work replace the old ones.
    pub(super) fn put(&mut self, key: &K, hash: u64, found: Known, budget: &Budget) {
        if self.used * 4 >= self.entries.len() * 3 {
            self.grow(budget);
        }
        if self.entries.is_empty() {
            return;
        }
        let places = self.places(hash);
        let old = self.entries[places.clone()]
            .iter()
            .position(|entry| entry.known.work > 0 && entry.key == *key);
        if let Some(at) = old {
            let known = &mut self.entries[places.start + at].known;
            *known = Known {
                least: found.least.max(known.least),
                most: found.most.min(known.most),
                work: found.work.max(known.work),
                ..found
            };
            return;
        }
        let Some(at) = places.min_by_key(|at| self.entries[*at].known.work) else {
            return;
        };
        let (bytes, entry) = ((self.bytes_of)(key), &mut self.entries[at]);
        match entry.known.work {
            0 => self.used += 1,
            _ => self.held -= (self.bytes_of)(&entry.key),
        }
        self.held += bytes;
        *entry = Entry {
            key: key.clone(),
            known: Known {
                work: found.work.max(1),
                ..found
            },
        };
    }

    /// Twice as large, or the first size, where there is room.
    fn grow(&mut self, budget: &Budget) {
        let size = FIRST.max(self.entries.len() * 2);
        let bytes = (size + self.entries.len()) * size_of::<Entry<K>>() + self.held;
        let fits = self.entries.is_empty() || self.may_double();
        if !fits || !budget.has_room(bytes as u64) {
            return;
        }
        let free = || Entry {
            key: K::default(),
            known: Known::NOTHING,
        };
        let larger = (0..size).map(|_| free()).collect();
        let old = std::mem::replace(&mut self.entries, larger);
        (self.used, self.held) = (0, 0);
        for entry in old {
            if entry.known.work > 0 {
                let at = hash(&entry.key);
                self.put(&entry.key, at, entry.known, budget);
            }
        }
    }
}
