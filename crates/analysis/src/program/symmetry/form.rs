//! Normal forms of expressions over the cells of a state: what is the same but for the order of
//! sums, of conditions and of choices, is one form.

use std::collections::HashMap;

use whowins_core::Op;

/// More forms are not made.
const MOST: usize = 1 << 15;

/// A form, by its number.
pub(super) type Id = u32;

/// There are too many forms, or something is asked that forms do not have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foreign;

/// An element of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    pub(super) part: u32,
    pub(super) at: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    Num(i64),
    Cell(Place),
    /// What it is for each value of a cell of few values, from the least on; not all the same.
    Case(Place, Vec<Id>),
    /// The number that a choice picked, counted along the way.
    Chosen(u32),
    /// So many times each, and a number; in rising order, none of them a sum, a number, or 0 times.
    Sum(Vec<(Id, i64)>, i64),
    /// All together, in any order; sorted, none of them the same operation.
    Many(Op, Vec<Id>),
    Two(Op, Id, Id),
    Ite(Id, Id, Id),
}

/// Forms, each once.
pub(super) struct Forms {
    all: Vec<Form>,
    flags: Vec<bool>,
    ids: HashMap<Form, Id>,
    /// The least value of each part, and how many its cells have, where these are few.
    small: Vec<Option<(i64, usize)>>,
}

impl Forms {
    pub(super) fn new(small: Vec<Option<(i64, usize)>>) -> Self {
        Self {
            all: Vec::new(),
            flags: Vec::new(),
            ids: HashMap::new(),
            small,
        }
    }

    fn intern(&mut self, form: Form) -> Result<Id, Foreign> {
        if let Some(id) = self.ids.get(&form) {
            return Ok(*id);
        }
        if self.all.len() >= MOST {
            return Err(Foreign);
        }
        let id = self.all.len() as Id;
        let is_flag = |one: &Id| self.flags[*one as usize];
        self.flags.push(match &form {
            Form::Num(number) => (0..=1).contains(number),
            Form::Case(_, all) | Form::Many(Op::And | Op::Or | Op::Min | Op::Max, all) => {
                all.iter().all(is_flag)
            }
            Form::Two(op, ..) => matches!(op, Op::Eq | Op::Lt | Op::Le),
            Form::Ite(_, yes, no) => is_flag(yes) && is_flag(no),
            _ => false,
        });
        self.all.push(form.clone());
        self.ids.insert(form, id);
        Ok(id)
    }

    pub(super) fn num(&mut self, number: i64) -> Result<Id, Foreign> {
        self.intern(Form::Num(number))
    }

    pub(super) fn chosen(&mut self, at: u32) -> Result<Id, Foreign> {
        self.intern(Form::Chosen(at))
    }

    /// What a cell holds.
    pub(super) fn cell(&mut self, place: Place) -> Result<Id, Foreign> {
        match self.small[place.part as usize] {
            None => self.intern(Form::Cell(place)),
            Some((least, count)) => {
                self.case(place, count, &mut |forms, at| forms.num(least + at as i64))
            }
        }
    }

    /// The number that a form is, if it is one.
    pub(super) fn number(&self, id: Id) -> Option<i64> {
        match self.all[id as usize] {
            Form::Num(number) => Some(number),
            _ => None,
        }
    }

    fn is_flag(&self, id: Id) -> bool {
        self.flags[id as usize]
    }

    /// The cell that a form is a case by.
    fn by(&self, id: Id) -> Option<(Place, usize)> {
        match &self.all[id as usize] {
            Form::Case(place, all) => Some((*place, all.len())),
            _ => None,
        }
    }

    /// Whether a form is a number for each value of a cell.
    fn is_table(&self, id: Id) -> bool {
        match &self.all[id as usize] {
            Form::Case(_, all) => all.iter().all(|one| self.number(*one).is_some()),
            _ => false,
        }
    }

    /// What a form is where a cell has its value with this number.
    fn at(&self, id: Id, place: Place, value: usize) -> Id {
        match &self.all[id as usize] {
            Form::Case(own, all) if *own == place => all[value],
            _ => id,
        }
    }

    fn case(
        &mut self,
        place: Place,
        count: usize,
        of: &mut dyn FnMut(&mut Self, usize) -> Result<Id, Foreign>,
    ) -> Result<Id, Foreign> {
        let mut all = Vec::with_capacity(count);
        for value in 0..count {
            let one = of(self, value)?;
            all.push(self.at(one, place, value));
        }
        match all.iter().all(|one| *one == all[0]) {
            true => all.first().copied().ok_or(Foreign),
            false => self.intern(Form::Case(place, all)),
        }
    }

    /// What comes of a form, one for each value that its cell has, where it is a number by that.
    pub(super) fn for_each(
        &mut self,
        id: Id,
        of: &mut dyn FnMut(&mut Self, i64) -> Result<Id, Foreign>,
    ) -> Result<Id, Foreign> {
        if let Some(number) = self.number(id) {
            return of(self, number);
        }
        let (place, count) = self.by(id).ok_or(Foreign)?;
        self.case(place, count, &mut |forms, value| {
            let number = forms.number(forms.at(id, place, value));
            of(forms, number.ok_or(Foreign)?)
        })
    }

