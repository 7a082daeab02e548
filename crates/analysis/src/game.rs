//! The typed form of a game: what the text means, with every name resolved and every parameter
//! known.

use std::cmp::Ordering;
use std::sync::Arc;

use dashu_int::IBig;

use crate::board::Board;
use crate::expression::Cond;
use crate::heaps::Breaking;
use crate::numbers::Numbers;
use crate::position::Position;
use crate::program::Program;
use crate::tokens::Tokens;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The one named first, who moves first unless it is said otherwise; Left in the tables of the
    /// field.
    First,
    /// The other; Right.
    Second,
}

impl Player {
    /// Both, the first-named first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Who wins by what player 0 gets; `None` for a draw.
    pub fn winning(pays: &IBig) -> Option<Self> {
        match pays.cmp(&IBig::ZERO) {
            Ordering::Greater => Some(Self::First),
            Ordering::Less => Some(Self::Second),
            Ordering::Equal => None,
        }
    }

    /// 0 for the first-named, 1 for the other.
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Who may use a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Whoever is to move.
    Both,
    /// One player alone.
    Only(Player),
}

impl By {
    /// Whether `player` may use it.
    pub fn allows(self, player: Player) -> bool {
        match self {
            Self::Both => true,
            Self::Only(only) => only == player,
        }
    }
}

/// A game, ready to be played: parsed, checked, its parameters given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its name.
    pub name: String,
    /// The doc comment: the rules in a person's words. May be empty.
    pub about: String,
    /// The players' names, the first to move first.
    pub players: [String; 2],
    /// What a position is, and the moves.
    pub shape: Shape,
    /// How play ends.
    pub ending: Ending,
    /// The position that play starts from, where the rules name one.
    pub start: Option<Position>,
}

/// The family of positions, with its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Tuples of naturals.
    Numbers(Numbers),
    /// Rows and boards.
    Board(Board),
    /// Tokens on a map or graph.
    Tokens(Tokens),
    /// Heaps that can be taken from and split: what the first-named player may do to one, and what
    /// the other may.
    Heaps([Breaking; 2]),
    /// A term of no family.
    Program(Arc<Program>),
}

/// How play ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// What becomes of a player who cannot move.
    pub stuck: Stuck,
    /// Positions in which the game is over, looked at in this order.
    pub goals: Vec<Goal>,
    /// Whether play that repeats for ever is a draw; where it is not said, such play must not
    /// matter.
    pub repetition_draws: bool,
    /// How many options the opponent may block before each move: the player to move cannot take
    /// those, and the block is then forgotten. Above 0 only for tuples of numbers with the same
    /// moves for both players, in normal play without goals.
    pub blocked: u32,
}

/// What becomes of a player who cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// Normal play.
    Loses,
    /// Misère play.
    Wins,
    /// Nobody wins.
    Draws,
}

/// A kind of position in which the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Which positions.
    pub when: Cond,
    /// Whether it also counts between the steps of a move, which ends there.
    pub passing: bool,
    /// How the game ends.
    pub verdict: Verdict,
}

/// A [`Goal`]'s result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This result.
    Is(End),
    /// The first result where the condition holds in the position, else the second.
    Depends(Cond, End, End),
}

/// The result of a finished game, seen from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// This player wins.
    Wins(Player),
    /// The player who moved there wins: a P-position.
    MoverWins,
    /// The player who moved there loses.
    MoverLoses,
    /// Nobody wins.
    Draw,
}

impl End {
    /// The result for the player whose turn it would be.
    pub fn for_next(self, to_move: Player) -> Value {
        match self {
            Self::Wins(player) if player == to_move => Value::Win,
            Self::Wins(_) | Self::MoverWins => Value::Loss,
            Self::MoverLoses => Value::Win,
            Self::Draw => Value::Draw,
        }
    }
}

/// What best play brings the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// The opponent wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// The player to move wins.
    Win,
}

