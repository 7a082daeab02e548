//! Computes the exact values of all reachable states, and compares compiled code at each.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use dashu_int::IBig;
use whowins::core::{Budget, Game, State};
use whowins::engine::compiled::{Flat, Left, Program, Turn, Word};

/// Maximum number of states.
const STATES: usize = 600;

/// An explored state.
pub enum Node {
    Over(IBig),
    /// The player to move, the options, and the payoff of a player without an unblocked option.
    Open(usize, Vec<usize>, IBig),
}

fn soon() -> Budget {
    Budget::OPEN.by(Instant::now() + Duration::from_secs(2))
}

pub type Explored = (Vec<State>, Vec<Node>);

/// Explores all reachable states and compares compiled code at each. Returns `None` if there are
/// too many.
pub fn explored(game: &Game, start: &State) -> Result<Option<Explored>, String> {
    let program = Program::new(game, start);
    let small = Flat::<u64>::new(game, start, None);
    let large = Flat::<u128>::new(game, start, None);
    let mut places = HashMap::from([(start.clone(), 0)]);
    let mut states = vec![start.clone()];
    let mut nodes = Vec::new();
    let mut wrong = Vec::new();
    while let Some(state) = states.get(nodes.len()).cloned() {
        let Ok(over) = game.over(&state, &soon()) else {
            return Ok(None);
        };
        let (pays, moves) = match over {
            Some(pays) => (Some(pays), Vec::new()),
            None => match game.moves(&state, &soon()) {
                Ok(moves) => (None, moves),
                Err(_) => return Ok(None),
            },
        };
        let made = (pays.clone(), moves.iter().cloned().collect());
        let compiled = program
            .as_ref()
            .and_then(|program| by_steps(program, &state));
        let words = [
            small.as_ref().and_then(|code| by_words(code, &state)),
            large.as_ref().and_then(|code| by_words(code, &state)),
        ];
        for found in words.into_iter().chain([compiled]).flatten() {
            if found != made {
                wrong.push(format!(
                    "compiled code at {state:?}: {found:?}, exactly {made:?}"
                ));
            }
        }
        if let Some(pays) = pays {
            nodes.push(Node::Over(pays));
            continue;
        }
        let mut next = Vec::new();
        for option in moves.into_iter().collect::<BTreeSet<_>>() {
            game.admits(&option)
                .map_err(|why| format!("{option:?}: {why}"))?;
            next.push(*places.entry(option.clone()).or_insert_with(|| {
                states.push(option);
                states.len() - 1
            }));
        }
        if states.len() > STATES {
            return Ok(None);
        }
        let Ok(stuck) = game.value(&game.stuck, &state, &soon()) else {
            return Ok(None);
        };
        let turn = usize::from(state[0][0] == IBig::ONE);
        nodes.push(Node::Open(turn, next, stuck));
    }
    match wrong.pop() {
        Some(why) => Err(why),
        None => Ok(Some((states, nodes))),
    }
}

/// The payoff or the options. A state that several moves lead to may occur once.
type Made = (Option<IBig>, BTreeSet<State>);

fn made(turn: Result<Turn, Left>, found: Vec<State>) -> Option<Made> {
    match turn {
        Ok(Turn::Over(pays)) => Some((Some(pays.into()), BTreeSet::new())),
        Ok(Turn::Stuck(pays)) => Some((Some(pays.into()), BTreeSet::new())),
        Ok(Turn::Moves) => Some((None, found.into_iter().collect())),
        Err(_) => None,
    }
}

fn by_steps(program: &Program, state: &State) -> Option<Made> {
    let mut machine = program.machine();
    program.load(state, &mut machine).then_some(())?;
    let mut found = Vec::new();
    let turn = program.turn(&mut machine, &soon(), &mut |next| {
        found.push(program.state(next));
        ControlFlow::Continue(())
    });
    made(turn, found)
}

fn by_words<W: Word>(program: &Flat<W>, state: &State) -> Option<Made> {
    let word = program.word(state)?;
    let mut found = Vec::new();
    let turn = program.turn(&mut program.memory(), word, &soon(), &mut |next, _| {
        found.push(program.state(next));
        ControlFlow::Continue(())
    });
    made(turn, found)
}

/// Returns the payoff of the first player under optimal play. Returns `None` if the rules leave it
/// open.
pub fn value(game: &Game, nodes: &[Node]) -> Option<IBig> {
    values(game, nodes).map(|values| values[0].clone())
}

/// Returns the payoff at every state.
pub fn values(game: &Game, nodes: &[Node]) -> Option<Vec<IBig>> {
    let mut payoffs: BTreeSet<IBig> = game.endless_pays().into_iter().cloned().collect();
    payoffs.extend(nodes.iter().filter_map(|node| match node {
        Node::Over(pays) => Some(pays.clone()),
        Node::Open(_, _, stuck) => (game.blocks > 0).then(|| stuck.clone()),
    }));
    let mut values = vec![None; nodes.len()];
    for least in payoffs.iter().rev() {
        let of = |endless| gets(game, nodes, least, endless);
        let (low, high) = (of(false), of(true));
        let known = game.endless_pays().map(|pays| {
            if pays >= least {
                high.clone()
            } else {
                low.clone()
            }
        });
        let holds = match known {
            Some(holds) => holds,
            None if low == high => low,
            None => return None,
        };
        for (value, holds) in values.iter_mut().zip(holds) {
            if value.is_none() && holds {
                *value = Some(least.clone());
            }
        }
    }
    values.into_iter().collect()
}

/// Returns the states from which the first player gets at least `least`. `endless` tells if
/// infinite play counts as such.
fn gets(game: &Game, nodes: &[Node], least: &IBig, endless: bool) -> Vec<bool> {
    let mut holds = vec![endless; nodes.len()];
    loop {
        let mut changed = false;
        for (at, node) in nodes.iter().enumerate().rev() {
            let now = match node {
                Node::Over(pays) => pays >= least,
                Node::Open(turn, next, stuck) => {
                    let wanted = *turn == 0;
                    let good = next.iter().filter(|at| holds[**at] == wanted).count();
                    let is_stuck_good = good == next.len() && (stuck >= least) == wanted;
                    (good > game.blocks as usize || is_stuck_good) == wanted
                }
            };
            changed |= now != holds[at];
            holds[at] = now;
        }
        if !changed {
            return holds;
        }
    }
}
