//! Grundy values of the cells.

use std::fmt::Display;

use dashu_int::UBig;
use whowins::{Grundy, LARGEST_HEAP, MOST_POSITIONS, NoGrundy};
use whowins_analysis::derive::row_moves;
use whowins_analysis::{Game, Position};
use whowins_draw::{Cells, LARGEST};
use whowins_engine::octal::Values;
use whowins_engine::{GrundyRows, Limits};

use super::fill;
use super::window::Window;
use crate::fault::{Fault, input};

/// The same of rows and columns of two heaps.
const TABLE: u64 = 1 << 26;

/// The Grundy value that a proved law gives a position.
pub(super) type ByLaw<'a> = dyn Fn(&Position) -> Option<UBig> + 'a;

/// The Grundy values, by the kernel that fits the game; else position by position, or by the proved
/// law where they are too far for that.
pub(super) fn values(
    game: &Game,
    window: &Window,
    law: &ByLaw<'_>,
    limits: &Limits,
) -> Result<Cells, Fault> {
    Grundy::new(game, limits).map_err(told)?;
    let state = |position: &Position| position.words().ok_or_else(far);
    if let Some(breaking) = game.heaps() {
        let largest = corner(window).map(|heaps| heaps.last().copied().unwrap_or(0));
        let largest = largest.and_then(|heap| usize::try_from(heap).ok());
        let Some(largest) = largest.filter(|heap| *heap <= LARGEST_HEAP) else {
            return by_law(window, law, limits);
        };
        let mut known = Values::new(breaking.clone(), limits.clone());
        known.extend(largest + 1)?;
        return in_cells(window, limits, |position| {
            let sum = state(position)?.iter().try_fold(0, |sum, heap| {
                let value = known.get(usize::try_from(*heap).ok()?)?;
                Some(sum ^ value)
            });
            sum.ok_or_else(far)
        });
    }
    let Some(numbers) = game.numbers() else {
        return by_options(game, window, limits);
    };
    if numbers.variables.len() == 2 && window.is_whole() && !window.is_strip() {
        let Ok((fixed, moves)) = row_moves(game, 1)
            .map(|moves| (1, moves))
            .or_else(|_| row_moves(game, 0).map(|moves| (0, moves)))
        else {
            return by_options(game, window, limits);
        };
        let Some(corner) = corner(window) else {
            return by_law(window, law, limits);
        };
        let side = |at: usize| corner.get(at).map_or(1, |n| n.unsigned_abs() + 1);
        if side(0)
            .checked_mul(side(1))
            .is_none_or(|cells| cells > TABLE)
        {
            return by_law(window, law, limits);
        }
        limits.room(8 * side(0) * side(1))?;
        let mut rows = GrundyRows::new(moves, limits);
        for row in 0..side(fixed) {
            rows.extend(row as usize, side(1 - fixed) as usize)?;
        }
        return in_cells(window, limits, |position| {
            let at = state(position)?;
            let row = rows.row(at[fixed] as usize);
            row.get(at[1 - fixed] as usize).copied().ok_or_else(far)
        });
    }
    let says = || {
        let corner = window.corner();
        corner.is_some_and(|corner| law(&corner).is_some())
    };
    let many = window
        .states()
        .is_none_or(|states| states > MOST_POSITIONS as u64);
    match !window.is_near() || many && says() {
        true => by_law(window, law, limits),
        false => by_options(game, window, limits),
    }
}

/// The numbers of the window's farthest position, none where the window is empty; `None` where some
/// leaves the machine words.
fn corner(window: &Window) -> Option<Vec<i64>> {
    match window.corner() {
        Some(corner) => corner.words(),
        None => Some(Vec::new()),
    }
}

fn far() -> Fault {
    Fault::Input(
        "the Grundy values there are too far to be worked out, and no proved law says them; take a window nearer to 0".into(),
    )
}

/// Each cell by the law.
fn by_law(window: &Window, law: &ByLaw<'_>, limits: &Limits) -> Result<Cells, Fault> {
    in_cells(window, limits, |position| law(position).ok_or_else(far))
}

/// Works out each cell, and writes it where it fits.
fn in_cells<N: Clone + Display + TryInto<u16>>(
    window: &Window,
    limits: &Limits,
    mut value: impl FnMut(&Position) -> Result<N, Fault>,
) -> Result<Cells, Fault> {
    fill::each(window, limits, |position| {
        let value = value(position)?;
        match value.clone().try_into() {
            Ok(value) if value <= LARGEST => Ok(value),
            _ => input(format!(
                "a Grundy value there is {value}, and maps show up to {LARGEST}; take a window nearer to 0"
            )),
        }
    })
}

/// Each cell from the rules themselves, position by position.
fn by_options(game: &Game, window: &Window, limits: &Limits) -> Result<Cells, Fault> {
    let mut grundy = Grundy::new(game, limits).map_err(told)?;
    in_cells(window, limits, |position| {
        grundy.value(position).map_err(told)
    })
}

/// What a map says where there is no value.
fn told(why: NoGrundy) -> Fault {
    match why {
        NoGrundy::Engine(error) => Fault::Engine(error),
        NoGrundy::Far => Fault::Input(
            "the Grundy values there are too far to be worked out; take a window nearer to 0"
                .into(),
        ),
        NoGrundy::Foreign | NoGrundy::Circle => {
            Fault::Input(format!("{why}; ask for --show outcome or remoteness"))
        }
    }
}
