//! Instances of the Coq theory for this family: rows, by `proofs/Rewriting.v`.

use std::collections::{BTreeSet, HashMap};

use whowins_analysis::board::Board;
use whowins_analysis::derive::{BoardOrder, WordRule, Words, board_fall, board_order, words};
use whowins_analysis::{Game, Player, Stuck};
use whowins_automata::{Moore, learn};
use whowins_engine::Limits;
use whowins_verify::rows::{Functional, Regular};

use super::oracle::Oracle;
use super::packed::Packing;
use super::refute::{Output, refute};
use crate::coq::TERM;

/// Larger certificates are too slow for Coq.
pub(crate) const ENTRIES: usize = 40_000;
/// Automata made of functionals have no more states than these.
const STATES: usize = 300;

/// The body of the module for a law of this kind: boards by the theory of boards, rows by the
/// automaton that computes the functional.
pub(crate) fn functional(game: &Game, law: &Functional) -> Result<String, String> {
    if game.board().is_some_and(|board| !board.row) {
        return super::board_coq::functional(game, law);
    }
    let words = row_words(game)?;
    let misere = game.ending.stuck == Stuck::Wins;
    // The functional is the outcome, which was verified; so the outcome's automaton is the
    // functional's.
    let limits = Limits::default();
    let packing = Packing::new(&words, &ordered(game)?.1);
    let oracle = std::cell::RefCell::new(Oracle::new(&words, &packing, misere, &limits));
    let learned = learn(
        words.symbols,
        STATES,
        |word| {
            let cells: Vec<u8> = word.iter().map(|letter| *letter as u8).collect();
            oracle.borrow_mut().outcomes(&cells)
        },
        |guess| refute(guess, &words, misere, &mut oracle.borrow_mut()),
    );
    let automaton = learned.map_err(|_| {
        format!("no automaton of up to {STATES} states was found that computes the functional")
    })?;
    instance(game, &words, &automaton)
}

/// The body of the module for a law of this kind.
pub(crate) fn regular(game: &Game, law: &Regular) -> Result<String, String> {
    let words = row_words(game)?;
    let next = law.automaton.next.iter();
    let automaton = Moore {
        next: next
            .map(|row| row.iter().map(|to| *to as usize).collect())
            .collect(),
        outputs: law.automaton.wins.clone(),
    };
    instance(game, &words, &automaton)
}

/// The game as rewriting of words, where the theory speaks of it.
fn row_words(game: &Game) -> Result<Words, String> {
    let Some(board) = game.board() else {
        return Err("the positions aren't rows".into());
    };
    if !board.row {
        return Err(
            "the Coq theory of rewriting speaks of rows; it has no instance for boards".into(),
        );
    }
    if game.ending.stuck == Stuck::Draws || !game.ending.goals.is_empty() {
        return Err(
            "the Coq theory of rewriting speaks of normal and misère play, without goals".into(),
        );
    }
    words(board)
}

/// The row, and the order in which play goes down.
fn ordered(game: &Game) -> Result<(&Board, BoardOrder), String> {
    let Some(board) = game.board() else {
        return Err("the positions aren't rows".into());
    };
    let order = board_order(board).ok_or("it is not known that play ends")?;
    Ok((board, order))
}

/// A member of a set of moves: a rule with letters read, or none once it is done, and a state.
pub(crate) type Item = (Option<(usize, usize)>, usize);

/// A law's automaton on words with ends, without states that no word leads to, and what it says
/// after each.
pub(crate) struct Marked<T> {
    pub next: Vec<Vec<usize>>,
    pub outputs: Vec<Option<T>>,
}

impl<T: Copy + Eq + std::hash::Hash> Marked<T> {
    pub fn new(law: &Moore<Option<T>>, words: &Words) -> Self {
        /// A state before it has a number.
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        enum At<T> {
            Before,
            Astray,
            Within(usize),
            Ended(T),
        }
        let mut numbers = HashMap::from([(At::Before, 0)]);
        let mut order = vec![At::Before];
        let mut next: Vec<Vec<usize>> = Vec::new();
        while let Some(at) = order.get(next.len()).copied() {
            let mut row = Vec::new();
            for letter in 0..words.letters() as u8 {
                let to = match at {
                    At::Before if letter == words.left_end() => At::Within(0),
                    At::Within(state) if usize::from(letter) < words.symbols => {
                        At::Within(law.next[state][usize::from(letter)])
                    }
                    At::Within(state) if letter == words.right_end() => {
                        law.outputs[state].map_or(At::Astray, At::Ended)
                    }
                    _ => At::Astray,
                };
                let fresh = numbers.len();
                row.push(*numbers.entry(to).or_insert_with(|| {
                    order.push(to);
                    fresh
                }));
            }
            next.push(row);
        }
        let output = |at: &At<T>| match at {
            At::Ended(said) => Some(*said),
            _ => None,
        };
        Self {
            next,
            outputs: order.iter().map(output).collect(),
        }
    }

