//! A row that a guessed automaton gets wrong.
//!
//! A labelling that is consistent with the moves everywhere is the outcome, since play ends, or the
//! value; so where the guess is wrong it breaks a condition at some word, and it is wrong at that
//! word or at one that a move leads to: the oracle says at which.

use std::collections::{HashMap, HashSet};

use whowins_analysis::Player;
use whowins_analysis::derive::Words;
use whowins_automata::{Antichain, Moore};
use whowins_engine::{EngineError, Limits};

use super::oracle::Oracle;
use super::reached::Found;

/// Outcomes for the first-named and second-named player to move; `None` where a row is not settled.
pub(super) type Output = Option<[bool; 2]>;

/// More members of sets of moves than these are not looked at for one guess.
const MEMBERS: usize = 1 << 25;
/// Sets between two looks at the clock.
const LOOK: usize = 1 << 10;

/// What is said of rows, and what has to fit what is said of others.
pub(crate) trait Labels {
    /// What is said of a row.
    type Label: Copy + Eq;

    /// What is so of a row; `None` where nothing is to be said of it.
    fn truth(&mut self, cells: &[u8]) -> Result<Option<Self::Label>, EngineError>;

    /// Whether a player's move may lead from a row of which `before` is said to one of which
    /// `after` is said, if anything is.
    fn may_lead(
        &mut self,
        player: Player,
        before: Self::Label,
        after: Option<Self::Label>,
    ) -> Result<bool, EngineError>;

    /// Whether what is said of a row is borne out by the rows that the player's moves lead to.
    fn is_borne_out(
        &mut self,
        player: Player,
        label: Self::Label,
        after: &[Option<Self::Label>],
    ) -> Result<bool, EngineError>;

    /// Whether the label says the same of both players.
    fn is_alike(&self, label: Self::Label) -> bool;

    /// Whether a row without moves can be borne out where the same with some moves is not.
    fn is_better_stuck(&self) -> bool {
        false
    }

    /// Whether something is to be said of all settled rows.
    fn is_of_all(&self) -> bool {
        true
    }
}

/// Who wins.
struct Wins<'o, 'a> {
    oracle: &'o mut Oracle<'a>,
    misere: bool,
}

impl Labels for Wins<'_, '_> {
    type Label = [bool; 2];

    fn truth(&mut self, cells: &[u8]) -> Result<Output, EngineError> {
        self.oracle.outcomes(cells)
    }

    fn may_lead(
        &mut self,
        player: Player,
        before: [bool; 2],
        after: Output,
    ) -> Result<bool, EngineError> {
        let opponent = player.other().index();
        Ok(before[player.index()] || after.is_some_and(|wins| wins[opponent]))
    }

    fn is_borne_out(
        &mut self,
        player: Player,
        wins: [bool; 2],
        after: &[Output],
    ) -> Result<bool, EngineError> {
        let wins = wins[player.index()];
        let loses = |after: &Output| after.is_some_and(|wins| !wins[player.other().index()]);
        Ok(match after.is_empty() {
            true => wins == self.misere,
            false => !wins || after.iter().any(loses),
        })
    }

    fn is_alike(&self, wins: [bool; 2]) -> bool {
        wins[0] == wins[1]
    }

    fn is_better_stuck(&self) -> bool {
        self.misere
    }
}

/// A row of which the guess does not say who wins; `None` where it is right on all.
///
/// # Errors
///
/// When the oracle fails, a limit is met, or there are too many sets of moves.
pub(super) fn refute(
    guess: &Moore<Output>,
    words: &Words,
    misere: bool,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Vec<usize>>, EngineError> {
    let limits = oracle.limits();
    wrong(guess, words, &mut Wins { oracle, misere }, limits)
}

/// A row that the guess gets wrong; `None` where all that it says fits all that it says of others,
/// and so is right, as far as it says anything.
///
/// # Errors
///
/// As for [`refute`].
pub(crate) fn wrong<L: Labels>(
    guess: &Moore<Option<L::Label>>,
    words: &Words,
    labels: &mut L,
    limits: &Limits,
) -> Result<Option<Vec<usize>>, EngineError> {
    let guessed = Guess::new(guess, words, limits);
    let wrong = guessed.wrong_word(labels)?;
    Ok(wrong.map(|word| {
        word[1..word.len() - 1]
            .iter()
            .map(|cell| usize::from(*cell))
            .collect()
    }))
}

/// The guess on words with ends. States: 0 before the left end, 1 astray, the guess's from 2, ended
/// from 2 + their number.
struct Guess<'a, T> {
    words: &'a Words,
    next: Vec<State>,
    outputs: Vec<Option<T>>,
    limits: &'a Limits,
}

type State = u32;

/// Where a word is no beginning of a row.
const ASTRAY: State = 1;

