//! Translates formulas to automata over valid representations. Start at [`Theory::relation`].
use crate::{
    ArithmeticLaw, Dfa, Error, Formula, Limits, NumerationSystem, Term, induction, numeration,
};
use dashu_int::{UBig, ops::BitTest};
use std::collections::{BTreeMap, BTreeSet};

/// A numeration system with proved arithmetic, and named automata, for deciding formulas.
pub struct Theory<N> {
    system: N,
    limits: Limits,
    valid: Dfa,
    adder: Dfa,
    less: Dfa,
    equal: Dfa,
    named: BTreeMap<String, Dfa>,
}

/// The numbers that satisfy a formula, with one track for each of the `variables`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The free variables, sorted.
    pub variables: Vec<String>,
    /// The minimal automaton over their tracks. It rejects invalid representations.
    pub dfa: Dfa,
}

impl<N: NumerationSystem> Theory<N> {
    /// Creates the theory of a system and proves every [`crate::ArithmeticLaw`].
    ///
    /// # Errors
    ///
    /// Returns the first law that isn't valid, or an exceeded limit.
    pub fn new(system: N, limits: &Limits) -> Result<Theory<N>, Error> {
        let d = system.digits();
        let equal = Dfa::explore(
            vec![d; 2],
            (),
            |_, t| (t[0] == t[1]).then_some(()),
            |_| true,
            limits,
        )?;
        let (valid, adder) = (system.representations(limits)?, system.adder(limits)?);
        let less = numeration::less(d, limits)?;
        let mut theory = Theory {
            system,
            limits: limits.clone(),
            valid,
            adder,
            less,
            equal,
            named: BTreeMap::new(),
        };
        if theory.valid.digits() != [d] || theory.adder.digits() != [d; 3] {
            return Err(Error::Malformed(format!(
                "the automata of {} do not have 1 and 3 tracks",
                theory.system.name()
            )));
        }
        theory.valid = theory.checked("representations", &theory.valid)?;
        theory.adder = theory.checked("adder", &theory.adder)?;
        theory.less = theory.checked("less", &theory.less)?;
        theory.equal = theory.checked("equal", &theory.equal)?;
        induction::prove(&theory)?;
        Ok(theory)
    }

    /// Returns the numeration system.
    pub fn system(&self) -> &N {
        &self.system
    }

    /// Returns the proved adder on valid representations: tracks x, y, z with x + y = z.
    pub fn adder(&self) -> &Dfa {
        &self.adder
    }

    /// Defines a named automaton for [`Formula::Call`], restricted to valid representations.
    ///
    /// # Errors
    ///
    /// Returns an error for digits of another system, or if leading zeros change the result.
    pub fn define(&mut self, name: impl Into<String>, dfa: &Dfa) -> Result<(), Error> {
        let name = name.into();
        let dfa = self.checked(&name, dfa)?;
        self.named.insert(name, dfa);
        Ok(())
    }

    /// Returns the limits of constructions.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the automaton of all tuples of valid representations.
    pub fn valid(&self, tracks: usize) -> Result<Dfa, Error> {
        self.all_valid(tracks)
    }

    /// Restricts an automaton to valid representations. `name` is used in error messages.
    ///
    /// # Errors
    ///
    /// See [`Theory::define`].
    pub fn admit(&self, name: &str, dfa: &Dfa) -> Result<Dfa, Error> {
        self.checked(name, dfa)
    }

    /// Returns the relation of a formula as an automaton with the arguments as tracks.
    pub fn automaton(&self, arguments: &[&str], formula: &Formula) -> Result<Dfa, Error> {
        let relation = self.relation(formula)?;
        let place = |v: &String| {
            let at = arguments.iter().position(|a| a == v);
            at.ok_or_else(|| {
                Error::Malformed(format!("variable \"{v}\" is free; add it to the arguments"))
            })
        };
        let from = relation
            .variables
            .iter()
            .map(place)
            .collect::<Result<Vec<_>, _>>()?;
        let dfa = relation
            .dfa
            .rearrange(self.tracks(arguments.len()), &from, &self.limits)?;
        self.checked("formula", &dfa)
    }

    /// Defines a named relation by a formula, with its arguments in this order.
    pub fn define_formula(
        &mut self,
        name: impl Into<String>,
        arguments: &[&str],
        formula: &Formula,
    ) -> Result<(), Error> {
        let dfa = self.automaton(arguments, formula)?;
        self.define(name, &dfa)
    }

