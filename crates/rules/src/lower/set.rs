//! Sets: what they range over, and what is in them.

use std::collections::HashSet;

use whowins_core::{Array, Expr, Op};

use super::data::Content;
use super::geometry::Neighbours;
use super::parts::Kind;
use super::scope::{
    Domain, Is, Value, add, all_of, known, lift, mul, plus, power, reads_state, sub,
};
use super::{ELEMENTS, Lower};
use crate::diagnostic::Span;
use crate::tree::{self, Set, SetKind};

/// The members of a set: a range of indices, and what each stands for.
#[derive(Clone, Debug)]
pub(super) struct Members<'a> {
    /// The first index.
    pub(super) lo: Expr,
    /// The first index that is none.
    pub(super) hi: Expr,
    pub(super) kind: Kinds,
    pub(super) showing: Option<&'a tree::Expr>,
    /// How many variables were bound where it was made.
    pub(super) depth: usize,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum Kinds {
    /// The index is the member.
    Index,
    /// Members of a domain; a number of bits says which, or a part, or all.
    Domain(Domain, Which),
    /// Elements of an array at these places, counted from 1.
    Places(usize, usize, i64),
    /// A constant table.
    Table(Array, Is),
    /// Ranges one after the other, from the first member to the last.
    Ranges(Vec<(Expr, Expr)>),
    /// What lies beside.
    Neighbours(Value, Neighbours),
    /// Digits of a number, the last first.
    Digits(Expr),
    /// Subsets, of what this number of bits holds where there is one.
    Subsets(Domain, Option<Expr>),
}

#[derive(Clone, Debug)]
pub(super) enum Which {
    All,
    Bits(Expr),
    Part(usize),
}