    pub fn run(&self, state: usize, word: &[u8]) -> usize {
        word.iter().fold(state, |state, letter| {
            self.next[state][usize::from(*letter)]
        })
    }

    /// All pairs of states before and after a move by these rules.
    pub fn pairs(&self, rules: &[WordRule]) -> Vec<(usize, usize)> {
        let states = 0..self.next.len();
        let starts = states.flat_map(|state| rules.iter().map(move |rule| (state, rule)));
        self.closed(
            &self.next,
            starts.map(|(state, (factor, replacement))| {
                (self.run(state, factor), self.run(state, replacement))
            }),
        )
    }

    /// All pairs that these lead to by reading the same letters in both.
    fn closed(
        &self,
        other: &[Vec<usize>],
        starts: impl Iterator<Item = (usize, usize)>,
    ) -> Vec<(usize, usize)> {
        let mut seen: BTreeSet<(usize, usize)> = starts.collect();
        let mut work: Vec<_> = seen.iter().copied().collect();
        while let Some((a, b)) = work.pop() {
            for pair in other[a].iter().copied().zip(self.next[b].iter().copied()) {
                if seen.insert(pair) {
                    work.push(pair);
                }
            }
        }
        seen.into_iter().collect()
    }
}

/// Sets of moves with their transitions.
pub(crate) struct Sets {
    pub sets: Vec<(usize, BTreeSet<Item>)>,
    pub next: Vec<Vec<usize>>,
}

/// The sets of what moves by these rules have become. Where `whole` is not asked for, one that
/// contains another met with the same state is left out, and that one stands for it.
///
/// # Errors
///
/// When they are too many for Coq.
pub(crate) fn sets<T: Copy + Eq + std::hash::Hash>(
    law: &Marked<T>,
    rules: &[WordRule],
    whole: bool,
) -> Result<Sets, String> {
    let mut sets = vec![(0, BTreeSet::new())];
    // By state: the sets met with it that stand for others.
    let mut least: Vec<Vec<usize>> = vec![Vec::new(); law.next.len()];
    least[0].push(0);
    let mut next: Vec<Vec<usize>> = Vec::new();
    let mut entries = 0;
    while let Some((state, items)) = sets.get(next.len()).cloned() {
        entries += items.len() + 1;
        if entries > ENTRIES {
            return Err(format!(
                "the certificate has more than {ENTRIES} entries, too many for Coq"
            ));
        }
        let mut row = Vec::new();
        for letter in 0..law.next[0].len() {
            let begun = (0..rules.len()).map(|rule| (Some((rule, 0)), state));
            let step = |(within, state): Item| match within {
                None => Some((None, law.next[state][letter])),
                Some((rule, read)) => {
                    let (factor, replacement) = &rules[rule];
                    (usize::from(factor[read]) == letter).then(|| {
                        let state = law.next[state][usize::from(replacement[read])];
                        ((read + 1 < factor.len()).then_some((rule, read + 1)), state)
                    })
                }
            };
            let to = law.next[state][letter];
            let members: BTreeSet<Item> = begun
                .chain(items.iter().copied())
                .filter_map(step)
                .collect();
            let stands = |at: &&usize| {
                let other: &BTreeSet<Item> = &sets[**at].1;
                other.len() == members.len() && *other == members
                    || !whole && other.is_subset(&members)
            };
            let known = least[to].iter().find(stands).copied();
            row.push(known.unwrap_or_else(|| {
                if !whole {
                    least[to].retain(|at| !members.is_subset(&sets[*at].1));
                }
                least[to].push(sets.len());
                sets.push((to, members));
                sets.len() - 1
            }));
        }
        next.push(row);
    }
    Ok(Sets { sets, next })
}

fn list<T>(items: impl IntoIterator<Item = T>, show: impl Fn(T) -> String) -> String {
    let items: Vec<String> = items.into_iter().map(show).collect();
    format!("[{}]", items.join(";"))
}

fn word(word: &[u8]) -> String {
    list(word, u8::to_string)
}

fn pair(pair: &(usize, usize)) -> String {
    format!("({},{})", pair.0, pair.1)
}

fn output(output: &Output) -> String {
    let side = |wins: bool| if wins { "Some true" } else { "Some false" };
    match output {
        None => "(None,None)".into(),
        Some([first, second]) => format!("({},{})", side(*first), side(*second)),
    }
}

/// What holds for each player: `true` is the first-named.
fn each(both: [String; 2]) -> String {
    let [first, second] = both;
    if first == second {
        format!("(fun _ => {first})")
    } else {
        format!("(fun P : bool => if P then {first} else {second})")
    }
}

