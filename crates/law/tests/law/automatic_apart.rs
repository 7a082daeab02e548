//! Positions that automata have to tell apart, asked of the engine.

use whowins_analysis::derive::rays;
use whowins_analysis::{Position, Value};
use whowins_engine::{Engine, Limits};
use whowins_law::inside::automatic::{Numerals, Oracle, pairs};
use whowins_rules::{Parameters, Rules};

#[test]
fn the_engine_tells_the_pairs_apart() {
    let text = "game \"W\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1\n";
    let rules = Rules::parse("test", text).unwrap_or_else(|faults| panic!("{faults}"));
    let game = rules
        .game(&Parameters::new())
        .unwrap_or_else(|faults| panic!("{faults}"));
    let Some(shape) = game.numbers() else {
        panic!("no numbers")
    };
    let (limits, rays) = (Limits::default(), rays(shape).unwrap());
    let mut oracle = Oracle::new(&game, &rays, 2, &limits);
    oracle.allow(1 << 22);
    // The words of (0, 1), and of (1, radix) or (1, 2); all endings of three letters.
    for name in ["base 2", "base 3", "Zeckendorf", "Ostrowski [0; 3, (2)]"] {
        let system = Numerals::named(name).unwrap();
        let letters = system.radix() * system.radix();
        let words = [vec![1], vec![1, system.radix()]];
        let ending = |n: usize| vec![n / letters / letters, n / letters % letters, n % letters];
        let endings: Vec<Vec<usize>> = (0..letters.pow(3)).map(ending).collect();
        let found = pairs(&system, 2, &words, &endings, &mut oracle);
        assert!(!found.is_empty());
        let mut engine = Engine::new(game.clone(), Limits::default());
        for pair in found {
            println!("{pair}");
            for (position, wins) in pair.positions.iter().zip(pair.wins) {
                let numbers = position.iter().copied();
                let values = engine.values(&Position::tuple(numbers)).unwrap();
                assert_eq!(values.map(|value| value == Value::Win), wins, "{pair}");
            }
            assert_ne!(pair.wins[0], pair.wins[1]);
            assert_ne!(pair.beginnings[0], pair.beginnings[1]);
        }
    }
}
