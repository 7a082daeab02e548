//! Thermographs as SVG, PNG and text. As in the literature, positions further left are better for
//! Left, and the tax increases upwards.
//!
//! Start reading at [`Thermograph`].

use svg::Document;
use svg::node::element::{Description, Group, Polyline, Rectangle, Title};

use crate::colour::{Rgb, Theme};
use crate::picture::{clean, line, text};

/// A labelled number on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The number.
    pub at: f64,
    /// The label.
    pub text: String,
}

/// The data of a thermograph: two walls and a mast.
///
/// ```
/// use whowins_draw::{Mark, Theme, Thermograph};
///
/// let switch = Thermograph {
///     title: "{2|-1}".into(),
///     description: "mean 1/2, temperature 3/2".into(),
///     walls: [vec![[0., 2.], [1.5, 0.5]], vec![[0., -1.], [1.5, 0.5]]],
///     places: vec![Mark { at: 2., text: "2".into() }],
///     taxes: vec![Mark { at: 1.5, text: "3/2".into() }],
/// };
/// assert!(switch.svg(Theme::Light).starts_with("<svg"));
/// assert!(switch.text(40, 10).contains('|'));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Thermograph {
    /// The title: the form.
    pub title: String,
    /// A text description.
    pub description: String,
    /// The left and the right wall: tax and position of each corner, from tax 0 to the foot of the
    /// mast, where they meet.
    pub walls: [Vec<[f64; 2]>; 2],
    /// The labels below.
    pub places: Vec<Mark>,
    /// The labels at the side.
    pub taxes: Vec<Mark>,
}

/// Sizes in pixels: the picture, its margins (left, top, right, bottom), and a letter.
const SIZE: [f64; 2] = [560., 420.];
const MARGINS: [f64; 4] = [70., 78., 30., 60.];
const FONT: f64 = 15.;
/// Maximum number of letters of a title.
const TITLE: usize = 70;

/// The colours of Left and Right: blue and red as in Hackenbush, in shades that everyone can
/// distinguish.
const COLOURS: [Rgb; 2] = [Rgb(0, 90, 181), Rgb(220, 50, 32)];

impl Thermograph {
    /// Returns the minimum and maximum position, and the maximum tax, which shows a part of the
    /// mast.
    fn window(&self) -> ([f64; 2], f64) {
        let corners = || self.walls.iter().flatten();
        let least = corners().map(|corner| corner[1]).fold(f64::MAX, f64::min);
        let most = corners().map(|corner| corner[1]).fold(f64::MIN, f64::max);
        let top = corners().map(|corner| corner[0]).fold(0., f64::max);
        // A mast by itself needs some width around it.
        let wide = (most - least).max(top).max(0.5);
        let middle = (least + most) / 2.;
        let half = wide * 0.55;
        ([middle - half, middle + half], (top * 1.3).max(wide * 0.3))
    }

    /// Returns the position of a wall at a tax.
    fn wall(&self, side: usize, tax: f64) -> f64 {
        let corners = &self.walls[side];
        let after = corners.partition_point(|corner| corner[0] <= tax);
        let before = corners.get(after.max(1) - 1).copied().unwrap_or_default();
        match corners.get(after) {
            None => before[1],
            Some(next) => {
                let part = (tax - before[0]) / (next[0] - before[0]);
                before[1] + part * (next[1] - before[1])
            }
        }
    }

    /// Returns the picture as SVG.
    pub fn svg(&self, theme: Theme) -> String {
        self.document(theme).to_string() + "\n"
    }

