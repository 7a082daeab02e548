//! What is known about numbers while a move is chosen: intervals, refined by conditions.
//!
//! Every statement here is an over-approximation: a value is always inside its interval, and
//! [`Facts::surely`] answers `true` only if the conditions have no counterexample in any position
//! and with any choices.

use std::collections::BTreeMap;

use whowins_analysis::{Interval, Setting};
use whowins_core::{Expr, Op};

use super::affine::Affine;
use super::bounds::Limit;
use super::scope::{at_most, known, size, sub};

/// The most rounds in which intervals are refined.
const ROUNDS: usize = 12;
/// The most disjunctions that a proof is split at.
const MAX_SPLITS: usize = 6;
/// Larger expressions are not analysed.
pub(super) const MAX_SIZE: usize = 400;

/// `Σ factor · atom`, with coprime factors of which the first is positive.
type Linear = BTreeMap<usize, i64>;

/// Conditions that hold, and the intervals that follow from them.
#[derive(Clone)]
pub(super) struct Facts<'g> {
    setting: &'g Setting<'g>,
    /// How many variables are bound.
    depth: usize,
    atoms: Vec<Expr>,
    known: BTreeMap<Linear, Interval>,
    /// Forms that are not 0.
    nonzero: Vec<Affine<usize>>,
    /// Disjunctions: conditions, each with its truth, of which one at least is so.
    either: Vec<[(Expr, bool); 2]>,
    /// Whether the conditions exclude each other.
    contradictory: bool,
}

impl<'g> Facts<'g> {
    pub(super) fn new(setting: &'g Setting<'g>, depth: usize) -> Self {
        let mut facts = Self {
            setting,
            depth,
            atoms: Vec::new(),
            known: BTreeMap::new(),
            nonzero: Vec::new(),
            either: Vec::new(),
            contradictory: false,
        };
        // The variables are the first atoms, each by its level.
        facts.atoms.extend((0..depth).map(Expr::Var));
        facts
    }

    /// Adds a condition that is true, or false.
    pub(super) fn assume(&mut self, condition: &Expr, is_true: bool) {
        if size(condition) > MAX_SIZE {
            return;
        }
        let is = |expr: &Expr, number: i64| known(expr) == Some(number);
        let any = |one: &Expr, other: &Expr| [(one.clone(), is_true), (other.clone(), is_true)];
        match condition {
            Expr::Ite(c, yes, no) if is(yes, 0) && is(no, 1) => self.assume(c, !is_true),
            Expr::Ite(c, yes, no) if is(no, 0) => match is_true {
                true => {
                    self.assume(c, true);
                    self.assume(yes, true);
                }
                false => self.either.push(any(c, yes)),
            },
            Expr::Ite(c, yes, no) if is(yes, 1) => match is_true {
                true => self.either.push(any(c, no)),
                false => {
                    self.assume(c, false);
                    self.assume(no, false);
                }
            },
            Expr::Bin(op @ (Op::Lt | Op::Le), x, y) => {
                // x < y is 1 <= y - x, and its contrary 0 <= x - y.
                let (x, y) = if is_true { (x, y) } else { (y, x) };
                let least = i128::from((*op == Op::Lt) == is_true);
                self.at_least(&sub((**y).clone(), (**x).clone()), least);
            }
            Expr::Bin(Op::Eq, x, y) => {
                self.is_zero(&sub((**x).clone(), (**y).clone()), is_true);
            }
            other => self.is_zero(other, !is_true),
        }
    }

    /// Adds that an expression is at least this.
    pub(super) fn at_least(&mut self, expr: &Expr, least: i128) {
        let interval = Interval {
            least,
            ..Interval::ANY
        };
        if size(expr) <= MAX_SIZE
            && let Some(form) = self.form(expr)
        {
            self.refine(&form, interval);
        }
    }

