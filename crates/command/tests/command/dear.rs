//! Valid rules whose positions are dear, given to the command: it ends within its limits, whatever they are.
//!
//! What a run uses is read from the system, so these tests are Linux's. Seconds are those that the command worked, not the clock's.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use whowins_attack::{Dear, Random, draw, exploding};

use crate::run::folder;

/// Seconds and bytes that a run is given.
const TIME: u64 = 1;
const MEMORY: u64 = 64 << 20;

/// What a run used, as far as it was seen before its end.
#[derive(Debug, Default)]
struct Used {
    code: Option<i32>,
    /// Bytes it held at most.
    most: u64,
    /// Hundredths of a second that its threads worked.
    ticks: u64,
    said: String,
}

fn run(arguments: &[&str], errors: &str) -> Used {
    let mut child = Command::new(env!("CARGO_BIN_EXE_whowins"))
        .args(arguments)
        .current_dir(folder())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(folder().join(errors)).expect("made"))
        .spawn()
        .expect("it starts");
    let id = child.id();
    let about = |name: &str| fs::read_to_string(format!("/proc/{id}/{name}"));
    let mut used = Used::default();
    loop {
        let status = about("status").unwrap_or_default();
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let most = most.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        used.most = used.most.max(most.unwrap_or(0) << 10);
        // The name, in brackets, may hold blanks.
        let stat = about("stat").unwrap_or_default();
        let fields: Vec<&str> = stat
            .rsplit(')')
            .next()
            .unwrap_or("")
            .split_whitespace()
            .collect();
        let field = |at: usize| fields.get(at).and_then(|text| text.parse::<u64>().ok());
        used.ticks = used
            .ticks
            .max(field(11).unwrap_or(0) + field(12).unwrap_or(0));
        // Far past any limit: it would go on.
        if used.ticks > 100 * 20 * TIME || used.most > 8 * MEMORY {
            child.kill().expect("it can be killed");
        }
        if let Some(status) = child.try_wait().expect("it can be asked") {
            used.code = status.code();
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    used.said = fs::read_to_string(folder().join(errors)).unwrap_or_default();
    used
}

/// What went past its limits, of these runs: each the rules, the position, and which of the commands is tried.
fn past_limits(name: &str, runs: impl Iterator<Item = (Dear, usize)>) -> Vec<String> {
    let mut faults = Vec::new();
    let (mut number, mut longest, mut largest) = (0, 0, 0);
    // The tests run side by side.
    let [game, table, errors] = ["game", "wdb", "err"].map(|end| format!("{name}.{end}"));
    for (Dear { rules, at }, command) in runs {
        fs::write(folder().join(&game), &rules).expect("written");
        let _ = fs::remove_file(folder().join(&table));
        // The longest positions are longer than a command line takes.
        let at = &at[..at.len().min(100_000)];
        let given = ["--time", "1", "--memory", "64M"];
        let commands: [&[&str]; COMMANDS] = [
            &["solve", &game, "--at", at],
            &["law", &game],
            &["map", &game, "--size", "30x30", "--show", "grundy"],
            &["build", &game, "-o", &table, "--at", at],
            &["explain", &game, "--at", at],
            &["play", &game, "--at", at, "--plain"],
            &["trace", &game, "--at", at, "--stage", "table"],
        ];
        let command = commands[command % COMMANDS];
        let used = run(&[command, &given[..]].concat(), &errors);
        let well = matches!(used.code, Some(0 | 2 | 3))
            && used.most <= MEMORY / 4 * 5 + (32 << 20)
            // Both cores may work, and a second goes by until all have stopped.
            && used.ticks <= 100 * 2 * (TIME + 1);
        number += 1;
        longest = longest.max(used.ticks);
        largest = largest.max(used.most);
        if !well {
            faults.push(format!(
                "{} {used:?}\n{rules:.400}\nat {at:.80}",
                command[0]
            ));
        }
    }
    eprintln!(
        "{number} runs: at most {}.{:02} s of work, {} MiB; {} past the limits",
        longest / 100,
        longest % 100,
        largest >> 20,
        faults.len()
    );
    faults
}

const COMMANDS: usize = 7;

fn drawn_within_limits(seed: u64, draws: usize) {
    let mut random = Random::new(seed);
    let runs = (0..draws).map(|number| {
        let mut bytes: Vec<u8> = (0..4000).map(|_| random.below(256) as u8).collect();
        // Each family of rules in its turn.
        (bytes[0], bytes[1]) = (0, (number % 7) as u8);
        (draw(&bytes), number + number / 7)
    });
    let faults = past_limits(&format!("dear-{seed}"), runs);
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn dear_rules_end_within_their_limits() {
    drawn_within_limits(14, 14);
}

#[test]
#[ignore = "long"]
fn many_dear_rules_end_within_their_limits() {
    drawn_within_limits(1, 400);
}

#[test]
fn some_exploding_games_end_within_their_limits() {
    let some = exploding().into_iter().enumerate().skip(2).step_by(4);
    let faults = past_limits("some-exploding", some.map(|(at, game)| (game, at)));
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// All of them, by all commands.
#[test]
#[ignore = "long"]
fn exploding_games_end_within_their_limits() {
    let all = exploding().into_iter();
    let runs = all.flat_map(|game| (0..COMMANDS).map(move |command| (game.clone(), command)));
    let faults = past_limits("exploding", runs);
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
