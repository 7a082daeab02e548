//! Simplification of terms: constant folding, removal of unreachable commands, and one common
//! change of turn at the end.
//!
//! Invariant: the simplification uses only the term, so the result has the same moves in the same
//! order at every state.

use dashu_int::IBig;
use dashu_int::ops::BitTest;

use crate::term::{Command, End, Expr, Game, Op};

/// Maximum size of a folded constant in bits.
const BITS: usize = 1 << 12;

impl Game {
    /// Returns an equivalent game whose term isn't longer: the same moves in the same order, ends
    /// and payoffs at every state.
    ///
    /// Complexity: linear in the size of the term.
    ///
    /// ```
    /// use whowins_core::Game;
    ///
    /// let game = |hi: &str| {
    ///     format!(
    ///         "(game g (part turn 0 1) (part n 0 -) (tier (seq (choose k 1 {hi} (set n (- n k))) \
    ///          skip)) (stuck 0))"
    ///     )
    /// };
    /// let long: Game = game("(+ (/ (- (+ 0 (* 1 n)) 0) 1) 1)").parse()?;
    /// let short = long.tidy().to_string();
    /// assert!(short.contains("(choose v0 1 (+ n 1)"), "{short}");
    /// # Ok::<(), whowins_core::ReadError>(())
    /// ```
    #[must_use]
    pub fn tidy(self) -> Self {
        let end = |end: End| End {
            when: expr(end.when),
            pays: expr(end.pays),
        };
        Self {
            tiers: self.tiers.into_iter().map(command).collect(),
            ends: self.ends.into_iter().map(end).collect(),
            stuck: expr(self.stuck),
            endless: self.endless.map(expr),
            ..self
        }
    }
}

impl Expr {
    /// Returns an expression with the same value in every state, which isn't longer.
    #[must_use]
    pub fn tidy(self) -> Self {
        expr(self)
    }
}

impl Command {
    /// Returns an equivalent command that isn't longer.
    #[must_use]
    pub fn tidy(self) -> Self {
        command(self)
    }
}

fn is(expr: &Expr, number: i8) -> bool {
    matches!(expr, Expr::Num(one) if *one == IBig::from(number))
}

/// Returns true if the value is always 0 or 1.
fn is_flag(expr: &Expr) -> bool {
    match expr {
        Expr::Bin(Op::Eq | Op::Lt | Op::Le, ..) => true,
        Expr::Ite(_, yes, no) => is_flag(yes) && is_flag(no),
        _ => is(expr, 0) || is(expr, 1),
    }
}

fn expr(this: Expr) -> Expr {
    let under = |one: Box<Expr>| expr(*one);
    match this {
        Expr::Num(_) | Expr::Var(_) | Expr::Len(_) => this,
        Expr::Get(array, index, default) => Expr::Get(array, Box::new(under(index)), default),
        Expr::Bin(op, x, y) => operation(op, under(x), under(y)),
        Expr::Ite(condition, yes, no) => choice(under(condition), under(yes), under(no)),
        Expr::Fold(lo, hi, init, body) => {
            Expr::fold(under(lo), under(hi), under(init), under(body))
        }
    }
}

fn operation(op: Op, x: Expr, y: Expr) -> Expr {
    match (op, x, y) {
        (op, Expr::Num(x), Expr::Num(y))
            if x.bit_len().max(y.bit_len()) < BITS && (op != Op::Shl || y < IBig::from(BITS)) =>
        {
            Expr::Num(op.exact(x, y))
        }
        (Op::Add, x, y) if is(&y, 0) => x,
        (Op::Add, x, y) if is(&x, 0) => y,
        (Op::Sub, x, y) if is(&y, 0) => x,
        (Op::Mul | Op::Div, x, y) if is(&y, 1) => x,
        (Op::Mul, x, y) if is(&x, 1) => y,
        (Op::Mul, x, y) if is(&x, 0) || is(&y, 0) => Expr::num(0),
        (Op::Min | Op::Max, x, y) if x == y => x,
        // Constants move to the end and become nonnegative.
        (Op::Add, x, Expr::Num(y)) if y < IBig::ZERO => operation(Op::Sub, x, Expr::Num(-y)),
        (Op::Sub, x, Expr::Num(y)) if y < IBig::ZERO => operation(Op::Add, x, Expr::Num(-y)),
        (Op::Add, Expr::Num(x), y) => operation(Op::Add, y, Expr::Num(x)),
        (
            outer @ (Op::Add | Op::Sub),
            Expr::Bin(inner @ (Op::Add | Op::Sub), x, y),
            Expr::Num(z),
        ) if matches!(*y, Expr::Num(_)) => {
            // x ± y ± z is x + (±y ± z).
            let signed = |op, y| match op {
                Op::Sub => operation(Op::Sub, Expr::num(0), y),
                _ => y,
            };
            let both = operation(Op::Add, signed(inner, *y), signed(outer, Expr::Num(z)));
            operation(Op::Add, *x, both)
        }
        (op, x, y) => Expr::bin(op, x, y),
    }
}

