//! Tables in shards: a folder with the heading, and a file for each worker that built some of the
//! blocks.
//!
//! A shard has its blocks in increasing order, in the same form as a table in one file, so merging
//! only copies them. Invariant: the heading is written last, so a folder with a heading is
//! complete.
//!
//! Start reading at [`Shard`] and [`merge`].

use std::fs::{self, File};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rayon::prelude::*;
use whowins_engine::Limits;
use whowins_engine::general::{Cells, Entry};
use whowins_guard::Writer;

use crate::blocks::{BEFORE, Blocks, Place};
use crate::build::finished;
use crate::code::Layout;
use crate::part::{Part, crc_of, part_of};
use crate::{Finished, Heading, TableError};

/// The first bytes of a shard. The checksum of the heading follows.
const MAGIC: &[u8; 16] = b"whowins shard 1\n";
/// Number of bytes before the first block.
const HEAD: u64 = 20;
/// Size of an index entry in bytes: the number of a block and the length of its frame.
const LINE: usize = 12;
/// Size of the end of a shard in bytes: the start of the index, the number of entries, a checksum.
const FOOT: usize = 20;
/// The name of the heading in the folder.
const HEADING: &str = "heading";
/// Size of the data after the heading in bytes: the number of shards and a checksum.
const TAIL: usize = 12;

/// Returns the path of a shard.
pub fn shard_of(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("shard-{number}"))
}

/// Returns true if the path is a complete folder of shards.
pub fn is_set(path: &Path) -> bool {
    path.join(HEADING).is_file()
}

/// The blocks of one worker while they are written.
pub struct Shard {
    path: PathBuf,
    out: Writer,
    blocks: Layout,
    level: i32,
    index: Vec<u8>,
    end: u64,
}

impl Shard {
    /// Creates the file under a temporary name. It is renamed when it is complete.
    ///
    /// # Errors
    ///
    /// Returns an error if the file can't be written.
    pub fn create(path: &Path, heading: &Heading) -> Result<Self, TableError> {
        let cannot = |error| TableError::cannot_write(path, &error);
        let seed = crc_of(&heading.bytes().map_err(cannot)?);
        let mut out = Writer::create(path).map_err(cannot)?;
        out.write_all(MAGIC).map_err(cannot)?;
        out.write_all(&seed.to_le_bytes()).map_err(cannot)?;
        Ok(Self {
            path: path.to_path_buf(),
            out,
            blocks: heading.layout(seed),
            level: heading.level,
            index: Vec::new(),
            end: HEAD,
        })
    }

    /// Compresses and appends blocks, with the threads of the caller's pool.
    ///
    /// # Errors
    ///
    /// Returns an error if they can't be written.
    pub fn keep(&mut self, first: u64, count: u64, cells: &Cells<'_>) -> Result<(), TableError> {
        let layout = self.blocks;
        let level = self.level;
        let encoded = |number: u64| {
            let players: Vec<Vec<Entry>> = (0..layout.players)
                .map(|player| {
                    let mut list = Vec::new();
                    cells(number, player, &mut list);
                    list
                })
                .collect();
            Ok((number, layout.encode(&players, level)?))
        };
        let frames: Vec<(u64, Vec<u8>)> = (first..first + count)
            .into_par_iter()
            .map(encoded)
            .collect::<std::io::Result<_>>()
            .map_err(|error| TableError::cannot_write(&self.path, &error))?;
        for (number, frame) in frames {
            self.add(number, &frame)
                .map_err(|error| TableError::cannot_write(&self.path, &error))?;
        }
        Ok(())
    }

    fn add(&mut self, number: u64, frame: &[u8]) -> std::io::Result<()> {
        let length = frame.len() as u32;
        self.out.write_all(&length.to_le_bytes())?;
        self.out
            .write_all(&self.blocks.sum(number, frame).to_le_bytes())?;
        self.out.write_all(frame)?;
        self.index.extend(number.to_le_bytes());
        self.index.extend(length.to_le_bytes());
        self.end += BEFORE + u64::from(length);
        Ok(())
    }

