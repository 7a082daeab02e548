//! Which states play can reach, a bit each.

use whowins_rules::Player;

use super::space::{Flow, Space};
use super::sweep::{Broken, Patience};
use crate::limits::Limits;

/// The states that play from one position reaches, with who is to move there.
pub struct Reached {
    players: Vec<Vec<u64>>,
}

impl Reached {
    /// The most bytes that finding them out takes: the bits, and where moves do not fall a list of what is still to be looked at.
    pub fn bytes<S: Space>(space: &S) -> u64 {
        let players = if space.impartial() { 1 } else { 2 };
        let list = if space.falls() {
            0
        } else {
            size_of::<(u64, Player)>() as u64 * space.states()
        };
        (space.states().div_ceil(8) + list).saturating_mul(players)
    }

    /// From the state `start`, with one of `movers` to move. `O(moves)`; where every move falls, one pass from there downwards, else a
    /// search that keeps a list of what it has still to look at.
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
            let movers = movers.iter().map(|mover| (start, *mover)).collect();
            reached.search(space, movers, limits)?;
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
                    if space.end(&state).is_none() {
                        let _ = space.options(*player, &state, index, &mut |option| {
                            self.add(option, player.other().index());
                            Flow::Continue(())
                        });
                    }
                }
            }
            patience.tick(limits)?;
        }
        Ok(())
    }

    fn search<S: Space>(
        &mut self,
        space: &S,
        mut open: Vec<(u64, Player)>,
        limits: &Limits,
    ) -> Result<(), Broken> {
        let mut patience = Patience::new();
        let mut state = Vec::new();
        while let Some((index, player)) = open.pop() {
            patience.tick(limits)?;
            space.unrank(index, &mut state);
            if space.end(&state).is_none() {
                let next = player.other();
                let _ = space.options(player, &state, index, &mut |option| {
                    if !self.contains(option, next.index()) {
                        self.add(option, next.index());
                        open.push((option, next));
                    }
                    Flow::Continue(())
                });
            }
        }
        Ok(())
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
