//! Tables built tier by tier onto a shelf, in windows of all sizes and with breaks, against tables
//! solved in memory.

use std::sync::Mutex;

use crate::common::regions::{board, numbers};
use crate::common::{Fate, Tape, limits, random_games, read};
use proptest::test_runner::TestCaseError;
use whowins_analysis::{Game, Player, Position, Value};
use whowins_engine::EngineError;
use whowins_engine::general::{Build, Cells, Entry, General, Region, Shelf, Want};
use whowins_rules::Parameters;

/// A shelf in memory that breaks down after so many blocks.
struct Memory {
    block: u64,
    blocks: Mutex<Vec<Vec<Vec<Entry>>>>,
    players: usize,
    breaks_at: u64,
}

impl Memory {
    fn new(block: u64, players: usize) -> Self {
        Self {
            block,
            blocks: Mutex::new(Vec::new()),
            players,
            breaks_at: u64::MAX,
        }
    }

    fn cells(&self, player: usize) -> Vec<Entry> {
        let blocks = self.blocks.lock().expect("no panic");
        let player = player.min(self.players - 1);
        blocks
            .iter()
            .flat_map(|block| block[player].clone())
            .collect()
    }
}

impl Shelf for Memory {
    fn block(&self) -> u64 {
        self.block
    }

    fn kept(&self) -> u64 {
        self.blocks.lock().expect("no panic").len() as u64
    }

    fn keep(&self, count: u64, cells: &Cells<'_>) -> Result<(), EngineError> {
        for _ in 0..count {
            let number = self.kept();
            if number >= self.breaks_at {
                return Err(EngineError::Storage("full".into()));
            }
            let players = (0..self.players).map(|player| {
                let mut list = vec![Entry::UNKNOWN; 3];
                cells(number, player, &mut list);
                list
            });
            let block = players.collect();
            self.blocks.lock().expect("no panic").push(block);
        }
        Ok(())
    }

    fn entry(&self, index: u64, player: usize) -> Result<Entry, EngineError> {
        let blocks = self.blocks.lock().expect("no panic");
        let player = player.min(self.players - 1);
        Ok(blocks[(index / self.block) as usize][player][(index % self.block) as usize])
    }

    fn read(&self, block: u64, player: usize, cells: &mut Vec<Entry>) -> Result<(), EngineError> {
        cells.clone_from(&self.blocks.lock().expect("no panic")[block as usize][player]);
        Ok(())
    }
}

/// All positions of the region around one, in no order.
fn positions(game: &Game, at: &Position) -> Vec<Position> {
    let state = game.state_of(at).expect("small");
    let (low, high): (i64, Vec<i64>) = match game.board() {
        Some(_) => (0, vec![2; state.len()]),
        None => (0, state),
    };
    let (rows, columns) = game.size_of(at);
    let mut states = vec![Vec::new()];
    for high in high {
        states = states
            .into_iter()
            .flat_map(|state: Vec<i64>| {
                (low..=high).map(move |value| [state.clone(), vec![value]].concat())
            })
            .collect();
    }
    let states = states.iter();
    states
        .map(|state| game.position_of(state, rows, columns))
        .collect()
}

