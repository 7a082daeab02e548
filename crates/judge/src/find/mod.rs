//! Search for positions by their properties: a unique winning move, the hardest start.
//!
//! Start reading at [`find`].

mod condition;

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

use serde::Serialize;
use whowins::analysis::{Game, Player, Position, Value};
use whowins::engine::{Engine, EngineError, Limits};
use whowins::{Grundy, NoGrundy, brings, legal_moves};

use crate::positions::Positions;
use crate::sizes::Flow;
use crate::turns::Turns;

pub use condition::{Condition, Word};

/// The parameters of a search.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The condition on positions.
    pub condition: Condition,
    /// The number to maximize, if there is one. Otherwise the first positions are returned.
    pub most: Option<Condition>,
    /// Maximum number of results.
    pub first: usize,
    /// Maximum size of positions.
    pub up_to: Option<u64>,
    /// The share of this process. Several processes with different shares visit all positions
    /// together.
    pub shard: Option<Turns>,
    /// Time limit.
    pub time: Duration,
}

/// A position that satisfies the condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Match {
    /// The position.
    pub position: String,
    /// Its size.
    pub size: u64,
    /// The properties in the condition by name; `null` if the position doesn't have one.
    pub facts: BTreeMap<String, Option<i64>>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Matches {
    /// The name of the game.
    pub game: String,
    /// The player to move.
    pub to_move: String,
    /// The positions in order. If a number is maximized, the largest comes first.
    pub found: Vec<Match>,
    /// The number of visited positions.
    pub looked: u64,
    /// All positions up to this size were visited; `null` if the smallest size wasn't completed.
    pub up_to: Option<u64>,
    /// True if the search was exhaustive.
    pub all: bool,
    /// The order of the search.
    pub order: String,
    /// The reason why the search stopped; `null` if it found enough or was exhaustive.
    pub stopped: Option<String>,
}

/// The message if the time limit was reached.
const OVER: &str = "the time is over";

impl Matches {
    /// Returns true if the time limit was reached.
    pub fn is_cut_by_time(&self) -> bool {
        self.stopped.as_deref() == Some(OVER)
    }
}

/// The properties of one position, computed on first use.
struct Facts<'f> {
    engine: &'f mut Engine,
    grundy: &'f mut Option<Grundy>,
    player: Player,
    limits: &'f Limits,
    position: Position,
    size: u64,
    known: BTreeMap<Word, Option<i64>>,
}

/// The reason why a property is unknown.
enum NoFact {
    /// No position of this game has the property.
    Never(String),
    /// This position doesn't have the property.
    Here(EngineError),
}

impl From<EngineError> for NoFact {
    fn from(error: EngineError) -> Self {
        Self::Here(error)
    }
}

impl Facts<'_> {
    fn of(&mut self, word: &Word) -> Result<Option<i64>, NoFact> {
        if let Some(known) = self.known.get(word) {
            return Ok(*known);
        }
        let number = |number: u64| i64::try_from(number).ok();
        let found = match word {
            Word::Wins | Word::Loses | Word::Draws => {
                let wanted = match word {
                    Word::Wins => Value::Win,
                    Word::Loses => Value::Loss,
                    _ => Value::Draw,
                };
                let value = self.engine.value(&self.position, self.player)?;
                Some(i64::from(value == wanted))
            }
            Word::Size => number(self.size),
            Word::Number(at, _) => {
                let number = self.position.elements().get(*at);
                number.and_then(|number| i64::try_from(number).ok())
            }
            Word::Remoteness => match self.engine.answer_with_length(&self.position, self.player) {
                Ok(asked) => asked.answer.remoteness.and_then(number),
                Err(EngineError::TooLarge(_)) => None,
                Err(error) => return Err(error.into()),
            },
            Word::Score => {
                let answer = self.engine.answer(&self.position, self.player)?.answer;
                let by = answer.difference;
                let by =
                    by.ok_or_else(|| NoFact::Never("the game is not played for points".into()))?;
                i64::try_from(&by).ok()
            }
            Word::Moves | Word::WinningMoves => {
                let moves =
                    legal_moves(self.engine.game(), &self.position, self.player, self.limits)?;
                self.known.insert(Word::Moves, number(moves.len() as u64));
                if *word == Word::Moves {
                    return Ok(number(moves.len() as u64));
                }
                let mut won = 0;
                for legal in &moves {
                    won += u64::from(brings(self.engine, legal, self.player)?.value == Value::Win);
                }
                number(won)
            }
            Word::Grundy => {
                let fault = |why: NoGrundy| match why {
                    NoGrundy::Engine(error) => NoFact::Here(error),
                    other => NoFact::Never(other.to_string()),
                };
                let known = match &mut *self.grundy {
                    Some(known) => known,
                    none => {
                        none.insert(Grundy::new(self.engine.game(), self.limits).map_err(fault)?)
                    }
                };
                let value = known.ask(self.engine, &self.position).map_err(fault)?;
                i64::try_from(&value).ok()
            }
        };
        self.known.insert(word.clone(), found);
        Ok(found)
    }
}

/// Returns the names of a position's numbers in conditions.
pub fn names(game: &Game) -> Vec<&str> {
    let variables = game.numbers().map(|numbers| numbers.variables.iter());
    variables.map_or_else(Vec::new, |all| all.map(|one| one.name.as_str()).collect())
}

