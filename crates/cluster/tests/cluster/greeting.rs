//! Who is let in: processes of the same cluster, and nobody else.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use whowins_cluster::inside::{DAMAGED, Hello, Kind, Wire, mesh};
use whowins_cluster::{ClusterError, Hosts};

/// Host lines with ports that were free a moment ago, below those that are given to outgoing calls.
fn hosts(count: usize) -> Hosts {
    static NEXT: std::sync::atomic::AtomicU16 = std::sync::atomic::AtomicU16::new(0);
    let mut lines = String::new();
    let mut held = Vec::new();
    while held.len() < count {
        let more = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let port = 20_000 + ((std::process::id() as u16).wrapping_mul(37) % 10_000 + more) % 12_000;
        if let Ok(socket) = TcpListener::bind(("127.0.0.1", port)) {
            lines += &format!("127.0.0.1:{port}\n");
            held.push(socket);
        }
    }
    Hosts::parse("hosts", &lines).expect("sound")
}

fn hello(processes: usize, from: usize) -> Hello {
    Hello {
        processes: processes as u64,
        table: 17,
        epoch: 3,
        manifest: 5,
        from: from as u64,
        kind: Kind::Letters,
    }
}

fn meet(
    hosts: &Hosts,
    hello: Hello,
    wait: u64,
    warned: &Mutex<Vec<String>>,
) -> Result<usize, ClusterError> {
    let warn = |what: String| warned.lock().expect("no panic").push(what);
    let sent = Arc::new(AtomicU64::new(0));
    let met = mesh(hosts, hello, Duration::from_millis(wait), &sent, &warn)?;
    Ok(met.wires.iter().flatten().count() + met.pulses.len())
}

#[test]
fn all_meet_whoever_comes_first() {
    let hosts = hosts(4);
    let warned = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let all: Vec<_> = [2, 0, 3, 1]
            .map(|number| {
                let (hosts, warned) = (&hosts, &warned);
                scope.spawn(move || {
                    std::thread::sleep(Duration::from_millis(20 * number as u64));
                    (number, meet(hosts, hello(4, number), 20_000, warned))
                })
            })
            .into_iter()
            .map(|thread| thread.join().expect("no panic"))
            .collect();
        for (number, met) in all {
            // Three others, and a pulse: with process 0, or of that with each.
            assert_eq!(met.expect("met"), if number == 0 { 6 } else { 4 });
        }
    });
    assert_eq!(*warned.lock().expect("no panic"), Vec::<String>::new());
}

#[test]
fn a_peer_of_another_cluster_is_refused_by_both_and_the_right_one_may_still_come() {
    for (what, other) in [
        (
            "another table",
            Hello {
                table: 18,
                ..hello(2, 1)
            },
        ),
        (
            "epoch",
            Hello {
                epoch: 4,
                ..hello(2, 1)
            },
        ),
        (
            "epoch",
            Hello {
                manifest: 4,
                ..hello(2, 1)
            },
        ),
        (
            "host file",
            Hello {
                processes: 3,
                ..hello(2, 1)
            },
        ),
    ] {
        let hosts = hosts(2);
        let warned = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            let first = scope.spawn(|| meet(&hosts, hello(2, 0), 20_000, &warned));
            let refused = meet(&hosts, other, 5_000, &Mutex::default()).expect_err("refused");
            assert!(refused.to_string().contains(what), "{refused}");
            assert!(matches!(refused, ClusterError::Input(_)));
            meet(&hosts, hello(2, 1), 5_000, &Mutex::default()).expect("met");
            assert_eq!(first.join().expect("no panic").expect("met"), 2);
        });
        let warned = warned.into_inner().expect("no panic");
        assert_eq!(warned.len(), 1);
        assert!(
            warned[0].contains(what) && warned[0].contains("refused"),
            "{warned:?}"
        );
    }
}

