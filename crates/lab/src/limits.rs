//! All the server's limits; `docs/lab-api.md` tells them.

use std::time::Duration;

/// The port that is tried first; where it is taken, the next ones are, and then any free one.
pub const PORT: u16 = 7171;
/// How many ports are tried from [`PORT`] on.
pub const PORTS: u16 = 20;

/// Connections open at once.
pub const CONNECTIONS: usize = 512;
/// A request's head must have come within this; a connection that stays silent is closed after it, too.
pub const HEAD: Duration = Duration::from_secs(10);
/// A request's body must have come within this.
pub const BODY: Duration = Duration::from_secs(10);
/// A client that takes nothing of its answer for so long is left.
pub const UNREAD: Duration = Duration::from_secs(20);
/// Bytes of a request's head.
pub const HEAD_BYTES: usize = 32 << 10;
/// Headers of a request.
pub const HEADERS: usize = 64;
/// Bytes of a request's body.
pub const BODY_BYTES: usize = 256 << 10;
/// Characters of a position, a name, or a number in a query.
pub const TEXT: usize = 8 << 10;

/// Games kept at once; the one not asked for longest goes first.
pub const GAMES: usize = 64;
/// Bytes of pictures, tiles and answers kept.
pub const KEPT_BYTES: usize = 64 << 20;
/// Bytes of tables near 0 kept.
pub const TABLE_BYTES: usize = 256 << 20;

/// Threads for what is done in milliseconds: diagnostics, tiles, small positions.
pub const LIGHT_THREADS: usize = 2;
/// Threads for what may take seconds: searches for laws, tables, large positions.
pub const HEAVY_THREADS: usize = 2;
/// Threads for tables near 0.
pub const TABLE_THREADS: usize = 1;
/// Jobs that wait for a light thread.
pub const LIGHT_QUEUE: usize = 512;
/// Jobs that wait for a heavy thread.
pub const HEAVY_QUEUE: usize = 64;
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
/// Memory that all of it can come to where each job's tables take `job` bytes: what the lanes work on, what referees keep, what is kept.
pub fn most_memory(job: u64) -> u64 {
    let heavy = (HEAVY_THREADS + TABLE_THREADS + REFEREES) as u64;
    let light = LIGHT_THREADS as u64 * LIGHT_MEMORY;
    job.saturating_mul(heavy)
        .saturating_add(light + (KEPT_BYTES + TABLE_BYTES) as u64)
}
/// Whom a full server turns away may come again after so many seconds.
pub const RETRY: u32 = 1;

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
/// Bytes of stack of a thread that solves.
pub const STACK: usize = 64 << 20;
/// Threads that one job may start besides.
pub const JOB_THREADS: usize = 2;
/// Positions of a table of Grundy values or remoteness near 0.
pub const NUMBERS: u64 = 1 << 22;
/// A search for the law of a tile or a position may take so long.
pub const LAW: Duration = Duration::from_secs(20);
/// Positions that some strategy answers in so many steps are answered by a light thread.
pub const CHEAP: u64 = 1 << 20;
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
