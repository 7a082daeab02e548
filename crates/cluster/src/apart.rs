//! Each process on a disk of its own, with a copy of what it puts away at the next process.
//!
//! At an epoch each sends the next one the records that are new since the epoch before, and the
//! list of all. Each disk has the files of two workers then, so that any one disk may be lost. Who
//! begins again finds out first who has which files of the last whole epoch, and those who lack
//! some that they need get them from who has them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use timely::worker::Worker as Timely;
use whowins_engine::EngineError;
use whowins_engine::general::{Depot, Slot};
use whowins_guard::Writer;
use whowins_tables::{OldWork, beside, shard_of};

use crate::ClusterError;
use crate::drive::Job;
use crate::ending::AGAIN;
use crate::epoch::{Epoch, Folder};
use crate::net::Net;
use crate::ship::{Kind, Piece, ship, some_of};

/// Bytes of a work file before its first record.
const BEFORE: u64 = 15;
/// Where a process says that the table was whole: the others need not come again.
const WHOLE: &str = "whole";

/// A depot that knows which records are new since the last epoch.
pub struct Fresh<'a> {
    depot: &'a dyn Depot,
    /// By their place in the file.
    new: Mutex<BTreeMap<u64, Slot>>,
}

impl<'a> Fresh<'a> {
    /// Wraps a depot without new records.
    pub fn new(depot: &'a dyn Depot) -> Self {
        Self {
            depot,
            new: Mutex::default(),
        }
    }

    fn records(&self) -> MutexGuard<'_, BTreeMap<u64, Slot>> {
        self.new.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the new records, and forgets them.
    pub fn take(&self) -> Vec<Slot> {
        std::mem::take(&mut *self.records()).into_values().collect()
    }
}

impl Depot for Fresh<'_> {
    fn put(&self, bytes: &[u8]) -> Result<Slot, EngineError> {
        let slot = self.depot.put(bytes)?;
        self.records().insert(slot.place, slot);
        Ok(slot)
    }

    fn get(&self, slot: Slot) -> Result<Vec<u8>, EngineError> {
        self.depot.get(slot)
    }

    fn release(&self, slot: Slot) {
        self.records().remove(&slot.place);
        self.depot.release(slot);
    }

    fn sync(&self) -> Result<(), EngineError> {
        self.depot.sync()
    }

    fn saved(&self) {
        self.depot.saved();
    }

    fn begin(&self, slots: &[Slot]) -> Result<bool, EngineError> {
        self.take();
        self.depot.begin(slots)
    }
}

/// All fail together where one does, each with what it knows.
pub fn agree(
    net: &mut Net,
    timely: &mut Timely,
    own: Result<(), ClusterError>,
) -> Result<(), ClusterError> {
    let all = net.tell(timely, &[u64::from(own.is_err())]);
    own?;
    match all.iter().position(|said| said[0] != 0) {
        None => Ok(()),
        Some(other) => Err(failed(net.worker, other)),
    }
}

/// What is said where another process failed.
pub fn failed(me: usize, other: usize) -> ClusterError {
    ClusterError::Lost(format!(
        "process {me} ended, since process {other} failed, which says why; {AGAIN}"
    ))
}

/// Sends files, and fails at all processes if one fails.
fn send(
    net: &mut Net,
    timely: &mut Timely,
    folder: &Folder,
    pieces: impl Iterator<Item = io::Result<Piece>>,
    whole: bool,
    named: &dyn Fn(Kind, usize) -> PathBuf,
) -> Result<(), ClusterError> {
    let sent = ship(net, timely, pieces, whole, named).map_err(|error| {
        ClusterError::Lost(format!(
            "{}: copies of files cannot be made: {error}; free some space, and {AGAIN}",
            folder.path.display()
        ))
    });
    agree(net, timely, sent)
}

