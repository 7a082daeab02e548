//! What states are worth, from the ends backwards.

use std::cmp::Ordering;

use dashu_int::IBig;
use whowins_core::Budget;

use super::Broken;
use super::around::{Around, Ranks};
use super::graph::Graph;
use crate::limits::EngineError;

/// A worth that hangs on what play without end pays.
pub(super) const OPEN: i64 = i64::MAX;
/// No level.
pub(super) const NONE: u32 = u32::MAX;

/// What states are worth: the payoff's number, or the best difference of points from there on.
#[derive(Default)]
pub(super) struct Decided {
    values: Vec<i64>,
    /// After how many moves whoever gains by it has forced that.
    levels: Vec<u32>,
    /// The number of the payoff of play without end, where there is one.
    endless: Option<i64>,
    /// Whether some worth is open.
    open: bool,
}

impl Decided {
    /// States that are decided: the first so many.
    pub(super) fn count(&self) -> usize {
        self.values.len()
    }

    /// Forgets the states from this one on.
    pub(super) fn truncate(&mut self, count: usize) {
        self.values.truncate(count);
        self.levels.truncate(count);
    }

    /// Decides the states that are not decided yet.
    pub(super) fn extend(
        &mut self,
        graph: &Graph,
        endless: Option<&IBig>,
        budget: &Budget,
    ) -> Result<(), Broken> {
        // The lists of origins, counts and forced states of this many states, and where play goes
        // round what waits.
        let states = graph.turns.len() as u64;
        let room = 96 * states + 12 * graph.options.len() as u64;
        if !budget.has_room(room) {
            return Err(Broken::Error(super::no_room(budget)));
        }
        let number = |pays| graph.payoffs.get_index_of(pays);
        self.endless = match graph.scored {
            true => endless.map(|_| 0),
            false => endless.and_then(number).map(|at| at as i64),
        };
        if graph.blocks == 0 && !self.open && self.by_order(graph)? {
            return Ok(());
        }
        self.all_around(graph, endless, budget)
    }

    /// Compares two worths.
    fn order(graph: &Graph, x: i64, y: i64) -> Ordering {
        match graph.scored {
            true => x.cmp(&y),
            false => graph.payoffs[x as usize].cmp(&graph.payoffs[y as usize]),
        }
    }

    /// The sign of a worth.
    fn sign(graph: &Graph, value: i64) -> Ordering {
        match graph.scored {
            true => value.cmp(&0),
            false => graph.payoffs[value as usize].cmp(&IBig::ZERO),
        }
    }

    /// Whether a worth is one that player 0 gains by, as against play that nobody forces.
    fn gain(&self, graph: &Graph, value: i64) -> Ordering {
        match self.endless {
            Some(endless) => Self::order(graph, value, endless),
            _ => Self::sign(graph, value),
        }
    }

    /// Each state once all its options are decided; whether that decides all: no play goes round.
    fn by_order(&mut self, graph: &Graph) -> Result<bool, Broken> {
        let from = self.values.len();
        let count = graph.turns.len() - from;
        let (begin, origins) = graph.origins(from);
        let inner = |option: &&u32| **option as usize >= from;
        let mut open: Vec<u32> = (from..graph.turns.len())
            .map(|number| graph.options_of(number).iter().filter(inner).count() as u32)
            .collect();
        self.values.resize(from + count, OPEN);
        self.levels.resize(from + count, NONE);
        let mut ready: Vec<u32> = (0..count as u32)
            .filter(|at| open[*at as usize] == 0)
            .collect();
        let mut done = 0;
        while let Some(at) = ready.pop() {
            done += 1;
            let number = from + at as usize;
            let (value, level) = self.of(graph, number)?;
            (self.values[number], self.levels[number]) = (value, level);
            for origin in &origins[begin[at as usize]..begin[at as usize + 1]] {
                let origin = *origin as usize - from;
                open[origin] -= 1;
                if open[origin] == 0 {
                    ready.push(origin as u32);
                }
            }
        }
        if done < count {
            self.truncate(from);
        }
        Ok(done == count)
    }

