//! Values against the definition.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use whowins_analysis::heaps::{Breaking, Octal};
use whowins_core::random::Random;
use whowins_engine::inside::{Set, compare_sample};
use whowins_engine::octal::{Space, Values, best_space, repeat};
use whowins_engine::{EngineError, Limits};

fn octal(code: &str) -> Octal {
    let digits = code.bytes().filter(|byte| *byte != b'.');
    Octal {
        digits: digits.map(|digit| digit - b'0').collect(),
    }
}

/// The definition, word for word.
fn naive(octal: &Octal, length: usize) -> Vec<u32> {
    let moves = Breaking::from(octal);
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..length {
        let mut seen = std::collections::BTreeSet::new();
        moves.options(heap as u64, |parts| {
            seen.insert(
                parts
                    .iter()
                    .fold(0, |sum, part| sum ^ values[*part as usize]),
            );
        });
        values.push((0..).find(|value| !seen.contains(value)).unwrap());
    }
    values
}

fn known(values: &Values) -> Vec<u32> {
    (0..values.len())
        .map(|heap| values.get(heap).unwrap())
        .collect()
}

#[test]
fn all_codes_of_three_digits_agree_with_the_definition() {
    for number in 0..1024 {
        let octal = three_digits(number);
        let mut values = Values::new(&octal, Limits::default());
        values.extend(300).unwrap();
        let wanted = naive(&octal, 300);
        assert_eq!(known(&values), wanted, "{:?}", octal.digits);
        assert_eq!(recursion(&octal, 300), wanted, "{:?}", octal.digits);
    }
}

#[test]
fn a_space_that_is_given_changes_no_value() {
    let codes = ["0.156", "0.165", "0.37", "0.142", "0.356"];
    for code in codes.into_iter().step_by(crate::cases(4, 1)) {
        let octal = octal(code);
        let mut chosen = Values::new(&octal, Limits::default());
        chosen.extend(30_000).unwrap();
        let spaces = [1, 0xb, 3, 6].map(|mask| Space {
            mask,
            by_position: false,
            parity: 0,
        });
        let best = chosen.sparse().map(|sparse| sparse.space);
        for space in best.into_iter().chain(spaces) {
            let mut values = Values::in_space(&octal, space, 20_000, Limits::default());
            values.extend(10_000).unwrap();
            if let Some(sparse) = values.sparse() {
                assert_eq!(sparse.space, space, "{code}");
            }
            values.extend(30_000).unwrap();
            assert_eq!(known(&values), known(&chosen), "{code} {space:?}");
        }
        if let Some(best) = best {
            let mut values = Values::in_space(&octal, best, 20_000, Limits::default());
            values.extend(20_000).unwrap();
            assert!(
                values.sparse().is_some_and(|sparse| sparse.since <= 4096),
                "{code}"
            );
        }
    }
}

#[test]
fn values_of_sparse_spaces_agree_with_the_definition() {
    for code in [
        "0.77", "0.16", "0.376", "0.104", "0.6", "4.364", "0.3122", "0.45", "0.00137",
    ] {
        let octal = octal(code);
        let mut values = Values::new(&octal, Limits::default());
        values.extend(5000).unwrap();
        let (found, right) = (known(&values), naive(&octal, 5000));
        let wrong = (0..5000).find(|heap| found[*heap] != right[*heap]);
        assert_eq!(wrong, None, "{code}");
    }
}

#[test]
fn random_codes_agree_with_the_definition() {
    // Far enough for the values to be worked out in a sparse space, where there is one.
    const HEAPS: usize = 1500;
    let mut seed = 12345_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) % below
    };
    let mut sparse = 0;
    for _ in 0..crate::cases(20, 60) {
        let mut digits = vec![4 * random(2) as u8];
        digits.extend((0..1 + random(12)).map(|_| random(8) as u8));
        let octal = Octal { digits };
        let mut values = Values::new(&octal, Limits::default());
        // In unequal steps, so that blocks begin anywhere.
        for length in [700, 1025, 1031, 1200, HEAPS] {
            values.extend(length).unwrap();
        }
        sparse += usize::from(values.sparse().is_some());
        let (found, right) = (known(&values), naive(&octal, HEAPS));
        let wrong = (0..HEAPS).find(|heap| found[*heap] != right[*heap]);
        assert_eq!(wrong, None, "{:?}", octal.digits);
    }
    assert!(sparse > 10);
}

