//! A table built by a cluster: what a process does from the beginning to the end.

use std::fs;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::{CommunicationConfig, WorkerConfig};
use whowins_engine::Limits;
use whowins_engine::general::Reach;
use whowins_tables::{Build, Finished, finished, is_set, merge};

use crate::apart::{no_longer_whole, was_whole};
use crate::drive::{Job, drive};
use crate::ending::{end_in_order, end_with};
use crate::epoch::Folder;
use crate::hello::{Hello, Kind};
use crate::mesh::mesh;
use crate::pulse::Pulse;
use crate::report::{Event, Report, Worker, seconds};
use crate::wire::Wire;
use crate::{ClusterError, Hosts};

/// Where the workers are.
pub enum Place<'a> {
    /// Processes of a host file, of which this is one.
    Hosts {
        /// All of them.
        hosts: &'a Hosts,
        /// Which one this is.
        process: usize,
        /// How long to wait for the others.
        wait: Duration,
        /// After how long a silent one is taken for lost.
        silence: Duration,
    },
    /// Threads of this process, joined by sockets as processes are: a cluster inside one process,
    /// to try it.
    Sockets(usize),
}

/// A table to be built by a cluster.
pub struct Cluster<'a> {
    /// The table, as one machine would build it.
    pub build: &'a Build<'a>,
    /// Where the workers are.
    pub place: Place<'a>,
    /// States to a block, rounded up to whole blocks of the table's file; as large as leaves each
    /// worker 64 where nobody says.
    pub size: Option<u64>,
    /// A disk of each process's own, where it puts its work away and keeps a copy of the process
    /// before it; the table is made where process 0 is. One folder beside the table that all see,
    /// where there is none.
    pub own: Option<PathBuf>,
    /// Whether the table stays a folder of shards.
    pub shards: bool,
    /// Told how far all have come.
    pub tell: Arc<dyn Fn(&Event) + Send + Sync>,
    /// Told of callers that are refused, and of open ports.
    pub warn: &'a (dyn Fn(String) + Sync),
}

/// The folder in which the work on this table is put away.
pub fn folder_of(table: &Path) -> PathBuf {
    Folder::of(table).path
}

