//! Octal games, one of each class of games with the same values.
//!
//! Two games are of one class if their Grundy values agree from the first that is not 0 on, as far
//! as [`LENGTHS`] says; so 0.07, 0.137 and 4.0 with other starts are one. That is no proof that the
//! games are the same, and nothing proved rests on it: each row is of the game that it names.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use whowins_analysis::heaps::Octal as Code;
use whowins_engine::octal::Values;
use whowins_engine::{EngineError, Limits};
use whowins_law::find_kind;
use whowins_rules::{Parameters, Rules};
use whowins_verify::octal::GuySmith;
use whowins_verify::{Budget, Law, Rejection};

use super::cells;
use super::search::{Found, OPEN, of_one_row, search, verify};
use crate::known::{compare_octal, octal};
use crate::{AtlasError, Grain, Survey, Tally};

/// Values by which classes are told apart: up to three digits, and more.
const LENGTHS: [usize; 2] = [1900, 1100];
/// So many values more are worked out, as those before the first that is not 0 are left out.
const ZEROS: usize = 16;
/// The kinds of law, in the order in which they are counted after the open games.
const KINDS: [&str; 2] = ["guy-smith", "sparse-space"];
/// Counts after these: figures known before that agree, that do not, and proved games for which
/// none was listed.
const AGREE: usize = OPEN.len() + KINDS.len();
const DIFFER: usize = AGREE + 1;
const UNLISTED: usize = AGREE + 2;
/// Records: the largest preperiod and period.
const PREPERIOD: usize = 0;
const PERIOD: usize = 1;

/// Classes of octal games.
#[derive(Debug)]
pub struct Octal {
    games: Vec<Class>,
    limit: u32,
    size: (u32, u32),
    /// Rows whose law by a sparse space the verifier accepted in this run, with the sizes written:
    /// such a check takes as long as the search, and is not done twice.
    accepted: Mutex<HashSet<(u64, u64, u64)>>,
}

#[derive(Clone, Debug)]
struct Class {
    digits: Vec<u8>,
    /// Preperiod and period as they were known before.
    known: Option<(u64, u64)>,
}

impl Octal {
    /// The classes of games with `from` to `digits` digits after the point that no shorter game
    /// belongs to. O(8^digits) games of some thousand values each.
    ///
    /// # Errors
    ///
    /// When a limit is met.
    pub fn new(from: u32, digits: u32, limit: u32, limits: &Limits) -> Result<Self, AtlasError> {
        let length = LENGTHS[usize::from(digits > 3)];
        let codes = codes(digits);
        let all = values(&codes, length, limits)?;
        let mut known = HashMap::new();
        for (code, preperiod, period) in octal() {
            let digits = digits_of(code);
            // A preperiod among the first zeros says nothing of the game's cousins.
            if let Some(at) = codes.iter().position(|code| *code == digits)
                && let Some(past) = preperiod.checked_sub(all[at].zeros)
            {
                known.insert(&all[at].nonzero, (past, period));
            }
        }
        let mut seen = HashSet::new();
        let mut games = Vec::new();
        for (code, one) in codes.iter().zip(&all) {
            if one.nonzero.is_empty() || !seen.insert(&one.nonzero) || code.len() <= from as usize {
                continue;
            }
            let known = known.get(&one.nonzero);
            games.push(Class {
                digits: code.clone(),
                known: known.map(|(preperiod, period)| (preperiod + one.zeros, *period)),
            });
        }
        Ok(Self {
            games,
            limit,
            size: (from, digits),
            accepted: Mutex::default(),
        })
    }

    fn code(&self, row: u64) -> String {
        let digits = &self.games[row as usize].digits;
        let mut text = String::new();
        for (at, digit) in digits.iter().enumerate() {
            let point = if at == 1 { "." } else { "" };
            let _ = write!(text, "{point}{digit}");
        }
        text
    }

    fn text(&self, row: u64) -> String {
        let code = self.code(row);
        format!("game \"{code}\"\noctal {code}\n")
    }
}

