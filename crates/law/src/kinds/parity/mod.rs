//! Laws of kind `parity`: all plays from a position have an even number of moves, or all an odd
//! one.

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
        match law.check(search.game, &budget(search.limits)) {
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

/// A row that has lost cells by a move, the first that there is. Linear in the cells.
fn moved(game: &Game, position: &Position) -> Option<Position> {
    let (strings, cells) = (game.strings()?, position.cells()?);
    let stands = |at: usize| {
        let mut rules = strings.rules.iter();
        rules.find_map(|(before, after)| Some((cells[at..].strip_prefix(&before[..])?, after)))
    };
    let (at, (behind, after)) = (0..cells.len()).find_map(|at| Some((at, stands(at)?)))?;
    Some(Position::list([&cells[..at], after, behind].concat()))
}

impl Kind for ParityFinder {
    // Each option of a long row is as long.
    fn is_quick(&self) -> bool {
        true
    }

    /// Any move of a row that loses cells: all lead to the same. Those of boards are laid out.
    fn best(&self, _: &Law, asked: &Asked<'_>, keeps: &Keeps<'_>) -> Option<(Position, Player)> {
        let (to, next) = (moved(asked.game, asked.position)?, asked.player.other());
        keeps(&to, next).then_some((to, next))
    }

    fn coq(&self, game: &Game, _: &Law) -> Result<String, String> {
        coq::parity(game)
    }
}
