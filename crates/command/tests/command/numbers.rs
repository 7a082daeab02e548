//! Tests parsing numbers from the bytes of a stream.

use whowins_command::inside::{eight, number};

#[test]
fn eight_digits_at_once() {
    for text in ["00000000", "12345678", "99999999", "10000001", "00000907"] {
        let digits = text.as_bytes().try_into().expect("eight");
        assert_eq!(eight(digits), text.parse().ok(), "{text}");
        for at in 0..8 {
            for byte in (0..=255u8).filter(|byte| !byte.is_ascii_digit()) {
                let mut other: [u8; 8] = digits;
                other[at] = byte;
                assert_eq!(eight(other), None, "{text}, {byte} at {at}");
            }
        }
    }
}

#[test]
fn numbers_of_all_lengths() {
    let digits = "987654321098765432";
    for length in 1..=18 {
        for after in ["", ",5", " ", ",12345678901234567890"] {
            let text = format!("{}{after}", &digits[..length]);
            let wanted: i64 = digits[..length].parse().expect("a number");
            assert_eq!(number(text.as_bytes()), Some((wanted, length)), "{text}");
        }
    }
    for text in [
        "",
        ",",
        "-3",
        "x",
        "1234567890123456789",
        "00000000000000000001",
    ] {
        assert_eq!(number(text.as_bytes()), None, "{text}");
    }
}
