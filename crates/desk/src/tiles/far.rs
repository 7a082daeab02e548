//! Tiles by the proved law, wherever they lie.

use dashu_int::UBig;
use whowins_analysis::{Player, Value};
use whowins_engine::{Limits, Outcome};
use whowins_verify::{Law, Verified};

use super::plane::Plane;
use super::{Look, NOTHING, Place, SetOfClasses, beatty, digits, direction, product, shown};
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

/// What is looked at, and with what law.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The game.
    pub game: &'a Registered,
    /// Which positions.
    pub plane: &'a Plane,
    /// A proved law of the game.
    pub law: &'a Verified,
    /// What is shown.
    pub look: Look,
}

/// The tile.
///
/// # Errors
///
/// Where the law does not speak of some position, or a limit is met.
pub fn tile(view: View<'_>, place: &Place, limits: &Limits) -> Result<Far, Refusal> {
    if let Some(sets) = whole(view, place, limits)? {
        let shown = shown(view.game.game.is_impartial());
        let pixels = sets.into_iter().map(|set| shown[usize::from(set & 31)]);
        return Ok(Far {
            pixels: pixels.collect(),
            exact: true,
        });
    }
    sampled(view, place, limits)
}

/// The classes that each block holds, by the first law whose structure tells; every law of a
/// certificate is proved by itself.
fn whole(
    view: View<'_>,
    place: &Place,
    limits: &Limits,
) -> Result<Option<Vec<SetOfClasses>>, Refusal> {
    let View {
        game,
        plane,
        law,
        look,
    } = view;
    if game.game.numbers().is_none() {
        return Ok(None);
    }
    let at = |x: &UBig, y: &UBig| {
        let values = law.values(&game.game, &plane.position([x, y])?)?;
        Some(class(values, look.player))
    };
    let value = |wins: bool| if wins { Value::Win } else { Value::Loss };
    for law in &law.certificate().laws {
        limits.check()?;
        let sets = match law {
            Law::Beatty(law) if plane.is_whole() => {
                let classes = [Value::Win, Value::Loss].map(|value| class([value; 2], look.player));
                let sets = beatty::blocks(law, place).into_iter();
                Some(
                    sets.map(|set| (set & 1) << classes[0] | (set >> 1) << classes[1])
                        .collect(),
                )
            }
            Law::Product(law) => product::blocks(law, plane, place, at),
            Law::Directional(law) if plane.is_whole() && plane.is_unbounded() => {
                direction::blocks(law, place, at)
            }
            Law::Automatic(law) if plane.is_unbounded() => {
                let class = |wins: [bool; 2]| class(wins.map(value), look.player);
                digits::blocks(law, plane, place, class, limits)?
            }
            _ => None,
        };
        if sets.is_some() {
            return Ok(sets);
        }
    }
    Ok(None)
}

/// One position of each block: the first.
fn sampled(view: View<'_>, place: &Place, limits: &Limits) -> Result<Far, Refusal> {
    let View {
        game,
        plane,
        law,
        look,
    } = view;
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
