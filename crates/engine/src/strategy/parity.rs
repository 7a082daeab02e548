//! Elly's Checkers by a parity.

use whowins_rules::board::{Board, Stencil, StencilCell};
use whowins_rules::{Frame, Game, Player, Position, Shape, Stuck, Value};

use super::{Strategy, win};
use crate::answer::{Answer, Solved};
use crate::best::best;
use crate::formula::parity::is_n_position;
use crate::limits::EngineError;

pub(super) struct Parity {
    game: Game,
    checker: u8,
}

/// Boards with more cells get no best move: laying out the rules would take longer than the answer.
const LAID_OUT: usize = 20_000;

impl Parity {
    /// Takes the rules of Elly's Checkers, on a row or a board.
    pub(super) fn new(game: &Game) -> Option<Self> {
        let Shape::Board(board) = &game.shape else {
            return None;
        };
        let plain = board.alphabet.len() == 2
            && game.is_impartial()
            && game.ending.stuck == Stuck::Loses
            && game.ending.goals.is_empty();
        if !plain {
            return None;
        }
        (0..2)
            .find(|checker| is_ellys(board, *checker))
            .map(|checker| Self {
                game: game.clone(),
                checker,
            })
    }
}

/// Whether the rules are a step, a jump over two checkers, and a checker that vanishes on the last cell.
fn is_ellys(board: &Board, checker: u8) -> bool {
    let empty = 1 - checker;
    let row = board.row;
    let line = |pattern: &[(u8, u8)], down: i64, right: i64, outside: Vec<(i64, i64)>| Stencil {
        cells: pattern
            .iter()
            .enumerate()
            .map(|(at, (before, after))| StencilCell {
                down: down * at as i64,
                right: right * at as i64,
                before: Some(*before),
                after: Some(*after),
            })
            .collect(),
        outside,
    };
    let step = [(checker, empty), (empty, checker)];
    let jump = [
        (checker, empty),
        (checker, checker),
        (checker, checker),
        (empty, checker),
    ];
    let mut wanted = vec![line(&step, 0, 1, vec![]), line(&jump, 0, 1, vec![])];
    let mut corner = vec![(0, 1)];
    if !row {
        wanted.extend([line(&step, 1, 0, vec![]), line(&jump, 1, 0, vec![])]);
        corner.push((1, 0));
    }
    let vanish = line(&[(checker, empty)], 0, 1, corner);
    let laid = |rewrites: &[whowins_rules::board::Rewrite]| -> Vec<Stencil> {
        rewrites
            .iter()
            .flat_map(|rewrite| rewrite.stencils.clone())
            .collect()
    };
    let (moves, at_once) = (laid(&board.moves), laid(&board.at_once));
    moves.len() == wanted.len()
        && wanted.iter().all(|stencil| moves.contains(stencil))
        && at_once == [vanish]
}

impl Strategy for Parity {
    fn name(&self) -> &'static str {
        "parity of distances"
    }

    fn why(&self) -> String {
        "every move changes the sum of the checkers' distances to the last cell by an odd number, and a checker left can always move: \
         N-positions are those with an odd sum"
            .into()
    }

    fn cost(&self, position: &Position) -> Option<u64> {
        let (rows, columns) = position.size();
        Some((rows * columns) as u64 + (1 << 10))
    }

    fn values(&mut self, position: &Position) -> Result<[Value; 2], EngineError> {
        let Position::Board {
            rows,
            columns,
            cells,
        } = position
        else {
            return Err(EngineError::TooLarge("this is no board".into()));
        };
        let distances = cells
            .iter()
            .enumerate()
            .filter(|(_, symbol)| **symbol == self.checker)
            .map(|(at, _)| (rows - 1 - at / columns + columns - 1 - at % columns) as u64);
        Ok([win(is_n_position(distances)); 2])
    }

    fn solve(&mut self, position: &Position) -> Result<Solved, EngineError> {
        let [value, _] = self.values(position)?;
        let (rows, columns) = position.size();
        let best = if rows * columns <= LAID_OUT {
            let frame = Frame::new(&self.game, rows, columns);
            position.state().and_then(|mut state| {
                frame.settle(&mut state);
                // Every move changes the parity, so each is as good as any other.
                best(
                    &self.game,
                    &frame,
                    &state,
                    (rows, columns),
                    Player::First,
                    value,
                    &|_| Some((value.reversed(), None)),
                )
            })
        } else {
            None
        };
        let answer = Answer {
            value,
            remoteness: None,
            best,
        };
        Ok(Solved::impartial(answer, self.name()))
    }
}