impl<'a> Lower<'a> {
    /// The members of a set.
    pub(super) fn set(&mut self, set: &'a Set) -> Option<Members<'a>> {
        self.charge(1, &set.span)?;
        let (lo, hi, kind) = self.set_of(set)?;
        Some(Members {
            lo,
            hi,
            kind,
            showing: set.showing.as_deref(),
            depth: self.bound,
            span: set.span.clone(),
        })
    }

    fn set_of(&mut self, set: &'a Set) -> Option<(Expr, Expr, Kinds)> {
        let span = &set.span;
        let from_zero = |hi: Expr, kind| Some((Expr::num(0), hi, kind));
        let all = |lower: &Self, domain: Domain| {
            let hi = lower.domain_size(&domain);
            Some((Expr::num(0), hi, Kinds::Domain(domain, Which::All)))
        };
        match &set.kind {
            SetKind::Range(ends) => {
                let (lo, hi) = (self.number(&ends.0)?, self.number(&ends.1)?);
                Some((lo, plus(hi, 1), Kinds::Index))
            }
            SetKind::Listed(items) => self.listed(items),
            SetKind::Of(said) => {
                let value = match &said.kind {
                    // A row of a table is several numbers.
                    tree::ExprKind::Index(word, None, indices) if indices.len() == 1 => {
                        if let Some(row) = self.table_row(word, &indices[0])? {
                            return Some(row);
                        }
                        self.value(said)?
                    }
                    _ => self.value(said)?,
                };
                self.set_of_value(value, span)
            }
            SetKind::Slice(word, whose, ends) => {
                let (lo, hi) = (self.number(&ends.0)?, self.number(&ends.1)?);
                let kind = self.slice(word, whose.as_ref())?;
                Some((lo, plus(hi, 1), kind))
            }
            SetKind::Digits(number) => {
                let number = self.number(number)?;
                let length = self.digits(&number);
                from_zero(length, Kinds::Digits(number))
            }
            SetKind::Subsets(inner) => {
                let (domain, bits) = self.base(inner)?;
                let hi = power(self.domain_size(&domain));
                from_zero(hi, Kinds::Subsets(domain, bits))
            }
            SetKind::Cells(word) => {
                let part = self.part_named(word)?;
                if self.geometry(part).is_none() {
                    let name = &word.text;
                    let message = format!("`{name}` has no cells");
                    let help = match &self.parts[part].kind {
                        Kind::Nodes(..) => format!("write: nodes of {name}"),
                        Kind::Subset(_) => format!("write: {name}, for its members"),
                        Kind::Numbers { .. } | Kind::Tokens(_, Some(_)) => {
                            format!("write: places of {name}")
                        }
                        _ => "name a board or a row".into(),
                    };
                    return self.error(word.span.clone(), message, help);
                }
                all(self, Domain::Cells(part))
            }
            SetKind::Places(word, whose) => {
                let (part, core, _) = match self.parts.iter().position(|p| p.name == word.text) {
                    // Both players' arrays are equally long.
                    Some(part) if whose.is_none() => (part, self.parts[part].core[0], 0),
                    _ => self.owned(word, whose.as_ref())?,
                };
                let length = match self.length_of(part) {
                    Some(length) => Expr::num(length),
                    None => Expr::Len(Array::Part(core)),
                };
                all(self, Domain::From(1, Box::new(length)))
            }
            SetKind::Nodes(word) => {
                let graph = self.graph(word)?;
                all(self, Domain::Nodes(graph))
            }
            SetKind::Edges(word) => {
                let graph = self.graph(word)?;
                all(self, Domain::Edges(graph))
            }
            SetKind::Ends(edge) => {
                let edge = self.value(edge)?;
                let Is::Edge(graph) = edge.is else {
                    let help = "write: ends of e for e in edges of NET, or: ends of edge(a, b)";
                    return self.error(span.clone(), "only an edge has ends", help);
                };
                let ends = self.grounds[graph].edges.iter();
                let ends: Vec<i64> = ends
                    .flat_map(|(from, to, _)| [*from as i64, *to as i64])
                    .collect();
                let neighbours = Neighbours::Table(self.table("ends", ends), 2);
                let of = Value::new(edge.expr, Is::Node(graph));
                from_zero(Expr::num(2), Kinds::Neighbours(of, neighbours))
            }
            SetKind::Neighbours(of, along) => {
                let of = self.value(of)?;
                let neighbours = self.neighbour(&of, along, span)?;
                let hi = Expr::num(neighbours.degree());
                from_zero(hi, Kinds::Neighbours(of, neighbours))
            }
            SetKind::Squares(word) => {
                let found = self.grounds.iter().position(|one| !one.squares.is_empty());
                let Some(ground) = found else {
                    let map = &word.text;
                    let message = format!("no token is on `{map}`");
                    let help = format!("write: position NAME: squares of {map}");
                    return self.error(word.span.clone(), message, help);
                };
                all(self, Domain::Nodes(ground))
            }
        }
    }

    /// `{N, N..N, ...}`
    fn listed(
        &mut self,
        items: &'a [(tree::Expr, Option<tree::Expr>)],
    ) -> Option<(Expr, Expr, Kinds)> {
        let mut ranges = Vec::new();
        for (first, last) in items {
            let first = self.number(first)?;
            let last = match last {
                Some(last) => self.number(last)?,
                None => first.clone(),
            };
            ranges.push((first, last));
        }
        let mut values: Vec<i64> = Vec::new();
        let mut seen = HashSet::new();
        for (first, last) in &ranges {
            let (Some(first), Some(last)) = (known(first), known(last)) else {
                let lengths = ranges.iter().map(|(first, last)| length(first, last));
                let hi = lengths.reduce(add).unwrap_or_else(|| Expr::num(0));
                return Some((Expr::num(0), hi, Kinds::Ranges(ranges)));
            };
            if last.saturating_sub(first) >= (ELEMENTS - values.len()) as i64 {
                let message = format!("a set has at most {ELEMENTS} members");
                let help = "write a range, such as 1..9, or fewer numbers";
                return self.error(items[0].0.span.clone(), message, help);
            }
            let count = usize::try_from(last.saturating_sub(first)).unwrap_or(0);
            self.charge(count / 8, &items[0].0.span)?;
            values.extend((first..=last).filter(|value| seen.insert(*value)));
        }
        let table = self.table("set", values);
        Some((
            Expr::num(0),
            Expr::Len(table),
            Kinds::Table(table, Is::Number),
        ))
    }

    /// A row of a table: where it begins, and where it ends.
    fn table_row(
        &mut self,
        word: &'a tree::Word,
        row: &'a tree::Expr,
    ) -> Option<Option<(Expr, Expr, Kinds)>> {
        let found = self
            .datum(&word.text)
            .filter(|_| !self.is_bound(&word.text));
        let columns = found.and_then(|at| match self.data[at].content {
            Content::Table(_, columns) => Some((at, columns)),
            _ => None,
        });
        let Some((at, columns)) = columns else {
            return Some(None);
        };
        let lo = mul(plus(self.number(row)?, -1), Expr::num(columns));
        let hi = plus(lo.clone(), columns as i64);
        let table = self.elements(at, "table", false);
        Some(Some((lo, hi, Kinds::Table(table, Is::Number))))
    }

    /// What stands at the places of an array or list, which is sliced.
    fn slice(&mut self, word: &'a tree::Word, whose: Option<&'a tree::Whose>) -> Option<Kinds> {
        let is_part = self.parts.iter().any(|part| part.name == word.text);
        let value = match is_part && !self.is_bound(&word.text) {
            true => {
                let (part, core, from) = self.owned(word, whose)?;
                Value::new(Expr::num(0), Is::Whole(part, core, from))
            }
            false => self.name(word, whose)?,
        };
        match value.is {
            Is::Whole(part, core, from) => Some(Kinds::Places(part, core, from)),
            Is::Data(at) => match self.data[at].content {
                Content::Numbers(_) => {
                    // Places count from 1.
                    let table = self.elements(at, "list", true);
                    Some(Kinds::Table(table, Is::Number))
                }
                _ => {
                    let help = "only of numbers there is a piece, such as a[1..3]; here, write an index: [i]";
                    self.error(word.span.clone(), "only numbers can be cut like this", help)
                }
            },
            _ => {
                let help = format!("write: position {}: numbers", word.text);
                self.error(word.span.clone(), "only arrays can be cut like this", help)
            }
        }
    }

    /// A value where a set is meant.
    fn set_of_value(&mut self, value: Value, span: &Span) -> Option<(Expr, Expr, Kinds)> {
        let from_zero = |hi: Expr, kind| Some((Expr::num(0), hi, kind));
        match value.is {
            Is::Set(domain) => {
                let hi = self.domain_size(&domain);
                from_zero(hi, Kinds::Domain(domain, Which::Bits(value.expr)))
            }
            Is::Whole(part, core, from) => match self.parts[part].kind.clone() {
                Kind::Subset(domain) => {
                    let hi = self.domain_size(&domain);
                    from_zero(hi, Kinds::Domain(domain, Which::Part(core)))
                }
                Kind::Nodes(..) => {
                    let help = format!("write: nodes of {}", self.parts[part].name);
                    self.no_set(span, &help)
                }
                _ => {
                    let length = match self.length_of(part) {
                        Some(length) => Expr::num(length),
                        None => Expr::Len(Array::Part(core)),
                    };
                    let kind = Kinds::Places(part, core, from);
                    Some((Expr::num(1), plus(length, 1), kind))
                }
            },
            Is::Data(at) => match self.data[at].content {
                Content::Numbers(_) => {
                    let table = self.elements(at, "set", false);
                    from_zero(Expr::Len(table), Kinds::Table(table, Is::Number))
                }
                Content::Text(_) => {
                    let table = self.elements(at, "text", false);
                    from_zero(Expr::Len(table), Kinds::Table(table, Is::Character))
                }
                Content::Table(..) => self.no_set(span, "write a row of it: t[1]"),
                Content::Grid(_) => {
                    let help = format!("write: squares of {}", self.data[at].name);
                    self.no_set(span, &help)
                }
                Content::Graph(_) => {
                    let name = &self.data[at].name;
                    let help = format!("write: nodes of {name}, or: edges of {name}");
                    self.no_set(span, &help)
                }
                Content::Number(_) => self.no_set(span, "write: {1, 2}, or: 1..3"),
            },
            Is::Number => {
                let help = "write: {1, 2}, 1..3, cells of board, or the name of a set";
                self.error(span.clone(), "this is a number, not a set", help)
            }
            Is::Cell(_) | Is::Node(_) => self.no_set(span, "write: neighbours of it"),
            Is::Edge(_) => self.no_set(span, "write: ends of it"),
            _ => self.no_set(
                span,
                "write: {1, 2}, 1..3, cells of board, or the name of a set",
            ),
        }
    }

    fn no_set<T>(&mut self, span: &Span, help: &str) -> Option<T> {
        self.error(span.clone(), "this isn't a set", help)
    }

    /// What a set of subsets ranges over, and which of it where not all.
    pub(super) fn base(&mut self, set: &'a Set) -> Option<(Domain, Option<Expr>)> {
        let members = self.set(set)?;
        if members.showing.is_some()
            && let Kinds::Domain(domain, _) = &members.kind
        {
            let bits = self.shown_bits(&members)?;
            return Some((domain.clone(), Some(bits)));
        }
        match members.kind {
            Kinds::Domain(domain, Which::All) => Some((domain, None)),
            Kinds::Domain(domain, Which::Bits(bits)) => Some((domain, Some(bits))),
            Kinds::Domain(domain, Which::Part(core)) => {
                let size = self.domain_size(&domain);
                let (index, so_far) = (Expr::Var(self.bound), Expr::Var(self.bound + 1));
                let there = Expr::get(Array::Part(core), index.clone());
                let bits = add(so_far, Expr::bin(Op::Shl, there, index));
                let bits = Expr::fold(Expr::num(0), size, Expr::num(0), bits);
                Some((domain, Some(bits)))
            }
            Kinds::Index => match known(&members.lo) {
                Some(lo) => {
                    let size = sub(members.hi, Expr::num(lo));
                    Some((Domain::From(lo, Box::new(size)), None))
                }
                None => {
                    let message = "the first number must be known before play";
                    let help = "write digits, or a parameter, in front of `..`";
                    self.error(set.span.clone(), message, help)
                }
            },
            Kinds::Table(Array::Const(at), Is::Number) => {
                let values = self
                    .looked_at(at)
                    .iter()
                    .filter_map(|value| i64::try_from(value).ok());
                Some((Domain::Listed(values.collect()), None))
            }
            _ => {
                let help =
                    "write: 1..9, {1, 2}, cells of board, nodes of net, or the name of such a set";
                self.error(set.span.clone(), "subsets of this are not known yet", help)
            }
        }
    }
}

impl<'a> Lower<'a> {
    /// Which members of a domain show what is asked for, as a number of bits.
    fn shown_bits(&mut self, members: &Members<'a>) -> Option<Expr> {
        let depth = self.bound;
        self.bound += 2;
        let found = self.member(members, Expr::Var(depth));
        self.bound = depth;
        let (_, conditions) = found?;
        let so_far = Expr::Var(depth + 1);
        let with = add(so_far.clone(), power(Expr::Var(depth)));
        let body = Expr::ite(all_of(conditions), with, so_far);
        let (lo, hi) = members.bounds(depth);
        Some(Expr::fold(lo, hi, Expr::num(0), body))
    }
}

impl Members<'_> {
    /// Replaces what the members read of the state by variables from `level` on, so that a loop
    /// over them sees the members before its first round. Returns what each of these variables
    /// holds.
    pub(super) fn hold(&mut self, level: usize) -> Vec<Expr> {
        let from = self.depth;
        let held = self.holdable().filter(|one| reads_state(one));
        let held: Vec<Expr> = held.map(|one| one.clone()).collect();
        self.lift_to(level + held.len());
        let replaced = self.holdable().filter(|one| reads_state(one));
        replaced
            .zip(level..)
            .for_each(|(one, at)| *one = Expr::Var(at));
        let values = held.iter().zip(level..);
        values.map(|(one, at)| lift(one, from, at)).collect()
    }

