//! Games with laws in the literature, each from its rules: a law is found and verified, of the
//! kinds told, with a line where one is known, a file for Coq, and a winning move at a position of
//! thirty digits.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use whowins_analysis::{Player, Value};
use whowins_core::random::Random;
use whowins_engine::{Engine, Limits};
use whowins_law::{LawSource, LawStrategy, Report, Says, find};
use whowins_rules::{Parameters, Rules};
use whowins_verify::Verified;

use crate::asked;
use crate::coq_common::coqc;

/// A game of the table.
struct Case {
    name: &'static str,
    /// The rules' text after the name of the game; or the file of a shipped game under `games/`.
    rules: &'static str,
    /// A position: it says how many numbers there are.
    at: &'static str,
    /// A large position that is won, or nothing where play is not asked for.
    far: &'static str,
    /// The kind of the law of outcomes.
    kind: &'static str,
    /// Whether there is a line.
    line: bool,
    /// Whether there is a file for Coq.
    coq: bool,
}

const fn case(
    name: &'static str,
    rules: &'static str,
    (at, far): (&'static str, &'static str),
    kind: &'static str,
    line: bool,
    coq: bool,
) -> Case {
    Case {
        name,
        rules,
        at,
        far,
        kind,
        line,
        coq,
    }
}

const GAMES: &[Case] = &[
    case(
        "take 1 to 3, not the last number",
        "library/bash-no-repeat.game",
        ("9,0", "1000000000000000000000000000001,0"),
        "first-order",
        true,
        true,
    ),
    case(
        "take 1 to 12, not the last number",
        "position n\nposition last <= 12\nmove n -= k, last := k for k in 1..12 if k != last",
        ("9,0", "1000000000000000000000000000001,0"),
        "first-order",
        true,
        true,
    ),
    case(
        "two sets by turns",
        "position n\nposition which <= 1\nmove n -= k, which := 1 for k in {1, 2, 5} if which = 0\nmove n -= k, which := 0 for k in {1, 3, 4} if which = 1",
        ("9,0", "1000000000000000000000000000001,0"),
        "first-order",
        true,
        true,
    ),
    case(
        "Fibonacci Nim",
        "library/fibonacci-nim.game",
        (
            "",
            "1000000000000000000000000000000,999999999999999999999999999999",
        ),
        "first-order",
        true,
        true,
    ),
    case(
        "at most what was taken",
        "position n\nposition most\nmove n -= k, most := k for 1 <= k <= most",
        (
            "8,7",
            "1000000000000000000000000000000,999999999999999999999999999999",
        ),
        "first-order",
        true,
        true,
    ),
    case(
        "at most three times what was taken",
        "position n\nposition most\nmove n -= k, most := 3 * k for 1 <= k <= most",
        (
            "8,7",
            "1000000000000000000000000000000,999999999999999999999999999999",
        ),
        "take-away",
        true,
        true,
    ),
    case(
        "at most four times what was taken, less two",
        "position n\nposition most\nmove n -= k, most := 4 * k - 2 for 1 <= k <= most",
        (
            "8,7",
            "1000000000000000000000000000000,999999999999999999999999999999",
        ),
        "take-away",
        true,
        true,
    ),
    case(
        "Euclid",
        "library/euclid.game",
        (
            "9,5",
            "1000000000000000000000000000000,3000000000000000000000000000001",
        ),
        "first-order",
        true,
        true,
    ),
    case(
        "Mark",
        "position n\nmove n -= 1\nmove n := n / 2 if n >= 1",
        ("5", "1000000000000000000000000000001"),
        "first-order",
        true,
        true,
    ),
    case(
        "Mark by threes",
        "position n\nmove n -= 1\nmove n := n / 3 if n >= 1",
        ("5", "1000000000000000000000000000001"),
        "first-order",
        false,
        true,
    ),
    case(
        "at most half",
        "position n\nmove n -= k for 1 <= k <= n / 2",
        ("5", "1000000000000000000000000000000"),
        "first-order",
        true,
        true,
    ),
    case(
        "Chomp of two rows",
        "position a, b\nstart 5,3\nmove b -= k for k >= 1\nmove a := a - k, b := min(b, a - k) for 1 <= k <= a\nmisère play",
        ("5,3", "1000000000000000000000000000000,5"),
        "first-order",
        true,
        true,
    ),
    case(
        "Nim with a pass, two heaps",
        "library/nim-with-a-pass.game",
        ("1; 1,2", "1; 1000000000000000000000000000000,7"),
        "first-order",
        true,
        true,
    ),
    case(
        "silver dollar of six",
        "position a, b, c, d, e, f\nmove a -= k for k >= 1\nmove b -= k for k >= 1 if a < b - k\nmove c -= k for k >= 1 if b < c - k\nmove d -= k for k >= 1 if c < d - k\nmove e -= k for k >= 1 if d < e - k\nmove f -= k for k >= 1 if e < f - k",
        ("1,3,4,7,9,12", ""),
        "first-order",
        true,
        true,
    ),
    case(
        "Nim of any number of heaps",
        "library/nim-list.game",
        ("", "1000000000000000000000000000000,7,5,9"),
        "many-heaps",
        true,
        true,
    ),
    case(
        "misère Nim of any number of heaps",
        "position heap: numbers\nmove heap[i] -= k for i in places of heap, k >= 1\nmisère play",
        ("3,4,5", "1000000000000000000000000000000,7,5,9"),
        "many-heaps",
        true,
        true,
    ),
    case(
        "staircase of any number of steps",
        "library/staircase.game",
        ("", "0,1000000000000000000000000000000,5,7"),
        "many-heaps",
        true,
        true,
    ),
    case(
        "greedy Nim of any number of heaps",
        "library/greedy-nim.game",
        ("", "1000000000000000000000000000000,7,5,9"),
        "many-heaps",
        true,
        true,
    ),
    case(
        "Moore's Nim_2 of any number of heaps",
        "library/moore.game",
        ("", "1000000000000000000000000000000,7,5,9"),
        "many-heaps",
        true,
        true,
    ),
    case(
        "Nimble",
        "library/nimble.game",
        ("", "0,1000000000000000000000000000000,5,7"),
        "many-heaps",
        true,
        true,
    ),
    case(
        "Wythoff",
        "seeds/cowcheck.game",
        ("", "1000000000000000000000000000000,1"),
        "automatic",
        true,
        true,
    ),
    case(
        "Wythoff, diagonals of 1 to 3",
        "position x, y\nmove x -= k for k >= 1\nmove y -= k for k >= 1\nmove x -= k, y -= k for k in 1..3",
        ("", "1000000000000000000000000000000,1"),
        "automatic",
        false,
        true,
    ),
    case(
        "dominoes on a strip",
        "octal 0.07",
        ("", "1000000000000000000000000000000"),
        "guy-smith",
        false,
        true,
    ),
    case(
        "dominoes on a circle",
        "position ring of . #\nmove . . -> # #",
        (
            "........",
            "........#......................................................................",
        ),
        "row-heaps",
        true,
        true,
    ),
    case(
        "Kayles on a circle",
        "library/kayles-circle.game",
        (
            "........",
            "oooooooo.oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo",
        ),
        "row-heaps",
        true,
        true,
    ),
    case(
        "Kayles",
        "classic/kayles.game",
        ("", "1000000000000000000000000000001"),
        "guy-smith",
        false,
        true,
    ),
    case(
        "counter with a clock",
        "position n\nposition clock <= 5\nmove n -= k, clock := 5 for k in 1..2 if clock = 0\nmove n -= k, clock -= 1 for k in 2..4 if clock > 0",
        ("9,5", ""),
        "first-order",
        true,
        true,
    ),
    case(
        "players' parities",
        "players Ann, Bob\nposition n\nposition odd <= 1\nmove n -= k, odd := (odd + k) % 2 for k in 1..4\nAnn wins when n = 0 and odd = 0\nBob wins when n = 0",
        ("9,0", ""),
        "first-order",
        true,
        true,
    ),
    case(
        "bounded Nim of three heaps",
        "position heap: numbers\nmove heap[i] -= k for i in places of heap, k in 1..3",
        ("1,2,4", "1000000000000000000000000000000,7,5"),
        "many-heaps",
        false,
        true,
    ),
    case(
        "powers of two",
        "library/powers-of-two.game",
        ("", "1000000000000000000000000000000"),
        "first-order",
        true,
        false,
    ),
    case(
        "subtract a digit",
        "library/digit-game.game",
        ("", "1000000000000000000000000000007"),
        "remainders",
        true,
        true,
    ),
    case(
        "subtract a square-free number",
        "position n\nmove n -= k for k in 1..n if all(k % (d * d) != 0 for d in 2..k)",
        ("", "1000000000000000000000000000001"),
        "remainders",
        true,
        true,
    ),
    case(
        "subtract 1 or a prime",
        "position n\nmove n -= p for 1 <= p <= n if p = 1 or prime(p)",
        ("", "1000000000000000000000000000003"),
        "remainders",
        true,
        true,
    ),
    case(
        "subtract a smaller divisor",
        "library/divisor.game",
        ("", "1000000000000000000000000000000"),
        "remainders",
        true,
        true,
    ),
    case(
        "subtract a number without a common divisor",
        "position n\nmove n -= k for 1 <= k <= n if gcd(k, n) = 1",
        ("", "1000000000000000000000000000001"),
        "remainders",
        true,
        true,
    ),
];

