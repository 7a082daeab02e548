//! Who wins small positions with values that questions set: no game is made for each set of values, and none is looked at twice.
//!
//! Where each question or each test sets its own values, as in a contest whose tests are a heap and two sets, the rules are lowered once for all values of a shape
//! ([`Rules::opened`]), and a kernel of that term ([`engine::Opened`]) is filled with the values. What it has found of them is kept beside their texts, as questions in order come back to
//! the same values with every size. What it does not answer is for the engine of a game of its own.

use std::collections::HashMap;

use whowins::analysis::{Game, Player, Value, numbers::Variable};
use whowins::core::Budget;
use whowins::engine::{self, Worths};
use whowins::rules::{Parameters, Rules, Shape};

/// At most so many positions are looked at with one set of values, where the rules bound their numbers; where not, so many.
const BOUNDED: u64 = 1 << 10;
const UNBOUNDED: u64 = 64;
/// None whose texts are longer in all.
const LONGEST: usize = 96;
/// All is forgotten where sets of values that come back have more positions than so many in all, each twice.
const KEPT: usize = 1 << 23;
/// So many shapes have a kernel.
const SHAPES: usize = 1 << 9;

/// What is known of small positions with values that questions set.
#[derive(Default)]
pub(crate) struct Small {
    /// Which kernel has a shape; `None` where there is none for it.
    shapes: HashMap<Shape, Option<usize>>,
    kernels: Vec<Kernel>,
    /// The sets of values that are kept, and which of them are written like this.
    kept: Vec<Known>,
    places: HashMap<Box<str>, usize>,
    /// Positions that are kept.
    positions: usize,
    /// Sets of values that were looked at.
    seen: u64,
}

/// The kernel of a shape.
struct Kernel {
    shape: whowins::rules::Opened,
    open: engine::Opened,
    ranges: Ranges,
    /// The number of the values that it is filled with.
    holds: u64,
}

/// What is known with one set of values.
struct Known {
    number: u64,
    kernel: usize,
    arrays: Vec<Vec<i64>>,
    worths: Worths,
}

impl Kernel {
    fn new(rules: &Rules, values: &Parameters) -> Option<Self> {
        let shape = rules.opened(values)?;
        let ranges = ranges(shape.game())?;
        let open = engine::Opened::new(shape.term(), sides(&ranges)?)?;
        Some(Self {
            shape,
            open,
            ranges,
            holds: 0,
        })
    }
}

/// How many values each number has in the box of positions that are looked at.
fn sides(ranges: &Ranges) -> Option<Vec<u64>> {
    let bounded = ranges.iter().try_fold(1u64, |all, (_, most)| {
        let side = most.as_ref()?.checked_add(1)?;
        all.checked_mul(side).filter(|all| *all <= BOUNDED)
    });
    let count = u32::try_from(ranges.len())
        .ok()
        .filter(|count| *count > 0)?;
    let few = (2..=UNBOUNDED).rev();
    let mut few = few.filter(|side| side.checked_pow(count).is_some_and(|all| all <= UNBOUNDED));
    let even = few.next();
    let side = |most: &Option<u64>| match (bounded, most) {
        (Some(_), Some(most)) => Some(most + 1),
        (_, most) => even.map(|even| most.map_or(even, |most| even.min(most.saturating_add(1)))),
    };
    ranges.iter().map(|(_, most)| side(most)).collect()
}

/// A number in one way of writing alone: others are left to who reads positions.
fn plain(word: &str) -> Option<u64> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    (digits && (word == "0" || !word.starts_with('0'))).then_some(())?;
    word.parse().ok()
}

/// The least and the largest value of each of a position's numbers.
pub(crate) type Ranges = Vec<(u64, Option<u64>)>;

/// Whether a number lies within its range.
fn holds(range: &(u64, Option<u64>), number: u64) -> bool {
    range.0 <= number && range.1.is_none_or(|most| number <= most)
}

/// Whether numbers are a position with these ranges.
pub(crate) fn are_within(numbers: &[i64], ranges: &Ranges) -> bool {
    let mut each = numbers.iter().zip(ranges);
    let fits = |(number, range): (&i64, _)| {
        u64::try_from(*number).is_ok_and(|number| holds(range, number))
    };
    numbers.len() == ranges.len() && each.all(fits)
}

/// The numbers of a position that is written plainly, with commas between.
pub(crate) fn numbers(text: &str, out: &mut Vec<i64>) -> bool {
    out.clear();
    text.split(',').all(|word| {
        let number = plain(word).and_then(|number| i64::try_from(number).ok());
        out.extend(number);
        number.is_some()
    })
}

/// The ranges of positions that are plain numbers.
pub(crate) fn ranges(game: &Game) -> Option<Ranges> {
    let range = |one: &Variable| {
        let least = u64::try_from(one.least).ok()?;
        let most = one.most.map(u64::try_from).transpose().ok()?;
        one.words.is_empty().then_some((least, most))
    };
    game.numbers()?.variables.iter().map(range).collect()
}

impl Small {
    /// Whether values that are written like this are looked at.
    pub(crate) fn takes(key: &str) -> bool {
        !key.is_empty() && key.len() <= LONGEST
    }

    /// The place of values that are written like this, if they were kept.
    pub(crate) fn again(&self, key: &str) -> Option<usize> {
        self.places.get(key).copied()
    }

    /// The place of values that are new, of which nothing is known yet; `None` where the rules are not lowered for all values of their shape, or these do not suit. They are kept where
    /// they have a key by which they may be asked for again, and else until the next ones come.
    pub(crate) fn new_values(
        &mut self,
        rules: &Rules,
        values: &Parameters,
        key: Option<&str>,
    ) -> Option<usize> {
        let shape = rules.shape(values);
        let kernel = match self.shapes.get(&shape) {
            Some(known) => *known,
            None if self.shapes.len() >= SHAPES => None,
            None => {
                let kernel = Kernel::new(rules, values).map(|kernel| {
                    self.kernels.push(kernel);
                    self.kernels.len() - 1
                });
                self.shapes.insert(shape, kernel);
                kernel
            }
        }?;
        self.seen += 1;
        let own = &self.kernels[kernel];
        let known = Known {
            number: self.seen,
            kernel,
            arrays: own.shape.fill(rules, values)?,
            worths: own.open.worths(),
        };
        if key.is_none() || self.positions > KEPT {
            // Those that are kept are found no more.
            self.places.clear();
            self.kept.clear();
            self.positions = 0;
        }
        self.positions += known.worths.len();
        self.kept.push(known);
        let place = self.kept.len() - 1;
        if let Some(key) = key {
            self.places.insert(key.into(), place);
        }
        Some(place)
    }

    /// Who wins a position of these numbers, with the values at a place; `None` where it is not answered here.
    pub(crate) fn value(
        &mut self,
        place: usize,
        state: &[i64],
        player: Player,
        budget: &Budget,
    ) -> Option<Value> {
        let known = self.kept.get_mut(place)?;
        let kernel = self.kernels.get_mut(known.kernel)?;
        are_within(state, &kernel.ranges).then_some(())?;
        if let Some(value) = kernel.open.known(&known.worths, state, player) {
            return Some(value);
        }
        if kernel.holds != known.number {
            kernel.holds = 0;
            kernel.open.fill(&known.arrays).then_some(())?;
            kernel.holds = known.number;
        }
        let worths = &mut known.worths;
        kernel.open.value(worths, state, player, budget)
    }
}
