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

/// Surveys of whole families of games, each row with its proof.
///
/// Without --out only the summary is printed. With it the rows are written as CSV; the same command goes on with a file that was
/// not finished, and a name that ends in .zst stands for the same text compressed.
#[derive(Args)]
pub struct Atlas {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// One heap: every set of numbers from 1 to --max (outcomes, Grundy values, misère play), or every pair of sets
    Subtraction {
        /// The largest number: up to 25, with --partizan up to 16
        #[arg(long)]
        max: u32,
        /// A set for each player
        #[arg(long)]
        partizan: bool,
        /// Who cannot move wins; goes with --partizan
        #[arg(long, requires = "partizan")]
        misere: bool,
        #[command(flatten)]
        options: Options,
    },
    /// Octal games: one of each class of games with the same values
    Octal {
        /// The most digits after the point, up to 5
        #[arg(long)]
        digits: u32,
        /// The fewest digits after the point
        #[arg(long, default_value_t = 1)]
        from: u32,
        /// Seconds for the search of one game
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// Partizan octal games: every pair of codes up to sign, by what their heaps are worth in every sum
    PartizanOctal {
        /// The digits after the point of each player's code, up to 3
        #[arg(long)]
        digits: u32,
        /// Seconds for the search of one game
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// Hexadecimal games: every code of few digits, with moves that leave up to three heaps
    Hexadecimal {
        /// The most digits after the point, up to 3
        #[arg(long)]
        digits: u32,
        /// Seconds for the search of one game
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// Rows of two symbols: every game of rewriting rules that lower the row as a binary number
    Rows {
        /// The most rules, 1 or 2
        #[arg(long)]
        rules: u32,
        /// The most cells of a rule, up to 4
        #[arg(long)]
        width: u32,
        /// Seconds for the search of one game
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// Two numbers that vectors lower: every game of few vectors, one of two mirror images
    Vectors {
        /// The most vectors, up to 3
        #[arg(long)]
        moves: u32,
        /// The largest entry, up to 6
        #[arg(long)]
        entries: u32,
        /// Seconds for the search of one game
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// Puts the shards of a folder together: the bytes of a survey that was not cut
    Merge {
        /// The folder that --shard wrote to
        folder: PathBuf,
        /// The file for all rows
        #[arg(short, long, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        table: TableArguments,
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// Two numbers with linear moves: every game of few moves, one of two mirror images
    Linear {
        /// The most moves, up to 3
        #[arg(long)]
        moves: u32,
        /// The largest coefficient, up to 3
        #[arg(long)]
        coefficients: u32,
        /// Seconds for the search of one game
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// One number with a memory: which numbers may be taken in each state, and which state comes then
    Memory {
        /// The memory's states, from 2 to 6
        #[arg(long)]
        states: u32,
        /// The largest number that is taken: up to 6 with two states, 3 with three, 2 with four
        #[arg(long)]
        numbers: u32,
        /// Seconds for the search of one game
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        limit: u32,
        #[command(flatten)]
        options: Options,
    },
    /// Checks every row of a file again
    Verify {
        /// The atlas
        file: PathBuf,
        #[command(flatten)]
        table: TableArguments,
        #[command(flatten)]
        limits: LimitArguments,
    },
}

#[derive(Args)]
struct Options {
    /// The file for the rows
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Only this part of the rows, such as 3/8, into a file of its own in the folder --out: for any scheduler, on any machines
    #[arg(long, value_name = "K/N", requires = "out")]
    shard: Option<Shard>,

    #[command(flatten)]
    table: TableArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Atlas {
    /// Works a survey out, or checks one, and prints what it comes to.
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
        // Removed again if the shard's file cannot be written.
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
                "finished rows are in {}, and the same command goes on from there",
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

/// What is said of a survey that met a limit.
fn unfinished(error: &EngineError, summary: &Summary, out: Option<&Path>) -> Failure {
    let why = match error {
        EngineError::Stopped => "stopped".to_string(),
        other => other.to_string(),
    };
    Failure::Budget(match out {
        Some(file) => format!(
            "{why}; {} of {} rows are in {}, and the same command goes on from there",
            summary.done,
            summary.rows,
            file.display()
        ),
        None => format!(
            "{why}; {} of {} rows were done, and none is kept; give --out FILE to go on another time",
            summary.done, summary.rows
        ),
    })
}

/// What a survey comes to: a line or a row for each thing that there is to say.
fn print(summary: &Summary, done: &str, form: Form) -> Result<(), Failure> {
    let told = told(summary, done);
    let mut out = pager::out();
    if form == Form::Text {
        writeln!(out, "{}\n", summary.kind)?;
        for (label, text) in told {
            lines(&mut out, label, &text)?;
        }
        return Ok(());
    }
    let columns = ["what", "comes to"].map(Column::words);
    let mut table = Table::begin(out, form, &columns)?;
    for (label, text) in told {
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

/// All that there is to say of a survey, each with its label.
fn told<'s>(summary: &'s Summary, done: &str) -> Vec<(&'s str, String)> {
    let rows = match summary.finished() {
        true => format!("all {} {done}", summary.rows),
        false => format!("{} of {} {done}", summary.done, summary.rows),
    };
    let proved = match summary.checked == summary.done {
        true => format!("{}; the verifier accepted each in this run", summary.proved),
        false => format!(
            "{}; the verifier accepted the rows of this run, {}, and those of earlier runs then: `whowins atlas verify` checks them again",
            summary.proved, summary.checked
        ),
    };
    let mut told = vec![("rows", rows), ("proved", proved)];
    if summary.open() > 0 {
        told.push(("open", summary.open().to_string()));
    }
    let said = summary.lines.iter();
    told.extend(said.map(|(label, text)| (*label, text.clone())));
    told.extend(summary.notes.iter().map(|note| ("note", note.clone())));
    told
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
