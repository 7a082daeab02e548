//! Moves on tuples as displacements: vectors and rays.

use crate::expression::{Affine, Cond, Expr, moderate};
use crate::frame::is_implied;
use crate::game::By;
use crate::numbers::{Binder, Choices, NumberMove, Numbers};

use super::normal::{Line, lines};

/// Moves whose finite choices have more combinations than this are not written out.
const COMBINATIONS: usize = 1 << 14;

/// A family of displacements `base + k · step` for `least <= k <= most`; a single vector where
/// `free` is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ray {
    /// Who may use it.
    pub by: By,
    /// Which of the game's moves it comes from.
    pub rule: usize,
    /// The displacement's fixed part, one entry a variable.
    pub base: Vec<i64>,
    /// What each further k adds.
    pub step: Vec<i64>,
    /// The least k.
    pub least: i64,
    /// The largest k, where the rules give one.
    pub most: Option<i64>,
    /// The values of the move's binders; that of the free one does not matter.
    pub chosen: Vec<i64>,
    /// The binder that k is, if any.
    pub free: Option<usize>,
    /// The move's guard, over variables and binders.
    pub guard: Cond,
}

/// Whether every ray lowers its numbers for ever, with no guard and from the very place, and no two
/// go the same way: then no two moves lead from one state to the same.
pub fn apart(rays: &[Ray]) -> bool {
    let plain = |ray: &Ray| {
        ray.guard == Cond::Const(true)
            && ray.most.is_none()
            && ray.least >= 1
            && ray.base.iter().all(|entry| *entry == 0)
            && ray.step.iter().all(|entry| *entry <= 0)
            && ray.step.iter().any(|entry| *entry < 0)
    };
    // Parallel where all minors vanish; entries are up to 2^62.
    let parallel = |one: &Ray, other: &Ray| {
        let pairs = || one.step.iter().zip(&other.step);
        pairs().all(|(a, b)| {
            pairs().all(|(c, d)| i128::from(*a) * i128::from(*d) == i128::from(*b) * i128::from(*c))
        })
    };
    let all_plain = rays.iter().all(plain);
    let mut pairs = (rays.iter().enumerate())
        .flat_map(|(at, one)| rays[at + 1..].iter().map(move |other| (one, other)));
    all_plain && pairs.all(|(one, other)| !parallel(one, other))
}

impl Ray {
    /// The choice of k with which nothing changes, if there is one.
    pub fn still(&self) -> Option<i64> {
        let mut wanted = None;
        for (base, step) in self.base.iter().zip(&self.step) {
            match (base, step) {
                (0, 0) => {}
                (_, 0) => return None,
                _ if base % step != 0 => return None,
                _ => {
                    let k = -base / step;
                    if *wanted.get_or_insert(k) != k {
                        return None;
                    }
                }
            }
        }
        let k = wanted.unwrap_or(self.least);
        (k >= self.least && self.most.is_none_or(|most| k <= most)).then_some(k)
    }
}

/// The displacement of a move as a linear form in its binders, one a variable; `None` where it
/// depends on the position.
fn displacement(numbers: &Numbers, command: &NumberMove) -> Option<Vec<Affine>> {
    let variables = numbers.variables.len();
    let slots = variables + command.binders.len();
    let mut forms = vec![Expr::Const(0).affine(slots)?; variables];
    for (variable, update) in &command.updates {
        let mut form = update.affine(slots)?;
        form.coefficients[*variable] -= 1;
        if form.coefficients[..variables].iter().any(|c| *c != 0) {
            return None;
        }
        forms[*variable] = form;
    }
    Some(forms)
}

/// A known number within ±2^62.
fn constant(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Const(value) => moderate(*value),
        _ => None,
    }
}

/// The finite list of a binder's values, where it has one that the position does not change.
fn members(binder: &Binder) -> Option<Vec<i64>> {
    match &binder.choices {
        Choices::Of(members) => Some(members.clone()),
        Choices::Between(least, Some(most)) => {
            let (least, most) = (constant(least)?, constant(most)?);
            let fits = i128::from(most) - i128::from(least) < COMBINATIONS as i128;
            fits.then(|| (least..=most).collect())
        }
        Choices::Between(_, None) => None,
    }
}

/// Returns all moves of the game as vectors and rays, in any writing.
///
/// Returns `None` if some move isn't of this kind.
pub fn rays(numbers: &Numbers) -> Option<Vec<Ray>> {
    let mut all = Vec::new();
    for (rule, command) in numbers.moves.iter().enumerate() {
        let is_plain = |rays: &Vec<Ray>| rays.iter().all(|ray| ray.guard == Cond::Const(true));
        let written = as_written(numbers, rule, command);
        let found = match written {
            Some(rays) if is_plain(&rays) => rays,
            written => match in_normal_form(numbers, rule, command) {
                Some(rays) => rays,
                None => written?,
            },
        };
        all.extend(found);
    }
    Some(all)
}

/// Returns the rays of all moves as they are written: the number k of a ray is a choice of its
/// move.
pub fn written_rays(numbers: &Numbers) -> Option<Vec<Ray>> {
    let moves = numbers.moves.iter().enumerate();
    let all = moves.map(|(rule, command)| as_written(numbers, rule, command));
    Some(all.collect::<Option<Vec<_>>>()?.concat())
}

