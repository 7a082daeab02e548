//! Tests one-step changes of games, and test sets with the wrong solutions that they catch.

use std::process::{Command, Stdio};
use std::time::Duration;

use whowins::analysis::{Player, Value};
use whowins::contest::{self, Format, Question};
use whowins::engine::Limits;
use whowins::rules::{Parameters, Rules};
use whowins_judge::{
    Alike, Compared, Fate, Side, TestWishes, Truth, compare, files, mutate, one_step, test_set,
};

use super::programs::{python, rules};

fn compared(a: &Rules, b: &Rules, up_to: u64) -> Compared {
    let none = Parameters::new();
    let sides = [a, b].map(|rules| Side {
        rules,
        values: &none,
    });
    compare(
        sides,
        Duration::from_secs(60),
        Some(up_to),
        &Limits::default(),
    )
    .expect("they are compared")
}

/// Returns Elly's Checkers with these moves. A checker that reaches the last cell vanishes.
fn checkers(moves: &[&str]) -> Rules {
    let moves: String = moves.iter().map(|one| format!("move {one}\n")).collect();
    let text = format!("game \"Checkers\"\nposition row of . o\n{moves}at once o $ -> . $\n");
    Rules::parse("checkers", &text).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn the_homework_of_ellys_checkers() {
    let own = rules("ellyscheckers");
    let step = "o . -> . o";
    // Without jumps, or with jumps of other odd lengths, each move changes the parity of all
    // distances, and there is no new dead end.
    for moves in [
        vec![step],
        vec![step, "o o o o o . -> . o o o o o"],
        vec![step, "o o o . -> . o o o", "o o o o o . -> . o o o o o"],
    ] {
        let found = compared(&own, &checkers(&moves), 9);
        assert_eq!(found.looked.wrong, 0, "{moves:?}: {found}");
        assert_ne!(found.alike, Alike::Different, "{moves:?}");
    }
    let none = Parameters::new();
    let without = checkers(&[step]);
    let sides = [&own, &without].map(|rules| Side {
        rules,
        values: &none,
    });
    let found = compare(sides, Duration::from_secs(60), None, &Limits::default())
        .expect("they are compared");
    assert_eq!(found.alike, Alike::Equal, "{found}");
    // Variant in which jumped checkers are removed.
    let found = compared(&own, &rules("ellys-capture"), 8);
    let smallest = found.smallest.as_ref().expect("they differ");
    assert_eq!(
        (found.alike, smallest.position.as_str(), smallest.size),
        (Alike::Different, "ooo.", 4)
    );
}

/// Counts the boards of 20 cells with an empty last cell on which removing jumped checkers changes
/// the winner.
#[test]
fn boards_on_which_capture_matters() {
    let cells = if std::env::var_os("WHOWINS_LONG").is_some() {
        20
    } else {
        10
    };
    let none = Parameters::new();
    let mut engines = ["ellyscheckers", "ellys-capture"]
        .map(|name| whowins::solver(&rules(name), &none, &Limits::default()).expect("a game"));
    let mut differ = 0u32;
    for bits in 0..1u32 << (cells - 1) {
        let row: String = (0..cells)
            .map(|at| {
                if at + 1 < cells && bits >> at & 1 == 1 {
                    'o'
                } else {
                    '.'
                }
            })
            .collect();
        let values = engines.each_mut().map(|engine| {
            let position = engine.game().read(&row).expect("a row");
            engine.value(&position, Player::First).expect("an answer")
        });
        differ += u32::from(values[0] != values[1]);
        // The parity of the distances determines the winner of the first of the two.
        let odd = row
            .chars()
            .rev()
            .enumerate()
            .filter(|(at, cell)| *cell == 'o' && at % 2 == 1)
            .count()
            % 2
            == 1;
        assert_eq!(values[0] == Value::Win, odd, "{row}");
    }
    // 10 cells: by naive recursion in another language.
    assert_eq!(differ, if cells == 20 { 260_801 } else { 199 });
}

#[test]
fn rules_are_changed_step_by_step() {
    let none = Parameters::new();
    let all = |name: &str| {
        one_step(&rules(name), &none, None)
            .all
            .into_iter()
            .map(|one| one.what)
            .collect::<Vec<_>>()
    };
    let wythoff = all("cowcheck");
    for what in [
        "without `move x -= k, y -= k for k >= 1`",
        "`move y -= k for k >= 2` in place of `move y -= k for k >= 1`",
        "with `who cannot move wins`",
    ] {
        assert!(wythoff.iter().any(|one| one == what), "{what}: {wythoff:?}");
    }
    assert!(all("misere-wythoff").contains(&"without `who cannot move wins`".to_string()));
    assert!(all("kayles").contains(&"`octal 0.73` in place of `octal 0.77`".to_string()));
    let checkers = all("ellyscheckers");
    for what in [
        "without `move o o o . -> . o o o`",
        "`move o o o o . -> . o o o o` in place of `move o o o . -> . o o o`",
        "`move o o . -> . o o` in place of `move o o o . -> . o o o`",
        "without `at once o $ -> . $`",
    ] {
        assert!(
            checkers.iter().any(|one| one == what),
            "{what}: {checkers:?}"
        );
    }
}

#[test]
fn which_rules_matter() {
    let none = Parameters::new();
    let rules = rules("ellyscheckers");
    let side = Side {
        rules: &rules,
        values: &none,
    };
    let all =
        mutate(side, Duration::from_secs(60), Some(5), &Limits::default()).expect("it is compared");
    let of = |what: &str| {
        let one = all
            .iter()
            .find(|one| one.what == what)
            .expect("it is a change");
        one.compared.clone().expect("it is compared")
    };
    assert_eq!(of("without `move o o o . -> . o o o`").looked.wrong, 0);
    let longer = of("`move o o o o . -> . o o o o` in place of `move o o o . -> . o o o`");
    assert_eq!(
        (
            longer.alike,
            longer.smallest.expect("a difference").position.as_str()
        ),
        (Alike::Different, "oooo.")
    );
}

/// Tests that a survivor has a reason if queries set parameters. In Table Game, every tested
/// position has a move, so the misère variant is equivalent.
#[test]
fn a_survivor_has_its_reason() {
    let format = contest::of_name("tabgame")
        .expect("it is shipped")
        .unwrap_or_else(|faults| panic!("{faults}"));
    let mut truth = super::programs::truth(&format, "tabgame");
    let wishes = TestWishes {
        time: Duration::from_secs(30),
        small: 30,
        drawn: 0,
        questions: 10,
        reach: whowins_judge::Reach::default(),
        seed: 1,
    };
    let set = test_set(&mut truth, &wishes).unwrap_or_else(|why| panic!("{why}"));
    assert!(set.mutants.len() > 5, "{}", set.report());
    for one in &set.mutants {
        let stuck = one.what.contains("who cannot move wins");
        match &one.fate {
            Fate::Equivalent(why) => assert!(
                stuck && why.contains("where x >= 1 and y >= 1 all moves are legal"),
                "{}: {why}",
                one.what
            ),
            fate => assert!(
                !stuck && matches!(fate, Fate::Killed { .. }),
                "{}",
                set.report()
            ),
        }
    }
}

/// Tests that changed rules with infinite play are reported as such.
#[test]
fn rules_by_which_play_need_not_end() {
    let text = "game \"Row\"\nposition row of . o\nmove o . -> . o\nat once o $ -> . $\n";
    let rules = Rules::parse("row", text).unwrap_or_else(|faults| panic!("{faults}"));
    let question = Question::Winner("W".into(), "L".into(), None);
    let format = Format::of_lines("Row", question);
    let (none, limits) = (Parameters::new(), Limits::default());
    let mut truth = Truth::new(&format, &rules, &none, Player::First, &limits);
    let wishes = TestWishes {
        time: Duration::from_secs(18),
        small: 60,
        drawn: 0,
        questions: 1,
        reach: whowins_judge::Reach::default(),
        seed: 1,
    };
    let set = test_set(&mut truth, &wishes).unwrap_or_else(|why| panic!("{why}"));
    let report = set.report();
    let mut endless = (set.mutants.iter()).filter(|one| one.what.contains("need not end"));
    let first = endless.next().unwrap_or_else(|| panic!("{report}"));
    assert!(first.what.contains("`move o . -> o o`"), "{report}");
    assert!(
        matches!(first.fate, Fate::Killed { .. }) && endless.next().is_none(),
        "{report}"
    );
}

#[test]
fn a_test_set_catches_wrong_solutions() {
    let format = contest::of_name("cowcheck")
        .expect("it is shipped")
        .unwrap_or_else(|faults| panic!("{faults}"));
    let mut truth = Truth::new(
        &format,
        &rules("cowcheck"),
        &Parameters::new(),
        Player::First,
        &Limits::default(),
    );
    let wishes = TestWishes {
        time: Duration::from_secs(180),
        small: 200,
        drawn: 4,
        questions: 40,
        reach: whowins_judge::Reach::default(),
        seed: 1,
    };
    let set = test_set(&mut truth, &wishes).unwrap_or_else(|why| panic!("{why}"));
    assert!(set.up_to.is_some_and(|size| size >= 5));
    for test in &set.tests {
        // The answers are those of `whowins contest`.
        let input = format.read(&test.input).expect("it keeps to the format");
        let mut count = 0;
        let _ = format.each_question(&input, &mut |_| {
            count += 1;
            Ok::<(), ()>(())
        });
        assert_eq!(
            (
                count,
                test.answer.iter().filter(|byte| **byte == b'\n').count()
            ),
            (test.questions, test.questions)
        );
    }
    let fate = |what: &str| {
        &set.mutants
            .iter()
            .find(|one| one.what.contains(what))
            .unwrap_or_else(|| panic!("{what}: {}", set.report()))
            .fate
    };
    for what in [
        "without `move x -= k for k >= 1`",
        "who cannot move wins",
        "swapped coordinates",
        "rounded, not cut off",
        "single precision",
        "depth 4",
    ] {
        assert!(
            matches!(fate(what), Fate::Killed { .. }),
            "{what}: {}",
            set.report()
        );
    }
    // k = 102334155: the limits of the contest are too small.
    match fate("double precision") {
        Fate::TooSmall { why, .. } => {
            assert!(why.starts_with("wrong at 165580140,267914295"), "{why}")
        }
        other => panic!("{other:?}"),
    }
    let all = files(&set);
    let named = |name: &str| {
        all.iter()
            .find(|file| file.name == name)
            .unwrap_or_else(|| panic!("{name}"))
    };
    assert_eq!(
        named("domjudge-problem.ini").bytes,
        b"name='Cow Checkers'\ntimelimit='2'\n"
    );
    assert_eq!(
        named("tests/01").bytes,
        named("data/sample/001-small.in").bytes
    );
    assert_eq!(named("tests/01.a").bytes, b"Farmer John\n");
    // The validator accepts each input and rejects a damaged one.
    let folder = tempfile::tempdir().expect("a folder");
    let validator = folder.path().join("validate.py");
    std::fs::write(&validator, &named("input_validators/validate.py").bytes)
        .expect("it can be written");
    let said = |input: &[u8]| {
        let mut child = Command::new(python())
            .arg(&validator)
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it runs");
        std::io::Write::write_all(&mut child.stdin.take().expect("an input"), input)
            .expect("it reads");
        child.wait().expect("it ends").code()
    };
    for test in set.tests.iter().rev().take(3) {
        assert_eq!(said(&test.input), Some(42));
    }
    for spoilt in [
        "3 2\n1\n3 1\n",
        "3 2\n2\n1 1\n",
        "3 2\n1\n1 1\nx\n",
        "3 02\n1\n1 1\n",
        "3 \u{b2}\n1\n1 1\n",
    ] {
        assert_eq!(said(spoilt.as_bytes()), Some(43), "{spoilt}");
    }
}
