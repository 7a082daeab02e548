//! Boards on which every move keeps how often each symbol occurs: the arrangements of these symbols, numbered without gaps.
//!
//! Arrangements are numbered as words in a dictionary, most significant cell first: the number of a word is the sum, over its cells, of how many
//! arrangements of what is left begin with a smaller digit there (Lehmer 1960, «Teaching combinatorial tricks to a computer»). So the order is that of
//! the mixed-radix numbers, and moves that lower those lower these.

use whowins_rules::board::Board;
use whowins_rules::{End, Game, Player, Value};

use super::board::BoardSpace;
use super::space::{Block, Flow, Space, cut, run};

/// The arrangements of one multiset of symbols on a board.
pub struct KeptSpace {
    board: BoardSpace,
    arrangements: Arrangements,
}

/// Whether every move keeps how often each symbol occurs.
pub fn keeps_counts(board: &Board) -> bool {
    board.at_once.is_empty()
        && board
            .moves
            .iter()
            .flat_map(|rule| &rule.stencils)
            .all(|stencil| {
                let changed = stencil.cells.iter().filter(|cell| cell.after.is_some());
                let (mut before, mut after): (Vec<_>, Vec<_>) =
                    changed.map(|cell| (cell.before, cell.after)).unzip();
                before.sort_unstable();
                after.sort_unstable();
                before == after
            })
}

/// How many arrangements a board's symbols have; `None` for 2^63 or more.
pub fn arrangements(symbols: &[i64]) -> Option<u64> {
    let mut counts: Vec<(i64, u64)> = Vec::new();
    let mut all: u128 = 1;
    for (placed, symbol) in symbols.iter().enumerate() {
        let at = counts.iter().position(|(known, _)| known == symbol);
        let at = at.unwrap_or_else(|| {
            counts.push((*symbol, 0));
            counts.len() - 1
        });
        counts[at].1 += 1;
        // Exact: this is a multinomial number each time.
        all = all * (placed as u128 + 1) / u128::from(counts[at].1);
        if all >= 1 << 63 {
            return None;
        }
    }
    Some(all as u64)
}

/// Words of given digits, numbered as in a dictionary.
struct Arrangements {
    /// Cells, the leading one first.
    order: Vec<usize>,
    /// What one more of a digit adds to the code of what is left.
    stride: Vec<usize>,
    /// For each code and digit, how many words begin with a smaller digit; behind the last digit, how many there are.
    smaller: Vec<u64>,
    whole: usize,
}

/// More codes of what is left are not tabulated.
const CODES: usize = 1 << 20;

impl Arrangements {
    /// Of `counts[d]` times each digit d.
    fn new(order: Vec<usize>, counts: &[usize]) -> Option<Self> {
        let digits = counts.len();
        let (mut stride, mut codes) = (Vec::new(), 1usize);
        for count in counts {
            stride.push(codes);
            codes = codes
                .checked_mul(count + 1)
                .filter(|codes| *codes <= CODES)?;
        }
        let row = digits + 1;
        let mut smaller = vec![0; codes.checked_mul(row)?];
        // The empty word.
        smaller[digits] = 1;
        for code in 1..codes {
            let mut sum = 0u64;
            for digit in 0..digits {
                smaller[code * row + digit] = sum;
                if code / stride[digit] % (counts[digit] + 1) > 0 {
                    sum = sum.checked_add(smaller[(code - stride[digit]) * row + digits])?;
                }
            }
            smaller[code * row + digits] = sum;
        }
        Some(Self {
            order,
            stride,
            smaller,
            whole: codes - 1,
        })
    }

    fn len(&self) -> u64 {
        self.smaller[self.whole * (self.stride.len() + 1) + self.stride.len()]
    }

    /// The number of a word, whose digits must be these. `O(cells)`.
    #[inline]
    fn rank(&self, digit: impl Fn(usize) -> usize) -> u64 {
        let (mut code, mut index) = (self.whole, 0);
        for cell in &self.order {
            let digit = digit(*cell);
            index += self.smaller[code * (self.stride.len() + 1) + digit];
            code -= self.stride[digit];
        }
        index
    }

    /// The word of a number.
    fn unrank(&self, mut index: u64, state: &mut Vec<i64>) {
        let digits = self.stride.len();
        state.resize(self.order.len(), 0);
        let mut code = self.whole;
        for cell in &self.order {
            let row = &self.smaller[code * (digits + 1)..][..=digits];
            let mut digit = 0;
            while row[digit + 1] <= index {
                digit += 1;
            }
            index -= row[digit];
            code -= self.stride[digit];
            state[*cell] = digit as i64;
        }
    }

    /// Changes a word into the next one; `false` behind the last. Amortised constant time.
    fn next(&self, state: &mut [i64]) -> bool {
        let order = &self.order;
        let falls = |at: &usize| state[order[*at]] < state[order[*at + 1]];
        let Some(pivot) = (0..order.len().saturating_sub(1)).rev().find(falls) else {
            return false;
        };
        let mut successor = order.len() - 1;
        while state[order[successor]] <= state[order[pivot]] {
            successor -= 1;
        }
        state.swap(order[pivot], order[successor]);
        let (mut low, mut high) = (pivot + 1, order.len() - 1);
        while low < high {
            state.swap(order[low], order[high]);
            (low, high) = (low + 1, high - 1);
        }
        true
    }
}

