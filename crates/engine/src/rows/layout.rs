//! Boards as numbers: which cell is which digit, and how a number is cut into superchunk, chunk and
//! bit.

use whowins_analysis::derive::BoardOrder;

use super::Refusal;

/// How large the parts of a numbering become.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Positions of a chunk at most. A chunk is what the low cells alone tell apart; its positions
    /// are decided one after the other, but each for hundreds of chunks at once.
    pub chunk: u64,
    /// Chunks of a superchunk: at least so many, where there are more at all, and at most; never
    /// more than 2^32.
    pub chunks: [u64; 2],
    /// Superchunks wanted, so that several can be worked on at once.
    pub superchunks: u64,
}

impl Sizes {
    /// What was fastest where it was measured: a tile stays within a processor's second cache, a
    /// superchunk within its third.
    pub const FAST: Self = Self {
        chunk: 5000,
        chunks: [4096, 1 << 14],
        superchunks: 64,
    };
}

/// The numbering of a board's settled fillings.
///
/// A cell with one symbol only that it can show is no digit. The others are digits of a mixed-radix
/// number in the proved order; the lowest number the positions of a chunk, the next the chunks of a
/// superchunk, the highest the superchunks. A chunk's bits are padded to whole words.
pub(super) struct Layout {
    /// For each cell: the digit of each symbol; `NONE` where it cannot show it.
    digit: Vec<Vec<u8>>,
    /// For each cell, its place among the digits, least significant first.
    place: Vec<Option<usize>>,
    /// For each place: how many symbols.
    pub(super) radix: Vec<u64>,
    /// For each place: what one more adds to the number of its own part.
    weight: Vec<u64>,
    /// For each place: the symbol of each digit.
    pub(super) symbols: Vec<Vec<u8>>,
    /// For each cell with one symbol only: that symbol.
    pub(super) fixed: Vec<u8>,
    /// Places that number the positions of a chunk; the next `mid` number the chunks of a
    /// superchunk.
    pub(super) low: usize,
    pub(super) mid: usize,
    /// Positions a chunk, chunks a superchunk, superchunks.
    pub(super) positions: usize,
    pub(super) chunks: usize,
    pub(super) superchunks: usize,
    /// Words a chunk.
    pub(super) words: usize,
}

const NONE: u8 = u8::MAX;
/// More positions than these are not numbered: 128 GiB.
const MOST: u64 = 1 << 40;

/// Where a position lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Index {
    pub(super) superchunk: usize,
    pub(super) chunk: usize,
    pub(super) position: usize,
    /// The word of the superchunk that holds its bit.
    pub(super) word: usize,
}

impl Layout {
    /// The numbering of boards whose cells can show the symbols `allowed`, as bits; the digits
    /// stand in the order's sequence.
    pub(super) fn new(order: &BoardOrder, allowed: &[u64], sizes: Sizes) -> Result<Self, Refusal> {
        let cells = allowed.len();
        let by_significance: Vec<usize> = if order.first_cell_leads {
            (0..cells).rev().collect()
        } else {
            (0..cells).collect()
        };
        let mut layout = Self {
            digit: vec![vec![NONE; order.digit.len()]; cells],
            place: vec![None; cells],
            radix: Vec::new(),
            weight: Vec::new(),
            symbols: Vec::new(),
            fixed: Vec::new(),
            low: 0,
            mid: 0,
            positions: 1,
            chunks: 1,
            superchunks: 1,
            words: 1,
        };
        for cell in by_significance {
            let mut symbols: Vec<u8> = (0..order.digit.len() as u8)
                .filter(|symbol| allowed[cell] >> symbol & 1 == 1)
                .collect();
            symbols.sort_by_key(|symbol| order.digit[usize::from(*symbol)]);
            for (digit, symbol) in symbols.iter().enumerate() {
                layout.digit[cell][usize::from(*symbol)] = digit as u8;
            }
            match symbols.len() {
                0 => return Err(Refusal::NothingSettled),
                1 => {}
                several => {
                    layout.place[cell] = Some(layout.radix.len());
                    layout.radix.push(several as u64);
                    layout.symbols.push(symbols);
                }
            }
        }
        layout.fixed = (0..cells)
            .map(|cell| allowed[cell].trailing_zeros() as u8)
            .collect();
        layout.cut(sizes)?;
        Ok(layout)
    }

