//! Tests builds on disk that are killed repeatedly. The test is a separate program, because a new
//! process holds the locks of its parent for a moment.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use crate::common::{
    Random, WALK, assert_nothing_beside, beside, bytes_in_memory, folder, little, subject,
};
use whowins_engine::general::Want;

/// The output path of the run to be killed.
const OUT: &str = "WHOWINS_TABLE_OF_A_KILLED_RUN";

#[test]
#[ignore = "the test of kills runs it"]
fn a_run_that_will_be_killed() {
    // In an ordinary test run there is nothing to do.
    let Some(path) = std::env::var_os(OUT) else {
        return;
    };
    let want = Want::Remoteness;
    subject(WALK, "9,90")
        .build(Path::new(&path), want, None, &little(want))
        .expect("built");
}

#[test]
fn a_killed_run_goes_on_to_the_same_bytes() {
    let folder = folder("outside-kills");
    let wanted = bytes_in_memory(&folder, &subject(WALK, "9,90"), Want::Remoteness);
    let path = folder.join("killed.wdb");
    let state = beside(&path, "state");
    let made = || -> Option<SystemTime> { fs::metadata(&state).ok()?.modified().ok() };
    let mut random = Random(17);
    let mut kills = 0;
    for _ in 0..100 {
        let mut run = Command::new(std::env::current_exe().expect("this test"))
            .args(["--ignored", "--exact", "killed::a_run_that_will_be_killed"])
            .env(OUT, &path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        // Kill after a few more states were saved, so that each run makes progress.
        let (mut last, mut left) = (made(), 1 + random.below(4));
        let ended = loop {
            if let Some(status) = run.try_wait().expect("it can be asked") {
                break Some(status);
            }
            if made() != last {
                last = made();
                left = left.saturating_sub(1);
            }
            if left == 0 && kills < 10 {
                run.kill().expect("it is killed");
                run.wait().expect("it has ended");
                break None;
            }
            std::thread::sleep(Duration::from_micros(50));
        };
        match ended {
            // A kill after the table was complete left nothing to resume.
            None if path.exists() => fs::remove_file(&path).expect("it is there"),
            None => kills += 1,
            Some(status) => {
                assert!(status.success(), "{status}");
                fs::remove_file(&path).expect("it is there");
            }
        }
        if kills == 10 {
            break;
        }
    }
    assert_eq!(kills, 10);
    // The remaining work is resumed: no work is lost, and no file was damaged.
    let want = Want::Remoteness;
    let built = subject(WALK, "9,90").build(&path, want, None, &little(want));
    let notes = built.expect("built").notes;
    assert!(
        notes
            .iter()
            .any(|note| note.contains("was taken up where its state was saved")),
        "{notes:?}"
    );
    assert!(
        !notes.iter().any(|note| note.contains("damaged")),
        "{notes:?}"
    );
    assert!(fs::read(&path).expect("it is there") == wanted);
    assert_nothing_beside(&path);
    let left = fs::read_dir(&folder).expect("it is there");
    let aside = left
        .flatten()
        .any(|file| file.file_name().to_string_lossy().contains("damaged"));
    assert!(!aside, "a kill damages nothing");
}
