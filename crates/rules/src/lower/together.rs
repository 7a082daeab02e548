//! `together`: every direction that fits at one cell, in one move.

use whowins_core::{Command, Expr};

use super::Lower;
use super::geometry::Way;
use super::pattern::{Ground, Stage, Widths, condition};
use super::rewrite::first_kind;
use super::scope::{Is, Value, at_most, plus};
use super::step::Rest;
use crate::tree::{CellKind, Rewrite};

impl<'a> Lower<'a> {
    /// A pattern in all directions that fit; in each the first way counts.
    pub(super) fn together(
        &mut self,
        part: usize,
        rewrite: &'a Rewrite,
        rest: &Rest<'_, 'a>,
    ) -> Option<Command> {
        let span = &rewrite.span;
        let Ground::Cells(geometry) = self.under(part, span)? else {
            return self.error(
                span.clone(),
                "`together` is for rows and boards",
                "drop `together`",
            );
        };
        if rewrite.along.is_empty() || geometry.is_ring() {
            let help = "write: along all directions together";
            return self.error(span.clone(), "`together` in which directions?", help);
        }
        let (depth, known) = (self.bound, self.names.len());
        let mut stages = Vec::new();
        let cell = match self.known_start(part, rewrite)? {
            Some(cell) => cell,
            None => {
                self.bound += 1;
                stages.push(Stage::Pick(Expr::num(0), geometry.count()));
                Expr::Var(depth)
            }
        };
        if let Some(at) = &rewrite.at
            && !self.is_bound(&at.text)
        {
            self.bind(at, Value::new(cell.clone(), Is::Cell(part)));
        }
        let body = self.together_at(part, rewrite, &cell, rest);
        self.names.truncate(known);
        self.bound = depth;
        Some(super::pattern::command(stages, body?))
    }

    fn together_at(
        &mut self,
        part: usize,
        rewrite: &'a Rewrite,
        cell: &Expr,
        rest: &Rest<'_, 'a>,
    ) -> Option<Vec<Command>> {
        let ways = self.pattern_ways(part, &rewrite.left, &rewrite.along, &rewrite.span)?;
        let fits = self.fits(part, rewrite, Some(cell), &|_, _| Vec::new())?;
        let mut all = vec![Command::Guard(fits)];
        for way in ways {
            all.push(self.first_along(part, rewrite, cell, way)?);
        }
        // The first cell is common to all directions, and so written after they were looked at.
        let symbol = match (first_kind(&rewrite.left), first_kind(&rewrite.right)) {
            (_, Some(CellKind::Any)) | (Some(CellKind::Own(true)), Some(CellKind::Own(true))) => {
                None
            }
            (Some(_), Some(kind)) => Some(self.one_symbol(part, kind, &rewrite.right.span)?),
            _ => {
                let message = "with `together` both sides begin with one cell";
                let help =
                    "write: . (some other) own -> own (some own) ? along all directions together";
                return self.error(rewrite.span.clone(), message, help);
            }
        };
        let core = self.parts[part].core[0];
        all.extend(symbol.map(|symbol| Command::Set(core, cell.clone(), symbol)));
        all.push(self.rest(rest)?);
        Some(all)
    }

    /// The one symbol that a cell of a right side names.
    fn one_symbol(
        &mut self,
        part: usize,
        kind: &CellKind,
        span: &crate::diagnostic::Span,
    ) -> Option<Expr> {
        let symbol = match kind {
            CellKind::Symbol(symbol) => Some(*symbol),
            CellKind::Own(own) => {
                let me = self.own_player(span)?;
                let symbols = self.symbols_of(if *own { me } else { 1 - me }, span)?;
                symbols.first().copied().filter(|_| symbols.len() == 1)
            }
            _ => None,
        };
        match symbol.and_then(|symbol| self.symbol(part, symbol)) {
            Some(number) => Some(Expr::num(number)),
            None => {
                let symbols = self.symbols(part).iter().map(char::to_string);
                let help = format!("write one of {}", symbols.collect::<Vec<_>>().join(" "));
                self.error(
                    span.clone(),
                    "it is not said which symbol is put here",
                    help,
                )
            }
        }
    }

    /// The first way in which the pattern fits in a direction, without its first cell; nothing
    /// where it does not fit.
    fn first_along(
        &mut self,
        part: usize,
        rewrite: &'a Rewrite,
        cell: &Expr,
        way: Way,
    ) -> Option<Command> {
        let (depth, known) = (self.bound, self.names.len());
        let fits = self.stages_of(part, rewrite, cell, way, 0)?;
        let fits = condition(fits, depth);
        let mut firsts = Vec::new();
        loop {
            // The pick whose first fitting value is sought, after those that are found already.
            let stages = self.stages_of(part, rewrite, cell, way, firsts.len())?;
            let mut picks = 0;
            let found = stages.iter().position(|stage| {
                picks += usize::from(matches!(stage, Stage::Pick(..)));
                picks > firsts.len()
            });
            let Some(Stage::Pick(lo, hi)) = found.and_then(|at| stages.get(at)).cloned() else {
                break;
            };
            let level = depth + firsts.len();
            let after = stages[found.unwrap_or(0) + 1..].to_vec();
            let holds = condition(after, level + 2);
            let here = Expr::ite(holds, Expr::Var(level), Expr::num(-1));
            let so_far = Expr::Var(level + 1);
            let body = Expr::ite(at_most(Expr::num(0), so_far.clone()), so_far, here);
            firsts.push(Expr::fold(lo, hi, Expr::num(-1), body));
        }
        let plan = self.lay_named(part, rewrite, way, Some(cell), Widths::COMMAND)?;
        let mut writes = self.writes(part, rewrite, &plan, way)?;
        let core = self.parts[part].core[0];
        let is_first = |command: &Command| matches!(command, Command::Set(one, place, _) if *one == core && *place == plan.first);
        writes.changes.retain(|change| !is_first(change));
        let body = Command::Seq(writes.command());
        let body = firsts.into_iter().rev().fold(body, |body, first| {
            Command::choose(first.clone(), plus(first, 1), body)
        });
        self.names.truncate(known);
        self.bound = depth;
        Some(Command::when(fits, body))
    }

    fn stages_of(
        &mut self,
        part: usize,
        rewrite: &'a Rewrite,
        cell: &Expr,
        way: Way,
        narrow: usize,
    ) -> Option<Vec<Stage>> {
        let (depth, known) = (self.bound, self.names.len());
        let widths = Widths { narrow };
        let plan = self.lay_named(part, rewrite, way, Some(cell), widths);
        self.names.truncate(known);
        self.bound = depth;
        Some(plan?.stages)
    }
}
