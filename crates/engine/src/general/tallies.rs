//! How many lost options each long ray sees, kept along its lines: for games in which options are
//! blocked.
//!
//! What a ray sees from a state is what it saw one step before, and one state more. The states of a
//! line are met in rising order, whatever tile they lie in, so tiles of one wave never meet in a
//! line.

use std::sync::atomic::{AtomicU8, Ordering};

use whowins_analysis::Value;

use super::lines::{Chain, Numbers};
use super::space::Space;
use super::table::{Cell, Cells, Entry};

/// The tallies of all chains of a space whose moves are chains alone.
pub struct Tallies<'a> {
    rays: Vec<Ray<'a>>,
    /// As many lost options as make a win; tallies stop there.
    enough: u8,
}

struct Ray<'a> {
    chain: &'a Chain,
    numbers: Numbers,
    seen: Vec<AtomicU8>,
    from: Vec<(usize, i64)>,
}

impl<'a> Tallies<'a> {
    /// For a walk of all states; `None` where other moves are there too, two moves lead to the
    /// same, so many cannot be counted, or the lines are more than the states.
    pub fn new<S: Space>(space: &'a S, blocked: u32) -> Option<Self> {
        let enough = u8::try_from(blocked.checked_add(1)?).ok()?;
        let radix = space.radix().filter(|_| space.chains_alone())?;
        let ray = |chain: &'a Chain| {
            let numbers = Numbers::new(chain, radix)?;
            (numbers.lines <= space.states().max(1 << 12)).then(|| Ray {
                from: chain.from(radix),
                chain,
                seen: (0..numbers.lines).map(|_| AtomicU8::new(0)).collect(),
                numbers,
            })
        };
        let rays = space.chains().iter().map(ray).collect::<Option<_>>()?;
        Some(Self { rays, enough })
    }

    /// The entry of a state; to be called for every state, in an order in which its options come
    /// before it.
    pub fn visit<C: Cell>(&self, cells: &Cells<C>, state: &[i64], index: u64) -> Entry {
        let mut all = 0u8;
        for ray in &self.rays {
            let kept = &ray.seen[ray.numbers.of(state) as usize];
            let mut seen = kept.load(Ordering::Relaxed);
            if ray.from.iter().all(|(slot, from)| state[*slot] >= *from) && seen < self.enough {
                let nearest = ray.chain.option(index, ray.chain.least);
                if cells.at(nearest, 0).get().value() == Some(Value::Loss) {
                    seen += 1;
                    kept.store(seen, Ordering::Relaxed);
                }
            }
            all = all.saturating_add(seen);
        }
        let value = match all >= self.enough {
            true => Value::Win,
            false => Value::Loss,
        };
        Entry::decided(value, 0)
    }
}
