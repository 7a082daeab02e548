//! Grundy values of one heap that repeat, or rise by the same amount each period.

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::{Game, Position, Value};

use super::takes::least_common_multiple;
use super::{LONGEST, Takes};
use crate::claim::by_grundy;
use crate::rejection::size;
use crate::repeat::Repeat;
use crate::{Budget, Checked, Claim, Rejection};

/// Grundy values of one heap that repeat, or rise by the same amount each period; of an impartial
/// game in normal play.
///
/// Source: R. Sprague 1935, P. M. Grundy 1939 (the values and their sums); S. W. Golomb 1966 (that
/// finite sets repeat). The theorem for ultimately periodic sets is shown at [`Claim::check`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grundy {
    /// The values repeat from this heap on; no earlier.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// What each period adds; 0 where the values repeat.
    pub saltus: u64,
    /// The values of the heaps 0, 1, ..., `preperiod + period - 1`.
    pub values: Vec<u64>,
}

impl Grundy {
    fn repeat(&self) -> Repeat<'_, u64> {
        Repeat {
            preperiod: self.preperiod,
            period: self.period,
            saltus: self.saltus,
            table: &self.values,
        }
    }

    /// The Grundy value of a heap; `None` if the law's fields do not hold together.
    pub fn grundy_value(&self, heap: &UBig) -> Option<UBig> {
        self.repeat().value(heap)
    }
}

impl Claim for Grundy {
    fn kind(&self) -> &'static str {
        "grundy"
    }

    /// The law `g` is the table, continued with period and saltus. It is the Grundy value if at
    /// every heap it is the mex of its values at the heaps that can be reached. Let T be the reach
    /// and M the modulus of the set, p and s period and saltus, L the least common multiple of p
    /// and M (p alone for a finite set), S = s L / p, i the preperiod, and O(n) the values that can
    /// be reached from n; those more than T below are *old*.
    ///
    /// With s = 0, O(n + L) = O(n) for n >= i + T + L (without the last L for a finite set), as for
    /// outcomes ([`super::Periodic`]).
    ///
    /// With s > 0 and an endless set, let h be above S, above g(j) for j < i + L, and above g(j) +
    /// S for j < i. For n >= i + T each value v >= h is in O(n + L) if and only if v - S is in
    /// O(n): the heaps below i + L, and those below i with S added, have no such value, and the
    /// others correspond. Old values stay old. So once, for every remainder by M, all values below
    /// h are old, mex O(n + L) = S + mex O(n).
    ///
    /// In both cases it is enough to try the mex on the heaps below that bound plus L. A finite set
    /// has s = 0: a heap has no more options than the set numbers. Steps: heaps tried times numbers
    /// in the set.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let repeat = self.repeat();
        let (preperiod, period) = repeat.sizes(LONGEST)?;
        let takes = Takes::read(game, budget)?;
        if !takes.impartial() {
            return Err(Rejection::rules("the players may take different numbers"));
        }
        if takes.misere() {
            return Err(Rejection::rules("who cannot move wins"));
        }
        if takes.finite() && self.saltus != 0 {
            return Err(Rejection::false_claim(
                "the values cannot rise: finitely many numbers can be taken",
            ));
        }
        let tried = self.follow(&takes, budget)?;

        repeat.is_least("values", budget)?;
        Ok(vec![
            format!(
                "the value of each heap below {tried} is the mex of its options' values, and for larger ones that repeats"
            ),
            format!("preperiod {preperiod} and period {period} are the least"),
        ])
    }

    fn statement(&self, _game: &Game) -> String {
        const SHOWN: usize = 24;
        let every = match self.preperiod {
            0 => "every n".to_string(),
            from => format!("every n >= {from}"),
        };
        let how = match self.saltus {
            0 => "that of a heap of n".to_string(),
            rise => format!("{rise} more than that of a heap of n"),
        };
        let table = match self.values.len() <= SHOWN {
            true => format!("are {:?}", self.values),
            false => "are listed in the certificate".into(),
        };
        format!(
            "The Grundy value of a heap of n + {} is {how}, for {every}; no smaller period and no earlier start will do. The values \
             of the heaps 0 to {} {table}. In a sum of heaps the player to move loses if and only if their values, added in binary \
             without carry, give 0.",
            self.period,
            self.values.len() - 1
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        self.grundy(game, position).as_ref().map(by_grundy)
    }

    fn grundy(&self, _game: &Game, position: &Position) -> Option<UBig> {
        let [heap] = position.elements() else {
            return None;
        };
        self.grundy_value(heap.as_ubig()?)
    }
}

