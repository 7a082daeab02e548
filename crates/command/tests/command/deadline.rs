//! Tests that `--time` limits the complete process, within a second.

use std::fs;
use std::time::{Duration, Instant};

use super::run::{Ran, file, folder, run};

/// Runs a command with a limit of two seconds. The test allows for a busy machine.
fn timed(arguments: &[&str], input: &str) -> Ran {
    let began = Instant::now();
    let ran = run(&[arguments, &["--time", "2"]].concat(), input);
    let took = began.elapsed();
    eprintln!("{arguments:?}: {:.2} s", took.as_secs_f64());
    assert!(took < Duration::from_secs(6), "{arguments:?}: {took:?}");
    ran
}

#[test]
fn test_sets_are_made_in_time_or_not_at_all() {
    for game in ["hex", "six-mens-morris", "reversi"] {
        let path = folder().join(format!("deadline-{game}"));
        let _ = fs::remove_dir_all(&path);
        let ran = timed(&["tests", game, "-o", path.to_str().expect("text")], "");
        match ran.code {
            0 => {
                assert!(path.join("report.txt").is_file(), "{game}");
                let _ = fs::remove_dir_all(&path);
            }
            code => {
                assert_eq!(code, 3, "{game}: {}", ran.err);
                assert!(ran.err.contains("allow more with --time"), "{}", ran.err);
                assert!(!path.exists(), "{game}");
            }
        }
    }
}

#[test]
fn scans_end_in_time() {
    let condition = "wins and winning moves = 1 and moves = 999";
    for arguments in [
        &["find", "reversi", "--where", condition][..],
        &["compare", "six-mens-morris", "--mutate"],
        &["compare", "hex", "--mutate"],
        &["sequence", "reversi", "--of", "losing", "--terms", "1000"],
    ] {
        let ran = timed(arguments, "");
        assert!(matches!(ran.code, 0 | 2 | 3), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn play_lists_the_moves_of_thousands_of_heaps_in_time() {
    let heaps: Vec<String> = (0..5000)
        .map(|at| (1_000_000 - 7 * at).to_string())
        .collect();
    let at = format!("@{}", file("thousands-of-heaps.txt", heaps.join(",")));
    let ran = timed(&["play", "kayles", "--at", &at, "--plain"], "q\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("take 1 from the heap of"), "{}", ran.out);
    assert!(ran.out.ends_with("You left the game.\n"), "{}", ran.out);
}
