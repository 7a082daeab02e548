//! Any number of heaps in one list, of which a move lowers one.
//!
//! ```text
//!   the term's moves are those of one heap, made in any one of the list      (read off the term)
//!   g is the Grundy value of one heap, in normal play                        (the rule of kind «grundy»)
//!   ─────────────────────────────────────────────────────────────────────────────────────────────
//!   lost are the lists whose values have the nim-sum 0; in misère play those whose values are
//!   at most 1 are lost where their nim-sum is 1 instead
//! ```
//!
//! Normal play: Sprague 1935, Grundy 1939. Misère play: let a list be *small* where all its values are at most 1. From a loss that is not small (nim-sum 0, so two values are
//! above 1) every move leaves a value above 1 and another nim-sum; from a small loss (nim-sum 1) a move leaves nim-sum 0, or a value above 1 alone, with another nim-sum. A win that is not
//! small has a move to nim-sum 0; where that would leave a small list, one heap alone has a value above 1, and its moves to 0 and to 1 leave nim-sum 1 with one of them. A small win
//! has nim-sum 0: without moves it is won; a heap of value 1 has a move to 0; and where all values are 0, a heap with a move has one to 1. (For Nim: Bouton 1902.)
//!
//! That last step is Ferguson's (1974), for every set of numbers that may be taken, s the least of them: g(n) = 1 exactly where g(n - s) = 0. For take the least n at which this
//! is wrong. If g(n) = 1 and g(n - s) > 0, some t leads from n - s to value 0, and g(n - t) = 1 as n - t is less than n; but n has a move there. If g(n - s) = 0 and g(n) > 1, some t leads from n to value 1,
//! so g(n - t - s) = 0; but n - s has a move there. Now let g(n) = 0 and n >= s. If g(n - s) = 1, that is the move. Else g(n - s) > 1, some t leads from n - s to value 0, and so from n to value 1.

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::{Game, Position, Value};
use whowins_core::{self as core, Array, Command, Expr};

use super::Grundy;
use crate::firstorder::term;
use crate::{Budget, Checked, Claim, Rejection, Subject};

/// Outcomes of any number of heaps in one list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManyHeaps {
    /// The Grundy values of one heap, in normal play.
    pub heap: Grundy,
}

/// The part with the heaps.
const HEAPS: usize = 1;

/// What one heap of the list is as a game of its own, in normal play, and whether the list is played under misère play. `None` where the term is not one
/// list of natural numbers of which each move changes one, looking at nothing but that number.
pub fn one_heap(list: &core::Game) -> Option<(core::Game, bool)> {
    let [_, heaps] = &list.parts[..] else {
        return None;
    };
    let [tier] = &list.tiers[..] else {
        return None;
    };
    let natural = heaps.least == 0.into() && heaps.most.is_none();
    if !natural || !list.ends.is_empty() || list.blocks != 0 {
        return None;
    }
    let by_turn =
        |first: i64, second: i64| Expr::ite(Expr::part(0), Expr::num(first), Expr::num(second));
    let misere = match &list.stuck {
        stuck if *stuck == by_turn(1, -1) => false,
        stuck if *stuck == by_turn(-1, 1) => true,
        _ => return None,
    };
    let (moves, picks) = around(tier, 0)?;
    let game = core::Game {
        tiers: vec![moves],
        stuck: by_turn(1, -1),
        starts: Vec::new(),
        ..list.clone()
    };
    picks.then_some((game, misere))
}

