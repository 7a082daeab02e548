//! Inputs made from seeds, always the same ones: no clock and no system randomness.

/// A small generator of numbers (Knuth's multiplier, the upper bits).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator of this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound`, which is not 0.
    pub const fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Numbers at which readers go wrong.
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "100000000000000000000000000",
    "1e400",
    "007",
    "٣",
];

/// Makes inputs from seeds.
pub struct Mutator<'s> {
    seeds: &'s [Vec<u8>],
    random: Random,
}

impl<'s> Mutator<'s> {
    /// Of these seeds.
    pub const fn new(seeds: &'s [Vec<u8>], seed: u64) -> Self {
        Self {
            seeds,
            random: Random::new(seed),
        }
    }

    fn seed(&mut self) -> &'s [u8] {
        match self.seeds.len() {
            0 => &[],
            count => &self.seeds[self.random.below(count)],
        }
    }

    /// A stretch of at most `most` bytes of the text: where it begins and ends.
    fn stretch(&mut self, length: usize, most: usize) -> std::ops::Range<usize> {
        let from = self.random.below(length + 1);
        let to = (from + self.random.below(most + 1)).min(length);
        from..to
    }

    /// The next input: a seed after one to eight changes.
    pub fn make(&mut self) -> Vec<u8> {
        let mut bytes = self.seed().to_vec();
        for _ in 0..=self.random.below(8) {
            self.change(&mut bytes);
            bytes.truncate(1 << 16);
        }
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let length = bytes.len();
        match self.random.below(7) {
            0 if length > 0 => {
                let at = self.random.below(length);
                bytes[at] ^= 1 << self.random.below(8);
            }
            1 => {
                let byte = self.random.below(256) as u8;
                let at = self.random.below(length + 1);
                bytes.insert(at, byte);
            }
            2 => drop(bytes.drain(self.stretch(length, 40))),
            3 => {
                let copied = bytes[self.stretch(length, 60)].to_vec();
                let at = self.random.below(length + 1);
                bytes.splice(at..at, copied);
            }
            // A piece of another seed, in place of one here.
            4 => {
                let other = self.seed();
                let taken = other[self.stretch(other.len(), 60)].to_vec();
                let place = self.stretch(length, 30);
                bytes.splice(place, taken);
            }
            // Another number in place of one.
            5 => {
                let digits = |byte: &u8| byte.is_ascii_digit();
                let starts: Vec<usize> = (0..length)
                    .filter(|at| digits(&bytes[*at]) && (*at == 0 || !digits(&bytes[*at - 1])))
                    .collect();
                if !starts.is_empty() {
                    let from = starts[self.random.below(starts.len())];
                    let to = from + bytes[from..].iter().take_while(|byte| digits(byte)).count();
                    let number = match self.random.below(3) {
                        0 => self.random.below(300).to_string(),
                        _ => NUMBERS[self.random.below(NUMBERS.len())].to_owned(),
                    };
                    bytes.splice(from..to, number.into_bytes());
                }
            }
            // A line, or half of the rest, is gone.
            _ => {
                let lines: Vec<usize> = (0..length).filter(|at| bytes[*at] == b'\n').collect();
                match lines.len() {
                    0 => bytes.truncate(self.random.below(length + 1)),
                    count => {
                        let at = self.random.below(count);
                        let to = lines.get(at + 1).copied().unwrap_or(length);
                        bytes.drain(lines[at]..to);
                    }
                }
            }
        }
    }
}
