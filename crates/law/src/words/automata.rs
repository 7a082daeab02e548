//! Statements as formulas that automata decide.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::{IBig, UBig};
use whowins_analysis::expression::Relation;
use whowins_analysis::paths::Form;
use whowins_automata::{
    Dfa, Error, Formula, NumerationSystem, System, Theory, call, constant, var,
};

use super::numbers::{Linear, Needs, of_form};
use super::tree::{Class, Statement, Term};

/// More tracks are not joined in one nim-sum.
const SUMMED: usize = 10;

/// What a class of positions is: for each value of the memory the position's numbers as forms in
/// the tracks, and the set of tracks.
pub(crate) type Cases = Vec<(Vec<Form>, String)>;

/// What the numbers of the position at hand are, and what positions are.
pub(crate) struct Scene {
    /// The numbers that names stand for, as forms in the tracks.
    pub numbers: BTreeMap<String, Form>,
    /// The sets of tracks of which the position at hand is of a class.
    pub here: BTreeMap<Class, String>,
    /// Whose turn it is.
    pub turn: usize,
    /// The positions of a class.
    pub classes: BTreeMap<Class, Cases>,
    /// How many tracks the position at hand has.
    pub tracks: usize,
    /// How many tracks the sets of [`Scene::classes`] have.
    pub of_classes: usize,
}

/// Statements over one numeration system.
pub struct Arithmetic {
    pub(super) theory: Theory<System>,
    pub(super) defined: BTreeSet<String>,
    fresh: usize,
}

/// The variable of a name that a statement binds or asks for.
pub(crate) fn variable(name: &str) -> String {
    format!("name {name}")
}

/// The variable of a track.
pub(crate) fn track(number: usize) -> String {
    format!("track {number}")
}

fn never() -> Formula {
    constant(0u8).less(constant(0u8))
}

pub(super) fn any(all: Vec<Formula>) -> Formula {
    all.into_iter().reduce(Formula::or).unwrap_or_else(never)
}

pub(super) fn every(all: Vec<Formula>) -> Formula {
    let both = all.into_iter().reduce(Formula::and);
    both.unwrap_or_else(|| never().negate())
}

impl Arithmetic {
    /// Statements over this numeration system; its addition is proved first.
    ///
    /// # Errors
    ///
    /// What passes the limits.
    pub fn new(system: System, limits: whowins_automata::Limits) -> Result<Self, Error> {
        Ok(Self {
            theory: Theory::new(system, &limits)?,
            defined: BTreeSet::new(),
            fresh: 0,
        })
    }

    /// The theory.
    pub fn theory(&self) -> &Theory<System> {
        &self.theory
    }

    /// Names a set of numbers.
    ///
    /// # Errors
    ///
    /// As [`Theory::define`].
    pub fn define(&mut self, name: &str, set: &Dfa) -> Result<(), Error> {
        self.theory.define(name, set)
    }

    /// The numbers of which a statement of no position holds, one track for each name.
    ///
    /// # Errors
    ///
    /// What is not of this system; what passes the limits.
    pub fn set(&mut self, statement: &Statement, names: &[String]) -> Result<Dfa, Error> {
        let numbers = names.iter().enumerate();
        let numbers = numbers
            .map(|(at, name)| (name.clone(), Form::unknown(at)))
            .collect();
        let scene = Scene {
            numbers,
            here: BTreeMap::new(),
            turn: 0,
            classes: BTreeMap::new(),
            tracks: names.len(),
            of_classes: 0,
        };
        self.of_scene(statement, &scene)
    }

    /// The tracks at which a statement about the position at hand holds.
    pub(crate) fn of_scene(&mut self, statement: &Statement, scene: &Scene) -> Result<Dfa, Error> {
        let formula = self.formula(statement, scene, &mut Vec::new())?;
        let names: Vec<String> = (0..scene.tracks).map(track).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.theory.automaton(&names, &formula)
    }

    /// The tracks of which a form is not negative.
    pub(crate) fn not_negative(&mut self, form: &Form, tracks: usize) -> Result<Dfa, Error> {
        let formula = self.relation(Relation::AtLeast, of_form(form, &track));
        let names: Vec<String> = (0..tracks).map(track).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.theory.automaton(&names, &formula)
    }

