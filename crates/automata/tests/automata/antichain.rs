//! Sets that contain none before them.

use whowins_automata::Antichain;

/// The members of a set of numbers below 5, given by its bits.
fn members(bits: u32) -> Vec<u32> {
    (0..5).filter(|member| bits >> member & 1 == 1).collect()
}

#[test]
fn a_set_is_kept_where_it_contains_none_before() {
    // All orders in which a multiplier of 37 walks through the 32 sets, from each start.
    for start in 0..32 {
        let mut least = Antichain::default();
        let mut met: Vec<u32> = Vec::new();
        for step in 0..32 {
            let set = ((start + step * 37) % 32) ^ (((step * start) >> 2) % 32);
            let contains_one = met.iter().any(|part| part & set == *part);
            assert_eq!(least.insert(&members(set)), !contains_one);
            met.push(set);
            let minimal = met
                .iter()
                .filter(|set| met.iter().all(|part| part & **set != *part || part == *set));
            let minimal: std::collections::BTreeSet<_> = minimal.collect();
            assert_eq!(least.len(), minimal.len());
        }
    }
}
