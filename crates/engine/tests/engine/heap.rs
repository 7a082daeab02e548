//! The kernel against a naive reading of the rules, against theorems, and against recorded figures.

use dashu_int::UBig;
use proptest::prelude::*;
use whowins_engine::heap::*;

/// The rules as they are read aloud: outcomes of both players at the heaps `0..len`.
fn naive(sets: &[Vec<u64>; 2], misere: bool, len: usize) -> Vec<[bool; 2]> {
    let mut table: Vec<[bool; 2]> = Vec::new();
    for n in 0..len {
        let row = [0, 1].map(|player: usize| {
            let mut legal = false;
            let mut winning = false;
            for &s in &sets[player] {
                if s as usize <= n {
                    legal = true;
                    if !table[n - s as usize][1 - player] {
                        winning = true;
                    }
                }
            }
            if legal { winning } else { misere }
        });
        table.push(row);
    }
    table
}

fn subset(bits: u64) -> Vec<u64> {
    (0..64)
        .filter(|i| bits >> i & 1 == 1)
        .map(|i| i + 1)
        .collect()
}

fn partizan(a: &[u64], b: &[u64]) -> Subtraction {
    Subtraction::new([a.to_vec(), b.to_vec()], false).unwrap()
}

fn solve(game: &Subtraction) -> Periodic {
    periodic(game, 100_000_000).unwrap()
}

/// Holds a law to a naive table, and its two numbers to be the least.
fn check(game: &Subtraction, law: &Periodic) -> Result<(), TestCaseError> {
    let (first, period) = (law.preperiod() as usize, law.period() as usize);
    let len = first + 2 * period + 2 * game.largest() as usize + 2;
    let table = naive(game.sets(), game.misere(), len);
    for (n, &row) in table.iter().enumerate() {
        prop_assert_eq!(law.outcome_u64(n as u64), row, "heap {}", n);
        prop_assert_eq!(law.outcome(&UBig::from(n)), row);
    }
    // Outcomes that repeat over m heaps do so for ever, so `check` above shows that these two are a
    // period. The least period divides each other one, and one heap less of preperiod must break
    // it.
    prop_assert!(first == 0 || table[first - 1] != table[first - 1 + period]);
    for divisor in (1..period).filter(|d| period % d == 0) {
        let shorter = (first..first + period).all(|n| table[n] == table[n + divisor]);
        prop_assert!(!shorter, "{} is a period too", divisor);
    }
    prop_assert_eq!(law.outcomes().len(), (first + period) as u64);
    Ok(())
}

fn numbers(most: u64, count: usize) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(1..=most, 0..=count)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_law_of_a_small_game_is_the_naive_table(a in numbers(9, 6), b in numbers(9, 6), misere: bool) {
        let game = Subtraction::new([a, b], misere).unwrap();
        check(&game, &solve(&game))?;
    }

    #[test]
    fn the_law_of_an_impartial_game_is_the_naive_table(s in numbers(14, 8), misere: bool) {
        let game = Subtraction::impartial(s, misere).unwrap();
        check(&game, &solve(&game))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_table_is_the_naive_table_for_one_word(a in numbers(64, 12), b in numbers(64, 12), misere: bool, n in 0u64..2000) {
        let game = Subtraction::new([a, b], misere).unwrap();
        let table: Vec<_> = outcomes_up_to(&game, n).unwrap().iter().collect();
        prop_assert_eq!(table, naive(game.sets(), misere, n as usize + 1));
    }

    #[test]
    fn the_table_is_the_naive_table_for_many_words(
        a in numbers(1500, 12), b in numbers(400, 12), c in numbers(4096, 2), misere: bool, n in 0u64..9000
    ) {
        let game = Subtraction::new([[a, c].concat(), b], misere).unwrap();
        let table: Vec<_> = outcomes_up_to(&game, n).unwrap().iter().collect();
        prop_assert_eq!(table, naive(game.sets(), misere, n as usize + 1));
    }

    #[test]
    fn the_table_is_the_naive_table_by_strides(
        a in numbers(300, 9), b in numbers(90, 5), least in 1u64..80, misere: bool, n in 0u64..3000
    ) {
        let from = |set: Vec<u64>| set.iter().map(|number| number + least).collect();
        let game = Subtraction::new([from(a), from(b)], misere).unwrap();
        let outcomes = outcomes_up_to(&game, n).unwrap();
        let table: Vec<_> = outcomes.iter().collect();
        prop_assert_eq!(table, naive(game.sets(), misere, n as usize + 1));
        // No bit past the end, and no word.
        let wins = outcomes.words()[0].iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        prop_assert_eq!(wins, outcomes.iter().filter(|[first, _]| *first).count() as u64);
        prop_assert_eq!(outcomes.words()[1].len() as u64, n / 64 + 1);
    }

    #[test]
    fn the_law_of_a_wide_game_is_the_naive_table(a in numbers(200, 2), b in numbers(200, 2), misere: bool) {
        let game = Subtraction::new([a, b], misere).unwrap();
        match periodic(&game, 200_000) {
            Ok(law) => check(&game, &law)?,
            Err(error) => prop_assert_eq!(error, HeapError::BudgetExhausted { steps: 200_000 }),
        }
    }

    #[test]
    fn a_huge_heap_is_as_the_same_remainder(a in numbers(9, 5), b in numbers(9, 5), misere: bool, low: u64, high in 1usize..500) {
        let game = Subtraction::new([a, b], misere).unwrap();
        let law = solve(&game);
        let huge = (UBig::from(1u8) << (64 + high)) + UBig::from(low);
        let remainder = u64::try_from(&huge % UBig::from(law.period())).unwrap();
        let mut near = remainder;
        while near < law.preperiod() {
            near += law.period();
        }
        let table = naive(game.sets(), misere, near as usize + 1);
        prop_assert_eq!(law.outcome(&huge), table[near as usize]);
    }

    #[test]
    fn winning_moves_are_those_to_a_loss(a in numbers(9, 5), b in numbers(9, 5), misere: bool, n in 0u64..300) {
        let game = Subtraction::new([a, b], misere).unwrap();
        let law = solve(&game);
        let table = naive(game.sets(), misere, n as usize + 1);
        for player in 0..2 {
            let expected: Vec<u64> = game.sets()[player].iter().copied()
                .filter(|&s| s <= n && !table[(n - s) as usize][1 - player]).collect();
            prop_assert_eq!(law.winning_moves(&game, player, &UBig::from(n)), expected);
        }
        prop_assert!(law.winning_moves(&game, 2, &UBig::from(n)).is_empty());
    }
}

