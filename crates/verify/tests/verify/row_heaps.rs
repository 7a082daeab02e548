//! Rows that fall apart into heaps: what is read as a code leaves exactly the runs that the moves
//! leave, and a law of other heaps is refused.

use std::collections::{BTreeSet, HashMap};

use dashu_int::UBig;
use whowins_analysis::{Player, Position, Value};
use whowins_core::Budget as Work;
use whowins_core::random::{Random, cases};
use whowins_law::OfRules;
use whowins_rules::{Parameters, Rules};
use whowins_verify::firstorder::term;
use whowins_verify::octal::GuySmith;
use whowins_verify::rows::{Heaps, RowHeaps};
use whowins_verify::{Budget, Certificate, Law, Verified, Why};

use crate::many_heaps::{every_second, law, wins};

/// A row or ring of blanks and marks, in which each player writes over up to four blanks.
fn random_rules(random: &mut Random, cells: &str) -> String {
    let mut text = format!("game \"A\"\nplayers Left, Right\nposition {cells} of . #\n");
    for player in ["Left", "Right"] {
        for _ in 0..1 + random.below(3) {
            let length = 1 + random.below(4);
            let symbol = |random: &mut Random| [" .", " #"][random.below(2)];
            let mut after: String = (0..length).map(|_| symbol(random)).collect();
            if !after.contains('#') {
                after = format!("{} #", &after[..after.len() - 2]);
            }
            text += &format!("{player}: move{} ->{after}\n", " .".repeat(length));
        }
    }
    text
}

fn row(number: u32, length: u32) -> String {
    (0..length)
        .map(|at| if number >> at & 1 == 1 { '#' } else { '.' })
        .collect()
}

/// The runs of a row, in order of size.
fn runs(heaps: &Heaps, position: &Position) -> Vec<u64> {
    let runs = heaps.runs(position).expect("a row");
    sorted(&runs)
}

fn sorted(runs: &[UBig]) -> Vec<u64> {
    let mut runs: Vec<u64> = runs
        .iter()
        .map(|run| u64::try_from(run).expect("a short row"))
        .collect();
    runs.sort_unstable();
    runs
}

