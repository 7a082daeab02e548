//! All play from a position, decided by retrograde analysis with counters.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::ControlFlow;

use dashu_int::IBig;
use whowins_analysis::program::{Program, flat, turn, unflat, with_turn};
use whowins_analysis::{Frame, Game, Player, Value};
use whowins_engine::terms::Solver;
use whowins_engine::{EngineError, Limits};

/// Positions, each with a player to move, beyond which play is too large for a table.
pub(super) const NODES: usize = 1_000_000;
/// Moves beyond which it is.
pub(super) const MOVES: usize = 16_000_000;

/// What play from a position reaches.
pub(super) struct Play {
    /// The states, with the player to move: 0 or 1, always 0 in impartial games.
    pub nodes: Vec<(Vec<i64>, u8)>,
    /// Where each may move.
    pub options: Vec<Vec<u32>>,
    /// Whether a goal has ended the game there.
    pub over: Vec<bool>,
    /// The result and the length of best play; where neither can force a win, a draw.
    pub values: Vec<(Value, u64)>,
    /// Whether a state speaks for both players.
    pub shared: bool,
}

impl Play {
    /// What a move brings the opponent of who makes it, also where that player moves again.
    pub fn brings(&self, from: usize, to: usize) -> Value {
        let value = self.values[to].0;
        match !self.shared && self.nodes[from].1 == self.nodes[to].1 {
            true => value.reversed(),
            false => value,
        }
    }
}

/// Why play was not explored to its end.
pub(super) enum Unexplored {
    /// It has more positions or moves than are looked at.
    Large,
    /// A limit was met.
    Limit(EngineError),
}

impl Play {
    /// The same of a term of no family, by its compiled code.
    fn of_program(program: &Program, start: &[i64], limits: &Limits) -> Result<Self, Unexplored> {
        // A position is kept three times, with its moves both ways.
        let a_node = 800 + 64 * start.len() as u64;
        let most = usize::try_from(limits.budget.memory / a_node).map_or(NODES, |n| n.min(NODES));
        let roots = Player::BOTH.map(|player| with_turn(unflat(start), player));
        let solver = Solver::new(program.term.clone(), limits.budget.clone());
        let reached = solver.reached(&roots, most).map_err(Unexplored::Limit)?;
        let reached = reached.ok_or(Unexplored::Large)?;
        if reached.options.iter().map(Vec::len).sum::<usize>() > MOVES {
            return Err(Unexplored::Large);
        }
        let turns: Vec<u8> = (reached.states.iter())
            .map(|state| turn(state).index() as u8)
            .collect();
        let values = reached.pays.iter().zip(&turns).map(|(pays, turn)| {
            let pays = pays.as_ref()?;
            let value = match pays.cmp(&IBig::ZERO) {
                Ordering::Greater => Value::Win,
                Ordering::Equal => Value::Draw,
                Ordering::Less => Value::Loss,
            };
            Some((if *turn == 0 { value } else { value.reversed() }, 0))
        });
        let values = decide(&reached.options, &turns, false, values.collect());
        let states: Option<Vec<Vec<i64>>> = reached.states.iter().map(flat).collect();
        let states = states.ok_or(Unexplored::Large)?;
        Ok(Self {
            nodes: states.into_iter().zip(turns).collect(),
            options: reached.options,
            over: reached.pays.iter().map(Option::is_some).collect(),
            values,
            shared: false,
        })
    }

