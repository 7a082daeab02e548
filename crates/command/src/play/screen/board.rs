//! Draws a position with the chosen move.

use std::collections::HashMap;

use dashu_int::UBig;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use whowins_analysis::Value;
use whowins_analysis::board::Board;
use whowins_analysis::numbers::Numbers;
use whowins_analysis::tokens::{Cell, Tokens};
use whowins_views::play::Choice;

use super::app::App;
use super::view::View;
use crate::card::short;
use crate::play::picture::{ground, letter, lines, node};

/// The style of the chosen move.
pub const CHOSEN: Style = Style::new().add_modifier(Modifier::REVERSED);
/// The style of a piece.
pub const PIECE: Style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
/// The style of the background.
pub const FAINT: Style = Style::new().fg(Color::DarkGray);

/// Returns the symbol of a value and its colour. The symbols differ too.
pub fn mark(value: Option<Value>) -> (&'static str, Style) {
    match value {
        Some(Value::Win) => ("+", Style::new().fg(Color::Cyan)),
        Some(Value::Loss) => ("-", Style::new().fg(Color::LightRed)),
        Some(Value::Draw) => ("=", Style::new().fg(Color::Yellow)),
        None => ("?", FAINT),
    }
}

/// Draws the position in this many columns and rows of the screen.
pub fn board(app: &App, view: &View, width: usize, height: usize) -> Vec<Line<'static>> {
    let chosen = app.choice();
    let game = &view.game;
    let position = &view.position;
    let numbers = position.naturals().unwrap_or_default();
    if let Some(shape) = game.numbers() {
        return match numbers.as_slice() {
            [x, y] if width >= 12 && height >= 5 => plane(app, view, shape, [x, y], width, height),
            _ => piles(view, &numbers, chosen, Some(shape), width),
        };
    }
    if game.codes().is_some() {
        return piles(view, &numbers, chosen, None, width);
    }
    if let (Some(board), Some(cells)) = (game.board(), position.cells()) {
        let (_, columns) = game.size_of(position);
        return cells_of(board, columns, &cells, chosen, width, height);
    }
    if let (Some(tokens), Some(at)) = (game.tokens(), position.places()) {
        return on_map(tokens, &at, chosen, width, height);
    }
    let lines = lines(game, position).into_iter().take(height);
    lines.map(|line| Line::styled(line, PIECE)).collect()
}

/// Draws two numbers as a square of a board, (0, 0) at the bottom left, with the squares that a
/// move can reach.
fn plane(
    app: &App,
    view: &View,
    shape: &Numbers,
    at: [&UBig; 2],
    width: usize,
    height: usize,
) -> Vec<Line<'static>> {
    let label = 5;
    let columns = (width - label) / 2;
    let rows = height - 2;
    // The piece goes left and down, so those squares are in view.
    let corner = |number: &UBig, seen: usize| match usize::try_from(number) {
        Ok(small) if small < seen => UBig::ZERO,
        _ => number - UBig::from(seen - 2),
    };
    let low = [corner(at[0], columns), corner(at[1], rows)];
    let mut seen: HashMap<(UBig, UBig), usize> = HashMap::new();
    for (index, choice) in app.choices().iter().enumerate() {
        if let Some([x, y]) = choice.to.naturals().as_deref() {
            seen.entry((x.clone(), y.clone())).or_insert(index);
        }
    }
    let mut lines = Vec::new();
    for row in (0..rows).rev() {
        let y = &low[1] + UBig::from(row);
        let text = y.to_string();
        let named = text.len() < label && (row % 2 == 0 || y == *at[1]);
        let mut spans = vec![Span::styled(
            format!("{:>4} ", if named { text } else { String::new() }),
            FAINT,
        )];
        for column in 0..columns {
            let x = &low[0] + UBig::from(column);
            let piece = x == *at[0] && y == *at[1];
            let (symbol, style) = match seen.get(&(x, y.clone())) {
                _ if piece => ("●", PIECE),
                Some(index) => {
                    let choice = &app.choices()[*index];
                    let (symbol, style) = match view.verdicts {
                        true => mark(choice.value),
                        false => ("○", Style::new()),
                    };
                    match (*index == app.chosen, app.marked.contains(index)) {
                        (true, _) => (symbol, style.patch(CHOSEN)),
                        (_, true) => ("x", CHOSEN),
                        _ => (symbol, style),
                    }
                }
                None => ("·", FAINT),
            };
            spans.push(Span::styled(symbol, style));
            spans.push(Span::raw(" "));
        }
        lines.push(Line::from(spans));
    }
    lines.push(Line::styled(foot(&low[0], columns, label), FAINT));
    let [x, y] = [0, 1].map(|variable: usize| {
        format!(
            "{} = {}",
            shape.variables[variable].name,
            short(&at[variable].to_string())
        )
    });
    lines.push(Line::from(format!("{:label$}{x}, {y}", "")));
    lines
}

