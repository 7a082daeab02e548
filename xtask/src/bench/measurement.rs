//! A figure that a benchmark program prints, and the statistics of its runs.

use std::fmt;

use serde::Deserialize;

/// The smallest number of runs that shows a spread.
pub const MIN_RUNS: usize = 5;

/// A figure, as a benchmark program prints it: one JSON object per line.
///
/// ```json
/// {"family":"heap","name":"outcomes of S = {1,3,4}","size":1000000,"unit":"positions/s","runs":[9.1e8,9.2e8,9.0e8,9.3e8,9.2e8],
///  "baseline":{"name":"naive recursion","runs":[1.1e7,1.2e7,1.1e7,1.1e7,1.2e7]},
///  "limit":[8e10,8e10,8e10,8e10,8e10]}
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// The table: letters, digits, `-`, `_` and `.`.
    pub family: String,
    /// The case.
    pub name: String,
    /// The size of the case: a number or a text such as `64x64`.
    pub size: Size,
    /// The unit of all runs.
    pub unit: String,
    /// The better direction. The default is more for a rate (`.../s`), and less otherwise.
    pub better: Option<Better>,
    /// The figure of each run.
    pub runs: Vec<f64>,
    /// The baseline, in the same unit.
    pub baseline: Option<Baseline>,
    /// The machine's limit, in the same unit: a copy of as many bytes as the table has.
    pub limit: Option<Vec<f64>>,
}

/// A figure to compare with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// Its name.
    pub name: String,
    /// The figure of each run.
    pub runs: Vec<f64>,
}

/// The size of a case.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Size {
    /// A count.
    Number(serde_json::Number),
    /// Any other size.
    Text(String),
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// The better direction of a unit.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// For example, for a rate.
    More,
    /// For example, for a time.
    Less,
}

impl Measurement {
    /// Parses a line of a program's output. The result is `None` for an empty line.
    ///
    /// # Errors
    /// If the line isn't a measurement, or can't be reported; the message has the reason.
    pub fn parse_line(line: &str) -> Result<Option<Self>, String> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(None);
        }
        let measurement: Self = serde_json::from_str(line)
            .map_err(|error| format!("not a measurement ({error}): {line}"))?;
        measurement
            .check()
            .map_err(|why| format!("{why}: {line}"))?;
        Ok(Some(measurement))
    }

    fn check(&self) -> Result<(), String> {
        check_table(&self.family)?;
        check_figures("runs", &self.runs, MIN_RUNS)?;
        if let Some(limit) = &self.limit {
            check_figures("limit", limit, MIN_RUNS)?;
        }
        self.baseline.as_ref().map_or(Ok(()), |baseline| {
            check_figures("baseline.runs", &baseline.runs, MIN_RUNS)
        })
    }

    /// Returns the better direction.
    pub fn better(&self) -> Better {
        let default = if self.unit.ends_with("/s") {
            Better::More
        } else {
            Better::Less
        };
        self.better.unwrap_or(default)
    }

    /// Returns the spread of the runs, or `None` without runs.
    pub fn spread(&self) -> Option<Spread> {
        Spread::of(&self.runs)
    }

    /// Returns the spread of the baseline.
    pub fn baseline_spread(&self) -> Option<Spread> {
        Spread::of(&self.baseline.as_ref()?.runs)
    }

    /// Returns how many times better the median is than the baseline's. For every unit, above 1 is
    /// better.
    pub fn ratio(&self) -> Option<f64> {
        self.times_better(self.baseline_spread()?)
    }

    /// Returns the median as a fraction of the machine's limit.
    pub fn reached(&self) -> Option<f64> {
        self.times_better(Spread::of(self.limit.as_ref()?)?)
    }

    fn times_better(&self, than: Spread) -> Option<f64> {
        let own = self.spread()?.median;
        Some(match self.better() {
            Better::More => own / than.median,
            Better::Less => than.median / own,
        })
    }
}

/// Checks the name of a table.
pub fn check_table(name: &str) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || !name.chars().all(plain) {
        return Err("a family's name is of letters, digits, '-', '_' and '.'".into());
    }
    Ok(())
}

