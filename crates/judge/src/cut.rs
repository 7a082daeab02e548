//! Parts of an input.

use whowins::contest::{Case, Value};

/// Returns the number of queries in a case of a level. `last` is the last level.
pub(crate) fn count(case: &Case<'_>, level: usize, last: usize) -> usize {
    match level == last {
        true => 1,
        false => case
            .inner
            .iter()
            .map(|inner| count(inner, level + 1, last))
            .sum(),
    }
}

/// Returns the case with only some of its queries, counted from 0. Returns `None` if no query is
/// left.
pub(crate) fn cut<'a>(
    case: &Case<'a>,
    level: usize,
    last: usize,
    from: usize,
    to: usize,
) -> Option<Case<'a>> {
    if level == last {
        return (from == 0 && to > 0).then(|| case.clone());
    }
    let mut kept = Case {
        line: case.line,
        values: case.values.clone(),
        inner: Vec::new(),
    };
    let mut at = 0;
    for inner in &case.inner {
        let next = at + count(inner, level + 1, last);
        if next > from && at < to {
            let (from, to) = (from.saturating_sub(at), to - at);
            kept.inner.extend(cut(inner, level + 1, last, from, to));
        }
        at = next;
    }
    (!kept.inner.is_empty()).then_some(kept)
}

/// Returns a copy of a case that borrows nothing.
pub(crate) fn owned(case: Case<'_>) -> Case<'static> {
    Case {
        line: case.line,
        values: case.values.into_iter().map(Value::into_owned).collect(),
        inner: case.inner.into_iter().map(owned).collect(),
    }
}
