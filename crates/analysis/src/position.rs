//! Positions: how they are written and read.

use std::fmt::Write as _;

use dashu_int::{IBig, UBig};
use whowins_core as core;

use crate::closest;
use crate::decimal::decimal;
use crate::game::{Game, Shape};
use crate::program::{flat, unflat};
use crate::tokens::{Cell, Tokens};

/// The largest number of a state in machine words, 2^62 - 1: two of them can be added.
pub const LARGEST: i64 = (1 << 62) - 1;

/// With more options than these, or more cells, the rules are not laid out to find a move.
const LAID_OUT: usize = 20_000;

/// A position of a game; whose turn it is stands beside it, not in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// One number a variable.
    Numbers(Vec<UBig>),
    /// Cells row by row, as indices into the alphabet.
    Board {
        /// Rows; 1 for a row game.
        rows: usize,
        /// Columns.
        columns: usize,
        /// The symbols' indices.
        cells: Vec<u8>,
    },
    /// One cell a token, as an index into [`Tokens::cells`].
    Tokens(Vec<u32>),
    /// Heaps in rising order; empty ones are left out.
    Heaps(Vec<UBig>),
    /// A state of a term, with whose turn it is.
    Parts(core::State),
}

/// Why a text is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// What is wrong, and where in the text.
    pub message: String,
    /// How positions of this game are written.
    pub help: String,
}

impl std::fmt::Display for PositionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}; {}", self.message, self.help)
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// Rows and columns of a board; 1 by 1 for other shapes.
    pub fn size(&self) -> (usize, usize) {
        match self {
            Self::Board { rows, columns, .. } => (*rows, *columns),
            _ => (1, 1),
        }
    }

    /// Whether a number of it is so large that moves are not gone through one by one.
    pub fn is_large(&self) -> bool {
        match self {
            Self::Numbers(numbers) | Self::Heaps(numbers) => {
                numbers.iter().any(|number| *number > UBig::from(LAID_OUT))
            }
            Self::Board { rows, columns, .. } => rows.saturating_mul(*columns) > LAID_OUT,
            Self::Tokens(_) => false,
            Self::Parts(state) => {
                let mut numbers = state.iter().flatten();
                numbers.any(|number| *number > IBig::from(LAID_OUT))
            }
        }
    }

    /// The position as integers, where all of them are up to [`LARGEST`].
    pub fn state(&self) -> Option<Vec<i64>> {
        let small = |number: &UBig| i64::try_from(number).ok().filter(|n| *n <= LARGEST);
        match self {
            Self::Numbers(numbers) | Self::Heaps(numbers) => numbers.iter().map(small).collect(),
            Self::Board { cells, .. } => Some(cells.iter().map(|cell| i64::from(*cell)).collect()),
            Self::Tokens(cells) => Some(cells.iter().map(|cell| i64::from(*cell)).collect()),
            Self::Parts(state) => flat(state),
        }
    }
}

impl Game {
    /// The position of integers `state` on a board of `rows` by `columns`.
    pub fn position_of(&self, state: &[i64], rows: usize, columns: usize) -> Position {
        let number = |n: &i64| UBig::from(u64::try_from(*n).unwrap_or(0));
        match &self.shape {
            Shape::Numbers(_) => Position::Numbers(state.iter().map(number).collect()),
            Shape::Heaps(_) => Position::Heaps(state.iter().map(number).collect()),
            Shape::Program(_) => Position::Parts(unflat(state)),
            Shape::Tokens(_) => Position::Tokens(state.iter().map(|cell| *cell as u32).collect()),
            Shape::Board(_) => Position::Board {
                rows,
                columns,
                cells: state.iter().map(|cell| *cell as u8).collect(),
            },
        }
    }

    /// Reads a position, in the way that [`Game::show`] writes it.
    ///
    /// # Errors
    ///
    /// When the text has another shape, or a value lies outside its range; the message names the part and the mend.
    pub fn read(&self, text: &str) -> Result<Position, PositionError> {
        match &self.shape {
            Shape::Numbers(_) => self.read_numbers(text),
            Shape::Board(_) => self.read_board(text),
            Shape::Tokens(tokens) => read_tokens(tokens, text),
            Shape::Heaps(_) => read_heaps(text),
            Shape::Program(program) => program.read(text).map(Position::Parts),
        }
    }

