//! What a player chooses.

use whowins_analysis::{Interval, Setting};
use whowins_core::{Command, Expr, Op};

use super::Lower;
use super::affine::{Affine, Atom};
use super::bounds::{Limit, Variable, linear, upper_bound};
use super::facts::{Facts, MAX_SIZE};
use super::fold::{Range, each_name};
use super::parts::{Kind, Part};
use super::scope::{Value, equal, known, lift, plus, reads_from, reads_state, size, sub};
use crate::diagnostic::Diagnostic;
use crate::tree::{Action, Choice, Compare, Word};

/// One number that is chosen.
pub(super) struct Pick<'a> {
    pub(super) word: &'a Word,
    /// Its variable.
    pub(super) level: usize,
    pub(super) lo: Expr,
    /// `None` where the writes must bound it.
    pub(super) hi: Option<Expr>,
    pub(super) conditions: Vec<Expr>,
    /// What it stands for, where that would change while the move is made: the next variable.
    held: Option<Expr>,
    /// The least number that it can be, where that is known.
    least: Option<i64>,
}

/// A change of an element, as far as it bounds choices.
pub(super) struct Reach {
    pub(super) part: usize,
    pub(super) index: Expr,
    /// The new value.
    pub(super) value: Expr,
    /// The range of the new value.
    pub(super) least: Option<Expr>,
    pub(super) most: Option<Expr>,
    pub(super) change: Effect,
}

/// How a change uses what the element held before.
pub(super) enum Effect {
    /// It adds this.
    Adds(Expr),
    /// It replaces the element.
    Replaces,
    /// It erases elements, so that others move.
    Erases,
}

