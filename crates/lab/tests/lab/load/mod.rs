//! Clients of all kinds at once: fast, slow, noisy, and such as ask for enormous regions; each
//! answer is checked.

pub mod class;

use std::collections::BTreeMap;
use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;
use serde_json::{Value, json};

use crate::common::{Answer, Client, Random, Running};

/// What came of a load.
#[derive(Debug, Default)]
pub struct Figures {
    /// How long each answered request took, by what was asked: the last word of the path, or
    /// "enormous".
    pub times: Mutex<BTreeMap<String, Vec<Duration>>>,
    /// Answers that were checked and right.
    pub right: AtomicU64,
    /// Requests that a full server turned away.
    pub full: AtomicU64,
    /// Requests whose time ran out.
    pub late: AtomicU64,
    /// What went wrong, in words.
    pub wrong: Mutex<Vec<String>>,
}

impl Figures {
    fn wrong(&self, what: String) {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        if wrong.len() < 20 {
            wrong.push(what);
        }
    }

    fn took(&self, kind: &str, time: Duration) {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        times.entry(kind.to_string()).or_default().push(time);
    }
}

/// `min = ⌊kφ⌋` with `k = max - min`: who loses at Cow Checkers, by Wythoff's formula and not by
/// the program. `5k²` is no square, so that rounding its root down first changes nothing.
fn is_lost(x: u128, y: u128) -> bool {
    let (less, k) = (x.min(y), UBig::from(x.abs_diff(y)));
    let root = (UBig::from(5u8) * &k * &k).sqrt();
    (k + root) >> 1 == UBig::from(less)
}

struct Games {
    cow: String,
    nim: String,
    row: String,
    take: String,
}

/// Has so many clients ask for so long.
pub fn run(server: &Running, clients: usize, time: Duration) -> Figures {
    let text = |name: &str| {
        let all = whowins::shipped::all();
        let own = all.iter().find(|game| game.name == name);
        own.map(|game| game.text).expect("it is shipped")
    };
    let games = Games {
        cow: server.register(text("cowcheck"), &json!({})),
        nim: server.register(text("nim"), &json!({})),
        row: server.register(text("ellyscheckers"), &json!({})),
        take: server.register(text("take-from-a-set"), &json!({})),
    };
    let figures = Figures::default();
    let end = Instant::now() + time;
    std::thread::scope(|scope| {
        for at in 0..clients {
            let (games, figures) = (&games, &figures);
            std::thread::Builder::new()
                .stack_size(256 << 10)
                .spawn_scoped(scope, move || {
                    let mut random = Random::new(at as u64 * 7919 + 17);
                    match at % 10 {
                        0 => slow(server, end),
                        1 => noisy(server, end, &mut random),
                        2 => enormous(server, end, games, figures, &mut random),
                        _ => plain(server, end, games, figures, &mut random),
                    }
                })
                .expect("a thread");
        }
    });
    figures
}

/// Sends a request byte by byte, never to its end.
fn slow(server: &Running, end: Instant) {
    while Instant::now() < end {
        let Ok(mut stream) = TcpStream::connect(server.address) else {
            std::thread::sleep(Duration::from_millis(100));
            continue;
        };
        for byte in
            b"GET /api/games HTTP/1.1\r\nx-slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        {
            if stream.write_all(&[*byte]).is_err() || Instant::now() >= end {
                break;
            }
            std::thread::sleep(Duration::from_millis(300));
        }
    }
}

fn noisy(server: &Running, end: Instant, random: &mut Random) {
    while Instant::now() < end {
        if let Ok(mut stream) = TcpStream::connect(server.address) {
            let noise: Vec<u8> = (0..random.below(2000))
                .map(|_| random.below(256) as u8)
                .collect();
            let _ = stream.write_all(&noise);
        }
        std::thread::sleep(Duration::from_millis(50 + random.below(100)));
    }
}

/// Asks, and tells apart what a full server may say from what no server may.
fn asked(client: &mut Client, kind: &str, path: &str, figures: &Figures) -> Option<Answer> {
    let began = Instant::now();
    let answer = match client.ask("GET", path, None) {
        Ok(answer) => answer,
        Err(error) => {
            figures.wrong(format!("{path}: {error}"));
            return None;
        }
    };
    match answer.status {
        503 => {
            figures.full.fetch_add(1, Ordering::Relaxed);
            if answer.header("retry-after").is_none() {
                figures.wrong(format!("{path}: 503 without retry-after"));
            }
            std::thread::sleep(Duration::from_millis(200));
            None
        }
        504 => {
            figures.late.fetch_add(1, Ordering::Relaxed);
            None
        }
        200 | 304 | 422 => {
            figures.took(kind, began.elapsed());
            Some(answer)
        }
        status => {
            figures.wrong(format!("{path}: {status} {}", answer.text()));
            None
        }
    }
}

