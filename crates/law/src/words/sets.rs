//! Sets of natural numbers that repeat from some number on, and their shortest statements.

use whowins_analysis::expression::Relation;

use super::tree::{Statement, Term};

/// The most numbers and residues that a set may list.
const MOST: usize = 4096;
/// The largest modulus that is tried for a finite domain.
const MOST_BY: usize = 32;

/// A set of natural numbers whose members repeat from some number on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeating {
    /// For each small number, true if it is a member.
    below: Vec<bool>,
    /// For each residue, true if the larger numbers with this residue are members.
    cycle: Vec<bool>,
}

impl Repeating {
    /// Returns the set with these small numbers and these residues of the larger ones, in its
    /// shortest form. `None` if it is too large or has no residues.
    pub fn new(mut below: Vec<bool>, mut cycle: Vec<bool>) -> Option<Self> {
        let period = cycle.len();
        if period == 0 || below.len() + period > MOST {
            return None;
        }
        let repeats = |by: &usize| {
            period.is_multiple_of(*by) && (*by..period).all(|at| cycle[at] == cycle[at - by])
        };
        let least = (1..=period).find(repeats).unwrap_or(period);
        cycle.truncate(least);
        while let Some(last) = below.last()
            && *last == cycle[(below.len() - 1) % least]
        {
            below.pop();
        }
        Some(Self { below, cycle })
    }

    /// Returns the set of the small numbers for which the function returns true, and of no others.
    pub fn finite(count: u64, has: impl Fn(u64) -> bool) -> Option<Self> {
        let count = usize::try_from(count).ok().filter(|count| *count < MOST)?;
        Self::new((0..count as u64).map(has).collect(), vec![false])
    }

    /// Returns the set of the numbers with these residues.
    pub fn residues(by: u64, has: impl Fn(u64) -> bool) -> Option<Self> {
        let by = usize::try_from(by).ok().filter(|by| *by <= MOST)?;
        Self::new(Vec::new(), (0..by as u64).map(has).collect())
    }

    /// Returns the set of all natural numbers.
    pub fn all() -> Self {
        Self {
            below: Vec::new(),
            cycle: vec![true],
        }
    }

    /// Returns true if the number is a member.
    pub fn has(&self, number: u64) -> bool {
        let at = |number: u64| usize::try_from(number).ok();
        match at(number).and_then(|at| self.below.get(at)) {
            Some(has) => *has,
            None => self.cycle[(number % self.cycle.len() as u64) as usize],
        }
    }

    /// Returns the number of residues by which the larger numbers are members or not.
    pub fn period(&self) -> u64 {
        self.cycle.len() as u64
    }

    /// Returns the set of the numbers for which a function of membership in both sets is true.
    pub fn combined(&self, other: &Self, join: impl Fn(bool, bool) -> bool) -> Option<Self> {
        let below = self.below.len().max(other.below.len());
        let period = least_common_multiple(self.cycle.len(), other.cycle.len())?;
        let both = |n: usize| join(self.has(n as u64), other.has(n as u64));
        let first = below.next_multiple_of(period);
        Self::new(
            (0..below).map(both).collect(),
            (first..first + period).map(both).collect(),
        )
    }

    /// Returns the set of all other numbers.
    #[must_use]
    pub fn complement(&self) -> Self {
        let opposite = |all: &[bool]| all.iter().map(|has| !has).collect();
        Self {
            below: opposite(&self.below),
            cycle: opposite(&self.cycle),
        }
    }

    /// Returns the numbers `n` for which `by * n + more` is a member; `by` is above 0.
    pub fn preimage(&self, by: u64, more: u64) -> Option<Self> {
        let at = |n: usize| self.has(by.saturating_mul(n as u64).saturating_add(more));
        let (below, period) = (self.below.len(), self.cycle.len());
        let first = below.next_multiple_of(period);
        let fits = by.checked_mul((first + period) as u64)?.checked_add(more);
        fits?;
        Self::new(
            (0..below).map(at).collect(),
            (first..first + period).map(at).collect(),
        )
    }

    /// Returns true if there are no members.
    pub fn is_empty(&self) -> bool {
        self.below.is_empty() && self.cycle == [false]
    }

    /// Returns true if each member is a member of the other set.
    pub fn is_within(&self, other: &Self) -> bool {
        let rest = self.combined(other, |own, other| own && !other);
        rest.is_some_and(|rest| rest.is_empty())
    }

    /// Returns the largest member of a finite set.
    fn last(&self) -> Option<usize> {
        let is_finite = self.cycle == [false];
        is_finite.then(|| self.below.len().checked_sub(1)).flatten()
    }

    /// Returns the shortest statement that a term is a member, for a term that is known to be in
    /// the domain.
    pub fn statement(&self, term: &Term, domain: &Self) -> Statement {
        let mut all = vec![self.alone(term)];
        let within = self.combined(domain, |own, known| own && known);
        let without = self.combined(domain, |own, known| own || !known);
        all.extend(within.iter().chain(&without).map(|set| set.alone(term)));
        // Residues by which the members and the other numbers of a finite domain differ.
        let periods = domain.last().map_or(0..0, |last| 2..last.min(MOST_BY) + 1);
        all.extend(periods.filter_map(|by| Some(self.by_residues(by, domain)?.alone(term))));
        let length = |one: &Statement| one.to_string().chars().count();
        all.into_iter()
            .min_by_key(length)
            .unwrap_or(Statement::Constant(false))
    }

