//! Comparison of a fast path with the plain recursion, at the places of its rarest values and at
//! random ones.
//!
//! A value is right if the values of all options are and the recursion gives it from these. So a
//! fast path is compared with one step of the recursion from its own values, which needs no second
//! table and reaches as far as the fast path does.

use std::collections::BTreeMap;
use std::fmt::Debug;

use dashu_int::IBig;
use whowins_analysis::{Game, Player, Position, Value};
use whowins_core::random::Random;
use whowins_core::{Budget, Game as Core, State};

/// Places of each kind.
const EACH: usize = 24;

/// Places that hold the rarest of the values, and as many random ones.
pub fn places<V: Ord>(values: &[V], random: &mut Random) -> Vec<usize> {
    let mut counts: BTreeMap<&V, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let mut all: Vec<usize> = (0..values.len()).collect();
    all.sort_by_cached_key(|place| (counts[&values[*place]], random.below(1 << 32)));
    all.truncate(EACH);
    all.extend((0..EACH).map(|_| random.below(values.len())));
    all
}

/// Compares the values of a fast path with one step of the recursion at these places.
pub fn compare<V: Ord + Debug>(
    path: &str,
    values: &[V],
    random: &mut Random,
    mut step: impl FnMut(usize) -> V,
) {
    for place in places(values, random) {
        let wanted = step(place);
        assert_eq!(values[place], wanted, "{path}: place {place}");
    }
}

/// The least number that isn't among these.
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let values: std::collections::BTreeSet<u32> = values.into_iter().collect();
    (0..).find(|value| !values.contains(value)).expect("finite")
}

/// The value of a position for a player to move, by one step of the exact meaning from the values
/// of its options.
pub fn value(
    game: &Game,
    core: &Core,
    position: &Position,
    player: Player,
    mut known: impl FnMut(&Position) -> [Value; 2],
) -> Value {
    assert_eq!(core.blocks, 0, "no option can be blocked");
    let state = position.core_state(player);
    if let Some(pays) = core.over(&state, &Budget::OPEN).expect("no limit") {
        let value = match pays.cmp(&IBig::ZERO) {
            std::cmp::Ordering::Less => Value::Loss,
            std::cmp::Ordering::Equal => Value::Draw,
            std::cmp::Ordering::Greater => Value::Win,
        };
        return match player {
            Player::First => value,
            Player::Second => value.reversed(),
        };
    }
    let options = core.options(&state, &Budget::OPEN).expect("no limit");
    let values = options.iter().map(|option| {
        let (to, next) = game.of_core(option).expect("a position");
        let value = known(&to)[next.index()];
        match next == player {
            true => value,
            false => value.reversed(),
        }
    });
    values.max().expect("play goes on")
}

/// A state that play from another one reaches, after a random number of random moves.
pub fn walk(core: &Core, start: &State, most: usize, random: &mut Random) -> State {
    let mut state = start.clone();
    for _ in 0..random.below(most + 1) {
        let options = core.options(&state, &Budget::OPEN).expect("no limit");
        if options.is_empty() {
            break;
        }
        state = options[random.below(options.len())].clone();
    }
    state
}
