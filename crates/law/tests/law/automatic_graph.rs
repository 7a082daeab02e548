//! Grundy values that automata read: found, verified, held against the engine and the rules, and
//! refused where they are wrong.

use std::sync::LazyLock;

use crate::breaking_common::{breaking, naive, rules, search};
use crate::cases;
use crate::coq_common::coqc;
use dashu_int::UBig;
use whowins_analysis::{Game, Position, Value};
use whowins_engine::octal::Values;
use whowins_engine::{Limits, Strategy};
use whowins_law::{Finding, LawSource, LawStrategy, OfRules};
use whowins_verify::octal::{AutomaticGraph, Witness};
use whowins_verify::{Budget, Certificate, Law, Rejection, Verified, Why};

const RULER: &str = "hexadecimal 0.2048";
/// The values of the heaps are their remainders by 4.
const SMALL: &str = "position heaps\nmove take 1, 2 or 3";

fn proved(moves: &str) -> Verified {
    let report = search(moves, "automatic-graph");
    let tried = report.tried;
    report
        .proved
        .unwrap_or_else(|| panic!("{moves}: {tried:?}"))
}

fn law(verified: &Verified) -> &AutomaticGraph {
    match &verified.certificate().laws[0] {
        Law::AutomaticGraph(law) => law,
        other => panic!("{other:?}"),
    }
}

/// Found once for all tests.
static PROVED: LazyLock<Verified> = LazyLock::new(|| proved(RULER));

fn verify(changed: AutomaticGraph) -> Result<Verified, Rejection> {
    let mut certificate = PROVED.certificate().clone();
    certificate.laws = vec![Law::AutomaticGraph(changed)];
    certificate.verify_with_rules(&Budget::of(1 << 30))
}

fn refused(changed: AutomaticGraph) -> Rejection {
    match verify(changed.clone()) {
        Ok(accepted) => panic!("{changed:?} says {:?}", accepted.statements()),
        Err(rejection) => rejection,
    }
}

#[test]
fn the_ruler_game_has_the_values_of_its_rules() {
    let law = law(&PROVED);
    assert_eq!(law.next.len(), 62);
    for (heap, value) in (0_u64..).zip(naive(PROVED.game(), 250)) {
        assert_eq!(law.grundy_value(&heap.into()), Some(value.into()), "{heap}");
    }
    // Beyond the heaps that the finder looked at.
    let mut values = Values::new(breaking(PROVED.game()).clone(), Limits::default());
    values.extend(6000).unwrap();
    for heap in 0..6000_usize {
        let value = values.get(heap).map(UBig::from);
        assert_eq!(law.grundy_value(&UBig::from(heap)), value, "{heap}");
    }
    // No period: an automaton of the values is all there is.
    for kind in ["guy-smith", "arithmetic"] {
        let report = search(RULER, kind);
        assert!(report.proved.is_none());
        assert!(
            matches!(report.tried[0].finding, Finding::Nothing(_)),
            "{kind}"
        );
    }
}

