//! Pictures as TikZ for `\input` in LaTeX: the paths of the SVG, with text as text.

use std::collections::BTreeMap;
use std::fmt::Write;

use resvg::tiny_skia::{Path as Outline, PathSegment, Transform};
use resvg::usvg::{FillRule, Group, Node, Paint, Path, Text, TextAnchor};

use crate::error::DrawError;
use crate::tree::tree;

/// Width of the picture in TeX points: most of the text width of a page.
const WIDTH: f32 = 340.;

/// Converts an SVG document of this crate to TikZ.
///
/// # Errors
///
/// Returns an error if the picture has an image: a map with too many cells to draw one by one.
pub(crate) fn tikz(document: &str) -> Result<String, DrawError> {
    let tree = tree(document)?;
    let [width, height] = [tree.size().width(), tree.size().height()];
    let unit = (WIDTH / width.max(1.)).min(1.);
    let mut drawing = Drawing {
        unit,
        ..Drawing::default()
    };
    drawing.group(tree.root())?;
    let mut text = String::from("% \\usepackage{tikz}, then \\input this file.\n");
    for (colour, name) in &drawing.colours {
        let [red, green, blue] = colour;
        let _ = writeln!(
            text,
            "\\definecolor{{{name}}}{{RGB}}{{{red},{green},{blue}}}"
        );
    }
    let _ = writeln!(
        text,
        "\\begin{{tikzpicture}}[x={unit:.4}pt,y=-{unit:.4}pt,inner sep=0pt]\n\\path[use as bounding box] (0,0) rectangle ({width:.0},{height:.0});"
    );
    text.push_str(&drawing.text);
    text.push_str("\\end{tikzpicture}\n");
    Ok(text)
}

