//! Lists of states put in order: nothing is lost.

use whowins_engine::inside::{PARTS, SHORT, put_together};

#[test]
fn nothing_is_lost_and_stretches_are_in_order() {
    for (len, states) in [
        (0, 1),
        (100, 1 << 20),
        (5000, 5000),
        (9000, 1 << 30),
        (7000, 3),
    ] {
        let mut list: Vec<u64> = (0..len).map(|at| at * 7_919_997 % states).collect();
        let mut sorted = list.clone();
        sorted.sort_unstable();
        let mut room = vec![1; 6000];
        put_together(&mut list, &mut room, states);
        if len >= SHORT as u64 {
            let near = states / PARTS * 2 + 2;
            assert!(
                list.iter()
                    .zip(&sorted)
                    .all(|(a, b)| a.abs_diff(*b) <= near)
            );
        }
        list.sort_unstable();
        assert_eq!(list, sorted);
    }
}
