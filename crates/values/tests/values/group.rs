//! Tests order, sums and canonical forms against naive recursion and the laws of a partially
//! ordered group.

use std::cmp::Ordering;
use std::rc::Rc;

use proptest::prelude::*;
use whowins_values::{Outcome, Side, Value};

use crate::naive::{self, dicots, expanded, games, value};
use crate::{arena, read};

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

    /// Builds forms from options that are already in the arena, which changes the order of ids.
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

/// Compares n·↑ + *m and its options with the trees given by the definitions of ↑ and *.
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

/// Compares small nus, plus numbers, with recursion on the canonical form of their difference.
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

/// Generates indices of options in a list of games.
fn some() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    /// Uses enough forms that comparisons get reserved places, in several steps.
    #[test]
    fn the_order_of_many_forms_is_that_of_the_definition(
        sides in prop::collection::vec((some(), some()), 700),
    ) {
        let mut arena = arena();
        let first = ["0", "*", "*2", "^", "v", "^*", "v*", "^^", "^*2", "v*2", "{0|^}", "+_1", "-_1"];
        let first = first.map(|text| {
            let value = read(&mut arena, text);
            expanded(&mut arena, value)
        });
        let second = first.iter().flat_map(|g| first.iter().map(|h| naive::tree(vec![g.clone()], vec![h.clone()])));
        let first: Vec<_> = second.map(|game| naive::canonical(&game)).collect();
        let options = |places: &[prop::sample::Index]| places.iter().map(|at| at.get(&first).clone()).collect();
        let mut known: Vec<(Value, Rc<naive::Tree>)> = Vec::new();
        for (left, right) in &sides {
            let form = naive::canonical(&naive::tree(options(left), options(right)));
            let new = value(&mut arena, &form);
            for (old, tree) in known.iter().skip(known.len() % 7).step_by(7) {
                prop_assert_eq!(arena.le(new, *old).unwrap(), naive::le(&form, tree));
                prop_assert_eq!(arena.le(*old, new).unwrap(), naive::le(tree, &form));
            }
            if known.iter().all(|(old, _)| *old != new) {
                known.push((new, form));
            }
        }
        prop_assert!(arena.forms() > 160, "{}", arena.forms());
        // Compare again, now from the cache.
        for (at, (x, g)) in known.iter().enumerate() {
            for (y, h) in known.iter().skip(at % 7).step_by(7) {
                prop_assert_eq!(arena.le(*x, *y).unwrap(), naive::le(g, h));
            }
        }
    }
}
