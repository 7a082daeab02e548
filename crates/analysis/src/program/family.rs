//! From a term with its words to a game: of the family that the term belongs to, with the names that people gave, or of none.

use super::{Holding, Notation, Program};
use crate::game::{Game, Player, Shape};
use crate::numbers::Numbers;
use crate::position::Position;

impl Program {
    /// The game with these players' names, and its story: of the family that its term belongs to ([`Game::of_term`]), where positions are written there as
    /// they are here; else of none. `O(the term)`.
    pub fn into_game(self, players: [String; 2], about: String) -> Game {
        if self.sum.is_some() {
            // Its positions are written as those of its games.
            return self.game(players, about);
        }
        let family = Game::of_term(&self.term, None).and_then(|game| self.named(game));
        let Some(mut game) = family else {
            return self.game(players, about);
        };
        game.name.clone_from(&self.term.name);
        (game.players, game.about) = (players, about);
        game
    }

    /// The game of a family with the names of this one's parts.
    fn named(&self, mut game: Game) -> Option<Game> {
        match &mut game.shape {
            Shape::Numbers(numbers) => self.name_numbers(numbers)?,
            Shape::Board(board) => {
                let [
                    Holding {
                        notation:
                            Notation::Cells {
                                symbols,
                                is_board,
                                size,
                                ..
                            },
                        ..
                    },
                ] = self.parts.as_slice()
                else {
                    return None;
                };
                if board.row == *is_board || board.alphabet.len() != symbols.len() {
                    return None;
                }
                // The term says nothing of rows.
                board.size = *size;
                board.alphabet.clone_from(symbols);
            }
            // Of these the term does not say how they are drawn, or their heaps stand in no order.
            Shape::Tokens(_) | Shape::Heaps(_) | Shape::Program(_) => return None,
        }
        let start = self
            .term
            .starts
            .first()
            .and_then(|state| game.of_core(state));
        game.start = start.and_then(|(position, player)| match player {
            Player::First => Some(position),
            Player::Second => None,
        });
        // A start that another position's notation reads would be another.
        let same = |start: &Position| {
            let shown = self.term.starts.first().map(|state| self.show(state));
            shown == Some(game.show(start))
        };
        (game.start.is_none() || game.start.as_ref().is_some_and(same)).then_some(game)
    }

    fn name_numbers(&self, numbers: &mut Numbers) -> Option<()> {
        if numbers.variables.len() != self.parts.len() {
            return None;
        }
        for (at, holding) in self.parts.iter().enumerate() {
            let Notation::Number { words } = &holding.notation else {
                return None;
            };
            let variable = &mut numbers.variables[at];
            if holding.part != at + 1 || !words.is_empty() && variable.least != 0 {
                return None;
            }
            variable.name.clone_from(&holding.name);
            variable.words.clone_from(words);
        }
        let texts: Vec<String> = (numbers.moves.iter())
            .map(|command| command.described(numbers))
            .collect();
        for (command, text) in numbers.moves.iter_mut().zip(texts) {
            command.text = text;
        }
        Some(())
    }
}
