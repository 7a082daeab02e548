//! The ways to answer, behind one trait: the engine asks each "what would it take?", and lets the
//! cheapest try.

mod apart;
mod explored;
mod grundy;
pub(crate) mod immediate;
mod lattice;
mod parts;
mod race;
mod rows;
pub(crate) mod sample;
mod searching;
mod sums;

pub use sums::{Told, components};
mod tabulated;

use std::cmp::Ordering;

use dashu_int::{IBig, UBig};
use whowins_analysis::{Game, Player, Position, Value};

use crate::answer::{Asked, Reach, Solved};
use crate::limits::{EngineError, Limits};

/// One way to answer a game's positions.
pub trait Strategy: Send {
    /// Its name, as `whowins explain` shows it.
    fn name(&self) -> &'static str;

    /// What it does and why it is right, in a sentence with the source.
    fn why(&self) -> String;

    /// What it takes to answer a position, in states or steps, roughly: in constant time, from what
    /// is known by now. `None` where it cannot take the position. A strategy that cannot foresee
    /// its work names what it will try, and more the next time.
    fn estimate(&self, position: &Position) -> Option<u64>;

    /// The value for the first-named and for the second-named player to move; `None` where it
    /// declines: the position is not its own after all, or takes more than `most` states or steps.
    ///
    /// # Errors
    ///
    /// When a limit is met, or the position has no answer.
    fn try_values(
        &mut self,
        position: &Position,
        most: u64,
    ) -> Result<Option<[Value; 2]>, EngineError>;

    /// The values with best moves, and remoteness where it is known; `None` as for
    /// [`Strategy::try_values`].
    ///
    /// # Errors
    ///
    /// As [`Strategy::try_values`].
    fn try_solve(&mut self, position: &Position, most: u64) -> Result<Option<Solved>, EngineError>;

    /// The answer for one player to move; the other's only where it comes along.
    ///
    /// # Errors
    ///
    /// As [`Strategy::try_values`].
    fn try_answer(
        &mut self,
        position: &Position,
        player: Player,
        most: u64,
    ) -> Result<Option<Asked>, EngineError> {
        let solved = self.try_solve(position, most)?;
        Ok(solved.map(|solved| solved.asked(player)))
    }

    /// Whether the player to move gets at least so much: points above the opponent, or 1 for a win,
    /// 0 for a draw; `None` as for [`Strategy::try_values`].
    ///
    /// # Errors
    ///
    /// As [`Strategy::try_values`].
    fn try_gets(
        &mut self,
        position: &Position,
        player: Player,
        least: &IBig,
        most: u64,
    ) -> Result<Option<bool>, EngineError> {
        let asked = self.try_answer(position, player, most)?;
        Ok(asked.map(|asked| asked.answer.gets() >= *least))
    }

    /// Whether it may tell how long play lasts ([`Answer::remoteness`](crate::Answer::remoteness));
    /// one that says no is not asked for that.
    fn tells_length(&self) -> bool {
        true
    }

    /// The values of a state whose numbers are within their ranges, of heaps above 0 in rising
    /// order, or of a board of so many rows and columns whose follow-ups are carried out, where
    /// they are known already at the cost of a look; `None` else.
    fn known(&self, _state: &[i64], _size: (usize, usize)) -> Option<[Value; 2]> {
        None
    }

    /// The Grundy value of a position, where it is known without visiting the positions below it;
    /// `None` else.
    fn try_grundy(&mut self, _position: &Position) -> Option<UBig> {
        None
    }

    /// Takes note that a position will be asked for, so that work done before may serve it too.
    fn expect(&mut self, _position: &Position) {}

    /// The same for a state of numbers within their ranges, where what is expected already has room
    /// for it: whether it has, at the cost of a look.
    fn has_room_for(&mut self, _state: &[i64]) -> bool {
        false
    }

    /// How far the last tries of a position have come, where that says something without an answer.
    fn reach(&self, _position: &Position) -> Option<Reach> {
        None
    }

    /// The values, whatever they take.
    ///
    /// # Errors
    ///
    /// As [`Strategy::try_values`], and where it declines.
    fn values(&mut self, position: &Position) -> Result<[Value; 2], EngineError> {
        self.try_values(position, u64::MAX)?
            .ok_or_else(|| declined(self.name()))
    }

