//! State diagrams of automata as SVG. States are in columns by their distance from the first state.
//!
//! Start reading at [`Diagram`].

use std::collections::VecDeque;

use svg::Document;
use svg::node::element::{Circle, Group, Path, Rectangle, Text, Title};

use crate::Theme;

/// A state diagram with labelled states and arrows. The first state is the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The title above the picture.
    pub title: String,
    /// The label of each state, and true for a double border.
    pub nodes: Vec<(String, bool)>,
    /// Arrows: source, target and label.
    pub edges: Vec<(usize, usize, String)>,
}

/// Minimum distance between columns and between rows.
const STEP: [f64; 2] = [150., 110.];
/// The radius of a state.
const RADIUS: f64 = 24.;
/// The font size.
const FONT: f64 = 13.;

impl Diagram {
    /// Returns the diagram as SVG.
    ///
    /// ```
    /// use whowins_draw::{Diagram, Theme};
    /// let parity = Diagram {
    ///     title: "reads n in base 2".into(),
    ///     nodes: vec![("P".into(), true), ("N".into(), false)],
    ///     edges: vec![
    ///         (0, 0, "0".into()),
    ///         (0, 1, "1".into()),
    ///         (1, 0, "0".into()),
    ///         (1, 1, "1".into()),
    ///     ],
    /// };
    /// assert!(parity.svg(Theme::Light).contains("<title"));
    /// ```
    pub fn svg(&self, theme: Theme) -> String {
        self.svg_along(theme, &[])
    }

    /// Returns the diagram as SVG with a highlighted path, given by its states in order. The last
    /// state is highlighted most.
    pub fn svg_along(&self, theme: Theme, way: &[usize]) -> String {
        let taken = |from: usize, to: usize| way.windows(2).any(|step| step == [from, to]);
        let places = self.places();
        let columns = places.iter().map(|one| one[0]).fold(0., f64::max) + self.step();
        let rows = places.iter().map(|one| one[1]).fold(0., f64::max) + STEP[1];
        let ink = theme.ink().hex();
        let paper = theme.paper().hex();
        let mut arrows = Group::new()
            .set("fill", "none")
            .set("stroke", ink.clone())
            .set("stroke-width", 1.2);
        let mut heads = Group::new().set("fill", ink.clone());
        let mut words = Group::new()
            .set("fill", ink.clone())
            .set("font-size", FONT)
            .set("font-family", "sans-serif")
            .set("text-anchor", "middle");
        if let Some([x, y]) = places.first().copied() {
            let (from, to) = ([x - RADIUS - 30., y], [x - RADIUS, y]);
            arrows = arrows.add(Path::new().set(
                "d",
                format!("M{:.1} {:.1} L{:.1} {:.1}", from[0], from[1], to[0], to[1]),
            ));
            heads = heads.add(head(to, [1., 0.]));
        }
        for (from, to, text) in &self.edges {
            let (Some(a), Some(b)) = (places.get(*from), places.get(*to)) else {
                continue;
            };
            let (curve, end, direction, at) = match from == to {
                true => round(*a),
                false => {
                    let back = self.edges.iter().any(|one| one.0 == *to && one.1 == *from);
                    between(*a, *b, back)
                }
            };
            let arrow = Path::new().set("d", curve);
            arrows = arrows.add(match taken(*from, *to) {
                true => arrow.set("stroke-width", 3),
                false => arrow,
            });
            heads = heads.add(head(end, direction));
            words = words.add(Text::new(text.clone()).set("x", at[0]).set("y", at[1]));
        }
        let mut states = Group::new()
            .set("stroke", ink)
            .set("fill", paper.clone())
            .set("stroke-width", 1.4);
        for (state, (place, (text, double))) in places.iter().zip(&self.nodes).enumerate() {
            let circle = |radius: f64| {
                let circle = Circle::new()
                    .set("cx", place[0])
                    .set("cy", place[1])
                    .set("r", radius);
                match (way.contains(&state), way.last() == Some(&state)) {
                    (_, true) => circle.set("stroke-width", 4),
                    (true, false) => circle.set("stroke-width", 2.6),
                    (false, false) => circle,
                }
            };
            states = states.add(circle(RADIUS));
            if *double {
                states = states.add(circle(RADIUS - 4.));
            }
            let size = if text.chars().count() > 5 {
                FONT * 0.7
            } else {
                FONT
            };
            words = words.add(
                Text::new(text.clone())
                    .set("x", place[0])
                    .set("y", place[1] + size * 0.35)
                    .set("font-size", size),
            );
        }
        words = words.add(
            Text::new(self.title.clone())
                .set("x", FONT)
                .set("y", FONT * 1.6)
                .set("text-anchor", "start"),
        );
        Document::new()
            .set("viewBox", (0, 0, columns.ceil() as i64, rows.ceil() as i64))
            .set("role", "img")
            .add(Title::new(self.title.clone()))
            .add(
                Rectangle::new()
                    .set("width", "100%")
                    .set("height", "100%")
                    .set("fill", paper),
            )
            .add(arrows)
            .add(states)
            .add(heads)
            .add(words)
            .to_string()
            + "\n"
    }

