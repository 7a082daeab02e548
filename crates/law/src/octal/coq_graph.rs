//! Instances of `proofs/AutomaticGraph.v`: values that an automaton reads.
//!
//! Beside the law the file holds help, which Coq judges: for each form of options an automaton of
//! the heaps with numbers that neither this form nor one before serves. They are worked out here
//! apart from the verifier.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::hash::Hash;

use whowins_analysis::Game;
use whowins_automata::{Dfa, Limits};
use whowins_verify::octal::{AutomaticGraph, Witness};

use super::coq::{Theory, conclusion, list, preamble_from};

/// The number of guesses that Coq follows of the heaps that stay, in all forms together.
const GUESSES: u64 = 1 << 20;
/// Automata of more states are not looked at.
const STATES: usize = 1 << 14;

const GRAPH: Theory = Theory {
    files: "Game Octal Breaking HeapDigits AutomaticGraph",
    rules: "digits beyond",
    equation: "amexeq",
    carried: "arithmetic_term digits beyond _ the_term",
};

/// The body of the module for a law of this kind.
pub(crate) fn automatic_graph(game: &Game, law: &AutomaticGraph) -> Result<String, String> {
    let Some(breaking) = game.heaps() else {
        return Err("the positions aren't heaps that are taken from or split".into());
    };
    let states = law.next.len();
    let mut steps = law.next.iter().flatten().flatten();
    if states == 0 || law.accepts.len() != states || steps.any(|to| *to as usize >= states) {
        return Err("the automaton has steps to states that do not exist".into());
    }
    let reader = Reader::of(law);
    let mut open = reader.smaller()?;
    let first = written(&open);
    let mut guesses = 0;
    let mut forms = Vec::new();
    for witness in &law.witnesses {
        let form = Form::of(witness, law)?;
        open = reader.not_served(&open, &form, &mut guesses)?;
        forms.push(format!("({}, {})", form.write(), written(&open)));
    }
    let rows = reader.next.iter().map(|row| {
        let row = row.map(|to| to.map_or(0, |to| u64::from(to) + 1));
        list(&row)
    });
    let accepts: Vec<String> = law.accepts.iter().map(bool::to_string).collect();
    let mut text = preamble_from(breaking, &GRAPH);
    let _ = write!(
        text,
        "(* By state and by digits 2 (that of the heap) + (that of the value), the most significant first: one more than the next state, 0 for none; \
         which states accept. *)\n\
         Definition values : graph := Graph\n  [{}]\n  [{}].\n\
         Definition grundy : N -> N := grundy_of values {lead}.\n\
         (* Heaps with numbers below their values. Then forms of options: what is taken, and whether more may be; fixed heaps; whether two equal heaps stay; \
         how many more share what is left; with the pairs that no form serves so far. *)\n\
         Definition smaller : open := {first}.\n\
         Definition forms : list (form * open) :=\n  [{}].\n\
         Theorem certificate : gcheck digits beyond values {lead} smaller forms = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n\
         {}",
        rows.collect::<Vec<_>>().join("; "),
        accepts.join("; "),
        forms.join(";\n   "),
        conclusion(&GRAPH, "graph_law _ _ _ _ _ _ certificate"),
        lead = reader.lead(),
    );
    Ok(text)
}

/// An automaton as the theory has it: from state 1 on, 0 where nothing is accepted any more.
fn written(dfa: &Dfa) -> String {
    let is_dead =
        |at: u32| !dfa.is_accepting(at) && (0..4).all(|letter| dfa.next(at, letter) == at);
    let mut order = vec![dfa.start()];
    let mut rows = vec!["[]".to_string()];
    let mut ends = vec![false];
    while let Some(at) = order.get(rows.len() - 1).copied() {
        let row = [0, 1, 2, 3].map(|letter| {
            let to = dfa.next(at, letter);
            if is_dead(to) {
                return 0;
            }
            let known = order.iter().position(|state| *state == to);
            let place = known.unwrap_or_else(|| {
                order.push(to);
                order.len() - 1
            });
            place as u64 + 1
        });
        rows.push(list(&row));
        ends.push(dfa.is_accepting(at));
    }
    let ends: Vec<String> = ends.iter().map(bool::to_string).collect();
    format!("Open [{}] [{}]", rows.join("; "), ends.join("; "))
}

