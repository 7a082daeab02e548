//! All that play comes to.

use std::hash::BuildHasherDefault;

use dashu_int::IBig;
use indexmap::{IndexMap, IndexSet};
use whowins_analysis::program::{endless_from_here, is_fair, pays_results};
use whowins_core::{Budget, Game, State};

use super::decide::Decided;
use super::deep::{Deep, Shallow};
use super::grundy::Values;
use super::moves::OfStates;
use super::table::Found;
use super::{Broken, Reached, Worth, no_room};
use crate::mixing::Mixing;

/// What play comes to. States are numbered as they are found, payoffs too; what play from a state
/// comes to has larger numbers or was there before.
#[derive(Default)]
pub(super) struct Graph {
    pub payoffs: IndexSet<IBig>,
    pub turns: Vec<u8>,
    /// What a state pays where play is over, by the payoff's number.
    pub over: Vec<Option<u32>>,
    /// What being stuck would pay; asked only where options can be blocked.
    pub stuck: Vec<Option<u32>>,
    /// Where the options of each state begin.
    pub first: Vec<usize>,
    pub options: Vec<u32>,
    /// The points that each option brings; none at all where none are gathered.
    pub points: Vec<i64>,
    pub blocks: usize,
    pub scored: bool,
}

impl Graph {
    pub(super) fn options_of(&self, number: usize) -> &[u32] {
        &self.options[self.first[number]..self.first[number + 1]]
    }

    /// The points that an option of a state brings, by its place among them.
    pub(super) fn points_of(&self, number: usize, place: usize) -> i64 {
        match self.scored {
            true => self.points[self.first[number] + place],
            false => 0,
        }
    }

    /// The states from this one on that have a move to each of them: where each one's begin, and
    /// all.
    pub(super) fn origins(&self, from: usize) -> (Vec<usize>, Vec<u32>) {
        let count = self.turns.len() - from;
        let edges = &self.options[self.first[from]..];
        let mut begin = vec![0; count + 1];
        let inner = |option: &u32| (*option as usize).checked_sub(from);
        for option in edges.iter().filter_map(inner) {
            begin[option + 1] += 1;
        }
        for at in 1..begin.len() {
            begin[at] += begin[at - 1];
        }
        let mut origins = vec![0; begin[count]];
        let mut next = begin.clone();
        for number in from..self.turns.len() {
            for option in self.options_of(number).iter().filter_map(inner) {
                origins[next[option]] = number as u32;
                next[option] += 1;
            }
        }
        (begin, origins)
    }

    /// Forgets the states from this number on.
    fn truncate(&mut self, count: usize) {
        self.turns.truncate(count);
        self.over.truncate(count);
        self.stuck.truncate(count);
        self.first.truncate(count + 1);
        let edges = *self.first.last().unwrap_or(&0);
        self.options.truncate(edges);
        self.points.truncate(edges);
    }
}

/// States looked at, and what they are worth.
pub(super) struct Search<M: OfStates> {
    moves: M,
    /// How worths are found first, as long as play was not seen to go round.
    deep: Option<Deep<M>>,
    found: IndexMap<M::Key, (), BuildHasherDefault<Mixing>>,
    graph: Graph,
    decided: Decided,
    endless: Option<IBig>,
    held: usize,
    /// What was held when all that was found was decided.
    sure: usize,
    /// The part that gathers points.
    score: Option<usize>,
    /// Grundy values of the states that were looked at when they were last asked for.
    values: Values,
    budget: Budget,
    /// Bytes that others take beside it.
    beside: u64,
    /// Whether no play pays more than a win, and no move can be blocked: then nothing is better
    /// than to win at once.
    is_plain: bool,
}

/// Moves of a state that are tried for a win at once, at most.
const MAX_MOVES: usize = 1 << 12;

impl<M: OfStates> Search<M> {
    pub(super) fn new(
        moves: M,
        game: &Game,
        score: Option<usize>,
        budget: Budget,
        beside: u64,
    ) -> Self {
        let endless = endless_from_here(game, score);
        let results = IBig::NEG_ONE..=IBig::ONE;
        let is_endless_plain = match &endless {
            Some(pays) => results.contains(pays),
            None => game.endless.is_none(),
        };
        let is_plain =
            game.blocks == 0 && score.is_none() && is_endless_plain && pays_results(game);
        // What play without end may pay counts among the payoffs.
        let payoffs = match &endless {
            Some(pays) => vec![pays.clone()],
            None => vec![IBig::NEG_ONE, IBig::ONE],
        };
        let plays = (score.is_some(), moves.mirrors() && is_fair(game, score));
        let deep = match game.blocks {
            0 => Deep::new(
                moves.bits(),
                endless.as_ref(),
                plays,
                budget.clone(),
                beside,
            ),
            _ => None,
        };
        Self {
            moves,
            deep,
            found: IndexMap::default(),
            graph: Graph {
                blocks: game.blocks as usize,
                scored: score.is_some(),
                first: vec![0],
                payoffs: payoffs.into_iter().collect(),
                ..Graph::default()
            },
            decided: Decided::default(),
            endless,
            held: 0,
            sure: 0,
            score,
            values: Values::default(),
            budget,
            beside,
            is_plain,
        }
    }

