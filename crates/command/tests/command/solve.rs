//! Tests `solve`, `games`, `explain`, help and version: the examples of the README.

use std::io::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::run::{answer, command, file, printed, run};

const GENERAL: &str = "general solver: every position that play can reach, in a table: from the \
                       ends backwards, or in index order where every move lowers the index";

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn the_first_example() {
    let card = "Farmer John wins.\n\n  position   4,7, Bessie to move\n  outcome    P: the player to move \
                loses\n  best play  6 moves\n  move       x -= 1 -> 3,7 (the longest defence)\n";
    assert_eq!(answer(&["solve", "cowcheck", "--at", "4,7"], ""), card);
    let long = answer(&["solve", "cowcheck", "--at", "4,7", "-v"], "");
    let method = format!("  method     {GENERAL}\n");
    let position = "  game       Cow Checkers\n  position";
    assert_eq!(long, card.replace("  position", position) + &method);
    assert_eq!(answer(&["solve", "cowcheck", "--at", " (4, 7) "], ""), card);
}

#[test]
fn json_has_the_fields_that_its_page_names() {
    let text = answer(&["solve", "cowcheck", "--at", "4,7", "--json"], "");
    assert_eq!(text.lines().count(), 1);
    let expected = json!({
        "game": "Cow Checkers", "position": "4,7", "to_move": "Bessie", "winner": "Farmer John", "value": "loss", "outcome": "P",
        "remoteness": 6, "move": {"text": "x -= 1", "to": "3,7"}, "strategy": "general solver", "law": null,
    });
    assert_eq!(parsed(&text), expected);
    let fields: Vec<&str> = text
        .split('"')
        .skip(1)
        .step_by(2)
        .filter(|word| PAGE.contains(&format!("| `{word}` |")))
        .collect();
    let (of_solve, _) = PAGE.split_once("`law` prints").expect("the page's order");
    let documented: Vec<&str> = of_solve
        .lines()
        .filter(|line| !line.contains("| only if"))
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .collect();
    assert_eq!(fields, documented);
    let blocked = ["solve", "blocking-wythoff", "--at", "3,4", "--json"];
    let blocked = parsed(&answer(&blocked, ""));
    let to_losses = blocked["to_losses"].as_array().expect("a list");
    assert_eq!(
        (&blocked["value"], to_losses.len()),
        (&json!("win"), 2),
        "{blocked}"
    );
    let draw = parsed(&answer(&["solve", "tic-tac-toe", "--json"], ""));
    for (field, wanted) in [
        ("winner", Value::Null),
        ("value", json!("draw")),
        ("outcome", json!("D")),
        ("remoteness", Value::Null),
    ] {
        assert_eq!(draw[field], wanted, "{field}");
    }
    let over = parsed(&answer(&["solve", "cowcheck", "--at", "0,0", "--json"], ""));
    assert_eq!(
        (&over["move"], &over["remoteness"]),
        (&Value::Null, &json!(0))
    );
}

const PAGE: &str = include_str!("../../../../docs/json.md");

#[test]
fn a_heap_of_a_thousand_million() {
    let line = [
        "solve",
        "partisangame",
        "--set",
        "a=4",
        "--set",
        "b=5",
        "--at",
        "999999999",
        "-v",
    ];
    let card = answer(&line, "");
    assert!(
        card.starts_with(
            "Bob wins.\n\n  game       PartisanGame\n  position   999999999, Alice to move\n"
        ),
        "{card}"
    );
    assert!(
        card.contains("  outcome    P: the player to move loses\n"),
        "{card}"
    );
    assert!(
        card.contains("  method     proved law: Heaps of n and of n + 9 have the same outcome"),
        "{card}"
    );
}

/// Tests a move with a billion options: the best move is found without enumerating them.
#[test]
fn a_ray_of_a_thousand_million_options() {
    let out = answer(
        &["solve", "cowcheck", "--at", "2,1000000000", "--time", "30"],
        "",
    );
    assert!(
        out.contains("-= 999999999 -> 2,1 (a winning move)"),
        "{out}"
    );
}

