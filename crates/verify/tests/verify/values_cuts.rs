//! Laws of rows of which a move cuts off one end: what is a law of which rules, and what is none.

use whowins_analysis::{Player, Value};
use whowins_law::OfRules;
use whowins_rules::{Parameters, Rules};
use whowins_values::{Arena, Budget as Room};
use whowins_verify::values::CutRows;
use whowins_verify::{Budget, Certificate, Law, Verified, Why};

const STALKS: &str =
    "position row of L R\nLeft: move L (any ?) $ -> nothing\nRight: move R (any ?) $ -> nothing";

/// The same moves otherwise written, or of more symbols: how the rules' symbols are signs, and
/// whether rows are read from the last cell on.
const WRITTEN: &[(&str, bool, &[i8])] = &[
    (STALKS, false, &[1, -1]),
    (
        "position edge: numbers <= 1\nLeft: move erase edge[i..length(edge)] for i in places of edge if edge[i] = 1\nRight: move erase edge[i..length(edge)] for i in places of edge if edge[i] = 0",
        false,
        &[-1, 1],
    ),
    (
        "position row of a b c d\nLeft: move (a or d) (any ?) $ -> nothing\nRight: move c (any ?) $ -> nothing",
        false,
        &[1, 0, -1, 1],
    ),
    (
        "position row of L R\nLeft: move L (any ?) $ -> nothing along left\nRight: move R (any ?) $ -> nothing along left",
        true,
        &[1, -1],
    ),
    (
        "position row of L R\nLeft: move erase row[1..i] for i in cells of row if row[i] = 'L'\nRight: move erase row[1..i] for i in cells of row if row[i] = 'R'",
        true,
        &[1, -1],
    ),
];

/// Games of other rules, and why they have no such law.
const OTHERS: &[&str] = &[
    // A cell of both players'.
    "position row of L R\nLeft: move L (any ?) $ -> nothing\nmove R (any ?) $ -> nothing",
    // Not all that lies behind goes, or another cell.
    "position row of L R\nLeft: move L -> nothing\nRight: move R (any ?) $ -> nothing",
    "position row of L R\nLeft: move L (some ?) $ -> nothing\nRight: move R (any ?) $ -> nothing",
    "position row of L R\nLeft: move L L (any ?) $ -> nothing\nRight: move R (any ?) $ -> nothing",
    // Something is left.
    "position row of L R\nLeft: move L (any ?) $ -> R\nRight: move R (any ?) $ -> nothing",
    // One player cuts behind, the other before.
    "position row of L R\nLeft: move L (any ?) $ -> nothing\nRight: move R (any ?) $ -> nothing along left",
    // A guard that asks for more than the cell.
    "position row of L R\nLeft: move erase row[i..length(row)] for i in cells of row if row[i] = 'L' and i > 1\nRight: move R (any ?) $ -> nothing",
    "position row of L R\nLeft: move erase row[i..length(row)] for i in cells of row if row[1] = 'L'\nRight: move R (any ?) $ -> nothing",
    "position row of L R\nLeft: move erase row[i..length(row)] for i in cells of row if row[i] = 'L' and length(row) > 2\nRight: move R (any ?) $ -> nothing",
    // Other endings.
    "position row of L R\nLeft: move L (any ?) $ -> nothing\nRight: move R (any ?) $ -> nothing\nmisère play",
    "position row of L R\nLeft: move L (any ?) $ -> nothing\nRight: move R (any ?) $ -> nothing\nwho cannot move draws",
    "position row of L R\nLeft: move L (any ?) $ -> nothing\nRight: move R (any ?) $ -> nothing\nLeft wins when length(row) = 1",
    // Another move counts first.
    "position row of L R\nLeft: move L (any ?) $ -> nothing\nelse move R (any ?) $ -> nothing",
    // A second part.
    "position n\nposition row of L R\nLeft: move L (any ?) $ -> nothing\nRight: move R (any ?) $ -> nothing",
];

fn certificate(moves: &str, law: CutRows) -> Option<Certificate> {
    let text = format!("game \"Stalks\"\nplayers Left, Right\n{moves}");
    let rules = Rules::parse("stalks", &text).ok()?;
    rules.game(&Parameters::new()).ok()?;
    Some(Certificate::new(
        &rules,
        &Parameters::new(),
        vec![Law::CutRows(law)],
    ))
}

fn judged(moves: &str, from_last: bool, signs: &[i8]) -> Result<Verified, (Why, String)> {
    let signs = signs.to_vec();
    let certificate = certificate(moves, CutRows { from_last, signs });
    let certificate = certificate.unwrap_or_else(|| panic!("no rules: {moves}"));
    let read = Certificate::read(&certificate.write()).expect("what is written is read");
    read.verify_with_rules(&Budget::of(1 << 12))
        .map_err(|rejection| (rejection.why, rejection.to_string()))
}

#[test]
fn the_signs_are_those_of_the_rules_and_no_others() {
    for (moves, from_last, signs) in WRITTEN {
        let said =
            judged(moves, *from_last, signs).unwrap_or_else(|why| panic!("{moves}: {why:?}"));
        assert!(
            said.statements()
                .concat()
                .contains("has a number as its value")
        );
        let other_end = judged(moves, !from_last, signs).expect_err(moves);
        assert_eq!(other_end.0, Why::False, "{other_end:?}");
        for at in 0..signs.len() {
            for other in [-1, 0, 1, 2]
                .into_iter()
                .filter(|other| *other != signs[at])
            {
                let mut changed = signs.to_vec();
                changed[at] = other;
                let refused = judged(moves, *from_last, &changed).expect_err(moves);
                assert_eq!(refused.0, Why::False, "{refused:?}");
            }
        }
        for length in [0, signs.len() - 1] {
            judged(moves, *from_last, &signs[..length]).expect_err("a symbol without a sign");
        }
        let more = [signs, &[0][..]].concat();
        judged(moves, *from_last, &more).expect_err("a sign without a symbol");
    }
}

#[test]
fn other_rules_have_no_such_law() {
    for moves in OTHERS {
        for from_last in [false, true] {
            for signs in [[1, -1], [1, 1], [1, 0], [-1, 1], [0, 0]] {
                let refused = judged(moves, from_last, &signs).expect_err(moves);
                assert_eq!(refused.0, Why::Rules, "{moves}: {refused:?}");
            }
        }
    }
}

/// By the sign rule: the first sign decides who wins a row, and the number is Berlekamp's.
#[test]
fn rows_of_every_length_have_their_numbers() {
    let said = judged(STALKS, false, &[1, -1]).expect("a law");
    let game = said.game();
    let mut arena = Arena::new(Room::OPEN);
    for (row, number) in [
        ("", "0"),
        ("L", "1"),
        ("RRR", "-3"),
        ("LLR", "3/2"),
        ("LRL", "3/4"),
        ("RLRR", "-7/8"),
        ("LLRLRRRL", "99/64"),
    ] {
        let at = game.read(if row.is_empty() { "none" } else { row });
        let at = at.unwrap_or_else(|why| panic!("{row}: {why}"));
        let worth = said.worth(game, &at, &mut arena).expect("a number");
        let is = arena.read(number).expect("an expression");
        assert_eq!(worth, is, "{row}: {}", arena.show(worth).unwrap());
        let wins = said.values(game, &at).expect("a winner");
        for player in Player::BOTH {
            let own = ['L', 'R'][player.index()];
            let won = row.starts_with(own);
            assert_eq!(wins[player.index()] == Value::Win, won, "{row}");
        }
    }
}
