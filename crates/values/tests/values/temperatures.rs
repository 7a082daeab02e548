//! Tests stops, thermographs, cooling and atomic weights.

use std::rc::Rc;

use proptest::prelude::*;
use whowins_values::{Arena, Dyadic, Side, Thermographs, Value};

use crate::naive::{Tree, dicots, games, value};
use crate::{arena, read, show};

fn number(text: &str) -> Dyadic {
    text.parse().unwrap()
}

#[test]
fn known_thermographs() {
    let mut arena = arena();
    let known = [
        // form, left stop, right stop, mean, temperature
        ("{2|-1}", "2", "-1", "1/2", "3/2"),
        ("{7|5||1}", "5", "1", "7/2", "5/2"),
        ("{4|1||0}", "1", "0", "1", "1"),
        ("{4|2||-1}", "2", "-1", "1", "2"),
        ("{0||0|-2}", "0", "0", "0", "0"),
        ("{10||0|-100}", "10", "0", "0", "10"),
        ("{2||1|-5}", "2", "1", "1", "1"),
        ("^^*", "0", "0", "0", "0"),
        ("3/8", "3/8", "3/8", "3/8", "-1/8"),
        ("-5", "-5", "-5", "-5", "-1"),
        ("{5,{8|4}|-3,{-1|-6}}", "5", "-3", "5/4", "19/4"),
    ];
    for (form, left, right, mean, temperature) in known {
        let value = read(&mut arena, form);
        assert_eq!(arena.stop(value, Side::Left), number(left), "{form}");
        assert_eq!(arena.stop(value, Side::Right), number(right), "{form}");
        assert_eq!(arena.mean(value).unwrap(), number(mean), "{form}");
        assert_eq!(
            arena.temperature(value).unwrap(),
            number(temperature),
            "{form}"
        );
    }
}

#[test]
fn atomic_weights_of_the_literature() {
    let mut arena = arena();
    // Winning Ways, chapter 8; Siegel, table of II.7.
    for (form, weight) in [
        ("^3*2", "3"),
        ("*5", "0"),
        ("{^|v}", "0"),
        ("{^^|vv}", "*"),
        ("{^3|vv}", "{1|0}"),
        ("{^3|v3}", "{1|-1}"),
        ("{^^*|*}", "1"),
        ("^<2>", "0"),
        ("^[3]", "1"),
    ] {
        let value = read(&mut arena, form);
        let found = arena.atomic_weight(value).unwrap().expect("a dicot");
        let expected = read(&mut arena, weight);
        assert_eq!(
            show(&mut arena, found),
            show(&mut arena, expected),
            "{form}"
        );
    }
    for form in ["1", "{1|-1}", "+_2", "1^"] {
        let value = read(&mut arena, form);
        assert_eq!(arena.atomic_weight(value).unwrap(), None, "{form}");
    }
}

/// Returns the stop of a tree by play: Left maximizes, Right minimizes, and a tree that is a number
/// stops.
fn stop(arena: &mut Arena, game: &Rc<Tree>, side: Side) -> Dyadic {
    let made = value(arena, game);
    if let Some(number) = arena.as_number(made) {
        return number;
    }
    let options = if side == Side::Left {
        &game.left
    } else {
        &game.right
    };
    let stops = options
        .iter()
        .map(|option| stop(arena, option, side.other()));
    match side {
        Side::Left => stops.max(),
        Side::Right => stops.min(),
    }
    .expect("a game that isn't a number has options")
}

/// Returns G cooled by t, by the definition: {Gᴸ − t | Gᴿ + t}, up to the least tax at which that
/// is infinitesimally close to a number.
///
/// Taxes are multiples of 1/8.
fn cooled(arena: &mut Arena, g: Value, eighths: i64) -> Value {
    for below in 0..=eighths {
        let frozen = taxed(arena, g, below);
        let (left, right) = (
            arena.stop(frozen, Side::Left),
            arena.stop(frozen, Side::Right),
        );
        if below < eighths && left == right {
            return arena.number(&left).unwrap();
        }
    }
    taxed(arena, g, eighths)
}

