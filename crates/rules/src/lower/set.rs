//! Sets: what they range over, and what is in them.

use dashu_int::IBig;
use whowins_core::{Array, Expr, Op};

use super::data::Content;
use super::geometry::Neighbours;
use super::parts::Kind;
use super::scope::{
    Domain, Is, Value, add, all_of, any_of, at_most, bit, both, equal, known, less, lift, mul,
    plus, power, reads_state, sub,
};
use super::{ELEMENTS, Lower};
use crate::diagnostic::Span;
use crate::tree::{self, Set, SetKind};

/// The largest n of «subsets of 1..n» that a part can be a set of.
const SUBSETS: u32 = 16;
/// Numbers of at most so many digits have digits.
const DIGITS: i64 = 1152;

/// The members of a set: a range of indices, and what each stands for.
#[derive(Clone, Debug)]
pub(super) struct Members<'a> {
    /// The first index.
    pub(super) lo: Expr,
    /// The first index that is none.
    pub(super) hi: Expr,
    kind: Kinds,
    showing: Option<&'a tree::Expr>,
    /// How many variables were bound where it was made.
    depth: usize,
    span: Span,
}

#[derive(Clone, Debug)]
enum Kinds {
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
enum Which {
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
                    let message = format!("«{}» has no cells", word.text);
                    return self.fault(word.span.clone(), message);
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
                    return self.fault(span.clone(), "only an edge has ends");
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
                    let message = format!("no token stands on «{}»", word.text);
                    return self.fault(word.span.clone(), message);
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
        for (first, last) in &ranges {
            let (Some(first), Some(last)) = (known(first), known(last)) else {
                let lengths = ranges.iter().map(|(first, last)| length(first, last));
                let hi = lengths.reduce(add).unwrap_or_else(|| Expr::num(0));
                return Some((Expr::num(0), hi, Kinds::Ranges(ranges)));
            };
            if last.saturating_sub(first) >= (ELEMENTS - values.len()) as i64 {
                let message = format!("a set has at most {ELEMENTS} members");
                return self.fault(items[0].0.span.clone(), message);
            }
            for value in first..=last {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
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
        let Some(Content::Table(values, columns)) = found.map(|at| self.data[at].content.clone())
        else {
            return Some(None);
        };
        let lo = mul(plus(self.number(row)?, -1), Expr::num(columns));
        let hi = plus(lo.clone(), columns as i64);
        let table = self.table("table", values);
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
            Is::Data(at) => match self.data[at].content.clone() {
                Content::Numbers(values) => {
                    // Places count from 1.
                    let values = std::iter::once(0).chain(values);
                    let table = self.table("list", values.collect::<Vec<_>>());
                    Some(Kinds::Table(table, Is::Number))
                }
                _ => self.fault(word.span.clone(), "only numbers can be cut like this"),
            },
            _ => self.fault(word.span.clone(), "only arrays can be cut like this"),
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
                _ => {
                    let length = match self.length_of(part) {
                        Some(length) => Expr::num(length),
                        None => Expr::Len(Array::Part(core)),
                    };
                    let kind = Kinds::Places(part, core, from);
                    Some((Expr::num(1), plus(length, 1), kind))
                }
            },
            Is::Data(at) => match self.data[at].content.clone() {
                Content::Numbers(values) => {
                    let table = self.table("set", values);
                    from_zero(Expr::Len(table), Kinds::Table(table, Is::Number))
                }
                Content::Text(values) => {
                    let table = self.table("text", values);
                    from_zero(Expr::Len(table), Kinds::Table(table, Is::Character))
                }
                _ => self.fault(span.clone(), "this is no set"),
            },
            Is::Number => {
                let help = "write: {1, 2}, 1..3, cells of board, or the name of a set";
                self.mend(span.clone(), "this is a number, not a set", help)
            }
            _ => self.fault(span.clone(), "this is no set"),
        }
    }

