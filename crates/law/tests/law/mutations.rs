//! Certificates and rules changed in thousands of ways: whatever the verifier accepts must be true.

use std::time::Duration;

use serde_json::{Value as Json, json};
use whowins_analysis::Game;
use whowins_engine::{Engine, Limits};
use whowins_law::{OfRules, find_kind, kinds};
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Budget, Certificate, Law, Verified};

use crate::cases;

/// A game with a law: its rules, and positions at which a changed law is compared with the engine.
pub(crate) struct Case {
    pub(crate) rules: &'static str,
    pub(crate) at: Option<&'static str>,
    pub(crate) positions: &'static [&'static str],
    /// Other rules of the same shape, under which most of the law is false.
    pub(crate) others: &'static [&'static str],
}

pub(crate) const HEAPS: &[&str] = &[
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "17", "23", "31", "40",
    "57", "100",
];
pub(crate) const POINTS: &[&str] = &[
    "0,0", "0,1", "1,0", "1,1", "1,2", "2,1", "2,2", "3,5", "5,3", "4,7", "7,4", "6,6", "6,10",
    "10,6", "8,13", "13,8", "0,9", "9,0", "12,5", "11,12", "15,9", "20,12", "17,18", "16,16",
];
pub(crate) const SUMS: &[&str] = &[
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "1,1", "2,1", "3,1", "3,3",
    "8,3", "8,8", "9,8", "9,9", "5,4,3", "1,1,1", "3,3,3", "6,5,1", "8,3,3", "7,3,2,2", "9,3,3,1",
];
pub(crate) const ROWS: &[&str] = &[
    ".", "o", "..", "o.", ".o", "oo", "o..", ".o.", "oo.", "ooo", "o.o", "o...", "ooo.", "oo..",
    "o.o.", "oooo.", "ooo..", "o.oo.", "..o.o.", "oo.oo.", "ooo.oo..", "o.o.o.o.",
];

const BOARDS: &[&str] = &[
    "o",
    ".",
    "o.",
    "oo",
    "o./o.",
    "oo/..",
    ".o/o.",
    "o.o",
    "oo./.o.",
    "o../o../o..",
    "o.o/.o./o..",
    "oooo/....",
];

