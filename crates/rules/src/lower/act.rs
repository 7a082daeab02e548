//! Actions: what is written, all at once.

use whowins_core::{Array, Command, Expr, Op};

use super::Lower;
use super::choice::{Effect, Reach};
use super::expression::in_words;
use super::parts::{Kind, Standing};
use super::scope::{Is, Value, add, plus, sub};
use super::step::Rest;
use crate::diagnostic::Span;
use crate::tree::{self, Action, Choice, Target};

/// A change of one element of a part.
struct Change {
    part: usize,
    index: Expr,
    what: What,
    /// Where what is written has a value.
    exists: Option<Expr>,
}

enum What {
    /// This is put there.
    Put(Expr),
    /// This is added or taken.
    Add(Op, Expr),
    /// So many elements are erased.
    Erase(Expr),
}

/// Where something is written.
struct Place {
    part: usize,
    core: usize,
    index: Expr,
}

impl<'a> Lower<'a> {
    /// `ACTION, ... [for CHOICE, ...] [if C]`, and what comes after.
    pub(super) fn act(
        &mut self,
        actions: &'a [Action],
        choices: &'a [Choice],
        guard: Option<&'a tree::Expr>,
        rest: &Rest<'_, 'a>,
        span: &Span,
    ) -> Option<Command> {
        let mut picks = self.picks(choices)?;
        let mut conditions = Vec::new();
        if let Some(guard) = guard {
            conditions.push(self.condition(guard)?);
        }
        let mut changes = Vec::new();
        let mut calls = Vec::new();
        let mut is_whole = true;
        let mut again = self.again;
        let mut stays = None;
        for action in actions {
            match action {
                // Whether a round that plays again is made is known only in play.
                Action::Again(_) if self.within_each => stays = self.stays,
                Action::Again(_) => again = true,
                Action::Pass(_) => {}
                Action::Call(word, arguments) => calls.push((word, arguments)),
                action => match self.change(action) {
                    Some(change) => changes.push(change),
                    None => is_whole = false,
                },
            }
        }
        if !is_whole {
            return None;
        }
        self.changed_twice(actions, &changes);
        let reaches: Vec<Reach> = changes.iter().map(|change| self.reach(change)).collect();
        conditions.extend(changes.iter().filter_map(|one| one.exists.clone()));
        self.bound_by_writes(&mut picks, reaches, &conditions, choices, actions)?;
        let mut body: Vec<Command> = conditions.into_iter().map(Command::Guard).collect();
        body.extend(self.written_at_once(changes));
        body.extend(stays.map(|part| Command::set(part, Expr::num(1))));
        let before = std::mem::replace(&mut self.again, again);
        let after = match calls.as_slice() {
            [] => self.rest(rest),
            [(word, arguments)] => self.call_move(word, arguments, rest, span),
            _ => {
                let help = "join them by `;`";
                self.error(span.clone(), "one move at a time is made in a step", help)
            }
        };
        self.again = before;
        body.push(after?);
        Some(super::choice::wrapped(&mut picks, body))
    }

    fn change(&mut self, action: &'a Action) -> Option<Change> {
        match action {
            Action::Write(target, sign, said) => self.write_number(target, *sign, said),
            Action::Go(target, said) => {
                let value = self.value(said)?;
                let place = self.target(target, "to CELL")?;
                let Kind::Tokens(standing, _) = self.parts[place.part].kind else {
                    let help = "write: PART := N";
                    return self.error(target.span.clone(), "only tokens go somewhere", help);
                };
                let to = self.standing(standing, &value, &said.span)?;
                Some(put(&place, to, value.exists))
            }
            Action::Add(said, target) => self.member_change(said, target, 1),
            Action::Remove(said, target) => self.member_change(said, target, 0),
            Action::Erase(target, from, to) => self.erase(target, from, to.as_ref()),
            Action::Score(whose, sign, said) => {
                let value = self.number_value(said)?;
                let player = match whose {
                    Some(whose) => self.whose(whose, &said.span)?,
                    None => self.own_player(&said.span)?,
                };
                let Some(part) = self.score else {
                    let help = "scores change in moves: move score += N";
                    return self.error(said.span.clone(), "no score is kept here", help);
                };
                let grows = (*sign == '+') == (player == 0);
                Some(Change {
                    part,
                    index: Expr::num(0),
                    what: What::Add(if grows { Op::Add } else { Op::Sub }, value.expr),
                    exists: value.exists,
                })
            }
            Action::Again(span) | Action::Pass(span) => {
                self.error(span.clone(), "this cannot stand here", "drop it")
            }
            Action::Call(word, _) => self.unknown(word),
        }
    }

