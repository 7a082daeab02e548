//! Enumerates the positions of a game by size, which defines "the smallest wrong position" of a
//! game.

use whowins::analysis::program::{Holding, Notation};
use whowins::analysis::{Game, Player, Position};
use whowins::contest::Value;
use whowins::engine::Limits;
use whowins::legal_moves;

use crate::hard::{Draw, Random, Reach, number, text};
use crate::sizes::{Flow, heaps, numbers, tuples, words};

/// The positions of a game by size.
pub struct Positions<'g> {
    game: &'g Game,
    way: Way,
    /// True if no reachable position was omitted.
    reached_all: bool,
}

/// The method of enumeration.
enum Way {
    /// Numbers in these ranges, by their sum. Words of a first variable count by their index.
    Numbers(Vec<(u64, Option<u64>)>),
    /// Heaps by their sum.
    Heaps,
    /// Boards by the number of cells.
    Board,
    /// One list of numbers.
    List,
    /// Positions reachable from the start, nearest first. The size is the number of moves.
    Reached(Vec<Vec<Position>>),
    /// Cells of tokens.
    Tokens,
}

/// A callback for boards: the symbols of the cells row by row, and the numbers of rows and columns.
type EachBoard<'e> = &'e mut dyn FnMut(&[i64], (usize, usize)) -> Flow;

/// Maximum number of positions to enumerate from a start.
const REACHED: usize = 1 << 18;

impl Way {
    /// Creates the enumeration for a game that is a core term.
    fn of_term(game: &Game, player: Player, limits: &Limits) -> Result<Self, String> {
        if let Some(start) = &game.start {
            return Ok(Self::Reached(reached(game, start, player, limits)));
        }
        let parts = game.program().map_or(&[][..], |program| &program.parts);
        let is_number = |part: &Holding| matches!(&part.notation, Notation::Number { words } if words.is_empty());
        match parts {
            [one] if matches!(one.notation, Notation::Numbers { length: None, .. }) => {
                Ok(Self::List)
            }
            all if all.iter().all(is_number) => Ok(Self::Numbers(vec![(0, None); all.len()])),
            _ => Err(format!(
                "the rules of {} name no start, so its positions have no order; give the rules a start, or use a contest file whose fields make the position",
                game.name
            )),
        }
    }
}

impl<'g> Positions<'g> {
    /// Creates the enumeration for a game, with this player to move.
    ///
    /// # Errors
    ///
    /// Returns an error if the positions have no order: some parts aren't numbers, and there is no
    /// start.
    pub fn new(game: &'g Game, player: Player, limits: &Limits) -> Result<Self, String> {
        let way = if let Some(numbers) = game.numbers() {
            let ranges = numbers.variables.iter().map(|variable| {
                let least = variable.least.unsigned_abs();
                (least, variable.most.map(i64::unsigned_abs))
            });
            Way::Numbers(ranges.collect())
        } else if game.codes().is_some() {
            Way::Heaps
        } else if game.board().is_some() {
            Way::Board
        } else if game.tokens().is_some() {
            Way::Tokens
        } else {
            Way::of_term(game, player, limits)?
        };
        let reached_all = match &way {
            Way::Reached(levels) => levels.iter().map(Vec::len).sum::<usize>() < REACHED / 2,
            _ => true,
        };
        Ok(Self {
            game,
            way,
            reached_all,
        })
    }