#[test]
fn whose_turn_it_is() {
    let asked = |player| {
        let line = [
            "solve",
            "partisangame",
            "--set",
            "a=2",
            "--set",
            "b=1",
            "--at",
            "2",
            "--json",
            "--to-move",
            player,
        ];
        let said = parsed(&answer(&line, ""));
        (
            said["to_move"].clone(),
            said["winner"].clone(),
            said["outcome"].clone(),
        )
    };
    // Bob's move of 1 leaves a heap of 1, from which Alice has no move.
    assert_eq!(asked("Alice"), (json!("Alice"), json!("Alice"), json!("N")));
    assert_eq!(asked("bob"), (json!("Bob"), json!("Bob"), json!("N")));
    let row = [
        "solve",
        "ellyscheckers",
        "--at",
        ".o..",
        "--to-move",
        "second",
    ];
    assert!(answer(&row, "").starts_with("First wins.\n"));
}

#[test]
fn where_play_starts() {
    assert!(answer(&["solve", "tic-tac-toe"], "").starts_with(
        "A draw.\n\n  position   .../.../..., X to move\n  outcome    D: X to move: draw; O to move: draw\n"
    ));
    assert!(answer(&["solve", "tic-tac-toe"], "").contains(" (holds the draw)\n"));
    let map = file("start.map", "A...\n.#..\n....\n...B\n");
    let set = format!("map=@{map}");
    let card = answer(&["solve", "gam", "--set", &set], "");
    assert!(
        card.starts_with(concat!(
            "B wins.\n\n  position   1,1 4,4, A to move\n",
            "  outcome    R: B wins moving first or second\n"
        )),
        "{card}"
    );
    assert_eq!(
        card,
        answer(&["solve", "gam", "--set", "map=A.../.#../..../...B"], "")
    );
}

#[test]
fn a_file_of_rules() {
    let rules = "game \"Mine\"\nposition x, y, z\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove z -= k for k >= 1\n";
    let plain = answer(
        &["solve", file("my.game", rules), "--at", "3,5,7", "--json"],
        "",
    );
    assert_eq!(parsed(&plain)["outcome"], "N");
    let marked = file(
        "marked.game",
        format!("\u{feff}{}", rules.replace('\n', "\r\n")),
    );
    assert_eq!(
        answer(&["solve", marked, "--at", "3,5,7", "--json"], ""),
        plain
    );
}

#[test]
fn a_stream_keeps_its_order() {
    let input = "\u{feff}4,7\r\n\n 1 1 \n   \n(3, 4)\n0,0\n4,7";
    let expected = "4,7\tP\tFarmer John\n1 1\tN\tBessie\n(3, 4)\tN\tBessie\n0,0\tP\tFarmer John\n4,7\tP\tFarmer John\n";
    assert_eq!(answer(&["solve", "cowcheck", "--at", "-"], input), expected);
    let json = answer(&["solve", "cowcheck", "--at", "-", "--json"], input);
    let positions: Vec<Value> = json
        .lines()
        .map(|line| parsed(line)["position"].clone())
        .collect();
    assert_eq!(positions, ["4,7", "1,1", "3,4", "0,0", "4,7"]);
    let draws = answer(
        &["solve", "tic-tac-toe", "--at", "-", "--to-move", "O"],
        ".../.../...\nOO./XX./...\n",
    );
    assert_eq!(draws, ".../.../...\tD\tdraw\nOO./XX./...\tN\tO\n");
    // An empty stream has no answers.
    assert_eq!(answer(&["solve", "cowcheck", "--at", "-"], ""), "");
}

#[test]
fn a_stream_of_many_is_answered_one_by_one() {
    let positions: Vec<String> = (0..3000u32)
        .map(|n| format!("{},{}", n % 61, n / 61))
        .collect();
    let out = answer(&["solve", "cowcheck", "--at", "-"], positions.join("\n"));
    assert_eq!(out.lines().count(), positions.len());
    for (line, position) in out.lines().zip(&positions) {
        assert!(line.starts_with(&format!("{position}\t")), "{line}");
    }
    assert!(out.contains("20,12\tP\tFarmer John\n") && out.contains("20,13\tN\tBessie\n"));
}

