//! Who wins in each cell.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use whowins_analysis::{Game, Player, Position, Value};
use whowins_draw::{Cells, LARGEST};
use whowins_engine::general::{General, Want};
use whowins_engine::{Engine, Limits, Outcome};
use whowins_verify::Verified;

use super::window::{NEAR, Window};
use crate::fault::Fault;

/// The outcome classes, or who wins when `player` moves: from the rules where a table is small,
/// else from the law.
pub(super) fn outcomes(
    game: &Game,
    window: &Window,
    law: Option<&Verified>,
    player: Option<Player>,
    limits: &Limits,
) -> Result<Cells, Fault> {
    let class = |values: [Value; 2]| class(values, player);
    if game.numbers().is_none() {
        return one_by_one(game, window, law, limits, class);
    }
    let mut general = General::new(game.clone(), Want::Outcome, limits.clone());
    let states = window.corner().and_then(|corner| general.states(&corner));
    let near = window.is_near() && states.is_none_or(|states| states <= NEAR);
    if !near && let Some(law) = law {
        return by_law(game, window, law, limits, class);
    }
    let too_many = !window.is_near() && states.is_none_or(|states| states > limits.budget.memory);
    if too_many || window.slots().is_none() {
        return Err(no_law(window.corner().as_ref().map(|at| game.show(at))));
    }
    table(game, window, &mut general, limits, |values| {
        Ok(class(values.map(|value| value.0)))
    })
}

fn no_law(position: Option<String>) -> Fault {
    let place = position.map_or(String::new(), |text| format!(" near {}", shorten(&text)));
    Fault::Input(format!(
        "no proved law says who wins{place}, and that is too far for a table; take a window nearer to 0 with --from"
    ))
}

/// How long best play lasts when `player` moves.
pub(super) fn remoteness(
    game: &Game,
    window: &Window,
    player: Player,
    limits: &Limits,
) -> Result<Cells, Fault> {
    let mut general = General::new(game.clone(), Want::Remoteness, limits.clone());
    let states = window.corner().and_then(|corner| general.states(&corner));
    let numbers = game.numbers().is_some();
    if numbers && (!window.is_near() || states.is_some_and(|states| states > NEAR)) {
        return Err(Fault::Input(format!(
            "remoteness is known from tables of up to {NEAR} positions, and this window lies too far; take one nearer to 0"
        )));
    }
    let number = |values: [(Value, Option<u64>); 2]| match values[player.index()].1 {
        Some(moves) => match u16::try_from(moves) {
            Ok(moves) if moves <= LARGEST => Ok(moves),
            _ => Err(Fault::Input(format!(
                "best play lasts {moves} moves here, and maps show up to {LARGEST}; take a window nearer to 0"
            ))),
        },
        None => Ok(whowins_draw::BLANK),
    };
    if numbers {
        return table(game, window, &mut general, limits, number);
    }
    each(window, limits, |position| {
        let solved = general.solve(position)?;
        number([0, 1].map(|at: usize| {
            let answer = &solved.to_move[at];
            (answer.value, answer.remoteness)
        }))
    })
}

/// The number of an outcome class.
fn class(values: [Value; 2], player: Option<Player>) -> u16 {
    let outcome = match player {
        None => Outcome::of(values[0], values[1]),
        Some(player) => {
            let winner = match values[player.index()] {
                Value::Win => player,
                Value::Loss => player.other(),
                Value::Draw => return 4,
            };
            [Outcome::L, Outcome::R][winner.index()]
        }
    };
    match outcome {
        Outcome::N => 0,
        Outcome::P => 1,
        Outcome::L => 2,
        Outcome::R => 3,
        Outcome::D => 4,
    }
}

/// Each cell by itself.
pub(super) fn each(
    window: &Window,
    limits: &Limits,
    mut answer: impl FnMut(&Position) -> Result<u16, Fault>,
) -> Result<Cells, Fault> {
    let mut cells = Cells::blank(window.columns, window.rows);
    for row in 0..window.rows {
        limits.check()?;
        for column in 0..window.columns {
            if let Some(position) = window.position(column, row) {
                cells.set(column, row, answer(&position)?);
            }
        }
    }
    Ok(cells)
}

