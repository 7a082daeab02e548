//! Tokens on maps and graphs: where they can stand, where they start, how they move.

use std::collections::HashSet;

use super::Checker;
use super::expression::quoted;
use super::names::Meaning;
use super::sort::Sorted;
use crate::diagnostic::Diagnostic;
use crate::parameters::ParameterValue;
use crate::syntax::{Node, Rule};
use whowins_analysis::Shape;
use whowins_analysis::board::Direction;
use whowins_analysis::closest;
use whowins_analysis::tokens::{Cell, Go, Neighbours, Step, TextMap, TokenMove, Tokens};

/// The most steps of one move.
const STEPS: usize = 32;
/// The most steps of one move that depend on a condition: each doubles the ways through the move.
const BRANCHES: usize = 8;

impl<'a> Checker<'a> {
    pub(super) fn tokens_shape(&mut self, node: Node<'a>) -> Option<Shape> {
        let mut parts = node.into_inner().filter(|p| p.as_rule() != Rule::colon);
        let (names, place) = (parts.next()?, parts.next()?);
        let names: Vec<(String, _)> = names
            .into_inner()
            .map(|name| (name.as_str().to_string(), self.span(&name)))
            .collect();
        for (slot, (name, span)) in names.iter().enumerate() {
            if self
                .names
                .insert(name.clone(), Meaning::Token(slot))
                .is_some()
                || self.parameters.iter().any(|p| p.name == *name)
            {
                self.fault(
                    Diagnostic::new(span.clone(), format!("the name «{name}» is taken"))
                        .help("choose another"),
                );
            }
        }
        let squares = place.as_rule() == Rule::squares;
        let mut inner = place.into_inner().filter(|p| p.as_rule() != Rule::w_of);
        let parameter = inner.next()?;
        let except: Vec<char> = inner.map(|symbol| quoted(&symbol)).collect();
        let span = self.span(&parameter);
        let value = self.parameter(parameter.as_str());
        let (cells, map, relations) = match (value.as_deref(), squares) {
            (Some(ParameterValue::Grid(lines)), true) => (
                free_squares(lines, &except),
                Some(TextMap {
                    lines: lines.clone(),
                }),
                Vec::new(),
            ),
            (Some(ParameterValue::Graph(nodes, edges)), false) => {
                let mut forward = vec![Vec::new(); nodes.len()];
                let mut seen = HashSet::new();
                for (from, to) in edges {
                    if seen.insert((from, to)) {
                        forward[*from].push(*to as u32);
                    }
                }
                (
                    nodes.iter().cloned().map(Cell::Node).collect(),
                    None,
                    vec![Neighbours::new(forward)],
                )
            }
            (Some(_), _) => {
                self.fault(
                    Diagnostic::new(span, format!("«{}» is of another kind", parameter.as_str()))
                        .help("tokens stand on «squares of» a grid or on «nodes of» a graph"),
                );
                return None;
            }
            (None, _) if self.doubtful.contains(parameter.as_str()) => return None,
            (None, _) => {
                self.fault(
                    Diagnostic::new(
                        span,
                        format!("there is no parameter «{}»", parameter.as_str()),
                    )
                    .help(format!(
                        "add a line: given {}: grid of . #",
                        parameter.as_str()
                    )),
                );
                return None;
            }
        };
        if cells.is_empty() {
            self.value_fault(
                Diagnostic::new(span, "the map has no square to stand on").help("give another map"),
            );
            return None;
        }
        Some(Shape::Tokens(Tokens {
            cells,
            map,
            names: names.into_iter().map(|(name, _)| name).collect(),
            relations,
            moves: Vec::new(),
        }))
    }

