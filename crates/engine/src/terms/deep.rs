//! Games that end, depth first: a state is worth what its options are, once play from there is worked out.
//!
//! Nothing is kept of a state but its worth and after how many moves that is forced, in one table by its key, so that a move costs one look there, and no list of moves is kept. Looks at
//! the options of a state do not wait for each other. Where the table would be a good part of all words, it is indexed by the word, without key and hash. Whoever comes back to a state on the
//! way gives up: play may go round there, and [`super::graph`] takes over.

use std::cmp::Ordering;
use std::hash::{BuildHasher, BuildHasherDefault};

use dashu_int::IBig;
use whowins_core::{Budget, Over};

use super::moves::OfStates;
use super::{Broken, no_room};
use crate::mixing::Mixing;

/// No level: nothing was found there.
const EMPTY: u32 = u32::MAX;
/// The state is on the way.
const ABOVE: u32 = u32::MAX - 1;
/// It was on the way, and is not decided.
const OPEN: u32 = u32::MAX - 2;

/// What a state is worth: what player 0 gets, or the best difference of points from there on; and after how many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub pays: i32,
    pub level: u32,
}

impl Found {
    /// The same with the players exchanged, if they are.
    const fn turned(self, flips: bool) -> Self {
        Self {
            pays: if flips { -self.pays } else { self.pays },
            ..self
        }
    }
}

/// Why a state has no worth here.
pub(super) enum Shallow {
    /// Play may go round, or a number is too large.
    Declined,
    Broken(Broken),
}

impl From<Broken> for Shallow {
    fn from(broken: Broken) -> Self {
        Self::Broken(broken)
    }
}

/// A state on the way, with the best of what is known of its options.
struct Frame<K> {
    key: K,
    /// The points of the move that led there, and whether it led to the state with the players exchanged.
    points: i32,
    flips: bool,
    is_first: bool,
    /// Where its options begin that were not known.
    begin: usize,
    best: Option<Found>,
}

/// What was found.
enum Table<M: OfStates> {
    Hashed {
        slots: Vec<(M::Key, Found)>,
        used: usize,
    },
    /// By the number of the state.
    Direct { slots: Vec<Found>, used: usize },
}

const NOTHING: Found = Found {
    pays: 0,
    level: EMPTY,
};

/// States of a game that ends, and what they are worth.
pub(super) struct Deep<M: OfStates> {
    table: Table<M>,
    frames: Vec<Frame<M::Key>>,
    /// Options that were not known, of all states on the way.
    open: Vec<(M::Key, i32, bool)>,
    options: Vec<(M::Key, i64)>,
    flipped: Vec<bool>,
    /// Bits of a state's number, if it has one.
    bits: Option<u32>,
    /// What play without end would pay; who gains is said by it.
    endless: i32,
    pub scored: bool,
    /// Whether a state is worth the negative of the same state with the other player to move: then one of the two is kept.
    impartial: bool,
    /// Whether all that was paid is a win, a draw or a loss.
    pub is_plain: bool,
    decided: usize,
    touched: u32,
    budget: Budget,
    beside: u64,
}

impl<M: OfStates> Deep<M> {
    /// `None` where what play without end pays is no small number.
    pub(super) fn new(
        bits: Option<u32>,
        endless: Option<&IBig>,
        (scored, impartial): (bool, bool),
        budget: Budget,
        beside: u64,
    ) -> Option<Self> {
        let endless = endless.map_or(Some(0), |pays| i32::try_from(pays).ok())?;
        Some(Self {
            table: Table::Hashed {
                slots: vec![(M::Key::default(), NOTHING); 1 << 8],
                used: 0,
            },
            frames: Vec::new(),
            open: Vec::new(),
            options: Vec::new(),
            flipped: Vec::new(),
            bits,
            endless: if scored { 0 } else { endless },
            scored,
            impartial: impartial && (scored || endless == 0),
            is_plain: endless.abs() <= 1,
            decided: 0,
            touched: 0,
            budget,
            beside,
        })
    }

    /// States that were decided.
    pub(super) const fn count(&self) -> usize {
        self.decided
    }

    /// What a state is worth, if that is known.
    pub(super) fn known(&self, key: &M::Key) -> Option<Found> {
        let (key, flips) = self.kept(key);
        let found = self.table.get(&key);
        (found.level < OPEN).then_some(found.turned(flips))
    }

    /// The state that is kept for a state, and whether the players are exchanged in it.
    fn kept(&self, key: &M::Key) -> (M::Key, bool) {
        let mirrored = if self.impartial {
            M::mirrored(key)
        } else {
            None
        };
        match mirrored {
            Some(mirrored) => (mirrored, true),
            None => (key.clone(), false),
        }
    }

