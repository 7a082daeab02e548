//! How cost grows with size: what a benchmark program prints of one size.

use serde::Deserialize;

use super::measurement::{Size, Spread, check_figures, check_table};

/// The cost of one size, as a benchmark program prints it: one JSON object on a line of its own,
/// sizes in their order.
///
/// ```json
/// {"growth":"growth","name":"one heap","size":"10 M heaps","amount":1e7,"unit":"heaps","seconds":[0.011],"bytes":7.1e6}
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Growth {
    /// The table it belongs to, named as a measurement's family.
    #[serde(rename = "growth")]
    pub table: String,
    /// What was worked out.
    pub name: String,
    /// How large it was.
    pub size: Size,
    /// How many units were worked out.
    pub amount: f64,
    /// What is counted: `heaps`.
    pub unit: String,
    /// One time a run; one run is enough, since large sizes take long.
    pub seconds: Vec<f64>,
    /// The most memory held, where the system tells.
    pub bytes: Option<f64>,
}

impl Growth {
    /// What makes it impossible to report, if anything does.
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
    fn what_cannot_be_reported_is_refused() {
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
            let error = parsed(&LINE.replacen(from, to, 1)).expect_err("must be refused");
            assert!(error.contains(expected), "{error}");
        }
    }
}
