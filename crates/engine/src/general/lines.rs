//! Long rays answered along their lines: what a ray sees from a state is what it saw one step
//! before, and one state more.
//!
//! So a move such as `x -= k for k >= 1` costs one look a state, not one an option. What a ray saw
//! last is kept once a line, in a cell as wide as the table's, or a byte where only who wins is
//! asked ([`Offer::keep`]). The states of a line are met in rising order, whatever tile they lie
//! in, so tiles of one wave never meet in a line.

use std::marker::PhantomData;

use whowins_analysis::{By, Player};

use super::offer::Offer;
use super::space::{Block, Radix};
use super::table::{Cell, Store, View};

/// A ray without a guard or an end that lowers its variables: from a state s to s - fixed - k·step,
/// for every k >= least that stays in the box.
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
    pub(super) fn stepping(&self) -> impl Iterator<Item = &Lowers> {
        self.lowers.iter().filter(|lowers| lowers.step > 0)
    }

    #[inline]
    pub(super) fn option(&self, index: u64, k: i64) -> u64 {
        index - self.fixed - k as u64 * self.stride
    }

    /// The least value of each variable from which the nearest option lies in the box.
    pub(super) fn from(&self, radix: &Radix) -> Vec<(usize, i64)> {
        let from = |lowers: &Lowers| {
            let first = self.least.saturating_mul(lowers.step);
            let by = first.saturating_add(lowers.fixed);
            (lowers.slot, radix.low[lowers.slot].saturating_add(by))
        };
        self.lowers.iter().map(from).collect()
    }

    /// How far below a state its nearest option lies.
    pub fn reach(&self) -> u64 {
        let steps = (self.least as u64).saturating_mul(self.stride);
        self.fixed.saturating_add(steps)
    }
}

/// What all chains saw last, a cell a line.
pub struct Lines<'a, C, O> {
    radix: &'a Radix,
    sights: Vec<Sight<'a, C>>,
    offers: PhantomData<O>,
}

/// What one chain saw for one player.
struct Sight<'a, C> {
    chain: &'a Chain,
    player: Player,
    /// `None` where lines are too many to be kept: then each has few states.
    numbers: Option<Numbers>,
    seen: Vec<C>,
    /// The least value of each variable from which the nearest option lies in the box.
    from: Vec<(usize, i64)>,
    /// How far below a state its nearest option lies.
    reach: u64,
}

/// Numbers the lines of a chain: a state's place is taken back, by whole steps, to where the
/// leading variable has none left.
pub(super) struct Numbers {
    base: i64,
    weight: Vec<i64>,
    /// The leading variable: the most significant one that steps.
    lead: usize,
    /// Its least value and its step.
    low: i64,
    step: i64,
    /// What a step back takes from the number.
    back: i64,
    /// What one more in the least significant variable adds, where that is always the same.
    along: Option<i64>,
    /// How many lines.
    pub(super) lines: u64,
}

impl Numbers {
    pub(super) fn new(chain: &Chain, radix: &Radix) -> Option<Self> {
        let range = |slot: usize| radix.high[slot] - radix.low[slot] + 1;
        let stepping = |slot: usize| chain.stepping().find(|lowers| lowers.slot == slot);
        let lead = *radix.order.iter().find(|slot| stepping(**slot).is_some())?;
        let step = stepping(lead)?.step;
        // As many steps as the leading variable can go; the others' places move against it.
        let steps = (range(lead) - 1) / step;
        let (mut weight, mut moved, mut lines) = (vec![0; radix.low.len()], 0i64, 1i64);
        for slot in radix.order.iter().rev() {
            weight[*slot] = lines;
            let own = stepping(*slot).map_or(0, |lowers| lowers.step);
            let places = if *slot == lead {
                step.min(range(lead))
            } else {
                moved = moved.checked_add(own.checked_mul(lines)?)?;
                range(*slot).checked_add(own.checked_mul(steps)?)?
            };
            lines = lines.checked_mul(places)?;
        }
        let back = weight[lead].checked_mul(step)?.checked_add(moved)?;
        let lows = weight.iter().zip(&radix.low);
        let base = lows.fold(steps.checked_mul(moved)?, |sum, (weight, low)| {
            sum.wrapping_sub(weight.wrapping_mul(*low))
        });
        let last = *radix.order.last()?;
        Some(Self {
            base,
            along: (last != lead || step == 1)
                .then(|| weight[last] - if last == lead { back } else { 0 }),
            weight,
            lead,
            low: radix.low[lead],
            step,
            back,
            lines: lines as u64,
        })
    }

    /// The line of a state.
    pub(super) fn of(&self, state: &[i64]) -> i64 {
        let steps = (state[self.lead] - self.low) / self.step;
        let places = state.iter().zip(&self.weight);
        places.fold(self.base - steps * self.back, |sum, (value, weight)| {
            sum + value * weight
        })
    }
}