pub(crate) const CASES: &[Case] = &[
    Case {
        rules: "position n\nFirst: move n -= 1\nFirst: move n -= 4\nSecond: move n -= 2\nSecond: move n -= 5",
        at: None,
        positions: HEAPS,
        others: &[
            "position n\nFirst: move n -= 1\nFirst: move n -= 4\nSecond: move n -= 2",
            "position n\nFirst: move n -= 1\nFirst: move n -= 4\nSecond: move n -= 2\nSecond: move n -= 5\nwho cannot move wins",
            "position n\nFirst: move n -= 1\nmove n -= 4\nSecond: move n -= 2\nSecond: move n -= 5",
            "position n\nFirst: move n -= 1 if n > 6\nFirst: move n -= 4\nSecond: move n -= 2\nSecond: move n -= 5",
            "position n <= 50\nFirst: move n -= 1\nFirst: move n -= 4\nSecond: move n -= 2\nSecond: move n -= 5\nFirst wins when n = 3",
        ],
    },
    Case {
        rules: "position n\nmove n -= k for k >= 1 if k != 3 and k != 5",
        at: None,
        positions: HEAPS,
        others: &[
            "position n\nmove n -= k for k >= 1 if k != 3",
            "position n\nmove n -= k for k >= 2 if k != 3 and k != 5",
            "position n\nmove n -= k for k >= 1 if k != 3 and n != 5",
        ],
    },
    Case {
        rules: "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1",
        at: None,
        positions: POINTS,
        others: &[
            "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1",
            "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 2",
            "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k in 1..9",
            "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nFirst: move x -= k, y -= k for k >= 1",
            "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1\nwho cannot move wins",
        ],
    },
    Case {
        rules: "position x, y\nmove x -= 1\nmove y -= 2\nmove x -= 2, y -= 1",
        at: None,
        positions: POINTS,
        others: &[
            "position x, y\nmove x -= 1\nmove y -= 2",
            "position x, y\nmove x -= 1\nmove y -= 2\nmove x -= 2, y -= 1\nwho cannot move wins",
            "position x, y\nmove x -= 1\nmove y -= 2\nmove x -= 1, y -= 1",
            "position x, y\nmove x -= 1\nmove y -= 2 if x > 1\nmove x -= 2, y -= 1",
        ],
    },
    Case {
        rules: "position x, y\nmove x -= 1\nmove y -= 1\nat x = 0: the mover wins\nat y = 0: the mover loses",
        at: None,
        positions: POINTS,
        others: &[
            "position x, y\nmove x -= 1\nmove y -= 1\nmove x -= 1, y -= 1\nat x = 0: the mover wins\nat y = 0: the mover loses",
            "position x, y\nmove x -= 1\nmove y -= 1\nat x = 0: the mover wins\nat x = 5: the mover loses\nat y = 0: the mover loses",
        ],
    },
    Case {
        rules: "position n\nposition last <= 2\nmove n -= k, last := k for k in 1..3 if k - 1 != last",
        at: None,
        positions: &[
            "0,0", "1,0", "1,1", "2,0", "2,1", "2,2", "3,0", "3,1", "3,2", "4,1", "5,2", "6,0",
            "7,1", "8,2", "9,0", "10,1", "11,2", "12,0", "13,1", "14,2", "20,0", "21,1", "22,2",
        ],
        others: &[
            "position n\nposition last <= 2\nmove n -= k, last := k for k in 1..3",
            "position n\nposition last <= 2\nmove n -= k, last := k - 1 for k in 1..3 if k - 1 != last",
            "position n\nposition last <= 2\nmove n -= k, last := k for k in 1..3 if k - 1 != last\nwho cannot move wins",
            "position n\nposition last <= 2\nFirst: move n -= k, last := k for k in 1..3 if k - 1 != last",
        ],
    },
    Case {
        rules: "octal 0.123\nmisère play",
        at: None,
        positions: SUMS,
        others: &[
            "octal 0.123",
            "octal 0.122\nmisère play",
            "octal 0.1233\nmisère play",
            "octal 4.123\nmisère play",
            "hexadecimal 0.12B\nmisère play",
        ],
    },
    Case {
        rules: "position row of . o\nmove o . -> . o\nmove o o o . -> . o o o\nat once o $ -> . $",
        at: None,
        positions: ROWS,
        others: &[
            "position row of . o\nmove o . -> . o\nmove o o o . -> . . . o\nat once o $ -> . $",
            "position row of . o\nmove o . -> . o\nmove o o . -> . o o\nat once o $ -> . $",
            "position row of . o\nmove o . -> . o\nmove o o o . -> . o o o",
            "position row of . o\nmove o . -> . o\nmove o o o . -> . o o o\nat once o $ -> . $\nwho cannot move wins",
            "position row of . o\nFirst: move o . -> . o\nmove o o o . -> . o o o\nat once o $ -> . $",
        ],
    },
    Case {
        rules: "position board of . o\nmove o . -> . o",
        at: None,
        positions: BOARDS,
        others: &[
            "position board of . o\nmove o . -> . o along right, down",
            "position board of . o\nmove o . -> . o along down",
            "position board of . o\nmove o . -> . o\nmove o -> .",
            "position board of . o\nmove o . . -> . . o",
            "position board of . o\nmove o . -> . o\nwho cannot move wins",
        ],
    },
    Case {
        rules: "position board of . o\nmove o -> .\nmove o o o -> . . .\nwho cannot move wins",
        at: None,
        positions: BOARDS,
        others: &[
            "position board of . o\nmove o -> .",
            "position board of . o\nmove o . -> . . along right, down\nwho cannot move wins",
            "position board of . o\nFirst: move o -> .\nwho cannot move wins",
        ],
    },
    Case {
        rules: "position row of . o\nmove o o -> . o\nmove o . -> . .",
        at: None,
        positions: ROWS,
        others: &[
            "position row of . o\nmove o o -> . o",
            "position row of . o\nFirst: move o o -> . o\nmove o . -> . .",
            "position row of . o\nmove o o -> . o\nmove o . -> . .\nwho cannot move wins",
        ],
    },
    Case {
        rules: "position place in 0..9, last in {none, one, two}\nmove place += 1, last := one if last != one\n\
                move place += 2, last := two if last != two\nat place = 9: the mover wins",
        at: Some("0, none"),
        positions: &[
            "0, none", "1, one", "2, two", "3, one", "3, two", "8, one", "9, one",
        ],
        others: &[
            "position place in 0..9, last in {none, one, two}\nmove place += 1, last := one if last != one\n\
             move place += 2, last := two if last != two\nat place = 9: the mover loses",
            "position place in 0..9, last in {none, one, two}\nmove place += 1, last := one\n\
             move place += 2, last := two if last != two\nat place = 9: the mover wins",
        ],
    },
];

