//! Rules with their parameters open: one term for all values of a shape.

use dashu_int::IBig;
use whowins_analysis::{Game, Shape as Family};
use whowins_core as core;

use crate::lower::{Opening, lower_opened};
use crate::parameters::{Kind, Parameter, ParameterValue, Parameters};
use crate::rules::{Rules, made};
use crate::sound;

/// What the lowering of rules hangs on: of sets, digits, numbers, texts and tables how long they
/// are, of all other parameters the value itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape(Vec<Form>);

/// The shape of one value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// So many elements.
    Long(usize),
    /// So many elements in rows of so many.
    Rows(usize, usize),
    /// This very value.
    Is(ParameterValue),
    /// None, and there is no default.
    Missing,
}

/// The shape of a value.
fn form(value: &ParameterValue) -> Form {
    match value {
        ParameterValue::Set(all) | ParameterValue::Numbers(all) => Form::Long(all.len()),
        ParameterValue::Bits(digits) => Form::Long(digits.len()),
        ParameterValue::Text(text) => Form::Long(text.chars().count()),
        ParameterValue::Table(rows) => Form::Rows(rows.len(), rows.first().map_or(0, Vec::len)),
        other => Form::Is(other.clone()),
    }
}

/// The elements of a value that has some, in order.
fn elements(value: &ParameterValue) -> Option<Vec<i64>> {
    Some(match value {
        ParameterValue::Set(all) | ParameterValue::Numbers(all) => all.clone(),
        ParameterValue::Bits(digits) => digits.iter().map(|digit| i64::from(*digit)).collect(),
        ParameterValue::Text(text) => text.chars().map(|one| i64::from(u32::from(one))).collect(),
        ParameterValue::Table(rows) => rows.concat(),
        ParameterValue::Number(_)
        | ParameterValue::Grid(_)
        | ParameterValue::Graph(..)
        | ParameterValue::Marked { .. } => return None,
    })
}

impl ParameterValue {
    /// The shape of this value alone: [`Rules::shape`] hangs on those of the values and on nothing
    /// else of them. `O(the value)`.
    pub fn shape(&self) -> Shape {
        Shape(vec![form(self)])
    }
}

/// The game of some values, whose elements are parts of the state: so the term is that of all
/// values of the same shape.
///
/// Made by [`Rules::opened`].
#[derive(Clone, Debug)]
pub struct Opened {
    game: Game,
    term: core::Game,
    shape: Shape,
    first: usize,
    arrays: Vec<Filled>,
}

/// Where the elements of an open array come from.
#[derive(Clone, Debug)]
struct Filled {
    parameter: Parameter,
    /// How long it is.
    form: Form,
    from_zero: bool,
    /// Whether only elements above 0 are taken, as it is seen of these alone that moves are sound.
    is_positive: bool,
}

impl Rules {
    /// The shape of values, or of the defaults where they are missing. `O(the values)`.
    pub fn shape(&self, values: &Parameters) -> Shape {
        let own = |parameter: &Parameter| {
            let value = values.get(&parameter.name).or(parameter.default.as_ref());
            value.map_or(Form::Missing, form)
        };
        Shape(self.parameters().iter().map(own).collect())
    }

