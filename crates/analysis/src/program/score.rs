//! Points that are gathered, and looked at only in the end.

use dashu_int::IBig;
use whowins_core::{Command, Expr, Game, Op};

/// The part that gathers points, where there is one: a number that moves only add to and take from,
/// by what does not hang on it, which each payoff holds once, and which nothing else reads. `O(the
/// term)` for each part.
///
/// What a state is worth is then what it holds, and what the same state with 0 there is worth. Its
/// range has to be wide: a move that would leave it is none, and here it is taken for one, so parts
/// of less than 2^40 either way are not taken for points.
pub fn score_of(game: &Game) -> Option<usize> {
    const WIDE: i64 = 1 << 40;
    let wide = |at: &usize| {
        let part = &game.parts[*at];
        let most = part.most.as_ref();
        part.least <= IBig::from(-WIDE) && most.is_none_or(|most| *most >= IBig::from(WIDE))
    };
    let gathers = |at: &usize| {
        let payoffs = game.ends.iter().map(|end| &end.pays);
        let payoffs = payoffs.chain(&game.endless);
        game.tiers.iter().all(|tier| adds(tier, *at))
            && game.ends.iter().all(|end| !end.when.reads_part(*at))
            && payoffs.chain([&game.stuck]).all(|pays| holds(pays, *at))
    };
    (1..game.parts.len()).filter(wide).find(gathers)
}

/// What play without end brings from here on, where the rules say it: a payoff, or, where points
/// are gathered in this part, 0 if what was gathered counts.
pub fn endless_from_here(game: &Game, score: Option<usize>) -> Option<IBig> {
    match (&game.endless, score) {
        (Some(Expr::Num(pays)), None) => Some(pays.clone()),
        (Some(pays), Some(part)) if *pays == Expr::part(part) => Some(IBig::ZERO),
        _ => None,
    }
}

/// Whether an expression is the part's number, and something that does not read it.
fn holds(expr: &Expr, part: usize) -> bool {
    match expr {
        Expr::Bin(Op::Add, x, y) => {
            holds(x, part) && !y.reads_part(part) || !x.reads_part(part) && holds(y, part)
        }
        Expr::Bin(Op::Sub, x, y) => holds(x, part) && !y.reads_part(part),
        Expr::Ite(c, x, y) => !c.reads_part(part) && holds(x, part) && holds(y, part),
        one => *one == Expr::part(part),
    }
}

/// Whether a command reads the part only to add to it.
fn adds(command: &Command, part: usize) -> bool {
    let free = |expr: &Expr| !expr.reads_part(part);
    match command {
        Command::Set(at, index, value) if *at == part => {
            *index == Expr::num(0) && holds(value, part)
        }
        Command::Set(_, index, value) => free(index) && free(value),
        Command::Guard(condition) => free(condition),
        Command::Seq(all) | Command::Alt(all) => all.iter().all(|one| adds(one, part)),
        Command::When(condition, yes, no) => free(condition) && adds(yes, part) && adds(no, part),
        Command::Choose(lo, hi, body) | Command::Loop(lo, hi, body) => {
            free(lo) && free(hi) && adds(body, part)
        }
        Command::Repeat(fuel, body) => free(fuel) && adds(body, part),
        Command::Splice(at, index, count, values) => {
            *at != part && free(index) && free(count) && values.iter().all(free)
        }
    }
}
