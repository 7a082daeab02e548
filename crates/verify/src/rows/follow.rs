//! What a move does, with its forced follow-ups, wherever it is laid on a board of any size.

use std::collections::{BTreeMap, BTreeSet};

use whowins_analysis::board::{Board, Stencil};

use super::place::{Far, Room, Space};
use crate::rejection::symbols;
use crate::{Budget, Rejection};

/// A cell relative to the move's origin.
pub(super) type At = (i64, i64);

/// More follow-ups of one move than these are not followed.
const FOLLOW_UPS: usize = 64;
/// More cases of one move than these are not looked at.
const CASES: usize = 1 << 12;

/// What is known of the cells near a move, before it and after.
#[derive(Clone, Debug, Default)]
pub(super) struct Case {
    pub before: BTreeMap<At, u8>,
    pub now: BTreeMap<At, u8>,
}

/// Why the cases of a move are not known.
pub(super) enum Unknown {
    /// They depend on cells further away than the space reaches.
    Far,
    /// The check is over.
    Rejected(Rejection),
}

impl From<Far> for Unknown {
    fn from(_: Far) -> Self {
        Self::Far
    }
}

impl From<Rejection> for Unknown {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

/// Whether a stencil fits.
pub(super) enum Fit {
    Yes,
    No,
    /// It hangs on this cell, which is on the board.
    On(At),
}

/// Whether a stencil fits with its origin at `origin`, where `known` knows some of the cells.
pub(super) fn fit(
    stencil: &Stencil,
    origin: At,
    room: &Room,
    space: &Space,
    known: impl Fn(At) -> Option<u8>,
) -> Result<Fit, Far> {
    let place = |down: i64, right: i64| (origin.0 + down, origin.1 + right);
    for (down, right) in &stencil.outside {
        if room.on_board(space, place(*down, *right))? {
            return Ok(Fit::No);
        }
    }
    let mut open = None;
    for cell in &stencil.cells {
        let at = place(cell.down, cell.right);
        if !room.on_board(space, at)? {
            return Ok(Fit::No);
        }
        let Some(wanted) = cell.before else { continue };
        match known(at) {
            Some(symbol) if symbol == wanted => {}
            Some(_) => return Ok(Fit::No),
            None => open = open.or(Some(at)),
        }
    }
    Ok(open.map_or(Fit::Yes, Fit::On))
}

/// Every case of a move laid in a room on a settled board: the cells it depends on, before and
/// after. Empty where the stencil does not lie there. Cases that no settled board shows may be
/// among them.
pub(super) fn cases(
    board: &Board,
    stencil: &Stencil,
    room: &Room,
    space: &Space,
    budget: &Budget,
) -> Result<Vec<Case>, Unknown> {
    let mut first = Case::default();
    let mut open: Vec<At> = Vec::new();
    for cell in &stencil.cells {
        let at = (cell.down, cell.right);
        match (cell.before, cell.after) {
            (Some(symbol), _) => drop(first.before.insert(at, symbol)),
            (None, Some(_)) => open.push(at),
            (None, None) => {}
        }
    }
    if let Fit::No = fit(stencil, (0, 0), room, space, |at| {
        first.before.get(&at).copied()
    })? {
        return Ok(Vec::new());
    }
    let mut starts = vec![first];
    for at in open {
        starts = split(board, &starts, at);
        if starts.len() > CASES {
            return Err(too_many());
        }
    }
    let mut done = Vec::new();
    let mut work: Vec<(Case, usize)> = Vec::new();
    for mut case in starts {
        case.now = case.before.clone();
        for cell in &stencil.cells {
            if let Some(symbol) = cell.after {
                case.now.insert((cell.down, cell.right), symbol);
            }
        }
        work.push((case, 0));
    }
    while let Some((case, followed)) = work.pop() {
        budget.spend(case.before.len() as u64 + 1)?;
        if work.len() + done.len() > CASES {
            return Err(too_many());
        }
        match step(board, &case, room, space, budget)? {
            Step::Settled => {
                if !unsettled_before(board, &case, room, space)? {
                    done.push(case);
                }
            }
            Step::Open(at) => {
                for mut case in split(board, &[case], at) {
                    case.now.insert(at, case.before[&at]);
                    if !unsettled_before(board, &case, room, space)? {
                        work.push((case, followed));
                    }
                }
            }
            Step::Wrote(case) => {
                if followed == FOLLOW_UPS {
                    return Err(Unknown::Rejected(Rejection::rules(format!(
                        "a move may be followed by more than {FOLLOW_UPS} forced follow-ups"
                    ))));
                }
                work.push((case, followed + 1));
            }
        }
    }
    Ok(done)
}

fn too_many() -> Unknown {
    Unknown::Rejected(Rejection::rules(format!(
        "what a move does depends on the cells about it in more than {CASES} ways"
    )))
}

fn split(board: &Board, cases: &[Case], at: At) -> Vec<Case> {
    let symbols = symbols(board.alphabet.len());
    let with = |case: &Case, symbol: u8| {
        let mut case = case.clone();
        case.before.insert(at, symbol);
        case
    };
    cases
        .iter()
        .flat_map(|case| symbols.clone().map(move |symbol| with(case, symbol)))
        .collect()
}

enum Step {
    Settled,
    Open(At),
    Wrote(Case),
}

/// The next forced follow-up. Only one that looks at a changed cell can apply, since the board was
/// settled.
fn step(
    board: &Board,
    case: &Case,
    room: &Room,
    space: &Space,
    budget: &Budget,
) -> Result<Step, Unknown> {
    for stencil in board.at_once.iter().flat_map(|rule| &rule.stencils) {
        for origin in origins(stencil, changed(case)) {
            budget.spend(stencil.cells.len() as u64)?;
            match fit(stencil, origin, room, space, |at| {
                case.now.get(&at).copied()
            })? {
                Fit::No => {}
                Fit::On(at) => return Ok(Step::Open(at)),
                Fit::Yes => {
                    let mut case = case.clone();
                    for cell in &stencil.cells {
                        let at = (origin.0 + cell.down, origin.1 + cell.right);
                        let Some(symbol) = cell.after else { continue };
                        if !case.now.contains_key(&at) {
                            return Ok(Step::Open(at));
                        }
                        case.now.insert(at, symbol);
                    }
                    return Ok(Step::Wrote(case));
                }
            }
        }
    }
    Ok(Step::Settled)
}

/// Whether a forced follow-up applied before the move, so that the case does not arise.
fn unsettled_before(
    board: &Board,
    case: &Case,
    room: &Room,
    space: &Space,
) -> Result<bool, Unknown> {
    for stencil in board.at_once.iter().flat_map(|rule| &rule.stencils) {
        for origin in origins(stencil, case.before.keys().copied()) {
            let known = |at: At| case.before.get(&at).copied();
            // A follow-up too far away to be judged only leaves a case in that may not arise.
            if let Ok(Fit::Yes) = fit(stencil, origin, room, space, known) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Cells that the move or a follow-up changed.
pub(super) fn changed(case: &Case) -> impl Iterator<Item = At> + '_ {
    case.now
        .iter()
        .filter(|(at, symbol)| case.before.get(at) != Some(symbol))
        .map(|(at, _)| *at)
}

/// The origins, row by row and left to right, with which a stencil looks at one of the cells.
pub(super) fn origins(stencil: &Stencil, cells: impl Iterator<Item = At>) -> BTreeSet<At> {
    cells
        .flat_map(|(down, right)| {
            stencil
                .cells
                .iter()
                .map(move |cell| (down - cell.down, right - cell.right))
        })
        .collect()
}
