//! The folder in which a cluster puts its work away, beside the table: `TABLE.cluster`.
//!
//! Each worker has a file of records (`work-RUN-K.work`, the one in which a single machine keeps
//! what does not fit its memory) and at each epoch a list of them (`state-EPOCH-K`). `epoch` is
//! written last, by worker 0, when all lists are on the disk: what it names is whole, and stays
//! until the next one has its name. Where each process has a disk of its own, each has such a
//! folder, with its own files and copies of those of the process before it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use whowins_guard::Writer;
use whowins_tables::beside;

use crate::ClusterError;
use crate::hello::VERSION;

/// A consistent state of all workers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Epoch {
    /// The version of this file.
    pub version: u64,
    /// The fingerprint of the table.
    pub table: u64,
    /// Its number.
    pub number: u64,
    /// The run that wrote the records.
    pub run: u64,
    /// How many workers that run had.
    pub workers: usize,
    /// States to a block.
    pub size: u64,
    /// Bytes of a cell.
    pub width: u8,
    /// The checksum of each worker's list.
    pub sums: Vec<u32>,
}

/// The folder.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
}

/// The manifest's name.
const NAME: &str = "epoch";

impl Folder {
    /// The folder beside a table.
    pub fn of(table: &Path) -> Self {
        Self {
            path: beside(table, ".cluster"),
        }
    }

    /// That of a process on a disk of its own.
    pub fn own(disk: &Path, table: &Path, process: usize) -> Self {
        let name = table.file_name().unwrap_or(table.as_os_str());
        let all = beside(&disk.join(name), ".cluster");
        Self {
            path: all.join(format!("process-{process}")),
        }
    }

    /// Makes it where it is not there.
    ///
    /// # Errors
    ///
    /// Where it cannot be made.
    pub fn make(&self) -> Result<(), ClusterError> {
        fs::create_dir_all(&self.path).map_err(|error| {
            ClusterError::Input(format!(
                "{}: the folder cannot be made: {error}; name another table",
                self.path.display()
            ))
        })
    }

    /// The records of a worker, without their ending.
    pub fn work(&self, run: u64, worker: usize) -> PathBuf {
        self.path.join(format!("work-{run}-{worker}"))
    }

    /// The list of a worker's records at an epoch.
    pub fn state(&self, epoch: u64, worker: usize) -> PathBuf {
        self.path.join(format!("state-{epoch}-{worker}"))
    }

    /// The last whole epoch, and the checksum of what names it.
    ///
    /// # Errors
    ///
    /// [`ClusterError::Input`] where it is damaged, of another version, or of another table.
    pub fn last(&self, table: u64) -> Result<Option<(Epoch, u64)>, ClusterError> {
        let path = self.path.join(NAME);
        let fault = |what: String| ClusterError::Input(format!("{}: {what}", path.display()));
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(fault(format!(
                    "the file cannot be read: {error}; name one that can"
                )));
            }
            Ok(text) => text,
        };
        let known = text.trim_end().rsplit_once('\n').and_then(|(body, sum)| {
            let sum = u32::from_str_radix(sum.strip_prefix("crc32 ")?, 16).ok()?;
            let epoch: Epoch = serde_json::from_str(body).ok()?;
            let sound = crc32fast::hash(body.as_bytes()) == sum
                && epoch.version == VERSION
                && epoch.sums.len() == epoch.workers;
            sound.then_some((epoch, sum))
        });
        let Some((epoch, sum)) = known else {
            return Err(fault(
                "the file was altered, or is of another version; remove the folder to build the \
                 table from the beginning"
                    .into(),
            ));
        };
        if epoch.table != table {
            return Err(fault(
                "it is of another table: other rules, parameters, position or options; give the same, or name another file".into(),
            ));
        }
        Ok(Some((epoch, u64::from(sum))))
    }

    /// Makes an epoch the last one, for good.
    ///
    /// # Errors
    ///
    /// Where it cannot be written: then the one before stays.
    pub fn publish(&self, epoch: &Epoch) -> Result<(), ClusterError> {
        let path = self.path.join(NAME);
        let write = || {
            let body = serde_json::to_string(epoch)?;
            let sum = crc32fast::hash(body.as_bytes());
            Writer::write(&path, format!("{body}\ncrc32 {sum:08x}\n").as_bytes())
        };
        write().map_err(|error| {
            ClusterError::Lost(format!(
                "{}: the file cannot be written: {error}",
                path.display()
            ))
        })
    }

    /// Removes the records and lists that this epoch does not name.
    pub fn clean(&self, epoch: &Epoch) {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        for entry in entries {
            let name = entry.file_name().to_string_lossy().into_owned();
            let wanted = (0..epoch.workers).any(|worker| {
                let work = beside(&self.work(epoch.run, worker), ".work");
                [work, self.state(epoch.number, worker)]
                    .iter()
                    .any(|path| path.file_name().is_some_and(|named| named == &*name))
            });
            let ours = name.starts_with("work-") || name.starts_with("state-");
            if ours && !wanted {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Removes all of it, when the table is whole.
    pub fn remove(&self) {
        self.without(&[
            "work-", "state-", "shard-", ".shard-", ".state-", ".epoch", ".heading", "heading",
        ]);
        let _ = fs::remove_dir(&self.path);
    }

    /// Removes what is no part of a set of shards.
    pub fn leave_shards(&self) {
        self.without(&["work-", "state-", ".state-", ".epoch"]);
    }

    /// Removes the files whose names begin so, and what there is of a run.
    fn without(&self, beginnings: &[&str]) {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        for entry in entries {
            let name = entry.file_name().to_string_lossy().into_owned();
            let run = name == NAME || name == "hosts" || name.starts_with("lock-");
            if run || beginnings.iter().any(|start| name.starts_with(start)) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}
