//! Races of two tokens, each to the other's start, by the layers of their shortest paths.

use whowins_analysis::expression::{Cond, Expr, Relation};
use whowins_analysis::naming::token_move;
use whowins_analysis::tokens::{Go, Step, TokenMove, Tokens};
use whowins_analysis::{By, End, Game, Player, Position, Stuck, Value, Verdict};

use super::Strategy;
use crate::answer::{Answer, Best, Solved};
use crate::limits::{EngineError, Limits};
use crate::race::{Arena, RaceAnswer, RaceOutcome, solve_under};

pub(super) struct Race {
    start: Vec<u32>,
    neighbours: Vec<Vec<u32>>,
    tokens: Tokens,
    limits: Limits,
    /// The answers with each player to move, once they are known.
    known: Option<[RaceAnswer; 2]>,
}

impl Race {
    /// Takes two tokens on an undirected map: each player moves one token to a neighbour, again
    /// after a jump, and wins as soon as it stands on the other's start; endless play is a draw.
    pub(super) fn new(game: &Game, limits: &Limits) -> Option<Self> {
        let (tokens, start) = (game.tokens()?, game.start.as_ref()?.places()?);
        let ([first, second], [a, b]) = (tokens.moves.as_slice(), start.as_slice()) else {
            return None;
        };
        let relation = plain(first, Player::First, 0)
            .filter(|one| plain(second, Player::Second, 1) == Some(*one))?;
        let goals = game.ending.goals.as_slice();
        let goal = |player: Player, token: usize, home: u32| {
            goals.iter().any(|goal| {
                goal.passing
                    && goal.when
                        == Cond::Compare(
                            Relation::Equal,
                            Expr::Slot(token),
                            Expr::Const(i64::from(home)),
                        )
                    && goal.verdict == Verdict::Is(End::Wins(player))
            })
        };
        let fits = goals.len() == 2
            && goal(Player::First, 0, *b)
            && goal(Player::Second, 1, *a)
            && game.ending.repetition_draws
            && game.ending.stuck == Stuck::Loses;
        let neighbours = neighbours(tokens, relation);
        let race = Self {
            start,
            tokens: tokens.clone(),
            limits: limits.clone(),
            known: None,
            neighbours,
        };
        (fits && race.arena(0).is_some()).then_some(race)
    }

    /// The arena with this player to move first.
    fn arena(&self, player: usize) -> Option<Arena> {
        Arena::new(&self.neighbours, self.start[player], self.start[1 - player]).ok()
    }

    fn answers(&mut self) -> Result<&[RaceAnswer; 2], EngineError> {
        if self.known.is_none() {
            let solve = |player: usize| -> Result<RaceAnswer, EngineError> {
                let arena = self.arena(player).ok_or_else(|| {
                    EngineError::TooLarge("this map isn't an arena for a race".into())
                })?;
                let answer = solve_under(&arena, &self.limits.budget)?;
                match answer.outcome {
                    RaceOutcome::Undecided { needed_bytes } => Err(EngineError::Memory {
                        wanted: u64::try_from(needed_bytes).ok(),
                        allowed: self.limits.budget.memory,
                    }),
                    _ => Ok(answer),
                }
            };
            self.known = Some([solve(0)?, solve(1)?]);
        }
        Ok(self.known.as_ref().expect("it was just made"))
    }
}

/// The neighbour relation of "move TOKEN to a neighbour; if TOKEN = the other, move TOKEN to a
/// neighbour again".
fn plain(token_move: &TokenMove, player: Player, token: usize) -> Option<usize> {
    let other = 1 - token;
    match token_move.steps.as_slice() {
        [
            Step::Go(first),
            Step::GoIf(Cond::Compare(Relation::Equal, Expr::Slot(a), Expr::Slot(b)), second),
        ] if token_move.by == By::Only(player)
            && [(token, other), (other, token)].contains(&(*a, *b))
            && [first, second].iter().all(|go| {
                **go == Go {
                    token,
                    relation: first.relation,
                    free: false,
                }
            }) =>
        {
            Some(first.relation)
        }
        _ => None,
    }
}

/// Cells of tokens as a state.
fn state_of(cells: &[u32]) -> Vec<i64> {
    cells.iter().map(|cell| i64::from(*cell)).collect()
}

fn neighbours(tokens: &Tokens, relation: usize) -> Vec<Vec<u32>> {
    tokens.relations[relation].forward.clone()
}

fn value(answer: &RaceAnswer) -> Value {
    match answer.outcome.by_normal_play() {
        RaceOutcome::First => Value::Win,
        RaceOutcome::Second => Value::Loss,
        _ => Value::Draw,
    }
}

impl Strategy for Race {
    fn name(&self) -> &'static str {
        "layers of a race"
    }

    fn why(&self) -> String {
        "at an odd distance the player to move wins the race. At an even one both must take shortest paths, and the pairs of cells are decided layer by layer from the middle backwards"
            .into()
    }

    fn estimate(&self, position: &Position) -> Option<u64> {
        let is_start = position.places().as_ref() == Some(&self.start);
        is_start.then(|| 4 * self.neighbours.len() as u64 + (1 << 12))
    }

    fn try_values(&mut self, _: &Position, _: u64) -> Result<Option<[Value; 2]>, EngineError> {
        let [first, second] = self.answers()?;
        Ok(Some([value(first), value(second)]))
    }

    fn try_solve(&mut self, _: &Position, _: u64) -> Result<Option<Solved>, EngineError> {
        let start = self.start.clone();
        let tokens = self.tokens.clone();
        let neighbours = self.neighbours.clone();
        let name = self.name();
        let answers = self.answers()?;
        let answer = |player: usize| {
            let race = &answers[player];
            let value = value(race);
            // Without a path between the starts nobody can hurt himself, and a loser has no better
            // move than the first.
            let apart = matches!(race.outcome, RaceOutcome::Unreachable { .. });
            let any = neighbours[start[player] as usize]
                .first()
                .filter(|_| apart || value == Value::Loss);
            Answer {
                value,
                remoteness: None,
                best: race.winning_moves.first().or(any).map(|cell| {
                    let mut to = start.clone();
                    to[player] = *cell;
                    Best {
                        text: token_move(&tokens, &state_of(&start), &state_of(&to)),
                        to: Position::tuple(to),
                        again: false,
                    }
                }),
                to_losses: Vec::new(),
                difference: None,
            }
        };
        Ok(Some(Solved {
            to_move: [answer(0), answer(1)],
            strategy: name,
        }))
    }
}
