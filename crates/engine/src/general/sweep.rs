//! One pass in index order, for spaces in which every move lowers the index.

use rayon::prelude::*;
use whowins_rules::{Player, Value};

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
const PATIENCE: u64 = 1 << 16;

/// Decides every state. With `remoteness`, every option is looked at; else the first winning one ends the search.
///
/// `O(moves)` time; blocks of one wave run on all threads. A state reads its options only in its own block or in earlier
/// waves, which are complete.
pub fn sweep<S: Space, C: Cell>(
    space: &S,
    cells: &Cells<C>,
    remoteness: bool,
    limits: &Limits,
) -> Result<(), Broken> {
    for wave in space.waves(limits.threads) {
        wave.par_iter().try_for_each(|block| {
            let mut failed = None;
            let mut patience = PATIENCE;
            let _ = space.walk(block, &mut |index, state| {
                patience -= 1;
                if patience == 0 {
                    patience = PATIENCE;
                    if let Err(error) = limits.check() {
                        failed = Some(Broken::Limit(error));
                        return Flow::Break(());
                    }
                }
                for player in &Player::BOTH[..cells.players()] {
                    let entry = decide(space, cells, *player, state, index, remoteness);
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

/// The entry of a state whose options are all decided.
#[inline]
fn decide<S: Space, C: Cell>(
    space: &S,
    cells: &Cells<C>,
    player: Player,
    state: &[i64],
    index: u64,
    remoteness: bool,
) -> Entry {
    if let Some(end) = space.end(state) {
        return Entry::decided(end.for_next(player), 0);
    }
    let opponent = player.other().index();
    let mut options = 0;
    let (mut shortest_win, mut longest_loss, mut draw) = (u32::MAX, 0, false);
    let _ = space.options(player, state, index, &mut |option| {
        options += 1;
        let entry = cells.at(option, opponent).get();
        match entry.value() {
            Some(Value::Loss) => {
                shortest_win = shortest_win.min(entry.count() + 1);
                if !remoteness {
                    return Flow::Break(());
                }
            }
            Some(Value::Win) => longest_loss = longest_loss.max(entry.count() + 1),
            _ => draw = true,
        }
        Flow::Continue(())
    });
    let (value, count) = if shortest_win < u32::MAX {
        (Value::Win, shortest_win)
    } else if draw {
        (Value::Draw, 0)
    } else if options > 0 {
        (Value::Loss, longest_loss)
    } else {
        (space.stuck(), 0)
    };
    Entry::decided(value, if remoteness { count } else { 0 })
}
