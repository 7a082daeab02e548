//! How far work in memory has come, beside an unfinished table: `TABLE.state`.
//!
//! One zstd frame with a checksum over all of it: the heading's checksum, then what the engine
//! wrote. It is written under another name first, so that a kill leaves the state before or the new
//! one.

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

/// How hard zstd tries.
const LEVEL: i32 = 1;
/// Saving may take one part in so many of the time.
const SHARE: u32 = 20;

/// The file beside the table.
pub struct SavedState {
    path: PathBuf,
    seed: u32,
    every: Duration,
    /// When to save next.
    next: Mutex<Instant>,
    notes: Notes,
}

/// The name of the state of the table of this name.
pub fn state_of(table: &Path) -> PathBuf {
    beside(table, ".state")
}

impl SavedState {
    /// The state of the table of this name.
    pub fn new(table: &Path, seed: u32, every: Duration, notes: Notes) -> Self {
        Self {
            path: state_of(table),
            seed,
            every,
            next: Mutex::new(Instant::now() + every),
            notes,
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
        // A state that is half saved is the one before: nothing is to break this off.
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

    /// What was saved, if it is this table's; a file that is damaged or another table's is set
    /// aside.
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

    /// Where it cannot even be set aside, it is written over.
    fn set_aside(&self, why: &str) {
        let _ = self.notes.set_aside(&self.path, why);
    }
}

/// What is said of a state that does not have its checksum.
const DAMAGED: &str = "is damaged, or of another version";

/// A state that is being read: whether it is sound is known at its end.
struct Saved<'s, R: Read> {
    state: &'s SavedState,
    input: R,
    read: u64,
    over: bool,
}

/// Whoever looks no further than this only asks what kind of state it is.
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

/// What is said where work goes on from a state.
pub const TAKEN_UP: &str = "the work of an earlier run was taken up where its state was saved";

impl<R: Read> Drop for Saved<'_, R> {
    fn drop(&mut self) {
        // Whoever stopped in the middle found it to be nonsense: then its checksum says whether it
        // was damaged.
        if !self.over && self.read > KIND && io::copy(&mut self.input, &mut io::sink()).is_err() {
            self.state.set_aside(DAMAGED);
        }
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