/// What the solver in memory says of a position.
fn expected(
    solver: &mut General,
    position: &Position,
    player: Player,
) -> Option<(Value, Option<u64>)> {
    // A question for both players fails where one of the answers is open.
    match solver.solve(position) {
        Ok(solved) => {
            let answer = &solved.to_move[player.index()];
            Some((answer.value, answer.remoteness))
        }
        Err(EngineError::Endless { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

fn hold(tape: &mut Tape, text: &str, at: &str) -> Result<Fate, TestCaseError> {
    let Ok(game) = read(text, &Parameters::new()) else {
        return Ok(Fate::Refused);
    };
    let Ok(at) = game.read(at) else {
        return Ok(Fate::Refused);
    };
    let Ok(region) = Region::around(game.clone(), &at) else {
        return Ok(Fate::Refused);
    };
    let want = tape.pick(&[Want::Outcome, Want::Remoteness]);
    let block = tape.within(1, 40) as u64;
    let mut shelf = Memory::new(block, region.players());
    let own = limits(1 + tape.below(2)).with_memory(tape.within(300, 20_000) as u64);
    let only = tape.once_in(3) && (region.falls() || game.ending.repetition_draws);
    let build = |memory| own.clone().with_memory(memory);
    let mut memory = own.budget.memory;
    let mut built = None;
    for _ in 0..200 {
        let limits = build(memory);
        shelf.breaks_at = shelf.kept() + tape.within(0, 12) as u64;
        let run = Build {
            region: &region,
            want,
            only: only.then_some(&Player::BOTH[..]),
            limits: &limits,
        }
        .run(&shelf);
        match run {
            Ok(done) => {
                built = Some(done);
                break;
            }
            Err(EngineError::Memory { .. }) => memory *= 2,
            Err(EngineError::Storage(_)) if tape.once_in(4) => shelf.breaks_at = u64::MAX,
            Err(EngineError::Storage(_)) => {}
            Err(error) => return Err(TestCaseError::fail(format!("{text}\n{error}"))),
        }
        if !region.falls() {
            // What is solved in memory starts anew after each break: one break is enough.
            shelf.breaks_at = u64::MAX;
        }
    }
    let Some(_) = built else {
        shelf.breaks_at = u64::MAX;
        return Ok(Fate::Refused);
    };
    compare(text, &game, &at, &region, &shelf, want, only)
}

fn compare(
    text: &str,
    game: &Game,
    at: &Position,
    region: &Region,
    shelf: &Memory,
    want: Want,
    only: bool,
) -> Result<Fate, TestCaseError> {
    let mut solver = General::new(game.clone(), want, limits(1));
    let cells = [0, 1].map(|player| shelf.cells(player));
    if cells[0].len() as u64 != region.states() {
        return Err(TestCaseError::fail(format!(
            "{text}\n{} cells",
            cells[0].len()
        )));
    }
    let reached = only.then(|| reached(region, game, at));
    for position in positions(game, at) {
        let (state, index) = region.find(&position).expect("in the region");
        for player in Player::BOTH {
            let entry = cells[player.index()][index as usize];
            if let Some(reached) = &reached
                && !reached.contains(&(state.clone(), player.index() % region.players()))
            {
                if entry.code() != 0 && settled(game, &position, &state) {
                    return Err(TestCaseError::fail(format!(
                        "{text}\n{} is not reached",
                        game.show(&position)
                    )));
                }
                continue;
            }
            let remoteness = (want == Want::Remoteness).then(|| u64::from(entry.count()));
            let found = entry.value().map(|value| match value {
                Value::Draw => (value, None),
                _ => (value, remoteness),
            });
            let wanted = expected(&mut solver, &position, player);
            // Where the other player's answer is open, nothing is said of this one's.
            if found != wanted && (wanted.is_some() || game.ending.repetition_draws) {
                return Err(TestCaseError::fail(format!(
                    "{text}\n{} with player {player:?}: {found:?}, not {wanted:?}",
                    game.show(&position)
                )));
            }
        }
    }
    Ok(Fate::Compared)
}

/// Whether the position is its own settled state.
fn settled(game: &Game, position: &Position, state: &[i64]) -> bool {
    let (rows, columns) = game.size_of(position);
    game.position_of(state, rows, columns) == *position
}

/// The states that play reaches with turns taken in turn, read naively.
fn reached(
    region: &Region,
    game: &Game,
    at: &Position,
) -> std::collections::HashSet<(Vec<i64>, usize)> {
    let frame = region.frame();
    let players = region.players();
    let (start, _) = region.find(at).expect("its own start");
    let mut open: Vec<(Vec<i64>, usize)> = (0..2).map(|player| (start.clone(), player)).collect();
    let mut found: std::collections::HashSet<_> = open.iter().cloned().collect();
    while let Some((state, player)) = open.pop() {
        for next in frame.next(Player::BOTH[player], &state) {
            if found.insert((next.clone(), 1 - player)) {
                open.push((next, 1 - player));
            }
        }
    }
    assert!(game.is_impartial() == (players == 1));
    found
        .into_iter()
        .map(|(state, player)| (state, player % players))
        .collect()
}

#[test]
fn numbers_built_in_tiers_are_those_solved_in_memory() {
    random_games(200, |mut tape| {
        let (text, at) = numbers(&mut tape, false);
        hold(&mut tape, &text, &at)
    });
}

#[test]
fn boards_built_in_tiers_are_those_solved_in_memory() {
    random_games(200, |mut tape| {
        let (text, at) = board(&mut tape, false);
        hold(&mut tape, &text, &at)
    });
}

#[test]
fn games_that_may_repeat_are_put_away_as_they_were_solved() {
    random_games(200, |mut tape| {
        let (text, at) = match tape.below(2) {
            0 => numbers(&mut tape, true),
            _ => board(&mut tape, true),
        };
        hold(&mut tape, &text, &at)
    });
}
