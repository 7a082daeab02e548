//! `may repeat`, `must repeat`: the step before once more, with the piece that moved.

use whowins_core::{Command, Expr, Op};

use super::Lower;
use super::geometry::Way;
use super::pattern::{Stage, Widths, command};
use super::scope::{add, at_most, bit, plus, power};
use super::step::Rest;
use crate::diagnostic::Span;
use crate::tree::{Direction, Expr as Expression, Rewrite, Step, StepKind};

impl<'a> Lower<'a> {
    /// The step before, again and again: the piece is a part of the term as long as it goes on, -1
    /// when it has stopped, and so are the cells that it came to, as a number of bits.
    pub(super) fn repeat(
        &mut self,
        must: bool,
        before: Option<&'a Step>,
        rest: &Rest<'_, 'a>,
        span: &Span,
    ) -> Option<Command> {
        let rewrite = match before.map(|step| &step.kind) {
            Some(StepKind::Rewrite(rewrite)) if !rewrite.together => rewrite,
            Some(StepKind::Walk { token, free, along }) => {
                return self.walk_repeated((token, *free, along), must, rest, span);
            }
            _ => {
                return self.what_is_repeated(span);
            }
        };
        let Some((piece, been)) = self.piece else {
            return self.what_is_repeated(span);
        };
        let part = self.pattern_part(&rewrite.span)?;
        let cells = self.length(part);
        let (depth, names) = (self.bound, self.names.clone());
        let again = [&rewrite.at, &rewrite.to];
        let is_again = |name: &String| {
            again
                .iter()
                .any(|word| word.as_ref().is_some_and(|word| word.text == *name))
        };
        self.names.retain(|bound| !is_again(&bound.name));
        self.bound = depth + 2;
        let hop = self.hop(part, rewrite, (piece, been), must);
        self.bound = depth;
        self.names = names;
        let here = Command::choose(Expr::part(piece), plus(Expr::part(piece), 1), hop?);
        let goes_on = at_most(Expr::num(0), Expr::part(piece));
        let round = Command::when(goes_on, here);
        self.rounds_of(cells, round, (piece, been), rest)
    }

    fn walk_repeated(
        &mut self,
        walk: (&'a Expression, bool, &'a [Direction]),
        must: bool,
        rest: &Rest<'_, 'a>,
        span: &Span,
    ) -> Option<Command> {
        let Some((piece, been)) = self.piece else {
            return self.what_is_repeated(span);
        };
        let places = self.places_of(walk.0)?;
        let depth = self.bound;
        self.bound += 1;
        let hop = self.walk_on(walk, (piece, been), must, span);
        self.bound = depth;
        let goes_on = at_most(Expr::num(0), Expr::part(piece));
        let round = Command::when(goes_on, hop?);
        self.rounds_of(places, round, (piece, been), rest)
    }

    /// So many rounds, and what comes after.
    fn rounds_of(
        &mut self,
        rounds: Expr,
        round: Command,
        (piece, been): (usize, usize),
        rest: &Rest<'_, 'a>,
    ) -> Option<Command> {
        Some(Command::Seq(vec![
            Command::Loop(Expr::num(0), rounds, Box::new(round)),
            Command::set(piece, Expr::num(-1)),
            Command::set(been, Expr::num(0)),
            self.rest(rest)?,
        ]))
    }

    fn what_is_repeated<T>(&mut self, span: &Span) -> Option<T> {
        let help = "write a pattern or a walk before it: move own . -> . own; may repeat";
        self.error(span.clone(), "the repeated step is missing", help)
    }

    /// One more time, or not; the piece's cell is the last variable.
    fn hop(
        &mut self,
        part: usize,
        rewrite: &'a Rewrite,
        (piece, been): (usize, usize),
        must: bool,
    ) -> Option<Command> {
        let cell = Expr::Var(self.bound - 1);
        let stop = Command::set(piece, Expr::num(-1));
        let mut hops = Vec::new();
        for way in self.pattern_ways(part, &rewrite.left, &rewrite.along, &rewrite.span)? {
            let (depth, known) = (self.bound, self.names.len());
            let hop = self.hop_along(part, rewrite, &cell, (piece, been), way);
            self.names.truncate(known);
            self.bound = depth;
            hops.push(hop?);
        }
        if !must {
            hops.insert(0, stop);
            return Some(Command::Alt(hops));
        }
        let can = self.fits(part, rewrite, Some(&cell), &|_, plan| {
            vec![!bit(Expr::part(been), plan.last.clone())]
        })?;
        let hops = Box::new(Command::Alt(hops));
        Some(Command::When(can, hops, Box::new(stop)))
    }

    fn hop_along(
        &mut self,
        part: usize,
        rewrite: &'a Rewrite,
        cell: &Expr,
        (piece, been): (usize, usize),
        way: Way,
    ) -> Option<Command> {
        let mut plan = self.lay_named(part, rewrite, way, Some(cell), Widths::COMMAND)?;
        let last = plan.last.clone();
        let is_new = Expr::bin(Op::Eq, bit(Expr::part(been), last.clone()), Expr::num(0));
        plan.stages.push(Stage::Test(is_new));
        let mut body = self.writes(part, rewrite, &plan, way)?.command();
        body.push(Command::set(piece, last.clone()));
        body.push(Command::set(been, add(Expr::part(been), power(last))));
        Some(command(plan.stages, body))
    }
}
