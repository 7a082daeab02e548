//! Weights that no rule raises, against trying all weights.

use std::collections::BTreeSet;

use whowins_analysis::inside::{dot, falling_weights};

fn weights(gains: &[&[i128]]) -> Option<Vec<i128>> {
    let gains: BTreeSet<Vec<i128>> = gains.iter().map(|gain| gain.to_vec()).collect();
    let symbols = gains.first()?.len();
    falling_weights(&gains, symbols)
}

#[test]
fn weights_fall_where_they_can() {
    assert_eq!(weights(&[&[-1, 1]]), Some(vec![1, 0]));
    assert_eq!(weights(&[&[-1, 2, -1], &[1, -2, 1]]), None);
    assert_eq!(weights(&[&[1, -1], &[-1, 1]]), None);
    assert_eq!(weights(&[&[0, 0]]), None);
    // Powers of two are needed.
    let chain: [&[i128]; 3] = [&[-1, 2, 0, -1], &[0, -1, 2, -1], &[-1, 1, 1, -1]];
    let found = weights(&chain).unwrap();
    assert!(chain.iter().all(|gain| dot(gain, &found) < 0), "{found:?}");
    // One rule falls, the other two keep the sum as it is.
    let kept: [&[i128]; 3] = [&[-1, 1, 0], &[1, -1, 0], &[0, -1, 1]];
    let found = weights(&kept).unwrap();
    assert_eq!(
        [0, 1, 2].map(|at| dot(kept[at], &found).signum()),
        [0, 0, -1]
    );
}

#[test]
fn small_systems_are_solved_as_by_trying_all_weights() {
    let mut seed = 1u64;
    let mut below = |end: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % end
    };
    for _ in 0..500 {
        let count = 1 + below(4);
        let gains: BTreeSet<Vec<i128>> = (0..count)
            .map(|_| (0..3).map(|_| below(5) as i128 - 2).collect())
            .collect();
        let lowers = |weights: &[i128]| {
            let sums: Vec<i128> = gains.iter().map(|gain| dot(gain, weights)).collect();
            let lowered = sums.iter().filter(|sum| **sum < 0).count();
            if sums.iter().all(|sum| *sum <= 0) {
                lowered
            } else {
                0
            }
        };
        let tried = (0..1000).map(|n| lowers(&[n % 10, n / 10 % 10, n / 100]));
        let best = tried.max().unwrap_or(0);
        let found = falling_weights(&gains, 3).map_or(0, |weights| lowers(&weights));
        assert_eq!(found, best, "{gains:?}");
    }
}
