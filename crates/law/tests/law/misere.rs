//! Misère quotients of taking-and-breaking games: the literature's orders found and verified,
//! answers held against the rules, and certificates that were changed.

use std::time::Duration;

use crate::coq_common::coqc;
use dashu_int::{IBig, UBig};
use whowins_analysis::{Game, Position, Value};
use whowins_engine::{Engine, Limits};
use whowins_law::{OfRules, Report, find_kind};
use whowins_rules::{Parameters, Rules};
use whowins_verify::octal::MisereQuotient;
use whowins_verify::{Budget, Certificate, Law, Verified};

const KIND: &str = "misere-quotient";

fn rules(code: &str) -> Rules {
    moves(&format!("octal {code}"))
}

fn moves(moves: &str) -> Rules {
    let text = format!("game \"Moves\"\n{moves}\nmisère play\n");
    Rules::parse("moves", &text).unwrap_or_else(|faults| panic!("{moves}: {faults}"))
}

/// What is found in so many seconds.
fn within(seconds: u64, text: &str) -> Report {
    let limits = Limits::default().with_time(Duration::from_secs(seconds));
    let report = find_kind(&moves(text), &Parameters::new(), None, &limits, KIND).unwrap();
    let tried = format!("{:?}", report.tried);
    assert!(!tried.contains("does not accept"), "{text}: {tried}");
    report
}

fn proved(code: &str) -> Verified {
    let report = within(60, &format!("octal {code}"));
    let tried = report.tried;
    report.proved.unwrap_or_else(|| panic!("{code}: {tried:?}"))
}

fn quotient(verified: &Verified) -> &MisereQuotient {
    match &verified.certificate().laws[0] {
        Law::MisereQuotient(law) => law,
        other => panic!("{other:?}"),
    }
}

/// The order of the quotient, the preperiod and the period of its pretending function.
fn sizes(verified: &Verified) -> (usize, u64, u64) {
    let law = quotient(verified);
    (law.order(), law.preperiod, law.period)
}

#[test]
fn kayles_is_that_of_the_literature() {
    let verified = proved("0.77");
    let (order, preperiod, period) = sizes(&verified);
    assert_eq!((order, period), (40, 12));
    assert_eq!(preperiod, 71);
    let text = verified.statements().concat();
    assert!(text.contains("of order 40"), "{text}");
}

#[test]
fn orders_and_periods() {
    for (code, order, period) in [
        ("0.3", 2, 2),
        ("0.33", 6, 3),
        ("0.23", 6, 3),
        ("0.31", 6, 2),
        ("0.75", 8, 2),
        ("0.34", 12, 8),
        ("0.123", 20, 5),
        ("0.53", 16, 9),
        ("0.72", 24, 4),
        ("0.144", 30, 10),
        ("0.152", 34, 48),
        ("0.115", 42, 14),
        ("0.44", 40, 24),
        ("4.3", 6, 2),
    ] {
        let (found, _, repeat) = sizes(&proved(code));
        assert_eq!((found, repeat), (order, period), "{code}");
    }
}

/// Misère Nim with heaps taken from by at most m is tame: the quotient of nim-heaps up to m.
#[test]
fn subtraction_games_are_tame() {
    for (code, order, period) in [("0.333", 6, 4), ("0.3333", 10, 5), ("0.3333333", 10, 8)] {
        let (found, preperiod, repeat) = sizes(&proved(code));
        assert_eq!((found, preperiod, repeat), (order, 0, period), "{code}");
    }
}

#[test]
fn a_quotient_that_grows_is_given_up() {
    let report = within(100, "hexadecimal 0.3F");
    assert!(report.proved.is_none());
    let said = format!("{:?}", report.tried);
    assert!(said.contains("has more than 1024"), "{said}");
}

/// Every sum of up to three heaps whose sizes add up to at most `tokens`.
fn small_sums(tokens: u64) -> Vec<Vec<u64>> {
    let mut sums = vec![vec![]];
    for a in 1..=tokens {
        sums.push(vec![a]);
        for b in 1..=a.min(tokens - a) {
            sums.push(vec![a, b]);
            for c in 1..=b.min(tokens - a - b) {
                sums.push(vec![a, b, c]);
                if c <= tokens - a - b - c {
                    sums.push(vec![a, b, c, c]);
                }
            }
        }
    }
    sums
}

fn at(game: &Game, sum: &[u64]) -> Position {
    let heaps: Vec<String> = sum.iter().map(u64::to_string).collect();
    let text = match heaps.is_empty() {
        true => "0".to_string(),
        false => heaps.join(","),
    };
    game.read(&text).unwrap()
}

fn agrees(verified: &Verified, tokens: u64, what: &str) {
    let game = verified.game();
    let mut engine = Engine::new(game.clone(), Limits::default());
    for sum in small_sums(tokens) {
        let position = at(game, &sum);
        let by_law = verified.values(game, &position);
        let by_rules = engine.values(&position).unwrap();
        assert_eq!(by_law, Some(by_rules), "{what}: {sum:?}");
    }
}

