//! Steps on words at work.

use std::ops::ControlFlow;

use whowins_core::{Budget, Over};

use super::super::divisors::Divisors;
use super::super::{Left, Turn};
use super::Flat;
use super::step::{Step, Way};
use super::word::Word;

/// Steps back between two looks at the budget.
const STRIDE: u32 = 1 << 10;

/// The memory that a [`Flat`] works in.
#[derive(Clone, Debug)]
pub struct Memory<W> {
    registers: Vec<i64>,
    kept: Vec<W>,
    divisors: Divisors,
    steps: u32,
}

impl<W: Word> Memory<W> {
    pub(super) fn new(registers: Vec<i64>, kept: usize) -> Self {
        Self {
            registers,
            kept: vec![W::ZERO; kept],
            divisors: Divisors::new(),
            steps: 0,
        }
    }

    #[inline]
    fn at(&self, register: u32) -> i64 {
        self.registers[register as usize]
    }

    #[inline]
    fn put(&mut self, register: u32, value: i64) {
        self.registers[register as usize] = value;
    }

    /// Charges the budget for a step back.
    #[inline]
    fn charge(&mut self, budget: &Budget) -> Result<(), Left> {
        self.steps += 1;
        if self.steps >= STRIDE {
            self.steps = 0;
            if budget.charge(u64::from(STRIDE)).is_break() {
                return Err(Left::Over(budget.over().unwrap_or(Over::Stopped)));
            }
        }
        Ok(())
    }
}

impl<W: Word> Flat<W> {
    /// Hands out every state that a turn can lead to, in the order of
    /// [`whowins_core::Game::moves`], each with the points that it brings; or says what is paid.
    ///
    /// # Errors
    ///
    /// Where a number leaves the machine words, or the budget is over: then what was handed out is
    /// not all.
    pub fn turn(
        &self,
        memory: &mut Memory<W>,
        word: W,
        budget: &Budget,
        emit: &mut impl FnMut(W, i64) -> ControlFlow<()>,
    ) -> Result<Turn, Left> {
        self.run(memory, word, 0, budget, emit)
    }

    /// What is paid where nothing can be done.
    ///
    /// # Errors
    ///
    /// As [`Flat::turn`].
    pub fn stuck(&self, memory: &mut Memory<W>, word: W, budget: &Budget) -> Result<i64, Left> {
        let mut ignore = |_, _| ControlFlow::Continue(());
        match self.run(memory, word, self.stuck as usize, budget, &mut ignore)? {
            Turn::Over(pays) | Turn::Stuck(pays) => Ok(pays),
            Turn::Moves => Ok(0),
        }
    }

