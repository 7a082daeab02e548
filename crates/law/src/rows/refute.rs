//! A row that a guessed automaton gets wrong.
//!
//! A labelling that is consistent with the moves everywhere is the outcome, since play ends; so where the guess is wrong it breaks
//! a condition at some word, and it is wrong at that word or at one that a move leads to: the oracle says at which.

use std::collections::{BTreeSet, HashMap};

use whowins_automata::Moore;
use whowins_engine::EngineError;
use whowins_rules::Player;
use whowins_rules::derive::Words;

use super::oracle::Oracle;

/// Outcomes for the first-named and second-named player to move; `None` where a row is not settled.
pub(super) type Output = Option<[bool; 2]>;

/// More sets of moves than these are not looked at.
const SETS: usize = 400_000;

/// A row that the guess gets wrong; `None` where it is right on all.
///
/// # Errors
///
/// When the oracle fails, or there are too many sets of moves.
pub(super) fn refute(
    guess: &Moore<Output>,
    words: &Words,
    misere: bool,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Vec<usize>>, EngineError> {
    let guessed = Guess { guess, words };
    let wrong = guessed.wrong_word(misere, oracle)?;
    Ok(wrong.map(|word| {
        word[1..word.len() - 1]
            .iter()
            .map(|cell| usize::from(*cell))
            .collect()
    }))
}

/// The guess on words with ends. States: 0 before the left end, 1 astray, the guess's from 2, ended from 2 + their number.
struct Guess<'a> {
    guess: &'a Moore<Output>,
    words: &'a Words,
}

type State = usize;

