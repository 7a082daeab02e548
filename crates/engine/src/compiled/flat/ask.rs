//! Questions about cells, and what their answers teach.

use whowins_analysis::Interval;
use whowins_core::Op;

use super::super::Declined;
use super::super::code::Range;
use super::all;
use super::known::{Domain, Now, Value};
use super::maker::Maker;
use super::step::{Place, Step};
use super::word::Word;

/// A question about one cell: its offsets for which the answer is yes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asked {
    /// These, of 128.
    Set(u128),
    /// This one.
    One(u64),
    /// All below.
    Below(u64),
}

impl<W: Word> Maker<'_, W> {
    /// Fails if the value is outside the range. Returns whether it can be inside: if not, no code
    /// follows.
    pub(super) fn within(
        &mut self,
        value: Value,
        range: Range,
        now: &mut Now,
        next: Place,
    ) -> Result<bool, Declined> {
        let whole = Interval::new(range.least.into(), range.most.into());
        let interval = self.interval(value, now);
        if whole.holds(interval) {
            return Ok(true);
        }
        if interval.most < whole.least || interval.least > whole.most && !range.is_open {
            self.emit(Step::Jump { to: next })?;
            return Ok(false);
        }
        if let Value::Cell { cell, plus } = value
            && (!range.is_open || interval.most <= whole.most)
        {
            let base = i128::from(plus) + i128::from(self.least(cell));
            let least = (i128::from(range.least) - base).max(0) as u64;
            let past = (i128::from(range.most) - base + 1).max(0) as u64;
            if least > 0 {
                self.ask(cell, Asked::Below(least), now, next, true)?;
            }
            if now.domains[cell].most() >= past {
                self.ask(cell, Asked::Below(past), now, next, false)?;
            }
            return Ok(true);
        }
        let top = self.top;
        let value = self.register_of(value)?;
        let range = self.range(range);
        self.emit(Step::Within {
            value,
            range,
            to: next,
        })?;
        self.top = top;
        Ok(true)
    }

    /// Jumps where the answer is so; what it always is, if that is known. Else what is known
    /// afterwards is what the other answer teaches.
    pub(super) fn ask(
        &mut self,
        cell: usize,
        asked: Asked,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let field = self.cells[cell].field.ok_or(Declined)?;
        let domain = now.domains[cell];
        if let Domain::Set(all) = domain {
            let yes = all
                & match asked {
                    Asked::Set(set) => set,
                    Asked::One(one) => u32::try_from(one)
                        .ok()
                        .and_then(|one| 1u128.checked_shl(one))
                        .unwrap_or(0),
                    Asked::Below(end) => match end {
                        0..128 => (1 << end) - 1,
                        _ => u128::MAX,
                    },
                };
            let no = all & !yes;
            if yes == 0 || no == 0 {
                return self.decided(no == 0, now, to, when).map(Some);
            }
            let (stays, goes) = if when { (no, yes) } else { (yes, no) };
            now.domains[cell] = Domain::Set(goes);
            self.jumps(to, &now.domains);
            now.domains[cell] = Domain::Set(stays);
            let word = |(mask, want): (u64, u64)| {
                (
                    W::of(mask as i64, field.shift),
                    W::of(want as i64, field.shift),
                )
            };
            let step = if let Some((mask, want)) = pattern(stays, all).map(word) {
                Step::Is { mask, want, to }
            } else if let Some((mask, want)) = pattern(goes, all).map(word) {
                Step::Not { mask, want, to }
            } else {
                let (least, most) = (Domain::Set(stays).least(), Domain::Set(stays).most());
                let between = all & (u128::MAX >> (127 - most)) & !((1 << least) - 1);
                match between == stays {
                    true => Step::Between {
                        field,
                        least,
                        most,
                        to,
                    },
                    false => Step::In {
                        field,
                        set: self.set_of(stays),
                        to,
                    },
                }
            };
            self.emit(step)?;
            return Ok(None);
        }
        let (least, most) = (domain.least(), domain.most());
        // The answer is yes from the first to the second.
        let (yes_from, yes_to) = match asked {
            Asked::One(one) => (one, one),
            Asked::Below(0) => return self.decided(false, now, to, when).map(Some),
            Asked::Below(end) => (0, end - 1),
            Asked::Set(_) => return Err(Declined),
        };
        if yes_from > most || yes_to < least {
            return self.decided(false, now, to, when).map(Some);
        }
        if yes_from <= least && yes_to >= most {
            return self.decided(true, now, to, when).map(Some);
        }
        let yes = Domain::Range(yes_from.max(least), yes_to.min(most));
        let no = match () {
            () if yes_from <= least => Domain::Range(yes_to + 1, most),
            () if yes_to >= most => Domain::Range(least, yes_from - 1),
            () => domain,
        };
        let (stays, goes) = if when { (no, yes) } else { (yes, no) };
        now.domains[cell] = goes;
        self.jumps(to, &now.domains);
        now.domains[cell] = stays;
        let whole = W::of(all(field), field.shift);
        let step = match (asked, when) {
            (Asked::One(one), false) => Step::Is {
                mask: whole,
                want: W::of(one as i64, field.shift),
                to,
            },
            (Asked::One(one), true) => Step::Not {
                mask: whole,
                want: W::of(one as i64, field.shift),
                to,
            },
            _ => Step::Between {
                field,
                least: stays.least(),
                most: stays.most(),
                to,
            },
        };
        self.emit(step)?;
        Ok(None)
    }

    /// What is always so.
    pub(super) fn decided(
        &mut self,
        holds: bool,
        now: &Now,
        to: Place,
        when: bool,
    ) -> Result<bool, Declined> {
        if holds == when {
            self.jumps(to, &now.domains);
            self.emit(Step::Jump { to })?;
        }
        Ok(holds)
    }

    /// Jumps where a comparison holds, or where it does not; what it always is, if that is known.
    pub(super) fn compare(
        &mut self,
        op: Op,
        x: Value,
        y: Value,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let known = self.number(x, now).zip(self.number(y, now));
        let known = known.and_then(|(x, y)| op.word(x, y)).map(i128::from);
        let all = Interval::of(op, self.interval(x, now), self.interval(y, now));
        if let Some(holds) = known.or_else(|| all.single()) {
            return self.decided(holds != 0, now, to, when).map(Some);
        }
        if let (Value::Cell { cell: a, plus: p }, Value::Cell { cell: b, plus: q }) = (x, y)
            && a == b
        {
            let holds = match op {
                Op::Eq => p == q,
                Op::Lt => p < q,
                _ => p <= q,
            };
            return self.decided(holds, now, to, when).map(Some);
        }
        match (x, self.number(x, now), y, self.number(y, now)) {
            (Value::Cell { cell, plus }, None, _, Some(number)) => {
                return self.compare_cell(op, (cell, plus), number, now, to, when);
            }
            (_, Some(number), Value::Cell { cell, plus }, None) => {
                let (op, number, when) = match op {
                    Op::Eq => (Op::Eq, number, when),
                    // "number < cell" is "not cell <= number".
                    Op::Lt => (Op::Le, number, !when),
                    _ => (Op::Lt, number, !when),
                };
                let flipped = op != Op::Eq;
                let decided = self.compare_cell(op, (cell, plus), number, now, to, when)?;
                return Ok(decided.map(|holds| holds != flipped));
            }
            _ => {}
        }
        let top = self.top;
        let (x, y) = (self.register_of(x)?, self.register_of(y)?);
        self.top = top;
        self.jumps(to, &now.domains);
        self.emit(match (op, when) {
            (Op::Eq, true) => Step::IfEq { x, y, to },
            (Op::Lt, true) => Step::IfLt { x, y, to },
            (_, true) => Step::IfLe { x, y, to },
            (Op::Eq, false) => Step::UnlessEq { x, y, to },
            (Op::Lt, false) => Step::UnlessLt { x, y, to },
            (_, false) => Step::UnlessLe { x, y, to },
        })?;
        Ok(None)
    }

    pub(super) fn compare_cell(
        &mut self,
        op: Op,
        (cell, plus): (usize, i64),
        number: i64,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let offset = i128::from(number) - i128::from(plus) - i128::from(self.least(cell));
        let end = |offset: i128| Asked::Below(u64::try_from(offset.max(0)).unwrap_or(u64::MAX));
        let asked = match op {
            Op::Eq => match u64::try_from(offset) {
                Ok(offset) => Asked::One(offset),
                Err(_) => return self.decided(false, now, to, when).map(Some),
            },
            Op::Lt => end(offset),
            _ => end(offset + 1),
        };
        self.ask(cell, asked, now, to, when)
    }

    /// Jumps where a value is not 0, or where it is.
    pub(super) fn compare_flag(
        &mut self,
        value: Value,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let decided = self.compare(Op::Eq, value, Value::Known(0), now, to, !when)?;
        Ok(decided.map(|is_zero| !is_zero))
    }

    /// 1 where a comparison of a cell with a number holds, else 0, in one step.
    pub(super) fn bit(
        &mut self,
        op: Op,
        x: Value,
        y: Value,
        now: &Now,
    ) -> Result<Option<Value>, Declined> {
        let (Value::Cell { cell, plus }, Some(number)) = (x, self.number(y, now)) else {
            return Ok(None);
        };
        let Domain::Set(domain) = now.domains[cell] else {
            return Ok(None);
        };
        let base = i128::from(plus) + i128::from(self.least(cell));
        let number = i128::from(number);
        let holds = |offset: &u32| {
            let value = base + i128::from(*offset);
            match op {
                Op::Eq => value == number,
                Op::Lt => value < number,
                _ => value <= number,
            }
        };
        let offsets = (0..128).filter(|offset| domain >> offset & 1 == 1);
        let set = offsets.filter(holds).fold(0, |set, one| set | 1u128 << one);
        let set = self.set_of(set);
        let (to, field) = (self.register(), self.cells[cell].field.ok_or(Declined)?);
        self.emit(Step::Bit { to, field, set })?;
        Ok(Some(Value::Reg {
            reg: to,
            interval: Interval::FLAG,
        }))
    }

    /// Asks for a set of offsets of a small cell.
    pub(super) fn ask_set(
        &mut self,
        cell: usize,
        set: u128,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        self.ask(cell, Asked::Set(set), now, to, when)
    }
}

/// Bits and what they are in all offsets of a set, and in no other of the domain.
fn pattern(set: u128, domain: u128) -> Option<(u64, u64)> {
    let members = |set: u128| (0..128).filter(move |one: &u64| set >> one & 1 == 1);
    let most = u64::from(127 - domain.leading_zeros());
    let bits = u64::MAX >> most.max(1).leading_zeros();
    let first = u64::from(set.trailing_zeros());
    let mask = members(set).fold(bits, |mask, one| mask & !(one ^ first));
    let want = first & mask;
    let alone = members(domain & !set).all(|one| one & mask != want);
    alone.then_some((mask, want))
}
