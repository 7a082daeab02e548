//! Heaps that are taken from and split: codes, and moves in words.

use super::Checker;
use crate::diagnostic::Diagnostic;
use crate::syntax::{Node, Rule};
use whowins_analysis::Shape;
use whowins_analysis::heaps::{Breaking, Code, MOST_PARTS};
use whowins_analysis::numbers::Choices;

/// Larger numbers of tokens cannot be told apart from each other in one move.
const MOST_TAKEN: u64 = 4096;

/// The digits of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Octal,
    Hexadecimal,
}

impl<'a> Checker<'a> {
    pub(super) fn code_line(&mut self, node: Node<'a>, base: Base) -> Option<Shape> {
        let code = node.into_inner().next().expect("a code");
        let span = self.span(&code);
        let (whole, digits) = code
            .as_str()
            .split_once('.')
            .expect("the grammar wants a point");
        let read = |radix: u32| -> Option<Vec<u8>> {
            let digits = digits.chars().map(|c| c.to_digit(radix));
            let head = match whole {
                "" => 0,
                _ if whole.len() > 1 => return None,
                _ => u32::from_str_radix(whole, radix).ok()?,
            };
            // Where nothing is taken, two heaps stay at least.
            let all = std::iter::once((head & 3 == 0).then_some(head)).chain(digits);
            all.map(|digit| Some(digit? as u8)).collect()
        };
        let (radix, name, help) = match base {
            Base::Octal => (
                8,
                "octal",
                "an octal code is 0 or 4, a point, and digits from 0 to 7, such as 0.77",
            ),
            Base::Hexadecimal => (
                16,
                "hexadecimal",
                "a hexadecimal code is 0, 4, 8 or C, a point, and digits 0 to 9 and A to F, such as 0.3F",
            ),
        };
        match read(radix) {
            Some(digits) if digits.len() as u64 <= MOST_TAKEN => {
                Some(Shape::Heaps(Breaking::of_digits(digits)))
            }
            _ => {
                let help = match read(16) {
                    Some(_) if radix == 8 => {
                        format!(
                            "digits beyond 7 leave three heaps: write hexadecimal {}",
                            code.as_str()
                        )
                    }
                    _ => help.to_string(),
                };
                self.fault(Diagnostic::new(span, format!("this is no {name} code")).help(help));
                None
            }
        }
    }

    /// Adds a move in words to the game's moves.
    pub(super) fn heap_move(&mut self, breaking: &mut Breaking, node: Node<'a>) {
        for part in node.into_inner() {
            let read = match part.as_rule() {
                Rule::by => {
                    let span = self.span(&part);
                    self.fault(
                        Diagnostic::new(span, "heaps are played by both players alike").help(
                            "drop the name; moves of one player alone need a position of numbers, such as: position n",
                        ),
                    );
                    None
                }
                Rule::taking => self.taking(part),
                Rule::splitting => self.splitting(part),
                _ => None,
            };
            if let Some(read) = read {
                *breaking = breaking.or(&read);
            }
        }
    }

