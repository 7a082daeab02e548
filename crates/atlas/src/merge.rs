//! One atlas out of its shards.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use whowins_engine::Limits;
use whowins_guard::Writer;

use crate::file::{Layout, Next, Reader, Shard, compressed, encode, heading};
use crate::{AtlasError, Kind, Summary, Survey, Tally, count_rows};

/// Puts the shards of a folder together: the same bytes as a run that was not cut into shards has,
/// as far as every game's law is found within its own limit. Rows are read once, with their
/// checksums; memory for one chunk.
///
/// # Errors
///
/// Where shards are missing, unfinished, damaged or of different surveys: which ones.
pub fn merge(folder: &Path, path: &Path, limits: &Limits) -> Result<Summary, AtlasError> {
    let files = shards(folder)?;
    let Some(first) = files.first() else {
        return Err(AtlasError::Input(format!(
            "{}: there are no shards here; `whowins atlas SURVEY --shard K/N -o {}` makes them",
            folder.display(),
            folder.display()
        )));
    };
    let mut reader = Reader::open(first)?;
    let (found, _) = reader.heading()?;
    let kind = reader.kind(&found)?;
    let survey = kind.survey(limits)?;
    let survey = survey.as_ref();
    let of = Shard::of_heading(&found).of;
    let parts = named(&files, &kind, survey, of)?;
    let missing: Vec<String> = (1..=of)
        .filter(|number| !parts.contains_key(number))
        .map(|number| Shard { number, of }.to_string())
        .collect();
    if !missing.is_empty() {
        return Err(AtlasError::Input(format!(
            "{}: shards {} are missing; `whowins atlas {kind} --shard K/{of} -o {}` makes each",
            folder.display(),
            missing.join(", "),
            folder.display()
        )));
    }
    limits.progress.start(survey.rows());
    let writer = Writer::create(path).map_err(|error| AtlasError::cannot_write(path, &error))?;
    let mut merged = Merged {
        path,
        layout: Layout::of(&kind, survey, Shard::WHOLE),
        out: writer,
        text: String::new(),
        rows: 0,
        next: 0,
    };
    merged.put(heading(&kind, survey, Shard::WHOLE))?;
    let mut tally = Tally::default();
    for (number, file) in &parts {
        let shard = Shard {
            number: *number,
            of,
        };
        add(file, &kind, survey, shard, limits, &mut merged, &mut tally)?;
    }
    merged
        .out
        .finish()
        .map_err(|error| AtlasError::cannot_write(path, &error))?;
    Ok(Summary::of(
        &kind,
        survey,
        survey.rows(),
        &tally,
        0,
        Vec::new(),
    ))
}

/// The shards of a folder, by name.
fn shards(folder: &Path) -> Result<Vec<PathBuf>, AtlasError> {
    let entries = fs::read_dir(folder).map_err(|error| AtlasError::cannot_read(folder, &error))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("shard-") && (name.ends_with(".csv") || name.ends_with(".csv.zst"))
        })
        .collect();
    files.sort();
    Ok(files)
}

/// The files by the shard that each says it is.
fn named(
    files: &[PathBuf],
    kind: &Kind,
    survey: &dyn Survey,
    of: u64,
) -> Result<BTreeMap<u64, PathBuf>, AtlasError> {
    let mut parts: BTreeMap<u64, PathBuf> = BTreeMap::new();
    for file in files {
        let mut reader = Reader::open(file)?;
        let (found, _) = reader.heading()?;
        let shard = Shard::of_heading(&found);
        let name = file.display();
        if shard.of != of || found != heading(kind, survey, shard) {
            return Err(AtlasError::Input(format!(
                "{name}: this isn't a shard of `{kind}` cut into {of}, as the others are; move it away"
            )));
        }
        if let Some(other) = parts.insert(shard.number, file.clone()) {
            return Err(AtlasError::Input(format!(
                "{name}: shard {shard} is also in {}; remove one of them",
                other.display()
            )));
        }
    }
    Ok(parts)
}

/// Adds the rows of a shard.
fn add(
    file: &Path,
    kind: &Kind,
    survey: &dyn Survey,
    shard: Shard,
    limits: &Limits,
    merged: &mut Merged<'_>,
    tally: &mut Tally,
) -> Result<(), AtlasError> {
    let layout = Layout::of(kind, survey, shard);
    let mut reader = Reader::open(file)?;
    reader.heading()?;
    loop {
        limits.check()?;
        match reader.next(&layout)? {
            Next::Finished => return Ok(()),
            Next::Chunk(chunk) if chunk.sound => {
                count_rows(survey, layout.first_of(chunk.number), &chunk.text, tally)
                    .map_err(|(row, why)| reader.fault(chunk.line + row, &why))?;
                limits.progress.add(layout.rows_of(chunk.number));
                for row in chunk.text.split_inclusive('\n') {
                    merged.row(row)?;
                }
            }
            Next::Chunk(chunk) => {
                return Err(reader.fault(
                    chunk.line,
                    "the rows from here on do not have their checksum: they were changed or damaged; have this shard worked out again",
                ));
            }
            Next::Cut { .. } => {
                return Err(AtlasError::Input(format!(
                    "{}: this shard is not finished; to resume, run `whowins atlas {kind} --shard {shard} -o FOLDER`",
                    file.display()
                )));
            }
        }
    }
}

/// The atlas that is written.
struct Merged<'a> {
    path: &'a Path,
    layout: Layout,
    out: Writer,
    /// Rows of a chunk that is not full.
    text: String,
    rows: u64,
    next: u64,
}

impl Merged<'_> {
    fn put(&mut self, text: String) -> Result<(), AtlasError> {
        encode(text, compressed(self.path))
            .and_then(|bytes| self.out.write_all(&bytes))
            .map_err(|error| AtlasError::cannot_write(self.path, &error))
    }

    fn row(&mut self, row: &str) -> Result<(), AtlasError> {
        self.text += row;
        self.rows += 1;
        if self.rows == self.layout.rows_of(self.next) {
            let mut text = std::mem::take(&mut self.text);
            text += &self.layout.ending(self.next, &text);
            self.put(text)?;
            (self.rows, self.next) = (0, self.next + 1);
        }
        Ok(())
    }
}