    /// The game of these values, in a term that holds for all values of their shape. `None` where
    /// it is not seen to: the text is a core term, or its positions are no plain numbers, something
    /// in it hangs on the elements, not on how many there are, or the values do not suit the rules.
    ///
    /// ```
    /// use whowins_rules::{ParameterValue, Parameters, Rules};
    ///
    /// let rules = Rules::parse("take.game", "game \"Take\"\ngiven s: set\nposition n\nmove n -= k for k in s")?;
    /// let values = |set: &[i64]| Parameters::from([("s".to_string(), ParameterValue::Set(set.to_vec()))]);
    /// let open = rules.opened(&values(&[1, 2])).expect("a set is chosen from");
    /// assert_eq!(open.fill(&rules, &values(&[3, 7])), Some(vec![vec![3, 7]]));
    /// // Of another shape, and a set with which a move leaves the heap as it is.
    /// assert_eq!((open.fill(&rules, &values(&[3])), open.fill(&rules, &values(&[0, 1]))), (None, None));
    /// # Ok::<(), whowins_rules::Diagnostics>(())
    /// ```
    ///
    /// `O(the game's making)`.
    pub fn opened(&self, values: &Parameters) -> Option<Opened> {
        let text = self.text()?;
        let known = |name: &String| self.parameters().iter().any(|one| one.name == *name);
        values.keys().all(known).then_some(())?;
        let (lowered, openings) = lower_opened(text, values)?;
        let program = lowered.program.clone();
        let numbers = program.parts.iter().enumerate();
        let in_order = numbers.fold(true, |all, (at, one)| all && one.part == at + 1);
        let is_plain = program.rest.is_empty() && program.score.is_none() && program.sum.is_none();
        let first = program.parts.len() + 1;
        (in_order && is_plain && first == program.term.parts.len()).then_some(())?;
        let (game, _) = made(text, lowered).ok()?;
        let Family::Numbers(family) = &game.shape else {
            return None;
        };
        let members = sound::members_that_matter(family)?;
        let array = |one: &Opening| {
            let elements = &program.term.consts[one.array].values;
            let same = |set: &&[i64]| {
                set.iter()
                    .copied()
                    .map(IBig::from)
                    .eq(elements.iter().cloned())
            };
            let parameter = self.parameters().get(one.given)?.clone();
            let value = values.get(&parameter.name).or(parameter.default.as_ref())?;
            Some(Filled {
                form: form(value),
                parameter,
                from_zero: one.from_zero,
                is_positive: members.iter().any(same),
            })
        };
        let arrays: Vec<Filled> = openings.iter().map(array).collect::<Option<_>>()?;
        let mut term = program.term;
        if term.starts.is_empty() {
            // Any state: it says how long the arrays are.
            let least = |part: &core::Part| vec![part.least.clone()];
            term.starts.push(term.parts.iter().map(least).collect());
        }
        let parts = openings.iter().zip(&arrays);
        let parts = parts.map(|(one, array)| (one.array, array.part()));
        Some(Opened {
            term: term.opened(parts.collect()),
            shape: self.shape(values),
            game,
            first,
            arrays,
        })
    }
}

impl Opened {
    /// The game of the values that it was made with; its numbers have these ranges with all values
    /// of the shape.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The term: the turn, a part for each number of a position, and from [`Opened::first`] on the
    /// open arrays. Its first start has the arrays of the values that it was made with.
    pub fn term(&self) -> &core::Game {
        &self.term
    }

    /// The first part that is an open array.
    pub fn first(&self) -> usize {
        self.first
    }

    /// The open arrays with these values, in the order of the parts: with them the term means what
    /// [`Rules::game`] does. `None` where the values are of another shape or kind, or where it is
    /// not seen that they suit the rules.
    ///
    /// `O(the values)`.
    pub fn fill(&self, rules: &Rules, values: &Parameters) -> Option<Vec<Vec<i64>>> {
        (rules.shape(values) == self.shape).then_some(())?;
        let known = |name: &String| rules.parameters().iter().any(|one| one.name == *name);
        let suits = |one: &Parameter| {
            values
                .get(&one.name)
                .is_none_or(|value| one.kind.accepts(value))
        };
        (values.keys().all(known) && rules.parameters().iter().all(suits)).then_some(())?;
        let array = |one: &Filled| {
            let own = values.get(&one.parameter.name);
            one.fill(own.or(one.parameter.default.as_ref())?)
        };
        self.arrays.iter().map(array).collect()
    }

    /// The names of the parameters whose elements the open arrays have, in the order of the parts.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.arrays.iter().map(|one| one.parameter.name.as_str())
    }

    /// The elements of one of the open arrays, of [`Opened::names`], where its parameter has this
    /// value; `None` where it is of another shape or kind, or is not seen to suit the rules. Where
    /// all arrays have elements, and the other parameters the values that this was made with, they
    /// are [`Opened::fill`]'s.
    ///
    /// `O(the value)`.
    pub fn array(&self, at: usize, value: &ParameterValue) -> Option<Vec<i64>> {
        self.arrays.get(at)?.fill(value)
    }
}

impl Filled {
    /// The part that the array is, with the range of all elements that its kind has.
    fn part(&self) -> core::Part {
        let (least, most) = match self.parameter.kind {
            Kind::Bits => (0, 1),
            Kind::Set => (0, crate::parameters::LARGEST),
            _ => (-crate::parameters::LARGEST, crate::parameters::LARGEST),
        };
        core::Part {
            name: self.parameter.name.clone(),
            least: least.into(),
            most: Some(most.into()),
        }
    }

    fn fill(&self, value: &ParameterValue) -> Option<Vec<i64>> {
        let is_like = form(value) == self.form && self.parameter.kind.accepts(value);
        let elements = is_like.then(|| elements(value)).flatten()?;
        let suits = !self.is_positive || elements.iter().all(|one| *one > 0);
        let zero = self.from_zero.then_some(0);
        suits.then(|| zero.into_iter().chain(elements).collect())
    }
}
