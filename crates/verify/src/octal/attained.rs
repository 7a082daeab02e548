//! Each smaller number is the value of an option.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use whowins_analysis::heaps::{Breaking, MOST_PARTS};
use whowins_automata::{Dfa, Error, Limits};

use super::graph::Graph;
use crate::rejection::{size, word};
use crate::{Budget, Rejection};

/// Options of one form: what is taken, and the heaps that stay, up to three of which may be of any
/// size.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witness {
    /// So many tokens are taken.
    pub take: u64,
    /// Or any larger number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub or_more: bool,
    /// Heaps that stay, of these sizes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixed: Vec<u64>,
    /// Whether two equal heaps stay, of any size.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pair: bool,
    /// Whether one more heap stays, of what is left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rest: bool,
    /// So many more heaps share what is left with it, of any sizes: two at most.
    #[serde(default, skip_serializing_if = "is_none")]
    pub shared: u8,
}

fn is_none(number: &u8) -> bool {
    *number == 0
}

/// More forms are not looked at.
const MOST: usize = 1 << 10;
/// Larger sizes are not looked at.
const LARGEST: u64 = 1 << 12;
/// Sets of states with more members together are not kept.
const MEMBERS: u64 = 1 << 23;
/// The most heaps of any sizes that share what is left.
const SHARERS: usize = 3;

/// Checks that each number below the value of a heap is the value of an option of one of these
/// forms.
///
/// The pairs of a heap and a smaller number are read by an automaton; so are those that each form
/// serves. What is left when these are taken out, one after the other, must be nothing.
pub(super) fn attained(
    graph: &Graph,
    breaking: &Breaking,
    witnesses: &[Witness],
    value: impl Fn(u64) -> Option<u64>,
    budget: &Budget,
) -> Result<(), Rejection> {
    if witnesses.len() > MOST {
        return Err(Rejection::malformed(format!(
            "there are more than {MOST} forms of options"
        )));
    }
    let limits = Limits {
        max_states: 1 << 18,
        max_transitions: 1 << 20,
        ..Limits::default()
    }
    .within(&budget.work);
    let mut open = smaller(graph, &limits, budget)?;
    for witness in witnesses {
        witness.is_legal(breaking)?;
        open = witness.not_served(&open, graph, &value, &limits, budget)?;
    }
    match open.shortest_word() {
        None => Ok(()),
        Some(word) => {
            let number = |track: usize| {
                let digits = word.iter().map(|letter| u64::from(letter[track]));
                digits.fold(0_u64, |all, digit| {
                    all.saturating_mul(2).saturating_add(digit)
                })
            };
            Err(Rejection::false_claim(format!(
                "a heap of {} is not shown to have an option of value {}",
                number(0),
                number(1)
            )))
        }
    }
}

fn too_large(error: Error) -> Rejection {
    Rejection::budget(format!("the values' automata: {error}"))
}

/// The pairs of a heap and a number of `open`, or all, that some run of `step` accepts, or that
/// none does, as `wanted` says. The runs may guess; what they guess may have more digits than the
/// pair.
///
/// What the runs can do is looked at only as far as `open` goes: where few pairs are open, few sets
/// of states come about.
fn guessed<S: Copy + Ord + std::hash::Hash>(
    open: Option<&Dfa>,
    start: S,
    step: impl Fn(&S, u8, u8, &mut Vec<S>),
    accepts: impl Fn(&S) -> bool,
    wanted: bool,
    (limits, budget): (&Limits, &Budget),
) -> Result<Dfa, Rejection> {
    let mut closed = BTreeSet::from([start]);
    let mut queue = vec![start];
    let mut found = Vec::new();
    while let Some(state) = queue.pop() {
        budget.spend(1)?;
        step(&state, 0, 0, &mut found);
        for next in found.drain(..) {
            if closed.insert(next) {
                queue.push(next);
            }
        }
    }
    let closed: Vec<S> = closed.into_iter().collect();
    let is_open = |at: u32| open.is_none_or(|open| open.is_accepting(at));
    // A minimal automaton has at most one state from which nothing is accepted.
    let is_dead = |at: u32| {
        open.is_some_and(|open| {
            !open.is_accepting(at) && (0..4).all(|letter| open.next(at, letter) == at)
        })
    };
    // Set where the budget runs out: there is no way to break off in between.
    let spent = std::cell::RefCell::new(None);
    let members = Budget::of(MEMBERS);
    let dfa = Dfa::explore(
        vec![2, 2],
        (open.map_or(0, Dfa::start), closed),
        |(at, states): &(u32, Vec<S>), letter| {
            if let Err(rejection) = budget.spend(states.len() as u64 + 1) {
                spent.borrow_mut().get_or_insert(rejection);
                return None;
            }
            let at = open.map_or(0, |open| {
                open.next(*at, usize::from(2 * letter[0] + letter[1]))
            });
            if is_dead(at) {
                return None;
            }
            let mut next = Vec::new();
            for state in states {
                step(state, letter[0], letter[1], &mut next);
            }
            next.sort_unstable();
            next.dedup();
            if members.spend(next.len() as u64).is_err() {
                spent.borrow_mut().get_or_insert(Rejection::budget(format!(
                    "the automaton of a form of options keeps more than {MEMBERS} states side by side"
                )));
                return None;
            }
            (!wanted || !next.is_empty()).then_some((at, next))
        },
        |(at, states)| is_open(*at) && states.iter().any(&accepts) == wanted,
        limits,
    )
    .map_err(too_large)?;
    match spent.into_inner() {
        Some(rejection) => Err(rejection),
        None => dfa.minimised(limits).map_err(too_large),
    }
}