    /// What a set of subsets ranges over, and which of it where not all.
    fn base(&mut self, set: &'a Set) -> Option<(Domain, Option<Expr>)> {
        let members = self.set(set)?;
        if members.showing.is_some() {
            let help = "choose a subset of all of them, and add: if all(...)";
            return self.mend(set.span.clone(), "these subsets are not known yet", help);
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
                None => self.fault(
                    set.span.clone(),
                    "the first number must be known before play",
                ),
            },
            Kinds::Table(Array::Const(at), Is::Number) => {
                let values = &self.consts[at].values;
                let values = values.iter().filter_map(|value| i64::try_from(value).ok());
                Some((Domain::Listed(values.collect()), None))
            }
            _ => self.fault(set.span.clone(), "subsets of this are not known yet"),
        }
    }

    /// What a part can be a set of.
    pub(super) fn domain_of(&mut self, set: &'a Set) -> Option<Domain> {
        let domain = match &set.kind {
            SetKind::Subsets(inner) => Domain::Subsets(Box::new(self.domain_of(inner)?)),
            _ => self.base(set)?.0,
        };
        let size = match &domain {
            Domain::Subsets(inner) => {
                let inner = known(&self.domain_size(inner));
                if let Some(inner) = inner.filter(|inner| !(0..=i64::from(SUBSETS)).contains(inner))
                {
                    let message =
                        format!("subset of subsets of {inner} things: 2^(2^{inner}) positions");
                    let help = format!("at most {SUBSETS} can be treated");
                    return self.mend(set.span.clone(), message, help);
                }
                inner.map(|inner| 1 << inner)
            }
            domain => known(&self.domain_size(domain)),
        };
        match size {
            Some(size) if (0..=ELEMENTS as i64).contains(&size) => Some(domain),
            Some(size) => {
                let message =
                    format!("a set out of {size} members; at most {ELEMENTS} can be treated");
                self.fault(set.span.clone(), message)
            }
            None => {
                let message = "what a set is taken from must be known before play begins";
                self.fault(set.span.clone(), message)
            }
        }
    }

    /// How many members there can be.
    pub(super) fn domain_size(&self, domain: &Domain) -> Expr {
        match domain {
            Domain::From(_, size) => (**size).clone(),
            Domain::Listed(values) => Expr::num(values.len()),
            Domain::Nodes(graph) => Expr::num(self.grounds[*graph].nodes.len()),
            Domain::Edges(graph) => Expr::num(self.grounds[*graph].edges.len()),
            Domain::Cells(part) => match self.geometry(*part) {
                Some(geometry) => geometry.count(),
                None => Expr::num(0),
            },
            Domain::Subsets(inner) => power(self.domain_size(inner)),
        }
    }

    /// The member of a domain with this number from 0.
    pub(super) fn domain_value(&mut self, domain: &Domain, index: Expr) -> Value {
        match domain {
            Domain::From(least, _) => Value::number(plus(index, *least)),
            Domain::Listed(values) => {
                let table = self.table("set", values.iter().copied());
                Value::number(Expr::get(table, index))
            }
            Domain::Nodes(graph) => Value::new(index, Is::Node(*graph)),
            Domain::Edges(graph) => Value::new(index, Is::Edge(*graph)),
            Domain::Cells(part) => Value::new(index, Is::Cell(*part)),
            Domain::Subsets(inner) => Value::new(index, Is::Set((**inner).clone())),
        }
    }

    /// The number from 0 of a member of a domain; -1, or too large, where it is none.
    pub(super) fn domain_index(
        &mut self,
        domain: &Domain,
        value: &Value,
        span: &Span,
    ) -> Option<Expr> {
        match (domain, &value.is) {
            (Domain::Nodes(a), Is::Node(b))
            | (Domain::Edges(a), Is::Edge(b))
            | (Domain::Cells(a), Is::Cell(b))
                if a == b =>
            {
                Some(value.expr.clone())
            }
            (Domain::Subsets(inner), Is::Set(other)) if **inner == *other => {
                Some(value.expr.clone())
            }
            (Domain::Cells(part), _) if self.geometry(*part).is_some_and(|one| !one.is_board()) => {
                Some(plus(self.as_number(value, span)?, -1))
            }
            (Domain::From(least, _), _) => Some(plus(self.as_number(value, span)?, -least)),
            (Domain::Listed(values), _) => {
                let number = self.as_number(value, span)?;
                let least = values.iter().min().copied().unwrap_or(0);
                let most = values.iter().max().copied().unwrap_or(0);
                if most.saturating_sub(least) >= ELEMENTS as i64 {
                    return self.fault(span.clone(), "this set's members lie too far apart");
                }
                let find = |value| values.iter().position(|one| *one == value);
                let places = (least..=most).map(|value| find(value).map_or(-1, |at| at as i64));
                let table = self.table("place", places.collect::<Vec<_>>());
                Some(Expr::get_or(table, plus(number, -least), -1))
            }
            _ => self.fault(span.clone(), "this can be no member of that set"),
        }
    }

    /// How the members of a domain are written.
    pub(super) fn members_of(&self, domain: &Domain) -> Vec<String> {
        let count = || {
            known(&self.domain_size(domain))
                .unwrap_or(0)
                .min(ELEMENTS as i64)
        };
        match domain {
            Domain::From(least, _) => (0..count()).map(|at| (least + at).to_string()).collect(),
            Domain::Listed(values) => values.iter().map(i64::to_string).collect(),
            Domain::Nodes(graph) => self.grounds[*graph].nodes.clone(),
            Domain::Edges(graph) => {
                let graph = &self.grounds[*graph];
                (0..graph.edges.len())
                    .map(|at| graph.edge_name(at))
                    .collect()
            }
            Domain::Cells(part) => {
                let geometry = self.geometry(*part);
                let size = geometry.and_then(|one| one.size.filter(|_| one.is_board()));
                let name = |at: i64| match size {
                    Some((_, columns)) => format!("{},{}", at / columns + 1, at % columns + 1),
                    None => (at + 1).to_string(),
                };
                (0..count()).map(name).collect()
            }
            Domain::Subsets(inner) => {
                let inner = self.members_of(inner);
                let set = |bits: i64| {
                    let members = inner
                        .iter()
                        .enumerate()
                        .filter(|(at, _)| bits >> at & 1 == 1);
                    let members: Vec<&str> = members.map(|(_, name)| name.as_str()).collect();
                    format!("{{{}}}", members.join(", "))
                };
                (0..count()).map(set).collect()
            }
        }
    }

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
            return self.fault(symbol.span.clone(), "only cells and nodes show symbols");
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
                let (lo, hi) = (members.lo.clone(), members.hi.clone());
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
                let values = self.consts[*at].values.clone();
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
        let (lo, hi) = (members.lo.clone(), members.hi.clone());
        let depth = self.bound;
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
        let is_some = match conditions.is_empty() {
            true => less(members.lo, members.hi),
            false => {
                let body = Expr::Var(depth + 1).or(all_of(conditions));
                Expr::fold(members.lo, members.hi, Expr::num(0), body)
            }
        };
        Some(if some { is_some } else { !is_some })
    }

    /// 10^0, 10^1, ..., 10^18.
    fn powers(&mut self) -> Array {
        let powers = (0..19).map(|digit| IBig::from(10).pow(digit)).collect();
        self.constant("ten", powers)
    }

    /// How many digits a number has that is above 0.
    fn digits(&mut self, number: &Expr) -> Expr {
        let powers = self.powers();
        let (index, so_far) = (Expr::Var(self.bound), Expr::Var(self.bound + 1));
        let inner = lift(number, self.bound, self.bound + 2);
        let reaches = at_most(Expr::get(powers, index.clone()), inner.clone());
        let small = Expr::fold(
            Expr::num(0),
            Expr::num(19),
            Expr::num(0),
            add(so_far.clone(), reaches),
        );
        let digit = {
            let depth = self.bound;
            self.bound += 2;
            let rest = self.above(&inner, index.clone());
            self.bound = depth;
            less(Expr::num(0), rest)
        };
        let large = Expr::fold(
            Expr::num(0),
            Expr::num(DIGITS),
            Expr::num(0),
            add(so_far, digit),
        );
        let end = Expr::Num(IBig::from(10).pow(18));
        Expr::ite(less(number.clone(), end), small, large)
    }

    /// A number without its last digits, `index` of them.
    fn above(&mut self, number: &Expr, index: Expr) -> Expr {
        let powers = self.powers();
        let block = Expr::num(18);
        let blocks = Expr::bin(Op::Div, index.clone(), block.clone());
        let end = Expr::Num(IBig::from(10).pow(18));
        let shorter = Expr::bin(Op::Div, Expr::Var(self.bound + 1), end);
        let rest = Expr::fold(Expr::num(0), blocks, number.clone(), shorter);
        let places = Expr::bin(Op::Mod, index, block);
        Expr::bin(Op::Div, rest, Expr::get(powers, places))
    }

    fn digit(&mut self, number: &Expr, index: Expr) -> Expr {
        Expr::bin(Op::Mod, self.above(number, index), Expr::num(10))
    }
}

