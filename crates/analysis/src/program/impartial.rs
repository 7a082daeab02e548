//! Whether both players have the same moves and the same prospects, read off a term.

use dashu_int::IBig;
use whowins_core::{Command, Expr, Game, Op};

/// Whether no move or end asks whose turn it is, but that it passes, and every payoff is the same for both seen from the player to move: `(if turn -x x)`.
///
/// `O(the term)`. A term may be impartial and not look so.
pub fn is_impartial(game: &Game) -> bool {
    let tiers = game.tiers.iter().all(is_blind);
    let ends = game.ends.iter();
    let mut ends = ends.map(|end| !reads(&end.when) && is_even(&end.pays));
    tiers && ends.all(|even| even) && is_even(&game.stuck)
}

fn reads(expr: &Expr) -> bool {
    expr.reads_part(0)
}

/// Whether a command reads the turn nowhere, but to pass it on.
fn is_blind(command: &Command) -> bool {
    if *command == Command::pass_turn() {
        return true;
    }
    match command {
        Command::Guard(condition) => !reads(condition),
        Command::Seq(all) | Command::Alt(all) => all.iter().all(is_blind),
        Command::When(condition, yes, no) => !reads(condition) && is_blind(yes) && is_blind(no),
        Command::Choose(lo, hi, body) | Command::Loop(lo, hi, body) => {
            !reads(lo) && !reads(hi) && is_blind(body)
        }
        Command::Set(part, index, value) => *part != 0 && !reads(index) && !reads(value),
        Command::Splice(part, index, count, values) => {
            *part != 0 && !reads(index) && !reads(count) && !values.iter().any(reads)
        }
    }
}

/// Whether a payoff is the negative of itself where the turn is the other's: 0, `(if turn x -x)`, or one of two such by a condition on the position.
fn is_even(pays: &Expr) -> bool {
    let negative = |x: &Expr, y: &Expr| match (x, y) {
        (Expr::Num(x), Expr::Num(y)) => *x == -y,
        (Expr::Bin(Op::Sub, zero, x), y) | (y, Expr::Bin(Op::Sub, zero, x)) => {
            **zero == Expr::Num(IBig::ZERO) && **x == *y && !reads(y)
        }
        _ => false,
    };
    match pays {
        Expr::Num(number) => *number == IBig::ZERO,
        Expr::Ite(condition, x, y) if **condition == Expr::part(0) => negative(x, y),
        Expr::Ite(condition, x, y) => !reads(condition) && is_even(x) && is_even(y),
        _ => false,
    }
}
