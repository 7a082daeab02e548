//! Tests exit code 2 for invalid input and 3 for a limit, with one clear message on standard error
//! and nothing on standard output.
//!
//! The messages are snapshots, for review (`INSTA_UPDATE=always cargo test -p whowins-command`
//! updates them).

use std::fmt::Write as _;

use insta::assert_snapshot;

use super::run::{Random, answer, file, folder, run};

/// Runs command lines and returns their messages, after checking the exit codes.
fn said(code: i32, lines: &[(&[&str], Vec<u8>)]) -> String {
    let mut all = String::new();
    for (line, input) in lines {
        let ran = run(line, input.clone());
        let told = format!(
            "{line:?} on {:?}",
            String::from_utf8_lossy(&input[..input.len().min(40)])
        );
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (code, ""),
            "{told}: {}",
            ran.err
        );
        assert!(
            ran.err.ends_with('\n') && ran.err.len() < 1000,
            "{told}: {}",
            ran.err
        );
        assert!(ran.err.starts_with("error: "), "{told}: {}", ran.err);
        // A question or a quoted name may be the fix itself.
        assert!(
            ran.err.contains("\nhelp: ") || ran.err.contains(['`', '?', ',']),
            "no fix: {told}: {}",
            ran.err
        );
        let shown = String::from_utf8_lossy(&input[..input.len().min(30)]).replace('\n', " | ");
        let from = if input.is_empty() {
            String::new()
        } else {
            format!(" < {shown:?}")
        };
        writeln!(all, "$ whowins {}{from}\n{}", line.join(" "), ran.err).expect("a string");
    }
    all
}

/// Runs command lines without standard input.
fn alone(code: i32, lines: &[&[&str]]) -> String {
    let lines: Vec<_> = lines.iter().map(|line| (*line, Vec::new())).collect();
    said(code, &lines)
}

fn contests(problem: &str, inputs: &[&str]) -> String {
    let line = ["contest", problem];
    let lines: Vec<_> = inputs
        .iter()
        .map(|input| (&line[..], input.as_bytes().to_vec()))
        .collect();
    said(2, &lines)
}

#[test]
fn contest_inputs() {
    let cow = [
        "",
        "3 3",
        "3 3\n2\n1 1\n",
        "3 3\n1\n1 x\n",
        "3 3\n1\n3 1\n",
        "3 3\n1\n-1 1\n",
        "0 3\n1\n0 0\n",
        "3 3\n1\n1 1\n1 1\n",
    ];
    let partisan = [
        "",
        "7\n3 4\n",
        "7\n3 x\n4\n",
        "7\n65\n4\n",
        "seven\n3\n4\n",
        "7\n0\n4\n",
        "-7\n3\n4\n",
        "\n7\n3\n4\n",
    ];
    let gam = [
        "",
        "1\n2\nA.\n",
        "1\n2\nA.\n..\n",
        "1\n2\n.B\n..\n",
        "1\n2\nAB\n.C\n",
        "1\n2\nAB.\n..\n",
        "1\n2\nAB\n.A\n",
        "1\n301\n",
        "11\n",
        "1\nx\n",
        "1\n3\nA.#\n###\n#.B\n",
    ];
    let ellys = ["", ".o\n.x\n", "\n.o\n", ".o o\n"];
    let tab = [
        "",
        "1\n101\n",
        "1\n102\n01\n1\n1 1\n",
        "1\n101\n01\n1\n3 1\n",
        "1\n101\n01\n1\n1 x\n",
        "1\n101\n01\n2\n1 1\n",
    ];
    assert_snapshot!("cowcheck", contests("cowcheck", &cow));
    assert_snapshot!("partisangame", contests("partisangame", &partisan));
    assert_snapshot!("gam", contests("gam", &gam));
    assert_snapshot!("ellyscheckers", contests("ellyscheckers", &ellys));
    assert_snapshot!("tabgame", contests("tabgame", &tab));
}

