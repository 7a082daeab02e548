//! Tests the allocation of space inside a file.

use whowins_tables::inside::Room;

#[test]
fn stretches_never_overlap_and_are_used_again() {
    let mut room = Room::new(32, std::iter::empty()).expect("nothing overlaps");
    let mut used: Vec<(u64, u64)> = Vec::new();
    let mut random: u64 = 7;
    let mut most = 0;
    for _ in 0..20_000 {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let dice = random >> 33;
        if dice.is_multiple_of(2) || used.len() < 10 {
            let length = 1 + (dice >> 8) % 3000;
            let start = room.take(length);
            assert!(start >= 32);
            let apart =
                |(other, size): &(u64, u64)| start + length <= *other || other + size <= start;
            assert!(used.iter().all(apart));
            used.push((start, length));
        } else if used.len() > 30 || dice.is_multiple_of(3) {
            let (start, length) = used.swap_remove(dice as usize % used.len());
            room.free(start, length);
        }
        most = most.max(used.len() as u64);
        let again = Room::new(32, used.iter().copied()).expect("they do not overlap");
        assert_eq!(again, room);
    }
    assert!(room.end() < 3 * 3064 * most, "{} for {most}", room.end());
    assert!(Room::new(32, [(64, 100), (128, 5)].into_iter()).is_none());
    assert!(Room::new(32, [(0, 5)].into_iter()).is_none());
}
