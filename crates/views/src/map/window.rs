//! Which positions a map shows.

use dashu_int::UBig;
use whowins_draw::Axis;
use whowins_rules::{Game, Position, Shape};
use whowins_verify::{Law, Verified};

use super::MapRequest;
use super::squares::Squares;
use crate::fault::Fault;

/// The most cells of a map.
const CELLS: usize = 1 << 26;
/// The most columns or rows.
const SIDE: usize = 1 << 16;
/// States of a table that is made without asking for a law.
pub(super) const NEAR: u64 = 1 << 26;
/// Numbers up to here are told at the ticks; beyond, the axis tells how far from the first cell.
const TOLD: u64 = 100_000_000;
/// Columns of a strip that no period gives.
const STRIP: usize = 32;
/// The longest period at which a strip wraps by itself, in a picture and in the terminal.
const PERIODS: [u64; 2] = [1024, 100];
/// The most rows of one length that are drawn by themselves.
const WORDS: usize = 1 << 12;

/// What was asked, read.
pub(super) struct Wish {
    kind: Kind,
    /// Columns and rows; heaps; or the largest length.
    size: Option<[usize; 2]>,
    from: Vec<UBig>,
    width: Option<usize>,
    terminal: bool,
}

/// What the cells stand for.
#[derive(Clone, Debug)]
enum Kind {
    /// Tuples, by the variables that are drawn: their names and ranges, and a position with the others' values.
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
struct Drawn {
    variable: usize,
    name: String,
    least: UBig,
    most: Option<UBig>,
}

/// The positions of a map.
pub struct Window {
    kind: Kind,
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) from: Vec<UBig>,
}

fn input<T>(message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Input(message.into()))
}

/// A number in decimal digits.
fn number(text: &str) -> Option<UBig> {
    let text = text.trim();
    let digits =
        !text.is_empty() && text.len() <= 10_000 && text.bytes().all(|b| b.is_ascii_digit());
    digits
        .then(|| UBig::from_str_radix(text, 10).ok())
        .flatten()
}

impl Wish {
    /// Reads the command's arguments.
    pub(super) fn read(game: &Game, asked: &MapRequest) -> Result<Self, Fault> {
        let size = asked.size.as_deref().map(read_size).transpose()?;
        let kind = Kind::of(game, asked, size.is_some_and(|(_, two)| two))?;
        let axes = kind.axes();
        if let (Some((_, two)), Some(text)) = (size, &asked.size) {
            match (axes, two) {
                (2, false) => {
                    return input(format!(
                        "--size {text}: this map has two axes; write columns and rows, such as 64x64"
                    ));
                }
                (1, true) => {
                    return input(format!(
                        "--size {text}: this map has one axis; write one number, such as 256 (and --width for the heaps a line)"
                    ));
                }
                _ => {}
            }
        }
        if asked.width.is_some() && (axes != 1 || matches!(kind, Kind::Rows { .. })) {
            return input(
                "--width wraps the strip of a game of one heap; this map has --size COLUMNSxROWS",
            );
        }
        let from = match &asked.from {
            None => kind.least(),
            Some(_) if matches!(kind, Kind::Rows { .. }) => {
                return input(
                    "--from is for games of numbers; rows of cells are drawn from length 1 on, up to --size",
                );
            }
            Some(text) => {
                let parts: Option<Vec<UBig>> = text.split(',').map(number).collect();
                match parts.filter(|parts| parts.len() == axes) {
                    Some(parts) => parts,
                    None => {
                        let shape = ["1000", "1000,1000"][axes - 1];
                        return input(format!(
                            "--from {text}: give a number for each axis, such as --from {shape}"
                        ));
                    }
                }
            }
        };
        Ok(Self {
            kind,
            size: size.map(|(size, _)| size),
            from,
            width: asked.width.map(|width| width as usize),
            terminal: asked.terminal,
        })
    }

    /// Whether a table from the rules would be large, so that a law is needed.
    pub(super) fn is_far(&self) -> bool {
        let size = self.size.unwrap_or([1 << 10, 1 << 10]);
        let states = (self.from.iter().zip(size)).try_fold(1u64, |states, (from, side)| {
            u64::try_from(from)
                .ok()?
                .checked_add(side as u64)?
                .checked_mul(states)
        });
        states.is_none_or(|states| states > NEAR)
    }