/// A command that picks one heap, with that heap as the only one; and whether it picks any. Nothing around the pick may look at the heaps.
fn around(command: &Command, depth: usize) -> Option<(Command, bool)> {
    let blind = |expr: &Expr| looks_away(expr).then_some(());
    Some(match command {
        Command::Guard(expr) => {
            blind(expr)?;
            (command.clone(), false)
        }
        Command::Seq(all) => {
            let all: Vec<_> = all
                .iter()
                .map(|one| around(one, depth))
                .collect::<Option<_>>()?;
            let picks = all.iter().filter(|one| one.1).count();
            // Two picks one after the other are a move in two heaps.
            (picks <= 1).then_some(())?;
            (
                Command::Seq(all.into_iter().map(|one| one.0).collect()),
                picks == 1,
            )
        }
        Command::Alt(all) => {
            let all: Vec<_> = all
                .iter()
                .map(|one| around(one, depth))
                .collect::<Option<_>>()?;
            let picks = all.iter().any(|one| one.1);
            all.iter().all(|one| one.1 == picks).then_some(())?;
            (
                Command::Alt(all.into_iter().map(|one| one.0).collect()),
                picks,
            )
        }
        Command::When(condition, yes, no) => {
            blind(condition)?;
            let (yes, no) = (around(yes, depth)?, around(no, depth)?);
            (yes.1 == no.1).then_some(())?;
            (
                Command::When(condition.clone(), yes.0.into(), no.0.into()),
                yes.1,
            )
        }
        Command::Choose(from, to, body)
            if *from == Expr::num(0) && *to == Expr::Len(Array::Part(HEAPS)) =>
        {
            (within(body, depth)?, true)
        }
        Command::Choose(from, to, body) => {
            blind(from)?;
            blind(to)?;
            let (body, picks) = around(body, depth + 1)?;
            (
                Command::Choose(from.clone(), to.clone(), body.into()),
                picks,
            )
        }
        Command::Set(part, index, value) => {
            (*part != HEAPS).then_some(())?;
            blind(index)?;
            blind(value)?;
            (command.clone(), false)
        }
        Command::Loop(..) | Command::Splice(..) => return None,
    })
}

/// Whether an expression does not look at the heaps.
fn looks_away(expr: &Expr) -> bool {
    match expr {
        Expr::Num(_) | Expr::Var(_) => true,
        Expr::Get(array, index, _) => *array != Array::Part(HEAPS) && looks_away(index),
        Expr::Len(array) => *array != Array::Part(HEAPS),
        Expr::Bin(_, a, b) => looks_away(a) && looks_away(b),
        Expr::Ite(a, b, c) => looks_away(a) && looks_away(b) && looks_away(c),
        Expr::Fold(a, b, c, d) => [a, b, c, d].into_iter().all(|one| looks_away(one)),
    }
}

/// What is done with the heap picked, whose place is the variable `pick`: the same with the first heap, where nothing else is done with that
/// variable or with other heaps.
fn within(command: &Command, pick: usize) -> Option<Command> {
    let expr = |one: &Expr| seen(one, pick);
    let inner = |one: &Command| within(one, pick);
    Some(match command {
        Command::Guard(one) => Command::Guard(expr(one)?),
        Command::Seq(all) => Command::Seq(all.iter().map(inner).collect::<Option<_>>()?),
        Command::Alt(all) => Command::Alt(all.iter().map(inner).collect::<Option<_>>()?),
        Command::When(condition, yes, no) => {
            Command::When(expr(condition)?, inner(yes)?.into(), inner(no)?.into())
        }
        Command::Choose(from, to, body) => {
            Command::Choose(expr(from)?, expr(to)?, inner(body)?.into())
        }
        Command::Loop(from, to, body) => Command::Loop(expr(from)?, expr(to)?, inner(body)?.into()),
        Command::Set(HEAPS, index, value) => {
            (*index == Expr::Var(pick)).then_some(())?;
            Command::Set(HEAPS, Expr::num(0), expr(value)?)
        }
        Command::Set(part, index, value) => Command::Set(*part, expr(index)?, expr(value)?),
        Command::Splice(..) => return None,
    })
}

