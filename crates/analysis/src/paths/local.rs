//! Moves in one list of any number of elements that touch few of them, and stretches as a whole.

use std::cell::Cell;

use dashu_int::IBig;
use whowins_core::{Budget, Game};

use super::Refusal;
use super::form::{Constraint, Form};
use super::members::members;
use super::run::Run;
use super::stretch::Stretch;
use super::way::{Long, Way};

/// A way that a turn can take in a list of any length. Unknown 0 is the length; the others are
/// elements that are looked at, and what is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local {
    /// How many unknowns there are.
    pub unknowns: usize,
    /// What holds of them, but that elements are in their range.
    pub constraints: Vec<Constraint>,
    /// The elements that are looked at or change, at places that are not the same and below the
    /// length. All others outside the stretches stay, whatever they are.
    pub touched: Vec<Touched>,
    /// Stretches in which all elements change alike, none of which has a place of those or of
    /// another. All have the same change.
    pub stretches: Vec<Stretch>,
}

/// An element that a move looks at or changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Touched {
    /// Its place in the list, from 0.
    pub place: Form,
    /// The unknown that it is, counted from the least that an element may be.
    pub before: usize,
    /// What it becomes, counted alike; in its range where the constraints hold.
    pub after: Form,
}

impl Local {
    /// The elements that may change, but those in stretches.
    pub fn changed(&self) -> impl Iterator<Item = &Touched> {
        let stays = |one: &&Touched| one.after != Form::unknown(one.before);
        self.touched.iter().filter(stays)
    }
}

/// What player `turn` can do where part 1 is a list of any length and there is no other part but
/// the turn, which then goes to the other player. Ends are not looked at. A choice of few places,
/// as one number, is written out as places ([`members`]).
///
/// # Errors
///
/// What is not linear, a term of other parts, or a turn that does not pass; a budget that is over.
pub fn local(game: &Game, turn: u8, budget: &Budget) -> Result<Vec<Local>, Refusal> {
    let refuse = |why: &str| Err(Refusal::Foreign(why.into()));
    let ([_, list], [_]) = (&game.parts[..], &game.tiers[..]) else {
        return refuse("positions are not one list, or moves have an order");
    };
    let written_out = members(game);
    let [tier] = &written_out.tiers[..] else {
        return refuse("moves have an order");
    };
    let run = Run {
        game,
        told_apart: Vec::new(),
        budget,
        steps: Cell::new(0),
    };
    let start = Way {
        unknowns: 1,
        constraints: Vec::new(),
        digits: Vec::new(),
        state: vec![vec![Form::constant(turn)], Vec::new()],
        long: Some(Long {
            part: 1,
            length: Form::unknown(0),
            places: Vec::new(),
            unknowns: Vec::new(),
            stretches: Vec::new(),
        }),
    };
    let mut all = Vec::new();
    for way in run.command(tier, &mut Vec::new(), start)? {
        if !way.digits.is_empty() {
            return refuse("a move in a list asks for the digits of a number");
        }
        let passed = Form::constant(1 - turn.min(1));
        let (Some(long), [own, elements]) = (way.long, &way.state[..]) else {
            return refuse("a move changes how many parts there are");
        };
        if own[..] != [passed] {
            return refuse("after a move it is not the other player's turn");
        }
        let least = -list.least.clone();
        let touched = (long.places.into_iter().zip(long.unknowns)).zip(elements);
        let touched: Vec<Touched> = touched
            .map(|((place, before), after)| Touched {
                place,
                before,
                after: after.and(least.clone()),
            })
            .collect();
        // What every element keeps to is no condition of the move.
        let range = |before: usize| -> Option<Constraint> {
            let most = list.most.as_ref()? - &list.least;
            let own = Form::unknown(before).times(&IBig::NEG_ONE);
            Some(Constraint::NotNegative(own.and(most)))
        };
        let ranges: Vec<_> = touched.iter().filter_map(|one| range(one.before)).collect();
        let mut constraints = way.constraints;
        constraints.retain(|one| !ranges.contains(one));
        all.push(Local {
            unknowns: way.unknowns,
            constraints,
            touched,
            stretches: long.stretches,
        });
    }
    Ok(all)
}
