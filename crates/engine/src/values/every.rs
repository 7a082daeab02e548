//! All positions of one size, in order.

use whowins_analysis::{Game, Position};

/// The most cells.
const MOST: usize = 65_535;

/// What a size is: of rows and boards the cells, of numbers and heaps the largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Rows and columns; a row game has one row.
    Cells(usize, usize),
    /// Numbers up to this one; or one heap of up to so many.
    UpTo(i64),
}

/// The positions of one size: those of a board by their symbols in the order of the rules, the last
/// cell changing fastest; numbers likewise.
///
/// ```
/// use whowins_engine::values::{Every, Size};
/// use whowins_rules::{Parameters, Rules};
///
/// let rules = Rules::parse("row", "game \"Row\"\nplayers Left, Right\nposition row of . x\nLeft: move x -> .")?;
/// let game = rules.game(&Parameters::new())?;
/// let all = Every::of(&game, Size::Cells(1, 3)).unwrap();
/// assert_eq!(all.total(), Some(8));
/// let shown: Vec<String> = all.take(3).map(|position| game.show(&position)).collect();
/// assert_eq!(shown, ["...", "..x", ".x."]);
/// # Ok::<(), whowins_rules::Diagnostics>(())
/// ```
pub struct Every<'a> {
    game: &'a Game,
    size: (usize, usize),
    /// The least and the largest of each number of a state.
    ranges: Vec<(i64, i64)>,
    /// The next state.
    next: Option<Vec<i64>>,
}

impl<'a> Every<'a> {
    /// All positions of a size; an error says how sizes of the game are given.
    ///
    /// # Errors
    /// Where positions of the game have no such size.
    pub fn of(game: &'a Game, size: Size) -> Result<Self, &'static str> {
        let (cells, ranges) = match (size, game.board(), game.numbers(), game.codes()) {
            (Size::Cells(rows, columns), Some(board), ..) => {
                if board.row && rows != 1 {
                    return Err("positions are rows: a size is a number of cells, such as 10");
                }
                let last = board.alphabet.len() as i64 - 1;
                let cells = rows.checked_mul(columns).filter(|cells| *cells <= MOST);
                let Some(cells) = cells else {
                    return Err("there are at most 65,535 cells");
                };
                ((rows, columns), vec![(0, last); cells])
            }
            (Size::UpTo(most), None, Some(numbers), _) => {
                let range = numbers.variables.iter().map(|variable| {
                    let last = variable.most.map_or(most, |last| last.min(most));
                    (variable.least, last)
                });
                ((1, 1), range.collect())
            }
            (Size::UpTo(most), None, None, Some(_)) => ((1, 1), vec![(0, most)]),
            (Size::UpTo(_), Some(board), ..) if board.row => {
                return Err("a row has at least one cell");
            }
            (Size::UpTo(_), Some(_), ..) => {
                return Err("positions are boards: a size is rows and columns, such as 3x4");
            }
            (Size::Cells(..), _, Some(_), _) | (Size::Cells(..), _, _, Some(_)) => {
                return Err("positions are numbers: a size is the largest of them, such as 20");
            }
            _ => return Err("positions of this game have no size that is known here"),
        };
        let is_some = ranges.iter().all(|(least, last)| least <= last);
        Ok(Self {
            game,
            size: cells,
            next: is_some.then(|| ranges.iter().map(|(least, _)| *least).collect()),
            ranges,
        })
    }

    /// How many there are in all; `None` past 2^64.
    pub fn total(&self) -> Option<u64> {
        let mut many = self
            .ranges
            .iter()
            .map(|(least, last)| (last - least + 1).max(0) as u64);
        many.try_fold(1u64, u64::checked_mul)
    }
}

impl Iterator for Every<'_> {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let state = self.next.take()?;
        let position = self.game.position_of(&state, self.size.0, self.size.1);
        let mut after = state;
        for (number, (least, last)) in after.iter_mut().zip(&self.ranges).rev() {
            if *number < *last {
                *number += 1;
                self.next = Some(after);
                break;
            }
            *number = *least;
        }
        Some(position)
    }
}
