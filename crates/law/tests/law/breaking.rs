//! Laws of games whose moves leave three heaps, or unequal ones, or take any number: found,
//! verified, and refused where they are wrong.

use crate::breaking_common::{rules, search};
use crate::coq_common::coqc;
use dashu_int::UBig;
use whowins_analysis::Value;
use whowins_engine::Limits;
use whowins_engine::octal::Values;
use whowins_law::{Finding, OfRules, Says, find};
use whowins_rules::Parameters;
use whowins_verify::octal::{Arithmetic, Witness};
use whowins_verify::{Budget, Certificate, Law, Verified, Why};

fn proved(moves: &str) -> Verified {
    let limits = Limits::default();
    let report = find(
        &rules(moves),
        &Parameters::new(),
        None,
        &limits,
        &[Says::Outcome],
    )
    .unwrap();
    let tried = report.tried;
    report
        .proved
        .unwrap_or_else(|| panic!("{moves}: {tried:?}"))
}

fn arithmetic(verified: &Verified) -> &Arithmetic {
    match &verified.certificate().laws[0] {
        Law::Arithmetic(law) => law,
        other => panic!("{other:?}"),
    }
}

fn naive(moves: &str, length: u64) -> Vec<u64> {
    let game = rules(moves).game(&Parameters::new()).unwrap();
    crate::breaking_common::naive(&game, length)
}

/// All hexadecimal codes of one digit or two after the point whose values are seen to grow evenly:
/// 71 of 255, each proved.
#[test]
fn all_codes_of_two_digits_that_grow_evenly_are_proved() {
    let (mut small, mut large) = (Vec::new(), Vec::new());
    for code in 1..256 {
        let code = match code % 16 {
            0 => format!("0.{:X}", code / 16),
            _ => format!("0.{code:02X}"),
        };
        let report = search(&format!("hexadecimal {code}"), "arithmetic");
        match &report.proved {
            Some(verified) => {
                let law = arithmetic(verified);
                let sizes = (law.preperiod, law.period, law.saltus);
                match law.preperiod + law.period <= 48 {
                    true => small.push((code, sizes)),
                    false => large.push((code, sizes)),
                }
            }
            None => match &report.tried[0].finding {
                Finding::Nothing(_) => {}
                other => panic!("{code}: {other:?}"),
            },
        }
    }
    assert_eq!(small.len(), 68, "{small:?}");
    // For the first two, options of one heap of any size beside fixed ones or a pair are not
    // enough.
    assert_eq!(
        large,
        [
            ("0.28".to_string(), (1, 53, 16)),
            ("0.29".to_string(), (1, 53, 16)),
            ("0.9C".to_string(), (28, 36, 16))
        ]
    );
}

/// Kenyon's game (1967): period 6 and saltus 3, which is no power of 2.
#[test]
fn kenyons_game() {
    let moves = "hexadecimal 0.3F";
    let verified = proved(moves);
    let law = arithmetic(&verified);
    assert_eq!((law.preperiod, law.period, law.saltus), (0, 6, 3));
    for (heap, value) in (0..150_u64).zip(naive(moves, 150)) {
        assert_eq!(law.grundy_value(&heap.into()), Some(value.into()), "{heap}");
    }
    let huge = UBig::from(6u8) * UBig::from(10u8).pow(50) + UBig::from(5u8);
    let value = UBig::from(3u8) * UBig::from(10u8).pow(50) + UBig::from(law.values[5]);
    assert_eq!(law.grundy_value(&huge), Some(value));
    // A sum of heaps is lost where the values cancel.
    let game = verified.game();
    let at = |text: &str| verified.values(game, &game.read(text).unwrap());
    assert_eq!(at("0"), Some([Value::Loss; 2]));
    assert_eq!(at(&format!("{huge},{huge}")), Some([Value::Loss; 2]));
    assert_eq!(at(&format!("{huge},{huge},1")), Some([Value::Win; 2]));
}

#[test]
fn any_number_may_be_taken() {
    // Lasker's Nim (1931): take any number from a heap, or split it.
    let lasker = "position heaps\nmove take any number\nmove split into two heaps";
    let verified = proved(lasker);
    let law = arithmetic(&verified);
    assert_eq!(
        (law.preperiod, law.period, law.saltus),
        (1, 4, 4),
        "{law:?}"
    );
    assert_eq!(law.values, [0, 1, 2, 4, 3]);
    for (heap, value) in (0..100_u64).zip(naive(lasker, 100)) {
        assert_eq!(law.grundy_value(&heap.into()), Some(value.into()), "{heap}");
    }
    let nim = proved("position heaps\nmove take any number");
    assert_eq!(arithmetic(&nim).values, [0]);
    let all_but = proved("position heaps\nmove take 1, 2 or 4 or more");
    assert!(arithmetic(&all_but).period > 1);
}

