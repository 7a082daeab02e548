//! Moves: for whom, in which order, and how each ends.

use whowins_core::{Array, Command, Expr, Op};

use super::parts::Kind;
use super::scope::{any_of, less, plus, sub};
use super::step::Rest;
use super::{Lower, turn};
use crate::read::MAX_ERRORS;
use crate::tree::{Move, RepetitionKind};

/// The most options that can be blocked.
const BLOCKS: i64 = 4096;

impl<'a> Lower<'a> {
    /// The moves; with each `else` another tier begins.
    pub(super) fn tiers(&mut self) -> Vec<Command> {
        let text = self.text;
        if let Some(code) = self.heaps() {
            return self.heap_moves(code).into_iter().collect();
        }
        if text.moves.is_empty() {
            self.note(0..0, "this text has no move", "add a line: move ...");
        }
        let mut tiers: Vec<Vec<Command>> = vec![Vec::new()];
        for (at, one) in text.moves.iter().enumerate() {
            if self.errors.len() >= MAX_ERRORS {
                break;
            }
            if one.is_else && at == 0 {
                let help = "write the move that is tried first above it, or drop `else`";
                self.note(one.span.clone(), "else of what?", help);
            } else if one.is_else {
                tiers.push(Vec::new());
            }
            let Some(commands) = self.one_move(one) else {
                continue;
            };
            self.look_at_what_it_changes(one, &commands);
            for command in &commands {
                self.spell(one, command);
            }
            if let Some(tier) = tiers.last_mut() {
                tier.extend(commands);
            }
        }
        self.look_for_endless_passes();
        tiers.into_iter().map(Command::Alt).collect()
    }

    /// A move, or two of them where it hangs on who makes it: each player's own, as if they were
    /// written so.
    fn one_move(&mut self, one: &'a Move) -> Option<Vec<Command>> {
        let player = one.player.as_ref().map(|player| self.player(player));
        self.asked_me = false;
        // What is wrong with the move is told whoever makes it.
        let first = self.made_by(one, player.flatten().unwrap_or(0))?;
        let player = match player {
            Some(player) => Some(player?),
            None => None,
        };
        let only = |player: usize, command: Command| {
            let allowed = Command::Guard(Expr::bin(Op::Eq, turn(), Expr::num(player)));
            Command::Seq(vec![allowed, command])
        };
        if let Some(player) = player {
            return Some(vec![only(player, first)]);
        }
        if !self.asked_me {
            return Some(vec![first]);
        }
        let second = self.made_by(one, 1)?;
        Some(vec![only(0, first), only(1, second)])
    }

    /// A move as one player makes it.
    fn made_by(&mut self, one: &'a Move, player: usize) -> Option<Command> {
        self.me = Some(player);
        self.names.clear();
        self.bound = 0;
        self.again = false;
        self.within_each = false;
        self.moved = false;
        let look = self.look();
        let command = self.rest(&Rest::Steps {
            steps: &one.steps,
            before: None,
            after: &Rest::End,
        });
        self.names.clear();
        self.bound = 0;
        self.me = None;
        Some(Command::Seq(look.into_iter().chain([command?]).collect()))
    }

    /// What is done at the end of each move.
    pub(super) fn finish(&mut self) -> Option<Command> {
        let mut all = vec![self.settled()?];
        all.extend(self.sorted());
        let kept = self.stays.map(|part| Command::set(part, Expr::num(0)));
        match (self.again, self.stays, kept) {
            (false, Some(part), Some(kept)) => {
                let (kept, passes) = (Box::new(kept), Box::new(Command::pass_turn()));
                all.push(Command::When(Expr::part(part), kept, passes));
            }
            (false, ..) => all.push(Command::pass_turn()),
            (true, _, kept) => all.extend(kept),
        }
        all.extend(self.compare_with_before());
        Some(Command::Seq(all))
    }

