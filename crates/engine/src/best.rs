//! A best move, with its words.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use whowins_analysis::frame::Play;
use whowins_analysis::{Frame, Game, Player, Value};

use crate::answer::Best;

/// What a lookup knows of a state: its value for the player to move there, and the remoteness.
pub type Known = Option<(Value, Option<u64>)>;

/// Where a move is asked for.
pub struct Ask<'a> {
    game: &'a Game,
    frame: &'a Frame,
    state: &'a [i64],
    size: (usize, usize),
    player: Player,
}

impl<'a> Ask<'a> {
    /// A settled state of the game, which `frame` lays out at this size (rows and columns, for
    /// boards), with this player to move.
    pub fn new(
        game: &'a Game,
        frame: &'a Frame,
        state: &'a [i64],
        size: (usize, usize),
        player: Player,
    ) -> Self {
        Self {
            game,
            frame,
            state,
            size,
            player,
        }
    }

    /// A move with its words.
    pub(crate) fn named(&self, play: &Play<'_>) -> Best {
        let (rows, columns) = self.size;
        Best {
            text: self
                .game
                .name_of(self.frame, columns, self.player, self.state, play),
            to: self.game.position_of(play.to, rows, columns),
            again: self.frame.next_player(play.to, self.player) == self.player,
        }
    }
}

/// A move that keeps `value` for the player: the fastest win, else a draw, else the longest
/// defence. Among equals the first in the order of the rules; `None` where there is no move, no
/// option's value is known, or the opponent may block options: which move is best then hangs on
/// what is blocked.
pub fn best(ask: &Ask<'_>, value: Value, lookup: &dyn Fn(&[i64]) -> Known) -> Option<Best> {
    if ask.game.ending.blocked > 0 {
        return None;
    }
    let mut found: Option<(Option<u64>, Best)> = None;
    let _ = ask.frame.options(ask.player, ask.state, &mut |option| {
        let Some((reply, remoteness)) = lookup(option.to) else {
            return ControlFlow::Continue(());
        };
        let better = reply.reversed() == value
            && match (&found, value) {
                (None, _) => true,
                (Some((known, _)), Value::Win) => remoteness < *known,
                (Some((known, _)), Value::Loss) => remoteness > *known,
                _ => false,
            };
        if better {
            found = Some((remoteness, ask.named(&option)));
        }
        ControlFlow::Continue(())
    });
    found.map(|(_, best)| best)
}

/// Where the opponent may block options, moves to distinct positions that the opponent loses, in
/// the order of the rules: for a win one more than can be blocked, for a loss all there are. Empty
/// in other games.
pub fn to_losses(ask: &Ask<'_>, lookup: &dyn Fn(&[i64]) -> Known) -> Vec<Best> {
    let most = ask.game.ending.blocked as usize;
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    if most == 0 {
        return found;
    }
    let _ = ask.frame.options(ask.player, ask.state, &mut |option| {
        let lost = lookup(option.to).is_some_and(|(value, _)| value == Value::Loss);
        if lost && seen.insert(option.to.to_vec()) {
            found.push(ask.named(&option));
        }
        match found.len() <= most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    found
}
