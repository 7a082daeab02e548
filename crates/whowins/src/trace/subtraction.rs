//! Subtraction games as traceable games.

use super::OneHeap;
use whowins_engine::heap::Subtraction;

/// A subtraction game with named players, each with a set of numbers to subtract (S. W. Golomb,
/// 1966).
///
/// Moves are tried in the order of the set. Its largest number lets [`super::trace`] prove a cycle.
#[derive(Clone, Debug)]
pub struct NamedSubtraction {
    players: [String; 2],
    game: Subtraction,
}

impl NamedSubtraction {
    /// Creates a game between `players`, with player 0 first.
    ///
    /// ```
    /// use whowins::engine::heap::Subtraction;
    /// use whowins::trace::{NamedSubtraction, Stage, Verdict, trace};
    ///
    /// let game = Subtraction::new([vec![1, 2, 5], vec![2, 3]], false)?;
    /// let game = NamedSubtraction::new(["Alice".into(), "Bob".into()], game);
    /// let mut text = Vec::new();
    /// let far = "1000000000000000000000000".parse()?;
    /// // The table of 1001 heaps shows a cycle, and is long enough to prove it.
    /// assert!(matches!(trace(&game, Stage::Cycle, 0, &far, &mut text)?, Verdict::Wins(_)));
    /// assert!(String::from_utf8_lossy(&text).starts_with("is_cycle(1): s = 200."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