    fn read_numbers(&self, text: &str) -> Result<Position, PositionError> {
        let Shape::Numbers(numbers) = &self.shape else {
            unreachable!("only called for tuples")
        };
        let names: Vec<&str> = numbers.variables.iter().map(|v| v.name.as_str()).collect();
        let fail = |message: String| PositionError {
            message,
            help: match names.as_slice() {
                [one] => format!("write the position as one number, {one}"),
                _ => format!("write the position as {}", names.join(",")),
            },
        };
        let parts: Vec<&str> = split_numbers(text);
        if parts.len() != names.len() {
            return Err(fail(format!(
                "the position «{}» has {}, not {}",
                shorten(text),
                counted(parts.len(), "number"),
                names.len()
            )));
        }
        let values = parts
            .iter()
            .zip(&numbers.variables)
            .map(|(part, variable)| {
                if let Some(at) = variable.words.iter().position(|word| word == part) {
                    return Ok(UBig::from(at));
                }
                let value = read_number(part).ok_or_else(|| {
                    fail(format!(
                        "«{}» is no value of {}",
                        shorten(part),
                        variable.name
                    ))
                })?;
                let too_large = variable
                    .most
                    .is_some_and(|most| value > UBig::from(most as u64));
                if value < UBig::from(variable.least as u64) || too_large {
                    return Err(fail(format!(
                        "{} = {} is outside its range, {} to {}",
                        variable.name,
                        shorten(part),
                        variable.least,
                        variable
                            .most
                            .map_or("any number".into(), |most| most.to_string()),
                    )));
                }
                Ok(value)
            })
            .collect::<Result<_, _>>()?;
        Ok(Position::Numbers(values))
    }

    fn read_board(&self, text: &str) -> Result<Position, PositionError> {
        let Shape::Board(board) = &self.shape else {
            unreachable!("only called for boards")
        };
        let symbols: String = board.alphabet.iter().collect();
        let fail = |message: String| PositionError {
            message,
            help: if board.row {
                format!("write the row as its symbols, each one of {symbols}")
            } else {
                format!("write the board row by row with «/» between, each cell one of {symbols}")
            },
        };
        let trimmed = text.trim();
        let lines: Vec<&str> = if board.row {
            vec![trimmed]
        } else {
            trimmed.split(['/', '\n']).map(str::trim).collect()
        };
        let mut cells = Vec::with_capacity(text.len());
        let mut columns = None;
        for (row, line) in lines.iter().enumerate() {
            let before = cells.len();
            for (column, symbol) in line.chars().enumerate() {
                let index = board
                    .alphabet
                    .iter()
                    .position(|s| *s == symbol)
                    .ok_or_else(|| {
                        fail(format!(
                            "«{symbol}» in row {}, column {} is not a symbol of this game",
                            row + 1,
                            column + 1
                        ))
                    })?;
                cells.push(index as u8);
            }
            let width = cells.len() - before;
            match columns {
                None => columns = Some(width),
                Some(columns) if columns != width => {
                    return Err(fail(format!(
                        "row {} has {}, but row 1 has {columns}",
                        row + 1,
                        counted(width, "cell")
                    )));
                }
                Some(_) => {}
            }
        }
        let columns = columns.unwrap_or(0);
        if columns == 0 {
            return Err(fail("the position is empty".into()));
        }
        if let Some((want_rows, want_columns)) = board.size
            && (lines.len(), columns) != (want_rows, want_columns)
        {
            return Err(fail(format!(
                "the position has {} x {columns} cells, but the rules say {want_rows} x {want_columns}",
                lines.len()
            )));
        }
        Ok(Position::Board {
            rows: lines.len(),
            columns,
            cells,
        })
    }

    /// Writes a position as [`Game::read`] reads it.
    pub fn show(&self, position: &Position) -> String {
        match (position, &self.shape) {
            (Position::Numbers(values), Shape::Numbers(numbers)) => values
                .iter()
                .zip(&numbers.variables)
                .map(|(value, variable)| {
                    usize::try_from(value)
                        .ok()
                        .and_then(|at| variable.words.get(at).cloned())
                        .unwrap_or_else(|| decimal(value))
                })
                .collect::<Vec<_>>()
                .join(","),
            (Position::Board { columns, cells, .. }, Shape::Board(board)) => {
                let mut text = String::with_capacity(cells.len());
                for (at, cell) in cells.iter().enumerate() {
                    if at > 0 && at % columns == 0 {
                        text.push('/');
                    }
                    text.push(board.alphabet[usize::from(*cell)]);
                }
                text
            }
            (Position::Tokens(cells), Shape::Tokens(tokens)) => {
                let mut text = String::new();
                for cell in cells {
                    if !text.is_empty() {
                        text.push(' ');
                    }
                    match &tokens.cells[*cell as usize] {
                        Cell::Square { row, column } => {
                            let _ = write!(text, "{row},{column}");
                        }
                        Cell::Node(name) => text.push_str(name),
                    }
                }
                text
            }
            (Position::Heaps(heaps), _) if heaps.is_empty() => "0".into(),
            (Position::Heaps(heaps), _) => heaps
                .iter()
                .map(UBig::to_string)
                .collect::<Vec<_>>()
                .join(","),
            (Position::Parts(state), Shape::Program(program)) => program.show(state),
            _ => unreachable!("a position of another game"),
        }
    }
}

