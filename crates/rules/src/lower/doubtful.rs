//! Moves that may not be what their writer meant: they can change nothing, or go on for ever.

use whowins_core::{Command, Expr};

use super::Lower;
use crate::tree::{self, Action, ExprKind, Move, Step, StepKind};

impl<'a> Lower<'a> {
    /// Warns where both players can pass again and again. Linear in the moves.
    pub(super) fn look_for_endless_passes(&mut self) {
        let text = self.text;
        let passes = |one: &&Move| !one.is_else && is_pass(one);
        let mut all = text.moves.iter().filter(passes);
        let (first, second) = (all.next(), all.next());
        let both = first.is_some_and(|one| one.player.is_none())
            || first.zip(second).is_some_and(|(a, b)| a.player != b.player);
        if let Some(one) = first.filter(|_| both && text.repetition.is_none()) {
            let message = "both players can pass, again and again: play need never stop";
            let help = "count: position passes <= 2, move passes += 1, at passes = 2: ...; or say: repetition draws";
            self.warn(one.span.clone(), message, help);
        }
    }

    /// Warns of a move that can leave the position as it is. Linear in the commands that it is.
    pub(super) fn look_at_what_it_changes(&mut self, one: &'a Move, commands: &[Command]) {
        let is_free = |step: &Step| matches!(step.kind, StepKind::May(_));
        if one.steps.iter().all(is_free) {
            let help = "let a step of it be made, or drop the first `may`";
            self.warn(one.span.clone(), "this move may change nothing", help);
        }
        let [
            Step {
                kind: StepKind::Act { actions, .. },
                ..
            },
        ] = one.steps.as_slice()
        else {
            return;
        };
        let is_again = |action: &Action| matches!(action, Action::Again(_));
        let is_pass = |action: &Action| matches!(action, Action::Pass(_));
        if actions.iter().any(is_again) && actions.iter().all(|one| is_again(one) || is_pass(one)) {
            let message = "this changes nothing and plays again: play need never stop";
            let help = "let the move change something: move n -= 1, play again";
            self.warn(one.span.clone(), message, help);
        }
        let (member, target, verb, word) = match actions.as_slice() {
            [Action::Add(member, target)] => (member, target, "in it already", "if not"),
            [Action::Remove(member, target)] => (member, target, "no member of it", "if"),
            _ => return,
        };
        let part = self.parts.iter().find(|part| part.name == target.part.text);
        let is_asked = |core: &usize| commands.iter().any(|command| asks(command, *core));
        if part.is_none_or(|part| part.core.iter().any(is_asked)) {
            return;
        }
        let name = &target.part.text;
        let member = match &member.kind {
            ExprKind::Name(word, None) => word.text.clone(),
            ExprKind::Number(digits) => digits.clone(),
            _ => "the member".into(),
        };
        let message = format!("this may change nothing: {member} can be {verb}");
        let help = format!("add: {word} {member} in {name}");
        self.warn(target.span.clone(), message, help);
    }

    /// Warns of a loop that sows into a ring more often than it has places.
    pub(super) fn look_at_rounds(&mut self, set: &'a tree::Set, each: &Command, rounds: i64) {
        use super::parts::Kind;
        let ring = self.parts.iter().find(|part| match part.kind {
            Kind::Numbers {
                ring: true,
                length: Some(length),
                ..
            } => {
                rounds > length
                    && part
                        .core
                        .iter()
                        .any(|core| super::step::writes(each, *core))
            }
            _ => false,
        });
        if let Some(ring) = ring {
            let message = format!("this goes round `{}` more than once", ring.name);
            let help = "go through as many places as it has, or fewer";
            self.warn(set.span.clone(), message, help);
        }
    }
}

/// Whether a move is a pass, and always possible.
fn is_pass(one: &Move) -> bool {
    let [
        Step {
            kind:
                StepKind::Act {
                    actions,
                    guard: None,
                    ..
                },
            ..
        },
    ] = one.steps.as_slice()
    else {
        return false;
    };
    matches!(actions.as_slice(), [Action::Pass(_)])
}

/// Whether a command asks of a part before it writes.
fn asks(command: &Command, part: usize) -> bool {
    let reads = |expr: &Expr| expr.reads_part(part);
    match command {
        Command::Guard(condition) => reads(condition),
        Command::Seq(all) | Command::Alt(all) => all.iter().any(|one| asks(one, part)),
        Command::When(condition, yes, no) => reads(condition) || asks(yes, part) || asks(no, part),
        Command::Choose(lo, hi, body) | Command::Loop(lo, hi, body) => {
            reads(lo) || reads(hi) || asks(body, part)
        }
        Command::Repeat(fuel, body) => reads(fuel) || asks(body, part),
        Command::Set(..) | Command::Splice(..) => false,
    }
}
