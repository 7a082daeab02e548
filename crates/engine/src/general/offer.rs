//! What some options offer the player to move, as far as it matters.

use whowins_analysis::Value;

use super::table::Entry;

/// Options taken together: with the length of best play ([`Longest`]), or without ([`Flags`]).
pub trait Offer: Copy + Send + Sync {
    /// Whether every option counts, and not only the first that wins.
    const ALL: bool;
    /// Of no options at all.
    const NONE: Self;
    /// Takes an option's entry into account.
    fn see(&mut self, option: Entry);
    /// Takes other options into account.
    fn merge(&mut self, other: Self);
    /// Whether an option wins.
    fn wins(self) -> bool;
    /// The entry of a state with these options; `stuck` where there are none.
    fn entry(self, stuck: Value) -> Entry;
    /// What is to be kept of the options, and back. Not the entry of a state.
    fn keep(self) -> Entry;
    /// What was kept.
    fn kept(entry: Entry) -> Self;
}

/// The fastest win and the longest loss.
#[derive(Clone, Copy)]
pub struct Longest {
    shortest_win: u32,
    longest_loss: u32,
    draws: bool,
}

impl Offer for Longest {
    const ALL: bool = true;

    const NONE: Self = Self {
        shortest_win: u32::MAX,
        longest_loss: 0,
        draws: false,
    };

    #[inline]
    fn see(&mut self, option: Entry) {
        match option.value() {
            Some(Value::Loss) => self.shortest_win = self.shortest_win.min(option.count() + 1),
            Some(Value::Win) => self.longest_loss = self.longest_loss.max(option.count() + 1),
            _ => self.draws = true,
        }
    }

    #[inline]
    fn merge(&mut self, other: Self) {
        self.shortest_win = self.shortest_win.min(other.shortest_win);
        self.longest_loss = self.longest_loss.max(other.longest_loss);
        self.draws |= other.draws;
    }

    #[inline]
    fn wins(self) -> bool {
        self.shortest_win < u32::MAX
    }

    #[inline]
    fn entry(self, stuck: Value) -> Entry {
        match self.keep() {
            Entry::UNKNOWN => Entry::decided(stuck, 0),
            known => known,
        }
    }

    /// A win hides draws and losses, a draw hides losses, so that one entry says all that matters.
    #[inline]
    fn keep(self) -> Entry {
        if self.wins() {
            Entry::decided(Value::Win, self.shortest_win)
        } else if self.draws {
            Entry::decided(Value::Draw, 0)
        } else if self.longest_loss > 0 {
            Entry::decided(Value::Loss, self.longest_loss)
        } else {
            Entry::UNKNOWN
        }
    }

    #[inline]
    fn kept(entry: Entry) -> Self {
        let mut all = Self::NONE;
        match entry.value() {
            Some(Value::Win) => all.shortest_win = entry.count(),
            Some(Value::Loss) => all.longest_loss = entry.count(),
            Some(Value::Draw) => all.draws = true,
            None => {}
        }
        all
    }
}

/// Which values occur: bit `code` for an option of this code.
#[derive(Clone, Copy)]
pub struct Flags(u8);

/// An option that the opponent loses, or wins.
const LOST: u8 = 1 << 1;
const WON: u8 = 1 << 2;

impl Offer for Flags {
    const ALL: bool = false;

    const NONE: Self = Self(0);

    #[inline]
    fn see(&mut self, option: Entry) {
        self.0 |= 1 << option.code();
    }

    #[inline]
    fn merge(&mut self, other: Self) {
        self.0 |= other.0;
    }

    #[inline]
    fn wins(self) -> bool {
        self.0 & LOST != 0
    }

    #[inline]
    fn entry(self, stuck: Value) -> Entry {
        let value = if self.wins() {
            Value::Win
        } else if self.0 == 0 {
            stuck
        } else if self.0 == WON {
            Value::Loss
        } else {
            Value::Draw
        };
        Entry::decided(value, 0)
    }

    #[inline]
    fn keep(self) -> Entry {
        Entry::of_word(u32::from(self.0))
    }

    #[inline]
    fn kept(entry: Entry) -> Self {
        Self(entry.word() as u8)
    }
}
