//! Decides all states of a space in memory, in cells as narrow as hold the counts.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32};

use super::blocked::blocked;
use super::offer::{Flags, Longest};
use super::pairs::{CELLS, Pairs};
use super::retrograde::retrograde;
use super::shelf::Shelf;
use super::solver::Want;
use super::space::Space;
use super::sweep::{Broken, sweep};
use super::table::{Cell, Cells, Table};
use crate::limits::{EngineError, Limits};

/// No cell is wide enough.
pub fn too_wide() -> EngineError {
    EngineError::TooLarge("a position has more than 2^30 moves; ask for a smaller one".into())
}

/// The table of all states, where the opponent may block `most` options before each move. With a
/// shelf, how far a retrograde analysis has come is put away there from time to time.
///
/// # Errors
///
/// When a limit is met.
pub fn fill<S: Space>(
    space: &S,
    want: Want,
    most: u32,
    limits: &Limits,
    shelf: Option<&dyn Shelf>,
) -> Result<Table, EngineError> {
    limits.in_pool(space.states(), || {
        if want == Want::Outcome && most == 0 && space.falls() {
            return pairs(space, limits).map(Table::Pairs);
        }
        if want == Want::Outcome
            && let Some(cells) = cells::<S, AtomicU8>(space, want, most, limits, shelf)?
        {
            return Ok(Table::Narrow(cells));
        }
        if let Some(cells) = cells::<S, AtomicU16>(space, want, most, limits, shelf)? {
            return Ok(Table::Middle(cells));
        }
        match cells::<S, AtomicU32>(space, want, most, limits, shelf)? {
            Some(cells) => Ok(Table::Wide(cells)),
            None => Err(too_wide()),
        }
    })
}

/// Who wins, and nothing else, where every move lowers the index.
fn pairs<S: Space>(space: &S, limits: &Limits) -> Result<Pairs, EngineError> {
    let players = if space.impartial() { 1 } else { 2 };
    let wanted = space.states().div_ceil(CELLS).saturating_mul(players);
    let refused = EngineError::Memory {
        wanted: Some(wanted),
        allowed: limits.budget.memory,
    };
    if wanted > limits.budget.memory {
        return Err(refused);
    }
    let pairs = Pairs::new(space.states(), space.impartial(), &limits.budget);
    let pairs = pairs.ok_or_else(|| limits.check().err().unwrap_or(refused))?;
    match sweep::<_, _, AtomicU8, Flags>(space, &pairs, limits) {
        Ok(()) => Ok(pairs),
        Err(Broken::Narrow) => Err(too_wide()),
        Err(Broken::Limit(error)) => Err(error),
    }
}

/// `None` where the cells are too narrow.
fn cells<S: Space, C: Cell>(
    space: &S,
    want: Want,
    most: u32,
    limits: &Limits,
    shelf: Option<&dyn Shelf>,
) -> Result<Option<Cells<C>>, EngineError> {
    let players = if space.impartial() { 1 } else { 2 };
    let wanted = space.states().saturating_mul(players * C::BYTES);
    let refused = EngineError::Memory {
        wanted: Some(wanted),
        allowed: limits.budget.memory,
    };
    if wanted > limits.budget.memory {
        return Err(refused);
    }
    let cells = Cells::<C>::new(space.states(), space.impartial(), &limits.budget);
    let cells = cells.ok_or_else(|| limits.check().err().unwrap_or(refused))?;
    let remoteness = want == Want::Remoteness;
    let done = if most > 0 {
        blocked(space, &cells, most, limits)
    } else if space.falls() {
        sweep::<_, _, C, Longest>(space, &cells, limits)
    } else {
        retrograde(space, &cells, remoteness, limits, shelf)
    };
    match done {
        Ok(()) => {
            // Where the listing of a state's moves was cut, this fails too.
            limits.check()?;
            Ok(Some(cells))
        }
        Err(Broken::Narrow) => Ok(None),
        Err(Broken::Limit(error)) => Err(error),
    }
}
