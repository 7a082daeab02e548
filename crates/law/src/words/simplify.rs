//! Simplifies statements: each part that is about a single number becomes the shortest statement of
//! the set of numbers for which it holds.
//!
//! A part such as `d mod 2 = 0 iff d mod 3 = 0` is about the one number `d`. It holds for a set of
//! natural numbers that repeats from some point on ([`Repeating`]), and such a set has a shortest
//! statement, here `d mod 6 in {0, 1, 5}`. In `A and B`, the part `B` is simplified for the numbers
//! for which `A` holds; in `A or B`, for those for which `A` doesn't. A few rules for two numbers
//! remain, such as `|x - y| mod 4 = 0`, which is `x mod 4 = y mod 4`.
//!
//! Each rule is an equivalence for all natural numbers within the given domains, and the result is
//! never longer than the statement. A negative number or a number without a value never occurs in a
//! part that changes: these parts are about terms that are natural numbers.

use whowins_analysis::expression::Relation;

use super::sets::Repeating;
use super::tree::{Statement, Term};

/// The most passes over a statement. Each pass but the last makes it shorter.
const PASSES: usize = 8;

/// The natural numbers that each name may stand for. A name without a domain may be negative, and
/// nothing about it is simplified.
pub type Domains<'a> = &'a dyn Fn(&str) -> Option<Repeating>;

/// A part of an "and" or "or": the set of one number that it states, if it is about one number, and
/// the part as it was written, unless several were merged.
type Part<'a> = (Option<(Term, Repeating)>, Option<&'a Statement>);

/// Terms, each with the set that contains it where a part of a statement matters.
type Known = Vec<(Term, Repeating)>;

impl Statement {
    /// Returns an equivalent statement that is as short or shorter.
    #[must_use]
    pub fn simplified(&self, domains: Domains<'_>) -> Self {
        let simplifier = Simplifier { domains };
        let mut best = self.clone();
        for _ in 0..PASSES {
            let next = simplifier.statement(&best, &Known::new());
            if length(&next) > length(&best) || next == best {
                break;
            }
            best = next;
        }
        best
    }

    /// Returns the number that the statement is about, and the numbers for which it holds. `None`
    /// if it is about several numbers or none.
    pub fn set(&self, domains: Domains<'_>) -> Option<(Term, Repeating)> {
        Simplifier { domains }.set(self)
    }
}

/// Returns the number of characters of a statement.
pub fn length(statement: &Statement) -> usize {
    statement.to_string().chars().count()
}

struct Simplifier<'a> {
    domains: Domains<'a>,
}

