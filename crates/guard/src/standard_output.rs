//! Standard output as the process inherited it.
//!
//! Rust's runtime opens `/dev/null` in the place of a closed standard output before `main`, and its
//! `Stdout` ignores the error of writing to a descriptor that is open for reading only. Both lose
//! an answer without an error, so the descriptor is inspected before the runtime starts.

use std::sync::atomic::{AtomicBool, Ordering};

static WRITABLE: AtomicBool = AtomicBool::new(true);

/// Returns `true` unless the process was started with a standard output that is closed or open for
/// reading only.
///
/// Systems other than Linux and Apple's always return `true`.
pub fn stdout_is_writable() -> bool {
    WRITABLE.load(Ordering::Relaxed)
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
mod before_main {
    use std::sync::atomic::Ordering;

    use super::WRITABLE;

    extern "C" fn inspect() {
        // SAFETY: `F_GETFL` takes no third argument, reads no memory and changes nothing.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFL) };
        let writable = flags != -1 && flags & libc::O_ACCMODE != libc::O_RDONLY;
        WRITABLE.store(writable, Ordering::Relaxed);
    }

    // SAFETY: the section holds pointers to functions of C that the loader calls before `main`.
    // `inspect` is one; it calls only `fcntl` and an atomic store, which need nothing of Rust's
    // runtime.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(
        target_vendor = "apple",
        unsafe(link_section = "__DATA,__mod_init_func")
    )]
    static INSPECT: extern "C" fn() = inspect;
}
