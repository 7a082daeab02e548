//! Angluin's algorithm: learns an automaton with outputs from queries.

use rustc_hash::FxHashMap as HashMap;

/// A complete deterministic automaton whose states have outputs (E. F. Moore, 1956). State 0 is the
/// start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moore<O> {
    /// `next[state][letter]`.
    pub next: Vec<Vec<usize>>,
    /// The output of each state.
    pub outputs: Vec<O>,
}

impl<O> Moore<O> {
    /// Returns the output after a word.
    pub fn output(&self, word: &[usize]) -> &O {
        let end = word
            .iter()
            .fold(0, |state, letter| self.next[state][*letter]);
        &self.outputs[end]
    }
}

/// The reason why no automaton was learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unlearned<E> {
    /// Every correct automaton has more states than allowed. These words are pairwise distinguished
    /// by some suffix.
    TooManyStates {
        /// The words, one more than the allowed number of states.
        words: Vec<Vec<usize>>,
        /// The suffixes that distinguish them.
        endings: Vec<Vec<usize>>,
    },
    /// The counterexample agrees with the automaton, so the two oracles describe different
    /// functions.
    NoCounterexample(Vec<usize>),
    /// An oracle failed.
    Oracle(E),
}

/// Learns the minimal automaton of a function from words over `0..letters` to outputs.
///
/// `output` returns the output of a word. `counterexample` returns a word that an automaton gets
/// wrong, or `None` if the automaton is correct. The result is [`Unlearned::TooManyStates`] if the
/// minimal automaton has more than `most` states. `counterexample` is called at most once per
/// state. Outputs are cached, so no word is queried twice.
///
/// Source: D. Angluin, 1987, "Learning regular sets from queries and counterexamples"; binary
/// search in counterexamples: R. L. Rivest and R. E. Schapire, 1993.
pub fn learn<O: Clone + PartialEq + Eq + std::hash::Hash, E>(
    letters: usize,
    most: usize,
    output: impl FnMut(&[usize]) -> Result<O, E>,
    counterexample: impl FnMut(&Moore<O>) -> Result<Option<Vec<usize>>, E>,
) -> Result<Moore<O>, Unlearned<E>> {
    learn_told(letters, most, output, counterexample).0
}

/// Words that are pairwise distinguished: for any two of them, some suffix gives different outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The words.
    pub words: Vec<Vec<usize>>,
    /// The suffixes.
    pub endings: Vec<Vec<usize>>,
}

/// Learns like [`learn`], and also returns the distinguished words, whatever the result.
///
/// No correct automaton has fewer states than there are distinguished words (J. Myhill, 1957; A.
/// Nerode, 1958).
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
        // A counterexample may refute several hypotheses.
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
    /// Number of bytes per letter.
    width: usize,
    /// Outputs by word. Letters are stored as bytes, because there can be hundreds of thousands of
    /// long words.
    known: HashMap<Vec<u8>, O>,
    /// For each word, the number of suffixes queried so far and the class of their outputs.
    rows: HashMap<Vec<u8>, (usize, usize)>,
    /// Classes of rows of outputs, by the class of all but the last output, and the last output.
    classes: HashMap<(usize, O), usize>,
    /// One word for each state found.
    words: Vec<Vec<usize>>,
    /// The suffixes; the first is empty.
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

    /// Returns the class of the outputs of a word with all suffixes. Words with equal outputs have
    /// the same class.
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

    /// Adds words until each successor of a word has the row of some word.
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

    /// Finds a suffix of the counterexample that distinguishes two words which the hypothesis maps
    /// to one state.
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
        // Replaces the first `at` letters by the word of their state. The output is correct for 0
        // letters and wrong for all.
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
