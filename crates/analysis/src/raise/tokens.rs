//! Tokens: a part for each, which holds the number of its cell; neighbours are constant tables.

use dashu_int::IBig;
use whowins_core::{Array, Command, Expr, Op};

use super::{Term, any_of, guards, number, steps};
use crate::expression::Cond;
use crate::game::{Game, Shape};
use crate::tokens::{Cell, Go, Neighbours, Step, TokenMove, Tokens};

/// More cells than a text of rules can draw are on no map.
const CELLS: usize = 1 << 20;

pub(super) fn read(game: &whowins_core::Game) -> Option<Game> {
    let term = Term {
        game,
        slots: game.parts.len() - 1,
        columns: None,
        size: None,
    };
    let (first, others) = game.parts[1..].split_first()?;
    let alike = |part: &whowins_core::Part| part.least == IBig::ZERO && part.most == first.most;
    if first.least != IBig::ZERO || !others.iter().all(alike) {
        return None;
    }
    let last = usize::try_from(first.most.as_ref()?).ok()?;
    let cells = last.checked_add(1).filter(|cells| *cells <= CELLS)?;
    let mut reader = Reader {
        term: &term,
        tables: Vec::new(),
        passing: Vec::new(),
    };
    let mut moves = Vec::new();
    for (at, turn) in term.turns()?.iter().enumerate() {
        moves.push(TokenMove {
            by: turn.by,
            steps: reader.steps(turn.steps, false)?,
            text: format!("move {}", at + 1),
        });
    }
    let tables = std::mem::take(&mut reader.tables);
    let relations = tables.iter().map(|(table, degree)| {
        let next = table.map_or(Some([].as_slice()), |table| term.constant(table))?;
        let row = |cell: usize| {
            let row = next.get(cell * degree..(cell + 1) * degree)?;
            let there = row.iter().take_while(|next| **next >= IBig::ZERO);
            there
                .map(|next| {
                    u32::try_from(next)
                        .ok()
                        .filter(|next| (*next as usize) < cells)
                })
                .collect()
        };
        let forward = (0..cells).map(row).collect::<Option<_>>()?;
        Some(Neighbours { forward })
    });
    let relations = relations.collect::<Option<_>>()?;
    let passing = reader.passing;
    let tokens = Tokens {
        cells: (0..cells)
            .map(|cell| Cell::Node(cell.to_string()))
            .collect(),
        map: None,
        names: game.parts[1..]
            .iter()
            .map(|part| part.name.clone())
            .collect(),
        relations,
        moves,
    };
    term.game(Shape::Tokens(tokens), &passing)
}

struct Reader<'a> {
    term: &'a Term<'a>,
    /// The tables of neighbours, and how many neighbours each has room for; no table where there
    /// are none.
    tables: Vec<(Option<Array>, usize)>,
    /// What ends a move on its way, condition by condition.
    passing: Vec<Expr>,
}

impl<'a> Reader<'a> {
    /// The steps of these commands; `moved` tells whether a step was taken already.
    fn steps(&mut self, list: &'a [Command], moved: bool) -> Option<Vec<Step>> {
        let Some((first, rest)) = list.split_first() else {
            return moved.then(Vec::new);
        };
        let then = |step: Step, more: Vec<Step>| [vec![step], more].concat();
        match first {
            Command::Guard(condition) => {
                let step = Step::Require(self.term.condition(condition)?);
                Some(then(step, self.steps(rest, moved)?))
            }
            // No neighbour is to be had, or a condition never holds.
            never if *never == Command::NEVER => Some(vec![Step::Require(Cond::Const(false))]),
            Command::Choose(..) => {
                let step = Step::Go(self.go(first)?);
                Some(then(step, self.steps(rest, true)?))
            }
            Command::When(reached, skip, on) if moved && **skip == Command::SKIP => {
                if self.passing.is_empty() {
                    any_of(reached, &mut self.passing);
                }
                match rest {
                    [] => self.steps(steps(on), moved),
                    _ => None,
                }
            }
            Command::When(condition, go, skip) if moved && **skip == Command::SKIP => {
                let step = Step::GoIf(self.term.condition(condition)?, self.go(go)?);
                Some(then(step, self.steps(rest, true)?))
            }
            Command::When(condition, yes, no) if !moved && rest.is_empty() => {
                let (go, after) = steps(yes).split_first()?;
                let step = Step::GoIf(self.term.condition(condition)?, self.go(go)?);
                let after = match *go == Command::NEVER {
                    true => self.steps(steps(no), false)?,
                    false => self.steps(after, true)?,
                };
                Some(then(step, after))
            }
            _ => None,
        }
    }

    /// The number of a relation.
    fn relation(&mut self, table: Option<Array>, degree: usize) -> usize {
        let relation = (table, degree);
        let known = self.tables.iter().position(|one| *one == relation);
        known.unwrap_or_else(|| {
            self.tables.push(relation);
            self.tables.len() - 1
        })
    }

    /// A token's step to one of its neighbours.
    fn go(&mut self, command: &'a Command) -> Option<Go> {
        let Command::Choose(_, degree, body) = command else {
            let nowhere = Go {
                token: 0,
                relation: self.relation(None, 0),
                free: false,
            };
            return (*command == Command::NEVER).then_some(nowhere);
        };
        let degree = usize::try_from(number(degree)?).ok()?;
        let (free, rest) = guards(steps(body));
        let [Command::Set(part, _, Expr::Get(table, place, _))] = rest else {
            return None;
        };
        // Of one neighbour at most, the row is the cell.
        let place = match &**place {
            Expr::Bin(Op::Add, row, _) => row,
            _ => return None,
        };
        let from = match &**place {
            Expr::Bin(Op::Mul, _, from) => from,
            from => from,
        };
        let token = part.checked_sub(1)?;
        if *from != Expr::part(*part) {
            return None;
        }
        Some(Go {
            token,
            relation: self.relation(Some(*table), degree),
            free: !free.is_empty(),
        })
    }
}
