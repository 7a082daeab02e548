//! How the numbers of a state are told apart: memory, and tracks of natural numbers.

use dashu_int::{IBig, UBig};
use whowins_core::{Game, State};

use super::Refusal;
use super::form::{Constraint, Form};

/// The most values of the memory.
pub const MEMORIES: usize = 1 << 12;
/// A part of at most so many values is memory.
const FEW: usize = 64;
/// The most numbers of a position.
const NUMBERS: usize = 64;

/// A track may be counted from another: its number is that of the other track, and so much, and
/// what the track holds.
pub type Above = Option<(usize, u64)>;

/// The states of one shape: so many elements in each part, those of small ranges as memory and all
/// others as *tracks* of natural numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    lengths: Vec<usize>,
    /// Parts, with the least value and how many there are.
    memory: Vec<(usize, IBig, usize)>,
    /// The track of each element; `None` for memory.
    tracks: Vec<Vec<Option<usize>>>,
    /// The element of each track as a form in the tracks, and the largest number that it may be.
    numbers: Vec<(Form, Option<IBig>)>,
    above: Vec<Above>,
}

/// Whether a part is memory: how many values it has.
fn few(part: &whowins_core::Part) -> Option<usize> {
    let most = part.most.as_ref()?;
    let values = usize::try_from(most - &part.least + IBig::ONE).ok()?;
    (1..=FEW).contains(&values).then_some(values)
}

impl Layout {
    /// The states with so many elements in each part. `above` says which tracks are counted from
    /// others; it is empty where none is.
    ///
    /// # Errors
    ///
    /// Where there are too many numbers, or too many values of the memory; where `above` goes
    /// round.
    pub fn new(game: &Game, lengths: &[usize], above: &[Above]) -> Result<Self, Refusal> {
        let refuse = |what: &str| Err(Refusal::Foreign(what.into()));
        if lengths.len() != game.parts.len() || lengths.first() != Some(&1) {
            return refuse("the lengths are not those of the parts");
        }
        if lengths
            .iter()
            .try_fold(0usize, |sum, n| sum.checked_add(*n))
            .is_none_or(|sum| sum > NUMBERS)
        {
            return Err(Refusal::Foreign(format!(
                "positions have more than {NUMBERS} numbers"
            )));
        }
        let (mut memory, mut tracks, mut count) = (Vec::new(), Vec::new(), 1usize);
        let mut free = Vec::new();
        for (at, (part, length)) in game.parts.iter().zip(lengths).enumerate() {
            let mut own = Vec::new();
            for _ in 0..*length {
                match few(part) {
                    Some(values) => {
                        count = count.saturating_mul(values);
                        memory.push((at, part.least.clone(), values));
                        own.push(None);
                    }
                    None => {
                        own.push(Some(free.len()));
                        free.push(part);
                    }
                }
            }
            tracks.push(own);
        }
        if count > MEMORIES {
            return Err(Refusal::Foreign(format!(
                "the numbers of small ranges have more than {MEMORIES} values together"
            )));
        }
        if free.is_empty() {
            return refuse("no number of the position is unbounded");
        }
        let above = match above {
            [] => vec![None; free.len()],
            all if all.len() == free.len() => all.to_vec(),
            _ => return refuse("not as many tracks as numbers"),
        };
        let mut numbers = Vec::new();
        for (track, part) in free.iter().enumerate() {
            let form = number_of(track, &above, &free).ok_or_else(|| {
                Refusal::Foreign("tracks are counted from one another in a ring".into())
            })?;
            numbers.push((form, part.most.clone()));
        }
        Ok(Self {
            lengths: lengths.to_vec(),
            memory,
            tracks,
            numbers,
            above,
        })
    }

    /// How many elements each part has.
    pub fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// How many tracks there are.
    pub fn tracks(&self) -> usize {
        self.numbers.len()
    }

    /// How many values the memory has.
    pub fn memories(&self) -> usize {
        self.memory.iter().map(|one| one.2).product()
    }

    /// Whose turn it is: 0 or 1.
    pub fn turn(&self, memory: usize) -> usize {
        memory / (self.memories() / 2)
    }

    /// Which tracks are counted from others.
    pub fn above(&self) -> &[Above] {
        &self.above
    }

    pub(super) fn told_apart(&self, game: &Game) -> Vec<bool> {
        game.parts.iter().map(|part| few(part).is_some()).collect()
    }

    /// The values of the memory, the turn first.
    pub fn remembered(&self, memory: usize) -> Vec<IBig> {
        let mut rest = memory;
        let mut values: Vec<IBig> = (self.memory.iter().rev())
            .map(|(_, least, count)| {
                let value = least + IBig::from(rest % count);
                rest /= count;
                value
            })
            .collect();
        values.reverse();
        values
    }

