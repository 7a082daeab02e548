//! Values lie in their intervals.

use std::time::{Duration, Instant};

use dashu_int::IBig;
use whowins_analysis::{Interval, Setting};
use whowins_core::random::{Random, cases};
use whowins_core::{Budget, Expr, Game, Op};

/// The exact value of an operation, by the core's own meaning.
fn exact(op: Op, x: &IBig, y: &IBig) -> IBig {
    let game: Game = "(game g (part turn 0 1) (stuck 0))"
        .parse()
        .expect("a game");
    let term = Expr::bin(op, Expr::Num(x.clone()), Expr::Num(y.clone()));
    game.value(&term, &vec![vec![IBig::ZERO]], &Budget::OPEN)
        .expect("no limit")
}

fn holds(interval: Interval, value: &IBig) -> bool {
    interval.holds(Interval::exactly(value))
}

/// All small intervals, all operations, all values.
#[test]
fn operations_stay_within_their_intervals() {
    let ends: Vec<i128> = vec![-9, -4, -1, 0, 1, 3, 8];
    for op in Op::ALL {
        for x in ends.iter().flat_map(|a| ends.iter().map(move |b| (*a, *b))) {
            for y in ends.iter().flat_map(|a| ends.iter().map(move |b| (*a, *b))) {
                if x.0 > x.1 || y.0 > y.1 {
                    continue;
                }
                let whole = Interval::of(op, Interval::new(x.0, x.1), Interval::new(y.0, y.1));
                for a in [x.0, x.1, (x.0 + x.1) / 2] {
                    for b in [y.0, y.1, (y.0 + y.1) / 2] {
                        let value = exact(op, &a.into(), &b.into());
                        assert!(holds(whole, &value), "{op:?} {a} {b} = {value}: {whole:?}");
                    }
                }
            }
        }
    }
}

/// Numbers near the ends of words and of what counts as bounded.
#[test]
fn wide_operations_stay_within_their_intervals() {
    let mut random = Random(3);
    let number = |random: &mut Random| {
        let bits = [
            0, 1, 5, 31, 62, 63, 64, 65, 99, 100, 101, 119, 120, 127, 200,
        ][random.below(15)];
        let near = (IBig::ONE << bits) + IBig::from(random.below(5)) - IBig::from(2);
        if random.below(2) == 0 { near } else { -near }
    };
    for _ in 0..cases(20_000, 1_000_000) {
        let op = Op::ALL[random.below(16)];
        let mut x = [number(&mut random), number(&mut random)];
        let mut y = [number(&mut random), number(&mut random)];
        x.sort();
        y.sort();
        if matches!(op, Op::Shl) && y[1] > IBig::from(300) {
            continue;
        }
        let hull = |ends: &[IBig; 2]| Interval::exactly(&ends[0]).join(Interval::exactly(&ends[1]));
        let whole = Interval::of(op, hull(&x), hull(&y));
        for a in &x {
            for b in &y {
                let value = exact(op, a, b);
                assert!(holds(whole, &value), "{op:?} {a} {b} = {value}: {whole:?}");
            }
        }
    }
}

/// Every number that a random term shows at a state lies in its interval, folds and all.
#[test]
fn values_of_terms_stay_within_their_intervals() {
    let mut random = Random(11);
    let (mut all, mut bounded) = (0, 0);
    for _ in 0..cases(3000, 100_000) {
        let game = random.game("random");
        for _ in 0..3 {
            let state = random.state();
            let setting = Setting::new(&game, &state);
            let ends = game.ends.iter().flat_map(|end| [&end.when, &end.pays]);
            for term in ends.chain([&game.stuck]) {
                let value = game.value(term, &state, &Budget::OPEN).expect("no limit");
                let interval = setting.interval(term, &mut Vec::new());
                assert!(holds(interval, &value), "{value}: {interval:?} of {term:?}");
                all += 1;
                bounded += usize::from(interval.is_word());
            }
        }
    }
    assert!(bounded * 3 > all, "{bounded} of {all}");
}

/// What an element or a length is said never to pass, no play takes it above.
#[test]
fn caps_are_never_passed() {
    let mut random = Random(13);
    let (mut capped, mut bounded) = (0, 0);
    for _ in 0..cases(4000, 100_000) {
        let (game, mut state) = (random.game("random"), random.state());
        if game.admits(&state).is_err() {
            continue;
        }
        let setting = Setting::new(&game, &state);
        let (caps, longest) = (setting.caps(&state), setting.longest(&state));
        capped += caps.iter().flatten().count();
        let changes = (0..state.len()).filter(|part| setting.lengths[*part].is_none());
        bounded += changes.filter(|part| longest[*part].is_some()).count();
        for _ in 0..12 {
            // A few terms have options without number.
            let soon = Budget::OPEN.by(Instant::now() + Duration::from_millis(200));
            let Ok(all) = game.options(&state, &soon) else {
                break;
            };
            for option in &all {
                for (array, cap) in option.iter().zip(&caps) {
                    let within = |value: &IBig| cap.is_none_or(|cap| *value <= IBig::from(cap));
                    assert!(array.iter().all(within), "{caps:?}: {game}{option:?}");
                }
                for (array, longest) in option.iter().zip(&longest) {
                    let within = longest.is_none_or(|longest| array.len() <= longest);
                    assert!(within, "{longest:?}: {game}{option:?}");
                }
            }
            match all.len() {
                0 => break,
                number => state = all[random.below(number)].clone(),
            }
        }
    }
    assert!(capped > 100 && bounded > 100, "{capped} {bounded}");
}