impl KeptSpace {
    /// The arrangements of the symbols of `state`; `None` where the numbering does not serve.
    pub fn new(
        game: &Game,
        board: &Board,
        rows: usize,
        columns: usize,
        state: &[i64],
    ) -> Option<Self> {
        if !keeps_counts(board) {
            return None;
        }
        let board = BoardSpace::new(game, board, rows, columns)?;
        let order = board.radix()?.order.clone();
        let mut counts = vec![0; board.digits().len()];
        for symbol in state {
            counts[board.digit(*symbol) as usize] += 1;
        }
        Some(Self {
            arrangements: Arrangements::new(order, &counts)?,
            board,
        })
    }

    fn rank_digits(&self, digits: &[i64]) -> u64 {
        self.arrangements.rank(|cell| digits[cell] as usize)
    }

    /// The number in the board's own numbering, in which patterns are looked for.
    fn code(&self, digits: &[i64]) -> u64 {
        let radix = self.board.radix();
        radix.and_then(|radix| radix.rank(digits)).unwrap_or(0)
    }
}

/// As in [`BoardSpace`], states are digits, and [`Space::rank`] speaks symbols.
impl Space for KeptSpace {
    fn states(&self) -> u64 {
        self.arrangements.len()
    }

    fn unrank(&self, index: u64, state: &mut Vec<i64>) {
        self.arrangements.unrank(index, state);
    }

    fn rank(&self, state: &[i64]) -> Option<u64> {
        let mut left = self.arrangements.whole;
        let mut counts = vec![0; self.arrangements.stride.len()];
        for symbol in state {
            let digit = self.board.digit(*symbol) as usize;
            counts[digit] += 1;
            left = left.checked_sub(self.arrangements.stride[digit])?;
        }
        // The same code can be had by other counts, but not by as many symbols and counts in range.
        let mut code = self.arrangements.whole;
        for (count, stride) in counts.iter().zip(&self.arrangements.stride).rev() {
            if code / stride != *count {
                return None;
            }
            code %= stride;
        }
        let digit = |cell: usize| self.board.digit(state[cell]) as usize;
        (left == 0 && state.len() == self.arrangements.order.len())
            .then(|| self.arrangements.rank(digit))
    }

    fn end(&self, state: &[i64]) -> Option<End> {
        self.board.end(state)
    }

    fn stuck(&self) -> Value {
        self.board.stuck()
    }

    fn impartial(&self) -> bool {
        self.board.impartial()
    }

    fn falls(&self) -> bool {
        self.board.falls()
    }

    fn options(
        &self,
        player: Player,
        state: &[i64],
        _index: u64,
        emit: &mut impl FnMut(u64) -> Flow,
    ) -> Flow {
        self.board
            .each_after(player, state, self.code(state), &mut |digits| {
                emit(self.rank_digits(digits))
            })
    }

    fn count(&self, player: Player, state: &[i64], _index: u64) -> u32 {
        self.board.count(player, state, self.code(state))
    }

    fn inverts(&self) -> bool {
        self.board.inverts()
    }

    fn origins(
        &self,
        player: Player,
        index: u64,
        state: &mut Vec<i64>,
        emit: &mut impl FnMut(u64),
    ) {
        self.unrank(index, state);
        let code = self.code(state);
        self.board.each_before(player, state, code, &mut |digits| {
            emit(self.rank_digits(digits));
        });
    }

    fn walk(&self, block: &Block, visit: &mut impl FnMut(u64, &[i64]) -> Flow) -> Flow {
        let (low, high) = (block.low[0] as u64, block.high[0] as u64);
        let mut state = Vec::new();
        self.unrank(low, &mut state);
        for index in low..=high {
            visit(index, &state)?;
            self.arrangements.next(&mut state);
        }
        Flow::Continue(())
    }

    fn whole(&self) -> Block {
        run(self.states())
    }

    fn blocks(&self, threads: usize) -> Vec<Block> {
        cut(&self.whole(), 0, 16 * threads.max(1) as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_arrangements_in_order() {
        for counts in [
            vec![0],
            vec![3],
            vec![2, 2],
            vec![1, 0, 3],
            vec![2, 1, 3, 1],
            vec![6, 1],
            vec![1, 1, 1, 1, 1],
        ] {
            let cells: usize = counts.iter().sum();
            // Any order of the cells will do.
            let order: Vec<usize> = (0..cells)
                .map(|cell| (cell * 5 + 2) % cells.max(1))
                .collect();
            let order = match cells % 5 {
                0 => (0..cells).rev().collect(),
                _ => order,
            };
            let all = Arrangements::new(order.clone(), &counts).expect("few");
            let word = counts.iter().enumerate();
            let word: Vec<i64> = word
                .flat_map(|(digit, count)| vec![digit as i64; *count])
                .collect();
            assert_eq!(arrangements(&word), Some(all.len()), "{counts:?}");
            let mut state = Vec::new();
            all.unrank(0, &mut state);
            let mut before: Option<Vec<i64>> = None;
            for index in 0..all.len() {
                let mut again = Vec::new();
                all.unrank(index, &mut again);
                assert_eq!(again, state);
                assert_eq!(all.rank(|cell| state[cell] as usize), index);
                let read: Vec<i64> = order.iter().map(|cell| state[*cell]).collect();
                assert!(before.is_none_or(|before| before < read), "{read:?}");
                before = Some(read);
                assert_eq!(all.next(&mut state), index + 1 < all.len());
            }
        }
        assert_eq!(arrangements(&(0..40).collect::<Vec<_>>()), None);
        assert!(Arrangements::new((0..40).collect(), &[1; 40]).is_none());
    }
}
