//! Lists of states, put in such an order that neighbours in memory come together.

/// Stretches of the table that a list is parted into.
pub const PARTS: u64 = 1 << 11;

/// Lists shorter than this are left as they are.
pub const SHORT: usize = 1 << 12;

/// Puts states of the same stretch of so many states together, the stretches in order: two passes,
/// as in the first step of a radix sort. `room` is memory to work in, the content of which is lost.
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
