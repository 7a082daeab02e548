//! The lock of a file that one run at a time writes.

use std::fs::{File, TryLockError};
use std::io;
use std::time::Duration;

/// How often the lock is tried, with [`PAUSE`] between.
const TRIES: usize = 25;
const PAUSE: Duration = Duration::from_millis(10);

/// Locks the file for this run alone; false where another run holds it.
///
/// It is tried for a quarter of a second: a process that has just been started by the one that held
/// the lock has a copy of the file until it runs its own program, and so holds the lock a moment
/// longer than its parent.
///
/// # Errors
///
/// Those of the system, where it cannot lock the file.
pub fn locked(file: &File) -> io::Result<bool> {
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(false)
}
