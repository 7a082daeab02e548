//! Rows of text, worked out, checked and counted.

use whowins_engine::{EngineError, Limits};
use whowins_verify::{Budget, Rejection, Why};

use crate::{AtlasError, Survey, Tally};

/// The verifier's limits: those of the survey. One budget of steps serves the rows of a unit or
/// chunk, on one thread: units are what the survey's threads share out.
fn budget(limits: &Limits) -> Budget {
    let share = limits.budget.memory / limits.threads.max(1) as u64;
    let work = limits.budget.clone().with_memory(share);
    Budget::default().within(&work).on(1)
}

/// The cells of a row after its key, which must be the key of this row.
fn cells<'a>(
    survey: &dyn Survey,
    row: u64,
    line: &'a str,
    key: &mut String,
) -> Result<&'a str, String> {
    key.clear();
    survey.key(row, key);
    let rest = line.strip_prefix(key.as_str());
    rest.and_then(|rest| rest.strip_prefix(','))
        .ok_or_else(|| format!("the row of `{key}` is expected here"))
}

/// Works out the rows of a unit and has them checked; their text, and their tally.
pub(crate) fn make_rows(
    survey: &dyn Survey,
    rows: std::ops::Range<u64>,
    limits: &Limits,
) -> Result<(String, Tally), AtlasError> {
    let (mut text, mut tally) = (String::new(), Tally::default());
    let budget = budget(limits);
    for row in rows {
        survey.key(row, &mut text);
        text.push(',');
        let start = text.len();
        survey.find(row, limits, &mut text)?;
        let cells = &text[start..];
        let wrong = |why: &str| {
            AtlasError::False(format!(
                "row {row}: the search found `{cells}`, and the verifier does not accept it: {why}"
            ))
        };
        match survey.check(row, cells, &budget) {
            Ok(()) => {}
            Err(rejection) if rejection.why == Why::Budget => return Err(stopped(limits)),
            Err(rejection) => return Err(wrong(&rejection.message)),
        }
        survey
            .count(row, cells, &mut tally)
            .map_err(|why| wrong(&why))?;
        text.push('\n');
    }
    Ok((text, tally))
}

/// What a stopped check is called.
fn stopped(limits: &Limits) -> AtlasError {
    AtlasError::Engine(limits.check().err().unwrap_or(EngineError::Time))
}

/// Counts rows of text; the place of the first that is not of the survey, from 0 on, and why.
pub(crate) fn count_rows(
    survey: &dyn Survey,
    first: u64,
    text: &str,
    tally: &mut Tally,
) -> Result<(), (u64, String)> {
    let mut key = String::new();
    for (at, line) in (0..).zip(text.lines()) {
        cells(survey, first + at, line, &mut key)
            .and_then(|cells| survey.count(first + at, cells, tally))
            .map_err(|why| (at, why))?;
    }
    Ok(())
}

/// Checks rows of text again; the place of the first that fails, from 0 on, and why.
pub(crate) fn check_rows(
    survey: &dyn Survey,
    first: u64,
    text: &str,
    limits: &Limits,
) -> Result<Tally, (u64, Rejection)> {
    let (mut key, mut tally) = (String::new(), Tally::default());
    let budget = budget(limits);
    for (at, line) in (0..).zip(text.lines()) {
        let row = first + at;
        let cells = cells(survey, row, line, &mut key).map_err(Rejection::malformed);
        cells
            .and_then(|cells| {
                survey.check(row, cells, &budget)?;
                survey
                    .count(row, cells, &mut tally)
                    .map_err(Rejection::malformed)
            })
            .map_err(|why| (at, why))?;
    }
    Ok(tally)
}
