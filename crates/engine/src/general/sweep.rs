//! One pass in index order, for spaces in which every move lowers the index.

use whowins_analysis::Player;

use super::lines::Lines;
use super::offer::Offer;
use super::reached::Reached;
use super::space::{Block, Flow, Space};
use super::table::{Cell, Entry, Store, View};
use crate::limits::{EngineError, Limits};
use crate::together;

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

/// Decides every state, with what the offers `O` tell of their options; where not all options
/// count, the first winning one ends the search. What rays saw is kept in cells `C`.
///
/// `O(moves)` time, where all moves along a [`Chain`](super::lines::Chain) count as one; blocks of
/// one wave run on all threads. A state reads its options only in its own block or in earlier
/// waves, which are complete.
pub fn sweep<S: Space, T: Store, C: Cell, O: Offer>(
    space: &S,
    cells: &T,
    limits: &Limits,
) -> Result<(), Broken> {
    limits.progress.start(space.states());
    // What is kept of lines takes a small part of what the table takes.
    let most = (space.states() / 64).max(1 << 12);
    let lines = lines::<S, C, O>(space, cells.players(), most);
    let pass = Pass {
        space,
        cells,
        lines: lines.as_ref(),
        only: None,
        limits,
    };
    pass.decide(&space.whole())
}

/// The chains of a space, ready for a pass; `None` where there are none.
pub fn lines<S: Space, C: Cell, O: Offer>(
    space: &S,
    players: usize,
    most: u64,
) -> Option<Lines<'_, C, O>> {
    let lines = Lines::new(space.chains(), space.radix()?, players, most);
    (!lines.is_empty()).then_some(lines)
}

/// A pass in index order, as far as it has come.
pub struct Pass<'a, S, T, C, O> {
    pub space: &'a S,
    pub cells: &'a T,
    pub lines: Option<&'a Lines<'a, C, O>>,
    /// The states that matter, where not all do.
    pub only: Option<&'a Reached>,
    pub limits: &'a Limits,
}

impl<S: Space, T: Store, C: Cell, O: Offer> Pass<'_, S, T, C, O> {
    /// Decides the states of a run that all states below it come before.
    pub fn decide(&self, run: &Block) -> Result<(), Broken> {
        self.in_waves(run, &|block, alone| self.decide_block(block, alone))
    }

    /// Looks along the lines through a run whose states are decided, as [`Pass::decide`] would
    /// have.
    pub fn look(&self, run: &Block) -> Result<(), Broken> {
        let Some(lines) = self.lines else {
            return Ok(());
        };
        self.in_waves(run, &|block, _| {
            let mut walk = lines.walk(block);
            let _ = self.space.walk(block, &mut |index, state| {
                walk.visit(self.cells, state, index);
                Flow::Continue(())
            });
            if walk.narrow {
                return Err(Broken::Narrow);
            }
            self.limits.check().map_err(Broken::Limit)
        })
    }

    fn in_waves(
        &self,
        run: &Block,
        work: &(dyn Fn(&Block, bool) -> Result<(), Broken> + Sync),
    ) -> Result<(), Broken> {
        for wave in self.space.waves(run, self.limits.threads) {
            let alone = wave.len() == 1;
            together::each(wave.len(), &|at| work(&wave[at], alone))?;
        }
        Ok(())
    }

    /// Decides the states of a block, which may be `alone` in its wave.
    fn decide_block(&self, block: &Block, alone: bool) -> Result<(), Broken> {
        let edges = Edges::of::<S, T>(self.space, block, alone);
        let mut failed = None;
        let mut patience = Patience::new();
        let mut walk = self.lines.map(|lines| lines.walk(block));
        let _ = self.space.walk(block, &mut |index, state| {
            if let Err(broken) = patience.tick(self.limits) {
                failed = Some(broken);
                return Flow::Break(());
            }
            let seen = match &mut walk {
                Some(walk) => walk.visit(self.cells, state, index),
                None => [O::NONE; 2],
            };
            let mut end = None;
            for player in &Player::BOTH[..self.cells.players()] {
                let matters = self
                    .only
                    .is_none_or(|only| only.contains(index, player.index()));
                let entry = if matters {
                    match *end.get_or_insert_with(|| self.space.end(state, index)) {
                        Some(end) => Entry::decided(end.for_next(*player), 0),
                        None => self.entry(*player, state, index, seen[player.index()]),
                    }
                } else {
                    Entry::UNKNOWN
                };
                if entry.count() > T::MOST {
                    failed = Some(Broken::Narrow);
                    return Flow::Break(());
                }
                let shared = edges.shared(state);
                self.cells.put(index, player.index(), entry, shared);
            }
            Flow::Continue(())
        });
        if walk.is_some_and(|walk| walk.narrow) {
            failed.get_or_insert(Broken::Narrow);
        }
        failed.map_or(Ok(()), Err)?;
        // Where the listing of a state's moves was cut, its cell is wrong: then this fails too.
        self.limits.check().map_err(Broken::Limit)
    }

    /// The entry of a state, no end, whose options are all decided; `best` of those along the
    /// lines.
    #[inline]
    fn entry(&self, player: Player, state: &[i64], index: u64, mut best: O) -> Entry {
        if O::ALL || !best.wins() {
            let options = self.cells.view(player.other().index());
            let _ = self
                .space
                .options_off_chains(player, state, index, &mut |option| {
                    best.see(options.entry(option));
                    if best.wins() && !O::ALL {
                        Flow::Break(())
                    } else {
                        Flow::Continue(())
                    }
                });
        }
        best.entry(self.space.stuck())
    }
}

/// Where a block's rows end: cells there are written together with cells of other blocks' rows.
struct Edges {
    /// The slot along a row, and the values between which no cell of another row is near.
    slot: usize,
    low: i64,
    high: i64,
    alone: bool,
}

impl Edges {
    fn of<S: Space, T: Store>(space: &S, block: &Block, alone: bool) -> Self {
        let near = T::NEIGHBOURS as i64 - 1;
        let row = space.radix().and_then(|radix| {
            let slot = *radix.order.last()?;
            Some((slot, block.low[slot] + near, block.high[slot] - near))
        });
        let (slot, low, high) = row.unwrap_or((0, i64::MAX, i64::MIN));
        Self {
            slot,
            low,
            high,
            alone: alone || near == 0,
        }
    }

    #[inline]
    fn shared(&self, state: &[i64]) -> bool {
        !self.alone
            && state
                .get(self.slot)
                .is_none_or(|value| *value < self.low || *value > self.high)
    }
}
