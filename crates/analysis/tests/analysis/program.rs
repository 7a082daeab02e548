//! Games of no family: how their positions are written, and their moves named.

use whowins_analysis::program::{
    Holding, Notation, Program, flat, score_of, set_of, subset, unflat,
};
use whowins_analysis::{Frame, Game, Player, Position, Shape};
use whowins_core::{Game as Core, State};

/// A part of each kind, and no moves.
const ALL: &str = "(game all (part turn 0 1) (part a 0 9) (part word 0 2) (part heap 0 -) (part columns 1 -) (part board 0 2) (part lamp 0 1) (part net 0 1)
    (part used 0 1) (part cop 0 2) (part score -2000000000000 -) (part hidden 0 5)
    (start (0) (3) (1) (5 6) (2) (0 1 2 0) (0 1 1 0) (1 0) (1 0 1) (2 0) (0) (4))
    (tier (seq)) (stuck 0))";

fn names(all: &[&str]) -> Vec<String> {
    all.iter().map(ToString::to_string).collect()
}

fn program() -> Program {
    let term: Core = ALL.parse().expect("a term");
    let notations = [
        (1, "a", Notation::Number { words: Vec::new() }),
        (
            2,
            "word",
            Notation::Number {
                words: names(&["up", "down", "off"]),
            },
        ),
        (
            3,
            "heap",
            Notation::Numbers {
                length: None,
                columns: None,
                facing: false,
            },
        ),
        (
            5,
            "board",
            Notation::Cells {
                symbols: vec!['.', 'x', 'o'],
                is_board: true,
                size: None,
                columns: Some(4),
            },
        ),
        (
            6,
            "lamp",
            Notation::Numbers {
                length: Some(4),
                columns: Some(2),
                facing: false,
            },
        ),
        (
            7,
            "net",
            Notation::Nodes {
                symbols: vec!['.', '#'],
                nodes: names(&["p", "q"]),
            },
        ),
        (
            8,
            "used",
            Notation::Subset {
                members: names(&["1", "2", "{1, 2}"]),
            },
        ),
        (
            9,
            "cop",
            Notation::Tokens {
                places: names(&["p", "q", "r"]),
                count: 2,
                alike: true,
            },
        ),
    ];
    let holding = |(part, name, notation): (usize, &str, Notation)| Holding {
        name: name.into(),
        part,
        notation,
        on: None,
    };
    Program {
        parts: notations.into_iter().map(holding).collect(),
        score: Some(10),
        rest: Vec::new(),
        sum: None,
        term,
    }
}

const SHOWN: &str = "3,up; 5,6; .x/o.; 0,1/1,0; # .; {1, {1, 2}}; p r";

#[test]
fn cells_in_a_set_are_separated_by_blanks() {
    let members = names(&["1,1", "1,2", "2,1", "{1,1 1,12}", "{1,11 1,2}"]);
    let set = |text: &str| {
        let all = subset(text, &members).map_err(|piece| piece.to_string())?;
        Ok(all
            .iter()
            .map(|one| if *one == 0.into() { '.' } else { 'x' })
            .collect())
    };
    let is = |text: &str, wanted: &str| {
        let found: Result<String, String> = set(text);
        assert_eq!(found.as_deref(), Ok(wanted), "{text}");
    };
    is("{1,1 2,1}", "x.x..");
    is("{2,1, 1,1}", "x.x..");
    is("1,2", ".x...");
    is("{{1,11 1,2}, 1,2}", ".x..x");
    is("{{1,1 1,12}}", "...x.");
    is("{}", ".....");
    is("all", "xxxxx");
    assert_eq!(set("{1,1 3,3}"), Err::<String, _>("3,3".into()));
    assert_eq!(set_of(&["1,1", "2,1"]), "{1,1 2,1}");
    assert_eq!(set_of(&["1", "2"]), "{1, 2}");
}

#[test]
fn what_is_written_is_read() {
    let program = program();
    let mut start = program.term.starts[0].clone();
    start[2] = vec![0.into()];
    assert_eq!(program.show(&start), SHOWN);
    let read = program.read(SHOWN).expect("a position");
    start[9].sort();
    assert_eq!(read, start);
    let named = "heap = 5,6; a = 3; word = up; board = .x/o.; lamp = 0,1/1,0; net = #.; used = {1, {1, 2}}; cop = r p";
    assert_eq!(program.read(named).expect("a position"), start);
    // Other sizes, where they are not fixed; what is not written stays.
    let other = program
        .read("0,off; none; x.o/...; 0,0/0,0; ..; {}; q q")
        .expect("a position");
    assert_eq!(other[3], []);
    assert_eq!(other[4], [3.into()]);
    assert_eq!(other[11], [4.into()]);
    assert_eq!(flat(&other).map(|list| unflat(&list)), Some(other));
}

