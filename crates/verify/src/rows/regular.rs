//! Outcomes of rows by an automaton that reads their cells.

use std::collections::{HashSet, VecDeque};

use serde::{Deserialize, Serialize};
use whowins_analysis::derive::{Words, words};
use whowins_analysis::{Game, Player, Position, Stuck, Value};
use whowins_automata::Antichain;

use super::ends::play_ends;
use super::functional::plain_board;
use super::settle::settle;
use crate::rejection::{symbols, word};
use crate::{Automaton, Budget, Checked, Claim, Rejection, Subject};

/// Outcomes of rows by an automaton that reads their cells.
///
/// It speaks of rows of one cell or more that are settled: `wins` is null exactly where a forced follow-up is due, and for the
/// empty row. A row that is not settled has the outcome of what its follow-ups make of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regular {
    /// Reads the cells from left to right; the letters are the symbols in the order of the rules.
    pub automaton: Automaton,
}

impl Claim for Regular {
    fn kind(&self) -> &'static str {
        "regular"
    }

    fn check(&self, subject: &Subject, budget: &Budget) -> Result<Checked, Rejection> {
        let board = plain_board(subject)?;
        let words = words(board).map_err(|why| {
            Rejection::rules(format!("the moves are no rewriting of words: {why}"))
        })?;
        self.automaton.well_formed(words.symbols, budget)?;
        let ends = play_ends(board)?;
        let check = Check {
            words: &words,
            law: Marked::new(&self.automaton, &words),
            misere: subject.game.ending.stuck == Stuck::Wins,
            budget,
        };
        let domain = check.labels_the_settled_rows()?;
        let mut pairs = 0;
        let mut sets = 0;
        for player in Player::BOTH {
            let name = subject.game.player(player);
            pairs += check.losses_lead_to_wins(player, name)?;
            sets += check.wins_lead_to_losses(player, name)?;
        }
        Ok(vec![
            ends,
            format!(
                "exactly the settled rows have an outcome: {domain} pairs of states of the law and of the automaton that the \
                 rules make"
            ),
            format!("a loss leads to wins only: {pairs} pairs of states before and after a move"),
            format!("a win leads to a loss: {sets} sets of states after all moves"),
        ])
    }

    fn statement(&self, game: &Game) -> String {
        let Some(board) = game.board() else {
            return String::new();
        };
        let symbols: Vec<String> = board.alphabet.iter().map(char::to_string).collect();
        format!(
            "On a row of any length, once forced follow-ups are carried out, an automaton of {} states that reads its cells ({}) \
             from left to right says who wins, for either player to move.",
            self.automaton.next.len(),
            symbols.join(" ")
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        let (board, cells) = (game.board()?, position.cells()?);
        let symbols = board.alphabet.len();
        let fits = board.row
            && !cells.is_empty()
            && cells.iter().all(|cell| usize::from(*cell) < symbols)
            && self.automaton.next.iter().all(|row| row.len() == symbols);
        if !fits {
            return None;
        }
        let settled = settle(board, 1, cells.len(), &cells)?;
        let end = self.automaton.run(0, settled.into_iter().map(usize::from));
        let wins = (*self.automaton.wins.get(end as usize)?)?;
        Some(wins.map(|wins| if wins { Value::Win } else { Value::Loss }))
    }
}

/// The law's automaton on words `^ cells $`: state 0 before `^`, state 1 for what is no beginning of such a word, the law's states
/// from 2 on, and after `$` one state an outcome.
struct Marked {
    next: Vec<Vec<u32>>,
    wins: Vec<Option<[bool; 2]>>,
}

/// Where the word is no beginning of `^ cells $`.
const STRAY: u32 = 1;

impl Marked {
    fn new(law: &Automaton, words: &Words) -> Self {
        let (left, right) = (
            usize::from(words.left_end()),
            usize::from(words.right_end()),
        );
        let states = word(law.next.len());
        let ends = states + 2;
        let outcomes = [[false, false], [false, true], [true, false], [true, true]];
        let mut next = vec![vec![STRAY; words.letters()]; law.next.len() + 2 + outcomes.len()];
        next[0][left] = 2;
        for (state, row) in law.next.iter().enumerate() {
            let here = &mut next[state + 2];
            for (letter, to) in row.iter().enumerate() {
                here[letter] = to + 2;
            }
            if let Some(at) =
                law.wins[state].and_then(|wins| outcomes.iter().position(|o| *o == wins))
            {
                here[right] = ends + word(at);
            }
        }
        let mut wins = vec![None; law.next.len() + 2];
        wins.extend(outcomes.map(Some));
        Self { next, wins }
    }

