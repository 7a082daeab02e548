//! Maps as SVG.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use svg::Document;
use svg::node::element::{
    Circle, ClipPath, Description, Group, Image, Line, Rectangle, Text, Title,
};

use crate::colour::{Rgb, Theme, heat};
use crate::describe::Legend;
use crate::error::DrawError;
use crate::layout::{LETTER, Layout};
use crate::map::{Map, Meaning, Overlay};

/// Maximum number of cells to draw one by one. More are a single image.
const SINGLE: usize = 64 * 64;
/// Minimum readable font size in pixels.
const READABLE: f64 = 8.;

impl Map {
    /// Returns the map as SVG.
    ///
    /// Up to 4096 cells are rectangles with a description each. More cells are one embedded image.
    pub fn svg(&self, theme: Theme) -> String {
        // Encoding only fails for an image with more than 2^32 pixels per side, which can't exist
        // in memory.
        self.document(theme)
            .map_or_else(|_| String::new(), |document| document.to_string() + "\n")
    }

    pub(crate) fn document(&self, theme: Theme) -> Result<Document, DrawError> {
        let layout = Layout::of(self);
        let [width, height] = layout.size;
        let clip = Rectangle::new()
            .set("x", layout.corner[0])
            .set("y", layout.corner[1])
            .set("width", layout.plot[0])
            .set("height", layout.plot[1]);
        let document = Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .set("role", "img")
            .set("aria-labelledby", "title description")
            .set("font-family", "sans-serif")
            .set("font-size", layout.font)
            .add(Title::new(clean(&self.title)).set("id", "title"))
            .add(
                Description::new()
                    .set("id", "description")
                    .add(svg::node::Text::new(clean(&self.description()))),
            )
            .add(ClipPath::new().set("id", "plot").add(clip))
            .add(
                Rectangle::new()
                    .set("width", width)
                    .set("height", height)
                    .set("fill", theme.paper().hex()),
            )
            .add(self.head(&layout, theme))
            .add(self.cell_group(&layout, theme)?)
            .add(self.shapes(&layout))
            .add(self.numbers(&layout))
            .add(self.axes(&layout, theme))
            .add(self.legend_group(&layout, theme));
        Ok(document)
    }

    fn head(&self, layout: &Layout, theme: Theme) -> Group {
        let mut group = Group::new().set("fill", theme.ink().hex());
        let mut y = layout.font * 0.6;
        for line in &layout.head[0] {
            y += layout.font * 1.7;
            group = group.add(text(line, layout.font, y).set("font-size", layout.font * 1.4));
        }
        for line in &layout.head[1] {
            y += layout.font * 1.3;
            group = group.add(text(line, layout.font, y));
        }
        group
    }

    fn cell_group(&self, layout: &Layout, theme: Theme) -> Result<Group, DrawError> {
        let (columns, rows) = (self.cells.width(), self.cells.height());
        let [cell_width, cell_height] = layout.cell;
        if columns * rows > SINGLE {
            let data = STANDARD.encode(self.pixels(theme)?);
            let image = Image::new()
                .set("x", layout.corner[0])
                .set("y", layout.corner[1])
                .set("width", layout.plot[0])
                .set("height", layout.plot[1])
                .set("preserveAspectRatio", "none")
                .set("style", "image-rendering:pixelated")
                .set("href", format!("data:image/png;base64,{data}"));
            return Ok(Group::new().add(image));
        }
        let most = self.most();
        let mut all = Group::new().set("shape-rendering", "crispEdges");
        for (row, cells) in self.cells.rows().enumerate() {
            for (column, value) in cells.iter().enumerate() {
                let colour = self
                    .shade_colour(self.shade(*value, most))
                    .unwrap_or(theme.blank());
                let corner = match self.downwards {
                    true => [column, row],
                    false => [column, row + 1],
                };
                let [x, y] = layout.place(self, corner.map(|at| at as f64));
                let told = format!("{}: {}", self.cell_name(column, row), self.word(*value));
                all = all.add(
                    Rectangle::new()
                        .set("x", x)
                        .set("y", y)
                        .set("width", cell_width)
                        .set("height", cell_height)
                        .set("fill", colour.hex())
                        .add(Title::new(clean(&told))),
                );
            }
        }
        Ok(all)
    }

