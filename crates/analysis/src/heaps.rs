//! Taking-and-breaking games: heaps that can be taken from and split.

use std::fmt;
use std::ops::ControlFlow;

use dashu_int::UBig;

use crate::budget::Budget;

/// The most heaps that a move can leave in place of one.
pub const MOST_PARTS: usize = 7;

/// What may be done to one heap: so many tokens are taken, and so many heaps stay.
///
/// Two games are equal exactly where the same moves are allowed, however they were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breaking {
    any: Code,
    unequal: Code,
}

/// A digit for each number of tokens taken: bit j of it allows leaving j heaps, none of them empty.
/// Octal codes (Guy and Smith
/// 1956) have digits up to 7, that is, leave two heaps at most; hexadecimal ones up to 15, that is,
///       three.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// For 0, 1, 2, ... tokens.
    pub digits: Vec<u8>,
    /// For all larger numbers.
    pub beyond: u8,
}

/// An octal game (Guy and Smith 1956): [`Breaking`] by a code that ends, whose moves leave two
/// heaps at most, of any sizes.
///
/// Bit 0 of `d_k` allows taking k where they are the whole heap; bit 1 where one non-empty heap
/// stays; bit 2 where the rest is split into two non-empty heaps. Only bit 2 is allowed in `d_0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Octal {
    /// `d_0, d_1, ...`, each 0 to 7.
    pub digits: Vec<u8>,
}

impl Code {
    /// The digit for so many tokens taken.
    pub fn at(&self, take: u64) -> u8 {
        let digit = usize::try_from(take)
            .ok()
            .and_then(|take| self.digits.get(take));
        digit.copied().unwrap_or(self.beyond)
    }

    /// Whether it allows nothing.
    pub fn is_empty(&self) -> bool {
        self.beyond == 0 && self.digits.iter().all(|digit| *digit == 0)
    }

    /// The same digits, without `drop` for a number of tokens.
    fn without(self, drop: impl Fn(u64) -> u8, drop_beyond: u8) -> Self {
        let digits = (0u64..).zip(self.digits);
        let mut digits: Vec<u8> = digits.map(|(take, digit)| digit & !drop(take)).collect();
        let beyond = self.beyond & !drop_beyond;
        while digits.len() > 1 && digits.last() == Some(&beyond) {
            digits.pop();
        }
        Self { digits, beyond }
    }
}

impl Breaking {
    /// Moves that leave heaps of any sizes, and moves that leave heaps no two of which are equal.
    /// Where nothing is taken, at least two heaps must stay: what does not fit is dropped.
    pub fn new(mut any: Code, mut unequal: Code) -> Self {
        let length = any.digits.len().max(unequal.digits.len()).max(1);
        for code in [&mut any, &mut unequal] {
            code.digits.resize(length, code.beyond);
            code.digits[0] &= !3;
        }
        // One heap alone is unequal to all others.
        for (digit, other) in any.digits.iter_mut().zip(&unequal.digits) {
            *digit |= other & 3;
        }
        any.beyond |= unequal.beyond & 3;
        let full = any.clone();
        let drop = |take| full.at(take) | 3;
        Self {
            unequal: unequal.without(drop, full.beyond | 3),
            any: any.without(|_| 0, 0),
        }
    }

    /// The game of a code that ends.
    pub fn of_digits(digits: Vec<u8>) -> Self {
        Self::new(Code { digits, beyond: 0 }, Code::default())
    }

