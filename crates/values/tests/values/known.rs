//! Tests values that the literature names.

use std::cmp::Ordering;

use dashu_int::IBig;
use whowins_values::{Outcome, Value};

use crate::{arena, read, show};

#[test]
fn forms_and_their_names() {
    let mut arena = arena();
    for (form, name) in [
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{|0}", "-1"),
        ("{0|1}", "1/2"),
        ("{1/4|1}", "1/2"),
        ("{1/4|3/8}", "5/16"),
        ("{-3|17}", "0"),
        ("{2|17}", "3"),
        ("{5/8|9/8}", "1"),
        ("{{3|1}|4}", "1"),
        ("{1,{5|-5}|2}", "3/2"),
        ("{^|}", "1"),
        ("{v|^}", "0"),
        ("{1|1}", "1*"),
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("{0,*2|0,*2,*3}", "*"),
        ("{0|*}", "^"),
        ("{0|^}", "^^*"),
        ("{0|^*}", "^^"),
        ("{0,*|0}", "^*"),
        ("{0|*2}", "^*3"),
        ("{0|*3}", "^*2"),
        ("{^|0}", "*"),
        ("{^|v}", "{0|0}"),
        ("{^^|0}", "^*"),
        ("{0||0|-2}", "+_2"),
        ("{2|0||0}", "-_2"),
        ("{0||0|-1/2}", "+_1/2"),
        ("{0|v*}", "^<2>"),
        ("{1|-1} + {1|-1}", "0"),
        ("{2|-1} + 1", "{3|0}"),
        ("{3|1} + *2 - ^", "{3v*2|1v*2}"),
        ("3 * {1|0}", "{2|1}"),
        ("{1||0|-2}", "{1||0|-2}"),
        ("*2 + *3", "*"),
        ("^ + ^ + *", "^^*"),
        ("1:1", "2"),
        ("*:1", "^*"),
        ("*:-1", "v*"),
        ("1:-1", "1/2"),
        ("1:-1:1", "3/4"),
        ("*:*", "*2"),
    ] {
        let (value, named) = (read(&mut arena, form), read(&mut arena, name));
        assert_eq!(show(&mut arena, value), show(&mut arena, named), "{form}");
    }
}

#[test]
fn comparisons_of_the_literature() {
    let mut arena = arena();
    for (left, order, right) in [
        ("^", Some(Ordering::Greater), "0"),
        ("^", None, "*"),
        ("^^", Some(Ordering::Greater), "*"),
        ("^", Some(Ordering::Greater), "*2"),
        ("^*", None, "0"),
        ("^<2>", Some(Ordering::Greater), "0"),
        ("^", Some(Ordering::Greater), "20 * ^<2>"),
        ("^<2>", Some(Ordering::Greater), "20 * ^<3>"),
        ("^<5>", Some(Ordering::Greater), "+_1/1024"),
        ("+_1", Some(Ordering::Greater), "20 * +_2"),
        ("+_2", Some(Ordering::Greater), "0"),
        ("1/1024", Some(Ordering::Greater), "1000000000 * ^"),
        ("{1|-1}", None, "0"),
        ("{1|-1}", None, "1"),
        ("{1|-1}", Some(Ordering::Less), "1^"),
        ("{2|1}", Some(Ordering::Greater), "1/2"),
        ("{1|0}", Some(Ordering::Greater), "v"),
        ("{1|0}", None, "0"),
        ("{1|*}", Some(Ordering::Greater), "^"),
        ("{1|*}", None, "1/2"),
    ] {
        let (x, y) = (read(&mut arena, left), read(&mut arena, right));
        assert_eq!(arena.compare(x, y).unwrap(), order, "{left} and {right}");
        let back = arena.compare(y, x).unwrap();
        assert_eq!(back, order.map(Ordering::reverse), "{right} and {left}");
    }
}

#[test]
fn outcomes() {
    let mut arena = arena();
    for (form, outcome) in [
        ("0", Outcome::Previous),
        ("*", Outcome::Next),
        ("^", Outcome::Left),
        ("v*2", Outcome::Right),
        ("{1|-1}", Outcome::Next),
        ("{1|*}", Outcome::Left),
    ] {
        let value = read(&mut arena, form);
        assert_eq!(arena.outcome(value).unwrap(), outcome, "{form}");
    }
}