    /// Returns the relation of a formula over its free variables.
    pub fn relation(&self, formula: &Formula) -> Result<Relation, Error> {
        self.evaluate(formula, 0)
    }

    /// Returns true if the formula is true for all values of its free variables.
    pub fn holds(&self, formula: &Formula) -> Result<bool, Error> {
        Ok(self.counterexample(formula)?.is_none())
    }

    /// Returns a shortest counterexample: values of the free variables, by name.
    pub fn counterexample(
        &self,
        formula: &Formula,
    ) -> Result<Option<BTreeMap<String, UBig>>, Error> {
        let refuted = self.not(self.relation(formula)?)?;
        Ok(refuted.dfa.shortest_word().map(|word| {
            let track = |i: usize| word.iter().map(|t| t[i]).collect::<Vec<u8>>();
            refuted
                .variables
                .iter()
                .enumerate()
                .map(|(i, v)| (v.clone(), self.system.value(&track(i))))
                .collect()
        }))
    }

    /// Returns true if the relation contains these numbers, in the order of its variables.
    pub fn contains(&self, relation: &Relation, numbers: &[UBig]) -> Result<bool, Error> {
        if numbers.len() != relation.variables.len() {
            return Err(Error::Malformed(format!(
                "{} numbers for variables {:?}",
                numbers.len(),
                relation.variables
            )));
        }
        relation.dfa.accepts(&self.word(numbers))
    }

