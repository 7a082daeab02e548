//! Tests each construct with small terms. Random terms are compared with `proofs/Core.v` elsewhere.

use std::time::{Duration, Instant};

use dashu_int::IBig;
use whowins_core::random::{Random, cases};
use whowins_core::{Budget, Expr, Game, Op, Part, State};

use crate::{moves, read};

/// Returns a game with a part `n`, a part `list`, a constant `c`, and this tier.
fn game(tier: &str) -> Game {
    read(&format!(
        "(game test (const c 5 -1 7) (part turn 0 1) (part n 0 9) (part list -5 -)
         (start (0) (4) (1 2 3)) (tier {tier}) (stuck (if turn 1 -1)))"
    ))
}

/// Returns the parts `n` and `list` after each move, in short form.
fn after(tier: &str) -> Vec<String> {
    let game = game(tier);
    let shown = |state: &State| {
        let list: Vec<String> = state[2].iter().map(IBig::to_string).collect();
        format!("{}|{}", state[1][0], list.join(" "))
    };
    moves(&game, &game.starts[0]).iter().map(shown).collect()
}

#[test]
fn commands_do_what_their_docs_say() {
    let cases: &[(&str, &[&str])] = &[
        ("skip", &["4|1 2 3"]),
        ("(alt)", &[]),
        ("(guard 0)", &[]),
        ("(guard -3)", &["4|1 2 3"]),
        ("(seq (set n 1) (set n (+ n n)))", &["2|1 2 3"]),
        (
            "(alt (set n 1) (set n 1) (set n 2))",
            &["1|1 2 3", "1|1 2 3", "2|1 2 3"],
        ),
        ("(when (> n 3) (set n 0) (set n 9))", &["0|1 2 3"]),
        ("(when (> n 4) (set n 0) (set n 9))", &["9|1 2 3"]),
        // The bounds are evaluated once.
        (
            "(choose k 1 n (set n (- n k)))",
            &["3|1 2 3", "2|1 2 3", "1|1 2 3"],
        ),
        ("(choose k 3 3 skip)", &[]),
        ("(choose k 3 -8 skip)", &[]),
        ("(loop k 0 n (set n (- n 1)))", &["0|1 2 3"]),
        ("(loop k 0 0 (guard 0))", &["4|1 2 3"]),
        (
            "(loop k 0 2 (alt skip (set list k 9)))",
            &["4|1 2 3", "4|1 9 3", "4|9 2 3", "4|9 9 3"],
        ),
        // Huge loops that change nothing.
        (
            "(loop k 0 (<< 1 500) (when (> n 0) (set n (- n 1))))",
            &["0|1 2 3"],
        ),
        // A state from which the body produces no state is a result.
        ("(repeat 9 (set n (- n 1)))", &["0|1 2 3"]),
        ("(repeat 2 (set n (- n 1)))", &["2|1 2 3"]),
        ("(repeat 9 (guard 0))", &["4|1 2 3"]),
        ("(repeat 0 (set n 1))", &["4|1 2 3"]),
        ("(repeat -1 (set n 1))", &["4|1 2 3"]),
        (
            "(repeat 9 (alt (set n (- n 2)) (set n (- n 3))))",
            &["0|1 2 3", "1|1 2 3"],
        ),
        (
            "(repeat 1 (alt (set n 5) (guard 0) (set n 6)))",
            &["5|1 2 3", "6|1 2 3"],
        ),
        // The fuel is evaluated once.
        ("(repeat (- n 2) (set n (- n 1)))", &["2|1 2 3"]),
        ("(repeat (<< 1 500) (set n (- n 1)))", &["0|1 2 3"]),
        ("(repeat 2 (repeat 1 (set n (- n 1))))", &["2|1 2 3"]),
        // No move outside the range or the array.
        ("(set n 10)", &[]),
        ("(set n -1)", &[]),
        ("(set list 3 0)", &[]),
        ("(set list -1 0)", &[]),
        ("(set list 2 -6)", &[]),
        (
            "(set list 2 1000000000000000000000)",
            &["4|1 2 1000000000000000000000"],
        ),
        ("(splice list 1 1)", &["4|1 3"]),
        ("(splice list 0 0 7 8)", &["4|7 8 1 2 3"]),
        ("(splice list 3 0 7)", &["4|1 2 3 7"]),
        ("(splice list 2 2)", &[]),
        ("(splice list -1 1)", &[]),
        ("(splice list 0 -1)", &[]),
        ("(splice list 0 3 -6)", &[]),
        ("(splice list 0 3)", &["4|"]),
        // Values are read before anything is written.
        (
            "(splice list 0 (len list) (get list 2) (get list 0))",
            &["4|3 1"],
        ),
    ];
    for (tier, wanted) in cases {
        assert_eq!(after(tier), *wanted, "{tier}");
    }
}

