//! Finished units whose chunk is not full yet, beside the file: `FILE.journal`.
//!
//! A chunk of slow games takes minutes. Their rows are put here as they come, each unit with its
//! checksum, in whatever order, and taken from here where a run was killed. The journal is gone
//! once all its rows are in the file.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::{Layout, crc32, title};
use crate::{AtlasError, Kind};

/// The journal of a file.
pub(crate) struct Journal {
    path: PathBuf,
    file: Option<File>,
    heading: String,
    seed: u32,
}

impl Journal {
    /// Reads the units that a run left; what is damaged there is worked out again. A journal of
    /// another survey is set aside, and a sentence that says so is added to the notes.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or not be named anew.
    pub(crate) fn open(
        atlas: &Path,
        kind: &Kind,
        layout: &Layout,
        notes: &mut Vec<String>,
    ) -> Result<(Self, BTreeMap<u64, String>), AtlasError> {
        let mut path = atlas.as_os_str().to_owned();
        path.push(".journal");
        let path = PathBuf::from(path);
        let heading = format!("{}{kind}\n", title("journal"));
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(AtlasError::cannot_read(&path, &error)),
        };
        let text = String::from_utf8_lossy(&bytes);
        let mut units = BTreeMap::new();
        if let Some(rows) = text.strip_prefix(&heading) {
            let mut unit = String::new();
            for line in rows.split_inclusive('\n') {
                let Some(ending) = line.strip_prefix("# unit ") else {
                    unit += line;
                    continue;
                };
                let unit = std::mem::take(&mut unit);
                let number = ending.split(':').next().and_then(|n| n.parse().ok());
                if let Some(number) = number
                    && line == ending_of(number, &unit, layout.seed)
                {
                    units.insert(number, unit);
                }
            }
        } else if !heading.starts_with(text.as_ref()) {
            let aside = whowins_guard::set_aside(&path)
                .map_err(|error| AtlasError::cannot_write(&path, &error))?;
            notes.push(format!(
                "{} is not the journal of `{kind}`: it is called {} now",
                path.display(),
                aside.display()
            ));
        }
        let journal = Self {
            path,
            file: None,
            heading,
            seed: layout.seed,
        };
        Ok((journal, units))
    }

    /// Keeps a finished unit.
    pub(crate) fn keep(&mut self, number: u64, unit: &str) -> Result<(), AtlasError> {
        let cannot = |error| AtlasError::cannot_write(&self.path, &error);
        let mut text = String::new();
        let file = match &mut self.file {
            Some(file) => file,
            None => {
                let mut open = OpenOptions::new();
                let file = open.create(true).append(true).open(&self.path);
                let file = file.map_err(cannot)?;
                let length = file.metadata().map_err(cannot)?.len();
                if length < self.heading.len() as u64 {
                    file.set_len(0).map_err(cannot)?;
                    text += &self.heading;
                } else {
                    // What a killed run may have left half written ends here, as a line of no unit.
                    text += "\n# unit cut off\n";
                }
                self.file.insert(file)
            }
        };
        text += unit;
        text += &ending_of(number, unit, self.seed);
        file.write_all(text.as_bytes()).map_err(|error| {
            if file.metadata().is_ok_and(|data| data.len() == 0) {
                let _ = fs::remove_file(&self.path);
            }
            cannot(error)
        })
    }

    /// Removes the journal: all its rows are in the file.
    pub(crate) fn clear(&mut self) -> Result<(), AtlasError> {
        self.file = None;
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(AtlasError::cannot_write(&self.path, &error))
            }
            _ => Ok(()),
        }
    }
}

/// The line that ends a unit.
fn ending_of(number: u64, unit: &str, seed: u32) -> String {
    format!(
        "# unit {number}: crc32 {:08x}\n",
        crc32(seed, format!("{number}\n{unit}").as_bytes())
    )
}
