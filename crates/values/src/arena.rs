//! The arena: stores each value once, in canonical form, and identifies it by a 32-bit id.
//!
//! Invariant: two values of an arena are equal exactly if their ids are equal.
//!
//! Start reading at [`Arena`].

use std::cell::Cell;

use whowins_core::{Budget, Over};

use crate::cut::{Cut, DEEPEST, charge};
use crate::dyadic::Dyadic;
use crate::ids::Ids;
use crate::memo::{Answers, Sums, mix};
use crate::number::{Numbers, Word};

/// A value: the id of its canonical form in one [`Arena`].
///
/// Values of an arena are equal exactly if their ids are. Values of different arenas aren't
/// comparable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub(crate) u32);

impl Value {
    /// The value 0: neither player can move.
    pub const ZERO: Self = Self(0);

    /// Returns the value with an id that [`Value::id`] returned. Tables store ids.
    pub fn from_id(id: u32) -> Self {
        Self(id)
    }

    /// Returns the id of the value in its arena.
    pub fn id(self) -> u32 {
        self.0
    }
}

/// A player of a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who wins positive values.
    Left,
    /// The player who wins negative values.
    Right,
}

impl Side {
    /// Both players, Left first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// Returns the opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The sum of a number, a multiple of ↑ and a nimber: x + n·↑ + *m.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Nus {
    pub number: Word,
    pub ups: i32,
    pub nimber: u32,
}

/// A form. Its options are consecutive in the pool, Left's first; each side is sorted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    /// The left stop. For a nus, its number.
    pub stop: Word,
    /// The right stop. For a nus, its ups and its nimber.
    other: u64,
    pub at: u32,
    pub lefts: u16,
    pub rights: u16,
    /// The id of the negative, or [`NONE`] before its first use.
    pub negative: u32,
    pub is_nus: bool,
}

/// No form, or options that are not expanded yet.
pub(crate) const NONE: u32 = u32::MAX;

impl Record {
    #[inline]
    pub fn right_stop(&self) -> Word {
        match self.is_nus {
            true => self.stop,
            // `other` has the bits of a word here.
            false => Word::from_bits(self.other),
        }
    }

    #[inline]
    pub fn nus(&self) -> Option<Nus> {
        self.is_nus.then_some(Nus {
            number: self.stop,
            ups: (self.other >> 32) as u32 as i32,
            nimber: self.other as u32,
        })
    }

    #[inline]
    pub fn is_number(&self) -> bool {
        self.is_nus && self.other == 0
    }
}

/// Short games in canonical form, each stored once.
///
/// A form takes 32 bytes, 4 more for each option, and about 5 in a table. All work is charged to
/// the [`Budget`] before memory is allocated. If the budget is exceeded, the arena stays valid.
///
/// ```
/// use whowins_values::{Arena, Budget, Value};
///
/// let mut arena = Arena::new(Budget::OPEN);
/// let star = arena.make(&[Value::ZERO], &[Value::ZERO])?;
/// let up = arena.make(&[Value::ZERO], &[star])?;
/// assert_eq!(arena.show(up)?, "^");
/// let sum = arena.add(star, star)?;
/// assert_eq!(sum, Value::ZERO);
/// # Ok::<(), whowins_values::Cut>(())
/// ```
#[derive(Debug)]
pub struct Arena {
    pub(crate) budget: Budget,
    pub(crate) records: Vec<Record>,
    pool: Vec<Value>,
    /// The forms that aren't a nus, by the hash of their options.
    table: Ids,
    nus: Ids,
    pub(crate) numbers: Numbers,
    pub(crate) answers: Answers,
    pub(crate) sums: Sums,
    depth: u32,
    /// The remaining steps of the current call of [`Arena::within`].
    left: Cell<u64>,
}

/// The divisor of the memory share of the two memos.
const MEMO_SHARE: u64 = 4;

fn hash_of_nus(nus: Nus) -> u64 {
    let rest = u64::from(nus.ups as u32) << 32 | u64::from(nus.nimber);
    mix(nus.number.bits(), rest)
}

fn hash(left: &[Value], right: &[Value]) -> u64 {
    let start = mix(left.len() as u64, 7 + right.len() as u64);
    left.iter().chain(right).fold(start, |hash, option| {
        mix(hash ^ u64::from(option.0), hash.rotate_left(29))
    })
}

