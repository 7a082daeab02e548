//! Atlases are written, cut off, gone on with, changed and checked.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use whowins_atlas::{AtlasError, Kind, Shard, Summary, merge, run, run_shard, verify};
use whowins_core::random::cases;
use whowins_engine::{EngineError, Limits};
use whowins_law::{OfRules, Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Budget, Certificate, Law};

/// A fresh file name; what an earlier run left is removed.
fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    let _ = fs::remove_file(journal(&path));
    path
}

fn journal(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.journal", path.display()))
}

fn kind(text: &str) -> Kind {
    text.parse().unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn limits() -> Limits {
    Limits::default().with_threads(2)
}

/// Runs a survey to its end.
fn finish(text: &str, path: &Path) -> Summary {
    let (summary, stopped) =
        run(&kind(text), Some(path), &limits()).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(stopped, None);
    assert!(summary.finished());
    summary
}

fn said(summary: &Summary) -> String {
    let lines: Vec<String> = summary
        .lines
        .iter()
        .map(|(label, text)| format!("{label}: {text}"))
        .collect();
    lines.join("\n")
}

/// The message of a file that is not accepted.
fn refused(path: &Path) -> String {
    match verify(path, &limits()) {
        Err(AtlasError::False(message)) => message,
        other => panic!("{other:?}"),
    }
}

/// The same rows with each chunk's checksum made right again, as one would who wants to deceive.
fn resealed(text: &str) -> String {
    let crc = |bytes: &[u8]| {
        !bytes.iter().fold(!0u32, |rest, byte| {
            (0..8).fold(rest ^ u32::from(*byte), |rest, _| {
                (rest >> 1) ^ ((rest & 1) * 0xedb8_8320)
            })
        })
    };
    let mut lines = text.split_inclusive('\n');
    let heading: String = lines.by_ref().take(3).collect();
    let (mut all, mut chunk) = (heading.clone(), String::new());
    for line in lines {
        if line.starts_with("# chunk ") {
            let (start, _) = line.split_at(line.len() - 9);
            let sum = crc((heading.clone() + &chunk).as_bytes());
            all += &format!("{chunk}{start}{sum:08x}\n");
            chunk.clear();
        } else {
            chunk += line;
        }
    }
    all + &chunk
}

#[test]
fn the_pairs_of_the_seed_problem() {
    let path = file("seed.csv");
    let summary = finish("subtraction --partizan --max 5", &path);
    assert_eq!(
        (summary.rows, summary.proved, summary.checked),
        (1024, 1024, 1024)
    );
    let said = said(&summary);
    assert!(said.contains("preperiod: at most 36, of "), "{said}");
    assert!(said.contains("period: at most 10, of "), "{said}");
    assert!(said.contains("4 have both"), "{said}");
    assert!(
        said.contains("the number of fair pairs agrees with the notes; so do the largest preperiod and period, which are now proved"),
        "{said}"
    );
    let checked = verify(&path, &limits()).expect("it is accepted");
    assert_eq!((checked.proved, &checked.lines), (1024, &summary.lines));
}

/// The law of one heap, by the finders and the verifier of certificates.
fn periodic(moves: &[(&str, &str)], misere: bool) -> (u64, u64) {
    let mut text = String::from("game \"G\"\nplayers A, B\nposition n\nA: move n -= 1 if 1 = 2\n");
    for (player, set) in moves.iter().filter(|(_, set)| !set.is_empty()) {
        text += &format!(
            "{player}move n -= s for s in {{{}}}\n",
            set.replace(' ', ", ")
        );
    }
    if misere {
        text += "misère play\n";
    }
    let rules = Rules::parse("test", &text).unwrap_or_else(|faults| panic!("{text}{faults}"));
    let report = find(
        &rules,
        &Parameters::new(),
        None,
        &limits(),
        &[Says::Outcome],
    )
    .expect("a game");
    let certificate = report.proved.expect("a law").certificate().clone();
    certificate
        .verify_with_rules(&Budget::default())
        .expect("accepted");
    match &certificate.laws[0] {
        Law::Periodic(law) => (law.preperiod, law.period),
        other => panic!("{other:?}"),
    }
}

#[test]
fn rows_of_sets_agree_with_the_certificates_of_the_finders() {
    for (misere, name, step) in [
        (false, "sample.csv", 1499),
        (true, "sample_misere.csv", 2999),
    ] {
        let path = file(name);
        let option = if misere { " --misere" } else { "" };
        finish(&format!("subtraction --partizan{option} --max 8"), &path);
        let text = fs::read_to_string(&path).expect("it was written");
        let rows: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .skip(1)
            .collect();
        assert_eq!(rows.len(), 1 << 16);
        for row in rows.iter().step_by(step) {
            let cells: Vec<&str> = row.split(',').collect();
            let sizes = periodic(&[("A: ", cells[0]), ("B: ", cells[1])], misere);
            assert_eq!(
                (cells[2], cells[3]),
                (&*sizes.0.to_string(), &*sizes.1.to_string()),
                "{row}"
            );
        }
    }
    let path = file("sample_sets.csv");
    let summary = finish("subtraction --max 12", &path);
    let said = said(&summary);
    // Known: 17 sets within {1..12} of which the values' period is another.
    assert!(
        said.contains("of 17 sets the values' period is not the outcomes', of 0 the misère"),
        "{said}"
    );
    assert!(
        said.contains("from 1 on: 2, 4, 6, 8, 10, 12, 22, 25, 28, 45, 54, 61\n"),
        "{said}"
    );
    let text = fs::read_to_string(&path).expect("it was written");
    for row in text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .step_by(301)
    {
        let cells: Vec<&str> = row.split(',').collect();
        for (at, misere) in [(1, false), (5, true)] {
            let sizes = periodic(&[("", cells[0])], misere);
            assert_eq!(
                (cells[at], cells[at + 1]),
                (&*sizes.0.to_string(), &*sizes.1.to_string()),
                "{row}"
            );
        }
    }
}

#[test]
fn a_file_cut_anywhere_is_finished_to_the_same_bytes() {
    let survey = "subtraction --partizan --max 8";
    for name in ["cut.csv", "cut.csv.zst"] {
        let path = file(name);
        finish(survey, &path);
        let whole = fs::read(&path).expect("it was written");
        verify(&path, &limits()).expect("it is accepted");
        let cuts = (0..whole.len()).step_by(whole.len() / cases(7, 23) + 1);
        for cut in cuts.chain([1, 40, 150, whole.len() - 1]) {
            fs::write(&path, &whole[..cut]).expect("it can be written");
            assert!(verify(&path, &limits()).is_err(), "{name} {cut}");
            let summary = finish(survey, &path);
            assert!(summary.checked > 0 && summary.proved == 1 << 16);
            assert!(
                fs::read(&path).expect("it is there") == whole,
                "{name} {cut}"
            );
        }
        // A finished file is read, and nothing is worked out.
        assert_eq!(finish(survey, &path).checked, 0);
        assert!(fs::read(&path).expect("it is there") == whole);
    }
}

#[test]
fn what_was_changed_is_named_with_its_line() {
    let path = file("changed.csv");
    finish("subtraction --partizan --max 8", &path);
    let whole = fs::read_to_string(&path).expect("it was written");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let name = path.display();
    let wrong = |text: &str| {
        fs::write(&path, text).expect("it can be written");
        refused(&path)
    };
    // Line 20,005 is a row of the second chunk; of its last cells each is changed in turn, with the
    // checksum and without.
    let at = 20_005 - 1;
    let row = lines[at].trim_end();
    let mut cells: Vec<String> = row.split(',').map(String::from).collect();
    for (cell, other) in [
        (2, "77"),
        (3, "78"),
        (4, "NPLR"),
        (0, "8"),
        (2, "x"),
        (4, "Q"),
        (3, ""),
    ] {
        let own = std::mem::replace(&mut cells[cell], other.into());
        let mut changed = lines.clone();
        let line = cells.join(",") + "\n";
        changed[at] = &line;
        let changed = changed.concat();
        for text in [changed.clone(), resealed(&changed)] {
            let message = wrong(&text);
            assert!(
                message.starts_with(&format!("{name}: line 20005: rejected: ")),
                "{message}"
            );
        }
        cells[cell] = own;
    }
    assert_eq!(resealed(&whole), whole);
    // A changed checksum, a row too few and too many, chunks in another order, something at the
    // end.
    let first_end = 3 + (1 << 14);
    let mut changed = lines.clone();
    let sum = lines[first_end]
        .replace("crc32 ", "crc32 0")
        .replace("\n", "");
    let sum = sum[..sum.len() - 1].to_string() + "\n";
    changed[first_end] = &sum;
    let message = wrong(&changed.concat());
    assert!(
        message.contains("line 4: the 16384 rows from here on do not have the checksum"),
        "{message}"
    );
    let mut changed = lines.clone();
    changed.remove(100);
    assert!(
        wrong(&changed.concat()).contains(&format!("line {first_end}: a row is expected here"))
    );
    let mut changed = lines.clone();
    changed.insert(100, lines[100]);
    assert!(wrong(&changed.concat()).contains(&format!(
        "line {}: the line is expected here that ends chunk 1",
        first_end + 1
    )));
    let (start, end) = (first_end + 1, first_end + 2 + (1 << 14));
    let mut changed = lines.clone();
    changed.drain(start..end);
    let message = wrong(&changed.concat());
    assert!(
        message.contains(&format!(
            "line {end}: the line is expected here that ends chunk 2"
        )),
        "{message}"
    );
    assert!(wrong(&(whole.clone() + "more\n")).contains("something follows the last chunk"));
    assert!(
        wrong(&whole[..whole.len() / 2])
            .contains("the file ends here, before its last row; the 32768 rows")
    );
    // Nothing of all that is gone on with, except what was cut off.
    let faulty = lines[..100].concat() + "x\n" + &lines[100..].concat();
    fs::write(&path, &faulty).expect("it can be written");
    let going_on = run(
        &kind("subtraction --partizan --max 8"),
        Some(&path),
        &limits(),
    );
    assert!(
        matches!(going_on, Err(AtlasError::False(_))),
        "{going_on:?}"
    );
    let left = fs::read_to_string(&path).expect("it is there");
    assert!(left == faulty, "the file was touched");
}

#[test]
fn a_journal_of_another_survey_is_set_aside() {
    let path = file("aside.csv");
    let aside = PathBuf::from(format!("{}.journal.damaged", path.display()));
    let _ = fs::remove_file(&aside);
    let foreign = "# whowins journal 1: vectors --moves 1 --entries 1 --limit 5\n1,2\n";
    fs::write(journal(&path), foreign).expect("it can be written");
    let summary = finish("rows --rules 1 --width 1 --limit 5", &path);
    let notes = summary.notes.join("\n");
    assert!(notes.contains("is not the journal of `rows"), "{notes}");
    assert_eq!(fs::read_to_string(&aside).expect("it is kept"), foreign);
    assert!(!journal(&path).exists());
}

#[test]
fn a_file_of_something_else_is_refused_and_not_touched() {
    let path = file("other.csv");
    let input = |survey: &str| match run(&kind(survey), Some(&path), &limits()) {
        Err(AtlasError::Input(message)) => message,
        other => panic!("{survey}: {other:?}"),
    };
    finish("subtraction --partizan --max 3", &path);
    let whole = fs::read(&path).expect("it was written");
    for other in [
        "subtraction --partizan --max 4",
        "subtraction --partizan --misere --max 3",
        "subtraction --max 3",
        "rows --rules 1 --width 2 --limit 5",
    ] {
        let message = input(other);
        assert!(
            message.contains(&format!(
                "an atlas of `subtraction --partizan --max 3`, not of `{other}`; name another file"
            )),
            "{message}"
        );
        assert!(fs::read(&path).expect("it is there") == whole);
    }
    // Unfinished ones too.
    fs::write(&path, &whole[..whole.len() - 50]).expect("it can be written");
    assert!(input("subtraction --partizan --max 4").contains("name another file"));
    for text in [
        "a,b\n1,2\n",
        "left,right\n1,2\n3,4\n",
        "\u{1}\n",
        "# whowins atlas 2: subtraction --max 3\nx\ny\n",
    ] {
        fs::write(&path, text).expect("it can be written");
        assert!(
            input("subtraction --max 3").contains("line 1: this isn't an atlas"),
            "{text}"
        );
        assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
    }
    fs::write(&path, "# whowins atlas 1: chess --max 3\nx\ny\n").expect("it can be written");
    assert!(input("subtraction --max 3").contains("line 1: there is no survey `chess`"));
    let _ = fs::remove_file(&path);
    // A file that another run has open.
    let open = fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .open(&path)
        .expect("a file");
    open.try_lock().expect("it is free");
    assert!(input("subtraction --max 3").contains("another run is writing this file"));
}

#[test]
fn a_stopped_run_of_slow_games_keeps_each_finished_game() {
    let survey = "vectors --moves 2 --entries 2 --limit 60";
    let path = file("whole_rows.csv");
    let summary = finish(survey, &path);
    assert_eq!((summary.rows, summary.proved), (21, 21));
    let whole = fs::read(&path).expect("it was written");
    verify(&path, &limits()).expect("it is accepted");

    let path = file("stopped_rows.csv");
    let limits = limits();
    let watched = limits.clone();
    let watch = std::thread::spawn(move || {
        while watched.progress.so_far().0 < 5 {
            std::thread::sleep(Duration::from_millis(1));
        }
        watched.budget.stop();
    });
    let (summary, stopped) = run(&kind(survey), Some(&path), &limits).expect("it stops");
    watch.join().expect("it watched");
    assert!(summary.done >= 5, "{summary:?}");
    let kept = fs::read_to_string(journal(&path));
    if summary.done < 21 {
        assert_eq!(stopped, Some(EngineError::Stopped));
        // A killed run leaves half a unit at the end.
        let kept = kept.expect("a journal");
        fs::write(journal(&path), kept + "(2 1) (2 2),proved,prod").expect("it can be written");
    }
    let again = finish(survey, &path);
    assert_eq!(again.checked, 21 - summary.done);
    assert!(fs::read(&path).expect("it is there") == whole);
    assert!(!journal(&path).exists());
}

#[test]
fn laws_in_rows_are_checked_again() {
    let path = file("laws.csv");
    for (survey, rows, word) in [
        ("rows --rules 1 --width 1 --limit 60", 1, "regular"),
        ("vectors --moves 2 --entries 1 --limit 4", 4, "product"),
        ("hexadecimal --digits 1 --limit 1", 15, "arithmetic"),
    ] {
        let _ = fs::remove_file(&path);
        let summary = finish(survey, &path);
        assert_eq!(summary.rows, rows, "{survey}");
        assert!(summary.proved > 0);
        let whole = fs::read_to_string(&path).expect("it was written");
        verify(&path, &limits()).expect("it is accepted");
        let (at, line) = whole
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(word))
            .unwrap_or_else(|| panic!("{whole}"));
        // One outcome the other way; and another law's kind.
        for (from, to) in [
            ("false", "true"),
            ("true", "false"),
            ("\"\"0", "\"\"1"),
            (word, "automatic"),
        ] {
            let Some(place) = line.rfind(from) else {
                continue;
            };
            let changed = format!("{}{to}{}", &line[..place], &line[place + from.len()..]);
            let text = whole.replace(line, &changed);
            fs::write(&path, resealed(&text)).expect("it can be written");
            let message = refused(&path);
            assert!(
                message.contains(&format!("line {}: rejected: ", at + 1)),
                "{message}"
            );
        }
    }
}

