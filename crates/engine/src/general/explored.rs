//! The states that play can reach, for games whose states have no gapless number, or too many:
//! found by exploring, decided backwards.
//!
//! What was explored and decided is kept: it is closed under moves, so a further position needs
//! only its own new states, and a stream of positions costs the states that there are, once.
//! Exploring can be broken off and taken up again, so that others may try meanwhile.

use std::collections::BTreeMap;
use std::hash::BuildHasherDefault;
use std::ops::ControlFlow;

use indexmap::IndexSet;
use whowins_analysis::{Frame, Player, Value};

use super::table::Entry;
use crate::limits::{EngineError, Limits, within_words};
use crate::mixing::Mixing;

/// The states reachable with any order of turns, numbered as they were found.
pub struct Explored {
    frame: Frame,
    players: usize,
    /// Options that the opponent may block before each move.
    blocked: usize,
    states: IndexSet<Box<[i64]>, BuildHasherDefault<Mixing>>,
    /// States from the first on whose cells are known; their options are among them.
    decided: usize,
    cells: [Vec<Entry>; 2],
    /// Bytes of what is decided.
    kept: u64,
    /// What is explored beyond.
    latest: Latest,
}

/// The exploring under way: the moves of the states from the decided ones on.
#[derive(Default)]
struct Latest {
    /// Where it began, among the states.
    start: Option<usize>,
    moves: [Moves; 2],
    bytes: u64,
    /// Moves looked at, and states whose moves were: once and again where a try ended in between.
    looked_at: u64,
}

/// The moves of one player: those of the i-th state are `to[from[i]..from[i + 1]]`.
struct Moves {
    from: Vec<usize>,
    to: Vec<u32>,
}

impl Default for Moves {
    fn default() -> Self {
        Self {
            from: vec![0],
            to: Vec::new(),
        }
    }
}

impl Moves {
    fn states(&self) -> usize {
        self.from.len() - 1
    }

    fn of(&self, state: usize) -> &[u32] {
        &self.to[self.from[state]..self.from[state + 1]]
    }
}

/// Bytes that a stored state takes beside its slots, roughly.
const OVERHEAD: u64 = 64;
/// Bytes of a stored move, with the way back.
const MOVE: u64 = 8;
/// States between two looks at the clock.
const PATIENCE: usize = 1 << 10;

impl Explored {
    /// Nothing yet, of a game laid out for play; the opponent may block so many options before each
    /// move.
    pub fn new(frame: Frame, impartial: bool, blocked: u32) -> Self {
        Self {
            frame,
            players: if impartial { 1 } else { 2 },
            blocked: blocked as usize,
            states: IndexSet::default(),
            decided: 0,
            cells: [Vec::new(), Vec::new()],
            kept: 0,
            latest: Latest::default(),
        }
    }

    /// What is known of a state; `None` where it was not decided, a cell without value where play
    /// can go on for ever.
    pub fn cell(&self, state: &[i64], player: Player) -> Option<Entry> {
        let at = self
            .states
            .get_index_of(state)
            .filter(|at| *at < self.decided)?;
        self.cells[player.index().min(self.players - 1)]
            .get(at)
            .copied()
    }

    /// How many moves were looked at for a state that is not decided yet; 0 where it was not begun
    /// with.
    pub fn begun(&self, state: &[i64]) -> u64 {
        let here =
            self.latest.start.is_some() && self.latest.start == self.states.get_index_of(state);
        if here { self.latest.looked_at } else { 0 }
    }

    /// How many states are kept.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// Explores from a state and decides all that play from there comes to; `false` where more than
    /// `most` moves were looked at: asked again, it goes on from there.
    ///
    /// # Errors
    ///
    /// When the limits of memory or time are met; what was decided before stays.
    pub fn extend(
        &mut self,
        start: &[i64],
        most: u64,
        limits: &Limits,
    ) -> Result<bool, EngineError> {
        if self.cell(start, Player::First).is_some() {
            return Ok(true);
        }
        if self.begun(start) == 0 {
            self.forget_latest();
            self.latest.start = Some(self.states.insert_full(start.into()).0);
        }
        match self.explore(most, limits) {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(error) => {
                self.forget_latest();
                return Err(error);
            }
        }
        self.decide(limits).inspect_err(|_| self.forget_latest())?;
        Ok(true)
    }

    fn forget_latest(&mut self) {
        self.states.truncate(self.decided);
        self.latest = Latest::default();
        for cells in &mut self.cells {
            cells.truncate(self.decided);
        }
    }

