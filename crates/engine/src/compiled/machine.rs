//! Compiled terms at work.

use std::ops::ControlFlow;

use whowins_core::{Budget, Op, Over};

use super::code::{Code, Place, Slot, Splicing};
use super::divisors::Divisors;
use super::{Left, Program};

/// Steps back between two looks at the budget.
const STRIDE: u64 = 1 << 10;

/// What is to be put back of a list.
#[derive(Clone, Debug)]
enum Undo {
    Element(u32, usize, i64),
    /// Of a list, from this index on, so many elements were inserted, and so many stood there: the
    /// latest of those that are kept.
    Splice(u32, usize, usize, usize),
}

/// So many elements of a list become others.
fn replace(list: &mut Vec<i64>, at: usize, count: usize, values: &[i64]) {
    let (end, length) = (at + count, list.len());
    if values.len() > count {
        list.resize(length + values.len() - count, 0);
    }
    list.copy_within(end..length, at + values.len());
    list.truncate(length + values.len() - count);
    list[at..at + values.len()].copy_from_slice(values);
}

/// In the trail: what is to be put back is the latest of a list.
const OF_LIST: Slot = Slot::MAX;

/// The memory that a program works in, with one state in it.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(super) words: Vec<i64>,
    pub(super) lists: Vec<Vec<i64>>,
    /// Slots and what was in them.
    trail: Vec<(Slot, i64)>,
    list_trail: Vec<Undo>,
    /// Elements that were erased, and what is put in their place.
    erased: Vec<i64>,
    inserted: Vec<i64>,
    marks: Vec<(Place, usize)>,
    divisors: Divisors,
    steps: u64,
    /// Ways that have come to their end.
    pub(super) emitted: u64,
}

impl Machine {
    pub(super) const fn new(words: Vec<i64>, lists: Vec<Vec<i64>>) -> Self {
        Self {
            words,
            lists,
            trail: Vec::new(),
            list_trail: Vec::new(),
            erased: Vec::new(),
            inserted: Vec::new(),
            marks: Vec::new(),
            divisors: Divisors::new(),
            steps: 0,
            emitted: 0,
        }
    }

    fn at(&self, slot: Slot) -> i64 {
        self.words[slot as usize]
    }

    fn put(&mut self, slot: Slot, value: i64) {
        let old = std::mem::replace(&mut self.words[slot as usize], value);
        self.trail.push((slot, old));
    }

    /// Takes back all that was done since the trail was so long.
    fn undo(&mut self, length: usize) {
        while self.trail.len() > length
            && let Some((slot, old)) = self.trail.pop()
        {
            match slot {
                OF_LIST => self.undo_list(),
                _ => self.words[slot as usize] = old,
            }
        }
    }

    fn undo_list(&mut self) {
        match self.list_trail.pop() {
            Some(Undo::Element(list, at, old)) => self.lists[list as usize][at] = old,
            Some(Undo::Splice(list, at, inserted, erased)) => {
                let from = self.erased.len() - erased;
                let list = &mut self.lists[list as usize];
                replace(list, at, inserted, &self.erased[from..]);
                self.erased.truncate(from);
            }
            None => {}
        }
    }

    fn will_undo(&mut self, undo: Undo) {
        self.trail.push((OF_LIST, 0));
        self.list_trail.push(undo);
    }

    /// Goes back to the latest mark, if there is one.
    fn fail(&mut self) -> Option<usize> {
        let (resume, length) = self.marks.pop()?;
        self.undo(length);
        Some(resume as usize)
    }

    /// Charges the budget for a step back or round.
    fn charge(&mut self, budget: &Budget) -> Result<(), Left> {
        self.steps += 1;
        if self.steps.is_multiple_of(STRIDE) && budget.charge(STRIDE).is_break() {
            return Err(Left::Over(budget.over().unwrap_or(Over::Stopped)));
        }
        Ok(())
    }

    fn splice(&mut self, splicing: &Splicing, budget: &Budget) -> Result<bool, Left> {
        let (index, count) = (self.at(splicing.index), self.at(splicing.count));
        let list = &self.lists[splicing.list as usize];
        let ends = usize::try_from(index).ok().zip(usize::try_from(count).ok());
        let Some((at, count)) = ends else {
            return Ok(false);
        };
        if at.checked_add(count).is_none_or(|end| end > list.len()) {
            return Ok(false);
        }
        let long = list.len() + splicing.values.len();
        if long >= MOST_ELEMENTS || !budget.has_room(8 * long as u64) {
            return Err(Left::Words);
        }
        self.inserted.clear();
        for slot in &splicing.values {
            let value = self.words[*slot as usize];
            self.inserted.push(value);
        }
        let list = &mut self.lists[splicing.list as usize];
        self.erased.extend_from_slice(&list[at..at + count]);
        replace(list, at, count, &self.inserted);
        let inserted = self.inserted.len();
        self.will_undo(Undo::Splice(splicing.list, at, inserted, count));
        Ok(true)
    }
}

/// Lists of so many elements are left to the exact meaning.
const MOST_ELEMENTS: usize = 1 << 20;

/// An index of a list that is there.
fn within(index: i64, length: usize) -> Option<usize> {
    usize::try_from(index).ok().filter(|at| *at < length)
}

impl Program {
    /// Carries the code out from a place: every state that a way comes to is handed out, and
    /// counted; or a value is found. The memory is afterwards as it was.
    pub(super) fn run(
        &self,
        machine: &mut Machine,
        start: Place,
        budget: &Budget,
        emit: &mut dyn FnMut(&Machine) -> ControlFlow<()>,
    ) -> Result<Option<i64>, Left> {
        machine.emitted = 0;
        let found = self.steps(machine, start, budget, emit);
        machine.undo(0);
        machine.marks.clear();
        found
    }

