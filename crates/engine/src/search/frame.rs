//! A state on the way from the root, with what is known of its options.

use super::table::{FAR, Known, MOST, NEVER};

/// An answer that leans on no state above.
pub(super) const FREE: u32 = u32::MAX;

/// An option of a state.
pub(super) struct Way<K> {
    pub key: K,
    pub hash: u64,
    /// What the move to it brings player 0.
    pub points: i32,
    /// The number of the move for the history.
    pub step: u64,
    /// What is known of it; its proof numbers are those of the question that is asked of it here.
    pub known: Known,
    /// Where it is answered as play would come back to a state on the way: the place there of the
    /// highest such state. [`FREE`] else.
    pub leans: u32,
}

impl<K> Way<K> {
    /// The question that is asked of the option, where this is asked of the state.
    pub(super) const fn than(&self, than: i32) -> i32 {
        than.saturating_sub(self.points)
    }

    /// What player 0 gets by the option at least, where `from_below`, or at most.
    const fn bound(&self, from_below: bool) -> i32 {
        match (from_below, self.known.least, self.known.most) {
            (true, least, _) if least > -FAR => least.saturating_add(self.points),
            (false, _, most) if most < FAR => most.saturating_add(self.points),
            (true, ..) => -FAR,
            (false, ..) => FAR,
        }
    }
}

/// What came of a question.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub known: Known,
    pub leans: u32,
}

/// A state that is being looked at, and the question that is asked of it: does player 0 get at
/// least `than` from here on?
pub(super) struct Frame<K> {
    pub key: K,
    pub hash: u64,
    /// Whether player 0 is to move.
    pub is_first: bool,
    pub than: i32,
    /// It is left once the numbers reach these.
    pub proof_end: u32,
    pub disproof_end: u32,
    pub options: Vec<Way<K>>,
    /// The option that is being looked at.
    pub chosen: usize,
    /// Moves looked at for it.
    pub work: u32,
}

/// The least number, its place, and the one after it; and all numbers together.
struct Numbers {
    least: u32,
    place: usize,
    second: u32,
    all: u32,
}

/// How many states may have to be looked at for one option, or for all.
///
/// Where options lead to common states, their sum counts these several times. So of all together
/// only the largest is taken, and one more for each other option that is open (Ueda, Hashimoto,
/// Hashimoto and Iida 2008: "weak proof-number search").
fn numbers(one: impl Iterator<Item = (u32, u32)>) -> Numbers {
    let (mut least, mut place, mut second) = (NEVER, 0, NEVER);
    let (mut largest, mut open) = (0, 0u32);
    for (at, (one, all)) in one.enumerate() {
        if one < least {
            (second, least, place) = (least, one, at);
        } else if one < second {
            second = one;
        }
        if all > 0 {
            open += 1;
            largest = largest.max(all);
        }
    }
    let all = match (open, largest) {
        (0, _) => 0,
        (_, NEVER) => NEVER,
        _ => largest.saturating_add(open - 1).min(MOST),
    };
    Numbers {
        least,
        place,
        second,
        all,
    }
}

impl<K> Frame<K> {
    fn numbers(&self) -> Numbers {
        let known = self.options.iter().map(|option| option.known);
        match self.is_first {
            true => numbers(known.map(|known| (known.proof, known.disproof))),
            false => numbers(known.map(|known| (known.disproof, known.proof))),
        }
    }

    /// What is to be done next: to look at an option up to these ends; or what came of the
    /// question, where its ends are reached.
    pub(super) fn next(&mut self, place: u32) -> Result<(u32, u32), Found> {
        let numbers = self.numbers();
        let (proof, disproof) = match self.is_first {
            true => (numbers.least, numbers.all),
            false => (numbers.all, numbers.least),
        };
        if proof == 0 || disproof == 0 {
            return Err(self.answered(proof == 0, place));
        }
        if proof >= self.proof_end || disproof >= self.disproof_end {
            return Err(self.open(proof, disproof));
        }
        self.chosen = numbers.place;
        let (one_end, all_end) = match self.is_first {
            true => (self.proof_end, self.disproof_end),
            false => (self.disproof_end, self.proof_end),
        };
        // Some more than the next best, so that the same way is not left for each step (Pawlewicz
        // and Lew 2007).
        let enough = numbers.second.saturating_add(1 + numbers.second / 4);
        let one_end = one_end.min(enough);
        let known = self.options[self.chosen].known;
        let own = if self.is_first {
            known.disproof
        } else {
            known.proof
        };
        // The other open ones count one each, and it has to be let go on.
        let all_end = all_end.saturating_sub(self.others());
        let all_end = all_end.max(own.saturating_add(1));
        Ok(match self.is_first {
            true => (one_end, all_end),
            false => (all_end, one_end),
        })
    }

    /// Open options beside the chosen one.
    fn others(&self) -> u32 {
        let known = self.options.iter().map(|option| option.known);
        let open = known.filter(|known| known.proof > 0 && known.disproof > 0);
        (open.count() as u32).saturating_sub(1)
    }

    /// What is known where the question stays open.
    pub(super) fn open(&self, proof: u32, disproof: u32) -> Found {
        Found {
            known: Known {
                than: self.than,
                proof: proof.min(MOST),
                disproof: disproof.min(MOST),
                work: self.work,
                ..Known::NOTHING
            },
            leans: FREE,
        }
    }

    /// The numbers as they stand.
    pub(super) fn cut(&self) -> Found {
        let numbers = self.numbers();
        match self.is_first {
            true => self.open(numbers.least.max(1), numbers.all.max(1)),
            false => self.open(numbers.all.max(1), numbers.least.max(1)),
        }
    }

    /// What is known where the question is answered: a bound, and what it leans on.
    ///
    /// Who is to move and reaches what they want takes an option that leans on nothing above where
    /// there is one; where all options fail, all count.
    fn answered(&self, is_so: bool, place: u32) -> Found {
        let bound = |option: &Way<K>| option.bound(is_so);
        let all = self.options.iter();
        let (bound, leans) = match self.shown(is_so) {
            Some(option) => (bound(option), option.leans),
            None => {
                let bounds = all.clone().map(bound);
                let bound = if is_so { bounds.min() } else { bounds.max() };
                let leans = all.map(|option| option.leans).min();
                (bound.unwrap_or_default(), leans.unwrap_or(FREE))
            }
        };
        let known = Known {
            than: self.than,
            work: self.work,
            ..Known::NOTHING
        };
        let known = match is_so {
            true => Known {
                least: bound,
                proof: 0,
                disproof: NEVER,
                ..known
            },
            false => Known {
                most: bound,
                proof: NEVER,
                disproof: 0,
                ..known
            },
        };
        // What leans on this state alone leans on nothing: play that comes back here goes round.
        let leans = if leans >= place { FREE } else { leans };
        Found { known, leans }
    }

    /// The option by which who is to move answers the question; none where it is for the opponent
    /// to answer, and all options are answered alike.
    pub(super) fn shown(&self, is_so: bool) -> Option<&Way<K>> {
        if is_so != self.is_first {
            return None;
        }
        let answers = |option: &&Way<K>| match is_so {
            true => option.known.proof == 0,
            false => option.known.disproof == 0,
        };
        let ways = self.options.iter().filter(answers);
        ways.max_by_key(|option| {
            let bound = option.bound(is_so);
            (option.leans, if is_so { bound } else { -bound })
        })
    }
}
