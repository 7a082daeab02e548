//! A position to begin with, where the rules name none.

use whowins_analysis::{Game, Position};
use whowins_rules::Rules;

/// Numbers of a first position, one a variable in turn.
const NUMBERS: [i64; 4] = [7, 5, 3, 1];
/// Cells of a first row, and rows and columns of a first board, where the rules fix no size.
const ROW: usize = 8;
const BOARD: (usize, usize) = (4, 4);
/// The first heap.
const HEAP: u64 = 12;

/// The rules' start, else something small with moves to look at; of a term of no family what stands
/// in the longest example of its rules.
///
/// | position | what is taken where the rules name no start |
/// |---|---|
/// | numbers | 7, 5, 3, 1 in turn, or 12 where there is one alone; each within the bounds of its variable |
/// | heaps | one heap of 12 |
/// | a row, a board | 8 cells, 4 x 4, or the size that the rules fix; the symbols in turn, few of them on large boards |
/// | tokens | spread out evenly over the map's or the graph's places |
/// | other parts | the longest position of the `example` lines, else the smallest that the parts allow |
///
/// It is for pages and programs that must show something before anything is asked. Nothing is
/// solved, and nobody need be able to move there.
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
        // Symbols in turn; on a large board a few only, so that it can be seen through.
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
        // Spread out over the map.
        let cell = |token: usize| token * (cells - 1) / names.max(2).saturating_sub(1);
        return Position::tuple((0..names).map(cell));
    }
    Position::list([HEAP])
}

/// The longest of the positions that the rules speak of, the first of them where several are.
fn of_examples(rules: &Rules, game: &Game) -> Option<Position> {
    let all = rules.examples(game).unwrap_or_default().into_iter().rev();
    let positions = all.map(|example| example.position);
    positions.max_by_key(|position| game.show(position).len())
}