/// Returns the rays of a move by its normal form. They have no guard.
fn in_normal_form(numbers: &Numbers, rule: usize, command: &NumberMove) -> Option<Vec<Ray>> {
    let ray = |line: Line| {
        let is_free = line.step.iter().any(|entry| *entry != 0);
        Ray {
            by: command.by,
            rule,
            base: line.base,
            step: line.step,
            least: line.least,
            most: line.most,
            chosen: vec![0; usize::from(is_free)],
            free: is_free.then_some(0),
            guard: Cond::Const(true),
        }
    };
    Some(lines(numbers, command)?.into_iter().map(ray).collect())
}

/// Returns the rays of a move whose displacement is a linear form of its choices.
fn as_written(numbers: &Numbers, rule: usize, command: &NumberMove) -> Option<Vec<Ray>> {
    let mut all = Vec::new();
    let forms = displacement(numbers, command)?;
    let variables = numbers.variables.len();
    let mut open = None;
    let mut combinations = vec![vec![0; command.binders.len()]];
    for (at, binder) in command.binders.iter().enumerate() {
        match members(binder) {
            Some(members) => {
                if combinations.len() * members.len().max(1) > COMBINATIONS {
                    return None;
                }
                combinations = combinations
                    .iter()
                    .flat_map(|chosen| {
                        members.iter().map(move |member| {
                            let mut chosen = chosen.clone();
                            chosen[at] = *member;
                            chosen
                        })
                    })
                    .collect();
            }
            None if open.is_some() => return None,
            None => {
                let Choices::Between(least, most) = &binder.choices else {
                    return None;
                };
                let most = match most {
                    Some(most) if is_implied(numbers, command, at, most) => None,
                    Some(most) => Some(constant(most)?),
                    None => None,
                };
                open = Some((at, constant(least)?, most));
            }
        }
    }
    for chosen in combinations {
        let step: Vec<i64> = forms
            .iter()
            .map(|form| open.map_or(0, |(at, ..)| form.coefficients[variables + at]))
            .collect();
        all.push(Ray {
            by: command.by,
            rule,
            base: displaced(&forms, variables, &chosen)?,
            step,
            least: open.map_or(0, |(_, least, _)| least),
            most: open.map_or(Some(0), |(.., most)| most),
            free: open.map(|(at, ..)| at),
            chosen,
            guard: command.guard.clone(),
        });
    }
    Some(all)
}

fn displaced(forms: &[Affine], variables: usize, chosen: &[i64]) -> Option<Vec<i64>> {
    forms
        .iter()
        .map(|form| {
            chosen
                .iter()
                .zip(&form.coefficients[variables..])
                .try_fold(form.constant, |sum, (value, c)| {
                    sum.checked_add(value.checked_mul(*c)?)
                })
                .and_then(moderate)
        })
        .collect()
}

/// A set that holds every displacement of a move: `base + Σ t_j · rays[j]` for `t_j >= 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cone {
    /// The apex.
    pub base: Vec<i64>,
    /// The directions.
    pub rays: Vec<Vec<i64>>,
}

/// Cones that together hold every displacement of every move; `None` where a move's displacement
/// depends on the position in a way that no cone describes.
pub fn cones(numbers: &Numbers) -> Option<Vec<Cone>> {
    match rays(numbers) {
        Some(rays) => rays.into_iter().map(Cone::of).collect(),
        None => written_cones(numbers),
    }
}

/// Returns the cones of all moves as they are written.
pub fn written_cones(numbers: &Numbers) -> Option<Vec<Cone>> {
    let mut all = Vec::new();
    for command in &numbers.moves {
        let forms = displacement(numbers, command)?;
        let variables = numbers.variables.len();
        let mut apexes = vec![vec![0; command.binders.len()]];
        let mut rays = Vec::new();
        for (at, binder) in command.binders.iter().enumerate() {
            let lows: Vec<i64> = match &binder.choices {
                Choices::Of(members) => members.clone(),
                Choices::Between(least, _) => {
                    rays.push(
                        forms
                            .iter()
                            .map(|form| form.coefficients[variables + at])
                            .collect::<Vec<_>>(),
                    );
                    vec![constant(least)?]
                }
            };
            if apexes.len() * lows.len().max(1) > COMBINATIONS {
                return None;
            }
            apexes = apexes
                .iter()
                .flat_map(|chosen: &Vec<i64>| {
                    lows.iter().map(move |low| {
                        let mut chosen = chosen.clone();
                        chosen[at] = *low;
                        chosen
                    })
                })
                .collect();
        }
        for chosen in apexes {
            all.push(Cone {
                base: displaced(&forms, variables, &chosen)?,
                rays: rays.clone(),
            });
        }
    }
    Some(all)
}

impl Cone {
    fn of(ray: Ray) -> Option<Self> {
        let first = ray.base.iter().zip(&ray.step);
        let first = first.map(|(base, step)| base.checked_add(step.checked_mul(ray.least)?));
        Some(Self {
            base: first.collect::<Option<_>>()?,
            rays: ray.free.iter().map(|_| ray.step.clone()).collect(),
        })
    }

    /// Whether no displacement raises this variable.
    pub fn never_raises(&self, variable: usize) -> bool {
        self.base[variable] <= 0 && self.rays.iter().all(|ray| ray[variable] <= 0)
    }
}
