//! What was asked for, read: a window once the law is known.

use dashu_int::UBig;
use whowins_analysis::Game;
use whowins_draw::MARGIN;
use whowins_verify::Verified;

use super::MapRequest;
use super::kind::{Kind, number};
use super::overlay::period;
use super::window::{NEAR, Window};
use crate::fault::{Fault, input};

/// The most cells of a map.
const CELLS: usize = 1 << 26;
/// The most columns or rows.
const SIDE: usize = 1 << 16;
/// Columns of a strip that no period gives.
const STRIP: usize = 32;
/// The longest period at which a strip wraps by itself, in a picture and in the terminal.
const PERIODS: [usize; 2] = [1024, 100];
/// The most rows of one length that are drawn by themselves.
const WORDS: usize = 1 << 12;

/// What was asked, read.
pub(super) struct Wish {
    kind: Kind,
    /// Columns and rows; heaps; or the largest length.
    size: Option<[usize; 2]>,
    from: Vec<UBig>,
    width: Option<usize>,
    /// Columns of cells in the terminal that it is for.
    terminal: Option<usize>,
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
            terminal: asked
                .terminal
                .map(|columns| columns.saturating_sub(MARGIN).max(1)),
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

    /// Refuses what no law makes smaller, before one is looked for: maps too large, or too wide for
    /// the terminal that they are for.
    pub(super) fn fits(&self) -> Result<(), Fault> {
        let [columns, rows] = self.sides(None)?;
        let wraps = self.kind.axes() == 1 && !matches!(self.kind, Kind::Rows { .. });
        let Some(most) = self.terminal.filter(|most| !wraps && columns > *most) else {
            return Ok(());
        };
        let (what, largest) = match &self.kind {
            Kind::Rows { alphabet } => {
                let length = fitting(alphabet.len().max(2), most);
                (format!("{rows}"), format!("{length}"))
            }
            _ => (format!("{columns}x{rows}"), format!("{most}x{rows}")),
        };
        input(format!(
            "--size {what}: the map is {columns} columns wide, and the terminal shows {most}; ask for --size {largest}, or write \
             a picture with -o map.svg"
        ))
    }

    /// The window, wrapped at the law's period where it is a strip.
    pub(super) fn window(self, law: Option<&Verified>) -> Result<Window, Fault> {
        let [columns, rows] = self.sides(law)?;
        Ok(Window {
            kind: self.kind,
            columns,
            rows,
            from: self.from,
        })
    }

    /// The longest period at which a strip wraps by itself.
    fn longest(&self) -> u64 {
        let most = self
            .terminal
            .map_or(PERIODS[0], |most| most.min(PERIODS[1]));
        most as u64
    }

    /// Columns and rows of the window.
    fn sides(&self, law: Option<&Verified>) -> Result<[usize; 2], Fault> {
        let square = self.terminal.map_or(64, |most| most.min(32));
        let [columns, rows] = match (&self.kind, self.kind.axes()) {
            (Kind::Rows { alphabet }, _) => {
                let letters = alphabet.len().max(2);
                let most = self.terminal.map_or(WORDS / 4, |most| most.min(16));
                let usual = fitting(letters, most).max(1);
                let length = self.size.map_or(usual, |size| size[0]);
                let largest = fitting(letters, WORDS);
                if length > largest {
                    return input(format!(
                        "--size {length}: there are too many rows of this length to see; give at most {largest}"
                    ));
                }
                [letters.pow(length as u32), length]
            }
            (_, 1) => {
                let period = law
                    .and_then(period)
                    .filter(|period| (2..=self.longest()).contains(period));
                // A short period wraps at a multiple of itself.
                let by_law = period.map(|period| {
                    let times = (12.min(self.longest()) / period).max(1);
                    (period * times) as usize
                });
                let strip = self.terminal.map_or(STRIP, |most| most.min(STRIP));
                let width = self.width.or(by_law).unwrap_or(strip);
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
        Ok([columns, rows])
    }
}

/// The largest length of which there are at most so many rows.
fn fitting(letters: usize, most: usize) -> usize {
    (1..).take_while(|n| letters.pow(*n) <= most).count()
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
                "--size {text} isn't a size; write columns and rows such as 64x64, or one number for one heap"
            ))
        },
        Ok,
    )
}
