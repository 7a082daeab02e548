//! One list of elements, any number of them or as many as the rules fix, of which a move changes
//! few.
//!
//! Each element has a *worth* by its place and its number; an automaton reads the three side by
//! side.
//!
//! ```text
//!   each element has one worth
//!   every move changes the nim-sum of all worths
//!   for each element and each number t below its worth, whatever the others are,
//!       some move changes the nim-sum as if that worth became t; or there is one other element such that, whatever it is, one does
//!   with every move the element that changes at the highest (or at the lowest) place falls
//!   ─────────────────────────────────────────────────────────────────────────────────────
//!   lost are the lists whose worths have the nim-sum 0
//! ```
//!
//! Where a move changes all elements of a stretch alike, one more automaton has for each place the
//! nim-sum by which the worths before it change when all these elements do; so the ends of the
//! stretch say what the move changes:
//!
//! ```text
//!   the sum at place 0 is 0
//!   the sum at each place and the next one's differ by what the element here changes its worth by, whatever it is
//!   ─────────────────────────────────────────────────────────────────────────────────────
//!   a stretch changes the nim-sum by the nim-sum of the sums at its two ends
//! ```
//!
//! The first three are kernel conditions: where the nim-sum is s and not 0, some worth w has the
//! highest digit of s, so w ⊕ s is less than w (Bouton 1901; for worths that are Grundy values
//! Sprague 1935, Grundy 1939). Moves that raise worths need not be told apart: they change the
//! nim-sum, and that is all that is asked. Play ends as lists of one length fall in lexicographic
//! order.
//!
//! Misère play: let a list be *small* where all its worths are at most 1. Where, moreover, every
//! move changes one worth alone, also those of the third line, and where all worths are 0 and there
//! is a move there is one that makes a worth 1, lost are the small lists of nim-sum 1 and the
//! others of nim-sum 0. From a loss that is not small two worths are above 1, so every move leaves
//! one of them, and another nim-sum; from a small loss a move leaves nim-sum 0, or one worth above
//! 1 alone. A win that is not small has a move to nim-sum 0; where that leaves a small list, one
//! worth alone was above 1, and it can become 0 and 1, one of which leaves nim-sum 1. A small win
//! has nim-sum 0: without moves it is won; a worth of 1 can become 0; and where all are 0, one can
//! become 1. (For Nim: Bouton 1902; for sets of numbers to take: Ferguson 1974.)
//!
//! Where the rules fix how many elements there are, all this is asked of lists of that length
//! alone.
//!
//! The moves are read off the term, run on linear forms with a list of unknown length ([`local`]);
//! each line is a sentence of first-order arithmetic with automatic relations in base 2.

use dashu_int::{IBig, UBig};
use serde::{Deserialize, Serialize};
use whowins_analysis::paths::{Affine, Constraint, Form, Local, local};
use whowins_analysis::program::Notation;
use whowins_analysis::{Game, Position, Value};
use whowins_automata::{Dfa, NumerationSystem, System};
use whowins_core as core;

use super::Picks;
use super::stretch::Sums;
use super::worths::{Sentences, more, pairs, shifted};
use crate::automaton::limits;
use crate::firstorder::{Sentence, refused, term, wins_stuck};
use crate::{Budget, Checked, Claim, Rejection};

/// Outcomes of lists of any length by the worths of their elements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManyHeaps {
    /// `next[state][letter]`: reads, in binary digits and most significant first, an element's
    /// place from 0, its number counted from the least that it may be, and its worth; a letter is
    /// four times the first digit, twice the second, and the third. Reading begins in state 0.
    pub next: Vec<Vec<u32>>,
    /// For each state whether what was read is a place, a number and its worth.
    pub accepts: Vec<bool>,
    /// Where moves change all elements of a stretch alike: by how much the elements before a place
    /// change the nim-sum when all of them do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sums: Option<Sums>,
}

/// The part with the elements.
const LIST: usize = 1;
/// The most states.
const STATES: usize = 1 << 12;
/// A move looks at so many elements at most.
const TOUCHED: usize = 4;

/// A game of one list.
#[derive(Clone, Debug)]
pub struct List {
    /// How many elements it has, where the rules fix that.
    pub length: Option<usize>,
    /// By how much an element may be more than the least that it may be.
    pub most: Option<IBig>,
    /// Whether who cannot move wins.
    pub misere: bool,
    /// The moves of each player.
    pub moves: [Vec<Local>; 2],
}

