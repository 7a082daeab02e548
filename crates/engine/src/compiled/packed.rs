//! States in few bytes, as keys of what was seen.

use std::hash::Hash;

use super::{Kind, Machine, Program};

/// A state of a program, packed.
pub trait Packed: Clone + Default + Eq + Hash {
    /// The state in the memory.
    fn pack(program: &Program, machine: &Machine) -> Self;

    /// Puts it back into a memory of the same program.
    fn unpack(&self, program: &Program, machine: &mut Machine);

    /// Bytes beside its own size.
    fn bytes(&self) -> usize;

    /// A number for the step to another state: mostly the same where the same cells are changed in
    /// the same way.
    fn step(&self, to: &Self) -> u64;
}

/// Bits of the numbers from 0 to this one.
const fn bits(most: u64) -> u32 {
    u64::BITS - most.leading_zeros()
}

impl Program {
    /// Bits of a state, where all states have as many.
    pub fn bits(&self) -> Option<u32> {
        let part = |home: &super::Home| match home.kind {
            Kind::Constant(_) => Some(0),
            Kind::Cells { length, .. } => bits(home.range.most.abs_diff(home.range.least))
                .checked_mul(u32::try_from(length).ok()?),
            Kind::List(_) => None,
        };
        self.packed()
            .try_fold(0u32, |sum, home| sum.checked_add(part(home)?))
    }
}

/// States in one machine word: where all have as many bits, and fewer than the word, so that a
/// cell's may be shifted away.
macro_rules! in_word {
    ($word:ty) => {
        impl Packed for $word {
            fn pack(program: &Program, machine: &Machine) -> Self {
                let mut all = 0;
                for home in program.packed() {
                    if let Kind::Cells { first, length } = home.kind {
                        let width = bits(home.range.most.abs_diff(home.range.least));
                        for word in &machine.words[first as usize..][..length] {
                            all = all << width
                                | Self::from(word.wrapping_sub(home.range.least) as u64);
                        }
                    }
                }
                all
            }

            fn unpack(&self, program: &Program, machine: &mut Machine) {
                program.clear(machine);
                let mut all = *self;
                for home in program.packed().rev() {
                    if let Kind::Cells { first, length } = home.kind {
                        let width = bits(home.range.most.abs_diff(home.range.least));
                        for word in machine.words[first as usize..][..length].iter_mut().rev() {
                            let offset = (all & ((1 << width) - 1)) as i64;
                            *word = offset.wrapping_add(home.range.least);
                            all >>= width;
                        }
                    }
                }
            }

            fn bytes(&self) -> usize {
                0
            }

            fn step(&self, to: &Self) -> u64 {
                let changed = u128::from(self ^ to);
                changed as u64 ^ ((changed >> 64) as u64).rotate_left(17)
            }
        }
    };
}

in_word!(u64);
in_word!(u128);

/// Any states: seven bits a byte, the length before each list.
impl Packed for Box<[u8]> {
    fn pack(program: &Program, machine: &Machine) -> Self {
        let mut all = Vec::new();
        let mut put = |mut number: u64| {
            while number >= 128 {
                all.push(number as u8 | 128);
                number >>= 7;
            }
            all.push(number as u8);
        };
        for home in program.packed() {
            let words = match home.kind {
                Kind::Constant(_) => continue,
                Kind::Cells { first, length } => &machine.words[first as usize..][..length],
                Kind::List(at) => {
                    put(machine.lists[at].len() as u64);
                    &machine.lists[at]
                }
            };
            for word in words {
                put(word.wrapping_sub(home.range.least) as u64);
            }
        }
        all.into_boxed_slice()
    }

    fn unpack(&self, program: &Program, machine: &mut Machine) {
        program.clear(machine);
        let mut rest = self.iter();
        let mut get = || {
            let (mut number, mut shift) = (0, 0);
            for byte in rest.by_ref() {
                number |= u64::from(byte & 127) << shift;
                shift += 7;
                if byte & 128 == 0 {
                    break;
                }
            }
            number
        };
        for home in program.packed() {
            let least = home.range.least;
            match home.kind {
                Kind::Constant(_) => {}
                Kind::Cells { first, length } => {
                    for word in &mut machine.words[first as usize..][..length] {
                        *word = (get() as i64).wrapping_add(least);
                    }
                }
                Kind::List(at) => {
                    let length = get();
                    let list = &mut machine.lists[at];
                    list.clear();
                    list.extend((0..length).map(|_| (get() as i64).wrapping_add(least)));
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        16 + self.len()
    }

    fn step(&self, to: &Self) -> u64 {
        let pairs = self.iter().zip(to.iter());
        pairs.fold(0, |step: u64, (from, to)| {
            let mixed = step.wrapping_mul(0x0100_0000_01b3);
            mixed.wrapping_add(u64::from(from ^ to))
        })
    }
}