fn choice(condition: Expr, yes: Expr, no: Expr) -> Expr {
    match condition {
        Expr::Num(number) if number == IBig::ZERO => no,
        Expr::Num(_) => yes,
        // The condition is "not c".
        Expr::Ite(c, nay, aye) if is(&nay, 0) && is(&aye, 1) => choice(*c, no, yes),
        c if is(&yes, 1) && is(&no, 0) && is_flag(&c) => c,
        _ if yes == no => yes,
        // The turn is 0 or 1.
        Expr::Bin(Op::Eq, turn, player) if *turn == Expr::part(0) && is(&player, 1) => {
            choice(*turn, yes, no)
        }
        Expr::Bin(Op::Eq, turn, player) if *turn == Expr::part(0) && is(&player, 0) => {
            choice(*turn, no, yes)
        }
        c => Expr::ite(c, yes, no),
    }
}

fn command(this: Command) -> Command {
    match this {
        Command::Guard(condition) => match expr(condition) {
            Expr::Num(number) if number == IBig::ZERO => Command::NEVER,
            Expr::Num(_) => Command::SKIP,
            condition => Command::Guard(condition),
        },
        Command::Seq(all) => {
            let mut flat = Vec::new();
            for one in all {
                match command(one) {
                    Command::Seq(inner) => flat.extend(inner),
                    // Later commands are unreachable, and the results of earlier ones are dropped.
                    one if one == Command::NEVER => return Command::NEVER,
                    one => flat.push(one),
                }
            }
            single(flat).unwrap_or_else(Command::Seq)
        }
        Command::Alt(all) => {
            let mut flat = Vec::new();
            for one in all {
                match command(one) {
                    Command::Alt(inner) => flat.extend(inner),
                    one => flat.push(one),
                }
            }
            if flat.is_empty() || !flat.iter().all(passes) {
                return single(flat).unwrap_or_else(Command::Alt);
            }
            let mut all = Vec::new();
            for one in flat.into_iter().map(before_flip) {
                match one {
                    Command::Alt(inner) => all.extend(inner),
                    one => all.push(one),
                }
            }
            flipped(single(all).unwrap_or_else(Command::Alt))
        }
        Command::When(condition, yes, no) => match (expr(condition), command(*yes), command(*no)) {
            (Expr::Num(number), _, no) if number == IBig::ZERO => no,
            (Expr::Num(_), yes, _) => yes,
            (_, yes, no) if yes == no => yes,
            (c, yes, no) => {
                // If a branch produces no state, the rest of the sequence doesn't matter for it.
                let ends = |one: &Command| *one == Command::NEVER || passes(one);
                match ends(&yes) && ends(&no) {
                    true => {
                        let (yes, no) = (before_flip(yes), before_flip(no));
                        flipped(Command::When(c, Box::new(yes), Box::new(no)))
                    }
                    false => Command::When(c, Box::new(yes), Box::new(no)),
                }
            }
        },
        Command::Choose(lo, hi, body) => match (expr(lo), expr(hi), command(*body)) {
            (_, _, body) if body == Command::NEVER => Command::NEVER,
            (Expr::Num(lo), Expr::Num(hi), _) if lo >= hi => Command::NEVER,
            (lo, hi, body) => match passes(&body) {
                true => flipped(Command::choose(lo, hi, before_flip(body))),
                false => Command::choose(lo, hi, body),
            },
        },
        Command::Loop(lo, hi, body) => match (expr(lo), expr(hi), command(*body)) {
            (_, _, Command::Seq(none)) if none.is_empty() => Command::SKIP,
            (Expr::Num(lo), Expr::Num(hi), _) if lo >= hi => Command::SKIP,
            (lo, hi, body) => Command::Loop(lo, hi, Box::new(body)),
        },
        Command::Repeat(fuel, body) => match (expr(fuel), command(*body)) {
            (_, body) if body == Command::SKIP || body == Command::NEVER => Command::SKIP,
            (Expr::Num(fuel), _) if fuel <= IBig::ZERO => Command::SKIP,
            (fuel, body) => Command::Repeat(fuel, Box::new(body)),
        },
        Command::Set(part, index, value) => Command::Set(part, expr(index), expr(value)),
        Command::Splice(part, index, count, values) => Command::Splice(
            part,
            expr(index),
            expr(count),
            values.into_iter().map(expr).collect(),
        ),
    }
}

/// Returns true if the turn passes at the end of a command.
fn passes(command: &Command) -> bool {
    match command {
        Command::Seq(all) => all.last() == Some(&Command::pass_turn()),
        one => *one == Command::pass_turn(),
    }
}

/// Returns a command without the change of turn at its end.
fn before_flip(command: Command) -> Command {
    match command {
        one if !passes(&one) => one,
        Command::Seq(mut all) => {
            all.pop();
            single(all).unwrap_or_else(Command::Seq)
        }
        _ => Command::SKIP,
    }
}

/// Appends the change of turn to a command, after all choices.
fn flipped(command: Command) -> Command {
    let mut all = match command {
        Command::Seq(all) => all,
        one => vec![one],
    };
    all.push(Command::pass_turn());
    Command::Seq(all)
}

/// Returns the only element, or else all.
fn single(mut all: Vec<Command>) -> Result<Command, Vec<Command>> {
    match all.len() {
        1 => Ok(all.remove(0)),
        _ => Err(all),
    }
}
