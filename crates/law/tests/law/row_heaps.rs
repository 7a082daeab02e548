//! Rows that fall apart into heaps: which do, that their laws are true, and that changed ones are
//! refused.

use std::time::Duration;

use whowins_engine::{Engine, Limits};
use whowins_law::{OfRules, Says, find, find_kind};
use whowins_rules::{Parameters, Rules};
use whowins_verify::rows::{Heaps, RowHeaps};
use whowins_verify::{Budget, Certificate, Law};

use crate::cases;
use crate::coq_common::coqc;

fn rules(moves: &str) -> Rules {
    let text = format!("game \"A\"\nplayers Left, Right\n{moves}\n");
    Rules::parse("a", &text).unwrap_or_else(|faults| panic!("{}", faults.render(false)))
}

fn limits() -> Limits {
    Limits::default()
        .with_threads(1)
        .with_time(Duration::from_secs(60))
}

/// Row games with the code of their heaps.
const ROWS: [(&str, &str); 8] = [
    // Dominoes on a strip.
    ("position row of . #\nmove . . -> # #", "0.07"),
    // Kayles.
    ("position row of . #\nmove . -> #\nmove . . -> # #", "0.77"),
    ("position row of o .\nmove o o o -> . . .", "0.007"),
    // One cell that has a neighbour, on either side, on one side, on both.
    (
        "position row of . #\nmove . . -> # .\nmove . . -> . #",
        "0.6",
    ),
    ("position row of . #\nmove . . -> # .", "0.6"),
    ("position row of . #\nmove . . . -> . # .", "0.4"),
    // Different marks are alike.
    (
        "position row of . a b\nmove . -> a\nmove . . -> b a",
        "0.77",
    ),
    (
        "position row of . #\nmove . . -> # #\nmove . . . -> # # .",
        "0.07",
    ),
];

/// Circles: dominoes, Kayles, dominoes that may have a cell beside them, cells that have a
/// neighbour on both sides.
const RINGS: [&str; 4] = [
    "position ring of . #\nmove . . -> # #",
    "position ring of . #\nmove . -> #\nmove . . -> # #",
    "position ring of . #\nmove . . -> # #\nmove . . . -> # # .",
    "position ring of . #\nmove . . . -> . # .",
];

#[test]
fn rows_are_read_as_heaps() {
    for (moves, code) in ROWS {
        let game = rules(moves).game(&Parameters::new()).expect("a game");
        let heaps = Heaps::of(&game).unwrap_or_else(|why| panic!("{moves}: {why}"));
        let read = heaps.game.heaps().expect("alike for both").to_string();
        assert_eq!(read, code, "{moves}");
    }
}

#[test]
fn other_rows_are_none() {
    for moves in [
        // Two symbols are looked at; an end; a run of its own in the middle; long runs alone.
        "position row of . o\nmove o . -> . .",
        "position row of . #\nmove . $ -> # $",
        "position row of . #\nmove . . . -> # . #",
        "position row of . #\nmove . . . -> # . .",
        "position row of . #\nmove . . . . . -> . . # . .",
        "position row of . o\nmove o . -> . .\nmove . -> o",
        "position row of . X\nmove . -> X\nthe player who moved wins when row has X X X",
    ] {
        let game = rules(moves).game(&Parameters::new()).expect("a game");
        assert!(Heaps::of(&game).is_err(), "{moves}");
    }
}

#[test]
fn their_laws_are_true() {
    let (misere, partizan) = (
        "position row of . #\nmove . . -> # #\nmisère play",
        "position row of . #\nLeft: move . -> #\nRight: move . . -> # #",
    );
    let misere_ring = "position ring of . #\nmove . -> #\nmove . . -> # #\nmisère play";
    // In every run those with a period alone: the others are searched for as long as there is time.
    let all = [ROWS[0].0, ROWS[1].0, ROWS[5].0, ROWS[6].0, misere, partizan];
    let rings = RINGS.into_iter().chain([misere_ring]);
    for moves in all.into_iter().take(cases(4, 6)).chain(rings) {
        let report = find_kind(
            &rules(moves),
            &Parameters::new(),
            None,
            &limits(),
            "row-heaps",
        )
        .expect("rules");
        let Some(verified) = report.proved else {
            // The quotient of misère dominoes, and values of both players' own moves, may be out of
            // reach.
            assert!([misere, partizan].contains(&moves), "{:?}", report.tried);
            continue;
        };
        let game = verified.game();
        let mut engine = Engine::new(game.clone(), limits());
        let symbols: Vec<char> = match game.board() {
            Some(board) => board.alphabet.clone(),
            None => vec!['.', '#'],
        };
        for length in 1..=cases(8, 12) as u32 {
            for number in 0..2u32.pow(length) {
                let row: String = (0..length)
                    .map(|at| symbols[(number >> at & 1) as usize])
                    .collect();
                let position = game.read(&row).expect("a row");
                let truth = engine.values(&position).expect("a small row");
                assert_eq!(
                    verified.values(game, &position),
                    Some(truth),
                    "{moves}: {row}"
                );
            }
        }
    }
}

