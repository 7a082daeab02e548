//! The legal moves of a position, all of them, and what each brings.
//!
//! [`legal_moves`] lists them from the rules alone, [`brings`] asks the engine about one of them,
//! [`best_line`] plays best moves on. A list with what each move brings:
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

/// A position with more moves than these is refused: a list of them is for people and programs that
/// look at each. The engine itself knows no such bound.
pub const MOST_MOVES: usize = 100_000;

/// A legal move, as [`legal_moves`] lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// Its words, from the rules, with its numbers.
    pub text: String,
    /// The position after it.
    pub to: Position,
    /// Who is to move there: the opponent, but after a move with `play again`.
    pub next: Player,
}

/// What a move brings to the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brings {
    /// A win, a loss or a draw of the player who makes the move.
    pub value: Value,
    /// How many moves best play lasts after it, the move itself not counted, where that is known:
    /// laws tell who wins and not always how long it takes.
    pub remoteness: Option<u64>,
    /// Where play is for points, by how much that player ends above the opponent.
    pub difference: Option<IBig>,
}

/// The legal moves, one for each position after, in the order of the rules. A board's forced
/// follow-ups are carried out first.
///
/// Two moves to one position are one here, under the name of the first. Time and memory are linear
/// in the moves times the size of the position. `player` is who is to move; a game that keeps the
/// turn in the position is asked about that player's moves all the same.
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
/// let told: Vec<(&str, String)> = moves
///     .iter()
///     .map(|one| (&*one.text, game.show(&one.to)))
///     .collect();
/// assert_eq!(told, [("x at 1 takes o at 2", ".x.x".to_string())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`EngineError::TooLarge`] where the position has numbers beyond machine words or more than
/// [`MOST_MOVES`] moves; what the budget says.
pub fn legal_moves(
    game: &Game,
    position: &Position,
    player: Player,
    limits: &Limits,
) -> Result<Vec<Legal>, EngineError> {
    let mut state = game.state_of(position).ok_or_else(|| {
        EngineError::TooLarge(
            "the moves of a position with such large numbers are not laid out".into(),
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

/// What a move brings to `player`, who makes it: the engine's answer at the position after it,
/// turned round where the opponent is to move there.
///
/// The first question of a game may build a table or look for a law; those that follow share it.
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
/// As [`Engine::solve`].
pub fn brings(engine: &mut Engine, legal: &Legal, player: Player) -> Result<Brings, EngineError> {
    let answer = engine.answer(&legal.to, legal.next)?.answer;
    Ok(turned(answer, legal.next == player))
}

/// Returns what [`brings`] returns, if the engine has it at hand: with strategies that take `most`
/// states or steps at most ([`Engine::answer_within`]).
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
/// As [`Engine::solve`].
pub fn brings_within(
    engine: &mut Engine,
    legal: &Legal,
    player: Player,
    most: u64,
) -> Result<Option<Brings>, EngineError> {
    let found = engine.answer_within(&legal.to, legal.next, most)?;
    Ok(found.map(|found| turned(found.answer, legal.next == player)))
}

/// Returns an answer as the player who moved sees it, who may move again.
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

/// Best play from a position, up to `most` moves: the winner hurries and the loser delays, where
/// that is known, and any move that keeps the value else. The line ends where play is over. Each of
/// its moves costs one question; of a game that was solved by a table, a look.
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
/// As [`Engine::solve`].
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
