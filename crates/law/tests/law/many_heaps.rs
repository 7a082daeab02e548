//! Any number of heaps in one list: found from the rules, with winning moves at positions of any
//! size.

use std::sync::Arc;

use dashu_int::IBig;
use whowins_analysis::paths::members;
use whowins_analysis::{Player, Value};
use whowins_engine::{Engine, Limits};
use whowins_law::{LawSource, LawStrategy, Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::firstorder::term;

use crate::cases;
use crate::coq_common::coqc;

#[test]
fn lists_of_heaps_are_solved_at_any_size() {
    let huge = "1000000000000000000000000000000";
    let one = |choice: &str| format!("move heap[i] -= k for i in places of heap, {choice}");
    let stairs = "move heap[1] -= k for k >= 1\nmove heap[i] -= k, heap[i - 1] += k for i in 2..length(heap), k >= 1";
    let moore = |most: &str| {
        format!(
            "choose s in subsets of places of heap if 1 <= count(s) <= {most};\n     for each i in s, heap[i] -= k for k >= 1"
        )
    };
    let nimble = "move heap[i] -= 1, heap[j] += 1 for i in places of heap, 1 <= j < i";
    for (moves, far, ends) in [
        (
            one("k >= 1"),
            [format!("{huge},{huge},5,9"), format!("{huge},1,1")],
            &["", "misère play\n"][..],
        ),
        (
            one("k in {1, 3, 4}"),
            [format!("{huge},5,5,6"), format!("{huge},1,1,1")],
            &["", "misère play\n"],
        ),
        (
            one("k >= 1 if k != 2"),
            [format!("{huge},7,2"), format!("{huge},1,1,1")],
            &["", "misère play\n"],
        ),
        (
            stairs.into(),
            [format!("0,{huge},5,9,7"), format!("{huge},1,{huge},3,2")],
            &["", "misère play\n"],
        ),
        (
            nimble.into(),
            [format!("0,{huge},5,9,7"), format!("{huge},1,{huge},3,2")],
            &[""],
        ),
        (
            moore("2"),
            [format!("{huge},{huge},5,9,7"), format!("{huge},1,4,3,2")],
            &[""],
        ),
        (
            moore("3"),
            [format!("{huge},{huge},5,9,7"), format!("{huge},1,4,3,2")],
            &[""],
        ),
        (
            one("k >= 1 if heap[i] = max(heap)"),
            [format!("{huge},{huge},5,{huge}"), format!("{huge},9,9,4")],
            &[""],
        ),
    ] {
        for end in ends {
            let text = format!("game \"Heaps\"\nposition heap: numbers\n{moves}\n{end}");
            let rules = Rules::parse("heaps", &text).expect("rules");
            let (none, limits) = (Parameters::new(), Limits::default());
            let report = find(&rules, &none, None, &limits, &[Says::Outcome]).expect("rules");
            assert_eq!(report.cards[0].kind, "many-heaps", "{text}");
            let verified = report.proved.expect("a law");
            let game = rules.game(&none).expect("rules");
            let source = Arc::new(LawSource::proved(verified, &rules, &limits));
            let mut engine = Engine::new(game.clone(), limits);
            engine.add(Box::new(LawStrategy::new(source, &game)));
            let mut wins = 0;
            for at in &far {
                let position = game.read(at).expect("a position");
                let answer = engine
                    .answer(&position, Player::First)
                    .expect("a law")
                    .answer;
                if answer.value != Value::Win {
                    continue;
                }
                wins += 1;
                let best = answer
                    .best
                    .unwrap_or_else(|| panic!("no move at {at}: {text}"));
                assert_eq!(
                    game.is_move(
                        Player::First,
                        &position,
                        (&best.to, best.next(Player::First))
                    ),
                    Some(true),
                    "{at}"
                );
                let reply = engine
                    .answer(&best.to, Player::Second)
                    .expect("a law")
                    .answer;
                assert_eq!(reply.value, Value::Loss, "{at}: {}", best.text);
            }
            assert!(wins > 0, "{text}");
        }
    }
}

/// The file of a list's law.
fn written(moves: &str, end: &str) -> Result<String, String> {
    let position = match moves.starts_with("position") {
        true => "",
        false => "position heap: numbers\n",
    };
    let text = format!("game \"Heaps\"\n{position}{moves}\n{end}");
    let rules = Rules::parse("heaps", &text).expect("rules");
    let (none, limits) = (Parameters::new(), Limits::default());
    let report = find(&rules, &none, None, &limits, &[Says::Outcome]).expect("rules");
    let verified = report.proved.expect("a law");
    let written = whowins_law::coq::file(&verified).map_err(|why| why.0)?;
    Ok(written.text)
}

#[test]
fn coqc_accepts_lists_of_any_length() {
    let one = |choice: &str| format!("move heap[i] -= k for i in places of heap, {choice}");
    let mut all = String::new();
    let moves = ["k >= 1", "k in {1, 3, 4}", "k >= 1 if k != 2"];
    for (at, choice) in moves.iter().enumerate() {
        let text = written(&one(choice), "").expect("a file");
        all += &format!("Module Game{at}.\n{text}End Game{at}.\n");
    }
    let (accepted, said) = coqc("lists", &all);
    assert!(accepted, "{all}\n{said}");
    let closed = said.matches("Closed under the global context").count();
    assert_eq!(closed, moves.len(), "{said}");
    // Another start of the values, another set, another way to be stuck, a bound.
    let set = written(&one(moves[1]), "").expect("a file");
    for (from, to) in [
        ("start : list N := [0; 1", "start : list N := [0; 2"),
        (
            "first : Heap.set := ([1; 3; 4]",
            "first : Heap.set := ([1; 3]",
        ),
        ("(Num 1) (Num (-1)))", "(Num (-1)) (Num 1))"),
        ("(0, None)", "(0, Some 1000)"),
    ]
    .into_iter()
    .take(cases(2, 4))
    {
        assert!(set.contains(from), "{from}: {set}");
        let (accepted, _) = coqc("changed_list", &set.replace(from, to));
        assert!(!accepted, "{from} -> {to}");
    }
    // What the theory does not know has no file.
    let stairs = "move heap[1] -= k for k >= 1\nmove heap[i] -= k, heap[i - 1] += k for i in 2..length(heap), k >= 1";
    let why = written(stairs, "misère play\n").expect_err("no file");
    assert!(why.contains("ViewList.v"), "{why}");
}

/// Lists known by their terms, and misère play: accepted as they are, refused when the term is
/// another.
#[test]
fn coqc_accepts_lists_that_are_known_by_their_terms() {
    let stairs = "move heap[1] -= k for k >= 1\nmove heap[i] -= k, heap[i - 1] += k for i in 2..length(heap), k >= 1";
    let nimble = "move heap[i] -= 1, heap[j] += 1 for i in places of heap, 1 <= j < i";
    let moore = "choose s in subsets of places of heap if 1 <= count(s) <= 2;\n     for each i in s, heap[i] -= k for k >= 1";
    let all = "move heap[i] -= k for i in places of heap, k >= 1 if all(heap[j] <= heap[i] for j in places of heap)";
    let greedy = "move heap[i] -= k for i in places of heap, k >= 1 if heap[i] = max(heap)";
    let misere = "move heap[i] -= k for i in places of heap, k in {1, 3, 4}\nmisère play";
    let mut text = String::new();
    // One number of each term changed, or who wins.
    let games = [
        (stairs, "(Num 2)", "(Num 3)"),
        (nimble, "(Bin Add (Get", "(Bin Sub (Get"),
        (moore, "(Num 2)", "(Num 3)"),
        (all, "(Bin Le ", "(Bin Lt "),
        (greedy, "(Num 2)", "(Num 3)"),
        (misere, "consts := [[1; 3; 4]]", "consts := [[1; 3; 5]]"),
        (
            COINS[0].1,
            "(Set_ 1 (Var 0) (Num 1))",
            "(Set_ 1 (Var 0) (Num 0))",
        ),
    ];
    for (at, (moves, from, to)) in games.into_iter().enumerate() {
        let file = written(moves, "").unwrap_or_else(|why| panic!("{moves}: {why}"));
        assert!(file.contains(from), "{from}: {file}");
        text += &format!("Module Own{at}.\n{file}End Own{at}.\n");
        // Each is refused in the nightly run, two in every run.
        if at < cases(2, games.len()) {
            let (accepted, _) = coqc("changed_term", &file.replace(from, to));
            assert!(!accepted, "{from} -> {to}");
        }
    }
    let (accepted, said) = coqc("known_lists", &text);
    assert!(accepted, "{said}");
    let closed = said.matches("Closed under the global context").count();
    assert_eq!(closed, games.len(), "{said}");
}

/// Coins in a row or a list, with what one is worth at the first places, and positions with a
/// winning move.
const COINS: [(&str, &str, [u64; 6], &str); 5] = [
    (
        "turning turtles",
        "position row of T H\nmove H -> T\nmove T (any ?) H -> H (any ?) T\nmove H (any ?) H -> T (any ?) T",
        [1, 2, 3, 4, 5, 6],
        "THHTHHTTHT",
    ),
    (
        "mock turtles",
        "position coin: numbers <= 1\nchoose s in subsets of places of coin if 1 <= count(s) <= 3 and coin[max(s)] = 1;\n     for each i in s, coin[i] := 1 - coin[i]",
        [1, 2, 4, 7, 8, 11],
        "0,1,1,0,1,1,0,0,1,0",
    ),
    (
        "turning turtles",
        "position coin: numbers <= 1\nchoose s in subsets of places of coin if coin[max(s)] = 1 and 1 <= count(s) and count(s) <= 2;\n     for each i in s, coin[i] := 1 - coin[i]",
        [1, 2, 3, 4, 5, 6],
        "0,1,1,0,1,1,0,0,1,0",
    ),
    (
        "ruler",
        "position coin: numbers <= 1\nchoose b in places of coin, a in 1..b if coin[b] = 1;\n     for each i in a..b, coin[i] := 1 - coin[i]",
        [1, 2, 1, 4, 1, 2],
        "0,1,1,0,1,1,0,0,1,0,0,0,1,0,1,1,1,1,0,1,0,0,1",
    ),
    (
        "ruler, two or three at once",
        "position coin: numbers <= 1\nchoose b in places of coin, k in {1, 2}, a in 1..b if coin[b] = 1 and a = b - k;\n     for each i in a..b, coin[i] := 1 - coin[i]",
        [0, 1, 0, 2, 0, 1],
        "0,1,1,0,1,1,0,0,1,0,0,0,1,0,1,1,1,1,0,1,0,0,1",
    ),
];

/// A game of coins that are turned is the sum of its heads (Berlekamp, Conway and Guy), and a head
/// is worth what an automaton reads off its place.
#[test]
fn coins_that_are_turned_are_worth_what_their_place_says() {
    for (name, moves, worths, far) in &COINS {
        let text = format!("game \"Coins\"\n{moves}");
        let rules = Rules::parse("coins", &text).expect("rules");
        let (none, limits) = (Parameters::new(), Limits::default());
        let report = find(&rules, &none, None, &limits, &[Says::Outcome]).expect("rules");
        assert!(!report.cards.is_empty(), "{name}: {:?}", report.tried);
        assert_eq!(report.cards[0].kind, "many-heaps", "{name}");
        let verified = report.proved.expect("a law");
        let game = rules.game(&none).expect("rules");
        let coins = |heads: &[bool]| {
            let row = text.contains("row of");
            let one = |head: &bool| match (row, head) {
                (true, true) => "H",
                (true, false) => "T",
                (false, true) => "1",
                (false, false) => "0",
            };
            let all: Vec<&str> = heads.iter().map(one).collect();
            game.read(&all.join(if row { "" } else { "," }))
                .expect("coins")
        };
        let mut engine = Engine::new(game.clone(), limits.clone());
        for length in 1..=6 {
            for heads in 0..1usize << length {
                let heads: Vec<bool> = (0..length).map(|at| heads >> at & 1 == 1).collect();
                let position = coins(&heads);
                let worth = heads.iter().zip(worths).filter(|(head, _)| **head);
                let lost = worth.fold(0, |sum, (_, worth)| sum ^ worth) == 0;
                let values = verified.values(&game, &position).expect("the law speaks");
                assert_eq!(values, [if lost { Value::Loss } else { Value::Win }; 2]);
                assert_eq!(
                    values,
                    engine.values(&position).expect("few coins"),
                    "{name}"
                );
            }
        }
        let source = Arc::new(LawSource::proved(verified, &rules, &limits));
        let mut engine = Engine::new(game.clone(), limits);
        engine.add(Box::new(LawStrategy::new(source, &game)));
        let position = game.read(far).expect("coins");
        let answer = engine
            .answer(&position, Player::First)
            .expect("a law")
            .answer;
        let best = answer.best.unwrap_or_else(|| panic!("{name}: no move"));
        let legal = game.is_move(
            Player::First,
            &position,
            (&best.to, best.next(Player::First)),
        );
        assert_eq!(legal, Some(true), "{name}");
        let reply = engine
            .answer(&best.to, Player::Second)
            .expect("a law")
            .answer;
        assert_eq!(reply.value, Value::Loss, "{name}");
    }
}

/// Coins that are turned side by side, as many as a condition allows: what is found is right of all
/// rows of few coins, and under misère play and where the players have other moves there is no such
/// law.
#[test]
fn coins_turned_side_by_side() {
    let conditions = [
        "a >= b - 1",
        "a >= b - 2",
        "a >= b - 3",
        "a != b - 1",
        "a < b",
        "a <= 3",
        "a = 1",
        "coin[1] = 1",
        "coin[a] = 1",
        "a >= 1",
    ];
    let mut proved = 0;
    for (at, condition) in conditions.into_iter().enumerate() {
        for end in ["", "misère play", "partizan"] {
            if !end.is_empty() && at >= cases(2, conditions.len()) {
                continue;
            }
            let mut text = format!(
                "game \"Coins\"\nposition coin: numbers <= 1\nchoose b in places of coin, a in 1..b if coin[b] = 1 and {condition};\n     for each i in a..b, coin[i] := 1 - coin[i]\n"
            );
            text = match end {
                "partizan" => {
                    text.replace("position", "players Left, Right\nposition")
                        .replace("\nchoose", "\nLeft: choose")
                        + "Right: move coin[i] := 0 for i in places of coin if coin[i] = 1"
                }
                end => text + end,
            };
            let rules = Rules::parse("coins", &text).unwrap_or_else(|faults| panic!("{faults}"));
            let (none, limits) = (Parameters::new(), Limits::default());
            let report = find(&rules, &none, None, &limits, &[Says::Outcome]).expect("rules");
            let own = report.cards.iter().any(|card| card.kind == "many-heaps");
            let Some(verified) = report.proved.filter(|_| own) else {
                continue;
            };
            assert!(end.is_empty(), "{text}");
            proved += 1;
            let game = rules.game(&none).expect("rules");
            let mut engine = Engine::new(game.clone(), limits);
            for length in 1..=8 {
                for heads in 0..1u32 << length {
                    let coins: Vec<String> = (0..length)
                        .map(|at| (heads >> at & 1).to_string())
                        .collect();
                    let position = game.read(&coins.join(",")).expect("coins");
                    assert_eq!(
                        verified.values(&game, &position).expect("the law speaks"),
                        engine.values(&position).expect("few coins"),
                        "{coins:?}: {text}"
                    );
                }
            }
        }
    }
    assert!(proved >= 5, "{proved}");
}

/// Boards of coins or lamps: as many as the rules fix, so that a place may be worth what it is for
/// that many alone. Of every position the law says what the search does, and names a winning move.
#[test]
fn boards_of_coins_are_worth_what_their_places_say() {
    let corners = "choose r in 2..ROWS, c in 2..COLUMNS, a in 1..r - 1, b in 1..c - 1 if coin[r, c] = 1;\n     coin[r, c] := 0, coin[a, c] := 1 - coin[a, c], coin[r, b] := 1 - coin[r, b], coin[a, b] := 1 - coin[a, b]";
    let lamps = "choose r in 1..ROWS, c in 1..COLUMNS; coin[r, c] -= 1;\n     may coin[r, c + 1] := 1 - coin[r, c + 1];\n     may coin[r + 1, c] := 1 - coin[r + 1, c]";
    let rook = "choose r in 1..ROWS, c in 1..COLUMNS, a in 1..c if coin[r, c] = 1; for each i in a..c, coin[r, i] := 1 - coin[r, i]";
    for (moves, told, sizes) in [
        (corners, "the nim-product", [(3, 3), (3, 4)]),
        (lamps, "", [(3, 3), (2, 4)]),
        (rook, "", [(2, 4), (2, 3)]),
    ] {
        for (rows, columns) in sizes {
            let moves = moves.replace("ROWS", &rows.to_string());
            let moves = moves.replace("COLUMNS", &columns.to_string());
            let text = format!(
                "game \"Board\"\nposition coin: {rows} x {columns} numbers <= 1\n{moves}\n"
            );
            let rules = Rules::parse("board", &text).unwrap_or_else(|faults| panic!("{faults}"));
            let (none, limits) = (Parameters::new(), Limits::default());
            let report = find(&rules, &none, None, &limits, &[Says::Outcome]).expect("rules");
            let card = report.cards.iter().find(|card| card.kind == "many-heaps");
            let card = card.unwrap_or_else(|| panic!("{text}: {:?}", report.tried));
            let formula = format!("{card:?}");
            assert!(formula.contains(told), "{formula}");
            let verified = report.proved.expect("a law");
            let game = rules.game(&none).expect("rules");
            let mut engine = Engine::new(game.clone(), limits.clone());
            let source = Arc::new(LawSource::proved(verified.clone(), &rules, &limits));
            let mut by_law = Engine::new(game.clone(), limits);
            by_law.add(Box::new(LawStrategy::new(source, &game)));
            let mut wins = 0;
            for heads in 0..1u32 << (rows * columns) {
                let coin = |at: u32| (heads >> at & 1).to_string();
                let lines: Vec<String> = (0..rows)
                    .map(|row| {
                        let line: Vec<String> =
                            (0..columns).map(|at| coin(row * columns + at)).collect();
                        line.join(",")
                    })
                    .collect();
                let position = game.read(&lines.join("/")).expect("coins");
                let values = verified.values(&game, &position).expect("the law speaks");
                assert_eq!(
                    values,
                    engine.values(&position).expect("few coins"),
                    "{lines:?}: {text}"
                );
                if values != [Value::Win; 2] || heads % 7 != 3 {
                    continue;
                }
                wins += 1;
                let answer = by_law
                    .answer(&position, Player::First)
                    .expect("a law")
                    .answer;
                let best = answer
                    .best
                    .unwrap_or_else(|| panic!("no move at {lines:?}: {text}"));
                let made = (&best.to, best.next(Player::First));
                assert_eq!(game.is_move(Player::First, &position, made), Some(true));
                assert_eq!(verified.values(&game, &best.to), Some([Value::Loss; 2]));
            }
            assert!(wins > 0, "{text}");
        }
    }
}

/// A choice of few places as one number, written out as places, makes the same moves; one of many,
/// or one that is looked at as a number, is left as it is.
#[test]
fn sets_of_few_places_are_written_out() {
    let choose = |condition: &str, what: &str| {
        format!(
            "game \"Sets\"\nposition coin: numbers <= 2\nchoose s in subsets of places of coin if {condition};\n     for each i in s, {what}"
        )
    };
    let turn = "coin[i] := 2 - coin[i]";
    for (text, few) in [
        (
            choose("1 <= count(s) <= 3 and coin[max(s)] = 2", turn),
            true,
        ),
        (choose("count(s) = 1 or count(s) <= 0", turn), false),
        (
            choose("1 <= count(s) <= 2", "coin[i] -= k for k >= 1"),
            true,
        ),
        (
            choose("1 <= count(s) <= 4 and coin[min(s)] > 0", "coin[i] -= 1"),
            true,
        ),
        (
            choose("1 <= count(s) <= 5 and coin[min(s)] > 0", "coin[i] -= 1"),
            false,
        ),
        (
            choose("1 <= count(s) and coin[max(s)] > 0", "coin[i] -= 1"),
            false,
        ),
        (COINS[1].1.replace("position", "game \"M\"\nposition"), true),
    ] {
        let rules = Rules::parse("sets", &text).unwrap_or_else(|faults| panic!("{faults}"));
        let game = rules.game(&Parameters::new()).expect("rules");
        let term = term(&game);
        let written_out = members(&term);
        assert_eq!(written_out.tiers != term.tiers, few, "{text}");
        let most: i64 = if text.contains("<= 2\nchoose") { 2 } else { 1 };
        let mut lists: Vec<Vec<i64>> = vec![Vec::new()];
        for _ in 0..5 {
            for list in &lists {
                let list = list.iter().map(|one| IBig::from(*one)).collect();
                let state = vec![vec![IBig::ZERO], list];
                let sorted = |game: &whowins_core::Game| {
                    let mut all = game
                        .options(&state, &whowins_core::Budget::OPEN)
                        .expect("few");
                    all.sort();
                    all.dedup();
                    all
                };
                assert_eq!(sorted(&written_out), sorted(&term), "{state:?}: {text}");
            }
            let longer = lists
                .iter()
                .flat_map(|list| (0..=most).map(move |one| [&list[..], &[one]].concat()));
            lists = longer.collect();
        }
    }
}
