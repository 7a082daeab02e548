//! Canonical forms from options: no dominated and no reversible options.
//!
//! Source: J. H. Conway, 1976; A. N. Siegel, 2013, II.2.
//!
//! Start reading at [`Arena::make`].

use crate::arena::{Arena, Nus, Side, Value};
use crate::cut::Cut;
use crate::number::Word;

/// The options of Left and of Right.
type Sides = [Vec<Value>; 2];

/// Comparison results for a form without an id: for a value and a side, true if the form is at
/// least as good for that side.
///
/// They stay valid while options are replaced, because the value of the form doesn't change.
struct Found {
    /// The stops of the form. It isn't a number, so they are the best stops of its options.
    stops: [Word; 2],
    answers: Vec<(Value, Side, bool)>,
}

impl Arena {
    /// Returns the value of {left | right}.
    ///
    /// Tries the simplicity theorem first, then the mex rule. Otherwise removes dominated options
    /// and replaces reversible ones until nothing changes.
    ///
    /// # Errors
    /// Returns an error if the budget is exceeded.
    pub fn make(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Cut> {
        self.charge(1 + (left.len() + right.len()) as u64)?;
        let mut sides: Sides = [left.to_vec(), right.to_vec()];
        for side in &mut sides {
            side.sort_unstable();
            side.dedup();
        }
        if let Some(number) = self.simplest_number(&sides)? {
            return self.nus(Nus::of_number(number));
        }
        if let Some(nimber) = self.mex(&sides) {
            return self.nus(nimber);
        }
        self.reduce(&mut sides)?;
        self.canonical(&sides[0], &sides[1])
    }

    /// Returns the value with these sorted canonical options. It must not be a number.
    pub(crate) fn canonical(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Cut> {
        match self.recognised(left, right) {
            Some(nus) => self.nus(nus),
            None => self.intern(left, right),
        }
    }

    /// Returns the number {L | R} by the simplicity theorem, if no left option is at least as large
    /// and no right option is at most as large.
    fn simplest_number(&mut self, sides: &Sides) -> Result<Option<Word>, Cut> {
        let low = self.bound(&sides[0], Side::Left);
        let high = self.bound(&sides[1], Side::Right);
        if let (Some(low), Some(high)) = (low, high)
            && self.numbers.cmp(low, high).is_gt()
        {
            return Ok(None);
        }
        let mut reached = [None, None];
        for (bound, (place, side)) in [low, high]
            .into_iter()
            .zip([(0, Side::Left), (1, Side::Right)])
        {
            if let Some(number) = bound {
                let may = self.may_reach(number, &sides[place], side)?;
                reached[place] = Some((number, may));
            }
        }
        Ok(self.numbers.simplest(reached[0], reached[1]))
    }

    /// Returns the stop that bounds a number: the largest right stop of Left's options, or the
    /// least left stop of Right's.
    fn bound(&self, options: &[Value], side: Side) -> Option<Word> {
        let stops = options
            .iter()
            .map(|&option| self.stop_word(option, side.other()));
        match side {
            Side::Left => stops.max_by(|&x, &y| self.numbers.cmp(x, y)),
            Side::Right => stops.min_by(|&x, &y| self.numbers.cmp(x, y)),
        }
    }

    /// Returns true if the interval contains its end point, because no option with that stop is as
    /// good for its owner.
    fn may_reach(&mut self, number: Word, options: &[Value], side: Side) -> Result<bool, Cut> {
        let end = self.nus(Nus::of_number(number))?;
        for &option in options {
            if self.stop_word(option, side.other()) == number
                && self.is_as_good(option, end, side)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns true if `x` is at least as good as `y` for a player.
    #[inline]
    fn is_as_good(&mut self, x: Value, y: Value, side: Side) -> Result<bool, Cut> {
        match side {
            Side::Left => self.le(y, x),
            Side::Right => self.le(x, y),
        }
    }

    /// Returns the least missing nimber if both players have the same nimbers as options.
    fn mex(&self, sides: &Sides) -> Option<Nus> {
        if sides[0] != sides[1] {
            return None;
        }
        let mut heaps: Vec<u32> = sides[0]
            .iter()
            .map(|&option| {
                let nus = self.record(option).nus()?;
                (nus.ups == 0 && nus.number == Word::ZERO).then_some(nus.nimber)
            })
            .collect::<Option<_>>()?;
        heaps.sort_unstable();
        let held = heaps.iter().zip(0..).take_while(|(heap, at)| *heap == at);
        Some(Nus {
            nimber: held.count() as u32,
            ..Nus::of_number(Word::ZERO)
        })
    }

    /// Removes dominated options and replaces reversible options until neither exists. Both sides
    /// end sorted.
    fn reduce(&mut self, sides: &mut Sides) -> Result<(), Cut> {
        self.undominate(&mut sides[0], Side::Left)?;
        self.undominate(&mut sides[1], Side::Right)?;
        let stop = |side: Side| {
            self.bound(&sides[side as usize], side)
                .unwrap_or(Word::ZERO)
        };
        let mut found = Found {
            stops: [stop(Side::Left), stop(Side::Right)],
            answers: Vec::new(),
        };
        loop {
            let changed = self.reverse_one(sides, Side::Left, &mut found)?
                || self.reverse_one(sides, Side::Right, &mut found)?;
            if !changed {
                break;
            }
        }
        sides.iter_mut().for_each(|side| side.sort_unstable());
        Ok(())
    }

    /// Removes dominated and duplicate options.
    ///
    /// An option that is at least as good as another one has stops at least as good. So after
    /// sorting by stops, compare each option only with those before it. Compare in the other
    /// direction only if the stops are equal.
    fn undominate(&mut self, options: &mut Vec<Value>, side: Side) -> Result<(), Cut> {
        let mut sorted: Vec<(Word, Word, Value)> = Vec::with_capacity(options.len());
        sorted.extend(options.iter().map(|&option| {
            let record = self.record(option);
            (record.stop, record.right_stop(), option)
        }));
        // Among equal stops, the oldest options come first, because they are the simplest to
        // compare.
        let numbers = &self.numbers;
        let by_stops = |x: &(Word, Word, Value), y: &(Word, Word, Value)| {
            numbers.cmp(x.0, y.0).then_with(|| numbers.cmp(x.1, y.1))
        };
        sorted.sort_unstable_by(|x, y| {
            let order = match side {
                Side::Left => by_stops(y, x),
                Side::Right => by_stops(x, y),
            };
            order.then_with(|| x.2.cmp(&y.2))
        });
        let mut kept = 0;
        'each: for at in 0..sorted.len() {
            let new = sorted[at];
            let mut i = 0;
            while i < kept {
                let old = sorted[i];
                let order = self.numbers.cmp(old.1, new.1);
                let may = match side {
                    Side::Left => order.is_ge(),
                    Side::Right => order.is_le(),
                };
                if may && self.is_as_good(old.2, new.2, side)? {
                    continue 'each;
                }
                let is_like = old.0 == new.0 && old.1 == new.1;
                if is_like && self.is_as_good(new.2, old.2, side)? {
                    sorted.copy_within(i + 1..kept, i);
                    kept -= 1;
                } else {
                    i += 1;
                }
            }
            sorted[kept] = new;
            kept += 1;
        }
        options.clear();
        options.extend(sorted[..kept].iter().map(|one| one.2));
        Ok(())
    }

    /// Replaces one reversible option of a side. Returns true if there was one.
    fn reverse_one(
        &mut self,
        sides: &mut Sides,
        side: Side,
        found: &mut Found,
    ) -> Result<bool, Cut> {
        let own = side as usize;
        for i in 0..sides[own].len() {
            let (from, to) = self.span(sides[own][i], side.other())?;
            for at in from..to {
                // The option is reversible if the opponent's reply leaves the opponent no worse off
                // than the form.
                let answer = self.pooled(at);
                if self.form_is_as_good(answer, sides, side, found)? {
                    sides[own].swap_remove(i);
                    let (from, to) = self.span(answer, side)?;
                    for at in from..to {
                        let option = self.pooled(at);
                        sides[own].push(option);
                    }
                    sides[own].sort_unstable();
                    sides[own].dedup();
                    self.undominate(&mut sides[own], side)?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Returns true if the form {L | R} is at least as good as a value for a player, by the
    /// definition of the order.
    fn form_is_as_good(
        &mut self,
        value: Value,
        sides: &Sides,
        side: Side,
        found: &mut Found,
    ) -> Result<bool, Cut> {
        // The stops decide most comparisons.
        let record = self.record(value);
        let [of_value, of_form] = [[record.stop, record.right_stop()], found.stops];
        let (low, high) = match side {
            Side::Left => (of_value, of_form),
            Side::Right => (of_form, of_value),
        };
        if self.numbers.cmp(low[0], high[1]).is_lt() {
            return Ok(true);
        }
        let passes = |stop: usize| self.numbers.cmp(low[stop], high[stop]).is_gt();
        if passes(0) || passes(1) {
            return Ok(false);
        }
        // No option of the opponent in the form may be as good for the opponent as the value.
        for &option in &sides[side.other() as usize] {
            if self.is_as_good(option, value, side.other())? {
                return Ok(false);
            }
        }
        let known = found
            .answers
            .iter()
            .find(|known| (known.0, known.1) == (value, side));
        if let Some(known) = known {
            return Ok(known.2);
        }
        // No option of the player in the value may be as good for the player as the form.
        let (from, to) = self.span(value, side)?;
        self.charge((to - from) as u64 + 1)?;
        let mut answer = true;
        for at in from..to {
            let option = self.pooled(at);
            if self.deeper(|arena| arena.form_is_as_good(option, sides, side.other(), found))? {
                answer = false;
                break;
            }
        }
        found.answers.push((value, side, answer));
        Ok(answer)
    }
}
