//! A search for outcomes of rows that an automaton reads: it is learned from questions.

use std::cell::{Cell, RefCell};

use whowins_automata::{Unlearned, learn};
use whowins_engine::EngineError;
use whowins_rules::derive::{board_order, words};
use whowins_rules::{Shape, Stuck};
use whowins_verify::rows::Regular;
use whowins_verify::{Automaton, Law};

use super::oracle::Oracle;
use super::refute::refute;
use crate::{Explanation, Finder, Finding, Says, Search};

/// Laws of rows by an automaton.
pub(crate) struct RegularFinder;

/// Larger automata are not sought.
const STATES: usize = 400;

impl Finder for RegularFinder {
    fn kind(&self) -> &'static str {
        "regular"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let Shape::Board(board) = &search.game.shape else {
            return Finding::Foreign("the positions are no rows".into());
        };
        if !search.open.is_empty()
            || !search.game.ending.goals.is_empty()
            || search.game.ending.stuck == Stuck::Draws
        {
            return Finding::Foreign(
                "the rules have goals, open parameters, or draws where a player cannot move".into(),
            );
        }
        let words = match words(board) {
            Ok(words) => words,
            Err(why) => return Finding::Foreign(why),
        };
        if board_order(board).is_none() {
            return Finding::Foreign(
                "it is not known that play ends: no order of cells and symbols is lowered by every rule".into(),
            );
        }
        let misere = search.game.ending.stuck == Stuck::Wins;
        let oracle = RefCell::new(Oracle::new(&words, misere, search.limits));
        let largest = Cell::new(0);
        let learned = learn(
            words.symbols,
            STATES,
            |word| {
                let cells: Vec<u8> = word.iter().map(|letter| *letter as u8).collect();
                oracle.borrow_mut().outcomes(&cells)
            },
            |guess| {
                search.limits.check()?;
                largest.set(largest.get().max(guess.next.len()));
                refute(guess, &words, misere, &mut oracle.borrow_mut())
            },
        );
        let oracle = oracle.into_inner();
        match learned {
            Ok(guess) => {
                let entry = |to: &usize| *to as u32;
                let next = guess.next.iter().map(|row| row.iter().map(entry).collect());
                let explanation = Explanation {
                    formula: None,
                    source: "learned from questions (Angluin 1987), proved by automata that follow all moves of a word at once".into(),
                    found: format!(
                        "{} states, {} questions about rows of up to {} cells",
                        guess.next.len(),
                        oracle.asked,
                        oracle.longest
                    ),
                };
                let law = Regular {
                    automaton: Automaton {
                        next: next.collect(),
                        wins: guess.outputs,
                    },
                };
                Finding::Law(Box::new(Law::Regular(law)), explanation)
            }
            Err(Unlearned::TooManyStates { words, endings }) => Finding::Nothing(format!(
                "no automaton of up to {STATES} states reads off who wins: {} rows are pairwise told apart by {} endings, the \
                 longest row of {} cells",
                words.len(),
                endings.len(),
                words.iter().map(Vec::len).max().unwrap_or(0)
            )),
            Err(Unlearned::Oracle(error @ EngineError::Stopped)) => Finding::Stopped(error),
            // The guesses grew until time or memory ran out: what was shown stays shown.
            Err(_) if largest.get() > 1 => Finding::Nothing(format!(
                "no automaton of fewer than {0} states reads off who wins: {0} rows, of up to {1} cells, are pairwise told apart; \
                 then the search met its limits",
                largest.get(),
                oracle.longest
            )),
            Err(Unlearned::Oracle(error)) => Finding::Stopped(error),
            Err(Unlearned::NoCounterexample(_)) => {
                Finding::Nothing("the search contradicts itself".into())
            }
        }
    }
}