/// An expression in a pick.
fn seen(expr: &Expr, pick: usize) -> Option<Expr> {
    let inner = |one: &Expr| Some(Box::new(seen(one, pick)?));
    Some(match expr {
        Expr::Num(_) => expr.clone(),
        Expr::Var(level) if *level == pick => return None,
        Expr::Var(level) if *level > pick => Expr::Var(level - 1),
        Expr::Var(_) => expr.clone(),
        Expr::Get(Array::Part(HEAPS), index, default) => {
            (**index == Expr::Var(pick)).then_some(())?;
            Expr::Get(Array::Part(HEAPS), Expr::num(0).into(), default.clone())
        }
        Expr::Get(array, index, default) => Expr::Get(*array, inner(index)?, default.clone()),
        Expr::Len(array) => {
            (*array != Array::Part(HEAPS)).then_some(())?;
            expr.clone()
        }
        Expr::Bin(op, a, b) => Expr::Bin(*op, inner(a)?, inner(b)?),
        Expr::Ite(a, b, c) => Expr::Ite(inner(a)?, inner(b)?, inner(c)?),
        Expr::Fold(a, b, c, d) => Expr::Fold(inner(a)?, inner(b)?, inner(c)?, inner(d)?),
    })
}

/// The game of one heap of a list, in normal play, and whether the list is played under misère play.
///
/// # Errors
///
/// Where the game is no such list.
pub fn heap_of(game: &Game) -> Result<(Game, bool), Rejection> {
    let foreign = || {
        Rejection::rules(
            "the positions are not one list of heaps of which each move lowers one, looking at nothing else",
        )
    };
    let (heap, misere) = one_heap(&term(game)).ok_or_else(foreign)?;
    let heap = Game::of_term(&heap, None).ok_or_else(foreign)?;
    Ok((heap, misere))
}

impl ManyHeaps {
    /// The heaps of a position.
    pub fn heaps(position: &Position) -> Option<Vec<UBig>> {
        let Position::Parts(state) = position else {
            return None;
        };
        let heaps = state.get(HEAPS)?.iter();
        heaps
            .map(|heap| UBig::try_from(heap.clone()).ok())
            .collect()
    }

    /// The Grundy values of the heaps of a position.
    pub fn each(&self, position: &Position) -> Option<Vec<UBig>> {
        let heaps = Self::heaps(position)?;
        heaps
            .iter()
            .map(|heap| self.heap.grundy_value(heap))
            .collect()
    }
}

impl Claim for ManyHeaps {
    fn kind(&self) -> &'static str {
        "many-heaps"
    }

    fn check(&self, subject: &Subject, budget: &Budget) -> Result<Checked, Rejection> {
        let (game, misere) = heap_of(&subject.game)?;
        let one = Subject {
            game,
            ..subject.clone()
        };
        let mut checked = vec![
            "A move is one in one heap of the list, whatever the others are: read off the core term."
                .to_string(),
        ];
        for step in self.heap.check(&one, budget)? {
            checked.push(format!("One heap: {step}."));
        }
        if misere {
            checked.push(
                "Misère play: a heap of value 0 with a move has one to value 1, whatever the set (Ferguson 1974).".into(),
            );
        }
        Ok(checked)
    }

    fn statement(&self, game: &Game) -> String {
        let name = term(game)
            .parts
            .get(HEAPS)
            .map_or(String::new(), |part| part.name.clone());
        let except = match heap_of(game) {
            Ok((_, true)) => "; where none of them is above 1, if and only if they give 1",
            _ => "",
        };
        let rise = match self.heap.saltus {
            0 => "repeat".to_string(),
            rise => format!("rise by {rise}"),
        };
        format!(
            "For any number of numbers {name}, the player to move loses if and only if their Grundy values, added in binary without carry, give 0{except}; the values {rise} every {} from {} on.",
            self.heap.period, self.heap.preperiod
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let values = self.each(position)?;
        let misere = one_heap(&term(game))?.1;
        let sum = values.iter().fold(UBig::ZERO, |sum, value| sum ^ value);
        let small = values.iter().all(|value| *value <= UBig::ONE);
        let lost = if misere && small {
            UBig::ONE
        } else {
            UBig::ZERO
        };
        Some([if sum == lost { Value::Loss } else { Value::Win }; 2])
    }
}
