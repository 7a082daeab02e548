//! Tests examples in the help, table formats, the pager, and the configuration file.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;
use whowins_command::inside::EXAMPLES;

use crate::run::{Ran, answer, command, commands, file, folder, run};

/// Examples that this test doesn't run, because they wait for people, editors or programs. Other
/// tests run these commands.
const ELSEWHERE: &[&str] = &[
    "whowins new",
    "whowins lab",
    "whowins lab my.game",
    "whowins lab --export site",
    "whowins book",
    "whowins book --folder target/book",
    "whowins language-server",
    "whowins judge nim -- python3 solution.py",
    "whowins judge cowcheck --time 10 -- ./solution",
];

/// Splits a line as a shell does: its words, the file after `<`, and the file after `>`.
fn typed(line: &str) -> (Vec<String>, Option<String>, Option<String>) {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    let mut behind = |sign: &str| {
        let at = words.iter().position(|word| word == sign)?;
        let name = words.remove(at + 1);
        words.remove(at);
        Some(name)
    };
    let (input, output) = (behind("<"), behind(">"));
    (words, input, output)
}

#[test]
fn the_examples_of_the_help_are_run() {
    let here = folder().join("examples");
    let _ = fs::remove_dir_all(&here);
    fs::create_dir_all(&here).expect("a folder");
    let own = |name: &str, text: &str| fs::write(here.join(name), text).expect("a file");
    own("positions.txt", "4,7\n1,2\n");
    own("games.txt", "nim\nkayles\ncowcheck\n");
    own("boards.txt", "1\n3\nA..\n.#.\n..B\n");
    own(
        "nim.core",
        &answer(&["explain", "nim", "--at", "3,5,7", "--core"], ""),
    );
    let mut count = 0;
    for (name, examples) in EXAMPLES {
        let help = answer(&[name, "--help"], "");
        for (line, what) in *examples {
            assert!(help.contains(line) && help.contains(what), "{name}: {help}");
            if ELSEWHERE.contains(line) {
                continue;
            }
            let (words, input, output) = typed(line);
            assert_eq!(words[0], "whowins", "{line}");
            let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            let input = input.map(|name| fs::read(here.join(name)).expect("an input"));
            let ran = command(&arguments)
                .current_dir(&here)
                .write_stdin(input.unwrap_or_default())
                .output()
                .expect("it runs");
            let said = String::from_utf8_lossy(&ran.stderr);
            assert!(ran.status.success(), "{line}: {said}");
            if let Some(output) = output {
                fs::write(here.join(output), ran.stdout).expect("a file");
            }
            count += 1;
        }
    }
    assert!(count > 60, "{count}");
    for name in ELSEWHERE {
        let all = EXAMPLES.iter().flat_map(|(_, examples)| *examples);
        assert!(all.into_iter().any(|(line, _)| line == name), "{name}");
    }
}

#[test]
fn each_command_has_examples() {
    let mut with: Vec<&str> = EXAMPLES.iter().map(|(name, _)| *name).collect();
    let mut all = commands();
    with.sort_unstable();
    all.sort_unstable();
    assert_eq!(with, all);
}

/// Parses a table of comma-separated values, including the column names.
fn cells(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).from_reader(csv.as_bytes());
    reader
        .records()
        .map(|row| row.expect("a row").iter().map(str::to_owned).collect())
        .collect()
}

