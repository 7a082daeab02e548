//! A line of a benchmark program's output.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::growth::Growth;
use super::measurement::Measurement;

/// What a benchmark program prints.
#[derive(Clone, Debug)]
pub enum Line {
    /// A figure, beside a baseline.
    Figure(Measurement),
    /// The cost of one size.
    Growth(Growth),
}

#[derive(Deserialize)]
struct Kind {
    growth: Option<IgnoredAny>,
}

impl Line {
    /// Reads a line: `None` for an empty one. One with the key `growth` is a [`Growth`], any other
    /// a [`Measurement`].
    ///
    /// # Errors
    /// When it is neither, or cannot be reported; the message says why.
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

    /// The table it belongs to.
    pub fn table(&self) -> &str {
        match self {
            Self::Figure(figure) => &figure.family,
            Self::Growth(growth) => &growth.table,
        }
    }
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
        assert_eq!((read(figure).table(), read(growth).table()), ("f", "g"));
        assert!(Line::parse("\n").expect("valid").is_none());
        for (line, expected) in [
            (growth.replace("[1]", "1"), "not the cost of a size"),
            (growth.replace(":\"g\"", ":\"--\""), "a family's name"),
            (figure.replace("[1,1,1,1,1]", "[1]"), "`runs` has 1"),
            ("Hello".to_owned(), "not a measurement"),
        ] {
            let error = Line::parse(&line).expect_err("must be refused");
            assert!(error.contains(expected), "{error}");
        }
    }
}
