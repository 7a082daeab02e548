//! Enumerates the positions of a game, smallest first, for testing Python functions against exact
//! answers.

use pyo3::prelude::*;
use whowins::analysis::Player;
use whowins_judge::{Flow, Positions};

use crate::fault;
use crate::game::Game;

/// Returns the positions up to a size, or a number of them, each with its size. Also returns a
/// description of the order.
#[pyfunction]
#[pyo3(signature = (game, most, up_to=None))]
pub fn positions(
    py: Python<'_>,
    game: &Game,
    most: usize,
    up_to: Option<u64>,
) -> PyResult<(Vec<(u64, String)>, &'static str)> {
    let found = game.ask(py, |_, limits| {
        let positions = match Positions::new(&game.game, Player::First, limits) {
            Ok(positions) => positions,
            Err(why) => return Ok(Err(why)),
        };
        let last = match (positions.largest(), up_to) {
            (Some(largest), Some(up_to)) => largest.min(up_to),
            (largest, up_to) => largest.or(up_to).unwrap_or(u64::MAX),
        };
        let mut all = Vec::new();
        for size in 0..=last {
            let done = positions.of_size(size, &mut |text| {
                if all.len() == most || limits.budget.over().is_some() {
                    return Flow::Break(());
                }
                all.push((size, text.to_owned()));
                Flow::Continue(())
            });
            if done.is_break() {
                break;
            }
        }
        Ok(Ok((all, positions.order())))
    })?;
    found.map_err(fault::input)
}
