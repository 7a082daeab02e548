//! An unfinished table, with the name `TABLE.part`.
//!
//! Invariant: a file with the name of the table is always complete. Blocks are appended in order,
//! each with its checksum, so a killed run leaves complete blocks and at most one truncated block.
//! The index is written last. Then the file is renamed.
//!
//! Start reading at [`Part::open`].

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rayon::prelude::*;
use whowins_engine::EngineError;
use whowins_engine::general::{Cells, Depot, Entry, Shelf, Writes};

use crate::aside::Notes;
use crate::blocks::{BEFORE, Blocks};
use crate::state::{self, SavedState};
use crate::work::{self, WorkFile};
use crate::{Heading, TableError};

/// The last bytes of every table.
pub(crate) const END: &[u8; 8] = b"wdb end\n";
/// Number of bytes after the index: its start, the number of blocks, two checksums, and the end.
pub(crate) const FOOTER: u64 = 32;

/// An unfinished table.
pub(crate) struct Part {
    path: PathBuf,
    blocks: Blocks,
    level: i32,
    state: SavedState,
    work: WorkFile,
    /// Repaired problems.
    pub notes: Notes,
    /// Number of blocks that an earlier run left.
    pub found: u64,
    /// Number of bytes after them that aren't a complete block.
    pub dropped: u64,
}

/// Returns the path with an extension appended.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Returns the path of the unfinished table.
pub fn part_of(path: &Path) -> PathBuf {
    beside(path, ".part")
}

impl Part {
    /// Opens the unfinished table or creates one. A file that isn't a table is renamed.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is another table or is written by another run. It isn't
    /// modified then.
    pub fn open(path: &Path, heading: &Heading, save_every: Duration) -> Result<Self, TableError> {
        let part = part_of(path);
        let notes = Notes::default();
        let cannot = |error| TableError::cannot_write(&part, &error);
        let bytes = heading.bytes().map_err(cannot)?;
        let mut found = vec![0; bytes.len()];
        let (mut file, read) = loop {
            let mut file = locked(&part, || {})?;
            let length = file.metadata().map_err(cannot)?.len();
            let read = length.min(bytes.len() as u64) as usize;
            file.read_exact(&mut found[..read]).map_err(cannot)?;
            if found[..read] == bytes[..read] {
                break (file, read);
            }
            file.seek(SeekFrom::Start(0)).map_err(cannot)?;
            if Heading::read(&mut BufReader::new(&file)).is_ok() {
                return Err(other(&part, heading));
            }
            notes.set_aside(&part, "isn't a table of this version, or is damaged")?;
        };
        if read < bytes.len() {
            file.set_len(0).map_err(cannot)?;
            file.seek(SeekFrom::Start(0)).map_err(cannot)?;
            file.write_all(&bytes).map_err(cannot)?;
        }
        let seed = crc_of(&bytes);
        let blocks = Blocks::new(file, heading.layout(seed), bytes.len() as u64);
        let mut part = Self {
            state: SavedState::new(path, seed, save_every, notes.clone()),
            work: WorkFile::new(path, notes.clone()),
            notes,
            path: part,
            blocks,
            level: heading.level,
            found: 0,
            dropped: 0,
        };
        part.scan()?;
        Ok(part)
    }

    /// Finds the complete blocks and truncates the file after them.
    fn scan(&mut self) -> Result<(), TableError> {
        let cannot = |error| TableError::cannot_write(&self.path, &error);
        let mut file = self.blocks.file();
        let length = file.metadata().map_err(cannot)?.len();
        let mut place = self.blocks.end();
        file.seek(SeekFrom::Start(place)).map_err(cannot)?;
        let mut input = BufReader::with_capacity(1 << 20, &*file);
        let mut bytes = Vec::new();
        while self.blocks.count() < self.blocks.layout.blocks() && length - place >= BEFORE {
            bytes.resize(BEFORE as usize, 0);
            input.read_exact(&mut bytes).map_err(cannot)?;
            let size = u64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
            if length - place - BEFORE < size {
                break;
            }
            bytes.resize((BEFORE + size) as usize, 0);
            input
                .read_exact(&mut bytes[BEFORE as usize..])
                .map_err(cannot)?;
            if self.blocks.checked(self.blocks.count(), &bytes).is_none() {
                break;
            }
            self.blocks.add(size);
            place += BEFORE + size;
        }
        file.set_len(place).map_err(cannot)?;
        drop(file);
        self.found = self.blocks.count();
        self.dropped = length - place;
        Ok(())
    }

