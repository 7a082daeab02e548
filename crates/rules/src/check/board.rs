//! Rewriting rules of rows and boards.

use super::Checker;
use super::sort::Sorted;
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::{Node, Rule};
use whowins_analysis::board::{Board, Direction, Rewrite, Stencil, StencilCell};
use whowins_analysis::derive::board_fall;
use whowins_analysis::expression::Cond;
use whowins_analysis::{By, Shape};

/// A pattern as written: its cells, `None` for any symbol, and which edges it touches.
#[derive(Clone, PartialEq, Eq)]
struct Written {
    rows: Vec<Row>,
    top: bool,
    bottom: bool,
}

#[derive(Clone, PartialEq, Eq)]
struct Row {
    cells: Vec<Option<u8>>,
    start: bool,
    end: bool,
}

impl Written {
    fn has_anchors(&self) -> bool {
        self.top || self.bottom || self.rows.iter().any(|row| row.start || row.end)
    }

    fn same_anchors(&self, other: &Self) -> bool {
        (self.top, self.bottom) == (other.top, other.bottom)
            && self
                .rows
                .iter()
                .zip(&other.rows)
                .all(|(a, b)| (a.start, a.end) == (b.start, b.end))
    }

    fn same_shape(&self, other: &Self) -> bool {
        self.rows.len() == other.rows.len()
            && self
                .rows
                .iter()
                .zip(&other.rows)
                .all(|(a, b)| a.cells.len() == b.cells.len())
    }
}

