//! When two terms are one: but for names, and the order in which constant arrays stand.

use crate::term::{Array, Command, Const, Expr, Game};

impl Game {
    /// Whether the other term is this one, up to what is without meaning: names, starts, constant arrays that are not read or stand in another
    /// order, and what [`Game::tidy`] makes alike. Then both have the same moves in the same order, ends and payoffs, at every state.
    ///
    /// `false` says no more than that the terms differ: they may still mean the same. `O(both terms)`.
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
        let mut seen = Seen {
            old: &self.consts,
            new: Vec::new(),
        };
        game.tiers.iter_mut().for_each(|tier| seen.command(tier));
        for end in &mut game.ends {
            seen.expr(&mut end.when);
            seen.expr(&mut end.pays);
        }
        seen.expr(&mut game.stuck);
        game.endless.iter_mut().for_each(|pays| seen.expr(pays));
        game.consts = seen.new;
        game.parts.iter_mut().for_each(|part| part.name.clear());
        game.name.clear();
        game.starts.clear();
        game
    }
}

/// Constant arrays in the order in which they are read.
struct Seen<'a> {
    old: &'a [Const],
    new: Vec<Const>,
}

impl Seen<'_> {
    fn array(&mut self, array: &mut Array) {
        if let Array::Const(at) = array {
            let values = &self.old[*at].values;
            let known = self.new.iter().position(|one| one.values == *values);
            *at = known.unwrap_or_else(|| {
                self.new.push(Const {
                    name: String::new(),
                    values: values.clone(),
                });
                self.new.len() - 1
            });
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Num(_) | Expr::Var(_) => {}
            Expr::Get(array, index, _) => {
                self.array(array);
                self.expr(index);
            }
            Expr::Len(array) => self.array(array),
            Expr::Bin(_, x, y) => [x, y].into_iter().for_each(|one| self.expr(one)),
            Expr::Ite(x, y, z) => [x, y, z].into_iter().for_each(|one| self.expr(one)),
            Expr::Fold(lo, hi, init, body) => {
                [lo, hi, init, body]
                    .into_iter()
                    .for_each(|one| self.expr(one));
            }
        }
    }

    fn command(&mut self, command: &mut Command) {
        match command {
            Command::Guard(condition) => self.expr(condition),
            Command::Seq(all) | Command::Alt(all) => {
                all.iter_mut().for_each(|one| self.command(one));
            }
            Command::When(condition, yes, no) => {
                self.expr(condition);
                self.command(yes);
                self.command(no);
            }
            Command::Choose(lo, hi, body) | Command::Loop(lo, hi, body) => {
                self.expr(lo);
                self.expr(hi);
                self.command(body);
            }
            Command::Set(_, index, value) => {
                self.expr(index);
                self.expr(value);
            }
            Command::Splice(_, index, count, values) => {
                self.expr(index);
                self.expr(count);
                values.iter_mut().for_each(|one| self.expr(one));
            }
        }
    }
}
