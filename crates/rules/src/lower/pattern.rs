//! Where a pattern lies: what is picked, what is tested, and which cells it covers.

use whowins_core::{Array, Command, Expr};

use super::Lower;
use super::geometry::{At, Geometry, Steps, Way};
use super::parts::Kind;
use super::scope::{all_of, any_of, at_most, equal, known, less, plus};
use crate::diagnostic::Span;
use crate::tree::{self, CellKind, Direction, Pattern};

/// One thing after the other that a pattern needs.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// This holds.
    Test(Expr),
    /// A number in this range: the next variable.
    Pick(Expr, Expr),
}

/// Cells of a pattern that is laid.
#[derive(Clone, Debug)]
pub(super) enum Slot<'a> {
    /// One cell.
    One(Expr, &'a CellKind),
    /// Several: from so many steps on, so many times this bracket.
    Run(Steps, Expr, &'a [tree::PatternCell]),
}

/// A pattern laid in one direction.
#[derive(Clone, Debug)]
pub(super) struct Plan<'a> {
    pub(super) stages: Vec<Stage>,
    pub(super) slots: Vec<Slot<'a>>,
    /// The first cell.
    pub(super) first: Expr,
    /// The last cell.
    pub(super) last: Expr,
    /// The first cell's place, and the direction, where cells lie in a line.
    pub(super) line: Option<(At, Way)>,
    /// How many steps all of it has.
    pub(super) steps: Steps,
}

/// How many variables a pick binds: one in a command, two in a fold. The first picks may be made by
/// a command and the others by a fold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    /// So many picks bind one variable.
    pub(super) narrow: usize,
}

impl Widths {
    /// All are picked by the player.
    pub(super) const COMMAND: Self = Self { narrow: usize::MAX };
    /// All are looked for.
    pub(super) const FOLD: Self = Self { narrow: 0 };
}

/// A part on which patterns lie, and how.
#[derive(Clone, Debug)]
pub(super) enum Ground {
    /// Cells.
    Cells(Geometry),
    /// The nodes of a graph, and the part of the term that shows their symbols.
    Nodes(usize, usize),
}

