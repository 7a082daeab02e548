//! Whether a game is impartial or partizan, if one of the two can be shown.

use std::collections::{HashSet, VecDeque};
use std::time::{Duration, Instant};

use whowins_analysis::program::{Holding, Notation, is_same_for_both};
use whowins_analysis::{Game, Player, Position};
use whowins_core::{Budget, Game as Term, State};
use whowins_rules::Rules;

use crate::first_position;

/// The most positions that are compared.
const MAX_POSITIONS: usize = 2000;
/// The most options of a position of which the options are visited, too.
const MAX_OPTIONS: usize = 200;
/// The largest number of the small positions.
const MAX_NUMBER: i64 = 4;
/// The time after which the search for a difference gives up.
const MAX_TIME: Duration = Duration::from_millis(500);
/// The memory for the options of a position, in bytes.
const MAX_MEMORY: u64 = 1 << 26;

/// Whether both players have the same moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impartiality {
    /// They have, in every position, and the same prospects.
    Impartial,
    /// They have different options in this position.
    Partizan(Position),
    /// Neither is shown.
    Unknown,
}

/// Returns whether a game is impartial by its term, or partizan by a small position in which the
/// players' options differ.
///
/// At most 2,000 positions are compared, for half a second: small ones, and those that play reaches
/// from the first position.
///
/// ```
/// use whowins::rules::{Parameters, Rules};
/// use whowins::{Impartiality, impartiality};
///
/// let rules = Rules::parse(
///     "halves",
///     "game \"Halves\"\nplayers Left, Right\nposition n\nLeft: move n -= 1\nRight: move n -= 2",
/// )?;
/// let game = rules.game(&Parameters::new())?;
/// let at = game.read("1").expect("a position");
/// assert_eq!(impartiality(&rules, &game), Impartiality::Partizan(at));
/// # Ok::<(), whowins::rules::Diagnostics>(())
/// ```
pub fn impartiality(rules: &Rules, game: &Game) -> Impartiality {
    let term = game.core();
    if game.is_impartial() || is_same_for_both(&term) {
        return Impartiality::Impartial;
    }
    let budget = Budget::default()
        .by(Instant::now() + MAX_TIME)
        .with_memory(MAX_MEMORY);
    let is_number =
        |part: &Holding| matches!(&part.notation, Notation::Number { words } if words.is_empty());
    let only_numbers = game.numbers().is_some()
        || (game.program()).is_some_and(|program| program.parts.iter().all(is_number));
    let mut waiting = VecDeque::new();
    if only_numbers {
        waiting.extend(small(&term));
    }
    waiting.push_back(first_position(rules, game).core_state(Player::First));
    waiting.extend(term.starts.iter().cloned());
    let mut seen: HashSet<State> = HashSet::new();
    while let Some(state) = waiting.pop_front() {
        if seen.len() >= MAX_POSITIONS || budget.over().is_some() {
            break;
        }
        let Some((position, _)) = game.of_core(&state) else {
            continue;
        };
        let of = |player: Player| position.core_state(player);
        if !seen.insert(of(Player::First)) || term.admits(&state).is_err() {
            continue;
        }
        let options = |player| term.options(&of(player), &budget);
        let (Ok(first), Ok(second)) = (options(Player::First), options(Player::Second)) else {
            continue;
        };
        if positions(&first) != positions(&second) {
            return Impartiality::Partizan(position);
        }
        waiting.extend(first.into_iter().take(MAX_OPTIONS));
    }
    Impartiality::Unknown
}

/// The states without whose turn it is.
fn positions(states: &[State]) -> HashSet<&[Vec<dashu_int::IBig>]> {
    states.iter().map(|state| &state[1..]).collect()
}

/// Small states, the least sums first, of a term whose parts are numbers; few of them if there are
/// many parts.
fn small(term: &Term) -> Vec<State> {
    let mut states: Vec<(i64, State)> = vec![(0, vec![vec![0.into()]])];
    for part in &term.parts[1..] {
        let longer = states.iter().flat_map(|(sum, state)| {
            (0..=MAX_NUMBER).map(move |more| {
                let mut state = state.clone();
                state.push(vec![&part.least + dashu_int::IBig::from(more)]);
                (sum + more, state)
            })
        });
        let mut longer: Vec<(i64, State)> = longer.collect();
        longer.sort_by_key(|(sum, _)| *sum);
        longer.truncate(MAX_POSITIONS / 4);
        states = longer;
    }
    states.into_iter().map(|(_, state)| state).collect()
}
