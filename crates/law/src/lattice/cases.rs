//! Positions with their options as the rules have them, for the theory to compare with its own.

use whowins_rules::{Frame, Game, Player, Shape};

use super::vectors::FOREIGN;

/// Who is to move, where, and each option once.
pub(super) type Case = (Player, Vec<i64>, Vec<Vec<i64>>);

/// The small positions from `low` on, with the options of the first players.
pub(super) fn cases(game: &Game, low: &[i64], players: usize) -> Result<Vec<Case>, String> {
    let Shape::Numbers(numbers) = &game.shape else {
        return Err(FOREIGN.into());
    };
    let frame = Frame::new(game, 1, 1);
    let side = match low.len() {
        1 => 12i64,
        2 => 4,
        _ => 2,
    };
    let mut all = Vec::new();
    for number in 0..side.pow(low.len() as u32) {
        let mut rest = number;
        let mut state = low.to_vec();
        for coordinate in state.iter_mut().rev() {
            *coordinate += rest % side;
            rest /= side;
        }
        let within = state
            .iter()
            .zip(&numbers.variables)
            .all(|(value, variable)| variable.most.is_none_or(|most| *value <= most));
        if !within {
            continue;
        }
        for player in &Player::BOTH[..players] {
            let next = frame.next(*player, &state);
            all.push((*player, state.clone(), distinct(&next)));
        }
    }
    Ok(all)
}

/// The same, each once.
pub(super) fn distinct(all: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut own: Vec<Vec<i64>> = Vec::new();
    for one in all {
        if !own.contains(one) {
            own.push(one.clone());
        }
    }
    own
}
