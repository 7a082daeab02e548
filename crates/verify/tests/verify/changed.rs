//! True certificates, small ones of many kinds, and every certificate that one change makes of
//! them: what is still accepted says the same.

use serde_json::{Map, Value as Json, json};
use whowins_analysis::{Game, Position};
use whowins_law::OfRules;
use whowins_rules::{Parameters, Rules};
use whowins_values::{Arena, Budget as Room};
use whowins_verify::heap::Grundy;
use whowins_verify::lattice::GrundyRows;
use whowins_verify::octal::Checkpoint;
use whowins_verify::{Budget, Certificate, Law, Verified};

pub const CERTIFICATES: &[(&str, &str)] = &[
    ("all-but", include_str!("certificates/all-but.json")),
    ("arithmetic", include_str!("certificates/arithmetic.json")),
    ("cut-rows", include_str!("certificates/cut-rows.json")),
    ("grundy", include_str!("certificates/grundy.json")),
    ("grundy-rows", include_str!("certificates/grundy-rows.json")),
    ("guy-smith", include_str!("certificates/guy-smith.json")),
    (
        "misere-quotient",
        include_str!("certificates/misere-quotient.json"),
    ),
    ("periodic", include_str!("certificates/periodic.json")),
    ("product", include_str!("certificates/product.json")),
    ("race", include_str!("certificates/race.json")),
    (
        "regular-values",
        include_str!("certificates/regular-values.json"),
    ),
    ("row", include_str!("certificates/row.json")),
    (
        "sparse-space",
        include_str!("certificates/sparse-space.json"),
    ),
    (
        "sparse-space-of-one",
        include_str!("certificates/sparse-space-of-one.json"),
    ),
];

/// Everything that one change makes of a value: a number a little larger or smaller, a letter
/// another, a list longer, shorter or in another order.
fn changes(value: &Json) -> Vec<Json> {
    match value {
        Json::Null => Vec::new(),
        Json::Bool(flag) => vec![json!(!flag)],
        Json::Number(number) => {
            let number = number.as_i64().expect("small");
            let all = [number + 1, number - 1, 2 * number, 0, 1];
            let other = all.into_iter().filter(|one| *one >= 0 && *one != number);
            other.map(Json::from).collect()
        }
        Json::String(text) => {
            let mut all = vec![json!(format!("{text}0")), json!("")];
            for (at, letter) in text.char_indices() {
                for other in "01NPLRWD".chars().filter(|other| *other != letter) {
                    let (before, after) = (&text[..at], &text[at + letter.len_utf8()..]);
                    all.push(json!(format!("{before}{other}{after}")));
                }
            }
            all
        }
        Json::Array(list) => {
            let mut all = Vec::new();
            for at in 0..list.len() {
                for changed in changes(&list[at]) {
                    let mut list = list.clone();
                    list[at] = changed;
                    all.push(list);
                }
                let (mut less, mut more, mut other) = (list.clone(), list.clone(), list.clone());
                less.remove(at);
                more.insert(at, list[at].clone());
                other.swap(at, (at + 1) % list.len());
                all.extend([less, more, other]);
            }
            all.into_iter()
                .filter(|one| one != list)
                .map(Json::from)
                .collect()
        }
        Json::Object(fields) => {
            let with = |name: &String, changed| {
                let mut fields: Map<String, Json> = fields.clone();
                fields.insert(name.clone(), changed);
                Json::from(fields)
            };
            let fields = fields.iter().filter(|(name, _)| *name != "kind");
            fields
                .flat_map(|(name, old)| changes(old).into_iter().map(move |new| with(name, new)))
                .collect()
        }
    }
}

/// Small positions of a game.
fn positions(game: &Game) -> Vec<Position> {
    let numbers = (0..40).map(|n| n.to_string());
    let pairs = (0..12).flat_map(|n| (0..12).map(move |m| format!("{n},{m}")));
    let nodes = "abcd"
        .chars()
        .flat_map(|p| "abcd".chars().map(move |q| format!("{p} {q}")));
    let rows = (0..81).map(|n: u32| {
        let cell = |at: u32| ['.', 'x', 'o'][(n / 3_u32.pow(at) % 3) as usize];
        (0..4).map(cell).collect()
    });
    let all = numbers.chain(pairs).chain(nodes).chain(rows);
    all.filter_map(|text| game.read(&text).ok()).collect()
}

/// Whether each answer of the one is the other's, where that has one.
fn says_the_same(one: &Verified, right: &Verified) -> bool {
    let game = right.game();
    positions(game).iter().all(|at| {
        let values = one.values(game, at);
        let grundy = one.grundy(game, at);
        let mut arena = Arena::new(Room::OPEN);
        let [worth, is_worth] = [one, right].map(|law| law.worth(game, at, &mut arena));
        (worth.is_none() || is_worth.is_none_or(|is_worth| worth == Some(is_worth)))
            && (values.is_none()
                || right
                    .values(game, at)
                    .is_none_or(|right| values == Some(right)))
            && (grundy.is_none()
                || right
                    .grundy(game, at)
                    .is_none_or(|right| grundy == Some(right)))
    })
}

fn budget() -> Budget {
    Budget::of(1 << 24)
}