    fn steps(
        &self,
        m: &mut Machine,
        start: Place,
        budget: &Budget,
        emit: &mut dyn FnMut(&Machine) -> ControlFlow<()>,
    ) -> Result<Option<i64>, Left> {
        let mut pc = start as usize;
        let jump = |holds: bool, to: Place, pc: &mut usize| {
            if holds {
                *pc = to as usize;
            }
        };
        loop {
            let step = self.code[pc];
            pc += 1;
            match step {
                Code::Move { to, from } => m.words[to as usize] = m.at(from),
                Code::Add { to, x, y } => m.words[to as usize] = m.at(x).wrapping_add(m.at(y)),
                Code::Sub { to, x, y } => m.words[to as usize] = m.at(x).wrapping_sub(m.at(y)),
                Code::Mul { to, x, y } => m.words[to as usize] = m.at(x).wrapping_mul(m.at(y)),
                Code::Operation { op, to, x, y } => {
                    m.words[to as usize] = op.word(m.at(x), m.at(y)).ok_or(Left::Words)?;
                }
                Code::Get { to, index, table } => {
                    let table = &self.tables[table as usize];
                    let index = m.at(index);
                    m.words[to as usize] = match (index as u64) < u64::from(table.length) {
                        true => m.words[table.first as usize + index as usize],
                        false => table.default,
                    };
                }
                Code::GetList { to, index, table } => {
                    let table = &self.tables[table as usize];
                    let list = &m.lists[table.first as usize];
                    let found = within(m.at(index), list.len()).map(|at| list[at]);
                    m.words[to as usize] = found.unwrap_or(table.default);
                }
                Code::LenList { to, list } => {
                    m.words[to as usize] = m.lists[list as usize].len() as i64;
                }
                Code::Jump { to } => {
                    if (to as usize) < pc {
                        m.charge(budget)?;
                    }
                    pc = to as usize;
                }
                Code::Unless { x, to } => jump(m.at(x) == 0, to, &mut pc),
                Code::If { x, to } => jump(m.at(x) != 0, to, &mut pc),
                Code::IfEq { x, y, to } => jump(m.at(x) == m.at(y), to, &mut pc),
                Code::IfLt { x, y, to } => jump(m.at(x) < m.at(y), to, &mut pc),
                Code::IfLe { x, y, to } => jump(m.at(x) <= m.at(y), to, &mut pc),
                Code::UnlessEq { x, y, to } => jump(m.at(x) != m.at(y), to, &mut pc),
                Code::UnlessLt { x, y, to } => jump(m.at(x) >= m.at(y), to, &mut pc),
                Code::UnlessLe { x, y, to } => jump(m.at(x) > m.at(y), to, &mut pc),
                Code::Next { counter, end, to } => {
                    m.charge(budget)?;
                    let next = m.at(counter) + 1;
                    m.words[counter as usize] = next;
                    jump(next < m.at(end), to, &mut pc);
                }
                Code::NextDivisor { counter, end, to } => {
                    m.charge(budget)?;
                    let (above, of) = (m.at(counter), m.at(end + 1));
                    let next = match of {
                        0 => Some(above + 1),
                        of => m.divisors.next(of.unsigned_abs(), above, budget)?,
                    };
                    let next = next.unwrap_or(i64::MAX);
                    m.words[counter as usize] = next;
                    jump(next < m.at(end), to, &mut pc);
                }
                Code::Root { to, x } => {
                    let root = u64::try_from(m.at(x)).map(|x| x.isqrt() as i64);
                    m.words[to as usize] = root.unwrap_or(-1);
                }
                Code::Within { value, range, to } => {
                    let (range, value) = (self.ranges[range as usize], m.at(value));
                    if value > range.most && range.is_open {
                        return Err(Left::Words);
                    }
                    jump(!(range.least..=range.most).contains(&value), to, &mut pc);
                }
                Code::Inside { index, table, to } => {
                    let length = u64::from(self.tables[table as usize].length);
                    jump(m.at(index) as u64 >= length, to, &mut pc);
                }
                Code::Mark { resume } => m.marks.push((resume, m.trail.len())),
                Code::Unmark => {
                    m.marks.pop();
                }
                Code::Save { slot } => m.trail.push((slot, m.at(slot))),
                Code::Put { cell, value } => m.put(cell, m.at(value)),
                Code::PutAt {
                    table,
                    index,
                    value,
                } => {
                    let first = self.tables[table as usize].first;
                    m.put(first + m.at(index) as u32, m.at(value));
                }
                Code::InsideList { index, list, to } => {
                    let length = m.lists[list as usize].len();
                    jump(within(m.at(index), length).is_none(), to, &mut pc);
                }
                Code::PutList { list, index, value } => {
                    let (at, value) = (m.at(index) as usize, m.at(value));
                    let old = std::mem::replace(&mut m.lists[list as usize][at], value);
                    m.will_undo(Undo::Element(list, at, old));
                }
                Code::Splice { splice, to } => {
                    if !m.splice(&self.splices[splice as usize], budget)? {
                        pc = to as usize;
                    }
                }
                Code::Fail => {
                    m.charge(budget)?;
                    match m.fail() {
                        Some(resume) => pc = resume,
                        None => return Ok(None),
                    }
                }
                Code::Emit => {
                    m.emitted += 1;
                    if emit(m).is_break() {
                        return Ok(None);
                    }
                }
                Code::Answer { slot } => return Ok(Some(m.at(slot))),
            }
        }
    }

    /// The exact value of an operation, for what the compiler works out beforehand.
    pub(super) fn apply(op: Op, x: i64, y: i64) -> Option<i64> {
        op.word(x, y)
    }
}
