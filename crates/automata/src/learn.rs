//! Angluin's algorithm: an automaton with outputs learned from questions.

use rustc_hash::FxHashMap as HashMap;

/// A deterministic automaton whose states have outputs (Moore 1956); it starts in state 0 and is
/// complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moore<O> {
    /// `next[state][letter]`.
    pub next: Vec<Vec<usize>>,
    /// One output a state.
    pub outputs: Vec<O>,
}

impl<O> Moore<O> {
    /// The output after a word.
    pub fn output(&self, word: &[usize]) -> &O {
        let end = word
            .iter()
            .fold(0, |state, letter| self.next[state][*letter]);
        &self.outputs[end]
    }
}

/// Why no automaton was learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unlearned<E> {
    /// Every right automaton has more states than allowed: these words are pairwise told apart by
    /// some ending.
    TooManyStates {
        /// As many words as states were found, one more than allowed.
        words: Vec<Vec<usize>>,
        /// The endings that tell them apart.
        endings: Vec<Vec<usize>>,
    },
    /// A word given against the automaton that it gets right: the two oracles do not speak of one
    /// function.
    NoCounterexample(Vec<usize>),
    /// An oracle failed.
    Oracle(E),
}

/// Learns the least automaton of a function from words over `0..letters` to outputs.
///
/// `output` answers for a word; `counterexample` looks at an automaton and gives a word that it
/// gets wrong, or `None` where it is right. Ends as soon as the function's least automaton is
/// found, or with [`Unlearned::TooManyStates`] when it has more than `most` states. As many calls
/// of `counterexample` as states at most; answers are kept, so that no word is asked twice.
///
/// Source: Angluin (1987), Learning regular sets from queries and counterexamples; counterexamples
/// are cut by binary search (Rivest and Schapire 1993).
pub fn learn<O: Clone + PartialEq + Eq + std::hash::Hash, E>(
    letters: usize,
    most: usize,
    output: impl FnMut(&[usize]) -> Result<O, E>,
    counterexample: impl FnMut(&Moore<O>) -> Result<Option<Vec<usize>>, E>,
) -> Result<Moore<O>, Unlearned<E>> {
    learn_told(letters, most, output, counterexample).0
}

/// Words that are pairwise told apart: for any two of them some ending is followed by different
/// outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The words.
    pub words: Vec<Vec<usize>>,
    /// The endings.
    pub endings: Vec<Vec<usize>>,
}

/// As [`learn`], with what was shown by the end, however it ended: there is no right automaton with
/// fewer states than the words that are told apart (Myhill 1957, Nerode 1958).
pub fn learn_told<O: Clone + PartialEq + Eq + std::hash::Hash, E>(
    letters: usize,
    most: usize,
    mut output: impl FnMut(&[usize]) -> Result<O, E>,
    mut counterexample: impl FnMut(&Moore<O>) -> Result<Option<Vec<usize>>, E>,
) -> (Result<Moore<O>, Unlearned<E>>, Told) {
    let mut table = Table {
        width: (letters.max(2) - 1).ilog2() as usize / 8 + 1,
        known: HashMap::default(),
        rows: HashMap::default(),
        classes: HashMap::default(),
        words: vec![Vec::new()],
        endings: vec![Vec::new()],
    };
    let mut wrong: Option<Vec<usize>> = None;
    let learned = loop {
        let guess = match table.close(letters, most, &mut output) {
            Ok(guess) => guess,
            Err(unlearned) => break Err(unlearned),
        };
        // A counterexample may do for several guesses.
        if !matches!(&wrong, Some(word) if table.known.get(&table.key(&[word])) != Some(guess.output(word)))
        {
            wrong = match counterexample(&guess) {
                Ok(word) => word,
                Err(error) => break Err(Unlearned::Oracle(error)),
            };
        }
        let Some(word) = &wrong else {
            break Ok(guess);
        };
        if let Err(unlearned) = table.cut(&guess, word, &mut output) {
            break Err(unlearned);
        }
    };
    let Table { words, endings, .. } = table;
    (learned, Told { words, endings })
}

struct Table<O> {
    /// Bytes a letter.
    width: usize,
    /// Answers by word, its letters as bytes: hundreds of thousands of words are asked for, and
    /// some are long.
    known: HashMap<Vec<u8>, O>,
    /// For words: with how many of the endings they were asked for, and the class of what was
    /// answered.
    rows: HashMap<Vec<u8>, (usize, usize)>,
    /// Classes of rows of answers, by the class of all but the last one, and that one.
    classes: HashMap<(usize, O), usize>,
    /// One word a state found.
    words: Vec<Vec<usize>>,
    /// Endings; the first is empty.
    endings: Vec<Vec<usize>>,
}

