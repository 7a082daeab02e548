//! Tokens that walk, and what is asked of where they stand.

use whowins_core::{Array, Command, Expr};

use super::Lower;
use super::geometry::Neighbours;
use super::parts::{Kind, Standing};
use super::scope::{Is, Value, add, at_most, bit, equal, power};
use super::step::Rest;
use crate::diagnostic::Span;
use crate::tree::{self, Direction, ExprKind, StepKind, Word};

/// A step of a token to a neighbour.
struct Walk {
    /// Where the term has it.
    core: usize,
    index: Expr,
    /// Where it comes to, by the neighbour's number.
    to: Expr,
    /// How many neighbours there can be.
    degree: Expr,
    /// What must hold of where it comes to.
    tests: Vec<Expr>,
}

impl<'a> Lower<'a> {
    /// `TOKEN to a [free] neighbour [along ...]`, and what comes after.
    pub(super) fn walk(
        &mut self,
        token: &'a tree::Expr,
        free: bool,
        along: &'a [Direction],
        rest: &Rest<'_, 'a>,
        span: &Span,
    ) -> Option<Command> {
        let walk = self.step_of_token(token, free, along, span)?;
        let mut step: Vec<Command> = walk.tests.into_iter().map(Command::Guard).collect();
        let repeats = rest
            .next()
            .is_some_and(|step| matches!(step.kind, StepKind::Repeat(_)));
        if let Some((piece, been)) = self.piece.filter(|_| repeats) {
            step.push(Command::set(piece, Expr::num(0)));
            step.push(Command::set(been, power(walk.to.clone())));
        }
        step.push(Command::Set(walk.core, walk.index, walk.to));
        let walk = Command::choose(Expr::num(0), walk.degree, Command::Seq(step));
        self.moved = true;
        Some(Command::Seq(vec![walk, self.rest(rest)?]))
    }

    /// The same token goes on, as often as its player likes or as long as it can, and comes to no
    /// place twice: what one round does.
    pub(super) fn walk_on(
        &mut self,
        (token, free, along): (&'a tree::Expr, bool, &'a [Direction]),
        been: usize,
        span: &Span,
    ) -> Option<Command> {
        if self.ends_on_the_way() {
            let help = "write: wins when ..., which is tested after the move";
            let message = "a walk that is repeated does not end `as soon as`";
            return self.error(span.clone(), message, help);
        }
        let walk = self.step_of_token(token, free, along, span)?;
        let mut tests = walk.tests;
        // Where there are fewer neighbours, the others are no places.
        tests.push(at_most(Expr::num(0), walk.to.clone()));
        tests.push(!bit(Expr::part(been), walk.to.clone()));
        let mut step: Vec<Command> = tests.into_iter().map(Command::Guard).collect();
        let more = add(Expr::part(been), power(walk.to.clone()));
        step.push(Command::set(been, more));
        step.push(Command::Set(walk.core, walk.index, walk.to));
        let step = Command::Seq(step);
        Some(Command::choose(Expr::num(0), walk.degree, step))
    }

    /// How many places a token can stand on.
    pub(super) fn places_of(&mut self, token: &'a tree::Expr) -> Option<Expr> {
        let (part, ..) = self.token(token)?;
        match self.parts[part].kind {
            Kind::Tokens(Standing::Ground(ground), _) => {
                Some(Expr::num(self.grounds[ground].nodes.len()))
            }
            Kind::Tokens(Standing::Cells(board), _) => Some(self.length(board)),
            _ => None,
        }
    }

    /// A token's step to a neighbour, whose number is the next variable.
    fn step_of_token(
        &mut self,
        token: &'a tree::Expr,
        free: bool,
        along: &'a [Direction],
        span: &Span,
    ) -> Option<Walk> {
        let (part, core, index) = self.token(token)?;
        let Kind::Tokens(standing, _) = self.parts[part].kind else {
            let help = "declare it: position NAME: nodes of GRAPH";
            return self.error(token.span.clone(), "only tokens walk", help);
        };
        let from = Expr::get_or(Array::Part(core), index.clone(), -1);
        let is = match standing {
            Standing::Ground(ground) => Is::Node(ground),
            Standing::Cells(board) => Is::Cell(board),
        };
        let from = Value::new(from, is);
        let neighbours: Neighbours = self.neighbour(&from, along, span)?;
        let from = match known_place(&index) {
            true => Expr::get(Array::Part(core), index.clone()),
            false => from.expr,
        };
        let to = neighbours.get(&from, &Expr::Var(self.bound));
        let mut tests = Vec::new();
        if let Neighbours::Ways(..) = neighbours {
            tests.push(at_most(Expr::num(0), to.clone()));
        }
        if free {
            let tokens = self.parts.iter().filter_map(|part| match part.kind {
                Kind::Tokens(_, count) => Some(count.unwrap_or(1)),
                _ => None,
            });
            self.charge(tokens.sum(), span)?;
            tests.extend(self.is_free(&to, (core, &index), standing));
        }
        Some(Walk {
            core,
            index,
            to,
            degree: Expr::num(neighbours.degree()),
            tests,
        })
    }

