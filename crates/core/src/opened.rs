//! Turns constants into parts of the state, so that one term covers all their values.

use crate::term::{Array, Command, Expr, Game, Part};

impl Game {
    /// Replaces constant arrays by parts of the state, each with its range.
    ///
    /// The new parts follow the others in this order, and nothing writes them. The result covers
    /// all values of these arrays at once. From a state with some values in the new parts, it has
    /// the same moves in the same order, ends and payoffs as this game with those constants. This
    /// is true for all values within the ranges. Starts contain the original values.
    ///
    /// An array that the game doesn't have counts as empty. Complexity: linear in the size of the
    /// term.
    ///
    /// ```
    /// use whowins_core::{Budget, Game, Part};
    ///
    /// let game: Game = "(game take (const s 1 3) (part turn 0 1) (part n 0 -) (start (0) (5))
    ///     ; A move takes a number of s.
    ///     (tier (choose i 0 (len s) (seq (set n (- n (get s i))) (set turn (- 1 turn)))))
    ///     (stuck 0))"
    ///     .parse()?;
    /// let set = Part {
    ///     name: "s".into(),
    ///     least: 0.into(),
    ///     most: None,
    /// };
    /// let open = game.opened(vec![(0, set)]);
    /// let mut state = open.starts[0].clone();
    /// assert_eq!(
    ///     open.moves(&state, &Budget::OPEN).expect("no limit").len(),
    ///     2
    /// );
    /// // The same term with other values, and of another length.
    /// state[2] = vec![2.into(), 6.into(), 4.into()];
    /// assert_eq!(
    ///     open.moves(&state, &Budget::OPEN).expect("no limit")[1][1],
    ///     vec![1.into()]
    /// );
    /// # Ok::<(), whowins_core::ReadError>(())
    /// ```
    #[must_use]
    pub fn opened(&self, arrays: Vec<(usize, Part)>) -> Self {
        let mut game = self.clone();
        let first = game.parts.len();
        game.each_array(&mut |array| {
            if let Array::Const(at) = array
                && let Some(place) = arrays.iter().position(|(open, _)| open == at)
            {
                *array = Array::Part(first + place);
            }
        });
        for (at, part) in arrays {
            let values = self.consts.get(at);
            let values = values.map_or_else(Vec::new, |one| one.values.clone());
            for start in &mut game.starts {
                start.push(values.clone());
            }
            game.parts.push(part);
        }
        Part::distinct(&mut game.parts, &game.consts);
        game
    }

    /// Returns true if a legal move or the end of play may depend on a part with index `first` or
    /// more.
    ///
    /// If the result is false, only payoffs depend on these parts. Complexity: linear in the size
    /// of the term.
    ///
    /// ```
    /// let game: whowins_core::Game =
    ///     "(game g (part turn 0 1) (part n 0 -) (part s 0 9) (start (0) (3) (1))
    ///     ; A move takes 1 from n.
    ///     (tier (seq (set n (- n 1)) (set turn (- 1 turn)))) (stuck s))"
    ///         .parse()?;
    /// assert!(!game.moves_read(2) && game.moves_read(1));
    /// # Ok::<(), whowins_core::ReadError>(())
    /// ```
    pub fn moves_read(&self, first: usize) -> bool {
        let mut reads = false;
        let mut look =
            |array: &mut Array| reads |= matches!(array, Array::Part(at) if *at >= first);
        let mut game = self.clone();
        game.tiers
            .iter_mut()
            .for_each(|tier| command(tier, &mut look));
        let ends = game.ends.iter_mut();
        ends.for_each(|end| expr(&mut end.when, &mut look));
        reads
    }

    /// Calls `each` for every array reference of the term, in the order of tiers, ends and payoffs.
    /// The callback may change it.
    pub(crate) fn each_array(&mut self, each: &mut dyn FnMut(&mut Array)) {
        self.tiers.iter_mut().for_each(|tier| command(tier, each));
        for end in &mut self.ends {
            expr(&mut end.when, each);
            expr(&mut end.pays, each);
        }
        expr(&mut self.stuck, each);
        self.endless.iter_mut().for_each(|pays| expr(pays, each));
    }
}

fn expr(this: &mut Expr, each: &mut dyn FnMut(&mut Array)) {
    match this {
        Expr::Num(_) | Expr::Var(_) => {}
        Expr::Get(array, index, _) => {
            each(array);
            expr(index, each);
        }
        Expr::Len(array) => each(array),
        Expr::Bin(_, x, y) => [x, y].into_iter().for_each(|one| expr(one, each)),
        Expr::Ite(x, y, z) => [x, y, z].into_iter().for_each(|one| expr(one, each)),
        Expr::Fold(lo, hi, init, body) => {
            [lo, hi, init, body]
                .into_iter()
                .for_each(|one| expr(one, each));
        }
    }
}

fn command(this: &mut Command, each: &mut dyn FnMut(&mut Array)) {
    match this {
        Command::Guard(condition) => expr(condition, each),
        Command::Seq(all) | Command::Alt(all) => {
            all.iter_mut().for_each(|one| command(one, each));
        }
        Command::When(condition, yes, no) => {
            expr(condition, each);
            command(yes, each);
            command(no, each);
        }
        Command::Choose(lo, hi, body) | Command::Loop(lo, hi, body) => {
            expr(lo, each);
            expr(hi, each);
            command(body, each);
        }
        Command::Repeat(fuel, body) => {
            expr(fuel, each);
            command(body, each);
        }
        Command::Set(_, index, value) => {
            expr(index, each);
            expr(value, each);
        }
        Command::Splice(_, index, count, values) => {
            expr(index, each);
            expr(count, each);
            values.iter_mut().for_each(|one| expr(one, each));
        }
    }
}
