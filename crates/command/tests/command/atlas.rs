//! Tests `whowins atlas`: kills, interrupts, resumed runs, and the output.

use std::fs;
use std::process::{Child, Command, ExitStatus};

use serde_json::Value;

use super::run::{Ran, answer, assert_is_error, file, folder, grown, run};

/// A survey that takes long enough to be interrupted.
const SURVEY: [&str; 5] = ["atlas", "subtraction", "--partizan", "--max", "10"];

fn gone(name: &str) -> &str {
    let _ = fs::remove_file(folder().join(name));
    name
}

fn survey<'a>(to: &'a [&'a str]) -> Vec<&'a str> {
    [&SURVEY, to].concat()
}

/// Starts the survey and waits until some chunks are written.
fn started(out: &str) -> Child {
    let size = || fs::metadata(folder().join(out)).map_or(0, |about| about.len());
    grown(&survey(&["-o", out, "--threads", "1"]), || {
        size() >= 1_000_000
    })
}

fn end(child: Child) -> (ExitStatus, String, String) {
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status, text(output.stdout), text(output.stderr))
}

#[test]
fn a_killed_survey_goes_on_to_the_same_bytes() {
    let (whole, killed) = (gone("atlas_whole.csv"), gone("atlas_killed.csv"));
    let said = answer(&survey(&["-o", whole]), "");
    assert!(said.contains("all 1048576 done"), "{said}");
    let whole = fs::read(folder().join(whole)).expect("it was written");
    // Killed twice, each time in the middle.
    for _ in 0..2 {
        let mut child = started(killed);
        child.kill().expect("it can be killed");
        let (status, out, _) = end(child);
        let size = fs::metadata(folder().join(killed))
            .expect("it is there")
            .len();
        assert!(
            !status.success() && out.is_empty() && size < whole.len() as u64,
            "it was too fast"
        );
    }
    let said = answer(&survey(&["-o", killed]), "");
    assert!(said.contains("rows stood in the file"), "{said}");
    assert!(fs::read(folder().join(killed)).expect("it is there") == whole);
}

/// Tests kills at random times: rows that were written stay, and the final file has the same bytes.
#[test]
#[ignore = "long"]
fn two_hundred_kills_harm_no_survey() {
    let survey = |out| {
        [
            "atlas",
            "subtraction",
            "--partizan",
            "--max",
            "8",
            "--threads",
            "1",
            "-o",
            out,
        ]
    };
    let (whole, killed) = (gone("atlas_whole200.csv"), gone("atlas_killed200.csv"));
    answer(&survey(whole), "");
    let wanted = fs::read(folder().join(whole)).expect("it was written");
    let size = || fs::metadata(folder().join(killed)).map_or(0, |about| about.len());
    let mut random = super::run::Random(200);
    let (mut kills, mut finished, mut kept) = (0, 0, 0);
    while kills < 200 {
        gone(killed);
        for _ in 0..1 + random.below(6) {
            let most = size() + random.below(wanted.len() / 4) as u64;
            let mut child = grown(&survey(killed), || size() >= most);
            child.kill().expect("it can be killed");
            kills += u32::from(!child.wait().expect("it ends").success());
        }
        let said = answer(&survey(killed), "");
        kept += u32::from(said.contains("rows stood in the file"));
        finished += 1;
        assert!(fs::read(folder().join(killed)).expect("it is there") == wanted);
    }
    eprintln!(
        "{kills} kills, {finished} surveys with the same bytes, {kept} of them with rows kept"
    );
    assert!(finished > 10 && kept * 2 > finished);
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_with_what_is_done() {
    let out = gone("atlas_interrupted.csv");
    let child = started(out);
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status();
    assert!(sent.expect("kill runs").success());
    let (status, said, err) = end(child);
    assert_eq!(status.code(), Some(3), "{said}{err}");
    assert!(
        err.starts_with("error: stopped\nhelp: ")
            && err.contains("run the same command again to resume"),
        "{err}"
    );
    assert!(said.contains(" of 1048576 done"), "{said}");
    let unfinished = run(&["atlas", "verify", out], "");
    assert_eq!(unfinished.code, 1, "{unfinished:?}");
    assert!(
        unfinished
            .err
            .contains("the file ends here, before its last row"),
        "{unfinished:?}"
    );
    answer(&survey(&["-o", out]), "");
    assert!(answer(&["atlas", "verify", out], "").contains("all 1048576 accepted"));
}

#[test]
fn the_summary_as_a_person_and_as_a_program_reads_it() {
    let out = gone("atlas_said.csv");
    let said = answer(
        &[
            "atlas",
            "subtraction",
            "--partizan",
            "--max",
            "5",
            "-o",
            out,
        ],
        "",
    );
    insta::assert_snapshot!("atlas_summary", said);
    let json = answer(&["atlas", "verify", out, "--json"], "");
    let object: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(object["survey"], "subtraction --partizan --max 5");
    for (field, number) in [
        ("rows", 1024),
        ("done", 1024),
        ("proved", 1024),
        ("open", 0),
        ("checked", 1024),
    ] {
        assert_eq!(object[field], number, "{field}: {json}");
    }
}

#[test]
fn what_is_at_fault_is_named() {
    let atlas = gone("atlas_fault.csv");
    answer(&["atlas", "subtraction", "--max", "6", "-o", atlas], "");
    let text = fs::read_to_string(folder().join(atlas)).expect("it was written");
    let changed = file(
        "atlas_changed.csv",
        text.replace("\n1 4,0,5,", "\n1 4,0,6,"),
    );
    let cut = file("atlas_cut.csv", &text[..text.len() / 2]);
    let other = file("atlas_other.csv", "a,b\n");
    let lines: [(i32, &[&str]); 10] = [
        (1, &["atlas", "verify", changed]),
        (1, &["atlas", "verify", cut]),
        (2, &["atlas", "verify", other]),
        (2, &["atlas", "verify", "no_such_atlas.csv"]),
        (2, &["atlas", "subtraction", "--max", "6", "-o", other]),
        (2, &["atlas", "subtraction", "--max", "7", "-o", atlas]),
        (2, &["atlas", "subtraction", "--max", "26"]),
        (2, &["atlas", "subtraction", "--partizan", "--max", "17"]),
        (2, &["atlas", "rows", "--rules", "3", "--width", "2"]),
        (
            2,
            &[
                "atlas",
                "subtraction",
                "--max",
                "2",
                "-o",
                "no_such_folder/a.csv",
            ],
        ),
    ];
    let mut all = String::new();
    for (code, line) in lines {
        let Ran {
            code: ended,
            out,
            err,
        } = run(line, "");
        assert_eq!((ended, out.as_str()), (code, ""), "{line:?}: {err}");
        assert_is_error(&err);
        all += &format!("$ whowins {}\n{err}", line.join(" "));
    }
    insta::assert_snapshot!("atlas_faults", all);
    let ran = run(&["atlas", "subtraction", "--max", "20", "--time", "0"], "");
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.err.contains("the time ran out"), "{ran:?}");
}