/// Options of one form, as the theory has them.
struct Form<'a> {
    witness: &'a Witness,
    /// The nim-sum of the fixed heaps' values.
    others: u64,
    /// The number of heaps that share the rest.
    sharers: usize,
    /// What is taken and stays elsewhere, at least.
    least: i64,
}

impl<'a> Form<'a> {
    fn of(witness: &'a Witness, law: &AutomaticGraph) -> Result<Self, String> {
        let mut others = 0;
        for heap in &witness.fixed {
            let value = law.grundy_value(&(*heap).into());
            let value = value.and_then(|value| u64::try_from(&value).ok());
            others ^= value.ok_or("the law has no value for a small heap")?;
        }
        let fixed = witness.take + witness.fixed.iter().sum::<u64>() + 2 * u64::from(witness.pair);
        Ok(Self {
            witness,
            others,
            sharers: usize::from(witness.rest) + usize::from(witness.shared),
            least: i64::try_from(fixed).map_err(|_| "a form of options has huge heaps")?,
        })
    }

    fn write(&self) -> String {
        let Witness {
            take,
            or_more,
            fixed,
            pair,
            ..
        } = self.witness;
        format!(
            "Form {take} {or_more} {} {pair} {}",
            list(fixed),
            self.sharers
        )
    }

    fn is_exact(&self) -> bool {
        !self.witness.pair && !self.witness.or_more
    }

    /// What counts of how much more the heap is than the heaps that share; `None` where it can be
    /// no option any more.
    fn capped(&self, more: i64) -> Option<i64> {
        let full = self.least + self.sharers as i64;

        match more > full {
            _ if more < 0 => None,
            false => Some(more),
            true if self.is_exact() => None,
            true => Some(full + (more - full) % 2),
        }
    }

    fn fits(&self, more: i64) -> bool {
        match self.is_exact() {
            true => more == self.least,
            false => more >= self.least && (self.witness.or_more || (more - self.least) % 2 == 0),
        }
    }
}

/// The states of the heaps that share what is left, in order; how much more the heap is than they;
/// the nim-sum of the number and their values.
type Guess = (Vec<u32>, i64, u64);

/// The law's automaton without steps from which nothing is accepted. A state is twice its number,
/// and 1 more where the heap is more than 0.
struct Reader<'a> {
    law: &'a AutomaticGraph,
    next: Vec<[Option<u32>; 4]>,
}

impl<'a> Reader<'a> {
    fn of(law: &'a AutomaticGraph) -> Self {
        let mut live = law.accepts.clone();
        let mut next = law.next.clone();
        loop {
            let before = live.clone();
            for (state, row) in next.iter().enumerate() {
                live[state] |= row.iter().flatten().any(|to| before[*to as usize]);
            }
            if live == before {
                break;
            }
        }
        for to in next.iter_mut().flatten() {
            *to = to.filter(|to| live[*to as usize]);
        }
        Self { law, next }
    }

    fn step(&self, state: u32, n: u8, v: u8) -> Option<u32> {
        let to = self.next[state as usize / 2][usize::from(2 * n + v)]?;
        Some(2 * to + ((state % 2) | u32::from(n)))
    }

    fn accepts(&self, state: u32) -> bool {
        self.law.accepts[state as usize / 2]
    }

    /// The number of zeros before a heap that reach every state that zeros reach.
    fn lead(&self) -> usize {
        let mut reached = BTreeSet::from([0]);
        for lead in 0.. {
            let more = reached
                .iter()
                .flat_map(|state| [self.step(*state, 0, 0), self.step(*state, 0, 1)]);
            let more: BTreeSet<u32> = more.flatten().chain(reached.iter().copied()).collect();
            if more.len() == reached.len() {
                return lead;
            }
            reached = more;
        }
        0
    }

