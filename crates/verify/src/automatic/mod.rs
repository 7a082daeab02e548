//! Laws of lattice points with vectors and rays, read off digits.

mod beatty;
mod digits;
mod moves;
mod system;

pub use beatty::Beatty;
pub use digits::Automatic;
pub(crate) use system::named;
pub use system::place_values;

use whowins_analysis::Game;

/// The variables' names, for a sentence.
fn names(game: &Game) -> String {
    let Some(numbers) = game.numbers() else {
        return String::new();
    };
    let names: Vec<&str> = numbers.variables.iter().map(|v| v.name.as_str()).collect();
    names.join(", ")
}
