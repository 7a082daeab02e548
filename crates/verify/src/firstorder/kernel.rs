//! Whether a labelling says of each position what its ends and its options say.

use std::collections::BTreeMap;

use dashu_int::UBig;
use rustc_hash::FxHashMap as HashMap;
use whowins_analysis::paths::{
    Case, Constraint, Digits, Form, Layout, Path, Paths, Refusal, decided,
};
use whowins_automata::{Dfa, Limits, NumerationSystem, System, Theory};

use super::falls::{Weights, fall};
use super::formula::{Sentence, define_digits, names, step};
use crate::automaton::failed;
use crate::rejection::size;
use crate::{Budget, Rejection};

/// What one construction takes from the budget before it begins: enough for a look at the clock.
const CONSTRUCTION: u64 = 1 << 16;

/// The most options that may be blocked.
const BLOCKED: u32 = 8;
/// The most paths of all memories together.
const PATHS: usize = 1 << 16;

/// An automaton of who wins: it starts in state 0 and reads the digits of all tracks, most
/// significant first.
pub struct Labels {
    /// `next[state][letter]`.
    pub next: Vec<Vec<u32>>,
    /// For each state and memory the sign of what player 0 gets; no memory where the word read is
    /// no position.
    pub says: Vec<Vec<i8>>,
}

/// Where a labelling fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// These tracks are a position without a label, or the other way round.
    Label(Vec<UBig>),
    /// The player to move is said to get less than an end or an option gives.
    Less(usize, Vec<UBig>),
    /// The player to move is said to get more than any end or option gives.
    More(usize, Vec<UBig>),
}

/// What becomes of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fall {
    /// It is less after the move.
    Falls,
    /// It is no more.
    Keeps,
    /// It may be more, or nothing shows that it is not.
    Rises,
}

/// What a path says of the tracks.
type What = (Vec<Constraint>, Vec<Digits>, Vec<Form>);

/// What the paths of one memory come to.
struct Memory {
    /// The positions where the game is over, by what that pays: less than 0, 0, more.
    ends: [Dfa; 3],
    /// What is paid where there is no move.
    stuck: [Dfa; 3],
    /// For each tier the paths, by their number, with the memory after them.
    tiers: Vec<Vec<(usize, usize)>>,
}

/// The moves of a term over one layout as automata of a numeration system.
pub struct Kernel<'a> {
    theory: Theory<System>,
    layout: &'a Layout,
    domain: Dfa,
    /// Different paths, each once; the memory after is that of the first that was met.
    paths: Vec<Path>,
    memories: Vec<Memory>,
    /// How many options the opponent may block before each move.
    blocks: usize,
    budget: &'a Budget,
}

/// A term that has no paths.
pub(crate) fn refused(refusal: Refusal) -> Rejection {
    match refusal {
        Refusal::Foreign(why) => {
            Rejection::rules(format!("{why}; this kind of law has none of that"))
        }
        Refusal::Over(_) => Rejection::budget("the time ran out before the moves were read"),
    }
}

