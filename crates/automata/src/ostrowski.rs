//! Ostrowski's systems: sums of the denominators of a continued fraction.
use crate::{Dfa, Error, Limits, NumerationSystem, continuants};
use dashu_int::{UBig, ops::DivRem};
use std::fmt::Write as _;
use std::hash::Hash;

/// The denominators of the convergents of `[0; q0, q1, q2, ...]`, partial quotients eventually
/// periodic, as place values: 1, q0, q1 q0 + 1, ..., each `q` times the one before plus the one
/// before that (Ostrowski 1922).
///
/// The digit at place `i` is at most `qi` (less than q0 at place 0), and after a digit `qi` comes 0.
/// The continued fractions with a period are those of the quadratic irrationals (Lagrange 1770);
/// for exactly these is addition an automaton (Hieronymi and Terry 2018; Baranwal, Schaeffer and
/// Shallit 2021). Zeckendorf's system is `[0; 2, (1)]`.
///
/// **Which place is it?** A place is counted from the least end, and words are read from the other
/// one. So the lengths of words are the multiples of the period ([`NumerationSystem::block`]): then
/// the first letter's place is known modulo the period, at no cost in letters, and states of
/// different places are apart instead of held as sets of guesses. Reading the least digit first
/// would tell the place too, but then the order of words is not that of the numbers, zeros pad at
/// the other end, and every other system and the learner would have to turn round. Only the places
/// before the period begins are guessed: a word may end any time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ostrowski {
    before: Vec<u8>,
    period: Vec<u8>,
}

/// The most partial quotients, and the largest.
const QUOTIENTS: usize = 64;
const LARGEST: u8 = 200;

/// Where reading stands, counted in places left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Left {
    /// So many, none of them periodic.
    Exactly(usize),
    /// More than that, so many modulo the period.
    Modulo(usize),
}

/// A place at hand.
struct Place {
    /// What is left after it.
    left: Left,
    quotient: u8,
}

impl Place {
    /// The largest digit.
    fn most(&self) -> u8 {
        self.quotient - u8::from(self.left == Left::Exactly(0))
    }
}

impl Ostrowski {
    /// The system of `[0; before, (period)]`, in its shortest form; `[0; 1, q, ...]` has the
    /// denominators of `[0; q + 1, ...]` and becomes that. Error where the period is empty, or a
    /// quotient is 0 or too large.
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
                "{quotient} is no partial quotient here; each is 1 to {}",
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

    /// The system by its [`NumerationSystem::name`]; `None` for any other text, and for a longer
    /// spelling of a system.
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

    /// The partial quotients before the period.
    pub fn before(&self) -> &[u8] {
        &self.before
    }

    /// The partial quotients that repeat.
    pub fn period(&self) -> &[u8] {
        &self.period
    }

    /// By what the place value is multiplied for the next one.
    fn quotient(&self, place: usize) -> u8 {
        match place.checked_sub(self.before.len()) {
            None => self.before[place],
            Some(past) => self.period[past % self.period.len()],
        }
    }

    /// The places that may come next.
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

    /// An automaton that knows its place, by sets of guesses.
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

    /// Place values as far as carries have to be told apart: past the first ones, three for each
    /// phase of the period, or some forty.
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

/// Which carries the places left can mend.
struct Carries {
    /// Of place -1, 0, 1, ...
    values: Vec<i128>,
    fixed: usize,
    period: usize,
}

impl Carries {
    /// Whether `u` times the value of the place before `left` and `v` times the one after can be
    /// what `z` has more than `x + y` in the places that are left: these are worth less than the
    /// place value each.
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

    /// Walks up to the number and down again with two neighbours in hand; large numbers by halves
    /// (`continuants`).
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

    /// Horner's rule on two neighbours; long words by halves (`continuants`).
    fn value(&self, word: &[u8]) -> UBig {
        if let Some(value) = continuants::value(word, |place| self.quotient(place)) {
            return value;
        }
        // The digits so far are worth `this` times the value of the place at hand and `last` times
        // that of the one after it.
        let (mut this, mut last) = (UBig::ZERO, UBig::ZERO);
        for (place, &digit) in (0..word.len()).rev().zip(word) {
            last += &this * UBig::from(self.quotient(place)) + UBig::from(digit);
            std::mem::swap(&mut this, &mut last);
        }
        this
    }

    /// The state is whether only 0 may follow.
    fn representations(&self, limits: &Limits) -> Result<Dfa, Error> {
        let step = |&zero: &bool, place: &Place, digits: &[u8]| {
            let full = digits[0] == place.quotient;
            (!zero || digits[0] == 0).then_some(full)
        };
        self.explore(1, false, step, |_| true, limits)
    }

    /// What the digits read are worth more in x and y than in z: `u` times the value of the last
    /// place read and `v` times that of the next one, as far as the places left can mend it. The
    /// conjugate is bounded by itself: finitely many states are left.
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
