//! Patterns as steps: what is written where one fits.

use whowins_core::{Array, Command, Expr};

use super::Lower;
use super::geometry::{Geometry, Steps, Way};
use super::parts::Kind;
use super::pattern::{Item, Laying, Plan, Slot, Stage, Widths, command, condition};
use super::scope::{Is, Value, any_of, mul, plus, power, size};
use super::step::Rest;
use crate::diagnostic::Span;
use crate::tree::{self, CellKind, Layout, PatternCell, Rewrite, StepKind};

/// What a pattern writes: numbers that are read before, and then the changes.
pub(super) struct Writes {
    pub(super) read: Vec<Expr>,
    pub(super) changes: Vec<Command>,
}

impl Writes {
    /// All of it; the numbers that are read are the variables from here on.
    pub(super) fn command(self) -> Vec<Command> {
        match self.read.is_empty() {
            true => self.changes,
            false => {
                let body = Command::Seq(self.changes);
                vec![self.read.into_iter().rev().fold(body, |body, value| {
                    Command::choose(value.clone(), plus(value, 1), body)
                })]
            }
        }
    }
}

impl<'a> Lower<'a> {
    /// A pattern, and what comes after.
    pub(super) fn rewrite(&mut self, rewrite: &'a Rewrite, rest: &Rest<'_, 'a>) -> Option<Command> {
        let part = self.pattern_part(&rewrite.span)?;
        if rewrite.together {
            return self.together(part, rewrite, rest);
        }
        let repeats = rest
            .next()
            .is_some_and(|next| matches!(next.kind, StepKind::Repeat(_)));
        let names = [&rewrite.at, &rewrite.to];
        let is_named = names
            .into_iter()
            .flatten()
            .any(|name| !self.is_bound(&name.text));
        let mut ways = Vec::new();
        for way in self.pattern_ways(part, &rewrite.left, &rewrite.along, &rewrite.span)? {
            let (depth, known) = (self.bound, self.names.len());
            let way = self.rewrite_along(part, rewrite, way, repeats, is_named.then_some(rest));
            self.names.truncate(known);
            self.bound = depth;
            ways.push(way?);
        }
        let all = Command::Alt(ways);
        match is_named {
            true => Some(all),
            false => Some(Command::Seq(vec![all, self.rest(rest)?])),
        }
    }

    /// A pattern in one direction, and what comes after if that knows its cells.
    fn rewrite_along(
        &mut self,
        part: usize,
        rewrite: &'a Rewrite,
        way: Way,
        repeats: bool,
        rest: Option<&Rest<'_, 'a>>,
    ) -> Option<Command> {
        let start = self.known_start(part, rewrite)?;
        let plan = self.lay_named(part, rewrite, way, start.as_ref(), Widths::COMMAND)?;
        let mut body = self.writes(part, rewrite, &plan, way)?.command();
        if let Some((piece, been)) = self.piece.filter(|_| repeats) {
            body.push(Command::set(piece, plan.last.clone()));
            body.push(Command::set(been, power(plan.last.clone())));
        }
        if let Some(rest) = rest {
            body.push(self.rest(rest)?);
        }
        Some(command(plan.stages, body))
    }

    /// The first cell, where its name is known already.
    pub(super) fn known_start(
        &mut self,
        part: usize,
        rewrite: &'a Rewrite,
    ) -> Option<Option<Expr>> {
        let Some(word) = rewrite.at.as_ref().filter(|at| self.is_bound(&at.text)) else {
            return Some(None);
        };
        let value = self.name(word, None)?;
        if !matches!(value.is, Is::Cell(_) | Is::Node(_))
            && !matches!(self.parts[part].kind, Kind::Cells(ref one, _) if !one.is_board())
        {
            let name = &word.text;
            let message = format!("`{name}` isn't a cell");
            let of = &self.parts[part].name;
            let help = format!("choose a cell: choose {name} in cells of {of}; ...");
            return self.error(word.span.clone(), message, help);
        }
        Some(Some(self.cell_of(part, &value, &word.span)?))
    }

