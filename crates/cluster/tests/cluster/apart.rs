//! A disk of each process's own, one of which is lost.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::common::{FILL, QUEENS, Subject, WALK, folder, limits, pursuit, subject};
use whowins_cluster::inside::Folder;
use whowins_cluster::{ClusterError, Place};
use whowins_engine::EngineError;
use whowins_engine::general::Want;
use whowins_tables::TableError;

/// The folder of a process.
fn disk(subject: &Subject, table: &Path, process: usize) -> PathBuf {
    let disks = subject.own.as_deref().expect("disks");
    Folder::own(disks, table, process).path
}

/// Works for some rounds, and is stopped; whether it was.
fn stopped(subject: &mut Subject, workers: usize, path: &Path, rounds: u64) -> bool {
    let limits = limits();
    let (stop, seen) = (limits.clone(), AtomicU64::new(0));
    subject.tell = Arc::new(move |_| {
        if seen.fetch_add(1, Relaxed) >= rounds {
            stop.budget.stop();
        }
    });
    let ended = subject.cluster(Place::Sockets(workers), path, &limits);
    subject.tell = Arc::new(|_| {});
    match ended {
        Ok(_) => false,
        Err(ClusterError::Table(TableError::Engine(EngineError::Stopped))) => true,
        Err(other) => panic!("{other}"),
    }
}

/// Tests that each disk in turn is lost, and the same or another number of processes resumes.
#[test]
fn any_one_disk_may_be_lost() {
    let folder = folder("apart");
    let map = pursuit(21);
    let mut losses = 0;
    for (number, (text, at, want)) in [
        (&map[..], "1,1 2,2", Want::Outcome),
        (&map[..], "1,1 2,2", Want::Remoteness),
        (WALK, "9,90", Want::Remoteness),
        (QUEENS, "333,299", Want::Outcome),
        (FILL, "..............", Want::Outcome),
    ]
    .into_iter()
    .enumerate()
    {
        let mut subject = subject(text, at, want);
        let wanted = subject.alone(&folder);
        subject.own = Some(folder.join(format!("disks-{number}")));
        subject.every = Duration::ZERO;
        let path = folder.join("cluster.wdb");
        let _ = fs::remove_file(&path);
        for (run, (workers, lost)) in [(3, 0), (3, 1), (3, 2), (3, 2), (2, 1), (4, 3)]
            .into_iter()
            .enumerate()
        {
            let run = run as u64;
            // The last goes on with another number than what was put away.
            if !stopped(&mut subject, workers, &path, if run == 0 { 1 } else { 0 }) {
                break;
            }
            let lost = disk(&subject, &path, lost);
            if lost.exists() {
                fs::remove_dir_all(lost).expect("it can be lost");
                losses += 1;
            }
        }
        if !path.exists() {
            let place = Place::Sockets(3);
            let (_, report) = subject.cluster(place, &path, &limits()).expect("built");
            assert!(report.workers[0].from > Some(0), "{text}");
        }
        assert!(fs::read(&path).expect("there") == wanted, "{text} {want:?}");
        // Nothing but a word is left on the disks of the others.
        for process in 1..3 {
            let left = fs::read_dir(disk(&subject, &path, process)).expect("there");
            let names: Vec<_> = left.flatten().map(|entry| entry.file_name()).collect();
            assert_eq!(names, ["whole"], "{names:?}");
        }
    }
    assert!(losses >= 10, "{losses}");
}

/// Each disk has the files of two; where both copies are gone it is said which.
#[test]
fn two_disks_lost_are_named() {
    let folder = folder("two");
    let mut subject = subject(WALK, "9,90", Want::Remoteness);
    subject.own = Some(folder.join("disks"));
    let path = folder.join("cluster.wdb");
    assert!(stopped(&mut subject, 4, &path, 2));
    let disks = folder.join("disks");
    let copy = folder.join("copy");
    let (one, next) = (disk(&subject, &path, 1), disk(&subject, &path, 2));
    // Each has its own list and that of the process before it.
    for (process, before) in [(0, 3), (1, 0), (2, 1), (3, 2)] {
        let left = fs::read_dir(disk(&subject, &path, process)).expect("there");
        let mut lists: Vec<String> = left
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name.starts_with("state-"))
            .map(|name| name.rsplit('-').next().unwrap_or_default().to_string())
            .collect();
        lists.sort();
        let mut wanted = [process.to_string(), before.to_string()];
        wanted.sort();
        assert_eq!(lists, wanted);
    }
    fs::create_dir_all(&copy).expect("made");
    fs::rename(&one, copy.join("1")).expect("lost");
    fs::rename(&next, copy.join("2")).expect("lost");
    let fault = subject
        .cluster(Place::Sockets(4), &path, &limits())
        .expect_err("lost");
    assert!(
        fault
            .to_string()
            .contains("no disk has the data of worker 1"),
        "{fault}"
    );
    // One of them comes back, with its copy.
    let _ = fs::remove_dir_all(&next);
    fs::rename(copy.join("2"), &next).expect("found");
    let (_, report) = subject
        .cluster(Place::Sockets(4), &path, &limits())
        .expect("built");
    assert!(report.workers[0].from > Some(0));
    assert!(fs::read(&path).expect("there") == subject.alone(&folder));
    assert!(disks.exists());
}

/// A list that was altered on one disk is taken from the other.
#[test]
fn an_altered_list_is_taken_from_its_copy() {
    let folder = folder("copies");
    let mut subject = subject(WALK, "9,90", Want::Outcome);
    let wanted = subject.alone(&folder);
    subject.own = Some(folder.join("disks"));
    let path = folder.join("cluster.wdb");
    assert!(stopped(&mut subject, 2, &path, 1));
    let own = disk(&subject, &path, 0);
    let lists = fs::read_dir(&own).expect("there").flatten();
    let list = lists
        .map(|entry| entry.path())
        .find(|path| {
            path.to_string_lossy().ends_with("-0") && path.to_string_lossy().contains("state-")
        })
        .expect("a list");
    let mut bytes = fs::read(&list).expect("there");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&list, bytes).expect("written");
    let (_, report) = subject
        .cluster(Place::Sockets(2), &path, &limits())
        .expect("built");
    assert!(report.workers[0].from > Some(0));
    assert!(fs::read(&path).expect("there") == wanted);
}
