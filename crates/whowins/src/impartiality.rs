//! Decides if a game is impartial or partizan, if either can be shown.

use std::collections::{HashSet, VecDeque};
use std::time::{Duration, Instant};

use whowins_analysis::program::{Holding, Notation, is_same_for_both};
use whowins_analysis::{Game, Player, Position};
use whowins_core::{Budget, Game as Term, State};
use whowins_rules::Rules;

use crate::first_position;

/// Maximum number of positions to compare.
const MAX_POSITIONS: usize = 2000;
/// Maximum number of options of a position whose own options are visited.
const MAX_OPTIONS: usize = 200;
/// Maximum number in small positions.
const MAX_NUMBER: i64 = 4;
/// Maximum time of the search for a difference.
const MAX_TIME: Duration = Duration::from_millis(500);
/// Maximum memory for the options of a position, in bytes.
const MAX_MEMORY: u64 = 1 << 26;

/// The relation between the options of the two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impartiality {
    /// In every position both players have the same options and prospects.
    Impartial,
    /// The players have different options in this position.
    Partizan(Position),
    /// Neither was shown.
    Unknown,
}

/// Decides from the term if a game is impartial, or finds a small position in which the players'
/// options differ.
///
/// Compares at most 2,000 positions for at most half a second: small positions, and followers of
/// the first position.
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

/// Returns the states without the player to move.
fn positions(states: &[State]) -> HashSet<&[Vec<dashu_int::IBig>]> {
    states.iter().map(|state| &state[1..]).collect()
}

/// Returns small states of a term whose parts are numbers, ordered by sum. Returns fewer if there
/// are many parts.
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
