//! Guarded commands over variables, compiled.
//!
//! States and chosen numbers are machine words, all else is exact. A move with a choice or a result
//! that no word holds cannot be handed out: then [`NumbersFrame::options`] breaks off, and
//! [`NumbersFrame::left_words`] says so from then on.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use dashu_int::IBig;
use dashu_int::ops::DivEuclid;

use super::{Emit, Play};
use crate::budget::Budget;
use crate::expression::{Affine, Cond, CondFn, Expr, Number, Op, Word};
use crate::game::{By, Player};
use crate::numbers::{Choices, NumberMove, Numbers, Variable};
use crate::position::LARGEST;
use crate::range::{FAR, Interval};

/// The compiled moves and the ranges of the variables.
pub struct NumbersFrame {
    moves: Vec<CompiledMove>,
    ranges: Vec<Range>,
    left_words: AtomicBool,
    pub(super) budget: Budget,
}

struct Range {
    least: i64,
    /// The largest value, or that of a word where the rules give none.
    most: i64,
    /// Whether the rules give none.
    open: bool,
}

struct CompiledMove {
    /// What trying one choice of all its numbers costs, roughly.
    cost: u64,
    by: By,
    binders: Vec<CompiledChoices>,
    guard: Option<CondFn>,
    updates: Vec<(usize, Number)>,
}

pub(super) enum CompiledChoices {
    Of(Vec<i64>),
    Between(Number, Option<Number>, Vec<Bound>),
}

/// A variable's range seen as a bound on an open binder: `form(slots) + coefficient · binder` must
/// not pass the range's end.
pub(crate) struct Bound {
    pub(crate) form: Affine,
    pub(crate) coefficient: i64,
    pub(crate) limit: i64,
}

impl Bound {
    /// The largest value of the binder that the variable's range leaves.
    fn largest(&self, slots: &[i64]) -> Word {
        let terms = || self.form.coefficients.iter().zip(slots);
        let quick = || {
            let mut rest = self.form.constant;
            for (coefficient, slot) in terms() {
                rest = rest.checked_add(coefficient.checked_mul(*slot)?)?;
            }
            Some(if self.coefficient < 0 {
                rest.checked_sub(self.limit)?.div_euclid(-self.coefficient)
            } else {
                self.limit.checked_sub(rest)?.div_euclid(self.coefficient)
            })
        };
        let exact = || {
            let products = terms().map(|(c, slot)| IBig::from(*c) * IBig::from(*slot));
            let rest = products.fold(IBig::from(self.form.constant), |sum, one| sum + one);
            let room = (IBig::from(self.limit) - rest) * IBig::from(self.coefficient.signum());
            room.div_euclid(IBig::from(self.coefficient.abs()))
        };
        quick().map_or_else(|| Word::from(&exact()), Word::Is)
    }

    /// At least [`Bound::largest`] over all slots in these intervals; `None` where none is seen.
    fn most(&self, slots: &[Interval]) -> Option<i128> {
        let sign = i128::from(self.coefficient.signum());
        // room = sign · (limit - form)
        let mut room = sign * (i128::from(self.limit) - i128::from(self.form.constant));
        for (coefficient, slot) in self.form.coefficients.iter().zip(slots) {
            let factor = -sign * i128::from(*coefficient);
            let end = match factor.signum() {
                0 => continue,
                1 => slot.most,
                _ => slot.least,
            };
            if end.abs() >= FAR {
                return None;
            }
            room = room.checked_add(factor.checked_mul(end)?)?;
        }
        Some(room.div_euclid(i128::from(self.coefficient.abs())))
    }
}

/// The least and the largest value of a choice; none where the least is larger.
#[inline]
pub(super) fn range(
    least: &Number,
    most: Option<&Number>,
    bounds: &[Bound],
    slots: &[i64],
) -> (Word, Word) {
    let written = most.map_or(Word::Above, |most| most.value(slots));
    let bounds = bounds.iter().map(|bound| bound.largest(slots));
    (least.value(slots), bounds.fold(written, Word::min))
}

impl CompiledChoices {
    pub(super) fn new(numbers: &Numbers, command: &NumberMove, binder: usize) -> Self {
        match &command.binders[binder].choices {
            Choices::Of(members) => Self::Of(members.clone()),
            Choices::Between(least, most) => Self::Between(
                least.compile(),
                most.as_ref().map(|most| most.compile()),
                bounds(numbers, command, binder),
            ),
        }
    }

    /// An interval that holds all that can be chosen over slots in these intervals.
    pub(super) fn interval(&self, slots: &[Interval]) -> Interval {
        match self {
            Self::Of(members) => {
                let members = || members.iter().copied().map(i128::from);
                Interval::new(members().min().unwrap_or(0), members().max().unwrap_or(0))
            }
            Self::Between(least, most, bounds) => {
                let of = |number: &Number| Interval::of(number.expression(), slots);
                let written = most.iter().map(|most| of(most).most);
                let bounds = bounds.iter().filter_map(|bound| bound.most(slots));
                Interval::new(of(least).least, written.chain(bounds).fold(FAR, i128::min))
            }
        }
    }
}