/// The heaps 13 m + 2 are the marks; all others have values that grow by 4 with every 13 heaps.
#[test]
fn huge_heaps_have_values_too() {
    let law = law(&PROVED);
    let value = |heap: &UBig| law.grundy_value(heap).unwrap();
    let ten = UBig::from(10_u8).pow(100);
    for small in (13..26_u64).filter(|heap| heap % 13 != 2) {
        let heap = &ten * UBig::from(13_u8) + UBig::from(small);
        let grown = &ten * UBig::from(4_u8) + value(&UBig::from(small));
        assert_eq!(value(&heap), grown, "{small}");
    }
    let strategy = |game: &Game| {
        let source = LawSource::proved(PROVED.clone(), &rules(RULER), &Limits::default());
        LawStrategy::new(source.into(), game)
    };
    let game = PROVED.game();
    let mut strategy = strategy(game);
    let mut outcome = |heaps: &[&UBig]| {
        let heaps = heaps.iter().map(|heap| (*heap).clone());
        strategy.values(&Position::list(heaps)).unwrap()
    };
    let (a, b) = (&ten * UBig::from(13_u8), &ten * UBig::from(26_u8));
    let sum = value(&a) ^ value(&b);
    assert_eq!(outcome(&[&a, &a]), [Value::Loss; 2]);
    assert_eq!(outcome(&[&a, &b]), [Value::Win; 2]);
    // The heap that mends the sum, among those that grow evenly.
    let third = (0..13_u64)
        .map(|rest| (&sum >> 2) * UBig::from(13_u8) + UBig::from(rest))
        .find(|heap| value(heap) == sum)
        .unwrap_or_else(|| panic!("no heap of value {sum}"));
    assert_eq!(outcome(&[&a, &b, &third]), [Value::Loss; 2]);
    assert_eq!(
        outcome(&[&a, &b, &(third + UBig::ONE)]),
        [Value::Win; 2],
        "neighbours have other values"
    );
}

/// Every smaller value is the value of an option: so a sum that is not lost has a move, whatever
/// the sizes, and it is found.
#[test]
fn moves_are_found_in_huge_heaps() {
    let mut seed = 3_u64;
    let mut random = move |below: u64| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 33) % below
    };
    for (moves, kind) in [
        (RULER, "automatic-graph"),
        ("hexadecimal 0.3F", "arithmetic"),
        ("hexadecimal 0.28", "arithmetic"),
        (
            "position heaps\nmove take any number\nmove split into two heaps",
            "arithmetic",
        ),
        ("position heaps\nmove take 1, 2 or 4 or more", "arithmetic"),
    ] {
        let rules = rules(moves);
        let verified = search(moves, kind).proved.unwrap();
        let game = verified.game().clone();
        let source = LawSource::proved(verified, &rules, &Limits::default());
        let mut strategy = LawStrategy::new(source.into(), &game);
        for round in 0..30 {
            let heaps: Vec<UBig> = (0..=random(3))
                .map(|_| {
                    let base = UBig::from(10_u8).pow(4 + random(40) as usize);
                    base * UBig::from(1 + random(1000)) + UBig::from(random(100_000))
                })
                .collect();
            let position = Position::list(heaps.clone());
            let solved = strategy.solve(&position).unwrap();
            let answer = &solved.to_move[0];
            if answer.value == Value::Loss {
                continue;
            }
            let best = answer.best.as_ref();
            let best = best.unwrap_or_else(|| panic!("{moves} {round}: no move from {heaps:?}"));
            assert_eq!(
                strategy.values(&best.to).unwrap(),
                [Value::Loss; 2],
                "{moves}: {heaps:?} to {:?}",
                best.to
            );
            // One heap is gone, and others stay in its place, as the rules allow.
            let to = best.to.naturals().expect("heaps");
            let mut left = heaps.clone();
            let mut stay: Vec<UBig> = Vec::new();
            for heap in &to {
                match left.iter().position(|old| old == heap) {
                    Some(at) => drop(left.remove(at)),
                    None => stay.push(heap.clone()),
                }
            }
            assert_eq!(left.len(), 1, "{heaps:?} to {to:?}");
            let sum = stay.iter().fold(UBig::ZERO, |sum, part| sum + part);
            let take = u64::try_from(&left[0] - sum).unwrap_or(u64::MAX);
            let digit = breaking(&game).any().at(take);
            assert!(digit >> stay.len() & 1 == 1, "{heaps:?} to {to:?}");
        }
    }
}

