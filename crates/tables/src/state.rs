//! The saved state of work in memory, next to an unfinished table: `TABLE.state`.
//!
//! The file is one zstd frame with a checksum: the checksum of the heading, followed by the data of
//! the engine. It is written under another name and renamed, so a kill leaves the previous state or
//! the new one.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use whowins_engine::general::Writes;
use whowins_guard::Writer;

use crate::TableError;
use crate::aside::Notes;
use crate::part::beside;

/// The compression level of zstd.
const LEVEL: i32 = 1;
/// Saving may take this fraction of the time.
const SHARE: u32 = 20;

/// The file of the state.
pub struct SavedState {
    path: PathBuf,
    seed: u32,
    every: Duration,
    /// The time of the next save.
    next: Mutex<Instant>,
    notes: Notes,
}

/// Returns the path of a table's state.
pub fn state_of(table: &Path) -> PathBuf {
    beside(table, ".state")
}

impl SavedState {
    /// Creates the state of a table.
    pub fn new(table: &Path, seed: u32, every: Duration, notes: Notes) -> Self {
        Self {
            path: state_of(table),
            seed,
            every,
            next: Mutex::new(Instant::now() + every),
            notes,
        }
    }

    /// Returns true if it is time to save.
    pub fn is_due(&self) -> bool {
        Instant::now() >= *self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Saves the state.
    pub fn save(&self, write: &Writes<'_>) -> Result<(), TableError> {
        let began = Instant::now();
        let new = new_of(&self.path);
        // An interrupted save leaves the previous state, so don't interrupt it.
        let _whole = whowins_guard::pause();
        let saved = || -> io::Result<()> {
            let file = Writer::named(new.clone(), self.path.clone())?;
            let mut out = zstd::stream::write::Encoder::new(file, LEVEL)?;
            out.include_checksum(true)?;
            out.write_all(&self.seed.to_le_bytes())?;
            write(&mut out)?;
            out.finish()?.finish()
        };
        saved().map_err(|error| TableError::cannot_write(&new, &error))?;
        let pause = self.every.max(began.elapsed() * SHARE);
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now() + pause;
        Ok(())
    }

    /// Returns the saved state of this table. A file that is damaged or belongs to another table is
    /// renamed.
    pub fn open(&self) -> Option<Box<dyn Read + '_>> {
        let file = File::open(&self.path).ok()?;
        let begin = || -> io::Result<_> {
            let mut input = zstd::stream::read::Decoder::new(BufReader::new(file))?;
            let mut seed = [0; 4];
            input.read_exact(&mut seed)?;
            Ok((u32::from_le_bytes(seed), input))
        };
        match begin() {
            Ok((seed, input)) if seed == self.seed => Some(Box::new(Saved {
                state: self,
                input,
                read: 0,
                over: false,
            })),
            Ok(_) => {
                self.set_aside("is the state of another table");
                None
            }
            Err(_) => {
                self.set_aside(DAMAGED);
                None
            }
        }
    }

    /// If the file can't even be renamed, it will be overwritten.
    fn set_aside(&self, why: &str) {
        let _ = self.notes.set_aside(&self.path, why);
    }
}

/// The message for a state with a wrong checksum.
const DAMAGED: &str = "is damaged, or of another version";

/// A reader of a state. Its checksum is checked at the end.
struct Saved<'s, R: Read> {
    state: &'s SavedState,
    input: R,
    read: u64,
    over: bool,
}

/// A reader that stops after this many bytes only determines the kind of state.
const KIND: u64 = 2;

impl<R: Read> Read for Saved<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(bytes);
        match &read {
            Ok(0) if !bytes.is_empty() => {
                self.over = true;
                self.state.notes.add(TAKEN_UP.into());
            }
            Ok(some) => self.read += *some as u64,
            Err(_) if self.over => {}
            Err(_) => {
                self.over = true;
                self.state.set_aside(DAMAGED);
            }
        }
        read
    }
}

/// The message if work resumes from a state.
pub const TAKEN_UP: &str = "the work of an earlier run was taken up where its state was saved";

impl<R: Read> Drop for Saved<'_, R> {
    fn drop(&mut self) {
        // A reader that stopped in the middle found invalid data. The checksum tells if it was
        // damaged.
        if !self.over && self.read > KIND && io::copy(&mut self.input, &mut io::sink()).is_err() {
            self.state.set_aside(DAMAGED);
        }
    }
}

/// Removes the state of a complete table, and a newer state that a kill left.
pub(crate) fn clear(table: &Path) -> Result<(), TableError> {
    let state = state_of(table);
    for path in [new_of(&state), state] {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(TableError::cannot_write(&path, &error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the path of a state while it is written.
fn new_of(state: &Path) -> PathBuf {
    beside(state, ".new")
}
