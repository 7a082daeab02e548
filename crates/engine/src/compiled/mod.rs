//! Terms compiled to steps on machine words.
//!
//! A [`Program`] is a game as it is played from some state: the lengths of arrays that no move
//! changes and the parts that no move writes are worked into it, short ranges are written out, and
//! intervals ([`whowins_analysis`]) say where nothing leaves a word. What may leave is looked at as
//! it happens, and what does is refused ([`Left::Words`]): the exact meaning
//! ([`whowins_core::meaning`]) answers then. So a program is right or gives no answer.
//!
//! `gather.rs` makes one condition of many, `expr.rs` and `command.rs` make the code, `cuts.rs`
//! says which numbers of a choice are worth a try, `machine.rs` carries it out; what a step does
//! stands in `code.rs`.

mod code;
mod command;
mod cuts;
mod divisors;
mod expr;
mod flat;
mod gather;
mod machine;
mod packed;

use std::collections::HashMap;
use std::ops::ControlFlow;

use dashu_int::IBig;
use whowins_analysis::{Interval, Setting};
use whowins_core::{Array, Budget, Game, Op, Over, State};

use code::{Code, Place, Range, Slot, Splicing, Table};
pub(crate) use flat::Digit;
pub use flat::{Flat, Fold, Memory, Wide, Word};
pub use machine::Machine;
pub use packed::Packed;

/// Elements of parts without an upper end are taken up to this; larger ones leave the words.
const BOX: i64 = 1 << 40;

/// Programs of more steps are not made.
const MOST_CODE: usize = 1 << 17;

/// Why a program has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// A number does not fit into a machine word, or a list has grown past what is kept here.
    Words,
    /// The budget is over.
    Over(Over),
}

/// What there is in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Play is over by an end, which pays this.
    Over(i64),
    /// Nothing can be done, which pays this.
    Stuck(i64),
    /// Moves were handed out, or the first of them where that was broken off.
    Moves,
}

/// A game compiled.
#[derive(Clone, Debug)]
pub struct Program {
    code: Vec<Code>,
    tables: Vec<Table>,
    ranges: Vec<Range>,
    splices: Vec<Splicing>,
    /// Where each tier begins; before the first the ends are looked at.
    tiers: Vec<Place>,
    stuck: Place,
    /// The memory before any state is in it.
    memory: Vec<i64>,
    parts: Vec<Home>,
    /// A part that is left out of packed states.
    without: Option<usize>,
}

/// Where a part of the state is.
#[derive(Clone, Debug)]
struct Home {
    range: Range,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// No move writes it: these are its elements, and no others.
    Constant(Vec<IBig>),
    /// So many words from this one on.
    Cells { first: Slot, length: usize },
    /// A list.
    List(usize),
}

/// A term that is not compiled: it has a number that is no machine word, or the code would be too
/// long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Declined;

/// Code being made.
struct Compiler<'a> {
    setting: Setting<'a>,
    parts: Vec<Home>,
    code: Vec<Code>,
    labels: Vec<Option<Place>>,
    tables: Vec<Table>,
    ranges: Vec<Range>,
    splices: Vec<Splicing>,
    /// Constants, numbered from [`CONSTANT`] on until the memory is laid out; and where single ones
    /// and arrays are.
    constants: Vec<i64>,
    known: HashMap<i64, Slot>,
    arrays: HashMap<Array, Slot>,
    /// The first slot that is free, and the first that was never used.
    top: Slot,
    height: Slot,
    /// What is written out is so many times shorter than it may be.
    shorter: usize,
    /// Where a step that fails goes that nothing else is said of.
    fail: Place,
    /// Whether the code is the body of a loop with choices: a later round writes slots that an
    /// earlier round needs again when it tries its next choice.
    rewrites: bool,
    /// Number of slots from [`KEPT`] on.
    kept: Slot,
}

/// Slots from here on are constants.
const CONSTANT: Slot = 1 << 31;

/// Slots from here up to [`CONSTANT`] are kept: no intermediate result is ever written to them.
const KEPT: Slot = 1 << 30;

