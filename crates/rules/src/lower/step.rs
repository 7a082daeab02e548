//! Steps of a move, one after the other.

use whowins_core::{Command, Expr};

use super::Lower;
use super::scope::{Bound, Is, Value, add, bit, plus, power, sub};
use super::set::Members;
use crate::diagnostic::Span;
use crate::tree::{self, Action, Choice, Set, Step, StepKind, Word};

/// What comes after a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rest<'r, 'a> {
    /// The move is over.
    End,
    /// What comes after stands outside of this.
    Closed,
    /// More steps, and the one before them.
    Steps {
        steps: &'a [Step],
        before: Option<&'a Step>,
        after: &'r Rest<'r, 'a>,
    },
    /// A definition is over: these names, and so many definitions, are known again.
    Return {
        names: &'r [Bound],
        known: usize,
        after: &'r Rest<'r, 'a>,
    },
}

impl<'a> Rest<'_, 'a> {
    /// The next step.
    pub(super) fn next(&self) -> Option<&'a Step> {
        match self {
            Self::Steps { steps, after, .. } => steps.first().or_else(|| after.next()),
            Self::Return { .. } | Self::End | Self::Closed => None,
        }
    }
}

impl<'a> Lower<'a> {
    /// What is left of a move.
    pub(super) fn rest(&mut self, rest: &Rest<'_, 'a>) -> Option<Command> {
        match rest {
            Rest::End => self.finish(),
            Rest::Closed => Some(Command::SKIP),
            Rest::Steps {
                steps,
                before,
                after,
            } => match steps.split_first() {
                None => self.rest(after),
                Some((step, more)) => {
                    let next = Rest::Steps {
                        steps: more,
                        before: Some(step),
                        after,
                    };
                    let moved = self.moved;
                    let on = self.step(step, *before, &next)?;
                    let on = self.unless_over(moved, on);
                    self.moved = moved;
                    on
                }
            },
            Rest::Return {
                names,
                known,
                after,
            } => {
                let inner = std::mem::replace(&mut self.names, names.to_vec());
                let inner_known = std::mem::replace(&mut self.known, *known);
                let rest = self.rest(after);
                self.names = inner;
                self.known = inner_known;
                rest
            }
        }
    }

    /// A step, and what comes after.
    pub(super) fn step(
        &mut self,
        step: &'a Step,
        before: Option<&'a Step>,
        rest: &Rest<'_, 'a>,
    ) -> Option<Command> {
        self.charge(1, &step.span)?;
        if self.depth >= super::DEPTH {
            let help = "write it with fewer steps and definitions inside each other";
            let message = "steps lie too deep in each other here";
            return self.error(step.span.clone(), message, help);
        }
        let (bound, known) = (self.bound, self.names.len());
        self.depth += 1;
        let command = self.step_of(step, before, rest);
        self.depth -= 1;
        self.names.truncate(known);
        self.bound = bound;
        command
    }

    fn step_of(
        &mut self,
        step: &'a Step,
        before: Option<&'a Step>,
        rest: &Rest<'_, 'a>,
    ) -> Option<Command> {
        let span = &step.span;
        match &step.kind {
            StepKind::Act {
                actions,
                choices,
                guard,
            } => self.act(actions, choices, guard.as_ref(), rest, span),
            StepKind::Rewrite(rewrite) => self.rewrite(rewrite, rest),
            StepKind::Walk { token, free, along } => self.walk(token, *free, along, rest, span),
            StepKind::If(condition, inner) => {
                let condition = self.condition(condition)?;
                self.if_step(condition, inner, before, rest)
            }
            StepKind::IfPossible(inner) => {
                let StepKind::Rewrite(rewrite) = &inner.kind else {
                    let help = "write: if CONDITION, ... or: may ...";
                    let message = "only a pattern can be tested for being possible";
                    return self.error(inner.span.clone(), message, help);
                };
                let part = self.pattern_part(&rewrite.span)?;
                let fits = self.fits(part, rewrite, None, &|_, _| Vec::new())?;
                self.if_step(fits, inner, before, rest)
            }
            StepKind::OnlyIf(condition) => {
                let guard = Command::Guard(self.condition(condition)?);
                Some(Command::Seq(vec![guard, self.rest(rest)?]))
            }
            StepKind::May(inner) => self.may(inner, before, rest),
            StepKind::ForEach(word, set, guard, inner) => {
                let each = self.for_each(word, set, guard.as_ref(), inner)?;
                Some(Command::Seq(vec![each, self.rest(rest)?]))
            }
            StepKind::Choose(choices, guard) => self.choose(choices, guard.as_ref(), rest),
            StepKind::Let(all) => self.remember(all, rest),
            StepKind::Repeat(must) => self.repeat(*must, before, rest, span),
            StepKind::Take(..) | StepKind::Split(_) => {
                let message = "only heaps are taken from and split so";
                let help = "write: position heaps; or of other numbers: move heap[i] -= k for i in places of heap, k >= 1";
                self.error(span.clone(), message, help)
            }
        }
    }

