//! Ways put together: tests and a state that is handed out become one entry of a table.

use super::maker::Maker;
use super::step::{Place, Reg, Rule, Step, Way};
use super::word::Word;

/// So many ways take a test as their own that all of them begin with.
const SHORT: u32 = 4;

impl<W: Word> Maker<'_, W> {
    /// Whether the last steps are tests that lead to the label, and a state that is handed out;
    /// then they are one way.
    pub(super) fn is_way(&mut self, label: Place) -> bool {
        let Some(Step::Emit { keep, add, points }) = self.steps.last().copied() else {
            return false;
        };
        let mut way = always(keep, add, points);
        // So many steps, and tests in them.
        let (mut count, mut tests, mut is_plain) = (1, 0, true);
        while let Some(step) = self.steps.iter().rev().nth(count)
            && self.is_free(count + 1)
        {
            match *step {
                Step::Is { mask, want, to }
                    if to == label && mask.and(way.rule.want) == want.and(way.rule.mask) =>
                {
                    way.rule.mask = way.rule.mask.or(mask);
                    way.rule.want = way.rule.want.or(want);
                }
                Step::Not { mask, want, to } if to == label && way.refuses(mask, want) => {
                    is_plain = false;
                }
                Step::NotAny {
                    first,
                    count: all,
                    to,
                } if to == label && (first + all) as usize == self.tests.len() => {
                    let mut one = way;
                    let mut asked = self.tests[first as usize..].iter();
                    if !asked.all(|(mask, want)| one.refuses(*mask, *want)) {
                        break;
                    }
                    (way, is_plain) = (one, false);
                    // It counts for each of them, and one is counted below.
                    tests += all as usize - 1;
                    self.tests.truncate(first as usize);
                }
                Step::Between {
                    field,
                    least,
                    most,
                    to,
                } if to == label && way.window.0 == W::ZERO => {
                    way.window = (
                        W::of(super::all(field), field.shift),
                        W::of(least as i64, field.shift),
                        W::of((most - least) as i64, field.shift),
                    );
                    is_plain = false;
                }
                _ => break,
            }
            count += 1;
            tests += 1;
        }
        if tests == 0 || !self.is_free(count) {
            return false;
        }
        self.steps.truncate(self.steps.len() - count);
        self.labels[label as usize].uses -= tests;
        self.way(way, is_plain);
        true
    }

    /// Whether the last steps are a test that leads to the label, and a few ways; then each of them
    /// takes the test as its own.
    pub(super) fn is_run(&mut self, label: Place) -> bool {
        let [
            ..,
            test,
            ways @ (Step::Rules { count, .. } | Step::Ways { count, .. }),
        ] = *self.steps.as_slice()
        else {
            return false;
        };
        let (is, mask, want) = match test {
            Step::Is { mask, want, to } if to == label => (true, mask, want),
            Step::Not { mask, want, to } if to == label => (false, mask, want),
            _ => return false,
        };
        if count > SHORT || !self.is_free(2) {
            return false;
        }
        let Some(mut all) = self.ways_of(&ways) else {
            return false;
        };
        if !all.iter_mut().all(|way| way.takes(is, mask, want)) {
            return false;
        }
        let from = self.steps.len() - 2;
        self.take_back(from);
        self.labels[label as usize].uses -= 1;
        for way in all {
            self.way(way, way.is_plain());
        }
        true
    }

    /// Takes steps back, with the ways that are theirs.
    pub(super) fn take_back(&mut self, from: usize) {
        for step in self.steps.split_off(from) {
            match step {
                Step::Rules { first, .. } => {
                    self.rules.truncate(self.rules.len().min(first as usize));
                }
                Step::Ways { first, .. } => {
                    self.ways.truncate(self.ways.len().min(first as usize));
                }
                _ => {}
            }
        }
    }

    /// One way more, in the table of those before it if there are any.
    pub(super) fn way(&mut self, way: Way<W>, is_plain: bool) {
        let (rules, ways) = (self.rules.len() as u32, self.ways.len() as u32);
        let free = self.is_free(1);
        match self.steps.last_mut() {
            Some(Step::Rules { first, count }) if is_plain && free && *first + *count == rules => {
                *count += 1;
                self.rules.push(way.rule);
            }
            Some(Step::Ways { first, count }) if free && *first + *count == ways => {
                *count += 1;
                self.ways.push(way);
            }
            Some(Step::Rules { first, count })
                if !is_plain && free && *count <= 2 * SHORT && *first + *count == rules =>
            {
                let all = self.rules.split_off(*first as usize);
                let count = all.len() as u32 + 1;
                let plain = |rule: Rule<W>| Way {
                    rule,
                    ..always(rule.keep, rule.add, rule.points)
                };
                self.ways.extend(all.into_iter().map(plain));
                self.ways.push(way);
                self.steps.pop();
                self.steps.push(Step::Ways { first: ways, count });
            }
            _ if is_plain => {
                self.rules.push(way.rule);
                self.steps.push(Step::Rules {
                    first: rules,
                    count: 1,
                });
            }
            _ => {
                self.ways.push(way);
                self.steps.push(Step::Ways {
                    first: ways,
                    count: 1,
                });
            }
        }
    }

    /// Where a test leads to one run of ways or another from this step on, each of them takes the
    /// test as its own. What was known to be jumped to before is told.
    pub(super) fn merge(&mut self, (from, joined): (Place, usize), other: Place) {
        let from = from as usize;
        let Some([test, one, Step::Jump { to: x }, two, Step::Jump { to: y }]) =
            self.steps.get(from..)
        else {
            return;
        };
        let (label, next) = (&self.labels[other as usize], *x);
        let apart = self.joined == from + 3 && label.place == Some(from as Place + 3);
        if !(apart && label.uses == 1 && *y == next) {
            return;
        }
        let (is, mask, want) = match *test {
            Step::Is { mask, want, to } if to == other => (true, mask, want),
            Step::Not { mask, want, to } if to == other => (false, mask, want),
            _ => return,
        };
        let (Some(mut first), Some(mut second)) = (self.ways_of(one), self.ways_of(two)) else {
            return;
        };
        let fits = first.iter_mut().all(|way| way.takes(is, mask, want))
            && second.iter_mut().all(|way| way.takes(!is, mask, want));
        if !fits || first.len() + second.len() > 2 * SHORT as usize {
            return;
        }
        self.take_back(from);
        self.joined = joined;
        self.labels[other as usize].uses -= 1;
        self.labels[next as usize].uses -= 2;
        for way in first.into_iter().chain(second) {
            self.way(way, way.is_plain());
        }
        // No limit is met where steps have just been taken back.
        let _ = self.emit(Step::Jump { to: next });
    }

    /// The ways of a step.
    pub(super) fn ways_of(&self, step: &Step<W>) -> Option<Vec<Way<W>>> {
        match *step {
            Step::Emit { keep, add, points } => Some(vec![always(keep, add, points)]),
            Step::Rules { first, count } => {
                let rules = self.rules[first as usize..][..count as usize].iter();
                let way = |rule: &Rule<W>| Way {
                    rule: *rule,
                    ..always(rule.keep, rule.add, rule.points)
                };
                Some(rules.map(way).collect())
            }
            Step::Ways { first, count } => {
                Some(self.ways[first as usize..][..count as usize].to_vec())
            }
            _ => None,
        }
    }

    /// A state that is handed out after others.
    pub(super) fn another(&mut self, keep: W, add: W, points: Reg) -> bool {
        match self.steps.last().copied() {
            Some(Step::Rules { .. } | Step::Ways { .. }) if self.is_free(1) => {}
            Some(Step::Emit { keep, add, points }) if self.is_free(1) => {
                self.steps.pop();
                self.way(always(keep, add, points), true);
            }
            _ => return false,
        }
        self.way(always(keep, add, points), true);
        true
    }

    /// One of several tests that lead to one place; the step that led there counts for it.
    pub(super) fn one_of(&mut self, mask: W, want: W, found: Place) {
        let all = self.tests.len() as u32;
        let free = self.is_free(1);
        match self.steps.last_mut() {
            Some(Step::NotAny { first, count, to })
                if free && *to == found && *first + *count == all =>
            {
                *count += 1;
                self.tests.push((mask, want));
            }
            Some(Step::Not {
                mask: x,
                want: y,
                to,
            }) if free && *to == found => {
                self.tests.extend([(*x, *y), (mask, want)]);
                self.steps.pop();
                self.steps.push(Step::NotAny {
                    first: all,
                    count: 2,
                    to: found,
                });
            }
            _ => self.steps.push(Step::Not {
                mask,
                want,
                to: found,
            }),
        }
    }
}

