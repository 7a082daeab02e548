//! The exact period of a game's outcomes, and the outcome at a heap of any size.

use dashu_int::UBig;

use super::window::{Step, Window, with_words};
use super::{HeapError, Outcomes, Subtraction};

/// The outcomes of a subtraction game at every heap.
///
/// From heap `preperiod` on the outcomes of both players together repeat every `period` heaps, and
/// both numbers are the least for which that is so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic {
    preperiod: u64,
    period: u64,
    outcomes: Outcomes,
}

impl Periodic {
    /// The least heap from which on the outcomes repeat.
    pub fn preperiod(&self) -> u64 {
        self.preperiod
    }

    /// The least distance, at least 1, at which they repeat.
    pub fn period(&self) -> u64 {
        self.period
    }

    /// The outcomes at the heaps `0..preperiod + period`.
    pub fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    /// Whether player 0, and whether player 1, wins when moving first on a heap of `n`.
    ///
    /// One division of `n` by the period, when `n` is past the preperiod.
    pub fn outcome(&self, n: &UBig) -> [bool; 2] {
        match u64::try_from(n) {
            Ok(small) => self.outcome_u64(small),
            // A larger n is past the preperiod, which fits a u64.
            Err(_) => {
                let past = (n - UBig::from(self.preperiod)) % UBig::from(self.period);
                self.at(self.preperiod + u64::try_from(past).unwrap_or(0))
            }
        }
    }

    /// As [`Periodic::outcome`], for a heap that fits a machine word. O(1).
    pub fn outcome_u64(&self, n: u64) -> [bool; 2] {
        match n.checked_sub(self.preperiod) {
            Some(past) => self.at(self.preperiod + past % self.period),
            None => self.at(n),
        }
    }

    fn at(&self, n: u64) -> [bool; 2] {
        // The table holds each n < preperiod + period, and both callers stay below that.
        self.outcomes.get(n).unwrap_or_default()
    }

    /// The numbers that `player` (0 or 1) can take off a heap of `n` to win, in the set's order;
    /// empty at a loss, for another player, and where a misère player wins by having no move.
    ///
    /// `game` must be the game these outcomes were computed for. O(|S|) outcomes.
    pub fn winning_moves(&self, game: &Subtraction, player: usize, n: &UBig) -> Vec<u64> {
        let Some(set) = game.sets().get(player) else {
            return Vec::new();
        };
        let wins = |&s: &u64| {
            let s = UBig::from(s);
            s <= *n && !self.outcome(&(n - s))[1 - player]
        };
        set.iter().copied().filter(wins).collect()
    }
}

/// Finds the least preperiod and the least period of the pair of outcome sequences, exactly.
///
/// The theorem: if the window of the last `m` outcomes of both players is the same below two heaps,
/// everything from there on is the same, as the rules look no further back. The window's repeat is
/// found with Brent's algorithm, comparing whole windows.
///
/// Takes at most `3 (preperiod + m + period)` steps of the window to find the period and `2
/// (preperiod + m) + period` to find where it begins, all of which count against the budget, then
/// `preperiod + period` to fill the table. A step is O(m / 64) word operations; memory is
/// `(preperiod + period) / 4` bytes. The period can reach `2^(2m)`, hence the budget.
///
/// # Errors
///
/// [`HeapError::BudgetExhausted`] when more than `budget_steps` steps would be needed,
/// [`HeapError::OutOfMemory`] when the period was found but its outcomes do not fit.
pub fn periodic(game: &Subtraction, budget_steps: u64) -> Result<Periodic, HeapError> {
    let repeat = with_words!(game, find_repeat(game, budget_steps))?;
    // The window below heap i holds the outcomes of the m heaps before it: it repeats from `i` on
    // exactly when the outcomes repeat from i - m on, and the heaps below 0 are not asked for.
    let preperiod = repeat.first.saturating_sub(game.largest().max(1));
    let heaps = preperiod
        .checked_add(repeat.period)
        .ok_or(HeapError::OutOfMemory { heaps: u64::MAX })?;
    Ok(Periodic {
        preperiod,
        period: repeat.period,
        outcomes: Outcomes::compute(game, heaps)?,
    })
}

/// The windows below the heaps `first` and `first + period` are equal, and no smaller pair of
/// numbers has this.
struct Repeat {
    first: u64,
    period: u64,
}

fn find_repeat<const K: usize>(game: &Subtraction, budget: u64) -> Result<Repeat, HeapError> {
    let exhausted = || HeapError::BudgetExhausted { steps: budget };
    let step = Step::<K>::new(game);
    let (period, left) = brent(&step, budget).ok_or_else(exhausted)?;
    let left = left.checked_sub(period).ok_or_else(exhausted)?;

    // Two windows, `period` apart, walk up from heap 0 until they meet.
    let mut behind = step.start();
    let mut ahead = step.start();
    for _ in 0..period {
        step.advance(&mut ahead);
    }
    for first in 0..=left / 2 {
        if behind == ahead {
            return Ok(Repeat { first, period });
        }
        step.advance(&mut behind);
        step.advance(&mut ahead);
    }
    Err(exhausted())
}

/// The least period of the orbit of windows, and what is left of the budget; `None` when the budget
/// runs out.
fn brent<const K: usize>(step: &Step<K>, budget: u64) -> Option<(u64, u64)> {
    let mut ahead: Window<K> = step.start();
    let mut left = budget;
    let mut reach = 1u64;
    while left > 0 {
        let waiting = ahead;
        let run = reach.min(left);
        for distance in 1..=run {
            step.advance(&mut ahead);
            if ahead == waiting {
                return Some((distance, left - distance));
            }
        }
        left -= run;
        reach = reach.saturating_mul(2);
    }
    None
}
