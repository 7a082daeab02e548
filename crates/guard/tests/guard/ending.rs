//! The sentence that a process ends with.

use std::fmt::Write;

use whowins_guard::inside::{Bytes, Sentence};

#[test]
fn a_sentence_that_is_too_long_is_cut_off() {
    let mut sentence = Sentence::default();
    for _ in 0..100 {
        assert!(write!(sentence, "{}", "a".repeat(100)).is_ok());
    }
    assert_eq!(sentence.said(), [b'a'; 1024]);
}

#[test]
fn bytes_are_said_with_a_tenth() {
    let said = [0, 1023, 1024, 1536, 500 << 20, u64::MAX].map(|n| Bytes(n).to_string());
    assert_eq!(
        said,
        [
            "0 bytes",
            "1023 bytes",
            "1.0 KiB",
            "1.5 KiB",
            "500.0 MiB",
            "15.9 EiB"
        ]
    );
}
