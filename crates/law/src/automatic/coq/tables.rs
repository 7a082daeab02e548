//! Each ray as an automaton over pairs of letters: its linear constraints, followed digit by digit, then minimised.

use std::collections::HashMap;

use whowins_analysis::derive::Ray;

use super::digits::{Letters, System};
use super::partition::{classes, quotient};

/// More states than this are too many for Coq.
const STATES: usize = 1 << 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Equal,
    Above,
    Modulo(i64),
}

/// `form · (q - p)` equals, is above, or is congruent to `constant`, as `cons_of` in `proofs/Lattice.v`.
#[derive(Debug)]
struct Constraint {
    form: Vec<i64>,
    kind: Kind,
    constant: i64,
    /// The most that one digit adds.
    size: i64,
}

/// What is left of a constraint; `None` where it is sure to hold.
type Left = Option<(i64, i64)>;

impl Constraint {
    fn new(system: System, form: Vec<i64>, kind: Kind, constant: i64) -> Self {
        let size = system.largest_digit() * form.iter().map(|c| c.abs()).sum::<i64>();
        Self {
            form,
            kind,
            constant,
            size,
        }
    }

    /// After one more pair of letters; `Err` where it is sure to fail.
    fn step(&self, system: System, left: Left, p: &[i64], q: &[i64]) -> Result<Left, ()> {
        let Some(state) = left else { return Ok(None) };
        let adds = self.form.iter().zip(p.iter().zip(q));
        let (a, b) = system.advance(state, adds.map(|(c, (p, q))| c * (q - p)).sum());
        let bound = self.constant.abs();
        let above = system.stays_above((a, b), self.size, bound);
        let below = system.stays_above((-a, -b), self.size, bound);
        match self.kind {
            Kind::Modulo(m) => Ok(Some((a.rem_euclid(m), b.rem_euclid(m)))),
            Kind::Equal if above || below => Err(()),
            Kind::Above if below => Err(()),
            Kind::Above if above => Ok(None),
            _ => Ok(Some((a, b))),
        }
    }

    fn holds(&self, left: Left) -> bool {
        left.is_none_or(|(a, _)| match self.kind {
            Kind::Equal => a == self.constant,
            Kind::Above => a > self.constant,
            Kind::Modulo(m) => (a - self.constant).rem_euclid(m) == 0,
        })
    }
}

fn constraints(system: System, ray: &Ray) -> Vec<Constraint> {
    let dimension = ray.base.len();
    let unit = |at: usize, c: i64| -> Vec<i64> {
        (0..dimension)
            .map(|i| if i == at { c } else { 0 })
            .collect()
    };
    let Some(pivot) = ray.step.iter().position(|entry| *entry != 0) else {
        let fixed = |at| Constraint::new(system, unit(at, 1), Kind::Equal, ray.base[at]);
        return (0..dimension).map(fixed).collect();
    };
    let (step, base) = (ray.step[pivot], ray.base[pivot]);
    let (sign, length) = (step.signum(), step.abs());
    let mut all = Vec::new();
    for at in (0..dimension).filter(|at| *at != pivot) {
        let mut form = unit(at, step);
        form[pivot] -= ray.step[at];
        let constant = step * ray.base[at] - ray.step[at] * base;
        all.push(Constraint::new(system, form, Kind::Equal, constant));
    }
    if length != 1 {
        let kind = Kind::Modulo(length);
        all.push(Constraint::new(system, unit(pivot, 1), kind, base));
    }
    let least = ray.least * length + sign * base - 1;
    all.push(Constraint::new(
        system,
        unit(pivot, sign),
        Kind::Above,
        least,
    ));
    if let Some(most) = ray.most {
        let most = -(most * length) - sign * base - 1;
        all.push(Constraint::new(
            system,
            unit(pivot, -sign),
            Kind::Above,
            most,
        ));
    }
    all
}

/// The rays' automata in one table, state 0 dead.
#[derive(Debug)]
pub(super) struct Tables {
    /// `next[state][letter of p · letters + letter of q]`.
    pub(super) next: Vec<Vec<u32>>,
    pub(super) accepts: Vec<bool>,
    /// One state a ray.
    pub(super) starts: Vec<u32>,
}

impl Tables {
    pub(super) fn new(letters: &Letters, rays: &[Ray]) -> Result<Self, String> {
        let mut next = vec![vec![0; letters.len() * letters.len()]];
        let mut accepts = vec![false];
        let mut starts = Vec::new();
        for ray in rays {
            let own = constraints(letters.system, ray);
            starts.push(next.len() as u32);
            explore(letters, &own, &mut next, &mut accepts)?;
        }
        let outputs: Vec<u32> = accepts.iter().map(|accepts| u32::from(*accepts)).collect();
        let class = classes(&next, &outputs);
        let (next, speakers) = quotient(&next, &class);
        Ok(Self {
            next,
            accepts: speakers.iter().map(|state| accepts[*state]).collect(),
            starts: starts.iter().map(|state| class[*state as usize]).collect(),
        })
    }
}

fn explore(
    letters: &Letters,
    constraints: &[Constraint],
    next: &mut Vec<Vec<u32>>,
    accepts: &mut Vec<bool>,
) -> Result<(), String> {
    let first = next.len();
    let start: Vec<Left> = vec![Some((0, 0)); constraints.len()];
    let mut known = HashMap::from([(start.clone(), first as u32)]);
    let mut found = vec![start];
    let mut at = 0;
    while at < found.len() {
        let state = found[at].clone();
        at += 1;
        let holds = constraints
            .iter()
            .zip(&state)
            .all(|(c, left)| c.holds(*left));
        accepts.push(holds);
        let mut row = Vec::with_capacity(letters.len() * letters.len());
        for p in &letters.all {
            for q in &letters.all {
                let step = |(c, left): (&Constraint, &Left)| c.step(letters.system, *left, p, q);
                let to: Result<Vec<Left>, ()> = constraints.iter().zip(&state).map(step).collect();
                row.push(to.map_or(0, |to| {
                    *known.entry(to).or_insert_with_key(|to| {
                        found.push(to.clone());
                        (first + found.len() - 1) as u32
                    })
                }));
            }
        }
        next.push(row);
        if found.len() > STATES {
            return Err("a move needs too many states for Coq".into());
        }
    }
    Ok(())
}
