//! `whowins why`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::Value;
use whowins_law::{LawSource, Run};
use whowins_views::{Why, moved, shortened};

use crate::certificate;
use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, MoverArguments, PositionArguments};
use crate::habits::is_verbose;
use crate::law::lines;
use crate::pager::{self, Out};
use crate::table::{Column, Form, Table, TableArguments};
use crate::watch::Working;

/// The number of moves that `-v` lists.
const LISTED: usize = 30;
/// The number of moves of best play to print without `-v`.
const STEPS: usize = 6;
/// The number of losing moves to print with a reply.
const REPLIES: usize = 3;
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

    /// Number of moves to list [default: none, and 30 with -v]
    #[arg(long, value_name = "N", help_heading = "Output")]
    moves: Option<usize>,

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
        let mut out = pager::answer(self.table.form() == Form::Text);
        match self.table.form() {
            Form::Text => {
                let listed = self.moves.or(is_verbose().then_some(LISTED));
                card(&mut out, &why, listed)
            }
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

/// Prints the reasons: the law, its meaning for the position, and the moves. `listed` is the
/// number of moves to list, if any.
fn card(out: &mut impl Write, why: &Why, listed: Option<usize>) -> Result<(), Failure> {
    match &why.winner {
        Some(winner) => writeln!(out, "{winner} wins.\n")?,
        None => writeln!(out, "A draw.\n")?,
    }
    if is_verbose() {
        lines(out, "game", &why.game)?;
    }
    lines(
        out,
        "position",
        &format!("{}, {} to move", short(&why.position), why.to_move),
    )?;
    if let Some(law) = why.formula.as_ref().or(why.law.as_ref()) {
        lines(out, "law", law)?;
    }
    // Without a law or a reason, the sentence repeats the first line.
    if why.reason.is_some() || why.law.is_some() {
        lines(out, "here", &short_words(&why.here))?;
    }
    if let Some(run) = why.run.as_ref().filter(|_| is_verbose()) {
        digits(out, run)?;
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
    best(out, why)?;
    moves(out, why, listed)?;
    Ok(out.flush()?)
}

/// Prints best play, or else the best move. After a lost position, best play is a detail.
fn best(out: &mut impl Write, why: &Why) -> Result<(), Failure> {
    if why.value == "loss" && !is_verbose() {
        return Ok(());
    }
    let reason = |why: Option<&String>| why.map_or_else(String::new, |why| format!(": {why}"));
    let reason = reason(why.best.as_ref().and_then(|best| best.why.as_ref()));
    if why.line.is_empty() {
        if let Some(best) = &why.best {
            let text = moved(&best.text, &best.to, short);
            let told = format!("{}: {text}{}", why.to_move, short_words(&reason));
            lines(out, "best move", &told)?;
        }
        return Ok(());
    }
    let count = why.line.len();
    let plural = if count == 1 { "" } else { "s" };
    lines(out, "best play", &format!("{count} move{plural}"))?;
    let shown = if is_verbose() { count } else { STEPS };
    for (at, step) in why.line.iter().take(shown).enumerate() {
        let text = moved(&step.text, &step.to, short);
        let reason = if at == 0 {
            short_words(&reason)
        } else {
            String::new()
        };
        writeln!(out, "    {}: {text}{reason}", step.player)?;
    }
    if count > shown {
        writeln!(out, "    and {} more (all with -v)", count - shown)?;
    }
    Ok(())
}

/// Prints the number of winning moves, or replies to some losing moves, and on request a list of
/// the moves.
fn moves(out: &mut impl Write, why: &Why, listed: Option<usize>) -> Result<(), Failure> {
    let Some(moves) = &why.moves else {
        return Ok(lines(out, "moves", "too many to list")?);
    };
    let count = moves.len();
    let good = moves.iter().filter(|one| one.value == why.value).count();
    let details = match listed {
        None => " (list them with -v)",
        Some(_) => "",
    };
    let summary = match (&why.over, why.value, count) {
        (Some(over), ..) => format!("none: {over}"),
        (None, "loss", 1) => "the only move loses".into(),
        (None, "loss", 2) => format!("both lose{details}"),
        (None, "loss", _) => format!("all {count} lose{details}"),
        (None, "win", _) if good == 1 => format!("1 of {count} wins{details}"),
        (None, "win", _) => format!("{good} of {count} win{details}"),
        (None, ..) => format!("{good} of {count} hold the draw{details}"),
    };
    lines(out, "moves", &summary)?;
    let Some(listed) = listed else {
        let is_lost = why.value == "loss";
        let replies = why
            .kinds
            .iter()
            .filter(|kind| is_lost && kind.answer.is_some());
        for kind in replies.take(REPLIES) {
            let [reply, to] = kind.answer.as_ref().map_or(["", ""], |[a, b]| [a, b]);
            let tried = moved(&kind.example, &kind.to, short);
            writeln!(out, "    {tried}; the reply is {}", moved(reply, to, short))?;
        }
        return Ok(());
    };
    let winning = moves.iter().filter(|one| one.value == "win");
    let others = moves.iter().filter(|one| one.value != "win");
    for one in winning.chain(others).take(listed) {
        let class = one
            .class
            .map_or(String::new(), |class| format!(" ({class})"));
        let reason = one
            .why
            .as_ref()
            .map_or(String::new(), |why| format!(", as {why}"));
        let text = moved(&one.text, &one.to, short);
        writeln!(out, "    {text}{class}: {}{reason}", one.value)?;
    }
    if count > listed {
        writeln!(out, "    and {} more; --moves N lists N", count - listed)?;
    }
    Ok(())
}

/// Prints how the law's automaton reads the position.
fn digits(out: &mut impl Write, run: &Run) -> Result<(), Failure> {
    // The names of the letters N, L and R begin with a vowel.
    let article = match run.class.chars().next() {
        Some('N' | 'L' | 'R') => "an",
        _ => "a",
    };
    lines(
        out,
        "digits",
        &format!(
            "in {}, read by the law's automaton from state 0 to {article} {}-state",
            run.system, run.class
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
        let blanks = " ".repeat(cell - 1);
        let digits = digits.trim_end();
        writeln!(out, "             {name:>width$}    {blanks}{digits}")?;
    }
    if run.states.len() <= DIGITS + 1 {
        let states: String = run
            .states
            .iter()
            .map(|state| format!("{state:>cell$} "))
            .collect();
        let states = states.trim_end();
        writeln!(out, "             {:>width$} {states}", "state")?;
    }
    Ok(())
}

/// Shortens the long numbers of a sentence to their ends.
fn short_words(sentence: &str) -> String {
    let words: Vec<String> = sentence.split(' ').map(short).collect();
    words.join(" ")
}
