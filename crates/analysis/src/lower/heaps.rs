//! Heaps: one part, an array of any length.

use dashu_int::IBig;
use whowins_core::{Array, Command, Const, Expr, Op, Part};

use super::{Lowering, by, part};
use crate::game::{By, Player};
use crate::heaps::{Breaking, Code, MOST_PARTS};

/// The part of the heaps.
const HEAPS: usize = 1;

fn plus(x: Expr, y: Expr) -> Expr {
    Expr::bin(Op::Add, x, y)
}

fn minus(x: Expr, y: Expr) -> Expr {
    Expr::bin(Op::Sub, x, y)
}

/// What leaves the place of one heap to others: `rest` tokens in `count` heaps, each `step` more
/// than the one before at least. The heap's place is variable 0; `bound` variables are bound, and
/// the last `parts` of them are heaps already.
fn split(rest: Expr, count: usize, step: i64, parts: Vec<Expr>, bound: usize) -> Command {
    let place = Expr::Var(0);
    let least = match parts.last() {
        Some(last) => plus(last.clone(), Expr::num(step)),
        None => Expr::num(1),
    };
    match count {
        0 => Command::Splice(HEAPS, place, Expr::num(1), Vec::new()),
        1 => {
            let fits = Command::Guard(Expr::bin(Op::Le, least, rest.clone()));
            let mut parts = parts;
            parts.push(rest);
            let put = Command::Splice(HEAPS, place, Expr::num(1), parts);
            Command::Seq(vec![fits, put])
        }
        _ => {
            // The others are at least this one, and `step` more each.
            let others = count as i64;
            let spread = Expr::num(step * (others * (others - 1) / 2));
            let most = Expr::bin(Op::Div, minus(rest.clone(), spread), Expr::num(others));
            let mut more = parts;
            more.push(Expr::Var(bound));
            let left = minus(rest, Expr::Var(bound));
            let body = split(left, count - 1, step, more, bound + 1);
            Command::choose(least, plus(most, Expr::num(1)), body)
        }
    }
}

/// Both players' moves as a command of a term whose part 1 holds the heaps, without the change of
/// turn; the constant arrays that it reads join these.
pub fn heap_command(codes: &[Breaking; 2], consts: &mut Vec<Const>) -> Command {
    let mut lowering = Lowering {
        consts: std::mem::take(consts),
        slots: Vec::new(),
        board: None,
    };
    let (_, moves) = lowering.heaps(codes);
    *consts = lowering.consts;
    Command::Alt(moves)
}

impl Lowering {
    pub(super) fn heaps(&mut self, codes: &[Breaking; 2]) -> (Vec<Part>, Vec<Command>) {
        let [first, second] = codes;
        let moves = match first == second {
            true => vec![by(By::Both, self.breaking(first))],
            false => Player::BOTH
                .into_iter()
                .zip(codes)
                .map(|(player, code)| by(By::Only(player), self.breaking(code)))
                .collect(),
        };
        (vec![part("heaps", 1, None)], moves)
    }

    /// What may be done to one heap or another.
    fn breaking(&mut self, breaking: &Breaking) -> Command {
        let mut ways = Vec::new();
        for (code, step) in [(breaking.any(), 0), (breaking.unequal(), 1)] {
            for count in 0..=MOST_PARTS {
                ways.extend(self.leaving(code, count, step));
            }
        }
        Command::choose(
            Expr::num(0),
            Expr::Len(Array::Part(HEAPS)),
            Command::Alt(ways),
        )
    }

    /// The moves that leave so many heaps: variable 0 is the heap's place, variable 1 says how many
    /// are taken.
    fn leaving(&mut self, code: &Code, count: usize, step: i64) -> Vec<Command> {
        let allows = |digit: u8| digit >> count & 1 != 0;
        let heap = Expr::get(Array::Part(HEAPS), Expr::Var(0));
        let taken = |what: Expr| {
            let rest = minus(heap.clone(), what);
            match count {
                0 => {
                    let whole = Command::Guard(Expr::bin(Op::Eq, rest.clone(), Expr::num(0)));
                    Command::Seq(vec![whole, split(rest, 0, step, Vec::new(), 2)])
                }
                _ => split(rest, count, step, Vec::new(), 2),
            }
        };
        let mut ways = Vec::new();
        let digits = (0u64..).zip(&code.digits);
        let takes: Vec<IBig> = digits
            .filter(|(_, digit)| allows(**digit))
            .map(|(take, _)| IBig::from(take))
            .collect();
        if !takes.is_empty() {
            let takes = self.constant("take", takes);
            let body = taken(Expr::get(takes, Expr::Var(1)));
            ways.push(Command::choose(Expr::num(0), Expr::Len(takes), body));
        }
        if allows(code.beyond) {
            let lo = Expr::num(code.digits.len());
            let hi = plus(heap.clone(), Expr::num(1));
            ways.push(Command::choose(lo, hi, taken(Expr::Var(1))));
        }
        ways
    }
}
