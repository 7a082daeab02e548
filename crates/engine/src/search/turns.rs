//! One question, in turns that grow: depth first, then by proof numbers, on one ground.

use whowins_core::Budget;

use super::descent::{Answered, Descent};
use super::ground::Ground;
use super::straight::{Straight, Told};
use crate::terms::Broken;
use crate::terms::moves::Moves;

/// A search of whatever has moves, and what it has found by now.
pub(crate) struct Turns<M: Moves> {
    pub(super) descent: Descent<M>,
    straight: Straight<M::Key>,
    /// Whether proof numbers go on alone, as play was seen to go round, or nothing else was wished.
    is_alone: bool,
    /// Moves of the next turn of each, and of the first.
    turn: u64,
    first: u64,
}

impl<M: Moves> Turns<M> {
    /// With so many bytes for what is found, and first turns of so many moves; with none, by proof
    /// numbers alone.
    pub(crate) fn new(moves: M, bytes: u64, budget: Budget, first: u64) -> Self {
        Self {
            descent: Descent::new(Ground::new(moves, bytes, budget)),
            straight: Straight::new(),
            is_alone: first == 0,
            turn: first,
            first,
        }
    }

    /// Who carries out the moves.
    pub(crate) const fn moves(&mut self) -> &mut M {
        &mut self.descent.ground.moves
    }

    /// Another root is asked about.
    pub(crate) const fn begin(&mut self) {
        self.descent.begin();
        self.turn = self.first;
    }

    /// Moves and states looked at.
    pub(crate) const fn work(&self) -> (u64, u64) {
        (self.descent.ground.moved, self.descent.ground.looked)
    }

    /// Whether what play without end pays was ever taken for an answer.
    pub(crate) const fn went_round(&self) -> bool {
        self.descent.went_round
    }

    /// Whether player 0 gets at least so much from the root on; `None` where that takes more moves
    /// than `most` in all.
    pub(crate) fn ask(
        &mut self,
        root: &M::Key,
        than: i32,
        most: u64,
    ) -> Result<Option<Answered<M::Key>>, Broken> {
        loop {
            if !self.is_alone {
                let ground = &mut self.descent.ground;
                let until = ground.moved.saturating_add(self.turn).min(most);
                match self.straight.ask(ground, root, than, until)? {
                    Told::Answered { is_so, bound, by } => {
                        return Ok(Some(Answered { is_so, bound, by }));
                    }
                    Told::Open => {}
                    Told::Declined => self.is_alone = true,
                }
            }
            let moved = self.descent.ground.moved;
            let until = match self.is_alone {
                true => most,
                false => moved.saturating_add(self.turn).min(most),
            };
            if let Some(answered) = self.descent.ask(root, than, until)? {
                return Ok(Some(answered));
            }
            if self.descent.ground.moved >= most || self.descent.goes_round() {
                return Ok(None);
            }
            self.turn = self.turn.saturating_mul(2);
        }
    }
}
