//! A worker: rounds of some steps each, at whose ends all are in step and no letter is under way
//! anywhere.
//!
//! In a round each works off what it has, sends what is for others, and waits until all that was
//! sent has arrived. Then all tell all a few numbers, and decide the same from them: whether the
//! level or the phase is over, whether it is time for an epoch, whether somebody failed. The tables
//! and boxes are the whole state then. Who wins needs no levels; with remoteness a level is over
//! when nobody has letters for it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use timely::worker::Worker as Timely;
use whowins_engine::general::{Begin, Depot, Go, Older, Part, Phase, Reach, Region, Share, Want};
use whowins_engine::{EngineError, Limits, Progress};
use whowins_guard::{Paused, pause};
use whowins_tables::{Design, Notes, WorkFile};

use crate::ClusterError;
use crate::apart::{self, Fresh, gather};
use crate::away::older;
use crate::ending::AGAIN;
use crate::epoch::{Epoch, Folder};
use crate::net::Net;
use crate::report::{Event, Worker, seconds};
use crate::said::{Said, sum};

/// Steps that a round has at most.
const SLICES: u64 = 16;
/// Steps whose letters may be under way.
const WINDOW: u64 = 2;
/// Letters that a worker sends in a step at most.
const CHUNK: u64 = 1 << 20;
/// Words of a message at most.
const BATCH: usize = 1 << 14;
/// Epochs take at most this part of the time.
const PART: u32 = 10;
/// Blocks that each worker has, if the table is large enough, so that none has much more work.
const BLOCKS_PER_WORKER: u64 = 64;
/// States per block at most: a block is processed without a look at the clock.
const MAX_BLOCK: u64 = 1 << 22;
/// A block takes at most this part of the memory.
const BLOCK_SHARE: u64 = 32;

/// Returns the number of states per block: the largest with [`BLOCKS_PER_WORKER`].
fn block_size(region: &Region, unit: u64, workers: usize, memory: u64) -> u64 {
    // Cells take two bytes, except for games with thousands of moves or levels.
    let fits = |size: u64| {
        size <= MAX_BLOCK
            && region.states().div_ceil(size) >= BLOCKS_PER_WORKER * workers as u64
            && size.saturating_mul(2 * region.players() as u64) <= memory / BLOCK_SHARE
    };
    let mut size = unit;
    while fits(2 * size) {
        size *= 2;
    }
    size
}

/// What all workers of a process are to do.
pub struct Job {
    /// The table.
    pub design: Design,
    /// What is to be found out.
    pub want: Want,
    /// Only these positions.
    pub only: Option<Reach>,
    /// Limits of each worker.
    pub limits: Limits,
    /// Where all is put away, or where process 0 puts it.
    pub folder: Folder,
    /// The disk of each process's own, and the table's name, where they have any.
    pub own: Option<(PathBuf, PathBuf)>,
    /// The fingerprint of the table.
    pub table: u64,
    /// Between two epochs.
    pub every: Duration,
    /// States to a block, where that was asked for.
    pub size: Option<u64>,
    /// The epoch to go on from.
    pub from: Option<Epoch>,
    /// Bytes sent over sockets.
    pub sent: Arc<AtomicU64>,
    /// Told how far all have come, by worker 0.
    pub tell: Arc<dyn Fn(&Event) + Send + Sync>,
    /// When it began.
    pub start: Instant,
}

impl Job {
    /// Where a worker puts its work away.
    pub fn folder_of(&self, worker: usize) -> Folder {
        match &self.own {
            None => self.folder.clone(),
            Some((disk, table)) => Folder::own(disk, table, worker),
        }
    }
}

/// How an attempt with cells of one width ended.
enum Attempt {
    /// All is written: the bytes of this worker's shard.
    Whole(u64),
    /// The cells are too narrow: again in wider ones, from here.
    Wider(Option<Epoch>),
}

/// A worker at work.
pub struct Drive<'d> {
    pub timely: &'d mut Timely,
    pub net: Net,
    pub job: &'d Job,
    pub limits: Limits,
    /// States to a block.
    pub size: u64,
    pub chunk: u64,
    pub batch: usize,
    /// Messages that are not full yet.
    pub out: Vec<Vec<u32>>,
    pub report: Worker,
    /// Why it is of no use any more.
    pub fault: Option<ClusterError>,
    /// Why it is to stop.
    pub stop: Option<EngineError>,
    /// Until what is finished is put away nobody is to end the process.
    pub paused: Option<Paused>,
}

