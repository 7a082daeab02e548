//! Numbers made of a position's tracks: the least, the largest, their difference, the sum.
//! Statements about one number are tried of these too.

use whowins_automata::{Dfa, Error, Formula, System, Theory, var};

use super::atoms::Atom;
use crate::words::Term;

/// What is made of all tracks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    Least,
    Most,
    /// The largest less the least.
    Apart,
    Sum,
}

/// The numbers that are made of so many tracks, counted on from the last of them.
pub(super) struct Derived {
    tracks: usize,
    made: &'static [Made],
}

impl Derived {
    /// Those of so many tracks, where the letters of one track more than that are few.
    pub fn new(tracks: usize) -> Self {
        let made: &'static [Made] = match tracks {
            2 => &[Made::Least, Made::Most, Made::Apart, Made::Sum],
            3 => &[Made::Least, Made::Most],
            _ => &[],
        };
        Self { tracks, made }
    }

    /// How many numbers there are, the tracks among them.
    pub fn count(&self) -> usize {
        self.tracks + self.made.len()
    }

    /// The numbers of a position, the tracks first.
    pub fn numbers(&self, tracks: &[u64]) -> Vec<u64> {
        let least = tracks.iter().min().copied().unwrap_or(0);
        let most = tracks.iter().max().copied().unwrap_or(0);
        let of = |made: &Made| match made {
            Made::Least => least,
            Made::Most => most,
            Made::Apart => most - least,
            Made::Sum => tracks.iter().sum(),
        };
        (tracks.iter().copied())
            .chain(self.made.iter().map(of))
            .collect()
    }

    /// What they are called.
    pub fn terms(&self, tracks: &[Term]) -> Vec<Term> {
        let least = || Term::Least(tracks.to_vec());
        let most = || Term::Most(tracks.to_vec());
        let of = |made: &Made| match made {
            Made::Least => least(),
            Made::Most => most(),
            Made::Apart => Term::Difference(most().into(), least().into()),
            Made::Sum => {
                let all = tracks.iter().cloned();
                let sum = all.reduce(|a, b| Term::Sum(a.into(), b.into()));
                sum.unwrap_or(Term::Number(0u8.into()))
            }
        };
        (tracks.iter().cloned())
            .chain(self.made.iter().map(of))
            .collect()
    }

    /// "The variable is what is made of the tracks."
    fn says(&self, made: Made, name: &str) -> Formula {
        let track = |at: usize| var(format!("t{at}"));
        let one = || var(name.to_string());
        let all = |of: &dyn Fn(usize) -> Formula| {
            (0..self.tracks)
                .map(of)
                .reduce(Formula::and)
                .unwrap_or_else(|| one().equals(one()))
        };
        let some = (0..self.tracks).map(|at| one().equals(track(at)));
        let some = some
            .reduce(Formula::or)
            .unwrap_or_else(|| one().equals(one()));
        match made {
            Made::Least => some.and(all(&|at| one().at_most(track(at)))),
            Made::Most => some.and(all(&|at| track(at).at_most(one()))),
            Made::Apart => {
                let rises = track(0).plus(one()).equals(track(1));
                rises.or(track(1).plus(one()).equals(track(0)))
            }
            Made::Sum => track(0).plus(track(1)).equals(one()),
        }
    }

    /// The automaton of the tracks of which a statement about them and what is made of them holds.
    pub fn automaton(&self, atom: &Atom, theory: &Theory<System>) -> Result<Dfa, Error> {
        let mut made: Vec<usize> = atom.mentions();
        made.retain(|one| *one >= self.tracks);
        made.sort_unstable();
        made.dedup();
        if made.is_empty() {
            return atom.automaton(theory, self.tracks);
        }
        let place = |one: usize| match made.iter().position(|made| *made == one) {
            Some(at) => self.tracks + at,
            None => one,
        };
        let count = self.tracks + made.len();
        let names: Vec<String> = (0..count).map(|at| format!("t{at}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut all = atom.renamed(&place).automaton(theory, count)?;
        for (at, one) in made.iter().enumerate() {
            let says = self.says(self.made[one - self.tracks], names[self.tracks + at]);
            let is = theory.automaton(&names, &says)?;
            all = all.and(&is, theory.limits())?;
        }
        let dropped: Vec<usize> = (self.tracks..count).collect();
        theory.project(&all, &dropped)
    }
}
