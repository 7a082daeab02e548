//! Tests `judge` and `compare` as a user runs them, the examples of docs/judge.md, and further
//! output of `solve`.
#![cfg(target_os = "linux")]

use super::run::{answer, file, folder, run};

/// Returns the blocks of a page whose fence begins with this word, with the rest of the fence.
fn blocks(page: &str, kind: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(named) = line.strip_prefix("```") else {
            continue;
        };
        let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some(name) = named.strip_prefix(kind) {
            found.push((name.trim().to_string(), text.join("\n") + "\n"));
        }
    }
    found
}

#[test]
fn the_walk_of_the_page() {
    let page = include_str!("../../../../docs/judge.md");
    for (name, text) in blocks(page, "python") {
        file(&name, text);
    }
    let commands = blocks(page, "sh");
    let outputs = blocks(page, "text");
    assert_eq!((commands.len(), outputs.len()), (4, 4));
    // The folder of a test set must be new.
    let _ = std::fs::remove_dir_all(folder().join("cow-tests"));
    for ((_, command), (_, output)) in commands.iter().zip(&outputs) {
        let mut words: Vec<&str> = command.split_whitespace().skip(1).collect();
        // On a busy machine, programs need more time. `--up-to` limits the queries in order, and
        // few random queries are enough.
        if let Some(end) = words.iter().position(|word| *word == "--") {
            let time = words.iter().position(|word| *word == "--time");
            words[time.expect("a time") + 1] = "600";
            for (at, word) in ["--limit-time", "30", "--drawn", "30"]
                .into_iter()
                .enumerate()
            {
                words.insert(end + at, word);
            }
        }
        let ran = run(&words, "");
        let wrong = i32::from(output.starts_with("wrong"));
        assert_eq!((ran.code, ran.err.as_str()), (wrong, ""), "{command}");
        assert!(
            ran.out.starts_with(output.as_str()),
            "{command}: {}",
            ran.out
        );
    }
}

#[test]
fn contest_files_of_the_page_are_the_shipped_ones() {
    let page = include_str!("../../../../docs/contest.md");
    let all = blocks(page, "contest");
    assert_eq!(all.len(), 4);
    for (_, text) in &all[1..] {
        let shipped = whowins::contest::shipped();
        let said = |text: &str| {
            let kept = text.lines().filter(|line| !line.starts_with("///"));
            kept.map(str::to_string).collect::<Vec<_>>()
        };
        assert!(
            shipped.iter().any(|(_, own)| said(own) == said(text)),
            "{text}"
        );
    }
    file("stones.game", &blocks(page, "game")[0].1);
    file("page.contest", &all[0].1);
    let out = answer(&["contest", "page.contest"], "2\n4\n5\n");
    assert_eq!(out, "Case #1: Bea\nCase #2: Ann\n");
}

#[test]
fn verdicts_have_exit_codes() {
    file(
        "always.py",
        "import sys\nfor line in sys.stdin: print('First')\n",
    );
    let judged = [
        "judge",
        "corner-king",
        "--up-to",
        "6",
        "--time",
        "8",
        "--limit-time",
        "30",
        "--drawn",
        "50",
        "--json",
        "--",
        "python3",
        "always.py",
    ];
    let ran = run(&judged, "");
    assert_eq!(ran.code, 1, "{}", ran.err);
    for part in [
        "\"verdict\":\"wrong\"",
        "\"position\":\"0,0\"",
        "\"right\":\"Second\"",
        "\"smallest\":true",
    ] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let ran = run(&["judge", "corner-king", "--", "no-such-program"], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("did not start"), "{}", ran.err);
    let ran = run(
        &[
            "judge",
            "corner-king",
            "--words",
            "W",
            "--",
            "python3",
            "always.py",
        ],
        "",
    );
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[test]
fn a_program_plays() {
    let text = "import sys\nfor line in sys.stdin:\n    if line.strip() == 'end': break\n    x, y = map(int, line.split(','))\n    \
                print(f'{x - x % 2},{y - y % 2}', flush=True)\n";
    file("plays.py", text);
    let played = |name: &str| {
        run(
            &[
                "judge",
                "corner-king",
                "--interactive",
                "--up-to",
                "4",
                "--time",
                "60",
                "--limit-time",
                "30",
                "--",
                "python3",
                name,
            ],
            "",
        )
    };
    let ran = played("plays.py");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(
        ran.out.starts_with("won from every") && ran.out.contains("all up to size 4"),
        "{}",
        ran.out
    );
    file(
        "throws.py",
        text.replace("x - x % 2", "x if y else x - x % 2"),
    );
    let ran = played("throws.py");
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(
        ran.out
            .contains("from 1,1: at 1,1 it says `1,0`: that gives the win away"),
        "{}",
        ran.out
    );
    file("jumps.py", text.replace("x - x % 2", "x + 1"));
    let ran = played("jumps.py");
    assert!(ran.out.contains("that isn't a legal move"), "{}", ran.out);
}

#[test]
fn games_are_compared() {
    let ran = run(
        &["compare", "ellyscheckers", "ellys-capture", "--up-to", "10"],
        "",
    );
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    assert!(ran.out.contains("first at ooo., "), "{}", ran.out);
    // Only the longer jump is missing: the same player wins everywhere, by the parity of the
    // distances to the end.
    file(
        "steps.game",
        "game \"Steps\"\nposition row of . o\nmove o . -> . o\nat once o $ -> . $\n",
    );
    let ran = run(
        &["compare", "ellyscheckers", "steps.game", "--time", "60"],
        "",
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    assert!(ran.out.starts_with("equal, proved: "), "{}", ran.out);
    let ran = run(&["compare", "corner-king", "ellyscheckers"], "");
    assert_eq!(ran.code, 2, "{}", ran.out);
}

#[test]
fn more_of_a_position() {
    let out = answer(
        &[
            "solve",
            "corner-rook",
            "2,3",
            "--moves",
            "--count",
            "--first",
            "--grundy",
            "--line",
        ],
        "",
    );
    for part in [
        "  Grundy     1\n",
        "  winning    1\n",
        "  first      y -= 1 -> 2,2\n",
        "  moves      5\n",
        "    x -= 1 -> 1,3: loss, 3 more, Grundy 2\n",
        "  line       5 moves\n",
        "    First: y -= 1 -> 2,2\n",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let out = answer(
        &["solve", "nim", "--at", "-", "--count", "--json"],
        "1,2,3\n1,2,4\n",
    );
    let counts: Vec<bool> = out
        .lines()
        .map(|line| line.contains("\"winning_moves\":1"))
        .collect();
    assert_eq!(counts, [false, true], "{out}");
    let ran = run(&["solve", "nim", "--at", "-", "--count"], "1,2,3\n");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("add --json"), "{}", ran.err);
}