    /// Breadth first; whether all was found.
    fn explore(&mut self, most: u64, limits: &Limits) -> Result<bool, EngineError> {
        let mut options = Vec::new();
        loop {
            let at = self.decided + self.latest.moves[self.players - 1].states();
            let Some(state) = self.states.get_index(at).cloned() else {
                return Ok(true);
            };
            if at.is_multiple_of(PATIENCE) {
                limits.check()?;
            }
            let over = self.frame.end(&state).is_some();
            let mut lengths = [0; 2];
            options.clear();
            for player in &Player::BOTH[..self.players] {
                if !over && !self.find_options(*player, &state, &mut options, most, limits)? {
                    return Ok(false);
                }
                if self.blocked > 0 {
                    options.sort_unstable();
                    options.dedup();
                }
                lengths[player.index()] = options.len();
            }
            // Both players' moves are put down together, so that a try that ends in between leaves
            // none of them.
            let mut from = 0;
            for (moves, end) in self.latest.moves.iter_mut().zip(lengths).take(self.players) {
                moves.to.extend_from_slice(&options[from..end]);
                moves.from.push(moves.to.len());
                from = end;
            }
            self.latest.bytes += MOVE * options.len() as u64;
        }
    }

    /// Adds a player's options; `false` once more than `most` were looked at in all.
    fn find_options(
        &mut self,
        player: Player,
        state: &[i64],
        options: &mut Vec<u32>,
        most: u64,
        limits: &Limits,
    ) -> Result<bool, EngineError> {
        let (states, latest, kept) = (&mut self.states, &mut self.latest, self.kept);
        latest.looked_at += 1;
        let mut met = Ok(true);
        let flow = self.frame.options(player, state, &mut |option| {
            latest.looked_at += 1;
            if latest.looked_at > most {
                met = Ok(false);
                return ControlFlow::Break(());
            }
            let index = match states.get_index_of(option.to) {
                Some(index) => index,
                None => {
                    latest.bytes += OVERHEAD + 8 * option.to.len() as u64;
                    states.insert_full(option.to.into()).0
                }
            };
            options.push(index as u32);
            let bytes = kept + latest.bytes + MOVE * options.len() as u64;
            if bytes > limits.budget.memory || states.len() > u32::MAX as usize {
                met = Err(EngineError::Memory {
                    wanted: None,
                    allowed: limits.budget.memory,
                });
                return ControlFlow::Break(());
            }
            if options.len().is_multiple_of(PATIENCE)
                && let Err(error) = limits.check()
            {
                met = Err(error);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        if flow.is_break() && matches!(met, Ok(true)) {
            // The enumeration itself broke off, so options are missing: no answer may come of it.
            within_words(&self.frame)?;
            limits.check()?;
            return Err(EngineError::Stopped);
        }
        met
    }

    /// Decides the latest states, level by level from the ends and from what was decided before.
    fn decide(&mut self, limits: &Limits) -> Result<(), EngineError> {
        let latest = std::mem::take(&mut self.latest);
        let mut news = News::begin(self, &latest);
        news.spread(self, &latest, limits)?;
        // The counts of what is left hold draws and endless play only, so the draws can be spread
        // in the same way.
        news.now = std::mem::take(&mut news.draws);
        news.draws_at_work = true;
        news.spread(self, &latest, limits)?;
        for (player, cells) in self.cells.iter_mut().enumerate().take(self.players) {
            for left in &news.left[player] {
                let cell = match left {
                    Left::Decided(value, level) => Entry::decided(*value, *level),
                    Left::Open { .. } => Entry::UNKNOWN,
                };
                cells.push(cell);
            }
        }
        self.decided = self.states.len();
        // The moves go; the states and their cells stay.
        let moves: usize = latest.moves.iter().map(|moves| moves.to.len()).sum();
        self.kept += (latest.bytes + 4).saturating_sub(MOVE * moves as u64);
        Ok(())
    }
}

/// What is left to hear of a state: how many of its options are not known, and how many are lost.
#[derive(Clone, Copy)]
enum Left {
    Open { unknown: u32, lost: u32 },
    Decided(Value, u32),
}

/// News of decided states on their way backwards.
struct News {
    left: [Vec<Left>; 2],
    /// The new states' moves from their ends, for each player who makes them: `to[from[i]..from[i +
    /// 1]]` lead to the i-th.
    back: [Moves; 2],
    /// New states decided at this level, with the player to move.
    now: Vec<(u32, u8)>,
    /// Drawn states, for later.
    draws: Vec<(u32, u8)>,
    /// News from states that were decided before: of this remoteness, to these states and players
    /// to move there.
    older: BTreeMap<u32, Vec<(u32, u8, Value)>>,
    older_draws: Vec<(u32, u8)>,
    draws_at_work: bool,
}

impl News {
    fn begin(explored: &Explored, latest: &Latest) -> Self {
        let (players, first) = (explored.players, explored.decided);
        let count = explored.states.len() - first;
        let mut news = Self {
            left: [Vec::with_capacity(count), Vec::new()],
            back: [reversed(&latest.moves[0], first, count), Moves::default()],
            now: Vec::new(),
            draws: Vec::new(),
            older: BTreeMap::new(),
            older_draws: Vec::new(),
            draws_at_work: false,
        };
        if players == 2 {
            news.back[1] = reversed(&latest.moves[1], first, count);
        }
        for at in 0..count {
            let end = explored.frame.end(&explored.states[first + at]);
            for player in 0..players {
                let options = latest.moves[player].of(at);
                let decided = match end {
                    Some(end) => Some(end.for_next(Player::BOTH[player])),
                    None if options.len() <= explored.blocked => Some(explored.frame.stuck()),
                    None => None,
                };
                let place = (at as u32, player as u8);
                match decided {
                    Some(Value::Draw) => news.draws.push(place),
                    Some(_) => news.now.push(place),
                    None => news.hear_older(explored, options, place),
                }
                news.left[player].push(match decided {
                    Some(value) => Left::Decided(value, 0),
                    None => Left::Open {
                        unknown: options.len() as u32,
                        lost: 0,
                    },
                });
            }
        }
        news
    }

    /// Notes what the options decided before will tell a state.
    fn hear_older(&mut self, explored: &Explored, options: &[u32], (at, player): (u32, u8)) {
        let next = (1 - usize::from(player)).min(explored.players - 1);
        for option in options
            .iter()
            .filter(|option| (**option as usize) < explored.decided)
        {
            let cell = explored.cells[next][*option as usize];
            match cell.value() {
                Some(Value::Draw) => self.older_draws.push((at, player)),
                Some(value) => {
                    let level = self.older.entry(cell.count()).or_default();
                    level.push((at, player, value));
                }
                None => {}
            }
        }
    }

    /// Hands on what is decided until nothing more is.
    fn spread(
        &mut self,
        explored: &Explored,
        latest: &Latest,
        limits: &Limits,
    ) -> Result<(), EngineError> {
        debug_assert_eq!(latest.moves[0].states(), self.left[0].len());
        let mut level = 0;
        let mut next = Vec::new();
        loop {
            if self.now.is_empty() {
                // Nothing new at this level: on to the next news from before.
                let waiting = self.older.keys().next().copied();
                match waiting {
                    Some(remoteness) if !self.draws_at_work => level = level.max(remoteness),
                    _ if self.older_draws.is_empty() || !self.draws_at_work => return Ok(()),
                    _ => {}
                }
            }
            limits.check()?;
            let now = std::mem::take(&mut self.now);
            for (at, player) in &now {
                let Left::Decided(value, _) = self.left[usize::from(*player)][*at as usize] else {
                    continue;
                };
                let mover = match explored.players {
                    1 => 0,
                    _ => 1 - usize::from(*player),
                };
                for place in
                    self.back[mover].from[*at as usize]..self.back[mover].from[*at as usize + 1]
                {
                    let origin = self.back[mover].to[place];
                    self.tell(explored, (origin, mover as u8), value, level + 1, &mut next);
                }
            }
            if self.draws_at_work {
                for place in std::mem::take(&mut self.older_draws) {
                    self.tell(explored, place, Value::Draw, level + 1, &mut next);
                }
            } else if let Some(heard) = self.older.remove(&level) {
                for (at, player, value) in heard {
                    self.tell(explored, (at, player), value, level + 1, &mut next);
                }
            }
            self.now = std::mem::take(&mut next);
            level += 1;
        }
    }

    /// Tells a state that one of its options has this value for the opponent.
    fn tell(
        &mut self,
        explored: &Explored,
        (at, player): (u32, u8),
        known: Value,
        level: u32,
        next: &mut Vec<(u32, u8)>,
    ) {
        let left = &mut self.left[usize::from(player)][at as usize];
        let Left::Open { unknown, lost } = left else {
            return;
        };
        *unknown -= 1;
        *lost += u32::from(known == Value::Loss);
        let (unknown, lost) = (*unknown as usize, *lost as usize);
        // Won where more are lost than can be blocked; else by what is left when none is unknown
        // that could be.
        let level = if self.draws_at_work { 0 } else { level };
        if lost > explored.blocked {
            *left = Left::Decided(Value::Win, level);
        } else if unknown + lost <= explored.blocked {
            *left = Left::Decided(
                if self.draws_at_work {
                    Value::Draw
                } else {
                    Value::Loss
                },
                level,
            );
        } else {
            return;
        }
        next.push((at, player));
    }
}

/// The moves between new states, from their ends; `first` is the number of the first new one.
fn reversed(moves: &Moves, first: usize, count: usize) -> Moves {
    let inside = |to: &u32| (*to as usize).checked_sub(first);
    let mut from = vec![0; count + 1];
    for to in moves.to.iter().filter_map(inside) {
        from[to + 1] += 1;
    }
    for state in 0..count {
        from[state + 1] += from[state];
    }
    let mut next = from.clone();
    let mut to = vec![0; from[count]];
    for state in 0..count {
        for end in moves.of(state).iter().filter_map(inside) {
            to[next[end]] = state as u32;
            next[end] += 1;
        }
    }
    Moves { from, to }
}
