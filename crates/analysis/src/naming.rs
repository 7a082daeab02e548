//! Moves in words: what is done, so that no two moves of a position that lead to different
//! positions have the same text.
//!
//! A board's move is named by what it does to each cell: "w at c2 takes b at b3", "o at 1 goes to
//! 4, takes o at 2", "x at a1 and b1". On a board a square is its column's letter and its row's
//! number from the top (`b3`: column 2, row 3); with more than 26 columns it is `row,column`; in a
//! row it is the cell's number. A token's move says where it goes, in the notation of positions
//! ("a from 1,1 to 1,3"); a heap's move what is taken and what is left; a move of numbers what
//! each number gains or becomes ("x -= 2, last := 2"). All of these name the complete change, so
//! the text determines the position after the move.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use dashu_int::UBig;
use whowins_core::Op;

use crate::board::Board;
use crate::expression::Expr;
use crate::frame::{Frame, Play};
use crate::game::{Game, Player, Shape};
use crate::heaps::played;
use crate::numbers::{Numbers, Variable, is_step};
use crate::tokens::{Cell, Tokens};

/// The symbol that stands for an empty cell, where the alphabet has it.
const EMPTY: char = '.';

impl Game {
    /// A legal move in words. `frame` is the game laid out, with boards of so many `columns`;
    /// `before` is the state in which `play` was handed out by [`Frame::options`]. A board's forced
    /// follow-ups are not told. Linear in the size of the change.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use whowins_analysis::{Frame, Player};
    /// use whowins_rules::{Parameters, Rules};
    ///
    /// let text = "game \"Capture\"\nposition board of . w b\nmove w b -> . w along up right";
    /// let game = Rules::parse("capture", text)?.game(&Parameters::new())?;
    /// let state = game.state_of(&game.read(".b/w.")?).unwrap_or_default();
    /// let frame = Frame::new(&game, 2, 2);
    /// let mut names = Vec::new();
    /// let _ = frame.options(Player::First, &state, &mut |play| {
    ///     names.push(game.name_of(&frame, 2, Player::First, &state, &play));
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(names, ["w at a2 takes b at b1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name_of(
        &self,
        frame: &Frame,
        columns: usize,
        player: Player,
        before: &[i64],
        play: &Play<'_>,
    ) -> String {
        match &self.shape {
            Shape::Numbers(numbers) => of_numbers(numbers, before, play),
            Shape::Board(board) => {
                let placement = play.chosen.first().zip(frame.board());
                let placement = placement
                    .and_then(|(at, laid)| laid.moves.get(usize::try_from(*at).ok()?))
                    .map(|(_, _, placement)| placement);
                let written = placement.iter().flat_map(|placement| &placement.cells);
                let changes = written.filter_map(|(cell, _, after)| {
                    Some((*cell, before[*cell], i64::from((*after)?)))
                });
                cells_move(board, columns, changes)
            }
            Shape::Tokens(tokens) => token_move(tokens, before, play.to),
            Shape::Program(program) => program.words(player, before, play.to),
            Shape::Heaps(_) => {
                let number = |n: &i64| UBig::from(n.unsigned_abs());
                let heaps: Vec<UBig> = before.iter().map(number).collect();
                let left: Vec<UBig> = play.to.iter().map(number).collect();
                heaps_move(&heaps, &left)
            }
        }
    }

    /// What a move does to the cells of a board of so many columns, in words: each cell with what
    /// it showed and what it shows; nothing where the game is no board. `O(cells)`.
    ///
    /// ```
    /// use whowins_rules::{Parameters, Rules};
    ///
    /// let rules = Rules::parse("clobber.game", "game \"Clobber\"\nposition row of . x o\nmove x o -> . x")?;
    /// let game = rules.game(&Parameters::new())?;
    /// let changes = [(4, 1, 0), (5, 2, 1)];
    /// assert_eq!(game.name_of_cells(9, changes), "x at 5 takes o at 6");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name_of_cells(
        &self,
        columns: usize,
        changes: impl IntoIterator<Item = (usize, i64, i64)>,
    ) -> String {
        match self.board() {
            Some(board) => cells_move(board, columns, changes),
            None => String::new(),
        }
    }
}

