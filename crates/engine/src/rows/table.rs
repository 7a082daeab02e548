//! What a sweep found: who wins, from every position of a board.

use std::sync::Arc;

use whowins_analysis::{Player, Value};

use super::layout::Index;
use super::sweep::{Bits, Program, ones};
use crate::answer::Outcome;

/// Who wins from every position of a row or board of one size, one bit a position and player.
pub struct RowsTable {
    program: Arc<Program>,
    /// The positions from which each player to move loses.
    lost: Vec<Bits>,
    settled: u64,
}

/// How many positions have each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The player to move wins.
    pub n: u64,
    /// The previous player wins.
    pub p: u64,
    /// The first-named player wins moving first or second.
    pub l: u64,
    /// The second-named player wins moving first or second.
    pub r: u64,
}

impl RowsTable {
    pub(super) fn new(program: Arc<Program>, lost: Vec<Bits>, settled: u64) -> Self {
        Self {
            program,
            lost,
            settled,
        }
    }

    /// The value of a board, given as symbols row by row, for a player to move; forced follow-ups
    /// are carried out first. `None` where these are no symbols of a board of this size.
    pub fn value(&self, player: Player, cells: &[u8]) -> Option<Value> {
        Some(self.at(player, self.program.index(cells)?))
    }

    /// The values of a board whose follow-ups are carried out, for each player to move; `None` for
    /// any other.
    pub fn settled_values(&self, state: &[i64]) -> Option<[Value; 2]> {
        let index = self.program.layout.index(state)?;
        Some(Player::BOTH.map(|player| self.at(player, index)))
    }

    fn at(&self, player: Player, index: Index) -> Value {
        match bit(&self.lost[player.index().min(self.lost.len() - 1)], index) {
            true => Value::Loss,
            false => Value::Win,
        }
    }

    /// The outcome of a board; as [`RowsTable::value`].
    pub fn outcome(&self, cells: &[u8]) -> Option<Outcome> {
        let [first, second] = Player::BOTH.map(|player| self.value(player, cells));
        Some(Outcome::of(first?, second?))
    }

    /// How many settled boards there are of each outcome: those where no forced follow-up applies,
    /// which are all boards that occur in play.
    pub fn counts(&self) -> Counts {
        let [first, second] = [&self.lost[0], &self.lost[self.lost.len() - 1]];
        let (mut both, mut one, mut other) = (0, 0, 0);
        for (first, second) in first.iter().zip(second) {
            one += ones(first);
            other += ones(second);
            both += first
                .iter()
                .zip(second)
                .map(|(first, second)| u64::from((first & second).count_ones()))
                .sum::<u64>();
        }
        Counts {
            n: self.settled + both - one - other,
            p: both,
            l: other - both,
            r: one - both,
        }
    }

    /// All settled boards with their outcomes, in the order of the table.
    pub fn boards(&self) -> impl Iterator<Item = (Vec<u8>, Outcome)> + '_ {
        let settled = self
            .program
            .indices()
            .map(|index| self.program.layout.filling(index));
        settled.filter_map(|cells| {
            let changed = self.program.settle(&cells)? != cells;
            (!changed).then_some(())?;
            let outcome = self.outcome(&cells)?;
            Some((cells, outcome))
        })
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> u64 {
        self.program.layout.bytes() * self.lost.len() as u64
    }
}

/// A position's bit.
pub(super) fn bit(bits: &Bits, at: Index) -> bool {
    let superchunk = &bits[at.superchunk];
    // All superchunks are equally long, and so are all their chunks.
    let word = superchunk[at.word];
    word >> (at.position % 64) & 1 == 1
}

impl Program {
    /// The board after its forced follow-ups; `None` for what is no board of this size.
    pub(super) fn settle(&self, cells: &[u8]) -> Option<Vec<u8>> {
        if !self.layout.is_board(cells) {
            return None;
        }
        let mut state: Vec<i64> = cells.iter().map(|symbol| i64::from(*symbol)).collect();
        while let Some(placement) = self.at_once.iter().find(|one| one.fits(&state)) {
            placement.apply(&mut state);
        }
        Some(state.into_iter().map(|symbol| symbol as u8).collect())
    }

    /// Where a board lies, once it is settled.
    pub(super) fn index(&self, cells: &[u8]) -> Option<Index> {
        self.layout.index(&self.settle(cells)?)
    }

    /// All indices in rising order.
    pub(super) fn indices(&self) -> impl Iterator<Item = Index> + '_ {
        let layout = &self.layout;
        (0..layout.superchunks).flat_map(move |superchunk| {
            (0..layout.chunks).flat_map(move |chunk| {
                (0..layout.positions).map(move |position| layout.at(superchunk, chunk, position))
            })
        })
    }
}
