//! What a guarded command does to each variable, whatever its form: whether it can raise it,
//! whether it must lower it, and how far its new value can reach.
//!
//! Displacements that no cone describes, such as `last := k`, `a := min(a, k)` or `n := n / 2`, are
//! looked at as expressions: an upper bound relative to the old value, and intervals (Cousot and
//! Cousot 1977) with a few rounds, then widening and narrowing.

use crate::expression::{Cond, Expr, Op, Relation};
use crate::numbers::{Choices, NumberMove, Numbers};
use crate::position::LARGEST;
use crate::range::{FAR, Interval, narrow};

/// Depth of the expressions and choices that are followed.
const DEPTH: usize = 24;

/// The effects of one command.
pub(super) struct Effect<'a> {
    command: &'a NumberMove,
    variables: usize,
    /// Where the slots are when the move is possible.
    slots: Vec<Interval>,
}

impl<'a> Effect<'a> {
    /// Of a command that is played where the variables are in these ranges.
    pub fn of(numbers: &'a Numbers, command: &'a NumberMove, within: &[Interval]) -> Self {
        let variables = numbers.variables.len();
        let mut slots = within.to_vec();
        slots.resize(variables + command.binders.len(), Interval::ALL);
        // Once for what is written, once more for what the later choices and guards told of the
        // earlier ones.
        for _ in 0..2 {
            for (at, binder) in command.binders.iter().enumerate() {
                let range = match &binder.choices {
                    Choices::Of(members) => {
                        let members = members.iter().map(|member| i128::from(*member));
                        Interval::new(
                            members.clone().min().unwrap_or(1),
                            members.max().unwrap_or(0),
                        )
                    }
                    Choices::Between(least, most) => Interval::new(
                        Interval::of(least, &slots).least,
                        most.as_ref()
                            .map_or(FAR, |most| Interval::of(most, &slots).most),
                    ),
                };
                let own = &mut slots[variables + at];
                *own = Interval {
                    least: own.least.max(range.least),
                    most: own.most.min(range.most),
                };
                let largest = kept_in_range(numbers, command, variables + at, &slots);
                let own = &mut slots[variables + at];
                own.most = own.most.min(largest);
            }
            narrow(&mut slots, &command.guard);
        }
        Self {
            command,
            variables,
            slots,
        }
    }

    /// Whether the move is possible nowhere.
    pub fn is_never(&self) -> bool {
        self.slots.iter().any(|slot| slot.is_empty())
    }