/// Returns the numbers below every fifth column of a board.
fn foot(low: &UBig, columns: usize, label: usize) -> String {
    let mut foot = " ".repeat(label);
    for column in 0..columns {
        let text = (low + UBig::from(column)).to_string();
        let wanted = label + 2 * column;
        if column % 5 == 0 && foot.len() <= wanted && text.len() < 9 {
            foot += &" ".repeat(wanted - foot.len());
            foot += &text;
        }
    }
    foot
}

/// Draws heaps as piles of stones. The stones that the chosen move takes are hollow.
fn piles(
    view: &View,
    numbers: &[UBig],
    chosen: Option<&Choice>,
    shape: Option<&Numbers>,
    width: usize,
) -> Vec<Line<'static>> {
    let after = chosen.filter(|_| shape.is_some());
    let after = after.and_then(|choice| choice.to.naturals());
    let mut lines: Vec<Line> = numbers
        .iter()
        .enumerate()
        .map(|(at, number)| {
            let variable = shape.map(|shape| &shape.variables[at]);
            let name = variable.map_or(String::new(), |variable| format!("{} ", variable.name));
            let word =
                variable.and_then(|variable| variable.words.get(usize::try_from(number).ok()?));
            let text = word.cloned().unwrap_or_else(|| number.to_string());
            let mut spans = vec![Span::raw(format!("{name}{:>4}  ", short(&text)))];
            let room = width.saturating_sub(name.len() + 8);
            if let Ok(stones) = usize::try_from(number)
                && stones <= room
                && word.is_none()
            {
                let left = after
                    .as_ref()
                    .and_then(|after| usize::try_from(&after[at]).ok());
                let kept = left.unwrap_or(stones).min(stones);
                spans.push(Span::styled("●".repeat(kept), PIECE));
                spans.push(Span::styled("○".repeat(stones - kept), CHOSEN));
            }
            Line::from(spans)
        })
        .collect();
    if numbers.is_empty() {
        lines.push(Line::from("no heap is left"));
    }
    if let Some(choice) = chosen {
        lines.push(Line::default());
        let then = short(&view.game.show(&choice.to));
        lines.push(Line::styled(format!("then {then}"), FAINT));
    }
    lines
}

/// Returns the range of cells in view that includes `wanted`.
fn window(cells: usize, seen: usize, wanted: usize) -> std::ops::Range<usize> {
    let seen = seen.max(1);
    let start = wanted
        .saturating_sub(seen / 2)
        .min(cells.saturating_sub(seen));
    start..(start + seen).min(cells)
}