/// Partizan octal games of one digit: the values of 13 repeat, of 19 they grow; a changed row is
/// refused.
#[test]
fn partizan_octal_games_of_one_digit() {
    let path = file("partizan_octal.csv");
    let summary = finish("partizan-octal --digits 1 --limit 20", &path);
    assert_eq!((summary.rows, summary.proved), (36, 32));
    let known = said(&summary);
    assert!(
        known.contains("repeat in 13 games") && known.contains("in 19"),
        "{known}"
    );
    verify(&path, &limits()).expect("it is accepted");
    let whole = fs::read_to_string(&path).expect("it was written");
    let line = ".5,.4,proved,\"V(n + 7) = V(n) + 2* for n >= 1\"";
    assert!(whole.contains(line), "{whole}");
    for changed in [
        line.replace("2*", "2"),
        line.replace("7", "14"),
        line.replace(">= 1", ">= 0"),
    ] {
        fs::write(&path, resealed(&whole.replace(line, &changed))).expect("it can be written");
        assert!(refused(&path).contains("the verifier accepts"), "{changed}");
    }
}

#[test]
fn games_of_one_linear_move_and_of_a_small_memory() {
    for (text, rows, proved, key) in [
        // A step of another number's size: who wins hangs on a quotient of two numbers.
        (
            "linear --moves 1 --coefficients 1 --limit 2",
            3,
            2,
            "(1 1)k",
        ),
        ("memory --states 2 --numbers 1 --limit 20", 5, 5, "1 0"),
    ] {
        let path = file(&format!("{}.csv", &text[..6]));
        let summary = finish(text, &path);
        assert_eq!((summary.rows, summary.proved), (rows, proved), "{text}");
        let systems = format!("systems: of the laws that read digits: base 2 {proved}");
        assert!(said(&summary).contains(&systems), "{}", said(&summary));
        let checked = verify(&path, &limits()).expect("it is accepted");
        assert_eq!(checked.lines, summary.lines);
        let whole = fs::read_to_string(&path).expect("it was written");
        let start = format!("\n{key},proved,");
        assert!(whole.contains(&start), "{whole}");
        // Another game's law.
        let rows: Vec<&str> = whole
            .lines()
            .filter(|row| row.contains(",proved,"))
            .collect();
        let law = |row: &str| row.split_once(",proved,").map(|one| one.1.to_string());
        let own = rows.iter().find(|row| row.starts_with(key)).expect("a row");
        let other = rows
            .iter()
            .find(|row| law(row) != law(own))
            .expect("another law");
        let changed = own.replace(&law(own).expect("a law"), &law(other).expect("a law"));
        fs::write(&path, resealed(&whole.replace(own, &changed))).expect("it can be written");
        refused(&path);
    }
}