/// Searches for positions that satisfy a condition, with `player` to move, smallest first.
/// [`Positions`] defines the order.
///
/// If [`Wanted::most`] is set, returns the positions with the largest number among all up to a
/// size. The cost is that of the properties; cheap ones are computed first.
///
/// # Errors
///
/// Returns an error if the game's positions have no order, or if the game doesn't have a property
/// in the condition.
pub fn find(
    engine: &mut Engine,
    player: Player,
    wanted: &Wanted,
    limits: &Limits,
) -> Result<Matches, String> {
    let began = Instant::now();
    let game = engine.game().clone();
    let positions = Positions::new(&game, player, limits)?;
    let mut words = wanted.condition.words();
    words.extend(wanted.most.iter().flat_map(Condition::words));
    words.sort();
    words.dedup();
    let largest = positions.largest();
    let last = match (largest, wanted.up_to) {
        (Some(largest), Some(up_to)) => largest.min(up_to),
        (largest, up_to) => largest.or(up_to).unwrap_or(u64::MAX),
    };
    let mut grundy = None;
    let mut found: Vec<(i64, Match)> = Vec::new();
    let mut matches = Matches {
        game: game.name.clone(),
        to_move: game.player(player).to_string(),
        found: Vec::new(),
        looked: 0,
        up_to: None,
        all: false,
        order: positions.order().to_string(),
        stopped: None,
    };
    let mut fault = None;
    let (mut size, mut turn) = (0, 0);
    while size <= last {
        let done = positions.of_size(size, &mut |text| {
            turn += 1;
            if wanted.shard.is_some_and(|shard| !shard.has(turn)) {
                return Flow::Continue(());
            }
            if began.elapsed() >= wanted.time || limits.budget.over().is_some() {
                matches.stopped = Some(OVER.into());
                return Flow::Break(());
            }
            let Ok(position) = game.read(text) else {
                return Flow::Continue(());
            };
            let mut facts = Facts {
                engine,
                grundy: &mut grundy,
                player,
                limits,
                position,
                size,
                known: BTreeMap::new(),
            };
            let one = one(&mut facts, wanted, &words, text);
            matches.looked += 1;
            match one {
                Ok(None) => Flow::Continue(()),
                Ok(Some(ranked)) => {
                    let at = match wanted.most {
                        // Among equal numbers, the first stays first.
                        Some(_) => found.partition_point(|(rank, _)| *rank >= ranked.0),
                        None => found.len(),
                    };
                    found.insert(at, ranked);
                    found.truncate(wanted.first);
                    match wanted.most.is_none() && found.len() == wanted.first {
                        true => Flow::Break(()),
                        false => Flow::Continue(()),
                    }
                }
                // Positions that the rules leave undecided have no properties.
                Err(NoFact::Here(error)) if !error.is_budget() => Flow::Continue(()),
                Err(NoFact::Here(EngineError::Time)) => {
                    matches.stopped = Some(OVER.into());
                    Flow::Break(())
                }
                Err(NoFact::Here(error)) => {
                    matches.stopped = Some(format!("at {text}: {error}"));
                    Flow::Break(())
                }
                Err(NoFact::Never(why)) => {
                    fault = Some(why);
                    Flow::Break(())
                }
            }
        });
        if done.is_break() {
            break;
        }
        matches.up_to = Some(size);
        size += 1;
    }
    if let Some(fault) = fault {
        return Err(fault);
    }
    matches.all = largest.is_some() && matches.up_to >= largest;
    matches.found = found.into_iter().map(|(_, one)| one).collect();
    Ok(matches)
}

/// Returns a position with its rank, if it satisfies the condition.
fn one(
    facts: &mut Facts<'_>,
    wanted: &Wanted,
    words: &[Word],
    text: &str,
) -> Result<Option<(i64, Match)>, NoFact> {
    let holds = wanted.condition.value(&mut |word| facts.of(word))?;
    if holds.is_none_or(|value| value == 0) {
        return Ok(None);
    }
    let rank = match &wanted.most {
        None => Some(0),
        Some(most) => most.value(&mut |word| facts.of(word))?,
    };
    let Some(rank) = rank else {
        return Ok(None);
    };
    let mut told = BTreeMap::new();
    for word in words {
        told.insert(word.name().to_string(), facts.of(word)?);
    }
    Ok(Some((
        rank,
        Match {
            position: text.to_string(),
            size: facts.size,
            facts: told,
        },
    )))
}

impl Matches {
    /// Returns the result as one JSON object.
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl fmt::Display for Matches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for one in &self.found {
            let facts: Vec<String> = one
                .facts
                .iter()
                .filter(|(word, _)| !["wins", "loses", "draws"].contains(&word.as_str()))
                .map(|(word, number)| match number {
                    Some(number) => format!("{} {number}", word.replace('_', " ")),
                    None => format!("no {}", word.replace('_', " ")),
                })
                .collect();
            match facts.is_empty() {
                true => writeln!(f, "{}", one.position)?,
                false => writeln!(f, "{}\t{}", one.position, facts.join(", "))?,
            }
        }
        Ok(())
    }
}