impl Grundy {
    /// Tries the mex at as many heaps as [`Claim::check`] says, and tells how many.
    fn follow(&self, takes: &Takes, budget: &Budget) -> Result<usize, Rejection> {
        let (preperiod, period) = (size(self.preperiod)?, size(self.period)?);
        let repeat = self.repeat();
        let finite = takes.finite();
        let cycle = match finite {
            true => period,
            false => least_common_multiple(period, takes.modulus()).ok_or_else(large)?,
        };
        let rise = self
            .saltus
            .checked_mul((cycle / period) as u64)
            .ok_or_else(large)?;
        let settled = (preperiod + takes.reach())
            .checked_add(if finite || rise > 0 { 0 } else { cycle })
            .ok_or_else(large)?;
        // The bound h, and from which heap on all values below it are old.
        let mut high = rise;
        if rise > 0 {
            budget.spend((preperiod as u64).saturating_add(cycle as u64))?;
            for n in 0..preperiod.checked_add(cycle).ok_or_else(large)? {
                let value = repeat.at(n)?;
                let shifted = value.checked_add(if n < preperiod { rise } else { 0 });
                high = high.max(shifted.and_then(|v| v.checked_add(1)).ok_or_else(large)?);
            }
        }
        let mut old_from = (rise == 0).then_some(settled);

        let near = takes.near(0);
        let far = takes.far(0);
        let mut old = vec![Old::default(); if finite { 0 } else { takes.modulus() }];
        let mut reached = Vec::new();
        let mut n: usize = 0;
        loop {
            budget.spend((1 + near.len() + old.len()) as u64)?;
            if let Some(before) = n.checked_sub(takes.reach() + 1)
                && !finite
            {
                let value = repeat.at(before)?;
                for (class, old) in old.iter_mut().enumerate() {
                    let taken =
                        (class + takes.modulus() - before % takes.modulus()) % takes.modulus();
                    if far[taken] {
                        old.insert(value);
                    }
                }
            }
            if old_from.is_none() && old.iter().all(|old| old.mex >= high) {
                old_from = Some(n.max(settled));
            }
            if let Some(from) = old_from
                && n >= from.checked_add(cycle).ok_or_else(large)?
            {
                return Ok(n);
            }
            reached.clear();
            for taken in near.iter().take_while(|taken| **taken <= n) {
                reached.push(repeat.at(n - taken)?);
            }
            reached.sort_unstable();
            let empty = Old::default();
            let old = match finite {
                true => &empty,
                false => &old[n % takes.modulus()],
            };
            let mex = old.mex_with(&reached);
            let claimed = repeat.at(n)?;
            if mex != claimed {
                return Err(Rejection::false_claim(format!(
                    "the value of a heap of {n} is {mex}, and the law says {claimed}"
                )));
            }
            n += 1;
        }
    }
}

/// Values that have occurred: all below `mex`, not `mex` itself, and those in `above`.
#[derive(Clone, Default)]
pub(crate) struct Old {
    mex: u64,
    above: std::collections::BTreeSet<u64>,
}

impl Old {
    pub(crate) fn insert(&mut self, value: u64) {
        if value >= self.mex {
            self.above.insert(value);
        }
        while self.above.remove(&self.mex) {
            self.mex += 1;
        }
    }

    /// The least value that is neither among these nor in a sorted list.
    pub(crate) fn mex_with(&self, sorted: &[u64]) -> u64 {
        let mut mex = self.mex;
        for &value in sorted {
            while self.above.contains(&mex) {
                mex += 1;
            }

            if value == mex {
                mex += 1;
            }
        }
        while self.above.contains(&mex) {
            mex += 1;
        }
        mex
    }
}

fn large() -> Rejection {
    Rejection::budget("the law's numbers are too large to be checked")
}
