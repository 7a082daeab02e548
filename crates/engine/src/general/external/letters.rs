//! Letters as bytes: sorted ones as differences, seven bits a byte, the lowest first, the last with
//! the highest bit clear.

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
