//! Deterministic automata with a complete transition table, and their Boolean algebra.
use crate::{Error, Limits};
use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

/// A complete deterministic automaton over words of digit tuples.
///
/// Track `i` carries digits `0..digits[i]`; a letter is one digit of each track, numbered in mixed radix with track 0 the
/// most significant. With no tracks there is one letter, the empty tuple.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dfa {
    pub(crate) digits: Vec<u8>,
    pub(crate) letters: usize,
    pub(crate) table: Vec<u32>,
    pub(crate) accepting: Vec<bool>,
    pub(crate) start: u32,
}

/// Number of letters of these tracks, or an error where it passes the limit.
pub(crate) fn letter_count(digits: &[u8], limits: Limits) -> Result<usize, Error> {
    let too_large = Error::TooLarge {
        what: "transitions",
        limit: limits.max_transitions,
    };
    digits.iter().try_fold(1usize, |product, &d| {
        if d == 0 {
            return Err(Error::Malformed(
                "a track has no digits; give it at least one".into(),
            ));
        }
        product
            .checked_mul(d.into())
            .filter(|&p| p <= limits.max_transitions)
            .ok_or(too_large.clone())
    })
}

pub(crate) fn decode(mut letter: usize, digits: &[u8], out: &mut [u8]) {
    for (slot, &d) in out.iter_mut().zip(digits).rev() {
        *slot = (letter % usize::from(d)) as u8; // below d, which is a u8
        letter /= usize::from(d);
    }
}

pub(crate) fn encode(tuple: impl IntoIterator<Item = u8>, digits: &[u8]) -> usize {
    tuple
        .into_iter()
        .zip(digits)
        .fold(0, |l, (t, &d)| l * usize::from(d) + usize::from(t))
}

impl Dfa {
    /// An automaton from its parts: `table[state * letters + letter]` is the next state. Checks every entry.
    pub fn new(
        digits: Vec<u8>,
        table: Vec<u32>,
        accepting: Vec<bool>,
        start: u32,
        limits: Limits,
    ) -> Result<Dfa, Error> {
        let letters = letter_count(&digits, limits)?;
        let states = accepting.len();
        if states > limits.max_states {
            return Err(Error::TooLarge {
                what: "states",
                limit: limits.max_states,
            });
        }
        if states.checked_mul(letters) != Some(table.len()) {
            return Err(Error::Malformed(format!(
                "the table has {} entries; {states} states and {letters} letters need their product",
                table.len()
            )));
        }
        if table.len() > limits.max_transitions {
            return Err(Error::TooLarge {
                what: "transitions",
                limit: limits.max_transitions,
            });
        }
        let missing = table
            .iter()
            .chain([&start])
            .copied()
            .find(|&s| s as usize >= states);
        match missing {
            Some(s) => Err(Error::Malformed(format!(
                "state {s} does not exist; there are {states} states"
            ))),
            None => Ok(Dfa {
                digits,
                letters,
                table,
                accepting,
                start,
            }),
        }
    }

    /// The reachable part of an implicit automaton: `step` gives the next state, `None` the rejecting sink.
    /// Time: one `step` for each reachable state and letter.
    pub fn explore<S: Clone + Eq + Hash>(
        digits: Vec<u8>,
        start: S,
        mut step: impl FnMut(&S, &[u8]) -> Option<S>,
        accept: impl Fn(&S) -> bool,
        limits: Limits,
    ) -> Result<Dfa, Error> {
        let letters = letter_count(&digits, limits)?;
        let mut tuple = vec![0; digits.len()];
        let mut found: HashMap<Option<S>, u32> = HashMap::from([(Some(start.clone()), 0)]);
        let mut queue = VecDeque::from([Some(start.clone())]);
        let (mut table, mut accepting) = (Vec::new(), vec![accept(&start)]);
        while let Some(state) = queue.pop_front() {
            if table.len() + letters > limits.max_transitions {
                return Err(Error::TooLarge {
                    what: "transitions",
                    limit: limits.max_transitions,
                });
            }
            for letter in 0..letters {
                decode(letter, &digits, &mut tuple);
                let next = state.as_ref().and_then(|s| step(s, &tuple));
                let id = match found.get(&next) {
                    Some(&id) => id,
                    None => {
                        let id = u32::try_from(accepting.len())
                            .ok()
                            .filter(|&id| (id as usize) < limits.max_states);
                        let id = id.ok_or(Error::TooLarge {
                            what: "states",
                            limit: limits.max_states,
                        })?;
                        accepting.push(next.as_ref().is_some_and(&accept));
                        found.insert(next.clone(), id);
                        queue.push_back(next);
                        id
                    }
                };
                table.push(id);
            }
        }
        Ok(Dfa {
            digits,
            letters,
            table,
            accepting,
            start: 0,
        })
    }