impl<'a, T: Copy + Eq> Guess<'a, T> {
    fn new(guess: &Moore<Option<T>>, words: &'a Words, limits: &'a Limits) -> Self {
        let own = guess.next.len();
        let letters = words.letters();
        let mut next = vec![ASTRAY; (2 + 2 * own) * letters];
        next[usize::from(words.left_end())] = 2;
        for (state, row) in guess.next.iter().enumerate() {
            let here = &mut next[(2 + state) * letters..][..letters];
            for (to, goal) in here.iter_mut().zip(row) {
                *to = 2 + *goal as State;
            }
            here[usize::from(words.right_end())] = (2 + own + state) as State;
        }
        let mut outputs = vec![None; 2 + own];
        outputs.extend(&guess.outputs);
        Self {
            words,
            next,
            outputs,
            limits,
        }
    }

    fn step(&self, state: State, letter: u8) -> State {
        self.next[state as usize * self.words.letters() + usize::from(letter)]
    }

    fn run(&self, state: State, word: &[u8]) -> State {
        word.iter()
            .fold(state, |state, letter| self.step(state, *letter))
    }

    /// What the guess says of an ended word.
    fn output(&self, state: State) -> Option<T> {
        self.outputs[state as usize]
    }

    fn is_wrong<L: Labels<Label = T>>(
        &self,
        word: &[u8],
        labels: &mut L,
    ) -> Result<bool, EngineError> {
        Ok(self.output(self.run(0, word)) != labels.truth(&word[1..word.len() - 1])?)
    }

    fn wrong_word<L: Labels<Label = T>>(
        &self,
        labels: &mut L,
    ) -> Result<Option<Vec<u8>>, EngineError> {
        if let Some(word) = self.wrong_domain(labels.is_of_all())? {
            return Ok(Some(word));
        }
        let [first, second] = &self.words.rules;
        // Where both have the same moves and the guess says the same of both, one stands for the
        // other.
        let alike = first == second
            && self
                .outputs
                .iter()
                .flatten()
                .all(|one| labels.is_alike(*one));
        for player in Player::BOTH.into_iter().take(2 - usize::from(alike)) {
            let mut suspects = Vec::new();
            if let Some(both) = self.led_astray(player, labels)? {
                suspects = both.to_vec();
            } else if let Some(word) = self.not_borne_out(player, labels)? {
                suspects.extend(self.words.options(player, &word));
                suspects.insert(0, word);
            }
            let consistent = suspects.is_empty();
            for word in suspects {
                if self.is_wrong(&word, labels)? {
                    return Ok(Some(word));
                }
            }
            if !consistent {
                return Err(EngineError::TooLarge(
                    "a refutation that refutes nothing".into(),
                ));
            }
        }
        Ok(None)
    }

    /// A word of which something is said and nothing should be, or the other way round.
    fn wrong_domain(&self, of_all: bool) -> Result<Option<Vec<u8>>, EngineError> {
        let ended = (self.outputs.len() / 2 + 1) as State;
        let mut found = Found::new((self.words.next.len(), self.outputs.len()), self.limits)?;
        found.start((0, 0));
        while let Some((at, (rows, state))) = found.take() {
            let (said, settled) = (
                self.output(state).is_some(),
                self.words.settled[rows as usize],
            );
            if state >= ended && said != settled && (of_all || said) {
                return Ok(Some(found.word(at).1));
            }
            for letter in 0..self.words.letters() as u8 {
                let to = self.step(state, letter);
                if to != ASTRAY {
                    let rows = self.words.next[rows as usize][usize::from(letter)];
                    found.reach((rows, to), at, letter);
                }
            }
        }
        Ok(None)
    }

    /// A word with one after a move that may not lead there.
    fn led_astray<L: Labels<Label = T>>(
        &self,
        player: Player,
        labels: &mut L,
    ) -> Result<Option<[Vec<u8>; 2]>, EngineError> {
        let limits = self.limits;
        let mut states = Found::new((1, self.outputs.len()), limits)?;
        states.start((0, 0));
        let mut pairs = Found::new((self.outputs.len(), self.outputs.len()), limits)?;
        let mut origins = Vec::new();
        while let Some((at, (_, state))) = states.take() {
            for letter in 0..self.words.letters() as u8 {
                let to = self.step(state, letter);
                if to != ASTRAY {
                    states.reach((0, to), at, letter);
                }
            }
            for rule in &self.words.rules[player.index()] {
                let pair = (self.run(state, &rule.0), self.run(state, &rule.1));
                if pair.0 != ASTRAY && pairs.start(pair) {
                    origins.push((at, rule));
                }
            }
        }
        while let Some((at, (before, after))) = pairs.take() {
            if at % LOOK == 0 {
                limits.check()?;
                limits.room(pairs.bytes())?;
            }
            let may = match self.output(before) {
                None => true,
                Some(label) => labels.may_lead(player, label, self.output(after))?,
            };
            if !may {
                let (root, tail) = pairs.word(at);
                let (start, (factor, replacement)) = origins[root];
                let (_, head) = states.word(start);
                return Ok(Some([
                    [&head[..], factor, &tail].concat(),
                    [&head[..], replacement, &tail].concat(),
                ]));
            }
            for letter in 0..self.words.letters() as u8 {
                let next = (self.step(before, letter), self.step(after, letter));
                if next.0 != ASTRAY {
                    pairs.reach(next, at, letter);
                }
            }
        }
        Ok(None)
    }