#[test]
fn expressions_have_the_values_their_docs_say() {
    let cases = [
        ("(get c 0)", 5),
        ("(get c 3)", 0),
        ("(get c 3 -4)", -4),
        ("(get c -1 8)", 8),
        ("(get c (get c 1) 6)", 6),
        ("(len c)", 3),
        ("(if 0 1 2)", 2),
        ("(fold v acc 1 5 100 (- acc v))", 90),
        ("(fold v acc 5 1 100 (- acc v))", 100),
        ("(sum v 0 (len list) (get list v))", 6),
        ("(all v 0 3 (> (get list v) 0))", 1),
        ("(any v 0 3 (> (get list v) 3))", 0),
        ("(all v 0 0 0)", 1),
        ("(any v 0 0 1)", 0),
        ("(xors v 0 3 (get list v))", 0),
        ("(let v 6 (* v v))", 36),
        ("(let v 6 (let v (+ v 1) v))", 7),
        ("(and 3 0 (get c 0))", 0),
        ("(and 3 2)", 2),
        ("(or 0 7)", 7),
        ("(or 5 7)", 1),
        ("(- 10 1 2)", 7),
        ("(>= 3 3)", 1),
    ];
    for (text, wanted) in cases {
        let game = read(
            &game("skip")
                .to_string()
                .replace("(stuck (if turn 1 -1))", &format!("(stuck {text})")),
        );
        let found = game.value(&game.stuck, &game.starts[0], &Budget::OPEN);
        assert_eq!(found, Ok(IBig::from(wanted)), "{text}");
    }
}

