//! Letters of the external solver as bytes, and back.

use whowins_engine::inside::{decode, encode};

#[test]
fn letters_are_read_as_they_were_written() {
    let letters = [
        0,
        0,
        1,
        127,
        128,
        300,
        1 << 20,
        1 << 20,
        u32::MAX - 1,
        u32::MAX,
    ];
    let mut bytes = Vec::new();
    encode(&letters, &mut bytes);
    let mut found = Vec::new();
    let mut rest = &bytes[..];
    decode(&mut rest, 10, &mut |letter| found.push(letter)).expect("they are there");
    assert_eq!((&found[..], rest), (&letters[..], &[][..]));
    for cut in 0..bytes.len() {
        assert!(decode(&mut &bytes[..cut], 10, &mut |_| {}).is_none());
    }
}
