//! Values of positions, and the parts that they fall into.
//!
//! In normal play without repetition each position has a value: the form of its options, both players'. [`Positions`] works it out by recursion, each position once. A
//! board is first cut into parts that play can never join ([`board`]); then every part is looked at in a normal form, and a board's value is the sum of theirs.
//! Heaps are parts by themselves. A row of which a move cuts off one end is a number by the signs of its cells ([`Cuts`]), where no cell is both players'.

pub mod board;
mod every;
mod heaps;
mod layout;
mod normal;
mod refusal;
mod section;
mod slots;
mod small;
mod sum;
mod words;

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use whowins_analysis::program::Cuts;
use whowins_analysis::{Frame, Game, Player, Position};
use whowins_values::{Arena, Cut, Dyadic, Value};

use crate::stack::deeper;
use board::Boards;
pub use every::{Every, Size};
pub use heaps::Heaps;
pub use refusal::{NoValue, Refusal, refusal};
pub use sum::{Found, Key, Laid, Search, Sums, Unsearched};

/// The values of one game's positions, in an arena that other games may share.
pub struct Positions<'a> {
    game: &'a Game,
    boards: Option<Boards>,
    heaps: Option<Heaps>,
    cuts: Option<Cuts>,
    /// Of positions that are not cut into parts, by their states.
    known: FxHashMap<Vec<i64>, Known>,
    /// Bytes of these.
    bytes: u64,
    asked: u64,
}

/// Bytes that a position takes while it is worked out, beside its numbers: its place on the stack, and lists of its options.
const OPEN: u64 = 768;

/// Of a longer row that is a number by the signs of its cells not all moves are laid out.
const LAID_OUT: usize = 1 << 10;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// Its value.
    Value(Value),
    /// It is being worked out: who comes back to it goes round.
    Open,
}

/// A part of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where it is, in words; empty for a whole position.
    pub place: String,
    /// What it looks like; cells of a board that belong to no part are blanks.
    pub shown: String,
    /// Its value.
    pub value: Value,
}

/// A move, with the value of the position that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Whose move it is.
    pub player: Player,
    /// In words.
    pub text: String,
    /// The position after it.
    pub to: Position,
    /// That one's value.
    pub value: Value,
}

/// Rows and columns, and the state in which play goes on from a position.
struct Whole {
    size: (usize, usize),
    frame: Frame,
    state: Vec<i64>,
}

impl<'a> Positions<'a> {
    /// None known yet.
    ///
    /// # Errors
    /// Where positions of the game have no values, and why.
    pub fn new(game: &'a Game) -> Result<Self, NoValue> {
        if let Some(refusal) = refusal(game) {
            return Err(NoValue::Refused(refusal));
        }
        Ok(Self {
            game,
            boards: game.board().and_then(Boards::new),
            heaps: game.codes().map(Heaps::new),
            cuts: game.program().and_then(|program| Cuts::of(&program.term)),
            known: FxHashMap::default(),
            bytes: 0,
            asked: 0,
        })
    }

    /// How many positions were asked for so far, and how many of them are kept.
    pub fn counts(&self) -> (u64, usize) {
        match &self.boards {
            Some(boards) => boards.counts(),
            None => {
                let heaps = self.heaps.as_ref().map_or(0, |heaps| heaps.known().len());
                (self.asked, self.known.len() + heaps)
            }
        }
    }

    /// The value of a position.
    ///
    /// # Errors
    /// Where play can go round, or a player moves again; where the arena's budget is over or has no room.
    pub fn value(&mut self, arena: &mut Arena, position: &Position) -> Result<Value, NoValue> {
        if let Some(boards) = &mut self.boards {
            let state = self
                .game
                .state_of(position)
                .ok_or(NoValue::Refused(Refusal::Large))?;
            return boards.value(arena, self.game.size_of(position), &state);
        }
        let laid = self.laid(arena, position)?;
        self.value_of(arena, &laid, &laid.state)
    }