/// Those that `docs/atlas.md` names as in no literature known to it.
#[test]
fn certificates_of_linear_moves_are_accepted() {
    for (text, states, system) in [
        (
            include_str!("../../../../docs/atlas/linear-01-11-20.json"),
            49,
            "Ostrowski [0; (2, 1)]",
        ),
        (
            include_str!("../../../../docs/atlas/linear-02-11-20.json"),
            19,
            "Ostrowski [0; 3, (2)]",
        ),
        (
            include_str!("../../../../docs/atlas/linear-02-11-12.json"),
            27,
            "Ostrowski [0; 3, (2)]",
        ),
    ] {
        let certificate = Certificate::read(text).expect("a certificate");
        let verified = certificate
            .verify_with_rules(&Budget::default())
            .expect("accepted");
        let says = verified.statements().concat();
        let expected =
            format!("An automaton of {states} states reads the digits of x, y in {system}");
        assert!(says.contains(&expected), "{says}");
        let mut other = certificate.clone();
        let Law::Automatic(law) = &mut other.laws[0] else {
            panic!("{says}")
        };
        let wins = law.automaton.wins.iter_mut().rev();
        let wins = wins.flatten().next().expect("a position");
        *wins = wins.map(|one| !one);
        other
            .verify_with_rules(&Budget::default())
            .expect_err("a state says otherwise");
    }
}