impl Simplifier<'_> {
    /// Returns true if the term has a value that isn't negative.
    fn is_natural(&self, term: &Term) -> bool {
        let all = |terms: &[Term]| terms.iter().all(|one| self.is_natural(one));
        match term {
            Term::Number(_) => true,
            Term::Name(name) => (self.domains)(name).is_some(),
            Term::Sum(a, b) => self.is_natural(a) && self.is_natural(b),
            Term::Difference(..) => {
                let of = term.distance();
                of.is_some_and(|(a, b)| self.is_natural(a) && self.is_natural(b))
            }
            Term::Times(_, a) | Term::Quotient(a, _) | Term::Remainder(a, _) | Term::Golden(a) => {
                self.is_natural(a)
            }
            Term::Xor(terms) => all(terms),
            Term::Least(terms) | Term::Most(terms) => !terms.is_empty() && all(terms),
            Term::Last(..) => false,
        }
    }

    /// Returns the set that contains a term.
    fn domain(&self, term: &Term, known: &Known) -> Repeating {
        if let Some((_, set)) = known.iter().rev().find(|one| one.0 == *term) {
            return set.clone();
        }
        let of_name = match term {
            Term::Name(name) => (self.domains)(name),
            _ => None,
        };
        of_name.unwrap_or_else(Repeating::all)
    }

    /// Returns a statement's number and set, without the constants that are added to the number.
    fn set(&self, statement: &Statement) -> Option<(Term, Repeating)> {
        let joined = |a: &Statement, b: &Statement, join: fn(bool, bool) -> bool| {
            let ((term, a), (other, b)) = (self.set(a)?, self.set(b)?);
            (term == other).then(|| Some((term, a.combined(&b, join)?)))?
        };
        match statement {
            Statement::Compare(relation, a, Term::Number(number)) => {
                self.compared(*relation, a, u64::try_from(number).ok()?)
            }
            Statement::Compare(relation, Term::Number(number), a) => {
                self.compared(turned(*relation), a, u64::try_from(number).ok()?)
            }
            Statement::Among(a, set) => {
                let most = set
                    .iter()
                    .max()
                    .map_or(Some(0), |most| most.checked_add(1))?;
                self.about(a, Repeating::finite(most, |n| set.contains(&n))?)
            }
            Statement::Not(a) => {
                let (term, set) = self.set(a)?;
                Some((term, set.complement()))
            }
            Statement::And(a, b) => joined(a, b, |a, b| a && b),
            Statement::Or(a, b) => joined(a, b, |a, b| a || b),
            Statement::Implies(a, b) => joined(a, b, |a, b| !a || b),
            Statement::Iff(a, b) => joined(a, b, |a, b| a == b),
            _ => None,
        }
    }

    fn compared(&self, relation: Relation, term: &Term, with: u64) -> Option<(Term, Repeating)> {
        let count = with.checked_add(1)?;
        let is = |n: u64| match relation {
            Relation::Less | Relation::AtLeast => n < with,
            Relation::AtMost | Relation::More => n <= with,
            Relation::Equal | Relation::Unequal => n == with,
        };
        let set = Repeating::finite(count, is)?;
        let is_opposite = matches!(
            relation,
            Relation::AtLeast | Relation::More | Relation::Unequal
        );
        self.about(term, if is_opposite { set.complement() } else { set })
    }

    /// Returns the number inside a term and its set, if the term is in this set.
    fn about(&self, term: &Term, set: Repeating) -> Option<(Term, Repeating)> {
        if !self.is_natural(term) {
            return None;
        }
        match term {
            Term::Number(_) => None,
            Term::Remainder(a, by) => self.about(a, Repeating::residues(*by, |n| set.has(n))?),
            Term::Sum(a, b) => match (&**a, &**b) {
                (a, Term::Number(more)) | (Term::Number(more), a) => {
                    self.about(a, set.preimage(1, u64::try_from(more).ok()?)?)
                }
                _ => Some((term.clone(), set)),
            },
            Term::Times(by, a) => match u64::try_from(by).ok()? {
                0 => None,
                by => self.about(a, set.preimage(by, 0)?),
            },
            _ => Some((term.clone(), set)),
        }
    }

    /// Simplifies a statement about numbers that are known to be in some sets.
    fn statement(&self, statement: &Statement, known: &Known) -> Statement {
        if let Some((term, set)) = self.set(statement) {
            let domain = self.domain(&term, known);
            if domain.is_within(&set) {
                return Statement::Constant(true);
            }
            if domain.is_within(&set.complement()) {
                return Statement::Constant(false);
            }
            let short = self.written(&set, &term, &domain);
            if length(&short) <= length(statement) {
                return short;
            }
        }
        match statement {
            Statement::Not(a) => self.statement(a, known).opposite(),
            Statement::And(..) | Statement::Or(..) => self.joined(statement, known),
            Statement::Implies(a, b) => {
                let (a, b) = (self.statement(a, known), self.statement(b, known));
                match (a, b) {
                    (Statement::Constant(false), _) | (_, Statement::Constant(true)) => {
                        Statement::Constant(true)
                    }
                    (Statement::Constant(true), b) => b,
                    (a, Statement::Constant(false)) => a.opposite(),
                    (a, b) => Statement::Implies(a.into(), b.into()),
                }
            }
            Statement::Iff(a, b) => self.both(self.statement(a, known), self.statement(b, known)),
            Statement::Compare(relation, a, b) => self.of_two(*relation, a, b),
            other => other.clone(),
        }
    }

    /// Returns the statement of a set, about two numbers if the term compares them.
    fn written(&self, set: &Repeating, term: &Term, domain: &Repeating) -> Statement {
        match set.statement(term, domain) {
            Statement::Compare(relation, a, b) => self.of_two(relation, &a, &b),
            other => other,
        }
    }

    /// Simplifies what is joined by "and", or by "or".
    fn joined(&self, statement: &Statement, known: &Known) -> Statement {
        let is_and = matches!(statement, Statement::And(..));
        let mut parts = Vec::new();
        flatten(statement, is_and, &mut parts);
        // The parts about one number are a single set, if that is shorter, at the place of the
        // first. A set of several parts gets a new statement.
        let mut merged: Vec<Part<'_>> = Vec::new();
        for part in parts {
            let own = self.set(part);
            let same = own.as_ref().and_then(|(term, set)| {
                let domain = self.domain(term, known);
                let written = |set: &Repeating| length(&set.statement(term, &domain));
                merged.iter_mut().find_map(|(found, from)| {
                    let (_, before) = found.as_mut().filter(|found| found.0 == *term)?;
                    let join = |a: bool, b: bool| if is_and { a && b } else { a || b };
                    let both = before.combined(set, join)?;
                    let is_short = written(&both) <= written(before) + written(set);
                    *before = is_short.then_some(both)?;
                    *from = None;
                    Some(())
                })
            });
            if same.is_none() {
                merged.push((own, Some(part)));
            }
        }
        // Where another part matters, a number is in the set, or for "or" it isn't.
        let mut inside = known.clone();
        for (own, _) in &merged {
            if let Some((term, set)) = own {
                let set = if is_and {
                    set.clone()
                } else {
                    set.complement()
                };
                let domain = self.domain(term, known);
                if let Some(set) = domain.combined(&set, |a, b| a && b) {
                    inside.push((term.clone(), set));
                }
            }
        }
        let mut all: Vec<Statement> = Vec::new();
        for (own, part) in &merged {
            let one = match (own, part) {
                (Some((term, set)), None) => {
                    let domain = self.domain(term, known);
                    match (domain.is_within(set), domain.is_within(&set.complement())) {
                        (true, _) => Statement::Constant(true),
                        (_, true) => Statement::Constant(false),
                        _ => self.written(set, term, &domain),
                    }
                }
                (Some(_), Some(part)) => self.statement(part, known),
                (None, part) => self.statement(part.unwrap_or(statement), &inside),
            };
            match one {
                Statement::Constant(holds) if holds == is_and => {}
                Statement::Constant(holds) => return Statement::Constant(holds),
                one if all.contains(&one) => {}
                one => all.push(one),
            }
        }
        while let Some((first, second, both)) = self.factored(&all, is_and, known) {
            all[first] = both;
            all.remove(second);
        }
        let join = if is_and {
            Statement::and
        } else {
            Statement::or
        };
        let all = all.into_iter().reduce(join);
        all.unwrap_or(Statement::Constant(is_and))
    }

    /// Returns two parts and a shorter statement of both, which has once what both have: for "or",
    /// `A and B or A and C` is `A and (B or C)`.
    fn factored(
        &self,
        all: &[Statement],
        is_and: bool,
        known: &Known,
    ) -> Option<(usize, usize, Statement)> {
        let pairs = (0..all.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
        let [inner, outer]: [fn(Statement, Statement) -> Statement; 2] = match is_and {
            true => [Statement::or, Statement::and],
            false => [Statement::and, Statement::or],
        };
        let join = |parts: &[&Statement]| {
            let parts = parts.iter().map(|one| (*one).clone());
            parts.reduce(inner).unwrap_or(Statement::Constant(!is_and))
        };
        for (first, second) in pairs {
            let [a, b] = [first, second].map(|at| flattened(&all[at], !is_and));
            let (shared, own): (Vec<_>, Vec<_>) =
                a.iter().copied().partition(|one| b.contains(one));
            let other: Vec<&Statement> = b.iter().filter(|one| !a.contains(one)).copied().collect();
            let both = match (shared.is_empty(), own.as_slice(), other.as_slice()) {
                (false, ..) => {
                    let rest = outer(join(&own), join(&other));
                    let rest = self.statement(&rest, known);
                    match rest {
                        Statement::Constant(one) if one != is_and => join(&shared),
                        rest => inner(join(&shared), rest),
                    }
                }
                (true, [a, b], [c, d]) if !is_and => match self.either(&[a, b], &[c, d], known) {
                    Some(both) => both,
                    None => continue,
                },
                _ => continue,
            };
            let before = outer(all[first].clone(), all[second].clone());
            if length(&both) < length(&before) {
                return Some((first, second, both));
            }
        }
        None
    }

    /// Returns "both or neither" for `A and B or C and D` if C is the opposite of A, and D of B.
    fn either(
        &self,
        all: &[&Statement; 2],
        other: &[&Statement; 2],
        known: &Known,
    ) -> Option<Statement> {
        let opposite = |a: &Statement, b: &Statement| {
            let ((term, a), (same, b)) = (self.set(a)?, self.set(b)?);
            let domain = self.domain(&term, known);
            let apart = a.combined(&b, |a, b| a == b)?;
            let apart = apart.combined(&domain, |both, known| both && known)?;
            (term == same && apart.is_empty()).then_some(())
        };
        let [a, b] = all;
        let [c, d] = match opposite(a, other[0]) {
            Some(()) => [other[0], other[1]],
            None => [other[1], other[0]],
        };
        opposite(a, c)?;
        opposite(b, d)?;
        Some(self.both((*a).clone(), (*b).clone()))
    }

    /// Simplifies "both or neither".
    fn both(&self, a: Statement, b: Statement) -> Statement {
        let parity = |statement: &Statement| match statement {
            Statement::Compare(Relation::Equal, Term::Remainder(term, 2), Term::Number(rest))
                if self.is_natural(term) =>
            {
                Some(((**term).clone(), rest.is_one()))
            }
            _ => None,
        };
        if let (Some((x, is_odd)), Some((y, other))) = (parity(&a), parity(&b)) {
            let relation = match is_odd == other {
                true => Relation::Equal,
                false => Relation::Unequal,
            };
            let [x, y] = [x, y].map(|term| Term::Remainder(term.into(), 2));
            return Statement::Compare(relation, x, y);
        }
        match (a, b) {
            (Statement::Constant(true), one) | (one, Statement::Constant(true)) => one,
            (Statement::Constant(false), one) | (one, Statement::Constant(false)) => one.opposite(),
            (a, b) if a == b => Statement::Constant(true),
            (a, b) => Statement::Iff(a.into(), b.into()),
        }
    }

    /// Simplifies a comparison that is about two numbers.
    fn of_two(&self, relation: Relation, a: &Term, b: &Term) -> Statement {
        let is_equality = matches!(relation, Relation::Equal | Relation::Unequal);
        let pair = match (a, b) {
            (Term::Remainder(a, by), Term::Number(rest)) if rest.is_zero() => {
                let of = |one: &Term| Term::Remainder(one.clone().into(), *by);
                a.distance().map(|(a, b)| [of(a), of(b)])
            }
            (Term::Xor(all), Term::Number(rest)) if rest.is_zero() => match all.as_slice() {
                [a, b] => Some([a.clone(), b.clone()]),
                _ => None,
            },
            (a, Term::Number(rest)) if rest.is_zero() => {
                a.distance().map(|(a, b)| [a.clone(), b.clone()])
            }
            _ => None,
        };
        match pair {
            Some([a, b]) if is_equality && self.is_natural(&a) && self.is_natural(&b) => {
                Statement::Compare(relation, a, b)
            }
            _ => Statement::Compare(relation, a.clone(), b.clone()),
        }
    }
}

