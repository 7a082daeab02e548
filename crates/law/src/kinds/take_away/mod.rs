//! Laws of kind `take-away`: take at most what the last move allows.

mod coq;

use whowins_analysis::{Game, Player, Position, Value};
use whowins_verify::Law;
use whowins_verify::takeaway::TakeAway;

use super::{Asked, Keeps, Kind};
use crate::{Explanation, Finder, Finding, Says, Search};

/// Finds laws of kind `take-away`.
pub(crate) struct TakeAwayFinder;

/// So many parts are told.
const TOLD: usize = 10;

/// Whether a numeration system reads the parts: powers of 2, and Fibonacci's numbers. Laws of kind
/// `first-order` say more of these games.
fn is_read(law: &TakeAway) -> bool {
    matches!((law.times, law.more), (1, 0) | (2, -1 | 0))
}

impl Finder for TakeAwayFinder {
    fn kind(&self) -> &'static str {
        "take-away"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let foreign = |why: &str| Finding::Foreign(why.into());
        if !search.compiled.open.is_empty() {
            return foreign("a parameter is left open");
        }
        let Some(law) = TakeAway::of(search.game) else {
            return foreign(
                "a move takes not just from 1 to as many tokens as may be taken, after which c k + d may be",
            );
        };
        if is_read(&law) {
            return foreign(
                "the parts are powers of 2 or Fibonacci's numbers, which laws of kind `first-order` read",
            );
        }
        let parts = law.parts(&1_000_000u32.into());
        let told: Vec<String> = parts.iter().take(TOLD).map(ToString::to_string).collect();
        let names = search.game.numbers().map(|numbers| &numbers.variables);
        let name = |at: usize| {
            let variable = names.and_then(|names| names.get(at));
            variable.map_or_else(|| ["n", "m"][at].to_string(), |one| one.name.clone())
        };
        let explanation = Explanation {
            formula: Some(format!(
                "P-positions: {n} = 0 or {} < the least part of {n}, of the parts {}, ...",
                name(1),
                told.join(", "),
                n = name(0)
            )),
            source: "A. J. Schwenk, Take-away games, 1970; after Whinihan 1963.".into(),
            found: format!(
                "the term is this one; after k tokens at most {} may be taken",
                law.next_most()
            ),
        };
        Finding::Law(Box::new(Law::TakeAway(law)), explanation)
    }
}

impl Kind for TakeAwayFinder {
    fn best(&self, law: &Law, asked: &Asked<'_>, keeps: &Keeps<'_>) -> Option<(Position, Player)> {
        let Law::TakeAway(law) = law else {
            return None;
        };
        let numbers = asked.position.naturals()?;
        let [tokens, most] = &numbers[..] else {
            return None;
        };
        // A loss has no move that is better than others.
        let taken = match asked.value {
            Value::Win => law.least_part(tokens)?,
            _ => 1u8.into(),
        };
        if taken > *most || taken > *tokens {
            return None;
        }
        let to = Position::tuple([tokens - &taken, law.allowed(&taken)]);
        let next = asked.player.other();
        keeps(&to, next).then_some((to, next))
    }

    fn coq(&self, _: &Game, law: &Law) -> Result<String, String> {
        match law {
            Law::TakeAway(law) => Ok(coq::take_away(law)),
            _ => Err("this isn't a law of the kind".into()),
        }
    }
}
