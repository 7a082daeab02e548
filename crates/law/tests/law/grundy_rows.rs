//! Grundy values of two heaps row by row, held against the mex read naively from the rules.

use std::collections::HashMap;
use std::ops::ControlFlow;

use dashu_int::UBig;
use proptest::prelude::*;
use whowins_analysis::derive::row_moves;
use whowins_analysis::{Frame, Game, Player, Position};
use whowins_engine::{GrundyRows as Kernel, Limits};
use whowins_law::OfRules;
use whowins_law::find_rows;
use whowins_rules::Parameters;
use whowins_verify::lattice::GrundyRows;
use whowins_verify::{Budget, Certificate, Law, Why};

use crate::rows_of_two::{WYTHOFF, game, law, random_rules, rows_of, rules};

/// The mex of the options' values, by the rules alone.
struct Naive {
    frame: Frame,
    known: HashMap<Vec<i64>, u32>,
}

impl Naive {
    fn new(game: &Game) -> Self {
        Self {
            frame: Frame::new(game, 1, 1),
            known: HashMap::new(),
        }
    }

    fn value(&mut self, state: &[i64]) -> u32 {
        if let Some(value) = self.known.get(state) {
            return *value;
        }
        let mut options = Vec::new();
        let _ = self.frame.options(Player::First, state, &mut |play| {
            options.push(play.to.to_vec());
            ControlFlow::Continue(())
        });
        let values: Vec<u32> = options.iter().map(|option| self.value(option)).collect();
        let mex = (0..).find(|value| !values.contains(value)).expect("finite");
        self.known.insert(state.to_vec(), mex);
        mex
    }
}

fn state(fixed: usize, row: i64, column: i64) -> Vec<i64> {
    match fixed {
        0 => vec![row, column],
        _ => vec![column, row],
    }
}

fn position(state: &[i64]) -> Position {
    Position::tuple(state.iter().copied())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_kernel_and_the_law_are_the_mex(moves in random_rules()) {
        let game = game(&moves);
        let mut naive = Naive::new(&game);
        prop_assert!(row_moves(&game, 0).is_ok() || row_moves(&game, 1).is_ok(), "{moves}");
        for fixed in [0, 1] {
            let Ok(found) = row_moves(&game, fixed) else { continue };
            let mut kernel = Kernel::new(found, &Limits::default());
            for row in 0..7 {
                kernel.extend(row, 40).expect("no limit is met");
                for column in 0..40 {
                    let state = state(fixed, row as i64, column as i64);
                    prop_assert_eq!(kernel.row(row)[column], naive.value(&state), "{} at {:?}", moves, state);
                }
            }
        }
        let limits = Limits::default();
        let report = find_rows(&rules(&moves), &Parameters::new(), 4, &limits).expect("good rules");
        prop_assert!(report.proved.is_some(), "{}: {:?}", moves, report.tried);
        if let Some(verified) = report.proved {
            let [Law::GrundyRows(law)] = &verified.certificate().laws[..] else { panic!("one law") };
            prop_assert_eq!(law.rows.len(), 5, "{}: {}", moves, report.cards[0].explanation.found);
            for row in 0..law.rows.len() as i64 {
                for column in 0..90 {
                    let state = state(law.fixed, row, column);
                    let value = law.grundy_value(&position(&state)).expect("the law speaks of it");
                    prop_assert_eq!(value, UBig::from(naive.value(&state)), "{} at {:?}", moves, state);
                }
            }
        }
    }
}

/// Preperiods and periods of Wythoff's rows, as the file with its source has them.
#[test]
fn rows_of_wythoffs_game() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/wythoff-rows.csv"
    );
    let text = std::fs::read_to_string(file).expect("the file is there");
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let expected: Vec<Vec<u64>> = lines
        .map(|line| {
            let numbers = line.split(',');
            numbers.map(|n| n.parse().expect("a number")).collect()
        })
        .collect();
    assert_eq!(expected.len(), 25);
    let (_, law) = law(WYTHOFF, 24);
    for (row, (law, expected)) in law.rows.iter().zip(&expected).enumerate() {
        let found = [row as u64, law.preperiod, law.period];
        assert_eq!(found[..], expected[..]);
        assert_eq!(law.saltus, law.period);
    }
    assert_eq!(law.rows.len(), 25);
    let statement = rows_of(WYTHOFF, 4).cards[0].statement.clone();
    assert!(
        statement.contains("G(4, y + 12) = G(4, y) + 12 from y = "),
        "{statement}"
    );
}

