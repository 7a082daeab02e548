//! Recursion that goes as deep as positions and terms do.

/// Goes one step deeper, on as much stack as it takes.
#[inline]
pub fn deeper<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(512 << 10, 4 << 20, work)
}
