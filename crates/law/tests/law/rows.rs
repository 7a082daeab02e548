//! Laws of rows and boards, found, proved, and held against the engine.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use whowins_analysis::{Game, Position, Value};
use whowins_engine::{Engine, Limits};
use whowins_law::{Apart, Finding, OfRules, Report, Says, find, find_kind};
use whowins_rules::{Parameters, Rules};
use whowins_verify::rows::Regular;
use whowins_verify::{Budget, Certificate, Law, Why};

fn search(text: &str, seconds: u64) -> (Game, Report) {
    let limits = Limits::default().with_time(Duration::from_secs(seconds));
    search_within(text, &limits)
}

/// Limited by the rows that are remembered and not by the clock, so that each run comes to the
/// same.
fn search_small(text: &str) -> (Game, Report) {
    let limits = Limits::default().with_memory(SMALL);
    search_within(text, &limits)
}

/// Bytes: some hundred thousand rows.
const SMALL: u64 = 8 << 20;

fn search_within(text: &str, limits: &Limits) -> (Game, Report) {
    let rules = Rules::parse("test", text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    let none = Parameters::new();
    let game = rules
        .game(&none)
        .unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    let report = find(&rules, &none, None, limits, &[Says::Outcome])
        .unwrap_or_else(|error| panic!("{text}\n{error}"));
    (game, report)
}

/// All boards of a size, in the order of counting.
fn boards(game: &Game, rows: usize, columns: usize) -> Vec<Position> {
    let board = game.board().expect("a board");
    let symbols = board.alphabet.len();
    (0..symbols.pow((rows * columns) as u32))
        .map(|mut number| {
            let cells = (0..rows * columns).map(|_| {
                let symbol = (number % symbols) as u8;
                number /= symbols;
                symbol
            });
            game.position_of(&cells.collect::<Vec<_>>(), rows, columns)
        })
        .collect()
}

/// Holds a proved law against the engine on all boards of these sizes.
fn agree(text: &str, report: &Report, game: &Game, sizes: &[(usize, usize)]) {
    let proved = report
        .proved
        .as_ref()
        .unwrap_or_else(|| panic!("{text}\n{:?}", report.tried));
    let mut engine = Engine::new(game.clone(), Limits::default());
    for (rows, columns) in sizes {
        for position in boards(game, *rows, *columns) {
            let values = engine.values(&position).unwrap();
            let place = format!("{text}\nat {}", game.show(&position));
            assert_eq!(proved.values(game, &position), Some(values), "{place}");
        }
    }
}

const ELLY: &str = include_str!("../../../../games/seeds/ellyscheckers.game");
const ELLY_BOARD: &str = include_str!("../../../../games/seeds/ellys-board.game");

#[test]
fn ellys_checkers_is_a_parity_at_every_length() {
    let (game, report) = search(ELLY, 20);
    let sizes: Vec<_> = (1..=11).map(|columns| (1, columns)).collect();
    agree(ELLY, &report, &game, &sizes);
    let proved = report.proved.unwrap();
    assert!(matches!(proved.certificate().laws[0], Law::Functional(_)));
    // A row of a million cells, all of them checkers: odd distances to the end are half of them.
    let huge = Position::list(vec![1; 1 << 20]);
    assert_eq!(proved.values(&game, &huge), Some([Value::Loss; 2]));
    println!("{}", proved.statements()[0]);
}

#[test]
fn ellys_board_is_a_parity_at_every_size() {
    let (_, report) = search(ELLY_BOARD, 20);
    let free = ELLY_BOARD.replace("50 x 50 cells of ", "");
    let game = Rules::parse("free", &free)
        .unwrap()
        .game(&Parameters::new())
        .unwrap();
    let sizes = [(1, 1), (1, 6), (5, 1), (2, 3), (3, 3), (4, 3), (3, 4)];
    agree(ELLY_BOARD, &report, &game, &sizes);
    println!("{}", report.proved.unwrap().statements()[0]);
}

/// What came of the search for an automaton.
fn regular(report: &Report) -> &Finding {
    let tried = report.tried.iter().find(|tried| tried.kind == "regular");
    &tried.unwrap_or_else(|| panic!("{report:?}")).finding
}

/// A row from what a person writes.
fn row(game: &Game, text: &str) -> Position {
    let board = game.board().expect("a board");
    let symbol = |c| board.alphabet.iter().position(|a| *a == c).unwrap() as u8;
    Position::list(text.chars().map(symbol))
}

/// Asks the engine again for the outcomes of the pairs, and whether each two rows have an ending
/// that tells them apart.
fn hold_apart(game: &Game, apart: &Apart, rows: usize, due: impl Fn(&str) -> bool) {
    let mut engine = Engine::new(game.clone(), Limits::default());
    let mut asked = HashMap::new();
    for a in 0..rows {
        for b in 0..a {
            let ending = apart.ending(a, b).unwrap();
            let [outcome_a, outcome_b] = [a, b].map(|at| {
                let text = format!("{}{}", apart.rows[at], apart.endings[ending]);
                let claimed = apart.outcomes[at][ending];
                let outcome = *asked.entry(text.clone()).or_insert_with(|| {
                    (!due(&text)).then(|| {
                        let values = engine.values(&row(game, &text)).unwrap();
                        values.map(|value| value == Value::Win)
                    })
                });
                assert_eq!(outcome, claimed, "{text}");
                outcome
            });
            assert_ne!(outcome_a, outcome_b);
        }
    }
}

#[test]
fn ellys_checkers_with_capture_needs_more_and_more_states() {
    let text = include_str!("../../../../games/seeds/ellys-capture.game");
    let (game, report) = search_small(text);
    assert!(report.proved.is_none());
    let Finding::Apart(apart) = regular(&report) else {
        panic!("{:?}", regular(&report));
    };
    println!("{apart}");
    assert!(apart.states() > 20);
    // All rows of the evidence, so that an automaton of fewer states is wrong on one of the rows
    // asked for.
    hold_apart(&game, apart, apart.states(), |row| {
        row.is_empty() || row.ends_with('o')
    });
    for pair in apart.growth.windows(2) {
        assert_eq!(pair[0].length + 1, pair[1].length);
        assert!(pair[0].classes < pair[1].classes, "{:?}", apart.growth);
    }
    assert!(apart.growth.len() >= 6);
}

#[test]
fn the_growth_of_the_capture_variant_is_that_of_the_engine() {
    let text = include_str!("../../../../games/seeds/ellys-capture.game");
    let (game, report) = search_small(text);
    let Finding::Apart(apart) = regular(&report) else {
        panic!("{:?}", regular(&report));
    };
    let mut engine = Engine::new(game.clone(), Limits::default());
    let all = |length: u32| {
        (0..1u32 << length).map(move |n| {
            (0..length)
                .rev()
                .map(|at| [".", "o"][(n >> at & 1) as usize])
                .collect::<String>()
        })
    };
    for residuals in &apart.growth[..5] {
        let words: Vec<String> = (0..=residuals.length as u32).flat_map(all).collect();
        let classes: HashSet<Vec<Option<[Value; 2]>>> = words
            .iter()
            .map(|word| {
                let outcome = |ending: &String| {
                    let text = format!("{word}{ending}");
                    let due = text.is_empty() || text.ends_with('o');
                    (!due).then(|| engine.values(&row(&game, &text)).unwrap())
                };
                words.iter().map(outcome).collect()
            })
            .collect();
        assert_eq!(classes.len(), residuals.classes, "{residuals:?}");
    }
}

#[test]
fn some_row_games_have_automata() {
    let sizes: Vec<_> = (1..=10).map(|columns| (1, columns)).collect();
    for rules in [
        "move o . -> . .\nmove . o -> . .",
        "move ^ o -> ^ .\nmove ^ . o -> ^ o .",
        "move o . -> . .\nmove . o -> . .\nmisère play",
        "Left: move o -> .\nRight: move o o -> . .",
        "move ^ o -> ^ .\nmove ^ . o -> ^ o .\nat once o $ -> . $",
    ] {
        let text = format!("game \"Some\"\nplayers Left, Right\nposition row of . o\n{rules}");
        let (game, report) = search(&text, 20);
        agree(&text, &report, &game, &sizes);
    }
}

/// Kayles in a row: 83 lengths of the last heap times 16 Grundy values of the heaps before, and the
/// empty row (Guy and Smith 1956: period 12 from heap 71 on). No limit but the search's own counts.
#[test]
fn kayles_in_a_row_has_an_automaton() {
    let text = "game \"Kayles\"\nposition row of . o\nmove o -> .\nmove o o -> . .\n";
    let (game, report) = search_within(text, &Limits::default());
    let sizes: Vec<_> = (1..=9).map(|columns| (1, columns)).collect();
    agree(text, &report, &game, &sizes);
    let proved = report.proved.unwrap();
    // The law of the runs as heaps may stand beside it.
    let automaton = |law: &Law| match law {
        Law::Regular(law) => Some(law.clone()),
        _ => None,
    };
    let laws = &proved.certificate().laws;
    let law = laws.iter().find_map(automaton);
    let law = law.unwrap_or_else(|| panic!("{:?}", report.cards));
    assert_eq!(law.automaton.next.len(), 83 * 16 + 1);
    // Two heaps of 1,000 and a heap that is not worth 0.
    let heaps = |last: &str| [&"o".repeat(1000), ".", &"o".repeat(1000), last].concat();
    let values = |cells: &str| proved.values(&game, &row(&game, cells));
    assert_eq!(values(&heaps("")), Some([Value::Loss; 2]));
    assert_eq!(values(&heaps(".ooo")), Some([Value::Win; 2]));
}

/// The learned automaton is the least one, so that every change of an output or a transition makes
/// it wrong on some row.
#[test]
fn every_change_of_an_automaton_is_refused() {
    let mut refused = 0;
    for rules in [
        "move o . -> . .\nmove . o -> . .",
        "move o . -> . .\nmove . o -> . .\nmisère play",
        "move o . -> . .\nmove o . o -> . o .\nmisère play",
        "move o . . -> . . o\nmisère play",
        "move . o . -> . . o\nmove o -> .\nmisère play",
        "Left: move o o . -> . o o\nRight: move o o . -> . . .",
        "Right: move . o . -> . . .\nmove o o . -> . o o",
        "move ^ o -> ^ .\nmove ^ . o -> ^ o .\nat once o $ -> . $",
    ] {
        let text = format!("game \"Some\"\nplayers Left, Right\nposition row of . o\n{rules}");
        let parsed = Rules::parse("test", &text).unwrap_or_else(|faults| panic!("{faults}"));
        let small = Limits::default().with_memory(SMALL);
        let report = find_kind(&parsed, &Parameters::new(), None, &small, "regular").unwrap();
        let proved = report.proved.unwrap_or_else(|| panic!("{text}"));
        let whole = proved.certificate();
        let Law::Regular(law) = &whole.laws[0] else {
            panic!("{text}")
        };
        let mut refuses = |changed: Regular| {
            let laws = vec![Law::Regular(changed)];
            let certificate = Certificate {
                laws,
                ..whole.clone()
            };
            let rejection = certificate
                .verify_with_rules(&Budget::default())
                .unwrap_err();
            assert_eq!(rejection.why, Why::False, "{text}\n{rejection}");
            refused += 1;
        };
        let states = law.automaton.next.len();
        println!("{states} states: {rules}");
        for state in 0..states {
            for wins in [[false; 2], [true; 2], [true, false], [false, true]].map(Some) {
                if law.automaton.wins[state] != wins {
                    let mut changed = law.clone();
                    changed.automaton.wins[state] = wins;
                    refuses(changed);
                }
            }
            for to in 0..states as u32 {
                for letter in 0..2 {
                    if law.automaton.next[state][letter] != to {
                        let mut changed = law.clone();
                        changed.automaton.next[state][letter] = to;
                        refuses(changed);
                    }
                }
            }
        }
    }
    // Of n states: the other ends of each of the 2 n transitions, and the outputs of each state
    // that it does not have.
    assert_eq!(refused, 1164);
}

#[test]
fn random_row_games_agree_where_they_are_proved() {
    let sizes: Vec<_> = (1..=8).map(|columns| (1, columns)).collect();
    let mut seed = 7u64;
    let mut below = |end: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % end
    };
    let mut proved = 0;
    let games = crate::cases(5, 12);
    for game in 0..games {
        let mut text = String::from("game \"Random\"\nplayers Left, Right\nposition row of . o\n");
        for rule in 0..2 {
            let length = 1 + below(3);
            let before = 1 + below((1 << length) - 1);
            let after = below(before);
            let show = |word: u64| {
                let cell = |at: u64| {
                    if word >> (length - 1 - at) & 1 == 1 {
                        "o"
                    } else {
                        "."
                    }
                };
                (0..length).map(cell).collect::<Vec<_>>().join(" ")
            };
            let who = ["move", "Left: move", "Right: move"][below(3) as usize];
            let anchor = if rule == 1 && below(4) == 0 { " $" } else { "" };
            text.push_str(&format!(
                "{who} {}{anchor} -> {}{anchor}\n",
                show(before),
                show(after)
            ));
        }
        text.push_str(["", "at once o $ -> . $\n", "misère play\n"][game % 3]);
        let (game, report) = search_small(&text);
        if report.proved.is_some() {
            proved += 1;
            agree(&text, &report, &game, &sizes);
        }
    }
    println!("{proved} of {games} proved");
    assert!(proved * 4 >= games * 3 || games < 12 && proved > 1);
}

