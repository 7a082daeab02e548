//! Where a pattern lies: what is picked, what is tested, and which cells it covers.

use whowins_core::{Array, Command, Expr, Op};

use super::Lower;
use super::geometry::{At, Geometry, Steps, Way};
use super::parts::Kind;
use super::scope::{add, all_of, any_of, at_most, equal, known, less, mul, plus, sub};
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

/// How many variables a pick binds: one in a command, two in a fold. The first picks may be made by a command and the others by a fold.
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
            _ => self.fault(span.clone(), "only rows, boards and graphs show patterns"),
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
                self.mend(span.clone(), "there is no board for patterns here", help)
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
                _ => self.mend(
                    span.clone(),
                    "a graph has no directions",
                    "drop «along ...»",
                ),
            },
            Ground::Cells(geometry) => {
                let is_flat = pattern.rows.len() == 1 && !pattern.top && !pattern.bottom;
                if !is_flat && !along.is_empty() {
                    let message = "a pattern of several rows lies as it is written";
                    return self.mend(span.clone(), message, "drop «along ...»");
                }
                if !is_flat && !geometry.is_board() {
                    let help = "drop «/», or write: position board of ...";
                    let message = "a row has no cells above one another";
                    return self.mend(span.clone(), message, help);
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
    fn pick(
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
    fn origin(
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

    /// A pattern of several rows, or one that touches the top or bottom edge.
    fn lay_rows(&mut self, laying: &Laying<'_, 'a>, geometry: &Geometry) -> Option<Plan<'a>> {
        let pattern = laying.pattern;
        let mut cells = Vec::new();
        let mut outside = Vec::new();
        for (down, row) in (0..).zip(&pattern.rows) {
            let items = self.items(&row.cells)?;
            let length = items.len() as i64;
            for (right, item) in (0..).zip(items) {
                let Item::One(kind) = item else {
                    let message = "brackets that are repeated stand in patterns of one row";
                    return self.fault(pattern.span.clone(), message);
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
    fn lay_line(
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
                return self.fault(span.clone(), "a ring has no ends");
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
    fn lead(
        &mut self,
        part: usize,
        (steps, at): (&Steps, &At),
        (geometry, way): (&Geometry, Way),
        room: &Expr,
        kinds: &[&'a CellKind],
        span: &Span,
    ) -> Option<Expr> {
        if kinds.is_empty() {
            return self.fault(span.clone(), "nothing stands in this bracket");
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
    fn lay_path(&mut self, laying: &Laying<'_, 'a>, graph: usize, core: usize) -> Option<Plan<'a>> {
        let pattern = laying.pattern;
        let [row] = pattern.rows.as_slice() else {
            return self.fault(pattern.span.clone(), "a graph has no rows");
        };
        if row.first || row.last || pattern.top || pattern.bottom {
            return self.fault(pattern.span.clone(), "a graph has no edges to touch");
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
                return self.fault(pattern.span.clone(), message);
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
                    // Who has just been left is there only once; who lies before that may come again.
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
            return self.fault(pattern.span.clone(), "this pattern has no cell");
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
    fn shown(
        &mut self,
        part: usize,
        cell: &Expr,
        kind: &'a CellKind,
        span: &Span,
    ) -> Option<Option<Stage>> {
        let core = self.parts[part].core[0];
        self.shown_at(part, (core, cell), kind, span)
    }

    fn shown_at(
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
    fn is_shown(
        &mut self,
        part: usize,
        shown: &Expr,
        kind: &'a CellKind,
        span: &Span,
    ) -> Option<Option<Expr>> {
        Some(match kind {
            CellKind::Any => None,
            CellKind::Symbol(symbol) => match self.symbol(part, *symbol) {
                Some(number) => Some(equal(shown.clone(), Expr::num(number))),
                None => {
                    let message = format!("«{}» never shows {symbol}", self.parts[part].name);
                    return self.fault(span.clone(), message);
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
                let inner = self.is_shown(part, shown, kind, span)?;
                Some(!inner.unwrap_or_else(|| Expr::num(1)))
            }
            CellKind::Run(..) | CellKind::Times(..) => {
                return self.fault(
                    span.clone(),
                    "brackets that are repeated stand by themselves",
                );
            }
        })
    }

    /// `PART has PATTERN [along ...] [over N]`
    pub(super) fn has(
        &mut self,
        word: &'a tree::Word,
        pattern: &'a Pattern,
        along: &'a [Direction],
        over: Option<&'a tree::Expr>,
    ) -> Option<Expr> {
        let part = self.part_named(word)?;
        let over = match over {
            Some(over) => Some(self.value(over)?),
            None => None,
        };
        let mut any = Vec::new();
        for way in self.pattern_ways(part, pattern, along, &pattern.span)? {
            let depth = self.bound;
            let laying = Laying {
                part,
                pattern,
                start: None,
                widths: Widths::FOLD,
            };
            let plan = self.lay(&laying, way);
            let tests = plan.and_then(|mut plan| {
                if let Some(over) = &over {
                    let cell = self.cell_of(part, over, &pattern.span)?;
                    let cell = super::scope::lift(&cell, depth, self.bound);
                    let test = self.lies_over(part, &plan, &cell);
                    plan.stages.push(Stage::Test(test));
                }
                Some(plan.stages)
            });
            self.bound = depth;
            any.push(condition(tests?, depth));
        }
        Some(any_of(any))
    }

    /// The index of a cell of this part.
    pub(super) fn cell_of(
        &mut self,
        part: usize,
        value: &super::scope::Value,
        span: &Span,
    ) -> Option<Expr> {
        self.place(part, 0, std::slice::from_ref(value), span)
    }

    /// Whether a pattern that is laid covers a cell.
    fn lies_over(&self, part: usize, plan: &Plan<'_>, cell: &Expr) -> Expr {
        match (&plan.line, self.geometry(part)) {
            (Some((at, way)), Some(geometry)) => {
                let distance = geometry.distance(at, *way, cell);
                at_most(Expr::num(0), distance.clone()).and(less(distance, plan.steps.expr()))
            }
            _ => {
                let cells = plan.slots.iter().filter_map(|slot| match slot {
                    Slot::One(there, _) => Some(equal(there.clone(), cell.clone())),
                    Slot::Run(..) => None,
                });
                any_of(cells.collect())
            }
        }
    }
}

fn least(item: &Item<'_>) -> i64 {
    match item {
        Item::One(_) => 1,
        Item::Run(from, bracket) => from * bracket.len() as i64,
        Item::Times(..) => 0,
    }
}

/// Whether all stages can be met; all picks are looked for, and so many variables are bound before the first.
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
