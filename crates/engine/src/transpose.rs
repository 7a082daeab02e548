//! Transposing square blocks of bits.

/// Transposes 64 rows of 64 bits, for each of the rows' `V` words by itself: swaps the off-diagonal
/// quarters, then those of each quarter, and so on (Warren, *Hacker's Delight*, 2nd ed. 2013,
/// section 7-3), three steps at a time on eight rows, which stay in registers.
///
/// # Panics
///
/// If there are fewer than 64 rows.
pub fn transpose<const V: usize>(rows: &mut [[u64; V]]) {
    for first in 0..8 {
        eights::<V, 8>(rows, first, [32, 16, 8], HALVES);
    }
    for first in 0..8 {
        eights::<V, 1>(rows, 8 * first, [4, 2, 1], EIGHTHS);
    }
}

const HALVES: [u64; 3] = [0xffff_ffff, 0x0000_ffff_0000_ffff, 0x00ff_00ff_00ff_00ff];
const EIGHTHS: [u64; 3] = [
    0x0f0f_0f0f_0f0f_0f0f,
    0x3333_3333_3333_3333,
    0x5555_5555_5555_5555,
];

/// Three steps on the eight rows `first`, `first + STEP`, ...
#[inline]
fn eights<const V: usize, const STEP: usize>(
    all: &mut [[u64; V]],
    first: usize,
    shifts: [u32; 3],
    masks: [u64; 3],
) {
    let mut rows: [[u64; V]; 8] = std::array::from_fn(|at| all[first + STEP * at]);
    for (step, (shift, mask)) in shifts.into_iter().zip(masks).enumerate() {
        let apart = 4 >> step;
        for at in (0..8).filter(|at| at & apart == 0) {
            let (above, below) = rows.split_at_mut(at + apart);
            for (high, low) in above[at].iter_mut().zip(&mut below[0]) {
                let change = (*high >> shift ^ *low) & mask;
                *high ^= change << shift;
                *low ^= change;
            }
        }
    }
    for (at, row) in rows.into_iter().enumerate() {
        all[first + STEP * at] = row;
    }
}
