//! Worths that hang on the place as an automaton reads it: coins of which up to three are turned
//! are worth odious numbers, coins that are turned side by side the powers of two that divide their
//! places.
//!
//! What an element alone is worth is guessed from its options, taken to be worth the nim-sum of
//! their elements: a guess, which the check of the law settles.

use std::collections::{BTreeSet, HashMap};

use dashu_int::IBig;
use whowins_analysis::paths::Affine;
use whowins_analysis::{Game, Position};
use whowins_automata::{Dfa, Limits, System, Theory, call, constant, var};
use whowins_core as core;
use whowins_core::Budget;
use whowins_verify::firstorder::term;
use whowins_verify::heap::{ManyHeaps, Sums};

/// So many places are looked at.
const PLACES: usize = 64;
/// A list with more elements, where the rules fix how many, is not looked at.
const LONGEST: usize = 256;
/// Or as many as have so many options together.
const OPTIONS: usize = 1 << 13;
/// Worths that grow evenly with the place are told so up to so much.
const SLOPE: u64 = 16;
/// Larger numbers are not looked at.
const NUMBERS: u64 = 3;
/// States of an automaton are told apart by so many places at least.
const SEEN: usize = 4;
/// So many worths are told one by one.
const FIRST: usize = 16;
/// The most states of an automaton.
const STATES: usize = 64;

/// What one number is worth at each place: at the first places, and at all as an automaton.
#[derive(Clone, Debug)]
pub(super) struct Row {
    worths: Vec<u64>,
    /// Reads place and worth in binary digits, the most significant first.
    all: Dfa,
}

/// The lists whose elements are looked at.
pub(super) struct Elements<'a> {
    /// The game's term, with sets of few places written out.
    pub game: &'a core::Game,
    /// By how much an element may be more than the least that it may be.
    pub most: Option<u64>,
    /// How many there are, where the rules fix that.
    pub length: Option<usize>,
}

/// Guesses what elements are worth.
struct Guess<'a> {
    of: &'a Elements<'a>,
    budget: &'a Budget,
    known: HashMap<(usize, u64), Option<u64>>,
    /// How many options were looked at.
    looked: usize,
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
        let least = self.of.game.parts.get(1)?.least.clone();
        let mut list = vec![least.clone(); self.of.length.unwrap_or(place + 1)];
        list[place] += IBig::from(number);
        let options = self
            .of
            .game
            .options(&vec![vec![IBig::ZERO], list], self.budget);
        let options = options.ok()?;
        self.looked += options.len();
        let mut values = Vec::new();
        for option in options {
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

    /// What the number is worth at each place, or at the first ones.
    fn worths(&mut self, number: u64) -> Option<Vec<u64>> {
        if let Some(length) = self.of.length {
            return (0..length).map(|place| self.worth(place, number)).collect();
        }
        let mut worths = Vec::new();
        self.looked = 0;
        while worths.len() < PLACES && self.looked < OPTIONS {
            worths.push(self.worth(worths.len(), number)?);
        }
        Some(worths)
    }
}

impl Row {
    /// Whether each is a fixed number for each place before it, another, and one more where the
    /// binary digits of the places before have an even sum: these two numbers.
    fn by_even_sums(&self) -> Option<(u64, u64)> {
        let even = |place: u64| u64::from(place.count_ones().is_multiple_of(2));
        let least = self.worths.first()?.checked_sub(1)?;
        let slope = (self.worths.get(1)? - even(1)).checked_sub(least)?;
        let fits = |(place, worth): (u64, &u64)| *worth == slope * place + least + even(place);
        let so = slope <= SLOPE && (0..).zip(&self.worths).all(fits);
        so.then_some((slope, least))
    }

    /// Whether each is the largest power of two that divides its place, from 1.
    fn by_powers(&self) -> bool {
        let power = |place: u64| 1 << place.trailing_zeros();
        (1..)
            .zip(&self.worths)
            .all(|(place, worth)| *worth == power(place))
    }
}

