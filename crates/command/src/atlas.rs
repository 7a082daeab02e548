//! `whowins atlas`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;
use whowins_atlas::{AtlasError, Kind, Shard, Summary};
use whowins_engine::EngineError;

use crate::failure::Failure;
use crate::game::LimitArguments;
use crate::law::lines;
use crate::output::create_folder;
use crate::pager;
use crate::table::{Column, Form, Table, TableArguments};
use crate::watch::Working;

/// Survey a family of games, with a proof for each row.
///
/// Without --out, only the summary is printed. With --out FILE, the rows are written as CSV; if
/// the name ends in .zst, they are compressed. To resume an interrupted survey, run the same
/// command again.
#[derive(Args)]
pub struct Atlas {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Survey subtraction games: all sets, or all pairs of sets
    ///
    /// For each set of numbers up to --max: outcomes, Grundy values and misère play. With
    /// --partizan, each player has a set.
    Subtraction {
        /// Largest number, at most 25; at most 16 with --partizan
        #[arg(long, value_name = "N", help_heading = "Games")]
        max: u32,
        /// Give each player a set
        #[arg(long, help_heading = "Games")]
        partizan: bool,
        /// With --partizan, a player who can't move wins
        #[arg(long, requires = "partizan", help_heading = "Games")]
        misere: bool,
        #[command(flatten)]
        options: Options,
    },
    /// Survey octal games, one of each class with the same values
    Octal {
        /// Largest number of digits after the point, at most 5
        #[arg(long, value_name = "N", help_heading = "Games")]
        digits: u32,
        /// Smallest number of digits after the point
        #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Games")]
        from: u32,
        /// Seconds to search for the law of one game
        #[arg(
            long,
            value_name = "SECONDS",
            default_value_t = 10,
            help_heading = "Games"
        )]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// Survey partizan octal games by the values of their heaps
    ///
    /// Each pair of codes is one game, up to sign.
    PartizanOctal {
        /// Number of digits after the point of each player's code, at most 3
        #[arg(long, value_name = "N", help_heading = "Games")]
        digits: u32,
        /// Seconds to search for the law of one game
        #[arg(
            long,
            value_name = "SECONDS",
            default_value_t = 10,
            help_heading = "Games"
        )]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// Survey hexadecimal games: a move leaves up to three heaps
    Hexadecimal {
        /// Largest number of digits after the point, at most 3
        #[arg(long, value_name = "N", help_heading = "Games")]
        digits: u32,
        /// Seconds to search for the law of one game
        #[arg(
            long,
            value_name = "SECONDS",
            default_value_t = 10,
            help_heading = "Games"
        )]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// Survey rewriting games on rows of two symbols
    ///
    /// Each rule lowers the row, read as a binary number.
    Rows {
        /// Largest number of rules, 1 or 2
        #[arg(long, value_name = "N", help_heading = "Games")]
        rules: u32,
        /// Largest number of cells in a rule, at most 4
        #[arg(long, value_name = "N", help_heading = "Games")]
        width: u32,
        /// Seconds to search for the law of one game
        #[arg(
            long,
            value_name = "SECONDS",
            default_value_t = 10,
            help_heading = "Games"
        )]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// Survey vector games on two numbers
    ///
    /// A move subtracts a vector. Of two mirror images, one is listed.
    Vectors {
        /// Largest number of vectors, at most 3
        #[arg(long, value_name = "N", help_heading = "Games")]
        moves: u32,
        /// Largest entry of a vector, at most 6
        #[arg(long, value_name = "N", help_heading = "Games")]
        entries: u32,
        /// Seconds to search for the law of one game
        #[arg(
            long,
            value_name = "SECONDS",
            default_value_t = 10,
            help_heading = "Games"
        )]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// Merge the shards of a folder into one file
    ///
    /// The file has the same bytes as a survey that was not divided.
    Merge {
        /// Folder that --shard wrote to
        folder: PathBuf,
        /// Write all rows to FILE
        #[arg(short, long, value_name = "FILE", help_heading = "Output")]
        out: PathBuf,
        #[command(flatten)]
        table: TableArguments,
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// Survey games on two numbers with linear moves
    ///
    /// Of two mirror images, one is listed.
    Linear {
        /// Largest number of moves, at most 3
        #[arg(long, value_name = "N", help_heading = "Games")]
        moves: u32,
        /// Largest coefficient, at most 3
        #[arg(long, value_name = "N", help_heading = "Games")]
        coefficients: u32,
        /// Seconds to search for the law of one game
        #[arg(
            long,
            value_name = "SECONDS",
            default_value_t = 10,
            help_heading = "Games"
        )]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// Survey games on one number with a memory
    ///
    /// The state of the memory sets which numbers a player may take, and the next state.
    Memory {
        /// Number of states of the memory, 2 to 6
        #[arg(long, value_name = "N", help_heading = "Games")]
        states: u32,
        /// Largest number to take: at most 6 with two states, 3 with three, 2 with four
        #[arg(long, value_name = "N", help_heading = "Games")]
        numbers: u32,
        /// Seconds to search for the law of one game
        #[arg(
            long,
            value_name = "SECONDS",
            default_value_t = 10,
            help_heading = "Games"
        )]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// Check every row of a file again
    Verify {
        /// File that a survey wrote
        file: PathBuf,
        #[command(flatten)]
        table: TableArguments,
        #[command(flatten)]
        limits: LimitArguments,
    },
}

