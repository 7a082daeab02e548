//! The vectors of a game, for the searches.

use whowins_analysis::derive::rays;
use whowins_analysis::expression::Cond;
use whowins_analysis::numbers::Numbers;
use whowins_analysis::{Game, Player};

/// What each player may subtract; `None` where the moves are no fixed vectors that only lower
/// numbers.
pub(super) fn vectors(game: &Game) -> Option<(&Numbers, [Vec<Vec<i64>>; 2])> {
    let numbers = game.numbers()?;
    let all = rays(numbers)?;
    let fits = all.iter().all(|ray| {
        ray.free.is_none() && ray.guard == Cond::Const(true) && ray.base.iter().all(|x| *x <= 0)
    });
    let of = Player::BOTH.map(|player| {
        let own = all.iter().filter(|ray| ray.by.allows(player));
        own.map(|ray| ray.base.iter().map(|x| -x).collect())
            .collect()
    });
    fits.then_some((numbers, of))
}

/// What is said of games of another kind.
pub(super) const FOREIGN: &str = "the moves are not fixed vectors that lower numbers";
