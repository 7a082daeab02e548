//! How cells lie: places, directions, edges, neighbours.

use whowins_core::{Array, Expr, Op};

use super::parts::Kind;
use super::scope::{Is, Value, add, at_most, equal, known, less, mul, plus, sub};
use super::{ELEMENTS, Lower};
use crate::diagnostic::Span;
use crate::tree::{Direction, Layout, Side, Size};

/// Rows down and columns right.
pub(super) type Way = (i64, i64);

/// The four sides: right, down, left, up.
const SIDES: [Way; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The four diagonals.
const DIAGONALS: [Way; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The most elements of a table of neighbours on a board; on larger ones neighbours are worked out
/// in play.
const TABLE: i64 = 1 << 14;

/// How the cells of a part lie.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub(super) layout: Layout,
    /// Rows and columns, where they are fixed.
    pub(super) size: Option<(i64, i64)>,
    /// The part of the term that says how many columns there are, where they are not fixed.
    pub(super) columns: Option<usize>,
    /// The part of the term that has the cells.
    pub(super) cells: usize,
    /// Where neighbours lie, if that is said.
    pub(super) along: Vec<Way>,
}

/// A place: its row and its column, from 0.
#[derive(Clone, Debug)]
pub(super) struct At {
    pub(super) row: Expr,
    pub(super) column: Expr,
}

/// So many steps: a known number, and one that is not known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Steps {
    pub(super) known: i64,
    pub(super) more: Option<Expr>,
}

impl Steps {
    pub(super) fn of(known: i64) -> Self {
        Self { known, more: None }
    }

    /// So many more.
    pub(super) fn and(&self, known: i64) -> Self {
        Self {
            known: self.known + known,
            more: self.more.clone(),
        }
    }

    /// So many more.
    pub(super) fn and_of(&self, steps: Expr) -> Self {
        let more = match self.more.clone() {
            Some(more) => add(more, steps),
            None => steps,
        };
        Self {
            known: self.known,
            more: Some(more),
        }
    }

    pub(super) fn expr(&self) -> Expr {
        match self.more.clone() {
            Some(more) => plus(more, self.known),
            None => Expr::num(self.known),
        }
    }

    /// A coordinate after these steps, each of which changes it by `by`.
    fn from(&self, start: Expr, by: i64) -> Expr {
        let there = plus(start, by * self.known);
        match (by, self.more.clone()) {
            (0, _) | (_, None) => there,
            (1, Some(more)) => add(there, more),
            (_, Some(more)) => sub(there, more),
        }
    }
}

impl Geometry {
    pub(super) fn array(&self) -> Array {
        Array::Part(self.cells)
    }

    /// How many cells there are.
    pub(super) fn count(&self) -> Expr {
        match self.size {
            Some((rows, columns)) => Expr::num(rows * columns),
            None => Expr::Len(self.array()),
        }
    }

    pub(super) fn columns(&self) -> Expr {
        match (self.size, self.columns) {
            (Some((_, columns)), _) => Expr::num(columns),
            (None, Some(part)) => Expr::part(part),
            (None, None) => self.count(),
        }
    }

    pub(super) fn rows(&self) -> Expr {
        match (self.size, self.columns) {
            (Some((rows, _)), _) => Expr::num(rows),
            (None, Some(part)) => Expr::bin(Op::Div, self.count(), Expr::part(part)),
            (None, None) => Expr::num(1),
        }
    }

    pub(super) fn is_board(&self) -> bool {
        self.layout == Layout::Board
    }

    pub(super) fn is_ring(&self) -> bool {
        self.layout == Layout::Ring
    }

    /// The place of a cell.
    pub(super) fn at(&self, cell: &Expr) -> At {
        match self.is_board() {
            true => At {
                row: Expr::bin(Op::Div, cell.clone(), self.columns()),
                column: Expr::bin(Op::Mod, cell.clone(), self.columns()),
            },
            false => At {
                row: Expr::num(0),
                column: cell.clone(),
            },
        }
    }

    /// The cell so many steps from a place.
    pub(super) fn cell(&self, at: &At, way: Way, steps: &Steps) -> Expr {
        let column = steps.from(at.column.clone(), way.1);
        match self.layout {
            Layout::Row => column,
            Layout::Ring if *steps == Steps::of(0) => column,
            Layout::Ring => Expr::bin(Op::Mod, column, self.count()),
            Layout::Board => {
                let row = steps.from(at.row.clone(), way.0);
                add(mul(row, self.columns()), column)
            }
        }
    }