impl<O: Clone + Eq + std::hash::Hash> Table<O> {
    fn ask<E>(
        &mut self,
        word: &[usize],
        output: &mut impl FnMut(&[usize]) -> Result<O, E>,
    ) -> Result<O, Unlearned<E>> {
        let key = self.key(&[word]);
        self.ask_by(key, || word.to_vec(), output)
    }

    fn key(&self, parts: &[&[usize]]) -> Vec<u8> {
        let letters = parts.iter().map(|part| part.len()).sum::<usize>();
        let mut key = Vec::with_capacity(letters * self.width);
        for letter in parts.iter().copied().flatten() {
            key.extend_from_slice(&letter.to_le_bytes()[..self.width]);
        }
        key
    }

    fn ask_by<E>(
        &mut self,
        key: Vec<u8>,
        word: impl FnOnce() -> Vec<usize>,
        output: &mut impl FnMut(&[usize]) -> Result<O, E>,
    ) -> Result<O, Unlearned<E>> {
        if let Some(answer) = self.known.get(&key) {
            return Ok(answer.clone());
        }
        let answer = output(&word()).map_err(Unlearned::Oracle)?;
        self.known.insert(key, answer.clone());
        Ok(answer)
    }

    /// The class of the answers for the word with all endings: words have the same class where the
    /// answers are the same.
    fn row<E>(
        &mut self,
        word: &[usize],
        output: &mut impl FnMut(&[usize]) -> Result<O, E>,
    ) -> Result<usize, Unlearned<E>> {
        let own = self.key(&[word]);
        let (asked, mut class) = self.rows.get(&own).copied().unwrap_or_default();
        if asked == self.endings.len() {
            return Ok(class);
        }
        for at in asked..self.endings.len() {
            let ending = self.endings[at].clone();
            let key = self.key(&[word, &ending]);
            let answer = self.ask_by(key, || [word, &ending].concat(), output)?;
            let fresh = self.classes.len() + 1;
            class = *self.classes.entry((class, answer)).or_insert(fresh);
        }
        self.rows.insert(own, (self.endings.len(), class));
        Ok(class)
    }

    /// Adds words until each letter after each leads to the row of one of them.
    fn close<E>(
        &mut self,
        letters: usize,
        most: usize,
        output: &mut impl FnMut(&[usize]) -> Result<O, E>,
    ) -> Result<Moore<O>, Unlearned<E>> {
        let mut states: HashMap<usize, usize> = HashMap::default();
        for at in 0..self.words.len() {
            let row = self.row(&self.words[at].clone(), output)?;
            states.insert(row, at);
        }
        let mut next = Vec::new();
        while next.len() < self.words.len() {
            let word = self.words[next.len()].clone();
            let mut to = Vec::with_capacity(letters);
            for letter in 0..letters {
                let longer = [word.as_slice(), &[letter]].concat();
                let row = self.row(&longer, output)?;
                let state = *states.entry(row).or_insert_with(|| {
                    self.words.push(longer);
                    self.words.len() - 1
                });
                if self.words.len() > most {
                    return Err(Unlearned::TooManyStates {
                        words: self.words.clone(),
                        endings: self.endings.clone(),
                    });
                }
                to.push(state);
            }
            next.push(to);
        }
        let outputs: Result<_, _> = (0..self.words.len())
            .map(|at| self.ask(&self.words[at].clone(), output))
            .collect();
        Ok(Moore {
            next,
            outputs: outputs?,
        })
    }

    /// Finds an ending of the counterexample that tells two words apart which the guess holds for
    /// one state.
    fn cut<E>(
        &mut self,
        guess: &Moore<O>,
        word: &[usize],
        output: &mut impl FnMut(&[usize]) -> Result<O, E>,
    ) -> Result<(), Unlearned<E>> {
        let truth = self.ask(word, output)?;
        if *guess.output(word) == truth {
            return Err(Unlearned::NoCounterexample(word.to_vec()));
        }
        // After `at` letters, the state's own word in their place: right for 0 letters, wrong for
        // all.
        let mut states = vec![0];
        for letter in word {
            states.push(guess.next[states[states.len() - 1]][*letter]);
        }
        let (mut right, mut wrong) = (0, word.len());
        while wrong - right > 1 {
            let middle = usize::midpoint(right, wrong);
            let replaced = [self.words[states[middle]].as_slice(), &word[middle..]].concat();
            if self.ask(&replaced, output)? == truth {
                right = middle;
            } else {
                wrong = middle;
            }
        }
        let ending = word[wrong..].to_vec();
        debug_assert!(!self.endings.contains(&ending));
        self.endings.push(ending);
        Ok(())
    }
}
