//! The cost of one size, for tables that show how cost grows with size.

use serde::Deserialize;

use super::measurement::{Size, Spread, check_figures, check_table};

/// The cost of one size, as a benchmark program prints it: one JSON object per line, in the order
/// of the sizes.
///
/// ```json
/// {"growth":"growth","name":"one heap","size":"10 M heaps","amount":1e7,"unit":"heaps","seconds":[0.011],"bytes":7.1e6}
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Growth {
    /// The table, named as a measurement's family.
    #[serde(rename = "growth")]
    pub table: String,
    /// The computation.
    pub name: String,
    /// The size of the case.
    pub size: Size,
    /// The number of units that were computed.
    pub amount: f64,
    /// The unit, such as `heaps`.
    pub unit: String,
    /// The time of each run. One run is enough, because large sizes take long.
    pub seconds: Vec<f64>,
    /// The peak of memory, if the system reports it.
    pub bytes: Option<f64>,
}

impl Growth {
    /// Checks that the line can be reported.
    pub fn check(&self) -> Result<(), String> {
        check_table(&self.table)?;
        check_figures("seconds", &self.seconds, 1)?;
        check_figures("bytes", self.bytes.as_slice(), 0)?;
        check_figures("amount", &[self.amount], 1)
    }

    /// Returns the median of the times.
    pub fn median(&self) -> Option<f64> {
        Spread::of(&self.seconds).map(|spread| spread.median)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"growth":"growth","name":"one heap","size":"10 M heaps","amount":1e7,"unit":"heaps","seconds":[0.01,0.02,0.03],"bytes":7.1e6}"#;

    fn parsed(line: &str) -> Result<Growth, String> {
        let growth: Growth = serde_json::from_str(line).map_err(|error| error.to_string())?;
        growth.check().map(|()| growth)
    }

    #[test]
    fn invalid_lines_are_rejected() {
        for (from, to, expected) in [
            ("[0.01,0.02,0.03]", "[]", "`seconds` has 0 figures"),
            ("0.02", "-0.02", "`seconds` holds -0.02"),
            ("7.1e6", "0", "`bytes` holds 0"),
            ("1e7", "0", "`amount` holds 0"),
            (
                r#""growth":"growth""#,
                r#""growth":"a b""#,
                "a family's name",
            ),
            ("amount", "amounts", "unknown field `amounts`"),
        ] {
            let error = parsed(&LINE.replacen(from, to, 1)).expect_err("must be rejected");
            assert!(error.contains(expected), "{error}");
        }
    }
}
