//! What the check needs beside the law: who is stuck, and sets of moves in progress that show a move.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::digits::Letters;
use super::partition::{classes, quotient};
use super::tables::Tables;

/// More sets than this are too many for Coq.
const SETS: usize = 1 << 13;

/// A move in progress: the state of the reader of the option's word, its last letter, the state of the ray's table.
pub(super) type Progress = (u32, usize, u32);
type Set = BTreeSet<Progress>;

/// What a reader of the option's word wants at its end.
pub(super) struct Wanted<'a> {
    /// `next[state][letter]`.
    pub(super) next: &'a [Vec<u32>],
    pub(super) good: Vec<bool>,
}

/// A subset construction from below for one ray: for each word of a position, moves in progress that may still end well.
#[derive(Debug)]
pub(super) struct Witness {
    pub(super) start: u32,
    /// Sets, and the next by letter. Letters that may not come lead to the empty set.
    pub(super) sets: Vec<(Vec<Progress>, Vec<u32>)>,
    /// Zeros read before the first set.
    pub(super) lead: usize,
}

struct Steps<'a> {
    letters: &'a Letters,
    tables: &'a Tables,
    wanted: &'a Wanted<'a>,
}

impl Steps<'_> {
    fn after(&self, (q, v, r): Progress, letter: usize, mut emit: impl FnMut(Progress)) {
        let row = &self.tables.next[r as usize][letter * self.letters.len()..];
        for y in &self.letters.after[v] {
            if row[*y] != 0 {
                emit((self.wanted.next[q as usize][*y], *y, row[*y]));
            }
        }
    }

    fn ends_well(&self, (q, _, r): Progress) -> bool {
        self.tables.accepts[r as usize] && self.wanted.good[q as usize]
    }

    /// Those from which a good end can be reached.
    fn alive(&self, start: Progress) -> HashSet<Progress> {
        let mut number = HashMap::from([(start, 0)]);
        let mut found = vec![start];
        let mut back: Vec<Vec<usize>> = vec![Vec::new()];
        let mut at = 0;
        while at < found.len() {
            for letter in 0..self.letters.len() {
                self.after(found[at], letter, |to| {
                    let fresh = found.len();
                    let to = *number.entry(to).or_insert_with(|| {
                        found.push(to);
                        back.push(Vec::new());
                        fresh
                    });
                    back[to].push(at);
                });
            }
            at += 1;
        }
        let mut alive: HashSet<usize> = (0..found.len())
            .filter(|at| self.ends_well(found[*at]))
            .collect();
        let mut todo: Vec<usize> = alive.iter().copied().collect();
        while let Some(state) = todo.pop() {
            for from in &back[state] {
                if alive.insert(*from) {
                    todo.push(*from);
                }
            }
        }
        alive.into_iter().map(|at| found[at]).collect()
    }

    fn step(&self, set: &Set, letter: usize, alive: &HashSet<Progress>) -> Set {
        let mut to = Set::new();
        for progress in set {
            self.after(*progress, letter, |next| {
                if alive.contains(&next) {
                    to.insert(next);
                }
            });
        }
        to
    }
}

/// The witness of one ray.
pub(super) fn witness(
    letters: &Letters,
    tables: &Tables,
    wanted: &Wanted<'_>,
    start: u32,
) -> Result<Witness, String> {
    let steps = Steps {
        letters,
        tables,
        wanted,
    };
    let alive = steps.alive((0, 0, start));
    let mut first = Set::from([(0, 0, start)]);
    let mut lead = 0;
    loop {
        let next = steps.step(&first, 0, &alive);
        if next == first || !alive.contains(&(0, 0, start)) {
            break;
        }
        first = next;
        lead += 1;
        if lead > SETS {
            return Err("the moves do not settle before a leading digit".into());
        }
    }
    first.retain(|progress| alive.contains(progress));
    // The last letter of the position's word is part of a state; 0 is the first, 1 the empty set.
    let empty = (0, Set::new());
    let mut found = vec![(0, first)];
    if !found[0].1.is_empty() {
        found.push(empty.clone());
    }
    let mut number: HashMap<(usize, Set), u32> = found.iter().cloned().zip(0..).collect();
    let dead = number[&empty];
    let mut next: Vec<Vec<u32>> = Vec::new();
    while next.len() < found.len() {
        let (v, set) = found[next.len()].clone();
        let mut row = vec![dead; letters.len()];
        for letter in &letters.after[v] {
            let to = steps.step(&set, *letter, &alive);
            if to.is_empty() {
                continue;
            }
            let fresh = found.len() as u32;
            row[*letter] = *number.entry((*letter, to)).or_insert_with_key(|to| {
                found.push(to.clone());
                fresh
            });
        }
        next.push(row);
        if found.len() > SETS {
            return Err("the sets of moves in progress are too many for Coq".into());
        }
    }
    let ends: Vec<u32> = found
        .iter()
        .map(|(_, set)| u32::from(set.iter().any(|progress| steps.ends_well(*progress))))
        .collect();
    Ok(Witness {
        start,
        sets: smaller(&found, &next, &ends, dead),
        lead,
    })
}

