//! Tests tables of loopy games that exceed the memory: the file is the same after interruptions and
//! damage.

use std::fs;
use std::path::Path;

use crate::common::{
    Random, WALK, assert_nothing_beside, beside, bytes_in_memory, folder, little, stopped_by,
    subject,
};
use whowins_analysis::Player;
use whowins_engine::general::Want;
use whowins_engine::{EngineError, Limits};
use whowins_tables::{Table, TableError};

const SIDES: &str = "game \"Sides\"\nplayers Left, Right\nposition x <= 700, y <= 400\nLeft: move x += 1\nLeft: move x -= 2, y -= 1\n\
    Right: move y += 1, x -= 1\nRight: move y -= 3\nmove x -= 50\nLeft wins when y = 400\nmisère play";
const STONES: &str = "game \"Stones\"\nplayers Left, Right\nposition row of . o x\nLeft: move o . -> . o\nLeft: move o x -> . o\n\
    Right: move . x -> x .\nRight: move o x -> x .\nmove x x -> . .\nwho cannot move draws";

/// Returns the rules of a cop and a robber on a square with this side length.
fn pursuit(side: usize) -> String {
    let map = vec![".".repeat(side); side].join("/");
    format!(
        "game \"Pursuit\"\nplayers Cop, Robber\ngiven map: grid of . # = \"{map}\"\nposition cop, robber: squares of map except '#'\n\
         Cop: move cop to a neighbour\nRobber: move robber to a neighbour\nCop wins when cop = robber\nrepetition draws"
    )
}

#[test]
fn every_shape_has_the_same_bytes_as_in_memory() {
    let folder = folder("outside");
    let map = pursuit(27);
    for (number, (text, at)) in [
        (WALK, "9,90"),
        (SIDES, "9,90"),
        (STONES, "..o..x.ox.o.."),
        (&map[..], "1,1 2,2"),
    ]
    .into_iter()
    .enumerate()
    {
        let subject = subject(text, at);
        for want in [Want::Outcome, Want::Remoteness] {
            let wanted = bytes_in_memory(&folder, &subject, want);
            for threads in [1, 2] {
                let path = folder.join(format!("{number}-{want:?}-{threads}.wdb"));
                let limits = little(want).with_threads(threads);
                let finished = subject.build(&path, want, None, &limits).expect("built");
                let cells = finished.heading.states * finished.heading.players as u64;
                assert!(
                    fs::read(&path).expect("there") == wanted,
                    "{text}, {want:?}"
                );
                // Work in memory needs one or two bytes for each, so it was done on disk.
                assert!(cells > limits.budget.memory, "{text}");
                assert_nothing_beside(&path);
            }
        }
    }
}

/// Number of interruptions.
const STOPS: u32 = 12;

#[test]
fn work_outside_the_memory_is_taken_up_where_it_was_stopped() {
    let folder = folder("outside-stops");
    let subject = subject(WALK, "9,90");
    for want in [Want::Outcome, Want::Remoteness] {
        let wanted = bytes_in_memory(&folder, &subject, want);
        let path = folder.join(format!("{want:?}.wdb"));
        let (state, work) = (beside(&path, "state"), beside(&path, "work"));
        let mut random = Random(3);
        let mut stops = 0;
        for _ in 0..300 {
            let limits = little(want);
            let built = match stops {
                STOPS => subject.build(&path, want, None, &limits),
                _ => stopped_by(&state, &limits, || {
                    subject.build(&path, want, None, &limits)
                }),
            };
            match built {
                Ok(_) if stops == STOPS => break,
                Ok(_) => fs::remove_file(&path).expect("it is there"),
                Err(TableError::Engine(EngineError::Stopped)) => stops += 1,
                Err(other) => panic!("{other:?}"),
            }
            let (Ok(mut records), Ok(mut saved)) = (fs::read(&work), fs::read(&state)) else {
                continue;
            };
            match stops {
                // Damaged records are detected when they are read. A truncated or missing file is
                // replaced at the start.
                9 => {
                    for byte in records.iter_mut().skip(15) {
                        *byte ^= 1 << random.below(8);
                    }
                    fs::write(&work, &records).expect("written");
                }
                3 => fs::write(&work, &records[..records.len() / 2]).expect("written"),
                5 => fs::remove_file(&work).expect("it is there"),
                7 => {
                    let at = random.below(saved.len() as u64) as usize;
                    saved[at] ^= 1 << random.below(8);
                    fs::write(&state, &saved).expect("written");
                }
                _ => {}
            }
        }
        assert_eq!(stops, STOPS, "{want:?}");
        // The damaged records and the damaged state were renamed, and the work started again
        // automatically.
        let aside = beside(&path, "work.damaged");
        assert!(aside.exists(), "{want:?}");
        assert!(beside(&path, "state.damaged").exists(), "{want:?}");
        assert!(fs::read(&path).expect("it is there") == wanted, "{want:?}");
        assert_nothing_beside(&path);
    }
}

