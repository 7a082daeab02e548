//! Expressions to code.

use dashu_int::IBig;
use whowins_analysis::{Interval, Setting};
use whowins_core::{Array, Expr, Op};

use super::code::{Code, Place, Slot, Table};
use super::{CONSTANT, Compiler, Declined, KEPT, Kind};

/// Where a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum At {
    Constant(i64),
    Slot(Slot),
}

/// A value that the code works out, and what it may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) at: At,
    pub(super) interval: Interval,
}

/// Loops whose rounds have so many nodes in all are written out.
const WRITTEN_OUT: usize = 600;

impl Value {
    pub(super) fn constant(number: i64) -> Self {
        Self {
            at: At::Constant(number),
            interval: Interval::new(number.into(), number.into()),
        }
    }

    pub(super) const fn slot(slot: Slot, interval: Interval) -> Self {
        Self {
            at: At::Slot(slot),
            interval,
        }
    }

    pub(super) const fn known(self) -> Option<i64> {
        match self.at {
            At::Constant(number) => Some(number),
            At::Slot(_) => None,
        }
    }
}

/// Nodes of an expression.
pub(super) fn size(expr: &Expr) -> usize {
    1 + match expr {
        Expr::Num(_) | Expr::Var(_) | Expr::Len(_) => 0,
        Expr::Get(_, index, _) => size(index),
        Expr::Bin(_, x, y) => size(x) + size(y),
        Expr::Ite(x, y, z) => size(x) + size(y) + size(z),
        Expr::Fold(lo, hi, init, body) => size(lo) + size(hi) + size(init) + size(body),
    }
}

pub(super) fn word(number: &IBig) -> Result<i64, Declined> {
    i64::try_from(number).map_err(|_| Declined)
}

/// What fits into a word, where the rest is refused as it happens.
pub(super) fn words(interval: Interval) -> Interval {
    let all = Interval::new(i64::MIN.into(), i64::MAX.into());
    interval.meet(all).unwrap_or(all)
}

pub(super) fn is(expr: &Expr, number: i8) -> bool {
    matches!(expr, Expr::Num(one) if *one == IBig::from(number))
}

/// "Any" or "all": which of them settles it, and what is asked of each number.
#[derive(Clone, Copy)]
pub(super) struct Quantifier<'a> {
    pub(super) settles: bool,
    pub(super) asked: &'a Expr,
}

/// The quantifier that a fold is under so many bound variables: "if the result, 1, else more", or
/// "if the result, more, else 0".
pub(super) fn quantifier<'a>(init: &Expr, body: &'a Expr, level: usize) -> Option<Quantifier<'a>> {
    let Expr::Ite(condition, yes, no) = body else {
        return None;
    };
    let one = match () {
        () if **condition != Expr::Var(level + 1) => return None,
        () if is(init, 0) && is(yes, 1) => Quantifier {
            settles: true,
            asked: no,
        },
        () if is(init, 1) && is(no, 0) => Quantifier {
            settles: false,
            asked: yes,
        },
        () => return None,
    };
    (!one.asked.mentions(level + 1)).then_some(one)
}

