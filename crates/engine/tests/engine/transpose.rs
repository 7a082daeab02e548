//! Transposing, bit by bit.

use proptest::prelude::*;
use whowins_engine::inside::transpose;

proptest! {
    #[test]
    fn transposing_swaps_rows_and_bits(words in proptest::collection::vec(any::<[u64; 3]>(), 64)) {
        let mut turned = words.clone();
        transpose(&mut turned);
        for (row, words) in words.iter().enumerate() {
            for (column, turned) in turned.iter().enumerate() {
                for v in 0..3 {
                    prop_assert_eq!(words[v] >> column & 1, turned[v] >> row & 1);
                }
            }
        }
    }
}
