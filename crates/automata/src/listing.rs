//! The words of an automaton, counted and listed: those without leading zeros, so that each is a
//! number, or a tuple of numbers, once.

use dashu_int::UBig;

use crate::Dfa;
use crate::dfa::decode;

/// Longer words are not listed.
const LONGEST: usize = 1 << 12;

impl Dfa {
    /// How many letters there are: tuples of digits.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// The digits of a letter.
    pub fn tuple(&self, letter: usize) -> Vec<u8> {
        let mut tuple = vec![0; self.digits.len()];
        decode(letter, &self.digits, &mut tuple);
        tuple
    }

    /// For each state, whether some word leads from it to acceptance. Linear in the table for each
    /// round, at most one round a state.
    pub fn alive(&self) -> Vec<bool> {
        let mut alive = self.accepting.clone();
        loop {
            let mut more = false;
            for state in 0..self.states() {
                if !alive[state] {
                    let row = &self.table[state * self.letters..][..self.letters];
                    alive[state] = row.iter().any(|next| alive[*next as usize]);
                    more |= alive[state];
                }
            }
            if !more {
                return alive;
            }
        }
    }

    /// The first accepted words, shorter ones first and then by their letters: at most so many,
    /// none with a block of zeros at its beginning. The automaton is to be one that leading blocks
    /// of zeros do not change, as a theory makes it.
    ///
    /// ```
    /// use whowins_automata::{Base, Limits, Theory, var, constant};
    /// let theory = Theory::new(Base::new(2)?, &Limits::default())?;
    /// let odd = var("x").equals(var("y").plus(var("y")).plus(constant(1u8))).exists("y");
    /// let words = theory.relation(&odd)?.dfa.first_words(1, 3);
    /// assert_eq!(words, [vec![vec![1]], vec![vec![1], vec![1]], vec![vec![1], vec![0], vec![1]]]);
    /// # Ok::<(), whowins_automata::Error>(())
    /// ```
    pub fn first_words(&self, block: usize, most: usize) -> Vec<Vec<Vec<u8>>> {
        let block = block.max(1);
        let mut found = Vec::new();
        if self.accepting[self.start as usize] {
            found.push(Vec::new());
        }
        // The states from which a word of exactly so many letters is accepted.
        let mut ends: Vec<Vec<bool>> = vec![self.accepting.clone()];
        let alive = self.alive();
        while found.len() < most && ends.len() <= LONGEST {
            let last = &ends[ends.len() - 1];
            let leads = |state: usize| {
                let row = &self.table[state * self.letters..][..self.letters];
                row.iter().any(|next| last[*next as usize])
            };
            let next: Vec<bool> = (0..self.states()).map(leads).collect();
            ends.push(next);
            let length = ends.len() - 1;
            if length.is_multiple_of(block) {
                self.extend(
                    self.start,
                    &mut Vec::new(),
                    length,
                    block,
                    &ends,
                    most,
                    &mut found,
                );
            }
            // Leading zeros bring shorter words again, so that all lengths have words where one
            // has; what is finite is at its end once no others have.
            if length > self.states() * block && self.count_words(block).is_some() {
                break;
            }
            if !alive[self.start as usize] {
                break;
            }
        }
        found.truncate(most);
        let tuples = |word: Vec<usize>| word.iter().map(|letter| self.tuple(*letter)).collect();
        found.into_iter().map(tuples).collect()
    }

    #[allow(clippy::too_many_arguments)]
    fn extend(
        &self,
        state: u32,
        word: &mut Vec<usize>,
        left: usize,
        block: usize,
        ends: &[Vec<bool>],
        most: usize,
        found: &mut Vec<Vec<usize>>,
    ) {
        if found.len() >= most || !ends[left][state as usize] {
            return;
        }
        if word.len() == block && word.iter().all(|letter| *letter == 0) {
            return;
        }
        if left == 0 {
            found.push(word.clone());
            return;
        }
        for letter in 0..self.letters {
            word.push(letter);
            self.extend(
                self.next(state, letter),
                word,
                left - 1,
                block,
                ends,
                most,
                found,
            );
            word.pop();
        }
    }

    /// How many words are accepted that have no block of zeros at their beginning; `None` where
    /// there is no end of them. For automata as in [`Dfa::first_words`].
    pub fn count_words(&self, block: usize) -> Option<UBig> {
        let alive = self.alive();
        // Of all that begin after a first block that is not all zeros.
        let mut first: Vec<(u32, bool)> = vec![(self.start, true)];
        for _ in 0..block.max(1) {
            let step = |(state, zeros): &(u32, bool)| {
                let (state, zeros) = (*state, *zeros);
                (0..self.letters)
                    .map(move |letter| (self.next(state, letter), zeros && letter == 0))
            };
            first = first
                .iter()
                .flat_map(step)
                .filter(|(state, _)| alive[*state as usize])
                .collect();
        }
        let mut counted: Vec<Option<UBig>> = vec![None; self.states()];
        let mut open = vec![false; self.states()];
        let mut sum = UBig::from(u8::from(self.accepting[self.start as usize]));
        for (state, zeros) in first {
            if !zeros {
                sum += self.words_from(state, &alive, &mut counted, &mut open)?;
            }
        }
        Some(sum)
    }

    /// How many words are accepted from a state, without recursion; `None` where some way goes
    /// round.
    fn words_from(
        &self,
        from: u32,
        alive: &[bool],
        counted: &mut [Option<UBig>],
        open: &mut [bool],
    ) -> Option<UBig> {
        let mut stack = vec![from];
        while let Some(state) = stack.last().copied() {
            let at = state as usize;
            if counted[at].is_some() {
                stack.pop();
                continue;
            }
            let row = &self.table[at * self.letters..][..self.letters];
            let row = || row.iter().filter(|next| alive[**next as usize]);
            let missing: Vec<u32> = row()
                .copied()
                .filter(|next| counted[*next as usize].is_none())
                .collect();
            if missing.is_empty() {
                let own = UBig::from(u8::from(self.accepting[at]));
                let all = row().filter_map(|next| counted[*next as usize].clone());
                counted[at] = Some(all.fold(own, |sum, one| sum + one));
                open[at] = false;
                stack.pop();
                continue;
            }
            open[at] = true;
            for next in missing {
                if open[next as usize] {
                    return None;
                }
                stack.push(next);
            }
        }
        counted[from as usize].clone()
    }
}
