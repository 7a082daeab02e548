//! The search's own check of a labelling: the kernel's condition as first-order sentences, and what refutes them.

use std::collections::BTreeMap;

use dashu_int::UBig;
use whowins_automata::{Dfa, Error, Formula, Limits, Term, Theory, call, constant, var};
use whowins_rules::derive::Ray;
use whowins_rules::expression::Cond;
use whowins_rules::{Player, Stuck};

use super::numerals::Numerals;

/// Larger coefficients are not written out as sums.
const FACTOR: i64 = 64;

/// Names of the coordinates before a move.
pub(super) fn here(coordinate: usize) -> String {
    format!("here{coordinate}")
}

/// Names of the coordinates after a move.
pub(super) fn there(coordinate: usize) -> String {
    format!("there{coordinate}")
}

/// A game's moves in one numeration system.
pub(super) struct Kernel {
    theory: Theory<Numerals>,
    coordinates: usize,
    stuck: Stuck,
    moves: [Vec<Dfa>; 2],
    impartial: bool,
}

/// Whether the moves can be written as formulas here.
pub(super) fn expressible(ray: &Ray) -> bool {
    ray.guard == Cond::Const(true)
        && ray.step.iter().all(|step| step.abs() <= FACTOR)
        && ray.base.iter().all(|base| base.abs() <= 1 << 20)
        && ray.least.abs() <= 1 << 20
}

/// `from + change + times · far = to`, in sums alone.
fn changes(from: &str, to: &str, change: i64, times: i64) -> Formula {
    let (mut left, mut right) = (var(from), var(to));
    let add = |side: &mut Term, what: Term| *side = side.clone().plus(what);
    let side = if change < 0 { &mut right } else { &mut left };
    if change != 0 {
        add(side, constant(change.unsigned_abs()));
    }
    let side = if times < 0 { &mut right } else { &mut left };
    for _ in 0..times.unsigned_abs() {
        add(side, var("far"));
    }
    left.equals(right)
}

/// The moves of one ray, from `here` to `there`.
fn travels(ray: &Ray, coordinates: usize) -> Formula {
    let nothing = constant(0u8).equals(constant(0u8));
    let long = ray.most != Some(ray.least);
    let (mut still, mut moving) = (None, None);
    for at in 0..coordinates {
        let times = if long { ray.step[at] } else { 0 };
        let first = ray.base[at] + ray.step[at] * ray.least;
        let change = changes(&here(at), &there(at), first, times);
        let part = if times == 0 { &mut still } else { &mut moving };
        *part = Some(match part.take() {
            None => change,
            Some(before) => Formula::and(before, change),
        });
    }
    if let (Some(changes), Some(most)) = (moving.take(), ray.most) {
        let span = u64::try_from(most.saturating_sub(ray.least));
        moving = Some(match span {
            Ok(span) => changes.and(var("far").at_most(constant(span))),
            Err(_) => nothing.clone().negate(),
        });
    }
    let moving = moving.map(|formula| formula.exists("far"));
    match (still, moving) {
        (Some(still), Some(moving)) => moving.and(still),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => nothing,
    }
}

impl Kernel {
    /// Proves the system's arithmetic and lays out the moves.
    pub(super) fn new(
        system: Numerals,
        coordinates: usize,
        rays: &[Ray],
        stuck: Stuck,
        impartial: bool,
        limits: Limits,
    ) -> Result<Self, Error> {
        let theory = Theory::new(system, limits)?;
        let names: Vec<String> = (0..coordinates)
            .map(here)
            .chain((0..coordinates).map(there))
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut moves = [Vec::new(), Vec::new()];
        for ray in rays {
            let dfa = theory.automaton(&names, &travels(ray, coordinates))?;
            for player in Player::BOTH {
                if ray.by.allows(player) {
                    moves[player.index()].push(dfa.clone());
                }
            }
        }
        Ok(Self {
            theory,
            coordinates,
            stuck,
            moves,
            impartial,
        })
    }

