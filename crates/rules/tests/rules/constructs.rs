//! Constructs of the language, held to readings written out here, on random positions.

use std::collections::BTreeSet;

use dashu_int::IBig;
use whowins_analysis::program::Program;
use whowins_core::random::Random;
use whowins_core::{Budget, State};
use whowins_rules::Parameters;
use whowins_rules::inside::lower::lower;
use whowins_rules::inside::read::read;

fn program(lines: &str) -> Program {
    let text = format!("game \"G\"\n{lines}");
    let (tree, errors) = read(&text);
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    let lowered = lower(&tree, &Parameters::new());
    lowered
        .unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
        .program
}

fn numbers(list: &[i64]) -> Vec<IBig> {
    list.iter().map(|n| IBig::from(*n)).collect()
}

/// The different states after a move.
fn options(program: &Program, state: &State) -> BTreeSet<State> {
    let options = program.term.options(state, &Budget::OPEN);
    options.expect("no limit").into_iter().collect()
}

#[test]
fn sorted_is_in_rising_order() {
    let program = program(
        "position heap: numbers\nposition k <= 9\nposition found\nmove found := sorted(heap)[k]",
    );
    let mut random = Random(5);
    for _ in 0..crate::cases(200, 5000) {
        let mut heap: Vec<i64> = (0..random.below(6))
            .map(|_| random.below(5) as i64)
            .collect();
        let k = random.below(7);
        let state = vec![
            numbers(&[0]),
            numbers(&heap),
            numbers(&[k as i64]),
            numbers(&[77]),
        ];
        let found = options(&program, &state);
        heap.sort_unstable();
        let wanted = k.checked_sub(1).and_then(|at| heap.get(at));
        let values: Vec<&IBig> = found.iter().map(|state| &state[3][0]).collect();
        let wanted: Vec<IBig> = wanted.map(|n| IBig::from(*n)).into_iter().collect();
        assert_eq!(values, wanted.iter().collect::<Vec<_>>(), "{heap:?} {k}");
    }
}

#[test]
fn subsets_are_of_what_shows() {
    let program = program(
        "position row of 5 cells of . x o\nposition n\nchoose s in subsets of cells of row showing '.' if count(s) >= 1; for each c in s, row[c] := 'o'",
    );
    let mut random = Random(6);
    for _ in 0..crate::cases(60, 2000) {
        let row: Vec<i64> = (0..5).map(|_| random.below(3) as i64).collect();
        let state = vec![numbers(&[0]), numbers(&row), numbers(&[0])];
        let mut wanted = BTreeSet::new();
        for bits in 1..32_u32 {
            let inside = |at: usize| bits >> at & 1 == 1;
            if (0..5).all(|at| !inside(at) || row[at] == 0) {
                let next: Vec<i64> = (0..5)
                    .map(|at| if inside(at) { 2 } else { row[at] })
                    .collect();
                wanted.insert(vec![numbers(&[1]), numbers(&next), numbers(&[0])]);
            }
        }
        assert_eq!(options(&program, &state), wanted, "{row:?}");
    }
}

#[test]
fn contents_are_gone_through_and_a_turn_stays_where_a_round_says_so() {
    let program = program(
        "position bag: numbers\nposition n\nmove for each k in bag if k > 1, n += k; for each k in bag, if k = 3, play again",
    );
    let mut random = Random(7);
    for _ in 0..crate::cases(200, 5000) {
        let bag: Vec<i64> = (0..random.below(5))
            .map(|_| random.below(5) as i64)
            .collect();
        let total: i64 = bag.iter().filter(|k| **k > 1).sum();
        // A part that is no part of a position holds whether the turn stays.
        let mut state = program.first();
        state[1] = numbers(&bag);
        let mut wanted = state.clone();
        wanted[0] = numbers(&[i64::from(!bag.contains(&3))]);
        wanted[2] = numbers(&[total]);
        assert_eq!(
            options(&program, &state),
            BTreeSet::from([wanted]),
            "{bag:?}"
        );
    }
}