    /// The cell so far from a place.
    pub(super) fn offset(&self, at: &At, down: i64, right: i64) -> Expr {
        let column = plus(at.column.clone(), right);
        match self.layout {
            Layout::Row => column,
            Layout::Ring if right == 0 => column,
            Layout::Ring => Expr::bin(Op::Mod, column, self.count()),
            Layout::Board => add(mul(plus(at.row.clone(), down), self.columns()), column),
        }
    }

    /// Conditions one of which holds where the cell so far from a place on the board is beyond an
    /// edge.
    pub(super) fn beyond(&self, at: &At, down: i64, right: i64) -> Vec<Expr> {
        if self.is_ring() {
            return Vec::new();
        }
        let beyond = |place: &Expr, by: i64, end: Expr| {
            let there = plus(place.clone(), by);
            match by {
                0 => None,
                by if by < 0 => Some(less(there, Expr::num(0))),
                _ => Some(at_most(end, there)),
            }
        };
        let edges = [
            beyond(&at.row, down, self.rows()),
            beyond(&at.column, right, self.columns()),
        ];
        edges.into_iter().flatten().collect()
    }

    /// How many cells lie from a place on, in a direction, itself among them.
    pub(super) fn room(&self, at: &At, way: Way) -> Expr {
        if self.is_ring() {
            return self.count();
        }
        let axis = |place: &Expr, by: i64, end: Expr| match by {
            0 => None,
            by if by < 0 => Some(plus(place.clone(), 1)),
            _ => Some(sub(end, place.clone())),
        };
        let axes = [
            axis(&at.row, way.0, self.rows()),
            axis(&at.column, way.1, self.columns()),
        ];
        let least = |a, b| Expr::bin(Op::Min, a, b);
        let room = axes.into_iter().flatten().reduce(least);
        room.unwrap_or_else(|| Expr::num(1))
    }

    /// How many steps in a direction lead from a place to a cell; -1 where none do.
    pub(super) fn distance(&self, at: &At, way: Way, to: &Expr) -> Expr {
        let there = self.at(to);
        let right = sub(there.column, at.column.clone());
        let down = sub(there.row, at.row.clone());
        let (down_by, right_by) = way;
        if self.is_ring() {
            return Expr::bin(Op::Mod, mul(right, Expr::num(right_by)), self.count());
        }
        let signed = |x: Expr, by: i64| match by {
            1 => x,
            _ => sub(Expr::num(0), x),
        };
        let (steps, lies) = match (down_by, right_by) {
            (0, by) => (signed(right, by), equal(down, Expr::num(0))),
            (by, 0) => (signed(down, by), equal(right, Expr::num(0))),
            (a, b) => {
                let steps = signed(down, a);
                let lies = equal(right, signed(steps.clone(), b));
                (steps, lies)
            }
        };
        Expr::ite(lies, steps, Expr::num(-1))
    }

    /// Whether a cell, which may be -1, lies at a side of the board.
    pub(super) fn is_at(&self, side: Side, cell: &Expr) -> Expr {
        let at = self.at(cell);
        match side {
            Side::Top => equal(at.row, Expr::num(0)),
            Side::Bottom => equal(at.row, plus(self.rows(), -1)),
            Side::Left => equal(at.column, Expr::num(0)),
            Side::Right => equal(at.column, plus(self.columns(), -1)),
        }
    }

    /// The neighbour of a cell in a direction; -1 for none.
    pub(super) fn neighbour(&self, cell: &Expr, way: Way) -> Expr {
        let at = self.at(cell);
        let there = self.cell(&at, way, &Steps::of(1));
        if self.is_ring() {
            return there;
        }
        let beyond = super::scope::any_of(self.beyond(&at, way.0, way.1));
        Expr::ite(beyond, Expr::num(-1), there)
    }