/// Asks for what takes long, or lies beyond all bounds.
fn enormous(server: &Running, end: Instant, games: &Games, figures: &Figures, random: &mut Random) {
    let mut client = server.client();
    let nines = "9".repeat(300);
    let boards = ["o".repeat(4000), ".o".repeat(1500)];
    while Instant::now() < end {
        let path = match random.below(5) {
            0 => format!("/api/tile?game={}&level=64&x={nines}&y={nines}", games.nim),
            1 => format!(
                "/api/tile?game={}&level=4&x={}&y=0&show=grundy",
                games.cow,
                random.below(1 << 40)
            ),
            2 => format!("/api/strip?game={}&from={nines}&count=65536", games.take),
            3 => format!(
                "/api/position?game={}&at={}",
                games.row,
                boards[random.below(2) as usize]
            ),
            _ => format!("/api/position?game={}&at={nines},{nines}", games.cow),
        };
        asked(&mut client, "enormous", &path, figures);
    }
}

fn plain(server: &Running, end: Instant, games: &Games, figures: &Figures, random: &mut Random) {
    let mut client = server.client();
    while Instant::now() < end {
        let right = match random.below(4) {
            0 => tile(&mut client, games, figures, random),
            1 => position(&mut client, games, figures, random),
            2 => strip(&mut client, games, figures, random),
            _ => asked(&mut client, "page", "/", figures).map(|answer| match answer.status {
                200 => Ok(()),
                status => Err(format!("/: {status}")),
            }),
        };
        match right {
            Some(Ok(())) => {
                figures.right.fetch_add(1, Ordering::Relaxed);
            }
            Some(Err(what)) => figures.wrong(what),
            None => {}
        }
        std::thread::sleep(Duration::from_millis(random.below(40)));
    }
}

/// A tile of Cow Checkers, near 0 or far out on its ray, held against the formula.
fn tile(
    client: &mut Client,
    games: &Games,
    figures: &Figures,
    random: &mut Random,
) -> Option<Result<(), String>> {
    let level = [0, 0, 4, 20, 36][random.below(5) as usize];
    let x = match random.below(2) {
        0 => random.below(4),
        _ => random.below(1_000_000_000),
    };
    let y = (x as f64 * 1.618_033_988_749_895) as u64;
    let path = format!("/api/tile?game={}&level={level}&x={x}&y={y}", games.cow);
    let answer = asked(client, "tile", &path, figures)?;
    if answer.status != 200 || answer.body.len() != 65_536 {
        return Some(Err(format!("{path}: {}", answer.text())));
    }
    for _ in 0..200 {
        let (column, row) = (random.below(256), random.below(256));
        let pixel = answer.body[(row * 256 + column) as usize];
        let side = 1u128 << level;
        let (low, left) = (
            (u128::from(y) * 256 + u128::from(row)) * side,
            (u128::from(x) * 256 + u128::from(column)) * side,
        );
        let right = match level {
            0 => pixel == u8::from(is_lost(left, low)),
            // Where the pixel's corner is lost the pixel must say so.
            _ => pixel == 1 || !is_lost(left, low),
        };
        if !right {
            return Some(Err(format!("{path}: {pixel} at {column}, {row}")));
        }
    }
    Some(Ok(()))
}

fn position(
    client: &mut Client,
    games: &Games,
    figures: &Figures,
    random: &mut Random,
) -> Option<Result<(), String>> {
    let x = match random.below(2) {
        0 => random.below(60),
        _ => random.below(1 << 50),
    };
    let y = match random.below(2) {
        0 => (x as f64 * 1.618_033_988_749_895) as u64,
        _ => random.below(1 << 50),
    };
    let path = format!("/api/position?game={}&at={x},{y}", games.cow);
    let answer = asked(client, "position", &path, figures)?;
    let told: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let wanted = if is_lost(x.into(), y.into()) {
        "P"
    } else {
        "N"
    };
    Some(match told["outcome"] == wanted || (x, y) == (0, 0) {
        true => Ok(()),
        false => Err(format!("{path}: {}", answer.text())),
    })
}

/// Take 3, 4, 5, 8 or 12 from one heap.
fn strip(
    client: &mut Client,
    games: &Games,
    figures: &Figures,
    random: &mut Random,
) -> Option<Result<(), String>> {
    let from = random.below(16) * 256;
    let path = format!("/api/strip?game={}&from={from}&count=256", games.take);
    let answer = asked(client, "strip", &path, figures)?;
    let mut lost: Vec<bool> = Vec::new();
    for n in 0..from as usize + 256 {
        let wins = [3, 4, 5, 8, 12]
            .iter()
            .any(|take| n >= *take && lost[n - take]);
        lost.push(!wins);
    }
    let right = answer.body.len() == 256
        && (answer.body.iter().zip(&lost[from as usize..]))
            .all(|(class, lost)| *class == u8::from(*lost));
    Some(match right {
        true => Ok(()),
        false => Err(format!("{path}: {:?}", answer.body)),
    })
}

/// The program's largest memory so far, in bytes, where the system tells it.
pub fn high_water() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let number: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(number * 1024)
}
