//! Limits on the address space of the process.

use std::fmt;

use crate::ending::Bytes;
use crate::system;

/// Address space that a command needs besides the program: stacks of threads, and what the C
/// library allocates for each, which aborts the process if it cannot.
const MIN_FREE: u64 = 16 << 20;

/// Too little address space is left for any work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressSpaceError {
    limit: u64,
    used: u64,
}

impl fmt::Display for AddressSpaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the address space is limited to {}, and the program itself takes {}; allow at least {} KiB with `ulimit -v`",
            Bytes(self.limit),
            Bytes(self.used),
            (self.used + MIN_FREE).div_ceil(1024)
        )
    }
}

impl std::error::Error for AddressSpaceError {}

/// Checks that the limit on the address space (`ulimit -v`) leaves room for threads. Only Linux is
/// asked.
///
/// # Errors
///
/// [`AddressSpaceError`] if fewer than 16 MiB are left.
pub fn check_address_space() -> Result<(), AddressSpaceError> {
    match system::address_space() {
        Some((limit, used)) if limit.saturating_sub(used) < MIN_FREE => {
            Err(AddressSpaceError { limit, used })
        }
        _ => Ok(()),
    }
}
