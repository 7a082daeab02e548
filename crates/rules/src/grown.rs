//! Whether a text says what no family's sentence says.

use crate::source::split;
use crate::tree::{
    Action, Choice, Compare, End, Expr, ExprKind, Layout, Part, PartKind, Repetition,
    RepetitionKind, Rewrite, Set, SetKind, Size, Start, StartItem, Step, StepKind, Text, Verdict,
    Who,
};
use crate::tree::{CellKind, Pattern};

/// Functions that families know, too.
const OLD: [&str; 5] = ["min", "max", "gcd", "xor", "length"];

/// Whether what was read of a text holds anything that only the whole language has: then its faults are best told in its terms, and what a family finds fault with is
/// none. What is a fault by the sentences of a family alone, such as a move that changes nothing, stays one. Linear in the text.
pub(crate) fn is_grown(source: &str, text: &Text) -> bool {
    let positions = |statement: &crate::source::Statement| {
        source[statement.span.clone()].starts_with("position ")
    };
    let owned = text.players.iter().flatten();
    !text.definitions.is_empty()
        || !text.finals.is_empty()
        || text.score.is_some()
        || text.starts.len() > 1
        || split(source).1.iter().filter(|one| positions(one)).count() > 1
        || owned.clone().any(|line| !line.symbols.is_empty())
        || text.givens.iter().any(|given| !is_old_kind(&given.kind))
        || text.parts.iter().any(is_new_part)
        || text.starts.iter().any(is_new_start)
        || text
            .moves
            .iter()
            .any(|one| one.is_else || one.steps.iter().any(is_new_step))
        || text.ends.iter().any(is_new_end)
        || text
            .stuck
            .as_ref()
            .is_some_and(|stuck| stuck.other.is_some())
        || text.repetition.as_ref().is_some_and(is_new_repetition)
}

fn is_old_kind(kind: &crate::Kind) -> bool {
    use crate::Kind;
    matches!(
        kind,
        Kind::Set | Kind::Number | Kind::Bits | Kind::Grid(_) | Kind::Graph
    )
}

fn is_new_repetition(one: &Repetition) -> bool {
    !matches!(one.kind, RepetitionKind::Draws) || one.within.is_some()
}

fn is_new_part(part: &Part) -> bool {
    let new = match &part.kind {
        PartKind::Number(bounds) => {
            let bounds = [&bounds.least, &bounds.most].into_iter().flatten();
            bounds.into_iter().any(is_new)
        }
        PartKind::Words(_)
        | PartKind::Squares { .. }
        | PartKind::NodesOf { count: None, .. }
        | PartKind::Heaps => false,
        PartKind::Cells {
            layout,
            along,
            size,
            ..
        } => *layout == Layout::Ring || !along.is_empty() || is_new_size(size),
        _ => true,
    };
    part.of_each || new
}

/// Families know sizes that are written out.
fn is_new_size(size: &Size) -> bool {
    let written = |size: &Expr| matches!(size.kind, ExprKind::Number(_));
    match size {
        Size::Open => false,
        Size::Long(cells) => !written(cells),
        Size::Board(rows, columns) => !written(rows) || !written(columns),
    }
}

fn is_new_start(start: &Start) -> bool {
    let new = |item: &StartItem| matches!(item, StartItem::Empty(_) | StartItem::Symbol(..));
    start.items.iter().any(new)
}

fn is_new_verdict(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Is(who, _) => matches!(who, Who::Moved | Who::ToMove | Who::Either),
        Verdict::Draw => false,
        Verdict::Ends => true,
    }
}

fn is_new_end(end: &End) -> bool {
    let other = end.other.as_ref();
    end.when.as_ref().is_none_or(is_new)
        || is_new_verdict(&end.verdict)
        || other.is_some_and(|(condition, verdict)| is_new(condition) || is_new_verdict(verdict))
}

fn is_new_step(step: &Step) -> bool {
    match &step.kind {
        StepKind::Act {
            actions,
            choices,
            guard,
        } => {
            actions.iter().any(is_new_action)
                || choices.iter().any(is_new_choice)
                || guard.as_ref().is_some_and(is_new)
                || multiplies(actions, choices)
        }
        StepKind::Rewrite(rewrite) => is_new_rewrite(rewrite),
        StepKind::If(condition, inner) => is_new(condition) || is_new_step(inner),
        StepKind::OnlyIf(condition) => is_new(condition),
        StepKind::Walk { .. } | StepKind::Heaps => false,
        StepKind::IfPossible(_)
        | StepKind::May(_)
        | StepKind::ForEach(..)
        | StepKind::Choose(..)
        | StepKind::Let(_)
        | StepKind::Repeat(_) => true,
    }
}

