//! Paths as formulas of first-order arithmetic.

use std::collections::BTreeSet;

use dashu_int::IBig;
use whowins_analysis::paths::{Case, Constraint, Digits, Form, Path, solve};
use whowins_automata::{
    Dfa, Error, Formula, NumerationSystem, System, Term, Theory, call, constant, var,
};
use whowins_core::Op;

use super::linear::{Linear, all, never};
use crate::Rejection;

/// Larger numbers are in no formula.
const LARGEST: u128 = 1 << 100;

/// The variable of an unknown.
pub(super) fn name(unknown: usize) -> String {
    format!("u{unknown}")
}

/// The variables of the first unknowns: the tracks.
pub(crate) fn names(tracks: usize) -> Vec<String> {
    (0..tracks).map(name).collect()
}

/// Constraints, and that some numbers are in relations, with all unknowns but the first bound by
/// "there is".
#[derive(Clone)]
pub(crate) struct Sentence {
    constraints: Vec<Constraint>,
    /// The name of each relation, and the numbers.
    within: Vec<(String, Vec<Form>)>,
    /// How many unknowns there are.
    unknowns: usize,
}

impl Sentence {
    /// "The case is at hand, and pays so much": 1 for more than 0, 0, or -1 for less.
    pub fn pays(case: &Case, sign: i8) -> Self {
        let mut constraints = case.constraints.clone();
        constraints.push(match sign {
            1 => Constraint::NotNegative(case.pays.and(-1)),
            0 => Constraint::Zero(case.pays.clone()),
            _ => Constraint::NotNegative(Form::constant(-1).minus(&case.pays)),
        });
        Self::of(constraints, case.unknowns)
    }

    /// "The path can be taken"; ".. and leads into the set of this name".
    pub fn path(path: &Path, goal: Option<&str>) -> Self {
        let goal = goal.map(|goal| (goal.into(), path.to.clone()));
        let digits = path.digits.iter().map(said);
        Self {
            within: goal.into_iter().chain(digits).collect(),
            ..Self::of(path.constraints.clone(), path.unknowns)
        }
    }

    /// These constraints.
    pub fn of(constraints: Vec<Constraint>, unknowns: usize) -> Self {
        Self {
            constraints,
            within: Vec::new(),
            unknowns,
        }
    }

    /// One more unknown.
    pub fn fresh(&mut self) -> Form {
        self.unknowns += 1;
        Form::unknown(self.unknowns - 1)
    }

    /// Adds that a constraint holds.
    pub fn and(&mut self, constraint: Constraint) {
        self.constraints.push(constraint);
    }

    /// Adds that these numbers are in the relation of this name; none of them may be negative.
    pub fn within(&mut self, name: &str, numbers: Vec<Form>) {
        self.within.push((name.into(), numbers));
    }

    /// The formula in the first `free` unknowns, all others bound.
    ///
    /// An unknown that an equation gives goes without a quantifier; every other is bound as soon as
    /// nothing else speaks of it, so that no automaton reads more tracks than it must.
    pub fn formula(mut self, free: usize) -> Result<Formula, Rejection> {
        let mut parts: Vec<(Formula, BTreeSet<usize>)> = Vec::new();
        let mut spoken = BTreeSet::new();
        for (set, numbers) in std::mem::take(&mut self.within) {
            let mut own = BTreeSet::new();
            let terms: Vec<Term> = numbers
                .iter()
                .map(|form| self.term(form, &mut own))
                .collect();
            spoken.extend(own.iter().copied());
            parts.push((call(set, terms), own));
        }
        let unknowns = self.unknowns;
        solve(&mut self.constraints, &|one| {
            (free..unknowns).contains(&one) && !spoken.contains(&one)
        });
        for one in &self.constraints {
            let unknowns = one.form().terms.keys().copied().collect();
            parts.push((atom(one)?, unknowns));
        }
        let mut bound: BTreeSet<usize> = parts.iter().flat_map(|part| part.1.clone()).collect();
        bound.retain(|one| *one >= free);
        // Next is the unknown whose formulas have the fewest variables together.
        while let Some(next) = bound.iter().copied().min_by_key(|one| {
            let with = parts.iter().filter(|part| part.1.contains(one));
            with.flat_map(|part| &part.1).collect::<BTreeSet<_>>().len()
        }) {
            let (with, rest): (Vec<_>, Vec<_>) =
                parts.into_iter().partition(|part| part.1.contains(&next));
            parts = rest;
            let spoken: BTreeSet<usize> = with.iter().flat_map(|part| part.1.clone()).collect();
            let gone =
                |one: &usize| bound.contains(one) && !parts.iter().any(|part| part.1.contains(one));
            let gone: Vec<usize> = spoken.iter().copied().filter(gone).collect();
            let formula = with.into_iter().map(|part| part.0).reduce(Formula::and);
            if let Some(formula) = formula {
                let formula = gone
                    .iter()
                    .fold(formula, |formula, one| formula.exists(name(*one)));
                let left = spoken
                    .into_iter()
                    .filter(|one| !gone.contains(one))
                    .collect();
                parts.push((formula, left));
            }
            bound.retain(|one| !gone.contains(one));
        }
        let formulas = parts.into_iter().map(|part| part.0).collect();
        Ok(all(formulas).unwrap_or_else(|| never().negate()))
    }

