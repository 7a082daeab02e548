//! A part of a survey: some of its rows, in a file of their own.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::Survey;

/// One of so many parts of a survey, as `3/8`: whoever has another part needs to know nothing of
/// this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 1 on.
    pub number: u64,
    /// How many there are.
    pub of: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let shard = parts.and_then(|(number, of)| {
            Some(Self {
                number: number.parse().ok()?,
                of: of.parse().ok()?,
            })
        });
        shard
            .filter(|shard| (1..=shard.of).contains(&shard.number))
            .ok_or_else(|| {
                format!("`{text}` isn't a shard; write K/N with K from 1 to N, such as 3/8")
            })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Shard {
    /// All of a survey.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Its rows: whole units, nearly as many in each part.
    pub(crate) fn rows(&self, survey: &dyn Survey) -> Range<u64> {
        let (unit, rows) = (survey.grain().unit, survey.rows());
        let units = rows.div_ceil(unit);
        let cut = |parts: u64| {
            let unit_of = u128::from(units) * u128::from(parts) / u128::from(self.of);
            (unit_of as u64).saturating_mul(unit).min(rows)
        };
        cut(self.number - 1)..cut(self.number)
    }

    /// Its file in a folder.
    pub fn file(&self, folder: &Path) -> PathBuf {
        folder.join(format!("shard-{}-of-{}.csv.zst", self.number, self.of))
    }

    /// What the heading of its file says.
    pub(crate) fn told(&self, survey: &dyn Survey) -> String {
        if self.of == 1 {
            return format!("{} rows", survey.rows());
        }
        let rows = self.rows(survey);
        format!(
            "{} of {} rows, from row {} on, shard {self},",
            rows.end - rows.start,
            survey.rows(),
            rows.start
        )
    }

    /// The shard that a heading speaks of.
    pub(crate) fn of_heading(heading: &str) -> Self {
        let line = heading.lines().nth(1).unwrap_or_default();
        let named = line
            .split_once(" shard ")
            .and_then(|(_, rest)| rest.split_once(','));
        named
            .and_then(|(name, _)| name.parse().ok())
            .unwrap_or(Self::WHOLE)
    }
}