impl<'a> Kernel<'a> {
    /// The moves and the ends of the term as formulas in the tracks of the layout.
    ///
    /// # Errors
    ///
    /// What is not linear; what passes the limits.
    pub fn new(
        system: System,
        paths: &Paths<'_>,
        layout: &'a Layout,
        limits: &Limits,
        budget: &'a Budget,
    ) -> Result<Self, Rejection> {
        budget.spend(CONSTRUCTION)?;
        let mut theory = Theory::new(system, limits).map_err(failed)?;
        define_digits(&mut theory).map_err(failed)?;
        let all = theory.valid(layout.tracks()).map_err(failed)?;
        let blocks = paths.blocks();
        if blocks > BLOCKED {
            return Err(Rejection::rules(format!(
                "{blocks} options can be blocked; this kind of law counts up to {BLOCKED}"
            )));
        }
        let mut kernel = Self {
            theory,
            layout,
            domain: all,
            paths: Vec::new(),
            memories: Vec::new(),
            blocks: size(blocks)?,
            budget,
        };
        let bounds = Sentence::of(layout.domain(), layout.tracks());
        kernel.domain = kernel.set(bounds)?;
        let mut numbers: HashMap<What, usize> = HashMap::default();
        let mut count = 0;
        for memory in 0..layout.memories() {
            budget.spend(CONSTRUCTION)?;
            let mut tiers = Vec::new();
            for tier in paths.tiers(memory).map_err(refused)? {
                let mut own = Vec::new();
                count += tier.len();
                if count > PATHS {
                    return Err(Rejection::budget(format!(
                        "the moves have more than {PATHS} paths"
                    )));
                }
                for path in tier {
                    let to = path.memory;
                    if !path.digits.is_empty() && kernel.theory.system().name() != "base 2" {
                        return Err(Rejection::rules(
                            "a move asks for binary digits, which are read in base 2 alone",
                        ));
                    }
                    let key = (
                        path.constraints.clone(),
                        path.digits.clone(),
                        path.to.clone(),
                    );
                    let number = *numbers.entry(key).or_insert_with(|| {
                        kernel.paths.push(path);
                        kernel.paths.len() - 1
                    });
                    own.push((number, to));
                }
                tiers.push(own);
            }
            if blocks > 0 && tiers.len() > 1 {
                return Err(Rejection::rules(
                    "options are blocked where some moves count only if there are no others; this kind of law has none of that",
                ));
            }
            let ends = kernel.paid(&paths.ends(memory).map_err(refused)?)?;
            let stuck = kernel.paid(&paths.stuck(memory).map_err(refused)?)?;
            kernel.memories.push(Memory { ends, stuck, tiers });
        }
        Ok(kernel)
    }

    /// The positions.
    pub fn layout(&self) -> &Layout {
        self.layout
    }

    /// The numeration system with its proved addition.
    pub fn theory(&self) -> &Theory<System> {
        &self.theory
    }

    /// Each memory's paths, with the memory that they lead to.
    pub fn paths(&self) -> Vec<(usize, Path)> {
        let of = |(from, memory): (usize, &Memory)| {
            let all = memory.tiers.iter().flatten();
            let path = |(number, to): &(usize, usize)| Path {
                memory: *to,
                ..self.paths[*number].clone()
            };
            all.map(|one| (from, path(one))).collect::<Vec<_>>()
        };
        self.memories.iter().enumerate().flat_map(of).collect()
    }

    /// The positions that a sentence holds of.
    fn set(&self, sentence: Sentence) -> Result<Dfa, Rejection> {
        self.budget.spend(CONSTRUCTION)?;
        let names = names(self.layout.tracks());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let formula = sentence.formula(self.layout.tracks())?;
        self.theory.automaton(&names, &formula).map_err(failed)
    }

    fn op(&self, a: &Dfa, b: &Dfa, op: impl Fn(bool, bool) -> bool) -> Result<Dfa, Rejection> {
        self.budget.spend(CONSTRUCTION)?;
        a.product(b, op, self.theory.limits()).map_err(failed)
    }

    fn none(&self) -> Result<Dfa, Rejection> {
        self.op(&self.domain, &self.domain, |_, _| false)
    }

    /// The positions of some cases by the sign of what is paid.
    fn paid(&self, cases: &[Case]) -> Result<[Dfa; 3], Rejection> {
        let of = |sign: i8| {
            let mut all = self.none()?;
            for case in cases {
                let one = self.set(Sentence::pays(case, sign))?;
                all = self.op(&all, &one, |a, b| a || b)?;
            }
            Ok(all)
        };
        Ok([of(-1)?, of(0)?, of(1)?])
    }

