//! Numbers mean integers of any size: random numbers with constants around the ends of 64 bits
//! against a reading in unbounded integers that is written here, and games whose moves leave
//! machine words.

use dashu_int::IBig;
use dashu_int::ops::{DivEuclid, RemEuclid, UnsignedAbs};
use proptest::prelude::*;
use whowins_analysis::expression::{Cond, Expr, Op, Relation, Word};
use whowins_analysis::range::{FAR, Interval};
use whowins_analysis::{Frame, Game, LARGEST, Player, Shape};
use whowins_core::Budget;
use whowins_rules::{Parameters, Rules};

const OPERATIONS: [Op; 11] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Div,
    Op::Mod,
    Op::Min,
    Op::Max,
    Op::Gcd,
    Op::Xor,
    Op::And,
    Op::Or,
];

/// By Euclid's algorithm.
fn gcd(a: IBig, b: IBig) -> IBig {
    let (mut a, mut b) = (IBig::from(a.unsigned_abs()), IBig::from(b.unsigned_abs()));
    while b != IBig::ZERO {
        let rest = IBig::from(a.rem_euclid(b.clone()));
        a = std::mem::replace(&mut b, rest);
    }
    a
}

/// Bit by bit; all bits beyond the longest are the sign.
fn by_bits(a: &IBig, b: &IBig, bit: fn(bool, bool) -> bool) -> IBig {
    let half = |n: &IBig| n.clone().div_euclid(IBig::from(2));
    let odd = |n: &IBig| n.clone() - half(n) * IBig::from(2) == IBig::ONE;
    let ends = |n: &IBig| *n == IBig::ZERO || *n == IBig::NEG_ONE;
    match ends(a) && ends(b) {
        true if bit(odd(a), odd(b)) => IBig::NEG_ONE,
        true => IBig::ZERO,
        false => {
            let last = IBig::from(u8::from(bit(odd(a), odd(b))));
            by_bits(&half(a), &half(b), bit) * IBig::from(2) + last
        }
    }
}

/// A constant or a slot's value: small, or around a power of two up to the largest.
fn word() -> impl Strategy<Value = i64> {
    let near = |power: i64, off: i64| power.saturating_add(off);
    prop_oneof![
        3 => -9..10_i64,
        1 => any::<i64>(),
        1 => (30..63_u32, -3..4_i64).prop_map(move |(power, off)| near(1 << power, off)),
        1 => (30..64_u32, -3..4_i64).prop_map(move |(power, off)| near(-1 << power, off)),
        1 => (0..4_i64).prop_map(|off| i64::MAX - off),
    ]
}

fn number() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        word().prop_map(Expr::Const),
        (0..3_usize).prop_map(Expr::Slot),
        prop::collection::vec(any::<bool>(), 0..6)
            .prop_map(|bits| Expr::Bit(bits.into(), Box::new(Expr::Slot(0)))),
    ];
    leaf.prop_recursive(4, 16, 2, |inner| {
        (0..OPERATIONS.len(), inner.clone(), inner, word()).prop_map(
            |(operation, a, b, divisor)| {
                let operation = OPERATIONS[operation];
                match operation {
                    Op::Div | Op::Mod => Expr::binary(
                        operation,
                        a,
                        Expr::Const(divisor.checked_abs().unwrap_or(1).max(1)),
                    ),
                    _ => Expr::binary(operation, a, b),
                }
            },
        )
    })
}

fn naive(expr: &Expr, slots: &[i64]) -> IBig {
    match expr {
        Expr::Const(value) => IBig::from(*value),
        Expr::Slot(slot) => IBig::from(slots[*slot]),
        Expr::Bit(bits, index) => {
            let index = naive(index, slots);
            let at = (1..=bits.len()).find(|at| IBig::from(*at) == index);
            IBig::from(u8::from(at.is_some_and(|at| bits[at - 1])))
        }
        Expr::Binary(operation, a, b) => {
            let (a, b) = (naive(a, slots), naive(b, slots));
            match operation {
                Op::Add => a + b,
                Op::Sub => a - b,
                Op::Mul => a * b,
                Op::Div => a.div_euclid(b),
                Op::Mod => a.rem_euclid(b).into(),
                Op::Min if a < b => a,
                Op::Min => b,
                Op::Max if a > b => a,
                Op::Max => b,
                Op::Gcd => gcd(a, b),
                Op::Xor => by_bits(&a, &b, |a, b| a != b),
                Op::And => by_bits(&a, &b, |a, b| a && b),
                Op::Or => by_bits(&a, &b, |a, b| a || b),
                other => unreachable!("{other:?} is not among the operations"),
            }
        }
    }
}

