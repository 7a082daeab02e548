//! Choices of a few places of a list, chosen as one number whose binary digits say which: written
//! out as the places.
//!
//! `choose s in 0 .. 2^length` where the first guard asks that at most k digits of s are 1, and
//! where s is looked at only by folds and loops over the places that are its digits 1: the same
//! moves are had by choosing up to k places in rising order, and going through these.

use whowins_core::{Array, Command, Expr, Game, Op};

/// So many places are written out at most.
const FEW: u8 = 4;

/// The same game with every choice of few places of the list, part 1, written out as places. What
/// is no such choice is left as it is.
pub fn members(game: &Game) -> Game {
    let tiers = game.tiers.iter().map(|tier| {
        let own = Own {
            to: Vec::new(),
            depth: 0,
            set: None,
        };
        own.command(tier).unwrap_or_else(|| tier.clone())
    });
    Game {
        tiers: tiers.collect(),
        ..game.clone()
    }
}

/// A set of places that is written out.
#[derive(Clone)]
struct Set {
    /// The variable that was the set, by level.
    variable: usize,
    /// The places, rising.
    places: Vec<Expr>,
}

/// What the variables of the term become.
#[derive(Clone)]
struct Own {
    to: Vec<Expr>,
    /// The level of the next variable.
    depth: usize,
    set: Option<Set>,
}

/// Whether the expression is "digit v of s is 1".
fn is_member(expr: &Expr, set: usize, place: usize) -> bool {
    let digit = Expr::Bin(
        Op::Shr,
        Box::new(Expr::Var(set)),
        Box::new(Expr::Var(place)),
    );
    *expr == Expr::Bin(Op::Mod, Box::new(digit), Box::new(Expr::Num(2.into())))
}

/// Whether the bounds are all places of the list.
fn is_all(least: &Expr, past: &Expr) -> bool {
    *least == Expr::Num(0.into()) && *past == Expr::Len(Array::Part(1))
}

/// The most digits 1 that a condition allows the set.
fn most(condition: &Expr, set: usize) -> Option<u8> {
    match condition {
        Expr::Ite(first, second, third) if **third == Expr::Num(0.into()) => {
            most(first, set).or_else(|| most(second, set))
        }
        Expr::Bin(Op::Le, count, bound) => {
            let Expr::Fold(least, past, init, body) = &**count else {
                return None;
            };
            let Expr::Ite(member, more, same) = &**body else {
                return None;
            };
            // The place and the count so far are the next variables.
            let (place, so_far) = (set + 1, Expr::Var(set + 2));
            let one_more = Expr::Bin(
                Op::Add,
                Box::new(so_far.clone()),
                Box::new(Expr::Num(1.into())),
            );
            let counts = is_all(least, past)
                && **init == Expr::Num(0.into())
                && is_member(member, set, place)
                && **more == one_more
                && **same == so_far;
            match &**bound {
                Expr::Num(bound) if counts => u8::try_from(bound).ok(),
                _ => None,
            }
        }
        _ => None,
    }
}

impl Own {
    /// With one more variable, which stays one.
    fn bound(&self) -> Self {
        let mut own = self.clone();
        own.to.push(Expr::Var(own.depth));
        own.depth += 1;
        own
    }

    /// With one more variable, which is this expression.
    fn known(&self, is: &Expr) -> Self {
        let mut own = self.clone();
        own.to.push(is.clone());
        own
    }

    /// `None` where the set is looked at in another way.
    fn expr(&self, expr: &Expr) -> Option<Expr> {
        let boxed = |own: &Self, expr: &Expr| own.expr(expr).map(Box::new);
        Some(match expr {
            Expr::Num(_) | Expr::Len(_) => expr.clone(),
            Expr::Var(at) => {
                if self.set.as_ref().is_some_and(|set| set.variable == *at) {
                    return None;
                }
                self.to.get(*at)?.clone()
            }
            Expr::Get(array, index, default) => {
                Expr::Get(*array, boxed(self, index)?, default.clone())
            }
            Expr::Bin(op, first, second) => {
                Expr::Bin(*op, boxed(self, first)?, boxed(self, second)?)
            }
            Expr::Ite(condition, first, second) => Expr::Ite(
                boxed(self, condition)?,
                boxed(self, first)?,
                boxed(self, second)?,
            ),
            Expr::Fold(least, past, init, body) => {
                let place = self.to.len();
                if let (Some(set), Expr::Ite(member, more, same)) = (&self.set, &**body)
                    && is_all(least, past)
                    && is_member(member, set.variable, place)
                    && **same == Expr::Var(place + 1)
                {
                    let mut so_far = self.expr(init)?;
                    for place in &set.places {
                        so_far = self.known(place).known(&so_far).expr(more)?;
                    }
                    return Some(so_far);
                }
                Expr::Fold(
                    boxed(self, least)?,
                    boxed(self, past)?,
                    boxed(self, init)?,
                    boxed(&self.bound().bound(), body)?,
                )
            }
        })
    }

