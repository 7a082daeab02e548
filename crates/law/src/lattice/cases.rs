//! Positions with their options as the rules have them, for the theory to compare with its own: where each move is possible, and where
//! it just is not; on either side of every number that an ending compares with.

use std::collections::BTreeSet;

use whowins_analysis::derive::{Ray, rays};
use whowins_analysis::expression::{Cond, Expr};
use whowins_analysis::numbers::Numbers;
use whowins_analysis::{Frame, Game, Player, Verdict};

use super::vectors::FOREIGN;

/// Who is to move, where, and each option once.
pub(crate) type Case = (Player, Vec<i64>, Vec<Vec<i64>>);

/// Of more moves than these, some are picked; the largest position has all of them.
const PICKED: usize = 48;
/// So many options are compared in all.
const OPTIONS: usize = 60_000;

/// Telling positions from `low` on, with the options of either player.
///
/// # Errors
///
/// Where no move could be compared, or more than Coq is given.
pub(crate) fn cases(game: &Game, low: &[i64]) -> Result<Vec<Case>, String> {
    let frame = Frame::new(game, 1, 1);
    let (mut all, mut count) = (Vec::new(), 0);
    for state in telling(game, low)? {
        for player in Player::BOTH {
            let mut next = Vec::new();
            let _ = frame.options(player, &state, &mut |option| {
                next.push(option.to.to_vec());
                count += 1;
                match count > OPTIONS {
                    true => std::ops::ControlFlow::Break(()),
                    false => std::ops::ControlFlow::Continue(()),
                }
            });
            if count > OPTIONS {
                return Err(format!(
                    "moves reach so far that more than {OPTIONS} options would have to be compared with those of the rules"
                ));
            }
            all.push((player, state.clone(), distinct(&next)));
        }
    }
    // A comparison of nothing would say nothing about the rules.
    match all.iter().any(|(_, _, next)| !next.is_empty()) {
        true => Ok(all),
        false => Err(
            "no move is possible where the moves are to be compared with those of the rules".into(),
        ),
    }
}

/// The positions: a small corner; for each move, where it is just possible, and one less in each number that it lowers; one where all
/// are possible; and each number that an ending compares with, and its neighbours, far along the other axes.
pub(crate) fn telling(game: &Game, low: &[i64]) -> Result<Vec<Vec<i64>>, String> {
    let Some(numbers) = game.numbers() else {
        return Err(FOREIGN.into());
    };
    let moves = displacements(numbers)?;
    let marks = marks(game, low.len());
    let past: Vec<i64> = low
        .iter()
        .zip(&marks)
        .map(|(low, marks)| marks.iter().fold(*low, |past, mark| past.max(mark + 1)))
        .collect();
    let mut all: BTreeSet<Vec<i64>> = corner(low).into_iter().collect();
    let mut far = past.clone();
    for step in &moves {
        for (far, change) in far.iter_mut().zip(step) {
            *far = (*far).max(change.saturating_neg().saturating_add(1));
        }
    }
    let every = moves.len().div_ceil(PICKED).max(1);
    for step in moves.iter().rev().step_by(every) {
        for floor in [low, &past] {
            let just: Vec<i64> = floor
                .iter()
                .zip(step)
                .map(|(floor, change)| (*floor).max(change.saturating_neg()))
                .collect();
            for at in 0..low.len() {
                if just[at] > low[at] {
                    let mut before = just.clone();
                    before[at] -= 1;
                    all.insert(before);
                }
            }
            all.insert(just);
        }
    }
    for (at, marks) in marks.iter().enumerate() {
        for mark in marks.iter().flat_map(|mark| mark - 1..=mark + 1) {
            let mut beside = far.clone();
            beside[at] = mark.max(low[at]);
            all.insert(beside);
        }
    }
    all.insert(far);
    let inside = |state: &Vec<i64>| {
        let ranges = state.iter().zip(&numbers.variables);
        ranges.into_iter().all(|(value, variable)| {
            *value >= variable.least && variable.most.is_none_or(|most| *value <= most)
        })
    };
    Ok(all.into_iter().filter(inside).collect())
}

/// What the moves add, the first two steps of each ray; each once, in rising order.
fn displacements(numbers: &Numbers) -> Result<Vec<Vec<i64>>, String> {
    let rays = rays(numbers).ok_or(FOREIGN)?;
    let step = |ray: &Ray, k: i64| -> Vec<i64> {
        let entries = ray.base.iter().zip(&ray.step);
        entries
            .map(|(base, step)| base.saturating_add(step.saturating_mul(k)))
            .collect()
    };
    let two = |ray: &Ray| match ray.free {
        None => vec![step(ray, ray.least)],
        Some(_) => vec![step(ray, ray.least), step(ray, ray.least.saturating_add(1))],
    };
    let all: BTreeSet<Vec<i64>> = rays.iter().flat_map(two).collect();
    Ok(all.into_iter().collect())
}

/// For each number, what endings compare it with.
fn marks(game: &Game, dimension: usize) -> Vec<BTreeSet<i64>> {
    let mut marks = vec![BTreeSet::new(); dimension];
    for goal in &game.ending.goals {
        gather(&goal.when, &mut marks);
        if let Verdict::Depends(condition, ..) = &goal.verdict {
            gather(condition, &mut marks);
        }
    }
    marks
}

fn gather(condition: &Cond, marks: &mut [BTreeSet<i64>]) {
    match condition {
        Cond::And(all) | Cond::Or(all) => all.iter().for_each(|one| gather(one, marks)),
        Cond::Not(one) => gather(one, marks),
        Cond::Compare(_, Expr::Slot(slot), Expr::Const(number))
        | Cond::Compare(_, Expr::Const(number), Expr::Slot(slot)) => {
            if let Some(marks) = marks.get_mut(*slot)
                && *number < 1 << 40
            {
                marks.insert(*number);
            }
        }
        _ => {}
    }
}

/// All small positions from `low` on.
fn corner(low: &[i64]) -> Vec<Vec<i64>> {
    let side = match low.len() {
        1 => 12i64,
        2 => 4,
        _ => 2,
    };
    // In many dimensions some of them.
    let count = side.saturating_pow(low.len() as u32).min(256);
    (0..count)
        .map(|number| {
            let mut rest = number;
            let mut state = low.to_vec();
            for coordinate in state.iter_mut().rev() {
                *coordinate += rest % side;
                rest /= side;
            }
            state
        })
        .collect()
}

/// The same, each once.
pub(super) fn distinct(all: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut own: Vec<Vec<i64>> = Vec::new();
    let mut seen = BTreeSet::new();
    for one in all {
        if seen.insert(one.clone()) {
            own.push(one.clone());
        }
    }
    own
}
