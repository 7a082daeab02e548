//! What the cells of a map stand for.

use dashu_int::UBig;
use whowins_analysis::Game;
use whowins_analysis::numbers::Numbers;

use super::MapRequest;
use super::squares::Squares;
use crate::fault::{Fault, input};

/// What the cells stand for.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Tuples, by the variables that are drawn: their names and ranges, and a position with the
    /// others' values.
    Numbers {
        drawn: Vec<Drawn>,
        fixed: Vec<UBig>,
        notes: Vec<String>,
    },
    /// One heap or two.
    Heaps { two: bool },
    /// Rows of cells, by length.
    Rows { alphabet: Vec<char> },
    /// One token on the squares of a map.
    Squares(Squares),
}

#[derive(Clone, Debug)]
pub(super) struct Drawn {
    pub(super) variable: usize,
    pub(super) name: String,
    pub(super) least: UBig,
    pub(super) most: Option<UBig>,
}

/// A number in decimal digits.
pub(super) fn number(text: &str) -> Option<UBig> {
    let text = text.trim();
    let digits =
        !text.is_empty() && text.len() <= 10_000 && text.bytes().all(|b| b.is_ascii_digit());
    digits
        .then(|| UBig::from_str_radix(text, 10).ok())
        .flatten()
}

impl Kind {
    /// What a map of this game shows.
    pub(super) fn of(game: &Game, asked: &MapRequest, two: bool) -> Result<Self, Fault> {
        let sliced = game.numbers().is_some() || game.tokens().is_some();
        if let (Some(slice), false) = (asked.slice.first(), sliced) {
            return input(format!(
                "--slice {slice}: only games of numbers have variables to fix, and games of tokens tokens to put; leave it out"
            ));
        }
        if let Some(numbers) = game.numbers() {
            return Self::numbers(game, numbers, asked);
        }
        if game.codes().is_some() {
            return Ok(Self::Heaps { two });
        }
        if let Some(tokens) = game.tokens() {
            return Squares::new(game, tokens, asked).map(Self::Squares);
        }
        match game.board() {
            Some(board) if board.row && board.size.is_none() => Ok(Self::Rows {
                alphabet: board.alphabet.clone(),
            }),
            Some(_) => input(
                "there is no map of boards: maps show numbers, heaps, rows of any length, and tokens on squares; `whowins lab GAME` draws a board",
            ),
            None => input(
                "there is no map of a game with rules of this form: \
                 `whowins solve` and `whowins play` take them",
            ),
        }
    }

    fn numbers(_game: &Game, numbers: &Numbers, asked: &MapRequest) -> Result<Self, Fault> {
        let mut fixed: Vec<Option<UBig>> = vec![None; numbers.variables.len()];
        let names: Vec<&str> = numbers.variables.iter().map(|v| v.name.as_str()).collect();
        let mut notes = Vec::new();
        for slice in &asked.slice {
            let Some((name, text)) = slice.split_once('=') else {
                return input(format!(
                    "--slice {slice} has no `=`; write --slice NAME=NUMBER"
                ));
            };
            let Some(at) = names.iter().position(|one| *one == name.trim()) else {
                return input(format!(
                    "--slice {slice}: the game has no variable `{}`; its variables are {}",
                    name.trim(),
                    names.join(", ")
                ));
            };
            let variable = &numbers.variables[at];
            let word = variable.words.iter().position(|word| word == text.trim());
            let value = word.map(UBig::from).or_else(|| number(text));
            let most = variable.most.map(|most| UBig::from(most.unsigned_abs()));
            let least = UBig::from(variable.least.unsigned_abs());
            let inside =
                |value: &UBig| *value >= least && most.as_ref().is_none_or(|most| value <= most);
            let Some(value) = value.filter(inside) else {
                return input(format!(
                    "--slice {slice}: `{}` isn't a value of {name}; its range is {} to {}",
                    text.trim(),
                    variable.least,
                    most.map_or("any number".into(), |most| most.to_string())
                ));
            };
            if fixed[at].replace(value).is_some() {
                return input(format!("--slice {name} is given twice; give it once"));
            }
            notes.push(format!("{name} = {}", text.trim()));
        }
        let drawn: Vec<Drawn> = (numbers.variables.iter().enumerate())
            .filter(|(at, _)| fixed[*at].is_none())
            .map(|(at, variable)| Drawn {
                variable: at,
                name: variable.name.clone(),
                least: UBig::from(variable.least.unsigned_abs()),
                most: variable.most.map(|most| UBig::from(most.unsigned_abs())),
            })
            .collect();
        match drawn.len() {
            0 => input("every variable is fixed by --slice; leave one or two to be drawn"),
            1 | 2 => Ok(Self::Numbers {
                drawn,
                fixed: fixed.into_iter().map(Option::unwrap_or_default).collect(),
                notes,
            }),
            free => input(format!(
                "a map has one or two axes, and {free} variables are free; fix {} of {}, such as \
                 --slice {}=3",
                free - 2,
                names.join(", "),
                names[free - 1]
            )),
        }
    }

    /// How many axes there are: 1 for a strip.
    pub(super) fn axes(&self) -> usize {
        match self {
            Self::Numbers { drawn, .. } => drawn.len(),
            Self::Heaps { two } => 1 + usize::from(*two),
            Self::Rows { .. } => 1,
            Self::Squares(_) => 2,
        }
    }

    /// The first cell, where nothing is asked.
    pub(super) fn least(&self) -> Vec<UBig> {
        match self {
            Self::Numbers { drawn, .. } => drawn.iter().map(|one| one.least.clone()).collect(),
            _ => vec![UBig::ZERO; self.axes()],
        }
    }

    /// How many values an axis has from one on; `None` without end.
    pub(super) fn room(&self, axis: usize, from: &UBig) -> Option<usize> {
        if let Self::Squares(squares) = self {
            let from = usize::try_from(from).unwrap_or(usize::MAX);
            return Some(squares.size[axis].saturating_sub(from));
        }
        let Self::Numbers { drawn, .. } = self else {
            return None;
        };
        let most = drawn.get(axis)?.most.as_ref()?;
        match most < from {
            true => Some(0),
            false => {
                Some(usize::try_from(most - from).map_or(usize::MAX, |room| room.saturating_add(1)))
            }
        }
    }
}
