//! Small positions, for whoever wants to see what play can come to where the rules name no start.

use dashu_int::IBig;
use whowins_core::State;
use whowins_core::random::Random;

use super::{Holding, Notation, Program, with_turn};
use crate::game::Player;

/// The largest number in a small position.
const NUMBER: usize = 9;

impl Program {
    /// A small position by chance, with either player to move: numbers up to 9; lists of up to
    /// `most` numbers, rows of up to twice as many cells, boards of up to `most` rows and columns,
    /// where their size is not fixed; on boards of a fixed size each symbol but the first at most
    /// twice. `None` where it is none of this game.
    pub fn small(&self, most: usize, random: &mut Random) -> Option<State> {
        let mut state = self.first();
        for holding in &self.parts {
            self.fill(holding, most.max(1), random, &mut state);
        }
        // What is written and read again fits the rules.
        let state = self.read(&self.show(&state)).ok()?;
        Some(with_turn(state, Player::BOTH[random.below(2)]))
    }

    fn fill(&self, holding: &Holding, most: usize, random: &mut Random, state: &mut State) {
        let part = &self.term.parts[holding.part];
        let least = &part.least;
        let room = part
            .most
            .as_ref()
            .map_or(IBig::from(NUMBER), |most| (most - least).min(NUMBER.into()));
        let values = usize::try_from(&room).unwrap_or(0) + 1;
        let some = |length: usize, values: usize, random: &mut Random| -> Vec<IBig> {
            let one = |_| least + IBig::from(random.below(values.max(1)));
            (0..length).map(one).collect()
        };
        state[holding.part] = match &holding.notation {
            Notation::Number { .. } => some(1, values, random),
            Notation::Numbers {
                length, columns, ..
            } => {
                let rows = 1 + random.below(most);
                let length = length.unwrap_or(rows * columns.unwrap_or(1));
                some(length, values.min(most + 1), random)
            }
            Notation::Cells {
                symbols,
                is_board,
                size,
                columns,
            } => {
                let (rows, across) = size.unwrap_or(match is_board {
                    true => (1 + random.below(most), 1 + random.below(most)),
                    false => (1, 1 + random.below(2 * most)),
                });
                if let Some(columns) = columns {
                    state[*columns] = vec![across.into()];
                }
                match size {
                    Some(_) => sparse(rows * across, symbols.len(), random),
                    None => some(rows * across, symbols.len(), random),
                }
            }
            Notation::Nodes { symbols, nodes } => some(nodes.len(), symbols.len(), random),
            Notation::Subset { members } => some(members.len(), 2, random),
            Notation::Tokens {
                places,
                count,
                alike,
            } => {
                let mut tokens = some(*count, places.len(), random);
                if *alike {
                    tokens.sort();
                }
                tokens
            }
        };
    }
}

/// Cells that show each symbol but the first at most twice.
fn sparse(cells: usize, symbols: usize, random: &mut Random) -> Vec<IBig> {
    let mut filled = vec![IBig::ZERO; cells];
    for symbol in 1..symbols {
        for _ in 0..random.below(3) {
            let cell = random.below(cells.max(1));
            if let Some(cell) = filled.get_mut(cell) {
                *cell = symbol.into();
            }
        }
    }
    filled
}
