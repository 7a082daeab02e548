//! Where the game is over, and what that pays.

use whowins_core::{self as core, Expr};

use super::parts::adds_score;
use super::scope::{add, sub};
use super::{Lower, turn};
use crate::tree::{self, End, Fate, Verdict, Who};

/// Who wins, for whoever asks.
#[derive(Clone, Copy)]
enum Winner {
    /// This player.
    Player(usize),
    /// The player to move.
    ToMove,
    /// The player who moved.
    Moved,
}

fn pays(winner: Winner) -> Expr {
    let by_turn = |first: i32| Expr::ite(turn(), Expr::num(-first), Expr::num(first));
    match winner {
        Winner::Player(0) => Expr::num(1),
        Winner::Player(_) => Expr::num(-1),
        Winner::ToMove => by_turn(1),
        Winner::Moved => by_turn(-1),
    }
}

/// What is paid where the player to move cannot.
pub(super) fn fate_pays(fate: Fate) -> Expr {
    match fate {
        Fate::Loses => pays(Winner::Moved),
        Fate::Wins => pays(Winner::ToMove),
        Fate::Draws => Expr::num(0),
    }
}

impl<'a> Lower<'a> {
    /// The ends in order, and what is paid where nobody can move.
    pub(super) fn ends(&mut self) -> (Vec<core::End>, Expr) {
        let text = self.text;
        let mut ends = Vec::new();
        ends.extend(self.repeated.map(|part| core::End {
            when: Expr::part(part),
            pays: pays(Winner::ToMove),
        }));
        let mut stuck = None;
        for end in &text.ends {
            match &end.when {
                None => stuck = self.pays_of(end, None),
                Some(when) => {
                    let found = self.end(end, when);
                    ends.extend(found.into_iter().flatten());
                }
            }
        }
        let stuck = match (&text.stuck, stuck) {
            (_, Some(stuck)) => Some(stuck),
            (Some(stuck), None) => self.stuck(stuck),
            (None, None) if text.score.is_some() => self.counted(),
            (None, None) => Some(pays(Winner::Moved)),
        };
        if self.score.is_some() && text.score.is_none() {
            let adding = |one: &'a tree::Move| {
                let mut steps = one.steps.iter();
                steps.find(|step| self.has_step(step, &adds_score))
            };
            let step = text.moves.iter().find_map(adding).map(|step| &step.span);
            let span = text.finals.first().map(|one| &one.span).or(step);
            let span = span.cloned().unwrap_or(0..0);
            let message = "a score is kept, and nobody wins by it";
            self.note(span, message, "add a line: highest score wins");
        }
        self.warn_of_scores();
        (ends, stuck.unwrap_or_else(|| Expr::num(0)))
    }

    /// What a line about scores leaves aside, or what leaves it aside.
    fn warn_of_scores(&mut self) {
        let text = self.text;
        let Some(line) = &text.score else {
            return;
        };
        let mut steps = text.moves.iter().flat_map(|one| &one.steps);
        if text.finals.is_empty() && !steps.any(|step| self.has_step(step, &adds_score)) {
            let message = "no score ever changes, so that nobody wins by it";
            let help = "change it: move score += N, or: at the end: score += N";
            self.warn(line.span.clone(), message, help);
        }
        let verdicts = text.ends.iter();
        for end in verdicts.filter(|end| matches!(end.verdict, Verdict::Is(..))) {
            let message = "this verdict leaves the scores aside";
            self.warn(
                end.span.clone(),
                message,
                "to count them: the game ends when ...",
            );
        }
    }

    /// Asked as each of the players to move, where that matters.
    fn by_turn(&mut self, mut ask: impl FnMut(&mut Self) -> Option<Expr>) -> Option<Expr> {
        self.asked_me = false;
        let (first, asked) = self.asked_as(0, &mut ask)?;
        if !asked {
            return Some(first);
        }
        let (second, _) = self.asked_as(1, &mut ask)?;
        Some(Expr::ite(turn(), second, first))
    }

    /// Asked as one player; whether it mattered who he is.
    fn asked_as(
        &mut self,
        player: usize,
        ask: &mut impl FnMut(&mut Self) -> Option<Expr>,
    ) -> Option<(Expr, bool)> {
        self.asked_me = false;
        self.me = Some(player);
        let found = ask(self);
        self.me = None;
        Some((found?, self.asked_me))
    }

    fn end(&mut self, end: &'a End, when: &'a tree::Expr) -> Option<Vec<core::End>> {
        if let (Verdict::Is(..), Some(_)) = (&end.verdict, &self.text.score) {
            let message = "this verdict leaves the scores aside";
            let help = "to let them decide, write: at CONDITION: the game ends";
            self.warn(end.span.clone(), message, help);
        }
        if let Verdict::Is(Who::Either, wins) = &end.verdict {
            return self.either(end, when, *wins);
        }
        let when = self.by_turn(|lower| lower.condition(when))?;
        if let Verdict::Is(Who::Moved | Who::Mover(_), _) = &end.verdict
            && self.asked_me
        {
            let message = "`own` is the player to move here, not the one who moved";
            let help = "to ask of each player in turn, write: a player wins when ...";
            self.warn(end.span.clone(), message, help);
        }
        let pays = self.pays_of(end, None)?;
        Some(vec![core::End { when, pays }])
    }

    /// `a player wins when C`: who moved is looked at first.
    fn either(&mut self, end: &'a End, when: &'a tree::Expr, wins: bool) -> Option<Vec<core::End>> {
        let mut ask = |lower: &mut Self| lower.condition(when);
        let (first, asked) = self.asked_as(0, &mut ask)?;
        if !asked {
            let help = "write: the player who moved wins when ..., or speak of own";
            return self.error(end.span.clone(), "this is the same for both players", help);
        }
        let (second, _) = self.asked_as(1, &mut ask)?;
        let mut ends = Vec::new();
        for moved in [true, false] {
            // Where the second player is to move, the first has moved.
            let (on_second, on_first) = match moved {
                true => (first.clone(), second.clone()),
                false => (second.clone(), first.clone()),
            };
            let who = if moved { Winner::Moved } else { Winner::ToMove };
            let loses = if moved { Winner::ToMove } else { Winner::Moved };
            let when = Expr::ite(turn(), on_second, on_first);
            let pays = match &end.other {
                None => pays(if wins { who } else { loses }),
                Some(_) => self.pays_of(end, Some(moved))?,
            };
            ends.push(core::End { when, pays });
        }
        Some(ends)
    }

    /// What an end pays; where it speaks of either player, of the one who moved or of the other.
    fn pays_of(&mut self, end: &'a End, moved: Option<bool>) -> Option<Expr> {
        let first = self.verdict(&end.verdict, moved)?;
        let Some((condition, verdict)) = &end.other else {
            return Some(first);
        };
        let second = self.verdict(verdict, moved)?;
        let condition = match moved {
            None => self.by_turn(|lower| lower.condition(condition))?,
            Some(moved) => {
                let mut ask = |lower: &mut Self| lower.condition(condition);
                let (as_first, _) = self.asked_as(0, &mut ask)?;
                let (as_second, _) = self.asked_as(1, &mut ask)?;
                match moved {
                    true => Expr::ite(turn(), as_first, as_second),
                    false => Expr::ite(turn(), as_second, as_first),
                }
            }
        };
        Some(Expr::ite(condition, first, second))
    }

    /// Whether somebody owns something, so that `own` is a word: who is meant by `the mover` is not
    /// plain then.
    fn has_owners(&self) -> bool {
        let players = self.text.players.iter().flatten();
        let mut owned = self.text.parts.iter().map(|part| match &part.kind {
            tree::PartKind::Numbers { halves, .. } => *halves || part.of_each,
            _ => part.of_each,
        });
        players.into_iter().any(|one| !one.symbols.is_empty()) || owned.any(|owned| owned)
    }

    fn verdict(&mut self, verdict: &'a Verdict, moved: Option<bool>) -> Option<Expr> {
        match verdict {
            Verdict::Draw => Some(Expr::num(0)),
            Verdict::Ends => self.counted(),
            Verdict::Is(who, wins) => {
                if let Who::Mover(span) = who
                    && self.has_owners()
                {
                    let message = "`the mover` is read as the player who moved";
                    let help = "write: the player who moved, or: the player to move";
                    self.warn(span.clone(), message, help);
                }
                let who = match who {
                    Who::Moved | Who::Mover(_) => Winner::Moved,
                    Who::ToMove => Winner::ToMove,
                    Who::Either if moved == Some(false) => Winner::ToMove,
                    Who::Either => Winner::Moved,
                    Who::Named(player) => Winner::Player(self.player(player)?),
                };
                let other = match who {
                    Winner::Moved => Winner::ToMove,
                    Winner::ToMove => Winner::Moved,
                    Winner::Player(player) => Winner::Player(1 - player),
                };
                Some(pays(if *wins { who } else { other }))
            }
        }
    }

    fn stuck(&mut self, stuck: &'a tree::Stuck) -> Option<Expr> {
        let first = fate_pays(stuck.fate);
        match &stuck.other {
            None => Some(first),
            Some((condition, other)) => {
                let condition = self.by_turn(|lower| lower.condition(condition))?;
                Some(Expr::ite(condition, first, fate_pays(*other)))
            }
        }
    }

    /// What the scores pay: the first player's less the second's, with what is added at the end.
    fn counted(&mut self) -> Option<Expr> {
        let text = self.text;
        let Some(score) = self.score else {
            let span = text.ends.first().map_or(0..0, |end| end.span.clone());
            let help = "add a line: highest score wins";
            return self.error(span, "no score is kept, so nobody wins by it", help);
        };
        let mut total = Expr::part(score);
        for last in &text.finals {
            let mut ask = |lower: &mut Self| lower.number(&last.amount);
            let (first, _) = self.asked_as(0, &mut ask)?;
            let (second, _) = self.asked_as(1, &mut ask)?;
            let more = sub(first, second);
            total = match last.sign {
                '-' => sub(total, more),
                _ => add(total, more),
            };
        }
        let is_highest = text.score.as_ref().is_none_or(|line| line.highest);
        Some(match is_highest {
            true => total,
            false => sub(Expr::num(0), total),
        })
    }
}
