//! What both ways of searching stand on: the moves, what was found, and what answered before.

use whowins_core::Budget;

use super::history::History;
use super::small;
use super::table::{Known, Table};
use crate::terms::moves::Moves;
use crate::terms::{Broken, charge};

/// Bytes that the way to a state may take, however little there is.
const LEAST_ROOM: usize = 1 << 16;

/// The moves of one term, what was found of its states, and how much was done for it.
pub(super) struct Ground<M: Moves> {
    pub moves: M,
    pub table: Table<M::Key>,
    pub history: History,
    /// The options of the state that was looked at last.
    pub options: Vec<(M::Key, i64)>,
    /// Moves looked at, and states.
    pub moved: u64,
    pub looked: u64,
    /// Bytes that the states on the way may take.
    pub room: usize,
    pub budget: Budget,
}

/// What a look at a state came to.
pub(super) enum Seen {
    /// Play is over: what player 0 gets.
    Over(i32),
    /// There are options, and player 0 is to move, or the other.
    Options { is_first: bool },
    /// There are more options than were wanted.
    Many,
}

impl<M: Moves> Ground<M> {
    /// With so many bytes: seven eighths of them for what is remembered, the rest for the way.
    pub(super) fn new(moves: M, bytes: u64, budget: Budget) -> Self {
        Self {
            moves,
            table: Table::new(bytes / 8 * 7, M::bytes),
            history: History::new(),
            options: Vec::new(),
            moved: 0,
            looked: 0,
            room: usize::try_from(bytes / 8)
                .unwrap_or(usize::MAX)
                .max(LEAST_ROOM),
            budget,
        }
    }

    /// Charges the budget for so many looks.
    pub(super) fn charge(&self, looks: usize) -> Result<(), Broken> {
        charge(&self.budget, looks as u64)
    }

    /// Looks at a state; what it leads to is in `options` then, where that is no more than `most`.
    pub(super) fn look(&mut self, key: &M::Key, at: u64, most: usize) -> Result<Seen, Broken> {
        self.options.clear();
        let seen = self.moves.look(key, most, &mut self.options)?;
        self.moved += 1 + self.options.len() as u64;
        self.looked += 1;
        if let Some(pays) = &seen.pays {
            let pays = small(pays)?;
            self.table.put(key, at, Known::paid(pays), &self.budget);
            return Ok(Seen::Over(pays));
        }
        Ok(match self.options.len() > most {
            true => Seen::Many,
            false => Seen::Options {
                is_first: seen.turn == 0,
            },
        })
    }

    /// What a state pays, where play is over there, and that is told without delay; nothing is kept
    /// of it.
    pub(super) fn ahead(&mut self, key: &M::Key) -> Result<Option<i32>, Broken> {
        if !M::QUICK {
            return Ok(None);
        }
        self.options.clear();
        let seen = self.moves.look(key, 0, &mut self.options)?;
        self.moved += 1;
        seen.pays.as_ref().map(small).transpose()
    }
}
