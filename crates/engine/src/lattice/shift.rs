//! ORs and masks of strings of bits in words of 64.
//!
//! A string lies between two words that are 0, so that a shift may look one word past either end.

/// What a string of bits is: its words with the two of padding, and which word of all the first one
/// behind the padding is.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    pub words: &'a [u64],
    pub from: i64,
}

/// ORs `source` into `target`, whose first word has number `from`: bit x of the target takes bit x +
/// `by` of the source. Linear in the words that both have.
#[inline]
pub(super) fn or_shifted(target: &mut [u64], from: i64, source: Bits<'_>, by: i64) {
    shifted(target, from, source, by, |target, bits| *target |= bits);
}

/// As [`or_shifted`], in the place of what the target was.
#[inline]
pub(super) fn set_shifted(target: &mut [u64], from: i64, source: Bits<'_>, by: i64) {
    let (first, last) = shifted(target, from, source, by, |target, bits| *target = bits);
    target[..first].fill(0);
    target[last..].fill(0);
}

/// Puts the shifted source into the words of the target that both have, and says which these are.
#[inline]
fn shifted(
    target: &mut [u64],
    from: i64,
    source: Bits<'_>,
    by: i64,
    put: impl Fn(&mut u64, u64),
) -> (usize, usize) {
    let (words, bit) = (by.div_euclid(64), by.rem_euclid(64) as u32);
    // Word i of the source stands at i - 1 of its slice, so that slice[0] is the padding.
    let source_from = source.from - 1;
    let first = (source_from - words).max(from);
    let last =
        (source_from + source.words.len() as i64 - 1 - words).min(from + target.len() as i64);
    if first >= last {
        return (0, 0);
    }
    let place = ((first - from) as usize, (last - from) as usize);
    let target = &mut target[place.0..place.1];
    let read = (first + words - source_from) as usize;
    let source = &source.words[read..read + target.len() + 1];
    if bit == 0 {
        for (target, source) in target.iter_mut().zip(source) {
            put(target, *source);
        }
    } else {
        for (target, pair) in target.iter_mut().zip(source.windows(2)) {
            put(target, pair[0] >> bit | pair[1] << (64 - bit));
        }
    }
    place
}

/// The bits `low..=high` of a word, both of 0..=63.
pub(super) fn span(low: i64, high: i64) -> u64 {
    (u64::MAX >> (63 - high)) & (u64::MAX << low)
}

/// Sets the bits `low..=high` of a string whose first word has number `from`; all of them must lie
/// in it.
pub(super) fn set_range(words: &mut [u64], from: i64, low: i64, high: i64) {
    if low > high {
        return;
    }
    for word in low >> 6..=high >> 6 {
        let (a, b) = ((low - word * 64).max(0), (high - word * 64).min(63));
        words[(word - from) as usize] |= span(a, b);
    }
}
