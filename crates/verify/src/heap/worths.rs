//! What is to hold of the worths of a list's elements, as sentences of first-order arithmetic in
//! base 2.
//!
//! The relations beside addition are the nim-sum, the worth of a number at a place, by how much an
//! element that changes changes its worth, and by how much a stretch of elements that all change
//! alike does.

use std::collections::BTreeSet;

use dashu_int::{IBig, UBig};
use whowins_analysis::paths::{Constraint, Form, Local, Stretch, Touched};
use whowins_automata::{Dfa, NumerationSystem, System, Theory, call, var};

use super::many::List;
use super::stretch::over;
use crate::automaton::{failed, limits};
use crate::firstorder::{Sentence, names};
use crate::{Budget, Rejection};

/// What one construction takes from the budget before it begins.
const CONSTRUCTION: u64 = 1 << 16;

/// A relation in a sentence: its name, and what stands before the last of its numbers.
pub(super) type Change = (String, Vec<Form>);

/// The sentences that are decided.
pub(super) struct Sentences<'a> {
    pub(super) theory: Theory<System>,
    list: &'a List,
    budget: &'a Budget,
    /// Relations that were made, by the coefficient.
    steady: BTreeSet<IBig>,
}

/// Adds that the changes have this nim-sum.
fn total(sentence: &mut Sentence, changes: Vec<Change>, wanted: Form) {
    let last = changes.len().checked_sub(1);
    let mut sum: Option<Form> = None;
    for (at, (name, mut of)) in changes.into_iter().enumerate() {
        let one = match (&sum, last == Some(at)) {
            (None, true) => wanted.clone(),
            _ => sentence.fresh(),
        };
        of.push(one.clone());
        sentence.within(&name, of);
        sum = Some(match sum {
            None => one,
            Some(before) => {
                let both = match last == Some(at) {
                    true => wanted.clone(),
                    false => sentence.fresh(),
                };
                sentence.within("nimsum", vec![before, one, both.clone()]);
                both
            }
        });
    }
    if sum.is_none() {
        sentence.and(Constraint::Zero(wanted));
    }
}

/// How an element changes its worth.
fn change(one: &Touched) -> Change {
    let of = vec![
        one.place.clone(),
        Form::unknown(one.before),
        one.after.clone(),
    ];
    ("change".into(), of)
}

/// All that changes worths.
fn changes(path: &Local) -> Vec<Change> {
    let stretches = path.stretches.iter().map(over);
    path.changed().map(change).chain(stretches).collect()
}

/// The form with so many unknowns put in after the first.
fn moved(form: &Form, by: usize) -> Form {
    let terms = form.terms.iter();
    Form {
        constant: form.constant.clone(),
        terms: terms
            .map(|(one, times)| (if *one == 0 { 0 } else { one + by }, times.clone()))
            .collect(),
    }
}

/// How many unknowns are put in for what a move does to one element: place, number and worth, and
/// place and number of another that is seen.
pub(super) fn more(seen: Option<usize>) -> usize {
    if seen.is_some() { 5 } else { 3 }
}

/// Two of the elements that a move touches, in either order.
pub(super) fn pairs(path: &Local) -> impl Iterator<Item = (usize, usize)> {
    let all = 0..path.touched.len();
    let pairs = all
        .clone()
        .flat_map(move |at| all.clone().map(move |seen| (at, seen)));
    pairs.filter(|(at, seen)| at != seen)
}

/// The move with so many unknowns put in after the first.
pub(super) fn shifted(path: &Local, by: usize) -> Local {
    let constraints = path.constraints.iter();
    let touched = path.touched.iter().map(|one| Touched {
        place: moved(&one.place, by),
        before: one.before + by,
        after: moved(&one.after, by),
    });
    let stretches = path.stretches.iter().map(|one| Stretch {
        from: moved(&one.from, by),
        past: moved(&one.past, by),
        change: one.change.clone(),
    });
    Local {
        unknowns: path.unknowns + by,
        constraints: constraints
            .map(|one| one.of(moved(one.form(), by)))
            .collect(),
        touched: touched.collect(),
        stretches: stretches.collect(),
    }
}