    /// The numbers that a form is, each with where it is so, for a form that is a number by one
    /// cell.
    pub(super) fn values(&mut self, id: Id) -> Result<Vec<(Id, i64)>, Foreign> {
        let (place, count) = self.by(id).ok_or(Foreign)?;
        let numbers = (0..count).map(|value| self.number(self.at(id, place, value)));
        let numbers: Vec<i64> = numbers.collect::<Option<_>>().ok_or(Foreign)?;
        let mut all: Vec<(Id, i64)> = Vec::new();
        for number in &numbers {
            if all.iter().all(|(_, one)| one != number) {
                let wanted = self.num(*number)?;
                all.push((self.op(Op::Eq, id, wanted)?, *number));
            }
        }
        Ok(all)
    }

    pub(super) fn op(&mut self, op: Op, x: Id, y: Id) -> Result<Id, Foreign> {
        if let Some((x, y)) = self.number(x).zip(self.number(y)) {
            return self.num(op.word(x, y).ok_or(Foreign)?);
        }
        // By one cell alone: for each of its values.
        let place = match (self.by(x), self.by(y)) {
            (Some(one), Some(other)) if one == other => Some(one),
            (Some(one), None) if self.number(y).is_some() => Some(one),
            (None, Some(one)) if self.number(x).is_some() => Some(one),
            _ => None,
        };
        if let Some((place, count)) = place {
            return self.case(place, count, &mut |forms, value| {
                forms.op(op, forms.at(x, place, value), forms.at(y, place, value))
            });
        }
        match op {
            Op::Add => self.sum(&[(x, 1), (y, 1)]),
            Op::Sub => self.sum(&[(x, 1), (y, -1)]),
            Op::Mul => match (self.number(x), self.number(y)) {
                (Some(times), None) => self.sum(&[(y, times)]),
                (None, Some(times)) => self.sum(&[(x, times)]),
                _ => self.intern(Form::Two(op, x.min(y), x.max(y))),
            },
            Op::And | Op::Or | Op::Xor | Op::Min | Op::Max | Op::Gcd => self.many(op, &[x, y]),
            Op::Eq if x == y => self.num(1),
            Op::Eq if self.number(y) == Some(0) && self.is_flag(x) => self.not(x),
            Op::Eq if self.number(x) == Some(0) && self.is_flag(y) => self.not(y),
            Op::Eq => self.intern(Form::Two(op, x.min(y), x.max(y))),
            Op::Lt if x == y => self.num(0),
            // One of the two orders is enough.
            Op::Le => {
                let above = self.op(Op::Lt, y, x)?;
                self.not(above)
            }
            _ => self.intern(Form::Two(op, x, y)),
        }
    }

    /// The other of 0 and 1.
    fn not(&mut self, flag: Id) -> Result<Id, Foreign> {
        let zero = self.num(0)?;
        if let Some((place, count)) = self.by(flag) {
            return self.case(place, count, &mut |forms, value| {
                forms.not(forms.at(flag, place, value))
            });
        }
        match self.all[flag as usize] {
            Form::Num(number) => self.num(i64::from(number == 0)),
            Form::Two(Op::Eq, x, y) if x == zero && self.is_flag(y) => Ok(y),
            Form::Two(Op::Eq, x, y) if y == zero && self.is_flag(x) => Ok(x),
            _ => self.intern(Form::Two(Op::Eq, zero.min(flag), zero.max(flag))),
        }
    }

    /// 1 where a form is not 0.
    pub(super) fn truth(&mut self, id: Id) -> Result<Id, Foreign> {
        if self.is_flag(id) {
            return Ok(id);
        }
        let zero = self.num(0)?;
        let is_zero = self.op(Op::Eq, id, zero)?;
        self.not(is_zero)
    }

    fn sum(&mut self, terms: &[(Id, i64)]) -> Result<Id, Foreign> {
        let (mut all, mut constant) = (Vec::new(), 0i64);
        let times = |x: i64, y: i64| x.checked_mul(y).ok_or(Foreign);
        for (id, by) in terms {
            match &self.all[*id as usize] {
                Form::Num(number) => {
                    let product = times(*number, *by)?;
                    constant = constant.checked_add(product).ok_or(Foreign)?;
                }
                Form::Sum(inner, more) => {
                    for (id, one) in inner {
                        all.push((*id, times(*one, *by)?));
                    }
                    let product = times(*more, *by)?;
                    constant = constant.checked_add(product).ok_or(Foreign)?;
                }
                _ => all.push((*id, *by)),
            }
        }
        all.sort_unstable();
        let mut joined: Vec<(Id, i64)> = Vec::new();
        for (id, by) in all {
            match joined.last_mut() {
                Some((last, sum)) if *last == id => *sum = sum.checked_add(by).ok_or(Foreign)?,
                _ => joined.push((id, by)),
            }
        }
        joined.retain(|(_, by)| *by != 0);
        match *joined.as_slice() {
            [] => self.num(constant),
            [(id, 1)] if constant == 0 => Ok(id),
            _ => self.intern(Form::Sum(joined, constant)),
        }
    }