/// Tests each operation by its definition, for numbers around 0 and around the limits of machine
/// words.
#[test]
fn operations_are_exact() {
    let game = game("skip");
    let word = IBig::ONE << 64;
    let mut numbers: Vec<IBig> = (-9..=9).map(IBig::from).collect();
    for far in [word.clone(), &word * &word, IBig::ONE << 63] {
        for more in -2..=2 {
            numbers.push(&far + IBig::from(more));
            numbers.push(-&far + IBig::from(more));
        }
    }
    let of = |op: Op, x: &IBig, y: &IBig| {
        let expr = Expr::bin(op, Expr::Num(x.clone()), Expr::Num(y.clone()));
        game.value(&expr, &game.starts[0], &Budget::OPEN)
            .expect("no limit")
    };
    let zero = IBig::ZERO;
    for x in &numbers {
        for y in &numbers {
            assert_eq!(of(Op::Add, x, y), x + y);
            assert_eq!(of(Op::Sub, x, y), x - y);
            assert_eq!(of(Op::Mul, x, y), x * y);
            let (div, rest) = (of(Op::Div, x, y), of(Op::Mod, x, y));
            match *y > zero {
                true => {
                    assert_eq!(&div * y + &rest, *x, "{x} / {y}");
                    assert!(rest >= zero && rest < *y, "{x} % {y}");
                }
                false => assert_eq!((div, rest), (zero.clone(), zero.clone())),
            }
            assert_eq!(of(Op::Min, x, y), x.min(y).clone());
            assert_eq!(of(Op::Max, x, y), x.max(y).clone());
            let gcd = of(Op::Gcd, x, y);
            match *x == zero && *y == zero {
                true => assert_eq!(gcd, zero),
                false => {
                    assert!(gcd > zero);
                    let (a, b) = (x / &gcd, y / &gcd);
                    assert_eq!((&a * &gcd, &b * &gcd), (x.clone(), y.clone()));
                    assert_eq!(of(Op::Gcd, &a, &b), IBig::ONE, "gcd of {x} and {y}");
                }
            }
            // Bits: x + y = (x xor y) + 2 (x and y), x or y = x + y - (x and y).
            let and = of(Op::And, x, y);
            assert_eq!(of(Op::Xor, x, y), x + y - 2 * &and);
            assert_eq!(of(Op::Or, x, y), x + y - &and);
            let flag = |holds: bool| IBig::from(u8::from(holds));
            assert_eq!(of(Op::Eq, x, y), flag(x == y));
            assert_eq!(of(Op::Lt, x, y), flag(x < y));
            assert_eq!(of(Op::Le, x, y), flag(x <= y));
        }
        for by in -3..70 {
            let (y, power) = (IBig::from(by), IBig::ONE << by.max(0) as usize);
            assert_eq!(of(Op::Shl, x, &y), x * &power);
            assert_eq!(of(Op::Shr, x, &y), of(Op::Div, x, &power));
        }
        let far = &word * &word;
        assert_eq!(of(Op::Shr, x, &far), of(Op::Shr, x, &IBig::from(1000)));
        assert_eq!(of(Op::Shl, &zero, &far), zero);
    }
    // Compare "and" with machine words, for small numbers.
    for x in -20..20i64 {
        for y in -20..20 {
            assert_eq!(of(Op::And, &x.into(), &y.into()), IBig::from(x & y));
        }
    }
}

#[test]
fn the_first_tier_with_a_move_counts() {
    let text = "(game g (part turn 0 1) (part n 0 9) (start (0) (4)) (start (0) (0)) (start (1) (7))
        (tier (set n (- n 1))) (tier (set n 9)) (end (= n 7) (+ n turn)) (end (= n 7) 0) (stuck 3))";
    let game = read(text);
    let numbers = |at: usize| -> Vec<IBig> {
        let moves = moves(&game, &game.starts[at]);
        moves.iter().map(|state| state[1][0].clone()).collect()
    };
    assert_eq!(numbers(0), [IBig::from(3)]);
    assert_eq!(numbers(1), [IBig::from(9)]);
    // Ends are checked before moves; the first counts.
    assert_eq!(numbers(2), []);
    let over = |at: usize| game.over(&game.starts[at], &Budget::OPEN);
    assert_eq!([over(0), over(1)], [Ok(None), Ok(None)]);
    assert_eq!(over(2), Ok(Some(IBig::from(8))));
    // No legal move: the stuck payoff.
    let still = read(&text.replace("(tier (set n 9))", ""));
    let over = still.over(&still.starts[1], &Budget::OPEN);
    assert_eq!(over, Ok(Some(IBig::from(3))));
}

#[test]
fn options_are_different_states() {
    let game = game("(alt (set n 1) (set n 2) (set n 1))");
    let options = game
        .options(&game.starts[0], &Budget::OPEN)
        .expect("no limit");
    assert_eq!(options.len(), 2);
    assert_eq!(moves(&game, &game.starts[0]).len(), 3);
}

/// Tests that moves of random terms respect the ranges of the parts.
#[test]
fn moves_of_random_terms_lead_to_states() {
    let mut random = Random(15);
    let mut seen = 0;
    for _ in 0..500 {
        let game = random.game("random");
        for _ in 0..4 {
            let state = random.state();
            assert_eq!(game.admits(&state), Ok(()));
            for next in moves(&game, &state) {
                assert_eq!(game.admits(&next), Ok(()));
                seen += 1;
            }
        }
    }
    assert!(seen > 500, "only {seen} moves");
}

