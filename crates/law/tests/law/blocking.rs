//! Games in which the opponent blocks options: which laws refuse them, and that those which do not
//! are true.

use std::time::Duration;

use whowins_analysis::{Game, Position, Value};
use whowins_engine::{Engine, Limits};
use whowins_law::coq::instance;
use whowins_law::{Finding, OfRules, Report, Tried, find_kind, find_rows, kinds};
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Budget, Certificate, Law, Why};

fn limits() -> Limits {
    Limits::default()
        .with_threads(1)
        .with_time(Duration::from_secs(120))
}

fn rules(moves: &str, blocked: u32) -> Rules {
    let sentence = match blocked {
        0 => String::new(),
        _ => format!("before each move the opponent blocks up to {blocked} options\n"),
    };
    Rules::parse("test", &format!("game \"A\"\n{moves}\n{sentence}"))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

const WYTHOFF: &str =
    "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1";
const ONE_OR_TWO: &str = "position n\nmove n -= 1\nmove n -= 2";
const KING: &str = "position x, y\nmove x -= 1\nmove y -= 1\nmove x -= 1, y -= 1";
const LATTICE: &str = "position x, y\nmove x -= 1\nmove y -= 2\nmove x -= 2, y -= 1";

fn found(rules: &Rules, kind: &str) -> Report {
    find_kind(rules, &Parameters::new(), None, &limits(), kind).unwrap()
}

#[test]
fn no_law_of_a_game_without_blocks_is_one_with_them() {
    let laws = [
        (ONE_OR_TWO, "periodic"),
        (ONE_OR_TWO, "grundy"),
        (KING, "product"),
        (LATTICE, "directional"),
        (WYTHOFF, "beatty"),
        (WYTHOFF, "automatic"),
        (WYTHOFF, "grundy-rows"),
        (
            "position x <= 3, y <= 3\nmove x -= 1\nmove y -= 1\nstart 3, 3",
            "ranked",
        ),
    ];
    for (moves, kind) in laws {
        let plain = rules(moves, 0);
        let report = match kind {
            "grundy-rows" => find_rows(&plain, &Parameters::new(), 2, &limits()).unwrap(),
            _ => found(&plain, kind),
        };
        let proved = report
            .proved
            .unwrap_or_else(|| panic!("{kind}: {:?}", report.tried));
        let certificate = proved.certificate().of_rules(rules(moves, 1).source());
        let rejection = certificate
            .verify_with_rules(&Budget::default())
            .expect_err(kind);
        match kind {
            // This kind counts, and finds that the claim is false.
            "automatic" => assert_eq!(rejection.why, Why::False, "{rejection}"),
            _ => assert!(
                rejection.to_string().contains("blocking"),
                "{kind}: {rejection}"
            ),
        }
        let game = certificate.compiled().unwrap().game;
        let told = instance(&game, &certificate.laws[0]).expect_err("no theory has blocks");
        assert!(told.0.contains("blocks"));
    }
}

#[test]
fn finders_that_do_not_count_say_so() {
    for kind in kinds() {
        let report = match kind {
            "grundy-rows" => {
                find_rows(&rules(WYTHOFF, 1), &Parameters::new(), 2, &limits()).unwrap()
            }
            "automatic" => continue,
            _ => found(&rules(WYTHOFF, 1), kind),
        };
        let told = |tried: &Tried| matches!(&tried.finding, Finding::Foreign(why) if why.contains("blocking"));
        assert!(
            !report.tried.is_empty() && report.tried.iter().all(told) && report.proved.is_none(),
            "{kind}: {:?}",
            report.tried
        );
    }
}

/// Games whose outcomes automata read, with what is blocked.
const READ: [(&str, u32); 6] = [
    (ONE_OR_TWO, 1),
    ("position n\nmove n -= k for 1 <= k <= 5\nmove n -= 7", 3),
    (
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1",
        1,
    ),
    (
        "position x, y\nmove x -= 1\nmove y -= 1\nmove x -= 1, y -= 1",
        1,
    ),
    (
        "position x, y\nmove x -= 2, y += 1\nmove y -= 1\nmove x -= 1\nmove x -= 1, y -= 1",
        2,
    ),
    // The same option by several moves is counted once.
    (
        "position x, y\nmove x -= k for 1 <= k <= 2\nmove x -= k for 1 <= k <= 3\nmove y -= 1\nmove y -= 1",
        1,
    ),
];

fn engine(game: &Game) -> Engine {
    Engine::new(game.clone(), limits())
}

#[test]
fn laws_that_count_are_true_and_changed_ones_are_refused() {
    for (moves, blocked) in READ {
        let rules = rules(moves, blocked);
        let report = found(&rules, "automatic");
        let told = format!("{moves}, {blocked} blocked: {:?}", report.tried);
        let proved = report.proved.expect(&told);
        let mut engine = engine(proved.game());
        let one = proved.game().show(&Position::tuple([0])) == "0" && moves.contains("position n");
        let side = if one { 1 } else { 40 };
        for x in 0..40u64 {
            for y in 0..side {
                let numbers = if one { vec![x] } else { vec![x, y] };
                let position = Position::tuple(numbers);
                let law = proved.values(proved.game(), &position).unwrap();
                assert_eq!(
                    law,
                    engine.values(&position).unwrap(),
                    "{position:?} in {told}"
                );
            }
        }
        let Law::Automatic(law) = &proved.certificate().laws[0] else {
            panic!("{told}")
        };
        for state in 0..law.automaton.wins.len() {
            let mut wrong = law.clone();
            let Some(wins) = &mut wrong.automaton.wins[state] else {
                continue;
            };
            *wins = wins.map(|wins| !wins);
            let certificate = Certificate {
                laws: vec![Law::Automatic(wrong)],
                ..proved.certificate().clone()
            };
            let rejected = certificate
                .verify_with_rules(&Budget::default())
                .expect_err(&told);
            assert_eq!(rejected.why, Why::False, "{rejected}");
        }
        // One more or one less to block is another game.
        for other in [blocked - 1, blocked + 1] {
            let certificate = proved
                .certificate()
                .of_rules(self::rules(moves, other).source());
            assert!(
                certificate.verify_with_rules(&Budget::default()).is_err(),
                "{other} in {told}"
            );
        }
    }
}

/// Larsson 2011 (Blocking Wythoff Nim), whose k counts one more than can be blocked: with two
/// blocked the P-positions are (0, 0), (n, 2n + 1) and (n, 2n + 2), and their mirror images.
#[test]
fn wythoffs_game_with_two_blocked_is_read_in_base_2() {
    let report = found(&rules(WYTHOFF, 2), "automatic");
    let proved = report
        .proved
        .unwrap_or_else(|| panic!("{:?}", report.tried));
    let Law::Automatic(law) = &proved.certificate().laws[0] else {
        panic!("{:?}", report.cards)
    };
    assert_eq!(law.system, "base 2");
    for less in 0..300u64 {
        for more in less..700 {
            let lost = [2 * less + 1, 2 * less + 2].contains(&more) || more == 0;
            for [x, y] in [[less, more], [more, less]] {
                let position = Position::tuple([x, y]);
                let wins = proved.values(proved.game(), &position).unwrap();
                assert_eq!(
                    wins.map(|value| value == Value::Loss),
                    [lost; 2],
                    "{x}, {y}"
                );
            }
        }
    }
}

/// Larsson 2011, his k = 2: with one blocked the P-positions are (0, 0), (n, 2n + 1), and 2 more
/// than the doubles of Wythoff's pairs, with their mirror images.
#[test]
fn wythoffs_game_with_one_blocked_is_read_in_zeckendorfs_digits() {
    let report = found(&rules(WYTHOFF, 1), "automatic");
    let proved = report
        .proved
        .unwrap_or_else(|| panic!("{:?}", report.tried));
    let Law::Automatic(law) = &proved.certificate().laws[0] else {
        panic!("{:?}", report.cards)
    };
    assert_eq!(law.system, "Zeckendorf");
    let mut lost = std::collections::HashSet::from([(0u64, 0u64)]);
    let (mut a, mut taken) = (0, std::collections::HashSet::new());
    for n in 0..600u64 {
        // Wythoff's pairs, by the least number not yet taken.
        while !taken.insert(a) {
            a += 1;
        }
        taken.insert(a + n);
        for (x, y) in [(n, 2 * n + 1), (2 * a + 2, 2 * (a + n) + 2)] {
            lost.extend([(x, y), (y, x)]);
        }
    }
    let side = crate::cases(150, 500) as u64;
    for x in 0..side {
        for y in 0..side {
            let position = Position::tuple([x, y]);
            let wins = proved.values(proved.game(), &position).unwrap();
            let value = match lost.contains(&(x, y)) {
                true => Value::Loss,
                false => Value::Win,
            };
            assert_eq!(wins, [value; 2], "{x}, {y}");
        }
    }
}
