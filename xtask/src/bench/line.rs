//! A line of a benchmark program's output.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::figure;
use super::growth::Growth;
use super::measurement::Measurement;

/// A line that a benchmark program prints.
#[derive(Clone, Debug)]
pub enum Line {
    /// A figure, and its baseline.
    Figure(Measurement),
    /// The cost of one size.
    Growth(Growth),
}

#[derive(Deserialize)]
struct Kind {
    growth: Option<IgnoredAny>,
}

impl Line {
    /// Parses a line. The result is `None` for an empty line, [`Growth`] for a line with the key
    /// `growth`, and [`Measurement`] otherwise.
    ///
    /// # Errors
    /// If the line is neither, or can't be reported; the message has the reason.
    pub fn parse(line: &str) -> Result<Option<Self>, String> {
        let line = line.trim();
        let is_growth = serde_json::from_str(line).is_ok_and(|kind: Kind| kind.growth.is_some());
        if !is_growth {
            return Ok(Measurement::parse_line(line)?.map(Self::Figure));
        }
        let growth: Growth = serde_json::from_str(line)
            .map_err(|error| format!("not the cost of a size ({error}): {line}"))?;
        growth.check().map_err(|why| format!("{why}: {line}"))?;
        Ok(Some(Self::Growth(growth)))
    }

    /// Returns a line for the terminal: the median, and the spread of a figure.
    pub fn summary(&self) -> String {
        match self {
            Self::Figure(measurement) => summary(measurement),
            Self::Growth(growth) => {
                let (name, size) = (&growth.name, &growth.size);
                let seconds = growth.median().unwrap_or_default();
                format!("{name}, {size}: {}", figure::with_unit(seconds, "s"))
            }
        }
    }
}

fn summary(measurement: &Measurement) -> String {
    let Measurement {
        family,
        name,
        size,
        unit,
        ..
    } = measurement;
    let median = measurement.spread().map(|spread| {
        let [min, max] = [spread.min, spread.max].map(|value| figure::without_unit(value, unit));
        let median = figure::with_unit(spread.median, unit);
        format!("{median} ({min} – {max})")
    });
    let ratio = measurement.baseline.as_ref().zip(measurement.ratio());
    let ratio =
        ratio.map(|(baseline, ratio)| format!(" ({} {})", figure::ratio(ratio), baseline.name));
    format!(
        "{family}: {name}, {size}: {}{}",
        median.unwrap_or_default(),
        ratio.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_both_kinds_are_read() {
        let figure = r#"{"family":"f","name":"a","size":1,"unit":"s","runs":[1,1,1,1,1]}"#;
        let growth =
            r#"{"growth":"g","name":"a","size":1,"amount":1,"unit":"heaps","seconds":[1]}"#;
        let read = |line| Line::parse(line).expect("valid").expect("not empty");
        assert!(matches!(read(figure), Line::Figure(_)));
        assert!(matches!(read(growth), Line::Growth(_)));
        assert_eq!(read(figure).summary(), "f: a, 1: 1.00 s (1.00 s – 1.00 s)");
        assert_eq!(read(growth).summary(), "a, 1: 1.00 s");
        assert!(Line::parse("\n").expect("valid").is_none());
        for (line, expected) in [
            (growth.replace("[1]", "1"), "not the cost of a size"),
            (growth.replace(":\"g\"", ":\"a b\""), "a family's name"),
            (figure.replace("[1,1,1,1,1]", "[1]"), "`runs` has 1"),
            ("Hello".to_owned(), "not a measurement"),
        ] {
            let error = Line::parse(&line).expect_err("must be rejected");
            assert!(error.contains(expected), "{error}");
        }
    }
}
