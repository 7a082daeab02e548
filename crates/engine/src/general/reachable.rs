//! The states that play can reach from one position, for games whose states have no gapless number, or too many.

use std::ops::ControlFlow;

use indexmap::IndexSet;
use whowins_rules::{End, Frame, Player, Value};

use super::space::{Block, Flow, Space, cut, run};
use crate::limits::{EngineError, Limits, within_words};

/// The states reachable with any order of turns, numbered as they were found, with their moves stored.
pub struct ReachableSpace {
    states: IndexSet<Box<[i64]>>,
    frame: Frame,
    impartial: bool,
    forward: Vec<Edges>,
    backward: Vec<Edges>,
}

/// The moves of one player: those of state i are `to[from[i]..from[i + 1]]`.
struct Edges {
    from: Vec<u64>,
    to: Vec<u32>,
}

impl Edges {
    fn of(&self, index: u64) -> &[u32] {
        &self.to[self.from[index as usize] as usize..self.from[index as usize + 1] as usize]
    }

    /// The same moves, from their ends.
    fn reversed(&self) -> Self {
        let states = self.from.len() - 1;
        let mut from = vec![0u64; states + 1];
        for to in &self.to {
            from[*to as usize + 1] += 1;
        }
        for state in 0..states {
            from[state + 1] += from[state];
        }
        let mut next = from.clone();
        let mut to = vec![0; self.to.len()];
        for state in 0..states {
            for end in self.of(state as u64) {
                to[next[*end as usize] as usize] = state as u32;
                next[*end as usize] += 1;
            }
        }
        Self { from, to }
    }
}

/// Bytes that a stored state takes beside its slots, roughly.
const OVERHEAD: u64 = 64;

impl ReachableSpace {
    /// Explores from `start`, breadth first.
    ///
    /// # Errors
    ///
    /// When the limits of memory or time are met, or play leaves machine words.
    pub fn explore(
        frame: Frame,
        start: &[i64],
        impartial: bool,
        limits: &Limits,
    ) -> Result<Self, EngineError> {
        let players = if impartial { 1 } else { 2 };
        let mut states: IndexSet<Box<[i64]>> = IndexSet::new();
        states.insert(start.into());
        let mut forward: Vec<Edges> = (0..players)
            .map(|_| Edges {
                from: vec![0],
                to: Vec::new(),
            })
            .collect();
        let mut bytes = 0;
        let mut at = 0;
        while at < states.len() {
            if at % 4096 == 0 {
                limits.check()?;
            }
            let state = states[at].clone();
            for (player, edges) in forward.iter_mut().enumerate() {
                let _ = frame.options(Player::BOTH[player], &state, &mut |option| {
                    let (index, new) = match states.get_index_of(option.to) {
                        Some(index) => (index, false),
                        None => states.insert_full(option.to.into()),
                    };
                    edges.to.push(index as u32);
                    bytes += 8 + if new {
                        OVERHEAD + 8 * option.to.len() as u64
                    } else {
                        0
                    };
                    if bytes > limits.memory || states.len() > u32::MAX as usize {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                edges.from.push(edges.to.len() as u64);
            }
            within_words(&frame)?;
            if bytes > limits.memory || states.len() > u32::MAX as usize {
                return Err(EngineError::Memory {
                    wanted: None,
                    allowed: limits.memory,
                });
            }
            at += 1;
        }
        let backward = forward.iter().map(Edges::reversed).collect();
        Ok(Self {
            states,
            frame,
            impartial,
            forward,
            backward,
        })
    }

    fn edges(list: &[Edges], player: Player) -> &Edges {
        list.get(player.index()).unwrap_or(&list[0])
    }
}

impl Space for ReachableSpace {
    fn states(&self) -> u64 {
        self.states.len() as u64
    }

    fn unrank(&self, index: u64, state: &mut Vec<i64>) {
        state.clear();
        state.extend_from_slice(&self.states[index as usize]);
    }

    fn rank(&self, state: &[i64]) -> Option<u64> {
        self.states.get_index_of(state).map(|index| index as u64)
    }

    fn end(&self, state: &[i64]) -> Option<End> {
        self.frame.end(state)
    }

    fn stuck(&self) -> Value {
        self.frame.stuck()
    }

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn falls(&self) -> bool {
        false
    }

    fn options(
        &self,
        player: Player,
        _state: &[i64],
        index: u64,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        Self::edges(&self.forward, player)
            .of(index)
            .iter()
            .try_for_each(|to| emit(u64::from(*to)))
    }

    fn inverts(&self) -> bool {
        true
    }

    fn origins(
        &self,
        player: Player,
        index: u64,
        _state: &mut Vec<i64>,
        emit: &mut impl FnMut(u64),
    ) {
        for from in Self::edges(&self.backward, player).of(index) {
            emit(u64::from(*from));
        }
    }

    fn walk(&self, block: &Block, visit: &mut impl FnMut(u64, &[i64]) -> Flow) -> Flow {
        for index in block.low[0]..=block.high[0] {
            visit(index as u64, &self.states[index as usize])?;
        }
        Flow::Continue(())
    }

    fn whole(&self) -> Block {
        run(self.states())
    }

    fn blocks(&self, threads: usize) -> Vec<Block> {
        cut(&self.whole(), 0, 16 * threads.max(1) as i64)
    }
}