#[test]
fn a_faulty_line_is_answered_in_its_place_and_the_stream_goes_on() {
    for (fault, said) in [
        ("x,1", "`x` isn't a value of x; write the position as x,y"),
        (
            "1,2,3",
            "the position `1,2,3` has 3 numbers, not 2; write the position as x,y",
        ),
        ("-1,2", "`-1` isn't a value of x; write the position as x,y"),
    ] {
        let ran = run(
            &["solve", "cowcheck", "--at", "-"],
            format!("4,7\n\n3,4\n{fault}\n5,5\n"),
        );
        let answers = format!(
            "4,7\tP\tFarmer John\n3,4\tN\tBessie\n{fault}\terror\t{said}\n5,5\tN\tBessie\n"
        );
        assert_eq!((ran.code, ran.out), (2, answers), "{fault}");
        assert_eq!(
            ran.err,
            printed(&format!("line 4 of standard input: {said}"))
        );
    }
    let ran = run(
        &["solve", "cowcheck", "--at", "-", "--json"],
        "4,7\nx,1\n1,2,3\n3,4\n",
    );
    let rows: Vec<Value> = ran.out.lines().map(parsed).collect();
    assert_eq!((ran.code, rows.len()), (2, 4), "{ran:?}");
    let fault = "`x` isn't a value of x; write the position as x,y";
    assert_eq!(
        rows[1],
        json!({"line": 2, "position": "x,1", "error": fault})
    );
    assert_eq!(rows[2]["line"], 3);
    assert_eq!(rows[3]["winner"], "Bessie");
    assert_eq!(
        ran.err,
        "error: line 2 of standard input: `x` isn't a value of x (1 more line has no answer)\n\
         help: write the position as x,y\n"
    );
    let ran = run(
        &["solve", "cowcheck", "--at", "-"],
        b"4,7\n3,4\n\xff\n".to_vec(),
    );
    let said = "byte 1 is not UTF-8 text; write one position a line";
    let answers = format!("4,7\tP\tFarmer John\n3,4\tN\tBessie\n\u{fffd}\terror\t{said}\n");
    assert_eq!((ran.code, ran.out), (2, answers));
    assert_eq!(
        ran.err,
        printed(&format!("line 3 of standard input: {said}"))
    );
}

/// Tests that a line longer than any position is skipped with a message.
#[test]
fn a_line_without_end_is_passed_over() {
    let input = format!("4,7\n{}\n3,4\n", "9".repeat(33 << 20));
    let ran = run(&["solve", "cowcheck", "--at", "-"], input);
    let said = "it is longer than 16777216 bytes; write one position a line";
    let answers = format!("4,7\tP\tFarmer John\n\terror\t{said}\n3,4\tN\tBessie\n");
    assert_eq!((ran.code, ran.out), (2, answers));
    assert_eq!(
        ran.err,
        printed(&format!("line 2 of standard input: {said}"))
    );
}

const BASH: &str = "game \"Bash without repeats\"\nposition last <= 3, n\n\
                    move n -= k, last := k for k in 1..3 if k != last\n";

/// Tests that one table serves the complete stream, for any order of lines.
#[test]
fn a_stream_grows_its_table() {
    let game = file("bash.game", BASH);
    let most = 30_000;
    let mut wins = vec![[false; 4]; most + 1];
    for n in 0..=most {
        for last in 0..4 {
            wins[n][last] = (1..=3.min(n)).any(|k| k != last && !wins[n - k][k]);
        }
    }
    let places: Vec<(usize, usize)> = (0..20_000)
        .map(|i| (i % 4, i * 7919 % (most + 1)))
        .collect();
    let lines: Vec<String> = places
        .iter()
        .map(|(last, n)| format!("{last},{n}\n"))
        .collect();
    let out = answer(&["solve", game, "--at", "-"], lines.concat());
    assert_eq!(out.lines().count(), places.len());
    for (line, (last, n)) in out.lines().zip(&places) {
        let wanted = if wins[*n][*last] {
            "N\tFirst"
        } else {
            "P\tSecond"
        };
        assert_eq!(line, format!("{last},{n}\t{wanted}"));
    }
}

