//! The kernels against a naive reading of the rules.

use whowins_atlas::inside::{outcomes, values};
use whowins_verify::Budget;
use whowins_verify::heap::FiniteSets;

/// Least preperiod and period of a list that is long against both.
fn least<T: PartialEq>(list: &[T]) -> (u64, u64) {
    let half = list.len() / 2;
    let period = (1..half)
        .find(|period| (half..list.len() - period).all(|n| list[n] == list[n + period]))
        .expect("it repeats");
    let differs = |n: &usize| list[*n] != list[n + period];
    let preperiod = (0..list.len() - period).rev().find(differs);
    (preperiod.map_or(0, |n| n as u64 + 1), period as u64)
}

fn naive(sets: [u64; 2], misere: bool, heaps: usize) -> Vec<[bool; 2]> {
    let mut table: Vec<[bool; 2]> = Vec::new();
    for n in 0..heaps {
        let wins = [0, 1].map(|player: usize| {
            let legal = (1..=n.min(64)).filter(|s| sets[player] >> (s - 1) & 1 == 1);
            let legal: Vec<usize> = legal.collect();
            match legal.is_empty() {
                true => misere,
                false => legal.iter().any(|s| !table[n - s][1 - player]),
            }
        });
        table.push(wins);
    }
    table
}

#[test]
fn every_pair_up_to_four_normal_and_misere() {
    for misere in [false, true] {
        for pair in 0..1u64 << 8 {
            let sets = [pair >> 4, pair & 15];
            let table = naive(sets, misere, 200);
            for most in [4, 7, 16] {
                let found = outcomes(sets, most, misere).expect("it repeats");
                let sizes = (found.preperiod, found.period);
                assert_eq!(sizes, least(&table), "{sets:?} {misere} {most}");
                let letters = FiniteSets { sets, misere }
                    .outcomes_repeat(found.preperiod, found.period, &Budget::default())
                    .expect("the verifier accepts it");
                let bits = letters.bytes().skip(found.preperiod as usize);
                let bits = bits.fold(0, |bits, class| {
                    bits | 1 << "NPLR".find(class as char).unwrap()
                });
                assert_eq!(bits, found.recurring, "{sets:?} {misere}");
                for (class, wins) in letters.bytes().zip(&table) {
                    let letter = match wins {
                        [true, true] => b'N',
                        [false, false] => b'P',
                        [true, false] => b'L',
                        [false, true] => b'R',
                    };
                    assert_eq!(class, letter);
                }
            }
        }
    }
}

#[test]
fn grundy_values_of_every_set_up_to_eight() {
    for set in 0..1u64 << 8 {
        let mut table: Vec<u64> = Vec::new();
        for n in 0..400usize {
            let options = (1..=n.min(8)).filter(|s| set >> (s - 1) & 1 == 1);
            let seen: Vec<u64> = options.map(|s| table[n - s]).collect();
            table.push((0..).find(|value| !seen.contains(value)).unwrap());
        }
        for most in [8, 25] {
            let (preperiod, period) = values(set, most).expect("it repeats");
            assert_eq!((preperiod, period), least(&table), "{set:b} {most}");
            let checked = FiniteSets::values_repeat(set, preperiod, period, &Budget::default());
            let checked = checked.expect("the verifier accepts it");
            assert!(checked.iter().zip(&table).all(|(a, b)| u64::from(*a) == *b));
        }
    }
}

#[test]
fn the_check_refuses_what_is_not_so() {
    for (sets, misere) in [
        ([0b11, 0b110], false),
        ([0b1001, 0b1001], true),
        ([0, 5], true),
    ] {
        let found = outcomes(sets, 4, misere).expect("it repeats");
        let game = FiniteSets { sets, misere };
        for preperiod in 0..40 {
            for period in 0..40 {
                let accepted = game.outcomes_repeat(preperiod, period, &Budget::default());
                assert_eq!(
                    accepted.is_ok(),
                    (preperiod, period) == (found.preperiod, found.period),
                    "{sets:?} {preperiod} {period}"
                );
            }
        }
    }
    let game = FiniteSets {
        sets: [1, 1],
        misere: false,
    };
    let huge = game.outcomes_repeat(u64::MAX, 2, &Budget::default());
    assert!(huge.is_err());
    assert!(FiniteSets::values_repeat(u64::MAX, 0, 65, &Budget::default()).is_ok());
}
