//! Wythoff's game, normal play, by the golden ratio φ = (1 + √5)/2, in exact integers.
//!
//! Two heaps; a move takes any number from one heap, or the same number from both; who cannot move loses. Cow Checkers is
//! the same game on a board: a queen that moves only towards the corner (0, 0).
//!
//! **Theorem** (W. A. Wythoff, *A modification of the game of nim*, Nieuw Archief voor Wiskunde 7, 1907). The P-positions
//! are the pairs (⌊kφ⌋, ⌊kφ²⌋) = (⌊kφ⌋, ⌊kφ⌋ + k), k = 0, 1, 2, …, in either order. Each whole number from 1 on stands in
//! exactly one of these pairs, and each k is the difference of exactly one.
//!
//! The functions on `u64` cost two multiplications; the functions named `_big` take heaps of any length.

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;

/// The high and low halves of c = ⌊2¹²⁸/φ⌋.
const INVERSE_PHI_HIGH: u64 = 0x9e37_79b9_7f4a_7c15;
const INVERSE_PHI_LOW: u64 = 0xf39c_c060_5ced_c834;

/// From which heaps a move takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heaps {
    /// From the first heap alone.
    First,
    /// From the second heap alone.
    Second,
    /// The same amount from both.
    Both,
}

/// A move of Wythoff's game: take `amount` (at least 1) from the heaps `from`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Take<K> {
    /// From which heaps.
    pub from: Heaps,
    /// How much from each of them.
    pub amount: K,
}

/// ⌊k/φ⌋, exact for every `u64`, by one product with c = ⌊2¹²⁸/φ⌋.
///
/// Why the product is exact. Let R = 2¹²⁸, e = R/φ − c (so 0 < e < 1/15; the tests check it), p = ⌊k/φ⌋ and k ≥ 1. The
/// product falls short of k/φ by ke/R, so it has the same floor if k/φ − p ≥ ke/R. The whole number p² + pk − k² =
/// (p − k/φ)(p + kφ) is not 0, φ being irrational; hence k/φ − p ≥ 1/(p + kφ) ≥ 1/(k/φ + kφ) = 1/(√5·k). It is enough that
/// √5·k²·e ≤ R, and √5·e < √5/15 < 1 while k² < R.
fn over_phi(k: u64) -> u64 {
    let k = u128::from(k);
    let low = (k * u128::from(INVERSE_PHI_LOW)) >> 64;
    // At most (2⁶⁴ − 1)² + 2⁶⁴ − 1 < 2¹²⁸.
    ((k * u128::from(INVERSE_PHI_HIGH) + low) >> 64) as u64
}

/// ⌊kφ⌋: the smaller heap of the `k`-th P-position (1, 3, 4, 6, 8, … from k = 1; OEIS A000201). Exact, O(1).
#[must_use]
pub fn lower(k: u64) -> u128 {
    u128::from(k) + u128::from(over_phi(k))
}

/// ⌊kφ²⌋: the larger heap of the `k`-th P-position (2, 5, 7, 10, 13, … from k = 1; OEIS A001950). Exact, O(1).
#[must_use]
pub fn upper(k: u64) -> u128 {
    lower(k) + u128::from(k)
}

/// Whether (`x`, `y`) is a P-position: whether the player to move loses. The order of the heaps does not matter. O(1).
///
/// By Wythoff's theorem the difference of the heaps names the one pair to compare with.
///
/// ```
/// # use whowins_engine::formula::golden::is_p_position;
/// assert!(is_p_position(0, 0) && is_p_position(2, 1) && is_p_position(3, 5));
/// assert!(!is_p_position(1, 1));
/// ```
#[must_use]
pub fn is_p_position(x: u64, y: u64) -> bool {
    let difference = x.abs_diff(y);
    u128::from(x.min(y)) == lower(difference)
}

/// The one heap that makes a P-position with the heap `x`. O(1).
///
/// For x ≥ 1 let p = ⌊x/φ⌋. If x = ⌊kφ⌋, then x/φ < k < (x + 1)/φ, so k = p + 1 and the partner is x + k. If not, x = ⌊kφ²⌋
/// for one k; then k = x − p, since x < kφ² < x + 1 gives x/φ² < k < (x + 1)/φ² and ⌊x/φ²⌋ = x − p − 1; the partner is
/// x − k = p.
#[must_use]
pub fn partner(x: u64) -> u128 {
    let p = over_phi(x);
    // p + 1 does not overflow: p < 0.62·2⁶⁴.
    if x == 0 {
        0
    } else if lower(p + 1) == u128::from(x) {
        u128::from(x) + u128::from(p) + 1
    } else {
        u128::from(p)
    }
}