/// Works until the worker's shard is whole.
pub fn drive(timely: &mut Timely, job: &Job) -> Result<Worker, ClusterError> {
    let mut net = Net::new(timely);
    let memory = job.limits.budget.memory;
    let memory = net.tell(timely, &[memory]).iter().map(|said| said[0]).min();
    let memory = memory.unwrap_or(0);
    let (region, unit) = (&job.design.region, job.design.heading.block);
    let workers = net.workers;
    let (from, lost) = match &job.own {
        None => (job.from.clone(), false),
        Some(_) => {
            let found = gather(&mut net, timely, job)?;
            (found.epoch, found.lost)
        }
    };
    let size = from.as_ref().map(|from| from.size).or(job.size);
    let size = match size {
        // The file's blocks are not cut.
        Some(size) => size.max(1).next_multiple_of(unit),
        None => block_size(region, unit, workers, memory),
    };
    // A receiver may get what all others send in the steps of a window, and all that in an eighth
    // of its memory.
    let chunk = memory / (8 * 4 * WINDOW * workers as u64);
    let mut limits = job.limits.clone();
    limits.progress = Arc::new(Progress::default());
    let chunk = chunk.clamp(1 << 12, CHUNK);
    let mut drive = Drive {
        timely,
        job,
        limits,
        size,
        chunk,
        batch: (chunk as usize / workers).clamp(1 << 9, BATCH),
        out: vec![Vec::new(); workers],
        net,
        report: Worker {
            size,
            of: workers,
            ..Worker::default()
        },
        fault: None,
        stop: None,
        paused: None,
    };
    drive.all(from, lost)
}

