//! Finders of lattice laws: what they find is proved, and agrees with the engine; rules of other kinds are left alone.

use whowins_engine::general::{General, Want};
use whowins_engine::{EngineError, Limits};
use whowins_law::{Finding, Says, find};
use whowins_rules::{Parameters, Rules};

const TABLE: &str = include_str!("../../../games/seeds/tabgame.game");

fn rules(text: &str) -> Rules {
    Rules::parse("t", text).unwrap_or_else(|faults| panic!("{}", faults.render(false)))
}

fn report(text: &str) -> whowins_law::Report {
    find(
        &rules(text),
        &Parameters::new(),
        None,
        &Limits::default(),
        &[Says::Outcome],
    )
    .unwrap()
}

#[test]
fn the_table_game() {
    let report = report(TABLE);
    let proved = report.proved.unwrap();
    assert_eq!(proved.open(), ["row", "column"]);
    assert_eq!(report.cards[0].kind, "constant");
    assert!(report.cards[0].statement.starts_with(
        "The outcome at (x + 1, y + 1) is the outcome at (x, y) wherever x >= 2 and y >= 2"
    ));
    assert!(report.cards[0].statement.contains("and not before"));
    assert_eq!(
        report.cards[0].explanation.formula.as_deref(),
        Some("f(x, y) = f(x - d, y - d) with d = min(x, y) - 2, where d > 0")
    );
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

/// A vector game of 1 to 3 numbers, partizan or not, normal or misère, perhaps with a border.
fn random_game(random: &mut Random, case: u64) -> String {
    let dimension = [1, 2, 2, 3][random.below(4) as usize];
    let names = ["x", "y", "z"];
    let partizan = random.below(2) == 0;
    let mut text = format!(
        "game \"Random {case}\"\nplayers Ann, Bob\nposition {}\n",
        names[..dimension].join(", ")
    );
    for number in 0..2 + random.below(3) {
        let changes: Vec<String> = (0..dimension)
            .map(|at| {
                let step = random.below(3) + u64::from(at as u64 == number % dimension as u64);
                format!("{} -= {step}", names[at])
            })
            .collect();
        let by = match partizan {
            false => "",
            true if number % 2 == 0 => "Ann: ",
            true => "Bob: ",
        };
        text += &format!("{by}move {}\n", changes.join(", "));
    }
    match random.below(5) {
        0 => text += "misère play\n",
        1 => text += "at x = 1: the mover loses\n",
        2 => text += "at x <= 2: the mover loses if x = 1, else wins\n",
        _ => {}
    }
    text
}

#[test]
fn random_vector_games_agree_with_the_engine() {
    let mut random = Random(3);
    let mut kinds = std::collections::BTreeMap::new();
    for case in 0..60 {
        let text = random_game(&mut random, case);
        let report = report(&text);
        let Some(proved) = report.proved else {
            continue;
        };
        *kinds.entry(report.cards[0].kind).or_insert(0) += 1;
        let game = rules(&text).game(&Parameters::new()).unwrap();
        let dimension = text.lines().nth(2).unwrap().matches(',').count() + 1;
        let side = [60i64, 26, 11][dimension - 1];
        let mut solver = General::new(game.clone(), Want::Outcome, Limits::default());
        let corner = game.position_of(&vec![side - 1; dimension], 1, 1);
        solver.values(&corner).unwrap();
        for mut number in 0..side.pow(dimension as u32) {
            let mut point = vec![0; dimension];
            for coordinate in &mut point {
                *coordinate = number % side;
                number /= side;
            }
            let position = game.position_of(&point, 1, 1);
            let law = proved.values(&game, &position);
            assert_eq!(
                law,
                Some(solver.values(&position).unwrap()),
                "{point:?} of {text}"
            );
        }
    }
    assert!(
        kinds.get("product").is_some_and(|count| *count >= 10),
        "{kinds:?}"
    );
    assert!(kinds.len() >= 2, "{kinds:?}");
}

#[test]
fn games_of_other_kinds_are_left_alone() {
    for text in [
        include_str!("../../../games/seeds/cowcheck.game"),
        include_str!("../../../games/seeds/ellyscheckers.game"),
        include_str!("../../../games/classic/kayles.game"),
        include_str!("../../../games/classic/dash.game"),
        "game \"G\"\nposition x, y\nmove x -= 1 if y > 2\nmove y -= 1",
        "game \"G\"\nposition x, y <= 5\nmove x -= 1, y += 1\nmove y -= 1",
    ] {
        let report = report(text);
        for kind in ["product", "constant"] {
            let tried = report.tried.iter().find(|tried| tried.kind == kind);
            if let Some(tried) = tried {
                assert!(
                    matches!(tried.finding, Finding::Foreign(_)),
                    "{kind}: {:?}",
                    tried.finding
                );
            }
        }
    }
}

#[test]
fn a_stop_is_heard() {
    let limits = Limits::default();
    limits
        .stop
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let text = "game \"G\"\nposition x, y\nmove x -= 3, y -= 1\nmove x -= 1, y -= 2\nmove y -= 5";
    let report = find(
        &rules(text),
        &Parameters::new(),
        None,
        &limits,
        &[Says::Outcome],
    )
    .unwrap();
    assert!(report.proved.is_none());
    let stopped = |finding: &Finding| matches!(finding, Finding::Stopped(EngineError::Stopped));
    assert!(report.tried.iter().any(|tried| stopped(&tried.finding)));
}