    /// The answer, whatever it takes.
    ///
    /// # Errors
    ///
    /// As [`Strategy::values`].
    fn solve(&mut self, position: &Position) -> Result<Solved, EngineError> {
        self.try_solve(position, u64::MAX)?
            .ok_or_else(|| declined(self.name()))
    }
}

fn declined(name: &str) -> EngineError {
    EngineError::TooLarge(format!("{name}: this position is not taken"))
}

/// Tries of positions whose work is not known before: each is twice as long as the one before it.
struct Tries {
    /// Steps of a first try.
    first: u64,
    /// What one of them counts.
    dear: u64,
    /// The position that was tried last, and with how many steps.
    last: Option<(Position, u64)>,
}

impl Tries {
    const fn new(first: u64, dear: u64) -> Self {
        Self {
            first,
            dear,
            last: None,
        }
    }

    /// The steps of a try that costs so much, which begins.
    fn begin(&mut self, position: &Position, most: u64) -> u64 {
        let steps = most / self.dear;
        self.last = Some((position.clone(), steps));
        steps
    }

    /// Whether this is the position that was tried last.
    fn is_of(&self, position: &Position) -> bool {
        self.last.as_ref().is_some_and(|(last, _)| last == position)
    }

    /// What the next try of a position costs.
    fn next(&self, position: &Position) -> u64 {
        let steps = match &self.last {
            Some((last, steps)) if last == position => steps.saturating_mul(2),
            _ => self.first,
        };
        steps.saturating_mul(self.dear)
    }
}

/// The strategies that can take this game, in no order of preference; the general solver is always
/// among them.
///
/// To add a family, add its module and one line here.
pub fn strategies(game: &Game, limits: &Limits) -> Vec<Box<dyn Strategy>> {
    // What is a sum is taken as one first: exploring has no estimate that would tell.
    let sums = sums::Sums::new(game, limits).map(|sums| Box::new(sums) as Box<dyn Strategy>);
    let mut all: Vec<Box<dyn Strategy>> = sums.into_iter().collect();
    all.push(match explored::Explored::new(game, limits) {
        Some(explored) => Box::new(explored),
        None => Box::new(tabulated::Tabulated::new(game, limits)),
    });
    if game.ending.blocked > 0 {
        // No kernel of a family counts the options that are lost.
        return all;
    }
    all.extend(grundy::Grundy::new(game, limits).map(|s| Box::new(s) as Box<dyn Strategy>));
    all.extend(apart::Apart::new(game, limits).map(|s| Box::new(s) as Box<dyn Strategy>));
    all.extend(race::Race::new(game, limits).map(|s| Box::new(s) as Box<dyn Strategy>));
    all.extend(lattice::Rays::new(game, limits).map(|s| Box::new(s) as Box<dyn Strategy>));
    all.extend(lattice::Lines::new(game, limits).map(|s| Box::new(s) as Box<dyn Strategy>));
    all.extend(rows::Bits::new(game, limits).map(|s| Box::new(s) as Box<dyn Strategy>));
    all.extend(parts::Parts::new(game, limits).map(|s| Box::new(s) as Box<dyn Strategy>));
    all.extend(searching::Searching::new(game, limits).map(|s| Box::new(s) as Box<dyn Strategy>));
    all
}

/// An estimate of what goes through all that a large number comes to.
const FAR: u64 = 1 << 30;

/// Whether a number of the position is so large that play may go through more positions than a law
/// takes to be found.
fn is_far(position: &Position) -> bool {
    let far = IBig::from(1 << 20);
    position.elements().iter().any(|number| *number > far)
}

/// What a payoff to the first-named player is for the player to move.
fn paid(pays: &IBig, player: Player) -> Value {
    let value = match pays.cmp(&IBig::ZERO) {
        Ordering::Greater => Value::Win,
        Ordering::Equal => Value::Draw,
        Ordering::Less => Value::Loss,
    };
    for_player(value, player)
}

/// What a value for the first-named player is for this one.
fn for_player(value: Value, player: Player) -> Value {
    match player {
        Player::First => value,
        Player::Second => value.reversed(),
    }
}

/// A win for the player to move, or a loss.
fn win(wins: bool) -> Value {
    if wins { Value::Win } else { Value::Loss }
}
