//! Maps as tables for spreadsheets and scripts.

use std::fmt::Write as _;

use crate::map::Map;

impl Map {
    /// Returns the map as comma-separated values (RFC 4180, with line feeds).
    ///
    /// The first line has the labels of the horizontal axis. Each further line is a row with its
    /// label; the smallest label comes first. A cell is its letter or number, and empty if it isn't
    /// a position.
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
