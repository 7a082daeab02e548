//! One cell a state: undecided with the moves left to refute, or decided with its remoteness.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering::Relaxed};

use whowins_analysis::{Budget, Value};

use super::pairs::Pairs;

/// A cell's content. The low two bits say what is known; the rest counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry(u32);

const UNDECIDED: u32 = 0;
const LOSS: u32 = 1;
const WIN: u32 = 2;
const DRAW: u32 = 3;

impl Entry {
    /// Undecided, with this many moves not yet refuted.
    pub fn undecided(left: u32) -> Self {
        Self(left << 2 | UNDECIDED)
    }

    /// Decided, with the length of best play.
    pub fn decided(value: Value, remoteness: u32) -> Self {
        Self(
            remoteness << 2
                | match value {
                    Value::Loss => LOSS,
                    Value::Win => WIN,
                    Value::Draw => DRAW,
                },
        )
    }

    /// The value, once it is known.
    pub fn value(self) -> Option<Value> {
        match self.0 & 3 {
            LOSS => Some(Value::Loss),
            WIN => Some(Value::Win),
            DRAW => Some(Value::Draw),
            _ => None,
        }
    }

    /// A cell that nothing is known of.
    pub const UNKNOWN: Self = Self(UNDECIDED);

    /// Two bits: 0 where nothing is known, 1 for a loss, 2 for a win, 3 for a draw.
    pub fn code(self) -> u8 {
        (self.0 & 3) as u8
    }

    /// The entry of a code and a count, the highest two bits of which are lost.
    pub fn of_code(code: u8, count: u32) -> Self {
        Self(count << 2 | u32::from(code & 3))
    }

    /// The entry as one number, and back.
    pub(super) fn word(self) -> u32 {
        self.0
    }

    pub(super) fn of_word(word: u32) -> Self {
        Self(word)
    }

    /// The moves left, or the remoteness.
    pub fn count(self) -> u32 {
        self.0 >> 2
    }
}

/// The width of a table's cells.
pub trait Cell: Send + Sync {
    /// The largest count a cell holds.
    const MOST: u32;
    /// Bytes a cell.
    const BYTES: u64;
    /// A cell that holds 0.
    fn zero() -> Self;
    /// Reads.
    fn get(&self) -> Entry;
    /// Writes.
    fn set(&self, entry: Entry);
    /// Writes if the content is still `old`; tells whether it did.
    fn swap(&self, old: Entry, new: Entry) -> bool;
}

macro_rules! cell {
    ($atomic:ty, $word:ty) => {
        impl Cell for $atomic {
            const MOST: u32 = (<$word>::MAX >> 2) as u32;
            const BYTES: u64 = size_of::<$word>() as u64;
            fn zero() -> Self {
                Self::new(0)
            }
            #[inline]
            fn get(&self) -> Entry {
                Entry(u32::from(self.load(Relaxed)))
            }
            #[inline]
            fn set(&self, entry: Entry) {
                self.store(entry.0 as $word, Relaxed);
            }
            #[inline]
            fn swap(&self, old: Entry, new: Entry) -> bool {
                self.compare_exchange_weak(old.0 as $word, new.0 as $word, Relaxed, Relaxed)
                    .is_ok()
            }
        }
    };
}

cell!(AtomicU8, u8);
cell!(AtomicU16, u16);
cell!(AtomicU32, u32);

/// Adds cells to bytes, each with its lowest byte first.
pub fn to_bytes<C: Cell>(cells: &[C], bytes: &mut Vec<u8>) {
    let words = cells.iter().map(|cell| cell.get().word());
    match C::BYTES {
        1 => bytes.extend(words.map(|word| word as u8)),
        2 => words.for_each(|word| bytes.extend_from_slice(&(word as u16).to_le_bytes())),
        _ => words.for_each(|word| bytes.extend_from_slice(&word.to_le_bytes())),
    }
}

/// Fills cells from bytes that were made of cells of this width, which may be narrower.
pub fn from_bytes<C: Cell>(cells: &[C], bytes: &[u8], width: usize) {
    // One loop a width, each without a branch or a call.
    let fill = |(cell, word): (&C, u32)| cell.set(Entry::of_word(word));
    match width {
        1 => {
            let words = bytes.iter().map(|byte| u32::from(*byte));
            cells.iter().zip(words).for_each(fill);
        }
        2 => {
            let words = bytes.as_chunks().0.iter();
            let words = words.map(|two| u16::from_le_bytes(*two).into());
            cells.iter().zip(words).for_each(fill);
        }
        _ => {
            let words = bytes.as_chunks().0.iter();
            let words = words.map(|four| u32::from_le_bytes(*four));
            cells.iter().zip(words).for_each(fill);
        }
    }
}

