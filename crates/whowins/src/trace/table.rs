//! The table stage: answers for both players from heap 0 up.

use std::io;

use super::labels::labels;
use super::line::Lines;
use super::{OneHeap, Verdict, checked_option, out_of_memory};

/// The answers for heaps from 0 up, one bit for each heap and player.
#[derive(Default)]
pub(super) struct Table {
    wins: [Vec<u64>; 2],
    len: u64,
}

impl Table {
    /// Returns the table of the heaps `0..len`.
    pub(super) fn up_to(game: &dyn OneHeap, len: u64) -> io::Result<Self> {
        let mut table = Self::default();
        while table.len < len {
            table.push(game)?;
        }
        Ok(table)
    }

    /// Returns true if `player` wins when moving first on heap `n` of the table.
    pub(super) fn wins(&self, player: usize, n: u64) -> bool {
        let word = usize::try_from(n / 64)
            .ok()
            .and_then(|word| self.wins[player].get(word));
        word.is_some_and(|word| word >> (n % 64) & 1 == 1)
    }

    /// Returns [`Table::wins`] as a digit for the output.
    pub(super) fn digit(&self, player: usize, n: u64) -> u8 {
        u8::from(self.wins(player, n))
    }

    /// Computes the next heap from the rules. Returns, for each player, if that player wins when
    /// moving first.
    fn push(&mut self, game: &dyn OneHeap) -> io::Result<[bool; 2]> {
        let n = self.len;
        let row = [self.answer(game, 0, n)?, self.answer(game, 1, n)?];
        for (column, wins) in self.wins.iter_mut().zip(row) {
            if n.is_multiple_of(64) {
                column.try_reserve(1).map_err(|_| out_of_memory())?;
                column.push(0);
            }
            if let Some(word) = column.last_mut() {
                *word |= u64::from(wins) << (n % 64);
            }
        }
        self.len += 1;
        Ok(row)
    }

    fn answer(&self, game: &dyn OneHeap, player: usize, n: u64) -> io::Result<bool> {
        let mut index = 0;
        while let Some(after) = checked_option(game, player, n, index)? {
            if !self.wins(1 - player, after) {
                return Ok(true);
            }
            index += 1;
        }
        Ok(index == 0 && game.stuck_wins())
    }
}

/// Writes the table stage: for each heap from 0 to `n`, a line for each player. Each line depends
/// only on the lines above.
pub(super) fn table(
    game: &dyn OneHeap,
    first: usize,
    n: u64,
    lines: &mut Lines<'_>,
) -> io::Result<Verdict> {
    let names = labels(game);
    let mut table = Table::default();
    let mut first_wins = false;
    for heap in 0..=n {
        let row = table.push(game)?;
        for (name, wins) in names.iter().zip(row) {
            lines.put(format_args!("{name}Cache[{heap}] = {}", u8::from(wins)))?;
        }
        first_wins = row[first];
    }
    let winner = if first_wins { first } else { 1 - first };
    lines.put(format_args!("{}", game.player(winner)))?;
    Ok(Verdict::Wins(winner))
}