    /// Explores and decides play from a state, whoever moves first.
    pub fn from(
        game: &Game,
        (rows, columns): (usize, usize),
        start: &[i64],
        limits: &Limits,
    ) -> Result<Self, Unexplored> {
        if let Some(program) = game.program() {
            return Self::of_program(program, start, limits);
        }
        let frame = Frame::new(game, rows, columns).under(limits.budget.clone());
        // A position is kept twice, with its moves and theirs backwards.
        let a_node = 400 + 16 * start.len() as u64;
        let allowed = usize::try_from(limits.budget.memory / a_node).unwrap_or(usize::MAX);
        let allowed = allowed.min(NODES);
        // A move is kept both ways, in lists that grow by doubling.
        let most = usize::try_from(limits.budget.memory / 16).map_or(MOVES, |most| most.min(MOVES));
        let impartial = frame.is_shared(game);
        let players = if impartial { 1 } else { 2 };
        let mut nodes: Vec<(Vec<i64>, u8)> = Vec::new();
        let mut numbers: HashMap<(Vec<i64>, u8), u32> = HashMap::new();
        for player in 0..players {
            let state = frame.with_turn(start.to_vec(), Player::BOTH[usize::from(player)]);
            numbers.insert((state.clone(), player), u32::from(player));
            nodes.push((state, player));
        }
        let (mut options, mut over, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let (mut at, mut moves) = (0, 0);
        while at < nodes.len() {
            if at % 1024 == 0 {
                limits.check().map_err(Unexplored::Limit)?;
            }
            let (state, player) = nodes[at].clone();
            let player = Player::BOTH[usize::from(player)];
            let mut own: Vec<u32> = Vec::new();
            let end = frame.end(&state);
            let whole = frame.options(player, &state, &mut |option| {
                let reply = match impartial {
                    true => 0,
                    false => frame.next_player(option.to, player).index() as u8,
                };
                let next = (option.to.to_vec(), reply);
                let new = nodes.len() as u32;
                own.push(*numbers.entry(next).or_insert_with_key(|next| {
                    nodes.push(next.clone());
                    new
                }));
                match nodes.len() > allowed || moves + own.len() > most {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            if whole.is_break() {
                limits.check().map_err(Unexplored::Limit)?;
                return Err(Unexplored::Large);
            }
            own.sort_unstable();
            own.dedup();
            moves += own.len();
            values.push(match end {
                Some(end) => Some((end.for_next(player), 0)),
                None => own.is_empty().then(|| (frame.stuck(), 0)),
            });
            over.push(end.is_some());
            options.push(own);
            at += 1;
        }
        let turns: Vec<u8> = nodes.iter().map(|(_, player)| *player).collect();
        let values = decide(&options, &turns, impartial, values);
        Ok(Self {
            nodes,
            options,
            over,
            values,
            shared: impartial,
        })
    }
}

/// Level by level: a position with a lost option is won, one whose last undecided option turns out
/// won is lost; what is left is drawn.
fn decide(
    options: &[Vec<u32>],
    turns: &[u8],
    impartial: bool,
    mut values: Vec<Option<(Value, u64)>>,
) -> Vec<(Value, u64)> {
    let mut before = vec![Vec::new(); options.len()];
    let mut left = vec![0u32; options.len()];
    for (from, own) in options.iter().enumerate() {
        left[from] = own.len() as u32;
        for to in own {
            before[*to as usize].push(from as u32);
        }
    }
    let mut queue: Vec<u32> = (0..options.len() as u32)
        .filter(|at| values[*at as usize].is_some_and(|(value, _)| value != Value::Draw))
        .collect();
    let mut at = 0;
    while let Some(to) = queue.get(at).copied() {
        at += 1;
        let Some((value, rank)) = values[to as usize] else {
            continue;
        };
        for from in &before[to as usize] {
            let from_at = *from as usize;
            // For the opponent of who moves, also where they move again.
            let value = match !impartial && turns[from_at] == turns[to as usize] {
                true => value.reversed(),
                false => value,
            };
            if values[from_at].is_some() {
                continue;
            }
            left[from_at] -= 1;
            let decided = match value {
                Value::Loss => Some(Value::Win),
                _ if left[from_at] == 0 => Some(Value::Loss),
                _ => None,
            };
            if let Some(decided) = decided {
                values[from_at] = Some((decided, rank + 1));
                queue.push(*from);
            }
        }
    }
    let drawn = |value: Option<(Value, u64)>| value.unwrap_or((Value::Draw, 0));
    values.into_iter().map(drawn).collect()
}