    /// Tokens that are alike stand in order.
    fn sorted(&self) -> Vec<Command> {
        let alike = self.parts.iter().filter_map(|part| match part.kind {
            Kind::Tokens(_, Some(count)) if count > 1 => Some((part, count)),
            _ => None,
        });
        let mut all = Vec::new();
        for (part, count) in alike {
            for core in &part.core[..1 + usize::from(part.of_each)] {
                all.push(self.sorted_part(*core, count));
            }
        }
        all
    }

    /// Neighbours that stand wrong change places, as often as need be.
    fn sorted_part(&self, core: usize, count: usize) -> Command {
        let at = Expr::Var(self.bound + 1);
        let next = plus(at.clone(), 1);
        let get = |index: &Expr| Expr::get(Array::Part(core), index.clone());
        let held = Expr::Var(self.bound + 2);
        let swap = Command::Seq(vec![
            Command::Set(core, at.clone(), get(&next)),
            Command::Set(core, next.clone(), held),
        ]);
        let swap = Command::choose(get(&at), plus(get(&at), 1), swap);
        let step = Command::when(less(get(&next), get(&at)), swap);
        let last = Expr::num(count - 1);
        let round = Command::Loop(Expr::num(0), last.clone(), Box::new(step));
        Command::Loop(Expr::num(0), last, Box::new(round))
    }

    /// Whether the game can end between the steps of a move.
    pub(super) fn ends_on_the_way(&self) -> bool {
        self.text.ends.iter().any(|end| end.passing)
    }

    /// The rest of a move, unless a token has moved and the game is over before it.
    pub(super) fn unless_over(&mut self, moved: bool, on: Command) -> Option<Command> {
        if !moved || !self.ends_on_the_way() {
            return Some(on);
        }
        let text = self.text;
        let mut goals = Vec::new();
        for end in text.ends.iter().filter(|end| end.passing) {
            if let Some(when) = &end.when {
                let names = std::mem::take(&mut self.names);
                let goal = self.condition(when);
                self.names = names;
                goals.push(goal?);
            }
        }
        let over = self.finish()?;
        Some(Command::When(any_of(goals), Box::new(over), Box::new(on)))
    }

    /// How many options are blocked.
    pub(super) fn blocks(&mut self) -> u32 {
        let text = self.text;
        let Some((said, _)) = &text.blocking else {
            return 0;
        };
        match self.written(said) {
            Some(number) if (0..=BLOCKS).contains(&number) => number as u32,
            Some(_) => {
                let message = format!("at most {BLOCKS} options can be blocked");
                let help = format!("write a number from 0 to {BLOCKS}");
                self.note(said.span.clone(), message, help);
                0
            }
            None => 0,
        }
    }

    /// What play without end pays.
    pub(super) fn endless(&mut self) -> Option<Expr> {
        let text = self.text;
        let repetition = text.repetition.as_ref()?;
        let span = &repetition.span;
        match &repetition.kind {
            RepetitionKind::Draws => {
                let lowest = (text.score.as_ref()).is_some_and(|line| !line.highest);
                Some(match self.score {
                    Some(score) if lowest => sub(Expr::num(0), Expr::part(score)),
                    Some(score) => Expr::part(score),
                    None => Expr::num(0),
                })
            }
            RepetitionKind::Wins(player) => {
                let player = self.player(player)?;
                Some(Expr::num(if player == 0 { 1 } else { -1 }))
            }
            RepetitionKind::Forbidden | RepetitionKind::Loses if repetition.within.is_some() => {
                None
            }
            RepetitionKind::Forbidden | RepetitionKind::Loses => {
                let message = "the winner would depend on the complete history of play";
                let help = match repetition.kind {
                    RepetitionKind::Loses => {
                        "write: repetition within 2 moves loses, or: repetition draws"
                    }
                    _ => "write: repetition within 2 moves is forbidden, or: repetition draws",
                };
                self.error(span.clone(), message, help)
            }
        }
    }
}
