//! The normal form of a move on numbers, which doesn't depend on how the move is written.
//!
//! `x := k for k in 0..x-1`, `x -= k for k in 1..x if x >= k`, and `x -= k, y := y for k >= 1` make
//! the same moves. Their displacements become rays by a change of variables: equations of the guard
//! are solved for choices, a choice that is a new number is replaced by the displacement of
//! this number, and conditions that the ranges imply are dropped. Each step is an equivalence over
//! the integers, as a choice is only replaced where its coefficient is 1 or -1.

use dashu_int::IBig;

use crate::expression::{Affine, Cond, Expr, Relation};
use crate::numbers::{Choices, NumberMove, Numbers};
use crate::paths::{Constraint, Form, decided};
use whowins_core::Op;

/// Guards with more cases than this stay as they are.
const CASES: usize = 16;
/// Lines with more members than this aren't split into vectors.
const VECTORS: i64 = 1 << 10;

/// The displacements `base + k · step` for `least <= k <= most`. A vector has step 0 and k = 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub base: Vec<i64>,
    pub step: Vec<i64>,
    pub least: i64,
    pub most: Option<i64>,
}

/// One case of a move. The unknowns are the variables, then what is chosen, all natural numbers.
#[derive(Clone)]
struct Case {
    variables: usize,
    /// The number of unknowns.
    unknowns: usize,
    constraints: Vec<Constraint>,
    /// What the ranges of the variables say before and after the move.
    ranges: Vec<Constraint>,
    /// The new number minus the old one, for each variable.
    displacement: Vec<Form>,
    /// The numbers of the binders so far in terms of the unknowns.
    chosen: Vec<(usize, Form)>,
}

/// Returns the displacements of a move.
///
/// Returns `None` if the move isn't made of lines, or if a condition on the position remains.
pub(super) fn lines(numbers: &Numbers, command: &NumberMove) -> Option<Vec<Line>> {
    let mut all = Vec::new();
    for case in Case::all(numbers, command)? {
        let Some(case) = case.solved() else { continue };
        all.extend(case.displaced()?.line()?);
    }
    Some(all)
}

impl Case {
    /// Returns a case for each combination of the parts of the guard and the members of sets.
    fn all(numbers: &Numbers, command: &NumberMove) -> Option<Vec<Self>> {
        let variables = numbers.variables.len();
        let slots = variables + command.binders.len();
        let mut displacement = vec![Form::default(); variables];
        for (variable, update) in &command.updates {
            let new = form(&update.affine(slots)?);
            displacement[*variable] = new.minus(&Form::unknown(*variable));
        }
        let first = Self {
            variables,
            unknowns: slots,
            constraints: Vec::new(),
            ranges: ranges(numbers, &displacement),
            displacement,
            chosen: Vec::new(),
        };
        let guards = cases(&command.guard, slots)?;
        let mut all: Vec<Self> = guards
            .into_iter()
            .map(|constraints| Self {
                constraints,
                ..first.clone()
            })
            .collect();
        for (at, binder) in command.binders.iter().enumerate() {
            let slot = variables + at;
            all = match &binder.choices {
                Choices::Of(members) if all.len() * members.len() <= CASES * CASES => {
                    let with = |case: &Self, member: &i64| {
                        let mut case = case.clone();
                        case.choose(slot, &Form::constant(*member));
                        case
                    };
                    let pairs = all.iter();
                    pairs
                        .flat_map(|case| members.iter().map(move |member| with(case, member)))
                        .collect()
                }
                Choices::Of(_) => return None,
                Choices::Between(least, most) => {
                    let least = form(&least.affine(slots)?);
                    let most = match most {
                        Some(most) => uppers(most, slots)?,
                        None => Vec::new(),
                    };
                    for case in &mut all {
                        let own = Form::unknown(slot);
                        let bounds = most.iter().map(|most| case.of(most).minus(&own));
                        let bounds: Vec<_> = bounds.map(Constraint::NotNegative).collect();
                        case.constraints.extend(bounds);
                        // What is chosen counts from the least choice.
                        let least = case.of(&least);
                        case.choose(slot, &least.plus(&IBig::ONE, &own));
                    }
                    all
                }
            };
        }
        Some(all)
    }

