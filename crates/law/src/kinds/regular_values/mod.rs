//! Finds what rows are worth, read off their cells by an automaton: it is learned from questions.
//!
//! First of all rows. Where these have more and more values, of those from which play never leaves
//! the values born by some day: on day 1 there are 0, 1, -1 and *, on day 2 there are 22.

mod coq;
mod worths;

use std::cell::RefCell;

use whowins_analysis::Position;
use whowins_analysis::derive::{Words, board_fall, words};
use whowins_automata::{Moore, Unlearned, learn_told};
use whowins_engine::values::refusal;
use whowins_engine::{EngineError, Limits};
use whowins_values::{Cut, Value};
use whowins_verify::Law;
use whowins_verify::values::RegularValues;

use super::{Asked, Keeps, Kind};
use crate::rows::packed::Packing;
use crate::rows::refute::wrong;
use crate::values::sheet::Sheet;
use crate::{Explanation, Finder, Finding, Says, Search};
use worths::Worths;

/// Values of rows, by an automaton.
pub(crate) struct RegularValuesFinder;

/// Larger automata are not sought: of all rows, and of those with early values.
const STATES: [usize; 2] = [2_000, 300];
/// Of all rows no automaton is sought where short ones have more values than these, nor with more.
const VALUES: usize = 64;
/// Later values are not looked for.
const LAST_DAY: u32 = 3;
/// Where the rows of each of the last so many lengths have new values, it is taken that there is no
/// end of them.
const NEW: usize = 4;
/// Up to so many rows in all are looked at, the shortest first.
const ROWS: usize = 10_000;
/// So many rows of random symbols, and so many cells longer.
const RANDOM: usize = 500;
const LONGER: usize = 4;

/// An automaton whose states have values.
type Learned = Moore<Option<Value>>;

impl Finder for RegularValuesFinder {
    fn kind(&self) -> &'static str {
        "regular-values"
    }

    fn says(&self) -> Says {
        Says::RowWorth
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let Some(board) = search.game.board() else {
            return Finding::Foreign("the positions aren't rows".into());
        };
        if let Some(why) = refusal(search.game) {
            return Finding::Foreign(why.to_string());
        }
        if !search.compiled.open.is_empty() {
            return Finding::Foreign("the rules have open parameters".into());
        }
        let words = match words(board) {
            Ok(words) => words,
            Err(why) => return Finding::Foreign(why),
        };
        let Some(fall) = board_fall(board) else {
            return Finding::Foreign("it is not known that play ends".into());
        };
        let packing = Packing::new(&words, &fall.order);
        let mut worths = Worths::new(&words, &packing, search.limits);
        match learned(&words, &mut worths, search.limits) {
            Ok((automaton, found)) => match law(&automaton, &mut worths) {
                Ok(law) => Finding::Law(Box::new(Law::RegularValues(Box::new(law))), found),
                Err(Cut::Over(over)) => Finding::Stopped(over.into()),
                Err(cut) => Finding::Nothing(cut.to_string()),
            },
            Err(NotLearned::Nothing(why)) => Finding::Nothing(why),
            Err(NotLearned::Stopped(error)) => Finding::Stopped(error),
        }
    }
}

/// Why there is no automaton.
enum NotLearned {
    /// What shows that there is none, or none of this size.
    Nothing(String),
    /// A limit was met.
    Stopped(EngineError),
}

impl From<EngineError> for NotLearned {
    fn from(error: EngineError) -> Self {
        Self::Stopped(error)
    }
}

/// All rows up to some length, and longer ones at random: always the same.
fn rows(symbols: usize) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    let mut from = 0;
    loop {
        let layer = from..all.len();
        from = all.len();
        if from + layer.len() * symbols > ROWS {
            break;
        }
        for at in layer {
            for symbol in 0..symbols as u8 {
                all.push([all[at].as_slice(), &[symbol]].concat());
            }
        }
    }
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 33) as usize % below
    };
    let shortest = all[all.len() - 1].len();
    for _ in 0..RANDOM {
        let length = shortest + 1 + random(LONGER);
        all.push((0..length).map(|_| random(symbols) as u8).collect());
    }
    all
}

/// Whether short rows look as if there were few values; else why not, in words.
fn few_values(
    rows: &[Vec<u8>],
    worths: &mut Worths<'_>,
) -> Result<Result<(), String>, EngineError> {
    worths.most = VALUES;
    let mut counts = Vec::new();
    for row in &rows[..rows.len() - RANDOM] {
        match worths.worth(row) {
            Ok(_) => {}
            Err(EngineError::TooLarge(_)) => {
                return Ok(Err(format!(
                    "rows of up to {} cells have more than {VALUES} values",
                    row.len()
                )));
            }
            Err(error) => return Err(error),
        }
        counts.resize(row.len() + 1, 0);
        counts[row.len()] = worths.told.len();
    }
    worths.most = 4 * VALUES;
    let last = &counts[counts.len().saturating_sub(NEW + 1)..];
    Ok(match last.windows(2).all(|two| two[0] < two[1]) {
        true => Err(format!(
            "longer and longer rows have new values: {counts:?} of them up to 0, 1, 2, ... cells"
        )),
        false => Ok(()),
    })
}

