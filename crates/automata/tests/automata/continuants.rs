//! Compares the fast conversion of huge numbers with greedy digits.

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use whowins_automata::inside::{represent, value as value_of};

/// Converts place by place.
fn greedy(number: &UBig, quotients: &[u8]) -> Vec<u8> {
    let mut values = vec![UBig::ONE];
    let mut last = UBig::ZERO;
    for quotient in quotients {
        let next = &values[values.len() - 1] * UBig::from(*quotient) + &last;
        last = values[values.len() - 1].clone();
        values.push(next);
    }
    let mut rest = number.clone();
    let mut digits: Vec<u8> = Vec::new();
    for value in values.iter().rev() {
        let mut digit = 0;
        while rest >= *value {
            rest -= value;
            digit += 1;
        }
        digits.push(digit);
    }
    let first = digits
        .iter()
        .position(|digit| *digit > 0)
        .unwrap_or(digits.len());
    digits.split_off(first)
}

#[test]
fn halves_give_the_greedy_digits() {
    let systems: [&[u8]; 6] = [
        &[2, 1],
        &[2, 1, 1],
        &[3, 2],
        &[2, 7, 1, 1, 4],
        &[9, 199, 1],
        &[2, 1, 1, 1, 30],
    ];
    for (at, cycle) in systems.iter().enumerate() {
        // The first system is Zeckendorf's: 2, and then ones.
        let quotient = |place: usize| match at {
            0 if place > 0 => 1,
            _ => cycle[place % cycle.len()],
        };
        let quotients: Vec<u8> = (0..4000).map(quotient).collect();
        let mut last = UBig::ONE;
        let mut value = UBig::ONE;
        let mut numbers = Vec::new();
        for (place, quotient) in quotients[..2500].iter().enumerate() {
            let next = &value * UBig::from(*quotient) + &last * UBig::from(u8::from(place > 0));
            last = std::mem::replace(&mut value, next);
            if place >= 1800 && place % 97 == 0 {
                // Carries are long around place values.
                numbers.extend([
                    &value - UBig::ONE,
                    value.clone(),
                    &value + UBig::ONE,
                    &value + &last - UBig::ONE,
                ]);
                numbers.push(&value * UBig::from(3u8) / UBig::from(7u8));
                numbers.push((&value * &value) >> (value.bit_len() - 5));
            }
        }
        let mut seen = 0;
        for number in &numbers {
            let Some(word) = represent(number, quotient) else {
                continue;
            };
            seen += 1;
            let wanted = greedy(number, &quotients[..word.len() + 2]);
            assert!(
                word == wanted,
                "system {at}, a number of {} bits",
                number.bit_len()
            );
            if let Some(back) = value_of(&word, quotient) {
                assert!(back == *number, "system {at}");
            }
        }
        assert!(seen > 20, "system {at}: {seen}");
    }
}
