//! What the players are called in the lines.

use super::OneHeap;

/// A short label for each player: the name's first letter, else the name, else the number; whichever tells them apart.
pub fn labels(game: &dyn OneHeap) -> [String; 2] {
    let names = [game.player(0), game.player(1)];
    let initials = names.map(|name| name.chars().next());
    match initials {
        [Some(a), Some(b)] if a != b => [a.to_string(), b.to_string()],
        [Some(_), Some(_)] if names[0] != names[1] => names.map(str::to_owned),
        _ => ["1".to_owned(), "2".to_owned()],
    }
}
