//! How far a cluster has come, and what it came to.

use std::time::Duration;

use serde::Serialize;

/// How far all together have come, at the end of a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    /// What is being done: `counting`, `decisive`, `seeding`, `draws` or `whole`.
    pub phase: String,
    /// The remoteness that is worked off, where levels are kept.
    pub level: u32,
    /// Rounds so far.
    pub round: u64,
    /// Cells decided by news.
    pub decided: u64,
    /// Cells that there are.
    pub cells: u64,
    /// Letters that wait in boxes.
    pub waiting: u64,
    /// Letters sent to other workers so far.
    pub sent: u64,
    /// Bytes sent over sockets by process 0.
    pub bytes_sent: u64,
    /// Bytes of blocks and letters in memory, of process 0.
    pub memory: u64,
    /// The last whole epoch.
    pub epoch: u64,
    /// Seconds since the start.
    pub seconds: f64,
}

/// What one worker did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Worker {
    /// The number of workers of all processes.
    pub of: usize,
    /// States per block.
    pub size: u64,
    /// Bytes of its shard.
    pub bytes: u64,
    /// Letters that it sent.
    pub sent: u64,
    /// Letters that it heard from others.
    pub heard: u64,
    /// Cells that it decided by news.
    pub decided: u64,
    /// The most bytes of blocks and letters in memory.
    pub memory: u64,
    /// Rounds.
    pub rounds: u64,
    /// Epochs that it put away.
    pub epochs: u64,
    /// The epoch that it went on from, where one was.
    pub from: Option<u64>,
}

/// What a process did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Its workers: one, but where a cluster is tried in one process.
    pub workers: Vec<Worker>,
    /// Bytes that this process sent over sockets.
    pub bytes_sent: u64,
    /// Cells that play reaches, where only these were asked for.
    pub reached: Option<u64>,
    /// Seconds all together.
    pub seconds: f64,
}

impl Report {
    /// Returns the number of messages that the workers of this process received.
    pub fn heard(&self) -> u64 {
        self.workers.iter().map(|worker| worker.heard).sum()
    }
}

pub(crate) fn seconds(time: Duration) -> f64 {
    // Whole milliseconds, so that what is printed is short.
    time.as_millis() as f64 / 1000.0
}