    /// Whether a step lets the player play again.
    pub(super) fn plays_again(&self, step: &'a Step) -> bool {
        let is_again = |step: &Step| match &step.kind {
            StepKind::Act { actions, .. } => actions
                .iter()
                .any(|action| matches!(action, Action::Again(_))),
            _ => false,
        };
        self.has_step(step, &is_again)
    }

    /// A step where this holds.
    fn if_step(
        &mut self,
        condition: Expr,
        inner: &'a Step,
        before: Option<&'a Step>,
        rest: &Rest<'_, 'a>,
    ) -> Option<Command> {
        // Whether a token has gone is known in each of the two ways.
        let walks = matches!(inner.kind, StepKind::Walk { .. });
        let goes_first = (self.ends_on_the_way() || walks) && !self.moved;
        if self.plays_again(inner) || goes_first {
            let moved = self.moved;
            let yes = self.step(inner, before, rest)?;
            self.moved = moved;
            let no = self.rest(rest)?;
            return Some(Command::When(condition, Box::new(yes), Box::new(no)));
        }
        let inner = self.step(inner, before, &Rest::Closed)?;
        let step = Command::when(condition, inner);
        Some(Command::Seq(vec![step, self.rest(rest)?]))
    }

    /// A step as the player likes.
    fn may(
        &mut self,
        inner: &'a Step,
        before: Option<&'a Step>,
        rest: &Rest<'_, 'a>,
    ) -> Option<Command> {
        if self.plays_again(inner) || self.ends_on_the_way() {
            let moved = self.moved;
            let no = self.rest(rest)?;
            self.moved = moved;
            let yes = self.step(inner, before, rest)?;
            return Some(Command::Alt(vec![no, yes]));
        }
        let inner = self.step(inner, before, &Rest::Closed)?;
        let step = Command::Alt(vec![Command::SKIP, inner]);
        Some(Command::Seq(vec![step, self.rest(rest)?]))
    }

    /// A step for each member of a set; who the members are is fixed before.
    fn for_each(
        &mut self,
        word: &'a Word,
        set: &'a Set,
        guard: Option<&'a tree::Expr>,
        inner: &'a Step,
    ) -> Option<Command> {
        let members = self.set(set)?;
        let contents = members.contents();
        let last = |expr: &Expr| super::scope::known(expr);
        let rounds = last(&members.lo)
            .zip(last(&members.hi))
            .map(|(lo, hi)| hi - lo);
        let within = std::mem::replace(&mut self.within_each, true);
        let each = self.each(word, members, guard, inner);
        self.within_each = within;
        let each = each?;
        if contents.is_some_and(|part| writes(&each, part)) {
            let help = "write: for each i in places of ...";
            let message = "an array changes here while its contents are visited";
            return self.error(set.span.clone(), message, help);
        }
        if let Some(rounds) = rounds {
            self.look_at_rounds(set, &each, rounds);
        }
        Some(each)
    }

