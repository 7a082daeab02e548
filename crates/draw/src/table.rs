//! A map as a table for spreadsheets and scripts.

use std::fmt::Write as _;

use crate::map::Map;

impl Map {
    /// The map as comma-separated values (RFC 4180, lines end with a line feed): a line of the
    /// horizontal axis' labels, then a line a row, from its label on, the row of the smallest label
    /// first. A cell is its letter or number, and empty where there is no position.
    ///
    /// ```
    /// use whowins_draw::{Axis, Cells, Map, Meaning};
    ///
    /// let mut cells = Cells::blank(2, 2);
    /// cells.set(0, 0, 1);
    /// cells.set(1, 1, 0);
    /// let meaning = Meaning::Outcome(["Left".into(), "Right".into()]);
    /// let map = Map::new("A game", Axis::new("x"), Axis::new("y"), cells, meaning);
    /// assert_eq!(map.csv(), "y\\x,0,1\n0,P,\n1,,N\n");
    /// ```
    pub fn csv(&self) -> String {
        let (width, height) = (self.cells.width(), self.cells.height());
        let mut out = quoted(&format!("{}\\{}", self.along.name, self.across.name));
        for column in 0..width {
            let _ = write!(out, ",{}", self.across.label(column));
        }
        out.push('\n');
        for row in 0..height {
            let _ = write!(out, "{}", self.along.label(row));
            for column in 0..width {
                let sign = self.sign(self.cells.get(column, row));
                let _ = write!(out, ",{}", sign.trim());
            }
            out.push('\n');
        }
        out
    }
}

fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.into(),
    }
}
