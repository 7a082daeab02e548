//! One game of a survey: its law, found and verified.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use whowins_engine::{EngineError, Limits};
use whowins_law::{Compiled, Finding, Report, Says, find, find_kind};
use whowins_rules::{Diagnostics, Parameters, Rules};
use whowins_verify::{Budget, Law, Rejection};

/// What became of a game.
pub(super) enum Found {
    /// The verifier accepted this law.
    Proved(Box<Law>),
    /// A pattern was seen and not proved.
    Observed,
    /// There is no law of the kinds that were tried, up to their sizes.
    Nothing,
    /// The game's limit was met.
    Limit,
}

impl Found {
    /// The word for a game that stays open.
    pub(super) fn open(&self) -> Option<&'static str> {
        match self {
            Self::Proved(_) => None,
            Self::Observed => Some("observed"),
            Self::Nothing => Some("none"),
            Self::Limit => Some("limit"),
        }
    }
}

/// Why games stay open, in the order in which they are counted.
pub(super) const OPEN: [&str; 3] = ["none", "limit", "observed"];

/// How often a game is tried again where other programs took the time that was meant for it, at
/// most.
const TRIES: u32 = 4;
/// How much longer a try may take than the limit says, at most.
const STRETCH: f64 = 30.0;

/// The limits of one game of a survey: one thread, as each thread has a game of its own.
fn of_one(limits: &Limits, time: Duration) -> Limits {
    let end = Instant::now() + time;
    Limits {
        budget: limits
            .budget
            .clone()
            .by(end)
            .with_memory(limits.budget.memory / limits.threads.max(1) as u64),
        threads: 1,
        progress: Arc::default(),
    }
}

/// Searches for a law of who wins, of one kind or of any. The limit is in seconds that this thread
/// works: where a busy machine gave it less, the game is tried again for longer.
///
/// # Errors
///
/// When the whole survey is to stop.
pub(super) fn search(
    text: &str,
    kind: Option<&str>,
    limits: &Limits,
    seconds: u32,
) -> Result<Found, EngineError> {
    searched(text, kind, limits, seconds).map(|(found, _)| found)
}

/// The same for laws of one kind, with the law's formula, or that of the pattern observed.
///
/// # Errors
///
/// When the whole survey is to stop.
pub(super) fn formula(
    text: &str,
    kind: &str,
    limits: &Limits,
    seconds: u32,
) -> Result<(Found, Option<String>), EngineError> {
    searched(text, Some(kind), limits, seconds)
}

fn searched(
    text: &str,
    kind: Option<&str>,
    limits: &Limits,
    seconds: u32,
) -> Result<(Found, Option<String>), EngineError> {
    let rules = Rules::parse("the survey's rules", text)
        .map_err(|faults| EngineError::TooLarge(faults.to_string()))?;
    let limit = Duration::from_secs(u64::from(seconds));
    let mut time = limit;
    for _ in 0..TRIES {
        let own = of_one(limits, time);
        let (began, worked) = (Instant::now(), ThreadTime::now());
        let values = Parameters::new();
        let report = match kind {
            Some(kind) => find_kind(&rules, &values, None, &own, kind),
            None => find(&rules, &values, None, &own, &[Says::Outcome]),
        };
        let report = report.map_err(|rejection| EngineError::TooLarge(rejection.message))?;
        if report.proved.is_none() {
            // Nothing was found for want of time or because of a stop: that says nothing of the
            // game.
            limits.check()?;
        }
        let formula = formula_of(&report);
        let found = found(report);
        let share = worked.elapsed().as_secs_f64() / began.elapsed().as_secs_f64().max(1e-9);
        // What a finder says once its time is over is for want of time.
        let late = matches!(found, Found::Limit | Found::Nothing) && own.check().is_err();
        match late {
            false => return Ok((found, formula)),
            true if share > 0.8 => break,
            true => time = limit.mul_f64((1.2 / share.max(1e-9)).min(STRETCH)),
        }
    }
    Ok((Found::Limit, None))
}

/// What a law, or a pattern, says in a formula.
fn formula_of(report: &Report) -> Option<String> {
    let proved = report
        .cards
        .first()
        .and_then(|card| card.explanation.formula.clone());
    let observed = || {
        report.tried.iter().find_map(|tried| match &tried.finding {
            Finding::Observed { pattern, .. } => Some(pattern.clone()),
            _ => None,
        })
    };
    proved.or_else(observed)
}

fn found(report: Report) -> Found {
    if let Some(proved) = report.proved
        && let Some(law) = proved.certificate().laws.first()
    {
        return Found::Proved(Box::new(law.clone()));
    }
    let any = |one: fn(&Finding) -> bool| report.tried.iter().any(|tried| one(&tried.finding));
    if any(|finding| matches!(finding, Finding::Observed { .. })) {
        Found::Observed
    } else if any(|finding| matches!(finding, Finding::Stopped(_))) {
        Found::Limit
    } else {
        Found::Nothing
    }
}

/// Has the verifier check a law of a game without parameters.
pub(super) fn verify(text: &str, law: Law, budget: &Budget) -> Result<(), Rejection> {
    let faulty = |faults: Diagnostics| Rejection::rules(faults.to_string());
    let rules = Rules::parse("the survey's rules", text).map_err(faulty)?;
    let compiled = Compiled::new(&rules, &Parameters::new())?;
    let certificate = compiled.certificate(vec![law]);
    compiled.verify(&certificate, budget).map(drop)
}

/// The states of a law's automaton, where it has one.
pub(super) fn states(law: &Law) -> Option<usize> {
    match law {
        Law::Automatic(law) => Some(law.automaton.next.len()),
        Law::Regular(law) => Some(law.automaton.next.len()),
        Law::AutomaticGraph(law) => Some(law.next.len()),
        Law::FirstOrder(law) => Some(law.next.len()),
        _ => None,
    }
}

/// The numeration system of a law that reads the digits of a position's numbers.
pub(super) fn system(law: &Law) -> Option<&str> {
    match law {
        Law::Automatic(law) => Some(&law.system),
        Law::FirstOrder(law) => Some(&law.system),
        _ => None,
    }
}

/// A whole budget of steps for one row, with the survey's deadline and stop.
pub(super) fn of_one_row(budget: &Budget) -> Budget {
    Budget::default().within(&budget.work).on(budget.threads)
}
