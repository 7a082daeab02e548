//! How large blocks are, and how they are dealt out.

use whowins_engine::general::{Dealing, Forward, Region, Sample, Share};

/// Blocks a worker has at least, where the table is large enough: then none has much more to do
/// than another.
const EACH: u64 = 64;
/// States to a block at most: a block is worked on as a whole before anybody looks at the clock.
const MOST: u64 = 1 << 22;
/// A block takes one part in so many of the memory at most.
const PART: u64 = 32;
/// States that the sample looks at.
const LOOKS: u64 = 20_000;

/// What was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// States to a block.
    pub size: u64,
    /// How they are dealt out.
    pub dealing: Dealing,
    /// Letters of the sample that another worker gets.
    pub sample: Sample,
}

/// Blocks as large as leave each of so many workers 64, dealt out so that the fewest letters of a
/// sample go to others. The same wherever it is asked.
///
/// Where a board and the number of workers are in step, turns send each letter away; a size less,
/// or turns that begin with another worker each, do not.
pub fn cut(
    region: &Region,
    unit: u64,
    workers: usize,
    memory: u64,
    dealing: Option<Dealing>,
) -> Cut {
    let states = region.states();
    // Two bytes a cell at most, but for games of thousands of moves or levels.
    let bytes = |size: u64| size.saturating_mul(2 * region.players() as u64);
    let fits = |size: u64| {
        size <= MOST
            && states.div_ceil(size) >= EACH * workers as u64
            && bytes(size) <= memory / PART
    };
    let mut size = unit;
    while fits(2 * size) {
        size *= 2;
    }
    let dealings = match dealing {
        Some(dealing) => vec![dealing],
        None if workers < 2 => vec![Dealing::Turns],
        None => vec![Dealing::Turns, Dealing::Mixed],
    };
    let sizes = match workers {
        1 => vec![size],
        _ => vec![size, size / 2],
    };
    let mut best: Option<Cut> = None;
    for size in sizes.into_iter().filter(|size| *size >= unit) {
        for dealing in &dealings {
            let cut = look(region, size, workers, *dealing);
            // A smaller block must be better by a tenth: there are more of them.
            let sent = |cut: &Cut| cut.sample.sent + cut.sample.sent / 10;
            if best
                .as_ref()
                .is_none_or(|best| sent(&cut) < best.sample.sent)
            {
                best = Some(cut);
            }
        }
    }
    best.unwrap_or_else(|| look(region, size, workers, Dealing::Turns))
}

/// The share of the letters that so many workers would send each other; no letters where the table
/// is decided forwards.
pub fn look(region: &Region, size: u64, workers: usize, dealing: Dealing) -> Cut {
    let share = Share {
        worker: 0,
        workers,
        dealing,
    };
    // Nothing is told backwards where a table is decided forwards, and with long rays it would be
    // much.
    let looks = match workers {
        1 => 0,
        _ if Forward::is_how(region) => 0,
        _ => LOOKS,
    };
    Cut {
        size,
        dealing,
        sample: Sample::of(region, share, size, looks),
    }
}
