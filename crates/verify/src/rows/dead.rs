//! Rows of every length, and lines of boards, in which a player lacks a move of some kind.

use std::collections::HashSet;

use whowins_analysis::Player;
use whowins_analysis::board::{Board, Stencil, StencilCell};

use super::lines::Lines;
use super::place::{Space, Tails};
use super::shifts::Shifts;
use crate::rejection::{at, size, symbols};
use crate::{Budget, Rejection};

/// What a row is searched for: settled, with this value of the functional, without a move that the
/// player wants.
pub(super) struct Wanted<'a> {
    pub player: Player,
    /// Whether rows with this value are looked for.
    pub value: &'a dyn Fn(u64) -> bool,
    /// Whether a shift is wanted.
    pub good: &'a dyn Fn(u64) -> bool,
    /// Whether the row must have some move all the same.
    pub alive: bool,
}

/// The line that is read: of a board with one row, or of a board of any size.
pub(super) struct Line<'a> {
    /// For boards, how pairs of its cells weigh, and which way it lies.
    pub lines: Option<&'a Lines>,
    /// The distances of the line from its two edges.
    pub from_edges: [u64; 2],
}

impl Line<'_> {
    fn columns(&self) -> bool {
        self.lines.is_some_and(|lines| lines.columns)
    }

    /// The side from which cells are read; the next one is where they end.
    fn side(&self) -> usize {
        if self.columns() { 0 } else { 2 }
    }

    fn edges(&self, before: u64, behind: u64) -> [u64; 4] {
        let [a, b] = self.from_edges;
        if self.columns() {
            [before, behind, a, b]
        } else {
            [a, b, before, behind]
        }
    }
}

/// A state while a row is read from left to right: how many cells were read, how many are left, the
/// last symbols, the functional so far, and whether an unwanted move was seen. Distances are
/// representative ones.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reading {
    read: u64,
    left: u64,
    last: Vec<u8>,
    sum: u64,
    /// How often each symbol was read, where pairs weigh.
    seen: Vec<u64>,
    alive: bool,
}

/// A settled row with the functional's value in which `wanted.player` has no wanted move, if there
/// is one of any length (then the symbols it ends in); exact, by all states that reading a row can
/// come to.
#[expect(
    clippy::too_many_arguments,
    reason = "one obligation with all it speaks of"
)]
pub(super) fn row_without(
    board: &Board,
    shifts: &Shifts<'_>,
    tails: &Tails,
    weights: &[Vec<u64>],
    modulus: u64,
    line: &Line<'_>,
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
            let rights = || stencil.cells.iter().map(|cell| along(line, cell));
            Some(spread(rights().min()?, rights().max()?))
        })
        .max()
        .unwrap_or(1);
    let width = size(width)?;
    let (first, end) = (line.side(), line.side() + 1);
    let margin = space.margin[first] + width as u64;
    let starts = (0..space.representatives(end, 0)).map(|left| Reading {
        read: 0,
        left: left + 1,
        last: Vec::new(),
        sum: 0,
        seen: vec![0; line.lines.map_or(0, |lines| lines.pairs.len())],
        alive: false,
    });
    let mut work: Vec<Reading> = starts.collect();
    let mut seen: HashSet<Reading> = work.iter().cloned().collect();
    while let Some(state) = work.pop() {
        // `left` counts the cells to come; the next one has `left - 1` behind it.
        let Some(behind) = state.left.checked_sub(1) else {
            continue;
        };
        for symbol in symbols(board.alphabet.len()) {
            budget.spend(board.moves.len() as u64 + width as u64)?;
            let mut last = state.last.clone();
            last.push(symbol);
            if last.len() > width {
                last.remove(0);
            }
            let class = tails.class(line.edges(state.read, behind));
            let mut seen_symbols = state.seen.clone();
            let pairs = match line.lines {
                Some(lines) => lines.read(&mut seen_symbols, state.sum, symbol, modulus),
                None => state.sum,
            };
            let mut next = Reading {
                read: fold(state.read + 1, margin, space.period[first]),
                left: behind,
                last,
                sum: (pairs + weights[usize::from(symbol)][class]) % modulus,
                seen: seen_symbols,
                alive: state.alive,
            };
            if !passes(board, shifts, line, wanted, &mut next) {
                continue;
            }
            if behind == 0 {
                if (wanted.value)(next.sum) && (next.alive || !wanted.alive) {
                    return Ok(true);
                }
                continue;
            }
            // From the margin on a distance stands for all that are a whole number of periods
            // larger.
            let mut lefts = vec![behind];
            if behind == space.margin[end] {
                lefts.push(behind + space.period[end]);
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

/// A cell's place along the line.
fn along(line: &Line<'_>, cell: &StencilCell) -> i64 {
    if line.columns() {
        cell.down
    } else {
        cell.right
    }
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
    line: &Line<'_>,
    wanted: &Wanted<'_>,
    state: &mut Reading,
) -> bool {
    let space = &shifts.space;
    for stencil in board.at_once.iter().flat_map(|rule| &rule.stencils) {
        if ends_here(stencil, space, line, state).is_some() {
            return false;
        }
    }
    for laid in &shifts.moves {
        if !laid.by.allows(wanted.player) {
            continue;
        }
        let Some(edges) = ends_here(laid.stencil, space, line, state) else {
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

/// The distances of a stencil's frame from the edges, where it fits with its last cell on the cell
/// just read.
fn ends_here(
    stencil: &Stencil,
    space: &Space,
    line: &Line<'_>,
    state: &Reading,
) -> Option<[u64; 4]> {
    let frame = super::place::Frame::of(stencil)?;
    let (width, height, start) = if line.columns() {
        (frame.height(), frame.width(), frame.rows.0)
    } else {
        (frame.width(), frame.height(), frame.columns.0)
    };
    if height > 1 {
        return None;
    }
    let width = usize::try_from(width).ok()?;
    let skipped = state.last.len().checked_sub(width)?;
    let shows = |place: i64| state.last[skipped + at(place - start)];
    let cells = stencil.cells.iter();
    if !cells.clone().all(|cell| {
        cell.before
            .is_none_or(|symbol| shows(along(line, cell)) == symbol)
    }) {
        return None;
    }
    let before = space.fold(line.side(), state.read - width as u64);
    let edges = line.edges(before, state.left);
    let room = super::place::Room { frame, edges };
    for place in &stencil.outside {
        // Anchors lie within the reach of the space.
        if !matches!(room.on_board(space, *place), Ok(false)) {
            return None;
        }
    }
    Some(edges)
}