fn text(rules: &str) -> String {
    format!("game \"Case\"\nplayers First, Second\n{rules}\n")
}

fn game(rules: &str) -> (Rules, Game) {
    let rules = Rules::parse("case", rules).unwrap_or_else(|faults| panic!("{faults}"));
    let game = rules
        .game(&Parameters::new())
        .unwrap_or_else(|faults| panic!("{faults}"));
    (rules, game)
}

/// The game's laws of every kind that it has, each in a certificate of its own.
fn certificates(case: &Case) -> Vec<Certificate> {
    let all = certificates_of(case, &|_| true);
    assert!(!all.is_empty(), "{}: no law", case.rules);
    all
}

/// The game's laws of those kinds that are asked for.
pub(crate) fn certificates_of(case: &Case, asked: &dyn Fn(&str) -> bool) -> Vec<Certificate> {
    let (rules, game) = game(&text(case.rules));
    let at = case.at.map(|at| game.read(at).expect("a position"));
    let found = |kind: &&str| {
        let limits = Limits::default().with_time(Duration::from_secs(10));
        let report = find_kind(&rules, &Parameters::new(), at.as_ref(), &limits, kind);
        Some(report.expect("good rules").proved?.certificate().clone())
    };
    let kinds = kinds();
    let asked = kinds.iter().filter(|kind| asked(kind));
    asked.filter_map(found).collect()
}

/// What the verifier accepted, if it did; each law must then be true wherever it speaks.
fn true_if_accepted(certificate: &Certificate, positions: &[&str], what: &str) -> bool {
    let Ok(verified) = certificate.verify_with_rules(&Budget::of(1 << 28)) else {
        return false;
    };
    compare(&verified, positions, what);
    true
}

fn compare(verified: &Verified, positions: &[&str], what: &str) {
    let game = verified.game();
    let mut engine = Engine::new(game.clone(), Limits::default());
    for position in positions {
        let Ok(position) = game.read(position) else {
            continue;
        };
        let truth = engine.values(&position).expect("a small position");
        for law in &verified.certificate().laws {
            if let Some(values) = law.claim().values(game, &position) {
                assert_eq!(
                    values,
                    truth,
                    "{what}: accepted, and wrong at {}",
                    game.show(&position)
                );
            }
        }
    }
}

/// Calls `each` with every tree that differs from `tree` in one place, up to `most` of them, spread
/// evenly.
fn changed(tree: &Json, most: usize, each: &mut dyn FnMut(&Json, &str)) {
    let mut places = Vec::new();
    collect(tree, &mut String::new(), &mut places);
    let step = places.len().div_ceil(most).max(1);
    for place in places.iter().step_by(step) {
        let old = tree.pointer(place).expect("it was collected").clone();
        for new in variants(&old) {
            let mut copy = tree.clone();
            *copy.pointer_mut(place).expect("it was collected") = new.clone();
            each(&copy, &format!("{place}: {} -> {}", cut(&old), cut(&new)));
        }
    }
}

pub(crate) fn cut(value: &Json) -> String {
    value.to_string().chars().take(60).collect()
}

