//! Worths that grow with the place, and an automatic sequence beside: coins of which up to three are turned are worth odious numbers.
//!
//! What an element alone is worth is guessed from its options, taken to be worth the nim-sum of their elements: a guess, which the check of the law settles.

use std::collections::HashMap;

use dashu_int::IBig;
use whowins_automata::{Dfa, Limits, Moore, System, Theory, call, constant, learn, var};
use whowins_core::{Budget, Game};

/// So many places are looked at.
const PLACES: usize = 32;
/// Worths grow with the place by at most so much, and what they are above that is as small.
const SLOPE: u64 = 16;
/// Larger numbers are not looked at.
const NUMBERS: u64 = 3;
/// Sequences are told apart by so many members at least.
const SEEN: usize = 4;
/// The most states of an automaton of places.
const STATES: usize = 64;
/// Automata are compared on words of so many digits.
const DIGITS: usize = 10;

/// What one number is worth at each place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// How much more with each place.
    slope: u64,
    /// What is added, by the place's binary digits, the least significant first: the state after each, and what each state adds.
    next: Vec<[usize; 2]>,
    adds: Vec<u64>,
}

/// Guesses what elements are worth.
struct Guess<'a> {
    game: &'a Game,
    budget: &'a Budget,
    known: HashMap<(usize, u64), Option<u64>>,
}

impl Guess<'_> {
    fn worth(&mut self, place: usize, number: u64) -> Option<u64> {
        if number == 0 {
            return Some(0);
        }
        if let Some(known) = self.known.get(&(place, number)) {
            return *known;
        }
        // Who comes back here while it is worked out gets nothing.
        self.known.insert((place, number), None);
        let least = self.game.parts.get(1)?.least.clone();
        let mut list = vec![least.clone(); place + 1];
        list[place] += IBig::from(number);
        let options = self
            .game
            .options(&vec![vec![IBig::ZERO], list], self.budget);
        let mut values = Vec::new();
        for option in options.ok()? {
            let mut sum = 0;
            for (place, number) in option.get(1)?.iter().enumerate() {
                sum ^= self.worth(place, u64::try_from(number - &least).ok()?)?;
            }
            values.push(sum);
        }
        values.sort_unstable();
        values.dedup();
        let value = (0..).zip(&values).find(|(at, value)| at != *value);
        let value = value.map_or(values.len() as u64, |(at, _)| at);
        self.known.insert((place, number), Some(value));
        Some(value)
    }
}

impl Row {
    /// The sequence as a slope and an automaton; `None` where it shows none.
    fn of(worths: &[u64]) -> Option<Self> {
        (0..=SLOPE).rev().find_map(|slope| {
            let more = (0..).zip(worths).map(|(place, worth)| {
                let more = worth.checked_sub(slope * place)?;
                (more <= SLOPE).then_some(more)
            });
            let more: Vec<u64> = more.collect::<Option<_>>()?;
            let (next, adds) = automaton(&more)?;
            Some(Self { slope, next, adds })
        })
    }

    /// What is added at a place.
    fn more(&self, place: usize) -> u64 {
        let (mut state, mut digits) = (0, place);
        while digits > 0 {
            state = self.next[state][digits % 2];
            digits /= 2;
        }
        self.adds[state]
    }

    /// The same automaton with the most significant digit first.
    fn reversed(&self) -> Option<Moore<u64>> {
        let ends = |word: &[usize]| {
            let state = word
                .iter()
                .rev()
                .fold(0, |state, digit| self.next[state][*digit]);
            self.adds[state]
        };
        let words = (1..=DIGITS).flat_map(|length| {
            (0..1usize << length).map(move |word| {
                (0..length)
                    .rev()
                    .map(|at| word >> at & 1)
                    .collect::<Vec<_>>()
            })
        });
        let words: Vec<Vec<usize>> = words.collect();
        let differs = |guess: &Moore<u64>| {
            let wrong = words.iter().find(|word| *guess.output(word) != ends(word));
            Ok::<_, std::convert::Infallible>(wrong.cloned())
        };
        learn(2, STATES, |word| Ok(ends(word)), differs).ok()
    }

