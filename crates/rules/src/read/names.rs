//! What the grammar must know of a text before its moves and endings are read: symbols, players,
//! parts and definitions.

use std::collections::HashSet;

/// What the heads of a text declare.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Symbols of cells and nodes, of all parts.
    pub(super) symbols: Vec<char>,
    /// A line that may name symbols is faulty, so that any character may be one.
    pub(super) any_symbol: bool,
    /// The players, where they are said.
    pub(super) players: Vec<String>,
    /// The line of the players is faulty, so that any name may be one.
    pub(super) any_player: bool,
    /// Whether `own` and `other` are words.
    pub(super) own: bool,
    /// Parts of the position.
    pub(super) parts: HashSet<String>,
    /// Words that are values of parts, parameters, and definitions of numbers and conditions.
    pub(super) words: HashSet<String>,
    /// Definitions of moves.
    pub(super) steps: HashSet<String>,
    /// Whether the position is heaps that fall apart.
    pub(super) heaps: bool,
}

impl Names {
    /// Whether the text declares this name.
    pub(super) fn declares(&self, name: &str) -> bool {
        self.parts.contains(name) || self.words.contains(name) || self.steps.contains(name)
    }

    /// Whether all letters of a word are symbols, so that it is read as symbols in a pattern.
    pub(super) fn spells(&self, word: &str) -> bool {
        word.chars().all(|letter| self.symbols.contains(&letter))
    }

    /// Whether this is a player's name.
    pub(super) fn is_player(&self, name: &str) -> bool {
        self.any_player || self.players().iter().any(|player| player == name)
    }

    /// Both names.
    pub(super) fn players(&self) -> Vec<String> {
        match self.players.is_empty() {
            true => vec!["First".into(), "Second".into()],
            false => self.players.clone(),
        }
    }
}
