//! What an index of a set stands for, and what is in a set.

use whowins_core::{Array, Expr, Op};

use super::Lower;
use super::parts::Kind;
use super::scope::{
    Is, Value, add, all_of, any_of, at_most, bit, both, equal, known, less, lift, sub,
};
use super::set::{Kinds, Members, Which, length};
use crate::diagnostic::Span;
use crate::tree::{self, Set};

impl<'a> Lower<'a> {
    /// What the index stands for, and under which conditions it is a member.
    pub(super) fn member(
        &mut self,
        members: &Members<'a>,
        index: Expr,
    ) -> Option<(Value, Vec<Expr>)> {
        let here = |expr: &Expr| lift(expr, members.depth, self.bound);
        let mut conditions = Vec::new();
        let value = match &members.kind {
            Kinds::Index => Value::number(index),
            Kinds::Domain(domain, which) => {
                match which {
                    Which::All => {}
                    Which::Bits(bits) => conditions.push(bit(here(bits), index.clone())),
                    Which::Part(core) => {
                        conditions.push(Expr::get(Array::Part(*core), index.clone()));
                    }
                }
                self.domain_value(domain, index)
            }
            Kinds::Places(part, core, from) => {
                let at = [Value::number(index)];
                let (part, core, from) = (*part, *core, *from);
                let index = self.place(part, from, &at, &members.span)?;
                match self.parts[part].kind {
                    Kind::Tokens(super::parts::Standing::Ground(ground), _) => {
                        Value::new(Expr::get_or(Array::Part(core), index, -1), Is::Node(ground))
                    }
                    Kind::Tokens(super::parts::Standing::Cells(board), _) => {
                        Value::new(Expr::get_or(Array::Part(core), index, -1), Is::Cell(board))
                    }
                    Kind::Cells(..) | Kind::Nodes(..) => {
                        Value::new(Expr::get_or(Array::Part(core), index, -1), Is::Shown(part))
                    }
                    _ => Value::number(Expr::get(Array::Part(core), index)),
                }
            }
            Kinds::Table(table, is) => Value::new(Expr::get(*table, index), is.clone()),
            Kinds::Ranges(ranges) => {
                let ranges: Vec<(Expr, Expr)> = ranges
                    .iter()
                    .map(|(first, last)| (here(first), here(last)))
                    .collect();
                let (value, is_new) = among(&ranges, index);
                conditions.push(is_new);
                Value::number(value)
            }
            Kinds::Neighbours(of, neighbours) => {
                let there = neighbours.get(&here(&of.expr), &index);
                conditions.push(at_most(Expr::num(0), there.clone()));
                Value::new(there, of.is.clone())
            }
            Kinds::Digits(number) => Value::number(self.digit(&here(number), index)),
            Kinds::Subsets(domain, bits) => {
                if let Some(bits) = bits {
                    let inside = Expr::bin(Op::And, here(bits), index.clone());
                    conditions.push(equal(inside, index.clone()));
                }
                Value::new(index, Is::Set(domain.clone()))
            }
        };
        if let Some(showing) = members.showing {
            conditions.push(self.showing(&value, showing)?);
        }
        Some((value, conditions))
    }

    /// Whether a cell or node shows a symbol.
    fn showing(&mut self, value: &Value, symbol: &'a tree::Expr) -> Option<Expr> {
        let symbol_value = self.value(symbol)?;
        let part = match &value.is {
            Is::Cell(part) => Some(*part),
            Is::Node(graph) => {
                let shows = |part: &super::parts::Part| matches!(&part.kind, Kind::Nodes(other, _) if other == graph);
                self.parts.iter().position(shows)
            }
            _ => None,
        };
        let Some(part) = part.filter(|part| !self.symbols(*part).is_empty()) else {
            let help = "write: cells of board showing ..., or: neighbours of c showing ...";
            let message = "only cells and nodes show symbols";
            return self.error(symbol.span.clone(), message, help);
        };
        let array = Array::Part(self.parts[part].core[0]);
        let shown = Expr::get_or(array, value.expr.clone(), -1);
        self.shows(&shown, part, &symbol_value, &symbol.span)
    }

