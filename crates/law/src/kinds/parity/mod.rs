//! Laws of kind `parity`: all plays from a position have an even number of moves, or all an odd one.

mod coq;

use whowins_analysis::{Game, Player, Position};
use whowins_verify::rows::Parity;
use whowins_verify::{Claim, Law, Why};

use super::{Asked, Keeps, Kind};
use crate::find::budget;
use crate::{Explanation, Finder, Finding, Says, Search};

/// Finds laws of kind `parity`.
pub(crate) struct ParityFinder;

impl Finder for ParityFinder {
    fn kind(&self) -> &'static str {
        "parity"
    }

    // Beside it an automaton that reads the cells is wanted, to be drawn and asked about.
    fn says(&self) -> Says {
        Says::ClosedForm
    }

    /// There is nothing to find: the check says whether it is so.
    fn find(&self, search: &Search<'_>) -> Finding {
        let law = Parity {};
        match law.check(search.subject, &budget(search.limits)) {
            Ok(_) => {
                let explanation = Explanation {
                    formula: Some(format!(
                        "N-positions: the number of moves of a play, whatever is played, is {}",
                        Parity::winning(search.game)
                    )),
                    source: "M. H. A. Newman 1942".into(),
                    found: "read off the rules".into(),
                };
                Finding::Law(Box::new(Law::Parity(law)), explanation)
            }
            Err(rejection) => match rejection.why {
                Why::Budget => Finding::Stopped(whowins_engine::EngineError::Time),
                Why::False => Finding::Nothing(rejection.message),
                _ => Finding::Foreign(rejection.message),
            },
        }
    }
}

impl Kind for ParityFinder {
    // All moves lead to the same, and they are few enough to be laid out.
    fn best(&self, _: &Law, _: &Asked<'_>, _: &Keeps<'_>) -> Option<(Position, Player)> {
        None
    }

    fn coq(&self, game: &Game, _: &Law) -> Result<String, String> {
        coq::parity(game)
    }
}
