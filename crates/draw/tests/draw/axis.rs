//! Tests the ticks of an axis.

use whowins_draw::Axis;

#[test]
fn ticks_are_round_and_few() {
    let mut axis = Axis::new("x");
    assert_eq!(axis.ticks(8, 10), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(axis.ticks(64, 8), [0, 10, 20, 30, 40, 50, 60]);
    axis.first = 7;
    let labels: Vec<u64> = (axis.ticks(64, 8).into_iter())
        .map(|at| axis.label(at))
        .collect();
    assert_eq!(labels, [10, 20, 30, 40, 50, 60, 70]);
}
