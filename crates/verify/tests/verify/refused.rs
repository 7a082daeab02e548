//! False certificates, built by hand, each of which one obligation alone refuses: without it the
//! law would pass.

use std::time::Instant;

use whowins_law::OfRules;
use whowins_rules::{Parameters, Rules};
use whowins_verify::finite::{Entry, Label, Ranked};
use whowins_verify::heap::{FiniteSets, Grundy, Periodic};
use whowins_verify::octal::{GuySmith, MisereQuotient};
use whowins_verify::rows::{Functional, Tail, Tails};
use whowins_verify::{Budget, Certificate, Law, Rejection, Why};

fn verdict(rules: &str, law: Law, budget: &Budget) -> Result<(), Rejection> {
    let text = format!("game \"G\"\n{rules}\n");
    let rules = Rules::parse("refused", &text).unwrap_or_else(|faults| panic!("{faults}"));
    let certificate = Certificate::new(&rules, &Parameters::new(), vec![law]);
    certificate.verify_with_rules(budget).map(|_| ())
}

fn accepts(rules: &str, law: Law) {
    let verdict = verdict(rules, law, &Budget::default());
    assert!(verdict.is_ok(), "{rules}: {verdict:?}");
}

/// Refused, for this reason and in these words.
fn refuses(rules: &str, law: Law, why: Why, words: &str) {
    let rejection = verdict(rules, law, &Budget::default()).expect_err(rules);
    assert_eq!(rejection.why, why, "{rejection:?}");
    assert!(rejection.message.contains(words), "{rejection:?}");
}

fn periodic(preperiod: u64, period: u64, outcomes: &str) -> Law {
    Law::Periodic(Periodic {
        preperiod,
        period,
        outcomes: outcomes.into(),
    })
}

const ONE_OR_TWO: &str = "position n\nmove n -= k for k in {1, 2}";
const ODD: &str = "position n\nmove n -= k for k >= 1 if k % 2 = 1";

#[test]
fn periods_and_preperiods_are_the_least() {
    accepts(ONE_OR_TWO, periodic(0, 3, "PNN"));
    let least = "the period 6 is not the least: 3 is one";
    refuses(ONE_OR_TWO, periodic(0, 6, "PNNPNN"), Why::False, least);
    let early = "the preperiod 1 is not the least";
    refuses(ONE_OR_TWO, periodic(1, 3, "PNNP"), Why::False, early);
    let grundy = |preperiod, period, values: &[u64]| {
        Law::Grundy(Grundy {
            preperiod,
            period,
            saltus: 0,
            values: values.to_vec(),
        })
    };
    accepts(ONE_OR_TWO, grundy(0, 3, &[0, 1, 2]));
    refuses(
        ONE_OR_TWO,
        grundy(0, 6, &[0, 1, 2, 0, 1, 2]),
        Why::False,
        least,
    );
    refuses(ONE_OR_TWO, grundy(1, 3, &[0, 1, 2, 0]), Why::False, early);
    let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6];
    let octal = |preperiod, period, values: &[u16]| guy_smith(preperiod, period, values);
    let nim = "octal 0.3";
    accepts(nim, octal(0, 2, &[0, 1]));
    let least = "the period 4 is not the least: 2 is one";
    refuses(nim, octal(0, 4, &[0, 1, 0, 1]), Why::False, least);
    refuses(nim, octal(1, 2, &[0, 1, 0]), Why::False, early);
    refuses(
        "octal 0.77",
        octal(0, 12, &kayles),
        Why::False,
        "the law says",
    );
}

/// The rules are tried far enough: these laws are right on all smaller heaps, and wrong in the last
/// stretch that is tried.
#[test]
fn laws_that_go_wrong_late_are_seen() {
    // Right below 7 = preperiod + period; reach 2.
    refuses(
        ONE_OR_TWO,
        periodic(3, 4, "PNNPNNP"),
        Why::False,
        "on a heap of 7",
    );
    let grundy = Grundy {
        preperiod: 3,
        period: 4,
        saltus: 0,
        values: vec![0, 1, 2, 0, 1, 2, 0],
    };
    refuses(ONE_OR_TWO, Law::Grundy(grundy), Why::False, "heap of 7");
    // An endless set, and a law whose period is no multiple of the modulus.
    accepts(ODD, periodic(0, 2, "PN"));
    for right in 1..12 {
        let mut outcomes: String = "PN".repeat(6)[..right].into();
        outcomes.push(if right % 2 == 0 { 'N' } else { 'P' });
        let preperiod = right as u64;
        assert!(verdict(ODD, periodic(preperiod, 1, &outcomes), &Budget::default()).is_err());
    }
}

fn guy_smith(preperiod: u64, period: u64, values: &[u16]) -> Law {
    Law::GuySmith(GuySmith {
        preperiod,
        period,
        values: values.to_vec(),
    })
}

