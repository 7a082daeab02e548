//! Work on all threads of a pool. What shares it out is compiled for these functions alone, and not
//! again for each caller, numbering and kind of cell: that was a third of the whole engine. A call
//! through a pointer is nothing beside a block of states.

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// The threads that work; `None` if the system starts none, so that the calling thread works alone.
#[cfg(not(target_family = "wasm"))]
pub(crate) struct Pool(Option<rayon::ThreadPool>);

#[cfg(not(target_family = "wasm"))]
impl Pool {
    /// Does the work.
    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => alone(work),
        }
    }
}

/// Starts a pool of `threads` threads, or of fewer if the system starts fewer: each takes 2 MiB of
/// address space for its stack.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn pool(threads: usize) -> Pool {
    let counts = std::iter::successors(Some(threads.max(1)), |count| Some(count / 2));
    let start = |count| rayon::ThreadPoolBuilder::new().num_threads(count).build();
    Pool(
        counts
            .take_while(|count| *count > 0)
            .find_map(|count| start(count).ok()),
    )
}

/// The one thread that there is: outside of pools `rayon` works in place where no thread can be
/// started.
#[cfg(target_family = "wasm")]
pub(crate) struct Pool;

#[cfg(target_family = "wasm")]
impl Pool {
    /// Does the work.
    pub(crate) fn install<T>(&self, work: impl FnOnce() -> T) -> T {
        work()
    }
}

/// The one thread, whatever is asked for.
#[cfg(target_family = "wasm")]
pub(crate) fn pool(_: usize) -> Pool {
    Pool
}

thread_local! {
    /// Whether this thread keeps what it does to itself.
    static ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Does the work on this thread, and shares nothing of it out: to hand little work over to other
/// threads takes longer than the work itself.
pub(crate) fn alone<T>(work: impl FnOnce() -> T) -> T {
    /// Puts back what was, also where the work panics.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            ALONE.set(self.0);
        }
    }
    let _before = Before(ALONE.replace(true));
    work()
}

/// How many threads share the work of this one.
pub(crate) fn threads() -> usize {
    match ALONE.get() {
        true => 1,
        false => rayon::current_num_threads(),
    }
}

/// Calls `work` with each number below `count`, on the threads of the pool that the caller is in;
/// the first error ends it.
pub(crate) fn each<E: Send>(
    count: usize,
    work: &(dyn Fn(usize) -> Result<(), E> + Sync),
) -> Result<(), E> {
    if ALONE.get() {
        return (0..count).try_for_each(work);
    }
    (0..count).into_par_iter().try_for_each(work)
}

/// What `work` gives for each number below `count`, in their order; the first error ends it.
pub(crate) fn all<T: Send, E: Send>(
    count: usize,
    work: &(dyn Fn(usize) -> Result<T, E> + Sync),
) -> Result<Vec<T>, E> {
    let mut places = Vec::new();
    places.resize_with(count, || Mutex::new(None));
    each(count, &|at| {
        let done = work(at)?;
        *places[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        Ok(())
    })?;
    let done = |place: Mutex<_>| place.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(places.into_iter().filter_map(done).collect())
}

/// Does both, at once where a thread is free.
pub(crate) fn both(one: &mut (dyn FnMut() + Send), other: &mut (dyn FnMut() + Send)) {
    if ALONE.get() {
        one();
        return other();
    }
    rayon::join(one, other);
}
