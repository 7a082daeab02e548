//! Tests `judge` on programs of many kinds: a true verdict in time, and no remaining processes or
//! files.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::run::{command, folder};

/// A kind of program that plays Nim, and its possible true verdicts.
struct Kind {
    name: &'static str,
    /// The text of the program. `NUMBER` is replaced by a number that is unique to the program.
    text: &'static str,
    verdicts: &'static [&'static str],
}

/// A Python function that answers each line after `bad(numbers)` has returned.
const ANSWERS: &str = "
import os, signal, sys, time, random
def answer(bad=lambda numbers: None):
    for line in sys.stdin:
        numbers = list(map(int, line.split(',')))
        bad(numbers)
        value = 0
        for number in numbers: value ^= number
        print('First' if value else 'Second')
";

const KINDS: [Kind; 20] = [
    Kind {
        name: "right",
        text: "answer()",
        verdicts: &["right"],
    },
    Kind {
        name: "right, all at once",
        text: "lines = sys.stdin.read().split()\nfor line in lines:\n    a, b, c = map(int, line.split(','))\n    print('First' if a ^ b ^ c else 'Second')",
        verdicts: &["right"],
    },
    Kind {
        name: "wrong",
        text: "for line in sys.stdin: print('First' if sum(map(int, line.split(','))) > NUMBER else 'Second')",
        verdicts: &["wrong"],
    },
    Kind {
        name: "silent",
        text: "sys.stdin.read()",
        verdicts: &["nonsense"],
    },
    Kind {
        name: "silent, input unread",
        text: "pass",
        verdicts: &["nonsense"],
    },
    Kind {
        name: "hanging",
        text: "while True: pass",
        verdicts: &["timed-out"],
    },
    Kind {
        name: "sleeping",
        text: "time.sleep(1000 + NUMBER)",
        verdicts: &["timed-out"],
    },
    Kind {
        name: "hanging, deaf to signals",
        text: "for n in range(1, 64):\n    try: signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError): pass\nwhile True: pass",
        verdicts: &["timed-out"],
    },
    Kind {
        name: "sleeping, output closed",
        text: "os.close(1); os.close(2)\ntime.sleep(1000)",
        verdicts: &["timed-out"],
    },
    Kind {
        name: "hanging at one position",
        text: "def bad(numbers):\n    while sum(numbers) == 4 + NUMBER: pass\nanswer(bad)",
        verdicts: &["timed-out"],
    },
    Kind {
        name: "sleeping at one position",
        text: "answer(lambda numbers: sum(numbers) == 1 + NUMBER and time.sleep(1000))",
        verdicts: &["timed-out"],
    },
    Kind {
        name: "flooding its output",
        text: "while True: print('First' * 1000)",
        verdicts: &["output"],
    },
    Kind {
        name: "flooding its errors",
        text: "while True: sys.stderr.write('First' * 10000)",
        verdicts: &["output", "timed-out"],
    },
    Kind {
        name: "a fork bomb",
        text: "while True:\n    try: os.fork()\n    except OSError: pass",
        verdicts: &["processes", "memory", "timed-out"],
    },
    Kind {
        name: "crashing",
        text: "def bad(numbers):\n    if sum(numbers) == NUMBER: raise KeyError('lost')\nanswer(bad)",
        verdicts: &["crashed"],
    },
    Kind {
        name: "crashing by a signal",
        text: "os.kill(os.getpid(), signal.SIGSEGV)",
        verdicts: &["crashed"],
    },
    Kind {
        name: "slow at random",
        text: "random.seed()\nanswer(lambda numbers: time.sleep(random.choice([0, 0, 0, 0.002, 0.02])))",
        // A slow batch may use up the time before it is clear that no query hangs.
        verdicts: &["right", "timed-out", "unknown"],
    },
    Kind {
        name: "daemonising",
        text: "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        signal.signal(signal.SIGTERM, signal.SIG_IGN)\n        time.sleep(1000)\n    os._exit(0)\nanswer()",
        verdicts: &["right"],
    },
    Kind {
        name: "memory without end",
        text: "all = []\nwhile True: all.append(bytearray(1 << 20))",
        verdicts: &["memory", "timed-out"],
    },
    Kind {
        name: "locking its folder",
        text: "os.makedirs('locked/within')\nos.chmod('locked', 0)\nanswer()",
        verdicts: &["right"],
    },
];

/// Returns Python itself, because `python3` may be a wrapper script.
fn python() -> String {
    let told = Command::new("python3")
        .args(["-c", "import sys; print(sys.executable)"])
        .output()
        .expect("the tests need python3");
    String::from_utf8(told.stdout)
        .expect("a path")
        .trim()
        .to_owned()
}

/// Returns the processes whose arguments contain this text.
fn processes(mark: &str) -> Vec<String> {
    let all = fs::read_dir("/proc").expect("the processes");
    all.flatten()
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .filter(|line| line.contains(mark))
        .collect()
}

