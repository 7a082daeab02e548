//! Labels of the players in traces.

use super::OneHeap;

/// Returns a short label for each player: the first letter of the name, the name, or the number.
///
/// The first of these that differs between the players is used.
///
/// ```
/// use whowins::engine::heap::Subtraction;
/// use whowins::trace::{NamedSubtraction, labels};
///
/// let game = Subtraction::new([vec![1, 2], vec![1, 2]], false)?;
/// let named = |names: [&str; 2]| NamedSubtraction::new(names.map(str::to_owned), game.clone());
/// assert_eq!(labels(&named(["Alice", "Bob"])), ["A", "B"]);
/// assert_eq!(labels(&named(["Ann", "Abe"])), ["Ann", "Abe"]);
/// assert_eq!(labels(&named(["Ann", "Ann"])), ["1", "2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn labels(game: &dyn OneHeap) -> [String; 2] {
    let names = [game.player(0), game.player(1)];
    let initials = names.map(|name| name.chars().next());
    match initials {
        [Some(a), Some(b)] if a != b => [a.to_string(), b.to_string()],
        [Some(_), Some(_)] if names[0] != names[1] => names.map(str::to_owned),
        _ => ["1".to_owned(), "2".to_owned()],
    }
}
