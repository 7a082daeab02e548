//! `whowins trace`.

use std::io::{self, Write};

use clap::Args;
use whowins::trace::{Stage, trace};
use whowins_engine::Limits;
use whowins_views::Heap;

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, MoverArguments, PositionArguments};
use crate::solve::asked;

/// Show four methods to solve a one-heap game, line by line.
///
/// The methods are a recursion, a recursion with memoization, a table from the smallest heap on,
/// and the cycle of that table.
#[derive(Args)]
pub struct Trace {
    #[command(flatten, next_help_heading = "Position")]
    game: GameArguments,

    #[command(flatten, next_help_heading = "Position")]
    position: PositionArguments,

    /// Method: recursion, memo, table or cycle
    #[arg(long, help_heading = "Answer")]
    stage: Stage,

    #[command(flatten, next_help_heading = "Position")]
    mover: MoverArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Trace {
    /// Prints the lines of the stage as they are computed.
    pub fn run(self) -> Result<(), Failure> {
        let rules = self.game.rules()?;
        let game = rules.game(&self.game.values(&rules)?)?;
        let limits = self.limits.limits();
        let player = self.mover.player(&game)?;
        let heap = Heap::new(game, &limits.budget)?;
        let position = asked(&rules, &heap.game, self.position.text())?;
        let numbers = position.naturals();
        let Some([heap_size]) = numbers.as_deref() else {
            return Err(Failure::Input("a trace needs a game of one heap".into()));
        };
        if self.stage != Stage::Cycle && position.words().is_none() {
            return Err(Failure::Input(format!(
                "--at: the {} stage takes a heap below 2^62; for a larger one use the cycle stage",
                self.stage
            )));
        }
        // A buffer of lines: they appear at once on a terminal, and in blocks in a pipe.
        let mut out = std::io::BufWriter::with_capacity(1 << 14, std::io::stdout().lock());
        let mut lines = Bounded {
            out: &mut out,
            limits: &limits,
        };
        let traced = trace(&heap, self.stage, player.index(), heap_size, &mut lines);
        // The lines before a limit are printed.
        out.flush()?;
        traced?;
        Ok(())
    }
}

/// An output that fails when a limit is reached.
struct Bounded<'a, W> {
    out: &'a mut W,
    limits: &'a Limits,
}

impl<W: Write> Write for Bounded<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.limits.check().map_err(io::Error::other)?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