    /// The step for each member, with their names bound.
    fn each(
        &mut self,
        word: &'a Word,
        mut members: Members<'a>,
        guard: Option<&'a tree::Expr>,
        inner: &'a Step,
    ) -> Option<Command> {
        // Where it does not hang on the state who is meant, the steps before one change nothing
        // about it.
        if members.is_fixed() && self.stays(word, &members, guard)? {
            let (lo, hi) = members.bounds(self.bound);
            let (body, conditions) = self.each_member(word, &members, None, guard, inner)?;
            let body = match conditions.is_empty() {
                true => body,
                false => Command::when(super::scope::all_of(conditions), body),
            };
            return Some(Command::Loop(lo, hi, Box::new(body)));
        }
        let before = self.bound;
        let held = members.hold(before);
        self.bound += held.len();
        let each = self.each_of_bits(word, &members, guard, inner);
        self.bound = before;
        let each = held.into_iter().rev().fold(each?, |each, held| {
            Command::choose(held.clone(), plus(held, 1), each)
        });
        Some(each)
    }

    /// Whether a guard on the members of a set reads nothing that a move changes.
    fn stays(
        &mut self,
        word: &'a Word,
        members: &Members<'a>,
        guard: Option<&'a tree::Expr>,
    ) -> Option<bool> {
        let Some(guard) = guard else {
            return Some(true);
        };
        let depth = self.bound;
        self.bound += 1;
        let found = self.member(members, Expr::Var(depth));
        let guard = found.and_then(|(value, _)| {
            self.bind(word, value);
            let guard = self.condition(guard);
            self.names.pop();
            guard
        });
        self.bound = depth;
        Some(!super::scope::reads_state(&guard?))
    }

    /// A step for each member, where these are first gathered as bits.
    fn each_of_bits(
        &mut self,
        word: &'a Word,
        members: &Members<'a>,
        guard: Option<&'a tree::Expr>,
        inner: &'a Step,
    ) -> Option<Command> {
        let bits = self.bits(word, members, guard)?;
        let depth = self.bound;
        self.bound += 1;
        let (lo, hi) = members.bounds(self.bound);
        let body = self.each_member(word, members, Some(depth), None, inner);
        self.bound = depth;
        let (body, _) = body?;
        // Before and after it, so many rounds.
        let size = sub(hi, lo);
        let round = Command::Loop(Expr::num(0), size, Box::new(body));
        Some(Command::choose(bits.clone(), plus(bits, 1), round))
    }

    /// The step for one member, whose index is the next variable, and on what conditions; with a
    /// variable of bits, counted from the first member, those that are meant.
    fn each_member(
        &mut self,
        word: &'a Word,
        members: &Members<'a>,
        bits: Option<usize>,
        guard: Option<&'a tree::Expr>,
        inner: &'a Step,
    ) -> Option<(Command, Vec<Expr>)> {
        let depth = self.bound;
        self.bound += 1;
        let index = match bits {
            Some(_) => {
                let (lo, _) = members.bounds(self.bound);
                add(lo, Expr::Var(depth))
            }
            None => Expr::Var(depth),
        };
        let found = self.member(members, index);
        let result = found.and_then(|(value, mut conditions)| {
            self.bind(word, value);
            let guard = match guard {
                Some(guard) => self.condition(guard).map(Some),
                None => Some(None),
            };
            let body = self.step(inner, None, &Rest::Closed);
            self.names.pop();
            conditions.extend(guard?);
            let body = match bits {
                Some(bits) => Command::when(bit(Expr::Var(bits), Expr::Var(depth)), body?),
                None => body?,
            };
            Some((body, conditions))
        });
        self.bound = depth;
        result
    }

    /// The members of a set, as a number of bits counted from the first.
    fn bits(
        &mut self,
        word: &'a Word,
        members: &Members<'a>,
        guard: Option<&'a tree::Expr>,
    ) -> Option<Expr> {
        let depth = self.bound;
        self.bound += 2;
        let index = Expr::Var(depth);
        let found = self.member(members, index.clone());
        let body = found.and_then(|(value, mut conditions)| {
            self.bind(word, value);
            let guard = match guard {
                Some(guard) => self.condition(guard).map(Some),
                None => Some(None),
            };
            self.names.pop();
            conditions.extend(guard?);
            let (lo, _) = members.bounds(self.bound);
            let with = add(Expr::Var(depth + 1), power(sub(index, lo)));
            let all = super::scope::all_of(conditions);
            Some(Expr::ite(all, with, Expr::Var(depth + 1)))
        });
        self.bound = depth;
        let (lo, hi) = members.bounds(depth);
        Some(Expr::fold(lo, hi, Expr::num(0), body?))
    }

