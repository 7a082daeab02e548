//! Letters as bytes: sorted ones as differences, seven bits a byte, the lowest first, the last with the highest bit clear.

/// Adds sorted letters to bytes.
pub fn encode(letters: &[u32], bytes: &mut Vec<u8>) {
    let mut before = 0;
    for letter in letters {
        let mut rest = letter - before;
        before = *letter;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
}

/// Reads so many letters from the front of the bytes; `None` where they are not there.
pub fn decode(bytes: &mut &[u8], letters: u32, read: &mut impl FnMut(u32)) -> Option<()> {
    let mut letter: u32 = 0;
    for _ in 0..letters {
        let mut shift = 0;
        loop {
            let (byte, rest) = bytes.split_first()?;
            *bytes = rest;
            let part = u32::from(byte & 0x7f);
            letter = letter.checked_add(part.checked_shl(shift)?)?;
            if *byte < 0x80 {
                break;
            }
            shift += 7;
        }
        read(letter);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

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
}
