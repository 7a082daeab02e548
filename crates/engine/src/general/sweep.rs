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

/// States between two looks at the limits.
pub const PATIENCE: u64 = 1 << 16;

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
            let mut patience = PATIENCE;
            let mut lines = space.lines(block);
            let _ = space.walk(block, &mut |index, state| {
                patience -= 1;
                if patience == 0 {
                    patience = PATIENCE;
                    limits.progress.add(PATIENCE);
                    if let Err(error) = limits.check() {
                        failed = Some(Broken::Limit(error));
                        return Flow::Break(());
                    }
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
