//! A finite box that play from a position cannot leave.

use super::falling::falling;
use super::rays::cones;
use crate::numbers::Numbers;

/// Some variable can grow without end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unbounded {
    /// Its name.
    pub variable: String,
}

/// The largest value that each variable can take in play from `state`.
///
/// A variable is bounded by its range in the rules, else by its value where no move raises it, else by a falling linear form.
///
/// # Errors
///
/// When a variable has none of these bounds.
pub fn region(numbers: &Numbers, state: &[i64]) -> Result<Vec<i64>, Unbounded> {
    let cones = cones(numbers);
    let form = falling(numbers);
    numbers
        .variables
        .iter()
        .enumerate()
        .map(|(at, variable)| {
            if let Some(most) = variable.most {
                return Ok(most);
            }
            if cones
                .as_ref()
                .is_some_and(|cones| cones.iter().all(|cone| cone.never_raises(at)))
            {
                return Ok(state[at]);
            }
            form.as_ref()
                .filter(|form| form.weights[at] > 0)
                .map(|form| form.value(state) / form.weights[at])
                .ok_or_else(|| Unbounded {
                    variable: variable.name.clone(),
                })
        })
        .collect()
}
