//! Numbers as machine words: small ones in fixed point, all others by their place in a table.

use std::cmp::Ordering;

use dashu_int::IBig;
use rustc_hash::FxHashMap;

use crate::dyadic::{Dyadic, simplest};

/// Bits behind the point of a small number. The last of them is 0: it tells small numbers from
/// large ones.
const BITS: u32 = 32;

/// A number of one arena, as a word: equal words are equal numbers. Even words are the number times
/// 2^32, odd ones name an entry of [`Numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Word(i64);

impl Word {
    pub const ZERO: Self = Self(0);

    pub fn bits(self) -> u64 {
        self.0 as u64
    }

    /// The word with these bits.
    pub fn from_bits(bits: u64) -> Self {
        Self(bits as i64)
    }

    fn is_small(self) -> bool {
        self.0 & 1 == 0
    }

    /// It as a machine integer, where it is a small one.
    pub fn as_integer(self) -> Option<i64> {
        (self.0.trailing_zeros() >= BITS).then_some(self.0 >> BITS)
    }

    /// A small integer.
    pub fn of(integer: i32) -> Self {
        Self(i64::from(integer) << BITS)
    }
}

/// The numbers of one arena that are too large or too fine for a word.
#[derive(Default, Debug)]
pub(crate) struct Numbers {
    large: Vec<Dyadic>,
    places: FxHashMap<Dyadic, usize>,
    /// Bytes of their digits, in both lists.
    pub bytes: u64,
}

impl Numbers {
    /// The word of a number, and the bytes that it takes beside the word.
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

    /// The number of a word.
    pub fn dyadic(&self, word: Word) -> Dyadic {
        match word.is_small() {
            true => Dyadic::new(IBig::from(word.0), BITS),
            false => self.large[(word.0 >> 1) as usize].clone(),
        }
    }

    /// Which is larger.
    #[inline]
    pub fn cmp(&self, x: Word, y: Word) -> Ordering {
        match (x.0 | y.0) & 1 {
            0 => x.0.cmp(&y.0),
            _ if x == y => Ordering::Equal,
            _ => self.dyadic(x).cmp(&self.dyadic(y)),
        }
    }

    /// x + y.
    pub fn add(&mut self, x: Word, y: Word) -> Word {
        match x.0.checked_add(y.0) {
            Some(sum) if x.is_small() && y.is_small() => Word(sum),
            _ => {
                let sum = &self.dyadic(x) + &self.dyadic(y);
                self.word(sum)
            }
        }
    }

    /// -x.
    pub fn negate(&mut self, x: Word) -> Word {
        match x.0.checked_neg() {
            Some(negative) if x.is_small() => Word(negative),
            _ => {
                let negative = -&self.dyadic(x);
                self.word(negative)
            }
        }
    }

    /// The two options of a number's canonical form, `None` where it has none on that side.
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

    /// The simplest number between two bounds, each with whether it may be reached.
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

    /// The same in machine words, where all that is looked at fits.
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
        // The first fitting multiple of each step, counted from the bound that is nearer to 0.
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