    /// The tracks of a shortest word of the automaton.
    fn example(&self, dfa: &Dfa) -> Option<Vec<UBig>> {
        let word = dfa.shortest_word()?;
        let track = |at: usize| {
            let digits: Vec<u8> = word.iter().map(|tuple| tuple[at]).collect();
            self.theory.system().value(&digits)
        };
        Some((0..self.layout.tracks()).map(track).collect())
    }

    /// Whether the form is not negative wherever the constraints hold.
    ///
    /// # Errors
    ///
    /// What passes the limits.
    pub fn follows(
        &self,
        constraints: &[Constraint],
        unknowns: usize,
        form: &Form,
    ) -> Result<bool, Rejection> {
        if let Some(holds) = decided(constraints, form) {
            return Ok(holds);
        }
        self.budget.spend(CONSTRUCTION)?;
        let mut all = constraints.to_vec();
        all.push(Constraint::NotNegative(Form::constant(-1).minus(form)));
        let formula = Sentence::of(all, unknowns).formula(0)?;
        let relation = self.theory.relation(&formula).map_err(failed)?;
        Ok(relation.dfa.is_empty())
    }

    /// Whether a weighed sum falls, or at least never rises, with a path taken with this memory.
    ///
    /// # Errors
    ///
    /// What passes the limits.
    pub fn fall(&self, from: usize, path: &Path, weights: &Weights) -> Result<Fall, Rejection> {
        let fall = fall(self.layout, from, path, weights);
        let follows = |form: &Form| self.follows(&path.constraints, path.unknowns, form);
        Ok(match () {
            () if !follows(&fall)? => Fall::Rises,
            () if follows(&fall.and(-1))? => Fall::Falls,
            () => Fall::Keeps,
        })
    }

    /// A track that a move may bring below what it is counted from, out of the layout.
    ///
    /// # Errors
    ///
    /// What passes the limits.
    pub fn leaves(&self) -> Result<Option<usize>, Rejection> {
        for (track, above) in self.layout.above().iter().enumerate() {
            if above.is_none() {
                continue;
            }
            for path in &self.paths {
                if !self.follows(&path.constraints, path.unknowns, &path.to[track])? {
                    return Ok(Some(track));
                }
            }
        }
        Ok(None)
    }

    /// The automaton of the states that `pick` picks.
    fn picked(&self, labels: &Labels, pick: impl Fn(&[i8]) -> bool) -> Result<Dfa, Rejection> {
        let digits = vec![self.theory.system().digits(); self.layout.tracks()];
        let table = labels.next.concat();
        let accepting = labels.says.iter().map(|says| pick(says)).collect();
        Dfa::new(digits, table, accepting, 0, self.theory.limits()).map_err(failed)
    }

    /// Where the labels are not those of the outcomes: a position that has no label, or a label
    /// that its ends and options do not bear out. `None`: each label is what the ends and options
    /// say, so that the labels are the outcomes if play ends.
    ///
    /// # Errors
    ///
    /// What passes the limits.
    pub fn violation(&mut self, labels: &Labels) -> Result<Option<Violation>, Rejection> {
        let labelled = self.picked(labels, |says| !says.is_empty())?;
        let wrong = self.op(&self.domain, &labelled, |a, b| a != b)?;
        if let Some(at) = self.example(&wrong) {
            return Ok(Some(Violation::Label(at)));
        }
        let draws = labels.says.iter().flatten().any(|sign| *sign == 0)
            || self
                .memories
                .iter()
                .any(|one| !one.ends[1].is_empty() || !one.stuck[1].is_empty());
        let thresholds: &[i8] = if draws { &[1, 0] } else { &[1] };
        for threshold in thresholds {
            let violation = self.violated(labels, *threshold)?;
            if violation.is_some() {
                return Ok(violation);
            }
        }
        Ok(None)
    }

