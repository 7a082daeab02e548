//! A minute of two hundred clients: fast, slow, noisy, and such as ask for enormous regions. Prints
//! what they met.
#![allow(missing_docs)]

#[allow(dead_code)] // the tests use the rest of it
#[path = "../tests/lab/common/mod.rs"]
mod common;
#[path = "../tests/lab/load/mod.rs"]
mod load;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use common::Running;
use cpu_time::ProcessTime;
use load::class;
use serde_json::json;

fn main() {
    class();
    let server = Running::start();
    tiles(&server);
    let began = Instant::now();
    let figures = load::run(&server, 200, Duration::from_secs(60));
    println!(
        "clients          200, for {:.1} s",
        began.elapsed().as_secs_f64()
    );
    println!("checked, right   {}", figures.right.load(Ordering::Relaxed));
    println!(
        "turned away      {} (503)",
        figures.full.load(Ordering::Relaxed)
    );
    println!(
        "out of time      {} (504)",
        figures.late.load(Ordering::Relaxed)
    );
    let mut times = figures
        .times
        .lock()
        .map_or_else(|_| Default::default(), |times| times.clone());
    for (kind, times) in &mut times {
        let within = [0.5, 0.9, 0.99, 1.].map(|part| {
            let time = quantile(times, part).as_secs_f64() * 1e3;
            format!("{} % within {time:.1} ms", part * 100.)
        });
        println!("{kind:<16} {} answers: {}", times.len(), within.join(", "));
    }
    if let Some(bytes) = load::high_water() {
        println!("memory           {} MiB at most", bytes >> 20);
    }
    let wrong = figures
        .wrong
        .lock()
        .map_or_else(|_| Vec::new(), |wrong| wrong.clone());
    println!("wrong            {}", wrong.len());
    for what in &wrong {
        println!("  {what}");
    }
    if !wrong.is_empty() {
        std::process::exit(1);
    }
}

/// What a class waits for small positions while two clients search, four laws each, for twenty
/// seconds.
fn class() {
    let server = Running::start();
    let lesson = class::lesson(&server);
    // Once alone, so that what follows is others' doing.
    let alone = Instant::now();
    lesson
        .iter()
        .for_each(|one| class::ask(&server, "alone", one));
    println!(
        "class            {} positions, one pupil alone: {:.0} ms",
        lesson.len(),
        alone.elapsed().as_secs_f64() * 1e3
    );
    let mut searching = class::searching(&server, 8);
    let end = Instant::now() + Duration::from_secs(20);
    let pupil = |who: usize| {
        let client = format!("pupil{who}");
        let mut times = Vec::new();
        for one in lesson.iter().cycle().skip(who) {
            if Instant::now() >= end {
                break;
            }
            let began = Instant::now();
            class::ask(&server, &client, one);
            times.push(began.elapsed());
            std::thread::sleep(Duration::from_millis(200));
        }
        times
    };
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let pupil = &pupil;
        let pupils: Vec<_> = (0..class::SIZE)
            .map(|who| scope.spawn(move || pupil(who)))
            .collect();
        pupils
            .into_iter()
            .flat_map(|one| one.join().expect("right answers"))
            .collect()
    });
    let on = searching
        .iter_mut()
        .filter_map(|one| class::still_waits(one).then_some(()));
    println!(
        "class            {} of 8 searches still run at the end",
        on.count()
    );
    let within = [0.5, 0.99, 1.].map(|part| {
        format!(
            "{} % within {:.0} ms",
            part * 100.,
            quantile(&mut times, part).as_secs_f64() * 1e3
        )
    });
    println!(
        "class            {} pupils while two search for 20 s: {} answers: {}",
        class::SIZE,
        times.len(),
        within.join(", ")
    );
}

/// Milliseconds of processor time a tile, one client, nothing cached.
fn tiles(server: &Running) {
    let mut client = server.client();
    for name in [
        "cowcheck",
        "nim",
        "corner-king",
        "corner-knight",
        "misere-wythoff",
        "wythoff-two-ends",
    ] {
        let all = whowins::shipped::all();
        let text = all
            .iter()
            .find(|game| game.name == name)
            .map_or("", |game| game.text);
        let id = server.register(text, &json!({}));
        client.get(&format!("/api/law?game={id}"));
        let mut line = format!("{name:<16} ms a tile:");
        for level in [0u32, 4, 20, 36] {
            for far in [0u64, 10u64.pow(12)] {
                let first = (far >> (level + 8).min(63)) + u64::from(far > 0);
                let times = (0..6u64).map(|at| {
                    let path = format!(
                        "/api/tile?game={id}&level={level}&x={}&y={}",
                        first + at % 3,
                        first + 3 + at
                    );
                    let began = ProcessTime::now();
                    let tile = client.get(&path);
                    assert_eq!(tile.status, 200, "{path}: {}", tile.text());
                    began.elapsed().as_secs_f64() * 1e3
                });
                let mut times: Vec<f64> = times.collect();
                times.sort_by(f64::total_cmp);
                let place = if far == 0 { "0" } else { "10^12" };
                line += &format!("  L{level} at {place} {:.1}", times[times.len() / 2]);
            }
        }
        println!("{line}");
    }
}

/// The time that such a part of the requests did not take longer than.
fn quantile(times: &mut [Duration], part: f64) -> Duration {
    times.sort_unstable();
    let at = (times.len() as f64 * part) as usize;
    let last = times.len().saturating_sub(1);
    times.get(at.min(last)).copied().unwrap_or_default()
}