/// Builds the table with the others, or what is missing of it. Process 0 makes it one file; the
/// others come back with what they did.
///
/// # Errors
///
/// [`ClusterError`]; what was put away stays, and the same call goes on from there with any number
/// of processes. In a process of a host file a peer that is lost ends the process, with one
/// sentence and exit code 3.
pub fn build(
    cluster: &Cluster<'_>,
    path: &Path,
    limits: &Limits,
) -> Result<(Option<Finished>, Report), ClusterError> {
    let design = cluster.build.design(limits)?;
    let heading = design.heading.clone();
    if let Some(found) = finished(path, &heading)? {
        return Ok((Some(found), Report::default()));
    }
    if !design.region.inverts() {
        return Err(ClusterError::Input(
            "several processes need moves that can be walked backwards, and a move of this game \
             cannot; build it on one machine with `whowins build`"
                .into(),
        ));
    }
    let (process, processes) = match &cluster.place {
        Place::Hosts { hosts, process, .. } if *process >= hosts.all.len() => {
            return Err(ClusterError::Input(format!(
                "--process {process}: {} names {} hosts, so processes are called 0 to {}",
                hosts.name,
                hosts.all.len(),
                hosts.all.len() - 1
            )));
        }
        Place::Hosts { hosts, process, .. } => (*process, hosts.all.len()),
        Place::Sockets(_) => (0, 1),
    };
    let folder = match &cluster.own {
        None => Folder::of(path),
        Some(disk) => Folder::own(disk, path, process),
    };
    folder.make()?;
    let _lock = lock(&folder, process)?;
    if is_set(&folder.path) {
        let done = match process {
            0 => Some(put_together(cluster, &folder, path, limits)?),
            _ => None,
        };
        return Ok((done, Report::default()));
    }
    let start = Instant::now();
    let table = fingerprint(&serde_json::to_vec(&heading).unwrap_or_default());
    // On disks of their own they find out together which epoch is the last.
    let last = match cluster.own {
        None => folder.last(table)?,
        Some(_) => None,
    };
    let only = cluster.build.only;
    let only = only.map(|movers| Reach::of(&design.region, movers, limits));
    let only = only.transpose()?;
    let reached = only.as_ref().map(Reach::count);
    let taken = only.as_ref().map_or(0, Reach::bytes);
    let (number, sum) = last
        .as_ref()
        .map_or((0, 0), |(last, sum)| (last.number, *sum));
    let sent = Arc::new(AtomicU64::new(0));
    let mut own = limits.clone();
    own.budget.memory = own.budget.memory.saturating_sub(taken);
    let job = Job {
        design,
        want: cluster.build.want,
        only,
        limits: own,
        folder: folder.clone(),
        own: cluster.own.clone().map(|disk| (disk, path.to_path_buf())),
        table,
        every: cluster.build.save_every,
        size: cluster.size,
        from: last.map(|(last, _)| last),
        sent: Arc::clone(&sent),
        tell: Arc::clone(&cluster.tell),
        start,
    };
    let hello = Hello {
        processes: processes as u64,
        // Who has a disk of its own is of no use to those who share one.
        table: table ^ u64::from(cluster.own.is_some()),
        epoch: number,
        manifest: sum,
        from: process as u64,
        kind: Kind::Letters,
    };
    let done = match run(cluster, job, hello, &folder) {
        Err(ClusterError::Lost(_)) if was_whole(&folder, table) => {
            // Nobody came, since the table was whole when they were here last.
            return Ok((None, Report::default()));
        }
        done => done?,
    };
    let report = Report {
        workers: done,
        reached,
        bytes_sent: sent.load(Relaxed),
        seconds: seconds(start.elapsed()),
    };
    let table = match process {
        0 => {
            let mut made = put_together(cluster, &folder, path, limits)?;
            made.reached = reached;
            Some(made)
        }
        _ => None,
    };
    Ok((table, report))
}

/// One process at a time works on a process's files.
fn lock(folder: &Folder, process: usize) -> Result<fs::File, ClusterError> {
    let path = folder.path.join(format!("lock-{process}"));
    let open = || -> io::Result<Option<fs::File>> {
        let file = fs::File::create(&path)?;
        Ok(whowins_guard::locked(&file)?.then_some(file))
    };
    match open() {
        Ok(Some(file)) => Ok(file),
        Ok(None) => Err(ClusterError::Input(format!(
            "{}: another process {process} works on this table; end it, or name another file",
            path.display()
        ))),
        Err(error) => Err(ClusterError::Input(format!(
            "{}: the file cannot be written: {error}; name another table",
            path.display()
        ))),
    }
}

/// The table as one file, or as a folder of shards.
fn put_together(
    cluster: &Cluster<'_>,
    folder: &Folder,
    path: &Path,
    limits: &Limits,
) -> Result<Finished, ClusterError> {
    if !cluster.shards {
        let made = merge(&folder.path, path, limits)?;
        folder.remove();
        return Ok(made);
    }
    folder.leave_shards();
    fs::rename(&folder.path, path).map_err(|error| {
        ClusterError::Lost(format!(
            "{}: the folder cannot get the table's name: {error}; move it yourself",
            folder.path.display()
        ))
    })?;
    let design = cluster.build.design(limits)?;
    let found = finished(path, &design.heading)?;
    found.ok_or_else(|| ClusterError::Lost(format!("{}: the table is gone", path.display())))
}

