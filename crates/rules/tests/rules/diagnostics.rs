//! What people read when a text is faulty. Each text stands with its message in tests/snapshots;
//! INSTA_UPDATE=always writes them anew, to be looked at in the diff.

use whowins_rules::{Parameters, Rules};

/// The errors of a text, by name.
const FAULTY: &[(&str, &str)] = &[
    (
        "misspelt_statement",
        r#"gme "Nim"
position x
move x -= k for k >= 1"#,
    ),
    (
        "name_without_quotation_marks",
        r#"game Nim
position x
move x -= 1"#,
    ),
    (
        "name_said_twice",
        r#"game "A"
game "B"
position x
move x -= 1"#,
    ),
    (
        "players_without_comma",
        r#"game "A"
players Ann Ben
position x
move x -= 1"#,
    ),
    (
        "players_alike",
        r#"game "A"
players Ann, Ann
position x
move x -= 1"#,
    ),
    (
        "unknown_kind",
        r#"game "A"
given a: sets
position x
move x -= s for s in a"#,
    ),
    (
        "faulty_set",
        r#"game "A"
given a: set = {1, two}
position x
move x -= s for s in a"#,
    ),
    (
        "faulty_defaults",
        r#"game "A"
given a: bits = "012"
given g: grid of . # = "../#"
given h: graph = "a-b, c"
given k: graph = "{1-2, 2-3"
position x
move x -= 1"#,
    ),
    (
        "name_taken",
        r#"game "A"
position x, x
move x -= 1"#,
    ),
    (
        "empty_range",
        r#"game "A"
position x in 5..3
move x -= 1"#,
    ),
    (
        "board_without_arrow",
        r#"game "A"
position board of 3x3 cells of . o
move . o"#,
    ),
    (
        "patterns",
        r#"game "A"
position row of 4 cells of . o
move . o -> o
move p . -> . p
move o $ . -> o . o"#,
    ),
    (
        "row_rules",
        r#"game "A"
position row of . o
move o . -> . o along up
move o / . -> . / o
move o . -> o .
at once o . -> . o
at once . o -> o ."#,
    ),
    (
        "tuple_moves",
        r#"game "A"
position x, y
move x - 1
move x -= k for k
move x -= k for k >= 1 and k <= 3
move z -= 1
move x -= m
move x -= k for k != 2
move x -= k, y -= j for k >= 1, j >= 0 if k = j = 3 or"#,
    ),
    (
        "endless_moves",
        r#"game "A"
position x
move x += 1
move x -= k for k >= 0"#,
    ),
    (
        "endless_choices",
        r#"game "A"
position x
move x -= 1 for k >= 1
move x -= 1, x -= 2
move x -= y"#,
    ),
    (
        "players_and_endings",
        r#"game "A"
players Ann, Ben
position x
Ann: move x -= 1
Bem: move x -= 1
Bne wins when x = 0
at x = 0 the mover wins
at x = 0: the mover win
at x: the mover wins
who cannot move looses
repetition draw"#,
    ),
    (
        "unknown_map",
        r#"game "A"
given map: grid of . # = ".#."
position a, b: squares of mapp except '#'
move a to a neighbour"#,
    ),
    (
        "tokens",
        r#"game "A"
given map: grid of . # A = ".#A/..A"
position a, b: squares of map except '#'
start a at 'A', b at 'B'
move c to a neighbour
move a to neighbour
move a to a free neighbor
if a = b, move a to a neighbour
move a to a neighbour along north
A wins when a = 3
draw when a < b
draw when a at 'A' and not (b at '#'"#,
    ),
    (
        "octal_digit",
        r#"game "A"
octal 0.78"#,
    ),
    (
        "hexadecimal_digits",
        r#"game "A"
hexadecimal 3.FG"#,
    ),
    (
        "octal_for_hexadecimal",
        r#"game "A"
octal 0.3F"#,
    ),
    (
        "heaps_without_moves",
        r#"game "A"
position heaps"#,
    ),
    (
        "heaps_without_position",
        r#"game "A"
move split into two unequal heaps"#,
    ),
    (
        "moves_of_heaps",
        r#"game "A"
given s: number = 2
position heaps
move n -= 1
move take 0
move take 5..3
move take 5000
move take a number in s
move take a number in t
move take 1, leaving two
move take 1, leaving nine heaps
move take 1, leaving one unequal heap
move take 1 leaving two equal heaps
move split in two heaps
move split into at most one heap
Third: move take 1"#,
    ),
    (
        "octal_with_moves",
        r#"game "A"
octal 0.77
move x -= 1
at x = 0: the mover wins"#,
    ),
    (
        "no_moves",
        r#"game "A"
position x"#,
    ),
    (
        "no_name",
        r#"position x
move x -= 1"#,
    ),
    ("no_position", r#"game "A""#),
    ("no_rules", r#"// nothing"#),
    (
        "start_too_long",
        r#"game "A"
position x
start 3, 4
move x -= 1"#,
    ),
    (
        "other_starts_and_orders",
        "game \"A\"\nposition pile = 21\nposition heap: 3 numbers\nposition door[1..4] of . o\nmove heap[i] -= 1 for i < j in 1..3\nmove heap[1] -= d for d in divisors(heap[1])",
    ),
    (
        "words_and_numbers",
        r#"game "A"
position x <= 5, d in {up, down}
start 9, left
move x -= 1, d := sideways
move x -= 1 / 0
move x -= 99999999999999999999
move d := up if (x > 1) > 2"#,
    ),
    (
        "board_start_and_goals",
        r#"game "A"
position board of 3 x 3 cells of . X
start . . . / . X / . . .
move . -> X
X wins when board has X X X along right, right
X wins when bord has X X
who cannot move draws
normal play"#,
    ),
    (
        "nesting",
        r#"game "A"
position x
move x -= ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))"#,
    ),
    (
        "choices",
        r#"game "A"
position x, y
move x -= k for 1 <= k <= y, for y
move x -= k; y -= k
move x =- 1
move x -= 1 for 1 < k
move x -= k for 3 >= k >= 1
take x"#,
    ),
    (
        "two_shapes",
        r#"game "A"
position x
given n: number
position board of . o
move x -= 1 when x > 2
start 5
start 6"#,
    ),
    (
        "borders",
        r#"game "A"
given row: bits
position x, y
move x -= 1
at x = 0: the mover wins if row = 1, else loses
at x = 0: the mover wins if roww[y] = 1, else loses
at y = 0: the mover wins if row[y] = 1
at y = 0: First wins if x = 3"#,
    ),
    (
        "open_quotation_mark",
        r#"game "A
position x
move x -= 1"#,
    ),
    (
        "empty_row",
        r#"game "A"
position row of 0 cells of . o
move . -> o"#,
    ),
    (
        "graph_tokens",
        r#"game "A"
given net: graph = "a-b, b-c"
given map: grid of . = "."
position cop: squares of net
start cop at z
move cop to a neighbour along up
"#,
    ),
    (
        "graph_start",
        r#"game "A"
given net: graph = "a-b, b-c"
position cop, robber: nodes of net
start cop at z, thief at a
move cop to a neighbour along up
move cop to a free
only if cop = 3
"#,
    ),
    (
        "incomplete_start",
        r#"game "A"
given net: graph = "a-b, b-c"
position cop, robber: nodes of net
start cop at a
move cop to a neighbour
draw when cop = start of thief"#,
    ),
    (
        "arithmetic",
        r#"game "A"
given a: set
given b: bits
position x
move x -= a
move x -= length(a)
move x -= a[1]
move x -= b
move x -= s for s in b
move x -= s for s in c
move x -= min(1 if x > 2
move x -= b[x if x > 2"#,
    ),
    (
        "places_as_numbers",
        r#"game "A"
given map: grid of . A = "A.A."
position a, b: squares of map
move a to a neighbour; if a + 1 = b, move b to a neighbour
move a to a neighbour; only if a = 2
move a to a neighbour; only if x at 'A'
move a to a neighbour; if a = b move b to a neighbour
move a to a neighbour; only if board has A"#,
    ),
    (
        "half_lines",
        r#"game
players
given
position
octal
start
move
normal
who
who cannot
repetition
at
draw
misère"#,
    ),
    (
        "blocking_said_badly",
        r#"game "A"
position x, y
move x -= 1
before each move the opponent blocks 2 options"#,
    ),
    (
        "blocking_with_misere_play",
        r#"game "A"
position x, y
move x -= 1
misère play
before each move the opponent blocks up to 2 options"#,
    ),
    (
        "blocking_with_other_endings",
        r#"game "A"
position x, y
move x -= 1
at x = 3: the mover wins
before each move the opponent blocks up to 2 options"#,
    ),
    (
        "blocking_on_a_row",
        r#"game "A"
position row of . o
move o -> .
before each move the opponent blocks up to 1 option"#,
    ),
    (
        "blocking_with_draws",
        r#"game "A"
position x <= 9
move x -= 1
repetition draws
before each move the opponent blocks up to 1 option"#,
    ),
    (
        "blocking_too_many",
        r#"game "A"
position x
move x -= k for k >= 1
before each move the opponent blocks up to 5000 options
before each move the opponent blocks up to x options"#,
    ),
    (
        "misere",
        r#"game "A"
position x
move x -= 1
misere pley
misère play
normal play"#,
    ),
    (
        "edges",
        r#"game "A"
position board of 2 x 2 cells of . o
move ^ / o -> ^ / .
move o -> . $
move ^ -> .
move o / . -> . / o along right
move o . -> . o along right, right
move o . -> . o along sideways
start oo/o/oo
at once oO -> .."#,
    ),
    (
        "too_many_symbols",
        r#"game "A"
position row of .
move . -> ."#,
    ),
    (
        "non_ascii",
        r#"game "Ä"
position größe
move größe -= 1 if grösse > ß
move größe −= 1"#,
    ),
    (
        "joined_lines",
        r#"game "A"
position x,
  y
move x -= 1,
     y -= z,
     q -= 1
start 1"#,
    ),
];

#[test]
fn every_fault_is_shown_with_its_place_and_a_mend() {
    assert!(FAULTY.len() >= 40);
    for (name, text) in FAULTY {
        let errors = Rules::parse("my.game", text).expect_err(name);
        for fault in &errors.errors {
            assert!(
                fault.help.is_some(),
                "{name}: no mend for {}",
                fault.message
            );
        }
        insta::assert_snapshot!(*name, format!("{text}\n\n{errors}"));
    }
}

#[test]
fn faults_of_values_are_shown_where_the_parameter_is_declared() {
    let text = "game \"A\"\ngiven a: set\ngiven n: number = 3\ngiven b: bits\nposition x <= n\nmove x -= s for s in a\nmove x -= 7 / n\nstart 3";
    let rules = Rules::parse("my.game", text).unwrap();
    let value = |name: &str, text: &str| {
        let parameter = rules.parameters().iter().find(|p| p.name == name).unwrap();
        (name.to_string(), parameter.kind.read(text).unwrap())
    };
    let cases: [(&str, Parameters); 5] = [
        ("values_missing", Parameters::new()),
        (
            "value_unknown",
            [
                ("bb".into(), value("b", "01").1),
                value("a", "1"),
                value("b", "1"),
            ]
            .into(),
        ),
        (
            "value_of_another_kind",
            [("a".into(), value("n", "1").1), value("b", "1")].into(),
        ),
        (
            "values_that_leave_a_move_without_effect",
            [value("a", "0,1"), value("b", ""), value("n", "9")].into(),
        ),
        (
            "values_at_odds_with_the_rules",
            [value("a", "0,1"), value("b", ""), value("n", "0")].into(),
        ),
    ];
    for (name, values) in cases {
        let errors = rules.game(&values).expect_err(name);
        insta::assert_snapshot!(name, errors.to_string());
    }
}

#[test]
fn faults_of_positions_name_the_part_and_the_mend() {
    let game = |text: &str| {
        Rules::parse("my.game", text)
            .unwrap()
            .game(&Parameters::new())
            .unwrap()
    };
    let tuple = game("game \"A\"\nposition x <= 9, d in {up, down}\nmove x -= 1");
    let board = game("game \"A\"\nposition board of 2 x 2 cells of . o\nmove o -> .");
    let tokens = game(
        "game \"A\"\ngiven m: grid of . # = \".#.\"\nposition a, b: squares of m except '#'\nmove a to a neighbour",
    );
    let nodes = game(
        "game \"A\"\ngiven m: graph = \"home-away\"\nposition a: nodes of m\nmove a to a neighbour",
    );
    let heaps = game("game \"A\"\noctal 0.7");
    let cases = [
        (
            &tuple,
            vec!["", "3", "3,4,5", "10,up", "x,up", "3,left", "-1,up"],
        ),
        (&board, vec!["", "..", "../.", "../.x", "../../.."]),
        (&tokens, vec!["", "1,1", "1,1 1,2", "1,1 one", "9,9 1,1"]),
        (&nodes, vec!["hom", "zzz"]),
        (&heaps, vec!["", "3,,4", "three"]),
    ];
    let mut told = String::new();
    for (game, texts) in cases {
        for text in texts {
            told += &format!("{text:10} {}\n", game.read(text).expect_err(text));
        }
    }
    insta::assert_snapshot!("positions", told);
}

/// Mistakes without one right correction, and what their errors say.
#[test]
fn mistakes_without_a_correction_say_what_to_write() {
    for (line, help) in [
        (
            "move x -= k for k in {5..1}",
            "the range `5..1` is empty; write 1..5",
        ),
        (
            "move x -= 1\nwins when x = 0",
            "a player wins when CONDITION",
        ),
        ("move x -= 1\nwin if x = 0", "PLAYER wins when CONDITION"),
    ] {
        let text = format!("game \"A\"\nposition x, y\n{line}");
        let errors = Rules::parse("my.game", &text).expect_err(line);
        assert!(errors.to_string().contains(help), "{line}: {errors}");
    }
}

#[test]
fn a_parameter_without_a_value_is_reported_once() {
    let text = "game \"G\"\ngiven n: number\nposition x in 0..n\nmove x -= k for k in 1..n";
    let rules = Rules::parse("g.game", text).expect("only the value is missing");
    let errors = rules.game(&Parameters::new()).expect_err("no value");
    let printed = errors.to_string();
    assert_eq!(printed.matches("error: ").count(), 1, "{printed}");
}