    /// Who carries out the moves.
    pub(super) const fn moves_mut(&mut self) -> &mut M {
        &mut self.moves
    }

    /// The Grundy value of a state by its number.
    pub(super) fn value_of(&mut self, number: usize) -> Result<Option<u32>, Broken> {
        self.values.extend(&self.graph, &self.budget)?;
        Ok(self.values.get(number))
    }

    /// What a state is worth; `None` where that takes more than so many moves.
    pub(super) fn worth(&mut self, start: &State, most: u64) -> Result<Option<Worth>, Broken> {
        let key = self.moves.key(start)?;
        let kept = self.moves.kept(key.clone());
        if !self.is_known(&kept)
            && let Some(worth) = self.at_once(&key)?
        {
            return Ok(Some(worth));
        }
        if let Some(deep) = &mut self.deep {
            match deep.worth(&mut self.moves, &kept, most) {
                Ok(None) => return Ok(None),
                Ok(Some(found)) => return self.told_deep(&key, found, start).map(Some),
                Err(Shallow::Declined) => self.deep = None,
                Err(Shallow::Broken(broken)) => return Err(broken),
            }
        }
        match self.explored(start, most)? {
            Some(at) => self.told(at, start).map(Some),
            None => Ok(None),
        }
    }

    /// Whether the worth of a state is known.
    fn is_known(&self, kept: &M::Key) -> bool {
        let deep = self.deep.as_ref().and_then(|deep| deep.known(kept));
        let found = self.found.get_index_of(kept);
        deep.is_some() || found.is_some_and(|at| at < self.decided.count())
    }

    /// The worth of a state where play is over, or that one move wins, without exploring. The first
    /// move that wins at once is the one that exploring would name.
    fn at_once(&mut self, key: &M::Key) -> Result<Option<Worth>, Broken> {
        if !self.is_plain {
            return Ok(None);
        }
        let mut options = Vec::new();
        let seen = self.moves.look(key, MAX_MOVES, &mut options)?;
        let states = 1 + options.len();
        if let Some(pays) = seen.pays {
            return Ok(Some(Worth {
                remoteness: (pays != IBig::ZERO).then_some(0),
                pays: Some(pays),
                best: None,
                states,
            }));
        }
        if options.len() > MAX_MOVES {
            return Ok(None);
        }
        let win = match seen.turn {
            0 => IBig::ONE,
            _ => IBig::NEG_ONE,
        };
        for (option, _) in options {
            let seen = self.moves.look(&option, 0, &mut Vec::new())?;
            if seen.pays.as_ref() == Some(&win) {
                return Ok(Some(Worth {
                    pays: Some(win),
                    remoteness: Some(1),
                    best: Some(self.moves.state(&option)),
                    states,
                }));
            }
        }
        Ok(None)
    }

    /// What is known of a state that was decided depth first.
    fn told_deep(&mut self, key: &M::Key, found: Found, start: &State) -> Result<Worth, Broken> {
        let Some(deep) = &self.deep else {
            return Err(Broken::Words);
        };
        let gathered = self.score.map(|part| start[part][0].clone());
        let mut options = Vec::new();
        let seen = self.moves.look(key, usize::MAX, &mut options)?;
        let best = match seen.pays {
            Some(_) => None,
            None => {
                let kept = options.iter();
                let kept = kept.map(|(key, points)| (self.moves.kept(key.clone()), *points));
                deep.best(&kept.collect::<Vec<_>>(), seen.turn == 0)
            }
        };
        let best = best.map(|place| {
            let mut state = self.moves.state(&options[place].0);
            if let Some((part, gathered)) = self.score.zip(gathered.clone()) {
                state[part] = vec![gathered + IBig::from(options[place].1)];
            }
            state
        });
        let is_short = !deep.scored && deep.is_plain && found.pays != 0;
        Ok(Worth {
            pays: Some(IBig::from(found.pays) + gathered.unwrap_or(IBig::ZERO)),
            remoteness: is_short.then_some(u64::from(found.level)),
            best,
            states: deep.count(),
        })
    }

    /// The number of a state, once all that play comes to from there is decided; `None` where that
    /// takes more than so many moves.
    pub(super) fn explored(&mut self, start: &State, most: u64) -> Result<Option<usize>, Broken> {
        let key = self.moves.key(start)?;
        let key = self.moves.kept(key);
        let mut found = self.found.get_index_of(&key);
        if let Some(at) = found
            && at < self.decided.count()
        {
            return Ok(Some(at));
        }
        if found.is_none() {
            // What an earlier try left undecided belongs to another state.
            self.forget();
            self.held += size_of::<M::Key>() + 64 + M::bytes(&key);
            found = Some(self.found.insert_full(key, ()).0);
        }
        let before = self.decided.count();
        let done = self.look(usize::MAX, most).and_then(|whole| {
            if whole {
                let (graph, endless) = (&self.graph, self.endless.as_ref());
                self.decided.extend(graph, endless, &self.budget)?;
                self.sure = self.held;
            }
            Ok(found.filter(|_| whole))
        });
        if done.is_err() {
            self.decided.truncate(before);
            self.forget();
        }
        done
    }