/// Waits until nothing is found any more. The kernel needs a moment to remove killed processes.
fn gone(what: &str, look: impl Fn() -> Vec<String>) {
    for last in 0..250 {
        let left = look();
        if left.is_empty() {
            return;
        }
        assert!(last < 249, "{what} left {left:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn entries(folder: &Path) -> Vec<String> {
    let all = fs::read_dir(folder).expect("the folder");
    all.flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

/// Returns a folder for files that these programs leave.
fn scratch(name: &str) -> PathBuf {
    let scratch = folder().join(name);
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(&scratch).expect("made");
    scratch
}

/// Programs of all kinds in turn, and how they are judged.
struct Programs<'a> {
    name: &'a str,
    options: &'a [&'a str],
    /// The limit of time of a judge, in seconds, and the longest time that it may take.
    time: u64,
    most: Duration,
}

impl Programs<'_> {
    /// Judges `many` programs. Each must get a true verdict. On a busy machine, a program without
    /// a verdict is judged again with more time.
    fn judge(&self, many: usize, at_once: usize) {
        let scratch = scratch(self.name);
        let (python, next) = (python(), AtomicUsize::new(0));
        let without = Mutex::new(Vec::new());
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= many {
                    return;
                }
                if !self.judge_one(number, 1, &scratch, &python) {
                    without.lock().expect("not poisoned").push(number);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..at_once {
                scope.spawn(work);
            }
        });
        let mut without = without.into_inner().expect("not poisoned");
        for longer in [2, 4] {
            without.retain(|&number| !self.judge_one(number, longer, &scratch, &python));
        }
        let left = without.len();
        eprintln!("{many} programs, {left} without a verdict on a busy machine");
        assert!(left <= many / 10, "{left} of {many} have no verdict");
    }

    /// Judges one program with `longer` times the limit of time. Returns false if it got no verdict
    /// because the machine is busy.
    fn judge_one(&self, number: usize, longer: u32, scratch: &Path, python: &str) -> bool {
        let kind = &KINDS[number % KINDS.len()];
        let text = kind
            .text
            .replace("NUMBER", &(number / KINDS.len()).to_string());
        let mark = format!("{}-{}-{number}.py", self.name, std::process::id());
        let path = folder().join(&mark);
        fs::write(&path, format!("{ANSWERS}{text}\n")).expect("written");
        let own = scratch.join(format!("{number}-{longer}"));
        fs::create_dir(&own).expect("made");
        let began = Instant::now();
        let time = (self.time * u64::from(longer)).to_string();
        let ran = Command::new(command(&[]).get_program())
            .args(["judge", "nim", "--format", "lines", "--json"])
            .args(["--time", &time])
            .args(self.options)
            .args(["--", python, "-S", path.to_str().expect("text")])
            .current_dir(folder())
            .env("TMPDIR", &own)
            .env("WHOWINS_CONFIG", "")
            .output()
            .expect("it runs");
        let took = began.elapsed();
        let what = format!("program {number} ({})", kind.name);
        let printed = String::from_utf8_lossy(&ran.stdout);
        let error = String::from_utf8_lossy(&ran.stderr);
        let report: Value =
            serde_json::from_str(&printed).unwrap_or_else(|_| panic!("{what}: {printed}{error}"));
        let verdict = report["verdict"].as_str().expect("a word");
        eprintln!("{what}: {verdict}, {:.2} s", took.as_secs_f64());
        let right = verdict == "right";
        let is_true = kind.verdicts.contains(&verdict);
        if !is_true {
            // A program that got almost no processor time can't be judged.
            let spared = verdict == "unknown" || right && report["all"] == false;
            assert!(spared && is_busy(), "{what}: {printed}");
        }
        let code = match verdict {
            "right" => 0,
            "unknown" => 3,
            _ => 1,
        };
        assert_eq!(ran.status.code(), Some(code), "{what}: {error}");
        let asked = |stage: &str| report[stage]["asked"].as_u64().unwrap_or(0);
        let answered = asked("in_order") + asked("hard") + asked("random");
        assert!(!right || answered > 0, "{what}: {printed}");
        assert!(took <= self.most * longer, "{what} took {took:?}");
        assert_eq!(entries(&own), [""; 0], "{what}");
        gone(&what, || processes(&mark));
        let _ = fs::remove_file(&path);
        is_true
    }
}

/// Returns true if more threads are runnable than there are processors.
fn is_busy() -> bool {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().and_then(|load| load.parse().ok());
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    load.unwrap_or(0.0) > 1.5 * processors as f64
}

#[test]
fn each_kind_of_program_has_a_true_verdict() {
    let programs = Programs {
        name: "kinds",
        options: &["--up-to", "5", "--drawn", "20"],
        time: 5,
        most: Duration::from_secs(30),
    };
    programs.judge(KINDS.len(), 3);
}

#[test]
#[ignore = "long"]
fn two_hundred_programs_have_true_verdicts_in_time() {
    let programs = Programs {
        name: "two-hundred",
        options: &[],
        time: 5,
        most: Duration::from_secs(6),
    };
    programs.judge(200, 2);
}