    /// The elements of each part with this memory, as forms in the tracks.
    pub fn forms(&self, memory: usize) -> Vec<Vec<Form>> {
        let mut remembered = self.remembered(memory).into_iter();
        let mut form = |element: Option<&Form>| match element {
            Some(form) => form.clone(),
            None => Form::constant(remembered.next().unwrap_or_default()),
        };
        let elements = self.elements().into_iter();
        let part = |part: Vec<Option<&Form>>| part.into_iter().map(&mut form).collect();
        elements.map(part).collect()
    }

    /// What holds of the tracks in every state: no number is above its part's range.
    pub fn domain(&self) -> Vec<Constraint> {
        let bounded = self.numbers.iter().filter_map(|(form, most)| {
            let most = Form::constant(most.clone()?);
            Some(Constraint::NotNegative(most.minus(form)))
        });
        bounded.collect()
    }

    /// The memory and the tracks of elements given as forms; `None` where a memory is no number of
    /// its range, or a part has another length.
    pub(super) fn seen(&self, state: &[Vec<Form>]) -> Option<(usize, Vec<Form>)> {
        let lengths = state.iter().map(Vec::len);
        if !lengths.eq(self.lengths.iter().copied()) {
            return None;
        }
        let (mut memory, mut at) = (0, 0);
        let mut numbers = vec![Form::default(); self.tracks()];
        for (part, tracks) in state.iter().zip(&self.tracks) {
            for (form, track) in part.iter().zip(tracks) {
                match track {
                    Some(track) => numbers[*track] = form.clone(),
                    None => {
                        let (_, least, count) = &self.memory[at];
                        at += 1;
                        let value = usize::try_from(form.as_constant()? - least).ok()?;
                        memory = memory * count + Some(value).filter(|value| value < count)?;
                    }
                }
            }
        }
        Some((memory, self.counted(&numbers)))
    }

    /// The tracks, where the elements that are no memory are these: each without what it is counted
    /// from.
    fn counted(&self, numbers: &[Form]) -> Vec<Form> {
        let track = |(track, number): (usize, &Form)| match self.above[track] {
            None => number.and(-self.numbers[track].0.constant.clone()),
            Some((from, more)) => number.minus(&numbers[from]).and(-IBig::from(more)),
        };
        numbers.iter().enumerate().map(track).collect()
    }

    /// Each track as a form in the elements that are no memory, numbered in the order of the state.
    pub fn back(&self) -> Vec<Form> {
        let elements: Vec<Form> = (0..self.tracks()).map(Form::unknown).collect();
        self.counted(&elements)
    }

    /// For each part its elements as forms in the tracks; `None` for memory.
    pub fn elements(&self) -> Vec<Vec<Option<&Form>>> {
        let element = |track: &Option<usize>| track.map(|track| &self.numbers[track].0);
        let part = |tracks: &Vec<Option<usize>>| tracks.iter().map(element).collect();
        self.tracks.iter().map(part).collect()
    }

    /// The memory and the tracks of a state; `None` where it is no state of this layout.
    pub fn read(&self, state: &State) -> Option<(usize, Vec<UBig>)> {
        let forms = |part: &Vec<IBig>| part.iter().map(|one| Form::constant(one.clone())).collect();
        let forms: Vec<Vec<Form>> = state.iter().map(forms).collect();
        let (memory, to) = self.seen(&forms)?;
        let numbers = to
            .iter()
            .map(|form| UBig::try_from(form.as_constant()?.clone()).ok());
        let numbers: Vec<UBig> = numbers.collect::<Option<_>>()?;
        self.holds(&numbers).then_some((memory, numbers))
    }

    /// Whether these are the tracks of a state.
    pub fn holds(&self, tracks: &[UBig]) -> bool {
        let within = |(form, most): &(Form, Option<IBig>)| {
            most.as_ref()
                .is_none_or(|most| value(form, tracks) <= *most)
        };
        tracks.len() == self.tracks() && self.numbers.iter().all(within)
    }

    /// The state with this memory and these tracks.
    pub fn state(&self, memory: usize, tracks: &[UBig]) -> State {
        let part = |part: &Vec<Form>| part.iter().map(|form| value(form, tracks)).collect();
        self.forms(memory).iter().map(part).collect()
    }
}

/// The value of a form in the tracks.
fn value(form: &Form, tracks: &[UBig]) -> IBig {
    let terms = form.terms.iter();
    let terms = terms.map(|(track, times)| times * IBig::from(tracks[*track].clone()));
    terms.fold(form.constant.clone(), |sum, term| sum + term)
}

/// The number of a track as a form in all of them; `None` where it is counted from itself.
fn number_of(track: usize, above: &[Above], parts: &[&whowins_core::Part]) -> Option<Form> {
    let (mut at, mut form) = (track, Form::default());
    for _ in 0..=above.len() {
        form = form.plus(&IBig::ONE, &Form::unknown(at));
        match above[at] {
            None => return Some(form.and(parts[at].least.clone())),
            Some((from, more)) => {
                form = form.and(more);
                at = Some(from).filter(|from| *from < above.len())?;
            }
        }
    }
    None
}