/// The automaton of all rows, or of those with the latest values for which there is one.
fn learned(
    words: &Words,
    worths: &mut Worths<'_>,
    limits: &Limits,
) -> Result<(Learned, Explanation), NotLearned> {
    let rows = rows(words.symbols);
    let why_not_all = match few_values(&rows, worths)? {
        Err(why) => why,
        Ok(()) => match learn(
            words,
            worths,
            STATES[0],
            &[],
            &limits.clone().with_tenths(5),
        ) {
            Ok(automaton) => {
                let found = told(&automaton, worths);
                return Ok((automaton, found));
            }
            Err(why) => why,
        },
    };
    let mut best = None;
    let mut last = String::new();
    for day in 1..=LAST_DAY {
        worths.until(day);
        worths.most = usize::MAX;
        match learn(
            words,
            worths,
            STATES[1],
            &rows,
            &limits.clone().with_tenths(5),
        ) {
            Ok(automaton) => best = Some((automaton, day)),
            Err(why) => {
                last = format!(
                    "of rows from which play never leaves the values born by day {day}: {why}"
                );
                break;
            }
        }
    }
    let Some((automaton, day)) = best else {
        limits.check()?;
        return Err(NotLearned::Nothing(format!("{why_not_all}; {last}")));
    };
    worths.until(day);
    // The comparisons of its own are asked for once more.
    worths.compared.clear();
    wrong(&automaton, words, worths, limits)?;
    let mut found = told(&automaton, worths);
    found.found = format!(
        "{}, about the rows whose play stays within the values born by day {day}, on all rows that were examined; {why_not_all}",
        found.found
    );
    Ok((automaton, found))
}

fn told(automaton: &Learned, worths: &Worths<'_>) -> Explanation {
    Explanation {
        formula: None,
        source: "learned from questions (Angluin 1987), proved by automata that follow all moves of a word at once; values and sums: J. H. Conway 1976".into(),
        found: format!(
            "{} states, {} questions about rows of up to {} cells",
            automaton.next.len(),
            worths.asked,
            worths.longest
        ),
    }
}

/// The automaton, or in words why there is none.
fn learn(
    words: &Words,
    worths: &mut Worths<'_>,
    most: usize,
    rows: &[Vec<u8>],
    limits: &Limits,
) -> Result<Learned, String> {
    let oracle = RefCell::new(worths);
    let (learned, _) = learn_told(
        words.symbols,
        most,
        |word| {
            let cells: Vec<u8> = word.iter().map(|letter| *letter as u8).collect();
            limits.check()?;
            oracle.borrow_mut().worth(&cells)
        },
        |guess: &Learned| {
            let mut worths = oracle.borrow_mut();
            for row in rows {
                let word: Vec<usize> = row.iter().map(|cell| usize::from(*cell)).collect();
                if *guess.output(&word) != worths.worth(row)? {
                    return Ok(Some(word));
                }
            }
            worths.compared.clear();
            wrong(guess, words, *worths, limits)
        },
    );
    learned.map_err(|why| match why {
        Unlearned::TooManyStates { .. } => format!("no automaton of up to {most} states says it"),
        Unlearned::NoCounterexample(_) => "the search contradicts itself".into(),
        Unlearned::Oracle(error) => error.to_string(),
    })
}

/// The law, with the lines that its check asks for.
fn law(automaton: &Learned, worths: &mut Worths<'_>) -> Result<RegularValues, Cut> {
    let compared = std::mem::take(&mut worths.compared);
    let mut compared: Vec<(Value, Value)> = compared.into_keys().collect();
    compared.sort_unstable();
    let mut sheet = Sheet::new(&mut worths.arena);
    let mut forms = Vec::new();
    for value in &automaton.outputs {
        forms.push(value.map(|value| sheet.form(value)).transpose()?);
    }
    for (a, b) in compared {
        sheet.at_most(a, b)?;
    }
    let next = automaton.next.iter();
    Ok(RegularValues {
        next: next
            .map(|row| row.iter().map(|to| *to as u32).collect())
            .collect(),
        forms,
        lines: sheet.finish()?,
    })
}

impl Kind for RegularValuesFinder {
    // The moves of a row are few enough to be laid out, and the law says where they lead.
    fn best(
        &self,
        _: &Law,
        _: &Asked<'_>,
        _: &Keeps<'_>,
    ) -> Option<(Position, whowins_analysis::Player)> {
        None
    }

    fn coq(&self, game: &whowins_analysis::Game, law: &Law) -> Result<String, String> {
        match law {
            Law::RegularValues(law) => coq::regular_values(game, law),
            _ => Err("the law is of another kind".into()),
        }
    }
}