impl Program {
    /// The game as it is played from a state. `None` where the code would be too long, or a number
    /// of the term or the state is no machine word.
    ///
    /// `O(the code)`, which is at most 2^17 steps.
    pub fn new(game: &Game, state: &State) -> Option<Self> {
        Self::open(game, state, game.parts.len())
    }

    /// The same with the parts from this one on left open, though no move may write them: the
    /// program knows nothing of them but their lengths and ranges, and plays with whatever values
    /// of these lengths it is given ([`Program::fill`]).
    pub fn open(game: &Game, state: &State, from: usize) -> Option<Self> {
        let game = gather::gathered(game);
        // What is too long written out may be short enough in rounds.
        [1, 8, 64].into_iter().find_map(|shorter| {
            let compiler = Compiler::new(&game, state, from, shorter);
            compiler.and_then(Compiler::program).ok()
        })
    }

    /// Puts the elements of a part whose length never changes into the memory. Whether they are as
    /// many as it has, and all within its range; else the memory holds no state that means anything
    /// until that part is filled again.
    pub fn fill(&self, part: usize, values: &[i64], machine: &mut Machine) -> bool {
        let Home { range, kind } = &self.parts[part];
        let Kind::Cells { first, length } = kind else {
            return false;
        };
        let within = |value: &i64| (range.least..=range.most).contains(value);
        let fits = values.len() == *length && values.iter().all(within);
        if fits {
            machine.words[*first as usize..][..*length].copy_from_slice(values);
        }
        fits
    }

    /// The same with a part of one number left out of packed states ([`Packed`]), where it is 0.
    #[must_use]
    pub const fn without(mut self, part: Option<usize>) -> Self {
        self.without = part;
        self
    }

    /// The first number of a part of the state in the memory.
    pub fn number(&self, part: usize, machine: &Machine) -> i64 {
        match &self.parts[part].kind {
            Kind::Cells { first, .. } => machine.words[*first as usize],
            Kind::List(at) => machine.lists[*at].first().copied().unwrap_or(0),
            Kind::Constant(values) => {
                let first = values.first().and_then(|value| i64::try_from(value).ok());
                first.unwrap_or(0)
            }
        }
    }

    /// The parts that are packed.
    fn packed(&self) -> impl DoubleEndedIterator<Item = &Home> {
        let parts = self.parts.iter().enumerate();
        parts
            .filter(|(at, _)| Some(*at) != self.without)
            .map(|(_, home)| home)
    }

    /// Sets the part that is left out of packed states to 0.
    fn clear(&self, machine: &mut Machine) {
        let home = self.without.map(|part| &self.parts[part].kind);
        if let Some(Kind::Cells { first, length }) = home {
            machine.words[*first as usize..][..*length].fill(0);
        }
    }

    /// A memory to work in.
    pub fn machine(&self) -> Machine {
        let lists = self.parts.iter();
        let lists = lists.filter(|home| matches!(home.kind, Kind::List(_)));
        Machine::new(self.memory.clone(), lists.map(|_| Vec::new()).collect())
    }

    /// Puts a state into the memory. Whether it is one that the program knows: with the lengths and
    /// the constant parts that it was made for, and within machine words.
    pub fn load(&self, state: &State, machine: &mut Machine) -> bool {
        let word = |home: &Home, value: &IBig| {
            let value = i64::try_from(value).ok();
            value.filter(|value| (home.range.least..=home.range.most).contains(value))
        };
        state.len() == self.parts.len()
            && state.iter().zip(&self.parts).all(|(array, home)| {
                let mut words = array.iter().map(|value| word(home, value));
                match &home.kind {
                    Kind::Constant(values) => array == values,
                    Kind::Cells { first, length } => {
                        let cells = &mut machine.words[*first as usize..][..*length];
                        let mut fits = array.len() == *length;
                        for (cell, word) in cells.iter_mut().zip(words) {
                            fits &= word.is_some();
                            *cell = word.unwrap_or_default();
                        }
                        fits
                    }
                    Kind::List(at) => {
                        let list: Option<Vec<i64>> = words.by_ref().collect();
                        let fits = list.is_some();
                        machine.lists[*at] = list.unwrap_or_default();
                        fits
                    }
                }
            })
    }

