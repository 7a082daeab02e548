//! Numbers of statements as linear forms, with what defines their parts.

use std::collections::BTreeMap;

use dashu_int::{IBig, UBig};
use whowins_analysis::expression::Relation;
use whowins_analysis::paths::Form;
use whowins_automata::{Dfa, Error, Formula, NumerationSystem, call, constant, var};

use super::automata::{Arithmetic, Scene, any, every, track, variable};
use super::tree::Term;

/// A linear form in variables of formulas.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    pub constant: IBig,
    pub terms: BTreeMap<String, IBig>,
}

impl Linear {
    pub fn constant(number: impl Into<IBig>) -> Self {
        Self {
            constant: number.into(),
            terms: BTreeMap::new(),
        }
    }

    pub fn variable(name: &str) -> Self {
        Self {
            constant: IBig::ZERO,
            terms: BTreeMap::from([(name.into(), IBig::ONE)]),
        }
    }

    pub fn plus(mut self, times: &IBig, other: &Self) -> Self {
        self.constant += times * &other.constant;
        for (name, factor) in &other.terms {
            let own = self.terms.entry(name.clone()).or_default();
            *own += times * factor;
            if *own == IBig::ZERO {
                self.terms.remove(name);
            }
        }
        self
    }

    pub fn minus(self, other: &Self) -> Self {
        self.plus(&IBig::NEG_ONE, other)
    }

    pub fn and(mut self, number: i64) -> Self {
        self.constant += IBig::from(number);
        self
    }

    /// The variable or constant that it is alone.
    pub fn plain(&self) -> Option<whowins_automata::Term> {
        if self.terms.is_empty() {
            return UBig::try_from(self.constant.clone()).ok().map(constant);
        }
        let (name, factor) = self.terms.first_key_value()?;
        let alone = self.terms.len() == 1 && *factor == IBig::ONE && self.constant == IBig::ZERO;
        alone.then(|| var(name.clone()))
    }
}

impl Linear {
    /// How far below 0 it may go, where it may.
    pub fn as_negative(&self) -> Option<IBig> {
        let falls = self.terms.values().any(|factor| *factor < IBig::ZERO);
        (self.constant < IBig::ZERO && !falls).then(|| -self.constant.clone())
    }
}

pub(super) fn of_form(form: &Form, name: &dyn Fn(usize) -> String) -> Linear {
    let terms = form.terms.iter();
    Linear {
        constant: form.constant.clone(),
        terms: terms
            .map(|(one, times)| (name(*one), times.clone()))
            .collect(),
    }
}

/// What a term needs beside its form: fresh variables, and what holds of them.
#[derive(Default)]
pub(super) struct Needs {
    pub fresh: Vec<String>,
    pub hold: Vec<Formula>,
}

impl Needs {
    /// The formula with all that it needs, its fresh variables bound.
    pub fn around(self, formula: Formula) -> Formula {
        let all = self.hold.into_iter().rev().fold(formula, Formula::and);
        let fresh = self.fresh.into_iter().rev();
        fresh.fold(all, |formula, name| formula.exists(name))
    }
}

impl Arithmetic {
    /// Defines what is said of digits.
    pub(super) fn digits(&mut self, what: &'static str) -> Result<(), Error> {
        if !self.defined.insert(what.into()) {
            return Ok(());
        }
        let d = self.theory.system().digits();
        let limits = &self.theory.limits().clone();
        let set = match what {
            // Whether a digit other than 0 was read, and the parity of the zeros since.
            "odd zeros" => Dfa::explore(
                vec![d],
                (false, false),
                |(some, odd), tuple| match tuple[0] {
                    0 => Some((*some, *some && !odd)),
                    _ => Some((true, false)),
                },
                |(some, odd)| *some && *odd,
                limits,
            )?,
            "place" => Dfa::explore(
                vec![d],
                0u8,
                |ones, tuple| (ones + tuple[0] < 2).then_some(ones + tuple[0]),
                |ones| *ones == 1,
                limits,
            )?,
            // The second has one digit, 1, where the first has its last.
            "last" => Dfa::explore(
                vec![d; 2],
                false,
                |done, tuple| match (done, tuple[0], tuple[1]) {
                    (false, _, 0) => Some(false),
                    (false, 1.., 1) | (true, 0, 0) => Some(true),
                    _ => None,
                },
                |done| *done,
                limits,
            )?,
            // The second has the digits of the first, one place higher.
            _ => Dfa::explore(
                vec![d; 2],
                0u8,
                |due, tuple| (tuple[0] == *due).then_some(tuple[1]),
                |due| *due == 0,
                limits,
            )?,
        };
        self.theory.define(what, &set)
    }