/// Counts the values born by day n: 1, 4, 22 (J. H. Conway, 1976), and 1,474 by day 3 (D. Hickerson
/// and R. Li).
#[test]
fn values_by_their_days() {
    let mut arena = arena();
    let mut born = vec![Value::ZERO];
    let mut counts = vec![1];
    for day in 1..=2 {
        let mut next: Vec<Value> = Vec::new();
        for left in 0u32..1 << born.len() {
            for right in 0u32..1 << born.len() {
                let side = |set: u32| -> Vec<Value> {
                    let places = (0..born.len()).filter(|place| set >> place & 1 == 1);
                    places.map(|place| born[place]).collect()
                };
                next.push(arena.make(&side(left), &side(right)).unwrap());
            }
        }
        next.sort_unstable();
        next.dedup();
        for &value in &next {
            assert!(arena.birthday(value).unwrap() <= IBig::from(day));
        }
        counts.push(next.len());
        born = next;
    }
    assert_eq!(counts, [1, 4, 22]);
    // Day 3: only antichains of day 2 matter.
    let mut chains: Vec<Vec<Value>> = vec![vec![]];
    for &value in &born {
        for at in 0..chains.len() {
            let mut chain = chains[at].clone();
            let is_free = chain
                .iter()
                .all(|&other| arena.compare(value, other).unwrap().is_none());
            if is_free {
                chain.push(value);
                chains.push(chain);
            }
        }
    }
    let mut next = Vec::new();
    for left in &chains {
        for right in &chains {
            next.push(arena.make(left, right).unwrap());
        }
    }
    next.sort_unstable();
    next.dedup();
    assert_eq!(next.len(), 1_474);
}

#[test]
fn birthdays_are_longest_play() {
    let mut arena = arena();
    for (form, day) in [
        ("0", 0),
        ("7", 7),
        ("-3/4", 3),
        ("5/2", 4),
        ("*3", 3),
        ("^", 2),
        ("^*", 2),
        ("^^", 3),
        ("^^*2", 4),
        ("^*2", 4),
        ("{2|-1}", 3),
        ("+_2", 4),
        ("1/2^", 4),
    ] {
        let value = read(&mut arena, form);
        assert_eq!(arena.birthday(value).unwrap(), IBig::from(day), "{form}");
    }
    // Formulas of nus against their options.
    for ups in -3..=3 {
        for nimber in 0..6 {
            for number in ["0", "3/4", "-2"] {
                let value = arena
                    .up_star(&number.parse().unwrap(), ups, nimber)
                    .unwrap();
                if value == Value::ZERO {
                    continue;
                }
                let mut latest = IBig::ZERO;
                for side in whowins_values::Side::BOTH {
                    for option in arena.options(value, side).unwrap().to_vec() {
                        latest = latest.max(arena.birthday(option).unwrap() + 1);
                    }
                }
                assert_eq!(
                    arena.birthday(value).unwrap(),
                    latest,
                    "{number} {ups} {nimber}"
                );
            }
        }
    }
}

#[test]
fn numbers_of_any_size() {
    let mut arena = arena();
    let huge = "9".repeat(60);
    let value = read(&mut arena, &format!("{{{huge}|}}"));
    assert_eq!(show(&mut arena, value), format!("1{}", "0".repeat(60)));
    // A Hackenbush string of one blue edge and 70 red ones.
    let mut fine = arena.integer(1).unwrap();
    for _ in 0..70 {
        fine = arena.make(&[Value::ZERO], &[fine]).unwrap();
    }
    assert_eq!(show(&mut arena, fine), "1/1180591620717411303424");
    let back = arena.scale_by(fine, &(IBig::ONE << 70)).unwrap();
    assert_eq!(show(&mut arena, back), "1");
    assert_eq!(arena.birthday(fine).unwrap(), IBig::from(71));
    let between = format!("{{{huge}|{huge} + 1/1180591620717411303424}}");
    let value = read(&mut arena, &between);
    let half = arena.scale(value, 2).unwrap();
    let twice = read(
        &mut arena,
        &format!("2 * {huge} + 1/1180591620717411303424"),
    );
    assert_eq!(half, twice);
}

/// Tests a million components of Clobber with value ↑, plus a star.
#[test]
fn many_ups_are_a_formula() {
    let mut arena = arena();
    let many = read(&mut arena, "1000000 * ^ + *");
    assert_eq!(show(&mut arena, many), "^1000000*");
    let options = arena
        .options(many, whowins_values::Side::Right)
        .unwrap()
        .to_vec();
    assert_eq!(show(&mut arena, options[0]), "^999999");
    assert!(arena.forms() < 200);
}

/// Tests that each sign expansion is the simplest number above its prefixes before a + and below
/// those before a -.
#[test]
fn sign_expansions_are_simplest_numbers() {
    use whowins_values::{Dyadic, simplest};
    for length in 0..=9_u32 {
        for number in 0..1_u32 << length {
            let signs: Vec<bool> = (0..length).map(|at| number >> at & 1 == 1).collect();
            let prefixes = |plus: bool| {
                let ends = (0..signs.len()).filter(|at| signs[*at] == plus);
                ends.map(|at| Dyadic::of_signs(signs[..at].iter().copied()))
                    .collect::<Vec<_>>()
            };
            let (below, above) = (
                prefixes(true).into_iter().max(),
                prefixes(false).into_iter().min(),
            );
            let least = simplest(
                below.as_ref().map(|one| (one, false)),
                above.as_ref().map(|one| (one, false)),
            );
            assert_eq!(
                least,
                Some(Dyadic::of_signs(signs.iter().copied())),
                "{signs:?}"
            );
        }
    }
}
