//! Patterns laid in rows, in lines with repeated brackets, and along paths of graphs.

use whowins_core::{Expr, Op};

use super::Lower;
use super::geometry::{At, Geometry, Steps, Way};
use super::pattern::{Item, Laying, Plan, Slot, Stage};
use super::scope::{add, all_of, any_of, at_most, equal, less, mul, plus, sub};
use crate::diagnostic::Span;
use crate::tree::CellKind;

impl<'a> Lower<'a> {
    /// A pattern of several rows, or one that touches the top or bottom edge.
    pub(super) fn lay_rows(
        &mut self,
        laying: &Laying<'_, 'a>,
        geometry: &Geometry,
    ) -> Option<Plan<'a>> {
        let pattern = laying.pattern;
        let mut cells = Vec::new();
        let mut outside = Vec::new();
        for (down, row) in (0..).zip(&pattern.rows) {
            let items = self.items(&row.cells)?;
            let length = items.len() as i64;
            for (right, item) in (0..).zip(items) {
                let Item::One(kind) = item else {
                    let message = "repeated brackets are allowed only in patterns of one row";
                    let help = "write one row, and `along down` for a column";
                    return self.error(pattern.span.clone(), message, help);
                };
                cells.push((down, right, kind));
            }
            outside.extend(row.first.then_some((down, -1)));
            outside.extend(row.last.then_some((down, length)));
        }
        outside.extend(pattern.top.then_some((-1, 0)));
        outside.extend(pattern.bottom.then_some((pattern.rows.len() as i64, 0)));
        let offsets: Vec<(i64, i64)> = cells.iter().map(|cell| (cell.0, cell.1)).collect();
        let mut stages = Vec::new();
        let at = self.origin(laying, geometry, &offsets, &mut stages);
        for (down, right) in outside {
            stages.push(Stage::Test(any_of(geometry.beyond(&at, down, right))));
        }
        let mut slots = Vec::new();
        for (down, right, kind) in cells {
            let cell = geometry.offset(&at, down, right);
            stages.extend(self.shown(laying.part, &cell, kind, &pattern.span)?);
            slots.push(Slot::One(cell, kind));
        }
        let ends = |offset: Option<&(i64, i64)>| {
            let (down, right) = offset.copied().unwrap_or((0, 0));
            geometry.offset(&at, down, right)
        };
        Some(Plan {
            first: ends(offsets.first()),
            last: ends(offsets.last()),
            steps: Steps::of(offsets.len() as i64),
            line: None,
            stages,
            slots,
        })
    }

    /// A pattern of one row, in a direction.
    pub(super) fn lay_line(
        &mut self,
        laying: &Laying<'_, 'a>,
        geometry: &Geometry,
        way: Way,
    ) -> Option<Plan<'a>> {
        let row = &laying.pattern.rows[0];
        let span = &laying.pattern.span;
        let items = self.items(&row.cells)?;
        let before = self.bound;
        let is_open = items.iter().any(|item| !matches!(item, Item::One(_)));
        let least: i64 = items.iter().map(least).sum();
        let offsets: Vec<(i64, i64)> = (0..least).map(|at| (at * way.0, at * way.1)).collect();
        let mut stages = Vec::new();
        let at = self.origin(laying, geometry, &offsets, &mut stages);
        let room = geometry.room(&at, way);
        if geometry.is_ring() {
            if row.first || row.last {
                return self.error(span.clone(), "a ring has no ends", "drop `^` and `$`");
            }
            stages.push(Stage::Test(at_most(Expr::num(least), room.clone())));
        }
        if row.first {
            let beyond = geometry.beyond(&at, -way.0, -way.1);
            stages.push(Stage::Test(any_of(beyond)));
        }
        if row.last && !is_open {
            let beyond = geometry.beyond(&at, least * way.0, least * way.1);
            stages.push(Stage::Test(any_of(beyond)));
        }
        let mut steps = Steps::of(0);
        let mut slots = Vec::new();
        for item in items {
            match item {
                Item::One(kind) => {
                    if steps.more.is_some() {
                        stages.push(Stage::Test(less(steps.expr(), room.clone())));
                    }
                    let cell = geometry.cell(&at, way, &steps);
                    stages.extend(self.shown(laying.part, &cell, kind, span)?);
                    slots.push(Slot::One(cell, kind));
                    steps = steps.and(1);
                }
                Item::Run(from, bracket) => {
                    let kinds: Vec<&CellKind> = bracket.iter().map(|cell| &cell.kind).collect();
                    let (start, ray) = ((&steps, &at), (geometry, way));
                    let lead = self.lead(laying.part, start, ray, &room, &kinds, span)?;
                    let times = self.pick(laying, &mut stages, Expr::num(from), plus(lead, 1));
                    slots.push(Slot::Run(steps.clone(), times.clone(), bracket));
                    steps = steps.and_of(mul(times, Expr::num(kinds.len())));
                }
                Item::Times(times, kind) => {
                    let times = super::scope::lift(&times, before, self.bound);
                    let start = (&steps, &at);
                    let lead =
                        self.lead(laying.part, start, (geometry, way), &room, &[kind], span)?;
                    stages.push(Stage::Test(at_most(times.clone(), lead)));
                    stages.push(Stage::Test(at_most(Expr::num(0), times.clone())));
                    slots.push(Slot::Run(steps.clone(), times.clone(), &[]));
                    steps = steps.and_of(times);
                }
            }
        }
        if row.last && is_open {
            stages.push(Stage::Test(at_most(room, steps.expr())));
        }
        Some(Plan {
            first: geometry.cell(&at, way, &Steps::of(0)),
            last: geometry.cell(&at, way, &steps.and(-1)),
            line: Some((at, way)),
            stages,
            slots,
            steps,
        })
    }

    /// How many times a bracket fits one after the other from here on.
    pub(super) fn lead(
        &mut self,
        part: usize,
        (steps, at): (&Steps, &At),
        (geometry, way): (&Geometry, Way),
        room: &Expr,
        kinds: &[&'a CellKind],
        span: &Span,
    ) -> Option<Expr> {
        if kinds.is_empty() {
            return self.error(span.clone(), "this bracket is empty", "write: (any .)");
        }
        let length = Expr::num(kinds.len());
        let left = sub(room.clone(), steps.expr());
        let most = Expr::bin(Op::Div, left, length.clone());
        let (round, so_far) = (Expr::Var(self.bound), Expr::Var(self.bound + 1));
        self.bound += 2;
        let mut tests = Vec::new();
        let start = steps.and_of(mul(round.clone(), length));
        let mut is_whole = true;
        for (step, kind) in (0..).zip(kinds) {
            let cell = geometry.cell(at, way, &start.and(step));
            match self.shown(part, &cell, kind, span) {
                Some(stage) => tests.extend(stage),
                None => is_whole = false,
            }
        }
        self.bound -= 2;
        let tests: Vec<Expr> = tests
            .into_iter()
            .filter_map(|stage| match stage {
                Stage::Test(test) => Some(test),
                Stage::Pick(..) => None,
            })
            .collect();
        if !is_whole {
            return None;
        }
        if tests.is_empty() {
            return Some(Expr::bin(Op::Max, most, Expr::num(0)));
        }
        let goes_on = equal(round, so_far.clone()).and(all_of(tests));
        let body = add(so_far, goes_on);
        Some(Expr::fold(Expr::num(0), most, Expr::num(0), body))
    }

    /// A pattern along a path of a graph.
    pub(super) fn lay_path(
        &mut self,
        laying: &Laying<'_, 'a>,
        graph: usize,
        core: usize,
    ) -> Option<Plan<'a>> {
        let pattern = laying.pattern;
        let [row] = pattern.rows.as_slice() else {
            let help = "drop `/`: the cells of a pattern lie along a path";
            return self.error(pattern.span.clone(), "a graph has no rows", help);
        };
        if row.first || row.last || pattern.top || pattern.bottom {
            let help = "drop `^` and `$`";
            return self.error(pattern.span.clone(), "a graph has no edges to touch", help);
        }
        let items = self.items(&row.cells)?;
        let forward = self.grounds[graph].forward.clone();
        let (table, degree) = self.steps_table(&forward);
        let mut stages = Vec::new();
        let mut path: Vec<Expr> = Vec::new();
        let mut slots = Vec::new();
        for item in items {
            let Item::One(kind) = item else {
                let message = "on a graph no bracket is repeated";
                let help = "write the cells one by one, or: net connects a to b through '.'";
                return self.error(pattern.span.clone(), message, help);
            };
            let node = match (path.last().cloned(), laying.start) {
                (None, Some(start)) => start.clone(),
                (None, None) => {
                    let nodes = Expr::num(forward.len());
                    self.pick(laying, &mut stages, Expr::num(0), nodes)
                }
                (Some(last), _) => {
                    let step = self.pick(laying, &mut stages, Expr::num(0), Expr::num(degree));
                    let place = add(mul(Expr::num(degree), last), step);
                    let node = Expr::get_or(table, place, -1);
                    stages.push(Stage::Test(at_most(Expr::num(0), node.clone())));
                    // Who has just been left is there only once; who lies before that may come
                    // again.
                    for before in &path {
                        stages.push(Stage::Test(!equal(before.clone(), node.clone())));
                    }
                    node
                }
            };
            stages.extend(self.shown_at(laying.part, (core, &node), kind, &pattern.span)?);
            slots.push(Slot::One(node.clone(), kind));
            path.push(node);
        }
        let (Some(first), Some(last)) = (path.first().cloned(), path.last().cloned()) else {
            return self.error(
                pattern.span.clone(),
                "this pattern has no cell",
                "write: . -> x",
            );
        };
        Some(Plan {
            stages,
            slots,
            first,
            last,
            line: None,
            steps: Steps::of(path.len() as i64),
        })
    }
}

fn least(item: &Item<'_>) -> i64 {
    match item {
        Item::One(_) => 1,
        Item::Run(from, bracket) => from * bracket.len() as i64,
        Item::Times(..) => 0,
    }
}