impl<W: Word> Way<W> {
    fn is_plain(&self) -> bool {
        self.other.0 == W::ZERO && self.window.0 == W::ZERO
    }

    /// Takes a test as its own, if it has room for it: these bits are as wanted, or are not.
    fn takes(&mut self, is: bool, mask: W, want: W) -> bool {
        let rule = &mut self.rule;
        match is {
            true if mask.and(rule.want) == want.and(rule.mask) => {
                (rule.mask, rule.want) = (rule.mask.or(mask), rule.want.or(want));
                true
            }
            true => false,
            false => self.refuses(mask, want),
        }
    }

    /// Takes a test as its own, if it has room for it: these bits are not so.
    fn refuses(&mut self, mask: W, want: W) -> bool {
        if self.other.0 == W::ZERO {
            self.other = (mask, want);
            return true;
        }
        // What has any bit at all is at least the lowest, and what has not all is that much less
        // than all at least.
        let low = mask.and(W::ZERO.minus(mask));
        let least = match () {
            () if want == W::ZERO => low,
            () if want == mask => W::ZERO,
            () => return false,
        };
        let free = self.window.0 == W::ZERO;
        if free {
            self.window = (mask, least, mask.minus(low));
        }
        free
    }
}

/// A way without conditions.
const fn always<W: Word>(keep: W, add: W, points: Reg) -> Way<W> {
    Way {
        rule: Rule {
            mask: W::ZERO,
            want: W::ZERO,
            keep,
            add,
            points,
        },
        other: (W::ZERO, W::ALL),
        window: (W::ZERO, W::ZERO, W::ZERO),
    }
}