    /// The parts of a position that are not 0 for want of moves, each with its value.
    ///
    /// # Errors
    /// As for [`Positions::value`].
    pub fn parts(&mut self, arena: &mut Arena, position: &Position) -> Result<Vec<Part>, NoValue> {
        if let Some(boards) = &mut self.boards {
            let state = self
                .game
                .state_of(position)
                .ok_or(NoValue::Refused(Refusal::Large))?;
            return boards.parts(arena, self.game.size_of(position), &state);
        }
        let laid = self.laid(arena, position)?;
        if let Some(heaps) = &mut self.heaps {
            let mut parts = Vec::new();
            for &heap in &laid.state {
                self.asked += 1;
                parts.push(Part {
                    place: "a heap".into(),
                    shown: heap.to_string(),
                    value: heaps.value(arena, heap as usize)?,
                });
            }
            return Ok(parts);
        }
        let value = self.whole(arena, &laid.frame, laid.state)?;
        Ok(vec![Part {
            place: String::new(),
            shown: self.game.show(position),
            value,
        }])
    }

    /// All moves of both players, with the values that they lead to; of a row of more than 1,024 cells that is a number by their signs, of each player's the one that no other is better than.
    ///
    /// # Errors
    /// As for [`Positions::value`].
    pub fn moves(&mut self, arena: &mut Arena, position: &Position) -> Result<Vec<Move>, NoValue> {
        if position.elements().len() > LAID_OUT
            && let Some(moves) = self.best_cuts(arena, position)?
        {
            return Ok(moves);
        }
        let laid = self.laid(arena, position)?;
        let (rows, columns) = laid.size;
        let mut moves = Vec::new();
        for player in Player::BOTH {
            let mut found = Vec::new();
            let state = laid.frame.with_turn(laid.state.clone(), player);
            let _ = laid.frame.options(player, &state, &mut |play| {
                let text = self.game.name_of(&laid.frame, columns, &state, &play);
                found.push((text, play.to.to_vec()));
                ControlFlow::Continue(())
            });
            arena.charge(found.len() as u64)?;
            for (text, to) in found {
                let next = laid.frame.with_turn(to, Player::First);
                moves.push(Move {
                    player,
                    text,
                    value: self.value_of(arena, &laid, &next)?,
                    to: self.game.position_of(&next, rows, columns),
                });
            }
        }
        Ok(moves)
    }

    /// The number that a row is by the signs of its cells, of its elements.
    fn number(&self, row: impl DoubleEndedIterator<Item = usize>) -> Option<Dyadic> {
        let signs = self.cuts.as_ref()?.signs(row)?;
        Some(Dyadic::of_signs(signs))
    }

    /// Of a row that is a number by the signs of its cells, the best move of each player: to pick the last of his cells, since what is left decides by the first sign that differs.
    fn best_cuts(
        &self,
        arena: &mut Arena,
        position: &Position,
    ) -> Result<Option<Vec<Move>>, NoValue> {
        let (Some(cuts), Some(program)) = (&self.cuts, self.game.program()) else {
            return Ok(None);
        };
        let row = position.elements();
        let symbol = |element| usize::try_from(element).unwrap_or(usize::MAX);
        if cuts.signs(row.iter().map(symbol)).is_none() {
            return Ok(None);
        }
        let mut moves = Vec::new();
        for player in Player::BOTH {
            let own = |element| cuts.cutters[symbol(element)][player.index()];
            let to = match cuts.from_last {
                true => row.iter().position(own).map(|at| &row[at + 1..]),
                false => row.iter().rposition(own).map(|at| &row[..at]),
            };
            let Some(to) = to else { continue };
            arena.charge(row.len() as u64)?;
            let number = self.number(to.iter().map(symbol)).unwrap_or_default();
            let to = Position::list(to.iter().cloned());
            let next = to.core_state(player.other());
            moves.push(Move {
                player,
                text: program.told(&position.core_state(player), &next),
                value: arena.number(&number)?,
                to,
            });
        }
        Ok(Some(moves))
    }

