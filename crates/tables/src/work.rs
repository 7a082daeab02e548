//! Work that exceeds the memory, next to an unfinished table: `TABLE.work`.
//!
//! The file has records in any order, each one zstd frame. Their places, lengths and checksums are
//! in `TABLE.state`, which is saved later. Invariant: records in the saved state aren't overwritten
//! before the next state is saved, so a kill at any time leaves both files intact.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use whowins_engine::EngineError;
use whowins_engine::general::{Depot, Slot};
use zstd::bulk::{Compressor, Decompressor};

use crate::TableError;
use crate::aside::Notes;
use crate::part::beside;
use crate::room::Room;
use crate::state::state_of;

/// The first bytes of the file.
const MAGIC: &[u8; 15] = b"whowins work 1\n";
/// The compression level of zstd.
const LEVEL: i32 = 1;

/// The work file of a table.
pub struct WorkFile {
    path: PathBuf,
    state: PathBuf,
    inner: Mutex<Inner>,
    notes: Notes,
    /// True if a damaged record was found.
    damaged: AtomicBool,
}

#[derive(Default)]
struct Inner {
    file: Option<File>,
    room: Room,
    /// The starts of records that no saved state contains.
    fresh: HashSet<u64>,
    /// Records that only the saved state contains.
    leaving: Vec<Slot>,
}

/// Returns the path of a table's work file.
pub fn work_of(table: &Path) -> PathBuf {
    beside(table, ".work")
}

/// Removes the work file of a complete table. Other files with this name stay.
pub(crate) fn clear(table: &Path) -> Result<(), TableError> {
    let path = work_of(table);
    let ours = File::open(&path).is_ok_and(|mut file| is_work(&mut file));
    match ours {
        true => fs::remove_file(&path).map_err(|error| TableError::cannot_write(&path, &error)),
        false => Ok(()),
    }
}

impl WorkFile {
    /// Creates the work file of a table. The file is opened when work begins.
    pub fn new(table: &Path, notes: Notes) -> Self {
        Self {
            path: work_of(table),
            state: state_of(table),
            inner: Mutex::default(),
            notes,
            damaged: AtomicBool::new(false),
        }
    }

    /// Closes the file.
    pub fn close(&self) {
        *self.inner() = Inner::default();
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cannot_write(&self, error: &io::Error) -> EngineError {
        EngineError::Storage(TableError::cannot_write(&self.path, error).to_string())
    }

    /// Returns true if a damaged record was found since the last call. Work then starts again with
    /// a new file.
    pub fn was_damaged(&self) -> bool {
        self.damaged.swap(false, Ordering::Relaxed)
    }

    /// Renames a damaged file, so that work starts again.
    fn damaged(&self, what: &str) -> EngineError {
        let _ = fs::remove_file(&self.state);
        // Other threads may find other damaged records.
        if !self.damaged.swap(true, Ordering::Relaxed) {
            self.close();
            let why = format_args!("was damaged ({what})");
            let _ = self.notes.set_aside(&self.path, why);
        }
        let message =
            format!("{what}, so the file was damaged; the same command begins the work again");
        EngineError::Storage(TableError::input(&self.path, message).to_string())
    }

    /// Opens the file and frees everything but these records. Returns false if the file is too
    /// short for them.
    fn open(&self, slots: &[Slot]) -> io::Result<bool> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&self.path)?;
        let known = is_work(&mut file);
        let used = slots.iter().map(|slot| (slot.place, slot.length.into()));
        let length = file.metadata()?.len();
        let there = |slot: &Slot| slot.place.checked_add(slot.length.into()) <= Some(length);
        let room = Room::new(MAGIC.len() as u64, used).filter(|_| slots.iter().all(there));
        if !slots.is_empty() && (!known || room.is_none()) {
            return Ok(false);
        }
        if slots.is_empty() {
            if length > 0 && !known {
                let aside = self.notes.set_aside(&self.path, NO_WORK);
                aside.map_err(|error| io::Error::other(error.to_string()))?;
                return self.open(slots);
            }
            if length > 0 {
                file.set_len(0)?;
            }
            file.seek(SeekFrom::Start(0))?;
            file.write_all(MAGIC)?;
        }
        *self.inner() = Inner {
            file: Some(file),
            room: room.unwrap_or_default(),
            ..Inner::default()
        };
        Ok(true)
    }
}

/// The message for another file with this name.
const NO_WORK: &str = "isn't a work file of this version";

fn is_work(file: &mut File) -> bool {
    let mut found = [0; MAGIC.len()];
    file.read_exact(&mut found).is_ok() && &found == MAGIC
}

thread_local! {
    /// The zstd contexts of a thread. They are reused, because work on disk handles hundreds of
    /// thousands of records.
    static ZSTD: RefCell<Option<(Compressor<'static>, Decompressor<'static>)>> = const { RefCell::new(None) };
}

fn with_zstd<T>(
    work: impl FnOnce(&mut Compressor<'static>, &mut Decompressor<'static>) -> io::Result<T>,
) -> io::Result<T> {
    ZSTD.with_borrow_mut(|made| {
        let (compressor, decompressor) = match made {
            Some(made) => made,
            None => made.insert((Compressor::new(LEVEL)?, Decompressor::new()?)),
        };
        work(compressor, decompressor)
    })
}

fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    with_zstd(|compressor, _| compressor.compress(bytes))
}

fn decompress(frame: &[u8], most: usize) -> io::Result<Vec<u8>> {
    with_zstd(|_, decompressor| decompressor.decompress(frame, most))
}

fn closed() -> io::Error {
    io::Error::other("the work was not begun")
}

/// Reads the frame of a record.
fn frame_of(file: &mut File, slot: Slot) -> io::Result<Vec<u8>> {
    let mut frame = vec![0; slot.length as usize];
    file.seek(SeekFrom::Start(slot.place))?;
    file.read_exact(&mut frame)?;
    Ok(frame)
}

/// Decompresses a record. Returns `None` if it doesn't match its checksum.
fn opened(frame: &[u8], slot: Slot) -> Option<Vec<u8>> {
    let sound = crc32fast::hash(frame) == slot.sum;
    let bytes = sound.then(|| decompress(frame, slot.bytes as usize).ok());
    let whole = |bytes: &Vec<u8>| bytes.len() == slot.bytes as usize;
    bytes.flatten().filter(whole)
}

/// The work file of an earlier run, opened for reading only.
pub struct OldWork {
    path: PathBuf,
    file: Mutex<File>,
}

impl OldWork {
    /// Opens a work file for reading.
    ///
    /// # Errors
    ///
    /// Returns an error if the file doesn't exist or is something else.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let cannot = |error| TableError::cannot_read(path, &error);
        let mut file = File::open(path).map_err(cannot)?;
        match is_work(&mut file) {
            true => Ok(Self {
                path: path.to_path_buf(),
                file: Mutex::new(file),
            }),
            false => Err(TableError::input(path, NO_WORK)),
        }
    }

    fn refused(&self) -> EngineError {
        let error = TableError::input(&self.path, "this work is over, and only read");
        EngineError::Storage(error.to_string())
    }
}

impl Depot for OldWork {
    fn put(&self, _: &[u8]) -> Result<Slot, EngineError> {
        Err(self.refused())
    }

    fn get(&self, slot: Slot) -> Result<Vec<u8>, EngineError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = frame_of(&mut file, slot);
        let frame = read.map_err(|error| {
            EngineError::Storage(TableError::cannot_read(&self.path, &error).to_string())
        })?;
        opened(&frame, slot).ok_or_else(|| {
            let what = format!(
                "the record at byte {} does not have its checksum; the file was damaged, so the table is built from the beginning when its folder is removed",
                slot.place
            );
            EngineError::Storage(TableError::input(&self.path, what).to_string())
        })
    }

    fn release(&self, _: Slot) {}

    fn sync(&self) -> Result<(), EngineError> {
        Ok(())
    }

    fn saved(&self) {}

    fn begin(&self, slots: &[Slot]) -> Result<bool, EngineError> {
        match slots.is_empty() {
            true => Err(self.refused()),
            false => Ok(true),
        }
    }
}

impl Depot for WorkFile {
    fn put(&self, bytes: &[u8]) -> Result<Slot, EngineError> {
        let put = || -> io::Result<Slot> {
            let frame = compress(bytes)?;
            let (Ok(length), Ok(all)) = (u32::try_from(frame.len()), u32::try_from(bytes.len()))
            else {
                return Err(io::ErrorKind::InvalidInput.into());
            };
            let sum = crc32fast::hash(&frame);
            let mut inner = self.inner();
            let place = inner.room.take(length.into());
            inner.fresh.insert(place);
            let file = inner.file.as_mut().ok_or_else(closed)?;
            file.seek(SeekFrom::Start(place))?;
            file.write_all(&frame)?;
            Ok(Slot {
                place,
                length,
                bytes: all,
                sum,
            })
        };
        put().map_err(|error| self.cannot_write(&error))
    }

    fn get(&self, slot: Slot) -> Result<Vec<u8>, EngineError> {
        let read = {
            let mut inner = self.inner();
            let file = inner.file.as_mut().ok_or_else(closed);
            file.and_then(|file| frame_of(file, slot))
        };
        let frame = match read {
            Ok(frame) => frame,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(self.damaged("it ends before its last record does"));
            }
            Err(error) => {
                let error = TableError::cannot_read(&self.path, &error);
                return Err(EngineError::Storage(error.to_string()));
            }
        };
        opened(&frame, slot).ok_or_else(|| {
            let place = slot.place;
            self.damaged(&format!(
                "the record at byte {place} does not have its checksum"
            ))
        })
    }

    fn release(&self, slot: Slot) {
        let mut inner = self.inner();
        if inner.fresh.remove(&slot.place) {
            inner.room.free(slot.place, slot.length.into());
        } else {
            inner.leaving.push(slot);
        }
    }

    fn sync(&self) -> Result<(), EngineError> {
        let inner = self.inner();
        let file = inner.file.as_ref().ok_or_else(closed);
        file.and_then(File::sync_data)
            .map_err(|error| self.cannot_write(&error))
    }

    fn saved(&self) {
        let mut inner = self.inner();
        inner.fresh.clear();
        for slot in std::mem::take(&mut inner.leaving) {
            inner.room.free(slot.place, slot.length.into());
        }
    }

    fn begin(&self, slots: &[Slot]) -> Result<bool, EngineError> {
        self.open(slots).map_err(|error| self.cannot_write(&error))
    }
}
