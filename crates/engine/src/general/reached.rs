//! Which states play can reach, a bit each.

use whowins_analysis::Player;

use super::space::{Flow, Space};
use super::sweep::{Broken, Patience};
use crate::limits::Limits;

/// Bytes of a state on the list of those that are still to be looked at.
const OPEN: u64 = size_of::<(u64, Player)>() as u64;
/// States that have a place there at least.
const LEAST: usize = 1 << 10;

/// The states that play from one position reaches, with who is to move there.
pub struct Reached {
    players: Vec<Vec<u64>>,
}

impl Reached {
    /// The least bytes that finding them out takes: a bit each, and where moves do not fall
    /// another, and a short list of what is still to be looked at.
    pub fn bytes<S: Space>(space: &S) -> u64 {
        let players = if space.impartial() { 1 } else { 2 };
        let bits = space.states().div_ceil(8).saturating_mul(players);
        match space.falls() {
            true => bits,
            false => bits.saturating_mul(2) + LEAST as u64 * OPEN,
        }
    }

    /// Bytes that it takes when it is known.
    pub fn known_bytes(&self) -> u64 {
        let words: usize = self.players.iter().map(Vec::len).sum();
        8 * words as u64
    }

    /// From the state `start`, with one of `movers` to move. `O(moves)`; where every move falls,
    /// one pass from there downwards, else a search that keeps a list of what it has still to look
    /// at, as long as the memory allows; what has no place on it is found again in the bits.
    pub fn of<S: Space>(
        space: &S,
        start: u64,
        movers: &[Player],
        limits: &Limits,
    ) -> Result<Self, Broken> {
        let words = space.states().div_ceil(64) as usize;
        let players = if space.impartial() { 1 } else { 2 };
        let mut reached = Self {
            players: vec![vec![0; words]; players],
        };
        for mover in movers {
            reached.add(start, mover.index());
        }
        if space.falls() {
            reached.downwards(space, start, limits)?;
        } else {
            let room = limits.budget.memory.saturating_sub(Self::bytes(space)) / OPEN;
            let most = usize::try_from(room).unwrap_or(usize::MAX).max(LEAST);
            reached.search(space, most, limits)?;
        }
        Ok(reached)
    }

    fn downwards<S: Space>(
        &mut self,
        space: &S,
        start: u64,
        limits: &Limits,
    ) -> Result<(), Broken> {
        let players = self.players.len();
        let mut patience = Patience::new();
        let mut state = Vec::new();
        for word in (0..=start / 64).rev() {
            // Moves may reach into the word itself, so its bits are read anew each time.
            for bit in (0..64).rev() {
                let index = word * 64 + bit;
                for player in &Player::BOTH[..players] {
                    if !self.contains(index, player.index()) {
                        continue;
                    }
                    space.unrank(index, &mut state);
                    if space.end(&state, index).is_none() {
                        let _ = space.options(*player, &state, index, &mut |option| {
                            self.add(option, player.other().index());
                            Flow::Continue(())
                        });
                    }
                }
            }
            patience.tick(limits)?;
        }
        limits.check().map_err(Broken::Limit)
    }

    fn search<S: Space>(&mut self, space: &S, most: usize, limits: &Limits) -> Result<(), Broken> {
        let mut looked_at = Self {
            players: self
                .players
                .iter()
                .map(|bits| vec![0; bits.len()])
                .collect(),
        };
        let mut patience = Patience::new();
        let mut state = Vec::new();
        let mut open: Vec<(u64, Player)> = Vec::new();
        let mut left_out = true;
        while std::mem::take(&mut left_out) {
            for player in 0..self.players.len() {
                for word in 0..self.players[player].len() {
                    let new = self.players[player][word] & !looked_at.players[player][word];
                    open.extend(
                        (0..64)
                            .filter(|bit| new >> bit & 1 == 1)
                            .map(|bit| (64 * word as u64 + bit, Player::BOTH[player])),
                    );
                    while let Some((index, player)) = open.pop() {
                        if looked_at.contains(index, player.index()) {
                            continue;
                        }
                        looked_at.add(index, player.index());
                        patience.tick(limits)?;
                        space.unrank(index, &mut state);
                        if space.end(&state, index).is_some() {
                            continue;
                        }
                        let next = player.other();
                        let _ = space.options(player, &state, index, &mut |option| {
                            if !self.contains(option, next.index()) {
                                self.add(option, next.index());
                                match open.len() < most {
                                    true => open.push((option, next)),
                                    false => left_out = true,
                                }
                            }
                            Flow::Continue(())
                        });
                    }
                }
            }
        }
        limits.check().map_err(Broken::Limit)
    }

    #[inline]
    fn add(&mut self, index: u64, player: usize) {
        let at = player.min(self.players.len() - 1);
        self.players[at][(index / 64) as usize] |= 1 << (index % 64);
    }

    /// Whether play can come to this state with this player to move.
    #[inline]
    pub fn contains(&self, index: u64, player: usize) -> bool {
        let at = player.min(self.players.len() - 1);
        self.players[at][(index / 64) as usize] >> (index % 64) & 1 == 1
    }

    /// How many states and players to move there are.
    pub fn count(&self) -> u64 {
        let words = self.players.iter().flatten();
        words.map(|word| u64::from(word.count_ones())).sum()
    }
}