    /// Whether a value is in a set.
    pub(super) fn is_in(&mut self, one: &'a tree::Expr, set: &'a Set) -> Option<Expr> {
        let (value, members) = (self.value(one)?, self.set(set)?);
        let exists = value.exists.clone();
        let span = &one.span;
        let inside = match (&members.kind, members.showing) {
            (Kinds::Index, None) => {
                let number = self.as_number(&value, span)?;
                let (lo, hi) = members.bounds(self.bound);
                at_most(lo, number.clone()).and(less(number, hi))
            }
            (Kinds::Domain(domain, which), None) => {
                let index = self.domain_index(domain, &value, span)?;
                let inside = at_most(Expr::num(0), index.clone());
                match which {
                    Which::Part(core) => Expr::get(Array::Part(*core), index),
                    Which::Bits(bits) => inside.and(bit(bits.clone(), index)),
                    Which::All => {
                        let size = self.domain_size(domain);
                        inside.and(less(index, size))
                    }
                }
            }
            (Kinds::Ranges(ranges), None) => {
                let number = self.as_number(&value, span)?;
                any_of(ranges.iter().map(|range| within(&number, range)).collect())
            }
            (Kinds::Table(Array::Const(at), Is::Number), None) => {
                let number = self.as_number(&value, span)?;
                let lo = known(&members.lo);
                let is_whole = lo == Some(0) && members.hi == Expr::Len(Array::Const(*at));
                let values = self.looked_at(*at).to_vec();
                if is_whole && values.len() <= 8 {
                    let each = values
                        .into_iter()
                        .map(|one| equal(number.clone(), Expr::Num(one)));
                    any_of(each.collect())
                } else {
                    self.is_among(&value, &members, span)?
                }
            }
            _ => self.is_among(&value, &members, span)?,
        };
        both(exists, Some(inside))
    }

    /// Whether some member equals a value.
    fn is_among(&mut self, value: &Value, members: &Members<'a>, span: &Span) -> Option<Expr> {
        let depth = self.bound;
        let (lo, hi) = members.bounds(depth);
        self.bound += 2;
        let found = self.member(members, Expr::Var(depth));
        let body = found.and_then(|(member, mut conditions)| {
            let value = value.lifted(depth, depth + 2);
            conditions.push(self.equals(&member, &value, span)?);
            Some(Expr::Var(depth + 1).or(all_of(conditions)))
        });
        self.bound = depth;
        Some(Expr::fold(lo, hi, Expr::num(0), body?))
    }

    /// Whether a set has a member.
    pub(super) fn is_some(&mut self, some: bool, set: &'a Set) -> Option<Expr> {
        let members = self.set(set)?;
        let depth = self.bound;
        self.bound += 2;
        let found = self.member(&members, Expr::Var(depth));
        self.bound = depth;
        let (_, conditions) = found?;
        let (lo, hi) = members.bounds(depth);
        let is_some = match conditions.is_empty() {
            true => less(lo, hi),
            false => {
                let body = Expr::Var(depth + 1).or(all_of(conditions));
                Expr::fold(lo, hi, Expr::num(0), body)
            }
        };
        Some(if some { is_some } else { !is_some })
    }
}

fn within(number: &Expr, (first, last): &(Expr, Expr)) -> Expr {
    if first == last {
        return equal(number.clone(), first.clone());
    }
    at_most(first.clone(), number.clone()).and(at_most(number.clone(), last.clone()))
}

/// The number with this index in ranges that follow each other, and whether no earlier range has
/// it.
fn among(ranges: &[(Expr, Expr)], index: Expr) -> (Expr, Expr) {
    let mut starts = Vec::new();
    let mut start = Expr::num(0);
    for (first, last) in ranges {
        starts.push(start.clone());
        start = add(start, length(first, last));
    }
    let value_in = |at: usize| {
        let step = sub(index.clone(), starts[at].clone());
        add(ranges[at].0.clone(), step)
    };
    let mut value = Expr::num(0);
    let mut is_new = Expr::num(1);
    for at in (0..ranges.len()).rev() {
        let here = value_in(at);
        let before = ranges[..at].iter().map(|range| within(&here, range));
        let fresh = !any_of(before.collect());
        match starts.get(at + 1) {
            Some(end) => {
                let inside = less(index.clone(), end.clone());
                value = Expr::ite(inside.clone(), here, value);
                is_new = Expr::ite(inside, fresh, is_new);
            }
            None => (value, is_new) = (here, fresh),
        }
    }
    (value, is_new)
}
