//! The file of an atlas: CSV, cut into chunks that each end with a checksum.
//!
//! ```text
//! # whowins atlas 1: subtraction --partizan --max 5
//! # 1024 rows in chunks of 16384; a chunk ends with the CRC-32 of this heading and its rows
//! left,right,preperiod,period,recurring
//! ,,0,1,P
//! ...
//! # chunk 1 of 1: crc32 8d0e9a31
//! ```
//!
//! So the file stands alone: its heading says which survey it is, its chunks how far it has come,
//! and what was cut off or changed shows. Readers of CSV skip its lines with `#` as comments. A
//! name that ends in `.zst` stands for the same text compressed by zstd, a frame for the heading
//! and one for each chunk, so that it too can be cut after any of them.

mod crc;
mod journal;
mod read;
mod resume;
mod shard;

pub use crc::crc32;
pub(crate) use journal::Journal;
pub(crate) use read::{Chunk, Next, Reader};
pub(crate) use resume::resume;
pub use shard::Shard;

use std::io;
use std::path::Path;

use crate::{Kind, Survey};

/// The version of the format.
const VERSION: u32 = 1;
/// Longer lines are not read.
const LONGEST: u64 = 1 << 24;
/// How hard zstd tries: its own default.
const LEVEL: i32 = 3;

/// What heads the file of a survey.
pub(crate) fn heading(kind: &Kind, survey: &dyn Survey, shard: Shard) -> String {
    let grain = survey.grain();
    format!(
        "{}{kind}\n# {} in chunks of {}; a chunk ends with the CRC-32 of this heading and its rows\n{}\n",
        title("atlas"),
        shard.told(survey),
        grain.unit * grain.units,
        survey.columns()
    )
}

/// How the first line of a file begins.
fn title(what: &str) -> String {
    format!("# whowins {what} {VERSION}: ")
}

/// How a survey's rows lie in its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// The first row, and how many there are.
    pub first: u64,
    pub rows: u64,
    /// Rows to a chunk; the last may have fewer.
    pub chunk: u64,
    /// The checksum of the heading.
    pub seed: u32,
}

impl Layout {
    pub(crate) fn of(kind: &Kind, survey: &dyn Survey, shard: Shard) -> Self {
        let grain = survey.grain();
        let rows = shard.rows(survey);
        Self {
            first: rows.start,
            rows: rows.end - rows.start,
            chunk: grain.unit * grain.units,
            seed: crc32(0, heading(kind, survey, shard).as_bytes()),
        }
    }

    /// The first row of chunk `number` in the survey.
    pub(crate) fn first_of(&self, number: u64) -> u64 {
        self.first + number * self.chunk
    }

    /// How many chunks there are.
    pub(crate) fn chunks(&self) -> u64 {
        self.rows.div_ceil(self.chunk)
    }

    /// How many rows chunk `number`, from 0 on, holds.
    pub(crate) fn rows_of(&self, number: u64) -> u64 {
        self.chunk.min(self.rows - number * self.chunk)
    }

    /// The line that ends a chunk.
    pub(crate) fn ending(&self, number: u64, text: &str) -> String {
        format!(
            "# chunk {} of {}: crc32 {:08x}\n",
            number + 1,
            self.chunks(),
            crc32(self.seed, text.as_bytes())
        )
    }
}

/// Whether the file is to be compressed.
pub(crate) fn compressed(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "zst")
}

/// A piece of text as it stands in the file.
pub(crate) fn encode(text: String, compressed: bool) -> io::Result<Vec<u8>> {
    match compressed {
        true => zstd::encode_all(text.as_bytes(), LEVEL),
        false => Ok(text.into_bytes()),
    }
}
