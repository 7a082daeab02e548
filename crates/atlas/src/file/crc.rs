//! CRC-32, as gzip and PNG have it (ISO 3309): notices accidents, and no intent.

/// The checksum of what had the checksum `before` (0 for nothing), and these bytes after it.
pub fn crc32(before: u32, bytes: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new_with_initial(before);
    sum.update(bytes);
    sum.finalize()
}
