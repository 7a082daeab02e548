//! `GET /api/thumb`: a small picture of a shipped game.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use serde::Deserialize;
use whowins::shipped;
use whowins_analysis::tokens::Cell;
use whowins_analysis::{Game, Position};
use whowins_draw::{Rgb, Theme, classes};
use whowins_engine::Limits;
use whowins_rules::Rules;
use whowins_views::{MapRequest, Show};

use super::first;
use super::games::{example, values};
use super::map::Ground;
use crate::Desk;
use crate::lanes::Lane;
use crate::limits;
use crate::refusal::Refusal;
use crate::request::{Answer, Keep, Request, short};

/// The query.
#[derive(Deserialize)]
pub struct Query {
    name: String,
    #[serde(default)]
    theme: Ground,
}

/// Cells a side of a thumb's map, and heaps of a strip's.
const CELLS: usize = 28;
/// Pixels a side of a thumb.
const SIDE: usize = 168;

/// Answers with a picture.
pub async fn thumb(desk: Arc<Desk>, request: Request) -> Result<Answer, Refusal> {
    let query: Query = request.fields()?;
    let name = short("name", &query.name)?.to_string();
    let theme = Theme::from(query.theme);
    let key = format!("thumb|{name}|{theme:?}");
    let picture = match desk.kept.get(&key) {
        Some(kept) => kept,
        None => {
            let draw = move |limits: &Limits| drawn(&name, theme, limits);
            let picture: Bytes = desk.run(Lane::Light, draw).await?.into();
            desk.kept.put(key, picture.clone(), picture.len() + 256);
            picture
        }
    };
    Ok(Answer::new("image/svg+xml", picture).kept(Keep::Seconds(86_400)))
}

fn drawn(name: &str, theme: Theme, limits: &Limits) -> Result<String, Refusal> {
    let all = shipped::all();
    let game = all
        .iter()
        .find(|game| game.name == name)
        .ok_or_else(|| Refusal::new(404, "not-found", "there is no shipped game of this name"))?;
    let rules = Rules::parse_with(game.name, game.text, &shipped::ShippedGames)?;
    let values = values(&rules, &example(name));
    let game = rules.game(&values)?;
    let picture = Picture::new(theme);
    let map = |size: String, width| {
        let short = limits
            .clone()
            .with_time(limits::LIGHT_TIME.min(Duration::from_secs(2)));
        let request = MapRequest {
            size: Some(size),
            from: None,
            slice: slice(&game),
            width,
            show: Show::Outcome,
            player: None,
            no_law: true,
            terminal: None,
        };
        request.fill(&rules, &values, &short).ok()
    };
    let start = first::position(&game);
    let drawing = match game.numbers() {
        Some(numbers) if numbers.variables.len() == 1 => {
            let width = 16;
            map((width * 16).to_string(), Some(width as u32))
                .map(|filled| picture.plane(&filled.map.cells, true))
        }
        None if game.codes().is_none() => None,
        _ => map(format!("{CELLS}x{CELLS}"), None)
            .map(|filled| picture.plane(&filled.map.cells, filled.map.downwards)),
    };
    Ok(drawing.unwrap_or_else(|| picture.position(&game, &start)))
}

/// All variables but two at a small value.
fn slice(game: &Game) -> Vec<String> {
    let Some(numbers) = game.numbers() else {
        return Vec::new();
    };
    let rest = numbers.variables.iter().skip(2);
    rest.map(|variable| {
        format!(
            "{}={}",
            variable.name,
            variable.least.max(variable.most.unwrap_or(3).min(3))
        )
    })
    .collect()
}

struct Picture {
    theme: Theme,
}

impl Picture {
    fn new(theme: Theme) -> Self {
        Self { theme }
    }

