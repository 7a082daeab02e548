//! Tests other questions than the winner, other verdicts than wrong, and the order of queries.

use std::time::Duration;

use whowins::contest::{self, Case, Format, Question};
use whowins_judge::{Positions, Questions, Truth, Verdict, judge};

use super::programs::{asked, by_lines, program, rules, truth, wishes};
use super::wrong::lines;

/// Returns a program that prints this expression for each position.
fn says(expression: &str) -> String {
    format!(
        "import sys\ndef show(*p): return ','.join(map(str, p))\n\
         for line in sys.stdin.read().split():\n    p = [int(n) for n in line.split(',')]\n    print({expression})\n"
    )
}

#[test]
fn moves_are_right_where_they_win_whichever() {
    let nim = "[show(*q) for q in [tuple(p[:i] + [p[i] - k] + p[i+1:]) for i in range(3) for k in range(1, p[i] + 1)] if q[0] ^ q[1] ^ q[2] == 0]";
    for which in ["[-1:]", "[:1]"] {
        let text = says(&format!("(({nim}){which} or ['none'])[0]"));
        let report = asked(
            "nim",
            Question::Move("none".into()),
            &text,
            &wishes(Some(9), 60),
        );
        assert_eq!(report.verdict, Verdict::Right, "{report}");
    }
    let illegal = says("show(0, 0, 0) if p[0] ^ p[1] ^ p[2] else 'none'");
    let report = asked(
        "nim",
        Question::Move("none".into()),
        &illegal,
        &wishes(Some(9), 60),
    );
    let failing = report.failing.expect("it fails");
    assert_eq!(
        (failing.position.as_str(), failing.right.as_str()),
        ("0,1,2", "0,1,1")
    );
}

#[test]
fn numbers_are_asked_too() {
    for (question, game, right, wrong, position) in [
        (
            Question::Grundy,
            "nim",
            "p[0] ^ p[1] ^ p[2]",
            "sum(p)",
            "0,1,1",
        ),
        (
            Question::WinningMoves,
            "corner-rook",
            "int(p[0] != p[1])",
            "1",
            "0,0",
        ),
        (
            Question::Length,
            "corner-king",
            "p[0] % 2 + p[1] % 2 if 0 else max(p)",
            "sum(p)",
            "1,1",
        ),
    ] {
        let report = asked(game, question.clone(), &says(wrong), &wishes(Some(8), 60));
        assert_eq!(
            report.failing.expect("it fails").position,
            position,
            "{game}"
        );
        if question != Question::Length {
            let report = asked(game, question, &says(right), &wishes(Some(8), 60));
            assert_eq!(report.verdict, Verdict::Right, "{game}: {report}");
        }
    }
}

#[test]
fn crashes_loops_and_nonsense_are_found_in_their_position() {
    for (expression, verdict, position) in [
        (
            "1 // (p[0] - 3) and '' or ('W' if p[0] != p[1] else 'L')",
            Verdict::Crashed,
            "3,0",
        ),
        (
            "'perhaps' if sum(p) == 4 else 'W' if p[0] != p[1] else 'L'",
            Verdict::Nonsense,
            "0,4",
        ),
    ] {
        let report = by_lines("corner-rook", &says(expression), &wishes(Some(8), 60));
        assert_eq!(report.verdict, verdict, "{report}");
        let failing = report.failing.expect("it fails");
        assert_eq!(
            (failing.position.as_str(), failing.smallest),
            (position, true)
        );
    }
    let silent = by_lines(
        "corner-rook",
        "import sys; sys.stdin.read()",
        &wishes(Some(8), 60),
    );
    // Nothing was answered, so no size was completed.
    assert_eq!(
        (silent.verdict, silent.up_to, silent.in_order.asked),
        (Verdict::Nonsense, None, 0),
        "{silent}"
    );
    let text = says("'W' if p[0] != p[1] else 'L'") + "    while sum(p) > 4: pass\n";
    let mut slow = program(&text);
    slow.allowed.time = Duration::from_millis(400);
    let format = Format::of_lines(
        "corner-rook",
        Question::Winner("W".into(), "L".into(), None),
    );
    let mut truth = truth(&format, "corner-rook");
    let report = judge(&mut truth, &slow, &wishes(Some(5), 60)).expect("it is judged");
    assert_eq!(report.verdict, Verdict::TimedOut);
    assert_eq!(report.failing.expect("it fails").position, "0,5");
}

