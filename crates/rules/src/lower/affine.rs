//! Numbers that are sums of multiples of parts and choices.

use std::collections::BTreeMap;

use whowins_core::{Array, Expr};

use super::scope::{add, mul};

/// Larger factors are not worked with.
const LARGEST: i64 = 1 << 62;

/// What is multiplied: a part that is one number, or what a choice stands for, by its variable; a
/// choice out of a set by the set, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Atom {
    Part(usize),
    Choice(usize, Option<usize>),
}

/// `constant + Σ factor · atom`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Affine<A = Atom> {
    pub(super) constant: i64,
    pub(super) factors: BTreeMap<A, i64>,
}

fn moderate(number: i64) -> Option<i64> {
    (-LARGEST..=LARGEST).contains(&number).then_some(number)
}

impl Atom {
    fn expr(self) -> Expr {
        match self {
            Self::Part(part) => Expr::part(part),
            Self::Choice(level, None) => Expr::Var(level),
            Self::Choice(level, Some(set)) => Expr::get(Array::Const(set), Expr::Var(level)),
        }
    }

    /// The atom that an expression is.
    pub(super) fn of(expr: &Expr) -> Option<Self> {
        let atom = match expr {
            Expr::Var(level) => Self::Choice(*level, None),
            Expr::Get(Array::Part(part), ..) => Self::Part(*part),
            Expr::Get(Array::Const(set), index, _) => match **index {
                Expr::Var(level) => Self::Choice(level, Some(*set)),
                _ => return None,
            },
            _ => return None,
        };
        (atom.expr() == *expr).then_some(atom)
    }

    /// The variable of a choice.
    fn level(self) -> Option<usize> {
        match self {
            Self::Part(_) => None,
            Self::Choice(level, _) => Some(level),
        }
    }

    /// The set that is chosen from, as a constant array.
    pub(super) fn set(self) -> Option<usize> {
        match self {
            Self::Choice(_, set) => set,
            Self::Part(_) => None,
        }
    }
}

impl<A: Ord + Copy> Affine<A> {
    fn number(constant: i64) -> Self {
        Self {
            constant,
            factors: BTreeMap::new(),
        }
    }

    /// Returns the form that is an atom.
    pub(super) fn single(atom: A) -> Self {
        Self {
            constant: 0,
            factors: BTreeMap::from([(atom, 1)]),
        }
    }

    /// Returns the form of an expression over the atoms that `atom` recognizes.
    pub(super) fn over(expr: &Expr, atom: &mut impl FnMut(&Expr) -> Option<A>) -> Option<Self> {
        use whowins_core::Op;
        match expr {
            Expr::Num(number) => {
                return Some(Self::number(moderate(i64::try_from(number).ok()?)?));
            }
            Expr::Bin(op @ (Op::Add | Op::Sub | Op::Mul), x, y) => {
                if let (Some(x), Some(y)) = (Self::over(x, atom), Self::over(y, atom)) {
                    let form = match op {
                        Op::Add => x.plus(&y, 1),
                        Op::Sub => x.plus(&y, -1),
                        _ if y.factors.is_empty() => Self::number(0).plus(&x, y.constant),
                        _ if x.factors.is_empty() => Self::number(0).plus(&y, x.constant),
                        _ => None,
                    };
                    if form.is_some() {
                        return form;
                    }
                }
            }
            _ => {}
        }
        Some(Self::single(atom(expr)?))
    }

    fn plus(mut self, other: &Self, times: i64) -> Option<Self> {
        let sum = |a: i64, b: i64| moderate(a.checked_add(b.checked_mul(times)?)?);
        self.constant = sum(self.constant, other.constant)?;
        for (atom, factor) in &other.factors {
            let known = self.factors.entry(*atom).or_default();
            *known = sum(*known, *factor)?;
        }
        self.factors.retain(|_, factor| *factor != 0);
        Some(self)
    }
}

impl Affine {
    /// Returns the form of an expression over single parts and choices, if it has one.
    pub(super) fn of(expr: &Expr) -> Option<Self> {
        Self::over(expr, &mut Atom::of)
    }

    fn expr(&self) -> Expr {
        let factors = self.factors.iter();
        factors.fold(Expr::num(self.constant), |sum, (atom, factor)| {
            add(sum, mul(Expr::num(*factor), atom.expr()))
        })
    }

    /// Takes out a choice and all that are made later; the factor of the first, unless a later one
    /// may make up for what it changes.
    pub(super) fn without(
        mut self,
        level: usize,
        is_natural: impl Fn(Atom) -> bool,
    ) -> Option<(Expr, i64)> {
        let factor = self.factors.remove(&Atom::Choice(level, None))?;
        let later = |atom: &Atom| atom.level().is_some_and(|other| other > level);
        let tightens =
            |(atom, other): (&Atom, &i64)| (*other < 0) == (factor < 0) && is_natural(*atom);
        let tight = self.factors.iter().filter(|(atom, _)| later(atom));
        if !tight.into_iter().all(tightens) {
            return None;
        }
        self.factors.retain(|atom, _| !later(atom));
        Some((self.expr(), factor))
    }
}