    /// In which directions neighbours lie where none are said.
    pub(super) fn usual_ways(&self) -> Vec<Way> {
        let back = self.along.iter().map(|(down, right)| (-down, -right));
        let said: Vec<Way> = self.along.iter().copied().chain(back).collect();
        match (said.is_empty(), self.is_board()) {
            (false, _) => said,
            (true, true) => SIDES.to_vec(),
            (true, false) => vec![(0, 1), (0, -1)],
        }
    }
}

impl<'a> Lower<'a> {
    pub(super) fn geometry_of(
        &mut self,
        layout: Layout,
        size: &'a Size,
        along: &[Direction],
        span: &Span,
    ) -> Option<Geometry> {
        let is_board = layout == Layout::Board;
        let size = match (size, is_board) {
            (Size::Open, _) => None,
            (Size::Long(length), false) => Some((1, self.size_of(length)?)),
            (Size::Board(rows, columns), true) => {
                let (rows, columns) = (self.size_of(rows)?, self.size_of(columns)?);
                if rows.saturating_mul(columns) > ELEMENTS as i64 {
                    let message = format!("a board has at most {ELEMENTS} cells");
                    let help = "write a smaller size: board of 8 x 8 cells of . o";
                    return self.error(span.clone(), message, help);
                }
                Some((rows, columns))
            }
            (Size::Long(_), true) => {
                let help = "write: board of 3 x 4 cells of . o";
                return self.error(span.clone(), "a board has rows and columns", help);
            }
            (Size::Board(..), false) => {
                let help = "write: row of 8 cells of . o";
                return self.error(span.clone(), "a row has one length", help);
            }
        };
        let mut geometry = Geometry {
            layout,
            size,
            columns: None,
            cells: 0,
            along: Vec::new(),
        };
        geometry.along = self.ways(along, &geometry, span)?;
        if is_board && size.is_none() {
            self.term_parts.push(super::range("columns", 1, None));
            geometry.columns = Some(self.term_parts.len() - 1);
        }
        geometry.cells = self.term_parts.len();
        Some(geometry)
    }

    /// How the cells of a part lie.
    pub(super) fn geometry(&self, part: usize) -> Option<&Geometry> {
        match &self.parts[part].kind {
            Kind::NumberBoard(geometry) | Kind::Cells(geometry, _) => Some(geometry),
            _ => None,
        }
    }

    /// The directions that are written, for the player to move, each once.
    pub(super) fn ways(
        &mut self,
        along: &[Direction],
        geometry: &Geometry,
        span: &Span,
    ) -> Option<Vec<Way>> {
        let mut ways: Vec<Way> = Vec::new();
        for direction in along {
            let more: Vec<Way> = match direction {
                Direction::By(down, right) => vec![(i64::from(*down), i64::from(*right))],
                Direction::Diagonals => DIAGONALS.to_vec(),
                Direction::All | Direction::Straight if !geometry.is_board() => {
                    vec![(0, 1), (0, -1)]
                }
                Direction::All => SIDES.into_iter().chain(DIAGONALS).collect(),
                Direction::Straight => SIDES.to_vec(),
                Direction::Forward(sense, side) => {
                    let me = self.own_player(span)?;
                    let sense = i64::from(*sense) * if me == 0 { 1 } else { -1 };
                    match geometry.is_board() {
                        true => vec![(-sense, i64::from(*side))],
                        false if *side == 0 => vec![(0, sense)],
                        false => vec![(1, 1)],
                    }
                }
            };
            if !geometry.is_board() && more.iter().any(|(down, _)| *down != 0) {
                let message = "a row has no such direction";
                return self.error(span.clone(), message, "use left and right");
            }
            let new: Vec<Way> = more.into_iter().filter(|way| !ways.contains(way)).collect();
            ways.extend(new);
        }
        Some(ways)
    }

    /// Neighbours of each cell or node one after the other, -1 where there are fewer than the most;
    /// and how many each has room for.
    pub(super) fn steps_table(&mut self, forward: &[Vec<usize>]) -> (Array, usize) {
        let degree = forward.iter().map(Vec::len).max().unwrap_or(0);
        let row = |steps: &Vec<usize>| {
            let steps = steps.iter().map(|to| *to as i64);
            steps
                .chain(std::iter::repeat(-1))
                .take(degree)
                .collect::<Vec<_>>()
        };
        let values: Vec<i64> = forward.iter().flat_map(row).collect();
        (self.table("next", values), degree)
    }