/// Tests that a table has the same cells in every format.
#[test]
fn a_table_has_the_same_cells_in_every_form() {
    let line = ["sequence", "cowcheck", "--of", "grundy", "--terms", "5"];
    let told = |form: &str| answer(&[&line[..], &["--format", form]].concat(), "");
    let mut rows = cells(&told("csv"));
    assert_eq!(rows.remove(0), ["n", "position", "grundy"]);
    assert_eq!(rows.len(), 5);
    assert_eq!(rows[1], ["1", "0,1", "1"]);
    let markdown: Vec<Vec<String>> = told("markdown")
        .lines()
        .skip(2)
        .map(|row| {
            let row = row.trim_matches('|').split('|');
            row.map(|cell| cell.trim().to_owned()).collect()
        })
        .collect();
    assert_eq!(markdown, rows);
    let latex = told("latex");
    let body = latex.split("\\midrule\n").nth(1).expect("a body");
    let body = body.split("\\bottomrule").next().expect("an end");
    let latex: Vec<Vec<String>> = body
        .lines()
        .map(|row| {
            let row = row.trim_end_matches(" \\\\").split(" & ");
            row.map(str::to_owned).collect()
        })
        .collect();
    assert_eq!(latex, rows);
    let json: Value = serde_json::from_str(&told("json")).expect("JSON");
    for (row, term) in rows.iter().zip(json["terms"].as_array().expect("terms")) {
        assert_eq!(term["n"].to_string(), row[0]);
        assert_eq!(term["position"], row[1]);
        assert_eq!(term["number"].to_string(), row[2]);
    }
    // The old name of this option.
    assert_eq!(
        answer(&[&line[..], &["--form", "list"]].concat(), ""),
        told("text")
    );
}

/// Checks that a table has the values of the JSON object, cell by cell, and the same number of rows
/// in the other formats.
fn table_and_object(line: &[&str], rows_of: impl Fn(&Value) -> Vec<Vec<String>>) {
    let told = |form: &str| answer(&[line, &["--format", form]].concat(), "");
    let rows = cells(&told("csv"));
    let object = serde_json::from_str(&told("json")).expect("JSON");
    assert_eq!(rows[1..], rows_of(&object)[..], "{line:?}");
    assert!(rows.len() > 1, "{line:?}");
    let markdown = told("markdown");
    assert_eq!(markdown.lines().count(), rows.len() + 1, "{markdown}");
    let latex = told("latex");
    let ends = latex.lines().filter(|line| line.ends_with("\\\\"));
    assert_eq!(ends.count(), rows.len(), "{latex}");
}

/// Returns a value as a cell; null is empty.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[test]
fn what_strategies_surveys_and_comparisons_say_is_a_table_too() {
    table_and_object(&["explain", "nim", "3,5,7"], |told| {
        let row = |one: &Value| {
            let chosen = if one["chosen"] == true { "yes" } else { "no" };
            let [name, cost, why] = ["strategy", "cost", "why"].map(|key| cell(&one[key]));
            vec![name, cost, chosen.to_owned(), why]
        };
        list(&told["strategies"]).iter().map(row).collect()
    });
    table_and_object(&["atlas", "subtraction", "--max", "4"], |told| {
        let row = |one: &Value| vec![cell(&one["label"]), cell(&one["text"])];
        let rows = format!("all {} done", told["rows"]);
        let proved = "; the verifier accepted each in this run";
        let proved = format!("{}{proved}", told["proved"]);
        let mut all = vec![vec!["rows".into(), rows], vec!["proved".into(), proved]];
        all.extend(list(&told["summary"]).iter().map(row));
        all
    });
    let row = |other: &Value, compared: &Value, why: &Value| {
        let first = &compared["smallest"];
        let wins = |key: &str| match (&first[key], first.is_null()) {
            (Value::Null, false) => "draw".to_owned(),
            (winner, _) => cell(winner),
        };
        let looked = &compared["looked"];
        let own = if why.is_null() { &compared["why"] } else { why };
        vec![
            cell(other),
            cell(&compared["alike"]),
            cell(&first["position"]),
            cell(&first["to_move"]),
            wins("first"),
            wins("second"),
            cell(&looked["asked"]),
            cell(&looked["wrong"]),
            cell(own),
        ]
    };
    // All positions up to one size, so that each run visits the same positions.
    table_and_object(
        &["compare", "cowcheck", "--mutate", "--up-to", "6"],
        |told| {
            let one = |one: &Value| row(&one["what"], &one["compared"], &one["why"]);
            list(&told["changes"]).iter().map(one).collect()
        },
    );
    table_and_object(&["compare", "nim", "nim", "--up-to", "4"], |told| {
        vec![row(&told["games"][1], told, &Value::Null)]
    });
}

