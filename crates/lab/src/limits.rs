//! The server's limits of connections and lanes; those of answers are the desk's
//! (`whowins_desk::limits`). `docs/lab-api.md` tells them all.

use std::time::Duration;

use whowins_desk::limits::{KEPT_BYTES, LIGHT_MEMORY, REFEREES, TABLE_BYTES};

/// The port that is tried first; where it is taken, the next ones are, and then any free one.
pub const PORT: u16 = 7171;
/// How many ports are tried from [`PORT`] on.
pub const PORTS: u16 = 20;
/// Connections open at once.
pub const CONNECTIONS: usize = 512;
/// A request's head must have come within this; a connection that stays silent is closed after it,
/// too.
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
/// Threads for what is done in milliseconds: diagnostics, tiles, small positions.
pub const LIGHT_THREADS: usize = 2;
/// Threads for large positions; one client has one of them.
pub const HEAVY_THREADS: usize = 2;
/// Threads for searches for laws; one client has one of them.
pub const SEARCH_THREADS: usize = 3;
/// Threads for tables near 0.
pub const TABLE_THREADS: usize = 1;
/// Jobs that wait for a light thread.
pub const LIGHT_QUEUE: usize = 512;
/// Jobs that wait for a thread of another lane, each.
pub const HEAVY_QUEUE: usize = 64;
/// Memory that all of it can come to where each job's tables take `job` bytes: what the lanes work
/// on, what referees keep, what is kept.
pub fn most_memory(job: u64) -> u64 {
    let heavy = (HEAVY_THREADS + SEARCH_THREADS + TABLE_THREADS + REFEREES) as u64;
    let light = LIGHT_THREADS as u64 * LIGHT_MEMORY;
    job.saturating_mul(heavy)
        .saturating_add(light + (KEPT_BYTES + TABLE_BYTES) as u64)
}
/// Whom a full server turns away may come again after so many seconds.
pub const RETRY: u32 = 1;
/// Bytes of stack of a thread that solves.
pub const STACK: usize = 64 << 20;
/// Files of a book.
pub const BOOK_FILES: usize = 4096;
/// Bytes of all its files.
pub const BOOK_BYTES: u64 = 128 << 20;
/// How deep its folders lie within each other.
pub const BOOK_DEPTH: usize = 8;
