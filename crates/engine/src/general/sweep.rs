//! One pass in index order, for spaces in which every move lowers the index.

use rayon::prelude::*;
use whowins_rules::Player;

use super::lines::Best;
use super::space::{Flow, Space};
use super::table::{Cell, Cells, Entry};
use crate::limits::{EngineError, Limits};

/// Why a pass broke off.
pub enum Broken {
    /// A count did not fit a cell: take wider ones.
    Narrow,
    /// A limit was met.
    Limit(EngineError),
}

/// Looks at the limits, and counts the progress, once in so many states.
pub struct Patience(u64);

/// States between two looks.
const STATES: u64 = 1 << 16;

impl Patience {
    /// The first look is at once.
    pub fn new() -> Self {
        Self(1)
    }

    /// One more state.
    pub fn tick(&mut self, limits: &Limits) -> Result<(), Broken> {
        self.0 -= 1;
        if self.0 == 0 {
            self.0 = STATES;
            limits.progress.add(STATES);
            limits.check().map_err(Broken::Limit)?;
        }
        Ok(())
    }
}

/// Decides every state. With `remoteness`, every option is looked at; else the first winning one ends the search.
///
/// `O(moves)` time, where all moves along a [`Chain`](super::lines::Chain) count as one; blocks of one wave run on all threads.
/// A state reads its options only in its own block or in earlier waves, which are complete.
pub fn sweep<S: Space, C: Cell>(
    space: &S,
    cells: &Cells<C>,
    remoteness: bool,
    limits: &Limits,
) -> Result<(), Broken> {
    limits.progress.start(space.states());
    for wave in space.waves(limits.threads) {
        wave.par_iter().try_for_each(|block| {
            let mut failed = None;
            let mut patience = Patience::new();
            let mut lines = space.lines(block);
            let _ = space.walk(block, &mut |index, state| {
                if let Err(broken) = patience.tick(limits) {
                    failed = Some(broken);
                    return Flow::Break(());
                }
                let seen = match &mut lines {
                    Some(lines) => lines.visit(cells, state, index),
                    None => [Best::NONE; 2],
                };
                let end = space.end(state);
                for player in &Player::BOTH[..cells.players()] {
                    let entry = match end {
                        Some(end) => Entry::decided(end.for_next(*player), 0),
                        None => {
                            let seen = seen[player.index()];
                            decide(space, cells, *player, state, index, seen, remoteness)
                        }
                    };
                    if entry.count() > C::MOST {
                        failed = Some(Broken::Narrow);
                        return Flow::Break(());
                    }
                    cells.at(index, player.index()).set(entry);
                }
                Flow::Continue(())
            });
            failed.map_or(Ok(()), Err)
        })?;
    }
    Ok(())
}

/// The entry of a state, no end, whose options are all decided; `best` of those along the space's lines.
#[inline]
fn decide<S: Space, C: Cell>(
    space: &S,
    cells: &Cells<C>,
    player: Player,
    state: &[i64],
    index: u64,
    mut best: Best,
    remoteness: bool,
) -> Entry {
    if remoteness || !best.wins() {
        let options = cells.of(player.other().index());
        let _ = space.options_off_lines(player, state, index, &mut |option| {
            best.see(options[option as usize].get());
            if best.wins() && !remoteness {
                Flow::Break(())
            } else {
                Flow::Continue(())
            }
        });
    }
    best.entry(space.stuck(), remoteness)
}
