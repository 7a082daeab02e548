//! Lists of states, put in such an order that neighbours in memory come together.

/// Stretches of the table that a list is parted into.
const PARTS: u64 = 1 << 11;

/// Lists shorter than this are left as they are.
const SHORT: usize = 1 << 12;

/// Puts states of the same stretch of so many states together, the stretches in order: two passes, as in the first step of a radix sort. `room`
/// is memory to work in, the content of which is lost.
pub fn put_together(list: &mut Vec<u64>, room: &mut Vec<u64>, states: u64) {
    if list.len() < SHORT {
        return;
    }
    let shift = (states / PARTS).max(1).ilog2() + 1;
    let part = |state: u64| (state >> shift) as usize;
    let mut ends = vec![0usize; part(states) + 1];
    for state in &*list {
        ends[part(*state)] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    room.resize(list.len(), 0);
    for state in &*list {
        let end = &mut ends[part(*state)];
        room[*end] = *state;
        *end += 1;
    }
    std::mem::swap(list, room);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_and_stretches_are_in_order() {
        for (len, states) in [
            (0, 1),
            (100, 1 << 20),
            (5000, 5000),
            (9000, 1 << 30),
            (7000, 3),
        ] {
            let mut list: Vec<u64> = (0..len).map(|at| at * 7_919_997 % states).collect();
            let mut sorted = list.clone();
            sorted.sort_unstable();
            let mut room = vec![1; 6000];
            put_together(&mut list, &mut room, states);
            if len >= SHORT as u64 {
                let near = states / PARTS * 2 + 2;
                assert!(
                    list.iter()
                        .zip(&sorted)
                        .all(|(a, b)| a.abs_diff(*b) <= near)
                );
            }
            list.sort_unstable();
            assert_eq!(list, sorted);
        }
    }
}
