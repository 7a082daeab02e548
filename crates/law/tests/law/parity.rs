//! Games in which it does not matter how one plays: which are found, and that who asks for any law
//! is told of them. What is accepted is held against play by the tests of `whowins-verify`.

use std::sync::Arc;
use std::time::Duration;

use whowins_analysis::{Player, Value};
use whowins_engine::{Engine, Limits};
use whowins_law::{LawSource, LawStrategy, Says, find};
use whowins_rules::{Parameters, Rules};

fn limits() -> Limits {
    Limits::default()
        .with_threads(1)
        .with_time(Duration::from_secs(60))
}

/// Found beside what other kinds say: weights are plainer, and an automaton is looked for beside
/// it.
#[test]
fn they_are_found_where_no_weights_tell_who_wins() {
    for (moves, kinds) in [
        (
            "position row of a b\nmove a a -> nothing\nmove b b -> nothing",
            vec!["parity"],
        ),
        ("position row of . o\nmove o o . -> o . o", vec!["parity"]),
        // Pieces that are taken one by one, at the end alone: weights say it.
        ("position row of . o\nmove o $ -> . $", vec!["functional"]),
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

/// A row of a million letters is answered, with a move, in some passes over it.
#[test]
fn long_rows_are_played_at_once() {
    let text = "game \"A\"\nposition row of a b\nmove a a -> nothing\nmove b b -> nothing\n";
    let rules = Rules::parse("a", text).expect("rules");
    let game = rules.game(&Parameters::new()).expect("a game");
    let source = Arc::new(LawSource::search(&rules, &Parameters::new(), &limits()));
    let mut engine = Engine::new(game.clone(), limits());
    engine.add(Box::new(LawStrategy::new(source, &game)));
    let row: String = "abba".chars().cycle().take(1_000_002).collect();
    let position = game.read(&row).expect("a row");
    let asked = engine.answer(&position, Player::First).expect("an answer");
    // 500,000 moves, and then there is nothing of "abba" but "ab".
    assert_eq!(asked.answer.value, Value::Loss);
    let best = asked.answer.best.expect("a move");
    assert_eq!(best.to.elements().len(), 1_000_000);
}
