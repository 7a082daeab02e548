//! The numeration systems that a certificate may name.

use whowins_automata::{NumerationSystem, System};

/// The most digits of a system.
const DIGITS: u8 = 36;
/// The longest period of an Ostrowski system.
const BLOCK: usize = 16;

/// «base 2» to «base 36», «Zeckendorf», or one of Ostrowski's with as few digits.
pub(crate) fn named(name: &str) -> Option<System> {
    System::named(name).filter(|system| system.digits() <= DIGITS && system.block() <= BLOCK)
}
