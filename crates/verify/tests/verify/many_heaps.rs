//! One list of any length: what is one, and what is right of it, compared with looking at all
//! positions.

use dashu_int::{IBig, UBig};
use std::collections::HashMap;
use whowins_analysis::{Position, Value};
use whowins_automata::{Formula, Limits, System, Term, Theory, constant, var};
use whowins_law::OfRules;

use whowins_core::random::cases;
use whowins_core::{Budget as Work, Game as Core, State};
use whowins_verify::firstorder::term;
use whowins_verify::heap::{List, ManyHeaps};
use whowins_verify::{Budget, Certificate, Law, Verified, Why};

pub(crate) const NIM: &str = "move heap[i] -= k for i in places of heap, k >= 1";
const SET: &str = "move heap[i] -= k for i in places of heap, k in {1, 3, 4}";
const STAIRS: &str = "move heap[1] -= k for k >= 1
move heap[i] -= k, heap[i - 1] += k for i in 2..length(heap), k >= 1";
const NIMBLE: &str = "move heap[i] -= 1, heap[j] += 1 for i in places of heap, 1 <= j < i";
const TURNED: &str = "move heap[i] := 0 for i in places of heap if heap[i] = 1
move heap[i] := 0, heap[j] := 1 - heap[j] for i in places of heap, 1 <= j < i if heap[i] = 1";

fn times(number: u64, of: &str) -> Term {
    (0..number).fold(constant(0u8), |sum, _| sum.plus(var(of)))
}

/// The law in which "the number x at place i is worth v" is this formula.
pub(crate) fn law(worth: &Formula) -> ManyHeaps {
    let limits = Limits::default();
    let theory = Theory::new(System::named("base 2").expect("base 2"), &limits).expect("base 2");
    let dfa = theory
        .automaton(&["i", "x", "v"], worth)
        .expect("an automaton");
    let number = |state: u32| match state {
        one if one == dfa.start() => 0,
        0 => dfa.start(),
        one => one,
    };
    let states = || (0..dfa.states() as u32).map(number);
    ManyHeaps {
        next: states()
            .map(|state| {
                (0..8)
                    .map(|letter| number(dfa.next(state, letter)))
                    .collect()
            })
            .collect(),
        accepts: states().map(|state| dfa.is_accepting(state)).collect(),
        sums: None,
    }
}

/// The number x is worth what this table says, which goes on every so many, with so much more.
fn repeated(preperiod: u64, saltus: u64, values: &[u64]) -> Formula {
    let period = values.len() as u64 - preperiod;
    let cell = |(at, value): (u64, &u64)| {
        let step = if at < preperiod {
            (0, 0)
        } else {
            (period, saltus)
        };
        let number = var("x").equals(constant(at).plus(times(step.0, "k")));
        let worth = var("v").equals(constant(*value).plus(times(step.1, "k")));
        number.and(worth).exists("k").and(var("i").equals(var("i")))
    };
    let cells = (0..).zip(values).map(cell);
    cells.reduce(Formula::or).expect("values")
}

fn even(name: &str) -> Formula {
    var(name).equals(times(2, "h")).exists("h")
}

pub(crate) fn same() -> Formula {
    var("x").equals(var("v"))
}

/// The x at every second place from this parity on; elsewhere 0.
pub(crate) fn every_second(first: bool) -> Formula {
    let place = if first { even("i") } else { even("i").negate() };
    let none = var("v")
        .equals(constant(0u8))
        .and(var("x").equals(var("x")));
    place.clone().and(same()).or(place.negate().and(none))
}

/// The place, from `first` on, where x is odd.
fn places(first: u64) -> Formula {
    let none = even("x").and(var("v").equals(constant(0u8)));
    let worth = var("v").equals(var("i").plus(constant(first)));
    let none = none.and(var("i").equals(var("i")));
    none.or(even("x").negate().and(worth))
}