    /// Which token is meant, where the term has it, and at which index.
    fn token(&mut self, said: &'a tree::Expr) -> Option<(usize, usize, Expr)> {
        match &said.kind {
            ExprKind::Name(word, whose) => {
                let (part, core, _) = self.owned(word, whose.as_ref())?;
                if let Kind::Tokens(_, Some(_)) = self.parts[part].kind {
                    let name = &word.text;
                    let help = format!("write: {name}[i] ... for each i in places of {name}");
                    return self.error(said.span.clone(), "which of them?", help);
                }
                Some((part, core, Expr::num(0)))
            }
            ExprKind::Index(word, whose, indices) => {
                let (part, core, from) = self.owned(word, whose.as_ref())?;
                let mut values = Vec::new();
                for index in indices {
                    values.push(self.value(index)?);
                }
                let index = self.place(part, from, &values, &said.span)?;
                Some((part, core, index))
            }
            _ => {
                let help = "write the name of a token, such as: king to a neighbour";
                self.error(said.span.clone(), "a token is meant", help)
            }
        }
    }

    /// That no other token stands there.
    fn is_free(&self, to: &Expr, (core, index): (usize, &Expr), standing: Standing) -> Vec<Expr> {
        let mut guards = Vec::new();
        for part in &self.parts {
            let Kind::Tokens(other, count) = part.kind else {
                continue;
            };
            let is_same = match (other, standing) {
                (Standing::Ground(a), Standing::Ground(b)) => a == b,
                (Standing::Cells(a), Standing::Cells(b)) => a == b,
                _ => false,
            };
            let cores = &part.core[..1 + usize::from(part.of_each)];
            for other in cores.iter().filter(|_| is_same) {
                for at in 0..count.unwrap_or(1) {
                    let there = Expr::get(Array::Part(*other), Expr::num(at));
                    let is_free = !equal(to.clone(), there);
                    let itself = equal(index.clone(), Expr::num(at)).tidy();
                    guards.extend(match *other == core {
                        true if itself == Expr::num(1) => None,
                        true => Some(itself.or(is_free)),
                        false => Some(is_free),
                    });
                }
            }
        }
        guards
    }

    /// `TOKEN at 'S'`
    pub(super) fn stands(&mut self, word: &'a Word, symbol: char) -> Option<Expr> {
        let value = self.name(word, None)?;
        let squares = match value.is {
            Is::Node(ground) => self.grounds[ground].squares.clone(),
            _ => Vec::new(),
        };
        if squares.is_empty() {
            let name = &word.text;
            let message = format!("`{name}` is on no map");
            let help = match value.is {
                Is::Node(_) => format!("write: {name} = node NAME"),
                _ => format!("write: position {name}: squares of MAP"),
            };
            return self.error(word.span.clone(), message, help);
        }
        let marks = squares.iter().map(|square| i64::from(square.2 == symbol));
        let marks = self.table("marks", marks.collect::<Vec<_>>());
        Some(Expr::get(marks, value.expr))
    }

    /// `start of TOKEN`
    pub(super) fn start_of(&mut self, word: &'a Word) -> Option<Value> {
        let value = self.name(word, None)?;
        let (part, core, _) = self.owned(word, None)?;
        let Kind::Tokens(..) = self.parts[part].kind else {
            let name = &word.text;
            let message = format!("`{name}` isn't a token");
            let help = format!("write: position {name}: squares of MAP, or: nodes of GRAPH");
            return self.error(word.span.clone(), message, help);
        };
        let start = self.started.as_ref().and_then(|state| state[core].first());
        match start.cloned() {
            Some(start) => Some(Value::new(Expr::Num(start), value.is)),
            // What is wrong with the line has been told.
            None if !self.text.starts.is_empty() => None,
            None => {
                let help = "add a line: start ...";
                self.error(word.span.clone(), "there is no start", help)
            }
        }
    }
}

fn known_place(index: &Expr) -> bool {
    matches!(index, Expr::Num(_))
}
