//! Any number of heaps in one list: found from the rules, with winning moves at positions of any size.

use std::sync::Arc;

use whowins_analysis::{Player, Value};
use whowins_engine::{Engine, Limits};
use whowins_law::{LawSource, LawStrategy, Says, find};
use whowins_rules::{Parameters, Rules};

#[test]
fn lists_of_heaps_are_solved_at_any_size() {
    let huge = "1000000000000000000000000000000";
    for (moves, far) in [
        (
            "k >= 1",
            [format!("{huge},{huge},5,9"), format!("{huge},1,1")],
        ),
        (
            "k in {1, 3, 4}",
            [format!("{huge},5,5,6"), format!("{huge},1,1,1")],
        ),
        (
            "k >= 1 if k != 2",
            [format!("{huge},7,2"), format!("{huge},1,1,1")],
        ),
    ] {
        for end in ["", "misère play\n"] {
            let text = format!(
                "game \"Heaps\"\nposition heap: numbers\nmove heap[i] -= k for i in places of heap, {moves}\n{end}"
            );
            let rules = Rules::parse("heaps", &text).expect("rules");
            let (none, limits) = (Parameters::new(), Limits::default());
            let report = find(&rules, &none, None, &limits, &[Says::Outcome]).expect("rules");
            assert_eq!(report.cards[0].kind, "many-heaps", "{text}");
            let verified = report.proved.expect("a law");
            let game = rules.game(&none).expect("rules");
            let source = Arc::new(LawSource::proved(verified, &rules, &limits));
            let mut engine = Engine::new(game.clone(), limits);
            engine.add(Box::new(LawStrategy::new(source, &game)));
            let mut wins = 0;
            for at in &far {
                let position = game.read(at).expect("a position");
                let answer = engine
                    .answer(&position, Player::First)
                    .expect("a law")
                    .answer;
                if answer.value != Value::Win {
                    continue;
                }
                wins += 1;
                let best = answer
                    .best
                    .unwrap_or_else(|| panic!("no move at {at}: {text}"));
                assert_eq!(
                    game.is_move(Player::First, &position, &best.to),
                    Some(true),
                    "{at}"
                );
                let reply = engine
                    .answer(&best.to, Player::Second)
                    .expect("a law")
                    .answer;
                assert_eq!(reply.value, Value::Loss, "{at}: {}", best.text);
            }
            assert!(wins > 0, "{text}");
        }
    }
}