    fn cut(&mut self, sizes: Sizes) -> Result<(), Refusal> {
        let total = self
            .radix
            .iter()
            .try_fold(1u64, |all, radix| all.checked_mul(*radix))
            .filter(|all| *all <= MOST)
            .ok_or(Refusal::TooMany)?;
        let (low, positions) = self.run(0, sizes.chunk);
        let chunks = total / positions;
        let wanted = (chunks / sizes.superchunks).clamp(sizes.chunks[0], sizes.chunks[1]);
        let (mid, per_superchunk) = self.run(low, wanted);
        (self.low, self.mid) = (low, mid);
        self.positions = positions as usize;
        self.words = self.positions.div_ceil(64);
        self.chunks = per_superchunk as usize;
        self.superchunks = (chunks / per_superchunk) as usize;
        let mut weight = 1;
        for (place, radix) in self.radix.iter().enumerate() {
            if place == low || place == low + mid {
                weight = 1;
            }
            self.weight.push(weight);
            weight *= radix;
        }
        Ok(())
    }

    /// How many places from `first` on have a product of at most `most`, and the product.
    fn run(&self, first: usize, most: u64) -> (usize, u64) {
        let mut product = 1;
        let mut count = 0;
        for radix in &self.radix[first..] {
            if product * radix > most {
                break;
            }
            product *= radix;
            count += 1;
        }
        (count, product)
    }

    /// Positions that are numbered.
    pub(super) fn total(&self) -> u64 {
        self.positions as u64 * self.chunks as u64 * self.superchunks as u64
    }

    /// Words of a superchunk.
    pub(super) fn superchunk_words(&self) -> usize {
        self.chunks * self.words
    }

    /// Bytes of a table with a bit a position.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.superchunk_words() as u64 * self.superchunks as u64
    }

    /// A cell's place among the digits and the digit of its symbol.
    pub(super) fn digit(&self, cell: usize, symbol: u8) -> (Option<usize>, u8) {
        (self.place[cell], self.digit[cell][usize::from(symbol)])
    }

    /// What one more at a place adds to the numbers of superchunk, chunk and position.
    pub(super) fn unit(&self, place: usize) -> [i64; 3] {
        let weight = self.weight[place] as i64;
        match place {
            _ if place < self.low => [0, 0, weight],
            _ if place < self.low + self.mid => [0, weight, 0],
            _ => [weight, 0, 0],
        }
    }

    /// The digits of a number at the places from `first` on, `count` of them.
    pub(super) fn digits(&self, number: usize, first: usize, count: usize) -> Vec<u8> {
        let mut left = number as u64;
        let radix = self.radix[first..first + count].iter();
        radix
            .map(|radix| {
                let digit = left % radix;
                left /= radix;
                digit as u8
            })
            .collect()
    }

    /// Where a filling lies; `None` for one that some follow-up would change, and for what is no
    /// board of this size.
    pub(super) fn index<N: Copy + TryInto<usize>>(&self, cells: &[N]) -> Option<Index> {
        (cells.len() == self.digit.len()).then_some(())?;
        let mut sums = [0; 3];
        for (cell, symbol) in cells.iter().enumerate() {
            let digit = *self.digit[cell].get((*symbol).try_into().ok()?)?;
            if digit == NONE {
                return None;
            }
            if let Some(place) = self.place[cell] {
                for (sum, unit) in sums.iter_mut().zip(self.unit(place)) {
                    *sum += unit * i64::from(digit);
                }
            }
        }
        let [superchunk, chunk, position] = sums.map(|sum| sum as usize);
        Some(self.at(superchunk, chunk, position))
    }

    /// The index of these numbers.
    pub(super) fn at(&self, superchunk: usize, chunk: usize, position: usize) -> Index {
        Index {
            superchunk,
            chunk,
            position,
            word: chunk * self.words + position / 64,
        }
    }

    /// Whether these are symbols, as many as the board has cells.
    pub(super) fn is_board(&self, cells: &[u8]) -> bool {
        let known = |(symbol, digit): (&u8, &Vec<u8>)| usize::from(*symbol) < digit.len();
        cells.len() == self.digit.len() && cells.iter().zip(&self.digit).all(known)
    }

    /// The filling at an index.
    pub(super) fn filling(&self, index: Index) -> Vec<u8> {
        let high = self.low + self.mid;
        let mut digits = self.digits(index.position, 0, self.low);
        digits.extend(self.digits(index.chunk, self.low, self.mid));
        digits.extend(self.digits(index.superchunk, high, self.radix.len() - high));
        let shown = |(cell, place): (usize, &Option<usize>)| match place {
            Some(place) => self.symbols[*place][usize::from(digits[*place])],
            None => self.fixed[cell],
        };
        self.place.iter().enumerate().map(shown).collect()
    }
}
