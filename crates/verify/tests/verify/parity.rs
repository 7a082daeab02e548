//! Games in which it does not matter how one plays: what is accepted is true of all small
//! positions, and others are refused.

use std::collections::HashMap;

use proptest::prelude::*;
use whowins_analysis::{Game, Player, Position, Value};
use whowins_core::{Budget as Work, State};
use whowins_law::OfRules;
use whowins_rules::{Parameters, Rules};
use whowins_verify::rows::Parity;
use whowins_verify::{Budget, Certificate, Law, Verified, Why};

fn certificate(text: &str) -> Certificate {
    let text = format!("game \"A\"\nplayers Left, Right\n{text}\n");
    let rules =
        Rules::parse("a", &text).unwrap_or_else(|faults| panic!("{}", faults.render(false)));
    let law = Law::Parity(Parity {});
    Certificate::new(&rules, &Parameters::new(), vec![law])
}

/// All rows of these symbols of up to so many cells.
fn rows(game: &Game, symbols: &str, most: u32) -> Vec<Position> {
    let symbols: Vec<char> = symbols.chars().collect();
    let base = symbols.len();
    let mut all = Vec::new();
    for length in 1..=most {
        for number in 0..base.pow(length) {
            let cell = |at: u32| symbols[number / base.pow(at) % base];
            let row: String = (0..length).map(cell).collect();
            all.push(game.read(&row).expect("a row"));
        }
    }
    all
}

/// Whether the player to move wins, by the meaning of the term: each option is looked at, and all
/// of them say the same.
fn wins(
    game: &whowins_core::Game,
    state: &State,
    misere: bool,
    known: &mut HashMap<State, bool>,
) -> bool {
    if let Some(one) = known.get(state) {
        return *one;
    }
    let options = game.options(state, &Work::default()).expect("few");
    let all: Vec<bool> = options
        .iter()
        .map(|option| wins(game, option, misere, known))
        .collect();
    assert!(all.iter().all(|one| *one == all[0]), "{state:?}");
    let won = all.first().map_or(misere, |option| !option);
    known.insert(state.clone(), won);
    won
}

/// The law says of each position what play says.
fn is_true(verified: &Verified, misere: bool, positions: &[Position]) {
    let (game, mut known) = (verified.game(), HashMap::new());
    let term = game.core();
    for position in positions {
        let won = wins(
            &term,
            &position.core_state(Player::First),
            misere,
            &mut known,
        );
        let value = if won { Value::Win } else { Value::Loss };
        let shown = game.show(position);
        assert_eq!(verified.values(game, position), Some([value; 2]), "{shown}");
        let grundy = (!misere).then(|| u8::from(won).into());
        assert_eq!(verified.grundy(game, position), grundy, "{shown}");
    }
}

/// Rows with this law: moves that never overlap; moves that do; at an end; rows that lose cells.
const ROWS: [(&str, &str); 8] = [
    ("position row of . o\nmove o . . -> . o .", ".o"),
    ("position row of . o\nmove o o . -> o . o", ".o"),
    ("position row of . o\nmove o . -> . o", ".o"),
    (
        "position row of . o\nmove ^ o -> ^ .\nmove . o -> o .",
        ".o",
    ),
    (
        "position row of a b c\nmove a a -> nothing\nmove b b -> nothing\nmove c c -> nothing",
        "abc",
    ),
    (
        "position row of a b\nmove a b a -> b\nmove b b -> nothing",
        "ab",
    ),
    ("position row of a b\nmove a b -> b", "ab"),
    ("position row of a b\nmove a b -> nothing", "ab"),
];

#[test]
fn their_laws_are_true() {
    for (text, symbols) in ROWS {
        for misere in [false, true] {
            let text = format!("{text}{}", if misere { "\nmisère play" } else { "" });
            let verified = certificate(&text).verify_with_rules(&Budget::default());
            let verified = verified.unwrap_or_else(|why| panic!("{text}: {why}"));
            let most = if symbols.len() > 2 { 6 } else { 9 };
            is_true(&verified, misere, &rows(verified.game(), symbols, most));
        }
    }
}

#[test]
fn boards_have_it_too() {
    let text = "position board of . o\nmove o . . -> . o .";
    let along_rows = certificate(text)
        .verify_with_rules(&Budget::default())
        .expect("they never overlap");
    let game = along_rows.game();
    let mut all = Vec::new();
    for number in 0..1u32 << 8 {
        let cell = |at: u32| if number >> at & 1 == 1 { 'o' } else { '.' };
        let row = |from: u32| (from..from + 4).map(cell).collect::<String>();
        all.push(
            game.read(&format!("{}/{}", row(0), row(4)))
                .expect("a board"),
        );
    }
    is_true(&along_rows, false, &all);
    // A piece that can go two ways.
    let text = format!("{text} along right, down");
    let refused = certificate(&text).verify_with_rules(&Budget::default());
    assert_eq!(refused.expect_err("two ways").why, Why::False);
}