/// The least automaton that reads place and number in binary digits, the least significant first,
/// and has the beginning of a sequence. A state is what is still to be read: for each place the
/// number, if there is one; after a digit of both that is every second place, where the number has
/// that digit.
fn least_first(sequence: &[u64]) -> Option<(Vec<[usize; 4]>, Vec<bool>)> {
    let mut states: Vec<Vec<Option<u64>>> = vec![sequence.iter().copied().map(Some).collect()];
    let mut next: Vec<[usize; 4]> = Vec::new();
    while let Some(own) = states.get(next.len()).cloned() {
        let mut row = [0; 4];
        for (letter, to) in row.iter_mut().enumerate() {
            let places = own.iter().skip(letter / 2).step_by(2);
            let digit = |number: u64| (number % 2 == letter as u64 % 2).then_some(number / 2);
            let rest: Vec<Option<u64>> = places.map(|number| number.and_then(digit)).collect();
            if rest.len() < SEEN {
                return None;
            }
            let same =
                |state: &Vec<Option<u64>>| state.iter().zip(&rest).all(|(one, other)| one == other);
            *to = match states.iter().position(same) {
                Some(at) => at,
                None if states.len() < STATES => {
                    states.push(rest);
                    states.len() - 1
                }
                None => return None,
            };
        }
        next.push(row);
    }
    let accepts = states.iter().map(|state| state[0] == Some(0));
    Some((next, accepts.collect()))
}

/// The automaton of place and number, the most significant digit first, that the beginning of a
/// sequence shows; `None` where it shows none.
fn sequence(beginning: &[u64], limits: &Limits) -> Option<Dfa> {
    let (next, accepts) = least_first(beginning)?;
    let states = || 0..next.len();
    let ends: BTreeSet<usize> = states().filter(|state| accepts[*state]).collect();
    // Backwards: the states from which what was read leads to an end.
    let step = |to: &BTreeSet<usize>, digits: &[u8]| {
        let letter = usize::from(2 * digits[0] + digits[1]);
        let from = states().filter(|state| to.contains(&next[*state][letter]));
        Some(from.collect())
    };
    let begins = |states: &BTreeSet<usize>| states.contains(&0);
    Dfa::explore(vec![2; 2], ends, step, begins, limits).ok()
}

/// The automaton of place and number, for a list that ends, behind which the number is the last one
/// given.
fn listed(numbers: &[u64], behind: u64, limits: &Limits) -> Option<Dfa> {
    let theory = Theory::new(System::named("base 2")?, limits).ok()?;
    let is = |number: u64| var("v").equals(constant(number));
    let end = constant(numbers.len() as u64).at_most(var("i"));
    let each = (0u64..).zip(numbers);
    let all = each.fold(end.and(is(behind)), |all, (place, number)| {
        all.or(var("i").equals(constant(place)).and(is(*number)))
    });
    theory.automaton(&["i", "v"], &all).ok()
}

/// What the numbers from 1 above the least on are worth, if they are few and an automaton reads it.
pub(super) fn rows(of: &Elements<'_>, budget: &Budget, limits: &Limits) -> Option<Vec<Row>> {
    let most = of.most.filter(|most| *most <= NUMBERS)?;
    if of.length.is_some_and(|length| length > LONGEST) {
        return None;
    }
    let mut guess = Guess {
        of,
        budget,
        known: HashMap::new(),
        looked: 0,
    };
    let rows = (1..=most).map(|number| {
        let worths = guess.worths(number)?;
        let all = match of.length {
            Some(_) => listed(&worths, 0, limits)?,
            None => sequence(&worths, limits)?,
        };
        Some(Row { worths, all })
    });
    rows.collect()
}

/// "The number x at place i is worth v", as an automaton.
pub(super) fn relation(rows: &[Row], limits: &Limits) -> Option<Dfa> {
    let mut theory = Theory::new(System::named("base 2")?, limits).ok()?;
    let nothing = |name| var(name).equals(constant(0u8));
    let mut all = nothing("x")
        .and(nothing("v"))
        .and(var("i").at_most(var("i")));
    for (number, row) in (1u64..).zip(rows) {
        let name = format!("worth {number}");
        theory.define(name.clone(), &row.all).ok()?;
        let own = call(name, [var("i"), var("v")]);
        all = all.or(own.and(var("x").equals(constant(number))));
    }
    theory.automaton(&["i", "x", "v"], &all).ok()
}

