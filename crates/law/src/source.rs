//! Where a law comes from: a certificate, or a search that is made once, in growing steps.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use dashu_int::UBig;
use web_time::Instant;
use whowins_analysis::{Game, Position};
use whowins_engine::Limits;
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Certificate, Verified};

use crate::find::{Report, Tried, budget, find, find_these_rows};
use crate::finder::{Finding, RowsOfTwo, Says};
use crate::lines::Words;
use crate::of_rules::{OfRules, closed, have_values};
use crate::reading::automata_limits;

/// A thorough search for a law that is to answer one question may take this long, if nothing else
/// is said, and half of the time that there is.
const PATIENCE: Duration = Duration::from_secs(20);
/// Short searches come before it, each for a quarter of the time that there is at most: what each
/// costs in moves of a game of no family, and how long it may take. Most laws are found by the
/// first.
const SHORT: [(u64, Duration); 3] = [
    (1 << 14, Duration::from_millis(150)),
    (1 << 20, Duration::from_millis(500)),
    (1 << 23, Duration::from_millis(2000)),
];
/// To check a certificate that came along may take this long; then no search is made.
const CHECK: Duration = Duration::from_secs(3);
/// A search for a law of Grundy values may take this long.
const GRUNDY_PATIENCE: Duration = Duration::from_secs(1);
/// The last row of Grundy values that a law is searched for; one of cow checkers takes about a
/// second.
const MAX_ROW: u32 = 1 << 6;
/// Laws of rows are searched for up to this row at least.
const MIN_ROWS: u32 = 1 << 3;

/// How a law is searched for that is not known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Search {
    /// For a fraction of a second; others may answer sooner than a longer search.
    Short,
    /// For as long as the patience lasts.
    Thorough,
}

/// The last row that was searched for, and its law if there is one.
type RowLaw = (u32, Option<Verified>);

/// Where a law comes from: a certificate, or a search on the first question. Engines of one game's
/// rules can share it.
pub struct LawSource {
    rules: Rules,
    values: Parameters,
    /// A position whose own strategy would do, where there is no law of all.
    at: Option<Position>,
    pub(crate) limits: Limits,
    /// What the law is to say.
    wanted: Vec<Says>,
    /// How long the search may take.
    patience: Duration,
    /// A certificate that came with the rules: what it says is believed once it is verified.
    certificate: Option<Certificate>,
    law: OnceLock<Option<Verified>>,
    /// How many of [`SHORT`] were made and came to no end.
    tried: Mutex<usize>,
    /// A law of Grundy values, where the law itself says none.
    grundy: OnceLock<Option<Verified>>,
    /// Laws of Grundy values in rows of two numbers, by the place that a row shares, each with the
    /// last row that was searched for.
    rows: Mutex<[Option<RowLaw>; 2]>,
    /// Its words, once they are asked for.
    words: OnceLock<Option<Words>>,
}

impl LawSource {
    /// A law that is looked for when it is first needed, and then once. Parameters without a value
    /// are left open.
    ///
    /// ```
    /// use whowins_engine::Limits;
    /// use whowins_law::LawSource;
    /// use whowins_rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse("take", "game \"Take\"\nposition n\nmove n -= k for k in 1..3")?;
    /// let source = LawSource::search(&rules, &Parameters::new(), &Limits::default());
    /// assert!(source.known().is_none() && !source.is_settled());
    /// assert!(source.law().is_some() && source.is_settled());
    /// # Ok::<(), whowins_rules::Diagnostics>(())
    /// ```
    pub fn search(rules: &Rules, values: &Parameters, limits: &Limits) -> Self {
        Self {
            rules: rules.clone(),
            values: values.clone(),
            at: None,
            limits: limits.clone(),
            wanted: Says::WINNERS.to_vec(),
            patience: PATIENCE,
            certificate: None,
            law: OnceLock::new(),
            tried: Mutex::default(),
            grundy: OnceLock::new(),
            rows: Mutex::default(),
            words: OnceLock::new(),
        }
    }

    /// The same, and where there is no law of all positions, a strategy from this one: what
    /// `whowins law` finds.
    pub fn search_at(
        rules: &Rules,
        values: &Parameters,
        position: &Position,
        limits: &Limits,
    ) -> Self {
        Self {
            at: Some(position.clone()),
            wanted: Says::ALL.to_vec(),
            ..Self::search(rules, values, limits)
        }
    }

    /// The same, looking for laws that say this.
    #[must_use]
    pub fn seeking(self, wanted: &[Says]) -> Self {
        let wanted = wanted.to_vec();
        Self { wanted, ..self }
    }

    /// The same with a certificate of these rules from elsewhere, which is verified instead of a
    /// search; where it is refused, or is one of other values, the search is made.
    #[must_use]
    pub fn with_certificate(self, certificate: Certificate) -> Self {
        let certificate = Some(certificate);
        Self {
            certificate,
            ..self
        }
    }

