//! Takes up a file where it was left.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use super::{Layout, Next, Reader, Shard, compressed, encode, heading};
use crate::{AtlasError, Kind, Survey, Tally, count_rows};

/// A file to go on with.
pub(crate) struct Resumed {
    /// Open for writing, at its end; locked.
    pub file: File,
    /// Chunks that it holds.
    pub chunks: u64,
    /// Their rows counted.
    pub tally: Tally,
    /// What was found and mended, in sentences.
    pub notes: Vec<String>,
}

/// Opens the survey's file; makes it where it is not there. What follows its last whole chunk is
/// cut off.
///
/// # Errors
///
/// When the file is another's, is being written by another run, or has faults in its middle: it is
/// not touched then.
pub(crate) fn resume(
    path: &Path,
    kind: &Kind,
    survey: &dyn Survey,
    shard: Shard,
) -> Result<Resumed, AtlasError> {
    let name = path.display();
    if fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
        return Err(AtlasError::Input(format!(
            "{name}: this is a pipe or a device, and an atlas must be read to be resumed; name a file"
        )));
    }
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(|error| AtlasError::cannot_write(path, &error))?;
    if !whowins_guard::locked(&file).map_err(|error| AtlasError::cannot_write(path, &error))? {
        return Err(AtlasError::Input(format!(
            "{name}: another run is writing this file; wait for it, or name another file"
        )));
    }
    let copy = file
        .try_clone()
        .map_err(|error| AtlasError::cannot_read(path, &error))?;
    let mut reader = Reader::of(path, copy);
    let wanted = heading(kind, survey, shard);
    let (found, cut) = reader.heading()?;
    let mut resumed = |chunks, tally, notes, bytes: u64| {
        let written = |error| AtlasError::cannot_write(path, &error);
        file.set_len(bytes).map_err(written)?;
        file.seek(SeekFrom::Start(bytes)).map_err(written)?;
        if bytes == 0 {
            let bytes = encode(wanted.clone(), compressed(path)).map_err(written)?;
            file.write_all(&bytes).map_err(|error| {
                // What cannot hold its heading holds no row.
                let _ = fs::remove_file(path);
                written(error)
            })?;
        }
        let file = file.try_clone().map_err(written)?;
        Ok(Resumed {
            file,
            chunks,
            tally,
            notes,
        })
    };
    if cut && wanted.starts_with(&found) {
        return resumed(0, Tally::default(), Vec::new(), 0);
    }
    let other = reader.kind(&found)?;
    if found != wanted {
        return Err(AtlasError::Input(match other == *kind {
            true => format!(
                "{name}: the heading of this atlas is not the one that this program writes; move the file away"
            ),
            false => {
                format!("{name}: this is an atlas of `{other}`, not of `{kind}`; name another file")
            }
        }));
    }
    let layout = Layout::of(kind, survey, shard);
    let (mut tally, mut chunks, mut notes) = (Tally::default(), 0, Vec::new());
    loop {
        match reader.next(&layout)? {
            Next::Chunk(chunk) if chunk.sound => {
                count_rows(
                    survey,
                    layout.first_of(chunk.number),
                    &chunk.text,
                    &mut tally,
                )
                .map_err(|(row, why)| reader.fault(chunk.line + row, &why))?;
                chunks += 1;
            }
            Next::Chunk(chunk) => {
                return Err(reader.fault(
                    chunk.line,
                    &format!(
                        "the {} rows from here on do not have their checksum: they were changed or damaged; cut the file off before \
                         this line to have them worked out again",
                        layout.rows_of(chunk.number)
                    ),
                ));
            }
            Next::Finished => break,
            Next::Cut { clean: true, .. } => break,
            Next::Cut { line, .. } => {
                notes.push(format!(
                    "the file ended in the middle of chunk {}, in line {line}: this chunk is worked out again",
                    chunks + 1
                ));
                break;
            }
        }
    }
    let bytes = reader.whole_bytes().ok_or_else(|| {
        AtlasError::Input(format!(
            "{name}: this file was compressed by another program, so it cannot be resumed; decompress it, and name the text"
        ))
    })?;
    resumed(chunks, tally, notes, bytes)
}
