//! Games given as core terms, solved by their exact meaning: all that play can come to from a state, decided backwards.
//!
//! Nothing is assumed of the term: payoffs are any integers, play may go round, options may be blocked, lengths may change. Moves are carried out by
//! compiled code ([`crate::compiled`]) as long as all fits into machine words, else by the exact meaning.

use std::cmp::Reverse;
use std::hash::{BuildHasherDefault, Hash};
use std::ops::ControlFlow;

use dashu_int::IBig;
use indexmap::{IndexMap, IndexSet};
use whowins_core::{Budget, Cut, Game, State};

use crate::compiled::{Left, Machine, Packed, Program, Turn};
use crate::limits::EngineError;
use crate::mixing::Mixing;

/// What a state is worth, and by which move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// What player 0 gets where both play well; `None` where that depends on what play without end pays, and the rules do not say.
    pub pays: Option<IBig>,
    /// A best move, where the game is not over: the state after it. With [`Game::blocks`] above 0 none is named.
    pub best: Option<State>,
    /// States that play can come to.
    pub states: usize,
}

/// Why the states were not all found.
enum Broken {
    /// A state does not fit into machine words.
    Words,
    Error(EngineError),
}

/// What there is in a state: what it pays, or the moves; and what being stuck pays, where options can be blocked.
struct Seen {
    pays: Option<IBig>,
    stuck: Option<IBig>,
}

/// Who carries out the moves.
trait Moves {
    /// A state.
    type Key: Clone + Eq + Hash;

    /// Whose turn it is, and what there is in a state; its options are added to the list.
    fn look(&mut self, key: &Self::Key, options: &mut Vec<Self::Key>)
    -> Result<(u8, Seen), Broken>;

    /// Bytes of a key beside its own size.
    fn bytes(key: &Self::Key) -> usize;

    /// The state itself.
    fn state(&mut self, key: &Self::Key) -> State;
}

/// By the exact meaning: any term, and slow.
struct Exact<'a> {
    game: &'a Game,
    budget: Budget,
}

impl Exact<'_> {
    /// Why the interpreter was cut, in the engine's words.
    fn cut(&self, cut: Cut) -> Broken {
        Broken::Error(match cut {
            Cut::Over(over) => over.into(),
            Cut::Memory => no_room(&self.budget),
        })
    }
}

impl Moves for Exact<'_> {
    type Key = State;

    fn look(&mut self, state: &State, options: &mut Vec<State>) -> Result<(u8, Seen), Broken> {
        let cut = |cut| self.cut(cut);
        let pays = self.game.over(state, &self.budget).map_err(cut)?;
        if pays.is_none() {
            options.extend(self.game.options(state, &self.budget).map_err(cut)?);
        }
        let stuck = match self.game.blocks {
            0 => None,
            _ => Some(
                self.game
                    .value(&self.game.stuck, state, &self.budget)
                    .map_err(cut)?,
            ),
        };
        let turn = u8::from(state[0][0] != IBig::ZERO);
        Ok((turn, Seen { pays, stuck }))
    }

    fn bytes(state: &State) -> usize {
        let array = |array: &Vec<IBig>| 32 + 24 * array.len();
        state.iter().map(array).sum()
    }

    fn state(&mut self, state: &State) -> State {
        state.clone()
    }
}

/// By compiled code.
struct Quick<'a> {
    program: &'a Program,
    machine: Machine,
    budget: Budget,
    blocks: bool,
}

impl Quick<'_> {
    fn left(left: Left) -> Broken {
        match left {
            Left::Words => Broken::Words,
            Left::Over(over) => Broken::Error(over.into()),
        }
    }
}

