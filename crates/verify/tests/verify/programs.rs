//! Strategies for games of no family: a term in which a player may move again.

use whowins_law::OfRules;
use whowins_verify::finite::{Entry, Label, Ranked};
use whowins_verify::{Budget, Certificate, Law};

/// n falls by 1; who comes to 1 moves again; who cannot move loses.
const AGAIN: &str = "(game again (part turn 0 1) (part n 0 9) (start (0) (3))
    (tier (seq (set n (- n 1)) (when (= n 1) skip (set turn (- 1 turn))))) (stuck (if turn 1 -1)))";

/// Whether a strategy for the start is accepted: of n = 1, 2, 3, for whoever moves there.
fn accepted(labels: [(Label, u64); 3], change: impl FnOnce(&mut Vec<Entry>)) -> bool {
    let mut entries = Vec::new();
    for turn in 0..2u8 {
        for (at, (label, rank)) in labels.into_iter().enumerate() {
            entries.push(Entry(
                vec![turn.into(), 1, at as i64 + 1],
                turn,
                label,
                rank,
            ));
        }
    }
    change(&mut entries);
    let law = Ranked {
        position: vec![vec![3]],
        entries,
    };
    let certificate = Certificate::of_text(AGAIN, vec![Law::Ranked(law)]);
    certificate.verify_with_rules(&Budget::default()).is_ok()
}

#[test]
fn who_moves_again_is_not_the_opponent() {
    use Label::{Loss, Win};
    // From 2 to 1, and again to 0, where the other is stuck.
    let right = [(Win, 1), (Win, 2), (Loss, 3)];
    assert!(accepted(right, |_| {}));
    // As if the other moved at 1.
    assert!(!accepted([(Win, 1), (Loss, 2), (Win, 3)], |_| {}));
    assert!(!accepted([(Win, 1), (Win, 1), (Loss, 3)], |_| {}));
    assert!(!accepted([(Loss, 1), (Win, 2), (Loss, 3)], |_| {}));
}

#[test]
fn states_are_those_of_the_term() {
    use Label::{Loss, Win};
    let right = [(Win, 1), (Win, 2), (Loss, 3)];
    // More than is needed, but no state of the game: past the range, of two numbers, with another's
    // turn.
    let more = |state: &[i64], turn: u8| {
        let state = state.to_vec();
        accepted(right, |entries| {
            entries.push(Entry(state, turn, Win, 9));
            entries.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        })
    };
    assert!(more(&[0, 1, 4], 0));
    for (state, turn) in [
        (&[0, 1, 10][..], 0),
        (&[0, 1, 4], 1),
        (&[1, 1, 4], 0),
        (&[0, 1, -1], 0),
        (&[0, 2, 4], 0),
        (&[0, 1, 4, 1, 2], 0),
        (&[2, 1, 4], 0),
        (&[0], 0),
    ] {
        assert!(!more(state, turn), "{state:?}");
    }
    // All up to the largest that n can be, and one past it.
    let up_to = |most: i64| {
        accepted(right, |entries| {
            for n in 4..=most {
                let label = if n % 2 == 0 { Win } else { Loss };
                entries.extend(
                    [0, 1].map(|turn| Entry(vec![turn.into(), 1, n], turn, label, n as u64)),
                );
            }
            entries.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        })
    };
    assert!(up_to(9));
    assert!(!up_to(10));
    // Without the position itself.
    assert!(!accepted(right, |entries| drop(entries.pop())));
}
