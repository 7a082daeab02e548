//! Sums of games by the Grundy laws of these: found, right at small positions, and refused where
//! one of the laws is of another game.

use std::sync::Arc;
use std::time::Duration;

use whowins_analysis::{Game, Player, Position, Value};
use whowins_core::random::Random;
use whowins_engine::{Engine, Limits, Strategy};
use whowins_law::{Finding, LawSource, LawStrategy, OfRules, Report, find_kind};
use whowins_rules::{Parameters, Rules};
use whowins_verify::sum::{Component, Summands};
use whowins_verify::{Budget, Certificate, Law, Verified};

use crate::coq_common::coqc;

const NIM: &str = "let nim = game \"Nim\"\nposition heap: numbers\nmove heap[i] -= k for i in places of heap, k >= 1\n";
const KAYLES: &str = "let pins = game \"Kayles\"\noctal 0.77\n";
const STRIP: &str = "let strip = game \"Dominoes\"\nposition row of . #\nmove . . -> # #\n";
const BOUNDED: &str = "let bounded = game \"Bounded\"\nposition n\nmove n -= k for k in 1..3\n";

fn sum(of: &str, games: &[&str]) -> String {
    format!("game \"Sum\"\nposition sum of {of}\n{}", games.concat())
}

fn report(text: &str) -> Report {
    let rules =
        Rules::parse("sum", text).unwrap_or_else(|faults| panic!("{}", faults.render(false)));
    let limits = Limits::default().with_time(Duration::from_secs(60));
    find_kind(&rules, &Parameters::new(), None, &limits, "sum-of-games").expect("rules")
}

fn law(text: &str) -> Verified {
    let report = report(text);
    let proved = report.proved;
    proved.unwrap_or_else(|| panic!("{text}: {:?}", report.tried))
}

/// Sums with positions of theirs, from numbers below a few.
type Case = (
    &'static str,
    &'static [&'static str],
    fn(&mut Random) -> String,
);

fn row(random: &mut Random) -> String {
    let length = 1 + random.below(6);
    (0..length)
        .map(|_| ['.', '.', '#'][random.below(3)])
        .collect()
}

const CASES: &[Case] = &[
    ("nim, pins", &[NIM, KAYLES], |random| {
        let mut of = |most| random.below(most);
        format!("{},{}; {}", of(4), of(4), 1 + of(7))
    }),
    ("nim, strip", &[NIM, STRIP], |random| {
        format!("{}; {}", random.below(5), row(random))
    }),
    ("bounded, nim, bounded", &[BOUNDED, NIM], |random| {
        let mut of = |most| random.below(most);
        format!("{}; {}; {}", of(9), of(4), of(9))
    }),
    ("any number of strip", &[STRIP], |random| {
        let rows: Vec<String> = (0..1 + random.below(3)).map(|_| row(random)).collect();
        rows.join("; ")
    }),
    ("any number of bounded", &[BOUNDED], |random| {
        let heaps: Vec<String> = (0..random.below(4))
            .map(|_| random.below(7).to_string())
            .collect();
        if heaps.is_empty() {
            "nothing".into()
        } else {
            heaps.join("; ")
        }
    }),
];

/// The least number that no option has, from the term alone.
fn mex(law: &Verified, position: &Position) -> u32 {
    let game = law.game();
    let state = position.core_state(Player::First);
    let budget = whowins_core::Budget::default();
    let options = game.core().options(&state, &budget).expect("few options");
    let values: Vec<u32> = options
        .iter()
        .map(|option| mex(law, &Position::of_state(option)))
        .collect();
    (0..)
        .find(|value| !values.contains(value))
        .expect("a number")
}

#[test]
fn a_sum_is_worth_the_nim_sum_of_its_components() {
    let mut random = Random(20);
    for (of, games, position) in CASES {
        let law = law(&sum(of, games));
        let game = law.game();
        let mut engine = Engine::new(game.clone(), Limits::default());
        for turn in 0..crate::cases(6, 60) {
            let text = position(&mut random);
            let at = game
                .read(&text)
                .unwrap_or_else(|error| panic!("{of}: {text}: {error:?}"));
            let truth = engine.values(&at).expect("a small position");
            assert_eq!(law.values(game, &at), Some(truth), "{of}: {text}");
            if turn % 6 == 0 && text.len() < 8 {
                let value = mex(&law, &at);
                assert_eq!(law.grundy(game, &at), Some(value.into()), "{of}: {text}");
            }
        }
    }
}