/// Tests that a range with an unexpected scope gives a warning, only on standard error.
#[test]
fn a_shared_range_is_told_of() {
    let game = file(
        "shared.game",
        "game \"Shared\"\nposition n, last <= 3\nmove n -= k, last := k for k in 1..3 if k != last\n",
    );
    let ran = run(&["solve", game, "--at", "2,0", "--json"], "");
    assert_eq!(
        (ran.code, parsed(&ran.out)["value"].as_str()),
        (0, Some("win"))
    );
    insta::assert_snapshot!(ran.err);
    let ran = run(
        &["solve", file("bash.game", BASH), "--at", "0,2", "--json"],
        "",
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn numbers_of_a_million_digits() {
    let nines = "9".repeat(1_000_000);
    let heap = [
        "solve",
        "partisangame",
        "--set",
        "a=4",
        "--set",
        "b=5",
        "--at",
        "-",
    ];
    // 10^1000000 - 1 is a multiple of 9, the period of this game, like 999999999.
    assert_eq!(answer(&heap, nines.as_str()), format!("{nines}\tP\tBob\n"));
    let square = answer(
        &["solve", "cowcheck", "--at", "-"],
        format!("{nines},{nines}"),
    );
    assert_eq!(square, format!("{nines},{nines}\tN\tBessie\n"));
}

#[test]
fn a_board_of_a_million_cells() {
    let row = "o".repeat(1_000_000);
    // Checkers at all distances 1, 2, ..., 999999 from the last cell: 500000 of them are odd.
    let out = answer(&["solve", "ellyscheckers", "--at", "-"], row.as_str());
    assert_eq!(out, format!("{row}\tP\tSecond\n"));
}

#[test]
fn games_lists_and_prints() {
    let list = answer(&["games"], "");
    let names: Vec<&str> = list
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let shipped: Vec<&str> = whowins::shipped::all()
        .iter()
        .map(|game| game.name)
        .collect();
    assert_eq!(names, shipped);
    let csv = answer(&["games", "--format", "csv"], "");
    assert!(csv.starts_with("name,game,parameters\ncowcheck,Cow Checkers,\n"));
    assert!(csv.contains("\npartisangame,PartisanGame,\"a, b\"\n"));
    answer(&["games", "--library", "--json"], "");
    for game in whowins::shipped::all() {
        assert_eq!(answer(&["games", game.name], ""), game.text);
    }
}

#[test]
fn explain_says_which_strategies_there_are() {
    let expected = "Cow Checkers, position 4,7\n  impartial\n  every move lowers x + y, so play ends\n  proved law, beatty: ";
    let text = answer(&["explain", "cowcheck", "--at", "4,7"], "");
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains("\n-> general solver: about "), "{text}");
    assert!(text.contains("\n   proved law: about "), "{text}");
    let large = answer(&["explain", "cowcheck", "--at", "1000000000000,7"], "");
    assert!(large.contains("\n-> proved law: about "), "{large}");

    let json = parsed(&answer(
        &["explain", "cowcheck", "--at", "4,7", "--json"],
        "",
    ));
    let heading = json!([
        "Cow Checkers",
        "4,7",
        true,
        ["every move lowers x + y, so play ends"]
    ]);
    assert_eq!(
        json!([
            json["game"],
            json["position"],
            json["impartial"],
            json["derived"]
        ]),
        heading
    );
    let strategies = json["strategies"].as_array().expect("a list");
    let names: Vec<&str> = strategies
        .iter()
        .filter_map(|one| one["strategy"].as_str())
        .collect();
    assert_eq!(
        names,
        ["general solver", "P-positions of rays", "proved law"]
    );
    for one in strategies {
        assert!(one["why"].is_string() && one["cost"].is_u64(), "{one}");
        assert_eq!(one["chosen"], json!(one["strategy"] == "general solver"));
    }
    // `explain` names the law that `law` proves, also if it is a strategy from one position.
    for place in [
        &["cowcheck", "--at", "4,7"][..],
        &["nim", "--at", "3,4,5"],
        &["tic-tac-toe"],
    ] {
        let game = place[0];
        let laws = parsed(&answer(&[&["law"], place, &["--json"]].concat(), ""));
        let laws = laws["laws"].as_array().expect("a list");
        assert!(!laws.is_empty(), "{game}");
        let told = parsed(&answer(&[&["explain"], place, &["--json"]].concat(), ""));
        let named = told["laws"].as_array().expect("a list");
        assert_eq!(named.len(), laws.len(), "{game}");
        let strategies = told["strategies"].as_array().expect("a list");
        let law = strategies
            .iter()
            .find(|one| one["strategy"] == "proved law");
        let why = law.expect("it bids")["why"].as_str().expect("a sentence");
        for law in laws {
            let statement = law["statement"].as_str().expect("a sentence");
            assert!(why.contains(statement), "{game}: {statement}: {why}");
            assert!(
                named
                    .iter()
                    .any(|one| one["statement"] == statement && one["kind"] == law["kind"]),
                "{game}"
            );
        }
    }
    // Without a position, the law is still named.
    let kayles = answer(&["explain", "kayles", "--at", "12"], "");
    assert!(
        kayles.starts_with("Kayles, position 12\n  impartial\n  proved law, guy-smith: "),
        "{kayles}"
    );
    let race = parsed(&answer(&["explain", "gam", "--json"], ""));
    assert_eq!(
        (&race["impartial"], &race["position"]),
        (&json!(false), &json!("1,1 4,4"))
    );
    assert!(
        answer(&["explain", "gam"], "")
            .starts_with("Game (Baltic OI 2008), position 1,1 4,4\n  partizan: at ")
    );
}

#[test]
fn a_game_is_called_partizan_only_at_a_position_that_shows_it() {
    let term = answer(&["explain", "cowcheck", "--core", "--at", "4,7"], "");
    let explained = |name: &str, change: (&str, &str)| {
        assert!(term.contains(change.0), "{term}");
        let path = file(name, term.replace(change.0, change.1));
        let explain = ["explain", path, "--at", "4,7", "--time", "40"];
        let json = parsed(&answer(&[&explain[..], &["--json"]].concat(), ""));
        (json["impartial"].clone(), answer(&explain, ""))
    };
    // The same game in another form.
    let stuck = "(stuck (if turn 1 -1))";
    let (impartial, text) = explained("even.core", (stuck, "(stuck (if (= turn 1) 1 -1))"));
    assert_eq!(impartial, json!(true));
    assert!(text.contains("\n  impartial\n"), "{text}");
    // The players have the same moves but different payoffs, so the game is neither impartial nor
    // partizan.
    let (impartial, text) = explained("uneven.core", (stuck, "(stuck (if turn 1 0))"));
    assert_eq!(impartial, json!(null));
    assert!(
        !text.contains("impartial") && !text.contains("partizan"),
        "{text}"
    );
    let (impartial, text) = explained(
        "own.core",
        (
            "(set x (- x v0))",
            "(seq (guard (<= v0 (+ turn 1))) (set x (- x v0)))",
        ),
    );
    assert_eq!(impartial, json!(false));
    assert!(
        text.contains("\n  partizan: at 2,0 the players have different options\n"),
        "{text}"
    );
}

#[test]
fn help_and_version_are_no_faults() {
    assert_eq!(
        answer(&["--version"], ""),
        concat!("whowins ", env!("CARGO_PKG_VERSION"), "\n")
    );
    for line in [&["help"][..], &["--help"], &["-h"]] {
        let text = answer(line, "");
        for word in ["solve", "trace", "contest", "explain", "games"] {
            assert!(text.contains(&format!("\n  {word} ")), "{line:?}: {word}");
        }
    }
    for word in ["solve", "trace", "contest", "explain", "games"] {
        assert!(answer(&["help", word], "").contains("Usage: "), "{word}");
        assert!(answer(&[word, "--help"], "").contains("Usage: "), "{word}");
    }
}

#[test]
#[cfg(unix)]
fn a_reader_that_closes_is_no_fault() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let mut child = Command::new(command(&[]).get_program())
        .args(["solve", "cowcheck", "--at", "-"])
        .stdin(
            std::fs::File::open(super::run::folder().join(file("many", "3,5\n".repeat(1_000_000))))
                .expect("it is there"),
        )
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut out = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    out.read_line(&mut line).expect("a line");
    assert_eq!(line, "3,5\tP\tFarmer John\n");
    drop(out);
    let mut err = String::new();
    child
        .stderr
        .take()
        .expect("piped")
        .read_to_string(&mut err)
        .expect("UTF-8");
    assert_eq!(
        (child.wait().expect("it ends").code(), err.as_str()),
        (Some(0), "")
    );
}