impl Drive<'_> {
    fn all(&mut self, mut from: Option<Epoch>, mut lost: bool) -> Result<Worker, ClusterError> {
        self.report.from = from.as_ref().map(|from| from.number);
        let mut run = from.as_ref().map_or(0, |from| from.run) + 1;
        let least = match self.job.want {
            Want::Outcome => 1,
            Want::Remoteness => 2,
        };
        let mut width = from.as_ref().map_or(least, |from| from.width);
        loop {
            match self.attempt(width, run, from, lost)? {
                Attempt::Whole(bytes) => {
                    self.report.bytes = bytes;
                    return Ok(std::mem::take(&mut self.report));
                }
                Attempt::Wider(epoch) => {
                    width *= 2;
                    run += 1;
                    from = epoch;
                    if self.job.own.is_some() {
                        // Others may have got blocks of what was put away.
                        let found = gather(&mut self.net, self.timely, self.job)?;
                        (from, lost) = (found.epoch, found.lost);
                    }
                }
            }
        }
    }

    /// All fail together where one does, each with what it knows.
    pub fn agree(&mut self, own: Result<(), ClusterError>) -> Result<(), ClusterError> {
        apart::agree(&mut self.net, self.timely, own)
    }

    fn attempt(
        &mut self,
        width: u8,
        run: u64,
        mut from: Option<Epoch>,
        lost: bool,
    ) -> Result<Attempt, ClusterError> {
        let files = self
            .job
            .folder_of(self.net.worker)
            .work(run, self.net.worker);
        let files = WorkFile::new(&files, Notes::default());
        let depot = Fresh::new(&files);
        let limits = self.limits.clone();
        let begun = self.begin(width, from.as_ref(), &depot, &limits);
        let (part, own) = match begun {
            Ok(part) => (part, Ok(())),
            Err(error) => (None, Err(error)),
        };
        self.agree(own)?;
        let narrow = self.net.tell(self.timely, &[u64::from(part.is_none())]);
        let Some(mut part) = part.filter(|_| narrow.iter().all(|said| said[0] == 0)) else {
            return Ok(Attempt::Wider(from));
        };
        let part = &mut *part;
        let mut saved = Instant::now();
        // Where a disk was lost all have a copy soon again.
        let mut gap = if lost { Duration::ZERO } else { self.job.every };
        loop {
            let (busy, narrow) = self.round(part);
            let due = self.net.worker == 0 && saved.elapsed() >= gap;
            let all = self.say(part, busy, narrow, due);
            if let Some(fault) = self.fault.take() {
                return Err(fault);
            }
            if let Some(other) = all.iter().position(|said| said.failed) {
                return Err(apart::failed(self.net.worker, other));
            }
            if all.iter().any(|said| said.narrow) {
                return Ok(Attempt::Wider(from));
            }
            let over = match part.phase().0 {
                Phase::Counting | Phase::Seeding => all.iter().all(|said| !said.busy),
                Phase::Decisive | Phase::Draws => sum(&all, |said| said.now) == 0,
                Phase::Whole => false,
            };
            if over {
                part.next(sum(&all, |said| said.later) > 0);
            }
            let stopped = all.iter().position(|said| said.stop);
            let whole = part.phase().0 == Phase::Whole;
            let narrow = part.is_narrow();
            let due = all.iter().any(|said| said.due);
            // What took longer than an epoch is not done twice.
            let worth = whole && from.is_some();
            if due || stopped.is_some() || narrow || worth {
                let began = Instant::now();
                from = Some(self.put_away(part, &depot, width, run, from.as_ref())?);
                let took = began.elapsed();
                gap = self.job.every.max(took * (PART - 1));
                saved = Instant::now();
            }
            self.event(part, &all, from.as_ref());
            if let Some(stopped) = stopped {
                return Err(self.stopped(stopped));
            }
            if narrow {
                return Ok(Attempt::Wider(from));
            }
            if whole {
                self.report.decided = part.decided();
                return self.write(part).map(Attempt::Whole);
            }
        }
    }

    fn stopped(&mut self, by: usize) -> ClusterError {
        match self.stop.take() {
            Some(error) => error.into(),
            None => ClusterError::Lost(format!(
                "process {} ended, since process {by} was stopped; {AGAIN}",
                self.net.worker
            )),
        }
    }

    fn begin<'p>(
        &self,
        width: u8,
        from: Option<&Epoch>,
        depot: &'p dyn Depot,
        limits: &'p Limits,
    ) -> Result<Option<Box<dyn Part + 'p>>, ClusterError>
    where
        Self: 'p,
    {
        let job: &Job = self.job;
        let put_away = match from {
            None => Vec::new(),
            Some(epoch) => older(&job.folder_of(self.net.worker), epoch, job.own.is_some())?,
        };
        let older: Vec<Older<'_>> = put_away
            .iter()
            .map(|(bytes, depot)| Older { bytes, depot })
            .collect();
        let begin = Begin {
            region: &job.design.region,
            want: job.want,
            only: job.only.as_ref(),
            share: Share {
                worker: self.net.worker,
                workers: self.net.workers,
            },
            unit: job.design.heading.block,
            size: self.size,
            width,
            limits,
            depot,
        };
        Ok(begin.part(&older)?)
    }

    /// Some steps, and all that was sent heard by whom it was for. Whether there was anything to
    /// do, and whether cells are too narrow for it.
    fn round(&mut self, part: &mut dyn Part) -> (bool, bool) {
        let (busy, mut narrow) = self.slices(part);
        while self.fault.is_none() && !narrow && part.leaving() > 0 {
            self.carry(part);
        }
        self.flush();
        self.net.end_round();
        self.report.rounds += 1;
        // Where levels do not matter, what comes in meanwhile is worked off meanwhile.
        let levels = self.job.want == Want::Remoteness;
        let at_once = !levels && matches!(part.phase().0, Phase::Decisive | Phase::Draws);
        while self.net.is_under_way() {
            self.drain(part);
            // Whoever is asked to stop meanwhile is not ended before all are.
            if self.is_sound() && at_once && !narrow {
                let (some, too_narrow) = self.go(part);
                narrow |= too_narrow;
                if some {
                    self.timely.step();
                    continue;
                }
            }
            self.net.wait(self.timely);
        }
        self.drain(part);
        (busy, narrow)
    }

    /// Up to [`SLICES`] steps. Returns whether there was work, and whether cells are too narrow.
    fn slices(&mut self, part: &mut dyn Part) -> (bool, bool) {
        let (mut busy, mut narrow) = (true, false);
        for _ in 0..SLICES {
            if narrow || !busy || !self.is_sound() {
                break;
            }
            (busy, narrow) = self.go(part);
            while self.fault.is_none() && part.leaving() >= self.chunk {
                self.carry(part);
            }
            self.step(part);
        }
        (busy, narrow)
    }

    /// Sends messages that are not full.
    fn flush(&mut self) {
        for to in 0..self.out.len() {
            if !self.out[to].is_empty() {
                let words = std::mem::take(&mut self.out[to]);
                self.net.send(to, words);
            }
        }
    }

    /// Whether it goes on: nothing failed, and nobody asked it to stop.
    fn is_sound(&mut self) -> bool {
        if let Err(error) = self.limits.check() {
            self.paused.get_or_insert_with(pause);
            self.stop.get_or_insert(error);
        }
        self.fault.is_none() && self.stop.is_none()
    }

    fn go(&mut self, part: &mut dyn Part) -> (bool, bool) {
        match part.go() {
            Ok(Go::Busy) => (true, false),
            Ok(Go::Idle) => (false, false),
            Ok(Go::Narrow) => (false, true),
            Err(error) => {
                self.fault = Some(error.into());
                (false, false)
            }
        }
    }

    /// Begins the next step, and waits until at most [`WINDOW`] steps are in transit.
    fn step(&mut self, part: &mut dyn Part) {
        self.net.advance(self.timely);
        self.drain(part);
        while self.net.is_behind(WINDOW) {
            self.is_sound();
            self.net.wait(self.timely);
            self.drain(part);
        }
    }

    /// Sends some of the letters for others.
    fn carry(&mut self, part: &mut dyn Part) {
        let Self {
            net,
            out,
            batch,
            report,
            ..
        } = self;
        let batch = *batch;
        let sent = part.send(self.chunk, &mut |to, block, run| {
            report.sent += run.len() as u64;
            let mut rest = run;
            while !rest.is_empty() {
                let words = &mut out[to];
                if words.len() + 3 > batch {
                    net.send(to, std::mem::take(words));
                }
                if words.capacity() == 0 {
                    words.reserve_exact(batch);
                }
                let (some, more) = rest.split_at(rest.len().min(batch - words.len() - 2));
                words.extend([block, some.len() as u32]);
                words.extend(some);
                rest = more;
            }
        });
        if let Err(error) = sent {
            self.fault = Some(error.into());
        }
        self.step(part);
    }

    /// Puts what came into the boxes.
    fn drain(&mut self, part: &mut dyn Part) {
        while let Some(letters) = self.net.receive() {
            if self.fault.is_some() {
                continue;
            }
            let mut known = true;
            let heard = letters.runs(|block, run| {
                self.report.heard += run.len() as u64;
                known &= part.hear(block, run)?;
                Ok::<_, EngineError>(())
            });
            self.fault = match heard {
                Ok(true) if known => None,
                Ok(_) => Some(ClusterError::Lost(format!(
                    "process {} got letters for blocks that it does not have",
                    self.net.worker
                ))),
                Err(error) => Some(error.into()),
            };
        }
        self.report.memory = self.report.memory.max(part.bytes().0);
    }

    /// Tells all others how it stands, and hears how they do.
    fn say(&mut self, part: &dyn Part, busy: bool, narrow: bool, due: bool) -> Vec<Said> {
        let (now, later) = part.waiting();
        self.report.memory = self.report.memory.max(part.bytes().0);
        let said = Said {
            now,
            later,
            busy,
            narrow,
            due,
            stop: self.stop.is_some(),
            failed: self.fault.is_some(),
            counted: self.limits.progress.so_far().0,
            decided: part.decided(),
            sent: self.report.sent,
        };
        let all = self.net.tell(self.timely, &said.numbers());
        all.iter().map(|said| Said::of(said)).collect()
    }

    /// Tells how far all have come.
    fn event(&mut self, part: &dyn Part, all: &[Said], epoch: Option<&Epoch>) {
        if self.net.worker > 0 {
            return;
        }
        let heading = &self.job.design.heading;
        let (phase, level) = part.phase();
        let cells = heading.states.saturating_mul(heading.players as u64);
        let decided = sum(all, |said| said.decided);
        let done = match phase {
            Phase::Counting => sum(all, |said| said.counted).min(heading.states),
            _ => heading.states + decided.min(cells),
        };
        let progress = &self.job.limits.progress;
        progress.start(heading.states.saturating_add(cells));
        progress.add(done);
        (self.job.tell)(&Event {
            phase: format!("{phase:?}").to_lowercase(),
            level,
            round: self.report.rounds,
            decided,
            cells,
            waiting: sum(all, |said| said.now + said.later),
            sent: sum(all, |said| said.sent),
            bytes_sent: self.job.sent.load(Relaxed),
            memory: self.report.memory,
            epoch: epoch.map_or(0, |epoch| epoch.number),
            seconds: seconds(self.job.start.elapsed()),
        });
    }
}
