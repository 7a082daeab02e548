//! Tiles by the proved law, wherever they lie.

use dashu_int::UBig;
use whowins_engine::{Limits, Outcome};
use whowins_rules::{Player, Value};
use whowins_verify::Verified;

use super::plane::Plane;
use super::{Look, NOTHING, Place};
use crate::games::Registered;
use crate::limits::SIDE;
use crate::refusal::Refusal;

/// A tile's bytes, and whether each block was decided whole.
pub struct Far {
    /// A class a pixel.
    pub pixels: Vec<u8>,
    /// Else one position of each block was looked at.
    pub exact: bool,
}

/// The class of a position's values: outcome class, or who wins when a player moves.
pub fn class(values: [Value; 2], player: Option<Player>) -> u8 {
    match player {
        Some(player) => match (values[player.index()], player) {
            (Value::Draw, _) => 4,
            (Value::Win, Player::First) | (Value::Loss, Player::Second) => 2,
            _ => 3,
        },
        None => match Outcome::of(values[0], values[1]) {
            Outcome::N => 0,
            Outcome::P => 1,
            Outcome::L => 2,
            Outcome::R => 3,
            Outcome::D => 4,
        },
    }
}

/// The tile.
///
/// # Errors
///
/// Where the law does not speak of some position, or a limit is met.
pub fn tile(
    game: &Registered,
    plane: &Plane,
    law: &Verified,
    look: Look,
    place: &Place,
    limits: &Limits,
) -> Result<Far, Refusal> {
    sampled(game, plane, law, look, place, limits)
}

/// One position of each block: the first.
fn sampled(
    game: &Registered,
    plane: &Plane,
    law: &Verified,
    look: Look,
    place: &Place,
    limits: &Limits,
) -> Result<Far, Refusal> {
    let from = place.from();
    let numbers = |at: usize| -> Vec<UBig> {
        (0..SIDE)
            .map(|pixel| &from[at] + (UBig::from(pixel) << place.level as usize))
            .collect()
    };
    let (across, along) = (numbers(0), numbers(1));
    let mut pixels = Vec::with_capacity(SIDE * SIDE);
    for y in &along {
        limits.check()?;
        for x in &across {
            let Some(position) = plane.position([x, y]) else {
                pixels.push(NOTHING);
                continue;
            };
            let values = law.values(&game.game, &position).ok_or_else(no_law)?;
            pixels.push(class(values, look.player));
        }
    }
    Ok(Far {
        pixels,
        exact: place.level == 0,
    })
}

/// Nothing says who wins there.
pub fn no_law() -> Refusal {
    Refusal::unfit(
        "no-law-there",
        "no proved law says who wins there, and that is too far for a table; go nearer to 0",
    )
}