/// The parts of a tuple: separated by commas, blanks, or both, perhaps in parentheses.
fn split_numbers(text: &str) -> Vec<&str> {
    let text = text.trim();
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
        .unwrap_or(text);
    if inner.contains(',') {
        inner.split(',').map(str::trim).collect()
    } else {
        inner.split_whitespace().collect()
    }
}

/// A natural number of any length in decimal digits.
fn read_number(text: &str) -> Option<UBig> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match text.parse::<u64>() {
        Ok(value) => Some(UBig::from(value)),
        Err(_) => UBig::from_str_radix(text, 10).ok(),
    }
}

fn read_heaps(text: &str) -> Result<Position, PositionError> {
    let mut heaps = split_numbers(text)
        .into_iter()
        .map(|part| {
            read_number(part).ok_or_else(|| PositionError {
                message: format!("«{}» is no heap", shorten(part)),
                help: "write the heaps as numbers with commas between, such as 7 or 3,5".into(),
            })
        })
        .collect::<Result<Vec<_>, _>>()?;
    if heaps.is_empty() {
        return Err(PositionError {
            message: "the position is empty".into(),
            help: "write the heaps as numbers with commas between, such as 7 or 3,5".into(),
        });
    }
    heaps.retain(|heap| *heap != UBig::ZERO);
    heaps.sort();
    Ok(Position::Heaps(heaps))
}

fn read_tokens(tokens: &Tokens, text: &str) -> Result<Position, PositionError> {
    let on_map = tokens.map.is_some();
    let fail = |message: String| PositionError {
        message,
        help: if on_map {
            format!(
                "write one ROW,COLUMN a token, counted from 1, with blanks between: {}",
                tokens.names.join(" ")
            )
        } else {
            format!(
                "write one node a token, with blanks between: {}",
                tokens.names.join(" ")
            )
        },
    };
    let parts: Vec<&str> = text.split_whitespace().collect();
    if parts.len() != tokens.names.len() {
        return Err(fail(format!(
            "the position «{}» names {}, not {}",
            shorten(text),
            counted(parts.len(), "place"),
            tokens.names.len()
        )));
    }
    let find = |part: &str, name: &str| -> Result<u32, PositionError> {
        let wanted = if on_map {
            part.split_once(',')
                .and_then(|(row, column)| {
                    Some(Cell::Square {
                        row: row.parse().ok()?,
                        column: column.parse().ok()?,
                    })
                })
                .ok_or_else(|| fail(format!("«{}» is no square for {name}", shorten(part))))?
        } else {
            Cell::Node(part.to_string())
        };
        tokens
            .cells
            .iter()
            .position(|cell| *cell == wanted)
            .map(|at| at as u32)
            .ok_or_else(|| {
                let mut error = fail(format!("{name} cannot stand on «{}»", shorten(part)));
                let nodes = tokens.cells.iter().filter_map(|cell| match cell {
                    Cell::Node(name) => Some(name.as_str()),
                    Cell::Square { .. } => None,
                });
                if let Some(near) = closest(part, nodes) {
                    error.help = format!("did you mean «{near}»?");
                } else if let Some(map) = &tokens.map {
                    let (rows, columns) = (map.lines.len(), map.lines.first().map_or(0, Vec::len));
                    error.help = format!(
                        "name a free square of the map's {} and {}",
                        counted(rows, "row"),
                        counted(columns, "column")
                    );
                }
                error
            })
    };
    Ok(Position::Tokens(
        parts
            .iter()
            .zip(&tokens.names)
            .map(|(part, name)| find(part, name))
            .collect::<Result<_, _>>()?,
    ))
}

/// A count with its word, in the singular or plural.
pub(crate) fn counted(count: usize, word: &str) -> String {
    if count == 1 {
        format!("1 {word}")
    } else {
        format!("{count} {word}s")
    }
}

/// A text cut to what a message can hold.
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        text.to_string()
    } else {
        let head: String = text.chars().take(LONGEST).collect();
        format!("{head}...")
    }
}
