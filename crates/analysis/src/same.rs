//! Whether two games are played alike: the same positions, and the same moves whatever they are
//! called.

use crate::game::{Game, Shape};
use crate::numbers::Choices;

impl Game {
    /// Whether the positions of another game are written and read as this game's are: the same
    /// variables, or cells of the same symbols.
    pub fn has_positions_of(&self, other: &Self) -> bool {
        match (&self.shape, &other.shape) {
            (Shape::Numbers(own), Shape::Numbers(other)) => own.variables == other.variables,
            (Shape::Board(own), Shape::Board(other)) => {
                (own.row, own.size, &own.alphabet) == (other.row, other.size, &other.alphabet)
            }
            (Shape::Tokens(_), Shape::Tokens(_)) | (Shape::Heaps(_), Shape::Heaps(_)) => true,
            _ => false,
        }
    }

    /// Whether another game has this game's positions and moves; how they are spelled, and the
    /// order of a set's members, do not matter.
    pub fn has_moves_of(&self, other: &Self) -> bool {
        self.shape == other.shape || plain(&self.shape) == plain(&other.shape)
    }

    /// The game with no largest value of any of its numbers.
    #[must_use]
    pub fn without_largest(&self) -> Self {
        let mut game = self.clone();
        if let Shape::Numbers(numbers) = &mut game.shape {
            for variable in &mut numbers.variables {
                variable.most = None;
            }
        }
        game
    }
}

/// The family without what does not matter to play: the spelling of moves, the order of a set's
/// members.
fn plain(shape: &Shape) -> Shape {
    let mut shape = shape.clone();
    match &mut shape {
        Shape::Numbers(numbers) => {
            for command in &mut numbers.moves {
                command.text.clear();
                for binder in &mut command.binders {
                    if let Choices::Of(members) = &mut binder.choices {
                        members.sort_unstable();
                        members.dedup();
                    }
                }
            }
        }
        Shape::Board(board) => {
            let moves = board.moves.iter_mut().chain(&mut board.at_once);
            moves.for_each(|rewrite| rewrite.text.clear());
        }
        Shape::Tokens(tokens) => tokens.moves.iter_mut().for_each(|step| step.text.clear()),
        Shape::Heaps(_) | Shape::Program(_) => {}
    }
    shape
}