/// A move from (`x`, `y`) to a P-position, or `None` where (`x`, `y`) is a P-position itself. O(1).
///
/// With d the difference and s the smaller heap: if s > ⌊dφ⌋, take s − ⌊dφ⌋ from both, which keeps d. If s < ⌊dφ⌋, the
/// partner of s is less than the larger heap s + d: it is s + k with k < d where s = ⌊kφ⌋, and less than s otherwise (or
/// s = 0 and d > 0). Cut the larger heap down to it.
#[must_use]
pub fn winning_move(x: u64, y: u64) -> Option<Take<u64>> {
    let (smaller, larger) = (x.min(y), x.max(y));
    let target = lower(larger - smaller);
    if u128::from(smaller) == target {
        return None;
    }
    let larger_heap = if x > y { Heaps::First } else { Heaps::Second };
    let (from, amount) = if u128::from(smaller) > target {
        (Heaps::Both, u128::from(smaller) - target)
    } else {
        (larger_heap, u128::from(larger) - partner(smaller))
    };
    // Both amounts are at most a heap.
    u64::try_from(amount)
        .ok()
        .map(|amount| Take { from, amount })
}

/// ⌊√(5k²)⌋ = ⌊√5·k⌋.
fn root_five_times(k: &UBig) -> UBig {
    (UBig::from(5u8) * k.sqr()).sqrt()
}

/// ⌊kφ⌋ = ⌊(k + ⌊√(5k²)⌋)/2⌋ for `k` of any length. The cost of a square and a square root.
#[must_use]
pub fn lower_big(k: &UBig) -> UBig {
    (k + root_five_times(k)) >> 1
}

/// ⌊kφ²⌋ for `k` of any length. The cost of a square and a square root.
#[must_use]
pub fn upper_big(k: &UBig) -> UBig {
    lower_big(k) + k
}

/// Whether (`x`, `y`) is a P-position, for heaps of any length. The cost of three products, without a square root.
///
/// With d > 0 the difference and s the smaller heap, s = ⌊dφ⌋ means s < dφ < s + 1. The polynomial t² − td − d² =
/// (t − dφ)(t + d/φ) has the sign of t − dφ for t ≥ 0, so this is s(s − d) < d² < (s + 1)(s + 1 − d); s < d is too small.
#[must_use]
pub fn is_p_position_big(x: &UBig, y: &UBig) -> bool {
    if let (Ok(x), Ok(y)) = (u64::try_from(x), u64::try_from(y)) {
        return is_p_position(x, y);
    }
    let (smaller, larger) = if x <= y { (x, y) } else { (y, x) };
    let difference = larger - smaller;
    if difference.is_zero() {
        return smaller.is_zero();
    }
    if *smaller < difference {
        return false;
    }
    let excess = smaller - &difference;
    let square = difference.sqr();
    smaller * &excess < square && square < (smaller + UBig::ONE) * (excess + UBig::ONE)
}

/// The one heap that makes a P-position with the heap `x`, of any length; see [`partner`].
#[must_use]
pub fn partner_big(x: &UBig) -> UBig {
    if x.is_zero() {
        return UBig::ZERO;
    }
    // ⌊x/φ⌋ = ⌊(√5·x − x)/2⌋.
    let p = (root_five_times(x) - x) >> 1;
    let next = &p + UBig::ONE;
    if lower_big(&next) == *x { x + next } else { p }
}

