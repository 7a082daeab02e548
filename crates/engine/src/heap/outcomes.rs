//! A table of outcomes of both players, one bit a heap and player.

use super::stride::Stride;
use super::window::{Step, with_words};
use super::{HeapError, Subtraction};

/// The outcomes at heaps `0..len`: who wins when moving first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    wins: [Vec<u64>; 2],
    len: u64,
}

impl Outcomes {
    /// Runs the rules over the heaps `0..len`.
    pub(super) fn compute(game: &Subtraction, len: u64) -> Result<Self, HeapError> {
        with_words!(game, compute(game, len))
    }

    /// How many heaps the table holds, from heap 0 on.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether the table holds no heap.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether player 0, and whether player 1, wins when moving first on a heap of `n`; `None` past
    /// the table's end. O(1).
    pub fn get(&self, n: u64) -> Option<[bool; 2]> {
        if n >= self.len {
            return None;
        }
        let (word, bit) = (usize::try_from(n / 64).ok()?, n % 64);
        Some([0, 1].map(|player: usize| self.wins[player][word] >> bit & 1 == 1))
    }

    /// The outcomes from heap 0 on.
    pub fn iter(&self) -> impl Iterator<Item = [bool; 2]> + '_ {
        (0..self.len).map_while(|n| self.get(n))
    }

    /// The wins of players 0 and 1 as words: heap `n` is bit `n % 64` of word `n / 64`; bits past
    /// the end are 0.
    pub fn words(&self) -> &[Vec<u64>; 2] {
        &self.wins
    }
}

fn compute<const K: usize>(game: &Subtraction, len: u64) -> Result<Outcomes, HeapError> {
    let full = || HeapError::OutOfMemory { heaps: len };
    let words = usize::try_from(len.div_ceil(64)).map_err(|_| full())?;
    let mut wins = [Vec::new(), Vec::new()];
    for column in &mut wins {
        column.try_reserve_exact(words).map_err(|_| full())?;
    }
    let step = Step::<K>::new(game);
    if let Some(stride) = Stride::new(game, &step) {
        by_strides(&step, &stride, len, &mut wins);
        return Ok(Outcomes { wins, len });
    }
    let mut window = step.start();
    let mut left = len;
    while left > 0 {
        let heaps = left.min(64);
        let mut block = [0u64; 2];
        for bit in 0..heaps {
            let loses = step.advance(&mut window);
            block[0] |= (loses[0] ^ 1) << bit;
            block[1] |= (loses[1] ^ 1) << bit;
        }
        wins[0].push(block[0]);
        wins[1].push(block[1]);
        left -= heaps;
    }
    Ok(Outcomes { wins, len })
}

/// The same, as many heaps at once as the smallest number allows.
fn by_strides<const K: usize>(
    step: &Step<K>,
    stride: &Stride<'_, K>,
    len: u64,
    wins: &mut [Vec<u64>; 2],
) {
    let mut window = step.start();
    let mut blocks = [0_u64; 2];
    let mut filled = 0;
    let mut done = 0;
    let heaps = (1 << stride.width()) - 1;
    while done < len {
        let loses = stride.advance(&mut window);
        for player in 0..2 {
            let won = !loses[player] & heaps;
            blocks[player] |= won << filled;
            if filled + stride.width() >= 64 {
                wins[player].push(blocks[player]);
                blocks[player] = won >> 1 >> (63 - filled);
            }
        }
        filled = (filled + stride.width()) % 64;
        done += u64::from(stride.width());
    }
    for (wins, block) in wins.iter_mut().zip(blocks) {
        wins.push(block);
        wins.truncate(len.div_ceil(64) as usize);
        if let Some(last) = wins.last_mut().filter(|_| !len.is_multiple_of(64)) {
            *last &= (1 << (len % 64)) - 1;
        }
    }
}

/// The outcomes at the heaps `0..=n`, one after the other, or up to 63 at once where the smallest
/// number that can be taken is that large.
///
/// O(n) steps of the window, `n / 4` bytes.
///
/// # Errors
///
/// [`HeapError::OutOfMemory`] when the table does not fit.
pub fn outcomes_up_to(game: &Subtraction, n: u64) -> Result<Outcomes, HeapError> {
    let len = n
        .checked_add(1)
        .ok_or(HeapError::OutOfMemory { heaps: n })?;
    Outcomes::compute(game, len)
}
