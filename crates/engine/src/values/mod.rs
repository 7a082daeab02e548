//! Values of positions, and the parts that they fall into.
//!
//! In normal play without repetition each position has a value: the form of its options, both
//! players'. [`Positions`] works it out by recursion, each position once. A board is first cut into
//! parts that play can never join ([`board`]); then every part is looked at in a normal form, and a
//! board's value is the sum of theirs. Heaps are parts by themselves. A row of which a move cuts
//! off one end is a number by the signs of its cells ([`Cuts`]), where no cell is both players'.

pub mod board;
mod every;
mod ground;
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

use dashu_int::IBig;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use whowins_analysis::program::Cuts;
use whowins_analysis::{Frame, Game, Player, Position};
use whowins_values::{Arena, Cut, Dyadic, Value};

use crate::stack::deeper;
use board::Boards;
pub use board::Written;
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

/// Bytes that a position takes while it is worked out, beside its numbers: its place on the stack,
/// and lists of its options.
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
    /// How many parts look like it, itself among them; told is the first.
    pub count: u64,
}

/// A move, with the values before it and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Whose move it is.
    pub player: Player,
    /// In words.
    pub text: String,
    /// The position after it; of a board of more than 1,024 cells where the part that is moved in
    /// lies, and what it looks like then.
    pub to: String,
    /// The value of what it is made in: of a part of a board, else of the position.
    pub before: Value,
    /// The value of that after it.
    pub after: Value,
    /// In how many parts the same move can be made; told is the first.
    pub count: u64,
}

/// The sum of values, each so many times. G and -G cancel each other out before anything is added
/// up.
///
/// # Errors
/// Where the budget is over or has no room.
fn total(arena: &mut Arena, values: impl IntoIterator<Item = (Value, u64)>) -> Result<Value, Cut> {
    let mut net: IndexMap<Value, (i64, bool), FxBuildHasher> = IndexMap::default();
    for (value, count) in values {
        let negative = arena.neg(value)?;
        let count = i64::try_from(count).map_err(|_| Cut::Size)?;
        let (least, by) = match negative < value {
            true => (negative, -count),
            false => (value, count),
        };
        let known = net.entry(least).or_insert((0, negative == value));
        known.0 = known.0.checked_add(by).ok_or(Cut::Size)?;
    }
    let mut sum = Value::ZERO;
    for (value, (times, is_own_negative)) in net {
        let times = if is_own_negative { times & 1 } else { times };
        let many = arena.scale(value, times)?;
        sum = arena.add(sum, many)?;
    }
    Ok(sum)
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
    /// Where play can go round, or a player moves again; where the arena's budget is over or has no
    /// room.
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
            let mut parts: Vec<Part> = Vec::new();
            for (heap, count) in alike(&laid.state) {
                self.asked += 1;
                parts.push(Part {
                    place: "a heap".into(),
                    shown: heap.to_string(),
                    value: heaps.value(arena, heap as usize)?,
                    count,
                });
            }
            return Ok(parts);
        }
        let value = self.whole(arena, &laid.frame, laid.state)?;
        Ok(vec![Part {
            place: String::new(),
            shown: self.game.show(position),
            value,
            count: 1,
        }])
    }

    /// All moves of both players; of parts of a board that look alike, and of equal heaps, those of
    /// the first. Of a row of more than 1,024 cells that is a number by their signs, of each
    /// player's the one that no other is better than ([`Positions::tells_best_alone`]).
    ///
    /// # Errors
    /// As for [`Positions::value`].
    pub fn moves(&mut self, arena: &mut Arena, position: &Position) -> Result<Vec<Move>, NoValue> {
        if let Some(boards) = &mut self.boards {
            let state = self
                .game
                .state_of(position)
                .ok_or(NoValue::Refused(Refusal::Large))?;
            return boards.moves(arena, self.game, self.game.size_of(position), &state);
        }
        if self.tells_best_alone(position) {
            return self.best_cuts(arena, position);
        }
        let laid = self.laid(arena, position)?;
        let (rows, columns) = laid.size;
        let before = self.value_of(arena, &laid, &laid.state)?;
        let counts = self.heaps.as_ref().map(|_| alike(&laid.state));
        let mut moves = Vec::new();
        for player in Player::BOTH {
            let mut found = Vec::new();
            let state = laid.frame.with_turn(laid.state.clone(), player);
            let _ = laid.frame.options(player, &state, &mut |play| {
                let text = self
                    .game
                    .name_of(&laid.frame, columns, player, &state, &play);
                // Which heap it is made in.
                let of = |counts: &IndexMap<i64, u64, FxBuildHasher>| {
                    let count = play.chosen.first().and_then(|heap| counts.get(heap));
                    count.copied().unwrap_or(1)
                };
                found.push((text, counts.as_ref().map_or(1, of), play.to.to_vec()));
                ControlFlow::Continue(())
            });
            arena.charge(found.len() as u64)?;
            for (text, count, to) in found {
                let next = laid.frame.with_turn(to, Player::First);
                let after = self.value_of(arena, &laid, &next)?;
                let to = self.game.position_of(&next, rows, columns);
                moves.push(Move {
                    player,
                    text,
                    to: self.game.show(&to),
                    before,
                    after,
                    count,
                });
            }
        }
        Ok(moves)
    }

    /// Whether [`Positions::moves`] tells of each player's moves the best alone.
    pub fn tells_best_alone(&self, position: &Position) -> bool {
        let row = position.elements();
        row.len() > LAID_OUT && self.number(row.iter().map(symbol)).is_some()
    }

    /// The number that a row is by the signs of its cells, of its elements.
    fn number(&self, row: impl DoubleEndedIterator<Item = usize>) -> Option<Dyadic> {
        let signs = self.cuts.as_ref()?.signs(row)?;
        Some(Dyadic::of_signs(signs))
    }

    /// Of a row that is a number by the signs of its cells, the best move of each player: to pick
    /// the last of his cells, since what is left decides by the first sign that differs.
    fn best_cuts(&self, arena: &mut Arena, position: &Position) -> Result<Vec<Move>, NoValue> {
        let (Some(cuts), Some(program)) = (&self.cuts, self.game.program()) else {
            return Ok(Vec::new());
        };
        let row = position.elements();
        let before = self.number(row.iter().map(symbol)).unwrap_or_default();
        let before = arena.number(&before)?;
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
            let after = arena.number(&number)?;
            let to = Position::list(to.iter().cloned());
            let next = to.core_state(player.other());
            moves.push(Move {
                player,
                text: program.told(player, &position.core_state(player), &next),
                to: self.game.show(&to),
                before,
                after,
                count: 1,
            });
        }
        Ok(moves)
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
            let mut values = Vec::new();
            for (heap, count) in alike(state) {
                self.asked += 1;
                values.push((heaps.value(arena, heap as usize)?, count));
            }
            return Ok(total(arena, values)?);
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
            // It breaks off by itself where the budget is over, or where a number leaves the
            // machine words.
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

/// How many of each number there are, in the order of the first ones.
fn alike(numbers: &[i64]) -> IndexMap<i64, u64, FxBuildHasher> {
    let mut counts = IndexMap::default();
    for number in numbers {
        *counts.entry(*number).or_insert(0) += 1;
    }
    counts
}

/// The symbol that an element of a row stands for; none has a place past all of them.
fn symbol(element: &IBig) -> usize {
    usize::try_from(element).unwrap_or(usize::MAX)
}

impl From<Cut> for NoValue {
    fn from(cut: Cut) -> Self {
        Self::Cut(cut)
    }
}
