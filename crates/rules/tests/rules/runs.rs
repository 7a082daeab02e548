//! Moves as runs in machine words against the same moves one by one, exactly: random numbers,
//! conditions and choices on random boxes; and boxes in which numbers leave words.

use std::ops::ControlFlow;

use proptest::prelude::*;
use whowins_analysis::expression::{Cond, Expr, Op, Relation};
use whowins_analysis::frame::Runs;
use whowins_analysis::numbers::{Binder, Choices, NumberMove, Numbers};
use whowins_analysis::{Budget, By, Frame, Game, Player, Shape};
use whowins_rules::{Parameters, Rules};

const VARIABLES: usize = 2;
/// So many choices are tried one by one.
const MANY: u64 = 2_000;

fn game(text: &str) -> Game {
    let rules = Rules::parse("runs", text).unwrap_or_else(|errors| panic!("{errors}"));
    rules.game(&Parameters::new()).unwrap()
}

/// A number over so many slots: mostly small constants, now and then one near where words end,
/// which what it is compared with may cancel.
fn number(slots: usize) -> impl Strategy<Value = Expr> {
    let large = prop_oneof![Just(1_i64 << 58), Just(-(1 << 60)), Just(i64::MAX)];
    let leaf = prop_oneof![
        20 => (-4..12_i64).prop_map(Expr::Const),
        1 => large.prop_map(Expr::Const),
        40 => (0..slots).prop_map(Expr::Slot),
        5 => prop::collection::vec(any::<bool>(), 0..9)
            .prop_map(move |bits| Expr::Bit(bits.into(), Box::new(Expr::Slot(slots - 1)))),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        (0..7_usize, inner.clone(), inner, 1..6_i64).prop_map(|(operation, a, b, divisor)| {
            let two = |operation, b| Expr::binary(operation, a.clone(), b);
            match operation {
                0 => two(Op::Add, b),
                1 => two(Op::Sub, b),
                2 => two(Op::Mul, b),
                3 => two(Op::Min, b),
                4 => two(Op::Max, b),
                5 => two(Op::Div, Expr::Const(divisor)),
                _ => two(Op::Mod, Expr::Const(divisor)),
            }
        })
    })
}

fn condition(slots: usize) -> impl Strategy<Value = Cond> {
    const ALL: [Relation; 6] = [
        Relation::Less,
        Relation::AtMost,
        Relation::Equal,
        Relation::Unequal,
        Relation::AtLeast,
        Relation::More,
    ];
    let compare = (0..6_usize, number(slots), number(slots))
        .prop_map(|(relation, a, b)| Cond::Compare(ALL[relation], a, b));
    let leaf = prop_oneof![1 => any::<bool>().prop_map(Cond::Const), 9 => compare];
    leaf.prop_recursive(2, 5, 2, |inner| {
        let two = || prop::collection::vec(inner.clone(), 0..3);
        prop_oneof![
            two().prop_map(Cond::And),
            two().prop_map(Cond::Or),
            inner.clone().prop_map(|one| Cond::Not(Box::new(one))),
        ]
    })
}

fn choices(slots: usize) -> impl Strategy<Value = Choices> {
    prop_oneof![
        prop::collection::vec(-3..9_i64, 0..4).prop_map(Choices::Of),
        // Two such are too many to be written out.
        Just(Choices::Of((0..12).collect())),
        (number(slots), number(slots)).prop_map(|(a, b)| Choices::Between(a, Some(b))),
        (-2..3_i64, number(slots)).prop_map(|(a, b)| Choices::Between(Expr::Const(a), Some(b))),
        (0..3_i64).prop_map(|least| Choices::Between(Expr::Const(least), None)),
    ]
}

fn command() -> impl Strategy<Value = NumberMove> {
    (0..3_usize).prop_flat_map(|binders| {
        let slots = VARIABLES + binders;
        let chosen: Vec<_> = (0..binders)
            .map(|at| choices(VARIABLES + at).boxed())
            .collect();
        let updates = prop::collection::vec(prop::option::weighted(0.8, number(slots)), VARIABLES);
        let guard = prop_oneof![1 => Just(Cond::Const(true)), 2 => condition(slots)];
        (chosen, updates, guard).prop_map(|(chosen, updates, guard)| NumberMove {
            by: By::Both,
            binders: chosen
                .into_iter()
                .map(|choices| Binder {
                    name: "k".into(),
                    choices,
                })
                .collect(),
            guard,
            updates: updates
                .into_iter()
                .enumerate()
                .filter_map(|(variable, update)| Some((variable, update?)))
                .collect(),
            text: String::new(),
        })
    })
}