#[test]
fn all_pairs_within_five_have_the_known_largest_figures() {
    let (mut preperiod, mut period) = (0, 0);
    for pair in 0..1024 {
        let game = partizan(&subset(pair & 31), &subset(pair >> 5));
        let law = solve(&game);
        check(&game, &law).unwrap();
        preperiod = preperiod.max(law.preperiod());
        period = period.max(law.period());
    }
    assert_eq!((preperiod, period), (36, 10));
}

#[test]
#[ignore = "16.8 million games: some ten seconds in a release build"]
fn all_pairs_within_twelve_have_the_known_largest_figures() {
    let (mut preperiod, mut period) = (0, 0);
    for pair in 0..1 << 24 {
        let law = solve(&partizan(&subset(pair & 4095), &subset(pair >> 12)));
        preperiod = preperiod.max(law.preperiod());
        period = period.max(law.period());
    }
    assert_eq!((preperiod, period), (289, 90));
}

#[test]
fn the_contest_examples() {
    let one_to_five = [1, 2, 3, 4, 5];
    let cases: [(u64, &[u64], &[u64], bool); 9] = [
        (7, &[3, 4], &[4], true),
        (10, &[1], &[4, 3, 2], false),
        (104_982, &[2, 3, 4, 5], &[2, 5], true),
        (999_999_999, &[4], &[5], false),
        (1_000_000_000, &one_to_five, &one_to_five, true),
        (10, &[1, 2], &[1, 2], true),
        (0, &[1], &[1], false),
        (0, &[], &[], false),
        (5, &[], &[1], false),
    ];
    for (n, a, b, first_wins) in cases {
        let law = solve(&partizan(a, b));
        assert_eq!(law.outcome_u64(n)[0], first_wins, "{n} {a:?} {b:?}");
        assert_eq!(law.outcome(&UBig::from(n))[0], first_wins);
    }
}

#[test]
fn an_empty_set_in_misere_play_always_wins() {
    let game = Subtraction::new([vec![], vec![3]], true).unwrap();
    let law = solve(&game);
    assert_eq!((law.preperiod(), law.period()), (3, 1));
    assert_eq!(law.outcome_u64(2), [true, true]);
    assert_eq!(law.outcome(&UBig::from(10u8).pow(100)), [true, false]);
    check(&game, &law).unwrap();
}

#[test]
fn one_to_k_has_period_k_plus_one() {
    for k in 1..=64 {
        for misere in [false, true] {
            let law = solve(&Subtraction::impartial((1..=k).collect(), misere).unwrap());
            assert_eq!((law.preperiod(), law.period()), (0, k + 1));
            assert_eq!(law.outcome_u64(0), [misere; 2]);
            assert_eq!(law.outcome_u64(if misere { 1 } else { k + 1 }), [false; 2]);
        }
    }
}

