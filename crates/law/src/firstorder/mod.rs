//! Laws of games whose moves are linear, for each memory read off digits.

pub(crate) mod coq;
pub(crate) mod falling;
pub(crate) mod find;
mod learner;
mod multiples;
pub(crate) mod names;
pub(crate) mod oracle;
mod play;
pub(crate) mod shapes;

use whowins_analysis::{Game, Player, Position};
use whowins_verify::Law;

use crate::Finder;
use crate::kinds::{Asked, Keeps, Kind};
pub(crate) use find::{FirstOrderFinder, refused};
pub(crate) use oracle::Oracle;
pub use play::winning_move;
pub(crate) use shapes::{lengths, named};

impl Kind for FirstOrderFinder {
    fn best(&self, law: &Law, asked: &Asked<'_>, keeps: &Keeps<'_>) -> Option<(Position, Player)> {
        let Law::FirstOrder(law) = law else {
            return None;
        };
        let Asked {
            game,
            position,
            player,
            budget,
            ..
        } = *asked;
        winning_move(law, game, position, player, budget, keeps)
    }

    fn coq(&self, game: &Game, law: &Law) -> Result<String, String> {
        match law {
            Law::FirstOrder(law) => coq::first_order(game, law),
            _ => Err("this isn't a law of the kind".into()),
        }
    }
}

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![&FirstOrderFinder]
}
