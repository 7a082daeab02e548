//! `whowins trace`.

use std::io::Write;

use clap::Args;
use whowins::trace::{Stage, trace};
use whowins_rules::Position;
use whowins_views::Heap;

use crate::failure::Failure;
use crate::game::{GameArguments, to_move};
use crate::solve::asked;

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
