//! Laws of kind `cut-rows`: rows of which a move cuts off one end are numbers, whose signs their
//! cells are.

mod coq;

use dashu_int::IBig;
use whowins_analysis::{Game, Player, Position};
use whowins_verify::Law;
use whowins_verify::values::CutRows;

use super::{Asked, Keeps, Kind};
use crate::{Explanation, Finder, Finding, Says, Search};

/// Finds laws of kind `cut-rows`.
pub(crate) struct CutRowsFinder;

impl Finder for CutRowsFinder {
    fn kind(&self) -> &'static str {
        "cut-rows"
    }

    fn says(&self) -> Says {
        Says::Value
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        if !search.compiled.open.is_empty() {
            return Finding::Foreign("a parameter is left open".into());
        }
        let Some(law) = CutRows::of(search.game) else {
            return Finding::Foreign(
                "the game is not a row in which a move removes one of the mover's cells with every cell behind it".into(),
            );
        };
        let explanation = Explanation {
            formula: Some(
                "V = ±(n + ± 1/2 ± 1/4 ± ...): n equal signs, and those behind them".into(),
            ),
            source: "Hackenbush strings: E. R. Berlekamp 1974, J. H. Conway 1976".into(),
            found: "read off the rules".into(),
        };
        Finding::Law(Box::new(Law::CutRows(law)), explanation)
    }
}

impl Kind for CutRowsFinder {
    // Each option of a long row is as long.
    fn is_quick(&self) -> bool {
        true
    }

    /// The pick of the player's cell that is nearest to the ground: where that is the first of all
    /// signs, nothing is left to anybody, and where not, all moves lose.
    fn best(&self, law: &Law, asked: &Asked<'_>, keeps: &Keeps<'_>) -> Option<(Position, Player)> {
        let Law::CutRows(law) = law else {
            return None;
        };
        let own = match asked.player {
            Player::First => 1,
            Player::Second => -1,
        };
        let row = asked.position.elements();
        let picked = |element: &IBig| {
            let symbol = usize::try_from(element).ok();
            symbol.and_then(|symbol| law.signs.get(symbol)) == Some(&own)
        };
        let to = match law.from_last {
            true => &row[row.iter().rposition(picked)? + 1..],
            false => &row[..row.iter().position(picked)?],
        };
        let (to, next) = (Position::list(to.iter().cloned()), asked.player.other());
        keeps(&to, next).then_some((to, next))
    }

    fn coq(&self, _: &Game, law: &Law) -> Result<String, String> {
        match law {
            Law::CutRows(law) => Ok(coq::cut_rows(law)),
            _ => Err("the law is of another kind".into()),
        }
    }
}
