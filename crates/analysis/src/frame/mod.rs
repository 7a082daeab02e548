//! A game laid out for play: the size of its positions fixed, its moves and endings compiled to
//! closures.
//!
//! A *state* is a position as a slice of integers, the slots of [`crate::expression`]: variables,
//! symbols of cells row by row, cells of tokens, or heaps in rising order.

mod board;
mod line;
mod numbers;
mod runs;
mod tokens;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::budget::Budget;
use crate::expression::CondFn;
use crate::game::{End, Game, Player, Shape, Stuck, Value, Verdict};
use crate::heaps::Breaking;
use crate::program::Program;

pub use board::BoardFrame;
pub use numbers::NumbersFrame;
pub use numbers::is_bounded;
pub(crate) use numbers::{Bound, bounds, is_implied};
pub use runs::{Run, Runs};
pub use tokens::TokensFrame;

/// A legal move, as it is handed out by [`Frame::options`].
#[derive(Clone, Copy, Debug)]
pub struct Play<'a> {
    /// Which of the shape's moves.
    pub rule: usize,
    /// The numbers it chose; for a board, which of [`BoardFrame::moves`] it is; for heaps, the size
    /// of the heap taken from.
    pub chosen: &'a [i64],
    /// The state it leads to.
    pub to: &'a [i64],
}

/// What [`Frame::options`] calls for each legal move; it may break off.
pub type Emit<'a> = dyn FnMut(Play<'_>) -> ControlFlow<()> + 'a;

/// A game at one size, compiled.
pub struct Frame {
    kind: Kind,
    goals: Vec<CompiledGoal>,
    stuck: Stuck,
    budget: Budget,
}

enum Kind {
    Numbers(NumbersFrame),
    Board(BoardFrame),
    Tokens(TokensFrame),
    Heaps([Breaking; 2]),
    Program(Arc<Program>),
}

struct CompiledGoal {
    when: CondFn,
    verdict: CompiledVerdict,
}

enum CompiledVerdict {
    Is(End),
    Depends(CondFn, End, End),
}

impl Frame {
    /// The game with boards of `rows` by `columns`; other shapes take no notice of the size.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use whowins_analysis::{Frame, Player};
    /// use whowins_rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse("take", "game \"Take\"\nposition n\nmove n -= k for k in 1..3")?;
    /// let frame = Frame::new(&rules.game(&Parameters::new())?, 1, 1);
    /// let mut options = Vec::new();
    /// let _ = frame.options(Player::First, &[2], &mut |option| {
    ///     options.push(option.to.to_vec());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(options, [[1], [0]]);
    /// # Ok::<(), whowins_rules::Diagnostics>(())
    /// ```
    pub fn new(game: &Game, rows: usize, columns: usize) -> Self {
        let kind = match &game.shape {
            Shape::Numbers(numbers) => Kind::Numbers(NumbersFrame::new(numbers)),
            Shape::Board(board) => Kind::Board(BoardFrame::new(board, rows, columns)),
            Shape::Tokens(tokens) => Kind::Tokens(TokensFrame::new(tokens, &game.ending)),
            Shape::Heaps(codes) => Kind::Heaps(codes.clone()),
            Shape::Program(program) => Kind::Program(Arc::clone(program)),
        };
        let goals = game
            .ending
            .goals
            .iter()
            .map(|goal| CompiledGoal {
                when: goal.when.compile(rows, columns),
                verdict: match &goal.verdict {
                    Verdict::Is(end) => CompiledVerdict::Is(*end),
                    Verdict::Depends(condition, a, b) => {
                        CompiledVerdict::Depends(condition.compile(rows, columns), *a, *b)
                    }
                },
            })
            .collect();
        Self {
            kind,
            goals,
            stuck: game.ending.stuck,
            budget: Budget::OPEN,
        }
    }

    /// The same under a budget, which the enumeration of moves charges for each choice tried, and
    /// the carrying out of follow-ups for each placement. Where it is over, [`Frame::options`]
    /// breaks off by itself and [`Frame::settle`] leaves off: whoever enumerates asks
    /// [`Budget::over`] before anything drawn from that is given out or kept.
    #[must_use]
    pub fn under(mut self, budget: Budget) -> Self {
        match &mut self.kind {
            Kind::Numbers(numbers) => numbers.budget = budget.clone(),
            Kind::Board(board) => board.budget = budget.clone(),
            Kind::Tokens(tokens) => tokens.budget = budget.clone(),
            Kind::Heaps(_) | Kind::Program(_) => {}
        }
        self.budget = budget;
        self
    }

    /// What the enumeration of moves charges; [`Budget::OPEN`] unless it was put [`Frame::under`]
    /// another.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The result, if the game is over in this state by a goal or a border; of a term of no family,
    /// also where nobody can move.
    pub fn end(&self, state: &[i64]) -> Option<End> {
        if let Kind::Program(program) = &self.kind {
            return program.end(state, &self.budget);
        }
        let goal = self.goals.iter().find(|goal| (goal.when)(state))?;
        Some(match &goal.verdict {
            CompiledVerdict::Is(end) => *end,
            CompiledVerdict::Depends(condition, a, b) => {
                if condition(state) {
                    *a
                } else {
                    *b
                }
            }
        })
    }

