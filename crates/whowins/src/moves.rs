//! The legal moves of a position and the result of each.
//!
//! [`legal_moves`] lists the moves from the rules, [`brings`] solves the position after one of
//! them, and [`best_line`] returns optimal play. The following example lists all moves with their
//! results:
//!
//! ```
//! use whowins::analysis::Player;
//! use whowins::engine::Limits;
//! use whowins::rules::Parameters;
//!
//! let rules = whowins::shipped::rules("nim").expect("it is shipped")?;
//! let limits = Limits::default();
//! let mut engine = whowins::solver(&rules, &Parameters::new(), &limits)?;
//! let position = engine.game().read("0,1,2")?;
//! for legal in whowins::legal_moves(engine.game(), &position, Player::First, &limits)? {
//!     let brings = whowins::brings(&mut engine, &legal, Player::First)?;
//!     println!("{}: {:?}", legal.text, brings.value);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashSet;
use std::ops::ControlFlow;

use dashu_int::IBig;
use whowins_analysis::{Frame, Game, Player, Position, Value};
use whowins_engine::{Answer, Engine, EngineError, Limits};

/// Maximum number of moves of a position for [`legal_moves`].
///
/// Lists of moves are meant for people and for programs that use each move. The engine doesn't have
/// this limit.
pub const MOST_MOVES: usize = 100_000;

/// A legal move, as returned by [`legal_moves`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// Description of the move, from the rules, with its numbers.
    pub text: String,
    /// The position after the move.
    pub to: Position,
    /// The player to move in that position: the opponent, except after a move with `play again`.
    pub next: Player,
}

/// The result of a move for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brings {
    /// The value for the player who makes the move: win, loss or draw.
    pub value: Value,
    /// The number of moves of optimal play after this move, not counting the move itself.
    ///
    /// `None` if it is unknown: some laws only give the winner.
    pub remoteness: Option<u64>,
    /// The player's final score minus the opponent's, if the game has points.
    pub difference: Option<IBig>,
}

/// Returns the legal moves of `player` in the order of the rules, one for each resulting position.
///
/// Forced moves of a board are carried out first. If several moves lead to the same position, only
/// the first is listed. If the position stores the player to move, the moves of `player` are listed
/// anyway.
///
/// Complexity: time and memory are linear in the number of moves times the size of the position.
///
/// ```
/// use whowins::analysis::Player;
/// use whowins::engine::Limits;
/// use whowins::rules::Parameters;
///
/// let rules = whowins::shipped::rules("row-clobber").expect("it is shipped")?;
/// let game = rules.game(&Parameters::new())?;
/// let position = game.read("xo.x")?;
/// let moves = whowins::legal_moves(&game, &position, Player::First, &Limits::default())?;
/// let listed: Vec<(&str, String)> = moves
///     .iter()
///     .map(|one| (&*one.text, game.show(&one.to)))
///     .collect();
/// assert_eq!(listed, [("x at 1 takes o at 2", ".x.x".to_string())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns [`EngineError::TooLarge`] if the position has numbers beyond machine words or more than
/// [`MOST_MOVES`] moves. Returns an error if the budget is exceeded.
pub fn legal_moves(
    game: &Game,
    position: &Position,
    player: Player,
    limits: &Limits,
) -> Result<Vec<Legal>, EngineError> {
    let mut state = game.state_of(position).ok_or_else(|| {
        EngineError::TooLarge(
            "the moves of a position with such large numbers are not listed".into(),
        )
    })?;
    let (rows, columns) = game.size_of(position);
    let frame = Frame::new(game, rows, columns).under(limits.budget.clone());
    frame.settle(&mut state);
    let state = frame.with_turn(state, player);
    let mut moves = Vec::new();
    let mut seen = HashSet::new();
    let mut many = false;
    let whole = frame.options(player, &state, &mut |option| {
        if seen.insert(option.to.to_vec()) {
            many = moves.len() == MOST_MOVES;
            if many {
                return ControlFlow::Break(());
            }
            moves.push(Legal {
                text: game.name_of(&frame, columns, player, &state, &option),
                next: frame.next_player(option.to, player),
                to: game.position_of(option.to, rows, columns),
            });
        }
        ControlFlow::Continue(())
    });
    if many {
        return Err(EngineError::TooLarge(format!(
            "the position has more than {MOST_MOVES} moves"
        )));
    }
    limits.check()?;
    match whole.is_continue() {
        true => Ok(moves),
        false => Err(EngineError::TooLarge(
            "the moves lead to numbers beyond machine words".into(),
        )),
    }
}

