//! Queries that are one position per line. They are written while they are enumerated, and answered
//! by lookups, without a case for each.

use whowins::analysis::Value as Outcome;
use whowins::contest::{Kind, Question, Times, Value};

use super::{Collecting, Judge, LOOK};
use crate::positions::Positions;
use crate::sizes::{Flow, tuples};
use crate::truth::Unanswered;

/// Maximum number of states or steps of precomputation for each query so far. At least this many
/// queries are assumed.
const SHARE: u64 = 256;
const LEAST: u64 = 1 << 10;

impl<'j> Judge<'j> {
    /// Returns the positions, if each query is a line with one position of this size and the answer
    /// is the winner.
    pub(super) fn by_lines(&self, size: u64) -> Option<&'j Positions<'j>> {
        let format = self.questions.format;
        let positions = self.questions.positions.as_ref()?;
        let [field] = format.fields.as_slice() else {
            return None;
        };
        let own = match &field.kind {
            Kind::Position => true,
            // A row with the same symbols in the same order.
            Kind::Text(symbols, ..) => {
                let empty = Value::Text(vec![symbols[0]; size as usize].into());
                positions.plain_symbols().as_ref() == Some(symbols)
                    && self.questions.range(0, &[]).holds(&empty)
            }
            _ => false,
        };
        let plain = matches!(format.question, Question::Winner(..))
            && format.sets.is_empty()
            && matches!(format.levels.as_slice(), [_, level] if level.times == Times::ToTheEnd);
        (own && plain).then_some(positions)
    }

    /// Adds the positions of one size as lines, without a case for each.
    pub(super) fn fast(&mut self, positions: &Positions<'_>, size: u64) -> Flow {
        if let Some(ranges) = positions.plain_numbers() {
            return self.fast_numbers(ranges, size);
        }
        if let Some(symbols) = positions.plain_symbols() {
            return self.fast_boards(positions, &symbols, size);
        }
        positions.of_size(size, &mut |text| match self.passes() {
            true => Flow::Continue(()),
            false => self.slow(text),
        })
    }

    /// Adds a line for a position whose value must be computed. Skips it if it has no answer.
    fn slow(&mut self, text: &str) -> Flow {
        if self.is_time() {
            return Flow::Break(());
        }
        match self.truth.value(text) {
            Ok(value) => self.line(value, |input| input.extend_from_slice(text.as_bytes())),
            Err(Unanswered::Engine(error)) if error.is_budget() => {
                self.record_unknown(&error);
                Flow::Break(())
            }
            // Skip queries that the rules leave undecided.
            Err(_) => Flow::Continue(()),
        }
    }

    /// Adds boards. Their values are lookups after the first of a size is solved.
    fn fast_boards(&mut self, positions: &Positions<'_>, symbols: &[u8], size: u64) -> Flow {
        positions.boards(size, &mut |cells, (rows, columns)| {
            if self.passes() {
                return Flow::Continue(());
            }
            let Some(value) = self.truth.known_board(cells, (rows, columns)) else {
                return self.slow(&positions.shown(cells, (rows, columns)));
            };
            self.line(value, |input| {
                for (at, row) in cells.chunks(columns).enumerate() {
                    if at > 0 {
                        input.push(b'/');
                    }
                    input.extend(row.iter().map(|cell| symbols[*cell as usize]));
                }
            })
        })
    }

    /// Adds positions of numbers. Their values are lookups after larger ones are solved.
    fn fast_numbers(&mut self, ranges: &[(u64, Option<u64>)], size: u64) -> Flow {
        let (mut list, mut state) = std::mem::take(&mut self.scratch);
        let done = tuples(ranges, size, &mut list, &mut |numbers| {
            if self.passes() {
                return Flow::Continue(());
            }
            state.clear();
            state.extend(numbers.iter().map(|number| *number as i64));
            let known = self.truth.known(&state).or_else(|| {
                // Larger ones will follow.
                let side = size.next_power_of_two();
                (side > self.ahead).then(|| self.ahead = side)?;
                let corner: Vec<u64> = ranges
                    .iter()
                    .map(|(_, most)| most.map_or(side, |most| most.min(side)))
                    .collect();
                let asked = self.tallies[0].asked.max(LEAST);
                self.truth.expect(&corner, asked.saturating_mul(SHARE));
                self.truth.known(&state)
            });
            if let Some(value) = known {
                return self.line(value, |input| write_numbers(input, numbers));
            }
            let mut text = Vec::new();
            write_numbers(&mut text, numbers);
            self.slow(&String::from_utf8_lossy(&text))
        });
        self.scratch = (list, state);
        done
    }

    /// Adds a line to the batch, unless it is a draw and the format has no word for draws.
    fn line(&mut self, value: Outcome, write: impl FnOnce(&mut Vec<u8>)) -> Flow {
        if value == Outcome::Draw && !self.has_draws() {
            return Flow::Continue(());
        }
        if !matches!(self.collecting, Some(Collecting::Lines(..))) {
            self.flush();
            self.collecting = Some(Collecting::Lines(
                Vec::with_capacity(16 * self.most),
                Vec::with_capacity(self.most),
            ));
        }
        let Some(Collecting::Lines(input, values)) = &mut self.collecting else {
            return Flow::Continue(());
        };
        write(input);
        input.push(b'\n');
        values.push(value);
        let many = values.len();
        if many >= self.most {
            return self.run_if_full();
        }
        match many % LOOK == 0 && self.is_time() {
            true => Flow::Break(()),
            false => Flow::Continue(()),
        }
    }
}

/// Writes numbers separated by commas.
fn write_numbers(out: &mut Vec<u8>, numbers: &[u64]) {
    let mut digits = [0; 20];
    for (at, number) in numbers.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        let (mut left, mut begin) = (*number, digits.len());
        loop {
            begin -= 1;
            digits[begin] = b'0' + (left % 10) as u8;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        out.extend_from_slice(&digits[begin..]);
    }
}
