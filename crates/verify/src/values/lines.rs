//! Values of short games on a sheet of lines, each checked by those before it: no search, and
//! nothing is believed.
//!
//! ```text
//!   form n = {L | R}              L and R are numbers of forms below n
//!   a <= b                        no left option x of a has b <= x, no right option y of b has y <= a
//!   not a <= b                    some left option x of a has b <= x, or some right option y of b has y <= a
//!   a + b = c                     the game of all a' + b and a + b' is worth c
//!   {L | R} is worth c            second player's strategy in the difference: see [`Sheet::is`]
//! ```
//!
//! The first three are the definition of forms and of their order (Conway 1976), by induction on
//! the sum of two numbers. That a game may be put for its value in every sum, and that such lines
//! are enough, are theorems in `proofs/Value.v` and `proofs/ValueLines.v`.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::{Budget, Rejection};

/// More forms, or lines of one kind, are not read.
const MOST: usize = 1 << 26;

/// Forms and what is claimed of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    /// Left's options of each form and Right's, as numbers of forms before it; form 0 has none.
    pub forms: Vec<[Vec<u32>; 2]>,
    /// a <= b.
    pub at_most: Vec<[u32; 2]>,
    /// Not a <= b.
    pub not_at_most: Vec<[u32; 2]>,
    /// a + b = c.
    pub sums: Vec<[u32; 3]>,
}

/// Lines that were checked. There is no other way to make one than [`Lines::check`].
#[derive(Debug)]
pub struct Sheet<'a> {
    forms: &'a [[Vec<u32>; 2]],
    order: FxHashMap<(u32, u32), bool>,
    sums: FxHashMap<(u32, u32), u32>,
}

/// Two forms whose order does not matter.
fn pair(a: u32, b: u32) -> (u32, u32) {
    (a.min(b), a.max(b))
}

impl Lines {
    /// Checks every line. Linear in the lines and in the options of the forms in them, sums
    /// quadratic in those of one line.
    ///
    /// # Errors
    ///
    /// The first line that does not hold by those before it.
    pub fn check(&self, budget: &Budget) -> Result<Sheet<'_>, Rejection> {
        let most = [
            self.forms.len(),
            self.at_most.len(),
            self.not_at_most.len(),
            self.sums.len(),
        ];
        if most.into_iter().any(|length| length > MOST) {
            let message = format!("more than {MOST} forms, or lines of one kind");
            return Err(Rejection::malformed(message));
        }
        for (form, options) in self.forms.iter().enumerate() {
            budget.spend(1 + options.iter().map(|side| side.len() as u64).sum::<u64>())?;
            if options
                .iter()
                .flatten()
                .any(|option| *option as usize >= form)
            {
                let message = format!("form {form} has an option that does not stand before it");
                return Err(Rejection::malformed(message));
            }
        }
        if self
            .forms
            .first()
            .is_none_or(|zero| zero.iter().any(|side| !side.is_empty()))
        {
            return Err(Rejection::malformed(
                "form 0 is not there, or has an option",
            ));
        }
        let mut sheet = Sheet {
            forms: &self.forms,
            order: FxHashMap::default(),
            sums: FxHashMap::default(),
        };
        for (lines, holds) in [(&self.at_most, true), (&self.not_at_most, false)] {
            for &[a, b] in lines {
                self.has(&[a, b])?;
                sheet.order.insert((a, b), holds);
            }
        }
        let (holding, others) = (&self.at_most, &self.not_at_most);
        let all = holding
            .iter()
            .map(|line| (line, true))
            .chain(others.iter().map(|line| (line, false)));
        for (&[a, b], holds) in all {
            let options = sheet.left(a).len() + sheet.right(b).len();
            budget.spend(1 + options as u64)?;
            let shown = match holds {
                true => sheet.shows_at_most(a, b),
                false => sheet.shows_not_at_most(a, b),
            };
            if !shown {
                let not = if holds { "" } else { "not " };
                return Err(Rejection::false_claim(format!(
                    "the line that {not}form {a} <= form {b} does not follow from the lines on their options"
                )));
            }
        }
        for &[a, b, c] in &self.sums {
            self.has(&[a, b, c])?;
            sheet.sums.insert(pair(a, b), c);
        }
        for &[a, b, c] in &self.sums {
            let sides = [0, 1].map(|side| sheet.options_of_sum(a, b, side));
            let [Some(left), Some(right)] = sides else {
                return Err(Rejection::false_claim(format!(
                    "a sum of an option, in form {a} + form {b}, is not on the sheet"
                )));
            };
            if !sheet.is(&left, &right, c, budget)? {
                return Err(Rejection::false_claim(format!(
                    "the line that form {a} + form {b} = form {c} does not follow from the sums with their options"
                )));
            }
        }
        Ok(sheet)
    }

    fn has(&self, forms: &[u32]) -> Result<(), Rejection> {
        match forms
            .iter()
            .find(|form| **form as usize >= self.forms.len())
        {
            None => Ok(()),
            Some(form) => Err(Rejection::malformed(format!(
                "a line speaks of form {form}, and there are {}",
                self.forms.len()
            ))),
        }
    }
}

