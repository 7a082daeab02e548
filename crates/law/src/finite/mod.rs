//! Laws of games with finitely many positions.

pub mod coq;
pub(crate) mod data;
mod explore;
mod ranked;
mod stated;

use whowins_analysis::{Frame, Game};
use whowins_verify::finite::Ranked;

use crate::Finder;

/// The finders of this family.
pub(crate) fn finders() -> Vec<&'static dyn Finder> {
    vec![&ranked::RankedFinder]
}

/// A game laid out at the size of a position, that size (rows and columns), and the settled state
/// there.
type LaidOut = (Frame, (usize, usize), Vec<i64>);

/// The game laid out for a law's position.
fn laid_out(game: &Game, law: &Ranked) -> Result<LaidOut, String> {
    let position = law
        .place(game)
        .ok_or("the position isn't one of this game")?;
    let size = game.size_of(&position);
    let frame = Frame::new(game, size.0, size.1);
    let mut start = game
        .state_of(&position)
        .ok_or("the position is too large")?;
    frame.settle(&mut start);
    Ok((frame, size, start))
}
