//! What states are worth where play may go round, or options may be blocked.
//!
//! Above what play without end pays, player 0 has to force an end that pays as much; below it,
//! player 1 one that pays as little (Zermelo 1913; Gale and Stewart 1953). All payoffs are gone
//! through at once, from the best for who forces downwards: whoever is forced then is worth that.
//!
//! Points that are gathered on the way are no part of a state, so that play which comes back to one
//! must have gathered nothing on the round: play without end then keeps what was gathered, and
//! brings nothing from there on. States that can come to each other (Tarjan 1972) are decided
//! together, after all that they can leave to: this is how endgames of Awari are tabled (Romein and
//! Bal 2003), for any game.

use std::collections::BTreeMap;

use dashu_int::IBig;
use whowins_core::Budget;

use super::Broken;
use super::decide::{NONE, OPEN, far};
use super::graph::Graph;
use crate::limits::EngineError;

/// More than any points come to.
const FAR: i64 = 1 << 62;

/// Payoffs as numbers that rise with them: points themselves, or the place among the sorted
/// payoffs.
pub(super) struct Ranks {
    scored: bool,
    /// The rank of each payoff, by its number.
    of: Vec<i64>,
    /// The payoff's number, by its rank.
    numbers: Vec<i64>,
    /// The rank from which on player 0 does not lose.
    even: i64,
    /// What play without end pays at least and at most.
    pub endless: (i64, i64),
}

impl Ranks {
    pub(super) fn of(graph: &Graph, endless: Option<&IBig>) -> Result<Self, Broken> {
        if graph.scored {
            let points = graph.payoffs.iter().map(|pays| i64::try_from(pays).ok());
            let points: Option<Vec<i64>> = points.collect();
            return Ok(Self {
                scored: true,
                of: points.ok_or_else(far)?,
                numbers: Vec::new(),
                even: 0,
                endless: endless.map_or((-FAR, FAR), |_| (0, 0)),
            });
        }
        let mut numbers: Vec<i64> = (0..graph.payoffs.len() as i64).collect();
        numbers.sort_by(|x, y| graph.payoffs[*x as usize].cmp(&graph.payoffs[*y as usize]));
        let mut of = vec![0; numbers.len()];
        for (rank, number) in numbers.iter().enumerate() {
            of[*number as usize] = rank as i64;
        }
        let rank = |pays: &IBig| graph.payoffs.get_index_of(pays).map(|at| of[at]);
        let endless = match endless.and_then(rank) {
            Some(rank) => (rank, rank),
            None => (0, numbers.len() as i64 - 1),
        };
        let lost = graph.payoffs.iter().filter(|pays| **pays < IBig::ZERO);
        let even = lost.count() as i64;
        Ok(Self {
            scored: false,
            of,
            numbers,
            even,
            endless,
        })
    }

    /// Whether player 0 loses by it.
    pub(super) const fn is_lost(&self, rank: i64) -> bool {
        rank < self.even
    }

    /// The rank of what [`super::decide::Decided`] keeps.
    pub(super) fn rank(&self, value: i64) -> i64 {
        if self.scored {
            value
        } else {
            self.of[value as usize]
        }
    }

    /// What [`super::decide::Decided`] keeps of a rank.
    pub(super) fn value(&self, rank: i64) -> i64 {
        match rank {
            OPEN => OPEN,
            rank if self.scored => rank,
            rank => self.numbers[rank as usize],
        }
    }
}

/// What play comes to, laid out to be decided backwards.
pub(super) struct Around<'a> {
    graph: &'a Graph,
    ranks: &'a Ranks,
    budget: &'a Budget,
    /// What is known of the first states, with all that they come to.
    known: &'a [(i64, u32)],
    begin: Vec<usize>,
    origins: Vec<u32>,
    /// States that can come to each other, one group after the other: a group comes after all that
    /// it can leave to.
    order: Vec<u32>,
    ends: Vec<usize>,
    /// The group of each state that is not known; none where all are one.
    group: Vec<u32>,
}

