//! Positions that are decided without a table: play is over there, or one move wins.

use std::ops::ControlFlow;

use whowins_analysis::{Frame, Game, Player, Position, Value};

use crate::answer::{Answer, Solved};
use crate::best::Ask;
use crate::limits::{EngineError, Limits};

/// Moves that are tried, at most.
const MAX_MOVES: usize = 1 << 12;

/// The name of this strategy.
pub(crate) const NAME: &str = "one move";

/// What it does and why it is right.
pub(crate) const WHY: &str = "the game is over at the position, or one of its moves ends the game in a win, and no win is faster";

/// The answers for both players to move, for those where the rules decide at once: the same answers
/// as a table of all positions gives. Games without a family are left to exploring, which does the
/// same.
///
/// # Errors
///
/// When a limit is reached.
pub fn immediate(
    game: &Game,
    position: &Position,
    limits: &Limits,
) -> Result<[Option<Answer>; 2], EngineError> {
    // A move that may be blocked, or that a game of points may beat, decides nothing.
    if game.ending.blocked > 0 || game.program().is_some() {
        return Ok([None, None]);
    }
    let Some(mut state) = game.state_of(position) else {
        return Ok([None, None]);
    };
    let size = game.size_of(position);
    let frame = Frame::new(game, size.0, size.1).under(limits.budget.clone());
    frame.settle(&mut state);
    let answers = Player::BOTH.map(|player| answer(game, &frame, &state, size, player));
    limits.check()?;
    match frame.left_words() {
        false => Ok(answers),
        true => Ok([None, None]),
    }
}

/// The same as one answer, if both players have one.
pub(crate) fn both(answers: &[Option<Answer>; 2]) -> Option<Solved> {
    match answers {
        [Some(first), Some(second)] => Some(Solved {
            to_move: [first.clone(), second.clone()],
            strategy: NAME,
        }),
        _ => None,
    }
}

fn answer(
    game: &Game,
    frame: &Frame,
    state: &[i64],
    size: (usize, usize),
    player: Player,
) -> Option<Answer> {
    let answer = |value, remoteness, best| Answer {
        value,
        remoteness,
        best,
        to_losses: Vec::new(),
        difference: None,
    };
    if let Some(value) = over(frame, state, player) {
        let remoteness = (value != Value::Draw).then_some(0);
        return Some(answer(value, remoteness, None));
    }
    let ask = Ask::new(game, frame, state, size, player);
    let mut tried = 0;
    let mut best = None;
    let _ = frame.options(player, state, &mut |play| {
        let next = frame.next_player(play.to, player);
        let wins = match next == player {
            true => Value::Win,
            false => Value::Loss,
        };
        if over(frame, play.to, next) == Some(wins) {
            best = Some(ask.named(&play));
        }
        tried += 1;
        match best.is_some() || tried == MAX_MOVES {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    best.map(|best| answer(Value::Win, Some(1), Some(best)))
}

/// The value of a state where play is over, for this player to move; `None` where it goes on.
fn over(frame: &Frame, state: &[i64], player: Player) -> Option<Value> {
    if let Some(end) = frame.end(state) {
        return Some(end.for_next(player));
    }
    let moves = frame.options(player, state, &mut |_| ControlFlow::Break(()));
    moves.is_continue().then(|| frame.stuck())
}