    /// Returns a form over variables and binders in terms of the unknowns.
    fn of(&self, form: &Form) -> Form {
        let chosen = self.chosen.iter();
        chosen.fold(form.clone(), |form, (slot, by)| form.with(*slot, by))
    }

    /// Sets the number of a binder.
    fn choose(&mut self, slot: usize, by: &Form) {
        self.replace(slot, by);
        self.chosen.push((slot, by.clone()));
    }

    /// Replaces an unknown everywhere.
    fn replace(&mut self, unknown: usize, by: &Form) {
        for one in self.constraints.iter_mut().chain(&mut self.ranges) {
            *one = one.with(unknown, by);
        }
        for one in &mut self.displacement {
            *one = one.with(unknown, by);
        }
    }

    /// Replaces a choice by a form, which isn't negative.
    fn substitute(&mut self, unknown: usize, by: &Form) {
        self.replace(unknown, by);
        self.constraints.push(Constraint::NotNegative(by.clone()));
    }

    /// Returns a choice in a form with the coefficient 1 or -1.
    fn unit(&self, form: &Form) -> Option<(usize, IBig)> {
        let is_unit = |number: &IBig| *number == IBig::ONE || *number == IBig::NEG_ONE;
        let mut choices = form.terms.range(self.variables..);
        let found = choices.find(|(_, coefficient)| is_unit(coefficient));
        found.map(|(unknown, coefficient)| (*unknown, coefficient.clone()))
    }

    /// Solves the equations for choices. Returns `None` if the case never happens.
    fn solved(mut self) -> Option<Self> {
        loop {
            let equation = self.constraints.iter().enumerate().find_map(|(at, one)| {
                let Constraint::Zero(form) = one else {
                    return None;
                };
                Some((at, self.unit(form)?))
            });
            let Some((at, (unknown, sign))) = equation else {
                break;
            };
            // sign · unknown + rest = 0
            let rest = self.constraints.remove(at).form().clone();
            let rest = rest.with(unknown, &Form::default());
            self.substitute(unknown, &rest.times(&-sign));
        }
        let is_false = |one: &Constraint| one.is_true() == Some(false);
        let never = self.constraints.iter().any(is_false)
            || (0..self.constraints.len()).any(|at| self.is_implied(at) == Some(false));
        (!never).then_some(self)
    }