/// What waits to be looked at: by how good it is for who forces, and after how many moves; states,
/// each with whether one of its options came to be good, or being stuck.
type Waiting = BTreeMap<(i64, u32), Vec<(u32, bool)>>;

impl<'a> Around<'a> {
    pub(super) fn new(
        graph: &'a Graph,
        ranks: &'a Ranks,
        known: &'a [(i64, u32)],
        budget: &'a Budget,
    ) -> Result<Self, Broken> {
        let from = known.len();
        let (begin, origins) = graph.origins(from);
        let count = graph.turns.len();
        let mut all = Self {
            graph,
            ranks,
            budget,
            known,
            begin,
            origins,
            order: Vec::new(),
            ends: vec![count - from],
            group: Vec::new(),
        };
        match graph.scored {
            true => all.find_groups()?,
            false => all.order = (from as u32..count as u32).collect(),
        }
        Ok(all)
    }

    /// The worth of each state by rank, with after how many moves who gains has forced that, where
    /// play without end pays so much.
    pub(super) fn worths(&self, endless: i64) -> Result<Vec<(i64, u32)>, Broken> {
        let states = self.graph.turns.len();
        let mut found = self.known.to_vec();
        found.resize(states, (endless, NONE));
        let mut counts = vec![0; states];
        let mut begin = 0;
        for end in &self.ends {
            let group = &self.order[begin..*end];
            for player in [0, 1] {
                group.iter().for_each(|at| counts[*at as usize] = 0);
                self.force(player, group, endless, &mut found, &mut counts)?;
            }
            begin = *end;
        }
        Ok(found)
    }

    /// The group of a state; `None` for what is known, or where all others are one.
    fn group_of(&self, number: u32) -> Option<u32> {
        let at = (number as usize).checked_sub(self.known.len())?;
        self.group.get(at).copied()
    }

    fn is_inside(&self, number: u32, group: Option<u32>) -> bool {
        number as usize >= self.known.len() && self.group_of(number) == group
    }