    /// `choose CHOICE, ... [if C]`
    fn choose(
        &mut self,
        choices: &'a [Choice],
        guard: Option<&'a tree::Expr>,
        rest: &Rest<'_, 'a>,
    ) -> Option<Command> {
        let mut picks = self.picks(choices)?;
        if let Some(open) = picks.iter().find(|pick| pick.hi.is_none()) {
            let message = super::choice::no_bound(&open.word.text);
            let bounded = self.bounded(open.word, choices, &self.any_number());
            let help = format!("write `choose {bounded}`");
            return self.error(open.word.span.clone(), message, help);
        }
        let mut body = Vec::new();
        if let Some(guard) = guard {
            body.push(Command::Guard(self.condition(guard)?));
        }
        body.push(self.rest(rest)?);
        Some(super::choice::wrapped(&mut picks, body))
    }

    /// `let NAME = N, ...`
    fn remember(&mut self, all: &'a [(Word, tree::Expr)], rest: &Rest<'_, 'a>) -> Option<Command> {
        let Some(((word, said), more)) = all.split_first() else {
            return self.rest(rest);
        };
        if all.len() > super::DEPTH / 4 {
            let help = "remember less: write a definition with `let` on a separate line";
            let message = "too much is remembered in one step";
            return self.error(word.span.clone(), message, help);
        }
        let value = self.value(said)?;
        let exists = value.exists.clone().map(Command::Guard);
        let is_known = matches!(
            value.is,
            Is::Letter(_) | Is::Of(_) | Is::Whole(..) | Is::Data(_)
        ) || matches!(value.expr, Expr::Num(_) | Expr::Var(_));
        let inner = if is_known {
            self.bind(word, Value::new(value.expr, value.is));
            self.remember(more, rest)?
        } else {
            let is = value.lifted(self.bound, self.bound + 1).is;
            self.bound += 1;
            self.bind(word, Value::new(Expr::Var(self.bound - 1), is));
            let inner = self.remember(more, rest)?;
            Command::choose(value.expr.clone(), plus(value.expr, 1), inner)
        };
        Some(Command::Seq(exists.into_iter().chain([inner]).collect()))
    }

    /// The steps of a definition with these arguments, and what comes after.
    pub(super) fn call_move(
        &mut self,
        word: &'a Word,
        arguments: &'a [tree::Expr],
        rest: &Rest<'_, 'a>,
        span: &Span,
    ) -> Option<Command> {
        let text = self.text;
        let Some(at) = self.definition(&word.text) else {
            return self.unknown(word);
        };
        let tree::Body::Steps(steps) = &text.definitions[at].body else {
            let message = format!("`{}` isn't a move", word.text);
            let help = format!("write: let {} = move ...", word.text);
            return self.error(span.clone(), message, help);
        };
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.value(argument)?);
        }
        let known = self.known;
        let outer = self.enter(&text.definitions[at], values, span)?;
        self.used.insert(at);
        self.known = at;
        let rest = Rest::Return {
            names: &outer,
            known,
            after: rest,
        };
        let command = self.rest(&Rest::Steps {
            steps,
            before: None,
            after: &rest,
        });
        self.known = known;
        self.names = outer;
        command
    }
}

/// Whether a command writes to a part.
pub(super) fn writes(command: &Command, part: usize) -> bool {
    match command {
        Command::Guard(_) => false,
        Command::Seq(all) | Command::Alt(all) => all.iter().any(|one| writes(one, part)),
        Command::When(_, yes, no) => writes(yes, part) || writes(no, part),
        Command::Choose(_, _, body) | Command::Loop(_, _, body) | Command::Repeat(_, body) => {
            writes(body, part)
        }
        Command::Set(other, ..) | Command::Splice(other, ..) => *other == part,
    }
}
