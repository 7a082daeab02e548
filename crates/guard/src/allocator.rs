//! The system's allocator, with a count of the bytes that are out.
//!
//! Each thread counts for itself and tells the others after every 64 KiB; so an allocation costs an
//! addition more. A block is counted as what it takes with its heading, in steps of 16 bytes, as
//! the common allocators do.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use crate::ending::{self, Bytes};
use crate::system;

/// The system's allocator with a count. Past the limit that [`crate::watch`] was given, an
/// allocation ends the process with one sentence and exit code 3.
pub struct Counting;

/// Bytes that are out, as far as threads have told.
static OUT: AtomicI64 = AtomicI64::new(0);
/// Bytes that may be out; more is looked into.
static MOST_OUT: AtomicI64 = AtomicI64::new(i64::MAX);
/// Bytes of the process that may lie in memory, without pages of files.
static MOST_RESIDENT: AtomicU64 = AtomicU64::new(u64::MAX);
/// What the user said, for the sentence.
static ALLOWED: AtomicU64 = AtomicU64::new(0);

/// The number of bytes after which a thread reports.
const STEP: i64 = 64 << 10;

/// Bytes that a thread has not reported yet.
struct Untold(Cell<i64>);

impl Drop for Untold {
    fn drop(&mut self) {
        OUT.fetch_add(self.0.get(), Ordering::Relaxed);
    }
}

thread_local! {
    static UNTOLD: Untold = const { Untold(Cell::new(0)) };
}

/// The memory that a limit of `allowed` bytes leaves the process: a quarter more, and 32 MB for
/// what is no table.
pub fn most(allowed: u64) -> u64 {
    allowed.saturating_add(allowed / 4).saturating_add(32 << 20)
}

/// So much before the most the process is ended: memory is touched faster than anybody looks.
const MARGIN: u64 = 4 << 20;

/// Sets the limit. What lies in memory already (the program itself, above all) is taken off what
/// may be allocated.
pub(crate) fn limit(allowed: u64) {
    let most = most(allowed).saturating_sub(MARGIN);
    let out = OUT.load(Ordering::Relaxed).max(0);
    let out_now = u64::try_from(out).unwrap_or_default();
    let program = system::resident()
        .unwrap_or_default()
        .saturating_sub(out_now);
    let left = i64::try_from(most.saturating_sub(program)).unwrap_or(i64::MAX / 4);
    ALLOWED.store(allowed, Ordering::Relaxed);
    MOST_RESIDENT.store(most, Ordering::Relaxed);
    MOST_OUT.store(left, Ordering::Relaxed);
}

/// Ends the process where more of it lies in memory than may; whether much is out, so that it
/// should be looked at often.
pub(crate) fn look() -> bool {
    let resident = system::resident().unwrap_or_default();
    if resident > MOST_RESIDENT.load(Ordering::Relaxed) {
        over();
    }
    OUT.load(Ordering::Relaxed) > MOST_OUT.load(Ordering::Relaxed) / 4 * 3
}

/// Bytes that are out, with what this thread has not told: the measure that tests hold against what
/// they take.
pub fn out() -> i64 {
    OUT.load(Ordering::Relaxed) + UNTOLD.with(|untold| untold.0.get())
}

/// Counts bytes that come (or go, below 0).
#[inline]
fn count(bytes: i64) {
    let told = UNTOLD.try_with(|untold| {
        let sum = untold.0.get() + bytes;
        match -STEP < sum && sum < STEP {
            true => {
                untold.0.set(sum);
                0
            }
            false => {
                untold.0.set(0);
                sum
            }
        }
    });
    // A thread at its very end counts at once.
    match told {
        Ok(0) => {}
        Ok(sum) => tell(sum),
        Err(_) => tell(bytes),
    }
}

#[cold]
fn tell(bytes: i64) {
    let out = OUT.fetch_add(bytes, Ordering::Relaxed) + bytes;
    if bytes > 0 && out > MOST_OUT.load(Ordering::Relaxed) && !ending::is_ending() {
        passed(out);
    }
}

/// More is out than may lie in memory. A list that doubles its room, and does not fill it, may
/// stay: what counts is what lies in memory, and twice the limit is too much in any case.
#[cold]
fn passed(out: i64) {
    let most = MOST_OUT.load(Ordering::Relaxed);
    let full = match system::resident() {
        Some(resident) => resident > MOST_RESIDENT.load(Ordering::Relaxed),
        None => true,
    };
    if full || out > most.saturating_mul(2) {
        over();
    }
}

#[cold]
fn over() -> ! {
    let allowed = Bytes(ALLOWED.load(Ordering::Relaxed));
    ending::end_by_limit(format_args!(
        "the memory limit of {allowed} was reached; allow more with --memory, \
         or ask for a smaller position"
    ))
}

/// The system has none left: an answer of null would end the program by an abort.
#[cold]
fn none_left(bytes: usize) -> *mut u8 {
    if ending::is_ending() {
        return std::ptr::null_mut();
    }
    ending::end_by_limit(format_args!(
        "the system has no {} of free memory; set a lower limit with --memory, \
         or ask for a smaller position",
        Bytes(bytes as u64)
    ))
}

/// Whether large blocks are to lie in large pages.
static LARGE_PAGES: AtomicBool = AtomicBool::new(false);
/// Blocks of fewer bytes are left as they are.
const LARGE: usize = 8 << 20;

/// Has blocks of 8 MiB and more lie in large pages from now on, where the system has such and hands
/// them out when asked (Linux, "madvise"): for work that looks into its tables at random places,
/// whose time is that of finding the pages. A page that is touched is in memory whole, so such work
/// is to fill the tables that it asks for.
///
/// ```
/// whowins_guard::large_pages();
/// let table = vec![7u8; 16 << 20];
/// assert!(table.iter().all(|byte| *byte == 7));
/// ```
pub fn large_pages() {
    LARGE_PAGES.store(true, Ordering::Relaxed);
}

/// Asks for large pages for a block that has just come.
#[inline]
fn lay(block: *mut u8, bytes: usize) {
    if bytes >= LARGE && LARGE_PAGES.load(Ordering::Relaxed) && !block.is_null() {
        // SAFETY: the block came from `System` with so many bytes.
        unsafe { system::advise_large(block, bytes) };
    }
}

/// What a block of so many bytes takes.
#[inline]
fn taken(bytes: usize) -> i64 {
    // No block is as large as half the address space.
    ((bytes as i64 + 23) & !15).max(32)
}

// SAFETY: every block comes from `System` and goes back to it with the layout it came with;
// counting neither touches a block nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(taken(layout.size()));
        // SAFETY: the caller's promises about the layout are those that `System` asks for.
        let block = unsafe { System.alloc(layout) };
        lay(block, layout.size());
        match block.is_null() {
            true => none_left(layout.size()),
            false => block,
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(taken(layout.size()));
        // SAFETY: as above.
        let block = unsafe { System.alloc_zeroed(layout) };
        lay(block, layout.size());
        match block.is_null() {
            true => none_left(layout.size()),
            false => block,
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-taken(layout.size()));
        // SAFETY: the block came from `System` with this layout, as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(taken(size) - taken(layout.size()));
        // SAFETY: the block came from `System` with this layout, and the caller promises that the
        // new size is one.
        let moved = unsafe { System.realloc(block, layout, size) };
        lay(moved, size);
        match moved.is_null() {
            true => none_left(size),
            false => moved,
        }
    }
}