#[test]
fn wrong_laws_are_refused() {
    for moves in [
        "hexadecimal 0.3F",
        "hexadecimal 0.F8",
        "position heaps\nmove take 2, leaving at most one heap or four heaps",
        "position heaps\nmove take any number\nmove split into two heaps",
    ] {
        let verified = proved(moves);
        let right = arithmetic(&verified).clone();
        let verify = |law: Arithmetic| {
            let mut certificate = verified.certificate().clone();
            certificate.laws = vec![Law::Arithmetic(law)];
            certificate.verify_with_rules(&Budget::of(1 << 30))
        };
        assert!(verify(right.clone()).is_ok());
        let refused = |law: Arithmetic| {
            if let Ok(accepted) = verify(law.clone()) {
                panic!("{moves}: {law:?} says {:?}", accepted.statements());
            }
        };
        for at in 0..right.values.len() {
            for change in [1, 2, 4] {
                let mut law = right.clone();
                law.values[at] ^= change;
                refused(law);
            }
        }
        for saltus in [0, right.saltus + 1, right.saltus * 2, u64::MAX] {
            refused(Arithmetic {
                saltus,
                ..right.clone()
            });
        }
        // Twice the period; one heap more before it; tables that do not fit.
        let mut law = right.clone();
        for n in 0..law.period {
            let value = right.grundy_value(&(right.preperiod + right.period + n).into());
            law.values.push(u64::try_from(value.unwrap()).unwrap());
        }
        law.period *= 2;
        law.saltus *= 2;
        refused(law);
        let mut law = right.clone();
        let value = right.grundy_value(&(right.preperiod + right.period).into());
        law.values.push(u64::try_from(value.unwrap()).unwrap());
        refused(law.clone());
        law.preperiod += 1;
        refused(law);
        for (preperiod, period) in [(0, 0), (u64::MAX, 1), (1, u64::MAX), (1 << 40, 1 << 40)] {
            refused(Arithmetic {
                preperiod,
                period,
                ..right.clone()
            });
        }
        // Forms of options that the rules do not have, or that say nothing.
        for witness in [
            Witness {
                take: 1,
                fixed: vec![1, 1, 1],
                rest: true,
                ..Witness::default()
            },
            Witness {
                take: 7,
                pair: true,
                ..Witness::default()
            },
            Witness {
                take: 2,
                fixed: vec![0],
                rest: true,
                ..Witness::default()
            },
            Witness {
                take: u64::MAX,
                fixed: vec![u64::MAX; 9],
                ..Witness::default()
            },
        ] {
            let mut law = right.clone();
            law.witnesses.push(witness);
            refused(law);
        }
        refused(Arithmetic {
            witnesses: Vec::new(),
            ..right.clone()
        });
        // Each witness that is chosen serves something that those before it do not; the last ones
        // are needed most often.
        let needed = (0..right.witnesses.len()).filter(|at| {
            let mut law = right.clone();
            law.witnesses.remove(*at);
            verify(law).is_err()
        });
        assert!(needed.count() > 0, "{moves}");
    }
}

#[test]
fn laws_of_other_rules_are_refused() {
    let verified = proved("hexadecimal 0.3F");
    for other in [
        "octal 0.37",
        "hexadecimal 0.3E",
        "hexadecimal 0.3B",
        "hexadecimal 0.7F",
        "hexadecimal 8.3F",
        "hexadecimal 0.3F1",
        "hexadecimal 0.3F\nmisère play",
        "position heaps\nmove take 1\nmove take 2, leaving at most two heaps\nmove take 2, leaving three unequal heaps",
        "position heaps\nmove take 1\nmove take 2 or more, leaving at most three heaps",
    ] {
        let mut certificate = verified.certificate().clone();
        certificate = certificate.of_rules(format!("game \"G\"\n{other}\n"));
        let rejection = certificate
            .verify_with_rules(&Budget::of(1 << 30))
            .unwrap_err();
        assert!(
            matches!(rejection.why, Why::False | Why::Rules),
            "{other}: {rejection}"
        );
    }
    // The same rules in words.
    let mut certificate = verified.certificate().clone();
    certificate.rules =
        "game \"G\"\nposition heaps\nmove take 1\nmove take 2, leaving at most three heaps\n"
            .into();
    assert!(certificate.verify_with_rules(&Budget::of(1 << 30)).is_ok());
    let text = verified.certificate().write();
    assert_eq!(Certificate::read(&text).unwrap(), *verified.certificate());
}