/// The options of every survey.
#[derive(Args)]
struct Options {
    /// Write the rows to FILE as CSV; compressed if the name ends in .zst
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,

    /// Survey only one part of the rows, such as 3/8
    ///
    /// The rows go to a file of this part in the folder --out. Run the parts in any order, on any
    /// machines; then merge them with `whowins atlas merge`.
    #[arg(long, value_name = "K/N", requires = "out", help_heading = "Output")]
    shard: Option<Shard>,

    #[command(flatten)]
    table: TableArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Atlas {
    /// Runs a survey, or checks or merges files, and prints the summary.
    pub fn run(self) -> Result<(), Failure> {
        let (kind, options) = match self.what {
            What::Subtraction {
                max,
                partizan,
                misere,
                options,
            } => match partizan {
                true => (Kind::Partizan { max, misere }, options),
                false => (Kind::Impartial { max }, options),
            },
            What::Octal {
                digits,
                from,
                limit,
                options,
            } => (
                Kind::Octal {
                    from,
                    digits,
                    limit,
                },
                options,
            ),
            What::PartizanOctal {
                digits,
                limit,
                options,
            } => (Kind::PartizanOctal { digits, limit }, options),
            What::Hexadecimal {
                digits,
                limit,
                options,
            } => (Kind::Hexadecimal { digits, limit }, options),
            What::Rows {
                rules,
                width,
                limit,
                options,
            } => (
                Kind::Rows {
                    rules,
                    width,
                    limit,
                },
                options,
            ),
            What::Vectors {
                moves,
                entries,
                limit,
                options,
            } => (
                Kind::Vectors {
                    moves,
                    entries,
                    limit,
                },
                options,
            ),
            What::Merge {
                folder,
                out,
                table,
                limits,
            } => {
                let limits = limits.limits();
                let summary = {
                    let _working = Working::at("merging", "rows", &limits);
                    whowins_atlas::merge(&folder, &out, &limits)?
                };
                return print(&summary, "merged", table.form());
            }
            What::Linear {
                moves,
                coefficients,
                limit,
                options,
            } => (
                Kind::Linear {
                    moves,
                    coefficients,
                    limit,
                },
                options,
            ),
            What::Memory {
                states,
                numbers,
                limit,
                options,
            } => (
                Kind::Memory {
                    states,
                    numbers,
                    limit,
                },
                options,
            ),
            What::Verify {
                file,
                table,
                limits,
            } => {
                let limits = limits.limits();
                let summary = {
                    let _working = Working::at("checking", "rows", &limits);
                    whowins_atlas::verify(&file, &limits)?
                };
                return print(&summary, "accepted", table.form());
            }
        };
        let limits = options.limits.limits();
        let shard = options.shard.unwrap_or(Shard::WHOLE);
        // The folder is removed again if the file of the shard can't be written.
        let mut _folder = None;
        let out = match (&options.out, options.shard) {
            (Some(path), Some(shard)) => {
                _folder = Some(create_folder(path)?);
                Some(shard.file(path))
            }
            (out, _) => out.clone(),
        };
        if let Some(file) = &out {
            whowins_guard::note(format!(
                "finished rows are in {}; run the same command again to resume",
                file.display()
            ));
        }
        let (summary, stopped) = {
            let _working = Working::at("surveying", "rows", &limits);
            whowins_atlas::run_shard(&kind, shard, out.as_deref(), &limits)?
        };
        print(&summary, "done", options.table.form())?;
        match stopped {
            None => Ok(()),
            Some(error) => Err(unfinished(&error, &summary, out.as_deref())),
        }
    }
}

/// Returns the failure of a survey that reached a limit.
fn unfinished(error: &EngineError, summary: &Summary, out: Option<&Path>) -> Failure {
    let why = match error {
        EngineError::Stopped => "stopped".to_string(),
        other => other.to_string(),
    };
    Failure::Budget(match out {
        Some(file) => format!(
            "{why}; {} of {} rows are in {}; run the same command again to resume",
            summary.done,
            summary.rows,
            file.display()
        ),
        None => format!(
            "{why}; {} of {} rows were done, but not stored; store them with --out FILE",
            summary.done, summary.rows
        ),
    })
}

/// Prints the summary of a survey: one line or row per item.
fn print(summary: &Summary, done: &str, form: Form) -> Result<(), Failure> {
    let entries = summary_entries(summary, done);
    let mut out = pager::out();
    if form == Form::Text {
        writeln!(out, "{}\n", summary.kind)?;
        for (label, text) in entries {
            lines(&mut out, label, &text)?;
        }
        return Ok(());
    }
    let columns = ["item", "result"].map(Column::words);
    let mut table = Table::begin(out, form, &columns)?;
    for (label, text) in entries {
        table.row(vec![label.to_owned(), text])?;
    }
    let said: Vec<_> = summary
        .lines
        .iter()
        .map(|(label, text)| json!({"label": label, "text": text}))
        .collect();
    table.end_with(json!({
        "survey": summary.kind.to_string(),
        "rows": summary.rows,
        "done": summary.done,
        "proved": summary.proved,
        "open": summary.open(),
        "checked": summary.checked,
        "summary": said,
        "notes": summary.notes,
    }))
}

/// Returns the items of the summary, each with its label.
fn summary_entries<'s>(summary: &'s Summary, done: &str) -> Vec<(&'s str, String)> {
    let rows = match summary.finished() {
        true => format!("all {} {done}", summary.rows),
        false => format!("{} of {} {done}", summary.done, summary.rows),
    };
    let proved = match summary.checked == summary.done {
        true => format!("{}; the verifier accepted each in this run", summary.proved),
        false => format!(
            "{}; the verifier accepted {} rows in this run and the others in earlier runs; \
             `whowins atlas verify` checks all again",
            summary.proved, summary.checked
        ),
    };
    let mut entries = vec![("rows", rows), ("proved", proved)];
    if summary.open() > 0 {
        entries.push(("open", summary.open().to_string()));
    }
    let said = summary.lines.iter();
    entries.extend(said.map(|(label, text)| (*label, text.clone())));
    entries.extend(summary.notes.iter().map(|note| ("note", note.clone())));
    entries
}

impl From<AtlasError> for Failure {
    fn from(error: AtlasError) -> Self {
        match error {
            AtlasError::Input(message) => Self::Input(message),
            AtlasError::False(message) => Self::False(message),
            AtlasError::Output(message) => Self::System(message),
            AtlasError::Engine(error) => error.into(),
        }
    }
}
