//! Processes that do not end by themselves: each is this test program again, told by name what to
//! do.

mod allocator;
mod ending;
mod watchdog;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use whowins_guard::{Bounds, Counting, Folder, Report, Writer, note, pause, rest, watch};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Tells the process that it is to misbehave, and in which folder.
const FOLDER: &str = "WHOWINS_GUARD_FOLDER";

/// Runs one of the ignored tests below as a process.
fn run(name: &str) -> (Output, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    fs::write(folder.join("kept"), "old").expect("written");
    let output = Command::new(std::env::current_exe().expect("this test"))
        .args([
            "--ignored",
            "--exact",
            "--nocapture",
            "--test-threads=1",
            name,
        ])
        .env(FOLDER, &folder)
        .output()
        .expect("it runs");
    (output, folder)
}

/// The folder, for a process that was told to misbehave; whoever runs the ignored tests has nothing
/// to do.
fn told() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}

/// Asserts that the process ended by the guard, with this sentence.
fn assert_ended(output: &Output, sentence: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert_eq!(said.trim_end(), Report(sentence).to_string());
}

fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

fn over() -> Bounds {
    Bounds {
        deadline: Some(Instant::now()),
        ..Bounds::default()
    }
}

#[test]
#[ignore = "runs as a process"]
fn hangs() {
    if told().is_some() {
        note("some of it is done".into());
        watch(over());
        hang();
    }
}

#[test]
fn work_that_goes_on_after_its_time_is_ended() {
    let (output, _) = run("hangs");
    assert_ended(
        &output,
        "the time ran out; allow more with --time; some of it is done",
    );
}

#[test]
#[ignore = "runs as a process"]
fn is_stopped() {
    if told().is_some() {
        rest();
        watch(Bounds {
            stop: Some(Arc::new(AtomicBool::new(true))),
            ..over()
        });
        hang();
    }
}

#[test]
fn a_stop_that_nobody_answers_is_answered_and_an_answer_may_take_its_time() {
    // The deadline is over too, but it bounds work alone, and that is done.
    let (output, _) = run("is_stopped");
    assert_ended(&output, "stopped before the answer was found");
}

#[test]
#[ignore = "runs as a process"]
fn writes_half_a_file() {
    if let Some(folder) = told() {
        let mut writer = Writer::create(&folder.join("kept")).expect("begun");
        writer.write_all(&[1; 1 << 20]).expect("written");
        watch(over());
        hang();
    }
}

#[test]
fn a_file_that_is_half_written_goes_and_the_old_one_stays() {
    let (output, folder) = run("writes_half_a_file");
    assert_ended(&output, "the time ran out; allow more with --time");
    assert_eq!(fs::read(folder.join("kept")).ok(), Some(b"old".to_vec()));
    assert_eq!(fs::read_dir(&folder).expect("there").count(), 1);
}

#[test]
#[ignore = "runs as a process"]
fn finishes_slowly() {
    if let Some(folder) = told() {
        let paused = pause();
        watch(over());
        std::thread::sleep(Duration::from_millis(1500));
        Writer::write(&folder.join("kept"), b"new").expect("written");
        drop(paused);
        std::process::exit(7);
    }
}

#[test]
fn what_must_be_finished_is_let_finish() {
    let (output, folder) = run("finishes_slowly");
    assert_eq!(output.status.code(), Some(7), "{output:?}");
    assert_eq!(fs::read(folder.join("kept")).ok(), Some(b"new".to_vec()));
}

/// Bytes that the processes below are allowed.
const MEMORY: u64 = 16 << 20;

fn watched() -> bool {
    let told = told().is_some();
    if told {
        watch(Bounds {
            memory: Some(MEMORY),
            ..Bounds::default()
        });
    }
    told
}

const FULL: &str = "the memory limit of 16.0 MiB was reached; allow more with --memory, or ask for a smaller position";

#[test]
#[ignore = "runs as a process"]
fn takes_more_and_more() {
    if watched() {
        let mut kept: Vec<Box<[u8; 100]>> = Vec::new();
        loop {
            for _ in 0..10_000 {
                kept.push(Box::new([1; 100]));
            }
            print!("{} ", kept.len());
            let _ = std::io::stdout().flush();
        }
    }
}