    /// What a state is worth; `None` where that takes more than so many moves, and what was decided is kept for the next try.
    pub(super) fn worth(
        &mut self,
        moves: &mut M,
        start: &M::Key,
        most: u64,
    ) -> Result<Option<Found>, Shallow> {
        if let Some(found) = self.known(start) {
            return Ok(Some(found));
        }
        let (start, flips) = self.kept(start);
        let found = self.search(moves, &start, most);
        // Whoever is still on the way is not decided.
        for frame in self.frames.drain(..) {
            self.table.put(
                &frame.key,
                Found {
                    pays: 0,
                    level: OPEN,
                },
            );
        }
        self.open.clear();
        Ok(found?.map(|found| found.turned(flips)))
    }

    fn search(
        &mut self,
        moves: &mut M,
        start: &M::Key,
        most: u64,
    ) -> Result<Option<Found>, Shallow> {
        let mut looked = 0;
        if let Some(found) = self.look(moves, start, (0, false), &mut looked)? {
            return Ok(Some(found));
        }
        while let Some(frame) = self.frames.last() {
            if looked >= most {
                return Ok(None);
            }
            let begin = frame.begin;
            let found = match self.open.len() > begin {
                true => {
                    let Some((key, points, flips)) = self.open.pop() else {
                        continue;
                    };
                    let found = self.table.get(&key);
                    let found = match found.level {
                        EMPTY | OPEN => self.look(moves, &key, (points, flips), &mut looked)?,
                        ABOVE => return Err(Shallow::Declined),
                        _ => Some(found),
                    };
                    found.map(|found| (found.turned(flips), points))
                }
                false => {
                    let Some(frame) = self.frames.pop() else {
                        continue;
                    };
                    let best = frame.best.ok_or(Shallow::Declined)?;
                    self.table.put(&frame.key, best);
                    self.decided += 1;
                    Some((best.turned(frame.flips), frame.points))
                }
            };
            if let Some((found, points)) = found {
                match self.frames.last_mut() {
                    None => return Ok(Some(found)),
                    Some(_) => self.tell(found, points)?,
                }
            }
        }
        Err(Shallow::Declined)
    }

    /// Tells the latest state what one of its options is worth.
    fn tell(&mut self, found: Found, points: i32) -> Result<(), Shallow> {
        let endless = self.endless;
        if let Some(frame) = self.frames.last_mut() {
            let pays = found.pays.checked_add(points).ok_or(Shallow::Declined)?;
            let found = Found {
                pays,
                level: found.level + 1,
            };
            let is_better = frame
                .best
                .is_none_or(|best| is_better(found, best, frame.is_first, endless));
            if is_better {
                frame.best = Some(found);
            }
        }
        Ok(())
    }

    /// Looks at a state: what it pays, or it is on the way from here on.
    fn look(
        &mut self,
        moves: &mut M,
        key: &M::Key,
        (points, flips): (i32, bool),
        looked: &mut u64,
    ) -> Result<Option<Found>, Shallow> {
        self.options.clear();
        let seen = moves.look(key, usize::MAX, &mut self.options)?;
        *looked += 1 + self.options.len() as u64;
        if self.budget.charge(1 + self.options.len() as u64).is_break() {
            let over = self.budget.over().unwrap_or(Over::Stopped);
            return Err(Broken::Error(over.into()).into());
        }
        self.make_room()?;
        if let Some(pays) = seen.pays {
            let pays = i32::try_from(&pays).ok();
            let pays = pays
                .filter(|pays| pays.unsigned_abs() < 1 << 30)
                .ok_or(Shallow::Declined)?;
            self.is_plain &= pays.abs() <= 1;
            let found = Found { pays, level: 0 };
            self.table.put(key, found);
            self.decided += 1;
            return Ok(Some(found));
        }
        self.table.put(
            key,
            Found {
                pays: 0,
                level: ABOVE,
            },
        );
        self.frames.push(Frame {
            key: key.clone(),
            points,
            flips,
            is_first: seen.turn == 0,
            begin: self.open.len(),
            best: None,
        });
        let mut options = std::mem::take(&mut self.options);
        let mut flipped = std::mem::take(&mut self.flipped);
        flipped.clear();
        flipped.resize(options.len(), false);
        if self.impartial {
            for ((key, _), flips) in options.iter_mut().zip(&mut flipped) {
                (*key, *flips) = self.kept(key);
            }
        }
        self.touched ^= self.table.touch(&options);
        for ((key, points), flips) in options.iter().zip(&flipped) {
            let points = i32::try_from(*points).map_err(|_| Shallow::Declined)?;
            let found = self.table.get(key);
            match found.level {
                EMPTY | OPEN => self.open.push((key.clone(), points, *flips)),
                ABOVE => return Err(Shallow::Declined),
                _ => self.tell(found.turned(*flips), points)?,
            }
        }
        (self.options, self.flipped) = (options, flipped);
        Ok(None)
    }

    /// Room for one state more.
    fn make_room(&mut self) -> Result<(), Shallow> {
        if !self.table.is_full() {
            return Ok(());
        }
        let beside = self.beside
            + (self.open.len() * size_of::<(M::Key, i32, bool)>()
                + self.frames.len() * size_of::<Frame<M::Key>>()) as u64;
        let wanted = self.table.grown(self.bits);
        // The old table is there until all has moved.
        let bytes = self.table.bytes() + wanted.1;
        if !self.budget.has_room(bytes + beside) {
            return Err(Broken::Error(no_room(&self.budget)).into());
        }
        self.table.grow(wanted.0);
        Ok(())
    }
}

