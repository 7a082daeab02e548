//! Grundy values of an octal game that repeat, by the finite state of a sparse space.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::{Game, Position, Value};

use super::code::Code;
use super::walk::{Plan, Walk};
use super::{repeat, sum};
use crate::claim::by_grundy;
use crate::rejection::size;
use crate::repeat::{folded, prime_factors};
use crate::{Budget, Checked, Claim, Rejection};

/// Longer windows are not kept.
const LONGEST: usize = 1 << 24;
/// Larger values are not taken.
const LARGEST: u16 = 1023;
/// Steps that the answer at one position may take.
const PATIENCE: u64 = 1 << 34;

/// Grundy values of an octal game that repeat, shown in work proportional to preperiod plus period
/// and in little memory.
///
/// A value is *rare* at a heap n if it has an even number of bits in common with `mask`; where
/// `by_position`, n - t is counted in, t being the remainder by 2 of every number that leaves two
/// heaps. The class of a nim-sum is the sum of the classes, so a value that is not rare (*common*)
/// is reached by a take, or by a split with exactly one part of rare value.
///
/// Sources: E. R. Berlekamp, J. H. Conway, R. K. Guy 1982, *Winning Ways*, chapter 4 (sparse
/// spaces); the theorem is shown at [`Claim::check`] and in `proofs/SparseSpace.v`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SparseSpace {
    /// The values repeat from this heap on; no earlier.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The bits that make a value rare or common.
    pub mask: u32,
    /// Whether the heap's parity counts.
    pub by_position: bool,
    /// No value is larger.
    pub largest: u16,
    /// All heaps whose value is rare, in rising order, with their values.
    pub rare: Vec<(u64, u16)>,
    /// Beyond the rare heaps each rare value below a heap's value is reached by a take, beside a
    /// rare part, or with a part of at most this.
    pub reach: u64,
    /// Splits that reach most rare values, tried first: the number taken and the part.
    pub probes: Vec<(u64, u64)>,
    /// For each prime factor of the period, in rising order, a heap whose value differs from that
    /// of the heap a period divided by the prime above.
    pub differs: Vec<u64>,
    /// Windows from which the check can be taken up, in rising order.
    pub checkpoints: Vec<Checkpoint>,
}

/// The values before a heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// The heap.
    pub heap: u64,
    /// The values of the heaps before it, as many as the window is long.
    pub values: Vec<u16>,
}

/// The sizes of a law, once they are known to hold together.
struct Sizes {
    preperiod: usize,
    period: usize,
    window: usize,
    /// One past the last heap that is worked out.
    end: usize,
    rare: Vec<(usize, u16)>,
    probes: Vec<(usize, usize)>,
    reach: usize,
    parity: Option<usize>,
}

/// Heaps whose values are kept while the check goes by: first heap, how many, the values.
#[derive(Clone, Debug)]
struct Kept {
    from: usize,
    values: Vec<Option<u16>>,
}

impl SparseSpace {
    /// The heaps before the window's first, at least: as far as a heap's value depends on others
    /// beyond the rare heaps.
    fn window(&self, code: &Code) -> Option<usize> {
        let last_rare = self.rare.last().map_or(0, |(heap, _)| *heap);
        let window = usize::try_from(last_rare.max(self.reach)).ok()?;
        Some(window.checked_add(code.last)? + 1).filter(|window| *window <= LONGEST)
    }

