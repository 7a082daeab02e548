//! Laws of octal games: the literature's figures found and verified, any number of heaps, and
//! certificates that were changed.

use dashu_int::UBig;
use whowins_analysis::{Position, Value};
use whowins_engine::{Engine, Limits};
use whowins_law::{OfRules, Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Budget, Certificate, Law, Verified};

fn rules(code: &str) -> Rules {
    Rules::parse("code", &format!("game \"{code}\"\noctal {code}\n")).unwrap()
}

fn proved(code: &str) -> Verified {
    let values = Parameters::new();
    let report = find(
        &rules(code),
        &values,
        None,
        &Limits::default(),
        &[Says::Outcome],
    )
    .unwrap();
    let tried = report.tried;
    report.proved.unwrap_or_else(|| panic!("{code}: {tried:?}"))
}

/// Preperiod and period of the proved law.
fn sizes(verified: &Verified) -> (u64, u64) {
    match &verified.certificate().laws[0] {
        Law::GuySmith(law) => (law.preperiod, law.period),
        Law::SparseSpace(law) => (law.preperiod, law.period),
        other => panic!("{other:?}"),
    }
}

/// Known figures of games with up to three digits, preperiod and period together within these
/// bounds.
fn hold(within: std::ops::Range<u64>) {
    let mut count = 0;
    for line in include_str!("../../../../testdata/octal.csv").lines() {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |at: usize| cells.get(at).and_then(|cell: &&str| cell.parse().ok());
        let (Some(preperiod), Some(period)) = (number(1), number(2)) else {
            continue;
        };
        if cells[0].len() <= 5 && within.contains(&(preperiod + period)) {
            assert_eq!(sizes(&proved(cells[0])), (preperiod, period), "{line}");
            count += 1;
        }
    }
    assert!(count > 0);
}

#[test]
fn short_periods_of_the_literature() {
    hold(0..10_000);
}

/// No octal code: numbers to take and a split, whose figures the notes have from a public
/// repository.
#[test]
fn take_or_split() {
    let text = "game \"g\"\nposition heaps\nmove take 1, 2, 4 or 9\nmove split into two heaps\n";
    let rules = Rules::parse("g", text).unwrap();
    let limits = Limits::default();
    let report = find(&rules, &Parameters::new(), None, &limits, &[Says::Outcome]).unwrap();
    let verified = report.proved.expect("proved");
    assert_eq!(sizes(&verified), (322, 11_060));
}

#[test]
fn periods_beyond_all_options() {
    hold(254_810..254_811);
}

/// The best space of 0.56 shows at 2^15 heaps; it is begun with once more, so that the window stays
/// short.
#[test]
fn a_space_that_shows_late_has_a_short_window() {
    let verified = proved("0.56");
    assert_eq!(sizes(&verified), (326_640, 144));
    match &verified.certificate().laws[0] {
        Law::SparseSpace(law) => assert!(law.reach < 1 << 12, "{}", law.reach),
        other => panic!("{other:?}"),
    }
}

#[test]
#[ignore = "some minutes"]
fn long_periods() {
    hold(10_000..254_810);
    hold(254_811..20_000_000);
}

#[test]
#[ignore = "some minutes each"]
fn periods_of_hundreds_of_millions() {
    hold(20_000_000..1 << 40);
}

#[test]
fn laws_agree_with_the_rules() {
    for code in [
        "0.77", "0.33", "0.3", "0.137", "4.3", "4.7", "0.34", "0.26", "0.115", "0.07",
    ] {
        let verified = proved(code);
        let game = rules(code).game(&Parameters::new()).unwrap();
        let mut engine = Engine::new(game.clone(), Limits::default());
        for a in 0..12_u64 {
            for b in 0..=a {
                for c in [0, 1, 5] {
                    let text = format!("{a},{b},{c}");
                    let position = game.read(&text).unwrap();
                    let by_law = verified.values(&game, &position);
                    assert_eq!(
                        by_law,
                        Some(engine.values(&position).unwrap()),
                        "{code} {text}"
                    );
                }
            }
        }
    }
}

