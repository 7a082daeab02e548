//! `PART has PATTERN`.

use whowins_core::Expr;

use super::Lower;
use super::pattern::{Laying, Plan, Slot, Stage, Widths, condition};
use super::scope::{any_of, at_most, equal, less};
use crate::diagnostic::Span;
use crate::tree::{self, Direction, Pattern};

impl<'a> Lower<'a> {
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
