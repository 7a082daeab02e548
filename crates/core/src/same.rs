//! When two terms are one: but for names, and the order in which constant arrays stand.

use crate::term::{Array, Const, Game};

impl Game {
    /// Whether the other term is this one, up to what is without meaning: names, starts, constant
    /// arrays that are not read or stand in another order, and what [`Game::tidy`] makes alike.
    /// Then both have the same moves in the same order, ends and payoffs, at every state.
    ///
    /// `false` says no more than that the terms differ: they may still mean the same. `O(both
    /// terms)`.
    ///
    /// ```
    /// use whowins_core::Game;
    ///
    /// let game = |name: &str, hi: &str| format!("(game g (part turn 0 1) (part {name} 0 -) (tier (choose k 1 {hi} (set {name} (- {name} k)))) (stuck 0))");
    /// let (one, other): (Game, Game) = (game("n", "(+ n 1)").parse()?, game("x", "(+ 1 x)").parse()?);
    /// assert!(one.is_same(&other));
    /// assert!(!one.is_same(&game("n", "5").parse()?));
    /// # Ok::<(), whowins_core::ReadError>(())
    /// ```
    pub fn is_same(&self, other: &Self) -> bool {
        self.bare() == other.bare()
    }

    /// The term with what is without meaning left out.
    fn bare(&self) -> Self {
        let mut game = self.clone().tidy();
        // Constant arrays in the order in which they are read.
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