#[test]
fn a_column_of_a_thousand_digits() {
    let (_, law) = law(WYTHOFF, 4);
    let column = UBig::from(10u8).pow(1000);
    let at = Position::tuple(vec![UBig::from(4u8), column.clone()]);
    let value = law.grundy_value(&at).expect("row 4 is there");
    let nearer = Position::tuple(vec![UBig::from(4u8), &column - UBig::from(12_000u32)]);
    assert_eq!(
        law.grundy_value(&nearer).expect("it too") + UBig::from(12_000u32),
        value
    );
    let row_five = Position::tuple(vec![UBig::from(5u8), column]);
    assert_eq!(law.grundy_value(&row_five), None);
}

#[test]
fn whoever_changes_a_number_is_found_out() {
    let (certificate, law) = law(WYTHOFF, 6);
    let budget = || Budget::of(1 << 24);
    let refused = |changed: GrundyRows, what: String| {
        let changed = Certificate {
            laws: vec![Law::GrundyRows(changed)],
            ..certificate.clone()
        };
        assert!(changed.verify_with_rules(&budget()).is_err(), "{what}");
    };
    for row in 0..law.rows.len() {
        for at in 0..law.rows[row].values.len() {
            let mut changed = law.clone();
            changed.rows[row].values[at] += 1;
            refused(changed, format!("row {row}, value {at}"));
        }
        for (preperiod, period, saltus) in [(1, 0, 0), (0, 1, 1), (0, 0, 1), (1, 1, 1)] {
            let mut changed = law.clone();
            let line = &mut changed.rows[row];
            (line.preperiod, line.period, line.saltus) = (
                line.preperiod + preperiod,
                line.period + period,
                line.saltus + saltus,
            );
            refused(changed.clone(), format!("row {row}, sizes"));
            let line = &mut changed.rows[row];
            line.values.extend([0, 0]);
            refused(changed, format!("row {row}, sizes and a longer table"));
        }
        // True, but neither the least period nor the least preperiod.
        let mut doubled = law.clone();
        let line = &mut doubled.rows[row];
        let more: Vec<u64> = (line.values[line.preperiod as usize..].iter())
            .map(|value| value + line.period)
            .collect();
        line.values.extend(more);
        (line.period, line.saltus) = (2 * line.period, 2 * line.saltus);
        refused(doubled, format!("row {row}, twice the period"));
        let mut later = law.clone();
        let line = &mut later.rows[row];
        line.values
            .push(line.values[line.preperiod as usize] + line.period);
        line.preperiod += 1;
        refused(later, format!("row {row}, a later start"));
    }
    for other in [
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 2",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k in 1..5",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1\nmisère play",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nFirst: move x -= k, y -= k for k >= 1",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1 if x + y > 1",
        "position x, y <= 99\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1\nat x = 3: draw",
        "position n\nmove n -= k for k >= 1",
    ] {
        let changed = certificate.of_rules(format!("game \"Test\"\n{other}"));
        assert!(changed.verify_with_rules(&budget()).is_err(), "{other}");
    }
    let few = certificate
        .verify_with_rules(&Budget::of(100))
        .expect_err("a small budget");
    assert_eq!(few.why, Why::Budget);
}

#[test]
fn what_is_no_game_of_rows_says_why() {
    for (moves, why) in [
        (
            "position x, y\nmove x -= 1, y -= k for k >= 1\nmove x -= k, y -= 1 for k >= 1",
            "any number from",
        ),
        (
            "position x, y\nmove x -= k for k >= 2\nmove y -= k for k >= 2",
            "cannot be taken",
        ),
        (
            "position x, y\nmove x -= 1\nmove y -= 1\nmisère play",
            "normal play",
        ),
        ("position x, y, z\nmove x -= 1", "not two numbers"),
        (
            "position heaps\nmove take 1",
            "of a form that this kind reads",
        ),
    ] {
        let report = rows_of(moves, 3);
        assert!(report.proved.is_none(), "{moves}");
        let told = format!("{:?}", report.tried);
        assert!(told.contains(why), "{moves}: {told}");
    }
}
