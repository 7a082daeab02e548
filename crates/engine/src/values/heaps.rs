//! Values of heaps that are taken from and fall apart, each player by a code of their own.

use std::ops::ControlFlow;

use whowins_analysis::Player;
use whowins_analysis::heaps::Breaking;
use whowins_values::{Arena, Cut, Value};

use super::{NoValue, Refusal};

/// Larger heaps are not worked out one by one.
const LARGEST: usize = 1 << 16;

/// What the heaps 0, 1, 2, ... are worth, in turn: a heap's options are sums of smaller heaps.
pub struct Heaps {
    codes: [Breaking; 2],
    values: Vec<Value>,
}

impl Heaps {
    /// None worked out yet.
    pub fn new(codes: &[Breaking; 2]) -> Self {
        Self {
            codes: codes.clone(),
            values: Vec::new(),
        }
    }

    /// What each player may do to a heap.
    pub fn codes(&self) -> &[Breaking; 2] {
        &self.codes
    }

    /// The values that are known: those of the heaps 0, 1, 2, ...
    pub fn known(&self) -> &[Value] {
        &self.values
    }

    /// The value of a heap; those of all smaller ones are worked out first.
    ///
    /// # Errors
    /// For heaps above 65,536; where the arena's budget is over or has no room.
    pub fn value(&mut self, arena: &mut Arena, heap: usize) -> Result<Value, NoValue> {
        if heap > LARGEST {
            return Err(NoValue::Refused(Refusal::Large));
        }
        while self.values.len() <= heap {
            let next = self.values.len();
            let left = self.options(arena, Player::First, next)?;
            let right = self.options(arena, Player::Second, next)?;
            self.values.push(arena.make(&left, &right)?);
        }
        Ok(self.values[heap])
    }

    /// The values of a heap's options, each once; all smaller heaps are known.
    ///
    /// # Errors
    /// Where the arena's budget is over or has no room.
    pub fn options(
        &self,
        arena: &mut Arena,
        player: Player,
        heap: usize,
    ) -> Result<Vec<Value>, Cut> {
        let mut all = Vec::new();
        let mut cut = None;
        let budget = arena.budget().clone();
        let done = self.codes[player.index()].options_within(heap as u64, &budget, |parts| {
            let sum = arena.total(parts.iter().map(|part| self.values[*part as usize]));
            match sum {
                Ok(sum) => {
                    all.push(sum);
                    ControlFlow::Continue(())
                }
                Err(why) => {
                    cut = Some(why);
                    ControlFlow::Break(())
                }
            }
        });
        match (cut, budget.over()) {
            (Some(why), _) => Err(why),
            (None, Some(over)) if done.is_break() => Err(Cut::Over(over)),
            _ => {
                all.sort_unstable();
                all.dedup();
                Ok(all)
            }
        }
    }
}