#[test]
fn coq_files_hold_the_rules_and_the_law() {
    for text in [
        ELLY,
        "game \"P\"\nplayers L, R\nposition row of . o\nL: move o -> .\nR: move o o -> . .\n",
    ] {
        let (_, report) = search(text, 10);
        let file = whowins_law::coq::file(&report.proved.unwrap())
            .unwrap()
            .text;
        for part in [
            "Lemma the_term",
            "Theorem law",
            "Print Assumptions Law1.law",
        ] {
            assert!(file.contains(part), "{part}\n{file}");
        }
        println!("{file}(* END *)");
    }
    let (_, report) = search(ELLY_BOARD, 10);
    let file = whowins_law::coq::file(&report.proved.unwrap())
        .unwrap()
        .text;
    assert!(file.contains("board_term"), "{file}");
}

#[test]
fn boards_sorted_line_by_line_are_a_parity_of_inversions() {
    let two = [(1, 1), (1, 6), (6, 1), (2, 3), (3, 3), (2, 5)];
    let three = [(1, 1), (1, 4), (4, 1), (2, 3), (3, 2)];
    for (symbols, rules, sizes) in [
        (". o", "move o . -> . o", &two[..]),
        (". o", "move o . -> . o along down", &two),
        (
            ". o",
            "move o o . -> o . o along up\nmove o . -> . o along up",
            &two,
        ),
        (
            ". o",
            "players A, B\nA: move o . -> . o\nB: move o . -> . o",
            &two,
        ),
        (
            "a b c",
            "move b a -> a b\nmove c b -> b c\nmove c a -> a c",
            &three,
        ),
        // Cells that fall out at the bottom, whatever happens in the rows above.
        (
            "a b c",
            "move b a -> a b\nmove c b -> b c\nmove c a -> a c\nmove b $ -> a $ along down",
            &three,
        ),
    ] {
        let (players, rules) = match rules.strip_prefix("players A, B\n") {
            Some(rules) => ("players A, B\n", rules),
            None => ("", rules),
        };
        let text = format!("game \"Sorted\"\n{players}position board of {symbols}\n{rules}\n");
        let (game, report) = search(&text, 20);
        if text.contains('$') {
            println!("{text}{}", report.proved.is_some());
            if report.proved.is_none() {
                continue;
            }
        }
        agree(&text, &report, &game, sizes);
        let proved = report.proved.unwrap();
        let Law::Functional(law) = &proved.certificate().laws[0] else {
            panic!("{text}")
        };
        assert!(law.lines.is_some(), "{text}");
    }
    // One row moved against another is no part of a row's inversions; and a mistake in the rules is
    // none of the law's.
    let (_, report) = search(
        "game \"Crossed\"\nposition board of . o\nmove o . -> . o along right, down\n",
        5,
    );
    assert!(report.proved.is_none());
}