impl Guess<'_> {
    fn step(&self, state: State, letter: u8) -> State {
        let own = self.guess.next.len();
        match state {
            0 if letter == self.words.left_end() => 2,
            state if (2..2 + own).contains(&state) && letter < self.words.left_end() => {
                self.guess.next[state - 2][usize::from(letter)] + 2
            }
            state if (2..2 + own).contains(&state) && letter == self.words.right_end() => {
                state + own
            }
            _ => 1,
        }
    }

    fn run(&self, state: State, word: &[u8]) -> State {
        word.iter()
            .fold(state, |state, letter| self.step(state, *letter))
    }

    /// What the guess says of an ended word.
    fn output(&self, state: State) -> Output {
        let ended = state.checked_sub(2 + self.guess.next.len())?;
        self.guess.outputs[ended]
    }

    fn is_wrong(&self, word: &[u8], oracle: &mut Oracle<'_>) -> Result<bool, EngineError> {
        Ok(self.output(self.run(0, word)) != oracle.outcomes(&word[1..word.len() - 1])?)
    }

    fn wrong_word(
        &self,
        misere: bool,
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<Vec<u8>>, EngineError> {
        if let Some(word) = self.wrong_domain() {
            return Ok(Some(word));
        }
        for player in Player::BOTH {
            if let Some((before, after)) = self.loss_to_loss(player) {
                for word in [before, after] {
                    if self.is_wrong(&word, oracle)? {
                        return Ok(Some(word));
                    }
                }
                return Err(EngineError::TooLarge(
                    "a refutation that refutes nothing".into(),
                ));
            }
            if let Some(word) = self.win_without_move(player, misere)? {
                if self.is_wrong(&word, oracle)? {
                    return Ok(Some(word));
                }
                for next in self.words.options(player, &word) {
                    if self.is_wrong(&next, oracle)? {
                        return Ok(Some(next));
                    }
                }
                return Err(EngineError::TooLarge(
                    "a refutation that refutes nothing".into(),
                ));
            }
        }
        Ok(None)
    }

    /// A word whose outcomes are there and should not be, or the other way round.
    fn wrong_domain(&self) -> Option<Vec<u8>> {
        let mut found = Found::from([((0u32, 0), Vec::new())]);
        while let Some(((rows, state), word)) = found.take() {
            let ended = state >= 2 + self.guess.next.len();
            if ended && self.output(state).is_some() != self.words.settled[rows as usize] {
                return Some(word);
            }
            for letter in 0..self.words.letters() as u8 {
                let to = self.step(state, letter);
                if to != 1 {
                    let rows = self.words.next[rows as usize][usize::from(letter)];
                    found.reach((rows, to), || longer(&word, letter));
                }
            }
        }
        None
    }

    /// A word that loses with a word after a move that does not win.
    fn loss_to_loss(&self, player: Player) -> Option<(Vec<u8>, Vec<u8>)> {
        let mut states = Found::from([(0, Vec::new())]);
        let mut pairs = Found::from([]);
        while let Some((state, word)) = states.take() {
            for letter in 0..self.words.letters() as u8 {
                let to = self.step(state, letter);
                if to != 1 {
                    states.reach(to, || longer(&word, letter));
                }
            }
            for (factor, replacement) in &self.words.rules[player.index()] {
                let pair = (self.run(state, factor), self.run(state, replacement));
                if pair.0 != 1 {
                    let of = |tail: &Vec<u8>| [&word[..], tail].concat();
                    pairs.reach(pair, || (of(factor), of(replacement)));
                }
            }
        }
        while let Some((pair, (before, after))) = pairs.take() {
            let loses = self
                .output(pair.0)
                .is_some_and(|wins| !wins[player.index()]);
            if loses
                && self
                    .output(pair.1)
                    .is_none_or(|wins| !wins[player.other().index()])
            {
                return Some((before, after));
            }
            for letter in 0..self.words.letters() as u8 {
                let next = (self.step(pair.0, letter), self.step(pair.1, letter));
                if next.0 != 1 {
                    pairs.reach(next, || (longer(&before, letter), longer(&after, letter)));
                }
            }
        }
        None
    }

    /// A word that wins and has no move to a loss; or that is stuck and has the wrong outcome for it.
    fn win_without_move(
        &self,
        player: Player,
        misere: bool,
    ) -> Result<Option<Vec<u8>>, EngineError> {
        // Moves as (rule, letters read, state), and (no rule, 0, state) once they are done.
        const DONE: usize = usize::MAX;
        type Moves = BTreeSet<(usize, usize, State)>;
        let rules = &self.words.rules[player.index()];
        let mut found: Found<(State, Moves), Vec<u8>> =
            Found::from([((0, Moves::new()), Vec::new())]);
        while let Some(((state, moves), word)) = found.take() {
            if found.order.len() > SETS {
                return Err(EngineError::TooLarge("too many sets of moves".into()));
            }
            let done: Vec<State> = moves.range((DONE, 0, 0)..).map(|item| item.2).collect();
            if let Some(wins) = self.output(state) {
                let to_loss = |state: &State| {
                    self.output(*state)
                        .is_some_and(|wins| !wins[player.other().index()])
                };
                let right = if done.is_empty() {
                    wins[player.index()] == misere
                } else {
                    !wins[player.index()] || done.iter().any(to_loss)
                };
                if !right {
                    return Ok(Some(word));
                }
            }
            for letter in 0..self.words.letters() as u8 {
                let to = self.step(state, letter);
                if to == 1 {
                    continue;
                }
                let mut next = Moves::new();
                let begun = (0..rules.len()).map(|rule| (rule, 0, state));
                for (rule, read, state) in begun.chain(moves.iter().copied()) {
                    if rule == DONE {
                        next.insert((DONE, 0, self.step(state, letter)));
                        continue;
                    }
                    let (factor, replacement) = &rules[rule];
                    if factor[read] == letter {
                        let state = self.step(state, replacement[read]);
                        next.insert(if read + 1 == factor.len() {
                            (DONE, 0, state)
                        } else {
                            (rule, read + 1, state)
                        });
                    }
                }
                found.reach((to, next), || longer(&word, letter));
            }
        }
        Ok(None)
    }
}

fn longer(word: &[u8], letter: u8) -> Vec<u8> {
    let mut word = word.to_vec();
    word.push(letter);
    word
}

/// What was reached, in the order in which it was, each with the first way there.
struct Found<K, V> {
    at: HashMap<K, ()>,
    order: Vec<(K, Option<V>)>,
    taken: usize,
}

impl<K: Clone + Eq + std::hash::Hash, V, const N: usize> From<[(K, V); N]> for Found<K, V> {
    fn from(starts: [(K, V); N]) -> Self {
        let mut found = Self {
            at: HashMap::new(),
            order: Vec::new(),
            taken: 0,
        };
        for (key, way) in starts {
            found.reach(key, || way);
        }
        found
    }
}

impl<K: Clone + Eq + std::hash::Hash, V> Found<K, V> {
    fn reach(&mut self, key: K, way: impl FnOnce() -> V) {
        if self.at.insert(key.clone(), ()).is_none() {
            self.order.push((key, Some(way())));
        }
    }

    fn take(&mut self) -> Option<(K, V)> {
        let (key, way) = self.order.get_mut(self.taken)?;
        self.taken += 1;
        way.take().map(|way| (key.clone(), way))
    }
}
