//! Terms compiled for states that fit into one word: flat code on the word itself.
//!
//! The code is made by carrying the term out beforehand, as far as what it asks is known (Futamura
//! 1971, Jones, Gomard and Sestoft 1993): a choice from a short range is each of its numbers, what
//! is written is remembered and not carried out, and a test teaches what the cells may hold from
//! there on. Where a table is read at what a small cell holds, the code goes apart for each value
//! of the cell. So most ways through a turn become one test of the word and one sum
//! ([`step::Rule`]). What is not known is worked out in registers. A way goes on to its end inside
//! the choices that it makes, so nothing is undone: the next way begins with the word as it was.
//!
//! Code that grows too long is made again without going apart, and where it is too long still,
//! where lists grow without a known end or a loop without known bounds has choices in it,
//! [`Program`](super::Program) takes the term.
//!
//! `command.rs` and `choice.rs` make the code of commands, `expr.rs`, `folds.rs` and `branch.rs`
//! that of expressions, `apart.rs` goes apart in them; `foreseen.rs` says what is known without
//! code, `known.rs` has it; `cells.rs` reads and writes cells, `lists.rs` those of lists, `ask.rs`
//! asks about them. `maker.rs` puts steps together, `ways.rs` makes tables of them, `machine.rs`
//! carries the code out; what a step does stands in `step.rs`, what a word is in `word.rs`.

mod apart;
mod ask;
mod branch;
mod cells;
mod choice;
mod command;
mod expr;
mod fold;
mod folds;
mod foreseen;
mod known;
mod lists;
mod machine;
mod maker;
mod step;
mod ways;
mod word;

use dashu_int::IBig;
use whowins_core::{Game, State};

use super::code::Range;
use maker::{Effort, Maker};
use step::{Field, Place, Row, Rule, Step, Way};

pub(crate) use fold::Digit;
pub use fold::Fold;
pub use machine::Memory;
pub use word::{Wide, Word};

/// What is tried, one after the other, until the code is not too long.
const EFFORTS: [Effort; 2] = [
    Effort {
        apart: true,
        ways: 30000,
        rounds: 20000,
    },
    Effort {
        apart: false,
        ways: 1000,
        rounds: 600,
    },
];

/// A game compiled for states in one word.
#[derive(Clone, Debug)]
pub struct Flat<W> {
    steps: Vec<Step<W>>,
    rules: Vec<Rule<W>>,
    ways: Vec<Way<W>>,
    /// Tests, of which one has to hold.
    tests: Vec<(W, W)>,
    targets: Vec<Place>,
    rows: Vec<Row>,
    /// Where a constant array begins, how long it is, and what is read outside.
    tables: Vec<(u32, u32, i64)>,
    values: Vec<i64>,
    ranges: Vec<Range>,
    /// Offsets of cells, a bit each.
    sets: Vec<u128>,
    stuck: Place,
    registers: Vec<i64>,
    kept: u32,
    layout: Layout,
}

/// Where a state's numbers are.
#[derive(Clone, Debug)]
struct Layout {
    parts: Vec<Home>,
    /// Bits of a state.
    bits: u32,
}

#[derive(Clone, Debug)]
struct Home {
    range: Range,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// No move writes it: these are its elements, and no others.
    Constant(Vec<IBig>),
    /// Cells of the word, the first numbered so; without a field each has one value alone.
    Cells {
        first: usize,
        length: usize,
        field: Option<Field>,
        /// Of a list, whose length moves change: the cell that has it, and where that is. Then
        /// there are as many cells as it has elements at most; those beyond its end hold the least
        /// number.
        counted: Option<(usize, Option<Field>)>,
    },
    /// Points that are handed out beside the word.
    Points { cell: usize },
}

/// How many numbers there are from one to before another, whatever words they are.
fn count(from: i64, until: i64) -> usize {
    usize::try_from(i128::from(until) - i128::from(from)).unwrap_or(0)
}

/// How many elements there are in a word.
fn length_in<W: Word>(word: W, length: usize, counted: Option<(usize, Option<Field>)>) -> usize {
    match counted {
        Some((_, field)) => field.map_or(0, |field| word.field(field) as usize),
        None => length,
    }
}

/// Bits of the numbers from 0 to this one.
const fn bits(most: u64) -> u32 {
    u64::BITS - most.leading_zeros()
}

/// All bits of a field, as a number.
const fn all(field: Field) -> i64 {
    (u64::MAX >> (64 - field.width)) as i64
}

