//! Order, sums and canonical forms, held to naive recursion and to the laws of a partially ordered group.

use std::cmp::Ordering;

use proptest::prelude::*;
use whowins_values::{Outcome, Side, Value};

use crate::arena;
use crate::naive::{self, dicots, expanded, games, value};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn canonical_forms_are_those_of_the_definition(game in games(3)) {
        let mut arena = arena();
        let made = value(&mut arena, &game);
        prop_assert_eq!(expanded(&mut arena, made), naive::canonical(&game));
    }

    #[test]
    fn dicots_too(game in dicots(4)) {
        let mut arena = arena();
        let made = value(&mut arena, &game);
        prop_assert_eq!(expanded(&mut arena, made), naive::canonical(&game));
    }

    #[test]
    fn the_order_is_that_of_the_definition(g in games(3), h in games(3)) {
        let mut arena = arena();
        let (x, y) = (value(&mut arena, &g), value(&mut arena, &h));
        prop_assert_eq!(arena.le(x, y).unwrap(), naive::le(&g, &h));
        prop_assert_eq!(x == y, naive::le(&g, &h) && naive::le(&h, &g));
    }

    #[test]
    fn the_order_of_dicots_too(g in dicots(4), h in dicots(3)) {
        let mut arena = arena();
        let (x, y) = (value(&mut arena, &g), value(&mut arena, &h));
        prop_assert_eq!(arena.le(x, y).unwrap(), naive::le(&g, &h));
    }

    #[test]
    fn sums_and_negatives_are_those_of_the_trees(g in games(2), h in games(3)) {
        let mut arena = arena();
        let (x, y) = (value(&mut arena, &g), value(&mut arena, &h));
        let sum = arena.add(x, y).unwrap();
        prop_assert_eq!(sum, value(&mut arena, &naive::add(&g, &h)));
        let negative = arena.neg(y).unwrap();
        prop_assert_eq!(negative, value(&mut arena, &naive::neg(&h)));
    }

    #[test]
    fn values_are_an_ordered_group(games in prop::collection::vec(games(3), 3)) {
        let mut arena = arena();
        let [x, y, z]: [Value; 3] = games.iter().map(|g| value(&mut arena, g)).collect::<Vec<_>>().try_into().unwrap();
        let left = arena.add(x, y).unwrap();
        prop_assert_eq!(left, arena.add(y, x).unwrap());
        let left = arena.add(left, z).unwrap();
        let right = arena.add(y, z).unwrap();
        prop_assert_eq!(left, arena.add(x, right).unwrap());
        let negative = arena.neg(x).unwrap();
        prop_assert_eq!(arena.neg(negative).unwrap(), x);
        prop_assert_eq!(arena.add(x, negative).unwrap(), Value::ZERO);
        let (more, less) = (arena.add(x, z).unwrap(), arena.add(y, z).unwrap());
        prop_assert_eq!(arena.compare(x, y).unwrap(), arena.compare(more, less).unwrap());
        let under = arena.neg(y).unwrap();
        prop_assert_eq!(arena.le(x, y).unwrap(), arena.le(under, negative).unwrap());
        if arena.le(x, y).unwrap() && arena.le(y, z).unwrap() {
            prop_assert!(arena.le(x, z).unwrap());
        }
    }

    #[test]
    fn multiples_are_sums(game in games(3), times in -6i64..7) {
        let mut arena = arena();
        let x = value(&mut arena, &game);
        let one = if times < 0 { arena.neg(x).unwrap() } else { x };
        let sum = arena.total((0..times.abs()).map(|_| one)).unwrap();
        prop_assert_eq!(arena.scale(x, times).unwrap(), sum);
    }

    /// Forms are made from options that are in the arena already, so that ids come in another order.
    #[test]
    fn equal_values_have_one_id(g in games(3), h in games(3)) {
        let mut arena = arena();
        let x = value(&mut arena, &g);
        let y = value(&mut arena, &h);
        let sum = arena.add(x, y).unwrap();
        let less = arena.sub(sum, y).unwrap();
        prop_assert_eq!(less, x);
        let zero = naive::add(&g, &naive::neg(&g));
        prop_assert_eq!(value(&mut arena, &zero), Value::ZERO);
    }

    #[test]
    fn who_wins_is_what_play_says(game in games(4)) {
        let mut arena = arena();
        let x = value(&mut arena, &game);
        fn wins(g: &naive::Tree, left: bool) -> bool {
            let options = if left { &g.left } else { &g.right };
            options.iter().any(|option| !wins(option, !left))
        }
        let expected = match (wins(&game, true), wins(&game, false)) {
            (true, true) => Outcome::Next,
            (false, false) => Outcome::Previous,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
        };
        prop_assert_eq!(arena.outcome(x).unwrap(), expected);
        prop_assert_eq!(arena.wins_first(x, Side::Left).unwrap(), wins(&game, true));
        prop_assert_eq!(arena.wins_first(x, Side::Right).unwrap(), wins(&game, false));
    }
}

/// n·↑ + *m and their options, against the trees that the definitions of ↑ and * give.
#[test]
fn ups_and_stars_are_what_their_options_say() {
    let zero = naive::tree(vec![], vec![]);
    let star = |m: usize| {
        let mut heaps = vec![zero.clone()];
        for _ in 0..m {
            heaps.push(naive::tree(heaps.clone(), heaps.clone()));
        }
        heaps[m].clone()
    };
    let up = naive::tree(vec![zero.clone()], vec![star(1)]);
    let mut arena = arena();
    let ups = [0, 1, 2, 3].map(|n| {
        (0..n).fold(zero.clone(), |sum, _| {
            naive::canonical(&naive::add(&sum, &up))
        })
    });
    for (n, ups) in ups.iter().enumerate() {
        for m in 0..5 {
            let sum = naive::canonical(&naive::add(ups, &star(m)));
            for sign in [1, -1] {
                let tree = if sign < 0 {
                    naive::canonical(&naive::neg(&sum))
                } else {
                    sum.clone()
                };
                let made = value(&mut arena, &tree);
                let formula = arena.up_star(&0.into(), n as i32 * sign, m as u32).unwrap();
                assert_eq!(made, formula, "{n} ups, star {m}, sign {sign}");
                assert_eq!(expanded(&mut arena, formula), tree);
            }
        }
    }
}

/// All comparisons of small nus, numbers beside them, against recursion in the arena on the forms of their differences.
#[test]
fn nus_compare_as_their_difference_does() {
    let mut arena = arena();
    let mut all = Vec::new();
    for number in ["0", "1/2", "-1"] {
        for ups in -3..=3 {
            for nimber in 0..4 {
                all.push(
                    arena
                        .up_star(&number.parse().unwrap(), ups, nimber)
                        .unwrap(),
                );
            }
        }
    }
    for &x in &all {
        for &y in &all {
            let order = arena.compare(x, y).unwrap();
            let less = arena.sub(x, y).unwrap();
            assert_eq!(order, arena.compare(less, Value::ZERO).unwrap());
            let (g, h) = (expanded(&mut arena, x), expanded(&mut arena, y));
            if order == Some(Ordering::Less) {
                assert!(naive::le(&g, &h) && !naive::le(&h, &g));
            }
            assert_eq!(order.is_none(), !naive::le(&g, &h) && !naive::le(&h, &g));
        }
    }
}