#[test]
fn codes_leave_what_the_moves_leave() {
    let mut read = 0;
    for seed in 0..cases(400, 10_000) as u64 {
        let text = random_rules(&mut Random(seed ^ 0x0e1d), "row");
        let rules = Rules::parse("a", &text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        let game = rules.game(&Parameters::new()).expect("a game");
        let Ok(heaps) = Heaps::of(&game) else {
            continue;
        };
        // Coins that slide are told by their gaps.
        if heaps.slides.is_some() {
            continue;
        }
        read += 1;
        let term = term(&game);
        let codes = heaps.game.codes().expect("a code for each player");
        for length in 1..=7 {
            for number in 0..1 << length {
                let position = game.read(&row(number, length)).expect("a row");
                let whole = runs(&heaps, &position);
                for player in Player::BOTH {
                    let options = term.options(&position.core_state(player), &Work::OPEN);
                    let moved: BTreeSet<Vec<u64>> = options
                        .expect("no limit")
                        .iter()
                        .map(|to| runs(&heaps, &game.of_core(to).expect("a row").0))
                        .collect();
                    let mut taken = BTreeSet::new();
                    for (at, run) in whole.iter().enumerate() {
                        codes[player.index()].options(*run, |parts| {
                            let mut left = whole.clone();
                            left.remove(at);
                            left.extend(parts.iter().filter(|part| **part > 0));
                            left.sort_unstable();
                            taken.insert(left);
                        });
                    }
                    assert_eq!(moved, taken, "{text}{}: {player:?}", row(number, length));
                }
            }
        }
    }
    assert!(read > 20, "{read}");
}

/// The same of rings: those that a cell parts are rows, and a move in a whole one leaves one run,
/// as long as it is said.
#[test]
fn rings_are_rows_after_the_first_move() {
    let (mut read, mut options_of_whole) = (0, 0);
    for seed in 0..cases(400, 10_000) as u64 {
        let text = random_rules(&mut Random(seed ^ 0x51f6), "ring");
        let rules = Rules::parse("a", &text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        let game = rules.game(&Parameters::new()).expect("a game");
        let Ok(heaps) = Heaps::of(&game) else {
            continue;
        };
        read += 1;
        assert!(heaps.is_ring);
        let term = term(&game);
        let codes = heaps.game.codes().expect("a code for each player");
        for length in 1..=7 {
            for number in 0..1 << length {
                let position = game.read(&row(number, length)).expect("a ring");
                assert_eq!(heaps.whole(&position).is_some(), number == 0);
                for player in Player::BOTH {
                    let options = term.options(&position.core_state(player), &Work::OPEN);
                    let moved: BTreeSet<Vec<u64>> = options
                        .expect("no limit")
                        .iter()
                        .map(|to| runs(&heaps, &game.of_core(to).expect("a ring").0))
                        .collect();
                    let mut taken = BTreeSet::new();
                    match heaps.whole(&position) {
                        Some(length) => {
                            let left = heaps.left_of_whole(length, player);
                            options_of_whole += left.len();
                            taken.extend(
                                left.iter()
                                    .map(|heap| sorted(&heap.naturals().expect("a heap"))),
                            );
                        }
                        None => {
                            let whole = runs(&heaps, &position);
                            for (at, run) in whole.iter().enumerate() {
                                codes[player.index()].options(*run, |parts| {
                                    let mut left = whole.clone();
                                    left.remove(at);
                                    left.extend(parts.iter().filter(|part| **part > 0));
                                    left.sort_unstable();
                                    taken.insert(left);
                                });
                            }
                        }
                    }
                    assert_eq!(moved, taken, "{text}{}: {player:?}", row(number, length));
                }
            }
        }
    }
    assert!(
        read > 20 && options_of_whole > 100,
        "{read}, {options_of_whole}"
    );
}

/// What is no ring of patterns is not read as one.
#[test]
fn other_rings_are_none() {
    let right = "position ring of . #\nmove . -> #";
    let heaps = |moves: &str| {
        let rules = Rules::parse("a", &format!("game \"A\"\n{moves}\n")).expect("rules");
        Heaps::of(&rules.game(&Parameters::new()).expect("a game"))
    };
    assert!(heaps(right).expect("a ring").is_ring);
    for wrong in [
        "position ring of . #\nmove . # -> # #",
        "position ring of . #\nmove (some .) # -> # (some .)",
        "position ring of . #\nmove . -> #\nthe player who moved wins when ring has # # #",
        "position ring of . #\nmove . -> #\nwho cannot move draws",
        "position ring of . #\nposition n\nmove . -> #",
        "position ring of . #\nmove ring[i] := '#' for i in places of ring if ring[i] = '.' and ring[i + 1] = '.'",
    ] {
        let Ok(rules) = Rules::parse("a", &format!("game \"A\"\n{wrong}\n")) else {
            panic!("{wrong}")
        };
        let game = rules.game(&Parameters::new()).expect("a game");
        assert!(Heaps::of(&game).is_err(), "{wrong}");
    }
}

fn verify(moves: &str, heaps: Law) -> Result<Verified, (Why, String)> {
    let law = Law::RowHeaps(RowHeaps {
        heaps: Box::new(heaps),
    });
    let certificate = Certificate::of_text(format!("game \"A\"\n{moves}\n"), vec![law]);
    let verified = certificate.verify_with_rules(&Budget::default());
    verified.map_err(|rejection| (rejection.why, rejection.to_string()))
}

/// Heaps of which one token is taken, from anywhere: 0.7, worth 0, 1, 0, 1, ...
fn one_at_a_time() -> GuySmith {
    GuySmith {
        preperiod: 0,
        period: 2,
        values: vec![0, 1],
    }
}

#[test]
fn laws_of_these_heaps_alone_are_accepted() {
    let law = || Law::GuySmith(one_at_a_time());
    let right = "position row of . #\nmove . -> #";
    let verified = verify(right, law()).unwrap_or_else(|(_, why)| panic!("{why}"));
    let ring = "position ring of . #\nmove . -> #";
    let of_ring = verify(ring, law()).unwrap_or_else(|(_, why)| panic!("{why}"));
    for verified in [verified, of_ring] {
        for (text, worth) in [
            ("...#.", 0u8),
            (".#..#", 1),
            ("#", 0),
            ("....", 0),
            ("...", 1),
        ] {
            let position = verified.game().read(text).expect("a row");
            let grundy = verified.grundy(verified.game(), &position);
            assert_eq!(grundy, Some(worth.into()), "{text}");
        }
    }
    for wrong in [
        // Two more are taken; a neighbour is asked for; a mark is looked at; misère play; a goal.
        "position row of . #\nmove . -> #\nmove . . -> # #",
        "position row of . #\nmove . . -> # .",
        "position row of . #\nmove . -> #\nmove # # -> # .",
        "position row of . #\nmove . -> #\nmove . # -> # .",
        "position row of . #\nmove . -> #\nmisère play",
        "position row of . #\nmove . -> #\nthe player who moved wins when row has # # #",
    ] {
        verify(wrong, law()).expect_err(wrong);
    }
    let changed = GuySmith {
        values: vec![0, 2],
        ..one_at_a_time()
    };
    verify(right, Law::GuySmith(changed)).expect_err("another value");
    let nested = Law::RowHeaps(RowHeaps {
        heaps: Box::new(law()),
    });
    let (why, _) = verify(right, nested).expect_err("a row within a row");
    assert_eq!(why, Why::Malformed);
}

/// The gaps before every second coin from the last one on are heaps of Nim (de Bruijn), whatever
/// the direction, under misère play as well.
#[test]
fn gaps_of_coins_that_slide_are_a_list() {
    let law = |first| Law::ManyHeaps(law(&every_second(first)));
    for (symbols, slide) in [
        (". o", "(some .) o -> o (some .)"),
        ("o .", "(some .) o -> o (some .)"),
        (". o", "o (some .) -> (some .) o"),
        ("o .", "o (some .) -> (some .) o"),
    ] {
        for (misere, end) in [(false, ""), (true, "\nmisère play")] {
            let moves = format!("position row of {symbols}\nmove {slide}{end}");
            let verified = verify(&moves, law(false)).unwrap_or_else(|(_, why)| panic!("{why}"));
            let game = verified.game();
            let term = term(game).into_owned();
            let mut known = HashMap::new();
            for length in 1..=cases(8, 12) as u32 {
                for number in 0..1 << length {
                    let row = row(number, length).replace('#', "o");
                    let position = game.read(&row).expect("a row");
                    let state = position.core_state(Player::First);
                    let value = match wins(&term, &state, misere, &mut known) {
                        true => Value::Win,
                        false => Value::Loss,
                    };
                    let told = verified.values(game, &position);
                    assert_eq!(told, Some([value; 2]), "{moves}: {row}");
                }
            }
            let (why, _) = verify(&moves, law(true)).expect_err("the other gaps");
            assert_eq!(why, Why::False);
            let (why, _) = verify(&moves, Law::GuySmith(one_at_a_time())).expect_err("heaps");
            assert_eq!(why, Why::Malformed);
        }
    }
    for other in [
        "position row of . o\nmove . o -> o .",
        "position row of . o\nmove (any .) o -> o (any .)",
        "position row of . o #\nmove (some .) o -> o (some .)",
        "position row of . o\nmove (some .) o -> o (some .)\nmove o . -> . o",
        "position row of . #\nmove . -> #",
    ] {
        verify(other, law(false)).expect_err(other);
    }
}
