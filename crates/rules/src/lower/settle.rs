//! `at once`: forced follow-ups after each move.

use whowins_analysis::By;
use whowins_analysis::board::{Board, Rewrite as Rule, Stencil, StencilCell};
use whowins_analysis::derive::board_fall;
use whowins_core::{Command, Expr, Op};

use super::Lower;
use super::geometry::{Geometry, Way};
use super::parts::Kind;
use super::pattern::{Ground, Laying, Stage, Widths};
use super::scope::{all_of, at_most, balanced, less, mul, plus};
use crate::tree::{CellKind, Layout, Rewrite};

/// A follow-up in one direction.
type FollowUp<'a> = (usize, &'a Rewrite, Way);

impl<'a> Lower<'a> {
    /// Returns the forced follow-ups: the first that fits somewhere, repeated until none fits.
    /// Their falling measure is the fuel.
    pub(super) fn settled(&mut self) -> Option<Command> {
        let text = self.text;
        let Some(first) = text.follow_ups.first() else {
            return Some(Command::SKIP);
        };
        let part = self.pattern_part(&first.span)?;
        let Ground::Cells(geometry) = self.under(part, &first.span)? else {
            let help = "say it in the moves: if possible, ...";
            return self.error(
                first.span.clone(),
                "follow-ups are for rows and boards",
                help,
            );
        };
        let mut all: Vec<FollowUp<'a>> = Vec::new();
        for rewrite in &text.follow_ups {
            for way in self.pattern_ways(part, &rewrite.left, &rewrite.along, &rewrite.span)? {
                all.push((all.len(), rewrite, way));
            }
        }
        let rounds = self.rounds(part, &geometry, &all)?;
        let depth = self.bound;
        let first = self.first_of(part, &geometry, &all)?;
        self.bound += 1;
        let carried = self.carried_out(part, &geometry, &all, depth);
        self.bound = depth;
        let some = Command::Guard(at_most(Expr::num(0), Expr::Var(depth)));
        let body = Command::Seq(vec![some, carried?]);
        let round = Command::choose(first.clone(), plus(first, 1), body);
        Some(Command::Repeat(rounds, Box::new(round)))
    }

