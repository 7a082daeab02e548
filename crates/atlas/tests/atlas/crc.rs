//! The checksum of chunks.

use whowins_atlas::inside::crc32;

#[test]
fn the_check_value_of_the_standard() {
    assert_eq!(crc32(0, b"123456789"), 0xcbf4_3926);
    assert_eq!(crc32(crc32(0, b"1234"), b"56789"), 0xcbf4_3926);
}
