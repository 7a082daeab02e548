//! Helpers that run the command.

use std::path::{Path, PathBuf};
use std::process::{self, Child, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::Command;

/// The result of a run.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Returns the program to test: the one built with the tests, or the one that `WHOWINS_PROGRAM`
/// names, such as that of a release.
fn program() -> PathBuf {
    let named = std::env::var_os("WHOWINS_PROGRAM").map(PathBuf::from);
    named.unwrap_or_else(|| env!("CARGO_BIN_EXE_whowins").into())
}

/// Returns the command with its arguments, in `folder()`, with a time limit.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(program());
    command
        .args(arguments)
        .current_dir(folder())
        // Ignores the configuration of the person who runs the tests.
        .env("WHOWINS_CONFIG", "")
        .timeout(Duration::from_secs(600));
    command
}

pub fn run(arguments: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    run_in(&folder(), arguments, input)
}

/// Checks that a text is one error: what was found, and perhaps the fix, each on one line.
pub fn assert_is_error(text: &str) {
    let lines: Vec<&str> = text.lines().collect();
    let is_error = match lines.as_slice() {
        [error] => error.starts_with("error: "),
        [error, help] => error.starts_with("error: ") && help.starts_with("help: "),
        _ => false,
    };
    assert!(is_error, "{text}");
}

/// Returns a message as the command prints it: what was found, and the fix on a separate line.
pub fn printed(message: &str) -> String {
    format!("{}\n", whowins_guard::Report(message))
}

/// Runs the command in another folder.
pub fn run_in(folder: &Path, arguments: &[&str], input: impl Into<Vec<u8>>) -> Ran {
    let output = command(arguments)
        .current_dir(folder)
        .write_stdin(input)
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let ran = Ran {
        code: output
            .status
            .code()
            .unwrap_or_else(|| panic!("{arguments:?} was ended by a signal: {:?}", output.status)),
        out: text(output.stdout),
        err: text(output.stderr),
    };
    assert!(!ran.err.contains("panicked"), "{arguments:?}: {}", ran.err);
    super::schemas::hold(arguments, &ran.out);
    ran
}

/// Returns standard output of a run that must succeed without messages.
pub fn answer(arguments: &[&str], input: impl Into<Vec<u8>>) -> String {
    let ran = run(arguments, input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{arguments:?}");
    ran.out
}

/// Returns the names of all commands that `--help` lists, including `help`.
pub fn listed() -> Vec<String> {
    let help = answer(&["--help"], "");
    let from = help.find("\nSolve:\n").expect("the first group");
    let to = help.find("\nOptions:\n").expect("an end");
    help[from..to]
        .lines()
        .filter(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

/// Returns the names of all commands except `help`.
pub fn commands() -> Vec<String> {
    let mut all = listed();
    all.retain(|name| name != "help");
    all
}

/// Returns the folder of the tests' files. The command runs in it, so no message contains a path of
/// this machine.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// Writes a file in that folder atomically, and returns its name.
pub fn file(name: &str, contents: impl AsRef<[u8]>) -> &str {
    let hidden = folder().join(format!("{name}.{}", std::process::id()));
    std::fs::write(&hidden, contents).expect("a file can be written");
    std::fs::rename(&hidden, folder().join(name)).expect("a file can be renamed");
    name
}

/// A deterministic pseudorandom generator (SplitMix64; G. L. Steele, D. Lea and C. H. Flood, 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Returns a text of `length` characters from `of`.
    pub fn text(&mut self, length: usize, of: &[u8]) -> String {
        (0..length).map(|_| char::from(self.pick(of))).collect()
    }
}

/// Starts the command and waits until `grown` is true or the run has ended.
pub fn grown(arguments: &[&str], grown: impl Fn() -> bool) -> Child {
    let mut child = process::Command::new(program())
        .args(arguments)
        .current_dir(folder())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let began = Instant::now();
    while !grown() {
        assert!(began.elapsed() < Duration::from_secs(600), "nothing came");
        if child.try_wait().expect("it can be asked").is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

/// Waits until the command has worked for a few tenths of a second.
#[cfg(unix)]
pub fn at_work(child: &Child) {
    // `ps` prints the processor time as MM:SS or HH:MM:SS.
    let id = child.id().to_string();
    loop {
        let told = process::Command::new("ps")
            .args(["-o", "time=", "-p", &id])
            .output();
        let told = told.expect("ps runs").stdout;
        let digits = told.iter().filter(|byte| byte.is_ascii_digit());
        if digits.clone().any(|digit| *digit != b'0') {
            return;
        }
        assert!(digits.count() > 0, "it ended before it was at work");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Waits until the command sleeps: it must be asleep several times in a row.
#[cfg(unix)]
pub fn at_rest(child: &Child) {
    let id = child.id().to_string();
    let mut asleep = 0;
    while asleep < 4 {
        let told = process::Command::new("ps")
            .args(["-o", "stat=", "-p", &id])
            .output();
        let told = told.expect("ps runs").stdout;
        assert!(!told.is_empty(), "it ended");
        asleep = if told.starts_with(b"S") {
            asleep + 1
        } else {
            0
        };
        std::thread::sleep(Duration::from_millis(20));
    }
}
