//! CRC-32, as gzip and PNG have it (ISO 3309): notices accidents, and no intent.

const TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut rest = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            rest = rest >> 1 ^ if rest & 1 == 1 { 0xedb8_8320 } else { 0 };
            bit += 1;
        }
        table[byte] = rest;
        byte += 1;
    }
    table
}

/// The checksum of what had the checksum `before` (0 for nothing), and these bytes after it.
pub(crate) fn crc32(before: u32, bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!before, |rest, byte| {
        TABLE[((rest ^ u32::from(*byte)) & 255) as usize] ^ rest >> 8
    })
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
