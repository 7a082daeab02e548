//! From a term with its words to a game: of the family that the term belongs to, with the names
//! that people gave, or of none.

use super::{Holding, Notation, Program};
use crate::board::{Board, Rewrite};
use crate::game::{Game, Player, Shape};
use crate::numbers::Numbers;
use crate::position::Position;
use crate::raise::{Family, Lie};
use crate::tokens::{Cell, TextMap, Tokens};

/// What people call the things that a term has no names for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spelling {
    /// The players.
    pub players: [String; 2],
    /// The story of the game.
    pub about: String,
    /// The moves, in order.
    pub moves: Vec<SpeltMove>,
    /// Forced follow-ups, in order.
    pub follow_ups: Vec<SpeltMove>,
    /// The map whose squares tokens stand on.
    pub map: Option<TextMap>,
}

/// A move as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpeltMove {
    /// Its text.
    pub text: String,
    /// The numbers that it chooses.
    pub chosen: Vec<String>,
    /// In how many directions a pattern is laid.
    pub ways: usize,
    /// The bytes of the text that say it.
    pub span: std::ops::Range<usize>,
}

impl Program {
    /// The game with these names: of the family that its term belongs to ([`Game::of_term`]), where
    /// positions are written there as they are here; else of none. `O(the term)`.
    pub fn into_game(self, spelling: &Spelling) -> Game {
        if self.sum.is_some() {
            // Its positions are written as those of its games.
            return self.game(spelling.players.clone(), spelling.about.clone());
        }
        let read = |family: Family| family.read(&self.term, self.term.starts.first());
        let family = self.family().and_then(read);
        let family = family.and_then(|game| self.named(game, spelling));
        let (players, about) = (spelling.players.clone(), spelling.about.clone());
        let Some(mut game) = family else {
            return self.game(players, about);
        };
        game.name.clone_from(&self.term.name);
        (game.players, game.about) = (players, about);
        game
    }

    /// The family whose positions are written as this game's are.
    fn family(&self) -> Option<Family> {
        Some(match &self.parts.first()?.notation {
            Notation::Number { .. } => Family::Numbers,
            Notation::Numbers { .. } => Family::Heaps,
            Notation::Cells { .. } => Family::Board(self.lie()),
            Notation::Tokens { .. } => Family::Tokens,
            Notation::Nodes { .. } | Notation::Subset { .. } => return None,
        })
    }

    /// How the cells lie, where their rows and columns are numbers of the term.
    fn lie(&self) -> Option<Lie> {
        match self.parts.as_slice() {
            [
                Holding {
                    notation:
                        Notation::Cells {
                            is_board,
                            size: Some(size),
                            columns: None,
                            ..
                        },
                    ..
                },
            ] => Some(Lie {
                is_row: !is_board,
                size: *size,
            }),
            _ => None,
        }
    }

    /// The game of a family with the names of this one's parts.
    fn named(&self, mut game: Game, spelling: &Spelling) -> Option<Game> {
        match &mut game.shape {
            Shape::Numbers(numbers) => self.name_numbers(numbers, &spelling.moves)?,
            Shape::Board(board) => self.name_board(board, spelling)?,
            Shape::Tokens(tokens) => self.name_tokens(tokens, spelling)?,
            Shape::Heaps(_) => self.are_heaps().then_some(())?,
            Shape::Program(_) => return None,
        }
        game.start = match self.term.starts.first() {
            None => None,
            Some(state) => match self.position(&game, state)? {
                (position, Player::First) => Some(position),
                (_, Player::Second) => None,
            },
        };
        // A start that another position's notation reads would be another.
        let joined = matches!(game.shape, Shape::Tokens(_) | Shape::Heaps(_));
        let same = |start: &Position| {
            let shown = self.term.starts.first().map(|state| self.show(state));
            joined || shown == Some(game.show(start))
        };
        game.start.as_ref().is_none_or(same).then_some(game)
    }