impl Arena {
    /// Creates an arena that contains only 0.
    pub fn new(budget: Budget) -> Self {
        let zero = Record {
            stop: Word::ZERO,
            other: 0,
            at: 0,
            lefts: 0,
            rights: 0,
            negative: 0,
            is_nus: true,
        };
        Self {
            budget,
            records: vec![zero],
            pool: Vec::new(),
            table: Ids::default(),
            nus: Ids::default(),
            numbers: Numbers::default(),
            answers: Answers::new(),
            sums: Sums::new(),
            depth: 0,
            left: Cell::new(u64::MAX),
        }
    }

    /// Replaces the budget for all further work.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Returns the budget to which work is charged.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Returns the number of forms.
    pub fn forms(&self) -> usize {
        self.records.len()
    }

    /// Returns the allocated memory in bytes.
    pub fn bytes(&self) -> u64 {
        self.form_bytes() + self.answers.bytes() + self.sums.bytes()
    }

    /// Returns the memory of forms, options and lookup tables in bytes. The memos of comparisons
    /// and sums aren't counted.
    pub fn form_bytes(&self) -> u64 {
        let records = self.records.capacity() * size_of::<Record>();
        let links = self.pool.capacity() * size_of::<u32>();
        (records + links) as u64 + self.table.bytes() + self.nus.bytes() + self.numbers.bytes
    }

    /// Checks that the budget has `bytes` more than the arena already uses. Callers with their own
    /// tables of values need it.
    ///
    /// # Errors
    /// Returns [`Cut::Memory`] if the budget is too small.
    pub fn ask(&self, bytes: u64) -> Result<(), Cut> {
        match self.budget.has_room(self.bytes().saturating_add(bytes)) {
            true => Ok(()),
            false => Err(Cut::Memory),
        }
    }

    /// Charges steps to the budget.
    ///
    /// # Errors
    /// Returns [`Cut::Over`] if the budget is exceeded.
    #[inline]
    pub fn charge(&self, steps: u64) -> Result<(), Cut> {
        match self.left.get().checked_sub(steps) {
            Some(left) => self.left.set(left),
            None => {
                self.left.set(0);
                return Err(Cut::Over(Over::Stopped));
            }
        }
        charge(&self.budget, steps)
    }

    /// Runs `work` with a limit on its steps. Visiting an option is about one step.
    ///
    /// Returns `None` if the limit is reached. Intermediate results stay cached, so the next call
    /// gets further.
    ///
    /// # Errors
    /// Returns the error of `work` if the limit wasn't reached.
    ///
    /// ```
    /// use whowins_values::{Arena, Budget, Value};
    ///
    /// let mut arena = Arena::new(Budget::OPEN);
    /// let (star, up) = (arena.nimber(1)?, arena.up_nth(1)?);
    /// let hot = arena.make(&[up], &[star])?;
    /// assert_eq!(arena.within(1, |arena| arena.add(hot, hot))?, None);
    /// assert!(arena.within(1000, |arena| arena.add(hot, hot))?.is_some());
    /// # Ok::<(), whowins_values::Cut>(())
    /// ```
    pub fn within<T, E>(
        &mut self,
        steps: u64,
        work: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<Option<T>, E> {
        let before = self.left.get();
        let most = steps.min(before);
        self.left.set(most);
        let done = work(self);
        let left = self.left.get();
        // Charge the steps to the outer limit, too.
        self.left.set(before - (most - left));
        match done {
            Ok(done) => Ok(Some(done)),
            // If the budget is exceeded as well, the next call reports it with the reason.
            Err(_) if left == 0 => Ok(None),
            Err(error) => Err(error),
        }
    }

    #[inline]
    pub(crate) fn record(&self, value: Value) -> &Record {
        &self.records[value.0 as usize]
    }

    /// Runs one more level of a recursion, and grows the stack if needed.
    #[inline]
    pub(crate) fn deeper<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Cut>,
    ) -> Result<T, Cut> {
        if self.depth == DEEPEST {
            return Err(Cut::Size);
        }
        self.depth += 1;
        let done = stacker::maybe_grow(64 << 10, 4 << 20, || work(self));
        self.depth -= 1;
        done
    }