#[test]
fn any_number_of_heaps_of_any_size() {
    let verified = proved("0.77");
    let game = verified.game();
    // Kayles: 12 divides 12 · 10^1000, and heaps of equal value cancel.
    let huge = UBig::from(10u8).pow(1000) * UBig::from(12u8);
    let pair = Position::list(vec![huge.clone(), &huge + UBig::from(12u8)]);
    assert_eq!(verified.values(game, &pair), Some([Value::Loss; 2]));
    let odd = Position::list(vec![huge.clone(), &huge + UBig::from(1u8)]);
    assert_eq!(verified.values(game, &odd), Some([Value::Win; 2]));
    let many = Position::list(vec![huge; 101]);
    assert_eq!(verified.values(game, &many), Some([Value::Win; 2]));
}

/// The certificate's JSON with each number changed in turn, and what the verifier says.
fn mutated(verified: &Verified, spare: &[&str], every: usize) {
    let value: serde_json::Value = serde_json::from_str(&verified.certificate().write()).unwrap();
    let mut paths = Vec::new();
    collect(&value["laws"][0], String::from("/laws/0"), &mut paths);
    let mut seen = 0;
    for (at, path) in paths.iter().enumerate() {
        if at % every != 0 || spare.iter().any(|spare| path.contains(spare)) {
            continue;
        }
        for change in [1_i64, -1] {
            let mut changed = value.clone();
            let place = changed.pointer_mut(path).unwrap();
            let number = place.as_i64().unwrap() + change;
            if number < 0 {
                continue;
            }
            *place = number.into();
            let accepted = Certificate::read(&changed.to_string())
                .and_then(|certificate| certificate.verify_with_rules(&Budget::of(1 << 32)));
            assert!(accepted.is_err(), "{path} {change}");
            seen += 1;
        }
    }
    assert!(seen > 10);
}

fn collect(value: &serde_json::Value, path: String, paths: &mut Vec<String>) {
    match value {
        serde_json::Value::Number(_) => paths.push(path),
        serde_json::Value::Array(all) => {
            for (at, value) in all.iter().enumerate() {
                collect(value, format!("{path}/{at}"), paths);
            }
        }
        serde_json::Value::Object(all) => {
            for (name, value) in all {
                collect(value, format!("{path}/{name}"), paths);
            }
        }
        _ => {}
    }
}

#[test]
fn changed_tables_are_rejected() {
    mutated(&proved("0.77"), &[], 1);
    mutated(&proved("0.44"), &[], 1);
}

#[test]
fn changed_sparse_spaces_are_rejected() {
    let verified = proved("0.16");
    assert!(matches!(
        verified.certificate().laws[0],
        Law::SparseSpace(_)
    ));
    // Bounds may be wider than need be, and the order of the probes is a hint.
    mutated(&verified, &["reach", "largest", "probes", "differs"], 3);
    let with = |change: &dyn Fn(&mut whowins_verify::octal::SparseSpace)| {
        let mut certificate = verified.certificate().clone();
        if let Law::SparseSpace(law) = &mut certificate.laws[0] {
            change(law);
        }
        certificate
            .verify_with_rules(&Budget::of(1 << 32))
            .map(|_| ())
    };
    assert!(with(&|_| {}).is_ok());
    assert!(with(&|law| law.period *= 2).is_err());
    assert!(with(&|law| law.preperiod += 1).is_err());
    assert!(with(&|law| law.preperiod -= 1).is_err());
    assert!(with(&|law| law.largest /= 2).is_err());
    assert!(with(&|law| law.mask = 0).is_err());
    assert!(with(&|law| law.mask ^= 1).is_err());
    assert!(with(&|law| law.by_position = !law.by_position).is_err());
    assert!(with(&|law| law.rare.truncate(law.rare.len() - 1)).is_err());
    assert!(with(&|law| law.rare.rotate_left(1)).is_err());
    assert!(with(&|law| law.differs.clear()).is_err());
    assert!(with(&|law| law.differs[0] += law.period * 1000).is_err());
    assert!(with(&|law| law.preperiod = u64::MAX).is_err());
    assert!(with(&|law| law.period = u64::MAX).is_err());
    assert!(with(&|law| law.reach = u64::MAX).is_err());
    assert!(with(&|law| law.rare.push((u64::MAX, 1))).is_err());
    assert!(with(&|law| law.probes.push((9, 1))).is_err());
    assert!(with(&|law| law.probes.push((0, 0))).is_err());
}