    fn taking(&mut self, node: Node<'a>) -> Option<Breaking> {
        let mut takes = Code::default();
        // As in a game of taking alone: what is left is one heap, if anything is.
        let (mut any, mut unequal) = (3, 0);
        let mut sound = true;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::amount => sound &= self.amount(part, &mut takes).is_some(),
                Rule::leaving => match self.left(part, 0) {
                    Some(left) => (any, unequal) = left,
                    None => sound = false,
                },
                _ => {}
            }
        }
        let with = |mask: u8| Code {
            digits: takes.digits.iter().map(|taken| taken * mask).collect(),
            beyond: takes.beyond * mask,
        };
        sound.then(|| Breaking::new(with(any), with(unequal)))
    }

    fn splitting(&mut self, node: Node<'a>) -> Option<Breaking> {
        let (any, unequal) = self.left(node, 2)?;
        let with = |mask: u8| Code {
            digits: vec![mask],
            beyond: 0,
        };
        Some(Breaking::new(with(any), with(unequal)))
    }

    /// Adds the numbers that can be taken: digit 1 for each of them.
    fn amount(&mut self, node: Node<'a>, takes: &mut Code) -> Option<()> {
        let span = self.span(&node);
        let amount = node.into_inner().next()?;
        let rule = amount.as_rule();
        let number = |text: &str| text.trim().parse::<u64>().unwrap_or(u64::MAX);
        let (low, high) = match rule {
            Rule::any_number => (1, None),
            Rule::member_of => {
                let set = amount
                    .into_inner()
                    .find(|part| matches!(part.as_rule(), Rule::set | Rule::name))?;
                let Choices::Of(members) = self.collection(set)? else {
                    return None;
                };
                for member in members {
                    let member = u64::try_from(member).unwrap_or(0);
                    self.amounts(span.clone(), (member, Some(member)), takes);
                }
                return Some(());
            }
            Rule::or_more => (number(amount.into_inner().next()?.as_str()), None),
            _ => {
                let (low, high) = amount
                    .as_str()
                    .split_once("..")
                    .unwrap_or((amount.as_str(), amount.as_str()));
                (number(low), Some(number(high)))
            }
        };
        self.amounts(span, (low, high), takes)
    }

    /// Adds the numbers from `low` to `high`.
    fn amounts(
        &mut self,
        span: crate::Span,
        (low, high): (u64, Option<u64>),
        takes: &mut Code,
    ) -> Option<()> {
        let (message, help) = if low == 0 {
            (
                "nothing is taken here",
                "start from 1; a move that takes nothing is written: move split into two heaps",
            )
        } else if high.is_some_and(|high| high < low) {
            (
                "this range has no number in it",
                "write the smaller number first",
            )
        } else if high.unwrap_or(low) > MOST_TAKEN {
            (
                "this number of tokens is too large",
                "up to 4096 can be taken by a number; beyond, write «any number» or «5 or more»",
            )
        } else {
            let last = high.unwrap_or(low) as usize;
            let length = takes.digits.len().max(last + 1);
            takes.digits.resize(length, takes.beyond);
            let end = if high.is_some() { last + 1 } else { length };
            takes.digits[low as usize..end].fill(1);
            takes.beyond |= u8::from(high.is_none());
            return Some(());
        };
        self.value_fault(Diagnostic::new(span, message).help(help));
        None
    }

    /// The numbers of heaps that stay, as bits: of any sizes, and unequal. No fewer than `least` may stay.
    fn left(&mut self, node: Node<'a>, least: u8) -> Option<(u8, u8)> {
        let (mut any, mut unequal) = (0, 0);
        for left in node
            .into_inner()
            .filter(|part| part.as_rule() == Rule::left)
        {
            let span = self.span(&left);
            let mut counts = 0_u8;
            let mut differ = false;
            for part in left.into_inner() {
                match part.as_rule() {
                    Rule::nothing => counts |= 1,
                    Rule::unequal => differ = true,
                    Rule::how_many => counts |= self.how_many(part, least)?,
                    _ => {}
                }
            }
            if least > 0 && (counts & 3 != 0 || counts == 0) {
                self.fault(
                    Diagnostic::new(span, "a split leaves two heaps at least").help(
                        "write: move split into two heaps, or: move take 1, leaving one heap",
                    ),
                );
                return None;
            }
            if differ && counts >> 2 == 0 {
                self.fault(
                    Diagnostic::new(span, "one heap alone has no other to be unequal to")
                        .help("drop the word, or let two heaps stay"),
                );
                return None;
            }
            match differ {
                true => unequal |= counts,
                false => any |= counts,
            }
        }
        Some((any, unequal))
    }

    /// One number of heaps, or all from `least` to one, as bits.
    fn how_many(&mut self, node: Node<'a>, least: u8) -> Option<u8> {
        const WORDS: [&str; MOST_PARTS + 1] =
            ["no", "one", "two", "three", "four", "five", "six", "seven"];
        let span = self.span(&node);
        let part = node.into_inner().next()?;
        let at_most = part.as_rule() == Rule::at_most_so_many;
        let word = match at_most {
            true => part.into_inner().next()?,
            false => part,
        };
        let count = WORDS.iter().position(|known| *known == word.as_str());
        match count.or_else(|| word.as_str().parse().ok()) {
            Some(count) if count <= MOST_PARTS => Some(match at_most {
                true => (0..=count)
                    .skip(usize::from(least))
                    .fold(0, |all, n| all | 1 << n),
                false => 1 << count,
            }),
            _ => {
                self.fault(
                    Diagnostic::new(span, "this is too many heaps")
                        .help("a move can leave seven heaps at most"),
                );
                None
            }
        }
    }
}