    /// The position of a state of this term in the family's game.
    fn position(&self, game: &Game, state: &whowins_core::State) -> Option<(Position, Player)> {
        let Some(lie) = self.lie() else {
            return game.of_core(state);
        };
        // The family counts the columns of a board among the parts.
        let mut state = state.clone();
        if !lie.is_row {
            state.insert(1, vec![lie.size.1.into()]);
        }
        game.of_core(&state)
    }

    fn name_numbers(&self, numbers: &mut Numbers, spelt: &[SpeltMove]) -> Option<()> {
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
        let is_spelt = spelt.len() == numbers.moves.len();
        for at in 0..numbers.moves.len() {
            let known = spelt.get(at).filter(|_| is_spelt);
            let command = &mut numbers.moves[at];
            if let Some(one) = known.filter(|one| one.chosen.len() == command.binders.len()) {
                for (binder, name) in command.binders.iter_mut().zip(&one.chosen) {
                    binder.name.clone_from(name);
                }
            }
            let text = match known {
                Some(one) => one.text.clone(),
                None => numbers.moves[at].described(numbers),
            };
            numbers.moves[at].text = text;
        }
        Some(())
    }

    fn name_board(&self, board: &mut Board, spelling: &Spelling) -> Option<()> {
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
        together(&mut board.moves, &spelling.moves);
        together(&mut board.at_once, &spelling.follow_ups);
        Some(())
    }

    fn name_tokens(&self, tokens: &mut Tokens, spelling: &Spelling) -> Option<()> {
        let mut ground = None;
        for (at, holding) in self.parts.iter().enumerate() {
            let Notation::Tokens {
                places,
                alike: false,
                ..
            } = &holding.notation
            else {
                return None;
            };
            if holding.part != at + 1 || ground.is_some_and(|ground| ground != places) {
                return None;
            }
            ground = Some(places);
            tokens.names.get_mut(at)?.clone_from(&holding.name);
        }
        let places = ground.filter(|places| places.len() == tokens.cells.len())?;
        let cells = places.iter().map(|place| match &spelling.map {
            None => Some(Cell::Node(place.clone())),
            Some(_) => {
                let (row, column) = place.split_once(',')?;
                Some(Cell::Square {
                    row: row.parse().ok()?,
                    column: column.parse().ok()?,
                })
            }
        });
        tokens.cells = cells.collect::<Option<_>>()?;
        tokens.map.clone_from(&spelling.map);
        let is_spelt = spelling.moves.len() == tokens.moves.len();
        for (one, spelt) in tokens
            .moves
            .iter_mut()
            .zip(spelling.moves.iter().filter(|_| is_spelt))
        {
            one.text.clone_from(&spelt.text);
        }
        Some(())
    }

    /// Whether the only part is an array of numbers of any length.
    fn are_heaps(&self) -> bool {
        matches!(
            self.parts.as_slice(),
            [Holding {
                notation: Notation::Numbers {
                    length: None,
                    columns: None,
                    facing: false
                },
                ..
            }]
        )
    }
}

/// Gathers the directions of each rule, which a term has one after the other, as they were written;
/// what is not seen to be those rules stays as it is.
fn together(rules: &mut Vec<Rewrite>, spelt: &[SpeltMove]) {
    let ways: usize = spelt.iter().map(|one| one.ways).sum();
    if ways != rules.iter().map(|rule| rule.stencils.len()).sum() {
        return;
    }
    let mut rest = rules.iter();
    let mut gathered = Vec::new();
    for one in spelt {
        let mut rule: Option<Rewrite> = None;
        while rule.as_ref().map_or(0, |rule| rule.stencils.len()) < one.ways {
            let Some(next) = rest.next() else { return };
            match &mut rule {
                None => rule = Some(next.clone()),
                Some(rule) if rule.by == next.by => rule.stencils.extend(next.stencils.clone()),
                Some(_) => return,
            }
        }
        let Some(mut rule) = rule.filter(|rule| rule.stencils.len() == one.ways) else {
            return;
        };
        rule.text.clone_from(&one.text);
        gathered.push(rule);
    }
    *rules = gathered;
}
