//! The legal moves of a position of any size.

use std::collections::HashMap;
use std::ops::ControlFlow;

use dashu_int::{IBig, UBig};
use whowins_analysis::frame::Play;
use whowins_analysis::{Frame, Game, Player, Position};

use super::large;
use super::turn::Choice;

/// No more moves than these are handed out.
pub const LISTED: usize = 600;
/// No more moves than these are laid out to be counted.
const LAID_OUT: usize = 50_000;
/// With a larger number in the position, moves are counted and not laid out; the same bound as that
/// of laws, so that moves have the words that `solve` gives them.
const SMALL: u64 = 20_000;

/// Moves from a position, one for each position after.
pub struct Listing {
    /// In the order of the rules; where there are many, some of each kind.
    pub choices: Vec<Choice>,
    /// How many there are; `None` where they were not counted.
    pub total: Option<UBig>,
}

/// Whether all moves of a position can be laid out.
fn is_small(game: &Game, position: &Position) -> bool {
    let of_numbers = game.numbers().is_some() || game.codes().is_some();
    let most = IBig::from(SMALL);
    !of_numbers || position.elements().iter().all(|number| *number <= most)
}

/// The legal moves, as many as `bytes` hold; the position's forced follow-ups have been carried
/// out, and no goal ended the game.
pub fn listing(
    game: &Game,
    frame: &Frame,
    position: &Position,
    player: Player,
    bytes: u64,
) -> Listing {
    if !is_small(game, position)
        && let Some(listing) = large::listing(game, position, player, frame.budget())
    {
        return listing;
    }
    let Some(state) = game.state_of(position) else {
        return Listing {
            choices: Vec::new(),
            total: None,
        };
    };
    let (rows, columns) = game.size_of(position);
    // Each is kept twice, and once more as it is shown.
    let each = 3 * (64 + 8 * state.len() as u64);
    let most = usize::try_from(bytes / each).map_or(LAID_OUT, |most| most.clamp(1, LAID_OUT));
    // By the state after: the rule and its numbers, and where it stands.
    let mut found: Vec<(usize, Vec<i64>, Vec<i64>)> = Vec::new();
    let mut seen: HashMap<Vec<i64>, ()> = HashMap::new();
    let flow = frame.options(player, &state, &mut |option| {
        if seen.insert(option.to.to_vec(), ()).is_none() {
            found.push((option.rule, option.chosen.to_vec(), option.to.to_vec()));
        }
        match found.len() < most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    let total = flow.is_continue().then(|| UBig::from(found.len()));
    let choices = thinned(found)
        .into_iter()
        .map(|(rule, chosen, to)| {
            let play = Play {
                rule,
                chosen: &chosen,
                to: &to,
            };
            Choice::new(
                game.name_of(frame, columns, player, &state, &play),
                game.position_of(&to, rows, columns),
                frame.next_player(&to, player),
            )
        })
        .collect();
    Listing { choices, total }
}

/// Of many moves, the first and last of each rule, in their order.
fn thinned(found: Vec<(usize, Vec<i64>, Vec<i64>)>) -> Vec<(usize, Vec<i64>, Vec<i64>)> {
    if found.len() <= LISTED {
        return found;
    }
    let mut of_rule: HashMap<usize, usize> = HashMap::new();
    for (rule, ..) in &found {
        *of_rule.entry(*rule).or_default() += 1;
    }
    let share = (LISTED / of_rule.len()).max(2);
    let mut met: HashMap<usize, usize> = HashMap::new();
    found
        .into_iter()
        .filter(|(rule, ..)| {
            let at = met.entry(*rule).or_default();
            *at += 1;
            *at <= share / 2 || *at + share / 2 > of_rule[rule]
        })
        .take(LISTED)
        .collect()
}

/// The move to a position, where it is legal.
pub fn move_to(
    game: &Game,
    frame: &Frame,
    position: &Position,
    player: Player,
    to: &Position,
) -> Option<Choice> {
    if !is_small(game, position)
        && let Some(found) = large::move_to(game, position, player, to)
    {
        return found;
    }
    if game.program().is_some() {
        // A position that is read does not say the score: what is written of it decides.
        let (state, wanted) = (game.state_of(position)?, game.show(to));
        let mut found = None;
        let _ = frame.options(player, &state, &mut |option| {
            let after = game.position_of(option.to, 1, 1);
            if game.show(&after) == wanted {
                let (text, next) = (
                    game.name_of(frame, 1, player, &state, &option),
                    frame.next_player(option.to, player),
                );
                found = Some(Choice::new(text, after, next));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        return found;
    }
    let (state, wanted) = (game.state_of(position)?, game.state_of(to)?);
    let (rows, columns) = game.size_of(position);
    if game.size_of(to) != (rows, columns) {
        return None;
    }
    let mut found = None;
    let _ = frame.options(player, &state, &mut |option| {
        if option.to == wanted {
            found = Some(game.name_of(frame, columns, player, &state, &option));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    Some(Choice::new(found?, to.clone(), player.other()))
}

/// Whether the player has no move.
pub fn is_stuck(game: &Game, frame: &Frame, position: &Position, player: Player) -> bool {
    // Asked of every choice of a position: a look at the rays is a hundred times faster than all
    // their moves.
    if !is_small(game, position) && large::moves_freely(game, position, player) {
        return false;
    }
    if !is_small(game, position)
        && let Some(stuck) = large::is_stuck(game, position, player)
    {
        return stuck;
    }
    if !is_small(game, position)
        && let Some(listing) = large::listing(game, position, player, frame.budget())
    {
        return listing.choices.is_empty() && listing.total == Some(UBig::ZERO);
    }
    game.state_of(position).is_some_and(|state| {
        frame
            .options(player, &state, &mut |_| ControlFlow::Break(()))
            .is_continue()
    })
}
