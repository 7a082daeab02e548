//! What the members of sets can be, and the digits of a number.

use dashu_int::IBig;
use whowins_core::{Array, Expr, Op};

use super::scope::{Domain, Is, Value, add, at_most, known, less, lift, plus, power};
use super::{ELEMENTS, Lower};
use crate::diagnostic::Span;
use crate::tree::{Set, SetKind};

/// The largest n of "subsets of 1..n" that a part can be a set of.
const SUBSETS: u32 = 16;
/// Numbers of at most so many digits have digits.
const DIGITS: i64 = 1152;

impl<'a> Lower<'a> {
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
                    return self.error(set.span.clone(), message, help);
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
                self.error(
                    set.span.clone(),
                    message,
                    "write a smaller set, such as 1..9",
                )
            }
            None => {
                let message =
                    "the numbers that a set is taken from must be known before play begins";
                let help = "write 1..n, where n is a number or a parameter: given n: number = 9";
                self.error(set.span.clone(), message, help)
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
                    let help = "write a range, such as 1..9, or members nearer to each other";
                    let message = "this set's members lie too far apart";
                    return self.error(span.clone(), message, help);
                }
                let find = |value| values.iter().position(|one| *one == value);
                let places = (least..=most).map(|value| find(value).map_or(-1, |at| at as i64));
                let table = self.table("place", places.collect::<Vec<_>>());
                Some(Expr::get_or(table, plus(number, -least), -1))
            }
            _ => {
                let help = format!("its members are {}", self.kind_of_members(domain));
                self.error(span.clone(), "this can be no member of that set", help)
            }
        }
    }

    /// What the members of a domain are, and how one is written.
    fn kind_of_members(&self, domain: &Domain) -> String {
        match domain {
            Domain::From(..) | Domain::Listed(_) => "numbers".into(),
            Domain::Nodes(graph) => format!("nodes of {}: node NAME", self.graph_name(*graph)),
            Domain::Edges(graph) => {
                format!("edges of {}: edge(a, b)", self.graph_name(*graph))
            }
            Domain::Cells(part) => format!("cells of {}", self.parts[*part].name),
            Domain::Subsets(_) => "sets: choose s in subsets of ...".into(),
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
                    whowins_analysis::program::set_of(&members)
                };
                (0..count()).map(set).collect()
            }
        }
    }

    /// 10^0, 10^1, ..., 10^18.
    pub(super) fn powers(&mut self) -> Array {
        let powers = (0..19).map(|digit| IBig::from(10).pow(digit)).collect();
        self.constant("ten", powers)
    }

    /// How many digits a number has that is above 0.
    pub(super) fn digits(&mut self, number: &Expr) -> Expr {
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
    pub(super) fn above(&mut self, number: &Expr, index: Expr) -> Expr {
        let powers = self.powers();
        let block = Expr::num(18);
        let blocks = Expr::bin(Op::Div, index.clone(), block.clone());
        let end = Expr::Num(IBig::from(10).pow(18));
        let shorter = Expr::bin(Op::Div, Expr::Var(self.bound + 1), end);
        let rest = Expr::fold(Expr::num(0), blocks, number.clone(), shorter);
        let places = Expr::bin(Op::Mod, index, block);
        Expr::bin(Op::Div, rest, Expr::get(powers, places))
    }

    pub(super) fn digit(&mut self, number: &Expr, index: Expr) -> Expr {
        Expr::bin(Op::Mod, self.above(number, index), Expr::num(10))
    }
}