    /// The game with the moves of both.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let both = |one: &Code, other: &Code| {
            let length = one.digits.len().max(other.digits.len()) as u64;
            Code {
                digits: (0..length)
                    .map(|take| one.at(take) | other.at(take))
                    .collect(),
                beyond: one.beyond | other.beyond,
            }
        };
        Self::new(
            both(&self.any, &other.any),
            both(&self.unequal, &other.unequal),
        )
    }

    /// Moves that leave heaps of any sizes.
    pub fn any(&self) -> &Code {
        &self.any
    }

    /// Moves that leave heaps no two of which are equal, beyond those of [`Breaking::any`].
    pub fn unequal(&self) -> &Code {
        &self.unequal
    }

    /// The code, where it ends and the sizes of the heaps left do not matter.
    pub fn digits(&self) -> Option<&[u8]> {
        (self.any.beyond == 0 && self.unequal.is_empty()).then_some(&self.any.digits)
    }

    /// The octal code, where it is an octal game.
    pub fn octal(&self) -> Option<Octal> {
        let digits = self.digits()?;
        let fits = digits.iter().all(|digit| *digit < 8);
        fits.then(|| Octal {
            digits: digits.to_vec(),
        })
    }

    /// The largest number that can be taken; `None` where there is none.
    pub fn most_taken(&self) -> Option<usize> {
        let ends = self.any.beyond | self.unequal.beyond == 0;
        ends.then(|| self.any.digits.len().max(self.unequal.digits.len()) - 1)
    }

    /// The most heaps that a move leaves.
    pub fn most_parts(&self) -> usize {
        let codes = [&self.any, &self.unequal];
        let digits = codes.map(|code| {
            code.digits
                .iter()
                .fold(code.beyond, |all, digit| all | digit)
        });
        8 - (digits[0] | digits[1]).leading_zeros() as usize - usize::from(digits != [0, 0])
    }

    /// The heaps that can take the place of one heap of `heap` tokens, each choice in rising order;
    /// by the number taken, then by the number of heaps.
    ///
    /// `O(n^(parts - 1))` for each number taken.
    pub fn options(&self, heap: u64, mut emit: impl FnMut(&[u64])) {
        let _ = self.options_until(heap, |parts| {
            emit(parts);
            ControlFlow::Continue(())
        });
    }

    /// The same as [`Breaking::options`], as long as `emit` does not break off.
    pub fn options_until(
        &self,
        heap: u64,
        emit: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.options_within(heap, &Budget::OPEN, emit)
    }

    /// The same as [`Breaking::options_until`], broken off also where the budget is over: it is
    /// charged for each number that is tried.
    pub fn options_within(
        &self,
        heap: u64,
        budget: &Budget,
        mut emit: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let last = self.most_taken().map_or(heap, |take| heap.min(take as u64));
        let mut parts = Vec::with_capacity(MOST_PARTS);
        for take in 0..=last {
            budget.charge(1)?;
            let (any, unequal) = (self.any.at(take), self.unequal.at(take));
            for count in 0..=MOST_PARTS as u64 {
                if (any | unequal) >> count & 1 != 0 {
                    let step = u64::from(any >> count & 1 == 0);
                    split(heap - take, count, 1, step, &mut parts, budget, &mut emit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// At least as many as the options of a heap, without counting them one by one beyond the
    /// numbers that can be taken.
    pub fn options_at_most(&self, heap: u64) -> u64 {
        let last = self.most_taken().map_or(heap, |take| heap.min(take as u64));
        let parts = self.most_parts().max(1) as u32;
        let of_one = (heap / 2 + 1).saturating_mul(heap.max(1).saturating_pow(parts.max(2) - 2));
        of_one.saturating_mul(last.saturating_add(1))
    }
}

impl From<&Octal> for Breaking {
    fn from(octal: &Octal) -> Self {
        Self::of_digits(octal.digits.clone())
    }
}

impl From<&Self> for Breaking {
    fn from(breaking: &Self) -> Self {
        breaking.clone()
    }
}

/// The one of some heaps that the others do not have, and what they have in its place, in rising
/// order; `None` where that is not one heap. A move leaves smaller heaps than the one it is played
/// in, so that this is the heap of the move, if one leads there.
pub fn played<'a>(from: &'a [UBig], to: &[UBig]) -> Option<(&'a UBig, Vec<UBig>)> {
    let mut parts = to.to_vec();
    let mut played = None;
    for heap in from {
        match parts.iter().position(|part| part == heap) {
            Some(at) => {
                parts.remove(at);
            }
            None if played.is_some() => return None,
            None => played = Some(heap),
        }
    }
    parts.sort_unstable();
    Some((played?, parts))
}

/// Hands out the ways to write `rest` as `count` numbers in rising order, the first at least
/// `least`, each at least `step` more than the one before it.
fn split(
    rest: u64,
    count: u64,
    least: u64,
    step: u64,
    parts: &mut Vec<u64>,
    budget: &Budget,
    emit: &mut impl FnMut(&[u64]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match count {
        0 if rest == 0 => emit(parts),
        0 => ControlFlow::Continue(()),
        1 if rest >= least => {
            parts.push(rest);
            let flow = emit(parts);
            parts.pop();
            flow
        }
        1 => ControlFlow::Continue(()),
        _ => {
            // The others are at least this one, and `step` more each.
            let spread = step * (count * (count - 1) / 2);
            let most = rest.saturating_sub(spread) / count;
            for part in least..=most {
                budget.charge(1)?;
                parts.push(part);
                let flow = split(
                    rest - part,
                    count - 1,
                    part + step,
                    step,
                    parts,
                    budget,
                    emit,
                );
                parts.pop();
                flow?;
            }
            ControlFlow::Continue(())
        }
    }
}

/// `0.3F`, where there is a code that ends and the sizes of the heaps left do not matter; else the
/// moves in words.
impl fmt::Display for Breaking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(digits) = self.digits()
            && digits.iter().all(|digit| *digit < 16)
        {
            write!(f, "{:X}.", digits[0])?;
            for digit in &digits[1..] {
                write!(f, "{digit:X}")?;
            }
            return match digits.len() {
                1 => write!(f, "0"),
                _ => Ok(()),
            };
        }
        let mut first = true;
        for (code, kind) in [(&self.any, ""), (&self.unequal, " unequal")] {
            let rows = (0..)
                .zip(&code.digits)
                .map(|(take, digit)| (take, *digit, ""));
            for (take, digit, more) in rows.chain([(code.digits.len(), code.beyond, " or more")]) {
                if digit == 0 {
                    continue;
                }
                let counts: Vec<String> = (0..=MOST_PARTS)
                    .filter(|count| digit >> count & 1 != 0)
                    .map(|count| count.to_string())
                    .collect();
                let between = if first { "" } else { "; " };
                write!(
                    f,
                    "{between}take {take}{more}, leaving {}{kind} heaps",
                    counts.join(" or ")
                )?;
                first = false;
            }
        }
        if first { write!(f, "no moves") } else { Ok(()) }
    }
}