pub(crate) fn collect(tree: &Json, place: &mut String, places: &mut Vec<String>) {
    places.push(place.clone());
    let length = place.len();
    let children: Vec<(String, &Json)> = match tree {
        Json::Array(items) => items
            .iter()
            .enumerate()
            .map(|(at, item)| (at.to_string(), item))
            .collect(),
        Json::Object(fields) => fields
            .iter()
            .map(|(name, item)| (name.clone(), item))
            .collect(),
        _ => Vec::new(),
    };
    for (name, item) in children {
        place.push('/');
        place.push_str(&name);
        collect(item, place, places);
        place.truncate(length);
    }
}

/// Other values for a place.
pub(crate) fn variants(old: &Json) -> Vec<Json> {
    let mut all = match old {
        Json::Bool(b) => vec![json!(!b), Json::Null],
        Json::Null => vec![json!([true, true]), json!([false, false]), json!(0)],
        Json::Number(n) => match (n.as_u64(), n.as_i64()) {
            (Some(n), _) => {
                vec![
                    json!(n.wrapping_add(1)),
                    json!(n.wrapping_sub(1)),
                    json!(0),
                    json!(n.wrapping_mul(2).wrapping_add(3)),
                    json!(u64::MAX),
                    json!(-1),
                ]
            }
            (None, Some(n)) => vec![
                json!(n.wrapping_add(1)),
                json!(n.wrapping_sub(1)),
                json!(n.wrapping_neg()),
                json!(i64::MIN),
            ],
            _ => vec![],
        },
        Json::String(s) => vec![
            json!(""),
            json!(format!("{s}x")),
            json!("base 2"),
            json!("base 3"),
            json!(7),
        ],
        Json::Array(items) => {
            let mut all = vec![json!([]), Json::Null];
            if !items.is_empty() {
                all.push(Json::Array(items[1..].to_vec()));
                all.push(Json::Array(items[..items.len() - 1].to_vec()));
                all.push(Json::Array([&items[..], &items[..1]].concat()));
                let mut turned = items.clone();
                turned.reverse();
                all.push(Json::Array(turned));
            }
            all
        }
        Json::Object(fields) => {
            let without = |name: &String| {
                let mut fewer = fields.clone();
                fewer.remove(name);
                Json::Object(fewer)
            };
            fields.keys().map(without).collect()
        }
    };
    all.retain(|new| new != old);
    all
}

#[test]
fn what_is_accepted_is_true_however_the_law_is_changed() {
    let (mut tried, mut accepted) = (0, 0);
    for case in CASES {
        for certificate in certificates(case) {
            assert!(
                true_if_accepted(&certificate, case.positions, case.rules),
                "{}",
                case.rules
            );
            let tree = serde_json::to_value(&certificate.laws).expect("JSON");
            changed(&tree, cases(80, 600), &mut |laws, what| {
                tried += 1;
                let Ok(laws) = serde_json::from_value(laws.clone()) else {
                    return;
                };
                let other = Certificate {
                    laws,
                    ..certificate.clone()
                };
                let what = format!("{}\n{what}", case.rules);
                accepted += usize::from(true_if_accepted(&other, case.positions, &what));
            });
        }
    }
    assert!(tried > cases(800, 3500), "only {tried} changes");
    println!("{tried} changed laws, {accepted} of them accepted, and true");
}

#[test]
fn a_law_is_accepted_for_other_rules_only_where_it_is_true_of_them() {
    let (mut tried, mut accepted) = (0, 0);
    for case in CASES {
        for certificate in certificates(case) {
            for other in case.others {
                let changed = certificate.of_rules(text(other));
                let what = format!("{} for {other}", case.rules);
                let is_true = true_if_accepted(&changed, case.positions, &what);
                // That all positions are numbers, or dicots, holds of many rules.
                if !matches!(certificate.laws[..], [Law::ValueKind(_)]) {
                    tried += 1;
                    accepted += usize::from(is_true);
                }
            }
        }
    }
    // A move that is never needed may go.
    assert!(accepted * 6 <= tried, "{accepted} of {tried} are accepted");
}
