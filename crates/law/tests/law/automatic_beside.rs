//! Partners in a Beatty pair, by the definition and far out.

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use whowins_law::inside::automatic::Root;
use whowins_verify::automatic::Beatty;

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
            let found = Root::new(&law, 10)
                .partner(&UBig::from(n))
                .expect("each number has one");
            assert_eq!(found, UBig::from(taken[&n]), "t = {t}, n = {n}");
        }
    }
}

#[test]
fn far_out_too() {
    let law = Beatty { t: 3 };
    for k in ["1000000000000", "123456789012345678901234567890"] {
        let [less, more] = law.pair(&UBig::from_str_radix(k, 10).expect("digits"));
        let root = Root::new(&law, more.bit_len());
        assert_eq!(root.partner(&less), Some(more.clone()));
        assert_eq!(root.partner(&more), Some(less));
    }
}