impl List {
    /// Reads the moves off the game's term.
    ///
    /// # Errors
    ///
    /// Where the game is no list of any length whose moves are linear and touch few elements, or
    /// has ends.
    pub fn read(game: &Game, budget: &Budget) -> Result<Self, Rejection> {
        let foreign = || {
            Rejection::rules(
                "positions are not one list of any length in which play ends where a player cannot move",
            )
        };
        let term = term(game);
        let core::Game { parts, stuck, .. } = &*term;
        let [_, list] = &parts[..] else {
            return Err(foreign());
        };
        let misere = wins_stuck(stuck).ok_or_else(foreign)?;
        if !term.ends.is_empty() || term.blocks != 0 {
            return Err(foreign());
        }
        let length = length(game);
        let own = length.map(|own| Constraint::Zero(Form::unknown(0).and(-IBig::from(own))));
        let moves = |turn| {
            let mut all = local(&term, turn, &budget.work).map_err(refused)?;
            for one in &mut all {
                one.constraints.extend(own.clone());
            }
            Ok(all)
        };
        let moves = [moves(0)?, moves(1)?];
        if let Some(one) = moves
            .iter()
            .flatten()
            .find(|one| one.touched.len() > TOUCHED)
        {
            return Err(Rejection::rules(format!(
                "a move looks at {} elements of the list",
                one.touched.len()
            )));
        }
        Ok(Self {
            length,
            most: list.most.as_ref().map(|most| most - &list.least),
            misere,
            moves,
        })
    }

    /// What happens to each element of a stretch; `None` where no move goes over one.
    ///
    /// # Errors
    ///
    /// Where moves over stretches do not all change elements alike.
    pub fn over(&self) -> Result<Option<&Affine>, Rejection> {
        let moves = self.moves.iter().flatten();
        let mut all = moves.flat_map(|one| one.stretches.iter().map(|one| &one.change));
        let first = all.next();
        match all.all(|one| Some(one) == first) {
            true => Ok(first),
            false => Err(Rejection::rules(
                "moves over stretches of the list change the elements in several ways",
            )),
        }
    }

    /// That an unknown is the number of an element.
    pub(super) fn range(&self, unknown: &Form) -> Option<Constraint> {
        let most = Form::constant(self.most.clone()?);
        Some(Constraint::NotNegative(most.minus(unknown)))
    }
}

/// A move and an element that it touches.
///
/// It states a fact about any list of length n with the number x at place i: this move with that
/// element at place i changes the nim-sum as if the value of x became t.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move. Unknown 0 is n, the next ones are i, x, t, and j and y where it sees another
    /// element; its own unknowns come behind.
    pub path: Local,
    /// Whether it sees another element, the number y at place j.
    pub sees: bool,
    /// The automaton of all these unknowns, in order.
    pub set: Dfa,
}

/// How many elements the list has in every position that the game knows; `None` where there may be
/// any number.
fn length(game: &Game) -> Option<usize> {
    let program = game.program()?;
    match program.parts.iter().find(|one| one.part == LIST)?.notation {
        Notation::Numbers { length, .. } => length,
        _ => None,
    }
}

/// The automaton of so many numbers that a table is.
fn read(
    tracks: usize,
    next: &[Vec<u32>],
    accepts: &[bool],
    budget: &Budget,
) -> Result<Dfa, Rejection> {
    let (states, letters) = (next.len(), 1 << tracks);
    let whole = (1..=STATES).contains(&states)
        && accepts.len() == states
        && next.iter().all(|row| row.len() == letters);
    if !whole {
        return Err(Rejection::malformed(format!(
            "the automaton needs 1 to {STATES} states with {letters} transitions, and says of each whether it accepts"
        )));
    }
    Dfa::new(
        vec![2; tracks],
        next.concat(),
        accepts.to_vec(),
        0,
        &limits(budget),
    )
    .map_err(|error| Rejection::malformed(error.to_string()))
}

impl ManyHeaps {
    /// The automaton of places, numbers and worths.
    fn automaton(&self, budget: &Budget) -> Result<Dfa, Rejection> {
        read(3, &self.next, &self.accepts, budget)
    }