/// What `docs/atlas.md` tells of; the files are left in the folder of the tests.
#[test]
#[ignore = "takes minutes"]
fn linear_moves_and_memories_as_the_documents_have_them() {
    for (text, name) in [
        ("memory --states 2 --numbers 3 --limit 3", "memory-2-3.csv"),
        ("memory --states 3 --numbers 2 --limit 2", "memory-3-2.csv"),
        ("memory --states 6 --numbers 1 --limit 2", "memory-6-1.csv"),
        (
            "linear --moves 2 --coefficients 3 --limit 2",
            "linear-2-3.csv",
        ),
        (
            "linear --moves 3 --coefficients 2 --limit 2",
            "linear-3-2.csv",
        ),
    ] {
        let path = file(name);
        let summary = finish(text, &path);
        println!(
            "{text}: {} rows, {} proved\n{}",
            summary.rows,
            summary.proved,
            said(&summary)
        );
    }
}

#[test]
fn octal_classes_and_figures() {
    let path = file("octal_one.csv");
    let summary = finish("octal --digits 1 --limit 4", &path);
    let known = said(&summary);
    assert!(
        known.contains(" agree with those listed before, 0 do not"),
        "{known}"
    );
    verify(&path, &limits()).expect("it is accepted");
    // 0.6, Officers, is the open one.
    assert_eq!(summary.open(), 1, "{summary:?}");
    let whole = fs::read_to_string(&path).expect("it was written");
    let line = whole
        .lines()
        .find(|line| line.starts_with("4.0") || line.starts_with("0.4"))
        .expect("a row");
    let changed = line.replace(",34", ",68");
    assert_ne!(line, changed, "{whole}");
    fs::write(&path, resealed(&whole.replace(line, &changed))).expect("it can be written");
    assert!(refused(&path).contains("is not the least"), "{changed}");
}