fn limits() -> Limits {
    Limits::default().with_time(Duration::from_secs(60))
}

fn rules(case: &Case) -> Rules {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let text = match case.rules.ends_with(".game") {
        true => std::fs::read_to_string(file.join(case.rules)).expect("a shipped game"),
        false => format!("game \"{}\"\n{}\n", case.name, case.rules),
    };
    Rules::parse(case.name, &text).unwrap_or_else(|faults| panic!("{}", faults.render(false)))
}

fn report(case: &Case) -> (Rules, Report) {
    let rules = rules(case);
    let none = Parameters::new();
    let game = rules.game(&none).expect("a game");
    let at = match case.at {
        "" => None,
        at => Some(game.read(at).expect("a position")),
    };
    let report = find(&rules, &none, at.as_ref(), &limits(), &Says::ALL).expect("rules");
    (rules, report)
}

/// That a winning move is named at a large position, and leads to a loss.
fn play(case: &Case, rules: &Rules, verified: &Verified) {
    let game = rules.game(&Parameters::new()).expect("a game");
    let source = Arc::new(LawSource::proved(verified.clone(), rules, &limits()));
    let mut engine = Engine::new(game.clone(), limits());
    engine.add(Box::new(LawStrategy::new(source, &game)));
    let position = game.read(case.far).expect("a position");
    let answer = engine
        .answer(&position, Player::First)
        .expect("an answer")
        .answer;
    assert_eq!(answer.value, Value::Win, "{}", case.name);
    let best = answer
        .best
        .unwrap_or_else(|| panic!("{}: no move", case.name));
    let next = best.next(Player::First);
    let is_move = game.is_move(Player::First, &position, (&best.to, next));
    assert_eq!(is_move, Some(true), "{}: {}", case.name, best.text);
    let reply = engine.answer(&best.to, next).expect("an answer").answer;
    assert_eq!(reply.value, Value::Loss, "{}: {}", case.name, best.text);
}