#[test]
fn wrong_solutions_are_a_table_too() {
    let here = folder().join("tests-as-table");
    let _ = fs::remove_dir_all(&here);
    let line = "tests cowcheck --small 50 --time 5 --format csv -o tests-as-table";
    let line: Vec<&str> = line.split(' ').collect();
    let rows = cells(&answer(&line, ""));
    assert_eq!(
        rows[0],
        ["wrong solution", "fate", "test", "position", "why"]
    );
    let inputs = fs::read_dir(here.join("data/secret")).expect("tests");
    // The sample is an additional test.
    let tests = inputs.count() / 2 + 1;
    let mut caught = 0;
    for row in &rows[1..] {
        let filled: Vec<bool> = row.iter().map(|cell| !cell.is_empty()).collect();
        let expected = match row[1].as_str() {
            "killed" => [true, true, true, true, false],
            "too-small" => [true, true, false, true, true],
            "equivalent" | "not-told" => [true, true, false, false, true],
            other => panic!("{other}"),
        };
        assert_eq!(filled, expected, "{row:?}");
        if let Ok(test) = row[2].parse::<usize>() {
            assert!((1..=tests).contains(&test), "{row:?} of {tests}");
            caught += 1;
        }
    }
    assert!(caught > 5, "{rows:?}");
}

/// Tests that the position after a move isn't printed twice.
#[test]
fn a_move_tells_where_it_leads_once() {
    let out = answer(&["solve", "digit-game", "21", "--moves", "--line"], "");
    assert!(out.contains("\n    n: 21 -> 19: "), "{out}");
    assert!(!out.contains("-> 19 -> 19") && !out.contains("-> 19, to 19"));
    let game = "game \"Heaps\"\nposition heap: numbers\nmove heap[i] -= k for i in places of heap, k in {1, 3, 4}\n";
    let game = file("heaps.game", game);
    let out = answer(&["solve", game, "5,7", "--moves"], "");
    assert!(out.contains("\n    heap[1]: 5 -> 1, to 1,7: "), "{out}");
}

#[test]
fn cells_that_would_end_a_cell_are_written_out() {
    let line = ["map", "nim", "--slice", "z=1", "--size", "3x3"];
    let told = |form: &str| answer(&[&line[..], &["--format", form]].concat(), "");
    assert_eq!(told("csv").lines().count(), 4);
    assert!(told("latex").contains("y \\textbackslash{} x & 0 & 1 & 2"));
    assert!(told("markdown").starts_with("| y \\\\ x | 0 | 1 | 2 |"));
    assert!(told("csv").contains("1,P,N,N"), "{}", told("csv"));
}

#[test]
fn quiet_says_nothing_but_answers_and_faults() {
    // This rule has a warning: the mover is the player who moved.
    let game = "game \"G\"\nplayers A with a, B with b\nposition row of . a b\nmove . -> own\nat row has a b: the mover wins\n";
    let game = file("quiet.game", game);
    let loud = run(&["solve", game, "--at", "..."], "");
    let quiet = run(&["solve", game, "--at", "...", "--quiet"], "");
    assert_eq!((loud.code, &loud.out), (quiet.code, &quiet.out));
    assert!(!loud.err.is_empty(), "there is a warning");
    assert_eq!(quiet.err, "");
    let fault = run(&["-q", "solve", "no-such-game"], "");
    assert!(fault.code == 2 && fault.err.contains("no-such-game"));
}

/// Runs the command with this configuration.
fn configured(text: &str, arguments: &[&str]) -> Ran {
    let name = format!("config-{}.toml", text.len() + arguments.len());
    file(&name, text);
    let output = command(arguments)
        .env("WHOWINS_CONFIG", folder().join(&name))
        .output()
        .expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran {
        code: output.status.code().expect("a code"),
        out: text(output.stdout),
        err: text(output.stderr).replace(&name, "config.toml"),
    }
}

