//! Who wins small positions with values that questions set: no game is made for each set of values,
//! and none is looked at twice.
//!
//! Where each question or each test sets its own values, as in a contest whose tests are a heap and
//! two sets, the rules are lowered once for all values of a shape ([`Rules::opened`]), and a kernel
//! of that term ([`engine::Opened`]) is filled with the values. What it has found of them is kept
//! beside their texts, as questions in order come back to the same values with every size. What it
//! does not answer is for the engine of a game of its own.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use whowins::analysis::{Game, Player, Value, numbers::Variable};
use whowins::contest::{Format, Template};
use whowins::core::Budget;
use whowins::engine::{self, Worths};
use whowins::rules::{ParameterValue, Parameters, Rules, Shape};

use crate::Unanswered;

/// At most so many positions are looked at with one set of values, where the rules bound their
/// numbers; where not, so many.
const BOUNDED: u64 = 1 << 10;
const UNBOUNDED: u64 = 64;
/// None whose texts are longer in all.
const LONGEST: usize = 96;
/// All is forgotten where sets of values that come back have more positions than so many in all,
/// each twice.
const KEPT: usize = 1 << 23;
/// All values are forgotten where so many were written; their shapes, too, where they have so many.
const ONES: usize = 1 << 14;
/// So many shapes have a kernel.
const SHAPES: usize = 1 << 9;

/// What is known of small positions with values that questions set.
#[derive(Default)]
pub(crate) struct Small {
    /// Of each parameter that questions set, which of the values was written like this.
    texts: Vec<Map<Box<str>, usize>>,
    /// The values that were written, each once: sets of values are made of few.
    ones: Vec<One>,
    forms: Map<Shape, usize>,
    /// Which kernel has values of these shapes; `None` where there is none for them.
    shapes: Map<Box<[usize]>, Option<usize>>,
    kernels: Vec<Kernel>,
    /// The sets of values that are kept, and which of them are written like this.
    kept: Vec<Known>,
    places: Map<Box<str>, usize>,
    /// Positions that are kept.
    positions: usize,
    /// Sets of values that were looked at.
    seen: u64,
    /// Memory of one that is not kept, and room for one that is being looked at.
    worths: Worths,
    own: Vec<usize>,
    own_forms: Vec<usize>,
}

type Map<K, V> = HashMap<K, V, FxBuildHasher>;

/// The value of one parameter.
struct One {
    value: ParameterValue,
    form: usize,
    /// Its elements as open arrays of kernels.
    arrays: Vec<Laid>,
}

/// A value as an open array of a kernel.
struct Laid {
    /// Which kernel, and which of its arrays.
    of: (usize, usize),
    /// `None` where it does not suit.
    elements: Option<Box<[i64]>>,
}

/// The kernel of a shape.
struct Kernel {
    shape: whowins::rules::Opened,
    open: engine::Opened,
    ranges: Ranges,
    /// Of the open arrays whose parameters questions set, which is that.
    set: Vec<(usize, usize)>,
    /// The number of the values that it is filled with.
    holds: u64,
}

/// What is known with one set of values.
struct Known {
    number: u64,
    kernel: usize,
    /// The values of the parameters that questions set.
    ones: Box<[usize]>,
    worths: Worths,
}

/// What questions set, and how it is read.
pub(crate) struct Setting<'a> {
    rules: &'a Rules,
    /// The values of the parameters that no question sets.
    given: &'a Parameters,
    /// What questions set, by the parameters' names.
    pub(crate) sets: &'a [(String, Template)],
}

impl<'a> Setting<'a> {
    pub(crate) fn new(rules: &'a Rules, given: &'a Parameters, format: &'a Format) -> Self {
        Self {
            rules,
            given,
            sets: &format.sets,
        }
    }

    /// The value of a parameter that is written like this.
    pub(crate) fn value(&self, at: usize, text: &str) -> Result<ParameterValue, Unanswered> {
        let (name, _) = &self.sets[at];
        let parameter = self.rules.parameters().iter().find(|p| p.name == *name);
        let parameter = parameter
            .ok_or_else(|| Unanswered::Input(format!("the game has no parameter `{name}`")))?;
        let value = parameter.kind.read(text);
        value.map_err(|error| Unanswered::Input(format!("{name}: {error}")))
    }
}