    /// Describes the order of the positions.
    pub fn order(&self) -> &'static str {
        match &self.way {
            Way::Numbers(_) => "by the sum of the numbers, then in lexicographic order",
            Way::Heaps => "by the sum of the heaps, then in lexicographic order",
            Way::Board => "by the number of cells, then in lexicographic order",
            Way::List => {
                "by the sum of the numbers and how many they are, then in lexicographic order"
            }
            Way::Reached(_) => {
                "by the number of moves from the start, then in the order of the rules"
            }
            Way::Tokens => "in the order of the cells",
        }
    }

    /// Calls `emit` for the positions of one size, in order, in the game's notation.
    pub fn of_size(&self, size: u64, emit: &mut dyn FnMut(&str) -> Flow) -> Flow {
        let mut list = Vec::new();
        match &self.way {
            Way::Numbers(ranges) => tuples(ranges, size, &mut list, &mut |numbers| {
                let state: Vec<i64> = numbers.iter().map(|n| *n as i64).collect();
                match self.game.numbers() {
                    Some(_) => emit(&self.game.show(&self.game.position_of(&state, 1, 1))),
                    None => self.if_read(&joined(numbers), emit),
                }
            }),
            Way::List => {
                let most = size.saturating_sub(1);
                numbers(None, 0, most, false, size, &mut list, &mut |numbers| {
                    self.if_read(&joined(numbers), emit)
                })
            }
            Way::Heaps => match size {
                0 => self.if_read("0", emit),
                _ => heaps(size, 1, &mut list, &mut |heaps| emit(&joined(heaps))),
            },
            Way::Board => self.boards(size, &mut |cells, size| emit(&self.shown(cells, size))),
            Way::Reached(levels) => {
                for position in levels.get(size as usize).into_iter().flatten() {
                    emit(&self.game.show(position))?;
                }
                Flow::Continue(())
            }
            Way::Tokens if size == 1 => self.tokens(emit),
            Way::Tokens => Flow::Continue(()),
        }
    }

    /// Calls `emit` for a position that the game accepts. An empty list is written as its word,
    /// because an empty line isn't a position.
    fn if_read(&self, text: &str, emit: &mut dyn FnMut(&str) -> Flow) -> Flow {
        match self.game.read(text) {
            Ok(position) if text.is_empty() => emit(&self.game.show(&position)),
            Ok(_) => emit(text),
            Err(_) => Flow::Continue(()),
        }
    }

    /// Calls `emit` for the boards of one size, in order: the symbols of the cells row by row, and
    /// the numbers of rows and columns. Does nothing if positions aren't boards.
    pub(crate) fn boards(&self, size: u64, emit: EachBoard<'_>) -> Flow {
        let Some(board) = self.game.board() else {
            return Flow::Continue(());
        };
        let symbols: Vec<i64> = (0..board.alphabet.len() as i64).collect();
        let sizes: Vec<(usize, usize)> = match board.size {
            Some((rows, columns)) if (rows * columns) as u64 == size => vec![(rows, columns)],
            Some(_) => Vec::new(),
            None if board.row => vec![(1, size as usize)],
            None => (1..=size as usize)
                .filter(|rows| (size as usize).is_multiple_of(*rows))
                .map(|rows| (rows, size as usize / rows))
                .collect(),
        };
        for (rows, columns) in sizes.into_iter().filter(|_| size > 0) {
            words(&symbols, size, &mut |cells| emit(cells, (rows, columns)))?;
        }
        Flow::Continue(())
    }

    fn tokens(&self, emit: &mut dyn FnMut(&str) -> Flow) -> Flow {
        let Some(tokens) = self.game.tokens() else {
            return Flow::Continue(());
        };
        let cells = tokens.cells.len() as u64;
        let mut at = vec![0u32; tokens.names.len()];
        loop {
            self.if_read(&self.game.show(&Position::tuple(at.iter().copied())), emit)?;
            let Some(turn) = at.iter().rposition(|cell| u64::from(cell + 1) < cells) else {
                return Flow::Continue(());
            };
            at[turn] += 1;
            at[turn + 1..].fill(0);
        }
    }

    /// Returns the maximum size, if there is one.
    pub fn largest(&self) -> Option<u64> {
        match &self.way {
            Way::Numbers(ranges) => ranges
                .iter()
                .try_fold(0u64, |sum, (_, most)| sum.checked_add((*most)?)),
            Way::Board => {
                let size = self.game.board().and_then(|board| board.size);
                size.map(|(rows, columns)| (rows * columns) as u64)
            }
            Way::Reached(levels) if self.reached_all => Some(levels.len() as u64 - 1),
            Way::Tokens => Some(1),
            Way::Reached(_) | Way::Heaps | Way::List => None,
        }
    }

    /// Returns the size of a position in the game's notation.
    pub(crate) fn size_of(&self, value: &Value<'_>) -> u64 {
        let mut text = String::new();
        value.show(&mut text);
        let Ok(position) = self.game.read(&text) else {
            return 0;
        };
        let elements = position.elements();
        match &self.way {
            Way::Numbers(_) | Way::Heaps if self.game.program().is_none() => {
                elements.iter().fold(0u64, |sum, number| {
                    sum.saturating_add(u64::try_from(number).unwrap_or(u64::MAX))
                })
            }
            Way::Board => {
                let (rows, columns) = self.game.size_of(&position);
                (rows * columns) as u64
            }
            Way::Reached(levels) => {
                let at = levels.iter().position(|level| level.contains(&position));
                at.unwrap_or(levels.len()) as u64
            }
            Way::Tokens => 1,
            way => {
                let each = u64::from(matches!(way, Way::List));
                let numbers = text
                    .split(',')
                    .filter_map(|part| part.trim().parse::<u64>().ok());
                numbers.fold(0, |sum, number| sum.saturating_add(number + each))
            }
        }
    }

    /// Returns the symbols of boards, if positions are boards and each symbol is one byte.
    pub(crate) fn plain_symbols(&self) -> Option<Vec<u8>> {
        let board = self.game.board()?;
        let byte = |symbol: &char| u8::try_from(*symbol).ok().filter(u8::is_ascii);
        board.alphabet.iter().map(byte).collect()
    }

    /// Returns the notation of a board.
    pub(crate) fn shown(&self, cells: &[i64], (rows, columns): (usize, usize)) -> String {
        self.game.show(&self.game.position_of(cells, rows, columns))
    }

    /// Returns the ranges of numbers whose sum is the size, if positions have this form.
    pub(crate) fn plain_numbers(&self) -> Option<&[(u64, Option<u64>)]> {
        let numbers = self.game.numbers()?;
        let plain = numbers.variables.iter().all(|v| v.words.is_empty());
        match &self.way {
            Way::Numbers(ranges) if plain => Some(ranges),
            _ => None,
        }
    }
}

