//! CRC-32, as gzip and PNG have it (ISO 3309): notices accidents, and no intent.

/// The checksum of what had the checksum `before` (0 for nothing), and these bytes after it.
pub(crate) fn crc32(before: u32, bytes: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new_with_initial(before);
    sum.update(bytes);
    sum.finalize()
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn the_check_value_of_the_standard() {
        assert_eq!(crc32(0, b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(crc32(0, b"1234"), b"56789"), 0xcbf4_3926);
    }
}