fn instance(game: &Game, words: &Words, law: &Moore<Output>) -> Result<String, String> {
    let Some(board) = game.board() else {
        return Err("the positions aren't rows".into());
    };
    let fall = board_fall(board).ok_or("it is not known that play ends")?;
    let counts = super::board_coq::counts(&fall, 2)?;
    let order = fall.order;
    let widest = words
        .rules
        .iter()
        .flatten()
        .map(|rule| rule.0.len())
        .max()
        .unwrap_or(0);
    let digits: Vec<u8> = order.digit.iter().copied().chain([0, 0]).collect();
    let base = digits.iter().max().map_or(1, |digit| u64::from(*digit) + 1);
    if base
        .checked_pow(widest as u32)
        .is_none_or(|value| value > 10_000)
    {
        return Err("the rules are too wide for Coq's unary numbers".into());
    }
    let marked = Marked::new(law, words);
    let rows: Vec<Vec<usize>> = words
        .next
        .iter()
        .map(|row| row.iter().map(|to| *to as usize).collect())
        .collect();
    let product = marked.closed(&rows, std::iter::once((0, 0)));
    let pairs = Player::BOTH.map(|player| marked.pairs(&words.rules[player.index()]));
    let entries = product.len() + pairs.iter().map(Vec::len).sum::<usize>();
    if entries > ENTRIES {
        return Err(format!(
            "the certificate has {entries} pairs of states, too many for Coq"
        ));
    }
    let misere = game.ending.stuck == Stuck::Wins;
    let [first, second] = &words.rules;
    let sets = [
        sets(&marked, first, misere)?,
        sets(&marked, second, misere)?,
    ];
    let item = |item: &Item| match item {
        (None, state) => format!("Done {state}"),
        (Some((rule, read)), state) => format!("Prog {rule} {read} {state}"),
    };
    let rules = each(Player::BOTH.map(|player| {
        list(&words.rules[player.index()], |(factor, replacement)| {
            format!("({},{})", word(factor), word(replacement))
        })
    }));
    let numbers = |row: &Vec<usize>| list(row, usize::to_string);
    let macros = each([0, 1].map(|at| {
        list(&sets[at].sets, |(state, items)| {
            format!("({state},{})", list(items, item))
        })
    }));
    let moves = each([0, 1].map(|at| list(&sets[at].next, numbers)));
    let relation = each([0, 1].map(|at| list(&pairs[at], pair)));
    Ok(format!(
        "From Coq Require Import List Bool Arith ZArith.\nFrom Whowins Require Import Core Boards Rewriting ViewOutcome ViewBoard ViewRow.\n\
         Import ListNotations.\nOpen Scope nat_scope.\n{written}\
         (* The same as words between {left}, the left end, and {right}, the right end; forced follow-ups are part of these rules. *)\n\
         Definition certificate : cert := {{|\n sig := {letters};\n Rewriting.rules := {rules}; Rewriting.misere := {misere};\n\
         \x20ddelta := {ddelta};\n dacc := (fun _ => {dacc});\n\
         \x20D := {{| init := 0; delta := {delta}; outp := {outp} |}};\n dprod := {product};\n\
         \x20Rewriting.counts := {counts}; Rewriting.base := {base}; wgt := {wgt}; Rewriting.first_leads := {leads};\n rel := {relation};\n mac := {macros};\n mtr := {moves} |}}.\n\
         Lemma the_words : view_row rules certificate = true.\nProof. vm_compute. reflexivity. Qed.\n\
         Theorem checked : Rewriting.check certificate = true.\nProof. vm_compute. reflexivity. Qed.\n\
         (* On settled rows of every length, the label says who can force a win in the game of the term, and that the other player cannot. *)\n\
         Theorem law : forall P cells, cells <> [] -> Forall (fun x => x < symbols rules)%nat cells ->\n\
         \x20 results 1 (Z.of_nat (length cells)) (follow rules) cells = [] ->\n\
         \x20 (Rewriting.label certificate (P, ViewRow.word rules cells) = Some true <-> wins {TERM} P (row_of P cells)) /\\\n\
         \x20 (Rewriting.label certificate (P, ViewRow.word rules cells) = Some false <-> wins {TERM} (negb P) (row_of P cells)).\n\
         Proof. exact (row_law rules certificate the_words _ _ _ _ the_term checked). Qed.\n",
        written = super::term_coq::rules(game, board)?,
        leads = order.first_cell_leads,
        left = words.left_end(),
        right = words.right_end(),
        letters = words.letters(),
        ddelta = list(&rows, numbers),
        dacc = list(&words.settled, bool::to_string),
        delta = list(&marked.next, numbers),
        outp = list(&marked.outputs, output),
        product = list(&product, pair),
        wgt = word(&digits),
    ))
}
