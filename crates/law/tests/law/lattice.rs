//! Finders of lattice laws: what they find is proved, and agrees with the engine; rules of other
//! kinds are left alone.

use proptest::prelude::*;
use whowins_engine::general::{General, Want};
use whowins_engine::{EngineError, Limits};
use whowins_law::{Finding, OfRules, Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::lattice::Product;
use whowins_verify::{Budget, Certificate, Claim, Law};

const TABLE: &str = include_str!("../../../../games/seeds/tabgame.game");

use crate::cases;

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
    assert_eq!(proved.certificate().open(&rules(TABLE)), ["row", "column"]);
    assert_eq!(report.cards[0].kind, "constant");
    assert!(report.cards[0].statement.starts_with(
        "The outcome at (x + 1, y + 1) is the outcome at (x, y) wherever x >= 2 and y >= 2"
    ));
    assert!(report.cards[0].statement.contains("and not before"));
    assert_eq!(
        report.cards[0].explanation.formula.as_deref(),
        Some("f(x, y) = f(x − 1, y − 1) for x, y ≥ 3")
    );
}

/// What the files for Coq state; `proofs/` holds the theory that they are instances of.
#[test]
fn files_for_coq() {
    let text = |rules: &str| {
        whowins_law::coq::file(&report(rules).proved.unwrap())
            .unwrap()
            .text
    };
    let table = text(TABLE);
    for part in [
        "Definition from : list N := [2; 2].",
        "border_check reply mvs inner from dir free",
        "Example not_before_0",
        "Example not_before_1",
        "view_border (every_border Rules.the_game []%nat tables) []%nat mvs inner true = true",
        "Theorem law : forall (tables : list (list Z)) (X P : bool) (v : list N)",
    ] {
        assert!(table.contains(part), "{part}");
    }
    let plain = "game \"G\"\nposition x, y\nmove x -= s for s in {1, 3}\nmove y -= 1\n";
    assert!(text(plain).contains("end_check mvs goals stuck per 3 T) = true"));
    assert!(text(plain).contains("stuck := (Ite (Get (P 0) (Num 0) 0) (Num 1) (Num (-1)))"));
    let misere = text(&format!("{plain}misère play"));
    assert!(misere.contains("end_check mvs goals stuck per 3 T) = true"));
    assert!(misere.contains("stuck := (Ite (Get (P 0) (Num 0) 0) (Num (-1)) (Num 1))"));
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
    for case in (0..54).step_by(cases(9, 1)) {
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
        kinds
            .get("product")
            .is_some_and(|count| *count >= cases(2, 10)),
        "{kinds:?}"
    );
    assert!(kinds.len() >= 2, "{kinds:?}");
}

