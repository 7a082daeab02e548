//! Ostrowski's numeration systems: sums of the denominators of a continued fraction.
use crate::{Dfa, Error, Limits, NumerationSystem, continuants};
use dashu_int::{UBig, ops::DivRem};
use std::fmt::Write as _;
use std::hash::Hash;

/// The numeration system of an eventually periodic continued fraction `[0; q0, q1, q2, ...]`.
///
/// Place values are the denominators of its convergents: 1, q0, q1 q0 + 1, ..., each `q` times the
/// previous one plus the one before that (A. Ostrowski, 1922).
///
/// The digit at place `i` is at most `qi` (less than q0 at place 0), and a digit `qi` is followed
/// by 0. Periodic continued fractions are those of quadratic irrationals (J. L. Lagrange, 1770).
/// Exactly for these, an automaton can add (P. Hieronymi and A. Terry, 2018; A. Baranwal, L.
/// Schaeffer and J. Shallit, 2021). Zeckendorf's system is `[0; 2, (1)]`.
///
/// **How an automaton knows the place.** Places are counted from the least significant end, but
/// words are read from the other end. The lengths of words are therefore multiples of the period
/// ([`NumerationSystem::block`]). The place of the first letter is then known modulo the period,
/// and states of different places are separate. Only the places before the period must be guessed,
/// because a word may end at any time.
///
/// Reading the least significant digit first would also give the place. But then the order of words
/// isn't that of the numbers, and padding is at the other end. Every other system and the learner
/// would have to change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ostrowski {
    before: Vec<u8>,
    period: Vec<u8>,
}

/// Maximum number of partial quotients, and maximum quotient.
const QUOTIENTS: usize = 64;
const LARGEST: u8 = 200;

/// The current place, as the number of remaining places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Left {
    /// Exactly this number, all of them before the period.
    Exactly(usize),
    /// More than that; this number modulo the period.
    Modulo(usize),
}

/// A place.
struct Place {
    /// The number of places after it.
    left: Left,
    quotient: u8,
}

impl Place {
    /// Returns the maximum digit.
    fn most(&self) -> u8 {
        self.quotient - u8::from(self.left == Left::Exactly(0))
    }
}

impl Ostrowski {
    /// Creates the system of `[0; before, (period)]`, in its shortest form.
    ///
    /// `[0; 1, q, ...]` has the denominators of `[0; q + 1, ...]` and is converted to that.
    ///
    /// # Errors
    ///
    /// Returns an error if the period is empty, or if a quotient is 0 or too large.
    pub fn new(before: &[u8], period: &[u8]) -> Result<Ostrowski, Error> {
        let malformed = |what: String| Err(Error::Malformed(what));
        if period.is_empty() || before.len() + period.len() > QUOTIENTS {
            return malformed(format!(
                "the continued fraction has {} partial quotients and then {} that repeat; some must repeat, and all together may be {QUOTIENTS}",
                before.len(),
                period.len()
            ));
        }
        if let Some(quotient) = before
            .iter()
            .chain(period)
            .find(|q| !(1..LARGEST).contains(*q))
        {
            return malformed(format!(
                "{quotient} isn't a partial quotient here; each is 1 to {}",
                LARGEST - 1
            ));
        }
        let (mut before, mut period) = (before.to_vec(), period.to_vec());
        while before.len() < 2 {
            before.push(period[0]);
            period.rotate_left(1);
        }
        if before[0] == 1 {
            before.remove(0);
            before[0] += 1;
        }
        let least = (1..=period.len()).find(|&p| {
            period.len() % p == 0 && period.chunks(p).all(|chunk| *chunk == period[..p])
        });
        period.truncate(least.unwrap_or(period.len()));
        while before
            .last()
            .is_some_and(|last| period.last() == Some(last))
        {
            before.pop();
            period.rotate_right(1);
        }
        Ok(Ostrowski { before, period })
    }

    /// Returns the system with this [`NumerationSystem::name`]. Returns `None` for other texts,
    /// including longer spellings of a system.
    pub fn named(name: &str) -> Option<Ostrowski> {
        let list = name.strip_prefix("Ostrowski [0; ")?.strip_suffix(")]")?;
        let (before, period) = list.split_once('(')?;
        let quotients = |text: &str| -> Option<Vec<u8>> {
            let parts = text.split(", ").filter(|part| !part.is_empty());
            parts.map(|part| part.parse().ok()).collect()
        };
        let system = Ostrowski::new(&quotients(before)?, &quotients(period)?).ok()?;
        (system.name() == name).then_some(system)
    }