#[test]
fn what_is_no_position_is_refused_with_its_place() {
    let program = program();
    for (text, word) in [
        ("3,up; 5,6", "2 parts, not 7"),
        ("3; 5,6; .x/o.; 0,1/1,0; # .; {}; p r", "1 number, not 2"),
        (
            "3,left; 5,6; .x/o.; 0,1/1,0; # .; {}; p r",
            "`left` isn't a value of word",
        ),
        (
            "12,up; 5,6; .x/o.; 0,1/1,0; # .; {}; p r",
            "a = 12 is outside its range, 0 to 9",
        ),
        (
            "3,up; -5; .x/o.; 0,1/1,0; # .; {}; p r",
            "heap = -5 is outside its range, 0 to any number",
        ),
        (
            "3,up; 5,6; .x/o; 0,1/1,0; # .; {}; p r",
            "row 2 of board has 1 cell, but row 1 has 2",
        ),
        (
            "3,up; 5,6; .y/o.; 0,1/1,0; # .; {}; p r",
            "`y` in row 1, column 2 of board",
        ),
        (
            "3,up; 5,6; .x/o.; 0,1,1,0; # .; {}; p r",
            "a row of lamp has 4 numbers, not 2",
        ),
        (
            "3,up; 5,6; .x/o.; 0,1; # .; {}; p r",
            "lamp has 2 numbers, not 4",
        ),
        (
            "3,up; 5,6; .x/o.; 0,1/1,0; #; {}; p r",
            "there are 2 nodes: p q",
        ),
        (
            "3,up; 5,6; .x/o.; 0,1/1,0; # .; {3}; p r",
            "`3` cannot be in used",
        ),
        (
            "3,up; 5,6; .x/o.; 0,1/1,0; # .; {}; p",
            "cop has 1 place, not 2",
        ),
        (
            "3,up; 5,6; .x/o.; 0,1/1,0; # .; {}; p s",
            "cop cannot be placed on `s`",
        ),
        ("a = 3; word = up", "heap is missing"),
    ] {
        let error = program.read(text).expect_err(text);
        assert!(error.message.contains(word), "{text}: {}", error.message);
        assert!(!error.help.is_empty());
    }
}

#[test]
fn moves_are_named_by_what_they_change() {
    let program = program();
    let before = program.term.starts[0].clone();
    let after = |change: &dyn Fn(&mut State)| {
        let mut state = before.clone();
        state[0] = vec![1.into()];
        change(&mut state);
        program.told(Player::First, &before, &state)
    };
    let number = |n: i32| n.into();
    for (said, wanted) in [
        (after(&|_| {}), "pass"),
        (after(&|s| s[1][0] = number(1)), "a: 3 -> 1"),
        (after(&|s| s[2][0] = number(2)), "word: down -> off"),
        (after(&|s| s[3][1] = number(2)), "heap[2]: 6 -> 2"),
        (after(&|s| drop(s[3].remove(0))), "erase heap[1] (5)"),
        (after(&|s| s[3].push(number(9))), "heap: 5,6 -> 5,6,9"),
        (after(&|s| s[5].swap(0, 1)), "x at b1 goes to a1"),
        (
            after(&|s| (s[5][1], s[5][2]) = (number(0), number(1))),
            "x at b1 takes o at a2",
        ),
        (after(&|s| s[6][2] = number(0)), "lamp[2,1]: 1 -> 0"),
        (after(&|s| s[7].swap(0, 1)), "# at p goes to q"),
        (
            after(&|s| s[8] = vec![number(0), number(1), number(1)]),
            "used +2 -1",
        ),
        (after(&|s| s[9][1] = number(1)), "cop from p to q"),
        (
            after(&|s| {
                s[10][0] = number(3);
                s[0][0] = number(0);
            }),
            "score +3, plays again",
        ),
    ] {
        assert_eq!(said, wanted);
    }
}

#[test]
fn any_term_is_a_game() {
    let text = "(game walk (part turn 0 1) (part n 0 -) (part row 0 1) (start (1) (2) (1 0))
        (tier (seq (set n (- n 1)) (set row 0 (- 1 row)) (guard (= turn 1)))) (stuck (if turn 1 -1)))";
    let game: Game = Program::of_term(text.parse().expect("a term"));
    let Shape::Program(program) = &game.shape else {
        panic!("a game of no family");
    };
    let start = game.start.as_ref().expect("a start");
    let state = start.core_state(Player::Second);
    assert_eq!(state[0], [1.into()]);
    assert_eq!(Position::of_state(&state), *start);
    assert_eq!(program.show(&state), "2; 1,0");
    assert_eq!(game.show(start), "2; 1,0");
    assert_eq!(
        game.read("4; 0,1").map(|at| game.show(&at)),
        Ok("4; 0,1".into())
    );
    // Who moves again is not the other.
    let frame = Frame::new(&game, 1, 1);
    let state = frame.with_turn(game.state_of(start).expect("small"), Player::Second);
    let next = frame.next(Player::Second, &state);
    assert_eq!(next.len(), 1);
    assert_eq!(frame.next_player(&next[0], Player::Second), Player::Second);
    let to = game.position_of(&next[0], 1, 1);
    assert_eq!(game.show(&to), "1; 0,0");
    let leads = |next| game.is_move(Player::Second, start, (&to, next));
    assert_eq!(leads(Player::Second), Some(true));
    assert_eq!(leads(Player::First), Some(false));
    assert!(!game.is_impartial());
}

#[test]
fn points_are_seen_where_nothing_else_reads_them() {
    let game = |pays: &str, change: &str, least: &str| -> Core {
        format!(
            "(game g (part turn 0 1) (part n 0 -) (part s {least} -) (start (0) (9) (0))
             (tier (seq (set n (- n 1)) (set s {change}) (set turn (- 1 turn)))) (end (= n 0) {pays}) (stuck s))"
        )
        .parse()
        .expect("a term")
    };
    let wide = "-2000000000000";
    assert_eq!(score_of(&game("s", "(+ s n)", wide)), Some(2));
    assert_eq!(
        score_of(&game("(+ 1 (- s n))", "(if turn (- s 2) s)", wide)),
        Some(2)
    );
    for (pays, change, least) in [
        ("s", "(+ s n)", "-1000"),
        ("(- n s)", "(+ s n)", wide),
        ("1", "(+ s n)", wide),
        ("s", "n", wide),
        ("s", "(+ s s)", wide),
        ("(if s s (+ s 1))", "(+ s n)", wide),
    ] {
        assert_eq!(
            score_of(&game(pays, change, least)),
            None,
            "{pays} {change} {least}"
        );
    }
}
