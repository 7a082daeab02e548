//! One position of any size: whether it is over, and whether a move leads from it to another.

use std::cell::Cell;

use dashu_int::IBig;
use whowins_core::{Budget, Game, State};

use super::Refusal;
use super::form::{Constraint, Digits, Form, solve};
use super::run::Run;
use super::way::Way;

fn run<'a>(game: &'a Game, budget: &'a Budget) -> Run<'a> {
    Run {
        game,
        told_apart: Vec::new(),
        budget,
        steps: Cell::new(0),
    }
}

fn start(state: &State) -> Way {
    let part = |part: &Vec<IBig>| part.iter().cloned().map(Form::constant).collect();
    Way {
        unknowns: 0,
        constraints: Vec::new(),
        digits: Vec::new(),
        state: state.iter().map(part).collect(),
        long: None,
    }
}

/// What the first end that holds pays; moves are not looked at. The work does not grow with the
/// numbers.
///
/// # Errors
///
/// What is not linear; a budget that is over.
pub fn ended(game: &Game, state: &State, budget: &Budget) -> Result<Option<IBig>, Refusal> {
    for end in &game.ends {
        let holds = value(game, &end.when, state, budget)? != IBig::ZERO;
        if holds {
            return value(game, &end.pays, state, budget).map(Some);
        }
    }
    Ok(None)
}

fn value(
    game: &Game,
    expr: &whowins_core::Expr,
    state: &State,
    budget: &Budget,
) -> Result<IBig, Refusal> {
    let values = run(game, budget).value(expr, &mut Vec::new(), start(state))?;
    let number = |one: &(Way, Form)| one.1.as_constant().cloned();
    let number = values.first().and_then(number);
    number.ok_or_else(|| Refusal::Foreign("an end isn't a number".into()))
}

/// Whether a move leads from one state to another, of any size, where the game is not over there.
/// The choices are worked out from the state after the move, so that the work does not grow with
/// the numbers; `None` where that does not tell.
///
/// # Errors
///
/// What is not linear; a budget that is over.
pub fn is_option(
    game: &Game,
    from: &State,
    to: &State,
    budget: &Budget,
) -> Result<Option<bool>, Refusal> {
    if ended(game, from, budget)?.is_some() {
        return Ok(Some(false));
    }
    for tier in &game.tiers {
        let ways = run(game, budget).command(tier, &mut Vec::new(), start(from))?;
        let mut possible = Some(false);
        for way in &ways {
            match leads(way, to) {
                Some(true) => return Ok(Some(true)),
                Some(false) => {}
                None => possible = None,
            }
        }
        // The next tier counts only where this one has no move at all.
        let some = ways.iter();
        let some = some.map(|way| with_digits(way.constraints.clone(), way.digits.clone()));
        match some.fold(Some(false), either) {
            Some(false) => {}
            Some(true) => return Ok(possible),
            None => return Ok(None),
        }
    }
    Ok(Some(false))
}

fn either(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

/// Whether a way leads to the state.
fn leads(way: &Way, to: &State) -> Option<bool> {
    let lengths = way.state.iter().map(Vec::len);
    if !lengths.eq(to.iter().map(Vec::len)) {
        return Some(false);
    }
    let mut constraints = way.constraints.clone();
    for (form, number) in way.state.iter().flatten().zip(to.iter().flatten()) {
        constraints.push(Constraint::Zero(form.and(-number.clone())));
    }
    with_digits(constraints, way.digits.clone())
}

/// The same where operations on digits are among the conditions, as far as equations say what
/// numbers they are of.
fn with_digits(mut constraints: Vec<Constraint>, mut digits: Vec<Digits>) -> Option<bool> {
    // The value of an unknown that stands alone in an equation.
    let fixed = |constraints: &[Constraint]| {
        constraints.iter().find_map(|one| {
            let Constraint::Zero(form) = one else {
                return None;
            };
            let (unknown, times) = form.terms.first_key_value()?;
            let unit = *times == IBig::ONE || *times == IBig::NEG_ONE;
            (form.terms.len() == 1 && unit).then(|| (*unknown, -times * &form.constant))
        })
    };
    while !digits.is_empty() {
        let known = |one: &Digits| one.of.iter().all(|form| form.as_constant().is_some());
        let done = digits.iter().position(known);
        let (unknown, value) = match (done, fixed(&constraints)) {
            (Some(at), _) => {
                let Digits { op, of, is } = digits.remove(at);
                let [x, y] = of.map(|form| form.constant);
                (is, op.exact(x, y))
            }
            (None, Some(found)) => found,
            (None, None) => break,
        };
        if value < IBig::ZERO {
            return Some(false);
        }
        let value = Form::constant(value);
        for one in &mut constraints {
            *one = one.with(unknown, &value);
        }
        if constraints.iter().any(|one| one.is_true() == Some(false)) {
            return Some(false);
        }
        constraints.retain(|one| one.is_true().is_none());
        for one in &mut digits {
            if one.is == unknown {
                // What it is has to come out; so it gets an equation of its own once its numbers
                // are known.
                return None;
            }
            one.of = [0, 1].map(|at| one.of[at].with(unknown, &value));
        }
    }
    match (satisfiable(constraints), digits.is_empty()) {
        (Some(false), _) => Some(false),
        (found, true) => found,
        _ => None,
    }
}

/// Whether natural numbers satisfy the constraints; `None` where solving equations, and bounds of
/// single unknowns, do not tell.
fn satisfiable(mut constraints: Vec<Constraint>) -> Option<bool> {
    loop {
        solve(&mut constraints, &|_| true);
        if constraints.iter().any(|one| one.is_true() == Some(false)) {
            return Some(false);
        }
        let Some(unknown) = constraints
            .iter()
            .find_map(|one| one.form().terms.keys().next().copied())
        else {
            return Some(true);
        };
        // An unknown whose bounds leave one value is that value.
        let (mut least, mut most) = (IBig::ZERO, None::<IBig>);
        for one in &constraints {
            let form = one.form();
            let Some(times) = form.terms.get(&unknown).filter(|_| form.terms.len() == 1) else {
                continue;
            };
            let below = matches!(one, Constraint::Zero(_)) || *times < IBig::ZERO;
            let above = matches!(one, Constraint::Zero(_)) || *times > IBig::ZERO;
            // times · unknown + constant >= 0, or <= 0, or both
            let size = if *times < IBig::ZERO {
                -times
            } else {
                times.clone()
            };
            let constant = if *times < IBig::ZERO {
                form.constant.clone()
            } else {
                -form.constant.clone()
            };
            if below {
                let bound = whowins_core::Op::Div.exact(constant.clone(), size.clone());
                most = Some(most.map_or(bound.clone(), |most| most.min(bound)));
            }
            if above {
                let bound = -whowins_core::Op::Div.exact(-constant, size);
                least = least.max(bound);
            }
        }
        let alone = constraints.iter().all(|one| {
            let terms = &one.form().terms;
            !terms.contains_key(&unknown) || terms.len() == 1
        });
        match most {
            Some(most) if most < least => return Some(false),
            Some(most) if most == least => {
                let by = Form::constant(least);
                constraints.iter_mut().for_each(|one| *one = one.with(unknown, &by));
            }
            _ if alone && !constraints.iter().any(|one| matches!(one, Constraint::Zero(form) if form.terms.contains_key(&unknown))) => {
                // Nothing else speaks of it.
                constraints.retain(|one| !one.form().terms.contains_key(&unknown));
            }
            _ => return None,
        }
    }
}