    /// Returns the partial quotients before the period.
    pub fn before(&self) -> &[u8] {
        &self.before
    }

    /// Returns the partial quotients of the period.
    pub fn period(&self) -> &[u8] {
        &self.period
    }

    /// Returns the quotient of a place: the factor in the recurrence of place values.
    fn quotient(&self, place: usize) -> u8 {
        match place.checked_sub(self.before.len()) {
            None => self.before[place],
            Some(past) => self.period[past % self.period.len()],
        }
    }

    /// Returns the possible next places.
    fn next(&self, left: Left) -> Vec<Place> {
        let (fixed, period) = (self.before.len(), self.period.len());
        match left {
            Left::Exactly(0) => Vec::new(),
            Left::Exactly(places) => vec![Place {
                left: Left::Exactly(places - 1),
                quotient: self.quotient(places - 1),
            }],
            Left::Modulo(places) => {
                let after = (places + period - 1) % period;
                let past = (after + fixed * (period - 1)) % period; // after - fixed, modulo the period
                let place = |left| Place {
                    left,
                    quotient: self.period[past],
                };
                let last = (past == 0).then(|| place(Left::Exactly(fixed)));
                [place(Left::Modulo(after))]
                    .into_iter()
                    .chain(last)
                    .collect()
            }
        }
    }

    /// Builds an automaton that knows its place, from sets of guesses.
    fn explore<S: Clone + Ord + Hash>(
        &self,
        tracks: usize,
        start: S,
        step: impl Fn(&S, &Place, &[u8]) -> Option<S>,
        accept: impl Fn(&S) -> bool,
        limits: &Limits,
    ) -> Result<Dfa, Error> {
        let period = self.period.len();
        let short = (0..=self.before.len()).step_by(period).map(Left::Exactly);
        let begin: Vec<(Left, S)> = [Left::Modulo(0)]
            .into_iter()
            .chain(short)
            .map(|left| (left, start.clone()))
            .collect();
        let step = |set: &Vec<(Left, S)>, digits: &[u8]| {
            let mut next = Vec::new();
            for (left, state) in set {
                for place in self.next(*left) {
                    if digits.iter().all(|digit| *digit <= place.most()) {
                        next.extend(step(state, &place, digits).map(|state| (place.left, state)));
                    }
                }
            }
            next.sort_unstable();
            next.dedup();
            (!next.is_empty()).then_some(next)
        };
        let ends = |set: &Vec<(Left, S)>| {
            set.iter()
                .any(|(left, state)| *left == Left::Exactly(0) && accept(state))
        };
        Dfa::explore(vec![self.digits(); tracks], begin, step, ends, limits)?.minimised(limits)
    }

    /// Returns enough place values to distinguish carries: after the first ones, three for each
    /// phase of the period, or about forty.
    fn values(&self, limits: &Limits) -> Result<Vec<i128>, Error> {
        let enough = self.before.len() + 3 * self.period.len();
        let mut values = vec![0, 1];
        for place in 0..enough.max(40) {
            let (last, this) = (values[place], values[place + 1]);
            let next = i128::from(self.quotient(place)) * this + last;
            if next > 1 << 100 {
                if place >= enough {
                    break;
                }
                return Err(Error::TooLarge {
                    what: "states",
                    limit: limits.max_states,
                });
            }
            values.push(next);
        }
        Ok(values)
    }
}

/// Decides which carries the remaining places can compensate.
struct Carries {
    /// The place values from place -1 on.
    values: Vec<i128>,
    fixed: usize,
    period: usize,
}

