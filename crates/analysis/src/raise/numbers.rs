//! Tuples: a part for each variable.

use dashu_int::IBig;
use whowins_core::{Command, Expr, Op};

use super::{Term, Turn, guards, number, steps};
use crate::expression::Cond;
use crate::frame::bounds;
use crate::game::{Game, Shape};
use crate::numbers::{Binder, Choices, NumberMove, Numbers, Variable};
use crate::position::LARGEST;

pub(super) fn read(game: &whowins_core::Game) -> Option<Game> {
    let term = Term {
        game,
        slots: game.parts.len() - 1,
        columns: None,
        size: None,
    };
    let variables = game.parts[1..].iter().map(|part| {
        let word = |number: &IBig| i64::try_from(number).ok();
        let most = match &part.most {
            Some(most) => Some(word(most).filter(|most| *most <= LARGEST)?),
            None => None,
        };
        Some(Variable {
            name: part.name.clone(),
            least: word(&part.least).filter(|least| *least >= 0)?,
            most,
            words: Vec::new(),
        })
    });
    let mut numbers = Numbers {
        variables: variables.collect::<Option<_>>()?,
        moves: Vec::new(),
    };
    let turns = term.turns()?;
    for (at, turn) in turns.iter().enumerate() {
        let read = term.number_move(turn, at)?;
        numbers.moves.push(read);
    }
    // A choice that nothing but the ranges bounds says so, where that is the same term.
    for at in 0..numbers.moves.len() {
        for binder in 0..numbers.moves[at].binders.len() {
            term.open(&mut numbers, at, binder);
        }
    }
    term.game(Shape::Numbers(numbers), &[])
}

impl Term<'_> {
    /// Choices, then a guard, then what is written.
    fn number_move(&self, turn: &Turn<'_>, at: usize) -> Option<NumberMove> {
        let mut list = turn.steps;
        let mut chain: Vec<(&Expr, &Expr)> = Vec::new();
        // Of the guards, and how many choices were made before.
        let mut guarded: Option<(usize, &Expr)> = None;
        let mut written: Vec<(usize, &Expr)> = Vec::new();
        loop {
            let (all, rest) = guards(list);
            match all.as_slice() {
                [] => {}
                [one] if guarded.is_none() => guarded = Some((chain.len(), one)),
                _ => return None,
            }
            if let [Command::Choose(lo, hi, body)] = rest {
                chain.push((lo, hi));
                list = steps(body);
                continue;
            }
            for step in rest {
                match step {
                    Command::Set(part, index, value) if *part > 0 && number(index) == Some(0) => {
                        written.push((*part, value));
                    }
                    _ => return None,
                }
            }
            break;
        }
        // What is written was read before anything was, if a number of its own was chosen for each.
        let own = chain.len().checked_sub(written.len()).filter(|first| {
            let read = written.iter().enumerate().all(|(at, (_, value))| {
                let (lo, hi) = chain[first + at];
                let next = Expr::bin(Op::Add, lo.clone(), Expr::num(1)).tidy();
                **value == Expr::Var(first + at) && *hi == next
            });
            read && !written.is_empty() && guarded.is_none_or(|(before, _)| before == *first)
        });
        let binders_end = own.unwrap_or(chain.len());
        if guarded.is_some_and(|(before, _)| before != binders_end) {
            return None;
        }
        let mut chosen = Vec::new();
        let mut binders = Vec::new();
        for (place, (lo, hi)) in chain[..binders_end].iter().enumerate() {
            let set = match hi {
                Expr::Len(set) if number(lo) == Some(0) => {
                    self.constant(*set).map(|all| (*set, all))
                }
                _ => None,
            };
            let choices = match set {
                Some((_, members)) => {
                    let word = |member: &IBig| i64::try_from(member).ok();
                    Choices::Of(members.iter().map(word).collect::<Option<_>>()?)
                }
                None => {
                    let most = Expr::bin(Op::Sub, (*hi).clone(), Expr::num(1)).tidy();
                    let most = self.number(&most, &chosen)?;
                    Choices::Between(self.number(lo, &chosen)?, Some(most))
                }
            };
            let variable = Expr::Var(place);
            chosen.push(match set {
                Some((set, _)) => Expr::get(set, variable),
                None => variable,
            });
            binders.push(Binder {
                name: BINDERS
                    .get(place)
                    .map_or_else(|| format!("k{place}"), ToString::to_string),
                choices,
            });
        }
        let guard = match guarded {
            Some((_, condition)) => self.condition_of(condition, &chosen)?,
            None => Cond::Const(true),
        };
        let values = (0..written.len()).map(|at| match own {
            Some(first) => chain[first + at].0,
            None => written[at].1,
        });
        let updates = values.zip(&written).map(|(value, (part, _))| {
            let value = self.number(value, &chosen)?;
            Some((part - 1, value))
        });
        Some(NumberMove {
            by: turn.by,
            binders,
            guard,
            updates: updates.collect::<Option<_>>()?,
            text: format!("move {}", at + 1),
        })
    }

    /// Leaves the largest choice out, where the ranges say the same.
    fn open(&self, numbers: &mut Numbers, at: usize, binder: usize) {
        // Where nothing bounds a choice, an open one has no end.
        if bounds(numbers, &numbers.moves[at], binder).is_empty() {
            return;
        }
        let whole = self.lowered(numbers, at);
        let choices = &mut numbers.moves[at].binders[binder].choices;
        if let Choices::Between(least, Some(_)) = choices {
            let open = Choices::Between(least.clone(), None);
            let bounded = std::mem::replace(choices, open);
            if self.lowered(numbers, at) != whole {
                numbers.moves[at].binders[binder].choices = bounded;
            }
        }
    }

    /// One move, lowered alone.
    fn lowered(&self, numbers: &Numbers, at: usize) -> Command {
        crate::lower::number_move(numbers, &numbers.moves[at]).tidy()
    }
}

/// Names of the numbers chosen.
const BINDERS: [&str; 6] = ["k", "m", "p", "q", "r", "s"];
