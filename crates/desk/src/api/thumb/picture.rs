//! Small pictures: maps as squares, and positions as the pieces that they are made of. What has one
//! colour is one path, so that a picture has few bytes.

use std::fmt::Write;
use std::sync::Arc;

use whowins_analysis::program::{Ground, Holding, Notation, On, Program};
use whowins_analysis::tokens::{Cell, Tokens};
use whowins_analysis::{Game, Player, Position};
use whowins_draw::{Cells, Rgb, Theme, classes};

/// Pixels a side.
const SIDE: usize = 168;
/// A cell of a position: its side with the gap beside it, and its square.
const CELL: usize = 10;
const SQUARE: usize = 9;
/// Cells a side of a position that are drawn: of a larger one its corner.
const MOST: usize = 12;
/// Between the parts of a position.
const GAP: usize = 5;
/// What no token can stand on.
const WALL: usize = usize::MAX;

/// A picture of a theme, with nothing on it.
pub struct Picture {
    theme: Theme,
    /// What is drawn so far, a path for each colour, in the order in which the colours came.
    paths: Vec<(String, String)>,
    /// Lines, a path for each colour, under all of it, and words, above.
    lines: Vec<(String, String)>,
    words: String,
}

impl Picture {
    /// An empty one.
    pub fn new(theme: Theme) -> Self {
        Self {
            theme,
            paths: Vec::new(),
            lines: Vec::new(),
            words: String::new(),
        }
    }

    fn path(&mut self, colour: Rgb) -> &mut String {
        of_colour(&mut self.paths, colour)
    }

    /// A line, by ten times its ends.
    fn line(&mut self, colour: Rgb, from: [usize; 2], to: [usize; 2]) {
        let [from, to] = [from, to].map(|at| at.map(|part| part / 10));
        let path = of_colour(&mut self.lines, colour);
        let _ = write!(path, "M{} {}L{} {}", from[0], from[1], to[0], to[1]);
    }

    fn rectangle(&mut self, colour: Rgb, x: usize, y: usize, width: usize, height: usize) {
        let _ = write!(self.path(colour), "M{x} {y}h{width}v{height}h-{width}z");
    }

    /// A disc, by ten times its middle and radius.
    fn disc(&mut self, colour: Rgb, [x, y]: [usize; 2], radius: usize) {
        let tenth = |number: usize| number as f64 / 10.;
        let (left, y, r) = (tenth(x) - tenth(radius), tenth(y), tenth(radius));
        let wide = 2. * r;
        let _ = write!(
            self.path(colour),
            "M{left} {y}a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0-{wide} 0"
        );
    }

    fn word(&mut self, x: usize, y: usize, word: &str) {
        let escaped = word.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(self.words, "<text x=\"{x}\" y=\"{y}\">{escaped}</text>");
    }