    /// Lays the left side, names its ends, and asks its guard.
    pub(super) fn lay_named(
        &mut self,
        part: usize,
        rewrite: &'a Rewrite,
        way: Way,
        start: Option<&Expr>,
        widths: Widths,
    ) -> Option<Plan<'a>> {
        let laying = Laying {
            part,
            pattern: &rewrite.left,
            start,
            widths,
        };
        let mut plan = self.lay(&laying, way)?;
        let pieces = plan.stages.iter().map(|stage| match stage {
            Stage::Test(test) => size(test),
            Stage::Pick(lo, hi) => size(lo) + size(hi),
        });
        self.charge(pieces.sum(), &rewrite.span)?;
        let is = match self.parts[part].kind {
            Kind::Nodes(graph, _) => Is::Node(graph),
            _ => Is::Cell(part),
        };
        if let Some(at) = &rewrite.at
            && !self.is_bound(&at.text)
        {
            self.bind(at, Value::new(plan.first.clone(), is.clone()));
        }
        if let Some(to) = &rewrite.to {
            if self.is_bound(&to.text) {
                let value = self.name(to, None)?;
                let cell = self.cell_of(part, &value, &to.span)?;
                let is_it = super::scope::equal(plan.last.clone(), cell);
                plan.stages.push(Stage::Test(is_it));
            } else {
                self.bind(to, Value::new(plan.last.clone(), is));
            }
        }
        if let Some(guard) = &rewrite.guard {
            let guard = self.condition(guard)?;
            plan.stages.push(Stage::Test(guard));
        }
        Some(plan)
    }

    /// Whether a pattern fits somewhere, or at this cell.
    pub(super) fn fits(
        &mut self,
        part: usize,
        rewrite: &'a Rewrite,
        start: Option<&Expr>,
        tests: &dyn Fn(&Self, &Plan<'a>) -> Vec<Expr>,
    ) -> Option<Expr> {
        let mut any = Vec::new();
        for way in self.pattern_ways(part, &rewrite.left, &rewrite.along, &rewrite.span)? {
            let (depth, known) = (self.bound, self.names.len());
            let start = match start {
                Some(start) => Some(start.clone()),
                None => self.known_start(part, rewrite)?,
            };
            let plan = self.lay_named(part, rewrite, way, start.as_ref(), Widths::FOLD);
            let more = plan.as_ref().map(|plan| tests(self, plan));
            self.names.truncate(known);
            self.bound = depth;
            let mut stages = plan?.stages;
            stages.extend(more.into_iter().flatten().map(Stage::Test));
            any.push(condition(stages, depth));
        }
        Some(any_of(any))
    }

    /// What is written where the left side lies.
    pub(super) fn writes(
        &mut self,
        part: usize,
        rewrite: &'a Rewrite,
        plan: &Plan<'a>,
        way: Way,
    ) -> Option<Writes> {
        let mut rows = Vec::new();
        for row in &rewrite.right.rows {
            rows.push(self.items(&row.cells)?);
        }
        let span = &rewrite.right.span;
        let items: Vec<Item<'a>> = rows.concat();
        let before = self.bound;
        let mut writer = Writer {
            part,
            plan,
            span,
            owns: before..before,
            writes: Writes {
                read: Vec::new(),
                changes: Vec::new(),
            },
        };
        self.read_owns(&mut writer, &items)?;
        let written = self.write_items(&mut writer, rewrite, &items, way);
        self.bound = before;
        written.map(|()| writer.writes)
    }

    /// Where a player has several symbols, those that he keeps are read before anything is written.
    fn read_owns(&mut self, writer: &mut Writer<'_, 'a>, items: &[Item<'a>]) -> Option<()> {
        let is_own = |item: &&Item<'a>| matches!(item, Item::One(CellKind::Own(true)));
        let wanted = items.iter().filter(is_own).count();
        if wanted == 0 {
            return Some(());
        }
        let me = self.own_player(writer.span)?;
        if self.symbols_of(me, writer.span)?.len() == 1 {
            return Some(());
        }
        let core = self.parts[writer.part].core[0];
        let owns = writer.plan.slots.iter().filter_map(|slot| match slot {
            Slot::One(cell, CellKind::Own(true)) => Some(cell.clone()),
            _ => None,
        });
        let read = owns
            .take(wanted)
            .map(|cell| Expr::get(Array::Part(core), cell));
        writer.writes.read = read.collect();
        self.bound += writer.writes.read.len();
        writer.owns.end = self.bound;
        Some(())
    }

    fn write_items(
        &mut self,
        writer: &mut Writer<'_, 'a>,
        rewrite: &'a Rewrite,
        items: &[Item<'a>],
        way: Way,
    ) -> Option<()> {
        let (plan, span, part) = (writer.plan, writer.span, writer.part);
        let runs = |slots: &[Slot<'a>]| {
            let runs = slots.iter().filter(|slot| matches!(slot, Slot::Run(..)));
            runs.count()
        };
        let right_runs = items
            .iter()
            .filter(|item| !matches!(item, Item::One(_)))
            .count();
        let is_alike = items.len() == plan.slots.len() && right_runs == runs(&plan.slots);
        let same_rows = rewrite.left.rows.len() == 1
            || rewrite
                .left
                .rows
                .iter()
                .map(|row| row.cells.len())
                .eq(rewrite.right.rows.iter().map(|row| row.cells.len()));
        if !is_alike || !same_rows {
            self.splice(writer, items, way)?;
        } else if let (Some((at, way)), Some(geometry)) =
            (plan.line.clone(), self.geometry(part).cloned())
        {
            self.write_line(writer, items, (&at, &geometry, way))?;
        } else {
            for (slot, item) in plan.slots.iter().zip(items) {
                let (Slot::One(cell, _), Item::One(kind)) = (slot, item) else {
                    let message = "the two sides of `->` do not fit together";
                    let help = "write as many cells and brackets on the right as on the left";
                    return self.error(span.clone(), message, help);
                };
                self.write(writer, cell.clone(), kind)?;
            }
        }
        Some(())
    }

    /// Writes one cell.
    fn write(&mut self, writer: &mut Writer<'_, 'a>, cell: Expr, kind: &'a CellKind) -> Option<()> {
        let core = self.parts[writer.part].core[0];
        if let Some(value) = self.written_symbol(writer, kind)? {
            writer.writes.changes.push(Command::Set(core, cell, value));
        }
        Some(())
    }

    /// The symbol that is written; `None` leaves the cell as it is.
    fn written_symbol(
        &mut self,
        writer: &mut Writer<'_, 'a>,
        kind: &'a CellKind,
    ) -> Option<Option<Expr>> {
        let span = writer.span;
        Some(match kind {
            CellKind::Any => None,
            CellKind::Symbol(symbol) => match self.symbol(writer.part, *symbol) {
                Some(number) => Some(Expr::num(number)),
                None => {
                    return self.never_shows(writer.part, *symbol, span);
                }
            },
            CellKind::Own(own) => {
                let me = self.own_player(span)?;
                let player = if *own { me } else { 1 - me };
                let symbols = self.symbols_of(player, span)?;
                if let [symbol] = symbols.as_slice() {
                    self.symbol(writer.part, *symbol).map(Expr::num)
                } else if let Some(level) = writer.owns.next().filter(|_| *own) {
                    Some(Expr::Var(level))
                } else {
                    let names: Vec<String> = symbols.iter().map(char::to_string).collect();
                    let message = format!("which of them is put there: {}?", names.join(" or "));
                    return self.error(span.clone(), message, "write the symbol itself");
                }
            }
            _ => {
                let help = "write a symbol, own, or ? for what was there";
                return self.error(span.clone(), "it is not said what is put here", help);
            }
        })
    }

    /// Cells in a line; counts are those of the left side.
    fn write_line(
        &mut self,
        writer: &mut Writer<'_, 'a>,
        items: &[Item<'a>],
        (at, geometry, way): (&super::geometry::At, &Geometry, Way),
    ) -> Option<()> {
        let runs: Vec<(Steps, Expr, &'a [PatternCell])> = writer
            .plan
            .slots
            .iter()
            .filter_map(|slot| match slot {
                Slot::Run(from, times, bracket) => Some((from.clone(), times.clone(), *bracket)),
                Slot::One(..) => None,
            })
            .collect();
        let mut runs = runs.into_iter();
        let mut steps = Steps::of(0);
        for item in items {
            match item {
                Item::One(kind) => {
                    self.write(writer, geometry.cell(at, way, &steps), kind)?;
                    steps = steps.and(1);
                }
                Item::Run(_, right) => {
                    let Some((from, times, left)) = runs.next() else {
                        return self.how_many(writer.span);
                    };
                    let length = left.len().max(1);
                    if right.len() != length {
                        let message = "this bracket has another length than its partner";
                        let help = format!("write {length} in this bracket; ? keeps a cell");
                        return self.error(writer.span.clone(), message, help);
                    }
                    let is_same = |(a, b): (&PatternCell, &PatternCell)| {
                        a.kind == b.kind && matches!(a.kind, CellKind::Symbol(_))
                    };
                    let stays = from == steps && left.iter().zip(right.iter()).all(is_same);
                    if !stays || left.is_empty() {
                        let kinds: Vec<&CellKind> = right.iter().map(|cell| &cell.kind).collect();
                        self.write_run(writer, (&steps, &times), &kinds, (at, geometry, way))?;
                    }
                    steps = steps.and_of(mul(times, Expr::num(length)));
                }
                Item::Times(_, kind) => {
                    let Some((_, times, _)) = runs.next() else {
                        return self.how_many(writer.span);
                    };
                    self.write_run(writer, (&steps, &times), &[kind], (at, geometry, way))?;
                    steps = steps.and_of(times);
                }
            }
        }
        Some(())
    }

    /// A bracket so many times.
    fn write_run(
        &mut self,
        writer: &mut Writer<'_, 'a>,
        (steps, times): (&Steps, &Expr),
        kinds: &[&'a CellKind],
        (at, geometry, way): (&super::geometry::At, &Geometry, Way),
    ) -> Option<()> {
        let core = self.parts[writer.part].core[0];
        let start = steps.and_of(mul(Expr::Var(self.bound), Expr::num(kinds.len())));
        let mut all = Vec::new();
        for (step, kind) in (0..).zip(kinds) {
            if matches!(kind, CellKind::Own(true)) && !writer.writes.read.is_empty() {
                let message = "a player with several symbols cannot repeat them here";
                return self.error(writer.span.clone(), message, "write the symbol itself");
            }
            if let Some(value) = self.written_symbol(writer, kind)? {
                let cell = geometry.cell(at, way, &start.and(step));
                all.push(Command::Set(core, cell, value));
            }
        }
        if !all.is_empty() {
            let body = Box::new(Command::Seq(all));
            let round = Command::Loop(Expr::num(0), times.clone(), body);
            writer.writes.changes.push(round);
        }
        Some(())
    }

    fn how_many<T>(&mut self, span: &Span) -> Option<T> {
        let help =
            "a bracket on the right belongs to one on the left: own (some .) -> (some .) own";
        self.error(span.clone(), "how many times?", help)
    }

    /// A row that shrinks or grows.
    fn splice(&mut self, writer: &mut Writer<'_, 'a>, items: &[Item<'a>], way: Way) -> Option<()> {
        let span = writer.span;
        let is_open = self
            .geometry(writer.part)
            .is_some_and(|one| one.layout == Layout::Row && one.size.is_none());
        let Some((at, _)) = writer.plan.line.clone().filter(|_| is_open) else {
            let help = "only rows without a size shrink and grow";
            let message = "the two sides of `->` have different sizes";
            return self.error(span.clone(), message, help);
        };
        let mut values = Vec::new();
        for item in items {
            let Item::One(kind) = item else {
                let message = "how many times is not known here";
                let help = "write the cells one by one, or as many brackets as on the left";
                return self.error(span.clone(), message, help);
            };
            match self.written_symbol(writer, kind)? {
                Some(value) => values.push(value),
                None => {
                    let help = "write its symbol in place of `?`";
                    let message = "it is not known which cell this was";
                    return self.error(span.clone(), message, help);
                }
            }
        }
        let count = writer.plan.steps.expr();
        let start = match way.1 > 0 {
            true => at.column,
            false => {
                values.reverse();
                plus(super::scope::sub(at.column, count.clone()), 1)
            }
        };
        let core = self.parts[writer.part].core[0];
        let splice = Command::Splice(core, start, count, values);
        writer.writes.changes.push(splice);
        Some(())
    }
}

/// A right side while it is written.
struct Writer<'p, 'a> {
    part: usize,
    plan: &'p Plan<'a>,
    span: &'p Span,
    /// The variables that hold what the left side shows for `own`.
    owns: std::ops::Range<usize>,
    writes: Writes,
}

/// The cells of the first bracket or cell on a side, if it is one cell.
pub(super) fn first_kind(pattern: &tree::Pattern) -> Option<&CellKind> {
    let cell = pattern.rows.first()?.cells.first()?;
    match &cell.kind {
        CellKind::Run(..) | CellKind::Times(..) => None,
        kind => Some(kind),
    }
}
