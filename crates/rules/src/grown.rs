//! Whether a text says what no family's sentence says.

use crate::tree::{
    Choice, End, ExprKind, Part, PartKind, RepetitionKind, Start, StartItem, Step, StepKind, Text,
    Who,
};

/// Whether what was read of a text holds anything that only the whole language has, so that its faults are best told in its terms.
pub(crate) fn is_grown(text: &Text) -> bool {
    let owned = text.players.iter().flatten();
    let new_end = |end: &End| {
        let who = |verdict: &crate::tree::Verdict| {
            use crate::tree::Verdict;
            match verdict {
                Verdict::Is(who, _) => matches!(who, Who::Moved | Who::ToMove | Who::Either),
                Verdict::Draw => false,
                Verdict::Ends => true,
            }
        };
        end.when.is_none() || who(&end.verdict)
    };
    let repetition = text.repetition.as_ref();
    !text.definitions.is_empty()
        || !text.finals.is_empty()
        || text.score.is_some()
        || text.starts.len() > 1
        || owned.clone().any(|line| !line.symbols.is_empty())
        || text.parts.iter().any(new_part)
        || text.starts.iter().any(new_start)
        || text
            .moves
            .iter()
            .any(|one| one.is_else || one.steps.iter().any(new_step))
        || text.ends.iter().any(new_end)
        || repetition
            .is_some_and(|one| !matches!(one.kind, RepetitionKind::Draws) || one.within.is_some())
}

fn new_part(part: &Part) -> bool {
    let old = matches!(
        part.kind,
        PartKind::Number(_)
            | PartKind::Words(_)
            | PartKind::Cells { .. }
            | PartKind::Squares { .. }
            | PartKind::NodesOf { count: None, .. }
            | PartKind::Heaps
    );
    part.of_each || !old
}

fn new_start(start: &Start) -> bool {
    let new = |item: &StartItem| matches!(item, StartItem::Empty(_) | StartItem::Symbol(..));
    start.items.iter().any(new)
}

fn new_step(step: &Step) -> bool {
    match &step.kind {
        StepKind::Act { choices, .. } => choices.iter().any(|choice| match choice {
            Choice::In(names, set) => {
                names.len() > 1
                    || matches!(set.kind, crate::tree::SetKind::Places(..))
                    || matches!(&set.kind, crate::tree::SetKind::Of(of) if !matches!(of.kind, ExprKind::Name(..)))
            }
            Choice::Between { .. } => false,
        }),
        StepKind::Rewrite(rewrite) => rewrite.together || rewrite.at.is_some(),
        StepKind::If(_, inner) => new_step(inner),
        StepKind::Walk { .. } | StepKind::OnlyIf(_) | StepKind::Heaps => false,
        StepKind::IfPossible(_)
        | StepKind::May(_)
        | StepKind::ForEach(..)
        | StepKind::Choose(..)
        | StepKind::Let(_)
        | StepKind::Repeat(_) => true,
    }
}
