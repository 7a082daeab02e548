//! Choice of a position to show for rules without a start position.

use whowins_analysis::{Game, Position};
use whowins_rules::Rules;

/// Numbers of a first position, used in turn.
const NUMBERS: [i64; 4] = [7, 5, 3, 1];
/// Length of a first row, if the rules don't fix a size.
const ROW: usize = 8;
const BOARD: (usize, usize) = (4, 4);
/// Size of the first heap.
const HEAP: u64 = 12;

/// Returns the start position of the rules, or else a small position with moves to show.
///
/// | position | choice if the rules have no start |
/// |---|---|
/// | numbers | 7, 5, 3, 1 in turn, or 12 for a single number; each within its bounds |
/// | heaps | one heap of 12 |
/// | a row, a board | 8 cells, 4 x 4, or the size that the rules fix; symbols in turn |
/// | tokens | spread evenly over the nodes of the map or graph |
/// | other parts | the longest position in the `example` lines, else the smallest possible |
///
/// Pages and programs use it to show a position before the user chooses one. It doesn't solve
/// anything, and the position may have no legal move.
///
/// ```
/// let game =
///     whowins::catalogue::entry(whowins::shipped::named("duotaire").expect("it is shipped"))?;
/// let first = whowins::first_position(&game.rules, &game.game);
/// assert_eq!(game.game.show(&first), "oo.oo.");
/// # Ok::<(), whowins::rules::Diagnostics>(())
/// ```
pub fn first_position(rules: &Rules, game: &Game) -> Position {
    if let Some(start) = &game.start {
        return start.clone();
    }
    if game.program().is_some()
        && let Some(position) = of_examples(rules, game)
    {
        return position;
    }
    if let Some(numbers) = game.numbers() {
        let alone = numbers.variables.len() == 1;
        let wanted = |at: usize| if alone { HEAP as i64 } else { NUMBERS[at % 4] };
        let values = numbers.variables.iter().enumerate().map(|(at, variable)| {
            let most = variable.most.unwrap_or(i64::MAX);
            wanted(at).min(most).max(variable.least)
        });
        return Position::tuple(values);
    }
    if let Some(board) = game.board() {
        let (rows, columns) = match board.size {
            Some(size) => size,
            None if board.row => (1, ROW),
            None => BOARD,
        };
        // Use the symbols in turn. On large boards use few of them, so that the board stays
        // readable.
        let symbols = board.alphabet.len().max(1);
        let every = if rows * columns > 64 { 7 } else { 1 };
        let cell = |at: usize| {
            let (row, column) = (at / columns, at % columns);
            match (row * 3 + column).is_multiple_of(every) {
                true => ((row + column) % symbols) as i64,
                false => 0,
            }
        };
        let cells: Vec<i64> = (0..rows * columns).map(cell).collect();
        return game.position_of(&cells, rows, columns);
    }
    if let Some(program) = game.program() {
        return Position::of_state(&program.first());
    }
    if let Some(tokens) = game.tokens() {
        let (cells, names) = (tokens.cells.len().max(1), tokens.names.len().max(1));
        // Spread the tokens over the map.
        let cell = |token: usize| token * (cells - 1) / names.max(2).saturating_sub(1);
        return Position::tuple((0..names).map(cell));
    }
    Position::list([HEAP])
}

/// Returns the longest position in the examples, and the first of several.
fn of_examples(rules: &Rules, game: &Game) -> Option<Position> {
    let all = rules.examples(game).unwrap_or_default().into_iter().rev();
    let positions = all.map(|example| example.position);
    positions.max_by_key(|position| game.show(position).len())
}
