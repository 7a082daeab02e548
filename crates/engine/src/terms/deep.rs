//! Games that end, depth first: a state is worth what its options are, once play from there is
//! worked out.
//!
//! Nothing is kept of a state but its worth and after how many moves that is forced, in one table
//! by its key (`table.rs`), so that a move costs one look there, and no list of moves is kept.
//! Looks at the options of a state do not wait for each other. Where play goes down an order of the
//! states' numbers and has come to a good part of them, the others are decided in that order
//! (`sweep.rs`). Whoever comes back to a state on the way gives up: play may go round there, and
//! [`super::graph`] takes over.

use dashu_int::IBig;
use whowins_core::Budget;

use super::moves::{OfStates, Seen};
use super::sweep::{Directions, Order};
use super::table::{ABOVE, EMPTY, Found, OPEN, Table};
use super::{Broken, charge, no_room};
use crate::compiled::Digit;

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
    /// The points of the move that led there, and whether it led to the state with the players
    /// exchanged.
    points: i32,
    flips: bool,
    is_first: bool,
    /// Where its options begin that were not known.
    begin: usize,
    best: Option<Found>,
}

/// States of a game that ends, and what they are worth.
pub(super) struct Deep<M: OfStates> {
    table: Table<M>,
    frames: Vec<Frame<M::Key>>,
    /// Options that were not known, of all states on the way.
    open: Vec<(M::Key, i32, bool)>,
    options: Vec<(M::Key, i64)>,
    flipped: Vec<bool>,
    /// What play without end would pay; who gains is said by it.
    endless: i32,
    pub scored: bool,
    /// Whether a state is worth the negative of the same state with the other player to move: then
    /// one of the two is kept.
    impartial: bool,
    /// Whether all that was paid is a win, a draw or a loss.
    pub is_plain: bool,
    decided: usize,
    /// Which way digits of states' numbers went, and with how many states decided it is asked next
    /// whether the others are better decided in order.
    directions: Directions,
    asked_at: usize,
    touched: u32,
    budget: Budget,
    beside: u64,
}