    /// A state with this player to move: of a term of no family the state says whose turn it is.
    pub fn with_turn(&self, mut state: Vec<i64>, player: Player) -> Vec<i64> {
        if let (Kind::Program(_), Some(turn)) = (&self.kind, state.first_mut()) {
            *turn = player.index() as i64;
        }
        state
    }

    /// Whether a state speaks for both players: they have the same moves and prospects, and it does
    /// not say whose turn it is.
    pub fn is_shared(&self, game: &Game) -> bool {
        !matches!(self.kind, Kind::Program(_)) && game.is_impartial()
    }

    /// Who is to move in a state that this player has moved to: the opponent, unless the rules say
    /// that who moved plays again.
    pub fn next_player(&self, to: &[i64], moved: Player) -> Player {
        match &self.kind {
            Kind::Program(_) if to.first() == Some(&0) => Player::First,
            Kind::Program(_) => Player::Second,
            _ => moved.other(),
        }
    }

    /// Whether any goal or border can end the game.
    pub fn has_goals(&self) -> bool {
        !self.goals.is_empty()
    }

    /// What it means for the player to move to have no move.
    pub fn stuck(&self) -> Value {
        match self.stuck {
            Stuck::Loses => Value::Loss,
            Stuck::Wins => Value::Win,
            Stuck::Draws => Value::Draw,
        }
    }

    /// Hands out the legal moves of `player`, in the order of the rules; a finished game has none.
    /// Different moves may lead to the same state. It breaks off where `emit` does, or where the
    /// [`Frame::budget`] is over.
    pub fn options(&self, player: Player, state: &[i64], emit: &mut Emit<'_>) -> ControlFlow<()> {
        // What the endings look at.
        self.budget
            .charge(1 + (self.goals.len() * state.len()) as u64)?;
        if let Kind::Program(program) = &self.kind {
            return program.options(player, state, &self.budget, emit);
        }
        if self.end(state).is_some() {
            return ControlFlow::Continue(());
        }
        match &self.kind {
            Kind::Program(_) => ControlFlow::Continue(()),
            Kind::Numbers(numbers) => numbers.options(player, state, emit),
            Kind::Board(board) => board.options(player, state, emit),
            Kind::Tokens(tokens) => tokens.options(player, state, emit),
            Kind::Heaps(codes) => heap_options(&codes[player.index()], &self.budget, state, emit),
        }
    }

    /// Whether [`Frame::options`] has met a move whose numbers machine words do not hold, from any
    /// state so far. It broke off there, so that nothing that was worked out from this frame may be
    /// used.
    pub fn left_words(&self) -> bool {
        self.numbers().is_some_and(NumbersFrame::left_words)
    }

    /// The states that `player` can move to, in the order of the rules; some of them where the
    /// budget is over.
    pub fn next(&self, player: Player, state: &[i64]) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        let _ = self.options(player, state, &mut |option| {
            all.push(option.to.to_vec());
            ControlFlow::Continue(())
        });
        all
    }

    /// Carries out the forced follow-ups of a board ("at once") until none applies, or the budget
    /// is over.
    pub fn settle(&self, state: &mut [i64]) {
        if let Kind::Board(board) = &self.kind {
            let _ = board.settle(state);
        }
    }

    /// The moves on numbers, where positions are tuples.
    pub fn numbers(&self) -> Option<&NumbersFrame> {
        match &self.kind {
            Kind::Numbers(numbers) => Some(numbers),
            _ => None,
        }
    }

    /// The placements of a board's rules, where positions are boards.
    pub fn board(&self) -> Option<&BoardFrame> {
        match &self.kind {
            Kind::Board(board) => Some(board),
            _ => None,
        }
    }

    /// The paths of tokens, where positions are tokens on a map.
    pub fn tokens(&self) -> Option<&TokensFrame> {
        match &self.kind {
            Kind::Tokens(tokens) => Some(tokens),
            _ => None,
        }
    }
}

/// The moves of a sum of heaps; equal heaps are played once.
fn heap_options(
    breaking: &Breaking,
    budget: &Budget,
    state: &[i64],
    emit: &mut Emit<'_>,
) -> ControlFlow<()> {
    for (at, heap) in state.iter().enumerate() {
        if at > 0 && state[at - 1] == *heap {
            continue;
        }
        breaking.options_within(*heap as u64, budget, |parts| {
            budget.charge(state.len() as u64)?;
            let mut next: Vec<i64> = state.to_vec();
            next.remove(at);
            next.extend(parts.iter().map(|part| *part as i64));
            next.sort_unstable();
            emit(Play {
                rule: 0,
                chosen: &[*heap],
                to: &next,
            })
        })?;
    }
    ControlFlow::Continue(())
}
