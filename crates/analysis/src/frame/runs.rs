//! The moves on numbers in machine words, as runs of equal steps of a linear form, over a box in
//! which nothing leaves them.
//!
//! A table's index is such a form, so that a run of follow-ups costs an addition each, whatever
//! `min`, `max`, `div` and guards the move has; see [`super::line`]. Nothing is allocated while
//! moves are listed.

use std::ops::ControlFlow;

use super::line::{Line, Node, Sum, Test, near};
use super::numbers::{CompiledChoices, range};
use crate::budget::Budget;
use crate::expression::{Cond, Expr, Op, Word};
use crate::game::{By, Player};
use crate::numbers::{Choices, NumberMove, Numbers};
use crate::range::Interval;

/// The moves of a game on numbers, for states of one box.
pub struct Runs {
    moves: Vec<Command>,
}

/// A run of follow-ups: the form's value is higher by `first`, by `first + step`, … than in the
/// state, so many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// What the first adds, modulo 2^64.
    pub first: i64,
    /// From one to the next, modulo 2^64.
    pub step: i64,
    /// How many.
    pub count: u64,
}

/// A move whose choices among few numbers are written out.
struct Command {
    by: By,
    /// What a run costs, roughly.
    cost: u64,
    /// The choices, and the slots that they fill; of the last one, where it is a range, the steps
    /// are taken together.
    choices: Vec<(usize, CompiledChoices)>,
    tests: Vec<Test>,
    shift: Shift,
}

/// By how much a move raises the form.
struct Shift {
    sum: Sum,
    turning: Vec<(i64, Node)>,
}

/// Variables and chosen numbers, together.
const SLOTS: usize = 16;
/// Up to so many choices among the members of sets are written out.
const WRITTEN_OUT: usize = 64;
/// Ranges of up to so many numbers are taken as sets.
const SHORT: i64 = 6;

impl Runs {
    /// The moves over the states from the variables' least values up to `high`, for the form `Σ
    /// weight · variable`. A move that would leave the box is none; `None` where machine words are
    /// not seen to hold all that is worked out. `O(rules)`.
    pub fn new(numbers: &Numbers, high: &[i64], weights: &[i64]) -> Option<Self> {
        let mut moves = Vec::new();
        for command in &numbers.moves {
            for command in written_out(numbers, command) {
                moves.push(Command::new(numbers, &command, high, weights)?);
            }
        }
        Some(Self { moves })
    }

