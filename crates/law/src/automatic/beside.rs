//! Lost positions in one move's reach, read off a Beatty pair: a list of moves that is cut short
//! still has all that win.

use dashu_int::UBig;
use dashu_int::ops::{BitTest, SquareRoot};
use whowins_verify::automatic::Beatty;

/// The lost positions that share a number with (x, y), or whose difference is less than t away from
/// theirs; some that no move leads to are among them. One integer square root and a few products.
pub fn beside(law: &Beatty, x: &UBig, y: &UBig) -> Vec<[UBig; 2]> {
    if law.t == 0 {
        return Vec::new();
    }
    let root = Root::new(law, x.bit_len().max(y.bit_len()));
    let mut found = Vec::new();
    if let Some(other) = root.partner(y) {
        found.push([other, y.clone()]);
    }
    if let Some(other) = root.partner(x) {
        found.push([x.clone(), other]);
    }
    let difference = if x <= y { y - x } else { x - y };
    for [less, more] in root.pairs(difference / UBig::from(law.t), 2) {
        found.push([less.clone(), more.clone()]);
        found.push([more, less]);
    }
    found.sort();
    found.dedup();
    found
}

/// √(t² + 4), so far that the multiples of it are known that numbers of a size ask for.
pub struct Root<'a> {
    law: &'a Beatty,
    /// ⌊√(t² + 4) · 2^bits⌋.
    digits: UBig,
    bits: usize,
}

impl<'a> Root<'a> {
    /// For multiples by numbers of so many bits, and a little more.
    pub fn new(law: &'a Beatty, length: usize) -> Self {
        let bits = length + 64;
        let t = UBig::from(law.t);
        let square = (&t * &t + UBig::from(4u8)) << (2 * bits);
        Self {
            law,
            digits: square.sqrt(),
            bits,
        }
    }

    /// Pairs k, k + 1, …, so many.
    fn pairs(&self, k: UBig, many: u64) -> Vec<[UBig; 2]> {
        let mut product = &self.digits * &k;
        let mut k = k;
        let mut all = Vec::new();
        for _ in 0..many {
            all.push(match self.whole(&product, &k) {
                Some(root) => {
                    // t - 2 may be negative: 2k is no less than what the root lacks of tk.
                    let t = UBig::from(self.law.t);
                    let twice = root + (&k << 1) - &t * &k;
                    let less: UBig = twice >> 1;
                    let more = &less + t * &k;
                    [less, more]
                }
                None => self.law.pair(&k),
            });
            product += &self.digits;
            k += UBig::ONE;
        }
        all
    }

    /// ⌊k √(t² + 4)⌋ from the product of k and the digits, where these are enough: k √(t² + 4)
    /// 2^bits is the product, and less than k more.
    fn whole(&self, product: &UBig, k: &UBig) -> Option<UBig> {
        let whole = product >> self.bits;
        let at_most: UBig = (product + k) >> self.bits;
        (whole == at_most).then_some(whole)
    }

    /// The number that makes a lost pair with n: each number is in one pair (Beatty 1926).
    ///
    /// With α = (2 - t + √(t² + 4)) / 2 the k-th pair is ⌊kα⌋ and ⌊k(α + t)⌋, and 1/α = (√(t² + 4) +
    /// t - 2) / 2t, 1/(α + t) = (t + 2 - √(t² + 4)) / 2t.
    pub fn partner(&self, n: &UBig) -> Option<UBig> {
        let t = UBig::from(self.law.t);
        // One less does no harm: four pairs are looked at.
        let root: UBig = (&self.digits * n) >> self.bits;
        let (up, twice) = (UBig::from(self.law.t + 2) * n, UBig::from(2u8) * &t);
        // t - 2 may be negative: 2n is less than the root and tn together, and 2 more where the
        // root is rounded down.
        let of_less = (&root + &t * n + UBig::from(2u8) - UBig::from(2u8) * n) / &twice;
        let of_more = (up - &root) / &twice;
        for (k, at) in [(of_less, 0), (of_more, 1)] {
            let first = if k == UBig::ZERO { k } else { k - UBig::ONE };
            for pair in self.pairs(first, 4) {
                if pair[at] == *n {
                    let [less, high] = pair;
                    return Some(if at == 0 { high } else { less });
                }
            }
        }
        None
    }
}