/// Solves the position after a move, and returns the result for `player`, who makes the move.
///
/// The first query of a game may build a table or search for a law. Later queries share it.
///
/// ```
/// use whowins::analysis::{Player, Value};
/// use whowins::engine::Limits;
/// use whowins::rules::Parameters;
///
/// let rules = whowins::shipped::rules("cowcheck").expect("it is shipped")?;
/// let limits = Limits::default();
/// let mut engine = whowins::solver(&rules, &Parameters::new(), &limits)?;
/// let position = engine.game().read("1,1")?;
/// let moves = whowins::legal_moves(engine.game(), &position, Player::First, &limits)?;
/// let both = moves.iter().find(|one| engine.game().show(&one.to) == "0,0").expect("it is legal");
/// let brings = whowins::brings(&mut engine, both, Player::First)?;
/// assert_eq!((brings.value, brings.remoteness), (Value::Win, Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// See [`Engine::solve`].
pub fn brings(engine: &mut Engine, legal: &Legal, player: Player) -> Result<Brings, EngineError> {
    let answer = engine.answer(&legal.to, legal.next)?.answer;
    Ok(turned(answer, legal.next == player))
}

/// Like [`brings`], but only with strategies of at most `most` states or steps. See
/// [`Engine::answer_within`].
///
/// Returns `None` if no such strategy gives the answer.
///
/// ```
/// use whowins::analysis::{Player, Value};
/// use whowins::engine::Limits;
/// use whowins::rules::Parameters;
///
/// let rules = whowins::shipped::rules("cowcheck").expect("it is shipped")?;
/// let limits = Limits::default();
/// let mut engine = whowins::solver(&rules, &Parameters::new(), &limits)?;
/// let position = engine.game().read("1,1")?;
/// let moves = whowins::legal_moves(engine.game(), &position, Player::First, &limits)?;
/// let both = moves.iter().find(|one| engine.game().show(&one.to) == "0,0").expect("it is legal");
/// let found = whowins::brings_within(&mut engine, both, Player::First, 1 << 24)?;
/// assert_eq!(found.expect("its table is small").value, Value::Win);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// See [`Engine::solve`].
pub fn brings_within(
    engine: &mut Engine,
    legal: &Legal,
    player: Player,
    most: u64,
) -> Result<Option<Brings>, EngineError> {
    let found = engine.answer_within(&legal.to, legal.next, most)?;
    Ok(found.map(|found| turned(found.answer, legal.next == player)))
}

/// Converts an answer to the view of the player who moved. With `again` that player moves again.
fn turned(answer: Answer, again: bool) -> Brings {
    Brings {
        value: if again {
            answer.value
        } else {
            answer.value.reversed()
        },
        remoteness: answer.remoteness,
        difference: answer.difference.map(|by| if again { by } else { -by }),
    }
}

/// Returns a line of optimal play from a position, with at most `most` moves.
///
/// The winner takes the shortest path and the loser the longest, if the lengths are known.
/// Otherwise each move only preserves the value. The line ends when the game is over. Each move
/// costs one query, which is a lookup if the game was solved by a table.
///
/// ```
/// use whowins::analysis::Player;
/// use whowins::engine::Limits;
/// use whowins::rules::Parameters;
///
/// let rules = whowins::shipped::rules("cowcheck").expect("it is shipped")?;
/// let mut engine = whowins::solver(&rules, &Parameters::new(), &Limits::default())?;
/// let position = engine.game().read("4,7")?;
/// let line = whowins::best_line(&mut engine, &position, Player::First, 100)?;
/// assert_eq!(line.len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// See [`Engine::solve`].
pub fn best_line(
    engine: &mut Engine,
    position: &Position,
    player: Player,
    most: usize,
) -> Result<Vec<Legal>, EngineError> {
    let mut line: Vec<Legal> = Vec::new();
    let (mut at, mut to_move) = (position.clone(), player);
    while line.len() < most {
        let Some(best) = engine.answer(&at, to_move)?.answer.best else {
            break;
        };
        let next = best.next(to_move);
        line.push(Legal {
            text: best.text,
            to: best.to.clone(),
            next,
        });
        (at, to_move) = (best.to, next);
    }
    Ok(line)
}
