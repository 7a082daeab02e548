//! Single questions about large games: what a state is worth, without deciding all that play comes
//! to.
//!
//! **The question** is "does player 0 get at least so much from here on?". A worth is found by
//! asking a few of them. It is answered in two ways, in turns that grow, on one table of bounded
//! size, so that what one has found helps the other. **Proof numbers** (Allis, van der Meulen and
//! van den Herik 1994) say how many states may still have to be looked at to show it, and to refute
//! it; the search goes where least is missing, depth first, by thresholds (Nagai 2002: df-pn): it
//! is good where few replies are left. **Depth first** (`straight.rs`: alpha-beta with a window of
//! nothing) tries option after option: it is good where many states are alike. It takes core terms,
//! so it serves every game; moves are carried out by compiled code or the exact meaning, and points
//! that are only gathered are no part of a state, as in [`crate::terms`].
//!
//! # Why it is right
//!
//! A bound of a state comes from ends of play, or from bounds of options that were found before: of
//! one where who is to move wants it, of all else. So bounds are true by induction over the time at
//! which they were found, in whatever graph, whatever the table forgets, and by whatever way a
//! state was come to.
//!
//! **Where positions repeat** (the graph-history interaction problem; Kishimoto and Müller 2004),
//! play that comes back to a state on the way is taken to go round, and to bring what play without
//! end pays. Of the two players one gains by that at most, as the question goes: who wants it
//! answered so holds out, the other must force an end. A way that shows an end is right however it
//! was come to. An answer of who holds out *leans* on the state that play came back to: it is true
//! as long as that state is above, and is told to the states between, but not kept. Once it comes
//! to that state itself, all that it leans on lies below it: there who holds out has a way on from
//! every state, to an end that is good for them, to an answer that was kept, or round; so the state
//! is theirs from wherever play comes to it, and that is kept. Points must be the same on a round
//! that play comes back by; else what play without end brings never settles, and the game is
//! refused.

mod ask;
mod claims;
mod descent;
mod filled;
mod frame;
mod ground;
mod history;
pub mod lanes;
mod straight;
mod table;
mod turns;
mod worth;

pub(crate) use turns::Turns;

use dashu_int::IBig;
use whowins_analysis::program::{endless_from_here, score_of};
use whowins_core::{Budget, Expr, Game, State};

use crate::limits::EngineError;
use crate::terms::moves::carried;
use crate::terms::{Broken, no_room};

use ask::{Ask, Searching};
use claims::by_claims;
use table::FAR;
use worth::worth;

/// Payoffs and points are taken below this, so that their sums fit.
const LARGEST: i32 = 1 << 30;

/// Moves of the first turn of each of the two ways; the next are twice as long.
pub(crate) const FIRST_TURN: u64 = 1 << 14;

/// What was found of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What player 0 gets where both play well; `None` where that hangs on what play without end
    /// pays, and the rules do not say.
    pub pays: Option<IBig>,
    /// A move that keeps it, where the game is not over: the state after it.
    pub best: Option<State>,
}

/// How far a search has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// States looked at, those that were looked at again included.
    pub looked: u64,
    /// What player 0 gets at least and at most, as far as that is known.
    pub least: Option<IBig>,
    /// The same from above.
    pub most: Option<IBig>,
}

/// Searches one game, and keeps what it finds for the next question, as far as it fits.
pub struct Searcher {
    game: Game,
    budget: Budget,
    bytes: u64,
    /// Moves of the first turn of each of the two ways.
    first_turn: u64,
    score: Option<usize>,
    /// What an end may pay, in rising order, where the term says it in so many numbers.
    payoffs: Option<Vec<i32>>,
    known: Option<Box<dyn Ask>>,
    /// The state that was asked about last, and the states that had been looked at before.
    asked: Option<State>,
    before: u64,
    reach: Reach,
}

/// The numbers that an expression can be, where it is one of a few.
fn numbers(expr: &Expr, all: &mut Vec<i32>) -> bool {
    match expr {
        Expr::Num(number) => {
            let number = small(number).ok();
            all.extend(number);
            number.is_some()
        }
        Expr::Ite(_, yes, no) => numbers(yes, all) && numbers(no, all),
        _ => false,
    }
}

