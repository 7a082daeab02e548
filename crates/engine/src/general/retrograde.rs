//! Retrograde analysis: from the ends backwards, level by level, for games that may repeat positions.
//!
//! An undecided cell counts the moves not yet refuted. A loss decided at level r makes its predecessors wins at r + 1; a win
//! takes one from their counts, and a count that reaches 0 is a loss at r + 1. What stays undecided can go on for ever.

use rayon::prelude::*;
use whowins_rules::{Player, Value};

use super::space::{Flow, Space};
use super::sweep::Broken;
use super::table::{Cell, Cells, Entry};
use crate::limits::Limits;

/// A decided state and who is to move: the index doubled, plus the player.
type Job = u64;

/// Jobs that one task takes.
const CHUNK: usize = 1 << 12;

/// Decides every state that can be decided; `O(states + moves)` time, and the frontier of one level beside the cells.
pub fn retrograde<S: Space, C: Cell>(
    space: &S,
    cells: &Cells<C>,
    remoteness: bool,
    limits: &Limits,
) -> Result<(), Broken> {
    let (decisive, draws) = start(space, cells, limits)?;
    spread(space, cells, decisive, remoteness, limits)?;
    // The counts of what is left now hold draws and endless play only, so the draws can be spread in the same way.
    spread(space, cells, draws, remoteness, limits)
}

/// Spreads decided states backwards until nothing more is decided.
fn spread<S: Space, C: Cell>(
    space: &S,
    cells: &Cells<C>,
    mut frontier: Vec<Job>,
    remoteness: bool,
    limits: &Limits,
) -> Result<(), Broken> {
    let mut level = 0;
    while !frontier.is_empty() {
        limits.check().map_err(Broken::Limit)?;
        level += 1;
        let stored = if remoteness { level } else { 0 };
        if stored > C::MOST {
            return Err(Broken::Narrow);
        }
        frontier = if limits.threads > 1 && frontier.len() > CHUNK {
            let parts: Vec<Vec<Job>> = frontier
                .par_chunks(CHUNK)
                .map(|jobs| step::<S, C, true>(space, cells, jobs, stored))
                .collect();
            parts.concat()
        } else {
            step::<S, C, false>(space, cells, &frontier, stored)
        };
    }
    Ok(())
}

/// Decides the ends and counts the moves of all other states; gives the decisive ends and the drawn ones.
fn start<S: Space, C: Cell>(
    space: &S,
    cells: &Cells<C>,
    limits: &Limits,
) -> Result<(Vec<Job>, Vec<Job>), Broken> {
    let parts: Vec<(Vec<Job>, Vec<Job>)> = space
        .blocks(limits.threads)
        .par_iter()
        .map(|block| {
            limits.check().map_err(Broken::Limit)?;
            let (mut jobs, mut draws) = (Vec::new(), Vec::new());
            let mut wide = false;
            let _ = space.walk(block, &mut |index, state| {
                let end = space.end(state);
                for player in &Player::BOTH[..cells.players()] {
                    let mut count = 0u32;
                    let decided = match end {
                        Some(end) => Some(end.for_next(*player)),
                        None => {
                            let _ = space.options(*player, state, index, &mut |_| {
                                count += 1;
                                Flow::Continue(())
                            });
                            (count == 0).then(|| space.stuck())
                        }
                    };
                    let entry = match decided {
                        Some(value) => {
                            let list = if value == Value::Draw {
                                &mut draws
                            } else {
                                &mut jobs
                            };
                            list.push(index << 1 | player.index() as u64);
                            Entry::decided(value, 0)
                        }
                        None => Entry::undecided(count),
                    };
                    wide |= count > C::MOST;
                    cells.at(index, player.index()).set(entry);
                }
                if wide {
                    Flow::Break(())
                } else {
                    Flow::Continue(())
                }
            });
            if wide {
                Err(Broken::Narrow)
            } else {
                Ok((jobs, draws))
            }
        })
        .collect::<Result<_, _>>()?;
    let (jobs, draws): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    Ok((jobs.concat(), draws.concat()))
}

/// Hands the news of decided states to their predecessors; gives those that it decides.
fn step<S: Space, C: Cell, const SHARED: bool>(
    space: &S,
    cells: &Cells<C>,
    jobs: &[Job],
    level: u32,
) -> Vec<Job> {
    let mut next = Vec::new();
    let mut state = Vec::new();
    let impartial = cells.players() == 1;
    for job in jobs {
        let (index, player) = (job >> 1, Player::BOTH[(job & 1) as usize]);
        let Some(known) = cells.at(index, player.index()).get().value() else {
            continue;
        };
        let mover = if impartial { player } else { player.other() };
        space.unrank(index, &mut state);
        space.origins(mover, &state, index, &mut |origin| {
            if news::<C, SHARED>(cells.at(origin, mover.index()), known, level) {
                next.push(origin << 1 | mover.index() as u64);
            }
        });
    }
    next
}

/// Tells a cell that one of its options has this value for the opponent; whether that decides the cell.
#[inline]
fn news<C: Cell, const SHARED: bool>(cell: &C, known: Value, level: u32) -> bool {
    loop {
        let old = cell.get();
        if old.value().is_some() {
            return false;
        }
        let (new, decided) = if known == Value::Loss {
            (Entry::decided(Value::Win, level), true)
        } else if old.count() == 1 {
            (Entry::decided(known.reversed(), level), true)
        } else {
            (Entry::undecided(old.count() - 1), false)
        };
        if !SHARED {
            cell.set(new);
            return decided;
        }
        if cell.swap(old, new) {
            return decided;
        }
    }
}
