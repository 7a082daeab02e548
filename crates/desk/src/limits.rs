//! All limits of answers; `docs/lab-api.md` tells them.

use std::time::Duration;

/// Characters of a position, a name, or a number in a query.
pub const TEXT: usize = 24 << 10;
/// Games kept at once; the one not asked for longest goes first.
pub const GAMES: usize = 64;
/// Bytes of pictures, tiles and answers kept.
pub const KEPT_BYTES: usize = 64 << 20;
/// Bytes of tables near 0 kept.
pub const TABLE_BYTES: usize = 256 << 20;
/// Time of one light job, from when it begins.
pub const LIGHT_TIME: Duration = Duration::from_secs(10);
/// Memory of a light job's tables.
pub const LIGHT_MEMORY: u64 = 64 << 20;
/// Time of one heavy job, from when it begins, where the command gives none.
pub const HEAVY_TIME: Duration = Duration::from_secs(20);
/// Time of the examples of one text, all together.
pub const EXAMPLES_TIME: Duration = Duration::from_secs(2);
/// Time that a request may wait and work, altogether, beyond that of its job.
pub const WAIT: Duration = Duration::from_secs(20);
/// Memory for one job's tables, where the command gives none.
pub const MEMORY: u64 = 256 << 20;
/// The largest level of a tile: a pixel is a block of 2^64 by 2^64 positions.
pub const LEVEL: u32 = 64;
/// Pixels a side of a tile.
pub const SIDE: usize = 256;
/// Digits of a tile's number.
pub const DIGITS: usize = 2000;
/// Positions of a table near 0 that a light thread makes.
pub const TINY: u64 = 1 << 16;
/// Positions of a table near 0 that is made before a law is looked for.
pub const NEAR: u64 = 1 << 20;
/// Positions of a table near 0.
pub const TABLE: u64 = 1 << 24;
/// Threads that one job may start besides.
pub const JOB_THREADS: usize = 2;
/// Positions of a table of Grundy values or remoteness near 0.
pub const NUMBERS: u64 = 1 << 22;
/// A search for the law of a tile or a position may take so long.
pub const LAW: Duration = Duration::from_secs(20);
/// Positions that some strategy answers in so many steps are answered by a light thread.
pub const CHEAP: u64 = 1 << 20;
/// Positions that some strategy answers in so many steps do not wait for a law.
pub const DEAR: u64 = 1 << 27;
/// Positions of so few bytes that a known law speaks of are, too.
pub const SHORT: usize = 512;
/// Their answer waits for a law under search no longer than this.
pub const LAW_PATIENCE: Duration = Duration::from_millis(1500);
/// Referees kept with their tables.
pub const REFEREES: usize = 8;
/// Options of a position that are told.
pub const OPTIONS: usize = 600;
/// Bytes of the positions that they lead to.
pub const OPTIONS_BYTES: usize = 512 << 10;
/// Heaps of a strip that are asked for at once.
pub const STRIP: usize = 1 << 16;
/// The last heap of a strip that is worked out without a law.
pub const HEAPS: u64 = 1 << 22;
/// Lines of a trace in one answer.
pub const LINES: usize = 2000;
/// Lines of a trace that are passed over to come to those asked for.
pub const PASSED: usize = 2_000_000;
/// Cells of a map that is saved as a file.
pub const SAVED: usize = 1 << 16;
/// Positions that are told at once for a program to be judged by.
pub const QUESTIONS: usize = 256;
/// The time after which those of them that are answered are told.
pub const QUESTIONS_TIME: Duration = Duration::from_millis(700);