    fn laid(&self, arena: &Arena, position: &Position) -> Result<Whole, NoValue> {
        let size = self.game.size_of(position);
        let frame = Frame::new(self.game, size.0, size.1).under(arena.budget().clone());
        let mut state = self
            .game
            .state_of(position)
            .ok_or(NoValue::Refused(Refusal::Large))?;
        frame.settle(&mut state);
        let state = frame.with_turn(state, Player::First);
        Ok(Whole { size, frame, state })
    }

    fn value_of(
        &mut self,
        arena: &mut Arena,
        laid: &Whole,
        state: &[i64],
    ) -> Result<Value, NoValue> {
        if let Some(boards) = &mut self.boards {
            return boards.value(arena, laid.size, state);
        }
        if let Some(heaps) = &mut self.heaps {
            let mut sum = Value::ZERO;
            for heap in state {
                self.asked += 1;
                let value = heaps.value(arena, *heap as usize)?;
                sum = arena.add(sum, value)?;
            }
            return Ok(sum);
        }
        self.whole(arena, &laid.frame, state.to_vec())
    }

    /// The value of a state that is not cut into parts.
    fn whole(
        &mut self,
        arena: &mut Arena,
        frame: &Frame,
        state: Vec<i64>,
    ) -> Result<Value, NoValue> {
        self.asked += 1;
        // A state is whose turn it is, how long the row is, and the row.
        let row = state.get(2..).unwrap_or_default().iter();
        let row = row.map(|symbol| usize::try_from(*symbol).unwrap_or(usize::MAX));
        if let Some(number) = self.number(row) {
            return Ok(arena.number(&number)?);
        }
        match self.known.get(&state) {
            Some(Known::Value(value)) => return Ok(*value),
            Some(Known::Open) => return Err(NoValue::Refused(Refusal::GoesRound)),
            None => {}
        }
        self.bytes += (size_of::<(Vec<i64>, Known)>() * 2 + state.len() * 8 + 16) as u64;
        let open = OPEN + state.len() as u64 * 32;
        self.bytes += open;
        arena.ask(self.bytes)?;
        self.known.insert(state.clone(), Known::Open);
        let value = self.worked_out(arena, frame, &state);
        self.bytes -= open;
        match value {
            Ok(value) => self.known.insert(state, Known::Value(value)),
            // Who asks again, with more to spend, finds nothing half done.
            Err(_) => self.known.remove(&state),
        };
        value
    }

    fn worked_out(
        &mut self,
        arena: &mut Arena,
        frame: &Frame,
        state: &[i64],
    ) -> Result<Value, NoValue> {
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let mut next = Vec::new();
            let from = frame.with_turn(state.to_vec(), player);
            let mut again = false;
            let done = frame.options(player, &from, &mut |play| {
                again |= frame.next_player(play.to, player) == player;
                next.push(play.to.to_vec());
                ControlFlow::Continue(())
            });
            // It breaks off by itself where the budget is over, or where a number leaves the machine words.
            if let Some(over) = arena.budget().over() {
                return Err(NoValue::Cut(Cut::Over(over)));
            }
            if done.is_break() || frame.left_words() {
                return Err(NoValue::Refused(Refusal::Large));
            }
            if again {
                return Err(NoValue::Refused(Refusal::MovesAgain));
            }
            for to in next {
                let to = frame.with_turn(to, Player::First);
                sides[player.index()].push(deeper(|| self.whole(arena, frame, to))?);
            }
        }
        Ok(arena.make(&sides[0], &sides[1])?)
    }
}

impl From<Cut> for NoValue {
    fn from(cut: Cut) -> Self {
        Self::Cut(cut)
    }
}
