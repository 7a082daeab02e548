//! The table of what all positions of one size are worth, with its certificate.

use std::fmt;
use std::ops::ControlFlow;

use rustc_hash::FxHashSet;
use whowins_analysis::{Frame, Game, Player};
use whowins_engine::Limits;
use whowins_engine::values::{Every, NoValue, Positions, Size};
use whowins_rules::{Parameters, Rules};
use whowins_values::{Arena, Cut, Value};
use whowins_verify::values::ValueTable;
use whowins_verify::{Budget, Law, Rejection, Verified};

use crate::of_rules::Compiled;

use super::sheet::Sheet;

/// Why there is no table.
#[derive(Debug)]
pub enum NoTable {
    /// Positions are no rows or boards of this size.
    Size(&'static str),
    /// Positions have no values, or they take too much.
    Value(NoValue),
    /// The rules are at fault, or the verifier does not accept the table.
    Rejected(Rejection),
}

impl fmt::Display for NoTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(help) => f.write_str(help),
            Self::Value(why) => why.fmt(f),
            Self::Rejected(rejection) => rejection.fmt(f),
        }
    }
}

impl std::error::Error for NoTable {}

impl From<NoValue> for NoTable {
    fn from(why: NoValue) -> Self {
        Self::Value(why)
    }
}

impl From<Cut> for NoTable {
    fn from(cut: Cut) -> Self {
        Self::Value(NoValue::Cut(cut))
    }
}

impl From<Rejection> for NoTable {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

/// Works out what all positions of so many rows and columns are worth, and has the verifier check
/// the table in the same run.
///
/// # Errors
///
/// Where positions have no values or no such size, a limit is met, or the verifier does not accept
/// the table.
pub fn table(
    rules: &Rules,
    parameters: &Parameters,
    (rows, columns): (usize, usize),
    limits: &Limits,
) -> Result<Verified, NoTable> {
    let compiled = Compiled::new(rules, parameters)?;
    let law = law(&compiled.game, (rows, columns), limits)?;
    let certificate = compiled.certificate(vec![Law::ValueTable(Box::new(law))]);
    let budget = Budget::default().within(&limits.budget).on(limits.threads);
    Ok(compiled.verify(&certificate, &budget)?)
}

fn law(
    game: &Game,
    (rows, columns): (usize, usize),
    limits: &Limits,
) -> Result<ValueTable, NoTable> {
    if game.board().is_none() {
        return Err(NoTable::Size(
            "certificates of tables are of rows and boards; `whowins law --values` has the law of heaps",
        ));
    }
    let mut arena = Arena::new(limits.budget.clone());
    let mut positions = Positions::new(game)?;
    let size = (rows, columns);
    let values = worked_out(game, size, &mut positions, &mut arena, limits)?;
    let mut sheet = Sheet::new(&mut arena);
    show(game, size, &values, &mut sheet, limits)?;
    Ok(ValueTable {
        rows: rows as u32,
        columns: columns as u32,
        values: numbers(&values, &mut sheet)?,
        lines: sheet.finish()?,
    })
}

/// The values of all positions of a size, in order.
pub(super) fn worked_out(
    game: &Game,
    (rows, columns): (usize, usize),
    positions: &mut Positions<'_>,
    arena: &mut Arena,
    limits: &Limits,
) -> Result<Vec<Value>, NoTable> {
    let mut values = Vec::new();
    for position in Every::of(game, Size::Cells(rows, columns)).map_err(NoTable::Size)? {
        values.push(positions.value(arena, &position)?);
        limits.progress.add(1);
        arena.ask(values.len() as u64 * 8)?;
    }
    Ok(values)
}

/// Writes down what shows that each of them is right.
pub(super) fn show(
    game: &Game,
    (rows, columns): (usize, usize),
    values: &[Value],
    sheet: &mut Sheet<'_>,
    limits: &Limits,
) -> Result<(), NoTable> {
    let frame = Frame::new(game, rows, columns).under(limits.budget.clone());
    let symbols = game.board().map_or(1, |board| board.alphabet.len());
    let place = |state: &[i64]| {
        state
            .iter()
            .fold(0, |place, cell| place * symbols + *cell as usize)
    };
    let mut shown: FxHashSet<([Vec<Value>; 2], Value)> = FxHashSet::default();
    for position in Every::of(game, Size::Cells(rows, columns)).map_err(NoTable::Size)? {
        let state = game.state_of(&position).unwrap_or_default();
        let sides = Player::BOTH.map(|player| {
            let mut all = Vec::new();
            let _ = frame.options(player, &state, &mut |play| {
                all.push(values[place(play.to)]);
                ControlFlow::Continue(())
            });
            all.sort_unstable();
            all.dedup();
            all
        });
        sheet.arena.charge(1)?;
        let value = values[place(&state)];
        if shown.insert((sides.clone(), value)) {
            sheet.is(&sides, value)?;
        }
    }
    Ok(())
}

/// The numbers of values on a sheet.
pub(super) fn numbers(values: &[Value], sheet: &mut Sheet<'_>) -> Result<Vec<u32>, Cut> {
    values.iter().map(|value| sheet.form(*value)).collect()
}