/// Draws the cells of a row or board, and highlights those that the chosen move changes.
fn cells_of(
    board: &Board,
    columns: usize,
    cells: &[u8],
    chosen: Option<&Choice>,
    width: usize,
    height: usize,
) -> Vec<Line<'static>> {
    let columns = columns.max(1);
    let after = chosen.and_then(|choice| choice.to.cells());
    let changed = |at: usize| after.as_ref().is_some_and(|after| after[at] != cells[at]);
    let first = (0..cells.len()).find(|at| changed(*at)).unwrap_or(0);
    // A long single row is broken at the width.
    if board.row && columns * 2 > width {
        let wide = (width / 2).max(1);
        let lines = cells.len().div_ceil(wide);
        let seen = window(lines, height, first / wide);
        return seen
            .map(|line| {
                let all = line * wide..((line + 1) * wide).min(cells.len());
                Line::from(
                    all.flat_map(|at| cell(board, cells[at], changed(at)))
                        .collect::<Vec<_>>(),
                )
            })
            .collect();
    }
    let seen_rows = window(cells.len() / columns, height, first / columns);
    let seen_columns = window(columns, width / 2, first % columns);
    seen_rows
        .map(|row| {
            let all = seen_columns.clone().map(|column| row * columns + column);
            Line::from(
                all.flat_map(|at| cell(board, cells[at], changed(at)))
                    .collect::<Vec<_>>(),
            )
        })
        .collect()
}

fn cell(board: &Board, symbol: u8, changed: bool) -> [Span<'static>; 2] {
    let style = match (changed, symbol) {
        (true, _) => CHOSEN,
        (false, 0) => FAINT,
        (false, 1) => PIECE,
        (false, _) => Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD),
    };
    let text = board.alphabet[usize::from(symbol)].to_string();
    [Span::styled(text, style), Span::raw(" ")]
}

/// Draws tokens on their map, and highlights the squares that the chosen move reaches.
fn on_map(
    tokens: &Tokens,
    at: &[u32],
    chosen: Option<&Choice>,
    width: usize,
    height: usize,
) -> Vec<Line<'static>> {
    let after = chosen.and_then(|choice| choice.to.places());
    let moved = |token: usize| {
        after
            .as_ref()
            .filter(|after| after[token] != at[token])
            .map(|after| after[token])
    };
    let Some(map) = &tokens.map else {
        let name = |cell: u32| node(&tokens.cells[cell as usize]);
        return tokens
            .names
            .iter()
            .enumerate()
            .map(|(token, text)| {
                let mut spans = vec![
                    Span::raw(format!("{text} at ")),
                    Span::styled(name(at[token]), PIECE),
                ];
                if let Some(to) = moved(token) {
                    spans.push(Span::raw(" -> "));
                    spans.push(Span::styled(name(to), CHOSEN));
                }
                Line::from(spans)
            })
            .collect();
    };
    let square = |cell: u32| match tokens.cells[cell as usize] {
        Cell::Square { row, column } => (row - 1, column - 1),
        Cell::Node(_) => (0, 0),
    };
    let standing: Vec<(usize, usize)> = at.iter().map(|cell| square(*cell)).collect();
    let targets: Vec<(usize, usize)> = (0..at.len()).filter_map(moved).map(square).collect();
    let wanted = targets
        .first()
        .or(standing.first())
        .copied()
        .unwrap_or((0, 0));
    let columns = map.lines.first().map_or(0, Vec::len);
    let seen_columns = window(columns, width / 2, wanted.1);
    window(map.lines.len(), height, wanted.0)
        .map(|row| {
            let spans = seen_columns.clone().flat_map(|column| {
                let token = standing.iter().position(|place| *place == (row, column));
                let (symbol, style) = match token {
                    Some(token) => (letter(&tokens.names[token]), PIECE),
                    None => (ground(map.lines[row][column]), FAINT),
                };
                let target = targets.contains(&(row, column));
                let style = if target { style.patch(CHOSEN) } else { style };
                [Span::styled(symbol.to_string(), style), Span::raw(" ")]
            });
            Line::from(spans.collect::<Vec<_>>())
        })
        .collect()
}