/// The options of a state, as values of the form, in rising order: one by one, and as runs. A move
/// out of the box is none.
fn both(frame: &Frame, runs: &Runs, high: &[i64], weights: &[i64], state: &[i64]) -> [Vec<i64>; 2] {
    let form = |state: &[i64]| -> i64 {
        let products = state
            .iter()
            .zip(weights)
            .map(|(value, weight)| value * weight);
        products.sum()
    };
    let mut each: Vec<i64> = frame
        .next(Player::First, state)
        .iter()
        .filter(|next| next.iter().zip(high).all(|(value, most)| value <= most))
        .map(|next| form(next))
        .collect();
    assert!(!frame.left_words(), "the box keeps all moves in words");
    let mut together = Vec::new();
    let _ = runs.options(Player::First, state, &Budget::OPEN, &mut |run| {
        assert!(run.count >= 1);
        for step in 0..run.count as i64 {
            let added = run.first.wrapping_add(step.wrapping_mul(run.step));
            together.push(form(state).wrapping_add(added));
        }
        ControlFlow::Continue(())
    });
    each.sort_unstable();
    together.sort_unstable();
    [each, together]
}

fn numbers(game: &mut Game, high: &[i64], bounded: bool, moves: Vec<NumberMove>) -> Numbers {
    let Shape::Numbers(numbers) = &mut game.shape else {
        panic!("a game of numbers")
    };
    for (variable, high) in numbers.variables.iter_mut().zip(high) {
        variable.most = bounded.then_some(*high);
    }
    numbers.moves = moves;
    numbers.clone()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, max_global_rejects: 8_000, ..ProptestConfig::default() })]

    /// With a bound on the choices that ranges leave open, and without.
    #[test]
    fn runs_are_the_moves(
        moves in prop::collection::vec(command(), 1..3),
        high in prop::collection::vec(0..9_i64, VARIABLES),
        bounded in prop::bool::weighted(0.8),
        weights in prop::collection::vec(-90..90_i64, VARIABLES),
    ) {
        let mut game = game("game \"G\"\nposition x, y\nmove x -= 1");
        let numbers = numbers(&mut game, &high, bounded, moves);
        let runs = Runs::new(&numbers, &high, &weights);
        prop_assume!(runs.is_some());
        let (runs, frame) = (runs.expect("laid out"), Frame::new(&game, 1, 1));
        for x in 0..=high[0] {
            for y in 0..=high[1] {
                // Some choose among more than can be tried one by one.
                let tried = frame.numbers().expect("numbers").combinations(&[x, y], MANY);
                prop_assume!(tried < MANY);
                let [each, together] = both(&frame, &runs, &high, &weights, &[x, y]);
                prop_assert_eq!(each, together, "from {}, {}: {:?}", x, y, numbers.moves);
            }
        }
    }
}

/// A box in which a number on the way may leave 2^60 is not taken, a smaller one is; up to the very
/// edge both ways agree.
#[test]
fn what_may_leave_words_is_not_taken() {
    let game =
        game("game \"G\"\nposition x, y\nmove x -= k for 1 <= k <= x if k * x * x <= y * y * y");
    let Shape::Numbers(numbers) = &game.shape else {
        panic!("a game of numbers")
    };
    let taken = |high: &[i64]| Runs::new(numbers, high, &[1, 1 << 40]).is_some();
    assert!(taken(&[1 << 19, 1 << 19]));
    assert!(taken(&[1 << 20, 1 << 19]));
    assert!(!taken(&[(1 << 20) + 1, 1 << 19]));
    assert!(!taken(&[1 << 19, 1 << 21]));
    let (high, weights) = ([1 << 19, 1 << 19], [1, 1 << 40]);
    let runs = Runs::new(numbers, &high, &weights).expect("taken");
    let frame = Frame::new(&game, 1, 1);
    for state in [
        [1 << 19, 1 << 19],
        [1 << 19, 1 << 13],
        [(1 << 19) - 1, 12345],
        [700, 800],
    ] {
        let [each, together] = both(&frame, &runs, &high, &weights, &state);
        assert!(!each.is_empty() || state[1] == 1 << 13);
        assert_eq!(each, together, "{state:?}");
    }
}

/// What a move along a line costs does not grow with the line: min, max, quotients and remainders
/// turn at few places.
#[test]
fn long_lines_are_few_runs() {
    for (line, most) in [
        ("move x := k, y := min(y, k) for 0 <= k < x", 2),
        (
            "move x := k, y := max(min(y, k + 7), y / 2) for 0 <= k < x",
            4,
        ),
        ("move x -= k for k >= 1 if k != y", 2),
        ("move x -= k for k >= 1 if not (k = y or k = y + 5)", 3),
        ("move x -= 300 * k for k >= 1 if x % 2 = 0 or k > y / 2", 2),
        ("move x -= k for k in {1, 2, 3} if k != y", 3),
    ] {
        let game = game(&format!("game \"G\"\nposition x, y\n{line}"));
        let Shape::Numbers(numbers) = &game.shape else {
            panic!("a game of numbers")
        };
        let runs = Runs::new(numbers, &[100_000, 1000], &[1001, 1]).expect("small");
        let mut found = 0;
        let _ = runs.options(Player::First, &[98_765, 400], &Budget::OPEN, &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        assert!((1..=most).contains(&found), "{line}: {found} runs");
    }
}