    /// Reads where the tokens start, before the conditions that speak of it.
    pub(super) fn token_starts(&mut self, sorted: &[Sorted<'a>], shape: &Shape) {
        let Shape::Tokens(tokens) = shape else { return };
        let Some(line) = sorted.iter().find(|s| s.rule == Rule::start_tokens) else {
            return;
        };
        self.start_said = true;
        let Some(node) = self.tree(line) else { return };
        let whole = self.span(&node);
        self.parameters
            .iter()
            .map(|p| p.name.clone())
            .collect::<Vec<_>>()
            .iter()
            .for_each(|name| {
                self.parameter(name);
            });
        let mut starts = vec![None; tokens.names.len()];
        for part in node
            .into_inner()
            .filter(|p| p.as_rule() == Rule::start_token)
        {
            let mut inner = part.into_inner().filter(|p| p.as_rule() != Rule::w_at);
            let (Some(name), Some(place)) = (inner.next(), inner.next()) else {
                return;
            };
            let Some(token) = tokens.names.iter().position(|n| n == name.as_str()) else {
                let span = self.span(&name);
                self.unknown_name(span, name.as_str());
                return;
            };
            let Some(cell) = self.place(tokens, &place) else {
                return;
            };
            starts[token] = Some(cell);
        }
        match starts.into_iter().collect::<Option<Vec<u32>>>() {
            Some(starts) => self.starts = Some(starts),
            None => self.fault(
                Diagnostic::new(whole, "the start does not place every token")
                    .help(format!("place each of {}", tokens.names.join(", "))),
            ),
        }
    }

    fn place(&mut self, tokens: &Tokens, node: &Node<'a>) -> Option<u32> {
        let span = self.span(node);
        let found: Vec<u32> = match node.as_rule() {
            Rule::quoted => {
                let symbol = quoted(node);
                (0..tokens.cells.len() as u32)
                    .filter(|cell| symbol_at(tokens, *cell) == Some(symbol))
                    .collect()
            }
            Rule::place => {
                let numbers: Vec<usize> = node
                    .clone()
                    .into_inner()
                    .filter_map(|n| n.as_str().parse().ok())
                    .collect();
                let wanted = match numbers.as_slice() {
                    [row, column] => Cell::Square {
                        row: *row,
                        column: *column,
                    },
                    _ => return None,
                };
                tokens
                    .cells
                    .iter()
                    .position(|cell| *cell == wanted)
                    .map(|at| at as u32)
                    .into_iter()
                    .collect()
            }
            _ => tokens
                .cells
                .iter()
                .position(|cell| matches!(cell, Cell::Node(name) if name == node.as_str().trim_matches('"')))
                .map(|at| at as u32)
                .into_iter()
                .collect(),
        };
        match found.as_slice() {
            [one] => Some(*one),
            _ if self.made_up => Some(0),
            [] if tokens.map.is_none() => {
                let nodes = tokens.cells.iter().filter_map(|cell| match cell {
                    Cell::Node(name) => Some(name.as_str()),
                    Cell::Square { .. } => None,
                });
                let help = closest(node.as_str(), nodes).map_or_else(
                    || "name one of its nodes".to_string(),
                    |near| format!("did you mean «{near}»?"),
                );
                self.fault(
                    Diagnostic::new(span, format!("the graph has no node {}", node.as_str()))
                        .help(help),
                );
                None
            }
            [] => {
                self.fault(
                    Diagnostic::new(
                        span,
                        format!(
                            "the map has no square {} where a token can stand",
                            node.as_str()
                        ),
                    )
                    .help("give a map that has it exactly once"),
                );
                None
            }
            many => {
                self.fault(
                    Diagnostic::new(
                        span,
                        format!("the map has {} squares {}", many.len(), node.as_str()),
                    )
                    .help("give a map that has it exactly once"),
                );
                None
            }
        }
    }

    /// Which cells show a symbol of the text map.
    pub(super) fn marks(&mut self, symbol: char) -> Vec<bool> {
        self.cell_symbols
            .iter()
            .map(|at| *at == Some(symbol))
            .collect()
    }

    /// Keeps the map's symbols at hand for the conditions.
    pub(super) fn remember_map(&mut self, shape: &Shape) {
        if let Shape::Tokens(tokens) = shape {
            self.cell_symbols = (0..tokens.cells.len() as u32)
                .map(|cell| symbol_at(tokens, cell))
                .collect();
        }
    }

    pub(super) fn token_move(&mut self, tokens: &mut Tokens, node: Node<'a>, text: String) {
        let whole = self.span(&node);
        let mut by = whowins_analysis::By::Both;
        let mut steps = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::by => by = self.by(Some(part)),
                Rule::step => {
                    let Some(step) = part
                        .into_inner()
                        .next()
                        .and_then(|step| self.step(tokens, step))
                    else {
                        return;
                    };
                    steps.push(step);
                }
                _ => {}
            }
        }
        let branches = steps
            .iter()
            .filter(|step| matches!(step, Step::GoIf(..)))
            .count();
        if branches > BRANCHES || steps.len() > STEPS {
            self.fault(
                Diagnostic::new(whole, "this move has too many steps").help(format!(
                    "a move has at most {STEPS} steps, of which {BRANCHES} begin with «if»"
                )),
            );
            return;
        }
        if !steps.iter().any(|step| matches!(step, Step::Go(_))) {
            self.fault(
                Diagnostic::new(whole, "this move need not move anything")
                    .help("let one step be without «if»: move a to a neighbour"),
            );
            return;
        }
        tokens.moves.push(TokenMove { by, steps, text });
    }

    fn step(&mut self, tokens: &mut Tokens, node: Node<'a>) -> Option<Step> {
        let rule = node.as_rule();
        if rule == Rule::go {
            return self.go(tokens, node).map(Step::Go);
        }
        let parts: Vec<Node<'a>> = node.into_inner().collect();
        let condition = parts.iter().find(|p| p.as_rule() == Rule::condition)?;
        let condition = self.condition(condition.clone())?;
        match parts.into_iter().find(|p| p.as_rule() == Rule::go) {
            Some(go) => Some(Step::GoIf(condition, self.go(tokens, go)?)),
            None => Some(Step::Require(condition)),
        }
    }

    fn go(&mut self, tokens: &mut Tokens, node: Node<'a>) -> Option<Go> {
        let mut token = None;
        let mut free = false;
        let mut along = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::name => {
                    let span = self.span(&part);
                    token = tokens.names.iter().position(|name| name == part.as_str());
                    if token.is_none() {
                        self.fault(
                            Diagnostic::new(span, format!("«{}» is not a token", part.as_str()))
                                .help(format!("the tokens are {}", tokens.names.join(", "))),
                        );
                    }
                }
                Rule::free => free = true,
                Rule::along => along = Some(part),
                _ => {}
            }
        }
        let relation = match (&tokens.map, along) {
            (None, None) => 0,
            (None, Some(along)) => {
                let span = self.span(&along);
                self.fault(
                    Diagnostic::new(span, "a graph has no directions").help("drop «along ...»"),
                );
                return None;
            }
            (Some(_), along) => {
                let directions = match along {
                    Some(along) => self.directions(along, false)?,
                    None => Direction::SIDES.to_vec(),
                };
                match self.relations.iter().position(|known| *known == directions) {
                    Some(known) => known,
                    None => {
                        tokens
                            .relations
                            .push(neighbours(&tokens.cells, &directions));
                        self.relations.push(directions);
                        self.relations.len() - 1
                    }
                }
            }
        };
        Some(Go {
            token: token?,
            relation,
            free,
        })
    }
}

