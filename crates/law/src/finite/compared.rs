//! Positions of a strategy with their options as the rules have them, for Coq to compare with the graph that it is given.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use whowins_analysis::{Frame, Game, Player, Value};
use whowins_verify::finite::Ranked;

use super::table::Table;

/// Positions from all of the strategy that are compared, besides the telling ones.
const PICKED: usize = 48;
/// Ended positions that are.
const ENDED: usize = 16;
/// So many options are compared in all.
const OPTIONS: usize = 20_000;

/// A position as Coq is told of it: 2 and the player to move, then its numbers; `[0]` for the dead end, `[1]` for the drawn one.
type Place = Vec<i64>;

/// What is compared.
pub(super) struct Compared {
    /// What stands at the nodes that are spoken of.
    pub places: Vec<(u64, Place)>,
    /// The options of some, in the order of the rules, each once.
    pub said: Vec<(Place, Vec<Place>)>,
}

/// Telling positions: for each move and player the first and the last of the strategy's where it is possible, and where it is not; some
/// from all of them; and some where the game is over.
///
/// # Errors
///
/// Where no move could be compared, or more than Coq is given.
pub(super) fn compared(game: &Game, law: &Ranked, table: &Table) -> Result<Compared, String> {
    let position = game
        .read(&law.position)
        .map_err(|error| error.to_string())?;
    let (rows, columns) = game.size_of(&position);
    let frame = Frame::new(game, rows, columns);
    let mut said: Vec<(Place, Vec<Place>)> = Vec::new();
    let (mut ended, mut count) = (BTreeSet::new(), 0);
    for at in telling(&frame, law) {
        let (state, turn) = (&law.entries[at].0, law.entries[at].1);
        let player = Player::BOTH[usize::from(turn)];
        let reply = if game.is_impartial() { 0 } else { 1 - turn };
        let mut next: Vec<Place> = Vec::new();
        for state in frame.next(player, state) {
            let place = place(&state, reply);
            if frame.end(&state).is_some() && ended.len() < ENDED {
                ended.insert((state, reply));
            }
            if !next.contains(&place) {
                next.push(place);
            }
        }
        count += next.len();
        if next.is_empty() {
            next = over(frame.stuck());
        }
        said.push((place(state, turn), next));
    }
    match count {
        0 => {
            return Err(
                "no move is possible where the moves are to be compared with those of the rules"
                    .into(),
            );
        }
        1..=OPTIONS => {}
        _ => {
            return Err(format!(
                "more than {OPTIONS} options would have to be compared with those of the rules"
            ));
        }
    }
    for (state, turn) in ended {
        let player = Player::BOTH[usize::from(turn)];
        if let Some(end) = frame.end(&state) {
            said.push((place(&state, turn), over(end.for_next(player))));
        }
    }
    let spoken: BTreeSet<&Place> = said
        .iter()
        .flat_map(|(at, next)| next.iter().chain([at]))
        .collect();
    let mut places: Vec<(u64, Place)> = vec![(1, vec![0]), (table.end, vec![1])];
    for at in spoken.into_iter().filter(|at| at.len() > 1) {
        // A node that the table does not have is left out, so that the comparison fails.
        let key = (at[1..].to_vec(), if at[0] == 2 { 0 } else { 1 });
        places.extend(table.numbers.get(&key).map(|node| (*node, at.clone())));
    }
    Ok(Compared { places, said })
}

fn place(state: &[i64], turn: u8) -> Place {
    [&[2 + i64::from(turn)], state].concat()
}

/// Where the player to move leads when the game is over: to the dead end for a win, nowhere for a loss.
fn over(value: Value) -> Vec<Place> {
    match value {
        Value::Win => vec![vec![0]],
        Value::Loss => Vec::new(),
        Value::Draw => vec![vec![1]],
    }
}

/// The places among the strategy's entries that are compared, in rising order.
fn telling(frame: &Frame, law: &Ranked) -> BTreeSet<usize> {
    let entries = &law.entries;
    // For each entry the moves that are possible there.
    let possible: Vec<BTreeSet<usize>> = entries
        .iter()
        .map(|entry| {
            let mut rules = BTreeSet::new();
            let player = Player::BOTH[usize::from(entry.1)];
            let _ = frame.options(player, &entry.0, &mut |option| {
                rules.insert(option.rule);
                ControlFlow::Continue(())
            });
            rules
        })
        .collect();
    let every = entries.len().div_ceil(PICKED).max(1);
    let mut all: BTreeSet<usize> = (0..entries.len()).step_by(every).collect();
    let rules: BTreeSet<usize> = possible.iter().flatten().copied().collect();
    for rule in rules {
        for turn in 0..2 {
            for can in [true, false] {
                let fits =
                    |at: &usize| entries[*at].1 == turn && possible[*at].contains(&rule) == can;
                all.extend((0..entries.len()).find(fits));
                all.extend((0..entries.len()).rev().find(fits));
            }
        }
    }
    all
}