    /// Returns the distance between columns. The longest arrow label fits between two states.
    fn step(&self) -> f64 {
        let longest = self.edges.iter().map(|edge| edge.2.chars().count());
        let words = longest.max().unwrap_or(0) as f64 * FONT * 0.55;
        STEP[0].max(words + 2. * RADIUS)
    }

    /// Returns the position of each state: the column is the distance from the start, and the row
    /// is the order of discovery.
    fn places(&self) -> Vec<[f64; 2]> {
        let mut column: Vec<Option<usize>> = vec![None; self.nodes.len()];
        let mut queue = VecDeque::new();
        if !column.is_empty() {
            column[0] = Some(0);
            queue.push_back(0);
        }
        while let Some(at) = queue.pop_front() {
            for (_, to, _) in self.edges.iter().filter(|edge| edge.0 == at) {
                if let (Some(here), Some(None)) = (column[at], column.get(*to)) {
                    column[*to] = Some(here + 1);
                    queue.push_back(*to);
                }
            }
        }
        let mut filled: Vec<usize> = Vec::new();
        let step = self.step();
        column
            .iter()
            .map(|column| {
                let column = column.unwrap_or(0);
                filled.resize(filled.len().max(column + 1), 0);
                let row = filled[column];
                filled[column] += 1;
                // Adjacent columns are shifted vertically, so that arrows don't overlap.
                let shift = if column % 2 == 1 { STEP[1] / 3. } else { 0. };
                [
                    step * 0.6 + step * column as f64,
                    100. + STEP[1] * row as f64 + shift,
                ]
            })
            .collect()
    }
}

/// The path of an arrow, its end, its direction at the end, and the position of the label.
type ArrowPath = (String, [f64; 2], [f64; 2], [f64; 2]);

/// Returns an arrow from a state to itself, above the state.
fn round([x, y]: [f64; 2]) -> ArrowPath {
    let (left, right, top) = (x - 11., x + 11., y - RADIUS + 2.);
    let way = format!(
        "M{left:.1} {top:.1} C{:.1} {:.1} {:.1} {:.1} {right:.1} {top:.1}",
        x - 26.,
        y - RADIUS - 34.,
        x + 26.,
        y - RADIUS - 34.
    );
    (way, [right, top], [-0.35, 1.], [x, y - RADIUS - 28.])
}

/// Returns an arrow between two states. It is bent if there is an arrow back.
fn between(a: [f64; 2], b: [f64; 2], back: bool) -> ArrowPath {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let length = dx.hypot(dy).max(1.);
    let (ux, uy) = (dx / length, dy / length);
    let bend = if back || length > 1.6 * STEP[0] {
        0.18 * length
    } else {
        8.
    };
    // The label is to the left of the arrow.
    let middle = [
        (a[0] + b[0]) / 2. + uy * bend,
        (a[1] + b[1]) / 2. - ux * bend,
    ];
    let toward = |from: [f64; 2], to: [f64; 2]| {
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let length = dx.hypot(dy).max(1.);
        [dx / length, dy / length]
    };
    let out = toward(a, middle);
    let into = toward(middle, b);
    let from = [a[0] + out[0] * RADIUS, a[1] + out[1] * RADIUS];
    let to = [b[0] - into[0] * RADIUS, b[1] - into[1] * RADIUS];
    let way = format!(
        "M{:.1} {:.1} Q{:.1} {:.1} {:.1} {:.1}",
        from[0], from[1], middle[0], middle[1], to[0], to[1]
    );
    let words = [
        (from[0] + 2. * middle[0] + to[0]) / 4. + uy * 8.,
        (from[1] + 2. * middle[1] + to[1]) / 4. - ux * 8. + 4.,
    ];
    (way, to, into, words)
}

/// Returns an arrowhead.
fn head([x, y]: [f64; 2], [dx, dy]: [f64; 2]) -> Path {
    const LONG: f64 = 9.;
    const WIDE: f64 = 4.;
    let length = dx.hypot(dy).max(0.1);
    let (ux, uy) = (dx / length, dy / length);
    let back = [x - LONG * ux, y - LONG * uy];
    Path::new().set(
        "d",
        format!(
            "M{x:.1} {y:.1} L{:.1} {:.1} L{:.1} {:.1} Z",
            back[0] - uy * WIDE,
            back[1] + ux * WIDE,
            back[0] + uy * WIDE,
            back[1] - ux * WIDE
        ),
    )
}
