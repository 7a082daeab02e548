//! Which positions a map shows.

use dashu_int::UBig;
use whowins_analysis::Position;
use whowins_draw::Axis;

use super::kind::Kind;

/// States of a table that is made without asking for a law.
pub(super) const NEAR: u64 = 1 << 26;
/// Numbers up to here are told at the ticks; beyond, the axis tells how far from the first cell.
const TOLD: u64 = 100_000_000;
/// The positions of a map.
pub struct Window {
    pub(super) kind: Kind,
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) from: Vec<UBig>,
}

impl Window {
    /// Whether it is a strip of one variable.
    pub(super) fn is_strip(&self) -> bool {
        self.kind.axes() == 1 && !self.stretched()
    }

    /// Whether the box from 0 to the last cell has few positions; where that is not so, their
    /// number may not even fit a machine word.
    pub(super) fn is_near(&self) -> bool {
        self.states().is_some_and(|states| states <= NEAR)
    }

    /// How many positions lie in the box from 0 to the last cell, where a machine word holds that.
    pub(super) fn states(&self) -> Option<u64> {
        let numbers = self.corner()?.words()?;
        (numbers.iter()).try_fold(1u64, |all, n| all.checked_mul(n.unsigned_abs() + 1))
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
                Some(Position::tuple(all))
            }
            Kind::Squares(squares) => {
                let from = |at: usize| usize::try_from(&self.from[at]).ok();
                squares.position(from(0)?.checked_add(column)?, from(1)?.checked_add(row)?)
            }
            Kind::Heaps { .. } => {
                let mut heaps = self.numbers(column, row);
                heaps.retain(|heap| *heap != UBig::ZERO);
                heaps.sort();
                Some(Position::list(heaps))
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
                (rest == 0).then(|| Position::list(cells))
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

    /// The state of the first cell, and which of its slots rise with columns and rows and by how
    /// much; for tuples alone.
    pub(super) fn slots(&self) -> Option<(Vec<i64>, Vec<usize>)> {
        let Kind::Numbers { drawn, .. } = &self.kind else {
            return None;
        };
        let state = self.position(0, 0)?.words()?;
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
