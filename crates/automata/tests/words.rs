//! Automata against a naive reading of their definitions, word by word.
use proptest::prelude::*;
use whowins_automata::{Dfa, Error, Limits};

const ALL: Limits = Limits {
    max_states: 1 << 16,
    max_transitions: 1 << 20,
    max_depth: 100,
    max_steps: usize::MAX,
    deadline: None,
};

fn random_dfa(digits: Vec<u8>) -> impl Strategy<Value = Dfa> {
    let letters: usize = digits.iter().map(|&d| usize::from(d)).product();
    (1usize..6).prop_flat_map(move |n| {
        let digits = digits.clone();
        let parts = (
            prop::collection::vec(0..n as u32, n * letters),
            prop::collection::vec(any::<bool>(), n),
            0..n as u32,
        );
        parts.prop_map(move |(table, accepting, start)| {
            Dfa::new(digits.clone(), table, accepting, start, ALL).unwrap()
        })
    })
}

/// All words of at most `longest` letters over the tracks.
fn words(digits: &[u8], longest: usize) -> Vec<Vec<Vec<u8>>> {
    let tuples = digits.iter().fold(vec![vec![]], |all: Vec<Vec<u8>>, &d| {
        all.iter()
            .flat_map(|t| (0..d).map(move |x| t.iter().copied().chain([x]).collect()))
            .collect()
    });
    let (mut all, mut last) = (vec![vec![]], vec![vec![]]);
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|w: &Vec<Vec<u8>>| {
                tuples.iter().map(|t| [w.clone(), vec![t.clone()]].concat())
            })
            .collect();
        all.extend(last.clone());
    }
    all
}

proptest! {
    #[test]
    fn boolean_algebra(a in random_dfa(vec![2, 3]), b in random_dfa(vec![2, 3])) {
        let (and, or, xor) = (a.and(&b, ALL).unwrap(), a.or(&b, ALL).unwrap(), a.xor(&b, ALL).unwrap());
        let (implies, not) = (a.implies(&b, ALL).unwrap(), a.complement());
        for w in words(&[2, 3], 4) {
            let (x, y) = (a.accepts(&w).unwrap(), b.accepts(&w).unwrap());
            prop_assert_eq!(and.accepts(&w).unwrap(), x && y);
            prop_assert_eq!(or.accepts(&w).unwrap(), x || y);
            prop_assert_eq!(xor.accepts(&w).unwrap(), x != y);
            prop_assert_eq!(implies.accepts(&w).unwrap(), !x || y);
            prop_assert_eq!(not.accepts(&w).unwrap(), !x);
        }
        prop_assert_eq!(a.same_language(&b), xor.is_empty());
    }

    #[test]
    fn minimal_form(a in random_dfa(vec![2])) {
        let small = a.minimise();
        // Myhill-Nerode: at most 5 states, so words of 4 letters reach all and suffixes of 5 tell all apart.
        let (prefixes, suffixes) = (words(&[2], 4), words(&[2], 5));
        let rows: std::collections::HashSet<Vec<bool>> = prefixes.iter()
            .map(|p| suffixes.iter().map(|s| a.accepts(&[p.clone(), s.clone()].concat()).unwrap()).collect()).collect();
        prop_assert_eq!(small.states(), rows.len());
        let first = words(&[2], 5).into_iter().find(|w| a.accepts(w).unwrap());
        prop_assert_eq!(a.shortest_word(), first);
    }

    #[test]
    fn projection(a in random_dfa(vec![2, 2]), track in 0usize..2) {
        let p = a.project(track, ALL).unwrap();
        for w in words(&[2], 3) {
            // With n states, n - 1 leading zeros reach all that zeros can reach: 4 is enough here.
            let some = words(&[2], w.len() + 4).into_iter().filter(|d| d.len() >= w.len()).any(|d| {
                let pad = d.len() - w.len();
                let joint: Vec<[u8; 2]> = d.iter().enumerate().map(|(i, x)| {
                    let kept = if i < pad { 0 } else { w[i - pad][0] };
                    if track == 0 { [x[0], kept] } else { [kept, x[0]] }
                }).collect();
                a.accepts(&joint).unwrap()
            });
            prop_assert_eq!(p.accepts(&w).unwrap(), some);
        }
    }

    #[test]
    fn rearrangement(a in random_dfa(vec![2, 2]), from in prop::collection::vec(0usize..3, 2)) {
        let r = a.rearrange(vec![2; 3], &from, ALL).unwrap();
        for w in words(&[2; 3], 3) {
            let read: Vec<[u8; 2]> = w.iter().map(|t| [t[from[0]], t[from[1]]]).collect();
            prop_assert_eq!(r.accepts(&w).unwrap(), a.accepts(&read).unwrap());
        }
    }
}

#[test]
fn bad_input_is_an_error() {
    assert!(Dfa::new(vec![2], vec![0, 1], vec![true], 0, ALL).is_err());
    assert!(Dfa::new(vec![2], vec![0], vec![true], 0, ALL).is_err());
    assert!(Dfa::new(vec![0], vec![], vec![], 0, ALL).is_err());
    assert!(Dfa::new(vec![255; 40], vec![], vec![], 0, ALL).is_err());
    let d = Dfa::new(vec![2], vec![0, 0], vec![true], 0, ALL).unwrap();
    assert!(d.accepts(&[[2]]).is_err());
    assert!(d.project(1, ALL).is_err());
    assert!(d.rearrange(vec![3], &[0], ALL).is_err());
    let counter = Dfa::explore(vec![2], 0u64, |n, _| Some(n + 1), |_| true, ALL);
    assert_eq!(
        counter,
        Err(Error::TooLarge {
            what: "states",
            limit: 1 << 16
        })
    );
}
