//! The blocks of a table file: their places, access to one at a time, and a cache of decompressed
//! blocks.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use whowins_engine::general::Entry;

use crate::code::{Decoded, Layout};

/// Number of bytes before each block: its length and its checksum.
pub(crate) const BEFORE: u64 = 8;
/// Number of cached blocks; each takes tens of KiB.
const CACHED_BLOCKS: usize = 256;

/// A block with its number.
type Numbered = (u64, Arc<Decoded>);

/// The place of a block in a set of files: the file, the offset, and the length of its frame in
/// bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub file: u32,
    pub start: u64,
    pub frame: u32,
}

/// The known blocks of a file or of a set of files.
pub(crate) struct Blocks {
    file: Mutex<File>,
    /// For a set: the files, and the place of each block.
    set: Vec<Mutex<File>>,
    places: Vec<Place>,
    pub layout: Layout,
    /// The start of each block, and the end of the last one.
    starts: RwLock<Vec<u64>>,
    /// The cached blocks, at a slot that depends on the block number.
    cache: Vec<Mutex<Option<Numbered>>>,
}

impl Blocks {
    /// Opens a file in which the first block starts at `start`. No block is known yet.
    pub fn new(file: File, layout: Layout, start: u64) -> Self {
        Self {
            file: Mutex::new(file),
            set: Vec::new(),
            places: Vec::new(),
            layout,
            starts: RwLock::new(vec![start]),
            cache: (0..CACHED_BLOCKS).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// Opens a set of files with all blocks. `head` is the file with the heading.
    pub fn set(head: File, files: Vec<File>, places: Vec<Place>, layout: Layout) -> Self {
        Self {
            set: files.into_iter().map(Mutex::new).collect(),
            places,
            ..Self::new(head, layout, 0)
        }
    }

    /// Returns the locked file. The caller may move its position.
    pub fn file(&self) -> MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of known blocks.
    pub fn count(&self) -> u64 {
        let starts = self.starts.read().unwrap_or_else(PoisonError::into_inner);
        (starts.len() as u64 - 1).max(self.places.len() as u64)
    }

    /// Returns the end of the last known block.
    pub fn end(&self) -> u64 {
        let starts = self.starts.read().unwrap_or_else(PoisonError::into_inner);
        starts.last().copied().unwrap_or(0)
    }

    /// Adds the next block, given its compressed length in bytes.
    pub fn add(&self, bytes: u64) {
        let mut starts = self.starts.write().unwrap_or_else(PoisonError::into_inner);
        let end = starts.last().copied().unwrap_or(0);
        starts.push(end.saturating_add(BEFORE + bytes));
    }

    /// Returns the compressed lengths of all known blocks.
    pub fn lengths(&self) -> Vec<u32> {
        let starts = self.starts.read().unwrap_or_else(PoisonError::into_inner);
        let pairs = starts.windows(2);
        pairs
            .map(|pair| (pair[1] - pair[0] - BEFORE) as u32)
            .collect()
    }

    /// Returns one cell.
    pub fn entry(&self, index: u64, player: usize) -> Result<Entry, String> {
        let (block, at) = (index / self.layout.block, index % self.layout.block);
        let decoded = self.block(block)?;
        Ok(decoded.entry(at as usize, player))
    }

    /// Returns a block from the cache or the file.
    fn block(&self, block: u64) -> Result<Arc<Decoded>, String> {
        // Blocks that are read together are often a power of two apart, so their numbers are hashed
        // (D. E. Knuth, 1973, section 6.4).
        let place = (block.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize % CACHED_BLOCKS;
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

    /// Returns the file, the offset and the length of a block.
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

    /// Returns the bytes of a block in the file, after checking the checksum.
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
                "it does not have its checksum, so the file was damaged",
            )),
        }
    }

    fn damaged(&self, block: u64, what: &str) -> String {
        format!("block {} of {}: {what}", block + 1, self.layout.blocks())
    }

    /// Reads a block from the file and checks the checksum.
    pub fn load(&self, block: u64) -> Result<Decoded, String> {
        let bytes = self.bytes(block)?;
        let payload = bytes.get(BEFORE as usize..).unwrap_or_default();
        let decoded = self.layout.decode(block, payload);
        decoded.ok_or_else(|| self.damaged(block, "it holds no cells of this table"))
    }

    /// Returns the compressed part of a block, if its length and checksum are correct.
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

    /// Returns the bytes of a block as written to the file.
    pub fn record(&self, block: u64, payload: &[u8]) -> Vec<u8> {
        let mut bytes = (payload.len() as u32).to_le_bytes().to_vec();
        bytes.extend(self.layout.sum(block, payload).to_le_bytes());
        bytes.extend(payload);
        bytes
    }
}
