//! Grundy values of the cells.

use std::collections::HashMap;
use std::fmt::Display;
use std::ops::ControlFlow;

use whowins_analysis::derive::row_moves;
use whowins_analysis::{Frame, Game, Player, Position, Stuck};
use whowins_draw::{Cells, LARGEST};
use whowins_engine::octal::Values;
use whowins_engine::{EngineError, GrundyRows, Limits};
use whowins_verify::Verified;

use super::fill;
use super::window::Window;
use crate::fault::{Fault, input};

/// Heaps beyond these are not worked out.
const HEAPS: usize = 200_000;
/// The same of rows and columns of two heaps.
const TABLE: u64 = 1 << 26;
/// The most positions whose options are looked at one by one.
const POSITIONS: usize = 1 << 22;
/// Options whose values are not known are noted so many at a time; there may be more than the memory holds.
const NOTED: usize = 1 << 10;
/// Bytes that a position takes among those that are known or noted, beside its numbers.
const OVERHEAD: u64 = 96;

/// The Grundy values, by the kernel that fits the game; else position by position, or by the proved law where they are too far for that.
pub(super) fn values(
    game: &Game,
    window: &Window,
    law: Option<&Verified>,
    limits: &Limits,
) -> Result<Cells, Fault> {
    let normal = game.ending.stuck == Stuck::Loses && game.ending.goals.is_empty();
    if !game.is_impartial() || !normal {
        return input(
            "Grundy values belong to impartial games in which who cannot move loses; ask for --show outcome or remoteness",
        );
    }
    let state = |position: &Position| position.state().ok_or_else(far);
    if let Some(breaking) = game.heaps() {
        let corner = window.corner();
        if corner
            .as_ref()
            .is_some_and(|corner| corner.state().is_none())
        {
            return by_law(game, window, law, limits);
        }
        let corner = corner.map(|corner| state(&corner)).transpose()?;
        let largest = corner.and_then(|heaps| heaps.last().copied()).unwrap_or(0);
        let Some(largest) = usize::try_from(largest).ok().filter(|heap| *heap <= HEAPS) else {
            return by_law(game, window, law, limits);
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
        let corner = window.corner();
        if corner
            .as_ref()
            .is_some_and(|corner| corner.state().is_none())
        {
            return by_law(game, window, law, limits);
        }
        let corner = corner.map(|corner| state(&corner)).transpose()?;
        let corner = corner.unwrap_or_else(|| vec![0, 0]);
        let side = |at: usize| corner[at].unsigned_abs() + 1;
        if side(0)
            .checked_mul(side(1))
            .is_none_or(|cells| cells > TABLE)
        {
            return by_law(game, window, law, limits);
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
    let known = |corner: &Position| law?.grundy(game, corner);
    let says = window
        .corner()
        .is_some_and(|corner| known(&corner).is_some());
    let many = window
        .states()
        .is_none_or(|states| states > POSITIONS as u64);
    match !window.is_near() || many && says {
        true => by_law(game, window, law, limits),
        false => by_options(game, window, limits),
    }
}

fn far() -> Fault {
    Fault::Input(
        "the Grundy values there are too far to be worked out, and no proved law says them; take a window nearer to 0".into(),
    )
}

/// Each cell by the law.
fn by_law(
    game: &Game,
    window: &Window,
    law: Option<&Verified>,
    limits: &Limits,
) -> Result<Cells, Fault> {
    let law = law.ok_or_else(far)?;
    in_cells(window, limits, |position| {
        law.grundy(game, position).ok_or_else(far)
    })
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

/// The least number that is no option's value, from the rules themselves, each position once.
fn by_options(game: &Game, window: &Window, limits: &Limits) -> Result<Cells, Fault> {
    // Boards of different lengths have nothing in common but their numbers.
    let mut frames: HashMap<(usize, usize), Mex> = HashMap::new();
    let mut looked = 0;
    in_cells(window, limits, |position| {
        let Some(mut state) = position.state() else {
            return input(
                "the Grundy values there are too far to be worked out; take a window nearer to 0",
            );
        };
        let (rows, columns) = position.size();
        let mex = frames.entry((rows, columns)).or_insert_with(|| Mex {
            frame: Frame::new(game, rows, columns).under(limits.budget.clone()),
            known: HashMap::new(),
        });
        mex.frame.settle(&mut state);
        limits.check()?;
        mex.value(state, &mut looked, limits)
    })
}

struct Mex {
    frame: Frame,
    /// `None` while it is being worked out.
    known: HashMap<Vec<i64>, Option<u32>>,
}

/// What one look at a state's options has shown.
enum Look {
    /// All are known: the least number that is no option's value.
    All(u32),
    /// Some that are not.
    Open(Vec<Vec<i64>>),
    /// One is still being worked out.
    Circle,
}

impl Mex {
    /// The value of a state; `looked` counts the states looked at. Options are gone through as they are listed, without a list of all.
    fn value(
        &mut self,
        start: Vec<i64>,
        looked: &mut usize,
        limits: &Limits,
    ) -> Result<u32, Fault> {
        let each = OVERHEAD + 8 * start.len() as u64;
        let mut stack = vec![start.clone()];
        while let Some(state) = stack.last().cloned() {
            if let Some(Some(_)) = self.known.get(&state) {
                stack.pop();
                continue;
            }
            *looked += 1;
            if *looked > 2 * POSITIONS {
                return input(format!(
                    "more than {POSITIONS} positions would have to be looked at; ask for a smaller map, nearer to 0"
                ));
            }
            limits.room(each * (stack.len() + self.known.len()) as u64)?;
            match self.look(&state, limits)? {
                Look::All(mex) => {
                    self.known.insert(state, Some(mex));
                    stack.pop();
                }
                Look::Open(open) => {
                    self.known.insert(state, None);
                    stack.extend(open);
                }
                Look::Circle => {
                    return input(
                        "play can go round in circles, so there are no Grundy values; ask for --show outcome",
                    );
                }
            }
        }
        Ok(self.known.get(&start).copied().flatten().unwrap_or(0))
    }

    /// Goes through the options of a state until enough are found whose values are not known.
    fn look(&self, state: &[i64], limits: &Limits) -> Result<Look, EngineError> {
        let mut values: Vec<bool> = Vec::new();
        let mut open: Vec<Vec<i64>> = Vec::new();
        let mut circle = false;
        let whole = self.frame.options(Player::First, state, &mut |option| {
            match self.known.get(option.to) {
                // What is begun and not done stands below on the stack: the way here.
                Some(None) => circle = true,
                None if option.to == state => circle = true,
                None => open.push(option.to.to_vec()),
                Some(Some(value)) => {
                    let value = *value as usize;
                    values.resize(values.len().max(value + 1), false);
                    values[value] = true;
                }
            }
            match circle || open.len() == NOTED {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if circle {
            return Ok(Look::Circle);
        }
        if !open.is_empty() {
            return Ok(Look::Open(open));
        }
        if whole.is_break() {
            limits.check()?;
            return Err(EngineError::Stopped);
        }
        let mex = values.iter().take_while(|reached| **reached).count();
        Ok(Look::All(mex as u32))
    }
}