/// Where a token can stop that goes on from here over nodes that it has not come to; with `must`,
/// where it cannot go on.
fn stops(net: &[(usize, usize)], at: usize, been: &BTreeSet<usize>, must: bool) -> BTreeSet<usize> {
    let mut all = BTreeSet::new();
    let next: Vec<usize> = net
        .iter()
        .filter(|(from, to)| *from == at && !been.contains(to))
        .map(|(_, to)| *to)
        .collect();
    if !must || next.is_empty() {
        all.insert(at);
    }
    for to in next {
        let mut been = been.clone();
        been.insert(to);
        all.extend(stops(net, to, &been, must));
    }
    all
}

#[test]
fn a_walk_goes_on_to_new_places() {
    let mut random = Random(8);
    for _ in 0..crate::cases(60, 2000) {
        let mut net: Vec<(usize, usize)> = (0..4).map(|at| (at, (at + 1) % 5)).collect();
        for _ in 0..random.below(5) {
            let edge = (random.below(5), random.below(5));
            if edge.0 != edge.1 && !net.contains(&edge) && !net.contains(&(edge.1, edge.0)) {
                net.push(edge);
            }
        }
        let edges: Vec<String> = net
            .iter()
            .map(|(from, to)| format!("v{from}>v{to}"))
            .collect();
        let must = random.below(2) == 1;
        let word = if must { "must" } else { "may" };
        let program = program(&format!(
            "given net: graph = \"{}\"\nposition king: nodes of net\nposition n\nmove king to a neighbour; {word} repeat; n += 1",
            edges.join(", ")
        ));
        let start = random.below(5);
        let mut state = program.first();
        state[1] = numbers(&[start as i64]);
        let mut wanted = BTreeSet::new();
        for (_, to) in net.iter().filter(|(from, _)| *from == start) {
            for stop in stops(&net, *to, &BTreeSet::from([*to]), must) {
                let mut next = state.clone();
                (next[0], next[1], next[2]) =
                    (numbers(&[1]), numbers(&[stop as i64]), numbers(&[1]));
                wanted.insert(next);
            }
        }
        assert_eq!(
            options(&program, &state),
            wanted,
            "{edges:?} from {start}, {word}"
        );
    }
}

/// The members of a loop's set are fixed before its first round, whatever they are read from: the
/// variables that hold them lie between the names chosen before and the loop's own.
#[test]
fn loops_over_sets_that_are_read_from_the_position() {
    for (set, members) in [
        ("digits(x)", &[2, 0, 1][..]),
        ("digits(x / j)", &[1, 5]),
        ("{n, sum(k for k in 1..j)}", &[0, 3]),
        ("{n, j, n + sum(k for k in j..3)..5}", &[0, 2, 5]),
        ("heap[sum(k for k in 1..j) - 1..x - 98]", &[5, 4, 1]),
        ("heap[n..sum(k for k in 1..j)]", &[0, 7, 5, 4]),
        ("digits(sum(digits(x / j)) + n)", &[6]),
    ] {
        for (choice, inner) in [
            ("", ""),
            ("choose i in {x}; ", ""),
            ("", "for each i in {x}, "),
        ] {
            let program = program(&format!(
                "position heap: 4 numbers\nposition seen: numbers\nposition x, n\n\
                 choose j in {{2}}; {choice}{inner}for each d in {set}, seen[n + 1] := d, n += 1"
            ));
            let state = |seen: &[i64], n, turn| {
                let heap = numbers(&[7, 5, 4, 1]);
                let parts = [numbers(seen), numbers(&[102]), numbers(&[n])];
                [numbers(&[turn]), heap].into_iter().chain(parts).collect()
            };
            let mut after: Vec<i64> = members.to_vec();
            after.resize(6, 9);
            let found = options(&program, &state(&[9; 6], 0, 0));
            let wanted = state(&after, members.len() as i64, 1);
            assert_eq!(found, BTreeSet::from([wanted]), "{choice}{inner}{set}");
        }
    }
}

