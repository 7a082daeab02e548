//! Games in which play goes down an order of the states' numbers: all states up to the start, in
//! that order.
//!
//! A state's number has a digit for each cell. If of the digits that a move changes the highest one
//! always falls, or always rises, whichever move it is, then play goes down the lexicographic order
//! in which that digit is read upwards, or downwards. The order is guessed from the moves that a
//! search has seen, and nothing leans on the guess: a state is decided where all its options are,
//! and any other stays open for the search to go on with.
//!
//! Going through the states in order needs no hash, no list of what is on the way and no symmetry,
//! so that a state costs little more than its moves. What play never comes to is worked out in
//! vain: it pays where play comes to a good part of all states below the start.

use crate::compiled::Digit;

/// Which way the highest changed bit of a number went, of all moves seen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Directions {
    falls: u64,
    rises: u64,
}

impl Directions {
    /// Notes a move from one number to another.
    #[inline]
    pub(super) const fn note(&mut self, from: u64, to: u64) {
        let changed = from ^ to;
        if changed != 0 {
            let highest = 1 << (u64::BITS - 1 - changed.leading_zeros());
            if to < from {
                self.falls |= highest;
            } else {
                self.rises |= highest;
            }
        }
    }

    /// The order that play goes down, up to a state; `None` where there is none.
    pub(super) fn order(self, digits: &[Digit], start: u64) -> Option<Order> {
        let bits =
            |digit: &Digit| (u64::MAX >> (u64::BITS - u32::from(digit.width))) << digit.shift;
        let value = |digit: &Digit| (start & bits(digit)) >> digit.shift;
        let mut sorted: Vec<&Digit> = digits.iter().collect();
        sorted.sort_unstable_by_key(|digit| std::cmp::Reverse(digit.shift));
        let mut places = Vec::new();
        for digit in sorted {
            let (falls, rises) = (self.falls & bits(digit) != 0, self.rises & bits(digit) != 0);
            if falls && rises {
                return None;
            }
            // Numbers that fit their digits though the rules let them be larger do not rise above
            // those of the start.
            let of_part = digits.iter().filter(|one| one.part == digit.part);
            let most = match digit.is_open {
                true => of_part.map(value).max()?,
                false => digit.most,
            };
            let (shift, value) = (digit.shift, value(digit));
            places.push(Place {
                shift,
                most,
                rises,
                rank: if rises {
                    most.checked_sub(value)?
                } else {
                    value
                },
            });
        }
        Some(Order { places })
    }
}

/// A digit, with its rank in the state that the order ends with.
#[derive(Clone, Copy, Debug)]
struct Place {
    shift: u8,
    most: u64,
    rises: bool,
    rank: u64,
}

impl Place {
    /// The digit of a rank, at its place in the number.
    const fn at(self, rank: u64) -> u64 {
        let digit = if self.rises { self.most - rank } else { rank };
        digit << self.shift
    }
}

/// An order of numbers, up to one of them.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// The highest first.
    places: Vec<Place>,
}

impl Order {
    /// How many numbers there are; `None` where they are 2^63 or more.
    pub(super) fn count(&self) -> Option<u64> {
        let mut count: u64 = 0;
        for place in &self.places {
            count = count.checked_mul(place.most + 1)?.checked_add(place.rank)?;
        }
        count.checked_add(1).filter(|count| *count < 1 << 63)
    }

    /// All of them, in order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        let mut ranks = vec![0; self.places.len()];
        let first = self.places.iter().map(|place| place.at(0)).sum();
        let mut number: u64 = first;
        let mut left = self.count().unwrap_or(0);
        std::iter::from_fn(move || {
            left = left.checked_sub(1)?;
            let told = number;
            for (place, rank) in self.places.iter().zip(&mut ranks).rev() {
                if *rank < place.most {
                    number = number - place.at(*rank) + place.at(*rank + 1);
                    *rank += 1;
                    break;
                }
                number = number - place.at(*rank) + place.at(0);
                *rank = 0;
            }
            Some(told)
        })
    }
}