/// The bounds that the variables' ranges put on binder `binder` of a move; empty where nothing
/// stops it.
///
/// Only updates that are linear, and in which later binders can but tighten the bound, are used.
pub(crate) fn bounds(numbers: &Numbers, command: &NumberMove, binder: usize) -> Vec<Bound> {
    let variables = numbers.variables.len();
    let slots = variables + command.binders.len();
    let slot = variables + binder;
    command
        .updates
        .iter()
        .filter_map(|(variable, update)| {
            let mut form = update.affine(slots)?;
            let coefficient = std::mem::take(&mut form.coefficients[slot]);
            let range: &Variable = &numbers.variables[*variable];
            let limit = match coefficient {
                0 => return None,
                c if c < 0 => range.least,
                _ => range.most?,
            };
            for later in binder + 1..command.binders.len() {
                let other = std::mem::take(&mut form.coefficients[variables + later]);
                let tightens = other == 0
                    || (other < 0) == (coefficient < 0)
                        && least_choice(&command.binders[later].choices) >= Some(0);
                if !tightens {
                    return None;
                }
            }
            Some(Bound {
                form,
                coefficient,
                limit,
            })
        })
        .collect()
}

/// Whether a largest choice of a binder says no more than the ranges of the variables do: it is the
/// least of linear forms, each of which is as large as some bound that the ranges put on the
/// binder. So `k in 1..x` is `k >= 1` where x falls by k.
pub(crate) fn is_implied(
    numbers: &Numbers,
    command: &NumberMove,
    binder: usize,
    most: &Expr,
) -> bool {
    if let Expr::Binary(Op::Min, a, b) = most {
        return [a, b]
            .into_iter()
            .all(|side| is_implied(numbers, command, binder, side));
    }
    let slots = numbers.variables.len() + command.binders.len();
    let Some(most) = most.affine(slots) else {
        return false;
    };
    bounds(numbers, command, binder).iter().any(|bound| {
        // The choice is at most form - limit, or limit - form.
        let sign = match bound.coefficient {
            -1 => 1,
            1 => -1,
            _ => return false,
        };
        let coefficients = most.coefficients.iter().zip(&bound.form.coefficients);
        let more = i128::from(sign) * (i128::from(bound.form.constant) - i128::from(bound.limit));
        coefficients
            .into_iter()
            .all(|(a, b)| i128::from(*a) == i128::from(sign) * i128::from(*b))
            && i128::from(most.constant) >= more
    })
}

/// The least value of a binder, where it is known without the position.
fn least_choice(choices: &Choices) -> Option<i64> {
    match choices {
        Choices::Of(members) => members.iter().min().copied(),
        Choices::Between(least, _) => match least {
            crate::expression::Expr::Const(value) => Some(*value),
            _ => None,
        },
    }
}

/// Whether the ranges of the variables bound a binder that has no upper bound of its own.
pub fn is_bounded(numbers: &Numbers, command: &NumberMove, binder: usize) -> bool {
    match &command.binders[binder].choices {
        Choices::Between(_, None) => !bounds(numbers, command, binder).is_empty(),
        _ => true,
    }
}

impl NumbersFrame {
    pub(super) fn new(numbers: &Numbers) -> Self {
        let moves = numbers
            .moves
            .iter()
            .map(|command| CompiledMove {
                // Guards have no more terms than letters.
                cost: 1 + command.text.len() as u64 / 16,
                by: command.by,
                binders: (0..command.binders.len())
                    .map(|at| CompiledChoices::new(numbers, command, at))
                    .collect(),
                guard: (command.guard != Cond::Const(true)).then(|| command.guard.compile(1, 1)),
                updates: command
                    .updates
                    .iter()
                    .map(|(variable, value)| (*variable, value.compile()))
                    .collect(),
            })
            .collect();
        Self {
            moves,
            ranges: numbers
                .variables
                .iter()
                .map(|variable| Range {
                    least: variable.least,
                    most: variable.most.unwrap_or(LARGEST),
                    open: variable.most.is_none(),
                })
                .collect(),
            left_words: AtomicBool::new(false),
            budget: Budget::OPEN,
        }
    }

    /// Whether a move was met, by any walk so far, that machine words do not hold; then what was
    /// worked out from this frame may not be used.
    pub fn left_words(&self) -> bool {
        self.left_words.load(Ordering::Relaxed)
    }

    /// Whether machine words hold all that is chosen in states from the variables' least values up
    /// to `high`; false also where that is not seen. `O(moves)`.
    pub fn chooses_words(&self, high: &[i64]) -> bool {
        let lows = self.ranges.iter().map(|range| i128::from(range.least));
        let highs = high.iter().map(|high| i128::from(*high));
        let variables: Vec<Interval> = lows
            .zip(highs)
            .map(|(low, high)| Interval::new(low, high))
            .collect();
        self.moves.iter().all(|command| {
            let mut slots = variables.clone();
            command.binders.iter().all(|choices| {
                let chosen = choices.interval(&slots);
                slots.push(chosen);
                let word = i128::from(LARGEST);
                -word <= chosen.least && chosen.most <= word
            })
        })
    }