#[test]
fn the_space_has_the_fewest_rare_heaps() {
    let histogram: Vec<[u64; 2]> = (0..16_u64)
        .map(|value| [value * value % 7, value * 5 % 11])
        .collect();
    for parity in [None, Some(0), Some(1)] {
        let (space, rare) = best_space(&histogram, parity);
        let count = |space: &Space| -> u64 {
            let heaps = (0..16).flat_map(|value| [(0, value), (1, value)]);
            heaps
                .filter(|(heap, value)| space.is_rare(*heap, *value))
                .map(|(heap, value)| histogram[value as usize][heap])
                .sum()
        };
        assert_eq!(count(&space), rare);
        for mask in 1..16 {
            for by_position in [false, parity.is_some()] {
                let parity = if by_position { parity.unwrap_or(0) } else { 0 };
                let other = Space {
                    mask,
                    by_position,
                    parity,
                };
                assert!(count(&other) >= rare);
            }
        }
    }
}

#[test]
fn limits_are_kept() {
    let small = Limits::default().with_memory(1000);
    let mut values = Values::new(&octal("0.77"), small);
    assert!(values.extend(900).is_ok());
    assert!(values.extend(2000).is_err());
    let stopped = Limits::default();
    stopped.budget.stop();
    assert!(Values::new(&octal("0.77"), stopped).extend(10).is_err());
}

#[test]
fn periods_of_the_literature() {
    let cases = [
        ("0.77", 71, 12),
        ("0.07", 53, 34),
        ("0.137", 52, 34),
        ("0.156", 3479, 349),
        ("0.165", 5181, 1550),
        ("4.344", 998, 51),
    ];
    for (code, preperiod, period) in cases {
        let mut values = Values::new(&octal(code), Limits::default());
        values.extend(20_000).unwrap();
        assert_eq!(repeat(&values, 10_000), Some((preperiod, period)), "{code}");
    }
}

/// The values by the plain recursion: the mex over every option of every heap. `O(n^2)`.
fn recursion(octal: &Octal, length: usize) -> Vec<u32> {
    let mut values: Vec<u16> = Vec::with_capacity(length);
    // The heap for which a value was seen last.
    let mut seen = vec![usize::MAX; 1 << 16];
    for heap in 0..length {
        for (take, digit) in octal.digits.iter().enumerate().take(heap + 1) {
            let rest = heap - take;
            if digit & 1 != 0 && rest == 0 {
                seen[0] = heap;
            }
            if digit & 2 != 0 && rest > 0 {
                seen[usize::from(values[rest])] = heap;
            }
            if digit & 4 != 0 && rest > 1 {
                let (low, high) = (1..=rest / 2, &values[rest - rest / 2..rest]);
                for (a, b) in values[low].iter().zip(high.iter().rev()) {
                    seen[usize::from(a ^ b)] = heap;
                }
            }
        }
        let mex = seen.iter().position(|last| *last != heap);
        values.push(mex.expect("small values") as u16);
    }
    values.into_iter().map(u32::from).collect()
}

/// Compares the vector path and the scalar one with the recursion. Returns the largest value and
/// the space, if they used one.
fn compare(octal: &Octal, length: usize) -> Option<(u32, Space)> {
    let wanted = recursion(octal, length);
    let mut used = None;
    for (path, mut values) in [
        ("vector", Values::new(octal, Limits::default())),
        ("scalar", Values::new(octal, Limits::default()).scalar()),
    ] {
        values.extend(length).unwrap();
        let found = known(&values);
        let wrong: Vec<usize> = (0..length)
            .filter(|heap| found[*heap] != wanted[*heap])
            .collect();
        assert!(
            wrong.is_empty(),
            "{path} path of {:?}: {} of {length} values differ, the first at heap {}",
            octal.digits,
            wrong.len(),
            wrong[0]
        );
        used = found
            .into_iter()
            .max()
            .zip(values.sparse().map(|sparse| sparse.space));
    }
    used
}

