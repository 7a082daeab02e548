//! `whowins why`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::Value;
use whowins_law::LawSource;
use whowins_views::{Why, moved, shortened};

use crate::certificate;
use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, MoverArguments, PositionArguments};
use crate::law::lines;
use crate::pager::{self, Out};
use crate::table::{Column, Form, Table, TableArguments};
use crate::watch::Working;

/// The number of moves to list by default.
const LISTED: usize = 30;
/// The largest number of digits of a run that is printed.
const DIGITS: usize = 64;

/// Explain why a position is won or lost.
///
/// The command prints the law with the numbers of the position, and the result of each move.
#[derive(Args)]
pub struct TellWhy {
    #[command(flatten, next_help_heading = "Position")]
    game: GameArguments,

    #[command(flatten, next_help_heading = "Position")]
    position: PositionArguments,

    #[command(flatten, next_help_heading = "Position")]
    mover: MoverArguments,

    /// Answer from this certificate, after verifying it [default: find a law]
    #[arg(long, value_name = "CERTIFICATE", help_heading = "Position")]
    law: Option<PathBuf>,

    /// Number of moves to list
    #[arg(long, value_name = "N", default_value_t = LISTED, help_heading = "Output")]
    moves: usize,

    #[command(flatten)]
    table: TableArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

impl TellWhy {
    /// Runs the command.
    pub fn run(self) -> Result<(), Failure> {
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let limits = self.limits.limits();
        let game = rules.game(&values)?;
        let at = self.position.text();
        let position = crate::solve::asked(&rules, &game, at)?;
        let player = self.mover.player(&game)?;
        let law = Arc::new(match &self.law {
            Some(path) => {
                let (proved, _) = certificate::accepted(path, &rules, &values, &limits)?;
                LawSource::proved(proved, &rules, &limits)
            }
            None => whowins::law_source(&rules, &values, &limits),
        });
        let mut engine = whowins::solver_of(Arc::clone(&law), game, &limits);
        let why = {
            let _working = Working::on(&limits);
            Why::of(&mut engine, &law, &position, player, &limits)?
        };
        let mut out = pager::out();
        match self.table.form() {
            Form::Text => card(&mut out, &why, self.moves),
            Form::Json => {
                let text = serde_json::to_string(&why).unwrap_or_default();
                Ok(writeln!(out, "{text}")?)
            }
            form => moves_table(out, form, &why),
        }
    }
}

/// Prints all moves as a table.
fn moves_table(out: Out, form: Form, why: &Why) -> Result<(), Failure> {
    let columns = ["move", "to", "value", "class", "why"].map(Column::words);
    let mut table = Table::begin(out, form, &columns)?;
    let moves = why.moves.as_ref().ok_or_else(|| {
        Failure::Budget("there are too many moves to list; leave out --format".into())
    })?;
    for one in moves {
        table.row(vec![
            one.text.clone(),
            one.to.clone(),
            one.value.to_owned(),
            one.class.map(String::from).unwrap_or_default(),
            one.why.clone().unwrap_or_default(),
        ])?;
    }
    table.end_with(Value::Null)
}

fn short(text: &str) -> String {
    const LONGEST: usize = 80;
    shortened(text, LONGEST)
}

fn card(out: &mut impl Write, why: &Why, most: usize) -> Result<(), Failure> {
    match &why.winner {
        Some(winner) => writeln!(out, "{winner} wins.\n")?,
        None => writeln!(out, "A draw.\n")?,
    }
    lines(out, "game", &why.game)?;
    lines(
        out,
        "position",
        &format!("{}, {} to move", short(&why.position), why.to_move),
    )?;
    for sentence in &why.sentences {
        lines(out, "why", &short_words(sentence))?;
    }
    if let Some(formula) = &why.formula {
        lines(out, "law", formula)?;
    } else if let Some(law) = &why.law {
        lines(out, "law", law)?;
    }
    if let Some(run) = &why.run {
        lines(
            out,
            "digits",
            &format!(
                "in {}, read by the law's automaton from state 0 to {} {}-state",
                run.system,
                // The names of the letters N, L and R begin with a vowel.
                if matches!(run.class.chars().next(), Some('N' | 'L' | 'R')) {
                    "an"
                } else {
                    "a"
                },
                run.class
            ),
        )?;
        let width = run
            .tracks
            .iter()
            .map(|(name, _)| name.chars().count())
            .max()
            .unwrap_or(0)
            .max(5);
        let cell = run
            .states
            .iter()
            .max()
            .map_or(1, |most| most.to_string().len())
            .max(2);
        for (name, digits) in run
            .tracks
            .iter()
            .filter(|(_, digits)| digits.len() <= DIGITS)
        {
            let digits: String = digits
                .iter()
                .map(|digit| format!("{digit:>cell$} "))
                .collect();
            writeln!(
                out,
                "             {name:>width$}    {}{}",
                " ".repeat(cell - 1),
                digits.trim_end()
            )?;
        }
        if run.states.len() <= DIGITS + 1 {
            let states: String = run
                .states
                .iter()
                .map(|state| format!("{state:>cell$} "))
                .collect();
            writeln!(
                out,
                "             {:>width$} {}",
                "state",
                states.trim_end()
            )?;
        }
    }
    if let Some(sum) = why.nim_sum {
        lines(out, "sum", "the components' Grundy values in binary")?;
        let width = why.sum.first().map_or(1, |one| one.digits.len());
        for one in &why.sum {
            writeln!(
                out,
                "             {} = {:<3} {}",
                one.digits,
                one.value,
                short(&one.name)
            )?;
        }
        writeln!(out, "             {sum:0width$b} = {sum:<3} their nim-sum")?;
    }
    match &why.moves {
        None => lines(out, "moves", "too many to list")?,
        Some(moves) => {
            lines(out, "moves", &moves.len().to_string())?;
            for one in moves.iter().take(most) {
                let class = one
                    .class
                    .map_or(String::new(), |class| format!(" ({class})"));
                let reason = one
                    .why
                    .as_ref()
                    .map_or(String::new(), |why| format!(", as {why}"));
                writeln!(
                    out,
                    "    {}{class}: {}{reason}",
                    moved(&one.text, &one.to, short),
                    one.value
                )?;
            }
            if moves.len() > most {
                writeln!(
                    out,
                    "    and {} more; --moves N lists N",
                    moves.len() - most
                )?;
            }
        }
    }
    if !why.line.is_empty() {
        lines(out, "line", &format!("{} moves", why.line.len()))?;
        for step in why.line.iter().take(most) {
            writeln!(
                out,
                "    {}: {}",
                step.player,
                moved(&step.text, &step.to, short)
            )?;
        }
    }
    Ok(out.flush()?)
}

/// Shortens the long numbers of a sentence to their ends.
fn short_words(sentence: &str) -> String {
    let words: Vec<String> = sentence.split(' ').map(short).collect();
    words.join(" ")
}