#[test]
fn other_endings_are_refused() {
    let verified = proved("0.77");
    for text in [
        "game \"Kayles\"\noctal 0.77\nwho cannot move wins\n",
        "game \"Kayles\"\noctal 0.76\n",
        "game \"Nim\"\nposition n\nmove n -= k for k >= 1\n",
    ] {
        let mut certificate = verified.certificate().clone();
        certificate = certificate.of_rules(text);
        assert!(
            certificate.verify_with_rules(&Budget::default()).is_err(),
            "{text}"
        );
    }
}

#[test]
fn checkpoints_cut_the_check_into_pieces() {
    use whowins_engine::octal::Values;
    use whowins_verify::octal::{Checkpoint, SparseSpace};

    let verified = proved("0.16");
    let game = verified.game();
    let Some(octal) = game.heaps() else {
        panic!("an octal game")
    };
    let mut values = Values::new(octal, Limits::default());
    values.extend(300_000).unwrap();
    let value = |heap: usize| values.get(heap).unwrap() as u16;
    let Law::SparseSpace(plain) = &verified.certificate().laws[0] else {
        panic!("a sparse space")
    };
    let window = plain.rare.last().unwrap().0.max(plain.reach) as usize + octal.any().digits.len();
    let verify = |law: SparseSpace| {
        let mut certificate = verified.certificate().clone();
        certificate.laws = vec![Law::SparseSpace(Box::new(law))];
        certificate.verify_with_rules(&Budget::of(1 << 34))
    };
    let mut law = SparseSpace::clone(plain);
    law.checkpoints = [40_000, 100_001, 105_349, 254_810, 254_900]
        .into_iter()
        .map(|heap| Checkpoint {
            heap: heap as u64,
            values: (heap - window..heap).map(value).collect(),
        })
        .collect();
    let cut = verify(law.clone()).unwrap();
    for heap in [
        0, 1, 2, 284, 13_935, 39_999, 40_000, 100_000, 105_348, 105_349, 254_809, 254_810, 299_999,
    ] {
        let expected = Some(u64::from(value(heap)));
        for law in [plain.as_ref(), &law] {
            assert_eq!(
                law.grundy_value(cut.game(), &UBig::from(heap)),
                expected,
                "{heap}"
            );
        }
    }
    // The period carries over to heaps of any size.
    let huge = UBig::from(10u8).pow(40) * UBig::from(149_459_u32) + UBig::from(150_000_u32);
    assert_eq!(
        law.grundy_value(cut.game(), &huge),
        Some(u64::from(value(150_000)))
    );

    for at in 0..law.checkpoints.len() {
        for place in [0, 1, window / 2, window - 1] {
            let mut wrong = law.clone();
            wrong.checkpoints[at].values[place] ^= 1;
            assert!(verify(wrong).is_err(), "{at} {place}");
        }
        let mut wrong = law.clone();
        wrong.checkpoints[at].heap += 1;
        assert!(verify(wrong).is_err(), "{at}");
        let mut wrong = law.clone();
        wrong.checkpoints[at].values.pop();
        assert!(verify(wrong).is_err(), "{at}");
    }
    let mut wrong = law.clone();
    wrong.checkpoints.swap(0, 1);
    assert!(verify(wrong).is_err());
    let mut wrong = law.clone();
    wrong.checkpoints[4].heap = u64::MAX;
    assert!(verify(wrong).is_err());
    let mut fewer = law;
    fewer.checkpoints.remove(2);
    assert!(verify(fewer).is_ok());
}

#[test]
fn a_winning_move_is_found_from_the_law() {
    use std::sync::Arc;
    use whowins_law::{LawSource, LawStrategy};

    let rules = rules("0.77");
    let game = rules.game(&Parameters::new()).unwrap();
    let limits = Limits::default();
    let source = Arc::new(LawSource::search(&rules, &Parameters::new(), &limits));
    let mut strategy: Box<dyn whowins_engine::Strategy> = Box::new(LawStrategy::new(source, &game));
    let verified = proved("0.77");
    for text in ["100000", "70000,3", "5000,4000,30", "1", "9,9,9"] {
        let position = game.read(text).unwrap();
        let solved = strategy.solve(&position).unwrap();
        assert_eq!(solved.to_move[0].value, Value::Win, "{text}");
        let best = solved.to_move[0].best.clone().unwrap();
        assert_eq!(
            verified.values(&game, &best.to),
            Some([Value::Loss; 2]),
            "{text}"
        );
    }
}