impl Kernel {
    /// The kernel of the shape of these values.
    fn new(setting: &Setting<'_>, values: &Parameters) -> Option<Self> {
        let shape = setting.rules.opened(values)?;
        let ranges = ranges(shape.game())?;
        let mut open = engine::Opened::new(shape.term(), sides(&ranges)?)?;
        let mut set = Vec::new();
        for (at, name) in shape.names().enumerate() {
            let own = setting.sets.iter().rposition(|(one, _)| one == name);
            if let Some(own) = own {
                set.push((at, own));
                continue;
            }
            // The same with all questions.
            let parameters = setting.rules.parameters();
            let default = parameters.iter().find(|one| one.name == name)?;
            let value = setting.given.get(name).or(default.default.as_ref())?;
            open.fill(at, &shape.array(at, value)?).then_some(())?;
        }
        Some(Self {
            shape,
            open,
            ranges,
            set,
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

    /// The place of values that are new, of which nothing is known yet; `None` where the rules are
    /// not lowered for all values of their shape, or these do not suit. They are kept where they
    /// may be asked for again, and else until the next ones come. The key has the text of each, and
    /// a line's end behind it.
    ///
    /// # Errors
    ///
    /// The first of the texts that is no value of its parameter.
    pub(crate) fn new_values(
        &mut self,
        setting: &Setting<'_>,
        key: &str,
        is_kept: bool,
    ) -> Result<Option<usize>, Unanswered> {
        let is_much = self.positions > KEPT || self.ones.len().max(self.forms.len()) > ONES;
        if !is_kept || is_much {
            // Those that are kept are found no more.
            self.places.clear();
            self.positions = 0;
            if let Some(last) = self.kept.drain(..).next_back() {
                self.worths = last.worths;
            }
        }
        if self.ones.len() > ONES {
            self.texts.clear();
            self.ones.clear();
        }
        if self.forms.len() > ONES {
            self.texts.clear();
            self.ones.clear();
            self.forms.clear();
            self.shapes.clear();
            self.kernels.clear();
        }
        let ends = key.bytes().filter(|byte| *byte == b'\n');
        if ends.count() != setting.sets.len() {
            // A text of several lines.
            return Ok(None);
        }
        self.texts.resize_with(setting.sets.len(), Map::default);
        self.own.clear();
        for (at, text) in key.split_terminator('\n').enumerate() {
            let one = self.one(setting, at, text)?;
            self.own.push(one);
        }
        let Some(kernel) = self.kernel(setting) else {
            return Ok(None);
        };
        let own = &mut self.kernels[kernel];
        for (at, set) in &own.set {
            if self.ones[self.own[*set]].array(kernel, *at, own).is_none() {
                return Ok(None);
            }
        }
        self.seen += 1;
        let mut worths = std::mem::take(&mut self.worths);
        own.open.forget(&mut worths);
        self.positions += worths.len();
        self.kept.push(Known {
            number: self.seen,
            kernel,
            ones: self.own.as_slice().into(),
            worths,
        });
        let place = self.kept.len() - 1;
        if is_kept {
            self.places.insert(key.into(), place);
        }
        Ok(Some(place))
    }

    /// Which value is written like this.
    fn one(&mut self, setting: &Setting<'_>, at: usize, text: &str) -> Result<usize, Unanswered> {
        if let Some(one) = self.texts[at].get(text) {
            return Ok(*one);
        }
        let value = setting.value(at, text)?;
        let next = self.forms.len();
        self.ones.push(One {
            form: *self.forms.entry(value.shape()).or_insert(next),
            value,
            arrays: Vec::new(),
        });
        let one = self.ones.len() - 1;
        self.texts[at].insert(text.into(), one);
        Ok(one)
    }

    /// The kernel of the shape of the values at hand.
    fn kernel(&mut self, setting: &Setting<'_>) -> Option<usize> {
        let forms = self.own.iter().map(|one| self.ones[*one].form);
        self.own_forms.clear();
        self.own_forms.extend(forms);
        if let Some(known) = self.shapes.get(self.own_forms.as_slice()) {
            return *known;
        }
        (self.shapes.len() < SHAPES).then_some(())?;
        let mut values = setting.given.clone();
        for ((name, _), one) in setting.sets.iter().zip(&self.own) {
            values.insert(name.clone(), self.ones[*one].value.clone());
        }
        let kernel = Kernel::new(setting, &values).map(|kernel| {
            self.kernels.push(kernel);
            self.kernels.len() - 1
        });
        self.shapes.insert(self.own_forms.as_slice().into(), kernel);
        kernel
    }

    /// Who wins a position of these numbers, with the values at a place; `None` where it is not
    /// answered here.
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
        if kernel.holds != known.number {
            if let Some(value) = kernel.open.known(&known.worths, state, player) {
                return Some(value);
            }
            kernel.holds = 0;
            for (at, set) in &kernel.set {
                let array = self.ones[known.ones[*set]].known_array(known.kernel, *at)?;
                kernel.open.fill(*at, array).then_some(())?;
            }
            kernel.holds = known.number;
        }
        let worths = &mut known.worths;
        kernel.open.value(worths, state, player, budget)
    }
}

impl One {
    fn known_array(&self, kernel: usize, at: usize) -> Option<&[i64]> {
        let found = self.arrays.iter().find(|one| one.of == (kernel, at))?;
        found.elements.as_deref()
    }

    /// Its elements as an open array of a kernel.
    fn array(&mut self, number: usize, at: usize, kernel: &Kernel) -> Option<&[i64]> {
        let of = (number, at);
        if self.arrays.iter().all(|one| one.of != of) {
            let elements = kernel.shape.array(at, &self.value).map(Vec::into);
            self.arrays.push(Laid { of, elements });
        }
        self.known_array(number, at)
    }
}
