//! Tuples of naturals in a box.

use std::cell::RefCell;

use whowins_analysis::derive::{apart, falling_order, rays};
use whowins_analysis::expression::{Cond, CondFn};
use whowins_analysis::frame::{Run, Runs};
use whowins_analysis::numbers::Numbers;
use whowins_analysis::{Budget, By, End, Frame, Game, Player, Value};

use super::lines::{Chain, Lowers, keeps};
use super::space::{Block, Flow, Radix, Space};

/// The states of a box, most significant variable first in an order in which moves fall, where
/// there is one.
pub struct TupleSpace {
    frame: Frame,
    radix: Radix,
    /// The chained ones first.
    rays: Option<Vec<FastRay>>,
    /// The moves in machine words, where they are no rays.
    runs: Option<Runs>,
    /// The long rays, on a space that falls.
    chains: Vec<Chain>,
    /// Whether there are no other moves, and no two lead from one state to the same.
    chains_alone: bool,
    falls: bool,
    impartial: bool,
    /// Variables that no move raises, in the order of significance.
    never_raised: Vec<usize>,
}

/// A ray with what it does to the index.
struct FastRay {
    by: By,
    /// Variable, fixed part, part times k; for each variable that changes.
    entries: Vec<(usize, i64, i64)>,
    least: i64,
    most: i64,
    base_index: i64,
    step_index: i64,
    guard: Option<Guard>,
}

struct Guard {
    holds: CondFn,
    chosen: Vec<i64>,
    free: Option<usize>,
}

impl Guard {
    fn allows(&self, state: &[i64], k: i64) -> bool {
        SLOTS.with_borrow_mut(|slots| {
            slots.clear();
            slots.extend_from_slice(state);
            slots.extend_from_slice(&self.chosen);
            if let Some(free) = self.free {
                slots[state.len() + free] = k;
            }
            (self.holds)(slots)
        })
    }
}

/// What asking a guard costs beside a plain step, roughly.
const GUARD: u64 = 8;

/// Steps along a ray between two charges.
const RUN: i64 = 1 << 10;

thread_local! {
    static SLOTS: RefCell<Vec<i64>> = const { RefCell::new(Vec::new()) };
}

impl TupleSpace {
    /// The states from the variables' least values up to `high`; `None` where they are too many to
    /// number, or where machine words are not seen to hold all that their moves choose.
    pub fn new(game: &Game, numbers: &Numbers, high: Vec<i64>) -> Option<Self> {
        let order = falling_order(numbers);
        let falls = order.is_some();
        let order = order.unwrap_or_else(|| (0..numbers.variables.len()).collect());
        let low = numbers
            .variables
            .iter()
            .map(|variable| variable.least)
            .collect();
        let radix = Radix::new(low, high, order)?;
        let cones = whowins_analysis::derive::cones(numbers);
        let never_raised = radix
            .order
            .iter()
            .copied()
            .filter(|variable| {
                cones
                    .as_ref()
                    .is_some_and(|cones| cones.iter().all(|cone| cone.never_raises(*variable)))
            })
            .collect();
        let frame = Frame::new(game, 1, 1);
        let mut chains = Vec::new();
        let rays = rays(numbers);
        let words = || {
            let numbers = frame.numbers();
            numbers.is_some_and(|numbers| numbers.chooses_words(&radix.high))
        };
        let weights: Vec<i64> = radix.weight.iter().map(|weight| *weight as i64).collect();
        let runs = rays
            .is_none()
            .then(|| Runs::new(numbers, &radix.high, &weights));
        let runs = runs.flatten();
        if rays.is_none() && runs.is_none() && !words() {
            return None;
        }
        let chains_alone = falls && rays.as_deref().is_some_and(apart);
        let rays = rays.map(|rays| {
            let chain = |ray: &FastRay| falls.then(|| ray.chain()).flatten();
            let all = rays.iter().map(|ray| fast(ray, &radix));
            let (mut chained, others): (Vec<_>, Vec<_>) = all.partition(|ray| chain(ray).is_some());
            chains.extend(chained.iter().filter_map(chain));
            chained.extend(others);
            chained
        });
        Some(Self {
            frame,
            rays,
            runs,
            chains,
            chains_alone,
            radix,
            falls,
            impartial: game.is_impartial(),
            never_raised,
        })
    }

    /// The same under a budget.
    pub fn under(mut self, budget: Budget) -> Self {
        self.frame = self.frame.under(budget);
        self
    }
}