    /// A state's worth from its options' worths.
    fn of(&self, graph: &Graph, number: usize) -> Result<(i64, u32), Broken> {
        if let Some(pays) = graph.over[number] {
            let value = match graph.scored {
                false => Some(i64::from(pays)),
                true => i64::try_from(&graph.payoffs[pays as usize]).ok(),
            };
            return Ok((value.ok_or_else(far)?, 0));
        }
        let place = self.best_place(graph, number);
        let Some(place) = place else {
            return Ok((OPEN, NONE));
        };
        let option = graph.options_of(number)[place] as usize;
        let points = graph.points_of(number, place);
        let value = self.values[option].checked_add(points).ok_or_else(far)?;
        let level = self.levels[option];
        Ok((value, if level == NONE { NONE } else { level + 1 }))
    }

    /// The place of a best option: of the best worth, the sooner its end is forced the better for
    /// who gains, the later for who loses.
    fn best_place(&self, graph: &Graph, number: usize) -> Option<usize> {
        let options = graph.options_of(number);
        let is_first = graph.turns[number] == 0;
        let worth = |place: usize| {
            let value = self.values[options[place] as usize];
            value.saturating_add(graph.points_of(number, place))
        };
        let mut best: Option<usize> = None;
        for place in 0..options.len() {
            if self.values[options[place] as usize] == OPEN {
                continue;
            }
            let Some(before) = best else {
                best = Some(place);
                continue;
            };
            let order = Self::order(graph, worth(place), worth(before));
            let order = if is_first { order } else { order.reverse() };
            // Points that play without end keeps are there at once.
            let level = |place: usize| match self.levels[options[place] as usize] {
                NONE if graph.scored => 0,
                level => level,
            };
            let gains = self.gain(graph, worth(place));
            let gains = if is_first { gains } else { gains.reverse() };
            let sooner = level(place).cmp(&level(before));
            let better = match (order, gains) {
                (Ordering::Equal, Ordering::Greater) => sooner == Ordering::Less,
                (Ordering::Equal, Ordering::Less) => {
                    sooner == Ordering::Greater && level(place) != NONE
                }
                (order, _) => order == Ordering::Greater,
            };
            if better {
                best = Some(place);
            }
        }
        best
    }

    /// The states that are not decided yet, or all anew where some hang on others: where play may
    /// go round, or options may be blocked.
    fn all_around(
        &mut self,
        graph: &Graph,
        endless: Option<&IBig>,
        budget: &Budget,
    ) -> Result<(), Broken> {
        let ranks = Ranks::of(graph, endless)?;
        if self.open {
            self.truncate(0);
        }
        let from = self.count();
        let values = self.values.iter().zip(&self.levels);
        let known: Vec<(i64, u32)> = values
            .map(|(value, level)| (ranks.rank(*value), *level))
            .collect();
        let around = Around::new(graph, &ranks, &known, budget)?;
        let (low, high) = ranks.endless;
        let first = around.worths(low)?;
        let second = match low == high {
            true => None,
            false => Some(around.worths(high)?),
        };
        // Left open, both players have to force it: each as if the other gained by play without
        // end.
        let at_rest = |at: usize| match &second {
            Some(second) if second[at].0 != first[at].0 => (OPEN, NONE),
            Some(second) if ranks.is_lost(first[at].0) => second[at],
            _ => first[at],
        };
        for at in from..first.len() {
            let (rank, level) = at_rest(at);
            self.values.push(ranks.value(rank));
            self.levels.push(level);
        }
        self.open = self.values[from..].contains(&OPEN);
        Ok(())
    }

    /// What player 0 gets.
    pub(super) fn pays(&self, graph: &Graph, at: usize) -> Option<IBig> {
        match self.values[at] {
            OPEN => None,
            value if graph.scored => Some(value.into()),
            value => Some(graph.payoffs[value as usize].clone()),
        }
    }

    /// The length of best play, where every end is won or drawn, and somebody wins.
    pub(super) fn remoteness(&self, graph: &Graph, at: usize) -> Option<u64> {
        let plain = |pays: &IBig| (-1..=1).map(IBig::from).any(|one| one == *pays);
        let value = self.values[at];
        if graph.scored || graph.blocks > 0 || value == OPEN || !graph.payoffs.iter().all(plain) {
            return None;
        }
        let level = self.levels[at];
        (Self::sign(graph, value) != Ordering::Equal && level != NONE).then_some(u64::from(level))
    }

    /// The place of a best option of a state among its options.
    pub(super) fn best(&self, graph: &Graph, at: usize) -> Option<usize> {
        match graph.blocks == 0 && self.values[at] != OPEN {
            true => self.best_place(graph, at),
            false => None,
        }
    }
}

pub(super) fn far() -> Broken {
    Broken::Error(EngineError::TooLarge("a score leaves 2^63".into()))
}
