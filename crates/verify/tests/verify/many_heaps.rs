//! Any number of heaps in one list: what is one, and what is right of it, compared with looking at all positions.

use dashu_int::{IBig, UBig};
use std::collections::HashMap;
use whowins_analysis::{Position, Value};

use whowins_core::{Budget as Work, Game as Core, State};
use whowins_verify::firstorder::term;
use whowins_verify::heap::{Grundy, ManyHeaps, heap_of, one_heap};
use whowins_verify::{Budget, Certificate, Law, Verified, Why};

const NIM: &str = "move heap[i] -= k for i in places of heap, k >= 1";
const SET: &str = "move heap[i] -= k for i in places of heap, k in {1, 3, 4}";

fn grundy(preperiod: u64, saltus: u64, values: &[u64]) -> Grundy {
    Grundy {
        preperiod,
        period: values.len() as u64 - preperiod,
        saltus,
        values: values.to_vec(),
    }
}

fn verify(moves: &str, misere: bool, heap: Grundy) -> Result<Verified, (Why, String)> {
    let end = if misere { "misère play\n" } else { "" };
    let rules = format!("game \"Heaps\"\nposition heap: numbers\n{moves}\n{end}");
    let certificate = Certificate::of_text(rules, vec![Law::ManyHeaps(ManyHeaps { heap })]);
    certificate
        .verify(&Budget::default())
        .map_err(|rejection| (rejection.why, rejection.message))
}

/// Whether the player to move wins, by the term's moves.
fn wins(term: &Core, state: &State, misere: bool, known: &mut HashMap<State, bool>) -> bool {
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

/// Compares with the search of the term at all lists up to three heaps.
fn agrees(verified: &Verified, misere: bool, most: u64) {
    let game = verified.game();
    let term = term(game).into_owned();
    let mut known = HashMap::new();
    let mut lists = vec![Vec::new()];
    for a in 0..=most {
        lists.push(vec![a]);
        for b in 0..=most {
            lists.push(vec![a, b]);
            lists.extend((0..=most.min(6)).map(|c| vec![a, b, c]));
        }
    }
    for heaps in lists {
        let heaps = heaps.iter().map(|heap| IBig::from(*heap)).collect();
        let state = vec![vec![IBig::ZERO], heaps];
        let value = match wins(&term, &state, misere, &mut known) {
            true => Value::Win,
            false => Value::Loss,
        };
        let position = Position::Parts(state);
        assert_eq!(
            verified.values(game, &position),
            Some([value; 2]),
            "{}",
            game.show(&position)
        );
    }
}

#[test]
fn lists_of_heaps_are_won_as_their_values_say() {
    let all_but = "move heap[i] -= k for i in places of heap, k >= 1 if k != 2";
    for (moves, values) in [
        (NIM, grundy(0, 1, &[0])),
        (SET, grundy(0, 0, &[0, 1, 0, 1, 2, 3, 2])),
        (all_but, grundy(0, 2, &[0, 1, 0, 1])),
        (
            "move heap[i] -= k for i in places of heap, k in 1..3",
            grundy(0, 0, &[0, 1, 2, 3]),
        ),
        (
            "move heap[i] -= k for k in {2, 3}, i in places of heap",
            grundy(0, 0, &[0, 0, 1, 1, 2]),
        ),
    ] {
        for misere in [false, true] {
            let verified = verify(moves, misere, values.clone())
                .unwrap_or_else(|(_, why)| panic!("{moves}: {why}"));
            agrees(&verified, misere, 9);
        }
    }
}

#[test]
fn huge_heaps_have_values() {
    let verified = verify(NIM, false, grundy(0, 1, &[0])).expect("Nim");
    let huge = IBig::from(UBig::from(10u8).pow(30));
    let state =
        |last: IBig| Position::Parts(vec![vec![IBig::ZERO], vec![huge.clone(), 5.into(), last]]);
    let value = |last: IBig| verified.values(verified.game(), &state(last));
    assert_eq!(value(huge.clone() ^ IBig::from(5)), Some([Value::Loss; 2]));
    assert_eq!(value(huge.clone()), Some([Value::Win; 2]));
}

#[test]
fn wrong_values_are_refused() {
    for heap in [
        grundy(0, 1, &[1]),
        grundy(0, 2, &[0]),
        grundy(0, 0, &[0, 1]),
        grundy(1, 1, &[0, 0]),
    ] {
        let refused = verify(NIM, false, heap).map(|_| ());
        assert_eq!(refused.map_err(|one| one.0), Err(Why::False));
    }
}

#[test]
fn what_looks_at_more_than_one_heap_is_no_list_of_heaps() {
    for moves in [
        // At how many heaps there are, at another heap, at the place.
        "move heap[i] -= k for i in places of heap, k >= 1 if k < length(heap)",
        "move heap[i] -= k for i in places of heap, k >= 1 if heap[1] > 0",
        "move heap[i] -= k for i in places of heap, k >= 1 if k != i",
        "move heap[i] -= k for i in places of heap if i > 1, k >= 1",
        // In two heaps.
        "move heap[i] -= 1, heap[j] -= 1 for i in places of heap, j in places of heap if i != j",
        // A heap goes.
        "move erase heap[i] for i in places of heap",
        // In the first heap alone.
        "move heap[1] -= k for k >= 1",
        // Upwards and down: of one heap, but no set of numbers.
        "move heap[i] := heap[i] / 2 for i in places of heap if heap[i] > 0",
    ] {
        let refused = verify(moves, false, grundy(0, 1, &[0])).map(|_| ());
        let (why, message) = refused.expect_err(moves);
        assert_eq!(why, Why::Rules, "{moves}: {message}");
    }
    // Another ending, more parts, a bound.
    for rules in [
        "position heap: numbers\nmove heap[i] -= k for i in places of heap, k >= 1\nwho cannot move draws",
        "position heap: numbers\nposition n\nmove heap[i] -= k for i in places of heap, k >= 1",
        "position heap: numbers <= 9\nmove heap[i] -= k for i in places of heap, k >= 1",
        "position heap: numbers\nmove heap[i] -= k for i in places of heap, k >= 1\nthe player who moved wins when length(heap) = 3",
    ] {
        let text = format!("game \"Heaps\"\n{rules}\n");
        let Ok(rules) = whowins_rules::Rules::parse("rules", &text) else {
            continue;
        };
        let game = rules.game(&Default::default()).expect("rules");
        assert!(heap_of(&game).is_err(), "{text}");
    }
}

#[test]
fn a_move_picks_one_heap_and_no_more() {
    let term = |moves: &str| -> Core {
        let text = format!(
            "(game list (part turn 0 1) (part heap 0 -) (tier (seq {moves} (set turn (- 1 turn)))) (stuck (if turn 1 -1)))"
        );
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    let pick = "(choose v0 0 (len heap) (set heap v0 (- (get heap v0) 1)))";
    assert!(one_heap(&term(pick)).is_some());
    assert!(one_heap(&term(&format!("(alt {pick} {pick})"))).is_some());
    for moves in [
        format!("{pick} {pick}"),
        format!("(seq {pick} {pick}) {pick}"),
        format!("(alt {pick} (seq))"),
        format!("(when turn {pick} (seq))"),
        format!("(guard (len heap)) {pick}"),
        "(choose v0 0 (len heap) (choose v1 1 3 (set heap v1 (- (get heap v0) 1))))".to_string(),
    ] {
        assert!(one_heap(&term(&moves)).is_none(), "{moves}");
    }
}
