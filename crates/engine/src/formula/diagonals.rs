//! Table Game by its diagonals: O(N + M) bits of memory, O(1) a query.
//!
//! A stone stands on a cell (x, y) of a table; a move takes it to (x − 1, y) or (x, y − 1). The game ends when the stone
//! enters the border x = 0 or y = 0, and the border cell says who has won. Let f(x, y) say whether the player to move wins
//! (on the border: whether the player wins who did *not* just move there). Then f(x, y) = not (f(x − 1, y) and f(x, y − 1))
//! inside.
//!
//! **Theorem.** For every border, f(i + 1, j + 1) = f(i, j) for all i, j ≥ 2.
//!
//! *Proof.* If f(i, j) = 0, then f(i, j + 1) = f(i + 1, j) = 1, each having the successor (i, j), so f(i + 1, j + 1) = 0.
//! If f(i, j) = 1, a successor is 0, say f(i − 1, j) = 0 (the other case is the mirror image). That cell is inside, as
//! i − 1 ≥ 1, and so is (i − 1, j + 1), which has it as a successor: f(i − 1, j + 1) = 1. So both successors of (i, j + 1)
//! are 1, f(i, j + 1) = 0, and f(i + 1, j + 1) = 1. ∎
//!
//! It fails from (1, 1) on: with a border of zeros f(1, 1) = f(1, 2) = f(2, 1) = 1, so f(2, 2) = 0.
//!
//! Source of the game: CodeChef, September Challenge 2018, *TABGAME*.

/// The outcome of every position of one Table Game: rows and columns 0, 1 and 2, the rest by the theorem above.
#[derive(Clone, Debug)]
pub struct Diagonals {
    /// f(0, j), f(1, j) and f(2, j) for 1 ≤ j ≤ M.
    rows: [Bits; 3],
    /// f(i, 0), f(i, 1) and f(i, 2) for 1 ≤ i ≤ N.
    columns: [Bits; 3],
}

impl Diagonals {
    /// Reads the border. `row` gives f(0, 1), f(0, 2), … and `column` f(1, 0), f(2, 0), …, where a bit is true if the
    /// player who moves the stone there *loses* (so that the next player wins). Their lengths are M and N.
    ///
    /// O(N + M) time, 3(N + M) bits of memory.
    pub fn new(
        row: impl IntoIterator<Item = bool>,
        column: impl IntoIterator<Item = bool>,
    ) -> Self {
        let row: Bits = row.into_iter().collect();
        let column: Bits = column.into_iter().collect();
        // Line 1 runs beside the border and starts from the other border's first cell; line 2 beside line 1, from its second.
        let row_1 = beside(&row, column.get(0));
        let row_2 = beside(&row_1, column.get(1));
        let column_1 = beside(&column, row.get(0));
        let column_2 = beside(&column_1, row.get(1));
        Self {
            rows: [row, row_1, row_2],
            columns: [column, column_1, column_2],
        }
    }

    /// N and M: the largest x and the largest y of the table.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.columns[0].len, self.rows[0].len)
    }

    /// Whether the player to move at (`x`, `y`) wins; on the border, whether the player wins who did not just move there.
    /// `None` off the table and at (0, 0), which no border cell gives. O(1).
    #[must_use]
    pub fn query(&self, x: usize, y: usize) -> Option<bool> {
        let (n, m) = self.size();
        if x > n || y > m {
            return None;
        }
        let down = x.min(y).saturating_sub(2);
        let (x, y) = (x - down, y - down);
        // One of x and y is now at most 2: the number of the line that holds the answer.
        if x <= 2 && y >= 1 {
            self.rows[x].get(y - 1)
        } else {
            self.columns[y].get(x.checked_sub(1)?)
        }
    }
}