    /// Writes the index, renames the file, and returns its size in bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the file can't be written.
    pub fn finish(mut self) -> Result<u64, TableError> {
        let path = self.path;
        let cannot = |error| TableError::cannot_write(&path, &error);
        let mut foot = self.end.to_le_bytes().to_vec();
        foot.extend((self.index.len() as u64 / LINE as u64).to_le_bytes());
        let sum = tail_sum(self.blocks.seed, &[&self.index, &foot]);
        foot.extend(sum.to_le_bytes());
        self.out.write_all(&self.index).map_err(cannot)?;
        self.out.write_all(&foot).map_err(cannot)?;
        self.out.finish().map_err(cannot)?;
        Ok(self.end + (self.index.len() + FOOT) as u64)
    }
}

fn tail_sum(seed: u32, parts: &[&[u8]]) -> u32 {
    let mut sum = crc32fast::Hasher::new_with_initial(seed);
    parts.iter().for_each(|part| sum.update(part));
    sum.finalize()
}

/// Writes the heading of a folder with complete shards.
///
/// # Errors
///
/// Returns an error if the heading can't be written.
pub fn publish(folder: &Path, heading: &Heading, shards: usize) -> Result<(), TableError> {
    let path = folder.join(HEADING);
    let cannot = |error| TableError::cannot_write(&path, &error);
    let mut bytes = heading.bytes().map_err(cannot)?;
    let count = (shards as u64).to_le_bytes();
    let sum = tail_sum(crc_of(&bytes), &[&count]);
    bytes.extend(count);
    bytes.extend(sum.to_le_bytes());
    let mut file = Writer::create(&path).map_err(cannot)?;
    file.write_all(&bytes).map_err(cannot)?;
    file.finish().map_err(cannot)
}

/// Opens a folder of shards. Returns the heading, all blocks, and the total size in bytes.
pub(crate) fn open(folder: &Path) -> Result<(Heading, Blocks, u64), TableError> {
    let path = folder.join(HEADING);
    let head = File::open(&path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => TableError::input(
            folder,
            "this folder holds no whole table; name a file, or a folder of shards",
        ),
        _ => TableError::cannot_read(&path, &error),
    })?;
    let faulty = |why: &dyn std::fmt::Display| TableError::input(&path, why);
    let mut input = BufReader::new(head);
    let (heading, seed, length) = Heading::read(&mut input).map_err(|why| faulty(&why))?;
    let mut tail = [0; TAIL];
    let whole = input.read_exact(&mut tail).is_ok() && input.read(&mut [0]).is_ok_and(|n| n == 0);
    let (count, sum) = tail.split_at(8);
    if !whole || tail_sum(seed, &[count]).to_le_bytes() != sum {
        return Err(faulty(
            &"it does not have its checksum; build the table again",
        ));
    }
    let count = u64::from_le_bytes(count.try_into().unwrap_or_default());
    let layout = heading.layout(seed);
    let mut places = vec![None; layout.blocks() as usize];
    let (mut files, mut bytes) = (Vec::new(), length + TAIL as u64);
    for number in 0..count as usize {
        let path = shard_of(folder, number);
        let (file, size) = read_shard(&path, number as u32, &layout, &mut places)
            .map_err(|why| TableError::input(&path, why))?;
        files.push(file);
        bytes += size;
    }
    let known = places.iter().flatten().count();
    let missing = places.len() - known;
    let places: Vec<Place> = places.into_iter().flatten().collect();
    if missing > 0 {
        let why = format!(
            "{missing} blocks of the table are in none of its {count} shards; build it again"
        );
        return Err(TableError::input(folder, why));
    }
    let blocks = Blocks::set(input.into_inner(), files, places, layout);
    Ok((heading, blocks, bytes))
}

