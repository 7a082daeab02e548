//! Solves small positions for parameter values set by queries, without a game for each set of
//! values.
//!
//! In some contests each query or test sets parameters, such as a heap and two sets. The rules are
//! then lowered once for all values of a shape ([`Rules::opened`]). A kernel of that term
//! ([`engine::Opened`]) is filled with the values.
//!
//! Results are cached by the text of the values, because queries in order return to the same values
//! with every size. Other positions are left to the engine of a separate game.
//!
//! Start reading at [`Small::value`].

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use whowins::analysis::{Game, Player, Value, numbers::Variable};
use whowins::contest::{Format, Template};
use whowins::core::Budget;
use whowins::engine::{self, Worths};
use whowins::rules::{ParameterValue, Parameters, Rules, Shape};

use crate::Unanswered;

/// Maximum number of positions for one set of values, if the rules bound the numbers, and if not.
const BOUNDED: u64 = 1 << 10;
const UNBOUNDED: u64 = 64;
/// Maximum total length of the texts of a set of values.
const MAX_KEY: usize = 96;
/// The cache is cleared when repeated sets of values have more positions than this, for two players
/// each.
const MAX_CACHED_POSITIONS: usize = 1 << 23;
/// Values are forgotten when there are this many, and shapes as well if they have this many.
const MAX_VALUES: usize = 1 << 14;
/// Maximum number of shapes with a kernel.
const MAX_SHAPES: usize = 1 << 9;

/// Results for small positions with parameters set by queries.
#[derive(Default)]
pub(crate) struct Small {
    /// For each parameter that queries set, the index of the value with this text.
    texts: Vec<Map<Box<str>, usize>>,
    /// The distinct values. Sets of values consist of few of them.
    ones: Vec<One>,
    forms: Map<Shape, usize>,
    /// The kernel for values of these shapes; `None` if there is none.
    shapes: Map<Box<[usize]>, Option<usize>>,
    kernels: Vec<Kernel>,
    /// The cached sets of values, and their index by text.
    kept: Vec<Known>,
    places: Map<Box<str>, usize>,
    /// Number of cached positions.
    positions: usize,
    /// Number of sets of values so far.
    seen: u64,
    /// Results of a set that isn't cached, and a buffer for the current one.
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
    arrays: Vec<OpenArray>,
}

/// A value as an open array of a kernel.
struct OpenArray {
    /// The kernel and the index of the array.
    of: (usize, usize),
    /// `None` if the value doesn't fit.
    elements: Option<Box<[i64]>>,
}

/// The kernel of a shape.
struct Kernel {
    shape: whowins::rules::Opened,
    open: engine::Opened,
    ranges: Ranges,
    /// For each open array whose parameter queries set, the array and the parameter.
    set: Vec<(usize, usize)>,
    /// The index of the current values.
    holds: u64,
}

/// The results for one set of values.
struct Known {
    number: u64,
    kernel: usize,
    /// The values of the parameters that queries set.
    ones: Box<[usize]>,
    worths: Worths,
}

/// The parameters that queries set, and how to parse them.
pub(crate) struct Setting<'a> {
    rules: &'a Rules,
    /// The parameters that no query sets.
    given: &'a Parameters,
    /// The parameters that queries set, by name.
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

    /// Parses the value of a parameter.
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
    /// Creates the kernel for the shape of these values.
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
            // The same for all queries.
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

/// Returns the number of values of each number in the box of small positions.
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

/// Parses a number in its canonical notation. Other notations are left to the general parser.
fn plain(word: &str) -> Option<u64> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    (digits && (word == "0" || !word.starts_with('0'))).then_some(())?;
    word.parse().ok()
}

/// The minimum and maximum of each number of a position.
pub(crate) type Ranges = Vec<(u64, Option<u64>)>;

/// Returns true if a number is within its range.
fn holds(range: &(u64, Option<u64>), number: u64) -> bool {
    range.0 <= number && range.1.is_none_or(|most| number <= most)
}

/// Returns true if the numbers are a position within these ranges.
pub(crate) fn are_within(numbers: &[i64], ranges: &Ranges) -> bool {
    let mut each = numbers.iter().zip(ranges);
    let fits = |(number, range): (&i64, _)| {
        u64::try_from(*number).is_ok_and(|number| holds(range, number))
    };
    numbers.len() == ranges.len() && each.all(fits)
}

/// Parses the numbers of a position in canonical notation, separated by commas.
pub(crate) fn numbers(text: &str, out: &mut Vec<i64>) -> bool {
    out.clear();
    text.split(',').all(|word| {
        let number = plain(word).and_then(|number| i64::try_from(number).ok());
        out.extend(number);
        number.is_some()
    })
}

/// Returns the ranges, if positions are plain numbers.
pub(crate) fn ranges(game: &Game) -> Option<Ranges> {
    let range = |one: &Variable| {
        let least = u64::try_from(one.least).ok()?;
        let most = one.most.map(u64::try_from).transpose().ok()?;
        one.words.is_empty().then_some((least, most))
    };
    game.numbers()?.variables.iter().map(range).collect()
}

impl Small {
    /// Returns true if values with this text are handled here.
    pub(crate) fn takes(key: &str) -> bool {
        !key.is_empty() && key.len() <= MAX_KEY
    }

    /// Returns the index of values with this text, if they are cached.
    pub(crate) fn again(&self, key: &str) -> Option<usize> {
        self.places.get(key).copied()
    }

    /// Returns the index of new values, without results yet.
    ///
    /// Returns `None` if the rules can't be lowered for all values of their shape, or if the values
    /// don't fit. Values that may occur again are cached; others are kept until the next ones. The
    /// key has the text of each value, followed by a newline.
    ///
    /// # Errors
    ///
    /// Returns the first text that isn't a valid value of its parameter.
    pub(crate) fn new_values(
        &mut self,
        setting: &Setting<'_>,
        key: &str,
        is_kept: bool,
    ) -> Result<Option<usize>, Unanswered> {
        let is_much = self.positions > MAX_CACHED_POSITIONS
            || self.ones.len().max(self.forms.len()) > MAX_VALUES;
        if !is_kept || is_much {
            // Cached values can't be found any more.
            self.places.clear();
            self.positions = 0;
            if let Some(last) = self.kept.drain(..).next_back() {
                self.worths = last.worths;
            }
        }
        if self.ones.len() > MAX_VALUES {
            self.texts.clear();
            self.ones.clear();
        }
        if self.forms.len() > MAX_VALUES {
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

    /// Returns the index of the value with this text.
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

    /// Returns the kernel for the shape of the current values.
    fn kernel(&mut self, setting: &Setting<'_>) -> Option<usize> {
        let forms = self.own.iter().map(|one| self.ones[*one].form);
        self.own_forms.clear();
        self.own_forms.extend(forms);
        if let Some(known) = self.shapes.get(self.own_forms.as_slice()) {
            return *known;
        }
        (self.shapes.len() < MAX_SHAPES).then_some(())?;
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

    /// Returns the value of a position, with the values at an index. Returns `None` if it isn't
    /// solved here.
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

    /// Returns the elements of a value as an open array of a kernel.
    fn array(&mut self, number: usize, at: usize, kernel: &Kernel) -> Option<&[i64]> {
        let of = (number, at);
        if self.arrays.iter().all(|one| one.of != of) {
            let elements = kernel.shape.array(at, &self.value).map(Vec::into);
            self.arrays.push(OpenArray { of, elements });
        }
        self.known_array(number, at)
    }
}