/// A code of up to three digits after the point, from a number below 1024.
fn three_digits(number: usize) -> Octal {
    let digits = [
        number >> 9 << 2,
        number >> 6 & 7,
        number >> 3 & 7,
        number & 7,
    ];
    Octal {
        digits: digits.map(|digit| digit as u8).to_vec(),
    }
}

/// In these games a split into two rare heaps once counted as an option of value 0, so that heaps
/// of value 0 were missed.
#[test]
fn two_rare_heaps_are_not_an_option_of_value_0() {
    for code in ["0.04", "0.163"] {
        compare(&octal(code), 10_001);
    }
}

#[test]
fn random_codes_of_three_digits_agree_with_the_recursion_far_out() {
    let mut random = Random(44);
    for _ in 0..crate::cases(6, 60) {
        compare(&three_digits(random.below(1024)), 8_000);
    }
}

#[test]
#[ignore = "long: some minutes"]
fn all_codes_of_three_digits_agree_with_the_recursion_far_out() {
    let next = AtomicUsize::new(0);
    let work = || -> Vec<(u32, Space)> {
        let codes = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        let codes = codes.take_while(|number| *number < 1024);
        codes
            .filter_map(|number| compare(&three_digits(number), 20_000))
            .collect()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let used: Vec<(u32, Space)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let found = threads.into_iter().map(|thread| thread.join().unwrap());
        found.flatten().collect()
    });
    // Every width of a vector's sets was used.
    for range in [0..32, 32..64, 64..128, 128..256] {
        assert!(
            used.iter().any(|(largest, _)| range.contains(largest)),
            "{range:?}"
        );
    }
    assert!(used.iter().any(|(_, space)| space.by_position));
    println!("{} of 1024 codes use a sparse space", used.len());
}

/// A value that is too large, as one is where a smaller one was missed, or too small by one, as the
/// largest of a block.
#[test]
fn a_wrong_value_in_a_block_is_an_internal_error() {
    let octal = octal("0.04");
    let moves = Breaking::from(&octal);
    let values: Vec<u16> = recursion(&octal, 2_000)
        .into_iter()
        .map(|value| value as u16)
        .collect();
    for from in [0, 500, 1_999] {
        assert_eq!(compare_sample(&moves, &values, from), Ok(()));
    }
    let mut random = Random(7);
    for _ in 0..50 {
        let from = 1_000 + random.below(900);
        let block = from..values.len();
        let largest = block
            .max_by_key(|heap| (values[*heap], 2_000 - heap))
            .unwrap();
        let mut too_large = values.clone();
        too_large[from + random.below(2_000 - from)] = values[largest] + 1;
        let mut too_small = values.clone();
        for heap in from..2_000 {
            too_small[heap] = values[heap].saturating_sub(1);
        }
        for wrong in [too_large, too_small] {
            let error = compare_sample(&moves, &wrong, from).unwrap_err();
            assert!(matches!(error, EngineError::Internal(_)), "{error}");
            assert!(error.to_string().contains("please report it"), "{error}");
        }
    }
}

/// Sets of Grundy values by bits, in several words, against sets of numbers.
#[test]
fn sets_of_values_are_sets_of_numbers() {
    let mut seed = 1u32;
    let mut below = |end: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % end
    };
    for round in 0..300 {
        let most = [40, 70, 300, 1000][round % 4];
        let (mut all, mut numbers) = (Set::default(), BTreeSet::new());
        let (mut set, mut members) = (Set::default(), BTreeSet::new());
        for _ in 0..below(200) {
            let value = below(most);
            set.insert(value);
            members.insert(value);
        }
        for _ in 0..2 + below(12) {
            let value = below(most);
            all.add_shifted(&set, value);
            numbers.extend(members.iter().map(|member| member ^ value));
            let mex = (0..).find(|value| !numbers.contains(value));
            assert_eq!(Some(all.mex()), mex);
        }
        // Every number below one after the other: the mex is as high as the set is full.
        for value in 0..most {
            if numbers.contains(&value) {
                assert_ne!(all.mex(), value);
            }
            all.insert(value);
            numbers.insert(value);
        }
        let mex = (0..).find(|value| !numbers.contains(value));
        assert_eq!(Some(all.mex()), mex);
    }
}
