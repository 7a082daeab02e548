//! Misère quotients of taking-and-breaking games: heap after heap, the quotient of the heaps so far
//! is learned, until the elements of heaps repeat.

pub(crate) mod coq;
mod kernel;
mod learner;
mod monoid;
mod moves;
mod outcomes;

pub(crate) use moves::winning_move;

use whowins_analysis::Stuck;
use whowins_analysis::heaps::Breaking;
use whowins_engine::EngineError;
use whowins_verify::Law;
use whowins_verify::octal::MisereQuotient;

use crate::{Explanation, Finder, Finding, Says, Search};
use learner::{Learner, Stop};
use monoid::{Element, Quotient};

/// Larger monoids are not looked for.
const ELEMENTS: usize = 1 << 10;
/// Larger heaps are not looked at.
const HEAPS: usize = 1 << 12;

/// Outcomes under misère play by a quotient whose pretending function repeats.
pub(super) struct Quotients;

impl Finder for Quotients {
    fn kind(&self) -> &'static str {
        "misere-quotient"
    }

    fn says(&self) -> Says {
        Says::Outcome
    }

    fn find(&self, search: &Search<'_>) -> Finding {
        let breaking = match super::moves_where(search, Stuck::Wins) {
            Ok(breaking) => breaking,
            Err(finding) => return finding,
        };
        let Some(last) = breaking.most_taken() else {
            return Finding::Foreign("any number can be taken".into());
        };
        let mut learner = Learner::new(breaking, search.limits, ELEMENTS);
        match look(breaking, last, &mut learner) {
            Ok(Some((preperiod, period))) => {
                let law = law(learner.law(), preperiod, period);
                let explanation = Explanation {
                    formula: Some(formula(&learner, preperiod, period)),
                    source: "T. E. Plambeck 2005; T. E. Plambeck, A. N. Siegel 2008; learning: D. Angluin 1987".into(),
                    found: format!(
                        "the quotients of the heaps up to 1, 2, ..., {} were learned: {} sums were computed from the rules, {} sums separated elements, and {} wrong quotients were refuted",
                        learner.law().elements.len() - 1,
                        learner.worked_out(),
                        learner.experiments(),
                        learner.refuted()
                    ),
                };
                Finding::Law(Box::new(Law::MisereQuotient(law)), explanation)
            }
            Ok(None) => nothing(
                &learner,
                "their elements do not repeat up to the bound of the theorem",
            ),
            Err(Stop::Elements(most)) => nothing(
                &learner,
                &format!("with one heap more it has more than {most}, or none that is finite"),
            ),
            Err(Stop::Astray) => nothing(&learner, "with one heap more the search went astray"),
            Err(Stop::Engine(EngineError::Steps(steps))) => nothing(
                &learner,
                &format!("more than {steps} sums would have to be worked out for one heap more"),
            ),
            Err(Stop::Engine(error)) => Finding::Stopped(error),
        }
    }
}

/// How far the search came.
fn nothing(learner: &Learner<'_>, why: &str) -> Finding {
    Finding::Nothing(format!(
        "the misère quotient of the heaps up to {} has {} elements; {why}",
        learner.law().elements.len() - 1,
        learner.law().monoid.order()
    ))
}

/// Learns heap after heap; preperiod and period, once the heaps so far prove them.
fn look(
    breaking: &Breaking,
    last: usize,
    learner: &mut Learner<'_>,
) -> Result<Option<(usize, usize)>, Stop> {
    let mut next = 8;
    while learner.law().elements.len() < HEAPS {
        learner.grow()?;
        let heaps = learner.law().elements.len();
        if heaps >= next {
            next = heaps + heaps / 16 + 1;
            if let Some(found) = repeat(&learner.law().elements, breaking, last) {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// The least period, with its preperiod, that the elements of these heaps prove, as in the theorem
/// of Guy and Smith.
fn repeat(elements: &[Element], breaking: &Breaking, last: usize) -> Option<(usize, usize)> {
    (1..elements.len() / 2).find_map(|period| {
        let same = |heap: &usize| elements[*heap] == elements[heap + period];
        let repeats = (0..elements.len() - period).rev().take_while(same).count();
        let preperiod = elements.len() - period - repeats;
        let needed = super::needed(breaking, last, preperiod, period);
        (needed <= elements.len()).then_some((preperiod, period))
    })
}

fn law(quotient: &Quotient, preperiod: usize, period: usize) -> MisereQuotient {
    let monoid = &quotient.monoid;
    let generators = monoid.generators.iter();
    MisereQuotient {
        preperiod: preperiod as u64,
        period: period as u64,
        elements: quotient.elements[..preperiod + period].to_vec(),
        generators: generators.map(|by| monoid.row(*by).to_vec()).collect(),
        lost: monoid.lost.clone(),
    }
}

fn formula(learner: &Learner<'_>, preperiod: usize, period: usize) -> String {
    let from = match preperiod {
        0 => String::new(),
        from => format!(" for n ≥ {from}"),
    };
    let generators: Vec<String> = learner.generators().iter().map(u16::to_string).collect();
    format!(
        "Q(n + {period}) = Q(n){from}; {} elements, products of those of the heaps {}",
        learner.law().monoid.order(),
        generators.join(", ")
    )
}
