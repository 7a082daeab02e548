//! Counterexamples of statements, in one order: the sum of the numbers, then the first numbers.

use dashu_int::{IBig, UBig};
use whowins_analysis::paths::{Form, Layout};
use whowins_analysis::{Player, Position, Value};
use whowins_automata::{Dfa, NumerationSystem};
use whowins_verify::Rejection;

use super::{FARTHEST, Here, POSITIONS, Stating};
use crate::firstorder::names;
use crate::firstorder::oracle::Oracle;
use crate::words::{Arithmetic, Statement};

/// A position at which a statement is wrong.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The position.
    pub position: Position,
    /// Who is to move.
    pub player: Player,
    /// What it is worth to the player to move.
    pub value: Value,
    /// Whether no position before it is one, in the order of the sum of the numbers, then of the
    /// first numbers.
    pub is_smallest: bool,
}

/// The order of positions: the sum of the numbers, the numbers, and whose turn it is.
pub(super) type Rank = (IBig, Vec<IBig>, usize);

pub(super) fn rank(numbers: Vec<IBig>, turn: usize) -> Rank {
    (numbers.iter().sum(), numbers, turn)
}

impl Stating<'_> {
    /// Returns the first position in order at which it is not so that exactly these are lost.
    pub(super) fn smallest(
        &self,
        lost: &Statement,
        layout: &Layout,
        game_term: &whowins_core::Game,
    ) -> Result<Option<Counterexample>, Rejection> {
        let mut oracle = Oracle::new(game_term, layout, &self.search.limits.budget);
        oracle.allow(POSITIONS);
        // A number is at least its track, so the sum of a position is at least that of its tracks
        // and this.
        let constants = (0..layout.memories()).map(|memory| {
            let forms = layout.forms(memory)[1..].concat();
            forms.iter().map(|form| &form.constant).sum::<IBig>()
        });
        let constant = constants.min().unwrap_or_default();
        let mut first: Option<(Rank, Counterexample)> = None;
        for sum in 0..FARTHEST {
            let least = &constant + IBig::from(sum);
            let is_first = |(rank, _): &(Rank, _)| rank.0 < least;
            if first.as_ref().is_some_and(is_first) {
                return Ok(first.map(|(_, found)| found));
            }
            if self.search.limits.check().is_err() {
                break;
            }
            let mut tracks = vec![0; layout.tracks()];
            if let Some(last) = tracks.last_mut() {
                *last = sum;
            }
            loop {
                let Ok(label) = oracle.label(&tracks) else {
                    return Ok(unordered(first));
                };
                for (rank, found) in self.wrong_at(&tracks, &label, lost, layout) {
                    if first.as_ref().is_none_or(|(before, _)| rank < *before) {
                        first = Some((rank, found));
                    }
                }
                if !another(&mut tracks) {
                    break;
                }
            }
        }
        Ok(unordered(first))
    }

    /// The positions with these tracks, of which the outcomes are known, at which the statement is
    /// wrong.
    fn wrong_at(
        &self,
        tracks: &[u64],
        label: &[i8],
        lost: &Statement,
        layout: &Layout,
    ) -> Vec<(Rank, Counterexample)> {
        let game = self.search.game;
        let names = names::of_lengths(game, &self.lengths[1..]);
        let numbers: Vec<UBig> = tracks.iter().map(|one| UBig::from(*one)).collect();
        let wrong = label.iter().enumerate().filter_map(|(memory, sign)| {
            let turn = layout.turn(memory);
            let value = match (sign, turn) {
                (0, _) => Value::Draw,
                (1, 0) | (-1, 1) => Value::Win,
                _ => Value::Loss,
            };
            let state = layout.state(memory, &numbers);
            let here = Here {
                names: &names,
                numbers: state[1..].concat(),
                turn,
                values: None,
            };
            let stated = lost.holds(&here)?;
            let (position, player) = game
                .of_core(&state)
                .filter(|_| (value == Value::Loss) != stated)?;
            let found = Counterexample {
                position,
                player,
                value,
                is_smallest: true,
            };
            Some((rank(here.numbers, turn), found))
        });
        wrong.collect()
    }
}

/// The next tracks of the same sum, in the order of the numbers.
pub(super) fn another(tracks: &mut [u64]) -> bool {
    // The last that is not 0 gives one to its left neighbour, and the rest goes to the end.
    let Some(last) = tracks.iter().rposition(|one| *one > 0).filter(|at| *at > 0) else {
        return false;
    };
    let rest = tracks[last] - 1;
    tracks[last] = 0;
    tracks[last - 1] += 1;
    if let Some(end) = tracks.last_mut() {
        *end = rest;
    }
    true
}

/// A counterexample that limits kept from being compared with all before it.
fn unordered(found: Option<(Rank, Counterexample)>) -> Option<Counterexample> {
    found.map(|(_, found)| Counterexample {
        is_smallest: false,
        ..found
    })
}

/// Returns the first tracks of a set by the sum of the numbers, then in order, and `true`; others
/// if a limit is reached, and `false`.
pub(super) fn least(
    arithmetic: &mut Arithmetic,
    set: &Dfa,
    elements: &[Form],
) -> Option<(Vec<UBig>, bool)> {
    let word = set.shortest_word()?;
    if let Ok(Some(found)) = arithmetic.least(set, elements) {
        return Some((found, true));
    }
    let system = arithmetic.theory().system().clone();
    let number = |at: usize| {
        let digits: Vec<u8> = word.iter().map(|tuple| tuple[at]).collect();
        system.value(&digits)
    };
    Some(((0..set.digits().len()).map(number).collect(), false))
}