/// Where the files of an epoch lie.
fn places<'f>(folder: &'f Folder, run: u64, number: u64) -> impl Fn(Kind, usize) -> PathBuf + 'f {
    move |kind, worker| match kind {
        Kind::Work => work_of(folder, run, worker),
        Kind::State => folder.state(number, worker),
        Kind::Shard => shard_of(&folder.path, worker),
    }
}

fn work_of(folder: &Folder, run: u64, worker: usize) -> PathBuf {
    beside(&folder.work(run, worker), ".work")
}

fn length(path: &Path) -> io::Result<u64> {
    Ok(fs::metadata(path)?.len())
}

/// A file for another process.
fn whole(
    path: PathBuf,
    to: usize,
    kind: Kind,
    worker: usize,
) -> impl Iterator<Item = io::Result<Piece>> {
    let (bytes, fault) = match length(&path) {
        Ok(length) => (length, None),
        Err(error) => (0, Some(Err(error))),
    };
    let piece = move |some: io::Result<(u64, Vec<u8>)>| {
        some.map(|(place, bytes)| Piece {
            to,
            kind,
            worker,
            place,
            bytes,
        })
    };
    fault.into_iter().chain(some_of(&path, 0, bytes).map(piece))
}

/// Sends the next process the records that are new, and the list of all.
pub fn copy(
    net: &mut Net,
    timely: &mut Timely,
    folder: &Folder,
    new: &[Slot],
    run: u64,
    number: u64,
) -> Result<(), ClusterError> {
    let (me, many) = (net.worker, net.workers);
    let to = (me + 1) % many;
    let path = work_of(folder, run, me);
    let head = (0, BEFORE);
    let records = new.iter().map(|slot| (slot.place, u64::from(slot.length)));
    let records = std::iter::once(head)
        .chain(records)
        .flat_map(|(place, length)| {
            some_of(&path, place, length).map(|some| {
                some.map(|(place, bytes)| Piece {
                    to,
                    kind: Kind::Work,
                    worker: me,
                    place,
                    bytes,
                })
            })
        });
    let list = whole(folder.state(number, me), to, Kind::State, me);
    // One alone has nobody who could keep a copy.
    let pieces = records.chain(list).take_while(|_| many > 1);
    send(
        net,
        timely,
        folder,
        pieces,
        false,
        &places(folder, run, number),
    )
}

/// Sends process 0 the finished blocks.
pub fn send_shards(
    net: &mut Net,
    timely: &mut Timely,
    folder: &Folder,
) -> Result<(), ClusterError> {
    let me = net.worker;
    let own = (me > 0).then(|| whole(shard_of(&folder.path, me), 0, Kind::Shard, me));
    let pieces = own.into_iter().flatten();
    send(net, timely, folder, pieces, true, &places(folder, 0, 0))
}

/// What is there of the last whole epoch.
pub struct Found {
    /// The epoch.
    pub epoch: Option<Epoch>,
    /// Whether somebody lacked files of its own.
    pub lost: bool,
}

