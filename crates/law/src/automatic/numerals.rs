//! A numeration system with what questions about small numbers need at hand.

use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

use dashu_int::UBig;
use whowins_automata::{Dfa, Limits, Moore, NumerationSystem, System};

use super::oracle::Silence;

/// A system that laws are looked for in.
#[derive(Clone, Debug)]
pub struct Numerals(Rc<Inner>);

#[derive(Debug)]
struct Inner {
    system: System,
    /// Place values up to 2^62.
    places: Vec<u64>,
    /// Which digits make a number.
    valid: Dfa,
}

impl Numerals {
    /// `None` where the system's words cannot be told, which no system that has few digits and a
    /// short period does.
    pub fn new(system: System) -> Option<Self> {
        let valid = system.representations(&Limits::default()).ok()?;
        let value = |place| u64::try_from(system.place_value(place)).ok();
        let places = (0..)
            .map_while(|place| value(place).filter(|value| *value <= 1 << 62))
            .collect();
        Some(Self(Rc::new(Inner {
            system,
            places,
            valid: valid.minimise(),
        })))
    }

    /// The system of a name, as a card spells it.
    pub fn named(name: &str) -> Option<Self> {
        System::named(name).and_then(Self::new)
    }

    /// The system itself.
    pub fn system(&self) -> &System {
        &self.0.system
    }

    /// How many digits there are.
    pub fn radix(&self) -> usize {
        self.0.system.digits().into()
    }

    /// Lengths of words are multiples of this.
    pub fn block(&self) -> usize {
        self.0.system.block()
    }

    /// The automaton of the words of one number.
    pub fn valid(&self) -> &Dfa {
        &self.0.valid
    }

    /// The value of a place among the first; 0 where it is large.
    pub fn value_of(&self, place: usize) -> u64 {
        self.0.places.get(place).copied().unwrap_or(0)
    }

    /// The digits of a number up to 2^62, most significant first; none for 0.
    pub fn digits(&self, number: u64) -> Vec<usize> {
        let places = &self.0.places;
        let count = places.partition_point(|value| *value <= number);
        let mut rest = number;
        let digit = |value: &u64| {
            let digit = rest / value;
            rest %= value;
            digit as usize // below the radix
        };
        places[..count].iter().rev().map(digit).collect()
    }

    /// The number of a word of digits; `None` where it represents none.
    pub fn number(
        &self,
        word: impl DoubleEndedIterator<Item = usize> + Clone,
    ) -> Result<Option<u64>, Silence> {
        let valid = &self.0.valid;
        let end = word
            .clone()
            .fold(valid.start(), |state, digit| valid.next(state, digit));
        if !valid.is_accepting(end) {
            return Ok(None);
        }
        let mut sum = 0u64;
        for (place, digit) in word.rev().enumerate().filter(|(_, digit)| *digit > 0) {
            let value = self.0.places.get(place).ok_or(Silence::TooFar)?;
            let worth = value.checked_mul(digit as u64).ok_or(Silence::TooFar)?;
            sum = sum.checked_add(worth).ok_or(Silence::TooFar)?;
        }
        Ok(Some(sum))
    }

    /// The words of several numbers side by side, as letters, padded with leading zeros.
    pub fn word(&self, numbers: &[u64]) -> Vec<usize> {
        let words: Vec<Vec<usize>> = numbers.iter().map(|n| self.digits(*n)).collect();
        self.side_by_side(&words)
    }

    /// The same for numbers of any size.
    pub fn long_word(&self, numbers: &[UBig]) -> Vec<usize> {
        let digits = |n: &UBig| self.0.system.represent(n).into_iter().map(usize::from);
        let words: Vec<Vec<usize>> = numbers.iter().map(|n| digits(n).collect()).collect();
        self.side_by_side(&words)
    }

