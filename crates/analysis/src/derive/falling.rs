//! A linear form that falls with every move.

use super::rays::{Cone, cones};
use crate::numbers::Numbers;

/// Weights `w >= 0` such that `Σ w_i · x_i` falls by at least 1 with every move: a proof that play
/// ends, and a cut of the space into tiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Falling {
    /// One weight a variable.
    pub weights: Vec<i64>,
}

impl Falling {
    /// The value of the form in a state, exactly.
    pub fn value(&self, state: &[i64]) -> i128 {
        dot(&self.weights, state)
    }

    /// Whether the form is positive in every variable, so that only finitely many states have a
    /// value up to a bound.
    pub fn is_positive(&self) -> bool {
        self.weights.iter().all(|weight| *weight > 0)
    }
}

/// Exact: weights are below [`HEAVIEST`], so that 128 bits hold the sum over any number of
/// variables.
fn dot(weights: &[i64], entries: &[i64]) -> i128 {
    let products = weights.iter().zip(entries);
    products
        .map(|(weight, entry)| i128::from(*weight) * i128::from(*entry))
        .sum()
}

/// Larger weights are not tried.
const HEAVIEST: i64 = 1 << 30;

/// Corrections after which the search gives up; forms in use need a handful.
const CORRECTIONS: usize = 20_000;

/// A falling linear form, positive in every variable if there is one, else non-negative; `None`
/// where none is found.
///
/// The perceptron (Rosenblatt 1958) in integers: start from all ones, and while some move does not
/// lower the form, add the move's fall to the weights. It ends when a form exists, after a number
/// of corrections that grows with the form's size.
pub fn falling(numbers: &Numbers) -> Option<Falling> {
    let cones = cones(numbers)?;
    let variables = numbers.variables.len();
    search(&cones, variables, 1, -1).or_else(|| search(&cones, variables, 0, -1))
}

/// A linear form, positive in every variable, that no move raises: play goes on inside finitely
/// many states, if perhaps in circles. `None` where none is found.
pub(super) fn level(cones: &[Cone], variables: usize) -> Option<Falling> {
    search(cones, variables, 1, 0)
}

/// Weights of at least `least` under which every move changes the form by at most `rise`.
fn search(cones: &[Cone], variables: usize, least: i64, rise: i64) -> Option<Falling> {
    let mut weights = vec![1; variables];
    for _ in 0..CORRECTIONS {
        let Some(correction) = violated(cones, &weights, (least, rise)) else {
            return Some(Falling { weights });
        };
        for (weight, change) in weights.iter_mut().zip(correction) {
            *weight = weight.checked_add(change).filter(|w| w.abs() < HEAVIEST)?;
        }
    }
    None
}

/// What to add to the weights, if they break a condition.
fn violated(cones: &[Cone], weights: &[i64], (least, rise): (i64, i64)) -> Option<Vec<i64>> {
    if let Some(variable) = weights.iter().position(|weight| *weight < least) {
        return Some(
            (0..weights.len())
                .map(|v| i64::from(v == variable))
                .collect(),
        );
    }
    let falls = |step: &[i64]| step.iter().map(|entry| -entry).collect::<Vec<_>>();
    cones.iter().find_map(|cone| {
        if dot(weights, &cone.base) > i128::from(rise) {
            return Some(falls(&cone.base));
        }
        cone.rays
            .iter()
            .find(|ray| dot(weights, ray) > 0)
            .map(|ray| falls(ray))
    })
}