    pub(crate) fn document(&self, theme: Theme) -> Document {
        let ([least, most], top) = self.window();
        let [left, above, right, below] = MARGINS;
        let (width, height) = (SIZE[0] - left - right, SIZE[1] - above - below);
        let place = |tax: f64, place: f64| {
            [
                left + (most - place) / (most - least) * width,
                above + (1. - tax / top) * height,
            ]
        };
        let ink = theme.ink().hex();
        let shown: String = self.title.chars().take(TITLE).collect();
        let shown = if shown.len() < self.title.len() {
            shown + "..."
        } else {
            shown
        };
        let mut axes = Group::new()
            .set("fill", ink.clone())
            .add(text(&shown, FONT, FONT * 1.8).set("font-size", FONT * 1.2))
            .add(text(&self.description, FONT, FONT * 3.2));
        let ground = above + height;
        axes = axes.add(
            line([left, ground], [left + width, ground])
                .set("stroke", ink.clone())
                .set("stroke-width", 1),
        );
        let mut from = left;
        let mut marks: Vec<&Mark> = self.places.iter().collect();
        marks.sort_by(|one, other| other.at.total_cmp(&one.at));
        for mark in marks {
            let [x, _] = place(0., mark.at);
            let half = mark.text.len() as f64 * FONT * 0.3;
            axes = axes.add(tick([x, ground], [x, ground + 6.], &ink));
            // Skip a label that overlaps the previous one. Its tick stays.
            if x - half >= from {
                axes =
                    axes.add(text(&mark.text, x, ground + FONT * 1.5).set("text-anchor", "middle"));
                from = x + half + FONT * 0.5;
            }
        }
        let mut upto = f64::MAX;
        for mark in &self.taxes {
            let [_, y] = place(mark.at, least);
            axes = axes.add(tick([left - 6., y], [left, y], &ink));
            if y + FONT <= upto {
                axes = axes
                    .add(text(&mark.text, left - 10., y + FONT * 0.35).set("text-anchor", "end"));
                upto = y;
            }
        }
        let mut walls = Group::new().set("fill", "none").set("stroke-width", 3);
        let mut mast = None;
        for (corners, colour) in self.walls.iter().zip(COLOURS) {
            let points = corners.iter().map(|corner| {
                let [x, y] = place(corner[0], corner[1]);
                format!("{x:.2},{y:.2}")
            });
            let points: Vec<String> = points.collect();
            walls = walls.add(
                Polyline::new()
                    .set("points", points.join(" "))
                    .set("stroke", colour.hex())
                    .set("stroke-linejoin", "round"),
            );
            mast = corners.last().copied();
        }
        if let Some([tax, at]) = mast {
            walls = walls.add(
                line(place(tax, at), place(top, at))
                    .set("stroke", ink.clone())
                    .set("stroke-width", 3),
            );
        }
        axes = axes
            .add(
                text(
                    "value (larger to the left)",
                    left + width / 2.,
                    SIZE[1] - FONT * 0.8,
                )
                .set("text-anchor", "middle"),
            )
            .add(text("tax", left - 10., above - FONT * 0.4).set("text-anchor", "end"));
        Document::new()
            .set("viewBox", (0, 0, SIZE[0], SIZE[1]))
            .set("width", SIZE[0])
            .set("height", SIZE[1])
            .set("role", "img")
            .set("aria-labelledby", "title description")
            .set("font-family", "sans-serif")
            .set("font-size", FONT)
            .add(Title::new(clean(&format!("Thermograph of {}", self.title))).set("id", "title"))
            .add(
                Description::new()
                    .set("id", "description")
                    .add(svg::node::Text::new(clean(&self.description))),
            )
            .add(
                Rectangle::new()
                    .set("width", SIZE[0])
                    .set("height", SIZE[1])
                    .set("fill", theme.paper().hex()),
            )
            .add(axes)
            .add(walls)
    }

    /// Returns the picture as text with this many columns and rows, and labels below and at the
    /// side.
    pub fn text(&self, columns: usize, rows: usize) -> String {
        let ([least, most], top) = self.window();
        let wide = self
            .taxes
            .iter()
            .map(|mark| mark.text.len())
            .max()
            .unwrap_or(0);
        let columns = columns.max(wide + 20) - wide - 2;
        let rows = rows.max(4);
        let column = |place: f64| {
            let at = (most - place) / (most - least) * (columns - 1) as f64;
            (at.round().max(0.) as usize).min(columns - 1)
        };
        let row_of = |tax: f64| (tax / top * rows as f64).floor() as usize;
        let foot = self.walls[0].last().map_or(0., |corner| corner[0]);
        let mut lines = Vec::new();
        for row in (0..rows).rev() {
            let tax = (row as f64 + 0.5) / rows as f64 * top;
            let mut signs = vec![' '; columns];
            let step = top / rows as f64 / 2.;
            for side in [0, 1] {
                let slope = self.wall(side, tax + step) - self.wall(side, (tax - step).max(0.));
                signs[column(self.wall(side, tax))] = match tax >= foot || slope.abs() < step {
                    true => '|',
                    false if slope > 0. => '\\',
                    false => '/',
                };
            }
            let mark = self.taxes.iter().find(|mark| row_of(mark.at) == row);
            let label = mark.map_or("", |mark| &mark.text);
            lines.push(format!(
                "{label:>wide$} {}",
                signs.into_iter().collect::<String>().trim_end()
            ));
        }
        lines.push(format!("{:wide$} {}", "", "-".repeat(columns)));
        let mut labels = vec![' '; columns];
        let mut from = 0;
        let mut marks: Vec<&Mark> = self.places.iter().collect();
        marks.sort_by(|one, other| other.at.total_cmp(&one.at));
        for mark in marks {
            let at = column(mark.at).saturating_sub(mark.text.len() / 2);
            if at >= from && at + mark.text.len() <= columns {
                labels[at..at + mark.text.len()]
                    .copy_from_slice(&mark.text.chars().collect::<Vec<_>>());
                from = at + mark.text.len() + 1;
            }
        }
        lines.push(format!(
            "{:wide$} {}",
            "",
            labels.into_iter().collect::<String>().trim_end()
        ));
        lines.join("\n") + "\n"
    }
}

fn tick(from: [f64; 2], to: [f64; 2], ink: &str) -> svg::node::element::Line {
    line(from, to).set("stroke", ink).set("stroke-width", 1)
}