impl<K: Packed> Moves for (Quick<'_>, std::marker::PhantomData<K>) {
    type Key = K;

    fn look(&mut self, key: &K, options: &mut Vec<K>) -> Result<(u8, Seen), Broken> {
        let Quick {
            program,
            machine,
            budget,
            blocks,
        } = &mut self.0;
        key.unpack(program, machine);
        let found = program.turn(machine, budget, &mut |next| {
            options.push(K::pack(program, next));
            ControlFlow::Continue(())
        });
        let pays = match found.map_err(Quick::left)? {
            Turn::Over(pays) | Turn::Stuck(pays) => Some(pays.into()),
            Turn::Moves => None,
        };
        let stuck = match blocks {
            false => None,
            true => Some(program.stuck(machine, budget).map_err(Quick::left)?.into()),
        };
        Ok((program.turn_of(machine), Seen { pays, stuck }))
    }

    fn bytes(key: &K) -> usize {
        key.bytes()
    }

    fn state(&mut self, key: &K) -> State {
        key.unpack(self.0.program, &mut self.0.machine);
        self.0.program.state(&self.0.machine)
    }
}

/// All that play can come to. States are numbered as they are found, payoffs too.
#[derive(Default)]
struct Graph {
    payoffs: IndexSet<IBig>,
    turns: Vec<u8>,
    /// What a state pays where play is over.
    over: Vec<Option<u32>>,
    /// What being stuck would pay; asked only where options can be blocked.
    stuck: Vec<Option<u32>>,
    /// Where the options of each state begin.
    first: Vec<usize>,
    options: Vec<u32>,
    origins: Vec<u32>,
    /// Where the origins of each state begin.
    from: Vec<usize>,
    blocks: usize,
}

/// The states in which a player forces what they want, and after how many rounds of the search that was seen.
struct Forced(Vec<Option<u32>>);

const fn no_room(budget: &Budget) -> EngineError {
    EngineError::Memory {
        wanted: None,
        allowed: budget.memory,
    }
}

impl Graph {
    /// Explores all play from a state; the states after its moves, for the best of them.
    fn explore<M: Moves>(
        blocks: usize,
        start: M::Key,
        moves: &mut M,
        budget: &Budget,
    ) -> Result<(Self, Vec<State>), Broken> {
        let mut graph = Self {
            blocks,
            first: vec![0],
            ..Self::default()
        };
        let mut found: IndexMap<M::Key, (), BuildHasherDefault<Mixing>> = IndexMap::default();
        let each = size_of::<M::Key>() + 64;
        let mut held = each + M::bytes(&start);
        found.insert(start, ());
        let mut options = Vec::new();
        while let Some((key, ())) = found.get_index(graph.turns.len()) {
            let key = key.clone();
            if let Some(over) = budget.over() {
                return Err(Broken::Error(over.into()));
            }
            options.clear();
            let (turn, seen) = moves.look(&key, &mut options)?;
            let begin = graph.options.len();
            for option in options.drain(..) {
                let bytes = M::bytes(&option);
                let entry = found.entry(option);
                graph.options.push(
                    u32::try_from(entry.index()).map_err(|_| Broken::Error(no_room(budget)))?,
                );
                if let indexmap::map::Entry::Vacant(entry) = entry {
                    entry.insert(());
                    held += each + bytes;
                }
                held += 12;
            }
            if blocks > 0 {
                // Two ways to one state are one option.
                let mut own = graph.options.split_off(begin);
                own.sort_unstable();
                own.dedup();
                graph.options.extend(own);
            }
            // What grows is twice as large for a while.
            if !budget.has_room(2 * held as u64) {
                return Err(Broken::Error(no_room(budget)));
            }
            graph.turns.push(turn);
            let mut number = |pays| graph.payoffs.insert_full(pays).0 as u32;
            graph.over.push(seen.pays.map(&mut number));
            graph.stuck.push(seen.stuck.map(number));
            graph.first.push(graph.options.len());
        }
        graph.turn_round();
        let nexts: Vec<u32> = graph.options_of(0).to_vec();
        let mut states = Vec::new();
        for next in nexts {
            if let Some((key, ())) = found.get_index(next as usize) {
                let key = key.clone();
                states.push(moves.state(&key));
            }
        }
        Ok((graph, states))
    }