#[test]
fn misere_boards_agree_where_they_are_proved() {
    let sizes = [(1, 1), (1, 5), (4, 1), (2, 3), (3, 3)];
    let mut proved = 0;
    for (rules, wanted) in [
        ("move o -> .", true),
        (
            "move o -> .\nmove . o o o . -> o . . . o along right, down",
            true,
        ),
        (
            "move o . -> . o along right, down\nmove o $ / $ -> . $ / $",
            true,
        ),
        ("players A, B\nA: move o -> .\nB: move o -> .", true),
        // A blank board has a move here, and here one that is not blank may have none.
        ("move . -> o", false),
        ("move o . -> . o along right, down", false),
        ("players A, B\nA: move o -> .", false),
        ("move o -> .\nmove o o -> . .", false),
    ] {
        let (players, rules) = match rules.strip_prefix("players A, B\n") {
            Some(rules) => ("players A, B\n", rules),
            None => ("", rules),
        };
        let text = format!("game \"Some\"\n{players}position board of . o\n{rules}\nmisère play\n");
        let (game, report) = search(&text, 10);
        assert!(
            report.proved.is_some() || !wanted,
            "{text}{:?}",
            report.tried
        );
        if report.proved.is_some() {
            proved += 1;
            agree(&text, &report, &game, &sizes);
        }
    }
    println!("{proved} misère boards proved");
}

