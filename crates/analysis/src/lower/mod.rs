//! From a typed game to its core term: what the sentences of the rules mean.
//!
//! Part 0 is the turn. Then come a part for each variable or token; or the columns (of a board that
//! is no row) and the cells; or the heaps. A turn is one of the moves and then the change of turn.
//! What a goal pays is 1 where the first-named player wins, -1 where the second does, 0 for a draw.

mod board;
mod expression;
mod heaps;
mod numbers;
mod tokens;

use dashu_int::IBig;
use whowins_core as core;
use whowins_core::{Array, Command, Const, Expr, Op, Part, State};

use crate::game::{By, End, Game, Player, Shape, Stuck, Verdict};
use crate::numbers::{NumberMove, Numbers};
use crate::position::Position;
pub use heaps::heap_command;

/// What a term is built in: the constants so far, and where the slots of a position are read.
struct Lowering {
    consts: Vec<Const>,
    /// The value of each slot; the numbers that a move chooses follow those of the position.
    slots: Vec<Expr>,
    /// The rows of what a condition's patterns are laid on, and its cells.
    board: Option<board::Layout>,
}

impl Lowering {
    /// A constant array; equal ones are there once.
    fn constant(&mut self, name: &str, values: Vec<IBig>) -> Array {
        Const::shared(&mut self.consts, name, values)
    }
}

/// One move of tuples, as a command by itself.
pub(crate) fn number_move(numbers: &Numbers, command: &NumberMove) -> Command {
    let mut lowering = Lowering {
        consts: Vec::new(),
        slots: (1..=numbers.variables.len()).map(Expr::part).collect(),
        board: None,
    };
    lowering.choices(numbers, command, 0)
}

/// 1 where the player to move is the second-named.
fn turn() -> Expr {
    Expr::part(0)
}

/// What the result of a finished game pays, seen from the position.
pub(crate) fn payoff(end: End) -> Expr {
    let by_turn = |first: i32| Expr::ite(turn(), Expr::num(-first), Expr::num(first));
    match end {
        End::Wins(Player::First) => Expr::num(1),
        End::Wins(Player::Second) => Expr::num(-1),
        End::MoverWins => by_turn(-1),
        End::MoverLoses => by_turn(1),
        End::Draw => Expr::num(0),
    }
}

/// A move for those who may use it.
fn by(who: By, command: Command) -> Command {
    match who {
        By::Both => command,
        By::Only(player) => {
            let number = Expr::num(player.index());
            let allowed = Command::Guard(Expr::bin(Op::Eq, turn(), number));
            Command::Seq(vec![allowed, command])
        }
    }
}

/// A range of elements that are not negative.
fn part(name: &str, least: i64, most: Option<i64>) -> Part {
    Part {
        name: name.into(),
        least: least.into(),
        most: most.map(IBig::from),
    }
}

impl Game {
    /// The game as a term of the core calculus: its meaning. Boards have any size that the rules
    /// allow.
    ///
    /// `O(the rules)`, and for tokens `O(the map)`.
    pub fn core(&self) -> core::Game {
        self.lowered(false)
    }

    /// The same, where the rows and columns of a board of fixed size are numbers of the term and no
    /// part of a state.
    pub(crate) fn sized_core(&self) -> core::Game {
        self.lowered(true)
    }

    fn lowered(&self, sized: bool) -> core::Game {
        let mut lowering = Lowering {
            consts: Vec::new(),
            slots: Vec::new(),
            board: None,
        };
        let (parts, moves) = match &self.shape {
            Shape::Program(program) => return program.term.clone(),
            Shape::Numbers(numbers) => lowering.numbers(numbers),
            Shape::Board(board) => lowering.board(board, sized),
            Shape::Tokens(tokens) => lowering.tokens(tokens, &self.ending),
            Shape::Heaps(codes) => lowering.heaps(codes),
        };
        let mut ends = Vec::new();
        for goal in &self.ending.goals {
            let pays = match &goal.verdict {
                Verdict::Is(end) => payoff(*end),
                Verdict::Depends(condition, yes, no) => {
                    Expr::ite(lowering.condition(condition, 0), payoff(*yes), payoff(*no))
                }
            };
            let when = lowering.condition(&goal.when, 0);
            ends.push(core::End { when, pays });
        }
        let mut all = vec![part("turn", 0, Some(1))];
        all.extend(parts);
        Part::distinct(&mut all, &lowering.consts);
        core::Game {
            name: self.name.clone(),
            consts: lowering.consts,
            parts: all,
            tiers: vec![Command::Seq(vec![
                Command::Alt(moves),
                Command::pass_turn(),
            ])],
            ends,
            stuck: payoff(match self.ending.stuck {
                Stuck::Loses => End::MoverWins,
                Stuck::Wins => End::MoverLoses,
                Stuck::Draws => End::Draw,
            }),
            blocks: self.ending.blocked,
            endless: self.ending.repetition_draws.then(|| Expr::num(0)),
            starts: Vec::new(),
        }
        .tidy()
    }

    /// The position of a state of [`Game::core`], its heaps in rising order; and who is to move.
    /// `None` for what is no state of it.
    pub fn of_core(&self, state: &State) -> Option<(Position, Player)> {
        let (turn, rest) = state.split_first()?;
        let player = match turn.as_slice() {
            [turn] if *turn == IBig::ZERO => Player::First,
            [turn] if *turn == IBig::ONE => Player::Second,
            _ => return None,
        };
        let single = |part: &Vec<IBig>| part.len() == 1;
        let below = |most: u32| {
            let fits = move |one: &IBig| u32::try_from(one).is_ok_and(|one| one <= most);
            move |part: &Vec<IBig>| part.iter().all(fits)
        };
        let natural = || rest.iter().flatten().all(|one| one.as_ubig().is_some());
        let is_position = match &self.shape {
            Shape::Program(_) => true,
            Shape::Numbers(_) => rest.iter().all(single) && natural(),
            Shape::Tokens(_) => rest.iter().all(single) && rest.iter().all(below(u32::MAX)),
            Shape::Heaps(_) => rest.len() == 1 && natural(),
            Shape::Board(board) => match rest {
                [cells] if board.row => below(u8::MAX.into())(cells),
                [columns, cells] if !board.row => {
                    let fits = |one: &IBig| usize::try_from(one).is_ok();
                    matches!(columns.as_slice(), [one] if fits(one)) && below(u8::MAX.into())(cells)
                }
                _ => false,
            },
        };
        let mut position = Position::of_state(state);
        if let Shape::Heaps(_) = &self.shape {
            let mut heaps = rest.first()?.clone();
            heaps.sort_unstable();
            position = Position::list(heaps);
        }
        is_position.then_some((position, player))
    }
}
