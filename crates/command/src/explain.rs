//! `whowins explain`.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use whowins::Impartiality;
use whowins_analysis::derive::{board_fall, falling, falling_order};
use whowins_analysis::{Game, Player};
use whowins_engine::Limits;
use whowins_law::{Finding, LawSource, Report, Says, find};

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments, PositionArguments};
use crate::pager;
use crate::solve::asked;
use crate::table::{Column, Form, Table, TableArguments};
use crate::watch::Working;

/// Show what the rules imply and which solver answers.
#[derive(Args)]
pub struct Explain {
    #[command(flatten, next_help_heading = "Position")]
    game: GameArguments,

    #[command(flatten, next_help_heading = "Position")]
    position: PositionArguments,

    /// Print only the rules as a term of the core calculus
    #[arg(
        long,
        conflicts_with_all = ["format", "json", "core_coq"],
        help_heading = "Output"
    )]
    core: bool,

    /// Print only that term, for Coq
    #[arg(long, conflicts_with_all = ["format", "json"], help_heading = "Output")]
    core_coq: bool,

    #[command(flatten)]
    table: TableArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The columns of the table of strategies.
const COLUMNS: [Column; 4] = [
    Column::words("strategy"),
    Column::numbers("cost"),
    Column::words("chosen"),
    Column::words("why"),
];

impl Explain {
    /// Prints the facts derived from the rules, the laws, and the estimate of each strategy.
    pub fn run(self) -> Result<(), Failure> {
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let limits = self.limits.limits();
        let game = rules.game(&values)?;
        // A default start isn't part of the game: neither its term nor its laws depend on it.
        let own = match (self.position.text(), &game.start) {
            (None, None) => None,
            (at, _) => Some(asked(&rules, &game, at)?),
        };
        if self.core || self.core_coq {
            let mut term = game.core();
            term.starts = own
                .as_ref()
                .map(|at| at.core_state(Player::First))
                .into_iter()
                .collect();
            let mut out = std::io::stdout().lock();
            match self.core {
                true => write!(out, "{term}")?,
                false => writeln!(out, "{}", crate::core::definition(&term))?,
            }
            return Ok(out.flush()?);
        }
        // The estimates don't search for a law. So all kinds that `whowins law` finds are searched
        // first.
        let patient = within(&limits);
        let working = Working::at("estimating", "states", &limits);
        let report = find(&rules, &values, own.as_ref(), &patient, &Says::ALL)?;
        let position = match own {
            Some(own) => own,
            None => asked(&rules, &game, None)?,
        };
        let impartiality = whowins::impartiality(&rules, &game);
        let law = LawSource::settled(report.proved.clone(), &rules, &limits);
        let bids = whowins::solver_with(Arc::new(law), &rules, &values, &limits)?.bids(&position);
        drop(working);
        let form = self.table.form();
        let shown = game.show(&position);
        if form != Form::Text {
            let mut table = Table::begin(pager::out(), form, &COLUMNS)?;
            for bid in &bids {
                table.row(vec![
                    bid.name.to_owned(),
                    bid.cost.map_or_else(String::new, |cost| cost.to_string()),
                    if bid.chosen { "yes" } else { "no" }.to_owned(),
                    bid.why.clone(),
                ])?;
            }
            let list: Vec<_> = bids
                .iter()
                .map(|bid| {
                    json!({
                        "strategy": bid.name,
                        "why": bid.why,
                        "cost": bid.cost,
                        "chosen": bid.chosen,
                    })
                })
                .collect();
            let laws = report.cards.iter();
            let laws: Vec<_> = laws
                .map(|card| json!({"kind": card.kind, "statement": card.statement}))
                .collect();
            let object = json!({
                "game": game.name,
                "position": shown,
                "impartial": match impartiality {
                    Impartiality::Impartial => Some(true),
                    Impartiality::Partizan(_) => Some(false),
                    Impartiality::Unknown => None,
                },
                "derived": derived(&game),
                "laws": laws,
                "stopped": is_stopped(&report),
                "strategies": list,
            });
            return table.end_with(object);
        }
        let mut out = pager::answer(true);
        writeln!(out, "{}, position {shown}", game.name)?;
        match &impartiality {
            Impartiality::Impartial => writeln!(out, "  impartial")?,
            Impartiality::Partizan(at) => {
                let at = game.show(at);
                writeln!(
                    out,
                    "  partizan: at {at} the players have different options"
                )?;
            }
            Impartiality::Unknown => {}
        }
        for fact in derived(&game) {
            writeln!(out, "  {fact}")?;
        }
        for line in describe(&report) {
            writeln!(out, "  {line}")?;
        }
        for bid in bids {
            let mark = if bid.chosen { "->" } else { "  " };
            let cost = bid.cost.map_or("doesn't apply".to_string(), |cost| {
                format!("about {cost} states or steps")
            });
            writeln!(out, "{mark} {}: {cost}\n     {}", bid.name, bid.why)?;
        }
        Ok(())
    }
}