/// A cell of a pattern, counted brackets of known number written out.
#[derive(Clone, Debug)]
pub(super) enum Item<'a> {
    One(&'a CellKind),
    /// 0 or 1 times at least.
    Run(i64, &'a [tree::PatternCell]),
    /// So many times.
    Times(Expr, &'a CellKind),
}

/// The longest pattern, with brackets written out.
const LONGEST: usize = 256;

/// What a pattern is laid with.
pub(super) struct Laying<'p, 'a> {
    pub(super) part: usize,
    pub(super) pattern: &'a Pattern,
    /// Where the first cell must be.
    pub(super) start: Option<&'p Expr>,
    pub(super) widths: Widths,
}

impl<'a> Lower<'a> {
    /// What lies under the patterns of a part.
    pub(super) fn under(&mut self, part: usize, span: &Span) -> Option<Ground> {
        match &self.parts[part].kind {
            Kind::Cells(geometry, _) => Some(Ground::Cells(geometry.clone())),
            Kind::Nodes(graph, _) => Some(Ground::Nodes(*graph, self.parts[part].core[0])),
            _ => {
                let help = "write: position board of . x, or: position row of . x";
                self.error(
                    span.clone(),
                    "only rows, boards and graphs show patterns",
                    help,
                )
            }
        }
    }

    /// The part that patterns of moves lie on.
    pub(super) fn pattern_part(&mut self, span: &Span) -> Option<usize> {
        let shows =
            |part: &super::parts::Part| matches!(part.kind, Kind::Cells(..) | Kind::Nodes(..));
        match self.parts.iter().position(shows) {
            Some(part) => Some(part),
            None => {
                let help = "write: position board of . x, or: position row of . x";
                self.error(span.clone(), "there is no board for patterns here", help)
            }
        }
    }

    /// The directions in which a pattern is laid; one for a graph.
    pub(super) fn pattern_ways(
        &mut self,
        part: usize,
        pattern: &Pattern,
        along: &[Direction],
        span: &Span,
    ) -> Option<Vec<Way>> {
        match self.under(part, span)? {
            Ground::Nodes(..) => match along {
                [] => Some(vec![(0, 1)]),
                _ => self.error(
                    span.clone(),
                    "a graph has no directions",
                    "drop `along ...`",
                ),
            },
            Ground::Cells(geometry) => {
                let is_flat = pattern.rows.len() == 1 && !pattern.top && !pattern.bottom;
                if !is_flat && !along.is_empty() {
                    let message = "a pattern of several rows lies as it is written";
                    return self.error(span.clone(), message, "drop `along ...`");
                }
                if !is_flat && !geometry.is_board() {
                    let help = "drop `/`, or write: position board of ...";
                    let message = "a row has no cells above one another";
                    return self.error(span.clone(), message, help);
                }
                match along {
                    [] => Some(vec![(0, 1)]),
                    along => self.ways(along, &geometry, span),
                }
            }
        }
    }

    /// Lays a pattern in a direction; the variables that it picks are bound from here on.
    pub(super) fn lay(&mut self, laying: &Laying<'_, 'a>, way: Way) -> Option<Plan<'a>> {
        let pattern = laying.pattern;
        match self.under(laying.part, &pattern.span)? {
            Ground::Nodes(graph, core) => self.lay_path(laying, graph, core),
            Ground::Cells(geometry) => {
                let is_flat = pattern.rows.len() == 1 && !pattern.top && !pattern.bottom;
                match is_flat {
                    true => self.lay_line(laying, &geometry, way),
                    false => self.lay_rows(laying, &geometry),
                }
            }
        }
    }

    /// Binds the variables of a pick.
    pub(super) fn pick(
        &mut self,
        laying: &Laying<'_, 'a>,
        stages: &mut Vec<Stage>,
        lo: Expr,
        hi: Expr,
    ) -> Expr {
        let picked = stages
            .iter()
            .filter(|stage| matches!(stage, Stage::Pick(..)))
            .count();
        let variable = Expr::Var(self.bound);
        self.bound += if picked < laying.widths.narrow { 1 } else { 2 };
        stages.push(Stage::Pick(lo, hi));
        variable
    }

    /// The place of the first cell, such that cells so far from it lie on the board.
    pub(super) fn origin(
        &mut self,
        laying: &Laying<'_, 'a>,
        geometry: &Geometry,
        offsets: &[(i64, i64)],
        stages: &mut Vec<Stage>,
    ) -> At {
        let range = |of: fn(&(i64, i64)) -> i64, end: Expr| {
            let places = || offsets.iter().map(of).chain([0]);
            let (least, most) = (places().min().unwrap_or(0), places().max().unwrap_or(0));
            (Expr::num(-least), plus(end, -most))
        };
        let is_board = geometry.is_board();
        let rows = range(|offset| offset.0, geometry.rows());
        let columns = match geometry.is_ring() {
            // On a ring a pattern lies anywhere.
            true => (Expr::num(0), geometry.count()),
            false => range(|offset| offset.1, geometry.columns()),
        };
        if laying.start.is_none() && laying.widths.narrow > 0 {
            let row = match is_board {
                true => self.pick(laying, stages, rows.0, rows.1),
                false => Expr::num(0),
            };
            let column = self.pick(laying, stages, columns.0, columns.1);
            return At { row, column };
        }
        let at = match laying.start {
            Some(start) => geometry.at(start),
            None => {
                let index = self.pick(laying, stages, Expr::num(0), geometry.count());
                geometry.at(&index)
            }
        };
        let places = [(&at.row, rows), (&at.column, columns)];
        for (place, (lo, hi)) in places.into_iter().skip(usize::from(!is_board)) {
            if known(&lo) != Some(0) {
                stages.push(Stage::Test(at_most(lo, place.clone())));
            }
            stages.push(Stage::Test(less(place.clone(), hi)));
        }
        at
    }

    /// The cells of a row, brackets of a known number written out.
    pub(super) fn items(&mut self, cells: &'a [tree::PatternCell]) -> Option<Vec<Item<'a>>> {
        let mut items = Vec::new();
        for cell in cells {
            match &cell.kind {
                CellKind::Times(times, kind) => {
                    let times = self.number(times)?;
                    match known(&times).and_then(|times| usize::try_from(times).ok()) {
                        Some(times) if items.len() + times <= LONGEST => {
                            items.extend((0..times).map(|_| Item::One(kind)));
                        }
                        _ => items.push(Item::Times(times, kind)),
                    }
                }
                CellKind::Run(some, bracket) => {
                    items.push(Item::Run(i64::from(*some), bracket));
                }
                kind => items.push(Item::One(kind)),
            }
        }
        Some(items)
    }

    /// The test that a cell shows what it should, if there is any.
    pub(super) fn shown(
        &mut self,
        part: usize,
        cell: &Expr,
        kind: &'a CellKind,
        span: &Span,
    ) -> Option<Option<Stage>> {
        let core = self.parts[part].core[0];
        self.shown_at(part, (core, cell), kind, span)
    }

    pub(super) fn shown_at(
        &mut self,
        part: usize,
        (core, cell): (usize, &Expr),
        kind: &'a CellKind,
        span: &Span,
    ) -> Option<Option<Stage>> {
        let shown = Expr::get_or(Array::Part(core), cell.clone(), -1);
        let test = self.is_shown(part, &shown, kind, span)?;
        Some(test.map(Stage::Test))
    }

    /// Whether this is what a cell of a pattern shows; `None` for anything.
    pub(super) fn is_shown(
        &mut self,
        part: usize,
        shown: &Expr,
        kind: &'a CellKind,
        span: &Span,
    ) -> Option<Option<Expr>> {
        Some(match kind {
            CellKind::Any => {
                self.mention_all(part);
                None
            }
            CellKind::Symbol(symbol) => match self.symbol(part, *symbol) {
                Some(number) => Some(equal(shown.clone(), Expr::num(number))),
                None => {
                    return self.never_shows(part, *symbol, span);
                }
            },
            CellKind::Own(own) => {
                let me = self.own_player(span)?;
                let player = if *own { me } else { 1 - me };
                let symbols = self.symbols_of(player, span)?;
                Some(self.shows_one_of(shown, part, &symbols))
            }
            CellKind::Or(kinds) => {
                let mut any = Vec::new();
                for kind in kinds {
                    match self.is_shown(part, shown, kind, span)? {
                        Some(test) => any.push(test),
                        None => return Some(None),
                    }
                }
                Some(any_of(any))
            }
            CellKind::Not(kind) => {
                self.mention_all(part);
                let inner = self.is_shown(part, shown, kind, span)?;
                Some(!inner.unwrap_or_else(|| Expr::num(1)))
            }
            CellKind::Run(..) | CellKind::Times(..) => {
                let message = "brackets that are repeated stand by themselves";
                let help = "write them one after the other: (any .) x";
                return self.error(span.clone(), message, help);
            }
        })
    }
}

/// Whether all stages can be met; all picks are looked for, and so many variables are bound before
/// the first.
pub(super) fn condition(stages: Vec<Stage>, depth: usize) -> Expr {
    /// A pick with its variable, and the tests behind it.
    type Group = (Option<(Expr, Expr, usize)>, Vec<Expr>);
    let mut picks = depth;
    let mut groups: Vec<Group> = vec![(None, Vec::new())];
    for stage in stages {
        match (stage, groups.last_mut()) {
            (Stage::Test(test), Some(group)) => group.1.push(test),
            (Stage::Pick(lo, hi), _) => {
                groups.push((Some((lo, hi, picks)), Vec::new()));
                picks += 2;
            }
            (Stage::Test(_), None) => {}
        }
    }
    let mut inner: Option<Expr> = None;
    for (pick, mut tests) in groups.into_iter().rev() {
        tests.extend(inner.take());
        let all = all_of(tests);
        inner = Some(match pick {
            Some((lo, hi, level)) => {
                let body = Expr::Var(level + 1).or(all);
                Expr::fold(lo, hi, Expr::num(0), body)
            }
            None => all,
        });
    }
    inner.unwrap_or_else(|| Expr::num(1))
}

/// The stages one after the other by the player's choice, and then this.
pub(super) fn command(stages: Vec<Stage>, body: Vec<Command>) -> Command {
    let mut all = body;
    for stage in stages.into_iter().rev() {
        match stage {
            Stage::Test(test) => all.insert(0, Command::Guard(test)),
            Stage::Pick(lo, hi) => all = vec![Command::choose(lo, hi, Command::Seq(all))],
        }
    }
    Command::Seq(all)
}
