//! Tests `whowins map`.

use std::collections::HashSet;

use super::run::{answer, assert_is_error, file, folder, run};

fn cells(arguments: &[&str]) -> Vec<String> {
    let told = answer(arguments, "");
    let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let rows = told["cells"].as_array().expect("rows");
    rows.iter()
        .map(|row| row.as_str().map_or_else(|| row.to_string(), str::to_string))
        .collect()
}

/// Returns the P-positions of Cow Checkers up to a side, by the mex rule: the k-th pair is (a, a +
/// k), where a is the least unused number.
fn wythoff(side: usize) -> HashSet<(usize, usize)> {
    let mut used = HashSet::new();
    let mut all = HashSet::new();
    for k in 0..side {
        let a = (0..).find(|n| !used.contains(n)).expect("there is one");
        used.extend([a, a + k]);
        all.extend([(a, a + k), (a + k, a)]);
    }
    all
}

#[test]
fn cow_checkers_is_the_pairs_near_and_far() {
    let lost = wythoff(200);
    for (from, columns, rows) in [((0, 0), 40, 30), ((100, 60), 30, 40)] {
        let start = format!("{},{}", from.0, from.1);
        let size = format!("{columns}x{rows}");
        let map = cells(&[
            "map", "cowcheck", "--json", "--from", &start, "--size", &size,
        ]);
        for (row, line) in map.iter().enumerate() {
            for (column, letter) in line.chars().enumerate() {
                let is_lost = lost.contains(&(from.0 + column, from.1 + row));
                assert_eq!(letter == 'P', is_lost, "{column},{row} from {start}");
            }
        }
    }
    // (a, a + k) with k = 10^12 and a = floor(k φ): the P-position is in the middle, and no other
    // is near.
    let far = [
        "map",
        "cowcheck",
        "--json",
        "--size",
        "3x3",
        "--from",
        "1618033988748,2618033988748",
    ];
    let map = cells(&far).concat();
    assert_eq!(map.matches('P').count(), 1, "{map}");
    assert_eq!(map.chars().nth(4), Some('P'), "{map}");
}

#[test]
fn a_strip_wraps_at_the_period() {
    let rules = ["--set", "a=4", "--set", "b=5"];
    let mut line = vec!["map", "partisangame", "--json", "--size", "90"];
    line.extend(rules);
    let rows = cells(&line);
    assert!(rows[0].len().is_multiple_of(9), "the period is 9: {rows:?}");
    assert!(rows[1..].iter().all(|row| *row == rows[1]), "{rows:?}");
    let one: Vec<char> = rows.concat().chars().collect();
    for (n, letter) in one.iter().enumerate() {
        let at = n.to_string();
        let mut line = vec!["solve", "partisangame", "--json", "--at", &at];
        line.extend(rules);
        let told: serde_json::Value = serde_json::from_str(&answer(&line, "")).expect("JSON");
        assert_eq!(
            told["outcome"].as_str(),
            Some(letter.to_string().as_str()),
            "{n}"
        );
    }
}

#[test]
fn grundy_values_and_remoteness() {
    let rows = cells(&[
        "map", "nim", "--json", "--size", "9x9", "--show", "grundy", "--slice", "z=5",
    ]);
    for (y, row) in rows.iter().enumerate() {
        let row: Vec<usize> = serde_json::from_str(row).expect("numbers");
        let nim: Vec<usize> = (0..9).map(|x| x ^ y ^ 5).collect();
        assert_eq!(row, nim);
    }
    let rows = cells(&[
        "map", "kayles", "--json", "--size", "12", "--width", "12", "--show", "grundy",
    ]);
    assert_eq!(rows, ["[0,1,2,3,1,4,3,2,1,4,2,6]"]);
    let rows = cells(&[
        "map",
        "cowcheck",
        "--json",
        "--size",
        "5x8",
        "--show",
        "remoteness",
    ]);
    assert_eq!(rows[7].trim_end_matches(']').rsplit(',').next(), Some("6"));
}

#[test]
fn tokens_by_where_one_stands() {
    let maze = ["A..#.", ".#...", "..#.B"];
    let map = format!("map={}", maze.join("/"));
    let asked = ["map", "gam", "--json", "--set", &map];
    for (slice, letter, other) in [(None, 'A', (3, 5)), (Some("a=3,1"), 'B', (3, 1))] {
        let slice: Vec<&str> = slice.iter().flat_map(|one| ["--slice", one]).collect();
        let rows = cells(&[&asked[..], &slice[..]].concat());
        for (row, line) in rows.iter().enumerate() {
            for (column, outcome) in line.chars().enumerate() {
                if maze[row].as_bytes()[column] == b'#' {
                    assert_eq!(outcome, ' ');
                    continue;
                }
                let (here, there) = (
                    format!("{},{}", row + 1, column + 1),
                    format!("{},{}", other.0, other.1),
                );
                let at = match letter {
                    'A' => format!("{here} {there}"),
                    _ => format!("{there} {here}"),
                };
                let told = answer(&["solve", "gam", "--json", "--set", &map, "--at", &at], "");
                let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
                assert_eq!(
                    told["outcome"].as_str(),
                    Some(outcome.to_string().as_str()),
                    "{at}"
                );
            }
        }
    }
}

