//! The value that a functional law is read off, and its weights in words.

use whowins_analysis::{Game, Position};

use super::functional::Functional;
use super::settle::settle;

impl Functional {
    /// The functional's value at a position of the law's own game, its forced follow-ups carried
    /// out; `None` where it has none.
    pub fn residue(&self, game: &Game, position: &Position) -> Option<u64> {
        let (board, cells) = (game.board()?, position.cells()?);
        let (rows, columns) = game.size_of(position);
        if cells.is_empty()
            || cells.len() != rows.checked_mul(columns)?
            || cells
                .iter()
                .any(|cell| usize::from(*cell) >= self.weights.len())
        {
            return None;
        }
        let settled = settle(board, rows, columns, &cells)?;
        self.value(rows, columns, &settled)
    }

    /// The functional's value on a settled board.
    fn value(&self, rows: usize, columns: usize, cells: &[u8]) -> Option<u64> {
        let mut sum = 0;
        for (row, line) in cells.chunks(columns).enumerate() {
            for (column, symbol) in line.iter().enumerate() {
                let distances = [row, rows - 1 - row, column, columns - 1 - column];
                let class = self.tails.class(distances.map(|distance| distance as u64));
                sum += self.weights.get(usize::from(*symbol))?.get(class)?;
            }
        }
        if let Some(lines) = &self.lines {
            let symbols = self.weights.len();
            if lines.pairs.len() != symbols || lines.pairs.iter().any(|row| row.len() != symbols) {
                return None;
            }
            let line = |at: usize| -> Box<dyn Iterator<Item = u8> + '_> {
                if lines.columns {
                    Box::new(cells.iter().skip(at).step_by(columns).copied())
                } else {
                    Box::new(cells[at * columns..(at + 1) * columns].iter().copied())
                }
            };
            for at in 0..if lines.columns { columns } else { rows } {
                sum += lines.sum(line(at), self.modulus);
            }
        }
        Some(sum % self.modulus)
    }

    /// The weights that are not 0, symbol by symbol.
    pub(super) fn show_weights(&self, game: &Game) -> String {
        let Some(board) = game.board() else {
            return String::new();
        };
        let sides = ["top", "bottom", "left", "right"];
        let tails = self.tails.sides();
        let mut parts = Vec::new();
        for (symbol, of) in board.alphabet.iter().zip(&self.weights) {
            for (class, weight) in of.iter().enumerate().filter(|(_, weight)| **weight != 0) {
                let mut rest = class as u64;
                let mut places = Vec::new();
                for side in (0..sides.len()).rev() {
                    let tail = tails[side];
                    let part = rest % tail.classes();
                    rest /= tail.classes();
                    if tail.classes() == 1 {
                        continue;
                    }
                    places.push(if part < tail.preperiod {
                        format!("at distance {part} from the {}", sides[side])
                    } else {
                        let first = part;
                        let end = match tail.period {
                            1 => String::new(),
                            period => format!(", +{period}, ..."),
                        };
                        format!("at distance {first}{end} from the {}", sides[side])
                    });
                }
                let place = places.join(" and ");
                parts.push(format!("`{symbol}` {place} weighs {weight}").replace("  ", " "));
            }
        }
        if let Some(lines) = &self.lines {
            let word = if lines.columns { "above" } else { "left of" };
            let line = if lines.columns { "column" } else { "row" };
            for (first, of) in board.alphabet.iter().zip(&lines.pairs) {
                for (later, weight) in board.alphabet.iter().zip(of).filter(|(_, w)| **w != 0) {
                    parts.push(format!(
                        "each `{first}` {word} a `{later}` in its {line} weighs {weight}"
                    ));
                }
            }
        }
        if parts.is_empty() {
            "all weigh nothing".to_owned()
        } else {
            parts.join("; ") + "; all else nothing"
        }
    }
}
