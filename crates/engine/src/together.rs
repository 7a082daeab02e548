//! Work on all threads of a pool. What shares it out is compiled for these functions alone, and not again for each caller, numbering and
//! kind of cell: that was a third of the whole engine. A call through a pointer is nothing beside a block of states.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// Calls `work` with each number below `count`, on the threads of the pool that the caller is in; the first error ends it.
pub(crate) fn each<E: Send>(
    count: usize,
    work: &(dyn Fn(usize) -> Result<(), E> + Sync),
) -> Result<(), E> {
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
    rayon::join(one, other);
}
