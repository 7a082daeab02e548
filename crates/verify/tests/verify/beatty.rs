//! Lost pairs by machine words and by integers of any size.

use dashu_int::UBig;
use whowins_verify::automatic::Beatty;

/// Machine words say what integers of any size say, near 0, around lost pairs, and up to where they
/// stop.
#[test]
fn small_numbers_are_as_large_ones() {
    for t in [1, 2, 3, 7, 1000, (1 << 20) - 1] {
        let law = Beatty { t };
        let by_pairs = |less: u64, more: u64| {
            (more - less).is_multiple_of(t) && {
                let [low, high] = law.pair(&UBig::from((more - less) / t));
                low == UBig::from(less) && high == UBig::from(more)
            }
        };
        let mut lost = 0;
        let mut seen = |less: u64, more: u64| {
            assert_eq!(
                law.is_small_loss(less, more),
                by_pairs(less, more),
                "{t}: {less}, {more}"
            );
            assert_eq!(
                law.is_large_loss(&UBig::from(less), &UBig::from(more)),
                by_pairs(less, more),
                "{t}: {less}, {more}"
            );
            lost += usize::from(by_pairs(less, more));
        };
        for less in 0..60 {
            for more in less..120 {
                seen(less, more);
            }
        }
        let mut k = 1u64;
        while let Some((less, more)) = {
            let [less, more] = law.pair(&UBig::from(k));
            Option::zip(u64::try_from(&less).ok(), u64::try_from(&more).ok())
                .filter(|(_, more)| *more < (1 << 40) - 1)
        } {
            seen(less, more);
            seen(less + 1, more + 1);
            seen(less - 1, more - 1);
            seen(less, more + 1);
            k = k * 3 / 2 + 1;
        }
        assert!(lost > 10, "{t}: {lost}");
    }
}
