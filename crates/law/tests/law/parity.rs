//! Games in which it does not matter how one plays: which are found, and that who asks for any law is told of them. What is accepted is held against play by the tests of `whowins-verify`.

use std::time::Duration;

use whowins_engine::{Engine, Limits};
use whowins_law::{Says, find};
use whowins_rules::{Parameters, Rules};

fn limits() -> Limits {
    Limits::default()
        .with_threads(1)
        .with_time(Duration::from_secs(60))
}

/// Found beside what other kinds say: weights are plainer, and an automaton is looked for beside it.
#[test]
fn they_are_found_where_no_weights_tell_who_wins() {
    for (moves, kinds) in [
        (
            "position row of a b\nmove a a -> nothing\nmove b b -> nothing",
            vec!["parity"],
        ),
        ("position row of . o\nmove o o . -> o . o", vec!["parity"]),
        // Pieces that are taken one by one: weights say it.
        (
            "position row of . o\nmove o -> .",
            vec!["row-heaps", "functional"],
        ),
    ] {
        let text = format!("game \"A\"\n{moves}\n");
        let rules = Rules::parse("a", &text).expect("rules");
        let report = find(&rules, &Parameters::new(), None, &limits(), &Says::WINNERS);
        let report = report.expect("a game");
        let found: Vec<&str> = report.cards.iter().map(|card| card.kind).collect();
        assert_eq!(found, kinds, "{moves}");
        let verified = report.proved.expect("a law");
        let game = verified.game();
        let mut engine = Engine::new(game.clone(), limits());
        for row in ["aabbab", "abba", "bb", ".oo..", "ooo.o..", "o.o"] {
            let Ok(position) = game.read(row) else {
                continue;
            };
            let truth = engine.values(&position).expect("a small row");
            assert_eq!(
                verified.values(game, &position),
                Some(truth),
                "{moves}: {row}"
            );
        }
    }
}