/// A generator of numbers that is the same in each run (Marsaglia 2003).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

#[test]
fn random_codes_agree_with_the_rules() {
    let mut numbers = Numbers(20_080_215);
    let (mut laws, mut codes) = (0, 0);
    while laws < crate::cases(3, 40) {
        let length = 1 + numbers.below(4);
        let most = [4, 8][numbers.below(2) as usize];
        let digits: String = (0..length)
            .map(|_| numbers.below(most).to_string())
            .collect();
        let code = format!("{}.{digits}", [0, 0, 0, 4][numbers.below(4) as usize]);
        codes += 1;
        assert!(codes < 400, "only {laws} laws of {codes} codes");
        let report = within(2, &format!("octal {code}"));
        if let Some(verified) = report.proved {
            agrees(&verified, 14, &code);
            laws += 1;
        }
    }
    println!("{laws} laws of {codes} codes");
}

#[test]
fn games_that_leave_many_or_unequal_heaps_agree_with_the_rules() {
    for (text, order, period) in [
        ("hexadecimal 0.A", 2, 2),
        ("hexadecimal 0.B", 2, 2),
        ("hexadecimal 0.81", 2, 2),
        (
            "position heaps\nmove take 1, leaving 0, 1 or 2 unequal heaps",
            2,
            2,
        ),
        (
            "position heaps\nmove take 1, leaving 0 or 1 heap\nmove take 2, leaving 0 or 2 unequal heaps",
            10,
            3,
        ),
    ] {
        let verified = within(20, text).proved.unwrap_or_else(|| panic!("{text}"));
        let (found, _, repeat) = sizes(&verified);
        assert_eq!((found, repeat), (order, period), "{text}");
        agrees(&verified, 14, text);
    }
}

#[test]
fn laws_agree_with_the_rules() {
    for code in ["0.77", "0.123", "0.53", "0.144", "4.3", "0.333"] {
        agrees(&proved(code), 20, code);
    }
}

#[test]
fn sums_of_any_size_and_their_moves() {
    use std::sync::Arc;
    use whowins_engine::Strategy;
    use whowins_law::{LawSource, LawStrategy};

    let verified = proved("0.77");
    let (game, limits) = (verified.game().clone(), Limits::default());
    let source = LawSource::proved(verified.clone(), &rules("0.77"), &limits);
    let mut by_law = LawStrategy::new(Arc::new(source), &game);
    let huge = UBig::from(10u8).pow(1000);
    let mut lost = 0;
    for more in 0..60_u32 {
        let heaps = vec![
            UBig::from(more % 7),
            UBig::from(17 + more),
            &huge + UBig::from(more),
        ];
        let heaps = heaps.into_iter().filter(|heap| *heap > UBig::ZERO);
        let position = Position::list(heaps);
        let values = verified.values(&game, &position).unwrap();
        if values[0] == Value::Loss {
            lost += 1;
            continue;
        }
        let best = by_law.solve(&position).unwrap().to_move[0].best.clone();
        let best = best.unwrap();
        assert_eq!(verified.values(&game, &best.to), Some([Value::Loss; 2]));
        // The move takes one or two pins.
        let pins = |at: &Position| at.elements().iter().sum::<IBig>();
        let taken = pins(&position) - pins(&best.to);
        assert!(taken == IBig::ONE || taken == IBig::from(2));
    }
    assert!(lost > 0);
}