/// A move from (`x`, `y`) to a P-position, for heaps of any length; `None` where (`x`, `y`) is a P-position itself.
/// See [`winning_move`]. The cost of at most three squares and square roots.
#[must_use]
pub fn winning_move_big(x: &UBig, y: &UBig) -> Option<Take<UBig>> {
    let (smaller, larger, larger_heap) = if x > y {
        (y, x, Heaps::First)
    } else {
        (x, y, Heaps::Second)
    };
    let target = lower_big(&(larger - smaller));
    if *smaller == target {
        None
    } else if *smaller > target {
        Some(Take {
            from: Heaps::Both,
            amount: smaller - target,
        })
    } else {
        Some(Take {
            from: larger_heap,
            amount: larger - partner_big(smaller),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::sync::OnceLock;

    const SIDE: usize = 300;

    /// P-positions of the square `0..SIDE` × `0..SIDE`, from the rules alone.
    fn table() -> &'static [Vec<bool>] {
        static TABLE: OnceLock<Vec<Vec<bool>>> = OnceLock::new();
        TABLE.get_or_init(|| {
            let mut p = vec![vec![false; SIDE]; SIDE];
            for x in 0..SIDE {
                for y in 0..SIDE {
                    let left = (0..x).any(|a| p[a][y]);
                    let down = (0..y).any(|b| p[x][b]);
                    let both = (1..=x.min(y)).any(|k| p[x - k][y - k]);
                    p[x][y] = !(left || down || both);
                }
            }
            p
        })
    }

    fn after(x: u64, y: u64, take: &Take<u64>) -> (u64, u64) {
        assert!(take.amount > 0);
        match take.from {
            Heaps::First => (x - take.amount, y),
            Heaps::Second => (x, y - take.amount),
            Heaps::Both => (x - take.amount, y - take.amount),
        }
    }

    fn after_big(x: &UBig, y: &UBig, take: &Take<UBig>) -> (UBig, UBig) {
        assert!(!take.amount.is_zero());
        match take.from {
            Heaps::First => (x - &take.amount, y.clone()),
            Heaps::Second => (x.clone(), y - &take.amount),
            Heaps::Both => (x - &take.amount, y - &take.amount),
        }
    }

    #[test]
    fn the_constant_is_within_a_fifteenth_of_the_true_value() {
        // t = R/φ is the positive root of t² + Rt − R²; compare c and c + 1/15 with it by sign.
        let r = UBig::ONE << 128;
        let c = (UBig::from(INVERSE_PHI_HIGH) << 64) + UBig::from(INVERSE_PHI_LOW);
        assert!(c.sqr() + &r * &c < r.sqr());
        let above = UBig::from(15u8) * &c + UBig::ONE;
        assert!(above.sqr() + UBig::from(15u8) * &r * &above > UBig::from(225u8) * r.sqr());
    }

    #[test]
    fn agrees_with_the_rules_on_a_whole_square() {
        for (x, row) in table().iter().enumerate() {
            for (y, &expected) in row.iter().enumerate() {
                let (small_x, small_y) = (x as u64, y as u64);
                let (big_x, big_y) = (UBig::from(x), UBig::from(y));
                assert_eq!(is_p_position(small_x, small_y), expected, "({x}, {y})");
                assert_eq!(is_p_position_big(&big_x, &big_y), expected);
                match winning_move(small_x, small_y) {
                    None => assert!(expected),
                    Some(take) => {
                        assert!(!expected);
                        let (a, b) = after(small_x, small_y, &take);
                        assert!(
                            table()[a as usize][b as usize],
                            "({x}, {y}) goes to ({a}, {b})"
                        );
                        let take = winning_move_big(&big_x, &big_y).expect("an N-position");
                        let (a, b) = after_big(&big_x, &big_y, &take);
                        let (a, b) = (
                            usize::try_from(&a).expect("small"),
                            usize::try_from(&b).expect("small"),
                        );
                        assert!(table()[a][b]);
                    }
                }
            }
        }
    }

    #[test]
    fn each_heap_has_the_partner_that_the_rules_give() {
        for x in 0..180u64 {
            let y = partner(x) as usize;
            assert!(table()[x as usize][y], "{x} with {y}");
            assert_eq!(partner_big(&UBig::from(x)), UBig::from(y));
        }
    }

    #[test]
    fn the_product_meets_the_square_root_where_the_fraction_is_least() {
        // Consecutive Fibonacci numbers come closest to φ: the hardest cases of the error bound.
        let (mut a, mut b) = (0u64, 1u64);
        while let Some(sum) = a.checked_add(b) {
            for k in [b.saturating_sub(1), b, b.saturating_add(1)] {
                assert_eq!(UBig::from(lower(k)), lower_big(&UBig::from(k)), "k = {k}");
            }
            (a, b) = (b, sum);
        }
        for k in (0..1000)
            .chain(u64::MAX - 1000..=u64::MAX)
            .chain((1 << 63) - 500..(1 << 63) + 500)
        {
            assert_eq!(UBig::from(lower(k)), lower_big(&UBig::from(k)), "k = {k}");
        }
    }

    #[test]
    fn the_largest_heaps_do_not_overflow() {
        let max = u64::MAX;
        assert!(!is_p_position(0, max) && !is_p_position(max, max) && is_p_position(0, 0));
        assert_eq!(
            winning_move(0, max),
            Some(Take {
                from: Heaps::Second,
                amount: max
            })
        );
        assert_eq!(
            winning_move(max, max),
            Some(Take {
                from: Heaps::Both,
                amount: max
            })
        );
        for x in [max, max - 1, max - 2] {
            assert_eq!(
                UBig::from(partner(x)),
                partner_big(&UBig::from(x)),
                "x = {x}"
            );
        }
        assert_eq!(winning_move(0, 0), None);
    }

    fn big() -> impl Strategy<Value = UBig> {
        prop::collection::vec(any::<u8>(), 0..200).prop_map(|bytes| UBig::from_le_bytes(&bytes))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        #[test]
        fn product_and_square_root_agree(k: u64, shift in 0u32..64) {
            let k = k >> shift;
            prop_assert_eq!(UBig::from(lower(k)), lower_big(&UBig::from(k)));
            prop_assert_eq!(UBig::from(upper(k)), upper_big(&UBig::from(k)));
            prop_assert_eq!(UBig::from(partner(k)), partner_big(&UBig::from(k)));
        }

        #[test]
        fn near_misses_of_a_pair_are_n_positions(k: u64, shift in 2u32..64, dx in -2i64..=2, dy in -2i64..=2) {
            let k = k >> shift;
            let (a, b) = (lower(k) as u64, upper(k) as u64);
            let (Some(x), Some(y)) = (a.checked_add_signed(dx), b.checked_add_signed(dy)) else { return Ok(()) };
            // The pairs near (a, b), by the square root alone.
            let expected = (0..8).filter_map(|i| (k + i).checked_sub(4)).any(|j| {
                let pair = (lower_big(&UBig::from(j)), upper_big(&UBig::from(j)));
                pair == (UBig::from(x), UBig::from(y)) || pair == (UBig::from(y), UBig::from(x))
            });
            prop_assert_eq!(is_p_position(x, y), expected);
            prop_assert_eq!(is_p_position(y, x), expected);
        }

        #[test]
        fn from_any_position_exactly_one_of_law_and_move(x: u64, y: u64, shift in 0u32..64) {
            let (x, y) = (x >> shift, y >> shift);
            match winning_move(x, y) {
                None => prop_assert!(is_p_position(x, y)),
                Some(take) => {
                    prop_assert!(!is_p_position(x, y));
                    let (a, b) = after(x, y, &take);
                    prop_assert!(is_p_position(a, b));
                }
            }
        }

        #[test]
        fn long_heaps_have_a_move_or_a_law(x in big(), y in big()) {
            prop_assert_eq!(is_p_position_big(&x, &y), is_p_position_big(&y, &x));
            match winning_move_big(&x, &y) {
                None => prop_assert!(is_p_position_big(&x, &y)),
                Some(take) => {
                    prop_assert!(!is_p_position_big(&x, &y));
                    let (a, b) = after_big(&x, &y, &take);
                    prop_assert!(is_p_position_big(&a, &b));
                }
            }
        }

        #[test]
        fn long_pairs_are_p_and_their_neighbours_are_not(k in big()) {
            let (a, b) = (lower_big(&k), upper_big(&k));
            prop_assert!(is_p_position_big(&a, &b));
            prop_assert!(is_p_position_big(&b, &a));
            prop_assert_eq!(partner_big(&a), b.clone());
            prop_assert_eq!(partner_big(&b), a.clone());
            prop_assert_eq!(winning_move_big(&b, &a), None);
            let (next_a, next_b) = (&a + UBig::ONE, &b + UBig::ONE);
            prop_assert!(!is_p_position_big(&next_a, &next_b));
            prop_assert!(!is_p_position_big(&a, &next_b));
            prop_assert!(k == UBig::ZERO || !is_p_position_big(&(a - UBig::ONE), &(b - UBig::ONE)));
        }
    }
}
