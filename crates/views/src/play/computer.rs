//! What the computer plays, and what it blocks.

use std::ops::ControlFlow;
use std::time::Duration;

use dashu_int::UBig;
use whowins_analysis::{Frame, Player, Position, Value};

use super::ahead::{Ahead, look};
use super::referee::Referee;
use super::turn::{Blocks, Reply, Turn};

/// Looking ahead takes no longer.
const LOOK: Duration = Duration::from_secs(3);

impl Referee {
    /// The computer's move: a best one, the fastest to win and the slowest to lose where that is
    /// known; where the position is not solved, the best that a look ahead finds. `blocked` are the
    /// positions that the opponent has blocked. `None` where there is no move.
    pub fn reply(
        &mut self,
        position: &Position,
        player: Player,
        blocked: &[Position],
    ) -> Option<Reply> {
        self.opening = None;
        self.asked(|referee| referee.answers(position, player, blocked))
    }

    fn answers(
        &mut self,
        position: &Position,
        player: Player,
        blocked: &[Position],
    ) -> Option<Reply> {
        let mut turn = self.turn(position, player);
        let all = turn.is_whole();
        turn.choices.retain(|choice| !blocked.contains(&choice.to));
        if turn.unsolved.is_some() {
            return self.look(&turn);
        }
        if self.game.ending.blocked == 0 {
            // A law can know that there is a winning move, and not which.
            let sure = turn.best.is_some();
            let choice = turn.best.or_else(|| turn.choices.first().cloned())?;
            let sees = None;
            return Some(Reply { choice, sure, sees });
        }
        let wins = turn
            .choices
            .iter()
            .find(|choice| choice.value == Some(Value::Win));
        let sure = wins.is_some() || all;
        let choice = wins.or(turn.choices.first())?.clone();
        Some(Reply {
            choice,
            sure,
            sees: None,
        })
    }

    /// The best move that a look ahead finds.
    fn look(&mut self, turn: &Turn) -> Option<Reply> {
        let player = turn.player;
        let first = turn.choices.first()?;
        let frame = self.frame(&turn.position);
        let states: Option<Vec<Vec<i64>>> = turn
            .choices
            .iter()
            .map(|choice| {
                let state = self.game.state_of(&choice.to)?;
                Some(frame.with_turn(state, choice.next))
            })
            .collect();
        let blocks = self.game.ending.blocked > 0;
        let Some(states) = states.filter(|_| !blocks) else {
            return Some(Reply {
                choice: first.clone(),
                sure: false,
                sees: Some(0),
            });
        };
        let _time = self.clock.begin(self.left().min(LOOK));
        let Ahead { moves, options } = look(&frame, &states, player, self.memory / 4);
        let all = turn.total.as_ref() == Some(&UBig::from(states.len()));
        // A loss for the opponent soon, what is open, a draw, an own loss late; among open ones
        // where there is more to play.
        let rank = |at: usize| -> (i64, i64) {
            match options[at] {
                Some((Value::Loss, moves)) => (3, -(moves as i64)),
                None => (2, freedom(&frame, &states[at], player)),
                Some((Value::Draw, _)) => (1, 0),
                Some((Value::Win, moves)) => (0, moves as i64),
            }
        };
        let at = (0..states.len()).rev().max_by_key(|at| rank(*at))?;
        let mut choice = turn.choices[at].clone();
        let won = matches!(options[at], Some((Value::Loss, _)));
        let sure = won || all && options.iter().all(Option::is_some);
        if let Some((value, depth)) = options[at] {
            choice.value = Some(value.reversed());
            choice.remoteness = (value != Value::Draw).then_some(depth);
            choice.why = Some(self.leaves(&choice.to, player.other(), value, None));
        }
        let sees = (!sure).then_some(moves);
        Some(Reply { choice, sure, sees })
    }

    /// What the computer blocks before `player` moves: the options that would win for them.
    pub fn blocks(&mut self, position: &Position, player: Player) -> Blocks {
        let most = self.game.ending.blocked as usize;
        let turn = self.turn(position, player);
        let all = turn.is_whole();
        let wins = turn
            .choices
            .iter()
            .filter(|choice| choice.value == Some(Value::Win));
        let mut positions: Vec<Position> = wins.map(|choice| choice.to.clone()).collect();
        let count = positions.len();
        positions.truncate(most);
        let sure = turn.value.is_some() && (turn.value == Some(Value::Win) || all);
        let name = self.game.player(player);
        let why = match (turn.value, count) {
            (Some(Value::Loss), 1..) => Some(format!(
                "{} would win for {name}; any other move loses",
                if count == 1 { "this" } else { "these" }
            )),
            (Some(Value::Loss), 0) if all => Some(format!("no move wins for {name}")),
            (Some(Value::Win), _) => Some(format!("more moves win for {name} than can be blocked")),
            _ => None,
        };
        Blocks {
            positions,
            sure,
            why,
        }
    }
}

/// How many more moves the player would have than the opponent; fewer are counted where the time is
/// over.
fn freedom(frame: &Frame, state: &[i64], player: Player) -> i64 {
    let count = |player: Player| {
        let mut count = 0;
        let _ = frame.options(player, state, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    };
    count(player) - count(player.other())
}