impl Sheet<'_> {
    /// How many forms, lines of order and sums there are.
    pub fn counts(&self) -> [usize; 3] {
        [self.forms.len(), self.order.len(), self.sums.len()]
    }

    /// Whether there is a form of this number.
    pub fn has(&self, form: u32) -> bool {
        (form as usize) < self.forms.len()
    }

    /// Left's options of a form.
    pub fn left(&self, form: u32) -> &[u32] {
        &self.forms[form as usize][0]
    }

    /// Right's options of a form.
    pub fn right(&self, form: u32) -> &[u32] {
        &self.forms[form as usize][1]
    }

    /// Whether a <= b; `None` where no line says so.
    pub fn at_most(&self, a: u32, b: u32) -> Option<bool> {
        match a == b {
            true => Some(true),
            false => self.order.get(&(a, b)).copied(),
        }
    }

    /// The form that a + b is worth; `None` where no line says so.
    pub fn sum(&self, a: u32, b: u32) -> Option<u32> {
        match (a, b) {
            (0, other) | (other, 0) => Some(other),
            _ => self.sums.get(&pair(a, b)).copied(),
        }
    }

    /// Whether the lines say that moves in a summand are dominated beside a game of this value,
    /// with options of these values: each option of the game and the summand is as good as one of
    /// the summand's and the game.
    pub fn has_no_use(&self, summand: u32, value: u32, [left, right]: [&[u32]; 2]) -> bool {
        let with = |option: &u32| self.sum(*option, summand);
        let at_most = |a: Option<u32>, b: Option<u32>| {
            let both = a.zip(b);
            both.is_some_and(|(a, b)| self.at_most(a, b) == Some(true))
        };
        let lefts = self.left(summand).iter().all(|s| {
            let other = self.sum(value, *s);
            left.iter().any(|x| at_most(other, with(x)))
        });
        let rights = self.right(summand).iter().all(|s| {
            let other = self.sum(value, *s);
            right.iter().any(|x| at_most(with(x), other))
        });
        lefts && rights
    }

    fn shows_at_most(&self, a: u32, b: u32) -> bool {
        let lines = |x, y| self.at_most(x, y) == Some(false);
        self.left(a).iter().all(|x| lines(b, *x)) && self.right(b).iter().all(|y| lines(*y, a))
    }

    fn shows_not_at_most(&self, a: u32, b: u32) -> bool {
        let lines = |x, y| self.at_most(x, y) == Some(true);
        self.left(a).iter().any(|x| lines(b, *x)) || self.right(b).iter().any(|y| lines(*y, a))
    }

    /// The options of a + b for a player, each once.
    fn options_of_sum(&self, a: u32, b: u32, side: usize) -> Option<Vec<u32>> {
        let of = |form: u32| self.forms[form as usize][side].iter();
        let first = of(a).map(|option| self.sum(*option, b));
        let second = of(b).map(|option| self.sum(a, *option));
        let mut all: Vec<u32> = first.chain(second).collect::<Option<_>>()?;
        all.sort_unstable();
        all.dedup();
        Some(all)
    }

    /// Whether the sheet shows that a game whose options are worth these forms, Left's and Right's,
    /// is worth `form` in every sum.
    ///
    /// Second player's strategy in the game less the form: no left option of the game is at least
    /// the form, and for each right option y of the form some right option of the game is at most
    /// y, or the game is at most some left option of y (y is reversible through it); and the same
    /// from the other side. `false` says that no lines show it.
    ///
    /// # Errors
    ///
    /// When the budget is used up.
    pub fn is(
        &self,
        left: &[u32],
        right: &[u32],
        form: u32,
        budget: &Budget,
    ) -> Result<bool, Rejection> {
        Ok(self.below(left, right, form, budget)? && self.above(left, right, form, budget)?)
    }

    /// Whether the sheet shows {left | right} <= form.
    fn below(
        &self,
        left: &[u32],
        right: &[u32],
        form: u32,
        budget: &Budget,
    ) -> Result<bool, Rejection> {
        budget.spend(1 + left.len() as u64)?;
        if left.iter().any(|x| self.at_most(form, *x) != Some(false)) {
            return Ok(false);
        }
        'each: for &y in self.right(form) {
            budget.spend(1 + right.len() as u64)?;
            if right.iter().any(|x| self.at_most(*x, y) == Some(true)) {
                continue;
            }
            for &z in self.left(y) {
                if self.below(left, right, z, budget)? {
                    continue 'each;
                }
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// Whether the sheet shows form <= {left | right}.
    fn above(
        &self,
        left: &[u32],
        right: &[u32],
        form: u32,
        budget: &Budget,
    ) -> Result<bool, Rejection> {
        budget.spend(1 + right.len() as u64)?;
        if right.iter().any(|y| self.at_most(*y, form) != Some(false)) {
            return Ok(false);
        }
        'each: for &x in self.left(form) {
            budget.spend(1 + left.len() as u64)?;
            if left.iter().any(|y| self.at_most(x, *y) == Some(true)) {
                continue;
            }
            for &z in self.right(x) {
                if self.above(left, right, z, budget)? {
                    continue 'each;
                }
            }
            return Ok(false);
        }
        Ok(true)
    }
}