    /// What is to hold of the list's worths, with what moves over stretches change, which is
    /// checked.
    fn sentences<'a>(
        &self,
        list: &'a List,
        budget: &'a Budget,
    ) -> Result<Sentences<'a>, Rejection> {
        let mut sentences = Sentences::new(&self.automaton(budget)?, list, budget)?;
        match (list.over()?, &self.sums) {
            (None, None) => {}
            (None, Some(_)) => {
                return Err(Rejection::malformed(
                    "there are sums of changes, but no move goes over a stretch of the list",
                ));
            }
            (Some(_), None) => {
                return Err(Rejection::malformed(
                    "moves go over stretches of the list, and the sums of their changes are missing",
                ));
            }
            (Some(each), Some(sums)) => {
                let sums = read(2, &sums.next, &sums.accepts, budget)?;
                if let Some(place) = sentences.sums(&sums, each)? {
                    return Err(Rejection::false_claim(format!(
                        "at place {place} the sum of the changes before it is undefined, or has no successor"
                    )));
                }
            }
        }
        Ok(sentences)
    }

    /// What moves do to one element, as automata.
    ///
    /// # Errors
    ///
    /// Where the law is malformed; what passes the limits.
    pub fn choices(&self, list: &List, budget: &Budget) -> Result<Vec<Choice>, Rejection> {
        let mut sentences = self.sentences(list, budget)?;
        let mut all = Vec::new();
        let others = sentences.needs_others(&list.moves[0])?;
        for path in &list.moves[0] {
            let alone = (0..path.touched.len()).map(|at| (at, None));
            let beside = pairs(path).filter(|_| others);
            let beside = beside.map(|(at, seen)| (at, Some(seen)));
            for (at, seen) in alone.chain(beside) {
                if let Some(serves) = sentences.serves(path, at, seen)? {
                    let path = shifted(path, more(seen));
                    let set = sentences.set(serves, path.unknowns)?;
                    let sees = seen.is_some();
                    all.push(Choice { path, sees, set });
                }
            }
        }
        // Moves that look at no other element come first.
        all.sort_by_key(|choice| choice.sees);
        Ok(all)
    }

    /// Whether a list of this game has the nim-sum of its worths for its Grundy value: one element
    /// is changed at a time as far as worths go, in normal play.
    pub fn says_values(&self, game: &Game) -> bool {
        let term = term(game);
        Picks::of(&term) == Picks::Own && wins_stuck(&term.stuck) == Some(false)
    }

    /// The worth of each element of a position, counted by its place; `None` where the position is
    /// no list of the game.
    pub fn each(&self, game: &Game, position: &Position) -> Option<Vec<UBig>> {
        let least = term(game).parts.get(LIST)?.least.clone();
        let worth = self.automaton(&Budget::default()).ok()?;
        let numbers = position.elements().iter().enumerate();
        numbers
            .map(|(place, number)| {
                let number = UBig::try_from(number - &least).ok()?;
                let base = System::named("base 2")?;
                let [place, number] = [UBig::from(place), number].map(|one| base.represent(&one));
                let length = place.len().max(number.len()) + self.next.len().min(64);
                let digit = |of: &Vec<u8>, at: usize| {
                    (at + of.len()).checked_sub(length).map_or(0, |at| of[at])
                };
                let word = (0..length).map(|at| [digit(&place, at), digit(&number, at)]);
                let found = worth.completion(&word.collect::<Vec<_>>())?;
                let digits: Vec<u8> = found.iter().map(|tuple| tuple[0]).collect();
                Some(base.value(&digits))
            })
            .collect()
    }
}

impl ManyHeaps {
    /// The check where a move changes several elements at once, or the largest alone.
    fn picked(&self, picks: Picks, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let term = term(game);
        let plain = term.ends.is_empty() && term.blocks == 0 && term.parts.len() == 2;
        if !plain || wins_stuck(&term.stuck) != Some(false) {
            return Err(Rejection::rules(
                "such a list has a law of this kind under normal play without ends alone",
            ));
        }
        // Each number is to be worth itself.
        let list = List {
            length: None,
            most: None,
            misere: false,
            moves: [Vec::new(), Vec::new()],
        };
        let sentences = Sentences::new(&self.automaton(budget)?, &list, budget)?;
        let [place, number, worth] = [0, 1, 2].map(Form::unknown);
        let itself = |more: Form| {
            let mut other = Sentence::of(vec![Constraint::NotNegative(more)], 3);
            other.within("worth", vec![place.clone(), number.clone(), worth.clone()]);
            sentences.example(other, 2)
        };
        let more = itself(worth.minus(&number).and(-1))?;
        let less = itself(number.minus(&worth).and(-1))?;
        if sentences.worthless()?.or(more).or(less).is_some() {
            return Err(Rejection::false_claim(
                "in such a list each number is to be worth itself",
            ));
        }
        Ok(vec![match picks {
            Picks::Several(most) => format!(
                "A move lowers from one to {most} elements, each by any number, and nothing else: the term is this one (Moore 1910)."
            ),
            _ => "A move lowers one of the largest elements by any number, and nothing else: the term is this one (Albert and Nowakowski 2004).".into(),
        }])
    }
}