impl<'a> Sentences<'a> {
    /// Arithmetic in base 2 with the nim-sum and the worths.
    pub fn new(worth: &Dfa, list: &'a List, budget: &'a Budget) -> Result<Self, Rejection> {
        let Some(system) = System::named("base 2") else {
            return Err(Rejection::malformed("there is no base 2"));
        };
        budget.spend(CONSTRUCTION)?;
        let mut theory = Theory::new(system, &limits(budget)).map_err(failed)?;
        let nimsum = Dfa::explore(
            vec![2; 3],
            (),
            |(), digits| (digits[0] ^ digits[1] == digits[2]).then_some(()),
            |()| true,
            theory.limits(),
        )
        .map_err(failed)?;
        theory.define("nimsum", &nimsum).map_err(failed)?;
        theory.define("worth", worth).map_err(failed)?;
        let of = |name: &str, numbers: [&str; 3]| call(name, numbers.map(var));
        let changes = of("worth", ["p", "b", "u"]).and(of("worth", ["p", "c", "v"]));
        let changes = changes.and(of("nimsum", ["u", "v", "d"]));
        let changes = changes.exists("u").exists("v");
        theory
            .define_formula("change", &["p", "b", "c", "d"], &changes)
            .map_err(failed)?;
        Ok(Self {
            theory,
            list,
            budget,
            steady: BTreeSet::new(),
        })
    }

    pub fn set(&self, sentence: Sentence, free: usize) -> Result<Dfa, Rejection> {
        self.budget.spend(CONSTRUCTION)?;
        let names = names(free);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let formula = sentence.formula(free)?;
        self.theory.automaton(&names, &formula).map_err(failed)
    }

    /// Some numbers of which a sentence holds.
    pub fn example(&self, sentence: Sentence, free: usize) -> Result<Option<Vec<UBig>>, Rejection> {
        Ok(self.numbers(&self.set(sentence, free)?, free))
    }

    pub(super) fn numbers(&self, set: &Dfa, count: usize) -> Option<Vec<UBig>> {
        let word = set.shortest_word()?;
        let number = |at: usize| {
            let digits: Vec<u8> = word.iter().map(|tuple| tuple[at]).collect();
            self.theory.system().value(&digits)
        };
        Some((0..count).map(number).collect())
    }

    /// A move as a sentence.
    fn path(&self, path: &Local) -> Sentence {
        let mut sentence = Sentence::of(path.constraints.clone(), path.unknowns);
        for one in &path.touched {
            if let Some(range) = self.list.range(&Form::unknown(one.before)) {
                sentence.and(range);
            }
        }
        sentence
    }

    /// Whether a form is not negative wherever a move can be made.
    fn follows(&self, path: &Local, form: &Form) -> Result<bool, Rejection> {
        let mut sentence = self.path(path);
        sentence.and(Constraint::NotNegative(Form::constant(-1).minus(form)));
        Ok(self.example(sentence, 0)?.is_none())
    }

    /// An element with no worth, or with two.
    pub fn worthless(&self) -> Result<Option<Vec<UBig>>, Rejection> {
        let [place, number, one, other] = [0, 1, 2, 3].map(Form::unknown);
        let elements = Sentence::of(self.list.range(&number).into_iter().collect(), 2);
        let mut valued = elements.clone();
        let worth = valued.fresh();
        valued.within("worth", vec![place.clone(), number.clone(), worth]);
        let (all, valued) = (self.set(elements, 2)?, self.set(valued, 2)?);
        let none = self.less(&all, &valued)?;
        if let Some(at) = self.numbers(&none, 2) {
            return Ok(Some(at));
        }
        let mut twice = Sentence::of(vec![Constraint::NotNegative(one.minus(&other).and(-1))], 4);
        for worth in [one, other] {
            twice.within("worth", vec![place.clone(), number.clone(), worth]);
        }
        self.example(twice, 2)
    }

    pub(super) fn less(&self, all: &Dfa, without: &Dfa) -> Result<Dfa, Rejection> {
        all.product(without, |a, b| a && !b, self.theory.limits())
            .map_err(failed)
    }

    /// A list, by its length, where a move keeps the nim-sum.
    pub fn keeps(&self, path: &Local) -> Result<Option<UBig>, Rejection> {
        let mut sentence = self.path(path);
        total(&mut sentence, changes(path), Form::default());
        let found = self.example(sentence, 1)?;
        Ok(found.and_then(|numbers| numbers.into_iter().next()))
    }