/// Tests that a simplified term has the same moves in the same order and the same ends. Random
/// terms with too many moves are skipped.
#[test]
fn constants_that_are_parts_mean_the_same_with_all_their_values() {
    let mut random = Random(11);
    let range = |name: &str| Part {
        name: name.into(),
        least: IBig::from(-6),
        most: Some(IBig::from(6)),
    };
    for _ in 0..cases(200, 20_000) {
        let mut game = random.game("constants");
        // The second array first, then the first.
        let open = game.opened(vec![(1, range("d")), (0, range("c"))]);
        assert!(open.check().is_ok(), "{open}");
        for _ in 0..4 {
            for constant in &mut game.consts {
                let long = random.below(4);
                constant.values = (0..long)
                    .map(|_| IBig::from(random.below(13)) - IBig::from(6))
                    .collect();
            }
            let state = random.state();
            let values: State = vec![game.consts[1].values.clone(), game.consts[0].values.clone()];
            let whole: State = [state.clone(), values.clone()].concat();
            let soon = Budget::OPEN.by(Instant::now() + Duration::from_millis(500));
            let (Ok(over), Ok(next)) = (game.over(&state, &soon), game.moves(&state, &soon)) else {
                continue;
            };
            // The existence of a move is decided without a list of moves.
            assert_eq!(over.is_some(), next.is_empty(), "{game}");
            assert_eq!(open.over(&whole, &Budget::OPEN), Ok(over), "{open}");
            let next: Vec<State> = next
                .into_iter()
                .map(|next| [next, values.clone()].concat())
                .collect();
            assert_eq!(open.moves(&whole, &Budget::OPEN), Ok(next), "{open}");
            if let Ok(pays) = game.value(&game.stuck, &state, &soon) {
                assert_eq!(open.value(&open.stuck, &whole, &Budget::OPEN), Ok(pays));
            }
        }
    }
}

#[test]
fn a_tidy_term_means_the_same() {
    let mut random = Random(21);
    let (mut shorter, mut cut) = (0, 0);
    for _ in 0..cases(2000, 40_000) {
        let game = random.game("random");
        let tidy = game.clone().tidy();
        assert_eq!(tidy.clone().tidy(), tidy, "{game}");
        shorter += usize::from(tidy.to_string().len() < game.to_string().len());
        for _ in 0..4 {
            let state = random.state();
            let soon = || Budget::OPEN.by(Instant::now() + Duration::from_millis(20));
            match (game.moves(&state, &soon()), tidy.moves(&state, &soon())) {
                (Ok(moves), Ok(same)) => assert_eq!(same, moves, "{game}{tidy}"),
                _ => cut += 1,
            }
            match (game.over(&state, &soon()), tidy.over(&state, &soon())) {
                (Ok(over), Ok(same)) => assert_eq!(same, over, "{game}{tidy}"),
                _ => cut += 1,
            }
        }
    }
    assert!(
        shorter > 500 && cut < shorter,
        "{shorter} shorter, {cut} cut"
    );
}

/// Tests that folded constants have the same value.
#[test]
fn tidy_sums_have_the_same_value() {
    let (game, state) = (game("skip"), vec![vec![0.into()], vec![4.into()], vec![]]);
    let number = || (-3..4).map(Expr::num);
    for [outer, inner] in [
        [Op::Add, Op::Add],
        [Op::Add, Op::Sub],
        [Op::Sub, Op::Add],
        [Op::Sub, Op::Sub],
    ] {
        for (y, z) in number().flat_map(|y| number().map(move |z| (y.clone(), z))) {
            let sum = Expr::bin(outer, Expr::bin(inner, Expr::part(1), y), z);
            let tidy = sum.clone().tidy();
            let value = |expr| game.value(expr, &state, &Budget::OPEN).expect("no limit");
            assert_eq!(value(&tidy), value(&sum), "{sum:?}");
            assert!(
                tidy == Expr::part(1)
                    || matches!(&tidy, Expr::Bin(_, x, _) if **x == Expr::part(1)),
                "{tidy:?}"
            );
        }
    }
}
