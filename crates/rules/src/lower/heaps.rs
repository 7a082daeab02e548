//! Heaps that can be taken from and split.

use whowins_analysis::heap_command;
use whowins_analysis::heaps::{Breaking, Code};
use whowins_core::Command;

use super::Lower;
use super::scope::Domain;
use crate::read::MOST_TAKEN;
use crate::tree::{Amount, Left, Move, PartKind, Set, StepKind};

impl<'a> Lower<'a> {
    /// Whether the position is heaps, and the digits of their code, if there is one.
    pub(super) fn heaps(&self) -> Option<Option<&'a [u8]>> {
        let text = self.text;
        text.parts.iter().find_map(|part| match &part.kind {
            PartKind::Heaps(code) => Some(code.as_deref()),
            _ => None,
        })
    }

    /// All moves of heaps: what may be done to one of them.
    pub(super) fn heap_moves(&mut self, code: Option<&[u8]>) -> Option<Command> {
        let text = self.text;
        let all = Breaking::of_digits(code.map(<[u8]>::to_vec).unwrap_or_default());
        let mut codes = [all.clone(), all];
        for one in &text.moves {
            if code.is_some() {
                let help = "drop this line, or write `position heaps` in place of the code and say all moves in words";
                self.note(one.span.clone(), "the code says all the moves", help);
                continue;
            }
            let player = one.player.as_ref().map(|player| self.player(player));
            let Some(more) = self.heap_move(one) else {
                continue;
            };
            for (at, code) in codes.iter_mut().enumerate() {
                if player.is_none_or(|only| only == Some(at)) {
                    *code = code.or(&more);
                }
            }
        }
        self.all_looked_at();
        let each = heap_command(&codes, &mut self.consts);
        Some(Command::Seq(vec![each, Command::pass_turn()]))
    }

    fn heap_move(&mut self, one: &'a Move) -> Option<Breaking> {
        let alone = match one.steps.as_slice() {
            [step] if !one.is_else => Some(&step.kind),
            _ => None,
        };
        match alone {
            Some(StepKind::Take(amounts, left)) => self.taking(amounts, left),
            Some(StepKind::Split(left)) => Some(splitting(left)),
            _ => {
                let help = "write: move take 1 or 2, leaving at most two heaps; or: move split into two heaps";
                let message = "a move of heaps takes from one of them or splits it";
                self.error(one.span.clone(), message, help)
            }
        }
    }

    fn taking(&mut self, amounts: &'a [Amount], left: &[Left]) -> Option<Breaking> {
        let mut takes = Code::default();
        for amount in amounts {
            match amount {
                Amount::Between(low, high, _) => add(&mut takes, *low, *high),
                Amount::In(set) => {
                    for member in self.amounts(set)? {
                        add(&mut takes, member, Some(member));
                    }
                }
            }
        }
        // As in a game of taking alone: what is left is one heap, if anything is.
        let (any, unequal) = match left {
            [] => (3, 0),
            left => masks(left),
        };
        let with = |mask: u8| Code {
            digits: takes.digits.iter().map(|taken| taken * mask).collect(),
            beyond: takes.beyond * mask,
        };
        Some(Breaking::new(with(any), with(unequal)))
    }

    /// The members of a set, as numbers of tokens.
    fn amounts(&mut self, set: &'a Set) -> Option<Vec<u64>> {
        let domain = self.domain_of(set)?;
        let members: Vec<i64> = match &domain {
            Domain::Listed(values) => values.clone(),
            Domain::From(least, size) => {
                let size = super::scope::known(size).unwrap_or(0);
                (*least..least + size).collect()
            }
            _ => {
                let help = "write: move take a number in {1, 2}";
                return self.error(set.span.clone(), "a set of numbers is meant", help);
            }
        };
        let fits = |member: &i64| (1..=MOST_TAKEN as i64).contains(member);
        match members.iter().find(|member| !fits(member)) {
            None => Some(
                members
                    .into_iter()
                    .filter_map(|one| u64::try_from(one).ok())
                    .collect(),
            ),
            Some(member) if *member < 1 => {
                let help = format!(
                    "leave {member} out of the set; a move that takes nothing is written: move split into two heaps"
                );
                self.error(
                    set.span.clone(),
                    format!("with {member} nothing is taken"),
                    help,
                )
            }
            Some(member) => {
                let help =
                    format!("take up to {MOST_TAKEN}; beyond, write `any number` or `5 or more`");
                self.error(
                    set.span.clone(),
                    format!("{member} tokens are too many"),
                    help,
                )
            }
        }
    }
}

fn splitting(left: &[Left]) -> Breaking {
    let (any, unequal) = masks(left);
    let with = |mask: u8| Code {
        digits: vec![mask],
        beyond: 0,
    };
    Breaking::new(with(any), with(unequal))
}

/// The numbers of heaps that stay, as bits: of any sizes, and unequal.
fn masks(left: &[Left]) -> (u8, u8) {
    let of = |unequal: bool| {
        let alike = left.iter().filter(|one| one.unequal == unequal);
        alike.fold(0, |all, one| all | one.counts)
    };
    (of(false), of(true))
}

/// Adds the numbers from `low` to `high` that can be taken: digit 1 for each of them.
fn add(takes: &mut Code, low: u64, high: Option<u64>) {
    let last = high.unwrap_or(low) as usize; // at most MOST_TAKEN
    let length = takes.digits.len().max(last + 1);
    takes.digits.resize(length, takes.beyond);
    let end = if high.is_some() { last + 1 } else { length };
    takes.digits[low as usize..end].fill(1);
    takes.beyond |= u8::from(high.is_none());
}