    /// The same for the question whether player 0 gets as much as the threshold.
    fn violated(&mut self, labels: &Labels, threshold: i8) -> Result<Option<Violation>, Rejection> {
        // For each memory where player 0 gets it, and where player 1 prevents it; equal sets have
        // one name.
        let mut sets: Vec<Dfa> = Vec::new();
        let mut known: HashMap<Dfa, usize> = HashMap::default();
        let mut wants: Vec<[usize; 2]> = Vec::new();
        for memory in 0..self.memories.len() {
            let gets = self.picked(labels, |says| {
                says.get(memory).is_some_and(|sign| *sign >= threshold)
            })?;
            let gets = self.theory.admit("the automaton", &gets).map_err(failed)?;
            let prevents = self.op(&self.domain, &gets, |all, gets| all && !gets)?;
            let mut number = |set: Dfa| -> Result<usize, Rejection> {
                if let Some(number) = known.get(&set) {
                    return Ok(*number);
                }
                let number = sets.len();
                self.theory
                    .define(format!("set{number}"), &set)
                    .map_err(failed)?;
                known.insert(set.clone(), number);
                sets.push(set);
                Ok(number)
            };
            wants.push([number(gets)?, number(prevents)?]);
        }
        let mut cache = Cache::default();
        for memory in 0..self.memories.len() {
            let violation = self.of_memory(memory, threshold, &sets, &wants, &mut cache)?;
            if violation.is_some() {
                return Ok(violation);
            }
        }
        Ok(None)
    }

    /// The positions from which the path leads into the set of this number; or anywhere.
    fn sources(
        &self,
        path: usize,
        set: Option<usize>,
        cache: &mut Cache,
    ) -> Result<Dfa, Rejection> {
        if let Some(dfa) = cache.sources.get(&(path, set)) {
            return Ok(dfa.clone());
        }
        let name = set.map(|set| format!("set{set}"));
        let dfa = self.set(Sentence::path(&self.paths[path], name.as_deref()))?;
        cache.sources.insert((path, set), dfa.clone());
        Ok(dfa)
    }

    /// The positions from which a tier leads to more options in these sets, one for each memory,
    /// than can be blocked.
    ///
    /// Path by path, without the steps that an earlier one to the same memory has too, so that each
    /// option is counted once; along a path by the digits of the numbers after it, as a number has
    /// one representation of each length.
    fn more_than_blocked(
        &self,
        tier: &[(usize, usize)],
        into: impl Fn(usize) -> usize,
        sets: &[Dfa],
        cache: &mut Cache,
    ) -> Result<Dfa, Rejection> {
        // Memories after the move are told apart by the first path that leads there.
        let first = |to: usize| tier.iter().position(|one| one.1 == to);
        let key: Vec<_> = (tier.iter())
            .map(|(path, to)| (*path, into(*to), first(*to)))
            .collect();
        if let Some(dfa) = cache.counted.get(&key) {
            return Ok(dfa.clone());
        }
        let tracks: Vec<usize> = (0..2 * self.layout.tracks()).collect();
        let after = &tracks[self.layout.tracks()..];
        let limits = self.theory.limits();
        // At `n`: where the paths so far have n such options at least.
        let mut at_least = vec![self.none()?; self.blocks + 2];
        at_least[0] = self.domain.clone();
        let mut had: BTreeMap<usize, Dfa> = BTreeMap::new();
        for (path, to) in tier {
            self.budget.spend(CONSTRUCTION)?;
            let (formula, names) = step(&self.paths[*path], self.layout.tracks())?;
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let whole = self.theory.automaton(&names, &formula).map_err(failed)?;
            let (own, all) = match had.get(to) {
                None => (whole.clone(), whole),
                Some(had) => (
                    self.op(&whole, had, |own, had| own && !had)?,
                    self.op(&whole, had, |a, b| a || b)?,
                ),
            };
            had.insert(*to, all);
            let (digits, set) = (own.digits().to_vec(), &sets[into(*to)]);
            let joined = own.join(&tracks, set, after, digits, |a, b| a && b, limits);
            let joined = joined.map_err(failed)?;
            let mut sums = at_least.clone();
            for (most, more) in (1..at_least.len()).zip(1..) {
                self.budget.spend(CONSTRUCTION)?;
                let counted = self.theory.project_at_least(&joined, after, more);
                let counted = counted.map_err(failed)?;
                if counted.is_empty() {
                    break;
                }
                for n in most..at_least.len() {
                    let sum = self.op(&at_least[n - most], &counted, |a, b| a && b)?;
                    sums[n] = self.op(&sums[n], &sum, |a, b| a || b)?;
                }
            }
            at_least = sums;
        }
        let enough = at_least.swap_remove(self.blocks + 1);
        cache.counted.insert(key, enough.clone());
        Ok(enough)
    }

