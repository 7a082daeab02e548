//! Finds where the Grundy values of one heap begin to repeat, or to rise by the same amount each
//! period.
//!
//! The state of the rules: the last values within the set's reach and, for numbers beyond it, the
//! values that have occurred before, all *relative* to the least value that has not occurred for
//! some remainder. For a set of which all but finitely many numbers can be taken that state takes
//! finitely many values; else it need not, and the search ends at its limits.

use std::collections::BTreeSet;

use whowins_engine::EngineError;
use whowins_verify::Law;
use whowins_verify::heap::{Grundy, Takes};

use super::{LONGEST, LOOK, allowed, prime_factors, takes, too_long};
use crate::octal::recurrence;
use crate::{Explanation, Finder, Finding, Says, Search};

/// So many heaps are tried where the set depends on a remainder: nothing says that the state
/// repeats at all.
const WITHOUT_THEOREM: usize = 1 << 16;

/// Grundy values of one heap.
pub(super) struct ValuesRepeat;

impl Finder for ValuesRepeat {
    fn kind(&self) -> &'static str {
        "grundy"
    }

    fn says(&self) -> Says {
        Says::Grundy
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let takes = match takes(search) {
            Ok(takes) => takes,
            Err(finding) => return finding,
        };
        if takes.misere() {
            return Finding::Foreign("Grundy values are of normal play".into());
        }
        if !takes.impartial() {
            return Finding::Foreign(
                "Grundy values are of games in which both players have the same moves".into(),
            );
        }
        let Repeated {
            law,
            values,
            looked,
        } = match repeated(&takes, search) {
            Ok(found) => found,
            Err(finding) => return finding,
        };
        let explanation = Explanation {
            formula: Some(values),
            source: match takes.finite() {
                true => "values and sums: R. Sprague 1935, P. M. Grundy 1939; their repeat: S. W. Golomb 1966".into(),
                false => "values and sums: R. Sprague 1935, P. M. Grundy 1939; the repeat of the state relative to the least open value".into(),
            },
            found: format!(
                "the values of {looked} heaps were computed; the state of the rules after them repeats exactly (Brent 1980)"
            ),
        };
        Finding::Law(Box::new(Law::Grundy(law)), explanation)
    }
}

/// Where the values of one heap repeat.
pub(super) struct Repeated {
    pub law: Grundy,
    /// The values as a formula.
    pub values: String,
    /// How many heaps were looked at.
    pub looked: usize,
}

/// Steps the state of the rules until it repeats.
pub(super) fn repeated(takes: &Takes, search: &Search<'_>) -> Result<Repeated, Finding> {
    let mut walk = Walk::new(takes);
    let repeat = match walk.repeat(search) {
        Ok(Some(repeat)) => repeat,
        Ok(None) if takes.modulus() > 1 => {
            return Err(Finding::Nothing(format!(
                "neither the values nor what they rise by repeat within the first {WITHOUT_THEOREM} heaps"
            )));
        }
        Ok(None) => return Err(too_long(walk.values.len())),
        Err(error) => return Err(Finding::Stopped(error)),
    };
    let looked = walk.values.len();
    let Repeat {
        preperiod,
        period,
        saltus,
    } = repeat.least(&walk.values);
    if preperiod + period > LONGEST {
        return Err(too_long(LONGEST));
    }
    walk.values.truncate(preperiod + period);
    Ok(Repeated {
        values: formula(&walk.values, preperiod, saltus),
        law: Grundy {
            preperiod: preperiod as u64,
            period: period as u64,
            saltus,
            values: walk.values,
        },
        looked,
    })
}

/// Returns the recurrence of the values, with the values that begin it if they are few.
fn formula(values: &[u64], preperiod: usize, saltus: u64) -> String {
    const MOST: usize = 24;
    let period = values.len() - preperiod;
    let nim = |(r, value): (usize, &u64)| *value == r as u64;
    if preperiod == 0
        && values.iter().enumerate().all(nim)
        && (saltus == 0 || saltus == period as u64)
    {
        return match saltus {
            0 => format!("G(n) = n mod {period}"),
            _ => "G(n) = n".into(),
        };
    }
    let rule = recurrence(preperiod, period, saltus);
    match values {
        [one] => format!("{rule}; G(0) = {one}"),
        values if values.len() <= MOST => {
            let list: Vec<String> = values.iter().map(u64::to_string).collect();
            let last = values.len() - 1;
            format!("{rule}; G(0), ..., G({last}) = {}", list.join(", "))
        }
        _ => rule,
    }
}

/// From `preperiod` on the values rise by `saltus` every `period` heaps.
struct Repeat {
    preperiod: usize,
    period: usize,
    saltus: u64,
}