/// The line next to `previous`, away from the border, whose cell before the first is `before`.
fn beside(previous: &Bits, before: Option<bool>) -> Bits {
    // A missing `before` means that the table has no such line; nothing of it is ever asked.
    let mut last = before.unwrap_or(false);
    (0..previous.len)
        .map_while(|j| previous.get(j))
        .map(|side| {
            last = !(side && last);
            last
        })
        .collect()
}

/// Packed bits.
#[derive(Clone, Debug, Default)]
struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    fn get(&self, index: usize) -> Option<bool> {
        (index < self.len).then(|| self.words[index / 64] >> (index % 64) & 1 == 1)
    }
}

impl FromIterator<bool> for Bits {
    fn from_iter<I: IntoIterator<Item = bool>>(bits: I) -> Self {
        let mut collected = Self::default();
        for bit in bits {
            if collected.len.is_multiple_of(64) {
                collected.words.push(0);
            }
            if let Some(word) = collected.words.last_mut() {
                *word |= u64::from(bit) << (collected.len % 64);
            }
            collected.len += 1;
        }
        collected
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// f on the whole table, from the rules alone: a player wins who can enter a winning border cell or an inner cell
    /// where the opponent loses.
    fn naive(row: &[bool], column: &[bool]) -> Vec<Vec<bool>> {
        let (n, m) = (column.len(), row.len());
        let mut wins = vec![vec![false; m + 1]; n + 1];
        let mover_wins_on_entering = |x: usize, y: usize, wins: &[Vec<bool>]| match (x, y) {
            (0, y) => !row[y - 1],
            (x, 0) => !column[x - 1],
            _ => !wins[x][y],
        };
        for x in 1..=n {
            for y in 1..=m {
                wins[x][y] = mover_wins_on_entering(x - 1, y, &wins)
                    || mover_wins_on_entering(x, y - 1, &wins);
            }
        }
        wins
    }

    fn check(row: &[bool], column: &[bool]) {
        let law = Diagonals::new(row.iter().copied(), column.iter().copied());
        let table = naive(row, column);
        assert_eq!(law.size(), (column.len(), row.len()));
        for (x, line) in table.iter().enumerate().skip(1) {
            for (y, &expected) in line.iter().enumerate().skip(1) {
                assert_eq!(law.query(x, y), Some(expected), "({x}, {y})");
            }
        }
        for (j, &bit) in row.iter().enumerate() {
            assert_eq!(law.query(0, j + 1), Some(bit));
        }
        for (i, &bit) in column.iter().enumerate() {
            assert_eq!(law.query(i + 1, 0), Some(bit));
        }
        assert_eq!(law.query(0, 0), None);
        assert_eq!(law.query(column.len() + 1, 1), None);
        assert_eq!(law.query(1, row.len() + 1), None);
        assert_eq!(law.query(usize::MAX, usize::MAX), None);
    }

    #[test]
    fn every_border_up_to_four_by_four() {
        let bits = |value: u32, length: usize| -> Vec<bool> {
            (0..length).map(|i| value >> i & 1 == 1).collect()
        };
        for m in 0..=4 {
            for n in 0..=4 {
                for row in 0..1 << m {
                    for column in 0..1 << n {
                        check(&bits(row, m), &bits(column, n));
                    }
                }
            }
        }
    }

    #[test]
    fn the_diagonal_law_fails_from_the_first_cell() {
        let law = Diagonals::new([false; 2], [false; 2]);
        assert_eq!(
            (law.query(1, 1), law.query(2, 2)),
            (Some(true), Some(false))
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        #[test]
        fn tables_agree_with_the_rules(
            row in prop::collection::vec(any::<bool>(), 0..40),
            column in prop::collection::vec(any::<bool>(), 0..40),
        ) {
            check(&row, &column);
        }

        #[test]
        fn long_borders_cross_words(
            row in prop::collection::vec(prop::bool::weighted(0.9), 120..140),
            column in prop::collection::vec(prop::bool::weighted(0.9), 1..5),
        ) {
            check(&row, &column);
            check(&column, &row);
        }
    }
}