impl<W: Word> Flat<W> {
    /// The game as it is played from a state, with a part of one number left out of the word: it
    /// begins as 0 in every turn. `None` where states do not fit into the word, where code would be
    /// too long, and where the term needs what this code has not.
    ///
    /// `O(the code)`, which is at most 2^15 steps.
    pub fn new(game: &Game, state: &State, points: Option<usize>) -> Option<Self> {
        let efforts = EFFORTS.into_iter();
        efforts
            .filter_map(|effort| Maker::new(game, state, points, effort)?.flat().ok())
            .next()
    }

    /// A memory to work in.
    pub fn memory(&self) -> Memory<W> {
        Memory::new(self.registers.clone(), self.kept as usize)
    }

    /// Bits of a state.
    pub const fn bits(&self) -> u32 {
        self.layout.bits
    }

    /// Steps of the code.
    pub const fn length(&self) -> usize {
        self.steps.len()
    }

    /// A state as a word; `None` where it is none that the code is made for: with the lengths and
    /// the constant parts that it was made for, and within the ranges.
    pub fn word(&self, state: &State) -> Option<W> {
        let mut word = W::ZERO;
        let fits = state.len() == self.layout.parts.len()
            && state.iter().zip(&self.layout.parts).all(|(array, home)| {
                let (least, most) = (home.range.least, home.range.most);
                let offset = |value: &IBig| {
                    let value = i64::try_from(value).ok();
                    let value = value.filter(|value| (least..=most).contains(value));
                    value.map(|value| value.wrapping_sub(least))
                };
                match &home.kind {
                    Kind::Constant(values) => array == values,
                    Kind::Points { .. } => array.len() == 1,
                    Kind::Cells {
                        length,
                        field,
                        counted,
                        ..
                    } => {
                        if let Some((_, Some(field))) = counted {
                            word = word.or(W::of(array.len().min(*length) as i64, field.shift));
                        }
                        let fits = array.len() <= *length;
                        fits && (counted.is_some() || array.len() == *length)
                            && array.iter().enumerate().all(|(at, value)| {
                                let offset = offset(value);
                                if let Some((offset, field)) = offset.zip(*field) {
                                    let shift = field.shift + at as u8 * field.width;
                                    word = word.or(W::of(offset, shift));
                                }
                                offset.is_some()
                            })
                    }
                }
            });
        fits.then_some(word)
    }

    /// The state of a word, with no points.
    pub fn state(&self, word: W) -> State {
        let cells = |home: &Home| match &home.kind {
            Kind::Constant(values) => values.clone(),
            Kind::Points { .. } => vec![IBig::ZERO],
            Kind::Cells {
                length,
                field,
                counted,
                ..
            } => (0..length_in(word, *length, *counted))
                .map(|at| {
                    let offset = field.map_or(0, |field| {
                        word.field(Field {
                            shift: field.shift + at as u8 * field.width,
                            ..field
                        })
                    });
                    IBig::from(home.range.least) + IBig::from(offset)
                })
                .collect(),
        };
        self.layout.parts.iter().map(cells).collect()
    }

    /// Where an element of a part is in the word, all bits of its field, and what they are where it
    /// has this value; `None` where the word does not hold the part's elements, or it is out of
    /// range.
    pub fn element(&self, part: usize, at: usize, value: &IBig) -> Option<(W, W)> {
        let Home { range, kind } = &self.layout.parts[part];
        let Kind::Cells {
            length,
            field,
            counted: None,
            ..
        } = kind
        else {
            return None;
        };
        let field = field.filter(|_| at < *length)?;
        let value = i64::try_from(value).ok();
        let value = value.filter(|value| (range.least..=range.most).contains(value))?;
        let shift = field.shift + at as u8 * field.width;
        let bits = W::of(value.wrapping_sub(range.least), shift);
        Some((W::of(all(field), shift), bits))
    }

    /// Whether the lowest bit of a word says whose turn it is.
    pub fn begins_with_turn(&self) -> bool {
        let Home { range, kind } = &self.layout.parts[0];
        let turn = Field { shift: 0, width: 1 };
        let one =
            matches!(kind, Kind::Cells { length: 1, field: Some(field), .. } if *field == turn);
        one && (range.least, range.most) == (0, 1)
    }

    /// Whose turn it is.
    pub fn turn_of(&self, word: W) -> u8 {
        match &self.layout.parts[0] {
            Home {
                kind: Kind::Constant(turn),
                ..
            } => u8::from(turn.first().is_some_and(|turn| *turn != IBig::ZERO)),
            Home {
                kind: Kind::Cells { field, .. },
                range,
            } => {
                let offset = field.map_or(0, |field| word.field(field));
                u8::from((offset as i64).wrapping_add(range.least) != 0)
            }
            _ => 0,
        }
    }
}