    /// Returns the numbers in the cells, if all of them are readable.
    fn numbers(&self, layout: &Layout) -> Group {
        let all = Group::new().set("text-anchor", "middle");
        let [cell_width, cell_height] = layout.cell.map(|side| side as f64);
        let digits = self.most().to_string().len() as f64;
        let size = (cell_width - 2.) / (digits * LETTER);
        let size = size.min(cell_height * 0.62).floor();
        let cells = self.cells.width() * self.cells.height();
        let counted = matches!(self.meaning, Meaning::Grundy | Meaning::Remoteness);
        if !counted || size < READABLE || cells > SINGLE {
            return all;
        }
        let mut all = all.set("font-size", size);
        let most = self.most();
        for (row, cells) in self.cells.rows().enumerate() {
            for (column, value) in cells.iter().enumerate() {
                let Some(colour) = self.shade_colour(self.shade(*value, most)) else {
                    continue;
                };
                let [x, y] = layout.place(self, [column, row].map(|at| at as f64 + 0.5));
                let words = text(&self.sign(*value), x, y + size * 0.36);
                all = all.add(words.set("fill", on(colour).hex()));
            }
        }
        all
    }

    /// Returns the position of a cell, from the axes.
    fn cell_name(&self, column: usize, row: usize) -> String {
        match self.along.step {
            1 => format!("{},{}", self.across.label(column), self.along.label(row)),
            // A wrapped strip: the row has the label of its first cell.
            _ => (self.along.label(row) + self.across.label(column)).to_string(),
        }
    }

    fn shapes(&self, layout: &Layout) -> Group {
        let mut all = Group::new()
            .set("clip-path", "url(#plot)")
            .set("fill", "none");
        let thick = (layout.font / 10.).max(1.5);
        // Dark on light, so that a line is visible on every colour.
        for (colour, wide) in [(Rgb(255, 255, 255), 2.2), (Rgb(0, 0, 0), 1.)] {
            for overlay in &self.overlays {
                match overlay {
                    Overlay::Piece { .. } => {}
                    Overlay::Line { from, to, .. } => {
                        let (from, to) = (layout.place(self, *from), layout.place(self, *to));
                        all = all.add(
                            line(from, to)
                                .set("stroke", colour.hex())
                                .set("stroke-width", thick * wide),
                        );
                    }
                    Overlay::Box { from, size, .. } => {
                        let a = layout.place(self, from.map(|at| at as f64));
                        let end = [from[0] + size[0], from[1] + size[1]];
                        let b = layout.place(self, end.map(|at| at as f64));
                        all = all.add(
                            Rectangle::new()
                                .set("x", a[0].min(b[0]))
                                .set("y", a[1].min(b[1]))
                                .set("width", (a[0] - b[0]).abs())
                                .set("height", (a[1] - b[1]).abs())
                                .set("stroke", colour.hex())
                                .set("stroke-width", thick * wide),
                        );
                    }
                }
            }
        }
        for overlay in &self.overlays {
            if let Overlay::Piece { at, letter, .. } = overlay {
                let middle = layout.place(self, at.map(|at| at as f64 + 0.5));
                all = all.add(piece(middle, layout.font * 0.62, letter));
            }
        }
        all
    }

    fn axes(&self, layout: &Layout, theme: Theme) -> Group {
        let ink = theme.ink().hex();
        let font = layout.font;
        let [left, top] = layout.corner;
        let [width, height] = layout.plot;
        let bottom = top + height;
        let mut all = Group::new().set("fill", ink.clone()).add(
            Rectangle::new()
                .set("x", left)
                .set("y", top)
                .set("width", width)
                .set("height", height)
                .set("fill", "none")
                .set("stroke", ink.clone())
                .set("stroke-width", font / 14.),
        );
        let tick = |from: [f64; 2], to: [f64; 2]| {
            line(from, to)
                .set("stroke", ink.clone())
                .set("stroke-width", font / 14.)
        };
        let [across, along] = layout.ticks(self);
        for column in self.across.ticks(self.cells.width(), across) {
            let [x, _] = layout.place(self, [column as f64 + 0.5, 0.]);
            let label = self.across.label(column).to_string();
            all = all
                .add(tick([x, bottom], [x, bottom + font * 0.4]))
                .add(text(&label, x, bottom + font * 1.45).set("text-anchor", "middle"));
        }
        for row in self.along.ticks(self.cells.height(), along) {
            let [_, y] = layout.place(self, [0., row as f64 + 0.5]);
            let label = self.along.label(row).to_string();
            all = all
                .add(tick([left - font * 0.4, y], [left, y]))
                .add(text(&label, left - font * 0.6, y + font * 0.35).set("text-anchor", "end"));
        }
        let middle = top + height / 2.;
        let turn = format!("rotate(-90 {} {middle})", font * 1.3);
        all.add(
            text(&self.across.name, left + width / 2., bottom + font * 2.8)
                .set("text-anchor", "middle"),
        )
        .add(
            text(&self.along.name, font * 1.3, middle)
                .set("text-anchor", "middle")
                .set("transform", turn),
        )
    }

