//! What states are worth, by their keys: few bytes a state, since far memory is what deciding them
//! waits for.
//!
//! A worth takes 24 bits: itself where it is small, else a place in a list. States whose number has
//! at most 40 bits take eight bytes with it; where that would be a good part of all numbers, the
//! table is indexed by the number, without key and hash.

use std::hash::{BuildHasher, BuildHasherDefault, Hash};

use super::deep::Shallow;
use super::moves::OfStates;
use crate::mixing::Mixing;

/// No level: nothing was found there.
pub(super) const EMPTY: u32 = u32::MAX;
/// The state is on the way.
pub(super) const ABOVE: u32 = u32::MAX - 1;
/// It was on the way, and is not decided.
pub(super) const OPEN: u32 = u32::MAX - 2;

/// What a state is worth: what player 0 gets, or the best difference of points from there on; and
/// after how many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub pays: i32,
    pub level: u32,
}

impl Found {
    /// The worth of a state from which a move with these points leads to one of this worth; `None`
    /// where it is too large.
    pub(super) fn before(self, points: i32) -> Option<Self> {
        let pays = self.pays.checked_add(points)?;
        let level = self.level + 1;
        Some(Self { pays, level })
    }

    /// The same with the players exchanged, if they are.
    pub(super) const fn turned(self, flips: bool) -> Self {
        Self {
            pays: if flips { -self.pays } else { self.pays },
            ..self
        }
    }
}

/// A worth in 24 bits. The highest says that the others are a place in a list, of which the last
/// three stand for levels that are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Short(u32);

const WIDTH: u32 = 24;
const LISTED: u32 = 1 << (WIDTH - 1);
/// Places in the list.
const PLACES: usize = (LISTED - 3) as usize;
const LEVELS: u32 = 1 << 12;
const PAYS: i32 = 1 << 10;

impl Short {
    const NOTHING: Self = Self::of_level(EMPTY);

    /// A level that is none.
    const fn of_level(level: u32) -> Self {
        Self(level & (2 * LISTED - 1))
    }

    /// A worth that is small.
    fn of(found: Found) -> Option<Self> {
        let fits = found.level < LEVELS && (-PAYS..PAYS).contains(&found.pays);
        let pays = u32::try_from(found.pays + PAYS).ok().filter(|_| fits)?;
        Some(Self(found.level << 11 | pays))
    }

    /// The place in the list.
    const fn place(self) -> Option<usize> {
        let place = (self.0 ^ LISTED) as usize;
        if self.0 >= LISTED && place < PLACES {
            Some(place)
        } else {
            None
        }
    }
}

/// Numbers of so many bits take eight bytes with a worth.
const NARROW: u32 = u64::BITS - WIDTH;

/// No number and no worth.
const FREE: u64 = u64::MAX;

enum Slots<K> {
    /// By the hash, with the key.
    Keys(Vec<(K, Short)>),
    /// By the hash of the number, with the number.
    Numbers(Vec<u64>),
    /// By the number.
    All(Vec<Short>),
}

/// How large a table is to be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Size {
    /// So many slots.
    Slots(usize),
    /// One for each number.
    All(usize),
}

/// States, and what they are worth.
pub(super) struct Table<M: OfStates> {
    slots: Slots<M::Key>,
    /// Slots that are taken.
    used: usize,
    /// Worths that are not small.
    listed: Vec<Found>,
    /// Bits of a state's number, if it has one.
    bits: Option<u32>,
}

fn hashed<K: Hash>(key: &K) -> usize {
    BuildHasherDefault::<Mixing>::default().hash_one(key) as usize
}

/// Where a key is in a table by hashes, or would be.
fn place_of_key<K: Hash + Eq>(slots: &[(K, Short)], key: &K) -> usize {
    let mask = slots.len() - 1;
    let mut at = hashed(key) & mask;
    while slots[at].1 != Short::NOTHING && slots[at].0 != *key {
        at = (at + 1) & mask;
    }
    at
}

fn place_of_number(slots: &[u64], number: u64) -> usize {
    let mask = slots.len() - 1;
    let mut at = hashed(&number) & mask;
    while slots[at] != FREE && slots[at] >> WIDTH != number {
        at = (at + 1) & mask;
    }
    at
}

const fn worth_in(slot: u64) -> Short {
    Short(slot as u32 & (2 * LISTED - 1))
}

impl<M: OfStates> Table<M> {
    /// An empty table of states with numbers of so many bits.
    pub(super) fn new(bits: Option<u32>) -> Self {
        const FEW: usize = 1 << 8;
        Self {
            slots: match bits {
                Some(..=NARROW) => Slots::Numbers(vec![FREE; FEW]),
                _ => Slots::Keys(vec![(M::Key::default(), Short::NOTHING); FEW]),
            },
            used: 0,
            listed: Vec::new(),
            bits,
        }
    }

    fn short(&self, key: &M::Key) -> Short {
        match &self.slots {
            Slots::Keys(slots) => slots[place_of_key(slots, key)].1,
            Slots::Numbers(slots) => worth_in(slots[place_of_number(slots, M::number(key))]),
            Slots::All(slots) => slots[M::number(key) as usize],
        }
    }

    /// What is known of a state, by its level.
    pub(super) fn get(&self, key: &M::Key) -> Found {
        let short = self.short(key);
        match short.place() {
            Some(place) => self.listed[place],
            None if short.0 >= LISTED => Found {
                pays: 0,
                level: short.0 | !(2 * LISTED - 1),
            },
            None => Found {
                pays: (short.0 as i32 & (2 * PAYS - 1)) - PAYS,
                level: short.0 >> 11,
            },
        }
    }

