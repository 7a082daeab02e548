//! Divisors of a number, one after the other.

use whowins_core::{Budget, Over};

use super::Left;

/// Divisions between two looks at the budget.
const STRIDE: u64 = 1 << 14;

/// The divisors of the number that was asked about last, in rising order.
#[derive(Clone, Debug)]
pub(super) struct Divisors {
    of: u64,
    all: Vec<u64>,
    /// The one that was handed out last, by its place.
    last: usize,
}

impl Divisors {
    pub(super) const fn new() -> Self {
        Self {
            of: 0,
            all: Vec::new(),
            last: 0,
        }
    }

    /// The least divisor of a number above 0 that is larger than this. `O(√number)` divisions at
    /// most where it was not asked about before: by its primes.
    ///
    /// # Errors
    ///
    /// Where the budget is over.
    pub(super) fn next(
        &mut self,
        of: u64,
        above: i64,
        budget: &Budget,
    ) -> Result<Option<i64>, Left> {
        if self.of != of {
            self.find(of, budget)?;
        }
        let above = u64::try_from(above).unwrap_or(0);
        let at = match self.all.get(self.last) {
            // One after the other.
            Some(last) if *last == above => self.last + 1,
            _ => self.all.partition_point(|divisor| *divisor <= above),
        };
        self.last = at;
        let next = self.all.get(at);
        Ok(next.and_then(|next| i64::try_from(*next).ok()))
    }

    fn find(&mut self, of: u64, budget: &Budget) -> Result<(), Left> {
        self.of = 0;
        self.all.clear();
        self.all.push(1);
        let (mut left, mut prime, mut made) = (of, 2, 0u64);
        while prime <= left / prime {
            if left.is_multiple_of(prime) {
                let mut power = 0;
                while left.is_multiple_of(prime) {
                    left /= prime;
                    power += 1;
                }
                self.times(prime, power);
            }
            made += 1;
            if made.is_multiple_of(STRIDE) && budget.charge(STRIDE).is_break() {
                return Err(Left::Over(budget.over().unwrap_or(Over::Stopped)));
            }
            prime += 1 + u64::from(prime > 2 && !prime.is_multiple_of(2));
        }
        if left > 1 {
            self.times(left, 1);
        }
        self.all.sort_unstable();
        self.of = of;
        Ok(())
    }

    /// The divisors with up to so many times another prime.
    fn times(&mut self, prime: u64, power: u32) {
        let before = self.all.len();
        let mut factor = 1;
        for _ in 0..power {
            factor *= prime;
            for at in 0..before {
                self.all.push(self.all[at] * factor);
            }
        }
    }
}
