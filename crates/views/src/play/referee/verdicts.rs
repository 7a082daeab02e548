//! What a position and each choice bring, and why.

use std::sync::Arc;

use whowins_analysis::{Player, Position, Value};
use whowins_engine::Asked;
use whowins_law::STRATEGY;
use whowins_law::automatic::beside;
use whowins_verify::Law;

use super::Referee;
use crate::play::listing::move_to;
use crate::play::reason;
use crate::play::turn::{Choice, Turn};
use crate::play::words::{class, fate, lasts, with_reason};

/// With more choices than these, how long play lasts after each is not asked.
const TIMED: usize = 200;
/// Grundy values of larger heaps are not worked out for a reason alone.
const VALUED: u64 = 4096;

impl Referee {
    pub(super) fn tell(&mut self, turn: &mut Turn, solved: &Asked) {
        let player = turn.player;
        let answer = &solved.answer;
        turn.value = Some(answer.value);
        turn.remoteness = answer.remoteness;
        let reason = self.reason(&turn.position, player, answer.value, answer.remoteness);
        turn.why = Some(self.stands(&turn.position, player, answer.value, reason));
        let known = answer.best.iter().chain(&answer.to_losses);
        for best in known.rev() {
            let is_best =
                |choice: &Choice| (&choice.to, choice.next) == (&best.to, best.next(player));
            if !turn.choices.iter().any(is_best) {
                let choice = Choice::new(best.text.clone(), best.to.clone(), best.next(player));
                turn.choices.insert(0, choice);
            }
        }
        if answer.value == Value::Win && !turn.is_whole() {
            self.add_winning(turn);
        }
        let counted = turn.choices.len() <= TIMED;
        let mut choices = std::mem::take(&mut turn.choices);
        self.judge(&mut choices, player, solved.strategy, counted);
        turn.choices = choices;
        if self.game.ending.blocked > 0 {
            if turn.is_whole() {
                let wins = turn.choices.iter().filter(|c| c.value == Some(Value::Win));
                let said = self.counted(wins.count());
                turn.why = turn.why.take().map(|why| format!("{why}; {said}"));
            }
            return;
        }
        let named = answer.best.as_ref();
        let named = named.and_then(|best| turn.choices.iter().find(|choice| choice.to == best.to));
        let fits = |choice: &&Choice| choice.value == Some(answer.value);
        turn.best = named.or_else(|| turn.choices.iter().find(fits)).cloned();
        if answer.value == Value::Loss && turn.best.is_none() {
            turn.best = turn.choices.first().cloned();
        }
    }

    /// Adds the moves that win and were left out of the list, where the law names the positions
    /// they lead to.
    fn add_winning(&mut self, turn: &mut Turn) {
        let law = Arc::clone(&self.law);
        let laws = law.known().map(|law| law.certificate().laws.as_slice());
        let pair = laws.unwrap_or_default().iter().find_map(|law| match law {
            Law::Beatty(pair) => Some(pair),
            _ => None,
        });
        let numbers = turn.position.naturals();
        let (Some(pair), Some([x, y])) = (pair, numbers.as_deref()) else {
            return;
        };
        let frame = self.frame(&turn.position);
        for lost in beside(pair, x, y) {
            let to = Position::tuple(lost);
            if turn.choices.iter().any(|choice| choice.to == to) {
                continue;
            }
            let choice = move_to(&self.game, &frame, &turn.position, turn.player, &to);
            if let Some(choice) = choice {
                turn.choices.insert(0, choice);
            }
        }
    }

    /// "2 moves win, and 1 can be blocked".
    fn counted(&self, wins: usize) -> String {
        let most = self.game.ending.blocked;
        let moves = if wins == 1 { "move wins" } else { "moves win" };
        format!("{wins} {moves}, and {most} can be blocked")
    }

    /// Fills in what each choice brings, and why.
    pub(super) fn judge(
        &mut self,
        choices: &mut [Choice],
        player: Player,
        by: &str,
        counted: bool,
    ) {
        let law = (by == STRATEGY).then(|| Arc::clone(&self.law));
        let most = self.left() / 2;
        let (clock, engine, game) = (&self.clock, &mut self.engine, &self.game);
        let values: Vec<Option<(Value, Option<u64>)>> = clock.within(most, || {
            let mut value = |choice: &Choice| match law.as_ref().and_then(|law| law.known()) {
                Some(law) => Some((law.values(game, &choice.to)?[choice.next.index()], None)),
                None if counted => {
                    let answer = engine.answer(&choice.to, choice.next).ok()?.answer;
                    Some((answer.value, answer.remoteness))
                }
                None => {
                    let values = engine.values(&choice.to).ok()?;
                    Some((values[choice.next.index()], None))
                }
            };
            choices.iter().map(&mut value).collect()
        });
        self.hurried = self.clock.ran_out();
        let _time = self.clock.begin(self.left());
        for (choice, value) in choices.iter_mut().zip(values) {
            let reply = choice.next;
            choice.finish = self.finish(&choice.to, reply);
            if let Some((value, remoteness)) = value {
                choice.value = Some(match reply == player {
                    true => value,
                    false => value.reversed(),
                });
                choice.remoteness = remoteness.map(|moves| moves + 1);
                choice.why = Some(self.leaves(&choice.to, reply, value, remoteness));
            }
        }
    }

    /// The clause that says why, such as "k = 2"; by the law where it has been found, else by how
    /// long play lasts.
    fn reason(
        &mut self,
        position: &Position,
        player: Player,
        value: Value,
        remoteness: Option<u64>,
    ) -> Option<String> {
        let by_law = reason::by_law(&self.law, &self.game, position, player);
        by_law
            .or_else(|| self.by_values(position))
            .or_else(|| Some(lasts(value, remoteness?)))
    }

    fn by_values(&mut self, position: &Position) -> Option<String> {
        self.game.heaps()?;
        let largest = position
            .elements()
            .last()
            .map_or(Some(0), |heap| u64::try_from(heap).ok())?;
        let values = self.grundy.as_mut().filter(|_| largest <= VALUED)?;
        values.extend(largest as usize + 1).ok()?;
        reason::by_values(&self.game, values, position)
    }

    /// "(3, 5) is a P-position: k = 2".
    fn stands(
        &self,
        position: &Position,
        player: Player,
        value: Value,
        reason: Option<String>,
    ) -> String {
        let shown = reason::shown(&self.game, position);
        let said = match value {
            Value::Draw => format!("{shown} is a draw"),
            _ if self.game.is_impartial() => format!("{shown} is {}", class(value)),
            _ => format!(
                "at {shown} {} to move {}",
                self.game.player(player),
                fate(value)
            ),
        };
        with_reason(said, reason)
    }

    /// "this leaves (3, 5), a P-position: k = 2".
    pub(in crate::play) fn leaves(
        &mut self,
        to: &Position,
        reply: Player,
        value: Value,
        remoteness: Option<u64>,
    ) -> String {
        if let Some(finish) = self.finish(to, reply) {
            return format!(
                "this leaves {}: {}",
                reason::shown(&self.game, to),
                finish.why
            );
        }
        let reason = self.reason(to, reply, value, remoteness);
        let shown = reason::shown(&self.game, to);
        let said = match value {
            Value::Draw => format!("this leaves {shown}, a draw"),
            _ if self.game.is_impartial() => format!("this leaves {shown}, {}", class(value)),
            _ => format!(
                "this leaves {shown}, where {} to move {}",
                self.game.player(reply),
                fate(value)
            ),
        };
        with_reason(said, reason)
    }
}
