//! A search for outcomes of rows that an automaton reads: it is learned from questions.

use std::cell::RefCell;

use whowins_analysis::Stuck;
use whowins_analysis::derive::{board_order, words};
use whowins_automata::{Told, Unlearned, learn_told};
use whowins_engine::EngineError;
use whowins_verify::rows::Regular;
use whowins_verify::{Automaton, Law};

use super::oracle::Oracle;
use super::packed::Packing;
use super::refute::refute;
use super::residuals::residuals;
use crate::{Apart, Explanation, Finder, Finding, Says, Search};

/// Laws of rows by an automaton.
pub(crate) struct RegularFinder;

/// Larger automata are not sought.
const STATES: usize = 2_000;

impl Finder for RegularFinder {
    fn kind(&self) -> &'static str {
        "regular"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let Some(board) = search.game.board() else {
            return Finding::Foreign("the positions aren't rows".into());
        };
        if !search.compiled.open.is_empty()
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
        let Some(order) = board_order(board) else {
            return Finding::Foreign(
                "no order of cells and symbols is lowered by every rule, by which rows could be worked out".into(),
            );
        };
        let misere = search.game.ending.stuck == Stuck::Wins;
        let limits = search.limits.clone().with_tenths(9);
        let packing = Packing::new(&words, &order);
        let oracle = RefCell::new(Oracle::new(&words, &packing, misere, &limits));
        let (learned, told) = learn_told(
            words.symbols,
            STATES,
            |word| {
                let cells: Vec<u8> = word.iter().map(|letter| *letter as u8).collect();
                oracle.borrow_mut().outcomes(&cells)
            },
            |guess| {
                limits.check()?;
                refute(guess, &words, misere, &mut oracle.borrow_mut())
            },
        );
        let mut oracle = oracle.into_inner();
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
            Err(Unlearned::NoCounterexample(_)) => {
                Finding::Nothing("the search contradicts itself".into())
            }
            Err(Unlearned::Oracle(error))
                if error == EngineError::Stopped || told.words.len() < 3 =>
            {
                Finding::Stopped(error)
            }
            // Too many states, or too much time or memory for so many: what was shown by then stays
            // shown.
            Err(_) => match apart(&told, &board.alphabet, &mut oracle) {
                Some(mut apart) => {
                    drop(oracle);
                    apart.growth = residuals(
                        &mut Oracle::new(&words, &packing, misere, search.limits),
                        words.symbols,
                    );
                    Finding::Apart(Box::new(apart))
                }
                None => Finding::Stopped(EngineError::Time),
            },
        }
    }
}

/// The rows that are told apart, as a person writes them.
fn apart(told: &Told, alphabet: &[char], oracle: &mut Oracle<'_>) -> Option<Apart> {
    let write = |word: &Vec<usize>| word.iter().map(|letter| alphabet[*letter]).collect();
    let mut words: Vec<&Vec<usize>> = told.words.iter().collect();
    words.sort_by_key(|word| word.len());
    // An ending to which the clock put an end is left out: the words were told apart before it
    // came.
    let mut known = Vec::new();
    for ending in &told.endings {
        let outcome = |word: &&Vec<usize>| {
            let cells = word.iter().chain(ending).map(|letter| *letter as u8);
            oracle.outcomes(&cells.collect::<Vec<u8>>())
        };
        if let Ok(column) = words.iter().map(outcome).collect::<Result<Vec<_>, _>>() {
            known.push((ending, column));
        }
    }
    let apart = Apart {
        rows: words.iter().copied().map(write).collect(),
        endings: known.iter().map(|(ending, _)| write(ending)).collect(),
        outcomes: (0..words.len())
            .map(|word| known.iter().map(|(_, column)| column[word]).collect())
            .collect(),
        growth: Vec::new(),
    };
    apart.is_told_apart().then_some(apart)
}
