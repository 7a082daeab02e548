//! Sets of which none contains another.

/// The least of the sets that were met: those that contain no other one.
///
/// Where a set of states can only do worse than any set that contains it, a search through the sets that words lead to need follow the
/// least ones alone (De Wulf, Doyen, Henzinger and Raskin 2006, Antichains: a new algorithm for checking universality of finite
/// automata).
#[derive(Clone, Debug)]
pub struct Antichain<T> {
    sets: Vec<Box<[T]>>,
}

impl<T> Default for Antichain<T> {
    fn default() -> Self {
        Self { sets: Vec::new() }
    }
}

impl<T: Clone + Ord> Antichain<T> {
    /// How many least sets there are.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether no set was met.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Meets a set, a sorted list without repeats. Whether it contains none that was met before; those that contain it are forgotten
    /// then. At most a look at each member of each least set.
    pub fn insert(&mut self, set: &[T]) -> bool {
        if self.sets.iter().any(|part| is_part(part, set)) {
            return false;
        }
        self.sets.retain(|whole| !is_part(set, whole));
        self.sets.push(set.into());
        true
    }
}

/// Whether all members of a sorted list are in another.
fn is_part<T: Ord>(part: &[T], whole: &[T]) -> bool {
    let mut rest = whole.iter();
    let mut has = |member: &T| rest.find(|other| *other >= member) == Some(member);
    part.len() <= whole.len() && part.iter().all(&mut has)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