    fn sizes(&self, code: &Code) -> Result<Sizes, Rejection> {
        let malformed = |message: &str| Rejection::malformed(message);
        let rising = self.rare.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if !rising || self.rare.first().is_some_and(|(heap, _)| *heap == 0) {
            return Err(malformed("the rare heaps are not in rising order from 1"));
        }
        if self.period == 0 {
            return Err(malformed("the period is 0"));
        }
        if self.largest > LARGEST || self.rare.len() > 1 << 16 || self.probes.len() > 1 << 14 {
            return Err(malformed(
                "the largest value, the rare heaps or the probes are more than can be checked",
            ));
        }
        let window = self
            .window(code)
            .ok_or_else(|| malformed("the window is longer than can be checked"))?;
        let end = self
            .preperiod
            .checked_add(self.period)
            .and_then(|end| end.checked_add(window as u64))
            .and_then(|end| usize::try_from(end).ok())
            .ok_or_else(|| malformed("preperiod and period are too large"))?;
        if self.probes.iter().any(|(split, part)| {
            *part == 0 || *part > self.reach || !code.splits.iter().any(|s| *s as u64 == *split)
        }) {
            return Err(malformed(
                "a probe isn't a split of these rules with a part within reach",
            ));
        }
        let parity = match self.by_position {
            false => None,
            true => {
                let parity = code.splits.first().map_or(0, |take| take % 2);
                if code.splits.iter().any(|take| take % 2 != parity) {
                    return Err(Rejection::rules(
                        "numbers of both parities leave two heaps, so a heap's parity cannot count",
                    ));
                }
                if !self.period.is_multiple_of(2) {
                    return Err(Rejection::false_claim(
                        "the period is odd, and a heap's parity counts",
                    ));
                }
                Some(parity)
            }
        };
        let mut before = window;
        for checkpoint in &self.checkpoints {
            let heap = size(checkpoint.heap)?;
            if heap <= before || heap >= end || checkpoint.values.len() != window {
                return Err(Rejection::malformed(format!(
                    "the checkpoint at heap {heap} is out of order, or its window is not of length {window}"
                )));
            }
            before = heap;
        }
        Ok(Sizes {
            preperiod: size(self.preperiod)?,
            period: size(self.period)?,
            window,
            end,
            rare: self
                .rare
                .iter()
                .map(|(heap, value)| Ok((size(*heap)?, *value)))
                .collect::<Result<_, Rejection>>()?,
            probes: self
                .probes
                .iter()
                .map(|(split, part)| Ok((size(*split)?, size(*part)?)))
                .collect::<Result<_, Rejection>>()?,
            reach: size(self.reach)?,
            parity,
        })
    }

    fn plan<'a>(&self, code: &'a Code, sizes: &'a Sizes) -> Plan<'a> {
        Plan {
            code,
            mask: self.mask,
            parity: sizes.parity,
            rare: &sizes.rare,
            reach: sizes.reach,
            probes: &sizes.probes,
            window: sizes.window,
        }
    }

    /// Works out the heaps of one piece: up to the checkpoint of that number, or to the end, from
    /// the one before it, or from nothing. Its last window must be the checkpoint's. Fills in what
    /// is to be kept.
    fn piece<const WORDS: usize>(
        &self,
        plan: Plan<'_>,
        low: &[u16],
        piece: usize,
        end: usize,
        kept: &mut [Kept],
        budget: &Budget,
    ) -> Result<(), Rejection> {
        let mut walk = match piece.checked_sub(1) {
            None => Walk::<WORDS>::from_nothing(plan),
            Some(before) => {
                let checkpoint = &self.checkpoints[before];
                Walk::from_window(plan, low, &checkpoint.values, size(checkpoint.heap)?)
            }
        };
        let next = self.checkpoints.get(piece);
        let end = next.map_or(Ok(end), |checkpoint| size(checkpoint.heap))?;
        let first = walk.heap();
        if piece == 0 {
            keep(kept, 0, 0);
        }
        // Heaps that are kept lie in few stretches; the others go by unseen.
        let mut stretches: Vec<(usize, usize)> = kept
            .iter()
            .map(|kept| (kept.from, kept.from + kept.values.len()))
            .filter(|(from, to)| *to > first && *from < end)
            .collect();
        stretches.sort_unstable();
        while walk.heap() < end {
            let heap = walk.heap();
            let value = walk.step(budget)?;
            if value > self.largest {
                return Err(Rejection::false_claim(format!(
                    "the value of a heap of {heap} is {value}, more than the law's largest"
                )));
            }
            if stretches
                .iter()
                .any(|(from, to)| (*from..*to).contains(&heap))
            {
                keep(kept, heap, value);
            }
        }
        match next {
            Some(checkpoint) if walk.window() != checkpoint.values => Err(Rejection::false_claim(
                format!("the values before heap {end} are not those of the checkpoint there"),
            )),
            _ => Ok(()),
        }
    }