    /// The state in the memory.
    pub fn state(&self, machine: &Machine) -> State {
        let array = |home: &Home| match &home.kind {
            Kind::Constant(values) => values.clone(),
            Kind::Cells { first, length } => machine.words[*first as usize..][..*length]
                .iter()
                .map(|word| IBig::from(*word))
                .collect(),
            Kind::List(at) => machine.lists[*at]
                .iter()
                .map(|word| IBig::from(*word))
                .collect(),
        };
        self.parts.iter().map(array).collect()
    }

    /// Hands out every state that a turn can lead to from the state in the memory, in the order of
    /// [`Game::moves`]; or says what is paid. The memory holds the next state while `emit` looks at
    /// it, and the old one again afterwards.
    ///
    /// # Errors
    ///
    /// Where a number leaves the machine words, or the budget is over: then what was handed out is
    /// not all.
    pub fn turn(
        &self,
        machine: &mut Machine,
        budget: &Budget,
        emit: &mut dyn FnMut(&Machine) -> ControlFlow<()>,
    ) -> Result<Turn, Left> {
        for tier in &self.tiers {
            if let Some(pays) = self.run(machine, *tier, budget, emit)? {
                return Ok(Turn::Over(pays));
            }
            if machine.emitted > 0 {
                return Ok(Turn::Moves);
            }
        }
        Ok(Turn::Stuck(self.stuck(machine, budget)?))
    }

    /// What is paid where nothing can be done.
    ///
    /// # Errors
    ///
    /// As [`Program::turn`].
    pub fn stuck(&self, machine: &mut Machine, budget: &Budget) -> Result<i64, Left> {
        self.value(machine, self.stuck, budget)
    }

    /// Whose turn it is in the state in the memory.
    pub fn turn_of(&self, machine: &Machine) -> u8 {
        match &self.parts[0].kind {
            Kind::Cells { first, .. } => u8::from(machine.words[*first as usize] != 0),
            Kind::Constant(turn) => u8::from(turn.first().is_some_and(|turn| *turn != IBig::ZERO)),
            Kind::List(_) => 0,
        }
    }

    fn value(&self, machine: &mut Machine, at: Place, budget: &Budget) -> Result<i64, Left> {
        let found = self.run(machine, at, budget, &mut |_| ControlFlow::Continue(()))?;
        Ok(found.unwrap_or_default())
    }

    /// Steps of the code.
    pub const fn length(&self) -> usize {
        self.code.len()
    }
}

impl<'a> Compiler<'a> {
    fn new(game: &'a Game, state: &State, open: usize, shorter: usize) -> Result<Self, Declined> {
        let mut setting = Setting::new(game, state);
        setting
            .constant
            .iter_mut()
            .skip(open)
            .for_each(|one| *one = false);
        let (mut parts, mut first, mut lists) = (Vec::new(), 0, 0);
        for (at, part) in game.parts.iter().enumerate() {
            let least = i64::try_from(&part.least).map_err(|_| Declined)?;
            let most = part.most.as_ref().map(i64::try_from);
            let own = most.and_then(Result::ok);
            let top = BOX.max(least);
            let range = Range {
                least,
                most: own.unwrap_or(top),
                is_open: own.is_none(),
            };
            let kind = match setting.lengths[at] {
                _ if setting.constant[at] => Kind::Constant(state[at].clone()),
                Some(length) => {
                    let home = Kind::Cells { first, length };
                    first += Slot::try_from(length).map_err(|_| Declined)?;
                    home
                }
                None => {
                    lists += 1;
                    Kind::List(lists - 1)
                }
            };
            if !setting.constant[at] {
                setting.ranges[at] = Interval::new(range.least.into(), range.most.into());
            }
            parts.push(Home { range, kind });
        }
        let mut compiler = Self {
            setting,
            parts,
            code: Vec::new(),
            labels: Vec::new(),
            tables: Vec::new(),
            ranges: Vec::new(),
            splices: Vec::new(),
            constants: Vec::new(),
            known: HashMap::new(),
            arrays: HashMap::new(),
            top: first,
            height: first,
            shorter,
            fail: 0,
            rewrites: false,
            kept: 0,
        };
        compiler.fail = compiler.label();
        Ok(compiler)
    }

