//! Certificates and rules changed in many ways: whatever is still accepted must still be right.

use std::time::Duration;

use crate::automatic_common::{Naive, Random, automata, game, random_game};
use whowins_analysis::{Position, Value};
use whowins_engine::Limits;
use whowins_law::OfRules;
use whowins_verify::{Budget, Certificate, Law, Why};

const COWS: &str = "game \"Cow Checkers\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n\
    move x -= k, y -= k for k >= 1\n";

/// Certificates of games of all sub-families, with the number of coordinates.
fn certificates() -> Vec<(Certificate, usize)> {
    let mut texts = vec![(COWS.to_string(), 2)];
    texts.push((format!("{COWS}misère play\n"), 2));
    let neighbours = "move x -= k, y -= k + 1 for k >= 1\nmove x -= k + 1, y -= k for k >= 1\n";
    texts.push((format!("{COWS}{neighbours}"), 2));
    for (family, seed) in [
        (0, 0),
        (0, 4),
        (1, 1),
        (1, 5),
        (2, 3),
        (3, 0),
        (3, 1),
        (4, 2),
        (5, 3),
    ] {
        texts.push((random_game(family, seed), if family == 3 { 3 } else { 2 }));
    }
    let limits = Limits::default().with_time(Duration::from_secs(30));
    let certificate = |text: &str| {
        let proved = automata(text, &limits).proved?;
        Some(proved.certificate().clone())
    };
    texts
        .iter()
        .filter_map(|(text, coordinates)| Some((certificate(text)?, *coordinates)))
        .collect()
}

/// The values of all small positions of the certificate's own rules.
fn truth(certificate: &Certificate, coordinates: usize) -> Vec<(Position, [Value; 2])> {
    let side = if coordinates == 3 { 9 } else { 26 };
    let game = game(&certificate.rules);
    Naive::new(&game, coordinates, side).all().collect()
}

/// Accepted only if right on all small positions; tells whether it was accepted.
fn accepted_only_if_right(certificate: &Certificate, truth: &[(Position, [Value; 2])]) -> bool {
    match certificate.verify_with_rules(&Budget::of(1 << 32)) {
        Ok(verified) => {
            for (position, values) in truth {
                assert_eq!(
                    verified.values(verified.game(), position),
                    Some(*values),
                    "accepted, and wrong at {position:?}: {}",
                    certificate.rules
                );
            }
            true
        }
        Err(rejection) => {
            assert!(!rejection.message.is_empty());
            false
        }
    }
}

fn law(certificate: &mut Certificate) -> &mut whowins_verify::automatic::Automatic {
    match &mut certificate.laws[0] {
        Law::Automatic(law) => law,
        other => panic!("{other:?}"),
    }
}

#[test]
fn changed_automata_are_rejected() {
    let mut random = Random(7);
    let (mut tried, mut accepted) = (0, 0);
    for (certificate, coordinates) in certificates() {
        let truth = truth(&certificate, coordinates);
        let mut check = |changed: Certificate| {
            tried += 1;
            accepted += usize::from(accepted_only_if_right(&changed, &truth));
        };
        let states = law(&mut certificate.clone()).automaton.next.len();
        for state in 0..states {
            let other = [
                None,
                Some([false, false]),
                Some([true, true]),
                Some([true, false]),
                Some([false, true]),
            ];
            for label in other {
                let mut changed = certificate.clone();
                let old = std::mem::replace(&mut law(&mut changed).automaton.wins[state], label);
                if old != label {
                    check(changed);
                }
            }
        }
        for _ in 0..60 {
            let mut changed = certificate.clone();
            let automaton = &mut law(&mut changed).automaton;
            let state = random.below(states);
            let letter = random.below(automaton.next[state].len());
            let to = random.below(states) as u32;
            if std::mem::replace(&mut automaton.next[state][letter], to) != to {
                check(changed);
            }
        }
        for system in [
            "base 2",
            "base 3",
            "base 4",
            "Zeckendorf",
            "Ostrowski [0; 3, (2)]",
            "Ostrowski [0; (2)]",
            "Ostrowski [0; (2, 1)]",
            "Ostrowski [0; 2, (1)]",
            "Ostrowski [0; 03, (2)]",
            "base 02",
            "base 1",
            "fibonacci",
            "",
        ] {
            let mut changed = certificate.clone();
            if std::mem::replace(&mut law(&mut changed).system, system.into()) != system {
                check(changed);
            }
        }
    }
    println!("{tried} automata, {accepted} accepted");
    assert!(tried > 900);
    // The automata are minimal, so that every change changes the law; another system may have the
    // same letters and law.
    assert!(accepted <= 2, "{accepted} of {tried} were accepted");
}