    /// A natural number as a term of formulas.
    pub(super) fn natural(
        &mut self,
        term: &Term,
        scene: &Scene,
        bound: &[String],
        needs: &mut Needs,
    ) -> Result<whowins_automata::Term, Error> {
        let form = self.linear(term, scene, bound, needs)?;
        if let Some(plain) = form.plain() {
            return Ok(plain);
        }
        let fresh = self.fresh();
        let same = self.relation(Relation::Equal, form.minus(&Linear::variable(&fresh)));
        needs.fresh.push(fresh.clone());
        needs.hold.push(same);
        Ok(var(fresh))
    }

    /// A term as a linear form, with what it needs.
    pub(super) fn linear(
        &mut self,
        term: &Term,
        scene: &Scene,
        bound: &[String],
        needs: &mut Needs,
    ) -> Result<Linear, Error> {
        Ok(match term {
            Term::Number(number) => Linear::constant(number.clone()),
            Term::Name(name) => {
                let of_scene = scene.numbers.get(name).filter(|_| !bound.contains(name));
                match of_scene {
                    None => Linear::variable(&variable(name)),
                    Some(form) => of_form(form, &track),
                }
            }
            Term::Sum(a, b) | Term::Difference(a, b) => {
                let left = self.linear(a, scene, bound, needs)?;
                let right = self.linear(b, scene, bound, needs)?;
                match term {
                    Term::Sum(..) => left.plus(&IBig::ONE, &right),
                    _ => left.minus(&right),
                }
            }
            Term::Times(times, a) => {
                let a = self.linear(a, scene, bound, needs)?;
                Linear::default().plus(&IBig::from(times.clone()), &a)
            }
            Term::Quotient(a, by) | Term::Remainder(a, by) => {
                let number = self.linear(a, scene, bound, needs)?;
                let (quotient, rest) = (self.fresh(), self.fresh());
                let left = number.minus(&Linear::variable(&rest));
                let multiple =
                    Linear::default().plus(&IBig::from(*by), &Linear::variable(&quotient));
                let below = self.relation(
                    Relation::Less,
                    Linear::variable(&rest).and(-i64::try_from(*by).unwrap_or(i64::MAX)),
                );
                needs.hold.push(below);
                if let Term::Remainder(..) = term {
                    // The quotient may be negative.
                    let up = self.relation(Relation::Equal, left.clone().minus(&multiple));
                    let down = self.relation(Relation::Equal, left.plus(&IBig::ONE, &multiple));
                    needs.fresh.extend([quotient, rest.clone()]);
                    needs.hold.push(up.or(down));
                    return Ok(Linear::variable(&rest));
                }
                // One of the two is 0.
                let down = self.fresh();
                let of_down = Linear::default().plus(&IBig::from(*by), &Linear::variable(&down));
                let difference = multiple.minus(&of_down);
                let same = self.relation(Relation::Equal, left.minus(&difference));
                let zero = |name: &str| var(name).equals(constant(0u8));
                needs.hold.push(same.and(zero(&quotient).or(zero(&down))));
                needs.fresh.extend([quotient.clone(), rest, down.clone()]);
                Linear::variable(&quotient).minus(&Linear::variable(&down))
            }
            Term::Xor(all) => {
                self.is_system("base 2")?;
                if self.defined.insert("xor".into()) {
                    let step = |(): &(), t: &[u8]| (t[0] ^ t[1] == t[2]).then_some(());
                    let limits = &self.theory.limits().clone();
                    let set = Dfa::explore(vec![2; 3], (), step, |()| true, limits)?;
                    self.theory.define("xor", &set)?;
                }
                let mut sum: Option<whowins_automata::Term> = None;
                for one in all {
                    let one = self.natural(one, scene, bound, needs)?;
                    sum = Some(match sum {
                        None => one,
                        Some(sum) => {
                            let fresh = self.fresh();
                            needs.fresh.push(fresh.clone());
                            needs.hold.push(call("xor", [sum, one, var(fresh.clone())]));
                            var(fresh)
                        }
                    });
                }
                match sum {
                    Some(whowins_automata::Term::Variable(name)) => Linear::variable(&name),
                    Some(whowins_automata::Term::Constant(number)) => Linear::constant(number),
                    _ => Linear::default(),
                }
            }
            Term::Least(all) | Term::Most(all) => {
                // Within another term: a fresh number that is one of them, and not above (below)
                // any.
                let fresh = self.fresh();
                let mut same = Vec::new();
                let mut bounds = Vec::new();
                for one in all {
                    let one = self.linear(one, scene, bound, needs)?;
                    let more = one.minus(&Linear::variable(&fresh));
                    same.push(self.relation(Relation::Equal, more.clone()));
                    let relation = match term {
                        Term::Least(_) => Relation::AtLeast,
                        _ => Relation::AtMost,
                    };
                    bounds.push(self.relation(relation, more));
                }
                bounds.push(any(same));
                needs.fresh.push(fresh.clone());
                needs.hold.push(every(bounds));
                Linear::variable(&fresh)
            }
            Term::Golden(a) => {
                self.is_system("Zeckendorf")?;
                self.digits("shift")?;
                let number = self.natural(a, scene, bound, needs)?;
                let (before, shifted, value) = (self.fresh(), self.fresh(), self.fresh());
                // For n > 0 it is the digits of n - 1 one place higher, and 1.
                let of_more = call("shift", [var(before.clone()), var(shifted.clone())])
                    .and(
                        var(before.clone())
                            .plus(constant(1u8))
                            .equals(number.clone()),
                    )
                    .exists(before)
                    .and(
                        var(shifted.clone())
                            .plus(constant(1u8))
                            .equals(var(value.clone())),
                    )
                    .exists(shifted);
                let zero = |term| constant(0u8).equals(term);
                let of_none = zero(number).and(zero(var(value.clone())));
                needs.fresh.push(value.clone());
                needs.hold.push(of_more.or(of_none));
                Linear::variable(&value)
            }
            Term::Last(system, a) => {
                self.is_system(system)?;
                self.digits("last")?;
                let number = self.natural(a, scene, bound, needs)?;
                let value = self.fresh();
                needs.fresh.push(value.clone());
                needs.hold.push(call("last", [number, var(value.clone())]));
                Linear::variable(&value)
            }
        })
    }

