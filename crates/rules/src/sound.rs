//! What a text may say, and what would be no game all the same: moves that change nothing, play
//! without end, blocking where nobody knows what it means.

use whowins_analysis::derive::{written_cones, written_rays};
use whowins_analysis::expression::{Cond, Expr, Op};
use whowins_analysis::numbers::{Binder, Choices, NumberMove, Numbers};
use whowins_analysis::program::SpeltMove;
use whowins_analysis::{By, Game, Shape, Stuck};

use crate::diagnostic::{Diagnostic, Span};
use crate::tree::{Move, Pattern, PatternCell, Rewrite, Step, StepKind, Text};

/// After this many displacements, the moves left are not searched for ones that never end: that is
/// a courtesy, not a need.
const WEIGHED: usize = 1 << 17;

/// The errors that show in the text alone.
pub(crate) fn of_text(text: &Text) -> Vec<Diagnostic> {
    // Of several steps, one may but name the cells of another.
    let rewrites = text
        .moves
        .iter()
        .filter_map(|one| match one.steps.as_slice() {
            [step] => match &step.kind {
                StepKind::Rewrite(rewrite) => Some(rewrite),
                _ => None,
            },
            _ => None,
        });
    let patterns = rewrites.chain(&text.follow_ups);
    let idle = patterns.filter_map(|rewrite| is_idle(rewrite).or_else(|| is_torn(rewrite)));
    idle.chain(text.moves.iter().filter_map(stays)).collect()
}

/// The errors of a text that means this game.
pub(crate) fn of_game(text: &Text, spelt: &[SpeltMove], game: &Game) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    if let Shape::Numbers(numbers) = &game.shape {
        let mut weighed = 0;
        let moves = numbers.moves.iter().zip(spelt);
        for (command, one) in moves.filter(|_| spelt.len() == numbers.moves.len()) {
            errors.extend(unsound(numbers, command, &one.span, &mut weighed));
        }
    }
    errors.extend(misfit(text, game));
    errors
}

/// The sets whose members decide whether moves are sound, where that is the same for all members
/// above 0, as many and whatever they are; `None` where it is not seen to be. No digit of a
/// parameter decides it.
pub(crate) fn members_that_matter(numbers: &Numbers) -> Option<Vec<&[i64]>> {
    let chosen = numbers.variables.len();
    let mut sets = Vec::new();
    // What has a guard is not asked.
    for command in (numbers.moves.iter()).filter(|one| one.guard == Cond::Const(true)) {
        let is_set = |one: &Binder| matches!(one.choices, Choices::Of(_));
        if !command.binders.iter().any(is_set) {
            let bounds = command.binders.iter().flat_map(|one| match &one.choices {
                Choices::Between(least, most) => [Some(least), most.as_ref()],
                Choices::Of(_) => [None, None],
            });
            let values = command.updates.iter().map(|(_, value)| value);
            let mut read = bounds.flatten().chain(values);
            (!read.any(reads_digits)).then_some(())?;
            continue;
        }
        // A multiple of a member has the same direction for each.
        let [
            Binder {
                choices: Choices::Of(members),
                ..
            },
        ] = command.binders.as_slice()
        else {
            return None;
        };
        let is_moved = |(slot, value): &(usize, Expr)| {
            let moved = matches!(value, Expr::Binary(Op::Sub | Op::Add, own, by)
                if **own == Expr::Slot(*slot) && **by == Expr::Slot(chosen));
            moved
                && command
                    .updates
                    .iter()
                    .filter(|(one, _)| one == slot)
                    .count()
                    == 1
        };
        let is_positive = members.iter().all(|one| *one > 0);
        (is_positive && command.updates.iter().all(is_moved)).then_some(())?;
        sets.push(members.as_slice());
    }
    Some(sets)
}

/// Whether an expression reads a parameter's digits.
fn reads_digits(expr: &Expr) -> bool {
    match expr {
        Expr::Const(_) | Expr::Slot(_) => false,
        Expr::Bit(..) => true,
        Expr::Binary(_, x, y) => reads_digits(x) || reads_digits(y),
    }
}

/// A move of tokens none of which need go anywhere.
fn stays(one: &Move) -> Option<Diagnostic> {
    let may_stay = |step: &Step| match &step.kind {
        StepKind::If(_, inner) => matches!(inner.kind, StepKind::Walk { .. }),
        kind => matches!(kind, StepKind::OnlyIf(_)),
    };
    one.steps.iter().all(may_stay).then(|| {
        Diagnostic::new(one.span.clone(), "this move need not move anything")
            .help("let one step be without `if`: move a to a neighbour")
    })
}

/// A pattern that writes what was there.
fn is_idle(rewrite: &Rewrite) -> Option<Diagnostic> {
    use crate::tree::CellKind::{Any, Symbol};
    let (left, right) = (&rewrite.left.rows, &rewrite.right.rows);
    let same = left.len() == right.len()
        && left.iter().zip(right).all(|(left, right)| {
            let cells = || left.cells.iter().zip(&right.cells);
            let stays = |(one, other): (&PatternCell, &PatternCell)| {
                matches!(other.kind, Any) || matches!(one.kind, Symbol(_)) && one.kind == other.kind
            };
            left.cells.len() == right.cells.len() && cells().all(stays)
        });
    same.then(|| {
        Diagnostic::new(rewrite.span.clone(), "this rule changes nothing")
            .help("write another symbol on the right")
    })
}

