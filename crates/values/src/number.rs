//! Numbers as machine words: small numbers in fixed point, others as an index of a table.

use std::cmp::Ordering;

use dashu_int::IBig;
use rustc_hash::FxHashMap;

use crate::dyadic::{Dyadic, simplest};

/// Fractional bits of a small number. The last bit is 0 and distinguishes small numbers from
/// indices.
const BITS: u32 = 32;

/// A number of one arena as a word. Equal words are equal numbers. An even word is the number times
/// 2^32; an odd word is an index of [`Numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Word(i64);

impl Word {
    pub const ZERO: Self = Self(0);

    pub fn bits(self) -> u64 {
        self.0 as u64
    }

    /// Returns the word with these bits.
    pub fn from_bits(bits: u64) -> Self {
        Self(bits as i64)
    }

    fn is_small(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns the number as a machine integer if it is a small integer.
    pub fn as_integer(self) -> Option<i64> {
        (self.0.trailing_zeros() >= BITS).then_some(self.0 >> BITS)
    }

    /// Returns the word of a small integer.
    pub fn of(integer: i32) -> Self {
        Self(i64::from(integer) << BITS)
    }
}

/// The numbers of one arena that don't fit a word.
#[derive(Default, Debug)]
pub(crate) struct Numbers {
    large: Vec<Dyadic>,
    places: FxHashMap<Dyadic, usize>,
    /// Size of their digits in both lists, in bytes.
    pub bytes: u64,
}

impl Numbers {
    /// Returns the word of a number. Stores the number if it doesn't fit a word.
    pub fn word(&mut self, number: Dyadic) -> Word {
        if number.exponent() < BITS {
            let shifted = number.numerator().clone() << (BITS - number.exponent()) as usize;
            if let Ok(word) = i64::try_from(&shifted) {
                return Word(word);
            }
        }
        let place = self.places.get(&number).copied().unwrap_or_else(|| {
            self.bytes += 2 * number.bytes() + 48;
            self.places.insert(number.clone(), self.large.len());
            self.large.push(number);
            self.large.len() - 1
        });
        Word((place as i64) << 1 | 1)
    }

    /// Returns the number of a word.
    pub fn dyadic(&self, word: Word) -> Dyadic {
        match word.is_small() {
            true => Dyadic::new(IBig::from(word.0), BITS),
            false => self.large[(word.0 >> 1) as usize].clone(),
        }
    }

    /// Compares two numbers.
    #[inline]
    pub fn cmp(&self, x: Word, y: Word) -> Ordering {
        match (x.0 | y.0) & 1 {
            0 => x.0.cmp(&y.0),
            _ if x == y => Ordering::Equal,
            _ => self.dyadic(x).cmp(&self.dyadic(y)),
        }
    }

    /// Returns x + y.
    pub fn add(&mut self, x: Word, y: Word) -> Word {
        match x.0.checked_add(y.0) {
            Some(sum) if x.is_small() && y.is_small() => Word(sum),
            _ => {
                let sum = &self.dyadic(x) + &self.dyadic(y);
                self.word(sum)
            }
        }
    }

    /// Returns -x.
    pub fn negate(&mut self, x: Word) -> Word {
        match x.0.checked_neg() {
            Some(negative) if x.is_small() => Word(negative),
            _ => {
                let negative = -&self.dyadic(x);
                self.word(negative)
            }
        }
    }

    /// Returns the left and right option of the canonical form of a number, if they exist.
    pub fn options(&mut self, x: Word) -> (Option<Word>, Option<Word>) {
        let number = self.dyadic(x);
        let step = Dyadic::step(number.exponent());
        let order = number.cmp(&Dyadic::default());
        let (below, above) = (&number - &step, &number + &step);
        let is_integer = number.is_integer();
        (
            (!is_integer || order.is_gt()).then(|| self.word(below)),
            (!is_integer || order.is_lt()).then(|| self.word(above)),
        )
    }

    /// Returns the simplest number between two bounds. The flag of a bound tells if it is included.
    pub fn simplest(
        &mut self,
        low: Option<(Word, bool)>,
        high: Option<(Word, bool)>,
    ) -> Option<Word> {
        if let Some(word) = self.simplest_small(low, high) {
            return Some(word);
        }
        let low = low.map(|(low, may)| (self.dyadic(low), may));
        let high = high.map(|(high, may)| (self.dyadic(high), may));
        let low = low.as_ref().map(|(low, may)| (low, *may));
        let high = high.as_ref().map(|(high, may)| (high, *may));
        simplest(low, high).map(|number| self.word(number))
    }

    /// Computes the same in machine words, if the intermediate results fit.
    fn simplest_small(
        &self,
        low: Option<(Word, bool)>,
        high: Option<(Word, bool)>,
    ) -> Option<Word> {
        let small = |bound: Option<(Word, bool)>| bound.is_none_or(|(word, _)| word.is_small());
        if !small(low) || !small(high) {
            return None;
        }
        let fits = |x: i64| {
            low.is_none_or(|(low, may)| x > low.0 || may && x == low.0)
                && high.is_none_or(|(high, may)| x < high.0 || may && x == high.0)
        };
        if fits(0) {
            return Some(Word(0));
        }
        // For each step size, try the first multiple within the bounds, starting at the bound
        // closest to 0.
        for bits in (1..=BITS).rev() {
            let step = 1i64 << bits;
            let x = match (low, high) {
                (Some((low, may)), _) if low.0 >= 0 => {
                    let floor = low.0 & -step;
                    match floor < low.0 || !may {
                        true => floor.checked_add(step)?,
                        false => floor,
                    }
                }
                (_, Some((high, may))) => {
                    let floor = high.0 & -step;
                    match floor == high.0 && !may {
                        true => floor.checked_sub(step)?,
                        false => floor,
                    }
                }
                _ => return None,
            };
            if fits(x) {
                return Some(Word(x));
            }
        }
        None
    }
}