    /// Of the tracks in a set those with the least sum of the forms, the first of these in order.
    ///
    /// # Errors
    ///
    /// What passes the limits.
    pub(crate) fn least(&mut self, set: &Dfa, forms: &[Form]) -> Result<Option<Vec<UBig>>, Error> {
        let tracks = set.digits().len();
        self.theory.define("least of", set)?;
        let names: Vec<String> = (0..tracks).map(track).collect();
        let within = call("least of", names.iter().map(|name| var(name.clone())));
        let sum = forms.iter().fold(Linear::default(), |sum, form| {
            sum.plus(&IBig::ONE, &of_form(form, &track))
        });
        let least = "least sum".to_string();
        let same = self.relation(Relation::Equal, sum.minus(&Linear::variable(&least)));
        let mut known = within.and(same);
        let mut found = Vec::new();
        for wanted in std::iter::once(&least).chain(&names) {
            let others = names.iter().chain([&least]).filter(|one| *one != wanted);
            let alone = others.fold(known.clone(), |formula, one| formula.exists(one.clone()));
            let numbers = self.theory.automaton(&[wanted], &alone)?;
            let Some(word) = numbers.shortest_word() else {
                return Ok(None);
            };
            let digits: Vec<u8> = word.iter().map(|tuple| tuple[0]).collect();
            let number = self.theory.system().value(&digits);
            known = known.and(var(wanted.clone()).equals(constant(number.clone())));
            found.push(number);
        }
        found.remove(0);
        Ok(Some(found))
    }

    pub(super) fn fresh(&mut self) -> String {
        self.fresh += 1;
        format!("fresh {}", self.fresh)
    }

    /// The statement as a formula in the scene's tracks and in the names that are free in it.
    pub(crate) fn formula(
        &mut self,
        statement: &Statement,
        scene: &Scene,
        bound: &mut Vec<String>,
    ) -> Result<Formula, Error> {
        Ok(match statement {
            Statement::Constant(true) => never().negate(),
            Statement::Constant(false) => never(),
            Statement::Compare(relation, a, b) => self.compared(*relation, a, b, scene, bound)?,
            Statement::Among(a, set) => self.among(a, set, scene, bound)?,
            Statement::OddZeros(system, a) => {
                self.is_system(system)?;
                self.of_natural(a, scene, bound, "odd zeros")?
            }
            Statement::Place(system, a) => {
                self.is_system(system)?;
                self.of_natural(a, scene, bound, "place")?
            }
            Statement::Is(class, None) => match scene.here.get(class) {
                Some(set) => call(set.clone(), (0..scene.tracks).map(|one| var(track(one)))),
                None => never(),
            },
            Statement::Is(class, Some(terms)) => self.position(*class, terms, scene, bound)?,
            Statement::ToMove(player, _) => match *player == scene.turn {
                true => never().negate(),
                false => never(),
            },
            Statement::Not(a) => self.formula(a, scene, bound)?.negate(),
            Statement::And(a, b) => {
                let a = self.formula(a, scene, bound)?;
                a.and(self.formula(b, scene, bound)?)
            }
            Statement::Or(a, b) => {
                let a = self.formula(a, scene, bound)?;
                a.or(self.formula(b, scene, bound)?)
            }
            Statement::Implies(a, b) => {
                let a = self.formula(a, scene, bound)?;
                a.implies(self.formula(b, scene, bound)?)
            }
            Statement::Iff(a, b) => {
                let a = self.formula(a, scene, bound)?;
                a.iff(self.formula(b, scene, bound)?)
            }
            Statement::ForAll(names, a) | Statement::Exists(names, a) => {
                let before = bound.len();
                bound.extend(names.iter().cloned());
                let inner = self.formula(a, scene, bound)?;
                bound.truncate(before);
                let all = names.iter().rev();
                match statement {
                    Statement::ForAll(..) => {
                        all.fold(inner, |formula, name| formula.forall(variable(name)))
                    }
                    _ => all.fold(inner, |formula, name| formula.exists(variable(name))),
                }
            }
        })
    }

    pub(super) fn is_system(&self, wanted: &str) -> Result<(), Error> {
        let name = self.theory.system().name();
        match name == wanted {
            true => Ok(()),
            false => Err(Error::Malformed(format!(
                "this speaks of digits in {wanted}, and the law is one of {name}"
            ))),
        }
    }

