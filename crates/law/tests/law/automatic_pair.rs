//! The pairs of digits against the floors.

use whowins_automata::Limits;
use whowins_law::inside::automatic::{
    Numerals, is_pair, metallic, metallic_pairs, metallic_system,
};

#[test]
fn the_pairs_of_digits_are_those_of_the_floors() {
    for t in 1..6 {
        let system = Numerals::new(metallic_system(t).unwrap()).unwrap();
        assert_eq!(metallic(system.system()), Some(t));
        let pairs = metallic_pairs(&system, &Limits::default()).unwrap();
        for x in 0..200u64 {
            for y in 0..200u64 {
                let word = system.word(&[x, y]);
                let word: Vec<Vec<u8>> = word
                    .iter()
                    .map(|letter| system.tuple(*letter, 2).iter().map(|d| *d as u8).collect())
                    .collect();
                let pair = is_pair(x, y, t);
                assert_eq!(pairs.accepts(&word).unwrap(), pair, "t = {t}, ({x}, {y})");
            }
        }
    }
}
