//! What a worker puts on the disk: epochs while it works, its shard at the end.

use std::time::Instant;

use whowins_engine::EngineError;
use whowins_engine::general::{Depot, Part};
use whowins_guard::{Writer, pause};
use whowins_tables::{OldWork, Shard, beside, publish, shard_of};

use crate::ClusterError;
use crate::drive::Drive;
use crate::ending::AGAIN;
use crate::epoch::{Epoch, Folder};
use crate::hello::VERSION;
use crate::report::seconds;

impl Drive<'_> {
    /// An epoch: all put away, lists on the disk, and then the one file that names them.
    pub fn put_away(
        &mut self,
        part: &mut dyn Part,
        depot: &dyn Depot,
        width: u8,
        run: u64,
        before: Option<&Epoch>,
    ) -> Result<Epoch, ClusterError> {
        let began = Instant::now();
        let _whole = pause();
        let number = before.map_or(0, |before| before.number) + 1;
        let folder = &self.job.folder;
        let path = folder.state(number, self.net.worker);
        let made = part.put_away().map_err(ClusterError::from);
        let made = made.and_then(|bytes| {
            let sum = crc32fast::hash(&bytes);
            let written = Writer::write(&path, &bytes);
            written.map(|()| sum).map_err(|error| {
                ClusterError::Lost(format!(
                    "{}: the file cannot be written: {error}; make room, and {AGAIN}",
                    path.display()
                ))
            })
        });
        let sum = *made.as_ref().unwrap_or(&0);
        self.agree(made.map(|_| ()))?;
        let sums = self.net.tell(self.timely, &[sum.into()]);
        let epoch = Epoch {
            version: VERSION,
            table: self.job.table,
            number,
            run,
            workers: self.net.workers,
            size: self.cut.size,
            width,
            sums: sums.iter().map(|said| said[0] as u32).collect(),
        };
        let published = match self.net.worker {
            0 => folder.publish(&epoch),
            _ => Ok(()),
        };
        self.agree(published)?;
        depot.saved();
        if self.net.worker == 0 {
            folder.clean(&epoch);
        }
        self.report.epochs += 1;
        self.report.saving += seconds(began.elapsed());
        Ok(epoch)
    }

    /// Writes the worker's shard, and when all are whole what makes them a table.
    pub fn write(&mut self, part: &mut dyn Part) -> Result<u64, ClusterError> {
        if !self.job.write {
            return Ok(0);
        }
        let began = Instant::now();
        let (folder, heading) = (&self.job.folder.path, &self.job.design.heading);
        let me = self.net.worker;
        let mut write = || -> Result<u64, ClusterError> {
            let mut shard = Shard::create(&shard_of(folder, me), heading)?;
            part.show(&mut |first, count, cells| {
                let kept = shard.keep(first, count, cells);
                kept.map_err(|error| EngineError::Storage(error.to_string()))
            })?;
            Ok(shard.finish()?)
        };
        let written = write();
        let bytes = *written.as_ref().unwrap_or(&0);
        self.agree(written.map(|_| ()))?;
        let published = match me {
            0 => publish(folder, heading, self.net.workers).map_err(Into::into),
            _ => Ok(()),
        };
        self.agree(published)?;
        self.report.writing += seconds(began.elapsed());
        Ok(bytes)
    }
}

/// What the workers of an epoch put away.
pub fn older(folder: &Folder, epoch: &Epoch) -> Result<(Vec<Vec<u8>>, Vec<OldWork>), ClusterError> {
    let (mut lists, mut works) = (Vec::new(), Vec::new());
    for (worker, sum) in epoch.sums.iter().enumerate() {
        let path = folder.state(epoch.number, worker);
        let fault = |what: String| {
            ClusterError::Input(format!(
                "{}: {what}; put it back, or remove the folder, and the table is built from the beginning",
                path.display()
            ))
        };
        let bytes = std::fs::read(&path).map_err(|error| {
            fault(format!(
                "what worker {worker} put away cannot be read: {error}"
            ))
        })?;
        if crc32fast::hash(&bytes) != *sum {
            return Err(fault(format!("what worker {worker} put away was altered")));
        }
        lists.push(bytes);
        works.push(OldWork::open(&beside(
            &folder.work(epoch.run, worker),
            ".work",
        ))?);
    }
    Ok((lists, works))
}