#[test]
fn games_of_the_literature_have_laws() {
    let mut others = Vec::new();
    for case in GAMES {
        let began = Instant::now();
        let (rules, report) = report(case);
        let took = began.elapsed();
        let Some(verified) = report.proved else {
            others.push(format!("{}: {:?}", case.name, report.tried));
            continue;
        };
        let line = report
            .cards
            .iter()
            .find_map(|card| card.explanation.formula.clone());
        let coq = whowins_law::coq::file(&verified);
        println!(
            "{:40} {:12} {took:8.1?} {} {}",
            case.name,
            report.cards[0].kind,
            line.as_deref().unwrap_or("-"),
            coq.as_ref().map_or_else(|why| why.0.as_str(), |_| "Coq")
        );
        let found = report.cards.iter().any(|card| card.kind == case.kind);
        if !found || case.line && line.is_none() || coq.is_ok() != case.coq {
            let kinds: Vec<&str> = report.cards.iter().map(|card| card.kind).collect();
            others.push(format!(
                "{}: {kinds:?}, {line:?}, Coq {}",
                case.name,
                coq.is_ok()
            ));
        }
        if !case.far.is_empty() {
            play(case, &rules, &verified);
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
#[ignore = "Coq takes minutes for all of them"]
fn coqc_accepts_the_laws_of_the_literature() {
    for case in GAMES.iter().filter(|case| case.coq) {
        let (_, report) = report(case);
        let text = whowins_law::coq::file(&report.proved.expect("a law"));
        let text = text
            .unwrap_or_else(|why| panic!("{}: {}", case.name, why.0))
            .text;
        let (accepted, said) = coqc("textbook", &text);
        assert!(
            accepted && said.contains("Closed under the global context"),
            "{}: {said}",
            case.name
        );
    }
}

/// A random game of a family: two numbers with vectors and rays, one or two numbers with a memory,
/// two numbers with linear moves.
fn random_game(family: usize, random: &mut Random) -> String {
    let step = |random: &mut Random, ray: bool| {
        let (a, b) = loop {
            let pair = (random.below(3), random.below(3));
            if pair != (0, 0) {
                break pair;
            }
        };
        let of = |name: &str, by: usize| match (by, ray) {
            (0, _) => None,
            (by, true) => Some(format!("{name} -= {by} * k")),
            (by, false) => Some(format!("{name} -= {by}")),
        };
        let changes: Vec<String> = [of("x", a), of("y", b)].into_iter().flatten().collect();
        let end = if ray { " for k >= 1" } else { "" };
        format!("move {}{end}", changes.join(", "))
    };
    let mut lines = Vec::new();
    let position = match family {
        0 => {
            for _ in 0..2 + random.below(3) {
                let ray = random.below(2) == 0;
                lines.push(step(random, ray));
            }
            "position x, y\n"
        }
        1 => {
            for state in 0..3 {
                for _ in 0..1 + random.below(3) {
                    let (by, to) = (1 + random.below(4), random.below(3));
                    lines.push(format!("move n -= {by}, m := {to} if m = {state}"));
                }
            }
            "position n\nposition m <= 2\n"
        }
        _ => {
            for _ in 0..1 + random.below(3) {
                let (x, y) = [("x", "y"), ("y", "x")][random.below(2)];
                let by = 2 + random.below(2);
                lines.push(match random.below(5) {
                    0 => format!("move {x} := {x} / {by} if {x} >= 1"),
                    1 => format!("move {x} -= {y} if {y} >= 1"),
                    2 => format!("move {x} -= {by} * k, {y} += k for k >= 1"),
                    _ => step(random, true),
                });
            }
            "position x, y\n"
        }
    };
    lines.sort();
    lines.dedup();
    let end = ["", "misère play\n"][random.below(2)];
    format!("game \"Random\"\n{position}{}\n{end}", lines.join("\n"))
}

#[test]
#[ignore = "measures how many random games have laws, and how many laws a line"]
fn how_many_random_games_have_laws() {
    let (seconds, count) = (asked("WHOWINS_SECONDS", 3), asked("WHOWINS_GAMES", 40));
    for (family, name) in ["vectors and rays", "memory", "linear moves"]
        .iter()
        .enumerate()
    {
        let mut random = Random(7 + family as u64);
        let (mut proved, mut automata, mut told, mut open) = (0, 0, 0, Vec::new());
        for _ in 0..count {
            let text = random_game(family, &mut random);
            let Ok(rules) = Rules::parse("random", &text) else {
                continue;
            };
            let limits = Limits::default()
                .with_threads(1)
                .with_time(Duration::from_secs(seconds));
            let wanted = [Says::Outcome];
            let report = find(&rules, &Parameters::new(), None, &limits, &wanted).expect("rules");
            let Some(verified) = report.proved else {
                open.push(text);
                continue;
            };
            proved += 1;
            if !matches!(report.cards[0].kind, "automatic" | "first-order") {
                continue;
            }
            automata += 1;
            let limits = whowins_automata::Limits::default();
            let words =
                whowins_law::reading(&verified).and_then(|law| whowins_law::wording(&law, &limits));
            match words {
                Some(words) => {
                    told += 1;
                    println!("{words}");
                }
                None => println!("no line:\n{text}{}", verified.statements().concat()),
            }
        }
        for text in &open {
            println!("open:\n{text}");
        }
        println!(
            "{name}: {proved} of {count} proved; {automata} by automata, {told} of these in a line"
        );
    }
}