    fn set(&mut self, key: &M::Key, short: Short) {
        let is_new = match &mut self.slots {
            Slots::Keys(slots) => {
                let at = place_of_key(slots, key);
                let is_new = slots[at].1 == Short::NOTHING;
                if is_new {
                    slots[at].0 = key.clone();
                }
                slots[at].1 = short;
                is_new
            }
            Slots::Numbers(slots) => {
                let number = M::number(key);
                let at = place_of_number(slots, number);
                let is_new = slots[at] == FREE;
                slots[at] = number << WIDTH | u64::from(short.0);
                is_new
            }
            Slots::All(slots) => {
                let slot = &mut slots[M::number(key) as usize];
                std::mem::replace(slot, short) == Short::NOTHING
            }
        };
        self.used += usize::from(is_new);
    }

    /// Notes that a state is on the way, or was.
    pub(super) fn mark(&mut self, key: &M::Key, level: u32) {
        self.set(key, Short::of_level(level));
    }

    /// Notes what a state is worth.
    ///
    /// # Errors
    /// Where more than 2^23 states are worth much.
    pub(super) fn put(&mut self, key: &M::Key, found: Found) -> Result<(), Shallow> {
        let short = match Short::of(found) {
            Some(short) => short,
            None if self.listed.len() < PLACES => {
                self.listed.push(found);
                Short(LISTED | (self.listed.len() - 1) as u32)
            }
            None => return Err(Shallow::Declined),
        };
        self.set(key, short);
        Ok(())
    }

    /// Whether a further state needs a larger table.
    pub(super) const fn is_full(&self) -> bool {
        match &self.slots {
            Slots::Keys(slots) => self.used >= slots.len() / 4 * 3,
            Slots::Numbers(slots) => self.used >= slots.len() / 4 * 3,
            Slots::All(_) => false,
        }
    }

    /// Bytes of the table.
    pub(super) const fn bytes(&self) -> u64 {
        let listed = (self.listed.capacity() * size_of::<Found>()) as u64;
        listed
            + match &self.slots {
                Slots::Keys(slots) => size_of_val(slots.as_slice()) as u64,
                Slots::Numbers(slots) => size_of_val(slots.as_slice()) as u64,
                Slots::All(slots) => size_of_val(slots.as_slice()) as u64,
            }
    }

    /// Bytes of a table of another size.
    pub(super) const fn bytes_of(&self, size: Size) -> u64 {
        let (count, each) = match (size, &self.slots) {
            (Size::All(count), _) => (count, size_of::<Short>()),
            (Size::Slots(count), Slots::Keys(_)) => (count, size_of::<(M::Key, Short)>()),
            (Size::Slots(count), _) => (count, size_of::<u64>()),
        };
        count as u64 * each as u64
    }

    /// A table for all numbers, if there are no more than so many. Where places are of 32 bits, as
    /// in a browser, there may be none for so many.
    pub(super) fn whole(&self, most: u64) -> Option<Size> {
        let bits = self.bits.filter(|bits| *bits < usize::BITS.min(NARROW))?;
        (1 << bits <= most).then_some(Size::All(1 << bits))
    }

    /// How large the next table is: one for all numbers, where that takes no more.
    pub(super) fn next(&self) -> Size {
        let twice = Size::Slots(match &self.slots {
            Slots::Keys(slots) => 2 * slots.len(),
            Slots::Numbers(slots) => 2 * slots.len(),
            Slots::All(slots) => slots.len(),
        });
        self.whole(u64::MAX)
            .filter(|all| self.bytes_of(*all) <= self.bytes_of(twice))
            .unwrap_or(twice)
    }

    /// Takes another size.
    pub(super) fn grow(&mut self, size: Size) {
        match (&mut self.slots, size) {
            (Slots::Numbers(old), Size::Slots(count)) => {
                let mut slots = vec![FREE; count];
                for slot in old.iter().filter(|slot| **slot != FREE) {
                    let at = place_of_number(&slots, slot >> WIDTH);
                    slots[at] = *slot;
                }
                *old = slots;
            }
            (Slots::Numbers(old), Size::All(count)) => {
                let mut slots = vec![Short::NOTHING; count];
                for slot in old.iter().filter(|slot| **slot != FREE) {
                    slots[(slot >> WIDTH) as usize] = worth_in(*slot);
                }
                self.slots = Slots::All(slots);
            }
            (Slots::Keys(old), Size::Slots(count)) => {
                let mut slots = vec![(M::Key::default(), Short::NOTHING); count];
                for (key, short) in std::mem::take(old) {
                    if short != Short::NOTHING {
                        let at = place_of_key(&slots, &key);
                        slots[at] = (key, short);
                    }
                }
                *old = slots;
            }
            // Numbers of few bits are no keys from the first slot on, and all numbers have a slot
            // for ever.
            (Slots::Keys(_), Size::All(_)) | (Slots::All(_), _) => {}
        }
    }

    /// Looks at where states are, so that the looks do not wait for each other; what comes of it
    /// says nothing.
    pub(super) fn touch(&self, options: &[(M::Key, i64)]) -> u32 {
        let look = |(key, _): &(M::Key, i64)| match &self.slots {
            Slots::Keys(slots) => slots[hashed(key) & (slots.len() - 1)].1.0,
            Slots::Numbers(slots) => slots[hashed(&M::number(key)) & (slots.len() - 1)] as u32,
            Slots::All(slots) => slots[M::number(key) as usize].0,
        };
        options.iter().map(look).fold(0, |all, one| all ^ one)
    }
}
