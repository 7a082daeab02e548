//! Questions of one state, however states are kept.

use whowins_core::State;

use super::Searcher;
use super::descent::Answered;
use super::table::FAR;
use super::turns::Turns;
use crate::terms::Broken;
use crate::terms::moves::{Make, Moves, OfStates};

/// A search, however states are kept.
pub(super) trait Ask: Send {
    /// Tells that a state is asked about.
    fn begin(&mut self, start: &State) -> Result<(), Broken>;

    /// What is known of the state by now.
    fn known(&self) -> (i32, i32);

    /// Whether player 0 gets at least so much from it on; `None` where that takes more moves than
    /// there are.
    fn ask(&mut self, than: i32, most: u64) -> Result<Option<Told>, Broken>;

    /// Says what play without end pays, and forgets what hangs on another saying.
    fn set_endless(&mut self, pays: i32);

    /// Whether what play without end pays was ever taken for an answer.
    fn went_round(&self) -> bool;

    /// The option that took most work by now, with its points: the hardest for the opponent.
    fn longest(&mut self) -> Result<Option<(State, i32)>, Broken>;

    /// Whether it forgets more than it keeps.
    fn is_worn(&self) -> bool;

    /// Whether it looks at the same few states again and again, as they repeat.
    fn goes_round(&self) -> bool;

    /// Moves and states looked at.
    fn work(&self) -> (u64, u64);
}

/// The answer to a question, with the option that shows it, and the points that it brings.
pub(super) struct Told {
    pub is_so: bool,
    pub bound: i32,
    pub by: Option<(State, i32)>,
}

/// A search from one state of a term.
struct From<M: Moves> {
    turns: Turns<M>,
    /// The state, and the one that is kept for it.
    root: Option<(M::Key, M::Key)>,
}

impl<M: OfStates> From<M> {
    /// The state after an option of the root, which may be an image of the one that is kept.
    fn option(&mut self, wanted: &M::Key, points: i32) -> Result<Option<State>, Broken> {
        let Some((root, _)) = &self.root else {
            return Ok(None);
        };
        let points = Some(i64::from(points));
        let found = self.turns.moves().option_kept_as(root, wanted, points)?;
        Ok(found.map(|(state, _)| state))
    }
}

impl<M: OfStates + Send> Ask for From<M>
where
    M::Key: Send,
{
    fn begin(&mut self, start: &State) -> Result<(), Broken> {
        let root = self.turns.moves().key(start)?;
        if self.root.as_ref().is_none_or(|(own, _)| *own != root) {
            self.turns.begin();
            let kept = self.turns.moves().kept(root.clone());
            self.root = Some((root, kept));
        }
        Ok(())
    }

    fn known(&self) -> (i32, i32) {
        let root = self.root.as_ref();
        root.map_or((-FAR, FAR), |(_, kept)| self.turns.descent.known(kept))
    }

    fn ask(&mut self, than: i32, most: u64) -> Result<Option<Told>, Broken> {
        let Some((_, kept)) = &self.root else {
            return Ok(None);
        };
        let Some(Answered { is_so, bound, by }) = self.turns.ask(kept, than, most)? else {
            return Ok(None);
        };
        let by = match by {
            Some((key, points)) => self.option(&key, points)?.map(|state| (state, points)),
            None => None,
        };
        Ok(Some(Told { is_so, bound, by }))
    }

    fn set_endless(&mut self, pays: i32) {
        let descent = &mut self.turns.descent;
        if descent.went_round && descent.endless != pays {
            descent.clear();
        }
        descent.endless = pays;
    }

    fn went_round(&self) -> bool {
        self.turns.descent.went_round
    }

    fn longest(&mut self) -> Result<Option<(State, i32)>, Broken> {
        let Some((root, _)) = &self.root else {
            return Ok(None);
        };
        let longest = self.turns.descent.longest(root)?;
        Ok(longest.map(|(key, points)| (self.turns.moves().state(&key), points)))
    }

    fn is_worn(&self) -> bool {
        self.turns.descent.is_worn()
    }

    fn goes_round(&self) -> bool {
        self.turns.descent.goes_round()
    }

    fn work(&self) -> (u64, u64) {
        self.turns.work()
    }
}

/// How a search is begun.
pub(super) struct Searching<'a>(pub &'a Searcher);

impl Make for Searching<'_> {
    type Made = Box<dyn Ask>;

    fn make<M>(&self, moves: M) -> Self::Made
    where
        M: OfStates + Send + 'static,
        M::Key: Send,
    {
        let Searcher {
            bytes,
            budget,
            first_turn,
            ..
        } = self.0;
        Box::new(From {
            turns: Turns::new(moves, *bytes, budget.clone(), *first_turn),
            root: None,
        })
    }
}
