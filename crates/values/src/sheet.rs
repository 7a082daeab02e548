//! A table of results for one recursion. Its memory is charged to the arena's budget.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Side, Value};
use crate::cut::Cut;

/// Results by value.
#[derive(Debug)]
pub(crate) struct Sheet<T> {
    facts: FxHashMap<Value, T>,
}

impl<T> Default for Sheet<T> {
    fn default() -> Self {
        Self {
            facts: FxHashMap::default(),
        }
    }
}

impl<T> Sheet<T> {
    pub fn get(&self, value: Value) -> Option<&T> {
        self.facts.get(&value)
    }

    /// Stores a result that owns `bytes` bytes in addition to its own size.
    pub fn put(&mut self, arena: &Arena, value: Value, fact: T, bytes: u64) -> Result<(), Cut> {
        let entry = size_of::<(Value, T)>() as u64 * 2 + bytes;
        arena.charge(1)?;
        if self.facts.len() == self.facts.capacity() {
            arena.ask(self.facts.len() as u64 * 2 * entry)?;
        }
        self.facts.insert(value, fact);
        Ok(())
    }
}

impl Arena {
    /// Returns a copy of a player's options. Callers need it if they create new forms.
    pub(crate) fn options_of(&mut self, value: Value, side: Side) -> Result<Vec<Value>, Cut> {
        self.options(value, side).map(<[Value]>::to_vec)
    }

    /// Returns the value {f(left options) | f(right options)}.
    pub(crate) fn rebuilt(
        &mut self,
        value: Value,
        mut each: impl FnMut(&mut Self, Value, Side) -> Result<Value, Cut>,
    ) -> Result<Value, Cut> {
        let mut sides = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            for option in self.options_of(value, side)? {
                sides[side as usize].push(each(self, option, side)?);
            }
        }
        self.make(&sides[0], &sides[1])
    }
}
