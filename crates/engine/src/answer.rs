//! What the engine answers.

use dashu_int::IBig;
use whowins_analysis::{Player, Position, Value};

/// Who wins from a position, for either player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The answer where the first-named player is to move, and where the other is.
    pub to_move: [Answer; 2],
    /// The strategy that gave it.
    pub strategy: &'static str,
}

/// What best play brings the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Win, loss or draw.
    pub value: Value,
    /// The number of moves that best play lasts, where the winner hurries and the loser delays;
    /// `None` for draws and where the strategy does not know it.
    pub remoteness: Option<u64>,
    /// A best move: to a win if there is one, fastest where that is known; for a loser the longest
    /// defence. `None` where there is no move, and where the opponent may block options.
    pub best: Option<Best>,
    /// Where the opponent may block options, moves to distinct positions that the opponent loses:
    /// at a win one more than can be blocked, so that one of them stays free; at a loss all there
    /// are, which the opponent blocks. Empty in other games, and where a law answers for a position
    /// too large to look at its moves.
    pub to_losses: Vec<Best>,
    /// In games that are played for points, by how much the player to move ends above the opponent,
    /// less where it is below 0; what was gathered before counts.
    pub difference: Option<IBig>,
}

impl Answer {
    /// What the player to move gets: points above the opponent, or 1 for a win, 0 for a draw, -1
    /// for a loss.
    pub fn gets(&self) -> IBig {
        self.difference.clone().unwrap_or(match self.value {
            Value::Win => IBig::ONE,
            Value::Draw => IBig::ZERO,
            Value::Loss => IBig::NEG_ONE,
        })
    }
}

/// The answer for one player to move, with the values that came along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The answer for the player asked about.
    pub answer: Answer,
    /// The value for each player to move, where it is known.
    pub values: [Option<Value>; 2],
    /// The strategy that gave it.
    pub strategy: &'static str,
}

/// How far a strategy has come with a position that it did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The strategy.
    pub strategy: &'static str,
    /// Positions looked at, those that were looked at again included.
    pub looked: u64,
    /// What the first-named player gets at least, as far as that is known: 1 for a win, 0 for a
    /// draw, -1 for a loss, or points.
    pub least: Option<IBig>,
    /// What the first-named player gets at most.
    pub most: Option<IBig>,
}

/// A move, with the position it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The move's words, from the rules, with its numbers.
    pub text: String,
    /// The position after it.
    pub to: Position,
    /// Whether who moved plays again; else it is the opponent's turn.
    pub again: bool,
}

impl Best {
    /// Who is to move there, where this player made the move.
    pub fn next(&self, player: Player) -> Player {
        match self.again {
            true => player,
            false => player.other(),
        }
    }
}

/// The outcome class of a position (Berlekamp, Conway and Guy 1982).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move wins.
    N,
    /// The previous player wins.
    P,
    /// The first-named player wins moving first or second.
    L,
    /// The second-named player wins moving first or second.
    R,
    /// With one of the players to move, or both, nobody can force a win.
    D,
}

impl Outcome {
    /// The class of the values for the first-named and for the second-named player to move.
    pub fn of(first: Value, second: Value) -> Self {
        match (first, second) {
            (Value::Draw, _) | (_, Value::Draw) => Self::D,
            (Value::Win, Value::Win) => Self::N,
            (Value::Loss, Value::Loss) => Self::P,
            (Value::Win, Value::Loss) => Self::L,
            (Value::Loss, Value::Win) => Self::R,
        }
    }

    /// The letter: N, P, L, R or D.
    pub fn letter(self) -> &'static str {
        match self {
            Self::N => "N",
            Self::P => "P",
            Self::L => "L",
            Self::R => "R",
            Self::D => "D",
        }
    }
}

impl Asked {
    /// The answer for a player, with nothing known of the other.
    pub fn alone(answer: Answer, player: Player, strategy: &'static str) -> Self {
        let mut values = [None; 2];
        values[player.index()] = Some(answer.value);
        Self {
            answer,
            values,
            strategy,
        }
    }
}

impl Solved {
    /// The answer of an impartial game, the same for both players.
    pub fn impartial(answer: Answer, strategy: &'static str) -> Self {
        Self {
            to_move: [answer.clone(), answer],
            strategy,
        }
    }

    /// The answer for one of the players to move.
    pub fn asked(self, player: Player) -> Asked {
        let values = self.to_move.each_ref().map(|answer| Some(answer.value));
        let [first, second] = self.to_move;
        Asked {
            answer: match player {
                Player::First => first,
                Player::Second => second,
            },
            values,
            strategy: self.strategy,
        }
    }

    /// The position's outcome class.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(self.to_move[0].value, self.to_move[1].value)
    }
}
