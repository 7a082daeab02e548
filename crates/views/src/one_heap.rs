//! A game of one heap, for its trace.

use std::ops::ControlFlow;

use whowins::trace::OneHeap;
use whowins_rules::derive::rays;
use whowins_rules::expression::Cond;
use whowins_rules::{Frame, Game, Player, Shape, Stuck};

use crate::fault::Fault;

/// A game on one heap, played by its own rules.
pub struct Heap {
    /// The game.
    pub game: Game,
    frame: Frame,
    largest: Option<u64>,
}

impl Heap {
    /// The game, where it is one of one heap.
    ///
    /// # Errors
    ///
    /// When it is none, or has other endings than that a player cannot move.
    pub fn new(game: Game) -> Result<Self, Fault> {
        let refuse = |why: &str| {
            Err(Fault::Input(format!(
                "a trace needs a game of one heap; {why}"
            )))
        };
        let Shape::Numbers(numbers) = &game.shape else {
            return refuse("the positions of this game are not one number");
        };
        if numbers.variables.len() != 1 {
            return refuse("the positions of this game have several numbers");
        }
        if !game.ending.goals.is_empty() || game.ending.stuck == Stuck::Draws {
            return refuse("this one has other endings than that a player cannot move");
        }
        if game.ending.blocked > 0 {
            return refuse("in this one the opponent may block options");
        }
        let largest = rays(numbers).and_then(|rays| {
            rays.iter()
                .map(|ray| {
                    let plain =
                        ray.free.is_none() && ray.guard == Cond::Const(true) && ray.base[0] < 0;
                    plain.then(|| ray.base[0].unsigned_abs())
                })
                .try_fold(0, |largest, number| Some(largest.max(number?)))
        });
        Ok(Self {
            frame: Frame::new(&game, 1, 1),
            largest,
            game,
        })
    }
}

impl OneHeap for Heap {
    fn player(&self, player: usize) -> &str {
        &self.game.players[player]
    }

    fn option(&self, player: usize, n: u64, index: u64) -> Option<u64> {
        let mut left = index;
        let mut found = None;
        let heap = i64::try_from(n).ok()?;
        let _ = self
            .frame
            .options(Player::BOTH[player], &[heap], &mut |option| {
                if left == 0 {
                    found = u64::try_from(option.to[0]).ok();
                    return ControlFlow::Break(());
                }
                left -= 1;
                ControlFlow::Continue(())
            });
        found
    }

    fn stuck_wins(&self) -> bool {
        self.game.ending.stuck == Stuck::Wins
    }

    fn largest_move(&self) -> Option<u64> {
        self.largest
    }
}
