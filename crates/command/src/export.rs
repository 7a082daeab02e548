//! `whowins export`: writes a stand-alone solution of a game.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;
use whowins::contest::{Format, Question};
use whowins_analysis::{Player, Stuck};
use whowins_judge::{ExportWishes, Language, NoExport, export};

use crate::contest;
use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, MoverArguments};
use crate::output;
use crate::watch::Working;

/// Write a stand-alone solution in Rust, C++, Python or Java.
///
/// The solution uses the proved law if the law has a short program. Otherwise it is a recursion
/// with a memory.
#[derive(Args)]
pub struct Export {
    #[command(flatten, next_help_heading = "Game")]
    game: GameArguments,

    /// Language of the solution
    #[arg(long, value_enum, help_heading = "Solution")]
    lang: Lang,

    /// Write a brute force that follows the rules, even if a law is known
    #[arg(long, help_heading = "Solution")]
    naive: bool,

    /// Input and output format
    ///
    /// `lines` (one position a line in, one answer a line out), or a problem that `whowins contest
    /// --list` names. [default: the game's own problem, or else lines]
    #[arg(
        long,
        value_name = "FORMAT",
        conflicts_with = "template",
        help_heading = "Solution"
    )]
    format: Option<String>,

    /// Use the format that this file defines; see docs/contest.md
    #[arg(long, value_name = "FILE", help_heading = "Solution")]
    template: Option<String>,

    /// With lines, answer the Grundy value
    #[arg(long, conflicts_with = "score", help_heading = "Solution")]
    grundy: bool,

    /// With lines, answer the margin of the player to move
    #[arg(long, help_heading = "Solution")]
    score: bool,

    #[command(flatten, next_help_heading = "Game")]
    mover: MoverArguments,

    /// Write the solution to FILE [default: standard output]
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Lang {
    /// Rust, only the standard library
    Rust,
    /// C++17
    Cpp,
    /// Python 3
    Python,
    /// Java 11, class Main
    Java,
}

impl Export {
    /// Writes the solution.
    pub fn run(self) -> Result<(), Failure> {
        let limits = self.limits.limits();
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let shipped = whowins::contest::shipped()
            .into_iter()
            .any(|(name, _)| name == self.game.name());
        let name = match (&self.template, &self.format) {
            (Some(file), _) => Some(file.as_str()),
            (None, Some(format)) if format == "lines" => None,
            (None, Some(format)) => Some(format.as_str()),
            (None, None) => {
                Some(self.game.name()).filter(|_| shipped && !self.grundy && !self.score)
            }
        };
        let (format, player) = match name {
            Some(name) => (contest::format(name)?.0, Player::First),
            None => {
                let game = rules.game(&values)?;
                let player = self.mover.player(&game)?;
                let draws = game.ending.repetition_draws
                    || game.ending.stuck == Stuck::Draws
                    || game.program().is_some();
                let question = match (self.grundy, self.score) {
                    (true, _) => Question::Grundy,
                    (_, true) => Question::Score,
                    _ => Question::Winner(
                        game.player(player).to_string(),
                        game.player(player.other()).to_string(),
                        draws.then(|| "draw".into()),
                    ),
                };
                (Format::of_lines(&game.name, question), player)
            }
        };
        let wishes = ExportWishes {
            language: match self.lang {
                Lang::Rust => Language::Rust,
                Lang::Cpp => Language::Cpp,
                Lang::Python => Language::Python,
                Lang::Java => Language::Java,
            },
            naive: self.naive,
            player,
        };
        let exported = {
            let _working = Working::on(&limits);
            export(&rules, &values, &format, &wishes, &limits)
        };
        let exported = exported.map_err(|why| match why {
            NoExport::Rules(faults) => Failure::Rules(faults),
            NoExport::Input(message) => Failure::Input(message),
            NoExport::Internal(message) => {
                Failure::System(format!("internal error: the program is wrong: {message}"))
            }
        })?;
        if self.json {
            let object = json!({
                "game": rules.name(),
                "by": exported.by,
                "without": exported.without,
                "most": exported.most,
                "lines": exported.text.lines().count(),
                "text": exported.text,
            });
            writeln!(io::stdout(), "{object}")?;
        }
        match &self.output {
            Some(path) => output::write(path, &exported.text),
            None if self.json => Ok(()),
            None => Ok(io::stdout().write_all(exported.text.as_bytes())?),
        }
    }
}
