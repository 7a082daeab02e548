//! Tests standard output that is closed early, closed from the start, or can't be written.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Output, Stdio};

use super::run::{assert_is_error, command, file, folder};

/// Runs a shell command line in which `whowins` is the command under test.
pub fn shell(line: &str) -> Output {
    let program = command(&[]).get_program().to_owned();
    let script = format!("whowins() {{ \"$WHOWINS\" \"$@\"; }}\n{line}");
    Command::new("bash")
        .args(["-c", &script])
        .env("WHOWINS", program)
        .env("WHOWINS_CONFIG", "")
        .current_dir(folder())
        .stdin(Stdio::null())
        .output()
        .expect("bash runs")
}

/// Returns the exit code of a command line, and its standard error.
fn ended(line: &str) -> (Option<i32>, String) {
    let output = shell(line);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!error.contains("panicked"), "{line}: {error}");
    (output.status.code(), error)
}

/// Commands that print more than a pipe buffers, in one piece, or line by line.
const LINES: [&str; 8] = [
    "map cowcheck",
    "games --json",
    "solve cowcheck --at - < many-positions.txt",
    "sequence kayles --of grundy --terms 100000",
    "export cowcheck --lang python --json",
    "completions bash",
    "--help",
    "--version",
];

fn write_positions() {
    let positions: String = (0..20_000).map(|x| format!("{x},{}\n", x + 1)).collect();
    file("many-positions.txt", positions);
}

#[test]
fn a_reader_that_stops_early_is_no_failure() {
    write_positions();
    for line in LINES {
        for reader in ["head -1", "true"] {
            let line = format!("whowins {line} | {reader}; exit ${{PIPESTATUS[0]}}");
            assert_eq!(ended(&line), (Some(0), String::new()), "{line}");
        }
    }
}

#[test]
fn a_named_pipe_whose_reader_stops_early_is_no_failure() {
    let line = "rm -f early; mkfifo early; (exec 3< early; exec 3<&-) & whowins law cowcheck -o early | tail -1";
    let (code, error) = ended(line);
    assert_eq!((code, error.as_str()), (Some(0), ""));
}

#[test]
#[cfg(target_os = "linux")]
fn a_standard_output_that_is_closed_or_read_only_is_refused() {
    write_positions();
    for line in LINES {
        for closed in [">&-", "1< /dev/null"] {
            let line = format!("whowins {line} {closed}");
            let (code, error) = ended(&line);
            assert_eq!(code, Some(4), "{line}: {error}");
            assert!(
                error.starts_with("error: standard output is closed"),
                "{line}: {error}"
            );
        }
    }
    assert_eq!(ended("whowins games > /dev/null"), (Some(0), String::new()));
    assert_eq!(
        ended("whowins games <&- > /dev/null"),
        (Some(0), String::new())
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_reported_by_every_command() {
    write_positions();
    for line in LINES {
        let (code, error) = ended(&format!("whowins {line} > /dev/full"));
        assert_eq!(code, Some(4), "{line}: {error}");
        assert!(
            error.starts_with("error: the output cannot be written: "),
            "{line}: {error}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_standard_error_that_cannot_be_written_leaves_the_exit_code() {
    assert_eq!(ended("whowins solve nope 2> /dev/full").0, Some(2));
    assert_eq!(ended("whowins solve nope 2>&-").0, Some(2));
}

#[test]
#[cfg(target_os = "linux")]
fn an_output_on_a_full_disk_leaves_nothing() {
    // Files can be created but not written, as on a full disk.
    for (line, output) in [
        ("tests cowcheck --small 50 --time 5 -o", "full-tests"),
        ("proofs -o", "full-proofs"),
        ("manual -o", "full-manual/deep"),
        ("law cowcheck -o", "full-law.cert"),
        ("atlas octal --digits 1 --out", "full-atlas"),
        ("atlas octal --digits 1 --shard 1/2 --out", "full-shards"),
    ] {
        let first = output.split('/').next().expect("a name");
        let _ = fs::remove_dir_all(folder().join(first));
        let _ = fs::remove_file(folder().join(first));
        let line = format!(
            "trap '' XFSZ; ulimit -f 0; exec \"$WHOWINS\" {line} {output} | cat; exit ${{PIPESTATUS[0]}}"
        );
        let (code, error) = ended(&line);
        assert_eq!(code, Some(4), "{line}: {error}");
        let left = fs::symlink_metadata(folder().join(first));
        assert!(left.is_err(), "{line}: {error}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_was_there_keeps_its_files_when_writing_fails() {
    let folder = folder().join("full-old");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("created");
    fs::write(folder.join("own"), "mine").expect("written");
    let (code, _) = ended("trap '' XFSZ; ulimit -f 0; exec \"$WHOWINS\" proofs -o full-old");
    assert_eq!(code, Some(4));
    let names: Vec<_> = fs::read_dir(&folder).expect("there").collect();
    assert_eq!(names.len(), 1);
}

#[test]
fn a_named_pipe_that_nobody_reads_is_waited_for_until_the_time_is_over() {
    let line = "rm -f unread; mkfifo unread; whowins law cowcheck --time 1 -o unread > /dev/null";
    let (code, error) = ended(line);
    assert_eq!(code, Some(3), "{error}");
    assert!(
        error.starts_with("error: unread: no program reads this pipe"),
        "{error}"
    );
    // A reader that starts late gets everything.
    let read = shell(
        "rm -f read; mkfifo read; (sleep 0.5; cat read > read.cert) & whowins law cowcheck --time 60 -o read > /dev/null && wait && whowins verify cowcheck read.cert",
    );
    assert!(read.status.success(), "{read:?}");
}

#[test]
fn an_argument_that_is_not_utf8_is_named() {
    let (code, error) = ended("whowins solve $'caf\\xe9.game' --at 1");
    assert_eq!(code, Some(2), "{error}");
    assert!(
        error.contains("caf\u{fffd}.game") && error.contains("is not UTF-8"),
        "{error}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn little_address_space_ends_with_a_sentence_or_an_answer() {
    // If the limit is below the program's size, the system ends it before it runs.
    let mut sentences = 0;
    for kib in (40_000..140_000).step_by(1_500) {
        let line = format!("(ulimit -v {kib}; exec \"$WHOWINS\" law cowcheck > /dev/null)");
        let output = shell(&line);
        let error = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => {}
            Some(3) => {
                assert_is_error(&error);
                sentences += 1;
            }
            // The loader had no space for the program or a library.
            Some(127 | 139) if sentences == 0 => {}
            code => panic!("{kib} KiB: {code:?}: {error}"),
        }
    }
    assert!(sentences > 0);
}