    /// A comparison, with a case for each way in which least and largest numbers can fall out.
    fn compared(
        &mut self,
        relation: Relation,
        a: &Term,
        b: &Term,
        scene: &Scene,
        bound: &[String],
    ) -> Result<Formula, Error> {
        if let Some(formula) = self.nim_sum(relation, a, b, scene, bound)? {
            return Ok(formula);
        }
        for (here, term) in [(true, a), (false, b)] {
            if let Some(cases) = cases(term) {
                let mut all = Vec::new();
                for (conditions, term) in cases {
                    let (a, b) = if here { (&term, b) } else { (a, &term) };
                    let mut case = Vec::new();
                    for (less, more) in &conditions {
                        case.push(self.compared(Relation::AtMost, less, more, scene, bound)?);
                    }
                    case.push(self.compared(relation, a, b, scene, bound)?);
                    all.push(every(case));
                }
                return Ok(any(all));
            }
        }
        if let (Relation::Equal, Term::Remainder(of, by), Term::Number(rest)) = (relation, a, b)
            && let Some(rest) = u64::try_from(rest).ok().filter(|rest| rest < by)
            && let Term::Name(_) = &**of
        {
            return self.remainders(of, *by, &[rest], scene, bound);
        }
        let mut needs = Needs::default();
        let left = self.linear(a, scene, bound, &mut needs)?;
        let right = self.linear(b, scene, bound, &mut needs)?;
        let formula = self.relation(relation, left.minus(&right));
        Ok(needs.around(formula))
    }

    fn among(
        &mut self,
        a: &Term,
        set: &[u64],
        scene: &Scene,
        bound: &[String],
    ) -> Result<Formula, Error> {
        if let Term::Remainder(of, by) = a
            && let Term::Name(_) = &**of
        {
            let set: Vec<u64> = set.iter().copied().filter(|one| one < by).collect();
            return self.remainders(of, *by, &set, scene, bound);
        }
        let one = |number: &u64| (Relation::Equal, Term::Number((*number).into()));
        let mut all = Vec::new();
        for (relation, number) in set.iter().map(one) {
            all.push(self.compared(relation, a, &number, scene, bound)?);
        }
        Ok(any(all))
    }

    /// A natural number leaves one of these remainders: by multiples alone.
    fn remainders(
        &mut self,
        of: &Term,
        by: u64,
        set: &[u64],
        scene: &Scene,
        bound: &[String],
    ) -> Result<Formula, Error> {
        let mut needs = Needs::default();
        let number = self.linear(of, scene, bound, &mut needs)?;
        if let Some(least) = &number.as_negative() {
            // A number that may be negative: up by so many multiples that it is not.
            let up = (least / IBig::from(by) + IBig::ONE) * IBig::from(by);
            let mut raised = number.clone();
            raised.constant += up;
            return Ok(needs.around(self.natural_remainders(raised, by, set)));
        }
        Ok(needs.around(self.natural_remainders(number, by, set)))
    }

    fn natural_remainders(&mut self, number: Linear, by: u64, set: &[u64]) -> Formula {
        let mut all = Vec::new();
        for rest in set {
            let quotient = self.fresh();
            let multiple = Linear::default().plus(&IBig::from(by), &Linear::variable(&quotient));
            let rest = number
                .clone()
                .minus(&multiple)
                .minus(&Linear::constant(*rest));
            all.push(self.relation(Relation::Equal, rest).exists(quotient));
        }
        any(all)
    }

