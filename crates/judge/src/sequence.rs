//! The positions of a game as an integer sequence: Grundy values, outcomes, remoteness, or the lost
//! positions.
//!
//! Start reading at [`sequence`].

use std::fmt::Write as _;

use whowins::analysis::program::{Holding, Notation};
use whowins::analysis::{Game, Player, Position, Value};
use whowins::engine::{Engine, EngineError, Limits, Outcome};
use whowins::{Grundy, NoGrundy};

use crate::positions::Positions;
use crate::sizes::Flow;

/// The kind of terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// The Grundy value of a position.
    Grundy,
    /// The outcome class, a letter. As a number, 1 if the player to move wins, 0 if the opponent
    /// wins, 2 for a draw.
    Outcome,
    /// The number of moves of optimal play, or -1 for a drawn position.
    Remoteness,
    /// The positions that the player to move loses, in order: the running number, or else the index
    /// of the position.
    Losing,
}

/// The order of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Along {
    /// All positions in the order of [`Positions::of_size`]. For two numbers these are
    /// antidiagonals, each from the smallest first number on.
    All,
    /// One number runs from its minimum on; the others are those of this position.
    Number {
        /// Its index among the numbers of the position, from 0.
        at: usize,
        /// The numbers of the position as texts.
        base: Vec<String>,
    },
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its index: the running number, or the index of the position, from 0. For lost positions it
    /// is their count so far.
    pub index: u64,
    /// The position in the game's notation.
    pub position: String,
    /// The term.
    pub number: i64,
    /// The term as text: the number, or the letter of the outcome class.
    pub word: String,
}

/// The reason why there is no sequence, or why it ends.
#[derive(Clone, Debug)]
pub enum NoSequence {
    /// The game doesn't have this kind of terms or this order, with a message.
    Input(String),
    /// A limit was reached, or the rules leave the answer open.
    Engine(EngineError),
}

impl From<EngineError> for NoSequence {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<NoGrundy> for NoSequence {
    fn from(why: NoGrundy) -> Self {
        match why {
            NoGrundy::Engine(error) => Self::Engine(error),
            other => Self::Input(other.to_string()),
        }
    }
}

impl Along {
    /// Returns the default order: a game of one number or of heaps runs over one of them. Other
    /// games use all positions by size.
    pub fn plain(game: &Game) -> Self {
        let number = |part: &Holding| matches!(&part.notation, Notation::Number { words } if words.is_empty());
        let one = match (game.numbers(), game.program()) {
            (Some(numbers), _) => numbers.variables.len() == 1,
            (None, Some(program)) => matches!(program.parts.as_slice(), [part] if number(part)),
            (None, None) => game.codes().is_some(),
        };
        match one {
            true => Self::Number {
                at: 0,
                base: vec!["0".into()],
            },
            false => Self::All,
        }
    }

    /// Returns the order that runs over one number, given by its name or its index from 1. The
    /// other numbers are those of `position`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such number.
    pub fn number(game: &Game, name: &str, position: Option<&str>) -> Result<Self, String> {
        let names: Vec<&str> = match game.numbers() {
            Some(numbers) => numbers
                .variables
                .iter()
                .map(|one| one.name.as_str())
                .collect(),
            None => Vec::new(),
        };
        let base: Vec<String> = match position {
            Some(text) => text
                .split(',')
                .map(|part| part.trim().to_string())
                .collect(),
            None => vec!["0".to_string(); names.len().max(1)],
        };
        let named = names.iter().position(|one| *one == name);
        let placed = name
            .parse::<usize>()
            .ok()
            .and_then(|place| place.checked_sub(1));
        match named.or(placed).filter(|at| *at < base.len()) {
            Some(at) => Ok(Self::Number { at, base }),
            None if names.is_empty() => Err(format!(
                "the position {} has {} numbers; say which runs by its place, from 1",
                base.join(","),
                base.len()
            )),
            None => Err(format!(
                "no number is called `{name}`; there are {}",
                names.join(", ")
            )),
        }
    }

    /// Describes the order.
    pub fn told(&self, game: &Game, limits: &Limits) -> String {
        match self {
            Self::All => {
                let positions = Positions::new(game, Player::First, limits);
                let order = positions.as_ref().map_or("", Positions::order);
                format!("all positions, {order}")
            }
            Self::Number { at, base } => {
                let name = game.numbers().and_then(|all| all.variables.get(*at));
                let name = name.map_or_else(|| "n".to_string(), |one| one.name.clone());
                let mut shown = base.clone();
                shown[*at].clone_from(&name);
                match shown.len() {
                    1 => format!("{name} = 0, 1, 2, ..."),
                    _ => format!("positions {} with {name} = 0, 1, 2, ...", shown.join(",")),
                }
            }
        }
    }
}

/// The source of terms.
struct Source<'s> {
    engine: &'s mut Engine,
    player: Player,
    of: Of,
    grundy: Option<Grundy>,
    /// True if one number runs.
    alone: bool,
    found: u64,
}

