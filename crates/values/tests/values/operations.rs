//! Tests operations other than sums.

use proptest::prelude::*;
use whowins_values::{Side, Value, nim_product};

use crate::naive::{games, value};
use crate::{arena, read, show};

#[test]
fn operations_of_the_literature() {
    let mut arena = arena();
    for (text, expected) in [
        ("cool({5|1}, 1)", "{4|2}"),
        ("cool({5|1}, 2)", "3*"),
        ("cool({5|1}, 3)", "3"),
        ("cool({4|1||0}, 1/2)", "{3|1||1/2}"),
        ("heat(*, 1)", "{1|-1}"),
        ("heat(^, 1)", "{1||0|-2}"),
        ("heat(1/2, 1)", "1/2"),
        ("overheat(1/2, 1, 1)", "{1|0}"),
        ("overheat(2, ^, 1)", "^^"),
        ("norton(2, ^)", "^^"),
        ("norton(*, ^)", "{^^*|vv*}"),
        ("reduced(^)", "0"),
        ("reduced({1|^})", "{1|0}"),
        ("reduced({2*|^^})", "{2|0}"),
        ("reduced({1||*|-1})", "{1||0|-1}"),
        ("1:*", "{0,1|1}"),
    ] {
        let (value, expected) = (read(&mut arena, text), read(&mut arena, expected));
        assert_eq!(
            show(&mut arena, value),
            show(&mut arena, expected),
            "{text}"
        );
    }
}

#[test]
fn nim_products_are_those_of_the_definition() {
    // mex of a'b + ab' + a'b', by recursion on both.
    const N: usize = 16;
    let mut table = vec![vec![0u32; N]; N];
    for a in 0..N {
        for b in 0..N {
            let mut seen = [false; 4 * N];
            for row in &table[..a] {
                for y in 0..b {
                    seen[(row[b] ^ table[a][y] ^ row[y]) as usize] = true;
                }
            }
            table[a][b] = seen.iter().position(|seen| !seen).unwrap() as u32;
            assert_eq!(nim_product(a as u32, b as u32), table[a][b], "{a} and {b}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nimbers_are_a_field(a in any::<u32>(), b in any::<u32>(), c in any::<u32>()) {
        prop_assert_eq!(nim_product(a, b), nim_product(b, a));
        prop_assert_eq!(nim_product(a, nim_product(b, c)), nim_product(nim_product(a, b), c));
        prop_assert_eq!(nim_product(a, b ^ c), nim_product(a, b) ^ nim_product(a, c));
        prop_assert_eq!(nim_product(a, 1), a);
    }

    /// The reduced form differs by an infinitesimal, and all values with that property have the
    /// same reduced form.
    #[test]
    fn reduced_forms(g in games(3), h in games(3)) {
        let mut arena = arena();
        let (x, y) = (value(&mut arena, &g), value(&mut arena, &h));
        let (r, s) = (arena.reduced(x).unwrap(), arena.reduced(y).unwrap());
        let rest = arena.sub(x, r).unwrap();
        for side in Side::BOTH {
            prop_assert_eq!(arena.stop(rest, side), 0.into());
        }
        prop_assert_eq!(arena.reduced(r).unwrap(), r);
        let between = arena.sub(x, y).unwrap();
        let near = Side::BOTH.iter().all(|side| arena.stop(between, *side) == 0.into());
        prop_assert_eq!(near, r == s);
        prop_assert!(arena.birthday(r).unwrap() <= arena.birthday(x).unwrap());
    }

    /// Heating inverts cooling up to the reduced form, and both are homomorphisms where the theory
    /// says so.
    #[test]
    fn cooling_is_additive(g in games(3), h in games(2), quarters in 0i64..9) {
        let mut arena = arena();
        let (x, y) = (value(&mut arena, &g), value(&mut arena, &h));
        let tax = whowins_values::Dyadic::new(quarters.into(), 2);
        let sum = arena.add(x, y).unwrap();
        let (cold, cool_y, cool_sum) = (arena.cool(x, &tax).unwrap(), arena.cool(y, &tax).unwrap(), arena.cool(sum, &tax).unwrap());
        prop_assert_eq!(arena.add(cold, cool_y).unwrap(), cool_sum);
    }

    #[test]
    fn norton_products_add(g in games(3), h in games(2)) {
        let mut arena = arena();
        let (x, y) = (value(&mut arena, &g), value(&mut arena, &h));
        let unit = read(&mut arena, "^");
        let sum = arena.add(x, y).unwrap();
        let [x, y, sum] = [x, y, sum].map(|value| arena.norton(value, unit).unwrap());
        prop_assert_eq!(arena.add(x, y).unwrap(), sum);
    }

    /// Compares G : H with its definition on the forms, and tests that it is monotone in H.
    #[test]
    fn ordinal_sums_are_monotone(g in games(3), h in games(3), k in games(2)) {
        let mut arena = arena();
        let [g, h, k] = [g, h, k].map(|game| value(&mut arena, &game));
        let (x, y) = (arena.ordinal_sum(g, h).unwrap(), arena.ordinal_sum(g, k).unwrap());
        prop_assert_eq!(arena.compare(h, k).unwrap(), arena.compare(x, y).unwrap());
        prop_assert_eq!(arena.ordinal_sum(Value::ZERO, h).unwrap(), h);
        prop_assert_eq!(arena.ordinal_sum(g, Value::ZERO).unwrap(), g);
    }

    #[test]
    fn incentives_are_what_moves_gain(g in games(3)) {
        let mut arena = arena();
        let x = value(&mut arena, &g);
        let gains = arena.incentives(x, Side::Left).unwrap();
        for option in arena.options(x, Side::Left).unwrap().to_vec() {
            prop_assert!(gains.iter().any(|&gain| arena.add(x, gain).unwrap() == option));
        }
        // Every gain is negative only for a number: every move loses there.
        if arena.as_number(x).is_some() {
            for &gain in &gains {
                prop_assert!(arena.le(gain, Value::ZERO).unwrap());
            }
        }
    }
}
