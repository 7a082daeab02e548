//! From rules to a verified certificate.

use std::time::Duration;

use web_time::Instant;
use whowins_analysis::Position;
use whowins_engine::{EngineError, Limits};
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Budget, Checked, Rejection, Verified, Why};

use crate::finder::{Explanation, Finder, Finding, RowsOfTwo, Says, Search};
use crate::lines::wording;
use crate::of_rules::Compiled;
use crate::reading::{automata_limits, reading};

/// The finders, in the order in which they are asked: the plainest law first. Of a row of symbols
/// weights are plainer than worths, of lists of numbers worths come first.
///
/// To add a family, add one line here.
fn finders(is_row: bool) -> Vec<&'static dyn Finder> {
    let mut all: Vec<&'static dyn Finder> = Vec::new();
    all.extend(crate::heap::finders());
    if !is_row {
        all.extend(crate::heap::of_lists());
    }
    all.extend(crate::octal::finders());
    all.extend(crate::lattice::finders());
    all.extend(crate::automatic::finders());
    all.extend(crate::kinds::finders());
    all.extend(crate::firstorder::finders());
    all.extend(crate::kinds::after_linear());
    all.extend(crate::kinds::of_rows());
    all.extend(crate::rows::plain_finders());
    all.extend(crate::kinds::after_weights());
    if is_row {
        all.extend(crate::heap::of_lists());
    }
    all.extend(crate::rows::finders());
    all.extend(crate::values::finders());
    all.extend(crate::kinds::of_values());
    all.extend(crate::finite::finders());
    all
}

/// A proved law, in words.
#[derive(Clone, Debug)]
pub struct Card {
    /// The kind of law.
    pub kind: &'static str,
    /// The subject of the law.
    pub says: Says,
    /// What was proved, as a sentence.
    pub statement: String,
    /// Formula, source, how it was found.
    pub explanation: Explanation,
    /// What the verifier checked.
    pub checked: Checked,
    /// Time of the search.
    pub search: Duration,
    /// Time of the check.
    pub check: Duration,
}

/// A kind of law that was tried and not proved.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The kind of law.
    pub kind: &'static str,
    /// What came of it.
    pub finding: Finding,
}

/// What became of a search.
#[derive(Debug)]
pub struct Report {
    /// The certificate of all the laws that were proved; accepted by the verifier in this run.
    pub proved: Option<Verified>,
    /// The laws proved, in the order of the certificate.
    pub cards: Vec<Card>,
    /// The kinds tried without a proof.
    pub tried: Vec<Tried>,
}

/// Searches for the laws of a game that say what is wanted ([`Says::ALL`] for all), and has them
/// verified. Parameters without a value or default are left open where a law can hold for all their
/// values.
///
/// The kinds are tried one after the other, the plainest first, until who wins is known; `at` is a
/// position whose own strategy does where no law of all positions is found. All work is charged to
/// the limits: milliseconds for most games that have a law, and up to the limits for one that has
/// none.
///
/// ```
/// use whowins_engine::Limits;
/// use whowins_law::{Says, find};
/// use whowins_rules::{Parameters, Rules};
///
/// let rules = Rules::parse("take", "game \"Take\"\nposition n\nmove n -= k for k in 1..3")?;
/// let report = find(&rules, &Parameters::new(), None, &Limits::default(), &Says::ALL)?;
/// assert_eq!(report.cards[0].kind, "periodic");
/// // What was proved is a certificate that the verifier has accepted in this call.
/// let proved = report.proved.expect("it repeats");
/// assert!(proved.statements()[0].contains("n + 4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When the rules and values do not make a game.
pub fn find(
    rules: &Rules,
    values: &Parameters,
    at: Option<&Position>,
    limits: &Limits,
    wanted: &[Says],
) -> Result<Report, Rejection> {
    let asked = |finder: &dyn Finder| wanted.contains(&finder.says());
    // Also report missing laws if all laws are requested.
    let observe = wanted.len() == Says::ALL.len();
    // One law is enough for the winner.
    let beside = wanted != Says::WINNERS;
    search(rules, values, (at, None), limits, (observe, beside), asked)
}

/// The same for laws of one kind alone, one of [`kinds`], where plainer ones may exist. A kind that
/// does not fit the game finds nothing; it is no error.
///
/// ```
/// use whowins_engine::Limits;
/// use whowins_law::find_kind;
/// use whowins_rules::{Parameters, Rules};
///
/// let rules = Rules::parse("take", "game \"Take\"\nposition n\nmove n -= k for k in 1..3")?;
/// let find = |kind| find_kind(&rules, &Parameters::new(), None, &Limits::default(), kind);
/// assert!(find("grundy")?.proved.is_some());
/// assert!(find("beatty")?.proved.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As [`find`].
pub fn find_kind(
    rules: &Rules,
    values: &Parameters,
    at: Option<&Position>,
    limits: &Limits,
    kind: &str,
) -> Result<Report, Rejection> {
    let asked = |finder: &dyn Finder| finder.kind() == kind;
    search(rules, values, (at, None), limits, (true, true), asked)
}