/// Whether a number chosen without a largest one is multiplied by what is no number: then only a range ends the choice.
fn multiplies(actions: &[Action], choices: &[Choice]) -> bool {
    let open = choices.iter().filter_map(|choice| match choice {
        Choice::Between {
            name, high: None, ..
        } => Some(&name.text),
        _ => None,
    });
    let open: Vec<&String> = open.collect();
    let names = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(..));
    let is_open = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(word, None) if open.contains(&&word.text));
    actions.iter().any(|action| match action {
        Action::Write(_, _, value) => match &value.kind {
            ExprKind::Bin('*', sides) => {
                let (x, y) = sides.as_ref();
                is_open(x) && names(y) || names(x) && is_open(y)
            }
            _ => false,
        },
        _ => false,
    })
}

fn is_new_action(action: &Action) -> bool {
    match action {
        Action::Write(target, _, value) => {
            target.whose.is_some() || !target.index.is_empty() || is_new(value)
        }
        // A slip of the pen in a token's move looks like this, too.
        Action::Go(..) => false,
        _ => true,
    }
}

fn is_new_choice(choice: &Choice) -> bool {
    match choice {
        Choice::In(names, set) => names.len() > 1 || is_new_set(set),
        Choice::Between { low, high, .. } => {
            low.as_ref().is_some_and(|(bound, _)| is_new(bound))
                || high.as_ref().is_some_and(|(_, bound)| is_new(bound))
        }
    }
}

fn is_new_set(set: &Set) -> bool {
    let new = match &set.kind {
        SetKind::Range(sides) => is_new(&sides.0) || is_new(&sides.1),
        SetKind::Listed(members) => members
            .iter()
            .any(|(first, last)| is_new(first) || last.as_ref().is_some_and(is_new)),
        SetKind::Of(of) => !matches!(of.kind, ExprKind::Name(_, None)),
        _ => true,
    };
    set.showing.is_some() || new
}

fn is_new_rewrite(rewrite: &Rewrite) -> bool {
    rewrite.together
        || rewrite.at.is_some()
        || rewrite.to.is_some()
        || rewrite.guard.is_some()
        || is_new_pattern(&rewrite.left)
        || is_new_pattern(&rewrite.right)
        || rewrite.right.rows.iter().any(|row| row.cells.is_empty())
}

fn is_new_pattern(pattern: &Pattern) -> bool {
    let cells = pattern.rows.iter().flat_map(|row| &row.cells);
    let new =
        |cell: &crate::tree::PatternCell| !matches!(cell.kind, CellKind::Symbol(_) | CellKind::Any);
    cells.into_iter().any(new)
}

/// Whether no family has an expression like this one.
fn is_new(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Name(_, None) => false,
        ExprKind::StartOf(_) | ExprKind::Stands(..) => false,
        ExprKind::Index(_, None, index) => index.len() != 1 || index.iter().any(is_new),
        ExprKind::Call(name, arguments) => {
            !OLD.contains(&name.text.as_str()) || arguments.iter().any(is_new)
        }
        ExprKind::Bin(sign, sides) => {
            // Families divide by known numbers alone.
            let divides = matches!(sign, '/' | '%') && !is_known(&sides.1);
            divides || is_new(&sides.0) || is_new(&sides.1)
        }
        ExprKind::Minus(inner) | ExprKind::Not(inner) => is_new(inner),
        ExprKind::Chain(first, rest) => {
            is_new(first)
                || rest
                    .iter()
                    .any(|(how, one)| *how == Compare::Divides || is_new(one))
        }
        ExprKind::And(all) | ExprKind::Or(all) => all.iter().any(is_new),
        ExprKind::In(one, set) => is_new(one) || is_new_set(set),
        ExprKind::FoldSet(_, set) => !matches!(&set.kind, SetKind::Of(of) if !is_new(of)),
        ExprKind::Has { pattern, over, .. } => over.is_some() || is_new_pattern(pattern),
        _ => true,
    }
}

/// Whether a number hangs on no variable, by its form: names may be parameters.
fn is_known(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(_) => true,
        ExprKind::Bin(_, sides) => is_known(&sides.0) && is_known(&sides.1),
        ExprKind::Minus(inner) => is_known(inner),
        _ => false,
    }
}
