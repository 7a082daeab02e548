//! The search's own check of a labelling: the kernel's condition as first-order sentences, and what
//! refutes them.

use std::collections::BTreeMap;

use dashu_int::UBig;
use whowins_analysis::derive::Ray;
use whowins_analysis::expression::Cond;
use whowins_analysis::{Game, Player, Stuck};
use whowins_automata::{Dfa, Error, Formula, Limits, System, Term, Theory, call, constant, var};

use super::guard;

/// Larger coefficients are not written out as sums.
const FACTOR: i64 = 64;

/// Names of the coordinates before a move.
fn here(coordinate: usize) -> String {
    format!("here{coordinate}")
}

/// Names of the coordinates after a move.
fn there(coordinate: usize) -> String {
    format!("there{coordinate}")
}

/// A game's moves in one numeration system.
pub(super) struct Kernel {
    theory: Theory<System>,
    coordinates: usize,
    stuck: Stuck,
    moves: [Vec<Dfa>; 2],
    impartial: bool,
    /// How many options the opponent may block.
    blocked: u32,
    /// Where some may be blocked: the moves ray by ray, each with the first ray that has it alone.
    once: Vec<Dfa>,
}

/// Whether the moves can be written as formulas here.
pub(super) fn expressible(ray: &Ray) -> bool {
    guard::expressible(ray)
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

/// All of them; true for none.
fn all(formulas: Vec<Formula>) -> Formula {
    let nothing = constant(0u8).equals(constant(0u8));
    formulas.into_iter().reduce(Formula::and).unwrap_or(nothing)
}

/// The moves of one ray, from `here` to `there`.
fn travels(ray: &Ray, coordinates: usize) -> Formula {
    let long = ray.most != Some(ray.least);
    let (mut still, mut moving) = (Vec::new(), Vec::new());
    for at in 0..coordinates {
        let times = if long { ray.step[at] } else { 0 };
        let first = ray.base[at] + ray.step[at] * ray.least;
        let part = if times == 0 { &mut still } else { &mut moving };
        part.push(changes(&here(at), &there(at), first, times));
    }
    // A guard may speak of how far the ray goes.
    if ray.guard != Cond::Const(true)
        && let Some(guard) = guard::formula(ray, here, "far")
    {
        let part = if long { &mut moving } else { &mut still };
        part.push(guard);
    }
    if long {
        if let Some(most) = ray.most {
            let span = u64::try_from(most.saturating_sub(ray.least));
            moving.push(match span {
                Ok(span) => var("far").at_most(constant(span)),
                Err(_) => all(Vec::new()).negate(),
            });
        }
        still.push(all(moving).exists("far"));
        return all(still);
    }
    // A single vector goes no step past its least, should its guard ask.
    let nowhere = var("far").equals(constant(0u8));
    match ray.guard {
        Cond::Const(true) => all(still),
        _ => all(still).and(nowhere).exists("far"),
    }
}

impl Kernel {
    /// Proves the system's arithmetic and lays out the moves.
    pub(super) fn new(
        system: &System,
        coordinates: usize,
        rays: &[Ray],
        game: &Game,
        limits: &Limits,
    ) -> Result<Self, Error> {
        let theory = Theory::new(system.clone(), limits)?;
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
        let mut once = Vec::new();
        if game.ending.blocked > 0 {
            let mut before: Option<Dfa> = None;
            for ray in &moves[0] {
                let (own, all) = match &before {
                    None => (ray.clone(), ray.clone()),
                    Some(before) => {
                        let own = ray.product(before, |own, before| own && !before, limits)?;
                        (own, ray.or(before, limits)?)
                    }
                };
                before = Some(all);
                once.push(own);
            }
        }
        Ok(Self {
            theory,
            coordinates,
            once,
            stuck: game.ending.stuck,
            moves,
            impartial: game.is_impartial(),
            blocked: game.ending.blocked,
        })
    }

    /// The automata of a player's moves, tracks before and then tracks after, in the order of the
    /// rays.
    pub(super) fn moves(&self, player: Player) -> &[Dfa] {
        &self.moves[player.index()]
    }

    /// A position at which the labelling is no kernel, with the player to move; `loses` are the
    /// labelled losses of each player, right on padding and on what is a position.
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
        if self.blocked > 0 {
            return self.miscounted(&loses[0]);
        }
        let players = if self.impartial { 1 } else { 2 };
        for player in &Player::BOTH[..players] {
            let lost = call(format!("loses{}", player.index()), heres.clone());
            let then = call(format!("loses{}", player.other().index()), theres.clone());
            let (mut stays, mut cannot) = (Vec::new(), Vec::new());
            for (at, dfa) in self.moves[player.index()].clone().iter().enumerate() {
                let name = format!("move{at}");
                self.theory.define(name.clone(), dfa)?;
                let step = call(name, heres.iter().chain(&theres).cloned());
                let somewhere =
                    |formula: Formula| range.clone().fold(formula, |f, at| f.exists(there(at)));
                let into = somewhere(step.clone().and(then.clone()));
                let wins = self.named(&format!("wins{at}"), &into, &heres)?;
                // A loss that moves to a loss needs no look at the other moves.
                if let Some(at) = self.refuted(&lost.clone().and(wins.clone()).negate())? {
                    return Ok(Some((*player, at)));
                }
                stays.push(wins.negate());
                if self.stuck == Stuck::Wins {
                    let out = self.named(&format!("out{at}"), &somewhere(step), &heres)?;
                    cannot.push(out.negate());
                }
            }
            let loses = match self.stuck {
                Stuck::Wins => all(stays).and(all(cannot).negate()),
                _ => all(stays),
            };
            if let Some(at) = self.refuted(&lost.iff(loses))? {
                return Ok(Some((*player, at)));
            }
        }
        Ok(None)
    }

    /// A position where the options labelled lost, each counted once, are more than can be blocked
    /// though it is labelled lost, or no more though it is labelled won.
    fn miscounted(&mut self, loses: &Dfa) -> Result<Option<(Player, Vec<UBig>)>, Error> {
        let most = self.blocked as usize;
        let limits = self.theory.limits();
        let tracks: Vec<usize> = (0..2 * self.coordinates).collect();
        let after = &tracks[self.coordinates..];
        // At `n`: where n lost options are seen so far.
        let mut seen = vec![self.theory.valid(self.coordinates)?];
        for moves in &self.once {
            let digits = moves.digits().to_vec();
            let lost = moves.join(&tracks, loses, after, digits, |a, b| a && b, limits)?;
            let mut along = Vec::new();
            while along.len() <= most {
                let least = along.len() as u32 + 1; // few are blocked
                let some = self.theory.project_at_least(&lost, after, least)?;
                if some.is_empty() {
                    break;
                }
                along.push(some);
            }
            let before = seen.clone();
            for (n, from) in before.iter().enumerate() {
                for (more, some) in along.iter().enumerate() {
                    let (sum, both) = (n + more + 1, from.and(some, limits)?);
                    match seen.get_mut(sum) {
                        Some(seen) => *seen = seen.or(&both, limits)?,
                        None if sum <= most + 1 => seen.push(both),
                        None => {}
                    }
                }
            }
        }
        let wins = match seen.pop() {
            Some(wins) if seen.len() == most + 1 => wins,
            _ => Dfa::explore(
                loses.digits().to_vec(),
                (),
                |_, _| Some(()),
                |_| false,
                limits,
            )?,
        };
        self.theory.define("enough", &wins)?;
        let heres: Vec<Term> = (0..self.coordinates).map(|at| var(here(at))).collect();
        let lost = call("loses0", heres.clone());
        let wrong = self.refuted(&lost.iff(call("enough", heres).negate()))?;
        Ok(wrong.map(|at| (Player::First, at)))
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