#[test]
fn others_are_refused() {
    for (text, why) in [
        // Kayles; a move that another takes away; not both players' moves; a draw; a goal; a
        // follow-up; no end known.
        (
            "position row of . o\nmove o -> .\nmove o o -> . .",
            Why::False,
        ),
        ("position row of . o\nmove o o -> . o", Why::False),
        ("position row of . o\nLeft: move o . . -> . o .", Why::Rules),
        (
            "position row of a b\nLeft: move a a -> nothing\nRight: move b b -> nothing",
            Why::Rules,
        ),
        (
            "position row of . o\nmove o . . -> . o .\nwho cannot move draws",
            Why::Rules,
        ),
        (
            "position row of . o\nmove o . . -> . o .\nthe player who moved wins when row has o o",
            Why::Rules,
        ),
        (
            "position row of . o\nmove o . . -> . o .\nat once o o -> . .",
            Why::Rules,
        ),
        (
            "position row of . o\nmove o . -> . o\nmove . o -> o .",
            Why::Rules,
        ),
        ("position a, b\nmove a -= 1", Why::Rules),
        (
            "position row of a b\nmove a a -> nothing\nmove a b a -> nothing",
            Why::False,
        ),
        (
            "position row of a b\nmove a -> nothing\nmove a a -> b",
            Why::False,
        ),
    ] {
        let refused = certificate(text).verify_with_rules(&Budget::default());
        assert_eq!(refused.expect_err(text).why, why, "{text}");
    }
}

/// A row of a million cells is told by one play.
#[test]
fn large_rows_are_told() {
    let verified = certificate("position row of a b\nmove a a -> nothing\nmove b b -> nothing");
    let verified = verified
        .verify_with_rules(&Budget::default())
        .expect("the pairs vanish");
    let game = verified.game();
    // Each half vanishes into the other, from the middle on.
    let half: Vec<u8> = (0..250_000u32).map(|at| (at % 3 == 0).into()).collect();
    let row = half.iter().chain(half.iter().rev()).copied();
    // 250,000 moves, and then there are two letters of which none vanishes.
    let values = verified.values(game, &Position::list(row.chain([0, 1])));
    assert_eq!(values, Some([Value::Loss; 2]));
}

fn word(symbols: &'static str, least: usize, most: usize) -> impl Strategy<Value = String> {
    let one = prop::sample::select(symbols.chars().collect::<Vec<char>>());
    prop::collection::vec(one, least..=most).prop_map(|all| {
        let all: Vec<String> = all.iter().map(char::to_string).collect();
        all.join(" ")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Random rows, that keep their length or lose cells: where the verifier accepts the law it is
    /// true.
    #[test]
    fn accepted_laws_are_true(
        keeps in any::<bool>(),
        misere in any::<bool>(),
        words in prop::collection::vec((word("ab", 2, 3), word("ab", 0, 3)), 1..=2),
    ) {
        let mut text = "position row of a b".to_owned();
        for (before, after) in &words {
            let cells: Vec<&str> = after.split(' ').filter(|one| !one.is_empty()).collect();
            let length = before.split(' ').count();
            let after: Vec<&str> = match keeps {
                true => cells.iter().copied().chain(std::iter::repeat("a")).take(length).collect(),
                false => cells.into_iter().take(length - 1).collect(),
            };
            let after = if after.is_empty() { "nothing".to_owned() } else { after.join(" ") };
            if after == *before {
                return Ok(());
            }
            text.push_str(&format!("\nmove {before} -> {after}"));
        }
        if misere {
            text.push_str("\nmisère play");
        }
        let certificate = certificate(&text);
        let rules = Rules::parse("a", &certificate.rules).expect("rules");
        let game = rules.game(&Parameters::new()).expect("a game");
        if let Some(strings) = game.strings() {
            let all: Vec<Vec<u8>> = rows(&game, "ab", 5).iter().filter_map(Position::cells).collect();
            for from in &all {
                let nexts = strings.nexts(from);
                for to in &all {
                    prop_assert_eq!(strings.is_move(from, to), nexts.contains(to), "{}: {:?} {:?}", text, from, to);
                }
            }
        }
        if let Ok(verified) = certificate.verify_with_rules(&Budget::default()) {
            is_true(&verified, misere, &rows(verified.game(), "ab", 7));
        }
    }
}