    pub(super) fn theory(&self) -> &Theory<Numerals> {
        &self.theory
    }

    /// The automata of a player's moves, tracks before and then tracks after.
    pub(super) fn moves(&self, player: Player) -> &[Dfa] {
        &self.moves[player.index()]
    }

    /// A position at which the labelling is no kernel, with the player to move; `loses` are the labelled losses of each player,
    /// right on padding and on what is a position.
    pub(super) fn violation(
        &mut self,
        loses: &[Dfa; 2],
    ) -> Result<Option<(Player, Vec<UBig>)>, Error> {
        let range = 0..self.coordinates;
        let (heres, theres): (Vec<_>, Vec<_>) = (
            range.clone().map(|at| var(here(at))).collect(),
            range.clone().map(|at| var(there(at))).collect(),
        );
        for player in Player::BOTH {
            self.theory
                .define(format!("loses{}", player.index()), &loses[player.index()])?;
        }
        let players = if self.impartial { 1 } else { 2 };
        for player in &Player::BOTH[..players] {
            let lost = call(format!("loses{}", player.index()), heres.clone());
            let then = call(format!("loses{}", player.other().index()), theres.clone());
            let anywhere = range
                .clone()
                .map(|at| var(there(at)).equals(var(there(at))))
                .reduce(Formula::and);
            let count = self.moves[player.index()].len();
            let mut stays: Option<Formula> = None;
            let mut cannot: Option<Formula> = anywhere.clone();
            for at in 0..count {
                let name = format!("move{at}");
                let dfa = self.moves[player.index()][at].clone();
                self.theory.define(name.clone(), &dfa)?;
                let step = call(name, heres.iter().chain(&theres).cloned());
                let into = range
                    .clone()
                    .fold(step.clone().and(then.clone()), |f, at| f.exists(there(at)));
                // Cheapest first: a loss that moves to a loss needs no look at the other moves.
                let wins = self.named(&format!("wins{at}"), &into, &heres)?;
                if let Some(at) = self.refuted(&lost.clone().and(wins.clone()).negate())? {
                    return Ok(Some((*player, at)));
                }
                let not = wins.negate();
                stays = Some(match stays {
                    None => not,
                    Some(before) => before.and(not),
                });
                if self.stuck == Stuck::Wins {
                    let out = range.clone().fold(step, |f, at| f.exists(there(at)));
                    let out = self.named(&format!("moves{at}"), &out, &heres)?.negate();
                    cannot = match (at, cannot) {
                        (0, _) | (_, None) => Some(out),
                        (_, Some(before)) => Some(before.and(out)),
                    };
                }
            }
            let stays = stays.unwrap_or_else(|| constant(0u8).equals(constant(0u8)));
            let mut loses = stays;
            if let (Stuck::Wins, Some(cannot)) = (self.stuck, cannot) {
                loses = if count == 0 {
                    constant(0u8).less(constant(0u8))
                } else {
                    loses.and(cannot.negate())
                };
            }
            if let Some(at) = self.refuted(&lost.iff(loses))? {
                return Ok(Some((*player, at)));
            }
        }
        Ok(None)
    }

    /// The set of a formula over the coordinates before a move, under a name.
    fn named(&mut self, name: &str, formula: &Formula, heres: &[Term]) -> Result<Formula, Error> {
        let names: Vec<String> = (0..self.coordinates).map(here).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let dfa = self.theory.automaton(&names, formula)?;
        self.theory.define(name, &dfa)?;
        Ok(call(name, heres.to_vec()))
    }

    fn refuted(&self, formula: &Formula) -> Result<Option<Vec<UBig>>, Error> {
        let found: Option<BTreeMap<String, UBig>> = self.theory.counterexample(formula)?;
        Ok(found.map(|values| {
            (0..self.coordinates)
                .map(|at| values.get(&here(at)).cloned().unwrap_or(UBig::ZERO))
                .collect()
        }))
    }
}
