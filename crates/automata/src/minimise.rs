//! Minimal automata in canonical form, and equality of languages.
use crate::error::Steps;
use crate::{Dfa, Error, Limits};
use std::convert::Infallible;

const NONE: u32 = u32::MAX;

impl Dfa {
    /// Returns the minimal complete automaton of the language, with states numbered in
    /// breadth-first order.
    ///
    /// Two automata over the same tracks have equal languages exactly if their minimal forms are
    /// equal. Uses Hopcroft's partition refinement (J. E. Hopcroft, 1971):
    /// `O(transitions · log states)`. It has no limits; see [`Dfa::minimised`].
    pub fn minimise(&self) -> Dfa {
        let uncut = self.refined(|_| Ok::<_, Infallible>(()));
        uncut.unwrap_or_else(|never| match never {})
    }

    /// Minimizes the automaton within limits. See [`Dfa::minimise`].
    ///
    /// # Errors
    ///
    /// Returns [`Error::TooLarge`] if the steps exceed the limit, and [`Error::Time`] or
    /// [`Error::Stopped`] if the budget is exceeded.
    pub fn minimised(&self, limits: &Limits) -> Result<Dfa, Error> {
        let mut steps = Steps::new(limits);
        self.refined(|some| steps.take(some))
    }

    /// Minimizes the automaton. Charges one step per transition, and one for each visit of a
    /// transition from its end.
    fn refined<E>(&self, mut take: impl FnMut(usize) -> Result<(), E>) -> Result<Dfa, E> {
        let order = self.reachable();
        let (states, letters) = (order.len(), self.letters);
        let mut place = vec![NONE; self.states()];
        for (at, &state) in order.iter().enumerate() {
            place[state as usize] = at as u32; // below the number of states, which are u32
        }
        let mut table = Vec::with_capacity(states * letters);
        for &state in &order {
            let row = &self.table[state as usize * letters..][..letters];
            table.extend(row.iter().map(|&s| place[s as usize]));
        }
        take(table.len())?;
        let accepting: Vec<bool> = (order.iter())
            .map(|&state| self.accepting[state as usize])
            .collect();
        let mut partition = Partition::new(&accepting);
        let reversed = Reversed::new(&table, letters);
        // A splitter is a class together with any letter. Copy its states, because its own letters
        // may split it.
        let (mut splitter, mut ends) = (Vec::new(), Vec::new());
        while let Some(class) = partition.waiting.pop() {
            splitter.clear();
            splitter.extend_from_slice(partition.states(class));
            take(splitter.len() * letters)?;
            for letter in 0..letters {
                ends.clear();
                for &state in &splitter {
                    ends.extend_from_slice(reversed.before(state, letter));
                }
                take(ends.len())?;
                partition.part(&ends);
            }
        }
        let (class, first) = partition.named();
        // Classes are numbered by their first member in breadth-first order, so the quotient has
        // that order, too.
        let mut quotient = Vec::with_capacity(first.len() * letters);
        for &state in &first {
            let row = &table[state as usize * letters..][..letters];
            quotient.extend(row.iter().map(|&s| class[s as usize]));
        }
        Ok(Dfa {
            digits: self.digits.clone(),
            letters,
            table: quotient,
            accepting: first
                .iter()
                .map(|&state| accepting[state as usize])
                .collect(),
            start: 0,
        })
    }

    /// Returns true if both automata accept the same words over the same tracks.
    pub fn same_language(&self, other: &Dfa) -> bool {
        self.minimise() == other.minimise()
    }

    /// Returns the reachable states in breadth-first order.
    fn reachable(&self) -> Vec<u32> {
        let mut seen = vec![false; self.states()];
        seen[self.start as usize] = true;
        let (mut order, mut at) = (vec![self.start], 0);
        while let Some(&state) = order.get(at) {
            at += 1;
            for letter in 0..self.letters {
                let next = self.next(state, letter);
                if !std::mem::replace(&mut seen[next as usize], true) {
                    order.push(next);
                }
            }
        }
        order
    }
}

/// The reversed transitions: the predecessors of each state by each letter, concatenated.
struct Reversed {
    letters: usize,
    /// The start of the list for each state and letter, followed by the end of the last list.
    from: Vec<usize>,
    states: Vec<u32>,
}

