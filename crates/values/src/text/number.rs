//! Parser of numbers with ups and stars, such as `-3/4^^*2`.

use dashu_int::IBig;

use super::reader::{Read, Reader};
use super::syntax::{Fault, Kind, integer};
use crate::dyadic::Dyadic;

/// Maximum number of digits.
const DIGITS: usize = 100_000;

impl Reader<'_> {
    /// Parses digits with an optional denominator.
    pub(super) fn number(&mut self, is_negative: bool) -> Read<Dyadic> {
        let start = self.at;
        let digits = self
            .rest()
            .chars()
            .take_while(|sign| "/0123456789".contains(*sign));
        if digits.count() > DIGITS {
            return Err(Fault::new(
                start..start + 1,
                format!("this number has more than {DIGITS} digits"),
                "give a shorter one",
            ));
        }
        let mut numerator: IBig = integer(self.digits());
        if is_negative {
            numerator = -numerator;
        }
        let slash = self.at;
        if !self.takes("/") {
            return Ok(Dyadic::new(numerator, 0));
        }
        let digits = self.digits();
        if digits.is_empty() {
            self.at = slash;
            return self.fault(
                "a denominator is missing after `/`",
                "write a number as 3/4; the options of a form are parted by `|`",
            );
        }
        let number = format!("{numerator}/{digits}").parse();
        number.map_err(|_| {
            Fault::new(
                start..self.at,
                format!("{digits} isn't a power of two"),
                "numbers among short games have denominators 1, 2, 4, 8, ...",
            )
        })
    }

    /// Parses a number, ups and a star without spaces between them.
    pub(super) fn up_star(&mut self, is_negative: bool) -> Read<Kind> {
        let start = self.at;
        let number = match self.peek() {
            Some(digit) if digit.is_ascii_digit() => self.number(is_negative)?,
            _ => Dyadic::default(),
        };
        let first = self.at;
        let mut ups = 0i32;
        for (signs, sign) in [(["^", "↑"], 1), (["v", "↓"], -1)] {
            let mut count = 0i32;
            while self.takes_any(&signs) {
                count += 1;
            }
            if count == 0 {
                continue;
            }
            if start == first
                && count == 1
                && let Some(uptimal) = self.uptimal(sign)?
            {
                return Ok(uptimal);
            }
            ups = match (count, self.digits()) {
                (_, "") => count * sign,
                (1, digits) => {
                    let many = digits.parse::<i32>().ok().filter(|many| *many > 0);
                    let Some(many) = many else {
                        return Err(Fault::new(
                            first..self.at,
                            "a multiple of ^ has a number from 1 to 2147483647",
                            "write ^3 for three ups",
                        ));
                    };
                    many * sign
                }
                _ => {
                    return Err(Fault::new(
                        first..self.at,
                        "several ups have no number behind them",
                        "write ^^^ or ^3 for three ups",
                    ));
                }
            };
            break;
        }
        Ok(Kind::UpStar(number, ups, self.star(start)?))
    }

    /// Parses `*`, `*m`, or nothing.
    pub(super) fn star(&mut self, start: usize) -> Read<u32> {
        let at = self.at;
        if !self.takes_any(&["*", "∗", "⋆"]) {
            return Ok(0);
        }
        let star = self.at;
        match self.digits() {
            "" => {
                let next = self.peek();
                let is_factor =
                    next.is_some_and(|next| next.is_alphanumeric() || "{(^*↑↓±⧾⧿".contains(next));
                if is_factor && at > start {
                    // `3*^` is a product.
                    self.at = at;
                    return Ok(0);
                }
                Ok(1)
            }
            digits => digits.parse().map_err(|_| {
                Fault::new(
                    star..self.at,
                    "this star is too large",
                    "stars go up to *4294967295",
                )
            }),
        }
    }

    /// Parses `^<n>` as ↑ⁿ, and `^[n]` as the sum of ↑ to ↑ⁿ.
    pub(super) fn uptimal(&mut self, sign: i32) -> Read<Option<Kind>> {
        let rest = self.rest();
        let close = match rest.chars().next() {
            Some('<') => ">",
            Some('[') => "]",
            _ => return Ok(None),
        };
        let digits = rest[1..].find(close).map(|end| &rest[1..=end]);
        let number = digits.and_then(|digits| digits.parse().ok());
        let Some(number) = number.filter(|number| (1..=64).contains(number)) else {
            // `^<2` is a comparison.
            return Ok(None);
        };
        let length = digits.map_or(0, str::len) + 2;
        self.at += length;
        Ok(Some(Kind::Uptimal(number, close == "]", sign)))
    }
}
