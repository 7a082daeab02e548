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

/// The blocks of a file, as far as they are known.
pub(crate) struct Blocks {
    file: Mutex<File>,
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
            layout,
            starts: RwLock::new(vec![start]),
            cache: (0..KEPT).map(|_| Mutex::new(None)).collect(),
        }
    }

    /// The file; whoever holds it may move its place.
    pub fn file(&self) -> MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many blocks are known.
    pub fn count(&self) -> u64 {
        self.starts
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .len() as u64
            - 1
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
        // Blocks that are read together are often a power of two apart, so their numbers are scattered (Knuth 1973, section 6.4).
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

    /// Reads a block from the file, with its checksum.
    pub fn load(&self, block: u64) -> Result<Decoded, String> {
        let damaged =
            |what: &str| format!("block {} of {}: {what}", block + 1, self.layout.blocks());
        let (start, end) = {
            let starts = self.starts.read().unwrap_or_else(PoisonError::into_inner);
            let at = block as usize;
            match (starts.get(at), starts.get(at + 1)) {
                (Some(start), Some(end)) => (*start, *end),
                _ => return Err(damaged("it is not in the file")),
            }
        };
        let mut bytes = vec![0; (end - start) as usize];
        {
            let mut file = self.file();
            let read = file
                .seek(SeekFrom::Start(start))
                .and_then(|_| file.read_exact(&mut bytes));
            read.map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => damaged("the file ends before it does"),
                _ => damaged(&format!("it cannot be read: {error}")),
            })?;
        }
        self.checked(block, &bytes)
            .map(|payload| self.layout.decode(block, payload))
            .ok_or_else(|| damaged("it does not have its checksum; the file was damaged"))?
            .ok_or_else(|| damaged("it holds no cells of this table"))
    }

    /// The compressed part of a block as it stands in the file, if its length and checksum are right.
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