/// The theorem of Guy and Smith for three heaps, and for unequal ones.
#[test]
fn periods_where_three_heaps_or_unequal_ones_stay() {
    for moves in [
        "hexadecimal 0.81",
        "hexadecimal 0.A2",
        "hexadecimal 0.B2",
        "hexadecimal 0.F3",
        "position heaps\nmove take 1, leaving nothing or two unequal heaps\nmove take 2 or 3, leaving at most one heap or two unequal heaps",
        "position heaps\nmove take 1, leaving at most one heap or three different heaps",
        "position heaps\nmove take 1, leaving at most one heap or four heaps",
    ] {
        let report = search(moves, "guy-smith");
        let Some(verified) = &report.proved else {
            panic!("{moves}: {:?}", report.tried)
        };
        let Law::GuySmith(law) = &verified.certificate().laws[0] else {
            panic!("{moves}")
        };
        for (heap, value) in (0..70_u64).zip(naive(moves, 70)) {
            assert_eq!(
                law.grundy_value(&heap.into()),
                Some(value),
                "{moves}: {heap}"
            );
        }
        for at in 0..law.values.len() {
            let mut certificate = verified.certificate().clone();
            let Law::GuySmith(law) = &mut certificate.laws[0] else {
                unreachable!()
            };
            law.values[at] ^= 1;
            assert!(
                certificate.verify_with_rules(&Budget::default()).is_err(),
                "{moves} {at}"
            );
        }
    }
}

/// No period of Grundy's game is known, and none is claimed; the values go far in a sparse space.
#[test]
fn grundys_game_has_no_law() {
    let game = "position heaps\nmove split into two unequal heaps";
    let report = search(game, "guy-smith");
    assert!(report.proved.is_none());
    assert!(matches!(report.tried[0].finding, Finding::Nothing(_)));
    let game = rules(game).game(&Parameters::new()).unwrap();
    let breaking = game.heaps().expect("a game of heaps");
    let mut values = Values::new(breaking, Limits::default());
    values.extend(20_000).unwrap();
    // P-positions of one heap below 1000, as they are known.
    let lost: Vec<usize> = (0..3000)
        .filter(|heap| values.get(*heap) == Some(0))
        .collect();
    assert_eq!(
        lost,
        [
            0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53, 270, 273, 276, 282, 285, 288, 316, 334, 337,
            340, 346, 359, 362, 365, 386, 389, 392, 566, 630, 633, 636, 639, 673, 676, 682, 685,
            923, 926, 929, 932, 1222
        ]
    );
}

/// Periods where three or four heaps stay are instances of `proofs/Breaking.v`, and are refused
/// once a number in them is changed; what no theory has is said to have none.
#[test]
fn more_than_two_heaps_in_coq() {
    let games = crate::cases(2, 4);
    let (mut all, mut texts) = (String::new(), Vec::new());
    for moves in [
        "hexadecimal 0.81",
        "hexadecimal 0.A2",
        "hexadecimal 0.F3",
        "position heaps\nmove take 1, leaving at most one heap or four heaps",
    ]
    .into_iter()
    .take(games)
    {
        let report = search(moves, "guy-smith");
        let text = whowins_law::coq::file(&report.proved.unwrap())
            .unwrap()
            .text;
        all.push_str(&format!(
            "Module Game{}.\n{text}End Game{}.\n",
            texts.len(),
            texts.len()
        ));
        texts.push(text);
    }
    let (accepted, said) = coqc("breaking", &all);
    assert!(accepted, "{all}\n{said}");
    let closed = said.matches("Closed under the global context").count();
    assert_eq!(closed, texts.len(), "{said}");
    let changes = [
        (
            0,
            "digits : list N := [0; 8; 1]",
            "digits : list N := [0; 8; 3]",
        ),
        (1, "table : list N := [0; 0", "table : list N := [0; 1"),
        (2, "bcheck digits 3 ", "bcheck digits 2 "),
        (
            3,
            "view_heaps digits beyond false",
            "view_heaps digits beyond true",
        ),
    ];
    for (text, (_, from, to)) in texts.iter().zip(changes) {
        assert!(text.contains(from), "{from}\n{text}");
        let changed = text.replacen(from, to, 1);
        let (accepted, _) = coqc("changed", &changed);
        assert!(!accepted, "{from} as {to}\n{changed}");
    }
    for (moves, lacks) in [
        ("hexadecimal 0.28", "share what is left"),
        (
            "position heaps\nmove take 1, leaving at most one heap or three different heaps",
            "heaps of any sizes",
        ),
    ] {
        let error = whowins_law::coq::file(&proved(moves)).unwrap_err();
        assert!(error.0.contains(lacks), "{error:?}");
    }
}