    /// Whether what is added is this much, and one more where the binary digits have an even sum.
    fn by_even_sums(&self) -> Option<u64> {
        let least = self.more(1);
        let so = (0..PLACES).all(|place| {
            let even = place.count_ones().is_multiple_of(2);
            self.more(place) == least + u64::from(even)
        });
        so.then_some(least)
    }
}

/// The least automaton that reads binary digits, the least significant first, and has a sequence's beginning: its states are the sequence's members at places of one remainder by a power of two.
fn automaton(sequence: &[u64]) -> Option<(Vec<[usize; 2]>, Vec<u64>)> {
    let mut states: Vec<Vec<u64>> = vec![sequence.to_vec()];
    let mut next: Vec<[usize; 2]> = Vec::new();
    while let Some(own) = states.get(next.len()).cloned() {
        let mut row = [0; 2];
        for (digit, to) in row.iter_mut().enumerate() {
            let rest: Vec<u64> = own.iter().copied().skip(digit).step_by(2).collect();
            if rest.len() < SEEN {
                return None;
            }
            let same = |state: &Vec<u64>| state.iter().zip(&rest).all(|(one, other)| one == other);
            *to = match states.iter().position(same) {
                Some(at) => at,
                None => {
                    states.push(rest);
                    states.len() - 1
                }
            };
        }
        next.push(row);
    }
    let adds = states.iter().map(|state| state[0]).collect();
    Some((next, adds))
}

/// What the numbers from 1 above the least on are worth, if they are few and their worths are of this form.
pub(super) fn rows(game: &Game, most: Option<u64>, budget: &Budget) -> Option<Vec<Row>> {
    let most = most.filter(|most| *most <= NUMBERS)?;
    let mut guess = Guess {
        game,
        budget,
        known: HashMap::new(),
    };
    let rows = (1..=most).map(|number| {
        let worths = (0..PLACES).map(|place| guess.worth(place, number));
        Row::of(&worths.collect::<Option<Vec<_>>>()?)
    });
    rows.collect()
}

/// «The number x at place i is worth v», as an automaton.
pub(super) fn relation(rows: &[Row], limits: &Limits) -> Option<Dfa> {
    let mut theory = Theory::new(System::named("base 2")?, limits).ok()?;
    let nothing = |name| var(name).equals(constant(0u8));
    let mut all = nothing("x")
        .and(nothing("v"))
        .and(var("i").at_most(var("i")));
    for (number, row) in (1u64..).zip(rows) {
        let reversed = row.reversed()?;
        let table: Vec<u32> = (reversed.next.iter().flatten())
            .map(|state| *state as u32) // states are few
            .collect();
        let mut values = reversed.outputs.clone();
        values.sort_unstable();
        values.dedup();
        for value in values {
            let accepting = reversed.outputs.iter().map(|one| *one == value).collect();
            let places = Dfa::new(vec![2], table.clone(), accepting, 0, limits).ok()?;
            let name = format!("adds {value} to {number}");
            theory.define(name.clone(), &places).ok()?;
            let worth = (0..row.slope).fold(constant(value), |sum, _| sum.plus(var("i")));
            let own = call(name, [var("i")]).and(var("x").equals(constant(number)));
            all = all.or(own.and(var("v").equals(worth)));
        }
    }
    theory.automaton(&["i", "x", "v"], &all).ok()
}

/// In a line; `least` is the least number.
pub(super) fn told(rows: &[Row], least: &IBig) -> String {
    let each = (1u64..).zip(rows).map(|(number, row)| {
        let slope = match row.slope {
            0 => String::new(),
            slope => format!("{slope} for each place before it, and "),
        };
        let more = match row.by_even_sums() {
            Some(0) => "1 where the number of these has an even sum of binary digits".to_owned(),
            Some(more) => {
                format!(
                    "{more}, and 1 more where the number of these has an even sum of binary digits"
                )
            }
            None => {
                let first: Vec<String> = (0..8).map(|place| row.more(place).to_string()).collect();
                format!(
                    "what an automaton of {} states says of the number of these: {}, ...",
                    row.next.len(),
                    first.join(", ")
                )
            }
        };
        format!("{} is worth {slope}{more}", least + IBig::from(number))
    });
    let each: Vec<String> = each.collect();
    format!("the nim-sum of the worths is 0; {}", each.join("; "))
}
