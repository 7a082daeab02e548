//! Loops over a stretch of a list of any length: all elements of it change alike.
//!
//! `for each i in a..b, coin[i] := 1 - coin[i]` has as many rounds as the stretch has places. Where
//! a round looks at one element alone, at a fixed distance from the round's number, and makes a
//! linear form of it, the rounds do not hang on each other: the loop is known by its two ends and
//! by what one round does. Elements that were looked at before are taken out of the stretch, each
//! with a round of its own.

use dashu_int::IBig;
use whowins_core::Command;

use super::Refusal;
use super::form::{Constraint, Form};
use super::run::Run;
use super::way::Way;

/// Places next to each other whose elements change alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stretch {
    /// The first place, from 0.
    pub from: Form,
    /// The place behind the last; not below the first.
    pub past: Form,
    /// What each element becomes, counted from the least that it may be.
    pub change: Affine,
}

/// `times · x + more`, of an element x.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Affine {
    /// The coefficient.
    pub times: IBig,
    /// What is added.
    pub more: IBig,
}

impl Affine {
    /// What an element becomes.
    pub fn of(&self, element: &IBig) -> IBig {
        &self.times * element + &self.more
    }
}

/// What one round does, whichever it is.
struct Round {
    /// How far its element is behind the round's number.
    ahead: IBig,
    change: Affine,
}

impl Run<'_> {
    /// A loop v = lo ..= hi - 1 over a stretch of the list.
    ///
    /// # Errors
    ///
    /// Where rounds look at other elements, ask for something or do not make a linear form of
    /// theirs; where there was such a loop before.
    pub(super) fn stretch(
        &self,
        lo: &Form,
        hi: &Form,
        body: &Command,
        env: &mut Vec<Form>,
        way: Way,
    ) -> Result<Vec<Way>, Refusal> {
        let mut all = Vec::new();
        for (way, any) in self.split(way, &hi.minus(lo).and(-1)) {
            if !any {
                all.push(way);
                continue;
            }
            let Some(long) = way.long.clone() else {
                continue;
            };
            if !long.stretches.is_empty() {
                return Err(Refusal::Foreign(
                    "a move goes over two stretches of the list".into(),
                ));
            }
            let Round { ahead, change } = self.round(lo, hi, body, env, &way)?;
            let (from, past) = (lo.and(ahead.clone()), hi.and(ahead.clone()));
            // A round outside the list makes no move.
            let inside = way.not_negative(from.clone());
            let inside = inside.and_then(|way| way.not_negative(long.length.minus(&past)));
            let mut cases: Vec<(Way, Vec<[Form; 2]>)> = Vec::new();
            cases.extend(inside.map(|way| (way, vec![[from, past]])));
            for place in &long.places {
                let mut next = Vec::new();
                for (way, pieces) in cases {
                    let mut open = vec![way];
                    for (at, [from, past]) in pieces.iter().enumerate() {
                        let mut out = Vec::new();
                        for way in open {
                            let sides = [place.minus(from), past.minus(place).and(-1)];
                            let mut inside = vec![way];
                            for side in &sides {
                                let cases =
                                    inside.into_iter().flat_map(|way| self.split(way, side));
                                let (yes, no): (Vec<_>, Vec<_>) = cases.partition(|one| one.1);
                                out.extend(no.into_iter().map(|one| one.0));
                                inside = yes.into_iter().map(|one| one.0).collect();
                            }
                            let own = place.and(-ahead.clone());
                            let ends =
                                [[from.clone(), place.clone()], [place.and(1), past.clone()]];
                            for way in self.with(own, body, env, inside)? {
                                let mut pieces = pieces.clone();
                                pieces.splice(at..=at, ends.clone());
                                next.push((way, pieces));
                            }
                        }
                        open = out;
                    }
                    next.extend(open.into_iter().map(|way| (way, pieces.clone())));
                }
                self.charge(next.len())?;
                cases = next;
            }
            for (mut way, pieces) in cases {
                let pieces = pieces.into_iter().filter(|[from, past]| from != past);
                if let Some(long) = &mut way.long {
                    long.stretches = pieces
                        .map(|[from, past]| Stretch {
                            from,
                            past,
                            change: change.clone(),
                        })
                        .collect();
                }
                all.push(way);
            }
        }
        Ok(all)
    }

    /// What one round does, run on an element of which nothing is known.
    fn round(
        &self,
        lo: &Form,
        hi: &Form,
        body: &Command,
        env: &mut Vec<Form>,
        way: &Way,
    ) -> Result<Round, Refusal> {
        let mut start = way.clone();
        let number = lo.plus(&IBig::ONE, &start.fresh());
        let below = hi.minus(&number).and(-1);
        start.constraints.push(Constraint::NotNegative(below));
        if let Some(long) = &mut start.long {
            long.places.clear();
            long.unknowns.clear();
            start.state[long.part].clear();
        }
        let ways = self.with(number.clone(), body, env, vec![start.clone()])?;
        let done = match &ways[..] {
            [one] => self.done(&number, &start, one),
            _ => None,
        };
        done.ok_or_else(|| {
            Refusal::Foreign(
                "a loop over a stretch of the list does more than to change each element alike"
                    .into(),
            )
        })
    }

    /// The round that led from one way to another; `None` where it did more than to change one
    /// element.
    fn done(&self, number: &Form, start: &Way, end: &Way) -> Option<Round> {
        let long = end.long.as_ref()?;
        let range = &self.game.parts[long.part];
        let ([place], [unknown], [after]) = (
            &long.places[..],
            &long.unknowns[..],
            &end.state[long.part][..],
        ) else {
            return None;
        };
        let own = Form::unknown(*unknown);
        let most = range.most.as_ref().map(|most| most - &range.least);
        let allowed = [
            Some(place.clone()),
            Some(long.length.minus(place).and(-1)),
            most.map(|most| Form::constant(most).minus(&own)),
        ];
        let allowed = allowed.map(|one| one.map(Constraint::NotNegative));
        let asks = |one: &Constraint| {
            !start.constraints.contains(one) && !allowed.contains(&Some(one.clone()))
        };
        let others = |way: &Way| {
            let mut state = way.state.clone();
            state[long.part].clear();
            state
        };
        let more = end.constraints.iter().any(asks)
            || end.digits != start.digits
            || others(end) != others(start)
            || !long.stretches.is_empty();
        // The element was told with the least that it may be.
        let mut more_than = after.and(-range.least.clone());
        let times = more_than.terms.remove(unknown).unwrap_or_default();
        let (false, Some(more)) = (more, more_than.as_constant()) else {
            return None;
        };
        Some(Round {
            ahead: place.minus(number).as_constant()?.clone(),
            change: Affine {
                times,
                more: more.clone(),
            },
        })
    }
}
