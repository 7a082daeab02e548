//! What rows of any length are worth that fall into parts of few cells.
//!
//! ```text
//!   V(p) = {V(q) for Left's options q of p | V(q) for Right's}        for each row p of up to L cells
//!   a row falls into parts, of up to L cells each, that play can never join
//!   ──────────────────────────────────────────────────────────────────────────────────────────────
//!   the row may be put for the sum of the V(p) of its parts p, and that for the row, in every sum
//! ```
//!
//! How a row falls apart is found when it is asked about: each cell has the symbols that it may yet
//! show, its own and what a placement of a rule writes there all of whose cells may come to match;
//! cells that such a placement covers are one part. The theorem: `proofs/ValueRowParts.v`,
//! `row_parts_law`; of the core term, `proofs/ViewRowParts.v`, `row_parts_term`.

use dashu_int::UBig;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use whowins_analysis::board::Board;
use whowins_analysis::{Game, Position, Value};
use whowins_values::{Arena, Budget as Room, Value as Form};

use super::lines::Lines;
use super::sums::Counted;
use super::table::check_positions;
use super::{ROOM, brings, has_values};
use crate::rows::play_ends;
use crate::{Budget, Checked, Claim, Rejection};

/// Longer tables are not read.
const LONGEST: usize = 24;

/// What every row is worth that falls into parts of few cells.
///
/// Source: J. H. Conway 1976 for values and sums. The theorem: `proofs/ValueRowParts.v`,
/// `row_parts_law`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowParts {
    /// The form that each row of 1 cell, 2 cells, ... is worth: rows by their symbols in the order
    /// of the rules, the last cell changing fastest.
    pub lengths: Vec<Vec<u32>>,
    /// The sheet with the forms.
    pub lines: Lines,
}

/// A cell of a placement, counted from its first: symbols wanted, as bits, and the one written.
struct Cell {
    wanted: u64,
    written: u64,
}

/// The parts of a row, as spans of cells, of a game of a row without ends of the board in its
/// rules.
pub(crate) fn parts(board: &Board, cells: &[u8]) -> Vec<std::ops::Range<usize>> {
    let patterns: Vec<Vec<Cell>> = board
        .moves
        .iter()
        .flat_map(|rewrite| &rewrite.stencils)
        .map(pattern)
        .collect();
    let mut may: Vec<u64> = cells.iter().map(|symbol| 1 << symbol).collect();
    let fits = |may: &[u64], pattern: &[Cell], at: usize| {
        let span = may.get(at..at + pattern.len());
        span.is_some_and(|span| {
            let mut both = span.iter().zip(pattern);
            both.all(|(may, cell)| may & cell.wanted != 0)
        })
    };
    // What goes on from cell to cell goes on in one walk there, or back.
    let mut forth = true;
    loop {
        let mut changed = false;
        for step in 0..cells.len() {
            let at = if forth { step } else { cells.len() - 1 - step };
            for pattern in &patterns {
                if fits(&may, pattern, at) {
                    for (may, cell) in may[at..].iter_mut().zip(pattern) {
                        changed |= *may | cell.written != *may;
                        *may |= cell.written;
                    }
                }
            }
        }
        if !changed {
            break;
        }
        forth = !forth;
    }
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    for at in 0..cells.len() {
        let live = patterns.iter().filter(|pattern| fits(&may, pattern, at));
        let Some(end) = live.map(|pattern| at + pattern.len()).max() else {
            continue;
        };
        match found.last_mut() {
            Some(last) if last.end > at => last.end = last.end.max(end),
            _ => found.push(at..end),
        }
    }
    found
}

fn pattern(stencil: &whowins_analysis::board::Stencil) -> Vec<Cell> {
    let columns = stencil.cells.iter().map(|cell| cell.right);
    let (first, last) = (columns.clone().min(), columns.max());
    let (Some(first), Some(last)) = (first, last) else {
        return Vec::new();
    };
    let mut cells: Vec<Cell> = (first..=last)
        .map(|_| Cell {
            wanted: u64::MAX,
            written: 0,
        })
        .collect();
    for (own, column) in cells.iter_mut().zip(first..) {
        for cell in stencil.cells.iter().filter(|cell| cell.right == column) {
            own.wanted = cell.before.map_or(u64::MAX, |symbol| 1 << symbol);
            own.written = cell.after.map_or(0, |symbol| 1 << symbol);
        }
    }
    cells
}

impl RowParts {
    /// The row of the game's rules.
    fn row<'g>(&self, game: &'g Game) -> Result<&'g Board, Rejection> {
        let board = game.board().filter(|board| board.row);
        let board = board.ok_or_else(|| Rejection::rules("the positions aren't rows"))?;
        has_values(game)?;
        let mut stencils = board.moves.iter().flat_map(|rewrite| &rewrite.stencils);
        if !board.at_once.is_empty()
            || board.size.is_some()
            || board.alphabet.len() > 63
            || stencils.any(|stencil| !stencil.outside.is_empty())
        {
            return Err(Rejection::rules(
                "this law knows no moves made at once, no ends of the row in the rules, and no fixed length",
            ));
        }
        Ok(board)
    }

    /// How often which form stands in the sum that a row is; `None` where a part is longer than the
    /// tables.
    fn counted(&self, game: &Game, position: &Position) -> Option<Counted> {
        let board = game.board()?;
        let cells = position.cells()?;
        let symbols = board.alphabet.len();
        let mut forms: FxHashMap<u32, u64> = FxHashMap::default();
        for part in parts(board, &cells) {
            let table = self.lengths.get(part.len().checked_sub(1)?)?;
            let place = cells[part]
                .iter()
                .fold(0, |place, cell| place * symbols + usize::from(*cell));
            *forms.entry(*table.get(place)?).or_default() += 1;
        }
        let all = forms.into_iter();
        Some(Counted::of(
            all.map(|(form, times)| (form, UBig::from(times))),
        ))
    }
}

impl Claim for RowParts {
    fn kind(&self) -> &'static str {
        "row-parts"
    }

    /// Each row of up to so many cells by the values of its options. Steps: the lines, and the
    /// moves of all rows.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let board = self.row(game)?;
        let ends = play_ends(board)?;
        if self.lengths.is_empty() || self.lengths.len() > LONGEST {
            return Err(Rejection::malformed(format!(
                "there are tables of 1 to {LONGEST} lengths"
            )));
        }
        let sheet = self.lines.check(budget)?;
        let (mut rows, mut kinds) = (0, 0);
        for (at, values) in self.lengths.iter().enumerate() {
            kinds += check_positions(game, (1, at + 1), values, &sheet, budget)?;
            rows += values.len();
        }
        let [forms, order, _] = sheet.counts();
        Ok(vec![
            ends,
            format!("{forms} forms and {order} comparisons, each by those before it"),
            format!(
                "each of {rows} rows is worth the form of its options' values: {kinds} kinds of options"
            ),
        ])
    }

    fn statement(&self, game: &Game) -> String {
        let [left, _] = &game.players;
        format!(
            "The value of a row that falls into parts of up to {} cells each is the sum of the forms of its parts. {left} is Left.",
            self.lengths.len()
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let mut arena = Arena::new(Room::OPEN.with_memory(ROOM));
        let counted = self.counted(game, position)?;
        counted.outcome(&self.lines.forms, &mut arena).map(brings)
    }

    fn worth(&self, game: &Game, position: &Position, arena: &mut Arena) -> Option<Form> {
        let counted = self.counted(game, position)?;
        counted.total(&self.lines.forms, arena).ok()?
    }
}