    /// A word of which something is said that its moves do not bear out.
    ///
    /// What a set of moves does not bear out no part of that set does; so only the least sets are
    /// followed. Under misère play a win may have no move at all, so that sets are compared once
    /// they have one that is done.
    fn not_borne_out<L: Labels<Label = T>>(
        &self,
        player: Player,
        labels: &mut L,
    ) -> Result<Option<Vec<u8>>, EngineError> {
        let limits = self.limits;
        let moves = Moves::new(self, player);
        let mut found: Vec<(State, Box<[u32]>, usize, u8)> = vec![(0, Box::default(), 0, 0)];
        let mut least = vec![Antichain::default(); self.outputs.len()];
        let mut unmoved: HashSet<(State, Box<[u32]>)> = HashSet::new();
        let (mut at, mut members) = (0, 0);
        while at < found.len() {
            if at % LOOK == 0 {
                limits.check()?;
            }
            let (state, set) = (found[at].0, found[at].1.clone());
            let done = moves.done(&set);
            if let Some(label) = self.output(state) {
                let after: Vec<Option<T>> = done.iter().map(|state| self.output(*state)).collect();
                let right = labels.is_borne_out(player, label, &after)?;
                if !right {
                    let mut word = Vec::new();
                    while at > 0 {
                        word.push(found[at].3);
                        at = found[at].2;
                    }
                    word.reverse();
                    return Ok(Some(word));
                }
            }
            for letter in 0..self.words.letters() as u8 {
                let to = self.step(state, letter);
                if to == ASTRAY {
                    continue;
                }
                let next = moves.after(state, &set, letter);
                let new = if labels.is_better_stuck() && moves.done(&next).is_empty() {
                    unmoved.insert((to, next.clone()))
                } else {
                    least[to as usize].insert(&next)
                };
                if new {
                    members += next.len() + 1;
                    if members > MEMBERS {
                        return Err(EngineError::TooLarge("too many sets of moves".into()));
                    }
                    // Each set is kept twice: here, and among the least ones.
                    limits.room((2 * A_SET * (found.len() + 1) + 8 * members) as u64)?;
                    found.push((to, next, at, letter));
                }
            }
            at += 1;
        }
        Ok(None)
    }
}

/// Sets of moves: a move that is done is the state of the word it leads to, one that is under way a
/// place in a rule and such a state, numbered after all that are done.
struct Moves<'a, T> {
    guess: &'a Guess<'a, T>,
    /// `step[place][letter]`: the letter written in its place, and the place after; a place is the
    /// rest of a rule, place 0 its end.
    step: Vec<Vec<Option<(u8, u32)>>>,
    /// The places at which rules start.
    starts: Vec<u32>,
}

impl<'a, T: Copy + Eq> Moves<'a, T> {
    fn new(guess: &'a Guess<'a, T>, player: Player) -> Self {
        let copied: Vec<_> = (0..guess.words.letters() as u8)
            .map(|letter| Some((letter, 0)))
            .collect();
        let mut step = vec![copied];
        let mut places: HashMap<(&[u8], &[u8]), u32> = HashMap::new();
        let mut starts = Vec::new();
        for (factor, replacement) in &guess.words.rules[player.index()] {
            let mut place = 0;
            for at in (0..factor.len()).rev() {
                let fresh = step.len() as u32;
                let rest = (&factor[at..], &replacement[at..]);
                let before = place;
                place = *places.entry(rest).or_insert(fresh);
                if place == fresh {
                    let mut row = vec![None; guess.words.letters()];
                    row[usize::from(factor[at])] = Some((replacement[at], before));
                    step.push(row);
                }
            }
            starts.push(place);
        }
        Self {
            guess,
            step,
            starts,
        }
    }

    fn states(&self) -> u32 {
        self.guess.outputs.len() as u32
    }

    /// The moves of a set that are done.
    fn done<'s>(&self, set: &'s [u32]) -> &'s [State] {
        &set[..set.partition_point(|member| *member < self.states())]
    }

    /// The set after one more letter of a word that was in `state`.
    fn after(&self, state: State, set: &[u32], letter: u8) -> Box<[u32]> {
        let states = self.states();
        let begun = self.starts.iter().map(|place| place * states + state);
        let mut next: Vec<u32> = begun
            .chain(set.iter().copied())
            .filter_map(|member| {
                let (place, state) = (member / states, member % states);
                let (written, place) = self.step[place as usize][usize::from(letter)]?;
                Some(place * states + self.guess.step(state, written))
            })
            .collect();
        next.sort_unstable();
        next.dedup();
        next.into()
    }
}

/// Bytes of a set of moves, beside its members.
const A_SET: usize = 48;
