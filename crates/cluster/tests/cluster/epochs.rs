//! Broken off, and gone on with by another number of processes.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::common::{FILL, QUEEN, QUEENS, SIDES, TAKE, WALK, folder, limits, pursuit, subject};
use whowins_cluster::inside::{Epoch, Folder};
use whowins_cluster::{ClusterError, Place};
use whowins_engine::EngineError;
use whowins_engine::general::Want;
use whowins_tables::TableError;

#[test]
fn another_number_of_processes_goes_on_to_the_same_bytes() {
    let folder = folder("epochs");
    let map = pursuit(21);
    let mut stops = 0;
    for (text, at) in [(WALK, "9,90"), (SIDES, "9,90"), (&map[..], "1,1 2,2")] {
        for want in [Want::Outcome, Want::Remoteness] {
            let mut subject = subject(text, at, want);
            let wanted = subject.alone(&folder);
            let path = folder.join("cluster.wdb");
            let _ = fs::remove_file(&path);
            let mut from = None;
            for (run, workers) in [2, 3, 1, 4, 2].into_iter().enumerate() {
                let limits = limits();
                // Each run but the last is asked to stop after some rounds.
                let rounds = Arc::new(AtomicU64::new(0));
                let (seen, stop) = (Arc::clone(&rounds), limits.clone());
                subject.tell = Arc::new(move |_| {
                    if run < 4 && seen.fetch_add(1, Relaxed) >= run as u64 {
                        stop.budget.stop();
                    }
                });
                match subject.cluster(Place::Sockets(workers), &path, &limits) {
                    Ok((_, report)) => {
                        assert_eq!(report.workers[0].from, from);
                        break;
                    }
                    Err(ClusterError::Table(TableError::Engine(EngineError::Stopped))) => {
                        stops += 1;
                    }
                    Err(other) => panic!("{other}"),
                }
                let last = epoch(&path);
                assert_eq!(last.workers, workers);
                assert!(from.is_none_or(|from| from < last.number));
                from = Some(last.number);
            }
            assert!(fs::read(&path).expect("there") == wanted, "{text} {want:?}");
            assert!(!whowins_cluster::folder_of(&path).exists());
        }
    }
    assert!(stops >= 12, "{stops}");
}

/// Tests that a table whose moves lower the number is resumed by another number of processes.
#[test]
fn falling_tables_are_resumed_by_another_number() {
    let folder = folder("falling");
    for (text, want, at) in [
        (TAKE, Want::Outcome, "79,79,79"),
        (TAKE, Want::Remoteness, "49,49,49"),
        (QUEEN, Want::Outcome, "49,49,49"),
        (QUEEN, Want::Remoteness, "39,39,39"),
        (QUEENS, Want::Outcome, "333,299"),
        (FILL, Want::Outcome, "............."),
        (FILL, Want::Remoteness, "............."),
    ] {
        let mut subject = subject(text, at, want);
        let wanted = subject.alone(&folder);
        let path = folder.join("cluster.wdb");
        let _ = fs::remove_file(&path);
        let mut stops = 0;
        for (run, workers) in [2, 3, 1, 4, 2].into_iter().enumerate() {
            let limits = limits();
            let stop = limits.clone();
            subject.tell = Arc::new(move |_| {
                if run < 4 {
                    stop.budget.stop();
                }
            });
            match subject.cluster(Place::Sockets(workers), &path, &limits) {
                Ok(_) => break,
                Err(ClusterError::Table(TableError::Engine(EngineError::Stopped))) => stops += 1,
                Err(other) => panic!("{other}"),
            }
        }
        assert!(stops > 0, "{text} {want:?}");
        assert!(fs::read(&path).expect("there") == wanted, "{text} {want:?}");
    }
}

/// The epoch that was put away last, whichever table it is of.
fn epoch(table: &std::path::Path) -> Epoch {
    let folder = Folder::of(table);
    let text = fs::read_to_string(folder.path.join("epoch")).expect("an epoch");
    let body = text.lines().next().expect("a line");
    serde_json::from_str(body).expect("an epoch")
}

#[test]
fn epochs_while_it_works_are_no_others_bytes() {
    let folder = folder("often");
    let mut subject = subject(WALK, "9,90", Want::Remoteness);
    let wanted = subject.alone(&folder);
    subject.every = Duration::ZERO;
    let path = folder.join("cluster.wdb");
    let (_, report) = subject
        .cluster(Place::Sockets(2), &path, &limits())
        .expect("built");
    assert!(report.workers[0].epochs > 0);
    assert!(fs::read(&path).expect("there") == wanted);
}

#[test]
fn what_was_put_away_and_altered_is_named() {
    let folder = folder("altered");
    let mut subject = subject(WALK, "9,90", Want::Outcome);
    let path = folder.join("cluster.wdb");
    let stopped = limits();
    let stop = stopped.clone();
    subject.tell = Arc::new(move |_| stop.budget.stop());
    subject
        .cluster(Place::Sockets(2), &path, &stopped)
        .expect_err("stopped");
    subject.tell = Arc::new(|_| {});
    let last = epoch(&path);
    let parts = Folder::of(&path);
    let state = parts.state(last.number, 1);
    let work = whowins_tables::beside(&parts.work(last.run, 0), ".work");
    for (file, words) in [
        (parts.path.join("epoch"), "altered"),
        (state.clone(), "worker 1 put away"),
        (work.clone(), "work"),
    ] {
        let whole = fs::read(&file).expect("there");
        let mut bytes = whole.clone();
        for byte in bytes.iter_mut().skip(16) {
            *byte ^= 0x10;
        }
        fs::write(&file, &bytes).expect("written");
        let fault = subject
            .cluster(Place::Sockets(3), &path, &limits())
            .expect_err("altered");
        assert!(fault.to_string().contains(words), "{fault}");
        fs::remove_file(&file).expect("there");
        if file != parts.path.join("epoch") {
            subject
                .cluster(Place::Sockets(2), &path, &limits())
                .expect_err("missing");
        }
        fs::write(&file, &whole).expect("written");
    }
    // Another table's folder is left alone.
    let mut other = crate::common::subject(WALK, "9,80", Want::Remoteness);
    other.tell = Arc::new(|_| {});
    let fault = other
        .cluster(Place::Sockets(2), &path, &limits())
        .expect_err("another");
    assert!(fault.to_string().contains("another table"), "{fault}");
    // Nothing was lost by all that.
    let (_, report) = subject
        .cluster(Place::Sockets(3), &path, &limits())
        .expect("built");
    assert_eq!(report.workers[0].from, Some(last.number));
    assert!(fs::read(&path).expect("there") == subject.alone(&folder));
}
