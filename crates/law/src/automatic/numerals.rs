//! Numeration systems, for small numbers and for the proved theory of each.

use dashu_int::UBig;
use whowins_automata::{Base, Dfa, Error, Limits, NumerationSystem, Zeckendorf};

/// A system that laws are looked for in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numerals {
    Base(u8),
    Zeckendorf,
}

impl Numerals {
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name.strip_prefix("base ") {
            Some(base) => Some(Self::Base(base.parse().ok()?)),
            None => (name == "Zeckendorf").then_some(Self::Zeckendorf),
        }
    }

    /// How many digits there are.
    pub(super) fn radix(self) -> usize {
        match self {
            Self::Base(base) => base.into(),
            Self::Zeckendorf => 2,
        }
    }

    /// The digits of a number, most significant first; none for 0.
    pub(super) fn digits(self, number: u64) -> Vec<usize> {
        let mut rest = number;
        let mut word = Vec::new();
        match self {
            Self::Base(base) => {
                while rest > 0 {
                    word.push((rest % u64::from(base)) as usize);
                    rest /= u64::from(base);
                }
                word.reverse();
            }
            Self::Zeckendorf => {
                let mut places = vec![1u64, 2];
                while places[places.len() - 1] <= number {
                    places.push(places[places.len() - 1] + places[places.len() - 2]);
                }
                for place in places.iter().rev() {
                    let digit = usize::from(rest >= *place);
                    if digit == 1 {
                        rest -= place;
                    }
                    if digit == 1 || !word.is_empty() {
                        word.push(digit);
                    }
                }
            }
        }
        word
    }

    /// The number of a word of digits; `None` where it represents none, or one past 2^62.
    pub(super) fn number(self, word: impl IntoIterator<Item = usize>) -> Option<u64> {
        // For Zeckendorf, the digits so far are worth `this` times one Fibonacci number and `before` times the last.
        let (mut this, mut before, mut last) = (0u64, 0u64, 0);
        for digit in word {
            let digit_value = digit as u64;
            match self {
                Self::Base(base) => {
                    this = this
                        .checked_mul(u64::from(base))?
                        .checked_add(digit_value)?
                }
                Self::Zeckendorf => {
                    if last == 1 && digit == 1 {
                        return None;
                    }
                    (this, before) = (this.checked_add(before)?, this + digit_value);
                    last = digit;
                }
            }
            if this > 1 << 62 {
                return None;
            }
        }
        match self {
            Self::Base(_) => Some(this),
            Self::Zeckendorf => Some(2 * this + before),
        }
    }

    /// Whether a digit may follow another.
    pub(super) fn follows(self, last: usize, digit: usize) -> bool {
        self != Self::Zeckendorf || last + digit < 2
    }

    /// The words of several numbers side by side, as letters, padded with leading zeros.
    pub(super) fn word(self, numbers: &[u64]) -> Vec<usize> {
        let words: Vec<Vec<usize>> = numbers.iter().map(|n| self.digits(*n)).collect();
        side_by_side(&words, self.radix())
    }

    /// The digits of the track of each coordinate in a word of letters.
    pub(super) fn tuple(self, letter: usize, coordinates: usize) -> Vec<usize> {
        let mut rest = letter;
        let mut digits = vec![0; coordinates];
        for digit in digits.iter_mut().rev() {
            *digit = rest % self.radix();
            rest /= self.radix();
        }
        digits
    }
}

/// Words padded with leading zeros to one length, as letters.
pub(super) fn side_by_side(words: &[Vec<usize>], radix: usize) -> Vec<usize> {
    let length = words.iter().map(Vec::len).max().unwrap_or(0);
    let digit = |word: &Vec<usize>, at: usize| {
        (at + word.len())
            .checked_sub(length)
            .map_or(0, |place| word[place])
    };
    let letter = |at: usize| {
        words
            .iter()
            .fold(0, |letter, word| letter * radix + digit(word, at))
    };
    (0..length).map(letter).collect()
}

impl NumerationSystem for Numerals {
    fn name(&self) -> String {
        match self {
            Self::Base(base) => format!("base {base}"),
            Self::Zeckendorf => "Zeckendorf".into(),
        }
    }

    fn digits(&self) -> u8 {
        self.radix() as u8 // a base is at most 255
    }

    fn place_value(&self, place: usize) -> UBig {
        match self {
            Self::Base(base) => UBig::from(*base).pow(place),
            Self::Zeckendorf => Zeckendorf.place_value(place),
        }
    }

    fn representations(&self, limits: Limits) -> Result<Dfa, Error> {
        match self {
            Self::Base(base) => Base::new(*base)?.representations(limits),
            Self::Zeckendorf => Zeckendorf.representations(limits),
        }
    }

    fn adder(&self, limits: Limits) -> Result<Dfa, Error> {
        match self {
            Self::Base(base) => Base::new(*base)?.adder(limits),
            Self::Zeckendorf => Zeckendorf.adder(limits),
        }
    }

    fn represent(&self, number: &UBig) -> Vec<u8> {
        match self {
            Self::Base(base) => {
                Base::new(*base).map_or_else(|_| Vec::new(), |b| b.represent(number))
            }
            Self::Zeckendorf => Zeckendorf.represent(number),
        }
    }

    fn value(&self, word: &[u8]) -> UBig {
        match self {
            Self::Base(base) => Base::new(*base).map_or(UBig::ZERO, |b| b.value(word)),
            Self::Zeckendorf => Zeckendorf.value(word),
        }
    }
}
