//! Sets of which none contains another.

/// The least of the sets that were met: those that contain no other one.
///
/// Where a set of states can only do worse than any set that contains it, a search through the sets
/// that words lead to need follow the least ones alone (De Wulf, Doyen, Henzinger and Raskin 2006,
/// Antichains: a new algorithm for checking universality of finite automata).
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

    /// Meets a set, a sorted list without repeats. Whether it contains none that was met before;
    /// those that contain it are forgotten then. At most a look at each member of each least set.
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