impl Claim for ManyHeaps {
    fn kind(&self) -> &'static str {
        "many-heaps"
    }

    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection> {
        let picks = Picks::of(&term(game));
        if picks != Picks::Own {
            return self.picked(picks, game, budget);
        }
        let list = List::read(game, budget)?;
        let fails = |what: String| Err(Rejection::false_claim(what));
        let mut sentences = self.sentences(&list, budget)?;
        if let Some(at) = sentences.worthless()? {
            return fails(format!(
                "the number {} at place {} has not one worth",
                at[1], at[0]
            ));
        }
        let [first, second] = &list.moves;
        let both = [&first[..], &second[..]];
        let players = &both[..if first == second { 1 } else { 2 }];
        // Whether it is the highest place, and whether it is the lowest, that shows that play ends.
        let mut ends = [true, true];
        let paths = players.iter().flat_map(|one| one.iter());
        for path in paths.clone() {
            if let Some(length) = sentences.keeps(path)? {
                return fails(format!(
                    "a move in a list of length {length} keeps the nim-sum of the worths"
                ));
            }
            for (ends, highest) in ends.iter_mut().zip([true, false]) {
                *ends = *ends && sentences.falls(path, highest)?;
            }
            if list.misere && sentences.twice(path)? {
                return fails("a move changes two worths at once, under misère play".into());
            }
        }
        if ends == [false; 2] {
            return fails(
                "nothing shows that play ends: a move lowers neither what changes at the highest place nor what does at the lowest".into(),
            );
        }
        for moves in players {
            if let Some(at) = sentences.missing(moves)? {
                return fails(format!(
                    "in a list of length {} the number {} at place {} cannot be brought to be worth {}",
                    at[0], at[2], at[1], at[3]
                ));
            }
            if list.misere && !sentences.rises(moves)? {
                return fails(
                    "under misère play, where all worths are 0 and there is a move, one must make a worth 1".into(),
                );
            }
        }
        let mut checked = vec![
            "Each element of the list has one worth by its place and its number.".to_string(),
            format!(
                "Every move changes the nim-sum of the worths: {} paths of the core term, in a list of {} length.",
                paths.count(),
                if list.length.is_some() { "its" } else { "any" }
            ),
            "Each element can be brought to each lesser worth, whatever the others are.".into(),
            format!(
                "Play ends: with every move the element that changes at the {} place falls.",
                if ends[0] { "highest" } else { "lowest" }
            ),
        ];
        if let Some(sums) = &self.sums {
            checked.push(format!(
                "An automaton of {} states gives the change by a move over a stretch from its two ends: shown by induction along the list.",
                sums.next.len()
            ));
        }
        if list.misere {
            checked.push(
                "Misère play: a move changes one worth alone, and where all are 0 one can become 1."
                    .into(),
            );
        }
        Ok(checked)
    }

    fn statement(&self, game: &Game) -> String {
        let term = term(game);
        let name = term.parts.get(LIST).map_or("", |part| part.name.as_str());
        match Picks::of(&term) {
            Picks::Own => {}
            Picks::Several(most) => {
                return format!(
                    "For any number of numbers {name}, the player to move loses if and only if for each binary digit the numbers that have it are a multiple of {}.",
                    most + 1
                );
            }
            Picks::Largest => {
                return format!(
                    "For any number of numbers {name}, the player to move loses if and only if the largest is 0 or stands there evenly often."
                );
            }
        }
        let except = match wins_stuck(&term.stuck) {
            Some(true) => "; where none of them is above 1, if and only if they give 1",
            _ => "",
        };
        let many = match length(game) {
            Some(length) => format!("For {length}"),
            None => "For any number of".into(),
        };
        format!(
            "{many} numbers {name}, the player to move loses if and only if the nim-sum of their values is 0{except}. An automaton of {} states gives the value of a number at its place.",
            self.next.len()
        )
    }

    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]> {
        if length(game).is_some_and(|length| length != position.elements().len()) {
            return None;
        }
        let worths = self.each(game, position)?;
        let term = term(game);
        if let Some(lost) = Picks::of(&term).lost(&worths) {
            return Some([if lost { Value::Loss } else { Value::Win }; 2]);
        }
        let misere = wins_stuck(&term.stuck)?;
        let sum = worths.iter().fold(UBig::ZERO, |sum, worth| sum ^ worth);
        let small = worths.iter().all(|worth| *worth <= UBig::ONE);
        let lost = match misere && small {
            true => UBig::ONE,
            false => UBig::ZERO,
        };
        Some([if sum == lost { Value::Loss } else { Value::Win }; 2])
    }

    // Every move changes the nim-sum, and each worth can become each lesser one, so that the list
    // is worth the nim-sum in every sum.
    fn grundy(&self, game: &Game, position: &Position) -> Option<UBig> {
        let own = length(game).is_none_or(|length| length == position.elements().len());
        let worths = (own && self.says_values(game)).then(|| self.each(game, position))??;
        Some(worths.iter().fold(UBig::ZERO, |sum, worth| sum ^ worth))
    }
}
