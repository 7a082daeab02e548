//! Lists, whose lengths moves change: elements put in and erased.
//!
//! A list has as many cells as play ever needs, and one that has its length; cells beyond its end
//! hold the least number. So to erase an element is to write what is behind it one cell further
//! down, and what is behind it moves in one step.

use whowins_core::{Array, Expr, Op};

use super::super::Declined;
use super::super::code::Range;
use super::Kind;
use super::command::Rest;
use super::known::{Domain, Now, Value};
use super::maker::Maker;
use super::step::{Place, Reg, Step};
use super::word::Word;

/// Whether a part has an element.
#[derive(Clone, Copy)]
pub(super) enum There {
    /// In this cell.
    Yes(usize),
    No,
    /// In this cell, if the list is long enough.
    Maybe(usize),
}

impl<W: Word> Maker<'_, W> {
    /// The cell that has the length of a part, where moves change it.
    pub(super) fn count_of(&self, part: usize) -> Option<usize> {
        match self.layout.parts[part].kind {
            Kind::Cells { counted, .. } => counted.map(|(cell, _)| cell),
            _ => None,
        }
    }

    /// How many elements an array has.
    pub(super) fn length_of(&self, array: Array, now: &Now) -> Option<Value> {
        match array {
            Array::Part(part) if let Some(count) = self.count_of(part) => {
                Some(self.cell(count, now))
            }
            array => Some(Value::Known(self.setting.length(array)? as i64)),
        }
    }

    /// Whether a part that moves write has an element.
    pub(super) fn there(&self, part: usize, index: i64, now: &Now) -> There {
        let cell = self.cells_of(part).and_then(|(first, length)| {
            let index = usize::try_from(index).ok()?;
            (index < length).then(|| first + index)
        });
        let Some(cell) = cell else { return There::No };
        let Some(count) = self.count_of(part) else {
            return There::Yes(cell);
        };
        let length = self.interval(self.cell(count, now), now);
        match i128::from(index) {
            index if index < length.least => There::Yes(cell),
            index if index < length.most => There::Maybe(cell),
            _ => There::No,
        }
    }

    /// Mends what was read of a list between its end and its last cell.
    pub(super) fn read_outside(
        &mut self,
        part: usize,
        index: Reg,
        default: i64,
        to: Reg,
        now: &Now,
    ) -> Result<(), Declined> {
        let (Some(count), Some((first, _))) = (self.count_of(part), self.cells_of(part)) else {
            return Ok(());
        };
        if self.least(first) == default {
            return Ok(());
        }
        let inside = self.label();
        let y = self.register_of(self.cell(count, now))?;
        self.emit(Step::IfLt {
            x: index,
            y,
            to: inside,
        })?;
        let from = self.constant(default);
        self.emit(Step::Move { to, from })?;
        self.place(inside);
        Ok(())
    }

    /// By how many bits a cell's value lies below where another cell has it, if all that one may
    /// hold has the same bits in both.
    pub(super) fn moves_along(&self, to: usize, from: usize) -> Option<i16> {
        let (to, from) = (&self.cells[to], &self.cells[from]);
        let fields = to.field.zip(from.field);
        let (to_field, from_field) =
            fields.filter(|(x, y)| x.width == y.width && to.least == from.least)?;
        Some(i16::from(to_field.shift) - i16::from(from_field.shift))
    }

    /// Erases elements, and puts others there.
    #[expect(clippy::too_many_arguments, reason = "a command, and where it stands")]
    pub(super) fn splice(
        &mut self,
        part: usize,
        index: &Expr,
        count: &Expr,
        values: &[Expr],
        mut now: Now,
        next: Place,
        rest: &Rest<'_>,
    ) -> Result<(), Declined> {
        let index = self.expr(index, &mut now)?;
        let count = self.expr(count, &mut now)?;
        let range = self.layout.parts[part].range;
        let mut put = Vec::new();
        for value in values {
            let value = self.expr(value, &mut now)?;
            if !self.within(value, range, &mut now, next)? {
                return Ok(());
            }
            put.push(self.number(value, &now).map_or(value, Value::Known));
        }
        let ends = self.number(index, &now).zip(self.number(count, &now));
        let (index, count) = ends.ok_or(Declined)?;
        let ((first, length), counter) = self
            .cells_of(part)
            .zip(self.count_of(part))
            .ok_or(Declined)?;
        let ends = usize::try_from(index).ok().zip(usize::try_from(count).ok());
        let Some((index, count)) = ends.filter(|(index, count)| {
            let end = index.checked_add(*count);
            end.is_some_and(|end| end <= length)
        }) else {
            return self.emit(Step::Jump { to: next });
        };
        let before = self.cell(counter, &now);
        let end = Value::Known((index + count) as i64);
        if self.compare(Op::Lt, before, end, &mut now, next, true)? == Some(true) {
            return Ok(());
        }
        let more = put.len() as i64 - count as i64;
        self.fits(before, length as i64 - more, &mut now)?;
        let old: Vec<Value> = (first..first + length)
            .map(|cell| self.cell(cell, &now))
            .collect();
        let behind = old.iter().skip(index + count).copied();
        let filled = std::iter::repeat(Value::Known(range.least));
        let new = put.into_iter().chain(behind).chain(filled);
        for (cell, value) in (first + index..first + length).zip(new) {
            self.write(cell, value, &mut now);
        }
        let after = self.operation(Op::Add, before, Value::Known(more), &now)?;
        self.write(counter, after, &mut now);
        self.go_on(rest, now, next)
    }

    /// Leaves the words where a list is longer than there is room for, which play from the state
    /// that the code was made for never is.
    fn fits(&mut self, length: Value, most: i64, now: &mut Now) -> Result<(), Declined> {
        if self.interval(length, now).most <= i128::from(most) {
            return Ok(());
        }
        let top = self.top;
        let value = self.register_of(length)?;
        let range = self.range(Range {
            least: 0,
            most,
            is_open: true,
        });
        // Nothing jumps there: no length is below 0.
        let to = self.label();
        self.emit(Step::Within { value, range, to })?;
        self.place(to);
        self.top = top;
        if let Value::Cell { cell, plus } = length
            && let Domain::Set(all) = now.domains[cell]
            && let Ok(end @ 0..127) = u32::try_from(most - plus)
            && all & ((2 << end) - 1) != 0
        {
            now.domains[cell] = Domain::Set(all & ((2 << end) - 1));
        }
        Ok(())
    }
}