    /// Returns true or false if the other constraints and the ranges decide this one.
    fn is_implied(&self, at: usize) -> Option<bool> {
        let others = self.constraints.iter().enumerate();
        let mut known: Vec<Constraint> = others
            .filter(|(other, _)| *other != at)
            .map(|(_, one)| one.clone())
            .collect();
        known.extend_from_slice(&self.ranges);
        match &self.constraints[at] {
            Constraint::NotNegative(form) => decided(&known, form),
            Constraint::Zero(form) => {
                let other = form.times(&IBig::NEG_ONE);
                match (decided(&known, form), decided(&known, &other)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
        }
    }

    /// Replaces choices until no displacement depends on the position.
    fn displaced(mut self) -> Option<Self> {
        for _ in 0..=self.unknowns - self.variables {
            let depends = |form: &&Form| form.terms.range(..self.variables).next().is_some();
            let Some(own) = self.displacement.iter().find(depends).cloned() else {
                return Some(self);
            };
            let (unknown, sign) = self.unit(&own)?;
            // own = sign · unknown + rest = -d, so unknown = -sign · (d + rest)
            let d = self.unknowns;
            self.unknowns += 1;
            let rest = own.with(unknown, &Form::default());
            let by = Form::unknown(d).plus(&IBig::ONE, &rest).times(&-sign);
            self.substitute(unknown, &by);
            // d may be negative; it is counted from its least value.
            let least = self.least_of(d)?;
            self.replace(d, &Form::unknown(d).and(least));
        }
        None
    }

    /// Returns the least value of an unknown that its constraints allow.
    fn least_of(&self, unknown: usize) -> Option<IBig> {
        let all = self.constraints.iter().chain(&self.ranges);
        let bounds = all.filter_map(|one| {
            let form = one.form();
            let coefficient = form.terms.get(&unknown)?;
            let is_bound = form.terms.len() == 1 && *coefficient > IBig::ZERO;
            is_bound.then(|| ceiling(&-form.constant.clone(), coefficient))
        });
        bounds.max()
    }

    /// Returns the line of a case whose displacement doesn't depend on the position, split into
    /// vectors if it is short. Returns `None` if it isn't a line.
    fn line(mut self) -> Option<Vec<Line>> {
        let free = self.displacement.iter().flat_map(|form| {
            let chosen = form.terms.range(self.variables..);
            chosen.map(|(unknown, _)| *unknown)
        });
        let mut free: Vec<usize> = free.collect();
        free.sort_unstable();
        free.dedup();
        let free = match free.as_slice() {
            [] => None,
            [one] => Some(*one),
            _ => return None,
        };
        let word = |number: &IBig| {
            let word = i64::try_from(number).ok();
            word.and_then(crate::expression::moderate)
        };
        let base = self.displacement.iter().map(|one| word(&one.constant));
        let base: Vec<i64> = base.collect::<Option<_>>()?;
        let step = self.displacement.iter().map(|one| match free {
            Some(free) => one.terms.get(&free).map_or(Some(0), word),
            None => Some(0),
        });
        let step: Vec<i64> = step.collect::<Option<_>>()?;
        for at in (0..self.constraints.len()).rev() {
            match self.is_implied(at) {
                Some(true) => drop(self.constraints.remove(at)),
                Some(false) => return Some(Vec::new()),
                None => {}
            }
        }
        let (mut least, mut most, mut is_guarded) = (IBig::ZERO, None::<IBig>, false);
        for one in &self.constraints {
            let form = one.form();
            let is_other = |unknown: &usize| Some(*unknown) != free;
            match (one, free.and_then(|free| form.terms.get(&free))) {
                (Constraint::NotNegative(_), Some(own)) if !form.terms.keys().any(is_other) => {
                    let constant = -form.constant.clone();
                    if *own > IBig::ZERO {
                        least = least.max(ceiling(&constant, own));
                    } else {
                        let bound = -ceiling(&constant, &-own.clone());
                        most = Some(most.map_or(bound.clone(), |most| most.min(bound)));
                    }
                }
                _ => is_guarded = true,
            }
        }
        let line = Line {
            base,
            step,
            least: word(&least)?,
            most: match (free, most) {
                (None, _) => Some(0),
                (_, Some(most)) => Some(word(&most)?),
                (_, None) => None,
            },
        };
        let vectors = line.through_position().unwrap_or(line).vectors();
        (!is_guarded || vectors.is_empty()).then_some(vectors)
    }
}

impl Line {
    /// Returns the line with base 0, if it goes through the position.
    fn through_position(&self) -> Option<Self> {
        let mut entries = self.base.iter().zip(&self.step);
        let (base, step) = entries.clone().find(|(_, step)| **step != 0)?;
        let by = base.checked_div(*step)?;
        let most = match self.most {
            Some(most) => Some(most.checked_add(by)?),
            None => None,
        };
        let least = self.least.checked_add(by)?;
        let goes_through = entries.all(|(base, step)| step.checked_mul(by) == Some(*base));
        goes_through.then(|| Self {
            base: vec![0; self.base.len()],
            step: self.step.clone(),
            least,
            most,
        })
    }

    /// Returns the members of a short line as vectors, or the line itself.
    fn vectors(self) -> Vec<Self> {
        let is_still = self.step.iter().all(|entry| *entry == 0);
        let most = match self.most {
            Some(most) if most < self.least => return Vec::new(),
            Some(most) if !is_still && most - self.least < VECTORS => most,
            _ => return vec![self],
        };
        let variables = self.base.len();
        let member = |k: i64| {
            let entries = self.base.iter().zip(&self.step);
            Self {
                base: entries.map(|(base, step)| base + k * step).collect(),
                step: vec![0; variables],
                least: 0,
                most: Some(0),
            }
        };
        (self.least..=most).map(member).collect()
    }
}

/// Returns the least integer that is at least `number / by`, for a positive `by`.
fn ceiling(number: &IBig, by: &IBig) -> IBig {
    use dashu_int::ops::DivEuclid;
    -(-number).div_euclid(by.clone())
}

fn form(affine: &Affine) -> Form {
    let mut form = Form::constant(affine.constant);
    for (slot, coefficient) in affine.coefficients.iter().enumerate() {
        form = form.plus(&IBig::from(*coefficient), &Form::unknown(slot));
    }
    form
}

/// Returns what the ranges of the variables say before and after the move.
fn ranges(numbers: &Numbers, displacement: &[Form]) -> Vec<Constraint> {
    let mut all = Vec::new();
    for (at, variable) in numbers.variables.iter().enumerate() {
        let old = Form::unknown(at);
        let new = old.plus(&IBig::ONE, &displacement[at]);
        for one in [old, new] {
            all.push(Constraint::NotNegative(one.and(-variable.least)));
            all.extend(
                variable
                    .most
                    .map(|most| Constraint::NotNegative(Form::constant(most).minus(&one))),
            );
        }
    }
    all
}

/// Returns the forms of which a largest choice is the minimum.
fn uppers(most: &Expr, slots: usize) -> Option<Vec<Form>> {
    match most {
        Expr::Binary(Op::Min, a, b) => {
            let mut all = uppers(a, slots)?;
            all.extend(uppers(b, slots)?);
            Some(all)
        }
        most => Some(vec![form(&most.affine(slots)?)]),
    }
}

/// Returns the cases of a guard, of which at most one holds, as conjunctions.
///
/// Returns `None` if a comparison isn't linear, or if cases may hold together.
fn cases(guard: &Cond, slots: usize) -> Option<Vec<Vec<Constraint>>> {
    let compared = |relation: Relation, a: &Expr, b: &Expr| {
        let difference = form(&a.affine(slots)?).minus(&form(&b.affine(slots)?));
        let more = |form: &Form| Constraint::NotNegative(form.and(-1));
        let negative = difference.times(&IBig::NEG_ONE);
        Some(match relation {
            Relation::Less => vec![vec![more(&negative)]],
            Relation::AtMost => vec![vec![Constraint::NotNegative(negative)]],
            Relation::Equal => vec![vec![Constraint::Zero(difference)]],
            Relation::Unequal => vec![vec![more(&difference)], vec![more(&negative)]],
            Relation::AtLeast => vec![vec![Constraint::NotNegative(difference)]],
            Relation::More => vec![vec![more(&difference)]],
        })
    };
    match guard {
        Cond::Const(true) => Some(vec![Vec::new()]),
        Cond::Const(false) => Some(Vec::new()),
        Cond::Compare(relation, a, b) => compared(*relation, a, b),
        Cond::Not(inner) => match &**inner {
            Cond::Compare(relation, a, b) => compared(relation.opposite(), a, b),
            _ => None,
        },
        Cond::And(all) => {
            let mut cases = vec![Vec::new()];
            for one in all {
                let own = self::cases(one, slots)?;
                if cases.len() * own.len() > CASES {
                    return None;
                }
                let join = |case: &Vec<Constraint>, own: &Vec<Constraint>| {
                    [case.as_slice(), own.as_slice()].concat()
                };
                cases = cases
                    .iter()
                    .flat_map(|case| own.iter().map(move |own| join(case, own)))
                    .collect();
            }
            Some(cases)
        }
        Cond::Or(_) | Cond::Marked(..) | Cond::Has(_) => None,
    }
}