/// Rows in which coins slide: any way to the left and to the right (de Bruijn's silver dollar game
/// without the dollar), by few cells, from either symbol.
const SLIDES: [&str; 8] = [
    "position row of . o\nmove (some .) o -> o (some .)",
    "position row of o .\nmove o (some .) -> (some .) o",
    "position row of . o\nmove (some .) o -> o (some .)\nmisère play",
    "position row of . o\nmove . o -> o .",
    "position row of . o\nmove o . -> . o\nmove o . . -> . . o\nmisère play",
    "position row of o .\nmove . o -> o .\nmove . . . o -> o . . .",
    "position row of o .\nmove . . o -> o . .\nmove . o -> o .",
    "position row of . o\nmove o . . -> . . o",
];

/// The gaps of a row in which coins slide are a list, and its law is that of the row; each such law
/// is refused for rows with other slides, and changed.
#[test]
fn rows_of_coins_that_slide_are_lists_of_gaps() {
    let mut proved = Vec::new();
    for moves in SLIDES {
        let found = find_kind(
            &rules(moves),
            &Parameters::new(),
            None,
            &limits(),
            "row-heaps",
        );
        let report = found.expect("rules");
        let verified = report
            .proved
            .unwrap_or_else(|| panic!("{moves}: {:?}", report.tried));
        let game = verified.game();
        let mut engine = Engine::new(game.clone(), limits());
        for length in 1..=cases(8, 11) as u32 {
            for number in 0..2u32.pow(length) {
                let cell = |at: u32| if number >> at & 1 == 1 { 'o' } else { '.' };
                let row: String = (0..length).map(cell).collect();
                let position = game.read(&row).expect("a row");
                let truth = engine.values(&position).expect("a small row");
                assert_eq!(
                    verified.values(game, &position),
                    Some(truth),
                    "{moves}: {row}"
                );
                // As many gaps as coins, and one more.
                let gaps = Heaps::of(game)
                    .expect("slides")
                    .runs(&position)
                    .expect("gaps");
                assert_eq!(gaps.len() as u32, number.count_ones() + 1);
            }
        }
        proved.push(verified.certificate().clone());
    }
    // Misère play and normal play, slides by one, by one or three, by two cells are told apart; the
    // direction and the order of symbols are not.
    let same = [
        vec![0, 1],
        vec![2],
        vec![3],
        vec![4],
        vec![5],
        vec![6],
        vec![7],
    ];
    for certificate in &proved {
        let accepted: Vec<usize> = (0..SLIDES.len())
            .filter(|at| {
                let other = certificate.of_rules(rules(SLIDES[*at]).source());
                other.verify_with_rules(&Budget::default()).is_ok()
            })
            .collect();
        assert!(!accepted.is_empty());
        // Slides of one cell and of one or three have the same law.
        let same = same
            .iter()
            .filter(|one| one.iter().any(|at| accepted.contains(at)));
        assert!(same.count() <= 2, "{accepted:?}");
        let Law::RowHeaps(right) = &certificate.laws[0] else {
            panic!("{certificate:?}")
        };
        let Law::ManyHeaps(gaps) = &*right.heaps else {
            panic!("{right:?}")
        };
        for at in 0..gaps.accepts.len() {
            let mut wrong = gaps.clone();
            wrong.accepts[at] ^= true;
            let heaps = Box::new(Law::ManyHeaps(wrong));
            let changed = Certificate {
                laws: vec![Law::RowHeaps(RowHeaps { heaps })],
                ..certificate.clone()
            };
            assert!(
                changed.verify_with_rules(&Budget::default()).is_err(),
                "{at}"
            );
        }
        // A row of heaps has no such law.
        let heaps = certificate.of_rules(rules(ROWS[1].0).source());
        assert!(heaps.verify_with_rules(&Budget::default()).is_err());
    }
    // Both ways, past each other, into a third symbol, taken away: other moves, or other symbols
    // that they know.
    for moves in [
        "position row of . o\nmove . o -> o .\nmove o . -> . o",
        "position row of . o\nmove (some .) o -> o (some .)\nmove o . -> . o",
        "position row of . o\nmove (some ?) o -> o (some ?)",
        "position row of . o\nmove (any .) o -> o (any .)",
        "position row of . o\nmove . (some .) o -> o . (some .)",
        "position row of . o #\nmove (some .) o -> o (some .)",
        "position row of . o\nmove . o -> o .\nmove . o -> . .",
        "position row of . o\nmove (some .) o -> o (some .)\nthe player who moved wins when row has o o o",
        "position row of . o\nLeft: move . o -> o .\nRight: move . . o -> o . .",
        "position row of . o\nmove . o $ -> o . $",
    ] {
        let text = format!("game \"A\"\nplayers Left, Right\n{moves}\n");
        let Ok(rules) = Rules::parse("a", &text) else {
            continue;
        };
        let Ok(game) = rules.game(&Parameters::new()) else {
            continue;
        };
        let slides = Heaps::of(&game).is_ok_and(|heaps| heaps.slides.is_some());
        assert!(!slides, "{moves}");
    }
}