#[test]
fn large_components_are_read_by_their_laws() {
    let law = law(&sum("nim, pins", &[NIM, KAYLES]));
    let at = law.game().read("1000000000000000000000000000000,1000000000000000000000000000001; 1000000000000000000000000000000");
    // Kayles repeats every 12 heaps from 71 on, and 10^30 = 4 (mod 12) as 76: G(76) = 1.
    let value = law.grundy(law.game(), &at.expect("a position"));
    assert_eq!(value, Some(0u8.into()));
}

#[test]
fn coq_accepts_sums_of_all_games_that_have_values() {
    let sparse = "let sparse = game \"Sparse\"\noctal 0.137\n";
    let hex = "let hex = game \"Hexadecimal\"\nhexadecimal 0.3F\n";
    let ruler = "let ruler = game \"Graph\"\nposition heaps\nmove take 1, 2 or 3\n";
    let sums = [
        ("nim, pins", &[NIM, KAYLES][..]),
        ("nim, strip", &[NIM, STRIP]),
        ("bounded, nim, bounded", &[BOUNDED, NIM]),
        ("any number of strip", &[STRIP]),
        ("any number of bounded", &[BOUNDED]),
        ("any number of pins", &[KAYLES]),
        ("hex, sparse, ruler", &[hex, sparse, ruler]),
    ];
    for (of, games) in sums {
        let law = law(&sum(of, games));
        let file = whowins_law::coq::file(&law).unwrap_or_else(|why| panic!("{of}: {why:?}"));
        let (accepted, said) = coqc("sum", &file.text);
        assert!(accepted, "{of}: {said}");
        assert!(said.contains("Closed under the global context"), "{said}");
    }
}

#[test]
fn a_game_whose_theory_has_no_values_is_named() {
    let ring = "let ring = game \"Circle\"\nposition ring of . #\nmove . -> #\nmove . . -> # #\n";
    let stairs = "let stairs = game \"Stairs\"\nposition step: numbers\nmove step[1] -= k for k >= 1\nmove step[i] -= k, step[i - 1] += k for i in places of step, k >= 1\n";
    for (of, name, other) in [
        ("nim, ring", "Circle", ring),
        ("nim, stairs", "Stairs", stairs),
    ] {
        let law = law(&sum(of, &[NIM, other]));
        let why = whowins_law::coq::file(&law).expect_err("no values").0;
        assert!(why.contains(name), "{why}");
    }
}

/// In how many components two positions differ, in each by a move of its game.
fn moved_in(game: &Game, from: &Position, to: &Position) -> usize {
    let summands = Summands::of(game).expect("a sum");
    let [from, to] = [from, to].map(|at| summands.components(at).expect("components"));
    let pairs = from.iter().zip(&to).filter(|(from, to)| from != to);
    let is_move = |(from, to): &(&Component, &Component)| {
        let own = &summands.games[from.game];
        own.is_move(
            Player::First,
            &from.position,
            (&to.position, Player::Second),
        ) == Some(true)
    };
    pairs
        .inspect(|pair| assert!(is_move(pair), "{pair:?}"))
        .count()
}

