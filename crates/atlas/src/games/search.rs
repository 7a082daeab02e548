//! One game of a survey: its law, found and verified.

use std::sync::Arc;
use std::time::{Duration, Instant};

use whowins_engine::{EngineError, Limits};
use whowins_law::{Finding, Report, Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Budget, Certificate, Law};

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

/// The limits of one game of a survey: one thread, as each thread has a game of its own.
pub(super) fn of_one(limits: &Limits, seconds: u32) -> Limits {
    let end = Instant::now() + Duration::from_secs(u64::from(seconds));
    Limits {
        memory: limits.memory / limits.threads.max(1) as u64,
        threads: 1,
        deadline: Some(limits.deadline.map_or(end, |deadline| deadline.min(end))),
        stop: Arc::clone(&limits.stop),
        progress: Arc::default(),
    }
}

/// Searches for a law of who wins.
///
/// # Errors
///
/// When the whole survey is to stop.
pub(super) fn search(text: &str, limits: &Limits, seconds: u32) -> Result<Found, EngineError> {
    let report = Rules::parse("the survey's rules", text)
        .map_err(|faults| EngineError::TooLarge(faults.to_string()))
        .and_then(|rules| {
            let own = of_one(limits, seconds);
            find(&rules, &Parameters::new(), None, &own, &[Says::Outcome])
                .map_err(|rejection| EngineError::TooLarge(rejection.message))
        })?;
    if report.proved.is_none() {
        // Nothing was found for want of time or because of a stop: that says nothing of the game.
        limits.check()?;
    }
    Ok(found(report))
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

/// The certificate of a law of a game without parameters.
pub(super) fn certificate(text: String, law: Law) -> Certificate {
    Certificate {
        whowins_certificate: whowins_verify::VERSION,
        rules: text,
        parameters: Default::default(),
        laws: vec![law],
    }
}

/// The states of a law's automaton, where it has one.
pub(super) fn states(law: &Law) -> Option<usize> {
    match law {
        Law::Automatic(law) => Some(law.automaton.next.len()),
        Law::Regular(law) => Some(law.automaton.next.len()),
        _ => None,
    }
}

/// A whole budget of steps for one row, with the survey's deadline and stop.
pub(super) fn of_one_row(budget: &Budget) -> Budget {
    let mut own = Budget::default();
    own.deadline = budget.deadline;
    own.stop = budget.stop.clone();
    own
}
