//! Tests resource limits, cleanup after failures, and ways to pass positions.

use std::fs;
use std::process::{Command, Stdio};

use super::run::{Ran, answer, assert_is_error, command, file, folder, run};

fn gone(name: &str) -> &str {
    let path = folder().join(name);
    let _ = fs::remove_file(&path);
    name
}

/// A move with a huge number of options: listing them exceeds the memory, and visiting them exceeds
/// the time.
const WIDE: &str = "game \"Wide\"\nposition x <= 1000000000, y <= 1000000000\nmove x -= 1, y += j for 1 <= j <= 1000000000\n";

#[test]
fn one_position_that_is_too_dear_ends_with_a_sentence() {
    let game = file("wide-moves.game", WIDE);
    let line = [
        "map", game, "--size", "30x30", "--show", "grundy", "--time", "2", "--memory", "20M",
    ];
    let ran = run(&line, "");
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert_is_error(&ran.err);
    assert!(ran.err.contains("allow more with --"), "{}", ran.err);
}

#[test]
fn a_trace_keeps_its_time() {
    let all_but = ["trace", "all-but"];
    let ran = run(
        &[
            &all_but[..],
            &["--at", "1000000000", "--stage", "recursion", "--time", "0"],
        ]
        .concat(),
        "",
    );
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
    assert_eq!(
        ran.err,
        "error: the time ran out\nhelp: allow more with --time\n"
    );
    let told = answer(
        &[&all_but[..], &["--at", "5", "--stage", "cycle"]].concat(),
        "",
    );
    assert!(
        told.starts_with("The answer comes from the cache."),
        "{told}"
    );
}

#[test]
fn an_input_that_does_not_fit_is_refused() {
    let ran = run(
        &["contest", "cowcheck", "--memory", "1"],
        " ".repeat(2 << 20),
    );
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
    assert!(ran.err.contains("allow more with --memory"), "{}", ran.err);
}