#[test]
fn a_winning_move_is_named_in_components_of_any_size() {
    let sums = [
        (
            sum("nim, pins", &[NIM, KAYLES]),
            &[
                "1000000000000000000000000000000,7; 1000000000000000000000000000000",
                "3,3; 1000000000000000000000000000000",
                "1000000000000000000000000000000; 12",
            ][..],
        ),
        (
            sum("nim, strip, bounded", &[NIM, STRIP, BOUNDED]),
            &[
                "1000000000000000000000000000000; ....#...; 6",
                "1,1000000000000000000000000000001,1000000000000000000000000000001; ...; 9",
            ],
        ),
        (
            sum("any number of nim", &[NIM]),
            &["1000000000000000000000000000000,5; 3,3; 7"],
        ),
    ];
    for (text, positions) in sums {
        let rules = Rules::parse("sum", &text).expect("rules");
        let proved = law(&text);
        let game = rules.game(&Parameters::new()).expect("a game");
        let source = Arc::new(LawSource::proved(proved, &rules, &Limits::default()));
        let mut strategy = LawStrategy::new(source, &game);
        let mut ask = |at: &Position| {
            let solved = strategy.try_solve(at, u64::MAX).expect("no limit is met");
            solved.expect("the law speaks of it").to_move[0].clone()
        };
        for text in positions {
            let at = game.read(text).expect("a position");
            let answer = ask(&at);
            assert_eq!(answer.value, Value::Win, "{text}");
            let best = answer.best.unwrap_or_else(|| panic!("{text}: no move"));
            // Of some large positions the sum's term does not tell.
            let is_move = game.is_move(Player::First, &at, (&best.to, Player::Second));
            assert_ne!(is_move, Some(false), "{text}: {}", best.text);
            assert_eq!(moved_in(&game, &at, &best.to), 1, "{text}: {}", best.text);
            assert_eq!(ask(&best.to).value, Value::Loss, "{text}: {}", best.text);
        }
    }
}

/// The certificate with other laws of the games.
fn with(law: &Verified, change: impl Fn(&mut Vec<Law>)) -> Certificate {
    let mut other = law.certificate().clone();
    for law in &mut other.laws {
        match law {
            Law::SumOfGames(law) => change(&mut law.games),
            other => panic!("{other:?}"),
        }
    }
    other
}

#[test]
fn laws_of_other_games_are_refused() {
    let of_sum = law(&sum("nim, pins", &[NIM, KAYLES]));
    let swapped = with(&of_sum, |games| games.swap(0, 1));
    assert!(swapped.verify_with_rules(&Budget::default()).is_err());
    let fewer = with(&of_sum, |games| drop(games.pop()));
    let said = fewer
        .verify_with_rules(&Budget::default())
        .expect_err("one law for two games");
    assert!(
        said.message.contains("2 games, and there are 1 laws"),
        "{said}"
    );
    // A law of Kayles for another row of pins, and one of outcomes alone.
    let other = law(&sum("nim, strip", &[NIM, STRIP]));
    let of_other = other
        .certificate()
        .of_rules(of_sum.certificate().rules.clone());
    assert!(of_other.verify_with_rules(&Budget::default()).is_err());
    let outcomes = r#"{"kind":"periodic","preperiod":0,"period":4,"outcomes":"PNNN"}"#;
    let bounded = law(&sum("bounded, nim", &[BOUNDED, NIM]));
    let outcomes = with(&bounded, |games| {
        games[0] = serde_json::from_str(outcomes).expect("a law");
    });
    let said = outcomes
        .verify_with_rules(&Budget::default())
        .expect_err("outcomes do not add up");
    assert!(
        said.message.contains("does not say the Grundy value"),
        "{said}"
    );
    // As it was written it is accepted again.
    let read = Certificate::read(&of_sum.certificate().write()).expect("a certificate");
    assert!(read.verify_with_rules(&Budget::default()).is_ok());
}

#[test]
fn sums_that_are_not_taken_say_why() {
    let foreign = |text: &str| {
        let report = report(text);
        match &report.tried[0].finding {
            Finding::Foreign(why) => why.clone(),
            other => panic!("{other:?}"),
        }
    };
    let misere = sum("nim, pins\nmisère play", &[NIM, KAYLES]);
    assert!(foreign(&misere).contains("not in normal play"));
    let partizan = "game \"Sum\"\nplayers A, B\nposition sum of any number of one\nlet one = game \"One\"\nplayers A, B\nposition n\nA: move n -= 1\nB: move n -= 2\n";
    assert!(foreign(partizan).contains("not impartial"));
    let alone =
        "game \"Nim\"\nposition heap: numbers\nmove heap[i] -= k for i in places of heap, k >= 1\n";
    assert!(foreign(alone).contains("a sum"));
}