impl Members<'_> {
    /// What the members hang on and would change while a move is made becomes variables, from this one on; what these must hold is handed back.
    pub(super) fn hold(&mut self, level: usize) -> Vec<Expr> {
        let mut held = Vec::new();
        let from = self.depth;
        let mut hold = |expr: &mut Expr| {
            if reads_state(expr) {
                let at = level + held.len();
                let before = std::mem::replace(expr, Expr::Var(at));
                held.push(lift(&before, from, at));
            }
        };
        hold(&mut self.lo);
        hold(&mut self.hi);
        match &mut self.kind {
            Kinds::Neighbours(of, _) => hold(&mut of.expr),
            Kinds::Digits(number) => hold(number),
            Kinds::Ranges(ranges) => {
                for (first, last) in ranges {
                    hold(first);
                    hold(last);
                }
            }
            Kinds::Index | Kinds::Domain(..) | Kinds::Places(..) | Kinds::Table(..) => {}
            Kinds::Subsets(_, bits) => bits.iter_mut().for_each(hold),
        }
        held
    }

    /// Whether the members are what an array holds.
    pub(super) fn is_contents(&self) -> bool {
        matches!(self.kind, Kinds::Places(..))
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
fn length(first: &Expr, last: &Expr) -> Expr {
    if first == last {
        return Expr::num(1);
    }
    let length = plus(sub(last.clone(), first.clone()), 1);
    Expr::bin(Op::Max, length, Expr::num(0))
}

fn within(number: &Expr, (first, last): &(Expr, Expr)) -> Expr {
    if first == last {
        return equal(number.clone(), first.clone());
    }
    at_most(first.clone(), number.clone()).and(at_most(number.clone(), last.clone()))
}

/// The number with this index in ranges that follow each other, and whether no earlier range has it.
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
