//! Tests classes of wrong programs: floating-point formulas, guessed periods, rules of a similar
//! game. Each is caught at its first wrong position.
//!
//! The first failure of a formula was computed in integers (`floats_break_there_first`), the others
//! by naive recursion in another language.

use std::time::{Duration, Instant};

use whowins::analysis::Value;
use whowins::contest::{Format, Question};
use whowins::engine::Limits;
use whowins::rules::{Parameters, Rules};
use whowins_judge::{Reach, Report, Truth, Unanswered, Verdict, Wishes, judge};

use super::programs::{by_contest, by_lines, program, truth, wishes};
use super::wrong::lines;

/// Returns wishes for queries in order up to a small size, followed by those where the law changes
/// its answers.
fn far(up_to: u64) -> Wishes {
    Wishes {
        reach: Reach {
            number: 1_000_000_000,
            length: 12,
        },
        drawn: 1,
        ..wishes(Some(up_to), 60)
    }
}

/// Tests that a query that times out has no answer, and has one when it is repeated.
#[test]
fn an_answer_takes_no_longer_than_it_may() {
    let format = Format::of_lines(
        "domineering",
        Question::Winner("W".into(), "L".into(), None),
    );
    let mut truth = truth(&format, "domineering");
    let board = "..../..../..../....";
    truth.until(Instant::now());
    match truth.value(board) {
        Err(Unanswered::Engine(error)) => assert!(error.is_budget(), "{error}"),
        other => panic!("{other:?}"),
    }
    truth.unhurried();
    assert_eq!(truth.value(board).ok(), Some(Value::Win));
}

/// Judges a program on rules given as text.
fn on_rules(text: &str, program_text: &str, wishes: &Wishes) -> Report {
    let rules = Rules::parse("rules", text).unwrap_or_else(|faults| panic!("{faults}"));
    let format = Format::of_lines("rules", Question::Winner("W".into(), "L".into(), None));
    let mut truth = Truth::new(
        &format,
        &rules,
        &Parameters::new(),
        whowins::analysis::Player::First,
        &Limits::default(),
    );
    judge(&mut truth, &program(program_text), wishes).unwrap_or_else(|why| panic!("{why}"))
}

/// Returns a program for Wythoff's game with a formula of the difference k, for the larger or the
/// smaller number.
fn wythoff(formula: &str, large: bool) -> String {
    let lost = match large {
        false => format!("x == {formula}"),
        true => format!("y == {formula}"),
    };
    format!(
        "import sys, math, struct\n\
         def single(x): return struct.unpack('f', struct.pack('f', x))[0]\n\
         PHI = (1 + 5 ** .5) / 2\n\
         for line in sys.stdin.read().split():\n    \
         x, y = sorted(map(int, line.split(',')))\n    k = y - x\n    \
         print('L' if {lost} else 'W')\n"
    )
}

/// The formula, true if it gives the larger number, the first k for which it is wrong, and the pair
/// there.
const FORMULAS: [(&str, bool, u64, &str); 3] = [
    (
        "int(single(single(k) * single(PHI)))",
        false,
        2584,
        "4180,6764",
    ),
    ("int(k * PHI)", false, 102_334_155, "165580140,267914295"),
    ("int(k * PHI * PHI)", true, 39_088_169, "63245985,102334154"),
];

#[test]
fn formulas_in_floating_point() {
    // One solver for all of them, so that the law is found once.
    let format = Format::of_lines("cowcheck", Question::Winner("W".into(), "L".into(), None));
    let mut truth = truth(&format, "cowcheck");
    let mut judged = |text: &str| {
        judge(&mut truth, &program(text), &far(40)).unwrap_or_else(|why| panic!("{why}"))
    };
    for (formula, large, _, position) in FORMULAS {
        let report = judged(&wythoff(formula, large));
        assert_eq!(report.verdict, Verdict::Wrong, "{formula}: {report}");
        let failing = report.failing.expect("it fails");
        assert_eq!(
            (failing.position.as_str(), failing.right.as_str()),
            (position, "L"),
            "{formula}"
        );
        assert_eq!(report.in_order.wrong, 0, "{formula}");
    }
    // Integer formulas are correct, and so is double precision within its range.
    let exact = wythoff("(k + math.isqrt(5 * k * k)) // 2", false);
    let report = judged(&exact);
    assert_eq!(report.verdict, Verdict::Right, "{report}");
    assert!(report.hard.asked > 100, "{report}");
}

/// Returns ⌊kφ⌋ in integers.
fn lesser(k: u64) -> u64 {
    let square = 5 * u128::from(k) * u128::from(k);
    ((u128::from(k) + square.isqrt()) / 2) as u64
}

/// Returns the first k for which a formula of the smaller or the larger number is wrong.
fn first_wrong(up_to: u64, formula: impl Fn(u64) -> u64, large: bool) -> Option<u64> {
    (0..=up_to).find(|k| formula(*k) != lesser(*k) + if large { *k } else { 0 })
}

#[test]
fn single_precision_breaks_there_first() {
    let phi = ((1.0 + 5f64.sqrt()) / 2.0) as f32;
    let single = |k: u64| (k as f32 * phi) as u64;
    assert_eq!(first_wrong(10_000, single, false), Some(FORMULAS[0].2));
}