/// Heaps with the numbers below their values.
fn smaller(graph: &Graph, limits: &Limits, budget: &Budget) -> Result<Dfa, Rejection> {
    // The state of the heap and its value, and whether the number is smaller by the digits read so
    // far.
    guessed(
        None,
        (0, false),
        |(state, smaller), n, h, next| {
            for (g, to) in graph.steps(*state, n) {
                if *smaller || h <= g {
                    next.push((to, *smaller || h < g));
                }
            }
        },
        |(state, smaller)| *smaller && graph.accepts[*state as usize],
        true,
        (limits, budget),
    )
}

/// The heaps that share what is left, with their values: their states, in order; what the heap is
/// more than they; the nim-sum of the number and their values. Those that do not stay are empty.
type Rest = ([u32; SHARERS], u32, u64);

impl Witness {
    /// How many heaps share what is left.
    fn sharers(&self) -> usize {
        usize::from(self.rest) + usize::from(self.shared)
    }

    /// Checks that the rules have all the options of this form.
    fn is_legal(&self, breaking: &Breaking) -> Result<(), Rejection> {
        let count = self.fixed.len() + 2 * usize::from(self.pair) + self.sharers();
        let sizes = self.fixed.iter().chain([&self.take]);
        if count > MOST_PARTS
            || self.sharers() > SHARERS
            || self.shared > 0 && !self.rest
            || self.fixed.contains(&0)
            || sizes.clone().any(|size| *size > LARGEST)
        {
            return Err(Rejection::malformed(format!(
                "a form of options leaves empty heaps, more than {MOST_PARTS} heaps, or more than {SHARERS} of what is left, or has sizes beyond {LARGEST}"
            )));
        }
        let code = breaking.any();
        let last = match self.or_more {
            true => self.take.max(code.digits.len() as u64),
            false => self.take,
        };
        match (self.take..=last).find(|take| code.at(*take) >> count & 1 == 0) {
            None => Ok(()),
            Some(take) => Err(Rejection::false_claim(format!(
                "the rules do not let a player take {take} and leave {count} heaps"
            ))),
        }
    }

    /// The pairs of `open` of a heap and a number that is not the value of any of its options of
    /// this form.
    fn not_served(
        &self,
        open: &Dfa,
        graph: &Graph,
        value: &impl Fn(u64) -> Option<u64>,
        limits: &Limits,
        budget: &Budget,
    ) -> Result<Dfa, Rejection> {
        let mut beside = 0;
        for heap in &self.fixed {
            beside ^= value(*heap)
                .ok_or_else(|| Rejection::malformed("the law has no value for a small heap"))?;
        }
        // So much is taken or stays elsewhere: exactly, or at least; a pair adds an even number.
        // Sizes are bounded, so it fits.
        let fixed = size(self.fixed.iter().sum::<u64>() + self.take)?;
        let fixed = word(fixed);
        let least = fixed + 2 * u32::from(self.pair);
        let exact = !self.pair && !self.or_more;
        // From here on the digits to come only add to it, and only the remainder by 2 counts.
        let full = least + word(SHARERS);
        let sharers = self.sharers();
        let step = |(states, more, sum): &Rest, n: u8, h: u8, next: &mut Vec<Rest>| {
            let read = (*states, 2 * more + u32::from(n), 2 * sum + u64::from(h));
            share(graph, read, sharers, &mut |(mut states, more, sum)| {
                // What the digits of the nim-sum read so far must be.
                let begins = (0..u64::BITS).any(|digits| beside >> digits == sum);
                if !begins || exact && more > full {
                    return;
                }
                let more = match more > full {
                    true => full + (more - full) % 2,
                    false => more,
                };
                states[..sharers].sort_unstable();
                next.push((states, more, sum));
            });
        };
        let accepts = |(states, more, sum): &Rest| {
            let stays = |state: &u32| {
                let state = *state as usize;
                graph.accepts[state] && !graph.empty[state]
            };
            *sum == beside
                && states[..sharers].iter().all(stays)
                && match (exact, self.or_more) {
                    (true, _) => *more == least,
                    (false, true) => *more >= least,
                    (false, false) => *more >= least && (more - least).is_multiple_of(2),
                }
        };
        let start = ([0; SHARERS], 0, 0);
        guessed(Some(open), start, step, accepts, false, (limits, budget))
    }
}

/// Takes a step in each of the first `left` heaps: their digits are taken off, and those of their
/// values added without carry.
fn share(graph: &Graph, (states, more, sum): Rest, left: usize, emit: &mut impl FnMut(Rest)) {
    let Some(at) = left.checked_sub(1) else {
        return emit((states, more, sum));
    };
    for n in 0..2 {
        let Some(more) = more.checked_sub(u32::from(n)) else {
            continue;
        };
        for (g, to) in graph.steps(states[at], n) {
            let mut states = states;
            states[at] = to;
            share(graph, (states, more, sum ^ u64::from(g)), at, emit);
        }
    }
}
