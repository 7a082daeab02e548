//! What a numeration system must offer.
use crate::{Dfa, Error, Limits};
use dashu_int::UBig;

/// A positional system in which greedy representations are compared digit by digit and addition is
/// an automaton.
///
/// A system gives its place values and three automata; [`crate::Theory::new`] proves them to be
/// arithmetic before any formula is decided, so that an error here is found, not believed.
pub trait NumerationSystem {
    /// Name for messages.
    fn name(&self) -> String;
    /// Digits are `0..digits()`.
    fn digits(&self) -> u8;
    /// Weight of the digit at `place` (0 is the least significant); strictly increasing, 1 at place 0.
    fn place_value(&self, place: usize) -> UBig;
    /// Words have the multiples of this as lengths, and leading zeros come in so many: more than 1
    /// where an automaton cannot know the first letter's place otherwise.
    fn block(&self) -> usize {
        1
    }
    /// One track: the greedy representations, with any leading zeros that make the length a
    /// multiple of the block.
    fn representations(&self, limits: &Limits) -> Result<Dfa, Error>;
    /// Three tracks: `x + y = z`, right at least on valid representations.
    fn adder(&self, limits: &Limits) -> Result<Dfa, Error>;

    /// The greedy representation, most significant digit first, without leading zeros (0 is the
    /// empty word): to be padded to a multiple of the block. Quadratic in the number of digits.
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

    /// The number that a word of digits stands for, whether greedy or not.
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

/// Two tracks: `x < y`, the order of words of one length from the left. No system may replace it:
/// that a number has only finitely many lesser ones, which induction needs, rests on it.
pub(crate) fn less(digits: u8, limits: &Limits) -> Result<Dfa, Error> {
    Dfa::explore(
        vec![digits; 2],
        std::cmp::Ordering::Equal,
        |&order, pair| Some(order.then(pair[0].cmp(&pair[1]))),
        |order| order.is_lt(),
        limits,
    )
}