/// What a move does to cells, in words.
fn cells_move(
    board: &Board,
    columns: usize,
    changes: impl IntoIterator<Item = (usize, i64, i64)>,
) -> String {
    let changes = changes.into_iter().filter(|(_, was, is)| was != is);
    let changes: Vec<Change> = changes
        .map(|(cell, was, is)| Change { cell, was, is })
        .collect();
    of_cells(
        &board.alphabet,
        &|cell| square(board, columns, cell),
        &changes,
    )
}

/// The move from some heaps to others, as [`heap_move`] words it; none of them is empty.
pub fn heaps_move(before: &[UBig], after: &[UBig]) -> String {
    played(before, after).map_or_else(String::new, |(heap, parts)| heap_move(heap, &parts))
}

/// A move in one heap, which leaves `parts` in its place: "take 2 from the heap of 7, leaving 3 and
/// 2".
pub fn heap_move(heap: &UBig, parts: &[UBig]) -> String {
    let parts: Vec<&UBig> = parts.iter().filter(|part| **part != UBig::ZERO).collect();
    let left = parts.iter().fold(UBig::ZERO, |sum, part| sum + *part);
    if parts.is_empty() {
        return format!("take the heap of {heap}");
    }
    let listed = listed(&parts);
    if left >= *heap {
        return format!("split the heap of {heap} into {listed}");
    }
    let taken = heap - left;
    match parts.len() {
        1 => format!("take {taken} from the heap of {heap}"),
        _ => format!("take {taken} from the heap of {heap}, leaving {listed}"),
    }
}

/// "a", "a and b", "a, b and c".
pub(crate) fn listed<T: ToString>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    match items.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Describes a move of numbers by what it changes: "x -= 2, last := 2".
fn of_numbers(numbers: &Numbers, before: &[i64], play: &Play<'_>) -> String {
    let update = |(slot, value): &(usize, Expr)| {
        let Variable {
            name, least, words, ..
        } = &numbers.variables[*slot];
        let (was, is) = (before[*slot], play.to[*slot]);
        match value {
            Expr::Binary(op @ (Op::Sub | Op::Add), own, _) if **own == Expr::Slot(*slot) => {
                let sign = match (is.cmp(&was), op) {
                    (Ordering::Less, _) | (Ordering::Equal, Op::Sub) => "-=",
                    _ => "+=",
                };
                format!("{name} {sign} {}", is.abs_diff(was))
            }
            _ => {
                let word = usize::try_from(is - least)
                    .ok()
                    .and_then(|at| words.get(at));
                let value = word.map_or_else(|| is.to_string(), String::clone);
                format!("{name} := {value}")
            }
        }
    };
    let updates = &numbers.moves[play.rule].updates;
    // A difference of 0 isn't named, if something else is.
    let is_change =
        |update: &&(usize, Expr)| !is_step(update) || before[update.0] != play.to[update.0];
    let changes: Vec<String> = updates.iter().filter(is_change).map(update).collect();
    match changes.is_empty() {
        true => updates.iter().map(update).collect::<Vec<_>>().join(", "),
        false => changes.join(", "),
    }
}

/// A move of tokens between two states: "a from 1,1 to 1,3".
pub fn token_move(tokens: &Tokens, before: &[i64], after: &[i64]) -> String {
    let place = |cell: i64| match usize::try_from(cell)
        .ok()
        .and_then(|at| tokens.cells.get(at))
    {
        Some(Cell::Square { row, column }) => format!("{row},{column}"),
        Some(Cell::Node(name)) => name.clone(),
        None => cell.to_string(),
    };
    let moved: Vec<String> = tokens
        .names
        .iter()
        .zip(before.iter().zip(after))
        .filter(|(_, (from, to))| from != to)
        .map(|(name, (from, to))| format!("{name} from {} to {}", place(*from), place(*to)))
        .collect();
    match moved.is_empty() {
        true => "all stay where they are".into(),
        false => moved.join(", "),
    }
}