    /// Appends the next block as it is in another file of this table.
    pub fn append(&self, record: &[u8]) -> Result<(), TableError> {
        let cannot = |error| TableError::cannot_write(&self.path, &error);
        let mut file = self.blocks.file();
        file.seek(SeekFrom::Start(self.blocks.end()))
            .and_then(|_| file.write_all(record))
            .map_err(cannot)?;
        self.blocks.add(record.len() as u64 - BEFORE);
        Ok(())
    }

    /// Writes the index and renames the file.
    pub fn finish(self, path: &Path) -> Result<(), TableError> {
        let cannot = |error| TableError::cannot_write(&self.path, &error);
        let start = self.blocks.end();
        let lengths = self.blocks.lengths();
        let mut bytes: Vec<u8> = lengths
            .iter()
            .flat_map(|length| length.to_le_bytes())
            .collect();
        let seed = self.blocks.layout.seed;
        let footer = footer(seed, start, &bytes);
        bytes.extend(footer);
        // Everything is computed. Don't interrupt the write, however slow the disk is.
        let _whole = whowins_guard::pause();
        let mut file = self.blocks.file();
        file.seek(SeekFrom::Start(start)).map_err(cannot)?;
        file.write_all(&bytes).map_err(cannot)?;
        file.sync_all().map_err(cannot)?;
        whowins_guard::place(&self.path, path).map_err(cannot)?;
        self.work.close();
        clear(path)
    }
}

/// Opens or creates the file with this name, and locks it.
///
/// Another run may finish and rename the file between opening and locking. In that case the new
/// file of this name is opened. `opened` is called between the two steps.
pub fn locked(part: &Path, mut opened: impl FnMut()) -> Result<File, TableError> {
    loop {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(part)
            .map_err(|error| TableError::cannot_write(part, &error))?;
        opened();
        let mine = whowins_guard::locked(&file);
        if !mine.map_err(|error| TableError::cannot_write(part, &error))? {
            return Err(TableError::input(
                part,
                "another run is writing this file; wait for it, or name another file",
            ));
        }
        if is_still(&file, part) {
            return Ok(file);
        }
    }
}

/// Returns true if the file still has this name.
#[cfg(unix)]
pub fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same =
        |a: &std::fs::Metadata, b: &std::fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(opened), Ok(named)) => same(&opened, &named),
        _ => false,
    }
}

/// Returns true if the file still has this name. On this system, an open file can't be renamed.
#[cfg(not(unix))]
pub fn is_still(_file: &File, path: &Path) -> bool {
    path.exists()
}

/// Removes the auxiliary files of a complete table.
pub(crate) fn clear(path: &Path) -> Result<(), TableError> {
    state::clear(path)?;
    work::clear(path)
}

/// Returns the bytes after the index.
pub(crate) fn footer(seed: u32, start: u64, index: &[u8]) -> Vec<u8> {
    let mut bytes = start.to_le_bytes().to_vec();
    bytes.extend((index.len() as u64 / 4).to_le_bytes());
    let mut sum = crc32fast::Hasher::new_with_initial(seed);
    sum.update(index);
    bytes.extend(sum.finalize().to_le_bytes());
    let mut sum = crc32fast::Hasher::new_with_initial(seed);
    sum.update(&bytes);
    bytes.extend(sum.finalize().to_le_bytes());
    bytes.extend(END);
    bytes
}

