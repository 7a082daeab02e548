//! Maps as text: a letter or number per cell, with optional colours.

use std::fmt::Write as _;

use crate::colour::Rgb;
use crate::map::{Map, Meaning};

/// Minimum width to the left of the cells in text: a label of two characters and a space.
pub const MARGIN: usize = 3;

impl Map {
    /// Returns the map as lines of text, optionally with coloured cells. Returns `None` if it needs
    /// more than `columns` columns.
    pub fn text(&self, colours: bool, columns: usize) -> Option<String> {
        let most = self.most();
        let wide = match &self.meaning {
            Meaning::Outcome(_) | Meaning::Winner(_) => 1,
            _ => most.to_string().len(),
        };
        let rows = self.cells.height();
        let margin = self.along.label(rows.max(1) - 1).to_string().len();
        let margin = margin.max(MARGIN - 1);
        // The last cell needs no gap after it.
        let takes = |gap: usize| margin + 1 + (wide + gap) * self.cells.width().max(1) - gap;
        let spaced = wide > 1 || self.cells.width() <= 40 && takes(1) <= columns;
        let gap = usize::from(spaced);
        if takes(gap) > columns {
            return None;
        }
        let mut out = String::new();
        let _ = writeln!(out, "{}", self.title);
        if !self.subtitle.is_empty() {
            let _ = writeln!(out, "{}", self.subtitle);
        }
        let _ = writeln!(out);
        if !self.downwards {
            let _ = writeln!(out, "{}", self.along.name);
        }
        let ticks = self.along.ticks(rows, rows.div_ceil(2).max(1));
        let across = self.across_line(margin, wide + gap);
        if self.downwards {
            let _ = writeln!(out, "{across}");
        }
        let order: Vec<usize> = match self.downwards {
            true => (0..rows).collect(),
            false => (0..rows).rev().collect(),
        };
        for row in order {
            let label = match ticks.contains(&row) {
                true => self.along.label(row).to_string(),
                false => String::new(),
            };
            let _ = write!(out, "{label:>margin$} ");
            let mut line = String::new();
            for column in 0..self.cells.width() {
                let value = self.cells.get(column, row);
                let sign = format!("{:>wide$}{:gap$}", self.sign(value), "");
                match self.shade_colour(self.shade(value, most)) {
                    Some(colour) if colours => line += &painted(&sign, colour),
                    _ => line += &sign,
                }
            }
            let _ = writeln!(out, "{}", line.trim_end());
        }
        if !self.downwards {
            let _ = writeln!(out, "{across}");
        } else {
            let _ = writeln!(out, "\n{} downwards", self.along.name);
        }
        let _ = writeln!(out);
        self.text_legend(&mut out, colours, most);
        Some(out)
    }

    /// Returns the labels of the horizontal axis, with its name.
    fn across_line(&self, margin: usize, cell: usize) -> String {
        let columns = self.cells.width();
        let widest = self.across.label(columns.max(1) - 1).to_string().len() + 2;
        let mut line = " ".repeat(margin + 1);
        for column in self.across.ticks(columns, (columns * cell / widest).max(1)) {
            let label = self.across.label(column).to_string();
            // A label ends above the last letter of its cell.
            let start = (margin + 1 + column * cell).max(line.chars().count());
            while line.chars().count() < start {
                line.push(' ');
            }
            line += &label;
            line.push(' ');
        }
        line += " ";
        line += &self.across.name;
        line
    }

    fn text_legend(&self, out: &mut String, colours: bool, most: u16) {
        match &self.meaning {
            Meaning::Outcome(_) | Meaning::Winner(_) => {
                for (at, words) in self.class_words() {
                    match self.shade_colour(self.shade(at, most)) {
                        Some(colour) if colours => {
                            let _ = writeln!(out, "{} {words}", painted("  ", colour));
                        }
                        _ => {
                            let _ = writeln!(out, "{words}");
                        }
                    }
                }
            }
            Meaning::Grundy => {
                let _ = writeln!(
                    out,
                    "Grundy values, the largest {most}; 0: the player to move loses"
                );
            }
            Meaning::Remoteness => {
                let _ = writeln!(
                    out,
                    "remoteness: moves that best play lasts, the most {most}"
                );
            }
        }
        for name in self.overlay_names() {
            let _ = writeln!(out, "law: {name}");
        }
    }
}

/// Returns text on a background colour, with the 24-bit sequences of ISO 8613-6.
fn painted(text: &str, colour: Rgb) -> String {
    let ink = if colour.is_light() { 0 } else { 255 };
    let Rgb(r, g, b) = colour;
    format!("\x1b[48;2;{r};{g};{b};38;2;{ink};{ink};{ink}m{text}\x1b[0m")
}
