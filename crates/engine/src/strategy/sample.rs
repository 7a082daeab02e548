//! A sample of a kernel's values, compared with one step of the rules before anything is answered
//! from them.

use std::hash::Hasher;
use std::ops::ControlFlow;

use whowins_analysis::{Frame, Game, Player, Value};

use crate::limits::EngineError;
use crate::mixing::Mixing;

/// States in a sample.
const STATES: u64 = 16;

/// States whose elements are pseudo-random numbers from 0 to these, both included.
pub(super) fn states(most: &[i64]) -> impl Iterator<Item = Vec<i64>> + '_ {
    (0..STATES).map(|number| {
        let element = |(at, most): (usize, &i64)| {
            let mut hash = Mixing::default();
            hash.write_u64(number);
            hash.write_usize(at);
            (hash.finish() % (most.unsigned_abs() + 1)) as i64
        };
        most.iter().enumerate().map(element).collect()
    })
}

/// Compares the values of these states with what the rules make of the values of their options,
/// where all of these are known.
///
/// # Errors
///
/// [`EngineError::Internal`] if one differs.
pub fn compare_states(
    game: &Game,
    frame: &Frame,
    size: (usize, usize),
    states: impl IntoIterator<Item = Vec<i64>>,
    value: impl Fn(Player, &[i64]) -> Option<Value>,
) -> Result<(), EngineError> {
    for mut state in states {
        frame.settle(&mut state);
        for player in Player::BOTH {
            let (found, wanted) = (value(player, &state), step(frame, &state, player, &value));
            if let (Some(found), Some(wanted)) = (found, wanted)
                && found != wanted
            {
                let position = game.position_of(&state, size.0, size.1);
                return Err(EngineError::Internal(format!(
                    "the value of {} contradicts those of its options",
                    game.show(&position)
                )));
            }
        }
    }
    Ok(())
}

/// The value of a state from those of its options; `None` if one is unknown, or a limit was
/// reached.
fn step(
    frame: &Frame,
    state: &[i64],
    player: Player,
    value: &impl Fn(Player, &[i64]) -> Option<Value>,
) -> Option<Value> {
    if let Some(end) = frame.end(state) {
        return Some(end.for_next(player));
    }
    let mut best = None;
    let all = frame.options(player, state, &mut |play| {
        let next = frame.next_player(play.to, player);
        let Some(option) = value(next, play.to) else {
            return ControlFlow::Break(());
        };
        best = best.max(Some(match next == player {
            true => option,
            false => option.reversed(),
        }));
        ControlFlow::Continue(())
    });
    all.is_continue().then(|| best.unwrap_or(frame.stuck()))
}
