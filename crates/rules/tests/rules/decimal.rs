//! Decimal digits of huge numbers, against the library's.

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use whowins_analysis::decimal;
use whowins_analysis::inside::{DIGITS, SHORT};

#[test]
fn digits_are_those_of_the_library() {
    let ten = UBig::from(10u8);
    let mut numbers = vec![
        UBig::ZERO,
        UBig::ONE << (SHORT - 1),
        (UBig::ONE << SHORT) - UBig::ONE,
    ];
    let mut number = UBig::from(7u8);
    for round in 0..40usize {
        number = (&number * UBig::from(1_000_003u32) + UBig::from(round)).pow(1 + round % 3);
        number = &number % (UBig::ONE << (100_000 - 1000 * round));
        numbers.push(number.clone());
    }
    for digits in [
        DIGITS,
        4 * DIGITS,
        5 * DIGITS,
        8 * DIGITS,
        8 * DIGITS + 1,
        30_000,
    ] {
        let power = ten.pow(digits);
        numbers.extend([
            &power - UBig::ONE,
            power.clone(),
            &power + UBig::ONE,
            power * UBig::from(9u8),
        ]);
    }
    let long = numbers
        .iter()
        .filter(|number| number.bit_len() >= SHORT)
        .count();
    assert!(long > 30, "{long}");
    for number in &numbers {
        assert!(
            decimal(number) == number.to_string(),
            "{} bits",
            number.bit_len()
        );
    }
}