fn fast(ray: &whowins_analysis::derive::Ray, radix: &Radix) -> FastRay {
    let index = |entries: &[i64]| {
        entries
            .iter()
            .zip(&radix.weight)
            .fold(0i64, |sum, (entry, weight)| {
                sum.wrapping_add(entry.wrapping_mul(*weight as i64))
            })
    };
    FastRay {
        by: ray.by,
        entries: ray
            .base
            .iter()
            .zip(&ray.step)
            .enumerate()
            .filter(|(_, (base, step))| (**base, **step) != (0, 0))
            .map(|(variable, (base, step))| (variable, *base, *step))
            .collect(),
        least: ray.least,
        most: ray.most.unwrap_or(i64::MAX),
        base_index: index(&ray.base),
        step_index: index(&ray.step),
        guard: (ray.guard != Cond::Const(true)).then(|| Guard {
            holds: ray.guard.compile(1, 1),
            chosen: ray.chosen.clone(),
            free: ray.free,
        }),
    }
}

/// Hands out the indices of a run of follow-ups of the state `index`.
#[inline]
fn along(index: u64, run: Run, budget: &Budget, emit: &mut impl FnMut(u64) -> Flow) -> Flow {
    // Modulo 2^64: an option in the box has its index there.
    let mut to = index.wrapping_add(run.first as u64);
    let mut left = run.count;
    while left > 0 {
        let now = left.min(RUN as u64);
        budget.charge(now)?;
        for _ in 0..now {
            emit(to)?;
            to = to.wrapping_add(run.step as u64);
        }
        left -= now;
    }
    Flow::Continue(())
}

impl FastRay {
    /// The indices that it leads to.
    #[inline]
    fn options(
        &self,
        radix: &Radix,
        state: &[i64],
        index: u64,
        budget: &Budget,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        let (first, last) = self.range(radix, state, 1);
        if first > last {
            return Flow::Continue(());
        }
        // Modulo 2^64: an option in the box has its index there.
        let steps = first.wrapping_mul(self.step_index);
        let mut to = (index as i64)
            .wrapping_add(self.base_index)
            .wrapping_add(steps);
        if self.guard.is_none() && last - first < RUN {
            for _ in first..=last {
                emit(to as u64)?;
                to = to.wrapping_add(self.step_index);
            }
            return Flow::Continue(());
        }
        self.runs(first, last, budget, &mut |k| {
            let allowed = self.guard.as_ref();
            if allowed.is_none_or(|guard| guard.allows(state, k)) {
                emit(to as u64)?;
            }
            to = to.wrapping_add(self.step_index);
            Flow::Continue(())
        })
    }

    /// Goes through many steps, or steps that a guard is asked about, and charges them.
    fn runs(
        &self,
        first: i64,
        last: i64,
        budget: &Budget,
        visit: &mut impl FnMut(i64) -> Flow,
    ) -> Flow {
        let cost = if self.guard.is_some() { GUARD } else { 1 };
        let mut at = first;
        while at <= last {
            let end = last.min(at + (RUN - 1));
            budget.charge((end - at + 1) as u64 * cost)?;
            (at..=end).try_for_each(&mut *visit)?;
            at = end + 1;
        }
        Flow::Continue(())
    }

    /// By how much the longest move lowers the index, in whatever box.
    fn reach(&self) -> u64 {
        if self.most == i64::MAX {
            return u64::MAX;
        }
        [self.least, self.most]
            .map(|k| {
                self.step_index
                    .saturating_mul(k)
                    .saturating_add(self.base_index)
            })
            .map(|shift| shift.saturating_neg().max(0) as u64)
            .into_iter()
            .max()
            .unwrap_or(0)
    }

    /// The ray as a chain, if it is one.
    fn chain(&self) -> Option<Chain> {
        let lowers = |(_, base, step): &(usize, i64, i64)| *base <= 0 && *step <= 0;
        let fits = self.guard.is_none()
            && self.most == i64::MAX
            && self.least >= 1
            && self.entries.iter().any(|(.., step)| *step < 0)
            && self.entries.iter().all(lowers);
        fits.then(|| Chain {
            by: self.by,
            lowers: self
                .entries
                .iter()
                .map(|(variable, base, step)| Lowers {
                    slot: *variable,
                    fixed: base.saturating_neg(),
                    step: step.saturating_neg(),
                })
                .collect(),
            least: self.least,
            fixed: self.base_index.wrapping_neg() as u64,
            stride: self.step_index.wrapping_neg() as u64,
        })
    }

    /// The k that keep `state ± displacement` inside the box; empty where first > last. `sign` is 1
    /// forwards, -1 backwards. The entries are up to 2^62 and the box below it, so that nothing
    /// here leaves 64 bits.
    #[inline]
    fn range(&self, radix: &Radix, state: &[i64], sign: i64) -> (i64, i64) {
        let (mut first, mut last) = (self.least, self.most);
        for (variable, base, step) in &self.entries {
            let from = state[*variable] + sign * base;
            let step = sign * step;
            let (low, high) = (radix.low[*variable], radix.high[*variable]);
            match step {
                0 if from < low || from > high => return (1, 0),
                0 => {}
                -1 => {
                    last = last.min(from - low);
                    first = first.max(from - high);
                }
                1 => {
                    last = last.min(high - from);
                    first = first.max(low - from);
                }
                s if s < 0 => {
                    last = last.min((from - low).div_euclid(-s));
                    first = first.max(-((high - from).div_euclid(-s)));
                }
                s => {
                    last = last.min((high - from).div_euclid(s));
                    first = first.max(-((from - low).div_euclid(s)));
                }
            }
        }
        (first, last)
    }
}

