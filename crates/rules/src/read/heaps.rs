//! Heaps that can be taken from and split: codes, and moves in words.

use whowins_analysis::heaps::MOST_PARTS;

use super::scan::{Read, Reader, error};
use crate::tree::{Amount, Left, Part, PartKind, StepKind};

/// The most digits of a code: so many tokens are told apart in one move.
pub(crate) const MOST_TAKEN: u64 = 4096;
/// How many heaps stay, in words.
const COUNTS: [&str; MOST_PARTS + 1] =
    ["no", "one", "two", "three", "four", "five", "six", "seven"];

impl Reader<'_> {
    /// `octal CODE`, `hexadecimal CODE`
    pub(super) fn code_line(&mut self) -> Read<Part> {
        self.form = "octal 0.77; or hexadecimal 0.3F";
        let start = self.here();
        let name = self.take_token();
        let name = self.word(name);
        let at = self.here();
        let code = self.text(at..self.end);
        let length = code.find(|c: char| !c.is_ascii_alphanumeric() && c != '.');
        let code = &code[..length.unwrap_or(code.len())];
        let Some((whole, digits)) = code
            .split_once('.')
            .filter(|(_, digits)| !digits.is_empty() && !digits.contains('.'))
        else {
            self.note("a code such as 0.77");
            return Err(self.unexpected());
        };
        let is_octal = name.text == "octal";
        let read = |radix| digits_of(whole, digits, radix);
        let Some(digits) = read(if is_octal { 8 } else { 16 }) else {
            let help = match (is_octal, read(16)) {
                (true, Some(_)) => {
                    format!("digits beyond 7 leave three heaps: write hexadecimal {code}")
                }
                (true, None) => {
                    "an octal code is 0 or 4, a point, and digits from 0 to 7, such as 0.77".into()
                }
                (false, _) => {
                    "a hexadecimal code is 0, 4, 8 or C, a point, and digits 0 to 9 and A to F, such as 0.3F".into()
                }
            };
            let article = if is_octal { "an" } else { "a" };
            let message = format!("this isn't {article} {} code", name.text);
            return Err(error(at..at + code.len(), message, help));
        };
        self.go_to(at + code.len());
        self.keep(at);
        self.finish()?;
        Ok(Part {
            name,
            of_each: false,
            kind: PartKind::Heaps(Some(digits)),
            span: self.since(start),
        })
    }

    /// Whether a move of heaps begins here.
    pub(super) fn sees_heaps(&self) -> bool {
        let (word, second) = (self.next(), self.second());
        let names = &self.names;
        let goes_on = match word {
            "take" => {
                matches!(second, "any" | "a") || second.starts_with(|c: char| c.is_ascii_digit())
            }
            "split" => second == "into",
            _ => false,
        };
        names.heaps || goes_on && names.parts.is_empty() && !names.declares(word)
    }

    /// `take AMOUNT, ... [leaving LEFT, ...]`, `split into LEFT, ...`
    pub(super) fn heap_step(&mut self) -> Read<StepKind> {
        self.form =
            "move take 1 or 2, leaving at most two heaps; move split into two unequal heaps";
        if self.take("split") {
            self.need("into", "`into`")?;
            return Ok(StepKind::Split(self.all_left(2)?));
        }
        if !self.take("take") {
            self.note("`take 1 or 2`");
            self.note("`split into two heaps`");
            return Err(self.unexpected());
        }
        let mut amounts = vec![self.amount()?];
        while self.takes_another("leaving") {
            amounts.push(self.amount()?);
        }
        self.take(",");
        let left = match self.take("leaving") {
            true => self.all_left(0)?,
            false => Vec::new(),
        };
        self.note("`leaving one or two heaps`");
        Ok(StepKind::Take(amounts, left))
    }

    /// Takes the "," or "or" before another of several; `end` is no other one.
    fn takes_another(&mut self, end: &str) -> bool {
        self.note("`,`");
        self.note("`or`");
        !(self.sees(",") && self.second() == end) && (self.take(",") || self.take("or"))
    }

    /// `any number`, `a number in SET`, `2 or more`, `2..5`, `2`
    fn amount(&mut self) -> Read<Amount> {
        let start = self.here();
        self.note("a number, `any number` or `a number in {1, 2}`");
        if self.take_words("any number") {
            return Ok(Amount::Between(1, None, self.since(start)));
        }
        if self.take_words("a number in") {
            return Ok(Amount::In(self.set()?));
        }
        let low = self.digits()?;
        let high = if self.take("..") {
            Some(self.digits()?)
        } else {
            (!self.take_words("or more")).then_some(low)
        };
        let span = self.since(start);
        let unfit = |message: &str, help: &str| Err(error(span.clone(), message, help));
        if low == 0 {
            let help =
                "start from 1; a move that takes nothing is written: move split into two heaps";
            return unfit("nothing is taken here", help);
        }
        if high.is_some_and(|high| high < low) {
            let help = "write the smaller number first";
            return unfit("this range has no number in it", help);
        }
        if high.unwrap_or(low) > MOST_TAKEN {
            let help =
                "up to 4096 can be taken by a number; beyond, write `any number` or `5 or more`";
            return unfit("this number of tokens is too large", help);
        }
        Ok(Amount::Between(low, high, span))
    }

    fn digits(&mut self) -> Read<u64> {
        let token = self.next();
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.unexpected());
        }
        self.take_token();
        Ok(token.parse().unwrap_or(u64::MAX))
    }

    /// `nothing`, `one or two heaps`, `two unequal heaps`, ...: no fewer than `least`.
    fn all_left(&mut self, least: usize) -> Read<Vec<Left>> {
        let mut all = vec![self.left(least)?];
        while self.takes_another("") {
            all.push(self.left(least)?);
        }
        Ok(all)
    }

    fn left(&mut self, least: usize) -> Read<Left> {
        let start = self.here();
        let (mut counts, mut unequal) = (0, false);
        if self.take("nothing") {
            counts = 1;
        } else {
            counts |= self.count_left(least)?;
            while self.takes_another("") {
                counts |= self.count_left(least)?;
            }
            self.note("`unequal`");
            unequal = self.take("unequal") || self.take("different");
            if !self.take("heap") {
                self.need("heaps", "`heaps`")?;
            }
        }
        let span = self.since(start);
        if least > 0 && (counts & 3 != 0 || counts == 0) {
            let help = "write: move split into two heaps, or: move take 1, leaving one heap";
            return Err(error(span, "a split leaves two heaps at least", help));
        }
        if unequal && counts >> 2 == 0 {
            let help = "drop the word, or let two heaps stay";
            let message = "one heap alone has no other to be unequal to";
            return Err(error(span, message, help));
        }
        Ok(Left {
            counts,
            unequal,
            span,
        })
    }

    /// One number of heaps, or all from `least` to one, as bits.
    fn count_left(&mut self, least: usize) -> Read<u8> {
        let start = self.here();
        let at_most = self.take_words("at most");
        let word = self.next();
        let count = COUNTS.iter().position(|known| *known == word);
        let count = match count.or_else(|| word.parse().ok()) {
            None if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.note("how many (no, one, two, ..., seven, at most two)");
                return Err(self.unexpected());
            }
            count => count.filter(|count| *count <= MOST_PARTS),
        };
        self.take_token();
        let Some(count) = count else {
            let help = "a move can leave seven heaps at most";
            return Err(error(self.since(start), "this is too many heaps", help));
        };
        Ok(match at_most {
            true => (least..=count).fold(0, |all, n| all | 1 << n),
            false => 1 << count,
        })
    }
}

/// The digits of a code, for 0, 1, 2, ... tokens taken.
fn digits_of(whole: &str, digits: &str, radix: u32) -> Option<Vec<u8>> {
    let digits = digits.chars().map(|c| c.to_digit(radix));
    let head = match whole {
        "" => 0,
        _ if whole.len() > 1 => return None,
        _ => u32::from_str_radix(whole, radix).ok()?,
    };
    // Where nothing is taken, two heaps stay at least.
    let all = std::iter::once((head & 3 == 0).then_some(head)).chain(digits);
    let all: Option<Vec<u8>> = all.map(|digit| Some(digit? as u8)).collect();
    all.filter(|all| all.len() as u64 <= MOST_TAKEN)
}