    /// The window, wrapped at the law's period where it is a strip.
    pub(super) fn window(self, law: Option<&Verified>) -> Result<Window, Fault> {
        let square = if self.terminal { 32 } else { 64 };
        let [columns, rows] = match (&self.kind, self.kind.axes()) {
            (Kind::Rows { alphabet }, _) => {
                let letters = alphabet.len().max(2);
                let fitting = |most: usize| (1..).take_while(|n| letters.pow(*n) <= most).count();
                let most = if self.terminal { 64 } else { WORDS };
                let length = self.size.map_or(fitting(most / 4).max(1), |size| size[0]);
                if length > fitting(WORDS) {
                    return input(format!(
                        "--size {length}: there are too many rows of this length to see; give at most {}",
                        fitting(WORDS)
                    ));
                }
                [letters.pow(length as u32), length]
            }
            (_, 1) => {
                let period = law
                    .and_then(period)
                    .filter(|period| (2..=PERIODS[usize::from(self.terminal)]).contains(period));
                // A short period wraps at a multiple of itself.
                let by_law = period.map(|period| {
                    let times = (12 / period).max(1);
                    (period * times) as usize
                });
                let width = self.width.or(by_law).unwrap_or(STRIP);
                let heaps = self.size.map_or(width * 16, |size| size[0]);
                let (kind, from) = (&self.kind, &self.from);
                let heaps = kind.room(0, &from[0]).map_or(heaps, |room| heaps.min(room));
                [width.min(heaps.max(1)), heaps.div_ceil(width).max(1)]
            }
            _ => {
                let whole = match &self.kind {
                    Kind::Squares(squares) => squares.size,
                    _ => [square; 2],
                };
                let size = self.size.unwrap_or(whole);
                let room = |at: usize| {
                    self.kind
                        .room(at, &self.from[at])
                        .map_or(size[at], |room| room.min(size[at]))
                };
                [room(0), room(1)]
            }
        };
        if columns == 0 || rows == 0 {
            return input(
                "no position lies there; --from lies beyond the range that the rules give, take a smaller one",
            );
        }
        if columns > SIDE || rows > SIDE || columns.saturating_mul(rows) > CELLS {
            return input(format!(
                "a map of {columns} x {rows} cells is too large; ask for at most {CELLS} cells, and {SIDE} a side"
            ));
        }
        Ok(Window {
            kind: self.kind,
            columns,
            rows,
            from: self.from,
        })
    }
}

/// Columns and rows, and whether both were given.
fn read_size(text: &str) -> Result<([usize; 2], bool), Fault> {
    let side = |part: &str| {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        digits
            .then(|| part.parse().ok())
            .flatten()
            .filter(|side| (1..=CELLS).contains(side))
    };
    let read = match text.split_once(['x', 'X', '×']) {
        Some((columns, rows)) => side(columns).zip(side(rows)).map(|(c, r)| ([c, r], true)),
        None => side(text).map(|heaps| ([heaps, 1], false)),
    };
    read.map_or_else(
        || {
            input(format!(
                "--size {text} is no size; write columns and rows such as 64x64, or one number for one heap"
            ))
        },
        Ok,
    )
}

/// The period of a law of one heap.
pub(super) fn period(law: &Verified) -> Option<u64> {
    let mut all = law.certificate().laws.iter();
    all.find_map(|law| Some(repeats(law)?.1))
}

/// Preperiod and period of a law of one heap.
pub fn repeats(law: &Law) -> Option<(u64, u64)> {
    Some(match law {
        Law::Periodic(law) => (law.preperiod, law.period),
        Law::Grundy(law) => (law.preperiod, law.period),
        Law::GuySmith(law) => (law.preperiod, law.period),
        Law::Arithmetic(law) => (law.preperiod, law.period),
        Law::SparseSpace(law) => (law.preperiod, law.period),
        _ => return None,
    })
}

impl Kind {
    fn of(game: &Game, asked: &MapRequest, two: bool) -> Result<Self, Fault> {
        let sliced = matches!(game.shape, Shape::Numbers(_) | Shape::Tokens(_));
        if let (Some(slice), false) = (asked.slice.first(), sliced) {
            return input(format!(
                "--slice {slice}: only games of numbers have variables to fix, and games of tokens tokens to put; leave it out"
            ));
        }
        match &game.shape {
            Shape::Numbers(_) => Self::numbers(game, asked),
            Shape::Heaps(_) => Ok(Self::Heaps { two }),
            Shape::Board(board) if board.row && board.size.is_none() => Ok(Self::Rows {
                alphabet: board.alphabet.clone(),
            }),
            Shape::Board(_) => input(
                "there is no map of boards: maps show numbers, heaps, rows of any length, and tokens on squares; `whowins solve` answers single positions",
            ),
            Shape::Tokens(tokens) => Squares::new(game, tokens, asked).map(Self::Squares),
        }
    }