/// Reads the index of a shard: the place of each of its blocks.
fn read_shard(
    path: &Path,
    number: u32,
    layout: &Layout,
    places: &mut [Option<Place>],
) -> Result<(File, u64), String> {
    let io = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            "this shard is missing; put it back, or build the table again".to_string()
        }
        _ => format!("the file cannot be read: {error}"),
    };
    let altered = || {
        "this shard was altered, or is of another table; put the right one back, or build the table again".to_string()
    };
    let mut file = File::open(path).map_err(io)?;
    let length = file.metadata().map_err(io)?.len();
    let mut head = [0; HEAD as usize];
    if length < HEAD + FOOT as u64 {
        return Err(altered());
    }
    file.read_exact(&mut head).map_err(io)?;
    let (magic, seed) = head.split_at(MAGIC.len());
    if magic != MAGIC || seed != layout.seed.to_le_bytes() {
        return Err(altered());
    }
    let mut foot = [0; FOOT];
    file.seek(SeekFrom::Start(length - FOOT as u64))
        .map_err(io)?;
    file.read_exact(&mut foot).map_err(io)?;
    let (numbers, sum) = foot.split_at(16);
    let word = |at: usize| u64::from_le_bytes(foot[at..at + 8].try_into().unwrap_or_default());
    let (start, lines) = (word(0), word(8));
    let size = lines
        .checked_mul(LINE as u64)
        .and_then(|size| size.checked_add(start));
    if start < HEAD || size != Some(length - FOOT as u64) {
        return Err(altered());
    }
    let mut index = vec![0; (length - FOOT as u64 - start) as usize];
    file.seek(SeekFrom::Start(start)).map_err(io)?;
    file.read_exact(&mut index).map_err(io)?;
    if tail_sum(layout.seed, &[&index, numbers]).to_le_bytes() != sum {
        return Err(altered());
    }
    let mut at = HEAD;
    for line in index.chunks_exact(LINE) {
        let (block, frame) = line.split_at(8);
        let block = u64::from_le_bytes(block.try_into().unwrap_or_default());
        let frame = u32::from_le_bytes(frame.try_into().unwrap_or_default());
        let place = places.get_mut(block as usize).ok_or_else(altered)?;
        *place = Some(Place {
            file: number,
            start: at,
            frame,
        });
        at += BEFORE + u64::from(frame);
    }
    match at == start {
        true => Ok((file, length)),
        false => Err(altered()),
    }
}

/// Merges a folder of shards into one file, identical to that of a single machine.
///
/// Copies one block at a time. Resumes an earlier merge. Complexity: `O(bytes)`, with memory for
/// one block and a few bytes for each block.
///
/// # Errors
///
/// Returns [`TableError::Input`] if a shard is missing or modified, [`TableError::Engine`] at a
/// limit, and [`TableError::Output`] if the table can't be written.
pub fn merge(folder: &Path, path: &Path, limits: &Limits) -> Result<Finished, TableError> {
    let (heading, blocks, _) = open(folder)?;
    if let Some(found) = finished(path, &heading)? {
        return Ok(found);
    }
    let part = Part::open(path, &heading, Duration::from_secs(1 << 30))?;
    if let Some(found) = finished(path, &heading)? {
        // Another run has finished it in the meantime.
        let _ = fs::remove_file(part_of(path));
        return Ok(found);
    }
    let before = part.found.saturating_mul(heading.block).min(heading.states);
    limits.progress.start(heading.states);
    limits.progress.add(before);
    for block in part.found..blocks.count() {
        limits.check()?;
        let record = blocks.bytes(block);
        part.append(&record.map_err(|why| TableError::input(folder, why))?)?;
        limits.progress.add(heading.block);
    }
    part.finish(path)?;
    let bytes = fs::metadata(path)
        .map_err(|error| TableError::cannot_read(path, &error))?
        .len();
    Ok(Finished {
        heading,
        bytes,
        before,
        reached: None,
        notes: Vec::new(),
    })
}