    fn framed(&self, width: usize, height: usize, inner: &str) -> String {
        // A square, with what is drawn in its middle.
        let side = width.max(height).max(1);
        let (left, top) = ((side - width) as f64 / 2., (side - height) as f64 / 2.);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{SIDE}\" height=\"{SIDE}\" viewBox=\"{} {} {side} {side}\" role=\"img\"><rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"{}\"/>{inner}</svg>",
            -left,
            -top,
            -left,
            -top,
            self.theme.paper().hex()
        )
    }

    /// Cells as squares, those in a row of one colour as one.
    fn plane(&self, cells: &whowins_draw::Cells, downwards: bool) -> String {
        let (width, height) = (cells.width(), cells.height());
        let colour = |value: u16| -> Rgb {
            let class = classes().get(usize::from(value)).map(|class| class.2);
            class.unwrap_or(self.theme.blank())
        };
        let mut inner = String::from("<g shape-rendering=\"crispEdges\">");
        for row in 0..height {
            let y = if downwards { row } else { height - 1 - row };
            let mut column = 0;
            while column < width {
                let value = cells.get(column, row);
                let run = (column..width)
                    .take_while(|at| cells.get(*at, row) == value)
                    .count();
                let _ = write!(
                    inner,
                    "<rect x=\"{column}\" y=\"{y}\" width=\"{run}\" height=\"1\" fill=\"{}\"/>",
                    colour(value).hex()
                );
                column += run;
            }
        }
        inner.push_str("</g>");
        self.framed(width, height, &inner)
    }

    /// A row, a board, or a map with its tokens.
    fn position(&self, game: &Game, position: &Position) -> String {
        let (rows, columns) = game.size_of(position);
        match (game.tokens(), position.places(), position.cells()) {
            (_, _, Some(cells)) if game.board().is_some() => {
                self.board(rows, columns, |row, column| {
                    usize::from(cells[row * columns + column])
                })
            }
            (Some(tokens), Some(places), _) => match &tokens.map {
                Some(map) => {
                    let columns = map.lines.first().map_or(0, Vec::len);
                    let at = |row: usize, column: usize| {
                        let here = |place: &u32| {
                            tokens.cells[*place as usize]
                                == Cell::Square {
                                    row: row + 1,
                                    column: column + 1,
                                }
                        };
                        let square = Cell::Square {
                            row: row + 1,
                            column: column + 1,
                        };
                        match places.iter().position(here) {
                            Some(token) => token + 1,
                            None if tokens.cells.contains(&square) => 0,
                            None => WALL,
                        }
                    };
                    self.board(map.lines.len(), columns, at)
                }
                None => self.graph(tokens.cells.len(), &places, tokens),
            },
            _ => self.framed(1, 1, ""),
        }
    }

    fn board(&self, rows: usize, columns: usize, symbol: impl Fn(usize, usize) -> usize) -> String {
        // A cut of a board that is too large to be seen.
        let (rows, columns) = (rows.min(12), columns.min(12));
        let (ink, blank) = (self.theme.ink().hex(), self.theme.blank().hex());
        let mut inner = String::new();
        for row in 0..rows {
            for column in 0..columns {
                let symbol = symbol(row, column);
                let fill = if symbol == WALL { &ink } else { &blank };
                let _ = write!(
                    inner,
                    "<rect x=\"{}\" y=\"{}\" width=\"9\" height=\"9\" rx=\"1\" fill=\"{fill}\"/>",
                    column * 10,
                    row * 10
                );
                if (1..WALL).contains(&symbol) {
                    let colour = piece(symbol).hex();
                    let _ = write!(
                        inner,
                        "<circle cx=\"{}.5\" cy=\"{}.5\" r=\"3.2\" fill=\"{colour}\"/>",
                        column * 10 + 4,
                        row * 10 + 4
                    );
                }
            }
        }
        self.framed(columns * 10, rows * 10, &inner)
    }

    fn graph(
        &self,
        nodes: usize,
        places: &[u32],
        tokens: &whowins_analysis::tokens::Tokens,
    ) -> String {
        let nodes = nodes.min(40);
        let point = |node: usize| {
            let angle = node as f64 / nodes.max(1) as f64 * std::f64::consts::TAU;
            (50. + 36. * angle.sin(), 50. - 36. * angle.cos())
        };
        let ink = self.theme.ink().hex();
        let mut inner = String::new();
        let steps = tokens.relations.first().map(|all| all.forward.as_slice());
        for (from, to) in steps.unwrap_or_default().iter().enumerate().take(nodes) {
            for to in to.iter().map(|to| *to as usize).filter(|to| *to < nodes) {
                let ((x1, y1), (x2, y2)) = (point(from), point(to));
                let _ = write!(
                    inner,
                    "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{ink}\" stroke-width=\"1.5\"/>"
                );
            }
        }
        for node in 0..nodes {
            let (x, y) = point(node);
            let token = places.iter().position(|place| *place as usize == node);
            let (radius, fill) = match token {
                Some(token) => (8, piece(token + 1).hex()),
                None => (4, ink.clone()),
            };
            let _ = write!(
                inner,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\"/>"
            );
        }
        self.framed(100, 100, &inner)
    }
}

/// What no token can stand on.
const WALL: usize = usize::MAX;

/// The colour of a symbol or token, counted from 1.
fn piece(number: usize) -> Rgb {
    let all = classes();
    all[[1, 2, 4, 3, 0][(number - 1) % 5]].2
}
