//! A game that records which of its lines occur in play.

use dashu_int::IBig;
use whowins_core::{Command, End, Expr, Game, Part, State};
use whowins_rules::Outline;

/// A game with an extra part for the index of the last move, from 1. Each ending pays its own
/// number.
pub(super) struct Marked {
    pub game: Game,
    part: usize,
    score: Option<usize>,
}

impl Marked {
    /// Builds the marked game of an outline, without points, which nothing reads. Complexity:
    /// linear in the size of the term.
    pub(super) fn of(outline: &Outline) -> Self {
        let term = &outline.program.term;
        let (part, score) = (term.parts.len(), outline.program.score);
        let mut parts = term.parts.clone();
        let mut name = "made".to_string();
        while parts.iter().any(|part| part.name == name) {
            name.push('_');
        }
        parts.push(Part {
            name,
            least: IBig::ZERO,
            most: Some(outline.rules.len().into()),
        });
        let mut number = 0;
        let mut note = |command: &Command| {
            number += 1;
            let noted = Command::Set(part, Expr::num(0), Expr::num(number));
            Command::Seq(vec![without(command, score), noted])
        };
        let mut tier = |tier: &Command| match tier {
            Command::Alt(moves) => Command::Alt(moves.iter().map(&mut note).collect()),
            other => note(other),
        };
        let end = |(number, end): (usize, &End)| End {
            when: end.when.clone(),
            pays: Expr::num(number + 1),
        };
        let game = Game {
            parts,
            tiers: term.tiers.iter().map(&mut tier).collect(),
            ends: term.ends.iter().enumerate().map(end).collect(),
            stuck: Expr::num(0),
            blocks: 0,
            endless: None,
            starts: Vec::new(),
            name: term.name.clone(),
            consts: term.consts.clone(),
        };
        Self {
            game: game.tidy(),
            part,
            score,
        }
    }

    /// Extends a state to one before any move.
    pub(super) fn start(&self, mut state: State) -> State {
        if let Some(score) = self.score {
            state[score] = vec![IBig::ZERO];
        }
        state.push(vec![IBig::ZERO]);
        state
    }

    /// Returns the state without the mark.
    pub(super) fn bare<'a>(&self, state: &'a State) -> &'a [Vec<IBig>] {
        &state[..self.part]
    }

    /// Returns the index, from 0, of the move that led to a state.
    pub(super) fn made(&self, state: &State) -> Option<usize> {
        usize::try_from(&state[self.part][0]).ok()?.checked_sub(1)
    }

    /// Returns the index, from 0, of the ending with this payoff. Returns `None` if a player had no
    /// legal move.
    pub(super) fn met(&self, pays: &IBig) -> Option<usize> {
        usize::try_from(pays).ok()?.checked_sub(1)
    }
}

/// Returns a command without its assignments to the score.
fn without(command: &Command, score: Option<usize>) -> Command {
    let again = |one: &Command| without(one, score);
    let boxed = |one: &Command| Box::new(without(one, score));
    match command {
        Command::Set(part, ..) | Command::Splice(part, ..) if Some(*part) == score => Command::SKIP,
        Command::Seq(all) => Command::Seq(all.iter().map(again).collect()),
        Command::Alt(all) => Command::Alt(all.iter().map(again).collect()),
        Command::When(when, yes, no) => Command::When(when.clone(), boxed(yes), boxed(no)),
        Command::Choose(lo, hi, body) => Command::Choose(lo.clone(), hi.clone(), boxed(body)),
        Command::Loop(lo, hi, body) => Command::Loop(lo.clone(), hi.clone(), boxed(body)),
        Command::Repeat(fuel, body) => Command::Repeat(fuel.clone(), boxed(body)),
        other => other.clone(),
    }
}
