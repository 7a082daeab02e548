//! Games given as core terms, solved by their exact meaning: all that play can come to from a state, decided backwards.
//!
//! Nothing is assumed of the term: payoffs are any integers, play may go round, options may be blocked, lengths may change. It is slow, some thousand
//! states a second, and the yardstick of what is fast.

use std::cmp::Reverse;

use dashu_int::IBig;
use indexmap::IndexMap;
use whowins_core::{Budget, Cut, Game, State};

use crate::limits::EngineError;

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

/// A state that play can come to.
struct Node {
    turn: u8,
    /// What it pays where play is over.
    over: Option<IBig>,
    /// What being stuck would pay; asked only where options can be blocked.
    stuck: Option<IBig>,
    options: Vec<u32>,
}

/// All that play can come to.
struct Graph {
    nodes: Vec<Node>,
    origins: Vec<Vec<u32>>,
    blocks: usize,
}

/// The states in which a player forces what they want, and after how many rounds of the search that was seen.
struct Forced(Vec<Option<u32>>);

/// Why the interpreter was cut, in the engine's words.
fn cut(cut: Cut, budget: &Budget) -> EngineError {
    match cut {
        Cut::Over(over) => over.into(),
        // How much is wanted is not known: the work was broken off.
        Cut::Memory => EngineError::Memory {
            wanted: None,
            allowed: budget.memory,
        },
    }
}

/// Bytes of a state and its place in the graph, roughly.
fn bytes(state: &State) -> u64 {
    128 + state
        .iter()
        .map(|array| 32 + 24 * array.len() as u64)
        .sum::<u64>()
}

impl Graph {
    fn explore(
        game: &Game,
        start: &State,
        budget: &Budget,
    ) -> Result<(Self, Vec<State>), EngineError> {
        let no_room = || EngineError::Memory {
            wanted: None,
            allowed: budget.memory,
        };
        let mut found: IndexMap<State, ()> = IndexMap::new();
        found.insert(start.clone(), ());
        let mut nodes = Vec::new();
        let mut held = bytes(start);
        while let Some((state, ())) = found.get_index(nodes.len()) {
            let state = state.clone();
            if let Some(over) = budget.over() {
                return Err(over.into());
            }
            let own = Budget::clone(budget).with_memory(budget.memory.saturating_sub(held));
            let asked = |error| cut(error, budget);
            let over = game.over(&state, &own).map_err(asked)?;
            let options = match over {
                Some(_) => Vec::new(),
                None => game.options(&state, &own).map_err(asked)?,
            };
            let stuck = match game.blocks {
                0 => None,
                _ => Some(game.value(&game.stuck, &state, &own).map_err(asked)?),
            };
            let mut numbers = Vec::with_capacity(options.len());
            for option in options {
                held += 8;
                let (number, is_new) = match found.get_index_of(&option) {
                    Some(number) => (number, false),
                    None => (found.len(), true),
                };
                if is_new {
                    held += bytes(&option);
                    found.insert(option, ());
                }
                numbers.push(u32::try_from(number).map_err(|_| no_room())?);
            }
            if !budget.has_room(held) {
                return Err(no_room());
            }
            nodes.push(Node {
                turn: u8::from(state[0][0] != IBig::ZERO),
                over,
                stuck,
                options: numbers,
            });
        }
        let mut origins = vec![Vec::new(); nodes.len()];
        for (number, node) in (0u32..).zip(&nodes) {
            for option in &node.options {
                origins[*option as usize].push(number);
            }
        }
        let graph = Self {
            nodes,
            origins,
            blocks: game.blocks as usize,
        };
        Ok((graph, found.into_keys().collect()))
    }

    /// Where a player forces an end that is good for them.
    fn forced(&self, player: u8, good: &dyn Fn(&IBig) -> bool) -> Forced {
        let mut forced = vec![None; self.nodes.len()];
        let mut counts = vec![0; self.nodes.len()];
        let is_forced = |node: &Node, count: usize| {
            let all = node.options.len();
            let stuck = || node.stuck.as_ref().is_some_and(good);
            match &node.over {
                Some(pays) => good(pays),
                // More good options than can be blocked; or all that there are, and to be stuck is good too.
                None if node.turn == player => count > self.blocks || count == all && stuck(),
                // The others are blocked, and something good is left, or nothing and that is good.
                None => all - count <= self.blocks && (count > 0 || stuck()),
            }
        };
        let mut open: Vec<u32> = Vec::new();
        for (number, node) in (0u32..).zip(&self.nodes) {
            if is_forced(node, 0) {
                forced[number as usize] = Some(0);
                open.push(number);
            }
        }
        let mut level = 0;
        while !open.is_empty() {
            level += 1;
            let mut next = Vec::new();
            for number in open {
                for origin in &self.origins[number as usize] {
                    let at = *origin as usize;
                    counts[at] += 1;
                    if forced[at].is_none() && is_forced(&self.nodes[at], counts[at]) {
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
    let (graph, states) = Graph::explore(game, start, budget)?;
    let ends = |node: &Node| [node.over.clone(), node.stuck.clone()];
    let mut payoffs: Vec<IBig> = graph.nodes.iter().flat_map(ends).flatten().collect();
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
    if graph.nodes[0].turn == 1 {
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
        best: best.filter(|_| agreed).map(|number| states[number].clone()),
        states: states.len(),
    })
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
                let kept = match self.nodes[0].turn {
                    0 => Some((forced, !by_end)),
                    _ => kept_below,
                };
                return Ok((least, self.best(kept)));
            }
            kept_below = Some((forced, by_end));
        }
        unreachable!("every play pays at least the least payoff")
    }

    /// An option of the first state in the set, the sooner its end is forced the better; or out of it. Any where nothing has to be kept.
    fn best(&self, kept: Option<(Forced, bool)>) -> Option<usize> {
        if self.blocks > 0 {
            return None;
        }
        let options = self.nodes[0].options.iter().map(|option| *option as usize);
        let Some((Forced(forced), inside)) = kept else {
            return options.min();
        };
        let mut fits = options.filter(|option| forced[*option].is_some() == inside);
        match inside {
            true => fits.max_by_key(|option| Reverse(forced[*option])),
            false => fits.next(),
        }
    }
}