/// All codes with these digits after the point, the last not 0: shorter ones first, those that
/// start with 0 before those with 4.
fn codes(digits: u32) -> Vec<Vec<u8>> {
    let mut codes = Vec::new();
    for length in 1..=digits {
        for first in [0, 4] {
            for number in 0..8u32.pow(length) {
                if number % 8 == 0 {
                    continue;
                }
                let places = (0..length).rev();
                let after = places.map(|place| (number >> (3 * place) & 7) as u8);
                codes.push(std::iter::once(first).chain(after).collect());
            }
        }
    }
    codes
}

fn digits_of(code: &str) -> Vec<u8> {
    code.bytes()
        .filter(u8::is_ascii_digit)
        .map(|digit| digit - b'0')
        .collect()
}

/// The values of a game from the first that is not 0 on, and how many are before it.
#[derive(Clone, Debug, Default)]
struct Start {
    zeros: u64,
    nonzero: Vec<u16>,
}

/// The first values of all these games, on all cores.
fn values(codes: &[Vec<u8>], length: usize, limits: &Limits) -> Result<Vec<Start>, EngineError> {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(vec![Start::default(); codes.len()]);
    let one = |at: usize| -> Result<(), EngineError> {
        let code = Code {
            digits: codes[at].clone(),
        };
        let mut values = Values::new(&code, limits.clone());
        values.extend(length + ZEROS)?;
        let get = |heap| values.get(heap).unwrap_or(0) as u16;
        if let Some(zeros) = (0..ZEROS).find(|heap| get(*heap) > 0) {
            all.lock().unwrap_or_else(PoisonError::into_inner)[at] = Start {
                zeros: zeros as u64,
                nonzero: (zeros..zeros + length).map(get).collect(),
            };
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let work = || loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= codes.len() {
                return Ok(());
            }
            one(at)?;
        };
        // This thread works too, so a thread that cannot be started is not missed.
        let threads: Vec<_> = (1..limits.threads)
            .filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let own = work();
        threads.into_iter().fold(own, |done, thread| {
            done.and(thread.join().unwrap_or(Err(EngineError::Stopped)))
        })
    })?;
    Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// What a row says.
enum Cells<'a> {
    Open(usize),
    Proved {
        kind: &'a str,
        preperiod: u64,
        period: u64,
    },
}

impl<'a> Cells<'a> {
    fn read(cells: &'a str) -> Result<Self, String> {
        let parts: Vec<&str> = cells.split(',').collect();
        let number = |text: &str| {
            text.parse::<u64>()
                .ok()
                .filter(|number| number.to_string() == text)
                .ok_or_else(|| format!("`{text}` stands where a number is expected"))
        };
        match parts[..] {
            ["proved", kind, preperiod, period] if KINDS.contains(&kind) => Ok(Self::Proved {
                kind,
                preperiod: number(preperiod)?,
                period: number(period)?,
            }),
            [open, "", "", ""] => OPEN
                .iter()
                .position(|one| *one == open)
                .map(Self::Open)
                .ok_or_else(|| format!("`{open}` isn't a result of an open game")),
            _ => Err("the row is not: result, kind, preperiod, period".into()),
        }
    }
}

