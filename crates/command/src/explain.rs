//! `whowins explain`.

use std::io::Write;
use std::sync::Arc;

use clap::Args;
use serde_json::json;
use whowins_law::LawSource;
use whowins_rules::derive::{board_fall, falling, falling_order};
use whowins_rules::{Game, Shape};

use crate::failure::Failure;
use crate::game::{GameArguments, LimitArguments};
use crate::solve::asked;

/// Which strategies can answer a position, and which one does.
#[derive(Args)]
pub struct Explain {
    #[command(flatten)]
    game: GameArguments,

    /// The position; the rules' start by default
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    at: Option<String>,

    /// The same position, without --at
    #[arg(
        value_name = "POSITION",
        conflicts_with = "at",
        allow_negative_numbers = true
    )]
    position: Option<String>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

impl Explain {
    /// Prints what was derived from the rules and what each strategy would do.
    pub fn run(mut self) -> Result<(), Failure> {
        self.at = self.at.take().or_else(|| self.position.take());
        let rules = self.game.rules()?;
        let values = self.game.values(&rules)?;
        let limits = self.limits.limits();
        let game = rules.game(&values)?;
        let position = asked(&game, self.at.as_deref())?;
        // Bids search for nothing; what is explained here has been looked for.
        let law = LawSource::search_at(&rules, &values, &position, &limits);
        let _ = law.law();
        let engine = whowins::solver_with(Arc::new(law), &rules, &values, &limits)?;
        let bids = engine.bids(&position);
        let mut out = std::io::stdout().lock();
        if self.json {
            let list: Vec<_> = bids
                .iter()
                .map(|bid| json!({"strategy": bid.name, "why": bid.why, "cost": bid.cost, "chosen": bid.chosen}))
                .collect();
            let object = json!({
                "game": engine.game().name,
                "position": engine.game().show(&position),
                "impartial": engine.game().is_impartial(),
                "derived": derived(engine.game()),
                "strategies": list,
            });
            writeln!(out, "{object}")?;
            return Ok(());
        }
        writeln!(
            out,
            "{}, position {}",
            engine.game().name,
            engine.game().show(&position)
        )?;
        writeln!(
            out,
            "  {}",
            if engine.game().is_impartial() {
                "impartial"
            } else {
                "partizan"
            }
        )?;
        for fact in derived(engine.game()) {
            writeln!(out, "  {fact}")?;
        }
        for bid in bids {
            let mark = if bid.chosen { "->" } else { "  " };
            let cost = bid.cost.map_or("cannot take it".to_string(), |cost| {
                format!("some {cost} states or steps")
            });
            writeln!(out, "{mark} {}: {cost}\n     {}", bid.name, bid.why)?;
        }
        Ok(())
    }
}

/// What the rules imply, in sentences.
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
    match &game.shape {
        Shape::Numbers(numbers) => {
            let mut facts = Vec::new();
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
                facts.push(
                    "every move lowers the position in lexicographic order, so play ends".into(),
                );
            }
            facts
        }
        Shape::Board(board) => board_fall(board)
            .map(|fall| {
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
                                1 => format!("the cells «{symbol}»"),
                                _ => format!("{weight} times the cells «{symbol}»"),
                            })
                            .collect();
                        format!("{}, or leaves that and lowers ", parts.join(" + "))
                    })
                    .collect();
                format!("every move lowers {}{number}: so play ends", sums.concat())
            })
            .into_iter()
            .collect(),
        _ => Vec::new(),
    }
}
