//! A game's moves put into a larger state: each of its parts stands somewhere else there, as a part
//! of its own or as a stretch of a longer one.

use dashu_int::IBig;
use whowins_core::{Array, Command, Expr, Op};

/// Where a part of a game stands in the larger state.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// It is this part.
    Whole(usize),
    /// It is a stretch of a part.
    Stretch {
        part: usize,
        /// Where it begins.
        begin: Expr,
        /// How long it is: a number, or what [`Place::Stretch::held`] holds.
        length: Expr,
        /// The part, and the place in it, that hold the length, where it may change.
        held: Option<(usize, Expr)>,
    },
}

/// What a game's parts, constants and variables are in the larger term.
pub(super) struct Placed {
    /// For each part.
    pub places: Vec<Place>,
    /// The number of each constant.
    pub consts: Vec<usize>,
    /// How many variables are bound around the game's own.
    pub around: usize,
}

fn add(x: Expr, y: Expr) -> Expr {
    match &x {
        Expr::Num(zero) if *zero == IBig::ZERO => y,
        _ => Expr::bin(Op::Add, x, y),
    }
}

/// An expression where one more variable is bound, after so many.
fn raised(expr: &Expr, from: usize) -> Expr {
    let under = |one: &Expr| Box::new(raised(one, from));
    match expr {
        Expr::Num(_) | Expr::Len(_) => expr.clone(),
        Expr::Var(level) => Expr::Var(level + usize::from(*level >= from)),
        Expr::Get(array, index, default) => Expr::Get(*array, under(index), default.clone()),
        Expr::Bin(op, x, y) => Expr::Bin(*op, under(x), under(y)),
        Expr::Ite(x, y, z) => Expr::Ite(under(x), under(y), under(z)),
        Expr::Fold(lo, hi, init, body) => {
            Expr::Fold(under(lo), under(hi), under(init), under(body))
        }
    }
}

/// Whether an index lies in a stretch of this length.
fn inside(index: &Expr, length: &Expr) -> Expr {
    let from = Expr::bin(Op::Le, Expr::num(0), index.clone());
    from.and(Expr::bin(Op::Lt, index.clone(), length.clone()))
}

impl Placed {
    /// An expression of the game where so many variables of its own are bound.
    pub(super) fn expr(&self, expr: &Expr, own: usize) -> Expr {
        let under = |one: &Expr| Box::new(self.expr(one, own));
        match expr {
            Expr::Num(_) => expr.clone(),
            Expr::Var(level) => Expr::Var(level + self.around),
            Expr::Get(Array::Const(at), index, default) => Expr::Get(
                Array::Const(self.consts[*at]),
                under(index),
                default.clone(),
            ),
            Expr::Get(Array::Part(part), index, default) => {
                let index = self.expr(index, own);
                match &self.places[*part] {
                    Place::Whole(part) => {
                        Expr::Get(Array::Part(*part), Box::new(index), default.clone())
                    }
                    Place::Stretch {
                        part,
                        begin,
                        length,
                        ..
                    } => self.read(*part, (begin, length), index, (default, own)),
                }
            }
            Expr::Len(Array::Const(at)) => Expr::Len(Array::Const(self.consts[*at])),
            Expr::Len(Array::Part(part)) => match &self.places[*part] {
                Place::Whole(part) => Expr::Len(Array::Part(*part)),
                Place::Stretch { length, .. } => length.clone(),
            },
            Expr::Bin(op, x, y) => Expr::Bin(*op, under(x), under(y)),
            Expr::Ite(x, y, z) => Expr::Ite(under(x), under(y), under(z)),
            Expr::Fold(lo, hi, init, body) => {
                let body = Box::new(self.expr(body, own + 2));
                Expr::Fold(under(lo), under(hi), under(init), body)
            }
        }
    }