/// The time limit of the search for a law, if there is no --time.
const PATIENCE: Duration = Duration::from_secs(20);
/// One part in this many of the time is left for the estimates.
const REST: u32 = 10;

/// Returns the limits of the search for a law.
fn within(limits: &Limits) -> Limits {
    let time = limits.budget.deadline.map_or(PATIENCE, |end| {
        let left = end.saturating_duration_since(Instant::now());
        PATIENCE.min(left - left / REST)
    });
    limits.clone().with_time(time)
}

/// Returns true if a limit ended the search for some kind of law.
fn is_stopped(report: &Report) -> bool {
    let mut tried = report.tried.iter();
    tried.any(|tried| matches!(tried.finding, Finding::Stopped(_)))
}

/// Describes the result of the search for a law, one line per item.
fn describe(report: &Report) -> Vec<String> {
    let proved = report.cards.iter();
    let mut lines: Vec<String> = proved
        .map(|card| format!("proved law, {}: {}", card.kind, card.statement))
        .collect();
    for tried in &report.tried {
        match &tried.finding {
            Finding::Observed { pattern, up_to } if report.proved.is_none() => lines.push(format!(
                "observed, {}: {pattern}, up to {up_to}; not proved",
                tried.kind
            )),
            _ => {}
        }
    }
    if report.proved.is_none() {
        lines.push(match is_stopped(report) {
            true => "no law was found and proved within the limits; `whowins law` searches longer"
                .into(),
            false => "no law was found and proved; `whowins law` prints what was tried".into(),
        });
    }
    lines
}

/// Describes facts that the rules imply, one sentence each.
fn derived(game: &Game) -> Vec<String> {
    let mut facts = of_shape(game);
    match game.ending.blocked {
        0 => {}
        1 => facts.push("before each move the opponent blocks up to 1 option".into()),
        most => facts.push(format!(
            "before each move the opponent blocks up to {most} options"
        )),
    }
    facts
}

fn of_shape(game: &Game) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(numbers) = game.numbers() {
        if let Some(form) = falling(numbers) {
            let terms: Vec<String> = form
                .weights
                .iter()
                .zip(&numbers.variables)
                .filter(|(weight, _)| **weight != 0)
                .map(|(weight, variable)| match weight {
                    1 => variable.name.clone(),
                    _ => format!("{weight} {}", variable.name),
                })
                .collect();
            facts.push(format!(
                "every move lowers {}, so play ends",
                terms.join(" + ")
            ));
        } else if falling_order(numbers).is_some() {
            facts
                .push("every move lowers the position in lexicographic order, so play ends".into());
        }
    }
    let board = game.board();
    let fall = board.and_then(|board| Some((board, board_fall(board)?)));
    facts.extend(fall.map(|(board, fall)| {
        let order = &fall.order;
        let end = if order.first_cell_leads {
            "first"
        } else {
            "last"
        };
        let digits: Vec<String> = board
            .alphabet
            .iter()
            .zip(&order.digit)
            .map(|(symbol, digit)| format!("{symbol} as {digit}"))
            .collect();
        let number = format!(
            "the board read as a number, the {end} cell leading, {}",
            digits.join(", ")
        );
        let sums: Vec<String> = fall
            .counts
            .iter()
            .map(|weights| {
                let parts: Vec<String> = (board.alphabet.iter().zip(weights))
                    .filter(|(_, weight)| **weight > 0)
                    .map(|(symbol, weight)| match weight {
                        1 => format!("the cells `{symbol}`"),
                        _ => format!("{weight} times the cells `{symbol}`"),
                    })
                    .collect();
                format!("{}, or keeps that and lowers ", parts.join(" + "))
            })
            .collect();
        format!("every move lowers {}{number}: so play ends", sums.concat())
    }));
    facts
}