/// Runs a command line with files limited to a kilobyte. This simulates a full disk, also for users
/// with all permissions.
#[cfg(unix)]
fn on_a_full_disk(line: &str) -> Ran {
    let program = command(&[]).get_program().to_os_string();
    let output = Command::new("sh")
        .args([
            "-c",
            &format!("trap '' XFSZ; ulimit -f 1; exec \"$0\" {line}"),
        ])
        .arg(program)
        .current_dir(folder())
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran {
        code: output.status.code().expect("no signal"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_cannot_be_written_leaves_the_one_that_was_there() {
    for (name, line) in [
        ("full.json", "law cowcheck -o full.json"),
        ("full.v", "law cowcheck --coq full.v"),
        ("full.svg", "map cowcheck --size 9x9 -o full.svg"),
    ] {
        fs::write(folder().join(name), "what was there").expect("written");
        let ran = on_a_full_disk(line);
        assert_eq!((ran.code, ran.out.as_str()), (4, ""), "{}", ran.err);
        let start = format!("error: {name}: the file cannot be written: ");
        assert!(ran.err.starts_with(&start), "{}", ran.err);
        let left = fs::read(folder().join(name)).expect("it is there");
        assert_eq!(left, b"what was there", "{line}");
        let hidden = format!(".{name}.");
        let all = fs::read_dir(folder()).expect("it is there");
        let half = all
            .flatten()
            .any(|file| file.file_name().to_string_lossy().starts_with(&hidden));
        assert!(!half, "{line} leaves half a file");
    }
    let ran = on_a_full_disk(&format!("build nim --at 60,60,60 -o {}", gone("full.wdb")));
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(!folder().join("full.wdb").exists());
    let _ = fs::remove_file(folder().join("full.wdb.part"));
}

#[test]
#[cfg(unix)]
fn an_output_that_is_no_file_is_written_as_it_is_or_refused() {
    let law = answer(&["law", "cowcheck", "-o", "/dev/stdout"], "");
    let (certificate, card) = law.split_once("Proved.").expect("the card comes after");
    assert!(
        certificate.starts_with('{') && card.contains("written"),
        "{law}"
    );
    let ran = run(&["law", "cowcheck", "-o", "/dev/full"], "");
    assert_eq!(ran.code, 4, "{}", ran.err);
    let pipe = gone("output.fifo");
    let made = Command::new("mkfifo").arg(folder().join(pipe)).status();
    assert!(made.expect("it runs").success());
    for line in [
        &["build", "nim", "--at", "3,3,3", "-o", pipe][..],
        &["atlas", "subtraction", "--max", "3", "-o", pipe],
    ] {
        let ran = run(line, "");
        assert_eq!(ran.code, 2, "{}", ran.err);
        assert!(
            ran.err.contains("this is a pipe or a device"),
            "{}",
            ran.err
        );
    }
    // The pipe has no reader: the first Ctrl-C ends the command.
    let child = Command::new(command(&[]).get_program())
        .args(["law", "cowcheck", "-o", pipe])
        .current_dir(folder())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    std::thread::sleep(std::time::Duration::from_secs(2));
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.expect("it runs").success());
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.starts_with("error: stopped"), "{said}");
}

#[test]
fn a_position_may_stand_without_its_option() {
    for line in [
        &["solve", "cowcheck", "4,7"][..],
        &["explain", "cowcheck", "4,7"],
        &["trace", "all-but", "5", "--stage", "memo"],
        &["play", "cowcheck", "4,7", "--as", "none"],
    ] {
        let with: Vec<&str> = (line.iter().enumerate())
            .flat_map(|(at, word)| match at {
                2 => vec!["--at", word],
                _ => vec![*word],
            })
            .collect();
        assert_eq!(answer(line, ""), answer(&with, ""), "{line:?}");
    }
    let twice = run(&["solve", "cowcheck", "4,7", "--at", "4,7"], "");
    assert_eq!(twice.code, 2, "{}", twice.err);
    let streamed = answer(&["solve", "cowcheck", "-"], "4,7\n");
    assert_eq!(streamed, "4,7\tP\tFarmer John\n");
}

#[test]
fn rules_may_come_from_standard_input() {
    let rules = "game \"Piped\"\nposition n\nmove n -= k for 1 <= k <= 2\n";
    let printed = answer(&["solve", "-", "--at", "7", "-v"], rules);
    assert!(printed.contains("Piped"), "{printed}");
    let ran = run(&["solve", "-", "--at", "7"], "nonsense\n");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("standard input:1"), "{}", ran.err);
}

#[test]
fn what_is_missing_or_out_of_place_is_said_in_our_words() {
    for (line, said) in [
        (
            &["solve", "nim", "--at", "3,5"][..],
            "use `nim-heaps` for other sizes",
        ),
        (
            &["trace", "all-but", "--stage", "memo", "--at", "-3"],
            "--at: ",
        ),
        (&["map", "cowcheck", "--size", "-5x5"], "--size -5x5"),
        (
            &["solve", "partisangame", "--set", "a=5..1", "--at", "3"],
            "--set a: the range `5..1` is empty\nhelp: write 1..5",
        ),
    ] {
        let ran = run(line, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line:?}");
        assert!(ran.err.starts_with("error: "), "{line:?}: {}", ran.err);
        assert!(ran.err.contains(said), "{line:?}: {}", ran.err);
    }
    let told = answer(&["solve", "nim-heaps", "3,5,6"], "");
    assert!(
        told.contains("loses") || told.contains("P-position"),
        "{told}"
    );
}

/// Tests that a search reports its progress at a limit: Hex on 7 x 7 exceeds this memory.
#[test]
fn a_search_that_met_a_limit_says_how_far_it_came() {
    let text = "game \"Hex\"\nplayers Dark with X, Light with O\nposition board of 7 x 7 cells of . X O along right, down, down left\nstart empty\n\
        move . -> own\nDark wins when board connects top to bottom through 'X'\nLight wins when board connects left to right through 'O'\n";
    let game = file("hex-large.game", text);
    let ran = run(&["solve", game, "--memory", "1M"], "");
    assert_eq!(ran.code, 3, "{}", ran.err);
    for part in [
        "1.0 MiB are allowed",
        "proof-number search looked at ",
        "positions: who wins is still open",
    ] {
        assert!(ran.err.contains(part), "{}", ran.err);
    }
    assert_is_error(&ran.err);
}