#[test]
fn memory_past_the_limit_ends_with_a_sentence() {
    let (output, _) = run("takes_more_and_more");
    assert_ended(&output, FULL);
    let said = String::from_utf8_lossy(&output.stdout);
    let last = said
        .split_whitespace()
        .filter_map(|word| word.parse::<u64>().ok())
        .next_back();
    // It had its 16 MB, and no more than a quarter and 32 MB besides, each block with what its
    // heading takes.
    let last = last.expect("it took some");
    assert!(last * 108 > MEMORY, "{last}");
    assert!(last * 108 < MEMORY + MEMORY / 4 + (32 << 20), "{last}");
}

#[test]
#[ignore = "runs as a process"]
fn takes_very_much_at_once() {
    if watched() {
        let block: Vec<u8> = Vec::with_capacity(1 << 40);
        println!("{}", block.capacity());
        hang();
    }
}

#[test]
fn a_block_that_is_far_too_large_ends_with_a_sentence() {
    let (output, _) = run("takes_very_much_at_once");
    assert_ended(&output, FULL);
}

#[test]
#[ignore = "runs as a process"]
fn takes_room_and_leaves_it_empty() {
    if watched() {
        let mut block: Vec<u64> = Vec::with_capacity(8 << 20);
        block.push(1);
        let first = block[0] as i32;
        std::process::exit(first + 6);
    }
}

#[test]
fn room_that_is_not_filled_is_not_held_against_it() {
    // 64 MB of it, and no page of it in memory but one.
    let (output, _) = run("takes_room_and_leaves_it_empty");
    assert_eq!(output.status.code(), Some(7), "{output:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_device_is_written_as_it_is_and_a_failed_write_leaves_nothing() {
    let full = Writer::write(Path::new("/dev/full"), b"some");
    assert_eq!(
        full.map_err(|error| error.kind()),
        Err(std::io::ErrorKind::StorageFull)
    );
    assert!(Writer::write(Path::new("/dev/null"), b"some").is_ok());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("links");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    let (file, link) = (folder.join("file"), folder.join("link"));
    fs::write(&file, "old").expect("written");
    std::os::unix::fs::symlink(&file, &link).expect("made");
    Writer::write(&link, b"new").expect("written");
    assert_eq!(fs::read(&file).ok(), Some(b"new".to_vec()));
    assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
    drop(Writer::create(&file).expect("begun"));
    assert_eq!(fs::read(&file).ok(), Some(b"new".to_vec()));
    assert_eq!(fs::read_dir(&folder).expect("there").count(), 2);
}

#[test]
#[cfg(unix)]
fn a_link_that_leads_nowhere_yet_stays_one_and_its_target_is_written() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dangling");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("inner")).expect("a folder can be made");
    let link = |name: &str, target: &str| {
        let link = folder.join(name);
        std::os::unix::fs::symlink(target, &link).expect("made");
        link
    };
    // Relative to the folder of the link, over a second link.
    let (first, second) = (link("first", "inner/second"), link("inner/second", "file"));
    Writer::write(&first, b"new").expect("written");
    for link in [&first, &second] {
        assert!(fs::symlink_metadata(link).expect("there").is_symlink());
    }
    let file = folder.join("inner/file");
    assert!(fs::symlink_metadata(&file).expect("there").is_file());
    assert_eq!(fs::read(&file).ok(), Some(b"new".to_vec()));
    let nowhere = Writer::write(&link("nowhere", "no-folder/file"), b"new");
    assert_eq!(
        nowhere.map_err(|error| error.kind()),
        Err(std::io::ErrorKind::NotFound)
    );
    assert!(Writer::write(&link("round", "round"), b"new").is_err());
    assert!(
        fs::symlink_metadata(folder.join("round"))
            .expect("there")
            .is_symlink()
    );
}

#[test]
fn a_folder_that_is_not_kept_goes_with_what_was_created_in_it() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("together");
    let _ = fs::remove_dir_all(&folder);
    let deep = folder.join("a/b");
    let mut written = Folder::create(&deep).expect("created");
    written.write("c/file", b"some").expect("written");
    assert!(deep.join("c/file").is_file());
    drop(written);
    assert!(!folder.exists());
    // What was there before stays, and so does what is kept.
    fs::create_dir_all(&deep).expect("created");
    fs::write(deep.join("old"), "old").expect("written");
    let mut written = Folder::create(&deep).expect("there");
    written.write("old", b"newer").expect("written");
    written.write("new", b"new").expect("written");
    drop(written);
    assert!(deep.join("old").is_file() && !deep.join("new").exists());
    let mut written = Folder::create(&deep).expect("there");
    written.write("new", b"new").expect("written");
    written.keep();
    assert!(deep.join("new").is_file());
}