    /// The picture's text: a square, with what is drawn in its middle.
    fn framed(self, width: usize, height: usize) -> String {
        let side = width.max(height).max(1);
        let [left, top] = [width, height].map(|length| (length as f64 - side as f64) / 2.);
        let (paper, ink) = (self.theme.paper().hex(), self.theme.ink().hex());
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{SIDE}\" height=\"{SIDE}\" viewBox=\"{left} {top} {side} {side}\" role=\"img\"><path fill=\"{paper}\" d=\"M{left} {top}h{side}v{side}h-{side}z\"/>"
        );
        for (colour, path) in &self.lines {
            let _ = write!(
                text,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"
            );
        }
        for (colour, path) in &self.paths {
            let _ = write!(text, "<path fill=\"{colour}\" d=\"{path}\"/>");
        }
        if !self.words.is_empty() {
            let _ = write!(
                text,
                "<g fill=\"{ink}\" font-family=\"sans-serif\" font-size=\"6.5\" text-anchor=\"middle\">{}</g>",
                self.words
            );
        }
        text + "</svg>"
    }

    /// A map: cells as squares, those in a row of one colour as one.
    pub fn plane(mut self, cells: &Cells, downwards: bool) -> String {
        let (width, height) = (cells.width(), cells.height());
        for row in 0..height {
            let y = if downwards { row } else { height - 1 - row };
            let mut column = 0;
            while column < width {
                let value = cells.get(column, row);
                let run = (column..width)
                    .take_while(|at| cells.get(*at, row) == value)
                    .count();
                let class = classes().get(usize::from(value)).map(|class| class.2);
                let colour = class.unwrap_or(self.theme.blank());
                self.rectangle(colour, column, y, run, 1);
                column += run;
            }
        }
        let text = self.framed(width, height);
        text.replacen("<svg ", "<svg shape-rendering=\"crispEdges\" ", 1)
    }

    /// A row, a board, a map with its tokens, or parts one under the other.
    pub fn position(mut self, game: &Game, position: &Position) -> String {
        let (rows, columns) = game.size_of(position);
        if let Some(program) = game.program() {
            return self.parts(program, position);
        }
        let (width, height) = match (game.tokens(), position.places(), position.cells()) {
            (_, _, Some(cells)) if game.board().is_some() => {
                let symbol = |row: usize, column: usize| usize::from(cells[row * columns + column]);
                self.board(0, [rows, columns], symbol)
            }
            (Some(tokens), Some(places), _) => self.tokens(tokens, &places),
            _ => {
                let numbers = position.naturals().unwrap_or_default();
                let heights: Vec<usize> = numbers.iter().map(small).collect();
                self.heaps(0, &heights)
            }
        };
        self.framed(width, height)
    }

    /// Cells with a piece each, from a height on; their width and height.
    fn board(
        &mut self,
        top: usize,
        [rows, columns]: [usize; 2],
        symbol: impl Fn(usize, usize) -> usize,
    ) -> (usize, usize) {
        let (rows, columns) = (rows.min(MOST), columns.min(MOST));
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |at| (row, at))) {
            let symbol = symbol(row, column);
            let (x, y) = (column * CELL, top + row * CELL);
            let ground = match symbol {
                WALL => self.theme.ink(),
                _ => self.theme.blank(),
            };
            self.rectangle(ground, x, y, SQUARE, SQUARE);
            if (1..WALL).contains(&symbol) {
                self.disc(piece(symbol), [x * 10 + 45, y * 10 + 45], 32);
            }
        }
        ((columns * CELL).max(1), (rows * CELL).max(1))
    }

    fn tokens(&mut self, tokens: &Tokens, places: &[u32]) -> (usize, usize) {
        let Some(map) = &tokens.map else {
            let steps = tokens.relations.first().map(|all| all.forward.as_slice());
            let steps = steps.unwrap_or_default().iter().enumerate();
            let edges = steps.flat_map(|(from, to)| to.iter().map(move |to| [from, *to as usize]));
            let ink = self.theme.ink();
            let edges: Vec<([usize; 2], Rgb)> = edges.map(|ends| (ends, ink)).collect();
            let symbol = |node: usize| {
                let token = places.iter().position(|place| *place as usize == node);
                token.map_or(0, |token| token + 1)
            };
            return self.graph(0, tokens.cells.len(), &edges, symbol);
        };
        let columns = map.lines.first().map_or(0, Vec::len);
        let symbol = |row: usize, column: usize| {
            let (row, column) = (row + 1, column + 1);
            let square = Cell::Square { row, column };
            let here = |place: &u32| tokens.cells[*place as usize] == square;
            match places.iter().position(here) {
                Some(token) => token + 1,
                None if tokens.cells.contains(&square) => 0,
                None => WALL,
            }
        };
        self.board(0, [map.lines.len(), columns], symbol)
    }

    /// Nodes in a ring, a disc where something stands; edges with the colour of each.
    fn graph(
        &mut self,
        top: usize,
        nodes: usize,
        edges: &[([usize; 2], Rgb)],
        symbol: impl Fn(usize) -> usize,
    ) -> (usize, usize) {
        let nodes = nodes.min(40);
        let point = |node: usize| {
            let angle = node as f64 / nodes.max(1) as f64 * std::f64::consts::TAU;
            let place = |part: f64| (500. + 380. * part).round() as usize;
            [place(angle.sin()), top * 10 + place(-angle.cos())]
        };
        for ([from, to], colour) in edges {
            if (*from).max(*to) < nodes {
                self.line(*colour, point(*from), point(*to));
            }
        }
        for node in 0..nodes {
            match symbol(node) {
                0 => self.disc(self.theme.ink(), point(node), 40),
                some => self.disc(piece(some), point(node), 80),
            }
        }
        (100, 100)
    }

    /// The parts that lie on one graph, on it: what stands on its nodes, and of its edges those
    /// that are in a part in the part's colour.
    fn ground(
        &mut self,
        top: usize,
        ground: &Ground,
        parts: &[(&Holding, Vec<usize>)],
    ) -> (usize, usize) {
        let takes = |part: &Holding| part.on.as_ref().is_some_and(|on| on.edges);
        let bare = match parts.iter().any(|(part, _)| takes(part)) {
            true => self.theme.blank(),
            false => self.theme.ink(),
        };
        let mut nodes = vec![0; ground.nodes.len()];
        let ends = ground.edges.iter().map(|edge| [edge.from, edge.to]);
        let mut edges: Vec<([usize; 2], Rgb)> = ends.map(|ends| (ends, bare)).collect();
        for (own, (part, values)) in (1..).zip(parts) {
            let stand = matches!(part.notation, Notation::Tokens { .. });
            for (at, value) in values
                .iter()
                .enumerate()
                .filter(|(_, value)| stand || **value > 0)
            {
                if stand {
                    nodes
                        .get_mut(*value)
                        .into_iter()
                        .for_each(|node| *node = own);
                } else if takes(part) {
                    edges
                        .get_mut(at)
                        .into_iter()
                        .for_each(|edge| edge.1 = piece(own));
                } else {
                    nodes
                        .get_mut(at)
                        .into_iter()
                        .for_each(|node| *node = *value);
                }
            }
        }
        self.graph(top, nodes.len(), &edges, |node| nodes[node])
    }

    /// Numbers as columns of squares, which stand on one line; a large one is cut.
    fn heaps(&mut self, top: usize, heights: &[usize]) -> (usize, usize) {
        let heights = &heights[..heights.len().min(MOST)];
        let tall = heights.iter().copied().max().unwrap_or(0).clamp(1, MOST);
        for (column, height) in heights.iter().enumerate() {
            self.rectangle(
                self.theme.ink(),
                column * CELL,
                top + tall * CELL,
                SQUARE,
                1,
            );
            for at in 0..(*height).min(MOST) {
                let y = top + (tall - 1 - at) * CELL;
                self.rectangle(piece(1), column * CELL, y, SQUARE, SQUARE);
            }
        }
        (heights.len().max(1) * CELL, tall * CELL + 2)
    }

    fn parts(mut self, program: &Program, position: &Position) -> String {
        let state = position.core_state(Player::First);
        // A sum of any number of components has no parts of its own.
        let components = match &program.sum {
            Some(sum) if sum.any => {
                let all = sum.split(&state).into_iter();
                all.map(|(game, own)| (&*sum.games[game].1, own)).collect()
            }
            _ => vec![(program, state)],
        };
        let (mut width, mut top) = (1, 0);
        for (program, state) in &components {
            let values = |part: &Holding| -> Vec<usize> {
                let values = state[part.part].iter();
                values.map(small).collect()
            };
            for (at, part) in program.parts.iter().enumerate() {
                let drawn = match &part.on {
                    Some(On { ground, .. }) => {
                        let here = |one: &&Holding| lies_on(one, ground);
                        // All that lies on one graph is drawn with the first.
                        if program.parts[..at].iter().any(|one| here(&one)) {
                            continue;
                        }
                        let all = program.parts.iter().filter(here);
                        let all: Vec<_> = all.map(|one| (one, values(one))).collect();
                        self.ground(top, ground, &all)
                    }
                    None => {
                        let columns = match &part.notation {
                            Notation::Cells {
                                columns: Some(of), ..
                            } => state[*of].first().map(small),
                            _ => None,
                        };
                        self.part(top, part, &values(part), columns)
                    }
                };
                width = width.max(drawn.0);
                top += drawn.1 + GAP;
            }
        }
        self.framed(width, (top - GAP.min(top)).max(1))
    }

    fn part(
        &mut self,
        top: usize,
        part: &Holding,
        values: &[usize],
        columns: Option<usize>,
    ) -> (usize, usize) {
        let all = values.len();
        let value = |at: usize| values.get(at).copied().unwrap_or(0);
        match &part.notation {
            Notation::Cells { size, .. } => {
                let columns = columns.or(size.map(|size| size.1)).unwrap_or(all).max(1);
                let symbol = |row: usize, column: usize| value(row * columns + column);
                self.board(top, [all.div_ceil(columns), columns], symbol)
            }
            Notation::Subset { .. } | Notation::Nodes { .. } => {
                let columns = all.clamp(1, 6);
                let member = |row: usize, column: usize| value(row * columns + column);
                self.board(top, [all.div_ceil(columns), columns], member)
            }
            Notation::Tokens { places, .. } => {
                let words = values
                    .iter()
                    .map(|at| places.get(*at).map_or("", String::as_str));
                self.written(top, &words.collect::<Vec<_>>().join(" "))
            }
            Notation::Number { words } => {
                let number = value(0);
                let word = words.get(number).cloned();
                let word = word.unwrap_or_else(|| format!("{} {number}", part.name));
                self.written(top, &word)
            }
            Notation::Numbers {
                columns: Some(columns),
                ..
            } => {
                let lit = |row: usize, column: usize| value(row * columns + column);
                self.board(top, [all.div_ceil((*columns).max(1)), *columns], lit)
            }
            Notation::Numbers { .. } => self.heaps(top, values),
        }
    }

    /// A line of words.
    fn written(&mut self, top: usize, words: &str) -> (usize, usize) {
        let words: String = words.chars().take(16).collect();
        let width = (words.chars().count() * 4).max(40);
        self.word(width / 2, top + 8, &words);
        (width, CELL)
    }
}

/// What is drawn in this colour so far.
fn of_colour(paths: &mut Vec<(String, String)>, colour: Rgb) -> &mut String {
    let colour = colour.hex();
    let at = paths.iter().position(|(own, _)| *own == colour);
    let at = at.unwrap_or_else(|| {
        paths.push((colour, String::new()));
        paths.len() - 1
    });
    &mut paths[at].1
}

/// Whether a part lies on this graph.
fn lies_on(part: &Holding, ground: &Arc<Ground>) -> bool {
    let own = part.on.as_ref().map(|on| &on.ground);
    own.is_some_and(|own| Arc::ptr_eq(own, ground))
}

/// A number as far as it can be drawn.
fn small<N: Clone + TryInto<usize>>(number: &N) -> usize {
    number.clone().try_into().unwrap_or(MOST)
}

/// The colour of a symbol or token, counted from 1.
fn piece(number: usize) -> Rgb {
    let all = classes();
    all[[1, 2, 4, 3, 0][(number - 1) % 5]].2
}