pub(crate) fn verify(
    list: &str,
    moves: &str,
    misere: bool,
    law: ManyHeaps,
) -> Result<Verified, (Why, String)> {
    let end = if misere { "misère play\n" } else { "" };
    let rules = format!("game \"Heaps\"\nposition heap: {list}\n{moves}\n{end}");
    let certificate = Certificate::of_text(rules, vec![Law::ManyHeaps(law)]);
    certificate
        .verify_with_rules(&Budget::default())
        .map_err(|rejection| (rejection.why, rejection.message))
}

/// Whether the player to move wins, by the term's moves.
pub(crate) fn wins(
    term: &Core,
    state: &State,
    misere: bool,
    known: &mut HashMap<State, bool>,
) -> bool {
    if let Some(wins) = known.get(state) {
        return *wins;
    }
    let options = term.options(state, &Work::OPEN).expect("few");
    let found = match options.is_empty() {
        true => misere,
        false => options
            .iter()
            .any(|option| !wins(term, option, misere, known)),
    };
    known.insert(state.clone(), found);
    found
}

fn small(every_run: u64, nightly: u64) -> u64 {
    cases(every_run as usize, nightly as usize) as u64
}

/// All lists of up to so many numbers of up to so much together.
pub(crate) fn lists(longest: usize, together: u64, most: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        let longer = last.iter().flat_map(|list: &Vec<u64>| {
            let left = together - list.iter().sum::<u64>();
            (0..=left.min(most)).map(move |one| [&list[..], &[one]].concat())
        });
        last = longer.collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Whether a law says of each list what the search of the term does.
pub(crate) fn agrees(verified: &Verified, misere: bool, lists: &[Vec<u64>]) -> bool {
    let game = verified.game();
    let term = term(game).into_owned();
    let mut known = HashMap::new();
    lists.iter().all(|heaps| {
        let heaps = heaps.iter().map(|heap| IBig::from(*heap)).collect();
        let state = vec![vec![IBig::ZERO], heaps];
        let value = match wins(&term, &state, misere, &mut known) {
            true => Value::Win,
            false => Value::Loss,
        };
        verified.values(game, &Position::of_state(&state)) == Some([value; 2])
    })
}

#[test]
fn lists_are_won_as_their_worths_say() {
    let all_but = "move heap[i] -= k for i in places of heap, k >= 1 if k != 2";
    for (moves, worth) in [
        (NIM, same()),
        (SET, repeated(0, 0, &[0, 1, 0, 1, 2, 3, 2])),
        (all_but, repeated(0, 2, &[0, 1, 0, 1])),
        (
            "move heap[i] -= k for i in places of heap, k in 1..3",
            repeated(0, 0, &[0, 1, 2, 3]),
        ),
        (
            "move heap[i] -= k for k in {2, 3}, i in places of heap",
            repeated(0, 0, &[0, 0, 1, 1, 2]),
        ),
        (STAIRS, every_second(true)),
        // The first number alone.
        (
            "move heap[1] -= k for k >= 1",
            var("i").equals(constant(0u8)).and(same()).or(var("i")
                .equals(constant(0u8))
                .negate()
                .and(
                    var("v")
                        .equals(constant(0u8))
                        .and(var("x").equals(var("x"))),
                )),
        ),
    ] {
        for misere in [false, true] {
            let verified = verify("numbers", moves, misere, law(&worth))
                .unwrap_or_else(|(_, why)| panic!("{moves}, misère {misere}: {why}"));
            assert!(
                agrees(&verified, misere, &lists(3, small(6, 9), small(6, 9))),
                "{moves}, misère {misere}"
            );
        }
    }
    for (list, moves, worth) in [
        ("numbers", NIMBLE, places(0)),
        ("numbers <= 1", TURNED, places(1)),
    ] {
        let verified = verify(list, moves, false, law(&worth))
            .unwrap_or_else(|(_, why)| panic!("{moves}: {why}"));
        let most = if list == "numbers" { 9 } else { 1 };
        assert!(agrees(&verified, false, &lists(5, 6, most)), "{moves}");
        // Two worths change at once.
        let (why, _) = verify(list, moves, true, law(&worth)).expect_err(moves);
        assert_eq!(why, Why::False);
    }
}

const GREEDY: [&str; 2] = [
    "move heap[i] -= k for i in places of heap, k >= 1 if heap[i] = max(heap)",
    "move heap[i] -= k for i in places of heap, k >= 1 if all(heap[j] <= heap[i] for j in places of heap)",
];

fn moore(counts: &str) -> String {
    format!(
        "choose s in subsets of places of heap if {counts};\n     for each i in s, heap[i] -= k for k >= 1"
    )
}

#[test]
fn several_heaps_at_once_and_the_largest_alone() {
    let several = (1..=4).map(|most| moore(&format!("1 <= count(s) <= {most}")));
    for moves in several.chain(GREEDY.map(String::from)) {
        let verified = verify("numbers", &moves, false, law(&same()))
            .unwrap_or_else(|(_, why)| panic!("{moves}: {why}"));
        assert!(
            agrees(&verified, false, &lists(4, small(5, 7), small(5, 7))),
            "{moves}"
        );
        // Under misère play, of numbers with a bound, and with another worth there is no such law.
        refused_or_true("numbers <= 3", &moves, 3);
        for (list, misere, worth, why) in [
            ("numbers", true, same(), Why::Rules),
            ("numbers", false, repeated(0, 2, &[0]), Why::False),
            ("numbers", false, repeated(0, 0, &[0, 1]), Why::False),
            ("numbers", false, every_second(true), Why::False),
        ] {
            let refused = verify(list, &moves, misere, law(&worth)).map(|_| ());
            assert_eq!(refused.map_err(|one| one.0), Err(why), "{moves}, {list}");
        }
    }
    // Almost the same: a pass, no heap alone, another number to take, the smallest, all heaps
    // alike.
    for moves in [
        moore("count(s) <= 2"),
        moore("2 <= count(s) <= 3"),
        moore("1 <= count(s) <= 2").replace("k >= 1", "k in 1..3"),
        moore("1 <= count(s) <= 2").replace("heap[i] -= k", "heap[1] -= k"),
        GREEDY[0].replace("max", "min"),
        GREEDY[1].replace("<=", ">="),
        GREEDY[1].replace("<=", "<"),
    ] {
        refused_or_true("numbers", &moves, 7);
    }
}

/// That each number is worth itself is refused, of the rules or as false, or right of all small
/// lists of numbers up to `most`.
fn refused_or_true(list: &str, moves: &str, most: u64) {
    match verify(list, moves, false, law(&same())) {
        Ok(verified) => assert!(agrees(&verified, false, &lists(4, 7, most)), "{moves}"),
        Err((why, message)) => {
            assert!(matches!(why, Why::Rules | Why::False), "{moves}: {message}");
        }
    }
}

/// Coins of which up to so many are turned, the last of them from heads to tails.
fn turned(most: u8) -> String {
    format!(
        "choose s in subsets of places of heap if 1 <= count(s) <= {most} and heap[max(s)] = 1;\n     for each i in s, heap[i] := 1 - heap[i]"
    )
}

/// A set of few places is chosen as these, neither more nor fewer.
#[test]
fn sets_of_few_places_are_chosen_as_these() {
    let bits = "numbers <= 1";
    let alone = var("x").equals(var("v")).and(var("i").equals(var("i")));
    for (most, worth) in [(1, alone), (2, places(1))] {
        let moves = turned(most);
        let verified = verify(bits, &moves, false, law(&worth))
            .unwrap_or_else(|(_, why)| panic!("{moves}: {why}"));
        assert!(agrees(&verified, false, &lists(6, 6, 1)), "{moves}");
        let more = verify(bits, &turned(most + 1), false, law(&worth)).map(|_| ());
        assert_eq!(more.expect_err("more coins").0, Why::False);
    }
}

/// A coin to the left is turned, whichever side it shows: by one move or by the other. With one of
/// them alone the law is false.
#[test]
fn a_move_may_look_at_one_other_element_where_some_move_does_whatever_it_is() {
    let one = "move H -> T";
    let up = "move T (any ?) H -> H (any ?) T";
    let down = "move H (any ?) H -> T (any ?) T";
    let verified = |moves: &[&str]| {
        let rules = format!(
            "game \"Coins\"\nposition row of T H\n{}\n",
            moves.join("\n")
        );
        let certificate = Certificate::of_text(rules, vec![Law::ManyHeaps(law(&places(1)))]);
        certificate.verify_with_rules(&Budget::default())
    };
    let all = verified(&[one, up, down]).unwrap_or_else(|why| panic!("{why}"));
    assert!(agrees(&all, false, &lists(6, 6, 1)[1..]));
    for moves in [[one, up], [one, down], [up, down]] {
        let refused = verified(&moves).map(|_| ()).expect_err("false");
        assert_eq!(refused.why, Why::False, "{moves:?}");
        assert!(
            refused.message.contains("cannot be brought"),
            "{moves:?}: {refused}"
        );
    }
}

#[test]
fn huge_heaps_have_values() {
    let verified = verify("numbers", NIM, false, law(&same())).expect("Nim");
    let huge = IBig::from(UBig::from(10u8).pow(30));
    let state = |last: IBig| Position::list([huge.clone(), 5.into(), last]);
    let value = |last: IBig| verified.values(verified.game(), &state(last));
    assert_eq!(value(huge.clone() ^ IBig::from(5)), Some([Value::Loss; 2]));
    assert_eq!(value(huge.clone()), Some([Value::Win; 2]));
}

#[test]
fn wrong_worths_are_refused() {
    for (moves, worth) in [
        (NIM, repeated(0, 0, &[0, 1])),
        (NIM, repeated(0, 2, &[0])),
        (NIM, repeated(1, 0, &[0, 0])),
        (NIM, repeated(0, 1, &[1])),
        (NIM, every_second(true)),
        (SET, same()),
        (STAIRS, same()),
        (STAIRS, every_second(false)),
        (NIMBLE, places(1)),
    ] {
        let refused = verify("numbers", moves, false, law(&worth)).map(|_| ());
        assert_eq!(refused.map_err(|one| one.0), Err(Why::False), "{moves}");
    }
    // Neither no worth nor two.
    for worth in [
        same().and(even("x")),
        same().or(var("v")
            .equals(constant(0u8))
            .and(var("x").equals(constant(5u8)))),
    ] {
        let worth = worth.and(var("i").equals(var("i")));
        let (why, message) = verify("numbers", NIM, false, law(&worth))
            .map(|_| ())
            .expect_err("no function");
        assert!(
            why == Why::False && message.contains("has not one worth"),
            "{message}"
        );
    }
    let mut torn = law(&same());
    torn.accepts.pop();
    let refused = verify("numbers", NIM, false, torn).map(|_| ());
    assert_eq!(refused.map_err(|one| one.0), Err(Why::Malformed));
}

/// Numbers may grow, so that play need not end, though each move changes the nim-sum and any of
/// them can be brought down.
#[test]
fn play_without_end_is_refused() {
    let poker = format!("{NIM}\nmove heap[i] += 1 for i in places of heap");
    let (why, message) = verify("numbers", &poker, false, law(&same()))
        .map(|_| ())
        .expect_err("no end");
    assert!(
        why == Why::False && message.contains("nothing shows that play ends"),
        "{message}"
    );
}

/// A move of an odd number in all changes the nim-sum, so that under normal play two numbers may
/// change at once; under misère play (2, 2) is won by going to (1, 0).
#[test]
fn two_numbers_change_at_once_under_normal_play_alone() {
    let two = format!(
        "{NIM}\nmove heap[i] -= 1, heap[j] -= 2 for i in places of heap, j in places of heap if i != j"
    );
    let verified =
        verify("numbers", &two, false, law(&same())).unwrap_or_else(|(_, why)| panic!("{why}"));
    assert!(agrees(&verified, false, &lists(3, 7, 7)));
    let (why, message) = verify("numbers", &two, true, law(&same()))
        .map(|_| ())
        .expect_err("misère play");
    assert!(
        why == Why::False && message.contains("two worths at once"),
        "{message}"
    );
}

/// What is accepted of laws with one place changed is right all the same.
#[test]
fn no_changed_law_is_accepted_that_is_wrong() {
    for (moves, worth, misere) in [
        (NIM, same(), false),
        (NIM, same(), true),
        (STAIRS, every_second(true), false),
        (NIMBLE, places(0), false),
        (SET, repeated(0, 0, &[0, 1, 0, 1, 2, 3, 2]), true),
    ] {
        let right = law(&worth);
        let states = right.next.len();
        let mut changed = Vec::new();
        for state in 0..states {
            let mut one = right.clone();
            one.accepts[state] = !one.accepts[state];
            changed.push(one);
            for letter in 0..8 {
                let mut one = right.clone();
                one.next[state][letter] = (one.next[state][letter] + 1) % states as u32;
                changed.push(one);
            }
        }
        let step = changed.len().div_ceil(cases(8, 60));
        let (mut tried, mut refused) = (0, 0);
        for one in changed.into_iter().step_by(step) {
            tried += 1;
            match verify("numbers", moves, misere, one) {
                Err(_) => refused += 1,
                Ok(verified) => assert!(agrees(&verified, misere, &lists(3, 7, 7)), "{moves}"),
            }
        }
        assert!(refused > tried / 8, "{moves}: {refused} of {tried}");
    }
}

#[test]
fn what_is_no_sum_of_worths_is_refused() {
    for moves in [
        // The number of heaps is looked at, another heap.
        "move heap[i] -= k for i in places of heap, k >= 1 if k < length(heap)",
        "move heap[i] -= k for i in places of heap, k >= 1 if heap[1] > 0",
        // Two heaps.
        "move heap[i] -= 1, heap[j] -= 1 for i in places of heap, j in places of heap if i != j",
        // Forward and back without end.
        "move heap[i] -= 1, heap[j] += 1 for i in places of heap, j in places of heap if i != j",
    ] {
        let refused = verify("numbers", moves, false, law(&same())).map(|_| ());
        assert_eq!(refused.expect_err(moves).0, Why::False, "{moves}");
    }
    for moves in [
        // A heap goes; the smallest of all; a product.
        "move erase heap[i] for i in places of heap",
        "move heap[i] -= k for i in places of heap, k >= 1 if heap[i] = min(heap)",
        "move heap[i] -= k * heap[j] for i in places of heap, j in places of heap, k >= 1 if i != j",
    ] {
        let refused = verify("numbers", moves, false, law(&same())).map(|_| ());
        let (why, message) = refused.expect_err(moves);
        assert_eq!(why, Why::Rules, "{moves}: {message}");
    }
    // Another ending, more parts.
    for rules in [
        "position heap: numbers\nmove heap[i] -= k for i in places of heap, k >= 1\nwho cannot move draws",
        "position heap: numbers\nposition n\nmove heap[i] -= k for i in places of heap, k >= 1",
        "position heap: numbers\nmove heap[i] -= k for i in places of heap, k >= 1\nthe player who moved wins when length(heap) = 3",
    ] {
        let text = format!("game \"Heaps\"\n{rules}\n");
        let Ok(rules) = whowins_rules::Rules::parse("rules", &text) else {
            continue;
        };
        let game = rules.game(&Default::default()).expect("rules");
        assert!(List::read(&game, &Budget::default()).is_err(), "{text}");
    }
}