    /// All together by an operation that takes them in any order.
    pub(super) fn many(&mut self, op: Op, ids: &[Id]) -> Result<Id, Foreign> {
        let mut all = Vec::new();
        for id in ids {
            match &self.all[*id as usize] {
                Form::Many(own, inner) if *own == op => all.extend(inner.iter().copied()),
                _ => all.push(*id),
            }
        }
        let flags = all.iter().all(|one| self.is_flag(*one));
        // Numbers of one cell are one number of it.
        let mut tables: Vec<Id> = Vec::new();
        let mut others = Vec::new();
        for id in all {
            if !(self.is_table(id) || self.number(id).is_some()) {
                others.push(id);
                continue;
            }
            let same = tables
                .iter()
                .position(|one| match (self.by(*one), self.by(id)) {
                    (Some(one), Some(other)) => one == other,
                    (one, other) => one.is_none() && other.is_none(),
                });
            match same {
                Some(at) => tables[at] = self.op(op, tables[at], id)?,
                None => tables.push(id),
            }
        }
        let stays = match (op, flags) {
            (Op::And, true) => Some(1),
            (Op::And, false) => Some(-1),
            (Op::Or | Op::Xor | Op::Gcd, _) => Some(0),
            _ => None,
        };
        let settles = match (op, flags) {
            (Op::And, _) => Some(0),
            (Op::Or, true) => Some(1),
            _ => None,
        };
        if let Some(settled) = settles
            && tables.iter().any(|one| self.number(*one) == Some(settled))
        {
            return self.num(settled);
        }
        let is_needed = |one: &Id| stays.is_none() || self.number(*one) != stays;
        others.extend(tables.into_iter().filter(is_needed));
        others.sort_unstable();
        if matches!(op, Op::And | Op::Or | Op::Min | Op::Max) {
            others.dedup();
        }
        match others.as_slice() {
            [] => self.num(stays.unwrap_or(0)),
            // Of one alone each of these is that one, but for a divisor, which has no sign.
            [one] if op != Op::Gcd => Ok(*one),
            _ => self.intern(Form::Many(op, others)),
        }
    }

    pub(super) fn ite(&mut self, condition: Id, yes: Id, no: Id) -> Result<Id, Foreign> {
        if let Some(number) = self.number(condition) {
            return Ok(if number == 0 { no } else { yes });
        }
        if yes == no {
            return Ok(yes);
        }
        let (zero, one) = (self.num(0)?, self.num(1)?);
        let holds = self.truth(condition)?;
        if no == zero && self.is_flag(yes) {
            return self.many(Op::And, &[holds, yes]);
        }
        if yes == one && self.is_flag(no) {
            return self.many(Op::Or, &[holds, no]);
        }
        let fails = self.not(holds)?;
        if yes == zero && self.is_flag(no) {
            return self.many(Op::And, &[fails, no]);
        }
        if no == one && self.is_flag(yes) {
            return self.many(Op::Or, &[fails, yes]);
        }
        match self.by(holds) {
            Some((place, count)) if self.is_table(holds) => {
                self.case(place, count, &mut |forms, value| {
                    let holds = forms.number(forms.at(holds, place, value));
                    let one = if holds == Some(0) { no } else { yes };
                    Ok(forms.at(one, place, value))
                })
            }
            _ => self.intern(Form::Ite(holds, yes, no)),
        }
    }

    /// The same form of other cells.
    pub(super) fn moved(
        &mut self,
        id: Id,
        to: &dyn Fn(Place) -> Place,
        known: &mut HashMap<Id, Id>,
    ) -> Result<Id, Foreign> {
        if let Some(moved) = known.get(&id) {
            return Ok(*moved);
        }
        let mut list = |forms: &mut Self, all: &[Id]| -> Result<Vec<Id>, Foreign> {
            all.iter().map(|one| forms.moved(*one, to, known)).collect()
        };
        let moved = match self.all[id as usize].clone() {
            Form::Num(_) | Form::Chosen(_) => id,
            Form::Cell(place) => self.cell(to(place))?,
            Form::Case(place, all) => {
                let all = list(self, &all)?;
                self.case(to(place), all.len(), &mut |_, value| Ok(all[value]))?
            }
            Form::Sum(terms, constant) => {
                let (ids, times): (Vec<Id>, Vec<i64>) = terms.into_iter().unzip();
                let mut terms: Vec<(Id, i64)> = list(self, &ids)?.into_iter().zip(times).collect();
                terms.push((self.num(constant)?, 1));
                self.sum(&terms)?
            }
            Form::Many(op, all) => {
                let all = list(self, &all)?;
                self.many(op, &all)?
            }
            Form::Two(op, x, y) => {
                let all = list(self, &[x, y])?;
                self.op(op, all[0], all[1])?
            }
            Form::Ite(condition, yes, no) => {
                let all = list(self, &[condition, yes, no])?;
                self.ite(all[0], all[1], all[2])?
            }
        };
        known.insert(id, moved);
        Ok(moved)
    }
}