#[test]
fn two_moves_have_the_known_period() {
    // Sets {a, b}, a < b: purely periodic, with period 2a where b/a is an odd integer, else a + b.
    for b in 2..=40 {
        for a in 1..b {
            let law = solve(&Subtraction::impartial(vec![a, b], false).unwrap());
            let period = if b % (2 * a) == a { 2 * a } else { a + b };
            assert_eq!((law.preperiod(), law.period()), (0, period), "{{{a}, {b}}}");
        }
    }
}

#[test]
fn the_largest_outcome_periods_by_largest_number() {
    const RECORDS: [u64; 14] = [2, 4, 6, 8, 10, 12, 22, 25, 28, 45, 54, 61, 76, 94];
    for (m, record) in (1u32..).zip(RECORDS) {
        let top = 1u64 << (m - 1);
        let longest = (top..2 * top)
            .map(|set| solve(&Subtraction::impartial(subset(set), false).unwrap()).period())
            .max();
        assert_eq!(longest, Some(record), "largest number {m}");
    }
}

#[test]
fn recorded_long_periods() {
    let long = [
        (vec![4, 7, 13, 15, 21, 24, 28], 3624),
        (vec![1, 12, 17, 28, 29], 4896),
        (vec![3, 4, 5, 8, 12], 9),
        (vec![2, 3, 6, 7, 9, 10], 29),
    ];
    for (set, period) in long {
        assert_eq!(
            solve(&Subtraction::impartial(set, false).unwrap()).period(),
            period
        );
    }
    let early = solve(&Subtraction::impartial(vec![1, 4, 10], false).unwrap());
    assert_eq!(early.preperiod(), 11);
    let early = solve(&Subtraction::impartial(vec![2, 4, 7], false).unwrap());
    assert_eq!((early.preperiod(), early.period()), (4, 3));
    // Althöfer and Bültermann (1995): {s, 4s, 12s+1, 16s+1}; from s = 4 on it needs more than one
    // word.
    for s in 1..=8 {
        let law =
            solve(&Subtraction::impartial(vec![s, 4 * s, 12 * s + 1, 16 * s + 1], false).unwrap());
        assert_eq!(
            law.period(),
            56 * s * s * s + 52 * s * s + 9 * s + 1,
            "s = {s}"
        );
    }
}

#[test]
fn bad_sets_are_errors_that_name_the_place() {
    let zero = Subtraction::new([vec![1], vec![2, 0]], false).unwrap_err();
    assert_eq!(
        zero,
        HeapError::ZeroMove {
            player: 1,
            place: 1
        }
    );
    assert_eq!(
        zero.to_string(),
        "number 2 of player 2's set is 0; a move must take at least 1"
    );
    let large = Subtraction::new([vec![MAX_MOVE, u64::MAX], vec![]], false).unwrap_err();
    assert_eq!(
        large,
        HeapError::MoveTooLarge {
            player: 0,
            place: 1,
            number: u64::MAX
        }
    );
    let twice = Subtraction::new([vec![4, 2, 4], vec![]], false).unwrap();
    assert_eq!(twice.sets(), &[vec![4, 2], vec![]]);
}

#[test]
fn the_budget_counts_each_step_of_the_search() {
    let mut seen = 0;
    for pair in 0..1024 {
        let game = partizan(&subset(pair & 31), &subset(pair >> 5));
        let law = solve(&game);
        if law.preperiod() == 0 {
            continue; // the window may then repeat before m heaps, at a place this test does not know
        }
        seen += 1;
        let (first, period) = (law.preperiod() + game.largest(), law.period());
        // Brent's search waits at the heaps 2^k - 1, for 2^k steps: it succeeds at the first past
        // `first`, with 2^k >= period.
        let reach = (first + 1).max(period).next_power_of_two();
        let least = (reach - 1 + period) + period + 2 * first;
        assert_eq!(periodic(&game, least).as_ref(), Ok(&law));
        assert!(periodic(&game, least - 1).is_err());
    }
    assert!(seen > 100);
}

#[test]
fn a_spent_budget_is_an_error_and_never_a_wrong_period() {
    let game = partizan(&[2, 3, 4, 5], &[2, 5]);
    let law = solve(&game);
    let mut found = false;
    for budget in 0..400 {
        match periodic(&game, budget) {
            Ok(same) => {
                assert_eq!(same, law);
                found = true;
            }
            Err(error) => {
                assert_eq!(error, HeapError::BudgetExhausted { steps: budget });
                assert!(!found, "more budget must not fail");
            }
        }
    }
    assert!(found);
    assert!(matches!(
        outcomes_up_to(&game, u64::MAX),
        Err(HeapError::OutOfMemory { .. })
    ));
    assert!(matches!(
        outcomes_up_to(&game, 1 << 62),
        Err(HeapError::OutOfMemory { .. })
    ));
}