/// Returns the checksum of a heading.
pub(crate) fn crc_of(bytes: &[u8]) -> u32 {
    bytes.get(20..24).map_or(0, |sum| {
        u32::from_le_bytes([sum[0], sum[1], sum[2], sum[3]])
    })
}

/// Returns the error for a file with another heading.
pub(crate) fn other(path: &Path, wanted: &Heading) -> TableError {
    let found = File::open(path)
        .map_err(|error| error.to_string())
        .and_then(|file| Heading::read(&mut BufReader::new(file)));
    TableError::input(
        path,
        match found {
            Err(why) => format!("{why}; move the file away, or name another"),
            Ok((found, ..))
                if found.rules != wanted.rules || found.parameters != wanted.parameters =>
            {
                format!(
                    "this is a table of other rules or parameters (`{}`, where `{}` is to be built); name another file",
                    found.game, wanted.game
                )
            }
            Ok((found, ..)) if found.at != wanted.at => format!(
                "this is a table around {}, not around {}; name another file",
                found.at, wanted.at
            ),
            Ok(_) => "this table was begun with other options; give the same, or name another file"
                .into(),
        },
    )
}

impl Shelf for Part {
    fn block(&self) -> u64 {
        self.blocks.layout.block
    }

    fn kept(&self) -> u64 {
        self.blocks.count()
    }

    fn keep(&self, count: u64, cells: &Cells<'_>) -> Result<(), EngineError> {
        let failed =
            |error| EngineError::Storage(TableError::cannot_write(&self.path, &error).to_string());
        let layout = &self.blocks.layout;
        let first = self.kept();
        // Compress as many blocks at once as keep all threads busy.
        let together = 64;
        for start in (first..first + count).step_by(together) {
            let last = (first + count).min(start + together as u64);
            let records: Vec<Vec<u8>> = (start..last)
                .into_par_iter()
                .map(|block| {
                    let players: Vec<Vec<Entry>> = (0..layout.players)
                        .map(|player| {
                            let mut list = Vec::new();
                            cells(block, player, &mut list);
                            list
                        })
                        .collect();
                    let payload = layout.encode(&players, self.level)?;
                    Ok(self.blocks.record(block, &payload))
                })
                .collect::<std::io::Result<_>>()
                .map_err(failed)?;
            let mut file = self.blocks.file();
            file.seek(SeekFrom::Start(self.blocks.end()))
                .and_then(|_| file.write_all(&records.concat()))
                .map_err(failed)?;
            drop(file);
            for record in &records {
                self.blocks.add(record.len() as u64 - BEFORE);
            }
        }
        Ok(())
    }

    fn entry(&self, index: u64, player: usize) -> Result<Entry, EngineError> {
        self.blocks
            .entry(index, player)
            .map_err(|why| self.fault(&why))
    }

    fn read(&self, block: u64, player: usize, cells: &mut Vec<Entry>) -> Result<(), EngineError> {
        let decoded = self.blocks.load(block).map_err(|why| self.fault(&why))?;
        decoded.read(player, cells);
        Ok(())
    }

    fn is_due(&self) -> bool {
        self.state.is_due()
    }

    fn save(&self, write: &Writes<'_>) -> Result<(), EngineError> {
        self.state
            .save(write)
            .map_err(|error| Self::storage(&error))
    }

    fn saved(&self) -> Option<Box<dyn Read + '_>> {
        self.state.open()
    }

    fn depot(&self) -> Option<&dyn Depot> {
        Some(&self.work)
    }
}

impl Part {
    /// Returns true if the saved work was damaged, so that it is renamed and everything starts
    /// again.
    pub fn was_damaged(&self) -> bool {
        self.work.was_damaged()
    }

    fn storage(error: &TableError) -> EngineError {
        EngineError::Storage(error.to_string())
    }

    fn fault(&self, why: &str) -> EngineError {
        EngineError::Storage(TableError::input(&self.path, why).to_string())
    }
}