#[test]
fn changed_automata_are_refused() {
    let right = law(&PROVED);
    assert!(verify(right.clone()).is_ok());
    let states = right.next.len();
    for state in (0..states).step_by(cases(8, 1)) {
        let mut changed = right.clone();
        changed.accepts[state] ^= true;
        assert_ne!(refused(changed).why, Why::Budget);
        for letter in 0..4 {
            let old = right.next[state][letter];
            for new in [None, Some(0), Some(state as u32), Some((states / 2) as u32)] {
                if new == old {
                    continue;
                }
                let mut changed = right.clone();
                changed.next[state][letter] = new;
                assert_ne!(
                    refused(changed).why,
                    Why::Budget,
                    "{state} {letter} {new:?}"
                );
            }
            let mut changed = right.clone();
            changed.next[state][letter] = Some(states as u32);
            assert_eq!(refused(changed).why, Why::Malformed);
        }
    }
    let mut short = right.clone();
    short.accepts.pop();
    assert_eq!(refused(short).why, Why::Malformed);
    let empty = AutomaticGraph {
        next: Vec::new(),
        accepts: Vec::new(),
        witnesses: Vec::new(),
    };
    assert_eq!(refused(empty).why, Why::Malformed);
    // Every pair, and no pair but that of 0.
    for next in [[Some(0); 4], [Some(0), None, None, None]] {
        let changed = AutomaticGraph {
            next: vec![next],
            accepts: vec![true],
            witnesses: right.witnesses.clone(),
        };
        assert_eq!(refused(changed).why, Why::False);
    }
}

#[test]
fn changed_witnesses_are_refused() {
    let right = law(&PROVED);
    refused(AutomaticGraph {
        witnesses: Vec::new(),
        ..right.clone()
    });
    // Forms that leave two heaps of any sizes are needed.
    assert!(right.witnesses.iter().any(|witness| witness.shared > 0));
    let with = |witness: Witness| {
        let mut changed = right.clone();
        changed.witnesses.push(witness);
        refused(changed).why
    };
    let plain = || right.witnesses.iter().filter(|witness| witness.shared == 0);
    refused(AutomaticGraph {
        witnesses: plain().cloned().collect(),
        ..right.clone()
    });
    for (at, witness) in right.witnesses.iter().enumerate().take(cases(1, 99)) {
        let mut changed = right.clone();
        let mut other = witness.clone();
        // Take 1 and leave one heap, take 3 and leave two, take 4 and leave three: no other take
        // fits.
        other.take += 1;
        changed.witnesses[at] = other;
        refused(changed);
    }
    for (rest, shared) in [(false, 1), (true, 3), (true, u8::MAX)] {
        let odd = Witness {
            take: 4,
            rest,
            shared,
            ..Witness::default()
        };
        assert_eq!(with(odd), Why::Malformed);
    }
    let three = Witness {
        take: 3,
        fixed: vec![1],
        rest: true,
        shared: 1,
        ..Witness::default()
    };
    assert_eq!(with(three), Why::False);
    let without_end = Witness {
        take: 4,
        or_more: true,
        rest: true,
        shared: 1,
        fixed: vec![1],
        ..Witness::default()
    };
    assert_eq!(with(without_end), Why::False);
}

#[test]
fn certificates_are_of_the_games_with_these_values_alone() {
    let values = naive(PROVED.game(), 80);
    let mut accepted = Vec::new();
    for other in [
        "hexadecimal 0.2049",
        "hexadecimal 0.204C",
        "hexadecimal 0.3048",
        "hexadecimal 0.2448",
        "hexadecimal 0.20408",
        "hexadecimal 0.2058",
        "octal 0.204",
        "position heaps\nmove take 1, leaving one heap",
    ] {
        let mut certificate = PROVED.certificate().clone();
        certificate = certificate.of_rules(format!("game \"G\"\n{other}\n"));
        let game = certificate.compiled().unwrap().game;
        let verified = certificate.verify_with_rules(&Budget::of(1 << 30));
        assert_eq!(naive(&game, 80) == values, verified.is_ok(), "{other}");
        match verified {
            Ok(_) => accepted.push(other),
            Err(rejection) => assert_eq!(rejection.why, Why::False, "{other}: {rejection}"),
        }
    }
    // A heap of 4 may be taken whole: its value 1 says that 0 is reached anyway.
    assert_eq!(accepted, ["hexadecimal 0.2049"]);
    let mut certificate = PROVED.certificate().clone();
    certificate =
        certificate.of_rules("game \"G\"\nposition heaps\nmove split into two unequal heaps\n");
    let rejection = certificate
        .verify_with_rules(&Budget::of(1 << 30))
        .unwrap_err();
    assert_eq!(rejection.why, Why::Rules);
    let text = PROVED.certificate().write();
    assert_eq!(Certificate::read(&text).unwrap(), *PROVED.certificate());
    let little = PROVED.certificate().verify_with_rules(&Budget::of(1 << 14));
    assert_eq!(little.unwrap_err().why, Why::Budget);
}

