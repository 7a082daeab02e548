//! Whether both players have the same moves and the same prospects, read off a term.

use dashu_int::IBig;
use whowins_core::{Array, Command, Expr, Game, Op};

/// Whether no move or end asks whose turn it is, but that it passes, and every payoff is the same
/// for both seen from the player to move: `(if turn -x x)`.
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
        Command::Repeat(fuel, body) => !reads(fuel) && is_blind(body),
        Command::Set(part, index, value) => *part != 0 && !reads(index) && !reads(value),
        Command::Splice(part, index, count, values) => {
            *part != 0 && !reads(index) && !reads(count) && !values.iter().any(reads)
        }
    }
}

/// Whether a payoff is the negative of itself where the turn is the other's: 0, `(if turn x -x)`,
/// or one of two such by a condition on the position.
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

/// Whether a state is worth the negative of the same state with the other player to move, points
/// from there on included: whether the two players have the same moves, each for himself.
///
/// The moves of each are read off the term, with the other's points taken for his own, and must be
/// one command. So this holds of dots and boxes, and of every game that [`is_impartial`] says it
/// of; `false` where nothing was seen. `O(the term)`.
pub fn is_fair(game: &Game, score: Option<usize>) -> bool {
    let Some(score) = score else {
        return is_impartial(game);
    };
    let same = |tier: &Command| {
        let [first, second] = [0, 1].map(|turn| Reading::new(turn, Some(score)).tier(tier));
        first.is_some() && first == second
    };
    let payoffs = game.ends.iter().map(|end| &end.pays);
    let mut payoffs = payoffs.chain([&game.stuck]).chain(&game.endless);
    game.tiers.iter().all(same)
        && game.ends.iter().all(|end| !reads(&end.when))
        && payoffs.all(|pays| is_odd(pays, score))
}

/// Returns whether both players have the same moves and ends in every position, and each pays what
/// the other would.
///
/// The term is read once for each player, with the turn put in and constants folded. So the way in
/// which a term asks for the turn doesn't matter: `(if (= turn 1) 1 -1)` is `(if turn 1 -1)`.
/// `false` if that isn't seen. `O(the term)`.
pub fn is_same_for_both(game: &Game) -> bool {
    let both = |expr: &Expr| {
        let [first, second] = [0, 1].map(|turn| Reading::new(turn, None).expr(expr));
        Some((first?.tidy(), second?.tidy()))
    };
    let is_same = |expr: &Expr| both(expr).is_some_and(|(first, second)| first == second);
    let is_paid = |expr: &Expr| both(expr).is_some_and(|(first, second)| negate(&first, &second));
    let tiers = game.tiers.iter().all(|tier| {
        let [first, second] = [0, 1].map(|turn| Reading::new(turn, None).tier(tier));
        first.is_some() && first == second
    });
    let ends = &game.ends;
    tiers
        && ends
            .iter()
            .all(|end| is_same(&end.when) && is_paid(&end.pays))
        && is_paid(&game.stuck)
        && game.endless.iter().all(is_paid)
}

/// Whether two payoffs are the negatives of each other.
fn negate(x: &Expr, y: &Expr) -> bool {
    match (x, y) {
        (Expr::Num(x), Expr::Num(y)) => *x == -y,
        (Expr::Ite(c, x, y), Expr::Ite(d, z, w)) if c == d => negate(x, z) && negate(y, w),
        (Expr::Bin(Op::Sub, zero, x), y) | (y, Expr::Bin(Op::Sub, zero, x)) => {
            **zero == Expr::Num(IBig::ZERO) && **x == *y
        }
        _ => false,
    }
}

/// Whether a payoff is the negative of itself where the turn is the other's and the points are
/// negated.
fn is_odd(pays: &Expr, score: usize) -> bool {
    match pays {
        Expr::Bin(Op::Add | Op::Sub, x, y) => {
            is_odd(x, score) && is_odd(y, score) || is_even(pays) && !pays.reads_part(score)
        }
        Expr::Ite(c, x, y) if !reads(c) && !c.reads_part(score) => {
            is_odd(x, score) && is_odd(y, score)
        }
        one => *one == Expr::part(score) || is_even(one) && !one.reads_part(score),
    }
}

/// What a player does, where the term asks whose turn it is; the second-named player's points are
/// taken for the other's.
struct Reading {
    turn: u8,
    score: Option<usize>,
    /// Whether the turn may have passed by now: then it must not be asked for any more.
    has_passed: bool,
}

