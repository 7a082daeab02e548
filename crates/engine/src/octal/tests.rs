//! Values against the definition.

use whowins_rules::heaps::Octal;

use super::{Values, repeat};
use crate::limits::Limits;

fn octal(code: &str) -> Octal {
    let digits = code.bytes().filter(|byte| *byte != b'.');
    Octal {
        digits: digits.map(|digit| digit - b'0').collect(),
    }
}

/// The definition, word for word.
fn naive(octal: &Octal, length: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..length {
        let mut seen = std::collections::BTreeSet::new();
        octal.options(heap as u64, |parts| {
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
    for first in [0, 4] {
        for code in 0..512 {
            let octal = Octal {
                digits: vec![first, code >> 6 & 7, code >> 3 & 7, code & 7]
                    .into_iter()
                    .map(|digit| digit as u8)
                    .collect(),
            };
            let mut values = Values::new(&octal, Limits::default());
            values.extend(300).unwrap();
            assert_eq!(known(&values), naive(&octal, 300), "{:?}", octal.digits);
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
