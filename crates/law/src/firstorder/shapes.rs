//! Which positions a law is to speak of: how many numbers there are, and which of them are counted
//! from others.

use whowins_analysis::paths::{Above, Constraint, Form, Layout, Path};
use whowins_analysis::program::Notation;
use whowins_analysis::{Game, Player};
use whowins_core::State;
use whowins_verify::Rejection;
use whowins_verify::firstorder::Kernel;

use crate::finder::Search;

/// States that the asker or the rules name: where play starts, what their `example` lines speak of.
pub(crate) fn named(search: &Search<'_>) -> Vec<State> {
    let game = search.game;
    let rules = search.compiled.rules.as_ref();
    let examples = rules.and_then(|rules| rules.examples(game).ok());
    let examples = examples.unwrap_or_default();
    let first = search.at.or(game.start.as_ref());
    let first = first.map(|position| position.core_state(Player::First));
    let examples = examples
        .iter()
        .map(|one| one.position.core_state(one.player));
    first.into_iter().chain(examples).collect()
}

/// How many numbers each part has but the turn: as the rules fix it, else as in the first state
/// that is named.
pub(crate) fn lengths(game: &Game, named: &[State]) -> Option<Vec<usize>> {
    if let Some(numbers) = game.numbers() {
        return Some(vec![1; numbers.variables.len()]);
    }
    let program = game.program()?;
    let fixed = |part: usize| {
        let hidden = program.rest.iter().find(|one| one.0 == part);
        let shown = program.parts.iter().find(|one| one.part == part);
        match (hidden, shown.map(|one| &one.notation)) {
            (Some((_, values)), _) => Some(values.len()),
            (_, Some(Notation::Number { .. })) => Some(1),
            (_, Some(Notation::Numbers { length, .. })) => *length,
            (_, None) => Some(1),
            _ => None,
        }
    };
    let length = |part: usize| {
        let of_first = || Some(named.first()?.get(part)?.len());
        fixed(part).or_else(of_first)
    };
    (1..program.term.parts.len()).map(length).collect()
}

/// `x_i - x_j - more`, before or after a path.
fn distance(forms: &[Form], i: usize, j: usize, more: u64) -> Form {
    forms[i].minus(&forms[j]).and(-i128::from(more))
}

/// Tracks that stay above others in play, where they are so in all states that are named: largest
/// first.
///
/// Of all pairs, those that some move breaks are dropped until none is (the invariants of Houdini:
/// Flanagan and Leino 2001).
pub(crate) fn above(kernel: &Kernel<'_>, named: &[State]) -> Result<Vec<Above>, Rejection> {
    let layout: &Layout = kernel.layout();
    let tracks = layout.tracks();
    let here: Vec<Form> = (0..tracks).map(Form::unknown).collect();
    let seen: Option<Vec<_>> = named.iter().map(|state| layout.read(state)).collect();
    let seen = seen.unwrap_or_default();
    if seen.is_empty() {
        return Ok(Vec::new());
    }
    let mut pairs = Vec::new();
    for i in 0..tracks {
        for j in (0..tracks).filter(|j| *j != i) {
            for more in [1, 0] {
                if seen.iter().all(|(_, at)| at[i] >= &at[j] + more) {
                    pairs.push((i, j, more));
                }
            }
        }
    }
    let mut paths: Vec<Path> = kernel.paths().into_iter().map(|(_, path)| path).collect();
    paths.sort_by_key(|a| (a.unknowns, a.constraints.len()));
    paths.dedup_by(|a, b| a.constraints == b.constraints && a.to == b.to);
    loop {
        let before = pairs.len();
        for path in &paths {
            let mut constraints = path.constraints.clone();
            let kept = pairs
                .iter()
                .map(|(i, j, more)| distance(&here, *i, *j, *more));
            constraints.extend(kept.map(Constraint::NotNegative));
            let mut left = Vec::new();
            for (i, j, more) in pairs {
                let after = distance(&path.to, i, j, more);
                if kernel.follows(&constraints, path.unknowns, &after)? {
                    left.push((i, j, more));
                }
            }
            pairs = left;
        }
        if pairs.len() == before {
            break;
        }
    }
    if pairs.is_empty() {
        return Ok(Vec::new());
    }
    // Each from the one right below it: the one that most others are below.
    let below = |j: usize| pairs.iter().filter(|pair| pair.0 == j).count();
    let nearest = |i: usize| {
        let of = pairs.iter().filter(|pair| pair.0 == i);
        let best = of.max_by_key(|(_, j, more)| (below(*j), *more));
        best.map(|(_, j, more)| (*j, *more))
    };
    Ok((0..tracks).map(nearest).collect())
}