    /// Returns the options of one player in the canonical form, sorted by id.
    ///
    /// The options of a nus are expanded at the first call.
    ///
    /// # Errors
    /// Returns an error if memory is exhausted, or if there are more than 65,535 options.
    pub fn options(&mut self, value: Value, side: Side) -> Result<&[Value], Cut> {
        let (at, end) = self.span(value, side)?;
        Ok(&self.pool[at..end])
    }

    /// Returns the range of a player's options in the pool.
    #[inline]
    pub(crate) fn span(&mut self, value: Value, side: Side) -> Result<(usize, usize), Cut> {
        if self.record(value).at == NONE {
            self.expand(value)?;
        }
        let record = self.record(value);
        let middle = record.at as usize + usize::from(record.lefts);
        Ok(match side {
            Side::Left => (record.at as usize, middle),
            Side::Right => (middle, middle + usize::from(record.rights)),
        })
    }

    /// Returns an option by its index in the pool.
    #[inline]
    pub(crate) fn pooled(&self, at: usize) -> Value {
        self.pool[at]
    }

    /// Returns the value of {left | right}. `left` and `right` must be the sorted canonical options
    /// of a value that isn't a nus.
    pub(crate) fn intern(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Cut> {
        if let Some(slots) = self.table.wanted() {
            self.ask(slots as u64 * 4)?;
            let mut table = std::mem::take(&mut self.table);
            table.grow(slots, |id| {
                let (left, right) = self.lists(id);
                hash(left, right)
            });
            self.table = table;
        }
        let is_it = |id| self.lists(id) == (left, right);
        let slot = match self.table.find(hash(left, right), is_it) {
            Ok(found) => return Ok(Value(found)),
            Err(slot) => slot,
        };
        let stop = |this: &Self, options: &[Value], side: Side| {
            let stops = options
                .iter()
                .map(|&option| this.stop_word(option, side.other()));
            match side {
                Side::Left => stops.max_by(|&x, &y| this.numbers.cmp(x, y)),
                Side::Right => stops.min_by(|&x, &y| this.numbers.cmp(x, y)),
            }
        };
        let (Some(left_stop), Some(right_stop)) =
            (stop(self, left, Side::Left), stop(self, right, Side::Right))
        else {
            unreachable!("who has no option on one side is an integer, and a nus")
        };
        let record = Record {
            stop: left_stop,
            other: right_stop.bits(),
            is_nus: false,
            ..self.blank()
        };
        let id = self.push(record)?;
        self.write_options(id, left, right)?;
        self.table.list(slot, id);
        Ok(Value(id))
    }

    fn lists(&self, id: u32) -> (&[Value], &[Value]) {
        let record = &self.records[id as usize];
        let options = &self.pool[record.at as usize..];
        let (left, rest) = options.split_at(usize::from(record.lefts));
        (left, &rest[..usize::from(record.rights)])
    }

    /// Returns a record without options.
    fn blank(&self) -> Record {
        Record {
            stop: Word::ZERO,
            other: 0,
            at: NONE,
            lefts: 0,
            rights: 0,
            negative: NONE,
            is_nus: true,
        }
    }

    /// Adds a form and returns its id.
    fn push(&mut self, record: Record) -> Result<u32, Cut> {
        if self.records.len() >= (NONE >> 1) as usize {
            return Err(Cut::Memory);
        }
        if self.records.len() == self.records.capacity() {
            let more = self.records.len() / 4 + 256;
            self.ask((more * size_of::<Record>()) as u64)?;
            self.records.reserve_exact(more);
        }
        self.records.push(record);
        Ok(self.records.len() as u32 - 1)
    }

    /// Appends the options of a form to the pool. Removes the form if memory is exhausted.
    fn write_options(&mut self, id: u32, left: &[Value], right: &[Value]) -> Result<(), Cut> {
        let done = self.pool_room(left, right);
        let record = &mut self.records[id as usize];
        match done {
            Ok((at, lefts, rights)) => {
                (record.at, record.lefts, record.rights) = (at, lefts, rights);
                self.pool.extend_from_slice(left);
                self.pool.extend_from_slice(right);
                Ok(())
            }
            Err(cut) => {
                if !record.is_nus {
                    self.records.pop();
                }
                Err(cut)
            }
        }
    }

    fn pool_room(&mut self, left: &[Value], right: &[Value]) -> Result<(u32, u16, u16), Cut> {
        let count = |options: &[Value]| u16::try_from(options.len()).map_err(|_| Cut::Size);
        let (lefts, rights) = (count(left)?, count(right)?);
        let at = u32::try_from(self.pool.len()).ok().filter(|&at| at < NONE);
        let at = at.ok_or(Cut::Memory)?;
        let links = left.len() + right.len();
        if self.pool.capacity() - self.pool.len() < links {
            let more = self.pool.len() / 4 + 1_024 + links;
            self.ask((more * size_of::<u32>()) as u64)?;
            self.pool.reserve_exact(more);
        }
        Ok((at, lefts, rights))
    }

    /// Returns the value of a nus without expanding its options.
    pub(crate) fn nus(&mut self, nus: Nus) -> Result<Value, Cut> {
        if nus == Nus::of_number(Word::ZERO) {
            return Ok(Value::ZERO);
        }
        if let Some(slots) = self.nus.wanted() {
            self.ask(slots as u64 * 4)?;
            let records = &self.records;
            let hash = |id: u32| records[id as usize].nus().map_or(0, hash_of_nus);
            self.nus.grow(slots, hash);
        }
        let is_it = |id: u32| self.records[id as usize].nus() == Some(nus);
        let slot = match self.nus.find(hash_of_nus(nus), is_it) {
            Ok(found) => return Ok(Value(found)),
            Err(slot) => slot,
        };
        let record = Record {
            stop: nus.number,
            other: u64::from(nus.ups as u32) << 32 | u64::from(nus.nimber),
            ..self.blank()
        };
        let id = self.push(record)?;
        self.nus.list(slot, id);
        Ok(Value(id))
    }

    /// Expands the canonical options of a nus.
    fn expand(&mut self, value: Value) -> Result<(), Cut> {
        let nus = self.record(value).nus();
        let (left, right) =
            self.nus_options(nus.expect("a value that is not expanded is a nus"))?;
        self.write_options(value.0, &left, &right)
    }

    /// Returns the value of a number.
    ///
    /// # Errors
    /// Returns an error if memory is exhausted.
    pub fn number(&mut self, number: &Dyadic) -> Result<Value, Cut> {
        self.ask(2 * number.bytes())?;
        let number = self.numbers.word(number.clone());
        self.nus(Nus {
            number,
            ups: 0,
            nimber: 0,
        })
    }

    /// Lets the memos grow if they are used and memory permits it.
    #[inline]
    pub(crate) fn tend_memos(&mut self) {
        if self.answers.are_pairs_due(self.records.len()) {
            self.tend_pairs();
        }
        if let Some(bytes) = self.answers.wanted()
            && self.may_take(bytes)
        {
            self.answers.double();
        }
        if let Some(bytes) = self.sums.wanted()
            && self.may_take(bytes)
        {
            self.sums.double();
        }
    }

    #[cold]
    fn tend_pairs(&mut self) {
        match self.answers.pairs.wanted(self.records.len()) {
            None => self.answers.pairs.go(),
            Some((ids, bytes)) if self.may_take(bytes) => self.answers.give_places(ids),
            Some(_) => self.answers.pairs.stay(),
        }
    }

    /// Returns true if a memo may grow by `bytes`.
    #[cold]
    fn may_take(&self, bytes: u64) -> bool {
        bytes <= self.budget.memory / MEMO_SHARE && self.ask(bytes).is_ok()
    }

    /// Returns the stop of one player as a word.
    #[inline]
    pub(crate) fn stop_word(&self, value: Value, side: Side) -> Word {
        match side {
            Side::Left => self.record(value).stop,
            Side::Right => self.record(value).right_stop(),
        }
    }

    /// Returns the stop: the number that alternating play reaches when `side` starts.
    pub fn stop(&self, value: Value, side: Side) -> Dyadic {
        self.numbers.dyadic(self.stop_word(value, side))
    }

    /// Returns the number if the value is a number.
    pub fn as_number(&self, value: Value) -> Option<Dyadic> {
        let record = self.record(value);
        record.is_number().then(|| self.numbers.dyadic(record.stop))
    }
}