/// Certificates that differ in one place from this one.
fn changed(law: &MisereQuotient) -> Vec<(String, MisereQuotient)> {
    let mut all = Vec::new();
    let mut with = |what: String, change: &dyn Fn(&mut MisereQuotient)| {
        let mut other = law.clone();
        change(&mut other);
        if other != *law {
            all.push((what, other));
        }
    };
    let order = law.order() as u16;
    for heap in 0..law.elements.len() {
        for by in [1, order / 2, order - 1] {
            with(format!("heap {heap} + {by}"), &|law| {
                law.elements[heap] = (law.elements[heap] + by) % order;
            });
        }
        with(format!("heap {heap} beyond"), &|law| {
            law.elements[heap] = order
        });
    }
    for element in 0..law.order() {
        with(format!("label of {element}"), &|law| {
            law.lost[element] ^= true
        });
        for generator in 0..law.generators.len() {
            with(format!("{generator} times {element}"), &|law| {
                let to = &mut law.generators[generator][element];
                *to = (*to + 1) % order;
            });
        }
        // Two elements become one.
        for other in [0, element / 2] {
            with(format!("{element} is {other}"), &|law| {
                let rows = law.generators.iter_mut().flatten();
                for to in rows.chain(&mut law.elements) {
                    if usize::from(*to) == element {
                        *to = other as u16;
                    }
                }
            });
        }
    }
    for generator in 0..law.generators.len() {
        with(format!("without {generator}"), &|law| {
            law.generators.remove(generator);
        });
        with(format!("{generator} shorter"), &|law| {
            law.generators[generator].pop();
        });
    }
    with("period doubled".into(), &|law| {
        let cycle = law.elements[law.preperiod as usize..].to_vec();
        law.elements.extend(cycle);
        law.period *= 2;
    });
    with("preperiod later".into(), &|law| {
        let next = law.elements[law.preperiod as usize];
        law.elements.push(next);
        law.preperiod += 1;
    });
    with("preperiod earlier".into(), &|law| {
        if law.preperiod > 0 {
            law.elements.pop();
            law.preperiod -= 1;
        }
    });
    with("one element more".into(), &|law| {
        law.lost.push(true);
        for row in &mut law.generators {
            row.push(0);
        }
    });
    for sizes in [(u64::MAX, 1), (1, u64::MAX), (0, 0), (1 << 40, 1 << 40)] {
        with(format!("{sizes:?}"), &|law| {
            (law.preperiod, law.period) = sizes
        });
    }
    with("no elements".into(), &|law| law.lost.clear());
    with("no heaps".into(), &|law| law.elements.clear());
    all
}

#[test]
fn changed_certificates_are_rejected() {
    let (mut tried, mut accepted) = (0, 0);
    for code in ["0.77", "0.123", "0.33", "0.75"] {
        let verified = proved(code);
        for (what, law) in changed(quotient(&verified)) {
            let mut certificate = verified.certificate().clone();
            certificate.laws = vec![Law::MisereQuotient(law)];
            tried += 1;
            // The monoid may have a symmetry, or one generator more than it needs: then the change
            // is another right law.
            if let Ok(other) = certificate.verify_with_rules(&Budget::of(1 << 32)) {
                agrees(&other, 16, &format!("{code}: {what}"));
                accepted += 1;
            }
        }
    }
    assert!(
        tried > 1000 && accepted * 50 < tried,
        "{accepted} of {tried}"
    );
    println!("{accepted} of {tried} changed certificates are right");
}

#[test]
fn the_certificate_is_one_of_its_own_rules() {
    let verified = proved("0.77");
    for text in [
        "octal 0.77\n",
        "octal 0.76\nmisère play\n",
        "octal 0.07\nmisère play\n",
        "octal 4.77\nmisère play\n",
        "octal 0.773\nmisère play\n",
        "position n\nmove n -= 1\nmove n -= 2\nmisère play\n",
    ] {
        let certificate = verified
            .certificate()
            .of_rules(format!("game \"Other\"\n{text}"));
        assert!(
            certificate.verify_with_rules(&Budget::default()).is_err(),
            "{text}"
        );
    }
    let again = Certificate::read(&verified.certificate().write()).unwrap();
    assert!(again.verify_with_rules(&Budget::default()).is_ok());
    let short = verified
        .certificate()
        .verify_with_rules(&Budget::of(1 << 10));
    assert!(short.is_err());
}

/// The largest labelling with the right losses is not taken for the quotient: elements that no sum
/// tells apart are refused.
#[test]
fn only_the_least_monoid_is_the_quotient() {
    // Misère 0.3: heaps count by parity alone. A cycle of four elements decides as well, and is no
    // quotient.
    let verified = proved("0.3");
    let law = MisereQuotient {
        preperiod: 0,
        period: 4,
        elements: vec![0, 1, 2, 3],
        generators: vec![vec![1, 2, 3, 0]],
        lost: vec![false, true, false, true],
    };
    let certificate = Certificate {
        laws: vec![Law::MisereQuotient(law)],
        ..verified.certificate().clone()
    };
    let rejection = certificate
        .verify_with_rules(&Budget::default())
        .unwrap_err();
    assert!(
        rejection.to_string().contains("equal in every sum"),
        "{rejection}"
    );
}

#[test]
fn coq_accepts_instances() {
    for (name, code) in [
        ("Kayles", "0.77"),
        ("Tame", "0.23"),
        ("Wild", "0.123"),
        ("Splits", "4.3"),
    ]
    .into_iter()
    .take(crate::cases(1, 4))
    {
        let text = whowins_law::coq::file(&proved(code)).unwrap().text;
        let (fine, said) = coqc(name, &text);
        let closed = "Closed under the global context";
        assert!(fine && said.contains(closed), "{code}: {said}");
        // A loss less, and Coq refuses.
        let start = text.find("Definition losses").unwrap();
        let one = start + text[start..].find("; 1").unwrap();
        let wrong = format!("{}; 0{}", &text[..one], &text[one + 3..]);
        assert!(!coqc(&format!("{name}Wrong"), &wrong).0, "{code}");
    }
}
