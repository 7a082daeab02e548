//! How far a cluster has come, and what it came to.

use std::time::Duration;

use serde::Serialize;

/// How far all together have come, at the end of a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Event {
    /// What is being done: `counting`, `decisive`, `seeding`, `draws` or `whole`.
    pub phase: &'static str,
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
    /// Bytes of blocks and letters in memory, of the worker that has most.
    pub memory: u64,
    /// The last whole epoch.
    pub epoch: u64,
    /// Seconds since the start.
    pub seconds: f64,
    /// Seconds that are left at this pace, where it can be said.
    pub left: Option<f64>,
    /// The letters that each worker has heard.
    pub workers: Vec<u64>,
}

/// What one worker did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Worker {
    /// Blocks of its own.
    pub blocks: u64,
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
    /// Steps of the frontier.
    pub steps: u64,
    /// Epochs that it put away.
    pub epochs: u64,
    /// The epoch that it went on from, where one was.
    pub from: Option<u64>,
    /// Seconds: moves counted.
    pub counting: f64,
    /// Seconds: news of wins and losses spread.
    pub decisive: f64,
    /// Seconds: draws looked up and spread.
    pub draws: f64,
    /// Seconds: letters sent and received.
    pub carrying: f64,
    /// Seconds: waiting for others.
    pub waiting: f64,
    /// Seconds: epochs put away.
    pub saving: f64,
    /// Seconds: the finished blocks written.
    pub writing: f64,
}

/// What a process did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Its workers: one, but where a cluster is tried in one process.
    pub workers: Vec<Worker>,
    /// How many workers all processes have.
    pub of: usize,
    /// States to a block.
    pub size: u64,
    /// How blocks were dealt out.
    pub dealing: &'static str,
    /// The epoch that was gone on from, where one was.
    pub from: Option<u64>,
    /// Cells decided by all, and by the busiest.
    pub decided: (u64, u64),
    /// Letters heard by all, and by the busiest.
    pub heard: (u64, u64),
    /// Bytes that this process sent over sockets.
    pub bytes_sent: u64,
    /// Bytes of this process's shards.
    pub bytes: u64,
    /// Cells that play reaches, where only these were asked for.
    pub reached: Option<u64>,
    /// Seconds all together.
    pub seconds: f64,
}

impl Report {
    /// How much more the busiest worker decided than the mean, in hundredths: 100 where all did the
    /// same.
    pub fn imbalance(&self) -> u64 {
        let (all, most) = self.decided;
        match all {
            0 => 100,
            _ => (u128::from(most) * 100 * self.of as u128 / u128::from(all)) as u64,
        }
    }
}

pub(crate) fn seconds(time: Duration) -> f64 {
    // Whole milliseconds, so that what is printed is short.
    time.as_millis() as f64 / 1000.0
}