    /// "The nim-sum is so much", as one automaton over all that is summed.
    fn nim_sum(
        &mut self,
        relation: Relation,
        a: &Term,
        b: &Term,
        scene: &Scene,
        bound: &[String],
    ) -> Result<Option<Formula>, Error> {
        let negated = match (relation, a, b) {
            (Relation::Equal, ..) => false,
            // A number that is compared with may be negative, and is unequal then.
            (Relation::Unequal, Term::Xor(_), Term::Number(_)) => true,
            _ => return Ok(None),
        };
        let last = |by: u64| by.is_power_of_two().then(|| by.trailing_zeros());
        let (summed, last) = match (a, b) {
            (Term::Xor(all), Term::Number(zero)) if zero.is_zero() => (all.clone(), None),
            (Term::Xor(all), Term::Xor(more)) => ([all.as_slice(), more].concat(), None),
            (Term::Xor(all), other) | (other, Term::Xor(all)) => {
                ([all.as_slice(), std::slice::from_ref(other)].concat(), None)
            }
            (Term::Remainder(of, by), Term::Number(zero)) if zero.is_zero() => match &**of {
                Term::Xor(all) if last(*by).is_some_and(|bits| bits <= 16) => {
                    (all.clone(), last(*by))
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        if summed.len() > SUMMED {
            return Ok(None);
        }
        self.is_system("base 2")?;
        let mut needs = Needs::default();
        let mut terms = Vec::new();
        for term in &summed {
            terms.push(self.natural(term, scene, bound, &mut needs)?);
        }
        let name = format!("nim-sum of {} {last:?}", terms.len());
        if self.defined.insert(name.clone()) {
            let step = |state: &u32, tuple: &[u8]| {
                let bit = tuple.iter().fold(0, |sum, digit| sum ^ u32::from(*digit));
                Some(last.map_or(state | bit, |bits| (2 * state + bit) % (1 << bits)))
            };
            let digits = vec![2; terms.len()];
            let set = Dfa::explore(digits, 0, step, |state| *state == 0, self.theory.limits())?;
            self.theory.define(name.clone(), &set)?;
        }
        let defined = needs.around(call(name, terms));
        if !negated {
            return Ok(Some(defined));
        }
        // What has no value is not unequal either.
        let mut needs = Needs::default();
        for term in &summed {
            self.natural(term, scene, bound, &mut needs)?;
        }
        Ok(Some(defined.negate().and(needs.around(never().negate()))))
    }

    fn of_natural(
        &mut self,
        term: &Term,
        scene: &Scene,
        bound: &[String],
        what: &'static str,
    ) -> Result<Formula, Error> {
        let mut needs = Needs::default();
        let number = self.natural(term, scene, bound, &mut needs)?;
        self.digits(what)?;
        Ok(needs.around(call(what, [number])))
    }

    /// "The position of these numbers is of the class."
    fn position(
        &mut self,
        class: Class,
        terms: &[Term],
        scene: &Scene,
        bound: &[String],
    ) -> Result<Formula, Error> {
        let mut needs = Needs::default();
        let mut numbers = Vec::new();
        for term in terms {
            numbers.push(self.linear(term, scene, bound, &mut needs)?);
        }
        let none = Vec::new();
        let mut all = Vec::new();
        for (elements, set) in scene.classes.get(&class).unwrap_or(&none) {
            let tracks: Vec<String> = (0..scene.of_classes).map(|_| self.fresh()).collect();
            let mut own: Vec<Option<whowins_automata::Term>> = vec![None; scene.of_classes];
            let mut hold = Vec::new();
            for (element, number) in elements.iter().zip(&numbers) {
                // A number that is a track, and given plainly, needs no name of its own.
                if let (Some(one), Some(plain)) = (element.as_unknown(), number.plain())
                    && own[one].is_none()
                {
                    own[one] = Some(plain);
                    continue;
                }
                let form = of_form(element, &|one| tracks[one].clone());
                hold.push((form, number.clone()));
            }
            let mut fresh = Vec::new();
            let arguments: Vec<whowins_automata::Term> = own
                .iter()
                .enumerate()
                .map(|(one, plain)| match plain {
                    Some(plain) => plain.clone(),
                    None => {
                        fresh.push(tracks[one].clone());
                        var(tracks[one].clone())
                    }
                })
                .collect();
            let mut formula = call(set.clone(), arguments);
            for (one, plain) in own.iter().enumerate() {
                let Some(plain) = plain else { continue };
                if hold
                    .iter()
                    .any(|(form, _)| form.terms.contains_key(&tracks[one]))
                {
                    fresh.push(tracks[one].clone());
                    formula = formula.and(var(tracks[one].clone()).equals(plain.clone()));
                }
            }
            for (form, number) in hold {
                formula = formula.and(self.relation(Relation::Equal, form.minus(&number)));
            }
            all.push(fresh.into_iter().fold(formula, Formula::exists));
        }
        Ok(needs.around(any(all)))
    }
}

/// The cases of a term that is the least or the largest of several: what is less than what, and the
/// term then.
type Case = (Vec<(Term, Term)>, Term);

fn cases(term: &Term) -> Option<Vec<Case>> {
    let (all, least) = match term {
        Term::Least(all) => (all, true),
        Term::Most(all) => (all, false),
        _ => return None,
    };
    let case = |(at, one): (usize, &Term)| {
        let others = all.iter().enumerate().filter(|other| other.0 != at);
        let order = others.map(|(_, other)| match least {
            true => (one.clone(), other.clone()),
            false => (other.clone(), one.clone()),
        });
        (order.collect(), one.clone())
    };
    Some(all.iter().enumerate().map(case).collect())
}
