//! Grundy values of two heaps, for so many rows: periodic in the column, but for a rise.

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::derive::{RowMoves, Within, row_moves};
use whowins_analysis::{Game, Position, Value};

use crate::claim::by_grundy;
use crate::heap::{LONGEST, Old, least_common_multiple};
use crate::rejection::size;
use crate::repeat::Repeat;
use crate::{Budget, Checked, Claim, Rejection};

/// More rows are not read.
const ROWS: usize = 1 << 12;
/// Rows that are written out in the statement.
const SHOWN: usize = 32;

/// Grundy values of two heaps, for the rows 0, 1, ...: the row is one of the heaps, the column the
/// other. Of an impartial game in normal play.
///
/// Source: A. Dress, A. Flammenkamp and N. Pink 1999, H. Landman 2002 (Wythoff's game: that every
/// row repeats so). The theorem for vectors and rays in general is shown at [`Claim::check`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrundyRows {
    /// The variable that is the row: 0 for the first, 1 for the second.
    pub fixed: usize,
    /// The rows from 0 on.
    pub rows: Vec<GrundyRow>,
}

/// The values of one row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrundyRow {
    /// The values repeat, but for the rise, from this column on; no earlier.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// What each period adds: the period itself where any number can be taken within a row, else 0.
    pub saltus: u64,
    /// The values of the columns 0, 1, ..., `preperiod + period - 1`.
    pub values: Vec<u64>,
}

impl GrundyRow {
    fn repeat(&self) -> Repeat<'_, u64> {
        Repeat {
            preperiod: self.preperiod,
            period: self.period,
            saltus: self.saltus,
            table: &self.values,
        }
    }

    /// The value at a column; `None` if the fields do not hold together.
    pub fn grundy_value(&self, column: &UBig) -> Option<UBig> {
        self.repeat().value(column)
    }
}

impl GrundyRows {
    /// The Grundy value of a position; `None` in a row of which the law does not speak.
    pub fn grundy_value(&self, position: &Position) -> Option<UBig> {
        let numbers = position.elements();
        if self.fixed > 1 || numbers.len() != 2 {
            return None;
        }
        let row = self.rows.get(usize::try_from(&numbers[self.fixed]).ok()?)?;
        row.grundy_value(numbers[1 - self.fixed].as_ubig()?)
    }

    /// Tries the mex at each column of a row below the bound of [`Claim::check`], the rows below
    /// being true; tells the bound.
    fn follow(&self, row: usize, moves: &RowMoves, budget: &Budget) -> Result<usize, Rejection> {
        let law = &self.rows[row];
        let leaving = moves.leaving(row as u64);
        budget.spend(leaving.len() as u64)?;
        let mut settled = law.preperiod;
        let mut cycle = size(law.period)?;
        for &(down, up) in &leaving {
            let below = &self.rows[row - size(down)?];
            let (left, right) = (up.min(0).unsigned_abs(), up.max(0).unsigned_abs());
            let from = (below.preperiod.saturating_sub(right)).checked_add(left);
            settled = settled.max(from.ok_or_else(large)?);
            cycle = least_common_multiple(cycle, size(below.period)?).ok_or_else(large)?;
        }
        let window = match &moves.within {
            Within::All => leaving.len().checked_mul(2),
            Within::Finite(numbers) => usize::try_from(numbers.last().copied().unwrap_or(0)).ok(),
        };
        let bound = window
            .and_then(|window| window.checked_add(usize::try_from(settled).ok()?))
            .and_then(|bound| bound.checked_add(cycle))
            .ok_or_else(large)?;
        let mut old = Old::default();
        let mut reached = Vec::new();
        for column in 0..bound {
            budget.spend(1 + leaving.len() as u64)?;
            reached.clear();
            for &(down, up) in &leaving {
                let to = (column as u64).checked_add_signed(up);
                if let Some(to) = to.and_then(|to| usize::try_from(to).ok()) {
                    reached.push(self.rows[row - size(down)?].repeat().at(to)?);
                }
            }
            if let Within::Finite(numbers) = &moves.within {
                for number in numbers.iter().take_while(|taken| **taken <= column as u64) {
                    budget.spend(1)?;
                    reached.push(law.repeat().at(column - size(*number)?)?);
                }
            }
            reached.sort_unstable();
            let (mex, claimed) = (old.mex_with(&reached), law.repeat().at(column)?);
            if mex != claimed {
                return Err(Rejection::false_claim(format!(
                    "the value in row {row} at column {column} is {mex}, and the law says {claimed}"
                )));
            }
            if moves.within == Within::All {
                old.insert(mex);
            }
        }
        Ok(bound)
    }
}

