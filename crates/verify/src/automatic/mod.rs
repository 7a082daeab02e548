//! Laws of lattice points with vectors and rays, read off digits.

mod beatty;
mod digits;
mod system;

pub use beatty::Beatty;
pub use digits::Automatic;
pub(crate) use system::named;
pub use system::place_values;

use whowins_analysis::Game;
use whowins_analysis::numbers::{Numbers, Variable};

use crate::Rejection;

/// The numbers of a game of plain naturals, without goals.
fn plain(game: &Game) -> Result<&Numbers, Rejection> {
    let none = |what: &str| Rejection::rules(format!("{what}; this kind of law has none"));
    let numbers = game.numbers();
    let numbers = numbers
        .ok_or_else(|| Rejection::rules("the moves aren't of a form that this kind reads"))?;
    if !game.ending.goals.is_empty() {
        return Err(none("the rules have goals or borders"));
    }
    let plain = |variable: &Variable| variable.least == 0 && variable.most.is_none();
    match numbers.variables.iter().all(plain) {
        true => Ok(numbers),
        false => Err(none("the rules bound a variable")),
    }
}

/// The variables' names, for a sentence.
fn names(game: &Game) -> String {
    let Some(numbers) = game.numbers() else {
        return String::new();
    };
    let names: Vec<&str> = numbers.variables.iter().map(|v| v.name.as_str()).collect();
    names.join(", ")
}