    /// Digits of each track.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Number of states, the rejecting sink included.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    pub(crate) fn next(&self, state: u32, letter: usize) -> u32 {
        self.table[state as usize * self.letters + letter]
    }

    /// Whether the word, a sequence of digit tuples, is accepted. Error where a tuple does not fit the tracks.
    pub fn accepts<T: AsRef<[u8]>>(&self, word: &[T]) -> Result<bool, Error> {
        let mut state = self.start;
        for (place, tuple) in word.iter().enumerate() {
            let tuple = tuple.as_ref();
            if tuple.len() != self.digits.len()
                || tuple.iter().zip(&self.digits).any(|(t, d)| t >= d)
            {
                return Err(Error::Malformed(format!(
                    "letter {place} is {tuple:?}, which does not fit tracks with {:?} digits",
                    self.digits
                )));
            }
            state = self.next(state, encode(tuple.iter().copied(), &self.digits));
        }
        Ok(self.accepting[state as usize])
    }

    /// A shortest accepted word, the least such by letters; `None` where the language is empty. Linear in the table.
    pub fn shortest_word(&self) -> Option<Vec<Vec<u8>>> {
        let mut from: Vec<Option<(u32, usize)>> = vec![None; self.states()];
        let mut seen = vec![false; self.states()];
        seen[self.start as usize] = true;
        let mut queue = VecDeque::from([self.start]);
        while let Some(state) = queue.pop_front() {
            if self.accepting[state as usize] {
                let (mut word, mut at) = (Vec::new(), state);
                while let Some((before, letter)) = from[at as usize] {
                    let mut tuple = vec![0; self.digits.len()];
                    decode(letter, &self.digits, &mut tuple);
                    word.push(tuple);
                    at = before;
                }
                word.reverse();
                return Some(word);
            }
            for letter in 0..self.letters {
                let next = self.next(state, letter);
                if !std::mem::replace(&mut seen[next as usize], true) {
                    from[next as usize] = Some((state, letter));
                    queue.push_back(next);
                }
            }
        }
        None
    }

    /// Whether no word is accepted.
    pub fn is_empty(&self) -> bool {
        self.shortest_word().is_none()
    }

    /// The words that are not accepted (of all words, valid representations or not).
    pub fn complement(&self) -> Dfa {
        Dfa {
            accepting: self.accepting.iter().map(|a| !a).collect(),
            ..self.clone()
        }
    }

    /// The minimal automaton of the words `w` with `op(w in self, w in other)`, over the reachable pairs of states.
    pub fn product(
        &self,
        other: &Dfa,
        op: impl Fn(bool, bool) -> bool,
        limits: Limits,
    ) -> Result<Dfa, Error> {
        if self.digits != other.digits {
            return Err(Error::TracksDiffer {
                left: self.digits.clone(),
                right: other.digits.clone(),
            });
        }
        let joint = Dfa::explore(
            self.digits.clone(),
            (self.start, other.start),
            |&(a, b), tuple| {
                let letter = encode(tuple.iter().copied(), &self.digits);
                Some((self.next(a, letter), other.next(b, letter)))
            },
            |&(a, b)| op(self.accepting[a as usize], other.accepting[b as usize]),
            limits,
        )?;
        Ok(joint.minimise())
    }

    /// Words of both.
    pub fn and(&self, other: &Dfa, limits: Limits) -> Result<Dfa, Error> {
        self.product(other, |a, b| a && b, limits)
    }

    /// Words of either.
    pub fn or(&self, other: &Dfa, limits: Limits) -> Result<Dfa, Error> {
        self.product(other, |a, b| a || b, limits)
    }

    /// Words of exactly one.
    pub fn xor(&self, other: &Dfa, limits: Limits) -> Result<Dfa, Error> {
        self.product(other, |a, b| a != b, limits)
    }

    /// Words that are in `other` if they are in `self`.
    pub fn implies(&self, other: &Dfa, limits: Limits) -> Result<Dfa, Error> {
        self.product(other, |a, b| !a || b, limits)
    }

    /// The same automaton reading other tracks: track `i` of `self` reads track `from[i]` of the new words.
    /// Adds tracks (named by no `from`), reorders them, and reads one track twice.
    pub fn rearrange(&self, digits: Vec<u8>, from: &[usize], limits: Limits) -> Result<Dfa, Error> {
        let fits = from.len() == self.digits.len()
            && from
                .iter()
                .zip(&self.digits)
                .all(|(&f, d)| digits.get(f) == Some(d));
        if !fits {
            return Err(Error::Malformed(format!(
                "tracks {from:?} of {digits:?} do not have the digits {:?} that the automaton reads",
                self.digits
            )));
        }
        let moved = Dfa::explore(
            digits,
            self.start,
            |&s, tuple| Some(self.next(s, encode(from.iter().map(|&f| tuple[f]), &self.digits))),
            |&s| self.accepting[s as usize],
            limits,
        )?;
        Ok(moved.minimise())
    }
}