impl Survey for Octal {
    fn columns(&self) -> &'static str {
        "code,result,kind,preperiod,period"
    }

    fn rows(&self) -> u64 {
        self.games.len() as u64
    }

    fn grain(&self) -> Grain {
        Grain { unit: 1, units: 32 }
    }

    fn key(&self, row: u64, out: &mut String) {
        *out += &self.code(row);
    }

    fn find(&self, row: u64, limits: &Limits, out: &mut String) -> Result<(), EngineError> {
        let found = search(&self.text(row), None, limits, self.limit)?;
        let sizes = match &found {
            Found::Proved(law) => sizes(law),
            _ => None,
        };
        match (sizes, found.open()) {
            (Some((kind, preperiod, period)), _) => {
                if kind == KINDS[1] {
                    let mut accepted = self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
                    accepted.insert((row, preperiod, period));
                }
                let _ = write!(out, "proved,{kind},{preperiod},{period}");
            }
            (None, open) => {
                let _ = write!(out, "{},,,", open.unwrap_or(OPEN[0]));
            }
        }
        Ok(())
    }

    /// The values are worked out again, as the law of Guy and Smith needs them, or the law of a
    /// sparse space is found again; the verifier checks that law against the rules, and its
    /// preperiod and period must be the row's.
    fn check(&self, row: u64, cells: &str, budget: &Budget) -> Result<(), Rejection> {
        let Cells::Proved {
            kind,
            preperiod,
            period,
        } = Cells::read(cells).map_err(Rejection::malformed)?
        else {
            return Ok(());
        };
        let accepted = self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
        if kind == KINDS[1] && accepted.contains(&(row, preperiod, period)) {
            return Ok(());
        }
        drop(accepted);
        let limits = Limits {
            budget: budget.work.clone(),
            threads: 1,
            progress: std::sync::Arc::default(),
        };
        let stopped = |error: EngineError| Rejection::budget(error.to_string());
        if kind == KINDS[0] {
            let length = preperiod
                .checked_add(period)
                .filter(|length| *length <= 1 << 24);
            let length =
                length.ok_or_else(|| Rejection::malformed("preperiod and period are too large"))?;
            let code = Code {
                digits: self.games[row as usize].digits.clone(),
            };
            let mut values = Values::new(&code, limits);
            values.extend(length as usize).map_err(stopped)?;
            let law = Law::GuySmith(GuySmith {
                preperiod,
                period,
                values: (0..length as usize)
                    .map(|heap| values.get(heap).unwrap_or(0) as u16)
                    .collect(),
            });
            return verify(&self.text(row), law, &of_one_row(budget));
        }
        let rules = Rules::parse("the survey's rules", &self.text(row))
            .map_err(|faults| Rejection::rules(faults.to_string()))?;
        let report = find_kind(&rules, &Parameters::new(), None, &limits, kind)?;
        let law = report
            .proved
            .map(|proved| proved.certificate().laws[0].clone());
        match law.as_ref().and_then(sizes) {
            Some((_, found_preperiod, found_period))
                if (found_preperiod, found_period) == (preperiod, period) =>
            {
                Ok(())
            }
            Some((_, found_preperiod, found_period)) => Err(Rejection::false_claim(format!(
                "preperiod {found_preperiod} and period {found_period} are proved"
            ))),
            None => {
                limits.check().map_err(stopped)?;
                Err(Rejection::false_claim("no such law was found again"))
            }
        }
    }

    fn count(&self, row: u64, cells: &str, tally: &mut Tally) -> Result<(), String> {
        tally.rows += 1;
        match Cells::read(cells)? {
            Cells::Open(why) => tally.add(why),
            Cells::Proved {
                kind,
                preperiod,
                period,
            } => {
                tally.proved += 1;
                tally.add(OPEN.len() + usize::from(kind == KINDS[1]));
                tally.raise(PREPERIOD, preperiod, row);
                tally.raise(PERIOD, period, row);
                tally.add(match self.games[row as usize].known {
                    None => UNLISTED,
                    Some(known) if known == (preperiod, period) => AGREE,
                    Some(_) => DIFFER,
                });
            }
        }
        Ok(())
    }

    fn summary(&self, tally: &Tally) -> Vec<(&'static str, String)> {
        let mut lines = vec![(
            "kinds",
            format!(
                "of the proved laws: {} {}, {} {}",
                KINDS[0],
                tally.get(OPEN.len()),
                KINDS[1],
                tally.get(OPEN.len() + 1)
            ),
        )];
        for (label, record) in [("preperiod", PREPERIOD), ("period", PERIOD)] {
            if let Some((most, row)) = tally.record(record) {
                lines.push((label, format!("at most {most}, of {}", self.code(row))));
            }
        }
        lines.push(("why open", cells::open(tally)));
        lines.push((
            "known",
            format!(
                "{} figures agree with those listed before, {} do not; for {} proved games none was listed",
                tally.get(AGREE),
                tally.get(DIFFER),
                tally.get(UNLISTED)
            ),
        ));
        if tally.rows == self.rows() {
            lines.extend(compare_octal(self.size, tally.rows, tally.proved));
        }
        lines
    }
}

/// The kind, preperiod and period of a law of an octal game.
fn sizes(law: &Law) -> Option<(&'static str, u64, u64)> {
    match law {
        Law::GuySmith(law) => Some((KINDS[0], law.preperiod, law.period)),
        Law::SparseSpace(law) => Some((KINDS[1], law.preperiod, law.period)),
        _ => None,
    }
}