    /// A number as a term: itself where it is an unknown or a constant, else a new unknown.
    fn term(&mut self, form: &Form, spoken: &mut BTreeSet<usize>) -> Term {
        if let Some(number) = form.as_constant().and_then(|n| u64::try_from(n).ok()) {
            return constant(number);
        }
        let unknown = form.as_unknown().unwrap_or_else(|| {
            self.unknowns += 1;
            let fresh = self.unknowns - 1;
            let equation = form.minus(&Form::unknown(fresh));
            self.constraints.push(Constraint::Zero(equation));
            fresh
        });
        spoken.insert(unknown);
        var(name(unknown))
    }
}

/// The name of the relation of an operation on digits, and the numbers.
fn said(digits: &Digits) -> (String, Vec<Form>) {
    let [x, y] = digits.of.clone();
    (
        format!("{:?}", digits.op),
        vec![x, y, Form::unknown(digits.is)],
    )
}

/// Names the relations of operations on digits: there in base 2 alone.
///
/// # Errors
///
/// What passes the limits.
pub fn define_digits(theory: &mut Theory<System>) -> Result<(), Error> {
    if theory.system().name() != "base 2" {
        return Ok(());
    }
    type Digit = fn(u8, u8) -> u8;
    let ops: [(Op, Digit); 3] = [
        (Op::Xor, |x, y| x ^ y),
        (Op::And, |x, y| x & y),
        (Op::Or, |x, y| x | y),
    ];
    for (op, digit) in ops {
        let relation = Dfa::explore(
            vec![2; 3],
            (),
            |(), digits| (digit(digits[0], digits[1]) == digits[2]).then_some(()),
            |()| true,
            theory.limits(),
        )?;
        theory.define(format!("{op:?}"), &relation)?;
    }
    Ok(())
}

fn atom(constraint: &Constraint) -> Result<Formula, Rejection> {
    if let Some(holds) = constraint.is_true() {
        return Ok(if holds { never().negate() } else { never() });
    }
    let large = || Rejection::rules("the moves have larger constants than this kind of law adds");
    let form = constraint.form();
    let number = |number: &IBig| {
        let number = i128::try_from(number).ok();
        number
            .filter(|n| n.unsigned_abs() < LARGEST)
            .ok_or_else(large)
    };
    let terms = form.terms.iter();
    let terms = terms.map(|(unknown, times)| Ok((name(*unknown), number(times)?)));
    let linear = Linear {
        constant: number(&form.constant)?,
        terms: terms.collect::<Result<_, Rejection>>()?,
    };
    match constraint {
        Constraint::NotNegative(_) => linear.is_not_negative(),
        Constraint::Zero(_) => linear.is_zero(),
    }
}

/// "The path leads from the first tracks to the second", with as many variables as the names
/// returned: those before the move, then those after it.
///
/// # Errors
///
/// Where coefficients or constants are too large.
pub fn step(path: &Path, tracks: usize) -> Result<(Formula, Vec<String>), Rejection> {
    // The numbers after the move come right after those before it, and what is chosen behind them.
    let moved = |form: &Form| Form {
        constant: form.constant.clone(),
        terms: (form.terms.iter())
            .map(|(one, times)| {
                (
                    if *one < tracks { *one } else { one + tracks },
                    times.clone(),
                )
            })
            .collect(),
    };
    let constraints = path.constraints.iter().map(|one| one.of(moved(one.form())));
    let reached =
        path.to.iter().enumerate().map(|(track, form)| {
            Constraint::Zero(moved(form).minus(&Form::unknown(tracks + track)))
        });
    let mut sentence = Sentence::of(constraints.chain(reached).collect(), path.unknowns + tracks);
    for one in &path.digits {
        let (name, numbers) = said(one);
        sentence.within(&name, numbers.iter().map(moved).collect());
    }
    Ok((sentence.formula(2 * tracks)?, names(2 * tracks)))
}
