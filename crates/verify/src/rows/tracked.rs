//! Automata that follow the moves of a row: whether what a law says of rows of every length fits
//! what it says of the rows that moves lead to.
//!
//! A row is the word `^ cells $`. The rows that a move joins are read side by side, by all pairs of
//! states before and after a move; all moves of a row at once by sets of what moves have become so
//! far. Both are finitely many, so every row is looked at.

use std::collections::{HashSet, VecDeque};
use std::hash::Hash;

use rustc_hash::FxHashMap;
use whowins_analysis::Player;
use whowins_analysis::derive::Words;
use whowins_automata::Antichain;

use crate::rejection::{symbols, word};
use crate::{Budget, Rejection};

/// What a law says of a row, and what has to fit what it says of others.
pub(crate) trait Says {
    /// What is said of a row.
    type Label: Copy + Eq + Hash;

    /// Whether a player's move may lead from a row of which `before` is said to one of which
    /// `after` is said, if anything is.
    fn may_lead(&self, player: Player, before: Self::Label, after: Option<Self::Label>) -> bool;

    /// Whether what is said of a row is borne out by the rows that the player's moves lead to. Who
    /// has no move brings an empty list.
    ///
    /// # Errors
    ///
    /// When the budget is used up.
    fn is_borne_out(
        &self,
        player: Player,
        label: Self::Label,
        after: &mut dyn Iterator<Item = Option<Self::Label>>,
    ) -> Result<bool, Rejection>;

    /// Whether a row without moves can be borne out where the same with some moves is not.
    fn is_better_stuck(&self) -> bool {
        false
    }
}

/// A law's automaton on words `^ cells $`: state 0 before `^`, state 1 for what is no beginning of
/// such a word, the law's states from 2 on, and after `$` one state for each thing that it says.
pub(crate) struct Marked<L> {
    next: Vec<Vec<u32>>,
    labels: Vec<Option<L>>,
}

/// Where the word is no beginning of `^ cells $`.
const STRAY: u32 = 1;

impl<L: Copy + Eq + Hash> Marked<L> {
    /// Of the law's table, which is whole, and of what it says after each state.
    pub fn new(next: &[Vec<u32>], labels: &[Option<L>], words: &Words) -> Self {
        let (left, right) = (
            usize::from(words.left_end()),
            usize::from(words.right_end()),
        );
        let ends = word(next.len()) + 2;
        let mut said: Vec<L> = Vec::new();
        let mut places: FxHashMap<L, usize> = FxHashMap::default();
        let mut marked = vec![vec![STRAY; words.letters()]; next.len() + 2];
        marked[0][left] = 2;
        for (state, row) in next.iter().enumerate() {
            let here = &mut marked[state + 2];
            for (letter, to) in row.iter().enumerate() {
                here[letter] = to + 2;
            }
            if let Some(label) = labels[state] {
                let at = *places.entry(label).or_insert_with(|| {
                    said.push(label);
                    said.len() - 1
                });
                here[right] = ends + word(at);
            }
        }
        marked.resize(next.len() + 2 + said.len(), vec![STRAY; words.letters()]);
        let mut labels = vec![None; next.len() + 2];
        labels.extend(said.into_iter().map(Some));
        Self {
            next: marked,
            labels,
        }
    }

    /// Of which words the law speaks, of those of settled rows and of others.
    pub fn domain(&self, words: &Words, budget: &Budget) -> Result<Domain, Rejection> {
        let mut domain = Domain {
            pairs: 0,
            astray: false,
            is_partial: false,
            speaks: false,
        };
        let mut seen = HashSet::from([(0u32, 0u32)]);
        let mut work = vec![(0u32, 0u32)];
        while let Some((rows, law)) = work.pop() {
            within(seen.len())?;
            budget.spend(words.letters() as u64)?;
            match (words.settled[rows as usize], self.label(law).is_some()) {
                (true, true) => domain.speaks = true,
                (true, false) => domain.is_partial = true,
                (false, true) => domain.astray = true,
                (false, false) => {}
            }
            for letter in symbols(words.letters()) {
                let to = (
                    words.next[rows as usize][usize::from(letter)],
                    self.step(law, letter),
                );
                if seen.insert(to) {
                    work.push(to);
                }
            }
        }
        domain.pairs = seen.len();
        Ok(domain)
    }

    fn step(&self, state: u32, letter: u8) -> u32 {
        self.next[state as usize][usize::from(letter)]
    }

    fn run(&self, state: u32, word: &[u8]) -> u32 {
        word.iter()
            .fold(state, |state, letter| self.step(state, *letter))
    }

    fn label(&self, state: u32) -> Option<L> {
        self.labels[state as usize]
    }
}

/// More pairs or members of sets than these are not kept in memory.
const KEPT: usize = 1 << 26;

fn within(kept: usize) -> Result<(), Rejection> {
    if kept > KEPT {
        return Err(Rejection::budget(format!(
            "the check would keep more than {KEPT} pairs of states"
        )));
    }
    Ok(())
}

/// Of which rows a law speaks.
pub(crate) struct Domain {
    /// Pairs of states of the law and of the automaton of the settled rows.
    pub pairs: usize,
    /// Whether it speaks of some row that is not settled, or of no row.
    pub astray: bool,
    /// Whether there is a settled row of which it does not speak.
    pub is_partial: bool,
    /// Whether there is a settled row of which it speaks.
    pub speaks: bool,
}