#[test]
fn unknown_names() {
    assert_snapshot!(alone(
        2,
        &[
            &["solve", "cowchek", "--at", "1,1"],
            &["solve", "nothing-like-it"],
            &["solve", "missing.game"],
            &["solve", ""],
            &["games", "nothing"],
            &["games", "kaylse"],
            &["explain", "nothing"],
            &["trace", "nothing", "--stage", "memo"],
            &["solve", "cowcheck", "--at", "1,1", "--to-move", "Bess"],
            &[
                "solve",
                "partisangame",
                "--set",
                "aa=1",
                "--set",
                "b=1",
                "--at",
                "3"
            ],
            &[
                "solve", "tabgame", "--set", "rows=1", "--set", "column=1", "--at", "1,1"
            ],
            &["solve", "cowcheck", "--set", "a=1", "--at", "1,1"],
        ]
    ));
    let ran = run(&["contest", "nothing"], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(
        ran.err
            .contains("`nothing` is neither a file nor a shipped problem"),
        "{}",
        ran.err
    );
}

#[test]
fn parameters() {
    file("latin1.txt", b"1,\xe9,3");
    assert_snapshot!(alone(
        2,
        &[
            &["solve", "partisangame", "--at", "3"],
            &["solve", "partisangame", "--set", "a", "--at", "3"],
            &[
                "solve",
                "partisangame",
                "--set",
                "a=1",
                "--set",
                "a=2",
                "--set",
                "b=1",
                "--at",
                "3"
            ],
            &[
                "solve",
                "partisangame",
                "--set",
                "a=x",
                "--set",
                "b=1",
                "--at",
                "3"
            ],
            &[
                "solve",
                "partisangame",
                "--set",
                "a=-1",
                "--set",
                "b=1",
                "--at",
                "3"
            ],
            &[
                "solve",
                "partisangame",
                "--set",
                "a=0",
                "--set",
                "b=1",
                "--at",
                "3"
            ],
            &[
                "solve",
                "partisangame",
                "--set",
                "a=@missing.txt",
                "--set",
                "b=1",
                "--at",
                "3"
            ],
            &[
                "solve",
                "partisangame",
                "--set",
                "a=@latin1.txt",
                "--set",
                "b=1",
                "--at",
                "3"
            ],
            &[
                "solve",
                "partisangame",
                "--set",
                "a=@.",
                "--set",
                "b=1",
                "--at",
                "3"
            ],
            &[
                "solve", "tabgame", "--set", "row=12", "--set", "column=1", "--at", "1,1"
            ],
            &["solve", "gam", "--set", "map=AB/C."],
            &["solve", "gam", "--set", "map=AB/."],
            &["solve", "gam", "--set", "map="],
            &["solve", "cop-and-robber", "--set", "net=a-", "--at", "a a"],
        ]
    ));
    let ran = run(&["solve", "gam", "--set", "map=A../..."], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(
        ran.err
            .starts_with("error: the map has no square 'B' where a token can stand\n"),
        "{}",
        ran.err
    );
}

#[test]
fn positions() {
    assert_snapshot!(alone(
        2,
        &[
            &["solve", "cowcheck", "--at", ""],
            &["solve", "cowcheck", "--at", "1"],
            &["solve", "cowcheck", "--at", "1,2,3"],
            &["solve", "cowcheck", "--at", "-1,3"],
            &["solve", "cowcheck", "--at", "1.5,3"],
            &["solve", "cowcheck", "--at", ".o."],
            &["explain", "nim", "--at", "1,1"],
            &[
                "solve",
                "tabgame",
                "--set",
                "row=101",
                "--set",
                "column=01",
                "--at",
                "3,1"
            ],
            &["solve", "ellyscheckers", "--at", ".x."],
            &["solve", "tic-tac-toe", "--at", "../../.."],
            &["solve", "tic-tac-toe", "--at", "..././..."],
            &["solve", "gam", "--at", "1,1"],
            &["solve", "gam", "--at", "9,9 1,1"],
            &["solve", "gam", "--at", "2,2 1,1"],
            &["solve", "cop-and-robber", "--at", "a z"],
            &["solve", "kayles", "--at", "x"],
        ]
    ));
}

#[test]
fn rules_that_never_end() {
    file("grow.game", "game \"Grow\"\nposition x\nmove x += 1\n");
    file(
        "still.game",
        "game \"Still\"\nposition x\nmove x -= k for k >= 0\n",
    );
    file(
        "undo.game",
        "game \"Undo\"\nposition x <= 5, y <= 5\nmove x += 1, y -= 1\nmove x -= 1, y += 1\n",
    );
    file(
        "swing.game",
        "game \"Swing\"\nposition row of . o\nmove o . -> . o\nmove . o -> o .\n",
    );
    file(
        "unbounded.game",
        "game \"Unbounded\"\nposition x, y\nmove x += 1, y -= 1\nmove x -= 1, y += 1\n",
    );
    file(
        "walk.game",
        "game \"Walk\"\ngiven net: graph = \"a-b\"\nposition t: nodes of net\nmove t to a neighbour\n",
    );
    assert_snapshot!(alone(
        2,
        &[
            &["solve", "grow.game", "--at", "3"],
            &["solve", "still.game", "--at", "3"],
            &["solve", "undo.game", "--at", "3,3"],
            &["solve", "swing.game", "--at", ".o."],
            &["solve", "unbounded.game", "--at", "3,3"],
            &["solve", "walk.game", "--at", "a"],
        ]
    ));
    let mut text = std::fs::read_to_string(folder().join("undo.game")).expect("it is there");
    text += "repetition draws\n";
    let ran = run(&["solve", file("undo-draws.game", text), "--at", "3,3"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("A draw.\n"), "{}", ran.out);
    // In a position where play has ended, nothing is endless.
    assert_eq!(run(&["solve", "undo.game", "--at", "0,0"], "").code, 0);
}

#[test]
fn files_that_are_no_rules() {
    file("empty.game", "");
    file("blank.game", " \n\n\t\n");
    file(
        "latin1.game",
        b"game \"Caf\xe9\"\nposition x\nmove x -= 1\n",
    );
    file("nul.game", b"game \"x\"\0\nposition x\nmove x -= 1\n");
    std::fs::create_dir_all(folder().join("a-folder")).expect("a folder can be made");
    assert_snapshot!(alone(
        2,
        &[
            &["solve", "empty.game"],
            &["solve", "blank.game"],
            &["solve", "latin1.game"],
            &["solve", "nul.game"],
            &["solve", "a-folder"],
            &["explain", "a-folder"],
        ]
    ));
}

#[test]
fn megabytes_of_noise() {
    // Longer than any rules; nightly, longer than most inputs.
    let long = std::env::var_os("WHOWINS_LONG").is_some();
    let length = if long { 10_000_000 } else { 1_200_000 };
    let mut random = Random(10);
    let noise = |random: &mut Random, of: &[u8]| random.text(length, of).into_bytes();
    let bytes: Vec<u8> = (0..length / 8)
        .flat_map(|_| random.next().to_le_bytes())
        .collect();
    let text = noise(&mut random, b"0123456789 abcxyz\n\n.#o-=<>{}(),;:\"/$^?");
    let letters = noise(&mut random, b"x");
    let inputs = [
        ("bytes.noise", bytes),
        ("text.noise", text),
        ("letters.noise", letters),
    ];
    for (name, noise) in &inputs {
        let at = format!("@{}", file(name, noise));
        let sets = ["a", "row", "map", "net"].map(|parameter| format!("{parameter}={at}"));
        for line in [
            &["solve", name][..],
            &[
                "solve",
                "partisangame",
                "--set",
                &sets[0],
                "--set",
                "b=1",
                "--at",
                "1",
            ],
            &[
                "solve", "tabgame", "--set", &sets[1], "--set", "column=1", "--at", "1,1",
            ],
            &["solve", "gam", "--set", &sets[2]],
            &["solve", "cop-and-robber", "--set", &sets[3], "--at", "a b"],
        ] {
            said(2, &[(line, Vec::new())]);
        }
        for problem in [
            "cowcheck",
            "partisangame",
            "gam",
            "ellyscheckers",
            "tabgame",
        ] {
            said(2, &[(&["contest", problem], noise.clone())]);
        }
        for game in ["cowcheck", "ellyscheckers", "gam", "tic-tac-toe", "kayles"] {
            let ran = run(&["solve", game, "--at", "-"], noise.clone());
            assert_eq!(ran.code, 2, "{game} on {noise:?}: {ran:?}");
            assert!(ran.out.contains("\terror\t"), "{ran:?}");
            assert!(ran.err.starts_with("error: line "), "{ran:?}");
        }
    }
    // Rules of acceptable length: half a million bytes, in lines.
    let mut rules = format!(
        "game \"Noise\"\nposition x\n{}",
        random.text(500_000, b"movexyk -=>if\n.,:(1)")
    );
    rules.push('\n');
    let ran = run(&["solve", file("short.noise", rules), "--at", "1"], "");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(
        ran.err.starts_with("error: ") && ran.err.len() < 20_000,
        "{} bytes",
        ran.err.len()
    );
}

#[test]
fn options() {
    for (line, said) in [
        (
            ["--memory", "nonsense"],
            "`nonsense` for `--memory <BYTES>`\nhelp: write a number with K, M, G or T, such as 500M\n",
        ),
        (
            ["--memory", "5X"],
            "`5X` for `--memory <BYTES>`\nhelp: write a number with K, M, G or T, such as 500M\n",
        ),
        (
            ["--memory", "99999999999999T"],
            "\nhelp: write a number with K, M, G or T, such as 500M\n",
        ),
        (
            ["--time", "soon"],
            "`soon` for `--time <SECONDS>`\nhelp: write a whole number of seconds, such as 60\n",
        ),
        (
            ["--time", "0.5"],
            "`0.5` for `--time <SECONDS>`\nhelp: use `1`:\n",
        ),
        (
            ["--threads", "0"],
            "`0` for `--threads <N>`\nhelp: use `1`:\n",
        ),
        (["--colour", "red"], "unexpected argument `--colour`\n"),
    ] {
        let ran = run(
            &[&["solve", "cowcheck", "--at", "4,7"], &line[..]].concat(),
            "",
        );
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line:?}");
        assert!(
            ran.err.starts_with("error: ") && ran.err.contains(said),
            "{}",
            ran.err
        );
    }
    for (line, said) in [
        (&[][..], "Usage: whowins"),
        (&["atlas"], "Usage: whowins atlas"),
        (&["solve"], "error: missing `<GAME>`\n"),
        (&["contest"], "error: missing `<PROBLEM>`\n"),
        (
            &["trace", "partisangame", "--at", "3"],
            "error: missing `--stage <STAGE>`\n",
        ),
    ] {
        let ran = run(line, "");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line:?}");
        assert!(ran.err.contains(said), "{}", ran.err);
    }
}

#[test]
fn budgets() {
    let board = "xoxox/oxoxo/xoxox/oxoxo/xoxox/oxoxo";
    assert_snapshot!(alone(
        3,
        &[
            &["solve", "nim", "--at", "300,300,300", "--time", "0"],
            &["solve", "clobber", "--at", board, "--time", "1"],
            &[
                "solve",
                "clobber",
                "--at",
                "xoxo/oxox/xoxo",
                "--memory",
                "1K"
            ],
            &[
                "solve",
                "partisangame",
                "--set",
                "a=1,5000000",
                "--set",
                "b=1,3",
                "--at",
                "99999999999999999999",
                "--memory",
                "1K"
            ],
        ]
    ));
    let ran = run(
        &["solve", "clobber", "--at", "-", "--memory", "1K"],
        "xo\nxoxo/oxox/xoxo\n",
    );
    assert_eq!(ran.code, 3, "{ran:?}");
    let place = "xo\tN\tBlack\nxoxo/oxox/xoxo\terror\tthe table of positions would take";
    assert!(ran.out.starts_with(place), "{ran:?}");
    assert!(
        ran.err
            .starts_with("error: line 2 of standard input: the table of positions would take"),
        "{}",
        ran.err
    );
    // If a table doesn't fit, a law answers.
    let told = answer(
        &[
            "solve",
            "nim",
            "--at",
            "30000,30000,30000",
            "--memory",
            "2M",
            "-v",
        ],
        "",
    );
    assert!(told.contains("method     proved law"), "{told}");
    let ran = run(&["contest", "cowcheck", "--time", "0"], "60 60\n1\n50 50\n");
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
    assert!(
        ran.err
            .starts_with("error: query 1 has no answer: the time ran out"),
        "{}",
        ran.err
    );
}

#[test]
#[cfg(target_os = "linux")]
fn an_output_that_fails() {
    for line in [
        &["games"][..],
        &["solve", "cowcheck", "--at", "4,7"],
        &["contest", "ellyscheckers"],
    ] {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("a device that is always full");
        let output = std::process::Command::new(super::run::command(&[]).get_program())
            .args(line)
            .stdin(
                std::fs::File::open(folder().join(file("row.txt", ".o.\n"))).expect("it is there"),
            )
            .stdout(full)
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(4), "{line:?}");
        assert!(
            output
                .stderr
                .starts_with(b"error: the output cannot be written: "),
            "{output:?}"
        );
    }
}