#[test]
fn games_of_other_kinds_are_left_alone() {
    for text in [
        include_str!("../../../../games/seeds/cowcheck.game"),
        include_str!("../../../../games/seeds/ellyscheckers.game"),
        include_str!("../../../../games/classic/kayles.game"),
        include_str!("../../../../games/classic/dash.game"),
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
    limits.budget.stop();
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

fn accepted(certificate: &Certificate, law: Product) -> bool {
    let certificate = Certificate {
        laws: vec![Law::Product(law)],
        ..certificate.clone()
    };
    certificate.verify_with_rules(&Budget::default()).is_ok()
}

/// The labelling of a game is unique: a table with any digit changed, or laid out for other
/// periods, is wrong. A certificate of other rules is accepted only where it is true of them.
#[test]
fn every_change_of_a_product_law_is_seen() {
    let mut random = Random(11);
    let (mut digits, mut sizes, mut rules_seen) = (0, 0, 0);
    for case in (0..54).step_by(cases(4, 1)) {
        let text = random_game(&mut random, case);
        let Some(proved) = report(&text).proved else {
            continue;
        };
        let certificate = proved.certificate();
        let Law::Product(law) = &certificate.laws[0] else {
            continue;
        };
        assert!(accepted(certificate, law.clone()));
        for player in 0..law.wins.len() {
            for at in
                (0..law.wins[player].len()).step_by(law.wins[player].len() / cases(12, 60) + 1)
            {
                let mut changed = law.clone();
                let digit = if &law.wins[player][at..=at] == "1" {
                    "0"
                } else {
                    "1"
                };
                changed.wins[player].replace_range(at..=at, digit);
                assert!(!accepted(certificate, changed), "{player} {at} of {text}");
                digits += 1;
            }
        }
        if law.wins.len() == 2 {
            let mut changed = law.clone();
            changed.wins.swap(0, 1);
            assert!(!accepted(certificate, changed), "{text}");
            changed = law.clone();
            changed.wins.pop();
            assert!(!accepted(certificate, changed), "{text}");
        }
        for at in 0..law.periods.len() {
            let mut changed = law.clone();
            changed.periods[at] += 1;
            assert!(!accepted(certificate, changed), "{text}");
            let mut changed = law.clone();
            changed.periods[at] = 0;
            assert!(!accepted(certificate, changed), "{text}");
            sizes += 2;
        }
        for (from, to) in [
            ("move x -= 1", "move x -= 2"),
            ("x -= 2", "x -= 3"),
            ("misère play", "normal play"),
            ("the mover loses", "the mover wins"),
            ("Ann: ", "Bob: "),
            ("Bob: ", ""),
            ("position x", "position x in 1..900"),
            ("at x = 1", "at x = 2"),
            ("at x <= 2", "at x <= 1"),
        ] {
            let changed = text.replacen(from, to, 1);
            if changed == text || Rules::parse("t", &changed).is_err() {
                continue;
            }
            let certificate = certificate.of_rules(changed.clone());
            match certificate.verify_with_rules(&Budget::default()) {
                Err(_) => rules_seen += 1,
                Ok(verified) => {
                    let game = verified.game();
                    let dimension = law.periods.len();
                    let mut solver = General::new(game.clone(), Want::Outcome, Limits::default());
                    for number in 0..8i64.pow(dimension as u32) {
                        let point: Vec<i64> = (0..dimension as u32)
                            .map(|at| number / 8i64.pow(at) % 8)
                            .collect();
                        let position = game.position_of(&point, 1, 1);
                        let own = verified.values(game, &position);
                        assert_eq!(own, Some(solver.values(&position).unwrap()), "{changed}");
                    }
                }
            }
        }
    }
    assert!(
        digits > cases(12, 100) && sizes >= cases(6, 40) && rules_seen > cases(3, 20),
        "{digits} {sizes} {rules_seen}"
    );
}

/// With moves 1 and 40 the P-positions look even until 40 changes them: a law of the first heaps is
/// not proved.
#[test]
fn a_late_change_is_not_overlooked() {
    let text = "game \"Late\"\nposition x\nmove x -= 1\nmove x -= 40";
    let rules = rules(text);
    let bare = Certificate::new(&rules, &Parameters::new(), Vec::new());
    let early = Product {
        preperiods: vec![0],
        periods: vec![2],
        wins: vec!["01".into()],
    };
    assert!(!accepted(&bare, early));
}

#[test]
fn draws_and_rays_and_guards_are_not_taken() {
    let law = Product {
        preperiods: vec![0],
        periods: vec![2],
        wins: vec!["01".into()],
    };
    let plain = "game \"One\"\nposition x\nmove x -= 1\n";
    let certificate = |text: &str| Certificate::new(&rules(text), &Parameters::new(), Vec::new());
    assert!(accepted(&certificate(plain), law.clone()));
    for more in [
        "who cannot move draws",
        "draw when x = 3",
        "at x % 5 = 4: the mover wins",
        "move x -= k for k >= 1",
        "move x -= 3 if x > 7",
        "First: move x -= 2",
        "misère play",
        "at x = 6: the mover loses",
    ] {
        assert!(
            !accepted(&certificate(&format!("{plain}{more}")), law.clone()),
            "{more}"
        );
    }
}

proptest! {
    #[test]
    fn junk_is_rejected_without_a_panic(
        preperiods in prop::collection::vec(any::<u64>(), 0..3),
        periods in prop::collection::vec(any::<u64>(), 0..3),
        wins in prop::collection::vec("[012]{0,6}", 0..3),
        small in any::<bool>(),
    ) {
        let cut = |all: Vec<u64>| all.into_iter().map(|n| if small { n % 3 } else { n }).collect();
        let law = Product { preperiods: cut(preperiods), periods: cut(periods), wins };
        for text in ["game \"G\"\nposition x, y\nmove x -= 3\nmove y -= 2, x -= 1", "game \"G\"\nposition x\nmove x -= 5\nmove x -= 3"] {
            let bare = Certificate::new(&rules(text), &Parameters::new(), Vec::new());
            let game = bare.compiled().unwrap().game;
            let _ = law.statement(&game);
            let point = if text.contains("x, y") { vec![7, 9] } else { vec![7] };
            let _ = law.values(&game, &game.position_of(&point, 1, 1));
            prop_assert!(!accepted(&bare, law.clone()));
        }
    }
}