impl Reading {
    const fn new(turn: u8, score: Option<usize>) -> Self {
        Self {
            turn,
            score,
            has_passed: false,
        }
    }

    fn tier(mut self, tier: &Command) -> Option<Command> {
        Some(self.command(tier)?.tidy())
    }

    fn expr(&self, expr: &Expr) -> Option<Expr> {
        if !reads(expr) {
            return Some(expr.clone());
        }
        if self.has_passed {
            return None;
        }
        let under = |one: &Expr| self.expr(one).map(Box::new);
        Some(match expr {
            one if *one == Expr::part(0) => Expr::num(self.turn),
            Expr::Get(array, index, default) if *array != Array::Part(0) => {
                Expr::Get(*array, under(index)?, default.clone())
            }
            Expr::Bin(op, x, y) => Expr::Bin(*op, under(x)?, under(y)?),
            Expr::Ite(c, x, y) => Expr::Ite(under(c)?, under(x)?, under(y)?),
            Expr::Fold(lo, hi, init, body) => {
                Expr::Fold(under(lo)?, under(hi)?, under(init)?, under(body)?)
            }
            _ => return None,
        })
    }

    /// The points with the other sign, for the second-named player.
    fn points(&self, value: Expr) -> Option<Expr> {
        let Some(score) = self.score.filter(|_| self.turn == 1) else {
            return Some(value);
        };
        Some(match value {
            Expr::Bin(Op::Add, x, y) if x.reads_part(score) => {
                Expr::bin(Op::Sub, self.points(*x)?, *y)
            }
            Expr::Bin(Op::Sub, x, y) if x.reads_part(score) => {
                Expr::bin(Op::Add, self.points(*x)?, *y)
            }
            Expr::Ite(c, x, y) => Expr::ite(*c, self.points(*x)?, self.points(*y)?),
            one if one == Expr::part(score) => one,
            _ => return None,
        })
    }

    /// The body of a loop. `None` if it passes the turn: the next round would read it.
    fn round(&mut self, body: &Command) -> Option<Box<Command>> {
        let before = self.has_passed;
        let body = self.command(body)?;
        (self.has_passed == before).then(|| Box::new(body))
    }

    fn command(&mut self, command: &Command) -> Option<Command> {
        if *command == Command::pass_turn() {
            self.has_passed = true;
            return Some(command.clone());
        }
        Some(match command {
            Command::Guard(condition) => Command::Guard(self.expr(condition)?),
            Command::Seq(all) => Command::Seq(
                all.iter()
                    .map(|one| self.command(one))
                    .collect::<Option<_>>()?,
            ),
            Command::Alt(all) => {
                let mut ways = Vec::new();
                let mut passed = self.has_passed;
                for one in all {
                    let mut own = Self { ..*self };
                    ways.push(own.command(one)?);
                    passed |= own.has_passed;
                }
                self.has_passed = passed;
                Command::Alt(ways)
            }
            Command::When(condition, yes, no) => {
                let condition = self.expr(condition)?;
                let mut other = Self { ..*self };
                let (yes, no) = (self.command(yes)?, other.command(no)?);
                self.has_passed |= other.has_passed;
                Command::When(condition, Box::new(yes), Box::new(no))
            }
            Command::Choose(lo, hi, body) => {
                Command::choose(self.expr(lo)?, self.expr(hi)?, self.command(body)?)
            }
            Command::Loop(lo, hi, body) => {
                Command::Loop(self.expr(lo)?, self.expr(hi)?, self.round(body)?)
            }
            Command::Repeat(fuel, body) => Command::Repeat(self.expr(fuel)?, self.round(body)?),
            Command::Set(0, ..) | Command::Splice(0, ..) => return None,
            Command::Set(part, index, value) if Some(*part) == self.score => {
                let value = self.expr(value)?.tidy();
                Command::Set(*part, index.clone(), self.points(value)?.tidy())
            }
            Command::Set(part, index, value) => {
                Command::Set(*part, self.expr(index)?, self.expr(value)?)
            }
            Command::Splice(part, index, count, values) => {
                let values = values.iter().map(|value| self.expr(value));
                let values = values.collect::<Option<_>>()?;
                Command::Splice(*part, self.expr(index)?, self.expr(count)?, values)
            }
        })
    }
}
