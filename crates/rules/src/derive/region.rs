//! A finite box that play from a position cannot leave.

use super::falling::{Falling, falling};
use super::rays::cones;
use crate::numbers::Numbers;
use crate::position::LARGEST;

/// Some variable can grow without end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unbounded {
    /// Its name.
    pub variable: String,
}

/// How each variable is bounded in play: by its range in the rules, else by its own value where no move raises it, else by a
/// falling linear form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    names: Vec<String>,
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
                _ => Bound::Form,
            })
            .collect();
        Self {
            names: numbers
                .variables
                .iter()
                .map(|variable| variable.name.clone())
                .collect(),
            form: if each.contains(&Bound::Form) {
                falling(numbers)
            } else {
                None
            },
            each,
        }
    }

    /// The largest value that each variable can take in play from `state`; `O(variables²)`. Where that is more than
    /// [`LARGEST`], one more than it: no numbering and no table takes such a box.
    ///
    /// # Errors
    ///
    /// When a variable has no bound.
    pub fn high(&self, state: &[i64]) -> Result<Vec<i64>, Unbounded> {
        self.each
            .iter()
            .enumerate()
            .map(|(at, bound)| match (bound, &self.form) {
                (Bound::Range(most), _) => Ok(*most),
                (Bound::NeverRaised, _) => Ok(state[at]),
                (Bound::Form, Some(form)) if form.weights[at] > 0 => {
                    let most = form.value(state) / i128::from(form.weights[at]);
                    Ok(i64::try_from(most).map_or(LARGEST + 1, |most| most.min(LARGEST + 1)))
                }
                _ => Err(Unbounded {
                    variable: self.names[at].clone(),
                }),
            })
            .collect()
    }
}

/// The largest value that each variable can take in play from `state`: [`Bounds::high`] of the game's [`Bounds`].
///
/// # Errors
///
/// When a variable has no bound.
pub fn region(numbers: &Numbers, state: &[i64]) -> Result<Vec<i64>, Unbounded> {
    Bounds::of(numbers).high(state)
}
