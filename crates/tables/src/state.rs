//! How far work in memory has come, beside an unfinished table: `TABLE.state`.
//!
//! One zstd frame with a checksum over all of it: the heading's checksum, then what the engine wrote. It is written under another name
//! first, so that a kill leaves the state before or the new one.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use whowins_engine::general::Writes;

use crate::TableError;
use crate::part::beside;

/// How hard zstd tries.
const LEVEL: i32 = 1;
/// Saving may take one part in so many of the time.
const SHARE: u32 = 20;

/// The file beside the table.
pub(crate) struct SavedState {
    path: PathBuf,
    seed: u32,
    every: Duration,
    /// When to save next.
    next: Mutex<Instant>,
}

/// The name of the state of the table of this name.
pub(crate) fn state_of(table: &Path) -> PathBuf {
    beside(table, ".state")
}

impl SavedState {
    /// The state of the table of this name.
    pub fn new(table: &Path, seed: u32, every: Duration) -> Self {
        Self {
            path: state_of(table),
            seed,
            every,
            next: Mutex::new(Instant::now() + every),
        }
    }

    /// Whether it is time to save.
    pub fn is_due(&self) -> bool {
        Instant::now() >= *self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Saves.
    pub fn save(&self, write: &Writes<'_>) -> Result<(), TableError> {
        let began = Instant::now();
        let new = new_of(&self.path);
        let saved = || -> io::Result<()> {
            let file = File::create(&new)?;
            let mut out = zstd::stream::write::Encoder::new(BufWriter::new(file), LEVEL)?;
            out.include_checksum(true)?;
            out.write_all(&self.seed.to_le_bytes())?;
            write(&mut out)?;
            let file = out
                .finish()?
                .into_inner()
                .map_err(io::IntoInnerError::into_error)?;
            file.sync_data()?;
            fs::rename(&new, &self.path)
        };
        saved().map_err(|error| TableError::cannot_write(&new, &error))?;
        let pause = self.every.max(began.elapsed() * SHARE);
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now() + pause;
        Ok(())
    }

    /// What was saved, if it is this table's.
    pub fn open(&self) -> Option<Box<dyn Read>> {
        let file = File::open(&self.path).ok()?;
        let mut input = zstd::stream::read::Decoder::new(BufReader::new(file)).ok()?;
        let mut seed = [0; 4];
        input.read_exact(&mut seed).ok()?;
        (u32::from_le_bytes(seed) == self.seed).then_some(Box::new(input))
    }
}

/// Removes the state of a table that is whole, and what a kill left of a newer one.
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

/// The name of a state while it is written.
fn new_of(state: &Path) -> PathBuf {
    beside(state, ".new")
}
