//! Options that the opponent blocks.

use super::Checker;
use super::sort::Sorted;
use crate::diagnostic::{Diagnostic, Span};
use crate::syntax::Rule;
use whowins_analysis::{By, Ending, Shape, Stuck};

/// More options than these cannot be blocked.
const MOST: i64 = 4096;

impl<'a> Checker<'a> {
    /// `before each move the opponent blocks up to N options`; 0 where nothing is said.
    pub(super) fn blocking(
        &mut self,
        sorted: &[Sorted<'a>],
        shape: &Shape,
        ending: &Ending,
    ) -> u32 {
        let Some(line) = sorted.iter().find(|s| s.rule == Rule::blocking_line) else {
            return 0;
        };
        let Some(node) = self.tree(line) else {
            return 0;
        };
        let Some(count) = node.into_inner().find(|part| part.as_rule() == Rule::sum) else {
            return 0;
        };
        let span = self.span(&count);
        let count = self.known_number(count);
        let unfit = |at: Span, message: &str, help: &str| Diagnostic::new(at, message).help(help);
        if let Some(fault) = misfit(sorted, line, shape, ending) {
            self.fault(unfit(fault.0, fault.1, fault.2));
            return 0;
        }
        match count {
            Some(count @ 0..=MOST) => count as u32, // at most 4096
            Some(count) => {
                let message = format!("{count} options cannot be blocked");
                let help = format!("write a number from 0 to {MOST}");
                self.value_fault(unfit(span, &message, &help));
                0
            }
            None => 0,
        }
    }
}

/// What in the rules does not go with blocking: the place, what is wrong, and the mend.
fn misfit(
    sorted: &[Sorted<'_>],
    line: &Sorted<'_>,
    shape: &Shape,
    ending: &Ending,
) -> Option<(Span, &'static str, &'static str)> {
    let said = |rules: &[Rule]| sorted.iter().find(|s| rules.contains(&s.rule));
    let Shape::Numbers(numbers) = shape else {
        return Some((
            line.span.clone(),
            "options can be blocked only where a position is a tuple of numbers",
            "drop this line, or let the position be numbers, such as: position x, y",
        ));
    };
    if numbers.moves.iter().any(|one| one.by != By::Both) {
        return Some((
            line.span.clone(),
            "options can be blocked only where both players have the same moves",
            "drop this line, or the players' names before the moves",
        ));
    }
    if let Some(goal) = said(&[Rule::at_line, Rule::goal_line]) {
        return Some((
            goal.span.clone(),
            "where options are blocked, play ends only when a player cannot move",
            "drop this line, or the one on blocking",
        ));
    }
    if ending.stuck != Stuck::Loses {
        let place = said(&[Rule::stuck_line]).unwrap_or(line);
        return Some((
            place.span.clone(),
            "where options are blocked, who cannot move must lose",
            "drop this line for normal play, or drop the one on blocking",
        ));
    }
    said(&[Rule::repetition_line]).map(|place| {
        (
            place.span.clone(),
            "where options are blocked, play must end by itself",
            "drop this line, or the one on blocking",
        )
    })
}