impl Space for TupleSpace {
    fn states(&self) -> u64 {
        self.radix.len
    }

    fn unrank(&self, index: u64, state: &mut Vec<i64>) {
        self.radix.unrank(index, state);
    }

    fn rank(&self, state: &[i64]) -> Option<u64> {
        self.radix.rank(state)
    }

    #[inline]
    fn end(&self, state: &[i64], _index: u64) -> Option<End> {
        if self.frame.has_goals() {
            self.frame.end(state)
        } else {
            None
        }
    }

    fn stuck(&self) -> Value {
        self.frame.stuck()
    }

    fn impartial(&self) -> bool {
        self.impartial
    }

    fn falls(&self) -> bool {
        self.falls
    }

    #[inline]
    fn options(
        &self,
        player: Player,
        state: &[i64],
        index: u64,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        if let Some(runs) = &self.runs {
            let budget = self.frame.budget();
            return runs.options(player, state, budget, &mut |run| {
                along(index, run, budget, emit)
            });
        }
        let Some(rays) = &self.rays else {
            return self.frame.options(
                player,
                state,
                &mut |option| match self.radix.rank(option.to) {
                    Some(to) => emit(to),
                    None => Flow::Continue(()),
                },
            );
        };
        rays.iter()
            .filter(|ray| ray.by.allows(player))
            .try_for_each(|ray| ray.options(&self.radix, state, index, self.frame.budget(), emit))
    }

    fn chains(&self) -> &[Chain] {
        &self.chains
    }

    fn chains_alone(&self) -> bool {
        self.chains_alone
    }

    #[inline]
    fn options_off_chains(
        &self,
        player: Player,
        state: &[i64],
        index: u64,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        match &self.rays {
            Some(rays) => rays[self.chains.len()..]
                .iter()
                .filter(|ray| ray.by.allows(player))
                .try_for_each(|ray| {
                    ray.options(&self.radix, state, index, self.frame.budget(), emit)
                }),
            None => self.options(player, state, index, emit),
        }
    }

    fn inverts(&self) -> bool {
        self.rays.is_some()
    }

    fn origins(
        &self,
        player: Player,
        index: u64,
        state: &mut Vec<i64>,
        emit: &mut impl FnMut(u64),
    ) {
        self.radix.unrank(index, state);
        let mut origin = Vec::new();
        for ray in self.rays.iter().flatten() {
            if !ray.by.allows(player) {
                continue;
            }
            let (first, last) = ray.range(&self.radix, state, -1);
            let whole = ray.runs(first, last, self.frame.budget(), &mut |k| {
                let from = (index as i64)
                    .wrapping_sub(ray.base_index)
                    .wrapping_sub(k.wrapping_mul(ray.step_index));
                let allowed = ray.guard.as_ref().is_none_or(|guard| {
                    origin.clear();
                    origin.extend_from_slice(state);
                    for (variable, base, step) in &ray.entries {
                        let by = base.wrapping_add(k.wrapping_mul(*step));
                        origin[*variable] = origin[*variable].wrapping_sub(by);
                    }
                    guard.allows(&origin, k)
                });
                if allowed {
                    emit(from as u64);
                }
                Flow::Continue(())
            });
            if whole.is_break() {
                return;
            }
        }
    }

    fn walk(&self, block: &Block, visit: &mut impl FnMut(u64, &[i64]) -> Flow) -> Flow {
        self.radix.walk(block, visit)
    }

    fn radix(&self) -> Option<&Radix> {
        Some(&self.radix)
    }

    fn reach(&self, most: u64) -> u64 {
        let Some(rays) = &self.rays else {
            return self.radix.len;
        };
        let chains = self
            .chains
            .iter()
            .map(|chain| match keeps(chain, &self.radix, most) {
                true => chain.reach(),
                false => self.radix.len,
            });
        let others = rays[self.chains.len()..].iter().map(FastRay::reach);
        chains.chain(others).max().unwrap_or(0).min(self.radix.len)
    }

    fn whole(&self) -> Block {
        self.radix.whole()
    }

    fn waves(&self, within: &Block, threads: usize) -> Vec<Vec<Block>> {
        self.radix.tiles(within, &self.never_raised, threads)
    }

    fn blocks(&self, threads: usize) -> Vec<Block> {
        self.radix.slabs(16 * threads)
    }
}
