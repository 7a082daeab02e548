//! What each kind of law offers.

use dashu_int::UBig;
use whowins_analysis::{Game, Position, Value};
use whowins_values::{Arena, Value as Form};

use crate::{Budget, Rejection};

/// What was checked, in sentences: one an obligation, with its figures.
pub type Checked = Vec<String>;

/// One kind of law: what it claims, how that is checked, and what it answers.
pub trait Claim {
    /// The kind's name, as the certificate's field `kind` has it.
    fn kind(&self) -> &'static str;

    /// Whether the check counts the options that the opponent may block
    /// ([`whowins_analysis::Ending::blocked`]); the certificate of any other kind is rejected where
    /// there are such.
    fn knows_blocking(&self) -> bool {
        false
    }

    /// Derives every obligation from the game and the law's fields, and checks it. Total: sizes
    /// are capped, arithmetic is checked, and every loop takes from the budget.
    ///
    /// # Errors
    ///
    /// The first obligation that does not hold.
    fn check(&self, game: &Game, budget: &Budget) -> Result<Checked, Rejection>;

    /// The precise statement that [`Claim::check`] proves, as a sentence for a person.
    fn statement(&self, game: &Game) -> String;

    /// The value at a position for the first-named and for the second-named player to move; `None`
    /// where the law does not speak of the position. Means nothing unless the check passed.
    fn values(&self, game: &Game, position: &Position) -> Option<[Value; 2]>;

    /// What a position is worth in every sum; `None` where the law does not say, or the arena has
    /// no room. Means nothing unless the check passed.
    fn worth(&self, _game: &Game, _position: &Position, _arena: &mut Arena) -> Option<Form> {
        None
    }

    /// The Grundy value at a position; `None` where the law says none. Means nothing unless the
    /// check passed.
    fn grundy(&self, _game: &Game, _position: &Position) -> Option<UBig> {
        None
    }
}

/// The values of a position with this Grundy value, whoever moves first (Sprague 1935, Grundy 1939).
pub(crate) fn by_grundy(value: &UBig) -> [Value; 2] {
    match value.is_zero() {
        true => [Value::Loss; 2],
        false => [Value::Win; 2],
    }
}