/// Cells written between two looks at the budget: some milliseconds.
const STRETCH: usize = 1 << 24;

/// A table of so many cells; `None` where memory cannot be had, or the budget is over before all
/// are written.
pub fn filled<C>(len: usize, zero: impl Fn() -> C, budget: &Budget) -> Option<Vec<C>> {
    let mut table = Vec::new();
    table.try_reserve_exact(len).ok()?;
    while table.len() < len {
        if budget.over().is_some() {
            return None;
        }
        table.resize_with(len.min(table.len() + STRETCH), &zero);
    }
    Some(table)
}

/// The cells of all states: one table for both players of an impartial game, else one each.
pub struct Cells<C> {
    /// One table a player, so that the players' news does not meet in a cache line.
    tables: Vec<Vec<C>>,
}

impl<C: Cell> Cells<C> {
    /// Undecided cells for `len` states; `None` where memory cannot be had, or the budget is over
    /// before all are written.
    pub fn new(len: u64, impartial: bool, budget: &Budget) -> Option<Self> {
        let len = usize::try_from(len).ok()?;
        let tables = (0..if impartial { 1 } else { 2 }).map(|_| filled(len, C::zero, budget));
        let tables = tables.collect::<Option<_>>()?;
        Some(Self { tables })
    }

    /// Cells a state.
    pub fn players(&self) -> usize {
        self.tables.len()
    }

    /// The cells with this player to move; an impartial game has one table for both.
    #[inline]
    pub fn of(&self, player: usize) -> &[C] {
        &self.tables[player.min(self.tables.len() - 1)]
    }

    /// The cell of a state with this player to move.
    #[inline]
    pub fn at(&self, index: u64, player: usize) -> &C {
        &self.of(player)[index as usize]
    }
}

/// Where the cells of a sweep live: all in memory, or the latest only.
pub trait Store: Sync {
    /// The largest count a cell holds.
    const MOST: u32;
    /// How many cells of consecutive states are written as one: a power of two.
    const NEIGHBOURS: u64 = 1;
    /// The cells of one player, to be read.
    type View<'a>: View
    where
        Self: 'a;
    /// Cells a state.
    fn players(&self) -> usize;
    /// The cells with this player to move; an impartial game has the same for both.
    fn view(&self, player: usize) -> Self::View<'_>;
    /// Writes a cell; `shared` where another thread may at this time write one of its neighbours,
    /// the states with the same `index / NEIGHBOURS`.
    fn put(&self, index: u64, player: usize, entry: Entry, shared: bool);
}

/// One player's cells.
pub trait View: Copy {
    /// The cell of a state.
    fn entry(&self, index: u64) -> Entry;
}

impl<C: Cell> Store for Cells<C> {
    const MOST: u32 = C::MOST;
    type View<'a>
        = &'a [C]
    where
        C: 'a;

    fn players(&self) -> usize {
        self.tables.len()
    }

    #[inline]
    fn view(&self, player: usize) -> &[C] {
        self.of(player)
    }

    #[inline]
    fn put(&self, index: u64, player: usize, entry: Entry, _shared: bool) {
        self.at(index, player).set(entry);
    }
}

impl<C: Cell> View for &[C] {
    #[inline]
    fn entry(&self, index: u64) -> Entry {
        self[index as usize].get()
    }
}

/// A solved table, whatever the width of its cells.
pub enum Table {
    /// Two bits a cell.
    Pairs(Pairs),
    /// One byte a cell.
    Narrow(Cells<AtomicU8>),
    /// Two bytes a cell.
    Middle(Cells<AtomicU16>),
    /// Four bytes a cell.
    Wide(Cells<AtomicU32>),
}

impl Table {
    /// The entry of a state with this player to move.
    pub fn entry(&self, index: u64, player: usize) -> Entry {
        match self {
            Self::Pairs(pairs) => pairs.entry(index, player),
            Self::Narrow(cells) => cells.at(index, player).get(),
            Self::Middle(cells) => cells.at(index, player).get(),
            Self::Wide(cells) => cells.at(index, player).get(),
        }
    }
}