    /// Whether two worths may change at once; a stretch is taken to have as many.
    pub fn twice(&self, path: &Local) -> Result<bool, Rejection> {
        if !path.stretches.is_empty() {
            return Ok(true);
        }
        let changed: Vec<&Touched> = path.changed().collect();
        for (at, one) in changed.iter().enumerate() {
            for other in &changed[..at] {
                let mut sentence = self.path(path);
                for one in [one, other] {
                    let (name, mut of) = change(one);
                    let by = sentence.fresh();
                    of.push(by.clone());
                    sentence.within(&name, of);
                    sentence.and(Constraint::NotNegative(by.and(-1)));
                }
                if self.example(sentence, 0)?.is_some() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns a relation of p, l and d.
    ///
    /// It holds if every number y of its range at place p, by becoming `times` · y + l, changes its
    /// value by d.
    pub(super) fn steady(&mut self, times: &IBig) -> Result<String, Rejection> {
        let name = format!("steady {times}");
        if !self.steady.insert(times.clone()) {
            return Ok(name);
        }
        let [place, more, by, number] = [0, 1, 2, 3].map(Form::unknown);
        let mut becomes = Sentence::of(Vec::new(), 4);
        becomes.within(
            "change",
            vec![place, number.clone(), more.plus(times, &number), by],
        );
        let mut fails = becomes.formula(4)?.negate();
        if let Some(range) = self.list.range(&number) {
            fails = fails.and(Sentence::of(vec![range], 4).formula(4)?);
        }
        let steady = fails.exists("u3").negate();
        self.theory
            .define_formula(&name, &["u0", "u1", "u2"], &steady)
            .map_err(failed)?;
        Ok(name)
    }

    /// Returns a relation of n, i, x, t and the choices, about any list of length n with the number
    /// x at place i.
    ///
    /// It holds if the move with element `at` at place i changes the nim-sum as if the value of x
    /// became another number t. With another element `seen`, at place j with the number y, the
    /// relation is of n, i, x, t, j, y. Returns `None` if the move depends on other elements.
    pub fn serves(
        &mut self,
        path: &Local,
        at: usize,
        seen: Option<usize>,
    ) -> Result<Option<Sentence>, Rejection> {
        let path = shifted(path, more(seen));
        let own = &path.touched[at];
        let known = [Some(at), seen].map(|one| one.map(|one| path.touched[one].before));
        let others: BTreeSet<usize> = (path.touched.iter())
            .map(|one| one.before)
            .filter(|one| !known.contains(&Some(*one)))
            .collect();
        let blind = |form: &Form| !form.terms.keys().any(|one| others.contains(one));
        let constraints = path.constraints.iter().map(Constraint::form);
        let ends = path.stretches.iter().flat_map(|one| [&one.from, &one.past]);
        let places = path.touched.iter().map(|one| &one.place);
        let mut forms = constraints.chain(places).chain(ends);
        if !forms.all(blind) || !blind(&own.after) {
            return Ok(None);
        }
        let mut sentence = Sentence::of(path.constraints.clone(), path.unknowns);
        let [place, number, to] = [1, 2, 3].map(Form::unknown);
        sentence.and(Constraint::Zero(own.place.minus(&place)));
        sentence.and(Constraint::Zero(Form::unknown(own.before).minus(&number)));
        if let Some(seen) = seen {
            let [place, number] = [4, 5].map(Form::unknown);
            let seen = &path.touched[seen];
            sentence.and(Constraint::Zero(seen.place.minus(&place)));
            sentence.and(Constraint::Zero(Form::unknown(seen.before).minus(&number)));
        }
        let (worth, wanted) = (sentence.fresh(), sentence.fresh());
        sentence.within("worth", vec![place, number, worth.clone()]);
        sentence.within("nimsum", vec![worth, to, wanted.clone()]);
        let mut changes = vec![change(own)];
        changes.extend(path.stretches.iter().map(over));
        for one in path.changed().filter(|one| one.before != own.before) {
            let change = match known.contains(&Some(one.before)) {
                true if !blind(&one.after) => return Ok(None),
                true => change(one),
                false => {
                    let mut more = one.after.clone();
                    let times = more.terms.remove(&one.before).unwrap_or_default();
                    if !blind(&more) {
                        return Ok(None);
                    }
                    (self.steady(&times)?, vec![one.place.clone(), more])
                }
            };
            match self.list.misere {
                false => changes.push(change),
                // One worth changes alone.
                true => total(&mut sentence, vec![change], Form::default()),
            }
        }
        total(&mut sentence, changes, wanted);
        Ok(Some(sentence))
    }

    /// Returns a relation of n, i, x, t: for some place j and every number there, one of the moves
    /// that depend on it serves. Returns `None` if no move depends on one other element.
    fn serve_with_other(&mut self, moves: &[Local]) -> Result<Option<Dfa>, Rejection> {
        let mut served: Option<Dfa> = None;
        for path in moves {
            for (at, seen) in pairs(path) {
                if let Some(serves) = self.serves(path, at, Some(seen))? {
                    let one = self.set(serves, 6)?;
                    served = Some(match served {
                        None => one,
                        Some(before) => before.or(&one, self.theory.limits()).map_err(failed)?,
                    });
                }
            }
        }
        let Some(served) = served else {
            return Ok(None);
        };
        let range = self.list.range(&Form::unknown(5)).into_iter().collect();
        let all = self.set(Sentence::of(range, 6), 6)?;
        let fails = self.less(&all, &served)?;
        self.theory.define("fails", &fails).map_err(failed)?;
        let names = names(6);
        let fails = call("fails", names.iter().map(|name| var(name.as_str())));
        let serves = fails.exists("u5").negate().exists("u4");
        let free: Vec<&str> = names[..4].iter().map(String::as_str).collect();
        let set = self.theory.automaton(&free, &serves).map_err(failed)?;
        Ok(Some(set))
    }

    /// Lengths, places, numbers and lesser worths that no move brings about which looks at no other
    /// element.
    fn open(&mut self, moves: &[Local]) -> Result<Dfa, Rejection> {
        let [length, place, number, to, worth] = [0, 1, 2, 3, 4].map(Form::unknown);
        let mut needed = Sentence::of(self.list.range(&number).into_iter().collect(), 5);
        needed.and(Constraint::NotNegative(length.minus(&place).and(-1)));
        if let Some(own) = self.list.length {
            needed.and(Constraint::Zero(length.and(-IBig::from(own))));
        }
        needed.and(Constraint::NotNegative(worth.minus(&to).and(-1)));
        needed.within("worth", vec![place, number, worth]);
        let mut open = self.set(needed, 4)?;
        for path in moves {
            for at in 0..path.touched.len() {
                if let Some(serves) = self.serves(path, at, None)? {
                    let served = self.set(serves, 4)?;
                    open = self.less(&open, &served)?;
                }
            }
        }
        Ok(open)
    }

    /// Whether moves are needed that look at another element.
    pub fn needs_others(&mut self, moves: &[Local]) -> Result<bool, Rejection> {
        Ok(!self.open(moves)?.is_empty())
    }

    /// A length, a place, a number and a lesser worth that no move brings about.
    pub fn missing(&mut self, moves: &[Local]) -> Result<Option<Vec<UBig>>, Rejection> {
        let mut open = self.open(moves)?;
        if !open.is_empty()
            && let Some(served) = self.serve_with_other(moves)?
        {
            open = self.less(&open, &served)?;
        }
        Ok(self.numbers(&open, 4))
    }

    /// Whether with a move the element that changes at the highest place falls; or at the lowest.
    pub fn falls(&self, path: &Local, highest: bool) -> Result<bool, Rejection> {
        for one in path.changed() {
            let fall = Form::unknown(one.before).minus(&one.after).and(-1);
            let mut first = self.follows(path, &fall)?;
            for other in path.changed().filter(|other| other.before != one.before) {
                let (above, below) = match highest {
                    true => (one, other),
                    false => (other, one),
                };
                first = first && self.follows(path, &above.place.minus(&below.place).and(-1))?;
            }
            for stretch in &path.stretches {
                // No place of the stretch is that of an element that was looked at.
                let beyond = match highest {
                    true => one.place.minus(&stretch.past).and(1),
                    false => stretch.from.minus(&one.place),
                };
                first = first && self.follows(path, &beyond)?;
            }
            if first {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The places and numbers of the elements that a move looks at, where their worths are 0: the
    /// length, then place and number of each. With `one`: such that the move makes one worth 1.
    fn at_nothing(&self, path: &Local, one: bool) -> Result<Dfa, Rejection> {
        let count = 2 * path.touched.len();
        let path = shifted(path, count);
        let mut sentence = self.path(&path);
        for (at, touched) in path.touched.iter().enumerate() {
            let (place, number) = (Form::unknown(2 * at + 1), Form::unknown(2 * at + 2));
            sentence.and(Constraint::Zero(touched.place.minus(&place)));
            let before = Form::unknown(touched.before);
            sentence.and(Constraint::Zero(before.minus(&number)));
            sentence.within("worth", vec![place, number, Form::default()]);
        }
        if one {
            total(&mut sentence, changes(&path), Form::constant(1));
        }
        self.set(sentence, count + 1)
    }

    /// Whether wherever all worths are 0 and there is a move, one makes a worth 1.
    pub fn rises(&self, moves: &[Local]) -> Result<bool, Rejection> {
        for path in moves {
            let mut open = self.at_nothing(path, false)?;
            for other in moves
                .iter()
                .filter(|one| one.touched.len() == path.touched.len())
            {
                if !open.is_empty() {
                    open = self.less(&open, &self.at_nothing(other, true)?)?;
                }
            }
            if !open.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
