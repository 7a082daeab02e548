//! Games in which the opponent blocks options before each move: a position is won exactly where
//! more options than can be blocked are lost.
//!
//! Options are distinct positions, so they are looked at one by one, by their index; but where all
//! moves are long rays that never lead to the same, how many lost options a ray saw one step before
//! is kept along its line (`tallies`).

use whowins_analysis::{Player, Value};

use super::space::{Flow, Space};
use super::sweep::{Broken, Patience};
use super::table::{Cell, Cells, Entry};
use super::tallies::Tallies;
use crate::limits::Limits;
use crate::together;

/// Decides every state of an impartial space without ends, where the opponent may block `most`
/// options and who has no other left loses; what stays undecided can go on for ever.
///
/// One pass in index order where every move falls, on all threads; else a state is looked at again
/// with each of its options that is decided. `O(moves · log most)` time for the pass; a look for
/// each ray and state where tallies can be kept.
pub fn blocked<S: Space, C: Cell>(
    space: &S,
    cells: &Cells<C>,
    most: u32,
    limits: &Limits,
) -> Result<(), Broken> {
    limits.progress.start(space.states());
    if let Some(tallies) = Tallies::new(space, most) {
        for wave in space.waves(&space.whole(), limits.threads) {
            together::each(wave.len(), &|at| {
                each(space, &wave[at], limits, &mut |index, state| {
                    cells.at(index, 0).set(tallies.visit(cells, state, index));
                })
            })?;
        }
        return Ok(());
    }
    if space.falls() {
        for wave in space.waves(&space.whole(), limits.threads) {
            together::each(wave.len(), &|at| {
                let mut counts = Counts::of(most);
                each(space, &wave[at], limits, &mut |index, state| {
                    counts.decide(space, cells, index, state);
                })
            })?;
        }
        return Ok(());
    }
    let mut counts = Counts::of(most);
    let mut news = Vec::new();
    // In one thread: each state reads what the one before may just have decided.
    for block in space.blocks(1) {
        each(space, &block, limits, &mut |index, state| {
            if counts.decide(space, cells, index, state) {
                news.push(index);
            }
        })?;
    }
    let (mut state, mut from) = (Vec::new(), Vec::new());
    let mut patience = Patience::new();
    while let Some(index) = news.pop() {
        from.clear();
        space.origins(Player::First, index, &mut state, &mut |origin| {
            from.push(origin)
        });
        for origin in &from {
            patience.tick(limits)?;
            space.unrank(*origin, &mut state);
            if counts.decide(space, cells, *origin, &state) {
                news.push(*origin);
            }
        }
    }
    limits.check().map_err(Broken::Limit)
}

/// Visits the states of a block within the limits.
fn each<S: Space>(
    space: &S,
    block: &super::space::Block,
    limits: &Limits,
    visit: &mut impl FnMut(u64, &[i64]),
) -> Result<(), Broken> {
    let mut patience = Patience::new();
    let mut failed = None;
    let _ = space.walk(block, &mut |index, state| {
        if let Err(broken) = patience.tick(limits) {
            failed = Some(broken);
            return Flow::Break(());
        }
        visit(index, state);
        Flow::Continue(())
    });
    failed.map_or(Ok(()), Err)?;
    // Where the listing of a state's moves was cut, this fails too.
    limits.check().map_err(Broken::Limit)
}

/// Distinct indices, no more than it takes to see that they are more than can be blocked.
struct Counts {
    most: usize,
    lost: Vec<u64>,
    /// Those that are lost, or may turn out to be.
    open: Vec<u64>,
}

impl Counts {
    fn of(most: u32) -> Self {
        Self {
            most: most as usize,
            lost: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Decides an undecided state if its decided options suffice for that; whether they did.
    fn decide<S: Space, C: Cell>(
        &mut self,
        space: &S,
        cells: &Cells<C>,
        index: u64,
        state: &[i64],
    ) -> bool {
        let cell = cells.at(index, 0);
        if cell.get().value().is_some() {
            return false;
        }
        self.lost.clear();
        self.open.clear();
        let enough = self.most + 1;
        let _ = space.options(Player::First, state, index, &mut |option| {
            let value = cells.at(option, 0).get().value();
            if value == Some(Value::Loss) {
                insert(&mut self.lost, option, enough);
            }
            if value != Some(Value::Win) {
                insert(&mut self.open, option, enough);
            }
            match self.lost.len() < enough {
                true => Flow::Continue(()),
                false => Flow::Break(()),
            }
        });
        let value = if self.lost.len() == enough {
            Value::Win
        } else if self.open.len() < enough {
            Value::Loss
        } else {
            return false;
        };
        cell.set(Entry::decided(value, 0));
        true
    }
}

/// Adds an index to a sorted list that holds each once and at most `enough`.
fn insert(list: &mut Vec<u64>, index: u64, enough: usize) {
    if list.len() < enough
        && let Err(at) = list.binary_search(&index)
    {
        list.insert(at, index);
    }
}
