//! A law's automaton and words at one position.

use dashu_int::{IBig, UBig};
use whowins_analysis::{Player, Position, Value};
use whowins_automata::{Limits, NumerationSystem};
use whowins_verify::Verified;

use super::{Wording, wording};
use crate::reading::{Reading, Values, reading};
use crate::words::{Class, Numbers};

/// A law of numbers, with its words where it has some.
#[derive(Clone, Debug)]
pub struct Words {
    /// The law as an automaton.
    pub reading: Reading,
    /// The law in a line for each of its sets.
    pub wording: Option<Wording>,
}

/// What a law's line says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Here {
    /// The line: of which positions the player to move loses.
    pub line: String,
    /// Whether it holds of this position.
    pub holds: bool,
    /// Why, with the position's numbers: "3 ⊕ 5 ⊕ 7 = 1, not 0".
    pub told: String,
}

/// How the automaton reads a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The numeration system.
    pub system: String,
    /// What each track holds, with its digits, all of one length.
    pub tracks: Vec<(String, Vec<u8>)>,
    /// The states, one more than there are digits; the first is 0.
    pub states: Vec<u32>,
    /// The outcome class that the last of them says, for the memory at hand.
    pub class: &'static str,
}

/// The numbers of one position.
struct At<'a> {
    law: &'a Reading,
    numbers: &'a [IBig],
    turn: usize,
    values: Option<Values>,
}

impl Numbers for At<'_> {
    fn number(&self, name: &str) -> Option<IBig> {
        let at = self.law.names.iter().position(|one| one == name)?;
        self.numbers.get(at).cloned()
    }

    fn is(&self, class: Class, numbers: Option<&[IBig]>) -> Option<bool> {
        match numbers {
            None => Some(class.is_of(self.values?, self.turn)),
            Some(_) => None,
        }
    }

    fn turn(&self) -> usize {
        self.turn
    }
}

impl Words {
    /// The words of a verified law; `None` where it is not one of numbers' digits.
    pub fn of(verified: &Verified, limits: &Limits) -> Option<Self> {
        let reading = reading(verified)?;
        let wording = wording(&reading, limits);
        Some(Self { reading, wording })
    }

    fn numbers<'a>(&self, position: &'a Position) -> Option<&'a [IBig]> {
        let numbers = position.elements();
        (numbers.len() == self.reading.names.len()).then_some(numbers)
    }

    fn memory(&self, at: &At<'_>) -> Option<usize> {
        let mut all = self.reading.remembered.iter();
        all.position(|one| {
            one.iter()
                .all(|(name, value)| at.number(name).as_ref() == Some(value))
        })
    }

    /// What the law's line says of a position with this player to move.
    pub fn here(&self, position: &Position, player: Player) -> Option<Here> {
        let numbers = self.numbers(position)?;
        let at = At {
            law: &self.reading,
            numbers,
            turn: player.index(),
            values: None,
        };
        let cases = &self.wording.as_ref()?.cases;
        let (line, _) = cases
            .iter()
            .find(|(_, of)| of.as_ref().is_none_or(|of| of.holds(&at) == Some(true)))?;
        Some(Here {
            line: line.to_string(),
            holds: line.holds(&at)?,
            told: line.told(&at)?,
        })
    }

    /// How the automaton reads a position; `None` where it is none that the law speaks of.
    pub fn run(&self, position: &Position, player: Player) -> Option<Run> {
        let law = &self.reading;
        let numbers = self.numbers(position)?;
        let at = At {
            law,
            numbers,
            turn: player.index(),
            values: None,
        };
        let memory = self.memory(&at)?;
        let track = |term: &crate::words::Term| UBig::try_from(term.value(&at)?).ok();
        let tracks: Option<Vec<UBig>> = law.terms.iter().map(track).collect();
        let words: Vec<Vec<u8>> = tracks?
            .iter()
            .map(|one| law.system.represent(one))
            .collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let length = length.next_multiple_of(law.system.block().max(1));
        let padded = words
            .into_iter()
            .map(|word| [vec![0; length - word.len()], word].concat());
        let digits: Vec<Vec<u8>> = padded.collect();
        let mut states = vec![0u32];
        let mut state = 0u32;
        for at in 0..length {
            let letter = digits.iter().fold(0, |letter, word| {
                letter * usize::from(law.system.digits()) + usize::from(word[at])
            });
            state = *law.next.get(state as usize)?.get(letter)?;
            states.push(state);
        }
        let values = *law.says.get(state as usize)?.get(memory)?;
        let classes = [Class::P, Class::N, Class::L, Class::R, Class::D];
        let class = classes.into_iter().find(|class| class.is_of(values, 0))?;
        Some(Run {
            system: law.system.name(),
            tracks: law.tracks.iter().cloned().zip(digits).collect(),
            states,
            class: class.name(),
        })
    }

    /// What the player to move gets, by the automaton.
    pub fn value(&self, position: &Position, player: Player) -> Option<Value> {
        Some(match (self.run(position, player)?.class, player) {
            ("N", _) | ("L", Player::First) | ("R", Player::Second) => Value::Win,
            ("D", _) => return None,
            _ => Value::Loss,
        })
    }
}