    /// The expressions on which the indices and what they stand for depend.
    fn holdable(&mut self) -> impl Iterator<Item = &mut Expr> {
        let of_kind: Vec<&mut Expr> = match &mut self.kind {
            Kinds::Neighbours(of, _) => vec![&mut of.expr],
            Kinds::Digits(number) => vec![number],
            Kinds::Ranges(ranges) => ranges.iter_mut().flat_map(|(a, b)| [a, b]).collect(),
            Kinds::Subsets(_, bits) => bits.iter_mut().collect(),
            Kinds::Index | Kinds::Domain(..) | Kinds::Places(..) | Kinds::Table(..) => Vec::new(),
        };
        [&mut self.lo, &mut self.hi].into_iter().chain(of_kind)
    }

    /// Moves every expression to where `to` variables are bound.
    fn lift_to(&mut self, to: usize) {
        let from = std::mem::replace(&mut self.depth, to);
        for one in self.holdable() {
            *one = lift(one, from, to);
        }
        match &mut self.kind {
            Kinds::Domain(domain, which) => {
                *domain = domain.lifted(from, to);
                if let Which::Bits(bits) = which {
                    *bits = lift(bits, from, to);
                }
            }
            Kinds::Subsets(domain, _) => *domain = domain.lifted(from, to),
            _ => {}
        }
    }