impl<'a> Checker<'a> {
    pub(super) fn board_rule(&mut self, board: &mut Board, node: Node<'a>, text: String) {
        let at_once = node.as_rule() == Rule::once_line;
        let mut by = By::Both;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::by => by = self.by(Some(part)),
                Rule::rewrite => {
                    if let Some(stencils) = self.rewrite(board, part) {
                        let rewrite = Rewrite {
                            by,
                            stencils,
                            text: text.clone(),
                        };
                        if at_once {
                            board.at_once.push(rewrite);
                        } else {
                            board.moves.push(rewrite);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn rewrite(&mut self, board: &Board, node: Node<'a>) -> Option<Vec<Stencil>> {
        let whole = self.span(&node);
        let mut parts = node.into_inner().filter(|p| p.as_rule() != Rule::arrow);
        let (before, after) = (parts.next()?, parts.next()?);
        let (before_span, after_span) = (self.span(&before), self.span(&after));
        let (before, after) = (self.pattern(board, before)?, self.pattern(board, after)?);
        if !before.same_shape(&after) {
            self.fault(
                Diagnostic::new(after_span, "the two sides of «->» have different sizes")
                    .help("give each cell on the left its cell on the right"),
            );
            return None;
        }
        if after.has_anchors() && !before.same_anchors(&after) {
            self.fault(
                Diagnostic::new(
                    after_span,
                    "the right side touches other edges than the left",
                )
                .help("write ^ and $ in the same places"),
            );
            return None;
        }
        let stencils = self.lay(board, (&before, before_span), Some(&after), parts.next())?;
        let changes = |stencil: &Stencil| {
            stencil
                .cells
                .iter()
                .any(|cell| cell.after.is_some() && cell.after != cell.before)
        };
        if !stencils.iter().all(changes) {
            self.fault(
                Diagnostic::new(whole, "this rule changes nothing")
                    .help("write another symbol on the right"),
            );
            return None;
        }
        Some(stencils)
    }

    fn pattern(&mut self, board: &Board, node: Node<'a>) -> Option<Written> {
        let mut written = Written {
            rows: Vec::new(),
            top: false,
            bottom: false,
        };
        let rows: Vec<Node<'a>> = node.into_inner().collect();
        let count = rows.len();
        for (at, row) in rows.into_iter().enumerate() {
            let row_span = self.span(&row);
            let items: Vec<Node<'a>> = row
                .into_inner()
                .filter_map(|item| item.into_inner().next())
                .collect();
            let only = |rule: Rule| items.len() == 1 && items[0].as_rule() == rule;
            if count > 1 && at == 0 && only(Rule::edge_start) {
                written.top = true;
                continue;
            }
            if count > 1 && at + 1 == count && only(Rule::edge_end) {
                written.bottom = true;
                continue;
            }
            let mut row = Row {
                cells: Vec::new(),
                start: false,
                end: false,
            };
            for (place, item) in items.iter().enumerate() {
                match item.as_rule() {
                    Rule::edge_start if place == 0 => row.start = true,
                    Rule::edge_end if place + 1 == items.len() => row.end = true,
                    Rule::edge_start | Rule::edge_end => {
                        let span = self.span(item);
                        self.fault(
                            Diagnostic::new(span, "an edge cannot stand inside a pattern")
                                .help("^ stands first, $ last"),
                        );
                        return None;
                    }
                    Rule::any_cell => row.cells.push(None),
                    _ => row.cells.push(Some(self.symbol(board, item)?)),
                }
            }
            if row.cells.is_empty() {
                self.fault(
                    Diagnostic::new(row_span, "this part of the pattern has no cell")
                        .help("name at least one symbol"),
                );
                return None;
            }
            written.rows.push(row);
        }
        if written.rows.is_empty() {
            return None;
        }
        Some(written)
    }

    /// The stencils of a pattern in each direction named.
    fn lay(
        &mut self,
        board: &Board,
        (before, span): (&Written, Span),
        after: Option<&Written>,
        along: Option<Node<'a>>,
    ) -> Option<Vec<Stencil>> {
        let symbol_after =
            |row: usize, column: usize| after.and_then(|after| after.rows[row].cells[column]);
        let flat = before.rows.len() == 1 && !before.top && !before.bottom;
        if !flat {
            if let Some(along) = along {
                let span = self.span(&along);
                self.fault(
                    Diagnostic::new(span, "a pattern of several rows lies as it is written")
                        .help("drop «along ...»"),
                );
                return None;
            }
            if board.row {
                self.fault(
                    Diagnostic::new(span, "a row has no cells above one another")
                        .help("drop «/», or write: position board of ..."),
                );
                return None;
            }
            let mut stencil = Stencil {
                cells: Vec::new(),
                outside: Vec::new(),
            };
            for (down, row) in before.rows.iter().enumerate() {
                for (right, symbol) in row.cells.iter().enumerate() {
                    stencil.cells.push(StencilCell {
                        down: down as i64,
                        right: right as i64,
                        before: *symbol,
                        after: symbol_after(down, right),
                    });
                }
                if row.start {
                    stencil.outside.push((down as i64, -1));
                }
                if row.end {
                    stencil.outside.push((down as i64, row.cells.len() as i64));
                }
            }
            if before.top {
                stencil.outside.push((-1, 0));
            }
            if before.bottom {
                stencil.outside.push((before.rows.len() as i64, 0));
            }
            return Some(vec![stencil]);
        }
        let directions = match along {
            Some(along) => self.directions(along, board.row)?,
            None => vec![Direction::SIDES[0]],
        };
        let row = &before.rows[0];
        let stencils = directions
            .iter()
            .map(|direction| {
                let place = |step: i64| (step * direction.down, step * direction.right);
                let mut outside = Vec::new();
                if row.start {
                    outside.push(place(-1));
                }
                if row.end {
                    outside.push(place(row.cells.len() as i64));
                }
                let cells = row
                    .cells
                    .iter()
                    .enumerate()
                    .map(|(at, symbol)| {
                        let (down, right) = place(at as i64);
                        StencilCell {
                            down,
                            right,
                            before: *symbol,
                            after: symbol_after(0, at),
                        }
                    })
                    .collect();
                Stencil { cells, outside }
            })
            .collect();
        Some(stencils)
    }

    /// The directions after «along», each once.
    pub(super) fn directions(&mut self, node: Node<'a>, row: bool) -> Option<Vec<Direction>> {
        let mut directions = Vec::new();
        for part in node.into_inner() {
            let span = self.span(&part);
            let mut direction = Direction { down: 0, right: 0 };
            for word in part.as_str().split_whitespace() {
                match word {
                    "up" => direction.down = -1,
                    "down" => direction.down = 1,
                    "left" => direction.right = -1,
                    _ => direction.right = 1,
                }
            }
            if row && direction.down != 0 {
                self.fault(
                    Diagnostic::new(span, format!("a row has no «{direction}»"))
                        .help("use left and right"),
                );
                return None;
            }
            if directions.contains(&direction) {
                self.fault(
                    Diagnostic::new(span, format!("«{direction}» stands twice"))
                        .help("name each direction once"),
                );
                return None;
            }
            directions.push(direction);
        }
        Some(directions)
    }

    /// The condition that the board shows a pattern somewhere.
    pub(super) fn has(&mut self, node: Node<'a>) -> Option<Cond> {
        let span = self.span(&node);
        let Some(board) = self.board.clone() else {
            self.fault(
                Diagnostic::new(span, "only rows and boards show patterns")
                    .help("compare numbers or tokens instead"),
            );
            return None;
        };
        let mut parts = node.into_inner().filter(|p| p.as_rule() != Rule::kw_has);
        let pattern = parts.next()?;
        let pattern_span = self.span(&pattern);
        let pattern = self.pattern(&board, pattern)?;
        let stencils = self.lay(&board, (&pattern, pattern_span), None, parts.next())?;
        Some(Cond::Has(stencils.into()))
    }

    /// Reports forced follow-ups that might undo each other for ever.
    pub(super) fn follow_ups_end(&mut self, board: &Board, sorted: &[Sorted<'a>]) {
        let alone = Board {
            moves: Vec::new(),
            ..board.clone()
        };
        if board_fall(&alone).is_none()
            && let Some(line) = sorted.iter().find(|s| s.rule == Rule::once_line)
        {
            self.fault(
                Diagnostic::new(line.span.clone(), "these forced follow-ups might go on without end")
                    .help("let each of them replace its first (or each its last) changed cell by a symbol that ranks lower"),
            );
        }
    }

    /// Keeps the board's alphabet at hand for the conditions.
    pub(super) fn remember_board(&mut self, shape: &Shape) {
        if let Shape::Board(board) = shape {
            self.board = Some(board.clone());
        }
    }
}
