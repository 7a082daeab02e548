//! Exact answers at small positions, by compiled moves: only as many options are looked at as it
//! takes.

use std::ops::ControlFlow;

use dashu_int::UBig;
use rustc_hash::FxHashMap as HashMap;
use whowins_analysis::paths::Layout;
use whowins_core::{Budget, Game, State};
use whowins_engine::EngineError;
use whowins_engine::compiled::{Left, Machine, Packed, Program, Turn};
use whowins_verify::firstorder::wins_stuck;

use crate::automatic::oracle::Silence;

/// A state, packed.
type Key = Box<[u8]>;

/// Bytes that a position that was decided takes.
const BYTES: u64 = 96;
/// The most programs: one for each value of the parts that no move writes.
const PROGRAMS: usize = 64;

/// Who wins small positions of a game in which play ends.
pub(crate) struct Oracle<'a> {
    game: &'a Game,
    layout: &'a Layout,
    budget: &'a Budget,
    tables: Vec<Table>,
    labels: HashMap<Vec<u64>, Vec<i8>>,
    /// How many positions may be decided.
    allowed: usize,
    decided: usize,
}

/// What is known of the states that one program knows.
struct Table {
    program: Program,
    machine: Machine,
    signs: HashMap<Key, i8>,
    blocked: Option<Blocked>,
}

/// Where options may be blocked before each move.
#[derive(Clone, Copy)]
struct Blocked {
    /// So many.
    most: usize,
    /// Whether a player who cannot move wins.
    stuck_wins: bool,
}

/// A state whose options are looked at.
struct Open {
    key: Key,
    turn: u8,
    options: Vec<Key>,
    at: usize,
    best: i8,
    /// How many options are as good as can be.
    good: usize,
}

impl<'a> Oracle<'a> {
    pub fn new(game: &'a Game, layout: &'a Layout, budget: &'a Budget) -> Self {
        Self {
            game,
            layout,
            budget,
            tables: Vec::new(),
            labels: HashMap::default(),
            allowed: 0,
            decided: 0,
        }
    }

    /// Lets so many positions be decided.
    pub fn allow(&mut self, positions: usize) {
        let room = usize::try_from(self.budget.memory / BYTES).unwrap_or(usize::MAX);
        self.allowed = self.allowed.max(positions.min(room));
    }

    /// How many positions were asked for.
    pub fn asked(&self) -> usize {
        self.labels.len()
    }

    /// The sign of what player 0 gets with these tracks, for each memory; empty where they are no
    /// position.
    pub fn label(&mut self, tracks: &[u64]) -> Result<Vec<i8>, Silence> {
        if let Some(label) = self.labels.get(tracks) {
            return Ok(label.clone());
        }
        let numbers: Vec<UBig> = tracks.iter().map(|n| UBig::from(*n)).collect();
        let label = match self.layout.holds(&numbers) {
            false => Vec::new(),
            true => (0..self.layout.memories())
                .map(|memory| self.sign(&self.layout.state(memory, &numbers)))
                .collect::<Result<_, _>>()?,
        };
        self.labels.insert(tracks.to_vec(), label.clone());
        Ok(label)
    }

    /// The options of a position, as memory and tracks.
    pub fn options(&self, memory: usize, tracks: &[UBig]) -> Result<Vec<Vec<UBig>>, Silence> {
        let state = self.layout.state(memory, tracks);
        let options = self.game.options(&state, self.budget);
        let options = options.map_err(|_| Silence::TooFar)?;
        let read = options.iter().filter_map(|option| self.layout.read(option));
        Ok(read.map(|(_, tracks)| tracks).collect())
    }

