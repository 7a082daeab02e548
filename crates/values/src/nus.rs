//! Sums of a number, ups and a nimber (nus): x + n·↑ + *m. Their options, order and sums are
//! formulas.
//!
//! For n >= 1, the options of n·↑ + *m are {0 | (n−1)·↑ + *(m⊕1)}, except that ↑* = {0, * | 0} (J.
//! H. Conway, 1976; A. N. Siegel, 2013, II.1). By number translation, a number x is added to each
//! option.

use crate::arena::{Arena, Nus, Value};
use crate::cut::Cut;
use crate::number::Word;

impl Nus {
    /// Returns the nus of a number.
    pub fn of_number(number: Word) -> Self {
        Self {
            number,
            ups: 0,
            nimber: 0,
        }
    }

    /// Returns true if x <= y, for two different nus.
    pub fn is_less(self, other: Self, arena: &Arena) -> bool {
        match arena.numbers.cmp(self.number, other.number) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => {
                let more = i64::from(other.ups) - i64::from(self.ups);
                more >= 2 || more == 1 && self.nimber ^ other.nimber != 1
            }
        }
    }
}

impl Arena {
    /// Returns x + n·↑ + *m.
    ///
    /// # Errors
    /// Returns an error if memory is exhausted.
    pub fn up_star(&mut self, number: &crate::Dyadic, ups: i32, nimber: u32) -> Result<Value, Cut> {
        self.ask(2 * number.bytes())?;
        let number = self.numbers.word(number.clone());
        self.nus(Nus {
            number,
            ups,
            nimber,
        })
    }

    /// Returns *m, the value of a Nim heap of size m.
    pub fn nimber(&mut self, nimber: u32) -> Result<Value, Cut> {
        self.nus(Nus {
            nimber,
            ..Nus::of_number(Word::ZERO)
        })
    }

    /// Returns the number, the ups and the nimber of a value that is their sum.
    pub fn as_up_star(&self, value: Value) -> Option<(crate::Dyadic, i32, u32)> {
        let nus = self.record(value).nus()?;
        Some((self.numbers.dyadic(nus.number), nus.ups, nus.nimber))
    }

    /// Returns the canonical options of a nus, each side sorted.
    pub(crate) fn nus_options(&mut self, nus: Nus) -> Result<(Vec<Value>, Vec<Value>), Cut> {
        let mut of = |ups: i32, nimber: u32| self.nus(Nus { ups, nimber, ..nus });
        let sorted = |mut options: Vec<Value>| {
            options.sort_unstable();
            options
        };
        let down = (nus.ups - nus.ups.signum(), nus.nimber ^ 1);
        let (left, right) = match (nus.ups, nus.nimber) {
            (0, 0) => {
                let (below, above) = self.numbers.options(nus.number);
                let mut of = |word: Option<Word>| {
                    word.map(|word| self.nus(Nus::of_number(word)))
                        .into_iter()
                        .collect::<Result<Vec<_>, Cut>>()
                };
                (of(below)?, of(above)?)
            }
            (0, nimber) => {
                if nimber > u32::from(u16::MAX) {
                    return Err(Cut::Size);
                }
                let heaps: Result<Vec<_>, Cut> = (0..nimber).map(|heap| of(0, heap)).collect();
                let heaps = sorted(heaps?);
                (heaps.clone(), heaps)
            }
            (1, 1) => (sorted(vec![of(0, 0)?, of(0, 1)?]), vec![of(0, 0)?]),
            (-1, 1) => (vec![of(0, 0)?], sorted(vec![of(0, 0)?, of(0, 1)?])),
            (1.., _) => (vec![of(0, 0)?], vec![of(down.0, down.1)?]),
            _ => (vec![of(down.0, down.1)?], vec![of(0, 0)?]),
        };
        Ok((left, right))
    }

    /// Returns the nus with these canonical options, if there is one. It must not be a number.
    pub(crate) fn recognised(&self, left: &[Value], right: &[Value]) -> Option<Nus> {
        let nus = |value: &Value| self.record(*value).nus();
        // A number plus stars, or a number plus ups.
        let over = |number: Word, value: Nus| (value.number == number).then_some(value);
        if left == right {
            let all: Vec<Nus> = left.iter().map(nus).collect::<Option<_>>()?;
            let number = all.first()?.number;
            let mut heaps: Vec<u32> = all
                .iter()
                .map(|one| (one.ups == 0 && one.number == number).then_some(one.nimber))
                .collect::<Option<_>>()?;
            heaps.sort_unstable();
            let are_all = heaps.iter().zip(0..).all(|(heap, at)| *heap == at);
            return are_all.then_some(Nus {
                number,
                ups: 0,
                nimber: heaps.len() as u32,
            });
        }
        let up = |low: &[Value], high: &[Value], sign: i32| match (low, high) {
            ([zero], [rest]) if self.record(*zero).is_number() => {
                let rest = over(nus(zero)?.number, nus(rest)?)?;
                let is_up = rest.ups * sign >= 0 && !(rest.ups == 0 && rest.nimber == 0);
                is_up.then_some(Nus {
                    ups: rest.ups.checked_add(sign)?,
                    nimber: rest.nimber ^ 1,
                    ..rest
                })
            }
            // {0, * | 0} is ↑*.
            ([one, two], [zero]) if self.record(*zero).is_number() => {
                let number = nus(zero)?.number;
                let pair = [over(number, nus(one)?)?, over(number, nus(two)?)?];
                let heaps = pair.map(|value| (value.ups, value.nimber));
                (heaps == [(0, 0), (0, 1)] || heaps == [(0, 1), (0, 0)]).then_some(Nus {
                    number,
                    ups: sign,
                    nimber: 1,
                })
            }
            _ => None,
        };
        // Mirrored options give the negative.
        up(left, right, 1).or_else(|| up(right, left, -1))
    }
}