#[test]
fn nothing_answered_is_no_verdict() {
    // The limit of one run is longer than the time for all of them.
    let path = super::run::file("sleeper.py", "import time\ntime.sleep(1000)\n");
    let judged = [
        "judge",
        "nim",
        "--format",
        "lines",
        "--time",
        "1",
        "--limit-time",
        "60",
        "--json",
        "--",
        "python3",
        path,
    ];
    let ran = super::run::run(&judged, "");
    assert_eq!(ran.code, 3, "{}", ran.out);
    assert!(ran.out.contains("\"verdict\":\"unknown\""), "{}", ran.out);
    let met =
        "error: no verdict: the time was over before the program answered 0,0,0: it had taken ";
    assert!(ran.err.starts_with(met), "{}", ran.err);
    let end = " by the clock), and one run may take 181.00 s\nhelp: allow more with --time\n";
    assert!(ran.err.ends_with(end), "{}", ran.err);
}

#[test]
fn the_question_that_a_program_hangs_on_is_named() {
    let python = python();
    let value = "print('First' if numbers[0] ^ numbers[1] ^ numbers[2] else 'Second')";
    let hang = "    if numbers == [1, 2, 4]:\n        while True: PASS\n";
    let lines = [
        // Programs that answer line by line, or everything at the end.
        ("sys.stdin", ""),
        ("sys.stdin.readlines()", ""),
        ("sys.stdin", "open('out', 'w+')"),
    ];
    for (number, (input, out)) in lines.into_iter().enumerate() {
        for pass in ["pass", "time.sleep(100)"] {
            let hang = hang.replace("PASS", pass);
            let out = match out {
                "" => "sys.stdout",
                out => out,
            };
            let text = format!(
                "import sys, time\nout = {out}\nfor line in {input}:\n    numbers = list(map(int, line.split(',')))\n{hang}    {}\n\
                 if out is not sys.stdout:\n    out.seek(0)\n    sys.stdout.write(out.read())\n",
                value.replace("'Second')", "'Second', file=out)")
            );
            let path = super::run::file(&format!("hangs-{number}.py"), text).to_owned();
            let judged = [
                "judge",
                "nim",
                "--format",
                "lines",
                "--time",
                "60",
                "--limit-time",
                "0.6",
                "--drawn",
                "0",
                "--json",
                "--",
                &python,
                "-S",
                &path,
            ];
            let ran = super::run::run(&judged, "");
            assert_eq!(ran.code, 1, "{input}, {out}, {pass}: {ran:?}");
            let report: Value = serde_json::from_str(&ran.out).expect("JSON");
            let what = format!("{input}, {out}, {pass}: {report}");
            assert_eq!(report["verdict"], "timed-out", "{what}");
            assert_eq!(report["failing"]["position"], "1,2,4", "{what}");
            assert_eq!(report["failing"]["smallest"], true, "{what}");
        }
    }
}

#[test]
fn a_judge_that_is_ended_leaves_nothing() {
    let python = python();
    for (signal, at) in [("TERM", 700), ("INT", 700), ("KILL", 700), ("KILL", 40)] {
        // If the judge is killed between two runs, no process is left to remove its folder.
        let is_last = |attempt: u32| signal != "KILL" || attempt == 3;
        let ended = (1..=3).any(|attempt| end_judge(&python, signal, at, is_last(attempt)));
        assert!(ended, "{signal} at {at} ms leaves its folder");
    }
}

/// Ends a judge with a signal after some milliseconds, and returns true if its folder is gone. With
/// `must`, panics otherwise. Also panics if a process is left.
fn end_judge(python: &str, signal: &str, at: u64, must: bool) -> bool {
    let name = format!("ended-{signal}-{at}");
    let scratch = scratch(&name);
    let mark = format!("{name}-{}.py", std::process::id());
    let path = folder().join(&mark);
    fs::write(&path, "import time\ntime.sleep(1000)\n").expect("written");
    let child = Command::new(command(&[]).get_program())
        .args(["judge", "nim", "--format", "lines", "--time", "60"])
        .args(["--", python, path.to_str().expect("text")])
        .current_dir(folder())
        .env("TMPDIR", &scratch)
        .env("WHOWINS_CONFIG", "")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    std::thread::sleep(Duration::from_millis(at));
    let sent = Command::new("kill")
        .args([&format!("-{signal}"), &child.id().to_string()])
        .status();
    assert!(sent.expect("it runs").success());
    let began = Instant::now();
    let ended = child.wait_with_output().expect("it ends");
    assert!(began.elapsed() < Duration::from_secs(20), "{name}");
    if signal != "KILL" {
        assert_eq!(ended.status.code(), Some(3), "{name}");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(said, "error: stopped before the answer was found\n");
    }
    gone(&name, || processes(&mark));
    let left = || entries(&scratch);
    if must {
        gone(&name, left);
    }
    (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        left().is_empty()
    })
}