    /// Heaps with the numbers below their values.
    fn smaller(&self) -> Result<Dfa, String> {
        let step = |(state, smaller): &(u32, bool), n: u8, h: u8| {
            let values = [0, 1].into_iter().filter(|v| *smaller || h <= *v);
            let to = values.filter_map(|v| Some((self.step(*state, n, v)?, *smaller || h < v)));
            to.collect()
        };
        let accepts = |(state, smaller): &(u32, bool)| *smaller && self.accepts(*state);
        guessed(None, (0, false), step, accepts, &mut 0)
    }

    /// The pairs of `open` that no option of this form serves.
    fn not_served(&self, open: &Dfa, form: &Form<'_>, guesses: &mut u64) -> Result<Dfa, String> {
        let step = |(states, more, sum): &Guess, n: u8, h: u8| {
            let mut all = vec![(Vec::new(), 2 * more + i64::from(n), 2 * sum + u64::from(h))];
            for state in states {
                let longer = all.iter().flat_map(|(done, more, sum)| {
                    let digits = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter();
                    digits.filter_map(move |(n, v)| {
                        let mut done: Vec<u32> = done.clone();
                        done.push(self.step(*state, n, v)?);
                        Some((done, more - i64::from(n), sum ^ u64::from(v)))
                    })
                });
                all = longer.collect();
            }
            let kept = all.into_iter().filter_map(|(mut states, more, sum)| {
                let more = form.capped(more)?;
                states.sort_unstable();
                let begins = (0..u64::BITS).any(|digits| form.others >> digits == sum);
                begins.then_some((states, more, sum))
            });
            kept.collect()
        };
        let accepts = |(states, more, sum): &Guess| {
            let stays = |state: &u32| self.accepts(*state) && state % 2 == 1;
            *sum == form.others && states.iter().all(stays) && form.fits(*more)
        };
        let start = (vec![0; form.sharers], 0, 0);
        guessed(Some(open), start, step, accepts, guesses)
    }
}

/// The pairs of a heap and a number that some run of `step` accepts; of those of `open`, where
/// there is one, those that none does. The guesses are counted.
fn guessed<S: Ord + Clone + Hash>(
    open: Option<&Dfa>,
    start: S,
    step: impl Fn(&S, u8, u8) -> Vec<S>,
    accepts: impl Fn(&S) -> bool,
    guesses: &mut u64,
) -> Result<Dfa, String> {
    let limits = Limits {
        max_states: STATES,
        ..Limits::default()
    };
    let mut closed = BTreeSet::from([start.clone()]);
    let mut queue = vec![start];
    while let Some(state) = queue.pop() {
        for next in step(&state, 0, 0) {
            if closed.insert(next.clone()) {
                queue.push(next);
            }
        }
    }
    let closed: Vec<S> = closed.into_iter().collect();
    let too_many =
        || format!("Coq would follow more than {GUESSES} guesses of the heaps that stay");
    let dfa = Dfa::explore(
        vec![2, 2],
        (open.map_or(0, Dfa::start), closed),
        |(at, states): &(u32, Vec<S>), letter| {
            *guesses += states.len() as u64;
            if *guesses > GUESSES {
                return None;
            }
            let at = open.map_or(0, |open| {
                open.next(*at, usize::from(2 * letter[0] + letter[1]))
            });
            if open.is_some_and(|open| {
                !open.is_accepting(at) && (0..4).all(|letter| open.next(at, letter) == at)
            }) {
                return None;
            }
            let next = states
                .iter()
                .flat_map(|state| step(state, letter[0], letter[1]));
            let next: BTreeSet<S> = next.collect();
            (open.is_some() || !next.is_empty()).then(|| (at, next.into_iter().collect()))
        },
        |(at, states)| {
            let served = states.iter().any(&accepts);
            open.map_or(served, |open| open.is_accepting(*at) && !served)
        },
        &limits,
    )
    .map_err(|error| format!("the values' automata: {error}"))?;
    if *guesses > GUESSES {
        return Err(too_many());
    }
    dfa.minimised(&limits)
        .map_err(|error| format!("the values' automata: {error}"))
}
