//! Tests antichains of sets.

use whowins_automata::Antichain;

/// Returns the members of a set of numbers below 5, encoded as bits.
fn members(bits: u32) -> Vec<u32> {
    (0..5).filter(|member| bits >> member & 1 == 1).collect()
}

#[test]
fn a_set_is_kept_where_it_contains_none_before() {
    // Steps of 37 visit the 32 sets in different orders.
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
