//! Laws of one heap: found, verified, and compared with a plain reading of the rules.

use std::ops::ControlFlow;

use dashu_int::UBig;
use proptest::prelude::*;
use whowins_analysis::{Frame, Game, Player, Position, Value};
use whowins_engine::Limits;
use whowins_law::{OfRules, Report, Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::{Budget, Certificate, Law, Verified};

fn rules(text: &str) -> Rules {
    Rules::parse("test", text).unwrap_or_else(|faults| panic!("{}\n{text}", faults.render(false)))
}

fn search(text: &str) -> Report {
    find(
        &rules(text),
        &Parameters::new(),
        None,
        &Limits::default(),
        &Says::ALL,
    )
    .unwrap()
}

/// The values of both players at heaps below `heaps`, by the rules alone.
fn naive(game: &Game, heaps: usize) -> Vec<[bool; 2]> {
    let frame = Frame::new(game, 1, 1);
    let mut table: Vec<[bool; 2]> = Vec::new();
    for n in 0..heaps {
        let wins = Player::BOTH.map(|player| {
            let mut best = None;
            let _ = frame.options(player, &[n as i64], &mut |option| {
                let reply = table[option.to[0] as usize][player.other().index()];
                best = Some(best.unwrap_or(false) || !reply);
                ControlFlow::Continue(())
            });
            best.unwrap_or(frame.stuck() == Value::Win)
        });
        table.push(wins);
    }
    table
}

fn naive_grundy(game: &Game, heaps: usize) -> Vec<u64> {
    let frame = Frame::new(game, 1, 1);
    let mut values: Vec<u64> = Vec::new();
    for n in 0..heaps {
        let options = frame.next(Player::First, &[n as i64]);
        let reached: Vec<u64> = options.iter().map(|to| values[to[0] as usize]).collect();
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    values
}

fn answers(law: &Verified, n: usize) -> [bool; 2] {
    let position = Position::tuple(vec![UBig::from(n)]);
    law.values(law.game(), &position)
        .unwrap()
        .map(|value| value == Value::Win)
}

/// Finds the laws of a game, and compares them with the plain reading on the heaps below `heaps`.
fn agrees(text: &str, heaps: usize) -> Verified {
    let report = search(text);
    let law = report
        .proved
        .unwrap_or_else(|| panic!("{text}\n{:?}", report.tried));
    assert!(matches!(law.certificate().laws[0], Law::Periodic(_)));
    for (n, wins) in naive(law.game(), heaps).into_iter().enumerate() {
        assert_eq!(answers(&law, n), wins, "{text}\nheap {n}");
    }
    for found in &law.certificate().laws {
        if let Law::Grundy(grundy) = found {
            for (n, value) in naive_grundy(law.game(), heaps).into_iter().enumerate() {
                let law = grundy.grundy_value(&UBig::from(n)).unwrap();
                assert_eq!(law, UBig::from(value), "{text}\nheap {n}");
            }
        }
    }
    law
}

fn game(moves: &[String], misere: bool) -> String {
    let ending = if misere { "misère play\n" } else { "" };
    format!(
        "game \"G\"\nplayers A, B\nposition n\n{}\n{ending}",
        moves.join("\n")
    )
}

fn set(members: &[u64]) -> String {
    let members: Vec<String> = members.iter().map(u64::to_string).collect();
    format!("{{{}}}", members.join(", "))
}

/// A finite law's naive check at any period, for the least numbers.
fn least(table: &[[bool; 2]]) -> (usize, usize) {
    let half = table.len() / 2;
    let period = (1..half)
        .find(|period| (half..table.len() - period).all(|n| table[n] == table[n + period]))
        .unwrap();
    let mut preperiod = half;
    while preperiod > 0 && table[preperiod - 1] == table[preperiod - 1 + period] {
        preperiod -= 1;
    }
    (preperiod, period)
}

fn periodic(law: &Verified) -> whowins_verify::heap::Periodic {
    match &law.certificate().laws[0] {
        Law::Periodic(law) => law.clone(),
        other => panic!("{other:?}"),
    }
}

fn pairs() -> impl Iterator<Item = (Vec<u64>, Vec<u64>)> {
    let members = |bits: u32| (1..=5).filter(move |s| bits >> (s - 1) & 1 == 1).collect();
    (0..32u32).flat_map(move |a| (0..32u32).map(move |b| (members(a), members(b))))
}

fn pair_text(a: &[u64], b: &[u64]) -> String {
    let line = |name: &str, members: &[u64]| match members {
        [] => String::new(),
        _ => format!("{name}: move n -= s for s in {}", set(members)),
    };
    // A player without moves has one that no guard lets through, so that the game has a move line.
    let none = "A: move n -= 1 if 1 = 2".to_string();
    game(&[none, line("A", a), line("B", b)], false)
}

/// All games of the seed problem: sets of numbers from 1 to 5, the empty ones with them.
#[test]
fn all_pairs_of_small_sets() {
    let (mut preperiod, mut period, mut count) = (0, 0, 0);
    for (a, b) in pairs() {
        let law = agrees(&pair_text(&a, &b), 120);
        let found = periodic(&law);
        let table = naive(law.game(), 400);
        assert_eq!(
            (found.preperiod as usize, found.period as usize),
            least(&table),
            "{a:?} {b:?}"
        );
        preperiod = preperiod.max(found.preperiod);
        period = period.max(found.period);
        count += 1;
    }
    assert_eq!((preperiod, period, count), (36, 10, 1024));
}

/// Sets of which the values' period is not that of the outcomes.
#[test]
fn values_and_outcomes_have_their_own_periods() {
    let mut different = 0;
    for bits in 1u32..1 << 12 {
        let members: Vec<u64> = (1..=12).filter(|s| bits >> (s - 1) & 1 == 1).collect();
        let text = game(&[format!("move n -= s for s in {}", set(&members))], false);
        let report = search(&text);
        let law = report.proved.unwrap();
        let outcomes = periodic(&law);
        let Law::Grundy(values) = &law.certificate().laws[1] else {
            panic!("{text}");
        };
        if outcomes.period != values.period {
            different += 1;
            // The period of the outcomes is no period of the values: the verifier says so.
            let mut wrong = values.clone();
            let heaps = usize::try_from(values.preperiod + outcomes.period).unwrap();
            wrong.period = outcomes.period;
            wrong.values.truncate(heaps);
            let mut certificate = law.certificate().clone();
            certificate.laws = vec![Law::Grundy(wrong)];
            assert!(
                certificate.verify_with_rules(&Budget::default()).is_err(),
                "{text}"
            );
        }
        if members == [3, 4, 5, 8, 12] {
            assert_eq!((outcomes.period, values.period), (9, 45));
        }
    }
    assert_eq!(different, 17);
}

/// The sets that leave out some of 1 to 7: the values rise, at most every 36 heaps. The sets {s,
/// 4s, 12s + 1, 16s + 1} have the pure period 56s^3 + 52s^2 + 9s + 1 (Althöfer and Bültermann 1995).
#[test]
fn cubic_periods() {
    for s in 1..=10u64 {
        let members = set(&[s, 4 * s, 12 * s + 1, 16 * s + 1]);
        let text = game(&[format!("move n -= k for k in {members}")], false);
        let report = search(&text);
        let verified = report.proved.expect("proved");
        let law = periodic(&verified);
        let period = 56 * s.pow(3) + 52 * s.pow(2) + 9 * s + 1;
        assert_eq!((law.preperiod, law.period), (0, period), "s = {s}");
    }
}

#[test]
fn all_but_some() {
    let mut longest = (0, 0, String::new());
    for bits in 1u32..1 << 7 {
        let out: Vec<String> = (1..=7)
            .filter(|s| bits >> (s - 1) & 1 == 1)
            .map(|s| format!("k != {s}"))
            .collect();
        let text = game(
            &[format!("move n -= k for k >= 1 if {}", out.join(" and "))],
            false,
        );
        let law = agrees(&text, 150);
        let Law::Grundy(values) = &law.certificate().laws[1] else {
            panic!("{text}");
        };
        longest = longest.max((values.period, values.saltus, out.join(" ")));
    }
    assert_eq!(longest, (36, 12, "k != 3 k != 4 k != 7".into()));
}

/// Moves of one player: finite sets, rays, rays with guards and steps.
fn moves() -> impl Strategy<Value = String> {
    let guard = prop_oneof![
        (1..12i64).prop_map(|a| format!("k != {a}")),
        (1..12i64).prop_map(|a| format!("k >= {a}")),
        (1..9i64).prop_map(|a| format!("not k < {a}")),
        (2..5i64, 0..5i64).prop_map(|(m, r)| format!("k % {m} = {r}")),
        (2..5i64, 0..3i64).prop_map(|(m, r)| format!("(k / {m}) % 2 = {r}")),
        (1..9i64, 2..4i64).prop_map(|(a, m)| format!("min(k, {a}) % {m} != 0")),
        (1..9i64, 2..4i64).prop_map(|(a, m)| format!("max(2 * k - {a}, {a}) > k + {m}")),
    ];
    let guards = prop::collection::vec((guard, any::<bool>()), 0..3).prop_map(|guards| {
        guards
            .into_iter()
            .enumerate()
            .map(|(at, (guard, and))| match (at, and) {
                (0, _) => format!(" if {guard}"),
                (_, true) => format!(" and {guard}"),
                (_, false) => format!(" or {guard}"),
            })
            .collect::<String>()
    });
    prop_oneof![
        prop::collection::vec(1..14u64, 1..5).prop_map(|s| {
            let mut s = s;
            s.sort_unstable();
            s.dedup();
            format!("move n -= s for s in {}", set(&s))
        }),
        (1..4i64, 1..7i64, guards.clone()).prop_map(|(step, least, guard)| format!(
            "move n -= {step} * k for k >= {least}{guard}"
        )),
        (0..4i64, guards)
            .prop_map(|(more, guard)| format!("move n -= k + {more} for k >= 1{guard}")),
        (1..8i64, 1..9i64)
            .prop_map(|(least, more)| format!("move n -= k for {least} <= k <= {}", least + more)),
    ]
}

fn games() -> impl Strategy<Value = String> {
    let line = (0..3usize, moves()).prop_map(|(by, line)| match by {
        0 => line,
        1 => format!("A: {line}"),
        _ => format!("B: {line}"),
    });
    (prop::collection::vec(line, 1..4), any::<bool>())
        .prop_map(|(lines, misere)| game(&lines, misere))
}

fn sure<T>(options: Vec<T>) -> T {
    options.into_iter().next().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Random sets, partizan, misère, endless: a law is always found, accepted, and right; its
    /// numbers are the least.
    #[test]
    fn random_games(text in games()) {
        let law = agrees(&text, 260);
        let found = periodic(&law);
        // So far that the second half holds each period twice: else smaller ones may seem to fit.
        let far = 2 * (found.preperiod + 2 * found.period) as usize + 60;
        if far < 2500 {
            let table = naive(law.game(), far);
            prop_assert_eq!((found.preperiod as usize, found.period as usize), least(&table));
        }
    }

    /// Whatever is changed in a law, what the verifier accepts is still true.
    #[test]
    fn changed_laws(text in games(), preperiod in 0..60u64, period in 1..60u64, at in any::<prop::sample::Index>(), letter in 0..4usize) {
        let law = sure(vec![agrees(&text, 40)]);
        let right = periodic(&law);
        let mut certificate = law.certificate().clone();
        // Other sizes, with the outcomes that belong to them.
        let table = naive(law.game(), 130);
        let class = |wins: &[bool; 2]| match wins { [true, true] => 'N', [true, false] => 'L', [false, true] => 'R', _ => 'P' };
        let wrong = whowins_verify::heap::Periodic {
            preperiod,
            period,
            outcomes: table[..(preperiod + period) as usize].iter().map(class).collect(),
        };
        certificate.laws = vec![Law::Periodic(wrong.clone())];
        prop_assert_eq!(certificate.verify_with_rules(&Budget::default()).is_ok(), wrong == right);
        // Another outcome.
        let mut wrong = right.clone();
        let mut letters: Vec<u8> = right.outcomes.bytes().collect();
        let at = at.index(letters.len());
        letters[at] = b"NPLR"[letter];
        wrong.outcomes = String::from_utf8(letters).unwrap();
        certificate.laws = vec![Law::Periodic(wrong.clone())];
        prop_assert_eq!(certificate.verify_with_rules(&Budget::default()).is_ok(), wrong == right);
    }

    /// The law of one game as the law of another: accepted only where it is true there as well.
    #[test]
    fn other_rules(one in games(), two in games(), misere in any::<bool>()) {
        let law = agrees(&one, 20);
        let mut certificate = law.certificate().clone();
        certificate = certificate.of_rules(match misere {
            true if one.contains("misère play") => one.replace("misère play", ""),
            true => format!("{one}\nmisère play\n"),
            false => two.clone(),
        });
        if let Ok(accepted) = certificate.verify_with_rules(&Budget::default()) {
            let table = naive(accepted.game(), 200);
            for (n, wins) in table.into_iter().enumerate() {
                prop_assert_eq!(answers(&accepted, n), wins);
            }
        }
    }
}

/// Rules that this kind does not model are refused, whatever the law says.
#[test]
fn foreign_rules() {
    let base = "move n -= s for s in {1, 2}";
    let law = agrees(&game(&[base.into()], false), 30);
    for text in [
        "game \"G\"\nplayers A, B\nposition n\nmove n -= s for s in {1, 2} if n > 7",
        "game \"G\"\nplayers A, B\nposition n\nmove n -= s for s in {1, 2}\nat n = 5: the mover wins",
        "game \"G\"\nplayers A, B\nposition n\nmove n -= s for s in {1, 2}\nA wins when n = 1",
        "game \"G\"\nplayers A, B\nposition n\nmove n -= s for s in {1, 2}\nwho cannot move draws",
        "game \"G\"\nplayers A, B\nposition n <= 9\nmove n -= s for s in {1, 2}",
        "game \"G\"\nplayers A, B\nposition n, m\nmove n -= s for s in {1, 2}",
        "game \"G\"\nplayers A, B\nposition n\nmove n -= s for s in {0, 1, 2}\nrepetition draws",
        "game \"G\"\nplayers A, B\nposition n\nmove n -= s for s in {1, 2}\nmove n := n / 2 if n > 5",
        "game \"G\"\nplayers A, B\nposition n\nmove n -= s for s in {1, 2}\nmove n -= k for k >= 3 if k % 2 = n % 2",
        "game \"G\"\nplayers A, B\nposition n\nmove n -= s for s in {1, 2}\nmove n -= k for k >= 3 if k * k > 50",
        "game \"G\"\nplayers A, B\nposition n\nmove n -= s for s in {1, 2}\nmove n += 1 if 1 = 1",
    ] {
        let mut certificate = law.certificate().clone();
        certificate = certificate.of_rules(text);
        let rejection = certificate
            .verify_with_rules(&Budget::default())
            .unwrap_err();
        assert_eq!(
            rejection.why,
            whowins_verify::Why::Rules,
            "{text}\n{rejection}"
        );
    }
    // The law of Grundy values speaks neither of misère play nor of different moves.
    let mut certificate = law.certificate().clone();
    certificate.laws.remove(0);
    certificate.verify_with_rules(&Budget::default()).unwrap();
    for text in [
        format!("{}\nmisère play", certificate.rules),
        format!("{}\nA: move n -= 5", certificate.rules),
        format!("{}\nmove n -= 3", certificate.rules),
    ] {
        certificate = certificate.of_rules(text);
        certificate
            .verify_with_rules(&Budget::default())
            .unwrap_err();
    }
}

/// Every other period, preperiod and saltus is refused, also where its table is right.
#[test]
fn other_numbers_of_grundy_laws() {
    for line in [
        "move n -= s for s in {2, 3, 7}",
        "move n -= k for k >= 1 if k != 3 and k != 5",
        "move n -= 2 * k for k >= 1",
    ] {
        let law = agrees(&game(&[line.into()], false), 60);
        let Law::Grundy(right) = law.certificate().laws[1].clone() else {
            panic!()
        };
        let table = naive_grundy(law.game(), 90);
        for preperiod in (0..30u64).step_by(crate::cases(4, 1)) {
            for period in 1..40u64 {
                for saltus in 0..20u64 {
                    let wrong = whowins_verify::heap::Grundy {
                        preperiod,
                        period,
                        saltus,
                        values: table[..(preperiod + period) as usize].to_vec(),
                    };
                    let mut certificate = law.certificate().clone();
                    certificate.laws = vec![Law::Grundy(wrong.clone())];
                    assert_eq!(
                        certificate.verify_with_rules(&Budget::default()).is_ok(),
                        wrong == right,
                        "{line} {wrong:?}"
                    );
                }
            }
        }
    }
}

/// Sets whose outcomes begin to repeat late, or look as if they repeated long before they do.
#[test]
fn late_repeats() {
    for (members, preperiod, period) in [
        (&[3u64, 12, 37, 49][..], None, Some(2008u64)),
        (&[1, 12, 17, 28, 29], None, Some(4896)),
    ] {
        let text = game(&[format!("move n -= s for s in {}", set(members))], false);
        let law = agrees(&text, 12_000);
        let found = periodic(&law);
        assert_eq!(preperiod.unwrap_or(found.preperiod), found.preperiod);
        assert_eq!(period.unwrap_or(found.period), found.period, "{members:?}");
    }
    // Bob's 4,000 comes into play long after the outcomes have begun to look settled.
    let text = game(
        &[
            "A: move n -= s for s in {5}".into(),
            "B: move n -= s for s in {4, 4000}".into(),
        ],
        false,
    );
    agrees(&text, 20_000);
    let text = game(
        &[
            "A: move n -= s for s in {1}".into(),
            "B: move n -= s for s in {2, 3001}".into(),
        ],
        true,
    );
    agrees(&text, 20_000);
}

#[test]
fn a_heap_of_a_thousand_digits() {
    let law = agrees(
        &game(&["A: move n -= 4".into(), "B: move n -= 5".into()], false),
        50,
    );
    let huge = UBig::from(10u8).pow(1000);
    let ask = |heap: UBig| {
        law.values(law.game(), &Position::tuple(vec![heap]))
            .unwrap()
    };
    assert_eq!(ask(huge.clone()), [Value::Loss; 2]);
    assert_eq!(
        ask(huge.clone() + UBig::from(3u8)),
        [Value::Win, Value::Loss]
    );
    let law = agrees(
        &game(
            &["move n -= k for k >= 1 if k != 3 and k != 5".into()],
            false,
        ),
        50,
    );
    let Law::Grundy(values) = &law.certificate().laws[1] else {
        panic!()
    };
    // The values rise by 3 every 6 heaps, and 10^1000 leaves 4 modulo 6.
    let expected =
        (huge.clone() - UBig::from(4u8)) / UBig::from(2u8) + UBig::from(values.values[4]);
    assert_eq!(values.grundy_value(&huge).unwrap(), expected);
}

/// Sizes that no table has, numbers that overflow, and a budget that runs out end at once.
#[test]
fn hostile_certificates() {
    let head = "{\"whowins_certificate\": 1, \"rules\": \"game \\\"G\\\"\\nposition n\\nMOVES\", \"laws\": [LAW]}";
    let max = u64::MAX;
    let finite = "move n -= s for s in {1, 2}";
    for (moves, law) in [
        (
            finite,
            format!(
                "{{\"kind\": \"periodic\", \"preperiod\": {max}, \"period\": {max}, \"outcomes\": \"PNN\"}}"
            ),
        ),
        (
            finite,
            format!(
                "{{\"kind\": \"periodic\", \"preperiod\": 0, \"period\": {max}, \"outcomes\": \"PNN\"}}"
            ),
        ),
        (
            finite,
            "{\"kind\": \"periodic\", \"preperiod\": 3, \"period\": 0, \"outcomes\": \"PNN\"}"
                .into(),
        ),
        (
            finite,
            "{\"kind\": \"periodic\", \"preperiod\": 0, \"period\": 3, \"outcomes\": \"PNé\"}"
                .into(),
        ),
        (
            finite,
            "{\"kind\": \"periodic\", \"preperiod\": 0, \"period\": 3, \"outcomes\": \"\"}".into(),
        ),
        (
            finite,
            format!(
                "{{\"kind\": \"grundy\", \"preperiod\": 0, \"period\": 3, \"saltus\": {max}, \"values\": [0, 1, 2]}}"
            ),
        ),
        (
            finite,
            format!(
                "{{\"kind\": \"grundy\", \"preperiod\": 0, \"period\": 3, \"saltus\": 0, \"values\": [0, 1, {max}]}}"
            ),
        ),
        (
            "move n -= k for k >= 1",
            format!(
                "{{\"kind\": \"grundy\", \"preperiod\": 0, \"period\": 1, \"saltus\": {max}, \"values\": [0]}}"
            ),
        ),
        (
            "move n -= k for k >= 1",
            format!(
                "{{\"kind\": \"grundy\", \"preperiod\": 0, \"period\": 1, \"saltus\": 1, \"values\": [{max}]}}"
            ),
        ),
        (
            "move n -= k for k >= 1000000000000",
            "{\"kind\": \"periodic\", \"preperiod\": 0, \"period\": 1, \"outcomes\": \"P\"}".into(),
        ),
        (
            "move n -= s for s in {1000000000000}",
            "{\"kind\": \"periodic\", \"preperiod\": 0, \"period\": 1, \"outcomes\": \"P\"}".into(),
        ),
        (
            "move n -= k for k >= 1 if k % 1000000007 = 5",
            "{\"kind\": \"periodic\", \"preperiod\": 0, \"period\": 1, \"outcomes\": \"P\"}".into(),
        ),
        (
            "move n -= 9000000000000000000 * k for k >= 1",
            "{\"kind\": \"periodic\", \"preperiod\": 0, \"period\": 1, \"outcomes\": \"P\"}".into(),
        ),
        (
            "move n -= k for k >= 1 if k * 4611686018427387904 != 3",
            "{\"kind\": \"periodic\", \"preperiod\": 0, \"period\": 1, \"outcomes\": \"P\"}".into(),
        ),
    ] {
        let text = head.replace("MOVES", moves).replace("LAW", &law);
        let verdict = Certificate::read_any(&text)
            .and_then(|certificate| certificate.verify_with_rules(&Budget::default()));
        assert!(verdict.is_err(), "{text}");
    }
    let text = head.replace("MOVES", finite).replace(
        "LAW",
        &format!(
            "{{\"kind\": \"periodic\", \"preperiod\": 0, \"period\": 30000, \"outcomes\": \"{}\"}}",
            "PNN".repeat(10_000)
        ),
    );
    let certificate = Certificate::read_any(&text).unwrap();
    let rejection = certificate
        .verify_with_rules(&Budget::of(1000))
        .unwrap_err();
    assert_eq!(rejection.why, whowins_verify::Why::Budget);
    let rejection = certificate
        .verify_with_rules(&Budget::default())
        .unwrap_err();
    assert_eq!(rejection.why, whowins_verify::Why::False, "{rejection}");
}