    fn run(
        &self,
        memory: &mut Memory<W>,
        word: W,
        start: usize,
        budget: &Budget,
        emit: &mut impl FnMut(W, i64) -> ControlFlow<()>,
    ) -> Result<Turn, Left> {
        let m = memory;
        let (mut w, mut b) = (word, W::ZERO);
        let (mut pc, mut any) = (start, false);
        macro_rules! jump {
            ($holds:expr, $to:expr) => {
                if $holds {
                    pc = $to as usize;
                }
            };
        }
        // The last ways of a tier end the turn, where there was any.
        macro_rules! ends {
            () => {
                if any && matches!(self.steps[pc], Step::Tier) {
                    return Ok(Turn::Moves);
                }
            };
        }
        macro_rules! hand {
            ($word:expr, $points:expr) => {
                any = true;
                if emit($word, m.at($points)).is_break() {
                    return Ok(Turn::Moves);
                }
            };
        }
        // Whose turn it is is mostly asked first, and is worth no step of its own.
        if let Step::Is { mask, want, to } = self.steps[pc] {
            pc = match w.and(mask) == want {
                true => pc + 1,
                false => to as usize,
            };
        }
        loop {
            let step = &self.steps[pc];
            pc += 1;
            match *step {
                Step::Is { mask, want, to } => jump!(w.and(mask) != want, to),
                Step::Not { mask, want, to } => jump!(w.and(mask) == want, to),
                Step::NotAny { first, count, to } => {
                    let tests = &self.tests[first as usize..][..count as usize];
                    let holds = tests.iter().any(|(mask, want)| w.and(*mask) == *want);
                    jump!(holds, to);
                }
                Step::In { field, set, to } => {
                    jump!(self.sets[set as usize] >> w.field(field) & 1 == 0, to);
                }
                Step::Between {
                    field,
                    least,
                    most,
                    to,
                } => {
                    jump!(!(least..=most).contains(&w.field(field)), to);
                }
                Step::Switch { field, first } => {
                    pc = self.targets[first as usize + w.field(field) as usize] as usize;
                }
                Step::Rules { first, count } => {
                    for rule in &self.rules[first as usize..][..count as usize] {
                        if w.and(rule.mask) == rule.want {
                            hand!(w.and(rule.keep).plus(rule.add), rule.points);
                        }
                    }
                    ends!();
                }
                Step::Ways { first, count } => {
                    for way in &self.ways[first as usize..][..count as usize] {
                        let Way {
                            rule,
                            other,
                            window,
                        } = way;
                        // All three at once: what is not foretold is one jump.
                        let shown = (w.and(rule.mask) == rule.want)
                            & (w.and(other.0) != other.1)
                            & (w.and(window.0).minus(window.1) <= window.2);
                        if shown {
                            hand!(w.and(rule.keep).plus(rule.add), rule.points);
                        }
                    }
                    ends!();
                }
                Step::Emit { keep, add, points } => {
                    hand!(w.and(keep).plus(add), points);
                }
                Step::Build { keep, add } => b = w.and(keep).plus(add),
                Step::Shift { mask, by } => b = b.plus(w.and(mask).shifted(by)),
                Step::Insert {
                    field,
                    value,
                    least,
                } => {
                    let value = m.at(value).wrapping_sub(m.at(least));
                    b = b.plus(W::of(value, field.shift));
                }
                Step::InsertAt { index, row, value } => {
                    let row = &self.rows[row as usize];
                    let field = row.at(m.at(index) as u64);
                    let all = W::of(super::all(field), field.shift);
                    let value = m.at(value).wrapping_sub(row.least);
                    b = b.and(all.not()).or(W::of(value, field.shift));
                }
                Step::Out { points } => {
                    hand!(b, points);
                }
                Step::Enter { slot } => {
                    m.kept[slot as usize] = w;
                    w = b;
                }
                Step::Again => w = b,
                Step::Leave { slot } => w = m.kept[slot as usize],
                Step::Load { to, field, plus } => {
                    m.put(to, (w.field(field) as i64).wrapping_add(m.at(plus)));
                }
                Step::Bit { to, field, set } => {
                    m.put(to, (self.sets[set as usize] >> w.field(field) & 1) as i64);
                }
                Step::GetCell { to, index, row } => {
                    let row = &self.rows[row as usize];
                    let index = m.at(index) as u64;
                    let value = match index < u64::from(row.length) {
                        true => (w.field(row.at(index)) as i64).wrapping_add(row.least),
                        false => row.default,
                    };
                    m.put(to, value);
                }
                Step::Get { to, index, table } => {
                    let (first, length, default) = self.tables[table as usize];
                    let index = m.at(index) as u64;
                    let value = match index < u64::from(length) {
                        true => self.values[first as usize + index as usize],
                        false => default,
                    };
                    m.put(to, value);
                }
                Step::Move { to, from } => m.put(to, m.at(from)),
                Step::Add { to, x, y } => m.put(to, m.at(x).wrapping_add(m.at(y))),
                Step::Sub { to, x, y } => m.put(to, m.at(x).wrapping_sub(m.at(y))),
                Step::Mul { to, x, y } => m.put(to, m.at(x).wrapping_mul(m.at(y))),
                Step::Operation { op, to, x, y } => {
                    m.put(to, op.word(m.at(x), m.at(y)).ok_or(Left::Words)?);
                }
                Step::Jump { to } => {
                    if (to as usize) < pc {
                        m.charge(budget)?;
                    }
                    pc = to as usize;
                }
                Step::IfEq { x, y, to } => jump!(m.at(x) == m.at(y), to),
                Step::IfLt { x, y, to } => jump!(m.at(x) < m.at(y), to),
                Step::IfLe { x, y, to } => jump!(m.at(x) <= m.at(y), to),
                Step::UnlessEq { x, y, to } => jump!(m.at(x) != m.at(y), to),
                Step::UnlessLt { x, y, to } => jump!(m.at(x) >= m.at(y), to),
                Step::UnlessLe { x, y, to } => jump!(m.at(x) > m.at(y), to),
                Step::Next { counter, end, to } => {
                    m.charge(budget)?;
                    let next = m.at(counter) + 1;
                    m.put(counter, next);
                    jump!(next < m.at(end), to);
                }
                Step::NextDivisor { counter, end, to } => {
                    m.charge(budget)?;
                    let (above, of) = (m.at(counter), m.at(end + 1));
                    let next = match of {
                        0 => Some(above + 1),
                        of => m.divisors.next(of.unsigned_abs(), above, budget)?,
                    };
                    let next = next.unwrap_or(i64::MAX);
                    m.put(counter, next);
                    jump!(next < m.at(end), to);
                }
                Step::Root { to, x } => {
                    let root = u64::try_from(m.at(x)).map(|x| x.isqrt() as i64);
                    m.put(to, root.unwrap_or(-1));
                }
                Step::Within { value, range, to } => {
                    let (range, value) = (self.ranges[range as usize], m.at(value));
                    if value > range.most && range.is_open {
                        return Err(Left::Words);
                    }
                    jump!(!(range.least..=range.most).contains(&value), to);
                }
                Step::Inside { index, length, to } => {
                    jump!(m.at(index) as u64 >= u64::from(length), to);
                }
                Step::Tier => {
                    if any {
                        return Ok(Turn::Moves);
                    }
                }
                Step::Pay { value } => return Ok(Turn::Over(m.at(value))),
                Step::Answer { value } => return Ok(Turn::Stuck(m.at(value))),
            }
        }
    }
}