    /// What a token that goes there has written.
    fn standing(&mut self, standing: Standing, value: &Value, span: &Span) -> Option<Expr> {
        match (standing, &value.is) {
            (Standing::Ground(a), Is::Node(b)) if a == *b => Some(value.expr.clone()),
            (Standing::Ground(_), _) => {
                let help = "a node is written: node NAME";
                self.error(span.clone(), "a token goes to a node", help)
            }
            (Standing::Cells(board), _) => self.cell_of(board, value, span),
        }
    }

    /// Where something is written, which a message tells in these words.
    fn target(&mut self, target: &'a Target, change: &str) -> Option<Place> {
        let (part, core, from) = self.owned(&target.part, target.whose.as_ref())?;
        let mut indices = Vec::new();
        for index in &target.index {
            indices.push(self.value(index)?);
        }
        let name = &target.part.text;
        let is_single = matches!(self.parts[part].kind, Kind::Number | Kind::Tokens(_, None));
        let held = match is_single {
            true => Is::Number,
            false => Is::Whole(part, core, from),
        };
        self.warn_of_outside(&target.part, &held, &target.index);
        let index = match (is_single, indices.is_empty()) {
            (true, true) => Expr::num(0),
            (false, false) => self.place(part, from, &indices, &target.span)?,
            (true, false) => {
                let message = format!("`{name}` is one number; it has no places");
                let help = format!("write `{name}` alone, or: position {name}: numbers");
                return self.error(target.span.clone(), message, help);
            }
            (false, true) => {
                let (message, help) = match self.parts[part].kind {
                    Kind::Subset(_) => (format!("`{name}` is a set"), in_set(name, change)),
                    Kind::Numbers { .. } => (
                        format!("`{name}` is an array"),
                        format!("write: {name}[i] {change} for i in places of {name}"),
                    ),
                    Kind::Tokens(..) => (
                        format!("`{name}` are several tokens"),
                        format!("write: {name}[i] {change} for i in places of {name}"),
                    ),
                    _ => (
                        format!("`{name}` is a board"),
                        format!("write: {name}[c] {change} for c in cells of {name}"),
                    ),
                };
                return self.error(target.span.clone(), message, help);
            }
        };
        Some(Place { part, core, index })
    }

    fn write_number(
        &mut self,
        target: &'a Target,
        sign: char,
        said: &'a tree::Expr,
    ) -> Option<Change> {
        let change = match sign {
            '+' => format!("+= {}", in_words(said)),
            '-' => format!("-= {}", in_words(said)),
            _ => format!(":= {}", in_words(said)),
        };
        let place = self.target(target, &change)?;
        if let Kind::Subset(_) = self.parts[place.part].kind {
            let name = &target.part.text;
            let help = in_set(name, &change);
            return self.error(target.span.clone(), format!("`{name}` is a set"), help);
        }
        let value = self.value(said)?;
        let kind = self.parts[place.part].kind.clone();
        let shows = matches!(kind, Kind::Cells(..) | Kind::Nodes(..));
        let op = match sign {
            '+' => Op::Add,
            '-' => Op::Sub,
            _ => {
                let new = match kind {
                    _ if shows => self.new_symbol(place.part, &value, &said.span)?,
                    Kind::Tokens(standing, _) => self.standing(standing, &value, &said.span)?,
                    _ => self.as_number(&value, &said.span)?,
                };
                return Some(put(&place, new, value.exists));
            }
        };
        if shows || matches!(kind, Kind::Tokens(..)) {
            let help = "write: := for what is there afterwards";
            return self.error(target.span.clone(), "this isn't a number to add to", help);
        }
        let by = self.as_number(&value, &said.span)?;
        Some(Change {
            part: place.core,
            index: place.index,
            what: What::Add(op, by),
            exists: value.exists,
        })
    }

