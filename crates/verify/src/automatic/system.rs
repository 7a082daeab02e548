//! The numeration systems that a certificate may name.

use whowins_automata::{NumerationSystem, System};

/// The most digits of a system.
const DIGITS: u8 = 36;
/// The longest period of an Ostrowski system.
const BLOCK: usize = 16;

/// "base 2" to "base 36", "Zeckendorf", or one of Ostrowski's with as few digits.
pub(crate) fn named(name: &str) -> Option<System> {
    System::named(name).filter(|system| system.digits() <= DIGITS && system.block() <= BLOCK)
}

/// What the digits of a named system weigh, the least significant first, as many as numbers up to
/// `most` need and a multiple of the system's block; `None` where there is no such system, or a
/// weight is no machine word.
pub fn place_values(name: &str, most: u64) -> Option<Vec<u64>> {
    let system = named(name)?;
    let mut all: Vec<u64> = Vec::new();
    while all.last().is_none_or(|last| *last <= most) || !all.len().is_multiple_of(system.block()) {
        all.push(u64::try_from(&system.place_value(all.len())).ok()?);
    }
    Some(all)
}