#[test]
fn who_repeats_within_some_moves_loses() {
    let program = program(
        "position n <= 3\nposition m <= 1\nmove n := 1 - n if n <= 1\nmove m += 1\nrepetition within 2 moves loses",
    );
    let mut state = program.first();
    // There and back: the second player has brought the first position back.
    for (turn, n) in [(1, 1), (0, 0)] {
        let over = program.term.over(&state, &Budget::OPEN).expect("no limit");
        assert_eq!(over, None);
        let next = options(&program, &state);
        let found = next
            .into_iter()
            .find(|one| one[1] == numbers(&[n]) && one[2] == numbers(&[0]));
        state = found.expect("a move");
        assert_eq!(state[0], numbers(&[turn]));
    }
    let over = program.term.over(&state, &Budget::OPEN).expect("no limit");
    assert_eq!(over, Some(IBig::ONE));
}

/// The numbers of a start may be parameters and what is worked out from them; symbols, words and
/// members are what they were.
#[test]
fn a_start_names_parameters() {
    let start = |lines: &str| program(lines).term.starts[0].clone();
    let given = "given n: number = 6\ngiven a: numbers = \"3,1,4\"\nmove x -= 1\n";
    let said = start(&format!("{given}position x, y\nstart n, 2 * n - 1"));
    assert_eq!(said[1..], [numbers(&[6]), numbers(&[11])]);
    let said = start(&format!(
        "{given}position x\nposition d in {{left, right}}\nstart d = right, x = n + 1"
    ));
    assert_eq!(said[1..], [numbers(&[7]), numbers(&[1])]);
    let said = start(&format!(
        "{given}position x\nposition heap: numbers\nstart 1000000000000 * (n + 4); a, n"
    ));
    assert_eq!(said[1][0], IBig::from(10).pow(13));
    assert_eq!(said[2], numbers(&[3, 1, 4, 6]));
    let said = start(&format!(
        "{given}position x\nposition row of n a\nstart x = n, row = n a n"
    ));
    assert_eq!(said[1..], [numbers(&[6]), numbers(&[0, 1, 0])]);
}

/// What the generator of texts (`crates/judge/tests/judge/grammar`) found refused, or ended by a
/// stack overflow, though it is valid.
#[test]
fn valid_texts_that_were_refused() {
    let rules = |lines: &str| {
        let text = format!("game \"G\"\nplayers A, B\n{lines}");
        let rules = whowins_rules::Rules::parse("text", &text);
        let game = rules.and_then(|rules| rules.game(&Parameters::new()));
        game.unwrap_or_else(|errors| panic!("{errors}"))
    };
    // Read back off its term, `not not C` is `if C then 1 else 0`.
    let board = "position board of 2 x 2 cells of . x\nmove . -> x; n -= 1";
    rules(&format!(
        "position d in {{open, shut}}, n <= 3\n{board} if not (not (board has x))"
    ));
    // The `/` between the rows of a board divides nothing, and `to start` names no cell.
    let lines = "given n: number = 3\nposition lamp: 2 x 2 numbers <= 9\nposition x <= 9\n";
    let game = rules(&format!(
        "{lines}start lamp = n + 1,1/0,n, x = n / 2\nmove x -= 1"
    ));
    assert_eq!(
        game.start.as_ref().map(|start| game.show(start)),
        Some("4,1/0,3; 1".into())
    );
    let lines = "given net: graph = \"a-b, b-c\"\nposition row of . x\nposition q: nodes of net";
    let lines = format!("{lines}\nposition n <= 3\nstart row = xx, q at b, n = 3");
    rules(&format!(
        "{lines}\nmove x -> .; q to start of q for k in 1..2; n -= 1"
    ));
    // The second graph has the node.
    let lines = "given net: graph = \"a-b\"\ngiven road: graph = \"p-q\"\nposition net of . x\nposition road of . x";
    let game = rules(&format!("{lines}\nstart empty, 'x' at q\nmove x -> ."));
    assert_eq!(
        game.start.as_ref().map(|start| game.show(start)),
        Some(". .; . x".into())
    );
}