    /// At least as many combinations of choices as the moves of both players try from a state;
    /// counting ends at `enough`.
    pub fn combinations(&self, state: &[i64], enough: u64) -> u64 {
        let mut tried = 0;
        for command in &self.moves {
            let mut slots = state.to_vec();
            slots.resize(state.len() + command.binders.len(), 0);
            self.count(command, 0, &mut slots, enough, &mut tried);
        }
        tried
    }

    fn count(
        &self,
        command: &CompiledMove,
        binder: usize,
        slots: &mut [i64],
        enough: u64,
        tried: &mut u64,
    ) {
        let at = self.ranges.len() + binder;
        let Some(choices) = command.binders.get(binder) else {
            *tried += 1;
            return;
        };
        if *tried >= enough {
            return;
        }
        let innermost = binder + 1 == command.binders.len();
        match choices {
            CompiledChoices::Of(members) if innermost => *tried += members.len() as u64,
            CompiledChoices::Of(members) => {
                for member in members {
                    slots[at] = *member;
                    self.count(command, binder + 1, slots, enough, tried);
                }
            }
            CompiledChoices::Between(least, most, bounds) => {
                let (first, last) = match range(least, most.as_ref(), bounds, slots) {
                    (Word::Is(first), Word::Is(last)) => (first, last),
                    (least, largest) if least > largest => return,
                    _ => {
                        *tried = enough;
                        return;
                    }
                };
                if innermost {
                    let values = (i128::from(last) - i128::from(first) + 1).max(0);
                    *tried = tried.saturating_add(u64::try_from(values).unwrap_or(u64::MAX));
                    return;
                }
                for value in first..=last {
                    *tried += 1;
                    if *tried >= enough {
                        return;
                    }
                    slots[at] = value;
                    self.count(command, binder + 1, slots, enough, tried);
                }
            }
        }
    }

    #[cold]
    fn leaves_words(&self) -> ControlFlow<()> {
        self.left_words.store(true, Ordering::Relaxed);
        ControlFlow::Break(())
    }

    pub(super) fn options(
        &self,
        player: Player,
        state: &[i64],
        emit: &mut Emit<'_>,
    ) -> ControlFlow<()> {
        let mut next = state.to_vec();
        for (rule, command) in self.moves.iter().enumerate() {
            if command.by.allows(player) {
                let mut slots = state.to_vec();
                slots.resize(state.len() + command.binders.len(), 0);
                self.choose(command, rule, 0, &mut slots, &mut next, emit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn choose(
        &self,
        command: &CompiledMove,
        rule: usize,
        binder: usize,
        slots: &mut [i64],
        next: &mut [i64],
        emit: &mut Emit<'_>,
    ) -> ControlFlow<()> {
        let variables = self.ranges.len();
        let Some(choices) = command.binders.get(binder) else {
            return self.play(command, rule, slots, next, emit);
        };
        match choices {
            CompiledChoices::Of(members) => {
                for member in members {
                    self.budget.charge(1)?;
                    slots[variables + binder] = *member;
                    self.choose(command, rule, binder + 1, slots, next, emit)?;
                }
            }
            CompiledChoices::Between(least, most, bounds) => {
                let (least, largest) = range(least, most.as_ref(), bounds, slots);
                let (first, last) = match (least, largest) {
                    (Word::Is(first), Word::Is(last)) => (first, last),
                    (Word::Is(first), Word::Above) => (first, i64::MAX),
                    (least, largest) if least > largest => return ControlFlow::Continue(()),
                    _ => return self.leaves_words(),
                };
                for value in first..=last {
                    self.budget.charge(1)?;
                    slots[variables + binder] = value;
                    self.choose(command, rule, binder + 1, slots, next, emit)?;
                }
                if largest == Word::Above {
                    return self.leaves_words();
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(
        &self,
        command: &CompiledMove,
        rule: usize,
        slots: &[i64],
        next: &mut [i64],
        emit: &mut Emit<'_>,
    ) -> ControlFlow<()> {
        self.budget.charge(command.cost)?;
        if command.guard.as_ref().is_some_and(|guard| !guard(slots)) {
            return ControlFlow::Continue(());
        }
        let variables = self.ranges.len();
        next.copy_from_slice(&slots[..variables]);
        let mut fits = true;
        for (variable, value) in &command.updates {
            let range = &self.ranges[*variable];
            match value.value(slots) {
                Word::Is(value) if (range.least..=range.most).contains(&value) => {
                    next[*variable] = value;
                }
                Word::Is(value) if range.open && value > range.most => fits = false,
                Word::Above if range.open => fits = false,
                _ => return ControlFlow::Continue(()),
            }
        }
        if !fits {
            return self.leaves_words();
        }
        emit(Play {
            rule,
            chosen: &slots[variables..],
            to: next,
        })
    }
}
