//! Moves that change all elements of a stretch of a list alike: by how much they change the nim-sum
//! of the worths, told by the two ends.

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use whowins_analysis::paths::{Affine, Constraint, Form, Stretch};
use whowins_automata::{Dfa, call, var};

use super::worths::{Change, Sentences};
use crate::Rejection;
use crate::automaton::failed;
use crate::firstorder::Sentence;

/// An automaton of places and of nim-sums: reads a place from 0 and a sum in binary digits, most
/// significant first; a letter is twice the first digit and the second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    /// `next[state][letter]`; reading begins in state 0.
    pub next: Vec<Vec<u32>>,
    /// For each state whether what was read is a place and its sum.
    pub accepts: Vec<bool>,
}

/// How a stretch of elements changes the nim-sum of their worths.
pub(super) fn over(one: &Stretch) -> Change {
    ("over".into(), vec![one.from.clone(), one.past.clone()])
}

impl Sentences<'_> {
    /// Takes an automaton of a place and the nim-sum by which the worths before it change where all
    /// elements do, or says at which place it is none: it begins with 0 at place 0, has one sum for
    /// each place, and the next place's is the nim-sum of this one and of what the element here
    /// changes its worth by, whatever it is.
    pub fn sums(&mut self, all: &Dfa, each: &Affine) -> Result<Option<UBig>, Rejection> {
        self.theory.define("sums", all).map_err(failed)?;
        let steady = self.steady(&each.times)?;
        let [place, one, other] = [0, 1, 2].map(Form::unknown);
        let mut begins = Sentence::of(Vec::new(), 0);
        begins.within("sums", vec![Form::default(), Form::default()]);
        if self.example(begins, 0)?.is_none() {
            return Ok(Some(UBig::ZERO));
        }
        let mut twice = Sentence::of(vec![Constraint::NotNegative(one.minus(&other).and(-1))], 3);
        for sum in [one, other] {
            twice.within("sums", vec![place.clone(), sum]);
        }
        if let Some(at) = self.example(twice, 1)? {
            return Ok(at.into_iter().next());
        }
        let mut goes_on = Sentence::of(Vec::new(), 1);
        let [before, by, after] = [(); 3].map(|()| goes_on.fresh());
        goes_on.within("sums", vec![place.clone(), before.clone()]);
        goes_on.within("sums", vec![place.and(1), after.clone()]);
        let more = Form::constant(each.more.clone());
        goes_on.within(&steady, vec![place, more, by.clone()]);
        goes_on.within("nimsum", vec![before, by, after]);
        let every = self.set(Sentence::of(Vec::new(), 1), 1)?;
        let goes_on = self.set(goes_on, 1)?;
        let ends = self.less(&every, &goes_on)?;
        if let Some(at) = self.numbers(&ends, 1) {
            return Ok(at.into_iter().next());
        }
        let of = |name: &str, numbers: &[&str]| call(name, numbers.iter().map(|name| var(*name)));
        let over = of("sums", &["p", "u"]).and(of("sums", &["q", "v"]));
        let over = over.and(of("nimsum", &["u", "v", "d"]));
        let over = over.exists("u").exists("v");
        self.theory
            .define_formula("over", &["p", "q", "d"], &over)
            .map_err(failed)?;
        Ok(None)
    }
}
