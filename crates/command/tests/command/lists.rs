//! Tests `law --list`: the laws of many games, divided among processes.

use std::fs;

use serde_json::Value;

use crate::run::{answer, file, folder, run};

const LIST: &str = "# four that have laws, one that has none, two faulty lines
kayles
take-from-a-set s=1,3,4   # a parameter

no-such-game
nim
t-wythoff t=none
grundys-game
tic-tac-toe
";

#[test]
fn each_game_of_a_list_is_told_of_in_its_place() {
    let list = file("laws.list", LIST);
    let certificates = folder().join("laws-of-a-list");
    let _ = fs::remove_dir_all(&certificates);
    let ran = run(
        &["law", "--list", list, "--time", "2", "-o", "laws-of-a-list"],
        "",
    );
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("2 lines have errors"), "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    let begin = |at: usize, text: &str| assert!(lines[at].starts_with(text), "{}", ran.out);
    begin(0, "kayles: proved, guy-smith: ");
    begin(1, "take-from-a-set: proved, periodic: ");
    begin(
        2,
        "no-such-game: error: `no-such-game` is neither a file nor a shipped game",
    );
    begin(3, "nim: proved, automatic: ");
    begin(4, "t-wythoff: error: ");
    begin(5, "grundys-game: ");
    // From its start.
    begin(6, "tic-tac-toe: proved, ranked: ");
    begin(7, "# 7 games: 4 proved, 1 ");
    assert_eq!(lines.len(), 8);
    // The certificates are named by the line numbers of the games.
    for (name, game, set) in [
        ("2-kayles.cert", "kayles", None),
        ("3-take-from-a-set.cert", "take-from-a-set", Some("s=1,3,4")),
        ("6-nim.cert", "nim", None),
        ("9-tic-tac-toe.cert", "tic-tac-toe", None),
    ] {
        let path = format!("laws-of-a-list/{name}");
        let set = set.map(|set| ["--set", set]);
        let set = set.iter().flatten().copied();
        let arguments: Vec<&str> = ["verify", game, &path].into_iter().chain(set).collect();
        assert_eq!(run(&arguments, "").code, 0, "{name}");
    }
    assert_eq!(fs::read_dir(certificates).expect("made").count(), 4);
}

#[test]
fn shards_of_a_list_are_the_whole_list() {
    let games = "kayles\nnim\n\ncowcheck\ndawsons-kayles\n";
    let told = |arguments: &[&str]| -> Vec<(String, Vec<String>)> {
        let arguments = [&["law", "--list", "-", "--json"], arguments].concat();
        let told = answer(&arguments, games);
        let one = |line: &str| {
            let told: Value = serde_json::from_str(line).expect("JSON");
            let text = |value: &Value| value.as_str().expect("a text").to_string();
            let laws = told["laws"].as_array().expect("laws").iter();
            (
                text(&told["game"]),
                laws.map(|law| text(&law["statement"])).collect(),
            )
        };
        told.lines().map(one).collect()
    };
    let whole = told(&[]);
    assert_eq!(whole.len(), 4);
    let shards = [
        told(&["--shard", "1/3"]),
        told(&["--shard", "2/3"]),
        told(&["--shard", "3/3"]),
    ];
    assert_eq!(shards.each_ref().map(Vec::len), [2, 1, 1]);
    let merged = [&shards[0][0], &shards[1][0], &shards[2][0], &shards[0][1]];
    assert_eq!(merged.map(Clone::clone).to_vec(), whole);
}

#[test]
fn what_is_no_list_is_refused() {
    let refused = |arguments: &[&str], input: &str, why: &str| {
        let ran = run(arguments, input);
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(ran.err.contains(why), "{}", ran.err);
    };
    refused(&["law"], "", "no game is named");
    refused(&["law", "--list", "-"], "# nothing\n", "names no game");
    refused(&["law", "--list", "no-such.list"], "", "--list: ");
    refused(
        &["law", "nim", "--list", "-"],
        "kayles",
        "can't be used with",
    );
    refused(&["law", "nim", "--shard", "1/2"], "", "--list");
}