/// The bound of Guy and Smith counts the largest number taken: only from 4 = 2 (1 + 1) on is this
/// law wrong.
#[test]
fn the_largest_number_taken_counts() {
    let take_four = "octal 0.0003";
    accepts(take_four, guy_smith(0, 8, &[0, 0, 0, 0, 1, 1, 1, 1]));
    refuses(
        take_four,
        guy_smith(0, 1, &[0]),
        Why::False,
        "a heap of 4 is 1",
    );
}

/// Two unequal heaps are not any two: by equal ones a heap of 2 could be split.
#[test]
fn unequal_heaps_are_unequal() {
    let any = "position heaps\nmove split into two heaps";
    accepts(any, guy_smith(1, 2, &[0, 0, 1]));
    let unequal = "position heaps\nmove split into two unequal heaps";
    refuses(
        unequal,
        guy_smith(1, 2, &[0, 0, 1]),
        Why::False,
        "a heap of 2 is 0",
    );
}

/// A tuple as the parts of a state.
fn parts(position: &str) -> Vec<Vec<i64>> {
    let numbers = position.split(',');
    numbers
        .map(|one| vec![one.parse().expect("a number")])
        .collect()
}

fn ranked(position: &str, entries: &[(i64, Label, u64)]) -> Law {
    let entry = |(state, label, rank): &(i64, Label, u64)| Entry(vec![*state], 0, *label, *rank);
    Law::Ranked(Ranked {
        position: parts(position),
        entries: entries.iter().map(entry).collect(),
    })
}

/// To and fro without end: nobody wins, whatever the ranks say.
#[test]
fn ranks_fall() {
    use Label::{Draw, Loss, Win};
    let circle = "position x <= 1\nmove x := 1 - x if x >= 0";
    for (win, loss) in [(1, 1), (1, 0), (0, 1), (2, 1), (1, 2)] {
        let law = ranked("0", &[(0, Win, win), (1, Loss, loss)]);
        refuses(circle, law, Why::False, "of smaller rank");
    }
    let draws = |a, b| ranked("0", &[(0, Draw, a), (1, Draw, b)]);
    for (a, b) in [(1, 1), (2, 1), (1, 2), (0, 0)] {
        refuses(
            circle,
            draws(a, b),
            Why::False,
            "play among draws need not end",
        );
    }
    accepts(&format!("{circle}\nrepetition draws"), draws(0, 0));
    let walk = "position x <= 3\nmove x -= 1";
    let walked = |ranks: [u64; 4]| {
        let label = |x: i64| if x % 2 == 0 { Loss } else { Win };
        let entries: Vec<_> = (0..4)
            .zip(ranks)
            .map(|(x, rank)| (x, label(x), rank))
            .collect();
        ranked("3", &entries)
    };
    accepts(walk, walked([0, 1, 2, 3]));
    for ranks in [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2]] {
        refuses(walk, walked(ranks), Why::False, "of smaller rank");
    }
}

/// Where a goal has ended the game there is nothing to claim; and a table lists no state beyond the
/// rules' ranges.
#[test]
fn entries_are_positions_of_the_game() {
    use Label::{Loss, Win};
    let goal = "position x <= 3\nmove x -= 1\nat x = 1: the mover wins";
    accepts(goal, ranked("2", &[(2, Win, 1)]));
    let ended = ranked("2", &[(1, Loss, 0), (2, Win, 1)]);
    refuses(goal, ended, Why::Malformed, "the game is over there");
    let outside = ranked("2", &[(2, Win, 1), (4, Win, 1)]);
    refuses(goal, outside, Why::Malformed, "a position of this game");
}

/// What is claimed is claimed of the position itself, each entry once, and a draw is no position
/// that can be won.
#[test]
fn entries_are_in_order_and_hold_the_position() {
    use Label::{Draw, Loss, Win};
    let walk = "position x <= 3\nmove x -= 1";
    let some = [(0, Loss, 0), (1, Win, 1), (2, Loss, 2)];
    accepts(walk, ranked("2", &some));
    refuses(
        walk,
        ranked("3", &some),
        Why::False,
        "does not hold the position itself",
    );
    let turned = [(1, Win, 1), (0, Loss, 0), (2, Loss, 2)];
    refuses(
        walk,
        ranked("0", &turned),
        Why::Malformed,
        "sorted by state and player",
    );
    let twice = [(0, Loss, 0), (0, Loss, 0), (1, Win, 1), (2, Loss, 2)];
    refuses(
        walk,
        ranked("2", &twice),
        Why::Malformed,
        "sorted by state and player",
    );
    let way = "position x <= 2\nmove x := 1 - x if x <= 1\nmove x := 2 if x = 1\nrepetition draws";
    accepts(way, ranked("0", &[(0, Loss, 2), (1, Win, 1), (2, Loss, 0)]));
    let drawn = ranked("0", &[(0, Draw, 0), (1, Draw, 0), (2, Loss, 0)]);
    refuses(way, drawn, Why::False, "a draw or a win");
}

