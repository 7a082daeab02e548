//! Laws of kind `row-heaps`: rows that fall apart into heaps, by a law of these.

mod coq;

use whowins_analysis::{Game, Player, Position};
use whowins_verify::Law;
use whowins_verify::rows::{Heaps, RowHeaps};

use super::{Asked, Keeps, Kind};
use crate::{Explanation, Finder, Finding, Says, Search};

/// Finds laws of kind `row-heaps`.
pub(crate) struct RowHeapsFinder;

impl Finder for RowHeapsFinder {
    fn kind(&self) -> &'static str {
        "row-heaps"
    }

    // Beside it an automaton that reads the cells is wanted, to be drawn and asked about.
    fn says(&self) -> Says {
        Says::ClosedForm
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        if !search.compiled.open.is_empty() {
            return Finding::Foreign("a parameter is left open".into());
        }
        let heaps = match Heaps::of(search.game) {
            Ok(heaps) => heaps,
            Err(why) => return Finding::Foreign(why),
        };
        let of_heaps = Search {
            game: &heaps.game,
            at: None,
            ..*search
        };
        // What none of them finds is told of the first that takes the heaps.
        let mut last = Finding::Foreign("no kind of law takes the heaps".into());
        let finders: Vec<&dyn Finder> = match heaps.slides {
            Some(_) => vec![&crate::heap::many::ManyHeapsFinder],
            None => (crate::octal::finders().into_iter())
                .chain(crate::values::finders())
                .collect(),
        };
        for finder in finders {
            if !matches!(finder.says(), Says::Outcome | Says::Value) {
                continue;
            }
            match finder.find(&of_heaps) {
                Finding::Law(law, of_law) => return found(&heaps, *law, of_law),
                Finding::Foreign(_) => {}
                stopped @ Finding::Stopped(_) => return stopped,
                other => last = other,
            }
        }
        last
    }
}

fn found(heaps: &Heaps, law: Law, of_law: Explanation) -> Finding {
    let encoding = match heaps.slides.map(|slides| slides.left) {
        None => "n the length of a run",
        Some(true) => {
            "gap[1] the free cells behind the last coin, gap[2] those before it, and so on"
        }
        Some(false) => {
            "gap[1] the free cells before the first coin, gap[2] those behind it, and so on"
        }
    };
    let code = heaps.game.heaps().map(|breaking| breaking.to_string());
    let explanation = Explanation {
        formula: of_law
            .formula
            .map(|formula| format!("{formula}, {encoding}")),
        source: of_law.source,
        found: match code {
            Some(code) => format!("the runs are heaps of {code}; {}", of_law.found),
            None if heaps.slides.is_some() => format!("the gaps are a list; {}", of_law.found),
            None => format!("the runs are heaps; {}", of_law.found),
        },
    };
    let law = RowHeaps {
        heaps: Box::new(law),
    };
    Finding::Law(Box::new(Law::RowHeaps(law)), explanation)
}

impl Kind for RowHeapsFinder {
    // The moves of a row are few enough to be laid out, and the law says where they lead.
    fn best(&self, _: &Law, _: &Asked<'_>, _: &Keeps<'_>) -> Option<(Position, Player)> {
        None
    }

    fn coq(&self, game: &Game, law: &Law) -> Result<String, String> {
        match law {
            Law::RowHeaps(law) => coq::row_heaps(game, law),
            _ => Err("the law is of another kind".into()),
        }
    }
}
