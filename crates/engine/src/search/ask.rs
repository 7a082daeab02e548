//! Questions of one state, however states are kept.

use whowins_core::State;

use super::Searcher;
use super::descent::Descent;
use super::ground::Ground;
use super::straight::{self, Straight};
use super::table::FAR;
use crate::terms::Broken;
use crate::terms::moves::{Make, Moves};

/// A search, however states are kept.
pub(super) trait Ask: Send {
    /// Tells that a state is asked about.
    fn begin(&mut self, start: &State) -> Result<(), Broken>;

    /// What is known of the state by now.
    fn known(&self) -> (i32, i32);

    /// Whether player 0 gets at least so much from it on; `None` where that takes more moves than there are.
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

/// A search from one state: by proof numbers and depth first, in turns, on one ground.
struct From<M: Moves> {
    descent: Descent<M>,
    straight: Straight<M::Key>,
    /// Whether proof numbers go on alone, as play was seen to go round, or nothing else was wished.
    is_alone: bool,
    /// Moves of the next turn of each, and of the first.
    turn: u64,
    first: u64,
    root: Option<M::Key>,
}

impl<M: Moves + Send> Ask for From<M>
where
    M::Key: Send,
{
    fn begin(&mut self, start: &State) -> Result<(), Broken> {
        let root = self.descent.ground.moves.key(start)?;
        if self.root.as_ref() != Some(&root) {
            self.descent.begin();
            (self.root, self.turn) = (Some(root), self.first);
        }
        Ok(())
    }

    fn known(&self) -> (i32, i32) {
        let root = self.root.as_ref();
        root.map_or((-FAR, FAR), |root| self.descent.known(root))
    }

    fn ask(&mut self, than: i32, most: u64) -> Result<Option<Told>, Broken> {
        let Some(root) = &self.root else {
            return Ok(None);
        };
        loop {
            if !self.is_alone {
                let ground = &mut self.descent.ground;
                let until = ground.moved.saturating_add(self.turn).min(most);
                match self.straight.ask(ground, root, than, until)? {
                    straight::Told::Answered { is_so, bound, by } => {
                        let state = |(key, points)| (ground.moves.state(&key), points);
                        let by = by.map(state);
                        return Ok(Some(Told { is_so, bound, by }));
                    }
                    straight::Told::Open => {}
                    straight::Told::Declined => self.is_alone = true,
                }
            }
            let moved = self.descent.ground.moved;
            let until = match self.is_alone {
                true => most,
                false => moved.saturating_add(self.turn).min(most),
            };
            if let Some(answered) = self.descent.ask(root, than, until)? {
                let ground = &mut self.descent.ground;
                let state = |(key, points)| (ground.moves.state(&key), points);
                return Ok(Some(Told {
                    is_so: answered.is_so,
                    bound: answered.bound,
                    by: answered.by.map(state),
                }));
            }
            if self.descent.ground.moved >= most || self.descent.goes_round() {
                return Ok(None);
            }
            self.turn = self.turn.saturating_mul(2);
        }
    }

    fn set_endless(&mut self, pays: i32) {
        if self.descent.went_round && self.descent.endless != pays {
            self.descent.clear();
        }
        self.descent.endless = pays;
    }

    fn went_round(&self) -> bool {
        self.descent.went_round
    }

    fn longest(&mut self) -> Result<Option<(State, i32)>, Broken> {
        let Some(root) = &self.root else {
            return Ok(None);
        };
        let longest = self.descent.longest(root)?;
        Ok(longest.map(|(key, points)| (self.descent.ground.moves.state(&key), points)))
    }

    fn is_worn(&self) -> bool {
        self.descent.is_worn()
    }

    fn goes_round(&self) -> bool {
        self.descent.goes_round()
    }

    fn work(&self) -> (u64, u64) {
        (self.descent.ground.moved, self.descent.ground.looked)
    }
}

/// How a search is begun.
pub(super) struct Searching<'a>(pub &'a Searcher);

impl Make for Searching<'_> {
    type Made = Box<dyn Ask>;

    fn make<M>(&self, moves: M) -> Self::Made
    where
        M: Moves + Send + 'static,
        M::Key: Send,
    {
        let Searcher {
            bytes,
            budget,
            first_turn,
            ..
        } = self.0;
        Box::new(From {
            descent: Descent::new(Ground::new(moves, *bytes, budget.clone())),
            straight: Straight::new(),
            is_alone: *first_turn == 0,
            turn: *first_turn,
            first: *first_turn,
            root: None,
        })
    }
}
