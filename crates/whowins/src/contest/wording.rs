//! Wording of messages about an input.

use std::fmt;

use super::format::Format;

/// Displays the place of the reader: ` of query 3 of test 1`.
pub(super) struct Trail<'r> {
    pub(super) format: &'r Format,
    pub(super) trail: &'r [u64],
}

impl fmt::Display for Trail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, number) in self.trail.iter().enumerate().rev() {
            write!(f, " of {} {number}", self.format.levels[at + 1].name)?;
        }
        Ok(())
    }
}

/// Displays a field: `the number Y of query 3 of test 1`.
pub(super) struct What<'r> {
    pub(super) field: usize,
    pub(super) trail: Trail<'r>,
}

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = &self.trail.format.fields[self.field];
        let within = Trail {
            format: self.trail.format,
            trail: &self.trail.trail[..field.level.min(self.trail.trail.len())],
        };
        write!(f, "{}{within}", field.what)
    }
}

/// Displays symbols and their number.
pub(super) struct Symbols<'s> {
    pub(super) symbols: &'s [u8],
    pub(super) least: u64,
    pub(super) most: Option<u64>,
}

impl fmt::Display for Symbols<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols: Vec<String> = self
            .symbols
            .iter()
            .map(|symbol| char::from(*symbol).to_string())
            .collect();
        let symbols = symbols.join(" ");
        match (self.least, self.most) {
            (least, Some(most)) if least == most => {
                write!(f, "write {least} characters from {symbols}")
            }
            (least, Some(most)) => write!(f, "write {least} to {most} characters from {symbols}"),
            (least, None) => write!(f, "write at least {least} characters from {symbols}"),
        }
    }
}

/// Displays the lines of a case: `a query is the line X Y`.
pub(super) struct Shape<'f>(pub(super) &'f Format, pub(super) usize);

impl fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(format, level) = self;
        let level = &format.levels[*level];
        let line = |line: &Vec<usize>| {
            let names: Vec<&str> = line
                .iter()
                .map(|field| format.fields[*field].name.as_str())
                .collect();
            names.join(" ")
        };
        let lines: Vec<String> = level.lines.iter().map(line).collect();
        let name = match level.name.as_str() {
            "input" => "the input".to_string(),
            name => format!("a {name}"),
        };
        match lines.as_slice() {
            [] => write!(f, "{name} has no separate lines"),
            [one] => write!(f, "{name} is a line {one}"),
            _ => write!(f, "{name} begins with the lines {}", lines.join(" / ")),
        }
    }
}