impl Carries {
    /// Returns true if the remaining places can compensate a carry of `u` times the value of the
    /// place before `left` and `v` times the one after. The carry is the excess of `z` over
    /// `x + y`.
    fn mend(&self, left: Left, u: i64, v: i64) -> bool {
        let within = |places: usize, slack: i128| {
            let (last, this) = (self.values[places], self.values[places + 1]);
            let worth = i128::from(u) * this + i128::from(v) * last;
            worth >= -(2 + slack) * (this - 1) && worth <= (1 + slack) * (this - 1)
        };
        match left {
            Left::Exactly(places) => within(places, 0),
            // Neighbouring place values have nearly the same ratio in all later periods.
            Left::Modulo(places) => {
                let most = self.values.len() - 2;
                let all = (self.fixed + 1..=most).filter(|n| n % self.period == places);
                all.into_iter()
                    .any(|n| within(n, i128::from(n + self.period > most)))
            }
        }
    }
}

impl NumerationSystem for Ostrowski {
    fn name(&self) -> String {
        let mut text = String::from("Ostrowski [0; ");
        for quotient in &self.before {
            let _ = write!(text, "{quotient}, ");
        }
        let period: Vec<String> = self.period.iter().map(u8::to_string).collect();
        let _ = write!(text, "({})]", period.join(", "));
        text
    }

    fn digits(&self) -> u8 {
        let first = self.quotient(0) - 1;
        let later = (1..=self.before.len() + self.period.len()).map(|place| self.quotient(place));
        later.fold(first, u8::max) + 1
    }

    fn block(&self) -> usize {
        self.period.len()
    }

    fn place_value(&self, place: usize) -> UBig {
        let (mut this, mut last) = (UBig::ONE, UBig::ZERO);
        for place in 0..place {
            last += &this * UBig::from(self.quotient(place));
            std::mem::swap(&mut this, &mut last);
        }
        this
    }

    /// Walks up to the number and down again with two adjacent place values. Large numbers use
    /// divide and conquer (`continuants`).
    fn represent(&self, number: &UBig) -> Vec<u8> {
        if let Some(word) = continuants::represent(number, |place| self.quotient(place)) {
            return word;
        }
        let (mut this, mut last) = (UBig::ONE, UBig::ZERO);
        let mut places = 0;
        while this <= *number {
            last += &this * UBig::from(self.quotient(places));
            std::mem::swap(&mut this, &mut last);
            places += 1;
        }
        let (mut rest, mut word) = (number.clone(), Vec::with_capacity(places));
        for place in (0..places).rev() {
            this -= &last * UBig::from(self.quotient(place));
            std::mem::swap(&mut this, &mut last);
            let (digit, remainder) = rest.div_rem(&this);
            rest = remainder;
            word.push(u8::try_from(digit).unwrap_or(0)); // at most the quotient
        }
        word
    }

    /// Horner's rule on two adjacent place values. Long words use divide and conquer
    /// (`continuants`).
    fn value(&self, word: &[u8]) -> UBig {
        if let Some(value) = continuants::value(word, |place| self.quotient(place)) {
            return value;
        }
        // The digits so far have the value of `this` times the current place value plus `last`
        // times the next lower one.
        let (mut this, mut last) = (UBig::ZERO, UBig::ZERO);
        for (place, &digit) in (0..word.len()).rev().zip(word) {
            last += &this * UBig::from(self.quotient(place)) + UBig::from(digit);
            std::mem::swap(&mut this, &mut last);
        }
        this
    }

    /// The state is true if only 0 may follow.
    fn representations(&self, limits: &Limits) -> Result<Dfa, Error> {
        let step = |&zero: &bool, place: &Place, digits: &[u8]| {
            let full = digits[0] == place.quotient;
            (!zero || digits[0] == 0).then_some(full)
        };
        self.explore(1, false, step, |_| true, limits)
    }

    /// The state is the excess of x and y over z in the digits read: `u` times the last place value
    /// and `v` times the next one.
    ///
    /// States are limited to those that the remaining places can compensate. The conjugate is
    /// bounded by itself, so the number of states is finite.
    fn adder(&self, limits: &Limits) -> Result<Dfa, Error> {
        let carries = Carries {
            values: self.values(limits)?,
            fixed: self.before.len(),
            period: self.period.len(),
        };
        let step = |&(u, v): &(i64, i64), place: &Place, digits: &[u8]| {
            let more = i64::from(digits[0]) + i64::from(digits[1]) - i64::from(digits[2]);
            let carry = (i64::from(place.quotient) * u + v + more, u);
            carries.mend(place.left, carry.0, carry.1).then_some(carry)
        };
        self.explore(3, (0, 0), step, |carry| carry.0 == 0, limits)
    }
}