    /// The first index, and the first that is none, where so many variables are bound.
    pub(super) fn bounds(&self, bound: usize) -> (Expr, Expr) {
        let here = |one| lift(one, self.depth, bound);
        (here(&self.lo), here(&self.hi))
    }

    /// The part of the term whose elements the members are.
    pub(super) fn contents(&self) -> Option<usize> {
        match self.kind {
            Kinds::Places(_, core, _) => Some(core),
            _ => None,
        }
    }

    /// Whether what the indices stand for does not change while the state does.
    pub(super) fn is_fixed(&self) -> bool {
        let fixed = match &self.kind {
            Kinds::Index | Kinds::Table(..) => true,
            Kinds::Domain(_, Which::All) => true,
            Kinds::Domain(_, Which::Bits(bits)) => matches!(bits, Expr::Var(_) | Expr::Num(_)),
            _ => false,
        };
        fixed && self.showing.is_none()
    }

    /// The numbers from the first to the last, where the set is such a range.
    pub(super) fn range(&self) -> Option<(Expr, Expr)> {
        let is_range = matches!(self.kind, Kinds::Index) && self.showing.is_none();
        is_range.then(|| (self.lo.clone(), self.hi.clone()))
    }
}

/// How many numbers lie in a range.
pub(super) fn length(first: &Expr, last: &Expr) -> Expr {
    if first == last {
        return Expr::num(1);
    }
    let length = plus(sub(last.clone(), first.clone()), 1);
    Expr::bin(Op::Max, length, Expr::num(0))
}
