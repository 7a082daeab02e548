//! Laws along a direction, for one border: what is found is proved and agrees with the engine, near
//! and far; changes are seen.

use dashu_int::UBig;
use whowins_analysis::{Game, Position, Value};
use whowins_engine::Limits;
use whowins_engine::general::{General, Want};
use whowins_law::{OfRules, Report, Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::lattice::Directional;
use whowins_verify::{Budget, Certificate, Claim, Law};

use crate::cases;

fn rules(text: &str) -> Rules {
    Rules::parse("t", text).unwrap_or_else(|faults| panic!("{text}{}", faults.render(false)))
}

fn game(text: &str) -> Game {
    rules(text).game(&Parameters::new()).unwrap()
}

fn report(text: &str) -> Report {
    let limits = Limits::default();
    find(
        &rules(text),
        &Parameters::new(),
        None,
        &limits,
        &[Says::Outcome],
    )
    .unwrap()
}

fn certificate(text: &str, law: Directional) -> Certificate {
    Certificate::new(
        &rules(text),
        &Parameters::new(),
        vec![Law::Directional(law)],
    )
}

fn accepted(text: &str, law: Directional) -> bool {
    certificate(text, law)
        .verify_with_rules(&Budget::default())
        .is_ok()
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

const ENDS: [&str; 10] = [
    "",
    "misère play\n",
    "who cannot move draws\n",
    "at x = 1: the mover loses\n",
    "at x <= 2: the mover loses if y % 3 = 1, else wins\n",
    "at y = 0: the mover loses if x % 4 < 2, else wins\nat x = 0: the mover wins\n",
    "at x = 0: draw\nat y = 1: the mover wins\n",
    "at x + y <= 4: the mover wins\n",
    "at y = 0: the mover loses if x > 5, else wins\n",
    "at x = 0 or y = 0: the mover loses if x < 2 * y, else wins\n",
];

/// A game of two numbers with small vectors, impartial or partizan, with some ending.
fn random_game(random: &mut Random) -> String {
    let partizan = random.below(2) == 0;
    let mut text = String::from("game \"Random\"\nplayers Ann, Bob\nposition x, y\n");
    for number in 0..2 + random.below(3) {
        let step = [random.below(4), random.below(4)];
        let step = if step == [0, 0] {
            [1, number % 2]
        } else {
            step
        };
        let by = match partizan {
            false => "",
            true => ["Ann: ", "Bob: ", ""][random.below(3) as usize],
        };
        text += &format!("{by}move x -= {}, y -= {}\n", step[0], step[1]);
    }
    text + ENDS[random.below(ENDS.len() as u64) as usize]
}

fn point(x: u64, y: u64) -> Position {
    Position::tuple(vec![UBig::from(x), UBig::from(y)])
}

/// All values below a side, from the engine.
struct Table {
    side: u64,
    values: Vec<[Value; 2]>,
}

impl Table {
    fn solve(game: &Game, side: u64) -> Self {
        let mut solver = General::new(game.clone(), Want::Outcome, Limits::default());
        solver.values(&point(side - 1, side - 1)).unwrap();
        let points = (0..side * side).map(|number| point(number / side, number % side));
        Self {
            side,
            values: points.map(|point| solver.values(&point).unwrap()).collect(),
        }
    }

    fn at(&self, x: u64, y: u64) -> Option<[Value; 2]> {
        let inside = x < self.side && y < self.side;
        inside.then(|| self.values[(x * self.side + y) as usize])
    }

    /// Whether the law's equations hold in the table.
    fn bears(&self, law: &Directional) -> bool {
        let [w, h] = [0, 1].map(|at| law.from[at] + law.direction[at]);
        let same = |[x, y]: [u64; 2], [dx, dy]: [u64; 2]| {
            let further = self.at(x + dx, y + dy);
            further.is_none() || further == self.at(x, y)
        };
        (0..self.side * self.side).all(|number| {
            let (x, y) = (number / self.side, number % self.side);
            (x < law.from[0] || y < law.from[1] || same([x, y], law.direction))
                && (y >= h || x < law.preperiods[0] || same([x, y], [law.periods[0], 0]))
                && (x >= w || y < law.preperiods[1] || same([x, y], [0, law.periods[1]]))
        })
    }
}

#[test]
fn random_games_agree_with_the_engine() {
    let mut random = Random(5);
    let (mut found, mut other) = (0, 0);
    let games = cases(3, 30);
    for _ in 0..games {
        let text = random_game(&mut random);
        let report = report(&text);
        let Some(proved) = report.proved else {
            other += 1;
            continue;
        };
        let Law::Directional(law) = &proved.certificate().laws[0] else {
            continue;
        };
        found += 1;
        let game = game(&text);
        let table = Table::solve(&game, 90);
        assert!(table.bears(law), "{law:?} of {text}");
        for x in 0..90 {
            for y in 0..90 {
                let values = law.values(&game, &point(x, y));
                assert_eq!(values, table.at(x, y), "({x}, {y}) by {law:?} of {text}");
            }
        }
    }
    eprintln!("{found} directional, {other} without a law");
    assert!(found * 3 >= games, "{found}");
}

/// A game without a law that repeats in every coordinate, nor one for every border: f(x + 4, y + 5)
/// = f(x, y).
const SLANTED: &str = "game \"Slanted\"\nposition x, y\nmove x -= 1, y -= 2\nmove y -= 2\nmove x -= 3, y -= 2\nmove x -= 1, y -= 3\nmisère play\n";

/// A pattern that holds for long and then changes is no law: a goal far out, and a late change of
/// the border.
#[test]
fn late_changes_are_seen() {
    let law = |text: &str| match report(text).proved {
        Some(proved) => match &proved.certificate().laws[0] {
            Law::Directional(law) => Some(law.clone()),
            _ => None,
        },
        None => None,
    };
    let early = law(SLANTED).unwrap();
    for late in [300, 50, 5000, 200_000].into_iter().take(cases(1, 4)) {
        for end in [
            format!("at x = {late}: the mover wins\n"),
            format!("at y = 0 and x > {late}: the mover wins\n"),
            format!("at x <= 1 and y = {late}: the mover wins\n"),
            format!("at x + y = {late}: the mover wins\n"),
        ] {
            let changed = format!("{SLANTED}{end}");
            assert!(!accepted(&changed, early.clone()), "{changed}");
            if late > 50 {
                continue;
            }
            // The other game's law, if one is found, has seen the change.
            let Some(found) = report(&changed).proved else {
                continue;
            };
            let game = game(&changed);
            let table = Table::solve(&game, 90);
            for x in 0..90 {
                for y in 0..90 {
                    assert_eq!(
                        found.values(&game, &point(x, y)),
                        table.at(x, y),
                        "({x}, {y}) of {changed}"
                    );
                }
            }
        }
    }
}

/// Each number of a certificate, changed: rejected, or true of the game as the engine plays it.
#[test]
fn changed_certificates_are_rejected() {
    let mut random = Random(17);
    let (mut changes, mut rejected) = (0, 0);
    let games = cases(2, 14);
    for _ in 0..games {
        let text = random_game(&mut random);
        let Some(proved) = report(&text).proved else {
            continue;
        };
        let Law::Directional(law) = &proved.certificate().laws[0] else {
            continue;
        };
        let table = Table::solve(&game(&text), 120);
        let value = serde_json::to_value(law).unwrap();
        for field in ["direction", "from", "preperiods", "periods"] {
            for at in 0..2 {
                let old = value[field][at].as_u64().unwrap();
                let new = [
                    0,
                    1,
                    old.wrapping_sub(1),
                    old + 1,
                    old * 2,
                    old + 7,
                    1 << 20,
                    u64::MAX,
                ];
                for new in new.into_iter().filter(|new| *new != old) {
                    let mut changed = value.clone();
                    changed[field][at] = new.into();
                    let changed: Directional = serde_json::from_value(changed).unwrap();
                    changes += 1;
                    if accepted(&text, changed.clone()) {
                        assert!(table.bears(&changed), "{changed:?} of {text}");
                    } else {
                        rejected += 1;
                    }
                    // Whatever stands in a certificate, asking it does not panic.
                    let _ = (
                        changed.values(&game(&text), &point(1000, 77)),
                        changed.statement(&game(&text)),
                    );
                }
            }
        }
        for (from, to) in [
            ("x -= 1", "x -= 2"),
            ("y -= 2", "y -= 1"),
            ("x -= 3", "x -= 2"),
            ("Ann: ", "Bob: "),
            ("Bob: ", ""),
            ("misère play", "normal play"),
            ("at x = 1", "at x = 2"),
            ("y % 3 = 1", "y % 3 = 2"),
            ("y % 3 = 1", "y % 2 = 1"),
            ("x % 4 < 2", "x % 4 < 3"),
            ("loses", "wins"),
            ("x > 5", "x > 6"),
        ] {
            let other = text.replacen(from, to, 1);
            if other == text || Rules::parse("t", &other).is_err() {
                continue;
            }
            changes += 1;
            if accepted(&other, law.clone()) {
                assert!(
                    Table::solve(&game(&other), 120).bears(law),
                    "{law:?} of {other}"
                );
            } else {
                rejected += 1;
            }
        }
    }
    eprintln!("{changes} changes, {rejected} rejected");
    assert!(
        changes > 20 * games && rejected * 10 > changes * 8,
        "{changes} {rejected}"
    );
}

/// Rules that the kind does not model are refused, whatever the law says of them.
#[test]
fn other_rules_are_refused() {
    let law = || Directional::new([1, 1], [0, 0], [0, 0], [1, 1]);
    for text in [
        "game \"G\"\nposition x\nmove x -= 1\n",
        "game \"G\"\nposition x, y, z\nmove x -= 1\n",
        "game \"G\"\nposition x, y\nmove x -= k for k >= 1\n",
        "game \"G\"\nposition x, y\nmove x -= 2, y += 1\n",
        "game \"G\"\nposition x, y\nmove x -= 1 if y > 2\nmove y -= 1\n",
        "game \"G\"\nposition x in 1..9, y\nmove x -= 1\n",
        "game \"G\"\nposition x, y\nmove x -= 1\nat x = 2 * y: the mover wins\n",
        "game \"G\"\nposition x, y\nmove x -= 1\nat x * y = 6: the mover wins\n",
    ] {
        let refused = certificate(text, law())
            .verify_with_rules(&Budget::default())
            .unwrap_err();
        assert_eq!(refused.why, whowins_verify::Why::Rules, "{text}{refused}");
    }
}

/// Positions of any length: along the direction and along the strips.
#[test]
fn long_numbers() {
    let proved = report(SLANTED).proved.unwrap();
    let Law::Directional(law) = &proved.certificate().laws[0] else {
        panic!("{:?}", proved.certificate().laws);
    };
    let game = game(SLANTED);
    let table = Table::solve(&game, 60);
    let far = UBig::from(10u8).pow(1000);
    for x in 0..30u64 {
        for y in 0..30u64 {
            let by = |at: usize| &far * UBig::from(law.direction[at]);
            let at = Position::tuple(vec![
                by(0) + UBig::from(x + law.from[0]),
                by(1) + UBig::from(y + law.from[1]),
            ]);
            let near = table.at(x + law.from[0], y + law.from[1]);
            assert_eq!(proved.values(&game, &at), near, "({x}, {y})");
            let along = &far * UBig::from(law.periods[1]) + UBig::from(y + law.preperiods[1]);
            let at = Position::tuple(vec![
                UBig::from(x % (law.from[0] + law.direction[0])),
                along,
            ]);
            let near = table.at(x % (law.from[0] + law.direction[0]), y + law.preperiods[1]);
            assert_eq!(proved.values(&game, &at), near, "({x}, {y}) in the strip");
        }
    }
}

/// Instances of the theory for random games, in the directory that `WHOWINS_COQ_OUT` names, for
/// `coqc` to judge.
#[test]
fn instances_for_coq() {
    let out = std::env::var_os("WHOWINS_COQ_OUT");
    let mut random = Random(23);
    let mut written = 0;
    let texts: Vec<String> = (0..36)
        .map(|_| random_game(&mut random))
        .chain([SLANTED.to_string()])
        .collect();
    for (number, text) in texts.iter().enumerate() {
        // Goals and draws that the theory does not have.
        if ["%", "draw", "x + y", "2 * y"]
            .iter()
            .any(|word| text.contains(word))
        {
            continue;
        }
        let Some(proved) = report(text).proved else {
            continue;
        };
        if !matches!(proved.certificate().laws[0], Law::Directional(_)) {
            continue;
        }
        let file = whowins_law::coq::file(&proved).unwrap().text;
        assert!(file.contains("Theorem law : forall (P : bool) (x y : N)"));
        assert!(file.contains("Proof. exact (directional_term Rules.the_game"));
        written += 1;
        if let Some(out) = &out {
            std::fs::write(
                std::path::Path::new(out).join(format!("Slanted{number}.v")),
                file,
            )
            .unwrap();
        }
    }
    assert!(written >= 3, "{written}");
}