    fn all(&self, commands: &[Command]) -> Option<Vec<Command>> {
        commands.iter().map(|one| self.command(one)).collect()
    }

    /// `None` where the set is looked at in another way, or the length may change.
    fn command(&self, command: &Command) -> Option<Command> {
        let boxed = |own: &Self, command: &Command| own.command(command).map(Box::new);
        Some(match command {
            Command::Guard(condition) => Command::Guard(self.expr(condition)?),
            Command::Seq(commands) => Command::Seq(self.all(commands)?),
            Command::Alt(commands) => Command::Alt(self.all(commands)?),
            Command::When(condition, first, second) => Command::When(
                self.expr(condition)?,
                boxed(self, first)?,
                boxed(self, second)?,
            ),
            Command::Choose(least, past, body) => match self.few(least, past, body) {
                Some(written_out) => written_out,
                None => Command::Choose(
                    self.expr(least)?,
                    self.expr(past)?,
                    boxed(&self.bound(), body)?,
                ),
            },
            Command::Loop(least, past, body) => {
                let place = self.to.len();
                if let (Some(set), Command::When(member, then, other)) = (&self.set, &**body)
                    && is_all(least, past)
                    && is_member(member, set.variable, place)
                    && **other == Command::Seq(Vec::new())
                {
                    let each = set.places.iter();
                    let each = each.map(|place| self.known(place).command(then));
                    return Some(Command::Seq(each.collect::<Option<_>>()?));
                }
                Command::Loop(
                    self.expr(least)?,
                    self.expr(past)?,
                    boxed(&self.bound(), body)?,
                )
            }
            Command::Set(part, index, value) => {
                Command::Set(*part, self.expr(index)?, self.expr(value)?)
            }
            Command::Repeat(..) | Command::Splice(..) => return None,
        })
    }

    /// A choice of few places, written out; `None` where it is none.
    fn few(&self, least: &Expr, past: &Expr, body: &Command) -> Option<Command> {
        let one = Box::new(Expr::Num(1.into()));
        let all_sets = Expr::Bin(Op::Shl, one.clone(), Box::new(Expr::Len(Array::Part(1))));
        let guard = match body {
            Command::Seq(commands) => commands.first()?,
            other => other,
        };
        let (Command::Guard(condition), None) = (guard, &self.set) else {
            return None;
        };
        if *least != Expr::Num(0.into()) || *past != all_sets {
            return None;
        }
        let set = self.to.len();
        let most = most(condition, set).filter(|most| *most <= FEW)?;
        let of_size = |size: u8| -> Option<Command> {
            let levels = self.depth..self.depth + usize::from(size);
            let own = Self {
                depth: levels.end,
                set: Some(Set {
                    variable: set,
                    places: levels.clone().map(Expr::Var).collect(),
                }),
                // Who looks at the set itself gets nothing.
                ..self.known(&Expr::Num(0.into()))
            };
            let body = own.command(body)?;
            Some(levels.rev().fold(body, |body, level| {
                let least = match level.checked_sub(1) {
                    Some(before) if level > self.depth => {
                        Expr::Bin(Op::Add, Box::new(Expr::Var(before)), one.clone())
                    }
                    _ => Expr::Num(0.into()),
                };
                Command::Choose(least, Expr::Len(Array::Part(1)), Box::new(body))
            }))
        };
        let sizes = (0..=most).map(of_size);
        Some(Command::Alt(sizes.collect::<Option<_>>()?))
    }
}
