//! Rows and boards: the cells are one part, row by row; a board that is no row has its columns in a
//! part before. Where the size is fixed, the same can be said with rows and columns as numbers, and
//! without that part.

use whowins_core::{Array, Command, Expr, Op, Part};

use super::expression::balanced;
use super::{Lowering, by, part};
use crate::board::{Board, Rewrite, Stencil};
use crate::derive::board_fall;

/// The part of the columns, where they are no number.
const COLUMNS: usize = 1;

/// Where the cells of a row or board are.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    cells: usize,
    is_row: bool,
    /// Rows and columns, where they are written as numbers; else the columns of a board are part 1.
    size: Option<(usize, usize)>,
}

fn plus(x: Expr, by: i64) -> Expr {
    match by {
        0 => x,
        by if by < 0 => Expr::bin(Op::Sub, x, Expr::num(-by)),
        by => Expr::bin(Op::Add, x, Expr::num(by)),
    }
}

fn is(x: Expr, symbol: u8) -> Expr {
    Expr::bin(Op::Eq, x, Expr::num(symbol))
}

/// A place on the board: its row and its column.
struct At {
    row: Expr,
    column: Expr,
}

impl Layout {
    fn array(&self) -> Array {
        Array::Part(self.cells)
    }

    fn count(&self) -> Expr {
        match self.size {
            Some((rows, columns)) => Expr::num(rows * columns),
            None => Expr::Len(self.array()),
        }
    }

    fn columns(&self) -> Expr {
        match self.size {
            Some((_, columns)) => Expr::num(columns),
            None if self.is_row => self.count(),
            None => Expr::part(COLUMNS),
        }
    }

    fn rows(&self) -> Expr {
        match self.size {
            Some((rows, _)) => Expr::num(rows),
            None if self.is_row => Expr::num(1),
            None => Expr::bin(Op::Div, self.count(), self.columns()),
        }
    }

    /// The index of the cell so far from a place.
    fn cell(&self, at: &At, down: i64, right: i64) -> Expr {
        let column = plus(at.column.clone(), right);
        match self.is_row {
            true => column,
            false => {
                let row = plus(at.row.clone(), down);
                let start = Expr::bin(Op::Mul, row, self.columns());
                Expr::bin(Op::Add, start, column)
            }
        }
    }

    /// Whether the cell so far from a place, which is on the board, is beyond an edge.
    fn is_outside(&self, at: &At, down: i64, right: i64) -> Expr {
        let beyond = |place: &Expr, by: i64, end: Expr| {
            let there = plus(place.clone(), by);
            match by {
                0 => None,
                by if by < 0 => Some(Expr::bin(Op::Lt, there, Expr::num(0))),
                _ => Some(Expr::bin(Op::Le, end, there)),
            }
        };
        let edges = [
            beyond(&at.row, down, self.rows()),
            beyond(&at.column, right, self.columns()),
        ];
        let edges = edges.into_iter().flatten().collect();
        balanced(edges, Expr::or).unwrap_or_else(|| Expr::num(0))
    }

    /// The conditions under which a stencil whose cells all lie on the board fits at a place.
    fn fits(&self, stencil: &Stencil, at: &At) -> Vec<Expr> {
        let outside = stencil.outside.iter();
        let outside = outside.map(|(down, right)| self.is_outside(at, *down, *right));
        let shown = stencil.cells.iter().filter_map(|cell| {
            let there = Expr::get_or(self.array(), self.cell(at, cell.down, cell.right), -1);
            Some(is(there, cell.before?))
        });
        outside.chain(shown).collect()
    }

    /// What a stencil writes at a place.
    fn writes(&self, stencil: &Stencil, at: &At) -> Vec<Command> {
        let written = stencil.cells.iter().filter_map(|cell| {
            let symbol = Expr::num(cell.after?);
            let place = self.cell(at, cell.down, cell.right);
            Some(Command::Set(self.cells, place, symbol))
        });
        written.collect()
    }

