//! Equality of terms up to names and the order of constant arrays.

use crate::term::{Array, Const, Game};

impl Game {
    /// Returns true if two terms are equal up to parts without meaning.
    ///
    /// These are names, starts, unused constant arrays, the order of constant arrays, and
    /// differences that [`Game::tidy`] removes. Equal terms have the same moves in the same order,
    /// ends and payoffs at every state.
    ///
    /// If the result is false, the terms differ but may still have the same semantics. Complexity:
    /// linear in the size of both terms.
    ///
    /// ```
    /// use whowins_core::Game;
    ///
    /// let game = |name: &str, hi: &str| {
    ///     format!(
    ///         "(game g (part turn 0 1) (part {name} 0 -) (tier (choose k 1 {hi} (set {name} (- \
    ///          {name} k)))) (stuck 0))"
    ///     )
    /// };
    /// let (one, other): (Game, Game) =
    ///     (game("n", "(+ n 1)").parse()?, game("x", "(+ 1 x)").parse()?);
    /// assert!(one.is_same(&other));
    /// assert!(!one.is_same(&game("n", "5").parse()?));
    /// # Ok::<(), whowins_core::ReadError>(())
    /// ```
    pub fn is_same(&self, other: &Self) -> bool {
        self.bare() == other.bare()
    }

    /// Returns the term without the parts that have no meaning.
    fn bare(&self) -> Self {
        let mut game = self.clone().tidy();
        // Sort constant arrays in the order of their first use.
        let mut seen: Vec<Const> = Vec::new();
        game.each_array(&mut |array| {
            if let Array::Const(at) = array {
                let values = &self.consts[*at].values;
                let known = seen.iter().position(|one| one.values == *values);
                *at = known.unwrap_or_else(|| {
                    seen.push(Const {
                        name: String::new(),
                        values: values.clone(),
                    });
                    seen.len() - 1
                });
            }
        });
        game.consts = seen;
        game.parts.iter_mut().for_each(|part| part.name.clear());
        game.name.clear();
        game.starts.clear();
        game
    }
}
