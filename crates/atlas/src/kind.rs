//! The surveys by name, as the command line and the files' headings write them.

use std::fmt;
use std::str::FromStr;

use whowins_engine::Limits;

use crate::games::{self, Octal};
use crate::heap::{Impartial, MOST_IMPARTIAL, MOST_PARTIZAN, Partizan};
use crate::{AtlasError, Survey};

/// A survey with its parameters. As text it is what follows `whowins atlas`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One heap, every set of numbers from 1 to `max`, the same for both players: outcomes, Grundy
    /// values, misère outcomes.
    Impartial {
        /// The largest number.
        max: u32,
    },
    /// One heap, every pair of such sets: outcomes.
    Partizan {
        /// The largest number.
        max: u32,
        /// Whether who cannot move wins.
        misere: bool,
    },
    /// Octal games, up to the same values.
    Octal {
        /// The fewest digits after the point.
        from: u32,
        /// The most digits after the point.
        digits: u32,
        /// Seconds for one game.
        limit: u32,
    },
    /// Partizan octal games up to sign, by the values of their heaps.
    PartizanOctal {
        /// The digits of each player's code.
        digits: u32,
        /// Seconds for one game.
        limit: u32,
    },
    /// Hexadecimal games.
    Hexadecimal {
        /// The most digits after the point.
        digits: u32,
        /// Seconds for one game.
        limit: u32,
    },
    /// Rewriting games on rows of two symbols.
    Rows {
        /// The most rules.
        rules: u32,
        /// The most cells of a rule.
        width: u32,
        /// Seconds for one game.
        limit: u32,
    },
    /// Two numbers that vectors lower.
    Vectors {
        /// The most vectors.
        moves: u32,
        /// The largest entry.
        entries: u32,
        /// Seconds for one game.
        limit: u32,
    },
    /// Two numbers with linear moves.
    Linear {
        /// The most moves.
        moves: u32,
        /// The largest coefficient.
        coefficients: u32,
        /// Seconds for one game.
        limit: u32,
    },
    /// One number with a memory.
    Memory {
        /// The memory's states.
        states: u32,
        /// The largest number that is taken.
        numbers: u32,
        /// Seconds for one game.
        limit: u32,
    },
}

/// Seconds for one game, where nothing else is said.
const LIMIT: u32 = 10;