/// The empty position is won in misère play, even where nothing can ever be taken.
#[test]
fn the_empty_position_of_a_quotient_is_won() {
    let nothing = "octal 0.0\nmisère play";
    let quotient = |lost| {
        Law::MisereQuotient(MisereQuotient {
            preperiod: 0,
            period: 1,
            elements: vec![0],
            generators: Vec::new(),
            lost: vec![lost],
        })
    };
    accepts(nothing, quotient(false));
    refuses(nothing, quotient(true), Why::False, "the empty heap");
}

/// Of finite sets, the least preperiod and period alone are accepted, and the outcomes are those of
/// a plain reading.
#[test]
fn sets_have_one_preperiod_and_period() {
    for (first, second, misere) in [
        (0b10010, 0b10010, false),
        (0b101, 0b110, false),
        (0b1011, 0b1011, true),
    ] {
        let game = FiniteSets {
            sets: [first, second],
            misere,
        };
        let mut wins: Vec<[bool; 2]> = Vec::new();
        for heap in 0..80_usize {
            wins.push([0, 1].map(|own: usize| {
                let mut taken = (1..=heap.min(64))
                    .filter(|s| game.sets[own] >> (s - 1) & 1 == 1)
                    .peekable();
                match taken.peek() {
                    None => misere,
                    Some(_) => taken.any(|s| !wins[heap - s][1 - own]),
                }
            }));
        }
        let letter = |wins: &[bool; 2]| match wins {
            [true, true] => 'N',
            [false, false] => 'P',
            [true, false] => 'L',
            [false, true] => 'R',
        };
        let repeats =
            |from: usize, period: usize| (from..80 - period).all(|n| wins[n] == wins[n + period]);
        let mut accepted = 0;
        for preperiod in 0..12 {
            for period in 1..15 {
                let told =
                    game.outcomes_repeat(preperiod as u64, period as u64, &Budget::default());
                let least = repeats(preperiod, period)
                    && (preperiod == 0 || !repeats(preperiod - 1, period))
                    && (1..period).all(|less| !repeats(preperiod, less));
                assert_eq!(
                    told.is_ok(),
                    least,
                    "{preperiod}, {period} of {game:?}: {told:?}"
                );
                if let Ok(letters) = told {
                    accepted += 1;
                    assert_eq!(
                        letters,
                        wins[..preperiod + period]
                            .iter()
                            .map(letter)
                            .collect::<String>()
                    );
                }
            }
        }
        assert_eq!(accepted, 1, "{game:?}");
    }
}

/// A move to a number that no machine word holds is no reason to leave it out.
#[test]
fn moves_past_machine_words_are_not_left_out() {
    let far = "position x, y\nmove x := x * x * x + 1 if y = 0 and x > 0\nmove y -= 1";
    let state = |x: i64, y: i64, label, rank| Entry(vec![x, y], 0, label, rank);
    let law = |entries| {
        Law::Ranked(Ranked {
            position: parts("4000000000,0"),
            entries,
        })
    };
    // "No move, so it is lost."
    let stuck = law(vec![state(4_000_000_000, 0, Label::Loss, 0)]);
    refuses(far, stuck, Why::Rules, "2^62");
    let still = Law::Ranked(Ranked {
        position: parts("0,1"),
        entries: vec![state(0, 0, Label::Loss, 0), state(0, 1, Label::Win, 1)],
    });
    accepts(far, still);
}

/// A weight stands below the modulus.
#[test]
fn weights_are_remainders() {
    let row = "position row of . o\nmove o -> .";
    let law = |weight| {
        Law::Functional(Functional {
            modulus: 2,
            tails: Tails {
                up: Tail::BLIND,
                down: Tail::BLIND,
                left: Tail::BLIND,
                right: Tail::BLIND,
            },
            weights: vec![vec![0], vec![weight]],
            wins: vec![[false; 2], [true; 2]],
            last: None,
            lines: None,
        })
    };
    accepts(row, law(1));
    for weight in [3, 5, u64::MAX] {
        refuses(row, law(weight), Why::Malformed, "not below the modulus");
    }
}

/// A check that has much to do hears a stop, keeps to its time and to its steps.
#[test]
fn checks_stop_when_told() {
    let long = "P".repeat(1 << 18);
    let still = || periodic(0, 1 << 18, &long);
    let rules = "position n\nmove n -= 300000";
    let stopped = Budget::default();
    stopped.work.stop();
    let late = Budget::default().within(&whowins_analysis::Budget::default().by(Instant::now()));
    for (budget, words) in [
        (stopped, "stopped before"),
        (late, "the time ran out"),
        (Budget::of(1000), "more steps than"),
    ] {
        let rejection = verdict(rules, still(), &budget).unwrap_err();
        assert_eq!(rejection.why, Why::Budget, "{rejection:?}");
        assert!(rejection.message.contains(words), "{rejection:?}");
    }
}