/// The transitions of an automaton, whose first state is number 0, and the states that accept.
fn table(dfa: &Dfa) -> (Vec<Vec<u32>>, Vec<bool>) {
    let number = |state: u32| match state {
        one if one == dfa.start() => 0,
        0 => dfa.start(),
        one => one,
    };
    let states = || (0..dfa.states() as u32).map(number);
    let letters = 1 << dfa.digits().len();
    let row = |state| (0..letters).map(move |letter| number(dfa.next(state, letter)));
    (
        states().map(|state| row(state).collect()).collect(),
        states().map(|state| dfa.is_accepting(state)).collect(),
    )
}

/// The law with this automaton of place, number and worth.
pub(super) fn as_law(dfa: &Dfa) -> ManyHeaps {
    let (next, accepts) = table(dfa);
    ManyHeaps {
        next,
        accepts,
        sums: None,
    }
}

/// The law with the sums of what elements change before each place, where a move has such a change
/// happen to all of a stretch; `None` where these show no automaton.
pub(super) fn with_sums(
    law: ManyHeaps,
    change: &Affine,
    game: &Game,
    length: Option<usize>,
    limits: &Limits,
) -> Option<ManyHeaps> {
    let least = term(game).parts.get(1)?.least.clone();
    let all = |number: IBig| {
        let list = vec![&least + number; length.unwrap_or(PLACES)];
        law.each(game, &Position::list(list))
    };
    let (before, after) = (all(IBig::ZERO)?, all(change.of(&IBig::ZERO))?);
    let mut sums = vec![0];
    for (before, after) in before.iter().zip(&after) {
        let sum = sums.last()? ^ u64::try_from(before ^ after).ok()?;
        sums.push(sum);
    }
    let sums = match length {
        Some(_) => listed(&sums, *sums.last()?, limits)?,
        None => sequence(&sums, limits)?,
    };
    let (next, accepts) = table(&sums);
    Some(ManyHeaps {
        sums: Some(Sums { next, accepts }),
        ..law
    })
}

/// The nim-product of two numbers: the least that no (a ⊗ y) ⊕ (x ⊗ b) ⊕ (a ⊗ b) with a below x and
/// b below y is (Conway).
fn nim_product(x: u64, y: u64, known: &mut HashMap<(u64, u64), u64>) -> u64 {
    if let Some(known) = known.get(&(x, y)) {
        return *known;
    }
    let mut taken = BTreeSet::new();
    for a in 0..x {
        for b in 0..y {
            let mut of = |x, y| nim_product(x, y, known);
            taken.insert(of(a, y) ^ of(x, b) ^ of(a, b));
        }
    }
    let product = (0..).find(|one| !taken.contains(one)).unwrap_or(0);
    known.insert((x, y), product);
    product
}

/// Whether each number is the nim-product of its row and column, from 0, on a board of so many
/// columns.
fn by_products(worths: &[u64], columns: usize) -> bool {
    let mut known = HashMap::new();
    let fits = |(at, worth): (usize, &u64)| {
        *worth == nim_product((at / columns) as u64, (at % columns) as u64, &mut known)
    };
    columns > 1 && worths.iter().enumerate().all(fits)
}

/// In a line; `least` is the least number, and the list a board of so many columns, if it is one.
pub(super) fn told(rows: &[Row], least: &IBig, columns: Option<usize>) -> String {
    let each = (1u64..).zip(rows).map(|(number, row)| {
        let worth = match row.by_even_sums() {
            _ if row.by_powers() => "the largest power of two that divides its place".into(),
            _ if columns.is_some_and(|columns| by_products(&row.worths, columns)) => {
                "the nim-product of its row and column, counted from 0".into()
            }
            Some((slope, least)) => {
                let slope = match slope {
                    0 => String::new(),
                    slope => format!("{slope} for each place before it, and "),
                };
                let more = match least {
                    0 => "1 where".to_owned(),
                    least => format!("{least}, and 1 more where"),
                };
                format!("{slope}{more} the number of these has an even sum of binary digits")
            }
            None => {
                let first = row.worths.iter().take(FIRST);
                let first: Vec<String> = first.map(u64::to_string).collect();
                let first = first.join(", ");
                match row.worths.len() {
                    0..=FIRST => format!("{first}, place by place"),
                    _ => format!("what an automaton says of its place: {first}, ..."),
                }
            }
        };
        format!("{} is worth {worth}", least + IBig::from(number))
    });
    let each: Vec<String> = each.collect();
    format!("the nim-sum of the worths is 0; {}", each.join("; "))
}