    /// All pieces, by as many threads as the budget has.
    fn pieces<const WORDS: usize>(
        &self,
        code: &Code,
        sizes: &Sizes,
        kept: &mut [Kept],
        budget: &Budget,
    ) -> Result<(), Rejection> {
        let plan = self.plan(code, sizes);
        let low = match self.checkpoints.is_empty() {
            true => Vec::new(),
            false => {
                let mut walk = Walk::<WORDS>::from_nothing(plan);
                while walk.heap() < sizes.window {
                    walk.step(budget)?;
                }
                walk.window().to_vec()
            }
        };
        let low = &low[..low.len().min(sizes.window - code.last)];
        let next = AtomicUsize::new(0);
        let results = Mutex::new(Vec::new());
        let all = self.checkpoints.len() + 1;
        let threads = budget.threads.max(1);
        let work = |budget: Budget, mut kept: Vec<Kept>| {
            let mut result = Ok(());
            while result.is_ok() {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece >= all {
                    break;
                }
                result = self.piece::<WORDS>(plan, low, piece, sizes.end, &mut kept, &budget);
                if result.is_err() {
                    next.store(all, Ordering::Relaxed);
                }
            }
            if let Ok(mut results) = results.lock() {
                results.push((result, kept));
            }
        };
        let empty = kept.to_vec();
        let work = &work;
        std::thread::scope(|scope| {
            for _ in 1..threads.min(all) {
                let (budget, kept) = (budget.clone(), empty.clone());
                // This thread works too, so a thread that cannot be started is not missed.
                let _ = std::thread::Builder::new().spawn_scoped(scope, move || work(budget, kept));
            }
            work(budget.clone(), empty.clone());
        });
        let results = results
            .into_inner()
            .map_err(|_| Rejection::budget("a piece of the check broke off"))?;
        for (result, found) in results {
            result?;
            for (kept, found) in kept.iter_mut().zip(found) {
                for (kept, found) in kept.values.iter_mut().zip(found.values) {
                    *kept = kept.or(found);
                }
            }
        }
        Ok(())
    }

    /// The Grundy value of a heap: a walk from the last checkpoint below it, or from nothing.
    /// `None` if that takes more than some minutes, or the law's fields do not hold together.
    pub fn grundy_value(&self, game: &Game, heap: &UBig) -> Option<u64> {
        let code = Code::of(game).ok()?;
        let sizes = self.sizes(&code).ok()?;
        let heap = folded(heap, self.preperiod, self.period)?.0;
        let value = match self.largest {
            0..64 => self.value_at::<1>(&code, &sizes, heap),
            64..256 => self.value_at::<4>(&code, &sizes, heap),
            _ => self.value_at::<16>(&code, &sizes, heap),
        };
        value.ok().map(u64::from)
    }

    fn value_at<const WORDS: usize>(
        &self,
        code: &Code,
        sizes: &Sizes,
        heap: usize,
    ) -> Result<u16, Rejection> {
        let budget = Budget::of(PATIENCE);
        let plan = self.plan(code, sizes);
        let mut walk = Walk::<WORDS>::from_nothing(plan);
        let before = self.checkpoints.iter().rev();
        let before = before
            .clone()
            .find(|checkpoint| checkpoint.heap <= heap as u64);
        let head = heap.min(sizes.window);
        let mut value = 0;
        while walk.heap() <= head {
            value = walk.step(&budget)?;
        }
        if heap == 0 || heap <= head {
            return Ok(if heap == 0 { 0 } else { value });
        }
        if let Some(checkpoint) = before {
            let low = walk.low().to_vec();
            walk = Walk::from_window(plan, &low, &checkpoint.values, size(checkpoint.heap)?);
        }
        while walk.heap() <= heap {
            value = walk.step(&budget)?;
        }
        Ok(value)
    }
}