    /// The digits of the track of each coordinate in a word of letters.
    pub fn tuple(&self, letter: usize, coordinates: usize) -> Vec<usize> {
        let mut rest = letter;
        let mut digits = vec![0; coordinates];
        for digit in digits.iter_mut().rev() {
            *digit = rest % self.radix();
            rest /= self.radix();
        }
        digits
    }

    /// The numbers of a word of letters; `None` where a track represents none.
    pub fn numbers(&self, word: &[usize], coordinates: usize) -> Result<Option<Vec<u64>>, Silence> {
        let tuples: Vec<Vec<usize>> = word.iter().map(|l| self.tuple(*l, coordinates)).collect();
        (0..coordinates)
            .map(|at| self.number(tuples.iter().map(|tuple| tuple[at])))
            .collect()
    }

    /// Words padded with leading zeros to one length, as letters.
    pub fn side_by_side(&self, words: &[impl AsRef<[usize]>]) -> Vec<usize> {
        let lengths = words.iter().map(|word| word.as_ref().len());
        let length = lengths.max().unwrap_or(0);
        let length = length.next_multiple_of(self.block());
        let digit = |word: &[usize], at: usize| {
            (at + word.len())
                .checked_sub(length)
                .map_or(0, |place| word[place])
        };
        let letter = |at: usize| {
            words.iter().fold(0, |letter, word| {
                letter * self.radix() + digit(word.as_ref(), at)
            })
        };
        (0..length).map(letter).collect()
    }

    /// A shortest word at which the guess is wrong whatever the truth: its label is, given whether
    /// each coordinate's digits represent a number, or changes with a block of leading zeros. In
    /// the latter case that is the word with the zeros: there or without them the guess is wrong.
    pub fn misread<L: PartialEq>(
        &self,
        guess: &Moore<L>,
        coordinates: usize,
        is_wrong: impl Fn(&L, bool) -> bool,
    ) -> Option<Vec<usize>> {
        let (block, valid) = (self.block(), self.valid());
        let padded = (0..block).fold(0, |state, _| guess.next[state][0]);
        // The state after the word, after a block of zeros and the word, and of each coordinate's
        // digits.
        let start = (0, padded, vec![valid.start(); coordinates]);
        let mut seen = HashSet::from([start.clone()]);
        let mut queue = VecDeque::from([(start, Vec::new())]);
        while let Some(((plain, padded, tracks), word)) = queue.pop_front() {
            let numbers = tracks.iter().all(|state| valid.is_accepting(*state));
            if is_wrong(&guess.outputs[plain], numbers) {
                return Some(word);
            }
            if guess.outputs[padded] != guess.outputs[plain] {
                return Some([vec![0; block], word].concat());
            }
            for letter in 0..guess.next[plain].len() {
                let tracks = tracks.iter().zip(self.tuple(letter, coordinates));
                let next = (
                    guess.next[plain][letter],
                    guess.next[padded][letter],
                    tracks.map(|(s, d)| valid.next(*s, d)).collect(),
                );
                if seen.insert(next.clone()) {
                    queue.push_back((next, [word.as_slice(), &[letter]].concat()));
                }
            }
        }
        None
    }

    /// All tuples of so many numbers below `side`, in order, each with its word.
    pub fn in_box(
        &self,
        side: u64,
        coordinates: usize,
    ) -> impl Iterator<Item = (Vec<u64>, Vec<usize>)> {
        let digits: Vec<Vec<usize>> = (0..side).map(|n| self.digits(n)).collect();
        let all = std::iter::successors(Some(vec![0; coordinates]), move |numbers| {
            let at = numbers.iter().rposition(|n| n + 1 < side)?;
            let mut next = numbers.clone();
            next[at] += 1;
            next[at + 1..].fill(0);
            Some(next)
        });
        all.map(move |numbers: Vec<u64>| {
            let tracks: Vec<&[usize]> = numbers.iter().map(|n| &digits[*n as usize][..]).collect();
            let word = self.side_by_side(&tracks);
            (numbers, word)
        })
    }
}
