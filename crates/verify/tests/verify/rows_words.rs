//! Row games as rewriting of words, against the frame, on all rows of some lengths.

use std::collections::BTreeSet;

use proptest::prelude::*;
use whowins_analysis::derive::words;
use whowins_analysis::{Frame, Player};
use whowins_rules::{Parameters, Rules};

/// Whether the rules are a row game that words can be made of; then they agree with the frame.
fn hold(text: &str) -> Result<bool, TestCaseError> {
    let Ok(rules) = Rules::parse("random", text) else {
        return Ok(false);
    };
    let Ok(game) = rules.game(&Parameters::new()) else {
        return Ok(false);
    };
    let Some(board) = game.board() else {
        return Ok(false);
    };
    let Ok(words) = words(board) else {
        return Ok(false);
    };
    for columns in 1..=7usize {
        let frame = Frame::new(&game, 1, columns);
        for mut number in 0..words.symbols.pow(columns as u32) {
            let cells: Vec<u8> = (0..columns)
                .map(|_| {
                    let symbol = (number % words.symbols) as u8;
                    number /= words.symbols;
                    symbol
                })
                .collect();
            let state: Vec<i64> = cells.iter().map(|cell| i64::from(*cell)).collect();
            let mut settled = state.clone();
            frame.settle(&mut settled);
            let word = words.word(&cells);
            prop_assert_eq!(
                words.is_settled(&word),
                settled == state,
                "{} {:?}",
                text,
                cells
            );
            if settled != state {
                continue;
            }
            for player in Player::BOTH {
                let row = |to: &Vec<i64>| to.iter().map(|cell| *cell as u8).collect::<Vec<_>>();
                let next = frame.next(player, &state);
                let expected: BTreeSet<Vec<u8>> =
                    next.iter().map(|to| words.word(&row(to))).collect();
                prop_assert_eq!(
                    words.options(player, &word),
                    expected,
                    "{} {:?}",
                    text,
                    cells
                );
            }
        }
    }
    Ok(true)
}

/// A rule: who, anchors, cells before and after (3 is `?`), direction.
type Rule = (usize, bool, bool, Vec<(usize, usize)>, usize);

fn rule() -> impl Strategy<Value = Rule> {
    let cells = prop::collection::vec((0..4usize, 0..4usize), 1..=3);
    let anchor = || prop::bool::weighted(0.2);
    (0..3usize, anchor(), anchor(), cells, 0..3usize)
}

fn write(word: &str, (_, start, end, cells, direction): &Rule) -> String {
    let symbols = [".", "o", "x", "?"];
    let side = |after: bool| {
        let mut all: Vec<&str> = Vec::new();
        all.extend(start.then_some("^"));
        all.extend(
            cells
                .iter()
                .map(|(a, b)| symbols[if after { *b } else { *a }]),
        );
        all.extend(end.then_some("$"));
        all.join(" ")
    };
    let along = ["", " along left", " along left, right"][*direction];
    format!("{word} {} -> {}{along}\n", side(false), side(true))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn options_and_settled_rows_agree(
        moves in prop::collection::vec(rule(), 1..=3),
        due in prop::collection::vec(rule(), 0..=2),
    ) {
        let mut text = String::from("game \"Random\"\nplayers Left, Right\nposition row of . o x\n");
        for one in &moves {
            text.push_str(&write(["move", "Left: move", "Right: move"][one.0], one));
        }
        for one in &due {
            text.push_str(&write("at once", one));
        }
        hold(&text)?;
    }
}

#[test]
fn rules_of_all_sorts_are_words() {
    for text in [
        include_str!("../../../../games/seeds/ellyscheckers.game"),
        include_str!("../../../../games/seeds/ellys-capture.game"),
        "game \"A\"\nplayers L, R\nposition row of . o x\nL: move o . -> . o\nR: move . x -> x . along left\nat once ^ x -> ^ .\nat once o $ -> . $",
        "game \"A\"\nposition row of . o x\nmove o ? x -> . ? x\nmove ^ x -> .\nat once x x -> . o",
    ] {
        assert!(hold(text).unwrap(), "{text}");
    }
}
