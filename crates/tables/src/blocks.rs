//! The blocks of a file: where they lie, read one at a time, the last ones kept decompressed.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use whowins_engine::general::Entry;

use crate::code::{Decoded, Layout};

/// Bytes before each block: its length and its checksum.
pub(crate) const BEFORE: u64 = 8;
/// Decompressed blocks that are kept; each takes some tens of KiB.
const KEPT: usize = 256;

/// A block that was read, with its number.
type Numbered = (u64, Arc<Decoded>);

/// Where a block lies in a set of files: which file, from which byte on, and how many bytes its
/// frame takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub file: u32,
    pub start: u64,
    pub frame: u32,
}

/// The blocks of a file, or of a set of files, as far as they are known.
pub(crate) struct Blocks {
    file: Mutex<File>,
    /// In a set: the files, and where each block lies.
    set: Vec<Mutex<File>>,
    places: Vec<Place>,
    pub layout: Layout,
    /// Where the blocks start, and where the last one ends.
    starts: RwLock<Vec<u64>>,
    /// The last blocks that were read, at the place that their number falls on.
    cache: Vec<Mutex<Option<Numbered>>>,
}

impl Blocks {
    /// Blocks of which the first starts at this byte; none is known yet.
    pub fn new(file: File, layout: Layout, start: u64) -> Self {
        Self {
            file: Mutex::new(file),
            set: Vec::new(),
            places: Vec::new(),
            layout,
            starts: RwLock::new(vec![start]),
            cache: (0..KEPT).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// All blocks, in a set of files; `head` is the file that names them.
    pub fn set(head: File, files: Vec<File>, places: Vec<Place>, layout: Layout) -> Self {
        Self {
            set: files.into_iter().map(Mutex::new).collect(),
            places,
            ..Self::new(head, layout, 0)
        }
    }

    /// The file; whoever holds it may move its place.
    pub fn file(&self) -> MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many blocks are known.
    pub fn count(&self) -> u64 {
        let starts = self.starts.read().unwrap_or_else(PoisonError::into_inner);
        (starts.len() as u64 - 1).max(self.places.len() as u64)
    }

    /// Where the last known block ends.
    pub fn end(&self) -> u64 {
        let starts = self.starts.read().unwrap_or_else(PoisonError::into_inner);
        starts.last().copied().unwrap_or(0)
    }

    /// The next block has this many bytes, compressed.
    pub fn add(&self, bytes: u64) {
        let mut starts = self.starts.write().unwrap_or_else(PoisonError::into_inner);
        let end = starts.last().copied().unwrap_or(0);
        starts.push(end.saturating_add(BEFORE + bytes));
    }

    /// The compressed lengths of all known blocks.
    pub fn lengths(&self) -> Vec<u32> {
        let starts = self.starts.read().unwrap_or_else(PoisonError::into_inner);
        let pairs = starts.windows(2);
        pairs
            .map(|pair| (pair[1] - pair[0] - BEFORE) as u32)
            .collect()
    }

    /// One cell.
    pub fn entry(&self, index: u64, player: usize) -> Result<Entry, String> {
        let (block, at) = (index / self.layout.block, index % self.layout.block);
        let decoded = self.block(block)?;
        Ok(decoded.entry(at as usize, player))
    }

    /// A block, kept for the next question.
    fn block(&self, block: u64) -> Result<Arc<Decoded>, String> {
        // Blocks that are read together are often a power of two apart, so their numbers are
        // scattered (Knuth 1973, section 6.4).
        let place = (block.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize % KEPT;
        let mut kept = self.cache[place]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some((number, decoded)) = &*kept
            && *number == block
        {
            return Ok(Arc::clone(decoded));
        }
        let decoded = Arc::new(self.load(block)?);
        *kept = Some((block, Arc::clone(&decoded)));
        Ok(decoded)
    }

    /// The file of a block, and where it lies there.
    fn place(&self, block: u64) -> Option<(MutexGuard<'_, File>, u64, u64)> {
        let at = usize::try_from(block).ok()?;
        if let Some(place) = self.places.get(at) {
            let file = self.set.get(place.file as usize)?;
            let file = file.lock().unwrap_or_else(PoisonError::into_inner);
            return Some((file, place.start, BEFORE + u64::from(place.frame)));
        }
        let (start, end) = {
            let starts = self.starts.read().unwrap_or_else(PoisonError::into_inner);
            (*starts.get(at)?, *starts.get(at + 1)?)
        };
        Some((self.file(), start, end - start))
    }

    /// A block as it stands in the file, with its checksum compared.
    pub fn bytes(&self, block: u64) -> Result<Vec<u8>, String> {
        let damaged = |what: &str| self.damaged(block, what);
        let mut bytes;
        {
            let Some((mut file, start, length)) = self.place(block) else {
                return Err(damaged("it is not in the file"));
            };
            bytes = vec![0; length as usize];
            let read = file
                .seek(SeekFrom::Start(start))
                .and_then(|_| file.read_exact(&mut bytes));
            read.map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => damaged("the file ends before it does"),
                _ => damaged(&format!("it cannot be read: {error}")),
            })?;
        }
        match self.checked(block, &bytes) {
            Some(_) => Ok(bytes),
            None => Err(damaged(
                "it does not have its checksum; the file was damaged",
            )),
        }
    }

    fn damaged(&self, block: u64, what: &str) -> String {
        format!("block {} of {}: {what}", block + 1, self.layout.blocks())
    }

    /// Reads a block from the file, with its checksum.
    pub fn load(&self, block: u64) -> Result<Decoded, String> {
        let bytes = self.bytes(block)?;
        let payload = bytes.get(BEFORE as usize..).unwrap_or_default();
        let decoded = self.layout.decode(block, payload);
        decoded.ok_or_else(|| self.damaged(block, "it holds no cells of this table"))
    }

    /// The compressed part of a block as it stands in the file, if its length and checksum are
    /// right.
    pub fn checked<'b>(&self, block: u64, bytes: &'b [u8]) -> Option<&'b [u8]> {
        let (head, payload) = bytes.split_first_chunk::<{ BEFORE as usize }>()?;
        let [a, b, c, d, e, f, g, h] = *head;
        let (length, sum) = (
            u32::from_le_bytes([a, b, c, d]),
            u32::from_le_bytes([e, f, g, h]),
        );
        let sound = length as usize == payload.len() && sum == self.layout.sum(block, payload);
        sound.then_some(payload)
    }

    /// A block as it stands in the file.
    pub fn record(&self, block: u64, payload: &[u8]) -> Vec<u8> {
        let mut bytes = (payload.len() as u32).to_le_bytes().to_vec();
        bytes.extend(self.layout.sum(block, payload).to_le_bytes());
        bytes.extend(payload);
        bytes
    }
}