    fn step(&self, state: u32, letter: u8) -> u32 {
        self.next[state as usize][usize::from(letter)]
    }

    fn run(&self, state: u32, word: &[u8]) -> u32 {
        word.iter()
            .fold(state, |state, letter| self.step(state, *letter))
    }

    fn wins(&self, state: u32, player: Player) -> Option<bool> {
        self.wins[state as usize].map(|wins| wins[player.index()])
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

struct Check<'a> {
    words: &'a Words,
    law: Marked,
    misere: bool,
    budget: &'a Budget,
}

/// What is left of a move while a word is read: a rewritten word's state, and how far a factor was matched, if it is not done.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Item {
    /// The move was made; the state of the word it leads to.
    Done(u32),
    /// So many letters of this rule's factor were read.
    Within(u32, u32, u32),
}

impl Check<'_> {
    fn letters(&self) -> impl Iterator<Item = u8> + use<> {
        symbols(self.words.letters())
    }

    /// Every word of a settled row has outcomes, and no other word.
    fn labels_the_settled_rows(&self) -> Result<usize, Rejection> {
        let mut seen = HashSet::from([(0u32, 0u32)]);
        let mut work = vec![(0u32, 0u32)];
        while let Some((rows, law)) = work.pop() {
            within(seen.len())?;
            self.budget.spend(self.words.letters() as u64)?;
            let labelled = self.law.wins[law as usize].is_some();
            if labelled != self.words.settled[rows as usize] {
                return Err(Rejection::false_claim(if labelled {
                    "the automaton says who wins on a row on which a forced follow-up is due"
                } else {
                    "the automaton does not say who wins on some settled row"
                }));
            }
            for letter in self.letters() {
                let to = (
                    self.words.next[rows as usize][usize::from(letter)],
                    self.law.step(law, letter),
                );
                if seen.insert(to) {
                    work.push(to);
                }
            }
        }
        Ok(seen.len())
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

    /// No move joins a word on which `player` loses to one on which the opponent does not win: by all pairs of states before and
    /// after a move.
    fn losses_lead_to_wins(&self, player: Player, name: &str) -> Result<usize, Rejection> {
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
            let loses = self.law.wins(before, player) == Some(false);
            if loses && self.law.wins(after, player.other()) != Some(true) {
                return Err(Rejection::false_claim(format!(
                    "{name} is to lose on some row from which a move leads to a row on which the opponent does not win"
                )));
            }
            for letter in self.letters() {
                let pair = (self.law.step(before, letter), self.law.step(after, letter));
                if seen.insert(pair) {
                    work.push(pair);
                }
            }
        }
        Ok(seen.len())
    }

    /// From each word on which `player` wins a move leads to one on which the opponent loses; who cannot move loses, or wins in
    /// misère play. By the sets of states that the moves of a word lead to.
    ///
    /// A set that contains another one met with the same state need not be followed: a word that wins without a move to a loss in the
    /// larger set has none in the smaller one. Under misère play a win may have no move at all; so there only sets with a move that
    /// is done are left out, and no word loses without a move once one was done.
    fn wins_lead_to_losses(&self, player: Player, name: &str) -> Result<usize, Rejection> {
        let mut unmoved: HashSet<(u32, Vec<Item>)> = HashSet::new();
        let mut least = vec![Antichain::default(); self.law.next.len()];
        let (mut sets, mut stored) = (1, 0);
        let mut work = VecDeque::from([(0u32, Vec::<Item>::new())]);
        while let Some((state, items)) = work.pop_front() {
            let mut after = items.iter().filter_map(|item| match item {
                Item::Done(state) => Some(*state),
                Item::Within(..) => None,
            });
            let stuck = after.clone().next().is_none();
            let holds = match self.law.wins(state, player) {
                Some(true) if stuck => self.misere,
                Some(true) => {
                    after.any(|state| self.law.wins(state, player.other()) == Some(false))
                }
                Some(false) if stuck => !self.misere,
                _ => true,
            };
            if !holds {
                return Err(Rejection::false_claim(format!(
                    "on some row {name} is to win without a move that does it, or to lose where the rules say otherwise"
                )));
            }
            for letter in self.letters() {
                let next = (
                    self.law.step(state, letter),
                    self.moves(player, state, &items, letter)?,
                );
                let met = &mut least[next.0 as usize];
                self.budget.spend((met.len() * (next.1.len() + 1)) as u64)?;
                let moved = next.1.iter().any(|item| matches!(item, Item::Done(_)));
                let new = if self.misere && !moved {
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
        Ok(sets)
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