#[test]
fn large_positions_are_asked_beside_lost_ones() {
    // Correct for the queries in order, wrong for large numbers.
    let far =
        "min(p) != (int(abs(p[0] - p[1]) * PHI) if sum(p) < 150 else int(abs(p[0] - p[1]) * 1.6))";
    let mut wishes = wishes(Some(12), 30);
    (wishes.reach.number, wishes.drawn) = (200, 200);
    let report = by_lines("cowcheck", &lines(far), &wishes);
    assert_eq!(report.verdict, Verdict::Wrong, "{report}");
    let failing = report.failing.as_ref().expect("it fails");
    assert!(failing.size >= 150 && !failing.smallest, "{report}");
    assert!(report.hard.wrong > 0, "{report}");
    let words = report.to_string();
    assert!(words.contains("there may be a smaller one"), "{words}");
}

/// Tests that values of earlier queries don't affect answers, by comparison with a new solver.
#[test]
fn values_that_come_again() {
    let format = contest::of_name("partisangame").expect("it is shipped");
    let format = format.unwrap_or_else(|faults| panic!("{faults}"));
    let answered = |truth: &mut Truth, input: &Case<'static>| {
        let mut all = Vec::new();
        let _ = truth.answers(input, &mut |_, _, answer| {
            all.push(answer.map_err(|why| why.to_string()));
            Ok::<(), ()>(())
        });
        all
    };
    let mut known = truth(&format, "partisangame");
    let questions = Questions::new(&format, None);
    let (mut many, mut compared) = (0, 0);
    for size in 0..=12 {
        let _ = questions.of_size(size, &mut |input| {
            let said = answered(&mut known, &input);
            many += said.len();
            // A new solver for each of them would be slow.
            if many % 5 == 0 {
                assert_eq!(
                    said,
                    answered(&mut truth(&format, "partisangame"), &input),
                    "{input:?}"
                );
                compared += said.len();
            }
            whowins_judge::Flow::Continue(())
        });
    }
    assert!(compared > 100, "{compared} of {many}");
}

#[test]
fn words_that_tell_nobody_apart() {
    for (words, why) in [
        ("first A, second A", "`A` means two answers"),
        ("first A, second B, draw B", "`B` means two answers"),
        ("first \"\", second B", "a word for who wins is empty"),
    ] {
        let text = format!(
            "contest \"C\" from \"D\"\ngame cowcheck\ninput\n    X Y\nX: number 0..9, x\nY: number 0..9, y\nposition {{X}},{{Y}}\nanswer winner: {words}\n"
        );
        let faults = Format::parse("c.contest", &text).expect_err("it isn't a format");
        assert!(faults.to_string().contains(why), "{words}: {faults}");
    }
}

#[test]
fn questions_come_by_size_each_once() {
    let limits = whowins::engine::Limits::default();
    let none = whowins::rules::Parameters::new();
    for (game, sizes) in [
        ("nim", [1, 3, 6, 10]),
        ("kayles", [1, 1, 2, 3]),
        ("ellyscheckers", [0, 2, 4, 8]),
        ("divisor", [1, 1, 1, 1]),
    ] {
        let made = rules(game).game(&none).expect("it is a game");
        let player = whowins::analysis::Player::First;
        let positions = Positions::new(&made, player, &limits).expect("an order");
        let format = Format::of_lines(game, Question::Grundy);
        let questions = Questions::new(&format, Some(positions));
        let mut all = std::collections::HashSet::new();
        for (size, many) in sizes.into_iter().enumerate() {
            let before = all.len();
            let _ = questions.of_size(size as u64, &mut |input| {
                let mut text = Vec::new();
                format.write(&input, &mut text);
                assert!(all.insert(text), "{game}");
                whowins_judge::Flow::Continue(())
            });
            assert_eq!(all.len() - before, many, "{game}, {size}");
        }
    }
    for (name, sizes) in [
        ("tabgame", [0, 0, 4, 16]),
        ("gam", [0, 0, 0, 0]),
        ("partisangame", [1, 1, 3, 5]),
    ] {
        let format = whowins::contest::of_name(name)
            .expect("shipped")
            .expect("read");
        let questions = Questions::new(&format, None);
        for (size, many) in sizes.into_iter().enumerate() {
            let mut found = 0;
            let _ = questions.of_size(size as u64, &mut |input| {
                let mut text = Vec::new();
                format.write(&input, &mut text);
                let read = format
                    .read(&text)
                    .unwrap_or_else(|fault| panic!("{name}: {fault}"));
                let counted = &mut |_: &[&whowins::contest::Case<'_>]| -> Result<(), ()> {
                    found += 1;
                    Ok(())
                };
                format
                    .each_question(&read, counted)
                    .expect("it only counts");
                whowins_judge::Flow::Continue(())
            });
            assert!(found >= many, "{name}, {size}: {found}");
        }
    }
}
