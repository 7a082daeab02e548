//! Small positions with whatever values of the parameters, by one program: what it answers is what
//! an engine of each game does, and what it does not cover it leaves.

use whowins_analysis::{Player, Value};
use whowins_core::random::{Random, cases};
use whowins_core::{Budget, Game};
use whowins_engine::{Engine, Limits, Opened};
use whowins_rules::{ParameterValue, Parameters, Rules};

const SETS: [&str; 3] = [
    "game \"heaps\"\ngiven s, t: set\nposition n\nFirst: move n -= k for k in s\nSecond: move n -= k for k in t",
    "game \"misere\"\ngiven s, t: set\nposition n, m\nmove n -= k for k in s\nmove m -= k for k in t\nmisère play",
    "game \"ends\"\ngiven s, t: set\nposition n\nmove n -= k for k in s\nmove n -= k for k in t\ndraw when n = 1",
];

/// Some members, each once.
fn set(long: usize, random: &mut Random) -> Vec<i64> {
    let mut members = Vec::new();
    while members.len() < long {
        let one = 1 + random.below(9) as i64;
        if !members.contains(&one) {
            members.push(one);
        }
    }
    members
}

#[test]
fn one_program_answers_as_an_engine_of_each_game_does() {
    let mut random = Random(3);
    for text in SETS {
        let Ok(rules) = Rules::parse("opened", text) else {
            panic!("{text}");
        };
        let mut values = |long: [usize; 2]| {
            let both = ["s", "t"].iter().zip(long);
            let value = |(name, long): (&&str, usize)| {
                let value = ParameterValue::Set(set(long, &mut random));
                ((*name).to_string(), value)
            };
            both.map(value).collect::<Parameters>()
        };
        let mut held = 0;
        for long in [[0, 2], [1, 1], [3, 2], [2, 4]] {
            let Some(opened) = rules.opened(&values(long)) else {
                continue;
            };
            let numbers = opened.first() - 1;
            let side = if numbers == 1 { 40 } else { 7 };
            let mut kernel =
                Opened::new(opened.term(), vec![side; numbers]).expect("plain numbers");
            for _ in 0..cases(4, 200) {
                let own = values(long);
                let arrays = opened.fill(&rules, &own).expect("they suit");
                let mut arrays = arrays.iter().enumerate();
                assert!(arrays.all(|(at, values)| kernel.fill(at, values)));
                let mut worths = kernel.worths();
                let game = rules.game(&own).unwrap_or_else(|why| panic!("{why}"));
                let mut engine = Engine::new(game, Limits::default());
                for at in 0..(side as i64).pow(numbers as u32) {
                    let state = match numbers {
                        1 => vec![at],
                        _ => vec![at / 7, at % 7],
                    };
                    let text: Vec<String> = state.iter().map(i64::to_string).collect();
                    let position = engine.game().read(&text.join(",")).expect("a position");
                    let slow = engine.values(&position).expect("a small table");
                    for player in Player::BOTH {
                        let quick = kernel.value(&mut worths, &state, player, &Budget::OPEN);
                        assert_eq!(quick, Some(slow[player.index()]), "{own:?} {state:?}");
                        assert_eq!(kernel.known(&worths, &state, player), quick);
                        held += 1;
                    }
                }
            }
        }
        assert!(held > 500, "{text}: {held}");
    }
}

#[test]
fn what_is_not_covered_has_no_answer() {
    let game = |text: &str| -> Game { text.parse().unwrap_or_else(|why| panic!("{why:?}")) };
    let value = |text: &str, state: i64| {
        let mut kernel = Opened::new(&game(text), vec![8])?;
        let mut worths = kernel.worths();
        let value = kernel.value(&mut worths, &[state], Player::First, &Budget::OPEN);
        // What was under way is not taken for known.
        assert_eq!(kernel.known(&worths, &[state], Player::First), value);
        value
    };
    let one = |tier: &str, more: &str| {
        format!(
            "(game g (part turn 0 1) (part n 0 -) (start (0) (3)) (tier {tier}) (stuck (if turn 1 -1)) {more})"
        )
    };
    let pass = "(set turn (- 1 turn))";
    let down = one(&format!("(seq (set n (- n 1)) {pass})"), "");
    assert_eq!(value(&down, 5), Some(Value::Win));
    assert_eq!(value(&down, 6), Some(Value::Loss));
    // The turn may stay with the player: of six he takes one, and then three.
    let again = one(
        &format!("(alt (set n (- n 1)) (seq (set n (- n 3)) {pass}))"),
        "",
    );
    assert_eq!(
        [2, 3, 6].map(|n| value(&again, n)),
        [Some(Value::Loss), Some(Value::Win), Some(Value::Win)]
    );
    // A turn that never changes is not compiled so.
    assert_eq!(value(&one("(set n (- n 1))", ""), 5), None);
    // Beyond the box, play that leaves it, play that comes back, and options that are blocked.
    assert_eq!(value(&down, 8), None);
    assert_eq!(
        value(&one(&format!("(seq (set n (+ n 1)) {pass})"), ""), 5),
        None
    );
    assert_eq!(value(&one(&format!("(seq (set n n) {pass})"), ""), 5), None);
    let blocked = one(&format!("(seq (set n (- n 1)) {pass})"), "(blocks 1)");
    assert_eq!(value(&blocked, 5), None);
    // A budget that is over.
    let over = Budget::OPEN.by(std::time::Instant::now());
    let long = one(
        &format!("(seq (loop k 0 50000 (when (> n 9) (set n 0) skip)) (set n (- n 1)) {pass})"),
        "",
    );
    let mut kernel = Opened::new(&game(&long), vec![8]).expect("one number");
    let mut worths = kernel.worths();
    assert_eq!(kernel.value(&mut worths, &[5], Player::First, &over), None);
}
