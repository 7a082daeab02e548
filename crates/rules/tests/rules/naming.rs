//! What moves are called.

use std::collections::HashMap;
use std::ops::ControlFlow;

use whowins_analysis::{Frame, Player};
use whowins_rules::{Parameters, Rules};

fn names(rules: &str, at: &str) -> Vec<String> {
    let rules = Rules::parse("test", &format!("game \"test\"\n{rules}")).expect("rules");
    let game = rules.game(&Parameters::new()).expect("a game");
    let position = game.read(at).expect("a position");
    let (rows, columns) = game.size_of(&position);
    let frame = Frame::new(&game, rows, columns);
    let state = game.state_of(&position).expect("small");
    let mut all = Vec::new();
    let mut after: HashMap<String, Vec<i64>> = HashMap::new();
    for player in [Player::First, Player::Second] {
        let _ = frame.options(player, &state, &mut |play| {
            let name = game.name_of(&frame, columns, player, &state, &play);
            let led = after.entry(name.clone()).or_insert(play.to.to_vec());
            assert_eq!(led, play.to, "{name} leads to two positions");
            if !all.contains(&name) {
                all.push(name);
            }
            ControlFlow::Continue(())
        });
    }
    all
}

#[test]
fn a_board_move_says_what_is_done() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "position board of . w b\nmove w b -> . w along right, up",
            "wb/wb",
            &["w at a1 takes b at b1", "w at a2 takes b at b2"],
        ),
        (
            "position board of . w\nmove w . -> . w along right, down, left, up",
            "w./..",
            &["w at a1 goes to b1", "w at a1 goes to a2"],
        ),
        (
            "position row of . o\nmove o o o . -> . . . o\nmove o . -> . o",
            "ooo.",
            &[
                "o at 1 goes to 4, takes o at 2 and o at 3",
                "o at 3 goes to 4",
            ],
        ),
        (
            "position board of . x\nmove . . -> x x along right, down",
            "../..",
            &[
                "x at a1 and b1",
                "x at a2 and b2",
                "x at a1 and a2",
                "x at b1 and b2",
            ],
        ),
        (
            "position row of . x o\nmove . o x -> x x x\nmove x o -> o x\nmove x -> .",
            ".ox",
            &["x at 1, o at 2 becomes x", "x at 3 is taken away"],
        ),
        (
            "position row of x o\nmove x o -> o x",
            "xo",
            &["x at 1 and o at 2 change places"],
        ),
    ];
    for (rules, at, wanted) in cases {
        assert_eq!(&names(rules, at), wanted, "{rules}");
    }
}

#[test]
fn heaps_and_tokens_say_what_is_left_and_where_they_go() {
    let heaps = names(
        "position heaps\nmove take 1 or 2, leaving at most two heaps",
        "2,4",
    );
    let wanted = [
        "take 1 from the heap of 2",
        "take the heap of 2",
        "take 1 from the heap of 4",
        "take 1 from the heap of 4, leaving 1 and 2",
        "take 2 from the heap of 4",
        "take 2 from the heap of 4, leaving 1 and 1",
    ];
    let mut found = heaps.clone();
    found.sort();
    let mut wanted: Vec<String> = wanted.iter().map(ToString::to_string).collect();
    wanted.sort();
    assert_eq!(found, wanted);

    let tokens = names(
        "given map: grid of . # = \"...\"\nposition a: squares of map except '#'\nmove a to a neighbour",
        "1,2",
    );
    assert_eq!(tokens, ["a from 1,2 to 1,3", "a from 1,2 to 1,1"]);
}

#[test]
fn wide_boards_count_their_squares() {
    let wide = format!("{}x", ".".repeat(26));
    let names = names("position board of . x\nmove x -> .", &wide);
    assert_eq!(names, ["x at 1,27 is taken away"]);
}