    fn numbers(game: &Game, asked: &MapRequest) -> Result<Self, Fault> {
        let Shape::Numbers(numbers) = &game.shape else {
            unreachable!("only called for numbers")
        };
        let mut fixed: Vec<Option<UBig>> = vec![None; numbers.variables.len()];
        let names: Vec<&str> = numbers.variables.iter().map(|v| v.name.as_str()).collect();
        let mut notes = Vec::new();
        for slice in &asked.slice {
            let Some((name, text)) = slice.split_once('=') else {
                return input(format!(
                    "--slice {slice} has no «=»; write --slice NAME=NUMBER"
                ));
            };
            let Some(at) = names.iter().position(|one| *one == name.trim()) else {
                return input(format!(
                    "--slice {slice}: the game has no variable «{}»; its variables are {}",
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
                    "--slice {slice}: «{}» is no value of {name}; its range is {} to {}",
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
                "a map has one or two axes, and {free} variables are free; fix {} of {} with --slice NAME=NUMBER",
                free - 2,
                names.join(", ")
            )),
        }
    }

    /// How many axes there are: 1 for a strip.
    fn axes(&self) -> usize {
        match self {
            Self::Numbers { drawn, .. } => drawn.len(),
            Self::Heaps { two } => 1 + usize::from(*two),
            Self::Rows { .. } => 1,
            Self::Squares(_) => 2,
        }
    }

    /// The first cell, where nothing is asked.
    fn least(&self) -> Vec<UBig> {
        match self {
            Self::Numbers { drawn, .. } => drawn.iter().map(|one| one.least.clone()).collect(),
            _ => vec![UBig::ZERO; self.axes()],
        }
    }

    /// How many values an axis has from one on; `None` without end.
    fn room(&self, axis: usize, from: &UBig) -> Option<usize> {
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

impl Window {
    /// Whether it is a strip of one variable.
    pub(super) fn is_strip(&self) -> bool {
        self.kind.axes() == 1 && !self.stretched()
    }

    /// Whether the box from 0 to the last cell has few positions; where that is not so, their number may not even fit a machine word.
    pub(super) fn is_near(&self) -> bool {
        let numbers = self.corner().and_then(|corner| corner.state());
        let sides = numbers.map(|numbers| {
            (numbers.iter()).try_fold(1u64, |all, n| all.checked_mul(n.unsigned_abs() + 1))
        });
        sides.flatten().is_some_and(|states| states <= NEAR)
    }

    /// Whether the cells are rows by length.
    pub(super) fn stretched(&self) -> bool {
        matches!(self.kind, Kind::Rows { .. })
    }

    /// Whether row 0 lies on top.
    pub(super) fn downwards(&self) -> bool {
        self.kind.axes() == 1 || matches!(self.kind, Kind::Squares(_))
    }

    /// Whether all the game's variables are drawn.
    pub(super) fn is_whole(&self) -> bool {
        match &self.kind {
            Kind::Numbers { fixed, drawn, .. } => fixed.len() == drawn.len(),
            Kind::Squares(_) => false,
            _ => true,
        }
    }

    /// The numbers of a cell's axes; a strip's one number.
    fn numbers(&self, column: usize, row: usize) -> Vec<UBig> {
        match self.from.as_slice() {
            [x, y] => vec![x + UBig::from(column), y + UBig::from(row)],
            [n] => vec![n + UBig::from(row * self.columns + column)],
            _ => Vec::new(),
        }
    }

    /// The position of a cell; `None` where there is none.
    pub(super) fn position(&self, column: usize, row: usize) -> Option<Position> {
        match &self.kind {
            Kind::Numbers { drawn, fixed, .. } => {
                let mut all = fixed.clone();
                for (one, value) in drawn.iter().zip(self.numbers(column, row)) {
                    let inside =
                        value >= one.least && one.most.as_ref().is_none_or(|most| value <= *most);
                    if !inside {
                        return None;
                    }
                    all[one.variable] = value;
                }
                Some(Position::Numbers(all))
            }
            Kind::Squares(squares) => {
                let from = |at: usize| usize::try_from(&self.from[at]).ok();
                squares.position(from(0)?.checked_add(column)?, from(1)?.checked_add(row)?)
            }
            Kind::Heaps { .. } => {
                let mut heaps = self.numbers(column, row);
                heaps.retain(|heap| *heap != UBig::ZERO);
                heaps.sort();
                Some(Position::Heaps(heaps))
            }
            Kind::Rows { alphabet } => {
                // A row stands above those that begin with it.
                let (length, letters) = (row + 1, alphabet.len().max(1));
                let wide = letters.pow((self.rows - length) as u32); // at most 12
                let mut rest = column / wide;
                let mut cells = vec![0u8; length];
                for cell in cells.iter_mut().rev() {
                    *cell = (rest % letters) as u8;
                    rest /= letters;
                }
                (rest == 0).then_some(Position::Board {
                    rows: 1,
                    columns: length,
                    cells,
                })
            }
        }
    }

    /// The position with the largest numbers: the corner of the box that all the cells lie in.
    pub(super) fn corner(&self) -> Option<Position> {
        self.position(self.columns - 1, self.rows - 1).or_else(|| {
            // A strip's last line, or a range, may end before the corner.
            let mut cells = (0..self.rows)
                .rev()
                .flat_map(|row| (0..self.columns).rev().map(move |column| (column, row)));
            cells.find_map(|(column, row)| self.position(column, row))
        })
    }

    /// The state of the first cell, and which of its slots rise with columns and rows and by how much; for tuples alone.
    pub(super) fn slots(&self) -> Option<(Vec<i64>, Vec<usize>)> {
        let Kind::Numbers { drawn, .. } = &self.kind else {
            return None;
        };
        let state = self.position(0, 0)?.state()?;
        Some((state, drawn.iter().map(|one| one.variable).collect()))
    }

    /// The axes: across, and along.
    pub(super) fn axes(&self) -> [Axis; 2] {
        let names: [String; 2] = match &self.kind {
            Kind::Numbers { drawn, .. } => {
                let name = |at: usize| drawn.get(at).map_or("", |one| one.name.as_str());
                [name(0).into(), name(1).into()]
            }
            Kind::Squares(squares) => {
                let axis = |at: usize, side: &str| Axis {
                    first: u64::try_from(&self.from[at]).map_or(1, |from| from + 1),
                    ..Axis::new(format!("{side} of {}", squares.name))
                };
                return [axis(0, "column"), axis(1, "row")];
            }
            Kind::Heaps { two: true } => ["one heap".into(), "the other heap".into()],
            Kind::Heaps { two: false } => ["heap".into(), String::new()],
            Kind::Rows { alphabet } => {
                let digits: String = alphabet.iter().collect();
                let across = Axis::new(format!(
                    "the row, its cells read as digits in the order {digits}, above those that begin with it"
                ));
                let along = Axis {
                    first: 1,
                    ..Axis::new("length")
                };
                return [across, along];
            }
        };
        let starting = |name: &str, from: &UBig| match u64::try_from(from) {
            Ok(first) if first < TOLD => Axis {
                first,
                ..Axis::new(name)
            },
            _ => Axis::new(format!("{name} - {}", shorten(from))),
        };
        if self.from.len() == 1 {
            let along = Axis {
                step: self.columns as u64,
                ..starting(&names[0], &self.from[0])
            };
            let across = Axis::new(format!("+ 0 to {}", self.columns - 1));
            return [across, along];
        }
        [0, 1].map(|at: usize| starting(&names[at], &self.from[at]))
    }

    /// The squares of tokens that stay: name, column, row.
    pub(super) fn staying(&self) -> Vec<(&str, usize, usize)> {
        let (Kind::Squares(squares), [left, top]) = (&self.kind, self.from.as_slice()) else {
            return Vec::new();
        };
        let seen = |at: usize, from: &UBig, cells: usize| {
            at.checked_sub(usize::try_from(from).ok()?)
                .filter(|at| *at < cells)
        };
        (squares.staying.iter())
            .filter_map(|(name, [column, row])| {
                let column = seen(*column, left, self.columns)?;
                Some((name.as_str(), column, seen(*row, top, self.rows)?))
            })
            .collect()
    }

    /// What the axes do not tell.
    pub(super) fn notes(&self) -> Vec<String> {
        match &self.kind {
            Kind::Numbers { notes, .. } => notes.clone(),
            Kind::Squares(squares) => (squares.staying.iter())
                .map(|(name, [column, row])| {
                    format!("{name} on row {}, column {}", row + 1, column + 1)
                })
                .collect(),
            _ => Vec::new(),
        }
    }
}

/// A number as an axis can tell it.
fn shorten(number: &UBig) -> String {
    let text = number.to_string();
    match text.len() {
        ..=24 => text,
        digits => format!("{}... ({digits} digits)", &text[..12]),
    }
}
