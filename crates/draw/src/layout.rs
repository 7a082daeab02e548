//! The layout of a map, shared by SVG and PNG.

use crate::describe::Legend;
use crate::map::{Map, Overlay};

/// Preferred sides of a plot that isn't stretched, in pixels.
const SIDE: usize = 640;
/// Preferred width and height of a stretched plot, in pixels.
const WIDE: [usize; 2] = [1024, 400];
/// Maximum size of a cell.
const CELL: usize = 24;
/// Maximum average width of a letter, relative to its height.
pub(crate) const LETTER: f64 = 0.56;

/// Sizes and positions in pixels.
pub(crate) struct Layout {
    /// Width and height of a cell.
    pub(crate) cell: [usize; 2],
    /// Width and height of the plot.
    pub(crate) plot: [f64; 2],
    /// The upper left corner of the plot.
    pub(crate) corner: [f64; 2],
    /// The font size.
    pub(crate) font: f64,
    /// The start of the legend, and its width in letters.
    pub(crate) legend: [f64; 2],
    /// The shapes of the legend, with the lines of their names.
    pub(crate) shapes: Vec<(Overlay, Vec<String>)>,
    /// The size of the picture.
    pub(crate) size: [f64; 2],
    /// The lines of the title and of the subtitle.
    pub(crate) head: [Vec<String>; 2],
}

impl Layout {
    pub(crate) fn of(map: &Map) -> Self {
        let (columns, rows) = (map.cells.width().max(1), map.cells.height().max(1));
        let cell = match map.stretched {
            true => [WIDE[0] / columns, WIDE[1] / rows].map(|side| side.clamp(1, CELL)),
            false => [(SIDE / columns.max(rows)).clamp(1, CELL); 2],
        };
        let plot = [(columns * cell[0]) as f64, (rows * cell[1]) as f64];
        let font = (plot[0].max(plot[1]) / 45.).clamp(14., 96.).round();
        let last = map.along.label(rows - 1).to_string().len() as f64;
        let left = font * (2.6 + LETTER * last);
        let legend_lines: Vec<String> = match map.legend() {
            Legend::Keys(keys) | Legend::Scale(keys, ..) => {
                keys.into_iter().map(|key| key.words).collect()
            }
        };
        let letters = 28;
        let shapes: Vec<(Overlay, Vec<String>)> = map
            .told_overlays()
            .into_iter()
            .map(|overlay| (overlay.clone(), wrap(overlay.name(), letters)))
            .collect();
        let longest = (legend_lines.iter().map(|line| line.chars().count()))
            .chain(
                (shapes.iter())
                    .flat_map(|(_, lines)| lines.iter().map(|line| line.chars().count())),
            )
            .chain([map.heading().len()])
            .max()
            .unwrap_or(0) as f64;
        let legend = left + plot[0] + font * 1.5;
        let width = legend + font * (2.2 + LETTER * longest);
        let fits = |size: f64| ((width - 2. * font) / (size * LETTER)) as usize;
        let title = wrap(&map.title, fits(font * 1.4).max(8));
        let subtitle = wrap(&map.subtitle, fits(font).max(8));
        let top = font * (1.8 + 1.7 * title.len() as f64 + 1.3 * subtitle.len() as f64);
        let shape_lines: usize = shapes.iter().map(|(_, lines)| lines.len()).sum();
        let mut lines = legend_lines.len() + shape_lines + 2;
        if matches!(map.legend(), Legend::Scale(..)) {
            lines += 12;
        }
        let below = plot[1].max(font * 1.6 * lines as f64);
        let bottom = font * 3.6;
        Self {
            cell,
            plot,
            corner: [left.round(), top.round()],
            font,
            legend: [legend.round(), longest],
            shapes,
            size: [width.ceil(), (top + below + bottom).ceil()],
            head: [title, subtitle],
        }
    }

    /// Returns the maximum number of ticks on each axis. If the axes have the same scale, ticks are
    /// equally spaced.
    pub(crate) fn ticks(&self, map: &Map) -> [usize; 2] {
        let columns = map.cells.width();
        let widest = map.across.label(columns.max(1) - 1).to_string().len() as f64;
        let across = self.plot[0] / (self.font * (LETTER * widest + 1.2));
        let along = self.plot[1] / (self.font * 1.6);
        let most = [across, along].map(|most| (most as usize).max(1));
        if map.stretched {
            return most;
        }
        let rows = map.cells.height();
        let step = columns.div_ceil(most[0]).max(rows.div_ceil(most[1]));
        let shared = [columns, rows].map(|cells| cells.div_ceil(step.max(1)));
        // An axis with few cells has its own spacing.
        match shared.iter().all(|ticks| *ticks >= 3) {
            true => shared,
            false => most,
        }
    }

    /// Converts a point from cells to pixels.
    pub(crate) fn place(&self, map: &Map, [column, row]: [f64; 2]) -> [f64; 2] {
        let y = row * self.cell[1] as f64;
        [
            self.corner[0] + column * self.cell[0] as f64,
            match map.downwards {
                true => self.corner[1] + y,
                false => self.corner[1] + self.plot[1] - y,
            },
        ]
    }
}

/// Wraps a text at blanks into lines of at most `most` letters, if possible.
pub(crate) fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}