    /// Where in a group a player forces more than play without end pays, and how much.
    fn force(
        &self,
        player: u8,
        group: &[u32],
        endless: i64,
        found: &mut [(i64, u32)],
        counts: &mut [u32],
    ) -> Result<(), Broken> {
        let graph = self.graph;
        // Falls as it gets worse for the player.
        let gain = |rank: i64| if player == 0 { rank } else { -rank };
        let place = group.first().and_then(|at| self.group_of(*at));
        let has_exits = place.is_some() || !self.known.is_empty();
        let mut waiting = Waiting::new();
        let mut wait = |rank: i64, level: u32, number: u32, option: bool| {
            if gain(rank) > gain(endless) {
                let list = waiting.entry((-gain(rank), level)).or_default();
                list.push((number, option));
            }
        };
        for at in group {
            let number = *at as usize;
            if let Some(pays) = graph.over[number] {
                wait(self.ranks.of[pays as usize], 0, *at, false);
                continue;
            }
            if let Some(pays) = graph.stuck[number] {
                wait(self.ranks.of[pays as usize], 0, *at, false);
            }
            if !has_exits {
                continue;
            }
            for (place_of, option) in graph.options_of(number).iter().enumerate() {
                if !self.is_inside(*option, place) {
                    let (rank, level) = found[*option as usize];
                    let rank = plus(rank, graph.points_of(number, place_of))?;
                    // To have come there is all that it takes, where play without end keeps it.
                    let level = if level == NONE { 0 } else { level };
                    wait(rank, level + 1, *at, true);
                }
            }
        }
        while let Some(((key, level), list)) = waiting.pop_first() {
            let rank = gain(-key);
            if self.budget.charge(list.len() as u64).is_break()
                && let Some(over) = self.budget.over()
            {
                return Err(Broken::Error(over.into()));
            }
            for (at, option) in list {
                let number = at as usize;
                counts[number] += u32::from(option);
                let is_new = gain(found[number].0) <= gain(endless);
                if !is_new || !self.is_forced(player, number, counts[number], rank) {
                    continue;
                }
                found[number] = (rank, level);
                let next = waiting.entry((key, level + 1)).or_default();
                let new = number - self.known.len();
                for origin in &self.origins[self.begin[new]..self.begin[new + 1]] {
                    if self.is_inside(*origin, place) {
                        next.push((*origin, true));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether so many options that are as good for the player as this rank force it.
    fn is_forced(&self, player: u8, number: usize, count: u32, rank: i64) -> bool {
        let graph = self.graph;
        let good = |pays: u32| {
            let own = self.ranks.of[pays as usize];
            if player == 0 {
                own >= rank
            } else {
                own <= rank
            }
        };
        if let Some(pays) = graph.over[number] {
            return good(pays);
        }
        let (all, count) = (graph.options_of(number).len(), count as usize);
        let stuck = || graph.stuck[number].is_some_and(good);
        match graph.turns[number] == player {
            // More good options than can be blocked; or all that there are, and to be stuck is good
            // too.
            true => count > graph.blocks || count == all && stuck(),
            // The others are blocked, and something good is left, or nothing and that is good.
            false => all - count <= graph.blocks && (count > 0 || stuck()),
        }
    }

    /// Puts states that can come to each other into groups, by one walk depth first (Tarjan 1972).
    fn find_groups(&mut self) -> Result<(), Broken> {
        const NEW: u32 = u32::MAX;
        let graph = self.graph;
        let (from, states) = (self.known.len(), graph.turns.len());
        // By the number of the state less that of the first.
        let mut seen = vec![NEW; states - from];
        let mut low = vec![0; states - from];
        self.group = vec![NEW; states - from];
        self.ends.clear();
        let (mut open, mut walk, mut next) = (Vec::new(), Vec::new(), 0);
        for root in from..states {
            if seen[root - from] != NEW {
                continue;
            }
            walk.push((root as u32, graph.first[root]));
            while let Some((at, edge)) = walk.last_mut() {
                let number = *at as usize - from;
                if seen[number] == NEW {
                    (seen[number], low[number]) = (next, next);
                    next += 1;
                    open.push(*at);
                }
                if *edge < graph.first[number + from + 1] {
                    let option = graph.options[*edge];
                    *edge += 1;
                    let Some(to) = (option as usize).checked_sub(from) else {
                        continue;
                    };
                    if seen[to] == NEW {
                        walk.push((option, graph.first[option as usize]));
                    } else if self.group[to] == NEW {
                        low[number] = low[number].min(seen[to]);
                    }
                    continue;
                }
                let at = *at;
                walk.pop();
                if let Some((above, _)) = walk.last() {
                    let above = *above as usize - from;
                    low[above] = low[above].min(low[number]);
                }
                if low[number] == seen[number] {
                    self.close_group(&mut open, at)?;
                }
            }
        }
        Ok(())
    }

    /// All that was opened since this state is a group.
    fn close_group(&mut self, open: &mut Vec<u32>, first: u32) -> Result<(), Broken> {
        let (name, begin) = (self.ends.len() as u32, self.order.len());
        while let Some(at) = open.pop() {
            self.group[at as usize - self.known.len()] = name;
            self.order.push(at);
            if at == first {
                break;
            }
        }
        self.ends.push(self.order.len());
        for at in &self.order[begin..] {
            let number = *at as usize;
            for (place, option) in self.graph.options_of(number).iter().enumerate() {
                let is_round = self.group_of(*option) == Some(name);
                if is_round && self.graph.points_of(number, place) != 0 {
                    return Err(Broken::Error(gathers_without_end()));
                }
            }
        }
        Ok(())
    }
}

/// Why points that are gathered on a round have no worth.
pub(crate) fn gathers_without_end() -> EngineError {
    EngineError::TooLarge(
        "points are gathered in play that can come back to where it was, so that what play without end brings never settles".into(),
    )
}

/// A rank with points, where it is one that is known.
fn plus(rank: i64, points: i64) -> Result<i64, Broken> {
    if rank.abs() == FAR || points == 0 {
        return Ok(rank);
    }
    let sum = rank.checked_add(points).filter(|sum| sum.abs() < FAR);
    sum.ok_or_else(far)
}