    /// The same, with so much time for the search; twenty seconds else.
    #[must_use]
    pub fn within(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// A law that is known, of these very rules; a certificate from elsewhere is bound first
    /// ([`OfRules::bind`]).
    pub fn proved(verified: Verified, rules: &Rules, limits: &Limits) -> Self {
        Self::settled(Some(verified), rules, limits)
    }

    /// What a search came to: a law of these very rules, or none. No other search is made.
    pub fn settled(law: Option<Verified>, rules: &Rules, limits: &Limits) -> Self {
        let source = Self::search(rules, &Parameters::new(), limits);
        let _ = source.law.set(law);
        source
    }

    /// Whether rules and values make a game that the law speaks of, known or not yet: the same
    /// rules, and no other values than those that it was looked for with.
    pub fn suits(&self, rules: &Rules, values: &Parameters) -> bool {
        match self.law.get() {
            Some(Some(law)) => law.certificate().suits(rules, values),
            Some(None) => true,
            None => {
                let fixed = closed(&self.rules, &self.values);
                self.rules.source() == rules.source() && have_values(rules, &fixed, values)
            }
        }
    }

    /// The law if it has been looked for and found: never waits.
    pub fn known(&self) -> Option<&Verified> {
        self.law.get()?.as_ref()
    }

    /// The law's automaton and words, where it is known and is one of numbers' digits: worked out
    /// once, in tenths of a second.
    pub fn words(&self) -> Option<&Words> {
        let known = self.known()?;
        let words = || Words::of(known, &automata_limits(&self.limits));
        self.words.get_or_init(words).as_ref()
    }

    /// Whether a law has been looked for, or was given.
    pub fn is_settled(&self) -> bool {
        self.law.get().is_some()
    }

    /// The law, looked for once; `None` where none was proved within the patience
    /// ([`LawSource::within`]), or half of the time that there is.
    pub fn law(&self) -> Option<&Verified> {
        let search = || {
            let by_certificate = self.accepted();
            by_certificate.or_else(|| self.search_for(&self.wanted, self.patience, 2)?.proved)
        };
        self.law.get_or_init(search).as_ref()
    }

    /// The law if it is known, or found within about a second.
    pub fn law_soon(&self) -> Option<&Verified> {
        while self.next_short_search().is_some() && self.limits.budget.over().is_none() {
            self.search_shortly();
        }
        self.known()
    }

    /// What the next short search costs, in moves of a game of no family; `None` where there is
    /// none any more.
    pub(crate) fn next_short_search(&self) -> Option<u64> {
        if self.is_settled() {
            return None;
        }
        let tried = *self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        SHORT.get(tried).map(|(cost, _)| *cost)
    }

    /// Makes the next short search. A search that came to its end is not made again; else the next
    /// one takes longer.
    pub(crate) fn search_shortly(&self) -> Option<&Verified> {
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        if *tried == 0
            && let Some(law) = self.accepted()
        {
            let _ = self.law.set(Some(law));
        }
        if let (Some((_, time)), false) = (SHORT.get(*tried), self.is_settled()) {
            let report = self.search_for(&self.wanted, (*time).min(self.patience), 4);
            let stopped = |one: &Tried| matches!(one.finding, Finding::Stopped(_));
            match report {
                Some(report) if report.proved.is_some() || !report.tried.iter().any(stopped) => {
                    let _ = self.law.set(report.proved);
                }
                // A search that was broken off from outside says nothing.
                _ if self.limits.budget.over().is_some() => {}
                _ => *tried += 1,
            }
        }
        self.known()
    }

    /// The Grundy value of a position of the source's game, its parameters given: by the law of who
    /// wins, by one of Grundy values alone, or by one of rows of two numbers. Each is searched for
    /// once, for about a second.
    pub fn grundy(&self, game: &Game, position: &Position) -> Option<UBig> {
        let says = |law: &Verified| law.grundy(game, position);
        let search = || {
            let report = self.search_for(&[Says::Grundy], GRUNDY_PATIENCE, 4);
            report?.proved
        };
        self.law_soon()
            .and_then(says)
            .or_else(|| self.grundy.get_or_init(search).as_ref().and_then(says))
            .or_else(|| self.grundy_in_rows(game, position))
    }

    /// The same by a law of the row in which a position of two numbers lies, the smaller of which
    /// names the row.
    fn grundy_in_rows(&self, game: &Game, position: &Position) -> Option<UBig> {
        let [x, y] = position.elements() else {
            return None;
        };
        let fixed = usize::from(y < x);
        let row = u32::try_from([x, y][fixed]).ok();
        let row = row.filter(|row| *row <= MAX_ROW)?;
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let law = match &rows[fixed] {
            Some((last, law)) if *last >= row => law,
            _ => {
                let limits = self.limits_of(GRUNDY_PATIENCE, 4);
                // Positions in rows before this one may be asked for next.
                let last = row.next_power_of_two().max(MIN_ROWS);
                let wanted = RowsOfTwo {
                    last,
                    fixed: Some(fixed),
                };
                let report = find_these_rows(&self.rules, &self.values, wanted, &limits).ok()?;
                &rows[fixed].insert((last, report.proved)).1
            }
        };
        law.as_ref()?.grundy(game, position)
    }

    /// The law of the certificate, where it is accepted for these rules and values.
    fn accepted(&self) -> Option<Verified> {
        let certificate = self.certificate.as_ref()?;
        let limits = self.limits_of(CHECK, 2);
        let verified = certificate.verify_with_rules(&budget(&limits)).ok()?;
        certificate
            .suits(&self.rules, &self.values)
            .then_some(verified)
    }

    /// What a search brings that may take this long, and one part in so many of the time that there
    /// is.
    fn search_for(&self, wanted: &[Says], patience: Duration, part: u32) -> Option<Report> {
        let limits = self.limits_of(patience, part);
        let at = self.at.as_ref();
        find(&self.rules, &self.values, at, &limits, wanted).ok()
    }

    fn limits_of(&self, patience: Duration, part: u32) -> Limits {
        let mut limits = self.limits.clone();
        let now = Instant::now();
        let left = |deadline: Instant| deadline.saturating_duration_since(now) / part;
        let patience = limits
            .budget
            .deadline
            .map_or(patience, |end| left(end).min(patience));
        limits.budget.deadline = now.checked_add(patience);
        limits
    }
}
