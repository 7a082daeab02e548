//! What every position of one size is worth: a row of so many cells, a board of so many rows and
//! columns.
//!
//! ```text
//!   play ends                                                         (weights and orders that every rule lowers)
//!   V(p) = {V(q) for Left's options q of p | V(q) for Right's}        for each position p of the size
//!   ──────────────────────────────────────────────────────────────────────────────────────────────
//!   each p may be put for the form V(p) in every sum, and V(p) for p
//! ```
//!
//! Moves keep the size, so all options stand in the table; that a game may be put for its value is
//! used for each option, by induction on how long play lasts.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use whowins_analysis::board::Board;
use whowins_analysis::{Frame, Game, Player, Position, Value};
use whowins_values::{Arena, Value as Form};

use super::lines::{Lines, Sheet};
use super::{has_values, laid_out};
use crate::rows::play_ends;
use crate::{Budget, Checked, Claim, Rejection};

/// Sizes with more positions are not read.
const MOST: u64 = 1 << 22;

/// What every position of one size is worth.
///
/// Source: J. H. Conway 1976 for values and forms. That the lines are sound is proved in
/// `proofs/ValueLines.v`; that a table of them stands for its positions is not in Coq.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueTable {
    /// Rows; 1 for games of a row.
    pub rows: u32,
    /// Columns.
    pub columns: u32,
    /// The form that each position is worth: positions by their symbols in the order of the rules,
    /// the last cell changing fastest.
    pub values: Vec<u32>,
    /// The sheet with the forms.
    pub lines: Lines,
}

/// The place of a position in a table; `None` where no list is so long.
fn place(symbols: usize, cells: impl IntoIterator<Item = i64>) -> Option<usize> {
    let mut place = 0usize;
    for cell in cells {
        let cell = usize::try_from(cell).ok()?;
        place = place.checked_mul(symbols)?.checked_add(cell)?;
    }
    Some(place)
}

/// Checks that each position of a size is worth its form by its options' forms, where play ends;
/// tells how many kinds of options there are.
///
/// # Errors
///
/// The first position of which no lines show it; where these are not all positions.
pub(super) fn check_positions(
    game: &Game,
    (rows, columns): (usize, usize),
    values: &[u32],
    sheet: &Sheet<'_>,
    budget: &Budget,
) -> Result<usize, Rejection> {
    let symbols = game.board().map_or(0, |board| board.alphabet.len());
    let cells = rows * columns;
    let many = u32::try_from(cells)
        .ok()
        .and_then(|cells| symbols.checked_pow(cells));
    if many != Some(values.len()) {
        return Err(Rejection::malformed(format!(
            "the table of {rows} by {columns} cells has {} positions, and not each of them once",
            values.len()
        )));
    }
    if let Some(form) = values.iter().find(|form| !sheet.has(**form)) {
        return Err(Rejection::malformed(format!("there is no form {form}")));
    }
    let frame = Frame::new(game, rows, columns).under(budget.work.clone());
    let mut state = vec![0; cells];
    // Many positions have options of the same values.
    let mut shown = FxHashSet::default();
    for (at, form) in values.iter().enumerate() {
        let mut rest = at;
        for cell in state.iter_mut().rev() {
            *cell = (rest % symbols) as i64;
            rest /= symbols;
        }
        let (mut moves, mut outside) = (0, false);
        let [left, right] = Player::BOTH.map(|player| {
            let mut all = Vec::new();
            let _ = frame.options(player, &state, &mut |play| {
                moves += 1;
                let place = place(symbols, play.to.iter().copied());
                let Some(form) = place.and_then(|place| values.get(place)) else {
                    outside = true;
                    return ControlFlow::Break(());
                };
                all.push(*form);
                ControlFlow::Continue(())
            });
            all.sort_unstable();
            all.dedup();
            all
        });
        budget.spend(cells as u64 * (1 + moves))?;
        if outside {
            return Err(Rejection::malformed("a move leads out of the table"));
        }
        if budget.work.over().is_some() {
            return Err(Rejection::budget(
                "the time ran out before the check was done; allow more with --time",
            ));
        }
        let claim = (left, right, *form);
        if shown.contains(&claim) {
            continue;
        }
        if !sheet.is(&claim.0, &claim.1, *form, budget)? {
            let position = game.position_of(&state, rows, columns);
            return Err(Rejection::false_claim(format!(
                "no lines show that {} is worth form {form}",
                game.show(&position)
            )));
        }
        shown.insert(claim);
    }
    Ok(shown.len())
}

