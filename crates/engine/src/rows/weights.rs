//! Classes of fillings by their sums of weights, for games in which some sum falls before the order
//! does.

use std::collections::{BTreeSet, HashMap};

use super::layout::Layout;
use super::program::LowDigits;

/// The sums of weights of some fillings, one a kind of weight.
type Sums = Vec<u64>;

/// The classes of a numbering's three parts, and the layers: the sums of whole boards, in the order
/// in which they are decided.
///
/// Without weights there is one layer, and one class of everything.
pub(super) struct Classes {
    /// Of each superchunk.
    superchunk: Vec<Sums>,
    /// The class of each chunk, and each class's sums.
    pub(super) chunk: Vec<usize>,
    chunk_sums: Vec<Sums>,
    by_sums: HashMap<Sums, usize>,
    low: Vec<Low>,
    pub(super) layers: Vec<Sums>,
}

/// Positions of a chunk with the same sums.
pub(super) struct Low {
    /// In rising order.
    pub(super) positions: Vec<u32>,
    /// The same as bits.
    pub(super) mask: Vec<u64>,
}

impl Classes {
    /// `counts[k][s]`: what symbol s weighs in the k-th sum.
    pub(super) fn new(counts: &[Vec<u64>], layout: &Layout, low_digits: &LowDigits) -> Self {
        let sums = |digits: &[u8], first: usize| -> Sums {
            let symbols = digits.iter().zip(&layout.symbols[first..]);
            let symbols: Vec<u8> = symbols
                .map(|(digit, symbols)| symbols[usize::from(*digit)])
                .collect();
            let sum = |weights: &Vec<u64>| symbols.iter().map(|s| weights[usize::from(*s)]).sum();
            counts.iter().map(sum).collect()
        };
        let high = layout.low + layout.mid;
        let superchunk: Vec<Sums> = (0..layout.superchunks)
            .map(|number| {
                sums(
                    &layout.digits(number, high, layout.radix.len() - high),
                    high,
                )
            })
            .collect();
        let mut chunk_by_sums = HashMap::new();
        let chunk = (0..layout.chunks)
            .map(|number| {
                let sums = sums(&layout.digits(number, layout.low, layout.mid), layout.low);
                let next = chunk_by_sums.len();
                *chunk_by_sums.entry(sums).or_insert(next)
            })
            .collect();
        let mut chunk_sums = vec![Sums::new(); chunk_by_sums.len()];
        for (sums, class) in chunk_by_sums {
            chunk_sums[class] = sums;
        }
        let mut by_sums: HashMap<Sums, usize> = HashMap::new();
        let mut positions: Vec<Vec<u32>> = Vec::new();
        for (position, digits) in low_digits.each().enumerate() {
            let class = *by_sums.entry(sums(digits, 0)).or_insert(positions.len());
            if class == positions.len() {
                positions.push(Vec::new());
            }
            positions[class].push(position as u32);
        }
        let low = positions
            .into_iter()
            .map(|positions| Low {
                mask: low_digits.words_of(|p| positions.binary_search(&(p as u32)).is_ok()),
                positions,
            })
            .collect();
        let whole: BTreeSet<&Sums> = superchunk.iter().collect();
        let whole = all_sums(&whole, &chunk_sums.iter().collect());
        let layers = all_sums(&whole.iter().collect(), &by_sums.keys().collect());
        Self {
            superchunk,
            chunk,
            chunk_sums,
            by_sums,
            low,
            layers: layers.into_iter().collect(),
        }
    }

    /// How many times a chunk is gone through: once for each class of its positions.
    pub(super) fn passes(&self) -> usize {
        self.low.len()
    }

    /// For each class of chunks of a superchunk, the positions that belong to a layer.
    pub(super) fn of_layer(&self, layer: &Sums, superchunk: usize) -> Vec<Option<&Low>> {
        let left = |sums: &Sums| -> Option<Sums> {
            let parts = self.superchunk[superchunk].iter().zip(sums);
            let parts = layer.iter().zip(parts);
            parts
                .map(|(layer, (a, b))| layer.checked_sub(a + b))
                .collect()
        };
        let classes = self.chunk_sums.iter();
        classes
            .map(|sums| Some(&self.low[*self.by_sums.get(&left(sums)?)?]))
            .collect()
    }
}

fn all_sums(a: &BTreeSet<&Sums>, b: &BTreeSet<&Sums>) -> BTreeSet<Sums> {
    let sum = |a: &Sums, b: &Sums| a.iter().zip(b).map(|(a, b)| a + b).collect();
    a.iter()
        .flat_map(|a| b.iter().map(move |b| sum(a, b)))
        .collect()
}