/// A set may stand for any that holds it and shows as much: sends each transition to the smallest such, and keeps what is reached.
fn smaller(
    found: &[(usize, Set)],
    next: &[Vec<u32>],
    ends: &[u32],
    dead: u32,
) -> Vec<(Vec<Progress>, Vec<u32>)> {
    let class = classes(next, ends);
    let mut members: HashMap<u32, Vec<u32>> = HashMap::new();
    for (state, class) in class.iter().enumerate() {
        members.entry(*class).or_default().push(state as u32);
    }
    for states in members.values_mut() {
        states.sort_by_key(|state| (found[*state as usize].1.len(), *state));
    }
    let hopeless = class[dead as usize];
    let stand_in = |state: u32| -> u32 {
        if class[state as usize] == hopeless {
            return dead;
        }
        let set = &found[state as usize].1;
        let fits = |other: &&u32| found[**other as usize].1.is_subset(set);
        let own = &members[&class[state as usize]];
        own.iter().find(fits).copied().unwrap_or(state)
    };
    let stands: Vec<u32> = (0..found.len() as u32).map(stand_in).collect();
    // The first set must stay in its place, the sets after it may be any.
    let mut number = HashMap::from([(stands[0], 0)]);
    let mut kept = vec![stands[0]];
    let mut rows = Vec::new();
    while rows.len() < kept.len() {
        let state = kept[rows.len()];
        let row: Vec<u32> = next[state as usize]
            .iter()
            .map(|to| {
                let to = stands[*to as usize];
                let fresh = kept.len() as u32;
                *number.entry(to).or_insert_with(|| {
                    kept.push(to);
                    fresh
                })
            })
            .collect();
        rows.push((found[state as usize].1.iter().copied().collect(), row));
    }
    rows
}

/// A state that reads a position: the next by letter, and who has no move.
pub(super) type Reading = (Vec<u32>, [bool; 2]);

/// Reads a position and says which of two players has no move, as `next` and the pair.
pub(super) fn stuck(
    letters: &Letters,
    tables: &Tables,
    starts: &[Vec<u32>; 2],
) -> Result<Vec<Reading>, String> {
    let any = [vec![0; letters.len()]];
    let wanted = Wanted {
        next: &any,
        good: vec![true],
    };
    let steps = Steps {
        letters,
        tables,
        wanted: &wanted,
    };
    let mut alive = HashSet::new();
    for start in starts.iter().flatten() {
        alive.extend(steps.alive((0, 0, *start)));
    }
    let settled = |starts: &Vec<u32>| -> Set {
        let mut set: Set = starts.iter().map(|start| (0, 0, *start)).collect();
        set.retain(|progress| alive.contains(progress));
        loop {
            let next = steps.step(&set, 0, &alive);
            if next.is_subset(&set) {
                return set;
            }
            set.extend(next);
        }
    };
    let first = [settled(&starts[0]), settled(&starts[1])];
    let mut number = HashMap::from([(first.clone(), 0)]);
    let mut found = vec![first];
    let mut next: Vec<Vec<u32>> = Vec::new();
    while next.len() < found.len() {
        let sets = found[next.len()].clone();
        let row = (0..letters.len()).map(|letter| {
            let to = sets.each_ref().map(|set| steps.step(set, letter, &alive));
            let fresh = found.len() as u32;
            *number.entry(to).or_insert_with_key(|to| {
                found.push(to.clone());
                fresh
            })
        });
        let row = row.collect();
        next.push(row);
        if found.len() > SETS {
            return Err("telling stuck positions apart takes too many states for Coq".into());
        }
    }
    let flags: Vec<[bool; 2]> = found
        .iter()
        .map(|sets| {
            sets.each_ref()
                .map(|set| !set.iter().any(|p| steps.ends_well(*p)))
        })
        .collect();
    let outputs: Vec<u32> = flags
        .iter()
        .map(|[a, b]| 2 * u32::from(*a) + u32::from(*b))
        .collect();
    let (table, speakers) = quotient(&next, &classes(&next, &outputs));
    Ok(table
        .into_iter()
        .zip(speakers)
        .map(|(row, state)| (row, flags[state]))
        .collect())
}