impl ValueTable {
    /// The form of a position of this size.
    fn form(&self, game: &Game, position: &Position) -> Option<u32> {
        let symbols = game.board()?.alphabet.len();
        let size = (self.rows as usize, self.columns as usize);
        if game.size_of(position) != size {
            return None;
        }
        let place = place(symbols, game.state_of(position)?)?;
        self.values.get(place).copied()
    }

    /// The board, of this size, and how many positions there are.
    fn board<'g>(&self, game: &'g Game) -> Result<(&'g Board, u64), Rejection> {
        let board = game
            .board()
            .ok_or_else(|| Rejection::rules("the positions aren't rows or boards"))?;
        has_values(game)?;
        if !board.at_once.is_empty() {
            return Err(Rejection::rules(
                "a table of values knows no moves that are made at once",
            ));
        }
        let (rows, columns) = (self.rows as usize, self.columns as usize);
        let fits =
            board.size.is_none_or(|size| size == (rows, columns)) && !(board.row && rows != 1);
        if !fits || rows == 0 || columns == 0 {
            return Err(Rejection::rules(format!(
                "the game has no positions of {rows} by {columns} cells"
            )));
        }
        let many = (rows * columns)
            .try_into()
            .ok()
            .and_then(|cells| (board.alphabet.len() as u64).checked_pow(cells));
        match many.filter(|many| *many <= MOST) {
            Some(many) => Ok((board, many)),
            None => Err(Rejection::malformed(format!(
                "there are more than {MOST} positions of this size"
            ))),
        }
    }
}

impl Claim for ValueTable {
    fn kind(&self) -> &'static str {
        "value-table"
    }

    /// Each position by the values of its options. Steps: the lines, and the moves of all
    /// positions.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let (board, many) = self.board(game)?;
        let ends = play_ends(board)?;
        let sheet = self.lines.check(budget)?;
        let size = (self.rows as usize, self.columns as usize);
        let kinds = check_positions(game, size, &self.values, &sheet, budget)?;
        let [forms, order, _] = sheet.counts();
        Ok(vec![
            ends,
            format!("{forms} forms and {order} comparisons, each by those before it"),
            format!(
                "each of {many} positions is worth the form of its options' values: {kinds} kinds of options"
            ),
        ])
    }

    fn statement(&self, game: &Game) -> String {
        let mut forms = self.values.clone();
        forms.sort_unstable();
        forms.dedup();
        let size = match game.board().is_some_and(|board| board.row) {
            true => format!("{} cells", self.columns),
            false => format!("{} by {} cells", self.rows, self.columns),
        };
        format!(
            "Each of the {} positions of {size} equals a form of the table in every sum; {} forms are values.",
            self.values.len(),
            forms.len()
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let form = self.form(game, position)? as usize;
        // Whether Left, and whether Right, wins each form when moving first.
        let mut wins: Vec<[bool; 2]> = Vec::new();
        for [left, right] in self.lines.forms.get(..=form)? {
            let some = |side: &[u32], other: usize| {
                side.iter()
                    .any(|option| wins.get(*option as usize).is_some_and(|wins| !wins[other]))
            };
            wins.push([some(left, 1), some(right, 0)]);
        }
        let won = |wins: bool| if wins { Value::Win } else { Value::Loss };
        Some(wins.last()?.map(won))
    }

    fn worth(&self, game: &Game, position: &Position, arena: &mut Arena) -> Option<Form> {
        let form = self.form(game, position)? as usize;
        let forms = laid_out(self.lines.forms.get(..=form)?, arena).ok()?;
        forms.last().copied()
    }
}