    /// Returns a set of residues that has the same members in a finite domain.
    fn by_residues(&self, by: usize, domain: &Self) -> Option<Self> {
        let mut cycle = vec![None; by];
        for number in (0..=domain.last()? as u64).filter(|number| domain.has(*number)) {
            let has = self.has(number);
            let known = &mut cycle[number as usize % by];
            if *known.get_or_insert(has) != has {
                return None;
            }
        }
        let cycle = cycle.into_iter().map(|has| has.unwrap_or(false));
        Self::new(Vec::new(), cycle.collect())
    }

    /// Returns the shortest statement that a natural number is a member.
    fn alone(&self, term: &Term) -> Statement {
        let core = self.core(term);
        if self.below.is_empty() {
            return core;
        }
        let first = self.below.len() as u64;
        let repeats = |n: &u64| self.cycle[(*n % self.cycle.len() as u64) as usize];
        let small = |keep: &dyn Fn(&u64) -> bool| -> Vec<u64> { (0..first).filter(keep).collect() };
        let is = |set: &[u64]| listed(term, set);
        // The repeating part without some numbers, with others.
        let missing = small(&|n| repeats(n) && !self.has(*n));
        let extra = small(&|n| !repeats(n) && self.has(*n));
        let with = |all: Statement, more: &[u64]| match (all, more) {
            (all, []) => all,
            (Statement::Constant(false), more) => is(more),
            (all, more) => all.or(is(more)),
        };
        let without = |all: Statement, less: &[u64]| match (all, less) {
            (all, []) => all,
            (Statement::Constant(true), less) => unlisted(term, less),
            (all, less) => all.and(unlisted(term, less)),
        };
        let excepted = with(without(core.clone(), &missing), &extra);
        // The repeating part from some number on, and some before.
        let from = compare(Relation::AtLeast, term, first);
        let from = match core {
            Statement::Constant(false) => return excepted,
            Statement::Constant(true) => from,
            core => core.and(from),
        };
        let later = with(from, &small(&|n| self.has(*n)));
        let length = |one: &Statement| one.to_string().chars().count();
        match length(&later) < length(&excepted) {
            true => later,
            false => excepted,
        }
    }

    /// Returns the statement that the residue of a number is one of the repeating part.
    fn core(&self, term: &Term) -> Statement {
        let by = self.cycle.len() as u64;
        let rest = Term::Remainder(term.clone().into(), by);
        let having = |wanted: bool| -> Vec<u64> {
            let all = self.cycle.iter().zip(0..);
            all.filter(|(has, _)| **has == wanted)
                .map(|(_, n)| n)
                .collect()
        };
        let (members, others) = (having(true), having(false));
        match (members.as_slice(), others.as_slice()) {
            (_, []) => Statement::Constant(true),
            ([], _) => Statement::Constant(false),
            ([one], _) => compare(Relation::Equal, &rest, *one),
            (_, [one]) => compare(Relation::Unequal, &rest, *one),
            ([0, .., last], [first, ..]) if first > last => compare(Relation::AtMost, &rest, *last),
            ([first, ..], [0, .., last]) if first > last => {
                compare(Relation::AtLeast, &rest, *first)
            }
            (members, others) if members.len() <= others.len() => {
                Statement::Among(rest, members.to_vec())
            }
            (_, others) => Statement::Among(rest, others.to_vec()).negate(),
        }
    }
}

fn compare(relation: Relation, term: &Term, number: u64) -> Statement {
    Statement::Compare(relation, term.clone(), Term::Number(number.into()))
}

/// Returns the statement that a number is one of these, which are in order.
fn listed(term: &Term, set: &[u64]) -> Statement {
    let [first, .., last] = set else {
        return match set {
            [one] => compare(Relation::Equal, term, *one),
            _ => Statement::Constant(false),
        };
    };
    let is_interval = last - first == set.len() as u64 - 1;
    match (is_interval, first) {
        (true, 0) => compare(Relation::AtMost, term, *last),
        (true, first) if set.len() > 2 => {
            let least = Term::Number((*first).into());
            let above = Statement::Compare(Relation::AtMost, least, term.clone());
            above.and(compare(Relation::AtMost, term, *last))
        }
        _ => Statement::Among(term.clone(), set.to_vec()),
    }
}

/// Returns the statement that a number is none of these, which are in order.
fn unlisted(term: &Term, set: &[u64]) -> Statement {
    match (set, listed(term, set)) {
        ([], _) => Statement::Constant(true),
        (_, Statement::Compare(Relation::AtMost, term, _)) => {
            compare(Relation::AtLeast, &term, set.len() as u64)
        }
        ([0], _) => compare(Relation::AtLeast, term, 1),
        ([one], _) => compare(Relation::Unequal, term, *one),
        (set, _) => Statement::Among(term.clone(), set.to_vec()).negate(),
    }
}

/// Returns the least common multiple, if it is at most [`MOST`].
fn least_common_multiple(a: usize, b: usize) -> Option<usize> {
    let divisor = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let all = a / divisor(a, b) * b;
    (all <= MOST).then_some(all)
}
