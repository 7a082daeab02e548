//! Finds whether all positions of a row or board game are numbers, or dicots: the verifier's own
//! check decides it, so there is nothing to search for.

use whowins_engine::values::refusal;
use whowins_verify::values::{Kind, ValueKind};
use whowins_verify::{Budget, Law, Why};

use crate::{Explanation, Finder, Finding, Says, Search};

/// Whether all positions are of a kind.
pub(super) struct All(Kind);

/// Numbers.
pub(super) const NUMBERS: All = All(Kind::Numbers);
/// Dicots.
pub(super) const DICOTS: All = All(Kind::Dicots);

impl Finder for All {
    fn kind(&self) -> &'static str {
        "value-kind"
    }

    fn says(&self) -> Says {
        Says::Worth
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        if search.game.board().is_none() {
            return Finding::Foreign("the positions aren't rows or boards".into());
        }
        if let Some(why) = refusal(search.game) {
            return Finding::Foreign(why.to_string());
        }
        let law = Law::ValueKind(ValueKind { what: self.0 });
        let budget = Budget::default().within(&search.limits.budget);
        let explanation = Explanation {
            formula: None,
            source: match self.0 {
                Kind::Numbers => {
                    "A. Carvalho, M. A. Huggan, R. J. Nowakowski, C. P. dos Santos 2021"
                }
                Kind::Dicots => "J. H. Conway 1976",
            }
            .into(),
            found: "read off the rules".into(),
        };
        match law.claim().check(search.game, &budget) {
            Ok(_) => Finding::Law(Box::new(law), explanation),
            Err(rejection) if rejection.why == Why::Budget => {
                Finding::Stopped(whowins_engine::EngineError::Time)
            }
            Err(rejection) => Finding::Nothing(rejection.to_string()),
        }
    }
}