#[test]
fn a_stream_is_answered_while_its_writer_waits() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut child = Command::new(command(&[]).get_program())
        .args(["solve", "cowcheck", "--at", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("piped");
    let (answers, answered) = std::sync::mpsc::channel();
    let out = BufReader::new(child.stdout.take().expect("piped"));
    std::thread::spawn(move || {
        for line in out.lines() {
            let _ = answers.send(line.expect("a line"));
        }
    });
    for (position, answer) in [
        ("4,7\n", "4,7\tP\tFarmer John"),
        ("3,4\n5", "3,4\tN\tBessie"),
    ] {
        input.write_all(position.as_bytes()).expect("it reads");
        let line = answered.recv_timeout(Duration::from_secs(600));
        assert_eq!(
            line.as_deref(),
            Ok(answer),
            "no answer before the input ends"
        );
    }
    drop(input);
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
}

#[test]
#[cfg(unix)]
fn an_interrupt_stops_it() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Child, Command, Stdio};
    let start = |line: &[&str]| {
        Command::new(command(&[]).get_program())
            .args(line)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts")
    };
    let interrupt = |mut child: Child| {
        let id = child.id().to_string();
        let sent = Command::new("kill")
            .args(["-INT", &id])
            .status()
            .expect("it runs");
        assert!(sent.success());
        let mut err = String::new();
        child
            .stderr
            .take()
            .expect("piped")
            .read_to_string(&mut err)
            .expect("UTF-8");
        (child.wait().expect("it ends").code(), err)
    };
    // While it waits for a position, it ends immediately.
    let mut child = start(&["solve", "cowcheck", "--at", "-"]);
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"4,7\n").expect("it reads");
    let mut line = String::new();
    let out = child.stdout.as_mut().expect("piped");
    BufReader::new(out).read_line(&mut line).expect("an answer");
    assert_eq!(line, "4,7\tP\tFarmer John\n");
    crate::run::at_rest(&child);
    assert_eq!(interrupt(child), (Some(130), String::new()));
    drop(input);
    // While it works, the engine stops and reports it.
    let child = start(&[
        "solve",
        "clobber",
        "--at",
        "xoxox/oxoxo/xoxox/oxoxo/xoxox/oxoxo",
        "--time",
        "600",
    ]);
    crate::run::at_work(&child);
    let said = "error: stopped before the answer was found\n";
    assert_eq!(interrupt(child), (Some(3), said.into()));
}

