//! Lost positions in one move's reach, read off a Beatty pair: a list of moves that is cut short still has all that win.

use dashu_int::UBig;
use dashu_int::ops::SquareRoot;
use whowins_verify::automatic::Beatty;

/// The lost positions that share a number with (x, y), or whose difference is less than t away from theirs; some that no move
/// leads to are among them. A few integer square roots.
pub fn beside(law: &Beatty, x: &UBig, y: &UBig) -> Vec<[UBig; 2]> {
    if law.t == 0 {
        return Vec::new();
    }
    let mut found = Vec::new();
    if let Some(other) = partner(law, y) {
        found.push([other, y.clone()]);
    }
    if let Some(other) = partner(law, x) {
        found.push([x.clone(), other]);
    }
    let difference = if x <= y { y - x } else { x - y };
    let k = difference / UBig::from(law.t);
    for k in [k.clone(), k + UBig::ONE] {
        let [less, more] = law.pair(&k);
        found.push([less.clone(), more.clone()]);
        found.push([more, less]);
    }
    found.sort();
    found.dedup();
    found
}

/// The number that makes a lost pair with n: each number is in one pair (Beatty 1926).
///
/// With α = (2 - t + √(t² + 4)) / 2 the k-th pair is ⌊kα⌋ and ⌊k(α + t)⌋, and 1/α = (√(t² + 4) + t - 2) / 2t,
/// 1/(α + t) = (t + 2 - √(t² + 4)) / 2t.
fn partner(law: &Beatty, n: &UBig) -> Option<UBig> {
    let t = UBig::from(law.t);
    let root = ((&t * &t + UBig::from(4u8)) * n * n).sqrt();
    let (up, twice) = (UBig::from(law.t + 2) * n, UBig::from(2u8) * &t);
    // t - 2 may be negative: 2n is less than the root and tn together.
    let of_less = (&root + &t * n - UBig::from(2u8) * n) / &twice;
    let of_more = (up - &root) / &twice;
    for (k, at) in [(of_less, 0), (of_more, 1)] {
        let first = if k == UBig::ZERO { k } else { k - UBig::ONE };
        for more in 0..4u8 {
            let pair = law.pair(&(&first + UBig::from(more)));
            if pair[at] == *n {
                let [less, high] = pair;
                return Some(if at == 0 { high } else { less });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_has_its_partner() {
        for t in 1..=5u64 {
            let law = Beatty { t };
            // Pairs by their definition: the least number not yet taken, and kt more.
            let mut taken = std::collections::BTreeMap::new();
            let mut least = 0u64;
            for k in 0..400u64 {
                while taken.contains_key(&least) {
                    least += 1;
                }
                taken.insert(least, least + k * t);
                taken.insert(least + k * t, least);
            }
            for n in 0..300u64 {
                let found = partner(&law, &UBig::from(n)).expect("each number has one");
                assert_eq!(found, UBig::from(taken[&n]), "t = {t}, n = {n}");
            }
        }
    }

    #[test]
    fn far_out_too() {
        let law = Beatty { t: 3 };
        for k in ["1000000000000", "123456789012345678901234567890"] {
            let [less, more] = law.pair(&UBig::from_str_radix(k, 10).expect("digits"));
            assert_eq!(partner(&law, &less), Some(more.clone()));
            assert_eq!(partner(&law, &more), Some(less));
        }
    }
}