impl Reversed {
    /// Builds the lists with a counting sort. Complexity: linear in the table.
    fn new(table: &[u32], letters: usize) -> Self {
        let list = |at: usize, end: u32| end as usize * letters + at % letters;
        let mut from = vec![0; table.len() + 1];
        for (at, &end) in table.iter().enumerate() {
            from[list(at, end)] += 1;
        }
        // Entries begin as ends of lists. Filling from the back turns them into starts.
        let mut sum = 0;
        for end in &mut from {
            sum += *end;
            *end = sum;
        }
        let mut states = vec![0; table.len()];
        for (at, &end) in table.iter().enumerate().rev() {
            let place = &mut from[list(at, end)];
            *place -= 1;
            states[*place] = (at / letters) as u32; // a state
        }
        Self {
            letters,
            from,
            states,
        }
    }

    /// Returns the predecessors of a state by a letter.
    fn before(&self, state: u32, letter: usize) -> &[u32] {
        let list = state as usize * self.letters + letter;
        &self.states[self.from[list]..self.from[list + 1]]
    }
}

/// A partition of the states into ranges of one list (A. Valmari, 2012), with the classes that must
/// still split others.
struct Partition {
    /// The states, class by class.
    list: Vec<u32>,
    /// The index of each state in the list.
    place: Vec<u32>,
    class: Vec<u32>,
    /// The start and the end of each class.
    range: Vec<(u32, u32)>,
    /// The number of marked states at the front of each class. It is 0 between calls.
    marked: Vec<u32>,
    /// The classes with a mark.
    touched: Vec<u32>,
    waiting: Vec<u32>,
}

impl Partition {
    /// Creates the classes of accepting and rejecting states. The smaller one is the first
    /// splitter.
    fn new(accepting: &[bool]) -> Self {
        let states = accepting.len();
        let mut list: Vec<u32> = (0..states as u32).collect();
        list.sort_by_key(|&state| accepting[state as usize]);
        let others = list.partition_point(|&state| !accepting[state as usize]);
        let mut new = Self {
            place: vec![0; states],
            class: vec![0; states],
            list,
            range: Vec::new(),
            marked: Vec::new(),
            touched: Vec::new(),
            waiting: Vec::new(),
        };
        for (at, &state) in new.list.iter().enumerate() {
            new.place[state as usize] = at as u32; // below the number of states
        }
        let (others, states) = (others as u32, states as u32);
        for (from, to) in [(0, others), (others, states)] {
            if from < to {
                new.add(from, to);
            }
        }
        if let [(_, middle), _] = new.range[..] {
            new.waiting.push(u32::from(states - middle < middle));
        }
        new
    }

    fn states(&self, class: u32) -> &[u32] {
        let (from, to) = self.range[class as usize];
        &self.list[from as usize..to as usize]
    }

    /// Adds a class for a range of the list.
    fn add(&mut self, from: u32, to: u32) -> u32 {
        let class = self.range.len() as u32; // at most one a state
        self.range.push((from, to));
        self.marked.push(0);
        for &state in &self.list[from as usize..to as usize] {
            self.class[state as usize] = class;
        }
        class
    }

    /// Splits each class into the given states, without duplicates, and the others.
    fn part(&mut self, named: &[u32]) {
        for &state in named {
            let class = self.class[state as usize] as usize;
            let marked = &mut self.marked[class];
            if *marked == 0 {
                self.touched.push(class as u32);
            }
            let (from, to) = (self.range[class].0 + *marked, self.place[state as usize]);
            *marked += 1;
            let other = self.list[from as usize];
            self.list.swap(from as usize, to as usize);
            self.place[other as usize] = to;
            self.place[state as usize] = from;
        }
        while let Some(class) = self.touched.pop() {
            let (from, to) = self.range[class as usize];
            let middle = from + std::mem::take(&mut self.marked[class as usize]);
            if middle == to {
                continue;
            }
            // The smaller half becomes the new class and a splitter. Both halves are splitters if
            // the original class was one.
            let (kept, new) = match middle - from <= to - middle {
                true => ((middle, to), (from, middle)),
                false => ((from, middle), (middle, to)),
            };
            self.range[class as usize] = kept;
            let new = self.add(new.0, new.1);
            self.waiting.push(new);
        }
    }

    /// Returns the class of each state, numbered in the order of their first states, and these
    /// states.
    fn named(&self) -> (Vec<u32>, Vec<u32>) {
        let mut names = vec![NONE; self.range.len()];
        let mut first = Vec::with_capacity(self.range.len());
        let class = (self.class.iter().enumerate()).map(|(state, &class)| {
            let name = &mut names[class as usize];
            if *name == NONE {
                *name = first.len() as u32; // at most one a state
                first.push(state as u32);
            }
            *name
        });
        (class.collect(), first)
    }
}
