//! Enumerates the queries of a contest format, smallest first.
//!
//! The size of a query is the sum of the sizes of its fields, except fields that count cases.
//! Queries of one size come in lexicographic order of their fields.
//!
//! If fields of earlier levels bound the fields of the last level (cells of a board), a case comes
//! with all its queries together. The size then doesn't count the fields of the last level.

use whowins::contest::{Bound, Case, Format, Kind, Term, Times, Value};

use crate::positions::Positions;
use crate::sizes::{Flow, Range};

/// Maximum number of queries that come together.
const TOGETHER: u64 = 1 << 16;

/// The queries of a format.
pub struct Questions<'f> {
    pub(crate) format: &'f Format,
    pub(crate) positions: Option<Positions<'f>>,
    /// True if the queries of the last level come together.
    pub(crate) closed: bool,
}

impl<'f> Questions<'f> {
    /// Creates the enumeration for a format. `positions` are those of its game, for a field that is
    /// a position.
    pub fn new(format: &'f Format, positions: Option<Positions<'f>>) -> Self {
        Self {
            format,
            positions,
            closed: is_closed(format),
        }
    }

    /// Describes the order of the queries.
    pub fn order(&self) -> String {
        let format = self.format;
        match (&self.positions, format.fields.as_slice()) {
            (Some(positions), [_]) => positions.order().to_string(),
            _ => {
                let last = format.levels.len() - 1;
                let counts = |at: &usize| {
                    let is_count = (0..last).any(|level| format.counter(level) == Some(*at));
                    !(is_count || self.closed && format.fields[*at].level == last)
                };
                let names: Vec<&str> = (0..format.fields.len())
                    .filter(counts)
                    .map(|at| format.fields[at].name.as_str())
                    .collect();
                format!(
                    "by the size of {} together, then in lexicographic order",
                    names.join(", ")
                )
            }
        }
    }

    /// Returns the maximum size, if there is one.
    pub fn largest(&self) -> Option<u64> {
        let last = self.format.levels.len() - 1;
        let mut most = vec![i64::MAX; self.format.fields.len()];
        let mut sum = 0u64;
        for (at, field) in self.format.fields.iter().enumerate() {
            let look = |term: Term| most[term.field()];
            let range = Range::of(&field.kind, &|bound: &Bound| bound.value(&look));
            let largest = match (&range, &self.positions) {
                (Range::Position, Some(positions)) => positions.largest(),
                _ => range.largest(),
            };
            most[at] = largest
                .and_then(|n| i64::try_from(n).ok())
                .unwrap_or(i64::MAX);
            let counts = self.is_counter(at) || self.closed && field.level == last;
            if !counts {
                sum = sum.checked_add(largest?)?;
            }
        }
        Some(sum)
    }

    pub(crate) fn is_counter(&self, field: usize) -> bool {
        let levels = &self.format.levels;
        levels
            .iter()
            .any(|level| level.times == Times::Counted(field))
    }

    /// Returns the maximum number of cases of the next level.
    pub(crate) fn room(&self, level: usize) -> u64 {
        let Some(counter) = self.format.counter(level) else {
            return u64::MAX;
        };
        match &self.format.fields[counter].kind {
            Kind::Number(_, Some(most)) if most.terms.is_empty() => most.constant.unsigned_abs(),
            _ => u64::MAX,
        }
    }

    /// Returns true if queries can share an input: only their count precedes them.
    pub(crate) fn are_joined(&self) -> bool {
        self.format.levels.len() > 1 && self.format.fields_of(0).all(|field| self.is_counter(field))
    }

