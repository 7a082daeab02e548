//! Rows of every length in which a player lacks a move of some kind.

use std::collections::HashSet;

use whowins_rules::Player;
use whowins_rules::board::{Board, Stencil};

use super::place::{Space, Tails};
use super::shifts::Shifts;
use crate::{Budget, Rejection};

/// What a row is searched for: settled, with this value of the functional, without a move that the player wants.
pub(super) struct Wanted<'a> {
    pub player: Player,
    pub value: u64,
    /// Whether a shift is wanted.
    pub good: &'a dyn Fn(u64) -> bool,
    /// Whether the row must have some move all the same.
    pub alive: bool,
}

/// A state while a row is read from left to right: how many cells were read, how many are left, the last symbols, the functional
/// so far, and whether an unwanted move was seen. Distances are representative ones.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reading {
    read: u64,
    left: u64,
    last: Vec<u8>,
    sum: u64,
    alive: bool,
}

/// A settled row with the functional's value in which `wanted.player` has no wanted move, if there is one of any length (then
/// the symbols it ends in); exact, by all states that reading a row can come to.
pub(super) fn row_without(
    board: &Board,
    shifts: &Shifts<'_>,
    tails: &Tails,
    weights: &[Vec<u64>],
    modulus: u64,
    wanted: &Wanted<'_>,
    budget: &Budget,
) -> Result<bool, Rejection> {
    let space = &shifts.space;
    let stencils = board
        .moves
        .iter()
        .chain(&board.at_once)
        .flat_map(|rule| &rule.stencils);
    let width = stencils
        .flat_map(|stencil| {
            let spread = |low: i64, high: i64| high - low + 1;
            let rights = || stencil.cells.iter().map(|cell| cell.right);
            Some(spread(rights().min()?, rights().max()?))
        })
        .max()
        .unwrap_or(1) as usize;
    let margin = space.margin[2] + width as u64;
    let starts = (0..space.representatives(3, 0)).map(|left| Reading {
        read: 0,
        left: left + 1,
        last: Vec::new(),
        sum: 0,
        alive: false,
    });
    let mut work: Vec<Reading> = starts.collect();
    let mut seen: HashSet<Reading> = work.iter().cloned().collect();
    while let Some(state) = work.pop() {
        // `left` counts the cells to come; the next one has `left - 1` behind it.
        let Some(behind) = state.left.checked_sub(1) else {
            continue;
        };
        for symbol in 0..board.alphabet.len() as u8 {
            budget.spend(board.moves.len() as u64 + width as u64)?;
            let mut last = state.last.clone();
            last.push(symbol);
            if last.len() > width {
                last.remove(0);
            }
            let class = tails.class([0, 0, state.read, behind]);
            let mut next = Reading {
                read: fold(state.read + 1, margin, space.period[2]),
                left: behind,
                last,
                sum: (state.sum + weights[usize::from(symbol)][class]) % modulus,
                alive: state.alive,
            };
            if !passes(board, shifts, wanted, space, &mut next) {
                continue;
            }
            if behind == 0 {
                if next.sum == wanted.value && (next.alive || !wanted.alive) {
                    return Ok(true);
                }
                continue;
            }
            // From the margin on a distance stands for all that are a whole number of periods larger.
            let mut lefts = vec![behind];
            if behind == space.margin[3] {
                lefts.push(behind + space.period[3]);
            }
            for left in lefts {
                let next = Reading {
                    left,
                    ..next.clone()
                };
                if seen.insert(next.clone()) {
                    work.push(next);
                }
            }
        }
    }
    Ok(false)
}

fn fold(distance: u64, margin: u64, period: u64) -> u64 {
    match distance.checked_sub(margin) {
        None => distance,
        Some(beyond) => margin + beyond % period,
    }
}

/// Whether the row may go on: no forced follow-up and no wanted move ends at the cell just read.
fn passes(
    board: &Board,
    shifts: &Shifts<'_>,
    wanted: &Wanted<'_>,
    space: &Space,
    state: &mut Reading,
) -> bool {
    for stencil in board.at_once.iter().flat_map(|rule| &rule.stencils) {
        if ends_here(stencil, space, state).is_some() {
            return false;
        }
    }
    for laid in &shifts.moves {
        if !laid.by.allows(wanted.player) {
            continue;
        }
        let Some(edges) = ends_here(laid.stencil, space, state) else {
            continue;
        };
        // No case at all: the board was not settled.
        let Some(all) = laid.shifts.get(&edges) else {
            continue;
        };
        if all.iter().all(|shift| (wanted.good)(*shift)) {
            return false;
        }
        state.alive = true;
    }
    true
}

/// The distances of a stencil's frame from the edges, where it fits with its last cell on the cell just read.
fn ends_here(stencil: &Stencil, space: &Space, state: &Reading) -> Option<[u64; 4]> {
    let frame = super::place::Frame::of(stencil)?;
    if frame.height() > 1 {
        return None;
    }
    let width = frame.width() as usize;
    let start = state.last.len().checked_sub(width)?;
    let shows = |right: i64| state.last[start + (right - frame.columns.0) as usize];
    let cells = stencil.cells.iter();
    if !cells
        .clone()
        .all(|cell| cell.before.is_none_or(|symbol| shows(cell.right) == symbol))
    {
        return None;
    }
    let before = space.fold(2, state.read - width as u64);
    let edges = [0, 0, before, state.left];
    let room = super::place::Room { frame, edges };
    for place in &stencil.outside {
        // Anchors lie within the reach of the space.
        if !matches!(room.on_board(space, *place), Ok(false)) {
            return None;
        }
    }
    Some(edges)
}