impl Claim for GrundyRows {
    fn kind(&self) -> &'static str {
        "grundy-rows"
    }

    /// The law g is the tables, continued with period and saltus. Row after row, and column after
    /// column, it is the Grundy value G if it is the mex of its values at the options: lower rows,
    /// and this row further left. Row r is left by M displacements (rows down, columns up),
    /// whatever the column, unless they lead off the board. Let P be a common multiple of its
    /// period and the periods of the rows they lead to, and X a column from which on none leads off
    /// the board, and all are past the preperiods; then the values they reach at x + P are those at
    /// x with P slopes added (the slope is 1 if any number can be taken within a row, else 0).
    ///
    /// *Finitely many numbers, T at most, can be taken within a row.* From X + T on those options
    /// repeat too.
    ///
    /// *Any number can.* Then the values of a row are all different, and
    ///
    /// - G(r, x) <= x + M, as there are no more options;
    /// - each v < x - M occurs at a column before x: at a column x' where v has not occurred,
    ///   either G(r, x') < v, which happens v times at most, or v is the value of an option in
    ///   another row, which happens M times at most, since each displacement meets v but once, or
    ///   G(r, x') = v.
    ///
    /// So the values that have occurred before x are all below x - M, and those of the last 2M
    /// columns; from X + 2M on they are, P columns further, the same with P added, and so is the
    /// mex.
    ///
    /// In both cases it is enough to try the mex at the columns below X + T + P, or X + 2M + P.
    /// Steps: these columns times M.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let moves = row_moves(game, self.fixed).map_err(Rejection::rules)?;
        if self.rows.is_empty() || self.rows.len() > ROWS {
            return Err(Rejection::malformed(format!(
                "the law has {} rows; it needs 1 to {ROWS}",
                self.rows.len()
            )));
        }
        let mut furthest = 0;
        for (row, law) in self.rows.iter().enumerate() {
            law.repeat().sizes(LONGEST)?;
            if law.saltus != law.period * moves.within.slope() {
                return Err(Rejection::false_claim(format!(
                    "row {row} cannot rise by {} every {} columns",
                    law.saltus, law.period
                )));
            }
            furthest = furthest.max(self.follow(row, &moves, budget)?);
            law.repeat()
                .is_least(&format!("values of row {row}"), budget)?;
        }
        Ok(vec![
            format!(
                "each value in the rows below {} is the mex of its options' values, at the columns before {furthest} or fewer. Later columns have the same options, except for the rise",
                self.rows.len()
            ),
            "preperiods and periods are the least".into(),
        ])
    }

    fn statement(&self, game: &Game) -> String {
        let name = |at: usize| {
            let variable = game.numbers().and_then(|numbers| numbers.variables.get(at));
            variable.map_or("n", |variable| variable.name.as_str())
        };
        let (row, column) = (name(self.fixed), name(1 - self.fixed.min(1)));
        let mut text = format!(
            "Let G(r, {column}) be the Grundy value of the position with {row} = r. No smaller periods and no earlier starts will do:"
        );
        for (row, law) in self.rows.iter().enumerate().take(SHOWN) {
            let rise = match law.saltus {
                0 => String::new(),
                saltus => format!(" + {saltus}"),
            };
            let from = match law.preperiod {
                0 => String::new(),
                from => format!(" from {column} = {from} on"),
            };
            let mark = if row == 0 { "" } else { ";" };
            text += &format!(
                "{mark} G({row}, {column} + {}) = G({row}, {column}){rise}{from}",
                law.period
            );
        }
        if self.rows.len() > SHOWN {
            text += &format!(
                "; and so on for the rows up to {}, as listed in the certificate",
                self.rows.len() - 1
            );
        }
        text + ". The law does not cover other rows."
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        self.grundy(game, position).as_ref().map(by_grundy)
    }

    fn grundy(&self, _game: &Game, position: &Position) -> Option<UBig> {
        self.grundy_value(position)
    }
}

fn large() -> Rejection {
    Rejection::budget("the law's numbers are too large to be checked")
}