/// Visits a hundred million numbers.
#[test]
#[ignore = "long"]
fn double_precision_breaks_there_first() {
    let phi = (1.0 + 5f64.sqrt()) / 2.0;
    let double = |k: u64| (k as f64 * phi) as u64;
    assert_eq!(
        first_wrong(FORMULAS[1].2, double, false),
        Some(FORMULAS[1].2)
    );
    let larger = |k: u64| (k as f64 * phi * phi) as u64;
    assert_eq!(
        first_wrong(FORMULAS[2].2, larger, true),
        Some(FORMULAS[2].2)
    );
}

/// Returns a program that guesses the least period of `terms` terms and continues with it.
fn guessing(terms: usize) -> String {
    format!(
        "import sys\nlost = []\nfor n in range({terms}):\n    \
         lost.append(all(n < k or not lost[n - k] for k in (3, 4, 5, 8, 12)))\n\
         fits = lambda p: all(lost[i] == lost[i + p] for i in range({terms} - p))\n\
         period = next((p for p in range(1, {terms}) if fits(p)), {terms} - 1)\n\
         for line in sys.stdin.read().split():\n    \
         print('L' if lost[int(line) % period] else 'W')\n"
    )
}

#[test]
fn periods_guessed_from_a_few_terms() {
    let report = by_lines("take-from-a-set", &guessing(20), &wishes(Some(60), 60));
    let failing = report.failing.as_ref().expect("it fails");
    assert_eq!(
        (failing.position.as_str(), failing.smallest),
        ("19", true),
        "{report}"
    );
    // With all terms, there is nothing to guess.
    let report = by_lines("take-from-a-set", &guessing(400), &wishes(Some(300), 60));
    assert_eq!(report.verdict, Verdict::Right, "{report}");
}

#[test]
fn rules_of_the_game_beside_it() {
    // Misère Nim by the normal rule: wrong only if all heaps are at most 1.
    let nim = "game \"Misere Nim\"\nposition x, y, z\nmove x -= k for k >= 1\nmove y -= k for k >= 1\n\
               move z -= k for k >= 1\nwho cannot move wins\n";
    let normal = lines("p[0] ^ p[1] ^ p[2] != 0");
    let report = on_rules(nim, &normal, &wishes(Some(9), 60));
    let failing = report.failing.as_ref().expect("it fails");
    assert_eq!(
        (failing.position.as_str(), failing.smallest),
        ("0,0,0", true),
        "{report}"
    );
    let right = lines("(p[0] ^ p[1] ^ p[2] != 0) if max(p) > 1 else sum(p) % 2 == 0");
    let report = on_rules(nim, &right, &wishes(Some(9), 60));
    assert_eq!(report.verdict, Verdict::Right, "{report}");
    // Kayles by the twelve values of its period, from the start.
    let period = "xor([[4,1,2,8,1,4,7,2,1,8,2,7][h % 12] for h in p]) != 0 if len(p) else False";
    let report = by_lines("kayles", &lines(period), &wishes(Some(20), 60));
    let failing = report.failing.as_ref().expect("it fails");
    assert_eq!(
        (failing.position.as_str(), failing.smallest),
        ("1,2,3", true),
        "{report}"
    );
}

/// Returns a program that reads the maps of a race, and decides by this expression of the distance.
fn race(says: &str) -> String {
    format!(
        "import sys\nfrom collections import deque\nwords = iter(sys.stdin.read().split())\n\
         for _ in range(int(next(words))):\n    n = int(next(words))\n    m = ''.join(next(words) for _ in range(n))\n    \
         far, queue = {{m.index('A'): 0}}, deque([m.index('A')])\n    \
         while queue:\n        c = queue.popleft()\n        \
         for d in (c - n, c + n, c - 1 if c % n else -1, c + 1 if c % n < n - 1 else -1):\n            \
         if 0 <= d < n * n and m[d] != '#' and d not in far:\n                far[d] = far[c] + 1\n                queue.append(d)\n    \
         d = far[m.index('B')]\n    print('A' if {says} else 'B')\n"
    )
}

#[test]
fn the_baltic_game_by_the_parity_of_the_distance() {
    let report = by_contest("gam", &race("d % 2 == 0"), &wishes(Some(10), 60));
    let failing = report.failing.expect("it fails");
    assert!(
        failing.smallest && failing.input.starts_with("1\n2\n"),
        "{}",
        failing.input
    );
}

/// Tests a parity rule that is correct on all boards up to 3 by 3, and first wrong on one of 4 by
/// 4.
///
/// The contest has ten boards per input, so six thousand runs would precede it. Here an input has a
/// hundred thousand. The remaining cost is the exact solver: a separate engine for each earlier
/// board takes minutes in total.
#[test]
#[ignore = "an engine for each of some hundred thousand boards"]
fn the_smallest_board_on_which_the_distance_is_not_all() {
    let mut wishes = wishes(None, 60);
    wishes.time = Duration::from_secs(600);
    let shipped = whowins::contest::shipped();
    let (_, text) = shipped
        .into_iter()
        .find(|one| one.0 == "gam")
        .expect("it is shipped");
    let text = text.replace("t: number 1..10,", "t: number 1..100000,");
    let format = Format::parse("gam", &text).unwrap_or_else(|faults| panic!("{faults}"));
    let report = judge(
        &mut truth(&format, "gam"),
        &program(&race("d % 2")),
        &wishes,
    )
    .unwrap_or_else(|why| panic!("{why}"));
    let failing = report.failing.expect("it fails");
    assert_eq!(
        (
            failing.input.as_str(),
            failing.right.as_str(),
            failing.smallest
        ),
        ("1\n4\n....\n..#B\nA.#.\n....\n", "A", true)
    );
}