fn free_squares(lines: &[Vec<char>], except: &[char]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        for (column, symbol) in line.iter().enumerate() {
            if !except.contains(symbol) {
                cells.push(Cell::Square {
                    row: row + 1,
                    column: column + 1,
                });
            }
        }
    }
    cells
}

/// The symbol of the text map at a cell.
fn symbol_at(tokens: &Tokens, cell: u32) -> Option<char> {
    match (&tokens.map, &tokens.cells[cell as usize]) {
        (Some(map), Cell::Square { row, column }) => Some(map.lines[row - 1][column - 1]),
        _ => None,
    }
}

/// The squares one step away in each direction.
fn neighbours(cells: &[Cell], directions: &[Direction]) -> Neighbours {
    let place = |cell: &Cell| match cell {
        Cell::Square { row, column } => (*row, *column),
        Cell::Node(_) => (0, 0),
    };
    let rows = cells.iter().map(|cell| place(cell).0).max().unwrap_or(0) + 2;
    let columns = cells.iter().map(|cell| place(cell).1).max().unwrap_or(0) + 2;
    // A frame of empty squares around the map saves the question whether a step leaves it.
    let mut at = vec![None; rows * columns];
    for (index, cell) in cells.iter().enumerate() {
        let (row, column) = place(cell);
        at[row * columns + column] = Some(index as u32);
    }
    let step = |from: usize, by: i64| from.checked_add_signed(by as isize).unwrap_or(0);
    let forward = cells
        .iter()
        .map(|cell| {
            let (row, column) = place(cell);
            directions
                .iter()
                .filter_map(|direction| {
                    at[step(row, direction.down) * columns + step(column, direction.right)]
                })
                .collect()
        })
        .collect();
    Neighbours::new(forward)
}
