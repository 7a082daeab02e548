//! Antichains: families of sets without inclusions between them.

/// The minimal sets among those that were inserted.
///
/// If a smaller set of states can never do worse than a larger one, a search only needs the minimal
/// sets. Source: M. De Wulf, L. Doyen, T. A. Henzinger and J.-F. Raskin, 2006, "Antichains: a new
/// algorithm for checking universality of finite automata".
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
    /// Returns the number of minimal sets.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Returns true if no set was inserted.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Inserts a sorted set without duplicates.
    ///
    /// Returns false if it contains an earlier set. Otherwise removes the sets that contain it and
    /// returns true. Complexity: linear in the total size of the minimal sets.
    pub fn insert(&mut self, set: &[T]) -> bool {
        if self.sets.iter().any(|part| is_part(part, set)) {
            return false;
        }
        self.sets.retain(|whole| !is_part(set, whole));
        self.sets.push(set.into());
        true
    }
}

/// Returns true if all members of a sorted list are in another.
fn is_part<T: Ord>(part: &[T], whole: &[T]) -> bool {
    let mut rest = whole.iter();
    let mut has = |member: &T| rest.find(|other| *other >= member) == Some(member);
    part.len() <= whole.len() && part.iter().all(&mut has)
}