/// A law of the heaps with one value changed is refused, and so is a law of other heaps, or of no
/// heaps.
#[test]
fn changed_laws_are_refused() {
    let rules = rules(ROWS[1].0);
    let report =
        find_kind(&rules, &Parameters::new(), None, &limits(), "row-heaps").expect("rules");
    let verified = report.proved.expect("Kayles");
    let certificate = verified.certificate();
    let Law::RowHeaps(right) = &certificate.laws[0] else {
        panic!("{:?}", report.cards)
    };
    let Law::GuySmith(values) = &*right.heaps else {
        panic!("{right:?}")
    };
    for at in (0..values.values.len()).step_by(7) {
        let mut wrong = values.clone();
        wrong.values[at] ^= 1;
        let law = Law::RowHeaps(RowHeaps {
            heaps: Box::new(Law::GuySmith(wrong)),
        });
        let changed = Certificate {
            laws: vec![law],
            ..certificate.clone()
        };
        assert!(
            changed.verify_with_rules(&Budget::default()).is_err(),
            "{at}"
        );
    }
    let nested = Law::RowHeaps(RowHeaps {
        heaps: Box::new(certificate.laws[0].clone()),
    });
    let changed = Certificate {
        laws: vec![nested],
        ..certificate.clone()
    };
    assert!(changed.verify_with_rules(&Budget::default()).is_err());
    for (moves, code) in ROWS {
        let other = certificate.of_rules(self::rules(moves).source());
        assert_eq!(
            other.verify_with_rules(&Budget::default()).is_ok(),
            code == "0.77",
            "{moves}"
        );
    }
}

/// Dominoes on a strip have period 34 from 53 on (Guy and Smith 1956, octal 0.07), found without
/// the kind being named.
#[test]
fn dominoes_on_a_strip_have_their_period() {
    let report = find(
        &rules(ROWS[0].0),
        &Parameters::new(),
        None,
        &limits(),
        &[Says::ClosedForm],
    )
    .expect("rules");
    let line = report
        .cards
        .iter()
        .find_map(|card| card.explanation.formula.clone());
    let line = line.unwrap_or_else(|| panic!("{:?}", report.tried));
    assert!(line.contains("G(n + 34) = G(n)"), "{line}");
}

/// The file for Coq of the law of these rules.
fn file(moves: &str) -> String {
    let report = find_kind(
        &rules(moves),
        &Parameters::new(),
        None,
        &limits(),
        "row-heaps",
    );
    let report = report.expect("rules");
    let verified = report
        .proved
        .unwrap_or_else(|| panic!("{moves}: {:?}", report.tried));
    let written = whowins_law::coq::file(&verified).unwrap_or_else(|why| panic!("{}", why.0));
    assert!(written.left_out.is_empty());
    written.text
}

/// Rows with laws of their heaps of each sort: values, at one end of a run or at both, with several
/// marks; misère play; moves of each player's own.
const FILES: [&str; 10] = [
    ROWS[0].0,
    "position row of . a b\nmove . -> a\nmove . . -> b a",
    "position row of o .\nmove . . . -> . o .\nmove . . -> o .\nmove . -> o",
    "position row of . #\nmove . . -> # #\nmove . . . -> # # .",
    "position row of . #\nmove . -> #\nmove . . . -> # . .\nmisère play",
    "position row of . #\nLeft: move . -> #\nRight: move . . -> # #",
    RINGS[1],
    "position ring of o .\nmove . . . -> . o . along left\nmove . . -> o .\nmove . -> o along left, right",
    "position ring of . #\nmove . -> #\nmove . . -> # #\nmisère play",
    "position ring of . #\nLeft: move . -> #\nRight: move . . -> # #",
];

