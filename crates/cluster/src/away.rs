//! What a worker puts on the disk: epochs while it works, its shard at the end.

use whowins_engine::EngineError;
use whowins_engine::general::{Depot, Part};
use whowins_guard::{Writer, pause};
use whowins_tables::{OldWork, Shard, beside, publish, shard_of};

use crate::ClusterError;
use crate::apart::{Fresh, copy, say_whole, send_shards};
use crate::drive::Drive;
use crate::ending::AGAIN;
use crate::epoch::{Epoch, Folder};
use crate::hello::VERSION;

impl Drive<'_> {
    /// An epoch: all put away, lists on the disk, and then the one file that names them.
    pub fn put_away(
        &mut self,
        part: &mut dyn Part,
        depot: &Fresh<'_>,
        width: u8,
        run: u64,
        before: Option<&Epoch>,
    ) -> Result<Epoch, ClusterError> {
        let _whole = pause();
        let number = before.map_or(0, |before| before.number) + 1;
        let folder = self.job.folder_of(self.net.worker);
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
        let new = depot.take();
        if self.job.own.is_some() {
            copy(&mut self.net, self.timely, &folder, &new, run, number)?;
        }
        let sums = self.net.tell(self.timely, &[sum.into()]);
        let epoch = Epoch {
            version: VERSION,
            table: self.job.table,
            number,
            run,
            workers: self.net.workers,
            size: self.size,
            width,
            sums: sums.iter().map(|said| said[0] as u32).collect(),
        };
        // On one disk it is named once, on its own by each.
        let names = self.net.worker == 0 || self.job.own.is_some();
        let published = match names {
            true => folder.publish(&epoch),
            false => Ok(()),
        };
        self.agree(published)?;
        depot.saved();
        if names {
            folder.clean(&epoch);
        }
        self.report.epochs += 1;
        Ok(epoch)
    }

    /// Writes the worker's shard, and when all are whole what makes them a table.
    pub fn write(&mut self, part: &mut dyn Part) -> Result<u64, ClusterError> {
        let me = self.net.worker;
        let (own, heading) = (self.job.folder_of(me), &self.job.design.heading);
        let folder = &own.path;
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
        if self.job.own.is_some() {
            send_shards(&mut self.net, self.timely, &own)?;
        }
        let published = match me {
            0 => publish(folder, heading, self.net.workers).map_err(Into::into),
            _ => Ok(()),
        };
        self.agree(published)?;
        if self.job.own.is_some() && me > 0 {
            say_whole(&own, self.job.table);
            own.remove();
        }
        Ok(bytes)
    }
}

/// What the workers of an epoch put away; where each has a disk of its own, `apart`, what is here
/// of it, which is all that is needed here.
pub fn older(
    folder: &Folder,
    epoch: &Epoch,
    apart: bool,
) -> Result<Vec<(Vec<u8>, OldWork)>, ClusterError> {
    let mut all = Vec::new();
    for (worker, sum) in epoch.sums.iter().enumerate() {
        let path = folder.state(epoch.number, worker);
        let work = beside(&folder.work(epoch.run, worker), ".work");
        if apart && !work.exists() {
            continue;
        }
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
        all.push((bytes, OldWork::open(&work)?));
    }
    Ok(all)
}
