//! Deterministic automata with a complete transition table, and their Boolean algebra.
//!
//! Start reading at [`Dfa`].
use crate::error::Steps;
use crate::{Error, Limits};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::hash::Hash;

/// A complete deterministic automaton over words of digit tuples.
///
/// Track `i` has the digits `0..digits[i]`. A letter is one digit of each track, numbered in mixed
/// radix; track 0 is the most significant. Without tracks there is one letter, the empty tuple.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dfa {
    pub(crate) digits: Vec<u8>,
    pub(crate) letters: usize,
    pub(crate) table: Vec<u32>,
    pub(crate) accepting: Vec<bool>,
    pub(crate) start: u32,
}

/// Returns the number of letters of these tracks, or an error if it exceeds the limit.
pub(crate) fn letter_count(digits: &[u8], limits: &Limits) -> Result<usize, Error> {
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
    /// Creates an automaton from its parts. `table[state * letters + letter]` is the next state.
    ///
    /// # Errors
    ///
    /// Returns an error if an entry is out of range, or if a limit is exceeded.
    pub fn new(
        digits: Vec<u8>,
        table: Vec<u32>,
        accepting: Vec<bool>,
        start: u32,
        limits: &Limits,
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

    /// Builds the reachable part of an implicit automaton.
    ///
    /// `step` returns the next state, or `None` for the rejecting sink. Complexity: one call of
    /// `step` for each reachable state and letter.
    ///
    /// # Errors
    ///
    /// Returns an error if a limit is exceeded.
    pub fn explore<S: Clone + Eq + Hash>(
        digits: Vec<u8>,
        start: S,
        mut step: impl FnMut(&S, &[u8]) -> Option<S>,
        accept: impl Fn(&S) -> bool,
        limits: &Limits,
    ) -> Result<Dfa, Error> {
        let letters = letter_count(&digits, limits)?;
        let mut tuple = vec![0; digits.len()];
        let mut found: FxHashMap<Option<S>, u32> = FxHashMap::default();
        found.insert(Some(start.clone()), 0);
        let mut steps = Steps::new(limits);
        let mut queue = VecDeque::from([Some(start.clone())]);
        let (mut table, mut accepting) = (Vec::new(), vec![accept(&start)]);
        while let Some(state) = queue.pop_front() {
            steps.take(letters)?;
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

    /// Returns the number of digits of each track.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Returns the number of states, including the rejecting sink.
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// Returns the state after a letter. Panics if the state or the letter doesn't exist.
    #[inline]
    pub fn next(&self, state: u32, letter: usize) -> u32 {
        self.table[state as usize * self.letters + letter]
    }

    /// Returns the start state.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// Returns true if the state is accepting. Panics if the state doesn't exist.
    #[inline]
    pub fn is_accepting(&self, state: u32) -> bool {
        self.accepting[state as usize]
    }

    /// Returns true if the automaton accepts a word, a sequence of digit tuples.
    ///
    /// # Errors
    ///
    /// Returns an error if a tuple doesn't fit the tracks.
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

    /// Returns a shortest accepted word, the first of them by letters. Returns `None` if the
    /// language is empty. Complexity: linear in the table.
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

    /// Returns true if no word is accepted.
    pub fn is_empty(&self) -> bool {
        self.shortest_word().is_none()
    }

    /// Returns the complement in the set of all words, including words that aren't valid
    /// representations.
    pub fn complement(&self) -> Dfa {
        Dfa {
            accepting: self.accepting.iter().map(|a| !a).collect(),
            ..self.clone()
        }
    }

    /// Returns the minimal automaton of the words `w` with `op(w in self, w in other)`. Visits the
    /// reachable pairs of states.
    pub fn product(
        &self,
        other: &Dfa,
        op: impl Fn(bool, bool) -> bool,
        limits: &Limits,
    ) -> Result<Dfa, Error> {
        if self.digits != other.digits {
            return Err(Error::TracksDiffer {
                left: self.digits.clone(),
                right: other.digits.clone(),
            });
        }
        let all: Vec<usize> = (0..self.digits.len()).collect();
        self.join(&all, other, &all, self.digits.clone(), op, limits)
    }

    /// Returns the minimal automaton over `digits` that combines two automata which read some of
    /// its tracks.
    ///
    /// Track `i` of `self` reads track `from[i]` of a word, and track `i` of `other` reads track
    /// `other_from[i]`. `op` combines the two answers. Visits the reachable pairs of states.
    pub fn join(
        &self,
        from: &[usize],
        other: &Dfa,
        other_from: &[usize],
        digits: Vec<u8>,
        op: impl Fn(bool, bool) -> bool,
        limits: &Limits,
    ) -> Result<Dfa, Error> {
        let left = self.letters_from(&digits, from, limits)?;
        let right = other.letters_from(&digits, other_from, limits)?;
        let letters = left.len();
        let mut ids = Pairs::new(self.states(), other.states());
        let mut steps = Steps::new(limits);
        let mut pairs = vec![(self.start, other.start)];
        ids.id(self.start, other.start, 0);
        let mut table = Vec::new();
        let mut at = 0;
        while let Some(&(a, b)) = pairs.get(at) {
            at += 1;
            steps.take(letters)?;
            if table.len() + letters > limits.max_transitions {
                return Err(Error::TooLarge {
                    what: "transitions",
                    limit: limits.max_transitions,
                });
            }
            for (&l, &r) in left.iter().zip(&right) {
                let (a, b) = (self.next(a, l as usize), other.next(b, r as usize));
                let id = ids.id(a, b, pairs.len() as u32); // below the limit, and tables hold u32
                if id as usize == pairs.len() {
                    if pairs.len() >= limits.max_states {
                        return Err(Error::TooLarge {
                            what: "states",
                            limit: limits.max_states,
                        });
                    }
                    pairs.push((a, b));
                }
                table.push(id);
            }
        }
        let accepts =
            |&(a, b): &(u32, u32)| op(self.accepting[a as usize], other.accepting[b as usize]);
        Dfa {
            digits,
            letters,
            table,
            accepting: pairs.iter().map(accepts).collect(),
            start: 0,
        }
        .minimised(limits)
    }

    /// For each letter over `digits`, returns the letter that this automaton reads if its track `i`
    /// is track `from[i]`.
    fn letters_from(
        &self,
        digits: &[u8],
        from: &[usize],
        limits: &Limits,
    ) -> Result<Vec<u32>, Error> {
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
        let mut tuple = vec![0; digits.len()];
        let letters = letter_count(digits, limits)?;
        Ok((0..letters)
            .map(|letter| {
                decode(letter, digits, &mut tuple);
                encode(from.iter().map(|&f| tuple[f]), &self.digits) as u32
            })
            .collect())
    }

    /// Returns the intersection.
    pub fn and(&self, other: &Dfa, limits: &Limits) -> Result<Dfa, Error> {
        self.product(other, |a, b| a && b, limits)
    }

    /// Returns the union.
    pub fn or(&self, other: &Dfa, limits: &Limits) -> Result<Dfa, Error> {
        self.product(other, |a, b| a || b, limits)
    }

    /// Returns the symmetric difference.
    pub fn xor(&self, other: &Dfa, limits: &Limits) -> Result<Dfa, Error> {
        self.product(other, |a, b| a != b, limits)
    }

    /// Returns the words that are in `other` or not in `self`.
    pub fn implies(&self, other: &Dfa, limits: &Limits) -> Result<Dfa, Error> {
        self.product(other, |a, b| !a || b, limits)
    }

    /// Returns the automaton on other tracks: track `i` of `self` reads track `from[i]`. This adds
    /// unread tracks, reorders tracks, and reads a track twice.
    pub fn rearrange(
        &self,
        digits: Vec<u8>,
        from: &[usize],
        limits: &Limits,
    ) -> Result<Dfa, Error> {
        let letters = self.letters_from(&digits, from, limits)?;
        let mut table = Vec::with_capacity(self.states().saturating_mul(letters.len()));
        let mut steps = Steps::new(limits);
        for row in self.table.chunks(self.letters) {
            steps.take(letters.len())?;
            if table.len() + letters.len() > limits.max_transitions {
                return Err(Error::TooLarge {
                    what: "transitions",
                    limit: limits.max_transitions,
                });
            }
            table.extend(letters.iter().map(|&l| row[l as usize]));
        }
        let moved = Dfa {
            digits,
            letters: letters.len(),
            table,
            accepting: self.accepting.clone(),
            start: self.start,
        };
        moved.minimised(limits)
    }
}

/// Ids of pairs of states: a square table if it is small, else a map.
enum Pairs {
    /// The number of states on the right, and the ids plus one. 0 means no id, so memory of unused
    /// pairs is never touched.
    Square(usize, Vec<u32>),
    Map(FxHashMap<(u32, u32), u32>),
}

impl Pairs {
    fn new(left: usize, right: usize) -> Self {
        match left.checked_mul(right) {
            Some(area) if area <= 1 << 20 => Self::Square(right, vec![0; area]),
            _ => Self::Map(FxHashMap::default()),
        }
    }

    /// Returns the id of a pair, which becomes `fresh` if the pair is new.
    fn id(&mut self, a: u32, b: u32, fresh: u32) -> u32 {
        match self {
            Self::Square(right, ids) => {
                let id = &mut ids[a as usize * *right + b as usize];
                if *id == 0 {
                    *id = fresh + 1; // at most the area
                }
                *id - 1
            }
            Self::Map(ids) => *ids.entry((a, b)).or_insert(fresh),
        }
    }
}
