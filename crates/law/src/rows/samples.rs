//! Exact values of all small rows and boards.

use std::ops::ControlFlow;

use whowins_analysis::board::Board;
use whowins_analysis::{Frame, Game, Player, Value};
use whowins_engine::{Engine, EngineError, Limits};

/// A settled board with its values and moves.
pub struct Sample {
    /// How many rows it has.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// The symbols, row by row.
    pub cells: Vec<u8>,
    /// For each player to move: whether that player wins.
    pub wins: [bool; 2],
    /// For each player: the rule of each move, and the board it leads to.
    pub moves: [Vec<(usize, Vec<u8>)>; 2],
}

/// All boards of some size are looked at where they are no more than these.
const A_SIZE: u64 = 600;
/// Longer rows and sides are not looked at.
const LONGEST: usize = 9;

/// All settled boards of small sizes; `None` where some value is a draw.
///
/// # Errors
///
/// As the engine's.
pub fn samples(
    game: &Game,
    board: &Board,
    limits: &Limits,
) -> Result<Option<Vec<Sample>>, EngineError> {
    let mut engine = Engine::new(game.clone(), limits.clone());
    let mut all = Vec::new();
    for (rows, columns) in sizes(board) {
        limits.check()?;
        let frame = Frame::new(game, rows, columns);
        for cells in boards(board.alphabet.len() as u8, rows * columns) {
            let state: Vec<i64> = cells.iter().map(|cell| i64::from(*cell)).collect();
            let mut settled = state.clone();
            frame.settle(&mut settled);
            if settled != state {
                continue;
            }
            let position = game.position_of(&cells, rows, columns);
            let values = engine.values(&position)?;
            if values.contains(&Value::Draw) {
                return Ok(None);
            }
            let moves = Player::BOTH.map(|player| {
                let mut moves = Vec::new();
                let _ = frame.options(player, &state, &mut |play| {
                    moves.push((play.rule, play.to.iter().map(|cell| *cell as u8).collect()));
                    ControlFlow::Continue(())
                });
                moves
            });
            all.push(Sample {
                rows,
                columns,
                cells,
                wins: values.map(|value| value == Value::Win),
                moves,
            });
        }
    }
    Ok(Some(all))
}

/// Small sizes, the smallest first. A law of rules with a fixed size is sought among those of all
/// sizes.
fn sizes(board: &Board) -> Vec<(usize, usize)> {
    let symbols = board.alphabet.len() as u64;
    let mut sizes = Vec::new();
    for rows in 1..=if board.row { 1 } else { LONGEST } {
        for columns in 1..=LONGEST {
            let count = symbols.checked_pow((rows * columns) as u32);
            if count.is_some_and(|count| count <= A_SIZE) {
                sizes.push((rows, columns));
            }
        }
    }
    sizes.sort_by_key(|(rows, columns)| rows * columns);
    sizes
}

/// All boards of so many cells.
fn boards(symbols: u8, cells: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..cells {
        all = all
            .into_iter()
            .flat_map(|cells: Vec<u8>| {
                (0..symbols).map(move |symbol| {
                    let mut cells = cells.clone();
                    cells.push(symbol);
                    cells
                })
            })
            .collect();
    }
    all
}
