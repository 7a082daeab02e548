//! Cells read and written, and what tests of them teach.

use dashu_int::IBig;
use whowins_analysis::Interval;
use whowins_core::{Array, Op};

use super::super::Declined;
use super::known::{Domain, Now, Value};
use super::lists::There;
use super::maker::{Cell, Maker};
use super::step::{Place, Reg, Row, Step};
use super::word::Word;
use super::{Kind, all};

impl<W: Word> Maker<'_, W> {
    /// The numbers that a value may be.
    pub(super) fn interval(&self, value: Value, now: &Now) -> Interval {
        match value {
            Value::Known(number) => Interval::new(number.into(), number.into()),
            Value::Reg { interval, .. } => interval,
            Value::Cell { cell, plus } => {
                let base = i128::from(plus) + i128::from(self.least(cell));
                let domain = now.domains[cell];
                Interval::new(
                    base + i128::from(domain.least()),
                    base + i128::from(domain.most()),
                )
            }
        }
    }

    /// The number that a value is, if it is known.
    pub(super) fn number(&self, value: Value, now: &Now) -> Option<i64> {
        match value {
            Value::Known(number) => Some(number),
            Value::Cell { .. } => {
                let single = self.interval(value, now).single()?;
                i64::try_from(single).ok()
            }
            Value::Reg { .. } => None,
        }
    }

    /// The least value of a cell.
    pub(super) fn least(&self, cell: usize) -> i64 {
        self.cells[cell].least
    }

    /// What a cell holds.
    pub(super) fn cell(&self, cell: usize, now: &Now) -> Value {
        match now.written[cell] {
            Some(value) => value,
            None => match now.domains[cell].single() {
                Some(offset) => Value::Known((offset as i64).wrapping_add(self.least(cell))),
                None => Value::Cell { cell, plus: 0 },
            },
        }
    }

    /// The register that a value can be read from.
    pub(super) fn register_of(&mut self, value: Value) -> Result<Reg, Declined> {
        match value {
            Value::Known(number) => Ok(self.constant(number)),
            Value::Reg { reg, .. } => Ok(reg),
            Value::Cell { cell, plus } => {
                let plus = plus.checked_add(self.least(cell)).ok_or(Declined)?;
                let field = self.cells[cell].field.ok_or(Declined)?;
                let (to, plus) = (self.register(), self.constant(plus));
                self.emit(Step::Load { to, field, plus })?;
                Ok(to)
            }
        }
    }

    /// The cells of a part that moves write, and how many there are.
    pub(super) fn cells_of(&self, part: usize) -> Option<(usize, usize)> {
        match self.layout.parts[part].kind {
            Kind::Cells { first, length, .. } => Some((first, length)),
            Kind::Points { cell } => Some((cell, 1)),
            Kind::Constant(_) => None,
        }
    }

    /// What is read of a part by a number that is known, without any code; `None` where a list may
    /// or may not have it, and what is read outside is not what cells beyond its end hold.
    pub(super) fn read(&self, part: usize, index: i64, default: i64, now: &Now) -> Option<Value> {
        match self.there(part, index, now) {
            There::Yes(cell) => Some(self.cell(cell, now)),
            There::No => Some(Value::Known(default)),
            There::Maybe(cell) if self.least(cell) == default => Some(self.cell(cell, now)),
            There::Maybe(_) => None,
        }
    }

    /// An element of an array.
    pub(super) fn element(
        &mut self,
        array: Array,
        index: Value,
        default: i64,
        now: &Now,
    ) -> Result<Value, Declined> {
        let constant = self.constants(array);
        let default_alone = Interval::new(default.into(), default.into());
        let (elements, length) = match constant {
            Some(values) => {
                if let Some(index) = self.number(index, now) {
                    let one = usize::try_from(index).ok().and_then(|at| values.get(at));
                    return Ok(Value::Known(match one {
                        Some(one) => i64::try_from(one).map_err(|_| Declined)?,
                        None => default,
                    }));
                }
                (self.setting.elements(array), values.len())
            }
            None => {
                let Array::Part(part) = array else {
                    return Err(Declined);
                };
                if let Some(number) = self.number(index, now)
                    && let Some(value) = self.read(part, number, default, now)
                {
                    return Ok(value);
                }
                let (_, length) = self.cells_of(part).ok_or(Declined)?;
                (self.setting.elements(array), length)
            }
        };
        let constant_length = match array {
            Array::Part(part) => self.count_of(part).is_none(),
            Array::Const(_) => true,
        };
        let Some(elements) = elements.filter(|_| length > 0) else {
            return Ok(Value::Known(default));
        };
        let inside = Interval::new(0, length as i128 - 1).holds(self.interval(index, now));
        let interval = match inside && constant_length {
            true => elements,
            false => elements.join(default_alone),
        };
        let to = self.register();
        let top = self.top;
        let index = self.register_of(index)?;
        match array {
            Array::Part(part) if self.cells_of(part).is_some() => {
                self.read_at(part, index, default, to, now)?;
                self.read_outside(part, index, default, to, now)?;
            }
            array => {
                let first = self.values_of(array)?;
                let table = self.table((first, length as u32, default));
                self.emit(Step::Get { to, index, table })?;
            }
        }
        self.top = top;
        Ok(Value::Reg { reg: to, interval })
    }

    /// The values of an array that no move writes.
    pub(super) fn constants(&self, array: Array) -> Option<&Vec<IBig>> {
        match array {
            Array::Const(at) => Some(&self.setting.game.consts[at].values),
            Array::Part(part) => match &self.layout.parts[part].kind {
                Kind::Constant(values) => Some(values),
                _ => None,
            },
        }
    }

    /// Where the values of a constant array begin.
    pub(super) fn values_of(&mut self, array: Array) -> Result<u32, Declined> {
        if let Some(first) = self.arrays.get(&array) {
            return Ok(*first);
        }
        let values = self.constants(array).ok_or(Declined)?;
        let words: Result<Vec<i64>, _> = values.iter().map(i64::try_from).collect();
        let first = self.values.len() as u32;
        self.values.extend(words.map_err(|_| Declined)?);
        self.arrays.insert(array, first);
        Ok(first)
    }

    /// An element of the state at a number that is not known: what the word has, or what was
    /// written since.
    pub(super) fn read_at(
        &mut self,
        part: usize,
        index: Reg,
        default: i64,
        to: Reg,
        now: &Now,
    ) -> Result<(), Declined> {
        let row = self.row_of(part, default)?;
        self.emit(Step::GetCell { to, index, row })?;
        let (first, length) = self.cells_of(part).ok_or(Declined)?;
        for at in 0..length {
            if let Some(value) = now.written[first + at] {
                let past = self.label();
                let y = self.constant(at as i64);
                self.emit(Step::UnlessEq {
                    x: index,
                    y,
                    to: past,
                })?;
                let top = self.top;
                let from = self.register_of(value)?;
                self.emit(Step::Move { to, from })?;
                self.top = top;
                self.place(past);
            }
        }
        Ok(())
    }

    pub(super) fn row_of(&mut self, part: usize, default: i64) -> Result<u32, Declined> {
        let Kind::Cells {
            length,
            field: Some(first),
            ..
        } = self.layout.parts[part].kind
        else {
            return Err(Declined);
        };
        let least = self.layout.parts[part].range.least;
        Ok(self.row(Row {
            first,
            length: length as u32,
            least,
            default,
        }))
    }

    /// A value is written to a cell.
    pub(super) fn write(&self, cell: usize, value: Value, now: &mut Now) {
        let own = match now.domains[cell].single() {
            Some(offset) => Value::Known((offset as i64).wrapping_add(self.least(cell))),
            None => Value::Cell { cell, plus: 0 },
        };
        let is_old = value == own && self.cells[cell].field.is_some();
        now.written[cell] = (!is_old).then_some(value);
    }

    /// Makes the next word, or hands it out if it is one sum.
    pub(super) fn build(&mut self, now: &Now) -> Result<(W, W, Vec<Step<W>>), Declined> {
        let (mut keep, mut add) = (W::ALL, W::ZERO);
        let mut inserted: Vec<Step<W>> = Vec::new();
        for (cell, written) in now.written.iter().enumerate() {
            let (Some(value), Some(field)) = (*written, self.cells[cell].field) else {
                continue;
            };
            let least = self.least(cell);
            match value {
                Value::Cell { cell: own, plus } if own == cell => {
                    add = add.plus(W::of(plus, field.shift));
                    continue;
                }
                Value::Known(number) => {
                    add = add.plus(W::of(number.wrapping_sub(least), field.shift));
                }
                Value::Cell { cell: own, plus: 0 }
                    if let Some(by) = self.moves_along(cell, own) =>
                {
                    let mask = self.cells[own]
                        .field
                        .map_or(W::ZERO, |own| W::of(all(own), own.shift));
                    match inserted.last_mut() {
                        Some(Step::Shift {
                            mask: one,
                            by: other,
                        }) if *other == by => {
                            *one = one.or(mask);
                        }
                        _ => inserted.push(Step::Shift { mask, by }),
                    }
                }
                value => {
                    let (value, least) = (self.register_of(value)?, self.constant(least));
                    inserted.push(Step::Insert {
                        field,
                        value,
                        least,
                    });
                }
            }
            keep = keep.and(W::of(all(field), field.shift).not());
        }
        Ok((keep, add, inserted))
    }

    /// A way has come to its end: the state is handed out.
    pub(super) fn hand_out(&mut self, now: &Now, next: Place) -> Result<(), Declined> {
        let top = self.top;
        let points = match self.points.and_then(|cell| now.written[cell]) {
            Some(value) => self.register_of(value)?,
            None => self.constant(0),
        };
        let (keep, add, inserted) = self.build(now)?;
        if inserted.is_empty() {
            self.emit(Step::Emit { keep, add, points })?;
        } else {
            self.emit(Step::Build { keep, add })?;
            for step in inserted {
                self.emit(step)?;
            }
            self.emit(Step::Out { points })?;
        }
        self.top = top;
        self.emit(Step::Jump { to: next })
    }

    /// What was written goes into a new word, `b`; what is known is of that word from here on.
    pub(super) fn carry_out(&mut self, now: &mut Now) -> Result<(), Declined> {
        // What the bound variables have of cells that change is kept.
        for at in 0..now.env.len() {
            if let Value::Cell { cell, .. } = now.env[at]
                && now.written[cell].is_some()
            {
                let interval = self.interval(now.env[at], now);
                let reg = self.register_of(now.env[at])?;
                now.env[at] = Value::Reg { reg, interval };
            }
        }
        if let Some(points) = self.points
            && let Some(value @ Value::Cell { .. }) = now.written[points]
        {
            let interval = self.interval(value, now);
            let reg = self.register_of(value)?;
            now.written[points] = Some(Value::Reg { reg, interval });
        }
        let (keep, add, inserted) = self.build(now)?;
        self.emit(Step::Build { keep, add })?;
        for step in inserted {
            self.emit(step)?;
        }
        // A value may be what another cell held before: all intervals come from the old word.
        let mut known = Vec::new();
        for cell in 0..self.cells.len() {
            if self.cells[cell].field.is_some()
                && let Some(value) = now.written[cell]
            {
                known.push((cell, self.domain_of(cell, self.interval(value, now))));
            }
        }
        for (cell, domain) in known {
            (now.written[cell], now.domains[cell]) = (None, domain);
        }
        Ok(())
    }

    /// What a cell may hold after a value in the interval was written to it.
    fn domain_of(&self, cell: usize, interval: Interval) -> Domain {
        let least = i128::from(self.least(cell));
        let whole = self.whole(cell);
        let ends = (interval.least - least, interval.most - least);
        let offsets = u64::try_from(ends.0).ok().zip(u64::try_from(ends.1).ok());
        match (offsets, whole) {
            (Some((least, most)), Domain::Set(all)) if most < 128 => {
                let below = (1u128 << least) - 1;
                Domain::Set(all & (u128::MAX >> (127 - most)) & !below)
            }
            (Some((least, most)), Domain::Range(_, end)) if most <= end => {
                Domain::Range(least, most)
            }
            _ => whole,
        }
    }

    /// All that a cell may hold.
    pub(super) fn whole(&self, cell: usize) -> Domain {
        let Cell { least, most, .. } = self.cells[cell];
        Domain::up_to(most.abs_diff(least))
    }

    /// Nothing is known any more of the cells of a part.
    pub(super) fn forget(&mut self, part: usize, now: &mut Now) -> Result<(), Declined> {
        let (first, length) = self.cells_of(part).ok_or(Declined)?;
        let (count, cells) = (self.count_of(part), first..first + length);
        let is_own = |cell: usize| cells.contains(&cell) || count == Some(cell);
        for at in 0..now.env.len() {
            if let Value::Cell { cell, .. } = now.env[at]
                && is_own(cell)
            {
                let interval = self.interval(now.env[at], now);
                let reg = self.register_of(now.env[at])?;
                now.env[at] = Value::Reg { reg, interval };
            }
        }
        for at in 0..now.written.len() {
            if let Some(value @ Value::Cell { cell, .. }) = now.written[at]
                && is_own(cell)
            {
                let interval = self.interval(value, now);
                let reg = self.register_of(value)?;
                now.written[at] = Some(Value::Reg { reg, interval });
            }
        }
        for cell in cells.clone().chain(count) {
            now.domains[cell] = self.whole(cell);
        }
        Ok(())
    }

    /// An element at a number that is not known becomes a value; what fails from here on goes
    /// through the label that is handed back.
    pub(super) fn write_at(
        &mut self,
        part: usize,
        index: Value,
        value: Value,
        now: &mut Now,
        next: Place,
    ) -> Result<(), Declined> {
        let (_, length) = self.cells_of(part).ok_or(Declined)?;
        let inside = Interval::new(0, length as i128 - 1).holds(self.interval(index, now));
        if let Some(count) = self.count_of(part) {
            let count = self.cell(count, now);
            self.compare(Op::Lt, index, count, now, next, false)?;
        }
        let index = self.register_of(index)?;
        if !inside {
            self.emit(Step::Inside {
                index,
                length: length as u32,
                to: next,
            })?;
        }
        let value = self.register_of(value)?;
        let row = self.row_of(part, 0)?;
        self.carry_out(now)?;
        self.forget(part, now)?;
        self.emit(Step::InsertAt { index, row, value })
    }
}