    /// From which to which row, and column, a stencil's origin can lie.
    fn span(&self, stencil: &Stencil) -> [(Expr, Expr); 2] {
        let range = |of: fn(&crate::board::StencilCell) -> i64, end: Expr| {
            let places = || stencil.cells.iter().map(of).chain([0]);
            let least = places().min().unwrap_or(0);
            let most = places().max().unwrap_or(0);
            (Expr::num(-least), plus(end, -most))
        };
        [
            range(|cell| cell.down, self.rows()),
            range(|cell| cell.right, self.columns()),
        ]
    }

    /// The stencil laid on any place where it fits, by the player's choice.
    fn laid(&self, stencil: &Stencil) -> Command {
        let [(top, bottom), (left, right)] = self.span(stencil);
        let is_row = self.is_row;
        let at = At {
            row: if is_row { Expr::num(0) } else { Expr::Var(0) },
            column: Expr::Var(usize::from(!is_row)),
        };
        let guards = self.fits(stencil, &at).into_iter().map(Command::Guard);
        let body = Command::Seq(guards.chain(self.writes(stencil, &at)).collect());
        let along = Command::choose(left, right, body);
        match is_row {
            true => along,
            false => Command::choose(top, bottom, along),
        }
    }

    /// The place of an index, and whether the stencil lies there and fits.
    fn at_index(&self, index: &Expr) -> At {
        match self.is_row {
            true => At {
                row: Expr::num(0),
                column: index.clone(),
            },
            false => At {
                row: Expr::bin(Op::Div, index.clone(), self.columns()),
                column: Expr::bin(Op::Mod, index.clone(), self.columns()),
            },
        }
    }

    fn fits_at(&self, stencil: &Stencil, index: &Expr) -> Expr {
        let at = self.at_index(index);
        let [(top, bottom), (left, right)] = self.span(stencil);
        let mut all = Vec::new();
        let places = [(&at.row, top, bottom), (&at.column, left, right)];
        for (place, lo, hi) in places.into_iter().skip(usize::from(self.is_row)) {
            if lo != Expr::num(0) {
                all.push(Expr::bin(Op::Le, lo, place.clone()));
            }
            all.push(Expr::bin(Op::Lt, place.clone(), hi));
        }
        all.extend(self.fits(stencil, &at));
        balanced(all, Expr::and).unwrap_or_else(|| Expr::num(1))
    }

    /// Whether the board shows the stencil somewhere; `bound` variables are bound there.
    pub(super) fn occurs(&self, stencil: &Stencil, bound: usize) -> Expr {
        let so_far = Expr::Var(bound + 1);
        let fits = self.fits_at(stencil, &Expr::Var(bound));
        Expr::fold(Expr::num(0), self.count(), Expr::num(0), so_far.or(fits))
    }

    /// The first of these follow-ups that fits somewhere, at its first place: their number times
    /// the count of cells plus the place; -1 where none does.
    fn first(&self, stencils: &[(usize, &Stencil)], bound: usize) -> Expr {
        let found = || Expr::bin(Op::Le, Expr::num(0), Expr::Var(bound + 1));
        match stencils {
            [] => Expr::num(-1),
            [(number, stencil)] => {
                let place = Expr::Var(bound);
                let fits = self.fits_at(stencil, &place);
                let start = Expr::bin(Op::Mul, Expr::num(*number), self.count());
                let told = Expr::bin(Op::Add, start, place);
                let here = Expr::ite(fits, told, Expr::num(-1));
                let body = Expr::ite(found(), Expr::Var(bound + 1), here);
                Expr::fold(Expr::num(0), self.count(), Expr::num(-1), body)
            }
            more => {
                let (before, after) = more.split_at(more.len() / 2);
                let first = self.first(before, bound);
                let body = Expr::ite(found(), Expr::Var(bound + 1), self.first(after, bound + 2));
                Expr::fold(Expr::num(0), Expr::num(1), first, body)
            }
        }
    }