impl Repeat {
    fn least(mut self, values: &[u64]) -> Self {
        for prime in prime_factors(self.period) {
            while self.period.is_multiple_of(prime) && self.saltus.is_multiple_of(prime as u64) {
                let (period, saltus) = (self.period / prime, self.saltus / prime as u64);
                // The last stretch of the period is followed by the first, one saltus higher.
                let after = |n: usize| match n < self.preperiod + self.period {
                    true => values[n],
                    false => values[n - self.period] + self.saltus,
                };
                if (self.preperiod..self.preperiod + self.period)
                    .any(|n| after(n + period) != values[n] + saltus)
                {
                    break;
                }
                (self.period, self.saltus) = (period, saltus);
            }
        }
        while self.preperiod > 0
            && values[self.preperiod - 1] + self.saltus == values[self.preperiod - 1 + self.period]
        {
            self.preperiod -= 1;
        }
        self
    }
}

/// The rules, followed from heap 0 up.
struct Walk {
    reach: usize,
    modulus: usize,
    near: Vec<usize>,
    far: Vec<bool>,
    endless: bool,
    values: Vec<u64>,
    /// By value, the last heap from which it could be reached by a number within the reach.
    reached_at: Vec<usize>,
    /// By remainder of the heap that is moved from: the least value that has not occurred beyond
    /// the reach, and larger ones that have.
    old: Vec<(u64, BTreeSet<u64>)>,
}

/// A state, relative to `floor`.
#[derive(PartialEq, Eq)]
struct State {
    window: Vec<u64>,
    old: Vec<(u64, Vec<u64>)>,
}

impl Walk {
    fn new(takes: &Takes) -> Self {
        Self {
            reach: takes.reach(),
            modulus: takes.modulus(),
            near: takes.near(0),
            far: takes.far(0),
            endless: !takes.finite(),
            values: Vec::new(),
            reached_at: Vec::new(),
            old: vec![(0, BTreeSet::new()); takes.modulus()],
        }
    }

    fn advance(&mut self) {
        let n = self.values.len();
        let (least, above) = &self.old[n % self.modulus];
        for taken in self.near.iter().take_while(|taken| **taken <= n) {
            let value = self.values[n - taken] as usize;
            if self.reached_at.len() <= value {
                self.reached_at.resize(value + 1, usize::MAX);
            }
            self.reached_at[value] = n;
        }
        let mut mex = *least;
        while above.contains(&mex) || self.reached_at.get(mex as usize) == Some(&n) {
            mex += 1;
        }
        self.values.push(mex);
        if let Some(before) = n.checked_sub(self.reach)
            && self.endless
        {
            let value = self.values[before];
            for (class, (mex, above)) in self.old.iter_mut().enumerate() {
                if self.far[(class + self.modulus - before % self.modulus) % self.modulus] {
                    if value >= *mex {
                        above.insert(value);
                    }
                    while above.remove(mex) {
                        *mex += 1;
                    }
                }
            }
        }
    }

    fn floor(&self) -> u64 {
        self.old.iter().map(|(mex, _)| *mex).min().unwrap_or(0)
    }

    fn state(&self) -> State {
        let (now, floor) = (self.values.len(), self.floor());
        let recent = &self.values[now - self.reach..];
        let old = (0..self.modulus).map(|class| {
            let (mex, above) = &self.old[(class + now) % self.modulus];
            (
                mex - floor,
                above.iter().map(|value| value - floor).collect(),
            )
        });
        State {
            // A value below the floor can be reached in any case; which it is does not matter.
            window: recent
                .iter()
                .map(|value| (value + 1).saturating_sub(floor))
                .collect(),
            old: old.collect(),
        }
    }

    fn repeat(&mut self, search: &Search<'_>) -> Result<Option<Repeat>, EngineError> {
        while self.values.len() < self.reach {
            self.look(search)?;
            self.advance();
        }
        let mut stride = 1;
        loop {
            let (then, floor, state) = (self.values.len(), self.floor(), self.state());
            for _ in 0..stride {
                if self.values.len() >= self.longest() {
                    return Ok(None);
                }
                self.look(search)?;
                self.advance();
                let like = || {
                    // The newest values differ most of the time; a look at them saves building the
                    // state.
                    let relative =
                        |at: usize, floor| (self.values[at - 1] + 1).saturating_sub(floor);
                    let now = self.values.len();
                    self.reach == 0 || relative(then, floor) == relative(now, self.floor())
                };
                if like() && self.state() == state {
                    return Ok(Some(Repeat {
                        preperiod: then,
                        period: self.values.len() - then,
                        saltus: self.floor() - floor,
                    }));
                }
            }
            stride *= 2;
        }
    }

    /// How far the search goes.
    fn longest(&self) -> usize {
        match self.modulus {
            1 => 2 * LONGEST,
            _ => WITHOUT_THEOREM,
        }
    }

    fn look(&self, search: &Search<'_>) -> Result<(), EngineError> {
        match self.values.len().is_multiple_of(LOOK) {
            true => allowed(search.limits, self.values.len(), 40),
            false => Ok(()),
        }
    }
}