#[test]
fn rows_by_length() {
    let rows = cells(&["map", "ellyscheckers", "--json", "--size", "5"]);
    for (length, row) in (1usize..).zip(&rows) {
        for (index, letter) in row.chars().enumerate() {
            // A row is above the rows that it is a prefix of.
            let cell = |at: usize| match index >> (4 - at) & 1 {
                1 => 'o',
                _ => '.',
            };
            let position: String = (0..length).map(cell).collect();
            let told = answer(&["solve", "ellyscheckers", "--json", "--at", &position], "");
            let told: serde_json::Value = serde_json::from_str(&told).expect("JSON");
            assert_eq!(
                told["outcome"].as_str(),
                Some(letter.to_string().as_str()),
                "{position}"
            );
        }
    }
}

#[test]
fn files_are_written() {
    for name in ["drawn.svg", "drawn.png"] {
        answer(
            &["map", "cowcheck", "--size", "8x8", "-o", name, "--dark"],
            "",
        );
        let bytes = std::fs::read(folder().join(name)).expect("it was written");
        assert!(bytes.starts_with(b"<svg") || bytes.starts_with(b"\x89PNG"));
    }
    let text = answer(&["map", "cowcheck", "--size", "8x8"], "");
    assert!(text.contains("slope φ") && !text.contains('\x1b'), "{text}");
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let lines: &[&[&str]] = &[
        &["map", "cowcheck", "--size", "0x5"],
        &["map", "cowcheck", "--size", "64"],
        &["map", "cowcheck", "--size", "99999x99999"],
        &["map", "cowcheck", "--from", "1"],
        &["map", "cowcheck", "--from", "1,-2"],
        &["map", "cowcheck", "--width", "5"],
        &["map", "cowcheck", "-o", "map.gif"],
        &["map", "cowcheck", "-o", "nowhere/map.svg"],
        &["map", "cowcheck", "--slice", "z=1"],
        &["map", "cowcheck", "--size", "300x2"],
        &[
            "map",
            "cowcheck",
            "--show",
            "remoteness",
            "--from",
            "1000000000000,1",
        ],
        &["map", "nim"],
        &["map", "cop-and-robber"],
        &["map", "gam", "--slice", "c=1,1"],
        &["map", "gam", "--slice", "b=1"],
        &["map", "gam", "--slice", "b=1,5"],
        &["map", "gam", "--slice", "a=1,1", "--slice", "b=4,4"],
        &["map", "tic-tac-toe"],
        &["map", "ellyscheckers", "--size", "40"],
        &[
            "map",
            "partisangame",
            "--set",
            "a=1",
            "--set",
            "b=2",
            "--show",
            "grundy",
        ],
        &[
            "map",
            // No law of its losses is known with three blocked options.
            "blocking-wythoff",
            "--set",
            "blocked=3",
            "--from",
            "1000000000000,1000000000000",
            "--time",
            "5",
        ],
    ];
    for line in lines {
        let ran = run(line, "");
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (2, ""),
            "{line:?}: {}",
            ran.err
        );
        assert_is_error(&ran.err);
    }
}

/// Tests that Grundy values of the proved law, far out, equal computed ones near 0.
#[test]
fn grundy_values_far_out_are_the_laws() {
    let rows = |from: &str, size: &str| {
        let told = answer(
            &[
                "map", "kayles", "--json", "--show", "grundy", "--from", from, "--size", size,
                "--width", "12",
            ],
            "",
        );
        let told: serde_json::Value = serde_json::from_str(&told).expect("an object");
        told["cells"].clone()
    };
    // Kayles has period 12 from heap 71 on, and 10^30 is 4 modulo 12.
    let near = rows("1204", "24");
    assert_eq!(rows("1000000000000000000000000000000", "24"), near);
    assert_eq!(near[0].to_string(), "[1,4,7,2,1,8,2,7,4,1,2,8]");
    // If no law gives the values, the message says so.
    let game = file(
        "far_grundy.game",
        "game \"G\"\nposition x, y, z\nmove x -= k for k >= 1\nmove y -= 1\nmove z -= 1\n",
    );
    let far = run(
        &[
            "map",
            game,
            "--show",
            "grundy",
            "--slice",
            "z=1",
            "--from",
            "10000000000,0",
            "--size",
            "2x2",
            "--time",
            "5",
        ],
        "",
    );
    assert!(
        far.code == 2 && far.err.contains("no proved law says them") || far.code == 3,
        "{far:?}"
    );
}

/// Tests that a picture that exceeds the memory is rejected before it is drawn.
#[test]
fn a_picture_that_takes_too_much_memory_is_refused() {
    let far = run(
        &[
            "map",
            "cowcheck",
            "--no-law",
            "--size",
            "1500x1500",
            "-o",
            "large.png",
            "--memory",
            "20M",
        ],
        "",
    );
    assert_eq!(far.code, 3, "{far:?}");
    assert!(far.err.contains("drawing the picture takes"), "{far:?}");
}

/// Tests the message if play overflows machine words by squaring numbers. It must not claim that
/// the user stopped it.
#[test]
fn grundy_values_past_machine_words_are_too_far() {
    let game = file(
        "squares.game",
        "game \"Squares\"\nposition x, n\nmove n -= 1, x := x * x\nmove n -= 2, x := x * x + 1\n",
    );
    let ran = run(&["map", game, "--size", "30x30", "--show", "grundy"], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(ran.err.contains("too far to be worked out"), "{}", ran.err);
}