impl Searcher {
    /// A search of the game in so many bytes, or what the budget has; no work is done yet. `None`
    /// where options can be blocked: what does not count them refuses.
    pub fn new(game: Game, budget: Budget, bytes: u64) -> Option<Self> {
        if game.blocks > 0 {
            return None;
        }
        let mut payoffs = Vec::new();
        let all = game.ends.iter().map(|end| &end.pays).chain([&game.stuck]);
        let mut whole = true;
        for pays in all {
            whole &= numbers(pays, &mut payoffs);
        }
        Some(Self {
            score: score_of(&game),
            payoffs: whole.then_some(payoffs),
            bytes: bytes.min(budget.memory),
            first_turn: FIRST_TURN,
            game,
            budget,
            known: None,
            asked: None,
            before: 0,
            reach: Reach::default(),
        })
    }

    /// The same with first turns of so many moves for each of the two ways; with none, by proof
    /// numbers alone. No answer hangs on it.
    #[must_use]
    pub const fn with_turns(mut self, moves: u64) -> Self {
        self.first_turn = moves;
        self
    }

    /// How far the last question has come.
    pub const fn reach(&self) -> &Reach {
        &self.reach
    }

    /// Whether what it has looked at is many times what it can remember, so that a longer search is
    /// of little use.
    pub fn is_worn(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.is_worn())
    }

    /// Whether the last question met positions that repeat, and looked at the same few states again
    /// and again: then it declined, and would do so again. What play that comes back shows is not
    /// kept, so where much goes round there are too many ways to go.
    pub fn goes_round(&self) -> bool {
        self.known.as_ref().is_some_and(|known| known.goes_round())
    }

    /// What a state is worth; `None` where that takes more than so many moves to look at, or where
    /// it goes round ([`Searcher::goes_round`]). What was found is kept, and the next try goes on
    /// from there.
    ///
    /// # Errors
    ///
    /// Where the budget is over, or has no room for the way to a state; where a payoff is not below
    /// 2^30; where points are gathered in play that may go round.
    pub fn worth(&mut self, start: &State, most: u64) -> Result<Option<Found>, EngineError> {
        let payoffs = self.payoffs.clone();
        let is_first = start[0][0] == IBig::ZERO;
        let is_said = endless_from_here(&self.game, self.score).is_some();
        let found = self.answered(start, most, &mut |ask, endless, limit| {
            let mut payoffs = payoffs.clone();
            if let Some(payoffs) = &mut payoffs {
                // Where the rules leave open what play without end pays, the questions must not
                // take it for one or the other.
                payoffs.extend(if is_said { [endless; 2] } else { [-1, 1] });
                payoffs.sort_unstable();
                payoffs.dedup();
            }
            worth(ask, payoffs.as_deref(), is_first, limit)
        })?;
        let Some((first, second)) = found else {
            return Ok(None);
        };
        let is_open = second
            .as_ref()
            .is_some_and(|second| second.pays != first.pays);
        // A move that brings so much even where play without end pays least is found in the second
        // run, where it pays most in the first.
        let by = match (is_first, second) {
            (true, Some(second)) => second.least_by,
            (true, None) => first.least_by,
            (false, _) => first.most_by,
        };
        let gathered = self.gathered(start);
        let best = by.map(|(mut state, points)| {
            if let Some(part) = self.score {
                state[part] = vec![&gathered + IBig::from(points)];
            }
            state
        });
        Ok(Some(Found {
            pays: (!is_open).then(|| gathered + IBig::from(first.pays)),
            best: best.filter(|_| !is_open),
        }))
    }

    /// Whether player 0 gets at least so much from a state; `None` as for [`Searcher::worth`], and
    /// `Some(None)` where that hangs on what play without end pays, and the rules do not say.
    ///
    /// # Errors
    ///
    /// As [`Searcher::worth`].
    pub fn gets(
        &mut self,
        start: &State,
        than: &IBig,
        most: u64,
    ) -> Result<Option<Option<bool>>, EngineError> {
        let than = i32::try_from(than - self.gathered(start));
        let than = than.map_err(|_| EngineError::TooLarge("a bound of 2^31 or more".into()))?;
        let found = self.answered(start, most, &mut |ask, _, limit| {
            let (least, most) = ask.known();
            if least >= than || most < than {
                return Ok(Some(least >= than));
            }
            Ok(ask.ask(than, limit)?.map(|told| told.is_so))
        })?;
        Ok(found.map(|(first, second)| match second {
            Some(second) if second != first => None,
            _ => Some(first),
        }))
    }

    /// The points that a state holds.
    fn gathered(&self, start: &State) -> IBig {
        self.score.map_or(IBig::ZERO, |part| start[part][0].clone())
    }

    /// The answer to a question of a state; and once more with another payoff of play without end,
    /// where the rules leave that open and it matters.
    #[expect(clippy::type_complexity)]
    fn answered<T>(
        &mut self,
        start: &State,
        most: u64,
        question: &mut dyn FnMut(&mut dyn Ask, i32, u64) -> Result<Option<T>, Broken>,
    ) -> Result<Option<(T, Option<T>)>, EngineError> {
        if self.asked.as_ref() != Some(start) {
            self.asked = Some(start.clone());
            self.before = self.known.as_ref().map_or(0, |known| known.work().1);
        }
        // What is at hand, then compiled code, then the exact meaning.
        for exact in [None, Some(false), Some(true)] {
            if let Some(exact) = exact {
                self.known = self.carried(start, exact);
                self.before = 0;
            }
            let Some(mut known) = self.known.take() else {
                continue;
            };
            let found = self.twice(known.as_mut(), start, most, question);
            self.note(known.as_ref(), start);
            match found {
                Err(Broken::Words) => {}
                Err(Broken::Error(error)) => {
                    self.known = Some(known);
                    return Err(error);
                }
                Ok(found) => {
                    self.known = Some(known);
                    return Ok(found);
                }
            }
        }
        Err(no_room(&self.budget))
    }

    /// A search of states like this one; `None` where the term is not compiled.
    fn carried(&self, start: &State, exact: bool) -> Option<Box<dyn Ask>> {
        let (game, score, budget) = (&self.game, self.score, &self.budget);
        let make = Searching(self);
        if !exact
            && score.is_none()
            && let Some(search) = by_claims(game, start, self.bytes, budget, self.first_turn)
        {
            return Some(search);
        }
        carried(game, start, score, exact, true, budget, &make)
    }

    /// Asks with the payoff of play without end that the rules say; where they leave it open, with
    /// the largest that it may have, and if that matters with the least.
    #[expect(clippy::type_complexity)]
    fn twice<T>(
        &self,
        ask: &mut dyn Ask,
        start: &State,
        most: u64,
        question: &mut dyn FnMut(&mut dyn Ask, i32, u64) -> Result<Option<T>, Broken>,
    ) -> Result<Option<(T, Option<T>)>, Broken> {
        ask.begin(start)?;
        let limit = ask.work().0.saturating_add(most);
        let said = endless_from_here(&self.game, self.score);
        let said = said.as_ref().map(small).transpose()?;
        let endless = said.unwrap_or(1);
        ask.set_endless(endless);
        let Some(first) = question(ask, endless, limit)? else {
            return Ok(None);
        };
        if said.is_some() || !ask.went_round() {
            return Ok(Some((first, None)));
        }
        let plain = self.payoffs.as_ref();
        if plain.is_none_or(|all| all.iter().any(|pays| pays.abs() > 1)) {
            return Err(Broken::Error(EngineError::TooLarge(
                "positions repeat, payoffs are not plain, and the rules do not say what play without end pays".into(),
            )));
        }
        ask.set_endless(-1);
        let second = question(ask, -1, limit)?;
        Ok(second.map(|second| (first, Some(second))))
    }

    /// Notes how far the question has come.
    fn note(&mut self, ask: &dyn Ask, start: &State) {
        let gathered = self.gathered(start);
        let (least, most) = ask.known();
        let known = |bound: i32| (bound.abs() < FAR).then(|| &gathered + IBig::from(bound));
        self.reach = Reach {
            looked: ask.work().1 - self.before,
            least: known(least),
            most: known(most),
        };
    }
}

/// A payoff as it is kept.
fn small(pays: &IBig) -> Result<i32, Broken> {
    kept(i32::try_from(pays).ok())
}

/// Points as they are kept.
fn narrow(points: i64) -> Result<i32, Broken> {
    kept(i32::try_from(points).ok())
}

fn kept(number: Option<i32>) -> Result<i32, Broken> {
    let number = number.filter(|number| number.abs() < LARGEST);
    number.ok_or_else(|| {
        Broken::Error(EngineError::TooLarge(
            "a search takes payoffs and points below 2^30".into(),
        ))
    })
}
