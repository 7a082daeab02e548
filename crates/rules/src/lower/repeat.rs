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
    /// Repeats the step before. The term has a part for the cell of the piece, which is -1 when the
    /// piece has stopped, and a part for the visited cells, as bits of a number.
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
        self.bound = depth + 1;
        let hops = self.hops(part, rewrite, (piece, been));
        self.bound = depth;
        self.names = names;
        let round = Command::choose(Expr::part(piece), plus(Expr::part(piece), 1), hops?);
        self.rounds_of(cells, round, (piece, been), must, rest)
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
        let round = self.walk_on(walk, been, span)?;
        self.rounds_of(places, round, (piece, been), must, rest)
    }

    /// Repeats a round until it produces no state, or, unless it must go on, until the player stops
    /// it. The steps after it follow.
    fn rounds_of(
        &mut self,
        rounds: Expr,
        round: Command,
        (piece, been): (usize, usize),
        must: bool,
        rest: &Rest<'_, 'a>,
    ) -> Option<Command> {
        let round = match must {
            true => round,
            false => Command::Seq(vec![
                Command::Guard(at_most(Expr::num(0), Expr::part(piece))),
                Command::Alt(vec![Command::set(piece, Expr::num(-1)), round]),
            ]),
        };
        Some(Command::Seq(vec![
            Command::Repeat(rounds, Box::new(round)),
            Command::set(piece, Expr::num(-1)),
            Command::set(been, Expr::num(0)),
            self.rest(rest)?,
        ]))
    }

    fn what_is_repeated<T>(&mut self, span: &Span) -> Option<T> {
        let help = "write a pattern or a walk before it: move own . -> . own; may repeat";
        self.error(span.clone(), "the repeated step is missing", help)
    }

    /// Returns one more hop of the piece. Its cell is the last variable.
    fn hops(
        &mut self,
        part: usize,
        rewrite: &'a Rewrite,
        (piece, been): (usize, usize),
    ) -> Option<Command> {
        let cell = Expr::Var(self.bound - 1);
        let mut hops = Vec::new();
        for way in self.pattern_ways(part, &rewrite.left, &rewrite.along, &rewrite.span)? {
            let (depth, known) = (self.bound, self.names.len());
            let hop = self.hop_along(part, rewrite, &cell, (piece, been), way);
            self.names.truncate(known);
            self.bound = depth;
            hops.push(hop?);
        }
        Some(Command::Alt(hops))
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
