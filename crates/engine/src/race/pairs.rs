//! The layered table: who wins from each pair of cells when both pieces keep to shortest paths.
//!
//! A bit of the table of layer `k` says whether the first player, to move, wins with the pieces on
//! a pair of cells that each player can reach in `k` moves. Rows belong to the second piece's
//! cells, bits to the first piece's, so "the second player can choose" is an AND of whole rows, on
//! any graph. "The first player can choose" would gather single bits; 64 rows at a time are
//! transposed instead, which makes it an OR of whole words, and transposed back.

use whowins_core::Budget;

use super::Refused;
use super::arena::Arena;
use super::geodesics::Geodesics;
use crate::transpose::transpose;

/// What the table says of the start position.
pub(super) struct Layered {
    /// The first player's steps, along a shortest path, that win against each answer along a
    /// shortest path.
    pub(super) winning: Vec<u32>,
    /// Bytes of all tables held at once.
    pub(super) bytes: usize,
}

/// Fills the table from the middle layer back to the starts; `geodesics.distance()` must be even.
///
/// With layers of `a_k` and `b_k` cells: O(Σ a_k b_k / 64 · degree) word operations, and two
/// consecutive layers of `a_k b_k` bits in memory.
///
/// # Errors
///
/// The number of bytes needed, when it is more than the budget's; a budget whose time is over.
pub(super) fn decide(
    arena: &Arena,
    geodesics: &Geodesics,
    budget: &Budget,
) -> Result<Layered, Refused> {
    let half = geodesics.distance() / 2;
    let bytes = table_bytes(geodesics, half);
    if bytes > u128::from(budget.memory) {
        return Err(Refused::Bytes(bytes));
    }
    let mut filler = Filler {
        arena,
        geodesics,
        half,
        strip: Vec::new(),
        chosen: Vec::new(),
        steps: Vec::new(),
        step_ends: Vec::new(),
    };
    let mut table = Vec::with_capacity(widest(geodesics, half, 1));
    let mut nearer = Vec::with_capacity(widest(geodesics, half, 0));
    if half % 2 == 1 {
        std::mem::swap(&mut table, &mut nearer);
    }
    // Invariant: `table` is the table of layer `k + 1`, except that the middle layer's is known and
    // never stored.
    for k in (1..half).rev() {
        match filler.fill(k, &table, &mut nearer, budget)? {
            // A constant layer stays so all the way back: a choice among equals.
            Filled::AllFirst => {
                return Ok(Layered {
                    winning: geodesics.layer(1).to_vec(),
                    bytes: bytes as usize,
                });
            }
            Filled::AllSecond => {
                return Ok(Layered {
                    winning: Vec::new(),
                    bytes: bytes as usize,
                });
            }
            Filled::Mixed => std::mem::swap(&mut table, &mut nearer),
        }
    }
    let mut row = vec![0; words(geodesics.width(1))];
    filler.second_chooses(0, arena.start()[1], &table, &mut row);
    let winning = geodesics.layer(1).iter().enumerate();
    let winning = winning
        .filter(|&(slot, _)| bit(&row, slot))
        .map(|(_, &cell)| cell)
        .collect();
    Ok(Layered {
        winning,
        bytes: bytes as usize,
    })
}

fn words(bits: usize) -> usize {
    bits.div_ceil(64)
}

fn bit(row: &[u64], slot: usize) -> bool {
    row[slot / 64] >> (slot % 64) & 1 == 1
}

fn table_words(geodesics: &Geodesics, k: u32) -> u128 {
    let rows = geodesics.width(geodesics.distance() - k) as u128;
    rows * words(geodesics.width(k)) as u128
}

/// The words of the largest stored layer `k` with `k % 2 == parity`. Only called once `table_bytes`
/// is known to fit.
fn widest(geodesics: &Geodesics, half: u32, parity: u32) -> usize {
    (1..half)
        .filter(|k| k % 2 == parity)
        .map(|k| table_words(geodesics, k) as usize)
        .max()
        .unwrap_or(0)
}

fn table_bytes(geodesics: &Geodesics, half: u32) -> u128 {
    let largest = |parity| {
        (1..half)
            .filter(|k| k % 2 == parity)
            .map(|k| table_words(geodesics, k))
            .max()
            .unwrap_or(0)
    };
    let strip = (1..=half)
        .map(|k| words(geodesics.width(k)) as u128 * 64)
        .max()
        .unwrap_or(0);
    8 * (largest(0) + largest(1) + 2 * strip)
}