#[test]
fn changed_rules_are_rejected() {
    let (mut tried, mut accepted) = (0, 0);
    for (certificate, coordinates) in certificates() {
        let lines: Vec<&str> = certificate.rules.lines().collect();
        let mut texts = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let with = |line: &str| {
                let mut lines = lines.clone();
                lines[at] = line;
                lines.join("\n") + "\n"
            };
            if line.contains("move") {
                texts.push(with(""));
                texts.push(with(&format!("{line}\nmove x -= 5")));
                for (from, to) in [
                    ("-= 1", "-= 2"),
                    ("-= 2", "-= 1"),
                    ("-= 3", "-= 4"),
                    ("x -=", "y -="),
                    ("k >= 1", "k >= 2"),
                    ("k >= 1", "k in 1..9"),
                    ("k >= 1", "k >= 0"),
                    ("-= k", "-= 2*k"),
                    ("move", "A: move"),
                    ("B:", "A:"),
                ] {
                    texts.push(with(&line.replacen(from, to, 1)));
                }
                let guarded = line.trim_end().to_string();
                if !guarded.contains("for") {
                    texts.push(with(&format!("{guarded} if x > y")));
                    texts.push(with(&format!("{guarded} if x != 7")));
                }
            }
            if line.starts_with("position") {
                texts.push(with(&line.replacen('x', "x <= 1000000", 1)));
            }
        }
        texts.push(certificate.rules.clone() + "misère play\n");
        texts.push(certificate.rules.replace("misère play", ""));
        texts.push(certificate.rules.clone() + "A wins when x = 3\n");
        texts.push(certificate.rules.clone() + "who cannot move draws\n");
        texts.sort();
        texts.dedup();
        for text in texts.into_iter().filter(|text| *text != certificate.rules) {
            let changed = certificate.of_rules(text);
            if changed.compiled().is_err()
                || changed.compiled().unwrap().game == certificate.compiled().unwrap().game
            {
                continue; // no rules at all, or the same ones
            }
            let verdict = changed.verify_with_rules(&Budget::of(1 << 32));
            tried += 1;
            match verdict {
                Ok(verified) => {
                    accepted += 1;
                    for (position, values) in truth(&changed, coordinates) {
                        assert_eq!(
                            verified.values(verified.game(), &position),
                            Some(values),
                            "{}",
                            changed.rules
                        );
                    }
                }
                Err(rejection) => assert!(
                    matches!(rejection.why, Why::False | Why::Rules | Why::Malformed),
                    "{rejection:?}\n{}",
                    changed.rules
                ),
            }
        }
    }
    println!("{tried} games, {accepted} accepted");
    assert!(tried > 200, "{tried}");
    assert!(accepted * 4 < tried, "{accepted} of {tried} were accepted");
}

#[test]
fn a_displacement_less_or_more_is_no_beatty_pair() {
    let beatty = |rules: &str, t: u64| {
        let law = whowins_verify::automatic::Beatty { t };
        Certificate::of_text(rules, vec![Law::Beatty(law)])
    };
    let accepts = |rules: &str, t: u64| {
        beatty(rules, t)
            .verify_with_rules(&Budget::default())
            .is_ok()
    };
    assert!(accepts(COWS, 1));
    for t in [0, 2, 3, 1 << 40, u64::MAX] {
        assert!(!accepts(COWS, t));
    }
    let head = "game \"g\"\nposition x, y\n";
    let two = "move x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k >= 1\nmove x -= k + 1, y -= k for k >= 1\n\
        move x -= k, y -= k + 1 for k >= 1\n";
    assert!(accepts(&format!("{head}{two}"), 2));
    let lines: Vec<&str> = two.lines().collect();
    for drop in 0..lines.len() {
        let less: Vec<&str> = (0..lines.len())
            .filter(|at| *at != drop)
            .map(|at| lines[at])
            .collect();
        assert!(!accepts(&format!("{head}{}\n", less.join("\n")), 2));
        // A gap at the start of a ray counts, filled or not.
        let late = format!(
            "{}\n{}\n",
            less.join("\n"),
            lines[drop].replace("k >= 1", "k >= 3")
        );
        assert!(!accepts(&format!("{head}{late}"), 2));
        let filled = format!("{late}{}\n", lines[drop].replace("k >= 1", "k in {1, 2}"));
        assert!(accepts(&format!("{head}{filled}"), 2), "{filled}");
        let holed = format!("{late}{}\n", lines[drop].replace("k >= 1", "k in {2}"));
        assert!(!accepts(&format!("{head}{holed}"), 2), "{holed}");
        let even = lines[drop].replace('k', "2*k").replace("for 2*k", "for k");
        assert!(
            !accepts(&format!("{head}{}\n{even}\n", less.join("\n")), 2),
            "{even}"
        );
    }
    for more in [
        "move x -= 3, y -= 1",
        "move x -= k + 2, y -= k for k >= 1",
        "move x -= k, y -= 2*k for k >= 1",
        "misère play",
        "move x -= 1, y += 1",
        "move x -= k, y -= 1 for k >= 1",
        "who cannot move draws",
    ] {
        assert!(!accepts(&format!("{head}{two}{more}\n"), 2), "{more}");
    }
    for same in [
        "move x -= 7, y -= 6",
        "move x -= 2*k, y -= 2*k + 1 for k >= 0",
        "move y -= 3*k + 2 for k >= 0",
        "move x -= 5 + k for k >= 0",
    ] {
        assert!(accepts(&format!("{head}{two}{same}\n"), 2), "{same}");
    }
    assert!(!accepts(
        &format!("{head}{two}").replace("position x, y", "position x, y, z"),
        2
    ));
    assert!(!accepts(
        &format!("{head}{two}").replace("position x, y", "position x <= 9, y"),
        2
    ));
    assert!(!accepts(
        &format!(
            "{head}{}",
            two.replace("move x -= k for k >= 1", "move x -= k for k >= 1 if y > 0")
        ),
        2
    ));
    let by_one = format!("{head}{two}")
        .replacen("move", "A: move", 1)
        .replacen("position", "players A, B\nposition", 1);
    assert!(!accepts(&by_one, 2));
}