    fn legend_group(&self, layout: &Layout, theme: Theme) -> Group {
        let font = layout.font;
        let ink = theme.ink().hex();
        let x = layout.legend[0];
        let mut y = layout.corner[1] + font;
        let mut all = Group::new()
            .set("fill", ink.clone())
            .add(text(self.heading(), x, y).set("font-size", font * 1.1));
        let swatch = |y: f64, colour: Rgb| {
            Rectangle::new()
                .set("x", x)
                .set("y", y - font * 0.85)
                .set("width", font)
                .set("height", font)
                .set("fill", colour.hex())
                .set("stroke", ink.clone())
                .set("stroke-width", font / 28.)
        };
        let legend = self.legend();
        let (Legend::Keys(keys) | Legend::Scale(keys, ..)) = &legend;
        for key in keys {
            y += font * 1.6;
            all = all
                .add(swatch(y, key.colour))
                .add(text(&key.words, x + font * 1.5, y));
        }
        if let Legend::Scale(_, low, high) = legend {
            const STEPS: u32 = 60;
            let length = font * 16.;
            let step = length / f64::from(STEPS);
            let start = y + font;
            // The maximum is on top. Each step overlaps the next, to avoid visible seams.
            for at in 0..STEPS {
                all = all.add(
                    Rectangle::new()
                        .set("x", x)
                        .set("y", start + step * f64::from(at))
                        .set("width", font)
                        .set("height", step + if at + 1 < STEPS { 1. } else { 0. })
                        .set("fill", heat(STEPS - 1 - at, STEPS - 1).hex()),
                );
            }
            for part in 0..=4u32 {
                let number = u32::from(low) + (u32::from(high - low)) * part / 4;
                let at = start + length * (1. - f64::from(part) / 4.);
                all = all.add(text(&number.to_string(), x + font * 1.5, at + font * 0.35));
            }
            y = start + length;
        }
        for (shape, lines) in &layout.shapes {
            y += font * 1.8;
            all = all.add(sample(shape, [x, y - font * 0.35], font));
            for (number, words) in lines.iter().enumerate() {
                y += if number > 0 { font * 1.3 } else { 0. };
                all = all.add(text(words, x + font * 1.5, y));
            }
        }
        all
    }
}

/// Returns a small sample of a shape for the legend, to the right of a point.
fn sample(shape: &Overlay, [x, y]: [f64; 2], font: f64) -> Group {
    let mut all = Group::new().set("fill", "none");
    if let Overlay::Piece { letter, .. } = shape {
        return all.add(piece([x + font * 0.5, y], font * 0.62, letter));
    }
    for (colour, wide) in [(Rgb(255, 255, 255), 2.2), (Rgb(0, 0, 0), 1.)] {
        let width = (font / 10.).max(1.5) * wide;
        all = match shape {
            Overlay::Box { .. } => all.add(
                Rectangle::new()
                    .set("x", x)
                    .set("y", y - font * 0.5)
                    .set("width", font)
                    .set("height", font)
                    .set("stroke", colour.hex())
                    .set("stroke-width", width),
            ),
            _ => all.add(
                line([x, y], [x + font, y])
                    .set("stroke", colour.hex())
                    .set("stroke-width", width),
            ),
        };
    }
    all
}

/// Returns a disc with a letter.
fn piece([x, y]: [f64; 2], radius: f64, letter: &str) -> Group {
    let disc = Circle::new()
        .set("cx", x)
        .set("cy", y)
        .set("r", radius)
        .set("fill", Rgb(255, 255, 255).hex())
        .set("stroke", Rgb(0, 0, 0).hex())
        .set("stroke-width", radius / 6.);
    let size = radius * if letter.chars().count() > 1 { 0.9 } else { 1.3 };
    let words = text(letter, x, y + size * 0.36)
        .set("fill", Rgb(0, 0, 0).hex())
        .set("font-size", size)
        .set("text-anchor", "middle");
    Group::new().add(disc).add(words)
}

/// Returns a readable text colour for a background.
fn on(colour: Rgb) -> Rgb {
    if colour.is_light() {
        Rgb(0, 0, 0)
    } else {
        Rgb(255, 255, 255)
    }
}

pub(crate) fn text(words: &str, x: f64, y: f64) -> Text {
    Text::new(clean(words)).set("x", x).set("y", y)
}

pub(crate) fn line(from: [f64; 2], to: [f64; 2]) -> Line {
    Line::new()
        .set("x1", from[0])
        .set("y1", from[1])
        .set("x2", to[0])
        .set("y2", to[1])
}

/// Removes the control characters that XML forbids.
pub(crate) fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