impl Compiler<'_> {
    /// Whether a fold is a quantifier whose value is 0 or 1.
    fn is_quantified(&self, init: &Expr, body: &Expr, env: &[Value]) -> bool {
        quantifier(init, body, env.len()).is_some_and(|one| {
            let mut bound: Vec<Interval> = env.iter().map(|value| value.interval).collect();
            bound.extend([Interval::ANY, Interval::FLAG]);
            Interval::FLAG.holds(self.setting.interval(one.asked, &mut bound))
        })
    }

    /// A condition as 0 or 1.
    fn flag(
        &mut self,
        condition: &Expr,
        env: &mut Vec<Value>,
        into: Option<Slot>,
    ) -> Result<Value, Declined> {
        let to = self.target(into);
        let (yes, end, top) = (self.label(), self.label(), self.top);
        let (zero, one) = (self.constant(0), self.constant(1));
        self.branch(condition, env, yes, true)?;
        self.emit(Code::Move { to, from: zero })?;
        self.emit(Code::Jump { to: end })?;
        self.place(yes);
        self.emit(Code::Move { to, from: one })?;
        self.place(end);
        self.top = top;
        Ok(Value::slot(to, Interval::FLAG))
    }

    /// Jumps to the label where a quantified condition is true, or where it is false: one number
    /// after the other is asked.
    fn search(
        &mut self,
        lo: &Expr,
        hi: &Expr,
        quantifier: Quantifier<'_>,
        env: &mut Vec<Value>,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let Quantifier { settles, asked } = quantifier;
        let top = self.top;
        let (lo, hi) = (self.expr(lo, env, None)?, self.expr(hi, env, None)?);
        let Some(numbers) = Setting::rounds(lo.interval, hi.interval) else {
            return self.decided(!settles, to, when);
        };
        // Where it is settled, and where all numbers have been asked.
        let past = self.label();
        let (found, none) = if when == settles {
            (to, past)
        } else {
            (past, to)
        };
        // The result so far, which is not looked at.
        let result = Value::constant(i64::from(!settles));
        let bounds = lo.known().zip(hi.known());
        let rounds = bounds.map(|(lo, hi)| usize::try_from(hi.saturating_sub(lo)).unwrap_or(0));
        if let (Some((lo, hi)), Some(rounds)) = (bounds, rounds)
            && rounds.saturating_mul(size(asked)) <= WRITTEN_OUT / self.shorter
        {
            for number in lo..hi {
                env.extend([Value::constant(number), result]);
                let decided = self.branch(asked, env, found, settles)?;
                env.truncate(env.len() - 2);
                if decided == Some(settles) {
                    break;
                }
            }
        } else {
            let (counter, end) = (self.slot(), self.slot());
            let (from, until) = (self.slot_of(lo), self.slot_of(hi));
            self.emit(Code::Move { to: counter, from })?;
            self.emit(Code::Move {
                to: end,
                from: until,
            })?;
            self.emit(Code::UnlessLt {
                x: counter,
                y: end,
                to: none,
            })?;
            let again = self.label();
            self.place(again);
            env.extend([Value::slot(counter, numbers), result]);
            self.branch(asked, env, found, settles)?;
            env.truncate(env.len() - 2);
            self.emit(Code::Next {
                counter,
                end,
                to: again,
            })?;
        }
        if none == to {
            self.emit(Code::Jump { to })?;
        }
        self.place(past);
        self.top = top;
        Ok(None)
    }

    /// The slot that a value can be read from.
    pub(super) fn slot_of(&mut self, value: Value) -> Slot {
        match value.at {
            At::Constant(number) => self.constant(number),
            At::Slot(slot) => slot,
        }
    }

    /// Code that works an expression out and hands it over; its place.
    pub(super) fn answer(&mut self, expr: &Expr) -> Result<Place, Declined> {
        let (place, top) = (self.here(), self.top);
        let value = self.expr(expr, &mut Vec::new(), None)?;
        let slot = self.slot_of(value);
        self.emit(Code::Answer { slot })?;
        self.top = top;
        Ok(place)
    }

    /// An expression, into the slot that is named, or wherever it is.
    pub(super) fn expr(
        &mut self,
        expr: &Expr,
        env: &mut Vec<Value>,
        into: Option<Slot>,
    ) -> Result<Value, Declined> {
        let value = match expr {
            Expr::Num(number) => Value::constant(word(number)?),
            Expr::Var(level) => *env.get(*level).ok_or(Declined)?,
            Expr::Len(array) => match (self.setting.length(*array), array) {
                (Some(length), _) => Value::constant(length as i64),
                (None, Array::Part(part)) => {
                    let (list, to) = (self.list(*part)?, self.target(into));
                    self.emit(Code::LenList { to, list })?;
                    Value::slot(to, Interval::new(0, 1 << 24))
                }
                (None, Array::Const(_)) => return Err(Declined),
            },
            Expr::Get(array, index, default) => {
                let top = self.top;
                let index = self.expr(index, env, None)?;
                self.top = top;
                self.element(*array, index, word(default)?, into)?
            }
            Expr::Bin(op, x, y) => {
                let top = self.top;
                let x = self.expr(x, env, None)?;
                let y = self.expr(y, env, None)?;
                self.top = top;
                let value = self.operation(*op, x, y, into)?;
                // It may be one of the two, which is free no longer then.
                if let At::Slot(slot) = value.at
                    && slot < KEPT
                {
                    self.top = self.top.max(slot + 1);
                }
                value
            }
            Expr::Ite(condition, yes, no) => self.either(condition, yes, no, env, into)?,
            Expr::Fold(_, _, init, body) if self.is_quantified(init, body, env) => {
                self.flag(expr, env, into)?
            }
            Expr::Fold(lo, hi, init, body) => self.round(lo, hi, init, body, env, into)?,
        };
        match into {
            Some(to) if value.at != At::Slot(to) => {
                let from = self.slot_of(value);
                self.emit(Code::Move { to, from })?;
                Ok(Value::slot(to, value.interval))
            }
            _ => Ok(value),
        }
    }

    fn target(&mut self, into: Option<Slot>) -> Slot {
        into.unwrap_or_else(|| self.slot())
    }

    /// The number of the list that a part is.
    pub(super) fn list(&self, part: usize) -> Result<u32, Declined> {
        match self.parts[part].kind {
            Kind::List(list) => Ok(list as u32),
            _ => Err(Declined),
        }
    }

    /// An array that lies in the memory, with what is read outside.
    pub(super) fn cells(&mut self, array: Array, default: i64) -> Result<Option<Table>, Declined> {
        let values = match array {
            Array::Const(at) => &self.setting.game.consts[at].values,
            Array::Part(part) => match &self.parts[part].kind {
                Kind::List(_) => return Ok(None),
                Kind::Cells { first, length } => {
                    return Ok(Some(Table {
                        first: *first,
                        length: *length as u32,
                        default,
                    }));
                }
                Kind::Constant(values) => values,
            },
        };
        let length = values.len() as u32;
        let first = match self.arrays.get(&array) {
            Some(first) => *first,
            None => {
                let values: Vec<i64> = values.iter().map(word).collect::<Result<_, _>>()?;
                let first = CONSTANT + self.constants.len() as Slot;
                self.constants.extend(values);
                self.arrays.insert(array, first);
                first
            }
        };
        Ok(Some(Table {
            first,
            length,
            default,
        }))
    }

    /// An element of an array.
    fn element(
        &mut self,
        array: Array,
        index: Value,
        default: i64,
        into: Option<Slot>,
    ) -> Result<Value, Declined> {
        let elements = self.setting.elements(array);
        let default_alone = Interval::new(default.into(), default.into());
        let Some(table) = self.cells(array, default)? else {
            let Array::Part(part) = array else {
                return Err(Declined);
            };
            let first = self.list(part)?;
            let table = self.table(Table {
                first,
                length: u32::MAX,
                default,
            });
            let (index, to) = (self.slot_of(index), self.target(into));
            self.emit(Code::GetList { to, index, table })?;
            let interval = elements.map_or(default_alone, |all| all.join(default_alone));
            return Ok(Value::slot(to, interval));
        };
        if let Some(index) = index.known() {
            let inside = u32::try_from(index).ok().filter(|at| *at < table.length);
            return Ok(match inside {
                None => Value::constant(default),
                Some(at) if table.first >= CONSTANT => {
                    Value::constant(self.constants[(table.first - CONSTANT + at) as usize])
                }
                Some(at) => Value::slot(table.first + at, elements.unwrap_or(Interval::ANY)),
            });
        }
        let Some(elements) = elements.filter(|_| table.length > 0) else {
            return Ok(Value::constant(default));
        };
        let inside = Interval::new(0, i128::from(table.length) - 1).holds(index.interval);
        let interval = if inside {
            elements
        } else {
            elements.join(default_alone)
        };
        let (index, to) = (self.slot_of(index), self.target(into));
        let table = self.table(table);
        self.emit(Code::Get { to, index, table })?;
        Ok(Value::slot(to, interval))
    }

    fn operation(
        &mut self,
        op: Op,
        x: Value,
        y: Value,
        into: Option<Slot>,
    ) -> Result<Value, Declined> {
        if let (Some(x), Some(y)) = (x.known(), y.known()) {
            return Self::fold(op, x, y).map(Value::constant).ok_or(Declined);
        }
        let interval = Interval::of(op, x.interval, y.interval);
        if let Some(single) = interval.single().and_then(|one| i64::try_from(one).ok()) {
            return Ok(Value::constant(single));
        }
        match (op, x.known(), y.known()) {
            (Op::Add | Op::Sub, _, Some(0)) | (Op::Mul | Op::Div, _, Some(1)) => return Ok(x),
            (Op::Add, Some(0), _) | (Op::Mul, Some(1), _) => return Ok(y),
            _ => {}
        }
        let (x, y, to) = (self.slot_of(x), self.slot_of(y), self.target(into));
        self.emit(match (op, interval.is_word()) {
            (Op::Add, true) => Code::Add { to, x, y },
            (Op::Sub, true) => Code::Sub { to, x, y },
            (Op::Mul, true) => Code::Mul { to, x, y },
            _ => Code::Operation { op, to, x, y },
        })?;
        Ok(Value::slot(to, words(interval)))
    }

    /// One expression or another.
    fn either(
        &mut self,
        condition: &Expr,
        yes: &Expr,
        no: &Expr,
        env: &mut Vec<Value>,
        into: Option<Slot>,
    ) -> Result<Value, Declined> {
        let (other, end) = (self.label(), self.label());
        let to = self.target(into);
        let top = self.top;
        let decided = self.branch(condition, env, other, false)?;
        let mut interval = None;
        if decided != Some(false) {
            self.top = top;
            interval = Some(self.expr(yes, env, Some(to))?.interval);
            self.emit(Code::Jump { to: end })?;
        }
        self.place(other);
        if decided != Some(true) {
            self.top = top;
            let one = self.expr(no, env, Some(to))?.interval;
            interval = Some(interval.map_or(one, |other: Interval| other.join(one)));
        }
        self.place(end);
        self.top = top;
        Ok(Value::slot(to, interval.unwrap_or(Interval::ANY)))
    }

    /// Jumps to the label where the condition is true, or where it is false, and goes on else; what
    /// it always is, if that is known.
    pub(super) fn branch(
        &mut self,
        condition: &Expr,
        env: &mut Vec<Value>,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        if let Expr::Fold(lo, hi, init, body) = condition
            && let Some(one) = quantifier(init, body, env.len())
        {
            return self.search(lo, hi, one, env, to, when);
        }
        let top = self.top;
        let decided = match condition {
            Expr::Bin(op @ (Op::Eq | Op::Lt | Op::Le), x, y) => {
                let x = self.expr(x, env, None)?;
                let y = self.expr(y, env, None)?;
                match Interval::of(*op, x.interval, y.interval).single() {
                    Some(holds) => self.decided(holds != 0, to, when)?,
                    None => {
                        let (x, y) = (self.slot_of(x), self.slot_of(y));
                        self.emit(match (op, when) {
                            (Op::Eq, true) => Code::IfEq { x, y, to },
                            (Op::Lt, true) => Code::IfLt { x, y, to },
                            (_, true) => Code::IfLe { x, y, to },
                            (Op::Eq, false) => Code::UnlessEq { x, y, to },
                            (Op::Lt, false) => Code::UnlessLt { x, y, to },
                            (_, false) => Code::UnlessLe { x, y, to },
                        })?;
                        None
                    }
                }
            }
            // "not"
            Expr::Ite(c, nay, aye) if is(nay, 0) && is(aye, 1) => {
                self.branch(c, env, to, !when)?.map(|holds| !holds)
            }
            // "and", "or"
            Expr::Ite(c, y, n) if is(n, 0) => self.both(c, y, false, env, to, when)?,
            Expr::Ite(c, y, n) if is(y, 1) => self.both(c, n, true, env, to, when)?,
            _ => {
                let value = self.expr(condition, env, None)?;
                let zero = Interval::new(0, 0);
                match value.interval.meet(zero) {
                    None => self.decided(true, to, when)?,
                    Some(_) if value.interval == zero => self.decided(false, to, when)?,
                    Some(_) => {
                        let x = self.slot_of(value);
                        self.emit(match when {
                            true => Code::If { x, to },
                            false => Code::Unless { x, to },
                        })?;
                        None
                    }
                }
            }
        };
        self.top = top;
        Ok(decided)
    }

    fn decided(&mut self, holds: bool, to: Place, when: bool) -> Result<Option<bool>, Declined> {
        if holds == when {
            self.emit(Code::Jump { to })?;
        }
        Ok(Some(holds))
    }

    /// The second condition counts where the first is not `settles`, which else is the value of
    /// both.
    fn both(
        &mut self,
        first: &Expr,
        second: &Expr,
        settles: bool,
        env: &mut Vec<Value>,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let past = self.label();
        let out = if when == settles { to } else { past };
        let one = self.branch(first, env, out, settles)?;
        let decided = match one {
            Some(holds) if holds == settles => Some(settles),
            _ => {
                let two = self.branch(second, env, to, when)?;
                match one {
                    // The first is always what leaves it to the second.
                    Some(_) => two,
                    None => two.filter(|holds| *holds == settles),
                }
            }
        };
        self.place(past);
        Ok(decided)
    }

    /// A fold.
    fn round(
        &mut self,
        lo: &Expr,
        hi: &Expr,
        init: &Expr,
        body: &Expr,
        env: &mut Vec<Value>,
        into: Option<Slot>,
    ) -> Result<Value, Declined> {
        let base = self.top;
        let (lo, hi) = (self.expr(lo, env, None)?, self.expr(hi, env, None)?);
        let bounds = lo.known().zip(hi.known());
        if let Some((lo, hi)) = bounds {
            match hi.saturating_sub(lo) {
                ..=0 => return self.expr(init, env, into),
                // A name for a value.
                1 => {
                    let init = self.expr(init, env, None)?;
                    env.extend([Value::constant(lo), init]);
                    let value = self.expr(body, env, into);
                    env.truncate(env.len() - 2);
                    return value;
                }
                _ => {}
            }
        }
        let Some(counter) = Setting::rounds(lo.interval, hi.interval) else {
            return self.expr(init, env, into);
        };
        // The result so far has a slot of its own: the body may read another that the whole is
        // meant for.
        let result = self.slot();
        let init = self.expr(init, env, Some(result))?.interval;
        let level = env.len();
        let mut bound: Vec<Interval> = env.iter().map(|value| value.interval).collect();
        let all = words(self.setting.folded(counter, init, body, &mut bound));
        let end = self.label();
        // What a round that does not know its number leaves as it is, the next ones leave, too.
        let before = (!body.mentions(level)).then(|| self.slot());
        let top = self.top;
        let rounds = bounds.map(|(lo, hi)| (lo..hi, (hi - lo) as usize));
        match rounds {
            Some((range, rounds))
                if rounds.saturating_mul(size(body)) <= WRITTEN_OUT / self.shorter =>
            {
                for v in range.clone() {
                    env.extend([Value::constant(v), Value::slot(result, all)]);
                    let before = before.filter(|_| v + 1 < range.end);
                    self.once_more(body, env, (result, before), end)?;
                    if v + 1 < range.end {
                        self.settled(body, env, level, end)?;
                    }
                    env.truncate(level);
                    self.top = top;
                }
            }
            _ => {
                let (counter_slot, end_slot) = (self.slot(), self.slot());
                let (from, until) = (self.slot_of(lo), self.slot_of(hi));
                self.emit(Code::Move {
                    to: counter_slot,
                    from,
                })?;
                self.emit(Code::Move {
                    to: end_slot,
                    from: until,
                })?;
                self.emit(Code::UnlessLt {
                    x: counter_slot,
                    y: end_slot,
                    to: end,
                })?;
                let again = self.label();
                self.place(again);
                env.extend([Value::slot(counter_slot, counter), Value::slot(result, all)]);
                self.once_more(body, env, (result, before), end)?;
                self.settled(body, env, level, end)?;
                env.truncate(level);
                self.emit(Code::Next {
                    counter: counter_slot,
                    end: end_slot,
                    to: again,
                })?;
            }
        }
        self.place(end);
        match into {
            Some(to) => {
                self.emit(Code::Move { to, from: result })?;
                self.top = base;
                Ok(Value::slot(to, all))
            }
            None => {
                self.top = result + 1;
                Ok(Value::slot(result, all))
            }
        }
    }

    /// A round of a fold; leaves it where the result is as it was before, if a slot is given for
    /// that.
    fn once_more(
        &mut self,
        body: &Expr,
        env: &mut Vec<Value>,
        (result, before): (Slot, Option<Slot>),
        end: Place,
    ) -> Result<(), Declined> {
        if let Some(to) = before {
            self.emit(Code::Move { to, from: result })?;
        }
        self.expr(body, env, Some(result))?;
        if let Some(y) = before {
            let x = result;
            self.emit(Code::IfEq { x, y, to: end })?;
        }
        Ok(())
    }

    /// Leaves a fold whose result no further round changes: its body is "if c, the result, else
    /// more", or the other way round, and c looks at the result alone.
    fn settled(
        &mut self,
        body: &Expr,
        env: &mut Vec<Value>,
        level: usize,
        end: Place,
    ) -> Result<(), Declined> {
        let result = Expr::Var(level + 1);
        let flag = env[level + 1].interval;
        let Expr::Ite(condition, yes, no) = body else {
            return Ok(());
        };
        if condition.mentions(level) {
            return Ok(());
        }
        let alone = **condition == result;
        if **yes == result || alone && is(yes, 1) && Interval::FLAG.holds(flag) {
            self.branch(condition, env, end, true)?;
        } else if **no == result || alone && is(no, 0) {
            self.branch(condition, env, end, false)?;
        }
        Ok(())
    }
}