/// States that are decided before it is asked whether the others are better decided in order.
const FEW: usize = 1 << 12;
/// A state among others in order costs so many times less than one that is come to.
const CHEAPER: u64 = 32;
/// Numbers of so few states are decided in order that a table of all of them is mostly empty.
const SPARSE: u64 = 32;
/// So many states for which one is kept cost no more than the one, in order.
const ALIKE: u64 = 2;

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
            table: Table::new(bits),
            frames: Vec::new(),
            open: Vec::new(),
            options: Vec::new(),
            flipped: Vec::new(),
            endless: if scored { 0 } else { endless },
            scored,
            impartial: impartial && (scored || endless == 0),
            is_plain: endless.abs() <= 1,
            decided: 0,
            directions: Directions::default(),
            asked_at: FEW,
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

    /// What a state is worth; `None` where that takes more than so many moves, and what was decided
    /// is kept for the next try.
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
            self.table.mark(&frame.key, OPEN);
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
            if self.decided >= self.asked_at {
                self.go_in_order(moves, start)?;
                continue;
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
                    self.table.put(&frame.key, best)?;
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
            let found = found.before(points).ok_or(Shallow::Declined)?;
            let best = frame.best;
            if best.is_none_or(|best| is_better(found, best, frame.is_first, endless)) {
                frame.best = Some(found);
            }
        }
        Ok(())
    }

    /// What a state is worth that pays this; `None` where that is too large.
    fn paid(&mut self, pays: &IBig) -> Option<Found> {
        let pays = i32::try_from(pays).ok()?;
        self.is_plain &= pays.abs() <= 1;
        (pays.unsigned_abs() < 1 << 30).then_some(Found { pays, level: 0 })
    }

    /// Decides all states up to this one in an order that play goes down, where that is likely to
    /// cost less than to go on.
    fn go_in_order(&mut self, moves: &mut M, start: &M::Key) -> Result<(), Shallow> {
        // Numbers of more bits have no table of their own, and lists no digits.
        let digits = moves.digits();
        let can = moves.alike() <= ALIKE && self.table.whole(u64::MAX).is_some();
        if !can || digits.is_empty() {
            self.asked_at = usize::MAX;
            return Ok(());
        }
        self.asked_at = 2 * self.decided;
        let Some(order) = self.order(digits, moves.alike(), start) else {
            return Ok(());
        };
        let mut options = std::mem::take(&mut self.options);
        for number in order.numbers() {
            let key = M::of_number(number);
            if self.table.get(&key).level < OPEN {
                continue;
            }
            options.clear();
            let seen = match moves.look(&key, usize::MAX, &mut options) {
                Ok(seen) => seen,
                // Play does not come to such states.
                Err(Broken::Words) => continue,
                Err(broken) => return Err(broken.into()),
            };
            charge(&self.budget, 1 + options.len() as u64)?;
            if let Some(found) = self.of_options(&seen, &options) {
                self.table.put(&key, found)?;
                self.decided += 1;
            }
        }
        self.options = options;
        // Whatever is open now stays so.
        self.asked_at = match self.table.get(start).level < OPEN {
            true => 2 * self.decided,
            false => usize::MAX,
        };
        Ok(())
    }

    /// The order of the states up to this one, where play goes down one, has come to a good part of
    /// them, and there is room for them; the table has a place for each then.
    fn order(&mut self, mut digits: Vec<Digit>, alike: u64, start: &M::Key) -> Option<Order> {
        if self.impartial {
            // The lowest says whose turn it is.
            digits.retain(|digit| digit.shift > 0);
        }
        let order = self.directions.order(&digits, M::number(start))?;
        let count = order.count()?;
        if (self.decided as u64).saturating_mul(CHEAPER * alike) < count {
            return None;
        }
        let whole = self.table.whole(count.saturating_mul(SPARSE))?;
        let bytes = self.table.bytes() + self.table.bytes_of(whole) + self.bytes_on_the_way();
        self.budget.has_room(bytes).then(|| {
            self.table.grow(whole);
            order
        })
    }

    /// What a state is worth by its options, where all of them are decided.
    fn of_options(&mut self, seen: &Seen, options: &[(M::Key, i64)]) -> Option<Found> {
        if let Some(pays) = &seen.pays {
            return self.paid(pays);
        }
        let mut best = (i64::MIN, None);
        for (key, points) in options {
            let found = self.known(key)?;
            let found = found.before(i32::try_from(*points).ok()?)?;
            let rank = rank(found, seen.turn == 0, self.endless);
            if rank > best.0 {
                best = (rank, Some(found));
            }
        }
        best.1
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
        charge(&self.budget, 1 + self.options.len() as u64)?;
        self.make_room()?;
        if let Some(pays) = seen.pays {
            let found = self.paid(&pays).ok_or(Shallow::Declined)?;
            self.table.put(key, found)?;
            self.decided += 1;
            return Ok(Some(found));
        }
        self.table.mark(key, ABOVE);
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
        let from = M::number(key);
        for (key, _) in &mut options {
            if self.asked_at < usize::MAX {
                self.directions.note(from, M::number(key));
            }
            *key = moves.kept(key.clone());
        }
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

    /// Bytes beside the table.
    const fn bytes_on_the_way(&self) -> u64 {
        self.beside
            + (self.open.len() * size_of::<(M::Key, i32, bool)>()
                + self.frames.len() * size_of::<Frame<M::Key>>()) as u64
    }

    /// Room for one state more.
    fn make_room(&mut self) -> Result<(), Shallow> {
        if !self.table.is_full() {
            return Ok(());
        }
        let next = self.table.next();
        // The old table is there until all has moved.
        let bytes = self.table.bytes() + self.table.bytes_of(next);
        if !self.budget.has_room(bytes + self.bytes_on_the_way()) {
            return Err(Broken::Error(no_room(&self.budget)).into());
        }
        self.table.grow(next);
        Ok(())
    }
}

/// How good a worth is for who is to move: of the same, the sooner its end is forced the better for
/// who gains, the later for who loses.
#[inline]
fn rank(found: Found, is_first: bool, endless: i32) -> i64 {
    let sign = if is_first { 1 } else { -1 };
    let pays = i64::from(found.pays);
    let gains = sign * (pays - i64::from(endless)).signum();
    ((sign * pays) << 32) - gains * i64::from(found.level)
}

/// Whether a worth is better for who is to move.
fn is_better(found: Found, best: Found, is_first: bool, endless: i32) -> bool {
    rank(found, is_first, endless) > rank(best, is_first, endless)
}

impl<M: OfStates> Deep<M> {
    /// The best of some options, by its place.
    pub(super) fn best(&self, options: &[(M::Key, i64)], is_first: bool) -> Option<usize> {
        let mut best: Option<(usize, Found)> = None;
        for (place, (key, points)) in options.iter().enumerate() {
            let found = self.known(key)?.before(i32::try_from(*points).ok()?)?;
            if best.is_none_or(|(_, best)| is_better(found, best, is_first, self.endless)) {
                best = Some((place, found));
            }
        }
        best.map(|(place, _)| place)
    }
}