/// A law in addition to the rules on words.
pub(crate) struct Tracked<'a, S: Says> {
    pub words: &'a Words,
    pub law: Marked<S::Label>,
    pub says: S,
    pub budget: &'a Budget,
}

/// What is left of a move while a word is read: a rewritten word's state, and how far a factor was
/// matched, if it is not done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Item {
    /// The move was made; the state of the word it leads to.
    Done(u32),
    /// So many letters of this rule's factor were read.
    Within(u32, u32, u32),
}

impl<S: Says> Tracked<'_, S> {
    fn letters(&self) -> impl Iterator<Item = u8> + use<S> {
        symbols(self.words.letters())
    }

    /// States that some word leads to.
    fn reached(&self) -> Result<Vec<u32>, Rejection> {
        let mut seen = vec![false; self.law.next.len()];
        seen[0] = true;
        let mut all = vec![0u32];
        let mut at = 0;
        while let Some(state) = all.get(at).copied() {
            self.budget.spend(self.words.letters() as u64)?;
            for letter in self.letters() {
                let to = self.law.step(state, letter);
                if !std::mem::replace(&mut seen[to as usize], true) {
                    all.push(to);
                }
            }
            at += 1;
        }
        Ok(all)
    }

    /// How many pairs of states there are before and after a move of the player; `None` where a
    /// move leads where it may not.
    pub fn moves_lead_where_they_may(&self, player: Player) -> Result<Option<usize>, Rejection> {
        let mut seen = HashSet::new();
        let mut work = Vec::new();
        for state in self.reached()? {
            for (factor, replacement) in &self.words.rules[player.index()] {
                self.budget.spend(2 * factor.len() as u64)?;
                let pair = (
                    self.law.run(state, factor),
                    self.law.run(state, replacement),
                );
                if seen.insert(pair) {
                    work.push(pair);
                }
            }
        }
        while let Some((before, after)) = work.pop() {
            within(seen.len())?;
            self.budget.spend(self.words.letters() as u64)?;
            let after_it = self.law.label(after);
            let leads = |label: S::Label| self.says.may_lead(player, label, after_it);
            if !self.law.label(before).is_none_or(leads) {
                return Ok(None);
            }
            for letter in self.letters() {
                let pair = (self.law.step(before, letter), self.law.step(after, letter));
                if seen.insert(pair) {
                    work.push(pair);
                }
            }
        }
        Ok(Some(seen.len()))
    }

    /// By the sets of states that the moves of a word lead to: how many; `None` where what is said
    /// of some row is not borne out by the player's moves.
    ///
    /// A set that contains another one met with the same state need not be followed: a word that is
    /// not borne out by the larger set is not by the smaller one. Where a row may be better without
    /// any move (misère play) only sets with a move that is done are left out.
    pub fn moves_bear_it_out(&self, player: Player) -> Result<Option<usize>, Rejection> {
        let mut unmoved: HashSet<(u32, Vec<Item>)> = HashSet::new();
        let mut least = vec![Antichain::default(); self.law.next.len()];
        let (mut sets, mut stored) = (1, 0);
        let mut work = VecDeque::from([(0u32, Vec::<Item>::new())]);
        while let Some((state, items)) = work.pop_front() {
            let mut after = items.iter().filter_map(|item| match item {
                Item::Done(state) => Some(self.law.label(*state)),
                Item::Within(..) => None,
            });
            self.budget.spend(items.len() as u64)?;
            if let Some(label) = self.law.label(state)
                && !self.says.is_borne_out(player, label, &mut after)?
            {
                return Ok(None);
            }
            for letter in self.letters() {
                let next = (
                    self.law.step(state, letter),
                    self.moves(player, state, &items, letter)?,
                );
                let met = &mut least[next.0 as usize];
                self.budget.spend((met.len() * (next.1.len() + 1)) as u64)?;
                let moved = next.1.iter().any(|item| matches!(item, Item::Done(_)));
                let new = if self.says.is_better_stuck() && !moved {
                    unmoved.insert(next.clone())
                } else {
                    met.insert(&next.1)
                };
                if new {
                    sets += 1;
                    stored += next.1.len() + 1;
                    within(stored)?;
                    work.push_back(next);
                }
            }
        }
        Ok(Some(sets))
    }

    /// What the moves have become once one more letter is read.
    fn moves(
        &self,
        player: Player,
        state: u32,
        items: &[Item],
        letter: u8,
    ) -> Result<Vec<Item>, Rejection> {
        let rules = &self.words.rules[player.index()];
        self.budget.spend((items.len() + rules.len()) as u64)?;
        let advance = |rule: usize, read: usize, state: u32| {
            let (factor, replacement) = &rules[rule];
            (factor[read] == letter).then(|| {
                let state = self.law.step(state, replacement[read]);
                if read + 1 == factor.len() {
                    Item::Done(state)
                } else {
                    Item::Within(word(rule), word(read) + 1, state)
                }
            })
        };
        let begun = (0..rules.len()).filter_map(|rule| advance(rule, 0, state));
        let gone_on = items.iter().filter_map(|item| match *item {
            Item::Done(state) => Some(Item::Done(self.law.step(state, letter))),
            Item::Within(rule, read, state) => advance(rule as usize, read as usize, state),
        });
        let mut next: Vec<Item> = begun.chain(gone_on).collect();
        next.sort_unstable();
        next.dedup();
        Ok(next)
    }
}