/// Coq accepts the laws on the core term, without an axiom.
#[test]
fn coq_accepts_rows_of_heaps() {
    let mut all = String::new();
    for (at, moves) in FILES.iter().enumerate() {
        let text = file(moves);
        all += &format!("Module Game{at}.\n{text}End Game{at}.\n");
    }
    let (accepted, said) = coqc("row_heaps", &all);
    assert!(accepted, "{said}");
    let closed = said.matches("Closed under the global context").count();
    assert_eq!(closed, FILES.len(), "{said}");
}

/// What stands between two marks, with both.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(from).expect("where it begins");
    let end = start + text[start..].find(to).expect("where it ends") + to.len();
    &text[start..end]
}

/// Coq refuses that the moves of a row leave heaps of another code, that they take another number
/// or leave another number beside it, that another player has them, that other cells are a run's;
/// and a law with one value changed.
#[test]
fn coq_refuses_forged_rows_of_heaps() {
    let [dominoes, kayles, partizan] = [FILES[0], ROWS[1].0, FILES[5]].map(file);
    let heaps = |file| between(file, "Module Heaps.", "End Heaps.\n");
    let forgeries = [
        (&dominoes, heaps(&dominoes), heaps(&kayles)),
        (&kayles, heaps(&kayles), heaps(&dominoes)),
        (&kayles, "Taking 0 [1; 1] 0", "Taking 0 [1; 1; 1] 0"),
        (&kayles, "Taking 0 [1; 1] 0", "Taking 0 [1; 1] 1"),
        (&kayles, "Taking 0 [1; 1] 0", "Taking 0 [1; 0] 0"),
        (&kayles, "Taking 0 [1] 0; ", ""),
        (
            &kayles,
            "view_row_heaps rules 0 ",
            "view_row_heaps rules 1 ",
        ),
        (&partizan, "if P then ", "if negb P then "),
        (
            &partizan,
            "(ViewValues.code Heaps.left_code Heaps.right_code)",
            "(ViewValues.code Heaps.right_code Heaps.left_code)",
        ),
    ];
    let mut all = String::new();
    for (at, (file, from, to)) in forgeries.into_iter().enumerate() {
        assert!(file.contains(from), "{from}: {file}");
        let forged = file.replace(from, to);
        let lemma = between(&forged, "Lemma the_rows : ", ".\nProof.");
        let statement = &lemma["Lemma the_rows : ".len()..lemma.len() - ".\nProof.".len()];
        let before = &forged[..forged.find(lemma).expect("a lemma")];
        all += &format!(
            "Module Forged{at}.\n{before}Fail Definition forged : {statement} := ltac:(vm_compute; reflexivity).\nEnd Law1.\nEnd Forged{at}.\n"
        );
    }
    // Rings: another symbol, other cells taken, another player's move, misère play, a row's term.
    let [circle, both] = [FILES[6], FILES[9]].map(file);
    let forgeries = [
        (&circle, "RingRules 2 0 ", "RingRules 2 1 "),
        (&circle, "RingRules 2 0 ", "RingRules 3 0 "),
        (
            &circle,
            "(false, Taking 0 [1; 1] 0)",
            "(false, Taking 0 [1] 0)",
        ),
        (
            &circle,
            "(false, Taking 0 [1; 1] 0)",
            "(true, Taking 0 [1; 1] 0)",
        ),
        (
            &circle,
            "] false.\nLemma the_term",
            "] true.\nLemma the_term",
        ),
        (&both, "(Some true, ", "(None, "),
        (&circle, heaps(&circle), heaps(&dominoes)),
    ];
    for (at, (file, from, to)) in forgeries.into_iter().enumerate() {
        assert!(file.contains(from), "{from}: {file}");
        let forged = file.replace(from, to);
        let start = forged
            .find("Lemma the_term : view_ring")
            .expect("the lemma");
        let statement = between(&forged[start..], "view_ring", ".\nProof.");
        let statement = &statement[..statement.len() - ".\nProof.".len()];
        all += &format!(
            "Module ForgedRing{at}.\n{}Fail Definition forged : {statement} := ltac:(vm_compute; reflexivity).\nEnd Law1.\nEnd ForgedRing{at}.\n",
            &forged[..start]
        );
    }
    let (accepted, said) = coqc("row_heaps_forged", &all);
    assert!(accepted, "{said}");
    // A value of the heaps.
    let table = between(&kayles, "Definition table : list N := [", "]");
    let changed = table.replacen("[0; 1; 2; 3", "[0; 1; 2; 4", 1);
    assert_ne!(table, changed);
    let (accepted, said) = coqc("row_heaps_value", &kayles.replace(table, &changed));
    assert!(!accepted && said.contains("Unable to unify"), "{said}");
}
