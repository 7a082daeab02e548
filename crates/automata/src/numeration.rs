//! The trait of numeration systems.
use crate::{Dfa, Error, Limits};
use dashu_int::UBig;

/// A positional system with greedy representations that are compared digit by digit, and addition
/// by automaton.
///
/// A system has place values and three automata. [`crate::Theory::new`] proves that they implement
/// arithmetic before it decides any formula, so an error in a system is detected.
pub trait NumerationSystem {
    /// Returns the name for messages.
    fn name(&self) -> String;
    /// Returns the number of digits. Digits are `0..digits()`.
    fn digits(&self) -> u8;
    /// Returns the value of the digit 1 at `place` (0 is the least significant). Values increase
    /// strictly, from 1 at place 0.
    fn place_value(&self, place: usize) -> UBig;
    /// Returns the block length. Lengths of words and numbers of leading zeros are multiples of it.
    ///
    /// It is greater than 1 if an automaton must know the place of the first letter modulo the
    /// block.
    fn block(&self) -> usize {
        1
    }
    /// Returns the automaton of greedy representations (one track), padded with leading zeros to a
    /// multiple of the block.
    fn representations(&self, limits: &Limits) -> Result<Dfa, Error>;
    /// Returns the automaton of `x + y = z` (three tracks). It must be correct for valid
    /// representations.
    fn adder(&self, limits: &Limits) -> Result<Dfa, Error>;

    /// Returns the greedy representation, most significant digit first, without leading zeros. 0 is
    /// the empty word.
    ///
    /// The caller pads it to a multiple of the block. Complexity: quadratic in the number of
    /// digits.
    fn represent(&self, number: &UBig) -> Vec<u8> {
        let mut values = Vec::new();
        while let value = self.place_value(values.len())
            && value <= *number
        {
            values.push(value);
        }
        let (mut rest, mut word) = (number.clone(), Vec::with_capacity(values.len()));
        for value in values.iter().rev() {
            let mut digit = 0;
            while rest >= *value && digit + 1 < self.digits() {
                rest -= value;
                digit += 1;
            }
            word.push(digit);
        }
        word
    }

    /// Returns the number that a word of digits represents, greedy or not.
    fn value(&self, word: &[u8]) -> UBig {
        let places = word
            .iter()
            .rev()
            .enumerate()
            .filter(|&(_, &digit)| digit != 0);
        places.fold(UBig::ZERO, |sum, (place, &digit)| {
            sum + self.place_value(place) * UBig::from(digit)
        })
    }
}

/// Returns the automaton of `x < y` (two tracks): the lexicographic order of words of one length.
///
/// No system may replace it. Induction relies on it, because each number has finitely many
/// predecessors.
pub(crate) fn less(digits: u8, limits: &Limits) -> Result<Dfa, Error> {
    Dfa::explore(
        vec![digits; 2],
        std::cmp::Ordering::Equal,
        |&order, pair| Some(order.then(pair[0].cmp(&pair[1]))),
        |order| order.is_lt(),
        limits,
    )
}