    /// Finds the origins of every state.
    fn turn_round(&mut self) {
        self.from = vec![0; self.turns.len() + 1];
        for option in &self.options {
            self.from[*option as usize + 1] += 1;
        }
        for at in 1..self.from.len() {
            self.from[at] += self.from[at - 1];
        }
        self.origins = vec![0; self.options.len()];
        let mut next = self.from.clone();
        for number in 0..self.turns.len() {
            for option in &self.options[self.first[number]..self.first[number + 1]] {
                let place = &mut next[*option as usize];
                self.origins[*place] = number as u32;
                *place += 1;
            }
        }
    }

    fn options_of(&self, number: usize) -> &[u32] {
        &self.options[self.first[number]..self.first[number + 1]]
    }

    /// Where a player forces an end that is good for them.
    fn forced(&self, player: u8, good: &dyn Fn(&IBig) -> bool) -> Forced {
        let good: Vec<bool> = self.payoffs.iter().map(good).collect();
        let mut forced = vec![None; self.turns.len()];
        let mut counts = vec![0; self.turns.len()];
        let is_forced = |number: usize, count: usize| {
            let all = self.options_of(number).len();
            let stuck = || self.stuck[number].is_some_and(|pays| good[pays as usize]);
            match self.over[number] {
                Some(pays) => good[pays as usize],
                // More good options than can be blocked; or all that there are, and to be stuck is good too.
                None if self.turns[number] == player => {
                    count > self.blocks || count == all && stuck()
                }
                // The others are blocked, and something good is left, or nothing and that is good.
                None => all - count <= self.blocks && (count > 0 || stuck()),
            }
        };
        let mut open: Vec<u32> = Vec::new();
        for (number, one) in forced.iter_mut().enumerate() {
            if is_forced(number, 0) {
                *one = Some(0);
                open.push(number as u32);
            }
        }
        let mut level = 0;
        while !open.is_empty() {
            level += 1;
            let mut next = Vec::new();
            for number in open {
                let number = number as usize;
                for origin in &self.origins[self.from[number]..self.from[number + 1]] {
                    let at = *origin as usize;
                    counts[at] += 1;
                    if forced[at].is_none() && is_forced(at, counts[at]) {
                        forced[at] = Some(level);
                        next.push(*origin);
                    }
                }
            }
            open = next;
        }
        Forced(forced)
    }
}

/// What a state of a term is worth.
///
/// With what play without end pays given, every state has a worth (Zermelo 1913; Gale and Stewart 1953). Where the rules leave it open, it pays no
/// player more than the best of all ends, a win of 1 among them: a worth is one whatever it pays within that. `O(payoffs · moves)` after the exploration,
/// which charges the budget for each step of the interpreter and asks it for the room of each state.
///
/// ```
/// use whowins_core::{Budget, Game};
/// use whowins_engine::terms::solve;
///
/// let nim: Game = "(game nim (part turn 0 1) (part heap 0 -) (start (0) (1 2 3))
///     (tier (choose i 0 (len heap) (choose k 1 (+ (get heap i) 1)
///         (seq (set heap i (- (get heap i) k)) (set turn (- 1 turn))))))
///     (stuck (if turn 1 -1)))".parse()?;
/// let worth = solve(&nim, &nim.starts[0], &Budget::OPEN).expect("no limit");
/// assert_eq!(worth.pays, Some((-1).into()));
/// # Ok::<(), whowins_core::ReadError>(())
/// ```
///
/// # Errors
///
/// Where the budget is over, or has no room for all that play can come to.
pub fn solve(game: &Game, start: &State, budget: &Budget) -> Result<Worth, EngineError> {
    let blocks = game.blocks as usize;
    let (graph, states) = match explored(game, start, budget) {
        Err(Broken::Words) => {
            let mut exact = Exact {
                game,
                budget: budget.clone(),
            };
            Graph::explore(blocks, start.clone(), &mut exact, budget)
        }
        found => found,
    }
    .map_err(|broken| match broken {
        Broken::Error(error) => error,
        Broken::Words => no_room(budget),
    })?;
    let mut payoffs: Vec<IBig> = graph.payoffs.iter().cloned().collect();
    payoffs.extend(match &game.endless {
        Some(pays) => vec![pays.clone()],
        None => vec![IBig::NEG_ONE, IBig::ONE],
    });
    payoffs.sort_unstable();
    payoffs.dedup();
    // What play without end may pay: the first is the worse for the player to move.
    let mut endless = match &game.endless {
        Some(pays) => vec![pays],
        None => vec![&payoffs[0], &payoffs[payoffs.len() - 1]],
    };
    if graph.turns[0] == 1 {
        endless.reverse();
    }
    let mut found = Vec::new();
    for endless in endless {
        found.push(graph.worth(&payoffs, endless, budget)?);
    }
    let agreed = found.iter().all(|(pays, _)| *pays == found[0].0);
    let (pays, best) = found.swap_remove(0);
    Ok(Worth {
        pays: agreed.then(|| pays.clone()),
        best: best.filter(|_| agreed).map(|at| states[at].clone()),
        states: graph.turns.len(),
    })
}