    /// All the code, laid out.
    fn program(mut self) -> Result<Program, Declined> {
        let game = self.setting.game;
        let fail = self.fail;
        self.place(fail);
        self.emit(Code::Fail)?;
        let stuck = self.answer(&game.stuck)?;
        let mut tiers = vec![self.here()];
        for end in &game.ends {
            let next = self.label();
            self.branch(&end.when, &mut Vec::new(), next, false)?;
            self.answer(&end.pays)?;
            self.place(next);
        }
        for tier in &game.tiers {
            self.tier(tier)?;
            tiers.push(self.here());
        }
        // Past the last tier there is nothing; without any there are the ends.
        self.emit(Code::Fail)?;
        if tiers.len() > 1 {
            tiers.pop();
        }
        let height = self.height;
        let kept = self.kept;
        let slot = |slot: &mut Slot| {
            if *slot >= CONSTANT {
                *slot = *slot - CONSTANT + height + kept;
            } else if *slot >= KEPT {
                *slot = *slot - KEPT + height;
            }
        };
        let labels = self.labels;
        for step in &mut self.code {
            step.slots(slot);
            if let Some(place) = step.place() {
                *place = labels[*place as usize].ok_or(Declined)?;
            }
        }
        for splicing in &mut self.splices {
            slot(&mut splicing.index);
            slot(&mut splicing.count);
            splicing.values.iter_mut().for_each(slot);
        }
        for table in &mut self.tables {
            slot(&mut table.first);
        }
        let mut memory = vec![0; (height + kept) as usize];
        memory.extend(self.constants);
        Ok(Program {
            code: self.code,
            tables: self.tables,
            ranges: self.ranges,
            splices: self.splices,
            tiers,
            stuck,
            memory,
            parts: self.parts,
            without: None,
        })
    }

    fn here(&self) -> Place {
        self.code.len() as Place
    }

    fn label(&mut self) -> Place {
        self.labels.push(None);
        (self.labels.len() - 1) as Place
    }

    /// The label names the next step.
    fn place(&mut self, label: Place) {
        self.labels[label as usize] = Some(self.here());
    }

    fn emit(&mut self, step: Code) -> Result<(), Declined> {
        if self.code.len() >= MOST_CODE {
            return Err(Declined);
        }
        self.code.push(step);
        Ok(())
    }

    /// A free slot.
    fn slot(&mut self) -> Slot {
        self.top += 1;
        self.height = self.height.max(self.top);
        self.top - 1
    }

    /// A slot for a variable. In a loop with choices, no intermediate result of a later round
    /// shares it.
    fn variable(&mut self) -> Slot {
        if !self.rewrites {
            return self.slot();
        }
        self.kept += 1;
        KEPT + self.kept - 1
    }

    /// The slot of a constant.
    fn constant(&mut self, number: i64) -> Slot {
        let next = CONSTANT + self.constants.len() as Slot;
        let constants = &mut self.constants;
        *self.known.entry(number).or_insert_with(|| {
            constants.push(number);
            next
        })
    }

    /// An array with its default, as it is read.
    fn table(&mut self, table: Table) -> u32 {
        let found = self.tables.iter().position(|one| *one == table);
        found.unwrap_or_else(|| {
            self.tables.push(table);
            self.tables.len() - 1
        }) as u32
    }

    /// An operation on constants.
    fn fold(op: Op, x: i64, y: i64) -> Option<i64> {
        Program::apply(op, x, y)
    }
}