    /// Adds that a value respects a limit.
    pub(super) fn assume_limit(&mut self, limit: &Limit) {
        let (value, end) = (limit.value.clone(), limit.limit.clone());
        match limit.is_least {
            true => self.at_least(&sub(value, end), 0),
            false => self.at_least(&sub(end, value), 0),
        }
    }

    fn is_zero(&mut self, expr: &Expr, is_zero: bool) {
        let Some(form) = self.form(expr) else { return };
        match is_zero {
            true => self.refine(&form, Interval::new(0, 0)),
            false => self.nonzero.push(form),
        }
    }

    /// Whether one of these conditions holds in every case.
    pub(super) fn surely<'e>(&self, any: impl IntoIterator<Item = &'e Expr>) -> bool {
        let mut contrary = self.clone();
        for condition in any {
            contrary.assume(condition, false);
        }
        contrary.excludes_all(MAX_SPLITS)
    }

    /// Whether an expression is at least this in every case.
    pub(super) fn surely_at_least(&self, expr: &Expr, least: i64) -> bool {
        self.surely([&at_most(Expr::num(least), expr.clone())])
    }

    /// Returns an interval with all values of an expression.
    pub(super) fn interval(&self, expr: &Expr) -> Interval {
        if size(expr) > MAX_SIZE {
            return Interval::ANY;
        }
        let plain = self.computed(expr);
        let mut known = |expr: &Expr| self.atoms.iter().position(|atom| atom == expr);
        let form = Affine::over(expr, &mut known);
        match form.and_then(|form| self.looked_up(&form)) {
            // Facts that exclude each other leave any interval right.
            Some(known) => plain.meet(known).unwrap_or(known),
            None => plain,
        }
    }

    /// Returns an interval by the operation of an expression alone.
    fn computed(&self, expr: &Expr) -> Interval {
        match expr {
            Expr::Bin(op, x, y) => Interval::of(*op, self.interval(x), self.interval(y)),
            Expr::Ite(condition, yes, no) => {
                let condition = self.interval(condition);
                match condition.meet(Interval::new(0, 0)) {
                    None => self.interval(yes),
                    Some(_) if condition.single().is_some() => self.interval(no),
                    Some(_) => self.interval(yes).join(self.interval(no)),
                }
            }
            other => {
                let variable = |level| self.looked_up(&Affine::single(level));
                let variables =
                    (0..self.depth).map(|level| variable(level).unwrap_or(Interval::ANY));
                self.setting.interval(other, &mut variables.collect())
            }
        }
    }

    /// The form of an expression over atoms; new ones become known.
    fn form(&mut self, expr: &Expr) -> Option<Affine<usize>> {
        let atoms = &mut self.atoms;
        Affine::over(expr, &mut |expr| {
            let known = atoms.iter().position(|atom| atom == expr);
            Some(known.unwrap_or_else(|| {
                atoms.push(expr.clone());
                atoms.len() - 1
            }))
        })
    }

    /// The interval of a form whose factors are in a fact, up to a multiple.
    fn looked_up(&self, form: &Affine<usize>) -> Option<Interval> {
        let (linear, by) = normal(form)?;
        let known = self.known.get(&linear)?;
        Some(shifted(scaled(*known, by), form.constant))
    }

    /// Adds that a form is inside an interval.
    fn refine(&mut self, form: &Affine<usize>, inside: Interval) {
        let inside = shifted(inside, -form.constant);
        let Some((linear, by)) = normal(form) else {
            self.contradictory |= inside.meet(Interval::new(0, 0)).is_none();
            return;
        };
        let known = self.known.entry(linear).or_insert(Interval::ANY);
        match known.meet(divided(inside, by)) {
            Some(both) if both.least <= both.most => *known = both,
            _ => self.contradictory = true,
        }
    }

    fn atom(&self, atom: usize) -> Interval {
        let known = self.looked_up(&Affine::single(atom));
        match &self.atoms[atom] {
            Expr::Var(_) => known.unwrap_or(Interval::ANY),
            other => {
                let computed = self.computed(other);
                known.map_or(computed, |known| known.meet(computed).unwrap_or(known))
            }
        }
    }

    /// The interval of a sum by those of its atoms, but for one.
    fn summed(&self, linear: &Linear, without: Option<usize>) -> Interval {
        let others = linear.iter().filter(|(atom, _)| Some(**atom) != without);
        others.fold(Interval::new(0, 0), |sum, (atom, factor)| {
            Interval::of(Op::Add, sum, scaled(self.atom(*atom), *factor))
        })
    }

    /// Refines intervals by each other until nothing changes.
    fn propagate(&mut self) {
        for _ in 0..ROUNDS {
            let before = self.known.clone();
            for (linear, inside) in &before {
                let form = Affine {
                    constant: 0,
                    factors: linear.clone(),
                };
                self.refine(&form, self.summed(linear, None));
                for (atom, factor) in linear {
                    let rest = self.summed(linear, Some(*atom));
                    let room = Interval::of(Op::Sub, *inside, rest);
                    self.refine(&Affine::single(*atom), divided(room, *factor));
                }
            }
            for atom in 0..self.atoms.len() {
                if !matches!(self.atoms[atom], Expr::Var(_)) {
                    let computed = self.computed(&self.atoms[atom]);
                    self.refine(&Affine::single(atom), computed);
                }
            }
            for form in self.nonzero.clone() {
                let summed = shifted(self.summed(&form.factors, None), form.constant);
                let known = self.looked_up(&form).unwrap_or(Interval::ANY);
                match summed.meet(known) {
                    Some(Interval { least: 0, most: 0 }) | None => self.contradictory = true,
                    Some(Interval { least: 0, most }) => {
                        self.refine(&form, Interval { least: 1, most });
                    }
                    Some(Interval { least, most: 0 }) => {
                        self.refine(&form, Interval { least, most: -1 });
                    }
                    Some(_) => {}
                }
            }
            if self.contradictory || self.known == before {
                return;
            }
        }
    }

    /// Returns true if the conditions are found to exclude each other.
    fn excludes_all(mut self, splits: usize) -> bool {
        self.propagate();
        if self.contradictory {
            return true;
        }
        let Some(cases) = self.either.pop().filter(|_| splits > 0) else {
            return false;
        };
        cases.into_iter().all(|(condition, is_true)| {
            let mut case = self.clone();
            case.assume(&condition, is_true);
            case.excludes_all(splits - 1)
        })
    }
}

