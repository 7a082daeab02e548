//! Tests the division of queries among independent processes.

use whowins::contest::{Format, Question};
use whowins_judge::{Report, Turns, Verdict, judge};

use super::programs::{by_contest, by_lines, program, truth, wishes};
use super::wrong::lines;

/// Returns the reports of `of` independent processes.
fn shared(of: u64, ask: impl Fn(Turns) -> Report) -> Vec<Report> {
    (1..=of).map(|own| ask(Turns { own, of })).collect()
}

/// Returns the smallest failure of all reports, by size and then by the order of positions.
fn smallest(reports: &[Report]) -> Option<(u64, String)> {
    let found = reports.iter().filter_map(|report| report.failing.as_ref());
    found
        .map(|failing| (failing.size, failing.position.clone()))
        .min()
}

#[test]
fn the_smallest_of_all_shards_is_the_smallest() {
    // Lookups of numbers, rows written one by one, and cases of a contest.
    let rook = lines("p[0] != p[1] or p[0] == 5");
    let whole = by_lines("corner-rook", &rook, &wishes(Some(12), 60));
    for of in [1, 2, 3, 7] {
        let reports = shared(of, |turns| {
            let mut own = wishes(Some(12), 60);
            own.shard = Some(turns);
            by_lines("corner-rook", &rook, &own)
        });
        let failing = whole.failing.as_ref().expect("it is wrong");
        let first = (failing.size, failing.position.clone());
        assert_eq!(smallest(&reports), Some(first), "{of}");
        let wrong = reports
            .iter()
            .filter(|report| report.verdict == Verdict::Wrong);
        assert_eq!(wrong.count(), 1, "it is wrong at one position up to 12");
        for report in &reports {
            let words = report.to_string();
            let own = format!("of shard {}", report.shard.expect("a shard"));
            assert!(words.contains(&own), "{words}");
        }
    }
}

#[test]
fn all_shards_together_ask_each_question_once() {
    let games = [
        ("corner-rook", "p[0] != p[1]", 9),
        ("nim", "xor(p) != 0", 9),
    ];
    for (game, right, up_to) in games {
        let text = lines(right);
        let whole = by_lines(game, &text, &wishes(Some(up_to), 60));
        assert_eq!(whole.verdict, Verdict::Right, "{whole}");
        for of in [2, 5] {
            let reports = shared(of, |turns| {
                let mut own = wishes(Some(up_to), 60);
                own.shard = Some(turns);
                by_lines(game, &text, &own)
            });
            let asked: Vec<u64> = reports.iter().map(|report| report.in_order.asked).collect();
            assert_eq!(asked.iter().sum::<u64>(), whole.in_order.asked, "{game}");
            let (least, most) = (asked.iter().min(), asked.iter().max());
            // For each size, some processes have one query less.
            assert!(
                most.zip(least)
                    .is_some_and(|(most, least)| most - least <= up_to + 1),
                "{game}: {asked:?}"
            );
            assert!(reports.iter().all(|report| report.up_to == whole.up_to));
        }
    }
}

#[test]
fn rows_and_cases_of_a_contest_are_shared_out_too() {
    let never = "import sys\nfor line in sys.stdin: print('W')\n";
    let format = Format::of_lines(
        "ellyscheckers",
        Question::Winner("W".into(), "L".into(), None),
    );
    let ask = |shard| {
        let mut own = wishes(Some(6), 60);
        own.shard = shard;
        let mut truth = truth(&format, "ellyscheckers");
        judge(&mut truth, &program(never), &own).expect("it is judged")
    };
    let first = ask(None).failing.expect("it is wrong");
    let reports = shared(3, |turns| ask(Some(turns)));
    assert_eq!(smallest(&reports), Some((first.size, first.position)));

    let bessie = "for _ in range(int(open(0).read().split()[2])): print('Bessie')\n";
    let ask = |shard| {
        let mut own = wishes(Some(12), 60);
        own.shard = shard;
        by_contest("cowcheck", bessie, &own)
    };
    let first = ask(None).failing;
    let reports = shared(2, |turns| ask(Some(turns)));
    let first = first.map(|failing| (failing.size, failing.position));
    assert!(first.is_some());
    assert_eq!(smallest(&reports), first);
}