enum Filled {
    AllFirst,
    AllSecond,
    Mixed,
}

struct Filler<'a> {
    arena: &'a Arena,
    geodesics: &'a Geodesics,
    half: u32,
    /// 64 rows, block by block: word `w` of row `r` at `64 w + r`; transposed, one word a
    /// first-piece cell.
    strip: Vec<u64>,
    /// The same for the layer before.
    chosen: Vec<u64>,
    /// The first piece's steps from layer `k`, flat; those of slot `i` end at `step_ends[i]`.
    steps: Vec<u32>,
    step_ends: Vec<u32>,
}

impl Filler<'_> {
    /// Fills `into`, the table of layer `k`, from `table`, that of layer `k + 1`.
    fn fill(
        &mut self,
        k: u32,
        table: &[u64],
        into: &mut Vec<u64>,
        budget: &Budget,
    ) -> Result<Filled, Refused> {
        let (arena, geodesics) = (self.arena, self.geodesics);
        let first_cells = geodesics.layer(k);
        let second_cells = geodesics.layer(geodesics.distance() - k);
        let wide = words(geodesics.width(k + 1));
        let narrow = words(first_cells.len());
        self.steps.clear();
        self.step_ends.clear();
        for &cell in first_cells {
            self.steps
                .extend(geodesics.steps(arena, cell, k + 1).map(|slot| slot as u32));
            self.step_ends.push(self.steps.len() as u32);
        }
        into.clear();
        into.resize(second_cells.len() * narrow, 0);
        let mut row = vec![0; wide];
        let (mut any, mut all) = (false, true);
        for (rows, out) in second_cells.chunks(64).zip(into.chunks_mut(64 * narrow)) {
            // A row is put together from those of some four steps.
            let work = 64 * (4 * wide + narrow) + self.steps.len();
            if budget.charge(work as u64 / 8).is_break() {
                return Err(Refused::Over);
            }
            self.strip.clear();
            self.strip.resize(64 * wide, 0);
            for (index, &cell) in rows.iter().enumerate() {
                self.second_chooses(k, cell, table, &mut row);
                for (block, &word) in self.strip.chunks_exact_mut(64).zip(&row) {
                    block[index] = word;
                }
            }
            turn(&mut self.strip);
            self.chosen.clear();
            let mut from = 0;
            let present = u64::MAX >> (64 - rows.len());
            for &to in &self.step_ends {
                let steps = &self.steps[from..to as usize];
                let word = steps
                    .iter()
                    .fold(0, |word, &slot| word | self.strip[slot as usize]);
                any |= word != 0;
                all &= word == present;
                self.chosen.push(word);
                from = to as usize;
            }
            self.chosen.resize(64 * narrow, 0);
            turn(&mut self.chosen);
            for (index, row) in out.chunks_exact_mut(narrow).enumerate() {
                for (word, block) in row.iter_mut().zip(self.chosen.chunks_exact(64)) {
                    *word = block[index];
                }
            }
        }
        Ok(match (any, all) {
            (false, _) => Filled::AllSecond,
            (_, true) => Filled::AllFirst,
            _ => Filled::Mixed,
        })
    }

    /// The first-piece cells of layer `k + 1` from which the first player wins though the second,
    /// on `cell` after `k` moves, has the choice. Bits past the layer's last cell mean nothing.
    fn second_chooses(&self, k: u32, cell: u32, table: &[u64], row: &mut [u64]) {
        let geodesics = self.geodesics;
        let steps = geodesics.steps(self.arena, cell, geodesics.distance() - k - 1);
        row.fill(u64::MAX);
        if k + 1 == self.half {
            // In the middle the first player wins but where the second has just jumped onto the
            // first piece.
            for slot in steps {
                row[slot / 64] &= !(1 << (slot % 64));
            }
        } else {
            for slot in steps {
                let chosen = &table[slot * row.len()..][..row.len()];
                row.iter_mut()
                    .zip(chosen)
                    .for_each(|(word, &other)| *word &= other);
            }
        }
    }
}

/// Transposes each block of 64 words.
fn turn(words: &mut [u64]) {
    let (rows, _) = words.as_chunks_mut::<1>();
    rows.chunks_exact_mut(64).for_each(transpose);
}