/// Notes a heap's value wherever it is kept.
fn keep(kept: &mut [Kept], heap: usize, value: u16) {
    for kept in kept {
        if let Some(place) = heap
            .checked_sub(kept.from)
            .and_then(|at| kept.values.get_mut(at))
        {
            *place = Some(value);
        }
    }
}

impl Claim for SparseSpace {
    fn kind(&self) -> &'static str {
        "sparse-space"
    }

    /// Let R be the last rare heap, A the reach, k the code's last index, W = max(R, A) + k + 1. Up
    /// to R every option of a heap counts. Beyond, the value is the least common one that no take
    /// and no split with a rare part reaches (no other option can have a common value), once each
    /// rare value below it is reached by a take or a split with a part of at most max(R, A). So it
    /// depends on the W values before it, and on the heap's parity where that counts. If the
    /// windows of W values from the preperiod on, and a period later, are the same, everything
    /// after them is. Steps: preperiod + period + W times the number of rare parts and probes;
    /// memory: some windows for each thread.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let code = Code::of(game)?;
        let sizes = self.sizes(&code)?;
        let (preperiod, period, window) = (sizes.preperiod, sizes.period, sizes.window);
        let primes = prime_factors(self.period, budget)?;
        if primes.len() != self.differs.len() {
            return Err(Rejection::malformed(format!(
                "the period has {} prime factors, and {} heaps are named",
                primes.len(),
                self.differs.len()
            )));
        }
        let stretch = |from: usize, length: usize| Kept {
            from,
            values: vec![None; length],
        };
        let mut kept = vec![
            stretch(preperiod, window),
            stretch(preperiod + period, window),
        ];
        if let Some(before) = preperiod.checked_sub(1) {
            kept.extend([stretch(before, 1), stretch(before + period, 1)]);
        }
        for (prime, heap) in primes.iter().zip(&self.differs) {
            let shorter = period / size(*prime)?;
            let heap = size(*heap)?;
            if heap < preperiod || heap >= sizes.end - shorter {
                return Err(Rejection::malformed(format!(
                    "the heap {heap} that is to show a difference is not among those worked out"
                )));
            }
            kept.extend([stretch(heap, 1), stretch(heap + shorter, 1)]);
        }
        match self.largest {
            0..64 => self.pieces::<1>(&code, &sizes, &mut kept, budget)?,
            64..256 => self.pieces::<4>(&code, &sizes, &mut kept, budget)?,
            _ => self.pieces::<16>(&code, &sizes, &mut kept, budget)?,
        }
        if kept.iter().any(|kept| kept.values.contains(&None)) {
            return Err(Rejection::malformed(
                "a heap that must be known was not worked out",
            ));
        }
        if kept[0].values != kept[1].values {
            return Err(Rejection::false_claim(format!(
                "the {window} values from heap {preperiod} on are not those from heap {} on",
                preperiod + period
            )));
        }
        let mut pairs = kept[2..].chunks(2);
        let mut differ = || {
            pairs
                .next()
                .is_some_and(|pair| pair[0].values != pair[1].values)
        };
        if preperiod > 0 && !differ() {
            return Err(Rejection::false_claim(format!(
                "the preperiod {preperiod} is not shown to be the least"
            )));
        }
        for prime in &primes {
            if !differ() {
                return Err(Rejection::false_claim(format!(
                    "the period {period} is not shown to be the least: {} may be one",
                    self.period / *prime
                )));
            }
        }
        Ok(vec![
            format!(
                "the values of the heaps below {} follow from the rules; {} heaps have a rare value, the last of them {}",
                sizes.end,
                self.rare.len(),
                self.rare.last().map_or(0, |(heap, _)| *heap)
            ),
            format!("beyond it a value depends on the {window} before it, and these repeat"),
            format!("preperiod {preperiod} and period {period} are the least"),
        ])
    }

    fn statement(&self, _game: &Game) -> String {
        repeat(self.preperiod, self.period)
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        self.grundy(game, position).as_ref().map(by_grundy)
    }

    fn grundy(&self, game: &Game, position: &Position) -> Option<UBig> {
        sum(position, |heap| {
            self.grundy_value(game, heap).map(UBig::from)
        })
    }
}