    fn of_memory(
        &self,
        memory: usize,
        threshold: i8,
        sets: &[Dfa],
        wants: &[[usize; 2]],
        cache: &mut Cache,
    ) -> Result<Option<Violation>, Rejection> {
        let player = self.layout.turn(memory);
        let Memory { ends, stuck, tiers } = &self.memories[memory];
        let want = &sets[wants[memory][player]];
        let other = self.op(&self.domain, want, |all, want| all && !want)?;
        // What pays the player to move as much as he wants.
        let pays = |by_sign: &[Dfa; 3]| {
            let mut all = self.none()?;
            for (set, sign) in by_sign.iter().zip([-1, 0, 1]) {
                if (sign >= threshold) == (player == 0) {
                    all = self.op(&all, set, |a, b| a || b)?;
                }
            }
            Ok(all)
        };
        let mut covered = pays(ends)?;
        let mut still = self.domain.clone();
        for set in ends {
            still = self.op(&still, set, |still, ended| still && !ended)?;
        }
        let stuck = pays(stuck)?;
        let less = |found: &Dfa| -> Result<Option<Violation>, Rejection> {
            let wrong = self.op(&other, found, |a, b| a && b)?;
            Ok(self.example(&wrong).map(|at| Violation::Less(memory, at)))
        };
        if let Some(violation) = less(&covered)? {
            return Ok(Some(violation));
        }
        for (at, tier) in tiers.iter().enumerate() {
            let mut good = Vec::new();
            if self.blocks > 0 {
                good.push(self.more_than_blocked(tier, |to| wants[to][player], sets, cache)?);
            } else {
                for (path, to) in tier {
                    good.push(self.sources(*path, Some(wants[*to][player]), cache)?);
                }
            }
            for found in good {
                let found = self.op(&still, &found, |a, b| a && b)?;
                if let Some(violation) = less(&found)? {
                    return Ok(Some(violation));
                }
                covered = self.op(&covered, &found, |a, b| a || b)?;
            }
            if at + 1 < tiers.len() || !stuck.is_empty() {
                for (path, to) in tier {
                    // Who may block all options that are good leaves one that is not, if there is
                    // any.
                    let bad = (self.blocks > 0).then(|| wants[*to][1 - player]);
                    let can = self.sources(*path, bad, cache)?;
                    still = self.op(&still, &can, |still, can| still && !can)?;
                }
            }
        }
        let stuck = self.op(&still, &stuck, |a, b| a && b)?;
        if let Some(violation) = less(&stuck)? {
            return Ok(Some(violation));
        }
        covered = self.op(&covered, &stuck, |a, b| a || b)?;
        let wrong = self.op(want, &covered, |want, covered| want && !covered)?;
        Ok(self.example(&wrong).map(|at| Violation::More(memory, at)))
    }
}

/// What has been built.
#[derive(Default)]
struct Cache {
    /// Sources by path and set.
    sources: BTreeMap<(usize, Option<usize>), Dfa>,
    /// Where more options are good than can be blocked, by each path of a tier, with its set and
    /// which paths lead to the same memory.
    counted: BTreeMap<Vec<(usize, usize, Option<usize>)>, Dfa>,
}