/// Whether the lines of a chain are kept, where up to `most` are.
pub fn keeps(chain: &Chain, radix: &Radix, most: u64) -> bool {
    Numbers::new(chain, radix).is_some_and(|numbers| numbers.lines <= most)
}

impl<'a, C: Cell, O: Offer> Lines<'a, C, O> {
    /// For a walk of all states, with a table of so many players. Chains of more than `most` lines
    /// are not kept: what they see is looked at each time.
    pub fn new(chains: &'a [Chain], radix: &'a Radix, players: usize, most: u64) -> Self {
        let sights = Player::BOTH[..players]
            .iter()
            .flat_map(|player| chains.iter().map(move |chain| (*player, chain)))
            .filter(|(player, chain)| chain.by.allows(*player))
            .map(|(player, chain)| {
                let numbers = Numbers::new(chain, radix).filter(|found| found.lines <= most);
                let mut seen = Vec::new();
                let lines = numbers.as_ref().map_or(0, |found| found.lines);
                seen.resize_with(lines as usize, C::zero);
                Sight {
                    from: chain.from(radix),
                    reach: chain.reach(),
                    chain,
                    player,
                    numbers,
                    seen,
                }
            })
            .collect();
        Self {
            radix,
            sights,
            offers: PhantomData,
        }
    }

    /// Whether there is anything to look along.
    pub fn is_empty(&self) -> bool {
        self.sights.is_empty()
    }

    /// The start of a walk of `block` in index order.
    pub fn walk(&self, block: &Block) -> Walk<'_, 'a, C, O> {
        let last = self.radix.order.last().copied().unwrap_or(0);
        Walk {
            lines: self,
            at: vec![At::default(); self.sights.len()],
            last,
            first: block.low.get(last).copied().unwrap_or(0),
            narrow: false,
        }
    }
}

/// Where a walk has come to, for one chain.
#[derive(Clone, Copy, Default)]
struct At {
    /// The state's line.
    line: i64,
    /// From which value of the least significant variable on the nearest option lies in the box, in
    /// this row.
    from: i64,
}

/// A walk of a block in index order.
pub struct Walk<'b, 'a, C, O> {
    lines: &'b Lines<'a, C, O>,
    /// Where the state now visited stands, for each chain.
    at: Vec<At>,
    /// The least significant variable, and where its rows begin.
    last: usize,
    first: i64,
    /// Whether a count did not fit.
    pub narrow: bool,
}

impl<C: Cell, O: Offer> Walk<'_, '_, C, O> {
    /// The best that the chains offer each player; to be called for every state of the block, in
    /// order.
    #[inline]
    pub fn visit<S: Store>(&mut self, cells: &S, state: &[i64], index: u64) -> [O; 2] {
        let mut best = [O::NONE; 2];
        let along = state.get(self.last).copied().unwrap_or(self.first);
        let starts = along == self.first;
        for (sight, at) in self.lines.sights.iter().zip(&mut self.at) {
            let options = cells.view(sight.player.other().index());
            let best = &mut best[sight.player.index()];
            let Some(numbers) = &sight.numbers else {
                sight.look(&self.lines.radix.low, options, state, index, best);
                continue;
            };
            at.line = match numbers.along {
                Some(along) if !starts => at.line + along,
                _ => numbers.of(state),
            };
            if starts {
                at.from = sight.reaches_from(self.last, state);
            }
            let kept = &sight.seen[at.line as usize];
            let mut all = O::kept(kept.get());
            if along >= at.from {
                all.see(options.entry(index - sight.reach));
                let all = all.keep();
                self.narrow |= all.count() > C::MOST;
                kept.set(all);
            }
            best.merge(all);
        }
        best
    }
}

impl<C> Sight<'_, C> {
    /// From which value of the slot `last` on the nearest option lies in the box, the other slots
    /// being as they are.
    fn reaches_from(&self, last: usize, state: &[i64]) -> i64 {
        let mut along = i64::MIN;
        for (slot, from) in &self.from {
            if *slot == last {
                along = *from;
            } else if state[*slot] < *from {
                return i64::MAX;
            }
        }
        along
    }

    /// Looks at every option.
    fn look(
        &self,
        low: &[i64],
        options: impl View,
        state: &[i64],
        index: u64,
        best: &mut impl Offer,
    ) {
        // Rounded towards 0: where the fixed part leaves the box, no k >= 1 is left.
        let most = |lowers: &Lowers| {
            let room = state[lowers.slot] - low[lowers.slot] - lowers.fixed;
            match lowers.step {
                0 if room < 0 => 0,
                0 => i64::MAX,
                step => room / step,
            }
        };
        let most = self.chain.lowers.iter().map(most).min().unwrap_or(0);
        for k in self.chain.least..=most {
            best.see(options.entry(self.chain.option(index, k)));
        }
    }
}