/// Finds out which epoch is the last whole one, and gets what is needed of it and is not here.
pub fn gather(net: &mut Net, timely: &mut Timely, job: &Job) -> Result<Found, ClusterError> {
    let me = net.worker;
    let folder = job.folder_of(me);
    let own = folder.make().and_then(|()| folder.last(job.table));
    let (own, fault) = match own {
        Ok(own) => (own, Ok(())),
        Err(error) => (None, Err(error)),
    };
    agree(net, timely, fault)?;
    let number = own.as_ref().map_or(0, |(epoch, _)| epoch.number);
    let sum = own.as_ref().map_or(0, |(_, sum)| *sum);
    // It was named when all had all of it, so the highest is whole, even where somebody did not
    // come to name it.
    let said = net.tell(timely, &[number, sum]);
    let best = said.iter().map(|said| said[0]).max().unwrap_or(0);
    if best == 0 {
        return Ok(Found {
            epoch: None,
            lost: false,
        });
    }
    let holders = (0..said.len()).filter(|worker| said[*worker][0] == best);
    let holders: Vec<usize> = holders.collect();
    if holders
        .iter()
        .any(|holder| said[*holder][1] != said[holders[0]][1])
    {
        return Err(ClusterError::Input(format!(
            "the disks have different epochs {best}: they are of different runs; remove the folders, and the table is built from the beginning"
        )));
    }
    // Whoever has it tells the others.
    let told = match holders[0] == me {
        true => serde_json::to_vec(&own.map(|(epoch, _)| epoch)).unwrap_or_default(),
        false => Vec::new(),
    };
    let told: Vec<u64> = told.into_iter().map(u64::from).collect();
    let heard = net.tell(timely, &told).swap_remove(holders[0]);
    let text: Vec<u8> = heard.into_iter().map(|byte| byte as u8).collect();
    let epoch: Option<Epoch> = serde_json::from_slice(&text).unwrap_or_default();
    let Some(epoch) = epoch else {
        return Err(ClusterError::Lost(format!(
            "the last epoch could not be sent; {AGAIN}"
        )));
    };
    let named = places(&folder, epoch.run, epoch.number);
    let has = |kind: Kind, worker: usize| {
        let path = named(kind, worker);
        u64::from(match kind {
            Kind::State => {
                let sum = epoch.sums.get(worker);
                fs::read(path).is_ok_and(|bytes| Some(&crc32fast::hash(&bytes)) == sum)
            }
            _ => OldWork::open(&path).is_ok(),
        })
    };
    let many = epoch.workers;
    let own: Vec<u64> = (0..2 * many)
        .map(|at| has([Kind::State, Kind::Work][at / many], at % many))
        .collect();
    let there = net.tell(timely, &own);
    // With the same shares, each process needs only its own files: messages for others were sent
    // before the epoch.
    let all = many != net.workers;
    let mut pieces: Vec<(usize, Kind, usize)> = Vec::new();
    for worker in 0..many {
        for (kind, at) in [(Kind::State, worker), (Kind::Work, many + worker)] {
            let holds = |process: &usize| there[*process][at] != 0;
            // Rather from whose it is.
            let process = (worker < net.workers && holds(&worker)).then_some(worker);
            let process = process.or_else(|| (0..net.workers).find(holds));
            let needs = |process: &usize| !holds(process) && (all || *process == worker);
            let needed = (0..net.workers).filter(needs);
            match process {
                Some(process) if process == me => {
                    pieces.extend(needed.map(|to| (to, kind, worker)));
                }
                Some(_) => {}
                None => {
                    return Err(ClusterError::Input(format!(
                        "no disk has the data of worker {worker}, neither its own nor the next one's. Either two disks were lost, or the hosts have another order; put one back, or remove the folders to build the table from the beginning"
                    )));
                }
            }
        }
    }
    let pieces = pieces
        .into_iter()
        .flat_map(|(to, kind, worker)| whole(named(kind, worker), to, kind, worker));
    send(net, timely, &folder, pieces, true, &named)?;
    let lacks = |worker: usize| there[worker][worker] == 0 || there[worker][many + worker] == 0;
    let lost = (0..many.min(net.workers)).any(lacks) || many > net.workers;
    drop(named);
    Ok(Found {
        epoch: Some(epoch),
        lost,
    })
}

/// Says on a disk that the table was whole.
pub fn say_whole(folder: &Folder, table: u64) {
    let text = format!("{table:016x}\n");
    let _ = Writer::write(&folder.path.join(WHOLE), text.as_bytes());
}

/// Whether the table was whole when this disk saw it last.
pub fn was_whole(folder: &Folder, table: u64) -> bool {
    let text = fs::read_to_string(folder.path.join(WHOLE));
    text.is_ok_and(|text| text == format!("{table:016x}\n"))
}

/// It is being built again.
pub fn no_longer_whole(folder: &Folder) {
    let _ = fs::remove_file(folder.path.join(WHOLE));
}