#[test]
fn a_configuration_sets_defaults_and_what_is_typed_comes_first() {
    let csv = answer(&["games", "--format", "csv"], "");
    let text = answer(&["games"], "");
    let told = configured("format = \"csv\"\n", &["games"]);
    assert_eq!((told.code, told.out), (0, csv.clone()));
    let told = configured(
        "format = \"latex\"\n[games]\nformat = \"csv\"\n",
        &["games"],
    );
    assert_eq!(told.out, csv);
    let told = configured("format = \"csv\"\n", &["games", "--format", "text"]);
    assert_eq!(told.out, text);
    // Commands without a table, or with another format for each, ignore the setting.
    let told = configured(
        "format = \"csv\"\ntime = 30\nmemory = \"1G\"\n",
        &["solve", "nim", "1,2,3"],
    );
    assert_eq!(told.out, answer(&["solve", "nim", "1,2,3"], ""));
    let told = configured("time = 7\nthreads = 1\n", &["solve", "--help"]);
    assert!(told.out.contains("[default: 7]"), "{}", told.out);
    // A named file that is missing, then the usual file.
    let gone = command(&["games"])
        .env("WHOWINS_CONFIG", "gone.toml")
        .output()
        .expect("it runs");
    assert_eq!(gone.status.code(), Some(2));
    let home = folder().join("home/whowins");
    fs::create_dir_all(&home).expect("a folder");
    fs::write(home.join("config.toml"), "format = \"csv\"\n").expect("a file");
    let usual = command(&["games"])
        .env_remove("WHOWINS_CONFIG")
        .env("XDG_CONFIG_HOME", folder().join("home"))
        .output()
        .expect("it runs");
    assert_eq!(String::from_utf8_lossy(&usual.stdout), csv);
}

#[test]
fn wrong_settings_are_told_with_place_and_mend() {
    let wrong =
        "tme = 3\nmemory = 'much'\nthreads = 0\n\n[slove]\ntime = 1\n\n[solve]\nquiet = true\n";
    let told = configured(wrong, &["games"]);
    assert_eq!((told.code, told.out.as_str()), (2, ""));
    let err = told.err.replace(&folder().display().to_string(), ".");
    insta::assert_snapshot!(err);
    let told = configured("format = = 1\n", &["games"]);
    assert_eq!(told.code, 2);
    assert!(
        told.err.contains("config.toml:1") && told.err.contains("NAME = VALUE"),
        "{}",
        told.err
    );
}

/// Returns the output in a terminal of 10 rows and 60 columns.
#[cfg(target_os = "linux")]
fn seen(line: &str, pager: &str) -> String {
    let program = env!("CARGO_BIN_EXE_whowins");
    let typed = format!("stty rows 10 cols 60; {program} {line}");
    let output = Command::new("script")
        .args(["-qec", &typed, "/dev/null"])
        .env("PAGER", pager)
        .env("WHOWINS_CONFIG", "")
        .env("SHELL", "/bin/sh")
        .current_dir(folder())
        .stdin(Stdio::null())
        .output()
        .expect("script is part of every Linux");
    String::from_utf8_lossy(&output.stdout).replace('\r', "")
}

#[cfg(target_os = "linux")]
#[test]
fn long_output_goes_through_a_pager_and_tables_fit_the_terminal() {
    let long = seen("games", "sed s/^/paged:/");
    let lines: Vec<&str> = long.lines().collect();
    assert!(lines.len() > 20, "{long}");
    assert!(
        lines.iter().all(|line| line.starts_with("paged:")),
        "{long}"
    );
    for line in &lines {
        let letters = line.trim_start_matches("paged:").chars().count();
        assert!(letters <= 60, "{line}");
    }
    let plain = seen("games --no-pager", "sed s/^/paged:/");
    assert!(!plain.contains("paged:"));
    assert_eq!(plain, long.replace("paged:", ""));
    // Output that fits isn't paged, and without a pager it is printed directly.
    let short = seen("sequence kayles --of grundy --terms 5", "sed s/^/paged:/");
    assert_eq!(short, "0, 1, 2, 3, 1\n");
    assert_eq!(seen("games", "no-such-pager"), plain);
    // A user who leaves the pager early.
    let left = seen("games --library; echo code $?", "head -n 1");
    assert!(
        left.ends_with("code 0\n") && left.lines().count() == 2,
        "{left}"
    );
}
