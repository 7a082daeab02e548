//! First-order questions about a proved law.

use std::collections::BTreeMap;

use dashu_int::UBig;
use whowins_automata::{Dfa, Error, Labelled, Limits, NumerationSystem, System, letters};

use crate::reading::Reading;
use crate::words::{Arithmetic, Class, Scene, Statement, Term, variable};

/// Numbers by name, and whether the question holds for them.
pub type Shown = (bool, Vec<(String, UBig)>);

/// What a question came to.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The question, as it was understood.
    pub question: Statement,
    /// The numeration system of the law.
    pub system: System,
    /// What is asked for, in the order of the tracks; empty where the answer is yes or no.
    pub variables: Vec<String>,
    /// The answers: an automaton that reads the digits of all variables.
    pub set: Dfa,
    /// Numbers that show why: of "exists" what there is, of "for all" for which it fails.
    pub shown: Option<Shown>,
}

/// A question that can be asked several times.
pub struct Question<'a> {
    reading: &'a Reading,
    arithmetic: Arithmetic,
    classes: [BTreeMap<Class, crate::words::Cases>; 2],
    /// Whose turn it is: what "lost" and "won" speak of.
    turn: usize,
}

/// Answers a first-order question about the positions that a law speaks of.
///
/// # Errors
///
/// What speaks of digits in another system; what passes the limits.
pub fn ask(
    reading: &Reading,
    statement: &Statement,
    turn: usize,
    limits: &Limits,
) -> Result<Answers, Error> {
    Question::new(reading, turn, limits)?.ask(statement)
}

/// Defines the sets of all classes of a law in a theory, for each player to move.
pub(crate) fn classes(
    reading: &Reading,
    arithmetic: &mut Arithmetic,
) -> Result<[BTreeMap<Class, crate::words::Cases>; 2], Error> {
    let limits = arithmetic.theory().limits().clone();
    let mut all = [BTreeMap::new(), BTreeMap::new()];
    let mut known: Vec<(Dfa, String)> = Vec::new();
    for (turn, all) in all.iter_mut().enumerate() {
        for (_, class) in Class::NAMES {
            let mut cases = Vec::new();
            for (memory, elements) in reading.elements.iter().enumerate() {
                let set = reading.set(memory, |values| class.is_of(values, turn), &limits)?;
                if set.is_empty() {
                    continue;
                }
                let name = match known.iter().find(|one| one.0 == set) {
                    Some((_, name)) => name.clone(),
                    None => {
                        let name = format!("positions {}", known.len());
                        arithmetic.define(&name, &set)?;
                        known.push((set, name.clone()));
                        name
                    }
                };
                cases.push((elements.clone(), name));
            }
            all.insert(class, cases);
        }
    }
    Ok(all)
}

impl<'a> Question<'a> {
    /// Questions about a law, with this player to move.
    ///
    /// # Errors
    ///
    /// What passes the limits.
    pub fn new(reading: &'a Reading, turn: usize, limits: &Limits) -> Result<Self, Error> {
        let mut arithmetic = Arithmetic::new(reading.system.clone(), limits.clone())?;
        let classes = classes(reading, &mut arithmetic)?;
        Ok(Self {
            reading,
            arithmetic,
            classes,
            turn,
        })
    }

    /// The answers.
    ///
    /// # Errors
    ///
    /// As [`ask`].
    pub fn ask(&mut self, statement: &Statement) -> Result<Answers, Error> {
        // "P" alone is of the position whose numbers have the law's names.
        let names = self.reading.names.iter();
        let here: Vec<Term> = names.map(|name| Term::Name(name.clone())).collect();
        let question = statement.at(&here);
        let variables = question.free();
        let set = self.set(&question, &variables)?;
        let shown = match variables.is_empty() {
            true => self.shown(&question)?,
            false => None,
        };
        Ok(Answers {
            question: statement.clone(),
            system: self.reading.system.clone(),
            variables,
            set,
            shown,
        })
    }

    fn set(&mut self, statement: &Statement, variables: &[String]) -> Result<Dfa, Error> {
        let scene = Scene {
            numbers: BTreeMap::new(),
            here: BTreeMap::new(),
            turn: self.turn,
            classes: self.classes[self.turn].clone(),
            tracks: 0,
            of_classes: self.reading.tracks.len(),
        };
        let formula = self
            .arithmetic
            .formula(statement, &scene, &mut Vec::new())?;
        let names: Vec<String> = variables.iter().map(|name| variable(name)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.arithmetic.theory().automaton(&names, &formula)
    }

    /// Numbers that show why a closed statement holds, or why it does not.
    fn shown(&mut self, statement: &Statement) -> Result<Option<Shown>, Error> {
        let (mut inner, mut positive) = (statement, true);
        while let Statement::Not(below) = inner {
            (inner, positive) = (below, !positive);
        }
        let (names, body, exists) = match inner {
            Statement::Exists(names, body) => (names, (**body).clone(), true),
            Statement::ForAll(names, body) => (names, (**body).clone().negate(), false),
            _ => return Ok(None),
        };
        let set = self.set(&body, names)?;
        let Some(word) = set.shortest_word() else {
            return Ok(None);
        };
        let holds = exists == positive;
        Ok(Some((holds, self.numbers(names, &word))))
    }

    fn numbers(&self, names: &[String], word: &[Vec<u8>]) -> Vec<(String, UBig)> {
        let number = |at: usize| {
            let digits: Vec<u8> = word.iter().map(|tuple| tuple[at]).collect();
            self.reading.system.value(&digits)
        };
        let each = names.iter().enumerate();
        each.map(|(at, name)| (name.clone(), number(at))).collect()
    }
}

impl Answers {
    /// Whether the statement holds, where nothing is asked for.
    pub fn holds(&self) -> Option<bool> {
        self.variables.is_empty().then(|| !self.set.is_empty())
    }

    /// The first answers, by the number of digits and then by the digits: at most so many.
    pub fn first(&self, most: usize) -> Vec<Vec<UBig>> {
        let words = self.set.first_words(self.system.block(), most);
        let number = |word: &Vec<Vec<u8>>, track: usize| {
            let digits: Vec<u8> = word.iter().map(|tuple| tuple[track]).collect();
            self.system.value(&digits)
        };
        let numbers = |word: &Vec<Vec<u8>>| {
            (0..self.variables.len())
                .map(|track| number(word, track))
                .collect()
        };
        words.iter().map(numbers).collect()
    }

    /// The automaton of the answers, to be drawn or written.
    pub fn drawn(&self) -> Labelled {
        let set = &self.set;
        let states = u32::try_from(set.states()).unwrap_or(u32::MAX);
        let row = |state: u32| {
            (0..set.letters())
                .map(|letter| set.next(state, letter))
                .collect()
        };
        let accepting: Vec<bool> = (0..states).map(|state| set.is_accepting(state)).collect();
        let alive = set.alive();
        let label = |state: u32| match (set.is_accepting(state), alive[state as usize]) {
            (true, _) => "yes".to_string(),
            (_, true) => "no".to_string(),
            _ => String::new(),
        };
        Labelled {
            system: self.system.name(),
            tracks: self.variables.clone(),
            letters: letters(self.system.digits(), self.variables.len()),
            next: (0..states).map(row).collect(),
            labels: (0..states).map(label).collect(),
            accepting,
        }
        .from_first(set.start())
    }

    /// How many answers there are; `None` where there is no end of them.
    pub fn count(&self) -> Option<UBig> {
        self.set.count_words(self.system.block())
    }
}