fn as_word(value: &IBig) -> Word {
    if *value > IBig::from(i64::MAX) {
        Word::Above
    } else if *value < IBig::from(i64::MIN) {
        Word::Below
    } else {
        Word::Is(value.to_string().parse().unwrap())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn numbers_are_exact(a in number(), b in number(), slots in prop::collection::vec(word(), 3)) {
        let (exact, other) = (naive(&a, &slots), naive(&b, &slots));
        let wide: Vec<IBig> = slots.iter().copied().map(IBig::from).collect();
        prop_assert_eq!(&a.exact(&wide), &exact);
        prop_assert_eq!(a.value(&slots), as_word(&exact));
        prop_assert_eq!(a.compile().value(&slots), as_word(&exact));
        for (relation, holds) in [
            (Relation::Less, exact < other),
            (Relation::AtMost, exact <= other),
            (Relation::Equal, exact == other),
            (Relation::Unequal, exact != other),
            (Relation::AtLeast, exact >= other),
            (Relation::More, exact > other),
        ] {
            let condition = Cond::Compare(relation, a.clone(), b.clone());
            prop_assert_eq!(condition.holds(&slots, 1, 1), holds);
            prop_assert_eq!(condition.compile(1, 1)(&slots), holds);
            prop_assert_eq!(condition.exact(&wide), Some(holds));
        }
    }

    /// A linear form is the number, and an interval holds it.
    #[test]
    fn forms_and_intervals_are_true(a in number(), slots in prop::collection::vec((word(), 0..1000_i64), 3)) {
        let high: Vec<i64> = slots.iter().map(|(low, more)| low.saturating_add(*more)).collect();
        let low: Vec<i64> = slots.iter().map(|(low, _)| *low).collect();
        let spans: Vec<Interval> = low.iter().zip(&high).map(|(a, b)| Interval::new(i128::from(*a), i128::from(*b))).collect();
        for slots in [&low, &high] {
            let exact = naive(&a, slots);
            if let Some(form) = a.affine(3) {
                let terms = form.coefficients.iter().zip(slots).map(|(c, x)| IBig::from(*c) * IBig::from(*x));
                prop_assert_eq!(&terms.fold(IBig::from(form.constant), |sum, term| sum + term), &exact);
            }
            let within = Interval::of(&a, &spans);
            prop_assert!(within.least <= -FAR || IBig::from(within.least) <= exact);
            prop_assert!(within.most >= FAR || exact <= IBig::from(within.most));
        }
    }
}

fn game(text: &str) -> Game {
    let rules = Rules::parse("exact", text).unwrap_or_else(|errors| panic!("{errors}"));
    rules.game(&Parameters::new()).unwrap()
}

/// What cancels out does not matter, however large it is on the way.
#[test]
fn what_cancels_out_is_nothing() {
    let c = 1_i64 << 56;
    let plain = game("game \"G\"\nposition n\nmove n -= k for k in {1, 2}");
    let large = game(&format!(
        "game \"G\"\nposition n\nmove n -= k - {c} * n - {c} * n + {c} * n + {c} * n for k in {{1, 2}}"
    ));
    let (plain, large) = (Frame::new(&plain, 1, 1), Frame::new(&large, 1, 1));
    for n in [0, 1, 5, 63, 64, 65, 100, 1_000_000, 1 << 40, LARGEST] {
        let next = large.next(Player::First, &[n]);
        assert_eq!(next, plain.next(Player::First, &[n]), "{n}");
        assert_eq!(next.len() as i64, n.min(2));
    }
    assert!(!large.left_words());
}

/// An open choice is bounded exactly, and a guard holds exactly, where the numbers on the way pass
/// 64 bits.
#[test]
fn choices_and_guards_are_exact() {
    let c = 1_i64 << 60;
    let frame = |line: &str| {
        Frame::new(
            &game(&format!("game \"G\"\nposition y <= 9, x\n{line}")),
            1,
            1,
        )
    };
    let bounded = frame(&format!("move x -= {c} * k + {c} * y for k >= 0"));
    assert!(bounded.next(Player::First, &[9, LARGEST]).is_empty());
    assert_eq!(bounded.next(Player::First, &[1, LARGEST]).len(), 3);
    let cubes =
        frame("move x := k for 0 <= k <= x if k * k * k * k * k < x * x * x and k >= x - 1");
    assert_eq!(cubes.next(Player::First, &[0, 1]).len(), 1);
    let squares = frame("move x -= 1 if x * x * x > x * x + 4 * 1152921504606846976 * x");
    assert_eq!(squares.next(Player::First, &[0, LARGEST]).len(), 1);
    assert!(squares.next(Player::First, &[0, 1 << 31]).is_empty());
}

/// Where a move leads to a number that no word holds, the walk breaks off and says so, instead of
/// leaving the move out.
#[test]
fn leaving_machine_words_is_told() {
    for (line, state) in [
        (
            "move x += 1000000000000000000 if y = 0",
            [4_000_000_000_000_000_000, 0],
        ),
        ("move x := x * x * x if y = 0", [1 << 40, 0]),
        (
            "move x := k - 8 * x for 8 * x <= k <= 8 * x + 2",
            [1 << 61, 0],
        ),
    ] {
        let game = game(&format!("game \"G\"\nposition x, y\n{line}\nmove y -= 1"));
        let frame = Frame::new(&game, 1, 1);
        frame.next(Player::First, &[5, 3]);
        assert!(!frame.left_words(), "{line}");
        frame.next(Player::First, &state);
        assert!(frame.left_words(), "{line}");
    }
    // What is out of a range that the rules give is no move, and nothing else.
    let game = game(
        "game \"G\"\nposition x <= 1000000000000, y <= 5\nmove x := x * x * x * x * x * x\nmove y -= 1",
    );
    let frame = Frame::new(&game, 1, 1);
    assert_eq!(frame.next(Player::First, &[1_000_000_000_000, 3]).len(), 1);
    assert!(!frame.left_words());
}

/// The box in which machine words are seen to hold every choice; and how many combinations a state
/// has.
#[test]
fn choices_in_a_box() {
    let frame = |text: &str| Frame::new(&game(&format!("game \"G\"\nposition {text}")), 1, 1);
    let nim = frame("x, y\nmove x -= k for k >= 1\nmove x -= k + j for k >= 1, j >= 2");
    let numbers = nim.numbers().unwrap();
    assert!(numbers.chooses_words(&[LARGEST, LARGEST]));
    // Ten of the first move; of the second ten k, and 8 + 7 + ... + 1 pairs.
    assert_eq!(numbers.combinations(&[10, 0], 1000), 10 + 10 + 36);
    assert!((12..56).contains(&numbers.combinations(&[10, 0], 12)));
    let far = frame("x, y\nmove x := k - 8 * x for 8 * x <= k <= 8 * x + 2");
    let numbers = far.numbers().unwrap();
    assert!(numbers.chooses_words(&[1 << 50, 0]));
    assert!(!numbers.chooses_words(&[1 << 60, 0]));
}

/// Numbers that the rules fix are exact, of any size.
#[test]
fn fixed_numbers_past_64_bits_are_exact() {
    let c = 1_i64 << 60;
    let large = game(&format!("game \"G\"\nposition n\nmove n -= {c} * {c}\n"));
    let square = IBig::from(c) * IBig::from(c);
    let state = |n: &IBig| vec![vec![IBig::ZERO], vec![n.clone()]];
    let next = |n: &IBig| large.core().moves(&state(n), &Budget::OPEN).unwrap();
    assert_eq!(
        next(&(&square + 7)),
        [vec![vec![IBig::ONE], vec![IBig::from(7)]]]
    );
    assert_eq!(next(&(square - 1)), Vec::<Vec<Vec<IBig>>>::new());
    let game = game(&format!(
        "game \"G\"\nposition n\nmove n -= {c} * 7 - {c} * 7 + 1\n"
    ));
    let Shape::Numbers(numbers) = &game.shape else {
        panic!()
    };
    assert_eq!(
        numbers.moves[0].updates[0].1,
        Expr::binary(Op::Sub, Expr::Slot(0), Expr::Const(1))
    );
}

/// A set has at most 100,000 members, in however many parts it is written; and so has no end that
/// nobody wrote.
#[test]
fn sets_are_bounded_whatever_their_parts() {
    let set = |text: &str| whowins_rules::Kind::Set.read(text);
    assert!(set("{1..100000}").is_ok());
    assert!(set("{1..60000, 60001..100000}").is_ok());
    for text in [
        "{0..100000}",
        "{1..60000, 60001..100001}",
        "{1..100000, 100001}",
        "{1..50000, 1..50000, 3}",
        "{0..1000000000000}",
    ] {
        let error = set(text).unwrap_err();
        assert!(error.message.contains("at most 100000 members"), "{text}");
    }
}

/// `%` is never negative and `/` rounds down, in a move and in a guard.
#[test]
fn remainders_are_never_negative() {
    let frame = |line: &str| Frame::new(&game(&format!("game \"G\"\nposition n\n{line}")), 1, 1);
    let moved = frame("move n := (n - 7) % 5 if n > 5");
    assert_eq!(moved.next(Player::First, &[6]), [[4]]);
    let guarded = frame("move n -= 1 if (n - 7) % 5 = 4 and (n - 7) / 5 = 0 - 1");
    assert_eq!(guarded.next(Player::First, &[6]), [[5]]);
    assert!(guarded.next(Player::First, &[1]).is_empty());
}
