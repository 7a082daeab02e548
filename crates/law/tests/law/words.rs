//! Statements: read and printed, the same by numbers as by automata, proved or refuted, and asked.

use std::time::Duration;

use dashu_int::{IBig, UBig};
use whowins_analysis::expression::Relation;
use whowins_analysis::{Player, Value};
use whowins_automata::{Limits as Bounds, NumerationSystem, System};
use whowins_core::random::Random;
use whowins_engine::{Engine, Limits};
use whowins_law::words::{Arithmetic, Class, Context, Numbers, Statement, Term, read};
use whowins_law::{Proof, Refused, Says, Verdict, Words, ask, find, find_kind, prove, reading};
use whowins_rules::{Parameters, Rules};

use crate::firstorder_cases::GAMES;

fn limits() -> Limits {
    Limits::default().with_time(Duration::from_secs(60))
}

fn context(names: &[&str], free: bool) -> Context {
    Context {
        names: names.iter().map(ToString::to_string).collect(),
        players: vec!["Ann".into(), "Bob".into()],
        free,
    }
}

/// Names with their numbers.
struct At<'a>(&'a [(&'a str, i64)]);

impl Numbers for At<'_> {
    fn number(&self, name: &str) -> Option<IBig> {
        let found = self.0.iter().find(|one| one.0 == name);
        found.map(|one| one.1.into())
    }

    fn is(&self, _: Class, _: Option<&[IBig]>) -> Option<bool> {
        None
    }

    fn turn(&self) -> usize {
        0
    }
}

fn holds(text: &str, numbers: &[(&str, i64)]) -> bool {
    let names: Vec<&str> = numbers.iter().map(|one| one.0).collect();
    let statement = read(text, &context(&names, false)).unwrap_or_else(|fault| panic!("{fault}"));
    statement.holds(&At(numbers)).expect("decided")
}

#[test]
fn statements_mean_what_they_say() {
    let xyz = |x, y, z| [("x", x), ("y", y), ("z", z)];
    for (text, numbers, expected) in [
        ("x ^ y = z", xyz(3, 5, 6), true),
        ("x xor y ⊕ z = 1", xyz(3, 5, 7), true),
        ("x + y * 2 = z", xyz(1, 2, 5), true),
        ("x - y < 0 and not z > 3", xyz(1, 2, 3), true),
        ("x <= 2 * 3 * y", xyz(6, 1, 0), true),
        ("x <= 2 * 3 * y", xyz(7, 1, 0), false),
        ("x = (1 + 2) * y * 2", xyz(12, 2, 0), true),
        ("x = y * -(2 * 3) + 7", xyz(1, 1, 0), true),
        ("x mod (2 * 3) = 5 and x / (7 - 2) = 2", xyz(11, 0, 0), true),
        ("x < y <= z", xyz(1, 2, 2), true),
        ("x < y <= z", xyz(1, 2, 1), false),
        ("x mod 3 = 2 or y % 2 = 1", xyz(5, 0, 0), true),
        ("(x - y) mod 3 = 2", xyz(1, 2, 0), true),
        ("(x - y) / 2 = -1", xyz(1, 2, 0), true),
        ("x in {1, 4} and y not in {1, 4}", xyz(4, 2, 0), true),
        ("x = 0 implies y = 0 implies z = 0", xyz(0, 0, 1), false),
        ("x = 1 iff y = 1 or z = 1", xyz(1, 0, 1), true),
        ("either x = 1 or y = 1, not both", xyz(1, 1, 0), false),
        ("x = 1, or y = 1, but not z = 1", xyz(1, 0, 1), false),
        ("x = 1 if y = 2; x = 3 if y = 4", xyz(3, 4, 0), true),
        ("x = 1 if y = 2; x = 3 if y = 4", xyz(1, 4, 0), false),
        ("(x, y) = (1, 2)", xyz(1, 2, 9), true),
        ("min(x, y, z) = 1 and max(x, y) + 1 = 8", xyz(1, 7, 3), true),
        ("x < the least binary 1 of y", xyz(3, 12, 0), true),
        ("x < the least Zeckendorf part of y", xyz(3, 12, 0), false),
        ("x < the least binary 1 of y", xyz(0, 0, 0), false),
        (
            "x ends in an odd number of zeros in base 2",
            xyz(24, 0, 0),
            true,
        ),
        (
            "x ends in an odd number of zeros in base 3",
            xyz(18, 0, 0),
            false,
        ),
        ("x + 1 is a power of 2", xyz(7, 0, 0), true),
        ("x is a Fibonacci number", xyz(12, 0, 0), false),
        ("x = floor(phi * y)", xyz(8, 5, 0), true),
        ("x = ⌊φ * φ * y⌋", xyz(8, 5, 0), false),
        ("no number is above 3", xyz(1, 2, 3), true),
        ("x ⊕ y ⊕ z is 0 modulo 4", xyz(4, 8, 0), true),
        ("x <= 2 && y != 3 || z == 1", xyz(1, 2, 3), true),
    ] {
        if text.contains("φ * φ") {
            assert!(read(text, &context(&["x", "y"], false)).is_err());
            continue;
        }
        assert_eq!(holds(text, &numbers), expected, "{text}");
    }
}

#[test]
fn mistakes_are_shown_with_their_place_and_the_mend() {
    let fault = |text: &str| {
        read(text, &context(&["heap", "last"], false))
            .unwrap_err()
            .to_string()
    };
    for (text, place, words) in [
        ("P iff heep = 0", "      ^^^^", "did you mean `heap`?"),
        (
            "P iff heap ^ = 2",
            "             ^",
            "expected a number or a statement",
        ),
        ("P iff heap", "      ^^^^", "compare it"),
        ("heap * last = 2", "^^^^^^^^^^^", "multiply by a constant"),
        ("P(heap)", "^^^^^^^", "write P(heap, last)"),
        (
            "heap = 2 last",
            "         ^^^^",
            "where the statement should end",
        ),
        ("heap mod 0 = 1", "         ^", "divide by a constant"),
        ("heap mod last = 1", "         ^^^^", "divide by a constant"),
        ("(heap = 2", "         ^", "close the parenthesis"),
        ("heap $ 2", "     ^", "a sign"),
        ("last in 3", "        ^", "a set of numbers"),
        ("heap is a banana", "        ^", "is a power of 2"),
        ("sum(heap) = 2", "^^^", "called"),
    ] {
        let said = fault(text);
        assert!(
            said.contains(&format!("\n  | {place}\n")),
            "{text}:\n{said}"
        );
        assert!(said.contains(words), "{text}:\n{said}");
    }
    assert!(fault(&"(".repeat(10_000)).contains("deeper"));
    assert!(fault(&"x".repeat(30_000)).contains("longer"));
}

/// A random number of the names.
fn term(random: &mut Random, names: &[&str], system: &str, depth: u32) -> Term {
    let deeper = |random: &mut Random| term(random, names, system, depth - 1).into();
    let kinds = if depth == 0 { 2 } else { 10 };
    match random.below(kinds) {
        0 => Term::Number(UBig::from(random.below(7))),
        1 => Term::Name(names[random.below(names.len())].into()),
        2 => Term::Sum(deeper(random), deeper(random)),
        3 => Term::Difference(deeper(random), deeper(random)),
        4 => Term::Times(UBig::from(random.below(6)), deeper(random)),
        5 => Term::Quotient(deeper(random), random.below(4) as u64 + 1),
        6 => Term::Remainder(deeper(random), random.below(5) as u64 + 1),
        7 => Term::Least(vec![*deeper(random), *deeper(random)]),
        8 => Term::Most(vec![*deeper(random), *deeper(random), *deeper(random)]),
        _ if system == "base 2" && random.below(2) == 0 => {
            Term::Xor(vec![*deeper(random), *deeper(random)])
        }
        _ if system == "Zeckendorf" && random.below(2) == 0 => Term::Golden(deeper(random)),
        _ => Term::Last(system.into(), deeper(random)),
    }
}

fn statement(random: &mut Random, names: &[&str], system: &str, depth: u32) -> Statement {
    let number = |random: &mut Random| term(random, names, system, 2);
    let deeper = |random: &mut Random| statement(random, names, system, depth - 1).into();
    let relations = [
        Relation::Less,
        Relation::AtMost,
        Relation::Equal,
        Relation::Unequal,
        Relation::AtLeast,
        Relation::More,
    ];
    let kinds = if depth == 0 { 4 } else { 9 };
    match random.below(kinds) {
        0 => Statement::Compare(relations[random.below(6)], number(random), number(random)),
        1 => Statement::Among(
            number(random),
            vec![random.below(5) as u64, random.below(5) as u64],
        ),
        2 => Statement::OddZeros(system.into(), number(random)),
        3 => Statement::Place(system.into(), number(random)),
        4 => Statement::Not(deeper(random)),
        5 => Statement::And(deeper(random), deeper(random)),
        6 => Statement::Or(deeper(random), deeper(random)),
        7 => Statement::Implies(deeper(random), deeper(random)),
        _ => Statement::Iff(deeper(random), deeper(random)),
    }
}

#[test]
fn automata_say_of_random_statements_what_numbers_say_and_what_is_printed_is_read_again() {
    let names = ["x", "y"];
    let mut random = Random(17);
    let mut told_apart = 0;
    for round in 0..60 {
        let system = ["base 2", "Zeckendorf", "base 3"][round % 3];
        let one = statement(&mut random, &names, system, 2);
        let printed = one.to_string();
        let again =
            read(&printed, &context(&names, false)).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(again.to_string(), printed);
        let numerals = System::named(system).expect("a system");
        let mut arithmetic =
            Arithmetic::new(numerals.clone(), Bounds::default()).expect("a theory");
        let of_names = names.map(String::from);
        let set = arithmetic
            .set(&one, &of_names)
            .unwrap_or_else(|error| panic!("{printed}: {error}"));
        let mut counted = 0;
        for x in 0..13i64 {
            for y in 0..13i64 {
                let at = [("x", x), ("y", y)];
                let said = one.holds(&At(&at)).expect("decided");
                assert_eq!(again.holds(&At(&at)), Some(said), "{printed} at {x}, {y}");
                assert!(one.told(&At(&at)).is_some());
                let digits = [x, y].map(|n| numerals.represent(&UBig::from(n as u64)));
                let length = digits.iter().map(Vec::len).max().unwrap_or(0);
                let letter = |at: usize| {
                    digits
                        .each_ref()
                        .map(|one| (at + one.len()).checked_sub(length).map_or(0, |i| one[i]))
                };
                let word: Vec<[u8; 2]> = (0..length).map(letter).collect();
                assert_eq!(
                    set.accepts(&word).expect("a word"),
                    said,
                    "{printed} at {x}, {y}"
                );
                counted += u32::from(said);
            }
        }
        told_apart += u32::from(counted > 0 && counted < 169);
    }
    assert!(
        told_apart > 20,
        "{told_apart} statements hold of some numbers and not of others"
    );
}

fn proof(text: &str, at: &str, law: &str) -> Proof {
    let rules =
        Rules::parse("rules", text).unwrap_or_else(|faults| panic!("{}", faults.render(false)));
    let at = rules
        .game(&Parameters::new())
        .expect("rules")
        .read(at)
        .expect("a position");
    match prove(&rules, &Parameters::new(), Some(&at), &limits(), law) {
        Ok(proof) => proof,
        Err(Refused::Statement(fault)) => panic!("{fault}"),
        Err(Refused::Rules(rejection)) => panic!("{rejection}"),
    }
}

/// Larsson's law of Wythoff's game where one option is blocked, as a person states it; and with one
/// of its parts changed.
#[test]
fn laws_of_blocked_games_are_proved_as_they_are_stated() {
    let rules = include_str!("../../../../games/classic/blocking-wythoff.game");
    let law = |more: u32, at: &str| -> String {
        format!(
            "P iff x = 0 and y = 0 or y = 2 * x + {more} or x = 2 * y + {more} or exists u: exists v: \
             (u = floor(phi * (v - u)) and u <= v or v = floor(phi * (u - v)) and v <= u) and x = 2 * u + 2 and y = {at}"
        )
    };
    let Verdict::Proved { verified, own, .. } = proof(rules, "4,6", &law(1, "2 * v + 2")).verdict
    else {
        panic!("it is proved")
    };
    assert!(own);
    let position = verified
        .game()
        .read("2000000000000,4000000000001")
        .expect("a position");
    assert_eq!(
        verified.values(verified.game(), &position),
        Some([Value::Loss; 2])
    );
    // That there are no such u and v is not seen by numbers alone, at (0, 1) of the first.
    let wrong = [
        (law(2, "2 * v + 2"), "0,2", Value::Win),
        ("P iff x = y".into(), "0,1", Value::Loss),
    ];
    for (wrong, at, value) in wrong {
        let Verdict::Refuted(found) = proof(rules, "4,6", &wrong).verdict else {
            panic!("{wrong} is refuted")
        };
        let shown = verified.game().show(&found.position);
        assert_eq!((shown.as_str(), found.value), (at, value), "{wrong}");
    }
}

#[test]
fn the_line_that_a_law_is_told_in_is_proved_as_it_is_written() {
    // Some of the games, their lines as they are printed, to the letter.
    let mut count = 0;
    for case in GAMES.iter().filter(|case| case.line.is_some()) {
        let line = case.line.expect("a line");
        let text = format!("game \"{}\"\n{}\n", case.name, case.rules);
        let rules = Rules::parse(case.name, &text).expect("rules");
        let game = rules.game(&Parameters::new()).expect("rules");
        if line.len() > 300 || case.states > 20 {
            continue;
        }
        count += 1;
        let proof = proof(&text, case.at, line);
        match &proof.verdict {
            Verdict::Proved {
                own: true,
                verified,
                ..
            } => assert_eq!(verified.game().name, game.name),
            other => panic!("{}: {line}: {other:?}", case.name),
        }
    }
    assert!(count > 20, "{count}");
}

const NIM: &str = "game \"Nim\"\nposition x, y, z\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove z -= k for k >= 1\n";

#[test]
fn a_wrong_law_is_refuted_by_the_smallest_position() {
    for (law, at, value) in [
        ("P iff x ^ y = z and x > 3", "0,0,0", Value::Loss),
        ("P iff x ^ y = z and (x, y) != (1, 2)", "1,2,3", Value::Loss),
        (
            "P iff x ^ y = z or x = 5 and y = 5 and z = 1",
            "5,5,1",
            Value::Win,
        ),
        ("N iff x + y + z > 0", "0,1,1", Value::Loss),
        ("P implies x < 4", "4,0,4", Value::Loss),
        ("x + y = z implies P", "1,1,2", Value::Win),
    ] {
        let proof = proof(NIM, "1,2,3", law);
        let Verdict::Refuted(found) = proof.verdict else {
            panic!("{law}: {:?}", proof.verdict);
        };
        let rules = Rules::parse("rules", NIM).expect("rules");
        let game = rules.game(&Parameters::new()).expect("rules");
        assert_eq!(
            (game.show(&found.position), found.value),
            (at.to_string(), value),
            "{law}"
        );
        // By the engine, too.
        let mut engine = Engine::new(game, limits());
        let answer = engine
            .answer(&found.position, found.player)
            .expect("small")
            .answer;
        assert_eq!(answer.value, value, "{law}");
    }
    for law in [
        "P implies x <= y + z",
        "for all a: P(a, a, 0)",
        "P(x, y, z) iff P(y, z, x)",
        "N iff x ^ y != z",
    ] {
        let proof = proof(NIM, "1,2,3", law);
        assert!(
            matches!(proof.verdict, Verdict::Proved { .. }),
            "{law}: {:?}",
            proof.verdict
        );
    }
}

#[test]
fn the_smallest_position_has_the_least_sum_of_all_its_numbers_memory_too() {
    let text = "game \"Last\"\nposition n\nposition last <= 3\nmove n -= k, last := k for k in 1..3 if k != last\n";
    let rules = Rules::parse("rules", text).expect("rules");
    let game = rules.game(&Parameters::new()).expect("rules");
    let mut engine = Engine::new(game.clone(), limits());
    for (law, wrong) in [
        ("P iff 2 * last < 4", None),
        ("P iff last = n and n < 2", None),
        // Decided by the law that is found.
        ("P implies 2 * last < 4", Some(Value::Loss)),
        ("2 * last < 4 implies P", Some(Value::Win)),
    ] {
        let Verdict::Refuted(found) = proof(text, "9,0", law).verdict else {
            panic!("{law}");
        };
        let statement = law.split_once(" iff ").or(law.split_once(" implies "));
        let (left, right) = statement.expect("two sides");
        // All positions by their sum, then by their numbers.
        let all = (0..20_i64).flat_map(|sum| (0..=sum).map(move |n| (n, sum - n)));
        let first = all.filter(|(_, last)| *last <= 3).find(|(n, last)| {
            let position = game.read(&format!("{n},{last}")).expect("a position");
            let answer = engine.answer(&position, Player::First).expect("small");
            let value = answer.answer.value;
            let of = |side: &str| match side {
                "P" => value == Value::Loss,
                side => holds(side, &[("n", *n), ("last", *last)]),
            };
            match wrong {
                None => of(left) != of(right),
                Some(_) => of(left) && !of(right),
            }
        });
        let (n, last) = first.expect("a counterexample");
        assert_eq!(game.show(&found.position), format!("{n},{last}"), "{law}");
        assert!(found.is_smallest, "{law}");
        assert!(wrong.is_none_or(|wrong| wrong == found.value), "{law}");
    }
}

#[test]
fn misère_rules_and_memory_are_stated_in_words() {
    let text = "game \"Last\"\nposition n\nposition last <= 3\nmove n -= k, last := k for k in 1..3 if k != last\n";
    let law = "P iff n mod 4 = 0, or n mod 4 = 1 and last = 1, or n mod 4 = 3 and last = 3";
    assert!(matches!(
        proof(text, "9,0", law).verdict,
        Verdict::Proved { own: true, .. }
    ));
    let wrong = "P iff n mod 4 = 0, or n mod 4 = 1 and last = 1";
    let Verdict::Refuted(found) = proof(text, "9,0", wrong).verdict else {
        panic!("{wrong}");
    };
    let rules = Rules::parse("rules", text).expect("rules");
    assert_eq!(
        rules
            .game(&Parameters::new())
            .expect("rules")
            .show(&found.position),
        "3,3"
    );
    let misere = "game \"Misère\"\nposition x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmisère play\n";
    let law = "P iff x = y and x > 1, or x + y = 1";
    assert!(matches!(
        proof(misere, "1,2", law).verdict,
        Verdict::Proved { own: true, .. }
    ));
    // A partizan game: whose turn it is.
    let partizan =
        "game \"Two\"\nplayers Ann, Bob\nposition n\nAnn moves n -= 1\nBob moves n -= 2\n";
    let report = Rules::parse("rules", partizan);
    if let Ok(rules) = report {
        let game = rules.game(&Parameters::new()).expect("rules");
        let law = "L iff n mod 3 = 1";
        let told = prove(&rules, &Parameters::new(), None, &limits(), law);
        assert!(told.is_ok(), "{:?}", told.err());
        assert!(!game.is_impartial());
    }
}

#[test]
fn questions_are_answered_by_automata_as_by_looking() {
    let rules = Rules::parse("rules", NIM).expect("rules");
    let wanted = [Says::Outcome, Says::ClosedForm];
    let verified = find(&rules, &Parameters::new(), None, &limits(), &wanted)
        .expect("rules")
        .proved
        .expect("a law");
    let law = reading(&verified).expect("digits");
    let context = Context {
        free: true,
        ..law.context(verified.game())
    };
    let asked = |text: &str| {
        let statement = read(text, &context).unwrap_or_else(|fault| panic!("{fault}"));
        ask(&law, &statement, 0, &Bounds::default())
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    for (text, expected) in [
        ("exists x: x > 0 and P(x, x, 0)", true),
        ("exists x: x > 0 and P(x, x, x)", false),
        ("for all x, y exists z: P(x, y, z)", true),
        ("for all x exists y: P(x, y, y + 1)", false),
        (
            "for all x, y, z, u: P(x, y, z) and P(x, y, u) implies z = u",
            true,
        ),
        ("not exists x: N(x, x, 0)", true),
    ] {
        assert_eq!(asked(text).holds(), Some(expected), "{text}");
    }
    let shown = asked("for all x exists y: P(x, y, y + 1)")
        .shown
        .expect("a number");
    assert!(!shown.0, "it fails there");
    let answers = asked("P(a, b, 3) and a <= b");
    assert_eq!(
        (answers.variables.clone(), answers.count()),
        (vec!["a".into(), "b".into()], None)
    );
    let mut expected = Vec::new();
    for a in 0..40u64 {
        expected.extend(
            (a..40)
                .filter(|b| a ^ b == 3)
                .map(|b| vec![UBig::from(a), UBig::from(b)]),
        );
    }
    let first = answers.first(10);
    assert!(first.iter().all(|one| expected.contains(one)), "{first:?}");
    assert_eq!(first.len(), 10);
    let few = asked("P(a, b, 3) and a + b < 8");
    let looked = (0..8u64).flat_map(|a| (0..8).map(move |b| (a, b)));
    let looked = looked.filter(|(a, b)| a ^ b == 3 && a + b < 8).count();
    assert_eq!(few.count(), Some(UBig::from(looked)));
    assert_eq!(few.first(100).len(), looked);
    // The automaton of the answers, written.
    let even = asked("exists y: y + y = n and P(n, n, 0)");
    let drawn = even.drawn();
    assert_eq!(drawn.regex().as_deref(), Some("(0|11*0)*"));
    assert!(drawn.walnut().starts_with("msd_2\n"), "{}", drawn.walnut());
    assert!(drawn.dot().contains("doublecircle"));
}

#[test]
fn a_law_is_told_at_a_position_with_its_numbers_and_digits() {
    let case = GAMES
        .iter()
        .find(|case| case.name == "Fibonacci Nim")
        .expect("it is there");
    let text = format!("game \"{}\"\n{}\n", case.name, case.rules);
    let rules = Rules::parse("rules", &text).expect("rules");
    let report =
        find_kind(&rules, &Parameters::new(), None, &limits(), "first-order").expect("rules");
    let verified = report.proved.expect("a law");
    let words = Words::of(&verified, &Bounds::default()).expect("digits");
    let game = verified.game();
    for n in 0..30u64 {
        for most in 0..8u64 {
            let position = game.read(&format!("{n},{most}")).expect("a position");
            let values = verified.values(game, &position).expect("it speaks of it");
            let here = words
                .here(&position, whowins_analysis::Player::First)
                .expect("a line");
            assert_eq!(here.holds, values[0] == Value::Loss, "{n},{most}: {here:?}");
            let run = words
                .run(&position, whowins_analysis::Player::First)
                .expect("a run");
            assert_eq!(run.class == "P", values[0] == Value::Loss, "{n},{most}");
            assert!(
                run.tracks
                    .iter()
                    .all(|one| one.1.len() + 1 == run.states.len())
            );
        }
    }
    let position = game.read("13,4").expect("a position");
    let here = words
        .here(&position, whowins_analysis::Player::First)
        .expect("a line");
    assert_eq!(here.told, "most = 4 < the least Zeckendorf part of 13 = 13");
}

#[test]
fn a_wrong_statement_is_refuted_without_a_law() {
    let text = "game \"D\"\nposition n\nmove n -= d for d >= 1 if d divides n and d < n";
    let rules = Rules::parse("d", text).expect("rules");
    for (statement, smallest) in [("P iff n = 7", "0"), ("P iff n mod 3 < 2", "4")] {
        let proof = prove(&rules, &Parameters::new(), None, &limits(), statement);
        let Verdict::Refuted(found) = proof.expect("a statement").verdict else {
            panic!("{statement} is false");
        };
        let game = rules.game(&Parameters::new()).expect("a game");
        assert_eq!(game.show(&found.position), smallest, "{statement}");
    }
}