    /// Where one comes from each node of a graph or square of a map.
    pub(super) fn forward(
        &mut self,
        ground: usize,
        along: &[Direction],
        span: &Span,
    ) -> Option<Vec<Vec<usize>>> {
        let squares = &self.grounds[ground].squares;
        if squares.is_empty() {
            if !along.is_empty() {
                let help = "drop `along ...`";
                return self.error(span.clone(), "a graph has no directions", help);
            }
            return Some(self.grounds[ground].forward.clone());
        }
        let squares = squares.clone();
        let map = Geometry {
            layout: Layout::Board,
            size: None,
            columns: None,
            cells: 0,
            along: Vec::new(),
        };
        let ways = match along {
            [] => SIDES.to_vec(),
            along => self.ways(along, &map, span)?,
        };
        let places: std::collections::HashMap<(usize, usize), usize> = squares
            .iter()
            .enumerate()
            .map(|(at, (row, column, _))| ((*row, *column), at))
            .collect();
        let from = |(row, column, _): &(usize, usize, char)| {
            let step = |(down, right): &Way| {
                let row = row.checked_add_signed(*down as isize)?;
                let column = column.checked_add_signed(*right as isize)?;
                places.get(&(row, column)).copied()
            };
            ways.iter().filter_map(step).collect()
        };
        Some(squares.iter().map(from).collect())
    }

    /// The neighbours of a cell or node by their number from 0, which is `index`; and how many
    /// numbers there are.
    pub(super) fn neighbour(
        &mut self,
        of: &Value,
        along: &[Direction],
        span: &Span,
    ) -> Option<Neighbours> {
        match &of.is {
            Is::Node(ground) => {
                let forward = self.forward(*ground, along, span)?;
                let (table, degree) = self.steps_table(&forward);
                Some(Neighbours::Table(table, degree))
            }
            Is::Cell(part) => {
                let Some(geometry) = self.geometry(*part).cloned() else {
                    return self.no_neighbours(span);
                };
                let ways = match along {
                    [] => geometry.usual_ways(),
                    along => self.ways(along, &geometry, span)?,
                };
                let small =
                    |(rows, columns): &(i64, i64)| rows * columns * ways.len() as i64 <= TABLE;
                let Some((rows, columns)) = geometry.size.filter(small) else {
                    return Some(Neighbours::Ways(geometry, ways));
                };
                let mut values = Vec::new();
                for cell in 0..rows * columns {
                    for way in &ways {
                        let there = geometry.neighbour(&Expr::num(cell), *way);
                        values.push(known(&there).unwrap_or(-1));
                    }
                }
                let degree = ways.len();
                Some(Neighbours::Table(self.table("next", values), degree))
            }
            _ => self.no_neighbours(span),
        }
    }

    fn no_neighbours<T>(&mut self, span: &Span) -> Option<T> {
        let help = "write: neighbours of c for c in cells of board, or: neighbours of node NAME";
        self.error(span.clone(), "only cells and nodes have neighbours", help)
    }
}

/// What lies beside cells or nodes.
#[derive(Clone, Debug)]
pub(super) enum Neighbours {
    /// Of each so many, -1 for none.
    Table(Array, usize),
    /// In these directions, on a board without a fixed size.
    Ways(Geometry, Vec<Way>),
}

impl Neighbours {
    /// How many there can be.
    pub(super) fn degree(&self) -> usize {
        match self {
            Self::Table(_, degree) => *degree,
            Self::Ways(_, ways) => ways.len(),
        }
    }

    /// The neighbour with a number; -1 for none.
    pub(super) fn get(&self, of: &Expr, index: &Expr) -> Expr {
        match self {
            Self::Table(table, degree) => {
                let row = mul(Expr::num(*degree), of.clone());
                Expr::get_or(*table, add(row, index.clone()), -1)
            }
            Self::Ways(geometry, ways) => {
                let each = ways.iter().map(|way| geometry.neighbour(of, *way));
                let pairs: Vec<(usize, Expr)> = each.enumerate().collect();
                pairs
                    .into_iter()
                    .rev()
                    .fold(Expr::num(-1), |other, (at, there)| {
                        Expr::ite(equal(index.clone(), Expr::num(at)), there, other)
                    })
            }
        }
    }
}
