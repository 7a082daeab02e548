//! Proof-number search as a strategy: when it is asked, and what it says.

use whowins_analysis::{Player, Value};
use whowins_engine::{Engine, Limits};
use whowins_rules::{Kind, Parameters, Rules};

const HEX: &str = "game \"Hex\"\nplayers Dark with X, Light with O\ngiven n: number = 3\n\
    position board of n x n cells of . X O along right, down, down left\nstart empty\nmove . -> own\n\
    Dark wins when board connects top to bottom through 'X'\nLight wins when board connects left to right through 'O'";

#[test]
fn a_large_game_is_searched_and_a_small_one_decided() {
    let rules = Rules::parse("hex", HEX).unwrap_or_else(|faults| panic!("{faults}"));
    for (n, wanted) in [("2", "exploring"), ("4", "proof-number search")] {
        let size = Kind::Number.read(n).expect("a number");
        let values: Parameters = [("n".to_string(), size)].into();
        let game = rules
            .game(&values)
            .unwrap_or_else(|faults| panic!("{faults}"));
        let start = game.start.clone().expect("a start");
        let mut engine = Engine::new(game, Limits::default());
        let solved = engine.answer(&start, Player::First).expect("no limit");
        assert_eq!(solved.strategy, wanted);
        assert_eq!(solved.answer.value, Value::Win);
        assert!(solved.answer.best.is_some());
    }
}
