//! Tests `whowins build` and `whowins probe`: kills, interrupts, resumed runs, queries, and the
//! output.

use std::fs;
use std::process::{Child, Command};

use serde_json::Value;

use super::run::{Ran, Random, answer, file, folder, grown, printed, run};

/// A table that takes long enough to be interrupted, with a window much smaller than the table.
const TABLE: [&str; 7] = [
    "build",
    "nim",
    "--at",
    "399,399,299",
    "--memory",
    "16M",
    "--remoteness",
];

fn gone(name: &str) -> &str {
    let _ = fs::remove_file(folder().join(name));
    let _ = fs::remove_file(folder().join(format!("{name}.part")));
    name
}

fn table<'a>(to: &'a [&'a str]) -> Vec<&'a str> {
    [&TABLE, to].concat()
}

/// Starts the build and waits until the unfinished file has grown by some bytes, or the run has
/// ended.
fn started(out: &str, by: u64) -> Child {
    let size = || fs::metadata(folder().join(format!("{out}.part"))).map_or(0, |about| about.len());
    let before = size();
    let most = before + by;
    grown(&table(&["-o", out, "--threads", "1"]), || size() >= most)
}

#[test]
fn a_killed_build_goes_on_to_the_same_bytes() {
    let (whole, killed) = (gone("whole.wdb"), gone("killed.wdb"));
    answer(&table(&["-o", whole]), "");
    let wanted = fs::read(folder().join(whole)).expect("it is there");
    let mut random = Random(3);
    let mut kills = 0;
    for _ in 0..6 {
        let mut child = started(killed, 1 + random.below(200_000) as u64);
        // SIGKILL: no code of the program runs after it.
        child.kill().expect("it can be killed");
        let status = child.wait().expect("it ends");
        kills += u32::from(!status.success());
        if folder().join(killed).exists() {
            break;
        }
    }
    assert!(kills > 1, "it was never caught in the middle");
    let printed = answer(&table(&["-o", killed, "--json"]), "");
    let object: Value = serde_json::from_str(&printed).expect("JSON");
    assert!(object["before"].as_u64() > Some(0), "{printed}");
    assert!(fs::read(folder().join(killed)).expect("it is there") == wanted);
    assert!(!folder().join("killed.wdb.part").exists());
}

/// Tests kills at random times during many builds: each resumes, and the final file has the same
/// bytes.
#[test]
#[ignore = "long"]
fn two_hundred_kills_harm_no_build() {
    let (whole, killed) = (gone("whole200.wdb"), gone("killed200.wdb"));
    answer(&table(&["-o", whole]), "");
    let wanted = fs::read(folder().join(whole)).expect("it is there");
    let part = || fs::metadata(folder().join("killed200.wdb.part")).map_or(0, |about| about.len());
    let mut random = Random(200);
    let (mut kills, mut finished, mut kept) = (0, 0, 0_u64);
    while kills < 200 {
        gone(killed);
        for _ in 0..1 + random.below(8) {
            let mut child = started(killed, random.below(300_000) as u64);
            child.kill().expect("it can be killed");
            kills += u32::from(!child.wait().expect("it ends").success());
        }
        let left = part();
        if left == 0 && folder().join(killed).exists() {
            continue;
        }
        let printed = answer(&table(&["-o", killed, "--json"]), "");
        let object: Value = serde_json::from_str(&printed).expect("JSON");
        let before = object["before"].as_u64().expect("positions");
        // There was more than the heading and one block, so some of it is reused.
        assert!(before > 0 || left < 100_000, "{left} bytes: {printed}");
        kept += before;
        finished += 1;
        assert!(fs::read(folder().join(killed)).expect("it is there") == wanted);
        assert_eq!(part(), 0);
    }
    eprintln!("{kills} kills, {finished} builds with the same bytes, {kept} positions kept");
    assert!(finished > 10 && kept > 0);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_build_cleanly() {
    let out = gone("interrupted.wdb");
    let child = started(out, 100_000);
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("it can be sent").success());
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert_eq!(
        said,
        "error: stopped\nhelp: finished blocks are in interrupted.wdb.part; run the same command again to resume\n"
    );
    assert!(!folder().join(out).exists());
}

#[test]
fn a_table_answers_as_the_solver_does() {
    let out = gone("wythoff.wdb");
    let rules = ["wythoff-early-end", "--at", "60,60"];
    let built = answer(
        &[&["build", "-o", out, "--remoteness"], &rules[..]].concat(),
        "",
    );
    assert!(
        built.starts_with("Built.\n\n  game      Wythoff"),
        "{built}"
    );
    for at in ["0,0", "3,5", "17,40", "60,60", "60,1"] {
        let probed = answer(&["probe", out, "--at", at, "--json"], "");
        let solved = answer(&["solve", "wythoff-early-end", "--at", at, "--json"], "");
        let read = |text: &str| -> Value { serde_json::from_str(text).expect("JSON") };
        let (mut probed, mut solved) = (read(&probed), read(&solved));
        assert_eq!(probed["strategy"], "table");
        for object in [&mut probed, &mut solved] {
            object["strategy"] = Value::Null;
            object["law"] = Value::Null;
            // A law doesn't have remoteness, and names the first winning move that it finds.
            object["remoteness"] = Value::Null;
            object["move"] = Value::Null;
        }
        assert_eq!(probed, solved);
    }
    let lines: String = (0..=60).map(|x| format!("{x},{}\n", 60 - x)).collect();
    assert_eq!(
        answer(&["probe", out, "--at", "-"], lines.clone()),
        answer(&["solve", "wythoff-early-end", "--at", "-"], lines)
    );
    let about = answer(&["probe", out, "--check"], "");
    assert!(
        about.contains("  checked   every block has its checksum\n"),
        "{about}"
    );
    assert!(about.contains("  around    60,60\n"), "{about}");
}

#[test]
fn a_table_of_a_board_holds_what_play_comes_to() {
    let out = gone("tic-tac-toe.wdb");
    let build = [
        "build",
        "tic-tac-toe",
        "-o",
        out,
        "--remoteness",
        "--only",
        "--to-move",
        "X",
    ];
    let object = answer(&[&build[..], &["--json"]].concat(), "");
    let object: Value = serde_json::from_str(&object).expect("JSON");
    // The well-known number of positions of tic-tac-toe.
    assert_eq!(object["reached"], 5478);
    let card = answer(&["probe", out, "--at", ".../.../..."], "");
    assert!(card.starts_with("A draw.\n"), "{card}");
    let card = answer(&["probe", out, "--at", "XX./OO./..."], "");
    assert!(card.starts_with("X wins.\n"), "{card}");
    assert!(card.contains("  best play  1 move\n"), "{card}");
    let Ran { code, err, .. } = run(&["probe", out, "--at", "XXX/XX./..."], "");
    assert_eq!(code, 2);
    assert_eq!(
        err,
        printed(
            "play from .../.../... does not reach XXX/XX./... with X to move, and the table has \
             only reachable positions; build it without --only"
        )
    );
}

#[test]
fn faults_are_named() {
    let out = gone("faults.wdb");
    answer(&["build", "nim", "--at", "20,20,20", "-o", out], "");
    let bytes = fs::read(folder().join(out)).expect("it is there");
    file("cut.wdb", &bytes[..bytes.len() - 9]);
    file("text.wdb", "x wins");
    let mut damaged = bytes.clone();
    damaged[bytes.len() - 60] ^= 16;
    file("damaged.wdb", damaged);
    for (arguments, code, said) in [
        (
            &["probe", "none.wdb"][..],
            2,
            "none.wdb: there is no such file; `whowins build` makes one",
        ),
        (
            &["probe", "cut.wdb"],
            2,
            "cut.wdb: the file is cut off, or something follows its end; build it again",
        ),
        (
            &["probe", "text.wdb"],
            2,
            "text.wdb: this isn't a table of this version, which starts with `whowins table 1`",
        ),
        (
            &["probe", "damaged.wdb", "--check"],
            2,
            "damaged.wdb: block 1 of 1: it does not have its checksum, so the file was damaged",
        ),
        (
            &["probe", "damaged.wdb", "--at", "1,2,3"],
            2,
            "damaged.wdb: block 1 of 1: it does not have its checksum, so the file was damaged",
        ),
        (&["probe", out, "--at", "1,2"], 2, "--at: "),
        (
            &["probe", out, "--at", "21,2,3"],
            2,
            "21,2,3 is not in this table, which was built around 20,20,20; build a larger one",
        ),
        (
            &["build", "tic-tac-toe", "-o", out],
            2,
            "faults.wdb: this is a table of other rules or parameters (`Nim`, where `Tic-tac-toe` is to be built); name another file",
        ),
        (
            &["build", "kayles", "--at", "9,9", "-o", "new.wdb"],
            2,
            "heaps that split have no box of positions",
        ),
        (
            &["build", "nim", "--at", "9,9,9", "-o", "no/such/folder.wdb"],
            2,
            "no/such/folder.wdb.part: the file cannot be written: No such file or directory (os error 2); name another file",
        ),
        (
            &[
                "build",
                "nim",
                "--at",
                "999,999,999",
                "--memory",
                "9K",
                "-o",
                "new.wdb",
            ],
            3,
            "the table of positions would take",
        ),
    ] {
        let ran = run(arguments, "");
        assert_eq!(ran.code, code, "{arguments:?}: {ran:?}");
        assert!(
            ran.err.starts_with(printed(said).trim_end()),
            "{arguments:?}: {}",
            ran.err
        );
    }
    // In a stream, the answers around the error stay.
    let ran = run(&["probe", out, "--at", "-"], "1,2,3\n4,5,600\n4,5,6\n");
    assert_eq!(ran.code, 2, "{ran:?}");
    let rows: Vec<&str> = ran.out.lines().collect();
    assert_eq!((rows[0], rows[2]), ("1,2,3\tP\tSecond", "4,5,6\tN\tFirst"));
    assert!(
        rows[1].starts_with("4,5,600\terror\t4,5,600 is not in this table"),
        "{ran:?}"
    );
    assert!(
        ran.err
            .starts_with("error: line 2 of standard input: 4,5,600 is not in this table"),
        "{}",
        ran.err
    );
}