    /// Returns the representations as tuples of digits, padded with leading zeros.
    fn word(&self, numbers: &[UBig]) -> Vec<Vec<u8>> {
        let words: Vec<Vec<u8>> = numbers.iter().map(|n| self.system.represent(n)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let length = length.next_multiple_of(self.block());
        let digit = |w: &Vec<u8>, i: usize| (i + w.len()).checked_sub(length).map_or(0, |at| w[at]);
        (0..length)
            .map(|i| words.iter().map(|w| digit(w, i)).collect())
            .collect()
    }

    /// Place values aren't trusted: the proved adder confirms each halving of the number.
    fn confirm(&self, number: &UBig) -> Result<(), Error> {
        let mut whole = number.clone();
        while whole > UBig::ZERO {
            let (half, odd) = (&whole >> 1, &whole & UBig::ONE);
            let even = &half + &half;
            let doubled =
                self.adder
                    .accepts(&self.word(&[half.clone(), half.clone(), even.clone()]))?;
            if !doubled || !self.adder.accepts(&self.word(&[even, odd, whole]))? {
                return Err(Error::NotArithmetic {
                    system: self.system.name(),
                    law: ArithmeticLaw::Constant,
                });
            }
            whole = half;
        }
        Ok(())
    }

    /// Removes tracks: the result accepts if some digits on them make `dfa` accept, possibly after
    /// leading zeros on the others.
    pub fn project(&self, dfa: &Dfa, dropped: &[usize]) -> Result<Dfa, Error> {
        dfa.project_all(dropped, self.block(), &self.limits)
    }

    /// Removes tracks: accepts if at least `least` tuples of numbers on them make `dfa` accept.
    ///
    /// The automaton must accept only valid representations, like those of [`Theory::automaton`].
    ///
    /// # Errors
    ///
    /// Returns [`Error::LeadingZeros`] if the start isn't a loop on zeros, or an exceeded limit.
    pub fn project_at_least(&self, dfa: &Dfa, dropped: &[usize], least: u32) -> Result<Dfa, Error> {
        dfa.project_at_least(dropped, self.block(), least, &self.limits)
    }

    fn block(&self) -> usize {
        self.system.block().max(1)
    }

    fn tracks(&self, count: usize) -> Vec<u8> {
        vec![self.system.digits(); count]
    }

    fn all_valid(&self, tracks: usize) -> Result<Dfa, Error> {
        let block = self.block();
        let everything = Dfa::explore(
            self.tracks(tracks),
            0,
            |read, _| Some((read + 1) % block),
            |read| *read == 0,
            &self.limits,
        )?;
        let all: Vec<usize> = (0..tracks).collect();
        all.iter().try_fold(everything, |words, &track| {
            let digits = self.tracks(tracks);
            words.join(
                &all,
                &self.valid,
                &[track],
                digits,
                |a, b| a && b,
                &self.limits,
            )
        })
    }

    fn checked(&self, name: &str, dfa: &Dfa) -> Result<Dfa, Error> {
        let dfa = dfa.and(&self.all_valid(dfa.digits().len())?, &self.limits)?;
        // In a minimal automaton, leading zeros matter exactly if the start isn't a loop on zeros.
        if (0..self.block()).fold(dfa.start, |state, _| dfa.next(state, 0)) != dfa.start {
            return Err(Error::LeadingZeros(name.into()));
        }
        Ok(dfa)
    }

    fn evaluate(&self, formula: &Formula, depth: usize) -> Result<Relation, Error> {
        if depth >= self.limits.max_depth {
            return Err(Error::TooLarge {
                what: "levels of nesting",
                limit: self.limits.max_depth,
            });
        }
        let below = |f: &Formula| self.evaluate(f, depth + 1);
        match formula {
            // The adder is this relation, so the sum needs no name.
            Formula::Equal(Term::Sum(a, b), c @ Term::Variable(_))
            | Formula::Equal(c @ Term::Variable(_), Term::Sum(a, b)) => {
                self.atom(&self.adder, &[a, b, c], depth)
            }
            Formula::Equal(a, b) => self.atom(&self.equal, &[a, b], depth),
            Formula::Less(a, b) => self.atom(&self.less, &[a, b], depth),
            Formula::Call(name, terms) => {
                let dfa = self
                    .named
                    .get(name)
                    .ok_or_else(|| Error::UnknownName(name.clone()))?;
                let (expected, given) = (dfa.digits().len(), terms.len());
                if expected != given {
                    return Err(Error::WrongArity {
                        name: name.clone(),
                        expected,
                        given,
                    });
                }
                self.atom(dfa, &terms.iter().collect::<Vec<_>>(), depth)
            }
            Formula::Not(f) => self.not(below(f)?),
            Formula::And(a, b) => self.join(below(a)?, below(b)?, |a, b| a && b),
            Formula::Or(a, b) => self.join(below(a)?, below(b)?, |a, b| a || b),
            Formula::Implies(a, b) => self.join(below(a)?, below(b)?, |a, b| !a || b),
            Formula::Iff(a, b) => self.join(below(a)?, below(b)?, |a, b| a == b),
            Formula::Exists(..) => {
                // A block of quantifiers is one construction.
                let (mut bound, mut inner, mut levels) = (Vec::new(), formula, depth);
                while let Formula::Exists(v, f) = inner {
                    levels += 1;
                    bound.push(v.as_str());
                    inner = f;
                    if levels >= self.limits.max_depth {
                        break;
                    }
                }
                self.exists(&bound, self.evaluate(inner, levels)?)
            }
            Formula::Forall(v, f) => self.not(self.exists(&[v], self.not(below(f)?)?)?),
        }
    }

    fn not(&self, relation: Relation) -> Result<Relation, Error> {
        let valid = self.all_valid(relation.variables.len())?;
        let dfa = valid.product(&relation.dfa, |v, r| v && !r, &self.limits)?;
        Ok(Relation { dfa, ..relation })
    }

    fn join(
        &self,
        a: Relation,
        b: Relation,
        op: impl Fn(bool, bool) -> bool,
    ) -> Result<Relation, Error> {
        let variables: Vec<String> = a
            .variables
            .iter()
            .chain(&b.variables)
            .cloned()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let places = |r: &Relation| -> Vec<usize> {
            let place = |v: &String| variables.binary_search(v).ok();
            r.variables.iter().filter_map(place).collect()
        };
        let joint = a.dfa.join(
            &places(&a),
            &b.dfa,
            &places(&b),
            self.tracks(variables.len()),
            &op,
            &self.limits,
        )?;
        // Both sides reject invalid words, but some operations accept them.
        let both = !op(false, false) && !op(true, false) && !op(false, true);
        let dfa = if both || !op(false, false) && a.variables == b.variables {
            joint
        } else {
            joint.and(&self.all_valid(variables.len())?, &self.limits)?
        };
        Ok(Relation { variables, dfa })
    }

    fn exists(&self, bound: &[&str], relation: Relation) -> Result<Relation, Error> {
        let tracks: Vec<usize> = (0..relation.variables.len())
            .filter(|&track| bound.contains(&relation.variables[track].as_str()))
            .collect();
        if tracks.is_empty() {
            return Ok(relation);
        }
        let dfa = self.project(&relation.dfa, &tracks)?;
        let mut variables = relation.variables;
        variables.retain(|v| !bound.contains(&v.as_str()));
        Ok(Relation { variables, dfa })
    }

    /// Applies an automaton to terms. A fresh variable with a definition replaces each compound.
    fn atom(&self, dfa: &Dfa, terms: &[&Term], depth: usize) -> Result<Relation, Error> {
        let (mut bindings, mut names) = (Vec::new(), Vec::new());
        for term in terms {
            names.push(self.bind(term, &mut bindings, depth + 1)?);
        }
        let mut relation = self.on(dfa, &names)?;
        // Outermost sums first: join each definition with its variable, then remove the variable.
        for (fresh, binding) in bindings.into_iter().rev() {
            relation = self.exists(&[&fresh], self.join(relation, binding, |a, b| a && b)?)?;
        }
        Ok(relation)
    }

    fn bind(
        &self,
        term: &Term,
        bindings: &mut Vec<(String, Relation)>,
        depth: usize,
    ) -> Result<String, Error> {
        if depth >= self.limits.max_depth {
            return Err(Error::TooLarge {
                what: "levels of nesting",
                limit: self.limits.max_depth,
            });
        }
        let relation = match term {
            Term::Variable(name) if name.starts_with('#') => {
                return Err(Error::Malformed(format!(
                    "variable \"{name}\" starts with #, which is reserved; rename it"
                )));
            }
            Term::Variable(name) => return Ok(name.clone()),
            Term::Constant(number) => {
                let own = format!("#{}", bindings.len());
                self.on(&self.constant(number)?, &[own])?
            }
            Term::Sum(a, b) => {
                let names = [
                    self.bind(a, bindings, depth + 1)?,
                    self.bind(b, bindings, depth + 1)?,
                    String::new(),
                ];
                self.sum(names, bindings)?
            }
        };
        let fresh = format!("#{}", bindings.len());
        bindings.push((fresh.clone(), relation));
        Ok(fresh)
    }

    /// Returns the relation of a sum with a fresh name. Inserts constants early to save states.
    fn sum(
        &self,
        mut names: [String; 3],
        bindings: &mut Vec<(String, Relation)>,
    ) -> Result<Relation, Error> {
        let is_constant =
            |binding: &(String, Relation)| binding.1.variables == [binding.0.as_str()];
        let mut constants = Vec::new();
        while bindings
            .last()
            .is_some_and(|last| is_constant(last) && names.contains(&last.0))
        {
            constants.extend(bindings.pop());
        }
        // Only the last definitions were removed, so the next fresh name may be one of theirs.
        let inner = |name: &String| format!("#of {name}");
        for name in &mut names[..2] {
            if constants.iter().any(|(constant, _)| constant == name) {
                *name = inner(name);
            }
        }
        names[2] = format!("#{}", bindings.len());
        let mut relation = self.on(&self.adder, &names)?;
        for (name, binding) in constants {
            let renamed = Relation {
                variables: vec![inner(&name)],
                ..binding
            };
            relation = self.exists(
                &[&inner(&name)],
                self.join(relation, renamed, |a, b| a && b)?,
            )?;
        }
        Ok(relation)
    }

    /// Returns the automaton with named tracks. A name may occur twice.
    fn on(&self, dfa: &Dfa, names: &[String]) -> Result<Relation, Error> {
        let variables: Vec<String> = names
            .iter()
            .cloned()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect();
        let from: Vec<usize> = names
            .iter()
            .filter_map(|n| variables.binary_search(n).ok())
            .collect();
        let dfa = dfa.rearrange(self.tracks(variables.len()), &from, &self.limits)?;
        Ok(Relation { variables, dfa })
    }

    fn constant(&self, number: &UBig) -> Result<Dfa, Error> {
        // Each digit is a state, so don't expand a number of too many bits.
        if number.bit_len() > self.limits.max_states {
            return Err(Error::TooLarge {
                what: "states",
                limit: self.limits.max_states,
            });
        }
        self.confirm(number)?;
        let word = self.system.represent(number);
        let block = self.block();
        // The number of leading zeros modulo the block, and of digits read. They fill blocks.
        let fills = |zeros: usize| (zeros + word.len()).is_multiple_of(block);
        let step = |&(zeros, at): &(usize, usize), t: &[u8]| match word.get(at) {
            Some(&digit) if digit == t[0] && (at > 0 || fills(zeros)) => Some((zeros, at + 1)),
            _ => (at == 0 && t[0] == 0).then_some(((zeros + 1) % block, 0)),
        };
        let ends = |&(zeros, at): &(usize, usize)| at == word.len() && fills(zeros);
        Dfa::explore(self.tracks(1), (0, 0), step, ends, &self.limits)?.minimised(&self.limits)
    }
}