    /// Carries out the follow-up that variable `told` names.
    fn carried_out(&self, stencils: &[(usize, &Stencil)], told: usize) -> Command {
        match stencils {
            [] => Command::SKIP,
            [(_, stencil)] => {
                let index = Expr::bin(Op::Mod, Expr::Var(told), self.count());
                // The place is read before anything is written.
                let at = self.at_index(&Expr::Var(told + 1));
                let next = plus(index.clone(), 1);
                Command::choose(index, next, Command::Seq(self.writes(stencil, &at)))
            }
            more => {
                let (before, after) = more.split_at(more.len() / 2);
                let middle = Expr::bin(Op::Mul, Expr::num(after[0].0), self.count());
                Command::When(
                    Expr::bin(Op::Lt, Expr::Var(told), middle),
                    Box::new(self.carried_out(before, told)),
                    Box::new(self.carried_out(after, told)),
                )
            }
        }
    }

    /// Returns the forced follow-ups: the first that fits somewhere, repeated until none fits.
    /// Their falling measure is the fuel.
    fn settled(&self, board: &Board) -> Command {
        let stencils: Vec<(usize, &Stencil)> = board
            .at_once
            .iter()
            .flat_map(|rewrite| &rewrite.stencils)
            .enumerate()
            .collect();
        if stencils.is_empty() {
            return Command::SKIP;
        }
        let first = self.first(&stencils, 0);
        let next = plus(first.clone(), 1);
        let some = Command::Guard(Expr::bin(Op::Le, Expr::num(0), Expr::Var(0)));
        let body = Command::Seq(vec![some, self.carried_out(&stencils, 0)]);
        let round = Command::choose(first, next, body);
        Command::Repeat(self.rounds(board), Box::new(round))
    }

    /// At least as many follow-ups as can be carried out one after the other: the values that the
    /// falling measure has.
    fn rounds(&self, board: &Board) -> Expr {
        let alone = Board {
            moves: Vec::new(),
            ..board.clone()
        };
        let fall = board_fall(&alone).expect("the rules demand a falling measure");
        let stencils = || {
            board
                .at_once
                .iter()
                .flat_map(|rewrite: &Rewrite| &rewrite.stencils)
        };
        // Each sum of weights can have so many values.
        let sums = fall.counts.iter().map(|weights| {
            let heaviest = weights.iter().max().copied().unwrap_or(0);
            plus(Expr::bin(Op::Mul, Expr::num(heaviest), self.count()), 1)
        });
        let mut factors: Vec<Expr> = sums.collect();
        // Rules that leave every sum as it is make the board a smaller number.
        if !stencils().all(|stencil| fall.lowers_a_sum(stencil)) {
            let symbols = board.alphabet.len().next_power_of_two();
            let bits = Expr::bin(Op::Mul, Expr::num(symbols.ilog2()), self.count());
            factors.push(Expr::bin(Op::Shl, Expr::num(1), bits));
        }
        let times = |a, b| Expr::bin(Op::Mul, a, b);
        balanced(factors, times).unwrap_or_else(|| Expr::num(0))
    }
}

impl Lowering {
    /// `sized`: a size that is fixed is written as numbers.
    pub(super) fn board(&mut self, board: &Board, sized: bool) -> (Vec<Part>, Vec<Command>) {
        let last = board.alphabet.len() as i64 - 1;
        let size = board.size.filter(|_| sized);
        let mut parts = Vec::new();
        if !board.row && size.is_none() {
            let columns = board.size.map(|(_, columns)| columns as i64);
            parts.push(part("columns", columns.unwrap_or(1), columns));
        }
        let name = if board.row { "row" } else { "board" };
        parts.push(part(name, 0, Some(last)));
        let layout = Layout {
            cells: parts.len(),
            is_row: board.row,
            size,
        };
        let moves = board.moves.iter().map(|rewrite| {
            let ways = rewrite.stencils.iter().map(|stencil| layout.laid(stencil));
            let laid = Command::Alt(ways.collect());
            by(rewrite.by, Command::Seq(vec![laid, layout.settled(board)]))
        });
        let moves = moves.collect();
        self.board = Some(layout);
        (parts, moves)
    }
}