fn joined(numbers: &[u64]) -> String {
    let all: Vec<String> = numbers.iter().map(u64::to_string).collect();
    all.join(",")
}

/// Returns the reachable positions with this player to move, grouped by the number of moves.
fn reached(game: &Game, start: &Position, player: Player, limits: &Limits) -> Vec<Vec<Position>> {
    let mut seen = std::collections::HashSet::from([(start.clone(), player)]);
    let mut levels = Vec::new();
    let mut level = vec![(start.clone(), player)];
    while !level.is_empty() && seen.len() < REACHED {
        let mut next = Vec::new();
        for (position, to_move) in &level {
            let Ok(moves) = legal_moves(game, position, *to_move, limits) else {
                continue;
            };
            for legal in moves {
                let state = (legal.to, legal.next);
                if seen.len() < REACHED && seen.insert(state.clone()) {
                    next.push(state);
                }
            }
        }
        let own = level.into_iter().filter(|(_, to_move)| *to_move == player);
        levels.push(own.map(|(position, _)| position).collect());
        level = next;
    }
    levels
}

impl Positions<'_> {
    /// Returns a random position, or `None` if it finds no position.
    pub(crate) fn drawn(&self, draw: Draw, reach: Reach, random: &mut Random) -> Option<String> {
        let amount = |least: u64, most: Option<u64>, random: &mut Random| {
            let most = most.unwrap_or(reach.number).max(least);
            number(least, most, draw, random)
        };
        let text = match &self.way {
            Way::Numbers(ranges) => {
                let all: Vec<u64> = ranges
                    .iter()
                    .map(|(least, most)| amount(*least, *most, random))
                    .collect();
                match self.game.numbers() {
                    Some(_) => {
                        let state: Vec<i64> = all.iter().map(|n| *n as i64).collect();
                        self.game.show(&self.game.position_of(&state, 1, 1))
                    }
                    None => joined(&all),
                }
            }
            Way::List => {
                let length = random.between(1, reach.length.min(6));
                let all: Vec<u64> = (0..length).map(|_| random.between(0, 12)).collect();
                joined(&all)
            }
            Way::Heaps => {
                let count = random.between(1, 4);
                let most = reach.number.min(2000);
                let mut all: Vec<u64> = (0..count).map(|_| number(1, most, draw, random)).collect();
                all.sort_unstable();
                joined(&all)
            }
            Way::Board => {
                let board = self.game.board()?;
                let (rows, columns) = board.size.unwrap_or_else(|| {
                    let mut side = |most| random.between(1, most) as usize;
                    match board.row {
                        true => (1, side(reach.length)),
                        false => (side(4), side(4)),
                    }
                });
                let symbols: Vec<u8> = (0..board.alphabet.len()).map(|at| at as u8).collect();
                let cells = text(&symbols, (rows * columns) as u64, draw, random);
                let position = self.game.position_of(&cells, rows, columns);
                self.game.show(&position)
            }
            Way::Reached(levels) => {
                let level = levels.get(random.between(0, levels.len() as u64 - 1) as usize)?;
                let at = random.between(0, (level.len() as u64).saturating_sub(1)) as usize;
                self.game.show(level.get(at)?)
            }
            Way::Tokens => {
                let tokens = self.game.tokens()?;
                let cells = tokens.cells.len() as u64 - 1;
                let at = tokens.names.iter().map(|_| random.between(0, cells) as u32);
                self.game.show(&Position::tuple(at))
            }
        };
        self.game.read(&text).is_ok().then_some(text)
    }
}
