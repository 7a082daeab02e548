//! The moves of a game on tuples as vectors and rays, with what a kernel has to know of the rest of
//! its rules.

use std::fmt;

use whowins_analysis::derive::rays;
use whowins_analysis::expression::Cond;
use whowins_analysis::numbers::Numbers;
use whowins_analysis::{By, Game};

/// Why a kernel does not take a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub(super) String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

pub(super) fn refuse<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal(why.into()))
}

/// Larger changes of a number are not taken.
const LONGEST: i64 = 1 << 20;

/// The displacements `first + j · step` for every j >= 0; a single vector where there is no step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub by: By,
    pub first: Vec<i64>,
    pub step: Option<Vec<i64>>,
    pub guard: Cond,
}

/// The variables of a game on tuples of numbers from 0 on.
pub(super) fn numbers(game: &Game) -> Result<&Numbers, Refusal> {
    let Some(numbers) = game.numbers() else {
        return refuse("the kernel is for positions that are tuples of numbers");
    };
    if game.ending.blocked > 0 {
        return refuse("the opponent may block options, and the kernel does not count them");
    }
    match numbers.variables.iter().find(|one| one.least != 0) {
        Some(one) => refuse(format!(
            "the kernel is for numbers from 0 on; {} is at least {}",
            one.name, one.least
        )),
        None => Ok(numbers),
    }
}

/// All moves, each displacement once.
pub(super) fn lines(numbers: &Numbers) -> Result<Vec<Line>, Refusal> {
    let Some(rays) = rays(numbers) else {
        return refuse("some move does not change the position by vectors or along a ray");
    };
    let mut all: Vec<Line> = Vec::new();
    for ray in rays {
        let text = &numbers.moves[ray.rule].text;
        let open = ray.free.is_some() && ray.step.iter().any(|entry| *entry != 0);
        if open && ray.most.is_some() {
            return refuse(format!("`{text}` is a long ray with an end"));
        }
        let first: Option<Vec<i64>> = ray
            .base
            .iter()
            .zip(&ray.step)
            .map(|(base, step)| base.checked_add(step.checked_mul(ray.least)?))
            .collect();
        let short = |entry: &i64| entry.unsigned_abs() <= LONGEST as u64;
        let Some(first) = first.filter(|first| first.iter().chain(&ray.step).all(short)) else {
            return refuse(format!("`{text}` goes too far at once"));
        };
        if ray.still().is_some() {
            return refuse(format!("`{text}` may change nothing"));
        }
        // No number is in the range of a binder that ends before it begins.
        if ray.most.is_some_and(|most| most < ray.least) {
            continue;
        }
        let line = Line {
            by: ray.by,
            first,
            step: open.then_some(ray.step),
            guard: ray.guard,
        };
        if !all.contains(&line) {
            all.push(line);
        }
    }
    Ok(all)
}