    /// Forgets the states that are not decided.
    fn forget(&mut self) {
        let count = self.decided.count();
        self.held = self.sure;
        self.found.truncate(count);
        self.graph.truncate(count);
    }

    /// All that play comes to from some states, which are the first; `None` where that is more than
    /// so many.
    pub(super) fn gathered(
        &mut self,
        starts: &[State],
        most: usize,
    ) -> Result<Option<Reached>, Broken> {
        let mut keys = Vec::new();
        for start in starts {
            keys.push(self.moves.key(start)?);
        }
        self.found.extend(keys.into_iter().map(|key| (key, ())));
        if !self.look(most, u64::MAX)? {
            return Ok(None);
        }
        let Self {
            moves,
            found,
            graph,
            ..
        } = self;
        let options = |number: usize| {
            let mut own = graph.options_of(number).to_vec();
            own.sort_unstable();
            own.dedup();
            own
        };
        let pays = |pays: &Option<u32>| {
            let known = pays.and_then(|pays| graph.payoffs.get_index(pays as usize));
            known.cloned()
        };
        Ok(Some(Reached {
            options: (0..found.len()).map(options).collect(),
            pays: graph.over.iter().map(pays).collect(),
            states: found.keys().map(|key| moves.state(key)).collect(),
        }))
    }

    /// Looks at all states that were found and not looked at, and what they lead to; `false` where
    /// these are more than so many, or have more than so many moves.
    fn look(&mut self, most: usize, most_moves: u64) -> Result<bool, Broken> {
        let Self {
            moves,
            found,
            graph,
            held,
            budget,
            beside,
            ..
        } = self;
        let mut looked = 0;
        let each = size_of::<M::Key>() + 64;
        let mut options = Vec::new();
        while let Some((key, ())) = found.get_index(graph.turns.len()) {
            let key = key.clone();
            if let Some(over) = budget.over() {
                return Err(Broken::Error(over.into()));
            }
            if found.len() > most || looked >= most_moves {
                return Ok(false);
            }
            options.clear();
            let seen = moves.look(&key, usize::MAX, &mut options)?;
            looked += 1 + options.len() as u64;
            let begin = graph.options.len();
            for (option, points) in options.drain(..) {
                let option = moves.kept(option);
                let bytes = M::bytes(&option);
                let entry = found.entry(option);
                graph.options.push(
                    u32::try_from(entry.index()).map_err(|_| Broken::Error(no_room(budget)))?,
                );
                if graph.scored {
                    graph.points.push(points);
                }
                if let indexmap::map::Entry::Vacant(entry) = entry {
                    entry.insert(());
                    *held += each + bytes;
                }
                *held += 12;
            }
            if graph.blocks > 0 {
                // Moves to one state that bring the same points are one option.
                let options = graph.options.split_off(begin);
                let points = match graph.scored {
                    true => graph.points.split_off(begin),
                    false => vec![0; options.len()],
                };
                let mut own: Vec<_> = options.into_iter().zip(points).collect();
                own.sort_unstable();
                own.dedup();
                for (option, points) in own {
                    graph.options.push(option);
                    if graph.scored {
                        graph.points.push(points);
                    }
                }
            }
            // What grows is twice as large for a while.
            if !budget.has_room(2 * *held as u64 + *beside) {
                return Err(Broken::Error(no_room(budget)));
            }
            graph.turns.push(seen.turn);
            let mut number = |pays| graph.payoffs.insert_full(pays).0 as u32;
            graph.over.push(seen.pays.map(&mut number));
            graph.stuck.push(seen.stuck.map(number));
            graph.first.push(graph.options.len());
        }
        Ok(true)
    }

    /// What is known of a state.
    fn told(&mut self, at: usize, start: &State) -> Result<Worth, Broken> {
        let gathered = self.score.map(|part| start[part][0].clone());
        let mut best = None;
        if let Some(place) = self.decided.best(&self.graph, at) {
            let option = self.graph.options_of(at)[place];
            // An option of the state itself, which may be an image of what is kept.
            let key = self.moves.key(start)?;
            let kept = self.found.get_index(option as usize);
            let kept = kept.map(|(key, ())| key).ok_or(Broken::Words)?;
            let brings = (!self.graph.points.is_empty()).then(|| self.graph.points_of(at, place));
            let found = self.moves.option_kept_as(&key, kept, brings)?;
            let (mut state, points) = found.ok_or(Broken::Words)?;
            if let Some((part, gathered)) = self.score.zip(gathered.clone()) {
                state[part] = vec![gathered + IBig::from(points)];
            }
            best = Some(state);
        }
        let pays = self.decided.pays(&self.graph, at);
        Ok(Worth {
            pays: pays.map(|pays| pays + gathered.unwrap_or(IBig::ZERO)),
            remoteness: self.decided.remoteness(&self.graph, at),
            best,
            states: self.graph.turns.len(),
        })
    }
}