/// The law of the Grundy values in the rows 0 to `last` of two heaps, where there is one.
///
/// # Errors
///
/// As [`find`].
pub fn find_rows(
    rules: &Rules,
    values: &Parameters,
    last: u32,
    limits: &Limits,
) -> Result<Report, Rejection> {
    find_these_rows(rules, values, RowsOfTwo { last, fixed: None }, limits)
}

/// The same of rows that share the number at one place.
pub(crate) fn find_these_rows(
    rules: &Rules,
    values: &Parameters,
    rows: RowsOfTwo,
    limits: &Limits,
) -> Result<Report, Rejection> {
    let asked = |finder: &dyn Finder| finder.says() == Says::GrundyRows;
    search(
        rules,
        values,
        (None, Some(rows)),
        limits,
        (true, true),
        asked,
    )
}

/// The kinds of law that are looked for, each once, in the order in which they are tried. The book
/// has a chapter for each.
///
/// ```
/// assert_eq!(whowins_law::kinds()[..2], ["periodic", "grundy"]);
/// ```
pub fn kinds() -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for finder in finders(false) {
        // Several finders may look for laws of one kind.
        if !kinds.contains(&finder.kind()) {
            kinds.push(finder.kind());
        }
    }
    kinds
}

/// How long an automaton is looked for where a closed form says already who wins.
const BESIDE: Duration = Duration::from_secs(5);

fn search(
    rules: &Rules,
    values: &Parameters,
    (at, rows): (Option<&Position>, Option<RowsOfTwo>),
    limits: &Limits,
    (observe, beside): (bool, bool),
    asked: impl Fn(&dyn Finder) -> bool,
) -> Result<Report, Rejection> {
    let compiled = Compiled::new(rules, values)?;
    let search = Search {
        game: &compiled.game,
        compiled: &compiled,
        at,
        limits,
        rows,
        observe,
    };
    let mut report = Report {
        proved: None,
        cards: Vec::new(),
        tried: Vec::new(),
    };
    let mut outcome_known = false;
    let mut besides = None;
    let is_row = compiled.game.board().is_some();
    for finder in finders(is_row) {
        let says = finder.says();
        let idle =
            outcome_known && says.is_outcome() || says == Says::RowWorth && report.proved.is_some();
        if idle || !asked(finder) {
            continue;
        }
        if compiled.game.ending.blocked > 0 && !finder.knows_blocking() {
            let why = "the opponent may block options; this kind of law knows no blocking";
            report.tried.push(Tried {
                kind: finder.kind(),
                finding: Finding::Foreign(why.into()),
            });
            continue;
        }
        let began = Instant::now();
        let finding = match &besides {
            Some(limits) if says.is_outcome() => finder.find(&Search { limits, ..search }),
            _ => finder.find(&search),
        };
        let searched = began.elapsed();
        let Finding::Law(law, explanation) = finding else {
            report.tried.push(Tried {
                kind: finder.kind(),
                finding,
            });
            continue;
        };
        let alone = compiled.certificate(vec![*law]);
        let began = Instant::now();
        match compiled.verify(&alone, &budget(limits)) {
            Ok(verified) => {
                // Beside a closed form the law that speaks of every digit is wanted too, where it
                // is soon found.
                if says == Says::ClosedForm {
                    besides.get_or_insert_with(|| limits.clone().with_at_most(BESIDE));
                }
                outcome_known |=
                    says.is_outcome() && (says != Says::ClosedForm || is_row && !beside);
                // Who asks for all that laws say wants them in words, too.
                let mut explanation = explanation;
                if observe && says == Says::Outcome && explanation.formula.is_none() {
                    let law = reading(&verified);
                    let words = law.and_then(|law| wording(&law, &automata_limits(limits)));
                    explanation.formula = words.map(|words| words.to_string());
                }
                let card = Card {
                    kind: finder.kind(),
                    says,
                    statement: verified.statements().concat(),
                    explanation,
                    checked: verified.checked().concat(),
                    search: searched,
                    check: began.elapsed(),
                };
                // A closed form is the first to be read, and to be asked.
                let (place, proved) = match (report.proved.take(), says) {
                    (None, _) => (0, verified),
                    (Some(before), Says::ClosedForm) => (0, verified.and(before)),
                    (Some(before), _) => (report.cards.len(), before.and(verified)),
                };
                report.cards.insert(place, card);
                report.proved = Some(proved);
            }
            Err(rejection) => report.tried.push(Tried {
                kind: finder.kind(),
                finding: rejected(rejection),
            }),
        }
    }
    Ok(report)
}

/// The verifier's limits: those of the search.
pub(crate) fn budget(limits: &Limits) -> Budget {
    Budget::default().within(&limits.budget).on(limits.threads)
}

/// A law that the verifier did not accept is a pattern of small positions; where the check shows
/// what does not hold, it is not even that.
fn rejected(rejection: Rejection) -> Finding {
    match rejection.why {
        Why::Budget => Finding::Stopped(EngineError::Time),
        Why::False => Finding::Nothing(format!(
            "what the positions of the search suggest is refused: {rejection}"
        )),
        _ => Finding::Observed {
            pattern: format!("a law was found, but the verifier does not accept it: {rejection}"),
            up_to: "the positions of the search".into(),
        },
    }
}
