//! Tokens: a part for each, which holds the number of its cell; neighbours are constant tables.

use dashu_int::IBig;
use whowins_core::{Array, Command, Expr, Op, Part};

use super::expression::balanced;
use super::{Lowering, by, part};
use crate::game::Ending;
use crate::tokens::{Go, Neighbours, Step, Tokens};

/// The neighbours of every cell one after the other, -1 where one has fewer than the most; and how
/// many each has room for.
struct Table {
    array: Array,
    degree: usize,
}

/// What steps are lowered with.
struct Steps<'a> {
    tables: Vec<Table>,
    tokens: usize,
    ending: &'a Ending,
}

impl Lowering {
    pub(super) fn tokens(&mut self, tokens: &Tokens, ending: &Ending) -> (Vec<Part>, Vec<Command>) {
        let last = tokens.cells.len() as i64 - 1;
        let parts = tokens.names.iter().map(|name| part(name, 0, Some(last)));
        self.slots = (1..=tokens.names.len()).map(Expr::part).collect();
        let tables = tokens.relations.iter().map(|one| self.table(one)).collect();
        let steps = Steps {
            tables,
            tokens: tokens.names.len(),
            ending,
        };
        let moves = tokens.moves.iter().map(|one| {
            let command = self.steps(&steps, &one.steps, false, 0);
            by(one.by, command)
        });
        (parts.collect(), moves.collect())
    }

    fn table(&mut self, relation: &Neighbours) -> Table {
        let degree = relation.forward.iter().map(Vec::len).max().unwrap_or(0);
        let row = |cells: &Vec<u32>| {
            let cells = cells.iter().map(|cell| IBig::from(*cell));
            let none = std::iter::repeat(IBig::from(-1));
            cells.chain(none).take(degree).collect::<Vec<_>>()
        };
        let values = relation.forward.iter().flat_map(row).collect();
        let array = self.constant("next", values);
        Table { array, degree }
    }

    /// The steps that are left; `moved` tells whether one was taken already. Without any there is
    /// no move, and a goal on the way ends it.
    fn steps(&mut self, with: &Steps<'_>, steps: &[Step], moved: bool, bound: usize) -> Command {
        let Some((step, rest)) = steps.split_first() else {
            return match moved {
                true => Command::SKIP,
                false => Command::NEVER,
            };
        };
        let on = match step {
            Step::Require(condition) => {
                let holds = Command::Guard(self.condition(condition, bound));
                let rest = self.steps(with, rest, moved, bound);
                Command::Seq(vec![holds, rest])
            }
            Step::Go(go) => {
                let go = self.go(with, go, bound);
                Command::Seq(vec![go, self.steps(with, rest, true, bound)])
            }
            Step::GoIf(condition, go) => {
                let condition = self.condition(condition, bound);
                let go = self.go(with, go, bound);
                let after = self.steps(with, rest, true, bound);
                if moved {
                    Command::Seq(vec![Command::when(condition, go), after])
                } else {
                    let yes = Command::Seq(vec![go, after]);
                    let no = self.steps(with, rest, false, bound);
                    Command::When(condition, Box::new(yes), Box::new(no))
                }
            }
        };
        let passing = with.ending.goals.iter().filter(|goal| goal.passing);
        let goals: Vec<Expr> = passing
            .map(|goal| self.condition(&goal.when, bound))
            .collect();
        match balanced(goals, Expr::or) {
            Some(reached) if moved => Command::When(reached, Box::new(Command::SKIP), Box::new(on)),
            _ => on,
        }
    }

    /// A token goes to one of its neighbours.
    fn go(&mut self, with: &Steps<'_>, go: &Go, bound: usize) -> Command {
        let table = &with.tables[go.relation];
        let from = self.slots[go.token].clone();
        let row = Expr::bin(Op::Mul, Expr::num(table.degree), from);
        let place = Expr::bin(Op::Add, row, Expr::Var(bound));
        let to = Expr::get_or(table.array, place, -1);
        let mut step = Vec::new();
        if go.free {
            for other in (0..with.tokens).filter(|other| *other != go.token) {
                let taken = Expr::bin(Op::Eq, to.clone(), self.slots[other].clone());
                step.push(Command::Guard(!taken));
            }
        }
        step.push(Command::set(go.token + 1, to));
        Command::choose(Expr::num(0), Expr::num(table.degree), Command::Seq(step))
    }
}
