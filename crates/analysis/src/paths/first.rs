//! Some moves of a position of any size, whatever the term: those of the first values of each choice.

use std::sync::Arc;
use std::time::Duration;

use web_time::Instant;
use whowins_core::{Budget, Command, Expr, Game, Op, State};

/// So many values of a choice.
const FIRST: u64 = 1 << 11;
/// What is looked at longer comes to nothing: a condition may go over as many numbers as a heap has tokens.
const PATIENCE: Duration = Duration::from_millis(500);

/// The options of a state that come of the first values of each choice; none where that takes too long. All of them are options.
///
/// Nothing is refused, so that moves by divisors, primes or digits are there too; the work grows with what the conditions look at.
pub fn first_options(game: &Game, from: &State, budget: &Budget) -> Vec<State> {
    let mut short = game.clone();
    // Tiers after the first count only where those before give no move.
    short.tiers.truncate(1);
    short.tiers.iter_mut().for_each(shorten);
    let end = Instant::now() + PATIENCE;
    let end = budget.deadline.map_or(end, |own| own.min(end));
    let patient = Budget::new(Some(end), Arc::default()).with_memory(budget.memory);
    match budget.over() {
        None => short.options(from, &patient).unwrap_or_default(),
        Some(_) => Vec::new(),
    }
}

fn shorten(command: &mut Command) {
    match command {
        Command::Guard(_) | Command::Set(..) | Command::Splice(..) => {}
        Command::Seq(all) | Command::Alt(all) => all.iter_mut().for_each(shorten),
        Command::When(_, yes, no) => {
            shorten(yes);
            shorten(no);
        }
        Command::Loop(_, _, body) => shorten(body),
        Command::Choose(lo, hi, body) => {
            shorten(body);
            let end = Expr::bin(Op::Add, lo.clone(), Expr::num(FIRST));
            *hi = Expr::bin(Op::Min, hi.clone(), end);
        }
    }
}
