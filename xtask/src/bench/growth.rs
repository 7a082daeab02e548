//! How cost grows with size: what a benchmark program prints of one size.

use serde::Deserialize;

use super::figure;
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
    /// The command that makes this line; by default the one that ran the program.
    pub command: Option<String>,
}

impl Growth {
    /// The columns of its table.
    pub const HEAD: [&'static str; 5] = ["what", "size", "time", "rate", "memory"];

    /// What makes it impossible to report, if anything does.
    pub fn check(&self) -> Result<(), String> {
        check_table(&self.table)?;
        check_figures("seconds", &self.seconds, 1)?;
        check_figures("bytes", self.bytes.as_slice(), 0)?;
        check_figures("amount", &[self.amount], 1)
    }

    /// Returns the cells of its row.
    pub fn cells(&self) -> Vec<String> {
        let none = || "–".to_owned();
        let seconds = self.median();
        let rate = |seconds: f64| {
            let unit = format!("{}/s", self.unit);
            figure::with_unit(self.amount / seconds, &unit)
        };
        let bytes = self.bytes;
        vec![
            self.name.clone(),
            self.size.to_string(),
            seconds.map_or_else(none, |seconds| figure::with_unit(seconds, "s")),
            seconds.map_or_else(none, rate),
            bytes.map_or_else(none, |bytes| figure::with_unit(bytes, "bytes")),
        ]
    }

    fn median(&self) -> Option<f64> {
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
    fn a_line_becomes_a_row() {
        let small = parsed(LINE).expect("valid");
        let large = LINE
            .replace("1e7", "1e8")
            .replace("[0.01,0.02,0.03]", "[1]");
        let large = parsed(&large.replace(r#","bytes":7.1e6"#, "")).expect("valid");
        assert_eq!(
            small.cells(),
            [
                "one heap",
                "10 M heaps",
                "20.0 ms",
                "500 M heaps/s",
                "7.10 M bytes"
            ]
        );
        assert_eq!(large.cells()[2..], ["1.00 s", "100 M heaps/s", "–"]);
        assert_eq!(small.cells().len(), Growth::HEAD.len());
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