fn taxed(arena: &mut Arena, g: Value, eighths: i64) -> Value {
    if arena.as_number(g).is_some() {
        return g;
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (side, sign) in [(Side::Left, -1), (Side::Right, 1)] {
        let tax = arena
            .number(&Dyadic::new((sign * eighths).into(), 3))
            .unwrap();
        for option in arena.options(g, side).unwrap().to_vec() {
            let option = cooled(arena, option, eighths);
            sides[side as usize].push(arena.add(option, tax).unwrap());
        }
    }
    arena.make(&sides[0], &sides[1]).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn stops_are_those_of_play(game in games(4)) {
        let mut arena = arena();
        let x = value(&mut arena, &game);
        for side in Side::BOTH {
            prop_assert_eq!(arena.stop(x, side), stop(&mut arena, &game, side));
        }
    }

    /// If all temperatures below a game are multiples of 1/8, cooling in steps gives its walls.
    #[test]
    fn walls_are_the_stops_of_the_cooled_game(game in games(3), eighths in 0i64..20) {
        let mut arena = arena();
        let x = value(&mut arena, &game);
        let mut graphs = Thermographs::new();
        let dag = arena.subforms(x).unwrap();
        let mut all = vec![x];
        let mut at = 0;
        while at < all.len() {
            for side in Side::BOTH {
                for &option in arena.options(all[at], side).unwrap() {
                    if !all.contains(&option) { all.push(option) }
                }
            }
            at += 1;
        }
        prop_assert!(all.len() >= dag);
        let fits = all.iter().all(|&form| graphs.of(&mut arena, form).unwrap().temperature.exponent() <= 3);
        prop_assume!(fits);
        let frozen = cooled(&mut arena, x, eighths);
        let tax = Dyadic::new(eighths.into(), 3);
        let graph = graphs.of(&mut arena, x).unwrap();
        prop_assert_eq!(arena.cool(x, &tax).unwrap(), frozen);
        for side in Side::BOTH {
            prop_assert_eq!(graph.wall(side, &tax), arena.stop(frozen, side));
        }
    }

    #[test]
    fn means_add_and_temperatures_do_not_rise(g in games(3), h in games(3)) {
        let mut arena = arena();
        let (x, y) = (value(&mut arena, &g), value(&mut arena, &h));
        let sum = arena.add(x, y).unwrap();
        let mut graphs = Thermographs::new();
        let [x, y, sum] = [x, y, sum].map(|value| graphs.of(&mut arena, value).unwrap());
        prop_assert_eq!(&sum.mean, &(&x.mean + &y.mean));
        prop_assert!(sum.temperature <= x.temperature.clone().max(y.temperature.clone()));
        for graph in [&x, &y, &sum] {
            prop_assert_eq!(&graph.left.last().unwrap().place, &graph.mean);
            prop_assert_eq!(&graph.right.last().unwrap().place, &graph.mean);
        }
    }

    #[test]
    fn atomic_weights_add(g in dicots(3), h in dicots(3)) {
        let mut arena = arena();
        let (x, y) = (value(&mut arena, &g), value(&mut arena, &h));
        let sum = arena.add(x, y).unwrap();
        let weights = [x, y, sum].map(|value| arena.atomic_weight(value).unwrap().expect("a dicot"));
        prop_assert_eq!(arena.add(weights[0], weights[1]).unwrap(), weights[2]);
        let negative = arena.neg(x).unwrap();
        let weight = arena.atomic_weight(negative).unwrap().expect("a dicot");
        prop_assert_eq!(arena.neg(weights[0]).unwrap(), weight);
        // The two-ahead rule.
        let two = arena.integer(2).unwrap();
        if arena.le(two, weights[0]).unwrap() {
            prop_assert!(arena.le(Value::ZERO, x).unwrap() && x != Value::ZERO);
        }
    }
}
