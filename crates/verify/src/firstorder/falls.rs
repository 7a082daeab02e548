//! That play ends: forms that fall one after the other.

use dashu_int::IBig;
use whowins_analysis::paths::{Form, Layout, Path};
use whowins_core::Game;

use super::kernel::{Fall, Kernel};
use crate::Rejection;

/// A weight for each element of the state but the turn, in order.
pub type Weights = Vec<i64>;

/// Why the forms do not show that play ends.
pub(super) fn fault(
    kernel: &Kernel<'_>,
    game: &Game,
    forms: &[Weights],
) -> Result<Option<String>, Rejection> {
    let lengths = &kernel.layout().lengths()[1..];
    let numbers: usize = lengths.iter().sum();
    if forms.iter().any(|weights| weights.len() != numbers) {
        return Err(Rejection::malformed(format!(
            "a form that falls has not {numbers} weights, one a number"
        )));
    }
    // Nothing below 0 without end: a number that counts against the form has a largest value.
    let most = game.parts[1..].iter().zip(lengths);
    let bounded: Vec<bool> = most
        .flat_map(|(part, length)| vec![part.most.is_some(); *length])
        .collect();
    for weights in forms {
        if weights
            .iter()
            .zip(&bounded)
            .any(|(weight, bounded)| *weight < 0 && !bounded)
        {
            return Ok(Some("a form that falls has no least value".into()));
        }
    }
    for (from, path) in kernel.paths() {
        if !falls(kernel, from, &path, forms)? {
            let memory = &kernel.layout().remembered(from)[1..];
            let memory: Vec<String> = memory.iter().map(IBig::to_string).collect();
            return Ok(Some(match memory.is_empty() {
                true => "a move lowers none of the forms while it keeps those before".into(),
                false => format!(
                    "with {} remembered, a move lowers none of the forms while it keeps those before",
                    memory.join(", ")
                ),
            }));
        }
    }
    Ok(None)
}

/// Whether one of the forms falls with the path, and none before it rises.
fn falls(
    kernel: &Kernel<'_>,
    from: usize,
    path: &Path,
    forms: &[Weights],
) -> Result<bool, Rejection> {
    for weights in forms {
        match kernel.fall(from, path, weights)? {
            Fall::Falls => return Ok(true),
            Fall::Keeps => {}
            Fall::Rises => return Ok(false),
        }
    }
    Ok(false)
}

/// How much a form is more before the path than after it.
pub(super) fn fall(layout: &Layout, from: usize, path: &Path, weights: &Weights) -> Form {
    let weighed = |memory: usize, tracks: Option<&[Form]>| {
        let parts = layout.forms(memory);
        let elements = parts[1..].iter().flatten();
        let sum = elements
            .zip(weights)
            .fold(Form::default(), |sum, (form, weight)| {
                sum.plus(&IBig::from(*weight), form)
            });
        match tracks {
            None => sum,
            // All at once: the new numbers are forms in the old ones.
            Some(to) => sum.terms.iter().fold(
                Form::constant(sum.constant.clone()),
                |all, (track, times)| all.plus(times, &to[*track]),
            ),
        }
    };
    weighed(from, None).minus(&weighed(path.memory, Some(&path.to)))
}