impl Value {
    /// The same for the opponent.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// What the term shows, one fact each: a kernel, a finder, a view asks for the fact that it stands
/// on, and leaves alone what has it not.
impl Game {
    /// The game as tuples of naturals, where it is one.
    pub fn numbers(&self) -> Option<&Numbers> {
        match &self.shape {
            Shape::Numbers(numbers) => Some(numbers),
            _ => None,
        }
    }

    /// Whether a position is single numbers and nothing else: a tuple of the family, or of a term
    /// whose every part but the turn is written as a number.
    pub fn is_tuple(&self) -> bool {
        let of_numbers = |program: &Arc<Program>| {
            let mut parts = program.parts.iter().enumerate();
            program.parts.len() + 1 == program.term.parts.len()
                && parts.all(|(at, holding)| holding.part == at + 1 && holding.is_number())
        };
        self.numbers().is_some() || self.program().is_some_and(of_numbers)
    }

    /// The game as a row or a board of symbols, where it is one.
    pub fn board(&self) -> Option<&Board> {
        match &self.shape {
            Shape::Board(board) => Some(board),
            _ => None,
        }
    }

    /// The game as tokens on a map or a graph, where it is one.
    pub fn tokens(&self) -> Option<&Tokens> {
        match &self.shape {
            Shape::Tokens(tokens) => Some(tokens),
            _ => None,
        }
    }

    /// The game of heaps with these codes, for the players of this one and with its ends; it has no
    /// start.
    #[must_use]
    pub fn on_heaps(&self, codes: [Breaking; 2]) -> Self {
        Self {
            shape: Shape::Heaps(codes),
            start: None,
            ..self.clone()
        }
    }

    /// The game as heaps that can be taken from and split, by both players alike, where it is one.
    pub fn heaps(&self) -> Option<&Breaking> {
        let [first, second] = self.codes()?;
        (first == second).then_some(first)
    }

    /// What each player may do to a heap, where the game is one of heaps that can be taken from and
    /// split.
    pub fn codes(&self) -> Option<&[Breaking; 2]> {
        match &self.shape {
            Shape::Heaps(codes) => Some(codes),
            _ => None,
        }
    }

    /// The term with how its positions are written, where it is of no family.
    pub fn program(&self) -> Option<&Arc<Program>> {
        match &self.shape {
            Shape::Program(program) => Some(program),
            _ => None,
        }
    }
}

impl Game {
    /// Whether both players have the same moves and the same endings in every position.
    pub fn is_impartial(&self) -> bool {
        let same_moves = match &self.shape {
            Shape::Numbers(numbers) => numbers.moves.iter().all(|m| m.by == By::Both),
            Shape::Board(board) => board.moves.iter().all(|m| m.by == By::Both),
            Shape::Tokens(tokens) => tokens.moves.iter().all(|m| m.by == By::Both),
            Shape::Heaps([first, second]) => first == second,
            Shape::Program(program) => program.is_impartial(),
        };
        let names_a_player = |end: &End| matches!(end, End::Wins(_));
        same_moves
            && !self.ending.goals.iter().any(|goal| match &goal.verdict {
                Verdict::Is(end) => names_a_player(end),
                Verdict::Depends(_, a, b) => names_a_player(a) || names_a_player(b),
            })
    }

    /// What player 0 gets by play that comes back to this position for ever, where the rules say
    /// it: 1 for a win, 0 for a draw, -1 for a loss, or points.
    pub fn pays_by_repetition(&self, position: &Position) -> Option<IBig> {
        match &self.shape {
            Shape::Program(program) => {
                program.pays_by_repetition(&position.core_state(Player::First))
            }
            _ => self.ending.repetition_draws.then_some(IBig::ZERO),
        }
    }

    /// The player who wins all play without end, where the rules name one.
    pub fn wins_by_repetition(&self) -> Option<Player> {
        let pays = self.program()?.term.endless_pays()?;
        Player::winning(pays)
    }

    /// The name of a player.
    pub fn player(&self, player: Player) -> &str {
        &self.players[player.index()]
    }
}