impl Term {
    /// Returns the two terms if this one is the largest of two less the least of them.
    pub(super) fn distance(&self) -> Option<(&Self, &Self)> {
        let Self::Difference(most, least) = self else {
            return None;
        };
        match (&**most, &**least) {
            (Self::Most(most), Self::Least(least)) if most == least => match most.as_slice() {
                [a, b] => Some((a, b)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Collects the parts that are joined by "and", or by "or".
fn flatten<'a>(statement: &'a Statement, is_and: bool, parts: &mut Vec<&'a Statement>) {
    match statement {
        Statement::And(a, b) if is_and => {
            flatten(a, is_and, parts);
            flatten(b, is_and, parts);
        }
        Statement::Or(a, b) if !is_and => {
            flatten(a, is_and, parts);
            flatten(b, is_and, parts);
        }
        other => parts.push(other),
    }
}

/// Returns the parts that are joined by "and", or by "or".
pub(super) fn flattened(statement: &Statement, is_and: bool) -> Vec<&Statement> {
    let mut parts = Vec::new();
    flatten(statement, is_and, &mut parts);
    parts
}

/// Returns the relation of the second number to the first.
fn turned(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::More,
        Relation::AtMost => Relation::AtLeast,
        Relation::AtLeast => Relation::AtMost,
        Relation::More => Relation::Less,
        other => other,
    }
}