/// Tests that a list of moves costs little more than the answer. Expensive results are unknown, and
/// the move of the answer wins.
#[test]
fn moves_of_a_large_game_are_listed_without_solving_it() {
    let side = 300;
    let row = |at: usize| match at {
        0 => format!("A{}", ".".repeat(side - 1)),
        // An odd distance from the other's start: A wins.
        at if at + 1 == side => format!("{}B.", ".".repeat(side - 2)),
        _ => ".".repeat(side),
    };
    let map: Vec<String> = (0..side).map(row).collect();
    let map = file("map-of-300.txt", map.join("\n"));
    let line = ["solve", "gam", "--set", &format!("map=@{map}"), "--json"];
    let answered: Value = serde_json::from_str(&answer(&line, "")).expect("an object");
    let line = [&line[..], &["--moves", "--time", "30"]].concat();
    let listed: Value = serde_json::from_str(&answer(&line, "")).expect("an object");
    let moves = listed["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 2, "{moves:?}");
    assert_eq!(answered["value"], "win");
    for one in moves {
        assert_ne!(one["value"], "draw", "{moves:?}");
        if one["to"] == answered["move"]["to"] {
            assert_eq!(one["value"], "win", "{moves:?}");
        }
    }
    let plain = ["solve", "nim", "--at", "3,5,7", "--moves", "--json"];
    let nim: Value = serde_json::from_str(&answer(&plain, "")).expect("an object");
    let known = |one: &Value| one["value"].is_string();
    assert!(nim["moves"].as_array().expect("moves").iter().all(known));
}