/// The factors of a form without their common divisor and sign, and this; `None` for a constant.
fn normal(form: &Affine<usize>) -> Option<(Linear, i64)> {
    let gcd = |a: i64, b: i64| {
        let (mut a, mut b) = (a.abs(), b.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let first = form.factors.values().next()?;
    let by = form.factors.values().fold(0, |by, factor| gcd(by, *factor)) * first.signum();
    let linear = form
        .factors
        .iter()
        .map(|(atom, factor)| (*atom, factor / by));
    Some((linear.collect(), by))
}

fn scaled(inside: Interval, by: i64) -> Interval {
    Interval::of(Op::Mul, inside, Interval::new(by.into(), by.into()))
}

fn shifted(inside: Interval, by: i64) -> Interval {
    Interval::of(Op::Add, inside, Interval::new(by.into(), by.into()))
}

/// All integers of which the multiple by this number, which is not 0, is inside.
fn divided(inside: Interval, by: i64) -> Interval {
    let inside = if by < 0 { scaled(inside, -1) } else { inside };
    let by = i128::from(by).abs();
    let is_end = |end: i128, any: i128| end != any;
    Interval {
        least: match is_end(inside.least, Interval::ANY.least) {
            true => -(-inside.least).div_euclid(by),
            false => inside.least,
        },
        most: match is_end(inside.most, Interval::ANY.most) {
            true => inside.most.div_euclid(by),
            false => inside.most,
        },
    }
}
