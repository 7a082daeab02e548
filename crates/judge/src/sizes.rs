//! All values of a field of one size, in order: what makes "the smallest wrong position" well
//! defined.
//!
//! The size of a number is the number; of a text, of rows, and of a row or board of cells how many
//! cells it has; of a list of numbers their sum, each counted one more; of heaps their sum; of
//! tokens 1. Values of one size come in lexicographic order, symbols in the order in which the
//! format or the rules name them. Lists whose length nothing says (sets of moves) rise: each set
//! comes once.

use std::borrow::Cow;
use std::ops::ControlFlow;

use whowins::contest::{Kind, Value};

use crate::positions::Positions;

/// Whether to go on.
pub type Flow = ControlFlow<()>;

/// Takes the values, one by one.
pub type Emit<'e> = &'e mut dyn FnMut(Value<'static>) -> Flow;

/// Bounds of a field, worked out from the fields before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Range {
    /// A number.
    Number(u64, Option<u64>),
    /// A text of these symbols, so long.
    Text(Vec<u8>, u64, Option<u64>),
    /// Rows.
    Rows(Grid),
    /// Numbers: how many, from, to.
    Numbers(Option<u64>, u64, u64),
    /// A position.
    Position,
}

/// Rows of symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How many rows.
    pub count: u64,
    /// How long each is.
    pub length: u64,
    /// The symbols.
    pub symbols: Vec<u8>,
    /// Those that stand in one place.
    pub once: Vec<u8>,
    /// Where all cells hang together, the symbols of those that do not count.
    pub except: Option<Vec<u8>>,
}

impl Grid {
    /// Whether the cells are what they may be: each symbol that stands in one place does, and the
    /// cells hang together.
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
    /// The bounds of a kind, where `value` works bounds out.
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

    /// The size of a value.
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

    /// Whether a value lies within the bounds; of a position the game has the say.
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

    /// The largest size of a value; `None` where there is none, and for positions.
    pub fn largest(&self) -> Option<u64> {
        match self {
            Self::Number(_, most) | Self::Text(_, _, most) => *most,
            Self::Rows(grid) => grid.count.checked_mul(grid.length),
            Self::Numbers(Some(count), _, most) => count.checked_mul(most + 1),
            // Each number once.
            Self::Numbers(None, least, most) => {
                (most + 1).saturating_sub(*least).checked_mul(most + 1)
            }
            Self::Position => None,
        }
    }

    /// Hands out the values of one size, in order; those of positions as the game writes them.
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

/// All words of so many of these symbols, in order.
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

/// Lists of numbers whose sum, each counted one more, is `left`.
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
    // What is left after a number is nothing, or enough for those to come, and not too much where
    // their count is known: else no list begins like this.
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

/// Lists of so many numbers, each in its range, whose sum is `left`.
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
        // The last takes what is left.
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

/// Rising lists of heaps above 0 with this sum.
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
