//! Tests the examples of the library's games.

use std::time::Duration;

use whowins::engine::{EngineError, Limits};
use whowins::examples;
use whowins::rules::{Parameters, Rules};
use whowins::shipped::{ShippedGames, library};

/// Games whose examples take more than a few seconds.
const LONG: [&str; 8] = [
    "hex",
    "sim",
    "fox-and-hounds",
    "halma-small",
    "nogo",
    "ultimate-small",
    "six-mens-morris",
    "hasami",
];

#[test]
fn examples_are_so() {
    let (all, mut asked) = (std::env::var_os("WHOWINS_LONG").is_some(), 0);
    let games = library();
    assert!(
        games.len() >= 123,
        "a hundred and two of the design, and more"
    );
    for game in games {
        let rules = Rules::parse_with(game.name, game.text, &ShippedGames);
        let rules = rules.unwrap_or_else(|faults| panic!("{faults}"));
        assert!(!rules.about().is_empty(), "{} has no story", game.name);
        let lines = game.text.lines().filter(|line| {
            let line = line.trim();
            !(line.is_empty() || line.starts_with("///") || line.starts_with("example "))
        });
        assert!(
            lines.count() <= 15,
            "{} is longer than fifteen lines",
            game.name
        );
        assert!(
            game.text.contains("\nexample "),
            "{} has no example",
            game.name
        );
        let missing = |parameter: &whowins::rules::Parameter| parameter.default.is_none();
        if rules.parameters().iter().any(missing) || !all && LONG.contains(&game.name) {
            continue;
        }
        let limits = Limits::default().with_time(Duration::from_secs(600));
        let answers = examples(&rules, &Parameters::new(), &limits);
        for one in answers.unwrap_or_else(|faults| panic!("{faults}")) {
            match one.found {
                Ok(_) => assert_eq!(one.agrees(), Some(true), "{}: {one:?}", game.name),
                Err(EngineError::Time | EngineError::Memory { .. }) if all => {}
                Err(error) => panic!("{}: {error}", game.name),
            }
            asked += 1;
        }
    }
    assert!(asked >= if all { 125 } else { 115 }, "{asked}");
}

#[test]
fn an_example_that_is_wrong_is_shown() {
    let text = "game \"Take\"\nplayers Ann, Bob\nposition n\nmove n -= k for k in 1..2\nexample 3: Ann wins\nexample 4, Bob to move: Bob wins";
    let rules = Rules::parse("take", text).expect("rules");
    let game = rules.game(&Parameters::new()).expect("a game");
    let asked = examples(&rules, &Parameters::new(), &Limits::default()).expect("positions");
    let agrees: Vec<Option<bool>> = asked.iter().map(|one| one.agrees()).collect();
    assert_eq!(agrees, [Some(false), Some(true)]);
    let fault = asked[0].fault(&game.players).expect("it is wrong");
    assert_eq!(&text[fault.span], "example 3: Ann wins");
    assert!(fault.message.contains("Bob wins"), "{}", fault.message);
    for (line, word) in [
        ("example 3: Eve wins", "there is no player `Eve`"),
        ("example x: Ann wins", "`x` isn't a value of n"),
        ("example start: Ann wins", "the rules name no start"),
    ] {
        let text = format!("game \"Take\"\nplayers Ann, Bob\nposition n\nmove n -= 1\n{line}");
        let rules = Rules::parse("take", &text);
        let found = rules
            .and_then(|rules| examples(&rules, &Parameters::new(), &Limits::default()).map(|_| ()));
        let faults = found.expect_err(line).to_string();
        assert!(faults.contains(word), "{faults}");
    }
}