/// FNV-1a (Fowler, Noll and Vo 1991): a fingerprint against mistakes, and not against intent.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn run(
    cluster: &Cluster<'_>,
    job: Job,
    hello: Hello,
    folder: &Folder,
) -> Result<Vec<Worker>, ClusterError> {
    let (hosts, process, wait, silence) = match &cluster.place {
        Place::Sockets(count) => return here(*count, Arc::new(job)),
        Place::Hosts {
            hosts,
            process,
            wait,
            silence,
        } => (hosts, process, wait, silence),
    };
    let me = *process;
    let meeting = mesh(hosts, hello, *wait, &job.sent, cluster.warn)?;
    no_longer_whole(folder);
    end_in_order(me);
    let silence = *silence;
    let pulse = Pulse::start(meeting.pulses, silence, move |other| {
        end_with(&format!(
            "process {me}: process {other} was silent for {} s, and is taken for lost",
            silence.as_secs_f32()
        ))
    });
    let done = one(meeting.wires, me, Arc::new(job));
    drop(pulse);
    done
}

/// One process with one worker, joined to the others by these sockets.
fn one(wires: Vec<Option<Wire>>, me: usize, job: Arc<Job>) -> Result<Vec<Worker>, ClusterError> {
    let lost = |error: String| ClusterError::Lost(format!("process {me}: {error}"));
    let (builders, guard): (Vec<AllocatorBuilder>, Box<dyn std::any::Any + Send>) =
        if wires.len() < 2 {
            CommunicationConfig::Thread.try_build().map_err(lost)?
        } else {
            let hooks = Hooks::default();
            let inside = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
            let made = initialize_networking_from_sockets(inside, wires, me, 1, hooks);
            let (builders, guard) = made.map_err(|error| lost(error.to_string()))?;
            let builders = builders.into_iter().map(AllocatorBuilder::Tcp);
            (builders.collect(), Box::new(guard))
        };
    work(builders, guard, job)
}

fn work(
    builders: Vec<AllocatorBuilder>,
    guard: Box<dyn std::any::Any + Send>,
    job: Arc<Job>,
) -> Result<Vec<Worker>, ClusterError> {
    let config = WorkerConfig::default();
    let guards =
        timely::execute::execute_from(builders, guard, config, move |worker| drive(worker, &job));
    let guards = guards.map_err(ClusterError::Lost)?;
    let done = guards.join().into_iter();
    done.map(|done| done.unwrap_or_else(|why| Err(ClusterError::Lost(why))))
        .collect()
}

/// Runs all workers in this process.
fn here(count: usize, job: Arc<Job>) -> Result<Vec<Worker>, ClusterError> {
    let wires = pairs(count, &job.sent).map_err(|error| {
        ClusterError::Lost(format!("sockets of this machine cannot be joined: {error}"))
    })?;
    std::thread::scope(|scope| {
        let running: Vec<_> = wires
            .into_iter()
            .enumerate()
            .map(|(me, wires)| {
                let job = Arc::clone(&job);
                scope.spawn(move || one(wires, me, job))
            })
            .collect();
        let lost = || Err(ClusterError::Lost("a thread was lost".into()));
        let done: Vec<_> = running
            .into_iter()
            .map(|running| running.join().unwrap_or_else(|_| lost()))
            .collect();
        let all: Result<Vec<Vec<Worker>>, _> = done.into_iter().collect();
        Ok(all?.concat())
    })
}

/// Sockets that join so many processes, all on the loopback address.
fn pairs(count: usize, sent: &Arc<AtomicU64>) -> io::Result<Vec<Vec<Option<Wire>>>> {
    let mut all: Vec<Vec<Option<Wire>>> = (0..count)
        .map(|_| (0..count).map(|_| None).collect())
        .collect();
    let listener = TcpListener::bind("127.0.0.1:0")?;
    for other in 1..count {
        let (before, rest) = all.split_at_mut(other);
        for (one, wires) in before.iter_mut().enumerate() {
            let near = TcpStream::connect(listener.local_addr()?)?;
            let (far, _) = listener.accept()?;
            near.set_nodelay(true)?;
            far.set_nodelay(true)?;
            wires[other] = Some(Wire::new(near, Arc::clone(sent)));
            rest[0][one] = Some(Wire::new(far, Arc::clone(sent)));
        }
    }
    Ok(all)
}