    /// The first of these follow-ups that fits somewhere, at its first place: their number times
    /// the count of cells plus the place; -1 where none does.
    fn first_of(&mut self, part: usize, geometry: &Geometry, all: &[FollowUp<'a>]) -> Option<Expr> {
        let depth = self.bound;
        let so_far = Expr::Var(depth + 1);
        let found = at_most(Expr::num(0), so_far.clone());
        match all {
            [] => Some(Expr::num(-1)),
            [(number, rewrite, way)] => {
                let place = Expr::Var(depth);
                self.bound += 2;
                let laying = Laying {
                    part,
                    pattern: &rewrite.left,
                    start: Some(&place),
                    widths: Widths::FOLD,
                };
                let plan = self.lay(&laying, *way);
                self.bound = depth;
                let tests = plan?.stages.into_iter().filter_map(|stage| match stage {
                    Stage::Test(test) => Some(test),
                    Stage::Pick(..) => None,
                });
                let start = mul(Expr::num(*number), geometry.count());
                let told = Expr::bin(Op::Add, start, place);
                let here = Expr::ite(all_of(tests.collect()), told, Expr::num(-1));
                let body = Expr::ite(found, so_far, here);
                Some(Expr::fold(
                    Expr::num(0),
                    geometry.count(),
                    Expr::num(-1),
                    body,
                ))
            }
            more => {
                let (before, after) = more.split_at(more.len() / 2);
                let first = self.first_of(part, geometry, before)?;
                self.bound += 2;
                let later = self.first_of(part, geometry, after);
                self.bound = depth;
                let body = Expr::ite(found, so_far, later?);
                Some(Expr::fold(Expr::num(0), Expr::num(1), first, body))
            }
        }
    }

    /// Carries out the follow-up that a variable names.
    fn carried_out(
        &mut self,
        part: usize,
        geometry: &Geometry,
        all: &[FollowUp<'a>],
        told: usize,
    ) -> Option<Command> {
        match all {
            [] => Some(Command::SKIP),
            [(_, rewrite, way)] => {
                let index = Expr::bin(Op::Mod, Expr::Var(told), geometry.count());
                let depth = self.bound;
                self.bound += 1;
                let place = Expr::Var(depth);
                let laying = Laying {
                    part,
                    pattern: &rewrite.left,
                    start: Some(&place),
                    widths: Widths::COMMAND,
                };
                let writes = match self.lay(&laying, *way) {
                    Some(plan) => self.writes(part, rewrite, &plan, *way),
                    None => None,
                };
                self.bound = depth;
                let writes = Command::Seq(writes?.command());
                Some(Command::choose(index.clone(), plus(index, 1), writes))
            }
            more => {
                let (before, after) = more.split_at(more.len() / 2);
                let middle = mul(Expr::num(after[0].0), geometry.count());
                let before = self.carried_out(part, geometry, before, told)?;
                let after = self.carried_out(part, geometry, after, told)?;
                Some(Command::When(
                    less(Expr::Var(told), middle),
                    Box::new(before),
                    Box::new(after),
                ))
            }
        }
    }

    /// At least as many follow-ups as can be carried out one after the other: the values that the
    /// falling measure has.
    fn rounds(&mut self, part: usize, geometry: &Geometry, all: &[FollowUp<'a>]) -> Option<Expr> {
        let Kind::Cells(_, alphabet) = self.parts[part].kind.clone() else {
            return None;
        };
        let mut stencils = Vec::new();
        for (_, rewrite, way) in all {
            stencils.push(self.stencil(&alphabet, rewrite, *way)?);
        }
        let rule = Rule {
            by: By::Both,
            stencils: stencils.clone(),
            text: String::new(),
        };
        let symbols = alphabet.len();
        let board = Board {
            row: geometry.layout == Layout::Row,
            size: geometry
                .size
                .map(|(rows, columns)| (rows as usize, columns as usize)),
            alphabet,
            moves: Vec::new(),
            at_once: vec![rule],
        };
        let Some(fall) = board_fall(&board) else {
            let span = all[0].1.span.clone();
            let message = "these forced follow-ups might never end";
            let help = "let each of them replace its first (or each its last) changed cell by a symbol that ranks lower";
            return self.error(span, message, help);
        };
        let sums = fall.counts.iter().map(|weights| {
            let heaviest = weights.iter().max().copied().unwrap_or(0);
            plus(mul(Expr::num(heaviest), geometry.count()), 1)
        });
        let mut factors: Vec<Expr> = sums.collect();
        // Rules that leave every sum as it is make the board a smaller number.
        if !stencils.iter().all(|stencil| fall.lowers_a_sum(stencil)) {
            let bits = symbols.next_power_of_two().ilog2();
            let bits = mul(Expr::num(bits), geometry.count());
            factors.push(Expr::bin(Op::Shl, Expr::num(1), bits));
        }
        Some(balanced(factors, mul).unwrap_or_else(|| Expr::num(0)))
    }

    fn stencil(&mut self, alphabet: &[char], rewrite: &Rewrite, way: Way) -> Option<Stencil> {
        let flat = rewrite.left.rows.len() == 1;
        let step = |row: usize, at: i64| match flat {
            true => (at * way.0, at * way.1),
            false => (row as i64, at),
        };
        let is_simple = rewrite.left.rows.len() == rewrite.right.rows.len();
        let mut cells = Vec::new();
        let mut outside = Vec::new();
        let mut is_known = is_simple;
        for (down, (left, right)) in rewrite
            .left
            .rows
            .iter()
            .zip(&rewrite.right.rows)
            .enumerate()
        {
            is_known &= left.cells.len() == right.cells.len();
            for (at, (before, after)) in (0..).zip(left.cells.iter().zip(&right.cells)) {
                let mut symbol = |kind: &CellKind| match kind {
                    CellKind::Symbol(one) => {
                        let place = alphabet.iter().position(|other| other == one);
                        is_known &= place.is_some();
                        place.and_then(|place| u8::try_from(place).ok())
                    }
                    CellKind::Any => None,
                    _ => {
                        is_known = false;
                        None
                    }
                };
                let (before, after) = (symbol(&before.kind), symbol(&after.kind));
                let (down, right) = step(down, at);
                cells.push(StencilCell {
                    down,
                    right,
                    before,
                    after,
                });
            }
            outside.extend(left.first.then(|| step(down, -1)));
            outside.extend(left.last.then(|| step(down, left.cells.len() as i64)));
        }
        outside.extend(rewrite.left.top.then_some((-1, 0)));
        let below = rewrite.left.rows.len() as i64;
        outside.extend(rewrite.left.bottom.then_some((below, 0)));
        if !is_known {
            let message = "a forced follow-up replaces symbols by symbols, cell by cell";
            let help = "write the same number of cells on both sides, such as: at once x . -> . .";
            return self.error(rewrite.span.clone(), message, help);
        }
        Some(Stencil { cells, outside })
    }
}