/// Checks that there are at least `least` figures, all above 0.
pub fn check_figures(what: &str, runs: &[f64], least: usize) -> Result<(), String> {
    if runs.len() < least {
        return Err(format!(
            "`{what}` has {} figures, at least {least} are needed",
            runs.len()
        ));
    }
    match runs
        .iter()
        .find(|run| !run.is_normal() || run.is_sign_negative())
    {
        Some(run) => Err(format!(
            "`{what}` holds {run}, which is not a positive figure"
        )),
        None => Ok(()),
    }
}

/// The minimum, median and maximum of some runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The minimum.
    pub min: f64,
    /// The middle run, or the mean of the middle two.
    pub median: f64,
    /// The maximum.
    pub max: f64,
}

impl Spread {
    /// Returns the spread of some figures, or `None` without figures.
    pub fn of(runs: &[f64]) -> Option<Self> {
        let mut sorted = runs.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (min, max) = (*sorted.first()?, *sorted.last()?);
        let half = sorted.len() / 2;
        let upper = *sorted.get(half)?;
        let median = if sorted.len() % 2 == 1 {
            upper
        } else {
            f64::midpoint(*sorted.get(half.checked_sub(1)?)?, upper)
        };
        Some(Self { min, median, max })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LINE: &str = r#"{"family":"heap","name":"a","size":10,"unit":"positions/s","runs":[4,1,3,2,5],"baseline":{"name":"b","runs":[1,1,1,2,2]}}"#;

    fn parsed(line: &str) -> Measurement {
        Measurement::parse_line(line)
            .expect("valid")
            .expect("not empty")
    }

    #[test]
    fn a_line_is_read() {
        let measurement = parsed(LINE);
        assert_eq!(
            measurement.spread(),
            Some(Spread {
                min: 1.0,
                median: 3.0,
                max: 5.0
            })
        );
        assert_eq!(measurement.ratio(), Some(3.0));
        assert_eq!(measurement.size.to_string(), "10");
        assert!(Measurement::parse_line(" \r").expect("valid").is_none());
    }

    #[test]
    fn the_ratio_is_how_many_times_better() {
        let seconds = LINE.replace("positions/s", "s");
        assert_eq!(parsed(&seconds).ratio(), Some(1.0 / 3.0));
        let found = LINE.replace("positions/s", r#"laws","better":"more"#);
        assert_eq!(parsed(&found).ratio(), Some(3.0));
        assert_eq!(parsed(LINE).reached(), None);
        let limited = LINE.replace("\"unit\"", "\"limit\":[6,6,6,6,6],\"unit\"");
        assert_eq!(parsed(&limited).reached(), Some(0.5));
    }

    #[test]
    fn invalid_lines_are_rejected() {
        for (from, to, expected) in [
            ("[4,1,3,2,5]", "[4,1,3,2]", "`runs` has 4 figures"),
            ("[1,1,1,2,2]", "[]", "`baseline.runs` has 0 figures"),
            ("[4,1,3,2,5]", "[4,1,3,2,0]", "`runs` holds 0"),
            (
                "\"unit\"",
                "\"limit\":[1],\"unit\"",
                "`limit` has 1 figures",
            ),
            ("[4,1,3,2,5]", "[4,1,3,2,-5]", "`runs` holds -5"),
            ("[4,1,3,2,5]", "[4,1,3,2,null]", "not a measurement"),
            ("[4,1,3,2,5]", "[4,1,3,2,1e999]", "not a measurement"),
            ("\"heap\"", "\"a --> b\"", "a family's name"),
            ("\"heap\"", "\"\"", "a family's name"),
            ("\"baseline\"", "\"basline\"", "unknown field `basline`"),
            ("{", "made in 3 s {", "not a measurement"),
        ] {
            let line = LINE.replacen(from, to, 1);
            let error = Measurement::parse_line(&line).expect_err("must be rejected");
            assert!(error.contains(expected), "{line}: {error}");
        }
    }

    proptest! {
        #[test]
        fn half_of_the_runs_lie_on_each_side_of_the_median(runs in prop::collection::vec(1e-9..1e12_f64, 1..40)) {
            let spread = Spread::of(&runs).expect("not empty");
            let below = runs.iter().filter(|&&run| run < spread.median).count();
            let above = runs.iter().filter(|&&run| run > spread.median).count();
            prop_assert!(2 * below <= runs.len() && 2 * above <= runs.len());
            prop_assert!(runs.iter().all(|&run| spread.min <= run && run <= spread.max));
            prop_assert!(runs.contains(&spread.min) && runs.contains(&spread.max));
        }
    }
}
