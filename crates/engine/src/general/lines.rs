//! Long rays answered along their lines: what a ray sees from a state is what it saw one step before, and one state more.
//!
//! So a move such as `x -= k for k >= 1` costs one look a state, not one an option. What the ray saw is kept for the states
//! between a state and its predecessor on the line: a ring, since a sweep meets them in a fixed distance of each other.

use whowins_rules::{By, Player, Value};

use super::space::{Block, Radix};
use super::table::{Cell, Cells, Entry};

/// A ray without a guard or an end that lowers its variables: from a state s to s - k·step, for every k >= least that stays in
/// the box.
pub struct Chain {
    /// Who may use it.
    pub by: By,
    /// Each variable it changes, and by how much a step lowers it.
    pub steps: Vec<(usize, i64)>,
    /// The least k, at least 1.
    pub least: i64,
    /// How far a step lowers the index.
    pub stride: u64,
}

/// The best that some options offer.
#[derive(Clone, Copy)]
pub struct Best {
    shortest_win: u32,
    longest_loss: u32,
    draws: bool,
}

impl Best {
    /// Of no options at all.
    pub const NONE: Self = Self {
        shortest_win: u32::MAX,
        longest_loss: 0,
        draws: false,
    };

    /// Takes an option's entry into account.
    #[inline]
    pub fn see(&mut self, option: Entry) {
        match option.value() {
            Some(Value::Loss) => self.shortest_win = self.shortest_win.min(option.count() + 1),
            Some(Value::Win) => self.longest_loss = self.longest_loss.max(option.count() + 1),
            _ => self.draws = true,
        }
    }

    #[inline]
    fn join(&mut self, other: &Self) {
        self.shortest_win = self.shortest_win.min(other.shortest_win);
        self.longest_loss = self.longest_loss.max(other.longest_loss);
        self.draws |= other.draws;
    }

    /// Whether an option wins.
    #[inline]
    pub fn wins(&self) -> bool {
        self.shortest_win < u32::MAX
    }

    /// The entry of a state with these options; `stuck` where there are none.
    #[inline]
    pub fn entry(&self, stuck: Value, remoteness: bool) -> Entry {
        let (value, count) = if self.wins() {
            (Value::Win, self.shortest_win)
        } else if self.draws {
            (Value::Draw, 0)
        } else if self.longest_loss > 0 {
            (Value::Loss, self.longest_loss)
        } else {
            (stuck, 0)
        };
        Entry::decided(value, if remoteness { count } else { 0 })
    }
}

/// What all chains see while a block is walked in index order.
pub struct Lines<'a> {
    low: &'a [i64],
    rings: Vec<Ring<'a>>,
}

struct Ring<'a> {
    chain: &'a Chain,
    player: Player,
    /// What the chain saw from the last states, the oldest at `at`: the one a step before the state now visited.
    seen: Vec<Best>,
    at: usize,
    /// Each variable with a value from which on the state a step before lies in the block too.
    inside: Vec<(usize, i64)>,
}

impl<'a> Lines<'a> {
    /// For a walk of `block`, with a table of so many players.
    pub fn new(chains: &'a [Chain], radix: &'a Radix, block: &Block, players: usize) -> Self {
        let mut weight = vec![0usize; radix.low.len()];
        let mut len = 1;
        for slot in radix.order.iter().rev() {
            weight[*slot] = len;
            len *= (block.high[*slot] - block.low[*slot] + 1) as usize;
        }
        let rings = Player::BOTH[..players]
            .iter()
            .flat_map(|player| chains.iter().map(move |chain| (*player, chain)))
            .filter(|(player, chain)| chain.by.allows(*player))
            .map(|(player, chain)| {
                let stride = chain
                    .steps
                    .iter()
                    .map(|(slot, step)| (*step as usize).saturating_mul(weight[*slot]))
                    .fold(0, usize::saturating_add);
                // A ring takes a small part of what the table takes; a step too long for that leaves but few options to look at.
                let kept = stride < len && stride <= (radix.len / 64).max(1 << 12) as usize;
                let from = |(slot, step): &(usize, i64)| {
                    let from = if kept {
                        block.low[*slot].saturating_add(*step)
                    } else {
                        i64::MAX
                    };
                    (*slot, from)
                };
                let inside = chain.steps.iter().map(from).collect();
                let stride = if kept { stride } else { 1 };
                Ring {
                    chain,
                    player,
                    seen: vec![Best::NONE; stride],
                    at: 0,
                    inside,
                }
            })
            .collect();
        Self {
            low: &radix.low,
            rings,
        }
    }

    /// The best that the chains offer each player; to be called for every state of the block, in order.
    #[inline]
    pub fn visit<C: Cell>(&mut self, cells: &Cells<C>, state: &[i64], index: u64) -> [Best; 2] {
        let mut best = [Best::NONE; 2];
        for ring in &mut self.rings {
            let seen = ring.look(self.low, cells, state, index);
            best[ring.player.index()].join(&seen);
        }
        best
    }
}

impl Ring<'_> {
    #[inline]
    fn look<C: Cell>(&mut self, low: &[i64], cells: &Cells<C>, state: &[i64], index: u64) -> Best {
        let Chain {
            steps,
            least,
            stride,
            ..
        } = self.chain;
        let options = cells.of(self.player.other().index());
        let mut seen = Best::NONE;
        if self.inside.iter().all(|(slot, from)| state[*slot] >= *from) {
            seen = self.seen[self.at];
            let reaches = *least == 1
                || steps
                    .iter()
                    .all(|(slot, step)| state[*slot] - low[*slot] >= least.saturating_mul(*step));
            if reaches {
                seen.see(options[(index - *least as u64 * stride) as usize].get());
            }
        } else {
            let most = steps
                .iter()
                .map(|(slot, step)| (state[*slot] - low[*slot]) / step)
                .min()
                .unwrap_or(0);
            for k in *least..=most {
                seen.see(options[(index - k as u64 * stride) as usize].get());
            }
        }
        self.seen[self.at] = seen;
        self.at += 1;
        if self.at == self.seen.len() {
            self.at = 0;
        }
        seen
    }
}
