//! Lists whose lengths play never takes above a number.

use whowins_core::{Array, Command, Expr, Op, State};

use crate::{Interval, Setting};

impl Setting<'_> {
    /// For each part a number of elements that it never has more of in play from a state, where the
    /// term shows one.
    ///
    /// It shows one where no move makes the list longer, and where no move makes it weigh more: an
    /// element weighs as much as it is above the least number of its part, and 1 for being there.
    /// So heaps of which a move takes some and leaves the others as several heaps are never more
    /// than there are stones at the start. What is put in is held against what is erased as a
    /// linear form, in which an element that stands on both sides cancels. `O(the term)` for each
    /// part.
    ///
    /// ```
    /// use whowins_analysis::Setting;
    /// use whowins_core::Game;
    ///
    /// let game: Game = "(game kayles (part turn 0 1) (part heap 1 -) (start (0) (5 7))
    ///     ; A move takes 1 or 2 from a heap and may split the rest.
    ///     (tier (choose i 0 (len heap) (choose k 1 3 (choose a 1 (get heap i)
    ///         ; It leaves a, and the rest.
    ///         (seq (splice heap i 1 a (- (- (get heap i) k) a)) (set turn (- 1 turn))))))) (stuck 0))".parse()?;
    /// assert_eq!(Setting::new(&game, &game.starts[0]).longest(&game.starts[0]), [Some(1), Some(12)]);
    /// # Ok::<(), whowins_core::ReadError>(())
    /// ```
    pub fn longest(&self, state: &State) -> Vec<Option<usize>> {
        let longest = |part: usize| {
            let list = &state[part];
            let never_more = |scale: i128| {
                let mut walk = Walk {
                    setting: self,
                    part,
                    scale,
                    bound: Vec::new(),
                    names: Vec::new(),
                    holds: true,
                };
                self.game.tiers.iter().for_each(|tier| walk.command(tier));
                walk.holds
            };
            if self.lengths[part].is_some() || never_more(0) {
                return Some(list.len());
            }
            let least = self.ranges[part].least;
            let weight = |value| {
                Interval::exactly(value)
                    .most
                    .checked_sub(least)?
                    .checked_add(1)
            };
            let whole = list
                .iter()
                .try_fold(0i128, |sum, value| sum.checked_add(weight(value)?))?;
            usize::try_from(whole).ok().filter(|_| never_more(1))
        };
        (0..state.len()).map(longest).collect()
    }
}

/// Whether any command makes a list weigh more, where an element weighs `1 + scale * (value -
/// least)`.
struct Walk<'a> {
    setting: &'a Setting<'a>,
    part: usize,
    scale: i128,
    /// What each bound variable may be.
    bound: Vec<Interval>,
    /// What it is a name for, as long as nothing has been written since.
    names: Vec<Option<Expr>>,
    holds: bool,
}

