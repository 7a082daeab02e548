//! Wide words, bit by bit.

use whowins_law::inside::rows::Wide;

fn bits(wide: Wide) -> Vec<u32> {
    (0..Wide::BITS).filter(|bit| wide.has(*bit)).collect()
}

#[test]
fn shifts_move_every_bit_and_drop_those_beyond_the_ends() {
    let places = [0, 1, 63, 64, 126, 127, 128, 129, 200, 254, 255];
    let wide = places
        .iter()
        .fold(Wide::ZERO, |wide, place| wide | Wide::ONE << *place);
    assert_eq!(bits(wide), places);
    for by in 0..Wide::BITS {
        let up: Vec<u32> = places
            .iter()
            .map(|at| at + by)
            .filter(|at| *at < Wide::BITS)
            .collect();
        assert_eq!(bits(wide << by), up, "{by}");
        let down: Vec<u32> = places.iter().filter_map(|at| at.checked_sub(by)).collect();
        assert_eq!(bits(wide >> by), down, "{by}");
    }
    let mut rest = wide;
    let taken: Vec<u32> = std::iter::from_fn(|| rest.take_lowest()).collect();
    assert_eq!(taken, places);
    assert!(rest.is_zero());
    assert_eq!(bits(!wide).len() + places.len(), Wide::BITS as usize);
    assert!((wide ^ wide).is_zero() && (wide & !wide).is_zero());
}
