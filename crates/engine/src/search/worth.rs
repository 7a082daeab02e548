//! A worth, found by questions.

use whowins_core::State;

use super::ask::Ask;
use super::table::FAR;
use crate::terms::Broken;

/// A worth, with options that show it from below and from above.
pub(super) struct Worth {
    pub pays: i32,
    pub least_by: Option<(State, i32)>,
    pub most_by: Option<(State, i32)>,
}

/// What a state is worth, by questions that halve what it can be.
pub(super) fn worth(
    ask: &mut dyn Ask,
    payoffs: Option<&[i32]>,
    is_first: bool,
    limit: u64,
) -> Result<Option<Worth>, Broken> {
    let (mut least, mut most) = ask.known();
    let ends = payoffs.and_then(|all| all.first().zip(all.last()));
    let (bottom, top) = ends.map_or((-FAR, FAR), |(bottom, top)| (*bottom, *top));
    (least, most) = (least.max(bottom), most.min(top));
    let (mut least_by, mut most_by) = (None, None);
    while least < most {
        let than = between(least, most, payoffs);
        let Some(told) = ask.ask(than, limit)? else {
            return Ok(None);
        };
        match told.is_so {
            true => (least, least_by) = (told.bound, told.by),
            false => (most, most_by) = (told.bound, told.by),
        }
    }
    // The worth may be known from elsewhere, and the move not.
    let (by, than) = match is_first {
        true => (&mut least_by, least),
        false => (&mut most_by, least.saturating_add(1)),
    };
    if by.is_none() {
        let every_move_does = least == if is_first { bottom } else { top };
        *by = match every_move_does {
            true => ask.longest()?,
            false => match ask.ask(than, limit)? {
                Some(told) => told.by,
                None => return Ok(None),
            },
        };
    }
    Ok(Some(Worth {
        pays: least,
        least_by,
        most_by,
    }))
}

/// The next question: of the payoffs that are left the one in the middle; else from 1 on, who wins,
/// in steps that grow.
fn between(least: i32, most: i32, payoffs: Option<&[i32]>) -> i32 {
    if let Some(payoffs) = payoffs {
        let left = payoffs
            .iter()
            .filter(|pays| least < **pays && **pays <= most);
        let left: Vec<&i32> = left.collect();
        return left.get(left.len() / 2).map_or(most, |pays| **pays);
    }
    let step = |from: i32| 1 + from.unsigned_abs().min(1 << 29) as i32;
    match (least, most) {
        (least, FAR) if least == -FAR => 1,
        (least, FAR) => least.saturating_add(step(least)),
        (least, most) if least == -FAR => most.saturating_sub(step(most)),
        (least, most) => most - (most - least) / 2,
    }
}