    /// The symbol that is put on a cell.
    fn new_symbol(&mut self, part: usize, value: &Value, span: &Span) -> Option<Expr> {
        let symbol = match &value.is {
            Is::Letter(symbol) => Some(*symbol),
            Is::Of(player) => {
                let symbols = self.symbols_of(*player, span)?;
                symbols.first().copied().filter(|_| symbols.len() == 1)
            }
            Is::Shown(other) if self.symbols(*other) == self.symbols(part) => {
                self.mention_all(part);
                self.mention_all(*other);
                return Some(value.expr.clone());
            }
            _ => None,
        };
        match symbol.and_then(|symbol| self.symbol(part, symbol)) {
            Some(number) => Some(Expr::num(number)),
            None => {
                let symbols: Vec<String> = self.symbols(part).iter().map(char::to_string).collect();
                let help = format!("write one of '{}'", symbols.join("', '"));
                self.error(span.clone(), "one symbol of this part is meant", help)
            }
        }
    }

    fn member_change(
        &mut self,
        said: &'a tree::Expr,
        target: &'a Target,
        to: u8,
    ) -> Option<Change> {
        let value = self.value(said)?;
        let (part, core, _) = self.owned(&target.part, target.whose.as_ref())?;
        let Kind::Subset(domain) = self.parts[part].kind.clone() else {
            let name = &target.part.text;
            let help = format!("write: {name} += N");
            return self.error(target.span.clone(), format!("`{name}` isn't a set"), help);
        };
        let index = self.domain_index(&domain, &value, &said.span)?;
        let place = Place { part, core, index };
        Some(put(&place, Expr::num(to), value.exists))
    }

    fn erase(
        &mut self,
        target: &'a Target,
        from: &'a tree::Expr,
        to: Option<&'a tree::Expr>,
    ) -> Option<Change> {
        let (part, core, start) = self.owned(&target.part, target.whose.as_ref())?;
        let is_open = match &self.parts[part].kind {
            Kind::Numbers { length, ring, .. } => length.is_none() && !ring,
            Kind::Cells(geometry, _) => geometry.size.is_none() && !geometry.is_board(),
            _ => false,
        };
        if !is_open {
            let help = "write: position NAME: numbers, or: position row of . x";
            let message = "only rows and arrays without a size shrink";
            return self.error(target.span.clone(), message, help);
        }
        self.mention_all(part);
        let first = self.value(from)?;
        let index = self.place(part, start, std::slice::from_ref(&first), &from.span)?;
        let count = match to {
            None => Expr::num(1),
            Some(to) => {
                let last = self.value(to)?;
                let last = self.place(part, start, std::slice::from_ref(&last), &to.span)?;
                plus(sub(last, index.clone()), 1)
            }
        };
        Some(Change {
            part: core,
            index,
            what: What::Erase(count),
            exists: first.exists,
        })
    }

    /// The new value of an element and its range, as far as they bound choices.
    fn reach(&self, change: &Change) -> Reach {
        let old = Expr::get(Array::Part(change.part), change.index.clone());
        let (value, effect) = match &change.what {
            What::Put(value) => (value.clone(), Effect::Replaces),
            What::Add(op, by) => {
                let more = match op {
                    Op::Sub => sub(Expr::num(0), by.clone()),
                    _ => by.clone(),
                };
                (Expr::bin(*op, old, by.clone()), Effect::Adds(more))
            }
            What::Erase(count) => (count.clone(), Effect::Erases),
        };
        let part = &self.term_parts[change.part];
        let counts = !matches!(change.what, What::Erase(_)) && Some(change.part) != self.score;
        let ends = |end: &dashu_int::IBig| Some(Expr::Num(end.clone())).filter(|_| counts);
        Reach {
            part: change.part,
            index: change.index.clone(),
            change: effect,
            value,
            least: ends(&part.least),
            most: part.most.as_ref().and_then(ends),
        }
    }

    /// Whether all of a part is changed: a number.
    fn is_number(&self, change: &Change) -> bool {
        let holds = |part: &super::parts::Part| {
            matches!(part.kind, Kind::Number) && part.core.contains(&change.part)
        };
        !matches!(change.what, What::Erase(_)) && self.parts.iter().any(holds)
    }