/// Whether a worth is better for who is to move: of the same, the sooner its end is forced the better for who gains, the later for who loses.
fn is_better(found: Found, best: Found, is_first: bool, endless: i32) -> bool {
    let order = found.pays.cmp(&best.pays);
    let gains = found.pays.cmp(&endless);
    let (order, gains) = match is_first {
        true => (order, gains),
        false => (order.reverse(), gains.reverse()),
    };
    match (order, gains) {
        (Ordering::Equal, Ordering::Greater) => found.level < best.level,
        (Ordering::Equal, Ordering::Less) => found.level > best.level,
        (order, _) => order == Ordering::Greater,
    }
}

impl<M: OfStates> Deep<M> {
    /// The best of some options, by its place.
    pub(super) fn best(&self, options: &[(M::Key, i64)], is_first: bool) -> Option<usize> {
        let mut best: Option<(usize, Found)> = None;
        for (place, (key, points)) in options.iter().enumerate() {
            let found = self.known(key)?;
            let pays = found.pays.checked_add(i32::try_from(*points).ok()?)?;
            let found = Found { pays, ..found };
            if best.is_none_or(|(_, best)| is_better(found, best, is_first, self.endless)) {
                best = Some((place, found));
            }
        }
        best.map(|(place, _)| place)
    }
}

fn hashed<K: std::hash::Hash>(key: &K) -> usize {
    BuildHasherDefault::<Mixing>::default().hash_one(key) as usize
}

impl<M: OfStates> Table<M> {
    /// Where a state is in a table by hashes, or would be.
    fn place(slots: &[(M::Key, Found)], key: &M::Key) -> usize {
        let mask = slots.len() - 1;
        let mut at = hashed(key) & mask;
        while slots[at].1.level != EMPTY && slots[at].0 != *key {
            at = (at + 1) & mask;
        }
        at
    }

    fn get(&self, key: &M::Key) -> Found {
        match self {
            Self::Hashed { slots, .. } => slots[Self::place(slots, key)].1,
            Self::Direct { slots, .. } => slots[M::number(key)],
        }
    }

    fn put(&mut self, key: &M::Key, found: Found) {
        match self {
            Self::Hashed { slots, used } => {
                let at = Self::place(slots, key);
                if slots[at].1.level == EMPTY {
                    slots[at].0 = key.clone();
                    *used += 1;
                }
                slots[at].1 = found;
            }
            Self::Direct { slots, used } => {
                let slot = &mut slots[M::number(key)];
                *used += usize::from(slot.level == EMPTY);
                *slot = found;
            }
        }
    }

    const fn is_full(&self) -> bool {
        match self {
            Self::Hashed { slots, used } => *used >= slots.len() / 4 * 3,
            Self::Direct { .. } => false,
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::Hashed { slots, .. } => (slots.len() * size_of::<(M::Key, Found)>()) as u64,
            Self::Direct { slots, .. } => (slots.len() * size_of::<Found>()) as u64,
        }
    }

    /// How large the next table is, and its bytes: by numbers, where that takes no more.
    fn grown(&self, bits: Option<u32>) -> (Option<usize>, u64) {
        let Self::Hashed { slots, .. } = self else {
            return (None, 0);
        };
        let bytes = (2 * slots.len() * size_of::<(M::Key, Found)>()) as u64;
        let direct = bits.filter(|bits| *bits < 40).map(|bits| 1usize << bits);
        match direct.filter(|all| (all * size_of::<Found>()) as u64 <= bytes) {
            Some(all) => (Some(all), (all * size_of::<Found>()) as u64),
            None => (None, bytes),
        }
    }

    fn grow(&mut self, direct: Option<usize>) {
        let Self::Hashed { slots, used } = self else {
            return;
        };
        let old = std::mem::take(slots);
        let count = 2 * old.len();
        let all = old.into_iter().filter(|(_, found)| found.level != EMPTY);
        match direct {
            Some(count) => {
                let mut slots = vec![NOTHING; count];
                for (key, found) in all {
                    slots[M::number(&key)] = found;
                }
                *self = Self::Direct { slots, used: *used };
            }
            None => {
                *slots = vec![(M::Key::default(), NOTHING); count];
                for (key, found) in all {
                    let at = Self::place(slots, &key);
                    slots[at] = (key, found);
                }
            }
        }
    }

    /// Looks at where states are, so that the looks do not wait for each other; what comes of it says nothing.
    fn touch(&self, options: &[(M::Key, i64)]) -> u32 {
        let level = |(key, _): &(M::Key, i64)| match self {
            Self::Hashed { slots, .. } => slots[hashed(key) & (slots.len() - 1)].1.level,
            Self::Direct { slots, .. } => slots[M::number(key)].level,
        };
        options.iter().map(level).fold(0, |all, one| all ^ one)
    }
}