    fn sign(&mut self, state: &State) -> Result<i8, Silence> {
        let load = |table: &mut Table| table.program.load(state, &mut table.machine);
        let at = match self.tables.iter_mut().position(load) {
            Some(at) => at,
            None => {
                let program = Program::new(self.game, state).ok_or(Silence::TooFar)?;
                if self.tables.len() >= PROGRAMS {
                    return Err(Silence::TooFar);
                }
                let mut machine = program.machine();
                if !program.load(state, &mut machine) {
                    return Err(Silence::TooFar);
                }
                let blocked = match self.game.blocks {
                    0 => None,
                    most => Some(Blocked {
                        most: usize::try_from(most).map_err(|_| Silence::TooFar)?,
                        stuck_wins: wins_stuck(&self.game.stuck).ok_or(Silence::TooFar)?,
                    }),
                };
                let signs = HashMap::default();
                self.tables.push(Table {
                    program,
                    machine,
                    signs,
                    blocked,
                });
                self.tables.len() - 1
            }
        };
        let table = &mut self.tables[at];
        let key = Key::pack(&table.program, &table.machine);
        let before = table.signs.len();
        let room = self.allowed.saturating_sub(self.decided);
        let sign = table.sign(key, before + room, self.budget);
        self.decided += table.signs.len() - before;
        sign
    }
}

impl Table {
    /// Decides a state, and of those that play comes to as many as it takes; no more than `most`
    /// are ever known.
    fn sign(&mut self, key: Key, most: usize, budget: &Budget) -> Result<i8, Silence> {
        if let Some(sign) = self.signs.get(&key) {
            return Ok(*sign);
        }
        let root = key.clone();
        let mut open: Vec<Open> = self.look(key, budget)?.into_iter().collect();
        while let Some(top) = open.last_mut() {
            if self.signs.len() >= most {
                return Err(Silence::TooFar);
            }
            let goal = if top.turn == 0 { 1 } else { -1 };
            match top.options.get(top.at) {
                Some(option) if top.best != goal => match self.signs.get(option) {
                    Some(sign) => {
                        top.good += usize::from(*sign == goal);
                        top.at += 1;
                        match self.blocked {
                            None if top.turn == 0 => top.best = top.best.max(*sign),
                            None => top.best = top.best.min(*sign),
                            Some(blocked) => {
                                let all = top.good == top.options.len() && blocked.stuck_wins;
                                if top.good > blocked.most || all {
                                    top.best = goal;
                                }
                            }
                        }
                    }
                    None => {
                        let next = self.look(option.clone(), budget)?;
                        open.extend(next);
                    }
                },
                _ => {
                    let (key, best) = (std::mem::take(&mut top.key), top.best);
                    self.signs.insert(key, best);
                    open.pop();
                }
            }
        }
        self.signs.get(&root).copied().ok_or(Silence::TooFar)
    }

    /// The options of a state; `None` where play is over there, which is then known.
    fn look(&mut self, key: Key, budget: &Budget) -> Result<Option<Open>, Silence> {
        key.unpack(&self.program, &mut self.machine);
        let turn = self.program.turn_of(&self.machine);
        let mut options = Vec::new();
        let program = &self.program;
        let found = program.turn(&mut self.machine, budget, &mut |next| {
            options.push(Key::pack(program, next));
            ControlFlow::Continue(())
        });
        match found {
            Err(Left::Words) => Err(Silence::TooFar),
            Err(Left::Over(over)) => Err(Silence::Engine(EngineError::from(over))),
            Ok(Turn::Over(pays) | Turn::Stuck(pays)) => {
                self.signs.insert(key, pays.signum() as i8);
                Ok(None)
            }
            Ok(Turn::Moves) => {
                // What is known already may settle it.
                let goal = if turn == 0 { 1 } else { -1 };
                if self.blocked.is_some() {
                    // Each option counts once.
                    options.sort_unstable();
                    options.dedup();
                }
                let known = self.blocked.is_none()
                    && options
                        .iter()
                        .any(|option| self.signs.get(option) == Some(&goal));
                if known {
                    self.signs.insert(key, goal);
                    return Ok(None);
                }
                Ok(Some(Open {
                    key,
                    turn,
                    options,
                    at: 0,
                    best: -goal,
                    good: 0,
                }))
            }
        }
    }
}
