//! Long rays answered along their lines: what a ray sees from a state is what it saw one step before, and one state more.
//!
//! So a move such as `x -= k for k >= 1` costs one look a state, not one an option. What the ray saw is kept for the states
//! between a state and its predecessor on the line: a ring, since a sweep meets them in a fixed distance of each other.

use whowins_rules::{By, Player, Value};

use super::space::{Block, Radix};
use super::table::{Cell, Cells, Entry};

/// A ray without a guard or an end that lowers its variables: from a state s to s - fixed - k·step, for every k >= least that stays
/// in the box.
pub struct Chain {
    /// Who may use it.
    pub by: By,
    /// What it does to each variable that it changes.
    pub lowers: Vec<Lowers>,
    /// The least k, at least 1.
    pub least: i64,
    /// How far the fixed part lowers the index.
    pub fixed: u64,
    /// How far a step lowers the index.
    pub stride: u64,
}

/// By how much a chain lowers a variable.
pub struct Lowers {
    /// The variable.
    pub slot: usize,
    /// Once, at least 0.
    pub fixed: i64,
    /// A step, at least 0.
    pub step: i64,
}

impl Chain {
    /// The variables that every step lowers.
    fn stepping(&self) -> impl Iterator<Item = &Lowers> {
        self.lowers.iter().filter(|lowers| lowers.step > 0)
    }

    fn option(&self, index: u64, k: i64) -> usize {
        (index - self.fixed - k as u64 * self.stride) as usize
    }
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
                    .stepping()
                    .map(|lowers| (lowers.step as usize).saturating_mul(weight[lowers.slot]))
                    .fold(0, usize::saturating_add);
                // A ring takes a small part of what the table takes; a step too long for that leaves but few options to look at.
                let kept = stride < len && stride <= (radix.len / 64).max(1 << 12) as usize;
                let from = |lowers: &Lowers| {
                    let from = if kept {
                        block.low[lowers.slot].saturating_add(lowers.step)
                    } else {
                        i64::MAX
                    };
                    (lowers.slot, from)
                };
                let inside = chain.stepping().map(from).collect();
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
        let (chain, least) = (self.chain, self.chain.least);
        let options = cells.of(self.player.other().index());
        let mut seen = Best::NONE;
        if self.inside.iter().all(|(slot, from)| state[*slot] >= *from) {
            seen = self.seen[self.at];
            let reaches = chain.lowers.iter().all(|lowers| {
                let first = least.saturating_mul(lowers.step);
                state[lowers.slot] - low[lowers.slot] >= first.saturating_add(lowers.fixed)
            });
            if reaches {
                seen.see(options[chain.option(index, least)].get());
            }
        } else {
            // Rounded towards 0: where the fixed part leaves the box, no k >= 1 is left.
            let most = |lowers: &Lowers| {
                let room = state[lowers.slot] - low[lowers.slot] - lowers.fixed;
                match lowers.step {
                    0 if room < 0 => 0,
                    0 => i64::MAX,
                    step => room / step,
                }
            };
            let most = chain.lowers.iter().map(most).min().unwrap_or(0);
            for k in least..=most {
                seen.see(options[chain.option(index, k)].get());
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