    /// An element of a stretch, or the default outside of it.
    fn read(
        &self,
        part: usize,
        (begin, length): (&Expr, &Expr),
        index: Expr,
        (default, own): (&IBig, usize),
    ) -> Expr {
        let get = |index: &Expr| {
            Expr::get_or(
                Array::Part(part),
                add(begin.clone(), index.clone()),
                default.clone(),
            )
        };
        let guarded = |index: &Expr| {
            let outside = Expr::Num(default.clone());
            Expr::ite(inside(index, length), get(index), outside)
        };
        match (&index, length) {
            (Expr::Num(at), Expr::Num(length)) => match IBig::ZERO <= *at && at < length {
                true if *at == IBig::ZERO => {
                    Expr::get_or(Array::Part(part), begin.clone(), default.clone())
                }
                true => get(&index),
                false => Expr::Num(default.clone()),
            },
            (Expr::Num(_) | Expr::Var(_), _) => guarded(&index),
            _ => {
                // The index is worked out once.
                let here = Expr::Var(own + self.around + 1);
                Expr::fold(Expr::num(0), Expr::num(1), index, guarded(&here))
            }
        }
    }

    /// A command of the game where so many variables of its own are bound.
    pub(super) fn command(&self, command: &Command, own: usize) -> Command {
        let expr = |one: &Expr| self.expr(one, own);
        let all = |all: &[Command]| all.iter().map(|one| self.command(one, own)).collect();
        match command {
            Command::Guard(condition) => Command::Guard(expr(condition)),
            Command::Seq(commands) => Command::Seq(all(commands)),
            Command::Alt(commands) => Command::Alt(all(commands)),
            Command::When(condition, yes, no) => Command::When(
                expr(condition),
                Box::new(self.command(yes, own)),
                Box::new(self.command(no, own)),
            ),
            Command::Choose(lo, hi, body) => {
                Command::Choose(expr(lo), expr(hi), Box::new(self.command(body, own + 1)))
            }
            Command::Loop(lo, hi, body) => {
                Command::Loop(expr(lo), expr(hi), Box::new(self.command(body, own + 1)))
            }
            Command::Repeat(fuel, body) => {
                Command::Repeat(expr(fuel), Box::new(self.command(body, own)))
            }
            Command::Set(part, index, value) => {
                let (index, value) = (expr(index), expr(value));
                match &self.places[*part] {
                    Place::Whole(part) => Command::Set(*part, index, value),
                    Place::Stretch {
                        part,
                        begin,
                        length,
                        ..
                    } => {
                        let to = match &index {
                            Expr::Num(zero) if *zero == IBig::ZERO => begin.clone(),
                            _ => add(begin.clone(), index.clone()),
                        };
                        let within = Command::Guard(inside(&index, length));
                        Command::Seq(vec![within, Command::Set(*part, to, value)])
                    }
                }
            }
            Command::Splice(part, index, count, values) => {
                let (index, count) = (expr(index), expr(count));
                let values: Vec<Expr> = values.iter().map(expr).collect();
                self.splice(*part, index, count, values, own)
            }
        }
    }

    fn splice(
        &self,
        part: usize,
        index: Expr,
        count: Expr,
        values: Vec<Expr>,
        own: usize,
    ) -> Command {
        let (part, begin, length, held) = match &self.places[part] {
            Place::Whole(part) => return Command::Splice(*part, index, count, values),
            Place::Stretch {
                part,
                begin,
                length,
                held,
            } => (*part, begin, length, held),
        };
        let end = Expr::bin(Op::Add, index.clone(), count.clone());
        let natural = |one: &Expr| Expr::bin(Op::Le, Expr::num(0), one.clone());
        let fits = natural(&index)
            .and(natural(&count))
            .and(Expr::bin(Op::Le, end, length.clone()));
        let left = Expr::bin(Op::Sub, length.clone(), count.clone());
        let left = Expr::bin(Op::Add, left, Expr::num(values.len()));
        // Under the variable that is the length afterwards.
        let under = |one: &Expr| raised(one, own + self.around);
        let put = Command::Splice(
            part,
            add(begin.clone(), under(&index)),
            under(&count),
            values.iter().map(under).collect(),
        );
        let after = match held {
            Some((lengths, at)) => {
                let left = Expr::Var(own + self.around);
                Command::Seq(vec![put, Command::Set(*lengths, at.clone(), left)])
            }
            // A part whose length is fixed keeps it: what would change it is no move.
            None => {
                let same = Expr::bin(Op::Eq, Expr::Var(own + self.around), length.clone());
                Command::Seq(vec![Command::Guard(same), put])
            }
        };
        let next = Expr::bin(Op::Add, left.clone(), Expr::num(1));
        // How long it is afterwards is worked out before.
        let chosen = Command::choose(left, next, after);
        Command::Seq(vec![Command::Guard(fits), chosen])
    }
}
