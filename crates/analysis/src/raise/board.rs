//! Rows and boards: the cells are one part, row by row; a board that is no row has its columns in a
//! part before.

use dashu_int::IBig;
use whowins_core::{Array, Command, Expr, Op, State};

use super::condition::both;
use super::{Lie, Term, guards, number, shifted, steps};
use crate::board::{Board, Rewrite, Stencil, StencilCell};
use crate::derive::board_fall;
use crate::expression::Cond;
use crate::game::{By, Game, Shape};

/// Symbols that cells show, where a term has but their numbers.
const SYMBOLS: &str = ".oxabcdefghijklmnpqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// How far a pattern reaches; further ones are in no rules.
const FAR: i64 = 1 << 20;

/// A place that a pattern is laid on, as the term reads it: its row (on boards) and its column.
struct At {
    row: Option<Expr>,
    column: Expr,
}

pub(super) fn read(
    game: &whowins_core::Game,
    state: Option<&State>,
    lie: Option<Lie>,
) -> Option<Game> {
    let (columns, cells) = match (game.parts.len(), lie) {
        (2, None) => (None, 1),
        (2, Some(lie)) if lie.is_row => (None, 1),
        (2, Some(lie)) => (Some(Expr::num(lie.size.1)), 1),
        (3, None) => (Some(Expr::part(1)), 2),
        _ => return None,
    };
    let part = &game.parts[cells];
    let symbols = usize::try_from(part.most.as_ref()?).ok()?.checked_add(1)?;
    if part.least != IBig::ZERO || symbols > SYMBOLS.len() {
        return None;
    }
    let word = |number: usize| i64::try_from(number).ok();
    let term = Term {
        game,
        slots: 0,
        size: match lie {
            Some(lie) => Some((word(lie.size.0)?, word(lie.size.1)?)),
            None => None,
        },
        columns,
    };
    let size = match &game.parts[1].most {
        _ if lie.is_some() => lie.map(|lie| lie.size),
        _ if cells == 1 => None,
        None => None,
        // The term says nothing of the rows: a state does.
        Some(columns) => {
            let columns = usize::try_from(columns)
                .ok()
                .filter(|columns| *columns > 0)?;
            Some((state?.get(cells)?.len() / columns, columns))
        }
    };
    let mut board = Board {
        row: term.columns.is_none(),
        size,
        alphabet: SYMBOLS.chars().take(symbols).collect(),
        moves: Vec::new(),
        at_once: Vec::new(),
    };
    let text = |at: usize| format!("move {}", at + 1);
    let mut settled: Option<&Command> = None;
    for turn in term.turns()? {
        let (laid, after) = turn.steps.split_first()?;
        match after {
            [] => {}
            [round] if settled.is_none_or(|one| one == round) => settled = Some(round),
            _ => return None,
        }
        let laid = match laid {
            Command::Alt(all) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        let stencils = laid.iter().map(|one| term.laid(one));
        board.moves.push(Rewrite {
            by: turn.by,
            stencils: stencils.collect::<Option<_>>()?,
            text: text(board.moves.len()),
        });
    }
    if let Some(Command::Repeat(_, round)) = settled {
        for (at, stencil) in term.follow_ups(round)?.into_iter().enumerate() {
            board.at_once.push(Rewrite {
                by: By::Both,
                stencils: vec![stencil],
                text: text(at),
            });
        }
        let alone = Board {
            moves: Vec::new(),
            ..board.clone()
        };
        // The lowering needs to see that they end.
        board_fall(&alone)?;
    }
    term.game(Shape::Board(board), &[])
}

/// What is known of a stencil while it is read: the cells in their order, those beyond an edge, and
/// how far it reaches in each direction.
#[derive(Default)]
struct Reading {
    shown: Vec<(i64, i64, u8)>,
    outside: Vec<(i64, i64)>,
    written: Vec<(i64, i64, u8)>,
    rows: (i64, i64),
    columns: (i64, i64),
}

impl Reading {
    fn stencil(self) -> Stencil {
        let mut cells: Vec<StencilCell> = Vec::new();
        let mut written = self.written.as_slice();
        let new = |&(down, right, symbol): &(i64, i64, u8)| StencilCell {
            down,
            right,
            before: None,
            after: Some(symbol),
        };
        for (down, right, symbol) in self.shown {
            let mut cell = StencilCell {
                down,
                right,
                before: Some(symbol),
                after: None,
            };
            if let Some(at) = written
                .iter()
                .position(|one| (one.0, one.1) == (down, right))
            {
                cells.extend(written[..at].iter().map(new));
                cell.after = Some(written[at].2);
                written = &written[at + 1..];
            }
            cells.push(cell);
        }
        cells.extend(written.iter().map(new));
        // Cells that may show anything only say how far the pattern reaches.
        let ((up, down), (left, right)) = (self.rows, self.columns);
        let rows = [up, down].map(|down| (true, (down, 0)));
        let columns = [left, right].map(|right| (false, (0, right)));
        for (of_rows, (down, right)) in rows.into_iter().chain(columns) {
            let reached = |cell: &StencilCell| match of_rows {
                true => cell.down == down,
                false => cell.right == right,
            };
            if !cells.iter().any(reached) {
                cells.push(StencilCell {
                    down,
                    right,
                    before: None,
                    after: None,
                });
            }
        }
        Stencil {
            cells,
            outside: self.outside,
        }
    }
}

impl Term<'_> {
    /// How far an expression is from a place along one axis.
    fn offset(expr: &Expr, from: &Expr) -> Option<i64> {
        match shifted(expr) {
            (Some(base), by) if base == from && by.unsigned_abs() < FAR.unsigned_abs() => Some(by),
            _ => None,
        }
    }

    /// The cell, relative to the place, whose index this is.
    fn cell(&self, index: &Expr, at: &At) -> Option<(i64, i64)> {
        let Some(row) = &at.row else {
            return Some((0, Self::offset(index, &at.column)?));
        };
        let Expr::Bin(Op::Add, start, column) = index else {
            return None;
        };
        let down = match &**start {
            // In one column the cell's row is its number.
            down if self.size.is_some_and(|(_, columns)| columns == 1) => down,
            Expr::Bin(Op::Mul, down, _) => down,
            _ => return None,
        };
        Some((Self::offset(down, row)?, Self::offset(column, &at.column)?))
    }

    /// What a condition of a pattern at a place asks.
    fn asks(&self, condition: &Expr, at: &At, reading: &mut Reading) -> Option<()> {
        if let Expr::Bin(Op::Eq, shown, symbol) = condition
            && let Expr::Get(Array::Part(_), index, _) = &**shown
        {
            let (down, right) = self.cell(index, at)?;
            let symbol = u8::try_from(number(symbol)?).ok()?;
            reading.shown.push((down, right, symbol));
            return Some(());
        }
        let mut edges = Vec::new();
        super::any_of(condition, &mut edges);
        let mut place = (0, 0);
        for edge in edges {
            // Before the first: "there < 0"; past the last: "end <= there".
            let there = match &edge {
                Expr::Bin(Op::Lt, there, zero) if number(zero) == Some(0) => there,
                Expr::Bin(Op::Le, _, there) => there,
                _ => return None,
            };
            match at.row.as_ref().and_then(|row| Self::offset(there, row)) {
                Some(down) => place.0 = down,
                None => place.1 = Self::offset(there, &at.column)?,
            }
        }
        reading.outside.push(place);
        Some(())
    }

    fn writes(&self, list: &[Command], at: &At, reading: &mut Reading) -> Option<()> {
        for step in list {
            let Command::Set(_, index, symbol) = step else {
                return None;
            };
            let (down, right) = self.cell(index, at)?;
            let symbol = u8::try_from(number(symbol)?).ok()?;
            reading.written.push((down, right, symbol));
        }
        Some(())
    }

    /// The least and the largest place of a pattern's cells along one axis, from where its origin
    /// can lie: `-least` to `end - most`; the end where it is known.
    fn reach(lo: &Expr, hi: &Expr, end: Option<i64>) -> Option<(i64, i64)> {
        let (least, most) = (number(lo)?.checked_neg()?, short_of(hi, end)?);
        ((1 - FAR..=0).contains(&least) && (0..FAR).contains(&most)).then_some((least, most))
    }

    /// A pattern laid on any place where it fits.
    fn laid(&self, command: &Command) -> Option<Stencil> {
        let Command::Choose(lo, hi, body) = command else {
            return None;
        };
        let mut body = &**body;
        let is_row = self.columns.is_none();
        let mut reading = Reading {
            columns: Self::reach(
                lo,
                hi,
                self.size.map(|size| if is_row { size.1 } else { size.0 }),
            )?,
            ..Reading::default()
        };
        if !is_row {
            let Command::Choose(left, right, inner) = body else {
                return None;
            };
            reading.rows = reading.columns;
            reading.columns = Self::reach(left, right, self.size.map(|size| size.1))?;
            body = inner;
        }
        let at = At {
            row: (!is_row).then_some(Expr::Var(0)),
            column: Expr::Var(usize::from(!is_row)),
        };
        let (asked, written) = guards(steps(body));
        for condition in asked {
            self.asks(condition, &at, &mut reading)?;
        }
        self.writes(written, &at, &mut reading)?;
        Some(reading.stencil())
    }

    /// A place of the board by its index.
    fn at_index(&self, index: Expr) -> At {
        match self.columns.clone() {
            None => At {
                row: None,
                column: index,
            },
            Some(columns) => At {
                row: Some(Expr::bin(Op::Div, index.clone(), columns.clone()).tidy()),
                column: Expr::bin(Op::Mod, index, columns),
            },
        }
    }

    /// The pattern that this condition says lies at an index and fits there.
    fn fits_at(&self, fits: &Expr, index: Expr) -> Option<Reading> {
        let at = self.at_index(index);
        let mut reading = Reading::default();
        let mut all = Vec::new();
        all_of(fits, &mut all);
        for condition in all {
            let axis = |place: &Expr| match () {
                () if *place == at.column => Some(false),
                () if at.row.as_ref() == Some(place) => Some(true),
                () => None,
            };
            let end = |down: bool| self.size.map(|size| if down { size.0 } else { size.1 });
            let spans = match condition {
                Expr::Bin(Op::Le, lo, place) if number(lo).is_some_and(|lo| lo > 0) => {
                    axis(place).and_then(|down| Some((down, number(lo)?.checked_neg()?, None)))
                }
                Expr::Bin(Op::Lt, place, hi) => {
                    axis(place).and_then(|down| Some((down, 0, Some(short_of(hi, end(down))?))))
                }
                _ => None,
            };
            match spans {
                Some((down, least, most)) => {
                    let span = if down {
                        &mut reading.rows
                    } else {
                        &mut reading.columns
                    };
                    span.0 = span.0.min(least);
                    span.1 = span.1.max(most.unwrap_or(0));
                }
                None => self.asks(condition, &at, &mut reading)?,
            }
        }
        Some(reading)
    }

    /// "The board shows this pattern somewhere."
    pub(super) fn occurs(&self, fold: &Expr) -> Option<Cond> {
        let Expr::Fold(_, _, _, body) = fold else {
            return None;
        };
        let Expr::Ite(so_far, _, fits) = &**body else {
            return None;
        };
        let Expr::Var(result) = **so_far else {
            return None;
        };
        let reading = self.fits_at(fits, Expr::Var(result.checked_sub(1)?))?;
        Some(Cond::Has([reading.stencil()].into()))
    }

    /// The forced follow-ups of a round: a number that says which is first and where, and what that
    /// writes.
    fn follow_ups(&self, round: &Command) -> Option<Vec<Stencil>> {
        let Command::Choose(first, _, body) = round else {
            return None;
        };
        let [Command::Guard(_), carried_out] = steps(body) else {
            return None;
        };
        let (mut fitting, mut writing) = (Vec::new(), Vec::new());
        self.first(first, &mut fitting)?;
        carried(carried_out, fitting.len(), &mut writing);
        let both = fitting.into_iter().zip(writing);
        both.map(|(mut reading, writes)| {
            if let Command::Choose(_, _, body) = writes {
                let at = self.at_index(Expr::Var(1));
                self.writes(steps(body), &at, &mut reading)?;
            }
            Some(reading.stencil())
        })
        .collect()
    }

    /// What the follow-ups ask, in their order.
    fn first(&self, expr: &Expr, all: &mut Vec<Reading>) -> Option<()> {
        let Expr::Fold(_, hi, before, body) = expr else {
            return None;
        };
        let Expr::Ite(found, _, here) = &**body else {
            return None;
        };
        if number(hi) == Some(1) {
            self.first(before, all)?;
            return self.first(here, all);
        }
        let Expr::Bin(Op::Le, _, result) = &**found else {
            return None;
        };
        let (Expr::Ite(fits, ..), Expr::Var(result)) = (&**here, &**result) else {
            return None;
        };
        all.push(self.fits_at(fits, Expr::Var(result.checked_sub(1)?))?);
        Some(())
    }
}

/// How far an expression is below the end, which is a number or what it is a sum of.
fn short_of(hi: &Expr, end: Option<i64>) -> Option<i64> {
    match (shifted(hi), end) {
        ((None, hi), Some(end)) => end.checked_sub(hi),
        ((_, by), _) => by.checked_neg(),
    }
}

/// What so many follow-ups write, in their order; those that write the same may share it.
fn carried<'e>(command: &'e Command, count: usize, all: &mut Vec<&'e Command>) {
    match command {
        Command::When(_, before, after) if count > 1 => {
            carried(before, count / 2, all);
            carried(after, count - count / 2, all);
        }
        one => all.extend(std::iter::repeat_n(one, count)),
    }
}

/// The sides of an "and", and of those.
fn all_of<'e>(expr: &'e Expr, all: &mut Vec<&'e Expr>) {
    match both(expr) {
        Some(sides) => sides.into_iter().for_each(|side| all_of(side, all)),
        None => all.push(expr),
    }
}
