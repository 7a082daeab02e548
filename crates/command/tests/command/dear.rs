//! Tests valid rules with expensive positions: the command ends within its limits.
//!
//! The resource usage is read from the system, so these tests run on Linux only. Times are
//! processor times.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use whowins_analysis::Player;
use whowins_attack::{Dear, Random, draw, exploding, wild};
use whowins_rules::{Parameters, Rules};

use crate::run::folder;

/// Limits of a run in seconds and bytes.
const TIME: u64 = 1;
const MEMORY: u64 = 64 << 20;

/// The resource usage of a run, as measured before its end.
#[derive(Debug, Default)]
struct Used {
    code: Option<i32>,
    /// Maximum memory in bytes.
    most: u64,
    /// Processor time of its threads in hundredths of a second.
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
        let most = status
            .lines()
            .find_map(|line| line.strip_prefix("RssAnon:"));
        let most = most.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
        used.most = used.most.max(most.unwrap_or(0) << 10);
        // The name, in parentheses, may contain blanks.
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
        // Far beyond any limit: the run would not end by itself.
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

/// Returns the runs that exceeded their limits. A run is given by the rules, the position and the
/// index of the command.
fn past_limits(name: &str, runs: impl Iterator<Item = (Dear, usize)>) -> Vec<String> {
    let mut faults = Vec::new();
    let (mut number, mut longest, mut largest) = (0, 0, 0);
    // The tests run in parallel.
    let [game, core, table, tests, errors] =
        ["game", "core", "wdb", "tests", "err"].map(|end| format!("{name}.{end}"));
    for (Dear { rules, at }, command) in runs {
        fs::write(folder().join(&game), &rules).expect("written");
        let _ = fs::remove_file(folder().join(&table));
        let _ = fs::remove_dir_all(folder().join(&tests));
        // The longest positions exceed the length of a command line.
        let at = &at[..at.len().min(100_000)];
        let given = ["--time", "1", "--memory", "64M"];
        let sum = format!("{game}:{at}");
        let which = command % COMMANDS;
        let (term, state) = match which {
            CORE => as_core(&rules, at),
            _ => Default::default(),
        };
        fs::write(folder().join(&core), term).expect("written");
        let commands: [&[&str]; COMMANDS] = [
            &["solve", &game, "--at", at],
            &["law", &game],
            &["map", &game, "--size", "30x30", "--show", "grundy"],
            &["build", &game, "-o", &table, "--at", at],
            &["explain", &game, "--at", at],
            &["play", &game, "--at", at, "--plain"],
            &["trace", &game, "--at", at, "--stage", "table"],
            &["value", &game, "--at", at],
            &["check", &game],
            &["compare", &game, &game],
            &["core", &core, "--at", &state],
            &["solve", &game, "--at", at, "--plus", &sum],
            &["judge", &game, "--format", "lines"],
            &["find", &game, "--where", "loses"],
            &["tests", &game, "-o", &tests],
        ];
        // The program under test answers nothing.
        let after: &[&str] = match commands[which][0] {
            "judge" => &["--", "true"],
            _ => &[],
        };
        let command = commands[which];
        let used = run(&[command, &given[..], after].concat(), &errors);
        // 1: the program under test is wrong, or two games differ.
        let well = matches!(used.code, Some(0..=3))
            && used.most <= MEMORY / 4 * 5 + (32 << 20)
            // Both cores may be busy, and threads need up to a second to stop.
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

const COMMANDS: usize = 15;
/// The index of `core` among the commands.
const CORE: usize = 10;

/// Returns the game as a core term, with the state in which the first player is to move.
fn as_core(rules: &str, at: &str) -> (String, String) {
    let rules = Rules::parse("dear", rules).expect("it is valid");
    let game = rules.game(&Parameters::new()).expect("nothing is open");
    // A truncated text may not be a position.
    let Ok(position) = game.read(at) else {
        return (game.core().to_string(), String::new());
    };
    let state = position.core_state(Player::First);
    let array = |array: &Vec<_>| {
        let numbers: Vec<String> = array.iter().map(ToString::to_string).collect();
        format!("({})", numbers.join(" "))
    };
    let state: Vec<String> = state.iter().map(array).collect();
    // Limit the length to that of a command line.
    let mut state = state.join(" ");
    state.truncate(100_000);
    (game.core().to_string(), state)
}

fn drawn_within_limits(seed: u64, draws: usize) {
    let mut random = Random::new(seed);
    let runs = (0..draws).map(|number| {
        let mut bytes: Vec<u8> = (0..4000).map(|_| random.below(256) as u8).collect();
        // Cycle through the families of rules.
        (bytes[0], bytes[1]) = (0, (number % 7) as u8);
        (draw(&bytes), 2 * number + number / 7)
    });
    let faults = past_limits(&format!("dear-{seed}"), runs);
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn dear_rules_end_within_their_limits() {
    drawn_within_limits(14, 7);
}

#[test]
#[ignore = "long"]
fn many_dear_rules_end_within_their_limits() {
    drawn_within_limits(1, 400);
}

/// Returns games designed to explode, of all families and language features.
fn all_exploding() -> Vec<Dear> {
    exploding().into_iter().chain(wild()).collect()
}

#[test]
fn some_exploding_games_end_within_their_limits() {
    let some = all_exploding().into_iter().enumerate().skip(2).step_by(8);
    let runs = some.map(|(at, game)| (game, at));
    let faults = past_limits("some-exploding", runs);
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Runs all of them with all commands.
#[test]
#[ignore = "long"]
fn exploding_games_end_within_their_limits() {
    let all = all_exploding().into_iter();
    let runs = all.flat_map(|game| (0..COMMANDS).map(move |command| (game.clone(), command)));
    let faults = past_limits("exploding", runs);
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
