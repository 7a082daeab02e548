//! Numbers that play never takes above what they are.

use whowins_core::{Command, Expr, State};

use crate::{Interval, Setting};

impl Setting<'_> {
    /// For each part without an upper end a number that its elements never pass in play from a
    /// state, where the term shows one: the least 2^k - 1 above the part's least number that none
    /// of them passes now. So a heap that is only taken from has the bits that it fills, and states
    /// of up to twice as much are told in the same way.
    ///
    /// It is assumed of all such parts at once, and holds where every write that a move makes from
    /// there on stays within it; parts of which that is not so are left out, and the others asked
    /// again (an inductive invariant of boxes: Cousot and Cousot 1977). `O(the term)` for each part
    /// at most.
    ///
    /// ```
    /// use whowins_analysis::Setting;
    /// use whowins_core::Game;
    ///
    /// let game: Game = "(game g (part turn 0 1) (part n 0 -) (part m 0 -) (start (0) (40) (9))
    ///     ; A move takes 1 or 2 from n and adds them to m.
    ///     (tier (seq (choose k 1 3 (seq (set n (- n k)) (set m (+ m k)))) (set turn (- 1 turn))))
    ///     (stuck 0))".parse()?;
    /// let setting = Setting::new(&game, &game.starts[0]);
    /// assert_eq!(setting.caps(&game.starts[0]), [None, Some(63), None]);
    /// # Ok::<(), whowins_core::ReadError>(())
    /// ```
    pub fn caps(&self, state: &State) -> Vec<Option<i128>> {
        let cap = |(at, part): (usize, &whowins_core::Part)| {
            let is_open = part.most.is_none() && !self.constant[at];
            let least = self.ranges[at].least;
            let values = state[at].iter().map(Interval::exactly);
            let largest = values.map(|value| value.most).max().unwrap_or(least);
            let above = u64::try_from(largest.checked_sub(least)?).ok()?;
            let bits = u64::BITS - above.leading_zeros();
            let cap = least + ((1i128 << bits) - 1);
            (is_open && above < 1 << 40).then_some(cap)
        };
        let parts = self.game.parts.iter().enumerate();
        let mut caps: Vec<Option<i128>> = parts.map(cap).collect();
        let mut assumed = self.clone();
        loop {
            for (at, cap) in caps.iter().enumerate() {
                assumed.ranges[at].most = cap.unwrap_or(self.ranges[at].most);
            }
            let mut passed = vec![false; caps.len()];
            for tier in &self.game.tiers {
                assumed.writes_above(tier, &mut Vec::new(), &mut passed);
            }
            let before = caps.clone();
            for (cap, passed) in caps.iter_mut().zip(passed) {
                *cap = cap.filter(|_| !passed);
            }
            if caps == before {
                return caps;
            }
        }
    }

    /// Marks the parts to which a command may write more than is assumed of them.
    fn writes_above(&self, command: &Command, bound: &mut Vec<Interval>, passed: &mut [bool]) {
        match command {
            Command::Guard(_) => {}
            Command::Seq(all) | Command::Alt(all) => {
                for one in all {
                    self.writes_above(one, bound, passed);
                }
            }
            Command::When(_, yes, no) => {
                self.writes_above(yes, bound, passed);
                self.writes_above(no, bound, passed);
            }
            Command::Choose(lo, hi, body) | Command::Loop(lo, hi, body) => {
                let mut of = |end: &Expr| self.interval(end, bound);
                if let Some(counter) = Self::rounds(of(lo), of(hi)) {
                    bound.push(counter);
                    self.writes_above(body, bound, passed);
                    bound.pop();
                }
            }
            Command::Repeat(_, body) => self.writes_above(body, bound, passed),
            Command::Set(part, _, value) => {
                passed[*part] |= self.interval(value, bound).most > self.ranges[*part].most;
            }
            Command::Splice(part, _, _, values) => {
                for value in values {
                    passed[*part] |= self.interval(value, bound).most > self.ranges[*part].most;
                }
            }
        }
    }
}
