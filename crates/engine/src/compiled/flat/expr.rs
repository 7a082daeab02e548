//! Expressions to steps on words and registers.

use whowins_analysis::{Interval, Setting};
use whowins_core::{Array, Expr, Op};

use super::super::Declined;
use super::super::expr::{Quantifier, is, quantifier, size, word, words};
use super::known::{Domain, Now, Value};
use super::maker::Maker;
use super::step::{Place, Reg, Step, Word};

/// Loops whose rounds have so many nodes in all are written out.
const WRITTEN_OUT: usize = 2400;

/// The same where the code does not go apart.
const WRITTEN_TOGETHER: usize = 600;

/// Conditions of one expression that the code goes apart for.
const MOST_FORKS: usize = 3;

/// What is made of a value, on one way.
type Then<'t, W> = dyn FnMut(&mut Maker<'_, W>, Value, Now) -> Result<(), Declined> + 't;

impl<W: Word> Maker<'_, W> {
    fn is_short(&self, rounds: usize, body: &Expr) -> bool {
        let most = if self.apart {
            WRITTEN_OUT
        } else {
            WRITTEN_TOGETHER
        };
        rounds.saturating_mul(size(body)) <= most
    }

    /// An expression's value.
    pub(super) fn expr(&mut self, expr: &Expr, now: &mut Now) -> Result<Value, Declined> {
        Ok(match expr {
            Expr::Num(number) => Value::Known(word(number)?),
            Expr::Var(level) => {
                let value = *now.env.get(*level).ok_or(Declined)?;
                self.number(value, now).map_or(value, Value::Known)
            }
            Expr::Len(array) => {
                let length = self.setting.length(*array).ok_or(Declined)?;
                Value::Known(length as i64)
            }
            Expr::Get(array, index, default) => {
                let index = self.expr(index, now)?;
                self.element(*array, index, word(default)?, now)?
            }
            Expr::Bin(op, x, y) => {
                let x = self.expr(x, now)?;
                let y = self.expr(y, now)?;
                self.operation(*op, x, y, now)?
            }
            Expr::Ite(condition, yes, no) => self.either(condition, yes, no, now, None)?,
            Expr::Fold(_, _, init, body) if self.is_quantified(init, body, now) => {
                self.flag(expr, now)?
            }
            Expr::Fold(lo, hi, init, body) => self.round(lo, hi, init, body, now)?,
        })
    }

    /// An expression's value, in the register that is named.
    fn into(&mut self, expr: &Expr, to: Reg, now: &mut Now) -> Result<Interval, Declined> {
        let value = match expr {
            Expr::Ite(condition, yes, no) => self.either(condition, yes, no, now, Some(to))?,
            expr => self.expr(expr, now)?,
        };
        let interval = self.interval(value, now);
        let from = self.register_of(value)?;
        if from != to {
            self.emit(Step::Move { to, from })?;
        }
        Ok(interval)
    }

    /// Whether a fold is a quantifier whose value is 0 or 1.
    fn is_quantified(&self, init: &Expr, body: &Expr, now: &Now) -> bool {
        quantifier(init, body, now.env.len()).is_some_and(|one| {
            let mut bound = self.intervals(now);
            bound.extend([Interval::ANY, Interval::FLAG]);
            Interval::FLAG.holds(self.setting.interval(one.asked, &mut bound))
        })
    }

    fn intervals(&self, now: &Now) -> Vec<Interval> {
        let values = now.env.iter();
        values.map(|value| self.interval(*value, now)).collect()
    }

    /// A condition as 0 or 1.
    fn flag(&mut self, condition: &Expr, now: &mut Now) -> Result<Value, Declined> {
        let to = self.register();
        let (yes, end, top) = (self.label(), self.label(), self.top);
        let (zero, one) = (self.constant(0), self.constant(1));
        let before = now.domains.clone();
        let decided = self.branch(condition, now, yes, true)?;
        now.domains = before;
        self.emit(Step::Move { to, from: zero })?;
        self.emit(Step::Jump { to: end })?;
        self.place(yes);
        self.emit(Step::Move { to, from: one })?;
        self.place(end);
        self.top = top;
        Ok(match decided {
            Some(holds) => Value::Known(i64::from(holds)),
            None => Value::Reg {
                reg: to,
                interval: Interval::FLAG,
            },
        })
    }

    fn operation(&mut self, op: Op, x: Value, y: Value, now: &Now) -> Result<Value, Declined> {
        let (a, b) = (self.number(x, now), self.number(y, now));
        if let Some((a, b)) = a.zip(b) {
            return op.word(a, b).map(Value::Known).ok_or(Declined);
        }
        let interval = Interval::of(op, self.interval(x, now), self.interval(y, now));
        if let Some(single) = interval.single().and_then(|one| i64::try_from(one).ok()) {
            return Ok(Value::Known(single));
        }
        match (op, a, b) {
            (Op::Add | Op::Sub, _, Some(0)) | (Op::Mul | Op::Div, _, Some(1)) => return Ok(x),
            (Op::Add, Some(0), _) | (Op::Mul, Some(1), _) => return Ok(y),
            _ => {}
        }
        let moved = |value: Value, by: Option<i64>| match value {
            Value::Cell { cell, plus } => {
                let plus = plus.checked_add(by?)?;
                (plus.unsigned_abs() < 1 << 40).then_some(Value::Cell { cell, plus })
            }
            _ => None,
        };
        let sum = match op {
            Op::Add => moved(x, b).or_else(|| moved(y, a)),
            Op::Sub => moved(x, b.and_then(i64::checked_neg)),
            Op::Eq | Op::Lt | Op::Le => self.bit(op, x, y, now)?,
            _ => None,
        };
        if let Some(value) = sum {
            return Ok(value);
        }
        let (x, y) = (self.register_of(x)?, self.register_of(y)?);
        let to = self.register();
        self.emit(match (op, interval.is_word()) {
            (Op::Add, true) => Step::Add { to, x, y },
            (Op::Sub, true) => Step::Sub { to, x, y },
            (Op::Mul, true) => Step::Mul { to, x, y },
            _ => Step::Operation { op, to, x, y },
        })?;
        Ok(Value::Reg {
            reg: to,
            interval: words(interval),
        })
    }

    /// One expression or another.
    fn either(
        &mut self,
        condition: &Expr,
        yes: &Expr,
        no: &Expr,
        now: &mut Now,
        into: Option<Reg>,
    ) -> Result<Value, Declined> {
        let (other, end) = (self.gathering(), self.label());
        let before = now.domains.clone();
        let to = match into {
            Some(to) => to,
            None => self.register(),
        };
        let top = self.top;
        match self.branch(condition, now, other, false)? {
            Some(true) => {
                self.place(other);
                return self.expr(yes, now);
            }
            Some(false) => {
                self.place(other);
                now.domains = self.gathered(other).unwrap_or(before);
                return self.expr(no, now);
            }
            None => {}
        }
        let one = self.into(yes, to, now)?;
        self.emit(Step::Jump { to: end })?;
        self.place(other);
        self.top = top;
        now.domains = self.gathered(other).unwrap_or_else(|| before.clone());
        let two = self.into(no, to, now)?;
        self.place(end);
        self.top = top;
        now.domains = before;
        Ok(Value::Reg {
            reg: to,
            interval: one.join(two),
        })
    }

    /// Jumps to the label where the condition is true, or where it is false, and goes on else; what it always is, if that is known.
    pub(super) fn branch(
        &mut self,
        condition: &Expr,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        if let Expr::Fold(lo, hi, init, body) = condition
            && let Some(one) = quantifier(init, body, now.env.len())
        {
            return self.search(lo, hi, one, now, to, when);
        }
        let top = self.top;
        let decided = match condition {
            Expr::Bin(Op::Eq, x, y) if is(y, 0) && self.is_sum(x, now) => {
                self.nothing(x, now, to, when)?
            }
            Expr::Bin(op @ (Op::Eq | Op::Lt | Op::Le), x, y) => {
                let x = self.expr(x, now)?;
                let y = self.expr(y, now)?;
                self.compare(*op, x, y, now, to, when)?
            }
            // «not»
            Expr::Ite(c, nay, aye) if is(nay, 0) && is(aye, 1) => {
                self.branch(c, now, to, !when)?.map(|holds| !holds)
            }
            // «and», «or»
            Expr::Ite(c, y, n) if is(n, 0) => self.both(c, y, false, now, to, when)?,
            Expr::Ite(c, y, n) if is(y, 1) => self.both(c, n, true, now, to, when)?,
            // One condition or another.
            Expr::Ite(c, y, n) => self.either_branch(c, y, n, now, to, when)?,
            _ => {
                let value = self.expr(condition, now)?;
                self.compare_flag(value, now, to, when)?
            }
        };
        self.top = top;
        Ok(decided)
    }

    /// Whether an expression adds up numbers that are not below 0.
    fn is_sum(&self, expr: &Expr, now: &Now) -> bool {
        let mut bound = self.intervals(now);
        match expr {
            Expr::Bin(Op::Add, x, y) => [x, y]
                .into_iter()
                .all(|one| self.setting.interval(one, &mut bound).least >= 0),
            Expr::Fold(lo, hi, init, body) => {
                let level = now.env.len();
                let Expr::Bin(Op::Add, x, y) = &**body else {
                    return false;
                };
                let result = Expr::Var(level + 1);
                let one = match (**x == result, **y == result) {
                    (true, false) => y,
                    (false, true) => x,
                    _ => return false,
                };
                bound.extend([Interval::ANY, Interval::ANY]);
                let ends = [lo, hi].map(|end| self.foreseen(end, &now.env, now));
                is(init, 0)
                    && ends.iter().all(Option::is_some)
                    && !one.mentions(level + 1)
                    && self.setting.interval(one, &mut bound).least >= 0
            }
            _ => false,
        }
    }

    /// Jumps where all that a sum adds up is 0, or where it is not.
    fn nothing(
        &mut self,
        expr: &Expr,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let (level, before) = (now.env.len(), now.domains.clone());
        // Where one of them is not 0.
        let past = self.gathering();
        let out = if when { past } else { to };
        let (mut is_open, mut is_over) = (false, false);
        let mut parts = Vec::new();
        match expr {
            Expr::Bin(_, x, y) => parts.extend([(None, &**x), (None, &**y)]),
            Expr::Fold(lo, hi, _, body) => {
                let Expr::Bin(_, x, y) = &**body else {
                    return Err(Declined);
                };
                let one = if **x == Expr::Var(level + 1) { y } else { x };
                let ends = [lo, hi].map(|end| self.foreseen(end, &now.env, now));
                let [Some(lo), Some(hi)] = ends else {
                    return Err(Declined);
                };
                if hi.saturating_sub(lo) > 128 {
                    return Err(Declined);
                }
                parts.extend((lo..hi).map(|v| (Some(v), &**one)));
            }
            _ => return Err(Declined),
        }
        for (v, one) in parts {
            if let Some(v) = v {
                now.env.extend([Value::Known(v), Value::Known(0)]);
            }
            let decided = match self.is_sum(one, now) {
                true => self.nothing(one, now, out, false)?,
                false => {
                    let value = self.expr(one, now)?;
                    self.compare(Op::Eq, value, Value::Known(0), now, out, false)?
                }
            };
            now.env.truncate(level);
            is_open |= decided.is_none();
            if decided == Some(false) {
                is_over = true;
                break;
            }
        }
        if when && !is_over {
            self.jumps(to, &now.domains);
            self.emit(Step::Jump { to })?;
        }
        self.place(past);
        if when {
            now.domains = self.gathered(past).unwrap_or(before);
        }
        Ok(match (is_over, is_open) {
            (true, false) => Some(false),
            (false, false) => Some(true),
            _ => None,
        })
    }

    fn either_branch(
        &mut self,
        c: &Expr,
        y: &Expr,
        n: &Expr,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let (other, end) = (self.gathering(), self.gathering());
        let before = now.domains.clone();
        match self.branch(c, now, other, false)? {
            Some(true) => {
                self.place(other);
                return self.branch(y, now, to, when);
            }
            Some(false) => {
                self.place(other);
                now.domains = self.gathered(other).unwrap_or(before);
                return self.branch(n, now, to, when);
            }
            None => {}
        }
        let one = self.branch(y, now, to, when)?;
        if one != Some(when) {
            self.jumps(end, &now.domains);
        }
        self.emit(Step::Jump { to: end })?;
        self.place(other);
        now.domains = self.gathered(other).unwrap_or_else(|| before.clone());
        let two = self.branch(n, now, to, when)?;
        if two != Some(when) {
            self.jumps(end, &now.domains);
        }
        self.place(end);
        now.domains = self.gathered(end).unwrap_or(before);
        Ok(one.filter(|holds| two == Some(*holds)))
    }

    /// The second condition counts where the first is not `settles`, which else is the value of both.
    fn both(
        &mut self,
        first: &Expr,
        second: &Expr,
        settles: bool,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let past = self.gathering();
        let out = if when == settles { to } else { past };
        let before = now.domains.clone();
        let one = self.branch(first, now, out, settles)?;
        let decided = match one {
            Some(holds) if holds == settles => Some(settles),
            _ => {
                let two = self.branch(second, now, to, when)?;
                if two != Some(when) {
                    self.jumps(past, &now.domains);
                }
                match one {
                    // The first is always what leaves it to the second.
                    Some(_) => two,
                    None => two.filter(|holds| *holds == settles),
                }
            }
        };
        self.place(past);
        now.domains = self.gathered(past).unwrap_or(before);
        Ok(decided)
    }

    /// Jumps to the label where a quantified condition is true, or where it is false: one number after the other is asked.
    fn search(
        &mut self,
        lo: &Expr,
        hi: &Expr,
        quantifier: Quantifier<'_>,
        now: &mut Now,
        to: Place,
        when: bool,
    ) -> Result<Option<bool>, Declined> {
        let Quantifier { settles, asked } = quantifier;
        let (top, before) = (self.top, now.domains.clone());
        let (lo, hi) = (self.expr(lo, now)?, self.expr(hi, now)?);
        let ends = (self.interval(lo, now), self.interval(hi, now));
        let Some(numbers) = Setting::rounds(ends.0, ends.1) else {
            return self.decided(!settles, now, to, when).map(Some);
        };
        // Where it is settled, and where all numbers have been asked.
        let past = self.gathering();
        let (found, none) = if when == settles {
            (to, past)
        } else {
            (past, to)
        };
        // The result so far, which is not looked at.
        let result = Value::Known(i64::from(!settles));
        let level = now.env.len();
        let bounds = self.number(lo, now).zip(self.number(hi, now));
        let rounds = bounds.map(|(lo, hi)| usize::try_from(hi.saturating_sub(lo)).unwrap_or(0));
        let (mut is_settled, mut is_open) = (false, false);
        if let (Some((lo, hi)), Some(rounds)) = (bounds, rounds)
            && self.is_short(rounds, asked)
        {
            for number in lo..hi {
                now.env.extend([Value::Known(number), result]);
                let decided = self.branch(asked, now, found, settles)?;
                now.env.truncate(level);
                is_open |= decided.is_none();
                if decided == Some(settles) {
                    is_settled = true;
                    break;
                }
            }
        } else {
            is_open = true;
            let (counter, end) = (self.register(), self.register());
            let (from, until) = (self.register_of(lo)?, self.register_of(hi)?);
            self.emit(Step::Move { to: counter, from })?;
            self.emit(Step::Move {
                to: end,
                from: until,
            })?;
            self.jumps(none, &now.domains);
            self.emit(Step::UnlessLt {
                x: counter,
                y: end,
                to: none,
            })?;
            let again = self.label();
            self.head(again);
            let inner = now.domains.clone();
            let numbers = Value::Reg {
                reg: counter,
                interval: numbers,
            };
            now.env.extend([numbers, result]);
            self.branch(asked, now, found, settles)?;
            now.env.truncate(level);
            now.domains = inner;
            self.emit(Step::Next {
                counter,
                end,
                to: again,
            })?;
        }
        if !is_settled {
            self.jumps(none, &now.domains);
            if none == to {
                self.emit(Step::Jump { to })?;
            }
        }
        self.place(past);
        now.domains = self.gathered(past).unwrap_or(before);
        self.top = top;
        Ok(match (is_settled, is_open) {
            (true, false) => Some(settles),
            (false, false) => Some(!settles),
            _ => None,
        })
    }

    /// A fold.
    fn round(
        &mut self,
        lo: &Expr,
        hi: &Expr,
        init: &Expr,
        body: &Expr,
        now: &mut Now,
    ) -> Result<Value, Declined> {
        let (lo, hi) = (self.expr(lo, now)?, self.expr(hi, now)?);
        let level = now.env.len();
        let bounds = self.number(lo, now).zip(self.number(hi, now));
        let ends = (self.interval(lo, now), self.interval(hi, now));
        let Some(counter) = Setting::rounds(ends.0, ends.1) else {
            return self.expr(init, now);
        };
        let init = self.expr(init, now)?;
        // What a round that does not know its number leaves as it is, the next ones leave, too.
        let is_blind = !body.mentions(level);
        if let Some((lo, hi)) = bounds
            && self.is_short((hi - lo) as usize, body)
        {
            return self.written_out(lo..hi, init, body, is_blind, now);
        }
        // The result so far has a register of its own: the body may read another that the whole is meant for.
        let result = self.register();
        let mut bound = self.intervals(now);
        let start = self.interval(init, now);
        let all = words(self.setting.folded(counter, start, body, &mut bound));
        let from = self.register_of(init)?;
        self.emit(Step::Move { to: result, from })?;
        let before = is_blind.then(|| self.register());
        let (number, end) = (self.register(), self.register());
        let top = self.top;
        let (from, until) = (self.register_of(lo)?, self.register_of(hi)?);
        self.emit(Step::Move { to: number, from })?;
        self.emit(Step::Move {
            to: end,
            from: until,
        })?;
        let (over, again) = (self.label(), self.label());
        self.emit(Step::UnlessLt {
            x: number,
            y: end,
            to: over,
        })?;
        self.head(again);
        let known = now.domains.clone();
        let numbers = Value::Reg {
            reg: number,
            interval: counter,
        };
        let so_far = Value::Reg {
            reg: result,
            interval: all,
        };
        now.env.extend([numbers, so_far]);
        if let Some(to) = before {
            self.emit(Step::Move { to, from: result })?;
        }
        self.into(body, result, now)?;
        if let Some(y) = before {
            self.emit(Step::IfEq {
                x: result,
                y,
                to: over,
            })?;
        }
        self.settled(body, level, now, over)?;
        now.env.truncate(level);
        now.domains = known;
        self.emit(Step::Next {
            counter: number,
            end,
            to: again,
        })?;
        self.place(over);
        self.top = top;
        Ok(so_far)
    }

    /// A fold whose rounds are all written out: the result is known as far as it can be.
    fn written_out(
        &mut self,
        rounds: std::ops::Range<i64>,
        init: Value,
        body: &Expr,
        is_blind: bool,
        now: &mut Now,
    ) -> Result<Value, Declined> {
        let (level, last) = (now.env.len(), rounds.end - 1);
        let mut result = init;
        // Once the result hangs on what is looked at, it is in this register; and what it may be for those who leave early.
        let (mut home, mut left): (Option<Reg>, Option<Interval>) = (None, None);
        let (over, known) = (self.label(), now.domains.clone());
        for v in rounds {
            now.env.extend([Value::Known(v), result]);
            let taken = self.taken(body, now);
            let is_open = is_blind && v < last && self.foreseen(body, &now.env, now).is_none();
            if let Some(one) = taken.filter(|_| !is_open) {
                let next = self.expr(one, now)?;
                now.env.truncate(level);
                if is_blind && next == result {
                    break;
                }
                result = next;
                if let (Some(_), Some(to)) = (left, home) {
                    let interval = self.interval(result, now);
                    let from = self.register_of(result)?;
                    if from != to {
                        self.emit(Step::Move { to, from })?;
                    }
                    result = Value::Reg { reg: to, interval };
                }
                continue;
            }
            let to = match home {
                Some(to) => to,
                None => self.register(),
            };
            home = Some(to);
            let interval = self.interval(result, now);
            let from = self.register_of(result)?;
            if from != to {
                self.emit(Step::Move { to, from })?;
            }
            now.env[level + 1] = Value::Reg { reg: to, interval };
            let before = is_open.then(|| self.register());
            if let Some(kept) = before {
                self.emit(Step::Move { to: kept, from: to })?;
            }
            let interval = self.into(body, to, now)?;
            result = Value::Reg { reg: to, interval };
            now.env[level + 1] = result;
            let mut leaves = before.is_some();
            if let Some(y) = before {
                self.emit(Step::IfEq { x: to, y, to: over })?;
            }
            if v < last {
                leaves |= self.settled(body, level, now, over)?;
            }
            if leaves {
                left = Some(left.map_or(interval, |left| left.join(interval)));
            }
            now.env.truncate(level);
            now.domains.clone_from(&known);
        }
        self.place(over);
        now.domains = known;
        Ok(match (result, left) {
            (Value::Reg { reg, interval }, Some(left)) => Value::Reg {
                reg,
                interval: interval.join(left),
            },
            (result, _) => result,
        })
    }

    /// What a round comes to without a look at anything that is not known; `None` where it has to be looked at.
    fn taken<'b>(&self, body: &'b Expr, now: &Now) -> Option<&'b Expr> {
        let Expr::Ite(condition, yes, no) = body else {
            return Some(body);
        };
        match self.foreseen(condition, &now.env, now)? {
            0 => self.taken(no, now),
            _ => self.taken(yes, now),
        }
    }

    /// Leaves a fold whose result no further round changes: its body is «if c, the result, else more», or the other way round, and c looks at the
    /// result alone. Whether there is such a way out.
    fn settled(
        &mut self,
        body: &Expr,
        level: usize,
        now: &mut Now,
        end: Place,
    ) -> Result<bool, Declined> {
        let result = Expr::Var(level + 1);
        let flag = self.interval(now.env[level + 1], now);
        let Expr::Ite(condition, yes, no) = body else {
            return Ok(false);
        };
        if condition.mentions(level) {
            return Ok(false);
        }
        let alone = **condition == result;
        let known = now.domains.clone();
        let when = if **yes == result || alone && is(yes, 1) && Interval::FLAG.holds(flag) {
            true
        } else if **no == result || alone && is(no, 0) {
            false
        } else {
            return Ok(false);
        };
        self.branch(condition, now, end, when)?;
        now.domains = known;
        Ok(true)
    }

    /// Whether the code goes apart in an expression for few conditions, which are not known.
    pub(super) fn forks(&self, expr: &Expr, now: &Now) -> bool {
        self.apart && matches!(self.count_forks(expr, &now.env, now), 1..=MOST_FORKS)
    }

    /// Conditions that are not known in an expression, on one way through it, as far as they are few.
    fn count_forks(&self, expr: &Expr, env: &[Value], now: &Now) -> usize {
        if self.foreseen(expr, env, now).is_some() {
            return 0;
        }
        match expr {
            Expr::Ite(c, y, n) => match self.foreseen(c, env, now) {
                Some(0) => self.count_forks(n, env, now),
                Some(_) => self.count_forks(y, env, now),
                None => {
                    let ways = [y, n].map(|one| self.count_forks(one, env, now));
                    1 + ways[0].max(ways[1])
                }
            },
            Expr::Bin(Op::Eq | Op::Lt | Op::Le, _, _) => 1,
            Expr::Bin(_, x, y) => {
                self.count_forks(x, env, now) + self.count_forks(y, env, now)
            }
            Expr::Fold(_, _, init, body) if quantifier(init, body, env.len()).is_some() => 1,
            Expr::Fold(lo, hi, init, body) => {
                let ends = [lo, hi].map(|end| self.foreseen(end, env, now));
                let [Some(lo), Some(hi)] = ends else { return 0 };
                let mut sum = self.count_forks(init, env, now);
                let mut inner = env.to_vec();
                // What the rounds come to is not followed.
                let unknown = Value::Reg {
                    reg: 0,
                    interval: Interval::ANY,
                };
                inner.extend([Value::Known(lo), unknown]);
                for v in lo..hi {
                    inner[env.len()] = Value::Known(v);
                    sum += self.count_forks(body, &inner, now);
                    if sum > MOST_FORKS {
                        break;
                    }
                }
                sum
            }
            _ => 0,
        }
    }

    /// An expression's value, for each way through its conditions by itself.
    pub(super) fn expr_apart(
        &mut self,
        expr: &Expr,
        mut now: Now,
        then: &mut Then<'_, W>,
    ) -> Result<(), Declined> {
        let level = now.env.len();
        match expr {
            Expr::Ite(c, y, n) => match self.foreseen(c, &now.env, &now) {
                Some(0) => self.expr_apart(n, now, then),
                Some(_) => self.expr_apart(y, now, then),
                None => self.fork(c, now, &mut |maker, holds, mut now| {
                    now.env.truncate(level);
                    maker.expr_apart(if holds { y } else { n }, now, then)
                }),
            },
            Expr::Bin(Op::Eq | Op::Lt | Op::Le, _, _)
                if self.foreseen(expr, &now.env, &now).is_none() =>
            {
                self.fork(expr, now, &mut |maker, holds, now| {
                    then(maker, Value::Known(i64::from(holds)), now)
                })
            }
            Expr::Bin(op, x, y) => self.expr_apart(x, now, &mut |maker, x, mut now| {
                now.env.truncate(level);
                maker.expr_apart(y, now, &mut |maker, y, now| {
                    let value = maker.operation(*op, x, y, &now)?;
                    then(maker, value, now)
                })
            }),
            Expr::Fold(_, _, init, body)
                if self.is_quantified(init, body, &now)
                    && self.foreseen(expr, &now.env, &now).is_none() =>
            {
                self.fork(expr, now, &mut |maker, holds, now| {
                    then(maker, Value::Known(i64::from(holds)), now)
                })
            }
            Expr::Fold(lo, hi, init, body) => {
                let ends = [lo, hi].map(|end| self.foreseen(end, &now.env, &now));
                match ends {
                    [Some(lo), Some(hi)] if self.is_short((hi - lo).max(0) as usize, body) => self
                        .expr_apart(init, now, &mut |maker, value, now| {
                            maker.rounds_apart(lo..hi, value, body, level, now, then)
                        }),
                    _ => {
                        let value = self.expr(expr, &mut now)?;
                        then(self, value, now)
                    }
                }
            }
            _ => {
                let value = self.expr(expr, &mut now)?;
                then(self, value, now)
            }
        }
    }

    fn rounds_apart(
        &mut self,
        rounds: std::ops::Range<i64>,
        value: Value,
        body: &Expr,
        level: usize,
        mut now: Now,
        then: &mut Then<'_, W>,
    ) -> Result<(), Declined> {
        now.env.truncate(level);
        if rounds.is_empty() {
            return then(self, value, now);
        }
        now.env.extend([Value::Known(rounds.start), value]);
        self.expr_apart(body, now, &mut |maker, value, now| {
            let rest = rounds.start + 1..rounds.end;
            maker.rounds_apart(rest, value, body, level, now, then)
        })
    }

    /// One way where a condition holds, and one where it does not.
    fn fork(
        &mut self,
        condition: &Expr,
        mut now: Now,
        then: &mut dyn FnMut(&mut Self, bool, Now) -> Result<(), Declined>,
    ) -> Result<(), Declined> {
        let (other, from) = (self.gathering(), self.mark());
        let mut second = now.clone();
        let top = self.top;
        let decided = self.branch(condition, &mut now, other, false)?;
        if decided != Some(false) {
            then(self, true, now)?;
        }
        self.place(other);
        self.top = top;
        if decided != Some(true) {
            second.domains = self.gathered(other).unwrap_or(second.domains);
            then(self, false, second)?;
            self.merge(from, other);
        }
        Ok(())
    }

    /// The number that an expression is, if that is known without any code; variables beyond the bound ones are not known.
    pub(super) fn foreseen(&self, expr: &Expr, env: &[Value], now: &Now) -> Option<i64> {
        match self.glimpsed(expr, env, now) {
            Some(value) => self.number(value, now),
            None => None,
        }
    }

    fn glimpsed(&self, expr: &Expr, env: &[Value], now: &Now) -> Option<Value> {
        Some(match expr {
            Expr::Num(number) => Value::Known(i64::try_from(number).ok()?),
            Expr::Var(level) => *env.get(*level)?,
            Expr::Len(array) => Value::Known(self.setting.length(*array)? as i64),
            Expr::Get(array, index, default) => {
                let index = self.foreseen(index, env, now)?;
                let at = usize::try_from(index).ok();
                match array {
                    Array::Part(part) if self.cells_of(*part).is_some() => {
                        match self.cell_at(*part, index) {
                            Some(cell) => self.cell(cell, now),
                            None => Value::Known(i64::try_from(default).ok()?),
                        }
                    }
                    array => {
                        let values = self.constants(*array)?;
                        let one = at.and_then(|at| values.get(at)).unwrap_or(default);
                        Value::Known(i64::try_from(one).ok()?)
                    }
                }
            }
            Expr::Bin(op, x, y) => {
                let (x, y) = (self.glimpsed(x, env, now)?, self.glimpsed(y, env, now)?);
                let (a, b) = (self.number(x, now), self.number(y, now));
                if let Some((a, b)) = a.zip(b) {
                    return op.word(a, b).map(Value::Known);
                }
                let interval = Interval::of(*op, self.interval(x, now), self.interval(y, now));
                if let Some(single) = interval.single() {
                    return i64::try_from(single).ok().map(Value::Known);
                }
                match (op, x, b) {
                    (Op::Add, Value::Cell { cell, plus }, Some(b)) => Value::Cell {
                        cell,
                        plus: plus.checked_add(b)?,
                    },
                    (Op::Sub, Value::Cell { cell, plus }, Some(b)) => Value::Cell {
                        cell,
                        plus: plus.checked_sub(b)?,
                    },
                    _ => return None,
                }
            }
            Expr::Ite(c, y, n) => match self.foreseen(c, env, now)? {
                0 => self.glimpsed(n, env, now)?,
                _ => self.glimpsed(y, env, now)?,
            },
            Expr::Fold(lo, hi, init, body) => {
                let lo = self.foreseen(lo, env, now)?;
                let hi = self.foreseen(hi, env, now)?;
                let mut result = self.glimpsed(init, env, now)?;
                if hi.saturating_sub(lo) > 64 {
                    return None;
                }
                for v in lo..hi {
                    let mut inner = env.to_vec();
                    inner.extend([Value::Known(v), result]);
                    result = self.glimpsed(body, &inner, now)?;
                }
                result
            }
        })
    }

    /// A small cell that an array is read at, so that the code had better go apart for what it holds.
    pub(super) fn parting(&self, expr: &Expr, now: &Now) -> Option<usize> {
        match expr {
            Expr::Num(_) | Expr::Var(_) | Expr::Len(_) => None,
            Expr::Get(_, index, _) => self.parting(index, now).or_else(|| {
                match self.foreseen(index, &now.env, now) {
                    Some(_) => None,
                    None => self.small(index, now),
                }
            }),
            Expr::Bin(_, x, y) => self.parting(x, now).or_else(|| self.parting(y, now)),
            Expr::Ite(c, y, n) => match self.foreseen(c, &now.env, now) {
                Some(0) => self.parting(n, now),
                Some(_) => self.parting(y, now),
                None => [c, y, n]
                    .into_iter()
                    .find_map(|one| self.parting(one, now)),
            },
            Expr::Fold(lo, hi, init, body) => [lo, hi, init, body]
                .into_iter()
                .find_map(|one| self.parting(one, now)),
        }
    }

    /// A small cell that an expression's value hangs on.
    pub(super) fn small(&self, expr: &Expr, now: &Now) -> Option<usize> {
        let cell = |value: Value| match value {
            Value::Cell { cell, .. } => {
                let open = matches!(now.domains[cell], Domain::Set(set) if set.count_ones() > 1);
                (open && self.number(value, now).is_none()).then_some(cell)
            }
            _ => None,
        };
        match expr {
            Expr::Num(_) | Expr::Len(_) => None,
            Expr::Var(level) => now.env.get(*level).and_then(|value| cell(*value)),
            Expr::Get(Array::Part(part), index, _) if self.cells_of(*part).is_some() => {
                let index = self.foreseen(index, &now.env, now)?;
                cell(self.cell(self.cell_at(*part, index)?, now))
            }
            Expr::Get(_, index, _) => self.small(index, now),
            Expr::Bin(_, x, y) => self.small(x, now).or_else(|| self.small(y, now)),
            Expr::Ite(c, y, n) => [c, y, n].into_iter().find_map(|one| self.small(one, now)),
            Expr::Fold(lo, hi, init, body) => [lo, hi, init, body]
                .into_iter()
                .find_map(|one| self.small(one, now)),
        }
    }
}
