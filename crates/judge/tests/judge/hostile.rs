//! Tests hostile programs: each is contained and reported, and leaves nothing behind.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use whowins::analysis::Budget;
use whowins_judge::{Confinement, Ended, Ran, RunBounds};

use super::programs::program;

/// Runs a program with low limits. Its text begins with a unique name, by which remaining processes
/// are found.
fn run(name: &str, text: &str, input: &str) -> Ran {
    let mark = format!("hostile-{name}-{}", std::process::id());
    let mut program = program(&format!("# {mark}\nimport os, signal, sys, time\n{text}"));
    program.allowed = program.allowed.with_time(Duration::from_millis(900));
    program.allowed.memory = 96 << 20;
    program.allowed.processes = 12;
    program.allowed.output = 1 << 20;
    program.allowed.file = 1 << 20;
    let ran = program
        .run(Arc::new(input.as_bytes().to_vec()), &RunBounds::OPEN)
        .expect("it is run");
    // The kernel needs a moment to remove killed processes.
    for look in 0..200 {
        let left = left(&mark);
        if left.is_empty() {
            break;
        }
        assert!(look < 199, "{name} left processes: {left:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
    ran
}

/// Returns the processes whose arguments contain this text.
fn left(mark: &str) -> Vec<String> {
    let all = std::fs::read_dir("/proc").expect("the processes");
    let own = std::process::id().to_string();
    all.flatten()
        .filter(|entry| entry.file_name().to_string_lossy() != own)
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .filter(|line| line.contains(mark))
        .collect()
}

#[test]
fn a_fork_bomb() {
    let text = "while True:\n    try: os.fork()\n    except OSError: pass";
    let ran = run("bomb", text, "");
    assert!(
        matches!(ran.ended, Ended::Processes | Ended::TimedOut),
        "{ran:?}"
    );
}

#[test]
fn children_that_outlive_it() {
    let text = "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        signal.signal(signal.SIGTERM, signal.SIG_IGN)\n        os.close(1); os.close(2)\n        time.sleep(1000)\n    os._exit(0)\nprint('done')";
    let ran = run("orphans", text, "");
    assert_eq!(
        (ran.ended, ran.output.as_slice()),
        (Ended::Well, &b"done\n"[..])
    );
}

#[test]
fn output_without_end() {
    let ran = run("flood", "while True: print('W' * 10000)", "");
    assert_eq!(ran.ended, Ended::Output(1 << 20));
    assert!(ran.output.len() <= 1 << 20);
}

#[test]
fn signals_that_are_ignored() {
    let text = "for n in range(1, 64):\n    try: signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError): pass\nwhile True: pass";
    assert_eq!(run("deaf", text, "").ended, Ended::TimedOut);
}

#[test]
fn sleep() {
    assert_eq!(run("sleep", "time.sleep(1000)", "").ended, Ended::TimedOut);
}

#[test]
fn memory_that_is_eaten() {
    let text = "all = []\nwhile True: all.append(bytearray(1 << 20))";
    assert_eq!(run("eater", text, "").ended, Ended::Memory);
}

#[test]
fn files_that_are_written() {
    let text = "print(os.getcwd(), flush=True)\nwith open('large', 'wb') as file:\n    while True: file.write(bytes(1 << 16))";
    let ran = run("writer", text, "");
    assert!(matches!(ran.ended, Ended::File | Ended::Code(_)), "{ran:?}");
    let folder = String::from_utf8(ran.output).expect("a path");
    assert!(folder.contains("whowins-"), "{folder}");
    assert!(!Path::new(folder.trim()).exists(), "{folder} is left");
}

#[test]
fn its_folder_deleted() {
    let text = "import shutil\nopen('file', 'w').close()\nfolder = os.getcwd()\nos.chdir('/')\nshutil.rmtree(folder, True)\nprint(*os.listdir(folder) if os.path.exists(folder) else (), 'gone')";
    let ran = run("deleter", text, "");
    assert_eq!(
        (ran.ended, ran.output.as_slice()),
        (Ended::Well, &b"gone\n"[..])
    );
}

#[test]
fn input_that_is_not_read() {
    let ran = run("blind", "print('W')", &"1,1\n".repeat(1 << 18));
    assert_eq!(
        (ran.ended, ran.output.as_slice()),
        (Ended::Well, &b"W\n"[..])
    );
}

#[test]
fn ends_of_every_kind_are_told() {
    assert_eq!(run("code", "sys.exit(3)", "").ended, Ended::Code(3));
    let ran = run("fault", "raise KeyError('lost')", "");
    assert_eq!(ran.ended, Ended::Code(1));
    assert!(ran.error.ends_with("KeyError: 'lost'"), "{}", ran.error);
    let text = "os.kill(os.getpid(), signal.SIGSEGV)";
    assert_eq!(run("signal", text, "").ended, Ended::Signal(11));
    let mut absent = program("");
    absent.command = vec!["/no/such/program".into()];
    let ran = absent
        .run(Arc::new(Vec::new()), &RunBounds::OPEN)
        .expect("the container runs");
    assert!(matches!(ran.ended, Ended::NoStart(_)), "{ran:?}");
}

#[test]
fn errors_without_end() {
    let ran = run("errors", "while True: sys.stderr.write('W' * 10000)", "");
    assert_eq!(ran.ended, Ended::Output(1 << 20));
    assert!(ran.error.len() <= 4096);
}

#[test]
fn a_budget_cuts_a_run_of_any_kind() {
    for text in [
        "import time\ntime.sleep(1000)",
        "while True: pass",
        "import os\nos.close(1)\nwhile True: pass",
    ] {
        let bounds = RunBounds {
            budget: Budget::OPEN.by(Instant::now() + Duration::from_millis(400)),
            ..RunBounds::OPEN
        };
        let ran = program(text)
            .run(Arc::new(Vec::new()), &bounds)
            .expect("it is run");
        assert_eq!(ran.ended, Ended::Cut, "{text}");
    }
}

#[test]
fn a_terminal_shows_each_line_at_once() {
    let text = "import time\nfor line in sys.stdin:\n    if line == '2\\n': time.sleep(1000)\n    print('got', line)";
    let mut program = program(&format!("import sys\n{text}"));
    program.allowed.wall = Duration::from_millis(1500);
    // Python prints in blocks to a pipe by default.
    let buffered = ["env", "-u", "PYTHONUNBUFFERED"].map(OsString::from);
    program.command.splice(0..0, buffered);
    let input = Arc::new(b"0\n1\n2\n3\n".to_vec());
    for terminal in [false, true] {
        let bounds = RunBounds {
            terminal,
            ..RunBounds::OPEN
        };
        let ran = program.run(Arc::clone(&input), &bounds).expect("it is run");
        assert_eq!(ran.ended, Ended::TimedOut);
        let shown = String::from_utf8(ran.output).expect("text");
        assert_eq!(shown.contains("got 1"), terminal, "{shown}");
    }
}

#[test]
fn files_outside_are_read_and_not_written() {
    let outside = tempfile::tempdir().expect("a folder");
    let secret = outside.path().join("secret");
    std::fs::write(&secret, "before").expect("written");
    let text = format!(
        "import pathlib\nsecret = pathlib.Path({secret:?})\nprint(secret.read_text())\ndef tried(what):\n    try: what()\n    except OSError as error: print(error.errno in (13, 1, 30, 18))\n    else: print('done')\n\
         tried(lambda: secret.write_text('after'))\ntried(lambda: secret.unlink())\ntried(lambda: (secret.parent / 'new').mkdir())\ntried(lambda: os.rename(secret, 'mine'))\n\
         open('own', 'w').write('fine')\nopen('/dev/null', 'w').write('fine')\nprint(open('own').read())"
    );
    let ran = run("confined", &text, "");
    assert_eq!(ran.ended, Ended::Well, "{ran:?}");
    let isolation = ran.isolation.expect("it was started");
    // A kernel without Landlock is reported, also by the command.
    if isolation.files == Confinement::Full {
        let printed = String::from_utf8(ran.output).expect("text");
        assert_eq!(printed, "before\nTrue\nTrue\nTrue\nTrue\nfine\n");
        assert_eq!(
            std::fs::read_to_string(&secret).expect("it is there"),
            "before"
        );
    }
}

#[test]
fn multiprocessing_works_and_leaves_no_shared_memory() {
    let name = format!("whowins-test-{}", std::process::id());
    let text = format!(
        "import multiprocessing\nwith multiprocessing.Pool(2) as pool: print(pool.map(abs, [-1, -2]))\n\
         open('/dev/shm/{name}', 'w').write('mine')\nprint(open('/dev/shm/{name}').read())"
    );
    let ran = run("pool", &text, "");
    let isolation = ran.isolation.expect("it was started");
    let left = Path::new("/dev/shm").join(name);
    let is_left = left.exists();
    let _ = std::fs::remove_file(&left);
    assert_eq!(ran.ended, Ended::Well, "{ran:?}");
    assert_eq!(ran.output, b"[1, 2]\nmine\n", "{ran:?}");
    assert_eq!(is_left, !isolation.shared_memory);
}

/// Keeps every processor busy with several threads, until it is dropped.
struct Busy(Arc<AtomicBool>);

impl Busy {
    fn new() -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        for _ in 0..5 * processors {
            let over = Arc::clone(&over);
            std::thread::spawn(move || while !over.load(Ordering::Relaxed) {});
        }
        Self(over)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn the_time_of_other_programs_does_not_count() {
    let _busy = Busy::new();
    let spin = "def spin():\n    while time.process_time() < 0.3: pass\n";
    // A program may also wait for a child or a thread.
    for body in [
        "spin()",
        "if os.fork() == 0:\n    spin()\n    os._exit(0)\nos.wait()",
        "import threading\nthread = threading.Thread(target=spin)\nthread.start()\nthread.join()",
    ] {
        let mut program = program(&format!("import os, time\n{spin}{body}\nprint('done')"));
        program.allowed.time = Duration::from_millis(700);
        program.allowed.wall = program.allowed.time;
        let ran = program
            .run(Arc::new(Vec::new()), &RunBounds::OPEN)
            .expect("it is run");
        assert_eq!(ran.ended, Ended::Well, "{body}: {ran:?}");
        assert!(ran.elapsed > program.allowed.wall, "{body}: {ran:?}");
        assert!(ran.took >= Duration::from_millis(250), "{body}: {ran:?}");
    }
}

#[test]
fn a_program_may_wait_for_its_turn() {
    let mut program = program("import sys\nsys.stdin.readline()\nprint('done')");
    program.allowed.time = Duration::from_millis(300);
    program.allowed.wall = program.allowed.time;
    for (is_turn, ended) in [(false, Ended::Well), (true, Ended::TimedOut)] {
        let mut held = program.start(&RunBounds::OPEN).expect("it starts");
        held.set_turn(is_turn);
        std::thread::sleep(Duration::from_millis(1500));
        held.set_turn(true);
        let to = held.input.take();
        let _ = to.expect("its input").write_all(b"now\n");
        assert_eq!(held.end().0.ended, ended);
    }
}

#[test]
fn sleep_counts_on_a_busy_machine() {
    let _busy = Busy::new();
    let mut program = program("import time\ntime.sleep(1000)");
    program.allowed.time = Duration::from_millis(500);
    program.allowed.wall = program.allowed.time;
    let ran = program
        .run(Arc::new(Vec::new()), &RunBounds::OPEN)
        .expect("it is run");
    assert_eq!(ran.ended, Ended::TimedOut, "{ran:?}");
}

#[test]
fn no_network_where_the_system_grants_that() {
    let text = "import socket\nprint(len(socket.if_nameindex()))";
    let ran = run("network", text, "");
    assert_eq!(ran.ended, Ended::Well, "{ran:?}");
    // A private network has only the loopback device; otherwise there are as many as on the
    // machine.
    let apart = nix_unshare_works();
    assert!(!apart || ran.output == b"1\n", "{ran:?}");
}

/// Returns true if the system allows private networks, by the shell command.
fn nix_unshare_works() -> bool {
    let tried = std::process::Command::new("unshare")
        .args(["-n", "true"])
        .status();
    tried.is_ok_and(|status| status.success())
}