    fn update(&self, variable: usize) -> Option<&'a Expr> {
        let mut updates = self.command.updates.iter();
        updates.find_map(|(changed, new)| (*changed == variable).then_some(new))
    }

    /// The largest value of a variable after the move.
    pub fn most(&self, variable: usize) -> i128 {
        match self.update(variable) {
            Some(new) => Interval::of(new, &self.slots).most,
            None => self.slots[variable].most,
        }
    }

    /// A number that the variable grows by at most: 0 where it never rises, below 0 where it always
    /// falls; `None` where none is seen.
    pub fn rise(&self, variable: usize) -> Option<i128> {
        match self.update(variable) {
            Some(new) => self.above(new, variable, DEPTH),
            None => Some(0),
        }
    }

    /// The least d that is seen with `expr <= variable + d`.
    fn above(&self, expr: &Expr, variable: usize, depth: usize) -> Option<i128> {
        let depth = depth.checked_sub(1)?;
        let most = Interval::of(expr, &self.slots).most;
        let own = self.slots[variable].least;
        let by_ranges = (most < FAR && own > -FAR).then(|| most - own);
        let by_form = match expr {
            Expr::Const(_) | Expr::Bit(..) => None,
            Expr::Slot(slot) if *slot == variable => Some(0),
            Expr::Slot(slot) => self.above_slot(*slot, variable, depth),
            Expr::Binary(operation, a, b) => {
                let ranges = [a, b].map(|side| Interval::of(side, &self.slots));
                let plus = |d: Option<i128>, most: i128| (most < FAR).then_some(d? + most);
                let side = |side: &Expr| self.above(side, variable, depth);
                match operation {
                    Op::Add => least(plus(side(a), ranges[1].most), plus(side(b), ranges[0].most)),
                    Op::Sub => plus(side(a), -ranges[1].least),
                    Op::Min => least(side(a), side(b)),
                    Op::Max => side(a).zip(side(b)).map(|(a, b)| a.max(b)),
                    // A quotient of what is not negative is no larger, and smaller by one at least
                    // where there is something to halve.
                    Op::Div if ranges[0].least >= 1 && ranges[1].least >= 2 => Some(side(a)? - 1),
                    Op::Div | Op::Mod if ranges[0].least >= 0 => side(a),
                    _ => None,
                }
            }
        };
        least(by_ranges, by_form)
    }

    /// The same for a slot that is another variable or a number chosen, by what bounds it.
    fn above_slot(&self, slot: usize, variable: usize, depth: usize) -> Option<i128> {
        let mut found = None;
        if let Some(at) = slot.checked_sub(self.variables)
            && let Choices::Between(_, Some(most)) = &self.command.binders[at].choices
        {
            found = self.above(most, variable, depth);
        }
        self.above_by(&self.command.guard, slot, variable, depth, found)
    }

    fn above_by(
        &self,
        guard: &Cond,
        slot: usize,
        variable: usize,
        depth: usize,
        found: Option<i128>,
    ) -> Option<i128> {
        match guard {
            Cond::And(all) => all.iter().fold(found, |found, one| {
                self.above_by(one, slot, variable, depth, found)
            }),
            Cond::Compare(relation, a, b) => {
                let mut found = found;
                for (relation, side, other) in [(*relation, a, b), (relation.mirrored(), b, a)] {
                    let less = match relation {
                        Relation::Less => 1,
                        Relation::AtMost | Relation::Equal => 0,
                        _ => continue,
                    };
                    if *side == Expr::Slot(slot) {
                        let bound = self.above(other, variable, depth).map(|d| d - less);
                        found = least(found, bound);
                    }
                }
                found
            }
            _ => found,
        }
    }
}

fn least(one: Option<i128>, other: Option<i128>) -> Option<i128> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// The largest value of a binder's slot with which no variable is taken out of its range.
fn kept_in_range(numbers: &Numbers, command: &NumberMove, slot: usize, slots: &[Interval]) -> i128 {
    let bound = |(variable, update): &(usize, Expr)| {
        let form = update.affine(slots.len())?;
        let own = i128::from(form.coefficients[slot]);
        let range = &numbers.variables[*variable];
        // own * binder >= least - rest, or <= most - rest.
        let rest = |upper: bool| {
            let mut sum = i128::from(form.constant);
            for (at, coefficient) in form.coefficients.iter().enumerate() {
                let coefficient = i128::from(*coefficient);
                if at == slot || coefficient == 0 {
                    continue;
                }
                let end = match (coefficient > 0) == upper {
                    true => slots[at].most,
                    false => slots[at].least,
                };
                if end.abs() >= FAR {
                    return None;
                }
                sum = sum.checked_add(coefficient.checked_mul(end)?)?;
            }
            Some(sum)
        };
        match own {
            0 => None,
            ..0 => Some((rest(true)? - i128::from(range.least)).div_euclid(-own)),
            1.. => Some((i128::from(range.most?) - rest(false)?).div_euclid(own)),
        }
    };
    command
        .updates
        .iter()
        .filter_map(bound)
        .fold(FAR, i128::min)
}

/// The ranges that the rules give the variables.
pub(super) fn ranges(numbers: &Numbers) -> Vec<Interval> {
    let range = |variable: &crate::numbers::Variable| {
        Interval::new(
            i128::from(variable.least),
            variable.most.map_or(FAR, i128::from),
        )
    };
    numbers.variables.iter().map(range).collect()
}

