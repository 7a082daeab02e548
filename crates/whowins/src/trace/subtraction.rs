//! A subtraction game as a game to trace.

use super::OneHeap;
use whowins_engine::heap::Subtraction;

/// A subtraction game whose players have names.
#[derive(Clone, Debug)]
pub struct NamedSubtraction {
    players: [String; 2],
    game: Subtraction,
}

impl NamedSubtraction {
    /// `game` between `players`, player 0 first.
    pub fn new(players: [String; 2], game: Subtraction) -> Self {
        Self { players, game }
    }
}

impl OneHeap for NamedSubtraction {
    fn player(&self, player: usize) -> &str {
        self.players.get(player).map_or("", String::as_str)
    }

    fn option(&self, player: usize, n: u64, index: u64) -> Option<u64> {
        let set = self.game.sets().get(player)?;
        let mut legal = set.iter().filter_map(|&s| n.checked_sub(s));
        legal.nth(usize::try_from(index).ok()?)
    }

    fn stuck_wins(&self) -> bool {
        self.game.misere()
    }

    fn largest_move(&self) -> Option<u64> {
        Some(self.game.largest())
    }
}
