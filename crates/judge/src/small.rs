//! Who wins small positions with values that questions set again and again: no game is made twice of the same values.
//!
//! Where each question sets its own values, as in a contest whose tests are a heap and two sets, the questions in order come back to the same values with every size. The first
//! that has them pays for the game and its table, and leaves what the table says of the positions beside its own.

use std::collections::HashMap;

use whowins::analysis::{Game, Position, Value, numbers::Variable};
use whowins::engine::Engine;

/// At most so many positions are kept of one set of values.
const CELLS: u64 = 64;
/// So many sets of values are kept: some 30 MB.
const SETS: usize = 1 << 17;
/// None whose texts are longer in all.
const LONGEST: usize = 96;
/// What all its positions take together is no more than so many states or steps.
const WORK: u64 = 1 << 16;

/// Who wins with each player to move, where it is known, by the position's numbers, each below a side.
type Known = Box<[Option<[Value; 2]>]>;

/// What is known, by the values' texts.
#[derive(Default)]
pub(crate) struct Small {
    known: HashMap<Vec<String>, Known>,
}

/// The largest side of a box of so many numbers that is no more than what is kept.
fn side(count: usize) -> Option<u64> {
    let count = u32::try_from(count).ok().filter(|count| *count > 0)?;
    (2..=CELLS)
        .rev()
        .find(|side| side.checked_pow(count).is_some_and(|all| all <= CELLS))
}

/// Where a position stands in its box: of numbers with commas between, as they are written.
fn place(text: &str) -> Option<usize> {
    let side = side(text.split(',').count())?;
    let mut at = 0;
    for word in text.split(',') {
        at = at * side + plain(word).filter(|number| *number < side)?;
    }
    usize::try_from(at).ok()
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

/// A position as a state, where it is written plainly and its numbers lie within their ranges.
pub(crate) fn state(text: &str, ranges: &Ranges) -> Option<Vec<i64>> {
    let mut state = Vec::with_capacity(ranges.len());
    for word in text.split(',') {
        let number = plain(word)?;
        holds(ranges.get(state.len())?, number).then_some(())?;
        state.push(i64::try_from(number).ok()?);
    }
    (state.len() == ranges.len()).then_some(state)
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
    /// Who wins a position that is written like this, with these values.
    pub(crate) fn look(&self, values: &[String], position: &str) -> Option<[Value; 2]> {
        let known = self.known.get(values)?;
        *known.get(place(position)?)?
    }

    /// Takes note of what an engine says of the positions beside this one, whose values are new.
    pub(crate) fn note(&mut self, values: &[String], position: &str, engine: &mut Engine) {
        let long = values.iter().map(String::len).sum::<usize>() > LONGEST;
        if long || self.known.len() >= SETS || place(position).is_none() {
            return;
        }
        if let Some(known) = worked_out(engine) {
            self.known.insert(values.to_vec(), known);
        }
    }
}

/// What an engine says of all positions of the box.
fn worked_out(engine: &mut Engine) -> Option<Known> {
    let ranges = ranges(engine.game())?;
    let side = side(ranges.len())?;
    let corner = ranges
        .iter()
        .map(|(_, most)| most.map_or(side - 1, |most| most.min(side - 1)));
    let corner = Position::tuple(corner);
    (engine.estimate(&corner)? <= WORK).then_some(())?;
    // What it does not answer is not kept.
    let _ = engine.values(&corner);
    let mut known = Vec::new();
    for at in 0..side.pow(u32::try_from(ranges.len()).ok()?) {
        let mut rest = at;
        let mut state = vec![0; ranges.len()];
        for number in state.iter_mut().rev() {
            *number = (rest % side) as i64;
            rest /= side;
        }
        let mut each = ranges.iter().zip(&state);
        let within = each.all(|(range, number)| holds(range, *number as u64));
        known.push(within.then(|| engine.known(&state)).flatten());
    }
    Some(known.into())
}
