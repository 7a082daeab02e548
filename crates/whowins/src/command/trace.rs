//! `whowins trace`.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;
use whowins::trace::{OneHeap, Stage, trace};
use whowins_rules::derive::rays;
use whowins_rules::expression::Cond;
use whowins_rules::{Frame, Game, Player, Position, Shape, Stuck};

use super::failure::Failure;
use super::game::{GameArguments, to_move};
use super::solve::asked;

/// The four stages by which a person solves a game of one heap.
#[derive(Args)]
pub struct Trace {
    #[command(flatten)]
    game: GameArguments,

    /// The heap
    #[arg(long, value_name = "N")]
    at: Option<String>,

    /// recursion, memo, table or cycle
    #[arg(long)]
    stage: Stage,

    /// The player to move; the one named first by default
    #[arg(long, value_name = "PLAYER")]
    to_move: Option<String>,
}

/// A game on one heap, played by its own rules.
struct Heap {
    game: Game,
    frame: Frame,
    largest: Option<u64>,
}

impl Heap {
    fn new(game: Game) -> Result<Self, Failure> {
        let refuse = |why: &str| {
            Err(Failure::Input(format!(
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

impl Trace {
    /// Streams the stage's lines.
    pub fn run(self) -> Result<(), Failure> {
        let game = self.game.game()?;
        let player = to_move(&game, self.to_move.as_deref())?;
        let heap = Heap::new(game)?;
        let position = asked(&heap.game, self.at.as_deref())?;
        let Position::Numbers(numbers) = &position else {
            return Err(Failure::Input("a trace needs a game of one heap".into()));
        };
        if self.stage != Stage::Cycle && position.state().is_none() {
            return Err(Failure::Input(format!(
                "--at: the {} stage takes a heap below 2^62; for a larger one use the cycle stage",
                self.stage
            )));
        }
        // A line buffer: lines appear at once on a terminal, and in blocks in a pipe.
        let mut out = std::io::BufWriter::with_capacity(1 << 14, std::io::stdout().lock());
        trace(&heap, self.stage, player.index(), &numbers[0], &mut out)?;
        out.flush()?;
        Ok(())
    }
}