    /// How a form compares with 0. Multiples are sums of doubles, each bound as soon as it is used.
    pub(super) fn relation(&mut self, relation: Relation, form: Linear) -> Formula {
        let mut names = Vec::new();
        let (mut left, mut right): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
        for (name, factor) in &form.terms {
            let negative = *factor < IBig::ZERO;
            let times = if negative { -factor } else { factor.clone() };
            let times = UBig::try_from(times).unwrap_or_default();
            let side = if negative { &mut right } else { &mut left };
            if times <= UBig::from(3u8) {
                let times = u8::try_from(&times).unwrap_or(1);
                side.extend((0..times).map(|_| var(name.clone())));
                continue;
            }
            let multiple = self.fresh();
            side.push(var(multiple.clone()));
            names.push((multiple, name.clone(), times));
        }
        let side = |terms: Vec<whowins_automata::Term>, rest: IBig| {
            let rest = UBig::try_from(rest).ok().filter(|rest| !rest.is_zero());
            let all = terms.into_iter().chain(rest.map(constant));
            all.reduce(|a, b| a.plus(b))
                .unwrap_or_else(|| constant(0u8))
        };
        let left = side(left, form.constant.clone());
        let right = side(right, -form.constant);
        let mut formula = match relation {
            Relation::Less => left.less(right),
            Relation::AtMost => left.at_most(right),
            Relation::Equal => left.equals(right),
            Relation::Unequal => left.equals(right).negate(),
            Relation::AtLeast => right.at_most(left),
            Relation::More => right.less(left),
        };
        for (multiple, name, times) in names {
            formula = self.multiplied(formula, multiple, &name, &times);
        }
        formula
    }

    /// The formula, where one variable is so many times another: by doubling.
    fn multiplied(
        &mut self,
        formula: Formula,
        multiple: String,
        name: &str,
        times: &UBig,
    ) -> Formula {
        let (mut formula, mut now, mut times) = (formula, multiple, times.clone());
        let (one, two) = (UBig::ONE, UBig::from(2u8));
        while times > one {
            let half = if times < UBig::from(4u8) {
                name.to_string()
            } else {
                self.fresh()
            };
            let twice = var(half.clone()).plus(var(half.clone()));
            let odd = &times % &two == one;
            let sum = if odd { twice.plus(var(name)) } else { twice };
            formula = formula.and(sum.equals(var(now.clone()))).exists(now);
            times /= &two;
            now = half;
        }
        formula
    }
}