#[test]
fn more_memory_goes_on_with_what_less_began() {
    let folder = folder("outside-more");
    let subject = subject(SIDES, "9,90");
    let wanted = bytes_in_memory(&folder, &subject, Want::Outcome);
    let path = folder.join("table.wdb");
    let limits = little(Want::Outcome);
    let stopped = stopped_by(&beside(&path, "state"), &limits, || {
        subject.build(&path, Want::Outcome, None, &limits)
    });
    assert!(matches!(
        stopped,
        Err(TableError::Engine(EngineError::Stopped))
    ));
    subject
        .build(&path, Want::Outcome, None, &Limits::default())
        .expect("built");
    assert!(fs::read(&path).expect("it is there") == wanted);
    assert_nothing_beside(&path);
}

#[test]
fn only_what_play_comes_to_has_the_same_bytes_too() {
    let folder = folder("outside-only");
    let subject = subject(WALK, "1400,9");
    let build = |name: &str, limits: &Limits| {
        let path = folder.join(name);
        let only = Some(&[Player::First][..]);
        subject
            .build(&path, Want::Remoteness, only, limits)
            .map(|finished| (finished.reached, fs::read(&path).expect("it is there")))
    };
    let wanted = build("memory.wdb", &Limits::default()).expect("built");
    let found = build("outside.wdb", &little(Want::Remoteness)).expect("built");
    assert!(found == wanted);
}

#[test]
fn a_work_file_that_cannot_be_used_is_set_aside_or_named() {
    let folder = folder("outside-unwritable");
    let subject = subject(SIDES, "9,90");
    let message =
        |path: &Path| match subject.build(path, Want::Outcome, None, &little(Want::Outcome)) {
            Err(TableError::Engine(EngineError::Storage(message))) => message,
            other => panic!("{other:?}"),
        };
    let letter = folder.join("letter.wdb");
    fs::write(beside(&letter, "work"), "a letter to a friend").expect("written");
    let built = subject.build(&letter, Want::Outcome, None, &little(Want::Outcome));
    let notes = built.expect("built").notes;
    assert!(
        notes[0].contains("letter.wdb.work isn't a work file of this version: it is called"),
        "{notes:?}"
    );
    let left = fs::read(beside(&letter, "work.damaged")).expect("set aside");
    assert_eq!(left, b"a letter to a friend");
    let place = folder.join("place.wdb");
    fs::create_dir(beside(&place, "work")).expect("made");
    let why = message(&place);
    assert!(
        why.contains("place.wdb.work: the file cannot be written: "),
        "{why}"
    );
    #[cfg(target_os = "linux")]
    {
        let full = folder.join("full.wdb");
        std::os::unix::fs::symlink("/dev/full", beside(&full, "work")).expect("made");
        let why = message(&full);
        assert!(
            why.contains("full.wdb.work: the file cannot be written: "),
            "{why}"
        );
        assert!(why.contains("No space left"), "{why}");
    }
}

#[test]
fn a_whole_table_has_no_work_beside_it() {
    let folder = folder("outside-left");
    let subject = subject(WALK, "9,90");
    let path = folder.join("table.wdb");
    let limits = little(Want::Remoteness);
    let stopped = stopped_by(&beside(&path, "state"), &limits, || {
        subject.build(&path, Want::Remoteness, None, &limits)
    });
    assert!(stopped.is_err());
    // Killed when the table had its name and the work files still existed.
    let left: Vec<(&str, Vec<u8>)> = ["state", "work"]
        .into_iter()
        .map(|end| (end, fs::read(beside(&path, end)).expect("it is there")))
        .collect();
    let limits = little(Want::Remoteness);
    subject
        .build(&path, Want::Remoteness, None, &limits)
        .expect("built");
    fs::write(beside(&path, "state.new"), "cut off").expect("written");
    for (end, bytes) in left {
        fs::write(beside(&path, end), bytes).expect("written");
    }
    subject
        .build(&path, Want::Remoteness, None, &limits)
        .expect("there already");
    assert_nothing_beside(&path);
    Table::open(&path).expect("it is whole");
}
