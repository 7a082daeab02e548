//! The shortest wording of a law: each line simplified, and cases joined.

use whowins_analysis::expression::Relation;

use super::Wording;
use crate::reading::Reading;
use crate::words::{Repeating, Statement, Term, length};

/// The set of memories of a case, and the set of numbers of its line.
type Case = (Repeating, Repeating);

impl Wording {
    /// Returns an equivalent wording of a law that is as short or shorter.
    pub(super) fn shortened(self, law: &Reading) -> Self {
        let domain = |name: &str| domain(law, name);
        let simplified = |(line, of): (Statement, Option<Statement>)| {
            let of = of.map(|of| of.simplified(&domain));
            (line.simplified(&domain), of)
        };
        let cases = self.cases.into_iter().map(simplified).collect();
        let cases = Self { cases, ..self };
        let joined = cases.joined(&domain);
        let joined = joined.map(|line| Self {
            class: cases.class,
            cases: vec![(line.simplified(&domain), None)],
        });
        let length = |one: &Self| one.to_string().chars().count();
        match joined.filter(|joined| length(joined) < length(&cases)) {
            Some(joined) => joined,
            None => cases,
        }
    }

    /// Returns cases of one remembered number as one statement: what all cases share, or else what
    /// each case adds.
    fn joined(&self, domain: &dyn Fn(&str) -> Option<Repeating>) -> Option<Statement> {
        let (mut memory, mut number) = (None, None);
        let mut all: Vec<Case> = Vec::new();
        for (line, of) in &self.cases {
            let (name, remembered) = of.as_ref()?.set(domain)?;
            let set = match line {
                Statement::Constant(true) => Repeating::all(),
                Statement::Constant(false) => Repeating::all().complement(),
                line => {
                    let (term, set) = line.set(domain)?;
                    (*number.get_or_insert(term.clone()) == term).then_some(set)?
                }
            };
            (*memory.get_or_insert(name.clone()) == name).then_some(())?;
            all.push((remembered, set));
        }
        let (memory, number) = (memory?, number?);
        let Term::Name(name) = &memory else {
            return None;
        };
        let remembered = domain(name)?;
        let mut shared = Repeating::all();
        for (_, set) in &all {
            shared = shared.combined(set, |a, b| a && b)?;
        }
        for (_, set) in &mut all {
            *set = set.combined(&shared, |own, shared| own && !shared)?;
        }
        all.retain(|(_, set)| !set.is_empty());
        let of_set = |set: &Repeating| set.statement(&number, &Repeating::all());
        let of_memory = |set: &Repeating| set.statement(&memory, &remembered);
        let apart = all.iter().map(|(of, set)| of_memory(of).and(of_set(set)));
        let mut rest: Option<Statement> = apart.reduce(Statement::or);
        if let Some((of, by)) = congruent(&all, &remembered) {
            let [a, b] = [&number, &memory].map(|one| Term::Remainder(one.clone().into(), by));
            let same = of_memory(&of).and(Statement::Compare(Relation::Equal, a, b));
            rest = rest
                .filter(|rest| length(rest) < length(&same))
                .or(Some(same));
        }
        let shared = (!shared.is_empty()).then(|| of_set(&shared));
        let parts = shared.into_iter().chain(rest);
        parts.reduce(Statement::or)
    }
}

/// Returns the memories and the modulus if each case has the numbers that are congruent to the
/// memory.
fn congruent(all: &[Case], remembered: &Repeating) -> Option<(Repeating, u64)> {
    let by = all.iter().map(|(_, set)| set.period()).max()?;
    let mut memories = Repeating::all().complement();
    for (of, set) in all {
        for memory in (0..by).filter(|memory| remembered.has(*memory) && of.has(*memory)) {
            let same = Repeating::residues(by, |n| n == memory % by)?;
            (same == *set).then_some(())?;
        }
        memories = memories.combined(of, |a, b| a || b)?;
    }
    // The loop visits memories below the modulus only.
    let small = Repeating::finite(by, |_| true)?;
    let is_small = remembered.combined(&memories, |a, b| a && b)?;
    is_small.is_within(&small).then_some((memories, by))
}

/// Returns the natural numbers that a name of a law may stand for.
fn domain(law: &Reading, name: &str) -> Option<Repeating> {
    let remembered = law.remembered.iter().flatten();
    let values: Vec<_> = remembered.filter(|one| one.0 == name).collect();
    if values.is_empty() {
        let is_named = law.names.iter().any(|one| one == name);
        return is_named.then(Repeating::all);
    }
    let values: Option<Vec<u64>> = values
        .iter()
        .map(|one| u64::try_from(&one.1).ok())
        .collect();
    let values = values?;
    let count = values.iter().max()?.checked_add(1)?;
    Repeating::finite(count, |n| values.contains(&n))
}