impl Walk<'_> {
    fn command(&mut self, command: &Command) {
        match command {
            Command::Guard(_) => {}
            Command::Seq(all) => all.iter().for_each(|one| self.command(one)),
            Command::Alt(all) => self.one_of(all.iter()),
            Command::When(_, yes, no) => self.one_of([&**yes, &**no].into_iter()),
            Command::Choose(lo, hi, body) => {
                let one = Expr::bin(Op::Add, lo.clone(), Expr::num(1)).tidy();
                let name = (one == hi.clone().tidy()).then(|| lo.clone());
                self.rounds(lo, hi, body, name);
            }
            Command::Loop(lo, hi, body) => {
                // A round may come after what another one has written.
                self.forget();
                self.rounds(lo, hi, body, None);
            }
            Command::Repeat(_, body) => {
                self.forget();
                self.command(body);
            }
            Command::Set(part, index, value) => {
                if *part == self.part && self.scale > 0 {
                    self.change(index, Interval::new(1, 1), std::slice::from_ref(value));
                }
                self.forget();
            }
            Command::Splice(part, index, count, values) => {
                if *part == self.part {
                    let count = self.setting.interval(count, &mut self.bound);
                    self.change(index, count, values);
                }
                self.forget();
            }
        }
    }

    fn rounds(&mut self, lo: &Expr, hi: &Expr, body: &Command, name: Option<Expr>) {
        let mut of = |end: &Expr| self.setting.interval(end, &mut self.bound);
        if let Some(counter) = Setting::rounds(of(lo), of(hi)) {
            self.bound.push(counter);
            self.names.push(name);
            self.command(body);
            self.bound.pop();
            self.names.pop();
        }
    }

    /// One command or another: a name stands for what it did where none of them writes.
    fn one_of<'c>(&mut self, all: impl Iterator<Item = &'c Command>) {
        let before = self.names.clone();
        let mut after = before.clone();
        for one in all {
            self.names.clone_from(&before);
            self.command(one);
            let kept = after.iter_mut().zip(&self.names);
            kept.for_each(|(name, here)| *name = name.take().filter(|_| here.is_some()));
        }
        self.names = after;
    }

    /// What comes after a write may see other elements.
    fn forget(&mut self) {
        self.names.iter_mut().for_each(|name| *name = None);
    }

    /// Values in place of so many elements from the index on. An element weighs 1 at least,
    /// whatever it is.
    fn change(&mut self, index: &Expr, count: Interval, values: &[Expr]) {
        let base = 1 - self.scale * self.setting.ranges[self.part].least;
        let mut more = Sum::default();
        for value in values {
            more.add(self.scale, value, &self.names);
            more.plus(base);
        }
        if self.scale > 0 && count.least > 0 {
            let erased = Expr::Get(Array::Part(self.part), Box::new(index.clone()), 0.into());
            more.add(-self.scale, &erased, &self.names);
            more.plus(-base);
            more.plus(1 - count.least);
        } else {
            more.plus(-count.least);
        }
        self.holds &= more
            .most(self.setting, &mut self.bound)
            .is_some_and(|most| most <= 0);
    }
}

/// A linear form of expressions; nothing where a number leaves the words.
struct Sum {
    terms: Vec<(Expr, i128)>,
    constant: Option<i128>,
}

impl Default for Sum {
    fn default() -> Self {
        Self {
            terms: Vec::new(),
            constant: Some(0),
        }
    }
}

impl Sum {
    fn plus(&mut self, number: i128) {
        self.constant = self.constant.and_then(|sum| sum.checked_add(number));
    }

    fn add(&mut self, times: i128, expr: &Expr, names: &[Option<Expr>]) {
        match expr {
            Expr::Num(number) => {
                let number = i128::try_from(number).ok();
                let product = number.and_then(|number| number.checked_mul(times));
                self.constant = self
                    .constant
                    .zip(product)
                    .and_then(|(x, y)| x.checked_add(y));
            }
            Expr::Var(level) if let Some(Some(value)) = names.get(*level) => {
                self.add(times, value, names);
            }
            Expr::Bin(Op::Add, x, y) => {
                self.add(times, x, names);
                self.add(times, y, names);
            }
            Expr::Bin(Op::Sub, x, y) => {
                self.add(times, x, names);
                self.add(-times, y, names);
            }
            expr => match self.terms.iter_mut().find(|(one, _)| is_same(one, expr)) {
                Some((_, sum)) => *sum += times,
                None => self.terms.push((expr.clone(), times)),
            },
        }
    }

    /// A number that the form is never above.
    fn most(&self, setting: &Setting<'_>, bound: &mut Vec<Interval>) -> Option<i128> {
        self.terms.iter().filter(|(_, times)| *times != 0).try_fold(
            self.constant?,
            |sum, (expr, times)| {
                let interval = setting.interval(expr, bound);
                let end = if *times > 0 {
                    interval.most
                } else {
                    interval.least
                };
                let is_open = end >= Interval::ANY.most || end <= Interval::ANY.least;
                let product = end.checked_mul(*times).filter(|_| !is_open)?;
                sum.checked_add(product)
            },
        )
    }
}

/// Whether two expressions are the same element, or else the same: what is read outside a list is
/// not asked for, since an element that is erased is there.
fn is_same(one: &Expr, other: &Expr) -> bool {
    match (one, other) {
        (Expr::Get(array, index, _), Expr::Get(other, place, _)) => {
            array == other && index == place
        }
        _ => one == other,
    }
}