/// Escapes the special characters of LaTeX.
///
/// ```
/// assert_eq!(whowins_draw::latex("50 % of {a_1}"), r"50 \% of \{a\_1\}");
/// ```
pub fn latex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("$<$"),
            '>' => out.push_str("$>$"),
            '|' => out.push_str("$|$"),
            '⊕' => out.push_str("$\\oplus$"),
            '·' => out.push_str("$\\cdot$"),
            '×' => out.push_str("$\\times$"),
            '≤' => out.push_str("$\\le$"),
            '≥' => out.push_str("$\\ge$"),
            '≠' => out.push_str("$\\ne$"),
            '→' => out.push_str("$\\to$"),
            'φ' => out.push_str("$\\varphi$"),
            '−' => out.push_str("$-$"),
            '`' => out.push_str("\\textasciigrave{}"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A drawing under construction.
#[derive(Default)]
struct Drawing {
    text: String,
    /// The colours so far, with their names.
    colours: BTreeMap<[u8; 3], String>,
    /// TeX points per pixel.
    unit: f32,
}

impl Drawing {
    fn group(&mut self, group: &Group) -> Result<(), DrawError> {
        let clip = group.clip_path();
        if let Some(clip) = clip {
            self.text.push_str("\\begin{scope}\n");
            let base = group.abs_transform().pre_concat(clip.transform());
            for node in clip.root().children() {
                if let Node::Path(path) = node {
                    let outline = outline(path.data(), base.pre_concat(path.abs_transform()));
                    let _ = writeln!(self.text, "\\clip {outline};");
                }
            }
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group)?,
                Node::Path(path) => self.path(path),
                Node::Image(_) => return Err(DrawError::Cells),
                Node::Text(text) => self.words(text),
            }
        }
        if clip.is_some() {
            self.text.push_str("\\end{scope}\n");
        }
        Ok(())
    }

    fn colour(&mut self, paint: &Paint) -> String {
        // Pictures of this crate have only solid colours.
        let Paint::Color(colour) = paint else {
            return "black".into();
        };
        // TeX names consist of letters.
        let letters = |number: usize| -> String {
            let digits = number.to_string();
            let letter = |digit: u8| char::from(b'a' + digit - b'0');
            digits.bytes().map(letter).collect()
        };
        let count = self.colours.len();
        let name = self
            .colours
            .entry([colour.red, colour.green, colour.blue])
            .or_insert_with(|| format!("whowins{}", letters(count)));
        name.clone()
    }

    fn path(&mut self, path: &Path) {
        let outline = outline(path.data(), path.abs_transform());
        // A line has no interior.
        let bounds = path.data().bounds();
        let is_area = bounds.width() > 0. && bounds.height() > 0.;
        if let Some(fill) = path.fill().filter(|_| is_area) {
            let colour = self.colour(fill.paint());
            let rule = match fill.rule() {
                FillRule::NonZero => "",
                FillRule::EvenOdd => ",even odd rule",
            };
            let _ = writeln!(self.text, "\\fill[{colour}{rule}] {outline};");
        }
        if let Some(stroke) = path.stroke() {
            let colour = self.colour(stroke.paint());
            let width = stroke.width().get() * self.unit;
            let _ = writeln!(
                self.text,
                "\\draw[{colour},line width={width:.3}pt] {outline};"
            );
        }
    }

    fn words(&mut self, text: &Text) {
        let at = text.abs_transform();
        let turn = at.ky.atan2(at.sx).to_degrees();
        for chunk in text.chunks() {
            let Some(span) = chunk.spans().first() else {
                continue;
            };
            let colour = span
                .fill()
                .map_or_else(|| "black".into(), |fill| self.colour(fill.paint()));
            let anchor = match chunk.anchor() {
                TextAnchor::Start => "base west",
                TextAnchor::Middle => "base",
                TextAnchor::End => "base east",
            };
            let [x, y] = [chunk.x(), chunk.y()].map(Option::unwrap_or_default);
            let (x, y) = (at.sx * x + at.kx * y + at.tx, at.ky * x + at.sy * y + at.ty);
            let size = span.font_size().get() * self.unit;
            let turned = match turn.abs() < 0.01 {
                true => String::new(),
                false => format!(",rotate={:.0}", -turn),
            };
            let _ = writeln!(
                self.text,
                "\\node[anchor={anchor}{turned},text={colour},font=\\fontsize{{{size:.2}}}{{{:.2}}}\\selectfont] at ({x:.2},{y:.2}) {{{}}};",
                size * 1.2,
                latex(chunk.text())
            );
        }
    }
}

/// Converts a path to TikZ.
fn outline(outline: &Outline, transform: Transform) -> String {
    let mut text = String::new();
    let Some(outline) = outline.clone().transform(transform) else {
        return text;
    };
    let mut last = (0., 0.);
    for segment in outline.segments() {
        let _ = match segment {
            PathSegment::MoveTo(to) => {
                last = (to.x, to.y);
                write!(text, "({:.2},{:.2})", to.x, to.y)
            }
            PathSegment::LineTo(to) => {
                last = (to.x, to.y);
                write!(text, "--({:.2},{:.2})", to.x, to.y)
            }
            PathSegment::QuadTo(by, to) => {
                // The same curve with two control points, each two thirds of the way from an end to
                // the control point.
                let near = |from: f32, by: f32| from + (by - from) * 2. / 3.;
                let one = (near(last.0, by.x), near(last.1, by.y));
                let two = (near(to.x, by.x), near(to.y, by.y));
                last = (to.x, to.y);
                write!(
                    text,
                    "..controls({:.2},{:.2})and({:.2},{:.2})..({:.2},{:.2})",
                    one.0, one.1, two.0, two.1, to.x, to.y
                )
            }
            PathSegment::CubicTo(one, two, to) => {
                last = (to.x, to.y);
                write!(
                    text,
                    "..controls({:.2},{:.2})and({:.2},{:.2})..({:.2},{:.2})",
                    one.x, one.y, two.x, two.y, to.x, to.y
                )
            }
            PathSegment::Close => {
                text.push_str("--cycle");
                Ok(())
            }
        };
    }
    text
}