/// A cell that a move changes.
pub(crate) struct Change {
    pub cell: usize,
    pub was: i64,
    pub is: i64,
}

/// A square of a board as moves name it: `b3`, or `row,column` where there are more than 26
/// columns; in a row the cell's number.
pub fn square(board: &Board, columns: usize, cell: usize) -> String {
    cell_name(board.row, columns, cell)
}

pub(crate) fn cell_name(is_row: bool, columns: usize, cell: usize) -> String {
    let (row, column) = (cell / columns.max(1), cell % columns.max(1));
    match u8::try_from(column) {
        _ if is_row => (cell + 1).to_string(),
        Ok(letter) if columns <= 26 => format!("{}{}", char::from(b'a' + letter), row + 1),
        _ => format!("{},{}", row + 1, column + 1),
    }
}

/// Changes of cells that show these symbols, in words; `place` names a cell.
pub(crate) fn of_cells(
    symbols: &[char],
    place: &dyn Fn(usize) -> String,
    changes: &[Change],
) -> String {
    let empty = symbols.iter().position(|symbol| *symbol == EMPTY);
    let empty = empty.map(|at| at as i64);
    let symbol = |at: i64| symbols[at as usize];
    let at = |change: &Change| place(change.cell);
    let standing = |change: &&Change| Some(change.was) != empty;
    if let [one, other] = changes
        && (one.was, one.is) == (other.is, other.was)
        && standing(&one)
        && standing(&other)
    {
        let (a, b) = (symbol(one.was), symbol(other.was));
        return format!("{a} at {} and {b} at {} change places", at(one), at(other));
    }
    if let Some((from, to)) = journey(changes, empty) {
        let mut taken: Vec<String> = Vec::new();
        let takes = |change: &Change| format!("{} at {}", symbol(change.was), at(change));
        taken.extend(standing(&to).then(|| takes(to)));
        let onto = !taken.is_empty();
        let beside = changes
            .iter()
            .filter(|change| change.cell != from.cell && change.cell != to.cell);
        taken.extend(beside.map(takes));
        let mover = format!("{} at {}", symbol(from.was), at(from));
        return match (onto, taken.is_empty()) {
            (true, _) => format!("{mover} takes {}", listed(&taken)),
            (false, true) => format!("{mover} goes to {}", at(to)),
            (false, false) => format!("{mover} goes to {}, takes {}", at(to), listed(&taken)),
        };
    }
    // Cell by cell, alike ones together, in the order in which the pattern names them.
    let mut kinds: Vec<(i64, i64)> = Vec::new();
    let mut cells: BTreeMap<(i64, i64), Vec<String>> = BTreeMap::new();
    for change in changes {
        let kind = (change.was, change.is);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
        cells.entry(kind).or_default().push(at(change));
    }
    let phrases: Vec<String> = kinds
        .iter()
        .map(|kind| {
            let cells = listed(&cells[kind]);
            let (was, is) = (symbol(kind.0), symbol(kind.1));
            match *kind {
                (before, _) if Some(before) == empty => format!("{is} at {cells}"),
                (_, after) if Some(after) == empty => format!("{was} at {cells} is taken away"),
                _ => format!("{was} at {cells} becomes {is}"),
            }
        })
        .collect();
    match phrases.is_empty() {
        true => "nothing changes".into(),
        false => phrases.join(", "),
    }
}

/// The one stone that goes elsewhere, where all else that changes is taken away: from where, and to
/// where.
fn journey(changes: &[Change], empty: Option<i64>) -> Option<(&Change, &Change)> {
    let empty = empty?;
    let mut arrivals = changes.iter().filter(|change| change.is != empty);
    let to = arrivals.next().filter(|_| arrivals.next().is_none())?;
    let from = changes
        .iter()
        .find(|change| change.was == to.is && change.is == empty)?;
    Some((from, to))
}