/// All play from a state, by compiled code.
fn explored(game: &Game, start: &State, budget: &Budget) -> Result<(Graph, Vec<State>), Broken> {
    let program = Program::new(game, start).ok_or(Broken::Words)?;
    let mut machine = program.machine();
    if !program.load(start, &mut machine) {
        return Err(Broken::Words);
    }
    match program.bits() {
        Some(..=128) => packed::<u128>(game, &program, machine, budget),
        _ => packed::<Box<[u8]>>(game, &program, machine, budget),
    }
}

fn packed<K: Packed>(
    game: &Game,
    program: &Program,
    machine: Machine,
    budget: &Budget,
) -> Result<(Graph, Vec<State>), Broken> {
    let start = K::pack(program, &machine);
    let quick = Quick {
        program,
        machine,
        budget: budget.clone(),
        blocks: game.blocks > 0,
    };
    let mut quick = (quick, std::marker::PhantomData);
    Graph::explore(game.blocks as usize, start, &mut quick, budget)
}

impl Graph {
    /// What the first state pays and a best option, where play without end pays so much, one of the payoffs.
    fn worth<'a>(
        &self,
        payoffs: &'a [IBig],
        endless: &IBig,
        budget: &Budget,
    ) -> Result<(&'a IBig, Option<usize>), EngineError> {
        // Where player 1 keeps player 0 below the payoff that was tried last: these states, or all others.
        let mut kept_below = None;
        for least in payoffs.iter().rev() {
            if let Some(over) = budget.over() {
                return Err(over.into());
            }
            // Where play without end pays enough, player 1 has to force an end that pays less.
            let by_end = least <= endless;
            let forced = match by_end {
                true => self.forced(1, &|pays| pays < least),
                false => self.forced(0, &|pays| pays >= least),
            };
            if forced.0[0].is_some() != by_end {
                let kept = match self.turns[0] {
                    0 => Some((forced, !by_end)),
                    _ => kept_below,
                };
                return Ok((least, self.best(kept)));
            }
            kept_below = Some((forced, by_end));
        }
        unreachable!("every play pays at least the least payoff")
    }

    /// An option of the first state in the set, the sooner its end is forced the better; or out of it; its place among the options. Any where nothing has to be kept.
    fn best(&self, kept: Option<(Forced, bool)>) -> Option<usize> {
        let options = self.options_of(0);
        let all = 0..options.len();
        match kept {
            _ if self.blocks > 0 => None,
            None => all.min_by_key(|at| options[*at]),
            Some((Forced(forced), inside)) => {
                let forced = |at: &usize| forced[options[*at] as usize];
                let mut fits = all.filter(|at| forced(at).is_some() == inside);
                match inside {
                    true => fits.max_by_key(|at| Reverse(forced(at))),
                    false => fits.next(),
                }
            }
        }
    }
}
