//! Exact values of single rows, remembered.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use whowins_engine::{EngineError, Limits};
use whowins_rules::Player;
use whowins_rules::derive::{WordRule, Words};

/// More values than these are not remembered.
const REMEMBERED: usize = 40_000_000;
/// Bytes a remembered value takes, with room in the table.
const A_VALUE: u64 = 40;
/// Longer play is not followed: it is recursion, and a stack is finite.
const DEEPEST: u32 = 1500;

/// Who wins on a row, by play; rows are packed into one word of the machine.
pub(super) struct Oracle<'a> {
    words: &'a Words,
    misere: bool,
    limits: &'a Limits,
    /// Bits a cell.
    bits: u32,
    rules: [Vec<Rule>; 2],
    /// One table where both players have the same moves.
    known: Vec<HashMap<u64, bool, BuildHasherDefault<Mix>>>,
    /// How many rows were asked for.
    pub asked: usize,
    most: usize,
    /// Length of the longest.
    pub longest: usize,
}

/// A rewriting rule on packed rows.
#[derive(PartialEq, Eq)]
struct Rule {
    mask: u64,
    factor: u64,
    change: u64,
    /// Cells of the factor, without ends.
    width: u32,
    at_left: bool,
    at_right: bool,
}

/// Spreads packed rows over a table (Fibonacci hashing: Knuth 1973).
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl<'a> Oracle<'a> {
    pub fn new(words: &'a Words, misere: bool, limits: &'a Limits) -> Self {
        let bits = usize::BITS - (words.symbols - 1).leading_zeros();
        let rules = [0, 1].map(|player: usize| {
            let rules = words.rules[player].iter();
            rules
                .map(|rule| Rule::new(words, bits, rule))
                .collect::<Vec<_>>()
        });
        let tables = if rules[0] == rules[1] { 1 } else { 2 };
        Self {
            words,
            misere,
            limits,
            bits,
            rules,
            known: (0..tables).map(|_| HashMap::default()).collect(),
            asked: 0,
            most: REMEMBERED.min((limits.memory / A_VALUE) as usize),
            longest: 0,
        }
    }

    /// The outcomes of a row; `None` where it is empty or not settled.
    pub fn outcomes(&mut self, cells: &[u8]) -> Result<Option<[bool; 2]>, EngineError> {
        self.asked += 1;
        if cells.len() as u32 * self.bits >= u64::BITS {
            return Err(EngineError::TooLarge(format!(
                "a row of {} cells",
                cells.len()
            )));
        }
        self.longest = self.longest.max(cells.len());
        if !self.words.is_settled(&self.words.word(cells)) {
            return Ok(None);
        }
        let row = pack(cells, self.bits);
        // Rows of different lengths are told apart by a bit above the last cell.
        let row = row | 1 << (cells.len() as u32 * self.bits);
        let [first, second] = Player::BOTH;
        let cells = cells.len() as u32;
        Ok(Some([
            self.wins(first, row, cells, 0)?,
            self.wins(second, row, cells, 0)?,
        ]))
    }

    fn wins(
        &mut self,
        player: Player,
        row: u64,
        cells: u32,
        deep: u32,
    ) -> Result<bool, EngineError> {
        let table = player.index() % self.known.len();
        if let Some(wins) = self.known[table].get(&row) {
            return Ok(*wins);
        }
        let remembered: usize = self.known.iter().map(HashMap::len).sum();
        if remembered >= self.most {
            return Err(EngineError::Steps(self.most as u64));
        }
        if remembered.is_multiple_of(4096) {
            self.limits.check()?;
        }
        if deep == DEEPEST {
            return Err(EngineError::TooLarge(format!(
                "play of more than {DEEPEST} moves"
            )));
        }
        let mut wins = false;
        let mut stuck = true;
        for rule in 0..self.rules[player.index()].len() {
            let Rule {
                mask,
                factor,
                change,
                width,
                at_left,
                at_right,
            } = self.rules[player.index()][rule];
            let Some(last) = cells.checked_sub(width) else {
                continue;
            };
            let first = if at_right { last } else { 0 };
            let last = if at_left { 0 } else { last };
            for at in first..=last {
                let shift = at * self.bits;
                if !wins && (row >> shift) & mask == factor {
                    stuck = false;
                    wins = !self.wins(player.other(), row ^ change << shift, cells, deep + 1)?;
                }
            }
            if wins {
                break;
            }
        }
        wins |= stuck && self.misere;
        self.known[table].insert(row, wins);
        Ok(wins)
    }
}

/// The first cell in the lowest bits.
fn pack(cells: &[u8], bits: u32) -> u64 {
    cells
        .iter()
        .rev()
        .fold(0, |row, cell| row << bits | u64::from(*cell))
}

impl Rule {
    fn new(words: &Words, bits: u32, (factor, replacement): &WordRule) -> Self {
        let at_left = factor.first() == Some(&words.left_end());
        let at_right = factor.last() == Some(&words.right_end());
        let own = usize::from(at_left)..factor.len() - usize::from(at_right);
        let (before, after) = (&factor[own.clone()], &replacement[own]);
        let width = before.len() as u32;
        // A factor is at most 12 cells of at most 6 bits; one that does not fit is of no row that is packed.
        let whole = width * bits;
        Self {
            mask: if whole < u64::BITS {
                (1 << whole) - 1
            } else {
                u64::MAX
            },
            factor: pack(before, bits),
            change: pack(before, bits) ^ pack(after, bits),
            width,
            at_left,
            at_right,
        }
    }
}