/// Rounds before what still grows is taken to grow for ever, and rounds that then look for what
/// ends it.
const ROUNDS: [usize; 2] = [12, 4];

/// For each variable the largest value in play from `state`, where one is seen; `caps` are bounds
/// known before.
pub(super) fn reach(numbers: &Numbers, state: &[i64], caps: &[Option<i64>]) -> Vec<Option<i64>> {
    let whole = ranges(numbers);
    let cap = |at: usize| {
        caps[at]
            .map_or(whole[at].most, i128::from)
            .min(whole[at].most)
    };
    let least: Vec<i128> = whole.iter().map(|range| range.least).collect();
    let never: Vec<bool> = (0..whole.len())
        .map(|at| never_raised(numbers, at))
        .collect();
    let first: Vec<i128> = state.iter().map(|value| i128::from(*value)).collect();
    let step = |high: &[i128]| {
        let within: Vec<Interval> = least
            .iter()
            .zip(high)
            .map(|(least, high)| Interval::new(*least, *high))
            .collect();
        let mut next = first.clone();
        for command in &numbers.moves {
            let effect = Effect::of(numbers, command, &within);
            if effect.is_never() {
                continue;
            }
            for (at, next) in next.iter_mut().enumerate().filter(|(at, _)| !never[*at]) {
                *next = (*next).max(effect.most(at).min(cap(at)));
            }
        }
        next
    };
    let mut high = first.clone();
    for _ in 0..ROUNDS[0] {
        let next = step(&high);
        if next == high {
            break;
        }
        high = next;
    }
    let next = step(&high);
    if next != high {
        for (at, (high, next)) in high.iter_mut().zip(&next).enumerate() {
            if next > high {
                *high = cap(at);
            }
        }
        // What grows may make others grow: all at once, so that what follows only narrows.
        while high
            .iter()
            .zip(step(&high))
            .any(|(high, next)| next > *high)
        {
            let next = step(&high);
            for (at, (high, next)) in high.iter_mut().zip(next).enumerate() {
                if next > *high {
                    *high = cap(at);
                }
            }
        }
        for _ in 0..ROUNDS[1] {
            high = step(&high);
        }
    }
    high.iter()
        .map(|high| i64::try_from(*high).ok().filter(|high| *high <= LARGEST))
        .collect()
}

/// How many choices all moves together have at a position of the box up to `high`, roughly: where
/// the position bounds a choice, half of what the box allows.
pub fn choices(numbers: &Numbers, high: &[i64]) -> u64 {
    let ranges = numbers.variables.iter().zip(high);
    let within: Vec<Interval> = ranges
        .map(|(variable, high)| Interval::new(i128::from(variable.least), i128::from(*high)))
        .collect();
    let of = |command: &NumberMove| {
        let effect = Effect::of(numbers, command, &within);
        let slots = &effect.slots[effect.variables..];
        let each = slots.iter().zip(&command.binders).map(|(slot, binder)| {
            let all = (slot.most - slot.least + 1).clamp(0, i128::from(u64::MAX)) as u64;
            match &binder.choices {
                Choices::Of(members) => members.len() as u64,
                Choices::Between(Expr::Const(_), Some(Expr::Const(_))) => all,
                Choices::Between(..) => all.div_ceil(2),
            }
        });
        each.fold(1, u64::saturating_mul)
    };
    numbers.moves.iter().map(of).fold(0, u64::saturating_add)
}

/// Whether no move raises a variable.
pub(super) fn never_raised(numbers: &Numbers, variable: usize) -> bool {
    let whole = ranges(numbers);
    numbers.moves.iter().all(|command| {
        let effect = Effect::of(numbers, command, &whole);
        effect.is_never() || effect.rise(variable).is_some_and(|rise| rise <= 0)
    })
}
