//! Games of two heaps with laws of their rows.
#![allow(dead_code)] // each test program uses a part

use proptest::prelude::*;
use whowins_analysis::Game;
use whowins_engine::Limits;
use whowins_law::{Report, find_rows};
use whowins_rules::{Parameters, Rules};
use whowins_verify::lattice::{GrundyRow, GrundyRows};
use whowins_verify::{Certificate, Law};

pub const WYTHOFF: &str =
    "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1";

/// Only some numbers can be taken within a row.
pub const SOME_NUMBERS: &str = "position x, y\nmove y -= k for k in {1, 3}\nmove x -= 1, y += 1\nmove x -= 2 * k, y -= k for k >= 1";

pub fn rules(moves: &str) -> Rules {
    Rules::parse("test", &format!("game \"Test\"\n{moves}")).expect("good rules")
}

pub fn game(moves: &str) -> Game {
    rules(moves).game(&Parameters::new()).expect("a game")
}

pub fn rows_of(moves: &str, last: u32) -> Report {
    let limits = Limits::default();
    find_rows(&rules(moves), &Parameters::new(), last, &limits).expect("good rules")
}

/// The law of the rows, as the verifier accepted it.
pub fn law(moves: &str, last: u32) -> (Certificate, GrundyRows) {
    let report = rows_of(moves, last);
    let certificate = report.proved.expect(moves).certificate().clone();
    match &certificate.laws[..] {
        [Law::GrundyRows(law)] => (certificate.clone(), law.clone()),
        other => panic!("{other:?}"),
    }
}

/// All numbers or some within a row, and rays, vectors and neighbours of the diagonal between rows;
/// either heap may be the row.
pub fn random_rules() -> impl Strategy<Value = String> {
    let within = prop_oneof![
        4 => Just("move y -= k for k >= 1".to_string()),
        1 => Just("move y -= k for k >= 3\nmove y -= k for k in {1, 2}".to_string()),
        2 => prop::collection::btree_set(1..6u32, 1..4)
            .prop_map(|set| set.iter().map(|k| format!("move y -= {k}\n")).collect()),
    ];
    let ray = (1..4i32, -1..4i32, 0..3i32).prop_map(|(x, y, least)| {
        let (sign, y) = if y < 0 { ('+', -y) } else { ('-', y) };
        format!(
            "move x -= {x} * k, y {sign}= {y} * k for k >= {}",
            least.max(1)
        )
    });
    let vector = (1..5i32, -2..5i32).prop_map(|(x, y)| match y {
        0 => format!("move x -= {x}"),
        1.. => format!("move x -= {x}, y -= {y}"),
        _ => format!("move x -= {x}, y += {}", -y),
    });
    let near = (1..4i32, 1..4i32)
        .prop_map(|(d, t)| format!("move x -= k, y -= k + j for k >= {d}, 0 <= j < {t}"));
    let more = prop::collection::vec(prop_oneof![3 => ray, 2 => vector, 1 => near], 0..4);
    (within, more, any::<bool>()).prop_map(|(within, more, turned)| {
        let text = format!("position x, y\n{within}\n{}", more.join("\n"));
        match turned {
            false => text,
            true => text
                .replace('x', "z")
                .replace('y', "x")
                .replace('z', "y")
                .replacen("position y, x", "position x, y", 1),
        }
    })
}

/// The law itself, and changed in one place: most are wrong, or claim what is not the least.
pub fn changed(law: &GrundyRows) -> Vec<GrundyRows> {
    let mut all = vec![law.clone()];
    for row in 0..law.rows.len() {
        let mut change = |how: &dyn Fn(&mut GrundyRow)| {
            let mut changed = law.clone();
            how(&mut changed.rows[row]);
            all.push(changed);
        };
        for at in 0..law.rows[row].values.len() {
            change(&|row| row.values[at] += 1);
            change(&|row| row.values[at] = row.values[at].saturating_sub(1));
        }
        change(&|row| row.saltus += 1);
        change(&|row| row.period = 0);
        change(&|row| row.period += 1);
        change(&|row| row.preperiod += 1);
        change(&|row| row.values.truncate(row.values.len() - 1));
        // True, but neither the least period nor the least preperiod.
        let slope = law.rows[row].saltus / law.rows[row].period;
        let next = |row: &GrundyRow| {
            row.values[row.values.len() - row.period as usize] + slope * row.period
        };
        change(&|row| {
            row.values.push(next(row));
            row.preperiod += 1;
        });
        change(&|row| {
            for _ in 0..row.period {
                row.values.push(next(row));
            }
            (row.period, row.saltus) = (2 * row.period, 2 * row.saltus);
        });
    }
    let mut changed = law.clone();
    changed.fixed = 1 - law.fixed;
    all.push(changed);
    let mut changed = law.clone();
    changed.rows.swap(1, 3);
    all.push(changed);
    all
}
