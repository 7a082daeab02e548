//! Some moves of a position of any size, whatever the term: those of the first values of each
//! choice.

use std::sync::Arc;
use std::time::Duration;

use web_time::Instant;
use whowins_core::{Budget, Command, Expr, Game, Op, State};

/// So many values of a choice, fewer first: a condition on each may go over as many numbers.
const FIRST: [u64; 3] = [1 << 4, 1 << 7, 1 << 11];
/// More is not looked at any longer: a condition may go over as many numbers as a heap has tokens.
const PATIENCE: Duration = Duration::from_millis(500);

/// The options of a state that come of the first values of each choice: of as many as can be looked
/// at within half a second, 16, 128 or 2,048. All of them are options.
///
/// Nothing is refused, so that moves by divisors, primes or digits are there too; the work grows
/// with what the conditions look at.
pub fn first_options(game: &Game, from: &State, budget: &Budget) -> Vec<State> {
    let end = Instant::now() + PATIENCE;
    let end = budget.deadline.map_or(end, |own| own.min(end));
    let patient = Budget::new(Some(end), Arc::default()).with_memory(budget.memory);
    let mut found = Vec::new();
    for first in FIRST {
        if budget.over().is_some() {
            return Vec::new();
        }
        let mut short = game.clone();
        // Tiers after the first count only where those before give no move.
        short.tiers.truncate(1);
        short.tiers.iter_mut().for_each(|tier| shorten(tier, first));
        match short.options(from, &patient) {
            Ok(options) => found = options,
            Err(_) => break,
        }
    }
    found
}

fn shorten(command: &mut Command, first: u64) {
    match command {
        Command::Guard(_) | Command::Set(..) | Command::Splice(..) => {}
        // With fewer choices the body could produce no state too early.
        Command::Repeat(..) => {}
        Command::Seq(all) | Command::Alt(all) => {
            all.iter_mut().for_each(|one| shorten(one, first));
        }
        Command::When(_, yes, no) => {
            shorten(yes, first);
            shorten(no, first);
        }
        Command::Loop(_, _, body) => shorten(body, first),
        Command::Choose(lo, hi, body) => {
            shorten(body, first);
            let end = Expr::bin(Op::Add, lo.clone(), Expr::num(first));
            *hi = Expr::bin(Op::Min, hi.clone(), end);
        }
    }
}