    /// Changes of one number, of which nobody knows which is meant.
    fn changed_twice(&mut self, actions: &'a [Action], changes: &[Change]) {
        for (at, change) in changes.iter().enumerate() {
            let same = |other: &Change| other.part == change.part;
            if !self.is_number(change) || !changes[..at].iter().any(same) {
                continue;
            }
            let mut changing = actions.iter().filter(|action| {
                !matches!(
                    action,
                    Action::Again(_) | Action::Pass(_) | Action::Call(..)
                )
            });
            let span = match changing.nth(at) {
                Some(Action::Write(target, ..)) => target.span.clone(),
                _ => 0..0,
            };
            let name = self.term_parts[change.part].name.clone();
            let message = format!("`{name}` is changed twice in one move");
            self.note(
                span,
                message,
                "put both changes into one, or join them by `;`",
            );
        }
    }

    /// The changes one after the other; what a later one reads and an earlier one writes is read
    /// before.
    fn written_at_once(&mut self, changes: Vec<Change>) -> Vec<Command> {
        let read = |change: &Change, part: usize| {
            let what = match &change.what {
                What::Put(value) | What::Add(_, value) | What::Erase(value) => value,
            };
            let erased = matches!(change.what, What::Erase(_)) && change.part == part;
            change.index.reads_part(part) || what.reads_part(part) || erased
        };
        let is_torn = (0..changes.len())
            .any(|at| changes[..at].iter().any(|one| read(&changes[at], one.part)));
        if !is_torn {
            return changes.into_iter().map(Change::command).collect();
        }
        if changes.iter().all(|change| self.is_number(change)) {
            return vec![numbers_at_once(changes, self.bound)];
        }
        let depth = self.bound;
        let mut before = Vec::new();
        let mut remember = |expr: Expr| match expr {
            Expr::Num(_) | Expr::Var(_) => expr,
            expr => {
                let level = depth + before.len();
                before.push(super::scope::lift(&expr, depth, level));
                Expr::Var(level)
            }
        };
        let changes: Vec<Command> = changes
            .into_iter()
            .map(|change| {
                let what = match change.what {
                    What::Put(value) => What::Put(remember(value)),
                    What::Add(op, value) => What::Add(op, remember(value)),
                    What::Erase(value) => What::Erase(remember(value)),
                };
                let index = remember(change.index);
                Change {
                    what,
                    index,
                    ..change
                }
                .command()
            })
            .collect();
        let body = Command::Seq(changes);
        let all = before.into_iter().rev().fold(body, |body, value| {
            Command::choose(value.clone(), plus(value, 1), body)
        });
        vec![all]
    }
}

/// New numbers of parts, each read before any is written: each is the next variable.
fn numbers_at_once(changes: Vec<Change>, depth: usize) -> Command {
    let mut values = Vec::new();
    let mut written = Vec::new();
    for (at, change) in changes.into_iter().enumerate() {
        written.push(Command::set(change.part, Expr::Var(depth + at)));
        let Command::Set(_, _, value) = change.command() else {
            continue;
        };
        values.push(super::scope::lift(&value, depth, depth + at));
    }
    let write = Command::Seq(written);
    values.into_iter().rev().fold(write, |rest, value| {
        Command::choose(value.clone(), plus(value, 1), rest)
    })
}

/// What changes a set, in place of what changes a number.
fn in_set(name: &str, change: &str) -> String {
    match change.split_once(' ') {
        Some(("+=", member)) => format!("write: add {member} to {name}"),
        Some(("-=", member)) => format!("write: remove {member} from {name}"),
        _ => format!("write: add k to {name}, remove k from {name}"),
    }
}

fn put(place: &Place, value: Expr, exists: Option<Expr>) -> Change {
    Change {
        part: place.core,
        index: place.index.clone(),
        what: What::Put(value),
        exists,
    }
}

impl Change {
    fn command(self) -> Command {
        let old = Expr::get(Array::Part(self.part), self.index.clone());
        match self.what {
            What::Put(value) => Command::Set(self.part, self.index, value),
            What::Add(Op::Sub, by) => Command::Set(self.part, self.index, sub(old, by)),
            What::Add(_, by) => Command::Set(self.part, self.index, add(old, by)),
            What::Erase(count) => Command::Splice(self.part, self.index, count, Vec::new()),
        }
    }
}