impl Source<'_> {
    /// Returns the term of a position, if it has one.
    fn term(
        &mut self,
        index: u64,
        text: &str,
        position: &Position,
    ) -> Result<Option<Term>, NoSequence> {
        let (index, number, word) = match self.of {
            Of::Grundy => match &mut self.grundy {
                Some(grundy) => {
                    let value = grundy.ask(self.engine, position)?;
                    let number = i64::try_from(&value).unwrap_or(i64::MAX);
                    (index, number, value.to_string())
                }
                None => return Ok(None),
            },
            Of::Outcome => {
                let values = self.engine.values(position)?;
                let number = match values[self.player.index()] {
                    Value::Win => 1,
                    Value::Loss => 0,
                    Value::Draw => 2,
                };
                let letter = Outcome::of(values[0], values[1]).letter();
                (index, number, letter.to_string())
            }
            Of::Remoteness => {
                let answer = self
                    .engine
                    .answer_with_length(position, self.player)?
                    .answer;
                match answer.remoteness {
                    Some(moves) => plain(index, moves),
                    None if answer.value == Value::Draw => (index, -1, "draw".into()),
                    None => {
                        return Err(NoSequence::Engine(EngineError::TooLarge(format!(
                            "how long play lasts from {text} is not known"
                        ))));
                    }
                }
            }
            Of::Losing => {
                if self.engine.values(position)?[self.player.index()] != Value::Loss {
                    return Ok(None);
                }
                self.found += 1;
                let (_, number, word) = plain(0, index);
                let word = if self.alone { word } else { text.to_string() };
                (self.found, number, word)
            }
        };
        Ok(Some(Term {
            index,
            position: text.to_string(),
            number,
            word,
        }))
    }
}

fn plain(index: u64, number: u64) -> (u64, i64, String) {
    (
        index,
        i64::try_from(number).unwrap_or(i64::MAX),
        number.to_string(),
    )
}

/// Calls `emit` for the first terms of a sequence, with `player` to move, and returns their number.
///
/// There are fewer than `terms` if the positions are exhausted. The cost is that of solving the
/// positions.
///
/// ```
/// use whowins::analysis::Player;
/// use whowins::engine::Limits;
/// use whowins::rules::Parameters;
/// use whowins_judge::{Along, Of, sequence};
///
/// let rules = whowins::shipped::rules("kayles").expect("it is shipped")?;
/// let mut engine = whowins::solver(&rules, &Parameters::new(), &Limits::default())?;
/// let along = Along::plain(engine.game());
/// let mut values = Vec::new();
/// sequence(
///     &mut engine,
///     Player::First,
///     Of::Grundy,
///     &along,
///     8,
///     &Limits::default(),
///     &mut |term| values.push(term.number),
/// )
/// .expect("it has values");
/// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// See [`NoSequence`]. Terms that were emitted before the error are valid.
pub fn sequence(
    engine: &mut Engine,
    player: Player,
    of: Of,
    along: &Along,
    terms: u64,
    limits: &Limits,
    emit: &mut dyn FnMut(Term),
) -> Result<u64, NoSequence> {
    let game = engine.game().clone();
    let grundy = match of {
        Of::Grundy => Some(Grundy::new(&game, limits)?),
        _ => None,
    };
    let alone = matches!(along, Along::Number { .. });
    let mut source = Source {
        engine,
        player,
        of,
        grundy,
        alone,
        found: 0,
    };
    let mut count = 0;
    match along {
        Along::Number { at, base } => {
            let ends = game.numbers().and_then(|all| all.variables.get(*at));
            let least = ends.map_or(0, |one| one.least.max(0).unsigned_abs());
            let most = ends
                .and_then(|one| one.most)
                .map_or(u64::MAX, i64::unsigned_abs);
            let mut texts = base.clone();
            for number in least..=most {
                if count == terms {
                    break;
                }
                limits.check()?;
                texts[*at] = number.to_string();
                let text = texts.join(",");
                let position = game
                    .read(&text)
                    .map_err(|error| NoSequence::Input(error.to_string()))?;
                if let Some(term) = source.term(number, &text, &position)? {
                    emit(term);
                    count += 1;
                }
            }
        }
        Along::All => {
            let positions = Positions::new(&game, player, limits).map_err(NoSequence::Input)?;
            let last = positions.largest().unwrap_or(u64::MAX);
            let (mut size, mut index, mut failed) = (0, 0, None);
            while size <= last && count < terms && failed.is_none() {
                let _ = positions.of_size(size, &mut |text| {
                    let term = limits.check().map_err(NoSequence::from).and_then(|()| {
                        let read = game.read(text);
                        let position =
                            read.map_err(|error| NoSequence::Input(error.to_string()))?;
                        source.term(index, text, &position)
                    });
                    index += 1;
                    match term {
                        Ok(Some(term)) => {
                            emit(term);
                            count += 1;
                        }
                        Ok(None) => {}
                        Err(why) => failed = Some(why),
                    }
                    match failed.is_some() || count == terms {
                        true => Flow::Break(()),
                        false => Flow::Continue(()),
                    }
                });
                size += 1;
            }
            if let Some(why) = failed {
                return Err(why);
            }
        }
    }
    Ok(count)
}

impl Term {
    /// Returns a line of a b-file of the On-Line Encyclopedia of Integer Sequences: the index and
    /// the term.
    pub fn b_line(&self) -> String {
        format!("{} {}", self.index, self.number)
    }

    /// Returns a line of a CSV file: index, quoted position, term.
    pub fn csv_line(&self) -> String {
        let mut line = String::new();
        let _ = write!(
            line,
            "{},\"{}\",{}",
            self.index,
            self.position,
            self.word.replace(',', " ")
        );
        line
    }
}
