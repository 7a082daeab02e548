//! A finite box that play from a position cannot leave.

use super::effects::{never_raised, reach};
use super::falling::{Falling, falling, level};
use super::rays::cones;
use crate::numbers::{Numbers, Variable};
use crate::position::LARGEST;

/// Some variable can grow without end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unbounded {
    /// Its name.
    pub variable: String,
}

/// How each variable is bounded in play: by its range in the rules, else by its own value where no
/// move raises it, else by a linear form that falls or stays with every move, else by what the
/// moves assign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    numbers: Numbers,
    each: Vec<Bound>,
    form: Option<Falling>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Bound {
    Range(i64),
    NeverRaised,
    Form,
}

impl Bounds {
    /// Works out the bounds of a game's variables.
    pub fn of(numbers: &Numbers) -> Self {
        let cones = cones(numbers);
        let each: Vec<Bound> = numbers
            .variables
            .iter()
            .enumerate()
            .map(|(at, variable)| match (variable.most, &cones) {
                (Some(most), _) => Bound::Range(most),
                (None, Some(cones)) if cones.iter().all(|cone| cone.never_raises(at)) => {
                    Bound::NeverRaised
                }
                (None, _) if never_raised(numbers, at) => Bound::NeverRaised,
                _ => Bound::Form,
            })
            .collect();
        let form = each.contains(&Bound::Form).then(|| {
            let level = || level(cones.as_deref()?, numbers.variables.len());
            falling(numbers).or_else(level)
        });
        Self {
            numbers: numbers.clone(),
            form: form.flatten(),
            each,
        }
    }

    /// Whether the box is the same for all states in it: then a state in the box of another needs
    /// no larger one.
    pub fn is_closed(&self) -> bool {
        !self.each.contains(&Bound::Form)
    }

    /// The largest value that each variable can take in play from `state`: `O(variables²)`, or
    /// where only what the moves assign bounds a variable, some dozen looks at all moves. Where
    /// that is more than [`LARGEST`], one more than it: no numbering and no table takes such a box.
    ///
    /// # Errors
    ///
    /// When a variable has no bound.
    pub fn high(&self, state: &[i64]) -> Result<Vec<i64>, Unbounded> {
        let known = |(at, bound): (usize, &Bound)| match (bound, &self.form) {
            (Bound::Range(most), _) => Some(*most),
            (Bound::NeverRaised, _) => Some(state[at]),
            (Bound::Form, Some(form)) if form.weights[at] > 0 => {
                let most = form.value(state) / i128::from(form.weights[at]);
                Some(i64::try_from(most).map_or(LARGEST + 1, |most| most.min(LARGEST + 1)))
            }
            _ => None,
        };
        let mut high: Vec<Option<i64>> = self.each.iter().enumerate().map(known).collect();
        if high.contains(&None) {
            high = reach(&self.numbers, state, &high);
        }
        let named = |(high, variable): (Option<i64>, &Variable)| {
            high.ok_or_else(|| Unbounded {
                variable: variable.name.clone(),
            })
        };
        high.into_iter()
            .zip(&self.numbers.variables)
            .map(named)
            .collect()
    }
}

/// The largest value that each variable can take in play from `state`: [`Bounds::high`] of the
/// game's [`Bounds`].
///
/// # Errors
///
/// When a variable has no bound.
pub fn region(numbers: &Numbers, state: &[i64]) -> Result<Vec<i64>, Unbounded> {
    Bounds::of(numbers).high(state)
}