/// A pattern of which as many cells stay, and not at the edges where they were.
fn is_torn(rewrite: &Rewrite) -> Option<Diagnostic> {
    let (left, right) = (&rewrite.left, &rewrite.right);
    let edges = |pattern: &Pattern| -> Vec<bool> {
        let rows = pattern.rows.iter().flat_map(|row| [row.first, row.last]);
        rows.chain([pattern.top, pattern.bottom]).collect()
    };
    let lengths = |pattern: &Pattern| -> Vec<usize> {
        let rows = pattern.rows.iter();
        rows.map(|row| row.cells.len()).collect()
    };
    let says = edges(right).contains(&true) && edges(left) != edges(right);
    (says && lengths(left) == lengths(right)).then(|| {
        let message = "the right side touches other edges than the left";
        Diagnostic::new(right.span.clone(), message).help("write ^ and $ in the same places")
    })
}

/// A move that can leave the position as it is, or that can grow for ever.
fn unsound(
    numbers: &Numbers,
    command: &NumberMove,
    span: &Span,
    weighed: &mut usize,
) -> Option<Diagnostic> {
    if command.guard != Cond::Const(true) || *weighed > WEIGHED {
        return None;
    }
    let alone = Numbers {
        variables: numbers.variables.clone(),
        moves: vec![command.clone()],
    };
    let all = written_rays(&alone).unwrap_or_default();
    *weighed += all.len();
    let found =
        |message: String, help: String| Some(Diagnostic::new(span.clone(), message).help(help));
    if let Some(k) = all.into_iter().find_map(|ray| ray.still()) {
        let last = command.binders.last();
        let message = match last {
            None => "this move leaves the position as it is".to_string(),
            Some(binder) => format!(
                "with {} = {k} this move leaves the position as it is",
                binder.name
            ),
        };
        let help = match last.map(|binder| &binder.choices) {
            Some(Choices::Of(_)) => {
                format!("let every move change something: leave {k} out of the set")
            }
            _ => "let every move change something, for example with k >= 1".into(),
        };
        return found(message, help);
    }
    let cones = written_cones(&alone).unwrap_or_default();
    let grows = cones.iter().any(|cone| {
        let mut entries = numbers.variables.iter().zip(&cone.base);
        cone.base.iter().all(|entry| *entry >= 0)
            && entries.all(|(variable, entry)| *entry == 0 || variable.most.is_none())
    });
    if grows {
        let is_still = cones
            .iter()
            .any(|cone| cone.base.iter().all(|entry| *entry == 0));
        if let Some(binder) = command.binders.last().filter(|_| is_still)
            && let Choices::Between(Expr::Const(least), _) = &binder.choices
        {
            let message = format!(
                "with {} = {least} this move leaves the position as it is",
                binder.name
            );
            let help = "let every move change something, for example with k >= 1";
            return found(message, help.into());
        }
        let message = "this move can be repeated without end: play need never stop";
        let help = "subtract instead, or bound the variables: position x <= 100";
        return found(message.into(), help.into());
    }
    None
}

/// What of a family does not go with blocking: it is known of tuples of numbers in normal play
/// alone.
fn misfit(text: &Text, game: &Game) -> Option<Diagnostic> {
    let (_, line) = text.blocking.as_ref()?;
    let found = |span: &Span, message: &str, help: &str| {
        Some(Diagnostic::new(span.clone(), message).help(help))
    };
    let numbers = match &game.shape {
        Shape::Numbers(numbers) => numbers,
        // A game of no family goes as it stands.
        Shape::Program(_) => return None,
        Shape::Board(_) | Shape::Tokens(_) | Shape::Heaps(_) => {
            return found(
                line,
                "options can be blocked only where a position is a tuple of numbers",
                "drop this line, or let the position be numbers, such as: position x, y",
            );
        }
    };
    if numbers.moves.iter().any(|one| one.by != By::Both) {
        return found(
            line,
            "options can be blocked only where both players have the same moves",
            "drop this line, or the players' names before the moves",
        );
    }
    let end = text.ends.first().map(|end| &end.span);
    if let Some(span) = end.or(text.score.as_ref().map(|line| &line.span)) {
        return found(
            span,
            "where options are blocked, play ends only when a player cannot move",
            "drop this line, or the one on blocking",
        );
    }
    if game.ending.stuck != Stuck::Loses {
        return found(
            text.stuck.as_ref().map_or(line, |stuck| &stuck.span),
            "where options are blocked, who cannot move must lose",
            "drop this line for normal play, or drop the one on blocking",
        );
    }
    let repetition = text.repetition.as_ref()?;
    found(
        &repetition.span,
        "where options are blocked, play must end by itself",
        "drop this line, or the one on blocking",
    )
}
