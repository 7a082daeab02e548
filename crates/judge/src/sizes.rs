//! Enumerates the values of a field by size, which defines "the smallest wrong position".
//!
//! The size of a number is the number. The size of a text, of rows or of a board is the number of
//! cells. The size of a list of numbers is the sum of each number plus one, the size of heaps is
//! their sum, and the size of tokens is 1.
//!
//! Values of one size come in lexicographic order; symbols are ordered as in the format or the
//! rules. Lists without a fixed length (sets of moves) increase, so each set occurs once.

use std::borrow::Cow;
use std::ops::ControlFlow;

use whowins::contest::{Kind, Value};

use crate::positions::Positions;

/// Continue or break.
pub type Flow = ControlFlow<()>;

/// A callback for values.
pub type Emit<'e> = &'e mut dyn FnMut(Value<'static>) -> Flow;

/// Bounds of a field, computed from earlier fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// A number with its minimum and maximum.
    Number(u64, Option<u64>),
    /// A text of these symbols, with a minimum and a maximum length.
    Text(Vec<u8>, u64, Option<u64>),
    /// Rows.
    Rows(Grid),
    /// Numbers: count, minimum, maximum.
    Numbers(Option<u64>, u64, u64),
    /// A position.
    Position,
}

/// Rows of symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The number of rows.
    pub count: u64,
    /// The length of each row.
    pub length: u64,
    /// The symbols.
    pub symbols: Vec<u8>,
    /// The symbols that occur exactly once.
    pub once: Vec<u8>,
    /// If cells must be connected, the symbols of cells that don't count.
    pub except: Option<Vec<u8>>,
}