    /// Calls `emit` for inputs with the queries of one size, in order. Each has one query, or all
    /// queries of a case that belong together.
    pub fn of_size(&self, size: u64, emit: &mut dyn FnMut(Case<'static>) -> Flow) -> Flow {
        let mut path = vec![Case::default()];
        self.fill(0, size, &mut path, emit)
    }

    /// Returns the bounds of a field. The cases of `path` contain the earlier fields.
    pub(crate) fn range(&self, field: usize, path: &[Case<'_>]) -> Range {
        let look = |term: Term| {
            let read = &self.format.fields[term.field()];
            let value = path
                .get(read.level)
                .and_then(|case| case.values.get(read.place));
            value.map_or(0, |value| value.term(term))
        };
        Range::of(&self.format.fields[field].kind, &|bound| bound.value(&look))
    }

    /// Returns true if no later field has a size.
    fn is_last(&self, level: usize, place: usize) -> bool {
        let last = self.format.levels.len() - 1;
        let fields = self.format.fields.iter().enumerate();
        !fields.into_iter().any(|(at, field)| {
            let after = (field.level, field.place) > (level, place);
            after && !self.is_counter(at) && !(self.closed && field.level == last)
        })
    }

    /// Sets a field of an input with one query. Returns false if the input doesn't have the field.
    pub(crate) fn set(
        &self,
        input: &mut Case<'static>,
        field: usize,
        value: Value<'static>,
    ) -> bool {
        let field = &self.format.fields[field];
        let mut case = input;
        for _ in 0..field.level {
            match case.inner.as_mut_slice() {
                [one] => case = one,
                _ => return false,
            }
        }
        match case.values.get_mut(field.place) {
            Some(place) => {
                *place = value;
                true
            }
            None => false,
        }
    }

    /// Returns true if all fields of an input with one query are within their bounds.
    pub(crate) fn is_legal(&self, input: &Case<'static>) -> bool {
        let mut path = vec![Case {
            values: input.values.clone(),
            ..Case::default()
        }];
        let mut case = input;
        while let [one] = case.inner.as_slice() {
            case = one;
            path.push(Case {
                values: one.values.clone(),
                ..Case::default()
            });
        }
        let legal = |(at, field): (usize, &whowins::contest::Field)| {
            let value = path
                .get(field.level)
                .and_then(|case| case.values.get(field.place));
            self.is_counter(at) || value.is_some_and(|value| self.range(at, &path).holds(value))
        };
        self.format.fields.iter().enumerate().all(legal)
    }

    fn fill(
        &self,
        level: usize,
        left: u64,
        path: &mut Vec<Case<'static>>,
        emit: &mut dyn FnMut(Case<'static>) -> Flow,
    ) -> Flow {
        let last = self.format.levels.len() - 1;
        let place = path[level].values.len();
        let Some(field) = self.format.fields_of(level).nth(place) else {
            if level == last {
                return match left {
                    0 => emit(whole(path, Vec::new())),
                    _ => Flow::Continue(()),
                };
            }
            if self.closed && level + 1 == last {
                return match left {
                    0 => self.together(path, emit),
                    _ => Flow::Continue(()),
                };
            }
            path.push(Case::default());
            let done = self.fill(level + 1, left, path, emit);
            path.pop();
            return done;
        };
        if self.is_counter(field) {
            path[level].values.push(Value::Number(0));
            let done = self.fill(level, left, path, emit);
            path[level].values.pop();
            return done;
        }
        let range = self.range(field, path);
        let sizes = match self.is_last(level, place) {
            true => left..=left,
            false => 0..=left,
        };
        for size in sizes {
            let next = &mut |value: Value<'static>| {
                path[level].values.push(value);
                let done = self.fill(level, left - size, path, emit);
                path[level].values.pop();
                done
            };
            range.values(size, self.positions.as_ref(), next)?;
        }
        Flow::Continue(())
    }

    /// Emits a case of the second to last level with all its queries, ordered by size, in groups of
    /// the maximum number.
    fn together(
        &self,
        path: &[Case<'static>],
        emit: &mut dyn FnMut(Case<'static>) -> Flow,
    ) -> Flow {
        let last = self.format.levels.len() - 1;
        let mut ranges = Vec::new();
        for field in self.format.fields_of(last) {
            match self.range(field, path) {
                Range::Number(least, Some(most)) if least <= most => ranges.push((least, most)),
                _ => return Flow::Continue(()),
            }
        }
        let count = ranges.iter().try_fold(1u64, |count, (least, most)| {
            count.checked_mul(most - least + 1)
        });
        if count.is_none_or(|count| count > TOGETHER) {
            return Flow::Continue(());
        }
        let mut all: Vec<Vec<u64>> = vec![Vec::new()];
        for (least, most) in &ranges {
            let longer = |list: Vec<u64>| {
                (*least..=*most).map(move |number| {
                    let mut list = list.clone();
                    list.push(number);
                    list
                })
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all.sort_by_key(|list| list.iter().sum::<u64>());
        let cases: Vec<Case<'static>> = all
            .into_iter()
            .map(|list| Case {
                values: list.into_iter().map(Value::Number).collect(),
                ..Case::default()
            })
            .collect();
        let most = self.room(last - 1).min(TOGETHER) as usize;
        for some in cases.chunks(most) {
            emit(whole(path, some.to_vec()))?;
        }
        Flow::Continue(())
    }
}

/// Returns the input that consists of the cases of a path, with `within` inside the last of them.
pub(crate) fn whole(path: &[Case<'static>], within: Vec<Case<'static>>) -> Case<'static> {
    let mut inner = within;
    for case in path.iter().rev() {
        let mut case = case.clone();
        case.inner = inner;
        inner = vec![case];
    }
    inner.pop().unwrap_or_default()
}

/// Returns true if earlier fields bound the last level.
fn is_closed(format: &Format) -> bool {
    let last = format.levels.len() - 1;
    let counters: Vec<usize> = (0..last)
        .filter_map(|level| format.counter(level))
        .collect();
    let has_fields = format
        .fields
        .iter()
        .enumerate()
        .any(|(at, field)| field.level < last && !counters.contains(&at));
    let within = |field: usize| match &format.fields[field].kind {
        Kind::Number(_, Some(most)) => !most.terms.is_empty(),
        _ => false,
    };
    last > 0 && has_fields && format.fields_of(last).all(within)
}