impl Kind {
    /// The survey itself.
    ///
    /// # Errors
    ///
    /// When a parameter is out of range.
    pub fn survey(&self, limits: &Limits) -> Result<Box<dyn Survey>, AtlasError> {
        let within = |name: &str, value: u32, least: u32, most: u32| match value {
            value if (least..=most).contains(&value) => Ok(value),
            _ => Err(AtlasError::Input(format!(
                "--{name} {value}: give a number from {least} to {most}"
            ))),
        };
        let patience = |limit| within("limit", limit, 1, 1 << 20);
        Ok(match *self {
            Self::Impartial { max } => Box::new(Impartial {
                most: within("max", max, 1, MOST_IMPARTIAL)?,
            }),
            Self::Partizan { max, misere } => Box::new(Partizan {
                most: within("max", max, 1, MOST_PARTIZAN)?,
                misere,
            }),
            Self::Octal {
                from,
                digits,
                limit,
            } => {
                let digits = within("digits", digits, 1, 5)?;
                let from = within("from", from, 1, digits)?;
                Box::new(Octal::new(from, digits, patience(limit)?, limits)?)
            }
            Self::PartizanOctal { digits, limit } => Box::new(games::partizan_octal(
                within("digits", digits, 1, 3)?,
                patience(limit)?,
            )),
            Self::Hexadecimal { digits, limit } => Box::new(games::hexadecimal(
                within("digits", digits, 1, 3)?,
                patience(limit)?,
            )),
            Self::Rows {
                rules,
                width,
                limit,
            } => Box::new(games::rows(
                within("rules", rules, 1, 2)?,
                within("width", width, 1, 4)?,
                patience(limit)?,
            )),
            Self::Vectors {
                moves,
                entries,
                limit,
            } => Box::new(games::vectors(
                within("moves", moves, 1, 3)?,
                within("entries", entries, 1, 6)?,
                patience(limit)?,
            )),
            Self::Linear {
                moves,
                coefficients,
                limit,
            } => Box::new(games::linear(
                within("moves", moves, 1, 3)?,
                within("coefficients", coefficients, 1, 3)?,
                patience(limit)?,
            )),
            Self::Memory {
                states,
                numbers,
                limit,
            } => {
                let states = within("states", states, 2, 6)?;
                // A million tables at most.
                let most = [0, 0, 6, 3, 2, 1, 1][states as usize];
                let numbers = within("numbers", numbers, 1, most)?;
                Box::new(games::memory(states, numbers, patience(limit)?))
            }
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Impartial { max } => write!(f, "subtraction --max {max}"),
            Self::Partizan { max, misere } => {
                let misere = if *misere { " --misere" } else { "" };
                write!(f, "subtraction --partizan{misere} --max {max}")
            }
            Self::Octal {
                from,
                digits,
                limit,
            } => write!(f, "octal --from {from} --digits {digits} --limit {limit}"),
            Self::PartizanOctal { digits, limit } => {
                write!(f, "partizan-octal --digits {digits} --limit {limit}")
            }
            Self::Hexadecimal { digits, limit } => {
                write!(f, "hexadecimal --digits {digits} --limit {limit}")
            }
            Self::Rows {
                rules,
                width,
                limit,
            } => write!(f, "rows --rules {rules} --width {width} --limit {limit}"),
            Self::Vectors {
                moves,
                entries,
                limit,
            } => write!(
                f,
                "vectors --moves {moves} --entries {entries} --limit {limit}"
            ),
            Self::Linear {
                moves,
                coefficients,
                limit,
            } => write!(
                f,
                "linear --moves {moves} --coefficients {coefficients} --limit {limit}"
            ),
            Self::Memory {
                states,
                numbers,
                limit,
            } => write!(
                f,
                "memory --states {states} --numbers {numbers} --limit {limit}"
            ),
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    /// Reads what [`Kind`]'s `Display` writes, the options in any order.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let (mut flags, mut numbers) = (Vec::new(), Vec::new());
        while let Some(word) = words.next() {
            match word {
                "--partizan" | "--misere" => flags.push(word),
                _ => {
                    let number = words.next().and_then(|number| number.parse::<u32>().ok());
                    let number =
                        number.ok_or_else(|| format!("`{word}` of `{text}` has no number"))?;
                    numbers.push((word, number));
                }
            }
        }
        let mut number = |name: &str, default: Option<u32>| {
            let at = numbers.iter().position(|(word, _)| *word == name);
            at.map(|at| numbers.swap_remove(at).1)
                .or(default)
                .ok_or_else(|| format!("`{text}` has no {name}"))
        };
        let kind = match name {
            "subtraction" => {
                let max = number("--max", None)?;
                let misere = flags.contains(&"--misere");
                match flags.contains(&"--partizan") {
                    true => Self::Partizan { max, misere },
                    false if misere => {
                        return Err("--misere goes with --partizan; without it misère play is a column of the survey".into());
                    }
                    false => Self::Impartial { max },
                }
            }
            "octal" => Self::Octal {
                from: number("--from", Some(1))?,
                digits: number("--digits", None)?,
                limit: number("--limit", Some(LIMIT))?,
            },
            "partizan-octal" => Self::PartizanOctal {
                digits: number("--digits", None)?,
                limit: number("--limit", Some(LIMIT))?,
            },
            "hexadecimal" => Self::Hexadecimal {
                digits: number("--digits", None)?,
                limit: number("--limit", Some(LIMIT))?,
            },
            "rows" => Self::Rows {
                rules: number("--rules", None)?,
                width: number("--width", None)?,
                limit: number("--limit", Some(LIMIT))?,
            },
            "vectors" => Self::Vectors {
                moves: number("--moves", None)?,
                entries: number("--entries", None)?,
                limit: number("--limit", Some(LIMIT))?,
            },
            "linear" => Self::Linear {
                moves: number("--moves", None)?,
                coefficients: number("--coefficients", None)?,
                limit: number("--limit", Some(LIMIT))?,
            },
            "memory" => Self::Memory {
                states: number("--states", None)?,
                numbers: number("--numbers", None)?,
                limit: number("--limit", Some(LIMIT))?,
            },
            _ => {
                return Err(format!(
                    "there is no survey `{name}`; the surveys are subtraction, octal, partizan-octal, hexadecimal, rows, vectors, linear and memory"
                ));
            }
        };
        if let Some((word, _)) = numbers.first() {
            return Err(format!("`{word}` isn't an option of `{name}`"));
        }
        if !flags.is_empty() && name != "subtraction" {
            return Err(format!("`{}` isn't an option of `{name}`", flags[0]));
        }
        Ok(kind)
    }
}