/// How many changes there are of a right certificate, and how many of them are accepted.
fn judged(name: &str, right: &Certificate) -> (usize, usize) {
    let verified = right.verify_with_rules(&budget());
    let verified = verified.unwrap_or_else(|rejection| panic!("{name}: {rejection}"));
    let spoken = positions(verified.game());
    let spoken = spoken
        .iter()
        .filter(|at| verified.values(verified.game(), at).is_some());
    assert!(spoken.count() > 0, "{name}");
    let (mut tried, mut accepted) = (0, 0);
    for (at, law) in right.laws.iter().enumerate() {
        let law = serde_json::to_value(law).expect("JSON");
        for changed in changes(&law) {
            tried += 1;
            let Ok(law) = serde_json::from_value::<Law>(changed.clone()) else {
                continue;
            };
            let mut certificate = right.clone();
            certificate.laws = vec![law];
            if let Ok(other) = certificate.verify_with_rules(&budget()) {
                accepted += 1;
                assert!(
                    says_the_same(&other, &verified),
                    "{name}, law {at}: {changed}"
                );
            }
        }
    }
    (tried, accepted)
}

#[test]
fn what_is_accepted_says_the_same() {
    for (name, text) in CERTIFICATES {
        let right = Certificate::read(text).expect("a certificate");
        let (tried, accepted) = judged(name, &right);
        println!("{name}: {accepted} of {tried} accepted");
        assert!(
            tried > 10 && 3 * accepted < tried,
            "{name}: {accepted} of {tried}"
        );
    }
}

fn certificate(rules: &str, law: Law) -> Certificate {
    let text = format!("game \"G\"\n{rules}\n");
    let rules = Rules::parse("changed", &text).unwrap_or_else(|faults| panic!("{faults}"));
    Certificate::new(&rules, &Parameters::new(), vec![law])
}

/// Grundy values are of games with the same moves for both, in normal play.
#[test]
fn values_are_of_impartial_games_in_normal_play() {
    let law = || {
        Law::Grundy(Grundy {
            preperiod: 0,
            period: 2,
            saltus: 0,
            values: vec![0, 1],
        })
    };
    let right = certificate("position n\nmove n -= 1", law());
    assert!(right.verify_with_rules(&budget()).is_ok());
    // A value that is too large is no mex.
    judged("one at a time", &right);
    for (rules, why) in [
        (
            "players A, B\nposition n\nA: move n -= 1\nB: move n -= s for s in {1, 3}",
            "take different numbers",
        ),
        (
            "position n\nmove n -= 1\nmisère play",
            "who cannot move wins",
        ),
    ] {
        let refused = certificate(rules, law()).verify_with_rules(&budget());
        let refused = refused.expect_err(rules).to_string();
        assert!(refused.contains(why), "{refused}");
    }
}

/// What is true from a heap on is not said of a later one.
#[test]
fn arithmetic_preperiods_are_the_least() {
    let (_, text) = CERTIFICATES[1];
    let mut certificate = Certificate::read(text).expect("a certificate");
    let [Law::Arithmetic(law)] = certificate.laws.as_mut_slice() else {
        panic!("another kind of law");
    };
    law.preperiod = 1;
    law.values.push(law.values[0] + law.saltus);
    let first = law.witnesses.remove(0);
    law.witnesses.push(first);
    let refused = certificate
        .verify_with_rules(&budget())
        .expect_err("it begins earlier");
    assert!(
        refused.to_string().contains("preperiod 1 is not the least"),
        "{refused}"
    );
}

/// The Grundy values of an octal game, from its definition.
fn naive(digits: &[u8], heaps: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    for heap in 0..heaps {
        let mut seen = vec![false; heap + 2];
        for (take, digit) in digits.iter().enumerate().take(heap + 1) {
            let rest = heap - take;
            if digit & 1 != 0 && rest == 0 || digit & 2 != 0 && rest > 0 && take > 0 {
                seen[usize::from(values.get(rest).copied().unwrap_or(0))] = true;
            }
            for part in 1..=rest / 2 {
                if digit & 4 != 0 {
                    seen[usize::from(values[part] ^ values[rest - part])] = true;
                }
            }
        }
        values.push(seen.iter().position(|seen| !seen).expect("room") as u16);
    }
    values
}

/// The work is cut at checkpoints: what stands there is compared with what comes before.
#[test]
fn checkpoints_are_the_values_there() {
    let (_, text) = CERTIFICATES
        .iter()
        .find(|(name, _)| *name == "sparse-space")
        .expect("it is there");
    let mut right = Certificate::read(text).expect("a certificate");
    let [Law::SparseSpace(law)] = right.laws.as_mut_slice() else {
        panic!("another kind of law");
    };
    let digits = [0, 0, 4, 5];
    let values = naive(&digits, 1000);
    let window = law.reach as usize + digits.len();
    let at = |heap: usize| Checkpoint {
        heap: heap as u64,
        values: values[heap - window..heap].to_vec(),
    };
    law.checkpoints = vec![at(window + 1), at(window + 50)];
    assert!(right.verify_with_rules(&budget()).is_ok());
    let change = |how: &dyn Fn(&mut Vec<Checkpoint>)| {
        let mut wrong = right.clone();
        if let [Law::SparseSpace(law)] = wrong.laws.as_mut_slice() {
            how(&mut law.checkpoints);
        }
        assert!(wrong.verify_with_rules(&budget()).is_err());
    };
    for checkpoint in 0..2 {
        for place in [0, window / 2, window - 1] {
            change(&|all| all[checkpoint].values[place] ^= 1);
        }
        change(&|all| all[checkpoint].heap += 1);
    }
    change(&|all| all.reverse());
    // Both wrong in the same way, as if one had gone on from the other.
    change(&|all| all.iter_mut().for_each(|one| one.values.fill(1)));
}

/// A law of no rows says nothing, and is none.
#[test]
fn rows_of_values_are_some() {
    let law = Law::GrundyRows(GrundyRows {
        fixed: 0,
        rows: Vec::new(),
    });
    let rules = "position x, y\nmove x -= 1\nmove y -= 1";
    let refused = certificate(rules, law).verify_with_rules(&budget());
    assert!(refused.expect_err("no rows").to_string().contains("0 rows"));
}