#[test]
fn strangers_are_refused_and_who_does_not_come_is_named() {
    let hosts = hosts(2);
    let warned = Mutex::new(Vec::new());
    let lost = std::thread::scope(|scope| {
        let first = scope.spawn(|| meet(&hosts, hello(2, 0), 700, &warned));
        let mut stranger = loop {
            match TcpStream::connect(&hosts.all[0].call) {
                Ok(socket) => break socket,
                Err(_) => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        stranger
            .write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            .expect("sent");
        let mut answer = Vec::new();
        let _ = stranger.read_to_end(&mut answer);
        assert_eq!(answer, b"");
        first.join().expect("no panic").expect_err("nobody came")
    });
    let text = lost.to_string();
    assert!(
        text.contains("process 1") && text.contains("1 callers were refused"),
        "{text}"
    );
    assert!(matches!(lost, ClusterError::Lost(_)));
    assert!(warned.into_inner().expect("no panic")[0].contains("a process of a cluster"));
    // Nobody listens there.
    let began = Instant::now();
    let lost = meet(&hosts, hello(2, 1), 200, &Mutex::default()).expect_err("nobody is there");
    assert!(lost.to_string().contains("did not answer"), "{lost}");
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_port_in_use_is_named_with_its_line() {
    let hosts = hosts(2);
    let _taken = TcpListener::bind(&hosts.all[1].call).expect("free");
    let fault = meet(&hosts, hello(2, 1), 200, &Mutex::default()).expect_err("taken");
    let text = fault.to_string();
    assert!(
        text.starts_with("hosts, line 2: process 1 cannot listen"),
        "{text}"
    );
    assert!(text.contains("another port"), "{text}");
}

#[test]
fn callers_that_say_nothing_hold_up_nobody() {
    let hosts = hosts(2);
    let warned = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let first = scope.spawn(|| meet(&hosts, hello(2, 0), 60_000, &warned));
        let idle: Vec<TcpStream> = (0..20)
            .map(|_| {
                loop {
                    match TcpStream::connect(&hosts.all[0].call) {
                        Ok(socket) => break socket,
                        Err(_) => std::thread::sleep(Duration::from_millis(5)),
                    }
                }
            })
            .collect();
        // Greeted one after the other, they would take 40 seconds.
        meet(&hosts, hello(2, 1), 10_000, &Mutex::default()).expect("met");
        assert_eq!(first.join().expect("no panic").expect("met"), 2);
        drop(idle);
    });
}

#[test]
fn damaged_bytes_are_refused_before_the_dataflow_reads_them() {
    let pair = || {
        let listener = TcpListener::bind("127.0.0.1:0").expect("free");
        let near = TcpStream::connect(listener.local_addr().expect("bound")).expect("joined");
        (near, listener.accept().expect("joined").0)
    };
    let wire = |socket| Wire::new(socket, Arc::new(AtomicU64::new(0)));
    let message: Vec<u8> = (0..3_000_000_u32)
        .map(|at| (at.wrapping_mul(at) >> 7) as u8)
        .collect();
    // What goes over the net for a short message.
    let (near, mut far) = pair();
    wire(near).write_all(&message[..1000]).expect("sent");
    let mut sent = Vec::new();
    far.read_to_end(&mut sent).expect("read");
    for at in 0..sent.len() {
        let mut damaged = sent.clone();
        damaged[at] ^= 1 << (at % 8);
        let (mut near, far) = pair();
        near.write_all(&damaged).expect("sent");
        drop(near);
        let mut heard = Vec::new();
        let error = wire(far).read_to_end(&mut heard).expect_err("refused");
        assert_eq!(heard, b"", "byte {at}");
        assert_eq!(error.to_string(), DAMAGED, "byte {at}");
    }
    // A long message comes as it was sent, and its end is one.
    let (near, far) = pair();
    std::thread::scope(|scope| {
        let message = &message;
        scope.spawn(move || wire(near).write_all(message).expect("sent"));
        let mut heard = Vec::new();
        wire(far).read_to_end(&mut heard).expect("read");
        assert!(heard == *message);
    });
}