    /// Hands out the moves of `player` from a state of the box, not ended, until `emit` breaks off
    /// or the budget is over.
    #[inline]
    pub fn options(
        &self,
        player: Player,
        state: &[i64],
        budget: &Budget,
        emit: &mut impl FnMut(Run) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut slots = [0; SLOTS];
        slots[..state.len()].copy_from_slice(state);
        for command in &self.moves {
            if command.by.allows(player) {
                command.choose(&command.choices, &mut slots, budget, emit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The move once for each choice among the members of its sets, where these are few.
fn written_out(numbers: &Numbers, command: &NumberMove) -> Vec<NumberMove> {
    let mut all = vec![command.clone()];
    for (at, binder) in command.binders.iter().enumerate() {
        let members = match &binder.choices {
            Choices::Of(members) => members.clone(),
            Choices::Between(Expr::Const(least), Some(Expr::Const(most)))
                if most.saturating_sub(*least) < SHORT =>
            {
                (*least..=*most).collect()
            }
            Choices::Between(..) => continue,
        };
        if all.len().saturating_mul(members.len()) > WRITTEN_OUT {
            continue;
        }
        let slot = numbers.variables.len() + at;
        let each = |command: &NumberMove| -> Vec<NumberMove> {
            members
                .iter()
                .map(|member| chosen(command, at, slot, *member))
                .collect()
        };
        all = all.iter().flat_map(each).collect();
    }
    all
}

/// The move with a binder's number put in.
fn chosen(command: &NumberMove, at: usize, slot: usize, member: i64) -> NumberMove {
    let mut command = command.clone();
    for (place, binder) in command.binders.iter_mut().enumerate() {
        match &mut binder.choices {
            choices if place == at => *choices = Choices::Of(vec![member]),
            Choices::Of(_) => {}
            Choices::Between(least, most) => {
                *least = least.with(slot, member);
                *most = most.as_ref().map(|most| most.with(slot, member));
            }
        }
    }
    command.guard = command.guard.with(slot, member);
    for (_, update) in &mut command.updates {
        *update = update.with(slot, member);
    }
    command
}

impl Command {
    fn new(numbers: &Numbers, command: &NumberMove, high: &[i64], weights: &[i64]) -> Option<Self> {
        let variables = numbers.variables.len();
        if variables + command.binders.len() > SLOTS {
            return None;
        }
        let sides = numbers.variables.iter().zip(high);
        let mut slots: Vec<Interval> = sides
            .map(|(variable, high)| Interval::new(variable.least.into(), (*high).into()))
            .collect();
        let mut choices = Vec::new();
        for (at, binder) in command.binders.iter().enumerate() {
            let compiled = CompiledChoices::new(numbers, command, at);
            let Interval { least, most } = compiled.interval(&slots);
            // A move that nothing can be chosen for may have any numbers.
            let interval = Interval::new(least, most.max(least));
            if !near(interval) {
                return None;
            }
            slots.push(interval);
            if !matches!(&binder.choices, Choices::Of(members) if members.len() == 1) {
                choices.push((variables + at, compiled));
            }
        }
        let running = match choices.last() {
            Some((slot, CompiledChoices::Between(..))) => Some(*slot),
            _ => None,
        };
        let mut tests = Vec::new();
        if command.guard != Cond::Const(true) {
            tests.push(Test::of(&command.guard, &slots, running)?);
        }
        for (variable, update) in &command.updates {
            let Interval { least, most } = Interval::of(update, &slots);
            let range = slots[*variable];
            let below = |a: Expr, b: Expr| {
                let difference = Expr::binary(Op::Sub, a, b);
                let node = Node::of(&difference, &slots, running)?;
                Some(Test::Below(node, false))
            };
            if least < range.least {
                tests.push(below(update.clone(), Expr::Const(range.least as i64))?);
            }
            if most > range.most {
                tests.push(below(Expr::Const(range.most as i64), update.clone())?);
            }
        }
        Some(Self {
            by: command.by,
            cost: 1 + command.text.len() as u64 / 16,
            choices,
            tests,
            shift: Shift::new(command, weights, &slots, running)?,
        })
    }

    fn choose(
        &self,
        choices: &[(usize, CompiledChoices)],
        slots: &mut [i64; SLOTS],
        budget: &Budget,
        emit: &mut impl FnMut(Run) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(((slot, chosen), rest)) = choices.split_first() else {
            return self.run(None, slots, (0, 0), budget, emit);
        };
        match chosen {
            CompiledChoices::Of(members) => {
                for member in members {
                    slots[*slot] = *member;
                    self.choose(rest, slots, budget, emit)?;
                }
            }
            CompiledChoices::Between(least, most, bounds) => {
                let (least, most) = range(least, most.as_ref(), bounds, slots);
                let ends = (within_word(least), within_word(most));
                if rest.is_empty() {
                    return self.run(Some(*slot), slots, ends, budget, emit);
                }
                for value in ends.0..=ends.1 {
                    budget.charge(1)?;
                    slots[*slot] = value;
                    self.choose(rest, slots, budget, emit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Takes all values from the first to the last together, as far as they are one run.
    #[inline]
    fn run(
        &self,
        running: Option<usize>,
        slots: &mut [i64; SLOTS],
        (first, last): (i64, i64),
        budget: &Budget,
        emit: &mut impl FnMut(Run) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut now = first;
        'runs: while now <= last {
            budget.charge(self.cost)?;
            if let Some(slot) = running {
                slots[slot] = now;
            }
            let mut end = last;
            for test in &self.tests {
                let (holds, until) = test.holds(slots, now);
                if !holds {
                    if until >= last {
                        break 'runs;
                    }
                    now = until + 1;
                    continue 'runs;
                }
                end = end.min(until);
            }
            let shift = self.shift.line(slots, now);
            end = end.min(shift.end);
            emit(Run {
                first: shift.at,
                step: shift.slope,
                count: (end - now) as u64 + 1,
            })?;
            now = end + 1;
        }
        ControlFlow::Continue(())
    }
}

/// A word that intervals have shown to be one.
fn within_word(word: Word) -> i64 {
    match word {
        Word::Below => i64::MIN,
        Word::Is(word) => word,
        Word::Above => i64::MAX,
    }
}

impl Shift {
    fn new(
        command: &NumberMove,
        weights: &[i64],
        slots: &[Interval],
        running: Option<usize>,
    ) -> Option<Self> {
        let mut constant = 0i64;
        let mut coefficients = vec![0i64; slots.len()];
        let mut turning = Vec::new();
        for (variable, update) in &command.updates {
            let weight = weights[*variable];
            let add = |to: &mut i64, by: i64| *to = to.wrapping_add(by.wrapping_mul(weight));
            match update.affine(slots.len()) {
                Some(form) => {
                    add(&mut constant, form.constant);
                    for (to, by) in coefficients.iter_mut().zip(&form.coefficients) {
                        add(to, *by);
                    }
                }
                None => turning.push((weight, Node::of(update, slots, running)?)),
            }
            add(&mut coefficients[*variable], -1);
        }
        Some(Self {
            sum: Sum::new(constant, &coefficients, running),
            turning,
        })
    }

    #[inline]
    fn line(&self, slots: &[i64], now: i64) -> Line {
        let mut all = self.sum.line(slots);
        for (weight, node) in &self.turning {
            let line = node.line(slots, now);
            all.at = all.at.wrapping_add(line.at.wrapping_mul(*weight));
            all.slope = all.slope.wrapping_add(line.slope.wrapping_mul(*weight));
            all.end = all.end.min(line.end);
        }
        all
    }
}