impl Grid {
    /// Returns true if the cells are valid: unique symbols occur once, and the cells are connected.
    pub(crate) fn is_whole(&self, cells: &[u8]) -> bool {
        let one = |symbol: &u8| cells.iter().filter(|cell| *cell == symbol).count() == 1;
        if !self.once.iter().all(one) {
            return false;
        }
        let Some(except) = &self.except else {
            return true;
        };
        let counts = |at: usize| !except.contains(&cells[at]);
        let Some(first) = (0..cells.len()).find(|at| counts(*at)) else {
            return true;
        };
        let width = self.length as usize;
        let mut seen = vec![false; cells.len()];
        seen[first] = true;
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            let beside = [
                at.checked_sub(width),
                Some(at + width),
                (at % width > 0).then(|| at - 1),
                (at % width + 1 < width).then_some(at + 1),
            ];
            for next in beside.into_iter().flatten() {
                if next < cells.len() && counts(next) && !seen[next] {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        (0..cells.len()).all(|at| seen[at] || !counts(at))
    }
}

impl Range {
    /// Returns the bounds of a kind. `value` evaluates bounds.
    pub fn of(kind: &Kind, value: &dyn Fn(&whowins::contest::Bound) -> i64) -> Self {
        let natural = |bound| u64::try_from(value(bound)).unwrap_or(0);
        match kind {
            Kind::Number(least, most) => Self::Number(natural(least), most.as_ref().map(natural)),
            Kind::Text(symbols, least, most) => {
                Self::Text(symbols.clone(), natural(least), most.as_ref().map(natural))
            }
            Kind::Rows {
                count,
                symbols,
                length,
                once,
                except,
            } => Self::Rows(Grid {
                count: natural(count),
                length: natural(length),
                symbols: symbols.clone(),
                once: once.clone(),
                except: except.clone(),
            }),
            Kind::Numbers(count, least, most) => {
                Self::Numbers(count.as_ref().map(natural), natural(least), natural(most))
            }
            Kind::Position => Self::Position,
        }
    }

    /// Returns the size of a value.
    pub fn size(&self, value: &Value<'_>) -> u64 {
        match (self, value) {
            (_, Value::Number(number)) => *number,
            (_, Value::Text(text)) => text.len() as u64,
            (_, Value::Numbers(numbers)) => {
                numbers.iter().fold(0, |sum, n| sum.saturating_add(n + 1))
            }
            (_, Value::Rows(rows)) => rows.iter().map(|row| row.len() as u64).sum(),
        }
    }

    /// Returns true if a value is within the bounds. Positions are left to the game.
    pub(crate) fn holds(&self, value: &Value<'_>) -> bool {
        let below = |number: u64, most: &Option<u64>| most.is_none_or(|most| number <= most);
        match (self, value) {
            (Self::Number(least, most), Value::Number(number)) => {
                least <= number && below(*number, most)
            }
            (Self::Text(symbols, least, most), Value::Text(text)) => {
                let length = text.len() as u64;
                *least <= length && below(length, most) && text.iter().all(|c| symbols.contains(c))
            }
            (Self::Rows(..), Value::Rows(_)) | (Self::Position, Value::Text(_)) => true,
            (Self::Numbers(count, least, most), Value::Numbers(numbers)) => {
                count.is_none_or(|count| count == numbers.len() as u64)
                    && numbers
                        .iter()
                        .all(|number| (least..=most).contains(&number))
            }
            _ => false,
        }
    }

    /// Returns the maximum size. Returns `None` if there is none, and for positions.
    pub fn largest(&self) -> Option<u64> {
        match self {
            Self::Number(_, most) | Self::Text(_, _, most) => *most,
            Self::Rows(grid) => grid.count.checked_mul(grid.length),
            Self::Numbers(Some(count), _, most) => count.checked_mul(most + 1),
            // Each number occurs once.
            Self::Numbers(None, least, most) => {
                (most + 1).saturating_sub(*least).checked_mul(most + 1)
            }
            Self::Position => None,
        }
    }

    /// Calls `emit` for the values of one size, in order. Positions are in the game's notation.
    pub fn values(&self, size: u64, asked: Option<&Positions<'_>>, emit: Emit<'_>) -> Flow {
        match self {
            Self::Number(least, most) => {
                match size >= *least && most.is_none_or(|most| size <= most) {
                    true => emit(Value::Number(size)),
                    false => Flow::Continue(()),
                }
            }
            Self::Text(symbols, least, most) => {
                if size < *least || most.is_some_and(|most| size > most) {
                    return Flow::Continue(());
                }
                words(symbols, size, &mut |word| {
                    emit(Value::Text(Cow::Owned(word.to_vec())))
                })
            }
            Self::Rows(grid) => {
                if grid.count.checked_mul(grid.length) != Some(size) || size == 0 {
                    return Flow::Continue(());
                }
                words(&grid.symbols, size, &mut |cells| {
                    if !grid.is_whole(cells) {
                        return Flow::Continue(());
                    }
                    let rows = cells.chunks(grid.length as usize);
                    emit(Value::Rows(
                        rows.map(|row| Cow::Owned(row.to_vec())).collect(),
                    ))
                })
            }
            Self::Numbers(count, least, most) => {
                let rising = count.is_none();
                let mut list = Vec::new();
                numbers(
                    *count,
                    *least,
                    *most,
                    rising,
                    size,
                    &mut list,
                    &mut |list| emit(Value::Numbers(list.to_vec())),
                )
            }
            Self::Position => match asked {
                Some(positions) => positions.of_size(size, &mut |text| {
                    emit(Value::Text(Cow::Owned(text.as_bytes().to_vec())))
                }),
                None => Flow::Continue(()),
            },
        }
    }
}

/// Calls `emit` for all words of `length` symbols, in order.
pub(crate) fn words<T: Copy>(
    symbols: &[T],
    length: u64,
    emit: &mut dyn FnMut(&[T]) -> Flow,
) -> Flow {
    let length = length as usize;
    let mut digits = vec![0; length];
    let mut word = vec![symbols[0]; length];
    loop {
        emit(&word)?;
        let Some(at) = digits.iter().rposition(|digit| digit + 1 < symbols.len()) else {
            return Flow::Continue(());
        };
        digits[at] += 1;
        word[at] = symbols[digits[at]];
        for later in at + 1..length {
            digits[later] = 0;
            word[later] = symbols[0];
        }
    }
}

/// Calls `emit` for lists of numbers for which the sum of each number plus one is `left`.
pub(crate) fn numbers(
    count: Option<u64>,
    least: u64,
    most: u64,
    rising: bool,
    left: u64,
    list: &mut Vec<u64>,
    emit: &mut dyn FnMut(&[u64]) -> Flow,
) -> Flow {
    let full = count.is_some_and(|count| list.len() as u64 == count);
    if left == 0 {
        return match count.is_none() || full {
            true => emit(list),
            false => Flow::Continue(()),
        };
    }
    if full {
        return Flow::Continue(());
    }
    let from = match list.last() {
        Some(last) if rising => (last + 1).max(least),
        _ => least,
    };
    // The remainder after a number must be 0 or enough for the remaining numbers. If the count is
    // known, it must not be too large either. Otherwise no list begins like this.
    let next = |number: u64| {
        if rising {
            number.saturating_add(1)
        } else {
            least
        }
    };
    let rest = count.map(|count| count - list.len() as u64 - 1);
    let leads_on = |number: u64, left: u64| match rest {
        Some(rest) => {
            let fewest = next(number).saturating_add(1).saturating_mul(rest);
            (fewest..=most.saturating_add(1).saturating_mul(rest)).contains(&left)
        }
        None => left == 0 || left > next(number),
    };
    for number in from..=most.min(left - 1) {
        let left = left - number - 1;
        if !leads_on(number, left) {
            continue;
        }
        list.push(number);
        let done = numbers(count, least, most, rising, left, list, emit);
        list.pop();
        done?;
    }
    Flow::Continue(())
}

/// Calls `emit` for lists of numbers within their ranges whose sum is `left`.
pub(crate) fn tuples(
    ranges: &[(u64, Option<u64>)],
    left: u64,
    list: &mut Vec<u64>,
    emit: &mut dyn FnMut(&[u64]) -> Flow,
) -> Flow {
    let Some(((least, most), rest)) = ranges.split_first() else {
        return match left == 0 {
            true => emit(list),
            false => Flow::Continue(()),
        };
    };
    let most = most.map_or(left, |most| most.min(left));
    let range = match rest.is_empty() {
        // The last number is the remainder.
        true if *least <= left && left <= most => left..=left,
        true => return Flow::Continue(()),
        false => *least..=most,
    };
    for number in range {
        list.push(number);
        let done = tuples(rest, left - number, list, emit);
        list.pop();
        done?;
    }
    Flow::Continue(())
}

/// Calls `emit` for increasing lists of positive heaps with this sum.
pub(crate) fn heaps(
    left: u64,
    least: u64,
    list: &mut Vec<u64>,
    emit: &mut dyn FnMut(&[u64]) -> Flow,
) -> Flow {
    if left == 0 {
        return emit(list);
    }
    for heap in least..=left {
        if heap < left && left - heap < heap {
            continue;
        }
        list.push(heap);
        let done = heaps(left - heap, heap, list, emit);
        list.pop();
        done?;
    }
    Flow::Continue(())
}
