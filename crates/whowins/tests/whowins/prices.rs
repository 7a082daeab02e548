//! Tests cost estimates: an estimate must not start a law search, and a cheap table needs no law.

use std::sync::Arc;

use whowins::shipped;
use whowins_engine::{Engine, Limits};
use whowins_law::{LawSource, STRATEGY};
use whowins_rules::{Parameters, Rules};

fn with_source(rules: &Rules) -> (Arc<LawSource>, Engine) {
    let (values, limits) = (Parameters::new(), Limits::default());
    let law = Arc::new(LawSource::search(rules, &values, &limits));
    let engine = whowins::solver_with(Arc::clone(&law), rules, &values, &limits);
    (law, engine.unwrap_or_else(|faults| panic!("{faults}")))
}

fn named(name: &str) -> Rules {
    let rules = shipped::rules(name).expect("it is shipped");
    rules.unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn no_law_is_looked_for_where_a_table_is_cheap() {
    let members: Vec<String> = (0..100u64)
        .map(|i| (1 + i * 7919 % 4999).to_string())
        .collect();
    let heap = format!(
        "game \"Heap\"\nposition n\nmove n -= k for k in {{{}}}",
        members.join(", ")
    );
    let heap = Rules::parse("heap", &heap).unwrap_or_else(|faults| panic!("{faults}"));
    for (rules, place) in [
        (named("ellys-capture"), "o.oo.o.oo.o.oo.."),
        (named("clobber"), "xox/oxo/xox"),
        (heap, "10000"),
        (named("grundys-game"), "9,8"),
    ] {
        let (law, mut engine) = with_source(&rules);
        let position = engine
            .game()
            .read(place)
            .unwrap_or_else(|error| panic!("{place}: {error}"));
        let bids = engine.bids(&position);
        assert_eq!(bids.iter().filter(|bid| bid.chosen).count(), 1, "{place}");
        let solved = engine.solve(&position);
        assert!(solved.is_ok(), "{place}: {solved:?}");
        assert!(!law.is_settled(), "{place}: a law was looked for");
    }
}

#[test]
fn a_law_is_looked_for_where_tables_are_out_of_reach() {
    let (law, mut engine) = with_source(&named("cowcheck"));
    let position = engine.game().read("1000000000000,7").expect("two numbers");
    for bid in engine.bids(&position) {
        assert_eq!(bid.chosen, bid.name == STRATEGY, "{bid:?}");
    }
    assert!(!law.is_settled(), "bids look for nothing");
    assert_eq!(
        engine.solve(&position).map(|solved| solved.strategy),
        Ok(STRATEGY)
    );
    assert!(law.known().is_some());
    // The law is known now and answers large positions. Small positions still use the rules.
    assert!(engine.known(&[1_000_000_000_000, 7]).is_some());
    let small = engine.game().read("4,7").expect("two numbers");
    assert_eq!(
        engine.solve(&small).map(|solved| solved.strategy),
        Ok("general solver")
    );
}
