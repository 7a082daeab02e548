//! Which numbers of a choice can lead to anything: read off the guards and writes that its command
//! begins with.
//!
//! A guard that is looked at before anything is written is about the state that the choice is made
//! in. So numbers that it refuses whatever else is chosen need not be tried: `v * v <= n` bounds v
//! by a root, `v divides n` and `v * w = n` leave the divisors of n, `v * 3 = n` leaves one number.
//! A write that would leave its range is no move either, so what is taken from a part is bounded by
//! what there is. The guards and writes themselves stay as they are: what is cut is only what they
//! refuse anyway.

use dashu_int::IBig;
use whowins_core::{Command, Expr, Game, Op};

/// What is known of the numbers of a choice that lead anywhere.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    /// They are at least each of these.
    pub(super) least: Vec<Expr>,
    /// They are at most each of these.
    pub(super) most: Vec<Expr>,
    /// Times the second, they are at least the first; this says something where the second is above 0.
    pub(super) least_times: Vec<(Expr, Expr)>,
    /// Times the second, they are at most the first.
    pub(super) most_times: Vec<(Expr, Expr)>,
    /// Their squares are at most each of these.
    pub(super) square: Vec<Expr>,
    /// They divide this, if they are above 0.
    pub(super) divide: Option<Expr>,
}

/// The first expression is at most the second; or they are equal.
struct Relation {
    is_equal: bool,
    x: Expr,
    y: Expr,
}

/// More relations than these are not looked at.
const MOST: usize = 32;

/// Ends of ranges beyond this are not looked at: what is left up to them may leave the machine
/// words.
const FAR: u64 = 1 << 40;

/// What the command of a choice says of its number, the bound variable of this level. `O(the
/// command)`.
pub(super) fn cuts(game: &Game, body: &Command, level: usize) -> Cuts {
    let mut relations = Vec::new();
    begins(game, body, &mut relations);
    let mut cuts = Cuts::default();
    let v = Expr::Var(level);
    for Relation { is_equal, x, y } in &relations {
        let sides = if *is_equal {
            vec![(x, y), (y, x)]
        } else {
            vec![(x, y)]
        };
        for (x, y) in &sides {
            if is_plain(y, level) {
                cuts.above(x, y, &v);
            }
            if is_plain(x, level) {
                cuts.below(x, y, &v);
            }
            if *is_equal && is_plain(y, level) {
                cuts.divides(x, y, &v);
            }
        }
    }
    cuts
}

impl Cuts {
    /// x <= y: an upper end of v, or of its square.
    fn above(&mut self, x: &Expr, y: &Expr, v: &Expr) {
        match x {
            x if x == v => self.most.push(y.clone()),
            Expr::Bin(Op::Mul, a, b) if **a == *v && **b == *v => self.square.push(y.clone()),
            x => {
                let by = factor(x, v).map(|by| (y.clone(), by.clone()));
                self.most_times.extend(by);
            }
        }
    }

    /// x <= y: a lower end of v.
    fn below(&mut self, x: &Expr, y: &Expr, v: &Expr) {
        match y {
            y if y == v => self.least.push(x.clone()),
            y => {
                let by = factor(y, v).map(|by| (x.clone(), by.clone()));
                self.least_times.extend(by);
            }
        }
    }

    /// x = y: a number that v divides. The remainder by v is 0, or v times a number is y.
    fn divides(&mut self, x: &Expr, y: &Expr, v: &Expr) {
        let of = match x {
            Expr::Bin(Op::Mul, a, b) if **a == *v || **b == *v => Some(y),
            Expr::Bin(Op::Mod, n, d) if **d == *v && *y == Expr::num(0) => Some(&**n),
            _ => None,
        };
        let Expr::Var(level) = v else { return };
        if let Some(of) = of.filter(|of| is_plain(of, *level)) {
            self.divide = Some(of.clone());
        }
    }
}

/// What v is multiplied with, if that means the same where the choice is made.
fn factor<'a>(product: &'a Expr, v: &Expr) -> Option<&'a Expr> {
    let (Expr::Bin(Op::Mul, a, b), Expr::Var(level)) = (product, v) else {
        return None;
    };
    let by = match (**a == *v, **b == *v) {
        (true, _) => b,
        (_, true) => a,
        _ => return None,
    };
    is_plain(by, *level).then_some(by)
}

/// Whether an expression means the same where the choice is made: it reads no variable from this
/// level on, and binds none.
fn is_plain(expr: &Expr, level: usize) -> bool {
    match expr {
        Expr::Num(_) | Expr::Len(_) => true,
        Expr::Var(one) => *one < level,
        Expr::Get(_, index, _) => is_plain(index, level),
        Expr::Bin(_, x, y) => is_plain(x, level) && is_plain(y, level),
        Expr::Ite(x, y, z) => [x, y, z].iter().all(|one| is_plain(one, level)),
        Expr::Fold(..) => false,
    }
}

/// The relations that hold in the state that a command begins with, or nothing comes of it; whether
/// it goes on without having written.
fn begins(game: &Game, command: &Command, all: &mut Vec<Relation>) -> bool {
    match command {
        Command::Guard(condition) => {
            holds(condition, all);
            true
        }
        Command::Seq(commands) => commands.iter().all(|one| begins(game, one, all)),
        Command::Choose(_, _, body) => {
            begins(game, body, all);
            false
        }
        Command::Set(part, _, value) => {
            written(game, *part, value, all);
            false
        }
        _ => false,
    }
}

/// The relations that a condition is made of, where all of them have to hold.
fn holds(condition: &Expr, all: &mut Vec<Relation>) {
    let mut relation = |is_equal, x: &Expr, y: Expr| {
        if all.len() < MOST {
            let x = x.clone();
            all.push(Relation { is_equal, x, y });
        }
    };
    match condition {
        Expr::Ite(one, other, no) if **no == Expr::num(0) => {
            holds(one, all);
            holds(other, all);
        }
        Expr::Bin(Op::Eq, x, y) => relation(true, x, (**y).clone()),
        Expr::Bin(Op::Le, x, y) => relation(false, x, (**y).clone()),
        Expr::Bin(Op::Lt, x, y) => {
            let less = Expr::bin(Op::Sub, (**y).clone(), Expr::num(1));
            relation(false, x, less);
            let more = Expr::bin(Op::Add, (**x).clone(), Expr::num(1));
            relation(false, &more, (**y).clone());
        }
        _ => {}
    }
}

/// A value that is written lies in the range of its part.
fn written(game: &Game, part: usize, value: &Expr, all: &mut Vec<Relation>) {
    let part = &game.parts[part];
    let near = |end: &&IBig| i64::try_from(*end).is_ok_and(|end| end.unsigned_abs() < FAR);
    let mut most = |x: &Expr, y: Expr| {
        let x = x.clone();
        all.push(Relation {
            is_equal: false,
            x,
            y,
        });
    };
    match value {
        Expr::Bin(Op::Sub, x, y) => {
            if let Some(least) = Some(&part.least).filter(near) {
                most(
                    y,
                    Expr::bin(Op::Sub, (**x).clone(), Expr::Num(least.clone())),
                );
            }
        }
        Expr::Bin(Op::Add, x, y) => {
            if let Some(end) = part.most.as_ref().filter(near) {
                for (x, y) in [(x, y), (y, x)] {
                    most(y, Expr::bin(Op::Sub, Expr::Num(end.clone()), (**x).clone()));
                }
            }
        }
        _ => {}
    }
}