#[test]
fn there_are_as_many_classes_as_the_notes_say() {
    for (text, classes) in [
        ("octal --digits 1", 8),
        ("octal --digits 2 --from 2", 32),
        ("octal --digits 3", 174),
    ] {
        let survey = kind(text).survey(&limits()).expect("a survey");
        assert_eq!(survey.rows(), classes, "{text}");
    }
}

#[test]
fn shards_come_together_to_the_bytes_of_one_run() {
    for text in [
        "subtraction --partizan --max 7",
        "rows --rules 1 --width 1 --limit 5",
    ] {
        let whole = file("shards-whole.csv.zst");
        finish(text, &whole);
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("atlas-shards");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder can be made");
        let merged = file("shards-merged.csv.zst");
        // The last is one of more shards than there are units.
        for of in [1, 3, 20] {
            for number in 1..=of {
                let shard = Shard { number, of };
                let path = shard.file(&folder);
                let (summary, _) =
                    run_shard(&kind(text), shard, Some(&path), &limits()).expect("worked out");
                assert!(summary.finished());
                if of == 3 {
                    let again = verify(&path, &limits()).expect("a shard is an atlas of its rows");
                    assert_eq!(again.done, summary.rows);
                }
            }
            let lost = Shard { number: of, of }.file(&folder);
            let kept = fs::read(&lost).expect("there");
            fs::remove_file(&lost).expect("there");
            let fault = merge(&folder, &merged, &limits()).expect_err("one is missing");
            if of > 1 {
                assert!(fault.to_string().contains(&format!("{of}/{of}")), "{fault}");
            }
            fs::write(&lost, &kept[..kept.len() - 1]).expect("written");
            merge(&folder, &merged, &limits()).expect_err("one is cut off");
            assert!(!merged.exists());
            fs::write(&lost, &kept).expect("written");
            let summary = merge(&folder, &merged, &limits()).expect("merged");
            assert!(summary.finished());
            assert!(
                fs::read(&merged).expect("there") == fs::read(&whole).expect("there"),
                "{text} {of}"
            );
            for number in 1..=of {
                fs::remove_file(Shard { number, of }.file(&folder)).expect("there");
            }
            fs::remove_file(&merged).expect("there");
        }
    }
}
