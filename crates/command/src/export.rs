//! `whowins export`: a stand-alone solution of a game, in a contest's format.

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

/// A stand-alone solution of a game: from its proved law where that can be written short, else by recursion with a memory.
#[derive(Args)]
pub struct Export {
    #[command(flatten)]
    game: GameArguments,

    /// The language
    #[arg(long, value_enum)]
    lang: Lang,

    /// The brute force by the rules, though a law is known
    #[arg(long)]
    naive: bool,

    /// How positions are read and answers written: «lines» (a position a line in, an answer a line out), or a contest problem of `whowins contest`; by
    /// default the game's own contest problem where there is one, else lines
    #[arg(long, value_name = "FORMAT", conflicts_with = "template")]
    format: Option<String>,

    /// The same, as a file that says the format (docs/contest.md)
    #[arg(long, value_name = "FILE")]
    template: Option<String>,

    /// With lines: answer the Grundy value in place of the winner
    #[arg(long, conflicts_with = "score")]
    grundy: bool,

    /// With lines: answer by how much the player to move ends ahead
    #[arg(long)]
    score: bool,

    #[command(flatten)]
    mover: MoverArguments,

    /// Write the solution into this file, not to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Lang {
    /// Rust, the standard library alone
    Rust,
    /// C++17
    Cpp,
    /// Python 3
    Python,
    /// Java 11, the class Main
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
                "game": rules.name(), "by": exported.by, "without": exported.without, "most": exported.most, "lines": exported.text.lines().count(),
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