impl<'a> Lower<'a> {
    /// Names what is chosen; its variables are bound from here on.
    pub(super) fn picks(&mut self, choices: &'a [Choice]) -> Option<Vec<Pick<'a>>> {
        let mut picks = Vec::new();
        for (word, range) in each_name(choices) {
            if word.text == "own" || self.parts.iter().any(|part| part.name == word.text) {
                let message = format!("`{}` is a part of the position", word.text);
                return self.error(word.span.clone(), message, "choose another name");
            }
            let (lo, hi, members) = match range {
                Range::In(set) => {
                    let members = self.set(set)?;
                    (members.lo.clone(), Some(members.hi.clone()), Some(members))
                }
                Range::Between { low, high } => {
                    let (lo, hi) = self.between(low, high)?;
                    (lo, hi, None)
                }
            };
            let level = self.bound;
            self.bound += 1;
            let (value, conditions) = match members {
                Some(members) => self.member(&members, Expr::Var(level))?,
                None => (Value::number(Expr::Var(level)), Vec::new()),
            };
            let held = reads_state(&value.expr).then(|| value.expr.clone());
            let least = match Atom::of(&value.expr) {
                Some(Atom::Choice(_, None)) => known(&lo),
                Some(atom) => self.least_member(atom),
                None => None,
            };
            let value = match held {
                Some(_) => {
                    self.bound += 1;
                    Value::new(Expr::Var(level + 1), value.is)
                }
                None => value,
            };
            self.bind(word, value);
            picks.push(Pick {
                word,
                level,
                lo,
                hi,
                conditions,
                held,
                least,
            });
        }
        Some(picks)
    }

    /// Bounds each choice that has no end by the ranges of what is written, or by the conditions of
    /// the move.
    pub(super) fn bound_by_writes(
        &mut self,
        picks: &mut [Pick<'a>],
        mut reaches: Vec<Reach>,
        conditions: &[Expr],
        choices: &'a [Choice],
        actions: &'a [Action],
    ) -> Option<()> {
        if picks.iter().all(|pick| pick.hi.is_some()) {
            return Some(());
        }
        self.without_aliases(picks, &mut reaches, conditions);
        // Choices that are never negative.
        let naturals: Vec<usize> = picks
            .iter()
            .filter(|pick| pick.least.is_some_and(|least| least >= 0))
            .map(|pick| pick.level)
            .collect();
        for at in 0..picks.len() {
            if picks[at].hi.is_some() {
                continue;
            }
            let level = picks[at].level;
            let ends = reaches
                .iter()
                .filter_map(|reach| largest(reach, level, &naturals, self.bound));
            let least = |a, b| Expr::bin(Op::Min, a, b);
            let end = ends.reduce(least);
            let end = end.or_else(|| self.bound_by_conditions(picks, at, &reaches, conditions));
            let Some(end) = end else {
                let word = picks[at].word;
                let later: Vec<&str> = (picks[at..].iter())
                    .map(|pick| pick.word.text.as_str())
                    .collect();
                let top = self.changed_number(actions, &later);
                let message = no_bound(&word.text);
                let help = match self.factor(actions, &word.text) {
                    // A multiple of a number that is 0 changes nothing.
                    Some(factor) => format!("write `{} >= 1 if {factor} >= 1`", word.text),
                    None => format!("write `{}`", self.bounded(word, choices, &top)),
                };
                let label = format!("no change limits `{}` in every case", word.text);
                let error = Diagnostic::new(word.span.clone(), message).help(help);
                self.errors.push(error.label(label));
                return None;
            };
            // What it reads stands where the choice is made.
            picks[at].hi = Some(plus(lift(&end, self.bound, level), 1));
        }
        Some(())
    }

    /// The bound of a choice whose factors are not known numbers.
    fn bound_by_conditions(
        &self,
        picks: &[Pick<'a>],
        at: usize,
        reaches: &[Reach],
        conditions: &[Expr],
    ) -> Option<Expr> {
        let game = self.so_far();
        let setting = self.setting(&game);
        let mut facts = self.facts(&setting, picks, conditions);
        let mut limits = Vec::new();
        for reach in reaches {
            let limit = |limit: &Expr, is_least: bool| Limit {
                value: reach.value.clone(),
                limit: limit.clone(),
                is_least,
            };
            limits.extend(reach.least.as_ref().map(|least| limit(least, true)));
            limits.extend(reach.most.as_ref().map(|most| limit(most, false)));
        }
        limits.retain(|limit| size(&limit.value) <= MAX_SIZE);
        for limit in &limits {
            facts.assume_limit(limit);
        }
        let variables = self.variables(picks);
        let level = picks[at].level;
        let of = variables.iter().find(|one| one.level == level)?;
        let later = variables.iter().filter(|one| one.level > level);
        let later: Vec<Variable> = later.cloned().collect();
        let by_writes = upper_bound(&facts, of, &later, &limits);
        let end = by_writes.or_else(|| {
            for condition in conditions {
                limits_of(condition, &mut limits);
            }
            // There is a choice of each later variable.
            limits.extend(later.iter().filter_map(|one| {
                Some(Limit {
                    value: sub(one.hi.clone()?, one.lo.clone()),
                    limit: Expr::num(1),
                    is_least: true,
                })
            }));
            limits.retain(|limit| size(&limit.value) <= MAX_SIZE);
            upper_bound(&facts, of, &later, &limits)
        });
        end.filter(|end| !reads_from(end, level, self.bound))
    }

    /// Leaves out ranges that say nothing of an element, because an earlier change of the same move
    /// can have changed it.
    fn without_aliases(&self, picks: &[Pick<'a>], reaches: &mut [Reach], conditions: &[Expr]) {
        for at in 1..reaches.len() {
            if !matches!(reaches[at].change, Effect::Adds(_)) {
                continue;
            }
            for before in 0..at {
                let (earlier, this) = (&reaches[before], &reaches[at]);
                if earlier.part != this.part || earlier.index == this.index && self.is_single(this)
                {
                    continue;
                }
                let game = self.so_far();
                let setting = self.setting(&game);
                let facts = self.facts(&setting, picks, conditions);
                let same = equal(earlier.index.clone(), this.index.clone());
                if facts.surely([&!same]) {
                    continue;
                }
                let (falls, rises) = match &earlier.change {
                    Effect::Adds(by) => (
                        facts.surely_at_least(&sub(Expr::num(0), by.clone()), 0),
                        facts.surely_at_least(by, 0),
                    ),
                    Effect::Replaces | Effect::Erases => (false, false),
                };
                let this = &mut reaches[at];
                this.least = this.least.take().filter(|_| falls);
                this.most = this.most.take().filter(|_| rises);
            }
        }
    }

    /// Whether a number is changed that has no places; two changes of it are an error of their own.
    fn is_single(&self, reach: &Reach) -> bool {
        let holds = |part: &super::parts::Part| {
            matches!(part.kind, Kind::Number) && part.core.contains(&reach.part)
        };
        self.parts.iter().any(holds)
    }

    /// The term as far as it is known, for intervals: constant arrays and the ranges of parts.
    fn so_far(&self) -> whowins_core::Game {
        whowins_core::Game {
            name: String::new(),
            consts: self.all_looked_at().to_vec(),
            parts: self.term_parts.clone(),
            tiers: Vec::new(),
            ends: Vec::new(),
            stuck: Expr::num(0),
            blocks: 0,
            endless: None,
            starts: Vec::new(),
        }
    }

    fn setting<'g>(&self, game: &'g whowins_core::Game) -> Setting<'g> {
        let mut lengths = vec![None; game.parts.len()];
        lengths[0] = Some(1);
        for part in &self.parts {
            if matches!(part.kind, Kind::Number) {
                part.core.iter().for_each(|core| lengths[*core] = Some(1));
            }
        }
        let ranges = game.parts.iter().map(|part| {
            let least = Interval::exactly(&part.least).least;
            let most = part.most.as_ref().map_or(Interval::ANY, Interval::exactly);
            Interval::new(least, most.most)
        });
        Setting {
            game,
            lengths,
            constant: vec![false; game.parts.len()],
            ranges: ranges.collect(),
        }
    }

    /// The variables of choices, as they are where all are made.
    fn variables(&self, picks: &[Pick<'a>]) -> Vec<Variable> {
        let here = |expr: &Expr, depth: usize| lift(expr, depth, self.bound);
        let mut variables = Vec::new();
        for pick in picks {
            variables.push(Variable {
                level: pick.level,
                lo: here(&pick.lo, pick.level),
                hi: pick.hi.as_ref().map(|hi| here(hi, pick.level)),
            });
            if let Some(held) = &pick.held {
                let held = here(held, pick.level + 1);
                variables.push(Variable {
                    level: pick.level + 1,
                    hi: Some(plus(held.clone(), 1)),
                    lo: held,
                });
            }
        }
        variables
    }

    /// What holds in every legal move with these choices and conditions.
    fn facts<'g>(
        &self,
        setting: &'g Setting<'g>,
        picks: &[Pick<'a>],
        conditions: &[Expr],
    ) -> Facts<'g> {
        let mut facts = Facts::new(setting, self.bound);
        for variable in self.variables(picks) {
            let value = Expr::Var(variable.level);
            facts.at_least(&sub(value.clone(), variable.lo), 0);
            if let Some(hi) = variable.hi {
                facts.at_least(&sub(hi, value), 1);
            }
        }
        for pick in picks {
            for condition in &pick.conditions {
                facts.assume(&lift(condition, pick.level + 1, self.bound), true);
            }
        }
        for condition in conditions {
            facts.assume(condition, true);
        }
        facts
    }

    /// A number that a move changes, or another one of the position, as it is written.
    fn changed_number(&self, actions: &'a [Action], unknown: &[&str]) -> String {
        let text = self.text;
        let changed = actions.iter().filter_map(|action| match action {
            Action::Write(target, ..) => Some(text.written(&target.span)),
            _ => None,
        });
        let is_known = |written: &String| {
            let words = written.split(|one: char| !one.is_alphanumeric() && one != '_');
            words.into_iter().all(|word| !unknown.contains(&word))
        };
        let mut changed = changed.filter(is_known);
        changed.next().unwrap_or_else(|| self.any_number())
    }

    /// Returns the number of the position that a choice is multiplied by in the only change, such
    /// as `b` in `a -= k * b`.
    fn factor(&self, actions: &'a [Action], choice: &str) -> Option<String> {
        let [Action::Write(_, '-', change)] = actions else {
            return None;
        };
        let written = self.text.written(&change.span);
        let (one, other) = written.split_once('*')?;
        let factor = match (one.trim(), other.trim()) {
            (one, other) if one == choice => other,
            (one, other) if other == choice => one,
            _ => return None,
        };
        let is_number = |part: &&Part| matches!(part.kind, Kind::Number) && part.name == factor;
        self.parts
            .iter()
            .find(is_number)
            .map(|part| part.name.clone())
    }

    /// A number of the position as it is written, or 9.
    pub(super) fn any_number(&self) -> String {
        let mut parts = self.parts.iter();
        let number = parts.find(|part| matches!(part.kind, Kind::Number) && !part.of_each);
        number.map_or_else(|| "9".into(), |part| part.name.clone())
    }

    /// An open choice with an end, as it is written.
    pub(super) fn bounded(&self, word: &Word, choices: &'a [Choice], top: &str) -> String {
        let name = &word.text;
        let low = choices.iter().find_map(|choice| match choice {
            Choice::Between { name, low, .. } if name.span == word.span => low.as_ref(),
            _ => None,
        });
        let Some((low, compare)) = low else {
            return format!("{name} in 0..{top}");
        };
        let written = self.text.written(&low.span);
        match (written.parse::<i64>(), compare) {
            (Ok(least), Compare::Less) => format!("{name} in {}..{top}", least.saturating_add(1)),
            (Ok(least), _) => format!("{name} in {least}..{top}"),
            (Err(_), Compare::Less) => format!("{written} < {name} <= {top}"),
            (Err(_), _) => format!("{written} <= {name} <= {top}"),
        }
    }
}

/// The message about a choice without an end.
pub(super) fn no_bound(name: &str) -> String {
    format!("the choice of `{name}` has no upper bound")
}

/// The limits that a condition sets.
fn limits_of(condition: &Expr, limits: &mut Vec<Limit>) {
    let is = |expr: &Expr, number: i64| known(expr) == Some(number);
    let mut limit = |low: &Expr, high: &Expr, least: i64, is_least: bool| {
        limits.push(Limit {
            value: sub(high.clone(), low.clone()),
            limit: Expr::num(least),
            is_least,
        });
    };
    match condition {
        Expr::Bin(Op::Lt, x, y) => limit(x, y, 1, true),
        Expr::Bin(Op::Le, x, y) => limit(x, y, 0, true),
        Expr::Bin(Op::Eq, x, y) => {
            limit(x, y, 0, true);
            limit(x, y, 0, false);
        }
        Expr::Ite(one, yes, no) if is(yes, 0) && is(no, 1) => match &**one {
            Expr::Bin(Op::Lt, x, y) => limit(y, x, 0, true),
            Expr::Bin(Op::Le, x, y) => limit(y, x, 1, true),
            _ => {}
        },
        Expr::Ite(one, other, no) if is(no, 0) => {
            limits_of(one, limits);
            limits_of(other, limits);
        }
        _ => {}
    }
}

/// The largest value of a variable with which a written value stays in its range, if its factor is
/// a known number.
///
/// Later choices that only leave less room are taken as 0; with any other there is no answer.
fn largest(reach: &Reach, level: usize, naturals: &[usize], depth: usize) -> Option<Expr> {
    let later: Vec<usize> = naturals
        .iter()
        .copied()
        .filter(|one| *one > level)
        .collect();
    if let Some(form) = Affine::of(&reach.value) {
        let natural = |atom: Atom| matches!(atom, Atom::Choice(level, _) if later.contains(&level));
        let (rest, factor) = form.without(level, natural)?;
        return quotient(reach, rest, factor);
    }
    let (rest, factor) = linear(&reach.value, level)?;
    let (mut rest, factor) = (rest.tidy(), known(&factor)?);
    for other in later.iter().filter(|other| reach.value.mentions(**other)) {
        let (without, more) = linear(&rest, *other)?;
        let more = known(&more)?;
        (factor.signum() * more.signum() >= 0).then_some(())?;
        rest = without.tidy();
    }
    let end = quotient(reach, rest, factor)?;
    (!reads_from(&end, level, depth)).then_some(end)
}

/// The largest number with which `rest + factor * number` stays in the range; `None` if all do.
fn quotient(reach: &Reach, rest: Expr, factor: i64) -> Option<Expr> {
    let room = match factor.signum() {
        0 => return None,
        -1 => sub(rest, reach.least.clone()?),
        _ => sub(reach.most.clone()?, rest),
    };
    let by = Expr::num(factor.checked_abs()?);
    Some(Expr::bin(Op::Div, room, by))
}

/// The choices around what is done with them.
pub(super) fn wrapped(picks: &mut Vec<Pick<'_>>, body: Vec<Command>) -> Command {
    let mut body = body;
    while let Some(pick) = picks.pop() {
        if let Some(held) = pick.held {
            let inner = Command::Seq(std::mem::take(&mut body));
            body.push(Command::choose(held.clone(), plus(held, 1), inner));
        }
        let guards = pick.conditions.into_iter().map(Command::Guard);
        body.splice(0..0, guards);
        let hi = pick.hi.unwrap_or_else(|| pick.lo.clone());
        body = vec![Command::choose(pick.lo, hi, Command::Seq(body))];
    }
    Command::Seq(body)
}
