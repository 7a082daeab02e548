//! One pass in index order, for spaces in which every move lowers the index.

use rayon::prelude::*;
use whowins_rules::Player;

use super::lines::{Best, Lines};
use super::reached::Reached;
use super::space::{Block, Flow, Space};
use super::table::{Cell, Cells, Entry, Store, View};
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
    // What is kept of lines takes a small part of what the table takes.
    let most = (space.states() / 64).max(1 << 12);
    let pass = Pass {
        space,
        cells,
        lines: lines::<S, C>(space, cells.players(), remoteness, most),
        only: None,
        remoteness,
        limits,
    };
    pass.decide(&space.whole())
}

/// The chains of a space, ready for a pass; `None` where there are none.
pub fn lines<S: Space, C: Cell>(
    space: &S,
    players: usize,
    remoteness: bool,
    most: u64,
) -> Option<Lines<'_, C>> {
    let lines = Lines::new(space.chains(), space.radix()?, players, remoteness, most);
    (!lines.is_empty()).then_some(lines)
}

/// A pass in index order, as far as it has come.
pub struct Pass<'a, S, T, C> {
    pub space: &'a S,
    pub cells: &'a T,
    pub lines: Option<Lines<'a, C>>,
    /// The states that matter, where not all do.
    pub only: Option<&'a Reached>,
    pub remoteness: bool,
    pub limits: &'a Limits,
}

impl<S: Space, T: Store, C: Cell> Pass<'_, S, T, C> {
    /// Decides the states of a run that all states below it come before.
    pub fn decide(&self, run: &Block) -> Result<(), Broken> {
        self.in_waves(run, |block| self.decide_block(block))
    }

    /// Looks along the lines through a run whose states are decided, as [`Pass::decide`] would have.
    pub fn look(&self, run: &Block) -> Result<(), Broken> {
        let Some(lines) = &self.lines else {
            return Ok(());
        };
        self.in_waves(run, |block| {
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
        work: impl Fn(&Block) -> Result<(), Broken> + Sync,
    ) -> Result<(), Broken> {
        for wave in self.space.waves(run, self.limits.threads) {
            wave.par_iter().try_for_each(&work)?;
        }
        Ok(())
    }

    fn decide_block(&self, block: &Block) -> Result<(), Broken> {
        let mut failed = None;
        let mut patience = Patience::new();
        let mut walk = self.lines.as_ref().map(|lines| lines.walk(block));
        let _ = self.space.walk(block, &mut |index, state| {
            if let Err(broken) = patience.tick(self.limits) {
                failed = Some(broken);
                return Flow::Break(());
            }
            let seen = match &mut walk {
                Some(walk) => walk.visit(self.cells, state, index),
                None => [Best::NONE; 2],
            };
            let mut end = None;
            for player in &Player::BOTH[..self.cells.players()] {
                let matters = self
                    .only
                    .is_none_or(|only| only.contains(index, player.index()));
                let entry = if matters {
                    match *end.get_or_insert_with(|| self.space.end(state)) {
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
                self.cells.put(index, player.index(), entry);
            }
            Flow::Continue(())
        });
        if walk.is_some_and(|walk| walk.narrow) {
            failed.get_or_insert(Broken::Narrow);
        }
        failed.map_or(Ok(()), Err)
    }

    /// The entry of a state, no end, whose options are all decided; `best` of those along the lines.
    #[inline]
    fn entry(&self, player: Player, state: &[i64], index: u64, mut best: Best) -> Entry {
        if self.remoteness || !best.wins() {
            let options = self.cells.view(player.other().index());
            let _ = self
                .space
                .options_off_chains(player, state, index, &mut |option| {
                    best.see(options.entry(option));
                    if best.wins() && !self.remoteness {
                        Flow::Break(())
                    } else {
                        Flow::Continue(())
                    }
                });
        }
        best.entry(self.space.stuck(), self.remoteness)
    }
}