/// Each cell by itself, by whatever strategy the engine picks.
fn one_by_one(
    game: &Game,
    window: &Window,
    law: Option<&Verified>,
    limits: &Limits,
    class: impl Fn([Value; 2]) -> u16,
) -> Result<Cells, Fault> {
    let mut engine = Engine::new(game.clone(), limits.clone());
    each(window, limits, |position| {
        let by_law = law.and_then(|law| law.values(game, position));
        let values = match by_law {
            Some(values) => values,
            None => engine.values(position)?,
        };
        Ok(class(values))
    })
}

/// All cells out of one table of the general solver.
fn table(
    game: &Game,
    window: &Window,
    general: &mut General,
    limits: &Limits,
    number: impl Fn([(Value, Option<u64>); 2]) -> Result<u16, Fault>,
) -> Result<Cells, Fault> {
    let mut cells = Cells::blank(window.columns, window.rows);
    let (Some(corner), Some((first, slots))) = (window.corner(), window.slots()) else {
        return Ok(cells);
    };
    // One table for the corner, of all that is wanted, covers the whole box below it.
    general.solve(&corner)?;
    let last = corner.words().unwrap_or_default();
    let impartial = game.is_impartial();
    let mut state = first.clone();
    for row in 0..window.rows {
        limits.check()?;
        for column in 0..window.columns {
            match slots.as_slice() {
                [x, y] => {
                    state[*x] = first[*x] + column as i64;
                    state[*y] = first[*y] + row as i64;
                }
                [n] => state[*n] = first[*n] + (row * window.columns + column) as i64,
                _ => {}
            }
            if slots.iter().any(|slot| state[*slot] > last[*slot]) {
                continue;
            }
            let known = |general: &General, player| general.known(&state, player);
            let first_moves = known(general, Player::First);
            let second_moves = match impartial {
                true => first_moves,
                false => known(general, Player::Second),
            };
            let values = match first_moves.zip(second_moves) {
                Some((a, b)) => [a, b],
                None => {
                    let Some(position) = window.position(column, row) else {
                        continue;
                    };
                    let solved = general.solve(&position)?;
                    let answer = |at: usize| &solved.to_move[at];
                    [0, 1].map(|at| (answer(at).value, answer(at).remoteness))
                }
            };
            cells.set(column, row, number(values)?);
        }
    }
    Ok(cells)
}

/// Each cell by the law, rows by several threads.
fn by_law(
    game: &Game,
    window: &Window,
    law: &Verified,
    limits: &Limits,
    class: impl Fn([Value; 2]) -> u16 + Sync,
) -> Result<Cells, Fault> {
    let next = AtomicUsize::new(0);
    let failed: Mutex<Option<Fault>> = Mutex::new(None);
    let done = Mutex::new(Cells::blank(window.columns, window.rows));
    let one_row = |row: usize| -> Result<Vec<Option<u16>>, Fault> {
        limits.check()?;
        (0..window.columns)
            .map(|column| {
                let Some(position) = window.position(column, row) else {
                    return Ok(None);
                };
                match law.values(game, &position) {
                    Some(values) => Ok(Some(class(values))),
                    None => Err(no_law(Some(game.show(&position)))),
                }
            })
            .collect()
    };
    let work = || {
        loop {
            let row = next.fetch_add(1, Ordering::Relaxed);
            if row >= window.rows {
                return;
            }
            match one_row(row) {
                Ok(cells) => {
                    if let Ok(mut all) = done.lock() {
                        for (column, cell) in cells.into_iter().enumerate() {
                            if let Some(cell) = cell {
                                all.set(column, row, cell);
                            }
                        }
                    }
                }
                Err(failure) => {
                    if let Ok(mut first) = failed.lock() {
                        first.get_or_insert(failure);
                    }
                    next.store(window.rows, Ordering::Relaxed);
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..limits.threads.min(window.rows) {
            // This thread works too, so a thread that cannot be started is not missed.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    if let Ok(Some(failure)) = failed.into_inner() {
        return Err(failure);
    }
    Ok(done
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner))
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_string(),
    }
}