/// What grows evenly is read by automata, too, and more games do not grow evenly; what has no
/// automaton of the size is not claimed to have one.
#[test]
fn other_games() {
    for moves in [
        "hexadecimal 0.3F",
        "hexadecimal 0.F8",
        "octal 0.77",
        "position heaps\nmove take any number\nmove split into two heaps",
        "hexadecimal 0.102E",
        "hexadecimal 0.13CD",
        "hexadecimal 0.204A",
    ] {
        let report = search(moves, "automatic-graph");
        let Some(verified) = report.proved else {
            // Values that repeat are proved otherwise; here options may be lacking.
            assert_eq!(moves, "octal 0.77", "{:?}", report.tried);
            continue;
        };
        let values = naive(verified.game(), 150);
        for (heap, value) in (0_u64..).zip(values) {
            let own = law(&verified).grundy_value(&heap.into());
            assert_eq!(own, Some(value.into()), "{moves}: {heap}");
        }
    }
    for moves in ["octal 0.6", "hexadecimal 0.E"] {
        let report = search(moves, "automatic-graph");
        assert!(report.proved.is_none());
        assert!(
            matches!(&report.tried[0].finding, Finding::Nothing(why) if why.contains("4096")),
            "{:?}",
            report.tried
        );
    }
    let unequal = search(
        "position heaps\nmove split into two unequal heaps",
        "automatic-graph",
    );
    assert!(matches!(unequal.tried[0].finding, Finding::Foreign(_)));
}

/// The file of the law.
fn written(moves: &str) -> String {
    match whowins_law::coq::file(&proved(moves)) {
        Ok(written) => written.text,
        Err(why) => panic!("{moves}: {}", why.0),
    }
}

/// Of the core term of the rules: accepted as they are, refused when one number is another.
#[test]
fn coqc_accepts_them_and_no_forged_ones() {
    let text = written(SMALL);
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}: {text}");
        text.replacen(from, to, 1)
    };
    let (accepted, said) = coqc("graph", &text);
    assert!(
        accepted && said.contains("Closed under the global context"),
        "{said}"
    );
    let row = |name: &str| {
        let (_, after) = text.split_once(name).expect("a definition");
        let (_, after) = after.split_once('[').expect("a list");
        after.to_string()
    };
    let rows = row("Definition values : graph := Graph");
    let (first, _) = rows.split_once(']').expect("a row");
    for forged in [
        // The term is of other rules.
        changed("consts := [[1", "consts := [[2"),
        // Another code.
        changed("beyond : N := 0", "beyond : N := 1"),
        // The automaton's first step on a digit 1 of the heap leads elsewhere; every state accepts.
        text.replacen(first, &first.replacen("[1; ", "[0; ", 1), 1),
        text.replace("false", "true"),
        // No form of options serves anything.
        changed("Form 1 ", "Form 7 "),
    ] {
        assert_ne!(forged, text);
        assert!(!coqc("graph_forged", &forged).0, "{forged}");
    }
}

/// Forms with heaps that share what is left have too many guesses here.
#[test]
fn what_coq_would_take_too_long_for_has_no_file() {
    let why = whowins_law::coq::file(&PROVED).expect_err("no file");
    assert!(
        why.0.contains("guesses of the heaps that stay"),
        "{}",
        why.0
    );
}