#[test]
fn play_that_ends_by_weights_of_symbols_has_laws() {
    // No order goes down with every one of these rules; a number of symbols does, alone or before
    // an order.
    let rows: Vec<_> = (1..=9).map(|columns| (1, columns)).collect();
    let boards = [(1, 1), (1, 6), (6, 1), (2, 3), (3, 3), (2, 5)];
    for (shape, rules, sizes) in [
        ("row", "move o -> .\nmove . o o o . -> o . . . o", &rows[..]),
        (
            "board",
            "move o -> .\nmove . o o o . -> o . . . o along right, down",
            &boards,
        ),
    ] {
        let text = format!("game \"Some\"\nposition {shape} of . o\n{rules}\n");
        let (game, report) = search(&text, 30);
        agree(&text, &report, &game, sizes);
        println!("{text}{}", report.proved.unwrap().statements()[0]);
    }
}

#[test]
fn board_games_agree_where_they_are_proved() {
    let sizes = [(1, 1), (1, 5), (4, 1), (2, 3), (3, 2), (3, 3)];
    let mut proved = 0;
    for rules in [
        "move o -> .",
        "players A, B\nA: move o -> .\nB: move o -> .",
        "move o . -> . o along right\nmove o $ -> . $ along right",
        "move o . -> . o along right, down\nmove o $ -> . $ along right, down",
        "move o . -> . o along left, down\nat once ^ o / $ -> ^ . / $",
        "move o . -> . o along right, down, down right\nat once o $ / $ -> . $ / $",
        "move o . -> . o along right, down right\nat once o $ -> . $",
        "move o -> .\nmove o o -> . .",
        "players A, B\nA: move o . -> . o\nB: move o . -> . o along down\nat once o $ / $ -> . $ / $",
    ] {
        let (players, rules) = match rules.strip_prefix("players A, B\n") {
            Some(rules) => ("players A, B\n", rules),
            None => ("", rules),
        };
        let text = format!("game \"Some\"\n{players}position board of . o\n{rules}\n");
        let (game, report) = search_small(&text);
        if report.proved.is_some() {
            proved += 1;
            agree(&text, &report, &game, &sizes);
        } else {
            println!("not proved: {text}{:?}", report.tried);
        }
    }
    println!("{proved} boards proved");
    assert_eq!(proved, 4);
}
